"""`mighty-sim summarize`: a folder of rows as a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mighty_sim.cli.options import FolderPath, debug_option, format_option, quiet_option, replaced_text
from mighty_sim.cli.run_options import keep_figure, plot_option, when_option

if TYPE_CHECKING:
    from mighty_sim.cli.output import Column, Row
    from mighty_sim.summary import Summary


@click.command("summarize")
@click.argument("folder", type=FolderPath())
@click.option(
    "--by",
    default="contract",
    show_default=True,
    metavar="KEY[,KEY...]",
    help="What to group by; points/5 is in classes of five. An empty text gives one row.",
)
@click.option(
    "--rate",
    "rates",
    default="made",
    show_default=True,
    metavar="KEY[,KEY...]",
    help="How often a key is true, in each group; an empty text gives none.",
)
@click.option(
    "--mean",
    "means",
    default="points,score,redeals",
    show_default=True,
    metavar="KEY[,KEY...]",
    help="The mean of an amount, in each group; an empty text gives none.",
)
@click.option(
    "--distribution",
    metavar="KEY",
    help="Instead of rates and means: how often each value of a key came in each group.",
)
@click.option(
    "--only",
    multiple=True,
    metavar="KEY=VALUE[,VALUE...]",
    help="Count only such deals: contract=15,16 or points=12..14 or strain=S; several options must all hold.",
)
@when_option
@plot_option
@format_option
@quiet_option
@debug_option
def command(
    folder: Path,
    by: str,
    rates: str,
    means: str,
    distribution: str | None,
    only: tuple[str, ...],
    when: str,
    plot: Path | None,
    format: str,
) -> None:
    """Group the deals in FOLDER; show how many there are, how often the contract was made, points and score.

    \b
    Keys:
      contract, strain, made, margin        the contract played; margin: points
                                            above it
      bid, bid_strain, redeals              the bidding
      raised, changed, multiplier           number and strain after the auction;
                                            doublings
      declarer, dealer, after_dealer        seats; how far the declarer sits
                                            after the dealer
      friend_call, friends, alone           how the friend was called; how many
                                            there were
      points, discard_points, score         points of the declarer's side; the
                                            declarer's score
      mighty_seat, joker_seat               who was dealt it: declarer, friend,
                                            defender, kitty
      mighty_seats, joker_seats             with two packs, in which seats
      point_cards, trumps, tricks,          strength of the declarer's hand, at
        weakness                            the time of --when
      points_dealt, points_exchanged, ...   the same by their columns' names, at
                                            either time
      deal, match                           their numbers; deal/100000 in
                                            blocks
      score_0, ..., match_deal, total_0,    other columns that a run may have:
        ..., faults, tried                  results/README.md tells of them

    Rates are of made, alone and changed; means of amounts.

    \b
    Examples:
      mighty-sim summarize results/first --by contract,strain
      mighty-sim summarize results/first --by tricks/1 --when exchanged
      mighty-sim summarize results/first --by strain --rate alone --mean margin
      mighty-sim summarize results/first --distribution points --by contract
      mighty-sim summarize results/first --by strain --plot strains.svg
      mighty-sim summarize results/first --only contract=15.. --only strain=N
    """
    from mighty_sim.cli.output import Column, write_rows
    from mighty_sim.summary import summarize

    found = summarize(folder, by, when, rates=rates, means=means, distribution=distribution, only=only)
    keep_figure(plot, found.plot)
    if format in ("csv", "json"):
        write_rows(found.frame.to_dict("records"), [Column(str(name)) for name in found.frame.columns], format)
    else:
        print_summary(found, format)


def print_summary(found: Summary, format: str, title: str | None = None) -> None:
    """Print a summary for a person, as a table or as Markdown; its title names the folder, unless another is given."""
    from mighty_sim.cli.output import write_rows

    rows = found.frame.to_dict("records")
    between = "\n" if format == "table" else " "
    notes = list(found.notes)
    if found.faults is not None:
        notes.append(f"{replaced_text(*found.faults, found.deals)}.")
    folded = [line for note in notes for line in click.wrap_text(note, 80).splitlines()]
    write_rows([_read(row, found, between) for row in rows], _columns(found), format, title or found.title, folded)


def _columns(found: Summary) -> list[Column]:
    """Return the columns that a person reads."""
    from mighty_sim.cli.output import Column

    if found.distribution:
        numbers = {"n": "n", "share": "share %", "or_more": "or more %"}
        if "or_more" not in found.frame.columns:
            del numbers["or_more"]
        keys = [*found.by, found.distribution]
    else:
        rates, means = ({f"{name}_rate": f"{name} %" for name in found.rates}, {name: name for name in found.means})
        numbers, keys = {"n": "n", "share": "share %", **rates, **means}, found.by
    return [
        *(Column(name) for name in keys),
        *(Column(f"_{name}", heading, right=True) for name, heading in numbers.items()),
    ]


def _read(row: dict[Any, Any], found: Summary, between: str) -> Row:
    """Return a row as a person reads it; `between` stands between a number and its interval."""
    from mighty_sim.cli.output import percent

    read = row | {"_n": f"{row['n']:,}"}
    if found.distribution:
        more = {"_or_more": percent(row["or_more"], 2)} if "or_more" in row else {}
        return read | {"_share": _rate(row, "share", between)} | more
    rates = {f"_{name}_rate": _rate(row, "rate" if name == "made" else f"{name}_rate", between) for name in found.rates}
    means = {f"_{name}": _mean(row, name, between) for name in found.means}
    return read | {"_share": percent(row["share"], 2)} | rates | means


def _rate(row: dict[Any, Any], name: str, between: str) -> str:
    """Return a rate in percent with its interval."""
    from mighty_sim.cli.output import percent

    return f"{percent(row[name])}{between}{percent(row[f'{name}_low'])}–{percent(row[f'{name}_high'])}"


def _mean(row: dict[Any, Any], name: str, between: str) -> str:
    """Return a mean with half the width of its interval, which one deal alone has not."""
    middle, reach = row[f"{name}_mean"], row[f"{name}_high"] - row[f"{name}_mean"]
    digits = 3 if name == "redeals" else 2
    return f"{middle:.{digits}f}{between}±{reach:.{digits}f}" if reach == reach else f"{middle:.{digits}f}"
