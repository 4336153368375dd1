"""Rows on stdout: the one place that prints them, as a table, CSV, JSON or Markdown.

A table and Markdown are for reading: a column may say how its values look there. CSV and JSON are for
programs: the same columns, in full precision, without title and notes.
"""

from __future__ import annotations

import csv
import io
import json
import math
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

Row = Mapping[str, Any]
#: Columns of a page: heading, key of the rows, and whether it stands on the right.
Headings = Sequence[tuple[str, str, bool]]
# Between two columns of a table.
_GAP = 3


@dataclass(frozen=True)
class Column:
    """One column: the rows' key, the heading over it, how a person reads a value,
    and on which side it stands.
    """

    name: str
    heading: str | None = None
    text: Callable[[Any], str] | None = None
    right: bool = False

    @property
    def title(self) -> str:
        """Return the heading, by default the name."""
        return self.name if self.heading is None else self.heading

    def show(self, row: Row) -> str:
        """Return the row's value in this column for reading; nothing where there is none."""
        value = _plain(row.get(self.name))
        if value is None:
            return ""
        return str(value) if self.text is None else self.text(value)


def write_rows(
    rows: Iterable[Row],
    columns: Sequence[Column],
    format: str,
    title: str | None = None,
    notes: Sequence[str] = (),
) -> None:
    """Print rows on stdout.

    Parameters
    ----------
    rows
        Mappings from column names to values; a missing value, None or NaN is empty (null in JSON).
    columns
        The columns in their order.
    format
        "table", "csv", "json" or "markdown".
    title, notes
        Lines above and below a table or Markdown.
    """
    write = {"table": _table, "markdown": _markdown, "csv": _csv, "json": _json}[format]
    if format in ("csv", "json"):
        title, notes = None, ()
    if title:
        click.echo(f"{title}\n")
    click.echo(write(list(rows), columns), nl=False)
    if notes:
        click.echo("\n" + "\n".join(notes))


def percent(part: float, digits: int = 1) -> str:
    """Return a part of one in percent, all of it as "100"; nothing for nan."""
    text = f"{100 * part:.{digits}f}"
    return "" if part != part else "100" if float(text) == 100 else text


def mean_text(row: Row, what: str, sign: str = "") -> str:
    """Return a mean and the reach of its interval, which one deal alone does not have; nothing for no mean.

    The row has them as `what` with `_mean` and `_high`.
    """
    middle, high = row[f"{what}_mean"], row[f"{what}_high"]
    if middle != middle:
        return ""
    rounded = round(middle, 2) + 0.0  # no -0.00
    return f"{rounded:{sign}.2f}" + (f" ±{high - middle:.2f}" if high == high else "")


def rate_text(row: Row, what: str) -> str:
    """Return a rate and its interval, in percent; nothing for no rate."""
    rate, low, high = (row[f"{what}{end}"] for end in ("", "_low", "_high"))
    return "" if rate != rate else f"{percent(rate)} {percent(low)}–{percent(high)}"


def fits(columns: Sequence[Column], rows: Sequence[Row], width: int | None) -> bool:
    """Return whether a table is no wider than a terminal of that width (None: whether there is room at all)."""
    wide = sum(_GAP + max(len(text) for text in (c.title, *(c.show(row) for row in rows))) for c in columns)
    return width is None or wide - _GAP <= width


def below(row: Row, names: Iterable[str]) -> dict[str, str]:
    """Return cells of a row with what stands after their value, an interval, below it."""
    return {name: row[name].replace(" ", "\n", 1) for name in names if name in row}


def write_json(value: Any) -> None:
    """Print one value as JSON on a line, numbers in full precision."""
    click.echo(json.dumps(value, default=_plain, ensure_ascii=False))


def _table(rows: Sequence[Row], columns: Sequence[Column]) -> str:
    """Return the rows as a ruled table; styled and folded to the width of a terminal only on one."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold", show_edge=False)
    for column in columns:
        table.add_column(Text(column.title), justify="right" if column.right else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(column.show(row)) for column in columns))
    on_terminal = sys.stdout.isatty()
    console = Console(
        file=io.StringIO(), force_terminal=on_terminal, width=None if on_terminal else _width(rows, columns)
    )
    with console.capture() as captured:
        console.print(table)
    return "".join(line.rstrip() + "\n" for line in captured.get().splitlines())


def _width(rows: Sequence[Row], columns: Sequence[Column]) -> int:
    """Return a width in which no value has to be folded."""
    from rich.cells import cell_len

    return sum(
        3 + max(cell_len(text) for text in (column.title, *(column.show(row) for row in rows)))
        for column in columns
    )


def _markdown(rows: Sequence[Row], columns: Sequence[Column]) -> str:
    """Return the rows as a Markdown table."""
    lines = [
        [column.title for column in columns],
        ["---:" if column.right else "---" for column in columns],
        *([column.show(row) for column in columns] for row in rows),
    ]
    return "".join("| " + " | ".join(text.replace("|", "\\|") for text in line) + " |\n" for line in lines)


def _csv(rows: Sequence[Row], columns: Sequence[Column]) -> str:
    """Return the rows as CSV with a header."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([column.name for column in columns])
    writer.writerows([_plain(row.get(column.name)) for column in columns] for row in rows)
    return text.getvalue()


def _json(rows: Sequence[Row], columns: Sequence[Column]) -> str:
    """Return the rows as one JSON array, a row a line."""
    lines = (
        json.dumps({column.name: _plain(row.get(column.name)) for column in columns}, ensure_ascii=False)
        for row in rows
    )
    body = ",\n".join(lines)
    return f"[\n{body}\n]\n" if body else "[]\n"


def _plain(value: Any) -> Any:
    """Return a numpy scalar as Python's own, and NaN as None."""
    value = value.item() if hasattr(value, "item") else value
    return None if isinstance(value, float) and math.isnan(value) else value
