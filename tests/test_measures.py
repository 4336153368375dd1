"""Strength of a hand: worked hands, and the kernels against a plain second writing of the table."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from referee_cards import count_points, mighty, pack
from referee_cards import weakness as slow_weakness
from referee_tables import rules_of as referee_rules
from scripted import SCRIPTED, SEATS, rules_of
from slow_measures import quarter_tricks

from mighty_sim.cards import SUIT_MASKS, card_index, mask_of, masks_of
from mighty_sim.kernels.auction import weakness
from mighty_sim.kernels.jit import JIT, STAMP, entry
from mighty_sim.kernels.measures import points_held, second_copies, tricks_estimated
from mighty_sim.kernels.ruleset import Conditions, rules_at
from mighty_sim.strategy import load

patient = settings(deadline=None)  # a first call may compile

RULES, _ALIVE = rules_of((load(SCRIPTED),) * SEATS, Conditions(seed=1))
JOKER = 1 << card_index("JK")
STANDARD, SIX = referee_rules("standard"), referee_rules("penalty-6")
DECK = pack(STANDARD)


@entry
def measure(stamp, rules, hand, trump, the_mighty, joker):
    return points_held(hand), tricks_estimated(hand, trump, the_mighty, joker), weakness(rules_at(rules), hand)


def measured(hand, strain):
    """Points, quarter tricks and weakness as the kernels have them."""
    trump = SUIT_MASKS["SHDC".index(strain)] if strain != "N" else 0
    the_mighty = mask_of([mighty(STANDARD, strain)])
    rules = RULES.ctypes.data if JIT else RULES
    return measure(STAMP, rules, mask_of(hand), trump, the_mighty, JOKER)


WORKED = [
    # hand, strain, quarter tricks, and how they come about
    ("S2 S3 S4 H2 H3 H4 D2 D3 D4 C2", "S", 0, "three low trumps; a single club is no void"),
    ("S2 S3 S4 S5 H2 H3 D2 D3 D4 C2", "S", 3, "the fourth trump"),
    ("S2 S3 S4 H2 H3 H4 H5 D2 D3 D4", "S", 2, "a void with three trumps"),
    ("S2 S3 H2 H3 H4 H5 H6 D2 D3 D4", "S", 0, "a void wants three trumps"),
    ("S2 S3 S4 S5 H2 H3 H4 H5 H6 H7", "S", 3 + 2 * 2, "the fourth trump; two voids"),
    ("SA SK SQ SJ ST H2 H3 D2 D3 C2", "S", 4 + 3 + 2 + 1 + 2 * 3, "SA is the top trump; two beyond three"),
    ("CK CJ C2 H2 H3 H4 D2 D3 S2 S3", "C", 3 + 1, "king and jack of trumps"),
    ("HA HQ H2 H3 H4 H5 D2 D3 D4 C2", "H", 4 + 2 + 3 * 3 + 2, "ace, queen, three beyond three, a void in spades"),
    ("DA S2 S3 H2 H3 H4 D2 D3 C2 C3", "S", 4, "DA is the Mighty, not an ace besides"),
    ("DA S2 S3 S4 H2 H3 H4 H5 C2 C3", "S", 4, "the Mighty is a diamond, so there is no void"),
    ("DK S2 S3 H2 H3 H4 H5 C2 C3 C4", "S", 2, "the king of the Mighty's suit is sure, also alone"),
    ("SA JK H2 H3 H4 D2 D3 C2 C3 C4", "H", 4 + 4, "both specials; no void"),
    ("SA HA HK H2 H3 D2 D3 D4 C2 C3", "H", 4 + 4 + 3 + 3, "Mighty, ace and king of trumps, the fourth"),
    ("SA SK H2 H3 D2 D3 D4 C2 C3 C4", "H", 4 + 2, "SK beside the Mighty"),
    ("SK S2 H2 H3 D2 D3 D4 C2 C3 C4", "H", 2, "SK, whose ace is the Mighty in another hand"),
    ("DA DK H2 H3 S2 S3 S4 C2 C3 C4", "H", 3 + 2, "side ace, and the king with it"),
    ("DA CA H2 H3 S2 S3 S4 S5 S6 S7", "H", 3 + 3, "two side aces"),
    ("DK D2 H2 H3 S2 S3 S4 C2 C3 C4", "H", 1, "a guarded king"),
    ("DK H2 H3 S2 S3 S4 S5 C2 C3 C4", "H", 0, "a king alone is nothing"),
    ("DQ DJ D2 H2 H3 S2 S3 C2 C3 C4", "H", 0, "side queens count at no-trump only"),
    ("DA DK DQ D2 H2 H3 S2 S3 C2 C3", "N", 4 + 3 + 2 + 2, "ace, king, queen, a fourth card of a suit with its ace"),
    ("DA D2 D3 D4 D5 H2 S2 S3 C2 C3", "N", 4 + 2 * 2, "two cards beyond three"),
    ("DK D2 D3 D4 D5 H2 S2 S3 C2 C3", "N", 1, "a guarded king; no ace, so length is nothing"),
    ("DK DQ D2 H2 H3 H4 S2 S3 C2 C3", "N", 1, "a queen wants ace and king"),
    ("DK H2 H3 H4 H5 S2 S3 S4 C2 C3", "N", 0, "a king alone"),
    ("SK S2 H2 H3 H4 D2 D3 D4 C2 C3", "N", 3, "SA is the Mighty, so SK is sure"),
    ("SA SK SQ S2 H2 H3 D2 D3 C2 C3", "N", 4 + 3 + 2 + 2, "the Mighty once, its king and queen, the fourth spade"),
    ("JK HA DA CA S2 S3 H2 H3 D2 C2", "N", 4 + 3 * 4, "the joker and three aces; short suits are nothing"),
    ("JK S2 S3 H2 H3 H4 H5 D2 D3 D4", "S", 4, "the joker is no trump and no card of a suit: two trumps, a void"),
]


@pytest.mark.parametrize(("hand", "strain", "right", "why"), WORKED)
def test_tricks_of_worked_hands(hand: str, strain: str, right: int, why: str) -> None:
    assert len(set(hand.split())) == 10
    assert quarter_tricks(STANDARD, hand.split(), strain) == right, why
    assert measured(hand, strain)[1] == right, why


@patient
@given(cards=st.permutations(DECK), strain=st.sampled_from("SHDCN"), size=st.integers(0, 13))
def test_measures_of_any_hand(cards: list[str], strain: str, size: int) -> None:
    hand = cards[:size]
    right = (count_points(hand), quarter_tricks(STANDARD, hand, strain), slow_weakness(STANDARD, hand))
    assert measured(hand, strain) == right


def test_tricks_of_thousands_of_hands() -> None:
    rng = random.Random(1)
    for _ in range(5000):
        hand, strain = rng.sample(DECK, 10), rng.choice("SHDCN")
        assert measured(hand, strain)[1] == quarter_tricks(STANDARD, hand, strain), (hand, strain)


# Two packs


@entry
def measure_two(stamp, hand, twice, trump, the_mighty, joker):
    return tricks_estimated(hand, trump, the_mighty, joker) + second_copies(hand, twice, trump, the_mighty)


def tricks_of_two(hand: list[str], strain: str) -> int:
    """Quarter tricks of a hand with equal cards as the kernels have them."""
    trump = SUIT_MASKS["SHDC".index(strain)] if strain != "N" else 0
    return int(measure_two(STAMP, *masks_of(hand), trump, mask_of([mighty(SIX, strain)]), JOKER))


@pytest.mark.parametrize(
    ("hand", "strain", "right", "why"),
    [
        ("JK JK JK JK H2 H3 S2 D2 C2 C3", "S", 4 * 4, "four jokers"),
        ("SA SA H2 H3 H4 D2 D3 C2 C3 C4", "H", 4 + 4, "both Mighties"),
        ("DA DA S2 S3 H2 H3 C2 C3 C4 C5", "H", 3 + 2, "a side ace and its copy"),
        ("DA DA S2 S3 H2 H3 C2 C3 C4 C5", "S", 4 + 4, "both Mighties under spades"),
        ("HA HA H2 H3 S2 S3 D2 D3 C2 C3", "H", 4 + 3, "the ace of trumps once; its copy is the fourth trump"),
        ("H2 H2 H3 S2 S3 D2 D3 C2 C3 C4", "H", 0, "three trumps with the copy"),
        ("H2 H2 H3 H3 H4 H4 S2 D2 C2 C3", "H", 3 * 3, "six trumps with the copies"),
        ("DA DA HA HA S2 S3 C2 C3 C4 C5", "N", 4 + 4 + 2 + 2, "two aces and their copies"),
        ("DK DK D2 S2 S3 H2 H3 C2 C3 C4", "H", 1, "a second king adds nothing"),
    ],
)
def test_second_copies(hand: str, strain: str, right: int, why: str) -> None:
    assert quarter_tricks(SIX, hand.split(), strain) == right, why
    assert tricks_of_two(hand.split(), strain) == right, why


def test_tricks_of_thousands_of_hands_of_two_packs() -> None:
    rng = random.Random(2)
    for _ in range(3000):
        hand, strain = rng.sample(pack(SIX), 17), rng.choice("SHDCN")
        assert tricks_of_two(hand, strain) == quarter_tricks(SIX, hand, strain), (hand, strain)


def test_a_mighty_that_is_a_trump_counts_once() -> None:
    """At a table where SA stays the Mighty under spades: it is not the ace of trumps besides."""
    hand = mask_of("SA S2 S3 H2 H3 H4 D2 D3 C2 C3")
    assert measure_two(STAMP, hand, 0, SUIT_MASKS[0], mask_of("SA"), JOKER) == 4
