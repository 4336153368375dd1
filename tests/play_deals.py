"""Play deals and keep their rows: `python play_deals.py ROWS.npy SEED FIRST COUNT SEAT NUMBER STRATEGY...` (SEAT -1: an auction).

Run by test_same_bytes.py with the compiler off; its function is used there with the compiler on.
"""

import sys
from pathlib import Path

import numpy as np

from mighty_sim.experiment import Experiment, Forced
from mighty_sim.kernels.batch import Batch
from mighty_sim.rules import load_table
from mighty_sim.strategy import load


def batch_of(strategies, seed, forced=None):
    """A batch of the standard table; `forced` is (seat, number) or None."""
    loaded = {path: load(path) for path in strategies}
    line_up = tuple(loaded[path] for path in strategies)
    return Batch(Experiment(load_table("standard"), line_up, seed, Forced(*forced) if forced else None))


def rows_of(batch, first, count):
    """The block of the deals, [columns, deals]."""
    rows = np.full((len(batch.columns), count), -999, np.int16)
    batch.play(first, count, rows, 0)
    return rows


if __name__ == "__main__":
    seed, first, count, seat, number = (int(word) for word in sys.argv[2:7])
    strategies = [Path(word) for word in sys.argv[7:]]
    batch = batch_of(strategies, seed, (seat, number) if seat >= 0 else None)
    np.save(sys.argv[1], rows_of(batch, first, count))
