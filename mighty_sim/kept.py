"""A batch that plays no cards: it has what a run kept, so that what compares plays can compare stored ones."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from mighty_sim.chunks import chunk_paths, read_chunk
from mighty_sim.engines import Block
from mighty_sim.errors import RunError

# Columns that the folder adds to those of the plays.
_ADDED = ("deal", "match")


class KeptColumn(NamedTuple):
    """A column of the stored deals, as a batch names it."""

    name: str
    dtype: str = "int16"
    meaning: str = ""


class KeptBatch:
    """The first deals of a run's folder, in memory: two bytes a deal and column. Safe from several threads at once."""

    def __init__(self, folder: Path, deals: int) -> None:
        """Read the deals. Raises RunError if there are fewer, and for a file that cannot be read."""
        chunks = [read_chunk(path) for path in chunk_paths(folder)]
        if not chunks:
            raise RunError(f"{str(folder)!r} holds no deals")
        names = [name for name in chunks[0].names() if name not in _ADDED]
        self.columns = tuple(KeptColumn(name) for name in names)
        self._block = np.empty((len(names), deals), np.int16)
        at = 0
        for chunk in chunks:
            for columns in chunk.groups(names, deals - at):
                size = len(columns[names[0]])
                for row, name in enumerate(names):
                    self._block[row, at : at + size] = columns[name]
                at += size
        if at < deals:
            raise RunError(f"{str(folder)!r} has {at:,} deals of {deals:,}; run the study again")

    def play(self, first: int, count: int, out: Block, row: int) -> None:
        """Put the deals from `first` on into `out[:, row : row + count]`."""
        out[: len(self._block), row : row + count] = self._block[:, first : first + count]
