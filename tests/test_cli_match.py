"""`match`, and `replay --match`, on the command line."""

import csv
import io
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
import referee

from mighty_sim import matches, record

ROOT = Path(__file__).parent.parent
COLUMNS = (
    "seats strategy n deals undecided total_mean total_low total_high wins rate rate_low rate_high place_mean"
).split()
MIXED = ("--strategy", "greedy,random,greedy,random,greedy")
RACE = ("--set", "match.ends=total", "--set", "match.total=20")


def process(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the program as its own process: a replay switches the compiler off for all of it."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "mighty_sim", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def replayed(*arguments: str) -> list[dict]:
    done = process("replay", *arguments, "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_row_a_seat_and_a_row_a_strategy(said) -> None:
    rows = json.loads(said("match", *MIXED, "--matches", "400", "--format", "json", "--quiet")[0])
    assert list(rows[0]) == COLUMNS
    assert [row["seats"] for row in rows] == ["0", "1", "2", "3", "4", "0 2 4", "1 3"]
    assert [row["strategy"] for row in rows[-2:]] == ["greedy", "random"]
    assert {(row["n"], row["deals"], row["undecided"]) for row in rows} == {(400, 4000, 0)}
    seats, together = rows[:5], rows[5]
    assert sum(row["wins"] for row in seats) == pytest.approx(400)
    assert together["wins"] == pytest.approx(sum(seats[seat]["wins"] for seat in (0, 2, 4)))
    assert together["total_mean"] == pytest.approx(sum(seats[seat]["total_mean"] for seat in (0, 2, 4)) / 3)
    assert together["place_mean"] == pytest.approx(sum(seats[seat]["place_mean"] for seat in (0, 2, 4)) / 3)
    for row in rows:
        assert row["total_low"] < row["total_mean"] < row["total_high"]
        assert row["rate"] == row["wins"] / 400
        assert row["rate_low"] <= row["rate"] < row["rate_high"]
    assert together["rate"] > 0.9 > 0.1 > rows[6]["rate"]


def test_a_sweep_is_played_one_value_after_the_other(said) -> None:
    sweep = "gambler:nerve=4..12/2,random,random,random,random"
    wanted = ("--matches", "20", "--quiet", "--strategy")
    line_ups = [sweep.replace("4..12/2", value) for value in ("4", "12")]
    rows = json.loads(said("match", *wanted, sweep, "--format", "json")[0])
    assert list(rows[0]) == ["line_up", *COLUMNS]
    alone = [json.loads(said("match", *wanted, line_up, "--format", "json")[0]) for line_up in line_ups]
    assert rows == [{"line_up": line_up, **row} for line_up, own in zip(line_ups, alone, strict=True) for row in own]
    pages = [said("match", *wanted, line_up)[0] for line_up in line_ups]
    assert said("match", *wanted, sweep)[0] == "\n".join(pages)


def test_csv_has_the_same_rows(said) -> None:
    wanted = ("match", *MIXED, "--matches", "30", "--quiet", "--format")
    rows = list(csv.DictReader(io.StringIO(said(*wanted, "csv")[0])))
    assert list(rows[0]) == COLUMNS
    plain = [{name: str(value) for name, value in row.items()} for row in json.loads(said(*wanted, "json")[0])]
    assert rows == plain


@pytest.mark.parametrize("words", [(), MIXED, ("--table", "penalty-7", *RACE), ("--set", "match.wins=low_total")])
def test_the_page_fits_80_columns_and_says_what_it_is(said, words: tuple[str, ...]) -> None:
    page, told = said("match", "--matches", "50", "--seed", "7", *words)
    assert all(len(line) <= 80 for line in page.splitlines())
    race, low = "match.ends=total" in words, "penalty-7" in words or "match.wins=low_total" in words
    table = "penalty-7" if "penalty-7" in words else "standard"
    assert f"Table {table}, 50 matches of seed 7; the {'lowest' if low else 'highest'} total wins, and ties" in page
    assert ("10 deals a match, 500 deals in all." in page) == (not race)
    assert ("A match ends when a total reaches 20; deals a match:" in page) == race
    assert (f"{table} changed: match." in page) == any("=" in word for word in words)
    assert ("Several seats: " in page) == (words == MIXED)
    assert "Wilson's 95 % interval" in page
    assert told.startswith("played ")
    assert " deals in " in told


def test_a_race_that_was_stopped_is_reported(said) -> None:
    endless = ("--set", "match.ends=total", "--set", "match.total=100000")
    page = said("match", "--table", "penalty-5", *endless, "--matches", "2", "--quiet")[0]
    assert "1000; 2,000 deals in all. Stopped at the most deals there are" in " ".join(page.split())
    rows = json.loads(said("match", "--table", "penalty-5", *endless, "--matches", "2", "--format", "json")[0])
    assert {row["undecided"] for row in rows} == {2}


def test_one_match_has_no_interval_of_the_mean(said) -> None:
    page = said("match", "--matches", "1", "--quiet")[0]
    assert "±" not in page
    assert "1 match of seed 1" in page
    rows = json.loads(said("match", "--matches", "1", "--quiet", "--format", "json")[0])
    assert rows[0]["total_low"] is rows[0]["total_high"] is None


def test_the_page_tells_the_faults_of_matches_that_go_on(said, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = ("match", "--matches", "2", "--quiet")
    assert "fault" not in said(*wanted)[0]
    clean = said(*wanted, "--on-fault", "first-legal")[0]
    assert "\n0 faults in 0 of 20 deals: the first legal answer stood for each wrong one.\n" in clean
    played = matches.play

    def with_faults(*words):
        found = played(*words)
        return replace(found, outcome=replace(found.outcome, faults=37, faulty=12))

    monkeypatch.setattr(matches, "play", with_faults)
    page = said(*wanted, "--on-fault", "first-legal")[0]
    assert "\n37 faults in 12 of 20 deals: the first legal answer stood for each wrong one.\n" in page
    rows = json.loads(said(*wanted, "--on-fault", "first-legal", "--format", "json")[0])
    assert list(rows[0]) == COLUMNS


def test_markdown_is_the_table_to_read(said) -> None:
    page = said("match", *MIXED, "--matches", "20", "--format", "markdown", "--quiet")[0]
    assert page.startswith("| seat | strategy | total | won % | 95 % interval | place |\n")
    assert page.count("\n| ") == 8


def test_threads_change_nothing(said) -> None:
    pages = {said("match", "--matches", "300", "--threads", threads, "--quiet")[0] for threads in ("1", "2")}
    assert len(pages) == 1


@pytest.mark.parametrize(
    ("words", "right"),
    [
        (("match", "--matches", "0"), "'0' is no number of matches; write 1000, 20k or 1M (1 to 10M)"),
        (("match", "--matches", "1e9"), "'1e9' is no number of matches"),
        (("match", "--set", "match.deals=2000"), "match.deals=2000"),
        (("match", "--strategy", "greedy,random"), "'greedy,random' seats 2 strategies; name one, or 5"),
        (("replay", "--match", "-1"), "'-1' is no match's number; write a whole number from 0 to 9999999"),
        (("replay", "--match", "3", "--deals", "0"), "--match 3 shows all deals of the match, so it cannot"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_refused(said, words: tuple[str, ...], right: str) -> None:
    out, told = said(*words, code=2)
    assert out == ""
    assert right in told
    assert told.count("\n") == 1


def test_a_match_cannot_be_forced() -> None:
    done = process("replay", "--match", "0", "--declarer", "forced")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "mighty-sim: a match has an auction in every deal; a forced declarer is for deals on their own\n"
    )


@pytest.mark.parametrize("words", [("--strategy", "random"), ("--table", "penalty-4", *RACE)])
def test_a_replayed_match_is_the_match_that_was_played(said, words: tuple[str, ...]) -> None:
    records = replayed("--match", "0", *words)
    for one in records:
        record.check(one)
    places = referee.judge_match(records)
    rows = json.loads(said("match", "--matches", "1", *words, "--format", "json", "--quiet")[0])
    assert [one["match"] for one in records] == [{"match": 0, "deal": place + 1} for place in range(rows[0]["deals"])]
    totals = [sum(scores) for scores in zip(*(one["result"]["scores"] for one in records), strict=True)]
    assert [row["total_mean"] for row in rows[: len(totals)]] == totals
    assert [row["place_mean"] for row in rows[: len(totals)]] == places


def test_the_text_tells_deals_and_standing() -> None:
    done = process("replay", "--match", "6", "--set", "match.deals=2")
    assert (done.returncode, done.stderr) == (0, "")
    first, second = done.stdout.split("\n" + "=" * 78 + "\n\n")
    assert first.startswith("Deal 12 of seed 1, deal 1 of match 6, table standard\n")
    assert second.startswith("Deal 13 of seed 1, deal 2 of match 6, table standard\n")
    records = replayed("--match", "6", "--set", "match.deals=2")
    assert "Match 6 after 1 deal\n" in first
    lines = second.partition("Match 6 after 2 deals\n")[2].splitlines()
    totals = [sum(scores) for scores in zip(*(one["result"]["scores"] for one in records), strict=True)]
    places = referee.judge_match(records)
    assert [line.split() for line in lines] == [
        ["seat", str(seat), str(total), "place", str(place)]
        for seat, (total, place) in enumerate(zip(totals, places, strict=True))
    ]


def test_a_run_in_matches_keeps_their_standing(said, tmp_path: Path) -> None:
    folder = str(tmp_path / "rows")
    said("run", "--table", "penalty-4", "--deals", "300", "--match", "10", "--out", folder, "--quiet")
    table = pd.read_parquet(folder)
    assert (table["match"] == table["deal"] // 10).all()
    assert (table["match_deal"] == table["deal"] % 10 + 1).all()
    for seat in range(4):
        assert (table[f"total_{seat}"] == table.groupby("match")[f"score_{seat}"].cumsum()).all()
    (record,) = [found for found in replayed("--table", "penalty-4", "--match", "7") if found["match"]["deal"] == 4]
    row = table.iloc[73]
    assert (row["deal"], row["dealer"], row["declarer"]) == (73, record["dealer"], record["declarer"])
    error = said("run", "--table", "penalty-4", "--deals", "300", "--out", folder, code=2)[1]
    assert "match_deals" in error
    assert error.count("\n") == 1


def test_a_match_and_a_forced_declarer_are_refused(said) -> None:
    error = said("run", "--match", "10", "--declarer", "forced", "--deals", "10", code=2)[1]
    assert "--match goes with --declarer auction" in error
