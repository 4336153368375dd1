"""What a strategy may ask: facts about the game and its own seat beyond the plain fields, and the views as a whole.

Compiled, a fact is an attribute of a view and a question a method of one; uncompiled, both are looked up in a
:class:`mighty_sim.kernels.memory.View`. See ``strategies/README.md`` for what each means.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from numba.extending import overload_attribute, overload_method

from mighty_sim.cards import FIRST_JOKER, NO_TRUMP
from mighty_sim.kernels.bits import choose, count, index, nth
from mighty_sim.kernels.copies import JOKER, PLAIN, copies
from mighty_sim.kernels.jit import JIT, kernel
from mighty_sim.kernels.memory import Record, View, peek
from mighty_sim.kernels.parameters import place_of
from mighty_sim.kernels.ruleset import (
    FIRST,
    GAP_BITS,
    LAST,
    N_STRAINS,
    NAMES_NO_TRUMP_FIRST,
    NAMES_NOTHING,
    NAMES_TRUMP,
    PENALTY,
    ROW,
    rules_at,
)
from mighty_sim.kernels.state import (
    GAME,
    GAME_SHOWN,
    MAX_SEATS,
    SEAT,
    SEAT_SHOWN,
    GameView,
    SeatView,
    game_at,
    seat_at,
    seat_from,
)
from mighty_sim.kernels.streams import advance, share, word

SUITED = (1 << FIRST_JOKER) - 1
FIRST_TRICK = 1 << 56  # friend calls that name no card
ALONE = 1 << 57


@kernel
def winner(game: Any) -> int:
    """Seat that takes the trick as it stands (in a trick not begun: seat that leads)."""
    return seat_from(game.winner_at).seat


@kernel
def winner_bit(game: Any) -> int:
    """``1 << winner``, to be tested against ``me.allies`` and ``me.foes``."""
    return seat_from(game.winner_at).bit


@kernel
def best(game: Any) -> int:
    """The card that takes the trick as it stands (empty in a trick not begun)."""
    return choose(game.table, seat_from(game.winner_at).card, 0)


@kernel
def leader(game: Any) -> int:
    """Seat that led, or leads, the trick."""
    return seat_from(game.leader_at).seat


@kernel
def a_strain(strain: int) -> int:
    """The strain itself; whatever is none counts as no-trump, so that no question leads out of a table."""
    return choose((strain >= 0) & (strain < NO_TRUMP), strain, NO_TRUMP)


@kernel
def gap_of(game: Any, strain: int) -> int:
    """8 less what a strain adds when bids are compared: a bid is ranked ``8 * number + 8 - gap`` (A20)."""
    return (game.strain_gaps >> (GAP_BITS * strain)) & ((1 << GAP_BITS) - 1)


@kernel
def least(game: Any, strain: int) -> int:
    """The lowest number that may be bid now in ``strain`` (0..3 = S H D C, 4 = no-trump); may exceed the maximum."""
    return (game.rank + gap_of(game, a_strain(strain))) >> 3


@kernel
def least_change(game: Any, strain: int) -> int:
    """The lowest number to which the contract may be changed in ``strain`` (99: not at all)."""
    row = (game.blind * N_STRAINS + game.strain) * N_STRAINS + a_strain(strain)
    return peek(rules_at(game.rules).change_to, row * ROW + game.number)


@kernel
def mighty_in(game: Any, strain: int) -> int:
    """The Mighty of a game in ``strain``: for judging a hand before the contract is known."""
    return peek(rules_at(game.rules).mighty, a_strain(strain))


@kernel
def notrump_is_bid(game: Any) -> int:
    """1 where a contract may be without trump."""
    return choose(gap_of(game, NO_TRUMP) <= 8, 1, 0)


@kernel
def top_number(game: Any) -> int:
    """The highest number that can be bid."""
    return rules_at(game.rules).max_number


@kernel
def kitty_size(game: Any) -> int:
    """How many cards the kitty holds, and the declarer lays away."""
    return rules_at(game.rules).kitty_size


@kernel
def joker_has_power(game: Any) -> int:
    """1 where a joker played now has its power, if no hunter takes it: led to this trick, or followed with."""
    rules = rules_at(game.rules)
    return peek(choose(game.table, rules.power_followed, rules.power_led), game.kind)


@kernel
def nameable(game: Any) -> int:
    """All cards of the suits that a joker led now may ask for, and has to ask for one of; empty: nothing is named."""
    rules = rules_at(game.rules)
    suits = choose((rules.names == NAMES_NO_TRUMP_FIRST) & (game.kind == FIRST), SUITED & ~game.trump, SUITED)
    silent = (rules.names == NAMES_NOTHING) | ((rules.names == NAMES_TRUMP) & (game.trump != 0))
    return choose(silent | (peek(rules.power_led, game.kind) | rules.names_tamed == 0), 0, suits)


@kernel
def may_request(game: Any) -> int:
    """1 where the friend call may ask for a suit: at the highest no-trump contract, if the table knows it (A19)."""
    asks = (game.strain == NO_TRUMP) & (game.number >= rules_at(game.rules).max_number)
    return choose(rules_at(game.rules).request, choose(asks, 1, 0), 0)


@kernel
def may_demand(game: Any) -> int:
    """1 where the hunter, played now, may demand the joker (or does so of itself, as the table has it)."""
    rules = rules_at(game.rules)
    return choose(game.table, rules.trigger_any, 1) & peek(rules.may_demand, game.kind)


@kernel
def joker_lasts(game: Any) -> int:
    """1 where a joker kept for the last trick has its power there, if it is not led."""
    return peek(rules_at(game.rules).power_followed, LAST)


@kernel
def may_raise(game: Any) -> int:
    """1 where the declarer may raise his contract after the kitty without changing its strain."""
    return choose(rules_at(game.rules).exact, 0, 1)


@kernel
def pays_overtricks(game: Any) -> int:
    """1 where points above the contract are worth something to the declarer's side."""
    return choose(rules_at(game.rules).formula == PENALTY, 0, 1)


@kernel
def charges_losers(game: Any) -> int:
    """1 where the losers of a deal are charged, and its winners get nothing."""
    return rules_at(game.rules).penalties


@kernel
def change_stake(game: Any) -> int:
    """What a deal's score is multiplied by if the declarer changes the strain after the kitty."""
    return rules_at(game.rules).stake


@kernel
def score_base(game: Any) -> int:
    """The number from which a contract's worth is counted."""
    return rules_at(game.rules).score_base


@kernel
def total_points(game: Any) -> int:
    """All points of the pack."""
    return rules_at(game.rules).total_points


@kernel
def takers_of(game: Any, card: int) -> int:
    """The cards that would take this trick from ``card``, were it the best; none before the first trick."""
    if game.trick == 0:
        return 0
    return peek(game.beats, index(card) & (ROW - 1))


@kernel
def points_of(game: Any, seat: int) -> int:
    """Points that a seat has taken in tricks."""
    return seat_at(game, seat % game.players).points


@kernel
def voids_of(game: Any, seat: int) -> int:
    """All cards of the suits that a seat has shown not to hold (by not following)."""
    return seat_at(game, seat % game.players).voids


@kernel
def second_copies_of(cards: int, jokers: int) -> int:
    """Second copies as ``twice`` of a hand has them, of so many jokers in all."""
    return (cards & PLAIN) | ((1 << jokers) - 1 >> 1) << FIRST_JOKER


@kernel
def seen_twice(game: Any) -> int:
    """The cards of which two have been seen in the tricks before (jokers as in ``twice`` of a hand)."""
    return second_copies_of(game.seen_again, game.jokers_out)


@kernel
def table_twice(game: Any) -> int:
    """The cards of which two lie on the table (jokers as in ``twice`` of a hand)."""
    return second_copies_of(game.again, game.jokers)


@kernel
def card_of(game: Any, seat: int) -> int:
    """The card that a seat has played to this trick (empty: not yet)."""
    played = game.players - 1 - game.to_come
    turn = (seat - seat_from(game.leader_at).seat) % game.players
    return choose(turn < played, seat_at(game, seat % game.players).card, 0)


@kernel
def may_be_called(me: Any) -> int:
    """As declarer: every friend call that can be made, as one set: cards, FIRST_TRICK, ALONE."""
    game = game_at(me.game)
    rules = rules_at(game.rules)
    own, cards = me.all_own, rules.callable
    cards = choose(rules.may_call_card, cards & ~own, 0) | choose(rules.may_call_own, cards & own, 0)
    calls = cards | choose(rules.may_call_first_trick, FIRST_TRICK, 0) | choose(rules.may_call_none, ALONE, 0)
    return choose(game.declarer == me.seat, calls, 0)


@kernel
def unseen(me: Any) -> int:
    """The cards of which a copy may be in another's hand (or in the discard of another)."""
    game = game_at(me.game)
    if game.pack_twice:
        return _unseen_of_two(game, me)
    return game.pack & ~(game.seen | game.table | me.hand | me.discard)


@kernel
def _unseen_of_two(game: Any, me: Any) -> int:
    """:func:`unseen` where cards are there twice: both copies have to be known."""
    once = game.seen | game.table
    known = once | me.hand | me.discard
    both = game.seen_again | game.again | me.twice | me.discard_twice | (game.seen & game.table)
    both |= (once & (me.hand | me.discard)) | (me.hand & me.discard)
    jokers = game.jokers_out + game.jokers
    jokers += copies(me.hand, me.twice, JOKER) + copies(me.discard, me.discard_twice, JOKER)
    left = choose(jokers < copies(game.pack, game.pack_twice, JOKER), JOKER, 0)
    return (game.pack & ~(known & (both | ~game.pack_twice)) & ~JOKER) | left


@kernel
def draw(me: Any, n: int) -> int:
    """A random number 0 .. n-1 from the seat's own stream."""
    me.rng = advance(me.rng)
    return share(word(me.rng), n)


@kernel
def pick(me: Any, cards: int) -> int:
    """One card of a set, each equally likely (empty for the empty set)."""
    return nth(cards, draw(me, count(cards)))


@kernel
def value_of(me: Any, named: Any) -> int:
    """The value of one of the strategy's parameters: in thousandths where it was declared with decimals."""
    return peek(me.values, place_of(named))


_FACTS = (
    winner, winner_bit, best, leader, table_twice, seen_twice, notrump_is_bid, top_number, kitty_size, joker_has_power,
    nameable, may_demand, may_request, joker_lasts, may_raise, pays_overtricks, charges_losers, score_base,
    total_points, change_stake,
)  # fmt: skip
GAME_FACTS: dict[str, Any] = {function.__name__: function for function in _FACTS}
GAME_QUESTIONS: dict[str, Any] = {
    "least": least,
    "least_change": least_change,
    "mighty_in": mighty_in,
    "points": points_of,
    "voids": voids_of,
    "card": card_of,
    "takers": takers_of,
}
SEAT_FACTS: dict[str, Any] = {"callable": may_be_called, "unseen": unseen}
SEAT_QUESTIONS: dict[str, Any] = {"draw": draw, "pick": pick, "value": value_of}


def _register_fact(view: Any, name: str, cast: Any, function: Any) -> None:
    overload_attribute(view, name)(lambda record: lambda record: function(cast(record)))


def _register_question(view: Any, name: str, cast: Any, function: Any) -> None:
    overload_method(view, name)(lambda record, x: lambda record, x: function(cast(record), x))


def _field(name: str) -> Callable[[Any], Any]:
    return lambda record: getattr(record, name)


def _method(function: Any) -> Callable[[Any], Any]:
    return lambda record: partial(function, record)


if JIT:
    for _name, _function in GAME_FACTS.items():
        _register_fact(GameView, _name, game_at, _function)
    for _name, _function in GAME_QUESTIONS.items():
        _register_question(GameView, _name, game_at, _function)
    for _name, _function in SEAT_FACTS.items():
        _register_fact(SeatView, _name, seat_from, _function)
    for _name, _function in SEAT_QUESTIONS.items():
        _register_question(SeatView, _name, seat_from, _function)

_SHOWN_OF_GAME = (
    {name: _field(name) for name in GAME_SHOWN}
    | dict(GAME_FACTS)
    | {name: _method(function) for name, function in GAME_QUESTIONS.items()}
)
_SHOWN_OF_SEAT = (
    {name: _field(name) for name in SEAT_SHOWN}
    | dict(SEAT_FACTS)
    | {name: _method(function) for name, function in SEAT_QUESTIONS.items()}
)


def python_block() -> Record:
    """The memory of one deal without the compiler: a game with its eight seats."""
    seats = [Record(SEAT) for _ in range(MAX_SEATS)]
    for seat in seats:
        seat.view = View(seat, _SHOWN_OF_SEAT)  # type: ignore[attr-defined]
    game = Record(GAME, seats=seats)
    game.view = View(game, _SHOWN_OF_GAME)  # type: ignore[attr-defined]
    return game
