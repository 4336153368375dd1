"""`mighty-sim success`: how often a contract is made, by the strength of the declarer's hand."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mighty_sim.cli.dealing_options import Wished, dealing_options
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
    keep_figure,
    keep_option,
    leave,
    limits_options,
    out_option,
    plot_option,
    when_option,
)
from mighty_sim.errors import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from mighty_sim.experiment import Experiment
    from mighty_sim.grid import Crossed
    from mighty_sim.runner import Outcome
    from mighty_sim.strength import Row, Successes


@click.command("success")
@table_option
@set_option
@strategy_option
@deals_option("1M")
@seed_option
@threads_option
@limits_options("the chance of --number")
@by_option
@when_option
@declarer_options("forced")
@dealing_options
@out_option
@keep_option
@plot_option
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
    precision: float | None,
    time: float | None,
    by: str,
    when: str,
    declarer: str,
    seat: int | None,
    number: int | None,
    wished: Wished,
    out: Path | None,
    keep: str,
    plot: Path | None,
    format: str,
    on_fault: str,
) -> None:
    """Play deals and show how often the declarer's side reaches its points, by the declarer's strength.

    With a forced declarer one seat declares whatever it holds, and one run gives, in every class of strength, the
    chance of reaching each number that the table lets be bid; the players play for --number, by default 2 above the
    least of them, and the page repeats it. With --declarer auction the bidding decides, and the rows are the contracts
    that were played. Two measures, such as --by trumps,tricks, give a grid: the chance of --number, or of the contract
    that was bid, in every cell; csv and json have every number. Deals played before, with the same table, strategies
    and seed, are read and not played again. A sweep over a parameter prints a page for each value, or as csv and json
    the rows of all, each with its strategy.

    \b
    Examples:
      mighty-sim success --deals 1M
      mighty-sim success --by trumps --when exchanged --number 16
      mighty-sim success --by trumps,tricks --number 16
      mighty-sim success --declarer auction --format csv > success.csv
      mighty-sim success --number 15 --precision 0.002
      mighty-sim success --by trumps --plot success.svg
      mighty-sim success --where "me.holds(JK)" --not "kitty:SA" --deals 100k
      mighty-sim success --table penalty-6 --set hunter.trigger=lead
    """
    from mighty_sim.cli import PROGRAM
    from mighty_sim.cli.output import Column, write_rows
    from mighty_sim.cli.progress import Progress
    from mighty_sim.grid import find_measures, rows_of, tally_of
    from mighty_sim.limits import Limits
    from mighty_sim.runner import Request, run
    from mighty_sim.workers import in_pure_python

    if out and keep == "none":
        raise InputError("--keep none writes no rows, so it cannot go with --out")
    measures = find_measures(by)
    limits, short = Limits(precision, time), False
    rows: list[Row] = []
    declaring = wished.seat_declaring(declarer, seat)
    found = experiments(table, strategy, seed, declarer, declaring, number, settings, on_fault=on_fault)
    wanted = [wished.of(experiment, seat) for experiment in found]
    for place, (experiment, named) in enumerate(zip(wanted, folders(wanted, out), strict=True)):
        folder = None if keep == "none" else named
        tally = tally_of(measures, when, experiment)
        with Progress(players=in_pure_python(experiment)) as progress:
            outcome = run(
                Request(experiment, deals, folder, threads, command_line(PROGRAM), limits), tally, watch=progress.watch
            )
        counted = rows_of(experiment, tally)
        if format in ("table", "markdown"):
            click.echo("\n" if place else "", nl=False)
            _print(experiment, tally, outcome, when, counted, format)
        keep_figure(plot, partial(_figure, experiment, tally, when, counted), experiment.line_up if wanted[1:] else "")
        rows += [{"strategy": experiment.line_up, **row} for row in counted] if len(wanted) > 1 else counted
        progress.tell(outcome, str(folder) if folder else None, faults=on_fault != ON_FAULT[0])
        short |= outcome.short
    if format in ("csv", "json"):
        write_rows(rows, [Column(name, right=True) for name in rows[0]], format)
    leave(short)


def _print(
    experiment: Experiment, tally: Successes | Crossed, outcome: Outcome, when: str, rows: list[Row], format: str
) -> None:
    """Print the page of one measure, or of two."""
    from mighty_sim.cli.grid_page import print_grid
    from mighty_sim.cli.success_page import print_page
    from mighty_sim.grid import Crossed

    if isinstance(tally, Crossed):
        print_grid(experiment, tally, outcome, when, rows, format)
    else:
        print_page(experiment, tally, outcome, when, rows, format)


def _figure(experiment: Experiment, tally: Successes | Crossed, when: str, rows: list[Row]) -> Figure:
    """Return the figure of what was counted: curves against strength, or cells for two measures."""
    import pandas as pd

    from mighty_sim.cli import grid_page
    from mighty_sim.grid import Crossed

    if isinstance(tally, Crossed):
        return grid_page.figure(experiment, tally, rows)
    from mighty_sim.figures import success_curves
    from mighty_sim.repeat import caption

    hand = "as dealt" if when == "dealt" else "after the exchange"
    return success_curves(
        pd.DataFrame(rows),
        title=f"Success by {tally.measure.name}, {experiment.rules.name}",
        caption=caption(experiment, tally.deals),
        measure=f"{tally.measure.name} of the declarer's hand {hand}",
        contracts=experiment.forced is None,
    )
