"""One deal, phase after phase."""

from __future__ import annotations

from typing import Any

from mighty_sim.cards import NO_TRUMP
from mighty_sim.kernels.auction import ALL_PASS, MISDEAL, auction, forced_auction
from mighty_sim.kernels.bits import choose
from mighty_sim.kernels.copies import two_packs
from mighty_sim.kernels.exchange import exchange, set_contract
from mighty_sim.kernels.faults import NO_CONTRACT
from mighty_sim.kernels.given import deal_given
from mighty_sim.kernels.jit import kernel
from mighty_sim.kernels.memory import address
from mighty_sim.kernels.ruleset import BY_CLAIMANT, BY_NEXT, MIDDLE, NO_SEAT
from mighty_sim.kernels.shuffle import deal_cards
from mighty_sim.kernels.state import seat_at
from mighty_sim.kernels.streams import deal_state, lane_state

#: So many deals thrown in, one after the other, are a fault of the strategies: they never bid.
MOST_REDEALS = 10_000


@kernel
def start(rules: Any, game: Any, deal: int) -> None:
    """Begin a deal on its own: its dealer is its number modulo the players."""
    start_after(rules, game, deal, deal % rules.players, NO_SEAT)


@kernel
def opener_of(rules: Any, game: Any) -> int:
    """Who opens the bidding: the dealer, the seat on his left, or in a match the last deal's declarer."""
    left = choose(game.dealer + 1 < rules.players, game.dealer + 1, 0)
    usual = choose(rules.opener_step, left, game.dealer)
    return choose(rules.declarer_opens & (game.last_declarer >= 0), game.last_declarer, usual)


@kernel
def start_after(rules: Any, game: Any, deal: int, dealer: int, last_declarer: int) -> None:
    """Seed the streams of a deal; in a match ``last_declarer`` declared the one before (NO_SEAT: there was none)."""
    state = deal_state(rules.seed, deal)
    game.rng = lane_state(state, 0)
    game.deal = deal
    game.redeals = 0
    game.faults = 0
    game.dealer = dealer
    game.last_declarer = last_declarer
    game.opener = opener_of(rules, game)
    game.must_bid = 0
    game.blind = 0
    for number in range(rules.players):
        seat_at(game, number).rng = lane_state(state, 1 + number)


@kernel
def clear(rules: Any, game: Any, mode: Any) -> None:
    """Nothing has been bid or played; until somebody declares, the cards rank as at no-trump."""
    set_contract(rules, game, 0, NO_TRUMP)
    nobody_yet = address(seat_at(game, game.dealer))  # something to look at, the same for every deal
    game.leader_at = nobody_yet
    game.winner_at = nobody_yet
    game.seen = 0
    game.table = 0
    game.beat = 0
    game.led = 0
    game.trick = 0
    game.kind = MIDDLE
    game.to_come = 0
    game.friend_card = 0
    game.friend_kind = 0
    game.friends = 0
    game.known = 0
    game.settled = 0
    game.request = 0
    game.to_discard = 0
    if mode is not None:
        game.demanded = 0
        game.alert = 0
        game.bound = 0
    if two_packs(mode):
        game.seen_again = 0
        game.jokers_out = 0
        game.again = 0
        game.jokers = 0
    for number in range(rules.players):
        me = seat_at(game, number)
        me.card = 0
        me.legal = 0
        me.points = 0
        me.voids = 0
        me.plan = 0
        me.kitty = 0
        me.discard = 0
        me.allies = me.bit
        me.foes = 0
        if two_packs(mode):
            me.kitty_twice = 0
            me.discard_twice = 0


@kernel
def attempt(rules: Any, game: Any, mode: Any) -> int:
    """Deal and bid once: SOLD, ALL_PASS, MISDEAL or a fault."""
    clear(rules, game, mode)
    if rules.given:
        bad = deal_given(rules, game, mode)
        if bad:
            return bad
    else:
        deal_cards(rules, game, mode)
    if rules.forced_seat != NO_SEAT:
        return forced_auction(rules, game)
    return auction(rules, game, mode)


@kernel
def throw_in(rules: Any, game: Any, outcome: int, mode: Any) -> None:
    """Get ready for another deal: the claimant deals and opens, after all-pass the same dealer (A21)."""
    game.redeals += 1
    if mode is None:
        game.dealer = choose(outcome == MISDEAL, game.bidder, game.dealer)
        game.opener = choose(outcome == MISDEAL, game.bidder, game.opener)
        return
    by = choose(outcome == MISDEAL, rules.claimed_by, rules.passed_by)
    if by == BY_CLAIMANT:
        game.dealer = game.bidder
        game.opener = game.bidder
    elif by == BY_NEXT:
        game.dealer = (game.dealer + 1) % rules.players
        game.opener = opener_of(rules, game)


@kernel
def bid_and_exchange(rules: Any, game: Any, mode: Any) -> int:
    """From the cards to the first lead, once a deal has been started: 0, or a fault."""
    outcome = attempt(rules, game, mode)
    while outcome in (ALL_PASS, MISDEAL):
        throw_in(rules, game, outcome, mode)
        if game.redeals == MOST_REDEALS:
            return NO_CONTRACT | game.opener << 8
        outcome = attempt(rules, game, mode)
    if outcome:
        return outcome
    return exchange(rules, game, mode)
