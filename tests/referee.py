"""The referee: a plain, slow engine for the table `standard`, written from the rules alone.

It judges the fast engine, so it shares no code with it: cards are strings, hands are lists, a trick is a list
of plays. Sources: "STD" is the document of the standard table (its numbered sections), "A7" and the like are
the readings of its unclear sentences. A play is a dict: {"card": "H9"}, with "names" for the suit asked by a
led joker and "demands_joker" on a led hunter.
"""

SUITS = "SHDC"
NO_TRUMP = "N"
RANKS = "23456789TJQKA"
POINT_RANKS = "TJQKA"
JOKER = "JK"
DECK = [suit + rank for suit in SUITS for rank in RANKS] + [JOKER]

TABLE = "standard"
SEATS = 5
HAND = 10
KITTY = 3
LOW_BID = 13
TOP_BID = 20
ALL_POINTS = 20

Play = dict[str, object]
Record = dict[str, object]


class Disagreement(AssertionError):
    """The record and the rules differ."""

    def __init__(self, record: Record, where: str, said: object, right: object):
        name = f"seed {record.get('seed')}, deal {record.get('deal')}, {where}"
        super().__init__(f"{name}: the record says {said!r}, the rules say {right}")


# Cards


def suit_of(card: str) -> str | None:
    """The printed suit; the joker has none (STD §6)."""
    return None if card == JOKER else card[0]


def strength_of(card: str) -> int:
    """Ranks A K Q J T 9 ... 2 (STD §2); only for cards with a suit."""
    return RANKS.index(card[1])


def is_point(card: str) -> bool:
    """A K Q J T are one point each (STD §2); the joker is none."""
    return card != JOKER and card[1] in POINT_RANKS


def count_points(cards: list[str]) -> int:
    return sum(1 for card in cards if is_point(card))


def mighty(trump: str) -> str:
    """SA, or DA when spades are trump (STD §6)."""
    return "DA" if trump == "S" else "SA"


def hunter(trump: str) -> str:
    """C3, or S3 when clubs are trump (STD §6)."""
    return "S3" if trump == "C" else "C3"


# Tricks


def demand_stands(trump: str, trick: int, plays: list[Play]) -> bool:
    """The hunter was led after trick 1 and its leader demanded the joker (STD §6, A26)."""
    led = plays[0]
    return trick > 1 and led["card"] == hunter(trump) and bool(led.get("demands_joker"))


def trick_gives_joker_power(trick: int, last_trick: int = HAND) -> bool:
    """The joker is powerless in the first and the last trick, but not banned (STD §6)."""
    return 1 < trick < last_trick


def joker_has_power(trump: str, trick: int, plays: list[Play], last_trick: int = HAND) -> bool:
    """A demanded joker loses its power too (A3)."""
    return trick_gives_joker_power(trick, last_trick) and not demand_stands(trump, trick, plays)


def must_name_suit(trick: int, plays: list[Play], last_trick: int = HAND) -> bool:
    """Whether the first play is a joker led with power: only then its leader names a suit (STD §6)."""
    return plays[0]["card"] == JOKER and trick_gives_joker_power(trick, last_trick)


def suit_to_follow(trick: int, plays: list[Play], last_trick: int = HAND) -> str | None:
    """The led card's printed suit, the Mighty's included; a led joker's named suit; after a joker led
    without power the suit of the second card, None while there is no such card (STD §6)."""
    led = plays[0]
    if must_name_suit(trick, plays, last_trick):
        if led.get("names") not in list(SUITS):
            raise ValueError(f"a joker led to trick {trick} must name a suit, not {led.get('names')!r}")
        return led["names"]
    if led["card"] != JOKER:
        return suit_of(led["card"])
    return suit_of(plays[1]["card"]) if len(plays) > 1 else None


def legal_leads(trump: str, trick: int, hand: list[str]) -> set[str]:
    """Trick 1 is led by the declarer, not with a trump unless he has only trumps (STD §5).
    Joker and Mighty count as non-trumps, so they are forced beside nine trumps (A5)."""
    if trick > 1:
        return set(hand)
    others = {card for card in hand if suit_of(card) != trump}
    return others or set(hand)


def legal_plays(
    trump: str, trick: int, hand: list[str], plays: list[Play], *, last_trick: int = HAND
) -> set[str]:
    """The cards of `hand` that may be played next; no `plays` yet means leading.

    STD §5: follow suit if able, otherwise any card. STD §6: Mighty and joker ignore the suit; as the only
    card of the suit the Mighty must be played, though a held joker may take its place (A7). A demanded joker
    must be played, unless its holder plays the Mighty (STD §6, A4); this comes before following suit.
    """
    if not plays:
        return legal_leads(trump, trick, hand)
    specials = {card for card in hand if card in (JOKER, mighty(trump))}
    if demand_stands(trump, trick, plays) and JOKER in hand:
        return specials
    suit = suit_to_follow(trick, plays, last_trick)
    followers = {card for card in hand if suit is not None and suit_of(card) == suit}
    # The Mighty is itself a card of its printed suit: alone there, it is forced.
    return followers | specials if followers else set(hand)


def trick_winner(trump: str, trick: int, plays: list[Play], *, last_trick: int = HAND) -> int:
    """Who takes the trick (or would, so far), counted from 0 = the leader.

    Mighty, joker with power, highest trump, highest card of the suit to follow (STD §5).
    """
    cards = [play["card"] for play in plays]
    if mighty(trump) in cards:
        return cards.index(mighty(trump))
    if JOKER in cards and joker_has_power(trump, trick, plays, last_trick):
        return cards.index(JOKER)
    for suit in (trump, suit_to_follow(trick, plays, last_trick)):
        in_suit = [card for card in cards if suit_of(card) == suit and card != JOKER]
        if in_suit:
            return cards.index(max(in_suit, key=strength_of))
    return 0  # a joker led without power, and no second card yet


def trick_points(plays: list[Play]) -> int:
    return count_points([play["card"] for play in plays])


# Auction and exchange


def split_bid(bid: str) -> tuple[int, str]:
    """The parts of 14S: 14 and S; ValueError for anything that is no bid between 13 and 20 (STD §3)."""
    number, strain = int(bid[:-1]), bid[-1:]
    if f"{number}{strain}" != bid or strain not in list(SUITS + NO_TRUMP):
        raise ValueError(f"{bid!r} is not a bid")
    if not LOW_BID <= number <= TOP_BID:
        raise ValueError(f"{bid!r} is not between {LOW_BID} and {TOP_BID}")
    return number, strain


def is_bid(bid: object) -> bool:
    try:
        split_bid(bid)
    except (ValueError, TypeError):
        return False
    return True


def beats(best: str, new: str) -> bool:
    """The number first; no-trump above the suits of its number; suits have no order (STD §3)."""
    best_number, best_strain = split_bid(best)
    new_number, new_strain = split_bid(new)
    if new_number != best_number:
        return new_number > best_number
    return new_strain == NO_TRUMP and best_strain != NO_TRUMP


def bid_is_legal(best: str | None, new: str) -> bool:
    """13 to 20 and above the best bid so far (STD §3)."""
    return is_bid(new) and (best is None or beats(best, new))


def change_is_legal(won: str, final: str) -> bool:
    """Whether the auction's winner may turn his bid into this contract (STD §4).

    Suit to suit and no-trump to suit cost 2, but from 19 the bid of 20 will do; suit to no-trump costs 1 and
    is free at 20. Without a change of strain any raise is allowed.
    """
    if not is_bid(final):
        return False
    won_number, won_strain = split_bid(won)
    number, strain = split_bid(final)
    if strain == won_strain:
        return number >= won_number
    if strain == NO_TRUMP:
        return number >= min(won_number + 1, TOP_BID)
    return number >= won_number + 2 or (won_number == 19 and number == TOP_BID)


def weakness(hand: list[str]) -> int:
    """The misdeal scale in half points: SA 0, joker -1, other A K Q J 1, ten 1/2 (STD §3).
    No trump is known yet, so the card at 0 is SA whatever has been bid."""
    total = 0
    for card in hand:
        if card == JOKER:
            total -= 2
        elif card[1] == "T":
            total += 1
        elif is_point(card) and card != "SA":
            total += 2
    return total


def may_claim_misdeal(hand: list[str]) -> bool:
    """At most half a point on the misdeal scale (STD §3)."""
    return weakness(hand) <= 1


class Auction:
    """The calls in turn from the opener; a pass is final; it ends when one bidder is left (STD §3)."""

    def __init__(self, opener: int):
        self.turn = opener
        self.calls = 0
        self.passed: set[int] = set()
        self.best: str | None = None
        self.bidder: int | None = None

    def all_passed(self) -> bool:
        return len(self.passed) == SEATS

    def is_over(self) -> bool:
        """All passed, or all but the bidder. A bid of 20N stops nobody's turn (A25)."""
        one_left = self.bidder is not None and len(self.passed) == SEATS - 1
        return one_left or self.all_passed()

    def is_first_turn(self) -> bool:
        """Nobody can be skipped in the first round, so it is every seat's first turn (A24)."""
        return self.calls < SEATS

    def is_legal(self, call: str) -> bool:
        return call == "pass" or bid_is_legal(self.best, call)

    def make(self, call: str) -> None:
        if call == "pass":
            self.passed.add(self.turn)
        else:
            self.best, self.bidder = call, self.turn
        self.calls += 1
        if not self.is_over():
            self._move_on()

    def _move_on(self) -> None:
        self.turn = next_seat(self.turn)
        while self.turn in self.passed:
            self.turn = next_seat(self.turn)


def next_seat(seat: int) -> int:
    """Clockwise (STD §2)."""
    return (seat + 1) % SEATS


# Score


def count_doublings(contract: str, points: int, partner: str) -> int:
    """No-trump, openly no friend, all points, at most 9 points: each doubles once more (STD §7)."""
    strain = split_bid(contract)[1]
    return [strain == NO_TRUMP, partner == "open", points == ALL_POINTS, points <= 9].count(True)


def deal_score(contract: str, points: int, partner: str) -> dict[str, int | None]:
    """What the declarer, his friend and each defender gain.

    `points` are the declarer's side's, discards included. `partner` is "friend", "open" (announced alone) or
    "secret" (alone in any other way). STD §7: made, S is 2(B - 13) + (P - B), else B - P, then doubled;
    2S / S / -S with a friend, 4S / -S alone, and all signs reversed if failed.
    """
    if partner not in ("friend", "open", "secret"):
        raise ValueError(f"unknown partner {partner!r}")
    number = split_bid(contract)[0]
    gain = 2 * (number - LOW_BID) + (points - number) if points >= number else points - number
    gain *= 2 ** count_doublings(contract, points, partner)
    if partner == "friend":
        return {"declarer": 2 * gain, "friend": gain, "defender": -gain}
    return {"declarer": 4 * gain, "friend": None, "defender": -gain}


# A whole deal, from its record


def _trump(record: Record) -> str:
    return split_bid(record["contract"])[1]


def _winner_seats(record: Record) -> list[int]:
    """The taker of each trick, worked out again from the plays."""
    winners = []
    for number, trick in enumerate(record["tricks"], 1):
        winners.append(trick["plays"][trick_winner(_trump(record), number, trick["plays"])]["seat"])
    return winners


def _friends(record: Record) -> list[int]:
    """The called card's holder or the winner of trick 1, unless that is the declarer (STD §4).
    A called card from the kitty is in the declarer's hand or discards: a secret solo."""
    call, declarer = record["friend_call"], record["declarer"]
    if call["kind"] == "card":
        return [seat for seat in range(SEATS) if seat != declarer and call["card"] in record["hands"][seat]]
    if call["kind"] == "first-trick":
        return [seat for seat in _winner_seats(record)[:1] if seat != declarer]
    return []


def _partner(record: Record) -> str:
    if _friends(record):
        return "friend"
    return "open" if record["friend_call"]["kind"] == "none" else "secret"


def _points(record: Record) -> int:
    """20 less what the defenders took, so the discards are the declarer's side's (STD §5)."""
    side = [record["declarer"], *_friends(record)]
    taken = zip(_winner_seats(record), record["tricks"], strict=True)
    return ALL_POINTS - sum(trick_points(trick["plays"]) for winner, trick in taken if winner not in side)


def _scores(record: Record) -> list[int]:
    score = deal_score(record["contract"], _points(record), _partner(record))
    scores = [score["defender"]] * SEATS
    for friend in _friends(record):
        scores[friend] = score["friend"]
    scores[record["declarer"]] = score["declarer"]
    return scores


def _thirteen(record: Record) -> list[str]:
    """The declarer's hand with the kitty (STD §4)."""
    return record["hands"][record["declarer"]] + record["kitty"]


def _hand_facts(hand: list[str], strain: str) -> dict[str, int]:
    return {
        "points": count_points(hand),
        "trumps": sum(1 for card in hand if suit_of(card) == strain),
        "weakness": weakness(hand),
    }


def _dealt_to(record: Record, card: str) -> int | str:
    for seat in range(SEATS):
        if card in record["hands"][seat]:
            return seat
    return "kitty"


def _outcome(record: Record) -> dict[str, object]:
    """What `result` must hold."""
    points = _points(record)
    return {
        "friends": _friends(record),
        "points": points,
        "made": points >= split_bid(record["contract"])[0],
        "scores": _scores(record),
    }


def settle(record: Record) -> dict[str, object]:
    """What a results row must hold, worked out from the cards; the record's own winners, points and result
    are not read. `dealt` and `exchanged` are the declarer's ten cards before and after the exchange: points,
    trumps (of the bid's, then of the contract's suit) and weakness in half points. `mighty` (of the contract)
    and `joker` are the seat that was dealt it, or "kitty"."""
    bid_number, bid_strain = split_bid(record["bid"])
    number, strain = split_bid(record["contract"])
    exchanged = [card for card in _thirteen(record) if card not in record["discard"]]
    outcome = _outcome(record)
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
        "doublings": count_doublings(record["contract"], outcome["points"], _partner(record)),
        "dealt": _hand_facts(record["hands"][record["declarer"]], bid_strain),
        "exchanged": _hand_facts(exchanged, strain),
        "mighty": _dealt_to(record, mighty(strain)),
        "joker": _dealt_to(record, JOKER),
    }


# The judge

FIELDS = (
    "table seed deal redeals dealer opener hands kitty auction declarer bid contract discard friend_call "
    "requested_suit tricks result"
).split()


def judge(record: Record, forced: dict[str, int] | None = None) -> None:
    """Raise Disagreement at the first thing in a deal's record that the rules do not allow.

    A play may carry "legal", the engine's whole legal set before it. `forced`, {"seat": s, "number": n}, says
    that there was no auction and no misdeal: s declares at n.
    """
    for field in FIELDS:
        _need(record, field in record, "fields", sorted(record), f"there must be {field!r}")
    try:
        _judge_table(record)
        _judge_start(record, forced)
        _judge_contract(record)
        _judge_friend_call(record)
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
    _same(record, "table", record["table"], TABLE)
    # The first dealer of a later deal of a match follows from the deal before it, which is not here.
    _same(record, "match", record.get("match"), None)


def _judge_cards(record: Record, where: str, deal: dict) -> None:
    """Five hands of 10 and a kitty of 3 out of 53 different cards (STD §2)."""
    sizes = [len(hand) for hand in deal["hands"]] + [len(deal["kitty"])]
    _same(record, f"{where}, cards dealt", sizes, [HAND] * SEATS + [KITTY])
    cards = [card for hand in deal["hands"] for card in hand] + list(deal["kitty"])
    _same(record, f"{where}, the pack", sorted(cards), sorted(DECK))


def _judge_start(record: Record, forced: dict[str, int] | None) -> None:
    """Redeals, the deal and the auction. The first dealer moves on one seat with each deal's number."""
    dealer = record["deal"] % SEATS
    if forced is not None:
        _same(record, "forced, redeals", record["redeals"], [])
    for index, redeal in enumerate(record["redeals"]):
        dealer = _judge_redeal(record, f"redeal {index}", redeal, dealer)
    _judge_dealer(record, "the deal", record, dealer)
    if forced is not None:
        _judge_forced(record, forced)
    else:
        _judge_auction(record)


def _judge_dealer(record: Record, where: str, deal: dict, dealer: int) -> None:
    """He opens too (STD §2; after a misdeal, §3)."""
    _same(record, f"{where}, dealer", deal["dealer"], dealer)
    _same(record, f"{where}, opener", deal["opener"], dealer)
    _judge_cards(record, where, deal)


def _judge_redeal(record: Record, where: str, redeal: dict, dealer: int) -> int:
    """Check a deal that was thrown in; the next dealer (STD §3, A21)."""
    _judge_dealer(record, where, redeal, dealer)
    auction = _run_auction(record, where, redeal)
    if redeal["reason"] == "all-pass":
        _need(record, auction.all_passed(), f"{where}, all-pass", redeal["auction"], "five passes")
        _same(record, f"{where}, claimant", redeal["seat"], None)
        return dealer
    _same(record, f"{where}, reason", redeal["reason"], "misdeal")
    _judge_claim(record, where, redeal, auction)
    return redeal["seat"]


def _judge_claim(record: Record, where: str, redeal: dict, auction: Auction) -> None:
    """A weak hand, on one's first turn, before any call of one's own (STD §3, A24)."""
    first = auction.is_first_turn()
    _need(record, first, f"{where}, misdeal", redeal["auction"], "a claim is made on a first turn")
    _same(record, f"{where}, claimant", redeal["seat"], auction.turn)
    hand = redeal["hands"][redeal["seat"]]
    _need(record, may_claim_misdeal(hand), f"{where}, misdeal", hand, "this hand is not weak enough")


def _run_auction(record: Record, where: str, deal: dict) -> Auction:
    auction = Auction(deal["opener"])
    for index, entry in enumerate(deal["auction"]):
        spot, call = f"{where}, call {index}", entry["call"]
        _need(record, not auction.is_over(), spot, entry, "the auction is over")
        _same(record, f"{spot}, seat", entry["seat"], auction.turn)
        legal = auction.is_legal(call)
        _need(record, legal, spot, call, f"pass or a bid of 13 to 20 above {auction.best}")
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
    _need(record, is_bid(record["bid"]), "forced, bid", record["bid"], "not a bid")
    _same(record, "forced, bid's number", split_bid(record["bid"])[0], forced["number"])


def _judge_contract(record: Record) -> None:
    """The exchange: three different cards of his thirteen, and a contract he may reach (STD §4)."""
    discard, thirteen = record["discard"], _thirteen(record)
    good = len(discard) == len(set(discard)) == KITTY and set(discard) <= set(thirteen)
    _need(record, good, "discard", discard, f"three different cards of {thirteen}")
    legal = change_is_legal(record["bid"], record["contract"])
    _need(record, legal, "contract", record["contract"], f"it cannot be reached from {record['bid']}")


def _judge_friend_call(record: Record) -> None:
    """Any card, the winner of trick 1, or openly nobody; a suit may be asked for at 20N (STD §4, A19)."""
    call, suit = record["friend_call"], record["requested_suit"]
    calls = [{"kind": "card", "card": card} for card in DECK]
    calls += [{"kind": "first-trick"}, {"kind": "none"}]
    _need(record, call in calls, "friend call", call, "a card, the first trick or none")
    if suit is not None:
        good = suit in list(SUITS) and record["contract"] == "20N" and call["kind"] != "none"
        rule = "only a suit, at 20N, with a friend called"
        _need(record, good, "requested suit", suit, rule)


def _judge_tricks(record: Record) -> None:
    """Ten tricks; the declarer leads the first, each winner the next (STD §5)."""
    hands = [list(hand) for hand in record["hands"]]
    hands[record["declarer"]] = [card for card in _thirteen(record) if card not in record["discard"]]
    _same(record, "number of tricks", len(record["tricks"]), HAND)
    leader = record["declarer"]
    for number, trick in enumerate(record["tricks"], 1):
        leader = _judge_trick(record, number, trick, leader, hands)


def _judge_trick(record: Record, number: int, trick: dict, leader: int, hands: list[list[str]]) -> int:
    """Check one trick, take its cards out of the hands; its winner."""
    where, plays, seat = f"trick {number}", trick["plays"], leader
    _same(record, f"{where}, leader", trick["leader"], leader)
    _same(record, f"{where}, number of plays", len(plays), SEATS)
    for index, play in enumerate(plays):
        spot = f"{where}, play {index}, seat {seat}"
        _same(record, f"{spot}, seat", play["seat"], seat)
        _judge_play(record, spot, number, plays[: index + 1], hands[seat])
        hands[seat].remove(play["card"])
        seat = next_seat(seat)
    winner = (leader + trick_winner(_trump(record), number, plays)) % SEATS
    _same(record, f"{where}, winner", trick["winner"], winner)
    _same(record, f"{where}, points", trick["points"], trick_points(plays))
    return winner


def _judge_play(record: Record, spot: str, number: int, plays: list[Play], hand: list[str]) -> None:
    """The last of `plays`, out of `hand`."""
    play = plays[-1]
    legal = legal_plays(_trump(record), number, hand, plays[:-1])
    if "legal" in play:
        _same(record, f"{spot}, legal set", sorted(play["legal"]), sorted(legal))
    _need(record, play["card"] in hand, f"{spot}, card held", play["card"], f"his cards are {hand}")
    _need(record, play["card"] in legal, f"{spot}, card", play["card"], f"one of {sorted(legal)}")
    _judge_names(record, spot, number, plays)
    _judge_demand(record, spot, number, plays)


def _judge_names(record: Record, spot: str, number: int, plays: list[Play]) -> None:
    names = plays[-1].get("names")
    if len(plays) == 1 and must_name_suit(number, plays):
        _need(record, names in list(SUITS), f"{spot}, names", names, "a led joker names a suit")
    else:
        _same(record, f"{spot}, names", names, None)


def _judge_demand(record: Record, spot: str, number: int, plays: list[Play]) -> None:
    """Only on the hunter, led, after trick 1 (STD §6); it need not be made."""
    demand = plays[-1].get("demands_joker") or False
    stands = len(plays) == 1 and demand_stands(_trump(record), number, plays)
    _same(record, f"{spot}, demands_joker", demand, stands)


def _judge_result(record: Record) -> None:
    for field, right in _outcome(record).items():
        _same(record, f"result, {field}", record["result"][field], right)
    # These two follow from all of the above: they watch the referee himself.
    _same(record, "result, sum of the scores", sum(record["result"]["scores"]), 0)
    points = sum(trick["points"] for trick in record["tricks"]) + count_points(record["discard"])
    _same(record, "all points", points, ALL_POINTS)
