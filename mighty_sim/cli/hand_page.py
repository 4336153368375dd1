"""The page of `mighty-sim hand`: chances, scores by bid, what to bid, and how the exchange was ranked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from mighty_sim.advice import Advice
    from mighty_sim.cli.output import Column

Row = dict[str, Any]

_WIDTH = 80
_GAP = 3


def print_page(found: Advice, format: str) -> None:
    """Print advice for a person, as tables or as Markdown."""
    from mighty_sim.cli.output import write_rows
    from mighty_sim.recommendation import assumptions, recommended

    line_break = "\n" if format == "table" else "  \n"
    title: str | None = line_break.join(_title(found))
    for heading, columns, rows in _parts(found, format):
        start = f"{title}\n\n{heading}" if title else f"\n{heading}"
        write_rows(rows, columns, format, start)
        title = None
    click.echo()
    for text in recommended(found):
        click.echo(_wrapped(text) + ("" if format == "table" else "\n"))
    click.echo()
    for text in [*assumptions(found), f"See a deal of it: {found.replay()}"]:
        click.echo((text if text.startswith("See") else _wrapped(text)) + ("" if format == "table" else "\n"))


def _title(found: Advice) -> list[str]:
    """Return what was asked, in lines."""
    from mighty_sim.advice import cards_text
    from mighty_sim.rules import changed

    asked = found.question
    lines = [f"What this hand is worth: {cards_text(asked.hand)}"]
    if asked.kitty:
        lines.append(f"with the kitty {cards_text(asked.kitty)}")
    lines.append(
        f"seat {asked.seat}, table {asked.rules.name}, strategy {asked.experiment.line_up}, "
        f"{found.bids[0]['n']:,} deals of seed {asked.experiment.seed}"
    )
    if changes := changed(asked.rules):
        lines += _wrapped(f"{asked.rules.name} changed: {', '.join(changes)}").splitlines()
    return lines


def _parts(found: Advice, format: str) -> Iterator[tuple[str, list[Column], list[Row]]]:
    """Yield the tables of the page, each with its heading."""
    from mighty_sim.cli.output import Column

    chances = "Chance of so many points or more, in %"
    value = "Expected lead over the others" if found.question.charged else "Expected score"
    scores = f"{value} by bid (* best, ~ not separated from it)"
    between = "\n" if format == "table" else " "
    for heading, cell, sign in ((chances, _chance, "+"), (scores, _score, "")):
        lines = _grid(found, cell, between)
        for numbers in _fitting(found.question.numbers, lines, format):
            yield heading, [Column("strain"), *(Column(str(n), f"{n}{sign}", right=True) for n in numbers)], lines
    ranked = (
        ("Discards, the best first", found.ranked_discards, ("discard",)),
        ("Friend calls, the best first", found.ranked_calls, ("call",)),
        ("Both together", found.pairs, ("discard", "call")),
    )
    for heading, rows, what in ranked:
        if rows is not None:
            yield heading, *_ranked(found, rows, what)


def _fitting(numbers: Sequence[int], lines: Sequence[Row], format: str) -> Iterator[Sequence[int]]:
    """Yield the numbers that stand in one table; a terminal has so many columns, Markdown any number."""
    widest = _GAP + max(len(part) for line in lines for n in numbers for part in line[str(n)].split("\n"))
    first = max(len(line["strain"]) for line in lines)
    room = (get_terminal_size().columns - first) // widest if format == "table" else len(numbers)
    parts = -(-len(numbers) // max(1, room))
    size = -(-len(numbers) // parts)
    for start in range(0, len(numbers), size):
        yield numbers[start : start + size]


def _grid(found: Advice, cell: Any, between: str) -> list[Row]:
    """Return a line a strain with a cell for each number."""
    from mighty_sim.recommendation import SIGNS

    lines: dict[str, Row] = {}
    for row in found.bids:
        line = lines.setdefault(row["strain"], {"strain": SIGNS[row["strain"]]})
        line[str(row["number"])] = between.join(cell(row))
    return list(lines.values())


def _chance(row: Row) -> tuple[str, str]:
    """Return a chance and the longer half of its interval."""
    from mighty_sim.cli.output import percent

    reach = max(row["rate_high"] - row["rate"], row["rate"] - row["rate_low"])
    return percent(row["rate"]), f"±{percent(reach)}"


def _score(row: Row) -> tuple[str, str]:
    """Return a score, marked if it is the best or not separated from that, and half its interval."""
    from mighty_sim.bids import ALPHA
    from mighty_sim.recommendation import score_text

    mark = "*" if row["best"] else "~" if row["p"] >= ALPHA else ""
    return f"{mark}{score_text(row['score'])}", f"±{row['score_high'] - row['score']:.1f}"


def _ranked(found: Advice, rows: Sequence[Row], what: Sequence[str]) -> tuple[list[Column], list[Row]]:
    """Return finalists, a line each, with what they differ in: the discard, the call, or both."""
    from mighty_sim.bids import ALPHA
    from mighty_sim.candidates import call_text, discard_text
    from mighty_sim.cli.output import Column, percent
    from mighty_sim.recommendation import score_text

    lines = [
        {
            "discard": discard_text(row["choice"]),
            "call": call_text(row["choice"]),
            "score": score_text(row["score"]),
            "behind": "" if row["p"] != row["p"] else f"{row['behind']:.2f} ±{row['behind_high'] - row['behind']:.2f}",
            "separated": "" if row["p"] != row["p"] else "yes" if row["p"] < ALPHA else "no",
            "made": percent(row["rate"]),
            "interval": f"{percent(row['rate_low'])}–{percent(row['rate_high'])}",
            "of": _whose(found, row, what),
        }
        for row in rows
    ]
    headings = {
        "score": "lead" if found.question.charged else "score", "behind": "behind", "separated": "separated",
        "made": "made %", "interval": "95 % interval",
    }  # fmt: skip
    columns = [Column(name, heading, right=name != "separated") for name, heading in headings.items()]
    named = [Column(name, {"discard": "lay away", "call": "call"}[name]) for name in what]
    return [*named, *columns, Column("of", "")], lines


def _whose(found: Advice, row: Row, what: Sequence[str]) -> str:
    """Return whose choice a candidate is: the strategy's, the asker's, or nobody's."""
    value = [getattr(row["choice"], name) for name in what]
    whose = []
    for who, theirs in ((found.own_name, found.own), ("yours", found.yours)):
        if theirs and [getattr(theirs, name) for name in what] == value:
            whose.append(who)
    return ", ".join(whose)


def _wrapped(text: str) -> str:
    return click.wrap_text(text, _WIDTH)
