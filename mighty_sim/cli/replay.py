"""`mighty-sim replay`: any deal again, trick by trick."""

from __future__ import annotations

from collections.abc import Sequence

import click

from mighty_sim.cli.options import (
    DealList,
    NearestChoice,
    debug_option,
    declarer_options,
    quiet_option,
    seed_option,
    set_option,
    strategy_option,
    table_option,
)

FORMATS = ("text", "json")


@click.command("replay")
@table_option
@set_option
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
    settings: tuple[str, ...],
    strategy: str,
    seed: int,
    deals: Sequence[int],
    declarer: str,
    seat: int | None,
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
      mighty-sim replay --table penalty-5 --set joker.last_card=with_power --deals 17
    """
    from mighty_sim.child import uncompiled
    from mighty_sim.experiment import from_names, refuse_needless
    from mighty_sim.record import to_json, to_text

    refuse_needless(declarer, seat, number)
    with uncompiled():
        from mighty_sim.replay import Replayer

    replayer = Replayer(from_names(table, strategy, seed, declarer, seat, number, settings))
    for place, deal in enumerate(deals):
        record = replayer.deal(deal)
        if format == "json":
            click.echo(to_json(record))
        else:
            click.echo(("\n" + "=" * 78 + "\n\n" if place else "") + to_text(record), nl=False)
