"""Whole matches of an experiment: the totals of the seats, their places, and who won how often.

A match is a table's deals one after the other, with its rotation of dealer and opener (STD §2). The highest or the
lowest total wins, and ties share: seats of one total have the better place together, and a match that several win
counts for each in equal parts. All of it is whole numbers: a match is :data:`PARTS` parts.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mighty_sim import engines
from mighty_sim.chunks import Span, kept, spans
from mighty_sim.engines import Block, Report
from mighty_sim.errors import InputError, Interrupted, StrategyFault
from mighty_sim.experiment import Experiment
from mighty_sim.runner import Outcome
from mighty_sim.workers import closing, in_pure_python, matches_of

#: What a match is worth: a number that any one to eight winners can share equally.
PARTS = 840
#: Matches of one request at most: their totals are kept in memory, and their deals have to have numbers.
MOST_MATCHES = 10**7
# Deals a piece of work where the kernels run uncompiled, at some milliseconds a deal.
_SLOW_PIECE = 16

Numbers = NDArray[np.int64]


def places(totals: Numbers, wins: str) -> Numbers:
    """Return each seat's place in each match, 1 the best; ties share the better one (STD §2).

    `totals` is [matches, seats]; `wins` is "high_total" or "low_total".
    """
    signed = totals if wins == "high_total" else -totals
    better = [(signed > signed[:, [seat]]).sum(axis=1) for seat in range(totals.shape[1])]
    return 1 + np.stack(better, axis=1)


@dataclass(frozen=True)
class Sums:
    """Whole-number sums over `n` matches for one seat, or for the seats of one strategy taken together.

    `total` is the sum of their totals, `squares` the sum over the matches of the square of what they have together,
    `parts` their shares of the matches won (see `PARTS`), `places` the sum of their places.
    """

    seats: tuple[int, ...]
    strategy: str
    n: int
    total: int
    squares: int
    parts: int
    places: int


@dataclass(frozen=True)
class Matches:
    """Matches that were played, in order, and the seconds that it took.

    `totals` is int64 [matches, seats], `deals` int64 [matches]: how many deals each had.
    """

    experiment: Experiment
    totals: Numbers
    deals: Numbers
    outcome: Outcome

    @cached_property
    def places(self) -> Numbers:
        """Return each seat's place in each match: int64 [matches, seats], 1 the best, ties sharing it."""
        return places(self.totals, self.experiment.rules.match.wins)

    @cached_property
    def parts(self) -> Numbers:
        """Return each seat's share of each match, in parts: int64 [matches, seats]; a match is `PARTS` together."""
        first = self.places == 1
        return np.where(first, PARTS // first.sum(axis=1, keepdims=True), 0)

    @property
    def undecided(self) -> int:
        """Return how many matches were stopped, as no total had reached the agreed one in the most deals there are."""
        rules = self.experiment.rules.match
        return int((self.totals.max(axis=1) < rules.total).sum()) if rules.ends == "total" else 0

    def by_seat(self) -> list[Sums]:
        """Return the sums of each seat."""
        return [self._sums((seat,)) for seat in range(self.totals.shape[1])]

    def by_strategy(self) -> list[Sums]:
        """Return the sums of each strategy, in the order of its first seat."""
        seats: dict[tuple[str, str], list[int]] = {}
        for seat, strategy in enumerate(self.experiment.strategies):
            seats.setdefault((strategy.name, strategy.sha256), []).append(seat)
        return [self._sums(tuple(found)) for found in seats.values()]

    def _sums(self, seats: tuple[int, ...]) -> Sums:
        """Return the sums of some seats."""
        own = list(seats)
        together = self.totals[:, own].sum(axis=1)
        return Sums(
            seats,
            self.experiment.strategies[seats[0]].name,
            len(together),
            int(together.sum()),
            int((together**2).sum()),
            int(self.parts[:, own].sum()),
            int(self.places[:, own].sum()),
        )


def play(
    experiment: Experiment,
    n: int,
    threads: int = 0,
    watch: Callable[[Report, int], None] | None = None,
) -> Matches:
    """Play matches 0 to n - 1 of an experiment; `threads` 0 means all, and no result depends on it.

    `watch` is called about ten times a second with the progress, in matches, and `n`. Raises InputError for no matches,
    a forced declarer, or matches too long; StrategyFault; Interrupted after Ctrl-C.
    """
    if not 1 <= n <= MOST_MATCHES:
        raise InputError(f"{n} matches cannot be played; ask for 1 to {MOST_MATCHES:,}")
    begin = time.perf_counter()
    try:
        work = _Work(experiment, n)
        with closing(work.batch):
            report = engines.play(
                work,
                engines.row_groups(spans(n)),
                work,
                threads=threads or engines.available_threads(),
                piece=work.piece,
                watch=(lambda report: watch(report, n)) if watch else None,
            )
    except (KeyboardInterrupt, engines.Stopped):
        raise Interrupted(f"interrupted; {kept(None)}") from None
    except StrategyFault as fault:
        raise _told_in_full(experiment, fault) from None
    wall_s = time.perf_counter() - begin
    faults, faulty = (int(total) for total in work.faults.sum(axis=0))
    outcome = Outcome(int(work.deals.sum()), 0, report.kernel_s, report.play_s, wall_s, faults, faulty)
    return Matches(experiment, work.totals, work.deals, outcome)


class _Work:
    """Matches as the threads of `engines` play them: pieces that each have their own rows of the results.

    The rows of the deals are not kept, so the blocks that the threads hand on are empty.
    """

    columns: tuple[Any, ...] = ()

    def __init__(self, experiment: Experiment, n: int) -> None:
        """Load the kernels, and make room for the results of n matches."""
        from mighty_sim.kernels.jit import JIT
        from mighty_sim.kernels.match import most_deals

        slow = in_pure_python(experiment) or not JIT
        self.batch = matches_of(experiment)
        self.piece = max(1, (_SLOW_PIECE if slow else engines.PIECE) // most_deals(experiment.rules))
        names = [column.name for column in self.batch.columns]
        self._faults = names.index("faults") if "faults" in names else -1
        self.faults = np.zeros((n, 2), np.int64)  # wrong answers and deals with some, of a piece at its first match
        self.totals = np.zeros((n, experiment.rules.deal.players), np.int64)
        self.deals = np.zeros(n, np.int64)

    def play(self, first: int, count: int, out: Block, row: int) -> None:
        """Play matches from `first` on and keep what they came to."""
        played = self.batch.play(first, count)
        if self._faults >= 0:
            faults = played.rows[self._faults]
            self.faults[first] = faults.sum(dtype=np.int64), np.count_nonzero(faults)
        self.totals[first : first + count] = played.totals
        self.deals[first : first + count] = played.deals

    def take(self, span: Span, block: Block) -> None:
        """Take an empty block: everything is kept already."""


def _told_in_full(experiment: Experiment, fault: StrategyFault) -> StrategyFault:
    """Return the fault with what the replay of its match tells: compiled kernels know no more than the place."""
    if fault.deal is None:
        return fault
    from mighty_sim.kernels.match import most_deals
    from mighty_sim.replay import explain

    return explain(experiment, fault, fault.deal // most_deals(experiment.rules))
