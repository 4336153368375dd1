"""Deals as they lie before the first bid: those that meet some wishes, and how often deals do so by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from mighty_sim import stats
from mighty_sim.cards import texts_in
from mighty_sim.dealing import Dealing
from mighty_sim.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: Deals that are dealt to tell how often a condition holds, where nobody asks for another number.
ENOUGH = 100_000
_PIECE = 50_000  # some ten milliseconds, so that Ctrl-C is answered


class Hands(NamedTuple):
    """A deal: its number, how many were dealt until this one met the condition, every seat's cards, and the kitty."""

    deal: int
    tried: int
    seats: list[list[str]]
    kitty: list[str]


@dataclass(frozen=True)
class Acceptance:
    """How often deals meet wishes: `share` of all deals have the fixed cards and not the forbidden ones, exactly.

    It is None where that is too long to be worked out. Of `dealt` deals that have, `met` meet the condition.
    """

    share: Fraction | None
    met: int
    dealt: int

    @property
    def rate(self) -> stats.Rates:
        """Return the rate of the condition with its 95 % interval (Wilson)."""
        return stats.wilson(self.met, self.dealt)


def dealt(rules: Rules, seed: int, dealing: Dealing | None, deals: Sequence[int]) -> Iterator[Hands]:
    """Yield deals as they are first dealt, before any is thrown in. Raises RunError where none meets the condition."""
    from mighty_sim.kernels.hands import Dealer

    dealer = Dealer(rules, seed, dealing or Dealing())
    for deal in deals:
        ((places, tried),) = zip(*dealer.hands(deal, 1), strict=True)
        *seats, kitty = [texts_in(int(once), int(twice)) for once, twice in places]
        yield Hands(deal, int(tried), seats, kitty)


def acceptance(rules: Rules, seed: int, dealing: Dealing, deals: int = ENOUGH) -> Acceptance:
    """Return how often deals 0 to `deals` - 1 of a seed, each dealt once, meet wishes."""
    from mighty_sim.kernels.hands import Dealer

    if not dealing.condition:
        return Acceptance(dealing.share(rules), deals, deals)
    dealer = Dealer(rules, seed, dealing)
    met = sum(dealer.meeting(first, min(_PIECE, deals - first)) for first in range(0, deals, _PIECE))
    return Acceptance(dealing.share(rules), met, deals)


def sentences(rules: Rules, seed: int, dealing: Dealing, deals: int = ENOUGH) -> list[str]:
    """Return what a page says of wishes: what they are, and how often deals meet them by themselves."""
    found = acceptance(rules, seed, dealing, deals)
    lines = [f"Only deals in which {dealing.describe()}."]
    if dealing.fixed or dealing.never:
        lines += [] if found.share is None else [_share_text(float(found.share))]
    if dealing.condition:
        lines.append(_condition_text(found))
    return lines


def _share_text(share: float) -> str:
    """Return how often the cards lie so by themselves."""
    return f"Fixed and forbidden cards: {_one_of(share)} deals is so by itself, exactly {_percent(share)}."


def _condition_text(found: Acceptance) -> str:
    """Return how often the condition holds, in a sentence with its interval."""
    rate, low, high = (float(value) for value in found.rate)
    such = "deals" if found.share == 1 else "such deals"
    interval = f"95 % {_percent(low)[:-2]}–{_percent(high)}, n = {found.dealt:,}"
    if not found.met:
        return f"Condition: none of {found.dealt:,} {such} meets it ({interval})."
    return f"Condition: {_one_of(rate)} {such} meets it, {_percent(rate)} ({interval})."


def _one_of(rate: float) -> str:
    """Return a rate as a player says it: 1 of 37.2."""
    turns = 1 / rate
    return f"1 of {turns:.3g}" if turns < 1000 else f"1 of {turns:,.0f}"


def _percent(rate: float) -> str:
    """Return a rate in percent with three digits that mean something."""
    return f"{100 * rate:.3g} %"
