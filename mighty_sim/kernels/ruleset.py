"""A table's rules as one record of int64 words that the kernels read at run time.

What follows from the options and the strain alone is worked out here once, as masks and tables: which card is the
Mighty, which cards take the trick from a card, what a change of contract must cost. The kernels then look up; no option
is tested while a card is played. Trick kinds: first, middle, last, and called (the joker was demanded).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from mighty_sim.cards import FIRST_JOKER, JOKERS, POINT_CARDS, SUIT_MASKS, card_index
from mighty_sim.kernels.jit import JIT
from mighty_sim.kernels.memory import Layout, Record, caster, pointer_type
from mighty_sim.rules import Rules, pack, points_in_pack

FIRST, MIDDLE, LAST, CALLED = range(4)
N_KINDS, N_STRAINS, ROW = 4, 5, 64
IMPOSSIBLE = 99  # a number that no contract reaches
NO_SEAT = -1

_ONE = """players rounds kitty_size n_cards max_number misdeal threshold weak_1 weak_2 weak_4 weak_minus_8
pack joker strain_ranks floor_rank request_from total_points score_base double_notrump double_solo
double_run backrun mighty_may_answer may_call_card may_call_own may_call_first_trick may_call_none seed forced_seat
forced_number line_up""".split()
RULES = Layout(
    "rules",
    [(name, 1) for name in _ONE]
    + [(name, N_STRAINS) for name in ("trump", "mighty", "hunter")]
    + [("lead_ban", N_KINDS * N_STRAINS), ("joker_power", N_KINDS), ("may_demand", N_KINDS), ("deck", 16)]
    + [("change_to", N_STRAINS * N_STRAINS * ROW), ("beats", N_KINDS * N_STRAINS * ROW)],
)
RulesType = pointer_type(f"{__name__}.RulesType", RULES)
rules_at = caster(RulesType(), lambda place: place)


@dataclass(frozen=True)
class Conditions:
    """What an experiment adds to the rules: the seed, and whether a seat is made to declare at a given number."""

    seed: int
    forced_seat: int = NO_SEAT
    forced_number: int = 0


def _card(name: str) -> int:
    return 1 << card_index(name)


def _special(card: str, under_own_suit: str) -> list[int]:
    """A card that gives way to another when its own suit is trump, by strain (STD §6)."""
    plain, other = _card(card), _card(under_own_suit)
    return [other if plain & SUIT_MASKS[strain] else plain for strain in range(4)] + [plain]


def _beats(power: list[int], trump: list[int], mighty: list[int], cards: int) -> list[list[int]]:
    """A row by kind and strain; in it by card: the cards that take the trick from that card as the best (STD §5-6)."""
    return [
        [_takers(card, trump[strain], mighty[strain], power[kind], cards) for card in range(ROW)]
        for kind in range(N_KINDS)
        for strain in range(N_STRAINS)
    ]


def _takers(card: int, trump: int, mighty: int, power: int, cards: int) -> int:
    joker = cards >> FIRST_JOKER << FIRST_JOKER
    if 1 << card & mighty:
        return 0
    if card >= FIRST_JOKER:  # led without power it wins only until the second card sets the suit
        return mighty if power else cards & ~joker
    above = SUIT_MASKS[card % 4] & ~((2 << card) - 1)
    ruff = 0 if 1 << card & trump else trump
    return (above | ruff | mighty | (joker if power else 0)) & cards


def _change_to(rules: Rules) -> list[int]:
    """By strain won, strain wanted and number won: the least final number (STD §4)."""
    exchange, top = rules.exchange, rules.auction.max_number
    table = []
    for won in range(N_STRAINS):
        for wanted in range(N_STRAINS):
            cost = exchange.suit_to_suit
            if won == wanted:
                cost = 0
            elif wanted == 4:
                cost = exchange.suit_to_notrump
            elif won == 4:
                cost = exchange.notrump_to_suit
            table += [_least_number(number, cost, top, to_notrump=wanted == 4) for number in range(ROW)]
    return table


def _least_number(number: int, cost: int, top: int, *, to_notrump: bool) -> int:
    if number + cost <= top:
        return number + cost
    if number < top or to_notrump:  # the cap: the top suffices; and at the top no-trump is free
        return top
    return IMPOSSIBLE


def _weakness(rules: Rules) -> dict[str, int]:
    """The misdeal scale as masks: the cards whose half points, as a four-bit number, have each bit (STD §3)."""
    scale, fields = rules.misdeal, ("weak_1", "weak_2", "weak_4", "weak_minus_8")
    value = {card: scale.joker if card >= FIRST_JOKER else scale.honor for card in pack(rules)}
    value |= {card_index(suit + "T"): scale.ten for suit in "SHDC"} | {card_index("SA"): scale.spade_ace}
    value = {card: half for card, half in value.items() if 1 << card & (POINT_CARDS | JOKERS)}
    return {
        field: sum(1 << card for card, half in value.items() if half >> bit & 1) for bit, field in enumerate(fields)
    }


def _bytes_as_words(values: list[int]) -> list[int]:
    padded = np.zeros(128, np.uint8)
    padded[: len(values)] = values
    return [int(x) for x in padded.view(np.int64)]


def encode(rules: Rules, conditions: Conditions) -> dict[str, Any]:
    """Work out every word of the record: field -> int or row of ints."""
    cards = pack(rules)
    kinds_of_card = sum(1 << card for card in set(cards))
    deal, misdeal, auction, score = rules.deal, rules.misdeal, rules.auction, rules.score
    trump = [*SUIT_MASKS, 0]
    mighty = _special(rules.mighty.card, rules.mighty.under_own_suit)
    power = [int(rules.joker.first_trick == "normal"), 1, int(rules.joker.last_trick == "normal")]
    power.append(int(rules.hunter.called_joker_power == "kept"))
    kinds = rules.friend.kinds
    return {
        "players": deal.players,
        "rounds": deal.hand,
        "kitty_size": deal.kitty,
        "n_cards": len(cards),
        "max_number": auction.max_number,
        "misdeal": int(misdeal.enabled),
        "threshold": misdeal.threshold,
        "pack": kinds_of_card,
        "joker": kinds_of_card >> FIRST_JOKER << FIRST_JOKER,
        "strain_ranks": 1 << 32,  # no-trump outranks the suits of its number, which are equal
        "floor_rank": 8 * auction.min_number - 1,
        "request_from": auction.max_number,
        "total_points": points_in_pack(rules),
        "score_base": score.base,
        "double_notrump": int(score.double_notrump == "always"),
        "double_solo": int(score.double_open_solo == "always"),
        "double_run": int(score.double_run == "all_points"),
        "backrun": score.backrun_at_most,
        "mighty_may_answer": int(rules.hunter.mighty_may_answer),
        "may_call_card": int("card" in kinds),
        "may_call_own": int("own_card" in kinds),
        "may_call_first_trick": int("first_trick" in kinds),
        "may_call_none": int("none" in kinds),
        "seed": conditions.seed,
        "forced_seat": conditions.forced_seat,
        "forced_number": conditions.forced_number,
        "trump": trump,
        "mighty": mighty,
        "hunter": _special(rules.hunter.card, rules.hunter.under_own_suit),
        "lead_ban": trump + [0] * (3 * N_STRAINS),
        "joker_power": power,
        "may_demand": [int(rules.hunter.first_trick), 1, int(rules.hunter.last_trick), 0],
        "deck": cards,
        "change_to": _change_to(rules),
        **_weakness(rules),
        "beats": _beats(power, trump, mighty, kinds_of_card),
    }


def ruleset(rules: Rules, conditions: Conditions, line_up: Any) -> Any:
    """The record that the kernels read: an array of words compiled, a :class:`Record` uncompiled.

    ``line_up`` is where the strategies' functions are: see :func:`mighty_sim.kernels.state.seat_table`.
    """
    values = encode(rules, conditions) | {"line_up": line_up}
    if not JIT:
        return Record(RULES, **values)
    values["deck"] = _bytes_as_words(values["deck"])
    return RULES.pack(values)
