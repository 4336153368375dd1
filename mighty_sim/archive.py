"""The folder of a tournament: its standings, its pairs and the scores of its deals, as three Parquet files.

Each is written under a hidden name, forced to the disk and renamed, the standings last: with them the tournament is
complete. What determines it is in the metadata of all three. `results/README.md` describes the columns.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mighty_sim.chunks import KEY, RowsWriter, Span, metadata_text, reading, sync_folder, temporary, writing
from mighty_sim.errors import InputError
from mighty_sim.experiment import difference
from mighty_sim.store import check_writable, claimed, refuse_others

if TYPE_CHECKING:
    from pandas import DataFrame

_FAULTS = "faults"
DEALS, PAIRS, STANDINGS = "deals.parquet", "pairs.parquet", "standings.parquet"
#: Changes when the files change their form, not when the tournaments do.
FORMAT = 1


class _Scores(NamedTuple):
    """A column of the deals: a contestant's scores, or the faults."""

    name: str
    dtype: str = "int32"


class Archive:
    """A tournament's folder: what it holds already, and the way to fill it.

    Opening reads the folder and changes nothing in it. Raises InputError (exit code 2) where the folder is none, or
    holds anything else than this tournament, and RunError (exit code 1) where it cannot be read or written.
    """

    def __init__(self, folder: Path, provenance: Mapping[str, Any]) -> None:
        """Open the folder, which need not exist; `provenance` is all that determines the tournament."""
        self.folder = folder
        self._known = {"format": FORMAT, "tournament": provenance}
        if folder.exists() or folder.is_symlink():
            if not folder.is_dir():
                raise InputError(f"{str(folder)!r} is not a folder; name another by --out")
            refuse_others(folder, (DEALS, PAIRS, STANDINGS), "a tournament")
        there = [name for name in (DEALS, PAIRS, STANDINGS) if (folder / name).exists()]
        for name in there:
            self._check(folder / name)
        self.finished = len(there) == 3
        check_writable(folder)

    def _check(self, path: Path) -> None:
        """Raise InputError unless a file is of this tournament, saying what differs."""
        from pyarrow.parquet import read_metadata

        with reading(path):
            text = (read_metadata(path).metadata or {}).get(KEY.encode())
        known = json.loads(text or "null")
        if not isinstance(known, dict) or "tournament" not in known:
            raise InputError(f"{str(path)!r} is no file of a tournament; name another folder by --out")
        if differs := difference(self._known, known):
            where = f"{str(self.folder)!r} holds another tournament ({path.name}: {differs.removeprefix('tournament.')}"
            raise InputError(f"{where}); name another folder by --out")

    @contextmanager
    def claimed(self) -> Iterator[None]:
        """Make the folder and keep others out of it; a folder made here that holds nothing is gone again."""
        with claimed(self.folder):
            yield

    def scores(self, contestants: int, deals: int, *, faults: bool = False) -> RowsWriter:
        """Return the writer of the deals: what each contestant scored in each, and the faults if they are counted."""
        columns = [_Scores(f"score_{number}") for number in range(contestants)] + [_Scores(_FAULTS)] * faults
        return RowsWriter(self.folder / DEALS, Span(0, deals), columns, self._known)

    def keep(self, name: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Write one of the two tables. Raises RunError if the disk refuses; then there is no such file."""
        import pyarrow as pa
        from pyarrow.parquet import ParquetWriter

        table = pa.table({column: [row[column] for row in rows] for column in rows[0]})
        path = self.folder / name
        try:
            with writing(path):
                with temporary(path).open("wb") as file:
                    with ParquetWriter(file, table.schema, write_page_checksum=True, store_schema=False) as writer:
                        writer.write_table(table)
                        writer.add_key_value_metadata({KEY: metadata_text(self._known)})
                    file.flush()
                    os.fsync(file.fileno())
                temporary(path).replace(path)
                sync_folder(self.folder)
        finally:
            temporary(path).unlink(missing_ok=True)

    def faults(self) -> tuple[int, int]:
        """Return how many faults there were, and in how many deals, where they were counted. Raises RunError."""
        found = self.read(DEALS)[_FAULTS]
        return int(found.sum()), int((found > 0).sum())

    def read(self, name: str) -> DataFrame:
        """Return one of the tables as it was written. Raises RunError."""
        from pyarrow.parquet import ParquetFile

        path = self.folder / name
        with reading(path), ParquetFile(path, page_checksum_verification=True) as file:
            found: DataFrame = file.read(use_threads=False).to_pandas()
        return found
