"""A batch that plays no cards: its columns are made up from the deal's number. For tests of the machinery."""

import threading
import time
from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np

from mighty_sim.errors import StrategyFault
from mighty_sim.experiment import Experiment, Forced
from mighty_sim.rules import load_table


@dataclass(frozen=True)
class Column:
    name: str
    dtype: object
    meaning: str = ""


#: name, type, least and greatest value
RANGES = [
    ("redeals", np.int16, 0, 4),
    ("dealer", np.int8, 0, 4),
    ("declarer", np.int8, 0, 4),
    ("friends", np.uint8, 0, 31),
    ("friend_call", np.int8, -2, 52),
    ("bid", np.int8, 13, 20),
    ("bid_strain", np.int8, 0, 4),
    ("contract", np.int8, 13, 20),
    ("strain", np.int8, 0, 4),
    ("points", np.int8, 0, 20),
    ("discard_points", np.int8, 0, 3),
    ("made", np.bool_, 0, 1),
    ("multiplier", np.int8, 1, 16),
    *[(f"score_{seat}", np.int16, -120, 120) for seat in range(5)],
    ("points_dealt", np.int8, 0, 10),
    ("points_exchanged", np.int8, 0, 10),
    ("trumps_dealt", np.int8, 2, 10),
    ("trumps_exchanged", np.int8, 2, 10),
    ("tricks_dealt", np.int8, 0, 40),
    ("tricks_exchanged", np.int8, 0, 40),
    ("weakness_dealt", np.int8, -2, 20),
    ("weakness_exchanged", np.int8, -2, 20),
    ("mighty_seat", np.int8, -1, 4),
    ("joker_seat", np.int8, -1, 4),
]


class FakeBatch:
    """Columns by hashing (seed, deal, column); can be told to be slow, or to fail at a deal."""

    columns = tuple(Column(name, dtype) for name, dtype, _, _ in RANGES)

    def __init__(self, experiment, fails_at=(), seconds=0.0):
        self.experiment, self.fails_at, self.seconds = experiment, fails_at, seconds
        self.played, self.lock = [], threading.Lock()

    def play(self, first, count, out, row):
        bad = [deal for deal in self.fails_at if first <= deal < first + count]
        if bad:
            raise StrategyFault(f"deal {bad[0]}: made up")
        time.sleep(self.seconds)
        out[:, row : row + count] = values(self.experiment, first, count)
        with self.lock:
            self.played.append((first, count))


def values(experiment, first, count):
    """Return the block of columns, int16, of deals in a row."""
    out = np.empty((len(RANGES), count), np.int16)
    for index, (_, _, low, high) in enumerate(RANGES):
        mixed = np.arange(first, first + count, dtype=np.uint64) * 64 + index + experiment.seed * 2**40
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB
        out[index] = ((mixed >> 40) % (high - low + 1)).astype(np.int16) + low
    at = {name: index for index, (name, *_) in enumerate(RANGES)}
    if experiment.forced:
        out[at["declarer"]] = experiment.forced.seat
        out[at["contract"]] = experiment.forced.number
    out[at["made"]] = out[at["points"]] >= out[at["contract"]]
    return out


def made_up(seed=1, forced=None, names=("made-up",) * 5, sha="0" * 64):
    """Return an experiment at the standard table whose strategies are only names."""
    line_up = tuple(SimpleNamespace(name=name, sha256=sha, values={}) for name in names)
    return Experiment(load_table("standard"), line_up, seed, forced)


FORCED = Forced(0, 15)
