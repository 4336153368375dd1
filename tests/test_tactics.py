"""The card-play words: each against its meaning in plain words (uncompiled), and the same compiled at every table."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from play_tables import rows_of_tables
from uncompiled import TESTS, run_uncompiled

from mighty_sim.cards import SUIT_MASKS
from mighty_sim.kernels import tactics
from mighty_sim.kernels.bits import JOKERS
from mighty_sim.kernels.jit import STAMP, entry
from mighty_sim.kernels.state import GAME_SHOWN, SEAT_SHOWN
from mighty_sim.kernels.views import GAME_FACTS, GAME_QUESTIONS, SEAT_FACTS, SEAT_QUESTIONS

patient = settings(deadline=None)  # a first call may compile
SETS = st.sets(st.integers(0, 52), max_size=20).map(lambda cards: sum(1 << card for card in cards))
TABLES = ["standard", *(f"penalty-{players}" for players in range(3, 9)), "penalty-5-reconciled"]


@entry
def shortest(stamp, cards):
    return tactics.shortest(cards)


@entry
def longest(stamp, cards):
    return tactics.longest(cards)


@entry
def below_all(stamp, cards):
    return tactics.below_all(cards)


@patient
@given(SETS)
def test_the_shortest_and_the_longest_suit(cards):
    suits = [cards & suit for suit in SUIT_MASKS if cards & suit]
    for word, length in ((shortest, min), (longest, max)):
        found = word(STAMP, cards)
        assert found in (suits or [cards])
        assert not suits or found.bit_count() == length(suit.bit_count() for suit in suits)


@patient
@given(SETS)
def test_what_lies_below(cards):
    held = [card for card in range(52) if cards >> card & 1]
    beaten = [card for card in range(52) if any(card % 4 == top % 4 and card < top for top in held)]
    assert below_all(STAMP, cards) == sum(1 << card for card in beaten)
    assert below_all(STAMP, cards & JOKERS) == 0


def test_every_word_against_counted_cards():
    said = run_uncompiled(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", str(TESTS / "plain_tactics.py")
    )
    assert " passed" in said and "failed" not in said and "skipped" not in said


def test_the_same_compiled_or_not(tmp_path):
    """A player whose every card hangs on every word plays the same deals."""
    words = [tmp_path / "rows.npz", 5, 40, TESTS / "wordy.py", *TABLES]
    run_uncompiled(str(TESTS / "play_tables.py"), *(str(word) for word in words))
    plain = np.load(tmp_path / "rows.npz")
    for table, rows in rows_of_tables(TESTS / "wordy.py", 5, 40, TABLES).items():
        np.testing.assert_array_equal(rows, plain[table], err_msg=table)


@pytest.mark.parametrize("word", [name for name in vars(tactics) if not name.startswith("_")])
def test_no_word_is_a_field_of_a_view(word):
    fields = {*GAME_SHOWN, *SEAT_SHOWN, *GAME_FACTS, *GAME_QUESTIONS, *SEAT_FACTS, *SEAT_QUESTIONS}
    assert word not in fields
