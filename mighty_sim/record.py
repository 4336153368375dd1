"""One deal as data, as one line of JSON, and as text that a person follows trick by trick.

A record is a dict with these fields: table, rules, seed, deal, match, strategies, redeals, dealer, opener,
hands, kitty, auction, declarer, bid, contract, discard, friend_call, requested_suit, tricks, result. Cards
are texts ("SA", "JK"; in two packs a hand has some twice), seats numbers, bids texts ("14S"); what a deal or a
table lacks is null, as the friend call where nobody can be called. Where a run goes on after wrong answers, `faults`
counts those of the deal, a call or a play has the answer that it `replaced`, and the list `replaced` has those of
all other decisions. The classes below give the exact form.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from mighty_sim.errors import InputError
from mighty_sim.transcript import to_text

__all__ = ["Record", "check", "from_json", "to_json", "to_text"]

Record = dict[str, Any]

_Card = Annotated[str, Meta(pattern="^([SHDC][2-9TJQKA]|JK)$")]
_Bid = Annotated[str, Meta(pattern="^[1-9][0-9]?[SHDCN]$")]
_Call = Annotated[str, Meta(pattern="^([1-9][0-9]?[SHDCN]|pass)$")]
_Seat = Annotated[int, Meta(ge=0, le=7)]
_Suit = Literal["S", "H", "D", "C"]


class _Part(Struct, forbid_unknown_fields=True, kw_only=True):
    """A part of a record; a field that is not in the list is refused."""


class _AuctionCall(_Part, forbid_unknown_fields=True, kw_only=True):
    seat: _Seat
    call: _Call
    replaced: str | UnsetType = UNSET


class _FriendCall(_Part, forbid_unknown_fields=True, kw_only=True):
    kind: Literal["card", "first-trick", "last-trick", "seat", "none"]
    card: _Card | UnsetType = UNSET
    seat: _Seat | UnsetType = UNSET


class _Play(_Part, forbid_unknown_fields=True, kw_only=True):
    seat: _Seat
    card: _Card
    names: _Suit | UnsetType = UNSET
    demands_joker: bool | UnsetType = UNSET
    replaced: str | UnsetType = UNSET


class _Replaced(_Part, forbid_unknown_fields=True, kw_only=True):
    seat: _Seat
    decision: Literal["plan", "claim", "bid", "change", "exchange", "friend"]
    replaced: str


class _Trick(_Part, forbid_unknown_fields=True, kw_only=True):
    leader: _Seat
    plays: list[_Play]
    winner: _Seat
    points: int


class _Result(_Part, forbid_unknown_fields=True, kw_only=True):
    friends: list[_Seat]
    points: int
    made: bool
    scores: list[int]


class _Redeal(_Part, forbid_unknown_fields=True, kw_only=True):
    reason: Literal["all-pass", "misdeal"]
    seat: _Seat | None
    dealer: _Seat
    opener: _Seat
    hands: list[list[_Card]]
    kitty: list[_Card]
    auction: list[_AuctionCall]


class _Match(_Part, forbid_unknown_fields=True, kw_only=True):
    match: int
    deal: Annotated[int, Meta(ge=1)]


class _Record(_Part, forbid_unknown_fields=True, kw_only=True):
    table: str
    rules: dict[str, Any]
    seed: int
    deal: int
    match: _Match | None
    strategies: list[str]
    redeals: list[_Redeal]
    dealer: _Seat
    opener: _Seat
    hands: list[list[_Card]]
    kitty: list[_Card]
    auction: list[_AuctionCall]
    declarer: _Seat
    bid: _Bid
    contract: _Bid
    discard: list[_Card]
    friend_call: _FriendCall | None
    requested_suit: _Suit | None
    tricks: list[_Trick]
    result: _Result
    faults: int | UnsetType = UNSET
    replaced: list[_Replaced] | UnsetType = UNSET


def to_json(record: Mapping[str, Any]) -> str:
    """Return the record as one line of JSON, without the line's end."""
    return json.dumps(record, ensure_ascii=False)


def from_json(text: str) -> Record:
    """Return the record that a line of JSON holds.

    Raises InputError, in one line, for text that is no JSON, for a missing or unknown field, for a value that
    is no card, bid, seat or whatever belongs there, and for parts that tell of different numbers of seats.
    """
    try:
        record = json.loads(text)
    except ValueError as error:
        raise InputError(f"no record of a deal: {error}") from None
    return check(record)


def check(record: Any) -> Record:
    """Return the record if it has the form of one. Raises InputError as `from_json` does; judges no rules."""
    try:
        deal = msgspec.convert(record, _Record)
    except msgspec.ValidationError as error:
        raise InputError(f"no record of a deal: {error}") from None
    for problem in (*_call_problems(deal.friend_call), *_seat_problems(deal)):
        raise InputError(f"no record of a deal: {problem}")
    checked: Record = record
    return checked


def _call_problems(call: _FriendCall | None) -> Iterator[str]:
    """Yield what a friend call of its kind lacks, or has beyond it."""
    if call is None:
        return
    for field, value in (("card", call.card), ("seat", call.seat)):
        if (value is UNSET) == (call.kind == field):
            yield f"a friend call has a {field} if it is by {field}, else none - at `$.friend_call.{field}`"


def _seat_problems(deal: _Record) -> Iterator[str]:
    """Yield where a part tells of another number of seats than there are hands."""
    n = len(deal.hands)
    if not 3 <= n <= 8:
        yield f"{n} seats; a table has 3 to 8 - at `$.hands`"
    for at, found in _lengths(deal):
        if found != n:
            yield f"{found} for {n} seats; one a seat is needed - at `$.{at}`"
    for at, seat in _seats(deal):
        if seat >= n:
            yield f"seat {seat} of {n}; seats are 0 to {n - 1} - at `$.{at}`"
    for number, trick in enumerate(deal.tricks):
        if len({play.seat for play in trick.plays}) < n:
            yield f"not every seat plays a card - at `$.tricks[{number}].plays`"


def _lengths(deal: _Record) -> Iterator[tuple[str, int]]:
    """Yield the length of everything that has one part a seat, with its path."""
    yield "strategies", len(deal.strategies)
    yield "result.scores", len(deal.result.scores)
    yield from ((f"redeals[{number}].hands", len(redeal.hands)) for number, redeal in enumerate(deal.redeals))
    yield from ((f"tricks[{number}].plays", len(trick.plays)) for number, trick in enumerate(deal.tricks))


def _seats(deal: _Record) -> Iterator[tuple[str, int]]:
    """Yield every seat that is told of, with its path."""
    yield from (("dealer", deal.dealer), ("opener", deal.opener), ("declarer", deal.declarer))
    yield from (("auction", call.seat) for call in deal.auction)
    yield from (("result.friends", seat) for seat in deal.result.friends)
    if deal.friend_call and isinstance(deal.friend_call.seat, int):
        yield "friend_call.seat", deal.friend_call.seat
    for number, redeal in enumerate(deal.redeals):
        seats = [redeal.dealer, redeal.opener, redeal.seat or 0, *(call.seat for call in redeal.auction)]
        yield from ((f"redeals[{number}]", seat) for seat in seats)
    for number, trick in enumerate(deal.tricks):
        seats = [trick.leader, trick.winner, *(play.seat for play in trick.plays)]
        yield from ((f"tricks[{number}]", seat) for seat in seats)
