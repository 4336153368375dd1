"""Judge deals of the uncompiled kernels by the referee, and compare every column with the compiled kernels' rows.

Run by test_judged*.py with the compiler off, on a JSON file with a list of jobs: {"table", "settings":
["group.option=value"], "strategies": [paths], "seed", "forced": null or the fields of Forced, "first", "count", "rows":
a .npy file; perhaps "dealing": the words of mighty_sim.dealing.parse}. Prints a JSON list: for each job how many deals
were judged and how often each situation came up.
"""

import json
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import odd_situations
import referee
import referee_bids
import referee_cards
import referee_score
from slow_measures import quarter_tricks

from mighty_sim.dealing import parse
from mighty_sim.experiment import Experiment, Forced
from mighty_sim.replay import Replayer
from mighty_sim.rules import load_table
from mighty_sim.strategy import load

STRAINS = "SHDCN"


def right_row(record):
    """Every column as the referee has it, with the friend call as the record tells it."""
    facts, rules = referee.settle(record), record["rules"]
    declarer = record["declarer"]
    row = {name: facts[name] for name in ("redeals", "dealer", "declarer", "points", "discard_points", "made")}
    row |= {"bid": facts["bid_number"], "bid_strain": STRAINS.index(facts["bid_strain"])}
    row |= {"contract": facts["contract_number"], "strain": STRAINS.index(facts["contract_strain"])}
    row |= {"friends": bits(facts["friends"]), "friend_call": call_code(record["friend_call"])}
    row |= {"multiplier": facts["multiplier"]}
    row |= {f"score_{seat}": score for seat, score in enumerate(facts["scores"])}
    for when in ("dealt", "exchanged"):
        row |= {f"{name}_{when}": value for name, value in facts[when].items()}
    dealt, kept = record["hands"][declarer], referee.exchanged_hand(record)
    row |= {"tricks_dealt": quarter_tricks(rules, dealt, facts["bid_strain"])}
    row |= {"tricks_exchanged": quarter_tricks(rules, kept, facts["contract_strain"])}
    return row | holders(facts, rules)


def holders(facts, rules):
    """Who was dealt the Mighty and the joker: a seat, or with two packs all seats as bits."""
    if rules["deal"]["packs"] == 1:
        return {f"{name}_seat": -1 if facts[name] in ("kitty", None) else facts[name] for name in ("mighty", "joker")}
    places = {name: [place for place in facts[f"{name}_places"] if place != "kitty"] for name in ("mighty", "joker")}
    return {f"{name}_seats": bits(seats) for name, seats in places.items()}


def bits(seats):
    """A set of seats, 1 << seat each."""
    return sum(1 << seat for seat in seats)


def call_code(call):
    """-1 nobody, -2 the winner of trick 1, -3 no call at this table, else 4 x rank + suit, the joker 52."""
    if call is None:
        return -3
    if call["kind"] != "card":
        return {"none": -1, "first-trick": -2}[call["kind"]]
    card = call["card"]
    return 52 if card == "JK" else 4 * referee.RANKS.index(card[1]) + referee.SUITS.index(card[0])


# Situations, each of which must have come up in the deals that were judged


def auction_situations(record):
    for redeal in record["redeals"]:
        yield f"redeal: {redeal['reason']}"
        if redeal["reason"] == "misdeal" and any(entry["call"] != "pass" for entry in redeal["auction"]):
            yield "misdeal claimed over a bid"
    if len(record["redeals"]) > 1:
        yield "several redeals"
    early = [entry["seat"] for entry in record["auction"]][:5]
    for seat in early:
        if referee_cards.may_claim_misdeal(record["rules"], record["hands"][seat]) and record["auction"]:
            yield "weak hand not claimed"
    if len(record["auction"]) > 10:
        yield "long auction"
    if any(entry["call"] == "20N" for entry in record["auction"][:4]):
        yield "20N before somebody's first turn"


def exchange_situations(record):
    number, strain = referee_bids.split_bid(record["bid"])
    final, new = referee_bids.split_bid(record["contract"])
    if strain == new:
        yield "raise without change" if final > number else "contract kept"
    else:
        kinds = ["no-trump" if name == "N" else "suit" for name in (strain, new)]
        yield f"change: {kinds[0]} to {kinds[1]}"
        if number >= 19:
            yield f"change at {number}: {kinds[0]} to {kinds[1]}"
    if record["requested_suit"]:
        yield "suit requested"
    for card in record["discard"]:
        if card == "JK" or card == referee_cards.mighty(record["rules"], new):
            yield "special discarded"


def friend_situations(record):
    call, friends = record["friend_call"], record["result"]["friends"]
    if call["kind"] == "card":
        if friends:
            kind = "friend by card"
        elif call["card"] in record["discard"]:
            kind = "called card discarded"
        else:
            kind = "called card in the declarer's hand"
        yield kind
        if call["card"] in ("JK", referee_cards.mighty(record["rules"], record["contract"][-1])):
            yield f"{kind}, a special"
    elif call["kind"] == "first-trick":
        yield "friend by first trick" if friends else "first trick won by the declarer"
    else:
        yield "openly alone"


def trick_situations(rules, trump, number, hands, trick):
    plays = trick["plays"]
    led, the_mighty, hunter = plays[0]["card"], referee_cards.mighty(rules, trump), referee_cards.hunter(rules, trump)
    cards = [play["card"] for play in plays]
    if led == "JK":
        yield f"joker led {'with' if 1 < number < 10 else 'without'} power"
        if 1 < number < 10:
            yield f"joker led, {'Mighty' if the_mighty in cards else 'joker'} wins"
        else:
            second = plays[1]["card"]
            kind = "Mighty" if second == the_mighty else "trump" if second[0] == trump else "plain card"
            yield f"powerless joker led, then a {kind}"
    elif "JK" in cards:
        yield f"joker followed in trick {number}" if number in (1, 10) else "joker followed in tricks 2 to 9"
    if led == the_mighty:
        yield "Mighty led"
    if led == hunter:
        yield "hunter led with a demand" if plays[0].get("demands_joker") else "hunter led without a demand"
    if plays[0].get("demands_joker"):
        yield from demand_situations(plays, hands, the_mighty)
    elif hunter in cards[1:] and "JK" in cards:
        yield "hunter followed, with the joker"
    suit = plays[0].get("names") or referee_cards.suit_of(led)
    for play in plays[1:]:
        legal = set(play["legal"])
        if suit == the_mighty[0] and the_mighty in legal and legal < set(hands[play["seat"]]):
            if legal == {the_mighty}:
                yield "Mighty forced as the only card of the led suit"
            elif legal == {the_mighty, "JK"} and not plays[0].get("demands_joker"):
                yield "Mighty or joker forced"


def demand_situations(plays, hands, the_mighty):
    for play in plays[1:]:
        hand = hands[play["seat"]]
        if "JK" not in hand:
            continue
        if play["card"] == "JK":
            yield "demand answered by the joker"
            if any(card != "JK" and card[0] == plays[0]["card"][0] for card in hand):
                yield "demanded joker held with cards of the led suit"
        elif play["card"] == the_mighty:
            yield "demand answered by the Mighty"
        if len(hand) > 2 and set(play["legal"]) == {"JK", the_mighty}:
            yield "demand leaves joker and Mighty"
        if len(hand) > 1 and set(play["legal"]) == {"JK"}:
            yield "demand leaves the joker alone"
        return
    yield "demand of a joker that nobody else holds"


def play_situations(record):
    trump = record["contract"][-1]
    hands = [list(hand) for hand in record["hands"]]
    thirteen = record["hands"][record["declarer"]] + record["kitty"]
    hands[record["declarer"]] = [card for card in thirteen if card not in record["discard"]]
    for number, trick in enumerate(record["tricks"], 1):
        yield from trick_situations(record["rules"], trump, number, hands, trick)
        for play in trick["plays"]:
            hands[play["seat"]].remove(play["card"])


def result_situations(record):
    points, partner = record["result"]["points"], record["friend_call"]["kind"]
    yield "made" if record["result"]["made"] else "failed"
    if points == 20:
        yield "run"
    if points <= 9:
        yield "back-run"
    alone = "open" if partner == "none" else "friend"
    factors = referee_score.count_doublings(record["rules"], record["contract"], points, alone)
    if factors > 1:
        yield f"{factors} doublings"


def situations(record):
    if record["table"] != "standard":
        yield from odd_situations.situations(record)
        return
    for part in (auction_situations, exchange_situations, friend_situations, play_situations, result_situations):
        yield from part(record)


def experiment_of(job):
    loaded = {path: load(Path(path)) for path in job["strategies"]}
    strategies = tuple(loaded[path] for path in job["strategies"])
    forced = Forced(**job["forced"]) if job["forced"] else None
    rules = load_table(job["table"], tuple(job["settings"]))
    wishes = parse(rules, **job["dealing"]) if "dealing" in job else None
    return Experiment(rules, strategies, job["seed"], forced, dealing=wishes)


def judge_all(job):
    """Judge the deals of a job and compare their rows; AssertionError at the first difference."""
    replayer = Replayer(experiment_of(job))
    compiled = np.load(job["rows"])
    seen = Counter()
    for place in range(job["count"]):
        record = replayer.deal(job["first"] + place, with_legal=True)
        try:
            referee.judge(record, job["forced"])
        except AssertionError as error:
            raise AssertionError(f"{job['table']} {job['settings']}: {error}") from error
        row, right = replayer.row(), right_row(record)
        assert row.keys() == right.keys(), set(row) ^ set(right)
        both = {name: (row[name], int(compiled[at, place])) for at, name in enumerate(row)}
        wrong = {name: (*both[name], right[name]) for name in row if set(both[name]) != {right[name]}}
        assert not wrong, (
            f"{job['settings']}, seed {job['seed']}, deal {record['deal']}: (uncompiled, compiled, right): {wrong}"
        )
        if not job["settings"]:  # the names are for the tables as they are
            seen.update(set(situations(record)))
    return {"judged": job["count"], "seen": dict(sorted(seen.items()))}


if __name__ == "__main__":
    jobs = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    print(json.dumps([judge_all(job) for job in jobs]))
