"""Runs: planning, reusing, going on after any end, and the same bytes whatever happened on the way."""

import os
import resource
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest
from fake_batch import FORCED, RANGES, FakeBatch, made_up, values

from mighty_sim import chunks, engines
from mighty_sim.errors import InputError, Interrupted, RunError, StrategyFault
from mighty_sim.runner import Outcome, Request, run
from mighty_sim.store import MANIFEST, noted

NAMES = [name for name, *_ in RANGES]


class Points:
    """A tally of the points taken, and of the deals seen."""

    names = ("points", "made")

    def __init__(self):
        self.counts, self.made = np.zeros(21, int), 0

    def add(self, columns):
        self.counts += np.bincount(columns["points"], minlength=21)
        self.made += int(columns["made"].sum())


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "CHUNK", 1000)
    monkeypatch.setattr(chunks, "GROUP", 400)


def ask(folder: Path | None, deals: int, threads: int = 2, tally=None, **faults: object) -> tuple[int, int]:
    request = Request(made_up(), deals, folder, threads, "mighty-sim run --deals 1")
    outcome = run(request, tally, lambda experiment: FakeBatch(experiment, **faults))
    return outcome.played, outcome.reused


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*")) if path.name != MANIFEST}


def test_everything_is_played_once(tmp_path: Path) -> None:
    assert ask(tmp_path, 2500) == (2500, 0)
    assert list(contents(tmp_path)) == [f"chunk-00000{number}.parquet" for number in range(3)]
    before = contents(tmp_path)
    assert ask(tmp_path, 2500, fails_at=range(2500)) == (0, 2500)
    assert contents(tmp_path) == before


def test_the_manifest_tells_what_happened(tmp_path: Path) -> None:
    ask(tmp_path, 1500)
    ask(tmp_path, 1500)  # plays nothing, so there is nothing to tell
    ask(tmp_path, 2500)
    first, second = noted(tmp_path)
    assert (first["deals"], second["deals"]) == (1500, 2500)
    assert first["ended"] == "all 1,500 deals were played"
    assert first["command"] == "mighty-sim run --deals 1"
    assert first["experiment"] == made_up().digest
    assert first["began"] <= second["began"]


@pytest.mark.parametrize("text", ["", "[]", '{"runs": 3}', "nonsense"])
def test_a_damaged_manifest_is_no_fault(tmp_path: Path, text: str) -> None:
    ask(tmp_path, 1500)
    (tmp_path / MANIFEST).write_text(text)
    assert ask(tmp_path, 2500) == (1000, 1500)
    assert [run["deals"] for run in noted(tmp_path)] == [2500]


def test_fewer_deals_use_what_is_there(tmp_path: Path) -> None:
    ask(tmp_path, 2500)
    tally = Points()
    assert ask(tmp_path, 2300, tally=tally) == (0, 2300)
    assert tally.counts.sum() == 2300


def test_more_deals_play_the_rest(tmp_path: Path) -> None:
    ask(tmp_path, 2500)
    assert ask(tmp_path, 3100) == (600, 2500)
    ask(tmp_path / "whole", 3100)
    assert (
        contents(tmp_path / "whole").items()
        <= {path.name: path.read_bytes() for path in tmp_path.glob("*.parquet")}.items()
    )


@pytest.mark.parametrize("first", [1, 399, 400, 401, 800, 999, 1399, 1400])
def test_a_chunk_is_gone_on_with_wherever_it_ended(tmp_path: Path, first: int) -> None:
    ask(tmp_path / "run", first)
    assert ask(tmp_path / "run", 2345, fails_at=range(first)) == (2345 - first, first)
    ask(tmp_path / "whole", 2345)
    assert contents(tmp_path / "run") == contents(tmp_path / "whole")


def test_a_short_chunk_stays_until_the_longer_one_is_there(tmp_path: Path) -> None:
    ask(tmp_path, 300)
    before = contents(tmp_path)
    with pytest.raises(StrategyFault):
        ask(tmp_path, 900, fails_at=[850])
    assert contents(tmp_path) == before
    assert ask(tmp_path, 300) == (0, 300)


@pytest.mark.parametrize("reuse", [0, 300, 1000, 2000, 2500])
def test_the_tally_is_the_same_played_or_read(tmp_path: Path, reuse: int) -> None:
    if reuse:
        ask(tmp_path, reuse)
    tally = Points()
    ask(tmp_path, 2500, tally=tally)
    block = values(made_up(), 0, 2500)
    np.testing.assert_array_equal(tally.counts, np.bincount(block[NAMES.index("points")], minlength=21))
    assert tally.made == block[NAMES.index("made")].sum()


def test_without_a_folder_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tally = Points()
    assert ask(None, 2500, tally=tally) == (2500, 0)
    assert tally.counts.sum() == 2500
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("threads", "piece"), [(1, 4096), (2, 4096), (2, 7), (5, 1)])
def test_the_same_bytes_for_any_split(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, threads: int, piece: int
) -> None:
    ask(tmp_path / "one", 2500, threads=1)
    monkeypatch.setattr(engines, "PIECE", piece)
    ask(tmp_path / "other", 2500, threads=threads)
    assert contents(tmp_path / "one") == contents(tmp_path / "other")


def test_forced_and_auction_do_not_mix(tmp_path: Path) -> None:
    ask(tmp_path, 10)
    with pytest.raises(InputError, match="declarer"):
        run(Request(made_up(forced=FORCED), 10, tmp_path), None, FakeBatch)


@pytest.mark.parametrize("deals", [0, -1])
def test_no_deals_are_refused(tmp_path: Path, deals: int) -> None:
    with pytest.raises(InputError, match="cannot be played"):
        ask(tmp_path / "run", deals)
    assert not (tmp_path / "run").exists()


def test_threads_below_none_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="-1 threads cannot play"):
        ask(tmp_path, 100, threads=-1)


def test_a_fault_keeps_finished_chunks_and_drops_the_rest(tmp_path: Path) -> None:
    with pytest.raises(StrategyFault, match="deal 2450"):
        ask(tmp_path, 5000, threads=1, fails_at=[2450])
    assert [name for name in contents(tmp_path) if name.startswith(".")] == []
    assert set(contents(tmp_path)) <= {"chunk-000000.parquet", "chunk-000001.parquet"}
    ask(tmp_path / "again", 3000)
    ask(tmp_path / "whole", 3000)
    assert contents(tmp_path / "again") == contents(tmp_path / "whole")


def test_a_fault_in_the_first_chunk_leaves_no_folder(tmp_path: Path) -> None:
    with pytest.raises(StrategyFault):
        ask(tmp_path / "results" / "run", 500, fails_at=[3])
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_keeps_finished_chunks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fsync, done = os.fsync, []

    def fills_up(handle: int) -> None:
        if len(done) >= 2:
            raise OSError(28, "No space left on device")
        done.append(handle)
        fsync(handle)

    monkeypatch.setattr(chunks.os, "fsync", fills_up)
    with pytest.raises(RunError, match="No space left on device; finished chunks are kept in ") as caught:
        ask(tmp_path, 5000)
    assert caught.value.exit_code == 1
    assert list(contents(tmp_path)) == ["chunk-000000.parquet"]
    monkeypatch.undo()


def test_outcome_tells_times(tmp_path: Path) -> None:
    outcome = run(Request(made_up(), 100, tmp_path, 1), None, lambda experiment: FakeBatch(experiment))
    assert outcome == Outcome(100, 0, outcome.kernel_s, outcome.play_s, outcome.wall_s)
    assert 0 < outcome.kernel_s <= outcome.play_s <= outcome.wall_s


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    run(
        Request(made_up(), 1000, tmp_path, 1),
        None,
        lambda experiment: FakeBatch(experiment, seconds=0.3),
        lambda report, total: told.append((report.played, total)),
    )
    assert told
    assert {total for _, total in told} == {1000}


# Ends from outside: a process of its own for each, so that signals and limits are real.

PLAY = """
    import sys
    from pathlib import Path
    from fake_batch import FakeBatch, made_up
    from mighty_sim import chunks
    from mighty_sim.errors import MightyError
    from mighty_sim.runner import Request, run
    chunks.CHUNK, chunks.GROUP = 1000, 400
    folder, deals, seconds = Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    print("ready", flush=True)
    try:
        run(Request(made_up(), deals, folder, 2, "mighty-sim run --deals 9"), None,
            lambda experiment: FakeBatch(experiment, seconds=seconds))
    except MightyError as error:
        print(error, file=sys.stderr)
        sys.exit(error.exit_code)
"""


@pytest.fixture
def start() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    here = Path(__file__).parent
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(here), str(here.parent)])}
    with ExitStack() as stack:

        def begin(folder: Path, deals: int, seconds: float, **options: object) -> subprocess.Popen[str]:
            command = [sys.executable, "-c", textwrap.dedent(PLAY), str(folder), str(deals), str(seconds)]
            pipe = subprocess.PIPE
            process = subprocess.Popen(command, env=env, stdout=pipe, stderr=pipe, text=True, **options)
            stack.enter_context(process)
            stack.callback(process.kill)
            return process

        yield begin


def wait_for(folder: Path, pattern: str) -> None:
    until = time.monotonic() + 60
    while not list(folder.glob(pattern)):
        assert time.monotonic() < until, f"{pattern} did not come"
        time.sleep(0.005)


def test_killed_in_the_middle_and_resumed_gives_the_same_bytes(tmp_path: Path, start) -> None:
    process = start(tmp_path / "run", 20_000, 0.1)
    wait_for(tmp_path / "run", "chunk-000001.parquet")
    wait_for(tmp_path / "run", ".chunk-*.tmp")
    process.send_signal(signal.SIGKILL)
    process.communicate()
    kept = contents(tmp_path / "run")
    assert any(name.endswith(".tmp") for name in kept)
    assert 2 <= sum(name.endswith(".parquet") for name in kept) < 20
    played, reused = ask(tmp_path / "run", 20_000)
    assert reused == 1000 * sum(name.endswith(".parquet") for name in kept)
    assert played == 20_000 - reused
    ask(tmp_path / "whole", 20_000)
    assert contents(tmp_path / "run") == contents(tmp_path / "whole")


def test_ctrl_c_keeps_finished_chunks_and_tells_how_to_go_on(tmp_path: Path, start) -> None:
    process = start(tmp_path / "run", 20_000, 0.05)
    wait_for(tmp_path / "run", "chunk-000000.parquet")
    begin = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert time.monotonic() - begin < 1.0
    assert process.returncode == Interrupted.exit_code == 130
    folder = tmp_path / "run"
    assert (
        told == f"interrupted; finished chunks are kept in {folder}; go on with: mighty-sim run --deals 9\n"
    )
    assert all(name.startswith("chunk-") for name in contents(folder))
    assert ask(folder, 20_000)[1] >= 1000


def test_a_really_full_disk(tmp_path: Path, start) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (12_000, 12_000))

    process = start(tmp_path / "run", 5000, 0.0, preexec_fn=limit)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 1
    assert told.startswith("cannot write '")
    assert told.endswith("nothing was written\n")
    assert told.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_interrupted_while_compiling(tmp_path: Path) -> None:
    def compiling(_: object) -> FakeBatch:
        raise KeyboardInterrupt

    with pytest.raises(Interrupted, match="; nothing was written; go on with: mighty-sim success"):
        run(Request(made_up(), 10, tmp_path / "deep" / "run", 1, "mighty-sim success"), None, compiling)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(Interrupted, match=r"; nothing was written$"):
        run(Request(made_up(), 10, None, 1), None, compiling)
