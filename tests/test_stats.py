"""Intervals against statsmodels and against what they must be at the edges."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

from mighty_sim.stats import mean, quantile, wilson

GRID = [(k, n) for n in (1, 2, 3, 7, 20, 100, 1013, 10**6) for k in sorted({0, 1, n // 3, n // 2, n - 1, n})]


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_wilson_is_statsmodels_over_a_grid(level: float) -> None:
    hits, n = np.array(GRID).T
    ours = wilson(hits, n, level)
    low, high = proportion_confint(hits, n, alpha=1 - level, method="wilson")
    np.testing.assert_allclose(ours.low, low, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(ours.high, high, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(ours.rate, hits / n)


def test_wilson_of_nothing_is_everything() -> None:
    rate, low, high = wilson([0, 3], [0, 3])
    assert np.isnan(rate[0])
    assert low[0] == 0
    assert high[0] == 1
    assert rate[1] == 1
    assert high[1] == 1
    assert 0 < low[1] < 1


def test_wilson_of_single_numbers_is_numbers() -> None:
    rate, low, high = wilson(0, 10)
    assert (rate, low) == (0.0, 0.0)
    assert high == pytest.approx(0.2775, abs=1e-4)
    assert isinstance(float(high), float)
    assert np.ndim(high) == 0


def test_wilson_keeps_the_shape() -> None:
    assert wilson(np.zeros((3, 4), int), np.full((3, 1), 9)).low.shape == (3, 4)


@given(st.integers(1, 10**7), st.floats(0, 1))
def test_wilson_holds_the_rate_and_is_symmetric(n: int, part: float) -> None:
    k = round(part * n)
    rate, low, high = wilson(k, n)
    assert 0 <= low <= rate <= high <= 1
    other = wilson(n - k, n)
    assert other.low == pytest.approx(1 - high, abs=1e-12)
    assert other.high == pytest.approx(1 - low, abs=1e-12)


def test_wilson_covers_about_as_often_as_it_says() -> None:
    true, n = 0.3, 200
    hits = np.random.default_rng(1).binomial(n, true, 20_000)
    _, low, high = wilson(hits, n)
    assert 0.94 < np.mean((low <= true) & (true <= high)) < 0.96


@pytest.mark.parametrize("values", [[1, 2], [3, 3, 3], [-8, 0, 4, 4, 12], list(range(-50, 1000))])
def test_mean_is_statsmodels(values: list[int]) -> None:
    data = np.array(values)
    ours = mean(data.sum(), (data**2).sum(), len(data))
    low, high = DescrStatsW(data).zconfint_mean()
    assert ours == pytest.approx((data.mean(), low, high), rel=1e-9, abs=1e-9)


def test_mean_of_too_few() -> None:
    middle, low, high = mean([0, 7], [0, 49], [0, 1])
    assert np.isnan(middle[0])
    assert middle[1] == 7
    assert np.isnan([*low, *high]).all()


def test_quantile() -> None:
    assert quantile(0.95) == pytest.approx(1.959964, abs=1e-6)
