"""Misdeal claims and the auction (STD §3), and the declarer who is made to declare.

A call is an int: 0 passes, ``number << 3 | strain`` bids. The bids are compared by one number, ``8 * number`` plus the
strain's own rank, kept in ``game.rank``; before the first bid it is just below the lowest bid's.
"""

from __future__ import annotations

from typing import Any

from mighty_sim.cards import NO_TRUMP
from mighty_sim.kernels.bits import choose, count
from mighty_sim.kernels.copies import two_packs
from mighty_sim.kernels.faults import BID, CLAIM, PLAN, fault, first_bid
from mighty_sim.kernels.hooks import NO_ANSWER, ask
from mighty_sim.kernels.jit import kernel, rare
from mighty_sim.kernels.ruleset import BEFORE_BIDDING, NO_STRAIN, OWN_ANY_TURN
from mighty_sim.kernels.state import seat_at, seat_from
from mighty_sim.kernels.views import a_strain, gap_of

PASS = 0
SOLD, ALL_PASS, MISDEAL = range(3)
NOBODY = -1


@kernel
def weakness(rules: Any, hand: int) -> int:
    """A hand on the misdeal scale, in half points (STD §3: SA 0, joker -1, A K Q J 1, ten a half)."""
    ones, twos, fours, minus_eights = rules.weak_1, rules.weak_2, rules.weak_4, rules.weak_minus_8
    return count(hand & ones) + 2 * count(hand & twos) + 4 * count(hand & fours) - 8 * count(hand & minus_eights)


@kernel
def _claims(rules: Any, game: Any, me: Any, mode: Any) -> int:
    """1 where the seat throws the deal in, 0 where not, or a fault. Asked only of a hand that may (A24)."""
    if rules.misdeal == 0:
        return 0
    weak = weakness(rules, me.dealt)
    if two_packs(mode):
        weak += weakness(rules, me.dealt_twice)
    if weak > rules.threshold:
        return 0
    if mode is not None:
        if rules.claim_optional == 0:
            return 1
    if me.ask_claim == 0:
        return 1
    answer = ask(me.ask_claim, game, me)
    if answer == 0 or answer == 1:
        return answer
    return fault(rules, game, me, CLAIM)


@kernel
def _plan(rules: Any, game: Any, me: Any) -> int:
    """Ask a seat for the number that it keeps all deal long: 0, or a fault (only an exception can be one)."""
    if me.ask_plan:
        me.plan = ask(me.ask_plan, game, me)
        if me.plan == NO_ANSWER:
            me.plan = 0
            return fault(rules, game, me, PLAN)
    return 0


@kernel
def _hear(rules: Any, game: Any, me: Any) -> int:
    """Ask a seat for its call: 1 it bid, 0 it passed, or a fault. An equal number in a suit is no raise (A20)."""
    call = ask(me.ask_bid, game, me)
    number = call >> 3
    strain = call & 7
    rank = (number << 3) + 8 - gap_of(game, a_strain(strain))
    # Below 0 unless it is a call, of a strain, higher than the last and not too high: all in one number, since a branch
    # on whether somebody bids is a toss-up.
    short = call | (call - 1) | (NO_TRUMP - strain) | (rank - game.rank - 1) | (rules.max_number - number)
    other = call | game.must_bid
    if short & (other | -other) < 0:
        bad = fault(rules, game, me, BID)
        if bad:
            return bad
        call = first_bid(game)
        rank = (call >> 3 << 3) + 8 - gap_of(game, a_strain(call & 7))
        short = call - 1
    game.rank = choose(short < 0, game.rank, rank)
    game.highest = choose(short < 0, game.highest, call)
    game.bidder = choose(short < 0, game.bidder, me.seat)
    return choose(short < 0, 0, 1)


@kernel
def open_auction(rules: Any, game: Any) -> None:
    """Nobody has bid."""
    game.rank = rules.floor_rank
    game.highest = 0
    game.bidder = NOBODY
    game.declarer = NOBODY


@rare
def _claims_before(rules: Any, game: Any, mode: Any) -> int:
    """Where hands are thrown in before the first call: MISDEAL by the first in bidding order (A31), 0, or a fault."""
    me = seat_at(game, game.opener)
    for _ in range(rules.players):
        claim = _claims(rules, game, me, mode)
        if claim:
            game.bidder = choose(claim == 1, me.seat, game.bidder)
            return choose(claim == 1, MISDEAL, claim)
        me = seat_from(me.next)
    return 0


@rare
def _late_claim(rules: Any, game: Any, me: Any, mode: Any) -> int:
    """:func:`_claims` on a later turn."""
    return _claims(rules, game, me, mode)


@kernel
def _before_call(rules: Any, game: Any, me: Any, turn: int, mode: Any) -> int:
    """What a seat is asked before its call: 1 it claims a misdeal, 0 it does not, or a fault.

    A weak hand may be thrown in on one's first turn, which everybody has, or on any (A24, A25).
    """
    claim = 0
    if turn < rules.players:
        if mode is None:
            claim = _claims(rules, game, me, mode)
        elif rules.claim_when != BEFORE_BIDDING:
            claim = _claims(rules, game, me, mode)
        return claim if claim else _plan(rules, game, me)
    if mode is not None:
        if rules.claim_when == OWN_ANY_TURN:
            return _late_claim(rules, game, me, mode)
    return 0


@kernel
def auction(rules: Any, game: Any, mode: Any) -> int:
    """Bid until one bidder is left: SOLD, ALL_PASS, MISDEAL (``game.bidder`` then claimed), or a fault."""
    open_auction(rules, game)
    if mode is not None:
        game.must_bid = rules.must_open
        if rules.claim_when == BEFORE_BIDDING:
            thrown_in = _claims_before(rules, game, mode)
            if thrown_in:
                return thrown_in
    me = seat_at(game, game.opener)
    live = (1 << rules.players) - 1
    top = 0  # the highest bidder, as a bit: he is among the live, and is not asked
    turn = 0
    while turn < rules.players or live & (live - 1):
        if live & me.bit & ~top:
            said = _before_call(rules, game, me, turn, mode)
            if said:
                game.bidder = choose(said == 1, me.seat, game.bidder)
                return choose(said == 1, MISDEAL, said)
            heard = _hear(rules, game, me)
            if heard > 1:
                return heard
            if mode is not None:
                game.must_bid = 0
                if game.rank >= rules.closing_rank:  # by this very call: an earlier one would have closed, too
                    return SOLD
            top = choose(heard, me.bit, top)
            live ^= choose(heard, 0, me.bit)
        me = seat_from(me.next)
        turn += 1
    return choose(live, SOLD, ALL_PASS)


@rare
def forced_auction(rules: Any, game: Any) -> int:
    """No auction: the given seat declares at the given number, in the strain that it is told or would bid."""
    open_auction(rules, game)
    me = seat_at(game, rules.forced_seat)
    for _ in range(rules.players):
        bad = _plan(rules, game, me)
        if bad:
            return bad
        me = seat_from(me.next)
    if rules.forced_strain != NO_STRAIN:
        game.bidder = me.seat
        game.highest = rules.forced_number << 3 | rules.forced_strain
        return SOLD
    game.must_bid = 1
    heard = _hear(rules, game, me)
    game.must_bid = 0
    if heard > 1:
        return heard
    game.highest = rules.forced_number << 3 | game.highest & 7
    return SOLD
