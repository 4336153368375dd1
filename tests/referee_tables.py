"""The eight tables of the sources, read once more from the rule texts: each a parent and what it changes."""

from copy import deepcopy

from referee_cards import Rules

# STD; A19 advisory, A20 no order of suits, A16 all holders (there is one).
STANDARD: Rules = {
    "deal": {
        "players": 5,
        "packs": 1,
        "jokers": 1,
        "removed": [],
        "hand": 10,
        "kitty": 3,
        "direction": "clockwise",
        "first_dealer": "random",
        "next_dealer": "friend_else_declarer",
        "first_bidder": "dealer_then_previous_declarer",
    },
    "misdeal": {
        "enabled": True,
        "honor": 2,
        "ten": 1,
        "spade_ace": 0,
        "joker": -2,
        "threshold": 1,
        "when": "own_first_turn",
        "optional": True,
        "redeal_by": "claimant",
    },
    "auction": {
        "min_number": 13,
        "max_number": 20,
        "notrump_allowed": True,
        "notrump_wins_ties": True,
        "suit_order": "none",
        "passing": "final",
        "opener_may_pass": True,
        "ends": "unbeatable_and_no_claim_left",
        "all_pass": "same_dealer_redeals",
    },
    "exchange": {
        "suit_to_suit": 2,
        "suit_to_notrump": 1,
        "notrump_to_suit": 2,
        "cap_at_max": True,
        "free_at_max": "to_notrump",
        "raise_without_change": True,
        "blind_change": -1,
        "change_stake": 1,
        "changes": "once",
        "discard": "any",
        "discard_points_to": "declarer_side",
        "discard_shown": "never",
    },
    "friend": {
        "kinds": ["card", "own_card", "first_trick", "none"],
        "uncallable": [],
        "copies": "all_holders",
        "reveal": "when_played",
        "suit_request": "advisory_at_top_notrump",
    },
    "lead": {
        "first_trump": "only_if_nothing_else",
        "first_joker": "allowed",
        "first_hunter": "allowed",
        "first_mighty": "allowed",
        "fallback": "any_card",
        "first_trick_ruff": "allowed",
    },
    "mighty": {
        "card": "SA",
        "under_own_suit": "DA",
        "first_trick": "normal",
        "last_trick": "normal",
        "sole_card_of_suit": "mighty_or_joker",
        "switches_suit": False,
    },
    "joker": {
        "first_trick": "powerless",
        "last_trick": "powerless",
        "lead_first": "allowed",
        "lead_last": "allowed",
        "last_card": "powerless",
        "ignores_suit": True,
        "names": "any_suit",
        "powerless_lead": "second_card_sets_suit",
    },
    "hunter": {
        "card": "C3",
        "under_own_suit": "S3",
        "trigger": "lead",
        "call": "optional",
        "first_trick": False,
        "last_trick": True,
        "scope": "any_holder",
        "mighty_may_answer": True,
        "called_joker_power": "lost",
        "presence_kills_joker": "never",
    },
    "score": {
        "formula": "risk2",
        "base": 13,
        "failed": "shortfall",
        "double_notrump": "always",
        "double_open_solo": "always",
        "double_run": "all_points",
        "backrun_at_most": 9,
        "shares": "2_1_-1",
        "solo": "one_share_per_opponent",
    },
    "match": {"ends": "deals", "deals": 10, "total": 100, "wins": "high_total"},
}

# Table: (parent, what it changes).
CHANGES: dict[str, tuple[str, Rules]] = {
    # PEN, five players, read literally: A1, A2, A6, A8, A9, A11, A12, A19, A22.
    "penalty-5": (
        "standard",
        {
            "deal": {"next_dealer": "clockwise", "first_bidder": "left_of_dealer"},
            "misdeal": {"enabled": False},
            "auction": {"ends": "one_left"},
            "exchange": {
                "suit_to_suit": 0,
                "suit_to_notrump": 0,
                "notrump_to_suit": 0,
                # He may announce a new trump: nothing excepts the top bid.
                "free_at_max": "any",
                "raise_without_change": False,
                "change_stake": 2,
            },
            "friend": {
                "kinds": ["card", "own_card", "none"],
                "suit_request": "binding_first_lead_at_top_notrump",
            },
            "lead": {"first_joker": "banned", "first_hunter": "banned"},
            "mighty": {"switches_suit": True},
            "joker": {
                "first_trick": "normal",
                "last_trick": "normal",
                "lead_first": "banned",
                "lead_last": "banned",
                "last_card": "powerless",
            },
            "hunter": {
                "trigger": "any_play",
                "call": "automatic",
                "first_trick": True,
                "presence_kills_joker": "always",
            },
            "score": {
                "formula": "penalty",
                "base": 12,
                "failed": "same_amount",
                "double_notrump": "never",
                "double_open_solo": "never",
                "double_run": "never",
                "backrun_at_most": -1,
                "shares": "penalty_to_losers",
            },
            "match": {"wins": "low_total"},
        },
    ),
    # A10: the threes are out, so the hunter is a seven; A17: no friend.
    "penalty-3": (
        "penalty-5",
        {
            "deal": {"players": 3, "removed": ["2*", "3*", "4*", "5*", "6*"]},
            "auction": {"min_number": 11},
            "friend": {"kinds": [], "suit_request": "off"},
            "hunter": {"card": "C7", "under_own_suit": "S7"},
            "score": {"base": 10},
        },
    ),
    # A13, A14.
    "penalty-4": (
        "penalty-5",
        {
            "deal": {"players": 4, "removed": ["2*", "4*", "H3", "D3"]},
            "auction": {"min_number": 12},
            "score": {"base": 11},
        },
    ),
    # A15, A16.
    "penalty-6": (
        "penalty-5",
        {
            "deal": {"players": 6, "packs": 2, "jokers": 4, "hand": 17, "kitty": 6},
            "auction": {"min_number": 25, "max_number": 40},
            "score": {"base": 24},
        },
    ),
    "penalty-7": ("penalty-6", {"deal": {"players": 7, "removed": ["C2", "C2", "H2", "H2"], "hand": 14}}),
    "penalty-8": (
        "penalty-6",
        {"deal": {"players": 8, "removed": ["C2", "C2", "H2", "H2", "D2", "S2"], "hand": 12}},
    ),
    # A1 and A2 as every other source has them; the demand stays automatic.
    "penalty-5-reconciled": (
        "penalty-5",
        {
            "mighty": {"switches_suit": False},
            "hunter": {"trigger": "lead", "first_trick": False, "presence_kills_joker": "never"},
        },
    ),
}

TABLES = ["standard", *CHANGES]


def changed(rules: Rules, changes: Rules) -> Rules:
    """A copy of the rules with other values for some options."""
    result = deepcopy(rules)
    for group, options in changes.items():
        for option, value in options.items():
            if option not in result[group]:
                raise KeyError(f"{group}.{option}")
            result[group][option] = deepcopy(value)
    return result


def rules_of(table: str) -> Rules:
    """All options of a table."""
    if table == "standard":
        return deepcopy(STANDARD)
    parent, changes = CHANGES[table]
    return changed(rules_of(parent), changes)
