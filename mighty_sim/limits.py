"""When a run ends: so many deals, an interval that is narrow enough, or a time that is over, whichever comes first.

The interval is looked at after certain numbers of deals, always the same ones, and the deals come in order: a run that
ends by its precision ends at the same deal with any number of threads. Only a time limit hangs on the machine; what was
played until then is still the beginning of the same run. To stop when an interval is narrow keeps its coverage; to stop
when a difference is significant does not, so that is not offered.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mighty_sim.chunks import GROUP, Columns, Span
from mighty_sim.errors import InputError
from mighty_sim.stats import wilson

if TYPE_CHECKING:
    from mighty_sim.experiment import Experiment

#: Deals between two looks at the interval, and up to which deal: often at first, then about every 16th part.
STEPS = ((1 << 10, 1 << 16), (1 << 12, 1 << 20), (1 << 14, 1 << 24))
#: An interval of fewer deals says little of how narrow it is.
LEAST_DEALS = STEPS[0][0]


@dataclass(frozen=True)
class Limits:
    """What ends a run before its last deal: half the width of the main rate's 95 % interval, or seconds by the clock.

    Raises InputError for a precision that is none (it lies between 0 and 0.5) and for a time of 0 or less.
    """

    precision: float | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        """Refuse what cannot be reached."""
        if self.precision is not None and not 0 < self.precision < 0.5:
            raise InputError(f"precision {self.precision:g} is out of range; it is half an interval: 0.005 is ±0.5 %")
        if self.seconds is not None and not 0 < self.seconds < float("inf"):
            raise InputError(f"a time of {self.seconds:g} s is out of range; it must be more than 0")

    def __bool__(self) -> bool:
        """Return whether anything but the number of deals can end the run."""
        return self.precision is not None or self.seconds is not None


#: Nothing but the number of deals ends a run.
NO_LIMITS = Limits()


class Enough(Exception):
    """A limit was reached: which one in words, and after how many deals."""

    def __init__(self, why: str, deals: int, *, reached: bool) -> None:
        """Say why; `reached`: the precision that was asked for was reached."""
        super().__init__(why)
        self.why, self.deals, self.reached = why, deals, reached


class Judge:
    """Says when it is enough. Its time runs from when it is made, or from `start`, if that is called."""

    def __init__(self, limits: Limits) -> None:
        """Start the clock."""
        self.limits = limits
        self.start()

    def start(self) -> None:
        """Start the clock anew: compiling is not counted, so that a short time is time to play."""
        self._begin = time.monotonic()

    @property
    def deadline(self) -> float | None:
        """Return when the time is over, as `time.monotonic` tells it; None without a limit."""
        return None if self.limits.seconds is None else self._begin + self.limits.seconds

    def look(self, deals: int, half_width: Callable[[], float]) -> None:
        """Raise Enough if a limit is reached after the first `deals` deals; `half_width` of the main rate so far."""
        wanted, seconds = self.limits.precision, self.limits.seconds
        if wanted is not None and deals >= LEAST_DEALS and half_width() <= wanted:
            raise Enough(f"precision {wanted:g} was reached after {deals:,} deals", deals, reached=True)
        if seconds is not None and time.monotonic() - self._begin >= seconds:
            raise Enough(f"{seconds:g} s were over after {deals:,} deals", deals, reached=False)

    def short(self, deals: int, half_width: float) -> str:
        """Return what is said where all deals were played and the precision was not reached; else nothing."""
        if self.limits.precision is None or half_width <= self.limits.precision:
            return ""
        return f"all {deals:,} deals were played before precision {self.limits.precision:g} was reached"


class MainRate:
    """The rate that `success` and `run` are about: contracts made, or with a forced declarer the number reached.

    A tally: `names` are the columns that it looks at.
    """

    def __init__(self, experiment: Experiment) -> None:
        """Begin with no deals."""
        self._number = experiment.forced.number if experiment.forced else None
        self.names: Sequence[str] = ("made",) if self._number is None else ("points",)
        self.deals = self.reached = 0

    def add(self, columns: Columns) -> None:
        """Count some deals."""
        values = columns[self.names[0]]
        self.deals += len(values)
        self.reached += int(np.count_nonzero(values if self._number is None else values >= self._number))

    def half_width(self) -> float:
        """Return half the width of the rate's 95 % Wilson interval; 1/2 before the first deal, as nothing is known."""
        _, low, high = wilson(self.reached, self.deals)
        return float(high - low) / 2


def next_look(deals: int) -> int:
    """Return after how many deals the interval is looked at next, if it was after `deals`."""
    step = next((step for step, until in STEPS if deals < until), GROUP)
    return (deals // step + 1) * step


def steps(spans: Sequence[Span]) -> Iterator[Span]:
    """Yield spans of deals cut where the interval is looked at, none longer than a row group."""
    for span in spans:
        first, end = span.first, span.first + span.count
        while first < end:
            stop = min(next_look(first), end)
            yield Span(first, stop - first)
            first = stop
