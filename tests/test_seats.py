"""Seats and places, against plain counting."""

from itertools import accumulate

import numpy as np
import pytest
from fake_batch import RANGES, made_up, values

from mighty_sim.seats import Seats, Stages, even
from mighty_sim.stats import mean, wilson

DEALS = 3000
NAMES = [name for name, *_ in RANGES]


@pytest.fixture(scope="module")
def columns() -> dict[str, np.ndarray]:
    return dict(zip(NAMES, values(made_up(), 0, DEALS), strict=True))


@pytest.mark.parametrize("kind", ["seat", "place"])
def test_seats_and_places_are_counted_as_by_hand(columns: dict[str, np.ndarray], kind: str) -> None:
    tally = Seats(5)
    for part in np.array_split(np.arange(DEALS), 4):  # in blocks
        tally.add({name: columns[name][part] for name in tally.names})
    deals = [{name: int(columns[name][deal]) for name in NAMES} for deal in range(DEALS)]
    for row in tally.rows(kind):
        shift = [deal["dealer"] if kind == "place" else 0 for deal in deals]
        seats = [(row[kind] + by) % 5 for by in shift]
        own = [deal for deal, seat in zip(deals, seats, strict=True) if deal["declarer"] == seat]
        scores = [deal[f"score_{seat}"] for deal, seat in zip(deals, seats, strict=True)]
        made = sum(deal["made"] for deal in own)
        assert (row["n"], row["declares"], row["made"]) == (DEALS, len(own), made)
        assert [row[f"declares_rate{end}"] for end in ("", "_low", "_high")] == pytest.approx(wilson(len(own), DEALS))
        assert [row[f"made_rate{end}"] for end in ("", "_low", "_high")] == pytest.approx(wilson(made, len(own)))
        expected = mean(sum(scores), sum(score * score for score in scores), DEALS)
        assert [row[f"score_{end}"] for end in ("mean", "low", "high")] == pytest.approx(expected)


def test_even_counts_are_luck_and_uneven_ones_are_not() -> None:
    from scipy.stats import chisquare

    for counts in ([20, 21, 19], [100, 140, 90, 95], [5, 5]):
        assert even(np.array(counts)) == pytest.approx(chisquare(counts).pvalue)
    assert even(np.array([0, 0, 0])) == 1.0


def test_a_seat_that_never_declares_has_no_rate() -> None:
    tally = Seats(3)
    zero = np.zeros(4, np.int8)
    tally.add({"dealer": zero, "declarer": zero, "made": zero, **{f"score_{seat}": zero for seat in range(3)}})
    assert np.isnan(tally.rows("seat")[1]["made_rate"])
    assert tally.p_value("seat") == pytest.approx(np.exp(-4.0))  # chi-square of (4, 0, 0) is 8, with two degrees


@pytest.mark.parametrize("deals", [1, 99, 150, 1000, 2999])
@pytest.mark.parametrize("size", [64, 100, 3000])
def test_stages_count_the_first_deals(columns: dict[str, np.ndarray], deals: int, size: int) -> None:
    tally, made = Stages(deals), columns["made"][:deals]
    for first in range(0, deals, size):
        tally.add({"made": made[first : first + size]})
    running = list(accumulate(int(value) for value in made))
    assert tally.stages[-1] == deals
    assert tally.stages == sorted(set(tally.stages))
    assert tally.made == [running[stage - 1] for stage in tally.stages]


def test_stages_begin_where_the_last_three_powers_of_ten_do() -> None:
    assert Stages(1_000_000).stages[:4] == [1000, 2000, 5000, 10_000]
    assert Stages(300).stages == [100, 200, 300]
