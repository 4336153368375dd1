"""The referee against the faults that other engines had (at the standard table) and the worked processes."""

from copy import deepcopy

import pytest
import referee
from referee import Disagreement, judge, settle
from referee_bids import all_bids, beats, bid_is_legal, change_is_legal
from referee_deals import bids, by_hand, deal_score, records, rotated, shown, with_misdeal
from referee_tricks import legal_plays, trick_points
from referee_written import STANDARD, calls, legal, plays, winner

CONTRACTS = all_bids(STANDARD)


# Process examples


def test_q01_the_last_bidder_declares():
    auction = calls(0, "13S pass 14H pass pass pass")
    assert auction.is_over()
    assert (auction.bidder, auction.best) == (2, "14H")


def test_q02_all_pass_the_same_dealer_redeals():
    assert calls(3, "pass pass pass pass pass").all_passed()
    record = deepcopy(shown("all pass"))
    index = [redeal["reason"] for redeal in record["redeals"]].index("all-pass")
    after = [*record["redeals"], record][index + 1]
    assert after["dealer"] == after["opener"] == record["redeals"][index]["dealer"]
    judge(record)


def test_q03_the_claimant_deals_and_opens():
    record = with_misdeal(by_hand(), bids(0, "15H 16H"), claimant=2)
    assert record["dealer"] == record["opener"] == 2
    judge(record)


def test_the_last_seat_may_claim_after_everybody_elses_turn():
    record = rotated(by_hand(), 2)
    judge(with_misdeal(record, bids(0, "pass pass pass 20N"), claimant=4))
    judge(with_misdeal(record, bids(0, "pass pass pass pass"), claimant=4))


def test_q04_only_a_first_turn_allows_a_claim():
    with pytest.raises(Disagreement, match=r"own_first_turn: only \[.*\] may claim now"):
        judge(with_misdeal(by_hand(), bids(0, "13S 14S 15S 16S 17S 18S 19S"), claimant=2))
    with pytest.raises(Disagreement, match=r"own_first_turn: only \[.*\] may claim now"):
        judge(with_misdeal(rotated(by_hand(), 3), bids(0, "13S 14S 15S 16S 17S"), claimant=0))
    with pytest.raises(Disagreement, match="redeal 0, claimant"):
        judge(with_misdeal(by_hand(), bids(0, "15H 16H pass"), claimant=2))


def test_q05_a_discarded_card_called_is_a_secret_solo():
    record = by_hand()
    record["friend_call"]["card"] = "C3"
    row = settle(record)
    # The defenders hold trick 1 with its three points: P = 17, S = 2 x 2 + 2.
    assert (row["friends"], row["points"], row["doublings"]) == ([], 17, 0)
    assert row["scores"] == [-6, -6, -6, 24, -6]


def test_q06_the_first_tricks_winner_is_the_friend():
    record = by_hand()
    record["friend_call"] = {"kind": "first-trick"}
    judge(record)
    assert settle(record)["friends"] == [0]


def test_q07_the_declarer_wins_the_first_trick_and_is_alone():
    record = shown("a first-trick solo")
    assert record["tricks"][0]["winner"] == record["declarer"]
    row = settle(record)
    expected = deal_score(record["contract"], row["points"], "secret")
    assert row["scores"][record["declarer"]] == expected["declarer"] == -4 * expected["defender"]


def test_q08_a_friends_early_points_count_for_the_declarer():
    record = by_hand()
    record["friend_call"] = {"kind": "card", "card": "C4"}  # played by seat 0 in the last trick
    assert settle(record)["points"] == 20
    record["friend_call"] = {"kind": "card", "card": "C7"}  # seat 1; seat 0 keeps his points
    assert settle(record)["points"] == 17


def test_q09_discarded_points_are_the_declarers():
    record = by_hand()
    record["friend_call"] = {"kind": "none"}
    row = settle(record)
    assert (row["discard_points"], row["points"]) == (1, 20 - 3)


def test_q10_a_demand_without_a_joker_in_play():
    assert legal("D", 5, "C9 C2 H4", "C3!") == {"C9", "C2"}
    assert legal("D", 5, "SA C2 H4", "C3! C4") == {"SA", "C2"}
    assert legal("D", 5, "S2 H4", "C3! C4 C5") == {"S2", "H4"}


# Traps: faults of other engines


def test_trap_an_off_suit_ace_or_king_beats_nothing():
    assert winner("C", 8, "S2 HK H8 D5 H3") == 0
    assert winner("N", 8, "S2 HA DA CK H3") == 0


def test_trap_the_joker_led_to_trick_1_loses():
    assert winner("D", 1, "JK S7 S3 SJ C5") == 3


@pytest.mark.parametrize("shift", range(1, 5))
def test_trap_the_winner_turns_with_the_leader(shift):
    for record in [by_hand(), *records()[:10]]:
        turned = rotated(record, shift)
        turned["deal"] += shift
        judge(turned)


def test_trap_a_called_joker_loses_and_the_hunter_goes_by_its_suit():
    assert winner("D", 4, "C3! JK C2 H5 H6") == 0
    assert winner("D", 4, "C3! JK C4 H5 H6") == 2
    assert winner("D", 4, "C3! JK H4 D2 H6") == 3
    assert winner("D", 4, "C3! JK H4 SA D6") == 3
    assert winner("D", 4, "C3 JK C4 SK D6") == 1


def test_trap_the_joker_is_weak_in_tricks_1_and_10_only():
    for trick in (1, 10):
        assert winner("D", trick, "H5 JK C2 C4 S9") == 0
    for trick in range(2, 10):
        assert winner("D", trick, "H5 JK DA HA S9") == 1
        assert winner("D", trick, "H5 JK DA SA S9") == 3


def test_trap_a_led_joker_beats_its_suit_and_trumps_but_not_the_mighty():
    assert winner("D", 5, "JK=H HA D2 DA H3") == 0
    assert winner("D", 5, "JK=H HA D2 SA H3") == 3


def test_trap_the_hunter_not_led_is_no_call():
    for table in ("C4 C3!", "H4 C3!"):
        assert "H5" in legal("D", 5, "JK H5", table)
    assert winner("D", 5, "H4 C3! JK H6 H7") == 2


def test_trap_only_club_trumps_move_the_hunter():
    assert [referee.hunter(trump) for trump in "SHDCN"] == ["C3", "C3", "C3", "S3", "C3"]
    assert legal("H", 5, "JK H5", "C3!") == {"JK"}
    assert legal("H", 5, "JK D5", "D3!") == {"JK", "D5"}
    assert winner("C", 5, "C3! JK C4 H6 H7") == 1
    assert winner("C", 5, "S3! JK S4 H6 H7") == 2


def test_trap_spade_trumps_make_the_ace_of_diamonds_the_mighty():
    assert [referee.mighty(trump) for trump in "SHDCN"] == ["DA", "SA", "SA", "SA", "SA"]
    assert winner("S", 5, "SA DA JK S2 S3") == 1
    assert winner("S", 5, "H5 SA SK HA H2") == 1
    assert winner("S", 5, "H5 SA JK HA H2") == 2
    assert legal("S", 5, "SA H2", "S5") == {"SA"}
    assert legal("S", 5, "SA H2", "H5") == {"H2"}
    assert legal("S", 1, "SA S2 H2", "") == {"H2"}
    assert legal("S", 1, "SA S2 DA", "") == {"DA"}
    assert legal("S", 5, "DA H2", "H5") == {"DA", "H2"}


def test_trap_points_are_cards_not_tricks():
    assert referee.count_points(referee.DECK) == 20
    assert trick_points(plays("HA HK HQ HJ HT")) == 5
    assert trick_points(plays("H9 H2 JK C3 S8")) == 0


def test_trap_suit_must_be_followed():
    assert legal("D", 5, "H9 H2 DA CK", "H5") == {"H9", "H2"}


def test_trap_a_call_does_not_free_the_others():
    assert legal("D", 5, "C9 D4 H4", "C3! JK") == {"C9"}


def test_trap_a_called_joker_must_be_played_or_the_mighty():
    assert legal("D", 5, "JK C9 CT", "C3!") == {"JK"}
    assert legal("D", 5, "JK SA C9", "C3!") == {"JK", "SA"}
    assert legal("D", 5, "JK DA C9", "C3!") == {"JK"}
    assert legal("S", 5, "JK DA C9", "C3!") == {"JK", "DA"}


def test_trap_a_call_needs_the_hunter_led_after_trick_1():
    assert legal("D", 1, "JK C9 H4", "C3!") == {"JK", "C9"}
    assert winner("D", 1, "C3! JK C2 C4 H2") == 3
    assert legal("D", 5, "JK C9 H4", "C3") == {"JK", "C9"}
    assert legal("D", 5, "JK C9 H4", "C5!") == {"JK", "C9"}
    assert legal("D", 10, "JK", "C3!") == {"JK"}


def test_trap_the_joker_is_no_trump_at_no_trump():
    assert legal("N", 1, "JK S5 H2", "") == {"JK", "S5", "H2"}
    assert legal("N", 5, "JK S5", "H2") == {"JK", "S5"}


def test_trap_ten_trumps_may_lead():
    hand = "H2 H3 H4 H5 H6 H7 H8 H9 HT HJ"
    assert legal("H", 1, hand, "") == set(hand.split())
    assert legal("H", 2, "H2 H3 C4", "") == {"H2", "H3", "C4"}


def test_trap_the_mighty_alone_in_its_suit_is_forced():
    assert legal("D", 5, "SA H9 D4", "S5") == {"SA"}
    assert legal("D", 5, "SA JK H9 D4", "S5") == {"SA", "JK"}


def test_trap_the_mightys_suit_named_or_led():
    assert legal("D", 5, "SA H9 D4", "JK=S") == {"SA"}
    assert legal("D", 5, "SA S2 H9", "JK=S") == {"SA", "S2"}
    assert legal("D", 5, "S2 H9 D4", "SA") == {"S2"}
    assert legal("S", 5, "D2 H9 S4", "DA") == {"D2"}


def test_trap_the_mighty_played_later_changes_no_suit():
    assert legal("D", 5, "S2 H9 D4", "H5 SA") == {"H9"}


def test_trap_void_with_the_joker_any_card_is_legal():
    assert legal("D", 5, "JK S9 D4", "H5") == {"JK", "S9", "D4"}


def test_trap_a_void_follower_may_trump_trick_1():
    assert legal("D", 1, "D4 JK SA C2", "H5") == {"D4", "JK", "SA", "C2"}


@pytest.mark.parametrize("named", [{}, {"names": None}, {"names": "N"}, {"names": ""}, {"names": "SH"}])
def test_trap_a_led_joker_must_name_a_suit(named):
    with pytest.raises(ValueError, match="must name one of"):
        legal_plays(STANDARD, "D", 5, ["H2"], [{"card": "JK", **named}])
    record = by_hand()
    play = record["tricks"][2]["plays"][0]
    del play["names"]
    play.update(named)
    with pytest.raises(Disagreement, match="trick 3, play 0, seat 3, names"):
        judge(record)


def test_trap_nothing_asked_for_changes_the_state():
    record = deepcopy(records()[0])
    judge(record)
    settle(record)
    assert record == records()[0]
    hand, table = ["JK", "H2"], plays("C3! C4")
    legal_plays(STANDARD, "D", 5, hand, table)
    assert (hand, table) == (["JK", "H2"], plays("C3! C4"))


def test_trap_a_follower_follows_the_card_led():
    assert legal("D", 5, "H9 S2 C4", "S5 H6 H7") == {"S2"}


def test_trap_the_second_card_sets_the_suit_of_a_powerless_joker():
    for trick in (1, 10):
        assert legal("D", trick, "H2 D4", "JK") == {"H2", "D4"}
        assert legal("D", trick, "H2 D4", "JK H5") == {"H2"}
        assert winner("D", trick, "JK") == 0
        assert winner("D", trick, "JK C4 C9 HA SK") == 2


def test_trap_only_the_exact_card_makes_the_friend():
    record = by_hand()
    friends = []
    for card in ("SA", "SK", "ST", "S6", "DA", "DT"):
        record["friend_call"]["card"] = card
        friends.append(settle(record)["friends"])
    assert friends == [[0], [1], [2], [4], [], []]


def test_trap_a_called_card_of_ones_own_is_a_solo_without_doubling():
    for situation in ("a secret solo", "a called card discarded", "a first-trick solo"):
        record = shown(situation)
        row = settle(record)
        no_trump = record["contract"][-1] == "N"
        assert row["friends"] == []
        assert row["doublings"] == no_trump + (row["points"] == 20) + (row["points"] <= 9)
        assert row["scores"][record["declarer"]] == -4 * row["scores"][record["declarer"] - 1]


def test_trap_only_trick_1_makes_the_first_trick_friend():
    for record in records():
        if record["friend_call"]["kind"] == "first-trick":
            alone = record["tricks"][0]["winner"] == record["declarer"]
            assert settle(record)["friends"] == ([] if alone else [record["tricks"][0]["winner"]])


def test_trap_payoffs_are_zero_sum_in_every_mode():
    for contract in CONTRACTS:
        for points in range(21):
            score = deal_score(contract, points, "friend")
            assert score["declarer"] + score["friend"] + 3 * score["defender"] == 0
            for partner in ("open", "secret"):
                score = deal_score(contract, points, partner)
                assert score["declarer"] + 4 * score["defender"] == 0


def test_trap_the_multiplier_applies_to_the_whole_sum():
    assert deal_score("15N", 17, "friend")["friend"] == (2 * 2 + 2) * 2
    assert deal_score("15N", 20, "open")["defender"] == -(2 * 2 + 5) * 8
    assert deal_score("15N", 9, "secret")["declarer"] == -4 * (15 - 9) * 4


def test_trap_each_card_is_counted_once():
    for record in records():
        row = settle(record)
        side = [record["declarer"], *row["friends"]]
        lost = sum(trick["points"] for trick in record["tricks"] if trick["winner"] not in side)
        won = sum(trick["points"] for trick in record["tricks"] if trick["winner"] in side)
        assert row["points"] == won + row["discard_points"] == 20 - lost


@pytest.mark.parametrize(
    "discard",
    ["DT D9", "DT D9 C3 S5", "DT D9 D9", "DT D9 SA", "DT D9 X9", ""],
    ids=lambda text: text or "none",
)
def test_trap_only_three_different_own_cards_may_be_discarded(discard):
    record = by_hand()
    record["discard"] = discard.split()
    with pytest.raises(Disagreement, match="discard"):
        judge(record)


def test_trap_specials_and_points_may_be_discarded():
    assert any(set(record["discard"]) & {"JK", "SA", "C3"} for record in records())


def test_trap_all_pass_is_never_played():
    record = by_hand()
    record["auction"] = bids(2, "pass pass pass pass pass")
    with pytest.raises(Disagreement, match="one bidder is left"):
        judge(record)


def test_trap_a_pass_is_final_and_the_last_bidder_declares_at_once():
    auction = calls(0, "pass 13S pass 14S pass")
    assert (auction.turn, auction.is_over()) == (1, False)
    auction = calls(0, "pass 13S pass 14S pass pass")
    assert auction.is_over()
    assert auction.bidder == 3
    assert calls(0, "pass pass pass pass").turn == 4
    assert not calls(0, "pass pass pass pass").is_over()
    assert calls(0, "pass pass pass pass 13S").is_over()


@pytest.mark.parametrize(
    ("special", "may_claim"),
    [
        ("SA", True),
        ("DA", False),
        ("DT", True),
        ("DT HT", False),
        ("DJ", False),
        ("DJ JK", True),
        ("DJ JK HT", True),
        ("DK DJ JK HT", False),
        ("SA DT HT", False),
    ],
)
def test_trap_misdeal_weights_belong_to_the_card(special, may_claim):
    low = "S2 S3 S4 S5 S6 S7 S8 D2 D3 D4".split()
    hand = special.split()
    assert referee.may_claim_misdeal(hand + low[len(hand) :]) is may_claim


@pytest.mark.parametrize("bid", ["13S", "19S", "20N"])
def test_trap_the_exempt_ace_is_the_spade_whatever_was_bid(bid):
    record = with_misdeal(by_hand(), bids(0, f"pass {bid}"), claimant=2)
    hands = record["redeals"][0]["hands"]
    owner = next(hand for hand in hands if "SA" in hand)
    hands[2][hands[2].index("DT")] = "SA"
    owner[owner.index("SA")] = "DT"
    judge(record)


def test_after_twenty_no_trump_only_passes():
    auction = calls(0, "20N")
    assert not auction.is_over()
    assert [call for call in [*CONTRACTS, "pass"] if auction.is_legal(call)] == ["pass"]
    assert calls(0, "20N pass pass pass pass").is_over()


# All-round checks of small functions


def test_bids_form_one_order():
    for best in CONTRACTS:
        for new in CONTRACTS:
            higher = int(new[:2]) > int(best[:2])
            same_number = new[:2] == best[:2]
            expected = higher or (same_number and new[2] == "N" and best[2] != "N")
            assert beats(STANDARD, best, new) is expected


@pytest.mark.parametrize("bid", ["", "N", "13", "13X", "013S", " 13S", "13SH", "12S", "21N", "pass", None, 14])
def test_a_bid_is_a_number_and_a_strain(bid):
    assert bid_is_legal(STANDARD, None, bid) is False


@pytest.mark.parametrize(
    ("won", "cheapest"),
    [
        ("13S", {"S": 13, "H": 15, "N": 14}),
        ("18D", {"D": 18, "C": 20, "N": 19}),
        ("19S", {"S": 19, "H": 20, "N": 20}),
        ("20H", {"H": 20, "D": None, "N": 20}),
        ("15N", {"N": 15, "H": 17}),
        ("19N", {"N": 19, "S": 20}),
        ("20N", {"N": 20, "S": None}),
    ],
)
def test_the_cheapest_contract_in_each_strain(won, cheapest):
    for strain, number in cheapest.items():
        found = [goal for goal in range(10, 25) if change_is_legal(STANDARD, won, f"{goal}{strain}")]
        assert found == ([] if number is None else list(range(number, 21)))
