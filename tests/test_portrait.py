"""A portrait's figures, counted by hand."""

import numpy as np
import pytest

from mighty_sim.portrait import NAMES, Columnwise, portrait
from mighty_sim.rules import load_table

SA, DA, HK, S3, JOKER, WINNER, NOBODY, NO_CALL = 48, 50, 45, 4, 52, -2, -1, -3
#: Six deals at `standard`: (thrown in before, declarer, call, number, strain, points, made).
DEALS = [
    (0, 0, SA, 13, 1, 15, 1),  # the Mighty
    (3, 1, DA, 14, 0, 12, 0),  # the Mighty too, since spades are trump
    (0, 2, DA, 15, 2, 16, 1),  # the ace of trump
    (1, 3, HK, 16, 4, 10, 0),  # no trump, some card
    (0, 4, JOKER, 13, 3, 13, 1),
    (0, 0, WINNER, 13, 1, 20, 1),
]


def columns(deals: list[tuple[int, ...]]) -> dict[str, np.ndarray]:
    order = ("redeals", "declarer", "friend_call", "contract", "strain", "points", "made")
    return {name: np.array([deal[order.index(name)] for deal in deals], np.int16) for name in NAMES}


def test_what_a_portrait_tells() -> None:
    alone = columns(DEALS)
    found = portrait(load_table("standard"), alone, alone, [(alone, [0, 2, 4]), (alone, [1, 3])])
    told = {name: (round(one.value, 6), one.n) for name, one in found.measures.items()}
    sixth = round(1 / 6, 6)
    assert told == {
        "declares": (0.2, 30),  # once a deal, at one of five seats
        "thrown_in": (0.4, 10),
        "made": (round(4 / 6, 6), 6),
        "contract": (14, 6),
        "points": (round(86 / 6, 6), 6),
        "notrump": (sixth, 6),
        "calls_mighty": (round(2 / 6, 6), 6),
        "calls_joker": (sixth, 6),
        "calls_trump": (sixth, 6),
        "calls_other": (sixth, 6),
        "calls_first_trick": (sixth, 6),
        "calls_nobody": (0, 6),
    }
    for one in found.measures.values():
        assert one.low <= one.value <= one.high


@pytest.mark.parametrize("call", [NOBODY, NO_CALL])
def test_who_calls_nobody(call: int) -> None:
    alone = columns([(0, 0, call, 13, 1, 15, 1)])
    found = portrait(load_table("standard"), alone, alone, []).measures
    assert found["calls_nobody"].value == 1
    assert sum(one.value for name, one in found.items() if name.startswith("calls_")) == 1


def test_a_low_trump_that_is_called_is_a_trump() -> None:
    alone = columns([(0, 0, S3, 13, 0, 15, 1)])
    assert portrait(load_table("standard"), alone, alone, []).measures["calls_trump"].value == 1


def test_columns_are_kept_although_their_memory_is_used_again() -> None:
    tally, memory = Columnwise(("made",)), np.array([1, 0], np.int16)
    tally.add({"made": memory})
    memory[:] = 7
    tally.add({"made": memory[:1]})
    assert tally.columns()["made"].tolist() == [1, 0, 7]
