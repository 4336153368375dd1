"""Threads that play deals and hand them on in order, whatever their number.

Workers take small pieces of deals, one after the other; their kernels run without the interpreter's lock, so
at the same time. Pieces fill blocks, a row group each, in a ring of three. One more thread takes the full
blocks in order and hands them to a sink, so counting and writing overlap with playing. The main thread only
waits, which lets it answer Ctrl-C at once.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from mighty_sim.chunks import Column, Span

#: Deals a piece of work: long enough to make the hand-over cheap, short enough to stop at once.
PIECE = 4096
_CACHE_LINE = 64

_BLOCKS = 3
_WAIT_S = 0.1
_PATIENCE_S = 0.6

Block = NDArray[np.int16]


class Batch(Protocol):
    """What plays deals: columns to fill, and a function that fills them and may run in several threads."""

    @property
    def columns(self) -> Sequence[Column]:
        """Return the columns in the order of a block's rows."""

    def play(self, first: int, count: int, out: Block, row: int) -> Any:
        """Play the deals from `first` on into `out[:, row : row + count]`."""


class Sink(Protocol):
    """What takes the played deals, block by block in the order of the deals."""

    def take(self, span: Span, block: Block) -> None:
        """Take a block [column, deal] of exactly the span's deals; it is used again after the call."""


@dataclass
class Report:
    """How far a run has come: deals played, deals taken by the sink, seconds in the kernels and by the clock.

    Read by the main thread while the others write.
    """

    played: int = 0
    taken: int = 0
    kernel_s: float = 0.0
    play_s: float = 0.0


class Stopped(Exception):
    """The run was asked to stop before its end."""


def available_threads() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play(
    batch: Batch,
    spans: Sequence[Span],
    sink: Sink,
    threads: int,
    piece: int = PIECE,
    watch: Callable[[Report], None] | None = None,
    deadline: float | None = None,
) -> Report:
    """Play the deals of all spans (each at most one row group) and hand them to the sink in that order.

    The sink sees the same blocks for any number of threads and any size of a piece. `watch` is called about
    ten times a second by the main thread. After the `deadline`, a time of `time.monotonic`, no piece is begun but the
    first; the sink gets what was played, which is the beginning of the deals, and the last block may be shorter.

    Raises `Stopped` after Ctrl-C, and otherwise the fault of a worker or of the sink, that of the lowest deal, after
    stopping all others. A player that does not come back from its piece in time (a strategy that loops for ever) is
    left behind; it can write to no file.
    """
    begin = time.perf_counter()
    crew = _Crew(batch, list(spans), sink, piece, threads, deadline)
    names = [f"player-{number}" for number in range(threads)]
    team = [threading.Thread(target=crew.work, name=name, daemon=True) for name in names]
    team.append(threading.Thread(target=crew.hand_on, name="sink", daemon=True))
    with _interrupt_stops(crew):
        for thread in team:
            thread.start()
        try:
            _wait(team, crew, watch)
        finally:
            crew.stop()
            _end(team)
    crew.conclude()
    crew.report.play_s = time.perf_counter() - begin
    return crew.report


def new_block(rows: int, deals: int) -> Block:
    """Return room for so many rows of at least so many deals.

    A row is an odd number of cache lines: a deal writes one item of every row, and rows a power of two apart
    would all fall on the same few lines of the cache (3 to 5 % of a deal's time).
    """
    lines = -(-deals * np.dtype(np.int16).itemsize // _CACHE_LINE) | 1
    return np.empty((rows, lines * _CACHE_LINE // np.dtype(np.int16).itemsize), np.int16)


@dataclass
class _Job:
    """A row group being played: its deals, the block they go into, and what is left to hand out and to do."""

    span: Span
    block: Block
    given: int = 0
    done: int = 0


@dataclass
class _Crew:
    """What the threads share; every field but the blocks' contents is used under the lock alone."""

    batch: Batch
    spans: list[Span]
    sink: Sink
    piece: int
    threads: int
    deadline: float | None = None
    report: Report = field(default_factory=Report)

    def __post_init__(self) -> None:
        """Prepare the ring: as many blocks as are needed, no longer than the longest row group.

        Where a block is no more than a piece, every thread needs one.
        """
        longest = max((span.count for span in self.spans), default=0)
        rows = len(self.batch.columns)
        blocks = min(_BLOCKS + (self.threads if longest <= self.piece else 0), len(self.spans))
        self._free = [new_block(rows, longest) for _ in range(blocks)]
        self._jobs: list[_Job] = []
        self._started = 0
        self._changed = threading.Condition()
        self._stopping = self._interrupted = self._late = False
        self._faults: list[tuple[int, BaseException]] = []

    def work(self) -> None:
        """Play piece after piece until there is none left, or all are to stop."""
        while (given := self._next_piece()) is not None:
            job, start, count = given
            begin = time.thread_time()
            try:
                self.batch.play(job.span.first + start, count, job.block, start)
            except BaseException as error:
                self._fail(job.span.first + start, error)
                return
            self._finish_piece(job, count, time.thread_time() - begin)

    def hand_on(self) -> None:
        """Give full blocks to the sink, in order, until all are given or all are to stop."""
        while (job := self._next_block()) is not None:
            try:
                self.sink.take(job.span, job.block[:, : job.span.count])
            except BaseException as error:
                self._fail(job.span.first, error)
                return
            with self._changed:
                self._free.append(job.block)
                self.report.taken += job.span.count
                self._changed.notify_all()

    def interrupt(self, *_: object) -> None:
        """Stop because the user asks for it; a signal handler, so it takes no lock."""
        self._interrupted = self._stopping = True

    def stop(self) -> None:
        """Let every thread end after what it is doing."""
        with self._changed:
            self._stopping = self._stopping or self.report.taken < sum(span.count for span in self.spans)
            self._changed.notify_all()

    def conclude(self) -> None:
        """Raise what made the run end early, if anything did."""
        if self._faults:
            raise min(self._faults, key=lambda fault: fault[0])[1]
        if self._interrupted and self.report.taken < sum(span.count for span in self.spans):
            raise Stopped

    @property
    def stopping(self) -> bool:
        """Tell whether the threads have been asked to end."""
        return self._stopping

    def _next_piece(self) -> tuple[_Job, int, int] | None:
        """Return the next deals to play (job, first row, rows); waits for a free block. None: no more."""
        with self._changed:
            while not self._stopping and not self._is_late():
                job = self._open_job()
                if job is not None:
                    start, count = job.given, min(self.piece, job.span.count - job.given)
                    job.given += count
                    return job, start, count
                if self._started == len(self.spans):
                    return None
                self._changed.wait(_WAIT_S)
            return None

    def _is_late(self) -> bool:
        """Return whether the time is over; something has to be played in any case. Once late, always late."""
        if self.deadline is not None and not self._late and self._started and time.monotonic() >= self.deadline:
            self._late = True
            self._changed.notify_all()
        return self._late

    def _open_job(self) -> _Job | None:
        """Return the job that has pieces to hand out; starts the next one if a block is free."""
        if self._jobs and self._jobs[-1].given < self._jobs[-1].span.count:
            return self._jobs[-1]
        if self._started == len(self.spans) or not self._free:
            return None
        self._jobs.append(_Job(self.spans[self._started], self._free.pop()))
        self._started += 1
        return self._jobs[-1]

    def _finish_piece(self, job: _Job, count: int, seconds: float) -> None:
        """Count a piece as played."""
        with self._changed:
            job.done += count
            self.report.played += count
            self.report.kernel_s += seconds
            if job.done == job.span.count or self._late:
                self._changed.notify_all()

    def _next_block(self) -> _Job | None:
        """Return the oldest job when all of it is played, or what will be; None when there is no more to come."""
        with self._changed:
            while not self._stopping:
                if self._jobs and self._jobs[0].done == self._jobs[0].span.count:
                    return self._jobs.pop(0)
                if self._is_late() and self._jobs and self._jobs[0].done == self._jobs[0].given:
                    job = self._jobs.pop(0)
                    job.span = Span(job.span.first, job.given)
                    return job
                if not self._jobs and (self._late or self._started == len(self.spans)):
                    return None
                self._changed.wait(_WAIT_S)
            return None

    def _fail(self, deal: int, error: BaseException) -> None:
        """Record a fault and stop everybody."""
        with self._changed:
            self._faults.append((deal, error))
            self._stopping = True
            self._changed.notify_all()


def row_groups(spans: Sequence[Span]) -> list[Span]:
    """Return spans cut into row groups, in order."""
    return [part for span in spans for part in span.groups()]


def _end(team: list[threading.Thread]) -> None:
    """Wait for the sink, which comes last, and for the players as long as a piece can take."""
    deadline = time.monotonic() + _PATIENCE_S
    for thread in team[:-1]:
        thread.join(max(0.0, deadline - time.monotonic()))
    team[-1].join()


def _wait(team: list[threading.Thread], crew: _Crew, watch: Callable[[Report], None] | None) -> None:
    """Wait for all threads, looking up often enough to see Ctrl-C."""
    for thread in team:
        while thread.is_alive() and not crew.stopping:
            thread.join(_WAIT_S)
            if watch:
                watch(crew.report)


@contextmanager
def _interrupt_stops(crew: _Crew) -> Iterator[None]:
    """Let Ctrl-C stop the crew instead of raising anywhere; only where signals arrive, the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, crew.interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
