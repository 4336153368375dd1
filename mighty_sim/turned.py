"""What turned a deal: the first thing in which two records of it differ, and what came of it, in words.

The records are those of one deal under two settings, in the form of `mighty_sim.record`. Everything that happens in a
deal is an event, in order: calls, deals thrown in, the exchange, every card, who won each trick, points and scores.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mighty_sim.contract import FriendCall, parse_bid
from mighty_sim.reckoning import charges_losers, counted
from mighty_sim.remarks import STRAIN_WORDS, Remarks
from mighty_sim.transcript import listed

_Record = Mapping[str, Any]


class Event(NamedTuple):
    """One thing that happens in a deal: in which phase, in which trick (0: before them), and who does what."""

    phase: str
    trick: int
    who: str
    does: str
    what: str = ""

    @property
    def deed(self) -> str:
        """Return what is done, without who does it."""
        return f"{self.does} {self.what}".rstrip()


class Difference(NamedTuple):
    """The first events of two records that are not the same."""

    one: Event
    other: Event

    @property
    def phase(self) -> str:
        """Return the phase of the first record's event: "auction", "exchange", "card", "winner", "end"."""
        return self.one.phase

    @property
    def trick(self) -> int:
        """Return the trick in which the records part, 0 for before the first and after the last."""
        return self.one.trick


def first_difference(one: _Record, other: _Record) -> Difference | None:
    """Return the first events in which two records of a deal differ, None for records that tell the same."""
    for first, second in zip(events(one), events(other), strict=False):
        if first != second:
            return Difference(first, second)
    return None


def story(one: _Record, other: _Record, labels: Sequence[str]) -> list[str]:
    """Return what turned a deal, in sentences: what differs first, why, which trick went to the other side, and how
    the deal ended under each of the two labels.
    """
    difference = first_difference(one, other)
    if difference is None:
        return ["Nothing differs."]
    lines = [_in_words(difference, labels)]
    if difference.trick:
        lines += _own_remarks(one, other, labels, difference.trick)
    swung = _swing(one, other)
    if swung and (difference.phase != "winner" or swung != difference.trick):
        lines.append(_swing_in_words(one, other, labels, swung))
    lines.append("; ".join(f"{label}: {ending(record)}" for label, record in zip(labels, (one, other), strict=True)))
    return lines


def ending(record: _Record) -> str:
    """Return how a deal ended: contract, points, made or not, and the declarer's score."""
    result, number = record["result"], parse_bid(record["contract"]).number
    over = result["points"] - number
    verdict = "made" if result["made"] else f"failed by {-over}"
    score = result["scores"][record["declarer"]]
    told = f"charged {score}" if charges_losers(record["rules"]) else f"{score:+}"
    points = counted(result["points"], "point")
    return f"seat {record['declarer']} takes {points} for {record['contract']}, {verdict} ({told})"


def events(record: _Record) -> Iterator[Event]:
    """Yield all that happens in a deal, in order."""
    for redeal in record["redeals"]:
        yield from _calls(redeal)
        weak = redeal["reason"] == "misdeal"
        why = f"for seat {redeal['seat']}'s weak hand" if weak else "with nobody bidding"
        yield Event("auction", 0, "the deal", "is thrown in", why)
    yield from _calls(record)
    declarer = f"seat {record['declarer']}"
    yield Event("auction", 0, declarer, "declares", record["bid"])
    yield Event("exchange", 0, declarer, "plays", record["contract"])
    yield Event("exchange", 0, declarer, "lays away", listed(record["discard"]))
    yield Event("exchange", 0, declarer, "calls", _call_text(record))
    for number, trick in enumerate(record["tricks"], 1):
        yield from (Event("card", number, f"seat {play['seat']}", "plays", _play_text(play)) for play in trick["plays"])
        winner = trick["winner"]
        card = next(play["card"] for play in trick["plays"] if play["seat"] == winner)
        yield Event("winner", number, f"trick {number}", "goes", f"to seat {winner} with {card}")
    yield from _end(record)


def _end(record: _Record) -> Iterator[Event]:
    """Yield what a deal comes to."""
    result = record["result"]
    friends = " and ".join(f"seat {seat}" for seat in result["friends"]) or "nobody"
    yield Event("end", 0, "the declarer's friend", "is", friends)
    yield Event("end", 0, "the declarer's side", "counts", counted(result["points"], "point"))
    yield Event("end", 0, "the contract", "is", "made" if result["made"] else "not made")
    does = "is charged" if charges_losers(record["rules"]) else "scores"
    for seat, score in sorted(enumerate(result["scores"]), key=lambda item: item[0] != record["declarer"]):
        yield Event("end", 0, f"seat {seat}", does, str(score) if does == "is charged" else f"{score:+}")


def _calls(part: _Record) -> Iterator[Event]:
    """Yield the calls of an auction, and first who opens it."""
    if part["auction"]:
        yield Event("auction", 0, f"seat {part['opener']}", "opens the bidding")
    for call in part["auction"]:
        bid = call["call"]
        yield Event("auction", 0, f"seat {call['seat']}", *(("passes",) if bid == "pass" else ("bids", bid)))


def _call_text(record: _Record) -> str:
    """Return the friend call in words, and the suit that is asked for with it."""
    call, suit = record["friend_call"], record["requested_suit"]
    if call is None:
        return "nobody"
    if call["kind"] in ("seat", "last-trick"):
        words = f"seat {call['seat']}" if call["kind"] == "seat" else "winner of the last trick"
    else:
        words = FriendCall.from_json(call).text()
    return words + (f", asking for {STRAIN_WORDS[suit]}" if suit else "")


def _play_text(play: _Record) -> str:
    """Return a card, and what is said with it."""
    if play.get("demands_joker"):
        return f"{play['card']}, demanding the joker"
    return f"{play['card']}, asking for {STRAIN_WORDS[play['names']]}" if "names" in play else str(play["card"])


def _in_words(difference: Difference, labels: Sequence[str]) -> str:
    """Return the first difference in a sentence."""
    (one, other), (first, second) = difference, labels
    place = _PLACES[difference.phase].format(trick=difference.trick)
    if one.who != other.who:
        return f"{place}{one.who} {one.deed} under {first}, {other.who} {other.deed} under {second}."
    if one.does != other.does:
        return f"{place}{one.who} {one.deed} under {first}, {other.deed} under {second}."
    return f"{place}{one.who} {one.does} {one.what} under {first}, {other.what} under {second}."


_PLACES = {
    "auction": "Auction: ",
    "exchange": "Exchange: ",
    "card": "Trick {trick}: ",
    "winner": "The same cards, but ",
    "end": "The same cards and tricks, but ",
}


def _own_remarks(one: _Record, other: _Record, labels: Sequence[str], trick: int) -> Iterator[str]:
    """Yield what there is to be said of a trick under one setting and not under the other."""
    said = [Remarks(record).on(trick) for record in (one, other)]
    for label, own, others in zip(labels, said, reversed(said), strict=True):
        yield from (f"Under {label}, {remark}." for remark in own if remark not in others)


def _sides(record: _Record) -> list[tuple[bool, int]]:
    """Return for every trick whether the declarer's side took it, and its points."""
    side = {record["declarer"], *record["result"]["friends"]}
    return [(trick["winner"] in side, trick["points"]) for trick in record["tricks"]]


def _swing(one: _Record, other: _Record) -> int:
    """Return the first trick after which the declarer's points are no longer the same, 0 where there is none.

    Declarer, discard and friends must be the same; otherwise no single trick swings the deal.
    """
    same = all(one[part] == other[part] for part in ("declarer", "contract", "discard", "hands"))
    if not same or one["result"]["friends"] != other["result"]["friends"]:
        return 0
    for number, ((mine, points), (yours, others)) in enumerate(zip(_sides(one), _sides(other), strict=True), 1):
        if points * mine != others * yours:
            return number
    return 0


def _swing_in_words(one: _Record, other: _Record, labels: Sequence[str], number: int) -> str:
    """Return what a trick that swings a deal brings the declarer's side under each setting."""
    told = []
    for label, record in zip(labels, (one, other), strict=True):
        taken, points = _sides(record)[number - 1]
        winner = record["tricks"][number - 1]["winner"]
        whose = "the declarer's side" if taken else "the opponents"
        told.append(f"{counted(points, 'point')} for {whose} (seat {winner}) under {label}")
    return f"Trick {number} parts the points: {', '.join(told)}."
