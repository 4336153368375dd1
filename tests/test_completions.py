"""Deals that are fixed in part: every one that there is, by hand, against what the kernels deal."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from msgspec.structs import replace
from scipy import stats

from mighty_sim.cards import FIRST_JOKER, RANKS, SUITS, card_index, mask_of, masks_of
from mighty_sim.completions import Completions
from mighty_sim.dealing import KITTY, Dealing
from mighty_sim.errors import InputError
from mighty_sim.kernels.hands import Dealer
from mighty_sim.rules import Rules, load_table, pack

STANDARD = load_table("standard")
RARE = 1e-4  # what chance alone may do to a test
TINY = "SA SK HA D2 C2 C3 JK"
TINY_TWICE = "SA SA SK SK HA JK JK JK D2 D2"


def small(cards: str, hand: int, kitty: int) -> Rules:
    """Three seats and a pack of these cards alone: too few to play with, enough to deal."""
    wanted = Counter(cards.split())
    packs = 1 if max(wanted.values()) == 1 else 2
    names = [suit + rank for suit in SUITS for rank in RANKS]
    removed = tuple(name for name in names for _ in range(packs - wanted[name]))
    deal = replace(STANDARD.deal, players=3, hand=hand, kitty=kitty, packs=packs, jokers=wanted["JK"], removed=removed)
    return replace(STANDARD, deal=deal)


def all_deals(rules: Rules) -> list[tuple[tuple[int, ...], ...]]:
    """Every way to deal a small pack, each card of it as one of its own: four places as sorted cards."""
    cards = pack(rules)
    sizes = [rules.deal.hand] * rules.deal.players + [rules.deal.kitty]
    found = []

    def go_on(left: tuple[int, ...], done: tuple[tuple[int, ...], ...]) -> None:
        if len(done) == len(sizes):
            found.append(done)
            return
        for chosen in combinations(left, sizes[len(done)]):
            rest = tuple(one for one in left if one not in chosen)
            go_on(rest, (*done, tuple(sorted(cards[one] for one in chosen))))

    go_on(tuple(range(len(cards))), ())
    return found


def meets(deal: tuple[tuple[int, ...], ...], fixed: dict[int, str], never: dict[int, str]) -> bool:
    """Whether a deal has at least the fixed cards, and no forbidden one."""
    there = [Counter(cards) for cards in deal]
    has = all(
        there[place][card_index(c)] >= n for place, cards in fixed.items() for c, n in Counter(cards.split()).items()
    )
    return has and not any(there[place][card_index(c)] for place, cards in never.items() for c in cards.split())


def indices(wishes: dict[int, str]) -> dict[int, tuple[int, ...]]:
    return {place: tuple(map(card_index, cards.split())) for place, cards in wishes.items()}


def wishes_of(fixed: dict[int, str], never: dict[int, str], players: int = 3) -> Dealing:
    at = [
        tuple((KITTY if place == players else place, cards) for place, cards in indices(wishes).items())
        for wishes in (fixed, never)
    ]
    return Dealing(*at)


WISHES = [
    ({0: "SA"}, {}),
    ({}, {0: "JK"}),
    ({3: "SK"}, {0: "JK HA", 1: "JK"}),
    ({0: "SA", 1: "HA"}, {2: "D2", 3: "C2"}),
    ({}, {0: "SA SK", 1: "SK HA", 2: "HA C3"}),
]
WISHES_TWICE = [
    ({0: "SA"}, {}),
    ({0: "JK"}, {}),
    ({0: "SA JK"}, {1: "SK"}),
    ({0: "JK", 1: "JK SK"}, {2: "D2"}),
    ({1: "SA SA", 0: "SK"}, {3: "JK"}),
    ({2: "SA SK D2"}, {0: "HA"}),
    ({3: "JK"}, {0: "SA"}),
]


@pytest.mark.parametrize(
    ("cards", "hand", "kitty", "fixed", "never"),
    [(TINY, 2, 1, *wishes) for wishes in WISHES] + [(TINY_TWICE, 3, 1, *wishes) for wishes in WISHES_TWICE],
)
def test_every_deal_that_meets_the_wishes_is_equally_likely(cards, hand, kitty, fixed, never):
    """Against every deal there is: equal copies make deals that look alike, which come as often as there are such."""
    rules = small(cards, hand, kitty)
    every = all_deals(rules)
    right = Counter(deal for deal in every if meets(deal, fixed, never))
    assert wishes_of(fixed, never).share(rules) == Fraction(sum(right.values()), len(every))
    n = 40_000
    places, tried = Dealer(rules, 5, wishes_of(fixed, never)).hands(0, n)
    assert (tried == 1).all()
    shown = {tuple(masks_of([name_of(c) for c in cards]) for cards in deal): deal for deal in right}
    found = Counter(shown[tuple(map(tuple, deal))] for deal in places.tolist())
    whole = sum(right.values())
    expected = np.array([n * ways / whole for ways in right.values()])
    if len(expected) > 1:
        assert stats.chisquare([found[deal] for deal in right], expected).pvalue > RARE


def name_of(card: int) -> str:
    return "JK" if card == FIRST_JOKER else SUITS[card % 4] + RANKS[card // 4]


def test_the_share_of_deals_is_that_of_the_books():
    """A hand of ten of 53: one card 10/53, two of them 10 * 9 / (53 * 52), none of four C(49, 10) / C(53, 10)."""
    one = Completions(STANDARD, {0: (52,)}, {})
    assert one.share == Fraction(10, 53)
    two = Completions(STANDARD, {2: indices({0: "SA SK"})[0]}, {})
    assert two.share == Fraction(90, 53 * 52)
    none = Completions(STANDARD, {}, {1: indices({0: "SA HA DA CA"})[0]})
    assert none.share == Fraction(comb(49, 10), comb(53, 10))
    everywhere = Completions(STANDARD, {}, dict.fromkeys(range(4), (52,)))
    assert everywhere.share == Fraction(13, 53)


def test_one_of_four_jokers_in_two_packs():
    """108 cards, 17 to a hand: at least one joker, by the chance of none."""
    rules = load_table("penalty-6")
    none = Fraction(comb(104, 17), comb(108, 17))
    assert Completions(rules, {0: (52,)}, {}, weighted=True).share == 1 - none
    none_of_two = Fraction(comb(106, 17), comb(108, 17))
    assert Completions(rules, {5: (48,)}, {}, weighted=True).share == 1 - none_of_two


def test_cards_that_some_seats_may_not_have_come_as_the_hypergeometric_law_says():
    """Seat 3 may hold no spade: the others' spades are those of a smaller pack, seat 0's 10 of the 43 cards left."""
    spades = " ".join("S" + rank for rank in RANKS)
    dealer = Dealer(STANDARD, 3, wishes_of({}, {3: spades}, players=5))
    places, _ = dealer.hands(0, 50_000)
    held = np.bitwise_count(places[:, :, 0] & mask_of(spades))
    assert (held[:, 3] == 0).all() and (held.sum(axis=1) == 13).all()
    law = stats.hypergeom(43, 13, 10)
    expected = 50_000 * law.pmf(np.arange(11))
    seen = np.bincount(held[:, 0], minlength=11)
    assert stats.chisquare([*seen[:8], seen[8:].sum()], [*expected[:8], expected[8:].sum()]).pvalue > RARE


def test_wishes_that_differ_too_much_are_refused_in_time():
    names = [suit + rank for suit in SUITS for rank in RANKS]
    never = {seat: indices({0: " ".join(names[seat::7])})[0] for seat in range(5)}
    assert Completions(STANDARD, {}, {0: never[0], 2: never[2]}).share > 0
    with pytest.raises(InputError, match="100,000 entries; forbid the same cards"):
        Completions(STANDARD, {}, never | {5: indices({0: "JK SA"})[0]})


def test_no_deal_at_all_is_refused():
    rules = small(TINY, 2, 1)
    never = indices(dict.fromkeys((0, 1), "SA SK HA D2"))
    with pytest.raises(InputError, match="no deal has these cards"):
        Completions(rules, {}, never)


def test_any_fixed_cards_fit_with_two_packs_too():
    """Nine different cards fixed at each of six seats: 54 others are free, and may be dealt anywhere."""
    rules = load_table("penalty-6")
    names = [suit + rank for rank in RANKS for suit in SUITS] + ["JK", "JK"]
    fixed = {seat: " ".join(names[9 * seat : 9 * seat + 9]) for seat in range(6)}
    places, _ = Dealer(rules, 1, wishes_of(fixed, {}, players=6)).hands(0, 200)
    for seat, cards in fixed.items():
        mask = masks_of(cards)[0]
        assert (places[:, seat, 0] & mask == mask).all()
    assert wishes_of(fixed, {}, players=6).share(rules) is None
