"""Bids: the best, what is behind it, a seat that passes. Outcomes are made up, prices those of the rules."""

import numpy as np
import pytest
from test_outcomes import block_of

from mighty_sim.bids import Sums, Table, best, half_width, rows
from mighty_sim.contract import Bid
from mighty_sim.outcomes import Outcomes, Prices
from mighty_sim.rules import load_table


def table(*settings, strains=(0, 4), numbers=(15, 16, 17), name="standard"):
    rules = load_table(name)
    tally = Outcomes(len(settings), rules)
    tally.add(block_of(*settings))
    return Table(tally, Prices(rules), strains, numbers)


def test_the_best_bid_scores_most_and_no_trump_counts_twice():
    # Always 16 with a friend, M = 13: 15 S is 2 (2 x 2 + 1) = 10, 16 S is 12, 17 S costs 2; at no-trump twice as much.
    found = table([(16, 1)] * 4, [(16, 1)] * 4)
    assert [float(found.score(bid).mean) for bid in found.bids()] == [10, 12, -2, 20, 24, -4]
    assert (best(found), best(found, 0)) == (Bid(16, 4), Bid(16, 0))


def test_at_a_table_of_penalties_the_best_leads_most():
    # With a friend, if it is made the three opponents pay: 3/4 of 15 - 12 and of 16 - 12. One deal in four has 15
    # points: then 16 fails, and it costs 4 - 4/4.
    found = table([(16, 1)] * 3 + [(15, 1)], strains=(0,), numbers=(15, 16), name="penalty-5")
    low, high = rows(found, [Bid(15, 0)])
    assert low["score"] == pytest.approx(3 * 3 / 4)
    assert high["score"] == pytest.approx((3 * 3 * 4 / 4 - 3) / 4)
    assert best(found) == Bid(15, 0)
    assert high["behind"] == pytest.approx(low["score"] - high["score"])
    always = table([(16, 1)] * 9, strains=(0,), numbers=(15, 16), name="penalty-5")
    assert best(always) == Bid(16, 0)  # what costs nothing more brings more


def test_rows_tell_rates_and_what_is_behind_the_best():
    found = rows(table([(16, 1)] * 30 + [(15, 1)] * 10, strains=(0,)), [Bid(16, 0)])
    by_number = {row["number"]: row for row in found}
    assert {number: row["made"] for number, row in by_number.items()} == {15: 40, 16: 30, 17: 0}
    assert by_number[16]["rate"] == 0.75
    assert by_number[16]["rate_low"] < 0.75 < by_number[16]["rate_high"]
    assert [row["told"] for row in found] == [False, True, False]
    # 15: 30 x 10 + 10 x 8; 16: 30 x 12 - 10 x 2.
    assert by_number[15]["score"] == pytest.approx(380 / 40)
    assert by_number[16]["score"] == pytest.approx(340 / 40)
    assert by_number[15]["best"]
    assert by_number[16]["behind"] == pytest.approx(1)
    assert by_number[17]["p"] < 0.001
    assert by_number[15]["p"] == 1


def test_what_is_as_good_is_not_separated():
    luck = np.random.default_rng(1)
    first, second = ([(int(points), 1) for points in luck.integers(13, 19, 200)] for _ in range(2))
    found = {row["strain"]: row for row in rows(table(first, second, strains=(0, 1), numbers=(15,)), [])}
    worse = next(row for row in found.values() if not row["best"])
    assert worse["behind"] >= 0
    assert worse["behind_low"] < 0 < worse["behind_high"]
    assert worse["p"] > 0.05


def test_the_main_rate_is_that_of_the_best_bid():
    found = table([(16, 1)] * 50 + [(13, 1)] * 50, strains=(0,), numbers=(16,))
    assert half_width(found) == pytest.approx(0.0962, abs=2e-4)  # Wilson, 50 of 100


def test_a_seat_that_passes_is_summed_up():
    sums = Sums()
    sums.add(np.array([[2 * -3, 2 * 5 + 1]], np.int16))
    sums.add(np.array([[2 * 4]], np.int16))
    found = sums.passed()
    assert (found.deals, found.declared, found.score.mean) == (3, 1, 2)
    quarters = Sums(4)
    quarters.add(np.array([[2 * 6]], np.int16))
    assert quarters.passed().score.mean == 1.5
