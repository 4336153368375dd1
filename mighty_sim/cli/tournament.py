"""`mighty-sim tournament`: which strategy is stronger, with the same deals and every seat for all."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mighty_sim.cli.options import (
    ON_FAULT,
    StrategyNames,
    TableName,
    deals_option,
    debug_option,
    faults_text,
    format_option,
    is_quiet,
    on_fault_option,
    quiet_option,
    seed_option,
    set_option,
    threads_option,
)
from mighty_sim.cli.run_options import keep_figure, keep_option, out_option, plot_option
from mighty_sim.errors import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from mighty_sim.contest import Tournament

#: The word that means every shipped table.
EVERY_TABLE = "ALL"


@click.command("tournament")
@click.argument("contestants", metavar="STRATEGY...", nargs=-1, type=StrategyNames())
@click.option(
    "--table",
    "tables",
    type=TableName(),
    multiple=True,
    default=("standard",),
    show_default=True,
    help="Rules to play by: a table's name or .toml file, or ALL shipped ones; may be given several times.",
)
@set_option
@deals_option("100k")
@seed_option
@threads_option
@click.option("--pairs", "only_pairs", is_flag=True, help="Print every two contestants instead of the standings.")
@out_option
@keep_option
@plot_option
@format_option
@on_fault_option
@quiet_option
@debug_option
def command(
    contestants: tuple[str, ...],
    tables: tuple[str, ...],
    settings: tuple[str, ...],
    deals: int,
    seed: int,
    threads: int | None,
    only_pairs: bool,
    out: Path | None,
    keep: str,
    plot: Path | None,
    format: str,
    on_fault: str,
) -> None:
    """Let strategies play the same deals, each in every seat, and rank them by score.

    A contestant is a strategy's name or path, with parameters if need be (mine.py:boldness=0.7); a sweep
    (mine.py:boldness=0.3..0.9/4) stands for several. The contestants are set round the table and moved on seat by seat,
    in several orders if there are more than two, and every such line-up plays every deal. Intervals and comparisons
    take a deal with all its plays as one observation. Several tables, or --table ALL, hold a tournament at each and
    show the standings; one table alone also shows how often each contestant declares and makes its contracts, what it
    scores as declarer, friend and defender, and every two contestants compared.

    The standings, the pairs and the scores of the deals are kept as Parquet files; the same tournament asked for again
    is read and not played.

    \b
    Examples:
      mighty-sim tournament greedy random
      mighty-sim tournament greedy random ./mine.py --table penalty-6 --deals 20k
      mighty-sim tournament greedy random --table standard --table penalty-5
      mighty-sim tournament greedy random --table ALL --format csv > standings.csv
    """
    from mighty_sim.cli.progress import Progress
    from mighty_sim.contest import from_names, play
    from mighty_sim.rules import table_names

    if out and keep == "none":
        raise InputError("--keep none writes no rows, so it cannot go with --out")
    named = [name for text in tables for name in (table_names() if text.upper() == EVERY_TABLE else [text])]
    contests = [
        from_names(name, contestants, seed, deals, settings, on_fault) for name in dict.fromkeys(named)
    ]
    called = [contest.rules.name for contest in contests]
    for name in called:
        if called.count(name) > 1:
            raise InputError(f"several tables are called {name!r}; in one tournament each needs a name of its own")
    part = "pairs" if only_pairs else "standings" if len(contests) > 1 else "all"
    played = []
    for contest in contests:
        folder = (out / contest.rules.name if len(contests) > 1 else out) if out else Path("results") / contest.slug
        kept_in = None if keep == "none" else folder
        with Progress(players=[one.name for one in contest.contestants if not one.compiled]) as progress:
            found = play(contest, kept_in, threads or 0, progress.watch)
        played.append(found)
        _show(found, format, part)
        keep_figure(plot, partial(_figure, found), found.contest.rules.name if len(contests) > 1 else "")
        progress.tell(found.outcome, str(kept_in) if kept_in else None)
        if on_fault != ON_FAULT[0] and not is_quiet(click.get_current_context()):
            click.echo(faults_text(found.outcome.faults, found.outcome.faulty, deals), err=True)
    _conclude(played, format, part)


def _figure(found: Tournament) -> Figure:
    """Return the figure of a tournament: who beats whom."""
    from mighty_sim.figures import cross_table

    contest = found.contest
    caption = f"Table {contest.rules.name} · {contest.deals:,} deals of seed {contest.seed}"
    return cross_table(
        found.standings, found.pairs, title="Who beats whom", caption=caption, charged=contest.charged
    )


def _show(found: Tournament, format: str, part: str) -> None:
    """Print the page of a tournament, where pages are asked for."""
    from mighty_sim.cli.tournament_page import print_page

    if format in ("table", "markdown"):
        print_page(found, format, part)
        click.echo()


def _conclude(played: list[Tournament], format: str, part: str) -> None:
    """Print what the words on the pages mean, or the rows of all tournaments in full precision."""
    from mighty_sim.cli.output import Column, write_rows
    from mighty_sim.cli.tournament_page import legend

    if format in ("table", "markdown"):
        click.echo("\n".join(legend(played, part)))
        return
    rows = [
        {"table": found.contest.rules.name, **row}
        for found in played
        for row in (found.pairs if part == "pairs" else found.standings).to_dict("records")
    ]
    write_rows(rows, [Column(str(name)) for name in rows[0]], format)
