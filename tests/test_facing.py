"""Two records of a deal side by side: what is common once, and everything that differs on its own side."""

import re
from copy import deepcopy
from typing import Any

import pytest
from test_record import changed_rules, sample_record
from test_transcript import large

from mighty_sim.facing import to_text

LABELS = ("old", "new")


def page(other: dict[str, Any], one: dict[str, Any] | None = None) -> list[str]:
    lines = to_text((sample_record() if one is None else one, other), LABELS).splitlines()
    assert max(map(len, lines)) <= 100
    assert all(line == line.rstrip() for line in lines)
    return lines


def halves(lines: list[str], start: str) -> list[tuple[str, str]]:
    """The lines of two columns from one that begins so, up to an empty one."""
    at = next(number for number, line in enumerate(lines) if line.startswith(start) and " | " in line)
    found = []
    for line in lines[at:]:
        if not line:
            break
        left, _, right = line.partition(" | ")
        found.append((left.rstrip(), right))
    return found


def otherwise(trick: int, turn: int, card: str) -> dict[str, Any]:
    """The sample deal with another card from some trick on, as far as anybody looks."""
    record = deepcopy(sample_record())
    record["tricks"][trick - 1]["plays"][turn]["card"] = card
    return record


def test_what_is_common_stands_once_up_to_the_first_card_that_differs() -> None:
    lines = page(otherwise(7, 4, "D9"))
    assert lines[0] == "Deal 2 of seed 1: old | new"
    assert [line for line in lines if " | " in line][1:3] == [
        f"{'old':48} | new",
        f"{'    0d   1    2f   3    4    pts all':48} |     0d   1    2f   3    4    pts all",
    ]
    assert sum(line.startswith("Hands as dealt") for line in lines) == 1
    assert sum(line.startswith(" 6 ") for line in lines) == 1
    (seventh,) = [line for line in lines if line.startswith(" 7 ")]
    assert seventh == f"{' 7  SQ*  H6  >D9   D3   D2     1  14':48} |  7  SQ*  D9  >D9   D3   D2     1  14"
    assert not [line for line in lines if line.startswith(" 6 ") and " | " in line]
    assert "  Trick 7: seat 1 plays H6 under old, D9 under new." in lines


def test_the_points_count_as_in_the_transcript() -> None:
    """The last number of a trick is what tests/data/deal.txt has under `taken`."""
    lines = page(otherwise(10, 4, "HK"))
    rows = [line for line in lines if re.match(" [1-9] |10 ", line)]
    taken = [int(line[:48].split()[-1]) for line in rows]
    assert taken == [3, 6, 8, 10, 11, 13, 14, 16, 16, 18]


def test_another_auction_and_another_declarer() -> None:
    other = deepcopy(sample_record()) | {"declarer": 3, "strategies": ["bold"] * 5}
    other["auction"][8] |= {"call": "17H"}
    lines = page(other)
    assert "Strategies: random, greedy, random, greedy, random | bold in every seat" in lines
    (hands,) = [number for number, line in enumerate(lines) if line == "Hands as dealt"]
    assert lines[hands + 1].startswith("  seat 0           S QJ8"), "no roles: they are not the same"
    auction = halves(lines, "Auction")
    assert auction[1] == ("  seat 4  seat 0  seat 1  seat 2  seat 3",) * 2
    assert auction[3][0] != auction[3][1]
    tricks = halves(lines, "    0d ")
    assert tricks[0] == ("    0d   1    2f   3    4    pts all", "    0    1    2f   3d   4    pts all")
    assert len([1 for left, right in tricks if left[:3].strip().isdigit() and right[:3].strip().isdigit()]) == 10


def test_other_cards_stand_one_below_the_other() -> None:
    other = deepcopy(sample_record())
    other["redeals"] = []
    other["hands"] = [*other["hands"][1:], other["hands"][0]]
    lines = page(other)
    assert sum(line.startswith("Hands as dealt") for line in lines) == 2
    assert lines[lines.index("old:") + 1].startswith("Thrown in (1)")


def test_options_that_differ_are_named() -> None:
    other = sample_record() | {"rules": changed_rules(joker__last_trick="normal", score__base=12)}
    lines = page(other)
    assert lines[1:4] == ["Table: standard", "  joker.last_trick: powerless | normal", "  score.base: 13 | 12"]
    lines = page(sample_record() | {"rules": changed_rules("penalty-5"), "table": "penalty-5"})
    assert lines[1] == "Table: standard | penalty-5"
    assert any(line.startswith("  and ") and line.endswith(" options more") for line in lines[:12])


def test_nothing_differs() -> None:
    lines = page(sample_record())
    assert "  Nothing differs." in lines
    assert [line for line in lines if " | " in line] == [lines[0]]


def test_a_seat_and_its_score_stay_together() -> None:
    other = deepcopy(sample_record())
    other["result"]["scores"] = [24, -12, 12, -12, -12]
    scores = [line for line in page(other) if "Scores:" in line]
    assert scores == ["Scores: seat 0 +20, seat 1 -10, seat 2 +10,      | Scores: seat 0 +24, seat 1 -12, seat 2 +12,"]


@pytest.mark.parametrize(("players", "hand"), [(3, 10), (6, 17), (8, 12)])
def test_every_number_of_seats_fits(players: int, hand: int) -> None:
    other = deepcopy(large(players, hand))
    other["tricks"] = deepcopy(other["tricks"])
    other["tricks"][0]["winner"] = 0
    other["discard"] = ["SA"]
    lines = page(other, large(players, hand))
    assert sum(" | " in line and line[:3].strip().isdigit() for line in lines) == hand


def test_the_same_tricks_stand_once_after_another_auction() -> None:
    """A higher bid, the same contract, the same cards: nothing but the auction stands twice."""
    other = deepcopy(sample_record()) | {"bid": "17N"}
    other["auction"][6] |= {"call": "17N"}
    lines = page(other)
    assert [one == another for one, another in halves(lines, "Auction")] == [True, True, True, False]
    tricks = [line for line in lines if re.match(" [1-9] |10 ", line)]
    assert len(tricks) == 10
    assert not any(" | " in line for line in tricks)
