"""Play deals and keep their rows.

`python play_deals.py ROWS.npy SEED FIRST COUNT SEAT NUMBER STRATEGY... [--pieces=N]`, where SEAT -1 holds an auction,
and the deals are played N at a time. Run by tests with the compiler off, its functions also with the compiler on.
"""

import sys
from pathlib import Path

import numpy as np

from mighty_sim.experiment import Experiment, Forced
from mighty_sim.kernels.batch import Batch
from mighty_sim.rules import load_table
from mighty_sim.strategy import load


def batch_of(strategies, seed, forced=None, table="standard"):
    """A batch of a table, named with its changes; one strategy is for all seats; `forced` is (seat, number) or None."""
    name, *settings = table.split()
    rules = load_table(name, settings)
    loaded = {path: load(path) for path in strategies}
    line_up = tuple(loaded[path] for path in strategies)
    line_up *= rules.deal.players if len(line_up) == 1 else 1
    return Batch(Experiment(rules, line_up, seed, Forced(*forced) if forced else None))


def rows_of(batch, first, count, piece=1 << 20):
    """The block of the deals, [columns, deals], played so many at a time."""
    rows = np.full((len(batch.columns), count), -999, np.int16)
    for done in range(0, count, piece):
        batch.play(first + done, min(piece, count - done), rows, done)
    return rows


if __name__ == "__main__":
    seed, first, count, seat, number = (int(word) for word in sys.argv[2:7])
    strategies = [Path(word) for word in sys.argv[7:] if not word.startswith("--")]
    pieces = [int(word.partition("=")[2]) for word in sys.argv[7:] if word.startswith("--")]
    batch = batch_of(strategies, seed, (seat, number) if seat >= 0 else None)
    np.save(sys.argv[1], rows_of(batch, first, count, *pieces))
