"""The options of a table up to the play: the deal, the bidding, the exchange and the friend.

Each has its range, its meaning and its source; those of the play and the score are in `mighty_sim.play_options`. The
defaults are the five-handed `standard` table. An option that has one value is played in that one way only.

Sources: `STD` is the rule text of the standard table, by its sections, `PEN` the text of the penalty tables; `other`
marks what neither has and other tables play. Where a text leaves a choice, a number such as `A5` names the question in
`mighty_sim.readings`. The `key` of an option is its name in the published list of options of Mighty tables.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct


def option(meaning: str, source: str, key: str, ge: int | None = None, le: int | None = None) -> Meta:
    """Return what is known of an option: its meaning, source, key and, for a number, its range."""
    return Meta(description=meaning, extra={"source": source, "key": key}, ge=ge, le=le)


def card_option(meaning: str, source: str, key: str, allowed: str) -> Meta:
    """Return what is known of an option that names cards; `allowed` says in words which texts it takes."""
    return Meta(description=meaning, extra={"source": source, "key": key, "allowed": allowed})


class Group(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One part of the rules; each field is an option."""


class Deal(Group, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who sits at the table, the pack, and how it is dealt. Packets and the cut change no chance: no options."""

    players: Annotated[int, option("Seats at the table.", "STD §2, PEN", "players", 3, 8)] = 5
    packs: Annotated[Literal[1, 2], option("Packs of 52 cards shuffled together.", "STD §2, PEN", "decks")] = 1
    jokers: Annotated[int, option("Jokers added; with one pack at most one.", "STD §2, PEN", "jokers", 0, 4)] = 1
    removed: Annotated[
        tuple[str, ...],
        card_option(
            "Cards left out: each name takes out one copy, '2*' every deuce of every pack.",
            "STD §2, PEN, A14",
            "removed",
            "cards, or '2*' for all of a rank",
        ),
    ] = ()
    hand: Annotated[
        int, option("Cards dealt to each seat; also the number of tricks.", "STD §2, PEN, A15", "hand", 1, 18)
    ] = 10
    kitty: Annotated[
        int, option("Cards laid face down for the declarer.", "STD §2, PEN, A15", "kitty", 0, 12)
    ] = 3
    direction: Annotated[
        Literal["clockwise"], option("Order of dealing, bidding and play.", "STD §2, PEN", "direction")
    ] = "clockwise"
    first_dealer: Annotated[
        Literal["random"],
        option(
            "Who deals first. Deals on their own take turns: seat = deal number modulo players.",
            "STD §2, PEN",
            "first_dealer",
        ),
    ] = "random"
    next_dealer: Annotated[
        Literal["friend_else_declarer", "clockwise", "declarer"],
        option(
            "In a match, who deals next: the last friend, or after a solo the declarer; the next seat; or always the "
            "last declarer.",
            "STD §2, PEN, A30",
            "next_dealer",
        ),
    ] = "friend_else_declarer"
    first_bidder: Annotated[
        Literal["dealer_then_previous_declarer", "dealer", "left_of_dealer"],
        option(
            "Who opens the bidding: the dealer in a first deal and later the last declarer; always the dealer; or the "
            "seat on the dealer's left.",
            "STD §2, PEN",
            "first_bidder",
        ),
    ] = "dealer_then_previous_declarer"


class Misdeal(Group, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Throwing in a weak hand. The scale counts in half points, and trump is unknown when it is used."""

    enabled: Annotated[bool, option("Whether a weak hand may be thrown in.", "STD §3, PEN", "misdeal.enabled")] = True
    honor: Annotated[
        int, option("Half points for an ace, king, queen or jack.", "STD §3", "misdeal.values.AKQJ", -7, 7)
    ] = 2
    ten: Annotated[int, option("Half points for a ten.", "STD §3", "misdeal.values.T", -7, 7)] = 1
    spade_ace: Annotated[
        int, option("Half points for the ace of spades, instead of an ace's.", "STD §3", "misdeal.values.SA", -7, 7)
    ] = 0
    joker: Annotated[int, option("Half points for a joker.", "STD §3", "misdeal.values.JOKER", -7, 7)] = -2
    threshold: Annotated[
        int, option("A hand of at most so many half points may be thrown in.", "STD §3", "misdeal.threshold", -40, 40)
    ] = 1
    when: Annotated[
        Literal["own_first_turn", "own_any_turn", "before_bidding"],
        option(
            "When a weak hand is shown: on one's first turn before a call of one's own; on any turn of one's own while "
            "still bidding; or before the first bid, asked round in bidding order.",
            "STD §3, A24",
            "misdeal.when",
        ),
    ] = "own_first_turn"
    optional: Annotated[
        bool,
        option(
            "Whether throwing in is the player's choice; if not, every weak hand is thrown in.",
            "STD §3, A24",
            "misdeal.optional",
        ),
    ] = True
    redeal_by: Annotated[
        Literal["claimant", "same", "next"],
        option(
            "Who deals again after a misdeal: the claimant, who also opens the bidding; the same dealer, with the same "
            "opener; or the next seat.",
            "STD §3, A21, A31",
            "misdeal.redeal_by, next_opener",
        ),
    ] = "claimant"


class Auction(Group, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The bidding for the contract."""

    min_number: Annotated[int, option("Lowest number that may be bid.", "STD §3, PEN", "min_bid", 1, 40)] = 13
    max_number: Annotated[int, option("Highest number that may be bid.", "STD §3, PEN", "max_bid", 1, 40)] = 20
    notrump_allowed: Annotated[
        bool, option("Whether a contract may be without trump.", "STD §3, PEN", "nt_allowed")
    ] = True
    notrump_wins_ties: Annotated[
        bool, option("Whether no-trump outranks a suit of the same number.", "STD §3, A20", "nt_wins_ties")
    ] = True
    suit_order: Annotated[
        Literal["none", "SHDC", "SDHC"],
        option(
            "Whether a suit outranks another at the same number, and in which order, highest first.",
            "STD §3, A20",
            "suit_order",
        ),
    ] = "none"
    passing: Annotated[Literal["final"], option("A pass ends one's part in the bidding.", "STD §3, PEN", "pass")] = (
        "final"
    )
    opener_may_pass: Annotated[
        bool, option("Whether the first to speak may pass; if not, he must bid.", "STD §3, PEN", "opener_may_pass")
    ] = True
    ends: Annotated[
        Literal["unbeatable_and_no_claim_left", "one_left", "unbeatable", "at_top"],
        option(
            "When the bidding ends: everybody has his turns, also after a bid that nobody can outrank (the first two); "
            "at once with such a bid; or at once with a bid of the highest number in any strain.",
            "STD §3, PEN, A25",
            "auction_ends_on",
        ),
    ] = "unbeatable_and_no_claim_left"
    all_pass: Annotated[
        Literal["same_dealer_redeals", "next_dealer_redeals"],
        option("Who deals again when everybody passes.", "STD §3, PEN, A21", "all_pass"),
    ] = "same_dealer_redeals"


class Exchange(Group, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The kitty, the discard, and what a change of contract costs."""

    suit_to_suit: Annotated[
        int, option("Least raise for another suit; -1: no such change.", "STD §4, PEN", "change_suit_cost", -1, 40)
    ] = 2
    suit_to_notrump: Annotated[
        int,
        option("Least raise from a suit to no-trump; -1: no such change.", "STD §4, PEN", "change_to_nt_cost", -1, 40),
    ] = 1
    notrump_to_suit: Annotated[
        int,
        option(
            "Least raise from no-trump to a suit; -1: no such change.", "STD §4, PEN", "change_nt_to_suit_cost", -1, 40
        ),
    ] = 2
    cap_at_max: Annotated[
        bool,
        option(
            "Whether the highest number suffices where a change would cost more.", "STD §4", "change_cap_at_max"
        ),
    ] = True
    free_at_max: Annotated[
        Literal["to_notrump", "any", "none"],
        option("Which change is allowed at the highest number, where none can raise.", "STD §4", "free_change_at_max"),
    ] = "to_notrump"
    raise_without_change: Annotated[
        bool,
        option(
            "Whether the declarer may raise as he likes; if not, the number moves by what a change costs, exactly.",
            "STD §4, PEN",
            "raise_without_change",
        ),
    ] = True
    blind_change: Annotated[
        int,
        option(
            "Least raise for another strain named before the kitty is seen, and then not again; -1: no such change.",
            "other, A27",
            "blind_change",
            -1,
            40,
        ),
    ] = -1
    change_stake: Annotated[
        int,
        option("The score is multiplied by this if the strain was changed.", "PEN, A12", "change_stake_x", 1, 3),
    ] = 1
    changes: Annotated[
        Literal["once"],
        option("Discard, change and friend are decided together, once.", "STD §4, A27", "change_count"),
    ] = "once"
    discard: Annotated[
        Literal["any"],
        option(
            "What may be laid away, as many as the kitty held: any cards, specials and points too.",
            "STD §4, PEN, A29",
            "discard",
        ),
    ] = "any"
    discard_points_to: Annotated[
        Literal["declarer_side"], option("Whose the points in the discard are.", "STD §4, PEN", "discard_points_to")
    ] = "declarer_side"
    discard_shown: Annotated[
        Literal["never"], option("When the others see the discard.", "STD §5", "discards_shown")
    ] = "never"


class Friend(Group, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How the declarer chooses the friend."""

    kinds: Annotated[
        tuple[Literal["card", "own_card", "first_trick", "none"], ...],
        option(
            "Calls allowed: by a card; by a card of one's own or laid away (a secret solo); by the first trick; openly "
            "nobody. Without any, the declarer always plays alone.",
            "STD §4, PEN, A17",
            "friend_kinds",
        ),
    ] = ("card", "own_card", "first_trick", "none")
    uncallable: Annotated[
        tuple[str, ...],
        card_option("Cards that may not be called.", "other, A16", "friend_uncallable", "cards of the pack"),
    ] = ()
    copies: Annotated[
        Literal["all_holders", "first_played"],
        option(
            "With a called card that exists more than once: every other holder is a friend, or only who plays a copy "
            "first.",
            "PEN, A16",
            "friend_copies",
        ),
    ] = "all_holders"
    reveal: Annotated[
        Literal["when_played"],
        option("When the holder of the called card is known.", "STD §4, PEN, A28", "friend_reveal"),
    ] = "when_played"
    suit_request: Annotated[
        Literal[
            "off",
            "advisory_at_top_notrump",
            "binding_first_lead_at_top_notrump",
            "binding_all_leads_at_top_notrump",
        ],
        option(
            "Whether the declarer may ask for a suit at the highest no-trump: not at all; as a wish; or so that a "
            "friend who holds the suit must lead it, the first time or every time he leads.",
            "STD §4, PEN, A19",
            "lead_suit_request",
        ),
    ] = "advisory_at_top_notrump"
