"""Deals to be judged, and how: by the referee in a process without the compiler, against the compiled kernels' rows."""

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np
from uncompiled import ROOT, TESTS, run_uncompiled

from mighty_sim.experiment import Experiment, Forced
from mighty_sim.kernels.batch import Batch
from mighty_sim.rules import load_table
from mighty_sim.strategy import load

SEED = 20260
OWN = (TESTS / "reckless.py", TESTS / "eager.py")


class Job(NamedTuple):
    """Deals to be judged."""

    line_up: str
    first: int
    count: int
    seat: int = -1  # who is made to declare, if anybody
    number: int = 0
    table: str = "standard"
    settings: tuple[str, ...] = ()

    def __str__(self) -> str:
        forced = f", seat {self.seat} declares at {self.number}" if self.seat >= 0 else ""
        rules = " ".join((self.table, *self.settings))
        return f"{rules}: {self.line_up}, deals {self.first} to {self.first + self.count - 1}{forced}"


def named(text: str) -> set[str]:
    return {" ".join(name.split()) for name in text.split(";")}


def strategy_files(job: Job) -> list[Path]:
    names = job.line_up.split()
    known = {path.stem: path for path in [*(ROOT / "strategies").glob("*.py"), *OWN]}
    players = load_table(job.table, job.settings).deal.players
    return [known[name] for name in (names if len(names) > 1 else names * players)]


def compiled_rows(job: Job) -> np.ndarray:
    loaded = {path: load(path) for path in strategy_files(job)}
    line_up = tuple(loaded[path] for path in strategy_files(job))
    forced = Forced(job.seat, job.number) if job.seat >= 0 else None
    batch = Batch(Experiment(load_table(job.table, job.settings), line_up, SEED, forced))
    rows = np.zeros((len(batch.columns), job.count), np.int16)
    batch.play(job.first, job.count, rows, 0)
    return rows


def judged(job: Job, folder: Path) -> dict[str, int]:
    """Judge the deals of a job; how often each situation came up."""
    return judged_all([job], folder)[0]


def judged_all(jobs: list[Job], folder: Path) -> list[dict[str, int]]:
    """Judge the deals of several jobs in one process; for each how often each situation came up."""
    orders = [_order(job, folder / f"rows{place}.npy") for place, job in enumerate(jobs)]
    (folder / "jobs.json").write_text(json.dumps(orders), encoding="utf-8")
    reports = json.loads(run_uncompiled(str(TESTS / "judge_deals.py"), str(folder / "jobs.json")))
    assert [report["judged"] for report in reports] == [job.count for job in jobs]
    return [dict(report["seen"]) for report in reports]


def _order(job: Job, rows: Path) -> dict[str, object]:
    """A job as judge_deals.py takes it, once the compiled kernels have played it."""
    np.save(rows, compiled_rows(job))
    return {
        "table": job.table,
        "settings": list(job.settings),
        "strategies": [str(path) for path in strategy_files(job)],
        "seed": SEED,
        "forced": {"seat": job.seat, "number": job.number} if job.seat >= 0 else None,
        "first": job.first,
        "count": job.count,
        "rows": str(rows),
    }
