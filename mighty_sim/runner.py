"""Runs: which deals are there already, playing the others, and counting all of them.

A run asks for the deals 0 to n - 1 of an experiment. Chunks that a folder holds are read, not played again; a
finished run asked for again plays nothing.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Protocol

import numpy as np

from mighty_sim import engines
from mighty_sim.chunks import Chunk, ChunkWriter, Columns, Span, kept, spans
from mighty_sim.engines import Batch, Block, Report
from mighty_sim.errors import InputError, Interrupted, StrategyFault
from mighty_sim.experiment import ON_FAULT, Experiment
from mighty_sim.store import Store
from mighty_sim.workers import batch_of, closing

#: Deals a piece where the kernels run uncompiled, at some milliseconds a deal.
_SLOW_PIECE = 16


class Tally(Protocol):
    """Counts that grow deal by deal, whatever the order; `names` are the columns that it looks at."""

    names: Sequence[str]

    def add(self, columns: Columns) -> None:
        """Count the deals of arrays of one length, one a name; they may be overwritten afterwards."""


@dataclass(frozen=True)
class Request:
    """What is asked of a run: so many deals of an experiment, kept in a folder (None: counted only).

    `threads` 0 means all. `command` is what the user would type to go on after stopping.
    """

    experiment: Experiment
    deals: int
    folder: Path | None = None
    threads: int = 0
    command: str = ""


@dataclass(frozen=True)
class Outcome:
    """What a run did: deals played and deals read from files, and the time that it took.

    `kernel_s` is processor time inside the kernels, over all threads; `play_s` is what playing (and writing)
    took by the clock, `wall_s` the whole run with reading and loading. `faults` are the wrong answers that were
    replaced, and `faulty` the deals that had some; both only of a run that goes on.
    """

    played: int
    reused: int
    kernel_s: float
    play_s: float
    wall_s: float
    faults: int = 0
    faulty: int = 0


@dataclass(frozen=True)
class Plan:
    """What a run will do: spans to play, and stored chunks to read with how many of their deals."""

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


def plan(deals: int, store: Store | None) -> Plan:
    """Return which of the deals have to be played and which are in the store. Raises InputError for none."""
    if deals < 1:
        raise InputError(f"{deals} deals cannot be played; ask for 1 or more")
    made = Plan()
    for span in spans(deals):
        found = store.finished(span) if store else None
        if found:
            made.read.append((found, span.count))
        else:
            made.play.append(span)
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
    begin = time.perf_counter()
    store = Store(request.folder, request.experiment) if request.folder else None
    todo = plan(request.deals, store)
    faults = _Faults()
    tallies: list[Tally] = [tally] if tally else []
    if request.experiment.on_fault != ON_FAULT[0]:
        tallies.append(faults)
    try:
        for counted in tallies:
            _read(todo, counted)
        report = _play(request, todo, _Recorder(store, tallies), make_batch or batch_of, watch)
    except (KeyboardInterrupt, engines.Stopped):
        raise Interrupted(_how_to_go_on(request)) from None
    except StrategyFault as fault:
        raise _told_in_full(request.experiment, fault) from None
    wall_s = time.perf_counter() - begin
    played = (todo.to_play, todo.to_read, report.kernel_s, report.play_s, wall_s)
    return Outcome(*played, faults.faults, faults.faulty)


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


def _read(todo: Plan, tally: Tally) -> None:
    """Count the deals that are stored."""
    for chunk, count in todo.read:
        for columns in chunk.groups(tally.names, count):
            tally.add(columns)


def _play(
    request: Request,
    todo: Plan,
    recorder: _Recorder,
    make_batch: Callable[[Experiment], Batch],
    watch: Callable[[Report, int], None] | None,
) -> Report:
    """Play the deals that are not stored, and record them."""
    if not todo.play:
        return Report()
    with recorder:
        batch = make_batch(request.experiment)
        recorder.begin(batch, todo.play)
        piece = _SLOW_PIECE if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0" else engines.PIECE
        with closing(batch):
            return engines.play(
                batch,
                engines.row_groups(todo.play),
                recorder,
                threads=request.threads or engines.available_threads(),
                piece=getattr(batch, "piece", piece),
                watch=(lambda report: watch(report, todo.to_play)) if watch else None,
            )


class _Recorder:
    """Takes blocks in order: counts them, and writes them to the chunk file that they belong to."""

    def __init__(self, store: Store | None, tallies: Sequence[Tally]) -> None:
        """Record into a store or none, and tallies or none."""
        self._store, self._tallies = store, tallies
        self._writer: ChunkWriter | None = None
        self._open = ExitStack()

    def __enter__(self) -> _Recorder:
        """Claim the folder."""
        self._claim = ExitStack()
        if self._store:
            self._claim.enter_context(self._store.claimed())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Drop the chunk that is not finished, and leave the folder to others."""
        self._open.close()
        self._claim.close()

    def begin(self, batch: Batch, chunks: Sequence[Span]) -> None:
        """Learn what the rows of a block are and which chunks will come."""
        self._columns = batch.columns
        self._rows = {column.name: row for row, column in enumerate(batch.columns)}
        self._chunks = {span.chunk: span for span in chunks}

    def take(self, span: Span, block: Block) -> None:
        """Record one row group. Raises RunError if the disk refuses."""
        for tally in self._tallies:
            tally.add({name: block[self._rows[name]] for name in tally.names})
        if self._store:
            self._write(self._store, span, block)

    def _write(self, store: Store, span: Span, block: Block) -> None:
        """Write one row group; open its chunk file if it is the first, and finish it after the last."""
        chunk = self._chunks[span.chunk]
        if self._writer is None:
            self._writer = self._open.enter_context(store.writer(chunk, self._columns))
        self._writer.add(list(block))
        if span.first + span.count == chunk.first + chunk.count:
            self._writer.finish()
            self._open.close()
            self._writer = None


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
