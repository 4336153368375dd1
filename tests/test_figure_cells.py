"""Cells have the colours, texts and counts of their frame."""

import numpy as np
import pandas as pd
import pytest
from plain_figures import outside, overlaps, words
from test_figure_curves import surface

from mighty_sim.errors import InputError
from mighty_sim.figure_cells import class_name, cross_table, grid, hand_chances, heat_map, short


def cells(figure) -> np.ndarray:
    """The values that choose the colours, row by row from the top."""
    (mesh,) = figure.axes[0].collections
    return np.ma.filled(np.ma.asarray(mesh.get_array(), float).reshape(mesh._coordinates.shape[0] - 1, -1), np.nan)


def hatched(figure) -> int:
    return sum(patch.get_label() == "thin" for patch in figure.axes[0].patches)


def test_the_strongest_hands_are_on_top_with_n_once_a_class() -> None:
    frame = surface()
    figure = heat_map(frame, title="T", measure="tricks")
    values = cells(figure)
    assert values.shape == (6, 8)
    assert values[-1] == pytest.approx(frame[frame["strength"] == 0]["rate"].to_numpy())
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == [
        class_name(place / 2, place / 2 + 0.25) for place in range(5, -1, -1)
    ]
    assert figure.axes[0].get_xticklabels()[0].get_text() == "13+"
    assert hatched(figure) == 2 * 8  # the two thin classes
    assert words(figure).count("5,000") == 4
    assert not outside(figure)


def test_contracts_have_their_n_in_each_cell_and_gaps_where_none_was_played() -> None:
    frame = surface(classes=2, numbers=(13, 14)).assign(n=[250, 99, 3100, 12_345, 1, 1], thin=False)
    frame = frame.drop(index=2)  # no contract 13 in the upper class
    figure = heat_map(frame, contracts=True)
    values = cells(figure)
    assert np.isnan(values).tolist() == [[True, False], [False, False]]
    assert {"250", "99", "12k"} <= set(words(figure))
    assert hatched(figure) == 1


def test_a_rate_that_is_not_quite_all_or_nothing_is_not_told_as_such() -> None:
    frame = surface(classes=1, numbers=(13, 14, 15, 16)).assign(rate=[1.0, 0.996, 0.004, 0.0] * 2)
    assert {"100", ">99", "<1", "0"} <= set(words(heat_map(frame)))


def test_a_grid_of_two_keys_shows_suits_as_signs() -> None:
    frame = pd.DataFrame(
        {"trumps": [4, 5, 4, 5], "strain": ["S", "S", "N", "H"], "n": [200, 200, 50, 200], "rate": [0.1, 0.2, 0.3, 0.4]}
    )
    figure = grid(frame, rows="trumps", columns="strain")
    assert [label.get_text() for label in figure.axes[0].get_xticklabels()] == ["♠", "♥", "NT"]
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["5", "4"]
    assert cells(figure)[0].tolist() == pytest.approx([0.2, 0.4, np.nan], nan_ok=True)
    assert hatched(figure) == 1
    assert not outside(figure)


def test_strains_stand_in_their_order_from_the_top() -> None:
    frame = pd.DataFrame({"strain": ["C", "S"], "made": [1, 1], "n": 200, "rate": [0.1, 0.2]})
    figure = grid(frame, rows="strain", columns="made")
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["♠", "♣"]
    assert cells(figure).ravel().tolist() == pytest.approx([0.2, 0.1])


@pytest.mark.parametrize("named", ["class", "holder"])
def test_names_of_many_columns_do_not_lie_on_each_other(named: str) -> None:
    places = np.arange(14)
    frame = pd.DataFrame({"trumps": 3, "tricks": places / 2, "tricks_to": places / 2 + 0.25, "n": 200, "rate": 0.5})
    if named == "holder":
        frame = frame.drop(columns="tricks_to").assign(tricks=[f"holder of {place}" for place in places])
    figure = grid(frame, rows="trumps", columns="tricks", title="T", caption="C")
    labels = figure.axes[0].get_xticklabels()
    assert len(labels) == 14
    across = [item for item in figure.axes[0].texts if item.get_text() == "tricks"]
    assert overlaps(figure, [*labels, *across]) == []
    assert not outside(figure)


def test_classes_of_a_grid_have_both_ends_and_one_rate_each() -> None:
    frame = pd.DataFrame(
        {"tricks": [0.0, 0.5], "tricks_to": [0.25, 0.75], "trumps": [3, 3], "n": 200, "rate": [0.25, 0.5]}
    )
    figure = grid(frame, rows="tricks", columns="trumps", row_words="a measure in rather many words")
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["0.5–0.75", "0–0.25"]
    assert not outside(figure)
    with pytest.raises(InputError, match="several rates for one"):
        grid(pd.concat([frame, frame]), rows="tricks", columns="trumps")
    with pytest.raises(InputError, match="nothing to draw"):
        grid(frame[:0], rows="tricks", columns="trumps")


def test_the_best_strain_of_a_hand_is_on_top() -> None:
    rows = [
        {"strain": strain, "number": number, "rate": rate, "rate_low": rate - 0.02, "rate_high": rate + 0.02}
        for strain, start in (("S", 0.3), ("N", 0.9), ("D", 0.5))
        for number, rate in ((13, start), (14, start - 0.2))
    ]
    figure = hand_chances(pd.DataFrame(rows), title="SA …")
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["NT", "♦", "♠"]
    assert cells(figure).ravel().tolist() == pytest.approx([0.9, 0.7, 0.5, 0.3, 0.3, 0.1])
    assert words(figure).count("±2.0") == 6
    with pytest.raises(InputError, match="no strain"):
        hand_chances(pd.DataFrame(rows)[:0])


def tournament() -> tuple[pd.DataFrame, pd.DataFrame]:
    standings = pd.DataFrame(
        {"place": [1, 2, 3], "strategy": ["b", "a", "c"], "number": [1, 0, 2], "score_mean": [2.0, 1.5, -12.0]}
    )
    pairs = pd.DataFrame(
        [(1, 0, 0.5, 1.25, False), (1, 2, 14.0, 14.5, True), (0, 2, 13.5, 14.0, True)],
        columns=["number", "other_number", "ahead_mean", "ahead_high", "separated"],
    )
    return standings, pairs


def test_who_beats_whom_stands_both_ways() -> None:
    figure = cross_table(*tournament(), title="T")
    values = cells(figure)
    assert np.isnan(np.diag(values)).all()
    assert (values - 0.5)[0, 1] == pytest.approx(-(values - 0.5)[1, 0])
    assert values[0, 2] == pytest.approx(1.0)  # the greatest difference
    said = words(figure)
    assert {"+0.50", "−0.50", "+14.0", "−14.0", "±0.75", "−12.0", "1 b", "3 c"} <= set(said)
    assert hatched(figure) == 2  # the pair that is not separated
    assert any("Holm" in text for text in said)
    assert "charged" in words(cross_table(*tournament(), charged=True))
    assert not outside(figure)


def test_equal_contestants_can_be_drawn() -> None:
    standings, pairs = tournament()
    cross_table(standings, pairs.assign(ahead_mean=0.0, ahead_high=0.0, separated=False))


def test_counts_in_at_most_five_letters() -> None:
    assert [short(count) for count in (1, 999, 1000, 9949, 9960, 23_456, 1_200_000, 3 * 10**9)] == [
        "1", "999", "1.0k", "9.9k", "10k", "23k", "1.2M", "3.0G",
    ]  # fmt: skip
