"""Deals that go on after wrong answers, without the compiler.

`python replaced.py FOLDER` plays every fault of faulty.py, and prints {fault: {"rows": [column,
deal], "traces": the first deals}}; test_faults.py compares the rows with the compiled kernels', and judges the traces.
"""

import json
import sys
from pathlib import Path
from textwrap import indent

import numpy as np
from faulty import DEALS, FAULTS, SEED
from written import HEAD, strategy_text, write_strategy

from mighty_sim.experiment import Experiment, Forced
from mighty_sim.kernels.batch import Batch
from mighty_sim.rules import load_table

JUDGED = 6


def going_on(name: str, folder: Path) -> Experiment:
    """A line-up of seats that play so, and where nobody else would bid one that plays by the rules.

    The file has the wrong function alone; the others are those of its base, and compiled once for all faults.
    """
    wrong, good = FAULTS[name], write_strategy(folder, strategy_text(), "good")
    body = indent(wrong.body, "    ")
    text = f'{HEAD}\nbase = "./good.py"\n\n\n@{wrong.decision}\ndef wrong(game, me):\n{body}\n'
    strategy = write_strategy(folder, text, name.replace(" ", "_"))
    last = good if wrong.decision == "bid" and not wrong.forced else strategy
    forced = Forced(2, 15) if wrong.forced else None
    return Experiment(load_table("standard"), (strategy,) * 4 + (last,), SEED, forced, on_fault="first-legal")


def rows_of(wanted: Experiment) -> np.ndarray:
    batch = Batch(wanted)
    rows = np.zeros((len(batch.columns), len(DEALS)), np.int16)
    batch.play(0, len(DEALS), rows, 0)
    return rows


def shown(name: str, folder: Path) -> dict[str, object]:
    from mighty_sim.replay import Replayer

    wanted = going_on(name, folder)
    rows, replayer = rows_of(wanted), Replayer(wanted)
    traces = []
    for deal in range(JUDGED):
        traces.append(replayer.deal(deal, with_legal=True))
        assert list(replayer.row().values()) == rows[:, deal].tolist(), (name, deal)
    return {"rows": rows.tolist(), "traces": traces}


if __name__ == "__main__":
    print(json.dumps({name: shown(name, Path(sys.argv[1])) for name in FAULTS}))
