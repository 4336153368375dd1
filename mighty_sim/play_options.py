"""The options of a table from the first lead to the score; the others are in `mighty_sim.rule_options`."""

from __future__ import annotations

from typing import Annotated, Literal

from mighty_sim.rule_options import Group, card_option, option

Permission = Literal["allowed", "banned"]
JokerPower = Literal["normal", "powerless", "powerless_if_led", "banned"]


class Lead(Group, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The declarer's first lead and the first trick."""

    first_trump: Annotated[
        Literal["allowed", "only_if_nothing_else", "only_if_all_trump_or_joker", "only_if_all_trump_or_special"],
        option(
            "When a trump may be led first: always; from a hand of nothing else; or from one where all but jokers, or "
            "all but jokers and Mighties, are trumps.",
            "STD §5, PEN, A5",
            "lead1_trump",
        ),
    ] = "only_if_nothing_else"
    first_joker: Annotated[Permission, option("Whether a joker may be led first.", "STD §5, PEN", "lead1_joker")] = (
        "allowed"
    )
    first_hunter: Annotated[
        Permission, option("Whether the hunter may be led first.", "STD §5, PEN", "lead1_hunter")
    ] = "allowed"
    first_mighty: Annotated[
        Permission, option("Whether the Mighty may be led first.", "STD §5, PEN", "lead1_mighty")
    ] = "allowed"
    fallback: Annotated[
        Literal["any_card", "trump_before_joker_and_hunter", "hunter_then_trump"],
        option(
            "What may be led first where every card of the hand is banned: any card; no joker or hunter while there is "
            "another card; or a hunter, and without one no joker while there is another card.",
            "PEN, A6",
            "lead1_trump",
        ),
    ] = "any_card"
    first_trick_ruff: Annotated[
        Literal["allowed"], option("Whether the others may trump in the first trick.", "STD §5, PEN", "trick1_ruff")
    ] = "allowed"


class Mighty(Group, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The strongest card."""

    card: Annotated[str, card_option("The Mighty.", "STD §6, PEN", "mighty", "a card of the pack")] = "SA"
    under_own_suit: Annotated[
        str,
        card_option("The Mighty when its own suit is trump.", "STD §6, PEN", "mighty_alt", "a card of the pack"),
    ] = "DA"
    sole_card_of_suit: Annotated[
        Literal["mighty_or_joker", "mighty_only", "no_duty"],
        option(
            "What its holder may play when it is his only card of the suit to follow: it or a joker, it alone, or any "
            "card.",
            "STD §6, PEN, A7",
            "mighty_sole_suit_card",
        ),
    ] = "mighty_or_joker"
    first_trick: Annotated[
        Literal["normal"], option("Its power in the first trick.", "STD §6, PEN", "mighty_first")
    ] = "normal"
    last_trick: Annotated[Literal["normal"], option("Its power in the last trick.", "STD §6, PEN", "mighty_last")] = (
        "normal"
    )
    switches_suit: Annotated[
        bool,
        option(
            "Whether a Mighty played to another's lead sets its printed suit as the one to follow from then on.",
            "STD §6, PEN, A1",
            "mighty_midtrick_switches_suit",
        ),
    ] = False


class Joker(Group, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The second strongest card; it has no suit."""

    first_trick: Annotated[
        JokerPower,
        option(
            "A joker in the first trick: strong as ever; without power; without power if led; or not to be played "
            "while there is another card.",
            "STD §6, PEN, A9",
            "joker_first",
        ),
    ] = "powerless"
    last_trick: Annotated[
        JokerPower,
        option("A joker in the last trick, in the same ways as in the first.", "STD §6, PEN, A9", "joker_last"),
    ] = "powerless"
    lead_first: Annotated[
        Permission,
        option(
            "Whether a joker may be led to the first trick; lead.first_joker can ban it too.",
            "STD §6, PEN, A9",
            "joker_lead_first",
        ),
    ] = "allowed"
    lead_last: Annotated[
        Permission,
        option("Whether a joker may be led to the last trick.", "STD §6, PEN, A9", "joker_lead_last"),
    ] = "allowed"
    last_card: Annotated[
        Literal["powerless", "with_power", "must_play_before_last"],
        option(
            "A joker that is banned from the last trick and is the only card left: led without power; led with the "
            "power of that trick; or it must be played in the trick before.",
            "PEN, A8",
            "joker_ban_squeeze",
        ),
    ] = "powerless"
    ignores_suit: Annotated[
        bool,
        option("Whether it may be played by who could follow suit.", "STD §6, PEN, A33", "joker_ignores_suit"),
    ] = True
    names: Annotated[
        Literal["any_suit", "not_trump_in_first_trick", "second_card", "trump"],
        option(
            "The suit to follow when it is led with power: any that its leader names; any but trump in the first "
            "trick; that of the second card; or trump, and at no-trump any that he names.",
            "STD §6, A18",
            "joker_lead_names",
        ),
    ] = "any_suit"
    powerless_lead: Annotated[
        Literal["second_card_sets_suit", "named"],
        option(
            "The suit to follow when it is led without power: that of the next card with a suit, or a named one.",
            "STD §6, A8",
            "powerless_joker_lead_suit",
        ),
    ] = "second_card_sets_suit"


class Hunter(Group, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The card that demands the joker."""

    card: Annotated[
        str, card_option("The hunter; 'none': there is none.", "STD §6, PEN, A10", "hunter", "a card of the pack, none")
    ] = "C3"
    under_own_suit: Annotated[
        str,
        card_option("The hunter when its own suit is trump.", "STD §6, PEN, A10", "hunter_alt", "a card of the pack"),
    ] = "S3"
    trigger: Annotated[
        Literal["lead", "any_play"],
        option("What brings it into force: being led, or being played at all.", "STD §6, PEN, A2", "hunter_trigger"),
    ] = "lead"
    call: Annotated[
        Literal["optional", "automatic"],
        option("Whether its player chooses to demand the joker, or it always does.", "STD §6, PEN", "hunter_call"),
    ] = "optional"
    first_trick: Annotated[
        bool, option("Whether it can demand in the first trick.", "STD §6, PEN, A2", "hunter_first")
    ] = False
    last_trick: Annotated[
        bool, option("Whether it can demand in the last trick.", "STD §6, PEN, A26", "hunter_last")
    ] = True
    scope: Annotated[
        Literal["any_holder", "next_only", "one_joker"],
        option(
            "Who must answer the demand: every later player who holds a joker; only the very next; or all until one "
            "joker has fallen.",
            "STD §6, PEN, A23, A32",
            "hunter_scope",
        ),
    ] = "any_holder"
    mighty_may_answer: Annotated[
        bool,
        option(
            "Whether who holds the Mighty too may play it instead.", "STD §6, PEN, A4", "hunter_mighty_sub"
        ),
    ] = True
    called_joker_power: Annotated[
        Literal["lost", "kept"],
        option("The power of a joker that was demanded.", "STD §6, PEN, A3", "called_joker_power"),
    ] = "lost"
    presence_kills_joker: Annotated[
        Literal["never", "always", "after_first_trick"],
        option(
            "Where a hunter in the trick takes every joker's power, demanded or not, before it or after: nowhere, in "
            "every trick, or in all but the first.",
            "STD §6, PEN, A2",
            "hunter_presence_kills_joker",
        ),
    ] = "never"


class Score(Group, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a deal is worth. S is one share, B the contract, M the base, P the points of the declarer's side."""

    formula: Annotated[
        Literal["risk2", "penalty", "penalty_by_points"],
        option(
            "A made contract: S = 2 (B - M) + (P - B), or S = B - M, or S = P - M.", "STD §7, PEN, A11", "score"
        ),
    ] = "risk2"
    base: Annotated[
        int, option("M, from which the contract is counted.", "STD §7, PEN, A13", "score_min", 0, 40)
    ] = 13
    failed: Annotated[
        Literal["shortfall", "same_amount"],
        option(
            "A failed contract: S = B - P, or what making it exactly would have been worth.",
            "STD §7, PEN, A11",
            "score_fail",
        ),
    ] = "shortfall"
    double_notrump: Annotated[
        Literal["always", "never"], option("Whether no-trump doubles S.", "STD §7, PEN", "x_nt")
    ] = "always"
    double_open_solo: Annotated[
        Literal["always", "never"],
        option(
            "Whether playing openly alone doubles S; a secret solo never does.", "STD §7, PEN", "x_solo_open"
        ),
    ] = "always"
    double_run: Annotated[
        Literal["all_points", "never"],
        option("Whether a run doubles S: all points taken, announced or not.", "STD §7, PEN", "x_run"),
    ] = "all_points"
    backrun_at_most: Annotated[
        int,
        option(
            "A back-run doubles S: a failed contract with so many points or fewer; -1: never.",
            "STD §7, PEN",
            "x_backrun",
            -1,
            40,
        ),
    ] = 9
    shares: Annotated[
        Literal["2_1_-1", "penalty_to_losers"],
        option(
            "Each opponent -S, each friend S, the declarer the rest; or S as a penalty to each opponent, or if the "
            "contract failed to the declarer and to each friend.",
            "STD §7, PEN",
            "shares",
        ),
    ] = "2_1_-1"
    solo: Annotated[
        Literal["one_share_per_opponent"],
        option("A declarer alone has every other player as an opponent.", "STD §7, PEN", "solo_shares"),
    ] = "one_share_per_opponent"


class Match(Group, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How deals make a match; ties share. Deals on their own need none of it."""

    ends: Annotated[
        Literal["deals", "total"],
        option(
            "When a match ends: after a number of deals, or when a total reaches an agreed one.",
            "STD §2, PEN, A22",
            "match",
        ),
    ] = "deals"
    deals: Annotated[int, option("Deals in a match; those thrown in do not count.", "STD §2", "match", 1, 1000)] = 10
    total: Annotated[
        int, option("The total that ends a match played for one.", "PEN, A22", "match", 1, 100_000)
    ] = 100
    wins: Annotated[
        Literal["high_total", "low_total"],
        option("Which total wins: the highest score, or the fewest penalty points.", "STD §2, PEN, A22", "match"),
    ] = "high_total"
