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

#: The least value of an int8 column of strength, how many values it has, and how many outcomes there are: with two
#: packs up to 2 x 40 + 1.
LEAST, VALUES, CELLS = -128, 256, 128

Row = dict[str, Any]
Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Measure:
    """A measure of strength: stored as whole numbers, `per` of them a unit; classes of `step` of them.

    `meaning` says what it is in a few words, `in_full` how it is reckoned.
    """

    name: str
    per: int
    step: int
    unit: str
    meaning: str
    in_full: str

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
        return self.class_text(*self.bounds(number))

    def number_of(self, stored: Counts) -> Counts:
        """Return the class of each stored value."""
        classes: Counts = stored.astype(np.int64) // self.step
        return classes

    def class_text(self, low: float, high: float) -> str:
        """Return a class, given by its least and greatest value, as a person reads it."""
        return self.text(low) if low == high else f"{self.text(low)}–{self.text(high)}"


_POINTS = (
    "Aces, kings, queens, jacks and tens in the hand, each one, whatever its suit; with two packs every copy. The "
    "joker is none."
)
_TRUMPS = (
    "Cards of the suit that the declarer bids (as dealt) or plays (after the exchange); the joker is none of them, "
    "and at no-trump there are 0."
)
_TRICKS = (
    "Tricks that the hand should win, from its cards alone, in quarters. Mighty and joker 1 each; ace, king, queen, "
    "jack of trumps 1, ¾, ½, ¼; each trump beyond three ¾; a side ace ¾; a side king ½ with its ace, or where that "
    "is the Mighty, else ¼ if not alone; an empty side suit ½ with three trumps or more. At no-trump an ace is 1, a "
    "king ¾ or ¼, a queen with ace and king ½, each card beyond three in a suit with its ace ½. With two packs "
    "second copies count too: Mighty 1, joker 1, a side ace ½, trumps in length."
)
_WEAKNESS = (
    "The scale by which a weak hand may be thrown in, as the table has it. At standard: an ace, king, queen or jack "
    "1, but the ace of spades 0; a ten ½; the joker −1; a hand of 0.5 or less may be thrown in. Trumps do not "
    "count."
)

MEASURES = {
    measure.name: measure
    for measure in (
        Measure("points", 1, 1, "point cards", "point cards held: A K Q J 10", _POINTS),
        Measure("trumps", 1, 1, "cards", "cards of the trump suit; none at no-trump", _TRUMPS),
        Measure("tricks", 4, 2, "tricks", "estimated winners, in classes of half a trick", _TRICKS),
        Measure("weakness", 2, 1, "points", "the scale of the misdeal: the less, the weaker", _WEAKNESS),
    )
}


def find_measure(name: str) -> Measure:
    """Return a measure by its name. Raises UnknownName with the nearest."""
    if name not in MEASURES:
        raise UnknownName("measure", name, MEASURES)
    return MEASURES[name]


def outcome_columns(*, forced: bool) -> tuple[str, ...]:
    """Return the columns that an outcome is made of."""
    return ("points",) if forced else ("contract", "made")


def outcomes_of(columns: Columns, *, forced: bool) -> Counts:
    """Return the outcome of each deal: points, or twice the contract's number, plus one if it was made."""
    if forced:
        return columns["points"].astype(np.int64)
    found: Counts = 2 * columns["contract"].astype(np.int64) + columns["made"]
    return found


class Successes:
    """Counts of deals by class of strength and outcome; a tally for a run.

    Outcomes are the points taken (forced declarer), or twice the contract's number, plus one if it was made
    (auction).
    """

    def __init__(self, measure: Measure, when: str, forced: bool) -> None:
        """Begin with nothing counted; `when` is "dealt" or "exchanged"."""
        self.measure, self.forced = measure, forced
        self._strength = measure.column(when)
        self.names: Sequence[str] = (self._strength, *outcome_columns(forced=forced))
        self._counts = np.zeros((VALUES, CELLS), np.int64)

    def add(self, columns: Columns) -> None:
        """Count the deals of int arrays of one length."""
        strength = columns[self._strength].astype(np.int64) - LEAST
        cells = strength * CELLS + outcomes_of(columns, forced=self.forced)
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
        return LEAST // self.measure.step

    def outcomes(self, number: int | None) -> Counts:
        """Return the counts of one class by outcome; of all classes for None."""
        counts = self._by_class()
        found: Counts = counts.sum(axis=0) if number is None else counts[number - self._first]
        return found

    def _by_class(self) -> Counts:
        """Return the counts with the values of each class put together."""
        counts: Counts = self._counts.reshape(-1, self.measure.step, CELLS).sum(axis=1)
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
