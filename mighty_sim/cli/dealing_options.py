"""Options that wish for cards, for every command that deals."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from mighty_sim.cli.options import Command

if TYPE_CHECKING:
    from mighty_sim.dealing import Dealing
    from mighty_sim.experiment import Experiment
    from mighty_sim.rules import Rules

#: What `--where` can ask, for the help pages of commands.
WORDS = """\b
What --where can ask of me, kitty and seat(0), seat(1) …:
  holds(JK)  holds(SA, SK)    1 where all these cards are there, else 0
  count(S)  count(SA, HA)     how many of them: cards, suits S H D C, ACES
                              KINGS QUEENS JACKS TENS POINTS
  points                      point cards (A K Q J 10)
  trumps                      length of the longest suit
  tricks  quarters            estimated tricks (whole, quarters) in the best
                              strain, as --by tricks has them
  weakness                    the misdeal scale, in half points
  aces kings queens jacks tens jokers  spades hearts diamonds clubs
  seat  deals  opens          of seats: its number; 1 where it deals, opens
joined by and, or, not, + - *, == != < <= > >=, and whole numbers. A .py file
in place of an expression has a function where(game, me) that returns 1 or 0;
there write game.kitty and game.seat(2), and a set of cards is an int.
"""


@dataclass(frozen=True)
class Wished:
    """The wishes as they were said; :meth:`dealing` reads them."""

    hand: Sequence[str] = ()
    kitty: Sequence[str] = ()
    never: Sequence[str] = ()
    where: str | None = None

    def __bool__(self) -> bool:
        """Return whether anything was wished."""
        return bool(self.hand or self.kitty or self.never or self.where is not None)

    def dealing(self, rules: Rules, seat: int | None = None) -> Dealing | None:
        """Return the wishes, checked for a table; `seat` is "me". Raises InputError; None for none."""
        if not self:
            return None
        from mighty_sim.dealing import parse

        return parse(rules, hand=self.hand, kitty=self.kitty, never=self.never, where=self.where, seat=seat)

    def of(self, experiment: Experiment, seat: int | None = None) -> Experiment:
        """Return an experiment with these wishes; its forced declarer is "me" where no seat is given."""
        from dataclasses import replace

        own = experiment.forced.seat if seat is None and experiment.forced else seat
        return replace(experiment, dealing=self.dealing(experiment.rules, own)) if self else experiment

    def seat_declaring(self, declarer: str, seat: int | None) -> int | None:
        """Return `--seat` as far as it names a forced declarer: with wishes it may also say who is "me"."""
        return None if self and declarer == "auction" else seat


def dealing_options(command: Command) -> Command:
    """Add `--hand`, `--kitty`, `--not` and `--where`, as `wished`, a :class:`Wished`."""

    @functools.wraps(command)
    def collect(*args: Any, **words: Any) -> Any:
        said = {name: words.pop(name) for name in ("hand", "kitty", "never", "where")}
        return command(*args, wished=Wished(**said), **words)

    decorated: Any = collect
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    wrapped: Command = decorated
    return wrapped


_OPTIONS = (
    click.option(
        "--hand",
        multiple=True,
        metavar="[SEAT:]CARDS",
        help='Deal these cards to --seat (by default 0), or to another seat: "SA SK JK", "2:HA HK".',
    ),
    click.option("--kitty", multiple=True, metavar="CARDS", help='Lay these cards into the kitty: "D3 C2".'),
    click.option(
        "--not",
        "never",
        multiple=True,
        metavar="[PLACE:]CARDS",
        help='Never deal these cards to --seat, another seat or the kitty: "JK", "3:JK SA", "kitty:JK".',
    ),
    click.option(
        "--where",
        metavar="[SEAT:]CONDITION",
        help="Only deals of which it holds, \"me.holds(JK) and me.trumps >= 5\" ('deals --help' has the words), "
        "or the path of a .py file; me is --seat.",
    ),
)
