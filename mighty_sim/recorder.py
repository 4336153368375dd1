"""What happens to the deals of a run in their order: they are counted, judged, and written to their chunk files.

A chunk that a folder holds in part is gone on with: its rows are copied before those that are played.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from mighty_sim import chunks
from mighty_sim.chunks import ChunkWriter, Columns, Span
from mighty_sim.engines import Batch, Block
from mighty_sim.limits import Judge, MainRate
from mighty_sim.store import Store


class Tally(Protocol):
    """Counts that grow deal by deal, whatever the order; `names` are the columns that it looks at."""

    names: Sequence[str]

    def add(self, columns: Columns) -> None:
        """Count the deals of arrays of one length, one a name; they may be overwritten afterwards."""


class Recorder:
    """Takes blocks in order: counts them, and writes them to the chunk file that they belong to."""

    def __init__(self, store: Store | None, tallies: Sequence[Tally], main: MainRate, judge: Judge) -> None:
        """Record into a store or none, and tallies or none; the judge says when the main rate is known well enough."""
        self._store, self._tallies, self._main, self._judge = store, tallies, main, judge
        self._writer: ChunkWriter | None = None
        self._open = ExitStack()
        self._waiting: list[Block] = []
        self._chunk, self._written = Span(-1, 0), 0
        self.played = self.read = 0

    @property
    def names(self) -> list[str]:
        """Return the columns that are counted."""
        return list(dict.fromkeys(name for tally in self._tallies for name in tally.names))

    def __enter__(self) -> Recorder:
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

    def begin(self, batch: Batch, parts: Sequence[Span]) -> float | None:
        """Learn what the rows of a block are and which deals will come; return when the time to play them is over.

        The time begins now: that kernels are compiled is not counted, so that a short time is time to play.
        """
        self._columns = batch.columns
        self._rows = {column.name: row for row, column in enumerate(batch.columns)}
        self._chunks = {span.chunk: _whole(span) for span in parts}
        self._judge.start()
        return self._judge.deadline

    def count(self, columns: Columns) -> None:
        """Add some deals to what is counted."""
        for tally in self._tallies:
            tally.add({name: columns[name] for name in tally.names})

    def look(self) -> None:
        """Raise Enough if a limit is reached."""
        if self._judge.limits:
            self._judge.look(self._main.deals, self._main.half_width)

    def take(self, span: Span, block: Block) -> None:
        """Record some deals, no more than a row group. Raises RunError if the disk refuses, Enough if it is enough."""
        self.count({name: block[self._rows[name]] for name in self.names})
        self.played += span.count
        if self._store:
            self._write(self._store, span, block)
        self.look()

    def end_here(self) -> None:
        """Complete the chunk that is being written with the deals that it has, unless there is one with more."""
        if self._store and (self._writer or self._waiting):
            self._flush(self._store)
            found = self._store.found(self._chunk)
            if self._writer and (found is None or found.span.count <= self._written):
                self._writer.end_here()
                self._writer.finish()

    def _write(self, store: Store, span: Span, block: Block) -> None:
        """Write row groups; open their chunk file before the first, and finish it after the last."""
        chunk = self._chunks[span.chunk]
        if chunk != self._chunk:
            self._chunk, self._written = chunk, 0
            self._copy(store, span.first - chunk.first)
        end = span.first + span.count == chunk.first + chunk.count
        if span.count == chunks.GROUP:
            self._add(store, list(block))
        else:
            self._waiting.append(block.copy())  # a block is used again
            if end or sum(part.shape[1] for part in self._waiting) == chunks.GROUP:
                self._flush(store)
        if end and self._writer:
            self._writer.finish()
            self._open.close()
            self._writer = None

    def _copy(self, store: Store, count: int) -> None:
        """Begin a chunk with the first deals of the stored one, which it will replace."""
        found = store.found(self._chunk) if count else None
        for columns in found.groups([column.name for column in self._columns], count) if found else ():
            block = np.stack([columns[column.name].astype(np.int16) for column in self._columns])
            self._waiting.append(block)
            if block.shape[1] == chunks.GROUP:
                self._flush(store)

    def _flush(self, store: Store) -> None:
        """Write the deals that wait for their row group to be whole."""
        if self._waiting:
            self._add(store, list(np.concatenate(self._waiting, axis=1)))
            self._waiting.clear()

    def _add(self, store: Store, rows: list[NDArray[Any]]) -> None:
        if self._writer is None:
            self._writer = self._open.enter_context(store.writer(self._chunk, self._columns))
        self._writer.add(rows)
        self._written += len(rows[0])


def _whole(span: Span) -> Span:
    """Return a span that ends within a chunk from the chunk's first deal on."""
    first = span.chunk * chunks.CHUNK
    return Span(first, span.first + span.count - first)
