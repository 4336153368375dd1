"""Hands of two packs: a set of cards, and beside it ``twice``, the cards of which a second copy is there.

Equal cards are one bit, so that what is legal and what beats what is the same with two packs as with one. A joker can
be there up to four times: the further ones are counted in ``twice`` from bit 52 on, one bit each. The two words
together therefore have as many bits as there are cards. With one pack ``twice`` is empty and never looked at.
"""

from __future__ import annotations

from typing import Any

from mighty_sim.cards import FIRST_JOKER
from mighty_sim.kernels.bits import choose, count
from mighty_sim.kernels.jit import kernel

JOKER = 1 << FIRST_JOKER
PLAIN = JOKER - 1
# Which kernels play a table, as their argument ``mode``: None leaves out all that `standard` and its like do not need.
ONE_PACK, TWO_PACKS = 1, 2


@kernel
def two_packs(mode: Any) -> int:
    """1 in the kernels for two packs; known when they are compiled, so that the others pay nothing for the question."""
    if mode is None:
        return 0
    return choose(mode == TWO_PACKS, 1, 0)


@kernel
def twice_with(cards: int, twice: int, more: int) -> int:
    """``twice`` after one copy of each card of ``more`` has joined ``cards`` (which becomes ``cards | more``)."""
    again = cards & more
    return twice | again | choose(again & JOKER, twice >> FIRST_JOKER << FIRST_JOKER + 1, 0)


@kernel
def twice_without(twice: int, gone: int) -> int:
    """``twice`` after one copy of each card of ``gone`` has been taken away (see :func:`cards_without`)."""
    left = twice & ~gone
    if twice & gone & JOKER:  # of several jokers the last one counted goes
        left = (left & PLAIN) | twice >> FIRST_JOKER + 1 << FIRST_JOKER
    return left


@kernel
def cards_without(cards: int, twice: int, gone: int) -> int:
    """The set of cards after one copy of each card of ``gone`` has been taken away: what was there twice remains."""
    return cards ^ (gone & ~twice)


@kernel
def further_jokers(cards: int) -> int:
    """In a pack in which every joker is a bit of its own: the jokers after the first, as ``twice`` counts them."""
    return (1 << count(cards >> FIRST_JOKER)) - 1 >> 1 << FIRST_JOKER


@kernel
def one_joker(cards: int) -> int:
    """The same cards with one bit for all their jokers."""
    return (cards & PLAIN) | choose(cards >> FIRST_JOKER, JOKER, 0)


@kernel
def copies(cards: int, twice: int, card: int) -> int:
    """How many copies of one card are there."""
    again = choose(card & JOKER, count(twice >> FIRST_JOKER), choose(twice & card, 1, 0))
    return choose(cards & card, 1 + again, 0)


@kernel
def how_many(cards: int, twice: int) -> int:
    """How many cards are there, copies counted."""
    return count(cards) + count(twice)
