"""Numbers as a person reads them on a page: rates in percent with their intervals, means, scores, chances of luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mighty_sim.figure_style import SUITS
from mighty_sim.page import Cell, Table
from mighty_sim.strength import THIN

Row = Mapping[str, Any]

# A number is not parted from its sign, nor the ends of an interval from each other, at the end of a line.
_PERCENT, _TO = "\u00a0%", "\u2060–\u2060"


def percent(part: float, digits: int = 1) -> str:
    """Return a part of one in percent, as in 57.0 %; nothing for nan."""
    return "" if part != part else f"{100 * part:.{digits}f}{_PERCENT}"


def interval(low: float, high: float, digits: int = 1) -> str:
    """Return the interval of a rate in percent, as in 56.8–57.2 %."""
    return f"{100 * low:.{digits}f}{_TO}{100 * high:.{digits}f}{_PERCENT}"


def rate_words(row: Row, start: str = "rate") -> str:
    """Return a rate and its interval in words, as in 57.0 % (56.8–57.2 %)."""
    return f"{percent(row[start])} ({interval(row[f'{start}_low'], row[f'{start}_high'])})"


def number(value: float, digits: int = 2, sign: str = "") -> str:
    """Return a mean with a true minus sign; nothing for nan."""
    return "" if value != value else f"{round(value, digits) + 0.0:{sign}.{digits}f}".replace("-", "−")


def mean_words(row: Row, start: str) -> str:
    """Return a mean and the reach of its interval, as in 15.44 ±0.01."""
    middle, high = row[f"{start}_mean"], row[f"{start}_high"]
    return number(middle) + (f"\u00a0±{high - middle:.2f}" if high == high else "")


def chance(p: float) -> str:
    """Return how likely luck alone does as much, in words."""
    return "less than 1 in 10,000" if p < 0.0001 else f"{100 * p:.2g}{_PERCENT}" if p < 0.995 else "nearly 100 %"


def plain_cell(value: Any) -> Cell:
    """Return the cell of a name or of a whole number."""
    if isinstance(value, bool):
        return Cell("yes" if value else "no")
    if isinstance(value, int | float):
        return Cell(f"{value:,}" if isinstance(value, int) else f"{value:g}", value)
    return Cell(SUITS.get(str(value), str(value)), str(value))


def count_cell(value: Any) -> Cell:
    """Return the cell of a number of deals."""
    return Cell(f"{int(value):,}", int(value))


def share_cell(part: float) -> Cell:
    """Return the cell of a share without an interval."""
    return Cell(percent(part, 2 if part < 0.1 else 1).removesuffix(_PERCENT), _exact(part))


def rate_cell(row: Row, start: str = "rate", n: str = "n") -> Cell:
    """Return the cell of a rate with its interval; a star where it rests on few deals."""
    rate = float(row[start])
    if rate != rate:
        return Cell("–", "")
    ends = interval(row[f"{start}_low"], row[f"{start}_high"]).removesuffix(_PERCENT)
    star = "*" if row[n] < THIN else ""
    return Cell(percent(rate).removesuffix(_PERCENT) + star, _exact(rate), ends)


def mean_cell(row: Row, start: str, sign: str = "") -> Cell:
    """Return the cell of a mean with the reach of its interval."""
    middle, high = float(row[f"{start}_mean"]), float(row[f"{start}_high"])
    return Cell(number(middle, sign=sign), _exact(middle), f"±{high - middle:.2f}" if high == high else "")


def group_table(
    caption: str, heading: str, names: Sequence[Cell], rows: Sequence[Row], *, charged: bool = False
) -> Table:
    """Return the table of groups of deals, rows of `summary.summarize`: how many, made, points and score.

    `charged` says that scores are penalties.
    """
    score = "declarer charged" if charged else "declarer's score"
    headings = [heading, "deals", "share %", "made %", "points", score]
    cells = [
        [
            name,
            count_cell(row["n"]),
            share_cell(row["share"]),
            rate_cell(row),
            mean_cell(row, "points"),
            mean_cell(row, "score"),
        ]
        for name, row in zip(names, rows, strict=True)
    ]
    return Table(caption, headings, [False] + [True] * 5, cells)


def _exact(value: float) -> float | str:
    """Return what a cell is sorted by: enough digits, and the same on every machine; nothing for nan."""
    return "" if value != value else float(f"{value:.9g}")
