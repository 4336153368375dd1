"""The commands as functions: what `mighty-sim success` and the others answer, from Python or a notebook.

    import mighty_sim

    found = mighty_sim.success(deals=20_000, by="trumps")
    found.frame                             # a pandas DataFrame: the numbers of --format csv
    found.plot().savefig("success.svg")     # a matplotlib Figure

Options have the names and the defaults of the command's, but that `--set` is `settings` (a list), `--not` is `never`,
and `time` is in seconds; the same request has the same numbers. Nothing is written unless `out` names a folder, and
nothing is printed. Every function raises InputError and its kinds for what cannot be asked, StrategyFault, and
Interrupted after Ctrl-C.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from mighty_sim import grid
from mighty_sim.answer import Answer
from mighty_sim.comparison import compare
from mighty_sim.dealing import parse
from mighty_sim.errors import UnknownName
from mighty_sim.experiment import ON_FAULT, Experiment, from_names
from mighty_sim.figures import points_distribution
from mighty_sim.grid import Crossed, find_measures
from mighty_sim.limits import Limits
from mighty_sim.repeat import caption
from mighty_sim.runner import Outcome, Request, run
from mighty_sim.strength import WHEN, Measure, Row, Successes, contracts, surface
from mighty_sim.summary import summarize

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

    from mighty_sim.advice import Advice
    from mighty_sim.contest import Tournament

__all__ = ["Run", "Success", "advise", "compare", "simulate", "success", "summarize", "tournament"]

#: How the declarer is found.
DECLARERS = ("forced", "auction")

Texts = Sequence[str]
#: Cards in a text, or texts that may say where: "2:SA SK".
Wish = str | Sequence[str] | None


class Run(Answer):
    """Deals that were played: `frame` has a row for each, with the columns that results/README.md describes.

    With a `folder` the rows are read from there when they are first asked for.
    """

    kind = "run"

    def __init__(self, experiment: Experiment, outcome: Outcome, folder: Path | None, frame: DataFrame | None) -> None:
        """Take what was played, what it took, and the folder of the rows or the rows themselves."""
        self.experiment, self.outcome, self.folder = experiment, outcome, folder
        self._frame = frame

    @property
    def deals(self) -> int:
        """Return how many deals the run has."""
        return self.outcome.played + self.outcome.reused

    @property
    def frame(self) -> DataFrame:
        """Return the deals, a row each. Raises RunError if their files cannot be read."""
        if self._frame is None:
            assert self.folder is not None
            self._frame = _rows_in(self.folder, self.deals)
        return self._frame

    @property
    def title(self) -> str:
        """Return what was played, in a line."""
        return caption(self.experiment, self.deals)

    @property
    def notes(self) -> list[str]:
        """Return why it ended, if a limit was set, and what the rows hold for."""
        return [*_wishes(self.experiment), *_ended(self.outcome), _conditional(self.experiment)]

    def plot(self) -> Figure:
        """Return a figure of the points that the declarer's side took."""
        counts = self.frame.groupby("points", as_index=False).size().rename(columns={"size": "n"})
        return points_distribution(counts, title="Points of the declarer's side", caption=self.title)


class Success(Answer):
    """How often contracts are made by strength: `frame` has a row for every class and number.

    Columns: strength and strength_to, the class's least and greatest value (none for all hands together); n; share of
    all deals; number; made; rate, rate_low and rate_high, its 95 % Wilson interval; thin: fewer than 100 deals. With a
    forced declarer a rate is the chance of so many points or more; with an auction a row is a contract as it was
    played, and one of all contracts (no number) ends each class. Two measures give a grid: a row for every cell, with
    two columns named after each measure in place of strength and strength_to.
    """

    def __init__(self, experiment: Experiment, tally: Successes | Crossed, when: str, outcome: Outcome) -> None:
        """Take what was played, what was counted, and what it took."""
        self.experiment, self.tally, self.when, self.outcome = experiment, tally, when, outcome
        self.kind = "grid" if isinstance(tally, Crossed) else "success"
        self.number = experiment.forced.number if experiment.forced else None

    @property
    def measures(self) -> tuple[Measure, ...]:
        """Return the measures of strength: one or two."""
        return self.tally.measures if isinstance(self.tally, Crossed) else (self.tally.measure,)

    @cached_property
    def rows(self) -> list[Row]:
        """Return the rows of the frame."""
        return success_rows(self.experiment, self.tally)

    @cached_property
    def _frame(self) -> DataFrame:
        import pandas as pd

        return pd.DataFrame(self.rows)

    @property
    def frame(self) -> DataFrame:
        """Return a row for every class and number."""
        return self._frame

    @property
    def title(self) -> str:
        """Return what was asked, in a line."""
        hand = "as dealt" if self.when == WHEN[0] else "after the exchange"
        return f"Success by {' and '.join(self._names)} of the declarer's hand {hand}"

    @property
    def caption(self) -> str:
        """Return what was played, in a line."""
        return caption(self.experiment, self.tally.deals)

    @property
    def measure_words(self) -> str:
        """Return the measure as the axis of a figure names it."""
        hand = "as dealt" if self.when == WHEN[0] else "after the exchange"
        return f"{self._names[0]} of the declarer's hand {hand}"

    @property
    def _names(self) -> list[str]:
        return [measure.name for measure in self.measures]

    @property
    def notes(self) -> list[str]:
        """Return what a reader has to know, in sentences."""
        forced = self.experiment.forced
        meant = "The bidding decides who declares; a row is a contract as it was played."
        if forced:
            meant = (
                f"Seat {forced.seat} declares every deal; the players are told that it bid {forced.number}. Rate: that "
                "the declarer's side takes so many points or more."
            )
        return [
            f"{self.caption}.",
            *(f"{measure.name}: {measure.meaning}." for measure in self.measures),
            meant,
            "Rates have their 95 % Wilson interval.",
            *_wishes(self.experiment),
            *_ended(self.outcome),
            _conditional(self.experiment),
        ]


def success_rows(experiment: Experiment, tally: Successes | Crossed) -> list[Row]:
    """Return what was counted, a row for each class and number; see :class:`Success` for the columns."""
    auction = experiment.rules.auction
    numbers = range(auction.min_number, auction.max_number + 1)
    if isinstance(tally, Crossed):
        return grid.surface(tally, numbers) if experiment.forced else grid.contracts(tally)
    return surface(tally, numbers) if experiment.forced else contracts(tally)


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
    words = (*settings, f"match.deals={match}", "match.ends=deals") if match is not None else settings
    wishes = {"hand": hand, "kitty": kitty, "never": never, "where": where}
    experiment = _experiment((table, strategy, seed), (declarer, seat, number), words, wishes)
    experiment = replace(experiment, in_matches=match is not None, on_fault=on_fault)
    limits = Limits(precision, time)
    if out is not None:
        folder = Path(out)
        return Run(experiment, run(Request(experiment, deals, folder, threads or 0, limits=limits)), folder, None)
    with TemporaryDirectory(prefix="mighty-sim-") as name:
        outcome = run(Request(experiment, deals, Path(name), threads or 0, limits=limits))
        return Run(experiment, outcome, None, _rows_in(Path(name), outcome.played))


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
    _known("time", when, WHEN)
    measures = find_measures(by)
    wishes = {"hand": hand, "kitty": kitty, "never": never, "where": where}
    experiment = _experiment((table, strategy, seed), (declarer, seat, number), settings, wishes)
    experiment = replace(experiment, on_fault=on_fault)
    told = {"when": when, "forced": experiment.forced is not None}
    counts: Callable[..., Successes | Crossed] = Successes if len(measures) == 1 else Crossed
    tally = counts(*measures, **told)
    folder = None if out is None else Path(out)
    outcome = run(Request(experiment, deals, folder, threads or 0, limits=Limits(precision, time)), tally)
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

    contest = from_names(table, contestants, seed, deals, settings, on_fault)
    return play(contest, None if out is None else Path(out), threads or 0)


def advise(hand: str, *, threads: int | None = None, **words: Any) -> Advice:
    """Return what a hand is worth: `advise("SA SK SQ S9 S4 JK HA H7 D3 C2", table="standard", seat=2)`.

    The words are those of :class:`mighty_sim.holding.Wanted`, which are the options of `mighty-sim hand`.
    """
    from mighty_sim import advice

    return advice.advise(hand, threads=threads or 0, **words)


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
    experiment = from_names(*names, how, None if wished and how == "auction" else seat, number, settings)
    own = experiment.forced.seat if seat is None and experiment.forced else seat
    return replace(experiment, dealing=parse(experiment.rules, seat=own, **wishes)) if wished else experiment


def _known(kind: str, word: str, known: Texts) -> None:
    """Raise UnknownName, with the nearest, for a word that is not among the known ones."""
    if word not in known:
        raise UnknownName(kind, word, known)


def _rows_in(folder: Path, deals: int) -> DataFrame:
    """Return the first rows of a run's folder. Raises RunError."""
    import pandas as pd

    from mighty_sim.chunks import chunk_paths, reading

    parts: list[DataFrame] = []
    for path in chunk_paths(folder):
        with reading(path):
            parts.append(pd.read_parquet(path))
        if sum(map(len, parts)) >= deals:
            break
    return pd.concat(parts, ignore_index=True).head(deals)


def _wishes(experiment: Experiment) -> list[str]:
    """Return the sentence that says which deals were dealt, if not all could be."""
    return [f"Only deals such as these: {experiment.dealing.describe()}."] if experiment.dealing else []


def _ended(outcome: Outcome) -> list[str]:
    """Return the sentence that says which limit ended a run, if one was set."""
    return [f"Stopped: {outcome.ended}."] if outcome.ended else []


def _conditional(experiment: Experiment) -> str:
    """Return the sentence that says what numbers hold for."""
    return f"It holds for {experiment.line_up} and this table, not for Mighty as such."
