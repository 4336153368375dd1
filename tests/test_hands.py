"""Deals as they lie before the first bid: listed, and counted."""

from collections import Counter
from fractions import Fraction
from math import comb

from mighty_sim.cards import card_index
from mighty_sim.dealing import parse
from mighty_sim.hands import acceptance, dealt, sentences
from mighty_sim.rules import load_table, pack

STANDARD = load_table("standard")


def test_a_deal_is_listed_with_all_its_cards():
    found = list(dealt(STANDARD, 1, parse(STANDARD, hand="2:SA JK", where="me.aces == 1"), [4, 9]))
    assert [hands.deal for hands in found] == [4, 9]
    for hands in found:
        assert {"SA", "JK"} <= set(hands.seats[2]) and hands.tried >= 1
        assert sum(card[1] == "A" for card in hands.seats[0]) == 1
        every = [card for cards in (*hands.seats, hands.kitty) for card in cards]
        assert Counter(map(card_index, every)) == Counter(pack(STANDARD))


def test_without_wishes_the_deals_are_those_of_every_command():
    plain = [hands.seats for hands in dealt(STANDARD, 1, None, range(5))]
    assert plain == [hands.seats for hands in dealt(STANDARD, 1, parse(STANDARD, where="me.points >= 0"), range(5))]


def test_the_rate_is_that_of_single_deals():
    """The tries of listed deals tell it, too: on average as many as one over the rate."""
    wishes = parse(STANDARD, hand="SK", where="me.holds(SA, JK)")
    found = acceptance(STANDARD, 1, wishes, 40_000)
    assert (found.share, found.dealt) == (Fraction(10, 53), 40_000)
    chance = Fraction(9 * 8, 52 * 51)  # of the nine further cards of 52
    low, high = float(found.rate.low), float(found.rate.high)
    assert low < chance < high and high - low < 0.004
    tries = [hands.tried for hands in dealt(STANDARD, 2, wishes, range(2_000))]
    assert abs(sum(tries) / len(tries) * float(chance) - 1) < 4 / len(tries) ** 0.5


def test_cards_alone_need_no_deal_to_be_counted():
    found = acceptance(STANDARD, 1, parse(STANDARD, never="SA HA DA CA"), 123)
    assert found.share == Fraction(comb(49, 10), comb(53, 10)) and found.met == found.dealt == 123


def test_a_page_says_how_often_and_how_sure():
    lines = sentences(STANDARD, 1, parse(STANDARD, hand="SA", where="me.holds(JK)", seat=3), 50_000)
    assert lines[0] == "Only deals in which seat 3 has SA; me.holds(JK) (me = seat 3)."
    assert "1 of 5.3 deals is so by itself" in lines[1] and "18.9 %" in lines[1] and "exactly" in lines[1]
    assert "n = 50,000" in lines[2] and "95 %" in lines[2]
    assert len(sentences(STANDARD, 1, parse(STANDARD, never="SA"))) == 2
    assert "none of 100 deals" in sentences(STANDARD, 1, parse(STANDARD, where="me.points > 17"), 100)[1]
