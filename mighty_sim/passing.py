"""A player who passes and otherwise plays as its strategy does: what a hand is worth where somebody else declares."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

from mighty_sim.strategy import Strategy


def passes(game: Any, me: Any) -> int:
    """A pass; where a bid has to be made, the lowest in spades."""
    if game.must_bid:
        return int(game.least(0)) << 3
    return 0


def passing(strategy: Strategy) -> Strategy:
    """Return a strategy that passes whatever it holds, under a name that says so. It has no file of its own."""
    digest = hashlib.sha256(f"{strategy.sha256} passing".encode()).hexdigest()
    return replace(strategy, name=f"{strategy.name} passing", sha256=digest, hooks=strategy.hooks | {"bid": passes})
