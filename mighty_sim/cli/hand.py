"""`mighty-sim hand`: what a hand is worth, what to bid with it, what to lay away and whom to call."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mighty_sim.cli.options import (
    StrategyNames,
    TableName,
    WholeNumber,
    deals_option,
    debug_option,
    format_option,
    quiet_option,
    seed_option,
    set_option,
    threads_option,
)
from mighty_sim.cli.run_options import keep_figure, leave, limits_options, plot_option

if TYPE_CHECKING:
    from pathlib import Path

    from mighty_sim.advice import Advice


@click.command("hand")
@click.argument("cards", metavar="CARDS", nargs=-1, required=True)
@click.option(
    "--table",
    type=TableName(),
    default="standard",
    show_default=True,
    help="Rules to play by: a table of 'tables list', or the path to a .toml file.",
)
@set_option
@click.option(
    "--strategy",
    type=StrategyNames(),
    default="steady",
    show_default=True,
    help="Strategy of every seat, or one a seat with commas between; a name or a path to a .py file.",
)
@click.option(
    "--seat",
    type=WholeNumber("seat"),
    metavar="N",
    default=0,
    show_default=True,
    help="The seat that holds the hand, 0 and up; others come after it in that order.",
)
@click.option(
    "--kitty", metavar="CARDS", help="The kitty, where it is seen: discards and friend calls are ranked, too."
)
@click.option(
    "--not",
    "never",
    metavar="[PLACE:]CARDS",
    multiple=True,
    help="Cards that a seat or the kitty has not, as in --not '3:JK SA'.",
)
@click.option("--where", metavar="CONDITION", help="What holds for the others' cards, as in 'deals --where'.")
@click.option("--strain", metavar="S|H|D|C|N", help="Look at this strain alone; N is no-trump.")
@click.option("--number", type=WholeNumber("contract's number"), metavar="N", help="Look at this number alone.")
@click.option("--discard", metavar="CARDS", help="With --kitty: what you would lay away; it is ranked in any case.")
@click.option(
    "--call", metavar="CALL", help="With --kitty: whom you would call: a card, first-trick or none; ranked in any case."
)
@deals_option("20k")
@limits_options("the chance to make the best bid")
@seed_option
@threads_option
@format_option
@plot_option
@quiet_option
@debug_option
def command(
    cards: tuple[str, ...],
    table: str,
    settings: tuple[str, ...],
    strategy: str,
    seat: int,
    kitty: str | None,
    never: tuple[str, ...],
    where: str | None,
    strain: str | None,
    number: int | None,
    discard: str | None,
    call: str | None,
    deals: int,
    precision: float | None,
    time: float | None,
    seed: int,
    threads: int | None,
    format: str,
    plot: Path | None,
) -> None:
    """Show what a hand is worth: the chance of every number in every strain, what each bid scores, and what to bid.

    The hand declares in every strain; the others are dealt anything that remains, the same cards for every strain. The
    best bid is played again on as many deals of its own, and what the seat scores where it passes stands beside it.
    With --kitty the discards and the friend calls are ranked by playing them.

    CARDS are written suit first: SA is the ace of spades, HT the ten of hearts, JK the joker.

    \b
    Examples:
      mighty-sim hand "SA SK SQ S9 S4 JK HA H7 D3 C2" --seat 2
      mighty-sim hand "SA SK SQ S9 S4 JK HA H7 D3 C2" --precision 0.005 --deals 1M
      mighty-sim hand "SA SK SQ S9 S4 JK HA H7 D3 C2" --kitty "H9 DK C5"
      mighty-sim hand SA SK SQ S9 S4 JK HA H7 D3 C2 --strain S --number 16 \\
          --kitty "H9 DK C5" --discard "D3 C2 C5" --call DA
    """
    from mighty_sim import advice
    from mighty_sim.cli.progress import Progress
    from mighty_sim.holding import Wanted, question
    from mighty_sim.workers import in_pure_python

    asked = question(
        Wanted(
            hand=" ".join(cards),
            table=table,
            settings=settings,
            strategy=strategy,
            seat=seat,
            seed=seed,
            kitty=kitty,
            never=never,
            where=where,
            strain=strain,
            number=number,
            discard=discard,
            call=call,
            deals=deals,
            precision=precision,
            seconds=time,
        )
    )
    with Progress(players=in_pure_python(asked.experiment)) as progress:
        found = advice.play(asked, threads or 0, progress.watch)
    _show(found, format)
    keep_figure(plot, found.plot)
    progress.tell(found.outcome, None)
    leave(found.outcome.short)


def _show(found: Advice, format: str) -> None:
    """Print advice for a person, or its rows."""
    from mighty_sim.cli.hand_page import print_page
    from mighty_sim.cli.output import Column, write_rows

    if format in ("table", "markdown"):
        print_page(found, format)
        return
    rows = found.all_rows()
    names = dict.fromkeys(name for row in rows for name in row)
    write_rows(rows, [Column(name) for name in names], format)
