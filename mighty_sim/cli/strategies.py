"""`mighty-sim strategies`: the shipped strategies."""

from __future__ import annotations

import click

from mighty_sim.cli.options import debug_option, format_option, quiet_option


@click.group("strategies")
def command() -> None:
    """The strategies that can be seated.

    \b
    Example:
      mighty-sim strategies list
    """


@command.command("list")
@format_option
@quiet_option
@debug_option
def list_strategies(format: str) -> None:
    """List the shipped strategies; your own is seated by its path, `--strategy ./mine.py`.

    \b
    Examples:
      mighty-sim strategies list
      mighty-sim strategies list --format json
    """
    from mighty_sim.catalog import strategy_names, strategy_path, strategy_summary
    from mighty_sim.cli.output import Column, write_rows

    rows = [{"name": name, "summary": strategy_summary(strategy_path(name))} for name in strategy_names()]
    write_rows(rows, [Column("name"), Column("summary")], format)
