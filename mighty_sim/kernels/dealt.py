"""What a condition on the deal may ask: every hand as it was dealt, and the kitty.

A condition is a function of two read-only views, like a strategy's, but of other ones: it may see all cards, and only
the cards. ``game`` has the seats and the kitty, ``me`` is the hand of the seat that is asked for. What a hand is asked
is the same for a seat and for the kitty (:data:`FACTS`, :data:`QUESTIONS`); cards are sets, as everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from numba.extending import overload_attribute, overload_method

from mighty_sim.cards import FIRST_JOKER, NO_TRUMP
from mighty_sim.kernels.auction import weakness
from mighty_sim.kernels.bits import ACES, CLUBS, DIAMONDS, HEARTS, JACKS, KINGS, QUEENS, SPADES, TENS, choose, count
from mighty_sim.kernels.copies import copies
from mighty_sim.kernels.hooks import caller, compiled_for
from mighty_sim.kernels.jit import JIT, int64, kernel, rare
from mighty_sim.kernels.measures import points_held, second_copies, tricks_estimated
from mighty_sim.kernels.memory import View, caster, peek, pointer_type
from mighty_sim.kernels.ruleset import rules_at
from mighty_sim.kernels.state import GAME, SEAT, game_at, seat_at, seat_from

_PLAIN = (1 << FIRST_JOKER) - 1
_SUITS = (SPADES, HEARTS, DIAMONDS, CLUBS)
DealView = pointer_type(f"{__name__}.DealView", GAME, ("dealer", "opener", "players"))
HandView = pointer_type(f"{__name__}.HandView", SEAT, ("seat",))
KittyView = pointer_type(f"{__name__}.KittyView", GAME, ())

# Without the compiler: what each view shows, filled below.
DEAL_SHOWN: dict[str, Any] = {}
HAND_SHOWN: dict[str, Any] = {}
KITTY_SHOWN: dict[str, Any] = {}
deal_view = caster(DealView(), lambda record: View(record, DEAL_SHOWN))
hand_view = caster(HandView(), lambda record: View(record, HAND_SHOWN))
kitty_view = caster(KittyView(), lambda record: View(record, KITTY_SHOWN))


# Of some cards: `cards`, and `twice`, those of which a second copy is there.


@kernel
def _held(cards: int, twice: int, wanted: int) -> int:
    """How many cards of a set are there, copies counted."""
    return count(cards & wanted & _PLAIN) + count(twice & wanted & _PLAIN) + copies(cards, twice, wanted & ~_PLAIN)


@kernel
def _holds(cards: int, twice: int, wanted: int) -> int:
    """1 where every card of a set is there."""
    return choose(wanted & ~cards, 0, 1)


@kernel
def _longest(cards: int, twice: int) -> int:
    """How many cards the longest suit has."""
    most = 0
    for suit in _SUITS:
        most = max(most, count(cards & suit) + count(twice & suit))
    return most


def _number_of(wanted: int) -> Any:
    """A fact: how many cards of a set are there."""

    @kernel
    def fact(rules: Any, cards: int, twice: int) -> int:
        return _held(cards, twice, wanted)

    return fact


@kernel
def _points(rules: Any, cards: int, twice: int) -> int:
    return points_held(cards) + points_held(twice)


@kernel
def _trumps(rules: Any, cards: int, twice: int) -> int:
    return _longest(cards, twice)


@kernel
def _weakness(rules: Any, cards: int, twice: int) -> int:
    return weakness(rules, cards) + weakness(rules, twice)


@rare
def _quarters(rules: Any, cards: int, twice: int) -> int:
    """Estimated quarter tricks in the strain in which they are most."""
    most = 0
    for strain in range(NO_TRUMP + 1):
        trump, mighty = peek(rules.trump, strain), peek(rules.mighty, strain)
        here = tricks_estimated(cards, trump, mighty, rules.joker) + second_copies(cards, twice, trump, mighty)
        most = max(most, here)
    return most


@kernel
def _tricks(rules: Any, cards: int, twice: int) -> int:
    return _quarters(rules, cards, twice) >> 2


@kernel
def _cards(rules: Any, cards: int, twice: int) -> int:
    return cards


#: Every fact of a hand: its function of the rules' record and the two sets.
FACTS: dict[str, Any] = {
    "points": _points, "trumps": _trumps, "tricks": _tricks, "quarters": _quarters, "weakness": _weakness,
    "aces": _number_of(ACES), "kings": _number_of(KINGS), "queens": _number_of(QUEENS), "jacks": _number_of(JACKS),
    "tens": _number_of(TENS), "jokers": _number_of(1 << FIRST_JOKER), "spades": _number_of(SPADES),
    "hearts": _number_of(HEARTS), "diamonds": _number_of(DIAMONDS), "clubs": _number_of(CLUBS), "cards": _cards,
}  # fmt: skip
#: Every question to a hand about a set of cards.
QUESTIONS: dict[str, Any] = {"holds": _holds, "count": _held}


def _of_seat(function: Any) -> Any:
    @kernel
    def fact(me: Any) -> int:
        return function(rules_at(game_at(me.game).rules), me.dealt, me.dealt_twice)

    return fact


def _of_kitty(function: Any) -> Any:
    @kernel
    def fact(game: Any) -> int:
        return function(rules_at(game.rules), game.hidden_kitty, game.hidden_kitty_twice)

    return fact


def _ask_seat(function: Any) -> Any:
    @kernel
    def question(me: Any, cards: int) -> int:
        return function(me.dealt, me.dealt_twice, cards)

    return question


def _ask_kitty(function: Any) -> Any:
    @kernel
    def question(game: Any, cards: int) -> int:
        return function(game.hidden_kitty, game.hidden_kitty_twice, cards)

    return question


@kernel
def _deals(me: Any) -> int:
    return choose(game_at(me.game).dealer == me.seat, 1, 0)


@kernel
def _opens(me: Any) -> int:
    return choose(game_at(me.game).opener == me.seat, 1, 0)


@kernel
def _seat_of(game: Any, number: int) -> Any:
    """The hand of a seat, by number (modulo the players)."""
    return hand_view(seat_at(game, number % game.players))


@kernel
def _kitty_of(game: Any) -> Any:
    return kitty_view(game)


_SEAT_FACTS = {name: _of_seat(function) for name, function in FACTS.items()} | {"deals": _deals, "opens": _opens}
_SEAT_QUESTIONS = {name: _ask_seat(function) for name, function in QUESTIONS.items()}
_KITTY_FACTS = {name: _of_kitty(function) for name, function in FACTS.items()}
_KITTY_QUESTIONS = {name: _ask_kitty(function) for name, function in QUESTIONS.items()}
_DEAL_FACTS = {"kitty": _kitty_of}
_DEAL_QUESTIONS = {"seat": _seat_of}


def _register(view: Any, cast: Any, facts: dict[str, Any], questions: dict[str, Any]) -> None:
    """Let compiled conditions ask."""
    for name, function in facts.items():
        _register_fact(view, name, cast, function)
    for name, function in questions.items():
        _register_question(view, name, cast, function)


def _register_fact(view: Any, name: str, cast: Any, function: Any) -> None:
    overload_attribute(view, name)(lambda record: lambda record: function(cast(record)))


def _register_question(view: Any, name: str, cast: Any, function: Any) -> None:
    overload_method(view, name)(lambda record, x: lambda record, x: function(cast(record), x))


if JIT:
    _register(HandView, seat_from, _SEAT_FACTS, _SEAT_QUESTIONS)
    _register(KittyView, game_at, _KITTY_FACTS, _KITTY_QUESTIONS)
    _register(DealView, game_at, _DEAL_FACTS, _DEAL_QUESTIONS)


def _field(name: str) -> Callable[[Any], Any]:
    return lambda record: getattr(record, name)


def _shown(fields: tuple[str, ...], facts: dict[str, Any], questions: dict[str, Any]) -> dict[str, Any]:
    """What a view shows without the compiler."""
    asked = {name: (lambda record, f=function: partial(f, record)) for name, function in questions.items()}
    return {name: _field(name) for name in fields} | facts | asked


HAND_SHOWN |= _shown(("seat",), _SEAT_FACTS, _SEAT_QUESTIONS)
KITTY_SHOWN |= _shown((), _KITTY_FACTS, _KITTY_QUESTIONS)
DEAL_SHOWN |= _shown(("dealer", "opener", "players"), _DEAL_FACTS, _DEAL_QUESTIONS)
#: The views of a condition, by what they are called in messages: all that each has, and what of it is a question.
FIELDS = {"game": tuple(DEAL_SHOWN), "me": tuple(HAND_SHOWN), "kitty": tuple(KITTY_SHOWN)}
ASKED = {"game": tuple(_DEAL_QUESTIONS), "me": tuple(_SEAT_QUESTIONS), "kitty": tuple(_KITTY_QUESTIONS)}

_call = caller(DealView(), HandView())


@kernel
def fits(place: Any, game: Any, me: Any) -> int:
    """The answer of the condition at ``place``: 0 where the deal does not fit; NO_ANSWER where it failed."""
    return _call(place, deal_view(game), hand_view(me))


@cache
def compile_condition(function: Callable[..., Any]) -> tuple[Any, int]:
    """Compile a condition, once in a process; returns the dispatcher, to be kept alive, and its address."""
    return compiled_for(function, int64(DealView(), HandView()))
