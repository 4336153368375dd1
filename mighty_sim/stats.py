"""Intervals: how far a rate or a mean of finitely many deals may be from the truth.

Everything before this module is whole numbers; here they become floats. The formulas are short and written
out, since scipy.stats takes a second to import; the tests compare them with statsmodels.

>>> interval = wilson(8, 10)
>>> f"{interval.rate:.2f} [{interval.low:.4f}, {interval.high:.4f}]"
'0.80 [0.4902, 0.9433]'
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, inf, nan, sqrt
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


def ratio(sums: tuple[ArrayLike, ArrayLike], products: tuple[ArrayLike, ArrayLike, ArrayLike], n: ArrayLike) -> Means:
    """Return the ratio of two sums over n clusters, with an interval of `LEVEL` that is clustered.

    What happens in one cluster belongs together, as the plays of a deal do: the clusters are independent, what is in
    them is not. Parameters: the sums of y and of x over the clusters, y over x being the ratio; the sums of y y, x y
    and x x; the number of clusters. The variance is the linearised one of a ratio (Cochran 1977, 6.4), with n - 1 below
    the line. Where the sum of x is 0 nothing is known: all three are nan; with fewer than two clusters the interval is.
    """
    center, error = _ratio(sums, products, n)
    reach = quantile(LEVEL) * error
    return Means(center[()], (center - reach)[()], (center + reach)[()])


def clustered(
    sums: tuple[ArrayLike, ArrayLike], products: tuple[ArrayLike, ArrayLike, ArrayLike], n: ArrayLike
) -> Rates:
    """Return a rate over n clusters of several trials each, with an interval of `LEVEL`.

    It is Wilson's interval with the number of trials divided by the design effect: by how much the clustered variance
    is greater than if all trials were independent (at least 1; Franco and others 2019). The parameters are those of
    `ratio`: y counts a cluster's successes, x its trials. Without trials: nan, and the interval from 0 to 1.
    """
    hits, trials = np.broadcast_arrays(np.asarray(sums[0], float), np.asarray(sums[1], float))
    center, error = _ratio(sums, products, n)
    size = np.asarray(n, float)
    alone = center * (1 - center) / np.where(trials > 0, trials, 1.0) * size / np.where(size > 1, size - 1, 1.0)
    known = (alone > 0) & np.isfinite(error)
    effect = np.maximum(1.0, np.where(known, error**2, 1.0) / np.where(known, alone, 1.0))
    return wilson(hits / effect, trials / effect)


def p_value(sums: tuple[float, float], products: tuple[float, float, float], n: int) -> float:
    """Return how likely a ratio at least as far from 0 is if the truth is 0: two-sided, by the normal distribution.

    Parameters as for `ratio`, single numbers. Nan where the interval is; 1 for a ratio of 0 that never was another.
    """
    center, error = (float(value) for value in _ratio(sums, products, n))
    if error == 0:
        return 0.0 if center else 1.0
    return erfc(abs(center) / error / sqrt(2))


def paired(only_first: ArrayLike, only_second: ArrayLike, n: ArrayLike) -> Rates:
    """Return by how much the second of two rates over the same n trials is the greater, with an interval of `LEVEL`.

    Parameters: whole numbers; how many trials succeeded in the first way only, and in the second only; all trials. The
    interval is the adjusted one of Bonett and Price (2012): a trial is added to each of these two counts. Without
    trials: nan, and the interval from -1 to 1.
    """
    first, second, size = np.broadcast_arrays(*(np.asarray(value, float) for value in (only_first, only_second, n)))
    some = size > 0
    lost, won = (first + 1) / (size + 2), (second + 1) / (size + 2)
    center = won - lost
    reach = quantile(LEVEL) * np.sqrt((won + lost - center**2) / (size + 2))
    difference = (second - first) / np.where(some, size, 1.0)
    bounds = np.maximum(center - reach, -1.0), np.minimum(center + reach, 1.0)
    return Rates(*_cleared(some, (difference, *bounds), (np.nan, -1.0, 1.0)))


def paired_p(only_first: int, only_second: int) -> float:
    """Return how likely two counts are at least so uneven if a fair coin decides each trial: McNemar's exact test.

    It is two-sided; the counts are those of `paired`. 1 where both are equal.
    """
    from scipy.special import bdtr

    return min(1.0, 2 * float(bdtr(min(only_first, only_second), only_first + only_second, 0.5)))


def holm(values: Sequence[float]) -> list[float]:
    """Return p-values corrected for being many, in the order given (Holm 1979); nan stays nan and counts as one.

    The least is multiplied by their number, the next by one less, and so on, and none is less than one before it.
    """
    found, worst = [nan] * len(values), 0.0
    ranked = sorted(range(len(values)), key=lambda place: inf if values[place] != values[place] else values[place])
    for rank, place in enumerate(ranked):
        if values[place] == values[place]:
            worst = max(worst, min(1.0, (len(values) - rank) * values[place]))
            found[place] = worst
    return found


def _ratio(
    sums: tuple[ArrayLike, ArrayLike], products: tuple[ArrayLike, ArrayLike, ArrayLike], n: ArrayLike
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the ratio of two sums and its standard error, for `ratio` and `clustered`."""
    y, x, yy, xy, xx, size = np.broadcast_arrays(*(np.asarray(value, float) for value in (*sums, *products, n)))
    some, two = x != 0, size > 1
    below = np.where(some, x, 1.0)
    center = np.where(some, y / below, np.nan)
    spread = np.maximum(yy - 2 * center * xy + center**2 * xx, 0.0)
    error = np.sqrt(spread * size / np.where(two, size - 1, 1.0)) / np.abs(below)
    return center, np.where(two, error, np.nan)


def _cleared(known: NDArray[np.bool_], values: tuple[Any, ...], unknown: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return each of `values` with `unknown` where nothing is known; single values as floats."""
    return tuple(np.where(known, value, other)[()] for value, other in zip(values, unknown, strict=True))
