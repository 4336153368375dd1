"""Seating plans: fair to every contestant, whatever the numbers, and the same every time."""

from collections import Counter
from math import factorial

from hypothesis import given
from hypothesis import strategies as st

from mighty_sim.line_ups import MOST_ORDERS, ROUNDS, Plan, plan

CONTESTANTS, SEATS, SEEDS = st.integers(2, 16), st.integers(3, 8), st.integers(0, 2**63 - 1)
DEALS = st.integers(1, 10**12) | st.integers(1, 600)


@given(CONTESTANTS, SEATS, DEALS, SEEDS)
def test_every_contestant_sits_in_every_seat_equally_often(contestants: int, seats: int, deals: int, seed: int) -> None:
    found = plan(contestants, seats, deals, seed)
    for number in (0, max(found.rounds - 1, 0)):
        line_ups = found.line_ups(number)
        assert len(line_ups) == contestants * found.orders_a_deal
        for seat in range(seats):
            times = Counter(line_up[seat] for line_up in line_ups)
            assert times == dict.fromkeys(range(contestants), found.orders_a_deal)


@given(CONTESTANTS, DEALS, SEEDS)
def test_few_contestants_play_every_deal_in_all_orders(contestants: int, deals: int, seed: int) -> None:
    found = plan(contestants, 5, deals, seed)
    assert all(sorted(order) == [*range(contestants)] and order[0] == 0 for order in found.orders)
    if factorial(contestants - 1) <= MOST_ORDERS:
        assert (found.rounds, found.units) == (0, deals)
        assert len(set(found.orders)) == len(found.orders) == found.orders_a_deal == factorial(contestants - 1)
    else:
        assert found.orders_a_deal == 1
        assert found.units == found.rounds == len(found.orders) == min(ROUNDS, deals)


@given(DEALS, SEEDS, st.data())
def test_deals_are_cut_into_rounds_of_one_length(deals: int, seed: int, data: st.DataObject) -> None:
    found = plan(6, 5, deals, seed)
    first = data.draw(st.integers(0, deals - 1))
    count = data.draw(st.integers(1, min(deals - first, 5000)))
    parts = list(found.cut(first, count))
    assert [start for _, start, _ in parts] == [first, *(start + some for _, start, some in parts)][:-1]
    assert parts[-1][1] + parts[-1][2] == first + count
    for number, start, some in parts:
        assert {deal * found.rounds // deals for deal in (start, start + some - 1)} == {number}
    whole = [some for number, _, some in parts[1:-1]]
    assert max(whole, default=0) - min(whole, default=0) <= 1


def test_without_rounds_nothing_is_cut() -> None:
    assert list(plan(3, 5, 10**6, 1).cut(77, 4096)) == [(0, 77, 4096)]


def test_all_rounds_together_are_all_deals() -> None:
    found = plan(5, 5, 1000, 1)
    parts = list(found.cut(0, 1000))
    assert [number for number, _, _ in parts] == list(range(256))
    assert sum(some for _, _, some in parts) == 1000


def test_neighbours_are_drawn_evenly() -> None:
    """Who sits after contestant 3, in 2,560 rounds of ten seeds: everybody about as often as anybody else."""
    after: Counter[int] = Counter()
    for seed in range(10):
        for order in plan(7, 5, 10**6, seed).orders:
            after[order[(order.index(3) + 1) % 7]] += 1
    assert set(after) == {0, 1, 2, 4, 5, 6}
    expected = 2560 / 6
    assert sum((times - expected) ** 2 / expected for times in after.values()) < 20.5  # chi-squared, 5 df, 0.1 %


@given(CONTESTANTS, SEEDS)
def test_the_same_request_is_seated_the_same(contestants: int, seed: int) -> None:
    assert plan(contestants, 5, 500, seed) == plan(contestants, 5, 500, seed)


def test_seeds_draw_differently() -> None:
    assert len({plan(7, 5, 500, seed).orders for seed in range(50)}) == 50
    assert len({plan(4, 5, 500, seed).orders for seed in range(50)}) == 1


def test_the_plans_stay_what_they_are() -> None:
    """Another version holds the same tournament."""
    assert plan(2, 3, 9, 5).line_ups(0) == [(0, 1, 0), (1, 0, 1)]
    assert plan(3, 5, 9, 5).line_ups(0) == [
        (0, 1, 2, 0, 1), (1, 2, 0, 1, 2), (2, 0, 1, 2, 0), (0, 2, 1, 0, 2), (2, 1, 0, 2, 1), (1, 0, 2, 1, 0),
    ]  # fmt: skip
    drawn = Plan(5, 3, ((0, 2, 3, 4, 1), (0, 4, 3, 2, 1), (0, 3, 1, 2, 4)), 3)
    assert plan(5, 5, 3, 1) == drawn
