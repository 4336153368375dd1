"""What a tournament came to: counts of every contestant's plays, and the tables made of them.

What belongs together is added up first: the plays of a deal, which are alike, or of a round, which have the same
neighbours (:mod:`mighty_sim.line_ups`). These sums are the independent observations; their sums and products are all
that means and their intervals need. They are Python's whole numbers, which no number of deals is too great for.
In every deal each contestant has the same number of seats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mighty_sim.stats import LEVEL, clustered, holm, p_value, ratio

#: What is counted of a contestant in a deal: how often it was declarer, friend and defender, what it scored as each;
#: and of the contracts that it declared how many were made, their numbers, and the points of its side.
COUNTED = (
    "declarer",
    "friend",
    "defender",
    "declarer_score",
    "friend_score",
    "defender_score",
    "made",
    "contract",
    "points",
)
ROLES = COUNTED[:3]
#: The columns of a line-up's deals that this is counted from; the scores of the seats come besides.
NEEDED = ("declarer", "friends", "made", "contract", "points")
# Numbers up to this, three of them added, can be squared and 2^18 squares added in 64 bits.
_SQUARED, _ADDED = 1 << 20, 1 << 18

_PLACE = {name: place for place, name in enumerate(COUNTED)}
_SCORES = slice(_PLACE["declarer_score"], _PLACE["defender_score"] + 1)

Numbers = NDArray[Any]
Row = dict[str, Any]
Parts = tuple[tuple[int, int], tuple[int, int, int]]


def count(columns: Mapping[str, Numbers], scores: Numbers, line_up: Sequence[int], out: Numbers) -> None:
    """Add the deals of one line-up to what is counted of each contestant in each deal.

    Parameters: the columns `NEEDED`, [deals] each; what each seat scored, [seats, deals]; the contestant at each seat;
    and what is added to, int64 [contestants, counted, deals].
    """
    declarer, friends = columns["declarer"], columns["friends"].astype(np.int64)
    told = np.stack([columns[name] for name in ("made", "contract", "points")]).astype(np.int64)
    for seat, contestant in enumerate(line_up):
        own = declarer == seat
        friend = (friends >> seat & 1 > 0) & ~own
        roles = np.stack([own, friend, ~(own | friend)])
        out[contestant, :3] += roles
        out[contestant, _SCORES] += roles * scores[seat].astype(np.int64)
        out[contestant, 6:] += own * told


def scores_of(counted: Numbers) -> Numbers:
    """Return what each contestant scored in each deal, [contestants, deals], from what is counted."""
    found: Numbers = counted[:, _SCORES].sum(axis=1)
    return found


class Tally:
    """Sums over observations of what is counted, and of products of any two of them; whole numbers without bounds."""

    def __init__(self, contestants: int) -> None:
        """Begin with no observations."""
        self.units = 0
        self.sums = np.zeros((contestants, len(COUNTED)), object)
        self.products = np.zeros((contestants, len(COUNTED), len(COUNTED)), object)
        self.scores = np.zeros(contestants, object)
        self.crossed = np.zeros((contestants, contestants), object)
        self.with_plays = np.zeros(contestants, object)

    def add(self, counted: Numbers) -> None:
        """Add some observations: int64 [contestants, counted, observations]."""
        if np.abs(counted).max(initial=0) > _SQUARED or counted.shape[2] > _ADDED:
            counted = counted.astype(object)
        scores, plays = scores_of(counted), counted[0, :3].sum(axis=0)
        self.units += counted.shape[2]
        self.sums += counted.sum(axis=2).astype(object)
        self.products += np.matmul(counted, counted.swapaxes(1, 2)).astype(object)
        self.scores += scores.sum(axis=1).astype(object)
        self.crossed += np.matmul(scores, scores.T).astype(object)
        self.with_plays += np.matmul(scores, plays).astype(object)

    def merge(self, other: Tally) -> None:
        """Add the observations of another tally of the same contestants."""
        self.units += other.units
        for name in ("sums", "products", "scores", "crossed", "with_plays"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def plays(self) -> int:
        """Return how many seats each contestant had."""
        return int(self.sums[0, :3].sum())

    def contrast(self, weights: Numbers) -> Parts:
        """Return what `stats.ratio` takes for the contestants' scores weighted by whole numbers, over their plays."""
        whole = weights.astype(object)
        squares = int(_ROLE_SUM @ self.products[0] @ _ROLE_SUM)
        products = int(whole @ self.crossed @ whole), int(whole @ self.with_plays), squares
        return (int(whole @ self.scores), self.plays), products

    def parts(self, contestant: int, above: str, below: str | None) -> Parts:
        """Return what `stats.ratio` takes for one counted thing over another; below None: over a contestant's plays."""
        y, x = _unit(above), _unit(below) if below else _ROLE_SUM
        products, sums = self.products[contestant], self.sums[contestant]
        return (int(y @ sums), int(x @ sums)), (int(y @ products @ y), int(x @ products @ y), int(x @ products @ x))


def _unit(*names: str) -> Numbers:
    """Return weights of what is counted: 1 for some things, 0 for the others."""
    return np.array([int(counted in names) for counted in COUNTED], object)


# A contestant's plays are the sum of its three roles.
_ROLE_SUM = _unit(*ROLES)


def table(tally: Tally, names: Sequence[str], paired: Sequence[Row], *, charged: bool) -> list[Row]:
    """Return the standings, the best first: a row a contestant; `paired` are the rows of `pairs`.

    `charged`: scores are penalties, so that less is better. The columns are described in `results/README.md`.
    Contestants with the same score have the better place together.
    """
    order = _ranked(tally, charged=charged)
    separated = {(pair["number"], pair["other_number"]): pair["separated"] for pair in paired}
    totals = [_sign(charged) * tally.scores[number] for number in order]
    rows = []
    for rank, number in enumerate(order):
        after = order[rank + 1] if rank + 1 < len(order) else None
        rows.append(
            {
                "place": 1 + totals.index(totals[rank]),
                "strategy": names[number],
                "number": number,
                "observations": tally.units,
                "n": tally.plays,
                **_interval("score", mean_of(tally, _one(number, len(names)))),
                **_interval("advantage", _advantage(tally, number, charged=charged)),
                "separated": None if after is None else separated[number, after],
                **_roles(tally, number),
                **_contracts(tally, number),
            }
        )
    return rows


def pairs(tally: Tally, names: Sequence[str], *, charged: bool) -> list[Row]:
    """Return every two contestants, the better one first: by how much it is ahead, and whether that may be luck.

    The columns are described in `results/README.md`; p-values are corrected for the number of pairs (Holm 1979).
    """
    found = list(combinations(_ranked(tally, charged=charged), 2))
    weights = [_sign(charged) * (_one(ahead, len(names)) - _one(behind, len(names))) for ahead, behind in found]
    raw = [p_value(*tally.contrast(weight), tally.units) for weight in weights]
    return [
        {
            "strategy": names[ahead],
            "other": names[behind],
            "number": ahead,
            "other_number": behind,
            "observations": tally.units,
            **_interval("ahead", mean_of(tally, weight)),
            "p": p,
            "p_holm": corrected,
            "separated": corrected < 1 - LEVEL,
        }
        for (ahead, behind), weight, p, corrected in zip(found, weights, raw, holm(raw), strict=True)
    ]


def mean_of(tally: Tally, weights: Numbers, divisor: int = 1) -> tuple[float, float, float]:
    """Return the mean of weighted scores over the plays, divided by a number, with its interval."""
    middle, low, high = (float(value) / divisor for value in ratio(*tally.contrast(weights), tally.units))
    return middle, low, high


def _advantage(tally: Tally, number: int, *, charged: bool) -> tuple[float, float, float]:
    """Return by how much a contestant is better than the mean of all others in the same deals, a seat."""
    others = len(tally.scores) - 1
    weights = _sign(charged) * (_one(number, others + 1) * (others + 1) - 1)
    return mean_of(tally, weights, others)


def _roles(tally: Tally, number: int) -> Row:
    """Return how often a contestant was each of the three, and what it scored then."""
    row: Row = {}
    for role in ROLES:
        row[f"{role}_n"] = int(tally.sums[number, _PLACE[role]])
        row |= _rate(role, tally, number, None)
        row |= _interval(f"{role}_score", ratio(*tally.parts(number, f"{role}_score", role), tally.units))
    return row


def _contracts(tally: Tally, number: int) -> Row:
    """Return how many of a contestant's contracts were made, how high they were, and the points of its side."""
    row: Row = {"made": int(tally.sums[number, _PLACE["made"]]), **_rate("made", tally, number, "declarer")}
    for what in ("contract", "points"):
        row |= _interval(what, ratio(*tally.parts(number, what, "declarer"), tally.units))
    return row


def _rate(what: str, tally: Tally, number: int, below: str | None) -> Row:
    """Return the three columns of a rate."""
    rate, low, high = map(float, clustered(*tally.parts(number, what, below), tally.units))
    return {f"{what}_rate": rate, f"{what}_rate_low": low, f"{what}_rate_high": high}


def _interval(what: str, values: tuple[Any, Any, Any]) -> Row:
    """Return the three columns of a mean."""
    return {f"{what}_{end}": float(value) for end, value in zip(("mean", "low", "high"), values, strict=True)}


def _ranked(tally: Tally, *, charged: bool) -> list[int]:
    """Return the contestants' numbers, the best score first; of equal ones the one that was named first."""
    return sorted(range(len(tally.scores)), key=lambda number: -_sign(charged) * tally.scores[number])


def _sign(charged: bool) -> int:
    """Return 1 where more is better, -1 where less is."""
    return -1 if charged else 1


def _one(number: int, contestants: int) -> Numbers:
    """Return weights of which that of one contestant is 1 and all others are 0."""
    return np.array([int(number == other) for other in range(contestants)])
