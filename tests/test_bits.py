"""Words about sets of cards, each against its meaning in plain words (uncompiled too, by test_uncompiled.py)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mighty_sim.cards import JOKERS, MORE_JOKERS, POINT_CARDS, SUIT_MASKS, card_text, mask_of
from mighty_sim.kernels import bits
from mighty_sim.kernels.jit import STAMP, entry

patient = settings(deadline=None)  # a first call may compile

SETS = st.integers(0, bits.CARDS)
SMALL_SETS = st.sets(st.integers(0, 55), max_size=14).map(lambda cards: sum(1 << card for card in cards))
PLAIN_SETS = st.integers(0, (1 << 52) - 1)
WORDS = st.integers(-(1 << 63), (1 << 63) - 1)
ANY_SET = st.one_of(SETS, SMALL_SETS, st.sampled_from([0, 1, 1 << 55, bits.CARDS]))


@entry
def count(stamp, cards):
    return bits.count(cards)


@entry
def index(stamp, cards):
    return bits.index(cards)


@entry
def lowest(stamp, cards):
    return bits.lowest(cards)


@entry
def highest(stamp, cards):
    return bits.highest(cards)


@entry
def suit_of(stamp, card):
    return bits.suit_of(card)


@entry
def suits_in(stamp, cards):
    return bits.suits_in(cards)


@entry
def below(stamp, cards):
    return bits.below(cards)


@entry
def choose(stamp, condition, then, other):
    return bits.choose(condition, then, other)


@entry
def choose_by_truth(stamp, a, b, then, other):
    return bits.choose(a < b, then, other)


@entry
def prefer(stamp, cards, other):
    return bits.prefer(cards, other)


@entry
def nth(stamp, cards, n):
    return bits.nth(cards, n)


@entry
def nth_portable(stamp, cards, n):
    return bits.nth_portable(cards, n)


def cards_of(mask):
    return [card for card in range(64) if mask >> card & 1]


def test_the_named_sets():
    assert list(SUIT_MASKS) == [bits.SPADES, bits.HEARTS, bits.DIAMONDS, bits.CLUBS]
    assert bits.POINT_CARDS == POINT_CARDS
    assert bits.JOKERS == JOKERS | MORE_JOKERS | MORE_JOKERS << 1  # four numbers while they are shuffled
    for rank, name in zip("AKQJT", ("ACES", "KINGS", "QUEENS", "JACKS", "TENS"), strict=True):
        assert getattr(bits, name) == mask_of([suit + rank for suit in "SHDC"])
    assert sum(SUIT_MASKS) + bits.JOKERS == bits.CARDS


@patient
@given(ANY_SET)
def test_count(cards):
    assert count(STAMP, cards) == len(cards_of(cards))


@patient
@given(ANY_SET)
def test_index_is_the_number_of_the_lowest_card(cards):
    assert index(STAMP, cards) == min(cards_of(cards), default=64)


@patient
@given(ANY_SET)
def test_lowest_and_highest(cards):
    assert lowest(STAMP, cards) == (1 << min(cards_of(cards)) if cards else 0)
    assert highest(STAMP, cards) == (1 << max(cards_of(cards)) if cards else 0)


@patient
@given(st.integers(0, 51))
def test_suit_of_a_card(card):
    assert suit_of(STAMP, 1 << card) == SUIT_MASKS["SHDC".index(card_text(card)[0])]


@patient
@given(PLAIN_SETS.filter(bool))
def test_suit_of_a_set_is_that_of_its_lowest_card(cards):
    assert suit_of(STAMP, cards) == SUIT_MASKS[min(cards_of(cards)) % 4]


@patient
@given(st.one_of(PLAIN_SETS, SMALL_SETS.map(lambda cards: cards & (1 << 52) - 1)))
def test_suits_in_are_whole_suits(cards):
    held = {card_text(card)[0] for card in cards_of(cards)}
    whole = suits_in(STAMP, cards)
    assert whole & ~JOKERS == sum(mask for name, mask in zip("SHDC", SUIT_MASKS, strict=True) if name in held)
    assert whole & JOKERS == 0


@patient
@given(st.one_of(PLAIN_SETS, SMALL_SETS.map(lambda cards: cards & (1 << 52) - 1)))
def test_below_is_every_card_that_some_card_of_its_suit_tops(cards):
    topped = [card for card in range(52) if any(card % 4 == top % 4 and card <= top for top in cards_of(cards))]
    assert cards_of(below(STAMP, cards)) == topped


@patient
@given(WORDS, WORDS, WORDS)
def test_choose(condition, then, other):
    assert choose(STAMP, condition, then, other) == (then if condition else other)
    assert choose(STAMP, 0, then, other) == other


@patient
@given(WORDS, WORDS, WORDS, WORDS)
def test_choose_by_a_comparison(a, b, then, other):
    assert choose_by_truth(STAMP, a, b, then, other) == (then if a < b else other)


@patient
@given(st.one_of(st.just(0), SETS), SETS)
def test_prefer(cards, other):
    assert prefer(STAMP, cards, other) == (cards if cards else other)


@pytest.mark.parametrize("function", [nth, nth_portable])
@patient
@given(cards=ANY_SET, n=st.integers(0, 63))
def test_nth_is_the_nth_lowest_or_nothing(function, cards, n):
    held = cards_of(cards)
    assert function(STAMP, cards, n) == (1 << held[n] if n < len(held) else 0)


@pytest.mark.parametrize("function", [nth, nth_portable])
def test_nth_of_every_place(function):
    """Every card of the full set, and each single card."""
    for card in range(56):
        assert function(STAMP, bits.CARDS, card) == 1 << card
        assert function(STAMP, 1 << card, 0) == 1 << card
        assert function(STAMP, 1 << card, 1) == 0
