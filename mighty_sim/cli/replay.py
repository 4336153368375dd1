"""`mighty-sim replay`: any deal again, trick by trick."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click

from mighty_sim.cli.options import (
    DealList,
    NearestChoice,
    debug_option,
    declarer_options,
    quiet_option,
    seed_option,
    strategy_option,
    table_option,
)

FORMATS = ("text", "json")


@click.command("replay")
@table_option
@strategy_option
@seed_option
@click.option(
    "--deals",
    type=DealList(),
    default="0",
    show_default=True,
    help="A deal's number, a range (0:2000 is 0 to 1999), or a list with commas between.",
)
@declarer_options("auction")
@click.option(
    "--format",
    type=NearestChoice("format", FORMATS),
    default="text",
    show_default=True,
    help="text to read; json is one object a deal, a line each.",
)
@quiet_option
@debug_option
def command(
    table: str,
    strategy: str,
    seed: int,
    deals: Sequence[int],
    declarer: str,
    seat: int,
    number: int | None,
    format: str,
) -> None:
    """Play deals again and show them: the hands, the bidding, every trick, and how the score came about.

    The same table, strategies and seed give the same deal as in every other command; for a row of `success`
    or of a `run` with a forced declarer, give the same --declarer, --seat and --number.

    \b
    Examples:
      mighty-sim replay --deals 17
      mighty-sim replay --strategy random --seed 1 --deals 0:2000 --format json
      mighty-sim replay --declarer forced --number 15 --deals 3,5
    """
    os.environ["NUMBA_DISABLE_JIT"] = "1"  # the log of a deal is made by the kernels as plain Python
    from mighty_sim.experiment import from_names
    from mighty_sim.record import to_json, to_text
    from mighty_sim.replay import Replayer

    replayer = Replayer(from_names(table, strategy, seed, declarer, seat, number))
    for place, deal in enumerate(deals):
        record = replayer.deal(deal)
        if format == "json":
            click.echo(to_json(record))
        else:
            click.echo(("\n" + "=" * 78 + "\n\n" if place else "") + to_text(record), nl=False)
