"""Deals at the standard table for the referee's tests: one worked out by hand, and random ones that show much."""

from copy import deepcopy
from functools import cache

import referee
from referee_player import random_record
from referee_score import count_doublings, share_out, unit
from referee_tables import rules_of
from referee_written import STANDARD, plays

# A whole deal worked out by hand. Seat 2 deals, passes; seat 3 plays 14H, raised to 15H, with SA's holder.

BY_HAND = {
    "table": "standard",
    "rules": rules_of("standard"),
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


def deal_score(contract, points, partner, rules=STANDARD, stake=1):
    """What the declarer, a friend and each defender gain; the declarer is seat 0, a friend seat 1."""
    friends = [1] if partner == "friend" else []
    made = points >= int(contract[:-1])
    amount = unit(rules, contract, points) * stake * 2 ** count_doublings(rules, contract, points, partner)
    scores = share_out(rules, made, amount, 0, friends)
    return {"declarer": scores[0], "friend": scores[1] if friends else None, "defender": scores[-1]}


@cache
def records():
    return [random_record("standard", number) for number in range(200)]


def has_redeal(reason):
    return lambda record: any(redeal["reason"] == reason for redeal in record["redeals"])


def has_call(kind, friends):
    return lambda record: record["friend_call"]["kind"] == kind and bool(record["result"]["friends"]) == friends


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
    "a raise only": lambda record: record["bid"][-1] == record["contract"][-1] and record["bid"] != record["contract"],
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


def shown(situation):
    return next(record for record in records() if SITUATIONS[situation](record))


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
