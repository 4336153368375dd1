"""`mighty-sim deals`: the hands of deals, those that meet some wishes alone, and how often deals meet them."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from mighty_sim.cli.dealing_options import WORDS, Wished, dealing_options
from mighty_sim.cli.options import (
    DealCount,
    WholeNumber,
    debug_option,
    format_option,
    is_quiet,
    quiet_option,
    seed_option,
    set_option,
    table_option,
)
from mighty_sim.errors import InputError

if TYPE_CHECKING:
    from mighty_sim.cli.output import Column
    from mighty_sim.dealing import Dealing
    from mighty_sim.hands import Hands
    from mighty_sim.rules import Rules

_LISTED, _MOST_LISTED = 10, 1_000_000


@click.command("deals", epilog=WORDS)
@table_option
@set_option
@click.option(
    "--deals",
    type=DealCount(),
    help=f"How many to list, or with --count to deal.  [default: {_LISTED}; with --count 100k]",
)
@seed_option
@click.option("--seat", type=WholeNumber("seat"), metavar="N", help="The seat that is me, by default 0.")
@dealing_options
@click.option("--count", is_flag=True, help="List nothing; tell how often deals meet the wishes by themselves.")
@format_option
@quiet_option
@debug_option
def command(
    table: str,
    settings: tuple[str, ...],
    deals: int | None,
    seed: int,
    seat: int | None,
    wished: Wished,
    count: bool,
    format: str,
) -> None:
    """List the hands of deals that meet some wishes, before the first bid.

    Cards can be fixed (--hand, --kitty) and forbidden (--not); all deals that remain are equally likely, and none is
    dealt in vain. A condition (--where) is tried on one deal after the other, and the page tells how often it holds.
    The same options choose the deals of success, run, compare and replay. With two packs a card in --hand is one copy
    at least, a card in --not no copy.

    \b
    Examples:
      mighty-sim deals --hand "SA SK JK" --not "1:HA" --deals 5
      mighty-sim deals --where "me.holds(JK) and me.trumps >= 5"
      mighty-sim deals --where "kitty.points + me.points >= 8" --count
      mighty-sim deals --seat 2 --where "seat(3).holds(JK)" --format csv
      mighty-sim deals --kitty "SA" --where mine.py --deals 100k --count
    """
    from mighty_sim.rules import load_table

    rules = load_table(table, settings)
    dealing = wished.dealing(rules, seat)
    if count:
        if dealing is None:
            raise InputError("--count tells how often deals meet wishes; add --where, --hand, --kitty or --not")
        _count(rules, seed, dealing, deals, format)
        return
    _list(rules, seed, dealing, deals or _LISTED, format, _words(table, settings, seed))


def _words(table: str, settings: tuple[str, ...], seed: int) -> list[str]:
    """Return the words that name these deals to `replay`, but for the wishes."""
    named = [] if table == "standard" else ["--table", table]
    return ["replay", *named, *(word for text in settings for word in ("--set", text)), "--seed", str(seed)]


def _count(rules: Rules, seed: int, dealing: Dealing, deals: int | None, format: str) -> None:
    """Print how often deals meet the wishes."""
    from mighty_sim.cli.output import Column, write_rows
    from mighty_sim.hands import ENOUGH, acceptance, sentences

    if format in ("table", "markdown"):
        click.echo("\n".join(sentences(rules, seed, dealing, deals or ENOUGH)))
        return
    found = acceptance(rules, seed, dealing, deals or ENOUGH)
    rate, low, high = (float(value) for value in found.rate)
    if not dealing.condition:
        rate = low = high = 1.0
    row = {
        "share": None if found.share is None else float(found.share),
        "met": found.met,
        "n": found.dealt,
        "rate": rate,
        "low": low,
        "high": high,
    }
    write_rows([row], [Column(name) for name in row], format)


def _list(rules: Rules, seed: int, dealing: Dealing | None, deals: int, format: str, words: list[str]) -> None:
    """Print the hands of deals."""
    from mighty_sim.cli import PROGRAM
    from mighty_sim.cli.output import write_rows
    from mighty_sim.hands import dealt, sentences

    if deals > _MOST_LISTED:
        raise InputError(f"{deals:,} deals to list; {_MOST_LISTED:,} are listed at most, --count tells of more")
    tried = dealing is not None and dealing.condition is not None
    rows = list(_rows(dealt(rules, seed, dealing, range(deals)), format, tried))
    notes = sentences(rules, seed, dealing) if dealing and format in ("table", "markdown") else []
    notes.append("Hands as they are first dealt; after a misdeal or when all pass, another deal follows.")
    wishes = dealing.words() if dealing else []
    notes.append(f"See one: {shlex.join([PROGRAM, *words, *wishes, '--deals', str(deals - 1)])}")
    write_rows(rows, _columns(rows[0]), format, notes=() if is_quiet(click.get_current_context()) else notes)


def _rows(found: Iterator[Hands], format: str, tried: bool) -> Iterator[dict[str, Any]]:
    """Yield a row a seat, for a person with the deal's number once; or for a program a row a deal."""
    for hands in found:
        own = {"tried": hands.tried} if tried else {}
        if format in ("csv", "json"):
            seats = {f"seat_{seat}": " ".join(cards) for seat, cards in enumerate(hands.seats)}
            yield {"deal": hands.deal, **own, **seats, "kitty": " ".join(hands.kitty)}
            continue
        places = [*((str(seat), cards) for seat, cards in enumerate(hands.seats)), ("kitty", hands.kitty)]
        for line, (place, cards) in enumerate(places):
            first = {"deal": hands.deal, **own} if line == 0 else dict.fromkeys(("deal", *own))
            yield {**first, "place": place, **_by_suit(cards)}


def _by_suit(cards: list[str]) -> dict[str, str]:
    """Return the ranks of a hand, suit by suit, as a player holds it; and its jokers."""
    suits = {suit: "".join(card[1] for card in cards if card[0] == suit and card != "JK") for suit in "SHDC"}
    return {"jokers": " ".join(card for card in cards if card == "JK"), **suits}


def _columns(row: dict[str, Any]) -> list[Column]:
    """Return the columns of rows like this one."""
    from mighty_sim.cli.output import Column

    signs = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "jokers": "joker"}
    return [Column(name, signs.get(name), right=name in ("deal", "tried")) for name in row]
