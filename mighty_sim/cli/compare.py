"""`mighty-sim compare`: what a rule or another strategy changes, with the same cards under every setting."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mighty_sim.cli.dealing_options import Wished, dealing_options
from mighty_sim.cli.options import (
    ON_FAULT,
    NearestChoice,
    Setting,
    StrategyNames,
    TableName,
    WholeNumber,
    deals_option,
    debug_option,
    declarer_options,
    faults_text,
    format_option,
    is_quiet,
    on_fault_option,
    quiet_option,
    seed_option,
    set_option,
    threads_option,
    told_options,
)
from mighty_sim.cli.run_options import MEASURES, keep_figure, leave, limits_options, plot_option, when_option
from mighty_sim.errors import InputError

if TYPE_CHECKING:
    from mighty_sim.comparison import Comparison


@click.command("compare")
@click.argument("tables", metavar="[TABLE]...", nargs=-1, type=TableName())
@click.option(
    "--table",
    "named",
    type=TableName(),
    multiple=True,
    help="A table to compare, as if it stood among the first words.  [default: standard]",
)
@set_option
@click.option(
    "--vary",
    type=Setting(),
    multiple=True,
    metavar="OPTION=VALUE,VALUE",
    help="Compare values of an option of the table; several of these give every combination. Values that are lists "
    "stand with slashes between.",
)
@click.option(
    "--strategies",
    type=StrategyNames(),
    metavar="NAME,NAME...",
    help="Compare strategies, each in every seat; a sweep stands for several.",
)
@click.option(
    "--strategy",
    "line_ups",
    type=StrategyNames(),
    multiple=True,
    help="Strategy of every seat, or one a seat with commas between; several are compared.  [default: steady]",
)
@deals_option("100k")
@limits_options("each difference of rates")
@seed_option
@threads_option
@declarer_options("auction")
@told_options
@dealing_options
@click.option("--pairs", is_flag=True, help="Compare every two settings, not all with the first.")
@click.option(
    "--by",
    type=NearestChoice("measure", MEASURES),
    help="Show the differences by strength of the first setting's declarer as well.",
)
@when_option
@click.option(
    "--show",
    type=WholeNumber("number of deals", 0, 1000),
    default=0,
    show_default=True,
    metavar="N",
    help="Show so many deals that turned, what turned them, and how to replay them.",
)
@plot_option
@format_option
@on_fault_option
@quiet_option
@debug_option
def command(
    tables: tuple[str, ...],
    named: tuple[str, ...],
    settings: tuple[str, ...],
    vary: tuple[str, ...],
    strategies: str | None,
    line_ups: tuple[str, ...],
    deals: int,
    precision: float | None,
    time: float | None,
    seed: int,
    threads: int | None,
    declarer: str,
    seat: int | None,
    number: int | None,
    strain: str | None,
    discard: str | None,
    call: str | None,
    wished: Wished,
    pairs: bool,
    by: str | None,
    when: str,
    show: int,
    plot: Path | None,
    format: str,
    on_fault: str,
) -> None:
    """Play the same deals under several settings, and show what they change.

    Settings are tables, values of options and strategies, in every combination. All have the same cards, and every seat
    the same luck of its own, so that differences are those of the settings: how many deals only the one made and only
    the other, by how much the rate of made contracts, scores and points differ, and in how many deals the cards, the
    declarer, the bid or the contract are others. All are compared with the first setting, which is the unchanged table
    if that is among them.

    With the auction the players bid by the rules that they play by, and another seat may declare. With --declarer
    forced the same hand declares under every setting, and the differences are those of the play alone.

    \b
    Examples:
      mighty-sim compare standard penalty-5-reconciled --by tricks
      mighty-sim compare --vary joker_last=powerless,normal --show 5
      mighty-sim compare --vary joker_last=normal,banned --strategies steady,bold
      mighty-sim compare --table penalty-5 --strategies steady,bold
      mighty-sim compare standard penalty-5 --hand "SA SK SQ JK" --declarer forced
      mighty-sim compare --strategies steady:boldness=0.3..0.9/4 --deals 20k
    """
    from mighty_sim import comparison
    from mighty_sim.cli.progress import Progress
    from mighty_sim.limits import Limits
    from mighty_sim.rules import load_table
    from mighty_sim.variants import Wanted, variants

    if strategies and line_ups:
        raise InputError("--strategies and --strategy name the same thing; give one of them")
    if show and format in ("csv", "json"):
        raise InputError(f"--show is for reading, so it cannot go with --format {format}; 'replay' has deals as json")
    tables = (*tables, *named) or tuple(Wanted.tables)
    wanted = Wanted(
        tables=tables,
        vary=vary,
        strategies=tuple(strategies.split(",")) if strategies else line_ups or ("steady",),
        settings=settings,
        seed=seed,
        declarer=declarer,
        seat=wished.seat_declaring(declarer, seat),
        number=number,
        told=(strain, discard, call),
        dealing=wished.dealing(load_table(tables[0], settings), seat) if wished else None,
        on_fault=on_fault,
    )
    limits = Limits(precision, time)
    question = comparison.Question(tuple(variants(wanted)), deals, by, when, pairs, show, limits)
    with Progress(players=comparison.in_pure_python(question)) as progress:
        found = comparison.play(question, threads or 0, progress.watch)
    _show(found, format)
    keep_figure(plot, found.plot)
    progress.tell(found.outcome, None)
    if on_fault != ON_FAULT[0] and not is_quiet(click.get_current_context()):
        click.echo(faults_text(found.outcome.faults, found.outcome.faulty, found.outcome.played), err=True)
    leave(found.outcome.short)


def _show(found: Comparison, format: str) -> None:
    """Print a comparison for a person, or its rows."""
    from mighty_sim.cli.compare_page import print_page
    from mighty_sim.cli.output import Column, write_rows

    if format in ("table", "markdown"):
        print_page(found, format)
        return
    rows = found.all_rows()
    write_rows(rows, [Column(str(name)) for name in rows[0]], format)
