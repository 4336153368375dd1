"""A player who passes."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
from uncompiled import ROOT

from mighty_sim.experiment import Experiment
from mighty_sim.kernels.batch import Batch
from mighty_sim.passing import passes, passing
from mighty_sim.rules import load_table
from mighty_sim.strategy import load

STEADY = load(ROOT / "strategies" / "steady.py")


def test_it_bids_only_where_it_has_to():
    game = SimpleNamespace(must_bid=0, least=lambda strain: 13)
    assert passes(game, None) == 0
    game.must_bid = 1
    assert passes(game, None) == 13 << 3


def test_it_is_another_player_than_its_strategy():
    other = passing(STEADY)
    assert (other.name, other.path) == ("steady passing", Path(STEADY.path))
    assert other.sha256 != STEADY.sha256
    assert other.hooks["play"] is STEADY.hooks["play"]


def test_it_never_declares_where_it_may_pass_and_somebody_does():
    line_up = (STEADY, STEADY, passing(STEADY), STEADY, STEADY)
    batch = Batch(Experiment(load_table("standard"), line_up, 3))
    rows = np.zeros((len(batch.columns), 500), np.int16)
    batch.play(0, 500, rows, 0)
    declared = rows[[column.name for column in batch.columns].index("declarer")]
    assert set(declared) == {0, 1, 3, 4}
