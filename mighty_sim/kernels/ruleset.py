"""A table's rules as one record of int64 words that the kernels read at run time.

What follows from the options and the strain alone is worked out here once, as masks and tables: which card is the
Mighty, which cards take the trick from a card, what a change of contract must cost. The kernels then look up; hardly
an option is tested while a card is played. Trick kinds: first, middle and last; a fourth row of ``beats`` is for a
trick in which the joker has lost its power.

The tables that differ little from `standard` (:func:`mode_of` is None) are played by kernels from which everything else
is left out, so that they pay nothing for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from mighty_sim.cards import FIRST_JOKER, MAX_JOKERS, NO_TRUMP, POINT_CARDS, SUIT_MASKS, SUITS, card_index
from mighty_sim.kernels.copies import ONE_PACK, TWO_PACKS
from mighty_sim.kernels.jit import JIT
from mighty_sim.kernels.memory import Layout, Record, caster, pointer_type
from mighty_sim.rules import Rules, pack, points_in_pack

FIRST, MIDDLE, LAST, TAMED = range(4)
N_KINDS, N_STRAINS, ROW = 4, 5, 64
IMPOSSIBLE = 99  # a number that no contract reaches
NO_SEAT = -1
NO_STRAIN = -1
GAP_BITS = 12

# What the kernels know by number, in the order of the options' values.
FOR_ALL, FOR_NEXT, FOR_ONE = range(3)  # who has to answer a demand
NAMES_ANY, NAMES_NO_TRUMP_FIRST, NAMES_NOTHING, NAMES_TRUMP = range(4)
TRUMP_BANNED, TRUMP_BESIDE_JOKER, TRUMP_BESIDE_SPECIALS = range(3)
ANY_CARD, TRUMP_BEFORE, HUNTER_BEFORE = range(3)
REQUEST_OFF, REQUEST_ADVISES, REQUEST_BINDS_ONCE, REQUEST_BINDS = range(4)
OWN_FIRST_TURN, OWN_ANY_TURN, BEFORE_BIDDING = range(3)
BY_CLAIMANT, BY_SAME, BY_NEXT = range(3)
RISK, PENALTY, PENALTY_BY_POINTS = range(3)
_REQUESTS = (
    "off",
    "advisory_at_top_notrump",
    "binding_first_lead_at_top_notrump",
    "binding_all_leads_at_top_notrump",
)

_ONE = """players rounds kitty_size n_cards max_number misdeal threshold weak_1 weak_2 weak_4 weak_minus_8
pack pack_twice joker jokers roams strain_gaps floor_rank closing_rank total_points score_base double_notrump
double_solo double_run backrun mighty_may_answer called_loses may_call may_call_card may_call_own
may_call_first_trick may_call_none callable request opener_step declarer_opens must_open claim_when
claim_optional claimed_by passed_by exact stake formula same_amount penalties squeeze sole_joker sole_free
switches tames tames_first trigger_any automatic scope names asks_last names_tamed special_lead trump_mode
fallback blind first_played seed forced_seat forced_number line_up""".split()
RULES = Layout(
    "rules",
    [(name, 1) for name in _ONE]
    + [(name, N_STRAINS) for name in ("trump", "mighty", "hunter")]
    + [("lead_ban", N_KINDS * N_STRAINS)]
    + [(name, N_KINDS) for name in ("power_led", "power_followed", "may_demand", "barred", "duty")]
    + [("deck", 16), ("change_to", 2 * N_STRAINS * N_STRAINS * ROW), ("beats", N_KINDS * N_STRAINS * ROW)]
    # At the end, so that they move nothing that the kernels read often: whether a deal goes on after a wrong answer,
    # the wishes for its cards, and what a forced declarer is told to answer.
    + [(name, 1) for name in ("goes_on", "given", "where", "where_seat", "forced_strain", "forced_call")]
    + [("forced_discard", MAX_JOKERS)],
)
RulesType = pointer_type(f"{__name__}.RulesType", RULES)
rules_at = caster(RulesType(), lambda place: place)


@dataclass(frozen=True)
class Conditions:
    """What an experiment adds to the rules: the seed, and whether a seat is made to declare at a given number.

    ``goes_on``: a wrong answer is replaced by the first legal one and counted (see :mod:`mighty_sim.kernels.faults`).
    """

    seed: int
    forced_seat: int = NO_SEAT
    forced_number: int = 0
    goes_on: bool = False


def _special(card: str, under_own_suit: str) -> list[int]:
    """A card that gives way to another when its own suit is trump, by strain (STD §6); 0 where there is none."""
    if card == "none":
        return [0] * N_STRAINS
    plain, other = 1 << card_index(card), 1 << card_index(under_own_suit)
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
    """By (after the kitty, blind), strain won, strain wanted and number won: the least final number (STD §4, A27)."""
    return [
        _least_number(rules, won, wanted, number, blind=blind)
        for blind in (False, True)
        for won in range(N_STRAINS)
        for wanted in range(N_STRAINS)
        for number in range(ROW)
    ]


def _least_number(rules: Rules, won: int, wanted: int, number: int, *, blind: bool) -> int:
    cost, top = _cost(rules, won, wanted, blind=blind), rules.auction.max_number
    if cost < 0 or (wanted == NO_TRUMP and not rules.auction.notrump_allowed):
        return IMPOSSIBLE
    if number + cost <= top:
        return number + cost
    free = {"to_notrump": wanted == NO_TRUMP, "any": True, "none": False}[rules.exchange.free_at_max]
    fits = free if number >= top else rules.exchange.cap_at_max  # the cap: the top suffices
    return top if fits and not blind else IMPOSSIBLE


def _cost(rules: Rules, won: int, wanted: int, *, blind: bool) -> int:
    """The raise that a change costs; below 0: it cannot be made."""
    if won == wanted:
        return -1 if blind else 0
    if blind:
        return rules.exchange.blind_change
    if wanted == NO_TRUMP:
        return rules.exchange.suit_to_notrump
    return rules.exchange.notrump_to_suit if won == NO_TRUMP else rules.exchange.suit_to_suit


def _weakness(rules: Rules) -> dict[str, int]:
    """The misdeal scale as masks: the cards whose half points, as a four-bit number, have each bit (STD §3)."""
    scale, fields = rules.misdeal, ("weak_1", "weak_2", "weak_4", "weak_minus_8")
    value = dict.fromkeys(range(FIRST_JOKER), scale.honor)
    value |= {card_index(suit + "T"): scale.ten for suit in "SHDC"} | {card_index("SA"): scale.spade_ace}
    value = {card: half for card, half in value.items() if 1 << card & POINT_CARDS}
    value |= dict.fromkeys(range(FIRST_JOKER, FIRST_JOKER + MAX_JOKERS), scale.joker)  # as `twice` counts them, too
    return {
        field: sum(1 << card for card, half in value.items() if half >> bit & 1) for bit, field in enumerate(fields)
    }


def _bytes_as_words(values: list[int]) -> list[int]:
    padded = np.zeros(128, np.uint8)
    padded[: len(values)] = values
    return [int(x) for x in padded.view(np.int64)]


def _power(rules: Rules) -> tuple[list[int], list[int]]:
    """Whether a joker that is led, and one that is followed with, has power, by kind of trick (STD §6, A6, A8, A9)."""
    joker = rules.joker
    led, followed = [0, 1, 0, 0], [0, 1, 0, 0]
    may_be_led = [
        joker.lead_first == "allowed" and rules.lead.first_joker == "allowed",
        joker.lead_last == "allowed" or joker.last_card == "with_power",
    ]
    for kind, power, allowed in zip((FIRST, LAST), (joker.first_trick, joker.last_trick), may_be_led, strict=True):
        led[kind] = int(power == "normal" and allowed)
        followed[kind] = int(power in ("normal", "powerless_if_led"))
    return led, followed


def _lead_ban(rules: Rules, trump: list[int], mighty: list[int], hunter: list[int], joker: int) -> list[int]:
    """By kind and strain: what may not be led where anything else can be."""
    lead = rules.lead
    no_joker = "banned" in (lead.first_joker, rules.joker.lead_first)
    first = [
        (trump[strain] & ~mighty[strain] if lead.first_trump != "allowed" else 0)
        | (hunter[strain] if lead.first_hunter == "banned" else 0)
        | (mighty[strain] if lead.first_mighty == "banned" else 0)
        | (joker if no_joker else 0)
        for strain in range(N_STRAINS)
    ]
    last = [joker if rules.joker.lead_last == "banned" else 0] * N_STRAINS
    return first + [0] * N_STRAINS + last + [0] * N_STRAINS


def _barred(rules: Rules, joker: int) -> list[int]:
    """By kind of trick: the joker, where it may not be followed with while another card may be (A9)."""
    bans = [rules.joker.first_trick == "banned", False, rules.joker.last_trick == "banned", False]
    return [joker if ban else 0 for ban in bans]


def _strain_ranks(rules: Rules) -> list[int]:
    """What a strain adds to eight times the number when bids are compared (A20), at most 7."""
    order = rules.auction.suit_order
    ranks = [0] * 4 if order == "none" else [3 - order.index(suit) for suit in SUITS]
    return [*ranks, max(ranks) + 1 if rules.auction.notrump_wins_ties else 0]


def _auction(rules: Rules) -> dict[str, Any]:
    deal, misdeal, auction = rules.deal, rules.misdeal, rules.auction
    ranks = _strain_ranks(rules)
    allowed = ranks if auction.notrump_allowed else ranks[:NO_TRUMP]
    too_wide = [8 * IMPOSSIBLE] * (N_STRAINS - len(allowed))  # no number is high enough
    gaps = [8 - rank for rank in allowed] + too_wide
    closing = {"at_top": 8 * auction.max_number, "unbeatable": 8 * auction.max_number + max(allowed)}
    return {
        "max_number": auction.max_number,
        "misdeal": int(misdeal.enabled),
        "threshold": misdeal.threshold,
        "strain_gaps": sum(gap << GAP_BITS * strain for strain, gap in enumerate(gaps)),
        "floor_rank": 8 * auction.min_number - 1,
        "closing_rank": closing.get(auction.ends, 8 * ROW),
        "declarer_opens": int(deal.first_bidder == "dealer_then_previous_declarer"),
        "opener_step": int(deal.first_bidder == "left_of_dealer"),
        "must_open": int(not auction.opener_may_pass),
        "claim_when": ("own_first_turn", "own_any_turn", "before_bidding").index(misdeal.when),
        "claim_optional": int(misdeal.optional),
        "claimed_by": ("claimant", "same", "next").index(misdeal.redeal_by),
        "passed_by": {"same_dealer_redeals": BY_SAME, "next_dealer_redeals": BY_NEXT}[auction.all_pass],
        **_weakness(rules),
    }


def _friend(rules: Rules) -> dict[str, Any]:
    kinds = rules.friend.kinds
    barred = sum({1 << card_index(text) for text in rules.friend.uncallable})
    return {
        "may_call": int(len(kinds) > 0),
        "may_call_card": int("card" in kinds),
        "may_call_own": int("own_card" in kinds),
        "may_call_first_trick": int("first_trick" in kinds),
        "may_call_none": int("none" in kinds),
        "callable": sum(1 << card for card in set(pack(rules))) & ~barred,
        "request": _REQUESTS.index(rules.friend.suit_request),
        "first_played": int(rules.friend.copies == "first_played"),
        "exact": int(not rules.exchange.raise_without_change),
        "blind": int(rules.exchange.blind_change >= 0),
        "change_to": _change_to(rules),
    }


def _specials(rules: Rules, joker: int) -> dict[str, Any]:
    mighty, hunter = rules.mighty, rules.hunter
    lead = rules.lead
    trump_modes = {
        "only_if_all_trump_or_joker": TRUMP_BESIDE_JOKER,
        "only_if_all_trump_or_special": TRUMP_BESIDE_SPECIALS,
    }
    names = ("any_suit", "not_trump_in_first_trick", "second_card", "trump").index(rules.joker.names)
    squeeze = int(rules.joker.last_card == "must_play_before_last")
    barred = _barred(rules, joker)
    return {
        "roams": joker if rules.joker.ignores_suit else 0,
        "sole_joker": joker if rules.joker.ignores_suit and mighty.sole_card_of_suit == "mighty_or_joker" else 0,
        "sole_free": int(mighty.sole_card_of_suit == "no_duty"),
        "switches": int(mighty.switches_suit),
        "mighty_may_answer": int(hunter.mighty_may_answer),
        "called_loses": int(hunter.called_joker_power == "lost"),
        "tames": int(hunter.presence_kills_joker != "never"),
        "tames_first": int(hunter.presence_kills_joker == "always"),
        "trigger_any": int(hunter.trigger == "any_play"),
        "automatic": int(hunter.call == "automatic"),
        "asks_last": int(hunter.trigger == "any_play" and hunter.call == "optional" and hunter.last_trick),
        "scope": ("any_holder", "next_only", "one_joker").index(hunter.scope),
        "may_demand": [int(hunter.first_trick), 1, int(hunter.last_trick), 0],
        "names": names,
        "names_tamed": int(rules.joker.powerless_lead == "named"),
        "squeeze": squeeze,
        "barred": barred,
        "duty": [joker] * N_KINDS if squeeze else barred,  # whose holder has to look at more than the suit
        "trump_mode": trump_modes.get(lead.first_trump, TRUMP_BANNED),
        "fallback": ("any_card", "trump_before_joker_and_hunter", "hunter_then_trump").index(lead.fallback),
        "special_lead": int(squeeze or lead.first_trump in trump_modes or lead.fallback != "any_card"),
    }


def _score(rules: Rules) -> dict[str, Any]:
    score = rules.score
    return {
        "total_points": points_in_pack(rules),
        "score_base": score.base,
        "formula": ("risk2", "penalty", "penalty_by_points").index(score.formula),
        "same_amount": int(score.failed == "same_amount"),
        "penalties": int(score.shares == "penalty_to_losers"),
        "stake": rules.exchange.change_stake,
        "double_notrump": int(score.double_notrump == "always"),
        "double_solo": int(score.double_open_solo == "always"),
        "double_run": int(score.double_run == "all_points"),
        "backrun": score.backrun_at_most,
    }


def deck_of(cards: list[int]) -> list[int]:
    """The pack as it is shuffled: every joker has a number of its own."""
    plain = [card for card in cards if card < FIRST_JOKER]
    return plain + list(range(FIRST_JOKER, FIRST_JOKER + len(cards) - len(plain)))


@lru_cache(maxsize=16)
def encode(rules: Rules, conditions: Conditions) -> dict[str, Any]:
    """Work out every word of the record: field -> int or row of ints. Not to be changed: the next one gets the same."""
    cards = pack(rules)
    kinds = sum(1 << card for card in set(cards))
    joker = kinds & 1 << FIRST_JOKER
    further = max(cards.count(FIRST_JOKER) - 1, 0)
    again = sum(1 << card for card in set(cards) if card < FIRST_JOKER and cards.count(card) > 1)
    trump = [*SUIT_MASKS, 0]
    mighty = _special(rules.mighty.card, rules.mighty.under_own_suit)
    hunter = _special(rules.hunter.card, rules.hunter.under_own_suit)
    power_led, power_followed = _power(rules)
    return {
        "players": rules.deal.players,
        "rounds": rules.deal.hand,
        "kitty_size": rules.deal.kitty,
        "n_cards": len(cards),
        "pack": kinds,
        "pack_twice": again | ((1 << further) - 1) << FIRST_JOKER,
        "joker": joker,
        "jokers": cards.count(FIRST_JOKER),
        "deck": deck_of(cards),
        "seed": conditions.seed,
        "forced_seat": conditions.forced_seat,
        "forced_number": conditions.forced_number,
        "forced_strain": NO_STRAIN,
        "goes_on": int(conditions.goes_on),
        "trump": trump,
        "mighty": mighty,
        "hunter": hunter,
        "lead_ban": _lead_ban(rules, trump, mighty, hunter, joker),
        "power_led": power_led,
        "power_followed": power_followed,
        "beats": _beats(power_followed, trump, mighty, kinds),
        **_auction(rules),
        **_friend(rules),
        **_specials(rules, joker),
        **_score(rules),
    }


# Words of the record that the plain kernels do not read, with the only value that they stand for.
_PLAIN_VALUES = {
    "closing_rank": 8 * ROW, "must_open": 0, "claim_when": OWN_FIRST_TURN, "claim_optional": 1,
    "claimed_by": BY_CLAIMANT, "passed_by": BY_SAME, "opener_step": 0, "exact": 0, "blind": 0, "stake": 1,
    "formula": RISK, "same_amount": 0, "penalties": 0, "may_call": 1, "request": REQUEST_ADVISES, "squeeze": 0,
    "sole_free": 0, "switches": 0, "tames": 0, "trigger_any": 0, "automatic": 0, "scope": FOR_ALL, "names": NAMES_ANY,
    "names_tamed": 0, "special_lead": 0, "first_played": 0, "duty": [0] * N_KINDS,
}  # fmt: skip


def mode_of(rules: Rules) -> int | None:
    """Which of the kernels a table needs: None the plain ones, ONE_PACK or TWO_PACKS those that know every option."""
    if rules.deal.packs > 1:
        return TWO_PACKS
    values = encode(rules, Conditions(seed=0))
    same = all(values[field] == value for field, value in _PLAIN_VALUES.items())
    whole = values["roams"] == values["sole_joker"] == values["joker"] and values["callable"] == values["pack"]
    return None if same and whole and values["power_led"] == values["power_followed"] else ONE_PACK


def ruleset(rules: Rules, conditions: Conditions, line_up: Any, **wishes: Any) -> Any:
    """The record that the kernels read: an array of words compiled, a :class:`Record` uncompiled.

    ``line_up`` is where the strategies' functions are: see :func:`mighty_sim.kernels.state.seat_table`. ``wishes`` are
    words for the cards and for a forced declarer: see :class:`mighty_sim.kernels.given.Wishes` and
    :func:`mighty_sim.kernels.exchange.told_of`.
    """
    values = encode(rules, conditions) | {"line_up": line_up} | wishes
    if not JIT:
        return Record(RULES, **values)
    values["deck"] = _bytes_as_words(values["deck"])
    return RULES.pack(values)
