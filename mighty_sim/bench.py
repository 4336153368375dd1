"""Speed of this machine: deals a second, what threads and rows cost, and how soon a first result is there.

Shared machines are noisy, so every figure is a median of several short runs, and whatever is compared is run in turn
(A B A B …) with the ratio taken pair by pair. One thread without rows is timed by processor time, the rest by the
clock.
"""

from __future__ import annotations

import platform
import re
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from mighty_sim import __version__, child
from mighty_sim.engines import PIECE, available_threads, new_block
from mighty_sim.errors import InputError
from mighty_sim.experiment import Experiment, from_names
from mighty_sim.kernels.batch import Batch
from mighty_sim.rules import changed
from mighty_sim.runner import Request, run
from mighty_sim.workers import DEALS_PER_SECOND, in_pure_python

_LIBRARIES = ("numba", "llvmlite", "numpy", "pyarrow")


@dataclass(frozen=True)
class Settings:
    """How to measure: deals a timed run, timed runs, and a program to compare with (None: none).

    The program is called as ``PROGRAM MODE DEALS THREADS REPEATS``, with a strategy's name for the mode, and prints
    ``cpu_ns/deal=…``.
    """

    deals: int = 1_000_000
    repeats: int = 5
    yardstick: Path | None = None


def measure(
    tables: Sequence[str], strategies: Sequence[str], settings: Settings, changes: Sequence[str] = ()
) -> dict[str, Any]:
    """Return all that the bench measures: machine, versions, rates and start (times in s, rates in deals/s).

    Each strategy sits at each table in turn; `changes` are made in every table ("joker.last_trick=normal").
    """
    experiments = [from_names(table, name, 1, settings=changes) for table in tables for name in strategies]
    for experiment in experiments:
        if slow := in_pure_python(experiment):
            what = f"{slow[0]!r} is a pure-Python player, which plays about {DEALS_PER_SECOND} deals/s a processor"
            raise InputError(f"{what}; bench measures compiled strategies")
    rates = [rate for experiment in experiments for rate in _rates(experiment, settings)]
    return {"machine": machine(), "versions": versions(), "rates": rates, "start": start()}


def machine() -> dict[str, Any]:
    """Return what the machine is, as far as it says."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        found = re.search(r"model name\s*: (.*)", cpuinfo.read_text(errors="replace"))
        model = found[1] if found else model
    return {"processor": model, "system": platform.system(), "threads": available_threads()}


def versions() -> dict[str, str]:
    """Return the versions that the speed depends on."""
    libraries = {name: version(name) for name in _LIBRARIES}
    return {"mighty_sim": __version__, "python": platform.python_version(), **libraries}


def start() -> dict[str, float]:
    """Return wall seconds: the first result with nothing compiled, with all compiled, and `--help`."""
    with tempfile.TemporaryDirectory() as folder:
        environment = child.environment(XDG_CACHE_HOME=folder)
        environment.pop("NUMBA_CACHE_DIR", None)
        first = ["success", "--deals", "1000", "--keep", "none"]
        cold = _command(first, environment)
        warm = statistics.median(_command(first, environment) for _ in range(3))
        shown = statistics.median(_command(["--help"], environment) for _ in range(5))
    return {"cold_s": cold, "warm_s": warm, "help_s": shown}


def _command(arguments: list[str], environment: dict[str, str]) -> float:
    begin = time.perf_counter()
    program = child.command("-m", "mighty_sim", *arguments)
    subprocess.run(program, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - begin


def _rates(experiment: Experiment, settings: Settings) -> list[dict[str, Any]]:
    """The rates of one line-up: one thread, all threads, and both with rows."""
    everyone = available_threads()
    one, ratio = _one_thread(experiment, settings)
    rates = [_rate(experiment, 1, False, one, vs_yardstick=ratio)]
    if everyone > 1:
        alone, together = _in_turn(_timed(experiment, settings, 1), _timed(experiment, settings, everyone), settings)
        speed_up = statistics.median(a / b for a, b in zip(alone, together, strict=True))
        rates.append(_rate(experiment, everyone, False, statistics.median(together), vs_one_thread=speed_up))
    for threads in sorted({1, everyone}):
        plain, rows = _timed(experiment, settings, threads), _timed(experiment, settings, threads, rows=True)
        without, with_rows = _in_turn(plain, rows, settings)
        longer = statistics.median(b / a for a, b in zip(without, with_rows, strict=True))
        rates.append(_rate(experiment, threads, True, statistics.median(with_rows), vs_no_rows=longer))
    return rates


def _rate(experiment: Experiment, threads: int, rows: bool, ns: float, **ratios: float | None) -> dict[str, Any]:
    known = {"vs_yardstick": None, "vs_one_thread": None, "vs_no_rows": None} | ratios
    played = {"table": experiment.rules.name, "changed": changed(experiment.rules), "strategy": experiment.line_up}
    return played | {"threads": threads, "rows": rows} | {"deals_per_s": 1e9 / ns, "ns_per_deal": ns} | known


def _in_turn(
    first: Callable[[], float], second: Callable[[], float], settings: Settings
) -> tuple[list[float], list[float]]:
    """The two in turn, after one uncounted call each."""
    first(), second()
    pairs = [(first(), second()) for _ in range(settings.repeats)]
    return [a for a, _ in pairs], [b for _, b in pairs]


def _one_thread(experiment: Experiment, settings: Settings) -> tuple[float, float | None]:
    """Median processor time of a deal in ns, and how fast that is against the yardstick (1 = as fast)."""
    batch = Batch(experiment)
    out = new_block(len(batch.columns), PIECE)

    def ours() -> float:
        begin = time.process_time()
        for first in range(0, settings.deals, PIECE):
            batch.play(first, min(PIECE, settings.deals - first), out, 0)
        return (time.process_time() - begin) / settings.deals * 1e9

    if settings.yardstick is None:
        ours()
        return statistics.median(ours() for _ in range(settings.repeats)), None
    mine, theirs = _in_turn(ours, lambda: _yardstick(experiment, settings), settings)
    return statistics.median(mine), statistics.median(b / a for a, b in zip(mine, theirs, strict=True))


def _yardstick(experiment: Experiment, settings: Settings) -> float:
    """Processor time of a deal in ns, as the yardstick program prints it. Raises InputError if it does not."""
    arguments = [str(settings.yardstick), experiment.line_up, str(settings.deals), "1", "1"]
    try:
        printed = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise InputError(f"cannot run the yardstick {arguments[0]!r}: {error}") from None
    found = re.search(r"cpu_ns/deal=([\d.]+)", printed)
    if found is None:
        raise InputError(f"the yardstick {arguments[0]!r} printed no cpu_ns/deal=… but {printed[:60]!r}")
    return float(found[1])


def _timed(experiment: Experiment, settings: Settings, threads: int, rows: bool = False) -> Callable[[], float]:
    """A call that plays the deals as the commands do and returns the wall time of a deal in ns."""

    def call() -> float:
        with tempfile.TemporaryDirectory() as folder:
            request = Request(experiment, settings.deals, Path(folder) / "rows" if rows else None, threads)
            return run(request).wall_s / settings.deals * 1e9

    return call
