"""The `tricks` measure once more, from its published table, with cards as strings."""

from referee_cards import JOKER, SUITS, Rules, mighty

TRUMP_TOPS = {"A": 4, "K": 3, "Q": 2, "J": 1}


def quarter_tricks(rules: Rules, cards: list[str], strain: str) -> int:
    """Estimated winners in quarter tricks; `strain` is S, H, D, C or N. Second copies count for themselves."""
    hand = list(dict.fromkeys(cards))
    again = list(cards)
    for card in hand:
        again.remove(card)
    the_mighty = mighty(rules, strain)
    return _one_of_each(hand, strain, the_mighty) + _second_copies(cards, again, strain, the_mighty)


def _second_copies(cards: list[str], again: list[str], strain: str, the_mighty: str) -> int:
    total = 4 * again.count(the_mighty) + 4 * again.count(JOKER)
    total += 2 * sum(1 for card in again if card[1] == "A" and card != the_mighty and card[0] != strain)
    trumps = [card for card in cards if card != JOKER and card[0] == strain]
    return total + 3 * (max(0, len(trumps) - 3) - max(0, len(set(trumps)) - 3))


def _one_of_each(hand: list[str], strain: str, the_mighty: str) -> int:
    total = 4 * (the_mighty in hand) + 4 * (JOKER in hand)
    for suit in SUITS:
        ranks = [card[1] for card in hand if card != JOKER and card[0] == suit]
        counted = [rank for rank in ranks if suit + rank != the_mighty]
        ace_is_mighty = the_mighty == suit + "A"
        if suit == strain:
            total += _trump_suit(counted)
        elif strain == "N":
            total += _suit_at_notrump(ranks, counted, ace_is_mighty)
        else:
            total += _side_suit(ranks, counted, ace_is_mighty)
            if not ranks and sum(1 for card in hand if card[0] == strain) >= 3:
                total += 2
    return total


def _trump_suit(ranks: list[str]) -> int:
    return sum(TRUMP_TOPS.get(rank, 0) for rank in ranks) + 3 * max(0, len(ranks) - 3)


def _side_suit(ranks: list[str], counted: list[str], ace_is_mighty: bool) -> int:
    return 3 * ("A" in counted) + _king(ranks, ace_is_mighty, 2)


def _king(ranks: list[str], ace_is_mighty: bool, backed: int) -> int:
    if "K" not in ranks:
        return 0
    if "A" in ranks or ace_is_mighty:
        return backed
    return 1 if len(ranks) > 1 else 0


def _suit_at_notrump(ranks: list[str], counted: list[str], ace_is_mighty: bool) -> int:
    total = 4 * ("A" in counted) + _king(ranks, ace_is_mighty, 3)
    if {"A", "K", "Q"} <= set(ranks):
        total += 2
    if "A" in ranks:
        total += 2 * max(0, len(ranks) - 3)
    return total
