"""What is wrong with rules whose values are each within their range: cards that do not come out even, contradictions.

Every problem is one line that names the option, quotes its value and says what would be right.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from mighty_sim.cards import FIRST_JOKER, NO_TRUMP, POINT_CARDS, RANKS, SUITS, card_index, card_text
from mighty_sim.errors import CardError, RulesError
from mighty_sim.glossary import value_text

if TYPE_CHECKING:
    from mighty_sim.rules import Rules

#: What stands for the hunter at a table without one.
NO_CARD = "none"
_NAME = r"\S(.{0,58}\S)?"
_BY_CARD = {"card", "own_card"}


def pack(rules: Rules) -> list[int]:
    """Return the card indices that are dealt from, ascending: one for every copy, every joker as 52.

    Raises RulesError if a removed card is none, or is removed more often than the packs hold it.
    """
    deal = rules.deal
    cards = Counter(dict.fromkeys(range(FIRST_JOKER), deal.packs) | {FIRST_JOKER: deal.jokers})
    for text in deal.removed:
        for index in _removed(text, deal.packs):
            if not cards[index]:
                holds = deal.jokers if index == FIRST_JOKER else deal.packs
                raise RulesError(
                    f"deal.removed takes {card_text(index)!r} out too often; the pack holds {_times(holds)}"
                )
            cards[index] -= 1
    return sorted(cards.elements())


def points_in_pack(rules: Rules) -> int:
    """Return how many points a deal holds: 20 with one whole pack."""
    return sum(POINT_CARDS >> index & 1 for index in pack(rules))


def problems(rules: Rules) -> Iterator[str]:
    """Yield what is wrong with the rules, in words; nothing for rules that can be played."""
    deal = rules.deal
    if not re.fullmatch(_NAME, rules.name):
        yield f"name = {rules.name!r}; a table's name is one line of 1 to 60 signs"
    if deal.packs == 1 and deal.jokers > 1:
        yield f"deal.jokers = {deal.jokers}; one pack has 0 or 1"
        return
    try:
        cards = pack(rules)
    except RulesError as error:
        yield str(error)
        return
    yield from _arithmetic_problems(rules, len(cards))
    yield from _special_card_problems(rules, set(cards))
    yield from _friend_problems(rules, Counter(cards))
    yield from _score_problems(rules)


def _removed(text: str, packs: int) -> list[int]:
    """Return the indices that one entry of `deal.removed` means: a card, or all of a rank ("2*") in every pack."""
    if len(text) == 2 and text[1] == "*" and text[0] in RANKS:
        return [4 * RANKS.index(text[0]) + suit for suit in range(4)] * packs
    try:
        return [card_index(text)]
    except CardError as error:
        raise RulesError(f"deal.removed: {error}; '2*' means every deuce") from None


def _times(number: int) -> str:
    return {0: "none", 1: "one", 2: "two"}.get(number, str(number))


def _arithmetic_problems(rules: Rules, held: int) -> Iterator[str]:
    """Yield numbers that do not come out even: cards, bids, points."""
    deal, auction, points = rules.deal, rules.auction, points_in_pack(rules)
    dealt = deal.players * deal.hand + deal.kitty
    if held != dealt:
        yield (
            f"the pack has {held} cards, but deal.players {deal.players} x deal.hand {deal.hand} "
            f"+ deal.kitty {deal.kitty} = {dealt}; all must be dealt"
        )
    if auction.min_number > auction.max_number:
        yield f"auction.min_number {auction.min_number} is above auction.max_number {auction.max_number}; at most that"
    if auction.max_number > points:
        yield f"auction.max_number {auction.max_number} is above the {points} points in the pack; at most that many"
    if auction.suit_order != "none" and not auction.notrump_wins_ties:
        yield (
            f"auction.suit_order = {auction.suit_order!r} ranks the suits, but no-trump has no rank with "
            "auction.notrump_wins_ties = false; it may be true"
        )


def _special_card_problems(rules: Rules, in_pack: set[int]) -> Iterator[str]:
    """Yield Mighties and hunters that are not in the pack, or collide."""
    mighty, hunter = rules.mighty, rules.hunter
    texts = {"mighty.card": mighty.card, "mighty.under_own_suit": mighty.under_own_suit}
    if hunter.card != NO_CARD:
        texts |= {"hunter.card": hunter.card, "hunter.under_own_suit": hunter.under_own_suit}
    found = {key: card_index(text) for key, text in texts.items()}
    for key, index in found.items():
        if index not in in_pack or index == FIRST_JOKER:
            no_hunter = "; hunter.card = 'none' plays without one" if key == "hunter.card" else ""
            yield f"{key} = {texts[key]!r} is no suit card of this pack{no_hunter}"
            return
    for group in ("mighty", "hunter"):
        usual, other = found.get(f"{group}.card"), found.get(f"{group}.under_own_suit")
        if usual is not None and other is not None and usual != other and usual % 4 == other % 4:
            yield (
                f"{group}.under_own_suit = {card_text(other)!r} has the suit {SUITS[usual % 4]!r} of {group}.card; "
                "it takes over where that suit is trump, so it needs another suit or to be the same card"
            )
    for strain in range(NO_TRUMP + 1):
        both = [_in_strain(found, group, strain) for group in ("mighty", "hunter")]
        if both[0] == both[1]:
            where = "no-trump" if strain == NO_TRUMP else f"trump {SUITS[strain]}"
            yield f"{card_text(both[0] or 0)!r} is both Mighty and hunter at {where}; they must be two cards"
            return


def _in_strain(found: dict[str, int], group: str, strain: int) -> int | None:
    """Return which card is the group's special one in a strain, or None where there is none."""
    usual = found.get(f"{group}.card")
    return found[f"{group}.under_own_suit"] if usual is not None and usual % 4 == strain else usual


def _friend_problems(rules: Rules, in_pack: Counter[int]) -> Iterator[str]:
    """Yield friend calls that cannot be made, or that leave nothing to choose from."""
    friend = rules.friend
    kinds, shown = set[str](friend.kinds), f"friend.kinds = {value_text(friend.kinds)!r}"
    if len(kinds) < len(friend.kinds):
        yield f"{shown} names a kind twice; each once"
    banned = {card_index(text) for text in friend.uncallable}
    if len(banned) < len(friend.uncallable):
        yield f"friend.uncallable = {value_text(friend.uncallable)!r} names a card twice; each once"
    for card in sorted(banned - in_pack.keys()):
        yield f"friend.uncallable names {card_text(card)!r}, which is not in this pack"
    if kinds and kinds <= _BY_CARD and not _always_callable(rules, kinds, in_pack, banned):
        yield (
            f"{shown}, but friend.uncallable can leave no card to call; ban fewer cards, or allow another kind, "
            "such as 'none'"
        )
    if kinds == {"own_card"}:
        yield f"{shown} leaves nobody to call; allow 'card' as well, or 'none' for playing alone"
    if friend.suit_request != "off" and not kinds & {"card", "first_trick"}:
        yield (
            f"friend.suit_request = {friend.suit_request!r}, but {shown} makes nobody a friend to ask; "
            "'off', or a kind of call that makes one"
        )


def _always_callable(rules: Rules, kinds: set[str], in_pack: Counter[int], banned: set[int]) -> bool:
    """Return whether a declarer who must call by a card always finds one, whatever he holds."""
    held = rules.deal.hand + rules.deal.kitty
    barred = sum(in_pack[card] for card in banned)
    if kinds == {"card"}:  # a callable copy lies elsewhere
        return in_pack.total() - barred > held
    return barred < in_pack.total()


def _score_problems(rules: Rules) -> Iterator[str]:
    """Yield scores that contradict each other or the bids."""
    score, least = rules.score, rules.auction.min_number
    if score.shares == "penalty_to_losers" and score.base > least:
        yield (
            f"score.base = {score.base} is above auction.min_number {least}, so that a made {least} would be worth a "
            "negative penalty; it may be at most that"
        )
