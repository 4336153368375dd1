"""One deal in full, from the same kernels that play millions, run here as plain Python.

The kernels keep no log. Without the compiler (``NUMBA_DISABLE_JIT=1``) they compute the same bit for bit, and a deal
can be stopped between its phases and its state read; the strategies' functions are wrapped, so that every answer is
seen as it is given. A fault of a strategy is told here in full: who, where, what it answered and what was legal.
"""

from __future__ import annotations

import subprocess
import traceback
from collections.abc import Iterator
from typing import Any

from mighty_sim import child
from mighty_sim.cards import FIRST_JOKER, STRAINS, SUIT_MASKS, SUITS, card_text, texts_in
from mighty_sim.contract import Bid, FriendCall
from mighty_sim.errors import StrategyFault
from mighty_sim.kernels.auction import ALL_PASS, MISDEAL
from mighty_sim.kernels.batch import Request, call_code, columns_for, conditions_of, never_bids, write_row
from mighty_sim.kernels.bits import CARDS, POINT_CARDS
from mighty_sim.kernels.exchange import exchange
from mighty_sim.kernels.faults import unpack
from mighty_sim.kernels.jit import JIT
from mighty_sim.kernels.match import TERMS, dealer_after, is_over, terms_of
from mighty_sim.kernels.memory import Record
from mighty_sim.kernels.oddities import DEMAND, NAME
from mighty_sim.kernels.play import MOST_REDEALS, attempt, start, start_after, throw_in
from mighty_sim.kernels.ruleset import NAMES_TRUMP, NO_SEAT, mode_of, ruleset
from mighty_sim.kernels.state import HOOKS, seat_at, seat_table
from mighty_sim.kernels.tricks import play_trick
from mighty_sim.kernels.views import python_block
from mighty_sim.rules import departures, load_table

Trace = dict[str, Any]
_CALLS = {
    "card": "a card that is not all one's own",
    "own_card": "a card of one's own",
    "first_trick": "FIRST_TRICK",
    "none": "ALONE",
}
_RIGHT = {
    "bid": "a higher bid of the table's, or a pass where that is allowed",
    "change": "0, or a contract that may be changed to",
    "claim": "0 or 1",
}


class Replayer:
    """A table and a line-up, ready to show any deal. Needs the kernels uncompiled.

    Takes what :class:`mighty_sim.kernels.batch.Batch` takes. Raises RuntimeError where the kernels are compiled.
    """

    def __init__(self, request: Request) -> None:
        if JIT:
            raise RuntimeError("set NUMBA_DISABLE_JIT=1 before importing the kernels")
        self._request = request
        self._rules, self._strategies, self._seed = request.rules, request.strategies, request.seed
        self._game = python_block()
        self._answers: list[tuple[int, str, int]] = []  # seat, question, answer, in order
        line_up = [
            [self._heard(seat, name, strategy.hooks.get(name, 0)) for name in HOOKS]
            for seat, strategy in enumerate(self._strategies)
        ]
        self._table = ruleset(request.rules, conditions_of(request), line_up)
        self._mode = mode_of(request.rules)
        self._place = ""  # in a match
        seat_table(self._table, self._game)

    def _heard(self, seat: int, name: str, function: Any) -> Any:
        """The function of a seat, with every answer noted and every exception told."""
        if not function:
            return 0

        def ask(game: Any, me: Any) -> int:
            try:
                answer = function(game, me)
            except Exception as error:
                raise StrategyFault(self._failed(seat, name, error)) from error
            if not isinstance(answer, int | float):
                raise StrategyFault(f"{self._who(seat, name)}: the answer is {answer!r}, which is no int")
            self._answers.append((seat, name, int(answer)))
            return int(answer)

        return ask

    def _who(self, seat: int, name: str) -> str:
        return f"strategy {self._strategies[seat].name!r} at seat {seat}, {self._place}deal {self._game.deal}, {name}"

    def _failed(self, seat: int, name: str, error: Exception) -> str:
        own = str(self._strategies[seat].path)
        lines = [line for line in traceback.extract_tb(error.__traceback__) if line.filename == own]
        place = f" (line {lines[-1].lineno}: {lines[-1].line})" if lines else ""
        return f"{self._who(seat, name)}: {type(error).__name__}: {error}{place}"

    def _fault(self, result: int) -> StrategyFault:
        """What a strategy answered against the rules, with what was legal."""
        name, seat = unpack(result)
        me, answer = seat_at(self._game, seat), self._answers[-1][2]
        text = f"{self._who(seat, name)}: {_answer_text(name, answer)} is against the rules"
        if name == "play":
            return StrategyFault(f"{text}; legal: {' '.join(texts_in(me.legal))}{self._said_wrong(answer)}")
        if name == "exchange":
            held = " ".join(texts_in(me.hand, me.twice))
            return StrategyFault(f"{text}; right: at most {self._game.to_discard} of {held}")
        if name == "friend":
            kinds = " or ".join(_CALLS[kind] for kind in self._rules.friend.kinds)
            asks = "; ALONE asks for no suit" if self._game.view.may_request else "; no suit can be asked for here"
            return StrategyFault(f"{text}; right: {kinds}{asks}")
        return StrategyFault(f"{text}; right: {_RIGHT[name]}")

    def _said_wrong(self, answer: int) -> str:
        """What can be said with the card of an answer, where what was said with it is wrong; else nothing."""
        game = self._game
        if not _one(answer):
            return ""
        if answer & game.joker:
            suits = " ".join(suit for suit, mask in zip(SUITS, SUIT_MASKS, strict=True) if game.view.nameable & mask)
            return f"; led now, a joker names one of {suits}" if suits else "; a joker names no suit here"
        return "; only a hunter may demand, and only where game.may_demand says so" if answer & ~CARDS else ""

    def _checked(self, result: int) -> None:
        if result:
            raise self._fault(result)

    def deal(self, number: int, *, with_legal: bool = False) -> Trace:
        """Play deal ``number`` and return it as a trace (JSON-able; ``with_legal`` adds each play's legal set).

        Raises StrategyFault where a strategy fails.
        """
        start(self._table, self._game, number)
        return self._played(None, with_legal)

    def match(self, number: int, *, with_legal: bool = False) -> Iterator[Trace]:
        """Play match ``number`` and yield its deals as traces, in order (STD §2; see mighty_sim.kernels.match).

        Raises InputError for what makes no match, StrategyFault where a strategy fails.
        """
        game = self._game
        terms: Any = Record(TERMS, **terms_of(self._request), totals=[0] * game.players)
        dealer, declarer = number % game.players, NO_SEAT
        for place in range(1, terms.most + 1):
            self._place = f"deal {place} of match {number}, "
            start_after(self._table, game, number * terms.most + place - 1, dealer, declarer)
            trace = self._played({"match": number, "deal": place}, with_legal)
            dealer, declarer = dealer_after(terms, game), game.declarer
            terms.totals = [total + score for total, score in zip(terms.totals, trace["result"]["scores"], strict=True)]
            over = is_over(terms, game, place, 0)
            yield trace
            if over:
                return

    def _played(self, match: Trace | None, with_legal: bool) -> Trace:
        """Play the deal that has been started; `match` is its place in a match."""
        redeals = self._auctions()
        before = self._before_play(redeals)
        self._checked(exchange(self._table, self._game, self._mode))
        after = self._after_exchange()
        tricks = [self._trick(trick, with_legal) for trick in range(1, self._table.rounds + 1)]
        return before | {"match": match} | after | {"tricks": tricks, "result": self._result()}

    def _auctions(self) -> list[Trace]:
        """Deal and bid until somebody declares; the deals thrown in."""
        redeals: list[Trace] = []
        while True:
            self._answers.clear()
            outcome = attempt(self._table, self._game, self._mode)
            if outcome not in (ALL_PASS, MISDEAL):
                self._checked(outcome)
                return redeals
            misdeal = outcome == MISDEAL
            reason = {"reason": "misdeal" if misdeal else "all-pass", "seat": self._game.bidder if misdeal else None}
            redeals.append(reason | self._dealt())
            throw_in(self._table, self._game, outcome, self._mode)
            if self._game.redeals == MOST_REDEALS:
                raise StrategyFault(f"deal {self._game.deal}: {never_bids(self._strategies)}")

    def _dealt(self) -> Trace:
        game = self._game
        hands = [texts_in(me.dealt, me.dealt_twice) for me in game.seats[: game.players]]
        auction = [{"seat": seat, "call": _call_text(answer)} for seat, name, answer in self._answers if name == "bid"]
        if self._table.forced_seat >= 0:
            auction = []
        return {
            "dealer": game.dealer,
            "opener": game.opener,
            "hands": hands,
            "kitty": texts_in(game.hidden_kitty, game.hidden_kitty_twice),
            "auction": auction,
        }

    def _before_play(self, redeals: list[Trace]) -> Trace:
        names = [strategy.name for strategy in self._strategies]
        head = {"table": self._rules.name, "rules": self._rules.as_dict(), "seed": self._seed}
        head |= {"deal": self._game.deal, "match": None, "strategies": names, "redeals": redeals}
        return head | self._dealt()

    def _after_exchange(self) -> Trace:
        game = self._game
        declarer = seat_at(game, game.declarer)
        call = FriendCall.from_code(call_code(game))
        return {
            "declarer": game.declarer,
            "bid": _call_text(game.bid),
            "contract": str(Bid(game.number, game.strain)),
            "discard": texts_in(declarer.discard, declarer.discard_twice),
            "friend_call": call.as_json(),
            "requested_suit": SUITS[_suit(game.request)] if game.request else None,
        }

    def _trick(self, trick: int, with_legal: bool) -> Trace:
        game, asked = self._game, int(trick < self._table.rounds or self._table.asks_last)
        leader = game.leader_at.seat
        self._answers.clear()
        self._checked(play_trick(self._table, game, trick, asked, self._mode))
        spoken = {seat: answer for seat, _, answer in self._answers}
        plays = [self._play((leader + turn) % game.players, leader, spoken, with_legal) for turn in range(game.players)]
        points = sum(1 for me in game.seats[: game.players] if me.card & POINT_CARDS)
        return {"leader": leader, "plays": plays, "winner": game.leader_at.seat, "points": points}

    def _play(self, seat: int, leader: int, spoken: dict[int, int], with_legal: bool) -> Trace:
        me = seat_at(self._game, seat)
        play: Trace = {"seat": seat, "card": texts_in(me.card)[0]}
        answer = spoken.get(seat, 0)
        if answer & DEMAND:
            play["demands_joker"] = True
        elif answer & ~CARDS:
            play["names"] = SUITS[(answer >> NAME) - 1]
        elif answer and seat == leader and me.card == self._game.joker and self._asks_for_trump():
            play["names"] = SUITS[self._game.strain]
        if with_legal:
            play["legal"] = texts_in(me.legal) if answer else [play["card"]]
        return play

    def _asks_for_trump(self) -> bool:
        """Whether a joker that was led to this trick asks for trump without a word."""
        table, game = self._table, self._game
        settled = table.power_led[game.kind] or table.names_tamed
        return bool(table.names == NAMES_TRUMP and game.trump and settled)

    def _result(self) -> Trace:
        row = self.row()
        scores = [row[f"score_{seat}"] for seat in range(self._game.players)]
        friends = [seat for seat in range(self._game.players) if row["friends"] >> seat & 1]
        return {"friends": friends, "points": row["points"], "made": bool(row["made"]), "scores": scores}

    def row(self) -> dict[str, int]:
        """The columns of the deal just played."""
        names = [column.name for column in columns_for(self._rules)]
        values = [0] * len(names)
        write_row(self._table, self._game, values, 1, 0, self._mode)
        return dict(zip(names, values, strict=True))


def explain(request: Request, deal: int, match: int | None = None) -> str | None:
    """What a strategy does wrong in a deal, found by replaying it uncompiled in a process of its own; None: nothing.

    With ``match`` the deal is one of that match, which is replayed from its beginning.
    """
    forced = request.forced
    declarer = ["forced", "--seat", str(forced.seat), "--number", str(forced.number)] if forced else ["auction"]
    names = ",".join(str(strategy.path) for strategy in request.strategies)
    changes = [f"--set={text}" for text in departures(request.rules, load_table("standard"))]
    table = ["--table", "standard", *changes]  # the same rules, wherever they came from
    what = ["--deals", str(deal)] if match is None else ["--match", str(match)]
    wanted = [*table, "--strategy", names, "--seed", str(request.seed), *what]
    program = child.command("-m", "mighty_sim", "replay", "--declarer", *declarer, *wanted)
    done = subprocess.run(program, capture_output=True, text=True, check=False, env=child.environment())
    return done.stderr.strip().removeprefix("mighty-sim: ") or None


def _one(answer: int) -> bool:
    return answer > 0 and (answer & CARDS).bit_count() == 1


def _suit(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def _call_text(answer: int) -> str:
    return str(Bid(answer >> 3, answer & 7)) if answer else "pass"


def _answer_text(name: str, answer: int) -> str:
    """An answer as a person would write it, as far as it means anything."""
    if answer < 0:
        return str(answer)
    if name in ("bid", "change"):
        return f"{answer >> 3}{STRAINS[answer & 7] if answer & 7 < len(STRAINS) else '?'}" if answer else "a pass"
    if name == "claim":
        return str(answer)
    cards = [card_text(card) for card in range(FIRST_JOKER + 1) if answer >> card & 1]
    return (" ".join(cards) or "no card") + (" with more" if answer & ~CARDS else "")
