"""The pages of `mighty-sim tables`: a table's options, tables side by side, and what can be set."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from mighty_sim.rule_rows import Difference, OptionEntry, OptionRow
    from mighty_sim.rules import Rules

_INDENT = "    "
_GAP = 2
_NARROW = 14


def table_page(table: Rules, rows: Sequence[OptionRow], settings: Sequence[str]) -> str:
    """Return a table's options as a page: the option and its value, and below them what they mean.

    `settings` are what was changed in the table for this page.
    """
    from mighty_sim.rules import changed

    changes = changed(table) or settings
    lines = [
        _wrapped(f"{table.name}: {table.title}"),
        *([_wrapped(f"Changed: {', '.join(changes)}.")] if changes else []),
        _wrapped(f"Source: {table.source}."),
        "An option with one allowed value is played in that way only.",
    ]
    for row in rows:
        about = f"{row.meaning} Allowed: {row.allowed}. Source: {row.source}."
        lines += [_bold(f"\n{row.key} = {row.value}"), _wrapped(about, _INDENT)]
        lines += [_wrapped(row.reading, _INDENT)] if row.reading else []
    return "\n".join(lines) + "\n"


def diff_page(tables: Mapping[str, Rules], rows: Sequence[Difference]) -> str:
    """Return what differs between tables: side by side where there is room, else the tables that have each value."""
    names = list(tables)
    longest = max(map(len, names))
    lines = [_wrapped(f"{name:<{longest}}  {tables[name].title}", "", " " * (longest + 2)) for name in names]
    if not rows:
        return "\n".join([*lines, "", "No option differs.", ""])
    lines += ["", "One option differs." if len(rows) == 1 else f"{len(rows)} options differ."]
    columns = [["option", *(row.key for row in rows)]]
    columns += [[name, *(row.values[place] for row in rows)] for place, name in enumerate(names)]
    widths = _widths([max(map(len, column)) for column in columns])
    if widths:
        lines += ["", _bold(_side_by_side(["option", *names], widths))]
        for row in rows:
            lines += [_side_by_side([row.key, *row.values], widths), _wrapped(row.meaning, _INDENT)]
    else:
        for row in rows:
            lines += [_bold(f"\n{row.key}"), _wrapped(row.meaning, _INDENT)]
            lines += [_wrapped(f"{value}: {', '.join(who)}", _INDENT) for value, who in _by_value(names, row)]
    return "\n".join(lines) + "\n"


def options_page(entries: Sequence[OptionEntry]) -> str:
    """Return what can be set as a page: each option with what it takes, and below it what that means."""
    lines = ["Each option with its value at standard; --set OPTION=VALUE changes it, lists with commas between."]
    for entry in entries:
        lines += _entry(entry)
    return "\n".join(lines) + "\n"


def option_page(entry: OptionEntry) -> str:
    """Return one option as a page: also the values of the shipped tables, and what the sources leave open there."""
    from mighty_sim.glossary import option_named
    from mighty_sim.rule_rows import answers, shipped_values

    lines = _entry(entry)
    lines[0] = lines[0].replace("\n", "", 1)
    lines += ["", "At the shipped tables:"]
    lines += [_wrapped(f"{value}: {', '.join(names)}", _INDENT) for value, names in shipped_values(entry.option)]
    for question, told in answers(option_named(entry.option)):
        lines += ["", _wrapped(question)]
        lines += [
            _wrapped(f"{'any other value' if value == '*' else value}: {text}", _INDENT) for value, text in told.items()
        ]
    return "\n".join(lines) + "\n"


def _entry(entry: OptionEntry) -> list[str]:
    """Return an option's lines: its name and value at standard, and what is known of it."""
    about = f"{entry.meaning} Allowed: {entry.allowed}. Source: {entry.source}."
    return [_bold(f"\n{entry.option} = {entry.default}"), _wrapped(about, _INDENT)]


def _by_value(names: Sequence[str], row: Difference) -> list[tuple[str, list[str]]]:
    """Return each value of a row with the tables that have it."""
    found: dict[str, list[str]] = {}
    for name, value in zip(names, row.values, strict=True):
        found.setdefault(value, []).append(name)
    return list(found.items())


def _widths(wanted: Sequence[int]) -> list[int] | None:
    """Return how wide each column may be, the first as wide as it wants to be; None where there is no room."""
    first, *others = wanted
    room = _width() - first - _GAP * len(others)
    if sum(others) <= room:
        return [*wanted]
    each = room // len(others)
    return [first, *(min(each, width) for width in others)] if each >= _NARROW else None


def _side_by_side(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Return cells beside each other, folded to the widths of their columns."""
    folded = [_folded(cell, width) for cell, width in zip(cells, widths, strict=True)]
    lines = zip_longest(*folded, fillvalue="")
    return "\n".join(
        (" " * _GAP).join(f"{part:<{width}}" for part, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def _folded(text: str, width: int) -> list[str]:
    """Return a value in lines of at most that width, folded at spaces, and inside of a long word after underscores."""
    lines = [""]
    for word in text.split():
        parts = [word] if len(word) <= width else re.findall(rf"[^_]{{0,{width - 1}}}_|[^_]{{1,{width}}}", word)
        for place, part in enumerate(parts):
            space = " " if lines[-1] and place == 0 else ""
            if len(lines[-1] + space + part) > width:
                lines, space = [*lines, ""], ""
            lines[-1] += space + part
    return lines


def _bold(text: str) -> str:
    return click.style(text, bold=True)


def _width() -> int:
    """Return how wide a page is."""
    return max(60, min(100, get_terminal_size().columns))


def _wrapped(text: str, indent: str = "", later: str | None = None) -> str:
    """Return the text in lines that fit the page, indented; the later lines may be indented otherwise."""
    later = indent if later is None else later
    return click.wrap_text(text, width=_width(), initial_indent=indent, subsequent_indent=later)
