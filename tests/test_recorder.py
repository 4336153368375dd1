"""Blocks of any size make the same files, and spans are cut where row groups end; `test_runner.py` has the rest."""

from pathlib import Path

import numpy as np
import pytest
from fake_batch import FakeBatch, made_up, values

from mighty_sim import chunks
from mighty_sim.chunks import Span
from mighty_sim.engines import row_groups
from mighty_sim.limits import NO_LIMITS, Enough, Judge, Limits, MainRate
from mighty_sim.recorder import Recorder
from mighty_sim.store import Store


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "CHUNK", 1000)
    monkeypatch.setattr(chunks, "GROUP", 400)


def record(folder: Path, parts: list[Span], blocks: list[Span]) -> Recorder:
    """Record blocks of the deals of some parts, as the threads hand them on: in memory that is used again."""
    recorder = Recorder(Store(folder, made_up()), [], MainRate(made_up()), Judge(NO_LIMITS))
    room = np.empty((len(FakeBatch.columns), 2000), np.int16)
    with recorder:
        recorder.begin(FakeBatch(made_up()), parts)
        for span in blocks:
            room[:, : span.count] = values(made_up(), span.first, span.count)
            recorder.take(span, room[:, : span.count])
        recorder.end_here()
    return recorder


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.mark.parametrize("size", [1, 7, 200, 399])
def test_blocks_of_any_size_make_the_same_files(tmp_path: Path, size: int) -> None:
    parts = [Span(0, 1000), Span(1000, 300)]
    small = [
        Span(first, min(size, part.first + group + 400 - first, part.first + part.count - first))
        for part in parts
        for group in range(0, part.count, 400)
        for first in range(part.first + group, min(part.first + group + 400, part.first + part.count), size)
    ]
    record(tmp_path / "small", parts, small)
    recorder = record(tmp_path / "whole", parts, list(row_groups(parts)))
    assert recorder.played == 1300
    assert contents(tmp_path / "small") == contents(tmp_path / "whole")


def test_a_part_of_a_chunk_is_gone_on_with(tmp_path: Path) -> None:
    record(tmp_path / "parts", [Span(0, 1000)], [Span(0, 400), Span(400, 150)])
    record(tmp_path / "parts", [Span(550, 450)], [Span(550, 250), Span(800, 200)])
    record(tmp_path / "whole", [Span(0, 1000)], list(row_groups([Span(0, 1000)])))
    assert contents(tmp_path / "parts") == contents(tmp_path / "whole")


def test_spans_are_cut_where_the_row_groups_of_their_chunk_end() -> None:
    assert list(row_groups([Span(0, 1000), Span(1000, 500)])) == [
        Span(0, 400), Span(400, 400), Span(800, 200), Span(1000, 400), Span(1400, 100),
    ]  # fmt: skip
    assert list(row_groups([Span(400, 600)])) == [Span(400, 400), Span(800, 200)]
    assert list(row_groups([Span(1399, 3)])) == [Span(1399, 1), Span(1400, 2)]


def test_it_is_enough_when_the_judge_says_so() -> None:
    recorder = Recorder(None, [], main := MainRate(made_up()), Judge(Limits(precision=0.4)))
    recorder.look()
    main.add({"made": np.ones(5000, bool)})
    with pytest.raises(Enough):
        recorder.look()
