"""Are the deals fair? Exact chances against the compiled kernels, with fixed seeds that nobody searched for."""

from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats
from scripted import rules_of
from uncompiled import ROOT

from mighty_sim.experiment import Experiment, Forced
from mighty_sim.kernels.auction import ALL_PASS, MISDEAL, SOLD
from mighty_sim.kernels.batch import Batch
from mighty_sim.kernels.bits import POINT_CARDS, count
from mighty_sim.kernels.jit import STAMP, entry
from mighty_sim.kernels.memory import poke
from mighty_sim.kernels.play import attempt, bid_and_exchange, clear, start
from mighty_sim.kernels.ruleset import Conditions, rules_at
from mighty_sim.kernels.shuffle import deal_cards
from mighty_sim.kernels.state import GAME_BYTES, game_at, seat_at, seat_table
from mighty_sim.kernels.streams import advance, deal_state, lane_state, word
from mighty_sim.kernels.tricks import play_trick
from mighty_sim.rules import load_table
from mighty_sim.strategy import load

STANDARD = load_table("standard")
RANDOM = load(ROOT / "strategies" / "random.py")
GREEDY = load(ROOT / "strategies" / "greedy.py")
SEED = 7
PACK = 53
PLACES = (10, 10, 10, 10, 10, 3)  # five hands and the kitty
RARE = 1e-4  # what chance alone may do to a test
MILLION = 1_000_000


def most(comparisons: int) -> float:
    """Standard errors that the greatest of so many comparisons stays within, but for chance RARE."""
    return float(stats.norm.isf(RARE / comparisons / 2))


class Kernel:
    """The memory that a driver below works on: rules with a line-up, and one deal."""

    def __init__(self, strategy=RANDOM, seed=SEED):
        self.rules, self._alive = rules_of((strategy,) * 5, Conditions(seed))
        self.block = np.zeros(GAME_BYTES // 8, np.int64)

    def run(self, driver, first, count, width):
        out = np.zeros((count, width), np.int64)
        driver(STAMP, self.rules.ctypes.data, self.block.ctypes.data, first, count, out.ctypes.data)
        return out


@entry
def deal_many(stamp, rules, block, first, n, out):
    """The six places of each deal, as sets."""
    table, game = rules_at(rules), game_at(block)
    seat_table(table, game)
    for deal in range(n):
        start(table, game, first + deal)
        clear(table, game, None)
        deal_cards(table, game, None)
        for seat in range(5):
            poke(out, 6 * deal + seat, seat_at(game, seat).dealt)
        poke(out, 6 * deal + 5, game.hidden_kitty)


@entry
def bid_many(stamp, rules, block, first, n, out):
    """How the first auction of each deal ends."""
    table, game = rules_at(rules), game_at(block)
    seat_table(table, game)
    for deal in range(n):
        start(table, game, first + deal)
        poke(out, deal, attempt(table, game, None))


@entry
def count_points(stamp, rules, block, first, n, out):
    """Points that the five seats took, and points laid away."""
    table, game = rules_at(rules), game_at(block)
    seat_table(table, game)
    for deal in range(n):
        start(table, game, first + deal)
        if bid_and_exchange(table, game, None):
            return
        for trick in range(1, 11):
            play_trick(table, game, trick, 1 if trick < 10 else 0, None)
        for seat in range(5):
            poke(out, 6 * deal + seat, seat_at(game, seat).points)
        poke(out, 6 * deal + 5, count(seat_at(game, game.declarer).discard & POINT_CARDS))


@entry
def first_words(stamp, seed, first, n, out):
    """The first word of each of the six lanes of each deal: the cards' and the five seats'."""
    for deal in range(n):
        state = deal_state(seed, first + deal)
        for lane in range(6):
            poke(out, 6 * deal + lane, word(advance(lane_state(state, lane))))


def words_of(seed: int, first: int, n: int) -> NDArray[np.uint64]:
    out = np.zeros((n, 6), np.int64)
    first_words(STAMP, seed, first, n, out.ctypes.data)
    return out.view(np.uint64)


def centered(words: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Words as numbers of mean 0 and variance 1 (if they are uniform)."""
    return (words / 2.0**64 - 0.5) * sqrt(12)


@pytest.fixture(scope="module")
def places() -> NDArray[np.int64]:
    """[400000 deals, 6 places] as sets of cards."""
    return Kernel().run(deal_many, 0, 400_000, 6)


# The cards


def test_every_deal_has_53_different_cards(places):
    assert (np.bitwise_or.reduce(places, axis=1) == (1 << PACK) - 1).all()
    assert (np.bitwise_count(places) == PLACES).all()


def test_cards_are_uniform_over_seats_and_kitty(places):
    """A table of cards by places with both margins fixed: X2 (N - 1) / N has (cards - 1)(places - 1) degrees."""
    found = np.array([[(column >> card & 1).sum() for column in places.T] for card in range(PACK)])
    expected = len(places) * np.array(PLACES) / PACK
    statistic = ((found - expected) ** 2 / expected).sum() * (PACK - 1) / PACK
    degrees = (PACK - 1) * (len(PLACES) - 1)
    assert RARE < stats.chi2.sf(statistic, degrees) < 1 - RARE


def test_pairs_of_cards_meet_in_a_hand_as_often_as_they_must(places):
    """For each of the 1378 pairs, the number of deals in which one hand has both is binomial."""
    chance = 5 * comb(10, 2) / comb(PACK, 2)
    held = [[(column >> card & 1).astype(bool) for card in range(PACK)] for column in places.T[:5]]
    n = len(places)
    error = sqrt(n * chance * (1 - chance))
    worst = 0.0
    for one, other in combinations(range(PACK), 2):
        together = sum(int((hand[one] & hand[other]).sum()) for hand in held)
        worst = max(worst, abs(together - n * chance) / error)
    assert worst < most(comb(PACK, 2))


def test_neighboring_deals_share_as_many_cards_as_they_must(places):
    """Cards that a seat holds in two successive deals: hypergeometric, 10 of 53 and 10 of 53."""
    for seat in range(5):
        shared = np.bitwise_count(places[1:, seat] & places[:-1, seat])
        right = stats.hypergeom(PACK, 10, 10)
        error = right.std() / sqrt(len(shared))
        assert abs(shared.mean() - right.mean()) < most(5) * error


def test_who_is_dealt_the_joker_in_finished_rows():
    """The same from the outside, by the columns of deals without an auction."""
    batch = Batch(Experiment(STANDARD, (GREEDY,) * 5, SEED, Forced(0, 13)))
    rows = np.zeros((len(batch.columns), 400_000), np.int16)
    batch.play(0, rows.shape[1], rows, 0)
    column = [column.name for column in batch.columns].index("joker_seat")
    found = [(rows[column] == seat).sum() for seat in (0, 1, 2, 3, 4, -1)]
    expected = rows.shape[1] * np.array(PLACES) / PACK
    assert stats.chisquare(found, expected).pvalue > RARE


# Weak hands


def ways_to_be_weak():
    """Hands worth at most half a point: jokers, SA, other A K Q J (15), tens (4), the rest (32)."""
    for joker in (0, 1):
        for ace in (0, 1):
            for honors in range(3):
                for tens in range(5):
                    if 2 * honors + tens - 2 * joker <= 1:
                        yield joker, ace, honors, tens, 10 - joker - ace - honors - tens


def chance_all_weak(hands: int, left: tuple[int, ...] = (1, 1, 15, 4, 32)) -> float:
    """Chance that so many given hands, dealt one after the other from what is left, are all weak."""
    if hands == 0:
        return 1.0
    total = 0.0
    for taken in ways_to_be_weak():
        if all(n <= kind for n, kind in zip(taken, left, strict=True)):
            ways = np.prod([float(comb(kind, n)) for n, kind in zip(taken, left, strict=True)])
            after = tuple(kind - n for n, kind in zip(taken, left, strict=True))
            total += float(ways) / comb(sum(left), 10) * chance_all_weak(hands - 1, after)
    return total


def chance_some_weak() -> float:
    """By inclusion and exclusion over the five hands."""
    return sum((-1) ** (k + 1) * comb(5, k) * chance_all_weak(k) for k in range(1, 6))


def is_weak(hands: NDArray[np.int64]) -> NDArray[np.bool_]:
    """The misdeal scale once more, on sets: SA 0, joker -1, other A K Q J 1, ten a half; at most a half."""
    aces_to_jacks = hands & (0xFFFF << 36) & ~(1 << 48)
    tens, joker = hands & (0xF << 32), hands & (1 << 52)
    halves = 2 * np.bitwise_count(aces_to_jacks).astype(int) + np.bitwise_count(tens)
    return halves - 2 * np.bitwise_count(joker).astype(int) <= 1


def test_the_chances_of_a_weak_hand_are_those_of_the_rules():
    assert round(100 * chance_all_weak(1), 3) == 4.285
    assert round(100 * chance_some_weak(), 1) == 21.0


def test_weak_hands_come_as_often_as_they_must():
    hands = Kernel().run(deal_many, 1 << 32, MILLION, 6)
    weak = np.stack([is_weak(hands[:, seat]) for seat in range(5)], axis=1)
    for seat in range(5):
        assert within(weak[:, seat].mean(), chance_all_weak(1), MILLION)
    assert within(weak.any(axis=1).mean(), chance_some_weak(), MILLION)


def within(found: float, chance: float, n: int) -> bool:
    """Within four standard errors."""
    return bool(abs(found - chance) < 4 * sqrt(chance * (1 - chance) / n))


def test_first_auctions_end_as_random_play_must():
    """Random play claims whenever it may, and bids 13 with a chance of one half while nobody has bid.

    All have a first turn, so a deal is thrown in as often as some hand is weak; else all five pass in one of 32.
    """
    outcome = Kernel().run(bid_many, 0, MILLION, 1)[:, 0]
    assert set(outcome.tolist()) == {SOLD, ALL_PASS, MISDEAL}
    assert within((outcome == MISDEAL).mean(), chance_some_weak(), MILLION)
    assert within((outcome == ALL_PASS).mean(), (1 - chance_some_weak()) / 32, MILLION)


# Points and scores


@pytest.mark.parametrize("strategy", [RANDOM, GREEDY], ids=["random", "greedy"])
def test_twenty_points_in_every_deal(strategy):
    points = Kernel(strategy).run(count_points, 0, 300_000, 6)
    assert (points.sum(axis=1) == 20).all()
    assert points.min() == 0


@pytest.mark.parametrize("strategy", [RANDOM, GREEDY], ids=["random", "greedy"])
def test_scores_of_a_million_deals_sum_to_0(strategy):
    batch = Batch(Experiment(STANDARD, (strategy,) * 5, SEED))
    names = [column.name for column in batch.columns]
    rows = np.zeros((len(names), MILLION), np.int16)
    batch.play(0, MILLION, rows, 0)
    column = dict(zip(names, rows, strict=True))
    scores = rows[names.index("score_0") : names.index("score_0") + 5].astype(int)
    assert (scores.sum(axis=0) == 0).all()
    assert (column["points"] >= column["discard_points"]).all() and (column["points"] <= 20).all()
    assert ((column["points"] >= column["contract"]) == column["made"]).all()
    friends = np.bitwise_count(column["friends"])
    share = np.abs(scores[column["declarer"], np.arange(MILLION)])
    assert (share % np.where(friends == 1, 2, 4) == 0).all() and (friends <= 1).all()
    declares = column["friends"].astype(int) >> column["declarer"] & 1
    assert not declares.any()


# The streams


def test_words_are_uniform():
    for lane in range(6):
        words = words_of(SEED, 0, 200_000)[:, lane]
        for shift in (0, 29, 56):  # low, middle and high byte
            assert stats.chisquare(np.bincount(words >> np.uint64(shift) & np.uint64(255))).pvalue > RARE


def test_lanes_are_uncorrelated_in_and_between_neighboring_deals():
    """Seats and cards of one deal, and of deals 1, 2 and 5 apart (5: the same dealer again)."""
    n = 400_000
    words = centered(words_of(SEED, 0, n + 5))
    pairs = [(one, other, 0) for one, other in combinations(range(6), 2)]
    pairs += [(one, other, apart) for one in range(6) for other in range(6) for apart in (1, 2, 5)]
    found = [abs(words[:n, one] @ words[apart : n + apart, other]) / sqrt(n) for one, other, apart in pairs]
    assert max(found) < most(len(pairs))


def test_lanes_of_a_deal_differ_in_half_their_bits():
    words = words_of(SEED, 0, 100_000)
    pairs = list(combinations(range(6), 2))
    differ = [int(np.bitwise_count(words[:, one] ^ words[:, other]).sum(dtype=np.int64)) for one, other in pairs]
    assert max(abs(bits - 32 * len(words)) for bits in differ) < most(len(pairs)) * sqrt(16 * len(words))


def test_seeds_are_uncorrelated():
    """Neighbors, and seeds that differ in one bit, lane by lane: as numbers and bit by bit."""
    n, seeds = 20_000, [SEED + 1, SEED + 2, *(SEED ^ 1 << bit for bit in range(63))]
    words = words_of(SEED, 0, n)
    worst_number = worst_bit = 0.0
    for seed in seeds:
        others = words_of(seed, 0, n)
        worst_number = max(worst_number, np.abs((centered(words) * centered(others)).sum(axis=0)).max() / sqrt(n))
        differ = np.bitwise_count(words ^ others).sum(axis=0, dtype=np.int64)  # binomial, 64 n halves
        worst_bit = max(worst_bit, np.abs(differ - 32 * n).max() / sqrt(16 * n))
    assert worst_number < most(6 * len(seeds))
    assert worst_bit < most(6 * len(seeds))


def test_seeds_do_not_deal_each_others_deals():
    """No seed's deals are another's, some places further on."""
    firsts = [set(words_of(seed, 0, 50_000)[:, 0].tolist()) for seed in range(8)]
    assert len(set.union(*firsts)) == 8 * 50_000


def test_cards_are_uncorrelated_with_the_seats_first_draws(places):
    words = centered(words_of(SEED, 0, len(places))[:, 1:])
    joker = (places[:, :5] >> 52 & 1) - 10 / PACK
    found = np.abs(joker.T @ words) / sqrt(len(places) * 10 / PACK * 43 / PACK)
    assert found.max() < most(found.size)
