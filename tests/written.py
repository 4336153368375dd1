"""Strategies written by a test: text to a file to a loaded strategy; nothing compiled is kept for later runs."""

from pathlib import Path

import numba

from mighty_sim.strategy import Strategy, load

#: A whole strategy that plays by the rules; a test replaces one of its parts.
PARTS = {
    "bid": "def up(game, me):\n    return call(game.least(0), 0) if game.least(0) < 15 or game.must_bid else PASS",
    "exchange": "def away(game, me):\n    return nth(me.hand, 0) | nth(me.hand, 1) | nth(me.hand, 2)",
    "friend": "def alone(game, me):\n    return ALONE",
    "play": (
        "def card(game, me):\n"
        "    card = lowest(me.legal)\n"
        "    if game.table == 0 and card & game.joker and game.joker_has_power:\n"
        "        return naming(card, 0)\n"
        "    return card"
    ),
}


def write_strategy(folder: Path, text: str, name: str = "trial") -> Strategy:
    """Load a strategy from a file with this text. Its compiled code goes into the same folder."""
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    return load(path)


def parts_text(**parts: str) -> str:
    """The text of a strategy with some functions replaced or added, each the body of a marked function."""
    functions = [f"@{mark}\n{body}\n" for mark, body in (PARTS | parts).items()]
    return '"""For a test."""\nfrom mighty_sim.strategy import *\n\n\n' + "\n\n".join(functions)


def keep_compiled_code_in(folder: Path, monkeypatch) -> None:
    """Let numba keep what it compiles in a folder that goes away with the test."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(folder))
