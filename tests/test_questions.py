"""The commands as functions: the same numbers as the command line, in data frames, with nothing written or printed."""

import inspect
import io
import json
import subprocess
import sys
import threading
from importlib import import_module
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from pandas.testing import assert_frame_equal
from written import keep_compiled_code_in, strategy_text

import mighty_sim
from mighty_sim import questions
from mighty_sim.answer import Answer
from mighty_sim.cli import main
from mighty_sim.errors import InputError, UnknownName


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]):
    def call(*arguments: str) -> str:
        capsys.readouterr()
        assert main([*arguments, "--quiet"]) == 0
        return capsys.readouterr().out

    return call


def as_csv(answer: Answer) -> pd.DataFrame:
    """Return the frame as one that has been through CSV, to compare with what a command prints."""
    return pd.read_csv(io.StringIO(answer.frame.to_csv(index=False)))


def of(text: str) -> pd.DataFrame:
    return pd.read_csv(io.StringIO(text))


def test_success_is_that_of_the_command(said, capsys: pytest.CaptureFixture[str]) -> None:
    found = mighty_sim.success(deals=2000, by="trumps", strategy="random", threads=1)
    assert capsys.readouterr() == ("", "")
    assert not list(Path.cwd().iterdir())
    words = ("success", "--deals", "2000", "--by", "trumps", "--strategy", "random")
    assert_frame_equal(as_csv(found), of(said(*words, "--keep", "none", "--format", "csv")), check_exact=True)
    assert found.kind == "success"
    assert "2,000 deals of seed 1" in found.caption


def test_success_of_auctions(said) -> None:
    found = mighty_sim.success(deals=1000, strategy="random", declarer="auction", when="exchanged", seed=7)
    words = ("success", "--deals", "1000", "--strategy", "random", "--declarer", "auction", "--when", "exchanged")
    assert_frame_equal(as_csv(found), of(said(*words, "--seed", "7", "--keep", "none", "--format", "csv")))
    assert any("bidding decides" in note for note in found.notes)


def test_a_grid_is_that_of_the_command(said) -> None:
    found = mighty_sim.success(deals=1500, strategy="random", by="trumps,tricks")
    words = ("success", "--deals", "1500", "--strategy", "random", "--by", "trumps,tricks", "--keep", "none")
    assert_frame_equal(as_csv(found), of(said(*words, "--format", "csv")))
    assert (found.kind, found.title) == ("grid", "Success by trumps and tricks of the declarer's hand as dealt")
    assert found.plot().get_axes()


def test_wishes_are_those_of_the_command(said) -> None:
    found = mighty_sim.simulate(deals=200, strategy="random", hand="2:JK", never=["SA", "kitty:S2"], seat=1)
    assert set(found.frame["joker_seat"]) == {2}
    wishes = ("--hand", "2:JK", "--not", "SA", "--not", "kitty:S2", "--seat", "1")
    said("run", "--deals", "200", "--strategy", "random", *wishes, "--out", "run")
    assert_frame_equal(found.frame, pd.read_parquet("run"), check_exact=True)
    forced = mighty_sim.success(deals=200, strategy="random", where="me.holds(JK)", seat=3)
    words = ("success", "--deals", "200", "--strategy", "random", "--where", "me.holds(JK)", "--seat", "3")
    assert_frame_equal(as_csv(forced), of(said(*words, "--keep", "none", "--format", "csv")))


def test_simulate_has_the_rows_of_a_run(said, capsys: pytest.CaptureFixture[str]) -> None:
    found = mighty_sim.simulate(deals=700, strategy="random", settings=["joker.last_trick=normal"])
    assert capsys.readouterr() == ("", "")
    assert found.folder is None
    assert not list(Path.cwd().iterdir())
    said("run", "--deals", "700", "--strategy", "random", "--set", "joker.last_trick=normal", "--out", "run")
    assert_frame_equal(found.frame, pd.read_parquet("run"), check_exact=True)
    assert "joker.last_trick=normal" in found.title
    assert "700 deals of seed 1" in found.title
    kept = mighty_sim.simulate(
        deals=500, strategy="random", settings=["joker.last_trick=normal"], out="run"
    )  # is there already
    assert (kept.outcome.played, kept.folder) == (0, Path("run"))
    assert_frame_equal(kept.frame, found.frame.head(500), check_exact=True)


def test_simulate_matches() -> None:
    frame = mighty_sim.simulate(deals=100, strategy="random", match=10).frame
    assert frame["match"].nunique() == 10
    assert frame["match_deal"].max() == 10


def test_a_run_that_reached_its_precision_says_so() -> None:
    found = mighty_sim.simulate(deals=50_000, strategy="random", precision=0.02)
    assert len(found.frame) == found.deals < 50_000
    assert any(note.startswith("Stopped: precision 0.02 was reached") for note in found.notes)


def test_tournament_is_that_of_the_command(said) -> None:
    found = mighty_sim.tournament("random", "greedy", deals=400)
    text = said("tournament", "random", "greedy", "--deals", "400", "--keep", "none", "--format", "csv")
    assert_frame_equal(as_csv(found), of(text).drop(columns="table"))
    assert found.title == "Tournament of random, greedy at standard: 400 deals of seed 1"
    assert len(found.pairs) == 1


def test_compare_is_that_of_the_command(said) -> None:
    vary = "joker.last_trick=powerless,normal"
    found = mighty_sim.compare(deals=500, vary=[vary], strategies=["random"])
    text = said("compare", "--vary", vary, "--strategy", "random", "--deals", "500", "--format", "csv")
    assert_frame_equal(as_csv(found), of(text))


def test_a_comparison_has_the_wishes_of_the_command(said) -> None:
    words = {"hand": "SA JK", "never": "C3", "declarer": "forced", "number": 15, "strain": "S", "call": "none"}
    found = mighty_sim.compare(deals=200, strategies="random", vary="joker.last_trick=powerless,normal", **words)
    options = [f"--{'not' if name == 'never' else name}={value}" for name, value in words.items()]
    vary = ("--strategy", "random", "--vary", "joker.last_trick=powerless,normal", "--deals", "200")
    assert_frame_equal(as_csv(found), of(said("compare", *vary, *options, "--format", "csv")))
    plain = mighty_sim.compare(deals=200, strategies="random", vary="joker.last_trick=powerless,normal")
    assert not found.frame.equals(plain.frame)


def test_advice_is_that_of_the_command(said) -> None:
    hand = "SA SK SQ S9 S4 JK HA H7 D3 C2"
    found = mighty_sim.advise(hand, seat=2, strategy="random", deals=300)
    text = said("hand", hand, "--seat", "2", "--strategy", "random", "--deals", "300", "--format", "csv")
    printed = of(text)  # with rows of passing and of the recommended bid, measured again
    bids = printed.head(len(found.frame))[found.frame.columns].astype(as_csv(found).dtypes)
    assert_frame_equal(as_csv(found), bids)
    assert len(printed) == len(found.all_rows())
    assert found.plot().get_axes()


def test_summarize_is_that_of_the_command(said) -> None:
    mighty_sim.simulate(deals=900, strategy="random", out="run")
    found = mighty_sim.summarize("run", by=["contract", "strain"], means=["margin"], only={"redeals": 0})
    text = said(
        *("summarize", "run", "--by", "contract,strain", "--mean", "margin", "--only", "redeals=0", "--format", "csv")
    )
    assert_frame_equal(as_csv(found), of(text))


#: Options that are about printing, or for which Python has another way.
NOT_ASKED = {
    *("format", "plot", "quiet", "debug", "keep", "cards"),
    *("study", "listed"),  # studies are files for the command
    *("named", "line_ups"),  # other names of compare's tables and strategies
    *("tables", "only_pairs"),  # a tournament is at one table and has `pairs`
}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("run", []),
        ("success", []),
        ("compare", []),
        ("hand", ["SA"]),
        ("tournament", ["random"]),
        ("summarize", ["."]),
    ],
)
def test_functions_take_the_options_of_the_commands(name: str, words: list[str]) -> None:
    command = import_module(f"mighty_sim.cli.{name}").command
    ask = getattr(mighty_sim, {"run": "simulate", "hand": "advise"}.get(name, name))
    known = {key: value.default for key, value in inspect.signature(ask).parameters.items()}
    asked = command.make_context(name, words).params
    asked |= vars(asked.pop("wished")) if "wished" in asked else {}
    options = {param.name for param in command.params} - (NOT_ASKED - ({"tables"} if name == "compare" else set()))
    assert options - known.keys() == set()
    given = {"folder", "contestants", "tables", "strategies"}  # the command finds its strategies in two options
    for key in (options & asked.keys()) - given:
        assert plain(asked[key]) == plain(known[key]), key


def plain(value: object) -> object:
    """Return a default as one value: names in a text and in a list are the same, and so is nothing in any form."""
    if isinstance(value, tuple):
        value = ",".join(value)
    return value or None


def test_numbers_may_be_of_numpy() -> None:
    found = mighty_sim.simulate(deals=np.int64(20), seed=np.uint8(3), strategy="random", threads=np.int8(1), out="run")
    assert_frame_equal(found.frame, mighty_sim.simulate(deals=20, seed=3, strategy="random").frame)


def test_one_text_will_do_for_settings() -> None:
    found = mighty_sim.simulate(deals=20, strategy="random", settings="joker.last_trick=normal")
    assert "joker.last_trick=normal" in found.title


def test_names_from_data_are_text_in_a_notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_compiled_code_in(tmp_path / "cache", monkeypatch)
    (tmp_path / "<b>bold<b>.py").write_text(strategy_text(), encoding="utf-8")
    found = mighty_sim.success(strategy=str(tmp_path / "<b>bold<b>.py"), deals=50)
    page = found._repr_html_()
    assert "&lt;b&gt;bold&lt;b&gt;" in page
    assert "<b>bold" not in page


def test_every_answer_has_a_figure() -> None:
    run = mighty_sim.simulate(deals=400, strategy="random", out="run")
    answers = [run, mighty_sim.success(deals=400, strategy="random"), mighty_sim.summarize("run", by="strain")]
    for answer in answers:
        assert answer.plot().get_axes()
        assert "<table" in answer._repr_html_()
        assert answer.title in str(answer)


def test_a_notebook_may_ask_in_a_thread() -> None:
    found: list[Answer] = []
    thread = threading.Thread(target=lambda: found.append(mighty_sim.success(deals=300, strategy="random")))
    thread.start()
    thread.join()
    assert found[0].frame.equals(mighty_sim.success(deals=300, strategy="random").frame)


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: mighty_sim.success(table="standart"), "did you mean 'standard'"),
        (lambda: mighty_sim.success(by="trump"), "did you mean 'trumps'"),
        (lambda: mighty_sim.success(when="never"), "'never'"),
        (lambda: mighty_sim.success(deals=0), "0 deals cannot be played"),
        (lambda: mighty_sim.success(deals="1M"), "deals='1M' is no whole number"),
        (lambda: mighty_sim.compare(deals=1e6), "deals=1000000.0 is no whole number"),
        (lambda: mighty_sim.simulate(threads=-1), "threads=-1 is out of range"),
        (lambda: mighty_sim.tournament("random", "greedy", threads=0), "threads=0 is out of range"),
        (lambda: mighty_sim.advise("SA", seed=None), "seed=None is no whole number"),
        (lambda: mighty_sim.success(precision=2), "precision"),
        (lambda: mighty_sim.simulate(declarer="perhaps"), "'perhaps'"),
        (lambda: mighty_sim.simulate(declarer="forced", match=5), "auction"),
        (lambda: mighty_sim.simulate(on_fault="go"), "'go'"),
        (lambda: mighty_sim.tournament("greedy"), "1 contestant"),
        (lambda: mighty_sim.summarize("nowhere"), "no folder 'nowhere'"),
    ],
)
def test_what_cannot_be_asked_is_told_in_a_line(ask, told: str) -> None:
    with pytest.raises((InputError, UnknownName), match=told) as caught:
        ask()
    assert "\n" not in str(caught.value)
    assert not list(Path.cwd().iterdir())


def test_the_package_offers_the_questions_late() -> None:
    program = (
        "import sys, json, mighty_sim; before = sorted(name for name in sys.modules if name.startswith('mighty_sim'));"
        "import mighty_sim.contest; from mighty_sim import tournament;"
        "print(json.dumps([before, callable(tournament), sorted(set(dir(mighty_sim)))]))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    before, is_function, names = json.loads(done.stdout)
    assert before == ["mighty_sim"]
    assert is_function
    assert {"advise", "compare", "simulate", "success", "summarize", "tournament"} <= set(names)
    assert set(mighty_sim._QUESTIONS) <= set(questions.__all__)
    with pytest.raises(AttributeError, match="no attribute 'succes'"):
        _ = mighty_sim.succes
