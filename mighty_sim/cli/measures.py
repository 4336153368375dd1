"""`mighty-sim measures`: what the measures of strength are, and which of them predicts success best."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mighty_sim.cli.options import (
    deals_option,
    debug_option,
    declarer_options,
    format_option,
    quiet_option,
    seed_option,
    set_option,
    strategy_option,
    table_option,
    threads_option,
)
from mighty_sim.cli.run_options import keep_figure, plot_option, when_option

if TYPE_CHECKING:
    from mighty_sim.ranking import Ranking

_WIDTH = 80


@click.group("measures")
def command() -> None:
    """The measures of strength that --by knows, and which of them predicts success best.

    \b
    Examples:
      mighty-sim measures list
      mighty-sim measures rank
    """


@command.command("list")
@format_option
@quiet_option
@debug_option
def list_measures(format: str) -> None:
    """List the measures of a hand's strength: what each is, how it is reckoned, and its classes.

    \b
    Examples:
      mighty-sim measures list
      mighty-sim measures list --format json
    """
    from mighty_sim.cli.output import Column, write_rows
    from mighty_sim.strength import MEASURES

    rows = [
        {
            "measure": measure.name,
            "unit": measure.unit,
            "class_width": measure.step / measure.per,
            "stored_per_unit": measure.per,
            "meaning": measure.in_full,
        }
        for measure in MEASURES.values()
    ]
    if format != "table":
        write_rows(rows, [Column(name) for name in rows[0]], format)
        return
    for row in rows:
        click.echo(f"{row['measure']}, in {row['unit']}; a class is {row['class_width']:g} wide")
        click.echo(click.wrap_text(str(row["meaning"]), _WIDTH, "  ", "  ") + "\n")
    click.echo("Of the hand as dealt, or of the cards kept. 'measures rank' compares them.")


@command.command("rank")
@table_option
@set_option
@strategy_option
@deals_option("200k")
@seed_option
@threads_option
@when_option
@declarer_options("forced")
@plot_option
@format_option
@quiet_option
@debug_option
def rank_measures(
    table: str,
    settings: tuple[str, ...],
    strategy: str,
    deals: int,
    seed: int,
    threads: int | None,
    when: str,
    declarer: str,
    seat: int | None,
    number: int | None,
    plot: Path | None,
    format: str,
) -> None:
    """Rank the measures of strength, and every two of them, by how well they predict success.

    All are judged by the same deals: how well their classes tell hands that reach --number (with --declarer auction:
    their contract) from hands that do not, and how much of the uncertainty and of the points they explain. No rows are
    kept.

    \b
    Examples:
      mighty-sim measures rank
      mighty-sim measures rank --table penalty-5 --number 16
      mighty-sim measures rank --declarer auction --when exchanged --format csv
    """
    from mighty_sim.cli.output import Column, write_rows
    from mighty_sim.cli.progress import Progress
    from mighty_sim.experiment import from_names
    from mighty_sim.ranking import play
    from mighty_sim.workers import in_pure_python

    experiment = from_names(table, strategy, seed, declarer, seat, number, settings)
    with Progress(players=in_pure_python(experiment)) as progress:
        found = play(experiment, deals, when, threads or 0, progress.watch)
    if format in ("csv", "json"):
        write_rows(found.rows, [Column(name, right=True) for name in found.rows[0]], format)
    else:
        print_ranking(found, format)
    keep_figure(plot, partial(found.plot))
    progress.tell(found.outcome, None)


def print_ranking(found: Ranking, format: str) -> None:
    """Print a ranking for a person."""
    from mighty_sim.cli.output import Column, write_rows

    columns = [
        Column("place", "", right=True),
        Column("measure"),
        Column("told", "told apart", right=True),
        Column("ahead", "ahead", right=True),
        Column("explained", "explained", right=True),
        Column("points", "of points", right=True),
    ]
    lines = [_line(row) for row in found.rows]
    first = found.rows[0]
    made = f"{first['made']:,} of {first['n']:,} hands succeed"
    title = [f"{found.title}, in %", *click.wrap_text(f"{found.caption}; {made}", _WIDTH).splitlines()]
    notes = [line for note in found.notes for line in click.wrap_text(note, _WIDTH).splitlines()]
    write_rows(lines, columns, format, ("\n" if format == "table" else "  \n").join(title), notes)


def _line(row: dict[str, Any]) -> dict[str, Any]:
    """Return the line of one measure."""
    ahead = "" if row["separated"] is None else _reach(row, "ahead", "+.2f") + "*" * row["separated"]
    return {
        "place": row["place"],
        "measure": row["measure"],
        "told": _reach(row, "auc", ".2f"),
        "ahead": ahead,
        "explained": _reach(row, "explained", ".1f"),
        "points": _reach(row, "points_explained", ".1f"),
    }


def _reach(row: dict[str, Any], name: str, form: str) -> str:
    """Return a share in percent with the reach of its interval."""
    value, high = 100 * row[name], 100 * row[f"{name}_high"]
    if value != value:
        return ""
    text = format(value, form)
    return text if high != high else f"{text} ±{abs(high - value):{form.lstrip('+')}}"
