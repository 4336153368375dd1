"""Curves stand where the numbers of their frame are."""

import numpy as np
import pandas as pd
import pytest
from plain_figures import lines, outside, words

from mighty_sim.errors import InputError
from mighty_sim.figure_curves import FEWEST, convergence, short_count, success_curves
from mighty_sim.stats import wilson


def surface(classes: int = 6, numbers: tuple[int, ...] = tuple(range(13, 21))) -> pd.DataFrame:
    """Rows as `strength.surface` gives them: classes of half a trick, the last ones thin, and the row of all."""
    rows = []
    for place in range(classes):
        n = 5000 if place < classes - 2 else 60 if place < classes - 1 else 4
        for number in numbers:
            made = int(n / (1 + np.exp((number - 14 - place) / 1.5)))
            rate = wilson(made, n)
            rows.append((place / 2, place / 2 + 0.25, n, n / 20_000, number, made, *rate, n < 100))
    rows += [(None, None, 20_000, 1.0, number, 100, *wilson(100, 20_000), False) for number in numbers]
    names = "strength strength_to n share number made rate rate_low rate_high thin".split()
    return pd.DataFrame(rows, columns=names)


def test_a_curve_for_each_number_at_the_rates_of_the_frame() -> None:
    frame = surface()
    figure = success_curves(frame, title="T", caption="C", numbers=[13, 17], measure="tricks")
    upper, lower = figure.axes[1], figure.axes[0]
    whole = [line for line in lines(upper, "o") if len(line[0]) == 5 and not np.isnan(line[1][0])]
    assert len(whole) == 2
    for (x, y), number in zip(whole, (13, 17), strict=True):
        rows = frame[(frame["number"] == number) & (frame["n"] >= FEWEST) & frame["strength"].notna()]
        assert x == pytest.approx(((rows["strength"] + rows["strength_to"]) / 2).to_numpy())
        assert y[:4] == pytest.approx(rows["rate"].to_numpy()[:4])
        assert np.isnan(y[4])  # a thin class belongs to no curve
    thin = [line for line in lines(upper, "o") if len(line[0]) == 1]
    assert [line[1][0] for line in thin] == pytest.approx(
        frame[(frame["n"] == 60) & frame["number"].isin([13, 17])]["rate"].tolist()
    )
    assert {"13+", "17+", "T", "tricks"} <= set(words(figure))
    assert len(lower.patches) == 6  # the share of hands of every class, drawn or not
    assert [bar.get_height() for bar in lower.patches] == pytest.approx([0.25] * 4 + [0.003, 0.0002])


def test_thin_points_are_hollow_and_what_says_nothing_is_left_out() -> None:
    figure = success_curves(surface(), numbers=[15])
    faces = {line.get_markerfacecolor() for line in figure.axes[1].get_lines() if len(line.get_xdata()) == 1}
    assert faces == {"#ffffff"}
    assert any("fewer than 100 deals; fewer than 10 are left out" in text for text in words(figure))
    sure = surface()
    sure = sure[(sure["n"] >= 100)]
    assert not any("Hollow" in text for text in words(success_curves(sure)))


def test_at_most_five_numbers_with_the_lowest_and_the_highest_or_the_contracts_played_most() -> None:
    named = {text for text in words(success_curves(surface())) if text.endswith("+")}
    assert named == {"13+", "15+", "17+", "18+", "20+"}
    frame = surface().assign(n=lambda rows: rows["n"] - 100 * (rows["number"] - 13))
    frame = frame[frame["n"] > 0].assign(thin=False)
    named = {text for text in words(success_curves(frame, contracts=True)) if text.isdigit() and len(text) == 2}
    assert named == {"13", "14", "15", "16", "17"}


def test_curves_of_one_number_and_of_one_class_can_be_drawn() -> None:
    success_curves(surface(numbers=(15,)))
    success_curves(surface(classes=3).query("strength != strength or strength == 0"))


def test_nothing_to_draw_is_said_in_a_line() -> None:
    with pytest.raises(InputError, match="nothing to draw"):
        success_curves(surface(), numbers=[12])
    with pytest.raises(InputError, match="nothing to draw"):
        success_curves(surface()[lambda rows: rows["n"] < FEWEST])


def test_no_text_is_cut_off() -> None:
    title = "A title that is so long that it has to go on in a second line of the figure, as titles of users may"
    assert not outside(success_curves(surface(), title=title, caption="word " * 60, measure="tricks of the hand"))
    assert not outside(convergence(pd.DataFrame({"n": [100, 1000], "made": [50, 512]}), title=title, precision=0.005))


def test_the_rate_settles_with_wilsons_band_and_the_precision_asked_for() -> None:
    n, made = np.array([100, 1000, 10_000]), np.array([60, 570, 5700])
    figure = convergence(pd.DataFrame({"n": n, "made": made}), precision=0.01, what="made")
    (axes,) = figure.axes
    x, y = lines(axes, "o")[0]
    assert (x.tolist(), y.tolist()) == (n.tolist(), pytest.approx([0.6, 0.57, 0.57]))
    (band,) = axes.collections
    rates = wilson(made, n)
    reached = band.get_paths()[0].vertices[:, 1]
    assert (reached.min(), reached.max()) == pytest.approx((rates.low.min(), rates.high.max()))
    asked = sorted(line[1][0] for line in lines(axes) if len(line[1]) == 2)
    assert asked == pytest.approx([0.56, 0.58])
    low, high = axes.get_ylim()
    assert low < rates.low.min() < rates.high.max() < high
    assert any("57.0%" in text for text in words(figure))


def test_numbers_of_deals_in_few_letters() -> None:
    assert [short_count(value) for value in (500, 2000, 1e6, 2.5e9)] == ["500", "2k", "1M", "2.5G"]
