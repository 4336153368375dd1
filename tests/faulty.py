"""Strategies that break the rules, one way each, and the deals in which that shows.

`python faulty.py FOLDER` (with the compiler off) plays them by the replayer and prints {fault: {deal: [seat, decision,
message]}}; test_strategies.py compares that with the compiled kernels.
"""

import json
import sys
from pathlib import Path
from typing import NamedTuple

from written import strategy_text, write_strategy

from mighty_sim.errors import StrategyFault
from mighty_sim.experiment import Experiment, Forced
from mighty_sim.rules import load_table

DEALS = range(40)
SEED = 5


class Wrong(NamedTuple):
    """What a strategy does wrong: at which question, what the replayer must say of it, and the function's body."""

    decision: str
    said: str
    body: str
    forced: bool = False


FAULTS = {
    "raises": Wrong("play", r"ValueError: no idea \(line \d+: raise ValueError", "raise ValueError('no idea')"),
    "raises when asked to bid": Wrong("bid", "ValueError: no idea", "raise ValueError('no idea')"),
    "raises when asked to plan": Wrong("plan", "ValueError: no idea", "raise ValueError('no idea')"),
    "raises when it leads": Wrong("lead", "ValueError: no idea", "raise ValueError('no idea')"),
    "divides by zero": Wrong("play", "ZeroDivisionError", "return right_card(game, me) + 0 * (1 // (game.trick - 4))"),
    "indexes out of range": Wrong("play", "IndexError", "return (1, 2, 4)[me.seat + 3]"),
    "plays a card not held": Wrong("play", "legal: ", "return lowest(game.pack & ~me.hand)"),
    "does not follow": Wrong("play", "legal: ", "return prefer(lowest(me.hand & ~me.legal), right_card(game, me))"),
    "plays two cards": Wrong("play", "legal: ", "return me.legal if count(me.legal) > 1 else right_card(game, me)"),
    "plays nothing": Wrong("play", "no card.*legal: ", "return 0"),
    "names no suit": Wrong("play", "JK.*names one of S H D C", "return right_card(game, me) & CARDS"),
    "names a suit in vain": Wrong(
        "play",
        "JK.*names no suit here",
        "joker = me.legal & game.joker\nreturn naming(joker, 0) if joker and game.table == 0 else right_card(game, me)",
    ),
    "demands in trick 1": Wrong(
        "play",
        "C3.*may demand|S3.*may demand",
        "hunts = game.table == 0 and me.legal & game.hunter\n"
        "return demanding(game.hunter) if hunts else right_card(game, me)",
    ),
    "demands with another card": Wrong(
        "play",
        "may demand",
        "card = right_card(game, me)\n"
        "plain = game.table == 0 and card & ~game.hunter & ~game.joker & CARDS\n"
        "return demanding(card) if plain else card",
    ),
    "demands when following": Wrong(
        "play",
        "with more",
        "card = right_card(game, me)\nreturn demanding(card) if game.table else card",
    ),
    "lays four cards away": Wrong("exchange", "at most 3 ", "return sum_of(me.hand, 4)"),
    "lays two cards away": Wrong("exchange", "at most 1 ", "return sum_of(me.hand, 2)"),
    "lays others cards away": Wrong("exchange", "at most 3 ", "return sum_of(game.pack & ~me.hand, 3)"),
    "bids 12": Wrong(
        "bid", "12S is .*right: at least 13S 13H 13D 13C 13N, at most 20, or a pass", "return call(12, 0)"
    ),
    "bids 21": Wrong("bid", "21N is .*right: at least 1[34]", "return call(21, NO_TRUMP)"),
    "bids a number and no strain": Wrong("bid", r"\b7 is .*right: at least 13S 13H ", "return 7"),
    "bids no higher": Wrong(
        "bid", "14H is .*right: at least 15S 15H 15D 15C 1[45]N, at most 20, or a pass", "return call(14, 1)"
    ),
    "passes when it must bid": Wrong(
        "bid", "a pass is .*right: at least 1[34]S .*, at most 20; see", "return PASS", forced=True
    ),
    "changes too cheaply": Wrong("change", "right: ", "return call(game.number, (game.strain + 1) % 4)"),
    "changes to no contract": Wrong("change", r"\b3 is .*right: at least .*, or 0", "return 3"),
    "claims perhaps": Wrong("claim", "right: 0 or 1", "return 2"),
    "calls two cards": Wrong(
        "friend", r"right: a card.*; cards to call: (\w\w ){20}and \d+ more; ", "return sum_of(game.pack, 2)"
    ),
    "calls nobody and a card": Wrong("friend", "right: a card", "return ALONE | nth(game.pack, 0)"),
    "asks for a suit at a suit contract": Wrong("friend", "no suit can be asked", "return requesting(FIRST_TRICK, 2)"),
}


def experiment(name: str, folder: Path) -> Experiment:
    """One line-up in which every seat plays so."""
    wrong = FAULTS[name]
    text = strategy_text(**{wrong.decision: wrong.body})
    strategy = write_strategy(folder, text, name.replace(" ", "_"))
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
