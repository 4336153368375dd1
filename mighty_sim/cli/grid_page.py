"""The page of `mighty-sim success --by A,B`: a grid of two measures, and which share of the hands lies in each cell."""

from __future__ import annotations

from collections.abc import Callable
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import click

from mighty_sim.cli.success_page import evenly, interval, more_notes, title_lines, width_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from mighty_sim.cli.output import Column
    from mighty_sim.experiment import Experiment
    from mighty_sim.grid import Crossed
    from mighty_sim.runner import Outcome
    from mighty_sim.strength import Measure, Row

_GAP = 3
_ALL = "all"


def print_grid(
    experiment: Experiment, tally: Crossed, outcome: Outcome, when: str, rows: list[Row], format: str
) -> None:
    """Print rows of a grid for a person, as tables or as Markdown: the rates, then the shares of the hands.

    A wide table is parted where the terminal ends; Markdown never is.
    """
    from mighty_sim.cli.output import write_rows

    width = get_terminal_size().columns if format == "table" else None
    cells = chosen(experiment, rows)
    rates = _parts(tally, cells, width, _rate_cell("\n" if width else "<br>"))
    shares = _parts(tally, cells, width, lambda row: _percent(row["share"]))
    title = ("\n" if width else "  \n").join(_title(experiment, tally, when))
    notes = [*_notes(experiment, cells), *more_notes(experiment, outcome, tally.deals)]
    parts = [(title if place == 0 else None, *part) for place, part in enumerate(rates)]
    parts += [(_SHARES if place == 0 else None, *part) for place, part in enumerate(shares)]
    for place, (heading, columns, lines) in enumerate(parts, 1):
        write_rows(lines, columns, format, heading, notes if place == len(parts) else ())
        if place < len(parts):
            click.echo()


_SHARES = "Share of all hands, in %"


def chosen(experiment: Experiment, rows: list[Row]) -> list[Row]:
    """Return the rows of one number: the one that the players are told, or with an auction all contracts together."""
    number = experiment.forced.number if experiment.forced else None
    return [row for row in rows if row["number"] == number]


def figure(experiment: Experiment, tally: Crossed, rows: list[Row]) -> Figure:
    """Return the figure of a grid."""
    import pandas as pd

    from mighty_sim.figures import grid
    from mighty_sim.repeat import caption

    first, second = tally.measures
    frame = pd.DataFrame(chosen(experiment, rows))
    number = experiment.forced.number if experiment.forced else None
    return grid(
        frame[frame[first.name].notna() & frame[second.name].notna()],
        rows=first.name,
        columns=second.name,
        title=f"{'Contracts made' if number is None else f'{number} points or more'} by {first.name} and {second.name}",
        caption=caption(experiment, tally.deals),
        row_words=first.name,
        column_words=second.meaning,
    )


def _title(experiment: Experiment, tally: Crossed, when: str) -> list[str]:
    """Return what was played, in lines."""
    first, second = tally.measures
    lines = title_lines(experiment, tally.measures, tally.deals, when)
    forced = experiment.forced
    reached = f"that the declarer's side takes {forced.number} or more" if forced else "that the contract is made"
    return [*lines, *click.wrap_text(f"a cell: chance, in %, {reached}; rows: {first.name}, columns: {second.name}", 80)
            .splitlines()]  # fmt: skip


def _notes(experiment: Experiment, cells: list[Row]) -> list[str]:
    """Return what a reader has to know, in lines."""
    from mighty_sim.strength import THIN

    everywhere = "" if "," in experiment.line_up else " at every seat"
    notes = [
        "In a cell of the rates: the rate, its 95 % Wilson interval, n deals.",
        f"Rates hold for {experiment.line_up}{everywhere} and this table, not for Mighty as such.",
    ]
    return [*notes, f"* fewer than {THIN} deals: the rate says little."] if any(row["thin"] for row in cells) else notes


def _rate_cell(between: str) -> Callable[[Row], str]:
    """Return what writes a cell: rate, interval and n."""
    return lambda row: between.join([_percent(row["rate"]) + "*" * row["thin"], interval(row), f"n {row['n']:,}"])


def _percent(part: float) -> str:
    """Return a part in percent."""
    from mighty_sim.cli.output import percent

    return percent(part)


def _parts(
    tally: Crossed, cells: list[Row], width: int | None, text: Callable[[Row], str]
) -> list[tuple[list[Column], list[Row]]]:
    """Return a grid as tables that fit the width: a line a class of the first measure, a column one of the second."""
    from mighty_sim.cli.output import Column

    first, second = tally.measures
    lines: dict[str, Row] = {}
    for row in cells:
        name = _class(first, row)
        lines.setdefault(name, {"class": name})[_class(second, row)] = text(row)
    every = {_class(second, row): row[second.name] for row in cells}
    names = sorted(every, key=lambda name: (every[name] is None, every[name] or 0))
    shown = list(lines.values())
    heading = Column("class", f"{first.name} by {second.name}")
    room = width_of([heading], shown) + _GAP
    widest = _GAP + max(width_of([Column(name)], [line for line in shown if name in line]) for name in names)
    size = evenly(len(names), (width - room + _GAP) // widest) if width else len(names)
    parts = [names[start : start + size] for start in range(0, len(names), size)]
    return [
        ([heading, *(Column(name, right=True) for name in part)], [line for line in shown if {*part} & {*line}])
        for part in parts
    ]


def _class(measure: Measure, row: Row) -> str:
    """Return the class of a measure that a row has, as a person reads it."""
    low, high = row[measure.name], row[f"{measure.name}_to"]
    return _ALL if low is None else measure.class_text(low, high)
