"""Threads: the same blocks in the same order for any split; faults and Ctrl-C end everything cleanly."""

import os
import signal
import threading
import time

import numpy as np
import pytest
from fake_batch import FakeBatch, made_up, values

from mighty_sim import engines
from mighty_sim.chunks import Span
from mighty_sim.errors import RunError, StrategyFault

SPANS = [Span(0, 1000), Span(1000, 1000), Span(2000, 1000), Span(3000, 37), Span(8192, 1000)]


class Collector:
    """A sink that keeps copies, and can be slow or fail at a deal."""

    def __init__(self, seconds=0.0, fails_at=None):
        self.taken, self.blocks = [], []
        self.seconds, self.fails_at = seconds, fails_at

    def take(self, span, block):
        time.sleep(self.seconds)
        if self.fails_at == span.first:
            raise RunError("cannot write: made up")
        self.taken.append(span)
        self.blocks.append(block.copy())


@pytest.fixture(autouse=True)
def _no_thread_survives():
    before = threading.active_count()
    yield
    assert threading.active_count() == before


@pytest.mark.parametrize("threads", [1, 2, 7])
@pytest.mark.parametrize("piece", [1, 16, 300, 4096])
def test_the_same_blocks_for_any_split(threads: int, piece: int) -> None:
    sink, batch = Collector(), FakeBatch(made_up())
    report = engines.play(batch, SPANS, sink, threads, piece)
    assert sink.taken == SPANS
    for span, block in zip(SPANS, sink.blocks, strict=True):
        np.testing.assert_array_equal(block, values(made_up(), span.first, span.count))
    assert report.played == report.taken == 4037
    played = sorted(deal for first, count in batch.played for deal in range(first, first + count))
    assert played == [deal for span in SPANS for deal in range(span.first, span.first + span.count)]


def test_no_deals_no_work() -> None:
    assert engines.play(FakeBatch(made_up()), [], Collector(), 2).played == 0


def test_a_slow_sink_holds_the_players_back() -> None:
    batch = FakeBatch(made_up())

    class Counting(Collector):
        def take(self, span, block):
            super().take(span, block)
            ahead.append(sum(count for _, count in batch.played) - 100 * len(self.taken))

    ahead: list[int] = []
    spans = [Span(first, 100) for first in range(0, 2000, 100)]
    engines.play(batch, spans, Counting(0.002), 4, 10)
    assert max(ahead) <= 200


@pytest.mark.parametrize("threads", [1, 4])
def test_the_fault_of_the_lowest_deal_is_raised(threads: int) -> None:
    sink = Collector()
    with pytest.raises(StrategyFault, match="deal 1234"):
        engines.play(FakeBatch(made_up(), fails_at=(1234, 1240, 2500)), SPANS, sink, threads, 10)
    assert sink.taken in ([], [Span(0, 1000)])


def test_a_fault_of_the_sink_stops_the_players() -> None:
    batch = FakeBatch(made_up(), seconds=0.001)
    spans = [Span(first, 100) for first in range(0, 100_000, 100)]
    with pytest.raises(RunError, match="made up"):
        engines.play(batch, spans, Collector(fails_at=200), 2, 50)
    assert len(batch.played) < 50


def test_a_fault_of_the_watcher_stops_everybody() -> None:
    def watch(report: engines.Report) -> None:
        raise ValueError("made up")

    with pytest.raises(ValueError, match="made up"):
        engines.play(FakeBatch(made_up(), seconds=0.01), SPANS, Collector(), 2, 10, watch)


def test_the_watcher_sees_progress() -> None:
    seen: list[int] = []
    spans = [Span(first, 100) for first in range(0, 1000, 100)]
    watch = lambda report: seen.append(report.played)  # noqa: E731
    engines.play(FakeBatch(made_up(), seconds=0.05), spans, Collector(), 1, 100, watch)
    assert len(seen) >= 3
    assert sorted(seen) == seen
    assert seen[0] < seen[-1] <= 1000


def test_ctrl_c_ends_within_a_piece() -> None:
    before = signal.getsignal(signal.SIGINT)
    spans = [Span(first, 100) for first in range(0, 10**6, 100)]
    sink = Collector()
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    begin = time.perf_counter()
    with pytest.raises(engines.Stopped):
        engines.play(FakeBatch(made_up(), seconds=0.02), spans, sink, 2, 50)
    timer.join()
    assert time.perf_counter() - begin < 0.2 + 0.5
    assert 0 < len(sink.taken) < 100
    assert signal.getsignal(signal.SIGINT) is before


def test_outside_the_main_thread() -> None:
    sink = Collector()
    thread = threading.Thread(target=engines.play, args=(FakeBatch(made_up()), SPANS, sink, 2))
    thread.start()
    thread.join()
    assert sink.taken == SPANS


def test_available_threads() -> None:
    assert 1 <= engines.available_threads() <= (os.cpu_count() or 1)


def test_a_player_that_never_comes_back_is_left_behind() -> None:
    """A strategy may loop for ever, in machine code that nothing can stop; Ctrl-C must still end the run."""
    gate = threading.Event()

    class Stuck(FakeBatch):
        def play(self, first, count, out, row):
            gate.wait()

    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    begin = time.perf_counter()
    try:
        with pytest.raises(engines.Stopped):
            engines.play(Stuck(made_up()), SPANS, Collector(), threads=2)
        assert time.perf_counter() - begin < 1.5
    finally:
        gate.set()  # let the threads end, for the other tests
        timer.join()
        for thread in threading.enumerate():
            if thread.name.startswith("player-"):
                thread.join()
