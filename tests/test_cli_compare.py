"""`compare` and `replay --vary` on the command line: pages, rows, deals that turned, and what is refused."""

import csv
import io
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from test_comparison import Made

from mighty_sim import comparison
from mighty_sim.cli import main

ROOT = Path(__file__).parent.parent
LAST = "joker_last=powerless,normal"
START = "setting baseline number baseline_number n made baseline_made rate rate_low rate_high baseline_rate".split()
SOME = "difference difference_low difference_high only_setting only_baseline both neither p p_holm separated".split()


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def _made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "_batch_of", Made)


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]):
    def run(*arguments: str, code: int = 0) -> tuple[str, str]:
        assert main(["compare", *arguments]) == code
        return capsys.readouterr()

    return run


def process(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "mighty_sim", *arguments],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.usefixtures("_made_up")
def test_the_page_of_two_settings(said) -> None:
    page, told = said("--vary", LAST, "--deals", "20k", "--seed", "7")
    assert all(len(line) <= 80 for line in page.splitlines())
    for words in (
        "The same deals under 2 settings: powerless | normal",
        "varied: joker.last_trick = powerless, normal",
        "table standard; strategy steady; 20,000 deals of seed 7",
        "the bidding decides who declares",
        "base: powerless",
        "It holds for these strategies and tables, not for Mighty as such.",
        "Bonett and Price",
    ):
        assert words in page
    rows = json.loads(said("--vary", LAST, "--deals", "20k", "--seed", "7", "--format", "json")[0])
    only = rows[0]["only_setting"], rows[0]["only_baseline"]
    assert f"Of 20,000 deals only 'normal' was made in {only[0]:,}, only 'powerless' in {only[1]:,}: " in " ".join(
        page.split()
    )
    assert "played 40,000 deals" in told


@pytest.mark.usefixtures("_made_up")
@pytest.mark.parametrize(
    "more",
    [
        ("--by", "tricks"),
        ("--by", "weakness", "--when", "exchanged"),
        ("--vary", "hunter.trigger=lead,any_play", "--pairs"),
        ("--declarer", "forced", "--seat", "2", "--number", "16", "--by", "points"),
        ("--set", "joker.first_trick=banned", "--vary", "score.base=12,13", "--by", "trumps"),
    ],
)
def test_every_page_fits_80_columns(said, more: tuple[str, ...]) -> None:
    page = said("--vary", "joker_last=powerless,normal,banned", "--deals", "5k", "--quiet", *more)[0]
    assert max(map(len, page.splitlines())) <= 80
    if "--by" in more:
        assert f"by {more[more.index('--by') + 1]} of the base's declarer" in " ".join(page.split())
    assert ("seat 2 declares every deal; the players are told that it bid 16" in page) == ("--seat" in more)
    assert ("set: joker.first_trick=banned" in page) == ("--set" in more)


@pytest.mark.usefixtures("_made_up")
def test_what_a_forced_declarer_is_told_stands_on_the_page(said) -> None:
    words = ("--declarer", "forced", "--strain", "H", "--call", "JK")
    page = said("--vary", LAST, "--deals", "2k", "--quiet", *words)[0]
    assert "\nseat 0 declares every deal; the players are told that it bid 15\n" in page
    assert "\nit is told --strain H --call JK\n" in page


@pytest.mark.usefixtures("_made_up")
def test_markdown(said) -> None:
    page = said("--vary", LAST, "--deals", "5k", "--quiet", "--format", "markdown", "--by", "trumps")[0]
    assert page.count("| setting |") == 3
    assert page.count("| trumps |") == 1


@pytest.mark.usefixtures("_made_up")
def test_rows_in_full(said) -> None:
    wanted = ("--vary", "joker_last=powerless,normal,banned", "--deals", "3k", "--quiet")
    rows = json.loads(said(*wanted, "--format", "json")[0])
    assert list(rows[0])[: len(START)] == START
    assert set(SOME) <= set(rows[0])
    assert [row["setting"] for row in rows] == ["normal", "banned"]
    text = list(csv.DictReader(io.StringIO(said(*wanted, "--format", "csv")[0])))
    assert list(text[0]) == list(rows[0])
    assert float(text[1]["difference"]) == rows[1]["difference"]
    classes = json.loads(said(*wanted, "--format", "json", "--by", "trumps")[0])
    whole = [row for row in classes if row["strength"] is None]
    assert [row["n"] for row in whole] == [3000, 3000]
    assert sum(row["only_setting"] for row in classes if row["setting"] == "normal") == 2 * whole[0]["only_setting"]


@pytest.mark.usefixtures("_made_up")
def test_tables_are_named_in_either_way(said) -> None:
    one = said("standard", "penalty-5", "--deals", "2k", "--quiet")[0]
    assert one == said("standard", "--table", "penalty-5", "--deals", "2k", "--quiet")[0]
    assert "Scores are penalties under one setting and gains under another" in one


@pytest.mark.usefixtures("_made_up")
def test_why_it_ended_is_told(said) -> None:
    page = said("--vary", LAST, "--deals", "50k", "--precision", "0.02", "--quiet")[0]
    (told,) = re.findall(r"ended: precision 0.02 was reached after ([\d,]+) deals", page)
    assert f"; {told} deals of seed 1" in page


@pytest.mark.usefixtures("_made_up")
def test_wishes_for_the_cards_stand_on_the_page(said) -> None:
    wished = ("--hand", "JK", "--not", "kitty:HA", "--seat", "2")
    page = said("--vary", LAST, "--deals", "2k", "--quiet", *wished)[0]
    assert "\nonly deals in which seat 2 has JK; the kitty has no HA\n" in page
    assert "the bidding decides who declares" in page
    page = said("--vary", LAST, "--deals", "2k", "--quiet", "--declarer", "forced", *wished)[0]
    assert "seat 2 declares every deal" in page
    line = said("--vary", LAST, "--hand", "SA SA", code=2)[1]
    assert "SA is wished twice" in line


@pytest.mark.usefixtures("_made_up")
def test_a_figure(said) -> None:
    told = said("--vary", LAST, "--deals", "2k", "--plot", "differences.svg")[1]
    assert "figure in differences.svg" in told
    drawn = Path("differences.svg").read_text(encoding="utf-8")
    assert "<svg" in drawn
    assert "normal" in drawn


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "1 setting to compare; name 2 to 64"),
        (("standard", "penalty-6"), "no deal has the same cards in both"),
        (("--vary", "joker_lst=normal,banned"), "did you mean"),
        (("--vary", LAST, "--number", "15"), "--number goes with --declarer forced"),
        (("--strategies", "steady,bold", "--strategy", "greedy"), "name the same thing"),
        (("--vary", LAST, "--show", "3", "--format", "csv"), "--show is for reading"),
        (("--vary", LAST, "--show", "1001"), "from 0 to 1000"),
        (("--vary", LAST, "--by", "trick"), "did you mean 'tricks'"),
    ],
)
def test_what_is_refused_in_one_line(said, words: tuple[str, ...], told: str) -> None:
    page, line = said(*words, code=2)
    assert page == ""
    assert told in line
    assert line.count("\n") == 1


def test_help_has_examples_and_fits(said) -> None:
    page = said("--help")[0]
    assert "mighty-sim compare standard penalty-5-reconciled --by tricks" in page
    assert max(map(len, page.splitlines())) <= 80


# -- what follows plays cards --


def test_deals_that_turned_are_told_and_their_commands_show_them(said) -> None:
    """The joker has no power in the last trick at one table and power at the other: that is all that can turn them."""
    page = said("--vary", LAST, "--deals", "2500", "--show", "2", "--quiet")[0]
    told = page[page.index("Deals that turned: powerless | normal") :]
    assert told.count("\n  Deal ") == 2
    assert "joker has no power in the last trick." in " ".join(told.split())
    typed = [line.strip() for line in told.splitlines() if line.startswith("    mighty-sim replay ")]
    assert len(typed) == 2
    shown = process(*shlex.split(typed[0])[1:])
    assert max(map(len, shown.splitlines())) <= 100
    assert "What differs" in shown
    (record,) = map(json.loads, process(*shlex.split(typed[0])[1:], "--format", "json").splitlines())
    assert record["settings"] == ["powerless", "normal"]
    made = [told["result"]["made"] for told in record["records"]]
    assert f"Deal {record['deal']}: made under {record['settings'][made.index(True)]} alone" in told
    assert sorted(made) == [False, True]
    assert [told["rules"]["joker"]["last_trick"] for told in record["records"]] == ["powerless", "normal"]
    assert record["records"][0]["hands"] == record["records"][1]["hands"]


def test_nothing_turned(said) -> None:
    page = said("--vary", "deal.next_dealer=friend_else_declarer,declarer", "--deals", "200", "--show", "3")[0]
    assert "no deal was another in any way." in " ".join(page.split())
    assert page.endswith("| declarer\n  none\n")


def test_replay_refuses_what_cannot_stand_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    for words, told in (
        (("--vary", LAST, "--match", "3"), "--match 3 shows one setting"),
        (("--vary", "joker_last=powerless,normal,banned"), "name 1 or 2"),
        (("--table", "standard", "--table", "penalty-6"), "no deal has the same cards in both"),
    ):
        assert main(["replay", *words]) == 2
        assert told in capsys.readouterr().err
