"""`mighty-sim bench`: the speed of this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from mighty_sim.cli.options import (
    TableName,
    WholeNumber,
    deals_option,
    debug_option,
    format_option,
    quiet_option,
    set_option,
)
from mighty_sim.errors import InputError


@click.command("bench")
@click.option(
    "--table",
    "tables",
    type=TableName(),
    multiple=True,
    default=("standard",),
    show_default="standard",
    help="Table to measure; may be given several times.",
)
@set_option
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    default=("greedy", "random"),
    show_default="greedy and random",
    help="Strategy to measure; may be given several times.",
)
@deals_option("1M")
@click.option(
    "--repeats",
    type=WholeNumber("number of runs", 1, 1000),
    default=5,
    show_default=True,
    metavar="N",
    help="Timed runs of each.",
)
@click.option(
    "--yardstick",
    type=click.Path(path_type=Path),
    help="A program to compare one thread with, run in turn: PROGRAM STRATEGY DEALS THREADS REPEATS.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object with machine, versions, rates, start.")
@format_option
@quiet_option
@debug_option
def command(
    tables: tuple[str, ...],
    settings: tuple[str, ...],
    strategies: tuple[str, ...],
    deals: int,
    repeats: int,
    yardstick: Path | None,
    as_json: bool,
    format: str,
) -> None:
    """Measure deals a second, with one thread and with all, with rows and without; and cold and warm start.

    It takes a minute or two for each table; with fewer deals, opening and closing the files weighs more than it
    does in a real run. Everything is a median over --repeats; ratios are taken between runs done in turn. One thread
    without rows is timed by processor time, the rest by the clock.

    \b
    Examples:
      mighty-sim bench
      mighty-sim bench --json
      mighty-sim bench --table standard --table penalty-6 --strategy random
      mighty-sim bench --strategy greedy --deals 1M --yardstick ./mighty_limit
    """
    from mighty_sim.bench import Settings, measure
    from mighty_sim.cli.output import write_json

    if as_json and format != "table":
        raise InputError(f"--json prints one JSON object, so it cannot go with --format {format}")
    result = measure(tables, strategies, Settings(deals, repeats, yardstick), settings)
    if as_json:
        write_json(result)
    else:
        _print(result, format, settings)


def _print(result: dict[str, Any], format: str, settings: tuple[str, ...]) -> None:
    from mighty_sim.cli.output import Column, write_rows

    machine, start = result["machine"], result["start"]
    versions = ", ".join(f"{name} {number}" for name, number in result["versions"].items())
    columns = [
        Column("table"),
        Column("strategy"),
        Column("threads", right=True),
        Column("rows", "rows", lambda rows: "yes" if rows else "no"),
        Column("deals_per_s", "deals/s", "{:,.0f}".format, right=True),
        Column("ns_per_deal", "ns/deal", "{:,.0f}".format, right=True),
        Column("vs_one_thread", "against one thread", "{:.2f}".format, right=True),
        Column("vs_no_rows", "time with rows", "{:.2f}".format, right=True),
    ]
    if any(rate["vs_yardstick"] for rate in result["rates"]):
        columns.append(Column("vs_yardstick", "against yardstick", "{:.2f}".format, right=True))
    notes = [
        f"First result {start['cold_s']:.1f} s with nothing compiled, {start['warm_s']:.2f} s after that; "
        f"--help {start['help_s']:.2f} s.",
        "Medians; one thread without rows by processor time, the rest by the clock. Against one thread and",
        "yardstick: how many times as fast. Time with rows: how many times as long as without.",
        *([f"Changed in the tables: {', '.join(settings)}."] if settings else []),
        versions,
    ]
    title = f"{machine['processor']}, {machine['threads']} threads, {machine['system']}"
    write_rows(result["rates"], columns, format, title=title, notes=notes)
