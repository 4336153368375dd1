"""Figures with curves: success against strength, and how a rate settles while deals are played."""

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
    SOFT,
    above,
    apart,
    inches,
    light_grid,
    percent_axis,
    sheet,
    styled,
)
from mighty_sim.stats import wilson
from mighty_sim.strength import THIN

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame

#: Curves at most in one figure, where the numbers are not chosen.
MOST_CURVES = 5
#: A point of fewer deals than this says nothing, and is not drawn.
FEWEST = 10
# Room beside the axes, in inches: for the numbers on the left and for the curves' names on the right.
_LEFT, _RIGHT = 0.62, 0.66


@styled
def success_curves(
    frame: DataFrame,
    *,
    title: str = "",
    caption: str = "",
    measure: str = "strength",
    numbers: Sequence[int] | None = None,
    contracts: bool = False,
) -> Figure:
    """Return the chance of success against strength: a curve a number, with the band of its 95 % interval.

    Parameters
    ----------
    frame
        Rows of `strength.surface` or `strength.contracts`.
    title, caption
        What is shown, and what was played.
    measure
        What strength is, in words.
    numbers
        The numbers to draw; by default up to five, evenly chosen.
    contracts
        Whether a number is a contract that was played; else it is the least number of points to reach.

    Points of thin classes are hollow, have their own interval and belong to no curve; what has fewer than `FEWEST`
    deals is left out. The bars below are the share of hands in each class. Raises InputError if there is nothing to
    draw.
    """
    rows = frame[frame["strength"].notna() & frame["number"].notna()]
    chosen = _chosen(rows, contracts=contracts) if numbers is None else list(numbers)
    rows = rows[rows["number"].isin(chosen) & (rows["n"] >= FEWEST)]
    if rows.empty:
        asked = ", ".join(map(str, chosen)) or "asked for"
        raise InputError(f"nothing to draw: no class of strength has {FEWEST} deals with the numbers {asked}")
    thin = f"Hollow: fewer than {THIN} deals; fewer than {FEWEST} are left out. " if rows["thin"].any() else ""
    figure, room = sheet(4.3, title, f"{thin}Bands and bars: 95 % intervals.\n{caption}")
    upper, lower = _two_axes(figure, room)
    ends = []
    for number, colour in zip(chosen, _colours(len(chosen)), strict=True):
        curve = rows[rows["number"] == number].sort_values("strength")
        if len(curve):
            ends.append((f"{number:g}" + ("" if contracts else "+"), *_curve(upper, curve, colour), colour))
    _shares(lower, frame[frame["strength"].notna()], contracts=contracts)
    lower.set_xlabel(measure)
    _name_curves(upper, ends)
    upper.set_ylim(-0.02, 1.02)
    percent_axis(upper.yaxis)
    light_grid(upper)
    above(upper, "contracts made" if contracts else "chance that the declarer's side takes so many points")
    return figure


@styled
def convergence(
    frame: DataFrame,
    *,
    title: str = "",
    caption: str = "",
    precision: float | None = None,
    what: str = "contracts made",
) -> Figure:
    """Return how a rate settles: its value and 95 % interval after so many deals, and what precision was asked for.

    `frame` has a row for each stage: n deals, of which made succeeded, each stage holding the ones before it;
    `precision` is the half-width asked for, as a part of one.
    """
    n, made = (frame[name].to_numpy() for name in ("n", "made"))
    rate, low, high = wilson(made, n)
    figure, room = sheet(2.9, title, f"Band: 95 % interval.\n{caption}")
    axes = _axes(figure, room, 0, 1)
    axes.fill_between(n, low, high, color=BLUE, alpha=0.18, linewidth=0)
    axes.plot(n, rate, color=BLUE, linewidth=1.8, marker="o", markersize=4)
    axes.set_xscale("log")
    last, half = float(rate[-1]), float(high[-1] - low[-1]) / 2
    if precision:
        for edge in (last - precision, last + precision):
            axes.axhline(edge, color=ORANGE, linewidth=1, linestyle=(0, (4, 3)))
        axes.annotate(
            f"±{100 * precision:g} asked for", (1, last - precision), (-2, -3), color=ORANGE, fontsize=9, ha="right",
            va="top", xycoords=("axes fraction", "data"), textcoords="offset points",
        )  # fmt: skip
    reach = 1.12 * max(*(high - last), *(last - low), 1.6 * (precision or 0))
    axes.set_ylim(max(-0.01, last - reach), min(1.01, last + reach))
    end = f"{100 * last:.1f}%\n±{100 * half:.2f}"
    axes.annotate(end, (n[-1], last), (7, 0), textcoords="offset points", color=BLUE, va="center", fontsize=10)
    axes.set_xlabel("deals")
    axes.spines["right"].set_visible(False)
    axes.xaxis.set_major_formatter(lambda value, _: short_count(value))
    axes.xaxis.set_minor_formatter(lambda value, _: "")
    axes.set_xlim(n[0] * 0.9, n[-1] * 1.05)
    percent_axis(axes.yaxis)
    light_grid(axes)
    above(axes, what)
    return figure


def short_count(value: float) -> str:
    """Return a number of deals in few letters: 500, 20k, 1M."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


def _chosen(rows: DataFrame, *, contracts: bool) -> list[int]:
    """Return up to `MOST_CURVES` numbers: for contracts the most played, else evenly from the lowest to the highest."""
    every = sorted(int(number) for number in rows["number"].unique())
    if len(every) <= MOST_CURVES:
        return every
    if contracts:
        return sorted(int(number) for number in rows.groupby("number")["n"].sum().nlargest(MOST_CURVES).index)
    places = np.linspace(0, len(every) - 1, MOST_CURVES).round().astype(int)
    return [every[place] for place in places]


def _colours(count: int) -> list[Any]:
    """Return colours of curves in an order: from few to many, all dark enough for letters."""
    from matplotlib import colormaps

    return list(colormaps["plasma"](np.linspace(0.7, 0.0, count)) if count > 1 else [BLUE])


def _curve(axes: Axes, curve: DataFrame, colour: Any) -> tuple[float, float]:
    """Draw one curve: a band, a line and a point a class, hollow where it is thin; return where it ends."""
    x = (curve["strength"].to_numpy(float) + curve["strength_to"].to_numpy(float)) / 2
    rate, low, high = (curve[name].to_numpy(float) for name in ("rate", "rate_low", "rate_high"))
    thin = curve["thin"].to_numpy(bool)
    sure = ~thin
    axes.fill_between(x, low, high, where=sure, color=colour, alpha=0.18, linewidth=0)
    axes.plot(x, np.where(sure, rate, np.nan), "o-", color=colour, linewidth=1.6, markersize=4.2)
    if thin.any():
        around = [rate[thin] - low[thin], high[thin] - rate[thin]]
        axes.errorbar(
            x[thin], rate[thin], around, fmt="o", color=colour, markerfacecolor=PAPER, markersize=4.2, elinewidth=0.7,
            markeredgewidth=1.1, alpha=0.8,
        )  # fmt: skip
    last = int(np.flatnonzero(sure)[-1]) if sure.any() else -1
    return float(rate[last]), float(x[last])


def _name_curves(axes: Axes, ends: Sequence[tuple[str, float, float, Any]]) -> None:
    """Write every curve's name beside its end, in its colour, where none lies on another."""
    if not ends:
        return
    for (name, value, x, colour), place in zip(ends, apart([end[1] for end in ends], 0.062, 0.0, 1.0), strict=True):
        axes.annotate(
            name, (x, value), (1.035, place), xycoords="data", textcoords=axes.get_yaxis_transform(), color=colour,
            weight="bold", va="center", annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": colour, "linewidth": 0.7, "alpha": 0.5, "shrinkB": 3},
        )  # fmt: skip


def _shares(axes: Axes, rows: DataFrame, *, contracts: bool) -> None:
    """Draw the share of hands in each class as bars."""
    if contracts:  # n counts those of one contract
        rows = rows[rows["number"].notna()]
        classes = rows.groupby(["strength", "strength_to"], as_index=False)["share"].sum()
    else:
        classes = rows.drop_duplicates("strength")
    low, high = (classes[name].to_numpy(float) for name in ("strength", "strength_to"))
    width = 0.8 * (float(np.min(np.diff(np.sort(low)))) if len(low) > 1 else 1.0)
    axes.bar((low + high) / 2, classes["share"], width, color=FAINT, edgecolor=SOFT, linewidth=0.5)
    axes.text(1.02, 0.5, "share of\nhands", transform=axes.transAxes, fontsize=9, color=SOFT, va="center")
    axes.yaxis.set_major_locator(_two_ticks())
    axes.tick_params(labelsize=9)
    percent_axis(axes.yaxis)


def _two_ticks() -> Any:
    """Return a locator of very few ticks."""
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(2)


def _two_axes(figure: Figure, room: dict[str, float]) -> tuple[Axes, Axes]:
    """Return two axes above each other that share what they measure."""
    lower = _axes(figure, room, 0, 0.17)
    upper = _axes(figure, room, 0.21, 1)
    upper.sharex(lower)
    upper.tick_params(labelbottom=False, bottom=False)
    return upper, lower


def _axes(figure: Figure, room: dict[str, float], start: float, end: float, right: float = _RIGHT) -> Axes:
    """Return axes in a part of the room, from `start` to `end` of its height, above the letters of the bottom axis."""
    width, height = inches(figure)
    bottom = room["bottom"] + 0.5 / height
    whole = room["top"] - 0.27 / height - bottom
    place = (_LEFT / width, bottom + start * whole, 1 - (_LEFT + right) / width, (end - start) * whole)
    axes = figure.add_axes(place)
    axes.tick_params(color=SOFT, labelcolor=INK)
    return axes
