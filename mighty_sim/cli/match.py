"""`mighty-sim match`: whole matches, and who wins them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from mighty_sim.cli.options import (
    ON_FAULT,
    DealCount,
    debug_option,
    format_option,
    on_fault_option,
    quiet_option,
    replaced_text,
    seed_option,
    set_option,
    strategy_option,
    table_option,
    threads_option,
)
from mighty_sim.cli.run_options import experiments

if TYPE_CHECKING:
    from mighty_sim.cli.output import Column, Row
    from mighty_sim.matches import Matches, Sums

#: Matches are numbered from 0 up to this, without it.
MOST_MATCHES = 10**7

_WINNERS = {"high_total": "the highest total wins", "low_total": "the lowest total wins"}


class MatchCount(DealCount):
    """A number of matches, written as a number of deals is: `1000`, `20k`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; anything else, or none at all, is refused with the text quoted."""
        try:
            count = super().convert(value, param, ctx)
        except click.BadParameter:
            count = 0
        if not 1 <= count <= MOST_MATCHES:
            self.fail(f"{value!r} is no number of matches; write 1000, 20k or 1M (1 to 10M)", param, ctx)
        return count


@click.command("match")
@table_option
@set_option
@strategy_option
@click.option("--matches", type=MatchCount(), default="1000", show_default=True, help="1000, 20k, 1M.")
@seed_option
@threads_option
@format_option
@on_fault_option
@quiet_option
@debug_option
def command(
    table: str,
    settings: tuple[str, ...],
    strategy: str,
    matches: int,
    seed: int,
    threads: int | None,
    format: str,
    on_fault: str,
) -> None:
    """Play whole matches, and show each seat's total, the share of matches that it won, and its place.

    A match follows the table's rotation: who deals next (deal.next_dealer), who opens (deal.first_bidder), when it ends
    (match.ends, match.deals, match.total) and which total wins (match.wins). The first dealer of match M is seat M
    modulo the players. Ties share. Strategies that differ are also summed by name, the seats of each taken together.
    `replay --match M` shows a match, deal by deal. A sweep over a parameter prints a page for each value, or as csv and
    json the rows of all, each with its line-up.

    \b
    Examples:
      mighty-sim match --strategy greedy,random,greedy,random,greedy
      mighty-sim match --table penalty-5 --matches 20k --set match.deals=20
      mighty-sim match --set match.ends=total --set match.total=50
    """
    from mighty_sim import matches as whole
    from mighty_sim.cli.output import Column, write_rows
    from mighty_sim.cli.progress import Progress
    from mighty_sim.workers import in_pure_python

    wanted = experiments(table, strategy, seed, "auction", None, None, settings, on_fault=on_fault)
    rows: list[Row] = []
    for place, experiment in enumerate(wanted):
        with Progress("matches", in_pure_python(experiment)) as progress:
            played = whole.play(experiment, matches, threads or 0, progress.watch)
        counted = _rows(played)
        if format in ("table", "markdown"):
            click.echo("\n" if place else "", nl=False)
            several = len(counted) > len(experiment.strategies)
            write_rows(map(_read, counted), _columns(), format, None, _notes(played, several=several))
        rows += [{"line_up": experiment.line_up, **row} for row in counted] if len(wanted) > 1 else counted
        progress.tell(played.outcome, None, faults=on_fault != ON_FAULT[0])
    if format in ("csv", "json"):
        write_rows(rows, [Column(name) for name in rows[0]], format)


def _rows(played: Matches) -> list[Row]:
    """Return a row a seat and, where strategies differ, a row a strategy."""
    strategies = played.by_strategy()
    together = strategies if len(strategies) > 1 else []
    return [_row(sums, played) for sums in [*played.by_seat(), *together]]


def _row(sums: Sums, played: Matches) -> Row:
    """Return a row in full precision: n matches, and what the seats came to in them.

    The interval of the total is from what the seats have together in each match, since they play against each other.
    """
    from mighty_sim.matches import PARTS
    from mighty_sim.stats import mean, wilson

    seats = len(sums.seats)
    total, won = mean(sums.total, sums.squares, sums.n), wilson(sums.parts / PARTS, sums.n)
    return {
        "seats": " ".join(map(str, sums.seats)),
        "strategy": sums.strategy,
        "n": sums.n,
        "deals": int(played.deals.sum()),
        "undecided": played.undecided,
        "total_mean": total.mean / seats,
        "total_low": total.low / seats,
        "total_high": total.high / seats,
        "wins": sums.parts / PARTS,
        "rate": won.rate,
        "rate_low": won.low,
        "rate_high": won.high,
        "place_mean": sums.places / (sums.n * seats),
    }


def _columns() -> list[Column]:
    """Return the columns that a person reads."""
    from mighty_sim.cli.output import Column

    numbers = {"_total": "total", "_won": "won %", "_interval": "95 % interval", "_place": "place"}
    return [
        Column("seats", "seat"),
        Column("strategy"),
        *(Column(name, heading, right=True) for name, heading in numbers.items()),
    ]


def _read(row: Row) -> Row:
    """Return a row as a person reads it; one match alone says nothing of how far a mean may be off."""
    from mighty_sim.cli.output import percent

    reach = row["total_high"] - row["total_mean"]
    return {
        **row,
        "_total": f"{row['total_mean']:.2f}" + (f" ±{reach:.2f}" if reach == reach else ""),
        "_won": percent(row["rate"]),
        "_interval": f"{percent(row['rate_low'])}–{percent(row['rate_high'])}",
        "_place": f"{row['place_mean']:.2f}",
    }


def _notes(played: Matches, *, several: bool) -> list[str]:
    """Return what was played and what a reader has to know, in lines."""
    from mighty_sim.rules import changed

    rules, n, outcome = played.experiment.rules, len(played.deals), played.outcome
    notes = [
        f"Table {rules.name}, {n:,} match{'' if n == 1 else 'es'} of seed {played.experiment.seed}; "
        f"{_WINNERS[rules.match.wins]}, and ties share.",
        _length(played),
    ]
    if changes := changed(rules):
        notes.append(f"{rules.name} changed: {', '.join(changes)}")
    notes += [
        "Total: mean of a match, with the reach of its normal 95 % interval.",
        "Won: share of the matches, with Wilson's 95 % interval; a tie counts in equal parts, for which that interval "
        "is a little too wide.",
        "Place: mean; seats with the same total have the better place together.",
    ]
    if played.experiment.on_fault != ON_FAULT[0]:
        told = replaced_text(outcome.faults, outcome.faulty, int(played.deals.sum()))
        notes.append(f"{told}.")
    if several:
        notes.append("Several seats: total and place of one of them, matches won by any.")
    return [line for note in notes for line in click.wrap_text(note, 80).splitlines()]


def _length(played: Matches) -> str:
    """Return in words how many deals were played, and in one match."""
    rules, deals = played.experiment.rules.match, played.deals
    together = f"{int(deals.sum()):,} deal{'' if deals.sum() == 1 else 's'}"
    if rules.ends == "deals":
        return f"{rules.deals} deal{'' if rules.deals == 1 else 's'} a match, {together} in all."
    least, most = int(deals.min()), int(deals.max())
    length = f"{least}" if least == most else f"{least} to {most}, on average {deals.mean():.1f}"
    told = f"A match ends when a total reaches {rules.total}; deals a match: {length}; {together} in all."
    stopped = f" Stopped at the most deals there are, with no such total: {played.undecided:,}."
    return told + (stopped if played.undecided else "")
