"""Hands as they are dealt, without a bid or a card played: to list deals, and to count those that meet a condition."""

from __future__ import annotations

from typing import Any

import numpy as np

from mighty_sim.kernels.copies import ONE_PACK, TWO_PACKS
from mighty_sim.kernels.dealt import fits
from mighty_sim.kernels.faults import BAD_CONDITION, unpack
from mighty_sim.kernels.given import Wishes, deal_given, deal_once, refuse_cards
from mighty_sim.kernels.hooks import NO_ANSWER
from mighty_sim.kernels.jit import JIT, STAMP, entry, int64, kernel
from mighty_sim.kernels.memory import poke
from mighty_sim.kernels.play import start
from mighty_sim.kernels.ruleset import Conditions, rules_at, ruleset
from mighty_sim.kernels.state import GAME_BYTES, HOOKS, MAX_SEATS, SEAT_ROW, game_at, seat_at, seat_table
from mighty_sim.kernels.views import python_block
from mighty_sim.rules import Rules

TRIED = 0  # the first word of a deal; then two words a place: its cards, and those of which it has a second copy


@kernel
def _begin(table: Any, game: Any, deal: int) -> None:
    start(table, game, deal)
    for number in range(table.players):
        seat_at(game, number).dealt_twice = 0
    game.hidden_kitty_twice = 0


@kernel
def _hands(rules: Any, block: Any, first: int, count: int, out: Any, mode: Any) -> int:
    table, game = rules_at(rules), game_at(block)
    seat_table(table, game)
    at = 0
    for deal in range(count):
        _begin(table, game, first + deal)
        bad = deal_given(table, game, mode)
        if bad:
            return deal << 24 | bad
        poke(out, at, game.tried)
        at += 1
        for number in range(table.players):
            me = seat_at(game, number)
            poke(out, at, me.dealt)
            poke(out, at + 1, me.dealt_twice)
            at += 2
        poke(out, at, game.hidden_kitty)
        poke(out, at + 1, game.hidden_kitty_twice)
        at += 2
    return 0


@kernel
def _meeting(rules: Any, block: Any, first: int, count: int, out: Any, mode: Any) -> int:
    table, game = rules_at(rules), game_at(block)
    seat_table(table, game)
    met = 0
    for deal in range(count):
        _begin(table, game, first + deal)
        deal_once(table, game, mode)
        if table.where:
            answer = fits(table.where, game, seat_at(game, table.where_seat))
            if answer == NO_ANSWER:
                return deal << 24 | BAD_CONDITION
            if answer:
                met += 1
    poke(out, 0, met)
    return 0


@entry
def hands(stamp: Any, rules: Any, block: Any, first: int, count: int, out: Any) -> int:
    """The hands of deals ``first`` on, ``count`` of them, one pack: 0, or ``place << 24 | fault``."""
    return _hands(rules, block, first, count, out, int64(ONE_PACK))


@entry
def hands_two(stamp: Any, rules: Any, block: Any, first: int, count: int, out: Any) -> int:
    """The same with two packs."""
    return _hands(rules, block, first, count, out, int64(TWO_PACKS))


@entry
def meeting(stamp: Any, rules: Any, block: Any, first: int, count: int, out: Any) -> int:
    """How many of so many deals meet the condition, each dealt once, one pack: 0, or a fault; the number in ``out``."""
    return _meeting(rules, block, first, count, out, int64(ONE_PACK))


@entry
def meeting_two(stamp: Any, rules: Any, block: Any, first: int, count: int, out: Any) -> int:
    """The same with two packs."""
    return _meeting(rules, block, first, count, out, int64(TWO_PACKS))


class Dealer:
    """A table, a seed and wishes, ready to deal. Raises what the wishes raise."""

    def __init__(self, rules: Rules, seed: int, dealing: Any) -> None:
        self._words = 1 + 2 * (rules.deal.players + 1)
        self._two = rules.deal.packs > 1
        self._wishes = Wishes(dealing, rules)
        nobody: Any = [[*(0 for _ in HOOKS), []] for _ in range(MAX_SEATS)]
        self._line_up = np.zeros((MAX_SEATS, SEAT_ROW), np.int64)
        place = self._line_up.ctypes.data if JIT else nobody
        self._rules = ruleset(rules, Conditions(seed), place, **self._wishes.words)
        self._block = np.zeros(GAME_BYTES // 8, np.int64) if JIT else python_block()

    def hands(self, first: int, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the deals ``first`` on as sets, int64 ``[deals, places, (once, twice)]``, and the tries of each.

        The places are the seats and the kitty. Raises RunError where no deal meets the condition.
        """
        out = np.zeros(count * self._words, np.int64)
        self._run(hands_two if self._two else hands, first, count, out)
        rows = out.reshape(count, self._words)
        return rows[:, 1:].reshape(count, -1, 2), rows[:, TRIED]

    def meeting(self, first: int, count: int) -> int:
        """Return how many of the deals ``first`` on, each dealt once, meet the condition. Raises RunError."""
        out = np.zeros(1, np.int64)
        self._run(meeting_two if self._two else meeting, first, count, out)
        return int(out[0])

    def _run(self, function: Any, first: int, count: int, out: np.ndarray) -> None:
        if JIT:
            places = self._rules.ctypes.data, self._block.ctypes.data, first, count, out.ctypes.data
            result = int(function(STAMP, *places))
        else:
            result = int(function(STAMP, self._rules, self._block, first, count, out))
        if result:
            refuse_cards(unpack(result & (1 << 24) - 1)[0], f"deal {first + (result >> 24)}")
