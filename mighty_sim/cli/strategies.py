"""`mighty-sim strategies`: which there are, what they are like, a new one, and whether it is sound and fair."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from mighty_sim.cli.options import (
    DealCount,
    NearestChoice,
    StrategyNames,
    TableName,
    debug_option,
    format_option,
    is_quiet,
    quiet_option,
    seed_option,
    threads_option,
)

_ALL = "ALL"


@click.group("strategies")
def command() -> None:
    """The strategies that can be seated, and your own: begin one, and check it.

    \b
    Examples:
      mighty-sim strategies list
      mighty-sim strategies new mine.py
      mighty-sim strategies check mine.py
    """


@command.command("list")
@format_option
@quiet_option
@debug_option
def list_strategies(format: str) -> None:
    """List the strategies that have a name; your own is seated by its path, `--strategy ./mine.py`.

    A parameter is set as in --strategy gambler:nerve=10. Other packages offer strategies by entry points of the group
    mighty_sim.strategies.

    \b
    Examples:
      mighty-sim strategies list
      mighty-sim strategies list --format json
    """
    from mighty_sim.cli.output import Column, write_rows
    from mighty_sim.cli.strategies_page import list_rows
    from mighty_sim.leaflet import leaflets

    columns = [Column("name"), Column("summary"), Column("parameters"), Column("package")]
    rows = list_rows(leaflets())
    if format == "table" and not any(row["package"] for row in rows):
        columns.pop()
    write_rows(rows, columns, format)


@command.command("show")
@click.argument("name", type=StrategyNames(), metavar="NAME")
@click.option(
    "--format",
    type=NearestChoice("format", ("table", "json")),
    default="table",
    show_default=True,
    help="table to read; json is one object.",
)
@quiet_option
@debug_option
def show_strategy(name: str, format: str) -> None:
    """Show the strategy NAME: what it says of itself, what it decides, its parameters, where it lies, and its hash.

    NAME is a name of the list or the path of a .py file, with parameters if you like.

    \b
    Examples:
      mighty-sim strategies show gambler
      mighty-sim strategies show ./mine.py:nerve=10 --format json
    """
    from mighty_sim.catalog import choice
    from mighty_sim.cli.output import write_json
    from mighty_sim.cli.strategies_page import strategy_page, strategy_record
    from mighty_sim.strategy import load_choice

    record = strategy_record(load_choice(choice(name)))
    if format == "json":
        write_json(record)
    else:
        click.echo(strategy_page(record), nl=False)


@command.command("new")
@click.argument("file", type=click.Path(path_type=Path))
@quiet_option
@debug_option
def new_strategy(file: Path) -> None:
    """Write a new strategy to FILE, which must not be there yet: a small player with every decision explained.

    It works as it stands. Change it, and see what that does.

    \b
    Example:
      mighty-sim strategies new mine.py
    """
    from mighty_sim.cli.strategies_page import next_steps
    from mighty_sim.leaflet import begin

    begin(file)
    click.echo(next_steps(file), nl=False)


@command.command("check")
@click.argument("strategy", type=StrategyNames(), metavar="FILE")
@click.option(
    "--table",
    "tables",
    type=TableName(),
    multiple=True,
    default=(_ALL,),
    show_default=True,
    help="A table to check at, by name or .toml file, or ALL shipped ones; may be given several times.",
)
@click.option(
    "--deals",
    type=DealCount(),
    help="Deals to play at each table.  [default: 20k; 200 of a pure-Python player]",
)
@seed_option
@threads_option
@format_option
@quiet_option
@debug_option
@click.pass_context
def check_strategy(
    ctx: click.Context,
    strategy: str,
    tables: tuple[str, ...],
    deals: int | None,
    seed: int,
    threads: int | None,
    format: str,
) -> None:
    """Check the strategy in FILE (or any that --strategy takes), and show what it is like. Exit code 1 if it fails.

    \b
    legal       every answer keeps the rules: alone, beside random, and with
                every seat made to declare
    repeatable  the same deals come again, cut otherwise and in another process
    forgets     a deal goes the same whatever was played before it
    blind       dealing anew what a seat cannot see changes neither what it is
                shown nor what it answers
    bids        it bids often enough for deals to be played

    A strategy that reads files, the clock or the program's own memory can get round any check.

    \b
    Examples:
      mighty-sim strategies check mine.py
      mighty-sim strategies check mine.py:nerve=10 --table standard --deals 100k
      mighty-sim strategies check greedy --format json
    """
    from mighty_sim.cli.strategies_page import check_rows, print_check
    from mighty_sim.conformance import Plan, examine
    from mighty_sim.rules import table_names

    named = [name for text in tables for name in (table_names() if text.upper() == _ALL else [text])]
    plan = Plan(strategy, list(dict.fromkeys(named)), deals, seed, threads or 0)
    silent = is_quiet(ctx) or sys.stderr is None or not sys.stderr.isatty()
    report = examine(plan, lambda what: None if silent else click.echo(f"{what} …", err=True))
    if format in ("table", "markdown"):
        print_check(plan, report, format)
    else:
        from mighty_sim.cli.output import Column, write_rows

        rows = check_rows(report)
        write_rows(rows, [Column(name) for name in rows[0]], format)
    if not report.passed:
        ctx.exit(1)
