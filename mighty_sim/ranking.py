"""Which measure of strength predicts success best: all of them, and every two, judged by the same deals.

A measure is judged by its classes, those that `success` prints: how well they tell hands that reach their number from
hands that do not, how much of the uncertainty about that they take away, and how much of the spread of the points. What
needs a rate of a class takes it from the other half of the deals (even and odd ones), so that many small classes are
not taken for knowledge. Everything is worked out from one table of whole numbers: deals by the classes of all
measures, points and success.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import erfc, nan, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mighty_sim.answer import Answer
from mighty_sim.chunks import Columns
from mighty_sim.experiment import Experiment
from mighty_sim.runner import Outcome
from mighty_sim.stats import LEVEL, holm, quantile, ratio
from mighty_sim.strength import LEAST, MEASURES, Row

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# Of a key: bits for the points and for a class; after the points one for success and one for the half.
_POINT_BITS, _CLASS_BITS = 6, 8
# Cells that wait before they are added up with the others.
_WAITING = 1 << 18


class Joint:
    """Counts of deals by the classes of every measure, points, success and half; a tally for a run.

    Success: `number` points or more; with None, as after an auction, the contract made.
    """

    def __init__(self, when: str, number: int | None) -> None:
        """Begin with nothing counted; `when` is "dealt" or "exchanged"."""
        self.number = number
        self._columns = [(measure, measure.column(when)) for measure in MEASURES.values()]
        self.names: Sequence[str] = (*(name for _, name in self._columns), "points", "made")
        self._keys, self._counts = np.zeros(0, np.int64), np.zeros(0, np.int64)
        self._waiting: list[tuple[Ints, Ints]] = []
        self._added = 0

    def add(self, columns: Columns) -> None:
        """Count the deals of int arrays of one length, which come in order: every second one is of the second half."""
        points = columns["points"].astype(np.int64)
        made = columns["made"] != 0 if self.number is None else points >= self.number
        keys = np.zeros(len(points), np.int64)
        for measure, name in self._columns:
            keys = keys << _CLASS_BITS | measure.number_of(columns[name]) - LEAST // measure.step
        half = (np.arange(len(points)) + self._added) & 1
        keys = ((keys << _POINT_BITS | points) << 1 | made) << 1 | half
        self._added += len(points)
        self._waiting.append(np.unique(keys, return_counts=True))
        if sum(len(part) for part, _ in self._waiting) > max(_WAITING, len(self._keys)):
            self._add_up()

    def table(self) -> Table:
        """Return what was counted, cell by cell."""
        self._add_up()
        keys, classes = self._keys, []
        half, made, points = keys & 1, keys >> 1 & 1, keys >> 2 & (1 << _POINT_BITS) - 1
        keys = keys >> _POINT_BITS + 2
        for _ in MEASURES:
            classes.append(keys & (1 << _CLASS_BITS) - 1)
            keys = keys >> _CLASS_BITS
        return Table(dict(zip(MEASURES, reversed(classes), strict=True)), points, made, half, self._counts)

    def _add_up(self) -> None:
        """Put the cells that wait to the others."""
        keys = np.concatenate([self._keys, *(keys for keys, _ in self._waiting)])
        counts = np.concatenate([self._counts, *(counts for _, counts in self._waiting)])
        self._keys, places = np.unique(keys, return_inverse=True)
        self._counts = np.zeros(len(self._keys), np.int64)
        np.add.at(self._counts, places, counts)
        self._waiting.clear()


@dataclass(frozen=True)
class Table:
    """Cells of deals that look alike: the class of each measure, points, success (0, 1), half (0, 1), and how many."""

    classes: dict[str, Ints]
    points: Ints
    made: Ints
    half: Ints
    counts: Ints

    def cells(self, names: Sequence[str]) -> Ints:
        """Return one number a cell of the table for the classes of some measures together, in their order."""
        found = np.zeros(len(self.counts), np.int64)
        for name in names:
            found = found << _CLASS_BITS | self.classes[name]
        return found


def rank(table: Table) -> list[Row]:
    """Return a row for every measure and every two of them, the best first.

    A row has place; measure (as `--by` takes it); n and made; auc: of a hand that reached its number and one that did
    not, how often the first is the stronger, ties counting half; explained and points_explained: by which share the
    uncertainty whether the number is reached, and the variance of the points, are less for who knows the class; each
    with `_low` and `_high`, a 95 % interval; and ahead: by how much its auc is above the next one's, with its interval,
    p, p_holm (for all pairs, Holm 1979) and separated. auc is the area under the ROC curve, and its intervals and
    differences are those of DeLong, DeLong and Clarke-Pearson (1988); what cannot be known is nan.
    """
    names = [*((name,) for name in MEASURES), *combinations(MEASURES, 2)]
    fits = [_fit(table, chosen) for chosen in names]
    areas, covariance = _areas(table, [fit.scores for fit in fits])
    order = sorted(range(len(names)), key=lambda place: (-np.nan_to_num(areas[place]), place))
    pairs = [(one, other) for at, one in enumerate(order) for other in order[at + 1 :]]
    found = [_difference(areas, covariance, one, other) for one, other in pairs]
    corrected = dict(zip(pairs, holm([difference[3] for difference in found]), strict=True))
    known = dict(zip(pairs, found, strict=True))
    rows = []
    for at, place in enumerate(order):
        reach = quantile(LEVEL) * float(np.sqrt(covariance[place, place]))
        row: Row = {"place": at + 1, "measure": ",".join(names[place])}
        row |= {"n": int(table.counts.sum()), "made": int(table.counts @ table.made), "auc": float(areas[place])}
        ends = np.clip([areas[place] - reach, areas[place] + reach], 0, 1)
        row |= {"auc_low": float(ends[0]), "auc_high": float(ends[1])}
        row |= fits[place].shares
        pair = (place, order[at + 1]) if at + 1 < len(order) else None
        ahead = known[pair] if pair else (nan,) * 4
        p_holm = corrected[pair] if pair else nan
        row |= dict(zip(("ahead", "ahead_low", "ahead_high", "p"), ahead, strict=True))
        rows.append(row | {"p_holm": p_holm, "separated": p_holm < 1 - LEVEL if pair else None})
    return rows


@dataclass
class _Fit:
    """What some measures tell of the table's cells: a score of each, and the shares that they explain."""

    scores: Floats
    shares: Row = field(default_factory=dict)


def _fit(table: Table, names: Sequence[str]) -> _Fit:
    """Judge some measures together. One alone is its own score; two have the rate of the other half."""
    own, places = np.unique(table.cells(names), return_inverse=True)
    chance = _of_the_other_half(table, places, len(own), table.made, 0.5)
    points = _of_the_other_half(table, places, len(own), table.points, 0.0)
    alone, together = np.zeros(1, np.int64), np.zeros(len(places), np.int64)
    chance_of_all = _of_the_other_half(table, together, len(alone), table.made, 0.5)
    points_of_all = _of_the_other_half(table, together, len(alone), table.points, 0.0)
    fit = _Fit(places.astype(float) if len(names) == 1 else chance)
    fit.shares |= _share(table, "explained", _surprise(table, chance_of_all), _surprise(table, chance))
    before, after = (table.points - points_of_all) ** 2, (table.points - points) ** 2
    fit.shares |= _share(table, "points_explained", before, after)
    return fit


def _of_the_other_half(table: Table, places: Ints, size: int, values: Ints, start: float) -> Floats:
    """Return for each of the table's cells the mean of values over its class, from the other half of the deals.

    A class counts for one deal more than it has, which has the mean of all classes (the more it weighs, the fewer deals
    it has); and all classes together for one that has `start`, so that no chance is 0 or 1.
    """
    found = np.zeros(len(places))
    for half in (0, 1):
        weights = table.counts * (table.half != half)
        sums = np.bincount(places, weights * values, minlength=size)
        sizes = np.bincount(places, weights, minlength=size)
        whole = (sums.sum() + start) / (sizes.sum() + 1)
        chosen = table.half == half
        found[chosen] = ((sums + whole) / (sizes + 1))[places[chosen]]
    return found


def _surprise(table: Table, chance: Floats) -> Floats:
    """Return how surprising each cell's outcome is to who gave it this chance (minus its logarithm)."""
    return -np.log(np.where(table.made == 1, chance, 1 - chance))


def _share(table: Table, name: str, before: Floats, after: Floats) -> Row:
    """Return by which share a loss is less than before, with its interval: a ratio of sums over the deals."""
    counts, gain = table.counts, before - after
    sums = (float(counts @ gain), float(counts @ before))
    products = (float(counts @ gain**2), float(counts @ (gain * before)), float(counts @ before**2))
    found = ratio(sums, products, int(counts.sum()))
    return {f"{name}{end}": float(value) for end, value in zip(("", "_low", "_high"), found, strict=True)}


def _areas(table: Table, scores: Sequence[Floats]) -> tuple[Floats, Floats]:
    """Return the area under the ROC curve of each score, and their covariances (DeLong and others 1988).

    With counts, so that ties are exact. Without two of either outcome the covariances are nan.
    """
    made, failed = table.counts * table.made, table.counts * (1 - table.made)
    sizes = int(made.sum()), int(failed.sum())
    if min(sizes) == 0:
        return np.full(len(scores), nan), np.full((len(scores), len(scores)), nan)
    above, below = np.empty((2, len(scores), len(made)))
    for at, score in enumerate(scores):
        values, places = np.unique(score, return_inverse=True)
        hits, misses = (np.bincount(places, part, minlength=len(values)) for part in (made, failed))
        above[at] = ((misses.cumsum() - misses / 2) / sizes[1])[places]  # failed hands that a made one is above
        below[at] = ((sizes[0] - hits.cumsum() + hits / 2) / sizes[0])[places]  # made hands above a failed one
    areas: Floats = above @ made / sizes[0]
    covariance = np.full((len(scores), len(scores)), nan)
    if min(sizes) > 1:
        covariance = np.zeros_like(covariance)
        for parts, weights, size in ((above, made, sizes[0]), (below, failed, sizes[1])):
            apart = parts - areas[:, None]
            covariance += (apart * weights) @ apart.T / (size - 1) / size
    return areas, covariance


def _difference(areas: Floats, covariance: Floats, one: int, other: int) -> tuple[float, float, float, float]:
    """Return by how much one area is greater than another, with its interval, and the two-sided p-value."""
    apart = float(areas[one] - areas[other])
    variance = float(covariance[one, one] + covariance[other, other] - 2 * covariance[one, other])
    if variance != variance:
        return apart, nan, nan, nan
    error = sqrt(max(variance, 0.0))
    reach = quantile(LEVEL) * error
    if error <= 1e-12:
        return apart, apart, apart, 1.0 if abs(apart) <= 1e-12 else 0.0
    return apart, apart - reach, apart + reach, erfc(abs(apart) / error / sqrt(2))


class Ranking(Answer):
    """A ranking of the measures; `rank` describes the columns of `frame`."""

    kind = "ranking"

    def __init__(self, experiment: Experiment, joint: Joint, when: str, outcome: Outcome) -> None:
        """Take what was played and what was counted."""
        self.experiment, self.joint, self.when, self.outcome = experiment, joint, when, outcome

    @cached_property
    def rows(self) -> list[Row]:
        """Return the rows of the frame."""
        return rank(self.joint.table())

    @cached_property
    def _frame(self) -> DataFrame:
        import pandas as pd

        return pd.DataFrame(self.rows)

    @property
    def frame(self) -> DataFrame:
        """Return a row for every measure and every two, the best first."""
        return self._frame

    @property
    def title(self) -> str:
        """Return what was asked, in a line."""
        hand = "as dealt" if self.when == "dealt" else "after the exchange"
        return f"Which measure of the declarer's hand {hand} predicts success best"

    @property
    def caption(self) -> str:
        """Return what was played, in a line."""
        from mighty_sim.repeat import caption

        return caption(self.experiment, int(self.rows[0]["n"]))

    @property
    def notes(self) -> list[str]:
        """Return what a reader has to know, in sentences."""
        what = "its contract is made" if self.joint.number is None else f"its side takes {self.joint.number} or more"
        return [
            f"Told apart: of a hand where {what} and one where not, how often the first has the higher value, ties "
            "counting half (the area under the ROC curve): 50 is a coin, 100 never fails. Ahead: of the next one. "
            "Intervals of 95 % by DeLong (1988); * more than luck, p < 0.05 for all pairs together (Holm).",
            "Explained: which share of the uncertainty whether it succeeds (its entropy), and of the variance of the "
            "points, is gone for who knows the class; rates of classes come from the other half of the deals.",
            "Two measures with a comma between: both classes known, as in a grid of `success`. Few deals make them "
            "look worse than they are, as their many classes have to be learnt.",
            f"It holds for {self.experiment.line_up} and this table, not for Mighty as such.",
        ]

    def plot(self) -> Figure:
        """Return a figure of how well each tells hands apart. Raises InputError where matplotlib is not installed."""
        from mighty_sim.figures import rates

        ends = {"auc": "rate", "auc_low": "rate_low", "auc_high": "rate_high"}
        frame = self.frame.rename(columns=ends)
        labels = [str(name).replace(",", " and ") for name in frame["measure"]]
        what = "hands told apart: 50% is a coin"
        return rates(frame, labels=labels, title=self.title, caption=self.caption, what=what)


def play(
    experiment: Experiment,
    deals: int,
    when: str = "dealt",
    threads: int = 0,
    watch: Callable[[Any, int], None] | None = None,
) -> Ranking:
    """Play deals, keeping none of them, and rank the measures by them. Raises what `runner.run` raises."""
    from mighty_sim.runner import Request, run

    joint = Joint(when, experiment.forced.number if experiment.forced else None)
    return Ranking(experiment, joint, when, run(Request(experiment, deals, None, threads), joint, watch=watch))
