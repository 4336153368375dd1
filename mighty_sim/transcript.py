"""A deal's record as text: what a person follows from the hands to the score, trick by trick.

The form of a record is described in `mighty_sim.record`. Seats stand in columns, in the auction and in the
tricks, so that one reads across a trick and down a hand. Remarks under the tricks are written in
`mighty_sim.remarks`, the score in `mighty_sim.reckoning`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mighty_sim.cards import RANKS, SUITS, card_index, cards_in, mask_of
from mighty_sim.contract import FriendCall, parse_bid
from mighty_sim.reckoning import counted, filled, points_of, reckoning
from mighty_sim.remarks import STRAIN_WORDS, Remarks, seat_list, special_card

_Record = Mapping[str, Any]

_WIDTH = 80
#: How far a request for a suit binds, by the ways in which `friend.suit_request` begins.
_BINDING = {"binding_first": " (binding on his first lead)", "binding_all": " (binding on all his leads)"}


class _Layout(NamedTuple):
    """The columns of the tricks: where numbers end and cards begin, widths of cards and of points, and the
    declarer's title.
    """

    number: int
    start: int
    card: int
    points: int
    declarer: str


def _layout(players: int) -> _Layout:
    """Return columns that fit a page."""
    if players <= 5:
        return _Layout(6, 14, 8, 7, "declarer")
    return _Layout(4, 6, 8, 7, "declarer") if players == 6 else _Layout(2, 3, 6, 8, "decl.")


def to_text(record: _Record) -> str:
    """Return the deal as text, ending in a line break.

    In the tricks `>` stands before the card led and `*` after the one that won. "taken" counts the points of
    the declarer's side so far, the discard and the friends' tricks included, whether the friends are known yet
    or not.
    """
    return "\n".join(part for part in sections(record).values() if part)


def sections(record: _Record) -> dict[str, str]:
    """Return the parts of the text by name, in order; a part that the deal does not have is empty."""
    return {
        "header": _header(record),
        "redeals": "\n".join(_thrown_in(record, number) for number in range(1, len(record["redeals"]) + 1)),
        "hands": hands(record, _roles(record, "declarer")),
        "auction": _auction(record),
        "contract": _contract(record),
        "faults": _faults(record),
        "tricks": _tricks(record),
        "reckoning": reckoning(record),
    }


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
        f"{filled('Strategies:', players)}\n"
        f"Dealer: seat {record['dealer']}; seat {record['opener']} opens\n"
    )


def _thrown_in(record: _Record, number: int) -> str:
    """A deal before this one that was not played: why, the weak hand, and the auction as far as it got."""
    redeal, by_choice = record["redeals"][number - 1], record["rules"]["misdeal"]["optional"]
    seat, calls, reason = redeal["seat"], list(redeal["auction"]), "everybody passed"
    shown = []
    if redeal["reason"] == "misdeal":
        reason = f"seat {seat} showed a weak hand" if by_choice else f"seat {seat}'s hand was too weak"
        shown = [f"  seat {seat}  {_by_suit(redeal['hands'][seat])}"]
        calls.append({"seat": seat, "call": "shows" if by_choice else "weak"})
    lines = [f"Thrown in ({number}): {reason}; seat {redeal['dealer']} had dealt", *shown]
    return "\n".join([*lines, *_calls(calls, len(redeal["hands"]), redeal["opener"])]) + "\n"


def hands(record: _Record, roles: Sequence[str]) -> str:
    """Return every seat's cards as dealt, by suit, beside its role, and the kitty; suits stand below each other where
    they can.
    """
    names = [f"  seat {seat} {role:8}  " for seat, role in enumerate(roles)]
    widths = [max(len(_ranks(hand, suit)) for hand in record["hands"]) for suit in SUITS]
    for even in (widths, None):
        lines = [name + _by_suit(hand, even) for name, hand in zip(names, record["hands"], strict=True)]
        if max(map(len, lines)) <= _WIDTH:
            break
    return "\n".join(["Hands as dealt", *lines, f"  kitty            {listed(record['kitty'])}"]) + "\n"


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
        f"  lays away  {listed(record['discard'])} ({counted(points_of(record['discard']), 'point')})",
        f"  keeps      {_by_suit(_kept(record))}",
        f"  friend     {_friend_words(record)}",
    ]
    if record["requested_suit"]:
        lines.append(f"  asks       {_request_words(record)}")
    return "\n".join(lines) + "\n"


def _faults(record: _Record) -> str:
    """How many wrong answers were replaced, and those that were no card; a trick tells of its own."""
    if not record.get("faults"):
        return ""
    auctions = [*record["redeals"], record]
    calls = [call | {"decision": "bid"} for part in auctions for call in part["auction"] if "replaced" in call]
    told = [f"  seat {part['seat']}, {part['decision']}: {part['replaced']}" for part in [*calls, *record["replaced"]]]
    return "\n".join([f"Wrong answers, the first legal one in their place: {record['faults']}", *told]) + "\n"


def _request_words(record: _Record) -> str:
    """The suit asked of the friend, and whether he must lead it."""
    request, call = record["rules"]["friend"]["suit_request"], record["friend_call"]
    several = _copies(record, call.get("card")) > 1 and record["rules"]["friend"]["copies"] == "all_holders"
    binding = next((words for start, words in _BINDING.items() if request.startswith(start)), "")
    who = "every friend" if several else "the friend"
    return f"{who} to lead {STRAIN_WORDS[record['requested_suit']]}{binding}"


def _strain_words(record: _Record) -> str:
    """The trump, and which cards are Mighty and hunter under it."""
    strain = record["contract"][-1]
    trump = "no trump" if strain == "N" else f"{STRAIN_WORDS[strain]} are trump"
    mighty, hunter = (special_card(record["rules"][group], strain) for group in ("mighty", "hunter"))
    return f"{trump}, Mighty {mighty}, {f'hunter {hunter}' if hunter else 'no hunter'}"


def _friend_words(record: _Record) -> str:
    """The friend call in words, and what only the declarer and the reader know of it."""
    call = record["friend_call"]
    if call is None:
        return "nobody: this table has no friends"
    if call["kind"] in ("seat", "last-trick"):
        return f"seat {call['seat']}" if call["kind"] == "seat" else "winner of the last trick"
    card, words = call.get("card"), FriendCall.from_json(call).text()
    copies, laid_away, kept = _copies(record, card), record["discard"].count(card), _kept(record).count(card)
    if copies and laid_away + kept == copies:
        own = "which he laid away" if laid_away == copies else f"which {'is' if copies == 1 else 'are all'} his own"
        return f"{words}, {own}: a secret solo"
    if copies < 2:
        return words
    friends = record["result"]["friends"]
    who = f": {seat_list(friends)}" if friends else ""
    first = record["rules"]["friend"]["copies"] == "first_played"
    return f"{f'first of the others to play {card}' if first else f'every other holder of {card}'}{who}"


def _tricks(record: _Record) -> str:
    """A line a trick: the cards by seat, leader and winner marked, points; below it what was asked or revealed."""
    columns = _layout(len(record["hands"]))
    roles, remarks, taken = _roles(record, columns.declarer), Remarks(record), points_of(record["discard"])
    side = {record["declarer"], *record["result"]["friends"]}
    margin, seats = " " * (columns.start + 1), [f"seat {seat}" for seat in range(len(roles))]
    lines = [
        "Tricks: > leads, * wins; taken = points of the declarer's side, with the discard",
        margin + _row(seats, columns) + f"{'points  taken':>{columns.points + 6}}",
        margin + _row(roles, columns) + f"{taken:{columns.points + 6}}",
    ]
    for number, trick in enumerate(record["tricks"], 1):
        taken += trick["points"] if trick["winner"] in side else 0
        cards = {play["seat"]: _marked(play["card"], play["seat"], trick) for play in trick["plays"]}
        cells = _row([cards.get(seat, "") for seat in range(len(roles))], columns)
        start = f"{number:{columns.number}}".ljust(columns.start)
        lines.append(f"{start}{cells}{trick['points']:{columns.points}}  {taken:5}")
        lines += [margin + remark for remark in remarks.on(number)]
    return "\n".join(lines) + "\n"


def _row(texts: Sequence[str], columns: _Layout) -> str:
    """Return one text a seat in the columns of the tricks."""
    return "  ".join(f"{text:{columns.card}}" for text in texts)


def _marked(card: str, seat: int, trick: _Record) -> str:
    """Return a card of a trick: `>` before the one led, `*` after the one that won."""
    return f"{'>' if seat == trick['leader'] else ' '}{card}{'*' if seat == trick['winner'] else ''}"


def _roles(record: _Record, declarer: str) -> list[str]:
    """Return each seat's part in the deal: the declarer's title, "friend" or nothing."""
    friends = record["result"]["friends"]
    return [
        declarer if seat == record["declarer"] else "friend" if seat in friends else ""
        for seat in range(len(record["hands"]))
    ]


def _kept(record: _Record) -> list[str]:
    """Return the declarer's hand after the exchange."""
    held = Counter([*record["hands"][record["declarer"]], *record["kitty"]])
    return list((held - Counter(record["discard"])).elements())


def _copies(record: _Record, card: str | None) -> int:
    """Return how many copies of a card were dealt."""
    return sum(cards.count(card) for cards in (*record["hands"], record["kitty"]))


def _ranks(cards: Sequence[str], suit: str) -> str:
    """Return the ranks held in a suit from the ace down, without gaps, `-` for none."""
    held = [card[1] for card in cards if card[0] == suit and card != "JK"]
    return "".join(sorted(held, key=RANKS.index, reverse=True)) or "-"


def _by_suit(cards: Sequence[str], widths: Sequence[int] | None = None) -> str:
    """Return a hand as one line by suit, each so wide as is wanted, the jokers at the end."""
    suits = [f"{suit} {_ranks(cards, suit):{width}}" for suit, width in zip(SUITS, widths or [1] * 4, strict=True)]
    jokers = " ".join(card for card in cards if card == "JK")
    return "  ".join([*suits, jokers]).rstrip()


def listed(cards: Sequence[str]) -> str:
    """Return a few cards in the order in which a hand is sorted, copies next to each other."""
    order = cards_in(mask_of(set(cards)))
    return " ".join(sorted(cards, key=lambda card: order.index(card_index(card)))) or "none"
