"""Rows stand where the numbers of their frame are."""

import numpy as np
import pandas as pd
import pytest
from plain_figures import lines, outside, words

from mighty_sim.errors import InputError
from mighty_sim.figure_rows import MOST_GROUPS, MOST_ROWS, forest, points_distribution, rates
from mighty_sim.figure_style import BLUE, ORANGE


def differences() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "setting": ["joker.last_trick=normal", "joker.last_trick=normal, hunter.trigger=any_play", "c"],
            "baseline": "standard",
            "n": 100_000,
            "difference": [0.012, 0.002, -0.009],
            "difference_low": [0.010, -0.001, -0.011],
            "difference_high": [0.014, 0.005, -0.007],
            "only_setting": [5210, 5000, 3000],
            "only_baseline": [4010, 4800, 3900],
        }
    )


def test_a_forest_has_the_differences_and_their_intervals_in_points_of_a_percent() -> None:
    figure = forest(differences(), title="T", caption="C")
    (axes,) = figure.axes
    points = [(x[0], y[0]) for x, y in lines(axes, "o")]
    assert points == [(pytest.approx(1.2), 0), (pytest.approx(0.2), 1), (pytest.approx(-0.9), 2)]
    spans = [x.tolist() for x, y in lines(axes, "None") if y[0] == y[1] and x[0] != x[1]]
    assert spans == [pytest.approx(span) for span in ([1.0, 1.4], [-0.1, 0.5], [-1.1, -0.7])]
    low, high = axes.get_xlim()
    assert low < -1.1 < 1.4 < high
    assert axes.get_ylim() == (2.5, -0.5)  # the first row on top
    said = words(figure)
    assert {"+1.2 [1.0, 1.4]", "+0.20 [−0.10, 0.50]", "5,210 : 4,010 of 100,000"} <= set(said)
    assert any("Compared with: standard." in text for text in said)
    assert not outside(figure)


def test_what_may_be_luck_is_hollow_and_signs_have_colours() -> None:
    marks = [line for line in forest(differences()).axes[0].get_lines() if line.get_marker() == "o"]
    assert [mark.get_markerfacecolor() for mark in marks] == [BLUE, "#ffffff", ORANGE]


def test_a_forest_of_labels_alone_and_of_every_two_settings() -> None:
    frame = differences()[["difference", "difference_low", "difference_high"]].assign(label=["a", "b", "c"])
    assert {"a", "b", "c"} <= set(words(forest(frame)))
    pairs = differences().assign(setting=["a", "b", "c"], baseline=["x", "x", "y"])
    assert {"a less x", "c less y"} <= set(words(forest(pairs)))


def test_too_many_rows_and_none_are_refused() -> None:
    for rows in (0, MOST_ROWS + 1):
        frame = pd.concat([differences()[:1]] * rows) if rows else differences()[:0]
        with pytest.raises(InputError, match="a figure shows 1 to 40"):
            forest(frame)


def test_rates_of_groups_with_a_line_for_all() -> None:
    frame = pd.DataFrame({"n": [1000, 50], "rate": [0.57, 0.2], "rate_low": [0.54, 0.11], "rate_high": [0.6, 0.33]})
    figure = rates(frame, labels=["♥", "a rather long label of a group"], line=0.56)
    (axes,) = figure.axes
    marks = [line for line in axes.get_lines() if line.get_marker() == "o"]
    assert [float(mark.get_xdata()[0]) for mark in marks] == [0.57, 0.2]
    assert [mark.get_markerfacecolor() for mark in marks] == [BLUE, "#ffffff"]
    low, high = axes.get_xlim()
    assert low < 0.2 < 0.6 < high  # the thin point is on the sheet, if not all of its interval
    assert {"57.0%", "of 1,000", "20.0%"} <= set(words(figure))
    assert any(np.allclose(x, 0.56) for x, _ in lines(axes))
    assert not outside(figure)


def points() -> pd.DataFrame:
    return pd.DataFrame({"contract": [15, 15, 15, 16, 16], "points": [14, 15, 20, 15, 16], "n": [10, 20, 10, 300, 100]})


def test_points_are_shares_of_their_group_and_parted_at_the_contract() -> None:
    from matplotlib.colors import to_hex

    figure = points_distribution(points(), by="contract", title="T")
    first, second = figure.axes
    bars = [(bar.get_x() + bar.get_width() / 2, bar.get_height(), to_hex(bar.get_facecolor())) for bar in first.patches]
    assert bars == [
        (pytest.approx(14), 0.25, ORANGE),
        (pytest.approx(15), 0.5, BLUE),
        (pytest.approx(20), 0.25, BLUE),
    ]
    assert [bar.get_height() for bar in second.patches] == [0.75, 0.25]
    assert [x[0] for x, _ in lines(first)] == [14.5]
    assert [x[0] for x, _ in lines(second)] == [15.5]
    assert {"contract 15", "40", "contract 16", "400"} <= set(words(figure))
    assert not outside(figure)


def test_points_of_all_deals_and_of_strains_in_their_order() -> None:
    assert [bar.get_height() for bar in points_distribution(points()).axes[0].patches] == pytest.approx(
        [10 / 440, 320 / 440, 100 / 440, 10 / 440]
    )
    frame = points().assign(strain=["N", "N", "N", "S", "S"])
    said = words(points_distribution(frame, by="strain"))
    assert said.index("♠") < said.index("NT")


def test_bars_that_stand_alone_tell_their_share() -> None:
    figure = points_distribution(points())
    (axes,) = figure.axes
    figure.canvas.draw()
    ticks = dict(zip(axes.get_yticks(), [label.get_text() for label in axes.get_yticklabels()], strict=True))
    assert all(text == f"{100 * value:g}%" for value, text in ticks.items()) and len(ticks) >= 2
    assert {"share of the deals", "440\ndeals"} <= set(words(figure))
    assert not outside(figure)


def test_the_groups_with_the_most_deals_are_drawn() -> None:
    frame = pd.DataFrame({"tricks": range(12), "points": 15, "n": range(100, 112)})
    figure = points_distribution(frame, by="tricks")
    assert len(figure.axes) == MOST_GROUPS
    assert any("9 groups of 12 with the most deals" in text for text in words(figure))
    assert "tricks 2" not in words(figure)


def test_another_amount_is_drawn_at_its_own_steps_and_what_is_none_refused() -> None:
    frame = pd.DataFrame({"tricks": [0.0, 0.5, 1.0], "n": [1, 2, 1]})
    widths = [bar.get_width() for bar in points_distribution(frame, of="tricks").axes[0].patches]
    assert widths == pytest.approx([0.42] * 3)
    with pytest.raises(InputError, match="'call' is no amount"):
        points_distribution(pd.DataFrame({"call": ["SA"], "n": [1]}), of="call")
    with pytest.raises(InputError, match="there is no deal"):
        points_distribution(frame[:0], of="tricks")
