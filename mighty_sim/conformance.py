"""The kit: whether a strategy keeps the rules, can be repeated, forgets, knows only what it may know, and takes part.

Each check is made table by table and ends in a :class:`Finding`; beside them stands a portrait of the strategy at each
table. All that is played is fixed by the seed, so that a finding can be looked at again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from mighty_sim.blindness import Job, Sight, sights
from mighty_sim.catalog import choice
from mighty_sim.chunks import Columns
from mighty_sim.cost import BESIDE, compile_time, cost
from mighty_sim.errors import InputError, StrategyFault
from mighty_sim.experiment import Experiment, Forced
from mighty_sim.kernels.batch import Batch, columns_for, never_bids
from mighty_sim.portrait import NAMES, Columnwise, Portrait, portrait
from mighty_sim.rules import Rules, change, load_table
from mighty_sim.runner import Request, run
from mighty_sim.strategy import Strategy, load_choice

#: Deals at each table, of a compiled strategy and of one in pure Python.
DEALS, SLOW_DEALS = 20_000, 200
#: Answers that are compared in another world at each table.
QUESTIONS = 150
#: The greatest share of auctions in which all may pass, the strategy being alone at the table.
MOST_PASSED = 0.9
_AGAIN, _SLOW_AGAIN = 2_000, 60
_OTHER = "random"


@dataclass(frozen=True)
class Plan:
    """What to check: a strategy as `--strategy` names it, tables by name or path, and how much.

    `deals` are played at each table (None: `DEALS`, or `SLOW_DEALS` in pure Python), and `questions` asked again.
    `threads` 0 means all.
    """

    strategy: str
    tables: Sequence[str]
    deals: int | None = None
    seed: int = 1
    threads: int = 0
    questions: int = QUESTIONS


@dataclass(frozen=True)
class Finding:
    """What a check found at a table: over `n` deals or answers, whether it passed, a remark, and a figure if any."""

    check: str
    table: str
    n: int
    passed: bool
    note: str = ""
    value: float | None = None


@dataclass(frozen=True)
class Report:
    """The findings about a strategy, and what it is like at each table at which it plays by the rules."""

    strategy: Strategy
    findings: list[Finding] = field(default_factory=list)
    portraits: list[Portrait] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Tell whether every check was passed."""
        return all(finding.passed for finding in self.findings)


def examine(plan: Plan, tell: Callable[[str], None] = lambda what: None) -> Report:
    """Check a strategy; `tell` hears what is being done.

    Raises InputError for a text that is not one strategy and for too few deals, UnknownName and RulesError for a table,
    BadStrategy for a file that cannot be loaded or compiled.
    """
    if "," in plan.strategy:
        raise InputError(f"{plan.strategy!r} are several strategies; one at a time is checked")
    tables = [load_table(name) for name in plan.tables]
    strategy, other = load_choice(choice(plan.strategy)), load_choice(choice(_OTHER))
    if plan.deals is not None and plan.deals < _SLOW_AGAIN:
        raise InputError(f"{plan.deals} deals are too few to tell anything; ask for {_SLOW_AGAIN} or more")
    report = Report(strategy)
    tell("compiling")
    seconds = compile_time(plan.strategy) if strategy.compiled else None
    tell("dealing the unseen cards again")
    seen = _seen(plan, strategy)
    for rules, *own in zip(tables, *seen, strict=True):
        tell(f"playing at {rules.name}")
        table = _Table(rules, strategy, other, plan)
        report.findings.extend(table.findings(own))
        if table.portrait:
            report.portraits.append(table.portrait)
    tell("timing")
    place = plan.tables.index("standard") if "standard" in plan.tables else 0
    report.findings.extend(_costs(plan, strategy, tables[place], seconds, seen[0][place]))
    return report


def _seen(plan: Plan, strategy: Strategy) -> list[list[Sight]]:
    """Look at a strategy uncompiled, each time at all tables: once, and in pure Python also in another order."""

    def job(tables: Sequence[str], questions: int, backwards: bool = False) -> Job:
        return Job(plan.strategy, tables, plan.seed, questions, _SLOW_AGAIN, backwards)

    if not strategy.compiled:
        return sights([job(plan.tables, plan.questions), job(plan.tables, 0, backwards=True)])
    half = len(plan.tables) if plan.threads == 1 else (len(plan.tables) + 1) // 2
    parts = [part for part in (plan.tables[:half], plan.tables[half:]) if part]
    return [[sight for part in sights([job(part, plan.questions) for part in parts]) for sight in part]]


class _Table:
    """A strategy at one table: what is played there, and what that shows."""

    def __init__(self, rules: Rules, strategy: Strategy, other: Strategy, plan: Plan) -> None:
        self.portrait: Portrait | None = None
        self._rules, self._strategy, self._other = rules, strategy, other
        self._seed, self._threads = plan.seed, plan.threads
        self._deals = plan.deals or (DEALS if strategy.compiled else SLOW_DEALS)
        self._seats = range(rules.deal.players)

    def findings(self, seen: Sequence[Sight]) -> Iterator[Finding]:
        """Yield what each check finds; `seen` is what was found uncompiled."""
        bids = self._bids(seen[0])
        alone = drawn = None
        try:
            alone = self._play(self._alone, self._deals // 2) if bids else None
            beside = [(self._play(self._beside(seats), self._deals // 8), seats) for seats in self._places()]
            self._play_forced()
            drawn = alone and portrait(self._rules, alone, self._auctions(alone), beside)
            yield self._finding("legal", self._deals if bids else self._deals // 2)
        except StrategyFault as fault:
            yield self._finding("legal", 0, str(fault))
        if alone:
            yield from self._again(alone, seen)
        unlike = seen[0].unlike or ("" if seen[0].compared else "no question could be asked again")
        yield self._finding("blind", seen[0].compared, unlike)
        if not bids:
            yield self._finding("bids", seen[0].auctions, f"nobody bids; {never_bids([self._strategy])}")
        elif drawn:
            self.portrait = drawn
            yield self._takes_part(drawn)

    def _finding(self, check: str, n: int, wrong: str = "") -> Finding:
        return Finding(check, self._rules.name, n, not wrong, wrong)

    # -- what is played --

    @property
    def _alone(self) -> Experiment:
        return Experiment(self._rules, (self._strategy,) * len(self._seats), self._seed)

    def _places(self) -> list[list[int]]:
        """The seats of the strategy beside another: every other one, and then the rest."""
        return [[seat for seat in self._seats if seat % 2 == first] for first in (0, 1)]

    def _beside(self, seats: Sequence[int]) -> Experiment:
        seated = tuple(self._strategy if seat in seats else self._other for seat in self._seats)
        return Experiment(self._rules, seated, self._seed)

    def _play(self, experiment: Experiment, deals: int, names: tuple[str, ...] = NAMES) -> Columns:
        tally = Columnwise(names)
        run(Request(experiment, max(deals, 1), threads=self._threads), tally)
        return tally.columns()

    def _play_forced(self) -> None:
        """Let every seat declare, by turns at the highest number and at a low one."""
        auction = self._rules.auction
        numbers = (auction.max_number, min(auction.min_number + 2, auction.max_number))
        for seat in self._seats:
            experiment = replace(self._alone, forced=Forced(seat, numbers[seat % 2]))
            self._play(experiment, self._deals // 4 // len(self._seats))

    def _auctions(self, alone: Columns) -> Columns:
        """Deals in which nobody throws in a weak hand, so that those thrown in tell of auctions in which all passed."""
        if not self._rules.misdeal.enabled:
            return alone
        rules = change(self._rules, {"misdeal.enabled": False}, self._rules.name)
        return self._play(replace(self._alone, rules=rules), self._deals // 4)

    def _bids(self, sight: Sight) -> bool:
        """Whether the strategy ever bids where it is alone; else no deal comes to an end."""
        if sight.contracts or sight.fault or not self._strategy.compiled:
            return bool(sight.contracts or sight.fault)
        batch = Batch(self._alone)
        try:
            batch.play(0, 1, np.zeros((len(batch.columns), 1), np.int16), 0)
        except StrategyFault as fault:
            return never_bids(self._alone.strategies) not in str(fault)
        return True

    # -- what that shows --

    def _again(self, alone: Columns, seen: Sequence[Sight]) -> Iterator[Finding]:
        """Yield whether the same deals come again: cut otherwise and elsewhere, and then in another order."""
        names = tuple(column.name for column in columns_for(self._rules))
        n = min(_AGAIN if self._strategy.compiled else _SLOW_AGAIN, self._deals // 2)
        try:
            rows = self._play(self._alone, n, names)
        except StrategyFault as fault:
            yield self._finding("repeatable", 0, f"played again, a deal ends otherwise: {fault}")
            return
        kept = [alone[name][:n] for name in NAMES]
        wrong = self._unlike("played again", kept, [rows[name] for name in NAMES])
        few = [rows[name][:_SLOW_AGAIN] for name in names]
        wrong = wrong or self._unlike("played in another process, uncompiled,", few, seen[0].rows)
        yield self._finding("repeatable", n, wrong)
        whole = [rows[name] for name in names]
        if self._strategy.compiled:
            wrong = self._unlike("played alone, after later deals,", whole, self._backwards(n))
        else:
            wrong = self._unlike("played alone, after later deals,", seen[0].rows, seen[-1].rows)
            n = _SLOW_AGAIN
        yield self._finding("forgets", n, wrong)

    def _backwards(self, n: int) -> Any:
        """The rows of the first deals, played one at a time from the last to the first."""
        batch = Batch(self._alone)
        block = np.zeros((len(batch.columns), n), np.int16)
        for deal in reversed(range(n)):
            batch.play(deal, 1, block, deal)
        return block

    def _unlike(self, how: str, rows: Any, others: Any) -> str:
        """What a check says of the first deal that is not the same in both; an empty text where there is none."""
        first, second = np.asarray(rows), np.asarray(others)
        if second.size == 0:
            return ""  # a fault, of which another check tells
        n = min(first.shape[1], second.shape[1])
        differ = np.flatnonzero((first[:, :n] != second[:, :n]).any(axis=0))
        if not len(differ):
            return ""
        few = f"deal {differ[0]} goes otherwise ({len(differ)} of {n} deals do)"
        return f"{how} {few}: it remembers, or has luck of its own"

    def _takes_part(self, found: Portrait) -> Finding:
        """Whether it bids often enough for deals to be played."""
        passed = found.measures["thrown_in"]
        wrong = f"all pass in {passed.value:.1%} of auctions, of which {MOST_PASSED:.0%} may be"
        return self._finding("bids", passed.n, wrong if passed.value > MOST_PASSED else "")


def _costs(plan: Plan, strategy: Strategy, rules: Rules, seconds: float | None, sight: Sight) -> Iterator[Finding]:
    """Yield what the strategy costs, at one table; nothing of it can fail."""
    if not strategy.compiled or seconds is None:
        if sight.rows:
            note = f"{sight.seconds * 1000:.1f} ms a deal and processor, in pure Python"
            yield Finding("speed", rules.name, _SLOW_AGAIN, True, note, sight.seconds * 1e9)
        return
    yield Finding("compiling", "", 1, True, f"{seconds:.1f} s where nothing of it is compiled yet; then kept", seconds)
    try:
        found = cost(Experiment(rules, (strategy,) * rules.deal.players, plan.seed))
    except StrategyFault:
        return
    note = f"{found.ns:,.0f} ns a deal and processor, {found.ratio:.2f} times as long as {BESIDE}"
    yield Finding("speed", rules.name, found.deals, True, note, found.ns)
