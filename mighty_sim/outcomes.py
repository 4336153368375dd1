"""How one seat comes out of the same deals under several settings: a whole number for every deal and setting.

The settings differ in what a declarer is told, or in who plays; the cards are the same, so their outcomes are paired.
A declarer's outcome holds all that its score depends on beside the contract: the points, the number of friends, and
whether it openly called none. So the score of every contract in the same strain follows from it, as if the play had
been the same.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mighty_sim.cards import POINT_CARDS, card_text
from mighty_sim.contract import NO_FRIEND, Bid
from mighty_sim.engines import Batch, Block, new_block
from mighty_sim.errors import StrategyFault
from mighty_sim.experiment import Experiment
from mighty_sim.reckoning import charges_losers, worth
from mighty_sim.rules import Rules, pack, points_in_pack
from mighty_sim.stats import Means, Rates, mean, p_value, wilson

#: What becomes of a deal's columns: one number of 16 bits a deal.
Code = Callable[[Mapping[str, Block]], NDArray[np.int16]]

_MOST_FRIENDS = 3  # a card is there four times at most
_BITS = 3  # of an outcome below the points: two for the friends, one for playing openly alone


class Column(NamedTuple):
    """A row of a block: a setting."""

    name: str
    dtype: str
    meaning: str


def declarer_code(columns: Mapping[str, Block]) -> NDArray[np.int16]:
    """Return points, number of friends and whether there is openly none, as one number a deal."""
    friends = np.bitwise_count(columns["friends"])
    alone = columns["friend_call"] == NO_FRIEND
    code: NDArray[np.int16] = columns["points"] << _BITS | friends.astype(np.int16) << 1 | alone
    return code


def unit(rules: Rules) -> int:
    """Return in how many parts a point is counted: 1, or at a table of penalties the number of other seats.

    What a seat makes of a deal is its score. Where losers are charged it is its lead: by how much less it is charged
    than the others on average; more is better at every table. (Where the scores of a deal add up to 0, the lead is the
    score times a constant, so it would rank all in the same way.)
    """
    return rules.deal.players - 1 if charges_losers(rules.as_dict()) else 1


def score_code(rules: Rules, seat: int, flag: str, value: int) -> Code:
    """Return what makes twice a seat's score or lead of a deal, in units, plus one where a column has a value."""
    names = [f"score_{number}" for number in range(rules.deal.players) if number != seat]
    charged = charges_losers(rules.as_dict())

    def code(columns: Mapping[str, Block]) -> NDArray[np.int16]:
        own = columns[f"score_{seat}"]
        lead = sum(columns[name] for name in names) - len(names) * own if charged else own
        flagged: NDArray[np.int16] = (lead << 1 | (columns[flag] == value)).astype(np.int16)
        return flagged

    return code


class SameDeals:
    """A batch that plays every deal under all settings: a row a setting. Safe from several threads at once."""

    def __init__(
        self, experiments: Sequence[Experiment], code: Code, make_batch: Callable[[Experiment], Batch]
    ) -> None:
        """Take the settings, and what makes a number of the columns of a deal. Raises BadStrategy."""
        self._experiments, self._code = experiments, code
        self._batches = [make_batch(experiment) for experiment in experiments]
        self._names = [column.name for column in self._batches[0].columns]
        self.columns = tuple(Column(str(place), "int16", "a setting") for place in range(len(experiments)))
        self.failed: Experiment | None = None
        self._local = threading.local()

    def play(self, first: int, count: int, out: Block, row: int) -> None:
        """Play the deals from `first` on into `out[:, row : row + count]`. Raises StrategyFault."""
        block = self._scratch(count)
        columns = {name: block[at, :count] for at, name in enumerate(self._names)}
        for place, batch in enumerate(self._batches):
            try:
                batch.play(first, count, block, 0)
            except StrategyFault:
                self.failed = self._experiments[place]
                raise
            out[place, row : row + count] = self._code(columns)

    def piece(self, usual: int) -> int:
        """Return how many deals to play at once: as many plays as usual, in as many deals as the batches like."""
        most = min(int(getattr(batch, "piece", usual)) for batch in self._batches)
        return max(1, min(most, usual // len(self._batches)))

    def close(self) -> None:
        """End what plays outside of this process."""
        for batch in self._batches:
            if hasattr(batch, "close"):
                batch.close()

    def _scratch(self, count: int) -> Block:
        """Return the thread's own block, with room for the columns of so many deals."""
        kept: Block | None = getattr(self._local, "block", None)
        if kept is None or kept.shape[1] < count:
            kept = self._local.block = new_block(len(self._names), count)
        return kept


class Outcomes:
    """Counts of the declarer's outcomes under each setting, and of every two settings together; a tally."""

    def __init__(self, settings: int, rules: Rules) -> None:
        """Begin with nothing counted."""
        self.unit = unit(rules)
        self._cells = points_in_pack(rules) + 1 << _BITS
        self.counts = np.zeros((settings, self._cells), np.int64)
        pairs = [(one, other) for other in range(settings) for one in range(other)]
        self._joint = {pair: np.zeros(self._cells**2, np.int64) for pair in pairs}

    @property
    def deals(self) -> int:
        """Return how many deals are counted."""
        return int(self.counts[0].sum())

    def add(self, block: Block) -> None:
        """Count the deals of a block [setting, deal] of `declarer_code`."""
        codes = block.astype(np.int64)
        for place, code in enumerate(codes):
            self.counts[place] += np.bincount(code, minlength=self._cells)
        for (one, other), joint in self._joint.items():
            joint += np.bincount(codes[one] * self._cells + codes[other], minlength=len(joint))

    def reached(self, setting: int, number: int) -> int:
        """Return in how many deals the declarer's side took at least so many points."""
        return int(self.counts[setting, number << _BITS :].sum())

    def rate(self, setting: int, number: int) -> Rates:
        """Return the chance of at least so many points, with its 95 % Wilson interval."""
        return wilson(self.reached(setting, number), self.deals)

    def score(self, setting: int, prices: NDArray[np.int64]) -> Means:
        """Return the mean score at prices by outcome, with its 95 % interval."""
        counts = self.counts[setting]
        return mean_score(int(counts @ prices), int(counts @ prices**2), self.deals, self.unit)

    def ahead(self, one: int, prices: NDArray[np.int64], other: int, others: NDArray[np.int64]) -> tuple[Means, float]:
        """Return by how much the mean score of `one` at `prices` is above `other`'s at `others`, over the same deals.

        It comes with its 95 % interval, and with how likely so large a difference is if there is none (normal
        distribution).
        """
        if one == other:
            counts, differences = self.counts[one], prices - others
        elif (one, other) in self._joint:
            counts, differences = self._joint[one, other], (prices[:, None] - others[None, :]).reshape(-1)
        else:
            counts, differences = self._joint[other, one], (prices[None, :] - others[:, None]).reshape(-1)
        return difference(int(counts @ differences), int(counts @ differences**2), self.deals, self.unit)


def mean_score(total: int, squares: int, n: int, unit: int) -> Means:
    """Return the mean of n scores with its 95 % interval, from whole sums in units."""
    return Means(*(float(value) / unit for value in mean(total, squares, n)))


def difference(total: int, squares: int, n: int, unit: int) -> tuple[Means, float]:
    """Return the mean of n differences with its 95 % interval and its two-sided p-value, from whole sums in units."""
    return mean_score(total, squares, n, unit), p_value((total, n), (squares, total, n), n)


class Prices:
    """What every outcome is worth to the declarer by the table's own scoring: his score or lead in units."""

    def __init__(self, rules: Rules) -> None:
        """Take the rules of the table."""
        self._rules, self._points = rules, points_in_pack(rules)
        self._known = rules.as_dict()
        self._charged = charges_losers(self._known)
        self._pack = [card_text(card) for card in pack(rules) if POINT_CARDS >> card & 1]
        self.of = cache(self._of)

    def _of(self, strain: int, number: int) -> NDArray[np.int64]:
        """Return the declarer's score or lead by outcome, for a contract; 0 for what cannot come about."""
        prices = np.zeros(self._points + 1 << _BITS, np.int64)
        friends = min(_MOST_FRIENDS, self._rules.deal.players - 1) if self._rules.friend.kinds else 0
        ways = [(count, False) for count in range(friends + 1)] + [(0, True)]
        for points in range(self._points + 1):
            for count, alone in ways:
                code = points << _BITS | count << 1 | alone
                share = worth(self._record(Bid(number, strain), points, count, alone))
                prices[code] = self._shares(count, made=points >= number) * share
        return prices

    def _shares(self, friends: int, *, made: bool) -> int:
        """Return how many shares are the declarer's; of penalties how many more the others have than he, in units."""
        others = self._rules.deal.players - 1
        if self._charged:  # each opponent of a made contract, else declarer and friends
            return others - friends if made else friends - others
        return others - 2 * friends if made else 2 * friends - others

    def _record(self, contract: Bid, points: int, friends: int, alone: bool) -> dict[str, Any]:
        """Return what the reckoning looks at of a deal's record."""
        return {
            "rules": self._known,
            "bid": str(contract),
            "contract": str(contract),
            "friend_call": {"kind": "none"} if alone else None,
            "hands": [],
            "kitty": self._pack,
            "result": {
                "points": points,
                "made": points >= contract.number,
                "friends": list(range(friends)),
                "scores": [0] * self._rules.deal.players,
            },
        }
