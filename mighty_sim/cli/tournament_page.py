"""The page of `mighty-sim tournament`: the standings, how the contestants declare, and what they score as what."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import click

from mighty_sim.cli.options import replaced_text
from mighty_sim.cli.output import Column, Headings, below, fits, mean_text, rate_text, write_rows

if TYPE_CHECKING:
    from mighty_sim.contest import Contest, Tournament

Row = dict[str, Any]

#: More contestants than these: the page shows neighbours in the standings, not every two.
_FEW = 5


#: What a page shows: all of it, the standings alone, or every two contestants.
PARTS = ("all", "standings", "pairs")


def print_page(found: Tournament, format: str, part: str) -> None:
    """Print a tournament for a person, as tables or as Markdown; `part` is one of `PARTS`."""
    rows = [_read(row, found.contest) for row in found.standings.to_dict("records")]
    pairs = [_read_pair(row) for row in found.pairs.to_dict("records")]
    charged = found.contest.charged
    parts = [
        ("standings", "Standings", _columns(_STANDINGS, charged=charged), rows),
        ("all", "As declarer", _columns(_DECLARING), rows),
        ("all", f"{'Charged' if charged else 'Score'} a deal, by role", _columns(_ROLES), rows),
        ("pairs", *_compared(rows, pairs, shown=part)),
    ]
    line_break = "\n" if format == "table" else "  \n"
    title: str | None = line_break.join(_title(found))
    for _, heading, columns, lines in (item for item in parts if part in (item[0], "all")):
        cells = _fitted(columns, lines, get_terminal_size().columns if format == "table" else None)
        start = f"{title}\n\n{heading}" if title else f"\n{heading}"
        write_rows(cells, [Column(c.name, c.title, right=c.right) for c in columns], format, start)
        title = None


def legend(played: Sequence[Tournament], part: str) -> list[str]:
    """Return what the words on the pages of some tournaments mean, in lines."""
    scores = {
        False: "Score: mean of what a seat gained in a deal.",
        True: "Charged: mean of the penalty points that a seat was charged in a deal; the fewer, the better.",
    }
    one = "A round, with neighbours of its own," if played[0].contest.plan.rounds else "A deal with all its plays"
    reach = f"±: reach of a 95 % interval, for each number on its own. {one} is one observation."
    compared = [
        "By: how much better the first is, a seat and deal. p: how likely so great a difference is by luck alone, by "
        "the normal distribution. Holm: the same, corrected for the number of pairs. Separated: whether that is below "
        "0.05.",
    ]
    ranked = [
        *(scores[charged] for charged in sorted({found.contest.charged for found in played})),
        "Field: how much better that is than the mean of the other contestants in the same deals; + is better at every "
        "table. It holds against this field alone.",
        "Next: whether more than luck separates a contestant from the next one in the standings (p < 0.05, corrected "
        "for all pairs).",
    ]
    roles = [
        "Declares, friend %: share of a contestant's seats. Made: share of the n contracts that it declared. "
        "Intervals of rates are Wilson's 95 %, widened where plays are alike.",
        "Contract: mean number. Points: mean of the declarer's side. By role: mean in the n seats in which it was "
        "that; as declarer in those of its n contracts.",
    ]
    return _wrapped({"all": [*ranked, *roles, *compared], "standings": ranked, "pairs": compared}[part] + [reach])


_STANDINGS: Headings = (
    ("place", "place", True),
    ("strategy", "strategy", False),
    ("score", "_score", True),
    ("field", "_advantage", True),
    ("next", "_next", False),
)
_DECLARING: Headings = (
    ("strategy", "strategy", False),
    ("declares %", "_declarer_rate", True),
    ("made %", "_made_rate", True),
    ("n", "_declarer_n", True),
    ("contract", "_contract", True),
    ("points", "_points", True),
)
_ROLES: Headings = (
    ("strategy", "strategy", False),
    ("declarer", "_declarer_score", True),
    ("friend", "_friend_score", True),
    ("friend %", "_friend_rate", True),
    ("n", "_friend_n", True),
    ("defender", "_defender_score", True),
    ("n", "_defender_n", True),
)
_PAIRS: Headings = (
    ("ahead", "strategy", False),
    ("of", "other", False),
    ("by", "_ahead", True),
    ("p", "_p", True),
    ("Holm", "_p_holm", True),
    ("separated", "_separated", False),
)


# The cells of a value and its interval.
_CELLS = {name for _, name, _ in (*_STANDINGS, *_DECLARING, *_ROLES, *_PAIRS) if name[0] == "_"} - {
    "_next",
    "_separated",
}


def _columns(wanted: Headings, *, charged: bool = False) -> list[Column]:
    """Return the columns of a table."""
    titles = {"_score": "charged"} if charged else {}
    return [Column(name, titles.get(name, title), right=right) for title, name, right in wanted]


def _compared(rows: Sequence[Row], pairs: Sequence[Row], shown: str) -> tuple[str, list[Column], Sequence[Row]]:
    """Return heading, columns and rows of the pairs; of many contestants the neighbours, unless all are asked for."""
    if shown == "pairs" or len(rows) <= _FEW:
        return "Every two contestants", _columns(_PAIRS), pairs
    neighbours = {(one["number"], other["number"]) for one, other in pairwise(rows)}
    close = [pair for pair in pairs if (pair["number"], pair["other_number"]) in neighbours]
    return f"Neighbours in the standings; --pairs shows all {len(pairs)} pairs", _columns(_PAIRS), close


def _title(found: Tournament) -> list[str]:
    """Return what was played, in lines."""
    from mighty_sim.rules import changed

    contest, outcome = found.contest, found.outcome
    plan, contestants = contest.plan, len(contest.contestants)
    seats = contest.plays * contest.rules.deal.players // contestants
    deals = f"{contest.deals:,} deal{'s' * (contest.deals > 1)}"
    line_ups = f"{len(plan.line_ups(0))} line-ups play every deal"
    if plan.rounds:
        line_ups = f"{plan.rounds} rounds of {contestants} line-ups"
    lines = [
        f"Tournament at table {contest.rules.name}, {deals} of seed {contest.seed}",
        f"{line_ups}: {contest.plays:,} plays, {seats:,} seats for each contestant",
    ]
    if changes := changed(contest.rules):
        lines += click.wrap_text(f"{contest.rules.name} changed: {', '.join(changes)}", 80).splitlines()
    if contest.goes_on:
        told = replaced_text(outcome.faults, outcome.faulty, contest.deals)
        lines += _wrapped([told])
    return lines


def _read(row: Row, contest: Contest) -> Row:
    """Return a row of the standings as a person reads it; a cell is a value and what stands after it or below it."""
    means = ("advantage", *(f"{role}_score" for role in ("declarer", "friend", "defender")))
    return {
        **row,
        "_next": {True: "separated", False: "not separated"}.get(row["separated"], ""),
        "_score": mean_text(row, "score", "" if contest.charged else "+"),
        **{f"_{name}": mean_text(row, name, "" if contest.charged and name != "advantage" else "+") for name in means},
        **{f"_{name}": mean_text(row, name) for name in ("contract", "points")},
        **{f"_{name}_rate": rate_text(row, f"{name}_rate") for name in ("declarer", "friend", "made")},
        **{f"_{role}_n": f"{row[f'{role}_n']:,}" for role in ("declarer", "friend", "defender")},
    }


def _read_pair(row: Row) -> Row:
    """Return a row of the pairs as a person reads it."""
    return {
        **row,
        "_ahead": mean_text(row, "ahead"),
        "_p": _probability(row["p"]),
        "_p_holm": _probability(row["p_holm"]),
        "_separated": "yes" if row["separated"] else "no",
    }


def _probability(value: float) -> str:
    """Return a p-value as a person reads it."""
    return "" if value != value else "<0.0001" if value < 0.0001 else f"{value:.4f}"


def _fitted(columns: Sequence[Column], rows: Sequence[Row], width: int | None) -> list[Row]:
    """Return the rows with intervals beside their values, or below them where the table would be too wide."""
    return list(rows) if fits(columns, rows, width) else [row | below(row, _CELLS) for row in rows]


def _wrapped(notes: Sequence[str]) -> list[str]:
    """Return notes in lines of a page's width."""
    return [line for note in notes for line in click.wrap_text(note, 80).splitlines()]
