"""Bids and friend calls as values, and how they are written.

>>> parse_bid("16nt")
Bid(number=16, strain=4)
>>> str(parse_bid("15♠"))
'15S'
>>> FriendCall.from_code(-2).text()
'winner of the first trick'
>>> FriendCall.from_code(-3).as_json() is None
True
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from mighty_sim.cards import N_INDICES, STRAINS, card_index, card_text, strain_index
from mighty_sim.errors import CardError

#: How the friend column writes a call that names no card.
NO_FRIEND = -1
FIRST_TRICK = -2
NO_CALL = -3

#: No table bids further: 20 points a pack, two packs at most.
HIGHEST_NUMBER = 40

_CARD, _FIRST_TRICK, _NONE, _NO_CALL = "card", "first-trick", "none", "no-call"
_CODES = {_NONE: NO_FRIEND, _FIRST_TRICK: FIRST_TRICK, _NO_CALL: NO_CALL}
_WORDS = {_NONE: "no friend", _FIRST_TRICK: "winner of the first trick", _NO_CALL: "no call at this table"}


class Bid(NamedTuple):
    """A number of points and a strain (0 to 3 = S H D C, 4 = no-trump); also a final contract."""

    number: int
    strain: int

    def __str__(self) -> str:
        """Return it as written in files: `14S`, `16N`."""
        return f"{self.number}{STRAINS[self.strain]}"


def parse_bid(text: str) -> Bid:
    """Read a bid such as `14S`, `15♠`, `16N` or `16nt`.

    Whether a table allows the number is the auction's business; here it must be 1 to 40.
    Raises CardError with the text quoted.
    """
    parts = re.fullmatch(r"\s*([0-9]{1,2})\s*(\D+)", text)
    if parts is None or not 1 <= int(parts[1]) <= HIGHEST_NUMBER:
        raise CardError(f"{text!r} is no bid; write number and strain as in 14S or 16N")
    try:
        return Bid(int(parts[1]), strain_index(parts[2]))
    except CardError as error:
        raise CardError(f"{text!r} is no bid; {error}") from None


def parse_call(text: str) -> FriendCall:
    """Read a friend call: a card such as `JK` or `SA`, `first-trick`, or `none` for openly alone.

    Raises CardError with the text quoted.
    """
    name = text.strip().lower()
    if name in (_FIRST_TRICK, _NONE):
        return FriendCall(name)
    try:
        return FriendCall(_CARD, card_index(text))
    except CardError:
        raise CardError(f"{text!r} is no friend call; write a card as in SA or JK, first-trick, or none") from None


@dataclass(frozen=True)
class FriendCall:
    """How the declarer chose the friend: by a card, by the first trick, or openly no one (STD §4).

    `kind` is "card", "first-trick" or "none"; at a table without friends (PEN with three players) it is
    "no-call". `card` is the called card's index for the first, else None.
    """

    kind: str
    card: int | None = None

    def __post_init__(self) -> None:
        """Refuse a kind that does not exist and a card where none belongs. Raises CardError."""
        if self.kind != _CARD and self.kind not in _CODES:
            raise CardError(f"{self.kind!r} is no friend call; known: {', '.join((_CARD, *_CODES))}")
        if (self.kind == _CARD) != (self.card is not None):
            raise CardError(
                f"a friend call by {self.kind!r} with the card {self.card!r}; only 'card' has one"
            )
        if self.card is not None:
            card_text(self.card)

    @classmethod
    def from_code(cls, code: int) -> FriendCall:
        """Return the call that the column `friend_call` means by `code`. Raises CardError for no code."""
        for kind, known in _CODES.items():
            if code == known:
                return cls(kind)
        if not 0 <= code < N_INDICES:
            raise CardError(
                f"{code!r} is no friend call; card indices, {NO_FRIEND}, {FIRST_TRICK} and {NO_CALL} are"
            )
        return cls(_CARD, code)

    @classmethod
    def from_json(cls, value: dict[str, str] | None) -> FriendCall:
        """Return the call from its form in a deal's record; null is no call. Raises CardError for others."""
        if value is None:
            return cls(_NO_CALL)
        card = value.get("card")
        if value.get("kind", _NO_CALL) == _NO_CALL or value.keys() - {"kind", "card"}:
            raise CardError(f"{value!r} is no friend call; it has a kind, and a card if the kind is 'card'")
        return cls(value["kind"], None if card is None else card_index(card))

    @property
    def code(self) -> int:
        """Return what the column `friend_call` holds: a card index, -1 for none, -2 for the first trick,
        -3 at a table without friends.
        """
        return _CODES[self.kind] if self.card is None else self.card

    @property
    def word(self) -> str:
        """Return the call as `parse_call` reads it."""
        return self.kind if self.card is None else card_text(self.card)

    def text(self) -> str:
        """Return the call in words for a person."""
        return _WORDS[self.kind] if self.card is None else f"holder of {card_text(self.card)}"

    def as_json(self) -> dict[str, str] | None:
        """Return the call in the form of a deal's record: kind, and the card where there is one; None where
        there is no call.
        """
        if self.kind == _NO_CALL:
            return None
        if self.card is None:
            return {"kind": self.kind}
        return {"kind": self.kind, "card": card_text(self.card)}
