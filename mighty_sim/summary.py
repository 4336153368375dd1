"""Tables from stored deals: groups by anything that a column tells, with counts, rates and means.

Files are read row group by row group and added up as whole numbers, so memory does not grow with the run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mighty_sim.cards import STRAINS
from mighty_sim.chunks import Chunk, Columns
from mighty_sim.contract import FriendCall
from mighty_sim.errors import InputError, UnknownName
from mighty_sim.reckoning import charges_losers
from mighty_sim.stats import mean, wilson
from mighty_sim.store import read_folder
from mighty_sim.strength import MEASURES, WHEN

if TYPE_CHECKING:
    from pandas import DataFrame

Codes = NDArray[Any]

_ROLES = ("declarer", "friend", "defender", "kitty")
_DECLARER, _FRIEND, _DEFENDER, _KITTY = range(4)
#: Keys that mean the hand at the time that is asked for.
TIMED = tuple("point_cards" if name == "points" else name for name in MEASURES)

#: The column of a run that goes on after wrong answers.
FAULTS = "faults"

_SUMS = ("n", "made", "points", "points2", "score", "score2", "redeals")


@dataclass(frozen=True)
class Key:
    """What deals can be grouped by: the columns needed, a whole number a deal made of them, and its label."""

    name: str
    meaning: str
    needs: tuple[str, ...]
    codes: Callable[[Columns], Codes] | None = None
    label: Callable[[int], Any] = field(default=int)

    def of(self, columns: Columns) -> Codes:
        """Return the group of every deal as a whole number."""
        return columns[self.needs[0]] if self.codes is None else self.codes(columns)


def _plain(name: str, meaning: str, label: Callable[[int], Any] = int) -> Key:
    """Return the key that is a column as it is stored."""
    return Key(name, meaning, (name,), None, label)


def _friends(columns: Columns) -> Codes:
    """Return the number of friends: the set bits of the column."""
    bits = np.unpackbits(columns["friends"].astype(np.uint8)).reshape(-1, 8)
    found: Codes = bits.sum(axis=1)
    return found


def _role(column: str) -> Callable[[Columns], Codes]:
    """Return what the seat in a column was in the deal, as an index of `_ROLES`."""

    def codes(columns: Columns) -> Codes:
        seat = columns[column].astype(np.int16)
        friend = (columns["friends"].astype(np.int16) >> np.maximum(seat, 0)) & 1
        role = np.where(friend > 0, _FRIEND, _DEFENDER)
        role = np.where(seat == columns["declarer"], _DECLARER, role)
        return np.where(seat < 0, _KITTY, role)

    return codes


def _strain(code: int) -> str:
    """Return a strain's letter."""
    return STRAINS[code]


def _call(code: int) -> str:
    """Return a friend call in words."""
    return FriendCall.from_code(code).text()


def _holder(card: str) -> Key:
    """Return the key that tells who was dealt a special card."""
    column = f"{card}_seat"
    meaning = f"who was dealt the {card}: {', '.join(_ROLES)}"
    return Key(column, meaning, (column, "declarer", "friends"), _role(column), lambda code: _ROLES[code])


def keys(when: str = WHEN[0]) -> dict[str, Key]:
    """Return everything that deals can be grouped by; short names of measures mean the hand at that time.

    `points` alone is what the declarer's side took; the point cards held are `point_cards`. Every measure
    also goes by its column's name (`tricks_dealt`, `points_exchanged`, …).
    """
    found = [
        _plain("contract", "number of the contract played"),
        _plain("strain", "strain of the contract played: S H D C N", _strain),
        _plain("bid", "number the auction ended with"),
        _plain("bid_strain", "strain the auction ended with", _strain),
        _plain("declarer", "seat of the declarer"),
        _plain("dealer", "seat of the dealer"),
        _plain("friend_call", "how the friend was called", _call),
        Key("friends", "number of friends", ("friends",), _friends),
        _plain("made", "whether the contract was made", bool),
        _plain("points", "points of the declarer's side"),
        _plain("discard_points", "points among the discards"),
        _plain("multiplier", "product of the doublings"),
        _plain("redeals", "deals thrown in before"),
        _plain(FAULTS, "wrong answers that the first legal one stood for"),
        _holder("mighty"),
        _holder("joker"),
    ]
    for short, measure in zip(TIMED, MEASURES.values(), strict=True):
        label = _in_units(measure.per)
        found.append(Key(short, f"{measure.meaning} ({when})", (measure.column(when),), None, label))
        found += [_plain(measure.column(time), f"{measure.meaning} ({time})", label) for time in WHEN]
    return {key.name: key for key in found}


def _in_units(per: int) -> Callable[[int], Any]:
    """Return the label of a measure of which `per` are one unit."""
    return int if per == 1 else lambda code: code / per


def find_keys(by: Sequence[str], when: str = WHEN[0]) -> list[Key]:
    """Return the keys of those names. Raises UnknownName with the nearest; InputError for a repetition."""
    known = keys(when)
    for name in by:
        if name not in known:
            raise UnknownName("key", name, known)
        if by.count(name) > 1:
            raise InputError(f"{name!r} is named twice; group by it once")
    return [known[name] for name in by]


def summarize(folder: Path, by: Sequence[str], when: str = WHEN[0]) -> DataFrame:
    """Return a table of a run's deals in groups, a row each, in the order of the groups' values.

    Columns: the keys; n; share of all deals; made, a count (left out where it is a key); rate, rate_low and
    rate_high (95 % Wilson interval); points_mean, points_low and points_high (points of the declarer's side,
    95 % interval of the mean); score_mean, score_low and score_high (the declarer's score, likewise);
    redeals_mean. Without keys: one row. What a score is at the run's table is told in words by
    `table.attrs["score"]`; `table.attrs["faults"]` is how many wrong answers were replaced and in how many deals, or
    None where the first one would have stopped the run. Raises UnknownName, and InputError and RunError for the folder.
    """
    import pandas as pd

    wanted = find_keys(by, when)
    chunks = read_folder(folder)
    parts: DataFrame | None = None
    faults = faulty = 0
    for columns in _row_groups(chunks, _needed(wanted, chunks[0])):
        part = _sums(columns, wanted)
        parts = part if parts is None else _added(pd.concat([parts, part]), by)
        if FAULTS in columns:
            faults += int(columns[FAULTS].sum(dtype=np.int64))
            faulty += int(np.count_nonzero(columns[FAULTS]))
    assert parts is not None
    table = _finished(parts, wanted)
    table.attrs["faults"] = (faults, faulty) if FAULTS in chunks[0].names() else None
    table.attrs["score"] = score_words(chunks[0].provenance["rules"])
    return table


def score_words(rules: Mapping[str, Any]) -> str:
    """Return what the declarer's score is under a table's options: gained, or charged as a penalty (PEN)."""
    if charges_losers(rules):
        return "penalty points charged to the declarer: the fewer, the better"
    return "what the declarer gained"


def _row_groups(chunks: Sequence[Chunk], names: Sequence[str]) -> Iterator[Columns]:
    """Yield the columns of all chunks, row group by row group."""
    for chunk in chunks:
        yield from chunk.groups(names)


def _needed(wanted: Sequence[Key], chunk: Chunk) -> list[str]:
    """Return the columns to read, each once. Raises InputError for a key that the run's table cannot have."""
    there = chunk.names()
    for key in wanted:
        if key.name == FAULTS and FAULTS not in there:
            raise InputError(f"{FAULTS!r} groups the deals of a run with --on-fault first-legal; this one has none")
        if not set(key.needs) <= set(there):
            raise InputError(f"{key.name!r} groups no deals of two packs, in which several seats can hold such a card")
    scores = [name for name in there if name.startswith("score_")]
    names = ["made", "points", "redeals", "declarer", *scores, *({FAULTS} & set(there))]
    return list(dict.fromkeys([*names, *(name for key in wanted for name in key.needs)]))


def _sums(columns: Columns, wanted: Sequence[Key]) -> DataFrame:
    """Return the groups of one row group with their sums."""
    import pandas as pd

    scores = np.stack([values for name, values in columns.items() if name.startswith("score_")])
    own = np.take_along_axis(scores, columns["declarer"][None].astype(np.intp), 0)[0].astype(np.int64)
    points = columns["points"].astype(np.int64)
    groups = {key.name: key.of(columns).astype(np.int64) for key in wanted}
    frame = pd.DataFrame(groups | {"_n": np.ones(len(points), np.int64)})
    for name, values in zip(_SUMS[1:], _values(columns, points, own), strict=True):
        frame[f"_{name}"] = values
    return _added(frame, [key.name for key in wanted])


def _values(columns: Columns, points: Codes, own: Codes) -> tuple[Codes, ...]:
    """Return what is added up for each deal beside its number: `_SUMS` without the first."""
    made, redeals = columns["made"].astype(np.int64), columns["redeals"].astype(np.int64)
    return made, points, points * points, own, own * own, redeals


def _added(frame: DataFrame, by: Sequence[str]) -> DataFrame:
    """Return a frame with the rows of each group added up; without keys all rows are one group."""
    if not by:
        return frame.sum().to_frame().T
    return frame.groupby(list(by), as_index=False, sort=True).sum()


def _finished(sums: DataFrame, wanted: Sequence[Key]) -> DataFrame:
    """Return the table with labels, rates and means made of the sums."""
    import pandas as pd

    n, made, points, points2, score, score2, redeals = (sums[f"_{name}"].to_numpy() for name in _SUMS)
    rate, taken, gained = wilson(made, n), mean(points, points2, n), mean(score, score2, n)
    labels = {key.name: [key.label(int(code)) for code in sums[key.name]] for key in wanted}
    numbers = {
        "n": n,
        "share": n / n.sum(),
        "made": made,
        **dict(zip(("rate", "rate_low", "rate_high"), rate, strict=True)),
        **dict(zip(("points_mean", "points_low", "points_high"), taken, strict=True)),
        **dict(zip(("score_mean", "score_low", "score_high"), gained, strict=True)),
        "redeals_mean": redeals / n,
    }
    return pd.DataFrame(labels | {name: values for name, values in numbers.items() if name not in labels})
