"""Cards as words, and that worlds need the uncompiled kernels; `plain_views.py` has the rest, uncompiled."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mighty_sim.cards import FIRST_JOKER, cards_in, masks_of
from mighty_sim.rules import load_table
from mighty_sim.worlds import Stage, words_of

HANDS = st.lists(st.integers(0, FIRST_JOKER - 1), max_size=12, unique=True)


def test_worlds_are_not_for_compiled_kernels() -> None:
    with pytest.raises(RuntimeError, match="NUMBA_DISABLE_JIT"):
        Stage(load_table("standard"), [], 1)


@pytest.mark.parametrize("text", ["", "SA", "JK", "SA SA", "JK JK", "JK JK JK JK H2 H2 C9", "S2 C2"])
def test_words_are_those_that_a_text_means(text: str) -> None:
    cards = cards_in(*masks_of(text))
    assert words_of(cards) == masks_of(text)


@given(HANDS, HANDS, st.integers(0, 4))
def test_words_hold_every_copy(first: list[int], second: list[int], jokers: int) -> None:
    cards = first + second + [FIRST_JOKER] * jokers
    assert sorted(cards_in(*words_of(cards))) == sorted(cards)
