"""Speed of the kernels one by one, for `make bench`; nothing here passes or fails by time."""

import numpy as np
import pytest

from mighty_sim.experiment import from_names
from mighty_sim.kernels.batch import Batch
from mighty_sim.rules import load_table, table_names

DEALS = 4096


@pytest.mark.parametrize("declarer", ["auction", "forced"])
@pytest.mark.parametrize("strategy", ["greedy", "random", "greedy,random,greedy,random,greedy"])
def test_a_piece_of_deals(benchmark, strategy, declarer):
    batch = Batch(from_names("standard", strategy, 1, declarer))
    out = np.empty((len(batch.columns), DEALS), np.int16)
    benchmark(batch.play, 0, DEALS, out, 0)
    benchmark.extra_info["ns_per_deal"] = benchmark.stats.stats.median / DEALS * 1e9


def test_the_rules_as_a_record(benchmark):
    from mighty_sim.kernels.ruleset import Conditions, encode

    benchmark(encode, load_table("standard"), Conditions(1))


@pytest.mark.parametrize("strategy", ["random", "greedy"])
@pytest.mark.parametrize("table", [name for name in table_names() if name != "standard"])
def test_a_piece_of_deals_of_another_table(benchmark, table, strategy):
    batch = Batch(from_names(table, strategy, 1, "auction"))
    out = np.empty((len(batch.columns), DEALS), np.int16)
    benchmark(batch.play, 0, DEALS, out, 0)
    benchmark.extra_info["ns_per_deal"] = benchmark.stats.stats.median / DEALS * 1e9
