"""`mighty-sim tables`: the tables and their options, one by one and side by side."""

from __future__ import annotations

from pathlib import Path

import click

from mighty_sim.cli.options import (
    NearestChoice,
    OptionName,
    TableName,
    WholeNumber,
    debug_option,
    format_option,
    is_quiet,
    quiet_option,
    set_option,
    table_option,
)
from mighty_sim.errors import InputError


@click.group("tables")
def command() -> None:
    """The tables: their rules, option by option; worked examples; what may be played and why.

    A table is a small TOML file: the name of the table it is based on, and what it changes. Your own is given by its
    path wherever a table is asked for, and --set changes single options.

    \b
    Examples:
      mighty-sim tables list
      mighty-sim tables show penalty-7
      mighty-sim tables diff standard penalty-5
      mighty-sim tables options joker
      mighty-sim tables legal --trump D --trick 5 --plays "C3!" --hand "JK SA H4"
    """


@command.command("list")
@format_option
@quiet_option
@debug_option
def list_tables(format: str) -> None:
    """List the tables: players, packs, cards for each hand and for the kitty, least and greatest bid.

    \b
    Example:
      mighty-sim tables list
    """
    from mighty_sim.cli.output import Column, write_rows
    from mighty_sim.rules import load_table, table_names

    rows = []
    for table in [load_table(name) for name in table_names()]:
        deal, auction = table.deal, table.auction
        numbers = {"players": deal.players, "packs": deal.packs, "hand": deal.hand, "kitty": deal.kitty}
        bids = {"min_number": auction.min_number, "max_number": auction.max_number}
        rows.append({"name": table.name, **numbers, **bids, "title": table.title})
    headings = {"min_number": "bids from", "max_number": "to"}
    columns = [Column(key, headings.get(key), right=key not in ("name", "title")) for key in rows[0]]
    write_rows(rows, columns, format)


@command.command("show")
@click.argument("name", type=TableName())
@set_option
@format_option
@quiet_option
@debug_option
def show_table(name: str, settings: tuple[str, ...], format: str) -> None:
    """Show every option of the table NAME: its value, what it means, what is allowed, and its source.

    NAME is a shipped table, or the path of a TOML file. Where the rule text leaves a choice, the question is told
    with the answer that this table gives.

    \b
    Examples:
      mighty-sim tables show standard
      mighty-sim tables show penalty-5 --set hunter.trigger=lead
      mighty-sim tables show ./mine.toml --format csv
    """
    from mighty_sim.cli.output import Column, write_rows
    from mighty_sim.cli.tables_page import table_page
    from mighty_sim.rule_rows import rows
    from mighty_sim.rules import load_table

    table = load_table(name, settings)
    found = rows(table)
    if format == "table":
        click.echo(table_page(table, found, settings), nl=False)
        return
    columns = [Column("option"), *(Column(part) for part in found[0]._fields[1:])]
    write_rows([{"option": row.key, **row._asdict()} for row in found], columns, format)


@command.command("diff")
@click.argument("names", metavar="NAME NAME [NAME]...", type=TableName(), nargs=-1)
@format_option
@quiet_option
@debug_option
def diff_tables(names: tuple[str, ...], format: str) -> None:
    """Show two tables or more side by side: the options in which they differ, and what these mean.

    \b
    Examples:
      mighty-sim tables diff standard penalty-5
      mighty-sim tables diff standard penalty-5 ./mine.toml --format markdown
    """
    from mighty_sim.cli.output import Column, write_rows
    from mighty_sim.cli.tables_page import diff_page
    from mighty_sim.rule_rows import differences
    from mighty_sim.rules import load_table

    if len(names) < 2:
        raise InputError(f"{len(names)} tables to compare; name two or more, as in tables diff standard penalty-5")
    tables = [load_table(name) for name in names]
    found = differences(tables)
    called = [table.name for table in tables]
    headings = called if len(set(called)) == len(called) else list(names)
    if format == "table":
        click.echo(diff_page(dict(zip(headings, tables, strict=False)), found), nl=False)
        return
    rows = [
        {"option": row.key, **dict(zip(headings, row.values, strict=True)), "meaning": row.meaning} for row in found
    ]
    write_rows(rows, [Column("option"), *map(Column, dict.fromkeys(headings)), Column("meaning")], format)


@command.command("options")
@click.argument("name", type=OptionName(), required=False)
@format_option
@quiet_option
@debug_option
def show_options(name: str | None, format: str) -> None:
    """Show what can be set: every option, those of a group, or one, with the answers it gives and who gives them.

    NAME is an option such as joker.last_trick, or a group such as joker. The default is the value at standard.

    \b
    Examples:
      mighty-sim tables options
      mighty-sim tables options hunter.trigger
      mighty-sim tables options --format csv
    """
    from mighty_sim.cli.output import Column, write_rows
    from mighty_sim.cli.tables_page import option_page, options_page
    from mighty_sim.glossary import options
    from mighty_sim.rule_rows import entries

    found = entries(name)
    if format == "table":
        click.echo(option_page(found[0]) if name in options() else options_page(found), nl=False)
        return
    write_rows([entry._asdict() for entry in found], [Column(field) for field in found[0]._fields], format)


@command.command("check")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--table",
    "tables",
    type=TableName(),
    multiple=True,
    help="A table that the examples name, if it is not a shipped one; may be given several times.",
)
@set_option
@format_option
@quiet_option
@debug_option
@click.pass_context
def check_examples(
    ctx: click.Context, file: Path, tables: tuple[str, ...], settings: tuple[str, ...], format: str
) -> None:
    """Run the worked examples in FILE through the program's own engine; show each that it does not bear out.

    FILE holds a JSON array of objects, or an object a line: what may be played (kind legal), who takes a trick
    (winner), what a deal is worth (score), and which bids, changes of contract and misdeal claims are allowed (bid,
    change, misdeal). Examples of tables that are not known here are skipped, and counted. --set changes every table.
    Exit code 1 if any example fails.

    \b
    Examples:
      mighty-sim tables check tests/data/standard-vectors.json
      mighty-sim tables check vectors.json --table ./mine.toml --format csv
      mighty-sim tables check vectors.json --set hunter.trigger=lead
    """
    from mighty_sim.child import uncompiled
    from mighty_sim.cli.situation_page import check_page, summary
    from mighty_sim.rules import load_table, table_names

    with uncompiled():
        from mighty_sim.example_file import read_examples
        from mighty_sim.examples import Failure, check

    examples = read_examples(file)
    named = {example.table for example in examples}
    own = [load_table(name, settings) for name in tables]
    known = {name: load_table(name, settings) for name in table_names() if name in named}
    outcome = check(examples, known | {table.name: table for table in own})
    if not outcome.passed and not outcome.failures:
        raise InputError(f"{file}: {summary(outcome)}; shipped tables: {', '.join(table_names())}")
    if format == "table":
        click.echo(check_page(outcome), nl=False)
    else:
        from mighty_sim.cli.output import Column, write_rows

        rows = [failure._asdict() for failure in outcome.failures]
        write_rows(rows, [Column(name) for name in Failure._fields], format)
        if not is_quiet(ctx):
            click.echo(summary(outcome), err=True)
    if outcome.failures:
        ctx.exit(1)


@command.command("legal")
@table_option
@set_option
@click.option("--trump", required=True, metavar="S|H|D|C|N", help="Trump; N is no-trump.")
@click.option("--trick", required=True, type=WholeNumber("trick"), metavar="N", help="The trick's number, from 1.")
@click.option("--hand", required=True, metavar="CARDS", help="Cards of who plays next, or those that matter.")
@click.option("--plays", default="", metavar="PLAYS", help="What lies on the table, in order; nothing: he leads.")
@click.option(
    "--format",
    type=NearestChoice("format", ("table", "json")),
    default="table",
    show_default=True,
    help="table to read; json is one object.",
)
@quiet_option
@debug_option
def show_legal(
    table: str, settings: tuple[str, ...], trump: str, trick: int, hand: str, plays: str, format: str
) -> None:
    """Show what may be played, and why: it settles an argument.

    Cards are written SA, ♠A, s10, HT or JK, with spaces or commas between. In PLAYS, C3! is the hunter that demands the
    joker, and JK=H a led joker that asks for hearts. In trick 1 it is the declarer who leads. A suit asked of a friend
    is left out of account.

    \b
    Examples:
      mighty-sim tables legal --trump D --trick 5 --plays "C3!" --hand "JK SA H4"
      mighty-sim tables legal --table penalty-5 \\
        --trump D --trick 4 --hand "H9 S4 C2" --plays "H5 SA"
      mighty-sim tables legal --set lead.first_joker=banned \\
        --trump H --trick 1 --hand "H5 JK C3"
    """
    from mighty_sim.cards import cards_in, masks_of, strain_index
    from mighty_sim.child import uncompiled
    from mighty_sim.cli.output import write_json
    from mighty_sim.cli.situation_page import legal_page, legal_record
    from mighty_sim.rules import load_table

    rules = load_table(table, settings)
    with uncompiled():
        from mighty_sim.situation import Board, parse_plays
        from mighty_sim.verdict import judge

    strain, cards, played = strain_index(trump), cards_in(*masks_of(hand)), parse_plays(plays)
    verdict = judge(Board(rules), strain, trick, cards, played)
    record = legal_record(rules, settings, verdict)
    if format == "json":
        write_json(record)
    else:
        click.echo(legal_page(record), nl=False)
