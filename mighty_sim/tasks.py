"""What a study has to do: a task for every part and table, which plays what is missing and returns an answer.

All tasks are made before the first is played, so that whatever is wrong with a study is told at once. Rows are kept in
the study's folder, a folder a run, as those of `mighty-sim run` are: a study that was stopped goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mighty_sim import comparison, contest
from mighty_sim.answer import Answer
from mighty_sim.engines import Batch, Report
from mighty_sim.errors import InputError, UnknownName
from mighty_sim.experiment import Experiment, from_names
from mighty_sim.grid import find_measures, tally_of
from mighty_sim.kept import KeptBatch
from mighty_sim.questions import DECLARERS, Success
from mighty_sim.ranking import Joint, Ranking
from mighty_sim.runner import Request, run
from mighty_sim.strength import WHEN
from mighty_sim.study import Part, Study
from mighty_sim.summary import summarize
from mighty_sim.variants import Wanted, variants

Watch = Callable[[Report, int], None]
#: What plays a task: the study's folder, the number of threads (0: all), and what watches the progress.
Play = Callable[[Path, int, Watch | None], Answer]


@dataclass(frozen=True)
class Task:
    """One thing to play: its name, which files have too, its title, the tables, and what plays it."""

    name: str
    title: str
    part: Part
    tables: tuple[str, ...]
    strategies: tuple[str, ...]
    deals: int
    play: Play


def tasks(study: Study, deals: int | None = None) -> list[Task]:
    """Return the tasks of a study; `deals` are asked for instead of the study's own numbers.

    Raises InputError and its kinds for what cannot be played, StrategyFault for a strategy that cannot be seated.
    """
    found: list[Task] = []
    for part in study.parts:
        count = deals or part.deals
        groups = [part.tables] if part.kind == "compare" else [(table,) for table in part.tables]
        for tables in groups:
            name = "-".join(filter(None, [part.options.name, Path(tables[0]).stem if len(groups) > 1 else ""]))
            try:
                _check(part)
                made = _MAKERS[part.kind](part, tables, count)
            except InputError as error:
                raise InputError(f"study {study.name!r}, {name or part.kind}: {error}") from None
            found.append(Task(name or part.kind, part.options.title, part, tables, *made[:1], count, made[1]))
    return found


def play(study: Study, folder: Path, deals: int | None = None, threads: int = 0) -> dict[str, Answer]:
    """Play all of a study and return its answers by the names of its tasks; rows are kept in the folder."""
    return {task.name: task.play(folder, threads, None) for task in tasks(study, deals)}


_Made = tuple[tuple[str, ...], Play]


def _check(part: Part) -> None:
    """Refuse words that are none. Raises UnknownName."""
    for kind, key, known in (("time", "when", WHEN), ("declarer", "declarer", DECLARERS)):
        word = getattr(part.options, key, known[0])
        if word not in known:
            raise UnknownName(kind, word, known)


def _experiment(options: Any, table: str) -> Experiment:
    """Return the experiment that a part names at a table."""
    words = (options.strategy, options.seed, options.declarer, options.seat, options.number, options.set)
    return from_names(table, *words)


def _success(part: Part, tables: Sequence[str], deals: int) -> _Made:
    """Return what counts success by strength, or by two measures."""
    options, experiment = part.options, _experiment(part.options, tables[0])
    measures = find_measures(_text(options.by) or "tricks")

    def answer(folder: Path, threads: int, watch: Watch | None) -> Answer:
        tally = tally_of(measures, options.when, experiment)
        outcome = run(Request(experiment, deals, folder / experiment.slug, threads), tally, watch=watch)
        return Success(experiment, tally, options.when, outcome)

    return (experiment.line_up,), answer


def _ranking(part: Part, tables: Sequence[str], deals: int) -> _Made:
    """Return what ranks the measures."""
    options, experiment = part.options, _experiment(part.options, tables[0])

    def answer(folder: Path, threads: int, watch: Watch | None) -> Answer:
        joint = Joint(options.when, experiment.forced.number if experiment.forced else None)
        outcome = run(Request(experiment, deals, folder / experiment.slug, threads), joint, watch=watch)
        return Ranking(experiment, joint, options.when, outcome)

    return (experiment.line_up,), answer


def _summary(part: Part, tables: Sequence[str], deals: int) -> _Made:
    """Return what groups the deals of a run. Its folder has just these deals, as all of it is counted."""
    options, experiment = part.options, _experiment(part.options, tables[0])

    def answer(folder: Path, threads: int, watch: Watch | None) -> Answer:
        rows = folder / f"{experiment.slug}-{deals}"
        run(Request(experiment, deals, rows, threads), watch=watch)
        numbers = {"rates": options.rate, "means": options.mean, "distribution": options.distribution}
        return summarize(rows, options.by or (), options.when, only=options.only, **numbers)

    return (experiment.line_up,), answer


def _compare(part: Part, tables: Sequence[str], deals: int) -> _Made:
    """Return what compares settings, each of which is a run of its own."""
    options = part.options
    line_ups = options.strategies or (options.strategy,)
    declarer = {"declarer": options.declarer, "seat": options.seat, "number": options.number}
    wanted = Wanted(
        tables=tables, vary=options.vary, strategies=line_ups, settings=options.set, seed=options.seed, **declarer
    )
    settings = tuple(variants(wanted))
    question = comparison.Question(settings, deals, _text(options.by), options.when, options.pairs)

    def answer(folder: Path, threads: int, watch: Watch | None) -> Answer:
        for setting in settings:
            run(Request(setting.experiment, deals, folder / setting.experiment.slug, threads), watch=watch)

        def kept(experiment: Experiment) -> Batch:
            return KeptBatch(folder / experiment.slug, deals)

        return comparison.play(question, threads, None, kept)

    return tuple(dict.fromkeys(setting.experiment.line_up for setting in settings)), answer


def _tournament(part: Part, tables: Sequence[str], deals: int) -> _Made:
    """Return what holds a tournament."""
    options = part.options
    held = contest.from_names(tables[0], options.strategies, options.seed, deals, options.set)

    def answer(folder: Path, threads: int, watch: Watch | None) -> Answer:
        return contest.play(held, folder / held.slug, threads, watch)

    return tuple(held.names), answer


def _text(by: str | tuple[str, ...] | None) -> str | None:
    """Return measures as one text."""
    return by if by is None or isinstance(by, str) else ",".join(by)


_MAKERS: dict[str, Callable[[Part, Sequence[str], int], _Made]] = {
    "success": _success,
    "ranking": _ranking,
    "summary": _summary,
    "compare": _compare,
    "tournament": _tournament,
}
