"""Intervals: how far a rate or a mean of finitely many deals may be from the truth.

Everything before this module is whole numbers; here they become floats. The formulas are short and written
out, since scipy.stats takes a second to import; the tests compare them with statsmodels.

>>> interval = wilson(8, 10)
>>> f"{interval.rate:.2f} [{interval.low:.4f}, {interval.high:.4f}]"
'0.80 [0.4902, 0.9433]'
"""

from __future__ import annotations

from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

#: The confidence of every interval on a page that does not say another one.
LEVEL = 0.95


class Rates(NamedTuple):
    """Rates with their intervals: float arrays of one shape (or single floats), all between 0 and 1."""

    rate: Any
    low: Any
    high: Any


class Means(NamedTuple):
    """Means with their intervals: float arrays of one shape (or single floats), in the values' units."""

    mean: Any
    low: Any
    high: Any


def quantile(level: float) -> float:
    """Return the normal quantile that a two-sided interval of confidence `level` (0 to 1) reaches to."""
    return NormalDist().inv_cdf((1 + level) / 2)


def wilson(successes: ArrayLike, n: ArrayLike, level: float = LEVEL) -> Rates:
    """Return the rate `successes / n` with Wilson's score interval (Wilson 1927).

    Parameters: arrays of whole numbers, 0 <= successes <= n, of shapes that fit each other; the confidence.
    Where n is 0 nothing is known: the rate is nan and the interval reaches from 0 to 1.
    """
    hits, total = np.broadcast_arrays(np.asarray(successes, float), np.asarray(n, float))
    some = total > 0
    size = np.where(some, total, 1.0)
    rate = hits / size
    z2 = quantile(level) ** 2
    center = (hits + z2 / 2) / (size + z2)
    reach = np.sqrt(z2 * (rate * (1 - rate) * size + z2 / 4)) / (size + z2)
    low = np.where(hits > 0, center - reach, 0.0)
    high = np.where(hits < total, center + reach, 1.0)
    return Rates(*_cleared(some, (rate, low, high), (np.nan, 0.0, 1.0)))


def mean(total: ArrayLike, squares: ArrayLike, n: ArrayLike, level: float = LEVEL) -> Means:
    """Return the mean of n values with its normal interval, from whole-number sums.

    Parameters: the sum of the values, the sum of their squares, how many they are; the confidence. The
    variance has n - 1 below the line. No value: the mean is nan. Fewer than two: so is the interval.
    """
    sums, squared, size = np.broadcast_arrays(
        np.asarray(total, float), np.asarray(squares, float), np.asarray(n, float)
    )
    some, two = size > 0, size > 1
    center = np.where(some, sums / np.where(some, size, 1.0), np.nan)
    spread = np.maximum(squared - sums * np.where(some, center, 0.0), 0.0)
    error = np.sqrt(spread / np.where(two, (size - 1) * size, 1.0))
    reach = quantile(level) * error
    return Means(*_cleared(two, (center, center - reach, center + reach), (center, np.nan, np.nan)))


def _cleared(known: NDArray[np.bool_], values: tuple[Any, ...], unknown: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return each of `values` with `unknown` where nothing is known; single values as floats."""
    return tuple(np.where(known, value, other)[()] for value, other in zip(values, unknown, strict=True))
