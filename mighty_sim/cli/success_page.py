"""The page of `mighty-sim success`: what was played, the rates with their intervals, and what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import click

from mighty_sim.cli.options import ON_FAULT, replaced_text

if TYPE_CHECKING:
    from mighty_sim.cli.output import Column
    from mighty_sim.experiment import Experiment
    from mighty_sim.runner import Outcome
    from mighty_sim.strength import Measure, Row, Successes

_GAP = 3


def print_page(
    experiment: Experiment, tally: Successes, outcome: Outcome, when: str, rows: list[Row], format: str
) -> None:
    """Print rows of `surface` or `contracts` for a person, as a table or as Markdown.

    A wide table is parted where the terminal ends; Markdown never is.
    """
    from mighty_sim.cli.output import write_rows

    if experiment.forced:
        parts = _surface(tally.measure, rows, get_terminal_size().columns if format == "table" else None)
    else:
        parts = [_contracts(tally.measure, rows)]
    line_break = "\n" if format == "table" else "  \n"
    title, notes = line_break.join(_title(experiment, tally, when)), _notes(experiment, rows, format)
    if experiment.dealing:
        from mighty_sim.hands import sentences

        told = " ".join(sentences(experiment.rules, experiment.seed, experiment.dealing))
        notes += click.wrap_text(told, 80).splitlines()
    notes += more_notes(experiment, outcome, tally.deals)
    for place, (columns, lines) in enumerate(parts, 1):
        last = place == len(parts)
        write_rows(lines, columns, format, title if place == 1 else None, notes if last else ())
        if not last:
            click.echo()


def more_notes(experiment: Experiment, outcome: Outcome, deals: int) -> list[str]:
    """Return what else there is to say of a run, in lines: what ended it, and its faults."""
    notes = [f"Stopped: {outcome.ended}."] if outcome.ended else []
    if experiment.on_fault != ON_FAULT[0]:
        told = replaced_text(outcome.faults, outcome.faulty, deals)
        notes += click.wrap_text(f"{told}.", 80).splitlines()
    return notes


def title_lines(experiment: Experiment, measures: Sequence[Measure], deals: int, when: str) -> list[str]:
    """Return what was played, in lines."""
    from mighty_sim.rules import changed

    forced = experiment.forced
    hand = "as dealt" if when == "dealt" else "after the exchange"
    lines = [
        f"Success by {' and '.join(measure.name for measure in measures)} of the declarer's hand {hand}",
        *(f"{measure.name}: {measure.meaning}" for measure in measures),
        f"table {experiment.rules.name}, strategy {experiment.line_up}, {deals:,} deals of seed {experiment.seed}",
    ]
    if changes := changed(experiment.rules):
        lines += click.wrap_text(f"{experiment.rules.name} changed: {', '.join(changes)}", 80).splitlines()
    if forced is None:
        return [*lines, "the bidding decides who declares"]
    return [*lines, f"seat {forced.seat} declares every deal; the players are told that it bid {forced.number}"]


def _title(experiment: Experiment, tally: Successes, when: str) -> list[str]:
    """Return what was played and what the numbers are, in lines."""
    lines = title_lines(experiment, [tally.measure], tally.deals, when)
    if experiment.forced is None:
        return [*lines[:-1], f"{lines[-1]}; a row is a contract as it was played"]
    least = experiment.rules.auction.min_number
    return [*lines, f"{least}+ and so on: chance, in %, that the declarer's side takes so many or more"]


def _notes(experiment: Experiment, rows: list[Row], format: str) -> list[str]:
    """Return what a reader has to know, in lines."""
    from mighty_sim.strength import THIN

    what, where = ("class", "Below" if format == "table" else "Beside") if experiment.forced else ("row", "Beside")
    everywhere = "" if "," in experiment.line_up else " at every seat"
    notes = [
        f"Share and n: the {what}'s part of all deals, in %, and its number of deals.",
        f"{where} each rate: its 95 % Wilson interval.",
        f"Rates hold for {experiment.line_up}{everywhere} and this table, not for Mighty as such.",
    ]
    thin = any(row["thin"] for row in rows)
    return [*notes, f"* fewer than {THIN} deals: the rate says little."] if thin else notes


def _surface(measure: Measure, rows: list[Row], width: int | None) -> list[tuple[list[Column], list[Row]]]:
    """Return the surface as tables that fit the width: a line a class, a column a number, parted evenly.

    Without a width it is one table, and each rate stands before its interval, not over it.
    """
    from mighty_sim.cli.output import Column
    from mighty_sim.strength import pages

    lines = [_class_line(measure, page, "\n" if width else " ") for page in pages(rows)]
    fixed = [Column("strength", measure.name), Column("share", right=True), Column("n", right=True)]
    names = [name for name in lines[0] if name not in ("strength", "share", "n")]
    cell = _GAP + max(width_of([Column(name)], lines) for name in names)
    size = evenly(len(names), (width - width_of(fixed, lines)) // cell) if width else len(names)
    return [
        ([*fixed, *(Column(name, right=True) for name in names[start : start + size])], lines)
        for start in range(0, len(names), size)
    ]


def _class_line(measure: Measure, page: list[Row], between: str) -> Row:
    """Return the line of one class: its share and n, and for each number the rate and its interval."""
    from mighty_sim.cli.output import percent

    first = page[0]
    cells = {f"{row['number']}+": f"{percent(row['rate'])}{between}{interval(row)}" for row in page}
    share, n = percent(first["share"]), f"{first['n']:,}"
    return {"strength": _strength(measure, first), "share": share, "n": n, **cells}


def _contracts(measure: Measure, rows: list[Row]) -> tuple[list[Column], list[Row]]:
    """Return the list of contracts, class by class, as one table."""
    from mighty_sim.cli.output import Column

    numbers = {"contract": "contract", "share": "share", "n": "n", "made": "made", "rate": "rate %"}
    columns = [
        Column("strength", measure.name),
        *(Column(name, heading, right=True) for name, heading in numbers.items()),
        Column("interval", "95 % interval", right=True),
    ]
    return columns, [_contract_line(measure, row) for row in rows]


def _contract_line(measure: Measure, row: Row) -> Row:
    """Return the line of one class and contract."""
    from mighty_sim.cli.output import percent

    return {
        "strength": _strength(measure, row),
        "contract": "all" if row["number"] is None else str(row["number"]),
        "share": percent(row["share"]),
        "n": f"{row['n']:,}",
        "made": f"{row['made']:,}",
        "rate": percent(row["rate"]),
        "interval": interval(row),
    }


def _strength(measure: Measure, row: Row) -> str:
    """Return the class of a row as a person reads it, marked if it is thin."""
    low, high = row["strength"], row["strength_to"]
    text = "all" if low is None else measure.class_text(low, high)
    return f"{text}*" if row["thin"] else text


def interval(row: Row) -> str:
    """Return the interval of a rate in percent."""
    from mighty_sim.cli.output import percent

    return f"{percent(row['rate_low'])}–{percent(row['rate_high'])}"


def width_of(columns: list[Column], lines: list[Row]) -> int:
    """Return how wide a table of these columns is."""
    widest = [
        max(len(part) for line in lines for part in column.show(line).split("\n")) for column in columns
    ]
    headings = [len(column.title) for column in columns]
    return sum(map(max, widest, headings)) + _GAP * (len(columns) - 1)


def evenly(count: int, fitting: int) -> int:
    """Return how many of `count` columns to put into each part, at most `fitting`, at least one."""
    parts = -(-count // max(1, fitting))
    return -(-count // parts)
