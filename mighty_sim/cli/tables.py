"""`mighty-sim tables`: the shipped tables, option by option."""

from __future__ import annotations

from shutil import get_terminal_size
from typing import TYPE_CHECKING

import click

from mighty_sim.cli.options import TableName, debug_option, format_option, quiet_option

if TYPE_CHECKING:
    from mighty_sim.rules import OptionRow, Rules


@click.group("tables")
def command() -> None:
    """The tables: their rules, option by option.

    \b
    Examples:
      mighty-sim tables list
      mighty-sim tables show standard
    """


@command.command("list")
@format_option
@quiet_option
@debug_option
def list_tables(format: str) -> None:
    """List the tables.

    \b
    Example:
      mighty-sim tables list
    """
    from mighty_sim.cli.output import Column, write_rows
    from mighty_sim.rules import load_table, table_names

    tables = [load_table(name) for name in table_names()]
    rows = [{"name": table.name, "title": table.title, "source": table.source} for table in tables]
    write_rows(rows, [Column("name"), Column("title"), Column("source")], format)


@command.command("show")
@click.argument("name", type=TableName())
@format_option
@quiet_option
@debug_option
def show_table(name: str, format: str) -> None:
    """Show every option of the table NAME: its value, what it means, what is allowed, and its source.

    \b
    Examples:
      mighty-sim tables show standard
      mighty-sim tables show standard --format csv
    """
    from mighty_sim.cli.output import Column, write_rows
    from mighty_sim.rules import load_table, options

    table = load_table(name)
    rows = options(table)
    if format == "table":
        click.echo(_page(table, rows), nl=False)
        return
    columns = [Column("option"), *(Column(part) for part in rows[0]._fields[1:])]
    write_rows([{"option": row.key, **row._asdict()} for row in rows], columns, format)


def _page(table: Rules, rows: list[OptionRow]) -> str:
    """Return the options as a page to read: the option and its value, and below them what they mean."""
    width = max(60, min(100, get_terminal_size().columns))
    lines = [
        f"{table.name}: {table.title}",
        _wrapped(f"Source: {table.source}.", width),
        "An option with one allowed value is played in that way only.",
    ]
    for row in rows:
        about = f"{row.meaning} Allowed: {row.allowed}. Source: {row.source}. {row.reading}".rstrip()
        lines += [click.style(f"\n{row.key} = {row.value}", bold=True), _wrapped(about, width, "    ")]
    return "\n".join(lines) + "\n"


def _wrapped(text: str, width: int, indent: str = "") -> str:
    """Return the text in lines of at most that width."""
    return click.wrap_text(text, width=width, initial_indent=indent, subsequent_indent=indent)
