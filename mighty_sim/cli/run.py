"""`mighty-sim run`: play deals and keep a row for each."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from mighty_sim.cli.options import (
    deals_option,
    debug_option,
    declarer_options,
    quiet_option,
    seed_option,
    set_option,
    strategy_option,
    table_option,
    threads_option,
)
from mighty_sim.cli.run_options import command_line, match_option, match_settings, out_option


@click.command("run")
@table_option
@set_option
@strategy_option
@deals_option("1M")
@seed_option
@threads_option
@declarer_options("auction")
@match_option
@out_option
@quiet_option
@debug_option
def command(
    table: str,
    settings: tuple[str, ...],
    strategy: str,
    deals: int,
    seed: int,
    threads: int,
    declarer: str,
    seat: int | None,
    number: int | None,
    match: int | None,
    out: Path | None,
) -> None:
    """Play deals and write one row for each to a folder of Parquet files; print the folder's path.

    A file holds up to 1,048,576 deals. What the folder has is not played again, so a run that was stopped
    goes on, and a longer one adds to a shorter one. pandas, DuckDB and polars read the folder as it is.

    \b
    Examples:
      mighty-sim run --deals 1M --seed 1 --out results/first
      mighty-sim run --strategy greedy,random,greedy,random,greedy --deals 20k
      mighty-sim run --table ./mine.toml --deals 20k
      mighty-sim run --table penalty-5 --deals 20k --match 10
    """
    from mighty_sim.cli import PROGRAM
    from mighty_sim.cli.progress import Progress
    from mighty_sim.experiment import from_names
    from mighty_sim.runner import Request, run

    settings = match_settings(match, settings)
    experiment = from_names(table, strategy, seed, declarer, seat, number, settings)
    if match:
        experiment = replace(experiment, in_matches=True)
    folder = out or Path("results") / experiment.slug
    with Progress() as progress:
        outcome = run(
            Request(experiment, deals, folder, threads, command_line(PROGRAM)), watch=progress.watch
        )
    click.echo(str(folder))
    progress.tell(outcome, None)
