"""Bids and friend calls as values, and how they are written.

>>> parse_bid("16nt")
Bid(number=16, strain=4)
>>> str(parse_bid("15♠"))
'15S'
>>> FriendCall.from_code(-2).text()
'winner of the first trick'
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

#: No table bids further: 20 points a pack, two packs at most.
HIGHEST_NUMBER = 40

_CARD, _FIRST_TRICK, _NONE = "card", "first-trick", "none"


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


@dataclass(frozen=True)
class FriendCall:
    """How the declarer chose the friend: by a card, by the first trick, or openly no one (STD §4).

    `kind` is "card", "first-trick" or "none"; `card` is the called card's index for the first, else None.
    """

    kind: str
    card: int | None = None

    def __post_init__(self) -> None:
        """Refuse a kind that does not exist and a card where none belongs. Raises CardError."""
        if self.kind not in (_CARD, _FIRST_TRICK, _NONE):
            raise CardError(f"{self.kind!r} is no friend call; known: {_CARD}, {_FIRST_TRICK}, {_NONE}")
        if (self.kind == _CARD) != (self.card is not None):
            raise CardError(
                f"a friend call by {self.kind!r} with the card {self.card!r}; only 'card' has one"
            )
        if self.card is not None:
            card_text(self.card)

    @classmethod
    def from_code(cls, code: int) -> FriendCall:
        """Return the call that the column `friend_call` means by `code`. Raises CardError for no code."""
        if code == NO_FRIEND:
            return cls(_NONE)
        if code == FIRST_TRICK:
            return cls(_FIRST_TRICK)
        if not 0 <= code < N_INDICES:
            raise CardError(f"{code!r} is no friend call; card indices, {NO_FRIEND} and {FIRST_TRICK} are")
        return cls(_CARD, code)

    @classmethod
    def from_json(cls, value: dict[str, str]) -> FriendCall:
        """Return the call from its form in a deal's record. Raises CardError for any other form."""
        card = value.get("card")
        if "kind" not in value or value.keys() - {"kind", "card"}:
            raise CardError(f"{value!r} is no friend call; it has a kind, and a card if the kind is 'card'")
        return cls(value["kind"], None if card is None else card_index(card))

    @property
    def code(self) -> int:
        """Return what the column `friend_call` holds: a card index, -1 for none, -2 for the first trick."""
        if self.card is not None:
            return self.card
        return FIRST_TRICK if self.kind == _FIRST_TRICK else NO_FRIEND

    def text(self) -> str:
        """Return the call in words for a person."""
        if self.card is not None:
            return f"holder of {card_text(self.card)}"
        return "winner of the first trick" if self.kind == _FIRST_TRICK else "no friend"

    def as_json(self) -> dict[str, str]:
        """Return the call in the form of a deal's record: kind, and the card where there is one."""
        if self.card is None:
            return {"kind": self.kind}
        return {"kind": self.kind, "card": card_text(self.card)}
