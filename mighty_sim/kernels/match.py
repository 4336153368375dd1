"""Matches: deals that follow on one another at a table, with its rotation of dealer and opener (STD §2, A21, A22, A30).

The deal at place p (from 1) of match m has the cards of deal number ``m * n + p - 1``, n being the deals of a match
(for a race to a total the most that there can be), so that any deal of any match can be played again. The first
dealer of match m is seat m modulo the players; deals that are thrown in do not count. A match is played in one block
of memory, one deal after the other: what a deal takes over from the one before is what is still written there.
"""

from __future__ import annotations

import threading
from typing import Any, NamedTuple

import numpy as np
from numba import typeof

from mighty_sim.errors import InputError, StrategyFault
from mighty_sim.kernels.batch import (
    Column,
    Request,
    columns_for,
    columns_of,
    conditions_of,
    line_up,
    never_bids,
    new_blocks,
    write_row,
)
from mighty_sim.kernels.bits import choose
from mighty_sim.kernels.copies import ONE_PACK, TWO_PACKS
from mighty_sim.kernels.faults import unpack
from mighty_sim.kernels.given import Wishes, refuse_cards
from mighty_sim.kernels.jit import JIT, STAMP, entry, int64, kernel
from mighty_sim.kernels.memory import Layout, Record, caster, peek, peek_short, pointer_type, poke
from mighty_sim.kernels.play import bid_and_exchange, start_after
from mighty_sim.kernels.ruleset import NO_SEAT, mode_of, rules_at, ruleset
from mighty_sim.kernels.state import game_at, seat_table
from mighty_sim.kernels.tricks import play_trick
from mighty_sim.rules import Rules, points_in_pack

LONGEST = 1000  # deals in a match at most: the deal numbers that each has for itself
FRIEND_DEALS, LEFT_DEALS, DECLARER_DEALS = range(3)
_NEXT_DEALERS = ("friend_else_declarer", "clockwise", "declarer")
_NEVER = 1 << 62  # a total that nobody reaches
_MOST_TOTAL = 2**15 - 1

#: What the kernels have to know of matches, and where the results of a chunk go: rows of items (see :class:`Played`).
TERMS = Layout("terms", [(name, 1) for name in "next_dealer most goal scores columns stride totals deals".split()])
TermsType = pointer_type(f"{__name__}.TermsType", TERMS)
terms_at = caster(TermsType(), lambda place: place)


@kernel
def dealer_after(terms: Any, game: Any) -> int:
    """Who deals after the deal just played (STD §2, A30; PEN): of several friends the first on the declarer's left."""
    seat = game.declarer
    if terms.next_dealer == LEFT_DEALS:
        return (game.dealer + 1) % game.players
    if terms.next_dealer == FRIEND_DEALS and game.friends:
        seat = (seat + 1) % game.players
        while game.friends >> seat & 1 == 0:
            seat = (seat + 1) % game.players
    return seat


@kernel
def is_over(terms: Any, game: Any, place: int, at: int) -> bool:
    """Whether a match ends with its deal at a place; its totals begin at item ``at`` (STD §2, A22)."""
    over = place >= terms.most
    for number in range(game.players):
        over |= peek(terms.totals, at + number) >= terms.goal
    return over


@kernel
def _play_deal(rules: Any, game: Any, mode: Any) -> int:
    """Everything of a deal that has been started: 0, or a fault."""
    bad = bid_and_exchange(rules, game, mode)
    if bad:
        return bad
    last = int64(0)
    if mode is not None:
        last = rules.asks_last
    for trick in range(1, rules.rounds + 1):
        bad = play_trick(rules, game, trick, choose(trick < rules.rounds, 1, last), mode)
        if bad:
            return bad
    return 0


@kernel
def _match(rules: Any, terms: Any, game: Any, match: int, row: int, at: int, mode: Any) -> int:
    """Play a match; its deals go to rows ``row`` on, its totals to items ``at`` on. How many deals, or a fault.

    A fault is negative: ``-(deal << 24 | fault)``.
    """
    dealer, declarer = match % rules.players, int64(NO_SEAT)
    for number in range(rules.players):
        poke(terms.totals, at + number, 0)
    place, over = 0, False
    while not over:
        deal = match * terms.most + place
        start_after(rules, game, deal, dealer, declarer)
        bad = _play_deal(rules, game, mode)
        if bad:
            return -(deal << 24 | bad)
        write_row(rules, game, terms.columns, terms.stride, row + place, mode)
        for number in range(rules.players):
            gain = peek_short(terms.columns, (terms.scores + number) * terms.stride + row + place)
            poke(terms.totals, at + number, peek(terms.totals, at + number) + gain)
        dealer, declarer = dealer_after(terms, game), game.declarer
        place += 1
        over = is_over(terms, game, place, at)
    return place


@kernel
def _matches(rules: Any, terms: Any, block: Any, first: int, count: int, mode: Any) -> int:
    """Play matches ``first`` on, the deals of one after those of another; 0, or ``deal << 24 | fault``."""
    table, wanted, game = rules_at(rules), terms_at(terms), game_at(block)
    seat_table(table, game)
    row = 0
    for number in range(count):
        played = _match(table, wanted, game, first + number, row, number * table.players, mode)
        if played < 0:
            return -played
        poke(wanted.deals, number, played)
        row += played
    return 0


@entry
def match(stamp: Any, rules: Any, terms: Any, block: Any, first: int, count: int) -> int:
    """:func:`_matches` of `standard` and the tables like it."""
    return _matches(rules, terms, block, first, count, None)


@entry
def match_any(stamp: Any, rules: Any, terms: Any, block: Any, first: int, count: int) -> int:
    """:func:`_matches` of any table with one pack."""
    return _matches(rules, terms, block, first, count, int64(ONE_PACK))


@entry
def match_two(stamp: Any, rules: Any, terms: Any, block: Any, first: int, count: int) -> int:
    """:func:`_matches` of any table with two packs."""
    return _matches(rules, terms, block, first, count, int64(TWO_PACKS))


#: The entry for each mode of the kernels.
MATCHES = {None: match, ONE_PACK: match_any, TWO_PACKS: match_two}


def most_deals(rules: Rules) -> int:
    """How many deals a match has at most: those of the table, or as many as a race has numbers for."""
    return LONGEST if rules.match.ends == "total" else rules.match.deals


def terms_of(request: Request) -> dict[str, int]:
    """The words of :data:`TERMS`, but for where the results go. Raises InputError for what makes no match."""
    if request.forced is not None:
        raise InputError("a match has an auction in every deal; a forced declarer is for deals on their own")
    rules = request.rules
    return {
        "next_dealer": _NEXT_DEALERS.index(rules.deal.next_dealer),
        "most": most_deals(rules),
        "goal": rules.match.total if rules.match.ends == "total" else _NEVER,
        "scores": [column.name for column in columns_for(rules)].index("score_0"),
    }


class Played(NamedTuple):
    """Matches that were played: a row a match of ``totals`` and ``deals``, and the columns of all deals in order.

    ``totals`` is int64 ``[matches, seats]``, ``deals`` int64 ``[matches]``, ``rows`` int16 ``[columns, all deals]`` as
    :class:`mighty_sim.kernels.batch.Batch` fills them.
    """

    totals: np.ndarray
    deals: np.ndarray
    rows: np.ndarray


class MatchBatch:
    """A table and a line-up, compiled or loaded from the cache, ready to play any chunk of matches."""

    def __init__(self, request: Request) -> None:
        self.columns = columns_of(request)
        self._request = request
        self._terms = terms_of(request)
        self._line_up, self._alive = line_up(request.strategies)
        place = self._line_up.ctypes.data if JIT else self._line_up
        self._wishes = Wishes(request.dealing, request.rules)
        self._rules = ruleset(request.rules, conditions_of(request), place, **self._wishes.words)
        self._entry = MATCHES[mode_of(request.rules)]
        if JIT:  # not only when the first match is to be played
            self._entry.compile((typeof(STAMP), *(int64,) * 5))
        self._local = threading.local()

    def play(self, first: int, count: int) -> Played:
        """Play matches ``first`` to ``first + count - 1``; the rows are used again by the thread's next call.

        Safe from several threads at once, without the interpreter's lock. Raises StrategyFault, naming seat, strategy,
        match and deal.
        """
        if first < 0 or count < 0:
            raise ValueError(f"{count} matches from {first} cannot be played")
        totals = np.zeros((count, self._request.rules.deal.players), np.int64)
        deals = np.zeros(count, np.int64)
        rows = self._room(count * self._terms["most"])
        result = self._run(first, count, Played(totals, deals, rows))
        if result:
            self._report(result)
        return Played(totals, deals, rows[:, : deals.sum()])

    def _room(self, deals: int) -> np.ndarray:
        """The thread's own columns, with room for so many deals."""
        if not hasattr(self._local, "block"):
            blocks = new_blocks(1)
            self._local.block = blocks if JIT else blocks[0]
            self._local.rows = np.empty((len(self.columns), 0), np.int16)
        if self._local.rows.shape[1] < deals:
            self._local.rows = np.empty((len(self.columns), deals), np.int16)
        rows: np.ndarray = self._local.rows
        return rows

    def _run(self, first: int, count: int, into: Played) -> int:
        block, terms = self._local.block, {**self._terms, "stride": into.rows.shape[1]}
        results = {"columns": into.rows.reshape(-1), "totals": into.totals.reshape(-1), "deals": into.deals}
        if not JIT:
            return int(self._entry(STAMP, self._rules, Record(TERMS, **terms, **results), block, first, count))
        words = TERMS.pack({**terms, **{name: part.ctypes.data for name, part in results.items()}})
        return int(self._entry(STAMP, self._rules.ctypes.data, words.ctypes.data, block.ctypes.data, first, count))

    def _report(self, result: int) -> None:
        deal, (decision, seat) = result >> 24, unpack(result & (1 << 24) - 1)
        where = f"match {deal // self._terms['most']}, deal {deal}"
        if decision == "no contract":
            raise StrategyFault(f"{where}: {never_bids(self._request.strategies)}", deal)
        refuse_cards(decision, where)
        who = f"strategy {self._request.strategies[seat].name!r} at seat {seat}, {where}, {decision}"
        raise StrategyFault(f"{who}: it failed, or its answer is against the rules; a replay tells more", deal)


def columns_in_matches(request: Request) -> tuple[Column, ...]:
    """The columns of :class:`MatchRows`. Raises InputError for a race, and where totals could pass int16."""
    rules = request.rules
    if rules.match.ends != "deals":
        raise InputError(f"match.ends = {rules.match.ends!r}, but rows need matches of one length: 'deals'")
    longest = _MOST_TOTAL // most_score(rules)
    if rules.match.deals > longest:
        raise InputError(f"a match of {rules.match.deals} deals; its totals fit a row up to {longest} deals")
    seats = range(rules.deal.players)
    totals = (Column(f"total_{seat}", "int16", f"total of seat {seat} after this deal") for seat in seats)
    place = Column("match_deal", "int16", "the deal's place in its match, from 1")
    return (*columns_of(request), place, *totals)


class MatchRows:
    """The deals of matches as a row each, for a run: what a Batch is to deals on their own.

    Every match has the same number of deals n, so deal d lies in match d // n. A row also has its place in the match
    and the totals of the seats after it. Raises InputError for a race, and for matches whose totals could pass int16.
    """

    def __init__(self, request: Request) -> None:
        self.columns = columns_in_matches(request)
        self._matches = MatchBatch(request)
        self._deals = request.rules.match.deals

    def play(self, first: int, count: int, out: np.ndarray, row: int) -> None:
        """Play deals ``first`` to ``first + count - 1`` into ``out[:, row : row + count]``, as Batch.play does.

        Whole matches are played, whatever the cut: what lies outside is played again by whoever needs it.
        """
        start, end = first // self._deals, -(-(first + count) // self._deals)
        rows = self._matches.play(start, end - start).rows
        n_scores = len(self.columns) - len(self._matches.columns) - 1
        at = [column.name for column in self._matches.columns].index("score_0")
        scores = rows[at : at + n_scores].reshape(n_scores, end - start, self._deals)
        totals = scores.cumsum(axis=2, dtype=np.int64).reshape(n_scores, -1)
        inside = slice(first - start * self._deals, first - start * self._deals + count)
        here = out[:, row : row + count]
        here[: len(rows)] = rows[:, inside]
        here[len(rows)] = np.arange(first, first + count) % self._deals + 1
        here[len(rows) + 1 :] = totals[:, inside]


def most_score(rules: Rules) -> int:
    """More than a seat can gain or lose in a deal, in size."""
    points, score = points_in_pack(rules), rules.score
    share = 2 * max(rules.auction.max_number - score.base, 0) + points
    doubled = (score.double_notrump, score.double_open_solo, score.double_run)
    times = sum(word != "never" for word in doubled) + (score.backrun_at_most >= 0 and score.double_run == "never")
    return (share << times) * rules.exchange.change_stake * (rules.deal.players - 1)
