"""The options of a table, group by group, each with its range, its meaning and its source.

The defaults are the five-handed `standard` table. An option that has one value so far is played in that one
way only; another reading is added by widening its type here and teaching the kernels.

Sources: `STD` is the rule text of the standard table, by its sections; where it leaves a choice, a number
such as `A5` names the reading in `mighty_sim.readings`. The `key` of an option is its name in the published
list of options of Mighty tables.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct


def _option(meaning: str, source: str, key: str, ge: int | None = None, le: int | None = None) -> Meta:
    """Return what is known of an option: its meaning, source, key and, for a number, its range."""
    return Meta(description=meaning, extra={"source": source, "key": key}, ge=ge, le=le)


def _only(meaning: str, source: str, key: str, value: bool) -> Meta:
    """Return what is known of a yes-or-no option that is played in one way so far."""
    return Meta(description=meaning, extra={"source": source, "key": key, "only": value})


def _card(meaning: str, source: str, key: str) -> Meta:
    """Return what is known of an option that names a card of the pack."""
    return Meta(description=meaning, extra={"source": source, "key": key, "card": True})


class Group(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One part of the rules; each field is an option."""


class Deal(Group, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who sits at the table, the pack, and how it is dealt. Packets and the cut
    change no chance: no options.
    """

    players: Annotated[int, _option("Seats at the table.", "STD §2", "players", 3, 8)] = 5
    packs: Annotated[Literal[1], _option("Packs of 52 cards shuffled together.", "STD §2", "decks")] = 1
    jokers: Annotated[Literal[1], _option("Jokers added to the pack.", "STD §2", "jokers")] = 1
    removed: Annotated[
        tuple[str, ...],
        _card("Cards left out of the pack; '2*' leaves out all four deuces.", "STD §2", "removed"),
    ] = ()
    hand: Annotated[
        int, _option("Cards dealt to each seat; also the number of tricks.", "STD §2", "hand", 1, 17)
    ] = 10
    kitty: Annotated[int, _option("Cards laid face down for the declarer.", "STD §2", "kitty", 0, 6)] = 3
    direction: Annotated[
        Literal["clockwise"], _option("Order of bidding and play.", "STD §2", "direction")
    ] = "clockwise"
    first_dealer: Annotated[
        Literal["random"],
        _option(
            "Who deals first. Deals on their own take turns: seat = deal number modulo players.",
            "STD §2",
            "first_dealer",
        ),
    ] = "random"
    next_dealer: Annotated[
        Literal["friend_else_declarer"],
        _option(
            "In a match: the last friend deals next, after a solo the declarer.", "STD §2, A30", "next_dealer"
        ),
    ] = "friend_else_declarer"
    first_bidder: Annotated[
        Literal["dealer_then_previous_declarer"],
        _option(
            "Who opens the bidding: the dealer in a first deal, later the last declarer.",
            "STD §2",
            "first_bidder",
        ),
    ] = "dealer_then_previous_declarer"


class Misdeal(Group, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Throwing in a weak hand. The scale counts in half points, and trump is unknown when it is used."""

    enabled: Annotated[
        bool, _option("Whether a weak hand may be thrown in.", "STD §3", "misdeal.enabled")
    ] = True
    honor: Annotated[
        int, _option("Half points for an ace, king, queen or jack.", "STD §3", "misdeal.values.AKQJ", -8, 7)
    ] = 2
    ten: Annotated[int, _option("Half points for a ten.", "STD §3", "misdeal.values.T", -8, 7)] = 1
    spade_ace: Annotated[
        int,
        _option(
            "Half points for the ace of spades, instead of an ace's.", "STD §3", "misdeal.values.SA", -8, 7
        ),
    ] = 0
    joker: Annotated[int, _option("Half points for a joker.", "STD §3", "misdeal.values.JOKER", -8, 7)] = -2
    threshold: Annotated[
        int,
        _option(
            "A hand of at most so many half points may be claimed.", "STD §3", "misdeal.threshold", -40, 40
        ),
    ] = 1
    when: Annotated[
        Literal["own_first_turn"],
        _option(
            "A claim is made on one's first turn, before a call of one's own.", "STD §3, A24", "misdeal.when"
        ),
    ] = "own_first_turn"
    optional: Annotated[
        bool, _only("Whether the claim is the player's choice.", "STD §3, A24", "misdeal.optional", True)
    ] = True
    redeal_by: Annotated[
        Literal["claimant"],
        _option(
            "Who deals again and opens the new bidding.", "STD §3, A21, A31", "misdeal.redeal_by, next_opener"
        ),
    ] = "claimant"


class Auction(Group, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The bidding for the contract."""

    min_number: Annotated[int, _option("Lowest number that may be bid.", "STD §3", "min_bid", 1, 40)] = 13
    max_number: Annotated[int, _option("Highest number that may be bid.", "STD §3", "max_bid", 1, 40)] = 20
    notrump_allowed: Annotated[bool, _only("Whether no-trump may be bid.", "STD §3", "nt_allowed", True)] = (
        True
    )
    notrump_wins_ties: Annotated[
        bool,
        _only("Whether no-trump outranks a suit of the same number.", "STD §3", "nt_wins_ties", True),
    ] = True
    suit_order: Annotated[
        Literal["none"],
        _option("Whether a suit outranks another at the same number.", "STD §3", "suit_order"),
    ] = "none"
    passing: Annotated[
        Literal["final"], _option("A pass ends one's part in the bidding.", "STD §3", "pass")
    ] = "final"
    opener_may_pass: Annotated[
        bool, _only("Whether the first to speak may pass.", "STD §3", "opener_may_pass", True)
    ] = True
    ends: Annotated[
        Literal["unbeatable_and_no_claim_left"],
        _option(
            "It ends with one bidder left; a bid that nobody can outrank leaves the others their claims.",
            "STD §3, A25",
            "auction_ends_on",
        ),
    ] = "unbeatable_and_no_claim_left"
    all_pass: Annotated[
        Literal["same_dealer_redeals"],
        _option("What follows when everybody passes.", "STD §3, A21", "all_pass"),
    ] = "same_dealer_redeals"


class Exchange(Group, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The kitty, the discard, and what a change of contract costs."""

    suit_to_suit: Annotated[
        int, _option("Least raise for another suit.", "STD §4", "change_suit_cost", 0, 40)
    ] = 2
    suit_to_notrump: Annotated[
        int, _option("Least raise from a suit to no-trump.", "STD §4", "change_to_nt_cost", 0, 40)
    ] = 1
    notrump_to_suit: Annotated[
        int, _option("Least raise from no-trump to a suit.", "STD §4", "change_nt_to_suit_cost", 0, 40)
    ] = 2
    cap_at_max: Annotated[
        bool,
        _only(
            "Whether the highest number suffices where a change would cost more.",
            "STD §4",
            "change_cap_at_max",
            True,
        ),
    ] = True
    free_at_max: Annotated[
        Literal["to_notrump"],
        _option("Which change costs nothing at the highest number.", "STD §4", "free_change_at_max"),
    ] = "to_notrump"
    raise_without_change: Annotated[
        bool,
        _only("Whether the number may be raised in the same strain.", "STD §4", "raise_without_change", True),
    ] = True
    changes: Annotated[
        Literal["once"],
        _option("Discard, change and friend are decided together, once.", "STD §4, A27", "change_count"),
    ] = "once"
    discard: Annotated[
        Literal["any"],
        _option("What may be laid away: any cards, specials and points too.", "STD §4", "discard"),
    ] = "any"
    discard_points_to: Annotated[
        Literal["declarer_side"],
        _option("Whose the points in the discard are.", "STD §4", "discard_points_to"),
    ] = "declarer_side"
    discard_shown: Annotated[
        Literal["never"], _option("When the others see the discard.", "STD §5", "discards_shown")
    ] = "never"


class Friend(Group, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How the declarer chooses the friend."""

    kinds: Annotated[
        tuple[Literal["card", "own_card", "first_trick", "none"], ...],
        _option(
            "Calls allowed: by a card; by a card of one's own or laid away (a secret solo); by the first "
            "trick; openly nobody.",
            "STD §4",
            "friend_kinds",
        ),
    ] = ("card", "own_card", "first_trick", "none")
    reveal: Annotated[
        Literal["when_played"],
        _option("When the holder of the called card is known.", "STD §4, A28", "friend_reveal"),
    ] = "when_played"
    suit_request: Annotated[
        Literal["advisory_at_top_notrump"],
        _option(
            "At the highest no-trump the declarer may ask for a suit; the friend may lead another.",
            "STD §4, A19",
            "lead_suit_request",
        ),
    ] = "advisory_at_top_notrump"


class Lead(Group, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The declarer's first lead and the first trick."""

    first_trump: Annotated[
        Literal["only_if_hand_all_trump"],
        _option(
            "When a trump may be led first; joker and Mighty count as no trumps.", "STD §5, A5", "lead1_trump"
        ),
    ] = "only_if_hand_all_trump"
    first_joker: Annotated[
        Literal["allowed"], _option("Whether the joker may be led first.", "STD §5", "lead1_joker")
    ] = "allowed"
    first_hunter: Annotated[
        Literal["allowed"], _option("Whether the hunter may be led first.", "STD §5", "lead1_hunter")
    ] = "allowed"
    first_mighty: Annotated[
        Literal["allowed"], _option("Whether the Mighty may be led first.", "STD §5", "lead1_mighty")
    ] = "allowed"
    first_trick_ruff: Annotated[
        Literal["allowed"],
        _option("Whether the others may trump in the first trick.", "STD §5", "trick1_ruff"),
    ] = "allowed"


class Mighty(Group, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The strongest card."""

    card: Annotated[str, _card("The Mighty.", "STD §6", "mighty")] = "SA"
    under_own_suit: Annotated[
        str, _card("The Mighty when its own suit is trump.", "STD §6", "mighty_alt")
    ] = "DA"
    sole_card_of_suit: Annotated[
        Literal["mighty_or_joker"],
        _option(
            "What its holder may play when it is the only card of the led suit.",
            "STD §6, A7",
            "mighty_sole_suit_card",
        ),
    ] = "mighty_or_joker"
    first_trick: Annotated[
        Literal["normal"], _option("Its power in the first trick.", "STD §6", "mighty_first")
    ] = "normal"
    last_trick: Annotated[
        Literal["normal"], _option("Its power in the last trick.", "STD §6", "mighty_last")
    ] = "normal"
    switches_suit: Annotated[
        bool,
        _only(
            "Whether the Mighty played to another's lead changes the suit to follow.",
            "STD §6",
            "mighty_midtrick_switches_suit",
            False,
        ),
    ] = False


class Joker(Group, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The second strongest card; it has no suit."""

    first_trick: Annotated[
        Literal["powerless", "normal"],
        _option("Its power in the first trick.", "STD §6", "joker_first, joker_lead_first"),
    ] = "powerless"
    last_trick: Annotated[
        Literal["powerless", "normal"],
        _option("Its power in the last trick.", "STD §6", "joker_last, joker_lead_last"),
    ] = "powerless"
    ignores_suit: Annotated[
        bool,
        _only("Whether it may be played by who could follow suit.", "STD §6", "joker_ignores_suit", True),
    ] = True
    names: Annotated[
        Literal["any_suit"], _option("The suit its leader may ask for.", "STD §6", "joker_lead_names")
    ] = "any_suit"
    powerless_lead: Annotated[
        Literal["second_card_sets_suit"],
        _option("The suit to follow when it is led without power.", "STD §6", "powerless_joker_lead_suit"),
    ] = "second_card_sets_suit"


class Hunter(Group, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The card whose leader may demand the joker."""

    card: Annotated[str, _card("The hunter.", "STD §6", "hunter")] = "C3"
    under_own_suit: Annotated[
        str, _card("The hunter when its own suit is trump.", "STD §6", "hunter_alt")
    ] = "S3"
    trigger: Annotated[Literal["lead"], _option("What brings it into force.", "STD §6", "hunter_trigger")] = (
        "lead"
    )
    call: Annotated[
        Literal["optional"], _option("Whether its leader chooses to demand.", "STD §6", "hunter_call")
    ] = "optional"
    first_trick: Annotated[
        bool, _option("Whether it may demand in the first trick.", "STD §6", "hunter_first")
    ] = False
    last_trick: Annotated[
        bool, _option("Whether it may demand in the last trick.", "STD §6, A26", "hunter_last")
    ] = True
    scope: Annotated[
        Literal["any_holder"], _option("Who must answer the demand.", "STD §6", "hunter_scope")
    ] = "any_holder"
    mighty_may_answer: Annotated[
        bool,
        _option("Whether who holds the Mighty too may play it instead.", "STD §6", "hunter_mighty_sub"),
    ] = True
    called_joker_power: Annotated[
        Literal["lost", "kept"],
        _option("The power of a joker that was demanded.", "STD §6, A3", "called_joker_power"),
    ] = "lost"
    presence_kills_joker: Annotated[
        bool,
        _only(
            "Whether a hunter in the trick takes the joker's power without a demand.",
            "STD §6",
            "hunter_presence_kills_joker",
            False,
        ),
    ] = False


class Score(Group, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a deal is worth. S is one share, B the contract, M the base, P the points
    of the declarer's side.
    """

    formula: Annotated[
        Literal["risk2"], _option("A made contract: S = 2 (B - M) + (P - B).", "STD §7", "score")
    ] = "risk2"
    base: Annotated[int, _option("M, from which the contract is counted.", "STD §7", "score_min", 0, 40)] = 13
    failed: Annotated[
        Literal["shortfall"], _option("A failed contract: S = B - P.", "STD §7", "score_fail")
    ] = "shortfall"
    double_notrump: Annotated[Literal["always"], _option("When no-trump doubles S.", "STD §7", "x_nt")] = (
        "always"
    )
    double_open_solo: Annotated[
        Literal["always"],
        _option("When playing openly alone doubles S; a secret solo never does.", "STD §7", "x_solo_open"),
    ] = "always"
    double_run: Annotated[
        Literal["all_points"],
        _option("A run doubles S: all points taken, announced or not.", "STD §7", "x_run"),
    ] = "all_points"
    backrun_at_most: Annotated[
        int,
        _option(
            "A back-run doubles S: a failed contract with so many points or fewer.",
            "STD §7",
            "x_backrun",
            0,
            40,
        ),
    ] = 9
    shares: Annotated[
        Literal["2_1_-1"],
        _option("Shares: friend 1, each opponent -1, the declarer the rest.", "STD §7", "shares"),
    ] = "2_1_-1"
    solo: Annotated[
        Literal["one_share_per_opponent"],
        _option("What a declarer alone wins or loses.", "STD §7", "solo_shares"),
    ] = "one_share_per_opponent"


class Match(Group, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How deals make a match."""

    ends: Annotated[
        Literal["ten_deals_high_total"],
        _option(
            "Ten deals, the highest total wins, ties share. Deals are played on their own.", "STD §2", "match"
        ),
    ] = "ten_deals_high_total"
