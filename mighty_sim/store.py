"""Runs' folders: chunk files of one experiment. The files that exist are what is done."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import takewhile
from pathlib import Path
from typing import Any

from mighty_sim.chunks import (
    Chunk,
    ChunkWriter,
    Column,
    Span,
    chunk_paths,
    leftovers,
    read_chunk,
    reading,
    temporary,
    writing,
)
from mighty_sim.errors import InputError, RunError
from mighty_sim.experiment import Experiment, difference

#: What happened in a folder: a note for people, which no command depends on. Its name begins so that pandas passes it
#: over, which reads a folder as a whole.
MANIFEST = "_manifest.json"
#: Runs that it tells of, the last ones.
MOST_NOTED = 100


class Store:
    """A run's folder for one experiment: what it holds already, and the way to add chunks.

    Opening reads the folder and changes nothing in it. Raises InputError (exit code 2) where the folder is
    none, or holds anything else than chunks of this experiment, and RunError (exit code 1) where it cannot be
    read or written. Hidden files do not count.
    """

    def __init__(self, folder: Path, experiment: Experiment) -> None:
        """Open the folder, which need not exist."""
        self.folder = folder
        self._provenance = experiment.provenance()
        there = folder.exists() or folder.is_symlink()
        found = _own_chunks(folder, self._provenance) if there else []
        self._chunks = {item.span.chunk: item for item in found}
        check_writable(folder)

    def found(self, span: Span) -> Chunk | None:
        """Return the chunk file that a span of deals lies in, however many of them it holds, or None."""
        return self._chunks.get(span.chunk)

    def finished(self, span: Span) -> Chunk | None:
        """Return the chunk file that holds at least the deals of a span, or None."""
        found = self._chunks.get(span.chunk)
        return found if found and found.span.count >= span.count else None

    @contextmanager
    def claimed(self) -> Iterator[None]:
        """Make the folder, keep other runs out of it, and remove what a killed run left behind.

        In the end the folders made here that hold nothing are gone again. Raises RunError if another run is
        writing there, or the disk refuses.
        """
        with claimed(self.folder):
            with writing(self.folder):
                for path in leftovers(self.folder):
                    path.unlink(missing_ok=True)
            yield

    def note(self, entry: Mapping[str, Any]) -> None:
        """Add what happened to the folder's manifest, as its last run. Raises RunError if the disk refuses."""
        path = self.folder / MANIFEST
        runs = [*noted(self.folder), dict(entry)][-MOST_NOTED:]
        with writing(self.folder):
            temporary(path).write_text(json.dumps({"runs": runs}, indent=1) + "\n", encoding="utf-8")
            temporary(path).replace(path)

    def writer(self, span: Span, columns: Sequence[Column]) -> ChunkWriter:
        """Return the writer of a span's chunk; complete, it replaces a shorter one of the same deals."""
        return ChunkWriter(self.folder, span, columns, self._provenance)


def noted(folder: Path) -> list[dict[str, Any]]:
    """Return the runs that a folder's manifest tells of, the last one last; none where it cannot be read."""
    try:
        runs = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["runs"]
    except (OSError, ValueError, TypeError, KeyError):
        return []
    return [run for run in runs if isinstance(run, dict)] if isinstance(runs, list) else []


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Make a folder and keep others from writing into it; in the end what was made and holds nothing is gone.

    Raises RunError if another run is writing there, or the disk refuses.
    """
    made, handle = _missing(folder), None
    try:
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
            handle = os.open(folder, os.O_RDONLY)
        if not _lock(handle):
            made = []  # another run makes them, too
            raise RunError(f"another run is writing to {str(folder)!r}; wait for it to end")
        yield
    finally:
        _remove_empty(made)
        if handle is not None:
            os.close(handle)


def read_folder(folder: Path) -> list[Chunk]:
    """Return the chunks of a run's folder in the order of their deals, all of one experiment.

    Raises InputError if there is no such folder, it holds no chunk or chunks of different experiments, and
    RunError if one cannot be read.
    """
    if not folder.is_dir():
        raise InputError(f"no folder {str(folder)!r}; a run says on stderr where it writes")
    chunks = [read_chunk(path) for path in chunk_paths(folder)]
    if not chunks:
        raise InputError(f"{str(folder)!r} holds no run: no file is named like chunk-000000.parquet")
    for item in chunks:
        differs = difference(chunks[0].provenance, item.provenance)
        if differs:
            where = f"{str(folder)!r} holds deals of more than one run ({item.path.name}: {differs}"
            raise InputError(f"{where}, in {chunks[0].path.name}); move those of one away")
        item.check()
    return chunks


def _own_chunks(folder: Path, provenance: dict[str, Any]) -> list[Chunk]:
    """Return the chunks of a folder that must hold this experiment's or none. Raises InputError, RunError."""
    if not folder.is_dir():
        raise InputError(f"{str(folder)!r} is not a folder; name another by --out")
    paths = chunk_paths(folder)
    refuse_others(folder, {path.name for path in paths}, "a run")
    return [_own_chunk(path, provenance) for path in paths]


def refuse_others(folder: Path, own: Collection[str], whose: str) -> None:
    """Raise InputError if a folder holds a file that is not among one's own; hidden files and notes do not count."""
    known = {MANIFEST, *own}
    with reading(folder):
        others = sorted(path.name for path in folder.iterdir() if path.name not in known and path.name[0] != ".")
    if others:
        what = f"{str(folder)!r} holds {others[0]!r}, which is not {whose}'s"
        raise InputError(f"{what}; name another folder by --out")


def _own_chunk(path: Path, provenance: dict[str, Any]) -> Chunk:
    """Return a chunk, which this experiment must have made. Raises InputError, saying what differs; RunError."""
    try:
        item = read_chunk(path)
    except InputError as error:
        raise InputError(f"{error}; name another folder by --out") from None
    differs = difference(provenance, item.provenance)
    if differs:
        where = f"{str(path.parent)!r} holds another experiment's run ({path.name}"
        raise InputError(f"{where}: {differs}); name another folder by --out")
    item.check()
    return item


def check_writable(folder: Path) -> None:
    """Raise InputError if a file is in the way of the folder, and RunError if it may not be written to."""
    here = folder
    while not (here.exists() or here.is_symlink()) and here != here.parent:
        here = here.parent
    if not here.is_dir():
        raise InputError(f"{str(folder)!r} cannot be made: {str(here)!r} is not a folder")
    if not os.access(here, os.W_OK | os.X_OK):
        raise RunError(f"cannot write {str(folder)!r}: no permission; name another folder by --out")


def _missing(folder: Path) -> list[Path]:
    """Return the folder and its parents as far as they do not exist, the innermost first."""
    return list(takewhile(lambda path: not path.exists(), [folder, *folder.parents]))


def _remove_empty(folders: Sequence[Path]) -> None:
    """Remove folders, the innermost first, up to the first one that holds something."""
    with suppress(OSError):
        for folder in folders:
            folder.rmdir()


def _lock(handle: int) -> bool:
    """Lock an open folder until it is closed, where the system has such locks; False if another run has it."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock

        flock(handle, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        return True
    return True
