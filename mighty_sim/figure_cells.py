"""Figures made of cells: strength and contract, two measures, one hand's strains, and who beats whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mighty_sim.errors import InputError
from mighty_sim.figure_style import (
    DIVERGING,
    FAINT,
    INK,
    PAPER,
    RED,
    RED_SUITS,
    SOFT,
    SUITS,
    WIDTH,
    fold,
    inches,
    rising,
    sheet,
    styled,
    wide,
)
from mighty_sim.strength import THIN

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame

# Letters that fit beside the cells, and above one, before they are put on two lines.
_LABEL, _HEAD = 24, 9
# Inches: the least width of a cell, and heights of cells with one line of text and with two.
_LEAST_CELL, _ONE_LINE, _TWO_LINES = 0.52, 0.3, 0.44
_OUTSIDE = 0.12


@dataclass
class _Cells:
    """A sheet of cells: the names of its rows and columns, and what stands in each cell.

    `values` are from 0 to 1 and choose the colours, nan where there is no cell; `texts` stand in the cells and `small`
    below them; `thin` ones are hatched. `beside` stands to the right of each row.
    """

    rows: Sequence[str]
    columns: Sequence[str]
    values: NDArray[np.float64]
    texts: Sequence[Sequence[str]]
    small: Sequence[Sequence[str]] | None = None
    thin: NDArray[np.bool_] | None = None
    beside: Sequence[str] = field(default=())
    across: str = ""
    along: str = ""
    beside_title: str = ""


@styled
def heat_map(
    frame: DataFrame, *, title: str = "", caption: str = "", measure: str = "strength", contracts: bool = False
) -> Figure:
    """Return strength × contract: the rate as colour and text, and its n.

    `frame` has rows of `strength.surface`, or with `contracts` of `strength.contracts`. Where n is that of the class,
    the same for every number, it stands once, on the right; else small in each cell. Cells of fewer than
    `strength.THIN` deals are hatched. Raises InputError if there is nothing to draw.
    """
    rows = frame[frame["strength"].notna() & frame["number"].notna()]
    numbers = sorted(int(number) for number in rows["number"].unique())
    classes = rows[["strength", "strength_to"]].drop_duplicates().sort_values("strength", ascending=False)
    names = [class_name(low, high) for low, high in classes.itertuples(index=False)]
    by_class = rows.set_index(["strength", "number"])
    keys = [[(low, number) for number in numbers] for low in classes["strength"]]
    return _rates(
        by_class,
        keys,
        _Cells(
            names, [f"{number}" if contracts else f"{number}+" for number in numbers], np.empty(0), [],
            across="contract" if contracts else "chance of so many points, %", along=measure,
        ),
        title,
        caption,
        once=not contracts,
    )  # fmt: skip


@styled
def grid(
    frame: DataFrame,
    *,
    rows: str,
    columns: str,
    title: str = "",
    caption: str = "",
    row_words: str = "",
    column_words: str = "",
) -> Figure:
    """Return the rate for every combination of two things, with its n: two measures of strength, two columns.

    `frame` has a row for each combination, with n and rate; `rows` and `columns` name the columns of the two, and the
    words say what they are. A class with an end (`trumps`, `trumps_to`) is named by both ends.
    """
    if frame.empty:
        raise InputError("nothing to draw: there is no deal")
    if frame.duplicated([rows, columns]).any():
        raise InputError(f"there are several rates for one {rows} and {columns}; choose one number first")
    down, across = _names(frame, rows), _names(frame, columns)
    if frame[rows].dtype.kind in "iuf":  # the most on top
        down = dict(reversed(down.items()))
    keys = [[(row, column) for column in across] for row in down]
    cells = _Cells(
        list(down.values()), list(across.values()), np.empty(0), [],
        across=column_words or columns, along=row_words or rows,
    )  # fmt: skip
    return _rates(frame.set_index([rows, columns]), keys, cells, title, caption, once=False)


@styled
def hand_chances(frame: DataFrame, *, title: str = "", caption: str = "") -> Figure:
    """Return the chance of each number of points in each strain: a row a strain, the best first.

    `frame` has a row for each strain (S H D C N) and number, with rate, rate_low and rate_high; below each rate stands
    the reach of its interval.
    """
    if frame.empty:
        raise InputError("nothing to draw: no strain was tried")
    numbers = sorted(int(number) for number in frame["number"].unique())
    order = frame.groupby("strain")["rate"].mean().sort_values(ascending=False, kind="stable").index
    known = frame.set_index(["strain", "number"])
    found = [[known.loc[(strain, number)] if (strain, number) in known.index else None for number in numbers]
             for strain in order]  # fmt: skip
    values = np.array([[np.nan if cell is None else float(cell["rate"]) for cell in row] for row in found])
    cells = _Cells(
        [strain_sign(strain) for strain in order],
        [f"{number}+" for number in numbers],
        values,
        [[_percent(value) for value in row] for row in values],
        [["" if cell is None else _reach(cell["rate_low"], cell["rate_high"]) for cell in row] for row in found],
        across="chance of so many points, %",
    )
    told = "Small: half the width of the 95 % interval, in points of a percent.\n"
    return _drawn(cells, rising(), title, told + caption)


@styled
def cross_table(
    standings: DataFrame, pairs: DataFrame, *, title: str = "", caption: str = "", charged: bool = False
) -> Figure:
    """Return who beats whom in a tournament: by how much the contestant of a row is better than that of a column.

    `standings` and `pairs` are the frames of a `tournament.Tournament`. The best is on top; the numbers are scores a
    seat and deal, turned so that more is better at every table; below each is the reach of its 95 % interval, and pairs
    that are not separated are hatched. `charged` says that scores are penalties.
    """
    order = [int(number) for number in standings["number"]]
    size = len(order)
    ahead, reach, apart = np.full((3, size, size), np.nan)
    for pair in pairs.itertuples(index=False):
        one, other = order.index(int(pair.number)), order.index(int(pair.other_number))
        for row, column, sign in ((one, other, 1), (other, one, -1)):
            ahead[row, column] = sign * pair.ahead_mean
            reach[row, column] = pair.ahead_high - pair.ahead_mean
            apart[row, column] = bool(pair.separated)
    most = float(np.nanmax(np.abs(ahead))) or 1.0
    places = [f"{place} " for place in standings["place"]]
    scores = [_signed(score, "" if charged else "+") for score in standings["score_mean"]]
    cells = _Cells(
        [place + name for place, name in zip(places, map(str, standings["strategy"]), strict=True)],
        [place.strip() for place in places],
        # a root brings out small differences beside great ones
        0.5 + 0.5 * np.sign(ahead) * np.sqrt(np.abs(ahead) / most),
        [[_signed(value) for value in row] for row in ahead],
        [["" if value != value else f"±{value:.2f}" for value in row] for row in reach],
        apart == 0,
        scores,
        across="better than number …, by score a seat and deal",
        beside_title="charged" if charged else "score",
    )
    hatched = "Hatched: luck may be all of it (Holm, 5 %). " if (apart == 0).any() else ""
    return _drawn(cells, rising(DIVERGING), title, f"{hatched}Small: reach of the 95 % interval.\n{caption}")


def _signed(value: float, sign: str = "+") -> str:
    """Return a score in four digits at most, with a true minus; nothing for nan."""
    if value != value:
        return ""
    digits = 2 if abs(value) < 9.995 else 1
    return f"{round(value, digits) + 0.0:{sign}.{digits}f}".replace("-", "−")


def class_name(low: float, high: float) -> str:
    """Return a class of strength as a person reads it: one value, or the first and the last."""
    return f"{low:g}" if low == high or high != high else f"{low:g}–{high:g}"


def strain_sign(strain: Any) -> str:
    """Return a strain as players write it; what is none as it is."""
    return SUITS.get(str(strain), str(strain))


def _names(frame: DataFrame, column: str) -> dict[Any, str]:
    """Return the values of a column in order, each with its name."""
    ends = f"{column}_to"
    if ends in frame:
        pairs = frame[[column, ends]].drop_duplicates(column).sort_values(column)
        return {low: class_name(low, high) for low, high in pairs.itertuples(index=False)}
    known = list(frame[column].unique())
    if column.endswith("strain"):
        known.sort(key=lambda strain: [*SUITS, strain].index(strain))
        return {strain: strain_sign(strain) for strain in known}
    return {value: f"{value:g}" if isinstance(value, float) else str(value) for value in sorted(known)}


def _rates(known: DataFrame, keys: list[list[Any]], cells: _Cells, title: str, caption: str, *, once: bool) -> Figure:
    """Draw cells of rates: `known` has rate and n by key; with `once` n stands on the right of the rows."""
    if not keys:
        raise InputError("nothing to draw: no class of strength was met")
    at = {key: place for place, key in enumerate(known.index)}
    rate, n = known["rate"].to_numpy(float), known["n"].to_numpy()
    values = np.array([[rate[at[key]] if key in at else np.nan for key in row] for row in keys])
    sizes = np.array([[int(n[at[key]]) if key in at else 0 for key in row] for row in keys])
    cells.values, cells.thin = values, (sizes < THIN) & (sizes > 0)
    cells.texts = [[_percent(value) for value in row] for row in values]
    if once:
        cells.beside, cells.beside_title = [f"{row.max():,}" for row in sizes], "deals"
    else:
        cells.small = [[short(int(size)) if size else "" for size in row] for row in sizes]
    hatched = f"Hatched: fewer than {THIN} deals. " if cells.thin.any() else ""
    small = "" if once else "In a cell: % made, and below it the number of deals. "
    return _drawn(cells, rising(), title, f"{small}{hatched}\n{caption}")


def _drawn(cells: _Cells, colours: Any, title: str, caption: str) -> Figure:
    """Return the figure of some cells, wide enough for them."""
    labels = [fold(name, _LABEL) for name in cells.rows]
    along = fold(cells.along, _LABEL)
    left = 0.24 + max(wide([*labels, along], 10), 0.2)
    right = _OUTSIDE + (0.1 + wide([*cells.beside, cells.beside_title], 10) if cells.beside else 0)
    columns, lines = len(cells.columns), len(cells.rows)
    heads = _heads(cells.columns)
    more = max(head.count("\n") for head in heads)
    least = max(
        _LEAST_CELL, 0.12 + wide((text for row in cells.texts for text in row), 10.5), 0.1 + wide(heads, 10)
    )  # fmt: skip
    width = max(WIDTH, left + right + least * columns)
    cell = min((width - left - right) / columns, 1.1)
    height = _TWO_LINES if cells.small else max(_ONE_LINE, 0.2 * max(label.count("\n") + 1 for label in labels))
    figure, room = sheet(height * lines + 0.62 + 0.17 * more, title, caption, width)
    whole = inches(figure)[1]
    axes = figure.add_axes((
        left / width, room["bottom"] + 0.06 / whole, cell * columns / width, height * lines / whole
    ))  # fmt: skip
    _fill(axes, cells, colours)
    axes.set_xticks(np.arange(columns) + 0.5, heads)
    axes.set_yticks(np.arange(lines) + 0.5, labels)
    axes.tick_params(length=0, labeltop=True, labelbottom=False, labelcolor=INK)
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.annotate(cells.across, (0, 1), (0, 21 + 12 * more), xycoords="axes fraction", textcoords="offset points",
                  color=SOFT, fontsize=10)  # fmt: skip
    axes.annotate(along, (0, 1), (-5, 6), xycoords="axes fraction", textcoords="offset points", color=SOFT,
                  fontsize=10, ha="right")  # fmt: skip
    for label in [*axes.get_xticklabels(), *axes.get_yticklabels()]:
        if label.get_text() in SUITS.values():
            label.set(fontsize=14 if label.get_text() != SUITS["N"] else 11)
            label.set_color(RED if label.get_text() in RED_SUITS else INK)
    _write_beside(axes, cells)
    return figure


def _heads(names: Sequence[str]) -> list[str]:
    """Return the names of columns, on several lines where one is wider than a cell."""
    if wide(names, 10) <= _LEAST_CELL - 0.08:
        return list(names)
    return [name.replace("–", "–\n") if "–" in name else fold(name, _HEAD) for name in names]


def _fill(axes: Axes, cells: _Cells, colours: Any) -> None:
    """Draw the cells and their texts, the first row on top."""
    shape = cells.values.shape
    axes.set(xlim=(0, shape[1]), ylim=(shape[0], 0))
    edges = (np.arange(shape[1] + 1), np.arange(shape[0] + 1))
    shown = np.ma.masked_invalid(cells.values)
    axes.pcolormesh(*edges, shown, cmap=colours, vmin=0, vmax=1, edgecolors=PAPER, linewidth=1.2)
    for (row, column), value in np.ndenumerate(cells.values):
        if value != value:
            continue
        thin = cells.thin is not None and bool(cells.thin[row, column])
        ink = _ink(colours(value))
        if thin:
            _hatch(axes, row, column)
            ink = INK
        middle = (column + 0.5, row + (0.36 if cells.small else 0.52))
        axes.text(*middle, cells.texts[row][column], ha="center", va="center", color=ink, fontsize=10.5)
        if cells.small:
            place = (column + 0.5, row + 0.75)
            axes.text(*place, cells.small[row][column], ha="center", va="center", color=ink, fontsize=8, alpha=0.85)


def _hatch(axes: Axes, row: int, column: int) -> None:
    """Draw a thin cell: pale, with lines across it."""
    from matplotlib.patches import Rectangle

    axes.add_patch(
        Rectangle((column, row), 1, 1, facecolor="#f4f5f7", edgecolor=FAINT, hatch="////", linewidth=0, label="thin")
    )
    axes.add_patch(Rectangle((column, row), 1, 1, fill=False, edgecolor=PAPER, linewidth=1.2))


def _write_beside(axes: Axes, cells: _Cells) -> None:
    """Write what stands to the right of the rows."""
    if not cells.beside:
        return
    columns = len(cells.columns)
    furthest = columns + 0.02
    for row, text in enumerate(cells.beside):
        axes.annotate(text, (furthest, row + 0.52), (4, 0), textcoords="offset points", va="center", fontsize=9.5,
                      color=SOFT, annotation_clip=False)  # fmt: skip
    axes.annotate(cells.beside_title, (furthest, 0), (4, 7), textcoords="offset points", fontsize=10, color=SOFT,
                  annotation_clip=False)  # fmt: skip


def _ink(colour: Sequence[float]) -> str:
    """Return the colour of letters on a ground: dark on light, light on dark."""
    red, green, blue = colour[:3]
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 0.52 else PAPER


def _percent(value: float) -> str:
    """Return a rate in whole percent, but 99.6 not as 100 and 0.4 not as 0; nothing for nan."""
    if value != value:
        return ""
    text = f"{100 * value:.0f}"
    if value not in (0.0, 1.0) and text in ("0", "100"):
        return "<1" if text == "0" else ">99"
    return text


def _reach(low: float, high: float) -> str:
    """Return half the width of an interval, in percent."""
    half = 50 * (high - low)
    return f"±{half:.1f}" if half < 9.95 else f"±{half:.0f}"


def short(count: int) -> str:
    """Return a number of deals in at most five letters: 512, 3.1k, 24k, 1.2M."""
    for size, letter in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if count >= size:
            return f"{count / size:.{1 if count < 9.95 * size else 0}f}{letter}"
    return str(count)
