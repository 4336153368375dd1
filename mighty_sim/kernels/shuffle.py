"""Dealing: a uniform Fisher-Yates shuffle over bytes, the same on every processor and for any pack (STD §1-2)."""

from __future__ import annotations

from typing import Any

from mighty_sim.kernels.copies import further_jokers, one_joker, two_packs
from mighty_sim.kernels.jit import kernel
from mighty_sim.kernels.memory import copy_row, peek_byte, poke_byte
from mighty_sim.kernels.state import seat_at
from mighty_sim.kernels.streams import advance, rest, share, word

# A word serves five draws: the product of five deck sizes stays under 2^34, so any bias under 2^-30.
DRAWS_A_WORD = 5
_copy_deck = copy_row(128)


@kernel
def deal_cards(rules: Any, game: Any, mode: Any) -> None:
    """Deal every seat its hand and lay the rest down as the kitty, from the deal's own stream."""
    deck = game.deck
    _copy_deck(deck, rules.deck)
    state = game.rng
    luck = 0
    left = rules.n_cards
    place = 0
    unused = 0
    for seat in range(rules.players):
        hand = 0
        odd = 0
        for _ in range(rules.rounds):
            if unused == 0:
                state = advance(state)
                luck = word(state)
                unused = DRAWS_A_WORD
            unused -= 1
            chosen = place + share(luck, left)
            luck = rest(luck, left)
            card = 1 << peek_byte(deck, chosen)
            hand |= card
            odd ^= card
            poke_byte(deck, chosen, peek_byte(deck, place))
            place += 1
            left -= 1
        me = seat_at(game, seat)
        if two_packs(mode):
            twice = (hand ^ odd) | further_jokers(hand)
            hand = one_joker(hand)
            me.twice = twice
            me.dealt_twice = twice
        me.hand = hand
        me.dealt = hand
    kitty = 0
    odd = 0  # cards that have come an odd number of times: once, not twice
    for rest_place in range(place, rules.n_cards):
        card = 1 << peek_byte(deck, rest_place)
        kitty |= card
        odd ^= card
    if two_packs(mode):
        game.hidden_kitty_twice = (kitty ^ odd) | further_jokers(kitty)
        kitty = one_joker(kitty)
    game.hidden_kitty = kitty
    game.rng = state
