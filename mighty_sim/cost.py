"""What a compiled strategy costs: the time of a deal beside the stock player's, and the time to compile it."""

from __future__ import annotations

import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from mighty_sim import child
from mighty_sim.catalog import choice
from mighty_sim.engines import PIECE, new_block
from mighty_sim.errors import BadStrategy
from mighty_sim.experiment import Experiment
from mighty_sim.kernels.batch import Batch, line_up
from mighty_sim.strategy import load_choice

#: What every time is compared with.
BESIDE = "greedy"
_DEALS, _PAIRS = 12_288, 7


@dataclass(frozen=True)
class Cost:
    """Processor time of a deal in ns, that time as a multiple of `BESIDE`'s, and how many deals a run had."""

    ns: float
    ratio: float
    deals: int


def cost(experiment: Experiment) -> Cost:
    """Return what a deal costs against itself: medians of short runs by turns with `BESIDE`, on one processor."""
    beside = load_choice(choice(BESIDE))
    other = replace(experiment, strategies=(beside,) * len(experiment.strategies))
    ours, theirs = _timed(experiment), _timed(other)
    ours(), theirs()
    pairs = [(ours(), theirs()) for _ in range(_PAIRS)]
    return Cost(statistics.median(a for a, _ in pairs), statistics.median(a / b for a, b in pairs), _DEALS)


def _timed(experiment: Experiment) -> Callable[[], float]:
    """A call that plays the deals and returns a deal's processor time in ns."""
    batch = Batch(experiment)
    out = new_block(len(batch.columns), PIECE)

    def call() -> float:
        begin = time.process_time()
        for first in range(0, _DEALS, PIECE):
            batch.play(first, PIECE, out, 0)
        return (time.process_time() - begin) / _DEALS * 1e9

    return call


def compile_time(strategy: str) -> float:
    """Return the seconds that compiling a strategy takes where nothing of it is compiled yet.

    In a process of its own with an empty cache; the kernels and the start of Python are not counted. Raises
    BadStrategy with what that process ended with.
    """
    with tempfile.TemporaryDirectory() as folder:
        command = child.command("-m", "mighty_sim.cost", strategy)
        environment = child.environment(NUMBA_CACHE_DIR=folder)
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        raise BadStrategy((done.stderr.strip().splitlines() or ["compiling ended without a word"])[-1])
    return float(done.stdout)


def main(text: str) -> None:
    """Compile the strategy that a text names and print how many seconds that took."""
    strategy = load_choice(choice(text))
    begin = time.perf_counter()
    line_up([strategy])
    print(time.perf_counter() - begin)  # noqa: T201


if __name__ == "__main__":
    child.carry_out(main)
