"""One deal under two settings as text: what is common once, and from the first thing that differs in two columns.

The records are those of `mighty_sim.record`. What does not fit into half of the page stands one below the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from textwrap import fill, wrap
from typing import Any

from mighty_sim.glossary import value_text
from mighty_sim.reckoning import points_of
from mighty_sim.remarks import Remarks
from mighty_sim.transcript import hands, sections
from mighty_sim.turned import story

_Record = Mapping[str, Any]
_Two = tuple[_Record, _Record]

_WIDTH, _COLUMN, _BORDER = 100, 48, " | "
#: Sections whose lines may be broken; in the others words stand in columns.
_PROSE = ("contract", "reckoning", "faults")
# A seat and its score, which no line ends between.
_TOGETHER = re.compile(r"seat \d(:? [+-]?\d+)?")
_FIXED = "\N{NO-BREAK SPACE}"
_MOST_OPTIONS = 8
# So many seats leave room for blanks between the cards.
_MOST_WIDE = 7


def to_text(records: _Two, labels: Sequence[str]) -> str:
    """Return a deal under two settings, ending in a line break; `labels` are what the settings are called."""
    parts = ["\n".join(_header(records, labels)), _summary(records, labels)]
    for name in ("redeals", "hands", "auction", "contract", "faults"):
        both = tuple(_section(record, name, records) for record in records)
        parts.append(_once_or_twice(both, labels, prose=name in _PROSE))
    parts.append(_tricks(records, labels))
    sums = tuple(sections(record)["reckoning"].replace("\n  ", " ") for record in records)
    parts.append(_once_or_twice(sums, labels, prose=True) if sums[0] != sums[1] else sections(records[0])["reckoning"])
    return "\n".join(part.rstrip("\n") + "\n" for part in parts if part)


def _header(records: _Two, labels: Sequence[str]) -> Iterator[str]:
    """Yield the lines that tell which deal this is, under which settings, and who plays."""
    one = records[0]
    yield f"Deal {one['deal']} of seed {one['seed']}: {labels[0]} | {labels[1]}"
    yield from _told("Table", [str(record["table"]) for record in records])
    differing = list(_options(records))
    yield from (f"  {line}" for line in differing[:_MOST_OPTIONS])
    if len(differing) > _MOST_OPTIONS:
        yield f"  and {len(differing) - _MOST_OPTIONS} options more"
    yield from _told("Strategies", [_players(record) for record in records])


def _told(what: str, texts: Sequence[str]) -> Iterator[str]:
    """Yield what holds for both settings once, else for each."""
    told = f"{what}: {texts[0]}" if texts[0] == texts[1] else f"{what}: {texts[0]} | {texts[1]}"
    yield from wrap(told, _WIDTH, subsequent_indent="  ")


def _options(records: _Two) -> Iterator[str]:
    """Yield the options of the rules that are not the same, with both values."""
    one, other = (record["rules"] for record in records)
    for group, values in one.items():
        if isinstance(values, Mapping):
            for field, value in values.items():
                if value != other[group][field]:
                    yield f"{group}.{field}: {value_text(value)} | {value_text(other[group][field])}"


def _players(record: _Record) -> str:
    """Return who plays."""
    names = record["strategies"]
    return f"{names[0]} in every seat" if len(set(names)) == 1 else ", ".join(names)


def _summary(records: _Two, labels: Sequence[str]) -> str:
    """Return what turned the deal, in sentences."""
    lines = [fill(line, _WIDTH - 2, initial_indent="  ", subsequent_indent="    ") for line in story(*records, labels)]
    return "\n".join(["What differs", *lines])


def _section(record: _Record, name: str, records: _Two) -> str:
    """Return a section of a record; the hands without roles where these are not the same."""
    if name == "hands" and _roles(records[0]) != _roles(records[1]):
        return hands(record, [""] * len(record["hands"]))
    return sections(record)[name]


def _roles(record: _Record) -> tuple[int, list[int]]:
    """Return who plays together."""
    return record["declarer"], record["result"]["friends"]


def _once_or_twice(both: tuple[str, ...], labels: Sequence[str], *, prose: bool) -> str:
    """Return a section once where it is the same; else in two columns, or if it is too wide one below the other."""
    one, other = both
    if one == other:
        return one
    left, right = (_narrow(text) if prose else text.splitlines() for text in both)
    if max(map(len, [*left, *right])) <= _COLUMN:
        return "\n".join(_columns([labels[0], *left], [labels[1], *right]))
    return "\n".join(f"{label}:\n{text.rstrip()}" for label, text in zip(labels, both, strict=True) if text)


def _narrow(text: str) -> list[str]:
    """Return text in lines that fit a column; what goes on is indented."""
    lines = []
    for line in _TOGETHER.sub(lambda found: found[0].replace(" ", _FIXED), text).splitlines():
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        lines += wrap(line, _COLUMN, subsequent_indent=indent, drop_whitespace=True) or [""]
    return [line.replace(_FIXED, " ") for line in lines]


def _columns(left: Sequence[str], right: Sequence[str]) -> list[str]:
    """Return lines side by side."""
    height = max(len(left), len(right))
    filled = [[*lines, *[""] * (height - len(lines))] for lines in (left, right)]
    return [f"{one:{_COLUMN}}{_BORDER}{other}".rstrip() for one, other in zip(*filled, strict=True)]


def _tricks(records: _Two, labels: Sequence[str]) -> str:
    """Return the tricks: those that are the same once, and from the first one that is not in two columns."""
    one, other = (_Tricks(record) for record in records)
    numbers = range(1, len(records[0]["tricks"]) + 1)
    past = numbers[-1] + 1
    start = next((number for number in numbers if one.lines(number) != other.lines(number)), past)
    if one.heading != other.heading:
        start = 1
    lines = ["Tricks: > leads, * wins; pts = points of the trick, all = of the declarer's side, with the discard"]
    if start > 1:
        lines += [one.heading, *(line for number in range(1, start) for line in one.lines(number))]
    if start < past:
        lines += ["", *_columns([labels[0], one.heading], [labels[1], other.heading])]
    for number in range(start, past):
        lines += _columns(one.lines(number), other.lines(number))
    return "\n".join(lines)


class _Tricks:
    """The tricks of one record as lines of a column."""

    def __init__(self, record: _Record) -> None:
        """Take the record."""
        self._record, self._remarks = record, Remarks(record)
        self._seats = range(len(record["hands"]))
        self._cell = 5 if len(self._seats) <= _MOST_WIDE else 4
        side = {record["declarer"], *record["result"]["friends"]}
        self._taken = [points_of(record["discard"])]
        for trick in record["tricks"]:
            self._taken.append(self._taken[-1] + (trick["points"] if trick["winner"] in side else 0))

    @property
    def heading(self) -> str:
        """Return the seats, d the declarer, f a friend."""
        friends = self._record["result"]["friends"]
        role = {**dict.fromkeys(friends, "f"), self._record["declarer"]: "d"}
        return "   " + "".join(f" {seat}{role.get(seat, '')}".ljust(self._cell) for seat in self._seats) + " pts all"

    def lines(self, number: int) -> list[str]:
        """Return the line of a trick, and those of its remarks."""
        trick = self._record["tricks"][number - 1]
        cards = {play["seat"]: play["card"] for play in trick["plays"]}
        cells = [
            f"{'>' if seat == trick['leader'] else ' '}{cards[seat]}{'*' if seat == trick['winner'] else ''}"
            for seat in self._seats
        ]
        row = "".join(cell.ljust(self._cell) for cell in cells)
        line = f"{number:2} {row} {trick['points']:3} {self._taken[number]:3}"
        remarks = (wrap(text, _COLUMN - 4) for text in self._remarks.on(number))
        return [line, *(f"    {part}" for remark in remarks for part in remark)]
