"""Chunk files: 2 ** 20 deals in a row as one Parquet file, one row a deal; writing one and reading it back.

A file is written under a temporary name, forced to the disk and renamed, so a file under its own name is
whole. What determines its deals is in its metadata, and nothing else is: the same deals give the same bytes.
`results/README.md` describes the columns and the metadata, and has the measurements behind the encodings.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from mighty_sim.errors import InputError, MightyError, RunError

if TYPE_CHECKING:
    from pyarrow import ChunkedArray, DataType, RecordBatch, Schema
    from pyarrow.parquet import ParquetFile, ParquetWriter

#: Deals a chunk file, and deals a row group in it.
CHUNK = 1 << 20
GROUP = 1 << 18

#: The key of the metadata that says what the deals are.
KEY = "mighty_sim"
#: Changes when the files change their form, not when the deals do.
FORMAT = 1
#: The column that numbers the deals.
DEAL = "deal"
#: The column that numbers the matches, where the deals are played in matches.
MATCH = "match"

_NAME = re.compile(r"chunk-\d{6}\.parquet")

Columns = Mapping[str, NDArray[Any]]


class Column(Protocol):
    """What a chunk file has to know of a column: its name and its type in the file ("int8", "bool", …)."""

    @property
    def name(self) -> str:
        """Return the column's name."""

    @property
    def dtype(self) -> Any:
        """Return the numpy type, or its name."""


@dataclass(frozen=True)
class Span:
    """Deals in a row: the first one's number and how many."""

    first: int
    count: int

    @property
    def chunk(self) -> int:
        """Return the number of the chunk that the first deal lies in."""
        return self.first // CHUNK

    @property
    def file_name(self) -> str:
        """Return the name of the chunk's file."""
        return f"chunk-{self.chunk:06d}.parquet"

    def groups(self) -> Iterator[Span]:
        """Yield the deals cut where the row groups of their chunk end; the first and the last one may be shorter."""
        first, end = self.first, self.first + self.count
        while first < end:
            stop = min(first + GROUP - first % CHUNK % GROUP, first + CHUNK - first % CHUNK, end)
            yield Span(first, stop - first)
            first = stop


def spans(deals: int) -> list[Span]:
    """Return the deals from 0 to `deals` (without it) chunk by chunk; the last one may be shorter."""
    return [Span(first, min(CHUNK, deals - first)) for first in range(0, deals, CHUNK)]


def chunk_paths(folder: Path) -> list[Path]:
    """Return the files of a folder that are named as chunks, in order. Raises RunError."""
    with reading(folder):
        return sorted(path for path in folder.iterdir() if _NAME.fullmatch(path.name))


@dataclass(frozen=True)
class Chunk:
    """One finished chunk file: where it is, which deals it holds, what determines them, and whether its rows
    are as many as it says and in the form of this program.
    """

    path: Path
    span: Span
    provenance: dict[str, Any]
    sound: bool = True

    def check(self) -> None:
        """Raise RunError unless the file holds the deals that its name tells, in the form of this program."""
        span = self.span
        if not self.sound or span.first != span.chunk * CHUNK or self.path.name != span.file_name:
            what = f"{str(self.path)!r} does not hold what it says"
            raise RunError(f"{what}; remove it to play its deals again")

    def names(self) -> list[str]:
        """Return the names of the columns, in order. Raises RunError."""
        with reading(self.path), _opened(self.path) as file:
            return list(file.schema_arrow.names)

    def groups(self, names: Sequence[str], deals: int | None = None) -> Iterator[Columns]:
        """Yield the named columns, row group by row group, as arrays in the order of the deals.

        With `deals`, only the first so many of the chunk are read. Raises RunError for a file that cannot be
        read, and for a column that it lacks.
        """
        left = self.span.count if deals is None else min(deals, self.span.count)
        with reading(self.path), _opened(self.path) as file:
            for group in range(file.num_row_groups):
                if left <= 0:
                    return
                table = file.read_row_group(group, columns=list(names), use_threads=False)
                missing = set(names) - set(table.column_names)
                if missing:
                    raise RunError(f"{str(self.path)!r} has no column {min(missing)!r}")
                yield {name: _values(table[name])[:left] for name in names}
                left -= table.num_rows


def read_chunk(path: Path) -> Chunk:
    """Return what a chunk file says of itself, without reading its rows.

    Raises InputError if it is not one of ours and RunError if it cannot be read. Whether it holds the deals
    that its name tells is for `Chunk.check`.
    """
    with reading(path), _opened(path) as file:
        text = (file.metadata.metadata or {}).get(KEY.encode())
        rows = file.metadata.num_rows
    try:
        known = json.loads(text or "null")
        span = Span(*map(int, known["deals"]))
        provenance = known["experiment"]
    except (ValueError, TypeError, KeyError):
        raise InputError(f"{str(path)!r} is no file of a run") from None
    return Chunk(path, span, provenance, rows == span.count and known.get("format") == FORMAT)


class RowsWriter:
    """Writes one file, a row a deal; it appears under its own name when all of it is on the disk.

    A context: leaving it before `finish` removes the temporary file. Raises RunError if the disk refuses.
    """

    def __init__(self, path: Path, span: Span, columns: Sequence[Column], known: dict[str, Any]) -> None:
        """Prepare to write the deals of a span into a folder that exists; `known` goes into the metadata."""
        self.path = path
        self._temporary = temporary(path)
        self._columns, self._span, self._next = columns, span, span.first
        self._match_deals: int | None = known.get("experiment", {}).get("match_deals")
        self._metadata = metadata_text(known)

    def __enter__(self) -> Self:
        """Open the temporary file."""
        with writing(self.path):
            self._file = self._temporary.open("wb")
            self._schema = _schema(self._columns, in_matches=self._match_deals is not None)
            self._writer = _writer(self._file, self._schema)
        return self

    def add(self, columns: Sequence[NDArray[Any]]) -> None:
        """Write the next row group, one array of whole numbers a column, all of one length. Raises RunError."""
        with writing(self.path):
            rows = _batch(self._numbers(len(columns[0])), columns, self._schema)
            self._writer.write_batch(rows, row_group_size=rows.num_rows)
        self._next += len(columns[0])

    def _numbers(self, count: int) -> list[NDArray[Any]]:
        """Return the numbers of the next deals, and of their matches if they have any."""
        deals = np.arange(self._next, self._next + count)
        return [deals] if self._match_deals is None else [deals, deals // self._match_deals]

    def finish(self) -> None:
        """Complete the file and give it its name. Raises RunError; then the folder is as it was."""
        with writing(self.path):
            if self._next != self._span.first + self._span.count:
                raise RunError(f"{str(self.path)!r} is short of deals: {self._next} is the next one")
            self._writer.add_key_value_metadata({KEY: self._metadata})
            self._writer.close()
            self._file.flush()
            os.fsync(self._file.fileno())
            self._temporary.replace(self.path)
            sync_folder(self.path.parent)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file, and remove it if it is not finished."""
        with suppress(OSError, ValueError):
            self._writer.close()
        with suppress(OSError):
            self._file.close()
        with suppress(OSError):
            self._temporary.unlink(missing_ok=True)


class ChunkWriter(RowsWriter):
    """Writes one chunk of an experiment's deals."""

    def __init__(
        self, folder: Path, span: Span, columns: Sequence[Column], provenance: dict[str, Any]
    ) -> None:
        """Prepare to write the deals of a span into a folder that exists."""
        self._provenance = provenance
        super().__init__(folder / span.file_name, span, columns, self._known(span))

    def end_here(self) -> None:
        """Let the chunk hold the deals that have been written, and no more."""
        self._span = Span(self._span.first, self._next - self._span.first)
        self._metadata = metadata_text(self._known(self._span))

    def _known(self, span: Span) -> dict[str, Any]:
        return {"format": FORMAT, "deals": [span.first, span.count], "experiment": self._provenance}


def temporary(path: Path) -> Path:
    """Return the hidden name that a file has until it is complete."""
    return path.with_name(f".{path.name}.tmp")


def metadata_text(known: Mapping[str, Any]) -> str:
    """Return what is known of a file as its metadata have it: the same text for the same knowledge."""
    return json.dumps(known, sort_keys=True, separators=(",", ":"))


def leftovers(folder: Path) -> list[Path]:
    """Return the temporary files of chunks in a folder, which a killed run left behind."""
    return sorted(folder.glob(".chunk-*.parquet.tmp"))


class Failing:
    """A context that turns what the system or pyarrow complain of into one line for the user (RunError)."""

    def __init__(self, verb: str, path: Path, advice: Callable[[], str]) -> None:
        """Say what is attempted, on which path, and what to add to the line when it fails."""
        self._verb, self._path, self._advice = verb, path, advice

    def __enter__(self) -> None:
        """Begin the attempt."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Raise RunError instead of an OSError or one of pyarrow's errors, which are ValueErrors."""
        if isinstance(error, OSError | ValueError) and not isinstance(error, MightyError):
            text = getattr(error, "strerror", None) or str(error) or type(error).__name__
            reason = text.splitlines()[0]
            advice = self._advice()
            raise RunError(f"cannot {self._verb} {str(self._path)!r}: {reason}{advice}") from error


def reading(path: Path) -> Failing:
    """Return the context for reading a file or a folder."""
    advice = "; remove the file to play its deals again" if _NAME.fullmatch(path.name) else ""
    return Failing("read", path, lambda: advice)


def writing(path: Path) -> Failing:
    """Return the context for writing a chunk file or a run's folder."""
    folder = path.parent if _NAME.fullmatch(path.name) else path
    return Failing("write", path, lambda: f"; {kept(folder)}")


def kept(folder: Path | None) -> str:
    """Return in words what a run that ended early leaves behind: finished chunks, or nothing."""
    with suppress(OSError, RunError):
        if folder and chunk_paths(folder):
            return f"finished chunks are kept in {folder}"
    return "nothing was written"


def _opened(path: Path) -> ParquetFile:
    """Return a Parquet file opened for reading, its pages checked against their checksums."""
    from pyarrow.parquet import ParquetFile

    return ParquetFile(path, page_checksum_verification=True)


def _schema(columns: Sequence[Column], *, in_matches: bool) -> Schema:
    """Return the deal's number (and its match's), then every column; none may be missing, which saves a pass."""
    import pyarrow as pa

    fields = [(column.name, pa.from_numpy_dtype(np.dtype(column.dtype))) for column in columns]
    numbers = [(name, pa.int64()) for name in ([DEAL, MATCH] if in_matches else [DEAL])]
    return pa.schema([pa.field(name, kind, nullable=False) for name, kind in [*numbers, *fields]])


def _writer(file: Any, schema: Schema) -> ParquetWriter:
    """Return a writer with the cheapest encodings found."""
    from pyarrow.parquet import ParquetWriter

    encodings = {field.name: _encoding(field.name, field.type) for field in schema}
    return ParquetWriter(
        file,
        schema,
        use_dictionary=False,
        column_encoding={name: encoding for name, (encoding, _) in encodings.items()},
        compression={name: codec for name, (_, codec) in encodings.items()},
        compression_level={name: 1 for name, (_, codec) in encodings.items() if codec == "zstd"},
        write_statistics=[DEAL],
        write_page_checksum=True,
        write_batch_size=GROUP,
        store_schema=False,
    )


def _encoding(name: str, kind: DataType) -> tuple[str, str]:
    """Return the encoding and the compression of a column, by what its numbers are like.

    Numbers of either sign are packed by differences. Others have zeros in three of their four bytes, which
    split off well; what is left zstd packs fast if it takes many values, and snappy if it takes few.
    `results/README.md` has the measurements.
    """
    if kind == "bool":
        return "PLAIN", "none"
    if name in (DEAL, MATCH):
        return "DELTA_BINARY_PACKED", "zstd"
    if name.startswith(("score_", "total_")) or name.endswith("_seat"):
        return "DELTA_BINARY_PACKED", "none"
    many = name == "points" or name.startswith(("tricks_", "weakness_"))
    return "BYTE_STREAM_SPLIT", "zstd" if many else "snappy"


def _batch(numbers: list[NDArray[Any]], columns: Sequence[NDArray[Any]], schema: Schema) -> RecordBatch:
    """Return a row group's columns in their types, the numbers of the deals before them."""
    import pyarrow as pa

    rows = len(columns[0])
    data: list[NDArray[Any]] = [*numbers, *columns]
    buffers = [_bytes(values, field.type) for values, field in zip(data, schema, strict=True)]
    arrays = [
        pa.Array.from_buffers(kind, rows, [None, pa.py_buffer(buffer)])
        for kind, buffer in zip(schema.types, buffers, strict=True)
    ]
    return pa.record_batch(arrays, schema=schema)


def _bytes(values: NDArray[Any], kind: DataType) -> NDArray[Any]:
    """Return values as arrow lays them out, without asking pyarrow, which would import pandas (0.4 s)."""
    if kind == "bool":
        return np.packbits(values != 0, bitorder="little")
    return values.astype(np.dtype(str(kind)), copy=False)


def _values(column: ChunkedArray) -> NDArray[Any]:
    """Return a column that was read as one array, without asking pyarrow, for the same reason."""
    parts = [_array(part) for part in column.chunks]
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _array(part: Any) -> NDArray[Any]:
    """Return an arrow array without missing values as a numpy array."""
    start, end, data = part.offset, part.offset + len(part), part.buffers()[1]
    if part.type == "bool":
        bits = np.unpackbits(np.frombuffer(data, np.uint8), bitorder="little")
        return bits[start:end].view(np.bool_)
    return np.frombuffer(data, np.dtype(str(part.type)))[start:end]


def sync_folder(folder: Path) -> None:
    """Force a folder's new names to the disk, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
