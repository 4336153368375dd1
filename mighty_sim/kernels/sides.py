"""Who is the declarer's friend, and who knows it (STD §4-5, A16, A28).

``me.allies`` and ``me.foes`` are what a seat can know; ``game.friends`` is the truth, ``game.known`` the friends that
everybody knows, ``game.settled`` whether everybody knows the sides.
"""

from __future__ import annotations

from typing import Any

from mighty_sim.kernels.bits import choose
from mighty_sim.kernels.copies import copies, two_packs
from mighty_sim.kernels.jit import kernel, rare
from mighty_sim.kernels.ruleset import REQUEST_BINDS_ONCE
from mighty_sim.kernels.state import seat_at

BY_CARD, BY_FIRST_TRICK, BY_NOBODY, NOT_CALLED = range(4)


@rare
def take_sides(game: Any, side: int) -> None:
    """From now on everybody knows the declarer's side, a set of seats."""
    everybody = (1 << game.players) - 1
    game.settled = 1
    game.known = side & ~seat_at(game, game.declarer).bit
    for number in range(game.players):
        me = seat_at(game, number)
        inside = choose(me.bit & side, side, everybody ^ side)
        me.allies = inside
        me.foes = everybody ^ inside


@kernel
def know_sides(rules: Any, game: Any, declarer: Any, mode: Any) -> None:
    """Who is on which side, and what each seat can know of it at the first lead."""
    everybody = (1 << game.players) - 1
    card = game.friend_card
    own = declarer.bit  # read once: read in the loop it makes a branch of every `choose`
    opposed = choose(card, own, 0)  # a winner of trick 1 may yet be the friend
    opponents = everybody ^ own
    in_pack, last_copy = 1, 0
    if two_packs(mode):
        in_pack = copies(rules.pack, rules.pack_twice, card)
        further = choose(in_pack > 2, in_pack - 2, 0)
        last_copy = choose(in_pack > 1, card << further, 0)  # the bit of ``twice`` that says: all copies are here
    friends = 0
    for number in range(game.players):
        me = seat_at(game, number)
        is_friend = me.hand & card
        friends |= choose(is_friend, me.bit, 0)
        me.allies = me.bit | choose(is_friend, own, 0)
        others = opponents ^ me.bit
        if two_packs(mode):  # there may be another friend, unless all copies are here
            others = choose(me.twice & last_copy == last_copy, others, 0)
        me.foes = choose(is_friend, others, opposed)
    solo = choose(card & declarer.all_own, opponents, 0)  # only the declarer knows
    game.friends = friends & ~declarer.bit
    declarer.allies = declarer.bit
    declarer.foes = solo
    if mode is not None:
        game.copies_left = in_pack
        if rules.first_played:
            _nobody_yet(game, declarer)
        _set_watch(rules, game)
    if game.friend_kind >= BY_NOBODY:
        take_sides(game, declarer.bit)


@rare
def _nobody_yet(game: Any, declarer: Any) -> None:
    """Where the first to play the called card will be the friend, no holder of it knows his side (A16)."""
    for number in range(game.players):
        me = seat_at(game, number)
        if me.bit & game.friends:
            me.allies = me.bit
            me.foes = 0
    game.friends = 0


@kernel
def _set_watch(rules: Any, game: Any) -> None:
    """The cards whose play is looked at in every trick, and the seats that a request binds (A1, A2, A19)."""
    hunts = rules.trigger_any | rules.tames
    game.alert = game.friend_card | choose(rules.switches, game.mighty, 0) | choose(hunts, game.hunter, 0)
    game.bound = 0
    bind(rules, game, game.friends)


@kernel
def bind(rules: Any, game: Any, friends: int) -> None:
    """Seats that have just become friends and, where a request binds, have to lead the suit asked for."""
    binds = (rules.request >= REQUEST_BINDS_ONCE) & (game.request != 0)
    game.bound |= choose(binds, friends, 0)


@rare
def called_card_played(rules: Any, game: Any, me: Any) -> None:
    """A copy of the called card has come out: what everybody knows from it (A16)."""
    declarer = seat_at(game, game.declarer)
    friend = me.bit & ~declarer.bit
    if rules.first_played and friend:
        game.friends = friend
        bind(rules, game, friend)
        take_sides(game, declarer.bit | friend)
        return
    game.copies_left -= 1
    if game.copies_left == 0:
        take_sides(game, declarer.bit | game.friends)
        return
    if rules.first_played:
        return
    game.known |= friend
    side = declarer.bit | game.known
    for number in range(game.players):
        seat = seat_at(game, number)
        allies = seat.allies
        with_declarer = allies & declarer.bit
        seat.allies = allies | choose(with_declarer, side, 0)
        seat.foes |= choose(with_declarer, 0, side)
