"""Figures: the one that suits an answer, and all that there are.

    from mighty_sim.figures import draw, save

    save(draw(answer), "success.svg")

Each function takes a data frame, and by name a title and a caption, which say what was played, and returns a matplotlib
Figure. Rates are from 0 to 1. Intervals are those that stand in the frame. What rests on few deals
(:data:`mighty_sim.strength.THIN`) is drawn hollow or hatched. How figures look is in :mod:`mighty_sim.figure_style`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from mighty_sim.errors import InputError
from mighty_sim.figure_cells import cross_table, grid, hand_chances, heat_map, strain_sign
from mighty_sim.figure_curves import convergence, success_curves
from mighty_sim.figure_rows import forest, points_distribution, rates
from mighty_sim.figure_style import save

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

__all__ = [
    "convergence",
    "cross_table",
    "draw",
    "forest",
    "grid",
    "hand_chances",
    "heat_map",
    "points_distribution",
    "rates",
    "save",
    "success_curves",
]


_MADE = "contracts made"

# Title and caption, by name.
Words = dict[str, Any]


class Shown(Protocol):
    """What a figure is drawn of: an `answer.Answer`, or anything with its kind, its frame and its title."""

    @property
    def kind(self) -> str:
        """Return what it is: one of the kinds that `draw` knows."""

    @property
    def frame(self) -> DataFrame:
        """Return the numbers."""

    @property
    def title(self) -> str:
        """Return what was asked, in a line."""


def draw(answer: Shown) -> Figure:
    """Return the figure that suits an answer.

    `success`: curves against strength; `grid`: cells for two measures; `comparison`: the differences; `advice`: the
    chances of one hand in each strain; `tournament`: who beats whom; `summary` and `distribution`: rates of groups,
    cells for two columns, bars where one of the columns is the points taken. A `caption` of the answer stands below the
    figure. Raises InputError for a kind that has no figure, and for numbers that cannot be drawn.
    """
    if answer.kind not in _KINDS:
        raise InputError(f"there is no figure of a {answer.kind!r}; there is one of: {', '.join(_KINDS)}")
    caption = str(getattr(answer, "caption", ""))
    return _KINDS[answer.kind](answer, {"title": answer.title, "caption": caption})


def _success(answer: Any, words: Words) -> Figure:
    """Draw curves; rows of contracts that were played have one of all contracts besides."""
    frame = answer.frame
    measure = str(getattr(answer, "measure_words", "strength"))
    return success_curves(frame, measure=measure, contracts=bool(frame["number"].isna().any()), **words)


def _grid(answer: Any, words: Words) -> Figure:
    """Draw cells for two measures: the two columns that have an end besides."""
    frame = answer.frame
    names = [str(name) for name in frame.columns if f"{name}_to" in frame.columns][:2]
    if len(names) < 2:
        raise InputError("a grid needs two measures of strength")
    inner = frame[frame[names[0]].notna() & frame[names[1]].notna()]
    if "number" in inner and inner["number"].nunique() > 1:
        number = getattr(answer, "number", None)
        inner = inner[inner["number"] == number] if number is not None else inner[inner["number"].isna()]
    return grid(inner, rows=names[1], columns=names[0], **words)


def _comparison(answer: Any, words: Words) -> Figure:
    """Draw the differences of the rates."""
    return forest(answer.frame, **words)


def _advice(answer: Any, words: Words) -> Figure:
    """Draw the chances of one hand."""
    return hand_chances(answer.frame, **words)


def _tournament(answer: Any, words: Words) -> Figure:
    """Draw who beats whom."""
    return cross_table(answer.standings, answer.pairs, charged=bool(answer.contest.charged), **words)


def _summary(answer: Any, words: Words) -> Figure:
    """Draw the groups of a run: by the columns that stand before their numbers."""
    frame, what = _main_rate(answer.frame)
    keys = [str(name) for name in frame.columns[: list(frame.columns).index("n")]]
    counted = keys[-1] if answer.kind == "distribution" and keys else "points"
    others = [key for key in keys if key != counted]
    if counted in keys and len(others) <= 1:
        by = others[0] if others else None
        return points_distribution(frame, by=by, of=counted, **words)
    if "rate" not in frame:
        raise InputError("there is a figure of a rate such as the contracts made, or of a distribution by one key")
    if len(keys) == 2 and what == _MADE:
        return grid(frame, rows=keys[0], columns=keys[1], **words)
    labels = [", ".join(group_name(key, row[key]) for key in keys) or "all deals" for row in frame.to_dict("records")]
    whole = float((frame["rate"] * frame["n"]).sum() / frame["n"].sum())
    return rates(frame, labels=labels, what=what, line=whole if len(frame) > 1 else None, **words)


def _main_rate(frame: DataFrame) -> tuple[DataFrame, str]:
    """Return a summary with its rate as `rate`, and what that is of: contracts made, else the first that is there."""
    names = [str(name) for name in frame.columns if f"{name}_low" in frame and str(name).endswith("_rate")]
    if "rate" in frame or not names:
        return frame, _MADE
    renamed = {f"{names[0]}{end}": f"rate{end}" for end in ("", "_low", "_high")}
    return frame.rename(columns=renamed), names[0].removesuffix("_rate")


def group_name(key: str, value: Any) -> str:
    """Return what a group is called in a figure: a strain by its sign, a number with what it is."""
    if key.endswith("strain"):
        return strain_sign(value)
    if str(value) in ("True", "False"):  # of Python or of numpy
        return f"{key}: {'yes' if value else 'no'}"
    return f"{key} {value:g}" if isinstance(value, int | float) else str(value)


_KINDS: dict[str, Callable[[Any, Words], Figure]] = {
    "success": _success,
    "grid": _grid,
    "comparison": _comparison,
    "advice": _advice,
    "tournament": _tournament,
    "summary": _summary,
    "distribution": _summary,
}
