"""What a rule, or another strategy, changes: the same deals played under several settings.

Every setting has the same cards and the same private draws, deal by deal, so that what is due to luck falls out of the
differences. Settings are named as in :mod:`mighty_sim.variants`; what is counted is in :mod:`mighty_sim.differences`.

    from mighty_sim.comparison import compare

    print(compare(vary={"joker.last_trick": ["powerless", "normal"]}, deals=20_000).frame)
"""

from __future__ import annotations

import os
import threading
import time
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mighty_sim import engines
from mighty_sim.answer import Answer
from mighty_sim.chunks import Span, spans
from mighty_sim.differences import Differences, Turnings, class_rows, played, rows
from mighty_sim.engines import Batch, Block, Report
from mighty_sim.errors import InputError, Interrupted, StrategyFault
from mighty_sim.experiment import ON_FAULT, Experiment
from mighty_sim.limits import Enough, Judge, Limits, steps
from mighty_sim.reckoning import charges_losers
from mighty_sim.runner import Outcome
from mighty_sim.strength import THIN, WHEN, find_measure
from mighty_sim.variants import Variant, Wanted, variants, varied_text

if TYPE_CHECKING:
    from pandas import DataFrame

#: All deals are played.
NO_LIMITS = Limits()
#: Settings at most where every two are compared.
MOST_IN_PAIRS = 16
#: Deals that are kept to be shown, at most.
MOST_SHOWN = 1000
# Settings that a title names, at most.
_NAMED = 2
# Deals a piece of work: few, as every setting plays them, but enough that counting them costs little.
_LEAST_PIECE = 512
# The same where the kernels run uncompiled, at some milliseconds a deal.
_SLOW_PIECE = 8

Pair = tuple[int, int]


@dataclass(frozen=True)
class Question:
    """What is compared: settings, the baseline first, and how many deals of their seed.

    `by` is a measure of strength, for rows by class of the baseline's declarer at the time `when`; `pairs` compares
    every two settings; `show` is how many deals that turned are kept of each pair. `limits` may end it before its last
    deal, by half the widest interval of a difference of rates.
    """

    variants: tuple[Variant, ...]
    deals: int
    by: str | None = None
    when: str = WHEN[0]
    pairs: bool = False
    show: int = 0
    limits: Limits = NO_LIMITS

    def __post_init__(self) -> None:
        """Refuse what cannot be played. Raises InputError, and UnknownName for the measure."""
        if self.deals < 1:
            raise InputError(f"{self.deals} deals cannot be played; ask for 1 or more")
        if not 0 <= self.show <= MOST_SHOWN:
            raise InputError(f"{self.show} deals to show; it can be 0 to {MOST_SHOWN}")
        if self.pairs and len(self.variants) > MOST_IN_PAIRS:
            raise InputError(
                f"{len(self.variants)} settings are too many to compare every two; at most {MOST_IN_PAIRS}, "
                "or leave out --pairs: all are compared with the first"
            )
        if self.by is not None:
            find_measure(self.by)

    @property
    def labels(self) -> list[str]:
        """Return the labels of the settings."""
        return [variant.label for variant in self.variants]

    @property
    def compared(self) -> list[Pair]:
        """Return which settings are compared, by their numbers."""
        every = list(combinations(range(len(self.variants)), 2))
        return every if self.pairs else [pair for pair in every if pair[0] == 0]

    @property
    def charged(self) -> bool | None:
        """Return whether scores are penalties, so that less is better; None where that hangs on the setting."""
        kinds = {charges_losers(variant.experiment.rules.as_dict()) for variant in self.variants}
        return kinds.pop() if len(kinds) == 1 else None

    @property
    def goes_on(self) -> bool:
        """Return whether a wrong answer is counted, and does not end the comparison."""
        return self.variants[0].experiment.on_fault != ON_FAULT[0]


class Comparison(Answer):
    """A comparison that was played.

    `frame` has a row for every pair of settings, `classes` one for every class of strength besides (None where no
    measure was named); `mighty_sim.differences.rows` describes their columns. `turned` has deals that came out
    otherwise: the first ones that only one of the two made, and where these are too few those with the greatest
    differences of score.
    """

    kind = "comparison"

    def __init__(self, question: Question, counts: _Counts, outcome: Outcome) -> None:
        """Take what was asked, and what was counted."""
        import pandas as pd

        self.question, self.outcome, self.deals = question, outcome, counts.deals
        told = {"scores": question.charged is not None}
        self.turned = {pair: turnings.shown(**told) for pair, turnings in counts.turnings.items()}
        self._frame = pd.DataFrame(rows(counts.tallies, question.labels, **told))
        self.classes = pd.DataFrame(class_rows(counts.tallies, question.labels, **told)) if question.by else None

    @property
    def frame(self) -> DataFrame:
        """Return a row for every pair of settings."""
        return self._frame

    @property
    def title(self) -> str:
        """Return what was compared, in a line."""
        labels, first = self.question.labels, self.question.variants[0]
        named = f" of {', '.join(key for key, _ in first.varied)}" if first.varied else ""
        if len(labels) <= _NAMED:
            named += f": {' | '.join(labels)}"
        return f"The same {self.deals:,} deals of seed {first.experiment.seed} under {len(labels)} settings{named}"

    @property
    def caption(self) -> str:
        """Return the table and the strategies, where they are the same under all settings, for below a figure."""
        experiments = [variant.experiment for variant in self.question.variants]
        tables, players = {one.rules.name for one in experiments}, {one.line_up for one in experiments}
        words = [f"Table {name}" for name in tables if len(tables) == 1]
        words += [name for name in players if len(players) == 1]
        return " · ".join([*words, f"{self.deals:,} deals of seed {experiments[0].seed}"])

    @property
    def notes(self) -> list[str]:
        """Return what a reader has to know, in sentences."""
        return notes(self.question)

    def all_rows(self) -> list[dict[str, Any]]:
        """Return all rows; with a measure those of its classes first, and for all hands strength is None."""
        whole: list[dict[str, Any]] = self.frame.to_dict("records")
        if self.classes is None:
            return whole
        every = {"strength": None, "strength_to": None, "share": 1.0, "thin": False}
        return [*self.classes.to_dict("records"), *(every | row for row in whole)]


def notes(question: Question) -> list[str]:
    """Return what a reader of a comparison has to know, in sentences."""
    charged = {
        None: "Scores are penalties under one setting and gains under another, so they are not compared.",
        False: "Score: of the declarer, whoever that is.",
        True: "Charged: penalty points of the declarer, whoever that is; less is better.",
    }
    found = [
        "Difference: of the rates, in points of a percent, with a 95 % interval from the deals that only one setting "
        "made (Bonett and Price 2012). * more than luck: McNemar's exact test, corrected for all comparisons (Holm), "
        "p < 0.05. ±: reach of a 95 % interval.",
        f"{charged[question.charged]} Points: of the declarer's side. Number: of the contract. Thrown in: deals before "
        "one that was played.",
        "Any: deals of which anything in the row is another, scores included. Cards: more or fewer deals were dealt "
        "before it, so its cards are others.",
    ]
    if question.by:
        found.append(f"By class: n deals, and differences in them. † fewer than {THIN} deals: the rate says little.")
    return [*found, "It holds for these strategies and tables, not for Mighty as such."]


def compare(  # noqa: PLR0913  (an argument an option)
    *tables: str,
    settings: Sequence[str] = (),
    vary: str | Sequence[str] | Mapping[str, Sequence[Any]] = (),
    strategies: str | Sequence[str] = "steady",
    deals: int = 100_000,
    seed: int = 1,
    threads: int | None = None,
    precision: float | None = None,
    time: float | None = None,
    declarer: str = "auction",
    seat: int | None = None,
    number: int | None = None,
    told: tuple[str | None, str | None, str | None] = (None, None, None),
    dealing: Any = None,
    by: str | None = None,
    when: str = WHEN[0],
    pairs: bool = False,
    show: int = 0,
    on_fault: str = ON_FAULT[0],
) -> Comparison:
    """Return what settings make of the same deals; `mighty-sim compare` in Python.

    `compare("standard", "penalty-5")` compares tables, `compare(vary={"joker_last": ["powerless", "normal"]})` values
    of an option, `compare(strategies=["steady", "bold"])` strategies. `time` is in seconds; `told` is the strain, the
    discard and the friend call of a forced declarer. Raises InputError and its kinds for what cannot be compared,
    StrategyFault, Interrupted after Ctrl-C.
    """
    wanted = Wanted(
        tables=tables or Wanted.tables,
        vary=_texts(vary),
        strategies=[strategies] if isinstance(strategies, str) else strategies,
        settings=settings,
        seed=seed,
        declarer=declarer,
        seat=seat,
        number=number,
        told=told,
        on_fault=on_fault,
        dealing=dealing,
    )
    limits = Limits(precision, time)
    return play(Question(tuple(variants(wanted)), deals, by, when, pairs, show, limits), threads or 0)


def _texts(vary: str | Sequence[str] | Mapping[str, Sequence[Any]]) -> Sequence[str]:
    """Return what is varied as the command line has it."""
    if isinstance(vary, Mapping):
        return [varied_text(name, values) for name, values in vary.items()]
    return [vary] if isinstance(vary, str) else vary


def play(
    question: Question,
    threads: int = 0,
    watch: Callable[[Report, int], None] | None = None,
    make_batch: Callable[[Experiment], Batch] | None = None,
) -> Comparison:
    """Play the deals under every setting and compare them.

    `threads` 0 means all, and no result depends on it. `watch` is called about ten times a second with the progress and
    the number of deals. `make_batch` makes what plays a setting. Raises StrategyFault, Interrupted after Ctrl-C.
    """
    begin = time.perf_counter()
    work = _Work(question, make_batch or _batch_of)
    report, ended, reached = _played(work, question, threads, watch)
    counts, took = work.counts, time.perf_counter() - begin
    plays = counts.deals * len(question.variants)
    short = question.limits.precision is not None and not reached
    times = (report.kernel_s, report.play_s, took)
    return Comparison(question, counts, Outcome(plays, 0, *times, counts.faults, counts.faulty, ended, short))


def _played(
    work: _Work, question: Question, threads: int, watch: Callable[[Report, int], None] | None
) -> tuple[Report, str, bool]:
    """Play deals until it is enough; how long that took, why it ended in words, and whether a precision was reached."""
    report, limits, all_deals = Report(), question.limits, spans(question.deals)

    def seen(now: Report) -> None:
        report.kernel_s, report.play_s = now.kernel_s, time.perf_counter() - begin
        if watch:
            watch(now, question.deals)

    begin = time.perf_counter()
    try:
        piece = work.begin(list(steps(all_deals)) if limits else engines.row_groups(all_deals))
        begin = time.perf_counter()
        done = engines.play(work, work.spans, work, threads or engines.available_threads(), piece, seen)
    except (KeyboardInterrupt, engines.Stopped):
        raise Interrupted("interrupted; nothing is kept of a comparison") from None
    except StrategyFault as fault:
        from mighty_sim.replay import explain

        raise explain(work.failed.get(fault.deal), fault) from None
    except Enough as enough:
        return report, enough.why, enough.reached
    finally:
        work.close()
    short = work.judge.short(question.deals, work.counts.half_width())
    return done, short or (f"all {question.deals:,} deals were played" if limits else ""), not short


class _Counts:
    """What is counted of some deals: the differences of each pair, the deals to be shown, and the faults."""

    def __init__(self, question: Question) -> None:
        """Begin with no deals."""
        measure = find_measure(question.by) if question.by else None
        self.tallies = {pair: Differences(measure) for pair in question.compared}
        self.turnings = {pair: Turnings(question.show) for pair in question.compared}
        self.deals = self.faults = self.faulty = 0

    def merge(self, other: _Counts) -> None:
        """Add the counts of other deals."""
        for pair, tally in other.tallies.items():
            self.tallies[pair].merge(tally)
            self.turnings[pair].merge(other.turnings[pair])
        self.deals += other.deals
        self.faults += other.faults
        self.faulty += other.faulty

    def half_width(self) -> float:
        """Return half the widest interval of a difference of rates; 1 before the first deal."""
        return max(tally.half_width() for tally in self.tallies.values())


class _Work:
    """A comparison as the threads of `engines` play it: all settings of a piece of deals, one after the other.

    A block has no rows: what is counted of a span is added up, and in the order of the spans put together.
    """

    columns: tuple[Any, ...] = ()

    def __init__(self, question: Question, make_batch: Callable[[Experiment], Batch]) -> None:
        """Prepare to play; nothing is loaded yet."""
        self._question, self._make = question, make_batch
        self._measure = find_measure(question.by) if question.by else None
        self.counts, self.spans = _Counts(question), list[Span]()
        self._by_span: dict[int, _Counts] = {}
        self.failed: dict[int | None, Experiment] = {}
        self._batches: list[Batch] = []
        self._adding = threading.Lock()

    def begin(self, all_spans: list[Span]) -> int:
        """Load the kernels and all strategies, and start the clock; return how many deals a piece should have."""
        for variant in self._question.variants:
            self._batches.append(self._make(variant.experiment))
        self._names = [[column.name for column in batch.columns] for batch in self._batches]
        self.spans, self._firsts = all_spans, [span.first for span in all_spans]
        self.judge = Judge(self._question.limits)
        usual = max(_LEAST_PIECE, engines.PIECE // len(self._batches))
        if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
            usual = _SLOW_PIECE
        return min(int(getattr(batch, "piece", usual)) for batch in self._batches)

    def play(self, first: int, deals: int, out: Block, row: int) -> None:
        """Play the deals from `first` on, which are of one span, under every setting, and count them."""
        blocks = [self._block(number, first, deals) for number in range(len(self._batches))]
        added = self._counted(blocks, first, deals)
        span = self._firsts[bisect_right(self._firsts, first) - 1]
        with self._adding:
            if span in self._by_span:
                self._by_span[span].merge(added)
            else:
                self._by_span[span] = added

    def take(self, span: Span, block: Block) -> None:
        """Add what was counted of a span. Raises Enough if it is enough."""
        self.counts.merge(self._by_span.pop(span.first))
        if self._question.limits:
            self.judge.look(self.counts.deals, self.counts.half_width)

    def close(self) -> None:
        """End what plays outside of this process."""
        for batch in self._batches:
            if hasattr(batch, "close"):
                batch.close()

    def _block(self, number: int, first: int, deals: int) -> NDArray[np.int16]:
        """Play deals under one setting; the rows of its columns."""
        batch = self._batches[number]
        block = engines.new_block(len(batch.columns), deals)
        try:
            batch.play(first, deals, block, 0)
        except StrategyFault as fault:
            if fault.deal is not None:
                self.failed[fault.deal] = self._question.variants[number].experiment
            raise
        return block[:, :deals]

    def _counted(self, blocks: Sequence[NDArray[np.int16]], first: int, deals: int) -> _Counts:
        """Return what is counted of the same deals under all settings."""
        found = [played(block, names) for block, names in zip(blocks, self._names, strict=True)]
        counts = _Counts(self._question)
        counts.deals = deals
        for (one, other), tally in counts.tallies.items():
            tally.add(found[one], found[other], self._strength(one, blocks[one]))
            if self._question.show:
                counts.turnings[one, other].add(found[one], found[other], first)
        if self._question.goes_on:
            own = [block[names.index("faults")] for block, names in zip(blocks, self._names, strict=True)]
            faults = np.sum(own, axis=0, dtype=np.int64)
            counts.faults, counts.faulty = int(faults.sum()), int(np.count_nonzero(faults))
        return counts

    def _strength(self, number: int, block: NDArray[np.int16]) -> NDArray[np.int16] | None:
        """Return the declarer's strength in each deal of a setting, if it is asked for."""
        if self._measure is None:
            return None
        strength: NDArray[np.int16] = block[self._names[number].index(self._measure.column(self._question.when))]
        return strength


def in_pure_python(question: Question) -> list[str]:
    """Return the names of the players in pure Python, each once."""
    from mighty_sim.workers import in_pure_python

    return list(dict.fromkeys(name for variant in question.variants for name in in_pure_python(variant.experiment)))


def _batch_of(experiment: Experiment) -> Batch:
    """Return what plays a setting: compiled kernels, or workers for players in pure Python."""
    from mighty_sim.workers import batch_of

    return batch_of(experiment)
