"""`mighty-sim strategies`: list, show, new and check, as a user calls them."""

import csv
import io
import json
import shlex
from functools import partial
from pathlib import Path

import pytest
from test_cli import refused, said
from written import keep_compiled_code_in, strategy_text, write_text

from mighty_sim import conformance
from mighty_sim.catalog import strategy_names, strategy_path
from mighty_sim.cli import main
from mighty_sim.conformance import Finding, Plan, Report
from mighty_sim.portrait import Measure, Portrait
from mighty_sim.rules import table_names
from mighty_sim.strategy import load

Capture = pytest.CaptureFixture[str]


def report_of(*findings: Finding, portraits: list[Portrait] | None = None) -> Report:
    return Report(load(strategy_path("random")), list(findings), portraits or [])


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Plan]:
    """What the kit is asked for; it answers that all is well at one table."""
    plans: list[Plan] = []
    measures = {name: Measure(0.25, 0.2, 0.3125, 400) for name in ("declares", "thrown_in", "made", "notrump")}
    measures |= {name: Measure(14.5, 14.25, 14.75, 400) for name in ("contract", "points")}
    measures |= {"calls_mighty": Measure(0.75, 0.7, 0.8, 400), "calls_nobody": Measure(0, 0, 0.01, 400)}
    good = report_of(
        Finding("legal", "standard", 400, True),
        Finding("speed", "standard", 100, True, "fast", 812.5),
        portraits=[Portrait("standard", measures)],
    )
    monkeypatch.setattr(conformance, "examine", lambda plan, tell: plans.append(plan) or good)
    return plans


def test_list_names_every_strategy_with_its_parameters(capsys: Capture) -> None:
    rows = {row["name"]: row for row in json.loads(said(capsys, "strategies", "list", "--format", "json"))}
    assert [*rows] == strategy_names()
    assert rows["gambler"]["parameters"] == "nerve=8 itch=0.05"
    assert rows["random"]["parameters"] == ""
    assert "package" not in said(capsys, "strategies", "list").splitlines()[0]


def test_show_tells_all_of_a_strategy(tmp_path: Path, capsys: Capture) -> None:
    own = 'base = "gambler:nerve=3"\nluck = parameter(2, 0, 9, "how lucky")\n'
    path = write_text(
        tmp_path, '"""Mine.\n\nAnd only mine."""\nfrom mighty_sim.strategy import *\n' + own + PLAY, "mine"
    )
    record = json.loads(said(capsys, "strategies", "show", f"{path}:luck=5:itch=0.5", "--format", "json"))
    assert record["text"] == "Mine.\n\nAnd only mine."
    assert record["decisions"] == {
        **dict.fromkeys(("claim", "plan", "bid", "change", "exchange", "friend"), "as gambler"),
        "lead": "as @play",
        "play": "own, low",
    }
    parameters = {one["name"]: (one["value"], one["default"], one["low"], one["high"]) for one in record["parameters"]}
    assert parameters == {
        "nerve": ("3", "3", "0", "14"),
        "itch": ("0.5", "0.05", "0", "1"),
        "luck": ("5", "2", "0", "9"),
    }
    assert (record["path"], record["compiled"], len(record["sha256"])) == (str(path), True, 64)
    page = said(capsys, "strategies", "show", f"{path}:luck=5")
    assert "luck = 5 (default 2), 0 to 9: how lucky" in page
    assert "  @bid       as gambler" in page
    assert str(path) in page and record["sha256"] in page


@pytest.mark.parametrize("width", [70, 100])
def test_show_fits_the_terminal(tmp_path: Path, capsys: Capture, monkeypatch, width: int) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.chdir(tmp_path)
    prose, listed = "one two three " * 10, "- a list, " + "which stays as it is, " * 5 + "\n- to its end"
    luck = f'luck = parameter(2, 0, 9, "{prose}")\n'
    text = f"Mine.\n\n{prose.rstrip()}\n{prose.rstrip()}\n\n{listed}"
    write_text(tmp_path, f'"""{text}"""\nfrom mighty_sim.strategy import *\n{luck}{PLAY}', "mine")
    page = said(capsys, "strategies", "show", "./mine.py")
    assert listed in page
    assert page.split().count("three") == 30
    lines = [line for line in page.replace(listed, "").splitlines() if not line.startswith(("path", "sha256"))]
    assert max(map(len, lines)) <= width
    *full, _ = [line for line in lines if line.startswith(("one", "two", "three"))]
    assert all(len(line) > width - 6 for line in full)


PLAY = """
@play
def low(game, me):
    return lowest(me.legal)
"""


def test_show_refuses_what_is_no_strategy(capsys: Capture) -> None:
    assert "did you mean 'gambler'" in refused(capsys, 2, "strategies", "show", "gamblr")


def test_new_writes_a_file_and_says_what_to_try(tmp_path: Path, capsys: Capture, monkeypatch, asked) -> None:
    monkeypatch.chdir(tmp_path)
    page = said(capsys, "strategies", "new", "mine.py").splitlines()
    assert page[0] == "mine.py"
    commands = [shlex.split(line.strip()) for line in page if line.startswith("  mighty-sim ")]
    assert [words[1] for words in commands] == ["strategies", "success"]
    assert main(commands[0][1:]) == 0
    assert asked[0].strategy == "mine.py"
    assert (tmp_path / "mine.py").is_file()


def test_new_overwrites_nothing(tmp_path: Path, capsys: Capture) -> None:
    path = write_text(tmp_path, "mine")
    assert "is there already" in refused(capsys, 2, "strategies", "new", str(path))
    assert path.read_text() == "mine"


def test_a_new_strategy_passes_at_every_table(tmp_path: Path, capsys: Capture, monkeypatch) -> None:
    """As it is written, by the kit itself; with few deals."""
    monkeypatch.setattr(conformance, "Plan", partial(Plan, questions=20))
    monkeypatch.setattr(conformance, "compile_time", lambda strategy: 1.0)
    keep_compiled_code_in(tmp_path, monkeypatch)
    path = tmp_path / "mine.py"
    said(capsys, "strategies", "new", str(path))
    rows = json.loads(said(capsys, "strategies", "check", str(path), "--deals", "200", "--format", "json"))
    assert {row["table"] for row in rows if row["check"] == "blind"} == {*table_names()}
    assert all(row["passed"] for row in rows if row["note"] != "portrait")


def test_check_asks_for_what_is_said(capsys: Capture, asked: list[Plan]) -> None:
    said(capsys, "strategies", "check", "random")
    said(
        capsys, "strategies", "check", "random", "--table", "all", "--table", "standard", "--deals", "1k", "--seed", "7"
    )
    said(capsys, "strategies", "check", "random:x=1", "--table", "standard", "--table", "./my.toml", "--threads", "1")
    assert asked == [
        Plan("random", table_names(), None, 1, 0),
        Plan("random", table_names(), 1000, 7, 0),
        Plan("random:x=1", ["standard", "./my.toml"], None, 1, 1),
    ]


def test_a_page_of_what_passed(capsys: Capture, asked: list[Plan]) -> None:
    page = said(capsys, "strategies", "check", "random", "--table", "standard")
    lines = [line.split() for line in page.splitlines()]
    assert lines[0] == "Strategy random, 1 table, seed 1: it passes".split()
    assert ["legal", "standard", "400", "deals", "passed"] in lines
    assert ["speed", "standard", "100", "deals", "fast"] in lines
    assert "standard 400 25.0 ±6.2 25.0 ±6.2 14.50 ±0.25 25.0 ±6.2".split() in lines
    assert "standard 400 25.0 ±6.2 14.50 ±0.25 mighty 75".split() in lines
    assert max(map(len, page.splitlines())) <= 80


def test_rows_of_what_passed(capsys: Capture, asked: list[Plan]) -> None:
    rows = list(csv.DictReader(io.StringIO(said(capsys, "strategies", "check", "random", "--format", "csv"))))
    assert [*rows[0]] == ["check", "table", "n", "passed", "value", "low", "high", "note"]
    assert [rows[1][name] for name in ("check", "passed", "value", "low")] == ["speed", "True", "812.5", ""]
    made = next(row for row in rows if row["check"] == "made")
    assert [made[name] for name in ("n", "passed", "value", "low", "high")] == ["400", "", "0.25", "0.2", "0.3125"]


def test_a_page_of_what_failed(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables at which a check was passed are told together, one at which it failed alone; the command can be copied."""
    command = "mighty-sim replay --table penalty-5 --strategy random --seed 1 --deals 12 " + "--declarer forced " * 5
    bad = report_of(
        Finding("legal", "standard", 100, True),
        Finding("legal", "penalty-5", 0, False, f"deal 12, play: S2; see: {command.strip()}"),
        Finding("legal", "penalty-6", 100, True),
        Finding("bids", "standard", 9, False, "nobody bids"),
    )
    monkeypatch.setattr(conformance, "examine", lambda plan, tell: bad)
    assert main(["strategies", "check", "random"]) == 1
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert err == ""
    assert lines[0].endswith("IT FAILS")
    words = [line.split() for line in lines]
    assert ["legal", "2", "tables", "200", "deals", "passed"] in words
    assert ["legal", "penalty-5", "0", "deals", "FAILED", "see", "below"] in words
    assert lines[-3:] == [
        "legal at penalty-5: deal 12, play: S2",
        f"  see: {command.strip()}",
        "bids at standard: nobody bids",
    ]
    assert "Portrait" not in out
    assert main(["strategies", "check", "random", "--format", "json"]) == 1
    assert [row["passed"] for row in json.loads(capsys.readouterr().out)] == [True, False, True, False]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["greedi"], "did you mean 'greedy'"),
        (["greedy,random"], "'greedy,random' are several strategies"),
        (["greedy", "--table", "standart"], "did you mean 'standard'"),
        (["greedy", "--deals", "7"], "7 deals are too few"),
        (["./absent.py"], "absent.py"),
    ],
)
def test_check_refuses(capsys: Capture, words: list[str], line: str) -> None:
    assert line in refused(capsys, 2, "strategies", "check", *words)


def test_a_file_that_cannot_be_compiled_is_told_in_a_line(tmp_path: Path, capsys: Capture) -> None:
    path = write_text(tmp_path, strategy_text(play="return game.tabel"))
    assert "did you mean 'table'" in refused(capsys, 2, "strategies", "check", str(path), "--table", "standard")
