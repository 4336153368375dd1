"""Card-play words over the two views: what beats what, who plays after me, what is still out, what a trick is worth.

A set of seats has one bit a seat (``1 << seat``), a set of cards one bit a card. Everything is worked out from what the
asking seat may know, at every table: three to eight seats, one or two packs, with friends or without.
"""

from __future__ import annotations

from typing import Any

from mighty_sim.cards import FIRST_JOKER
from mighty_sim.kernels.bits import POINT_CARDS, SPADES, below, choose, count, prefer
from mighty_sim.kernels.jit import helper

# Sixteenths of a hand's chance to be void in a suit of which 0, 1, 2 ... cards are out: one hexadecimal digit each.
_VOID = 0x00001112234579CF
# 16 / (seats - 1) for 3, 4 ... 8 seats, a digit each, from digit 3 on.
_A_SEAT = 0x233458000
# Four times the cards out of a suit, times this, is where to look in _VOID: with few other hands each holds more.
_HANDS = 0x23346A000


@helper
def with_declarer(game: Any, me: Any) -> int:
    """1 where I am the declarer, or know that I am his friend."""
    return (me.allies >> game.declarer) & 1


@helper
def partners(game: Any, me: Any) -> int:
    """The seats that I play with: those known to be on my side, and for a defender everybody who may be."""
    return choose(with_declarer(game, me), me.allies, ~(me.foes | 1 << game.declarer) & ((1 << game.players) - 1))


@helper
def after_me(game: Any, me: Any) -> int:
    """The seats that play to this trick after me (when I lead: all others)."""
    ring = ((1 << game.to_come) - 1) << (me.seat + 1)
    return (ring | ring >> game.players) & ((1 << game.players) - 1)


@helper
def hostile(game: Any, me: Any) -> int:
    """The cards still out that an opponent may hold: for the declarer not the card that he called."""
    return me.unseen & ~choose(game.declarer == me.seat, game.friend_card, 0)


@helper
def without_specials(game: Any, cards: int) -> int:
    """A set without the Mighty and the joker."""
    return cards & ~(game.mighty | game.joker)


@helper
def below_all(cards: int) -> int:
    """Every card that some card of a set beats in its own suit (jokers have none)."""
    return below((cards & ((1 << FIRST_JOKER) - 1)) >> 4)


@helper
def tops(game: Any, me: Any, cards: int) -> int:
    """Of my cards, those that no card still out beats in their own suit; the Mighty counts in none."""
    return without_specials(game, cards) & ~below_all(hostile(game, me) & ~game.mighty)


@helper
def void_in(game: Any, seats: int, suit: int) -> int:
    """Of some seats, those that have shown to be void in a suit (its cards, as a set)."""
    found = 0
    for seat in range(game.players):
        found |= choose((game.voids(seat) & suit) != 0, 1 << seat, 0)
    return found & seats


@helper
def ruffers(game: Any, seats: int, suit: int) -> int:
    """Of some seats, those that have shown to be void in a suit, and may still hold trumps."""
    if game.trump & ~suit == 0:
        return 0
    return void_in(game, seats, suit) & ~void_in(game, seats, game.trump)


@helper
def points_on_table(game: Any) -> int:
    """Points that lie in this trick."""
    points = count(game.table & POINT_CARDS)
    if game.pack_twice:
        points += count(game.table_twice & POINT_CARDS)
    return points


@helper
def a_seat_in_16(game: Any) -> int:
    """Sixteenths: the chance that a card still out lies with one certain other seat."""
    return (_A_SEAT >> 4 * game.players) & 15


@helper
def void_chance(game: Any, n_out: int) -> int:
    """Sixteenths: how likely a hand is void in a suit of which ``n_out`` cards are out."""
    place = min(n_out * ((_HANDS >> 4 * game.players) & 15) >> 2, 15)
    return (_VOID >> 4 * place) & 15


@helper
def shortest(cards: int) -> int:
    """The cards of the shortest suit that a set has (a set without suits stays as it is)."""
    best = 64
    for number in range(4):
        length = count(cards & (SPADES << number))
        best = min(best, choose(length, length, 15) << 2 | number)
    return prefer(cards & (SPADES << (best & 3)), cards)


@helper
def longest(cards: int) -> int:
    """The cards of the longest suit that a set has (a set without suits stays as it is)."""
    best = 0
    for number in range(4):
        best = max(best, count(cards & (SPADES << number)) << 2 | number)
    return prefer(cards & (SPADES << (best & 3)), cards)


@helper
def ruff_rate(game: Any, out: int, rivals: int, suit: int) -> int:
    """Sixteenths: how many of ``rivals`` have probably no card of a suit, and a trump that is among ``out``."""
    trumps = out & game.trump & ~suit
    if trumps == 0:
        return 0
    void, bare = 0, 0
    for seat in range(game.players):
        shown = game.voids(seat)
        void |= choose(shown & suit, 1 << seat, 0)
        bare |= choose(shown & game.trump, 1 << seat, 0)
    rivals &= ~bare
    rate = 16 * count(rivals & void) + count(rivals & ~void) * void_chance(game, count(out & suit))
    return rate * (16 - void_chance(game, count(trumps))) >> 4


@helper
def staying(game: Any, card: int, out: int, suit: int, holders: int, ruffing: int, special: int) -> int:
    """Sixteenths: how likely a card that is the best so far takes this trick.

    ``out`` are the cards that rivals may hold; a sixteenth-rate each: ``holders`` for each higher card of the suit,
    ``ruffing`` for a ruff (:func:`ruff_rate`), ``special`` for Mighty and joker each.
    """
    takers = game.takers(card) & out
    plain = without_specials(game, takers)
    loss = count(plain & suit) * holders + choose(plain & ~suit, ruffing, 0) + count(takers ^ plain) * special
    return 16 - min(loss, 16)


@helper
def sure(game: Any, me: Any, card: int) -> int:
    """1 where a card, were it the best so far, takes this trick whatever the opponents who play after me may hold.

    Before I lead, nothing is known of the trick: 0.
    """
    takers = game.takers(card) & hostile(game, me)
    rivals = after_me(game, me) & ~partners(game, me)
    return choose((game.table != 0) & ((takers == 0) | (rivals == 0)), 1, 0)


@helper
def secured(game: Any, me: Any) -> int:
    """Points that my side has for certain: those taken by seats that I know to be with me, and my own discard."""
    points = count(me.discard & POINT_CARDS)
    if game.pack_twice:
        points += count(me.discard_twice & POINT_CARDS)
    for seat in range(game.players):
        points += choose((me.allies >> seat) & 1, game.points(seat), 0)
    return points
