"""In how many ways a deal can be completed that is fixed in part, as the row of words that the kernels deal by.

Every card of the pack is looked at as one of its own, so that all deals are equally likely. Free cards that may go to
the same places form a *group*. Place after place is filled: how many of each group a place gets is chosen with the
exact chance, the number of deals that go on from there over the number of all; from which place on two groups may go
to the same places, they are one.

With two packs a wish for a card asks for at least one copy of it. Where a seat has both copies either could be the
fixed one, so among deals with a fixed copy there are twice as many of these as there should be: the kernels deal one of
two again. To *count* the deals (`weighted`) a second copy counts one half, and jokers, of which there are four, in the
same way one over the ways to choose the fixed ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, factorial, prod

from mighty_sim.cards import FIRST_JOKER, MAX_JOKERS
from mighty_sim.errors import InputError
from mighty_sim.kernels.given import HEAD, LOTS, NODE, OPTION, PLACE_WORDS
from mighty_sim.kernels.ruleset import deck_of
from mighty_sim.rules import Rules, pack

#: Ways to fill one place, all together, that a table of wishes may need; any fixed cards, and forbidden cards that are
#: the same ones wherever some are forbidden, need some hundred at most.
MOST_OPTIONS = 100_000
_HALVES = -1  # the mark of second copies, where the first is fixed; a positive one is the jokers fixed there

Left = tuple[int, ...]
_Mark = tuple[tuple[int, int], ...]  # by place, the last one to be filled first: may it go there, and its weight there


@dataclass(frozen=True)
class _Option:
    """One way to fill a place: how many deals it leads to, how many of each group it takes, and what is left then."""

    ways: int
    taken: Left
    left: Left


class Completions:
    """The deals of a table that have some cards fixed, and others not, at some places (seats, then the kitty).

    `fixed` and `never` map a place to cards (indices); `weighted` is for :attr:`share`. Raises InputError where there
    are none, or where the wishes are too different from place to place to be worked out.
    """

    def __init__(
        self,
        rules: Rules,
        fixed: Mapping[int, Sequence[int]],
        never: Mapping[int, Sequence[int]],
        *,
        weighted: bool = False,
    ) -> None:
        """Sort the free cards into groups and count the deals."""
        self._weighted = weighted
        deal = rules.deal
        self._sizes = [deal.hand] * deal.players + [deal.kitty]
        self._fixed = {place: Counter(cards) for place, cards in fixed.items()}
        self._never = {place: set(cards) for place, cards in never.items()}
        self._copies = Counter(pack(rules))
        self._free, self._laid = self._parted(deck_of(pack(rules)))
        self._rooms = [size - len(laid) for size, laid in zip(self._sizes, self._laid, strict=True)]
        places = range(len(self._sizes))
        self._order = sorted(places, key=lambda place: (not self._is_special(place), place))
        self._marks = [self._marks_from(step) for step in range(len(places))]
        self._known: dict[tuple[int, Left], list[_Option]] = {}
        self._counted = 0
        if not self._ways(0, self._first):
            raise InputError("no deal has these cards where they should be; allow more")

    def _parted(self, deck: Sequence[int]) -> tuple[list[int], list[list[int]]]:
        """Return the free cards of a deck, and by place those that are fixed."""
        free = list(deck)
        laid: list[list[int]] = [[] for _ in self._sizes]
        for place, cards in sorted(self._fixed.items()):
            for card in cards.elements():
                taken = min(one for one in free if min(one, FIRST_JOKER) == card)
                free.remove(taken)
                laid[place].append(taken)
        return free, laid

    def _at(self, place: int) -> Counter[int]:
        """Return the fixed cards of a place."""
        return self._fixed.get(place, Counter())

    def _is_special(self, place: int) -> bool:
        """Whether it matters which of the free cards go to a place."""
        return any(self._weight(card, place) or not self._may(card, place) for card in self._free)

    def _may(self, card: int, place: int) -> bool:
        return min(card, FIRST_JOKER) not in self._never.get(place, ())

    def _weight(self, card: int, place: int) -> int:
        """Return the mark of a free card at a place: 0 where no copy of it is fixed there."""
        fixed = self._at(place)[min(card, FIRST_JOKER)] if self._weighted else 0
        return _HALVES if fixed and card < FIRST_JOKER else fixed

    def _mark(self, card: int, step: int) -> _Mark:
        """Return what tells a free card from others for the places from a step on."""
        return tuple((int(self._may(card, at)), self._weight(card, at)) for at in reversed(self._order[step:]))

    def _marks_from(self, step: int) -> list[_Mark]:
        return sorted({self._mark(card, step) for card in self._free})

    @property
    def _first(self) -> Left:
        """Return how many cards each group has at first."""
        sizes = Counter(self._mark(card, 0) for card in self._free)
        return tuple(sizes[mark] for mark in self._marks[0])

    def _merged(self, step: int, left: Left) -> Left:
        """Return what is left of the groups of the next step: those that differed at this place alone are one."""
        sums: Counter[_Mark] = Counter()
        for mark, number in zip(self._marks[step], left, strict=True):
            sums[mark[:-1]] += number
        return tuple(sums[mark] for mark in self._marks[step + 1])

    def _ways(self, step: int, left: Left) -> int:
        """Return the weight of all deals that go on from a step."""
        return sum(option.ways for option in self._options(step, left))

    def _options(self, step: int, left: Left) -> list[_Option]:
        """Return the ways to fill the place of a step that lead to a deal, the likeliest first."""
        if (step, left) not in self._known:
            found = (self._option(step, left, taken) for taken in self._takings(step, left))
            there = [option for option in found if option.ways]
            self._known[step, left] = sorted(there, key=lambda option: (-option.ways, option.taken))
        return self._known[step, left]

    def _takings(self, step: int, left: Left) -> Iterator[Left]:
        """Yield how many of each group the place of a step can take."""
        most = [number * mark[-1][0] for number, mark in zip(left, self._marks[step], strict=True)]
        for taken in _parts(self._rooms[self._order[step]], most):
            self._counted += 1
            if self._counted > MOST_OPTIONS:
                raise InputError(
                    f"these wishes need a table of more than {MOST_OPTIONS:,} entries; "
                    "forbid the same cards at several seats, or fewer of them"
                )
            yield taken

    def _option(self, step: int, left: Left, taken: Left) -> _Option:
        after = tuple(there - gone for there, gone in zip(left, taken, strict=True))
        ways = prod(map(comb, left, taken)) * prod(map(self._worth, self._marks[step], taken))
        if step + 1 == len(self._order):
            return _Option(0 if any(after) else ways, taken, ())
        after = self._merged(step, after)
        return _Option(ways * self._ways(step + 1, after), taken, after)

    def _worth(self, mark: _Mark, taken: int) -> int:
        """Return the weight of so many cards of a group at its place, times a constant that makes it whole."""
        fixed = mark[-1][1]
        if fixed == _HALVES:
            return self._scale(mark) >> taken
        return self._scale(mark) * factorial(taken) // factorial(taken + fixed) if fixed else 1

    def _scale(self, mark: _Mark) -> int:
        """Return the constant of a group at its place."""
        fixed = mark[-1][1]
        return {0: 1, _HALVES: 1 << len(self._free)}.get(fixed, factorial(MAX_JOKERS))

    @cached_property
    def share(self) -> Fraction:
        """Return which part of all deals has the cards where they are wished; with two packs only if weighted."""
        whole = Fraction(self._ways(0, self._first))
        for mark in (mark for marks in self._marks for mark in marks):
            whole /= self._scale(mark)
        fixed = sum((cards for cards in self._fixed.values()), Counter())
        free = Counter(min(card, FIRST_JOKER) for card in self._free)
        for card, number in fixed.items():
            whole *= Fraction(factorial(self._copies[card]), factorial(self._copies[card] - number))
            if not free[card]:
                whole /= prod(factorial(cards[card]) for cards in self._fixed.values())
        every = Fraction(factorial(sum(self._sizes)), prod(map(factorial, self._sizes)))
        return whole / every

    def row(self) -> tuple[list[int], list[int]]:
        """Return the words of :mod:`mighty_sim.kernels.given`, and the deck that lies behind them."""
        free = {min(card, FIRST_JOKER) for card in self._free}
        head = [0] * HEAD
        for place, laid in enumerate(self._laid):
            odd = 0
            for card in laid:
                odd ^= 1 << card
            once = {card for card, number in self._at(place).items() if card in free and card < FIRST_JOKER}
            jokers = self._at(place)[FIRST_JOKER] if FIRST_JOKER in free else 0
            head += [sum({1 << card for card in laid}), odd, sum(1 << card for card in once), jokers]
        assert len(head) == HEAD + PLACE_WORDS * len(self._sizes)
        nodes = self._nodes()
        at: dict[tuple[int, Left] | None, int] = {None: 0}
        end = len(head)
        for step, left in nodes:
            at[step, left] = end
            end += NODE + len(left) + len(self._known[step, left]) * (OPTION + len(left))
        again = any(card in free for cards in self._fixed.values() for card in cards)
        head[:HEAD] = [end, at[nodes[0]], int(again)]
        for step, left in nodes:
            head += self._node(step, left, at)
        return head, sorted(self._free, key=lambda card: self._mark(card, 0))

    def _nodes(self) -> list[tuple[int, Left]]:
        """Return every step with what can be left there, as they are reached."""
        nodes = dict.fromkeys([(0, self._first)])
        last = len(self._order) - 1
        for step in range(last):
            for here, left in list(nodes):
                if here == step:
                    nodes |= dict.fromkeys((step + 1, option.left) for option in self._options(step, left))
        return list(nodes)

    def _node(self, step: int, left: Left, at: Mapping[tuple[int, Left] | None, int]) -> list[int]:
        """Return the words of a node."""
        options = self._options(step, left)
        words = [self._order[step], len(left), len(options), *left]
        total, so_far = self._ways(step, left), 0
        for option in options:
            so_far += option.ways
            following = None if step + 1 == len(self._order) else (step + 1, option.left)
            words += [LOTS * so_far // total, at[following], *option.taken]
        return words


def _parts(whole: int, most: Sequence[int]) -> Iterator[Left]:
    """Yield every way to take so many in all from groups of which there are so many each."""
    if not most:
        if whole == 0:
            yield ()
        return
    others = sum(most[1:])
    for first in range(max(0, whole - others), min(most[0], whole) + 1):
        for rest in _parts(whole - first, most[1:]):
            yield (first, *rest)
