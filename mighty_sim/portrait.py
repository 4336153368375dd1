"""What a strategy is like at a table: how often it declares, makes, at what height, as what, and whom it calls.

Counted over deals that it plays alone, against itself; only how often it declares is counted beside `random`, since
among its like every seat declares as often as any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mighty_sim.cards import FIRST_JOKER, NO_TRUMP, SUIT_MASKS, card_index
from mighty_sim.chunks import Columns
from mighty_sim.contract import FIRST_TRICK, NO_CALL, NO_FRIEND
from mighty_sim.rules import Rules
from mighty_sim.stats import mean, wilson

#: The columns that a portrait is made of.
NAMES = ("redeals", "declarer", "friend_call", "contract", "strain", "points", "made")


class Measure(NamedTuple):
    """A figure with its 95 % interval, over `n`."""

    value: float
    low: float
    high: float
    n: int


@dataclass(frozen=True)
class Portrait:
    """A strategy at a table: what it declares beside others, and the rest against itself.

    `declares` is a seat's share of the deals; `thrown_in` the share of auctions in which all passed; `made`, the mean
    `contract` and the mean `points` of the declarer's side are over the deals alone; `strains` (suit, no-trump) and
    `calls` (mighty, joker, trump, other, first trick, nobody) are shares of them.
    """

    table: str
    measures: dict[str, Measure]


class Columnwise:
    """A tally that keeps some columns of all deals, in their order."""

    def __init__(self, names: tuple[str, ...] = NAMES) -> None:
        self.names: Sequence[str] = names
        self._parts: list[Columns] = []

    def add(self, columns: Columns) -> None:
        """Keep the deals of arrays of one length, one a name."""
        self._parts.append({name: np.array(columns[name]) for name in self.names})

    def columns(self) -> Columns:
        """Return each column whole."""
        return {name: np.concatenate([part[name] for part in self._parts]) for name in self.names}


def portrait(rules: Rules, alone: Columns, auctions: Columns, beside: list[tuple[Columns, list[int]]]) -> Portrait:
    """Return a portrait from deals played alone, deals whose redeals are all-pass only, and deals beside others.

    `beside` has for each line-up its deals and the seats at which the strategy sat.
    """
    n = len(alone["made"])
    passes, held = int(auctions["redeals"].sum(dtype=np.int64)), len(auctions["redeals"])
    declared = sum(int(np.isin(columns["declarer"], seats).sum()) for columns, seats in beside)
    could = sum(len(columns["declarer"]) * len(seats) for columns, seats in beside)
    measures = {
        "declares": _rate(declared, could),
        "thrown_in": _rate(passes, passes + held),
        "made": _rate(int(alone["made"].sum(dtype=np.int64)), n),
        "contract": _mean(alone["contract"]),
        "points": _mean(alone["points"]),
        "notrump": _rate(int((alone["strain"] == NO_TRUMP).sum()), n),
    }
    for name, calls in _calls(rules, alone).items():
        measures[f"calls_{name}"] = _rate(int(calls.sum()), n)
    return Portrait(rules.name, measures)


def _calls(rules: Rules, columns: Columns) -> dict[str, NDArray[Any]]:
    """Return for each kind of friend call in which deals it was made."""
    call, strain = columns["friend_call"], columns["strain"]
    card = call >= 0
    mighty = np.array([_mighty(rules, number) for number in range(NO_TRUMP + 1)])[strain]
    kinds = {"mighty": card & (call == mighty), "joker": call == FIRST_JOKER}
    kinds["trump"] = card & (call < FIRST_JOKER) & (call % 4 == strain) & ~kinds["mighty"]
    kinds["other"] = card & ~kinds["mighty"] & ~kinds["joker"] & ~kinds["trump"]
    return kinds | {"first_trick": call == FIRST_TRICK, "nobody": (call == NO_FRIEND) | (call == NO_CALL)}


def _mighty(rules: Rules, strain: int) -> int:
    """Return the Mighty of a strain as a card index, -9 where there is none (STD §6)."""
    if rules.mighty.card == "none":
        return -9
    card = card_index(rules.mighty.card)
    return card_index(rules.mighty.under_own_suit) if strain < NO_TRUMP and SUIT_MASKS[strain] >> card & 1 else card


def _rate(hits: int, n: int) -> Measure:
    rate = wilson(hits, n)
    return Measure(float(rate.rate), float(rate.low), float(rate.high), n)


def _mean(values: NDArray[Any]) -> Measure:
    wide = values.astype(np.int64)
    found = mean(wide.sum(), (wide * wide).sum(), len(wide))
    return Measure(float(found.mean), float(found.low), float(found.high), len(wide))
