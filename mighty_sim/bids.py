"""Every bid of a hand with its chance and its expected score, and which is the best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from mighty_sim.cards import STRAINS
from mighty_sim.contract import Bid
from mighty_sim.engines import Block
from mighty_sim.outcomes import Outcomes, Prices, mean_score
from mighty_sim.stats import Means, Rates, holm

Row = dict[str, Any]

#: Two bids are separated where luck alone does as much in less than this part.
ALPHA = 0.05


class Measured(NamedTuple):
    """A bid as it was played: its deals, the chance to make it, and the mean score, each with its 95 % interval."""

    bid: Bid
    deals: int
    rate: Rates
    score: Means


class Passed(NamedTuple):
    """What a seat scores that passes: deals, the mean score with its 95 % interval, and how often it is declarer."""

    deals: int
    score: Means
    declared: int


@dataclass(frozen=True)
class Table:
    """Outcomes of strains (the tally's settings, in their order), and the numbers that they are looked at for."""

    outcomes: Outcomes
    prices: Prices
    strains: Sequence[int]
    numbers: Sequence[int]

    def score(self, bid: Bid) -> Means:
        """Return the mean score of a bid."""
        return self.outcomes.score(self.strains.index(bid.strain), self.prices.of(bid.strain, bid.number))

    def rate(self, bid: Bid) -> Rates:
        """Return the chance of a bid's points."""
        return self.outcomes.rate(self.strains.index(bid.strain), bid.number)

    def bids(self, strain: int | None = None) -> list[Bid]:
        """Return all bids, or those of a strain."""
        strains = self.strains if strain is None else (strain,)
        return [Bid(number, one) for one in strains for number in self.numbers]

    def ahead(self, one: Bid, other: Bid) -> tuple[Means, float]:
        """Return by how much a bid is better than another on the same deals, with its p-value."""
        places = self.strains.index(one.strain), self.strains.index(other.strain)
        prices = [self.prices.of(bid.strain, bid.number) for bid in (one, other)]
        return self.outcomes.ahead(places[0], prices[0], places[1], prices[1])


def best(table: Table, strain: int | None = None) -> Bid:
    """Return the bid with the best mean score, of several the first: the lower number, then the first strain."""
    return max(table.bids(strain), key=lambda bid: (table.score(bid).mean, -bid.number))


def half_width(table: Table) -> float:
    """Return the longer half of the interval of the chance to make the best bid."""
    rate, low, high = (float(value) for value in table.rate(best(table)))
    return max(high - rate, rate - low)


def rows(table: Table, told: Sequence[Bid]) -> list[Row]:
    """Return a row for every bid; :class:`mighty_sim.advice.Advice` says what stands in it."""
    first, found = best(table), []
    others = [bid for bid in table.bids() if bid != first]
    apart = {bid: table.ahead(first, bid) for bid in others}
    corrected = dict(zip(others, holm([apart[bid][1] for bid in others]), strict=True))
    for bid in table.bids():
        rate, score = table.rate(bid), table.score(bid)
        behind = apart[bid][0] if bid in apart else Means(0.0, 0.0, 0.0)
        made = table.outcomes.reached(table.strains.index(bid.strain), bid.number)
        found.append(
            {
                "strain": STRAINS[bid.strain],
                "number": bid.number,
                "told": bid in told,
                "n": table.outcomes.deals,
                "made": made,
                "rate": float(rate.rate),
                "rate_low": float(rate.low),
                "rate_high": float(rate.high),
                "score": float(score.mean),
                "score_low": float(score.low),
                "score_high": float(score.high),
                "behind": float(behind.mean),
                "behind_low": float(behind.low),
                "behind_high": float(behind.high),
                "p": corrected.get(bid, 1.0),
                "best": bid == first,
            }
        )
    return found


class Sums:
    """Sums of a seat's scores where it passes; a tally of blocks of `mighty_sim.outcomes.score_code`."""

    def __init__(self, unit: int = 1) -> None:
        """Begin with no deals; the scores are counted in units."""
        self._unit = unit
        self.deals = self.declared = self.total = self.squares = 0

    def add(self, block: Block) -> None:
        """Count the deals of a block with one row."""
        scores = (block[0] >> 1).astype(np.int64)
        self.deals += len(scores)
        self.total += int(scores.sum())
        self.squares += int((scores**2).sum())
        self.declared += int((block[0] & 1).sum(dtype=np.int64))

    def passed(self) -> Passed:
        """Return what was counted, with its interval."""
        return Passed(self.deals, mean_score(self.total, self.squares, self.deals, self._unit), self.declared)
