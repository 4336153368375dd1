"""Wishes for the cards of a deal: some fixed, some forbidden, a condition; all deals that meet them equally likely.

A wish names a place, a seat or the kitty. Fixed cards are dealt there, forbidden ones (every copy of them) are not;
nothing is dealt in vain for that. With two packs a fixed card means at least one copy, and as many as it is named. A
condition looks at the whole deal, and the cards are dealt again until it holds. A deal that is thrown in is dealt again
under the same wishes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from mighty_sim.cards import card_index, card_text
from mighty_sim.completions import Completions
from mighty_sim.condition import Condition, condition
from mighty_sim.errors import CardError, InputError
from mighty_sim.rules import Rules, pack

#: The place of the kitty; the other places are the seats.
KITTY = -1
Cards = tuple[int, ...]
_PLACE = re.compile(r"\s*(kitty|\d+)\s*:", re.IGNORECASE)


@dataclass(frozen=True)
class Dealing:
    """Wishes: `fixed` and `never` are (place, cards) with card indices, sorted; `condition` is asked of `seat`.

    A place is a seat's number or `KITTY`. Make one with :func:`parse`; :meth:`check` says whether a table can meet it.
    """

    fixed: tuple[tuple[int, Cards], ...] = ()
    never: tuple[tuple[int, Cards], ...] = ()
    condition: Condition | None = None
    seat: int = 0

    @property
    def where_function(self) -> Any:
        """Return the condition's function, or None."""
        return self.condition.function if self.condition else None

    @property
    def where_text(self) -> str:
        """Return the condition as it was written, or nothing."""
        return self.condition.text if self.condition else ""

    def check(self, rules: Rules) -> None:
        """Refuse wishes that no deal of a table can meet. Raises InputError, in one line."""
        if not 0 <= self.seat < rules.deal.players:
            raise InputError(f"there is no seat {self.seat} at {rules.name}; it has 0 to {rules.deal.players - 1}")
        for place, cards in (*self.fixed, *self.never):
            _check_place(rules, place)
            _check_cards(rules, cards)
        self._check_copies(rules)
        self._check_rooms(rules)
        if self.condition:
            self.condition.check(rules)
        completions(self, rules)

    def _check_copies(self, rules: Rules) -> None:
        """Refuse more copies of a card than there are, and one that is fixed and forbidden at one place."""
        there, wished = Counter(pack(rules)), Counter(card for _, cards in self.fixed for card in cards)
        for card, number in wished.items():
            if number > there[card]:
                once = "once" if there[card] == 1 else f"{there[card]} times"
                told = "twice" if number == 2 else f"{number} times"
                raise InputError(f"{card_text(card)} is wished {told}; it is in the pack of {rules.name} {once}")
        never = dict(self.never)
        for place, cards in self.fixed:
            both = set(cards) & set(never.get(place, ()))
            if both:
                raise InputError(f"{card_text(min(both))} is both fixed and forbidden for {_name(place)}")

    def _check_rooms(self, rules: Rules) -> None:
        """Refuse more fixed cards than a place has, and more forbidden ones than leave it enough."""
        deal, whole = rules.deal, Counter(pack(rules))
        places = {**dict.fromkeys(range(deal.players), deal.hand), KITTY: deal.kitty}
        for place, cards in self.fixed:
            if len(cards) > places[place]:
                raise InputError(f"{len(cards)} cards are fixed for {_name(place)}, which holds {places[place]}")
        elsewhere = Counter(card for _, cards in self.fixed for card in cards)
        own = {place: len(cards) for place, cards in self.fixed}
        for place, cards in self.never:
            left = sum(number - elsewhere[card] for card, number in whole.items() if card not in cards)
            wanted = places[place] - own.get(place, 0)
            if left < wanted:
                raise InputError(f"{_name(place)} needs {wanted} more cards, and {left} are left that may go there")
        never = dict(self.never)
        for card, number in whole.items():
            nowhere = all(card in never.get(place, ()) or not places[place] for place in places)
            if nowhere and number > elsewhere[card]:
                raise InputError(f"{card_text(card)} is forbidden everywhere; allow it at some seat or in the kitty")

    def row(self, rules: Rules) -> tuple[list[int], list[int]]:
        """Return what the kernels deal by: see :mod:`mighty_sim.kernels.given`."""
        return completions(self, rules).row()

    def share(self, rules: Rules) -> Fraction | None:
        """Return which part of all deals has the fixed cards and not the forbidden ones, exactly.

        None where that is too long to be worked out: with two packs, where cards are fixed at many places.
        """
        try:
            return _completions(rules, self.fixed, self.never, weighted=rules.deal.packs > 1).share
        except InputError:
            return None

    def as_json(self) -> dict[str, Any]:
        """Return it as the provenance has it."""
        known: dict[str, Any] = {}
        for name, wishes in (("fixed", self.fixed), ("never", self.never)):
            if wishes:
                known[name] = {_key(place): list(map(card_text, cards)) for place, cards in wishes}
        if self.condition:
            known |= {"where": self.condition.as_json(), "where_seat": self.seat}
        return known

    def words(self) -> list[str]:
        """Return the options of the command line that say it."""
        words = []
        for place, cards in self.fixed:
            text = _names(cards)
            words += ["--kitty", text] if place == KITTY else ["--hand", f"{place}:{text}"]
        for place, cards in self.never:
            words += ["--not", f"{_key(place)}:{_names(cards)}"]
        if self.condition:
            words += ["--where", f"{self.seat}:{self.condition.text}"]
        return words

    def describe(self) -> str:
        """Return it in a few words for a page."""
        parts = [f"{_name(place)} has {_names(cards)}" for place, cards in self.fixed]
        parts += [f"{_name(place)} has no {_names(cards)}" for place, cards in self.never]
        if self.condition:
            parts.append(f"{self.condition.text} (me = seat {self.seat})")
        return "; ".join(parts)


@lru_cache(maxsize=64)
def _completions(rules: Rules, fixed: Any, never: Any, *, weighted: bool = False) -> Completions:
    kitty = {KITTY: rules.deal.players}
    at = [{kitty.get(place, place): cards for place, cards in wishes} for wishes in (fixed, never)]
    return Completions(rules, *at, weighted=weighted)


def completions(dealing: Dealing, rules: Rules) -> Completions:
    """Return the deals of a table that have the fixed cards and not the forbidden ones. Raises InputError for none."""
    return _completions(rules, dealing.fixed, dealing.never)


def parse(
    rules: Rules,
    *,
    hand: str | Sequence[str] | None = None,
    kitty: str | Sequence[str] | None = None,
    never: str | Sequence[str] | None = None,
    where: str | None = None,
    seat: int | None = None,
) -> Dealing | None:
    """Return the wishes that words name, checked; None where there are none.

    `hand` "SA SK JK" fixes cards of `seat` (None: 0), "2:SA SK" of another one; `kitty` fixes cards there; `never`
    "JK", "3:JK SA", "kitty:JK" forbids cards; each may be several texts, and none of the cards in `hand` has to be all.
    `where` is an expression or the path of a `.py` file (see :mod:`mighty_sim.condition`), asked of `seat`, or of
    another one as in "2:me.holds(JK)". Raises InputError, CardError.
    """
    own = seat or 0
    fixed = _gathered(own, _texts(hand), "hand") + _gathered(KITTY, _texts(kitty), "kitty")
    forbidden = _gathered(own, _texts(never), "never")
    asked, text = _placed(own, where or "", "where")
    if not (fixed or forbidden or text):
        if where is not None:
            condition(where)
        return None
    found = Dealing(
        _by_place(fixed),
        tuple((place, tuple(sorted(set(cards)))) for place, cards in _by_place(forbidden)),
        condition(text) if text else None,
        asked if text else own,
    )
    found.check(rules)
    return found


def _texts(said: str | Sequence[str] | None) -> Sequence[str]:
    """Return texts as they are, one text as the only one."""
    return () if said is None else (said,) if isinstance(said, str) else said


def _placed(default: int, text: str, what: str) -> tuple[int, str]:
    """Return the place that a text begins with, or the default, and the rest. Raises InputError."""
    found = _PLACE.match(text)
    if not found:
        return default, text.strip()
    kitty = found[1].lower() == "kitty"
    if kitty and what in ("hand", "where"):
        right = "--kitty fixes its cards" if what == "hand" else "a condition is asked of a seat"
        raise InputError(f"{text!r} names the kitty; {right}")
    if what == "kitty" and not kitty:
        raise InputError(f"{text!r} names a seat; --hand fixes its cards")
    return KITTY if kitty else int(found[1]), text[found.end() :].strip()


def _gathered(default: int, texts: Iterable[str], what: str) -> list[tuple[int, int]]:
    """Return the places and cards that texts name. Raises InputError for a text without cards, CardError."""
    found = []
    for text in texts:
        place, cards = _placed(default, text, what)
        words = cards.replace(",", " ").split()
        if not words:
            raise InputError(f"{text!r} names no card; write cards as in SA HT JK")
        try:
            found += [(place, card_index(word)) for word in words]
        except CardError as error:
            raise InputError(str(error)) from None
    return found


def _by_place(found: Iterable[tuple[int, int]]) -> tuple[tuple[int, Cards], ...]:
    """Return cards by their place, seats first."""
    places: dict[int, list[int]] = {}
    for place, card in found:
        places.setdefault(place, []).append(card)
    return tuple((place, tuple(sorted(places[place]))) for place in sorted(places, key=_seats_first))


def _seats_first(place: int) -> tuple[bool, int]:
    return place == KITTY, place


def _check_place(rules: Rules, place: int) -> None:
    if place != KITTY and not 0 <= place < rules.deal.players:
        last = rules.deal.players - 1
        raise InputError(f"there is no seat {place} at {rules.name}; it has 0 to {last}, and the kitty")


def _check_cards(rules: Rules, cards: Iterable[int]) -> None:
    missing = set(cards) - set(pack(rules))
    if missing:
        raise InputError(f"{card_text(min(missing))} is not in the pack of {rules.name}")


def _key(place: int) -> str:
    return "kitty" if place == KITTY else str(place)


def _name(place: int) -> str:
    return "the kitty" if place == KITTY else f"seat {place}"


def _names(cards: Iterable[int]) -> str:
    return " ".join(map(card_text, sorted(cards, reverse=True)))
