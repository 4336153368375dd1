"""The page of a tournament's folder: the standings, who beats whom, what each scores as what, how to play it again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mighty_sim import repeat
from mighty_sim.archive import PAIRS, STANDINGS
from mighty_sim.chunks import KEY, reading
from mighty_sim.errors import InputError
from mighty_sim.figures import cross_table
from mighty_sim.page import Cell, Fact, Page, Section, Table
from mighty_sim.readout import count_cell, mean_cell, mean_words, number, percent, rate_cell
from mighty_sim.reckoning import charges_losers

if TYPE_CHECKING:
    from pandas import DataFrame

Row = Mapping[str, Any]

_ROLES = ("declarer", "friend", "defender")
_READING = (
    "Every contestant had every seat equally often, with the same cards. A deal with all its plays, or a round where "
    "the line-ups change, is one observation. ± is the reach of a 95 % interval, each for itself; intervals of rates "
    "are Wilson's, widened where plays are alike.",
    "Field: by how much a contestant is better than the mean of the others in the same deals; + is better at every "
    "table. Two contestants are separated where the chance that luck alone does as much is below 5 %, corrected for "
    "the number of pairs (Holm 1979).",
    "It holds against this field alone, at this table: with other opponents the order may be another.",
)


def page(folder: Path) -> Page:
    """Return the page of a tournament's folder. Raises InputError if it holds none, RunError if it cannot be read."""
    known = _known(folder / STANDINGS)
    standings, pairs = _read(folder / STANDINGS), _read(folder / PAIRS)
    charged = charges_losers(known["rules"])
    rows: list[Row] = standings.to_dict("records")
    paired: list[Row] = pairs.to_dict("records")
    table, deals = repeat.table_name(known), int(known["deals"])
    about = f"Table {table} · {len(rows)} contestants · {deals:,} deals of seed {known['seed']}"
    figure = cross_table(standings, pairs, title="Who beats whom", caption=about, charged=charged)
    first = [_standings(rows, charged=charged)]
    sections = [
        Section("Standings", "standings", [], [], first),
        Section("Who beats whom", "pairs", [], [(figure, "")], [_pairs(paired)]),
        Section("As declarer, friend and defender", "roles", [], [], [_declaring(rows), _roles(rows)]),
        Section("What was played", "played", terms=repeat.terms(known, deals)),
        _again(known, deals),
        Section("How to read this page", "reading", _READING),
    ]
    return Page(f"Tournament at the table {table}: {rows[0]['strategy']} first", about, _facts(rows, charged=charged),
                _findings(rows, paired), sections)  # fmt: skip


def _known(path: Path) -> dict[str, Any]:
    """Return what determines the tournament. Raises InputError for a file of something else, RunError."""
    from pyarrow.parquet import read_metadata

    with reading(path):
        text = (read_metadata(path).metadata or {}).get(KEY.encode())
    known = json.loads(text or "null")
    if not isinstance(known, dict) or not isinstance(known.get("tournament"), dict):
        raise InputError(f"{str(path)!r} is no file of a tournament")
    found: dict[str, Any] = known["tournament"]
    return found


def _read(path: Path) -> DataFrame:
    """Return one of the tables. Raises RunError."""
    from pyarrow.parquet import ParquetFile

    with reading(path), ParquetFile(path, page_checksum_verification=True) as file:
        found: DataFrame = file.read(use_threads=False).to_pandas()
    return found


def _facts(rows: Sequence[Row], *, charged: bool) -> list[Fact]:
    """Return the numbers to be seen first: the first three."""
    what = "charged" if charged else "score"
    return [
        Fact(f"{row['place']}. {row['strategy']}", number(row["score_mean"], sign="" if charged else "+"),
             f"{what} a deal, {_reach(row, 'score')}")
        for row in rows[:4]
    ]  # fmt: skip


def _findings(rows: Sequence[Row], pairs: Sequence[Row]) -> list[str]:
    """Return what the tournament shows, in sentences."""
    first, second = rows[0], rows[1]
    lead = next(pair for pair in pairs if (pair["number"], pair["other_number"]) == (first["number"], second["number"]))
    ahead = f"{mean_words(lead, 'ahead')} a seat and deal"
    if first["separated"]:
        found = [f"{first['strategy']} is first, {ahead} better than {second['strategy']}: more than luck."]
    else:
        found = [f"{first['strategy']} is first, but only {ahead} better than {second['strategy']}: that may be luck."]
    apart = sum(bool(pair["separated"]) for pair in pairs)
    found.append(f"{apart} of {len(pairs)} pairs are separated by more than luck.")
    bold = max(rows, key=lambda row: row["declarer_rate"])
    found.append(f"{bold['strategy']} declares most, in {percent(bold['declarer_rate'])} of its seats, and makes "
                 f"{percent(bold['made_rate'])} of its contracts.")  # fmt: skip
    return found


def _reach(row: Row, what: str) -> str:
    """Return the reach of a mean's interval."""
    return mean_words(row, what).partition("\u00a0")[2]


def _standings(rows: Sequence[Row], *, charged: bool) -> Table:
    """Return the table of the standings."""
    after = {True: "separated", False: "not separated"}
    cells = [
        [
            Cell(str(row["place"]), row["place"]),
            Cell(str(row["strategy"])),
            mean_cell(row, "score", "" if charged else "+"),
            mean_cell(row, "advantage", "+"),
            Cell(after.get(row["separated"], "")),
        ]
        for row in rows
    ]
    headings = ["place", "strategy", "charged" if charged else "score", "field", "from the next"]
    return Table("Mean score of a seat in a deal", headings, [True, False, True, True, False], cells)


def _pairs(pairs: Sequence[Row]) -> Table:
    """Return the table of every two contestants."""
    cells = [
        [
            Cell(str(pair["strategy"])),
            Cell(str(pair["other"])),
            mean_cell(pair, "ahead"),
            _probability(pair["p"]),
            _probability(pair["p_holm"]),
            Cell("yes" if pair["separated"] else "no"),
        ]
        for pair in pairs
    ]
    headings = ["ahead", "of", "by", "p", "p (Holm)", "separated"]
    return Table("Every two contestants", headings, [False, False, True, True, True, False], cells)


def _probability(value: float) -> Cell:
    """Return the cell of a p-value."""
    text = "" if value != value else "<0.0001" if value < 0.0001 else f"{value:.4f}"
    return Cell(text, "" if value != value else float(f"{value:.6g}"))


def _declaring(rows: Sequence[Row]) -> Table:
    """Return the table of how the contestants declare."""
    cells = [
        [
            Cell(str(row["strategy"])),
            rate_cell(row, "declarer_rate"),
            rate_cell(row, "made_rate", "declarer_n"),
            count_cell(row["declarer_n"]),
            mean_cell(row, "contract"),
            mean_cell(row, "points"),
        ]
        for row in rows
    ]
    headings = ["strategy", "declares %", "made %", "contracts", "mean contract", "mean points"]
    return Table("As declarer", headings, [False] + [True] * 5, cells)


def _roles(rows: Sequence[Row]) -> Table:
    """Return the table of what the contestants score as what."""
    cells = [[Cell(str(row["strategy"])), *(mean_cell(row, f"{role}_score") for role in _ROLES)] for row in rows]
    return Table("Mean score by role", ["strategy", *_ROLES], [False] + [True] * 3, cells)


def _again(known: Mapping[str, Any], deals: int) -> Section:
    """Return the section about how to play it again."""
    folder = "results/again"
    commands = [repeat.command(known, deals, folder), f"mighty-sim report {folder} -o report.html"]
    words = ["The same table, contestants in the same order, seed and engine version give the same tournament:"]
    return Section("How to repeat it", "again", words, commands=commands, notes=repeat.remarks(known))
