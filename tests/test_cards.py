"""Cards: text in and out, sets, and everything that is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mighty_sim import cards
from mighty_sim.errors import CardError

SUIT_CARDS = range(52)
SIGNS = dict(zip("SHDC", "♠♥♦♣", strict=True))
HOLLOW_SIGNS = dict(zip("SHDC", "♤♡♢♧", strict=True))
#: A hand of two packs: how often each card is there.
HANDS = st.dictionaries(st.integers(0, 52), st.integers(1, 2)).flatmap(
    lambda held: st.integers(1, 4).map(lambda jokers: held | ({52: jokers} if 52 in held else {}))
)


def test_index_is_four_times_rank_plus_suit() -> None:
    assert cards.card_index("S2") == 0
    assert cards.card_index("C2") == 3
    assert cards.card_index("H3") == 5
    assert cards.card_index("SA") == 48
    assert cards.card_index("CA") == 51
    assert cards.card_index("JK") == 52


@pytest.mark.parametrize("index", SUIT_CARDS)
def test_text_round_trip(index: int) -> None:
    assert cards.card_index(cards.card_text(index)) == index


@given(st.sampled_from(SUIT_CARDS))
def test_generous_reading(index: int) -> None:
    text = cards.card_text(index)
    ten = text.replace("T", "10")
    for written in (
        text.lower(),
        SIGNS[text[0]] + text[1:],
        f" {text} ",
        ten,
        ten.lower(),
        SIGNS[text[0]] + "\ufe0f" + text[1],
        SIGNS[text[0]] + "\ufe0e" + text[1],
        HOLLOW_SIGNS[text[0]] + ten[1:],
        SIGNS[text[0]] + ten[1:].lower(),
    ):
        assert cards.card_index(written) == index


@pytest.mark.parametrize("text", ["JK", "jk", "Jk", "joker", "Joker", " JOKER "])
def test_joker_texts(text: str) -> None:
    assert cards.card_index(text) == 52


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "S",
        "A",
        "AS",
        "S1",
        "S11",
        "S100",
        "XA",
        "SX",
        "SAA",
        "JKK",
        "J",
        "S A",
        "♠",
        "10",
        "S-",
        "s0",
        "SA2",
        "S♠",
        "\ufe0fSA",
        "JK1",
        "2*",
    ],
)
def test_bad_cards_are_refused_with_the_text_quoted(text: str) -> None:
    with pytest.raises(CardError) as caught:
        cards.card_index(text)
    assert repr(text) in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.text(max_size=6))
def test_any_text_is_a_card_or_refused(text: str) -> None:
    try:
        index = cards.card_index(text)
    except CardError as error:
        assert repr(text) in str(error)
    else:
        assert cards.card_index(cards.card_text(index)) == index


@pytest.mark.parametrize("index", [-1, 53, 55, 1000])
def test_bad_indices_are_refused(index: int) -> None:
    with pytest.raises(CardError, match=str(index)):
        cards.card_text(index)


@given(st.sets(st.integers(0, 52)))
def test_set_round_trip(indices: set[int]) -> None:
    mask = sum(1 << index for index in indices)
    assert set(cards.cards_in(mask)) == indices
    assert cards.mask_of(cards.texts_in(mask)) == mask
    assert cards.mask_of(" ".join(cards.texts_in(mask))) == mask


def test_display_order() -> None:
    assert cards.texts_in(cards.mask_of("C2 SA JK D9 S2 HT CA HK")) == [
        "JK",
        "SA",
        "S2",
        "HK",
        "HT",
        "D9",
        "CA",
        "C2",
    ]
    assert cards.texts_in(0) == []


@pytest.mark.parametrize("text", ["SA SA", "SA,♠A", "JK JK", "C10 CT"])
def test_repeated_card_is_refused(text: str) -> None:
    with pytest.raises(CardError, match="twice"):
        cards.mask_of(text)


@pytest.mark.parametrize("mask", [-1, 1 << 53, 1 << 70])
def test_number_that_is_no_set_is_refused(mask: int) -> None:
    with pytest.raises(CardError, match=str(mask)):
        cards.cards_in(mask)


@given(HANDS)
def test_hands_of_two_packs_round_trip(held: dict[int, int]) -> None:
    named = [cards.card_text(index) for index, copies in held.items() for _ in range(copies)]
    once, twice = cards.masks_of(named)
    assert once.bit_count() + twice.bit_count() == len(named)
    assert cards.texts_in(once, twice) == sorted(named, key=cards.texts_in(cards.ALL_CARDS).index)
    assert cards.masks_of(" ".join(cards.texts_in(once, twice))) == (once, twice)
    assert once == cards.mask_of(set(named))


def test_copies_stand_next_to_each_other() -> None:
    once, twice = cards.masks_of("HT SA JK ♠A joker s2")
    assert cards.texts_in(once, twice) == ["JK", "JK", "SA", "SA", "S2", "HT"]
    assert cards.texts_in(once) == ["JK", "SA", "S2", "HT"]
    assert cards.masks_of("") == (0, 0)


@pytest.mark.parametrize("jokers", range(5))
def test_jokers_beyond_the_first_are_counted_in_ones(jokers: int) -> None:
    once, twice = cards.masks_of(["JK"] * jokers)
    assert once == (1 << 52 if jokers else 0)
    assert twice == {0: 0, 1: 0, 2: 0b1 << 52, 3: 0b11 << 52, 4: 0b111 << 52}[jokers]
    assert cards.cards_in(once, twice) == [52] * jokers


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("SA s2 SA ♠A", "'♠A' is there 3 times; two packs hold 2 copies of a card"),
        ("JK JK joker JK jk", "'jk' is there 5 times; two packs hold 4 jokers"),
        ("SA SX", "'SX' is no card"),
    ],
)
def test_more_copies_than_two_packs_hold_are_refused(text: str, problem: str) -> None:
    with pytest.raises(CardError, match=problem):
        cards.masks_of(text)


@pytest.mark.parametrize("twice", [-1, 1 << 1, 1 << 53, 0b101 << 52, 0b110 << 52, 1 << 55, 1 << 70])
def test_copies_without_a_first_are_refused(twice: int) -> None:
    with pytest.raises(CardError, match=f"{twice} are no second copies"):
        cards.cards_in(1 << 52 | 1, twice)
    with pytest.raises(CardError, match="each needs its first"):
        cards.cards_in(1, 1 << 52)


def test_constants() -> None:
    assert (cards.N_INDICES, cards.JOKERS, cards.MAX_JOKERS) == (53, 1 << 52, 4)
    assert cards.texts_in(cards.POINT_CARDS) == [suit + rank for suit in "SHDC" for rank in "AKQJT"]
    assert [cards.texts_in(mask)[0] for mask in cards.SUIT_MASKS] == ["SA", "HA", "DA", "CA"]
    assert sum(cards.SUIT_MASKS) | cards.JOKERS == cards.ALL_CARDS
    assert all(mask.bit_count() == 13 for mask in cards.SUIT_MASKS)


@pytest.mark.parametrize(
    ("text", "strain"),
    [("S", 0), ("h", 1), ("♦", 2), ("♣\ufe0f", 3), ("♥\ufe0e", 1), ("N", 4), ("nt", 4)],
)
def test_strains(text: str, strain: int) -> None:
    assert cards.strain_index(text) == strain


@pytest.mark.parametrize("text", ["", "X", "SH", "NN", "no", "1"])
def test_bad_strains_are_refused(text: str) -> None:
    with pytest.raises(CardError, match=repr(text)):
        cards.strain_index(text)
