"""`mighty-sim replay`: any deal again, trick by trick."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from mighty_sim.cli.dealing_options import Wished, dealing_options
from mighty_sim.cli.match import MOST_MATCHES
from mighty_sim.cli.options import (
    ON_FAULT,
    DealList,
    NearestChoice,
    Setting,
    StrategyNames,
    TableName,
    WholeNumber,
    debug_option,
    declarer_options,
    faults_text,
    is_quiet,
    on_fault_option,
    quiet_option,
    seed_option,
    set_option,
    told_options,
)
from mighty_sim.errors import InputError

if TYPE_CHECKING:
    from mighty_sim.record import Record
    from mighty_sim.variants import Variant

FORMATS = ("text", "json")


@click.command("replay")
@click.option(
    "--table",
    "tables",
    type=TableName(),
    multiple=True,
    default=("standard",),
    show_default=True,
    help="Rules to play by: a table of 'tables list', or the path to a .toml file; two stand side by side.",
)
@set_option
@click.option(
    "--vary",
    type=Setting(),
    multiple=True,
    metavar="OPTION=VALUE,VALUE",
    help="Show the deal twice, side by side: with one value of an option and with another.",
)
@click.option(
    "--strategy",
    "strategies",
    type=StrategyNames(),
    multiple=True,
    default=("steady",),
    show_default=True,
    help="Strategy of every seat, or one a seat with commas between; a name or a path to a .py file; two stand side "
    "by side.",
)
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
@dealing_options
@told_options
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
    tables: tuple[str, ...],
    settings: tuple[str, ...],
    vary: tuple[str, ...],
    strategies: tuple[str, ...],
    seed: int,
    deals: Sequence[int],
    match: int | None,
    declarer: str,
    seat: int | None,
    number: int | None,
    wished: Wished,
    strain: str | None,
    discard: str | None,
    call: str | None,
    format: str,
    on_fault: str,
) -> None:
    """Play deals again and show them: the hands, the bidding, every trick, and how the score came about.

    The same table, strategies and seed give the same deal as in every other command; for a row of `success`
    or of a `run` with a forced declarer, give the same --declarer, --seat and --number. The deals of a match
    follow on one another: who deals and who opens depends on the deal before.

    With --vary, two tables or two strategies a deal is shown under both: what is common once, and from the first thing
    that differs in two columns. Several of these change together, the first ones on the left.

    \b
    Examples:
      mighty-sim replay --deals 17
      mighty-sim replay --strategy random --seed 1 --deals 0:2000 --format json
      mighty-sim replay --table penalty-7 --match 3
      mighty-sim replay --declarer forced --number 15 --deals 3,5
      mighty-sim replay --declarer forced --strain H --call first-trick --deals 3
      mighty-sim replay --table penalty-5 --set joker.last_card=with_power
      mighty-sim replay --vary joker.last_trick=powerless,normal --deals 247
      mighty-sim replay --strategy steady --strategy bold --deals 17
    """
    from mighty_sim.child import uncompiled
    from mighty_sim.experiment import refuse_needless
    from mighty_sim.rules import load_table
    from mighty_sim.variants import Wanted, one, two

    declaring = wished.seat_declaring(declarer, seat)
    refuse_needless(declarer, declaring, number)
    if match is not None and click.get_current_context().get_parameter_source("deals") != ParameterSource.DEFAULT:
        raise InputError(f"--match {match} shows all deals of the match, so it cannot go with --deals")
    with uncompiled():
        from mighty_sim.replay import Replayer

    wanted = Wanted(
        tables=tables,
        vary=vary,
        strategies=strategies,
        settings=settings,
        seed=seed,
        declarer=declarer,
        seat=declaring,
        number=number,
        told=(strain, discard, call),
        on_fault=on_fault,
        dealing=wished.dealing(load_table(tables[0], settings), seat) if wished else None,
    )
    if len(tables) > 1 or vary or len(strategies) > 1:
        if match is not None:
            raise InputError(f"--match {match} shows one setting; two stand side by side deal by deal, with --deals")
        _face(two(wanted), deals, format)
        return
    replayer = Replayer(one(wanted).experiment)
    faults = _show(map(replayer.deal, deals) if match is None else replayer.match(match), format)
    if on_fault != ON_FAULT[0] and not is_quiet(click.get_current_context()):
        click.echo(faults_text(*faults), err=True)


def _face(settings: tuple[Variant, Variant], deals: Sequence[int], format: str) -> None:
    """Print deals one after the other, each under two settings."""
    import json

    from mighty_sim.facing import to_text
    from mighty_sim.replay import Replayer
    from mighty_sim.turned import story

    labels = [setting.label for setting in settings]
    left, right = (Replayer(setting.experiment) for setting in settings)
    for place, deal in enumerate(deals):
        records = left.deal(deal), right.deal(deal)
        if format == "json":
            told = {"deal": deal, "settings": labels, "story": story(*records, labels), "records": records}
            click.echo(json.dumps(told, ensure_ascii=False))
        else:
            click.echo(("\n" + "=" * 100 + "\n\n" if place else "") + to_text(records, labels), nl=False)


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
