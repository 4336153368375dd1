"""The ranking of measures against Mann and Whitney's test, plain loops over pairs of hands, and known cases."""

from itertools import pairwise, product

import numpy as np
import pytest
from fake_batch import FORCED, FakeBatch, made_up, values
from fake_batch import RANGES as COLUMNS
from scipy.stats import mannwhitneyu

from mighty_sim.ranking import Joint, play, rank
from mighty_sim.runner import Request, run
from mighty_sim.strength import MEASURES

DEALS = 2000
SEED = 4


def columns(seed: int = 1) -> dict[str, np.ndarray]:
    """Return made-up deals in which tricks tell a good deal, points a little, and the others nothing."""
    draw = np.random.default_rng(seed)
    found = {f"{name}_dealt": draw.integers(0, 12, DEALS) for name in MEASURES}
    luck = draw.normal(0, 4, DEALS)
    points = np.clip(9 + found["tricks_dealt"] * 0.8 + found["points_dealt"] * 0.15 + luck, 0, 20)
    return found | {"points": points.astype(np.int64), "made": points >= 16}


def counted(data: dict[str, np.ndarray], number: int | None = 15, parts: int = 1) -> Joint:
    joint = Joint("dealt", number)
    for part in np.array_split(np.arange(len(data["points"])), parts):
        joint.add({name: data[name][part] for name in joint.names})
    return joint


def by_measure(joint: Joint) -> dict[str, dict]:
    return {row["measure"]: row for row in rank(joint.table())}


def strengths(data: dict[str, np.ndarray], name: str) -> np.ndarray:
    return data[f"{name}_dealt"] // MEASURES[name].step


@pytest.mark.parametrize("number", [15, None])
def test_told_apart_is_the_statistic_of_mann_and_whitney(number: int | None) -> None:
    data = columns()
    success = data["made"] if number is None else data["points"] >= number
    rows = by_measure(counted(data, number))
    for name in MEASURES:
        strength, row = strengths(data, name), rows[name]
        pairs = success.sum() * (~success).sum()
        statistic = mannwhitneyu(strength[success], strength[~success]).statistic
        assert row["auc"] == pytest.approx(statistic / pairs)
        assert (row["n"], row["made"]) == (DEALS, success.sum())


def test_intervals_and_differences_are_those_of_delong_deal_by_deal() -> None:
    """The components of DeLong and others by comparing every hand that succeeds with every one that does not."""
    data = {name: part[:300] for name, part in columns(SEED).items()}
    success = data["points"] >= 15
    above, below = {}, {}
    for name in MEASURES:
        strength = strengths(data, name)
        won = np.sign(strength[success][:, None] - strength[~success][None, :]) / 2 + 0.5
        above[name], below[name] = won.mean(axis=1), won.mean(axis=0)
    rows = by_measure(counted(data))
    for name in MEASURES:
        variance = above[name].var(ddof=1) / success.sum() + below[name].var(ddof=1) / (~success).sum()
        assert rows[name]["auc_high"] - rows[name]["auc"] == pytest.approx(1.959964 * variance**0.5)
    order, met = list(rows), 0
    for one, other in pairwise(order):
        if one in MEASURES and other in MEASURES:
            met += 1
            apart = above[one] - above[other], below[one] - below[other]
            variance = apart[0].var(ddof=1) / success.sum() + apart[1].var(ddof=1) / (~success).sum()
            assert rows[one]["ahead"] == pytest.approx(apart[0].mean())
            assert rows[one]["ahead_high"] - rows[one]["ahead"] == pytest.approx(1.959964 * variance**0.5)
    assert met, "the deals should have two single measures as neighbours in the ranking"


def test_a_better_measure_is_first_and_told_apart_and_the_rest_is_luck() -> None:
    rows = by_measure(counted(columns()))
    singles = [name for name in rows if name in MEASURES]
    assert singles[:2] == ["tricks", "points"]
    assert rows["tricks"]["auc_low"] > rows["points"]["auc_high"]
    for name in ("trumps", "weakness"):
        assert rows[name]["auc"] == pytest.approx(0.5, abs=0.05)
        assert rows[name]["explained"] < 0.005  # many classes explain nothing by themselves
        assert rows[name]["points_explained"] < 0.005
    assert rows["tricks"]["explained_low"] > 0.05
    assert [row["place"] for row in rows.values()] == list(range(1, 11))
    assert [*rows.values()][-1]["separated"] is None


def test_what_is_explained_by_plain_reckoning() -> None:
    """Rates of one half's classes against the outcomes of the other half, with one deal of the whole in every class."""
    data = columns()
    strength, success, points = strengths(data, "tricks"), data["points"] >= 15, data["points"]
    lost = {"before": 0.0, "after": 0.0, "points before": 0.0, "points after": 0.0}
    for half in (0, 1):
        own, other = np.arange(DEALS) % 2 == half, np.arange(DEALS) % 2 != half
        whole = (success[other].sum() + 0.5) / (other.sum() + 1)
        mean = points[other].sum() / (other.sum() + 1)
        for deal in np.flatnonzero(own):
            alike = other & (strength == strength[deal])
            rate = (success[alike].sum() + whole) / (alike.sum() + 1)
            expected = (points[alike].sum() + mean) / (alike.sum() + 1)
            plain = (success[other].sum() + whole) / (other.sum() + 1)
            plain_points = (points[other].sum() + mean) / (other.sum() + 1)
            lost["before"] -= np.log(plain if success[deal] else 1 - plain)
            lost["after"] -= np.log(rate if success[deal] else 1 - rate)
            lost["points before"] += (points[deal] - plain_points) ** 2
            lost["points after"] += (points[deal] - expected) ** 2
    row = by_measure(counted(data))["tricks"]
    assert row["explained"] == pytest.approx(1 - lost["after"] / lost["before"])
    assert row["points_explained"] == pytest.approx(1 - lost["points after"] / lost["points before"])


def test_two_measures_together_tell_what_neither_tells_alone() -> None:
    """Success hangs on both being odd or both even: each alone is a coin."""
    size = 4000
    draw = np.random.default_rng(2)
    data = {f"{name}_dealt": draw.integers(0, 4, size) for name in MEASURES}
    success = (data["points_dealt"] + data["trumps_dealt"]) % 2 == 0
    rows = by_measure(counted(data | {"points": 20 * success.astype(np.int64), "made": success}))
    assert next(iter(rows)) == "points,trumps"
    assert rows["points,trumps"]["auc"] == 1
    assert rows["points,trumps"]["explained"] > 0.98
    assert rows["points"]["auc"] == pytest.approx(0.5, abs=0.03)
    assert rows["points,trumps"]["separated"]


def test_parts_do_not_matter() -> None:
    data = columns()
    assert rank(counted(data, parts=7).table()) == rank(counted(data).table())


def test_without_failures_nothing_can_be_told_apart() -> None:
    data = columns()
    rows = rank(counted(data, number=0).table())
    assert all(np.isnan(row["auc"]) and np.isnan(row["auc_low"]) for row in rows)
    assert not any(row["separated"] for row in rows)
    assert all(np.isfinite(row["points_explained"]) for row in rows)


def test_a_single_failure_has_no_interval() -> None:
    data = columns()
    data["made"] = np.arange(DEALS) > 0
    rows = rank(counted(data, number=None).table())
    assert all(np.isfinite(row["auc"]) and np.isnan(row["auc_low"]) and np.isnan(row["p"]) for row in rows)


def test_extreme_values_keep_their_cells_apart() -> None:
    ends = [(-128, 127), (-128, 127), (-128, 127), (-128, 127)]
    found = np.array(list(product(*ends)))
    data = {f"{name}_dealt": found[:, at].astype(np.int16) for at, name in enumerate(MEASURES)}
    data |= {"points": np.full(16, 40), "made": np.ones(16, bool)}
    table = counted(data, number=40).table()
    assert table.counts.tolist() == [1] * 16
    assert set(table.points) == {40}
    assert all(len(set(table.classes[name])) == 2 for name in MEASURES)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_run_counts_as_plain_adding_does(threads: int) -> None:
    joint = Joint("dealt", FORCED.number)
    run(Request(made_up(forced=FORCED), 3001, None, threads), joint, FakeBatch)
    block = dict(zip([name for name, *_ in COLUMNS], values(made_up(forced=FORCED), 0, 3001), strict=True))
    plain = Joint("dealt", FORCED.number)
    plain.add({name: block[name] for name in plain.names})
    assert rank(joint.table()) == rank(plain.table())


def test_the_answer_tells_what_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    from mighty_sim import runner

    monkeypatch.setattr(runner, "batch_of", FakeBatch)
    found = play(made_up(forced=FORCED), 500)
    assert found.kind == "ranking"
    assert len(found.frame) == 10
    assert "15 or more" in " ".join(found.notes)
    assert "500 deals" in found.caption
    assert found.plot().get_axes()
