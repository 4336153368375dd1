"""How a strategy is written, and how it is loaded.

A strategy is one file of functions marked with :func:`bid`, :func:`exchange`, :func:`friend` and :func:`play` (and, if
it wants to, :func:`plan`, :func:`change`, :func:`claim`), each taking the two read-only views ``game`` and ``me`` and
returning one int. What they may use is imported from here; ``strategies/README.md`` explains all of it.
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from mighty_sim.cards import NO_TRUMP
from mighty_sim.errors import StrategyFault
from mighty_sim.kernels.auction import PASS
from mighty_sim.kernels.bits import (
    ACES,
    CARDS,
    CLUBS,
    DIAMONDS,
    HEARTS,
    JACKS,
    JOKERS,
    KINGS,
    POINT_CARDS,
    QUEENS,
    SPADES,
    TENS,
    below,
    choose,
    count,
    highest,
    index,
    lowest,
    nth,
    prefer,
    suit_of,
    suits_in,
)
from mighty_sim.kernels.exchange import REQUEST
from mighty_sim.kernels.jit import helper
from mighty_sim.kernels.oddities import DEMAND, NAME
from mighty_sim.kernels.sides import BY_CARD, BY_FIRST_TRICK, BY_NOBODY, NOT_CALLED
from mighty_sim.kernels.state import HOOKS
from mighty_sim.kernels.views import ALONE, FIRST_TRICK

__all__ = [
    "ACES", "ALONE", "BY_CARD", "BY_FIRST_TRICK", "BY_NOBODY", "CARDS", "CLUBS", "DIAMONDS", "FIRST_TRICK", "HEARTS",
    "JACKS", "JOKERS", "KINGS", "NOT_CALLED", "NO_TRUMP", "PASS", "POINT_CARDS", "QUEENS", "SPADES", "TENS", "below",
    "bid", "call", "change", "choose", "claim", "count", "demanding", "exchange", "friend", "helper", "highest",
    "index", "lead", "lowest", "naming", "nth", "plan", "play", "prefer", "requesting", "suit_of", "suits_in",
]  # fmt: skip

Hook = Callable[[Any, Any], int]
REQUIRED = ("bid", "exchange", "friend", "play")
_MARK = "__mighty_hook__"


def _marker(name: str, question: str) -> Callable[[Hook], Hook]:
    def mark(function: Hook) -> Hook:
        setattr(function, _MARK, name)
        return function

    mark.__name__ = mark.__qualname__ = name
    mark.__doc__ = f"Mark the function that answers: {question}"
    return mark


bid = _marker("bid", "my call: PASS, or `call(number, strain)` with at least `game.least(strain)`.")
exchange = _marker("exchange", "the cards of `me.hand` that the declarer lays away, `game.kitty_size` of them.")
friend = _marker("friend", "the friend call: one card, FIRST_TRICK or ALONE (at the top no-trump also `requesting`).")
play = _marker("play", "one card of `me.legal`; led, a joker is `naming` a suit and a hunter may be `demanding`.")
plan = _marker("plan", "a number about the hand, asked once before the first bid; it stays in `me.plan`.")
lead = _marker("lead", "the card I lead; without this function, the one marked @play is asked.")
change = _marker("change", "after the kitty: another contract as `call(number, strain)`, or 0 to keep it.")
claim = _marker("claim", "throw in a hand that may be thrown in: 1 yes, 0 no. Without this function: always.")


@helper
def call(number: int, strain: int) -> int:
    """A bid: points and strain (0..3 = S H D C, NO_TRUMP = 4)."""
    return number << 3 | strain


@helper
def naming(joker: int, suit: int) -> int:
    """Lead a powerful joker and ask for a suit, 0..3 = S H D C."""
    return joker | (suit + 1) << NAME


@helper
def demanding(hunter: int) -> int:
    """Lead the hunter and demand the joker."""
    return hunter | DEMAND


@helper
def requesting(friend_call: int, suit: int) -> int:
    """Ask the friend to lead a suit, 0..3 = S H D C; only at the highest no-trump bid, and not ALONE."""
    return friend_call | (suit + 1) << REQUEST


@dataclass(frozen=True)
class Strategy:
    """A loaded strategy: its name, file, content hash, first line of its docstring and its functions."""

    name: str
    path: Path
    sha256: str
    summary: str
    hooks: dict[str, Hook] = field(repr=False, compare=False)


def _execute(path: Path, content: bytes, digest: str) -> ModuleType:
    """Run the file as a module whose name hashes its content: two versions never mix."""
    name = f"mighty_strategy_{path.stem}_{digest[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise StrategyFault(f"{path}: not a Python file; a strategy is one .py file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with redirect_stdout(sys.stderr):  # stdout is for data
            exec(compile(content, str(path), "exec"), module.__dict__)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise StrategyFault(f"{path}: {type(error).__name__}: {error}; the file must import cleanly") from error
    return module


def _marked(path: Path, module: ModuleType) -> dict[str, Hook]:
    """The functions of a file that answer questions. Raises StrategyFault for two answers, or another form."""
    hooks: dict[str, Hook] = {}
    for function in vars(module).values():
        mark = getattr(function, _MARK, None)
        if mark is None or hooks.get(mark) is function:
            continue
        if mark in hooks:
            raise StrategyFault(f"{path}: {hooks[mark].__name__!r} and {function.__name__!r} are both marked @{mark}")
        if function.__code__.co_argcount != 2:
            raise StrategyFault(f"{path}: {function.__name__!r}, marked @{mark}, has to take (game, me)")
        hooks[mark] = function
    return hooks


def _refuse_luck(path: Path, module: ModuleType) -> None:
    """Random numbers of its own would make a strategy's deals impossible to repeat. Raises StrategyFault."""
    for thing in vars(module).values():
        function = getattr(thing, "py_func", thing)
        code = getattr(function, "__code__", None)
        if code is not None and code.co_filename == str(path) and "random" in code.co_names:
            raise StrategyFault(f"{path}: {function.__name__!r} uses 'random'; draw with me.draw(n) or me.pick(cards)")


def load(path: Path) -> Strategy:
    """Read a strategy file. Raises StrategyFault where it cannot be read, run, or lacks a function."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise StrategyFault(f"{path}: {error.strerror or error}; a strategy is one readable .py file") from error
    digest = hashlib.sha256(content).hexdigest()
    module = _execute(path, content, digest)
    hooks = _marked(path, module)
    _refuse_luck(path, module)
    missing = [name for name in REQUIRED if name not in hooks]
    if missing:
        needed = ", ".join("@" + name for name in REQUIRED)
        raise StrategyFault(f"{path}: no function marked @{missing[0]}; a strategy needs {needed}")
    summary = (module.__doc__ or "").strip().partition("\n")[0]
    return Strategy(path.stem, path, digest, summary, {name: hooks[name] for name in HOOKS if name in hooks})
