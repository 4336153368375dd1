"""`mighty-sim run`: play deals and keep a row for each."""

from __future__ import annotations

from pathlib import Path

import click

from mighty_sim.cli.dealing_options import Wished, dealing_options
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
from mighty_sim.cli.run_options import (
    command_line,
    experiments,
    folders,
    leave,
    limits_options,
    match_option,
    match_settings,
    out_option,
)
from mighty_sim.cli.studies import StudyName, print_list, run_study


@click.command("run")
@click.argument("study", metavar="[STUDY]", required=False, type=StudyName())
@click.option("--list", "listed", is_flag=True, help="List the studies that have a name, with their questions.")
@table_option
@set_option
@strategy_option
@deals_option("1M")
@seed_option
@threads_option
@limits_options("the contracts made")
@declarer_options("auction")
@dealing_options
@match_option
@out_option
@on_fault_option
@quiet_option
@debug_option
def command(
    study: str | None,
    listed: bool,
    table: str,
    settings: tuple[str, ...],
    strategy: str,
    deals: int,
    seed: int,
    threads: int,
    precision: float | None,
    time: float | None,
    declarer: str,
    seat: int | None,
    number: int | None,
    wished: Wished,
    match: int | None,
    out: Path | None,
    on_fault: str,
) -> None:
    """Play deals and write one row for each to a folder of Parquet files; print the folder's path.

    A file holds up to 1,048,576 deals. What the folder has is not played again, so a run that was stopped
    goes on, and a longer one adds to a shorter one. pandas reads the folder, DuckDB and polars its *.parquet files. A
    sweep over a parameter plays one strategy after the other, each into a folder of its own.

    STUDY is a question about the game as a file, or the name of one of --list: it is played, and its page printed.

    \b
    Examples:
      mighty-sim run joker-at-the-ends --deals 20k
      mighty-sim run --deals 1M --seed 1 --out results/first
      mighty-sim run --strategy greedy,random,greedy,random,greedy --deals 20k
      mighty-sim run --hand "SA JK" --deals 20k
      mighty-sim run --table ./mine.toml --deals 20k
      mighty-sim run --precision 0.001 --time 5m --deals 100M
      mighty-sim run --table penalty-5 --deals 20k --match 10
      mighty-sim run --strategy mine.py:boldness=0.3..0.9/7 --out results/sweep
    """
    if listed:
        print_list()
        return
    if study is not None:
        run_study(study, deals, threads, out)
        return
    from mighty_sim.cli import PROGRAM
    from mighty_sim.cli.progress import Progress
    from mighty_sim.limits import Limits
    from mighty_sim.runner import Request, run
    from mighty_sim.workers import in_pure_python

    settings = match_settings(match, settings)
    limits, short = Limits(precision, time), False
    ways = {"in_matches": match is not None, "on_fault": on_fault}
    declaring = wished.seat_declaring(declarer, seat)
    found = experiments(table, strategy, seed, declarer, declaring, number, settings, **ways)
    wanted = [wished.of(experiment, seat) for experiment in found]
    for experiment, folder in zip(wanted, folders(wanted, out), strict=True):
        with Progress(players=in_pure_python(experiment)) as progress:
            outcome = run(
                Request(experiment, deals, folder, threads, command_line(PROGRAM), limits), watch=progress.watch
            )
        click.echo(str(folder))
        progress.tell(outcome, None, faults=on_fault != ON_FAULT[0])
        short |= outcome.short
    leave(short)
