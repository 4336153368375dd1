"""Figures with a row a thing: differences with their intervals, rates of groups, and the points that were taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from mighty_sim.errors import InputError
from mighty_sim.figure_style import (
    BLUE,
    FAINT,
    INK,
    ORANGE,
    PAPER,
    RED,
    RED_SUITS,
    SOFT,
    SUITS,
    WIDTH,
    above,
    fold,
    inches,
    light_grid,
    percent_axis,
    sheet,
    styled,
    wide,
)
from mighty_sim.strength import THIN

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame

#: Rows at most; a figure of more would be a page of its own.
MOST_ROWS = 40
#: Groups at most whose points are drawn.
MOST_GROUPS = 9
_LABEL = 24
# Inches: the least width of the axes.
_LEAST_AXES = 2.1
_BIG_LETTER = 14


@styled
def forest(
    frame: DataFrame, *, title: str = "", caption: str = "", baseline: str = "", what: str = "contracts made"
) -> Figure:
    """Return differences with their 95 % intervals, a row each, and a line at no difference.

    `frame` has a row for each setting: label (or setting), n, difference, difference_low, difference_high as parts of
    one, and if they are known only_this and only_first (or only_setting and only_baseline), the deals that only one of
    both made. `baseline` names what they differ from. A row whose interval holds 0 is hollow. Raises InputError if
    there is nothing to draw, or too much.
    """
    rows = _at_most(frame)
    middle, low, high = (100 * rows[name].to_numpy(float) for name in _ends("difference"))
    labels = [str(label) for label in rows[_first(rows, "label", "setting")]]
    if not baseline and "baseline" in rows and rows["baseline"].nunique() == 1:
        baseline = str(rows["baseline"].iloc[0])
    elif "baseline" in rows and rows["baseline"].nunique() > 1:
        labels = [f"{label} less {other}" for label, other in zip(labels, rows["baseline"], strict=True)]
    numbers = [_difference(*values) for values in zip(middle, low, high, strict=True)]
    below = [_discordant(row) for row in rows.to_dict("records")]
    told = "Hollow: the interval holds 0.\n" if ((low <= 0) & (high >= 0)).any() else "\n"
    told += "Small: deals that only the one and only the other made.\n" if any(below) else ""
    told += f"Compared with: {baseline}.\n" if baseline else ""
    heading = f"{what}: difference, in points of a percent"
    figure, axes, places = _rows(labels, numbers, below, title, f"Lines: 95 % intervals. {told}{caption}", heading)
    axes.axvline(0, color=SOFT, linewidth=1)
    for place, value, left, right in zip(places, middle, low, high, strict=True):
        sure = left > 0 or right < 0
        colour = (BLUE if value > 0 else ORANGE) if sure else SOFT
        axes.plot([left, right], [place, place], color=colour, linewidth=2, solid_capstyle="butt")
        axes.plot(value, place, "o", color=colour, markerfacecolor=colour if sure else PAPER, markersize=6.5)
    most = max(1.08 * float(np.nanmax(np.abs(np.concatenate([low, high])))), 0.02)
    reach = (-most if low.min() < 0 else -0.12 * most, most if high.max() > 0 else 0.12 * most)
    axes.set_xlim(*reach)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:+g}".replace("-", "−") if abs(value) > 1e-9 else "0")
    return figure


@styled
def rates(
    frame: DataFrame,
    *,
    labels: Sequence[str],
    title: str = "",
    caption: str = "",
    what: str = "contracts made",
    line: float | None = None,
) -> Figure:
    """Return rates of groups with their 95 % intervals, a row each: hollow where fewer than `strength.THIN` deals.

    `frame` has rate, rate_low, rate_high and n, in the order of the labels; `line` is a rate to compare them with, such
    as that of all deals. Raises InputError if there is nothing to draw, or too much.
    """
    rows = _at_most(frame)
    middle, low, high = (rows[name].to_numpy(float) for name in _ends("rate"))
    n = rows["n"].to_numpy()
    numbers = [f"{100 * value:.1f}%" if value == value else "" for value in middle]
    below = [f"of {size:,}" for size in n]
    hollow = f"Hollow: fewer than {THIN} deals. " if (n < THIN).any() else ""
    told = f"{hollow}Lines: 95 % intervals." + (" Upright line: all deals." if line is not None else "")
    figure, axes, places = _rows(list(labels), numbers, below, title, f"{told}\n{caption}", what)
    if line is not None:
        axes.axvline(line, color=SOFT, linewidth=1, linestyle=(0, (4, 3)))
    for place, value, left, right, size in zip(places, middle, low, high, n, strict=True):
        axes.plot([left, right], [place, place], color=BLUE, linewidth=2, solid_capstyle="butt")
        axes.plot(value, place, "o", color=BLUE, markerfacecolor=BLUE if size >= THIN else PAPER, markersize=6)
    known = n >= THIN if (n >= THIN).any() else n > 0
    left = float(np.nanmin([*low[known], *middle]))
    right = float(np.nanmax([*high[known], *middle]))
    pad = max(0.08 * (right - left), 0.01)
    axes.set_xlim(max(-0.01, left - pad), min(1.01, right + pad))
    percent_axis(axes.xaxis)
    return figure


@styled
def points_distribution(
    frame: DataFrame,
    *,
    by: str | None = None,
    of: str = "points",
    title: str = "",
    caption: str = "",
    contract: str | None = None,
) -> Figure:
    """Return how often the declarer's side takes each number of points: bars, a row of them a group.

    `frame` has points (or another amount, named by `of`) and n, and by name what it is grouped by; `contract` names the
    column with the number that has to be reached, by default "contract" where it is the group. Bars that reach it are
    blue, others orange, and a line stands between. The groups with the most deals are drawn. Raises InputError if there
    is nothing to draw.
    """
    if frame.empty:
        raise InputError("nothing to draw: there is no deal")
    if frame[of].dtype.kind not in "iufb":
        raise InputError(f"{of!r} is no amount, so there are no bars of it")
    contract = contract or ("contract" if by == "contract" and of == "points" else None)
    groups = [(None, frame)] if by is None else _biggest(frame, by)
    told = _told(frame, by, groups)
    told += "Blue: the contract is made. " if contract in frame else ""
    told += "" if by is None else "On the right: deals.\n"
    figure, room = sheet(0.62 * len(groups) + 0.75 + 0.5 * (by is None), title, told + caption)
    width, height = inches(figure)
    names = ["" if by is None else _group_name(by, value) for value, _ in groups]
    left = 0.62 if by is None else 0.3 + max(wide(names, 11), 0.2)
    sizes = [f"{int(part['n'].sum()):,}" + ("\ndeals" if by is None else "") for _, part in groups]
    right = 0.22 + wide(sizes, 9)
    bottom = room["bottom"] + 0.52 / height
    each = (room["top"] - 0.1 / height - bottom) / len(groups)
    first: Axes | None = None
    for place, (name, size, (_, part)) in enumerate(zip(names, sizes, groups, strict=True)):
        where = (left / width, bottom + each * (len(groups) - 1 - place), 1 - (left + right) / width, each * 0.84)
        axes = figure.add_axes(where, sharex=first)
        first = first or axes
        _bars(axes, part, of, contract)
        _label_group(axes, name, size, last=place == len(groups) - 1)
        if by is None:
            _share_axis(axes)
    reach = 0.7 * _step(frame[of])
    axes.set_xlim(float(frame[of].min()) - reach, float(frame[of].max()) + reach)
    axes.xaxis.set_major_locator(_whole_numbers())
    axes.set_xlabel("points of the declarer's side" if of == "points" else of)
    return figure


def _rows(
    labels: Sequence[str], numbers: Sequence[str], small: Sequence[str], title: str, caption: str, heading: str
) -> tuple[Figure, Axes, list[int]]:
    """Return a figure with a row for each label, the first on top: labels on the left, numbers on the right."""
    folded = [fold(label, _LABEL) for label in labels]
    left = 0.25 + max(wide(folded, 10), 0.2)
    right = 0.22 + max(wide(numbers, 10), wide(small, 8))
    tallest = max(label.count("\n") + 1 for label in folded)
    each = max(0.36, 0.2 * tallest + 0.06)
    width = max(WIDTH, left + right + _LEAST_AXES)
    figure, room = sheet(each * len(labels) + 0.7, title, caption, width)
    height = inches(figure)[1]
    axes = figure.add_axes((
        left / width, room["bottom"] + 0.34 / height, 1 - (left + right) / width, each * len(labels) / height
    ))  # fmt: skip
    places = list(range(len(labels)))
    axes.set(ylim=(len(labels) - 0.5, -0.5))
    axes.set_yticks(places, folded)
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0, labelcolor=INK)
    light_grid(axes, "x")
    for label in axes.get_yticklabels():
        _big_suit(label)
    for place, number, less in zip(places, numbers, small, strict=True):
        beside: dict[str, Any] = {"xycoords": ("axes fraction", "data"), "textcoords": "offset points"}
        stands: Any = "bottom" if less else "center"
        axes.annotate(number, (1, place), (8, 1 if less else 0), va=stands, fontsize=10, **beside)
        axes.annotate(less, (1, place), (8, -1), va="top", fontsize=8, color=SOFT, **beside)
    figure.text(0.12 / width, room["top"] - 0.14 / height, heading, color=SOFT, fontsize=10, va="center")
    return figure, axes, places


def _big_suit(label: Any) -> None:
    """Write the sign of a suit large, and those of red suits red."""
    text = label.get_text()
    if text in SUITS.values() and text != SUITS["N"]:
        label.set_fontsize(_BIG_LETTER)
        label.set_color(RED if text in RED_SUITS else INK)


def _at_most(frame: DataFrame) -> DataFrame:
    """Return the rows. Raises InputError for none, and for more than a figure can show."""
    if not 1 <= len(frame) <= MOST_ROWS:
        raise InputError(f"{len(frame)} rows cannot be drawn; a figure shows 1 to {MOST_ROWS}")
    return frame


def _ends(name: str) -> tuple[str, str, str]:
    """Return the names of a value and of the ends of its interval."""
    return name, f"{name}_low", f"{name}_high"


def _first(frame: DataFrame, *names: str) -> str:
    """Return the first of some columns that a frame has. Raises InputError for none."""
    for name in names:
        if name in frame:
            return name
    raise InputError(f"the frame has no column {' or '.join(names)}")


def _difference(middle: float, low: float, high: float) -> str:
    """Return a difference and its interval in points of a percent, with true minus signs."""
    digits = 1 if max(abs(low), abs(high)) >= 1 else 2
    text = f"{middle + 0.0:+.{digits}f} [{low + 0.0:.{digits}f}, {high + 0.0:.{digits}f}]"
    return text.replace("-", "−")


def _discordant(row: dict[str, Any]) -> str:
    """Return how many deals the one and the other alone made, if the row tells."""
    for this, other in (("only_this", "only_first"), ("only_setting", "only_baseline")):
        if this in row and other in row:
            return f"{row[this]:,} : {row[other]:,} of {row['n']:,}"
    return ""


def _biggest(frame: DataFrame, by: str) -> list[tuple[Any, DataFrame]]:
    """Return the groups with the most deals, in the order of the groups."""
    sizes = frame.groupby(by)["n"].sum().nlargest(MOST_GROUPS)
    if by.endswith("strain"):
        order = [strain for strain in SUITS if strain in sizes.index]
    else:
        order = sorted(sizes.index)
    return [(value, frame[frame[by] == value]) for value in order]


def _told(frame: DataFrame, by: str | None, groups: Sequence[tuple[Any, DataFrame]]) -> str:
    """Return what the figure leaves out, in words."""
    every = 1 if by is None else frame[by].nunique()
    return f"The {len(groups)} groups of {every} with the most deals. " if len(groups) < every else ""


def _group_name(by: str, value: Any) -> str:
    """Return what a group is called beside its bars."""
    return SUITS.get(str(value), str(value)) if by.endswith("strain") else f"{by} {value}"


def _step(values: Any) -> float:
    """Return how far apart the values of an amount are."""
    apart = np.diff(np.unique(np.asarray(values, float)))
    return float(apart.min()) if len(apart) else 1.0


def _bars(axes: Axes, part: DataFrame, of: str, contract: str | None) -> None:
    """Draw the bars of one group; where a number had to be reached, with a line and two colours."""
    shares = part.groupby(of)["n"].sum() / part["n"].sum()
    told = list(part[contract].unique()) if contract in part else []
    number = float(told[0]) if len(told) == 1 else None
    colours = [BLUE if number is None or points >= number else ORANGE for points in shares.index]
    axes.bar(shares.index, shares, 0.84 * _step(part[of]), color=colours, linewidth=0)
    if number is not None:
        axes.axvline(number - 0.5, color=INK, linewidth=1.2)
    axes.set_ylim(0, 1.15 * float(shares.max()))
    axes.spines["left"].set_visible(False)
    axes.set_yticks([])


def _share_axis(axes: Axes) -> None:
    """Tell beside bars that stand alone which share of the deals they are."""
    from matplotlib.ticker import MaxNLocator

    axes.yaxis.set_major_locator(MaxNLocator(3))
    axes.tick_params(axis="y", length=0)
    percent_axis(axes.yaxis)
    light_grid(axes)
    above(axes, "share of the deals")


def _whole_numbers() -> Any:
    """Return a locator of ticks at whole numbers."""
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(8, integer=True, steps=[1, 2, 5, 10])


def _label_group(axes: Axes, name: str, size: str, *, last: bool) -> None:
    """Write the group's name before its bars, and how many deals it has after them."""
    words: dict[str, Any] = {"xycoords": "axes fraction", "textcoords": "offset points", "va": "center"}
    label = axes.annotate(name, (0, 0.4), (-8, 0), ha="right", **words)
    _big_suit(label)
    axes.annotate(size, (1, 0.4), (6, 0), fontsize=9, color=SOFT, **words)
    axes.tick_params(axis="x", labelbottom=last, color=SOFT if last else FAINT)
