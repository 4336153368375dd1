"""What the cards of a trick alone do not tell: suits named, demands, powers lost, friends found.

All of it follows from a deal's record (described in `mighty_sim.record`) and the options in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

#: A strain's letter in words.
STRAIN_WORDS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs", "N": "no-trump"}

_Part = Mapping[str, Any]


def special_card(rules: _Part, strain: str) -> str | None:
    """Return the card that is Mighty or hunter, by that group of options, under a strain; None for none."""
    if rules["card"] == "none":
        return None
    return str(rules["under_own_suit"] if rules["card"][0] == strain else rules["card"])


class Remarks:
    """The remarks on the tricks of one deal."""

    def __init__(self, record: _Part) -> None:
        """Take a deal's record; the cards of its tricks are all that a seat held."""
        self._record, self._tricks = record, record["tricks"]
        self._rules: _Part = record["rules"]
        strain = record["contract"][-1]
        self._mighty = special_card(self._rules["mighty"], strain)
        self._hunter = special_card(self._rules["hunter"], strain)

    def on(self, number: int) -> list[str]:
        """Return what is to be said of a trick, by its number from 1: a line each, none twice."""
        said = (
            self._led_joker,
            self._demands,
            self._changes_of_suit,
            self._powerless_jokers,
            self._answers_to_request,
            self._friends,
            self._replaced,
        )
        return list(dict.fromkeys(line for about in said for line in about(number)))

    def _replaced(self, number: int) -> Iterator[str]:
        """Wrong answers, in whose place the first legal card was played."""
        for play in self._plays(number):
            if "replaced" in play:
                yield f"seat {play['seat']} plays {play['card']} in place of a wrong answer: {play['replaced']}"

    def _plays(self, number: int) -> Sequence[_Part]:
        """Return the plays of a trick, in order."""
        plays: Sequence[_Part] = self._tricks[number - 1]["plays"]
        return plays

    def _place(self, number: int) -> str | None:
        """Return "first" or "last" for those tricks; an only one is the first."""
        return "first" if number == 1 else "last" if number == len(self._tricks) else None

    def _holds(self, seat: int, number: int, kind: str) -> bool:
        """Return whether a seat held a card of that beginning (suit, or JK) before it played to a trick."""
        later = (play for trick in self._tricks[number - 1 :] for play in trick["plays"])
        return any(play["seat"] == seat and _is(play["card"], kind) for play in later)

    def _asked(self, number: int) -> str | None:
        """Return the suit that a led joker asks for."""
        suit: str | None = self._plays(number)[0].get("names")
        return suit

    def _led_joker(self, number: int) -> Iterator[str]:
        """A led joker: the suit it asks for, or that is to be followed without."""
        cards = [play["card"] for play in self._plays(number)]
        if cards[0] != "JK":
            return
        asked = self._asked(number)
        suit = asked or next((card[0] for card in cards if card != "JK"), None)
        follow = f"{STRAIN_WORDS[suit]} to follow" if suit else "no suit to follow"
        if self._placed_well(number, led=True):
            yield f"the joker asks for {STRAIN_WORDS[asked]}" if asked else f"the joker names no suit; {follow}"
        else:
            yield f"powerless joker; it asks for {STRAIN_WORDS[asked]}" if asked else f"powerless joker; {follow}"

    def _placed_well(self, number: int, *, led: bool) -> bool:
        """Return whether the place of the trick leaves a joker its power: `joker.first_trick`, `lead_first` …

        A joker led where that is banned has no power, but for `joker.last_card` "with_power".
        """
        place, joker = self._place(number), self._rules["joker"]
        if place is None:
            return True
        power = joker[f"{place}_trick"]
        if not led:
            return power in ("normal", "powerless_if_led")
        banned = joker[f"lead_{place}"] == "banned"
        if place == "first":
            banned |= self._rules["lead"]["first_joker"] == "banned"
        else:
            banned &= joker["last_card"] != "with_power"
        return power == "normal" and not banned

    def _demanding(self, number: int) -> list[int]:
        """Return the turns at which a hunter demanded the joker: `hunter.trigger`, `hunter.call`."""
        hunter, place = self._rules["hunter"], self._place(number)
        here = place is None or hunter[f"{place}_trick"]
        automatic = hunter["call"] == "automatic"
        return [
            turn
            for turn, play in enumerate(self._plays(number))
            if play["card"] == self._hunter
            and here
            and (turn == 0 or hunter["trigger"] == "any_play")
            and (automatic or play.get("demands_joker"))
        ]

    def _bound(self, number: int, turn: int) -> list[_Part]:
        """Return the plays of those who held a joker when one was demanded of them: `hunter.scope`."""
        scope, after = self._rules["hunter"]["scope"], self._plays(number)[turn + 1 :]
        if scope == "next_only":
            after = after[:1]
        if scope == "one_joker":
            fallen = next((place for place, play in enumerate(after) if play["card"] == "JK"), len(after))
            after = after[: fallen + 1]
        return [play for play in after if self._holds(play["seat"], number, "JK")]

    def _demands(self, number: int) -> Iterator[str]:
        """A demand, and a Mighty that answers it; one that is made by itself only where somebody must answer."""
        hunter = self._rules["hunter"]
        one = self._rules["deal"]["jokers"] <= 1
        what = "the joker" if one else "the jokers" if hunter["scope"] == "any_holder" else "a joker"
        for turn in self._demanding(number):
            bound = self._bound(number, turn)
            if bound or hunter["call"] == "optional":
                yield f"{self._hunter} demands {what}"
            answers = (play["seat"] for play in bound if play["card"] == self._mighty)
            yield from (f"seat {seat} answers with the Mighty" for seat in answers)

    def _changes_of_suit(self, number: int) -> Iterator[str]:
        """A Mighty that changes the suit to follow for somebody: `mighty.switches_suit`."""
        if not self._rules["mighty"]["switches_suit"]:
            return
        first, *later = (play["card"] for play in self._plays(number))
        suit = self._asked(number) if first == "JK" else first[0]
        for card in later[:-1]:
            if suit and card == self._mighty and card[0] != suit:
                suit = card[0]
                yield f"the Mighty changes the suit to {STRAIN_WORDS[suit]}"
            elif card != "JK":
                suit = suit or card[0]

    def _powerless_jokers(self, number: int) -> Iterator[str]:
        """The jokers without power and why, but for one led so: that is told with its suit."""
        jokers = [turn for turn, play in enumerate(self._plays(number)) if play["card"] == "JK"]
        lost: dict[str, list[int]] = {}
        for turn in jokers:
            reason = self._loss(number, turn)
            if reason and (turn or self._placed_well(number, led=True)):
                lost.setdefault(reason, []).append(self._plays(number)[turn]["seat"])
        for reason, seats in lost.items():
            if len(seats) < len(jokers):
                whose = f"seat {seats[0]}'s joker" if len(seats) == 1 else f"the jokers of {seat_list(seats)}"
            else:
                whose = "the joker" if len(seats) == 1 else "the jokers"
            yield f"{whose} {'has' if len(seats) == 1 else 'have'} no power{reason}"

    def _loss(self, number: int, turn: int) -> str | None:
        """Return why the joker played at a turn has no power, in words; None if it has."""
        hunter = self._rules["hunter"]
        if not self._placed_well(number, led=turn == 0):
            return f" in the {self._place(number)} trick"
        kills = hunter["presence_kills_joker"]
        there = any(play["card"] == self._hunter for play in self._plays(number))
        if there and (kills == "always" or (kills == "after_first_trick" and number > 1)):
            return f": {self._hunter} is in the trick"
        if hunter["called_joker_power"] == "lost" and any(at < turn for at in self._demanding(number)):
            return f": demanded by {self._hunter}"
        return None

    def _answers_to_request(self, number: int) -> Iterator[str]:
        """What a friend leads who is bound by the suit asked of him: `friend.suit_request`."""
        suit, leader = self._record["requested_suit"], self._plays(number)[0]["seat"]
        request = self._rules["friend"]["suit_request"]
        since = self._friend_since(leader)
        if suit is None or since is None or since >= number or not request.startswith("binding"):
            return
        before = self._tricks[since : number - 1]
        if request.startswith("binding_first_lead") and any(trick["leader"] == leader for trick in before):
            return
        if _is(self._plays(number)[0]["card"], suit):
            yield f"seat {leader} leads {STRAIN_WORDS[suit]}, as asked"
        elif not self._holds(leader, number, suit):
            yield f"seat {leader} has no {STRAIN_WORDS[suit]} to lead"

    def _friend_since(self, seat: int) -> int | None:
        """Return the trick that made a seat the friend, 0 for one from the start, None for no friend."""
        if seat not in self._record["result"]["friends"]:
            return None
        if self._called:
            return self._first_played(seat) if self._rules["friend"]["copies"] == "first_played" else 0
        return self._deciding.get(self._record["friend_call"]["kind"], 0)

    def _first_played(self, seat: int) -> int | None:
        """Return the first trick to which a seat plays the called card, None for none."""
        called = self._called
        numbers = range(1, len(self._tricks) + 1)
        return next((number for number in numbers if (seat, called) in self._pairs(number)), None)

    def _pairs(self, number: int) -> list[tuple[int, str]]:
        """Return seat and card of every play of a trick."""
        return [(play["seat"], play["card"]) for play in self._plays(number)]

    @property
    def _deciding(self) -> dict[str, int]:
        """Return the trick whose winner is the friend, by kind of call."""
        return {"first-trick": 1, "last-trick": len(self._tricks)}

    @property
    def _called(self) -> str | None:
        """Return the card by which the friend was called."""
        call = self._record["friend_call"]
        return None if call is None else call.get("card")

    def _friends(self, number: int) -> Iterator[str]:
        """The friend by the first trick (or the last), and each by a card when he plays it first."""
        call, friends = self._record["friend_call"], self._record["result"]["friends"]
        if call is not None and number == self._deciding.get(call["kind"]):
            winner = self._tricks[number - 1]["winner"]
            alone = winner == self._record["declarer"]
            yield "no friend: the declarer took it" if alone else f"seat {winner} is the friend"
        found = [seat for seat, card in self._pairs(number) if card == self._called and seat in friends]
        found = [seat for seat in found if self._first_played(seat) == number]
        if len(found) > 1:
            yield f"{seat_list(found)} are friends"
        elif found:
            yield f"seat {found[0]} is {'the' if len(friends) == 1 else 'a'} friend"


def seat_list(seats: Sequence[int]) -> str:
    """Return seats in words: "seat 2", "seats 2 and 4", "seats 1, 2 and 4"."""
    *first, last = map(str, seats)
    return f"seats {', '.join(first)} and {last}" if first else f"seat {last}"


def _is(card: str, kind: str) -> bool:
    """Return whether a card is a joker, for "JK", or else of that suit."""
    return card == kind if kind == "JK" else card[0] == kind and card != "JK"
