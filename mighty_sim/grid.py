"""Success by two measures of strength at once: a grid of classes, with counts of what was reached in each cell.

The counts are whole numbers that are added up block by block, as those of :mod:`mighty_sim.strength`, whose outcomes
and rows they have; the margins of a grid are the rows of its measures alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from mighty_sim import strength
from mighty_sim.chunks import Columns
from mighty_sim.errors import InputError
from mighty_sim.experiment import Experiment
from mighty_sim.stats import wilson
from mighty_sim.strength import (
    CELLS,
    LEAST,
    THIN,
    VALUES,
    Counts,
    Measure,
    Row,
    Successes,
    find_measure,
    outcome_columns,
    outcomes_of,
)

#: Measures at most in one grid.
MOST = 2

#: A cell: the classes of the first and of the second measure; None stands for all classes of that measure.
Cell = tuple[int | None, int | None]


def find_measures(text: str) -> tuple[Measure, ...]:
    """Return the measures that a text such as `trumps` or `trumps,tricks` names.

    Raises UnknownName with the nearest, InputError for more than two and for one that is named twice.
    """
    found = tuple(find_measure(name.strip()) for name in text.split(","))
    if len(found) > MOST:
        raise InputError(f"{text!r} names {len(found)} measures; a grid has {MOST}, as in trumps,tricks")
    if len(set(found)) < len(found):
        raise InputError(f"{text!r} names {found[0].name!r} twice; a grid has two measures, as in trumps,tricks")
    return found


class Crossed:
    """Counts of deals by classes of two measures and by outcome; a tally for a run. Outcomes: `strength.Successes`."""

    def __init__(self, first: Measure, second: Measure, when: str, forced: bool) -> None:
        """Begin with nothing counted; `when` is "dealt" or "exchanged"."""
        self.measures, self.forced = (first, second), forced
        self._strengths = (first.column(when), second.column(when))
        self.names: Sequence[str] = (*self._strengths, *outcome_columns(forced=forced))
        # Most of it is never met, and memory that is never written takes no room.
        self._counts = np.zeros((VALUES // first.step, VALUES // second.step, CELLS), np.int64)

    def add(self, columns: Columns) -> None:
        """Count the deals of int arrays of one length."""
        if not len(columns[self.names[0]]):
            return
        one, other = (
            measure.number_of(columns[name]) - LEAST // measure.step
            for measure, name in zip(self.measures, self._strengths, strict=True)
        )
        (low, high), (left, right) = ((int(part.min()), int(part.max()) + 1) for part in (one, other))
        shape = (high - low, right - left, CELLS)
        cells = ((one - low) * shape[1] + other - left) * CELLS + outcomes_of(columns, forced=self.forced)
        self._counts[low:high, left:right] += np.bincount(cells, minlength=int(np.prod(shape))).reshape(shape)

    def merge(self, other: Crossed) -> None:
        """Add the counts of another tally of the same kind."""
        if self.names != other.names:
            raise ValueError(f"cannot add counts of {other.names} to counts of {self.names}")
        self._counts += other._counts

    @property
    def deals(self) -> int:
        """Return how many deals are counted."""
        return int(self._counts.sum())

    @property
    def met(self) -> tuple[list[int], list[int]]:
        """Return the classes of either measure that were met, from the weakest to the strongest."""
        by_class = self._counts.sum(axis=2)
        first, second = (
            [int(place) + LEAST // measure.step for place in np.flatnonzero(by_class.sum(axis=axis))]
            for measure, axis in zip(self.measures, (1, 0), strict=True)
        )
        return first, second

    def outcomes(self, cell: Cell) -> Counts:
        """Return the counts of one cell by outcome; None for a measure takes all of its classes."""
        counts = self._counts
        for axis, (number, measure) in enumerate(zip(cell, self.measures, strict=True)):
            start = None if number is None else number - LEAST // measure.step
            counts = counts[(slice(None),) * axis + (slice(start, None if start is None else start + 1),)]
        found: Counts = counts.sum(axis=(0, 1))
        return found


def tally_of(measures: Sequence[Measure], when: str, experiment: Experiment) -> Successes | Crossed:
    """Return an empty tally of an experiment's deals by one measure or by two."""
    forced = experiment.forced is not None
    if len(measures) == 1:
        return Successes(measures[0], when, forced)
    return Crossed(measures[0], measures[1], when, forced)


def rows_of(experiment: Experiment, tally: Successes | Crossed) -> list[Row]:
    """Return what was counted of an experiment's deals, a row for each class (or cell) and number."""
    auction = experiment.rules.auction
    numbers = range(auction.min_number, auction.max_number + 1)
    if isinstance(tally, Crossed):
        return surface(tally, numbers) if experiment.forced else contracts(tally)
    return strength.surface(tally, numbers) if experiment.forced else strength.contracts(tally)


def cells(tally: Crossed) -> Iterator[Cell]:
    """Yield every cell in which a deal was met, row by row; after a row its margin, and after all rows those below."""
    first, second = tally.met
    for one in [*first, None]:
        for other in [*second, None]:
            if tally.outcomes((one, other)).any():
                yield one, other


def surface(tally: Crossed, numbers: Sequence[int]) -> list[Row]:
    """Return the chance of at least so many points, for every cell and number: a row for each.

    A row has for each measure, under its name and the name with `_to`, the least and the greatest value of the class
    (None: all classes); n, share (of all deals), number, made, rate with its 95 % Wilson interval, and thin. For a
    forced declarer's tally.
    """
    rows: list[Row] = []
    for cell in cells(tally):
        reached = tally.outcomes(cell)[::-1].cumsum()[::-1]
        made = reached[list(numbers)]
        rows += _rows(tally, cell, numbers, np.full(len(made), reached[0]), made)
    return rows


def contracts(tally: Crossed) -> list[Row]:
    """Return the chance of each contract played, for every cell and number: a row for each that was played.

    The rows have the columns of `surface`; n counts the deals of that cell and contract. Rows of one cell end with that
    of all contracts (number None). For an auction's tally.
    """
    rows: list[Row] = []
    for cell in cells(tally):
        failed, made = tally.outcomes(cell).reshape(-1, 2).T
        n = failed + made
        played = np.flatnonzero(n)
        numbers = [*map(int, played), None]
        rows += _rows(tally, cell, numbers, np.append(n[played], n.sum()), np.append(made[played], made.sum()))
    return rows


def _rows(
    tally: Crossed, cell: Cell, numbers: Sequence[int | None], n: NDArray[np.int64], made: NDArray[np.int64]
) -> list[Row]:
    """Return the rows of one cell, one for each number: counts, rate and interval."""
    where: Row = {}
    for number, measure in zip(cell, tally.measures, strict=True):
        low, high = (None, None) if number is None else measure.bounds(number)
        where |= {measure.name: low, f"{measure.name}_to": high}
    deals = max(1, tally.deals)
    values = zip(numbers, n.tolist(), made.tolist(), *(part.tolist() for part in wilson(made, n)), strict=True)
    return [
        where
        | {"n": size, "share": size / deals, "number": number, "made": hits}
        | {"rate": rate, "rate_low": low, "rate_high": high, "thin": size < THIN}
        for number, size, hits, rate, low, high in values
    ]
