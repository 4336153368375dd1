"""`mighty-sim summarize`: a folder of rows as a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mighty_sim.cli.options import FolderPath, debug_option, format_option, quiet_option, replaced_text
from mighty_sim.cli.run_options import when_option

if TYPE_CHECKING:
    from mighty_sim.cli.output import Column, Row


@click.command("summarize")
@click.argument("folder", type=FolderPath())
@click.option(
    "--by",
    default="contract",
    show_default=True,
    metavar="KEY[,KEY...]",
    help="What to group by; an empty text gives one row.",
)
@when_option
@format_option
@quiet_option
@debug_option
def command(folder: Path, by: str, when: str, format: str) -> None:
    """Group the deals in FOLDER; show how many there are, how often the contract was made, points and score.

    \b
    Keys:
      contract, strain, made, multiplier    the contract played
      bid, bid_strain, redeals              the bidding
      faults                                wrong answers of a run with
                                            --on-fault first-legal
      declarer, dealer                      seats
      friend_call, friends                  how the friend was called; how many
                                            there were
      points, discard_points                points of the declarer's side
      mighty_seat, joker_seat               with one pack, who was dealt it:
                                            declarer, friend, defender, kitty
      point_cards, trumps, tricks,          strength of the declarer's hand, at
        weakness                            the time of --when
      points_dealt, points_exchanged, ...   the same by their columns' names, at
                                            either time

    \b
    Examples:
      mighty-sim summarize results/first --by contract,strain
      mighty-sim summarize results/first --by tricks,contract --when exchanged
      mighty-sim summarize results/first --by friend_call --format csv
    """
    from mighty_sim.cli.output import Column, write_rows
    from mighty_sim.summary import summarize

    names = [name.strip() for name in by.split(",") if name.strip()]
    table = summarize(folder, names, when)
    rows = table.to_dict("records")
    if format in ("csv", "json"):
        write_rows(rows, [Column(name) for name in table.columns], format)
        return
    title = f"{int(table['n'].sum()):,} deals in {folder}" + (f", by {', '.join(names)}" if names else "")
    between = "\n" if format == "table" else " "
    notes = _notes(names, when, table.attrs["score"])
    if table.attrs["faults"] is not None:
        faults, faulty = table.attrs["faults"]
        told = replaced_text(faults, faulty, int(table["n"].sum()))
        notes.append(f"{told}.")
    write_rows([_read(row, between) for row in rows], _columns(names), format, title, notes)


def _columns(names: list[str]) -> list[Column]:
    """Return the columns that a person reads."""
    from mighty_sim.cli.output import Column

    numbers = {"n": "n", "share": "share", "rate": "made %", "points_mean": "points", "score_mean": "score"}
    return [
        *(Column(name) for name in names),
        *(Column(f"_{name}", heading, right=True) for name, heading in numbers.items()),
        Column("_redeals", "redeals", right=True),
    ]


def _read(row: dict[Any, Any], between: str) -> Row:
    """Return a row as a person reads it; `between` stands between a number and its interval."""
    from mighty_sim.cli.output import percent

    interval = f"{percent(row['rate_low'])}–{percent(row['rate_high'])}"
    return row | {
        "_n": f"{row['n']:,}",
        "_share": percent(row["share"], 2),
        "_rate": f"{percent(row['rate'])}{between}{interval}",
        "_points_mean": _mean(row, "points", between),
        "_score_mean": _mean(row, "score", between),
        "_redeals": f"{row['redeals_mean']:.3f}",
    }


def _mean(row: dict[Any, Any], name: str, between: str) -> str:
    """Return a mean with half the width of its interval, which one deal alone has not."""
    middle, reach = row[f"{name}_mean"], row[f"{name}_high"] - row[f"{name}_mean"]
    return f"{middle:.2f}{between}±{reach:.2f}" if reach == reach else f"{middle:.2f}"


def _notes(names: list[str], when: str, score: str) -> list[str]:
    """Return what a reader has to know, in lines; `score` tells what the declarer's score is at the run's table."""
    from mighty_sim.summary import TIMED

    notes = [
        "Share: % of all deals. Points: of the declarer's side.",
        f"Score: {score}.",
        "With them: a rate's 95 % Wilson interval; the reach of a mean's 95 % interval.",
    ]
    timed = [name for name in names if name in TIMED]
    if timed:
        hand = "the hand as dealt" if when == "dealt" else "the cards kept in the exchange"
        notes.append(f"{', '.join(timed)}: of {hand}; tricks in tricks, weakness in points.")
    return notes
