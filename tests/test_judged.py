"""Some 49,000 deals judged by the referee, every legal set both ways, and every column of the compiled kernels' rows.

The uncompiled kernels tell a deal in full, the referee judges it from the rules; the same deals' rows from the compiled
kernels must equal the uncompiled row and what the referee works out from the cards. See judge_deals.py.
"""

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from uncompiled import ROOT, TESTS, run_uncompiled

from mighty_sim.experiment import Experiment, Forced
from mighty_sim.kernels.batch import Batch
from mighty_sim.rules import load_table
from mighty_sim.strategy import load


class Job(NamedTuple):
    """Deals to be judged."""

    line_up: str
    first: int
    count: int
    seat: int = -1  # who is made to declare, if anybody
    number: int = 0

    def __str__(self) -> str:
        forced = f", seat {self.seat} declares at {self.number}" if self.seat >= 0 else ""
        return f"{self.line_up}, deals {self.first} to {self.first + self.count - 1}{forced}"


SEED = 20260
JOBS = [Job("random", first, 5000) for first in range(0, 20_000, 5000)]
JOBS += [Job("greedy", first, 5000) for first in range(0, 20_000, 5000)]
FORCED = [Job("random", 0, 500, seat, number) for seat, number in ((0, 13), (1, 16), (3, 19), (4, 20))]
FORCED += [Job("greedy", 0, 500, seat, number) for seat, number in ((0, 13), (2, 15), (3, 18), (4, 20))]
MIXED = [
    Job("random greedy random greedy random", 0, 1000),
    Job("greedy greedy random greedy random", 0, 1000),
    Job("greedy reckless random reckless greedy", 0, 1000),
]
RECKLESS = Job("reckless", 1 << 33, 2000)

# What must come up in every job of a kind; each is some ten times as frequent as it need be.
ALWAYS = """
contract kept; made; failed; back-run; friend by card; friend by card, a special; redeal: misdeal; redeal: all-pass;
several redeals; misdeal claimed over a bid; Mighty led; Mighty forced as the only card of the led suit;
Mighty or joker forced; hunter led with a demand; hunter led without a demand; hunter followed, with the joker;
demand answered by the joker; demand leaves the joker alone; demanded joker held with cards of the led suit;
joker led without power; powerless joker led, then a plain card; joker followed in trick 10;
joker followed in tricks 2 to 9; 2 doublings
"""
AT_RANDOM = """
change: suit to suit; change: suit to no-trump; change: no-trump to suit; called card in the declarer's hand;
called card discarded; friend by first trick; openly alone; special discarded; long auction; joker led with power;
joker led, joker wins; joker led, Mighty wins; powerless joker led, then a trump; joker followed in trick 1;
demand of a joker that nobody else holds
"""
GREEDY = """
run; demand answered by the Mighty; demand leaves joker and Mighty; powerless joker led, then a trump;
powerless joker led, then a Mighty
"""
RARE = """
raise without change; change at 19: suit to suit; change at 19: suit to no-trump; change at 19: no-trump to suit;
change at 20: suit to no-trump; suit requested; first trick won by the declarer; 20N before somebody's first turn;
weak hand not claimed; called card in the declarer's hand, a special; called card discarded, a special;
demand answered by the Mighty; demand leaves joker and Mighty; 3 doublings
"""


def named(text: str) -> set[str]:
    return {" ".join(name.split()) for name in text.split(";")}


def strategy_files(line_up: str) -> list[Path]:
    names = line_up.split()
    shipped = {path.stem: path for path in [*(ROOT / "strategies").glob("*.py"), TESTS / "reckless.py"]}
    return [shipped[name] for name in (names if len(names) > 1 else names * 5)]


def compiled_rows(job: Job) -> np.ndarray:
    loaded = {path: load(path) for path in strategy_files(job.line_up)}
    line_up = tuple(loaded[path] for path in strategy_files(job.line_up))
    forced = Forced(job.seat, job.number) if job.seat >= 0 else None
    batch = Batch(Experiment(load_table("standard"), line_up, SEED, forced))
    rows = np.zeros((len(batch.columns), job.count), np.int16)
    batch.play(job.first, job.count, rows, 0)
    return rows


def judged(job: Job, folder: Path) -> set[str]:
    """Judge the deals of a job; the situations that came up."""
    np.save(folder / "rows.npy", compiled_rows(job))
    order = {
        "strategies": [str(path) for path in strategy_files(job.line_up)],
        "seed": SEED,
        "forced": {"seat": job.seat, "number": job.number} if job.seat >= 0 else None,
        "first": job.first,
        "count": job.count,
        "rows": str(folder / "rows.npy"),
    }
    (folder / "job.json").write_text(json.dumps(order), encoding="utf-8")
    report = json.loads(run_uncompiled(str(TESTS / "judge_deals.py"), str(folder / "job.json")))
    assert report["judged"] == job.count
    return set(report["seen"])


@pytest.mark.parametrize("job", [job for job in JOBS if job.line_up == "random"], ids=str)
def test_random_deals(job: Job, tmp_path: Path) -> None:
    missing = (named(ALWAYS) | named(AT_RANDOM)) - judged(job, tmp_path)
    assert missing == set()


@pytest.mark.parametrize("job", [job for job in JOBS if job.line_up == "greedy"], ids=str)
def test_greedy_deals(job: Job, tmp_path: Path) -> None:
    missing = (named(ALWAYS) | named(GREEDY)) - judged(job, tmp_path)
    assert missing == set()


@pytest.mark.parametrize("job", FORCED, ids=str)
def test_deals_with_a_forced_declarer(job: Job, tmp_path: Path) -> None:
    seen = judged(job, tmp_path)
    bid = {name for name in seen if "redeal" in name or "auction" in name or "change" in name}
    assert bid == set()


@pytest.mark.parametrize("job", MIXED, ids=str)
def test_mixed_line_ups(job: Job, tmp_path: Path) -> None:
    missing = named(ALWAYS) - judged(job, tmp_path)
    assert missing == set()


def test_rare_situations(tmp_path: Path) -> None:
    missing = (named(AT_RANDOM) | named(RARE)) - judged(RECKLESS, tmp_path)
    assert missing == set()


def test_enough_deals_are_judged() -> None:
    for name in ("random", "greedy"):
        assert sum(job.count for job in JOBS if job.line_up == name) >= 20_000
        assert sum(job.count for job in FORCED if job.line_up == name) >= 2_000
