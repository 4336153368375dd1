"""Who sits where in a tournament: line-ups in which every contestant sits in every seat equally often.

The contestants stand in an order, which is laid round the table from seat 0 on, again and again if there are more
seats; the next line-up begins one further on in the order. As many line-ups as contestants seat each of them once in
every seat. Who comes after whom matters too: two that play alike score differently beside different neighbours. So with
few contestants every deal is played in all orders, and with more the deals are parted into rounds, each with an order
of its own that is drawn by the seed; what differs by chance between rounds then shows in the intervals.

>>> plan(2, 5, deals=1000, seed=1).line_ups(0)
[(0, 1, 0, 1, 0), (1, 0, 1, 0, 1)]
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from math import factorial

#: Where there are no more orders than these, every deal is played in all of them.
MOST_ORDERS = 6
#: Rounds where there are more orders; as many as deals, if these are fewer.
ROUNDS = 256


@dataclass(frozen=True)
class Plan:
    """The seating of a tournament; `rounds` is 0 where every order plays every deal, else there is one a round."""

    seats: int
    deals: int
    orders: tuple[tuple[int, ...], ...]
    rounds: int

    @property
    def orders_a_deal(self) -> int:
        """Return in how many orders a deal is played; it is also how often a contestant has each seat in it."""
        return 1 if self.rounds else len(self.orders)

    @property
    def units(self) -> int:
        """Return how many independent observations there are: rounds, or deals where there are none."""
        return self.rounds or self.deals

    def line_ups(self, number: int) -> list[tuple[int, ...]]:
        """Return the line-ups that play the deals of a round, each a contestant's number a seat, seat 0 first."""
        return [
            tuple(order[(seat + turn) % len(order)] for seat in range(self.seats))
            for order in ([self.orders[number]] if self.rounds else self.orders)
            for turn in range(len(order))
        ]

    def cut(self, first: int, count: int) -> Iterator[tuple[int, int, int]]:
        """Yield deals in a row round by round: the round's number, its first deal there, and how many.

        Deal D is in round D * rounds // deals: rounds are of one length, give or take a deal.
        """
        end = first + count
        while first < end:
            number = first * self.rounds // self.deals
            after = -(-(number + 1) * self.deals // self.rounds) if self.rounds else end
            yield number, first, min(after, end) - first
            first = min(after, end)


def plan(contestants: int, seats: int, deals: int, seed: int) -> Plan:
    """Return the seating of contestants 0 to `contestants` - 1: all orders if they are few, else a draw a round.

    Contestant 0 comes first in every order, since an order goes round in a circle: there are (contestants - 1)!.
    """
    if factorial(contestants - 1) <= MOST_ORDERS:
        orders = [(0, *rest) for rest in permutations(range(1, contestants))]
        return Plan(seats, deals, tuple(orders), 0)
    rounds = min(ROUNDS, deals)
    others = range(1, contestants)
    orders = [(0, *_shuffled(others, f"{seed} {number}")) for number in range(rounds)]
    return Plan(seats, deals, tuple(orders), rounds)


def _shuffled(numbers: range, text: str) -> list[int]:
    """Return numbers in an order that hashing draws from a text: the same on every machine and in every version."""
    return sorted(numbers, key=lambda number: hashlib.sha256(f"{text} {number}".encode()).digest())
