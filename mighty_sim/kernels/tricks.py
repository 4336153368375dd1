"""Playing a trick: what is legal, who is winning, and the rare cards that need a second look (STD §5-6).

The common play is a handful of instructions: cards that follow or are exempt if the led suit is held, else any; a card
takes the trick if it is among those that beat the best one. Everything rare hangs on a mask: ``game.force`` are cards
whose holder has a duty in this trick, ``game.watch`` are cards whose play changes something. What only some tables have
is in :mod:`mighty_sim.kernels.oddities`.
"""

from __future__ import annotations

from typing import Any

from mighty_sim.cards import FIRST_JOKER
from mighty_sim.kernels.bits import CARDS, POINT_CARDS, SPADES, choose, count, index, lowest, prefer, suit_of
from mighty_sim.kernels.copies import cards_without, twice_without, two_packs
from mighty_sim.kernels.faults import PLAY, fault, first_lead
from mighty_sim.kernels.hooks import ask
from mighty_sim.kernels.jit import kernel, rare
from mighty_sim.kernels.memory import address, peek
from mighty_sim.kernels.oddities import (
    DEMAND,
    NAME,
    any_lead,
    any_lead_event,
    any_watched,
    beats_row,
    duties,
    may_say,
    set_suit,
)
from mighty_sim.kernels.ruleset import FIRST, LAST, MIDDLE, N_STRAINS, REQUEST_BINDS, TAMED
from mighty_sim.kernels.sides import BY_FIRST_TRICK, bind, take_sides
from mighty_sim.kernels.state import seat_at, seat_from


@kernel
def kind_of(trick: int, rounds: int) -> int:
    """First, middle or last trick."""
    return choose(trick == 1, FIRST, choose(trick == rounds, LAST, MIDDLE))


@kernel
def legal_lead(rules: Any, game: Any, me: Any, mode: Any) -> int:
    """Cards that may be led: the first time no trump, unless there is nothing else (STD §5, A5)."""
    if mode is not None:
        if rules.special_lead | me.bit & game.bound:
            return any_lead(rules, game, me)
    return prefer(me.hand & ~peek(rules.lead_ban, game.kind * N_STRAINS + game.strain), me.hand)


@rare
def forced(rules: Any, game: Any, hand: int) -> int:
    """Cards that may follow for a hand that holds a card with a duty."""
    if hand & game.force & game.joker:  # demanded; who holds the Mighty too may play that (A4)
        return hand & (game.joker | choose(rules.mighty_may_answer, game.mighty, 0))
    same = hand & game.led
    if same == game.mighty:  # the Mighty is the only card of the led suit: it must go, or the joker (A7)
        return hand & (game.mighty | game.joker)
    return choose(same, hand & game.follow, hand)


@kernel
def legal_follow(rules: Any, game: Any, hand: int, mode: Any) -> int:
    """Cards that may follow the trick as it stands."""
    if hand & game.force:
        if mode is None:
            return forced(rules, game, hand)
        return duties(rules, game, hand)
    return choose(hand & game.led, hand & game.follow, hand)


@kernel
def begin(rules: Any, game: Any, trick: int, mode: Any) -> None:
    """Clear the table for a trick."""
    game.trick = trick
    game.kind = kind_of(trick, game.rounds)
    game.table = 0
    game.beat = 0
    game.winner_at = game.leader_at
    game.to_come = game.players - 1
    game.led = 0
    game.beats = beats_row(rules, game.kind, game.strain)
    if mode is not None:
        game.demanded = 0
        game.duty = peek(rules.duty, game.kind)
    if two_packs(mode):
        game.again = 0
        game.jokers = 0


@rare
def lead_event(rules: Any, game: Any, card: int, extra: int, mode: Any) -> bool:
    """A led joker or hunter, with what was said to it; False where that was wrong."""
    if card & game.joker:
        if peek(rules.power_led, game.kind) == 0:  # the second card sets the suit, so whatever comes is looked at
            set_suit(game, 0, mode)
            game.watch = CARDS
            return extra == 0
        suit = extra >> NAME
        set_suit(game, SPADES << (suit - 1 & 3), mode)
        return 1 <= suit <= 4 and extra == suit << NAME
    if extra == DEMAND and card & game.hunter and peek(rules.may_demand, game.kind):
        game.force |= game.joker
        if rules.called_loses:
            game.beats = beats_row(rules, TAMED, game.strain)
            game.beat = peek(game.beats, index(card))
        return True
    return extra == 0


@rare
def watched(game: Any, card: int, mode: Any) -> None:
    """A card to look at: the first after a powerless joker, or the called card."""
    if game.led == 0 and card & game.joker == 0:
        set_suit(game, suit_of(card), mode)
        game.watch = game.friend_card
    if card & game.friend_card and game.settled == 0:  # friend, or a declarer who called his own card
        take_sides(game, seat_at(game, game.declarer).bit | game.friends)


@kernel
def _out_of_hand(me: Any, card: int, mode: Any) -> None:
    """A card leaves its seat's hand; a second copy remains."""
    if two_packs(mode):
        twice = me.twice
        me.hand = cards_without(me.hand, twice, card)
        me.twice = twice_without(twice, card)
    else:
        me.hand ^= card
    me.card = card


@kernel
def _put_first(rules: Any, game: Any, me: Any, answer: int, mode: Any) -> int:
    """Lead a card that may be led: the card, or 0 where what was said with it is wrong; then it is still in hand."""
    card = answer & CARDS
    set_suit(game, suit_of(card), mode)
    game.beat = peek(game.beats, index(card))
    special = answer & (game.joker | game.hunter | ~CARDS)
    if mode is None:
        game.watch = game.friend_card
        if special and not lead_event(rules, game, card, answer & ~CARDS, mode):
            return 0
        _out_of_hand(me, card, mode)
        game.table = card
        if card & game.friend_card:
            watched(game, card, mode)
    else:
        game.watch = game.alert
        if special and not any_lead_event(rules, game, card, answer & ~CARDS):
            return 0
        _out_of_hand(me, card, mode)
        game.table = card
        if game.bound and rules.request != REQUEST_BINDS:
            game.bound &= ~me.bit
        if card & game.friend_card:
            any_watched(rules, game, me, card, 0)
    return card


@rare
def _lead_instead(rules: Any, game: Any, me: Any, mode: Any) -> int:
    """In place of a wrong answer: the card, or a fault below 0 where the run stops."""
    bad = fault(rules, game, me, PLAY)
    if bad:
        return -bad
    return _put_first(rules, game, me, first_lead(game, me.legal, NAME), mode)


@kernel
def lead(rules: Any, game: Any, me: Any, asked: int, mode: Any) -> int:
    """The first card of a trick: the card, or a fault below 0. ``asked`` 0: the one card left just goes."""
    legal = legal_lead(rules, game, me, mode)
    me.legal = legal
    answer = legal
    if asked or legal & (game.joker | game.hunter):
        answer = ask(me.ask_lead, game, me)
    card = answer & CARDS
    if card & ~legal or count(card) != 1 or answer < 0:
        return _lead_instead(rules, game, me, mode)
    card = _put_first(rules, game, me, answer, mode)
    if card == 0:
        return _lead_instead(rules, game, me, mode)
    return card


@kernel
def play_trick(rules: Any, game: Any, trick: int, asked: int, mode: Any) -> int:
    """One trick: 0, or a fault. ``asked`` 0: the last trick, in which nobody has a choice."""
    begin(rules, game, trick, mode)
    me = seat_from(game.leader_at)
    card = lead(rules, game, me, asked, mode)
    if card < 0:
        return -card
    beat = game.beat
    win = game.winner_at
    if two_packs(mode):
        game.jokers = card >> FIRST_JOKER
    for to_come in range(game.players - 2, -1, -1):
        me = seat_from(me.next)
        hand = me.hand
        card = hand
        extra = 0
        if asked:
            legal = legal_follow(rules, game, hand, mode)
            me.legal = legal
            game.to_come = to_come
            card = ask(me.ask_play, game, me)
            if card & ~legal or count(card) != 1:
                if mode is not None:
                    extra = may_say(rules, game, card)
                    card ^= extra
                if card & ~legal or count(card) != 1:
                    bad = fault(rules, game, me, PLAY)
                    if bad:
                        return bad
                    card = lowest(legal)
                    extra = 0
        _out_of_hand(me, card, mode)
        me.voids |= choose(card & game.free, 0, game.led)
        if two_packs(mode):
            game.again |= game.table & card
            game.jokers += card >> FIRST_JOKER
        game.table |= card
        took = card & beat
        beat = choose(took, peek(game.beats, index(card)), beat)
        win = choose(took, address(me), win)
        game.beat = beat
        game.winner_at = win
        if card & game.watch:
            if mode is None:
                watched(game, card, mode)
            else:
                any_watched(rules, game, me, card, extra)
                beat = game.beat
                win = game.winner_at
    if two_packs(mode):
        _see_copies(game, seat_from(win))
    close_trick(rules, game, seat_from(win), mode)
    return 0


@kernel
def close_trick(rules: Any, game: Any, taker: Any, mode: Any) -> None:
    """The trick goes to its winner, who leads the next."""
    taker.points += count(game.table & POINT_CARDS)
    game.seen |= game.table
    game.leader_at = address(taker)
    if game.trick == 1 and game.friend_kind == BY_FIRST_TRICK:
        game.friends = taker.bit & ~seat_at(game, game.declarer).bit
        take_sides(game, taker.bit | seat_at(game, game.declarer).bit)
        if mode is not None:
            bind(rules, game, game.friends)


@kernel
def _see_copies(game: Any, taker: Any) -> None:
    """With two packs: the second copies in a trick count, and all have seen them."""
    taker.points += count(game.again & POINT_CARDS)
    game.seen_again |= game.again | (game.seen & game.table)
    game.jokers_out += game.jokers
