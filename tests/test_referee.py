"""Tests of the referee: the worked examples, the traps of other engines, whole deals and faults."""

import json
import random
from copy import deepcopy
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
import referee
from referee import Auction, Disagreement, bid_is_legal, deal_score, judge, legal_plays, settle, trick_winner

VECTORS = json.loads((Path(__file__).parent / "data" / "standard-vectors.json").read_text(encoding="utf-8"))
KINDS = ["legal", "winner", "score", "bid", "change", "misdeal"]
CONTRACTS = [f"{number}{strain}" for number in range(13, 21) for strain in "SHDCN"]


def plays(text):
    """The plays of a text such as JK=H C3! D7: a joker naming hearts, a hunter demanding, a card."""
    made = []
    for word in text.split():
        play = {"card": word[:2]}
        if "=" in word:
            play["names"] = word[-1]
        if "!" in word:
            play["demands_joker"] = True
        made.append(play)
    return made


def legal(trump, trick, hand, table):
    return legal_plays(trump, trick, hand.split(), plays(table))


def winner(trump, trick, table):
    return trick_winner(trump, trick, plays(table))


# The worked examples


def vectors(kind):
    return [pytest.param(vector, id=vector["id"]) for vector in VECTORS if vector["kind"] == kind]


def test_every_vector_has_a_test():
    assert {vector["kind"] for vector in VECTORS} == set(KINDS)
    assert {vector["table"] for vector in VECTORS} == {"standard"}
    assert len(VECTORS) == 65


@pytest.mark.parametrize("vector", vectors("legal"))
def test_vector_legal(vector):
    found = legal_plays(vector["trump"], vector["trick"], vector["hand"], vector["plays"])
    assert sorted(found) == vector["legal"]


@pytest.mark.parametrize("vector", vectors("winner"))
def test_vector_winner(vector):
    assert trick_winner(vector["trump"], vector["trick"], vector["plays"]) == vector["winner"]
    assert referee.trick_points(vector["plays"]) == vector["points"]


@pytest.mark.parametrize("vector", vectors("score"))
def test_vector_score(vector):
    expected = {key: vector[key] for key in ("declarer", "friend", "defender")}
    assert deal_score(vector["contract"], vector["points"], vector["partner"]) == expected


@pytest.mark.parametrize("vector", vectors("bid"))
def test_vector_bid(vector):
    assert bid_is_legal(vector["best"], vector["new"]) is vector["legal"]


@pytest.mark.parametrize("vector", vectors("change"))
def test_vector_change(vector):
    assert referee.change_is_legal(vector["won"], vector["final"]) is vector["legal"]


@pytest.mark.parametrize("vector", vectors("misdeal"))
def test_vector_misdeal(vector):
    assert referee.may_claim_misdeal(vector["hand"]) is vector["may_claim"]


def test_the_documents_own_example():
    """STD §8: the hunter is led with a demand, the Mighty answers and wins; 15D with 16 points is worth 5."""
    assert legal("D", 5, "JK SA C9", "C3!") == {"JK", "SA"}
    assert winner("D", 5, "C3! SA CK C2 D7") == 1
    assert referee.trick_points(plays("C3! SA CK C2 D7")) == 2
    assert deal_score("15D", 16, "friend") == {"declarer": 10, "friend": 5, "defender": -5}


# A whole deal worked out by hand. Seat 2 deals, passes; seat 3 plays 14H, raised to 15H, with SA's holder.

BY_HAND = {
    "table": "standard",
    "rules": {},
    "seed": 7,
    "deal": 12,
    "match": None,
    "strategies": ["hand"] * 5,
    "redeals": [],
    "dealer": 2,
    "opener": 2,
    "hands": [
        "SA S2 S3 S4 H2 H3 D2 D3 C2 C4".split(),
        "SK SQ SJ H4 H5 D4 D5 C5 C6 C7".split(),
        "ST S9 S8 H6 D6 D7 D8 C8 C9 CT".split(),
        "HA HK HQ HJ HT JK DA CA C3 S5".split(),
        "S6 S7 H7 H8 DK DQ DJ CK CQ CJ".split(),
    ],
    "kitty": "H9 DT D9".split(),
    "auction": [
        {"seat": 2, "call": "pass"},
        {"seat": 3, "call": "13H"},
        {"seat": 4, "call": "13N"},
        {"seat": 0, "call": "pass"},
        {"seat": 1, "call": "pass"},
        {"seat": 3, "call": "14H"},
        {"seat": 4, "call": "pass"},
    ],
    "declarer": 3,
    "bid": "14H",
    "contract": "15H",
    "discard": "DT D9 C3".split(),
    "friend_call": {"kind": "card", "card": "SA"},
    "requested_suit": None,
    "tricks": [
        # Seat 3 calls out the Mighty with his only spade: it takes the trick and is the friend.
        {"leader": 3, "cards": "S5 S6 SA SK ST", "winner": 0, "points": 3},
        # A club to the declarer's ace.
        {"leader": 0, "cards": "C2 C5 C8 CA CJ", "winner": 3, "points": 2},
        # The joker asks for diamonds.
        {"leader": 3, "cards": "JK=D DK D2 D4 D6", "winner": 3, "points": 1},
        {"leader": 3, "cards": "HA H7 H2 H4 H6", "winner": 3, "points": 1},
        {"leader": 3, "cards": "HK H8 H3 H5 C9", "winner": 3, "points": 1},
        {"leader": 3, "cards": "DA DJ D3 D5 D7", "winner": 3, "points": 2},
        # The last trumps: nobody else has any.
        {"leader": 3, "cards": "HQ S7 S2 C6 D8", "winner": 3, "points": 1},
        {"leader": 3, "cards": "HJ CK S3 C7 CT", "winner": 3, "points": 3},
        {"leader": 3, "cards": "HT CQ S4 SJ S8", "winner": 3, "points": 3},
        {"leader": 3, "cards": "H9 DQ C4 SQ S9", "winner": 3, "points": 2},
    ],
    # Nineteen points in tricks and DT discarded: a run. S = (2 x 2 + 5) x 2 = 18.
    "result": {"friends": [0], "points": 20, "made": True, "scores": [18, -18, -18, 36, -18]},
}


def by_hand():
    record = deepcopy(BY_HAND)
    for trick in record["tricks"]:
        played = plays(trick.pop("cards"))
        seats = [(trick["leader"] + index) % 5 for index in range(5)]
        trick["plays"] = [{"seat": seat, **play} for seat, play in zip(seats, played, strict=True)]
    return record


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


# A random player, who asks the referee only for what he may do


def shuffled(rng):
    cards = list(referee.DECK)
    rng.shuffle(cards)
    return [cards[10 * seat : 10 * seat + 10] for seat in range(5)], cards[50:]


def deal_cards(rng, weak):
    """With `weak`, until somebody could claim a misdeal."""
    while True:
        hands, kitty = shuffled(rng)
        if not weak or any(referee.may_claim_misdeal(hand) for hand in hands):
            return hands, kitty


def random_call(rng, best, shy):
    higher = [bid for bid in CONTRACTS if bid_is_legal(best, bid)]
    if not higher or rng.random() < shy:
        return "pass"
    return rng.choice(higher) if rng.random() < 0.1 else higher[min(rng.randrange(6), len(higher) - 1)]


def play_auction(rng, dealer, hands, kitty, shy):
    """(the deal as dealt and bid, the claimant or None, the auction)."""
    deal = {"dealer": dealer, "opener": dealer, "hands": hands, "kitty": kitty, "auction": []}
    auction = Auction(dealer)
    while not auction.is_over():
        if auction.is_first_turn() and referee.may_claim_misdeal(hands[auction.turn]):
            return deal, auction.turn, auction
        call = random_call(rng, auction.best, shy)
        deal["auction"].append({"seat": auction.turn, "call": call})
        auction.make(call)
    return deal, None, auction


def deal_and_bid(rng, dealer):
    """The deals thrown in, then the one that is played, and its auction."""
    redeals = []
    while True:
        hands, kitty = deal_cards(rng, weak=not redeals and rng.random() < 0.3)
        deal, claimant, auction = play_auction(rng, dealer, hands, kitty, shy=rng.choice([0.4, 0.6, 0.9]))
        if claimant is not None:
            redeals.append({"reason": "misdeal", "seat": claimant, **deal})
            dealer = claimant
        elif auction.all_passed():
            redeals.append({"reason": "all-pass", "seat": None, **deal})
        else:
            return redeals, deal, auction


def choose_contract(rng, bid):
    open_contracts = [contract for contract in CONTRACTS if referee.change_is_legal(bid, contract)]
    choices = [bid, "20N", rng.choice(open_contracts)]
    return rng.choices(choices, weights=[6, 1, 3])[0]


def choose_friend(rng, thirteen):
    cards = rng.choice([thirteen, referee.DECK, referee.DECK])
    calls = [{"kind": "card", "card": rng.choice(cards)}, {"kind": "first-trick"}, {"kind": "none"}]
    return rng.choices(calls, weights=[6, 3, 1])[0]


def choose_play(rng, trump, trick, hand, table, hoard):
    """Fond of leading the joker and the hunter; with `hoard`, keeps the joker for the end."""
    options = sorted(legal_plays(trump, trick, hand, table))
    fond = [card for card in options if card in ("JK", referee.hunter(trump)) and not table]
    card = rng.choice(fond if fond and rng.random() < 0.4 else options)
    if hoard and card == "JK" and len(options) > 1:
        card = rng.choice([other for other in options if other != "JK"])
    play = {"card": card, "legal": options}
    if card == "JK" and not table and 1 < trick < 10:
        play["names"] = rng.choice("SHDC")
    if card == referee.hunter(trump) and not table and trick > 1 and rng.random() < 0.8:
        play["demands_joker"] = True
    return play


def point_cards(cards):
    return sum(card != "JK" and card[1] in "AKQJT" for card in cards)


def play_tricks(rng, trump, leader, hands):
    tricks, hoard = [], rng.random() < 0.3
    for number in range(1, 11):
        table = []
        for seat in [(leader + index) % 5 for index in range(5)]:
            play = choose_play(rng, trump, number, hands[seat], table, hoard)
            hands[seat].remove(play["card"])
            table.append({"seat": seat, **play})
        points = point_cards(play["card"] for play in table)
        taker = (leader + trick_winner(trump, number, table)) % 5
        tricks.append({"leader": leader, "plays": table, "winner": taker, "points": points})
        leader = taker
    return tricks


def result_of(record):
    """Not with the referee's own functions, which are on trial."""
    declarer, call, goal = record["declarer"], record["friend_call"], int(record["contract"][:2])
    chosen = [seat for seat, hand in enumerate(record["hands"]) if call.get("card") in hand]
    if call["kind"] == "first-trick":
        chosen = [record["tricks"][0]["winner"]]
    friends = [seat for seat in chosen if seat != declarer]
    points = point_cards(record["discard"])
    points += sum(trick["points"] for trick in record["tricks"] if trick["winner"] in [declarer, *friends])
    unit = 2 * (goal - 13) + points - goal if points >= goal else points - goal
    factors = ["N" in record["contract"], call["kind"] == "none", points == 20, points <= 9]
    unit *= 2 ** sum(factors)
    scores = [-unit] * 5
    for friend in friends:
        scores[friend] = unit
    scores[declarer] = -sum(scores[seat] for seat in range(5) if seat != declarer)
    return {"friends": friends, "points": points, "made": points >= goal, "scores": scores}


def finish(rng, record, declarer, bid):
    """Exchange, call and play."""
    contract = choose_contract(rng, bid)
    thirteen = record["hands"][declarer] + record["kitty"]
    call = choose_friend(rng, thirteen)
    asks = contract == "20N" and call["kind"] != "none"
    discard = rng.sample(thirteen, 3)
    hands = [list(hand) for hand in record["hands"]]
    hands[declarer] = [card for card in thirteen if card not in discard]
    record.update(declarer=declarer, bid=bid, contract=contract, discard=discard, friend_call=call)
    record["requested_suit"] = rng.choice(["S", "H", "D", "C", None]) if asks else None
    record["tricks"] = play_tricks(rng, contract[-1], declarer, hands)
    record["result"] = result_of(record)
    return record


def random_record(number):
    rng = random.Random(number)
    redeals, deal, auction = deal_and_bid(rng, number % 5)
    record = {"table": "standard", "seed": 1, "deal": number, "match": None, "redeals": redeals, **deal}
    return finish(rng, record, auction.bidder, auction.best)


def forced_record(number):
    rng = random.Random(number)
    hands, kitty = shuffled(rng)
    dealer = number % 5
    record = {"table": "standard", "seed": 1, "deal": number, "match": None, "redeals": [], "auction": []}
    record.update(dealer=dealer, opener=dealer, hands=hands, kitty=kitty)
    return finish(rng, record, rng.randrange(5), f"{rng.randrange(13, 21)}{rng.choice('SHDCN')}")


@cache
def records():
    return [random_record(number) for number in range(200)]


@pytest.mark.parametrize("number", range(200))
def test_judge_accepts_a_random_deal(number):
    judge(records()[number])


@pytest.mark.parametrize("number", range(40))
def test_judge_accepts_a_deal_without_an_auction(number):
    record = forced_record(number)
    judge(record, forced={"seat": record["declarer"], "number": int(record["bid"][:2])})


def test_judge_accepts_records_without_legal_sets():
    for record in records()[:20]:
        bare = deepcopy(record)
        for play in all_plays(bare):
            del play["legal"]
        judge(bare)


def all_plays(record):
    return [play for trick in record["tricks"] for play in trick["plays"]]


def has_redeal(reason):
    return lambda record: any(redeal["reason"] == reason for redeal in record["redeals"])


def has_call(kind, friends):
    return lambda record: (
        record["friend_call"]["kind"] == kind and bool(record["result"]["friends"]) == friends
    )


def has_joker_led(tricks):
    return lambda record: any(record["tricks"][trick - 1]["plays"][0]["card"] == "JK" for trick in tricks)


def has_answer(card):
    """A demand that the holder of the joker answers with this card."""

    def shown(record):
        for trick in record["tricks"]:
            cards = [play["card"] for play in trick["plays"]]
            if trick["plays"][0].get("demands_joker") and card(record) in cards:
                return True
        return False

    return shown


SITUATIONS = {
    "a misdeal": has_redeal("misdeal"),
    "all pass": has_redeal("all-pass"),
    "two redeals": lambda record: len(record["redeals"]) > 1,
    "a claim after a bid": lambda record: any(
        redeal["reason"] == "misdeal" and any(entry["call"] != "pass" for entry in redeal["auction"])
        for redeal in record["redeals"]
    ),
    "a long auction": lambda record: len(record["auction"]) > 8,
    "a change of suit": lambda record: record["bid"][-1] != record["contract"][-1],
    "a raise only": lambda record: (
        record["bid"][-1] == record["contract"][-1] and record["bid"] != record["contract"]
    ),
    "no-trump": lambda record: record["contract"][-1] == "N",
    "spades": lambda record: record["contract"][-1] == "S",
    "clubs": lambda record: record["contract"][-1] == "C",
    "a card's friend": has_call("card", friends=True),
    "a secret solo": has_call("card", friends=False),
    "a called card discarded": lambda record: record["friend_call"].get("card") in record["discard"],
    "a first-trick friend": has_call("first-trick", friends=True),
    "a first-trick solo": has_call("first-trick", friends=False),
    "an open solo": has_call("none", friends=False),
    "a suit asked for": lambda record: record["requested_suit"] is not None,
    "20N without a suit": lambda record: record["contract"] == "20N" and record["requested_suit"] is None,
    "a joker led with power": has_joker_led(range(2, 10)),
    "a joker led to trick 1": has_joker_led([1]),
    "a joker led to trick 10": has_joker_led([10]),
    "a demand that catches": has_answer(lambda record: "JK"),
    "a demand answered by the Mighty": has_answer(lambda record: referee.mighty(record["contract"][-1])),
    "a contract made": lambda record: record["result"]["made"],
    "a back-run": lambda record: record["result"]["points"] <= 9,
}


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


# Process examples


def calls(opener, text):
    """The auction after these calls; every one must be legal."""
    auction = Auction(opener)
    for call in text.split():
        assert not auction.is_over()
        assert auction.is_legal(call)
        auction.make(call)
    return auction


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


WEAK = "S2 S3 S4 S5 S6 S7 S8 D2 DT D3".split()


def with_misdeal(record, auction, claimant):
    """The record after one more deal, thrown in; `claimant` holds WEAK there and deals the record's deal."""
    record = deepcopy(record)
    record["redeals"] = []
    record["deal"] = 5
    others = [card for card in referee.DECK if card not in WEAK]
    hands = [others[10 * seat : 10 * seat + 10] for seat in range(4)]
    hands.insert(claimant, list(WEAK))
    redeal = {"reason": "misdeal", "seat": claimant, "dealer": 0, "opener": 0, "hands": hands}
    record["redeals"] = [{**redeal, "kitty": others[40:], "auction": auction}]
    return record


def bids(opener, text):
    return [{"seat": (opener + index) % 5, "call": call} for index, call in enumerate(text.split())]


def test_q03_the_claimant_deals_and_opens():
    record = with_misdeal(by_hand(), bids(0, "15H 16H"), claimant=2)
    assert record["dealer"] == record["opener"] == 2
    judge(record)


def test_the_last_seat_may_claim_after_everybody_elses_turn():
    record = rotated(by_hand(), 2)
    judge(with_misdeal(record, bids(0, "pass pass pass 20N"), claimant=4))
    judge(with_misdeal(record, bids(0, "pass pass pass pass"), claimant=4))


def test_q04_only_a_first_turn_allows_a_claim():
    with pytest.raises(Disagreement, match="a claim is made on a first turn"):
        judge(with_misdeal(by_hand(), bids(0, "13S 14S 15S 16S 17S 18S 19S"), claimant=2))
    with pytest.raises(Disagreement, match="a claim is made on a first turn"):
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


def rotated(record, shift):
    """The same deal, everybody moved on by `shift` seats."""
    if isinstance(record, list):
        return [rotated(item, shift) for item in record]
    if not isinstance(record, dict):
        return record
    turned = {}
    for key, value in record.items():
        if key in ("hands", "scores"):
            turned[key] = [value[(seat - shift) % 5] for seat in range(5)]
        elif key == "friends":
            turned[key] = [(seat + shift) % 5 for seat in value]
        elif key in ("seat", "dealer", "opener", "declarer", "leader", "winner") and value is not None:
            turned[key] = (value + shift) % 5
        else:
            turned[key] = rotated(value, shift)
    return turned


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
    assert referee.trick_points(plays("HA HK HQ HJ HT")) == 5
    assert referee.trick_points(plays("H9 H2 JK C3 S8")) == 0


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
    with pytest.raises(ValueError, match="must name a suit"):
        legal_plays("D", 5, ["H2"], [{"card": "JK", **named}])
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
    legal_plays("D", 5, hand, table)
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


# Faults: every one must be found, and for its own reason


def shown(situation):
    return next(record for record in records() if SITUATIONS[situation](record))


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


@fault("match: ")
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
    strong = max(range(5), key=lambda other: referee.weakness(hands[other]))
    hands[seat], hands[strong] = hands[strong], hands[seat]


@fault("claimant: ", "a misdeal")
def claim_out_of_turn(record):
    move_on(redeal_with(record, "misdeal")[0], "seat")


@fault("claimant: ", "a claim after a bid")
def claim_before_the_turn(record):
    claims = [redeal for redeal in record["redeals"] if redeal["reason"] == "misdeal"]
    next(redeal for redeal in claims if redeal["auction"])["auction"].pop()


@fault("all-pass: .* five passes", "all pass")
def four_passes(record):
    redeal_with(record, "all-pass")[0]["auction"].pop()


@fault("all-pass: .* five passes", "all pass")
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
    record = forced_record(3)
    forced = {"seat": record["declarer"], "number": int(record["bid"][:2])}
    judge(record, forced)
    FORCED_FAULTS[message](record)
    with pytest.raises(Disagreement, match=message):
        judge(record, forced)


def test_judge_wants_an_auction_unless_forced():
    with pytest.raises(Disagreement, match="auction, end"):
        judge(forced_record(3))


# All-round checks of small functions


def test_bids_form_one_order():
    for best in CONTRACTS:
        for new in CONTRACTS:
            higher = int(new[:2]) > int(best[:2])
            same_number = new[:2] == best[:2]
            expected = higher or (same_number and new[2] == "N" and best[2] != "N")
            assert referee.beats(best, new) is expected


@pytest.mark.parametrize(
    "bid", ["", "N", "13", "13X", "013S", " 13S", "13SH", "12S", "21N", "pass", None, 14]
)
def test_a_bid_is_a_number_and_a_strain(bid):
    assert bid_is_legal(None, bid) is False


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
        found = [goal for goal in range(10, 25) if referee.change_is_legal(won, f"{goal}{strain}")]
        assert found == ([] if number is None else list(range(number, 21)))


def test_an_unknown_partner_is_refused():
    with pytest.raises(ValueError, match="unknown partner"):
        deal_score("15S", 15, "nobody")
