"""`mighty-sim replay`: any deal again, trick by trick."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from mighty_sim.cli.match import MOST_MATCHES
from mighty_sim.cli.options import (
    ON_FAULT,
    DealList,
    NearestChoice,
    WholeNumber,
    debug_option,
    declarer_options,
    faults_text,
    is_quiet,
    on_fault_option,
    quiet_option,
    seed_option,
    set_option,
    strategy_option,
    table_option,
)
from mighty_sim.errors import InputError

if TYPE_CHECKING:
    from mighty_sim.record import Record

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
@click.option(
    "--match",
    type=WholeNumber("match's number", 0, MOST_MATCHES - 1),
    metavar="M",
    help="All deals of a match of the 'match' command, in place of --deals.",
)
@declarer_options("auction")
@click.option(
    "--format",
    type=NearestChoice("format", FORMATS),
    default="text",
    show_default=True,
    help="text to read; json is one object a deal, a line each.",
)
@on_fault_option
@quiet_option
@debug_option
def command(
    table: str,
    settings: tuple[str, ...],
    strategy: str,
    seed: int,
    deals: Sequence[int],
    match: int | None,
    declarer: str,
    seat: int | None,
    number: int | None,
    format: str,
    on_fault: str,
) -> None:
    """Play deals again and show them: the hands, the bidding, every trick, and how the score came about.

    The same table, strategies and seed give the same deal as in every other command; for a row of `success`
    or of a `run` with a forced declarer, give the same --declarer, --seat and --number. The deals of a match
    follow on one another: who deals and who opens depends on the deal before.

    \b
    Examples:
      mighty-sim replay --deals 17
      mighty-sim replay --strategy random --seed 1 --deals 0:2000 --format json
      mighty-sim replay --table penalty-7 --match 3
      mighty-sim replay --declarer forced --number 15 --deals 3,5
      mighty-sim replay --table penalty-5 --set joker.last_card=with_power
    """
    from mighty_sim.child import uncompiled
    from mighty_sim.experiment import from_names, refuse_needless

    refuse_needless(declarer, seat, number)
    if match is not None and click.get_current_context().get_parameter_source("deals") != ParameterSource.DEFAULT:
        raise InputError(f"--match {match} shows all deals of the match, so it cannot go with --deals")
    with uncompiled():
        from mighty_sim.replay import Replayer

    experiment = from_names(table, strategy, seed, declarer, seat, number, settings)
    replayer = Replayer(replace(experiment, on_fault=on_fault))
    faults = _show(map(replayer.deal, deals) if match is None else replayer.match(match), format)
    if on_fault != ON_FAULT[0] and not is_quiet(click.get_current_context()):
        click.echo(faults_text(*faults), err=True)


def _show(records: Iterable[Record], format: str) -> tuple[int, int, int]:
    """Print deals one after the other, and in text how each deal of a match leaves it.

    Return how many wrong answers were replaced, in how many deals, of how many.
    """
    from mighty_sim.record import to_json, to_text

    totals: list[int] = []
    faults = faulty = deals = 0
    for place, record in enumerate(records):
        faults, faulty, deals = faults + record.get("faults", 0), faulty + (record.get("faults", 0) > 0), deals + 1
        if format == "json":
            click.echo(to_json(record))
            continue
        click.echo(("\n" + "=" * 78 + "\n\n" if place else "") + to_text(record), nl=False)
        if record["match"]:
            scores = record["result"]["scores"]
            totals = [total + score for total, score in zip(totals or [0] * len(scores), scores, strict=True)]
            click.echo("\n" + "\n".join(_standing(record, totals)))
    return faults, faulty, deals


def _standing(record: Record, totals: list[int]) -> Iterator[str]:
    """Yield the lines of a match's standing after a deal."""
    import numpy as np

    from mighty_sim.matches import places

    match, (own,) = record["match"], places(np.array([totals]), record["rules"]["match"]["wins"])
    yield f"Match {match['match']} after {match['deal']} deal{'' if match['deal'] == 1 else 's'}"
    for seat, (total, place) in enumerate(zip(totals, own.tolist(), strict=True)):
        yield f"  seat {seat}  {total:6}  place {place}"
