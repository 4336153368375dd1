"""One deal in full, from the same kernels that play millions, run here as plain Python.

The kernels keep no log. Without the compiler (``NUMBA_DISABLE_JIT=1``) they compute the same bit for bit, and a deal
can be stopped between its phases and its state read; the strategies' functions are wrapped, so that every answer is
seen as it is given. A fault of a strategy is told here in full: who, where, what it answered and what was legal.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from typing import Any

from mighty_sim import child
from mighty_sim.cards import SUITS, texts_in
from mighty_sim.complaint import (
    PROGRAM,
    SEE,
    answer_text,
    arguments,
    command,
    failure,
    legal_text,
    no_int,
    said_wrong,
)
from mighty_sim.contract import Bid, FriendCall
from mighty_sim.errors import RunError, StrategyFault
from mighty_sim.kernels.auction import ALL_PASS, MISDEAL
from mighty_sim.kernels.batch import (
    FIRST_LEGAL,
    STOP,
    Request,
    call_code,
    columns_of,
    conditions_of,
    never_bids,
    python_row,
    write_row,
)
from mighty_sim.kernels.bits import CARDS, POINT_CARDS, lowest
from mighty_sim.kernels.exchange import exchange, refuse_told, told_of
from mighty_sim.kernels.faults import first_bid, first_discard, first_friend, first_lead, unpack
from mighty_sim.kernels.given import Wishes, refuse_cards
from mighty_sim.kernels.hooks import NO_ANSWER, whole
from mighty_sim.kernels.jit import JIT
from mighty_sim.kernels.match import TERMS, dealer_after, is_over, terms_of
from mighty_sim.kernels.memory import Record
from mighty_sim.kernels.oddities import DEMAND, NAME
from mighty_sim.kernels.play import MOST_REDEALS, attempt, start, start_after, throw_in
from mighty_sim.kernels.ruleset import NAMES_TRUMP, NO_SEAT, mode_of, ruleset
from mighty_sim.kernels.state import seat_at, seat_table
from mighty_sim.kernels.tricks import play_trick
from mighty_sim.kernels.views import python_block

Trace = dict[str, Any]


@dataclass
class _Answer:
    """What a seat answered to a question; what is wrong with it if it is no int; what would have been right, where
    it was noted; what would stand for it, and whether it does.
    """

    seat: int
    name: str
    given: int
    told: str = ""
    right: str = ""
    instead: int = 0
    replaced: bool = False

    @property
    def counts(self) -> int:
        """The answer that the deal went on with."""
        return self.instead if self.replaced else self.given

    @property
    def remark(self) -> Trace:
        """What was answered, where it was replaced."""
        return {"replaced": self.told or answer_text(self.name, self.given)} if self.replaced else {}


class Replayer:
    """A table and a line-up, ready to show any deal. Needs the kernels uncompiled.

    Takes what :class:`mighty_sim.kernels.batch.Batch` takes. Raises RuntimeError where the kernels are compiled.
    """

    def __init__(self, request: Request) -> None:
        if JIT:
            raise RuntimeError("set NUMBA_DISABLE_JIT=1 before importing the kernels")
        self._request = request
        self._rules, self._strategies, self._seed = request.rules, request.strategies, request.seed
        self._goes_on = request.on_fault == FIRST_LEGAL
        self._game = python_block()
        self._answers: list[_Answer] = []  # of the phase that is played, in order
        self._replaced: list[Trace] = []  # answers of the deal that have no other place in its trace
        self._counted = 0
        line_up = [
            python_row(strategy, {name: self._heard(seat, name, hook) for name, hook in strategy.hooks.items()})
            for seat, strategy in enumerate(self._strategies)
        ]
        words = Wishes(request.dealing, request.rules).words | told_of(request.forced)
        self._table = ruleset(request.rules, conditions_of(request), line_up, **words)
        self._mode = mode_of(request.rules)
        self._match: tuple[int, int] | None = None  # its number, and the place of the deal in it
        seat_table(self._table, self._game)

    def _heard(self, seat: int, name: str, function: Any) -> Any:
        """The function of a seat, with every answer noted; what is no answer is told, or where it goes on, replaced."""

        def ask(game: Any, me: Any) -> int:
            self._settle()
            answer = self._answer(seat, name, function, (game, me))
            if not self._goes_on and (answer.told or name in ("bid", "change")):  # a kernel forgets what these hang on
                answer.right = legal_text(self._rules, self._game, name, seat)
            if answer.told and not self._goes_on:
                raise self._stopped(seat, name, f"{answer.told}; {answer.right}")
            answer.instead = self._first_legal(seat, name)
            self._answers.append(answer)
            return answer.given

        return ask

    def _answer(self, seat: int, name: str, function: Any, views: tuple[Any, Any]) -> _Answer:
        try:
            with redirect_stdout(sys.stderr):  # stdout is for the deal
                given = function(*views)
        except (Exception, SystemExit) as error:
            return _Answer(seat, name, NO_ANSWER, failure(error, self._strategies[seat].path))
        try:
            return _Answer(seat, name, whole(given))
        except (TypeError, OverflowError):
            return _Answer(seat, name, NO_ANSWER, no_int(given))

    def _first_legal(self, seat: int, name: str) -> int:
        """What the kernels put in the place of a wrong answer; empty where the question has no other."""
        game, me, answer = self._game, seat_at(self._game, seat), 0
        if name == "bid":
            answer = first_bid(game)
        elif name == "exchange":
            answer = first_discard(me, game.to_discard)
        elif name == "friend":
            answer = first_friend(me)
        elif name in ("play", "lead"):
            answer = first_lead(game, me.legal, NAME) if game.leader_at.seat == seat else lowest(me.legal)
        return answer

    def _settle(self) -> None:
        """Note that the last answer was replaced, if the kernels have counted it."""
        if self._game.faults > self._counted:
            self._counted = self._game.faults
            last = self._answers[-1]
            last.replaced = True
            if last.name not in ("play", "lead") and (last.name != "bid" or self._request.forced):
                self._replaced.append({"seat": last.seat, "decision": last.name} | last.remark)

    def _stopped(self, seat: int, name: str, told: str) -> StrategyFault:
        """The fault that ends a replay: who, where, what, and how the deal can be seen with it."""
        place = f"deal {self._match[1]} of match {self._match[0]}, " if self._match else ""
        who = f"strategy {self._strategies[seat].name!r} at seat {seat}, {place}deal {self._game.deal}, {name}"
        see = command(self._request, self._game.deal, self._match[0] if self._match else None)
        return StrategyFault(f"{who}: {told}{SEE}{see}", self._game.deal)

    def _checked(self, result: int) -> None:
        """Raise StrategyFault for an answer against the rules."""
        self._settle()
        if not result:
            return
        name, seat = unpack(result)
        refuse_cards(name, f"deal {self._game.deal}")
        refuse_told(name, f"deal {self._game.deal}")
        last = self._answers[-1]
        right = last.right or legal_text(self._rules, self._game, name, seat)
        told = f"{answer_text(name, last.given)} is against the rules; {right}"
        raise self._stopped(seat, name, told + (said_wrong(self._game, last.given) if name == "play" else ""))

    def deal(self, number: int, *, with_legal: bool = False) -> Trace:
        """Play deal ``number`` and return it as a trace (JSON-able; ``with_legal`` adds each play's legal set).

        Raises StrategyFault where a strategy fails.
        """
        self._match = None
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
            self._match = (number, place)
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
        self._counted = 0
        self._replaced.clear()
        redeals = self._auctions()
        before = self._before_play(redeals)
        self._checked(exchange(self._table, self._game, self._mode))
        after = self._after_exchange()
        tricks = [self._trick(trick, with_legal) for trick in range(1, self._table.rounds + 1)]
        told: Trace = {"faults": self._counted, "replaced": list(self._replaced)} if self._goes_on else {}
        return before | {"match": match} | after | {"tricks": tricks, "result": self._result()} | told

    def _auctions(self) -> list[Trace]:
        """Deal and bid until somebody declares; the deals thrown in."""
        redeals: list[Trace] = []
        while True:
            self._answers.clear()
            outcome = attempt(self._table, self._game, self._mode)
            self._settle()
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
        calls = [answer for answer in self._answers if answer.name == "bid"]
        auction = [{"seat": call.seat, "call": _call_text(call.counts)} | call.remark for call in calls]
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
        spoken = {answer.seat: answer for answer in self._answers}
        plays = [self._play((leader + turn) % game.players, leader, spoken, with_legal) for turn in range(game.players)]
        points = sum(1 for me in game.seats[: game.players] if me.card & POINT_CARDS)
        return {"leader": leader, "plays": plays, "winner": game.leader_at.seat, "points": points}

    def _play(self, seat: int, leader: int, spoken: dict[int, _Answer], with_legal: bool) -> Trace:
        me = seat_at(self._game, seat)
        play: Trace = {"seat": seat, "card": texts_in(me.card)[0]}
        answer = spoken[seat].counts if seat in spoken else 0
        if answer & DEMAND:
            play["demands_joker"] = True
        elif answer & ~CARDS:
            play["names"] = SUITS[(answer >> NAME) - 1]
        elif answer and seat == leader and me.card == self._game.joker and self._asks_for_trump():
            play["names"] = SUITS[self._game.strain]
        if with_legal:
            play["legal"] = texts_in(me.legal) if answer else [play["card"]]
        return play | (spoken[seat].remark if seat in spoken else {})

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
        names = [column.name for column in columns_of(self._request)]
        values = [0] * len(names)
        write_row(self._table, self._game, values, 1, 0, self._mode)
        return dict(zip(names, values, strict=True))


def record_of(request: Request, deal: int) -> Trace:
    """Return a deal as `Replayer.deal` does, from a process of its own. Raises StrategyFault, or RunError."""
    program = child.command("-m", "mighty_sim", *arguments(request, deal, None, STOP), "--format", "json")
    done = subprocess.run(program, capture_output=True, text=True, check=False, env=child.environment())
    if done.returncode:
        said = (done.stderr.strip().splitlines() or ["it said nothing"])[-1].removeprefix(f"{PROGRAM}: ")
        raise (StrategyFault if done.returncode == 1 else RunError)(f"deal {deal} could not be replayed: {said}")
    record: Trace = json.loads(done.stdout)
    return record


def explain(request: Request | None, fault: StrategyFault, match: int | None = None) -> StrategyFault:
    """Return a fault with what a strategy did wrong, found by replaying the deal uncompiled in a process of its own.

    With ``match`` the deal is one of that match, which is replayed from its beginning. A fault without a deal, or of
    nobody knows which request, is returned as it is.
    """
    if request is None or fault.deal is None:
        return fault
    program = child.command("-m", "mighty_sim", *arguments(request, fault.deal, match, STOP))
    done = subprocess.run(program, capture_output=True, text=True, check=False, env=child.environment())
    said = done.stderr.strip().splitlines()
    told = said[-1].removeprefix(f"{PROGRAM}: ") if done.returncode == 1 and said else ""
    shown = SEE in told
    told = told.rpartition(SEE)[0] if shown else told
    if not told:
        told = f"{fault}; played alone, the deal goes well: the answer hangs on more than the deal"
    return StrategyFault(told + SEE + command(request, fault.deal, match, FIRST_LEGAL if shown else STOP), fault.deal)


def _suit(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def _call_text(answer: int) -> str:
    return str(Bid(answer >> 3, answer & 7)) if answer else "pass"
