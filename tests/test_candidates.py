"""Candidates for the exchange: which there are, and that the better ones win. Scores are made up."""

from dataclasses import dataclass, replace
from math import comb

import numpy as np
import pytest
from fake_batch import made_up

from mighty_sim import candidates
from mighty_sim.candidates import Choice, calls, discards, in_order, rank
from mighty_sim.cards import card_index, card_text
from mighty_sim.chunks import Span
from mighty_sim.experiment import Forced
from mighty_sim.rules import load_table
from mighty_sim.trials import Trials

STANDARD, SIX = load_table("standard"), load_table("penalty-6")


def cards(text):
    return [card_index(part) for part in text.split()]


HELD = cards("SA SK SQ S9 S4 JK HA H7 D3 C2 H9 DK C5")


def test_every_discard_of_thirteen_cards_is_a_candidate():
    found, whole = discards(STANDARD, HELD, 0)
    assert (len(found), whole) == (comb(13, 3), True)
    assert len({tuple(sorted(away)) for away in found}) == len(found)


def test_of_too_many_the_lowest_are_laid_away():
    held = cards("SA SA SK SQ S9 S4 JK JK HA H7 H7 D3 D2 C2 C2 H9 DK C5 C6 C8 CQ HJ DA")
    found, whole = discards(SIX, held, 0)
    assert not whole
    assert len(found) <= candidates.MOST_DISCARDS
    away = {card for choice in found for card in choice}
    assert not away & set(cards("JK SA SK S4 DA"))  # no joker, no trump, no Mighty (DA where spades are trump)
    assert set(cards("D2 D3 C2 C5")) <= away
    assert any(choice.count(card_index("C2")) == 2 for choice in found)
    for choice in found:
        assert len(choice) == SIX.deal.kitty
        assert all(choice.count(card) <= held.count(card) for card in choice)


def test_the_calls_are_those_of_the_table():
    found = calls(STANDARD, HELD)
    assert len(found) == 53 + 2
    assert found[-2:] == [-2, -1]
    assert calls(load_table("penalty-3"), HELD) == []
    strict = replace_kinds("card", "none")
    assert set(map(card_text, calls(strict, HELD)[:-1])) == {card_text(card) for card in range(53) if card not in HELD}
    assert calls(strict, HELD)[-1] == -1
    assert -2 not in calls(strict, HELD)


def test_with_two_packs_a_card_is_one_s_own_only_with_all_its_copies():
    once, twice = (calls(SIX, cards(text)) for text in ("SA", "SA SA"))
    assert card_index("SA") in once
    assert card_index("SA") in twice  # this table has secret solos
    import msgspec

    strict = msgspec.structs.replace(SIX, friend=msgspec.structs.replace(SIX.friend, kinds=("card",)))
    assert card_index("SA") in calls(strict, cards("SA"))
    assert card_index("SA") not in calls(strict, cards("SA SA"))


def replace_kinds(*kinds):
    import msgspec

    return msgspec.structs.replace(STANDARD, friend=msgspec.structs.replace(STANDARD.friend, kinds=kinds))


@dataclass(frozen=True)
class Column:
    name: str


class ByDiscard:
    """A batch whose scores hang on the sum of the cards laid away, with luck that all settings share, and some own."""

    columns = (Column("score_0"), Column("made"), *(Column(f"score_{seat}") for seat in range(1, 5)))

    def __init__(self, experiment):
        forced = experiment.forced
        self.mean = sum(forced.discard) + (5 if forced.call == 7 else 0)

    def play(self, first, count, out, row):
        deals = np.arange(first, first + count)
        shared, own = deals * 7919 % 41 - 20, (deals * 104729 + self.mean * 31) % 5 - 2
        out[0, row : row + count] = self.mean + shared + own
        out[1, row : row + count] = shared + own > 0
        out[2:, row : row + count] = 0


def experiment(table="standard"):
    return replace(made_up(), forced=Forced(0, 15, 0))


def choices(n):
    return [Choice((0, 1, low), 3) for low in range(2, 2 + n)]


def test_the_best_wins_and_the_others_are_behind_by_what_they_are():
    rows = rank(Trials(1, make_batch=ByDiscard), experiment(), choices(40), [choices(40)[0]], Span(10_000, 2_000))
    assert [row["choice"].discard[2] for row in rows] == [*range(41, 33, -1), 2]
    assert [row["n"] for row in rows] == [2_000] * 9
    for row in rows[1:]:
        true = 41 - row["choice"].discard[2]
        assert row["behind_low"] <= true <= row["behind_high"]
        assert row["behind_high"] - row["behind_low"] < 1  # the luck that all share falls out
        assert row["p"] < 1e-6
    assert rows[0]["behind"] == 0
    assert np.isnan(rows[0]["p"])
    assert rows[0]["score_low"] < 42 < rows[0]["score_high"]


def test_few_are_not_raced_and_the_same_twice_is_one():
    rows = rank(Trials(1, make_batch=ByDiscard), experiment(), choices(3) * 2, [], Span(0, 500))
    assert [row["choice"].discard[2] for row in rows] == [4, 3, 2]


def test_when_time_is_over_the_race_ends_with_the_heat():
    seen = []

    def over():
        seen.append(1)
        return True

    rows = rank(Trials(1, make_batch=ByDiscard), experiment(), choices(40), [], Span(9_000, 800), over)
    assert len(seen) == 1
    assert len(rows) == candidates.FINALISTS
    assert rows[0]["choice"].discard[2] == 41


def test_where_scores_are_penalties_the_least_is_best():
    penalties = replace(experiment(), rules=load_table("penalty-5"))
    rows = rank(Trials(1, make_batch=ByDiscard), penalties, choices(20), [], Span(5_000, 500))
    assert rows[0]["choice"].discard == (0, 1, 2)
    assert all(row["behind"] > 0 for row in rows[1:])


@pytest.mark.parametrize("threads", [1, 3])
def test_no_result_depends_on_the_threads(threads):
    found = rank(Trials(threads, make_batch=ByDiscard), experiment(), choices(30), [], Span(9_000, 700))
    assert [(row["choice"].discard[2], row["score"]) for row in found] == [
        (row["choice"].discard[2], row["score"])
        for row in rank(Trials(2, make_batch=ByDiscard), experiment(), choices(30), [], Span(9_000, 700))
    ]


def test_cards_are_sorted_as_in_a_hand():
    assert [card_text(card) for card in in_order(cards("C2 H9 SA JK HT"))] == ["JK", "SA", "HT", "H9", "C2"]
