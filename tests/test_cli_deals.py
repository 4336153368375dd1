"""`mighty-sim deals`, and the same wishes in other commands."""

import csv
import io
import json

import pytest

from mighty_sim.cli import main


@pytest.fixture
def say(capsys):
    """Carry out a command line; returns its exit code, stdout and stderr."""

    def carry_out(*words: str) -> tuple[int, str, str]:
        code = main(list(words))
        said = capsys.readouterr()
        return code, said.out, said.err

    return carry_out


def test_deals_are_listed_for_a_reader(say):
    code, out, _ = say("deals", "--hand", "SA JK", "--not", "1:HA", "--where", "me.aces >= 2", "--deals", "2")
    lines = out.splitlines()
    assert code == 0 and lines[0].split()[:3] == ["deal", "tried", "place"]
    assert sum(" kitty" in line for line in lines) == 2
    assert "Only deals in which seat 0 has JK SA; seat 1 has no HA; me.aces >= 2 (me = seat 0)." in lines
    assert lines[-1].startswith("See one: mighty-sim replay --seed 1 --hand '0:JK SA' --not 1:HA --where")


def test_deals_are_listed_for_a_program(say):
    words = ("deals", "--table", "penalty-6", "--hand", "JK JK", "--where", "me.holds(SA)", "--deals", "3")
    code, out, _ = say(*words, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert code == 0 and [row["deal"] for row in rows] == ["0", "1", "2"]
    assert all(row["seat_0"].split()[:2] == ["JK", "JK"] and len(row["seat_5"].split()) == 17 for row in rows)
    _, out, _ = say(*words, "--format", "json")
    assert [row["tried"] for row in json.loads(out)] == [int(row["tried"]) for row in rows]


def test_the_listed_deal_is_the_one_that_is_replayed(say):
    wishes = ("--where", "2:me.holds(JK)", "--not", "kitty:SA")
    _, out, _ = say("deals", *wishes, "--deals", "4", "--format", "json")
    from uncompiled import run_uncompiled

    shown = json.loads(run_uncompiled("-m", "mighty_sim", "replay", *wishes, "--deals", "3", "--format", "json"))
    first = shown["redeals"][0] if shown["redeals"] else shown
    assert [" ".join(hand) for hand in first["hands"]] == [json.loads(out)[3][f"seat_{seat}"] for seat in range(5)]


def test_how_often(say):
    code, out, _ = say("deals", "--where", "me.holds(JK)", "--deals", "20k", "--count", "--format", "json")
    (row,) = json.loads(out)
    assert code == 0 and row["n"] == 20_000 and row["share"] == 1 and row["low"] < 10 / 53 < row["high"]
    code, out, _ = say("deals", "--hand", "SA", "--where", "me.holds(JK)", "--deals", "20k", "--count")
    assert code == 0 and "1 of 5.3 " in out and "n = 20,000" in out and "deal " not in out.splitlines()[0]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("deals", "--count"), "add --where, --hand, --kitty or --not"),
        (("deals", "--hand", "SA SA"), "SA is wished twice"),
        (("deals", "--where", "me.luck > 3"), "there is no me.luck"),
        (("deals", "--deals", "2M"), "1,000,000 are listed at most"),
        (("success", "--hand", "SX", "--keep", "none"), "'SX' is no card"),
        (("run", "--where", "me.points >"), "is no expression"),
        (("replay", "--not", "9:JK"), "there is no seat 9"),
        (("run", "--seat", "2"), "--seat goes with --declarer forced"),
    ],
)
def test_what_cannot_be_dealt_is_refused_in_one_line(say, tmp_path, monkeypatch, words, told):
    monkeypatch.chdir(tmp_path)
    code, out, err = say(*words)
    assert code == 2 and out == "" and told in err and len(err.splitlines()) == 1
    assert not any(tmp_path.iterdir())


def test_a_run_keeps_the_tries_and_success_tells_the_rate(say, tmp_path):
    import pandas as pd

    folder = tmp_path / "rows"
    words = ("--seat", "2", "--where", "me.holds(JK)", "--deals", "300", "--quiet")
    code, _, _ = say("run", "--declarer", "forced", *words, "--out", str(folder))
    rows = pd.read_parquet(folder)
    assert code == 0 and (rows["joker_seat"] == 2).all() and rows["tried"].min() == 1 < rows["tried"].max()
    code, out, _ = say("success", *words, "--keep", "none")
    assert code == 0 and "me.holds(JK) (me = seat 2)" in " ".join(out.split())
    code, _, err = say("run", "--declarer", "forced", "--seat", "2", "--deals", "300", "--out", str(folder))
    assert code == 2 and "dealing" in err
