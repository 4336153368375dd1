"""Kitty, change of contract, discard and friend call (STD §4).

The declarer sees all his cards before he decides, and only the outcome matters (A27): the strategy is asked for the
change, then the discard, then the friend. A friend call is one card, or :data:`FIRST_TRICK`, or :data:`ALONE`, with a
suit asked of the friend in the bits from :data:`REQUEST` on.

A forced declarer may be told what to lay away and whom to call. The rules hold for that as for any answer; what is
against them ends the run, and is no fault of a strategy.
"""

from __future__ import annotations

from typing import Any

from mighty_sim.cards import FIRST_JOKER, MAX_JOKERS, NO_TRUMP
from mighty_sim.contract import FIRST_TRICK as CALLS_FIRST_TRICK
from mighty_sim.contract import NO_FRIEND as CALLS_NONE
from mighty_sim.errors import RunError
from mighty_sim.kernels.bits import CARDS, SPADES, choose, count
from mighty_sim.kernels.copies import JOKER, PLAIN, cards_without, twice_with, twice_without, two_packs
from mighty_sim.kernels.faults import (
    CHANGE,
    EXCHANGE,
    FRIEND,
    TOLD_CALL,
    TOLD_DISCARD,
    fault,
    first_discard,
    first_friend,
)
from mighty_sim.kernels.hooks import ask
from mighty_sim.kernels.jit import kernel, rare
from mighty_sim.kernels.memory import address, peek
from mighty_sim.kernels.ruleset import N_STRAINS, REQUEST_OFF, ROW
from mighty_sim.kernels.sides import BY_CARD, BY_FIRST_TRICK, BY_NOBODY, NOT_CALLED, know_sides
from mighty_sim.kernels.state import seat_at
from mighty_sim.kernels.views import ALONE, FIRST_TRICK

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
    """Let the declarer change or raise his contract: 0, or a fault. ``game.blind``: before he sees the kitty (A27)."""
    answer = ask(me.ask_change, game, me)
    if answer == 0:
        return 0
    number, strain = answer >> 3, answer & 7
    if answer < 0 or strain > NO_TRUMP or number > rules.max_number:
        return fault(rules, game, me, CHANGE)
    row = (game.blind * N_STRAINS + game.strain) * N_STRAINS + strain
    least = peek(rules.change_to, row * ROW + game.number)
    if number < least or (rules.exact and number > least):
        return fault(rules, game, me, CHANGE)
    set_contract(rules, game, number, strain)
    return 0


@rare
def _change_blind(rules: Any, game: Any, me: Any) -> int:
    """Let the declarer change his contract before he takes the kitty: 0, or a fault."""
    game.blind = 1
    bad = _change(rules, game, me)
    game.blind = 0
    return bad


@kernel
def _take_kitty(game: Any, me: Any, mode: Any) -> None:
    """The kitty joins the declarer's hand."""
    kitty = game.hidden_kitty
    me.kitty = kitty
    if two_packs(mode):
        me.kitty_twice = game.hidden_kitty_twice
        me.twice = _joined(me.hand, me.twice, kitty, game.hidden_kitty_twice)
    me.hand |= kitty


@rare
def _joined(cards: int, twice: int, more: int, more_twice: int) -> int:
    """``twice`` of two hands together; only a joker can be there more than twice."""
    both = twice_with(cards, twice, more)
    both |= more_twice & ((1 << 52) - 1)
    for _ in range(count(more_twice >> 52)):
        both = twice_with(cards | more, both, 1 << 52)
    return both


@rare
def _told_away(rules: Any, me: Any, left: int, turn: int) -> int:
    """What the declarer is told to lay away on this turn; 0 where he cannot."""
    away = peek(rules.forced_discard, turn)
    return choose((away & ~me.hand) | (count(away) > left), 0, away)


@kernel
def _discard(rules: Any, game: Any, me: Any, mode: Any) -> int:
    """Lay away as many cards as the kitty held: 0, or a fault. Asked again until all of them are away."""
    left, turn = rules.kitty_size, 0
    while left:
        game.to_discard = left
        if peek(rules.forced_discard, 0):
            away = _told_away(rules, me, left, turn)
            turn += 1
            if away == 0:
                return TOLD_DISCARD | me.seat << 8
        else:
            away = ask(me.ask_exchange, game, me)
        if away & ~me.hand or away <= 0 or count(away) > left:
            bad = fault(rules, game, me, EXCHANGE)
            if bad:
                return bad
            away = first_discard(me, left)
        left -= count(away)
        if two_packs(mode):
            me.discard_twice = twice_with(me.discard, me.discard_twice, away)
            me.discard |= away
            me.hand = cards_without(me.hand, me.twice, away)
            me.twice = twice_without(me.twice, away)
        else:
            me.discard |= away
            me.hand ^= away
    if two_packs(mode):
        me.exchanged = me.hand
        me.exchanged_twice = me.twice
    game.to_discard = 0
    return 0


@kernel
def _all_own(rules: Any, me: Any, mode: Any) -> int:
    """The cards of which every copy lies in the declarer's hand and discard: to call one is a secret solo (A16)."""
    either = me.hand | me.discard
    if two_packs(mode):
        both = me.twice | me.discard_twice | (me.hand & me.discard)
        jokers = count(me.hand >> FIRST_JOKER) + count(me.twice >> FIRST_JOKER)
        jokers += count(me.discard >> FIRST_JOKER) + count(me.discard_twice >> FIRST_JOKER)
        all_jokers = choose(jokers == rules.jokers, JOKER, 0)
        return either & (((both | ~rules.pack_twice) & PLAIN) | all_jokers)
    return either


@kernel
def _call_is_good(rules: Any, game: Any, me: Any, answer: int, mode: Any) -> int:
    """1 where the call names exactly one thing that may be called, and a request only where one may be made (A19)."""
    card = answer & CARDS
    kind = answer & (FIRST_TRICK | ALONE)
    suit = answer >> REQUEST
    allowed = choose(kind == ALONE, rules.may_call_none, rules.may_call_first_trick)
    allowed = choose(card, choose(card & me.all_own, rules.may_call_own, rules.may_call_card), allowed)
    asks = (game.strain == NO_TRUMP) & (game.number >= rules.max_number) & (kind != ALONE) & (suit <= 4)
    one = count(card | kind) == 1
    if mode is not None:
        asks &= rules.request != REQUEST_OFF
    return choose((answer >= 0) & one & (card & ~rules.callable == 0) & ((suit == 0) | asks), allowed, 0)


@kernel
def _call_friend(rules: Any, game: Any, me: Any, mode: Any) -> int:
    """Ask for the friend call: 0, or a fault."""
    me.all_own = _all_own(rules, me, mode)
    answer = rules.forced_call
    if answer == 0:
        answer = ask(me.ask_friend, game, me)
    if _call_is_good(rules, game, me, answer, mode) == 0:
        if rules.forced_call:
            return TOLD_CALL | me.seat << 8
        bad = fault(rules, game, me, FRIEND)
        if bad:
            return bad
        answer = first_friend(me)
    card = answer & CARDS
    suit = answer >> REQUEST
    game.friend_card = card
    game.friend_kind = choose(card, BY_CARD, choose(answer & ALONE, BY_NOBODY, BY_FIRST_TRICK))
    game.request = choose(suit, (SPADES << suit) >> 1, 0)
    return 0


def told_of(forced: Any) -> dict[str, Any]:
    """The words of the rules' record for what a forced declarer is told: strain, discard and call, or None."""
    told: dict[str, Any] = {}
    if forced is None:
        return told
    if forced.strain is not None:
        told["forced_strain"] = forced.strain
    if forced.discard:  # an answer names a card once: of equal ones the next copy goes with the next answer
        most = max(map(forced.discard.count, forced.discard))
        turns = [{card for card in forced.discard if forced.discard.count(card) > turn} for turn in range(most)]
        told["forced_discard"] = [sum(1 << card for card in cards) for cards in turns] + [0] * (MAX_JOKERS - most)
    if forced.call is not None:
        told["forced_call"] = {CALLS_FIRST_TRICK: FIRST_TRICK, CALLS_NONE: ALONE}.get(forced.call) or 1 << forced.call
    return told


def refuse_told(decision: str, where: str) -> None:
    """Say of a deal what its declarer is told and cannot do, if that is the fault's name. Raises RunError."""
    if decision == "told discard":
        raise RunError(f"{where}: the declarer does not hold every card that he is to lay away")
    if decision == "told call":
        raise RunError(f"{where}: the declarer may not make the friend call that he is told to make")


@kernel
def exchange(rules: Any, game: Any, mode: Any) -> int:
    """From the last bid to the first lead: 0, or a fault."""
    me = seat_at(game, game.bidder)
    game.declarer = game.bidder
    game.bid = game.highest
    game.leader_at = address(me)
    set_contract(rules, game, game.highest >> 3, game.highest & 7)
    changes = (me.ask_change != 0) & (rules.forced_seat < 0)
    if mode is not None:
        if changes & rules.blind:
            bad = _change_blind(rules, game, me)
            if bad:
                return bad
            changes = game.strain == game.bid & 7
    _take_kitty(game, me, mode)
    if changes:
        bad = _change(rules, game, me)
        if bad:
            return bad
    bad = _discard(rules, game, me, mode)
    if bad:
        return bad
    if mode is not None:
        if rules.may_call == 0:
            game.friend_kind = NOT_CALLED
            know_sides(rules, game, me, mode)
            return 0
    bad = _call_friend(rules, game, me, mode)
    if bad == 0:
        know_sides(rules, game, me, mode)
    return bad
