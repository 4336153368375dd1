"""A deal's record as text: what a person follows from the hands to the score, trick by trick.

The form of a record is described in `mighty_sim.record`. Seats stand in columns, in the auction and in the
tricks, so that one reads across a trick and down a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mighty_sim.cards import POINT_CARDS, RANKS, SUITS, card_index, mask_of, texts_in
from mighty_sim.contract import FriendCall, parse_bid

_Record = Mapping[str, Any]

_WIDTH = 80
_WORDS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs", "N": "no-trump"}
_REASONS = {"all-pass": "everybody passed", "misdeal": "seat {seat} showed a weak hand"}


def to_text(record: _Record) -> str:
    """Return the deal as text, ending in a line break.

    In the tricks `>` stands before the card led and `*` after the one that won. "taken" counts the points of
    the declarer's side so far, the discard and the friend's tricks included, whether the friend is known yet
    or not.
    """
    parts = [
        _header(record),
        *(_thrown_in(redeal, number) for number, redeal in enumerate(record["redeals"], 1)),
        _hands(record),
        _auction(record),
        _contract(record),
        _tricks(record),
        _result(record),
    ]
    return "\n".join(part for part in parts if part)


def _header(record: _Record) -> str:
    """Which deal this is, and who plays."""
    names = record["strategies"]
    alike = len(set(names)) == 1
    players = [f"{names[0]} in every seat"]
    if not alike:
        players = [f"{seat} {name}" for seat, name in enumerate(names)]
    match = record["match"]
    place = f", deal {match['deal']} of match {match['match']}" if match else ""
    return (
        f"Deal {record['deal']} of seed {record['seed']}{place}, table {record['table']}\n"
        f"{_filled('Strategies:', players)}\n"
        f"Dealer: seat {record['dealer']}; seat {record['opener']} opens\n"
    )


def _thrown_in(redeal: _Record, number: int) -> str:
    """A deal before this one that was not played: why, the weak hand, and the auction as far as it got."""
    reason = _REASONS[redeal["reason"]].format(seat=redeal["seat"])
    lines = [f"Thrown in ({number}): {reason}; seat {redeal['dealer']} had dealt"]
    calls = list(redeal["auction"])
    if redeal["seat"] is not None:
        lines.append(f"  seat {redeal['seat']}  {_by_suit(redeal['hands'][redeal['seat']])}")
        calls.append({"seat": redeal["seat"], "call": "shows"})
    lines += _calls(calls, len(redeal["hands"]), redeal["opener"])
    return "\n".join(lines) + "\n"


def _hands(record: _Record) -> str:
    """Every seat's cards as dealt, by suit, and the kitty."""
    roles = _roles(record)
    widest = [max(len(_ranks(hand, suit)) for hand in record["hands"]) for suit in SUITS]
    lines = ["Hands as dealt"]
    for seat, hand in enumerate(record["hands"]):
        suits = "  ".join(
            f"{suit} {_ranks(hand, suit):{width}}" for suit, width in zip(SUITS, widest, strict=True)
        )
        joker = "  JK" if "JK" in hand else ""
        lines.append(f"  seat {seat} {roles[seat]:8}  {suits}{joker}".rstrip())
    return "\n".join([*lines, f"  kitty            {_listed(record['kitty'])}"]) + "\n"


def _auction(record: _Record) -> str:
    """The calls, each seat in its column."""
    if not record["auction"]:
        number = parse_bid(record["bid"]).number
        return f"No auction: seat {record['declarer']} was made to declare at {number}\n"
    return "\n".join(["Auction", *_calls(record["auction"], len(record["hands"]), record["opener"])]) + "\n"


def _calls(auction: Sequence[_Record], players: int, opener: int) -> list[str]:
    """Return the lines of an auction: a heading of seats from the opener on, then a line a round."""
    order = [(opener + step) % players for step in range(players)]
    rounds: list[dict[int, str]] = []
    last = players
    for call in auction:
        place = order.index(call["seat"])
        if place <= last:
            rounds.append({})
        rounds[-1][call["seat"]] = call["call"]
        last = place
    if not rounds:
        return []
    table = [
        [f"seat {seat}" for seat in order],
        *([calls.get(seat, "") for seat in order] for calls in rounds),
    ]
    return ["  " + "  ".join(f"{text:6}" for text in line).rstrip() for line in table]


def _contract(record: _Record) -> str:
    """Who declares what, the exchange, and the friend call."""
    declarer, contract = record["declarer"], record["contract"]
    changed = f" (won at {record['bid']})" if contract != record["bid"] else ""
    lines = [
        f"Seat {declarer} plays {contract}{changed}: {_strain_words(record)}",
        f"  lays away  {_listed(record['discard'])} ({_counted(_points_of(record['discard']), 'point')})",
        f"  keeps      {_by_suit(_kept(record))}",
        f"  friend     {_friend_words(record)}",
    ]
    if record["requested_suit"]:
        lines.append(f"  asks       the friend to lead {_WORDS[record['requested_suit']]}")
    return "\n".join(lines) + "\n"


def _strain_words(record: _Record) -> str:
    """The trump, and which cards are Mighty and hunter under it."""
    strain = record["contract"][-1]
    trump = "no trump" if strain == "N" else f"{_WORDS[strain]} are trump"
    mighty, hunter = (_special(record["rules"][group], strain) for group in ("mighty", "hunter"))
    return f"{trump}, Mighty {mighty}, hunter {hunter}"


def _special(rules: _Record, strain: str) -> str:
    """Return the card that is Mighty or hunter under a strain."""
    return str(rules["under_own_suit"] if rules["card"][0] == strain else rules["card"])


def _friend_words(record: _Record) -> str:
    """The friend call in words, and what only the declarer and the reader know of it."""
    call = record["friend_call"]
    if call["kind"] in ("seat", "last-trick"):
        return f"seat {call['seat']}" if call["kind"] == "seat" else "winner of the last trick"
    words = FriendCall.from_json(call).text()
    if call.get("card") in record["discard"]:
        return f"{words}, which he laid away: a secret solo"
    return f"{words}, which is his own: a secret solo" if call.get("card") in _kept(record) else words


def _tricks(record: _Record) -> str:
    """A line a trick: the cards by seat, leader and winner marked, points; below it what was asked or revealed."""
    roles = _roles(record)
    seats = [f"seat {seat}" for seat in range(len(roles))]
    taken = _points_of(record["discard"])
    side = {record["declarer"], *record["result"]["friends"]}
    lines = [
        "Tricks: > leads, * wins; taken = points of the declarer's side, with the discard",
        "               " + "  ".join(f"{seat:8}" for seat in seats) + "points  taken",
        "               " + "  ".join(f"{role:8}" for role in roles) + f"{taken:13}",
    ]
    for number, trick in enumerate(record["tricks"], 1):
        taken += trick["points"] if trick["winner"] in side else 0
        cards = {play["seat"]: _marked(play["card"], play["seat"], trick) for play in trick["plays"]}
        cells = "  ".join(f"{cards.get(seat, ''):8}" for seat in range(len(roles)))
        lines.append(f"{number:6}        {cells}{trick['points']:7}  {taken:5}")
        lines += [f"{'':15}{note}" for note in _notes(record, number, trick)]
    return "\n".join(lines) + "\n"


def _marked(card: str, seat: int, trick: _Record) -> str:
    """Return a card of a trick: `>` before the one led, `*` after the one that won."""
    return f"{'>' if seat == trick['leader'] else ' '}{card}{'*' if seat == trick['winner'] else ''}"


def _notes(record: _Record, number: int, trick: _Record) -> Iterable[str]:
    """Yield what a trick's cards alone do not tell: a named suit, a demand, the friend."""
    lead = trick["plays"][0]
    if lead["card"] == "JK":
        suit = lead.get("names") or next(
            (play["card"][0] for play in trick["plays"] if play["card"] != "JK"), "S"
        )
        yield (
            f"the joker asks for {_WORDS[suit]}"
            if "names" in lead
            else f"powerless joker; {_WORDS[suit]} to follow"
        )
    if lead.get("demands_joker"):
        yield f"{lead['card']} demands the joker"
    if lead["card"] != "JK" and _joker_is_powerless(record, number, trick):
        yield "the joker has no power"
    if number == 1 and record["friend_call"]["kind"] == "first-trick":
        alone = trick["winner"] == record["declarer"]
        yield "no friend: the declarer took it" if alone else f"seat {trick['winner']} is the friend"
    called = record["friend_call"].get("card")
    for play in trick["plays"]:
        if play["card"] == called and play["seat"] in record["result"]["friends"]:
            yield f"seat {play['seat']} is the friend"


def _joker_is_powerless(record: _Record, number: int, trick: _Record) -> bool:
    """Return whether a joker lies in the trick and its place or a demand took its power (STD §6)."""
    joker, demanded = record["rules"]["joker"], trick["plays"][0].get("demands_joker", False)
    return any(play["card"] == "JK" for play in trick["plays"]) and (
        (number == 1 and joker["first_trick"] == "powerless")
        or (number == len(record["tricks"]) and joker["last_trick"] == "powerless")
        or (demanded and record["rules"]["hunter"]["called_joker_power"] == "lost")
    )


def _result(record: _Record) -> str:
    """Points, contract made or not, and the score with how it came about."""
    result, number = record["result"], parse_bid(record["contract"]).number
    over = result["points"] - number
    verdict = (
        f"made{f' with {over} over' if over else ' exactly'}" if result["made"] else f"failed by {-over}"
    )
    scores = _filled("Scores:", [f"seat {seat} {score:+}" for seat, score in enumerate(result["scores"])])
    points = _counted(result["points"], "point")
    lines = [f"{points} for {record['contract']}: {verdict}", *_share(record), scores]
    return "\n".join(lines) + "\n"


def _share(record: _Record) -> Iterable[str]:
    """Yield how one share came about and who pays (STD §7); nothing at a table that counts in another way."""
    rules, result = record["rules"]["score"], record["result"]
    if rules["formula"] != "risk2":
        return
    number, points, base = parse_bid(record["contract"]).number, result["points"], rules["base"]
    share, sum_ = number - points, f"{number} - {points}"
    if result["made"]:
        share = 2 * (number - base) + points - number
        sum_ = f"2 x ({number} - {base}) + ({points} - {number})"
    doubled = list(_doublings(record))
    total = share * 2 ** len(doubled)
    if doubled:
        sum_, doubled[0] = f"{sum_} = {share}", f"doubled for {doubled[0]}"
    *first, last = [sum_, *doubled]
    yield _filled("One share:", [*first, f"{last} = {total}"])
    yield _who_pays(record)


def _who_pays(record: _Record) -> str:
    """Say how the shares go around (STD §7)."""
    result = record["result"]
    friends = len(result["friends"])
    opponents = len(result["scores"]) - 1 - friends
    pay, get = ("pay", "gets") if result["made"] else ("get", "pays")
    friend = f"the friend {get} one, " if friends else ""
    return f"{opponents} opponents {pay} one each, {friend}the declarer {get} {opponents - friends}"


def _doublings(record: _Record) -> Iterable[str]:
    """Yield the reason of every doubling that this deal has."""
    rules, result = record["rules"]["score"], record["result"]
    if record["contract"].endswith("N"):
        yield "no-trump"
    if record["friend_call"]["kind"] == "none":
        yield "playing openly alone"
    if result["points"] == _points_of(
        [*(card for hand in record["hands"] for card in hand), *record["kitty"]]
    ):
        yield "all the points"
    if not result["made"] and result["points"] <= rules["backrun_at_most"]:
        yield f"{rules['backrun_at_most']} points or fewer"


def _roles(record: _Record) -> list[str]:
    """Return each seat's part in the deal: "declarer", "friend" or nothing."""
    friends = record["result"]["friends"]
    return [
        "declarer" if seat == record["declarer"] else "friend" if seat in friends else ""
        for seat in range(len(record["hands"]))
    ]


def _kept(record: _Record) -> list[str]:
    """Return the declarer's hand after the exchange."""
    held = [*record["hands"][record["declarer"]], *record["kitty"]]
    return [card for card in held if card not in record["discard"]]


def _counted(number: int, thing: str) -> str:
    """Return a number of things in words."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _points_of(cards: Iterable[str]) -> int:
    """Return how many of the cards are point cards."""
    return sum(POINT_CARDS >> card_index(card) & 1 for card in cards)


def _ranks(cards: Sequence[str], suit: str) -> str:
    """Return the ranks held in a suit from the ace down, without gaps, `-` for none."""
    held = [card[1] for card in cards if card[0] == suit and card != "JK"]
    return "".join(sorted(held, key=RANKS.index, reverse=True)) or "-"


def _filled(start: str, parts: Sequence[str]) -> str:
    """Return parts with commas between in lines that fit a page; the first one begins with `start`."""
    lines = [start]
    for part in [*(f"{part}," for part in parts[:-1]), parts[-1]]:
        if len(lines[-1]) + 1 + len(part) > _WIDTH:
            lines.append(" ")
        lines[-1] += f" {part}"
    return "\n".join(lines)


def _by_suit(cards: Sequence[str]) -> str:
    """Return a hand as one line by suit, the joker at the end."""
    joker = "  JK" if "JK" in cards else ""
    return "  ".join(f"{suit} {_ranks(cards, suit)}" for suit in SUITS) + joker


def _listed(cards: Sequence[str]) -> str:
    """Return a few cards in the order in which a hand is sorted."""
    return " ".join(texts_in(mask_of(cards))) or "none"
