"""The tasks of studies: the shipped ones are played with a few deals; answers are those of the commands."""

from pathlib import Path

import pytest
from pandas.testing import assert_frame_equal

import mighty_sim
from mighty_sim import runner
from mighty_sim.catalog import experiment_names
from mighty_sim.errors import InputError
from mighty_sim.findings import Told, fill
from mighty_sim.study import load
from mighty_sim.tasks import play, tasks

START = 'question = "Which?"\nwhy = "They argue."\nstrategy = "random"\nseed = 3\n'


@pytest.fixture
def write(tmp_path: Path):
    def written(text: str) -> str:
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return written


@pytest.mark.parametrize("name", experiment_names())
def test_every_shipped_study_is_played_and_finds_something(name: str, tmp_path: Path) -> None:
    study = load(name)
    assert sum(task.deals for task in tasks(study)) >= 100_000
    answers = {}
    for task in tasks(study, 250):
        answer = task.play(tmp_path, 1, None)
        assert len(answer.frame)
        answers[task.name] = Told(answer, {"table": task.tables[0], "deals": 250, "strategy": task.strategies[0]})
    found = fill(study.findings, None, answers)
    for task in tasks(study, 250):
        found += fill(task.part.options.findings, answers[task.name], answers)
    assert found
    assert not [sentence for sentence in found if "{" in sentence or "Too few" in sentence or "None" in sentence]


def test_a_comparison_of_stored_runs_is_that_of_the_command_and_is_not_played_again(
    write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = load(write(START + """
kind = "compare"
vary = ["joker.last_trick=powerless,normal"]
by = "trumps"
deals = 600
"""))
    (found,) = play(study, tmp_path / "rows").values()
    words = {"vary": ["joker.last_trick=powerless,normal"], "strategies": ["random"], "seed": 3}
    plain = mighty_sim.compare(deals=600, by="trumps", **words)
    assert_frame_equal(found.frame, plain.frame)
    assert_frame_equal(found.classes, plain.classes)
    monkeypatch.setattr(runner, "batch_of", None)  # nothing can be played any more
    (again,) = play(study, tmp_path / "rows").values()
    assert_frame_equal(again.frame, plain.frame)
    (fewer,) = play(study, tmp_path / "rows", deals=200).values()
    assert fewer.frame["n"].tolist() == [200]


def test_tables_of_a_part_are_answered_one_by_one(write, tmp_path: Path) -> None:
    study = load(write(START + """
kind = "success"
table = ["standard", "penalty-4"]
by = ["trumps", "points"]
number = 14
deals = 300
"""))
    found = play(study, tmp_path)
    assert list(found) == ["standard", "penalty-4"]
    for table, answer in found.items():
        plain = mighty_sim.success(table=table, strategy="random", deals=300, seed=3, by="trumps,points", number=14)
        assert_frame_equal(answer.frame, plain.frame)
        assert answer.kind == "grid"


def test_a_summary_counts_just_the_deals_asked_for(write, tmp_path: Path) -> None:
    study = load(write(START + 'kind = "summary"\nby = ["strain"]\nmean = ["points"]\ndeals = 400'))
    (first,) = play(study, tmp_path).values()
    (fewer,) = play(study, tmp_path, deals=100).values()
    assert (first.frame["n"].sum(), fewer.frame["n"].sum()) == (400, 100)
    assert "points_mean" in first.frame
    assert "score_mean" not in first.frame


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('kind = "success"\ntable = "standrad"', "unknown table 'standrad'; did you mean 'standard'?"),
        ('kind = "success"\nstrategy = "randum"', "unknown strategy 'randum'"),
        ('kind = "success"\nby = "trick"', "unknown measure 'trick'"),
        ('kind = "success"\nwhen = "deal"', "unknown time 'deal'"),
        ('kind = "success"\ndeclarer = "force"', "unknown declarer 'force'; did you mean 'forced'?"),
        ('kind = "success"\nnumber = 12', "number 12 is out of range"),
        ('kind = "compare"', "1 setting to compare"),
        ('kind = "compare"\nvary = ["joker.last_trik=a,b"]', "did you mean 'joker.last_trick'?"),
        ('kind = "tournament"\nstrategies = ["random"]', "1 contestant"),
    ],
)
def test_what_cannot_be_played_is_told_before_anything_is(write, text: str, words: str) -> None:
    start = 'question = "Which?"\nwhy = "They argue."\n'
    with pytest.raises(InputError) as error:
        tasks(load(write(start + text)))
    assert words in str(error.value)
    assert str(error.value).startswith("study 'mine'")
