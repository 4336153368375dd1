"""The referee at every table: every kind of fault in a random deal is found.

A fault changes a record in place and says whether it could.
"""

from copy import deepcopy

import pytest
import referee
from referee import Disagreement, judge, settle
from referee_cards import hunter, pack
from referee_player import all_plays, forced_by, random_record, records, result_of, top_record, top_records
from referee_tables import CHANGES, TABLES
from referee_tricks import must_name_suit

WITH_FRIENDS = [table for table in TABLES if table != "penalty-3"]
TWO_PACKS = ["penalty-6", "penalty-7", "penalty-8"]
PENALTY = list(CHANGES)

FAULTS = []


def fault(message, tables=TABLES, top=False):
    """Add a way to spoil a record at these tables; with `top`, one of a deal at the top no-trump bid."""

    def add(spoil):
        FAULTS.extend(pytest.param(table, spoil, message, top, id=f"{spoil.__name__}-{table}") for table in tables)
        return spoil

    return add


def places_of(record):
    """(trick from 1, place, play, the player's hand before it) of every play."""
    hands = [list(hand) for hand in record["hands"]]
    hands[record["declarer"]] = referee.exchanged_hand(record)
    for number, trick in enumerate(record["tricks"], 1):
        for place, play in enumerate(trick["plays"]):
            yield number, place, play, list(hands[play["seat"]])
            hands[play["seat"]].remove(play["card"])


def exchange_plays(record, number, play, card):
    """The player plays `card` now, and its own card when he would have played `card`."""
    for trick in record["tricks"][number:]:
        for other in trick["plays"]:
            if other["seat"] == play["seat"] and other["card"] == card:
                play["card"], other["card"] = card, play["card"]
                return True
    return False


@fault("the deal, cards dealt")
def card_missing(record):
    record["hands"][1].pop()
    return True


@fault("the deal, cards dealt")
def kitty_too_small(record):
    record["kitty"].pop()
    return True


@fault("the deal, the pack")
def card_too_often(record):
    cards = record["hands"][0]
    other = next(card for card in record["hands"][1] if card not in cards)
    cards[0] = other
    return True


@fault("the deal, the pack", tables=["penalty-3", "penalty-4", "penalty-7", "penalty-8"])
def card_that_was_taken_out(record):
    record["hands"][0][0] = "C2"
    return True


@fault("the deal, dealer|redeal 0, dealer")
def other_deal_number(record):
    record["deal"] += 1
    return True


@fault("the deal, opener|the deal, dealer")
def opener_moved_on(record):
    record["opener"] = (record["opener"] + 1) % len(record["hands"])
    return True


@fault("auction, call 0, seat")
def call_out_of_turn(record):
    record["auction"][0]["seat"] = record["auction"][1]["seat"]
    return True


@fault("auction, call .*: .* a bid above")
def bid_repeated(record):
    made = [entry for entry in record["auction"] if entry["call"] != "pass"]
    if len(made) > 1:
        made[1]["call"] = made[0]["call"]
    return len(made) > 1


@fault("auction, call .*: .* a bid above None")
def bid_below_the_least(record):
    made = [entry for entry in record["auction"] if entry["call"] != "pass"]
    made[0]["call"] = f"{record['rules']['auction']['min_number'] - 1}N"
    return True


@fault("auction, end")
def auction_not_over(record):
    record["auction"].pop()
    return True


@fault("the auction is over")
def auction_goes_on(record):
    record["auction"].append({"seat": record["declarer"], "call": "pass"})
    return True


@fault("declarer: ")
def another_declares(record):
    record["declarer"] = (record["declarer"] + 1) % len(record["hands"])
    return True


@fault("bid: ")
def another_bid(record):
    record["bid"] = f"{int(record['bid'][:-1]) + 1}{record['bid'][-1]}"
    return True


@fault("all-pass: .* everybody must have passed", tables=PENALTY)
def pass_missing_in_a_redeal(record):
    if record["redeals"]:
        record["redeals"][0]["auction"].pop()
    return bool(record["redeals"])


@fault("redeal 0, misdeal: .* this table has no misdeal", tables=PENALTY)
def misdeal_at_a_table_without(record):
    if record["redeals"]:
        record["redeals"][0].update(reason="misdeal", seat=record["redeals"][0]["opener"], auction=[])
    return bool(record["redeals"])


@fault("dealer: ")
def dealer_moves_on_after_all_pass(record):
    found = [redeal for redeal in record["redeals"] if redeal["reason"] == "all-pass"]
    if found:
        record["dealer"] = (record["dealer"] + 1) % len(record["hands"])
    return bool(found)


@fault("discard: ")
def discard_too_small(record):
    record["discard"].pop()
    return True


@fault("discard: ")
def discard_of_anothers_card(record):
    own = record["hands"][record["declarer"]] + record["kitty"]
    record["discard"][0] = next(card for card in pack(record["rules"]) if card not in own)
    return True


@fault("discard: ")
def discard_once_too_often(record):
    own = record["hands"][record["declarer"]] + record["kitty"]
    for card in own:
        if own.count(card) < len(record["discard"]):
            record["discard"][: own.count(card) + 1] = [card] * (own.count(card) + 1)
            return True
    return False


@fault("contract: .* cannot be reached")
def contract_above_the_top(record):
    record["contract"] = f"{record['rules']['auction']['max_number'] + 1}{record['contract'][-1]}"
    return True


@fault("contract: .* cannot be reached", tables=PENALTY)
def contract_raised(record):
    number = int(record["contract"][:-1]) + 1
    record["contract"] = f"{number}{record['contract'][-1]}"
    return number <= record["rules"]["auction"]["max_number"]


@fault("contract: .* cannot be reached")
def contract_lowered(record):
    record["contract"] = f"{int(record['bid'][:-1]) - 1}{record['bid'][-1]}"
    return True


@fault("friend call: ")
def friend_by_seat(record):
    record["friend_call"] = {"kind": "seat", "seat": 0}
    return True


@fault("friend call: ", tables=PENALTY)
def friend_by_first_trick(record):
    record["friend_call"] = {"kind": "first-trick"}
    return True


@fault("friend call: ", tables=["penalty-3"])
def call_where_there_is_none(record):
    record["friend_call"] = {"kind": "none"}
    return True


@fault("friend call: ", tables=WITH_FRIENDS)
def no_call_where_there_is_one(record):
    record["friend_call"] = None
    return True


@fault("friend call: ", tables=["penalty-4", "penalty-7", "penalty-8"])
def call_of_a_card_that_was_taken_out(record):
    record["friend_call"] = {"kind": "card", "card": "C2"}
    return True


@fault("requested suit: ")
def suit_asked_for_too_early(record):
    record["requested_suit"] = "S"
    return not referee.may_request(record)


@fault("requested suit: ", tables=WITH_FRIENDS, top=True)
def no_trump_asked_for(record):
    record["requested_suit"] = "N"
    return True


@fault("trick .*, play 0, .* card: ", tables=[table for table in WITH_FRIENDS if table != "standard"], top=True)
def suit_asked_for_not_led(record):
    for number, place, play, hand in places_of(deepcopy(record)):
        suit = referee.binding_suit(record, number, play["seat"]) if place == 0 else None
        others = [card for card in hand if card == "JK" or card[0] != suit]
        if suit is not None and len(others) < len(hand) and others:
            play = record["tricks"][number - 1]["plays"][0]
            play.pop("names", None)
            return exchange_plays(record, number, play, others[0])
    return False


@fault("trick .*, play ., .* card: ")
def card_not_legal(record):
    for number, _, play, hand in places_of(record):
        wrong = [card for card in hand if card not in play["legal"]]
        if wrong:
            return exchange_plays(record, number, play, wrong[0])
    return False


@fault("trick 1, play 0, .* card: ")
def trump_led_first(record):
    play = record["tricks"][0]["plays"][0]
    trumps = [card for card in referee.exchanged_hand(record) if card[0] == record["contract"][-1]]
    wrong = [card for card in trumps if card not in play["legal"]]
    return bool(wrong) and exchange_plays(record, 1, play, wrong[0])


@fault("trick 1, play 0, .* card: ", tables=PENALTY)
def joker_or_hunter_led_first(record):
    play = record["tricks"][0]["plays"][0]
    banned = ["JK", hunter(record["rules"], record["contract"][-1])]
    wrong = [card for card in referee.exchanged_hand(record) if card in banned and card not in play["legal"]]
    return bool(wrong) and exchange_plays(record, 1, play, wrong[0])


@fault("trick .*, play ., .* card: ")
def demanded_joker_kept(record):
    for number, place, play, hand in places_of(record):
        if place > 0 and play["legal"] == ["JK"] and set(hand) > {"JK"}:
            return exchange_plays(record, number, play, next(card for card in hand if card != "JK"))
    return False


@fault("card held: ")
def card_not_held(record):
    _, _, play, hand = next(places_of(record))
    play["card"] = next(card for card in pack(record["rules"]) if card not in hand)
    return True


@fault("legal set: ")
def legal_set_too_large(record):
    play = all_plays(record)[3]
    play["legal"] = [*play["legal"], next(card for card in pack(record["rules"]) if card not in play["legal"])]
    return True


@fault("legal set: ")
def legal_set_too_small(record):
    for play in all_plays(record):
        if len(play["legal"]) > 1:
            play["legal"] = [card for card in play["legal"] if card == play["card"]]
            return True
    return False


@fault("legal set: ", tables=TWO_PACKS)
def equal_cards_listed_twice(record):
    for _, _, play, hand in places_of(record):
        double = [card for card in play["legal"] if hand.count(card) > 1]
        if double:
            play["legal"] = [*play["legal"], double[0]]
            return True
    return False


@fault("names: ")
def led_joker_names_nothing(record):
    for number, trick in enumerate(record["tricks"], 1):
        if must_name_suit(record["rules"], number, trick["plays"]):
            trick["plays"][0]["names"] = "N"
            return True
    return False


@fault("names: ")
def powerless_joker_names_a_suit(record):
    for number, trick in enumerate(record["tricks"], 1):
        led = trick["plays"][0]
        if led["card"] == "JK" and not must_name_suit(record["rules"], number, trick["plays"]):
            led["names"] = "S"
            return True
    return False


@fault("names: ")
def following_joker_names_a_suit(record):
    for trick in record["tricks"]:
        for play in trick["plays"][1:]:
            if play["card"] == "JK":
                play["names"] = "S"
                return True
    return False


@fault("demands_joker: ")
def demand_with_a_plain_card(record):
    for play in all_plays(record):
        if play["card"] not in ("JK", hunter(record["rules"], record["contract"][-1])):
            play["demands_joker"] = True
            return True
    return False


@fault("demands_joker: ", tables=["standard", "penalty-5-reconciled"])
def demand_by_a_follower(record):
    for trick in record["tricks"]:
        for play in trick["plays"][1:]:
            if play["card"] == hunter(record["rules"], record["contract"][-1]):
                play["demands_joker"] = True
                return True
    return False


@fault("number of tricks: ")
def trick_missing(record):
    record["tricks"].pop()
    return True


@fault("trick 2, number of plays: ")
def play_missing(record):
    record["tricks"][1]["plays"].pop()
    return True


@fault("trick 2, leader: ")
def loser_leads(record):
    record["tricks"][1]["leader"] = (record["tricks"][1]["leader"] + 1) % len(record["hands"])
    return True


@fault("trick 2, play 1, seat ., seat: ")
def play_out_of_turn(record):
    table = record["tricks"][1]["plays"]
    table[1], table[2] = table[2], table[1]
    return True


@fault("trick 3, winner: ")
def wrong_winner(record):
    record["tricks"][2]["winner"] = (record["tricks"][2]["winner"] + 1) % len(record["hands"])
    return True


@fault("trick .*, winner: ", tables=TWO_PACKS)
def the_second_of_equal_cards_wins(record):
    for trick in record["tricks"]:
        cards = {play["seat"]: play["card"] for play in trick["plays"]}
        equal = [seat for seat, card in cards.items() if card == cards[trick["winner"]] and seat != trick["winner"]]
        if equal and cards[equal[0]] != "JK":
            trick["winner"] = equal[0]
            return True
    return False


@fault("trick 1, points: ")
def wrong_points_of_a_trick(record):
    record["tricks"][0]["points"] += 1
    return True


@fault("result, friends: ")
def wrong_friends(record):
    friends = record["result"]["friends"]
    record["result"]["friends"] = friends[1:] if friends else [(record["declarer"] + 1) % len(record["hands"])]
    return True


@fault("result, friends: ", tables=TWO_PACKS)
def only_one_of_two_friends(record):
    record["result"]["friends"] = record["result"]["friends"][:1]
    return len(referee.friends_of(record)) > 1


@fault("result, points: ")
def wrong_points(record):
    record["result"]["points"] -= 1
    return True


@fault("result, points: ")
def discard_not_counted(record):
    lost = settle(record)["discard_points"]
    record["result"]["points"] -= lost
    return lost > 0


@fault("result, made: ")
def wrong_made(record):
    record["result"]["made"] = not record["result"]["made"]
    return True


@fault("result, scores: ")
def wrong_score(record):
    record["result"]["scores"][0] += 1
    return True


@fault("result, scores: ")
def scores_of_the_other_side(record):
    right = record["result"]["scores"]
    record["result"]["scores"] = [max(right) + min(right) - score for score in right]
    return record["result"]["scores"] != right


@fault("result, scores: ", tables=PENALTY)
def stake_not_raised(record):
    record["result"]["scores"] = result_of(record | {"bid": record["contract"]})["scores"]
    return record["bid"][-1] != record["contract"][-1]


def deals_of(table, top):
    """Those that other tests look at, then more."""
    yield from top_records(table) if top else records(table)
    for number in range(40, 500):
        yield top_record(table, number) if top else random_record(table, number)


@pytest.mark.parametrize(("table", "spoil", "message", "top"), FAULTS)
def test_judge_finds(table, spoil, message, top):
    """In the first two deals where the fault can be made."""
    found = 0
    for record in deals_of(table, top):
        spoiled = deepcopy(record)
        if spoil(spoiled):
            with pytest.raises(Disagreement, match=message):
                judge(spoiled, forced_by(record) if top else None)
            found += 1
        if found == 2:
            return
    raise LookupError("no such deals")
