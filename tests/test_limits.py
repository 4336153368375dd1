"""Runs that end before their last deal: by an interval that is narrow enough, or by time."""

import re
import time
from itertools import pairwise
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from fake_batch import FORCED, RANGES, FakeBatch, made_up, values
from hypothesis import given
from hypothesis import strategies as st

from mighty_sim import chunks
from mighty_sim.chunks import CHUNK, GROUP, Span, read_chunk
from mighty_sim.errors import InputError
from mighty_sim.limits import LEAST_DEALS, Enough, Judge, Limits, MainRate, next_look, steps
from mighty_sim.runner import Outcome, Request, run
from mighty_sim.store import noted


def ask(folder, deals, threads=2, seconds_a_piece=0.0, piece=4096, **limits) -> Outcome:
    def batch(experiment):
        made = FakeBatch(experiment, seconds=seconds_a_piece)
        made.piece = piece
        return made

    return run(Request(made_up(), deals, folder, threads, "", Limits(**limits)), None, batch)


def chunk_bytes(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.parquet"))}


@pytest.mark.parametrize("precision", [0, -0.1, 0.5, 5.0, float("nan")])
def test_a_precision_that_is_none_is_refused(precision: float) -> None:
    with pytest.raises(InputError, match=r"precision .* out of range"):
        Limits(precision)


@pytest.mark.parametrize("seconds", [0, -1, float("inf"), float("nan")])
def test_a_time_that_is_none_is_refused(seconds: float) -> None:
    with pytest.raises(InputError, match=r"time .* out of range"):
        Limits(seconds=seconds)


@given(st.integers(0, 1 << 30), st.integers(1, 3 << 20))
def test_steps_cover_the_deals_in_order_and_end_where_the_interval_is_looked_at(first: int, count: int) -> None:
    parts = list(steps([Span(first, count)]))
    assert parts[0].first == first
    assert all(one.first + one.count == other.first for one, other in pairwise(parts))
    assert sum(part.count for part in parts) == count
    assert all(part.first + part.count == next_look(part.first) for part in parts[:-1])
    assert max(part.count for part in parts) <= GROUP


def test_the_interval_is_looked_at_often_at_first() -> None:
    assert [next_look(deals) for deals in (0, 1023, 1024, 1 << 16, 1 << 20, 1 << 24)] == [
        1024, 1024, 2048, (1 << 16) + 4096, (1 << 20) + 16384, (1 << 24) + GROUP,
    ]  # fmt: skip


def test_the_main_rate_is_that_of_contracts_made_or_of_the_number_told() -> None:
    made, reached = MainRate(made_up()), MainRate(made_up(forced=FORCED))
    assert made.half_width() == 0.5
    made.add({"made": np.array([True, False, True])})
    reached.add({"points": np.array([FORCED.number - 1, FORCED.number, 20, 0])})
    assert (made.reached, made.deals, reached.reached, reached.deals) == (2, 3, 2, 4)


def test_wilson_is_as_wide_as_a_normal_interval_for_many_deals() -> None:
    rate = MainRate(made_up())
    rate.add({"made": np.arange(100_000) % 4 == 0})
    assert rate.half_width() == pytest.approx(1.96 * sqrt(0.25 * 0.75 / 100_000), rel=1e-3)


def test_precision_ends_a_run_at_the_first_look_that_is_narrow_enough(tmp_path: Path) -> None:
    outcome = ask(tmp_path, CHUNK, precision=0.01)
    made = values(made_up(), 0, 20_000)[[name for name, *_ in RANGES].index("made")].astype(int)
    rates = {n: (made[:n].mean(), n) for n in range(1024, 20_000, 1024)}
    wide = {n: 1.96 * sqrt(rate * (1 - rate) / n) for rate, n in rates.values()}  # the normal one, as n is large
    expected = next(n for n in rates if wide[n] <= 0.01 * 1.0005)
    assert abs(outcome.played - expected) <= 1024
    assert outcome.ended == f"precision 0.01 was reached after {outcome.played:,} deals"
    assert not outcome.short
    assert noted(tmp_path)[-1]["ended"] == outcome.ended
    assert read_chunk(tmp_path / "chunk-000000.parquet").span == Span(0, outcome.played)


@pytest.mark.parametrize(("threads", "piece"), [(1, 4096), (2, 4096), (5, 100), (2, 1024)])
def test_it_ends_at_the_same_deal_whatever_the_threads_and_is_the_run_of_so_many_deals(
    tmp_path: Path, threads: int, piece: int
) -> None:
    outcome = ask(tmp_path / "short", CHUNK, threads, piece=piece, precision=0.004)
    assert outcome.played == ask(None, CHUNK, 3, precision=0.004).played
    ask(tmp_path / "plain", outcome.played)
    assert chunk_bytes(tmp_path / "short") == chunk_bytes(tmp_path / "plain")


def test_it_goes_on_to_the_bytes_of_a_run_that_never_stopped(tmp_path: Path) -> None:
    ask(tmp_path / "stopped", 300_000, precision=0.01)
    ask(tmp_path / "stopped", 300_000)
    ask(tmp_path / "whole", 300_000)
    assert chunk_bytes(tmp_path / "stopped") == chunk_bytes(tmp_path / "whole")


def test_a_narrow_interval_in_stored_deals_plays_nothing_and_keeps_all(tmp_path: Path) -> None:
    ask(tmp_path, 100_000)
    before = chunk_bytes(tmp_path)
    outcome = ask(tmp_path, 100_000, precision=0.01)
    assert outcome.played == 0
    assert outcome.reused == ask(None, 100_000, precision=0.01).played
    assert chunk_bytes(tmp_path) == before


def test_a_longer_file_is_not_replaced_by_a_shorter_one(tmp_path: Path) -> None:
    ask(tmp_path, 100_000)
    before = chunk_bytes(tmp_path)
    assert ask(tmp_path, 200_000, precision=0.01).played < 100_000
    assert chunk_bytes(tmp_path) == before


def test_too_few_deals_are_said_to_be_short() -> None:
    outcome = ask(None, 2000, precision=0.001)
    assert outcome.short
    assert outcome.ended == "all 2,000 deals were played before precision 0.001 was reached"


def test_time_ends_a_run_at_a_beginning_of_it(tmp_path: Path) -> None:
    begin = time.monotonic()
    outcome = ask(tmp_path / "timed", CHUNK, seconds_a_piece=0.02, piece=512, precision=0.0001, seconds=0.5)
    assert time.monotonic() - begin < 20
    assert 0 < outcome.played < CHUNK
    assert re.fullmatch(r"0\.5 s were over after [\d,]+ deals", outcome.ended)
    assert outcome.short
    ask(tmp_path / "plain", outcome.played)
    assert chunk_bytes(tmp_path / "timed") == chunk_bytes(tmp_path / "plain")


def test_nothing_ends_a_run_before_the_least_number_of_deals() -> None:
    judge = Judge(Limits(precision=0.4))
    judge.look(LEAST_DEALS - 1, lambda: 0.0)
    with pytest.raises(Enough) as enough:
        judge.look(LEAST_DEALS, lambda: 0.0)
    assert enough.value.reached


def test_time_ends_a_slow_run_within_a_block(tmp_path: Path) -> None:
    """Two threads play eight deals in 0.1 s each: a block of 1,024 would take 6 s."""
    begin = time.monotonic()
    outcome = ask(tmp_path / "timed", CHUNK, 2, seconds_a_piece=0.1, piece=8, seconds=0.5)
    assert time.monotonic() - begin < 3
    assert 8 <= outcome.played < 512
    assert not outcome.short
    assert outcome.ended == f"0.5 s were over after {outcome.played} deals"
    assert read_chunk(tmp_path / "timed" / "chunk-000000.parquet").span == Span(0, outcome.played)
    ask(tmp_path / "plain", outcome.played)
    assert chunk_bytes(tmp_path / "timed") == chunk_bytes(tmp_path / "plain")


def test_the_same_time_again_goes_on_where_the_first_one_ended(tmp_path: Path) -> None:
    slow = {"seconds_a_piece": 0.02, "piece": 8, "seconds": 0.2}
    first = ask(tmp_path / "timed", CHUNK, 2, **slow)
    second = ask(tmp_path / "timed", CHUNK, 2, **slow)
    assert second.reused == first.played
    assert second.played > 0
    ask(tmp_path / "plain", first.played + second.played)
    assert chunk_bytes(tmp_path / "timed") == chunk_bytes(tmp_path / "plain")
    assert [run["deals"] for run in noted(tmp_path / "timed")] == [first.played, first.played + second.played]


def test_a_time_that_is_over_at_once_plays_a_piece() -> None:
    outcome = ask(None, CHUNK, 1, piece=100, seconds=1e-9)
    assert outcome.played == 100


def test_compiling_is_not_counted(tmp_path: Path) -> None:
    def compiles(experiment):
        time.sleep(0.4)
        return FakeBatch(experiment, seconds=0.0)

    outcome = run(Request(made_up(), 5000, None, 2, "", Limits(seconds=0.3)), None, compiles)
    assert outcome.played == 5000
    assert outcome.ended == "all 5,000 deals were played"


def test_a_whole_chunk_stays_where_a_run_ends_within_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "CHUNK", 2048)
    ask(tmp_path, 4096)
    before = chunk_bytes(tmp_path)
    (tmp_path / "chunk-000000.parquet").unlink()
    width = MainRate(made_up())
    width.add({"made": values(made_up(), 0, 3072)[[name for name, *_ in RANGES].index("made")]})
    outcome = ask(tmp_path, 4096, precision=width.half_width())
    assert 2048 < outcome.played <= 3072
    assert chunk_bytes(tmp_path) == before
