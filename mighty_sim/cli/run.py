"""`mighty-sim run`: play deals and keep a row for each."""

from __future__ import annotations

from pathlib import Path

import click

from mighty_sim.cli.options import (
    ON_FAULT,
    deals_option,
    debug_option,
    declarer_options,
    on_fault_option,
    quiet_option,
    seed_option,
    set_option,
    strategy_option,
    table_option,
    threads_option,
)
from mighty_sim.cli.run_options import command_line, experiments, folders, match_option, match_settings, out_option


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
@on_fault_option
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
    on_fault: str,
) -> None:
    """Play deals and write one row for each to a folder of Parquet files; print the folder's path.

    A file holds up to 1,048,576 deals. What the folder has is not played again, so a run that was stopped
    goes on, and a longer one adds to a shorter one. pandas, DuckDB and polars read the folder as it is. A sweep over
    a parameter plays one strategy after the other, each into a folder of its own.

    \b
    Examples:
      mighty-sim run --deals 1M --seed 1 --out results/first
      mighty-sim run --strategy greedy,random,greedy,random,greedy --deals 20k
      mighty-sim run --table ./mine.toml --deals 20k
      mighty-sim run --table penalty-5 --deals 20k --match 10
      mighty-sim run --strategy mine.py:boldness=0.3..0.9/7 --out results/sweep
    """
    from mighty_sim.cli import PROGRAM
    from mighty_sim.cli.progress import Progress
    from mighty_sim.runner import Request, run
    from mighty_sim.workers import in_pure_python

    settings = match_settings(match, settings)
    ways = {"in_matches": match is not None, "on_fault": on_fault}
    wanted = experiments(table, strategy, seed, declarer, seat, number, settings, **ways)
    for experiment, folder in zip(wanted, folders(wanted, out), strict=True):
        with Progress(players=in_pure_python(experiment)) as progress:
            outcome = run(
                Request(experiment, deals, folder, threads, command_line(PROGRAM)), watch=progress.watch
            )
        click.echo(str(folder))
        progress.tell(outcome, None, faults=on_fault != ON_FAULT[0])
