"""A random player for the referee's tests: whole deals at any table, as records.

He asks the referee only for what he may do; winners are the referee's, results are worked out here in another way.
"""

import random
from collections import Counter
from functools import cache

import referee
from referee_bids import Auction, all_bids, bid_is_legal, change_is_legal
from referee_cards import JOKER, hunter, may_claim_misdeal, pack, without
from referee_score import opener_of
from referee_tables import rules_of
from referee_tricks import can_demand, legal_plays, must_name_suit, suits_to_name, trick_winner


def shuffled(rules, rng):
    cards, deal = pack(rules), rules["deal"]
    rng.shuffle(cards)
    size, seats = deal["hand"], deal["players"]
    return [cards[size * seat : size * seat + size] for seat in range(seats)], cards[size * seats :]


def deal_cards(rules, rng, weak):
    """With `weak`, often until somebody could claim a misdeal."""
    for _ in range(100):
        hands, kitty = shuffled(rules, rng)
        if not weak or any(may_claim_misdeal(rules, hand) for hand in hands):
            break
    return hands, kitty


def random_call(rules, rng, auction, shy):
    higher = [bid for bid in all_bids(rules) if bid_is_legal(rules, auction.best, bid)]
    if not higher or (rng.random() < shy and auction.is_legal("pass")):
        return "pass"
    return rng.choice(higher) if rng.random() < 0.1 else higher[min(rng.randrange(6), len(higher) - 1)]


def chosen_claimant(rules, rng, auction, hands):
    claimants = auction.claimants(hands)
    if claimants and not rules["misdeal"]["optional"]:
        return claimants[0]
    return next((seat for seat in claimants if rng.random() < 0.8), None)


def play_auction(rules, rng, start, cards, shy):
    """(the deal as dealt and bid, the claimant or None, the auction)."""
    hands, kitty = cards
    deal = {"dealer": start[0], "opener": start[1], "hands": hands, "kitty": kitty, "auction": []}
    auction = Auction(rules, start[1])
    while not auction.is_over():
        claimant = chosen_claimant(rules, rng, auction, hands)
        if claimant is not None:
            return deal, claimant, auction
        call = random_call(rules, rng, auction, shy)
        deal["auction"].append({"seat": auction.turn, "call": call})
        auction.make(call)
    return deal, None, auction


def deal_and_bid(rules, rng, start, last_declarer=None):
    """The deals thrown in, then the one that is played, and its auction."""
    redeals = []
    while True:
        cards = deal_cards(rules, rng, weak=not redeals and rng.random() < 0.3)
        deal, claimant, auction = play_auction(rules, rng, start, cards, shy=rng.choice([0.4, 0.6, 0.9]))
        if claimant is None and not auction.all_passed():
            return redeals, deal, auction
        reason = "all-pass" if claimant is None else "misdeal"
        redeals.append({"reason": reason, "seat": claimant, **deal})
        start = referee.start_after(rules, redeals[-1], last_declarer)


def choose_contract(rules, rng, bid):
    """Often the bid itself, now and then the top no-trump bid."""
    contracts = [contract for contract in all_bids(rules) if change_is_legal(rules, bid, contract)]
    top = [contract for contract in contracts if contract == f"{rules['auction']['max_number']}N"]
    choices = [bid, rng.choice(contracts), rng.choice(top or [bid])]
    return rng.choices(choices, weights=[6, 3, 1])[0]


def choose_friend(record, rng):
    """Any call that is allowed: of a card half the time, of one's own now and then."""
    calls = referee.calls_allowed(record)
    cards = [call for call in calls if call is not None and call["kind"] == "card"]
    own = [call for call in cards if call["card"] in record["hands"][record["declarer"]] + record["kitty"]]
    others = [call for call in calls if call not in cards]
    return rng.choice(rng.choice([others or calls, own or calls, cards or calls, cards or calls]))


def choose_play(record, rng, number, seat, hand, table, hoard):
    """Fond of leading the joker and the hunter; with `hoard`, keeps the joker for the end."""
    rules, trump = record["rules"], record["contract"][-1]
    request = None if table else referee.binding_suit(record, number, seat)
    options = sorted(legal_plays(rules, trump, number, hand, table, request))
    fond = [card for card in options if card in (JOKER, hunter(rules, trump)) and not table]
    card = rng.choice(fond if fond and rng.random() < 0.4 else options)
    if hoard and card == JOKER and len(options) > 1:
        card = rng.choice([other for other in options if other != JOKER])
    play = {"card": card, "legal": options}
    if not table and must_name_suit(rules, number, [play]):
        play["names"] = rng.choice(suits_to_name(rules, trump, number))
    if can_demand(rules, trump, number, [*table, play], len(table)) and rng.random() < 0.8:
        play["demands_joker"] = True
    return play


def point_cards(cards):
    return sum(card != JOKER and card[1] in "AKQJT" for card in cards)


def play_tricks(record, rng, hands):
    rules, trump, leader = record["rules"], record["contract"][-1], record["declarer"]
    seats, hoard = rules["deal"]["players"], rng.random() < 0.3
    for number in range(1, rules["deal"]["hand"] + 1):
        table = []
        for seat in [(leader + index) % seats for index in range(seats)]:
            play = choose_play(record, rng, number, seat, hands[seat], table, hoard)
            hands[seat].remove(play["card"])
            table.append({"seat": seat, **play})
        points = point_cards(play["card"] for play in table)
        taker = (leader + trick_winner(rules, trump, number, table)) % seats
        record["tricks"].append({"leader": leader, "plays": table, "winner": taker, "points": points})
        leader = taker


def friends_by_play(record):
    """Seen from the plays and the discard: who played a copy of the called card, in order."""
    call, declarer = record["friend_call"] or {"kind": "none"}, record["declarer"]
    if call["kind"] == "first-trick":
        return [seat for seat in [record["tricks"][0]["winner"]] if seat != declarer]
    played = [play["seat"] for trick in record["tricks"] for play in trick["plays"] if play["card"] == call.get("card")]
    others = list(dict.fromkeys(seat for seat in played if seat != declarer))
    return sorted(others if record["rules"]["friend"]["copies"] == "all_holders" else others[:1])


def amount_of(record, points, alone):
    """S with everything that multiplies it."""
    score, goal = record["rules"]["score"], int(record["contract"][:-1])
    over, above = points - goal, goal - record["rules"]["score"]["base"]
    if over < 0 and score["failed"] == "shortfall":
        amount = -over
    else:
        extra = max(over, 0)
        amount = {"penalty": above, "penalty_by_points": above + extra, "risk2": above + above + extra}[
            score["formula"]
        ]
    total = point_cards(pack(record["rules"]))
    openly = alone and (record["friend_call"] or {}).get("kind") == "none"
    if record["contract"][-1] == "N" and score["double_notrump"] == "always":
        amount *= 2
    if openly and score["double_open_solo"] == "always":
        amount *= 2
    if points == total and score["double_run"] == "all_points":
        amount *= 2
    if over < 0 and points <= score["backrun_at_most"]:
        amount *= 2
    return amount * (record["rules"]["exchange"]["change_stake"] if record["contract"][-1] != record["bid"][-1] else 1)


def result_of(record):
    """Not with the referee's own functions, which are on trial."""
    declarer, goal, seats = record["declarer"], int(record["contract"][:-1]), len(record["hands"])
    friends = friends_by_play(record)
    points = point_cards(record["discard"])
    points += sum(trick["points"] for trick in record["tricks"] if trick["winner"] in [declarer, *friends])
    amount = amount_of(record, points, not friends)
    made = points >= goal
    if record["rules"]["score"]["shares"] == "2_1_-1":
        signed = amount if made else -amount
        scores = [-signed] * seats
        for friend in friends:
            scores[friend] = signed
        scores[declarer] = (seats - 1 - 2 * len(friends)) * signed
    else:
        losers = {seat for seat in range(seats) if (seat in [declarer, *friends]) is not made}
        scores = [amount * (seat in losers) for seat in range(seats)]
    return {"friends": friends, "points": points, "made": made, "scores": scores}


def finish(record, rng):
    """Exchange, call and play."""
    rules, declarer = record["rules"], record["declarer"]
    record["contract"] = choose_contract(rules, rng, record["bid"])
    cards = record["hands"][declarer] + record["kitty"]
    record["discard"] = rng.sample(cards, rules["deal"]["kitty"])
    record["friend_call"] = choose_friend(record, rng)
    asks = referee.may_request(record) and rng.random() < 0.9
    record["requested_suit"] = rng.choice("SHDC") if asks else None
    record["tricks"] = []
    hands = [list(hand) for hand in record["hands"]]
    hands[declarer] = without(cards, record["discard"])
    play_tricks(record, rng, hands)
    record["result"] = result_of(record)
    return record


def _begin(name, rules, number):
    return {"table": name, "rules": rules, "seed": 1, "deal": number, "match": None, "redeals": []}


def random_record(name, number, rules=None):
    """Deal `number` at a table, or with other rules."""
    rules = rules or rules_of(name)
    rng = random.Random(number)
    dealer = number % rules["deal"]["players"]
    redeals, deal, auction = deal_and_bid(rules, rng, (dealer, opener_of(rules, dealer, None)))
    record = _begin(name, rules, number) | {"redeals": redeals, **deal}
    return finish(record | {"declarer": auction.bidder, "bid": auction.best}, rng)


def forced_record(name, number, bid=None):
    """A deal without an auction; at `bid`, or at any."""
    rules, rng = rules_of(name), random.Random(number)
    hands, kitty = shuffled(rules, rng)
    dealer = number % rules["deal"]["players"]
    record = _begin(name, rules, number) | {"hands": hands, "kitty": kitty, "auction": []}
    record |= {"dealer": dealer, "opener": opener_of(rules, dealer, None)}
    declarer = rng.randrange(rules["deal"]["players"])
    return finish(record | {"declarer": declarer, "bid": bid or rng.choice(all_bids(rules))}, rng)


def random_match(name, number, rules=None):
    """The records of a whole match, from a random first dealer."""
    rules, rng, records = rules or rules_of(name), random.Random(number), []
    totals, start, last = Counter(), (number % rules["deal"]["players"],) * 2, None
    start = (start[0], opener_of(rules, start[0], None))
    while not (records and referee.match_is_over(rules, list(totals.values()), len(records))):
        redeals, deal, auction = deal_and_bid(rules, rng, start, last)
        record = _begin(name, rules, len(records)) | {"redeals": redeals, **deal}
        record["match"] = {"match": number, "deal": len(records) + 1}
        records.append(finish(record | {"declarer": auction.bidder, "bid": auction.best}, rng))
        totals.update(dict(enumerate(records[-1]["result"]["scores"])))
        start, last = referee.first_start(records[-1] | {"deal": 0}, records[-1]), auction.bidder
    return records


def forced_by(record):
    return {"seat": record["declarer"], "number": int(record["bid"][:-1])}


def all_plays(record):
    return [play for trick in record["tricks"] for play in trick["plays"]]


# Deals that several tests look at


@cache
def records(table):
    return [random_record(table, number) for number in range(40)]


def top_record(table, number):
    """A deal without an auction, at the top no-trump bid, where a suit may be asked for."""
    return forced_record(table, number, f"{rules_of(table)['auction']['max_number']}N")


@cache
def top_records(table):
    return [top_record(table, number) for number in range(25)]
