"""The referee: a plain, slow engine for every table and every option, written from the rules alone.

It judges the fast engine, so it shares no code with it: cards are strings, hands are lists, a trick is a list of
plays, rules are dicts, rules["group"]["option"]. Sources: "STD" is the document of the standard table (its
numbered sections), "PEN" that of the penalty tables, "A7" and the like are the readings of their unclear
sentences. The parts: referee_cards, referee_bids, referee_tricks, referee_score; referee_options lists what the
referee knows, referee_tables the tables. Here are whole deals and matches.
"""

from functools import partial
from itertools import pairwise
from typing import Any

import referee_cards
import referee_score
from referee_bids import Auction, change_is_legal, is_bid, next_seat, split_bid
from referee_cards import JOKER, RANKS, SUITS, Rules, all_points, count_points, holds, pack, suit_of, without
from referee_options import check_rules
from referee_score import dealer_after, match_is_over, multiplier, opener_of, share_out, unit
from referee_tables import rules_of
from referee_tricks import (
    Play,
    can_demand,
    legal_plays,
    must_name_suit,
    suits_to_name,
    trick_points,
    trick_winner,
)

__all__ = ["JOKER", "RANKS", "SUITS", "Disagreement", "count_points", "judge", "judge_match", "settle", "split_bid"]

Record = dict[str, Any]


class Disagreement(AssertionError):
    """The record and the rules differ."""

    def __init__(self, record: Record, where: str, said: object, right: object):
        name = f"seed {record.get('seed')}, deal {record.get('deal')}, {where}"
        super().__init__(f"{name}: the record says {said!r}, the rules say {right}")


# What the cards of a record say


def _trump(record: Record) -> str:
    return split_bid(record["contract"])[1]


def _seats(record: Record) -> range:
    return range(record["rules"]["deal"]["players"])


def exchanged_hand(record: Record) -> list[str]:
    """What the declarer plays with (STD §4)."""
    return without(_hand_and_kitty(record), record["discard"])


def _hand_and_kitty(record: Record) -> list[str]:
    hand: list[str] = record["hands"][record["declarer"]]
    return hand + list(record["kitty"])


def _winner_seats(record: Record) -> list[int]:
    """The taker of each trick, worked out again from the plays."""
    winners = []
    for number, trick in enumerate(record["tricks"], 1):
        place = trick_winner(record["rules"], _trump(record), number, trick["plays"])
        winners.append(trick["plays"][place]["seat"])
    return winners


def friends_of(record: Record) -> list[int]:
    """The seats of the declarer's friends (STD §4, A16), none of them the declarer.

    A card's friends are all who were dealt a copy, or the first to play one; a card from the kitty is in the
    declarer's hand or discards, and copies that are all with him make a secret solo. Or the winner of trick 1.
    """
    call, declarer = record["friend_call"], record["declarer"]
    if call is None or call["kind"] == "none":
        return []
    if call["kind"] == "first-trick":
        return [seat for seat in _winner_seats(record)[:1] if seat != declarer]
    if record["rules"]["friend"]["copies"] == "first_played":
        return [seat for _, seat in _plays_of(record, call["card"]) if seat != declarer][:1]
    return [seat for seat in _seats(record) if seat != declarer and call["card"] in record["hands"][seat]]


def _plays_of(record: Record, card: str) -> list[tuple[int, int]]:
    """(trick from 1, seat) of every play of a card, in order."""
    return [
        (number, play["seat"])
        for number, trick in enumerate(record["tricks"], 1)
        for play in trick["plays"]
        if play["card"] == card
    ]


def friend_since(record: Record) -> int:
    """The trick in or after which the friends are friends: 0, before the first, where they are holders of a card;
    else the trick that made one (A16, A19)."""
    if record["friend_call"]["kind"] == "first-trick":
        return 1
    if record["rules"]["friend"]["copies"] == "first_played":
        friends = friends_of(record)
        return min(number for number, seat in _plays_of(record, record["friend_call"]["card"]) if seat in friends)
    return 0


def partner_of(record: Record) -> str:
    """ "friend", "open" (announced alone) or "secret", which is also how a table without friends is scored (A17)."""
    if friends_of(record):
        return "friend"
    announced = record["friend_call"] is not None and record["friend_call"]["kind"] == "none"
    return "open" if announced else "secret"


def _points(record: Record) -> int:
    """All points less what the defenders took, so the discards are the declarer's side's (STD §5, PEN)."""
    side = [record["declarer"], *friends_of(record)]
    taken = zip(_winner_seats(record), record["tricks"], strict=True)
    lost = sum(trick_points(trick["plays"]) for winner, trick in taken if winner not in side)
    return all_points(record["rules"]) - lost


def _strain_was_changed(record: Record) -> bool:
    """Before the kitty or after it; a raise alone is no change (A12)."""
    return split_bid(record["bid"])[1] != _trump(record)


def _multiplier(record: Record) -> int:
    changed = _strain_was_changed(record)
    return multiplier(record["rules"], record["contract"], _points(record), partner_of(record), changed)


def _outcome(record: Record) -> dict[str, object]:
    """What `result` must hold."""
    rules, points, friends = record["rules"], _points(record), friends_of(record)
    made = points >= split_bid(record["contract"])[0]
    amount = unit(rules, record["contract"], points) * _multiplier(record)
    return {
        "friends": friends,
        "points": points,
        "made": made,
        "scores": share_out(rules, made, amount, record["declarer"], friends),
    }


def _hand_facts(rules: Rules, hand: list[str], strain: str) -> dict[str, int]:
    return {
        "points": count_points(hand),
        "trumps": sum(1 for card in hand if suit_of(card) == strain),
        "weakness": referee_cards.weakness(rules, hand),
    }


def dealt_to(record: Record, card: str) -> list[int | str]:
    """Who was dealt a copy of a card: seats in order, and "kitty"."""
    places: list[int | str] = [seat for seat in _seats(record) if card in record["hands"][seat]]
    return [*places, "kitty"] if card in record["kitty"] else places


def settle(record: Record) -> dict[str, object]:
    """What a results row must hold, worked out from the cards; the record's own winners, points and result are
    not read. `dealt` and `exchanged` are the declarer's hand before and after the exchange: points, trumps (of
    the bid's, then of the contract's suit) and weakness in half points. `mighty` (of the contract) and `joker`
    are the first seat that was dealt it, "kitty" if none was, None if there is no such card; `mighty_places` and
    `joker_places` are all of them. `multiplier` is what S was multiplied by: the doublings and the stake."""
    rules = record["rules"]
    bid_number, bid_strain = split_bid(record["bid"])
    number, strain = split_bid(record["contract"])
    outcome = _outcome(record)
    mighty_places = dealt_to(record, referee_cards.mighty(rules, strain))
    joker_places = dealt_to(record, JOKER)
    return {
        "redeals": len(record["redeals"]),
        "dealer": record["dealer"],
        "declarer": record["declarer"],
        "bid_number": bid_number,
        "bid_strain": bid_strain,
        "contract_number": number,
        "contract_strain": strain,
        **outcome,
        "discard_points": count_points(record["discard"]),
        "doublings": referee_score.count_doublings(rules, record["contract"], _points(record), partner_of(record)),
        "multiplier": _multiplier(record),
        "dealt": _hand_facts(rules, record["hands"][record["declarer"]], bid_strain),
        "exchanged": _hand_facts(rules, exchanged_hand(record), strain),
        "mighty": next(iter(mighty_places), None),
        "joker": next(iter(joker_places), None),
        "mighty_places": mighty_places,
        "joker_places": joker_places,
    }


# The judge

FIELDS = (
    "table rules seed deal redeals dealer opener hands kitty auction declarer bid contract discard friend_call "
    "requested_suit tricks result"
).split()


def judge(record: Record, forced: dict[str, int] | None = None, previous: Record | None = None) -> None:
    """Raise Disagreement at the first thing in a deal's record that its rules do not allow.

    A play may carry "legal", the engine's whole legal set before it. `forced`, {"seat": s, "number": n}, says
    that there was no auction and no misdeal: s declares at n. `previous` is the record of the deal before this
    one in its match; a deal on its own and the first of a match have none.
    """
    for field in FIELDS:
        _need(record, field in record, "fields", sorted(record), f"there must be {field!r}")
    try:
        _judge_table(record)
        _judge_match_place(record, previous)
        _judge_start(record, forced, previous)
        _judge_contract(record)
        _judge_friend_call(record)
        _judge_request(record)
        _judge_tricks(record)
        _judge_result(record)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise Disagreement(record, "its form", repr(error), "every field is well formed") from error


def _need(record: Record, good: bool, where: str, said: object, rule: str) -> None:
    if not good:
        raise Disagreement(record, where, said, rule)


def _same(record: Record, where: str, said: object, right: object) -> None:
    # In JSON, true is not 1.
    good = said == right and isinstance(said, bool) == isinstance(right, bool)
    _need(record, good, where, said, repr(right))


def _judge_table(record: Record) -> None:
    """Rules that the referee knows. They may carry the table's name."""
    check_rules({group: options for group, options in record["rules"].items() if group != "name"})
    _same(record, "table", record["table"], record["rules"].get("name", record["table"]))


def _judge_match_place(record: Record, previous: Record | None) -> None:
    match = record.get("match")
    if previous is not None:
        right = {"match": previous["match"]["match"], "deal": previous["match"]["deal"] + 1}
        _same(record, "match", match, right)
    elif match is not None:
        _same(record, "match, without the deal before", match["deal"], 1)


def _judge_cards(record: Record, where: str, deal: dict[str, Any]) -> None:
    """Every seat its hand, the rest the kitty, out of the table's pack (STD §2, A14, A15)."""
    options = record["rules"]["deal"]
    sizes = [len(hand) for hand in deal["hands"]] + [len(deal["kitty"])]
    right = [options["hand"]] * options["players"] + [options["kitty"]]
    _same(record, f"{where}, cards dealt", sizes, right)
    cards = [card for hand in deal["hands"] for card in hand] + list(deal["kitty"])
    _same(record, f"{where}, the pack", sorted(cards), sorted(pack(record["rules"])))


# The deal and the auction


def _judge_start(record: Record, forced: dict[str, int] | None, previous: Record | None) -> None:
    """Redeals, the deal and the auction."""
    dealer, opener = first_start(record, previous)
    last_declarer = None if previous is None else previous["declarer"]
    if forced is not None:
        _same(record, "forced, redeals", record["redeals"], [])
    for index, redeal in enumerate(record["redeals"]):
        where = f"redeal {index}"
        _judge_dealer(record, where, redeal, (dealer, opener))
        _judge_redeal(record, where, redeal)
        dealer, opener = start_after(record["rules"], redeal, last_declarer)
    _judge_dealer(record, "the deal", record, (dealer, opener))
    if forced is not None:
        _judge_forced(record, forced)
    else:
        _judge_auction(record)


def first_start(record: Record, previous: Record | None) -> tuple[int, int]:
    """(dealer, opener) of the first deal of the record (STD §2, PEN). The first dealer of a deal on its own moves
    on one seat with each deal's number; that of a match is random, so the record may say anybody."""
    rules = record["rules"]
    if previous is not None:
        dealer = dealer_after(rules, previous["dealer"], previous["declarer"], friends_of(previous))
        return dealer, opener_of(rules, dealer, previous["declarer"])
    first_deal: Record = [*record["redeals"], record][0]
    in_match = record.get("match") is not None and first_deal["dealer"] in _seats(record)
    dealer = first_deal["dealer"] if in_match else record["deal"] % len(_seats(record))
    return dealer, opener_of(rules, dealer, None)


def start_after(rules: Rules, redeal: dict[str, Any], last_declarer: int | None) -> tuple[int, int]:
    """(dealer, opener) after a deal that was thrown in (STD §3, A21)."""
    if redeal["reason"] == "misdeal":
        by = rules["misdeal"]["redeal_by"]
        if by == "claimant":
            return redeal["seat"], redeal["seat"]
        same = by == "same"
    else:
        same = rules["auction"]["all_pass"] == "same_dealer_redeals"
    if same:
        return redeal["dealer"], redeal["opener"]
    dealer = next_seat(rules, redeal["dealer"])
    return dealer, opener_of(rules, dealer, last_declarer)


def _judge_dealer(record: Record, where: str, deal: dict[str, Any], start: tuple[int, int]) -> None:
    _same(record, f"{where}, dealer", deal["dealer"], start[0])
    _same(record, f"{where}, opener", deal["opener"], start[1])
    _judge_cards(record, where, deal)


def _judge_redeal(record: Record, where: str, redeal: dict[str, Any]) -> None:
    """Check a deal that was thrown in (STD §3)."""
    auction = _run_auction(record, where, redeal)
    if redeal["reason"] == "all-pass":
        _need(record, auction.all_passed(), f"{where}, all-pass", redeal["auction"], "everybody must have passed")
        _same(record, f"{where}, claimant", redeal["seat"], None)
    else:
        _same(record, f"{where}, reason", redeal["reason"], "misdeal")
        _judge_claim(record, where, redeal, auction)


def _judge_claim(record: Record, where: str, redeal: dict[str, Any], auction: Auction) -> None:
    """A weak hand, shown when its holder may (STD §3, A24). Where it must be thrown in, by the first (A31)."""
    options, seat, asked = record["rules"]["misdeal"], redeal["seat"], auction.asked()
    _need(record, options["enabled"], f"{where}, misdeal", redeal["reason"], "this table has no misdeal")
    rule = f"misdeal.when is {options['when']}: only {asked} may claim now"
    _need(record, seat in asked, f"{where}, claimant", seat, rule)
    claimants = auction.claimants(redeal["hands"])
    hand = redeal["hands"][seat]
    _need(record, seat in claimants, f"{where}, misdeal", hand, "this hand is not weak enough")
    first = options["optional"] or seat == claimants[0]
    _need(record, first, f"{where}, claimant", seat, f"the first of {claimants} must throw it in")


def _run_auction(record: Record, where: str, deal: dict[str, Any]) -> Auction:
    auction = Auction(record["rules"], deal["opener"])
    for index, entry in enumerate(deal["auction"]):
        spot, call = f"{where}, call {index}", entry["call"]
        _need(record, not auction.is_over(), spot, entry, "the auction is over")
        _same(record, f"{spot}, seat", entry["seat"], auction.turn)
        thrown_in = auction.must_be_thrown_in(deal["hands"])
        _need(record, not thrown_in, spot, entry, "a weak hand must be thrown in first")
        legal = auction.is_legal(call)
        _need(record, legal, spot, call, f"pass (unless the opener must bid) or a bid above {auction.best}")
        auction.make(call)
    return auction


def _judge_auction(record: Record) -> None:
    """The last bidder left is the declarer (STD §3)."""
    auction = _run_auction(record, "auction", record)
    over = auction.is_over() and not auction.all_passed()
    _need(record, over, "auction, end", record["auction"], "it ends when one bidder is left")
    _same(record, "declarer", record["declarer"], auction.bidder)
    _same(record, "bid", record["bid"], auction.best)


def _judge_forced(record: Record, forced: dict[str, int]) -> None:
    _same(record, "forced, auction", record["auction"], [])
    _same(record, "forced, declarer", record["declarer"], forced["seat"])
    _need(record, is_bid(record["rules"], record["bid"]), "forced, bid", record["bid"], "not a bid")
    _same(record, "forced, bid's number", split_bid(record["bid"])[0], forced["number"])


# The exchange and the call


def _judge_contract(record: Record) -> None:
    """The exchange: as many of his cards as the kitty held, and a contract he may reach (STD §4, A29)."""
    discard, cards = record["discard"], _hand_and_kitty(record)
    good = len(discard) == record["rules"]["deal"]["kitty"] and holds(cards, discard)
    _need(record, good, "discard", discard, f"{len(record['kitty'])} cards of {cards}")
    legal = change_is_legal(record["rules"], record["bid"], record["contract"])
    _need(record, legal, "contract", record["contract"], f"it cannot be reached from {record['bid']}")


def calls_allowed(record: Record) -> list[dict[str, str] | None]:
    """Every friend call the declarer may make with his cards (STD §4, A16). Where all copies of a card are his, it
    is a call of his own card; where the table has no friend, nothing is called (A17)."""
    kinds = record["rules"]["friend"]["kinds"]
    if not kinds:
        return [None]
    calls: list[dict[str, str] | None] = []
    for card in sorted(set(pack(record["rules"]))):
        own = _hand_and_kitty(record).count(card) == pack(record["rules"]).count(card)
        barred = card in record["rules"]["friend"]["uncallable"]
        if ("own_card" if own else "card") in kinds and not barred:
            calls.append({"kind": "card", "card": card})
    if "first_trick" in kinds:
        calls.append({"kind": "first-trick"})
    if "none" in kinds:
        calls.append({"kind": "none"})
    return calls


def _judge_friend_call(record: Record) -> None:
    call = record["friend_call"]
    rule = f"this table's kinds, {record['rules']['friend']['kinds']}, allow no such call"
    _need(record, call in calls_allowed(record), "friend call", call, rule)


def may_request(record: Record) -> bool:
    """Only at the top number at no-trump, and not when playing openly alone, or without friends (STD §4, A19)."""
    call, top = record["friend_call"], record["rules"]["auction"]["max_number"]
    called = call is not None and call["kind"] != "none"
    return called and record["contract"] == f"{top}N" and record["rules"]["friend"]["suit_request"] != "off"


def _judge_request(record: Record) -> None:
    suit = record["requested_suit"]
    good = suit is None or (suit in list(SUITS) and may_request(record))
    _need(record, good, "requested suit", suit, "only a suit, at the top no-trump bid, with a friend called")


# The tricks


def _judge_tricks(record: Record) -> None:
    """As many as a hand has cards; the declarer leads the first, each winner the next (STD §5)."""
    hands = [list(hand) for hand in record["hands"]]
    hands[record["declarer"]] = exchanged_hand(record)
    _same(record, "number of tricks", len(record["tricks"]), record["rules"]["deal"]["hand"])
    leader = record["declarer"]
    for number, trick in enumerate(record["tricks"], 1):
        leader = _judge_trick(record, number, trick, leader, hands)


def _judge_trick(record: Record, number: int, trick: dict[str, Any], leader: int, hands: list[list[str]]) -> int:
    """Check one trick, take its cards out of the hands; its winner."""
    where, plays, seat, rules = f"trick {number}", trick["plays"], leader, record["rules"]
    _same(record, f"{where}, leader", trick["leader"], leader)
    _same(record, f"{where}, number of plays", len(plays), len(_seats(record)))
    for index, play in enumerate(plays):
        spot = f"{where}, play {index}, seat {seat}"
        _same(record, f"{spot}, seat", play["seat"], seat)
        _judge_play(record, spot, number, plays[: index + 1], hands[seat])
        hands[seat].remove(play["card"])
        seat = next_seat(rules, seat)
    winner = (leader + trick_winner(rules, _trump(record), number, plays)) % len(_seats(record))
    _same(record, f"{where}, winner", trick["winner"], winner)
    _same(record, f"{where}, points", trick["points"], trick_points(plays))
    return winner


def _judge_play(record: Record, spot: str, number: int, plays: list[Play], hand: list[str]) -> None:
    """The last of `plays`, out of `hand`."""
    play = plays[-1]
    request = binding_suit(record, number, play["seat"]) if len(plays) == 1 else None
    legal = legal_plays(record["rules"], _trump(record), number, hand, plays[:-1], request)
    if "legal" in play:
        _same(record, f"{spot}, legal set", sorted(play["legal"]), sorted(legal))
    _need(record, play["card"] in hand, f"{spot}, card held", play["card"], f"his cards are {hand}")
    _need(record, play["card"] in legal, f"{spot}, card", play["card"], f"one of {sorted(legal)}")
    _judge_names(record, spot, number, plays)
    _judge_demand(record, spot, number, plays)


def binding_suit(record: Record, number: int, leader: int) -> str | None:
    """The suit that the leader of this trick must lead if he holds it, as a friend of whom it was asked (A19).

    His first lead, or all his leads, after he has become a friend: a holder of the called card is one from the
    start, the winner of trick 1 from then on, the first player of a called card from then on. Only the tricks
    before this one are looked at.
    """
    option = record["rules"]["friend"]["suit_request"]
    suit: str | None = record["requested_suit"]
    if suit is None or not option.startswith("binding"):
        return None
    before = record | {"tricks": record["tricks"][: number - 1]}
    if leader not in friends_of(before):
        return None
    later = before["tricks"][friend_since(before) :]
    has_led = any(trick["plays"][0]["seat"] == leader for trick in later)
    return suit if option == "binding_all_leads_at_top_notrump" or not has_led else None


def _judge_names(record: Record, spot: str, number: int, plays: list[Play]) -> None:
    names = plays[-1].get("names")
    if len(plays) == 1 and must_name_suit(record["rules"], number, plays):
        suits = suits_to_name(record["rules"], _trump(record), number)
        _need(record, names in suits, f"{spot}, names", names, f"a led joker names one of {suits}")
    else:
        _same(record, f"{spot}, names", names, None)


def _judge_demand(record: Record, spot: str, number: int, plays: list[Play]) -> None:
    """Only on a hunter that can demand (STD §6, A2); where the demand is automatic it need not be said."""
    demand = plays[-1].get("demands_joker") or False
    able = can_demand(record["rules"], _trump(record), number, plays, len(plays) - 1)
    _same(record, f"{spot}, demands_joker", demand, bool(demand) and able)


# The result


def _judge_result(record: Record) -> None:
    outcome, result = _outcome(record), record["result"]
    _same(record, "result, friends", sorted(result["friends"]), outcome["friends"])
    for field in ("points", "made", "scores"):
        _same(record, f"result, {field}", result[field], outcome[field])
    # These two follow from all of the above: they watch the referee himself.
    if record["rules"]["score"]["shares"] == "2_1_-1":
        _same(record, "result, sum of the scores", sum(result["scores"]), 0)
    points = sum(trick["points"] for trick in record["tricks"]) + count_points(record["discard"])
    _same(record, "all points", points, all_points(record["rules"]))


# A match


def judge_match(records: list[Record]) -> list[int]:
    """Judge the deals of a whole match, in order; the seats' places, ties sharing one (STD §2, A22)."""
    rules, totals = records[0]["rules"], [0] * len(records[0]["hands"])
    for previous, record in pairwise([None, *records]):
        assert record is not None
        _same(record, "rules of the match", record["rules"], rules)
        judge(record, previous=previous)
        played = 0 if previous is None else previous["match"]["deal"]
        _need(record, played == 0 or not match_is_over(rules, totals, played), "match", record["match"], "it is over")
        totals = [total + score for total, score in zip(totals, record["result"]["scores"], strict=True)]
    over = match_is_over(rules, totals, len(records))
    _need(records[-1], over, "match", records[-1]["match"], "it is not over")
    return referee_score.places(rules, totals)


# The table `standard`, as the tests that play at it alone ask about it

STANDARD = rules_of("standard")
DECK = pack(STANDARD)
mighty = partial(referee_cards.mighty, STANDARD)
hunter = partial(referee_cards.hunter, STANDARD)
weakness = partial(referee_cards.weakness, STANDARD)
may_claim_misdeal = partial(referee_cards.may_claim_misdeal, STANDARD)
count_doublings = partial(referee_score.count_doublings, STANDARD)
