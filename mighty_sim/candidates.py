"""Discards and friend calls for a hand whose kitty is seen, ranked by playing: which is best, and by how much.

Every candidate plays the same deals. They race: after a few deals the worse half is dropped, the others play twice as
many more, and so on (successive halving), until few are left. These finalists then play deals that chose nobody, and
only those are measured: so nobody's rate is flattered by having been chosen, but for the first place among the
finalists itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb, nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mighty_sim.cards import FIRST_JOKER, NO_TRUMP, SUITS, card_index, card_text, cards_in
from mighty_sim.chunks import Span
from mighty_sim.contract import FIRST_TRICK, NO_FRIEND, FriendCall
from mighty_sim.engines import Block
from mighty_sim.experiment import Experiment, Forced
from mighty_sim.outcomes import difference, mean_score, score_code, unit
from mighty_sim.rules import Rules, pack
from mighty_sim.stats import holm, wilson
from mighty_sim.trials import Trials

#: Discards at most that begin the race.
MOST_DISCARDS = 400
#: Deals of the first heat at most, and at least; each further one has twice as many. It has a part of the final's.
FIRST_HEAT, LEAST_HEAT, _PART = 256, 16, 8
#: Candidates that are left for the final.
FINALISTS = 8
#: Deals at most of all heats of a race.
MOST_HEATS = 64 * FIRST_HEAT

Row = dict[str, Any]


@dataclass(frozen=True)
class Choice:
    """What a declarer does in the exchange: the cards laid away, sorted as in a hand, and the friend call's code.

    At a table without friends the call is None.
    """

    discard: tuple[int, ...]
    call: int | None

    def told(self, forced: Forced) -> Forced:
        """Return a forced declarer who is told to do it."""
        return replace(forced, discard=self.discard, call=self.call)


def discards(rules: Rules, held: Sequence[int], strain: int) -> tuple[list[tuple[int, ...]], bool]:
    """Return what can be laid away of the cards held with the kitty, and whether that is all of it.

    Where there is too much, it is every choice among the cards that rank lowest: no Mighty, no joker, trumps last.
    """
    size = rules.deal.kitty
    pool = sorted(held, key=lambda card: (_worth(rules, card, strain), card))
    most = size
    while most < len(pool) and comb(most + 1, size) <= MOST_DISCARDS:
        most += 1
    whole = sorted(set(combinations(_as_held(pool), size)))
    if len(pool) == most or len(whole) <= MOST_DISCARDS:
        return whole, True
    return sorted(set(combinations(_as_held(pool[:most]), size))), False


def calls(rules: Rules, held: Sequence[int]) -> list[int]:
    """Return the codes of every friend call that a declarer can make who holds these cards (laid away included)."""
    kinds, whole = rules.friend.kinds, pack(rules)
    barred = {card_index(text) for text in rules.friend.uncallable}
    found = []
    for card in cards_in(sum(1 << card for card in set(whole) - barred)):
        own = held.count(card) == whole.count(card)
        if ("own_card" if own else "card") in kinds:
            found.append(card)
    named = (("first_trick", FIRST_TRICK), ("none", NO_FRIEND))
    return found + [code for kind, code in named if kind in kinds]


def in_order(cards: Sequence[int]) -> tuple[int, ...]:
    """Return cards as a player sorts a hand."""
    return tuple(_as_held(cards))


def _as_held(cards: Sequence[int]) -> list[int]:
    return sorted(cards, key=lambda card: (card < FIRST_JOKER, card % 4, -card))


def _worth(rules: Rules, card: int, strain: int) -> int:
    """Return how little a card lends itself to be laid away: by rank, trumps above other suits, special cards last."""
    special = rules.mighty.card
    if special != "none" and strain < NO_TRUMP and special[0] == SUITS[strain]:
        special = rules.mighty.under_own_suit
    if card == FIRST_JOKER or card_text(card) == special:
        return 1000
    return card // 4 + 100 * int(strain < NO_TRUMP and card % 4 == strain)


def rank(
    trials: Trials,
    experiment: Experiment,
    choices: Sequence[Choice],
    kept: Sequence[Choice],
    deals: Span,
    over: Callable[[], bool] = lambda: False,
) -> list[Row]:
    """Return the finalists, the best first, measured on these deals: a row each.

    `experiment` has the forced declarer, `kept` are choices that get to the final in any case. The heats are played on
    deals before these, at most `MOST_HEATS`, and no further one once time is `over`. A row has the choice, n, made,
    rate with its Wilson interval, score (or lead, see `mighty_sim.outcomes.unit`) with its interval, behind (by how
    much the first is better) with the paired interval, and p, corrected for all comparisons with the first (Holm).
    Raises StrategyFault, Interrupted.
    """
    race = _Race(trials, experiment)
    finalists = race.heats(list(dict.fromkeys([*choices, *kept])), deals, over)
    return race.final(list(dict.fromkeys([*finalists, *kept])), deals)


class _Race:
    """Plays choices against each other."""

    def __init__(self, trials: Trials, experiment: Experiment) -> None:
        """Take what plays, and the declarer."""
        self._trials, self._experiment, self._unit = trials, experiment, unit(experiment.rules)
        assert experiment.forced is not None
        self._forced = experiment.forced
        self._code = score_code(experiment.rules, self._forced.seat, "made", 1)

    def heats(self, choices: list[Choice], final: Span, over: Callable[[], bool]) -> list[Choice]:
        """Drop the worse half again and again, on deals that come before the final's; return who is left."""
        totals = dict.fromkeys(choices, 0)
        first = max(0, final.first - MOST_HEATS)
        deals = max(LEAST_HEAT, min(FIRST_HEAT, final.count // _PART))
        while len(choices) > FINALISTS:
            for choice, total in zip(choices, self._totals(choices, Span(first, deals)), strict=True):
                totals[choice] += total
            best = sorted(choices, key=lambda choice: -totals[choice])
            choices = best[: FINALISTS if over() else max(FINALISTS, (len(choices) + 1) // 2)]
            first, deals = first + deals, 2 * deals
        return choices

    def final(self, choices: list[Choice], deals: Span) -> list[Row]:
        """Measure the finalists."""
        sums = _Sums(len(choices))
        self._trials.play(self._told(choices), self._code, deals, sums.add)
        order = sorted(range(len(choices)), key=lambda place: -sums.totals[place])
        behind = [sums.behind(order[0], place, self._unit) for place in order]
        corrected = [nan, *holm([p for _, p in behind[1:]])]
        rows = []
        for place, (apart, _), p in zip(order, behind, corrected, strict=True):
            n, made = deals.count, int(sums.made[place])
            known = (
                wilson(made, n),
                mean_score(int(sums.totals[place]), int(sums.products[place, place]), n, self._unit),
            )
            rows.append(
                {"choice": choices[place], "n": n, "made": made} | _measured(*known) | _behind(apart) | {"p": p}
            )
        return rows

    def _totals(self, choices: Sequence[Choice], deals: Span) -> Iterator[int]:
        """Return the sum of the scores of each choice."""
        sums = np.zeros(len(choices), np.int64)

        def add(block: Block) -> None:
            nonlocal sums
            sums = sums + (block >> 1).sum(axis=1, dtype=np.int64)

        self._trials.play(self._told(choices), self._code, deals, add)
        return iter(sums.tolist())

    def _told(self, choices: Sequence[Choice]) -> list[Experiment]:
        """Return the experiments in which the declarer does what was chosen."""
        return [replace(self._experiment, forced=choice.told(self._forced)) for choice in choices]


class _Sums:
    """Sums of the scores of finalists, of their products deal by deal, and of the contracts made."""

    def __init__(self, size: int) -> None:
        """Begin with no deals."""
        self.n = 0
        self.totals = np.zeros(size, np.int64)
        self.made = np.zeros(size, np.int64)
        self.products: NDArray[np.int64] = np.zeros((size, size), np.int64)

    def add(self, block: Block) -> None:
        """Count the deals of a block [choice, deal] of `score_code`."""
        scores = (block >> 1).astype(np.int64)
        self.n += scores.shape[1]
        self.totals += scores.sum(axis=1)
        self.made += (block & 1).sum(axis=1, dtype=np.int64)
        self.products += scores @ scores.T

    def behind(self, one: int, other: int, unit: int) -> tuple[Any, float]:
        """Return by how much the second is behind the first, paired, with its interval and p-value."""
        total = int(self.totals[one] - self.totals[other])
        squares = int(self.products[one, one] + self.products[other, other] - 2 * self.products[one, other])
        return difference(total, squares, self.n, unit)


def _measured(rate: Any, score: Any) -> Row:
    """Return the fields of a rate and a mean with their intervals."""
    rates = {"rate": float(rate.rate), "rate_low": float(rate.low), "rate_high": float(rate.high)}
    return rates | {"score": float(score.mean), "score_low": float(score.low), "score_high": float(score.high)}


def _behind(apart: Any) -> Row:
    """Return the fields of a difference."""
    return {"behind": float(apart.mean), "behind_low": float(apart.low), "behind_high": float(apart.high)}


def discard_text(choice: Choice) -> str:
    """Return the cards laid away, as they are written."""
    return " ".join(map(card_text, choice.discard))


def call_text(choice: Choice) -> str:
    """Return the friend call in words."""
    return "no call at this table" if choice.call is None else FriendCall.from_code(choice.call).text()
