"""What only some tables have: odd duties, demands and suits, and leads that are restricted in other ways (PEN, A1-A33).

These functions do everything that :mod:`mighty_sim.kernels.tricks` does for cards with a duty and cards to look at, and
the rest besides. The plain kernels are compiled without them.
"""

from __future__ import annotations

from typing import Any

from mighty_sim.kernels.bits import CARDS, SPADES, choose, index, prefer, suit_of
from mighty_sim.kernels.jit import kernel, rare
from mighty_sim.kernels.memory import address, item, peek
from mighty_sim.kernels.ruleset import (
    ANY_CARD,
    FIRST,
    FOR_NEXT,
    FOR_ONE,
    HUNTER_BEFORE,
    N_STRAINS,
    NAMES_NO_TRUMP_FIRST,
    NAMES_NOTHING,
    NAMES_TRUMP,
    ROW,
    TAMED,
    TRUMP_BANNED,
    TRUMP_BESIDE_SPECIALS,
)
from mighty_sim.kernels.sides import called_card_played
from mighty_sim.kernels.state import seat_from

DEMAND = 1 << 56  # with the hunter: its player demands the joker
NAME = 57  # shift of (suit + 1): with a led joker, the suit to follow


@kernel
def beats_row(rules: Any, kind: int, strain: int) -> Any:
    """The table of cards that take the trick from each card."""
    return item(rules.beats, kind * N_STRAINS + strain, 8 * ROW)


@kernel
def set_suit(game: Any, suit: int, mode: Any) -> None:
    """From now on ``suit`` is to be followed (empty: none yet)."""
    game.led = suit
    game.follow = suit | game.mighty | game.roams
    game.free = suit | game.mighty | game.joker  # who plays none of these has none of the suit
    if mode is None:
        game.force = suit & game.mighty
    else:
        game.force = (suit & game.mighty) | game.duty


# -- what may be played --


@rare
def any_lead(rules: Any, game: Any, me: Any) -> int:
    """Cards that may be led, with every option (A5, A6, A8, A19)."""
    hand = me.hand
    if rules.squeeze and game.trick == game.rounds - 1 and hand & game.joker:
        return game.joker
    ban = peek(rules.lead_ban, game.kind * N_STRAINS + game.strain)
    if game.kind == FIRST:
        trump = game.trump & ~game.mighty
        beside = trump | game.joker | choose(rules.trump_mode == TRUMP_BESIDE_SPECIALS, game.mighty, 0)
        if rules.trump_mode != TRUMP_BANNED and hand & ~beside == 0:
            ban &= ~trump
        return prefer(hand & ~ban, _fallback(rules, game, hand))
    if me.bit & game.bound and hand & game.request:
        return hand & game.request
    return prefer(hand & ~ban, hand)


@kernel
def _fallback(rules: Any, game: Any, hand: int) -> int:
    """The first lead of a hand of nothing but cards that may not be led (A6)."""
    if rules.fallback == ANY_CARD:
        return hand
    if rules.fallback == HUNTER_BEFORE:
        return prefer(hand & game.hunter, prefer(hand & ~game.joker, hand))
    return prefer(hand & ~(game.joker | game.hunter), hand)


@rare
def duties(rules: Any, game: Any, hand: int) -> int:
    """Cards that may follow for a hand that holds a card with a duty, with every option."""
    joker = hand & game.joker
    if joker and rules.squeeze and game.trick == game.rounds - 1:
        return joker
    if joker and game.demanded:
        return hand & (joker | choose(rules.mighty_may_answer, game.mighty, 0))
    same = hand & game.led
    legal = choose(same, hand & game.follow, hand)
    if same == game.mighty:  # the only card of the led suit (A7)
        legal = choose(rules.sole_free, hand, hand & (game.mighty | rules.sole_joker))
    return prefer(legal & ~peek(rules.barred, game.kind), legal)


@rare
def may_say(rules: Any, game: Any, answer: int) -> int:
    """What may be said with a card that is not led: a demand with the hunter, where any play of it may make one."""
    may = rules.trigger_any & peek(rules.may_demand, game.kind)
    return choose(may & (answer & CARDS == game.hunter), answer & DEMAND, 0)


# -- what a card changes --


@rare
def any_lead_event(rules: Any, game: Any, card: int, extra: int) -> bool:
    """A led joker or hunter, with what was said to it; False where that was wrong."""
    if card & game.joker:
        return _joker_led(rules, game, extra)
    if card & game.hunter:
        may = peek(rules.may_demand, game.kind)
        if extra & ~DEMAND or (extra and may == 0):
            return False
        if may and (extra or rules.automatic):
            _demand(rules, game, seat_from(game.leader_at))
        if rules.tames_first or (rules.tames and game.kind != FIRST):
            game.beats = beats_row(rules, TAMED, game.strain)
        game.beat = peek(game.beats, index(card))
        return True
    return extra == 0


@kernel
def _joker_led(rules: Any, game: Any, extra: int) -> bool:
    """The suit that a led joker asks for, if it does (A18), and what takes the trick from it."""
    power = peek(rules.power_led, game.kind)
    others = choose(peek(rules.power_followed, game.kind), game.joker, 0)  # another joker may have what this lacks
    if (power | rules.names_tamed) == 0 or rules.names == NAMES_NOTHING:
        set_suit(game, 0, 1)
        game.watch = CARDS
        game.beat = choose(power, game.mighty, CARDS & ~game.joker | others)
        return extra == 0
    suit = extra >> NAME
    if rules.names == NAMES_TRUMP and game.trump and extra == 0:
        suit = (index(game.trump) & 3) + 1
        extra = suit << NAME
    asked = SPADES << (suit - 1 & 3)
    set_suit(game, asked, 1)
    game.beat = choose(power, game.mighty, asked | game.trump | game.mighty | others)
    wrong = (rules.names == NAMES_NO_TRUMP_FIRST) & (game.kind == FIRST) & (asked == game.trump)
    wrong |= (rules.names == NAMES_TRUMP) & (game.trump != 0) & (asked != game.trump)
    return 1 <= suit <= 4 and extra == suit << NAME and not wrong


@kernel
def _demand(rules: Any, game: Any, hunting: Any) -> None:
    """From now on who holds a joker has to play it; it has lost its power (A3, A23, A32)."""
    game.demanded = 1
    game.duty |= game.joker
    game.force |= game.joker
    game.watch |= choose(rules.scope == FOR_NEXT, CARDS, choose(rules.scope == FOR_ONE, game.joker, 0))
    game.due = seat_from(hunting.next).bit
    if rules.called_loses:
        game.beats = beats_row(rules, TAMED, game.strain)


@kernel
def _answered(rules: Any, game: Any, me: Any, card: int) -> None:
    """A demand ends: after the next player, or with the first joker, as the table has it."""
    done = (rules.scope == FOR_NEXT) & (me.bit == game.due)
    done |= (rules.scope == FOR_ONE) & (card == game.joker)
    if done:
        game.demanded = 0
        game.duty = peek(rules.duty, game.kind)
        game.force = (game.led & game.mighty) | game.duty


@rare
def any_watched(rules: Any, game: Any, me: Any, card: int, extra: int) -> None:
    """A card to look at, with every option. ``extra``: what was said with a hunter that was not led."""
    follows = address(me) != game.leader_at
    if follows:
        if game.demanded:
            _answered(rules, game, me, card)
        if game.led == 0 and card != game.joker:
            set_suit(game, suit_of(card), 1)
            game.watch = game.alert | choose(game.demanded, choose(rules.scope == FOR_NEXT, CARDS, game.joker), 0)
        if rules.switches and card == game.mighty:  # played second or later it turns the suit (A1)
            set_suit(game, suit_of(card), 1)
        if card == game.hunter:
            _hunter_followed(rules, game, me, extra)
    if card & game.friend_card and game.settled == 0:
        called_card_played(rules, game, me)


@kernel
def _hunter_followed(rules: Any, game: Any, me: Any, extra: int) -> None:
    """The hunter played to another's lead: it may demand the joker, and may take all jokers' power (A2)."""
    demands = rules.trigger_any and peek(rules.may_demand, game.kind) and (extra or rules.automatic)
    tames = rules.tames_first or (rules.tames and game.kind != FIRST)
    if demands:
        _demand(rules, game, me)
    if tames and game.table & game.joker:
        _tame(rules, game, me)
    elif tames or (demands and rules.called_loses):
        game.beats = beats_row(rules, TAMED, game.strain)
        best = seat_from(game.winner_at).card
        # a joker played before keeps what it has; only jokers played from now on are powerless
        game.beat = choose(best == game.joker, game.beat & ~game.joker, peek(game.beats, index(best)))


@rare
def _tame(rules: Any, game: Any, last: Any) -> None:
    """Every joker of this trick has lost its power: who takes the trick is found again, card by card up to ``last``."""
    game.beats = beats_row(rules, TAMED, game.strain)
    seat = seat_from(game.leader_at)
    card = seat.card
    beat = peek(game.beats, index(card))
    if card == game.joker:  # it asked for a suit, or the second card set one: only that, a trump or the Mighty beats it
        beat = choose(game.led, game.led | game.trump | game.mighty, CARDS & ~game.joker)
    win = game.leader_at
    while address(seat) != address(last):
        seat = seat_from(seat.next)
        took = seat.card & beat
        beat = choose(took, peek(game.beats, index(seat.card)), beat)
        win = choose(took, address(seat), win)
    game.beat = beat
    game.winner_at = win
