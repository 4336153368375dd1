"""What is counted, against every play looked at alone, and intervals against statsmodels, clustered by deal."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.weightstats import DescrStatsW

from mighty_sim.line_ups import plan
from mighty_sim.standings import COUNTED, ROLES, Tally, count, pairs, scores_of, table

NAMES = ["first", "second", "third"]
SEATS, DEALS = 5, 400


def played(seed: int, deals: int = DEALS) -> list[tuple[tuple[int, ...], dict[str, np.ndarray], np.ndarray]]:
    """Made-up rows of every line-up; scores lean on the deal, so that plays of one are alike."""
    luck = np.random.default_rng(seed)
    base = luck.integers(-20, 21, (SEATS, deals))
    strong = luck.integers(0, SEATS, deals)
    found = []
    for line_up in plan(3, SEATS, deals, 1).line_ups(0):
        declarer = np.where(luck.random(deals) < 0.6, strong, luck.integers(0, SEATS, deals))
        friend = (declarer + luck.integers(0, SEATS, deals)) % SEATS
        columns = {
            "declarer": declarer.astype(np.int16),
            "friends": np.where(friend == declarer, 0, 1 << friend).astype(np.int16),
            "contract": luck.integers(13, 21, deals).astype(np.int16),
            "points": luck.integers(0, 21, deals).astype(np.int16),
        }
        columns["made"] = (columns["points"] >= columns["contract"]).astype(np.int16)
        better = np.array(line_up)[:, None]
        found.append((line_up, columns, (base + luck.integers(-9, 10, (SEATS, deals)) - better).astype(np.int16)))
    return found


def counted(plays) -> np.ndarray:
    out = np.zeros((3, len(COUNTED), plays[0][2].shape[1]), np.int64)
    for line_up, columns, scores in plays:
        count(columns, scores, line_up, out)
    return out


def tallied(plays) -> Tally:
    tally = Tally(3)
    tally.add(counted(plays))
    return tally


def one_by_one(plays) -> pd.DataFrame:
    """A row for every seat of every play, found without any of the code under test."""
    rows = []
    for line_up, columns, scores in plays:
        for deal in range(scores.shape[1]):
            declarer, friends = int(columns["declarer"][deal]), int(columns["friends"][deal])
            for seat in range(SEATS):
                role = "declarer" if seat == declarer else "friend" if friends & 1 << seat else "defender"
                told = {name: int(columns[name][deal]) for name in ("made", "contract", "points")}
                rows.append(
                    {"deal": deal, "who": line_up[seat], "role": role, "score": int(scores[seat, deal]), **told}
                )
    return pd.DataFrame(rows)


PLAYS = played(1)
ROWS = one_by_one(PLAYS)
FOUND = {
    row["number"]: row
    for row in table(tallied(PLAYS), NAMES, pairs(tallied(PLAYS), NAMES, charged=False), charged=False)
}


def clustered(values: pd.Series, deals: pd.Series) -> tuple[float, float, float]:
    """The mean and its interval clustered by deal, by regression on a constant."""
    fit = sm.OLS(values.to_numpy(float), np.ones(len(values))).fit(cov_type="cluster", cov_kwds={"groups": deals})
    return (float(fit.params[0]), *map(float, fit.conf_int()[0]))


def interval(row: dict, what: str) -> tuple[float, float, float]:
    return row[f"{what}_mean"], row[f"{what}_low"], row[f"{what}_high"]


@pytest.mark.parametrize("number", range(3))
def test_counts_and_means_are_those_of_the_plays(number: int) -> None:
    own, row = ROWS[ROWS["who"] == number], FOUND[number]
    assert (row["n"], row["observations"]) == (len(own), DEALS)
    for role in ROLES:
        part = own[own["role"] == role]
        assert row[f"{role}_n"] == len(part)
        assert row[f"{role}_rate"] == pytest.approx(len(part) / len(own))
        assert row[f"{role}_score_mean"] == pytest.approx(part["score"].mean())
    declared = own[own["role"] == "declarer"]
    assert row["made"] == declared["made"].sum()
    assert row["made_rate"] == pytest.approx(declared["made"].mean())
    assert row["contract_mean"] == pytest.approx(declared["contract"].mean())
    assert row["points_mean"] == pytest.approx(declared["points"].mean())


@pytest.mark.parametrize("number", range(3))
def test_intervals_are_clustered_by_deal(number: int) -> None:
    own, row = ROWS[ROWS["who"] == number], FOUND[number]
    assert interval(row, "score") == pytest.approx(clustered(own["score"], own["deal"]), rel=1e-9)
    declared = own[own["role"] == "declarer"]
    for what in ("contract", "points"):
        middle, low, high = interval(row, what)
        right = clustered(declared[what], declared["deal"])
        deals = declared["deal"].nunique()  # statsmodels knows only deals in which it declared
        widened = np.sqrt((deals - 1) / deals * DEALS / (DEALS - 1))
        assert middle == pytest.approx(right[0])
        assert (high - middle) == pytest.approx((right[2] - right[0]) * widened)
        assert (middle - low) == pytest.approx(high - middle)


def test_plays_of_a_deal_are_not_taken_for_independent() -> None:
    """The cards make scores of one deal alike; to forget that would give intervals that are far too narrow."""
    own = ROWS[ROWS["who"] == 0]
    low, high = DescrStatsW(own["score"].to_numpy(float)).zconfint_mean()
    _, own_low, own_high = interval(FOUND[0], "score")
    assert own_high - own_low > 1.2 * (high - low)


@pytest.mark.parametrize("number", range(3))
def test_advantage_is_over_the_others_in_the_same_deals(number: int) -> None:
    means = ROWS.groupby(["deal", "who"])["score"].mean().unstack()
    others = [other for other in range(3) if other != number]
    ahead = means[number] - means[others].mean(axis=1)
    low, high = DescrStatsW(ahead.to_numpy()).zconfint_mean()
    assert interval(FOUND[number], "advantage") == pytest.approx((ahead.mean(), low, high))


@pytest.mark.parametrize("charged", [False, True])
def test_pairs_against_statsmodels(charged: bool) -> None:
    means = ROWS.groupby(["deal", "who"])["score"].mean().unstack()
    found = pairs(tallied(PLAYS), NAMES, charged=charged)
    assert {frozenset((pair["number"], pair["other_number"])) for pair in found} == {
        frozenset(pair) for pair in combinations(range(3), 2)
    }
    for pair in found:
        ahead = (means[pair["number"]] - means[pair["other_number"]]) * (-1 if charged else 1)
        stats = DescrStatsW(ahead.to_numpy())
        assert pair["ahead_mean"] >= 0
        assert interval(pair, "ahead") == pytest.approx((ahead.mean(), *stats.zconfint_mean()))
        assert pair["p"] == pytest.approx(stats.ztest_mean()[1], rel=1e-6)
    rejected, corrected, *_ = multipletests([pair["p"] for pair in found], alpha=0.05, method="holm")
    assert [pair["p_holm"] for pair in found] == pytest.approx(list(corrected))
    assert [pair["separated"] for pair in found] == list(rejected)


def test_where_scores_are_charged_the_least_comes_first() -> None:
    tally = tallied(PLAYS)
    gained = table(tally, NAMES, pairs(tally, NAMES, charged=False), charged=False)
    charged = table(tally, NAMES, pairs(tally, NAMES, charged=True), charged=True)
    assert [row["strategy"] for row in gained] == NAMES  # each is worse by one than the one before
    assert [row["strategy"] for row in charged] == NAMES[::-1]
    assert [row["place"] for row in charged] == [1, 2, 3]
    for row in charged:
        before = next(other for other in gained if other["number"] == row["number"])
        assert row["score_mean"] == before["score_mean"]
        assert row["advantage_mean"] == pytest.approx(-before["advantage_mean"])
        assert row["advantage_low"] == pytest.approx(-before["advantage_high"])


def test_the_last_has_nobody_to_be_separated_from() -> None:
    rows = sorted(FOUND.values(), key=lambda row: row["place"])
    separated = {
        (pair["number"], pair["other_number"]): pair["separated"]
        for pair in pairs(tallied(PLAYS), NAMES, charged=False)
    }
    assert [row["separated"] for row in rows] == [separated[0, 1], separated[1, 2], None]


def test_equal_scores_share_the_better_place() -> None:
    tally = Tally(3)
    counts = np.zeros((3, len(COUNTED), 2), np.int64)
    counts[:, COUNTED.index("defender")] = 5
    counts[:, COUNTED.index("defender_score")] = [[1, 4], [2, 3], [-6, -7]]
    tally.add(counts)
    rows = table(tally, NAMES, pairs(tally, NAMES, charged=False), charged=False)
    assert [(row["place"], row["strategy"], row["separated"]) for row in rows] == [
        (1, "first", False), (1, "second", True), (3, "third", None),
    ]  # fmt: skip
    assert rows[0]["declarer_n"] == 0
    assert np.isnan([rows[0]["made_rate"], rows[0]["contract_mean"], rows[0]["friend_score_low"]]).all()


@given(st.lists(st.integers(1, DEALS - 1), max_size=4, unique=True))
def test_tallies_of_parts_are_the_tally_of_all(cuts: list[int]) -> None:
    whole, added = counted(PLAYS), Tally(3)
    for part in np.split(whole, sorted(cuts), axis=2):
        piece = Tally(3)
        piece.add(part)
        added.merge(piece)
    right = tallied(PLAYS)
    assert added.units == right.units
    for name in ("sums", "products", "scores", "crossed", "with_plays"):
        assert (getattr(added, name) == getattr(right, name)).all()


def test_sums_do_not_overflow() -> None:
    """Every score as great as 16 bits allow, in 48 seats, in more deals than 64 bits can square."""
    most = np.zeros((2, len(COUNTED), 4096), np.int64)
    most[:, COUNTED.index("declarer")] = 48
    most[0, COUNTED.index("declarer_score")] = 48 * 32767
    most[1, COUNTED.index("declarer_score")] = -48 * 32768
    tally = Tally(2)
    tally.add(most)
    for _ in range(12):
        tally.merge(tally)
    deals = 4096 * 4096
    assert tally.units == deals
    assert tally.crossed[0, 0] == deals * (48 * 32767) ** 2 > 2**64
    ahead = 48 * 65535
    assert tally.contrast(np.array([1, -1])) == (
        (deals * ahead, deals * 48),
        (deals * ahead**2, deals * ahead * 48, deals * 48**2),
    )
    assert (scores_of(most) == np.array([48 * 32767, -48 * 32768])[:, None]).all()
    great = Tally(2)
    great.add(most * 2**30)  # as sums of a round may be
    assert great.crossed[0, 0] == 4096 * (48 * 32767 * 2**30) ** 2


def test_rounds_of_different_length_are_clusters() -> None:
    """Means over the plays, whatever the length of a round; intervals by regression, clustered by round."""
    rounds = np.minimum(np.arange(DEALS) // 21, 17)
    whole = counted(PLAYS)
    parts = np.stack([whole[:, :, rounds == number].sum(axis=2) for number in range(18)], axis=2)
    tally = Tally(3)
    tally.add(parts)
    found = {row["number"]: row for row in table(tally, NAMES, pairs(tally, NAMES, charged=False), charged=False)}
    for number in range(3):
        own = ROWS[ROWS["who"] == number]
        right = clustered(own["score"], pd.Series(rounds[own["deal"]]))
        assert interval(found[number], "score") == pytest.approx(right)
        assert found[number]["observations"] == 18
        assert found[number]["declarer_rate"] == FOUND[number]["declarer_rate"]
