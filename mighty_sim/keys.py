"""What stored deals can be asked about: every column of a run, and what follows from several of them.

A key makes of each deal a whole number, which groups the deals, picks some of them, or is counted and added up; and it
knows how a person reads that number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mighty_sim.cards import STRAINS
from mighty_sim.chunks import Columns
from mighty_sim.contract import FriendCall, parse_call
from mighty_sim.errors import InputError, UnknownName
from mighty_sim.strength import MEASURES, WHEN

Codes = NDArray[Any]

ROLES = ("declarer", "friend", "defender", "kitty")
_DECLARER, _FRIEND, _DEFENDER, _KITTY = range(4)
#: Keys that mean the hand at the time that is asked for.
TIMED = tuple("point_cards" if name == "points" else name for name in MEASURES)

#: The column of a run that goes on after wrong answers.
FAULTS = "faults"

_TRUTHS = ("no", "yes")
_USUAL_PLAYERS = 5
_CLASSES = re.compile(r"(.+)/(\d+(?:\.\d+)?)")

# Keys that only some runs have: which.
_ONLY_OF = {
    FAULTS: "of a run with --on-fault first-legal",
    "tried": "of a run with --where",
    "match": "of a run with --match",
    "match_deal": "of a run with --match",
    "mighty_seats": "of two packs",
    "joker_seats": "of two packs",
}


@dataclass(frozen=True)
class Key:
    """One thing that a deal tells: the columns needed, a whole number made of them, and its label.

    `per` of the whole numbers are one unit; 0 where they are no amounts and so have no mean. `truth`: 0 or 1, no or
    yes. `read` gives the whole number that a word means, where the label is no number.
    """

    name: str
    meaning: str
    needs: tuple[str, ...]
    codes: Callable[[Columns], Codes] | None = None
    label: Callable[[int], Any] = field(default=int)
    per: int = 1
    truth: bool = False
    read: Callable[[str], int] | None = None

    def of(self, columns: Columns) -> Codes:
        """Return the whole number of every deal."""
        codes: Codes = (columns[self.needs[0]] if self.codes is None else self.codes(columns)).astype(np.int64)
        return codes

    def in_classes(self, width: float) -> Key:
        """Return the key whose groups are classes of so many units, from 0 on. Raises InputError."""
        step = round(width * self.per)
        if not self.per or step < 1 or abs(step - width * self.per) > 1e-9:
            raise InputError(f"{self.name!r} cannot be put into classes of {width:g}{_finest(self)}")
        name, of, per = f"{self.name}/{width:.12g}", self.of, self.per

        def label(code: int) -> str:
            low, high = code * step / per, (code * step + step - 1) / per
            return f"{low:.12g}" if low == high else f"{low:.12g} to {high:.12g}"

        def codes(columns: Columns) -> Codes:
            return of(columns) // step

        return replace(self, name=name, codes=codes, label=label, per=0, truth=False, read=None)


def _finest(key: Key) -> str:
    """Return which classes a key can have, as the end of a message."""
    return f"; the least is {1 / key.per:g}" if key.per else "; it is no amount"


def keys(when: str = WHEN[0], there: Sequence[str] | None = None) -> dict[str, Key]:
    """Return every key of a run with the columns `there`, by name; None: all that some run may have.

    Short names of measures mean the hand at the time `when`. `points` alone is what the declarer's side took; the point
    cards held are `point_cards`. Every measure also goes by its column's name (`tricks_dealt`, `points_exchanged`, …).
    """
    columns = tuple(there or ())
    found = [*_stored(), *_derived(columns), *_holders(columns), *_measures(when)]
    own = [name for name in columns if name.startswith(("score_", "total_"))]
    found += [_plain(name, f"{name.partition('_')[0]} of seat {name.partition('_')[2]}") for name in own]
    return {key.name: key for key in found}


def find(names: Sequence[str], when: str = WHEN[0], there: Sequence[str] | None = None) -> list[Key]:
    """Return the keys of those names; `points/5` is one in classes of five.

    Raises UnknownName with the nearest, and InputError for a repetition, classes that cannot be, and a key that a run
    with the columns `there` does not have.
    """
    known = keys(when, there)
    found: list[Key] = []
    for text in names:
        parts = _CLASSES.fullmatch(text)
        name = parts[1] if parts else text
        if name not in known:
            raise UnknownName("key", name, known)
        if there is not None and not set(known[name].needs) <= set(there):
            raise InputError(f"{name!r} groups the deals {_ONLY_OF.get(name, 'of other tables')}; this run has none")
        key = known[name].in_classes(float(parts[2])) if parts else known[name]
        if any(key.name == other.name for other in found):
            raise InputError(f"{key.name!r} is named twice; once is enough")
        found.append(key)
    return found


def _plain(name: str, meaning: str, label: Callable[[int], Any] = int, per: int = 1) -> Key:
    """Return the key that is a column as it is stored."""
    return Key(name, meaning, (name,), None, label, per)


def _stored() -> list[Key]:
    """Return the keys that are columns as they are stored, but for the measures."""
    return [
        _plain("contract", "number of the contract played"),
        _strain("strain", "strain of the contract played: S H D C N"),
        _plain("bid", "number the auction ended with"),
        _strain("bid_strain", "strain the auction ended with"),
        _plain("declarer", "seat of the declarer"),
        _plain("dealer", "seat of the dealer"),
        Key("friend_call", "how the friend was called", ("friend_call",), None, _call, 0, read=_called),
        Key("friends", "number of friends", ("friends",), lambda columns: _bits(columns["friends"])),
        _yes_or_no("made", "whether the contract was made", ("made",), lambda columns: columns["made"]),
        _plain("points", "points of the declarer's side"),
        _plain("discard_points", "points among the discards"),
        _plain("multiplier", "product of the doublings"),
        _plain("redeals", "deals thrown in before"),
        _plain("deal", "number of the deal, from 0"),
        _plain("match", "number of the deal's match, from 0"),
        _plain("match_deal", "place of the deal in its match"),
        _plain("tried", "deals dealt until one met the condition"),
        _plain(FAULTS, "wrong answers that the first legal one stood for"),
    ]


def _strain(name: str, meaning: str) -> Key:
    """Return the key that is a column of strains."""
    return Key(name, meaning, (name,), None, lambda code: STRAINS[code], 0, read=_one_of("strain", STRAINS))


def _derived(there: Sequence[str]) -> list[Key]:
    """Return the keys that follow from several columns."""
    scores = tuple(name for name in there if name.startswith("score_"))
    scores = scores or tuple(f"score_{seat}" for seat in range(_USUAL_PLAYERS))
    players = len(scores)

    def less(one: str, other: str) -> Callable[[Columns], Codes]:
        return lambda columns: columns[one].astype(np.int64) - columns[other]

    def own(columns: Columns) -> Codes:
        table = np.stack([columns[name] for name in scores])
        found: Codes = np.take_along_axis(table, columns["declarer"][None].astype(np.intp), 0)[0]
        return found

    margin, raised, changed = ("points", "contract"), ("contract", "bid"), ("strain", "bid_strain")
    return [
        Key("margin", "points above the contract; below 0: short of it", margin, less(*margin)),
        Key("raised", "by how much the number was raised after the auction", raised, less(*raised)),
        Key("score", "score of the declarer", ("declarer", *scores), own),
        Key(
            "after_dealer",
            "seats from the dealer to the declarer, clockwise; 0 = the dealer",
            ("declarer", "dealer", *scores[:1]),
            lambda columns: less("declarer", "dealer")(columns) % players,
        ),
        _yes_or_no("changed", "whether the strain was changed after the auction", changed, _differ(*changed)),
        _yes_or_no("alone", "whether the declarer had no friend", ("friends",), lambda found: found["friends"] == 0),
    ]


def _measures(when: str) -> list[Key]:
    """Return the measures of strength, by their short names and by those of their columns."""
    found = []
    for short, measure in zip(TIMED, MEASURES.values(), strict=True):
        label = _in_units(measure.per)
        meaning = f"{measure.meaning} ({when})"
        found.append(Key(short, meaning, (measure.column(when),), None, label, measure.per))
        found += [_plain(measure.column(time), f"{measure.meaning} ({time})", label, measure.per) for time in WHEN]
    return found


def _holders(there: Sequence[str]) -> list[Key]:
    """Return the keys that tell who was dealt a special card: by role, and with two packs also by seat."""
    found = []
    for card in ("mighty", "joker"):
        several, meaning = f"{card}_seats", f"who was dealt the {card}: {', '.join(ROLES)}"
        if several in there:
            needs = (several, "declarer", "friends")
            found.append(Key(f"{card}_seat", meaning, needs, _roles(several), _joined(ROLES), 0))
        else:
            role = _one_of("holder", ROLES)
            needs = (f"{card}_seat", "declarer", "friends")
            found.append(Key(f"{card}_seat", meaning, needs, _role(needs[0]), lambda code: ROLES[code], 0, read=role))
        seats = _joined([str(seat) for seat in range(8)])
        found.append(Key(several, f"seats that were dealt a {card} of two packs", (several,), None, seats, 0))
    return found


def _yes_or_no(name: str, meaning: str, needs: tuple[str, ...], codes: Callable[[Columns], Codes]) -> Key:
    """Return a key that is true or false."""
    return Key(name, meaning, needs, codes, bool, 1, truth=True, read=_truth)


def _differ(one: str, other: str) -> Callable[[Columns], Codes]:
    """Return whether two columns differ, deal by deal."""
    return lambda columns: np.not_equal(columns[one], columns[other])


def _bits(column: Codes) -> Codes:
    """Return the number of set bits of a column of seats."""
    found: Codes = np.unpackbits(column.astype(np.uint8)).reshape(-1, 8).sum(axis=1)
    return found


def _role(column: str) -> Callable[[Columns], Codes]:
    """Return what the seat in a column was in the deal, as an index of `ROLES`."""

    def codes(columns: Columns) -> Codes:
        seat = columns[column].astype(np.int16)
        friend = (columns["friends"].astype(np.int16) >> np.maximum(seat, 0)) & 1
        role = np.where(friend > 0, _FRIEND, _DEFENDER)
        role = np.where(seat == columns["declarer"], _DECLARER, role)
        return np.where(seat < 0, _KITTY, role)

    return codes


def _roles(column: str) -> Callable[[Columns], Codes]:
    """Return what the seats in a column of bits were in the deal, as bits of `ROLES`; the kitty if there is no seat."""

    def codes(columns: Columns) -> Codes:
        seats, friends = columns[column].astype(np.int64), columns["friends"].astype(np.int64)
        declarer = np.int64(1) << columns["declarer"].astype(np.int64)
        sides = (seats & declarer, seats & friends & ~declarer, seats & ~friends & ~declarer, seats == 0)
        found: Codes = np.sum([(side != 0).astype(np.int64) << role for role, side in enumerate(sides)], axis=0)
        return found

    return codes


def _joined(names: Sequence[str]) -> Callable[[int], str]:
    """Return the label of bits: the names of those that are set, or the kitty."""
    return lambda code: "+".join(name for bit, name in enumerate(names) if code >> bit & 1) or ROLES[_KITTY]


def _call(code: int) -> str:
    """Return a friend call in words."""
    return FriendCall.from_code(code).text()


def _called(word: str) -> int:
    """Return the friend call that a word means. Raises CardError."""
    return parse_call(word).code


def _truth(word: str) -> int:
    """Return 0 or 1 for no and yes, false and true. Raises UnknownName."""
    return _one_of("answer", _TRUTHS)({"false": "no", "true": "yes"}.get(word.casefold(), word))


def _one_of(kind: str, known: Sequence[str]) -> Callable[[str], int]:
    """Return what finds a word among the known ones. It raises UnknownName."""

    def read(word: str) -> int:
        folded = [text.casefold() for text in known]
        if word.casefold() not in folded:
            raise UnknownName(kind, word, known)
        return folded.index(word.casefold())

    return read


def _in_units(per: int) -> Callable[[int], Any]:
    """Return the label of a measure of which `per` are one unit."""
    return int if per == 1 else lambda code: code / per
