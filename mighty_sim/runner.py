"""Runs: which deals are there already, playing the others, and counting all of them.

A run asks for the deals 0 to n - 1 of an experiment. Deals that a folder holds are read, not played again; a
finished run asked for again plays nothing, and a chunk with the first of its deals is gone on with.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from mighty_sim import ENGINE_VERSION, __version__, engines
from mighty_sim.chunks import Chunk, Columns, Span, kept, spans
from mighty_sim.engines import Batch, Report
from mighty_sim.errors import InputError, Interrupted, StrategyFault
from mighty_sim.experiment import ON_FAULT, Experiment
from mighty_sim.limits import NO_LIMITS, Enough, Judge, Limits, MainRate, steps
from mighty_sim.recorder import Recorder, Tally
from mighty_sim.store import Store
from mighty_sim.workers import batch_of, closing

#: Deals a piece where the kernels run uncompiled, at some milliseconds a deal.
_SLOW_PIECE = 16


@dataclass(frozen=True)
class Request:
    """What is asked of a run: so many deals of an experiment, kept in a folder (None: counted only).

    `threads` 0 means all. `command` is what the user would type to go on after stopping. `limits` may end it before its
    last deal; then the folder has the deals that were counted, as if no more had been asked for.
    """

    experiment: Experiment
    deals: int
    folder: Path | None = None
    threads: int = 0
    command: str = ""
    limits: Limits = NO_LIMITS

    def __post_init__(self) -> None:
        """Refuse threads that nobody could wait for. Raises InputError."""
        if self.threads and self.threads < 0:  # a command has None for all
            raise InputError(f"{self.threads} threads cannot play; it can be 1 or more, or 0 for all")


@dataclass(frozen=True)
class Outcome:
    """What a run did: deals played and deals read from files, and the time that it took.

    `kernel_s` is processor time inside the kernels, over all threads; `play_s` is what playing (and writing)
    took by the clock, `wall_s` the whole run with reading and loading. `faults` are the wrong answers that were
    replaced, and `faulty` the deals that had some; both only of a run that goes on. `ended` says in words which limit
    ended the run, or that none was reached; it is empty where only a number of deals was asked for. `short`: a
    precision was asked for and not reached.
    """

    played: int
    reused: int
    kernel_s: float
    play_s: float
    wall_s: float
    faults: int = 0
    faulty: int = 0
    ended: str = ""
    short: bool = False


@dataclass(frozen=True)
class Plan:
    """What a run will do: spans to play, and stored chunks to read with how many of their deals.

    A span that begins within a chunk goes on with the stored one.
    """

    play: list[Span] = field(default_factory=list)
    read: list[tuple[Chunk, int]] = field(default_factory=list)

    @property
    def to_play(self) -> int:
        """Return the number of deals to play."""
        return sum(span.count for span in self.play)

    @property
    def to_read(self) -> int:
        """Return the number of deals to read."""
        return sum(count for _, count in self.read)


def plan(deals: int, store: Store | None, *, in_order: bool = False) -> Plan:
    """Return which of the deals have to be played and which are in the store. Raises InputError for none.

    `in_order`: what is read comes before all that is played, so that the deals can be counted in their order.
    """
    if deals < 1:
        raise InputError(f"{deals} deals cannot be played; ask for 1 or more")
    made = Plan()
    for span in spans(deals):
        found = store.found(span) if store and not (in_order and made.play) else None
        there = min(found.span.count, span.count) if found else 0
        if found:
            made.read.append((found, there))
        if there < span.count:
            made.play.append(Span(span.first + there, span.count - there))
    return made


def run(
    request: Request,
    tally: Tally | None = None,
    make_batch: Callable[[Experiment], Batch] | None = None,
    watch: Callable[[Report, int], None] | None = None,
) -> Outcome:
    """Play what is asked for and not stored yet, store it, and count everything in the tally.

    `make_batch` makes what plays (default: the kernels, compiled or in workers); it is called only if something is
    to be played. `watch` is called about ten times a second with the progress and the number of deals to play.
    Raises InputError or RunError for a folder that cannot be used, StrategyFault, Interrupted after Ctrl-C.
    """
    begin, began = time.perf_counter(), datetime.now(UTC)
    store = Store(request.folder, request.experiment) if request.folder else None
    todo = plan(request.deals, store, in_order=bool(request.limits))
    faults, main = _Faults(), MainRate(request.experiment)
    tallies: list[Tally] = [tally] if tally else []
    if request.experiment.on_fault != ON_FAULT[0]:
        tallies.append(faults)
    judge = Judge(request.limits)
    if request.limits:
        tallies.append(main)
    recorder = Recorder(store, tallies, main, judge)
    report, ended, short = Report(), "", False
    try:
        _read(todo, recorder, in_steps=bool(request.limits))
        _play(request, todo, recorder, make_batch or batch_of, watch, report)
        ended = judge.short(main.deals, main.half_width()) if request.limits else ""
        short = bool(ended)
        ended = ended or (f"all {main.deals:,} deals were played" if request.limits else "")
    except Enough as enough:
        ended, short = enough.why, request.limits.precision is not None and not enough.reached
    except (KeyboardInterrupt, engines.Stopped):
        raise Interrupted(_how_to_go_on(request)) from None
    except StrategyFault as fault:
        raise _told_in_full(request.experiment, fault) from None
    wall_s = time.perf_counter() - begin
    played, read = (recorder.played, recorder.read) if request.limits else (todo.to_play, todo.to_read)
    if store and played:
        store.note(_entry(request, began, wall_s, played + read, ended))
    times = (report.kernel_s, report.play_s, wall_s)
    return Outcome(played, read, *times, faults.faults, faults.faulty, ended, short)


def _entry(request: Request, began: datetime, wall_s: float, deals: int, ended: str) -> dict[str, Any]:
    """Return what the manifest of a run's folder tells: what was typed, with what, when, and why it ended."""
    return {
        "command": request.command or None,
        "mighty_sim": __version__,
        "engine_version": ENGINE_VERSION,
        "experiment": request.experiment.digest,
        "began": began.isoformat(timespec="seconds"),
        "wall_s": round(wall_s, 3),
        "deals": deals,
        "ended": ended or f"all {deals:,} deals were played",
    }


class _Faults:
    """Counts the wrong answers that were replaced."""

    names: Sequence[str] = ("faults",)

    def __init__(self) -> None:
        """Begin with none."""
        self.faults = self.faulty = 0

    def add(self, columns: Columns) -> None:
        """Count those of some deals."""
        self.faults += int(columns["faults"].sum(dtype=np.int64))
        self.faulty += int(np.count_nonzero(columns["faults"]))


def _read(todo: Plan, recorder: Recorder, *, in_steps: bool) -> None:
    """Count the deals that are stored, in order; `in_steps`: no more at once than between two looks at the interval."""
    for chunk, count in todo.read:
        first = chunk.span.first
        for columns in chunk.groups(recorder.names, count):
            size = len(next(iter(columns.values()))) if columns else 0
            for part in steps([Span(first, size)]) if in_steps else [Span(first, size)]:
                start = part.first - first
                recorder.count({name: values[start : start + part.count] for name, values in columns.items()})
                recorder.read += part.count
                recorder.look()
            first += size


def _play(
    request: Request,
    todo: Plan,
    recorder: Recorder,
    make_batch: Callable[[Experiment], Batch],
    watch: Callable[[Report, int], None] | None,
    report: Report,
) -> None:
    """Play the deals that are not stored, and record them; what it took is added to the report."""
    if not todo.play:
        return
    with recorder:
        batch = make_batch(request.experiment)
        deadline = recorder.begin(batch, todo.play)
        piece = _SLOW_PIECE if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0" else engines.PIECE
        begin = time.perf_counter()

        def seen(now: Report) -> None:
            report.kernel_s = now.kernel_s
            if watch:
                watch(now, todo.to_play)

        try:
            with closing(batch):
                done = engines.play(
                    batch,
                    list(steps(todo.play)) if request.limits else engines.row_groups(todo.play),
                    recorder,
                    threads=request.threads or engines.available_threads(),
                    piece=getattr(batch, "piece", piece),
                    watch=seen,
                    deadline=deadline,
                )
            report.kernel_s = done.kernel_s
            if done.taken < todo.to_play:
                recorder.look()
        except Enough:
            recorder.end_here()
            raise
        finally:
            report.play_s = time.perf_counter() - begin


def _told_in_full(experiment: Experiment, fault: StrategyFault) -> StrategyFault:
    """Return the fault with what the replay of its deal tells: compiled kernels know no more than the place."""
    if fault.deal is None:
        return fault
    from mighty_sim.replay import explain

    return explain(experiment, fault, fault.deal // experiment.rules.match.deals if experiment.in_matches else None)


def _how_to_go_on(request: Request) -> str:
    """Return the line that a stopped run ends with."""
    stopped = f"interrupted; {kept(request.folder)}"
    return f"{stopped}; go on with: {request.command}" if request.command else stopped
