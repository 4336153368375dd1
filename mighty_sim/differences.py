"""What two settings made of the same deals: counts and sums of differences, deal by deal, and the rows made of them.

Everything counted is a whole number, so that counts can be added in any order. Of every pair the first setting is the
one that the second is compared with; a difference is the second less the first. Deals can be told apart by the strength
of the first one's declarer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import nsmallest
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mighty_sim.stats import LEVEL, holm, mean, paired, paired_p, wilson
from mighty_sim.strength import THIN, Measure

#: The columns that are compared, beside the scores of the seats.
NEEDED = ("redeals", "declarer", "bid", "bid_strain", "contract", "strain", "points", "made")
#: Of what the mean difference is told.
MEANS = ("score", "points", "contract")
#: What can be another in a deal: anything that its row tells; the cards, as another number of deals was thrown in, or
#: another one dealt until a condition held; that number; who declares, the bid, the contract, the points of his side.
CHANGES = ("row", "cards", "redeals", "declarer", "bid", "contract", "points")
_ENDS = ("first", "second")
_COUNTED = (
    "n",
    "both",
    "only_first",
    "only_second",
    *(f"{what}_{part}" for what in MEANS for part in ("first", "second", "first_squares", "second_squares", "squares")),
    "redeals_first",
    "redeals_second",
    *(f"{what}_changed" for what in CHANGES),
)
_AT = {name: place for place, name in enumerate(_COUNTED)}
# Every value of an int8 column of strength.
_LEAST, _VALUES = -128, 256

Numbers = NDArray[Any]
Row = dict[str, Any]
#: One setting's deals: what each column tells of them; `score` is the declarer's, `row` all columns together.
Played = Mapping[str, Numbers]


def played(block: Numbers, names: Sequence[str]) -> Played:
    """Return the deals of a block [column, deal] whose columns have these names, as whole numbers of 64 bits."""
    at = {name: place for place, name in enumerate(names)}
    found = {name: block[at[name]].astype(np.int64) for name in NEEDED}
    scores = block[[place for name, place in at.items() if name.startswith("score_")]].astype(np.int64)
    found["score"] = np.take_along_axis(scores, found["declarer"][None], 0)[0]
    found["tried"] = block[at["tried"]].astype(np.int64) if "tried" in at else np.zeros_like(found["made"])
    found["row"] = block[[place for name, place in at.items() if name != "faults"]]
    return found


class Differences:
    """Counts of the deals of two settings, in classes of strength; one class where no measure is named."""

    def __init__(self, measure: Measure | None = None) -> None:
        """Begin with nothing counted."""
        self.measure = measure
        self._counts = np.zeros((len(_COUNTED), _VALUES // measure.step if measure else 1), object)

    def add(self, first: Played, second: Played, strength: Numbers | None = None) -> None:
        """Count deals in the same order under both settings; `strength` is the measure of the first one's hand."""
        values = _values(first, second)
        if self.measure is None or strength is None:
            self._counts += np.array([[int(row.sum())] for row in values], object)
            return
        classes = (strength.astype(np.int64) - _LEAST) // self.measure.step
        for place, row in enumerate(values):  # sums of a piece are far below 2^53, where floats are no longer exact
            added = np.bincount(classes, weights=row, minlength=self._counts.shape[1])
            self._counts[place] += added.astype(np.int64).astype(object)

    def merge(self, other: Differences) -> None:
        """Add the counts of another tally of the same settings and measure."""
        self._counts += other._counts

    def counts(self, number: int | None = None) -> dict[str, int]:
        """Return what was counted, by name, in one class of strength or, for None, in all."""
        chosen = self._counts.sum(axis=1) if number is None else self._counts[:, number - self._first]
        return {name: int(value) for name, value in zip(_COUNTED, chosen, strict=True)}

    def half_width(self) -> float:
        """Return half the interval of the difference of the rates, of all deals."""
        counts = self.counts()
        _, low, high = paired(counts["only_first"], counts["only_second"], counts["n"])
        return float(high - low) / 2

    @property
    def met(self) -> list[int]:
        """Return the classes that were met, from the weakest to the strongest."""
        return [self._first + int(place) for place in np.flatnonzero(self._counts[_AT["n"]] > 0)]

    @property
    def _first(self) -> int:
        return _LEAST // self.measure.step if self.measure else 0


class Turned(NamedTuple):
    """A deal that two settings end otherwise: its number, whether each made it, and what each declarer scored."""

    deal: int
    made: tuple[bool, bool]
    scores: tuple[int, int]


class Turnings:
    """The deals to be shown of two settings, at most `most`: the same ones in whatever order deals are added."""

    def __init__(self, most: int) -> None:
        """Begin with none."""
        self._most = most
        self._only_one: list[Turned] = []
        self._furthest: list[Turned] = []

    def add(self, one: Played, other: Played, first: int) -> None:
        """Look at deals in a row, of which the first has this number."""
        only_one = np.flatnonzero(one["made"] != other["made"])[: self._most]
        apart = np.abs(other["score"] - one["score"])
        furthest = np.argsort(-apart, kind="stable")[: self._most]
        self._keep(_turned(one, other, first, only_one), _turned(one, other, first, furthest[apart[furthest] > 0]))

    def merge(self, more: Turnings) -> None:
        """Add the deals of others."""
        self._keep(more._only_one, more._furthest)

    def shown(self, *, scores: bool = True) -> list[Turned]:
        """Return the first deals that only one setting made, and where these are too few those with the greatest
        differences of score, unless the scores cannot be compared.
        """
        rest = [turned for turned in self._furthest if turned not in self._only_one] if scores else []
        return [*self._only_one, *rest][: self._most]

    def _keep(self, only_one: list[Turned], furthest: list[Turned]) -> None:
        self._only_one = nsmallest(self._most, self._only_one + only_one)
        self._furthest = nsmallest(self._most, self._furthest + furthest, _by_distance)


def _by_distance(turned: Turned) -> tuple[int, int]:
    """Return what sorts deals by the difference of their scores, the greatest first, then by number."""
    return -abs(turned.scores[1] - turned.scores[0]), turned.deal


def _turned(one: Played, other: Played, first: int, places: Numbers) -> list[Turned]:
    """Return deals by their places after the first."""
    both = (one, other)
    made, scores = (np.stack([deals[name][places] for deals in both], axis=1).tolist() for name in ("made", "score"))
    found = zip(places.tolist(), made, scores, strict=True)
    return [Turned(first + place, (bool(a), bool(b)), (c, d)) for place, (a, b), (c, d) in found]


def _values(first: Played, second: Played) -> list[Numbers]:
    """Return what is added up of each deal, in the order of what is counted."""
    one, other = first["made"], second["made"]
    found = {
        "n": np.ones_like(one),
        "both": one & other,
        "only_first": one & ~other & 1,
        "only_second": other & ~one & 1,
    }
    for what in MEANS:
        a, b = first[what], second[what]
        found |= {f"{what}_first": a, f"{what}_second": b, f"{what}_squares": (b - a) ** 2}
        found |= {f"{what}_first_squares": a * a, f"{what}_second_squares": b * b}
    found |= {"redeals_first": first["redeals"], "redeals_second": second["redeals"]}
    for what in ("redeals", "declarer", "points"):
        found[f"{what}_changed"] = first[what] != second[what]
    found["cards_changed"] = found["redeals_changed"] | (first["tried"] != second["tried"])
    for what, strain in (("bid", "bid_strain"), ("contract", "strain")):
        found[f"{what}_changed"] = (first[what] != second[what]) | (first[strain] != second[strain])
    found["row_changed"] = (first["row"] != second["row"]).any(axis=0)
    return [found[name] for name in _COUNTED]


def rows(tallies: Mapping[tuple[int, int], Differences], labels: Sequence[str], *, scores: bool = True) -> list[Row]:
    """Return a row for every pair of settings, by numbers: their rates, how these differ, and what else does.

    A row has setting and baseline (labels) and their numbers; n; made and rate of both, with Wilson intervals; the
    difference of the rates with the interval of `stats.paired`; only_setting, only_baseline, both, neither; p, and
    p_holm for all pairs together (Holm 1979), and whether that is below 0.05; mean score, points and contract of both
    and their differences; how many deals changed in what; redeals_mean of both. Without `scores` those are nan: the
    settings reckon in units that cannot be compared.
    """
    return _corrected([_row(tally.counts(), labels, pair, scores=scores) for pair, tally in tallies.items()])


def class_rows(tallies: Mapping[tuple[int, int], Differences], labels: Sequence[str], *, scores: bool) -> list[Row]:
    """Return the rows of `rows` for every class of strength, with strength, strength_to, share of all deals and thin.

    p-values are corrected for all these rows together.
    """
    found = []
    for pair, tally in tallies.items():
        assert tally.measure is not None
        deals = tally.counts()["n"]
        for number in tally.met:
            low, high = tally.measure.bounds(number)
            counts = tally.counts(number)
            n = counts["n"]
            told = {"strength": low, "strength_to": high, "share": n / deals, "thin": n < THIN}
            found.append(told | _row(counts, labels, pair, scores=scores))
    return _corrected(found)


def _row(counts: Mapping[str, int], labels: Sequence[str], pair: tuple[int, int], *, scores: bool) -> Row:
    """Return the row of one pair; p_holm and separated are still to come."""
    first, second = pair
    n, both, only_first, only_second = (counts[name] for name in ("n", "both", "only_first", "only_second"))
    row: Row = {"setting": labels[second], "baseline": labels[first], "number": second, "baseline_number": first}
    row |= {"n": n, "made": both + only_second, "baseline_made": both + only_first}
    row |= _three("rate", wilson(both + only_second, n), ("", "_low", "_high"))
    row |= _three("baseline_rate", wilson(both + only_first, n), ("", "_low", "_high"))
    row |= _three("difference", paired(only_first, only_second, n), ("", "_low", "_high"))
    row |= {"only_setting": only_second, "only_baseline": only_first, "both": both}
    row |= {"neither": n - both - only_first - only_second}
    row |= {"p": paired_p(only_first, only_second), "p_holm": np.nan, "separated": False}
    for what in MEANS:
        row |= _means(what, counts, known=scores or what != "score")
    row |= {f"{what}_changed": counts[f"{what}_changed"] for what in CHANGES}
    redeals = {"redeals_mean": counts["redeals_second"] / n, "baseline_redeals_mean": counts["redeals_first"] / n}
    return row | redeals


def _means(what: str, counts: Mapping[str, int], *, known: bool) -> Row:
    """Return the means of both settings and of their difference, with their intervals."""
    n, sums = counts["n"], {end: counts[f"{what}_{end}"] for end in _ENDS}
    row: Row = {}
    for start, end in (("", "second"), ("baseline_", "first")):
        row |= _three(f"{start}{what}", mean(sums[end], counts[f"{what}_{end}_squares"], n))
    row |= _three(f"{what}_difference", mean(sums["second"] - sums["first"], counts[f"{what}_squares"], n))
    return row if known else dict.fromkeys(row, float("nan"))


def _three(what: str, values: Sequence[Any], ends: Sequence[str] = ("_mean", "_low", "_high")) -> Row:
    """Return the three columns of a value and its interval."""
    return {f"{what}{end}": float(value) for end, value in zip(ends, values, strict=True)}


def _corrected(found: list[Row]) -> list[Row]:
    """Return the rows with their p-values corrected for being many."""
    corrected = holm([row["p"] for row in found])
    return [row | {"p_holm": p, "separated": p < 1 - LEVEL} for row, p in zip(found, corrected, strict=True)]
