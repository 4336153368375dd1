"""What can come up at the tables that differ from `standard`, as names; each has to have come up in what is judged."""

import referee
import referee_cards
import referee_tricks


def situations(record):
    """The situations of a deal, some of them several times."""
    yield from _exchange(record)
    yield from _sides(record)
    hands = [list(hand) for hand in record["hands"]]
    hands[record["declarer"]] = list(referee.exchanged_hand(record))
    for number, trick in enumerate(record["tricks"], 1):
        yield from _trick(record, number, trick, hands)
        for play in trick["plays"]:
            hands[play["seat"]].remove(play["card"])


def _exchange(record):
    if record["redeals"]:
        yield "redeal"
    changed = record["bid"][-1] != record["contract"][-1]
    yield "strain changed" if changed else "contract kept"
    yield "made" if record["result"]["made"] else "failed"
    if changed:
        yield "strain changed, made" if record["result"]["made"] else "strain changed, failed"
    if record["requested_suit"]:
        yield "suit requested"


def _sides(record):
    call, friends = record["friend_call"], record["result"]["friends"]
    if call is None:
        yield "no call"
        return
    if call["kind"] == "none":
        yield "openly alone"
        return
    yield f"{len(friends)} friends"
    if call["kind"] == "card" and record["rules"]["deal"]["packs"] == 2:
        own = [*referee.exchanged_hand(record), *record["discard"]].count(call["card"])
        if own and friends:
            yield "declarer holds a copy of the called card"
        if call["card"] == "JK":
            yield "joker called"
            if len(friends) > 2:
                yield "joker called, three friends or more"


def _trick(record, number, trick, hands):
    rules, trump, plays = record["rules"], record["contract"][-1], trick["plays"]
    cards = [play["card"] for play in plays]
    mighty, hunter = referee_cards.mighty(rules, trump), referee_cards.hunter(rules, trump)
    last = number == len(record["tricks"])
    place = "first" if number == 1 else "last" if last else "middle"
    if "JK" in cards[1:]:
        power = referee_tricks.joker_has_power(rules, trump, number, plays, cards.index("JK", 1))
        yield f"joker followed in {place} trick, {'with' if power else 'without'} power"
    if cards[0] == "JK":
        yield f"joker led to {place} trick"
        if "names" in plays[0] and hunter in cards[1:]:
            yield "led joker tamed by a hunter"
            if trick["winner"] == trick["leader"]:
                yield "tamed joker takes the trick"
        if cards.count("JK") > 1:
            yield f"jokers after a joker led to {place} trick"
    if cards[0] == hunter:
        yield f"hunter led to {place} trick"
    if hunter in cards[1:]:
        yield f"hunter followed in {place} trick"
        if "JK" in cards[: cards.index(hunter, 1)]:
            yield "joker played before a hunter"
    yield from _copies(cards, mighty, hunter)
    yield from _follows(record, number, plays, hands)


def _copies(cards, mighty, hunter):
    for card, name in ((mighty, "Mighties"), (hunter, "hunters"), ("JK", "jokers")):
        if cards.count(card) > 1:
            yield f"two {name} in a trick"
    if any(cards.count(card) > 1 for card in cards if card not in (mighty, hunter, "JK")):
        yield "equal cards in a trick"


def _follows(record, number, plays, hands):
    rules, trump = record["rules"], record["contract"][-1]
    mighty = referee_cards.mighty(rules, trump)
    for turn, play in enumerate(plays):
        hand, legal = set(hands[play["seat"]]), set(play["legal"])
        if turn == 0:
            if number == 1 and legal < hand:
                yield "first lead restricted"
            if number > 1 and legal < hand:
                yield "lead bound by a request"
            continue
        before = plays[:turn]
        demanded = referee_tricks.is_demanded(rules, trump, number, before)
        if demanded and "JK" in hand and len(hand) > 2:
            yield "demand leaves joker and Mighty" if mighty in legal else "demand leaves the joker"
            if hands[play["seat"]].count("JK") > 1:
                yield "demand to a holder of several jokers"
        if hands[play["seat"]].count(play["card"]) > 1:
            yield "one of two copies played"
        switched = referee_tricks.suit_to_follow(rules, trump, number, before)
        if switched != referee_tricks.suit_led(rules, trump, number, before) and legal < hand and not demanded:
            yield "suit turned by a Mighty, followed"
