"""Every option of a table's rules that the referee knows, with its values; anything else he refuses to judge.

Part of the referee (see referee.py).
"""

from collections.abc import Callable
from typing import Any

from referee_cards import JOKER, RANKS, SUITS, Rules, pack

CARDS = [suit + rank for suit in SUITS for rank in RANKS]

# Of an option: the tuple of its values, a range of whole numbers, or a function that tells.
Values = tuple[object, ...] | range | Callable[[Any], bool]

YES_NO = (True, False)
NUMBERS = range(-1000, 1001)
RAISES = range(-1, 41)


def _is_card(value: Any) -> bool:
    return value in CARDS


def _is_card_or_none(value: Any) -> bool:
    return value in [*CARDS, "none"]


def _are_removed(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and all(_is_card(entry) or _is_rank(entry) for entry in value)


def _is_rank(entry: Any) -> bool:
    return entry in [f"{rank}*" for rank in RANKS]


def _are_callable_cards(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and all(card in [*CARDS, JOKER] for card in value)


def _are_kinds(value: Any) -> bool:
    known = ("card", "own_card", "first_trick", "none")
    return isinstance(value, (list, tuple)) and all(kind in known for kind in value)


OPTIONS: dict[str, dict[str, Values]] = {
    "deal": {
        "players": range(3, 9),
        "packs": range(1, 3),
        "jokers": range(5),
        "removed": _are_removed,
        "hand": range(1, 19),
        "kitty": range(13),
        "direction": ("clockwise",),
        "first_dealer": ("random",),
        "next_dealer": ("friend_else_declarer", "clockwise", "declarer"),
        "first_bidder": ("dealer_then_previous_declarer", "dealer", "left_of_dealer"),
    },
    "misdeal": {
        "enabled": YES_NO,
        "honor": NUMBERS,
        "ten": NUMBERS,
        "spade_ace": NUMBERS,
        "joker": NUMBERS,
        "threshold": NUMBERS,
        "when": ("own_first_turn", "own_any_turn", "before_bidding"),
        "optional": YES_NO,
        "redeal_by": ("claimant", "same", "next"),
    },
    "auction": {
        "min_number": range(41),
        "max_number": range(41),
        "notrump_allowed": YES_NO,
        "notrump_wins_ties": YES_NO,
        "suit_order": ("none", "SHDC", "SDHC"),
        "passing": ("final",),
        "opener_may_pass": YES_NO,
        "ends": ("unbeatable_and_no_claim_left", "one_left", "unbeatable", "at_top"),
        "all_pass": ("same_dealer_redeals", "next_dealer_redeals"),
    },
    "exchange": {
        "suit_to_suit": RAISES,
        "suit_to_notrump": RAISES,
        "notrump_to_suit": RAISES,
        "cap_at_max": YES_NO,
        "free_at_max": ("to_notrump", "any", "none"),
        "raise_without_change": YES_NO,
        "blind_change": RAISES,
        "change_stake": range(1, 4),
        "changes": ("once",),
        "discard": ("any",),
        "discard_points_to": ("declarer_side",),
        "discard_shown": ("never",),
    },
    "friend": {
        "kinds": _are_kinds,
        "uncallable": _are_callable_cards,
        "copies": ("all_holders", "first_played"),
        "reveal": ("when_played",),
        "suit_request": (
            "off",
            "advisory_at_top_notrump",
            "binding_first_lead_at_top_notrump",
            "binding_all_leads_at_top_notrump",
        ),
    },
    "lead": {
        "first_trump": (
            "allowed",
            "only_if_nothing_else",
            "only_if_all_trump_or_joker",
            "only_if_all_trump_or_special",
        ),
        "first_joker": ("allowed", "banned"),
        "first_hunter": ("allowed", "banned"),
        "first_mighty": ("allowed", "banned"),
        "fallback": ("any_card", "trump_before_joker_and_hunter", "hunter_then_trump"),
        "first_trick_ruff": ("allowed",),
    },
    "mighty": {
        "card": _is_card,
        "under_own_suit": _is_card,
        "first_trick": ("normal",),
        "last_trick": ("normal",),
        "sole_card_of_suit": ("mighty_or_joker", "mighty_only", "no_duty"),
        "switches_suit": YES_NO,
    },
    "joker": {
        "first_trick": ("normal", "powerless", "powerless_if_led", "banned"),
        "last_trick": ("normal", "powerless", "powerless_if_led", "banned"),
        "lead_first": ("allowed", "banned"),
        "lead_last": ("allowed", "banned"),
        "last_card": ("powerless", "with_power", "must_play_before_last"),
        "ignores_suit": YES_NO,
        "names": ("any_suit", "not_trump_in_first_trick", "second_card", "trump"),
        "powerless_lead": ("second_card_sets_suit", "named"),
    },
    "hunter": {
        "card": _is_card_or_none,
        "under_own_suit": _is_card_or_none,
        "trigger": ("lead", "any_play"),
        "call": ("optional", "automatic"),
        "first_trick": YES_NO,
        "last_trick": YES_NO,
        "scope": ("any_holder", "next_only", "one_joker"),
        "mighty_may_answer": YES_NO,
        "called_joker_power": ("lost", "kept"),
        "presence_kills_joker": ("never", "always", "after_first_trick"),
    },
    "score": {
        "formula": ("risk2", "penalty", "penalty_by_points"),
        "base": range(41),
        "failed": ("shortfall", "same_amount"),
        "double_notrump": ("always", "never"),
        "double_open_solo": ("always", "never"),
        "double_run": ("all_points", "never"),
        "backrun_at_most": range(-1, 41),
        "shares": ("2_1_-1", "penalty_to_losers"),
        "solo": ("one_share_per_opponent",),
    },
    "match": {
        "ends": ("deals", "total"),
        "deals": range(1, 1_000_001),
        "total": range(1, 1_000_001),
        "wins": ("high_total", "low_total"),
    },
}


def is_value(values: Values, value: object) -> bool:
    """Whether an option may have this value. In JSON, true is not 1."""
    if isinstance(values, range):
        return isinstance(value, int) and not isinstance(value, bool) and value in values
    if values is YES_NO:
        return isinstance(value, bool)
    return value in values if isinstance(values, tuple) else values(value)


def check_rules(rules: Rules) -> None:
    """ValueError unless every option is there, no other, each with a known value, and the cards come out even."""
    _check_keys("rules", rules, OPTIONS)
    for group, options in OPTIONS.items():
        _check_keys(group, rules[group], options)
        for option, values in options.items():
            if not is_value(values, rules[group][option]):
                raise ValueError(f"{group}.{option} cannot be {rules[group][option]!r}")
    deal = rules["deal"]
    if deal["packs"] == 1 and deal["jokers"] > 1:
        raise ValueError("one pack has at most one joker")
    cards, places = len(pack(rules)), deal["players"] * deal["hand"] + deal["kitty"]
    if cards != places:
        raise ValueError(f"{cards} cards cannot be dealt to {places} places")


def _check_keys(where: str, found: dict[str, Any], known: dict[str, Any]) -> None:
    if set(found) != set(known):
        raise ValueError(f"{where}: {sorted(set(found) ^ set(known))} are missing, or not known to the referee")
