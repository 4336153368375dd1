"""The commands at tables of three, six and eight players, one pack and two, each as its own process and for real."""

import csv
import io
import json
from pathlib import Path

import pytest
import referee
from worked import call

from mighty_sim.rules import load_table

TABLES = ["penalty-3", "penalty-6", "penalty-8"]
RANDOM = ("--strategy", "random")


def said(folder: Path, *arguments: str) -> str:
    """What a command prints that must succeed."""
    done = call(*arguments, "--quiet", folder=folder)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("table", TABLES)
def test_success_counts_from_the_tables_own_numbers(table: str, tmp_path: Path) -> None:
    auction = load_table(table).auction
    numbers = [str(number) for number in range(auction.min_number, auction.max_number + 1)]
    wanted = ("success", "--table", table, *RANDOM, "--deals", "2000", "--keep", "none")
    page = said(tmp_path, *wanted)
    assert f"\n{auction.min_number}+ and so on: chance, in %" in page
    assert f"the players are told that it bid {auction.min_number + 2}\n" in page
    assert [word.rstrip("+") for word in page.split() if word.endswith("+")][1:] == numbers
    rows = list(csv.DictReader(io.StringIO(said(tmp_path, *wanted, "--number", numbers[-1], "--format", "csv"))))
    assert [row["number"] for row in rows if not row["strength"]] == numbers
    done = call(*wanted, "--number", "10", folder=tmp_path)
    assert done.returncode == 2
    assert f"number 10 is out of range; it can be {auction.min_number} to {auction.max_number}" in done.stderr


@pytest.mark.parametrize("table", TABLES)
def test_rows_are_summarized_and_deals_replayed(table: str, tmp_path: Path) -> None:
    wanted = ("--table", table, *RANDOM)
    said(tmp_path, "run", *wanted, "--deals", "2000", "--out", "rows")
    page = said(tmp_path, "summarize", "rows")
    assert "Score: penalty points charged to the declarer: the fewer, the better." in page
    rows = json.loads(said(tmp_path, "summarize", "rows", "--by", "friend_call,friends", "--format", "json"))
    assert sum(row["n"] for row in rows) == 2000
    calls = {row["friend_call"] for row in rows}
    assert calls == {"no call at this table"} if table == "penalty-3" else len(calls) > 40
    for line in said(tmp_path, "replay", *wanted, "--deals", "0:20", "--format", "json").splitlines():
        referee.judge(json.loads(line))
    forced = (*wanted, "--declarer", "forced", "--seat", "2", "--deals", "3")
    assert "Seat 2 plays " in said(tmp_path, "replay", *forced)


def test_who_was_dealt_the_mighty_may_be_two_with_two_packs(tmp_path: Path) -> None:
    said(tmp_path, "run", "--table", "penalty-6", *RANDOM, "--deals", "100", "--out", "rows")
    _, *rows = csv.reader(said(tmp_path, "summarize", "rows", "--by", "mighty_seat", "--format", "csv").splitlines())
    holders = {holder: int(n) for holder, n, *_ in rows}
    roles = {"declarer", "friend", "defender", "kitty"}
    assert sum(holders.values()) == 100
    assert all(set(holder.split("+")) <= roles for holder in holders)
    assert any("+" in holder for holder in holders)


def test_the_score_of_standard_is_what_is_gained(tmp_path: Path) -> None:
    said(tmp_path, "run", *RANDOM, "--deals", "100", "--out", "rows")
    assert "Score: what the declarer gained." in said(tmp_path, "summarize", "rows", "--by", "mighty_seat")
