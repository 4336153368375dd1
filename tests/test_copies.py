"""Hands of two packs as two words, against counted cards: whatever is added or taken away, both say the same."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from mighty_sim.cards import FIRST_JOKER, cards_in, masks_of, texts_in
from mighty_sim.kernels import copies
from mighty_sim.kernels.jit import STAMP, entry

JOKER = "JK"
CARDS = [suit + rank for suit in "SHDC" for rank in "23456789TJQKA"]
ANY_CARD = st.sampled_from([*CARDS, *[JOKER] * 10])


@st.composite
def hands(draw):
    """Cards as a player of two packs may hold them: two of each at most, four jokers."""
    counted = Counter(
        {card: 1 + twice for card, twice in draw(st.dictionaries(st.sampled_from(CARDS), st.booleans())).items()}
    )
    return counted + Counter({JOKER: draw(st.integers(0, 4))})


@entry
def add(stamp, cards, twice, more):
    return cards | more, copies.twice_with(cards, twice, more)


@entry
def take(stamp, cards, twice, gone):
    return copies.cards_without(cards, twice, gone), copies.twice_without(twice, gone)


@entry
def copies_of(stamp, cards, twice, card):
    return copies.copies(cards, twice, card)


@entry
def how_many(stamp, cards, twice):
    return copies.how_many(cards, twice)


@entry
def from_numbered(stamp, cards):
    return copies.one_joker(cards), copies.further_jokers(cards)


def words_of(counted):
    return masks_of(sorted(counted.elements()))


def set_of(cards):
    return masks_of(sorted(cards))[0]


@given(hands())
def test_two_words_hold_a_hand(counted):
    cards, twice = words_of(counted)
    assert Counter(texts_in(cards, twice)) == counted
    assert how_many(STAMP, cards, twice) == counted.total()
    for card in [*CARDS, JOKER]:
        assert copies_of(STAMP, cards, twice, set_of([card])) == counted[card]


@given(hands(), st.sets(ANY_CARD))
def test_one_copy_each_is_added(counted, more):
    more = {card for card in more if counted[card] < (4 if card == JOKER else 2)}
    assert add(STAMP, *words_of(counted), set_of(more)) == words_of(counted + Counter(more))


@given(hands(), st.data())
def test_one_copy_each_is_taken_away(counted, data):
    gone = data.draw(st.sets(st.sampled_from(sorted(counted)))) if counted else set()
    assert take(STAMP, *words_of(counted), set_of(gone)) == words_of(counted - Counter(gone))


@given(hands(), st.sets(st.sampled_from([*CARDS, JOKER])))
def test_what_is_added_can_be_taken_away(counted, more):
    more = {card for card in more if counted[card] < (4 if card == JOKER else 2)}
    assert take(STAMP, *add(STAMP, *words_of(counted), set_of(more)), set_of(more)) == words_of(counted)


@given(hands())
def test_a_hand_is_played_down_to_nothing(counted):
    words = words_of(counted)
    for card in sorted(counted.elements()):
        assert copies_of(STAMP, *words, set_of([card])) > 0
        words = take(STAMP, *words, set_of([card]))
    assert words == (0, 0)


@given(st.sets(st.integers(0, FIRST_JOKER - 1)), st.integers(0, 4), st.data())
def test_jokers_with_numbers_of_their_own(plain, jokers, data):
    """As they are shuffled: bits 52 to 55, whichever of them a hand got."""
    numbers = data.draw(st.permutations(range(FIRST_JOKER, FIRST_JOKER + 4)))[:jokers]
    cards, twice = from_numbered(STAMP, sum(1 << card for card in [*plain, *numbers]))
    assert sorted(cards_in(cards, twice)) == sorted([*plain, *[FIRST_JOKER] * jokers])
