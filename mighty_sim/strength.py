"""Success by strength: classes of hands, and counts of what the declarer reached with them.

The counts are whole numbers that are added up block by block, so they can be merged; rates and their
intervals are worked out at the end. With a forced declarer one run gives the chance of every number of
points; with an auction the chance of each contract that was really played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mighty_sim.chunks import Columns
from mighty_sim.errors import UnknownName
from mighty_sim.stats import wilson

#: Classes of fewer deals than this are marked as thin.
THIN = 100

#: Measured on the hand as dealt, or on the cards kept.
WHEN = ("dealt", "exchanged")

# Every value of an int8 column of strength, and every outcome of a table with two packs: up to 2 x 40 + 1.
_LEAST, _VALUES, _CELLS = -128, 256, 128

Row = dict[str, Any]
Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Measure:
    """A measure of strength: stored as whole numbers, `per` of them a unit; classes of `step` of them."""

    name: str
    per: int
    step: int
    unit: str
    meaning: str

    def column(self, when: str) -> str:
        """Return the name of the stored column, for "dealt" or "exchanged"."""
        return f"{self.name}_{when}"

    def bounds(self, number: int) -> tuple[float, float]:
        """Return the least and the greatest value, in units, in a class; class 0 begins at 0."""
        least = number * self.step
        return least / self.per, (least + self.step - 1) / self.per

    def text(self, value: float) -> str:
        """Return a value in units as a person reads it: 5, 1.5, 4.25."""
        return f"{value:.2f}" if self.per == 4 else f"{value:g}"

    def label(self, number: int) -> str:
        """Return a class as a person reads it: one value, or the first and the last."""
        low, high = self.bounds(number)
        return self.text(low) if low == high else f"{self.text(low)}–{self.text(high)}"


MEASURES = {
    measure.name: measure
    for measure in (
        Measure("points", 1, 1, "point cards", "point cards held: A K Q J 10"),
        Measure("trumps", 1, 1, "cards", "cards of the trump suit; none at no-trump"),
        Measure("tricks", 4, 2, "tricks", "estimated winners, in classes of half a trick"),
        Measure("weakness", 2, 1, "points", "the scale of the misdeal: the less, the weaker"),
    )
}


def find_measure(name: str) -> Measure:
    """Return a measure by its name. Raises UnknownName with the nearest."""
    if name not in MEASURES:
        raise UnknownName("measure", name, MEASURES)
    return MEASURES[name]


class Successes:
    """Counts of deals by class of strength and outcome; a tally for a run.

    Outcomes are the points taken (forced declarer), or twice the contract's number, plus one if it was made
    (auction).
    """

    def __init__(self, measure: Measure, when: str, forced: bool) -> None:
        """Begin with nothing counted; `when` is "dealt" or "exchanged"."""
        self.measure, self.forced = measure, forced
        self._strength = measure.column(when)
        self.names: Sequence[str] = (self._strength, *(("points",) if forced else ("contract", "made")))
        self._counts = np.zeros((_VALUES, _CELLS), np.int64)

    def add(self, columns: Columns) -> None:
        """Count the deals of int arrays of one length."""
        strength, *rest = (columns[name] for name in self.names)
        outcome = rest[0].astype(np.int64) if self.forced else 2 * rest[0].astype(np.int64) + rest[1]
        cells = (strength.astype(np.int64) - _LEAST) * _CELLS + outcome
        self._counts += np.bincount(cells, minlength=self._counts.size).reshape(self._counts.shape)

    def merge(self, other: Successes) -> None:
        """Add the counts of another tally of the same kind."""
        if self.names != other.names:
            raise ValueError(f"cannot add counts of {other.names} to counts of {self.names}")
        self._counts += other._counts

    @property
    def deals(self) -> int:
        """Return how many deals are counted."""
        return int(self._counts.sum())

    @property
    def met(self) -> list[int]:
        """Return the classes that were met, from the weakest to the strongest."""
        return [self._first + int(row) for row in np.flatnonzero(self._by_class().sum(axis=1))]

    @property
    def _first(self) -> int:
        """Return the class of the first row of the counts."""
        return _LEAST // self.measure.step

    def outcomes(self, number: int | None) -> Counts:
        """Return the counts of one class by outcome; of all classes for None."""
        counts = self._by_class()
        found: Counts = counts.sum(axis=0) if number is None else counts[number - self._first]
        return found

    def _by_class(self) -> Counts:
        """Return the counts with the values of each class put together."""
        counts: Counts = self._counts.reshape(-1, self.measure.step, _CELLS).sum(axis=1)
        return counts


def surface(tally: Successes, numbers: Sequence[int]) -> list[Row]:
    """Return the chance of at least so many points, for every class and number: a row for each.

    A row has strength and strength_to (the class's least and greatest value; None for all hands), n, share
    (of all deals), number, made, rate with its 95 % Wilson interval, and thin. For a forced declarer's tally.
    """
    rows: list[Row] = []
    for strength in [*tally.met, None]:
        reached = tally.outcomes(strength)[::-1].cumsum()[::-1]
        made = reached[list(numbers)]
        rows += _rows(tally, strength, numbers, np.full(len(made), reached[0]), made)
    return rows


def contracts(tally: Successes) -> list[Row]:
    """Return the chance of each contract played, for every class and number: a row for each that was played.

    The rows have the columns of `surface`; n counts the deals of that class and contract, share is their part
    of all deals. Rows of one class end with that of all contracts (number None). For an auction's tally.
    """
    rows: list[Row] = []
    for strength in [*tally.met, None]:
        failed, made = tally.outcomes(strength).reshape(-1, 2).T
        n = failed + made
        played = np.flatnonzero(n)
        numbers = [*map(int, played), None]
        rows += _rows(
            tally, strength, numbers, np.append(n[played], n.sum()), np.append(made[played], made.sum())
        )
    return rows


def pages(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Yield the rows of one class after the other."""
    begin = 0
    for end in range(1, len(rows) + 1):
        if end == len(rows) or rows[end]["strength"] != rows[begin]["strength"]:
            yield list(rows[begin:end])
            begin = end


def _rows(
    tally: Successes, strength: int | None, numbers: Sequence[int | None], n: Counts, made: Counts
) -> list[Row]:
    """Return the rows of one class, one for each number: counts, rate and interval."""
    low, high = (None, None) if strength is None else tally.measure.bounds(strength)
    deals = max(1, tally.deals)
    values = zip(
        numbers, n.tolist(), made.tolist(), *(part.tolist() for part in wilson(made, n)), strict=True
    )
    return [
        {
            "strength": low,
            "strength_to": high,
            "n": size,
            "share": size / deals,
            "number": number,
            "made": hits,
            "rate": rate,
            "rate_low": rate_low,
            "rate_high": rate_high,
            "thin": size < THIN,
        }
        for number, size, hits, rate, rate_low, rate_high in values
    ]
