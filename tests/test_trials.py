"""Trials: deals in order, what they took, and how they end."""

import numpy as np
import pytest
from fake_batch import made_up
from test_outcomes import Points

from mighty_sim.chunks import Span
from mighty_sim.errors import StrategyFault
from mighty_sim.limits import Enough
from mighty_sim.outcomes import score_code
from mighty_sim.rules import load_table
from mighty_sim.trials import Trials

CODE = score_code(load_table("standard"), 2, "made", 1)


def played(trials, deals, seeds=(1, 2), **more):
    blocks = []
    trials.play([made_up(seed) for seed in seeds], CODE, deals, lambda block: blocks.append(block.copy()), **more)
    return np.concatenate(blocks, axis=1)


@pytest.mark.parametrize("threads", [1, 3])
def test_deals_come_in_order_whatever_the_threads(threads):
    trials = Trials(threads, make_batch=Points)
    block = played(trials, Span(1_000, 3_000))
    assert (-(block >> 1)).tolist() == [list(range(1_000, 4_000))] * 2
    assert trials.outcome().played == 6_000
    assert (trials.outcome("over", short=True).ended, trials.outcome("over", short=True).short) == ("over", True)


def test_several_parts_are_added_up():
    trials = Trials(1, make_batch=Points)
    played(trials, Span(0, 10))
    played(trials, Span(50, 5), seeds=(1,))
    assert trials.outcome().played == 25


def test_who_takes_the_deals_may_end_it():
    taken = []

    def take(block):
        taken.append(block.shape[1])
        if sum(taken) >= 2_048:
            raise Enough("enough", sum(taken), reached=True)

    with pytest.raises(Enough):
        Trials(2, make_batch=Points).play([made_up()], CODE, Span(0, 100_000), take)
    assert sum(taken) == 2_048


def test_a_fault_is_told_as_it_is_where_nothing_can_be_replayed():
    with pytest.raises(StrategyFault, match="made up"):
        played(Trials(1, make_batch=Points), Span(0, 40), seeds=(1, 3), explained=False)
