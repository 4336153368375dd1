"""Strategies written by a test: text to a file to a loaded strategy; nothing compiled is kept for later runs."""

from pathlib import Path
from textwrap import indent

import numba

from mighty_sim.kernels import ahead
from mighty_sim.strategy import Strategy, load

HEAD = '''
"""For a test."""
from mighty_sim.strategy import *


@helper
def sum_of(cards, n):
    """The n lowest of some cards."""
    chosen = 0
    for _ in range(n):
        chosen |= lowest(cards & ~chosen)
    return chosen


@helper
def right_card(game, me):
    """A card that may be played: the joker when it may be led with power, else the lowest but the joker."""
    card = prefer(lowest(me.legal & ~game.joker), me.legal)
    if game.table == 0 and me.legal & game.joker and game.trick > 1:
        return naming(game.joker, 0) if game.joker_has_power else game.joker
    return card
'''.lstrip()

#: The bodies of a whole strategy that plays by the rules; a test replaces some, or adds to them.
BODIES = {
    "bid": "return call(game.least(0), 0) if game.least(0) < 15 or game.must_bid else PASS",
    "exchange": "return sum_of(me.hand, 3)",
    "friend": "return ALONE",
    "play": "return right_card(game, me)",
}


def write_text(folder: Path, text: str, name: str = "trial") -> Path:
    """Write a strategy's file."""
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    return path


def write_strategy(folder: Path, text: str, name: str = "trial") -> Strategy:
    """Load a strategy from a file with this text. Its compiled code goes into the same folder."""
    return load(write_text(folder, text, name))


def strategy_text(more: str = "", **bodies: str) -> str:
    """The text of a strategy with some bodies replaced or added, and more functions before them."""
    functions = [
        f"@{mark}\ndef my_{mark}(game, me):\n{indent(body, '    ')}\n" for mark, body in (BODIES | bodies).items()
    ]
    return "\n\n".join([HEAD + more, *functions])


def keep_compiled_code_in(folder: Path, monkeypatch) -> None:
    """Let numba keep what it compiles in a folder that goes away with the test; the kernel is compiled already."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(folder))
    monkeypatch.setattr(ahead, "start", lambda mode: None)
