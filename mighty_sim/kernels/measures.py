"""Strength of a hand: points, trumps, tricks and weakness, each one small number (``--by`` of the commands).

``tricks`` estimates the winners of a hand in quarter tricks, from cards alone:

===========================  =======================================================
Mighty, joker                4 each (a trick)
trump A, K, Q, J             4, 3, 2, 1 (in a suit contract; the Mighty is not counted again)
each trump beyond three      3
side ace                     3 (4 at no-trump)
side king                    2 (3 at no-trump) with its ace, or where that is the Mighty; else 1 if not alone
side queen, at no-trump      2 with ace and king
fourth card on, at no-trump  2 each, in a suit held with its ace
void side suit               2 with three trumps or more
===========================  =======================================================

With two packs a second copy counts too: of the Mighty 4, each further joker 4, a side ace 2, a trump as one more in
length.

It is a scale to sort hands by, not a promise: what a hand of so many estimated tricks takes is what the program
measures.
"""

from __future__ import annotations

from mighty_sim.cards import FIRST_JOKER
from mighty_sim.kernels.bits import CLUBS, DIAMONDS, HEARTS, POINT_CARDS, SPADES, choose, count, index
from mighty_sim.kernels.jit import kernel, rare

_PLAIN = (1 << 52) - 1
_ACE, _KING, _QUEEN, _JACK = 48, 44, 40, 36  # bit of the spade of each rank; the other suits follow


@kernel
def points_held(hand: int) -> int:
    """Point cards in a hand: A K Q J 10."""
    return count(hand & POINT_CARDS)


@kernel
def _suits_of(cards: int) -> int:
    """The suits that a set has cards of, as four bits."""
    cards |= cards >> 32
    cards |= cards >> 16
    cards |= cards >> 8
    return (cards | cards >> 4) & 15


@kernel
def _over(length: int, limit: int) -> int:
    return choose(length > limit, length - limit, 0)


@kernel
def _suit_quarters(hand: int, trump: int, mighty: int) -> int:
    """Quarter tricks of trumps, side aces, kings and voids in a suit contract.

    A weighted sum of a few bits is one multiplication, or one count of the bits repeated as often as they weigh.
    """
    line = ((hand & ~mighty) >> (index(trump) & 3)) & SPADES  # the trumps, as if they were spades
    trumps = count(line)
    tops = ((((line >> _JACK) & 0x1111) * 0x1234) >> 12) & 15  # jack 1, queen 2, king 3, ace 4
    side = ~(trump >> _ACE) & 15
    aces, kings = ((hand & ~mighty) >> _ACE) & side, (hand >> _KING) & side
    sure = kings & (aces | (mighty >> _ACE))
    guarded = kings & ~sure & _suits_of(hand & _PLAIN & ~(15 << _KING))
    voids = choose(trumps >= 3, side & ~_suits_of(hand & _PLAIN), 0)
    worth = count(aces * 0x111 | sure * 0x11000 | guarded << 20 | voids * 0x11 << 24)
    return tops + 3 * _over(trumps, 3) + worth


@rare
def _notrump_quarters(hand: int, mighty: int) -> int:
    """Quarter tricks of aces, kings, queens and long suits at no-trump."""
    aces, kings, queens = (hand & ~mighty) >> _ACE & 15, hand >> _KING & 15, hand >> _QUEEN & 15
    top = hand >> _ACE & 15
    sure = kings & (top | mighty >> _ACE)
    guarded = kings & ~sure & _suits_of(hand & _PLAIN & ~(15 << _KING))
    quarters = 4 * count(aces) + 3 * count(sure) + count(guarded) + 2 * count(queens & kings & top)
    for suit in (SPADES, HEARTS, DIAMONDS, CLUBS):
        quarters += 2 * choose(hand & suit & 15 << _ACE, _over(count(hand & suit), 3), 0)
    return quarters


@kernel
def tricks_estimated(hand: int, trump: int, mighty: int, joker: int) -> int:
    """Quarter tricks that a hand is good for (the table above)."""
    specials = 4 * (count(hand & mighty) + count(hand & joker))
    if trump:
        return specials + _suit_quarters(hand, trump, mighty)
    return specials + _notrump_quarters(hand, mighty)


@kernel
def second_copies(hand: int, twice: int, trump: int, mighty: int) -> int:
    """Quarter tricks that second copies add to :func:`tricks_estimated` of a hand of two packs."""
    jokers = count(twice >> FIRST_JOKER)
    aces = count(twice & ~(mighty | trump) & 15 << _ACE)
    first = count(hand & trump)
    longer = _over(first + count(twice & trump), 3) - _over(first, 3)
    return 4 * count(twice & mighty & _PLAIN) + 4 * jokers + 2 * aces + 3 * longer
