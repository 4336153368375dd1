"""Cards, and sets of cards as bit masks; text in and out.

A card is an index: 4 · rank + suit, suits in the order S H D C and ranks from 2 (0) to A (12); every joker
is 52. A set of cards is a non-negative int with one bit a card. Both are plain ints, because that is what the
kernels work on.

Where two packs are shuffled together, cards are held twice and jokers up to four times. Such a hand is two
masks: the kinds that are held, and the kinds of which a second copy is held too, `twice`. The jokers beyond
the first stand in `twice` as ones from bit 52 on, as many as there are. The bits of both masks are counted to
count the cards.

Text is read generously (`SA`, `♠A`, `s10`, `joker`) and printed in one way: suit, then rank, `T` for ten,
`JK` for a joker.

>>> card_text(card_index("♠10"))
'ST'
>>> texts_in(mask_of("c3 JK SA s2"))
['JK', 'SA', 'S2', 'C3']
>>> texts_in(*masks_of("SA JK ♠A joker HT"))
['JK', 'JK', 'SA', 'SA', 'HT']
"""

from __future__ import annotations

from collections.abc import Iterable

from mighty_sim.errors import CardError

SUITS = "SHDC"
RANKS = "23456789TJQKA"
#: What a contract may be played in: a suit, or N for no-trump.
STRAINS = "SHDCN"
#: The strain of no-trump; strains 0 to 3 are the suits.
NO_TRUMP = 4

#: The index of every joker, and the most that a table has: copies of one card.
FIRST_JOKER = 52
MAX_JOKERS = 4
N_INDICES = FIRST_JOKER + 1

#: One mask a suit; jokers belong to none.
SUIT_MASKS = tuple(sum(1 << (4 * rank + suit) for rank in range(13)) for suit in range(4))
#: The cards worth a point each: ace, king, queen, jack and ten of every suit.
POINT_CARDS = sum(0b1111 << (4 * RANKS.index(rank)) for rank in "AKQJT")
JOKERS = 1 << FIRST_JOKER
#: Where the jokers beyond the first stand in the mask of second copies.
MORE_JOKERS = sum(JOKERS << copy for copy in range(MAX_JOKERS - 1))
ALL_CARDS = (1 << N_INDICES) - 1

_SUIT_SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C"}
_SIGN_STYLES = "\ufe0e\ufe0f"  # they follow a sign and make it text or a picture
_DISPLAY_ORDER = (
    FIRST_JOKER,
    *(4 * rank + suit for suit in range(4) for rank in reversed(range(13))),
)


def card_index(text: str) -> int:
    """Return the index of the card that `text` names; a joker gives 52.

    Raises CardError, with the text quoted, for anything that is no card.
    """
    name = text.strip().upper()
    if name in ("JK", "JOKER"):
        return FIRST_JOKER
    suit = SUITS.find(_SUIT_SIGNS.get(name[:1], name[:1]) or "?")
    rank = RANKS.find(_rank_letter(name[1:].lstrip(_SIGN_STYLES)))
    if suit < 0 or rank < 0:
        raise CardError(f"{text!r} is no card; write suit (S H D C) and rank (2-9 T J Q K A) as in SA, or JK")
    return 4 * rank + suit


def card_text(index: int) -> str:
    """Return how the card is written: `SA`, `HT`, `JK`. Raises CardError for an index that is no card."""
    if not 0 <= index < N_INDICES:
        raise CardError(f"{index!r} is no card index; cards are 0 to {N_INDICES - 1}")
    if index == FIRST_JOKER:
        return "JK"
    return SUITS[index % 4] + RANKS[index // 4]


def mask_of(cards: str | Iterable[str]) -> int:
    """Return the set of the named cards, from texts or from one text with spaces or commas between.

    Raises CardError for text that is no card and for a card named twice.
    """
    mask = 0
    for text in _parted(cards):
        bit = 1 << card_index(text)
        if mask & bit:
            raise CardError(f"{text!r} is there twice; a hand holds each card once")
        mask |= bit
    return mask


def masks_of(cards: str | Iterable[str]) -> tuple[int, int]:
    """Return the named cards of two packs as two sets: the kinds held, and the second copies (`twice`).

    Cards are given as to `mask_of`. Raises CardError for text that is no card, for a card named a third time
    and for a fifth joker.
    """
    once = twice = 0
    for text in _parted(cards):
        bit = 1 << card_index(text)
        if not once & bit:
            once |= bit
        elif bit == JOKERS and twice & MORE_JOKERS != MORE_JOKERS:
            twice |= (twice & MORE_JOKERS) + bit
        elif bit != JOKERS and not twice & bit:
            twice |= bit
        else:
            most, name = (MAX_JOKERS, "jokers") if bit == JOKERS else (2, "copies of a card")
            raise CardError(f"{text!r} is there {most + 1} times; two packs hold {most} {name}")
    return once, twice


def cards_in(mask: int, twice: int = 0) -> list[int]:
    """Return the indices in a set as a player sorts a hand: jokers, then S H D C, each from the ace down.

    With `twice`, the second copies, each card stands there as often as it is held. Raises CardError if the
    numbers are no set of cards, or `twice` has a copy of a card that `mask` has not.
    """
    if not 0 <= mask <= ALL_CARDS:
        raise CardError(f"{mask!r} is no set of cards; it has bits 0 to {N_INDICES - 1} only")
    more_jokers = (twice & MORE_JOKERS) >> FIRST_JOKER
    known = mask & ~JOKERS | (MORE_JOKERS if mask & JOKERS else 0)
    if twice & ~known or more_jokers & (more_jokers + 1):
        raise CardError(f"{twice!r} are no second copies of the cards {mask!r}; each needs its first")
    copies = {FIRST_JOKER: 1 + more_jokers.bit_count()}
    return [
        index
        for index in _DISPLAY_ORDER
        if mask >> index & 1
        for _ in range(copies.get(index, 1 + (twice >> index & 1)))
    ]


def texts_in(mask: int, twice: int = 0) -> list[str]:
    """Return the cards of a set as texts, in the order of `cards_in`; it raises what that raises."""
    return [card_text(index) for index in cards_in(mask, twice)]


def strain_index(text: str) -> int:
    """Return 0 to 3 for a suit (letter or sign) and 4 for no-trump (`N`, `NT`).
    Raises CardError otherwise.
    """
    name = text.strip().upper().rstrip(_SIGN_STYLES)
    letter = "N" if name == "NT" else _SUIT_SIGNS.get(name, name)
    if len(letter) != 1 or letter not in STRAINS:
        raise CardError(f"{text!r} is no strain; write S, H, D, C or N for no-trump")
    return STRAINS.index(letter)


def _parted(cards: str | Iterable[str]) -> Iterable[str]:
    """Return texts as they are, one text in its parts."""
    return cards.replace(",", " ").split() if isinstance(cards, str) else cards


def _rank_letter(text: str) -> str:
    """Return the one letter of a rank, or one that no rank has."""
    if text == "10":
        return "T"
    return text if len(text) == 1 else "?"
