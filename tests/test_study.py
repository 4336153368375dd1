"""Studies as files: every shipped one is read, and what is wrong with a file is told with its name and key."""

from pathlib import Path

import pytest

from mighty_sim.catalog import experiment_names
from mighty_sim.errors import InputError, UnknownName
from mighty_sim.study import every, load

#: What the program's users argue about: each has its file.
WANTED = {
    "bidding-boldness",
    "discard-points",
    "friend-kinds",
    "hunters-rules",
    "joker-at-the-ends",
    "players-3-to-8",
    "success-by-strength",
    "trump-change-cost",
}
START = 'question = "Which?"\nwhy = "They argue."\n'


@pytest.fixture
def write(tmp_path: Path):
    def written(text: str, name: str = "mine.toml") -> str:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return written


def test_every_question_has_its_file() -> None:
    assert set(experiment_names()) >= WANTED


@pytest.mark.parametrize("name", experiment_names())
def test_every_shipped_study_is_read_and_says_why(name: str) -> None:
    study = load(name)
    assert study.name == name
    assert study.question.endswith("?")
    assert len(study.why) > 60
    assert study.findings or any(part.options.findings for part in study.parts)
    path = Path(__file__).parents[1] / "experiments" / f"{name}.toml"
    comment = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("# ")]
    assert len(" ".join(comment)) > 150, "a comment on top says why players argue about it"
    assert all(len(line) <= 120 for line in path.read_text(encoding="utf-8").splitlines())


def test_options_above_are_those_of_every_part_that_has_them(write) -> None:
    study = load(write(START + """
deals = "2k"
seed = 7
by = "trumps"
table = "penalty-4"
[[part]]
name = "one"
kind = "success"
number = 14
[[part]]
name = "two"
kind = "tournament"
deals = 500
strategies = ["steady", "greedy"]
"""))
    one, two = study.parts
    assert (one.kind, one.deals, one.options.seed, one.options.by) == ("success", 2000, 7, "trumps")
    assert one.tables == two.tables == ("penalty-4",)
    assert (one.options.number, one.options.declarer) == (14, "forced")
    assert (two.deals, two.options.seed, two.options.strategies) == (500, 7, ("steady", "greedy"))
    assert study.name == "mine"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('why = "x"\nkind = "success"', "question is missing"),
        ('question = "x"\nkind = "success"', "why is missing"),
        (START, "kind is missing; it can be success, compare, tournament, summary, ranking"),
        (START + 'kind = "sucess"', "unknown kind 'sucess'; did you mean 'success'?"),
        (START + 'kind = "success"\ndeal = "2k"', "unknown key 'deal'; did you mean 'deals'?"),
        (START + 'kind = "success"\nvary = ["a=1,2"]', "unknown key 'vary'"),
        (START + 'kind = "success"\nseed = "one"', "seed: expected `int`, got `str`"),
        (START + 'kind = "success"\nset = ["a", 3]', "set[1]: expected `str`, got `int`"),
        (START + 'kind = "success"\ndeals = "2 thousand"', "deals = '2 thousand'; write 1000, \"200k\" or \"1M\""),
        (START + 'kind = "success"\ndeals = 0', "deals = 0; write"),
        (START + 'kind = "success"\nname = "A b"', "name = 'A b'; write small letters"),
        (START + '[[part]]\nkind = "success"\nname = "a"\n[[part]]\nkind = "success"', "needs a name of its own"),
        (START + '[[part]]\nkind = "success"\nvarry = ["a=1,2"]', "part 1: success: unknown key 'varry'"),
        (START + 'part = 3\nkind = "success"', "part is no list"),
        (START + 'findings = [3]\nkind = "success"', "findings is no list of sentences"),
        (START + 'place = "first"\nkind = "success"', "place = 'first'; write a whole number"),
        (START + "kind = ", "cannot read the study"),
    ],
)
def test_what_is_wrong_is_told_with_file_and_key(write, text: str, words: str) -> None:
    with pytest.raises(InputError) as told:
        load(write(text))
    assert words in str(told.value)
    assert "mine.toml" in str(told.value)
    assert len(str(told.value).splitlines()) == 1


def test_findings_belong_to_the_only_part_or_to_all(write) -> None:
    alone = load(write(START + 'kind = "success"\nfindings = ["a"]'))
    assert (alone.findings, alone.parts[0].options.findings) == ((), ("a",))
    several = load(write(START + 'findings = ["a"]\n[[part]]\nkind = "success"\nname = "b"\nfindings = ["c"]'))
    assert (several.findings, several.parts[0].options.findings) == (("a",), ("c",))


def test_every_study_has_a_place_of_its_own() -> None:
    places = [study.place for study in every()]
    assert places == sorted(set(places))
    assert len(places) == len(experiment_names())


def test_names_and_paths(write, tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="did you mean 'friend-kinds'"):
        load("friend-kind")
    with pytest.raises(InputError, match="no study file"):
        load(str(tmp_path / "none.toml"))
    with pytest.raises(InputError, match="is no name of a study"):
        load(write(START + 'kind = "success"', "My Study.toml"))
