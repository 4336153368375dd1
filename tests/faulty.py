"""Strategies that break the rules, one way each, and the deals in which that shows.

`python faulty.py FOLDER` (with the compiler off) plays them by the replayer and prints {fault: {deal: [seat, decision,
message]}}; test_strategies.py compares that with the compiled kernels.
"""

import json
import sys
from pathlib import Path
from typing import NamedTuple

from written import parts_text, write_strategy

from mighty_sim.errors import StrategyFault
from mighty_sim.experiment import Experiment, Forced
from mighty_sim.rules import load_table

DEALS = range(40)
SEED = 5


class Wrong(NamedTuple):
    """What a strategy does wrong, the question at which it shows, and what the replayer must say of it."""

    decision: str
    said: str
    parts: dict[str, str]
    forced: bool = False


LEAD = "def card(game, me):\n    card = lowest(me.legal)\n    if game.table == 0 and card & game.joker and game.joker_has_power:\n        card = naming(card, 0)\n"

FAULTS = {
    "raises": Wrong("play", r"ValueError: no idea \(line \d+: raise ValueError", {"play": "def card(game, me):\n    raise ValueError('no idea')"}),
    "raises when asked to bid": Wrong("bid", "ZeroDivisionError|ValueError", {"bid": "def up(game, me):\n    raise ValueError('no idea')"}),
    "raises when asked to plan": Wrong("plan", "ValueError", {"plan": "def hope(game, me):\n    raise ValueError('no idea')"}),
    "indexes out of range": Wrong("play", "IndexError", {"play": "def card(game, me):\n    table = (1, 2, 4)\n    return table[me.seat + 3]"}),
    "plays a card not held": Wrong("play", "legal: ", {"play": "def card(game, me):\n    return lowest(game.pack & ~me.hand)"}),
    "does not follow": Wrong("play", "legal: ", {"play": LEAD + "    return prefer(lowest(me.hand & ~me.legal), card)"}),
    "plays two cards": Wrong("play", "legal: ", {"play": "def card(game, me):\n    return me.legal if count(me.legal) > 1 else naming(me.legal, 0)"}),
    "plays nothing": Wrong("play", "no card.*legal: ", {"play": "def card(game, me):\n    return 0"}),
    "names no suit": Wrong("play", "JK.*names a suit", {"play": "def card(game, me):\n    return prefer(me.legal & game.joker, lowest(me.legal))"}),
    "names a suit in vain": Wrong("play", "JK.*names a suit", {"play": "def card(game, me):\n    joker = me.legal & game.joker\n    return naming(joker, 0) if joker and game.table == 0 else lowest(me.legal)"}),
    "demands in trick 1": Wrong("play", "C3.*may demand", {"play": LEAD + "    hunts = (game.table == 0) & (me.legal & game.hunter != 0)\n    return demanding(game.hunter) if hunts else card"}),
    "demands with another card": Wrong("play", "may demand", {"play": LEAD + "    return demanding(card) if game.table == 0 and card & ~game.hunter & ~game.joker else card"}),
    "demands when following": Wrong("play", "with more", {"play": LEAD + "    return demanding(card) if game.table else card"}),
    "lays four cards away": Wrong("exchange", "3 of ", {"exchange": "def away(game, me):\n    return nth(me.hand, 0) | nth(me.hand, 1) | nth(me.hand, 2) | nth(me.hand, 3)"}),
    "lays two cards away": Wrong("exchange", "3 of ", {"exchange": "def away(game, me):\n    return nth(me.hand, 0) | nth(me.hand, 1)"}),
    "lays others' cards away": Wrong("exchange", "3 of ", {"exchange": "def away(game, me):\n    return nth(game.pack & ~me.hand, 0) | nth(me.hand, 1) | nth(me.hand, 2)"}),
    "bids 12": Wrong("bid", "12S", {"bid": "def up(game, me):\n    return call(12, 0)"}),
    "bids 21": Wrong("bid", "21N", {"bid": "def up(game, me):\n    return call(21, NO_TRUMP)"}),
    "bids no higher": Wrong("bid", "14H", {"bid": "def up(game, me):\n    return call(14, 1)"}),
    "passes when it must bid": Wrong("bid", "a pass", {"bid": "def up(game, me):\n    return PASS"}, forced=True),
    "changes too cheaply": Wrong("change", "right: ", {"change": "def other(game, me):\n    return call(game.number, (game.strain + 1) % 4)"}),
    "claims perhaps": Wrong("claim", "right: 0 or 1", {"claim": "def perhaps(game, me):\n    return 2"}),
    "calls two cards": Wrong("friend", "right: one card", {"friend": "def two(game, me):\n    return nth(game.pack, 0) | nth(game.pack, 1)"}),
    "calls nobody and a card": Wrong("friend", "right: one card", {"friend": "def both(game, me):\n    return ALONE | nth(game.pack, 0)"}),
    "asks for a suit at a suit contract": Wrong("friend", "top no-trump", {"friend": "def asks(game, me):\n    return requesting(FIRST_TRICK, 2)"}),
}  # fmt: skip


def experiment(name: str, folder: Path) -> Experiment:
    """One line-up in which every seat plays so."""
    wrong = FAULTS[name]
    strategy = write_strategy(folder, parts_text(**wrong.parts), name.replace(" ", "_").replace("'", ""))
    return Experiment(load_table("standard"), (strategy,) * 5, SEED, Forced(2, 15) if wrong.forced else None)


def told(play, deals=DEALS) -> dict[str, str]:
    """The message of each deal that ends in a fault; `play` plays one."""
    messages = {}
    for deal in deals:
        try:
            play(deal)
        except StrategyFault as fault:
            messages[str(deal)] = str(fault)
    return messages


if __name__ == "__main__":
    from mighty_sim.replay import Replayer

    print(json.dumps({name: told(Replayer(experiment(name, Path(sys.argv[1]))).deal) for name in FAULTS}))
