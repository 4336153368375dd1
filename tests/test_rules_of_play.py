"""Rules that other engines got wrong, each through the kernels with hands and plays given by the test.

Words of a play: `JK=H` is a joker that names hearts, `C3!` a hunter that demands the joker. Sources: STD and its
sections, readings such as A7, and Q for the worked procedures.
"""

import pytest
from scripted import SEATS, Fault, Table, bid_of, friend_of
from test_referee import BY_HAND

from mighty_sim.cards import mask_of
from mighty_sim.kernels.ruleset import Conditions

STRONG = "SA SK SQ SJ HA HK HQ HJ DA DK"  # no misdeal
WEAK = "S2 S3 S4 S5 S6 S7 S8 S9 ST H2"  # half a point


@pytest.fixture(scope="module")
def table():
    return Table()


# Who takes a trick (STD §5-6)


def test_cards_of_other_suits_never_win(table):
    """Trump C, trick 8: the two of the led suit beats king and more of other suits."""
    assert table.at_trick("C", 8).winner("S2 HK H8 D5 H3") == "S2"
    assert table.at_trick("N", 8).winner("S2 HA DA CA HK") == "S2"


def test_joker_led_to_trick_1_is_powerless_and_the_second_card_sets_the_suit(table):
    assert table.at_trick("D", 1).winner("JK S7 S3 SJ C5") == "SJ"
    assert table.at_trick("D", 1).winner("JK S7 HA SJ D2") == "D2"
    assert table.at_trick("N", 1).winner("JK S7 HA DA CA") == "S7"


@pytest.mark.parametrize("leader", range(SEATS))
def test_the_winner_does_not_hang_on_who_leads(table, leader):
    for trump, number, plays, winner in (
        ("D", 5, "H5 HA D2 H3 C5", 2),
        ("D", 5, "C3! JK CK C2 D7", 4),
        ("D", 1, "JK S7 S3 SJ C5", 3),
        ("S", 5, "H5 SA DA HK S2", 2),
        ("D", 4, "JK=H HA DA H3 C5", 0),
    ):
        assert table.at_trick(trump, number).play_out(plays, number, leader).winner == winner


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        ("C3! JK CK C2 D7", "D7"),  # a trump
        ("C3! JK C4 C2 H7", "C4"),  # any card of the led suit above the hunter
        ("C3! JK C2 HA SK", "C3"),  # the hunter itself, against off-suit cards
        ("C3! JK C2 HA SA", "SA"),  # the Mighty
    ],
)
def test_demanded_joker_wins_nothing(table, plays, winner):
    for number in (2, 4, 9, 10):
        assert table.at_trick("D", number).winner(plays) == winner


def test_joker_played_to_a_lead_wins_but_in_the_first_and_last_trick(table):
    for number in range(1, 11):
        right = "HA" if number in (1, 10) else "JK"
        assert table.at_trick("D", number).winner("H5 HA JK H2 H3") == right
        assert table.at_trick("D", number).winner("H5 JK D2 DA H3") == ("DA" if number in (1, 10) else "JK")
        assert table.at_trick("D", number).winner("H5 SA JK H2 H3") == "SA"
        assert table.at_trick("D", number).winner("H5 JK SA H2 H3") == "SA"


def test_joker_led_wins_against_all_but_the_mighty(table):
    assert table.at_trick("D", 5).winner("JK=H HA DA H3 C5") == "JK"
    assert table.at_trick("D", 5).winner("JK=H HA DA SA C5") == "SA"
    assert table.at_trick("S", 5).winner("JK=H HA SA DA C5") == "DA"
    assert table.at_trick("D", 5).winner("JK=D HA DA H3 C5") == "JK"


def test_hunter_played_or_thrown_to_a_lead_is_no_demand(table):
    assert table.at_trick("D", 5).winner("CQ C3 JK CK C2") == "JK"
    assert table.at_trick("D", 5).winner("HQ C3 JK HK H2") == "JK"
    assert table.at_trick("D", 5).legal("JK C9 H4", "CQ C3") == ["C9", "JK"]
    assert table.at_trick("D", 5).refuses("C3!", "C3 C4", "CQ")  # and cannot demand


def test_hunter_led_without_a_demand_demands_nothing(table):
    assert table.at_trick("D", 5).winner("C3 JK CK C2 D7") == "JK"
    assert table.at_trick("D", 5).legal("JK C9 H4", "C3") == ["C9", "JK"]


def test_hunter_is_C3_unless_clubs_are_trump(table):
    for trump in "SHDN":
        assert table.at_trick(trump).legal("JK H9 D4", "C3!") == ["JK"]
        assert table.at_trick(trump).refuses("S3!", "S3")
        assert table.at_trick(trump).refuses("D3!", "D3")
    assert table.at_trick("C").legal("JK H9 D4", "S3!") == ["JK"]
    assert table.at_trick("C").refuses("C3!", "C3")


def test_the_two_mighties(table):
    for trump in "HDCN":
        assert table.at_trick(trump).winner("H2 D2 SA DA C2") == "SA"
    assert table.at_trick("S").winner("H2 D2 SA DA C2") == "DA"
    assert table.at_trick("S").winner("H2 D2 SA DK C2") == "SA"  # the highest trump and no more
    assert table.at_trick("S").winner("H2 D2 SA JK C2") == "JK"


def test_SA_under_spades_follows_suit_and_is_no_first_lead(table):
    assert table.at_trick("S").legal("SA H4 D2", "H5") == ["H4"]
    assert table.at_trick("S").legal("SA S4 D2", "S5") == ["S4", "SA"]
    assert table.at_trick("S", 1).legal("SA S4 D2 H4") == ["D2", "H4"]
    assert table.at_trick("S", 1).legal("SA DA S4") == ["DA"]


def test_points_are_ace_king_queen_jack_ten(table):
    table.at_trick("N", 5)
    assert table.play_out("HA HK HQ HJ HT", 5).points == 5
    table.at_trick("N", 5)
    assert table.play_out("H9 JK S2 H2 C9", 5).points == 0
    table.at_trick("N", 5)
    assert table.play_out("DT H9 S2 CT C9", 5).points == 2


# What is legal (STD §5-6)


@pytest.mark.parametrize("trump", "SHDCN")
def test_who_can_follow_must(table, trump):
    """Every other card is refused, Mighty and joker aside."""
    hand = "JK SA S9 H4 HK D2 DA C5"
    mighty = "DA" if trump == "S" else "SA"
    for led, held in (("S5", ["S9", "SA"]), ("H5", ["H4", "HK"]), ("D5", ["D2", "DA"]), ("C6", ["C5"])):
        right = sorted({*held, "JK", mighty})
        assert table.at_trick(trump).legal(hand, led) == right
        for card in hand.split():
            assert table.at_trick(trump).refuses(card, hand, led) is (card not in right)


def test_no_duty_to_trump_or_to_win(table):
    assert table.at_trick("D").legal("D2 D9 S4 C5", "H5 HA") == ["C5", "D2", "D9", "S4"]


def test_under_a_demand_the_others_follow_suit(table):
    assert table.at_trick("D").legal("C9 H4", "C3!") == ["C9"]
    assert table.at_trick("D").legal("C9 SA H4", "C3!") == ["C9", "SA"]
    assert table.at_trick("D").legal("H4 S4", "C3!") == ["H4", "S4"]


def test_under_a_demand_the_joker_goes_or_the_mighty(table):
    for plays in ("C3!", "C3! C5", "C3! C5 SK", "C3! C5 SK D2"):
        assert table.at_trick("D").legal("JK C9 H4", plays) == ["JK"]
        assert table.at_trick("D").legal("JK SA C9 H4", plays) == ["JK", "SA"]
    assert table.at_trick("C").legal("JK SA S9", "S3!") == ["JK", "SA"]
    assert table.at_trick("S").legal("JK SA DA S9", "C3!") == ["DA", "JK"]


def test_a_demand_is_only_for_the_leader_of_the_hunter_after_trick_1(table):
    assert table.at_trick("D", 1).refuses("C3!", "C3 C4")
    assert not table.at_trick("D", 1).refuses("C3", "C3 C4")
    for number in range(2, 11):
        assert not table.at_trick("D", number).refuses("C3!", "C3 C4")
    assert table.at_trick("D").refuses("C4!", "C3 C4")
    assert table.at_trick("D").refuses("JK!", "JK C4")


def test_a_demand_does_not_catch_its_own_players_joker(table):
    """The joker stays in the leader's hand; everybody follows clubs."""
    table.at_trick("D", 5)
    found = table.play_out("C3! C4 C5 C6 C7", 5, 0, {0: "C3 JK"})
    assert found.legal[0] == ["C3", "JK"]
    assert (found.winner, table.cards("hand", 0)) == (4, ["JK"])


def test_a_demand_ends_with_its_trick(table):
    table.at_trick("D", 5).winner("C3! CK C5 C6 C7")
    table.give_lead(1)
    table.number = 6
    assert table.legal("JK C9 H4", "C8", 1) == ["C9", "JK"]
    table.number = 7
    assert table.winner("C8 JK CK C4 D7", 2) == "JK"


def test_joker_is_no_trump_also_at_no_trump(table):
    for trump in "SHDCN":
        assert "JK" in table.at_trick(trump, 1).legal("JK S4 H4 D4 C4")
    assert table.at_trick("N", 1).legal("JK S4 H4") == ["H4", "JK", "S4"]


@pytest.mark.parametrize("trump", range(4))
def test_ten_trumps_lead_trick_1(table, trump):
    suit = "SHDC"[trump]
    hand = [suit + rank for rank in "23456789TJ"]
    assert table.at_trick(suit, 1).legal(" ".join(hand)) == sorted(hand)
    for card in hand:
        assert not table.at_trick(suit, 1).refuses(card, " ".join(hand))


def test_nine_trumps_and_a_special_lead_the_special(table):
    """A5: joker and Mighty count as no trumps."""
    nine = "H2 H3 H4 H5 H6 H7 H8 H9 HT"
    assert table.at_trick("H", 1).legal(f"{nine} JK") == ["JK"]
    assert table.at_trick("H", 1).legal(f"{nine} SA") == ["SA"]
    assert table.at_trick("H", 1).refuses("HT", f"{nine} SA")
    assert table.at_trick("H", 2).legal(f"{nine} SA") == sorted(f"{nine} SA".split())


def test_mighty_as_the_only_card_of_the_led_suit_goes_or_the_joker(table):
    assert table.at_trick("D").legal("SA H9 D4", "S5") == ["SA"]
    assert table.at_trick("D").legal("SA JK H9 D4", "S5") == ["JK", "SA"]  # A7
    assert table.at_trick("D").legal("SA S2 H9 D4", "S5") == ["S2", "SA"]
    assert table.at_trick("S").legal("DA JK H9 S4", "D5") == ["DA", "JK"]
    assert table.at_trick("D", 1).legal("SA H9 D4", "S5") == ["SA"]


def test_joker_that_names_the_mightys_suit_forces_it_too(table):
    assert table.at_trick("D").legal("SA H9 D4", "JK=S") == ["SA"]
    assert table.at_trick("S").legal("DA H9 S4", "JK=D") == ["DA"]
    assert table.at_trick("D").legal("SA H9 D4", "JK=H") == ["H9", "SA"]
    assert table.at_trick("D", 1).legal("SA H9 D4", "JK S3") == ["SA"]


def test_the_suit_of_a_mighty_that_is_led_must_be_followed(table):
    assert table.at_trick("D").legal("S2 H9 D4", "SA") == ["S2"]
    assert table.at_trick("D").legal("JK S2 H9", "SA") == ["JK", "S2"]
    assert table.at_trick("S").legal("D2 S9 SA", "DA") == ["D2"]


def test_a_mighty_played_to_a_lead_changes_no_suit(table):
    assert table.at_trick("D").legal("S2 H9 D4", "H5 SA") == ["H9"]


def test_who_is_void_may_play_anything(table):
    assert table.at_trick("D").legal("JK S4 D2 C5", "H5") == ["C5", "D2", "JK", "S4"]
    assert table.at_trick("D", 1).legal("JK SA D2 C5", "H5") == ["C5", "D2", "JK", "SA"]  # also in trick 1


def test_a_led_joker_names_a_suit_where_it_has_power_and_only_there(table):
    hand = "JK S4 H4"
    for number in range(2, 10):
        assert table.at_trick("D", number).refuses("JK", hand)
        for suit in "SHDC":
            assert not table.at_trick("D", number).refuses(f"JK={suit}", hand)
    for number in (1, 10):
        assert not table.at_trick("D", number).refuses("JK", hand)
        for suit in "SHDC":
            assert table.at_trick("D", number).refuses(f"JK={suit}", hand)


@pytest.mark.parametrize("extra", [5 << 57, 6 << 57, 1 << 56, 3 << 56])
def test_a_led_joker_names_no_fifth_suit(table, extra):
    table.at_trick("D", 5)
    table.lay({0: "JK S4"})
    table.say(0, mask_of("JK") | extra)
    table.give_lead(0)
    assert table.trick(5) == Fault("play", 0)


def test_a_named_suit_is_followed(table):
    assert table.at_trick("D").legal("C9 H4 DA", "JK=H") == ["H4"]
    assert table.at_trick("D").legal("C9 H4 DA", "JK=H C2 H3") == ["H4"]
    assert table.at_trick("D").legal("C9 DA", "JK=H") == ["C9", "DA"]


def test_joker_led_without_power_leaves_the_second_player_free(table):
    for number in (1, 10):
        assert table.at_trick("D", number).legal("H2 D4 SA", "JK") == ["D4", "H2", "SA"]
        assert table.at_trick("D", number).legal("H2 D4 C5", "JK C4") == ["C5"]
        assert table.at_trick("D", number).legal("S5 H2", "JK SA") == ["S5"]
        assert table.at_trick("D", number).legal("SA H2", "JK S4") == ["SA"]


def test_legal_cards_are_those_against_the_card_led(table):
    """Not against the card just before, nor the seat's own earlier card."""
    assert table.at_trick("D").legal("H4 C9 S2", "H5 C2 S3 D4") == ["H4"]


def test_only_one_card_of_ones_own_can_be_played(table):
    for answer in ("H9", "S2"):
        assert table.at_trick("D").refuses(answer, "H4 C9")
    for answer in (0, mask_of("H4 C9"), -1, 1 << 60 | mask_of("H4"), mask_of("H4") | 1 << 57):
        table.at_trick("D", 5)
        table.lay({0: "H4 C9"})
        table.say(0, answer)
        table.give_lead(0)
        assert table.trick(5) == Fault("play", 0)


# The auction (STD §3)


def bid(table, calls, dealer=0, hands=None):
    table.begin(dealer)
    table.lay(dict.fromkeys(range(SEATS), STRONG) | (hands or {}))
    return table.bid(calls)


def test_Q01_a_pass_is_final_and_the_last_bidder_declares(table):
    assert bid(table, "13S pass 14H pass pass pass") == "sold"
    assert (table.get("bidder"), table.get("highest")) == (2, bid_of("14H"))
    assert [table.asked(seat) for seat in range(SEATS)] == [2, 1, 1, 1, 1]


def test_passed_seats_are_skipped_for_good(table):
    calls = "pass 13S pass 13N 14C 15S pass 16C pass"  # from seat 3 on: 3 and 0 are out; 4, 1 and 2 go on
    assert bid(table, calls, dealer=3) == "sold"
    assert (table.get("bidder"), table.get("highest")) == (2, bid_of("16C"))
    assert [table.asked(seat) for seat in (3, 4, 0, 1, 2)] == [1, 3, 1, 2, 2]


def test_a_lone_bidder_is_not_asked_again(table):
    assert bid(table, "pass pass pass pass 13S") == "sold"
    assert bid(table, "20N pass pass pass pass") == "sold"
    assert [table.asked(seat) for seat in range(SEATS)] == [1] * SEATS


def test_Q02_all_pass(table):
    for dealer in range(SEATS):
        assert bid(table, "pass pass pass pass pass", dealer) == "all pass"


@pytest.mark.parametrize("best", [f"{number}{strain}" for number in (13, 14, 19, 20) for strain in "SHDCN"])
def test_which_bids_are_higher(table, best):
    """The number first; no-trump above the suits of its number, which are equal; at most 20."""
    for number in range(11, 23):
        for strain in "SHDCN":
            higher = (number, strain == "N") > (int(best[:2]), best[2] == "N") and number <= 20
            outcome = bid(table, f"{best} {number}{strain} pass pass pass pass")
            assert outcome == ("sold" if higher else Fault("bid", 1)), (number, strain)


@pytest.mark.parametrize("answer", [1, 2, 7, 12 << 3, 21 << 3, 13 << 3 | 5, 13 << 3 | 7, -1, -(14 << 3), 1 << 40])
def test_what_is_no_call(table, answer):
    table.begin()
    table.lay(dict.fromkeys(range(SEATS), STRONG))
    table.say(0, answer)
    assert table.auction() == Fault("bid", 0)


def test_Q03_a_weak_hand_is_claimed_on_ones_first_turn_over_a_bid(table):
    table.begin(0)
    table.lay(dict.fromkeys(range(SEATS), STRONG) | {1: WEAK})
    table.say(0, bid_of("15H"))
    table.say(1, 1)
    assert table.auction() == "misdeal"
    assert table.get("bidder") == 1


def test_Q04_a_claim_is_for_the_first_turn_only(table):
    """Seat 1 lets it be, bids, and is then asked for calls only."""
    table.begin(0)
    table.lay(dict.fromkeys(range(SEATS), STRONG) | {1: WEAK})
    table.say(0, bid_of("13S"), bid_of("14S"), 0)
    table.say(1, 0, bid_of("13N"), bid_of("15N"))
    assert table.auction() == "sold"
    assert (table.get("bidder"), table.asked(1)) == (1, 3)


def test_A25_a_weak_hand_is_claimed_over_20_no_trump(table):
    table.begin(0)
    table.lay(dict.fromkeys(range(SEATS), STRONG) | {4: WEAK})
    table.say(0, bid_of("20N"))
    table.say(4, 1)
    assert table.auction() == "misdeal"
    assert table.get("bidder") == 4


def test_A31_the_first_in_turn_claims(table):
    table.begin(3)
    table.lay(dict.fromkeys(range(SEATS), STRONG) | {1: WEAK, 4: WEAK})
    table.say(1, 1)
    table.say(4, 1)
    assert table.auction() == "misdeal"
    assert (table.get("bidder"), table.asked(1)) == (4, 0)


@pytest.mark.parametrize(
    ("cards", "may_claim"),
    [
        ("SA", True), ("DT", True), ("DT HT", False), ("DJ", False), ("DJ JK", True), ("DJ JK HT", True),
        ("DK DJ JK HT", False), ("SA DT", True), ("DA", False), ("SA DA", False), ("DA JK", True),
        ("SA DA JK HT", True), ("HT DT CT JK", True), ("ST HT DT CT JK", False), ("JK", True), ("", True),
    ],
)  # fmt: skip
def test_which_hands_may_be_claimed(table, cards, may_claim):
    """Half a point at most: SA 0, joker -1, other A K Q J 1, ten a half; SA whatever has been bid (STD §3)."""
    low = "S2 S3 S4 S5 H2 H3 H4 H5 D2 D3".split()
    hand = " ".join([*cards.split(), *low][:10])
    for first in ("pass", "13S", "13H"):
        table.begin(0)
        table.lay(dict.fromkeys(range(SEATS), STRONG) | {1: hand})
        table.say(0, bid_of(first))
        table.say(1, 1 if may_claim else 0)
        outcome = table.auction()
        assert (outcome == "misdeal") is may_claim
        assert not isinstance(outcome, Fault)


def test_a_claim_is_yes_or_no(table):
    for answer in (2, -1, 1 << 20):
        table.begin(0)
        table.lay(dict.fromkeys(range(SEATS), STRONG) | {0: WEAK})
        table.say(0, answer)
        assert table.auction() == Fault("claim", 0)


def test_a_forced_declarer_must_bid_and_plays_the_number_given(table):
    table.begin(0)
    forced = Table(conditions=Conditions(1, forced_seat=3, forced_number=17))
    forced.lay(dict.fromkeys(range(SEATS), WEAK))
    forced.say(3, bid_of("13D"))
    assert forced.forced_auction() == "sold"
    assert (forced.get("bidder"), forced.get("highest")) == (3, bid_of("17D"))
    assert [forced.asked(seat) for seat in range(SEATS)] == [0, 0, 0, 1, 0]
    forced.begin()
    forced.say(3, 0)
    assert forced.forced_auction() == Fault("bid", 3)


# The exchange (STD §4)

KITTY = "C4 C5 C6"
TEN = "HA HK H2 H3 H4 H5 S2 S3 D2 D3"
OTHERS = {
    1: "SA SK SQ SJ ST S9 S8 S7 S6 S5",
    2: "CA CK CQ CJ CT C9 C8 C7 C3 C2",
    3: "DA DK DQ DJ DT D9 D8 D7 D6 D5",
    4: "HQ HJ HT H9 H8 H7 H6 JK S4 D4",
}


def declare(table, bid="14H", discard=KITTY, friend="SA", contract="", seat=0, ten=TEN):
    """Seat 0 (or another, with its hand) wins the auction; the fault of the exchange, if there is one."""
    table.begin()
    hands = {0: TEN} | OTHERS
    hands[0], hands[seat] = hands[seat], ten
    table.lay(hands, KITTY)
    return table.declare(seat, bid, discard, friend, contract)


def test_after_the_exchange_all_hold_ten_and_53_are_different(table):
    assert declare(table, discard="HA C4 D2") is None
    hands = [table.cards("hand", seat) for seat in range(SEATS)]
    assert [len(hand) for hand in hands] == [10] * SEATS
    assert len({card for cards in [*hands, table.cards("discard", 0)] for card in cards}) == 53
    assert hands[0] == sorted({*TEN.split(), *KITTY.split()} - {"HA", "C4", "D2"})
    assert table.cards("kitty", 0) == KITTY.split()


@pytest.mark.parametrize("discard", ["C4 C5", "C4 C5 C6 D2", "", "C4 C5 SA", "C4 C5 JK"])
def test_a_discard_is_three_of_ones_own(table, discard):
    assert declare(table, discard=discard) == Fault("exchange", 0)


def test_anything_may_be_laid_away(table):
    assert declare(table, discard="HA HK C4") is None
    assert declare(table, discard="JK S4 HQ", seat=4, ten=OTHERS[4]) is None
    assert declare(table, discard="SA SK SQ", seat=1, ten=OTHERS[1]) is None


@pytest.mark.parametrize("won", [f"{number}{strain}" for number in range(13, 21) for strain in "SHDCN"])
def test_what_a_change_costs(table, won):
    """Suit to suit and no-trump to suit 2, or 20 from 19; suit to no-trump 1, free at 20; raising is free."""
    number, strain = int(won[:2]), won[2]
    for new in "SHDCN":
        for final in range(12, 22):
            if new == strain:
                good = final >= number
            elif new == "N":
                good = final > number or final == number == 20
            else:
                good = final >= number + 2 or (number == 19 and final == 20)
            good = good and 13 <= final <= 20
            outcome = declare(table, bid=won, friend="none", contract=f"{final}{new}")
            assert outcome == (None if good else Fault("change", 0)), (final, new)
            if good:
                assert (table.get("number"), "SHDCN"[table.get("strain")]) == (final, new)


@pytest.mark.parametrize("answer", [-1, 1, 7, 14 << 3 | 5, 1 << 40])
def test_what_is_no_contract(table, answer):
    table.begin()
    table.lay({0: TEN}, KITTY)
    table.put("bidder", 0)
    table.put("highest", bid_of("14H"))
    table.say(0, answer)
    assert table.exchange() == Fault("change", 0)


def test_trump_mighty_and_hunter_are_those_of_the_final_contract(table):
    assert declare(table, bid="14H", contract="16S") is None
    assert (table.cards("mighty"), table.cards("hunter"), len(table.cards("trump"))) == (["DA"], ["C3"], 13)
    assert declare(table, bid="14S", contract="16C") is None
    assert (table.cards("mighty"), table.cards("hunter")) == (["SA"], ["S3"])
    assert declare(table, bid="14S", contract="15N") is None
    assert (table.cards("mighty"), table.cards("hunter"), table.cards("trump")) == (["SA"], ["C3"], [])


@pytest.mark.parametrize("friend", ["SA", "JK", "C2", "HA", "C4", "first-trick", "none"])
def test_what_may_be_called(table, friend):
    """Any card, one's own and those laid away too; the first trick; openly nobody."""
    assert declare(table, friend=friend) is None


@pytest.mark.parametrize(
    "answer", [0, -1, 1 << 53, 1 << 55, 1 << 56 | 1 << 57, 1 << 57 | 1, 1 << 56 | 1, 0b11, 1 << 62]
)
def test_what_is_no_friend_call(table, answer):
    table.begin()
    table.lay({0: TEN} | OTHERS, KITTY)
    table.put("bidder", 0)
    table.put("highest", bid_of("20N"))
    table.say(0, 0, mask_of(KITTY), answer)
    assert table.exchange() == Fault("friend", 0)


@pytest.mark.parametrize("suit", "SHDC")
def test_A19_a_suit_is_asked_of_the_friend_at_20_no_trump_only(table, suit):
    for called in ("SA", "first-trick"):
        assert declare(table, bid="20N", friend=f"{called} asks {suit}") is None
        assert len(table.cards("request")) == 13 and all(card[0] == suit for card in table.cards("request"))
        for contract in ("20H", "19N", "14H"):
            assert declare(table, bid=contract, friend=f"{called} asks {suit}") == Fault("friend", 0)
    assert declare(table, bid="20N", friend=f"none asks {suit}") == Fault("friend", 0)
    assert declare(table, bid="20H", contract="20N", friend=f"SA asks {suit}") is None


def test_there_are_four_suits_to_ask_for(table):
    for suit in (5, 6, 7):
        table.begin()
        table.lay({0: TEN} | OTHERS, KITTY)
        table.put("bidder", 0)
        table.put("highest", bid_of("20N"))
        table.say(0, 0, mask_of(KITTY), friend_of("SA") | suit << 58 & (1 << 63) - 1)
        expected = Fault("friend", 0)
        assert table.exchange() == expected


def test_the_declarer_leads_trick_1(table):
    for seat in range(SEATS):
        discard = " ".join(KITTY.split())
        assert declare(table, seat=seat, discard=discard) is None
        assert table.leader() == seat


# Friends (STD §4-5): what is known when, and whose the points are


def known(table):
    """The friends that all know of, once the sides are known; None before."""
    return table.numbers("known") if table.get("settled") else None


def begin_deal(table, hands, friend="SA", bid="14H", kitty="C4 C5 C6", discard="C4 C5 C6"):
    """Seat 0 declares; short hands do, for some tricks of a deal."""
    table.begin()
    table.lay(hands, kitty)
    assert table.declare(0, bid, discard, friend) is None


SHORT = ["S2 H4 H5 D2", "SA S3 D4 C7", "S5 SK DT C8", "S6 S7 D5 C9", "S8 S9 D6 CT"]


def test_a_friend_is_known_by_the_called_card_alone_and_stays_known(table):
    begin_deal(table, SHORT, friend="SA")
    assert known(table) is None
    assert table.numbers("friends") == {1}
    assert table.play("S2 S3 SK S6 S8") == 2
    assert known(table) is None
    assert table.play("DT D5 D6 D2 D4") == 2  # in turn from seat 2
    assert known(table) is None
    assert table.play("C8 C9 CT H4 SA") == 1
    assert known(table) == {1}
    assert table.play("C7 S5 S7 S9 H5") == 0
    assert known(table) == {1}


def test_what_each_seat_knows_of_the_sides(table):
    """The friend knows at once; another opponent knows only that he is not the friend; at the reveal all know."""
    begin_deal(table, SHORT, friend="SA")
    assert [table.numbers("allies", seat) for seat in range(SEATS)] == [{0}, {0, 1}, {2}, {3}, {4}]
    assert [table.numbers("foes", seat) for seat in range(SEATS)] == [set(), {2, 3, 4}, {0}, {0}, {0}]
    table.play("S2 SA SK S6 S8")
    assert [table.numbers("allies", seat) for seat in range(SEATS)] == [{0, 1}, {0, 1}, {2, 3, 4}, {2, 3, 4}, {2, 3, 4}]
    assert [table.numbers("foes", seat) for seat in range(SEATS)] == [{2, 3, 4}, {2, 3, 4}, {0, 1}, {0, 1}, {0, 1}]


def test_Q08_points_before_the_reveal_are_the_declarers_sides(table):
    hands = ["S2 H4 D2", "SA SK DT", "SQ S5 D3", "SJ S6 D4", "ST S7 D5"]
    begin_deal(table, hands, friend="DT")
    assert table.play("S2 SK SQ SJ ST") == 1  # four points to the friend, unknown
    assert known(table) is None
    assert table.play("DT D3 D4 D5 D2") == 1
    assert known(table) == {1}
    assert table.row()["points"] == 5


def test_points_of_a_friend_never_revealed_count_too(table):
    begin_deal(table, ["S2 H4", "SA SK", "SQ S5", "SJ S6", "ST S7"], friend="SA")
    assert table.play("S2 SK SQ SJ ST") == 1
    row = table.row()
    assert (row["friends"], row["points"]) == (1 << 1, 4)


@pytest.mark.parametrize(
    ("friend", "discard"), [("H4", "C4 C5 C6"), ("HA", "HA C5 C6"), ("SA", "SA C5 C6"), ("JK", "JK C5 C6")]
)
def test_Q05_own_or_discarded_card_called_is_a_secret_solo(table, friend, discard):
    """Four shares, no doubling, nobody's friend; foes and friends none the wiser until the card is played."""
    hands = ["S2 H4 HA SA JK", "S3 H2", "SK S5", "S6 S7", "S8 S9"]
    begin_deal(table, hands, friend, discard=discard)
    assert (table.numbers("friends"), known(table)) == (set(), None)
    assert [table.numbers("foes", seat) for seat in range(SEATS)] == [{1, 2, 3, 4}, {0}, {0}, {0}, {0}]
    assert table.play("S2 S3 SK S6 S8") == 2
    row = table.row()
    points = len([card for card in discard.split() if card in ("HA", "SA")])
    short = 14 - points
    assert (row["friends"], row["points"], row["made"]) == (0, points, 0)
    assert row["multiplier"] == 2  # at most 9 points; not for playing alone
    assert [row[f"score_{seat}"] for seat in range(SEATS)] == [-8 * short, *[2 * short] * 4]


def test_own_called_card_is_known_when_it_is_played(table):
    begin_deal(table, ["S2 H4", "S3 S4", "SK H7", "S6 S7", "S8 S9"], friend="H4")
    table.play("S2 S3 SK S6 S8")
    assert known(table) is None
    table.play("H7 S7 S9 H4 S4")
    assert known(table) == set()
    assert [table.numbers("allies", seat) for seat in (0, 1)] == [{0}, {1, 2, 3, 4}]


def test_Q06_the_winner_of_trick_1_is_the_friend(table):
    begin_deal(table, SHORT, friend="first-trick")
    assert [table.numbers("allies", seat) for seat in range(SEATS)] == [{seat} for seat in range(SEATS)]
    assert [table.numbers("foes", seat) for seat in range(SEATS)] == [set()] * SEATS
    assert table.play("S2 S3 SK S6 S8") == 2
    assert (known(table), table.numbers("friends")) == ({2}, {2})
    table.play("DT D5 D6 D2 SA")
    assert (known(table), table.numbers("friends")) == ({2}, {2})  # trick 1 alone decides
    row = table.row()
    assert (row["friends"], row["friend_call"], row["points"]) == (1 << 2, -2, 1)


def test_Q07_first_trick_won_by_the_declarer_is_a_solo_undoubled(table):
    begin_deal(table, ["SA H4", "S3 S4", "SK H7", "S6 S7", "S8 S9"], friend="first-trick", bid="13H")
    assert table.play("SA S3 SK S6 S8") == 0
    assert (known(table), table.numbers("friends")) == (set(), set())
    row = table.row()
    assert (row["friends"], row["points"], row["multiplier"]) == (0, 2, 2)  # the back-run doubles
    assert [row[f"score_{seat}"] for seat in range(SEATS)] == [-88, 22, 22, 22, 22]


def test_openly_alone_is_known_at_once(table):
    begin_deal(table, SHORT, friend="none")
    assert known(table) == set()
    assert [table.numbers("foes", seat) for seat in range(SEATS)] == [{1, 2, 3, 4}, {0}, {0}, {0}, {0}]
    assert table.row()["friend_call"] == -1


def test_a_friend_who_holds_his_card_from_the_kitty_does_not_exist(table):
    """The called card lay in the kitty: it is the declarer's own."""
    begin_deal(table, SHORT, friend="C4", discard="C5 C6 H4")
    assert table.numbers("friends") == set()
    assert table.row()["friend_call"] == 4 * 2 + 3


def test_joker_led_without_power_can_be_the_called_card(table):
    begin_deal(table, ["JK H4", "S3 S4", "SK H7", "S6 S7", "S8 S9"], friend="JK")
    assert table.play("JK S3 SK S6 S8") == 2
    assert known(table) == set()
    begin_deal(table, ["S2 H4", "JK S4", "SK H7", "S6 S7", "S8 S9"], friend="JK")
    assert table.play("S2 JK SK S6 S8") == 2
    assert known(table) == {1}


def test_the_second_card_after_a_powerless_joker_can_be_the_called_card(table):
    begin_deal(table, ["JK H4", "S3 S4", "SK H7", "S6 S7", "S8 S9"], friend="S3")
    table.number = 0
    assert table.play("JK S3 SK S6 S8") == 2
    assert known(table) == {1}
    assert table.get("voids", 2) == 0


def test_any_card_after_a_powerless_joker_can_be_the_called_card(table):
    for seat, card in enumerate("S3 SK S6 S8".split(), 1):
        begin_deal(table, ["JK H4", "S3 S4", "SK H7", "S6 S7", "S8 S9"], friend=card)
        assert table.play("JK S3 SK S6 S8") == 2
        assert known(table) == {seat}


def test_voids_are_those_shown_by_not_following(table):
    begin_deal(table, ["S2 H4 C2", "SA D4 JK", "D5 SK CK", "S6 S7 C8", "HK D9 C9"], friend="none")
    assert table.play("S2 SA SK S6 HK") == 1
    assert [table.get("voids", seat) != 0 for seat in range(SEATS)] == [False, False, False, False, True]
    assert {card[0] for card in table.cards("voids", 4)} == {"S"}
    assert table.play("D4 D5 S7 D9 H4") == 0
    assert [{card[0] for card in table.cards("voids", seat)} for seat in range(SEATS)] == [
        {"D"},
        set(),
        set(),
        {"D"},
        {"S"},
    ]
    assert table.play("C2 JK CK C8 C9") == 1  # the joker shows nothing
    assert table.get("voids", 1) == 0


# Points and scores (STD §5, §7)


def test_Q09_discarded_points_are_the_declarers_sides(table):
    begin_deal(table, ["HK HQ D4 S2", "SK S3", "SA S4", "S5 S6", "S7 S8"], discard="HK HQ D4", friend="none")
    table.play("S2 SK SA S5 S7")
    row = table.row()
    assert (row["points"], row["discard_points"]) == (2, 2)


def test_Q10_a_demand_for_a_joker_in_the_discard_changes_nothing(table):
    hands = ["JK S2 H4", "SK C3 C2", "C9 S4 H5", "C7 S6 H6", "D8 S8 H7"]
    begin_deal(table, hands, discard="JK C5 C6", friend="none")
    assert table.play("S2 SK S4 S6 S8") == 1
    assert table.play("C3! C9 C7 D8 C4") == 2
    assert [table.cards("legal", seat) for seat in (2, 3, 4, 0)] == [["C9"], ["C7"], ["D8", "H7"], ["C4"]]


MODES = {"friend": "SA", "secret": "C2", "open": "none"}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("contract", ["13S", "15H", "16N", "20C", "20N"])
@pytest.mark.parametrize("points", [0, 9, 10, 13, 15, 16, 19, 20])
def test_scores_sum_to_0_and_doublings_multiply_the_whole(table, mode, contract, points):
    """Worked out once more: S = 2 (B - 13) + (P - B) or P - B; each doubling doubles all of it."""
    table.begin()
    table.lay({0: "C2 C3 C4", 1: "SA"}, KITTY)
    assert table.declare(0, contract, KITTY, MODES[mode]) is None
    table.put("points", points, 0)
    row = table.row()
    number, doubled = int(contract[:2]), ["N" in contract, mode == "open", points == 20, points <= 9]
    share = 2 * (number - 13) + points - number if points >= number else points - number
    share *= 2 ** sum(doubled)
    right = [2 * share, share, -share, -share, -share] if mode == "friend" else [4 * share, *[-share] * 4]
    assert [row[f"score_{seat}"] for seat in range(SEATS)] == right
    assert sum(right) == 0
    assert (row["multiplier"], row["made"]) == (2 ** sum(doubled), points >= number)


def test_points_are_counted_by_cards_not_tricks(table):
    begin_deal(table, ["S2 HA", "SK H3", "SQ H4", "SJ H5", "ST H6"], friend="none", bid="14H")
    assert table.play("S2 SK SQ SJ ST") == 1
    assert [table.get("points", seat) for seat in range(SEATS)] == [0, 4, 0, 0, 0]


# A whole deal, worked out by hand


def test_a_deal_worked_out_by_hand(table):
    """From the referee's tests: auction, raise, friend by the Mighty, a joker led, a run."""
    deal = BY_HAND
    table.begin(deal["dealer"])
    table.lay([" ".join(hand) for hand in deal["hands"]], " ".join(deal["kitty"]))
    assert table.bid(" ".join(entry["call"] for entry in deal["auction"])) == "sold"
    assert (table.get("bidder"), table.get("highest")) == (deal["declarer"], bid_of(deal["bid"]))
    friend = deal["friend_call"]["card"]
    assert table.declare(deal["declarer"], deal["bid"], " ".join(deal["discard"]), friend, deal["contract"]) is None
    for trick in deal["tricks"]:
        assert table.leader() == trick["leader"]
        assert table.play(trick["cards"]) == trick["winner"]
    row = table.row()
    assert [row[f"score_{seat}"] for seat in range(SEATS)] == deal["result"]["scores"]
    right = {"redeals": 0, "dealer": 2, "declarer": 3, "friends": 1, "friend_call": 48, "bid": 14, "bid_strain": 1}
    right |= {"contract": 15, "strain": 1, "points": 20, "discard_points": 1, "made": 1, "multiplier": 2}
    right |= {"points_dealt": 7, "points_exchanged": 7, "trumps_dealt": 5, "trumps_exchanged": 6}
    right |= {"weakness_dealt": 11, "weakness_exchanged": 11, "mighty_seat": 0, "joker_seat": 3}
    # Dealt: joker 4, A K Q J of trumps 10, two beyond three 6, side aces 3 + 3; no voids. Then H9 for C3.
    right |= {"tricks_dealt": 26, "tricks_exchanged": 29}
    assert {name: row[name] for name in right} == right


def test_a_hand_of_ten_trumps_through_a_whole_deal(table):
    """Eight dealt, two from the kitty: the declarer leads a trump to trick 1."""
    hands = [
        "HA HK HQ HJ HT H9 H8 H7 S2 S3",
        "SA SK SQ SJ ST S9 S8 S7 S6 S5",
        "CA CK CQ CJ CT C9 C8 C7 C6 C5",
        "DA DK DQ DJ DT D9 D8 D7 D6 D5",
        "H4 H3 H2 S4 C4 C3 C2 D4 D3 D2",
    ]
    table.begin()
    table.lay(hands, "H6 H5 JK")
    assert table.declare(0, "20H", "JK S2 S3", "none") is None
    assert table.play("HA S5 C5 D5 H2") == 0
    assert table.cards("legal", 0) == sorted("HA HK HQ HJ HT H9 H8 H7 H6 H5".split())
    for mine, spade, club, diamond, last in zip(
        "HK HQ HJ HT H9 H8 H7 H6 H5".split(), "S6 S7 S8 S9 ST SJ SQ SK SA".split(),
        "C6 C7 C8 C9 CT CJ CQ CK CA".split(), "D6 D7 D8 D9 DT DJ DQ DK DA".split(),
        "H3 H4 S4 C4 C3 C2 D4 D3 D2".split(), strict=True,
    ):  # fmt: skip
        taker = table.play(f"{mine} {spade} {club} {diamond} {last}")
        assert taker == (1 if spade == "SA" else 0)  # the Mighty takes the last trick
    row = table.row()
    assert (row["points"], row["made"], row["multiplier"]) == (17, 0, 2)  # SA CA DA to the Mighty
    assert [row[f"score_{seat}"] for seat in range(SEATS)] == [-24, 6, 6, 6, 6]


def test_A21_who_deals_again(table):
    """After all passed the same dealer deals and opens again; after a misdeal the claimant."""
    table.begin(2)
    table.throw_in("all pass")
    assert (table.get("dealer"), table.get("opener"), table.get("redeals")) == (2, 2, 1)
    table.put("bidder", 4)
    table.throw_in("misdeal")
    assert (table.get("dealer"), table.get("opener"), table.get("redeals")) == (4, 4, 2)
    assert table.row()["redeals"] == 2
