"""The referee's cards: the pack of a table, its special cards, points and the misdeal scale.

Part of the referee (see referee.py): plain and slow, from the rules text alone. `rules` are a table's options
as a dict of groups, rules["group"]["option"]. Sources: "STD" and "PEN" are the two rule texts, "A7" and the
like the readings of their unclear sentences.
"""

from collections import Counter
from typing import Any

SUITS = "SHDC"
NO_TRUMP = "N"
RANKS = "23456789TJQKA"
POINT_RANKS = "TJQKA"
JOKER = "JK"

Rules = dict[str, dict[str, Any]]


def suit_of(card: str) -> str | None:
    """The printed suit; the joker has none (STD §6)."""
    return None if card == JOKER else card[0]


def strength_of(card: str) -> int:
    """Ranks A K Q J T 9 ... 2 (STD §2); only for cards with a suit."""
    return RANKS.index(card[1])


def is_point(card: str) -> bool:
    """A K Q J T are one point each (STD §2); the joker is none."""
    return card != JOKER and card[1] in POINT_RANKS


def count_points(cards: list[str]) -> int:
    """Every copy counts."""
    return sum(1 for card in cards if is_point(card))


def pack(rules: Rules) -> list[str]:
    """All cards of the table. "2*" takes out every deuce of every pack, a card's name one copy of it."""
    deal = rules["deal"]
    cards: list[str] = [suit + rank for suit in SUITS for rank in RANKS] * deal["packs"]
    for entry in deal["removed"]:
        if entry[1:] == "*":
            cards = [card for card in cards if card[1] != entry[0]]
        else:
            cards.remove(entry)
    jokers: int = deal["jokers"]
    return cards + [JOKER] * jokers


def all_points(rules: Rules) -> int:
    """20 a pack, less the point cards taken out."""
    return count_points(pack(rules))


def without(cards: list[str], gone: list[str]) -> list[str]:
    """The cards that are left when one copy of each of `gone` is taken away."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left


def holds(cards: list[str], some: list[str]) -> bool:
    """Whether `some` are among the cards, each as often as it is asked for."""
    return Counter(some) <= Counter(cards)


def mighty(rules: Rules, trump: str) -> str:
    """SA, or DA when spades are trump, at most tables (STD §6)."""
    return _special(rules["mighty"], trump)


def hunter(rules: Rules, trump: str) -> str | None:
    """C3, or S3 when clubs are trump, at most tables (STD §6, A10); some may have none."""
    return None if rules["hunter"]["card"] == "none" else _special(rules["hunter"], trump)


def _special(group: dict[str, Any], trump: str) -> str:
    card: str = group["card"]
    under_own_suit: str = group["under_own_suit"]
    return under_own_suit if trump == card[0] else card


def weakness(rules: Rules, hand: list[str]) -> int:
    """The misdeal scale in half points, at STD: SA 0, joker -1, other A K Q J 1, ten 1/2 (STD §3).

    No trump is known yet, so the ace with a value of its own is SA whatever has been bid. Every copy counts.
    """
    return sum(_weight(rules["misdeal"], card) for card in hand)


def _weight(scale: dict[str, Any], card: str) -> int:
    if card == JOKER:
        name = "joker"
    elif card == "SA":
        name = "spade_ace"
    elif card[1] == "T":
        name = "ten"
    elif is_point(card):
        name = "honor"
    else:
        return 0
    weight: int = scale[name]
    return weight


def may_claim_misdeal(rules: Rules, hand: list[str]) -> bool:
    """At most the threshold on the misdeal scale (STD §3); never where the table has no misdeal."""
    options = rules["misdeal"]
    return bool(options["enabled"] and weakness(rules, hand) <= options["threshold"])
