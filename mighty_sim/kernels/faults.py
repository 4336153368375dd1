"""What a strategy did wrong, and what is put in its place where a run goes on.

A wrong answer stops the run: a kernel returns a number, one of these with ``seat << 8``. Where the request says to go
on (``rules.goes_on``), it is counted in ``game.faults`` and the first legal answer stands for it: a pass, or the
cheapest bid where one has to be made; no claim, no change of contract; the lowest cards; the lowest friend call.
"""

from __future__ import annotations

from typing import Any

from mighty_sim.cards import NO_TRUMP
from mighty_sim.kernels.bits import choose, count, index, lowest, nth
from mighty_sim.kernels.jit import int64, rare
from mighty_sim.kernels.views import least, may_be_called, nameable

FAULT = 1 << 16  # no other result of a phase is as large
# Typed: for each plain number that is passed, numba would compile :func:`fault` once more.
CLAIM, BID, CHANGE, EXCHANGE, FRIEND, PLAY, PLAN, NO_CONTRACT, NO_DEAL, BAD_CONDITION, TOLD_DISCARD, TOLD_CALL = (
    int64(FAULT + decision) for decision in range(1, 13)
)
_NAMES = (
    "", "claim", "bid", "change", "exchange", "friend", "play", "plan",
    "no contract", "no deal", "condition", "told discard", "told call",
)  # fmt: skip
MOST_FAULTS = 2**15 - 1  # what the column of a deal can hold


def unpack(result: int) -> tuple[str, int]:
    """Return the decision's name and the seat of a fault."""
    return _NAMES[result & 255], (result >> 8) & 255


@rare
def fault(rules: Any, game: Any, me: Any, decision: int) -> int:
    """A wrong answer of a seat: the fault that stops the run; or 0 where it goes on, and the answer is counted."""
    if rules.goes_on == 0:
        return decision | me.seat << 8
    game.faults += 1
    return 0


@rare
def first_bid(game: Any) -> int:
    """A pass (0), or where a bid has to be made the call of the lowest number, in the first strain that has it."""
    if game.must_bid == 0:
        return 0
    strain = 0
    for other in range(1, NO_TRUMP + 1):
        strain = choose(least(game, other) < least(game, strain), other, strain)
    return least(game, strain) << 3 | strain


@rare
def first_discard(me: Any, n: int) -> int:
    """The lowest ``n`` cards of a hand; of equal cards one, so that with two packs it may be fewer."""
    away = 0
    for at in range(min(n, count(me.hand))):
        away |= nth(me.hand, at)
    return away


@rare
def first_friend(me: Any) -> int:
    """The lowest card that may be called, else the winner of the first trick, else nobody."""
    return lowest(may_be_called(me))


@rare
def first_lead(game: Any, legal: int, name: int) -> int:
    """The lowest card that may be led, without a demand; a joker names the first suit it may (``name``: its shift)."""
    card = lowest(legal)
    suits = nameable(game)
    if card == game.joker and suits:
        return card | ((index(suits) & 3) + 1) << name
    return card
