"""Whether a strategy knows only what its views show: its answers in other worlds, and its deals in another order.

A strategy that looks where it should not answers otherwise when the cards that it cannot see are dealt anew; one that
remembers plays a deal otherwise after other deals. Both is looked at without the compiler, in a process of its own:
`python -m mighty_sim.blindness` reads a :class:`Job` as JSON and prints a :class:`Sight` a table.
"""

from __future__ import annotations

import json
import random
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from mighty_sim import child
from mighty_sim.errors import RunError, StrategyFault

if TYPE_CHECKING:
    from mighty_sim.rules import Rules
    from mighty_sim.strategy import Strategy
    from mighty_sim.worlds import Found, Recording, Stage

#: One in so many questions of these decisions is asked again, of the others each.
_ONE_IN = {"play": 5, "lead": 3, "bid": 2}
_TRIES = 25
_SAME_AGAIN = 8
_FORCED_EVERY = 3
_AUCTIONS = 4


@dataclass(frozen=True)
class Job:
    """What to look at: a strategy, tables by name or path, a seed, and how much.

    `questions` answers are compared at each table, and `deals` deals are played for their rows: side by side, or with
    `backwards` one at a time from the last to the first.
    """

    strategy: str
    tables: Sequence[str]
    seed: int
    questions: int
    deals: int
    backwards: bool = False


@dataclass(frozen=True)
class Sight:
    """What was found at a table.

    `compared` answers were the same in another world, but for the one that `unlike` tells of, if it is not empty.
    `auctions` were held by the strategy alone, of which `contracts` came. `rows` are the deals played, a list a
    column; it is empty where `fault` tells of an answer against the rules, or where there was no contract. One of these
    deals took `seconds`.
    """

    compared: int
    unlike: str
    auctions: int
    contracts: int
    rows: list[list[int]]
    fault: str
    seconds: float


def sights(jobs: Sequence[Job]) -> list[list[Sight]]:
    """Carry out jobs side by side, each in an uncompiled process; the tables of each in order.

    Raises RunError with the last words of a process that failed.
    """
    crew = [_begun(job) for job in jobs]
    try:
        return [_ended(process) for process in crew]
    finally:
        for process in crew:
            process.kill()
            process.wait()


def _begun(job: Job) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    environment = child.environment(NUMBA_DISABLE_JIT="1")
    command = child.command("-m", "mighty_sim.blindness", json.dumps(asdict(job)))
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=environment)


def _ended(process: subprocess.Popen[str]) -> list[Sight]:
    said, complaint = process.communicate()
    if process.returncode:
        raise RunError((complaint.strip().splitlines() or ["the uncompiled process ended without a word"])[-1])
    return [Sight(**found) for found in json.loads(said)]


def look(strategy: Strategy, table: str, job: Job) -> Sight:
    """Look at a strategy at one table; needs the kernels uncompiled."""
    from mighty_sim.catalog import choice
    from mighty_sim.rules import load_table
    from mighty_sim.strategy import load_choice
    from mighty_sim.worlds import Stage

    rules = load_table(table)
    luck = random.Random(f"{job.seed} {rules.name}")
    others, seats = load_choice(choice("random")), range(rules.deal.players)
    alone = Stage(rules, [strategy for _ in seats], job.seed)
    mixed = Stage(rules, [others if seat % 2 else strategy for seat in seats], job.seed)
    held = [alone.record(deal, noted=lambda hook: False) for deal in range(_AUCTIONS)]
    contracts = sum(found[-1].sold for found in held)
    compared, unlike = 0, ""
    for deal in range(job.questions):
        stage = mixed if deal % 2 else alone
        found = stage.record(deal, _forced(rules, deal), lambda hook: luck.randrange(_ONE_IN.get(hook, 1)) == 0)
        for recording in found[-2:]:
            for told in _compared(stage, recording, strategy, luck):
                compared += 1
                unlike = unlike or (told and f"{told}; see: {_replay(job, table, stage, strategy, recording)}")
        if unlike or compared >= job.questions:
            break
    begin = time.perf_counter()
    rows, fault = _rows(strategy, rules, job) if contracts else ([], "")
    seconds = (time.perf_counter() - begin) / job.deals
    return Sight(compared, unlike, sum(map(len, held)), contracts, rows, fault, seconds)


def _forced(rules: Rules, deal: int) -> tuple[int, int]:
    """Who has to declare in a deal, and at which number; nobody (-1) in two of three."""
    if deal % _FORCED_EVERY:
        return -1, 0
    turn = deal // _FORCED_EVERY
    numbers = (rules.auction.min_number + 2, rules.auction.max_number)
    return turn % rules.deal.players, min(numbers) if turn % 2 else max(numbers)


def _compared(stage: Stage, recording: Recording, strategy: Strategy, luck: random.Random) -> Iterator[str]:
    """Ask the strategy again whatever was noted in full; yield what was otherwise, or an empty text."""
    from mighty_sim.worlds import dealt_anew

    for place, asked in enumerate(recording.questions):
        if asked.seen is None or stage.strategies[asked.seat] is not strategy:
            continue
        for _ in range(_TRIES):
            world = dealt_anew(stage, recording, place, luck)
            found = world and stage.again(recording, place, world, luck)
            if found:
                yield _otherwise(stage, recording, place, found)
                break


def _otherwise(stage: Stage, recording: Recording, place: int, found: Found) -> str:
    """Return what is otherwise in another world, and why; empty where nothing is."""
    asked = recording.questions[place]
    who = f"deal {recording.deal}, seat {asked.seat}, @{asked.hook}"
    changed = [name for name, value in (asked.seen or {}).items() if found.seen[name] != value]
    if changed:
        return f"{who}: {changed[0]} tells of cards that the seat cannot see; this is a fault of the program"
    if found.answer == asked.answer:
        return ""
    why = "the cards that it cannot see were dealt anew: it knows more than its views"
    same = [stage.again(recording, place, recording.world) for _ in range(_SAME_AGAIN)]
    if any(again is None or again.answer != asked.answer for again in same):
        why = "the same was asked again: it remembers, or has luck of its own"
    return f"{who}: {_text(asked.hook, asked.answer)}, but {_text(asked.hook, found.answer)} when {why}"


def _replay(job: Job, table: str, stage: Stage, strategy: Strategy, recording: Recording) -> str:
    """Return the command that shows the deal of a recording."""
    names = [job.strategy if one is strategy else "random" for one in stage.strategies]
    line_up = names[0] if len(set(names)) == 1 else ",".join(names)
    words = ["mighty-sim", "replay", "--table", table, "--strategy", line_up, "--seed", job.seed]
    seat, number = recording.forced
    if seat >= 0:
        words += ["--declarer", "forced", "--seat", seat, "--number", number]
    return shlex.join(map(str, [*words, "--deals", recording.deal]))


def _text(hook: str, answer: int | str) -> str:
    """Return an answer as a message quotes it: cards by name where it is cards."""
    from mighty_sim.cards import ALL_CARDS, texts_in

    if isinstance(answer, str) or hook in ("bid", "plan", "change", "claim") or answer <= 0:
        return str(answer)
    return (" ".join(texts_in(answer & ALL_CARDS)) or "no card") + (" with more" if answer & ~ALL_CARDS else "")


def _rows(strategy: Strategy, rules: Rules, job: Job) -> tuple[list[list[int]], str]:
    """Play the job's deals by the strategy alone: their columns, or what was against the rules."""
    import numpy as np

    from mighty_sim.experiment import Experiment
    from mighty_sim.kernels.batch import Batch

    batch = Batch(Experiment(rules, (strategy,) * rules.deal.players, job.seed))
    block = np.zeros((len(batch.columns), job.deals), np.int16)
    try:
        if not job.backwards:
            batch.play(0, job.deals, block, 0)
        for deal in reversed(range(job.deals if job.backwards else 0)):
            batch.play(deal, 1, block, deal)
    except StrategyFault as fault:
        return [], str(fault)
    return block.tolist(), ""


def main(text: str) -> None:
    """Carry out the job that a JSON text holds, and print what was found as a JSON array."""
    from mighty_sim.catalog import choice
    from mighty_sim.strategy import load_choice

    job = Job(**json.loads(text))
    with redirect_stdout(sys.stderr):  # stdout is for data
        strategy = load_choice(choice(job.strategy))
        found = [asdict(look(strategy, table, job)) for table in job.tables]
    print(json.dumps(found))  # noqa: T201


if __name__ == "__main__":
    child.carry_out(main)
