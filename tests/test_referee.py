"""Tests of the referee at the standard table: a deal worked out by hand, random deals, and faults."""

from copy import deepcopy
from itertools import pairwise

import pytest
import referee
from referee import Disagreement, judge, settle
from referee_cards import weakness
from referee_deals import BY_HAND as BY_HAND  # for other tests too
from referee_deals import SITUATIONS, bids, by_hand, deal_score, records, shown
from referee_player import all_plays, forced_by, forced_record
from referee_tricks import trick_points
from referee_written import STANDARD, legal, plays, winner


def test_the_documents_own_example():
    """STD §8: the hunter is led with a demand, the Mighty answers and wins; 15D with 16 points is worth 5."""
    assert legal("D", 5, "JK SA C9", "C3!") == {"JK", "SA"}
    assert winner("D", 5, "C3! SA CK C2 D7") == 1
    assert trick_points(plays("C3! SA CK C2 D7")) == 2
    assert deal_score("15D", 16, "friend") == {"declarer": 10, "friend": 5, "defender": -5}


def test_a_deal_worked_out_by_hand():
    record = by_hand()
    judge(record)
    assert settle(record) == {
        "redeals": 0,
        "dealer": 2,
        "declarer": 3,
        "friends": [0],
        "bid_number": 14,
        "bid_strain": "H",
        "contract_number": 15,
        "contract_strain": "H",
        "points": 20,
        "discard_points": 1,
        "made": True,
        "doublings": 1,
        "scores": [18, -18, -18, 36, -18],
        # HA HK HQ HJ HT JK DA CA C3 S5: 6 at one, a ten, the joker
        "dealt": {"points": 7, "trumps": 5, "weakness": 2 * 6 + 1 - 2},
        # HA HK HQ HJ HT JK DA CA S5 H9
        "exchanged": {"points": 7, "trumps": 6, "weakness": 2 * 6 + 1 - 2},
        "mighty": 0,
        "joker": 3,
        "multiplier": 2,
        "mighty_places": [0],
        "joker_places": [3],
    }


def test_settle_reads_only_the_cards():
    record = by_hand()
    expected = settle(record)
    record["result"] = None
    for trick in record["tricks"]:
        trick["winner"] = trick["leader"] = trick["points"] = None
    assert settle(record) == expected


def test_settle_counts_trumps_by_bid_when_dealt_and_by_contract_after_the_exchange():
    record = by_hand()
    record["bid"], record["contract"] = "14D", "16S"
    row = settle(record)
    assert (row["dealt"]["trumps"], row["exchanged"]["trumps"]) == (1, 1)
    record["bid"], record["contract"] = "14C", "15N"
    row = settle(record)
    assert (row["dealt"]["trumps"], row["exchanged"]["trumps"]) == (2, 0)


def test_settle_says_who_was_dealt_the_mighty_of_the_contract():
    record = by_hand()
    record["bid"] = record["contract"] = "14S"
    assert settle(record)["mighty"] == 3
    record["hands"][3].remove("JK")
    record["hands"][3].append("H9")
    record["kitty"] = ["JK", "DT", "D9"]
    assert settle(record)["joker"] == "kitty"


@pytest.mark.parametrize("number", range(200))
def test_judge_accepts_a_random_deal(number):
    judge(records()[number])


@pytest.mark.parametrize("number", range(40))
def test_judge_accepts_a_deal_without_an_auction(number):
    record = forced_record("standard", number)
    judge(record, forced=forced_by(record))


def test_judge_accepts_records_without_legal_sets():
    for record in records()[:20]:
        bare = deepcopy(record)
        for play in all_plays(bare):
            del play["legal"]
        judge(bare)


@pytest.mark.parametrize("situation", SITUATIONS)
def test_the_random_deals_show(situation):
    """Or the tests above and below would pass for want of cases."""
    assert any(SITUATIONS[situation](record) for record in records())


def test_settle_agrees_with_the_random_deals():
    for record in records():
        row = settle(record)
        result = record["result"]
        assert {field: row[field] for field in result} == result
        taken = sum(trick["points"] for trick in record["tricks"])
        assert row["discard_points"] == 20 - taken
        assert row["redeals"] == len(record["redeals"])
        assert f"{row['bid_number']}{row['bid_strain']}" == record["bid"]
        assert f"{row['contract_number']}{row['contract_strain']}" == record["contract"]


# Faults: every one must be found, and for its own reason


def swap(cards, other, first, second):
    cards[cards.index(first)], other[other.index(second)] = second, first


def redeal_with(record, reason):
    """(the first such redeal, what was dealt after it)."""
    for redeal, after in pairwise([*record["redeals"], record]):
        if redeal["reason"] == reason:
            return redeal, after
    raise LookupError(reason)


def move_on(deal, field):
    deal[field] = (deal[field] + 1) % 5


FAULTS = []


def fault(message, situation=None):
    """Add a way to spoil a record: the deal worked out by hand, or one that shows `situation`."""

    def add(spoil):
        FAULTS.append(pytest.param(spoil, message, situation, id=spoil.__name__))
        return spoil

    return add


@fault("table: the record says 'penalty-5'")
def other_table(record):
    record["table"] = "penalty-5"
    record["rules"]["name"] = "standard"


@fault("its form: .*deal.kitty.* cannot be 13")
def kitty_too_large(record):
    record["rules"]["deal"]["kitty"] = 13


@fault("its form: .*joker: .*names.* not known")
def option_missing(record):
    del record["rules"]["joker"]["names"]


@fault("its form: .*hunter: .*whistles.* not known")
def option_unknown(record):
    record["rules"]["hunter"]["whistles"] = True


@fault("its form: .*hunter.call cannot be .*loud")
def value_unknown(record):
    record["rules"]["hunter"]["call"] = "loud"


@fault("its form: .*mighty.switches_suit cannot be 1")
def yes_as_a_number(record):
    record["rules"]["mighty"]["switches_suit"] = 1


@fault("its form: .*53 cards cannot be dealt to 52 places")
def cards_left_over(record):
    record["rules"]["deal"]["kitty"] = 2


@fault("match, without the deal before: the record says 2")
def deal_of_a_match(record):
    record["match"] = {"match": 1, "deal": 2}


@fault("fields: .* there must be 'kitty'")
def no_kitty(record):
    del record["kitty"]


@fault("its form: .*KeyError")
def trick_without_plays(record):
    del record["tricks"][4]["plays"]


@fault("the deal, the pack")
def card_dealt_twice(record):
    record["hands"][0][1] = "SK"


@fault("the deal, the pack")
def card_that_is_none(record):
    record["hands"][0][1] = "S1"


@fault("the deal, cards dealt")
def eleven_cards(record):
    record["hands"][0].append(record["kitty"].pop())


@fault("the deal, cards dealt")
def four_hands(record):
    record["hands"].pop()


@fault("the deal, dealer")
def wrong_first_dealer(record):
    record["deal"] += 1


@fault("the deal, opener")
def dealer_does_not_open(record):
    record["opener"] = 3


@fault("redeal 0, dealer", "a misdeal")
def wrong_dealer_of_a_redeal(record):
    move_on(record["redeals"][0], "dealer")


@fault("redeal 0, opener", "a misdeal")
def wrong_opener_of_a_redeal(record):
    move_on(record["redeals"][0], "opener")


@fault("redeal 0, the pack", "a misdeal")
def redeal_with_a_card_twice(record):
    hands = record["redeals"][0]["hands"]
    hands[0][0] = hands[1][0]


@fault("redeal 0, cards dealt", "all pass")
def redeal_with_a_card_missing(record):
    record["redeals"][0]["kitty"].pop()


@fault(", dealer: ", "a misdeal")
def claimant_does_not_deal(record):
    move_on(redeal_with(record, "misdeal")[1], "dealer")


@fault(", opener: ", "a misdeal")
def claimant_does_not_open(record):
    move_on(redeal_with(record, "misdeal")[1], "opener")


@fault(", dealer: ", "all pass")
def dealer_moves_on_after_all_pass(record):
    move_on(redeal_with(record, "all-pass")[1], "dealer")


@fault("misdeal: .* not weak enough", "a misdeal")
def strong_claimant(record):
    redeal = redeal_with(record, "misdeal")[0]
    hands, seat = redeal["hands"], redeal["seat"]
    strong = max(range(5), key=lambda other: weakness(STANDARD, hands[other]))
    hands[seat], hands[strong] = hands[strong], hands[seat]


@fault("claimant: ", "a misdeal")
def claim_out_of_turn(record):
    move_on(redeal_with(record, "misdeal")[0], "seat")


@fault("claimant: ", "a claim after a bid")
def claim_before_the_turn(record):
    claims = [redeal for redeal in record["redeals"] if redeal["reason"] == "misdeal"]
    next(redeal for redeal in claims if redeal["auction"])["auction"].pop()


@fault("all-pass: .* everybody must have passed", "all pass")
def four_passes(record):
    redeal_with(record, "all-pass")[0]["auction"].pop()


@fault("all-pass: .* everybody must have passed", "all pass")
def all_pass_with_a_bid(record):
    redeal_with(record, "all-pass")[0]["auction"][4]["call"] = "13S"


@fault("claimant: ", "all pass")
def all_pass_with_a_claimant(record):
    redeal_with(record, "all-pass")[0]["seat"] = 1


@fault("reason: the record says 'whim'", "a misdeal")
def unknown_reason(record):
    redeal_with(record, "misdeal")[0]["reason"] = "whim"


@fault("redeal 0, call 0: ", "all pass")
def illegal_call_in_a_redeal(record):
    redeal_with(record, "all-pass")[0]["auction"][0]["call"] = "12S"


@fault("auction, call 2, seat")
def call_out_of_turn(record):
    record["auction"][2]["seat"] = 0


@fault("auction, call 5, seat: the record says 2")
def pass_not_final(record):
    record["auction"].insert(5, {"seat": 2, "call": "14S"})


@fault("auction, call 2: .* above 13H")
def bid_not_higher(record):
    record["auction"][2]["call"] = "13D"


@fault("auction, call 5: .* above 13N")
def suit_over_no_trump(record):
    record["auction"][5]["call"] = "13H"


@fault("auction, call 1: the record says '12N'")
def bid_too_low(record):
    record["auction"][1]["call"] = "12N"


@fault("auction, call 5: the record says '21H'")
def bid_too_high(record):
    record["auction"][5]["call"] = "21H"


@fault("auction, call 5: the record says '14'")
def bid_without_a_strain(record):
    record["auction"][5]["call"] = "14"


@fault("auction, call 5: .* above 20N")
def bid_over_twenty_no_trump(record):
    record["auction"][2]["call"] = "20N"


@fault("auction, end")
def auction_too_short(record):
    record["auction"].pop()


@fault("auction, call 7: .* the auction is over")
def auction_too_long(record):
    record["auction"].append({"seat": 3, "call": "15H"})


@fault("auction, end")
def no_auction(record):
    record["auction"] = []


@fault("declarer: ")
def wrong_declarer(record):
    record["declarer"] = 4


@fault("bid: the record says '13H'")
def wrong_bid(record):
    record["bid"] = "13H"


@fault("discard: ")
def four_discards(record):
    record["discard"].append("S5")


@fault("contract: .* cannot be reached from 14H")
def contract_lowered(record):
    record["contract"] = "13H"


@fault("contract: .* cannot be reached from 14H")
def suit_changed_for_one(record):
    record["contract"] = "15D"


@fault("contract: .* cannot be reached from 14H")
def no_trump_for_nothing(record):
    record["contract"] = "14N"


@fault("contract: .* cannot be reached from 14H")
def contract_of_21(record):
    record["contract"] = "21H"


@fault("friend call: ")
def last_trick_friend(record):
    record["friend_call"] = {"kind": "last-trick"}


@fault("friend call: ")
def seat_friend(record):
    record["friend_call"] = {"kind": "seat", "seat": 0}


@fault("friend call: ")
def friend_card_that_is_none(record):
    record["friend_call"]["card"] = "S1"


@fault("requested suit: ")
def suit_requested_below_20n(record):
    record["requested_suit"] = "S"


@fault("requested suit: ", "a suit asked for")
def request_of_no_trump(record):
    record["requested_suit"] = "N"


@fault("requested suit: ", "a suit asked for")
def request_when_alone(record):
    record["friend_call"] = {"kind": "none"}


@fault("number of tricks: the record says 9")
def nine_tricks(record):
    record["tricks"].pop()


@fault("trick 4, number of plays: the record says 4")
def four_plays(record):
    record["tricks"][3]["plays"].pop()


@fault("trick 1, leader")
def opener_leads_trick_1(record):
    record["tricks"][0]["leader"] = 2


@fault("trick 2, leader")
def loser_leads(record):
    record["tricks"][1]["leader"] = 3


@fault("trick 3, play 1, seat 4, seat")
def play_out_of_turn(record):
    table = record["tricks"][2]["plays"]
    table[1], table[2] = table[2], table[1]


@fault("trick 3, play 2, seat 0, card held: the record says 'D8'")
def card_of_another(record):
    record["tricks"][2]["plays"][2]["card"] = "D8"


@fault("trick 7, play 4, seat 2, card held: the record says 'D7'")
def card_played_twice(record):
    record["tricks"][6]["plays"][4]["card"] = "D7"


@fault("trick 4, play 0, seat 3, card held: the record says 'C3'")
def discard_played(record):
    record["tricks"][3]["plays"][0]["card"] = "C3"


@fault("trick 3, play 2, seat 0, card: the record says 'H2'")
def revoke(record):
    record["tricks"][2]["plays"][2]["card"] = "H2"


@fault("trick 1, play 0, seat 3, card: the record says 'HA'")
def trump_led_to_trick_1(record):
    record["tricks"][0]["plays"][0]["card"] = "HA"


@fault("trick 1, play 1, seat 4, names")
def plain_card_names_a_suit(record):
    record["tricks"][0]["plays"][1]["names"] = "S"


@fault("trick 1, play 0, seat ., names", "a joker led to trick 1")
def joker_names_in_trick_1(record):
    record["tricks"][0]["plays"][0]["names"] = "S"


@fault("trick 10, play 0, seat ., names", "a joker led to trick 10")
def joker_names_in_trick_10(record):
    record["tricks"][9]["plays"][0]["names"] = "S"


@fault("play [1-4], seat ., names", "a demand that catches")
def following_joker_names(record):
    play = next(play for play in all_plays(record) if play["card"] == "JK")
    play["names"] = "S"


@fault("trick 3, play 1, seat 4, card: the record says 'DK'")
def joker_named_another_suit(record):
    record["tricks"][2]["plays"][0]["names"] = "C"


@fault("trick 2, play 0, seat 0, demands_joker")
def demand_with_a_plain_card(record):
    record["tricks"][1]["plays"][0]["demands_joker"] = True


def hunter_play(record, good):
    """Where the hunter is played in one of the random deals; `good` takes (trick from 1, place)."""
    card = referee.hunter(record["contract"][-1])
    for number, trick in enumerate(record["tricks"], 1):
        for place, play in enumerate(trick["plays"]):
            if play["card"] == card and good(number, place):
                return play
    return None


def spoiled_demand(good):
    for record in records():
        if hunter_play(record, good) is not None:
            spoiled = deepcopy(record)
            hunter_play(spoiled, good)["demands_joker"] = True
            return spoiled
    raise LookupError("no such play")


def test_judge_rejects_a_demand_in_trick_1():
    with pytest.raises(Disagreement, match=r"trick 1, play 0, seat ., demands_joker"):
        judge(spoiled_demand(lambda trick, place: trick == 1 and place == 0))


def test_judge_rejects_a_demand_of_a_follower():
    with pytest.raises(Disagreement, match=r"play [1-4], seat ., demands_joker"):
        judge(spoiled_demand(lambda trick, place: place > 0))


def demand_answered_wrongly(trick):
    """Whether the joker's holder, bound to play it, could have played something else without the demand."""
    if not trick["plays"][0].get("demands_joker"):
        return False
    return any(play["legal"] == ["JK"] for play in trick["plays"])


def test_judge_rejects_a_card_in_the_demanded_jokers_place():
    for record in records():
        spoiled = deepcopy(record)
        for number, trick in enumerate(spoiled["tricks"][:-1], 1):
            if demand_answered_wrongly(trick):
                play = next(play for play in trick["plays"] if play["legal"] == ["JK"])
                later = spoiled["tricks"][number]["plays"]
                other = next(other for other in later if other["seat"] == play["seat"])
                play["card"], other["card"] = other["card"], play["card"]
                with pytest.raises(Disagreement, match=f"trick {number}, play ., seat ., card: "):
                    judge(spoiled)
                return
    raise LookupError("no such trick")


@fault("trick 3, winner: the record says 4")
def wrong_winner(record):
    record["tricks"][2]["winner"] = 4


@fault("trick 10, winner")
def wrong_last_winner(record):
    record["tricks"][9]["winner"] = 0


@fault("trick 3, points: the record says 2")
def wrong_points_of_a_trick(record):
    record["tricks"][2]["points"] = 2


@fault("trick 1, play 2, seat ., legal set", "a card's friend")
def legal_set_too_large(record):
    play = record["tricks"][0]["plays"][2]
    play["legal"] = [*play["legal"], next(card for card in referee.DECK if card not in play["legal"])]


@fault("legal set", "a card's friend")
def legal_set_too_small(record):
    play = next(play for play in all_plays(record) if len(play["legal"]) > 1)
    play["legal"] = [card for card in play["legal"] if card == play["card"]]


@fault("trick 10, play 4, seat ., legal set", "no-trump")
def legal_set_empty(record):
    record["tricks"][9]["plays"][4]["legal"] = []


@fault("trick 2, play 0, seat ., legal set", "spades")
def legal_set_with_a_repeat(record):
    play = record["tricks"][1]["plays"][0]
    play["legal"] = [*play["legal"], play["legal"][0]]


@fault("result, friends")
def wrong_friend(record):
    record["result"]["friends"] = [1]


@fault("result, friends")
def no_friend(record):
    record["result"]["friends"] = []


@fault("result, friends", "a first-trick solo")
def declarer_his_own_friend(record):
    record["result"]["friends"] = [record["declarer"]]


@fault("result, friends", "a called card discarded")
def friend_without_the_card(record):
    record["result"]["friends"] = [(record["declarer"] + 1) % 5]


@fault("result, points: the record says 19")
def discard_not_counted(record):
    record["result"]["points"] = 19


@fault("result, made")
def made_said_failed(record):
    record["result"]["made"] = False


@fault("result, made")
def made_as_a_number(record):
    record["result"]["made"] = 1


@fault("result, scores")
def wrong_score(record):
    record["result"]["scores"] = [9, -9, -9, 18, -9]


@fault("result, scores")
def score_not_zero_sum(record):
    record["result"]["scores"][1] -= 1


@fault("result, scores")
def scores_of_the_wrong_seats(record):
    record["result"]["scores"] = [-18, 18, -18, 36, -18]


@fault("result, scores", "a secret solo")
def secret_solo_doubled(record):
    record["result"]["scores"] = [2 * score + 8 * (score == 0) for score in record["result"]["scores"]]


@pytest.mark.parametrize(("spoil", "message", "situation"), FAULTS)
def test_judge_rejects(spoil, message, situation):
    record = deepcopy(shown(situation)) if situation else by_hand()
    judge(record)
    spoil(record)
    with pytest.raises(Disagreement, match=message):
        judge(record)


def test_a_disagreement_says_where():
    record = by_hand()
    revoke(record)
    with pytest.raises(Disagreement) as caught:
        judge(record)
    place = "seed 7, deal 12, trick 3, play 2, seat 0, card"
    assert str(caught.value) == f"{place}: the record says 'H2', the rules say one of ['D2', 'D3']"


FORCED_FAULTS = {
    "forced, auction": lambda record: record.update(auction=bids(record["opener"], "pass")),
    "forced, redeals": lambda record: record.update(redeals=records()[0]["redeals"] or [{}]),
    "forced, declarer": lambda record: record.update(declarer=(record["declarer"] + 1) % 5),
    "forced, bid: ": lambda record: record.update(bid="12S"),
    "forced, bid's number": lambda record: record.update(bid=f"{33 - int(record['bid'][:2])}S"),
    "the deal, dealer": lambda record: record.update(deal=record["deal"] + 1),
}


@pytest.mark.parametrize("message", FORCED_FAULTS)
def test_judge_rejects_without_an_auction(message):
    record = forced_record("standard", 3)
    forced = forced_by(record)
    judge(record, forced)
    FORCED_FAULTS[message](record)
    with pytest.raises(Disagreement, match=message):
        judge(record, forced)


def test_judge_wants_an_auction_unless_forced():
    with pytest.raises(Disagreement, match="auction, end"):
        judge(forced_record("standard", 3))
