"""Dealing under wishes: some cards fixed, some forbidden, and a condition that the whole deal has to meet.

The wishes come as one row of words, worked out by :mod:`mighty_sim.dealing`. The cards that are not fixed lie in the
row's deck, *kind* after kind: cards of one kind may go to the same places. Place after place (seats and kitty), one lot
decides how many cards of each kind it gets, with the exact chance of each answer in 62 bits; the cards themselves are
then drawn as in any deal. So every deal that meets the wishes is equally likely, up to a bias under 2^-30 a draw, none
is dealt in vain, and (seed, deal) fixes the cards. With two packs a wish for a card asks for at least one copy. Of the
deals in which the other copy comes to the same place, the draw finds each twice as often as others, since either copy
could be the fixed one; so one of two is dealt again (with jokers, as many as there are ways to choose the fixed ones).
Where only a condition is given, the first deal that is tried is the
one of :mod:`mighty_sim.kernels.shuffle`; the following ones go on in the same stream, until one fits.

The row: where its deck begins, the first node, and whether another copy of a fixed card is free; four words a place for
its fixed cards (any, those that came an odd number of times, those of which another copy is free, and how many jokers);
then nodes. A node: place, kinds, options; cards left of each kind; then its options. An option:
up to which lot it is taken, the node that follows (0: none), and how many cards of each kind.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mighty_sim.errors import RunError
from mighty_sim.kernels.bits import count
from mighty_sim.kernels.copies import JOKER, copies, further_jokers, one_joker, two_packs
from mighty_sim.kernels.dealt import compile_condition, fits
from mighty_sim.kernels.faults import BAD_CONDITION, NO_DEAL
from mighty_sim.kernels.hooks import NO_ANSWER
from mighty_sim.kernels.jit import JIT, int64, rare
from mighty_sim.kernels.memory import copy_row, item, peek, peek_byte, poke_byte
from mighty_sim.kernels.shuffle import DRAWS_A_WORD
from mighty_sim.kernels.state import seat_at
from mighty_sim.kernels.streams import advance, rest, share, word

#: Deals that are tried, one after the other, before it is said that none fits.
MOST_TRIES = 1_000_000
#: What the column of tries can hold; this number is for that many or more.
MOST_TRIED = 2**15 - 1
#: Lots are drawn from so many.
LOTS = 1 << 62
HEAD, PLACE_WORDS = 3, 4
NODE, OPTION = 3, 2  # words of each before those of the kinds
DECK_WORDS = 16
_copy_deck = copy_row(8 * DECK_WORDS)


@rare
def _lay(game: Any, place: int, hand: int, odd: int, mode: Any) -> None:
    """Put cards where they belong: to a seat, or down as the kitty."""
    twice = 0
    if two_packs(mode):
        twice = (hand ^ odd) | further_jokers(hand)
        hand = one_joker(hand)
    if place == game.players:
        game.hidden_kitty = hand
        if two_packs(mode):
            game.hidden_kitty_twice = twice
        return
    me = seat_at(game, place)
    me.hand = hand
    me.dealt = hand
    if two_packs(mode):
        me.twice = twice
        me.dealt_twice = twice


@rare
def _draw(rules: Any, game: Any, mode: Any) -> None:
    """Deal the fixed cards, and draw the others, from the deal's own stream."""
    row, deck, state = rules.given, game.deck, game.rng
    _copy_deck(deck, item(row, peek(row, 0), 8))
    luck, unused = 0, 0
    top = 0  # where the cards that are left begin
    at = peek(row, 1)
    while at:
        place, kinds = peek(row, at), peek(row, at + 1)
        option = at + NODE + kinds
        if peek(row, at + 2) > 1:
            state = advance(state)
            lot = share(word(state), LOTS)
            while lot >= peek(row, option):
                option += OPTION + kinds
        following = peek(row, option + 1)
        fixed = HEAD + PLACE_WORDS * place
        hand, odd = peek(row, fixed), peek(row, fixed + 1)
        begin, taken = top, 0
        for kind in range(kinds):
            left, wanted = peek(row, at + NODE + kind), peek(row, option + OPTION + kind)
            for drawn in range(wanted):
                chosen = begin + drawn
                if following:  # the last place takes what is left
                    if unused == 0:
                        state = advance(state)
                        luck = word(state)
                        unused = DRAWS_A_WORD
                    unused -= 1
                    chosen += share(luck, left - drawn)
                    luck = rest(luck, left - drawn)
                card = 1 << peek_byte(deck, chosen)
                hand |= card
                odd ^= card
                poke_byte(deck, chosen, peek_byte(deck, begin + drawn))
            for back in range(1, begin - top - taken + 1):  # the kinds before close up
                poke_byte(deck, begin + wanted - back, peek_byte(deck, begin - back))
            begin += left
            taken += wanted
        top += taken
        _lay(game, place, hand, odd, mode)
        at = following
    game.rng = state


@rare
def _ways(rules: Any, game: Any) -> int:
    """In how many ways the fixed copies can be chosen among the cards that lie where they should be."""
    ways = 1
    for place in range(rules.players + 1):
        at = HEAD + PLACE_WORDS * place
        cards, twice = game.hidden_kitty, game.hidden_kitty_twice
        if place < rules.players:
            cards, twice = seat_at(game, place).dealt, seat_at(game, place).dealt_twice
        ways <<= count(twice & peek(rules.given, at + 2))
        jokers = copies(cards, twice, JOKER)
        for chosen in range(peek(rules.given, at + 3)):
            ways = ways * (jokers - chosen) // (chosen + 1)
    return ways


@rare
def deal_once(rules: Any, game: Any, mode: Any) -> None:
    """Deal once under the wishes, whatever the condition."""
    _draw(rules, game, mode)
    if two_packs(mode):
        if peek(rules.given, 2):
            lot = int64(1)
            while lot:
                game.rng = advance(game.rng)
                lot = share(word(game.rng), _ways(rules, game))
                if lot:
                    _draw(rules, game, mode)


@rare
def deal_given(rules: Any, game: Any, mode: Any) -> int:
    """Deal under the wishes until the condition holds, if there is one: 0, or a fault that is no strategy's."""
    tries, answer = 0, 0
    while answer == 0:
        if tries == MOST_TRIES:
            return NO_DEAL
        deal_once(rules, game, mode)
        tries += 1
        answer = 1
        if rules.where:
            answer = fits(rules.where, game, seat_at(game, rules.where_seat))
            if answer == NO_ANSWER:
                return BAD_CONDITION
    game.tried = min(tries, MOST_TRIED)
    return 0


def has_condition(dealing: Any) -> bool:
    """Whether a dealing tries deals until one meets a condition."""
    return dealing is not None and dealing.condition is not None


def refuse_cards(decision: str, where: str) -> None:
    """Say of a deal why there is none, if that is the fault's name. Raises RunError."""
    if decision == "no deal":
        raise RunError(f"{where}: {MOST_TRIES:,} deals in a row do not meet the condition; ask for what is likelier")
    if decision == "condition":
        raise RunError(f"{where}: the condition failed, or its answer is no int; it answers 0 or 1 for every deal")


class Wishes:
    """What the kernels read of a dealing: the words of their record, and what has to stay alive as long as that.

    Raises BadStrategy for a condition that cannot be compiled.
    """

    def __init__(self, dealing: Any, rules: Any) -> None:
        self.words: dict[str, Any] = {}
        self._alive: list[Any] = []
        if dealing is None:
            return
        words, deck = dealing.row(rules)
        self.words = {"given": [*words, deck], "where": dealing.where_function or 0, "where_seat": dealing.seat}
        if JIT:
            self._compile(words, deck)

    def _compile(self, words: list[int], deck: list[int]) -> None:
        padded = np.zeros(8 * DECK_WORDS, np.uint8)
        padded[: len(deck)] = deck
        row = np.concatenate([np.array(words, np.int64), padded.view(np.int64)])
        self._alive.append(row)
        self.words["given"] = row.ctypes.data
        if self.words["where"]:
            dispatcher, place = compile_condition(self.words["where"])
            self._alive.append(dispatcher)
            self.words["where"] = place
