"""Situations laid on a board: see `plain_situations.py`, which needs the kernels uncompiled."""

import pytest
from uncompiled import TESTS, run_uncompiled

from mighty_sim.kernels.jit import JIT
from mighty_sim.rules import load_table
from mighty_sim.situation import Board


def test_situations_without_the_compiler() -> None:
    options = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", "not words")
    said = run_uncompiled("-m", "pytest", *options, str(TESTS / "plain_situations.py"))
    assert " passed" in said and "failed" not in said and "skipped" not in said


@pytest.mark.skipif(not JIT, reason="this process has no compiler")
def test_a_board_is_refused_where_the_kernels_are_compiled() -> None:
    with pytest.raises(RuntimeError, match="NUMBA_DISABLE_JIT"):
        Board(load_table("standard"))
