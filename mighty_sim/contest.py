"""Tournaments: which of several strategies scores best, everybody in every seat with the same cards.

Every deal is played by several line-ups (:mod:`mighty_sim.line_ups`), in which each contestant has every seat equally
often: what is due to the cards falls out of every comparison. Intervals are clustered by what belongs together.

    from mighty_sim.contest import from_names, play

    print(play(from_names("standard", ["greedy", "random"], seed=1, deals=20_000)).standings)
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mighty_sim import engines
from mighty_sim.answer import Answer
from mighty_sim.archive import PAIRS, STANDINGS, Archive
from mighty_sim.chunks import RowsWriter, Span, kept, spans
from mighty_sim.engines import Batch, Block, Report
from mighty_sim.errors import InputError, Interrupted, StrategyFault
from mighty_sim.experiment import ON_FAULT, Experiment
from mighty_sim.line_ups import Plan, plan
from mighty_sim.reckoning import charges_losers
from mighty_sim.runner import Outcome
from mighty_sim.standings import COUNTED, NEEDED, Tally, count, pairs, scores_of, table

if TYPE_CHECKING:
    from pandas import DataFrame

    from mighty_sim.rules import Rules
    from mighty_sim.strategy import Strategy

#: Contestants at most: each more adds line-ups, and comparisons that luck can win.
MOST = 16
# Contestants that a title names, at most.
_NAMED = 4
# Deals a piece of work: few, as every line-up plays them, but enough that counting them costs little.
_LEAST_PIECE = 256
# The same where the kernels run uncompiled, at some milliseconds a deal.
_SLOW_PIECE = 8
# Line-ups kept ready: more than are in use at a time.
_KEPT = 256


@dataclass(frozen=True)
class Contest:
    """What is played: a table, the contestants in the order that they were named in, a seed and how many deals.

    `on_fault` is what a wrong answer does, as in an experiment.
    """

    rules: Rules
    contestants: tuple[Strategy, ...]
    seed: int
    deals: int
    on_fault: str = ON_FAULT[0]

    def __post_init__(self) -> None:
        """Refuse what cannot be played. Raises InputError: contestants, seed, deals."""
        if not 2 <= len(self.contestants) <= MOST:
            raise InputError(
                f"{len(self.contestants)} contestant{'s' * (len(self.contestants) != 1)}; "
                f"a tournament has 2 to {MOST}, a sweep standing for several"
            )
        if self.deals < 1:
            raise InputError(f"{self.deals} deals cannot be played; ask for 1 or more")
        for one, other in combinations(self.contestants, 2):
            if (one.sha256, one.values) == (other.sha256, other.values):
                raise InputError(
                    f"{one.name!r} and {other.name!r} are the same strategy with the same parameters; name it once"
                )
        self.experiment((0,) * self.rules.deal.players)  # refuses the seed

    @cached_property
    def names(self) -> list[str]:
        """Return what the contestants are called: the strategies' names, numbered where several have the same."""
        names = [contestant.name for contestant in self.contestants]
        before = [names[:place].count(name) for place, name in enumerate(names)]
        return [f"{name} ({1 + again})" if again else name for name, again in zip(names, before, strict=True)]

    @cached_property
    def plan(self) -> Plan:
        """Return who sits where in which deals."""
        return plan(len(self.contestants), self.rules.deal.players, self.deals, self.seed)

    def experiment(self, line_up: Sequence[int]) -> Experiment:
        """Return a line-up of contestants' numbers, one a seat, as an experiment, which can be run and replayed."""
        seated = tuple(self.contestants[number] for number in line_up)
        return Experiment(self.rules, seated, self.seed, on_fault=self.on_fault)

    @property
    def goes_on(self) -> bool:
        """Return whether a wrong answer is counted, and does not end the tournament."""
        return self.on_fault != ON_FAULT[0]

    @property
    def charged(self) -> bool:
        """Return whether scores are penalties that the losers are charged, so that less is better."""
        return charges_losers(self.rules.as_dict())

    @property
    def plays(self) -> int:
        """Return how many deals are played, each by several line-ups."""
        return self.deals * len(self.plan.line_ups(0))

    def provenance(self) -> dict[str, Any]:
        """Return all that determines the tournament, as values that JSON can hold: no time, no host, no path."""
        seats = self.rules.deal.players
        alone = [self.experiment((number,) * seats).provenance() for number in range(len(self.contestants))]
        known = {
            "engine_version": alone[0]["engine_version"],
            "rules": alone[0]["rules"],
            "contestants": [experiment["strategies"][0] for experiment in alone],
            "seed": self.seed,
            "deals": self.deals,
            "rounds": self.plan.rounds,
            "orders": self.plan.orders,
        }
        if self.goes_on:
            known["on_fault"] = self.on_fault
        plain: dict[str, Any] = json.loads(json.dumps(known))
        return plain

    @cached_property
    def slug(self) -> str:
        """Return the name of the default folder: what a person looks for, and six digits that tell all else."""
        from mighty_sim.rules import changed

        digest = hashlib.sha256(json.dumps(self.provenance(), sort_keys=True).encode()).hexdigest()
        some = [*self.names[:3], *(["more"] if len(self.names) > 3 else [])]
        name = self.rules.name + ("-changed" if changed(self.rules) else "")
        goes_on = f"-{self.on_fault}" if self.goes_on else ""
        text = f"tournament-{name}-{'+'.join(some)}{goes_on}-seed{self.seed}-{digest[:6]}"
        return re.sub(r"[^\w.+-]+", "_", text)


@dataclass(frozen=True, repr=False, eq=False)
class Tournament(Answer):
    """A tournament that was played: the standings, a row a contestant, and the pairs, a row for every two.

    Both are data frames, the best contestant first; `results/README.md` describes their columns.
    """

    contest: Contest
    standings: DataFrame
    pairs: DataFrame
    outcome: Outcome

    kind = "tournament"

    @property
    def frame(self) -> DataFrame:
        """Return the standings."""
        return self.standings

    @property
    def title(self) -> str:
        """Return who played what, in a line."""
        contest = self.contest
        named = ", ".join([*contest.names[:_NAMED], *(["more"] if len(contest.names) > _NAMED else [])])
        return f"Tournament of {named} at {contest.rules.name}: {contest.deals:,} deals of seed {contest.seed}"

    @property
    def notes(self) -> list[str]:
        """Return what a reader has to know, in sentences."""
        scores = (
            "Score: penalty points that a seat was charged in a deal; the fewer, the better."
            if self.contest.charged
            else "Score: what a seat gained in a deal."
        )
        return [
            scores,
            "Advantage: how much better that is than the others in the same deals; it holds against this field alone.",
            "Intervals are of 95 %; separated: from the next one, p < 0.05, corrected for all pairs (Holm).",
        ]


def from_names(
    table: str,
    contestants: Sequence[str],
    seed: int,
    deals: int,
    settings: Sequence[str] = (),
    on_fault: str = ON_FAULT[0],
) -> Contest:
    """Return the tournament that words name; strategies are loaded, not compiled.

    `contestants` are texts as the command line has them, with parameters and sweeps (`steady:boldness=0.3..0.9/4`);
    `table` is a name or a path, which `settings` change. Raises UnknownName, RulesError, InputError, StrategyFault.
    """
    from mighty_sim.catalog import choice, swept
    from mighty_sim.rules import load_table
    from mighty_sim.strategy import load_choice

    for text in contestants:
        if "," in text:
            raise InputError(f"{text!r} is more than one contestant; write them with spaces between")
    texts = [text for words in contestants for text in swept(words)]
    loaded = tuple(load_choice(choice(text)) for text in texts)
    return Contest(load_table(table, settings), loaded, seed, deals, on_fault)


def play(
    contest: Contest,
    folder: Path | None = None,
    threads: int = 0,
    watch: Callable[[Report, int], None] | None = None,
    make_batch: Callable[[Experiment], Batch] | None = None,
) -> Tournament:
    """Play a tournament, and keep it in a folder (None: nowhere); one that is kept there already is read.

    `threads` 0 means all, and no result depends on it. `watch` is called about ten times a second with the progress and
    the number of deals. `make_batch` makes what plays a line-up. Raises InputError or RunError for a folder that cannot
    be used, StrategyFault, Interrupted after Ctrl-C.
    """
    begin = time.perf_counter()
    archive = Archive(folder, contest.provenance()) if folder else None
    if archive and archive.finished:
        standings, paired = archive.read(STANDINGS), archive.read(PAIRS)
        faults = archive.faults() if contest.goes_on else (0, 0)
        outcome = Outcome(0, contest.deals, 0.0, 0.0, time.perf_counter() - begin, *faults)
        return Tournament(contest, standings, paired, outcome)
    import pandas as pd

    with ExitStack() as open_now:
        if archive:
            open_now.enter_context(archive.claimed())
        work, report = _played(contest, archive, threads, watch, make_batch)
        tally = work.tally()
        both = pairs(tally, contest.names, charged=contest.charged)
        rows = table(tally, contest.names, both, charged=contest.charged)
        if archive:
            archive.keep(PAIRS, both)
            archive.keep(STANDINGS, rows)
    took = time.perf_counter() - begin
    outcome = Outcome(contest.plays, 0, report.kernel_s, report.play_s, took, work.faults, work.deals_with_faults)
    return Tournament(contest, pd.DataFrame(rows), pd.DataFrame(both), outcome)


def _played(
    contest: Contest,
    archive: Archive | None,
    threads: int,
    watch: Callable[[Report, int], None] | None,
    make_batch: Callable[[Experiment], Batch] | None,
) -> tuple[_Work, Report]:
    """Play all deals; what has counted them, and how long it took. The file of the deals is complete in the end."""
    work = _Work(contest, make_batch)
    try:
        with ExitStack() as open_now:
            open_now.callback(work.close)
            piece = work.begin()
            if archive:
                scores = archive.scores(len(contest.contestants), contest.deals, faults=contest.goes_on)
                work.writer = open_now.enter_context(scores)
            report = engines.play(
                work,
                engines.row_groups(spans(contest.deals)),
                work,
                threads=threads or engines.available_threads(),
                piece=piece,
                watch=(lambda report: watch(report, contest.deals)) if watch else None,
            )
            if work.writer:
                work.writer.finish()
    except (KeyboardInterrupt, engines.Stopped):
        raise Interrupted(f"interrupted; {kept(None)}") from None
    except StrategyFault as fault:
        from mighty_sim.replay import explain

        raise explain(work.faulty.get(fault.deal), fault) from None
    return work, report


class _Work:
    """A tournament as the threads of `engines` play it: all line-ups of a piece of deals, one after the other.

    What is counted is added up at once; a block has the contestants' scores, each as its two halves of 16 bits, and
    so the faults of all line-ups together, where they do not end the tournament.
    """

    def __init__(self, contest: Contest, make_batch: Callable[[Experiment], Batch] | None) -> None:
        """Prepare to play; nothing is loaded yet."""
        self.writer: RowsWriter | None = None
        self.faulty: dict[int | None, Experiment] = {}
        self._contest, self._plan, self._make = contest, contest.plan, make_batch or _batch_of
        self._contestants = len(contest.contestants)
        self.columns: tuple[Any, ...] = (None,) * (2 * (self._contestants + contest.goes_on))
        self.faults = self.deals_with_faults = 0
        self._by_deal = Tally(self._contestants)
        self._by_round = np.zeros((self._contestants, len(COUNTED), self._plan.rounds), np.int64)
        self._batches: dict[tuple[int, ...], Batch] = {}
        self._adding, self._making = threading.Lock(), threading.Lock()

    def begin(self) -> int:
        """Load the kernels and all strategies; return how many deals a piece should have."""
        line_ups = self._plan.line_ups(0)
        batches = [self._batch(line_up) for line_up in line_ups]
        names = [column.name for column in batches[0].columns]
        self._rows = {name: names.index(name) for name in NEEDED}
        first = names.index("score_0")
        self._scores = slice(first, first + self._plan.seats)
        self._faults = names.index("faults") if self._contest.goes_on else -1
        usual = max(_LEAST_PIECE, engines.PIECE // len(line_ups))
        if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
            usual = _SLOW_PIECE
        return min(int(getattr(batch, "piece", usual)) for batch in batches)

    def play(self, first: int, deals: int, out: Block, row: int) -> None:
        """Play the deals from `first` on in all their line-ups, and count them."""
        counted = np.zeros((self._contestants, len(COUNTED), deals), np.int64)
        faults = np.zeros(deals, np.int64)
        parts = list(self._plan.cut(first, deals))
        for number, start, some in parts:
            own = slice(start - first, start - first + some)
            for line_up in self._plan.line_ups(number):
                faults[own] += self._play(line_up, start, some, counted[:, :, own])
        if not self._plan.rounds:
            added = Tally(self._contestants)
            added.add(counted)
        with self._adding:
            if self._plan.rounds:
                for number, start, some in parts:
                    self._by_round[:, :, number] += counted[:, :, start - first :][:, :, :some].sum(axis=2)
            else:
                self._by_deal.merge(added)
        rows = np.concatenate([scores_of(counted), [faults]]) if self._contest.goes_on else scores_of(counted)
        halves = rows.astype(np.int32).view(np.int16).reshape(len(rows), deals, 2)
        out[:, row : row + deals] = halves.swapaxes(1, 2).reshape(2 * len(rows), deals)

    def take(self, span: Span, block: Block) -> None:
        """Write the scores of the deals, and count their faults."""
        halves = block.reshape(-1, 2, span.count).swapaxes(1, 2)
        rows = np.ascontiguousarray(halves).view(np.int32)[..., 0]
        if self._contest.goes_on:
            self.faults += int(rows[-1].sum(dtype=np.int64))
            self.deals_with_faults += int(np.count_nonzero(rows[-1]))
        if self.writer:
            self.writer.add(list(rows))

    def tally(self) -> Tally:
        """Return what was counted, by round where there are rounds, else by deal."""
        if self._plan.rounds:
            self._by_deal.add(self._by_round)
        return self._by_deal

    def close(self) -> None:
        """End what plays outside of this process."""
        for batch in self._batches.values():
            if hasattr(batch, "close"):
                batch.close()

    def _play(self, line_up: tuple[int, ...], first: int, deals: int, counted: NDArray[np.int64]) -> Any:
        """Play deals in one line-up and count them; return each deal's faults, 0 where they would end it."""
        batch = self._batch(line_up)
        block = engines.new_block(len(batch.columns), deals)
        try:
            batch.play(first, deals, block, 0)
        except StrategyFault as fault:
            if fault.deal is not None:
                self.faulty[fault.deal] = self._contest.experiment(line_up)
            raise
        columns = {name: block[at, :deals] for name, at in self._rows.items()}
        count(columns, block[self._scores, :deals], line_up, counted)
        return block[self._faults, :deals] if self._contest.goes_on else 0

    def _batch(self, line_up: tuple[int, ...]) -> Batch:
        """Return what plays a line-up: made when it is first needed, and for a few rounds kept."""
        with self._making:
            if line_up not in self._batches:
                while len(self._batches) >= _KEPT:
                    del self._batches[next(iter(self._batches))]
                self._batches[line_up] = self._make(self._contest.experiment(line_up))
            return self._batches[line_up]


def _batch_of(experiment: Experiment) -> Batch:
    """Return what plays a line-up: compiled kernels, or workers for players in pure Python."""
    from mighty_sim.workers import batch_of

    return batch_of(experiment)
