"""Intervals against statsmodels and against what they must be at the edges."""

from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.api import OLS
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

from mighty_sim.stats import clustered, holm, mean, p_value, paired, paired_p, quantile, ratio, wilson

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


def deals_alike(seed: int, deals: int, alike: float) -> tuple[np.ndarray, np.ndarray]:
    """Successes and trials of each deal; in one of them trials go alike as often as told."""
    luck = np.random.default_rng(seed)
    trials = luck.integers(0, 7, deals)
    whole = luck.random(deals) < 0.3
    own = luck.binomial(trials, 0.3)
    return np.where(luck.random(deals) < alike, np.where(whole, trials, 0), own), trials


def parts(y: np.ndarray, x: np.ndarray) -> tuple:
    return (y.sum(), x.sum()), ((y * y).sum(), (x * y).sum(), (x * x).sum()), len(y)


def test_ratio_is_a_regression_clustered_by_deal() -> None:
    y, x = deals_alike(1, 500, 0.5)
    x = x + 1
    each = np.concatenate([np.repeat([1.0, 0.0], [hits, all_ - hits]) for hits, all_ in zip(y, x, strict=True)])
    fit = OLS(each, np.ones(len(each))).fit(cov_type="cluster", cov_kwds={"groups": np.repeat(np.arange(500), x)})
    assert ratio(*parts(y, x)) == pytest.approx((fit.params[0], *fit.conf_int()[0]))


def test_ratio_of_values_that_come_once_a_deal_is_their_mean() -> None:
    values = np.array([-8, 0, 4, 4, 12])
    right = mean(values.sum(), (values**2).sum(), 5)
    assert ratio(*parts(values, np.ones(5, int))) == pytest.approx(right)


def test_ratio_of_nothing_is_nan() -> None:
    assert np.isnan(ratio((0, 0), (0, 0, 0), 9)).all()
    alone = ratio((8, 2), (64, 16, 4), 1)
    assert (alone.mean, np.isnan(alone.low), np.isnan(alone.high)) == (4, True, True)


def test_clustered_is_wilson_where_every_deal_has_one_trial() -> None:
    hits = np.arange(300) % 7 == 0
    right = wilson(hits.sum(), 300)
    assert clustered(*parts(hits.astype(int), np.ones(300, int))) == pytest.approx(right)


@pytest.mark.parametrize("hits", [0, 5])
def test_clustered_at_the_edges_is_wilson(hits: int) -> None:
    y, x = np.full(20, hits), np.full(20, 5)
    assert clustered(*parts(y, x)) == pytest.approx(wilson(20 * hits, 100))


def test_clustered_of_nothing_is_everything() -> None:
    rate, low, high = clustered((0, 0), (0, 0, 0), 9)
    assert np.isnan(rate)
    assert (low, high) == (0, 1)
    assert clustered((2, 3), (4, 6, 9), 1) == pytest.approx(wilson(2, 3))


@pytest.mark.parametrize("alike", [0.0, 0.5, 1.0])
def test_clustered_covers_as_often_as_it_says_and_wilson_alone_does_not(alike: float) -> None:
    found = [deals_alike(seed, 300, alike) for seed in range(1500)]
    inside = [low <= 0.3 <= high for _, low, high in (clustered(*parts(y, x)) for y, x in found)]
    assert 0.935 < np.mean(inside) < 0.97
    if alike == 1:
        naive = [low <= 0.3 <= high for _, low, high in (wilson(y.sum(), x.sum()) for y, x in found)]
        assert np.mean(naive) < 0.8


@pytest.mark.parametrize("seed", range(12))
def test_holm_is_statsmodels(seed: int) -> None:
    luck = np.random.default_rng(seed)
    values = list(luck.random(1 + 2 * seed) ** 6)
    values += values[:2]  # ties
    assert holm(values) == pytest.approx(list(multipletests(values, method="holm")[1]))


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.5, 0.6]) == pytest.approx([1.0, 1.0])
    assert holm([]) == []
    assert np.isnan(holm([float("nan")])[0])


@pytest.mark.parametrize("values", [[1, 2], [-8, 0, 4, 4, 12], list(range(-500, 600)), list(range(990, 1000))])
def test_p_value_is_statsmodels(values: list[int]) -> None:
    data = np.array(values)
    right = DescrStatsW(data).ztest_mean()[1]
    assert p_value(*parts(data, np.ones(len(data), int))) == pytest.approx(right, rel=1e-9, abs=1e-300)


def test_p_value_of_a_ratio_goes_with_its_interval() -> None:
    y, x = deals_alike(3, 400, 0.5)
    for shift in (0.25, 0.3, 0.35):
        sums, products, n = parts(y * 100 - (x * 100 * shift).astype(int), x)
        middle, low, high = ratio(sums, products, n)
        right = 2 * NormalDist().cdf(-abs(middle) / ((high - low) / 2 / quantile(0.95)))
        assert p_value(sums, products, n) == pytest.approx(right)


def test_p_value_of_values_that_are_all_equal() -> None:
    assert p_value((0, 10), (0, 0, 10), 10) == 1
    assert p_value((30, 10), (90, 30, 10), 10) == 0
    assert np.isnan(p_value((3, 1), (9, 3, 1), 1))


def test_paired_is_the_published_example() -> None:
    """Bonett and Price's interval as R's statpsych documents it: counts 12, 4, 26, 6 give 0.2548067 to 0.6251933."""
    difference, low, high = paired(4, 26, 12 + 4 + 26 + 6)
    assert difference == pytest.approx(22 / 48)
    assert (low, high) == (pytest.approx(0.2548067, abs=1e-7), pytest.approx(0.6251933, abs=1e-7))


def test_paired_by_hand() -> None:
    """8 of 98 are discordant, 2 and 6: (7 - 3) / 100, and a variance of (0.1 - 0.0016) / 100."""
    _, low, high = paired(2, 6, 98)
    assert (low + high) / 2 == pytest.approx(0.04)
    assert high - low == pytest.approx(2 * 1.959964 * 0.000984**0.5, rel=1e-6)


def test_paired_at_the_edges() -> None:
    difference, low, high = paired([0, 0, 5], [0, 0, 0], [0, 1000, 5])
    assert np.isnan(difference[0])
    assert (low[0], high[0]) == (-1, 1)
    assert (difference[1], low[1]) == (0, -high[1])
    assert 0 < high[1] < 0.004
    assert (difference[2], low[2]) == (-1, -1)


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 10**6))
def test_paired_is_symmetric(first: int, second: int, rest: int) -> None:
    one, other = paired(first, second, first + second + rest), paired(second, first, first + second + rest)
    np.testing.assert_allclose(one, -np.array([other[0], other[2], other[1]]), atol=1e-12)


@pytest.mark.parametrize("rates", [(0.001, 0.003), (0.01, 0.01), (0.2, 0.1), (0.0, 0.01)])
def test_paired_covers_the_truth_as_often_as_it_says(rates: tuple[float, float]) -> None:
    """20,000 times 1,000 deals; four standard errors of the coverage are 0.6 %."""
    luck, n = np.random.default_rng(5), 1000
    first, second, _ = luck.multinomial(n, [*rates, 1 - sum(rates)], 20_000).T
    _, low, high = paired(first, second, n)
    truth = rates[1] - rates[0]
    covered = np.mean((low <= truth) & (truth <= high))
    assert covered > 0.95 - 0.006
    assert covered < 0.99


@pytest.mark.parametrize(("first", "second"), [(0, 0), (0, 1), (3, 9), (9, 3), (5, 5), (400, 460)])
def test_paired_p_is_statsmodels(first: int, second: int) -> None:
    wanted = mcnemar([[10, first], [second, 10]], exact=True).pvalue if first + second else 1.0
    assert paired_p(first, second) == pytest.approx(min(1.0, wanted))


def test_paired_p_by_a_coin() -> None:
    """Of 5 tosses none: 2 / 32. Many more than any table holds are no trouble."""
    assert paired_p(0, 5) == pytest.approx(2 / 32)
    assert 0 < paired_p(4_990_000, 5_010_000) < 1e-9
