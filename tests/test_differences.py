"""What is counted of two settings, reckoned by hand, and against pandas for many made-up deals."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from mighty_sim.differences import Differences, class_rows, played, rows
from mighty_sim.stats import mean, paired, paired_p, wilson
from mighty_sim.strength import find_measure

NAMES = "redeals declarer bid bid_strain contract strain points made score_0 score_1 tricks_dealt faults".split()
# One deal a line. Only the first setting makes the second deal, only the second one the third and the fourth.
ONE = [
    (0, 0, 14, 0, 14, 0, 15, 1, 6, -6, 8, 0),
    (0, 1, 14, 1, 14, 1, 14, 1, -4, 4, 9, 0),
    (1, 0, 15, 2, 15, 2, 14, 0, -2, 2, 10, 0),
    (0, 0, 16, 3, 17, 3, 12, 0, -10, 10, 8, 3),
]
OTHER = [
    (0, 0, 14, 0, 14, 0, 15, 1, 6, -6, 8, 1),  # the same but for faults
    (0, 1, 14, 1, 14, 1, 13, 0, 2, -2, 9, 0),
    (2, 1, 15, 3, 15, 3, 16, 1, -8, 8, 20, 0),  # the measure that counts is that of the first setting
    (0, 0, 16, 3, 16, 3, 16, 1, 12, -12, 8, 3),
]


def block(deals: Any) -> np.ndarray:
    return np.array(deals, np.int16).T.copy()


def four(measure: str | None = None) -> Differences:
    tally = Differences(find_measure(measure) if measure else None)
    one, other = block(ONE), block(OTHER)
    tally.add(played(one, NAMES), played(other, NAMES), one[NAMES.index("tricks_dealt")])
    return tally


def test_four_deals_by_hand() -> None:
    counts = four().counts()
    assert [counts[name] for name in ("n", "both", "only_first", "only_second")] == [4, 1, 1, 2]
    # declarers' scores: 6 4 -2 -10 against 6 -2 8 12
    assert (counts["score_first"], counts["score_second"]) == (-2, 24)
    assert counts["score_squares"] == 0 + 36 + 100 + 484
    assert counts["score_first_squares"] == 36 + 16 + 4 + 100
    assert (counts["points_first"], counts["points_second"], counts["points_squares"]) == (55, 60, 0 + 1 + 4 + 16)
    assert (counts["contract_first"], counts["contract_second"], counts["contract_squares"]) == (60, 59, 1)
    assert (counts["redeals_first"], counts["redeals_second"]) == (1, 2)
    changed = {name.removesuffix("_changed"): n for name, n in counts.items() if name.endswith("_changed")}
    assert changed == {"row": 3, "cards": 1, "redeals": 1, "declarer": 1, "bid": 1, "contract": 2, "points": 3}


def test_cards_are_others_where_a_condition_held_later() -> None:
    """One more deal tried in the first deal, one more thrown in in the third."""
    names = [*NAMES, "tried"]
    tally = Differences()
    one, other = (
        block([(*line, tried) for line, tried in zip(deals, tries, strict=True)])
        for deals, tries in ((ONE, (1, 4, 2, 9)), (OTHER, (2, 4, 2, 9)))
    )
    tally.add(played(one, names), played(other, names))
    counts = tally.counts()
    assert (counts["cards_changed"], counts["redeals_changed"], counts["row_changed"]) == (2, 1, 4)


def test_the_row_of_four_deals() -> None:
    (row,) = rows({(0, 1): four()}, ["as it is", "new"])
    assert (row["setting"], row["baseline"], row["number"], row["baseline_number"]) == ("new", "as it is", 1, 0)
    assert (row["n"], row["made"], row["baseline_made"], row["both"], row["neither"]) == (4, 3, 2, 1, 0)
    assert (row["only_setting"], row["only_baseline"]) == (2, 1)
    assert (row["rate"], row["baseline_rate"], row["difference"]) == (0.75, 0.5, 0.25)
    assert (row["rate_low"], row["rate_high"]) == wilson(3, 4)[1:]
    assert (row["difference_low"], row["difference_high"]) == paired(1, 2, 4)[1:]
    assert row["p"] == row["p_holm"] == paired_p(1, 2) == 1
    assert row["separated"] is False
    assert (row["score_mean"], row["baseline_score_mean"], row["score_difference_mean"]) == (6, -0.5, 6.5)
    assert row["score_difference_high"] == mean(26, 620, 4).high
    assert (row["redeals_mean"], row["baseline_redeals_mean"]) == (0.5, 0.25)


def test_scores_that_cannot_be_compared_are_not() -> None:
    (row,) = rows({(0, 1): four()}, ["a", "b"], scores=False)
    scores = {name: value for name, value in row.items() if "score" in name}
    assert len(scores) == 9
    assert all(np.isnan(value) for value in scores.values())
    assert row["points_difference_mean"] == 1.25


def test_classes_are_those_of_the_first_setting() -> None:
    """8 and 9 quarter tricks are one class, 10 the next; what the other setting's declarer holds does not count."""
    found = class_rows({(0, 1): four("tricks")}, ["a", "b"], scores=True)
    assert [(row["strength"], row["strength_to"], row["n"], row["share"]) for row in found] == [
        (2.0, 2.25, 3, 0.75),
        (2.5, 2.75, 1, 0.25),
    ]
    assert [(row["only_baseline"], row["only_setting"], row["thin"]) for row in found] == [(1, 1, True), (0, 1, True)]
    assert found[1]["score_difference_mean"] == 10


def many(seed: int, deals: int = 2000) -> np.ndarray:
    luck = np.random.default_rng(seed)
    made = [
        luck.integers(low, high, deals)
        for low, high in [(0, 3), (0, 2), (13, 17), (0, 5), (13, 18), (0, 5), (0, 21), (0, 2), (-90, 90), (-90, 90)]
    ]
    return np.array([*made, luck.integers(-3, 40, deals), luck.integers(0, 2, deals)], np.int16)


def test_many_deals_against_pandas_whole_and_in_parts() -> None:
    one, other = many(1), many(2)
    measure = find_measure("tricks")
    whole, parts = Differences(measure), Differences(measure)
    whole.add(played(one, NAMES), played(other, NAMES), one[10])
    for start in (1500, 0, 700):
        end = {0: 700, 700: 1500, 1500: 2000}[start]
        part = Differences(measure)
        some, others = one[:, start:end], other[:, start:end]
        part.add(played(some, NAMES), played(others, NAMES), some[10])
        parts.merge(part)
    assert whole.counts() == parts.counts()
    a, b = (pd.DataFrame(deals.T, columns=NAMES).astype(int) for deals in (one, other))
    own = [np.where(frame.declarer == 0, frame.score_0, frame.score_1) for frame in (a, b)]
    for number in [*whole.met, None]:
        these = np.full(2000, fill_value=True) if number is None else (a.tricks_dealt // 2 == number).to_numpy()
        counts = whole.counts(number)
        assert counts == parts.counts(number)
        assert counts["n"] == these.sum()
        assert counts["only_first"] == ((a.made > b.made) & these).sum()
        assert counts["score_squares"] == ((own[1] - own[0])[these] ** 2).sum()
        assert counts["bid_changed"] == (((a.bid != b.bid) | (a.bid_strain != b.bid_strain)) & these).sum()
    assert whole.met[0] == -2
    assert sum(whole.counts(number)["n"] for number in whole.met) == 2000


def test_p_values_are_corrected_for_all_pairs() -> None:
    """By luck alone so uneven in 1 of 32 and 1 of 16 cases: twice that, and no less than it for the second."""
    lines = [(0, 0, 14, 0, 14, 0, 15, made, 1, -1, 8, 0) for made in (0, 1)]
    tallies = {}
    for number, only in ((1, 6), (2, 5)):
        tallies[0, number] = Differences()
        one, other = block([lines[0]] * only), block([lines[1]] * only)
        tallies[0, number].add(played(one, NAMES), played(other, NAMES))
    found = rows(tallies, ["a", "b", "c"])
    assert [row["p"] for row in found] == [pytest.approx(1 / 32), pytest.approx(1 / 16)]
    assert [row["p_holm"] for row in found] == [pytest.approx(1 / 16), pytest.approx(1 / 16)]
    assert [row["separated"] for row in found] == [False, False]
    assert rows({(0, 1): tallies[0, 1]}, ["a", "b"])[0]["separated"] is True
