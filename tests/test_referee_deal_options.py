"""The referee at every value of the options around the play, each by an example worked out by hand from the rules."""

import pytest
import referee
from referee import Disagreement, judge, settle
from referee_bids import Auction, bid_is_legal, change_is_legal, split_bid
from referee_cards import count_points, may_claim_misdeal, pack, weakness
from referee_deals import WEAK, bids, by_hand, rotated, with_misdeal
from referee_options import OPTIONS, YES_NO
from referee_score import dealer_after, match_is_over, multiplier, opener_of, places, share_out, unit
from referee_written import calls, plays, settings, table

GROUPS = ["deal", "misdeal", "auction", "exchange", "friend", "score", "match"]
SHOWN = set()


def shows(text):
    """Mark a test as an example of these values of options."""
    SHOWN.update(settings(text))
    return lambda test: test


def rows(*listed):
    """The rows, whose first items are tables with the options set."""
    SHOWN.update(setting for row in listed for setting in settings(row[0].partition(" ")[2]))
    return listed


# Misdeal

STRONG = "SA SK SQ SJ ST HA HK HQ HJ HT".split()


def hands_with(*weak):
    return [WEAK if seat in weak else STRONG for seat in range(5)]


@pytest.mark.parametrize(
    ("rules", "opener", "made", "weak", "expected"),
    rows(
        ("standard misdeal.when=own_first_turn", 0, "13S", [2], []),
        ("standard misdeal.when=own_first_turn", 0, "13S pass", [2], [2]),
        ("standard misdeal.when=own_first_turn", 0, "13S 14S 15S 16S 17S 18S 19S", [2], []),
        ("standard misdeal.when=own_any_turn", 0, "13S", [2], []),
        ("standard misdeal.when=own_any_turn", 0, "13S pass", [2], [2]),
        ("standard misdeal.when=own_any_turn", 0, "13S 14S 15S 16S 17S 18S 19S", [2], [2]),
        ("standard misdeal.when=own_any_turn", 0, "13S pass 14S pass pass pass", [0, 1, 2, 3, 4], []),
        # All seats in bidding order, before the first call (A31)
        ("standard misdeal.when=before_bidding", 3, "", [1, 4], [4, 1]),
        ("standard misdeal.when=before_bidding", 0, "13S pass", [2], []),
        ("standard misdeal.enabled=true", 0, "", [0], [0]),
        ("standard misdeal.enabled=false", 0, "", [0], []),
    ),
)
def test_who_may_claim(rules, opener, made, weak, expected):
    assert calls(opener, made, table(rules)).claimants(hands_with(*weak)) == expected


@pytest.mark.parametrize(
    ("rules", "hand", "expected"),
    [
        # 2 honors, a ten, SA, the joker, half points: 4 + 1 + 0 - 2
        ("standard", "HA HK DT SA JK", 3),
        ("standard misdeal.honor=3 misdeal.ten=2 misdeal.spade_ace=1 misdeal.joker=-1", "HA HK DT SA JK", 8),
        # Every copy counts
        ("penalty-6", "HA HA DT DT SA SA JK JK", 4 + 2 + 0 - 4),
        ("standard", "S2 S9 C3", 0),
    ],
)
def test_the_misdeal_scale(rules, hand, expected):
    assert weakness(table(rules), hand.split()) == expected


def test_the_misdeal_threshold():
    assert may_claim_misdeal(table("standard misdeal.threshold=3"), "HA HK DT SA JK".split())
    assert not may_claim_misdeal(table("standard misdeal.threshold=2"), "HA HK DT SA JK".split())


def ruled(record, text):
    """The record under other rules."""
    return record | {"rules": table(text)}


@shows("misdeal.optional=true misdeal.optional=false")
def test_a_weak_hand_that_must_be_thrown_in():
    """Seat 0 holds only SA, at 0 points; its first turn is the fourth call."""
    judge(ruled(by_hand(), "standard misdeal.optional=true"))
    with pytest.raises(Disagreement, match=r"auction, call 3: .* must be thrown in first"):
        judge(ruled(by_hand(), "standard misdeal.optional=false"))
    with pytest.raises(Disagreement, match=r"auction, call 0: .* must be thrown in first"):
        judge(ruled(by_hand(), "standard misdeal.optional=false misdeal.when=before_bidding"))
    judge(ruled(by_hand(), "standard misdeal.optional=false misdeal.enabled=false"))
    judge(ruled(by_hand(), "standard misdeal.optional=false misdeal.threshold=-1"))


def test_of_two_hands_that_must_be_thrown_in_the_first_in_bidding_order():
    """Dealt by seat 0: seat 1 holds only DT, seat 2 only SA. In the deal that is played somebody else is weak."""
    hands = [
        "SK SQ SJ ST HK HQ HJ HT DK DQ".split(),
        WEAK,
        "SA H2 H3 H4 H5 H6 H7 H8 C2 C3".split(),
        "HA DA CA CK CQ CJ CT H9 D9 C9".split(),
        "S9 DJ D4 D5 D6 D7 D8 C4 C5 C6".split(),
    ]
    by_first, by_second = (with_misdeal(rotated(by_hand(), seat - 2), [], claimant=seat) for seat in (1, 2))
    for record in (by_first, by_second):
        record["redeals"][0] |= {"hands": hands, "kitty": ["C7", "C8", "JK"]}
        judge(ruled(record, "standard misdeal.when=before_bidding"))
    rules = "standard misdeal.when=before_bidding misdeal.optional=false"
    with pytest.raises(Disagreement, match=r"redeal 0, claimant: .* the first of \[1, 2\] must throw it in"):
        judge(ruled(by_second, rules))
    with pytest.raises(Disagreement, match=r"auction, call 0: .* must be thrown in first"):
        judge(ruled(by_first, rules))


def test_a_claim_before_the_bidding_only_before_a_call():
    rules = "standard misdeal.when=before_bidding"
    judge(ruled(with_misdeal(by_hand(), [], claimant=2), rules))
    with pytest.raises(Disagreement, match="redeal 0, claimant"):
        judge(ruled(with_misdeal(by_hand(), bids(0, "13S 14S"), claimant=2), rules))


def test_a_claim_at_a_table_without_misdeals():
    record = with_misdeal(by_hand(), bids(0, "13S 14S"), claimant=2)
    with pytest.raises(Disagreement, match=r"redeal 0, misdeal: .* this table has no misdeal"):
        judge(ruled(record, "standard misdeal.enabled=false"))


LEFT = "deal.first_bidder=left_of_dealer"


@pytest.mark.parametrize(
    ("rules", "reason", "seat", "expected"),
    rows(
        # Seat 1 dealt; who deals and opens next (A21)
        ("standard misdeal.redeal_by=claimant", "misdeal", 4, (4, 4)),
        (f"standard misdeal.redeal_by=claimant {LEFT}", "misdeal", 4, (4, 4)),
        ("standard misdeal.redeal_by=same", "misdeal", 4, (1, 1)),
        (f"standard misdeal.redeal_by=same {LEFT}", "misdeal", 4, (1, 2)),
        ("standard misdeal.redeal_by=next", "misdeal", 4, (2, 2)),
        (f"standard misdeal.redeal_by=next {LEFT}", "misdeal", 4, (2, 3)),
        ("standard auction.all_pass=same_dealer_redeals", "all-pass", None, (1, 1)),
        (f"standard auction.all_pass=same_dealer_redeals {LEFT}", "all-pass", None, (1, 2)),
        ("standard auction.all_pass=next_dealer_redeals", "all-pass", None, (2, 2)),
        (f"standard auction.all_pass=next_dealer_redeals {LEFT}", "all-pass", None, (2, 3)),
    ),
)
def test_who_deals_after_a_deal_thrown_in(rules, reason, seat, expected):
    opener = 2 if LEFT in rules else 1
    redeal = {"reason": reason, "seat": seat, "dealer": 1, "opener": opener}
    assert referee.start_after(table(rules), redeal, None) == expected


def test_in_a_match_the_previous_declarer_opens_again():
    """STD §2: but where the claimant deals, he opens (STD §3)."""
    redeal = {"reason": "misdeal", "seat": 4, "dealer": 1, "opener": 3}
    assert referee.start_after(table("standard misdeal.redeal_by=claimant"), redeal, 3) == (4, 4)
    assert referee.start_after(table("standard misdeal.redeal_by=same"), redeal, 3) == (1, 3)
    assert referee.start_after(table("standard misdeal.redeal_by=next"), redeal, 3) == (2, 3)


@pytest.mark.parametrize(
    ("rules", "alone", "later"),
    rows(
        # Deal 7 of five players is dealt by seat 2; then seat 2 deals after a deal that seat 4 declared
        ("standard deal.first_bidder=dealer_then_previous_declarer", (2, 2), 4),
        ("standard deal.first_bidder=dealer", (2, 2), 2),
        ("standard deal.first_bidder=left_of_dealer", (2, 3), 3),
    ),
)
def test_who_opens(rules, alone, later):
    record = {"rules": table(rules), "deal": 7, "redeals": [], "match": None, "dealer": 0}
    assert referee.first_start(record, None) == alone
    assert opener_of(table(rules), 2, previous_declarer=4) == later


@pytest.mark.parametrize(
    ("rules", "friends", "expected"),
    rows(
        # Seat 1 dealt, seat 3 declared
        ("standard deal.next_dealer=friend_else_declarer", [0], 0),
        ("standard deal.next_dealer=friend_else_declarer", [], 3),
        ("standard deal.next_dealer=friend_else_declarer", [2, 4], 4),
        ("standard deal.next_dealer=clockwise", [0], 2),
        ("standard deal.next_dealer=declarer", [0], 3),
    ),
)
def test_who_deals_the_next_deal_of_a_match(rules, friends, expected):
    assert dealer_after(table(rules), 1, 3, friends) == expected


@pytest.mark.parametrize(
    ("rules", "cards", "points"),
    [
        # Cards and point cards (README 1.1 of the rules)
        ("standard", 53, 20),
        ("penalty-3", 33, 20),
        ("penalty-4", 43, 20),
        ("penalty-6", 108, 40),
        ("penalty-7", 104, 40),
        ("penalty-8", 102, 40),
        ("standard deal.removed=[HA]", 52, 19),
        ("penalty-6 deal.removed=[HA,2*]", 99, 39),
    ],
)
def test_packs(rules, cards, points):
    assert (len(pack(table(rules))), count_points(pack(table(rules)))) == (cards, points)


@shows("deal.packs=1 deal.packs=2")
def test_one_pack_has_a_card_once_two_have_it_twice_less_what_was_taken_out():
    one, two = pack(table("standard")), pack(table("penalty-8"))
    assert [one.count(card) for card in ("SA", "C2", "D2", "JK")] == [1, 1, 1, 1]
    assert [two.count(card) for card in ("SA", "C2", "D2", "JK")] == [2, 0, 1, 4]


# Auction


@pytest.mark.parametrize(
    ("rules", "best", "new", "expected"),
    rows(
        ("standard auction.notrump_wins_ties=true", "14S", "14N", True),
        ("standard auction.notrump_wins_ties=true", "14N", "14S", False),
        ("standard auction.notrump_wins_ties=false", "14S", "14N", False),
        ("standard auction.notrump_wins_ties=false", "14N", "14S", False),
        ("standard auction.notrump_wins_ties=false", "14N", "15S", True),
        ("standard auction.notrump_allowed=true", None, "14N", True),
        ("standard auction.notrump_allowed=false", None, "14N", False),
        # A20
        ("standard auction.suit_order=none", "14C", "14S", False),
        ("standard auction.suit_order=SHDC", "14C", "14D", True),
        ("standard auction.suit_order=SHDC", "14D", "14H", True),
        ("standard auction.suit_order=SHDC", "14H", "14S", True),
        ("standard auction.suit_order=SHDC", "14H", "14D", False),
        ("standard auction.suit_order=SHDC", "14S", "14S", False),
        ("standard auction.suit_order=SHDC", "14S", "14N", True),
        ("standard auction.suit_order=SHDC auction.notrump_wins_ties=false", "14C", "14N", False),
        ("standard auction.suit_order=SHDC auction.notrump_wins_ties=false", "14N", "14S", False),
        ("standard auction.suit_order=SDHC", "14H", "14D", True),
        ("standard auction.suit_order=SDHC", "14D", "14H", False),
        ("standard auction.suit_order=SDHC", "14D", "14S", True),
        ("standard auction.suit_order=SDHC", "14C", "14H", True),
        ("standard auction.min_number=12", None, "12S", True),
        ("standard auction.max_number=23", "20N", "23S", True),
        ("penalty-6", "39N", "40C", True),
        ("penalty-6", "40C", "41C", False),
    ),
)
def test_bids(rules, best, new, expected):
    assert bid_is_legal(table(rules), best, new) is expected


@pytest.mark.parametrize(
    ("rules", "made", "over"),
    rows(
        # A25: everybody has his turns, also after a bid that none can beat
        ("standard auction.ends=unbeatable_and_no_claim_left", "20N", False),
        ("standard auction.ends=one_left", "20N", False),
        ("standard auction.ends=one_left", "20N pass pass pass", False),
        ("standard auction.ends=one_left", "20N pass pass pass pass", True),
        ("standard auction.ends=unbeatable", "20N", True),
        ("standard auction.ends=unbeatable", "20S", False),
        ("standard auction.ends=unbeatable", "19N", False),
        ("standard auction.ends=unbeatable", "13S pass pass pass pass", True),
        ("standard auction.ends=unbeatable auction.notrump_wins_ties=false", "20S", True),
        ("standard auction.ends=unbeatable auction.notrump_allowed=false", "20S", True),
        ("standard auction.ends=unbeatable auction.suit_order=SHDC auction.notrump_allowed=false", "20H", False),
        ("standard auction.ends=unbeatable auction.suit_order=SHDC auction.notrump_allowed=false", "20S", True),
        ("standard auction.ends=at_top", "pass 20C", True),
        ("standard auction.ends=at_top", "19N", False),
    ),
)
def test_when_the_auction_ends(rules, made, over):
    assert calls(0, made, table(rules)).is_over() is over


def test_nobody_may_claim_after_a_bid_that_ended_the_auction():
    hands = hands_with(0, 1, 2, 3, 4)
    assert calls(0, "20N", table("standard")).claimants(hands) == [1]
    assert calls(0, "20N", table("standard auction.ends=unbeatable")).claimants(hands) == []


@shows("auction.opener_may_pass=true auction.opener_may_pass=false")
def test_the_openers_first_call():
    assert Auction(table("standard auction.opener_may_pass=true"), 0).is_legal("pass")
    rules = table("standard auction.opener_may_pass=false")
    assert not Auction(rules, 0).is_legal("pass")
    assert calls(0, "13S", rules).is_legal("pass")
    assert calls(0, "13S 14S 15S 16S 17S", rules).is_legal("pass")
    with pytest.raises(Disagreement, match="auction, call 0: the record says 'pass'"):
        judge(ruled(by_hand(), "standard auction.opener_may_pass=false"))


# Exchange


NO_RAISE = "exchange.raise_without_change=false"


@pytest.mark.parametrize(
    ("rules", "won", "final", "expected"),
    rows(
        ("standard exchange.suit_to_suit=3", "15H", "18S", True),
        ("standard exchange.suit_to_suit=3", "15H", "17S", False),
        ("standard exchange.suit_to_suit=-1", "15H", "20S", False),
        ("standard exchange.suit_to_suit=-1", "15H", "16N", True),
        ("standard exchange.suit_to_notrump=2", "15H", "16N", False),
        ("standard exchange.suit_to_notrump=2", "15H", "17N", True),
        ("standard exchange.suit_to_notrump=-1", "15H", "20N", False),
        ("standard exchange.suit_to_notrump=-1", "20H", "20N", False),
        ("standard exchange.notrump_to_suit=1", "15N", "16S", True),
        ("standard exchange.notrump_to_suit=-1", "15N", "20S", False),
        ("standard exchange.cap_at_max=true", "19H", "20S", True),
        ("standard exchange.cap_at_max=true exchange.suit_to_suit=9", "13H", "20S", True),
        ("standard exchange.cap_at_max=true exchange.suit_to_suit=9", "13H", "19S", False),
        ("standard exchange.cap_at_max=true", "20H", "20S", False),
        ("standard exchange.cap_at_max=false", "19H", "20S", False),
        ("standard exchange.cap_at_max=false", "19H", "20N", True),
        ("standard exchange.free_at_max=to_notrump", "20H", "20N", True),
        ("standard exchange.free_at_max=to_notrump", "20H", "20S", False),
        ("standard exchange.free_at_max=to_notrump", "20N", "20S", False),
        ("standard exchange.free_at_max=any", "20H", "20S", True),
        ("standard exchange.free_at_max=any", "20N", "20S", True),
        ("standard exchange.free_at_max=any", "20H", "20N", True),
        ("standard exchange.free_at_max=any exchange.suit_to_suit=-1", "20H", "20S", False),
        ("standard exchange.free_at_max=any", "19H", "19S", False),
        ("standard exchange.free_at_max=none", "20H", "20N", False),
        ("standard exchange.free_at_max=none", "20H", "20H", True),
        # PEN: he may announce a new trump, also at the top bid
        ("penalty-5", "20H", "20S", True),
        ("penalty-5", "15H", "15N", True),
        ("penalty-5 exchange.free_at_max=to_notrump", "20H", "20S", True),
        ("penalty-5 exchange.free_at_max=none", "20H", "20S", True),
        ("penalty-6", "40N", "40S", True),
        ("penalty-6", "30N", "31S", False),
        ("standard exchange.raise_without_change=true", "15H", "19H", True),
        ("standard exchange.raise_without_change=true", "15H", "19S", True),
        (f"standard {NO_RAISE}", "15H", "15H", True),
        (f"standard {NO_RAISE}", "15H", "16H", False),
        (f"standard {NO_RAISE}", "15H", "17S", True),
        (f"standard {NO_RAISE}", "15H", "18S", False),
        (f"standard {NO_RAISE} exchange.suit_to_suit=3", "18H", "20S", True),
        (f"standard {NO_RAISE} exchange.suit_to_suit=3", "18H", "19S", False),
        # A27: blind, at a price of its own, before the kitty
        ("standard exchange.blind_change=1", "15H", "16S", True),
        ("standard exchange.blind_change=1", "15H", "17S", True),
        ("standard exchange.blind_change=1", "15H", "15S", False),
        ("standard exchange.blind_change=0", "15H", "15S", True),
        ("standard exchange.blind_change=0", "15H", "15N", True),
        ("standard exchange.blind_change=-1", "15H", "16S", False),
        ("standard exchange.blind_change=1 exchange.notrump_to_suit=-1", "15N", "16S", True),
        ("standard exchange.blind_change=1", "20H", "20S", False),
        ("standard exchange.blind_change=3 exchange.suit_to_suit=-1", "18H", "20S", False),
        ("standard exchange.blind_change=3 exchange.suit_to_suit=-1", "17H", "20S", True),
        (f"standard exchange.blind_change=1 {NO_RAISE} exchange.suit_to_suit=3", "15H", "16S", True),
        (f"standard exchange.blind_change=1 {NO_RAISE} exchange.suit_to_suit=3", "15H", "17S", False),
        (f"standard exchange.blind_change=1 {NO_RAISE} exchange.suit_to_suit=3", "15H", "18S", True),
        ("standard auction.notrump_allowed=false exchange.blind_change=1", "15H", "16N", False),
        ("standard", "15H", "14H", False),
    ),
)
def test_changes(rules, won, final, expected):
    assert change_is_legal(table(rules), won, final) is expected


def test_the_stake_is_for_a_change_of_strain_not_for_a_raise():
    """S = 18 in the deal worked out by hand, where 14H is raised to 15H."""
    record = ruled(by_hand(), "standard exchange.change_stake=3")
    assert settle(record)["scores"] == [18, -18, -18, 36, -18]
    assert settle(record | {"bid": "13D"})["scores"] == [54, -54, -54, 108, -54]
    assert settle(record | {"bid": "13D"})["multiplier"] == 6


# Friend


def called(text, cards):
    """(kinds allowed, cards that may be called) of a declarer with these cards, in hand and kitty."""
    record = {"rules": table(text), "declarer": 0, "hands": [cards.split()], "kitty": []}
    allowed = referee.calls_allowed(record)
    return (
        {call["kind"] for call in allowed if call is not None},
        {call["card"] for call in allowed if call is not None and call["kind"] == "card"},
    )


def test_kinds_of_friends():
    kinds, cards = called("standard", "SA H2")
    assert kinds == {"card", "first-trick", "none"}
    assert cards == set(pack(table("standard")))
    kinds, cards = called("standard friend.kinds=[card,none]", "SA H2")
    assert kinds == {"card", "none"}
    assert cards == set(pack(table("standard"))) - {"SA", "H2"}
    assert called("standard friend.kinds=[own_card]", "SA H2") == ({"card"}, {"SA", "H2"})
    assert called("standard friend.kinds=[first_trick]", "SA H2") == ({"first-trick"}, set())
    assert called("standard friend.kinds=[none]", "SA H2") == ({"none"}, set())


def test_no_friend_at_the_table_no_call():
    record = {"rules": table("penalty-3"), "declarer": 0, "hands": [["SA"]], "kitty": []}
    assert referee.calls_allowed(record) == [None]


def test_two_packs_a_card_is_ones_own_with_all_its_copies():
    assert "SA" in called("penalty-6 friend.kinds=[card]", "SA H2")[1]
    assert "SA" not in called("penalty-6 friend.kinds=[card]", "SA SA H2")[1]
    assert called("penalty-6 friend.kinds=[own_card]", "SA SA H2") == ({"card"}, {"SA"})
    assert called("penalty-6 friend.kinds=[own_card]", "JK JK JK JK") == ({"card"}, {"JK"})
    assert called("penalty-6 friend.kinds=[own_card]", "JK JK JK H2") == (set(), set())
    # One D2 is left in that pack, no C2
    assert called("penalty-8 friend.kinds=[own_card]", "D2 H3") == ({"card"}, {"D2"})
    assert "C2" not in called("penalty-8", "D3")[1]


def test_cards_that_may_not_be_called():
    cards = called("standard friend.uncallable=[JK,SA]", "HA H2")[1]
    assert cards == set(pack(table("standard"))) - {"JK", "SA"}
    assert called("standard friend.uncallable=[SA] friend.kinds=[own_card]", "SA")[1] == set()


# Six players, declarer 0: seats 2 and 4 hold one SA each (worked process Q15).
HANDS_OF_SIX = [["HA"], ["D5"], ["SA"], ["C4"], ["SA"], ["H9"]]


def played(first_leader, *tricks):
    """Tricks of six, each from its leader: (leader, cards)."""
    made, leader = [], first_leader
    for text in tricks:
        table_of = plays(text)
        for index, play in enumerate(table_of):
            play["seat"] = (leader + index) % len(table_of)
        made.append({"leader": leader, "plays": table_of, "winner": leader})
        leader = made[-1]["winner"]
    return made


def six(text, call, tricks):
    record = {"rules": table(text), "declarer": 0, "hands": HANDS_OF_SIX, "kitty": [], "tricks": tricks}
    return record | {"contract": "40N", "friend_call": call, "requested_suit": None}


CALL_SA = {"kind": "card", "card": "SA"}


@shows("friend.copies=all_holders friend.copies=first_played")
def test_friends_by_copies():
    tricks = played(3, "C4 SA H9 HA D5 SA")
    assert referee.friends_of(six("penalty-6 friend.copies=all_holders", CALL_SA, tricks)) == [2, 4]
    assert referee.friends_of(six("penalty-6 friend.copies=first_played", CALL_SA, tricks)) == [4]
    assert referee.friends_of(six("penalty-6 friend.copies=first_played", CALL_SA, [])) == []


def test_the_declarers_copy_makes_no_friend_the_next_one_does():
    hands = [["SA"], ["D5"], ["SA"], ["C4"], ["H2"], ["H9"]]
    for copies in ("all_holders", "first_played"):
        record = six(f"penalty-6 friend.copies={copies}", CALL_SA, played(0, "SA D5 SA C4 H2 H9")) | {"hands": hands}
        assert referee.friends_of(record) == [2]


def test_all_copies_with_the_declarer_is_a_secret_solo():
    hands = [["SA", "HA"], ["D5"], ["H3"], ["C4"], ["H2"], ["H9"]]
    tricks = played(0, "SA D5 H3 C4 H2 H9")
    for copies in ("all_holders", "first_played"):
        record = six(f"penalty-6 friend.copies={copies}", CALL_SA, tricks) | {"hands": hands, "kitty": ["SA"]}
        assert referee.partner_of(record) == "secret"


def test_a_joker_may_make_four_friends_and_one_holder_of_two_is_one():
    call = {"kind": "card", "card": "JK"}
    hands = [["HA"], ["JK"], ["JK"], ["JK"], ["JK"], ["H9"]]
    assert referee.friends_of(six("penalty-6", call, []) | {"hands": hands}) == [1, 2, 3, 4]
    hands = [["JK"], ["JK", "JK"], ["H2"], ["H3"], ["JK"], ["H9"]]
    assert referee.friends_of(six("penalty-6", call, []) | {"hands": hands}) == [1, 4]


def test_how_a_solo_is_announced():
    assert referee.partner_of(six("penalty-6", {"kind": "none"}, [])) == "open"
    assert referee.partner_of(six("penalty-6", None, [])) == "secret"
    assert referee.partner_of(six("penalty-6", {"kind": "first-trick"}, played(0, "HA D5 H2 C4 H3 H9"))) == "secret"
    assert referee.partner_of(six("penalty-6", CALL_SA, [])) == "friend"


BINDING_FIRST = "penalty-6 friend.suit_request=binding_first_lead_at_top_notrump"
BINDING_ALL = "penalty-6 friend.suit_request=binding_all_leads_at_top_notrump"


@pytest.mark.parametrize(
    ("rules", "contract", "call", "expected"),
    rows(
        ("standard friend.suit_request=off", "20N", CALL_SA, False),
        ("standard friend.suit_request=advisory_at_top_notrump", "20N", CALL_SA, True),
        ("standard friend.suit_request=advisory_at_top_notrump", "20S", CALL_SA, False),
        ("standard friend.suit_request=advisory_at_top_notrump", "19N", CALL_SA, False),
        ("standard friend.suit_request=advisory_at_top_notrump", "20N", {"kind": "first-trick"}, True),
        ("standard friend.suit_request=advisory_at_top_notrump", "20N", {"kind": "none"}, False),
        ("penalty-3", "20N", None, False),
        (BINDING_FIRST, "40N", CALL_SA, True),
        (BINDING_ALL, "40N", CALL_SA, True),
        (BINDING_ALL, "20N", CALL_SA, False),
    ),
)
def test_when_a_suit_may_be_asked_for(rules, contract, call, expected):
    record = {"rules": table(rules), "contract": contract, "friend_call": call}
    assert referee.may_request(record) is expected


def asked(rules, number, leader, tricks, call=CALL_SA):
    return referee.binding_suit(six(rules, call, tricks) | {"requested_suit": "H"}, number, leader)


def test_an_advisory_request_binds_nobody():
    assert asked("penalty-6 friend.suit_request=advisory_at_top_notrump", 1, 2, []) is None


def test_a_friend_by_card_is_bound_from_the_start():
    """Seat 2 leads tricks 2 and 3; seat 4 the fourth; seat 3 is no friend."""
    tricks = [{"leader": seat, "plays": [{"seat": seat, "card": "H2"}]} for seat in (0, 2, 2, 4, 3)]
    assert [asked(BINDING_FIRST, number, 2, tricks) for number in (2, 3)] == ["H", None]
    assert [asked(BINDING_ALL, number, 2, tricks) for number in (2, 3)] == ["H", "H"]
    assert asked(BINDING_FIRST, 4, 4, tricks) == "H"
    assert asked(BINDING_ALL, 5, 3, tricks) is None
    assert asked(BINDING_ALL, 1, 0, tricks) is None


def test_a_friend_by_the_first_trick_is_bound_from_then_on():
    first = played(0, "H5 D5 SA C4 H2 H9")[0] | {"winner": 2}
    tricks = [first, *({"leader": 2, "plays": [{"seat": 2, "card": "H2"}]} for _ in range(2))]
    call = {"kind": "first-trick"}
    assert [asked(BINDING_FIRST, number, 2, tricks, call) for number in (2, 3)] == ["H", None]
    assert [asked(BINDING_ALL, number, 2, tricks, call) for number in (2, 3)] == ["H", "H"]


def test_a_friend_by_the_first_copy_played_is_bound_after_it():
    """Seat 2 leads trick 2 and 3 unbound, in 3 with the called card itself; trick 4 is his first bound lead."""
    rules = BINDING_FIRST + " friend.copies=first_played"
    leads = [(0, "H2"), (2, "C5"), (2, "SA"), (2, "H3"), (2, "H4")]
    tricks = [{"leader": seat, "plays": [{"seat": seat, "card": card}]} for seat, card in leads]
    assert [asked(rules, number, 2, tricks) for number in (2, 3, 4, 5)] == [None, None, "H", None]
    rules = BINDING_ALL + " friend.copies=first_played"
    assert [asked(rules, number, 2, tricks) for number in (2, 3, 4, 5)] == [None, None, "H", "H"]
    assert asked(rules, 5, 4, tricks) is None


# Scores

ALONE = []


def scores(rules, contract, points, friends, partner, changed=False):
    """Seat 0 declares."""
    made = points >= split_bid(contract)[0]
    amount = unit(rules, contract, points) * multiplier(rules, contract, points, partner, changed)
    return share_out(rules, made, amount, 0, friends)


@pytest.mark.parametrize(
    ("rules", "contract", "points", "friends", "expected"),
    rows(
        # 2 (15 - 13) + 2; 15 - 12; 17 - 12
        ("standard score.formula=risk2", "15S", 17, [1], [12, 6, -6, -6, -6]),
        ("penalty-5 score.formula=penalty", "15S", 17, [1], [0, 0, 3, 3, 3]),
        ("penalty-5 score.formula=penalty_by_points", "15S", 17, [1], [0, 0, 5, 5, 5]),
        ("standard score.base=10", "15S", 17, [1], [24, 12, -12, -12, -12]),
        # Failed by 2; or what exactly 15 would have been worth: 2 (15 - 13), 15 - 12
        ("standard score.failed=shortfall", "15S", 13, [1], [-4, -2, 2, 2, 2]),
        ("standard score.failed=same_amount", "15S", 13, [1], [-8, -4, 4, 4, 4]),
        ("penalty-5 score.failed=same_amount", "15S", 13, [1], [3, 3, 0, 0, 0]),
        ("penalty-5 score.failed=shortfall", "15S", 13, [1], [2, 2, 0, 0, 0]),
        ("penalty-5 score.formula=penalty_by_points", "15S", 13, [1], [3, 3, 0, 0, 0]),
        ("standard score.double_notrump=always", "16N", 18, [1], [32, 16, -16, -16, -16]),
        ("standard score.double_notrump=never", "16N", 18, [1], [16, 8, -8, -8, -8]),
        ("standard score.double_notrump=always", "16N", 15, [1], [-4, -2, 2, 2, 2]),
        ("standard score.double_open_solo=always", "15D", 16, ["open"], [40, -10, -10, -10, -10]),
        ("standard score.double_open_solo=never", "15D", 16, ["open"], [20, -5, -5, -5, -5]),
        ("standard score.double_open_solo=always", "15D", 16, ["secret"], [20, -5, -5, -5, -5]),
        ("standard score.double_run=all_points", "17H", 20, [1], [44, 22, -22, -22, -22]),
        ("standard score.double_run=never", "17H", 20, [1], [22, 11, -11, -11, -11]),
        ("penalty-6 score.double_run=all_points", "30S", 40, [1], [0, 0, 12, 12, 12, 12]),
        ("penalty-6 score.double_run=all_points", "30S", 39, [1], [0, 0, 6, 6, 6, 6]),
        # A bid above all points fails with all of them, and doubles all the same
        ("standard auction.max_number=23 score.double_run=all_points", "21H", 20, [1], [-4, -2, 2, 2, 2]),
        ("standard score.backrun_at_most=9", "13S", 9, [1], [-16, -8, 8, 8, 8]),
        ("standard score.backrun_at_most=-1", "13S", 9, [1], [-8, -4, 4, 4, 4]),
        ("standard score.backrun_at_most=10", "13S", 10, [1], [-12, -6, 6, 6, 6]),
        # ... only of failed contracts
        ("standard score.backrun_at_most=15", "13S", 14, [1], [2, 1, -1, -1, -1]),
        ("standard score.backrun_at_most=15", "15S", 15, [1], [8, 4, -4, -4, -4]),
        ("standard score.backrun_at_most=15", "16S", 15, [1], [-4, -2, 2, 2, 2]),
        ("standard score.shares=2_1_-1", "15S", 17, ["secret"], [24, -6, -6, -6, -6]),
        ("standard score.shares=penalty_to_losers", "15S", 17, [1], [0, 0, 6, 6, 6]),
        ("standard score.shares=penalty_to_losers", "15S", 13, ["secret"], [2, 0, 0, 0, 0]),
        # PEN: 6 players, 30 failed with two friends: 6 to each of the three
        ("penalty-6 score.shares=penalty_to_losers", "30S", 29, [2, 4], [6, 0, 6, 0, 6, 0]),
        ("penalty-6 score.shares=2_1_-1", "30S", 35, [1, 2], [6, 6, 6, -6, -6, -6]),
        ("penalty-6 score.shares=2_1_-1", "30S", 35, [1, 2, 3, 4], [-18, 6, 6, 6, 6, -6]),
        ("penalty-6 score.shares=2_1_-1", "30S", 29, [1], [-18, -6, 6, 6, 6, 6]),
        ("penalty-8", "40N", 39, ["open"], [16, 0, 0, 0, 0, 0, 0, 0]),
        ("penalty-3", "13S", 13, ["secret"], [0, 3, 3]),
        ("penalty-4 score.base=12", "12S", 12, [1], [0, 0, 0, 0]),
    ),
)
def test_scores(rules, contract, points, friends, expected):
    partner = friends[0] if friends[0] in ("open", "secret") else "friend"
    seats = friends if partner == "friend" else ALONE
    assert scores(table(rules), contract, points, seats, partner) == expected


@pytest.mark.parametrize(
    ("rules", "expected"),
    rows(
        ("penalty-5 exchange.change_stake=2", [0, 0, 6, 6, 6]),
        ("penalty-5 exchange.change_stake=1", [0, 0, 3, 3, 3]),
        ("standard exchange.change_stake=3", [36, 18, -18, -18, -18]),
    ),
)
def test_the_stake_of_a_changed_strain(rules, expected):
    assert scores(table(rules), "15S", 17, [1], "friend", changed=True) == expected


# Matches


@shows("match.ends=deals match.ends=total")
def test_when_a_match_is_over():
    totals = [120, 0, -40, -40, -40]
    assert [match_is_over(table("standard match.ends=deals"), totals, deals) for deals in (9, 10)] == [False, True]
    rules = table("standard match.ends=deals match.deals=3")
    assert [match_is_over(rules, totals, deals) for deals in (2, 3)] == [False, True]
    race = table("penalty-5 match.ends=total match.total=50")
    assert [match_is_over(race, [top, 3, 0, 0, 0], 4) for top in (49, 50)] == [False, True]


@shows("match.wins=high_total match.wins=low_total")
def test_places():
    """Worked process Q11: the two leaders share first place."""
    assert places(table("standard match.wins=high_total"), [40, 40, -10, -30, -40]) == [1, 1, 3, 4, 5]
    assert places(table("penalty-5 match.wins=low_total"), [12, 3, 7, 3, 0]) == [5, 2, 4, 2, 1]


def test_every_value_has_an_example():
    for group in GROUPS:
        for option, values in OPTIONS[group].items():
            if values is YES_NO or (isinstance(values, tuple) and len(values) > 1):
                missing = [value for value in values if (group, option, value) not in SHOWN]
                assert not missing, f"{group}.{option}"
