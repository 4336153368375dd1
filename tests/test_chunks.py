"""Chunk files: what goes in comes out, whole or not at all, in the same bytes."""

import json
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from fake_batch import RANGES, FakeBatch, made_up, values

from mighty_sim import chunks
from mighty_sim.chunks import ChunkWriter, Span, read_chunk, spans
from mighty_sim.errors import InputError, MightyError, RunError

NAMES = [name for name, *_ in RANGES]


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "CHUNK", 8192)
    monkeypatch.setattr(chunks, "GROUP", 2048)


def write(folder: Path, span: Span, provenance: dict | None = None) -> Path:
    experiment = made_up()
    known = experiment.provenance() if provenance is None else provenance
    with ChunkWriter(folder, span, FakeBatch.columns, known) as writer:
        for part in span.groups():
            writer.add(list(values(experiment, part.first, part.count)))
        writer.finish()
    return writer.path


def test_spans_and_groups_cover_the_deals() -> None:
    assert spans(0) == []
    assert spans(8192) == [Span(0, 8192)]
    assert spans(20_000) == [Span(0, 8192), Span(8192, 8192), Span(16_384, 3616)]
    assert list(Span(16_384, 3616).groups()) == [Span(16_384, 2048), Span(18_432, 1568)]
    assert Span(16_384, 1).file_name == "chunk-000002.parquet"


@pytest.mark.parametrize("span", [Span(0, 8192), Span(8192, 8192), Span(8192, 5000), Span(0, 1)])
def test_what_goes_in_comes_out(tmp_path: Path, span: Span) -> None:
    path = write(tmp_path, span)
    table = pq.read_table(path)
    block = values(made_up(), span.first, span.count)
    assert table.column_names == ["deal", *NAMES]
    np.testing.assert_array_equal(table["deal"].to_numpy(), np.arange(span.first, span.first + span.count))
    for index, (name, dtype, *_) in enumerate(RANGES):
        assert table.schema.field(name).type == pa.from_numpy_dtype(np.dtype(dtype))
        np.testing.assert_array_equal(table[name].to_numpy(), block[index].astype(dtype))


@pytest.mark.parametrize("fill", [-128, -1, 0, 127])
def test_extreme_values_survive(tmp_path: Path, fill: int) -> None:
    block = np.full((len(NAMES), 64), fill, np.int16)
    with ChunkWriter(tmp_path, Span(0, 64), FakeBatch.columns, {}) as writer:
        writer.add(list(block))
        writer.finish()
    table = pq.read_table(writer.path)
    for name, dtype, *_ in RANGES:
        assert set(table[name].to_pylist()) == {np.int16(fill).astype(dtype).item()}


def test_form_of_the_file(tmp_path: Path) -> None:
    footer = pq.ParquetFile(write(tmp_path, Span(8192, 5000))).metadata
    assert footer.num_row_groups == 3
    deal = footer.row_group(0).column(0)
    assert "DELTA_BINARY_PACKED" in deal.encodings
    assert deal.compression == "ZSTD"
    assert (deal.statistics.min, deal.statistics.max) == (8192, 8192 + 2047)
    assert set(footer.metadata) == {b"mighty_sim"}
    known = json.loads(footer.metadata[b"mighty_sim"])
    assert known == {"format": 1, "deals": [8192, 5000], "experiment": made_up().provenance()}


def test_same_deals_same_bytes(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).mkdir()
    one, two = (write(tmp_path / name, Span(0, 8192)).read_bytes() for name in "ab")
    assert one == two


def test_nothing_shows_before_the_end(tmp_path: Path) -> None:
    with ChunkWriter(tmp_path, Span(0, 4096), FakeBatch.columns, {}) as writer:
        writer.add(list(values(made_up(), 0, 2048)))
        assert not list(tmp_path.glob("*.parquet"))
        assert len(chunks.leftovers(tmp_path)) == 1
    assert not list(tmp_path.iterdir())


def test_a_chunk_short_of_deals_is_not_finished(tmp_path: Path) -> None:
    with ChunkWriter(tmp_path, Span(0, 4096), FakeBatch.columns, {}) as writer:
        writer.add(list(values(made_up(), 0, 2048)))
        with pytest.raises(RunError, match="short of deals"):
            writer.finish()
    assert not list(tmp_path.iterdir())


def test_a_full_disk_is_one_line_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(chunks.os, "fsync", full)
    with pytest.raises(RunError, match=r"No space left on device; nothing was written$") as caught:
        write(tmp_path, Span(0, 100))
    assert caught.value.exit_code == 1
    assert "\n" not in str(caught.value)
    assert not list(tmp_path.iterdir())


def test_reading_back_by_row_groups(tmp_path: Path) -> None:
    chunk = read_chunk(write(tmp_path, Span(0, 5000)))
    assert chunk.span == Span(0, 5000)
    assert chunk.provenance == made_up().provenance()
    assert chunk.names() == ["deal", *NAMES]
    parts = list(chunk.groups(["points", "made"]))
    assert [len(part["made"]) for part in parts] == [2048, 2048, 904]
    block = values(made_up(), 0, 5000)
    np.testing.assert_array_equal(
        np.concatenate([part["points"] for part in parts]), block[NAMES.index("points")]
    )


@pytest.mark.parametrize(
    ("deals", "lengths"), [(1, [1]), (2048, [2048]), (3000, [2048, 952]), (9999, [2048, 2048, 904])]
)
def test_reading_the_first_deals_only(tmp_path: Path, deals: int, lengths: list[int]) -> None:
    chunk = read_chunk(write(tmp_path, Span(0, 5000)))
    assert [len(part["deal"]) for part in chunk.groups(["deal"], deals)] == lengths


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="has no column 'pints'"):
        list(read_chunk(write(tmp_path, Span(0, 10))).groups(["pints"]))


@pytest.mark.parametrize("keep", [0, 3, 100, -1])
def test_a_truncated_file_is_refused(tmp_path: Path, keep: int) -> None:
    path = write(tmp_path, Span(0, 1000))
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(RunError, match=r"cannot read '.*chunk-000000.parquet'.*remove the file to play"):
        read_chunk(path)


def test_a_flipped_bit_is_found(tmp_path: Path) -> None:
    path = write(tmp_path, Span(0, 8192))
    data = bytearray(path.read_bytes())
    place = pq.ParquetFile(path).metadata.row_group(1).column(NAMES.index("points") + 1)
    data[place.data_page_offset + place.total_compressed_size - 5] ^= 16
    path.write_bytes(data)
    with pytest.raises(RunError, match="cannot read"):
        list(read_chunk(path).groups(["points"]))


def test_a_foreign_parquet_file_is_refused(tmp_path: Path) -> None:
    pq.write_table(pa.table({"x": [1]}), path := tmp_path / "chunk-000000.parquet")
    with pytest.raises(InputError, match=r"is no file of a run$"):
        read_chunk(path)


def test_a_renamed_chunk_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, Span(8192, 100)).rename(tmp_path / "chunk-000000.parquet")
    with pytest.raises(MightyError, match="does not hold what it says"):
        read_chunk(path).check()
