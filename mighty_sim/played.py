"""Deals that were played, as answers: the rows of a run, and how often contracts were made by strength."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from mighty_sim.answer import Answer
from mighty_sim.experiment import Experiment
from mighty_sim.figures import points_distribution
from mighty_sim.grid import Crossed, rows_of
from mighty_sim.repeat import caption
from mighty_sim.runner import Outcome
from mighty_sim.strength import WHEN, Measure, Row, Successes

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

__all__ = ["Run", "Success", "rows_in"]


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
            self._frame = rows_in(self.folder, self.deals)
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
        return rows_of(self.experiment, self.tally)

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


def rows_in(folder: Path, deals: int) -> DataFrame:
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
