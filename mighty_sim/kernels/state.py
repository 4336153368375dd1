"""The state of one deal in play: a game record that all may see parts of, and a record for each of up to eight seats.

One block of memory a deal, all int64. The first cache line of each record holds what every single play touches, the
second what a trick touches. Seats are linked by address (``next``) and carry the addresses of their strategy's
functions, so nothing is looked up by number while a trick is played.

A strategy gets two read-only views, ``game`` and ``me`` (see ``strategies/README.md`` for what each field means). What
is not listed in :data:`GAME_SHOWN` and :data:`SEAT_SHOWN` cannot be named by a strategy: other hands, the kitty, the
discard and the friend before he is known are not there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from numba.extending import overload_attribute, overload_method

from mighty_sim.cards import NO_TRUMP
from mighty_sim.kernels.bits import choose, count, nth
from mighty_sim.kernels.jit import JIT, kernel
from mighty_sim.kernels.memory import Layout, Record, View, address, caster, item, peek, pointer_type
from mighty_sim.kernels.ruleset import N_STRAINS, ROW, rules_at
from mighty_sim.kernels.streams import advance, share, word

MAX_SEATS = 8
HOOKS = ("play", "bid", "exchange", "friend", "change", "claim", "plan", "lead")  # order of the line-up's columns


def _words(*names: str) -> list[tuple[str, int]]:
    return [(name, 1) for line in names for name in line.split()]


SEAT = Layout(
    "seat",
    _words(
        "hand legal card next ask_play rng allies foes",
        "seat bit points voids plan dealt kitty discard",
        " ".join(f"ask_{name}" for name in HOOKS[1:]),
    ),
)
GAME = Layout(
    "game",
    [
        *_words(
            "table beat led follow watch force winner_at beats",
            "trick to_come leader_at seen trump mighty joker hunter",
            "declarer number strain bid friend_card friend_kind friends known",
            "settled request dealer opener highest bidder rank must_bid",
            "hidden_kitty redeals deal rng players rounds strain_ranks rules",
            "kind",
        ),
        ("deck", 16),
        ("seats", MAX_SEATS * SEAT.words),
    ],
)
SEAT_BYTES = 8 * SEAT.words
GAME_BYTES = 8 * GAME.words

GAME_SHOWN = (
    "table beat led trick to_come seen trump mighty joker hunter declarer number strain friend_card friend_kind known "
    "settled request dealer opener highest bidder must_bid players rounds"
).split()
SEAT_SHOWN = "hand legal card allies foes seat bit points voids plan dealt kitty discard".split()

GameType = pointer_type(f"{__name__}.GameType", GAME)
SeatType = pointer_type(f"{__name__}.SeatType", SEAT)
GameView = pointer_type(f"{__name__}.GameView", GAME, GAME_SHOWN)
SeatView = pointer_type(f"{__name__}.SeatView", SEAT, SEAT_SHOWN)

game_at = caster(GameType(), lambda place: place)
seat_from = caster(SeatType(), lambda place: place)
game_view = caster(GameView(), lambda record: record.view)
seat_view = caster(SeatView(), lambda record: record.view)


@kernel
def seat_at(game: Any, seat: int) -> Any:
    """The record of a seat, by number."""
    return seat_from(item(game.seats, seat, SEAT_BYTES))


# -- what a strategy may ask beyond the plain fields --


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
def _a_strain(strain: int) -> int:
    """The strain itself; whatever is none counts as no-trump, so that no question leads out of a table."""
    return choose((strain >= 0) & (strain < NO_TRUMP), strain, NO_TRUMP)


@kernel
def least(game: Any, strain: int) -> int:
    """The lowest number that may be bid now in ``strain`` (0..3 = S H D C, 4 = no-trump); may exceed the maximum."""
    own = (game.strain_ranks >> (8 * _a_strain(strain))) & 255
    return ((game.rank - own) >> 3) + 1  # ranks are 8 * number + the strain's own


@kernel
def least_change(game: Any, strain: int) -> int:
    """After the kitty: the lowest number to which the contract may be changed in ``strain`` (99: not at all)."""
    return peek(rules_at(game.rules).change_to, (game.strain * N_STRAINS + _a_strain(strain)) * ROW + game.number)


@kernel
def mighty_in(game: Any, strain: int) -> int:
    """The Mighty of a game in ``strain``: for judging a hand before the contract is known."""
    return peek(rules_at(game.rules).mighty, _a_strain(strain))


@kernel
def pack(game: Any) -> int:
    """All cards of the pack."""
    return rules_at(game.rules).pack


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
    """1 where a joker played to this trick (and not demanded) has its power; led, it then has to name a suit."""
    return peek(rules_at(game.rules).joker_power, game.kind)


@kernel
def may_demand(game: Any) -> int:
    """1 where the hunter, led to this trick, may demand the joker."""
    return peek(rules_at(game.rules).may_demand, game.kind)


@kernel
def points_of(game: Any, seat: int) -> int:
    """Points that a seat has taken in tricks."""
    return seat_at(game, seat % game.players).points


@kernel
def voids_of(game: Any, seat: int) -> int:
    """All cards of the suits that a seat has shown not to hold (by not following)."""
    return seat_at(game, seat % game.players).voids


@kernel
def card_of(game: Any, seat: int) -> int:
    """The card that a seat has played to this trick (empty: not yet)."""
    return seat_at(game, seat % game.players).card & game.table


@kernel
def draw(me: Any, n: int) -> int:
    """A random number 0 .. n-1 from the seat's own stream."""
    me.rng = advance(me.rng)
    return share(word(me.rng), n)


@kernel
def pick(me: Any, cards: int) -> int:
    """One card of a set, each equally likely (empty for the empty set)."""
    return nth(cards, draw(me, count(cards)))


_FACTS = (winner, winner_bit, best, leader, pack, top_number, kitty_size, joker_has_power, may_demand)
GAME_FACTS: dict[str, Any] = {function.__name__: function for function in _FACTS}
GAME_QUESTIONS: dict[str, Any] = {
    "least": least,
    "least_change": least_change,
    "mighty_in": mighty_in,
    "points": points_of,
    "voids": voids_of,
    "card": card_of,
}
SEAT_QUESTIONS: dict[str, Any] = {"draw": draw, "pick": pick}


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
    for _name, _function in SEAT_QUESTIONS.items():
        _register_question(SeatView, _name, seat_from, _function)

_SHOWN_OF_GAME = (
    {name: _field(name) for name in GAME_SHOWN}
    | dict(GAME_FACTS)
    | {name: _method(function) for name, function in GAME_QUESTIONS.items()}
)
_SHOWN_OF_SEAT = {name: _field(name) for name in SEAT_SHOWN} | {
    name: _method(function) for name, function in SEAT_QUESTIONS.items()
}


def python_block() -> Record:
    """The memory of one deal without the compiler: a game with its eight seats."""
    seats = [Record(SEAT) for _ in range(MAX_SEATS)]
    for seat in seats:
        seat.view = View(seat, _SHOWN_OF_SEAT)  # type: ignore[attr-defined]
    game = Record(GAME, seats=seats)
    game.view = View(game, _SHOWN_OF_GAME)  # type: ignore[attr-defined]
    return game


@kernel
def seat_table(rules: Any, game: Any) -> None:
    """Once a block: set what no deal changes, number and link the seats, give each the functions that play for it.

    ``rules.line_up`` is a row of :data:`MAX_SEATS` rows of :data:`HOOKS` addresses (0: not there).
    """
    game.rules = address(rules)
    game.players = rules.players
    game.rounds = rules.rounds
    game.joker = rules.joker
    game.strain_ranks = rules.strain_ranks
    for number in range(rules.players):
        me = seat_at(game, number)
        me.seat = number
        me.bit = 1 << number
        me.next = address(seat_at(game, (number + 1) % rules.players))
        row = item(rules.line_up, number, 8 * len(HOOKS))
        me.ask_play = peek(row, 0)
        me.ask_bid = peek(row, 1)
        me.ask_exchange = peek(row, 2)
        me.ask_friend = peek(row, 3)
        me.ask_change = peek(row, 4)
        me.ask_claim = peek(row, 5)
        me.ask_plan = peek(row, 6)
        me.ask_lead = choose(peek(row, 7), peek(row, 7), me.ask_play)
