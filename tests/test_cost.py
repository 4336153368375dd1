"""Times are of the right size, and what cannot be compiled is told."""

from pathlib import Path

import pytest
from written import strategy_text, write_text

from mighty_sim.cost import compile_time, cost
from mighty_sim.errors import BadStrategy
from mighty_sim.experiment import from_names


def test_a_deal_costs_what_the_other_strategy_costs_if_it_is_that() -> None:
    found = cost(from_names("standard", "greedy", 1))
    assert 0.7 < found.ratio < 1.4
    assert 100 < found.ns < 100_000


def test_compiling_takes_a_while_although_it_was_done_before(tmp_path: Path) -> None:
    """Else a cache was used."""
    path = str(write_text(tmp_path, strategy_text()))
    assert all(0.1 < compile_time(path) < 200 for _ in range(2))


def test_what_cannot_be_compiled_is_told_in_a_line(tmp_path: Path) -> None:
    path = write_text(tmp_path, strategy_text(play="return game.tabel"))
    with pytest.raises(BadStrategy, match=r"trial\.py.*@play.*'tabel'") as told:
        compile_time(str(path))
    assert "\n" not in str(told.value)
