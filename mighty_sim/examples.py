"""Worked examples of the rules, a class a kind, and how they are run through the kernels.

What the fields mean is told in :mod:`mighty_sim.example_file`, which reads them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from mighty_sim.cards import SUITS, card_index, card_text, strain_index, texts_in
from mighty_sim.contract import parse_bid
from mighty_sim.errors import CardError, InputError
from mighty_sim.reckoning import counted
from mighty_sim.rules import Rules
from mighty_sim.situation import Board, Play, Situation

_Whole = Annotated[int, msgspec.Meta(ge=0)]
_Trick = Annotated[int, msgspec.Meta(ge=1)]


class _Text:
    """What a text in an example means; a wrong one raises CardError."""

    def __init__(self, text: str) -> None:
        self.index = self.read(text)

    @staticmethod
    def read(text: str) -> int:
        return card_index(text)


class _Card(_Text):
    """A card, by its index."""


class _Strain(_Text):
    """A trump or none, by its index."""

    @staticmethod
    def read(text: str) -> int:
        return strain_index(text)


class _Suit(_Text):
    """A suit, by its index."""

    @staticmethod
    def read(text: str) -> int:
        if strain_index(text) >= len(SUITS):
            raise CardError(f"{text!r} is no suit")
        return strain_index(text)


class _Bid:
    """A bid, read."""

    def __init__(self, text: str) -> None:
        self.bid = parse_bid(text)


class PlayMade(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A card as an example has it, with what is said to it."""

    card: _Card
    names: _Suit | None = None
    demands_joker: bool = False


class Example(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True, tag_field="kind", tag=str.lower):
    """One worked example; there is a class for every kind."""

    id: str
    table: str
    shows: str = ""

    def expected(self) -> str:
        """Return in words what the example says."""
        raise NotImplementedError

    def found(self, board: Board) -> str:
        """Return in the same words what the kernels say. Raises InputError for what cannot be on the table."""
        raise NotImplementedError


class _OfTrick(Example, frozen=True, kw_only=True):
    """An example of a trick."""

    trump: _Strain
    trick: _Trick
    plays: list[PlayMade]

    def laid(self, board: Board, hand: Sequence[int] = ()) -> Situation:
        """Return the trick laid on the board. Raises InputError where it cannot be."""
        plays = [self._heard(board, turn) for turn in range(len(self.plays))]
        return board.lay(self.trump.index, self.trick, plays, hand)

    def _heard(self, board: Board, turn: int) -> Play:
        """Return a play without a demand that cannot be made."""
        play = self.plays[turn]
        card, named = play.card.index, None if play.names is None else play.names.index
        demands = play.demands_joker and board.may_demand(self.trump.index, self.trick, turn, card)
        return Play(card, named, demands)


class Legal(_OfTrick, frozen=True, kw_only=True):
    """What may be played."""

    hand: list[_Card]
    legal: list[_Card]

    def expected(self) -> str:
        """Return the cards in the one order."""
        return " ".join(texts_in(sum({1 << card.index for card in self.legal}))) or "nothing"

    def found(self, board: Board) -> str:
        """Return the cards that the kernels allow."""
        return " ".join(texts_in(self.laid(board, [card.index for card in self.hand]).legal)) or "nothing"


class Winner(_OfTrick, frozen=True, kw_only=True):
    """Who takes a trick, and how many points."""

    winner: _Whole
    points: _Whole

    def expected(self) -> str:
        """Return the turn and the points."""
        return self._words(self.winner, self.points)

    def found(self, board: Board) -> str:
        """Return what the kernels make of the trick."""
        situation = self.laid(board)
        return "nobody" if situation.best is None else self._words(situation.best, situation.points)

    def _words(self, winner: int, points: int) -> str:
        card = card_text(self.plays[winner].card.index) if winner < len(self.plays) else "no play"
        return f"winner {winner} ({card}), {counted(points, 'point')}"


class Score(Example, frozen=True, kw_only=True):
    """What a deal is worth."""

    contract: _Bid
    points: _Whole
    partner: Literal["friend", "open", "secret"]
    trump_changed: bool
    declarer: int
    friend: int | None
    defender: int

    def expected(self) -> str:
        """Return the three scores."""
        return _scores(self.declarer, self.friend, self.defender)

    def found(self, board: Board) -> str:
        """Return the three scores as the kernels reckon."""
        return _scores(*board.scores(self.contract.bid, self.points, self.partner, changed=self.trump_changed))


class _OfCall(Example, frozen=True, kw_only=True):
    """An example of what may be called."""

    legal: bool

    def expected(self) -> str:
        """Return whether it is legal."""
        return _legal(self.legal)


class BidMade(_OfCall, frozen=True, kw_only=True, tag="bid"):
    """A bid over another."""

    best: _Bid | None
    new: _Bid

    def found(self, board: Board) -> str:
        """Return whether the kernels hear it."""
        return _legal(board.may_bid(None if self.best is None else self.best.bid, self.new.bid))


class Change(_OfCall, frozen=True, kw_only=True):
    """A change of contract after the kitty was seen."""

    won: _Bid
    final: _Bid

    def found(self, board: Board) -> str:
        """Return whether the kernels allow it."""
        return _legal(board.may_change(self.won.bid, self.final.bid))


class Misdeal(Example, frozen=True, kw_only=True):
    """A hand that may be thrown in, or may not."""

    hand: list[_Card]
    may_claim: bool

    def expected(self) -> str:
        """Return whether it may be thrown in."""
        return _claim(self.may_claim)

    def found(self, board: Board) -> str:
        """Return whether the kernels let it be thrown in."""
        return _claim(board.may_claim([card.index for card in self.hand]))


KINDS: dict[str, type[Example]] = {
    str(kind.__struct_config__.tag): kind for kind in (Legal, Winner, Score, BidMade, Change, Misdeal)
}


class Failure(NamedTuple):
    """An example that the kernels do not bear out: what it says, and what was found."""

    id: str
    table: str
    kind: str
    shows: str
    expected: str
    found: str


class Outcome(NamedTuple):
    """How many examples passed, those that failed, and how many were of each table that is not known."""

    passed: int
    failures: list[Failure]
    skipped: dict[str, int]


def check(examples: Iterable[Example], tables: Mapping[str, Rules]) -> Outcome:
    """Run examples through the kernels, those of tables that are not among `tables` left out."""
    boards: dict[str, Board] = {}
    passed, failures, skipped = 0, list[Failure](), Counter[str]()
    for example in examples:
        if example.table not in tables:
            skipped[example.table] += 1
            continue
        if example.table not in boards:
            boards[example.table] = Board(tables[example.table])
        expected, found = example.expected(), _found(example, boards[example.table])
        if expected == found:
            passed += 1
        else:
            kind = str(example.__struct_config__.tag)
            failures.append(Failure(example.id, example.table, kind, example.shows, expected, found))
    return Outcome(passed, failures, dict(skipped))


def _found(example: Example, board: Board) -> str:
    try:
        return example.found(board)
    except InputError as error:
        return f"refused: {error}"


def decode(kind: Any, value: Any) -> Any:
    """Read a text that has a form of its own, for msgspec."""
    if not isinstance(value, str):
        raise ValueError("no text")
    try:
        return kind(value)
    except CardError as error:
        raise ValueError(str(error)) from None


def _scores(declarer: int, friend: int | None, defender: int) -> str:
    return f"declarer {declarer}, friend {'none' if friend is None else friend}, defender {defender}"


def _legal(legal: bool) -> str:
    return "legal" if legal else "not legal"


def _claim(may: bool) -> str:
    return "may be thrown in" if may else "may not be thrown in"
