"""`mighty-sim success`: how often a contract is made, by the strength of the declarer's hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mighty_sim.cli.options import (
    ON_FAULT,
    deals_option,
    debug_option,
    declarer_options,
    format_option,
    on_fault_option,
    quiet_option,
    seed_option,
    set_option,
    strategy_option,
    table_option,
    threads_option,
)
from mighty_sim.cli.run_options import (
    by_option,
    command_line,
    experiments,
    folders,
    keep_option,
    out_option,
    when_option,
)
from mighty_sim.errors import InputError

if TYPE_CHECKING:
    from mighty_sim.experiment import Experiment
    from mighty_sim.strength import Row, Successes


@click.command("success")
@table_option
@set_option
@strategy_option
@deals_option("1M")
@seed_option
@threads_option
@by_option
@when_option
@declarer_options("forced")
@out_option
@keep_option
@format_option
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
    by: str,
    when: str,
    declarer: str,
    seat: int | None,
    number: int | None,
    out: Path | None,
    keep: str,
    format: str,
    on_fault: str,
) -> None:
    """Play deals and show how often the declarer's side reaches its points, by the declarer's strength.

    With a forced declarer one seat declares whatever it holds, and one run gives, in every class of strength, the
    chance of reaching each number that the table lets be bid; the players play for --number, by default 2 above the
    least of them, and the page repeats it. With --declarer auction the bidding decides, and the rows are the contracts
    that were played. Deals played before, with the same table, strategies and seed, are read and not played again.
    A sweep over a parameter prints a page for each value, or as csv and json the rows of all, each with its strategy.

    \b
    Examples:
      mighty-sim success --deals 1M
      mighty-sim success --by trumps --when exchanged --number 16
      mighty-sim success --declarer auction --format csv > success.csv
      mighty-sim success --table penalty-6 --set hunter.trigger=lead
    """
    from mighty_sim.cli import PROGRAM
    from mighty_sim.cli.output import Column, write_rows
    from mighty_sim.cli.progress import Progress
    from mighty_sim.cli.success_page import print_page
    from mighty_sim.runner import Request, run
    from mighty_sim.strength import Successes, find_measure
    from mighty_sim.workers import in_pure_python

    if out and keep == "none":
        raise InputError("--keep none writes no rows, so it cannot go with --out")
    measure = find_measure(by)
    rows: list[Row] = []
    wanted = experiments(table, strategy, seed, declarer, seat, number, settings, on_fault=on_fault)
    for place, (experiment, named) in enumerate(zip(wanted, folders(wanted, out), strict=True)):
        folder = None if keep == "none" else named
        tally = Successes(measure, when, experiment.forced is not None)
        with Progress(players=in_pure_python(experiment)) as progress:
            outcome = run(
                Request(experiment, deals, folder, threads, command_line(PROGRAM)), tally, watch=progress.watch
            )
        counted = _rows(experiment, tally)
        if format in ("table", "markdown"):
            click.echo("\n" if place else "", nl=False)
            print_page(experiment, tally, outcome, when, counted, format)
        rows += [{"strategy": experiment.line_up, **row} for row in counted] if len(wanted) > 1 else counted
        progress.tell(outcome, str(folder) if folder else None, faults=on_fault != ON_FAULT[0])
    if format in ("csv", "json"):
        write_rows(rows, [Column(name, right=True) for name in rows[0]], format)


def _rows(experiment: Experiment, tally: Successes) -> list[Row]:
    """Return what was counted, a row for each class and number."""
    from mighty_sim.strength import contracts, surface

    auction = experiment.rules.auction
    return surface(tally, range(auction.min_number, auction.max_number + 1)) if experiment.forced else contracts(tally)
