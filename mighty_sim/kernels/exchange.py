"""Kitty, change of contract, discard and friend call (STD §4), and who then knows whom on which side.

The declarer sees all his cards before he decides, and only the outcome matters (A27): the strategy is asked for the
change, then the discard, then the friend. A friend call is one card, or :data:`FIRST_TRICK`, or :data:`ALONE`, with a
suit asked of the friend in the bits from :data:`REQUEST` on.
"""

from __future__ import annotations

from typing import Any

from mighty_sim.cards import NO_TRUMP
from mighty_sim.kernels.bits import CARDS, SPADES, choose, count
from mighty_sim.kernels.faults import CHANGE, EXCHANGE, FRIEND
from mighty_sim.kernels.hooks import ask
from mighty_sim.kernels.jit import kernel, rare
from mighty_sim.kernels.memory import address, peek
from mighty_sim.kernels.ruleset import N_STRAINS, ROW
from mighty_sim.kernels.state import seat_at

BY_CARD, BY_FIRST_TRICK, BY_NOBODY = range(3)
FIRST_TRICK = 1 << 56
ALONE = 1 << 57
REQUEST = 58  # shift of (suit + 1)


@kernel
def set_contract(rules: Any, game: Any, number: int, strain: int) -> None:
    """Fix number and strain, and with them trump, Mighty and hunter."""
    game.number = number
    game.strain = strain
    game.trump = peek(rules.trump, strain)
    game.mighty = peek(rules.mighty, strain)
    game.hunter = peek(rules.hunter, strain)


@rare
def _change(rules: Any, game: Any, me: Any) -> int:
    """Let the declarer change or raise his contract: 0, or a fault."""
    answer = ask(me.ask_change, game, me)
    if answer == 0:
        return 0
    number, strain = answer >> 3, answer & 7
    if answer < 0 or strain > NO_TRUMP or number > rules.max_number:
        return CHANGE | me.seat << 8
    if number < peek(rules.change_to, (game.strain * N_STRAINS + strain) * ROW + game.number):
        return CHANGE | me.seat << 8
    set_contract(rules, game, number, strain)
    return 0


@kernel
def _discard(rules: Any, game: Any, me: Any) -> int:
    """Lay away as many cards as the kitty held: 0, or a fault."""
    away = ask(me.ask_exchange, game, me)
    if away & ~me.hand or count(away) != rules.kitty_size:
        return EXCHANGE | me.seat << 8
    me.discard = away
    me.hand ^= away
    return 0


@kernel
def _call_is_good(rules: Any, game: Any, me: Any, answer: int) -> int:
    """1 where the call names exactly one thing that may be called, and a request only where one may be made (A19)."""
    card = answer & CARDS
    kind = answer & (FIRST_TRICK | ALONE)
    suit = answer >> REQUEST
    allowed = choose(kind == ALONE, rules.may_call_none, rules.may_call_first_trick)
    allowed = choose(card, choose(card & (me.hand | me.discard), rules.may_call_own, rules.may_call_card), allowed)
    asks = (game.strain == NO_TRUMP) & (game.number >= rules.request_from) & (kind != ALONE) & (suit <= 4)
    one = count(card | kind) == 1
    return choose((answer >= 0) & one & (card & ~rules.pack == 0) & ((suit == 0) | asks), allowed, 0)


@kernel
def _call_friend(rules: Any, game: Any, me: Any) -> int:
    """Ask for the friend call: 0, or a fault."""
    answer = ask(me.ask_friend, game, me)
    if _call_is_good(rules, game, me, answer) == 0:
        return FRIEND | me.seat << 8
    card = answer & CARDS
    suit = answer >> REQUEST
    game.friend_card = card
    game.friend_kind = choose(card, BY_CARD, choose(answer & ALONE, BY_NOBODY, BY_FIRST_TRICK))
    game.request = choose(suit, (SPADES << suit) >> 1, 0)
    return 0


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
def _know_sides(game: Any, declarer: Any) -> None:
    """Who is on which side, and what each seat can know of it at the first lead."""
    everybody = (1 << game.players) - 1
    card = game.friend_card
    opposed = choose(card, declarer.bit, 0)  # a winner of trick 1 may yet be the friend
    friends = 0
    for number in range(game.players):
        me = seat_at(game, number)
        is_friend = me.hand & card
        friends |= choose(is_friend, me.bit, 0)
        me.allies = me.bit | choose(is_friend, declarer.bit, 0)
        me.foes = choose(is_friend, everybody ^ declarer.bit ^ me.bit, opposed)
    game.friends = friends & ~declarer.bit
    solo = card & (declarer.hand | declarer.discard)  # only the declarer knows
    declarer.allies = declarer.bit
    declarer.foes = choose(solo, everybody ^ declarer.bit, 0)
    if game.friend_kind == BY_NOBODY:
        take_sides(game, declarer.bit)


@kernel
def exchange(rules: Any, game: Any) -> int:
    """From the last bid to the first lead: 0, or a fault."""
    me = seat_at(game, game.bidder)
    game.declarer = game.bidder
    game.bid = game.highest
    game.leader_at = address(me)
    set_contract(rules, game, game.highest >> 3, game.highest & 7)
    me.kitty = game.hidden_kitty
    me.hand |= game.hidden_kitty
    if me.ask_change and rules.forced_seat < 0:
        bad = _change(rules, game, me)
        if bad:
            return bad
    bad = _discard(rules, game, me)
    if bad == 0:
        bad = _call_friend(rules, game, me)
    if bad == 0:
        _know_sides(game, me)
    return bad
