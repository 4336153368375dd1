"""The commands as functions: what `mighty-sim success` and the others answer, from Python or a notebook.

    import mighty_sim

    found = mighty_sim.success(deals=20_000, by="trumps")
    found.frame                             # a pandas DataFrame: the numbers of --format csv
    found.plot().savefig("success.svg")     # a matplotlib Figure

Options have the names and the defaults of the command's, but that `--set` is `settings`, `--not` is `never`, and
`time` is in seconds; the same request has the same numbers. Nothing is written unless `out` names a folder, and nothing
is printed. Every function raises InputError and its kinds for what cannot be asked, StrategyFault, and Interrupted
after Ctrl-C.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import index
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from mighty_sim.dealing import parse
from mighty_sim.errors import InputError, UnknownName
from mighty_sim.experiment import ON_FAULT, Experiment, from_names
from mighty_sim.grid import find_measures, tally_of
from mighty_sim.limits import Limits
from mighty_sim.played import Run, Success, rows_in
from mighty_sim.rules import load_table
from mighty_sim.runner import Request, run
from mighty_sim.strength import WHEN
from mighty_sim.summary import summarize

if TYPE_CHECKING:
    from mighty_sim.advice import Advice
    from mighty_sim.comparison import Comparison
    from mighty_sim.contest import Tournament

__all__ = ["Run", "Success", "advise", "compare", "simulate", "success", "summarize", "tournament"]

#: How the declarer is found.
DECLARERS = ("forced", "auction")

_MOST_THREADS = 1024

#: A text, or several.
Texts = str | Sequence[str]
#: Cards in a text, or texts that may say where: "2:SA SK".
Wish = str | Sequence[str] | None


def simulate(  # noqa: PLR0913  (an argument an option)
    *,
    table: str = "standard",
    settings: Texts = (),
    strategy: str = "steady",
    deals: int = 1_000_000,
    seed: int = 1,
    threads: int | None = None,
    precision: float | None = None,
    time: float | None = None,
    declarer: str = "auction",
    seat: int | None = None,
    number: int | None = None,
    match: int | None = None,
    hand: Wish = None,
    kitty: Wish = None,
    never: Wish = None,
    where: str | None = None,
    out: str | Path | None = None,
    on_fault: str = ON_FAULT[0],
) -> Run:
    """Play deals and return a row for each; `mighty-sim run` in Python.

    With `out` the rows are kept in that folder, and what it holds already is not played again.
    """
    deals, seed, processors = _numbers(deals, seed, threads)
    words = (*_texts(settings), f"match.deals={match}", "match.ends=deals") if match is not None else _texts(settings)
    wishes = {"hand": hand, "kitty": kitty, "never": never, "where": where}
    experiment = _experiment((table, strategy, seed), (declarer, seat, number), words, wishes)
    experiment = replace(experiment, in_matches=match is not None, on_fault=on_fault)
    limits = Limits(precision, time)
    if out is not None:
        folder = Path(out)
        return Run(experiment, run(Request(experiment, deals, folder, processors, limits=limits)), folder, None)
    with TemporaryDirectory(prefix="mighty-sim-") as name:
        outcome = run(Request(experiment, deals, Path(name), processors, limits=limits))
        return Run(experiment, outcome, None, rows_in(Path(name), outcome.played))


def success(  # noqa: PLR0913  (an argument an option)
    *,
    table: str = "standard",
    settings: Texts = (),
    strategy: str = "steady",
    deals: int = 1_000_000,
    seed: int = 1,
    threads: int | None = None,
    precision: float | None = None,
    time: float | None = None,
    by: str = "tricks",
    when: str = WHEN[0],
    declarer: str = "forced",
    seat: int | None = None,
    number: int | None = None,
    hand: Wish = None,
    kitty: Wish = None,
    never: Wish = None,
    where: str | None = None,
    out: str | Path | None = None,
    on_fault: str = ON_FAULT[0],
) -> Success:
    """Play deals and return how often contracts are made, by the strength of the declarer's hand.

    `by` is a measure, or two as in "trumps,tricks". With `out` rows are kept in that folder, and what it holds already
    is not played again.
    """
    deals, seed, processors = _numbers(deals, seed, threads)
    _known("time", when, WHEN)
    measures = find_measures(by)
    wishes = {"hand": hand, "kitty": kitty, "never": never, "where": where}
    experiment = _experiment((table, strategy, seed), (declarer, seat, number), settings, wishes)
    experiment = replace(experiment, on_fault=on_fault)
    tally = tally_of(measures, when, experiment)
    folder = None if out is None else Path(out)
    outcome = run(Request(experiment, deals, folder, processors, limits=Limits(precision, time)), tally)
    return Success(experiment, tally, when, outcome)


def tournament(
    *contestants: str,
    table: str = "standard",
    settings: Texts = (),
    deals: int = 100_000,
    seed: int = 1,
    threads: int | None = None,
    out: str | Path | None = None,
    on_fault: str = ON_FAULT[0],
) -> Tournament:
    """Let strategies play the same deals, each in every seat, and return the standings (`frame`) and the `pairs`."""
    from mighty_sim.contest import from_names, play

    deals, seed, processors = _numbers(deals, seed, threads)
    contest = from_names(table, contestants, seed, deals, _texts(settings), on_fault)
    return play(contest, None if out is None else Path(out), processors)


def compare(  # noqa: PLR0913  (an argument an option)
    *tables: str,
    settings: Texts = (),
    vary: Texts | Mapping[str, Sequence[Any]] = (),
    strategies: Texts = "steady",
    deals: int = 100_000,
    seed: int = 1,
    threads: int | None = None,
    precision: float | None = None,
    time: float | None = None,
    declarer: str = "auction",
    seat: int | None = None,
    number: int | None = None,
    strain: str | None = None,
    discard: str | None = None,
    call: str | None = None,
    hand: Wish = None,
    kitty: Wish = None,
    never: Wish = None,
    where: str | None = None,
    pairs: bool = False,
    by: str | None = None,
    when: str = WHEN[0],
    show: int = 0,
    on_fault: str = ON_FAULT[0],
) -> Comparison:
    """Play the same deals under several settings and return what they change; the first is what others differ from.

    `compare("standard", "penalty-5")` compares tables, `compare(vary={"joker_last": ["powerless", "normal"]})` values
    of an option, `compare(strategies=["steady", "bold"])` strategies; all of them give every combination.
    """
    from mighty_sim import comparison

    deals, seed, processors = _numbers(deals, seed, threads)
    settings, wished = _texts(settings), any(wish is not None for wish in (hand, kitty, never, where))
    dealing = None
    if wished:
        rules = load_table(tables[0] if tables else "standard", settings)
        dealing = parse(rules, hand=hand, kitty=kitty, never=never, where=where, seat=seat)
    return comparison.compare(
        *tables,
        settings=settings,
        vary=vary,
        strategies=strategies,
        deals=deals,
        seed=seed,
        threads=processors,
        precision=precision,
        time=time,
        declarer=declarer,
        seat=None if wished and declarer == "auction" else seat,
        number=number,
        told=(strain, discard, call),
        dealing=dealing,
        by=by,
        when=when,
        pairs=pairs,
        show=show,
        on_fault=on_fault,
    )


def advise(  # noqa: PLR0913  (an argument an option)
    hand: str,
    *,
    table: str = "standard",
    settings: Texts = (),
    strategy: str = "steady",
    seat: int = 0,
    kitty: str | None = None,
    never: Texts = (),
    where: str | None = None,
    strain: str | None = None,
    number: int | None = None,
    discard: str | None = None,
    call: str | None = None,
    deals: int = 20_000,
    seed: int = 1,
    threads: int | None = None,
    precision: float | None = None,
    time: float | None = None,
) -> Advice:
    """Return what a hand is worth, and what to bid; `mighty-sim hand` in Python.

    `advise("SA SK SQ S9 S4 JK HA H7 D3 C2", seat=2)` looks at every strain and number; with a `kitty` discards and
    friend calls are ranked, too.
    """
    from mighty_sim import advice

    deals, seed, processors = _numbers(deals, seed, threads)
    return advice.advise(
        hand,
        table=table,
        settings=_texts(settings),
        strategy=strategy,
        seat=seat,
        seed=seed,
        kitty=kitty,
        never=_texts(never),
        where=where,
        strain=strain,
        number=number,
        discard=discard,
        call=call,
        deals=deals,
        precision=precision,
        seconds=time,
        threads=processors,
    )


def _experiment(
    names: tuple[str, str, int],
    declarer: tuple[str, int | None, int | None],
    settings: Texts,
    wishes: dict[str, Any],
) -> Experiment:
    """Return the experiment that words name: table, strategy and seed; declarer, seat and number; and wished cards.

    With wishes and an auction the seat is the one that they are about.
    """
    how, seat, number = declarer
    _known("declarer", how, DECLARERS)
    wished = any(wish is not None for wish in wishes.values())
    declaring = None if wished and how == "auction" else seat
    experiment = from_names(*names, how, declaring, number, _texts(settings))
    own = experiment.forced.seat if seat is None and experiment.forced else seat
    return replace(experiment, dealing=parse(experiment.rules, seat=own, **wishes)) if wished else experiment


def _numbers(deals: int, seed: int, threads: int | None) -> tuple[int, int, int]:
    """Return deals, seed and threads (0: all) as Python's own whole numbers. Raises InputError."""
    if threads is not None and not 1 <= _whole("threads", threads) <= _MOST_THREADS:
        raise InputError(f"threads={threads!r} is out of range; it can be 1 to {_MOST_THREADS:,}, or None for all")
    return _whole("deals", deals), _whole("seed", seed), 0 if threads is None else _whole("threads", threads)


def _whole(name: str, value: Any) -> int:
    """Return a whole number, also one of numpy's. Raises InputError for anything else."""
    try:
        return index(value)
    except TypeError:
        raise InputError(f"{name}={value!r} is no whole number; write for example {name}=1_000") from None


def _texts(said: Texts) -> Sequence[str]:
    """Return texts as they are, one text as the only one."""
    return (said,) if isinstance(said, str) else said


def _known(kind: str, word: str, known: Sequence[str]) -> None:
    """Raise UnknownName, with the nearest, for a word that is not among the known ones."""
    if word not in known:
        raise UnknownName(kind, word, known)
