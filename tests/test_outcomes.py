"""Outcomes of the same deals: prices by hand, sums against every deal by itself."""

from dataclasses import dataclass

import numpy as np
import pytest
from fake_batch import made_up
from uncompiled import ROOT

from mighty_sim.errors import StrategyFault
from mighty_sim.experiment import Experiment, Forced
from mighty_sim.kernels.batch import Batch
from mighty_sim.outcomes import Outcomes, Prices, SameDeals, declarer_code, difference, score_code, unit
from mighty_sim.rules import load_table
from mighty_sim.strategy import load

STANDARD = load_table("standard")


def code(points, friends=1, alone=False):
    """The outcome of so many points with so many friends."""
    columns = {
        "points": np.array([points], np.int16),
        "friends": np.array([2**friends - 1], np.int16),
        "friend_call": np.array([-1 if alone else 3], np.int16),
    }
    return int(declarer_code(columns)[0])


@pytest.mark.parametrize(
    ("table", "contract", "outcome", "score"),
    [
        # STD §7, M = 13: 2 (16 - 13) + (17 - 16) = 7 a share; with a friend the declarer gets two of three.
        ("standard", (0, 16), (17, 1), 2 * 7),
        # Nobody took the first trick, or a secret solo: all four pay.
        ("standard", (0, 16), (17, 0), 4 * 7),
        # Openly alone: doubled.
        ("standard", (0, 16), (17, 0, True), 8 * 7),
        # No-trump is doubled: a point short costs two a share, all 20 points (doubled once more) 4 x 14.
        ("standard", (4, 16), (15, 1), -2 * 2),
        ("standard", (4, 20), (20, 1), 2 * 4 * 14),
        # Penalties (PEN), in quarters of a point: 15 - 12 = 3 for each of three opponents if it is made; if it fails 3
        # for the declarer and his friend, of whom the one is charged three times what the others are on average.
        ("penalty-5", (1, 15), (16, 1), 3 * 3),
        ("penalty-5", (1, 15), (14, 1), 3 - 4 * 3),
        ("penalty-5", (1, 15), (14, 0), -4 * 3),
    ],
)
def test_prices_are_those_of_the_rules(table, contract, outcome, score):
    assert Prices(load_table(table)).of(*contract)[code(*outcome)] == score


def block_of(*settings):
    return np.array([[code(*outcome) for outcome in outcomes] for outcomes in settings], np.int16)


def test_counts_means_and_paired_differences_are_those_of_the_single_deals():
    first = [(16, 1), (17, 1), (12, 0), (20, 0, True), (15, 1)]
    second = [(13, 0), (18, 1), (12, 1), (11, 1), (16, 1)]
    tally, prices = Outcomes(2, STANDARD), Prices(STANDARD)
    tally.add(block_of(first[:2], second[:2]))
    tally.add(block_of(first[2:], second[2:]))
    assert tally.deals == 5
    assert [tally.reached(0, number) for number in (15, 16, 17, 18)] == [4, 3, 2, 1]
    assert tally.rate(1, 16).rate == pytest.approx(2 / 5)
    spades, hearts = prices.of(0, 16), prices.of(1, 14)
    ours = np.array([spades[code(*outcome)] for outcome in first])
    theirs = np.array([hearts[code(*outcome)] for outcome in second])
    assert tally.score(0, spades).mean == pytest.approx(ours.mean())
    apart = ours - theirs
    reach = 1.959964 * apart.std(ddof=1) / 5**0.5
    for found, sign in ((tally.ahead(0, spades, 1, hearts), 1), (tally.ahead(1, hearts, 0, spades), -1)):
        assert found[0].mean == pytest.approx(sign * apart.mean())
        assert found[0].high - found[0].mean == pytest.approx(reach, rel=1e-6)
        assert 0 < found[1] <= 1
    same = tally.ahead(0, spades, 0, prices.of(0, 17))[0]
    assert same.mean == pytest.approx(np.mean([spades[code(*o)] - prices.of(0, 17)[code(*o)] for o in first]))


def test_no_difference_is_no_evidence():
    apart, p = difference(0, 0, 100, 1)
    assert (apart.mean, apart.low, apart.high, p) == (0, 0, 0, 1)


@dataclass(frozen=True)
class Column:
    name: str


class Points:
    """A batch whose points are the deal's number plus something, and fails at a deal."""

    columns = (Column("points"), Column("friends"), Column("friend_call"), Column("score_2"), Column("made"))
    piece = 7

    def __init__(self, experiment):
        self.more, self.closed = experiment.seed, False

    def play(self, first, count, out, row):
        deals = np.arange(first, first + count, dtype=np.int16)
        if 19 in deals and self.more == 3:
            raise StrategyFault("deal 19: made up", 19)
        out[0, row : row + count] = (deals + self.more) % 21
        out[1:3, row : row + count] = 1
        out[3, row : row + count] = -deals
        out[4, row : row + count] = deals % 2

    def close(self):
        self.closed = True


def test_every_setting_plays_the_same_deals():
    same = SameDeals([made_up(1), made_up(2)], declarer_code, Points)
    out = np.zeros((2, 12), np.int16)
    same.play(5, 4, out, 3)
    assert (out[:, 3:7] >> 3).tolist() == [[6, 7, 8, 9], [7, 8, 9, 10]]
    assert not out[:, :3].any()
    assert not out[:, 7:].any()
    assert (same.piece(4096), same.piece(6)) == (7, 3)


def test_a_fault_tells_which_setting_failed():
    same = SameDeals([made_up(1), made_up(3)], score_code(STANDARD, 2, "made", 1), Points)
    with pytest.raises(StrategyFault, match="made up"):
        same.play(15, 8, np.zeros((2, 8), np.int16), 0)
    assert same.failed.seed == 3


def test_a_score_keeps_its_sign_and_the_flag():
    out = np.zeros((1, 4), np.int16)
    SameDeals([made_up(1)], score_code(STANDARD, 2, "made", 1), Points).play(2, 4, out, 0)
    assert ((out >> 1).tolist(), (out & 1).tolist()) == ([[-2, -3, -4, -5]], [[0, 1, 0, 1]])


@pytest.mark.parametrize(("table", "strain", "other"), [("standard", 4, 17), ("standard", 0, 20), ("penalty-5", 1, 16)])
def test_prices_are_what_the_kernels_pay(table, strain, other):
    """`greedy` does not look at the number, so what it scores at another one follows from the same play."""
    rules, strategy = load_table(table), load(ROOT / "strategies" / "greedy.py")
    columns = {}
    for number in (15, other):
        batch = Batch(Experiment(rules, (strategy,) * rules.deal.players, 5, Forced(2, number, strain)))
        rows = np.zeros((len(batch.columns), 2_000), np.int16)
        batch.play(0, 2_000, rows, 0)
        columns[number] = {column.name: row for column, row in zip(batch.columns, rows, strict=True)}
    outcomes = declarer_code(columns[15])
    assert (outcomes == declarer_code(columns[other])).all()
    for number in (15, other):
        values = score_code(rules, 2, "made", 1)(columns[number])
        assert (Prices(rules).of(strain, number)[outcomes] == values >> 1).all()
        assert ((values & 1) == columns[number]["made"]).all()
        if table == "standard":
            assert (values >> 1 == columns[number]["score_2"]).all()


def test_a_lead_is_how_much_less_one_is_charged_than_the_others():
    rules = load_table("penalty-3")
    columns = {f"score_{seat}": np.array([charged], np.int16) for seat, charged in enumerate((4, 0, 5))}
    value = score_code(rules, 2, "made", 1)(columns | {"made": np.array([1], np.int16)})
    assert (unit(rules), value[0] >> 1, value[0] & 1) == (2, (4 + 0) - 2 * 5, 1)
    assert unit(STANDARD) == 1
