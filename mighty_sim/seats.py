"""What a seat is worth: how often it declares, how it fares then, and what it scores, by seat and by place.

A place is counted from the dealer in the order of play: 0 deals, 1 comes next. Counts are whole numbers that are added
up block by block. Whether the seats declare equally often is asked by the chi-square test (Pearson 1900), which holds
for deals that are independent of each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mighty_sim.chunks import Columns
from mighty_sim.stats import mean, wilson

_COUNTED = ("declares", "made", "score", "score2")
Row = dict[str, Any]


class Seats:
    """Counts of deals by seat and by place after the dealer; a tally for a run."""

    def __init__(self, seats: int) -> None:
        """Begin with nothing counted."""
        self.seats, self.deals = seats, 0
        self.names: Sequence[str] = ("dealer", "declarer", "made", *(f"score_{seat}" for seat in range(seats)))
        self._sums = {kind: np.zeros((len(_COUNTED), seats), np.int64) for kind in ("seat", "place")}

    def add(self, columns: Columns) -> None:
        """Count the deals of int arrays of one length."""
        dealer, declarer = (columns[name].astype(np.int64) for name in ("dealer", "declarer"))
        made = columns["made"].astype(bool)
        scores = np.stack([columns[f"score_{seat}"].astype(np.int64) for seat in range(self.seats)])
        self.deals += len(dealer)
        every = np.arange(self.seats)[:, None]
        self._count("seat", declarer, made, scores)
        place = (declarer - dealer) % self.seats
        self._count("place", place, made, np.take_along_axis(scores, (dealer + every) % self.seats, 0))

    def rows(self, kind: str) -> list[Row]:
        """Return a row for each seat, or with "place" for each place: counts, rates and means with 95 % intervals.

        A row has seat (or place); n, all deals; declares, a count, and declares_rate; made, a count, and made_rate of
        the deals that it declared; score_mean of all deals.
        """
        declares, made, score, score2 = self._sums[kind]
        often, well, gained = wilson(declares, self.deals), wilson(made, declares), mean(score, score2, self.deals)
        return [
            {
                kind: seat,
                "n": self.deals,
                "declares": int(declares[seat]),
                "made": int(made[seat]),
                **{f"declares_rate{end}": float(value[seat]) for end, value in zip(_ENDS, often, strict=True)},
                **{f"made_rate{end}": float(value[seat]) for end, value in zip(_ENDS, well, strict=True)},
                **{f"score{end or '_mean'}": float(value[seat]) for end, value in zip(_ENDS, gained, strict=True)},
            }
            for seat in range(self.seats)
        ]

    def p_value(self, kind: str) -> float:
        """Return how likely counts of declaring at least so uneven are if all seats (or places) declare alike."""
        return even(self._sums[kind][0])

    def _count(self, kind: str, declarer: NDArray[Any], made: NDArray[Any], scores: NDArray[Any]) -> None:
        """Add deals to the sums of one kind."""
        sums = self._sums[kind]
        sums[0] += np.bincount(declarer, minlength=self.seats)
        sums[1] += np.bincount(declarer[made], minlength=self.seats)
        sums[2] += scores.sum(axis=1)
        sums[3] += (scores * scores).sum(axis=1)


_ENDS = ("", "_low", "_high")


def even(counts: NDArray[np.int64]) -> float:
    """Return how likely counts at least so uneven are if each thing falls to every class alike: chi-square."""
    from scipy.special import chdtrc

    expected = counts.sum() / len(counts)
    if expected == 0:
        return 1.0
    return float(chdtrc(len(counts) - 1, float(((counts - expected) ** 2).sum() / expected)))


class Stages:
    """How many contracts were made in the first deals, at certain numbers of them; deals come in their order."""

    names: Sequence[str] = ("made",)

    def __init__(self, deals: int) -> None:
        """Look after 1, 2 and 5 times each power of ten, over the last three of them, and after all deals."""
        least = max(100, deals // 1000)
        powers = [first * 10**power for power in range(2, 13) for first in (1, 2, 5)]
        self.stages = [*(stage for stage in powers if least <= stage < deals), deals]
        self._seen = self._made = 0
        self.made: list[int] = []

    def add(self, columns: Columns) -> None:
        """Count the next deals."""
        made = columns["made"].astype(np.int64)
        running = self._made + np.cumsum(made)
        for stage in self.stages[len(self.made) :]:
            if stage > self._seen + len(made):
                break
            self.made.append(int(running[stage - self._seen - 1]))
        self._seen += len(made)
        self._made += int(made.sum())
