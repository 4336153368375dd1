"""Comparisons: against every deal looked at alone, where the rules tell the answer, and two runs joined by hand."""

from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from fake_batch import RANGES, Column, FakeBatch, values

from mighty_sim import comparison, engines
from mighty_sim.comparison import Question, compare, play
from mighty_sim.errors import InputError, StrategyFault, UnknownName
from mighty_sim.experiment import Experiment
from mighty_sim.limits import Limits
from mighty_sim.runner import Request, run
from mighty_sim.variants import Wanted, variants

NAMES = [name for name, *_ in RANGES]
POWERS = ["powerless", "normal", "banned"]


class Made(FakeBatch):
    """Made-up deals that are others for every power of the joker, but one in three is the same."""

    def play(self, first, count, out, row):
        super().play(first, count, out, row)
        out[:, row : row + count] = made(self.experiment, first, count)


def made(experiment: Experiment, first: int, count: int) -> np.ndarray:
    own = values(experiment, first, count)
    seed = experiment.seed + 1000 * POWERS.index(experiment.rules.joker.last_trick)
    other = values(Experiment(experiment.rules, experiment.strategies, seed), first, count)
    return np.where(np.arange(first, first + count) % 3 == 0, own, other)


def question(deals: int = 2000, vary: str = "joker_last=powerless,normal,banned", **more) -> Question:
    return Question(tuple(variants(Wanted(vary=[vary]))), deals, **more)


def frames(asked: Question) -> list[pd.DataFrame]:
    """All deals of every setting, a column `score` for the declarer's."""
    found = []
    for variant in asked.variants:
        frame = pd.DataFrame(made(variant.experiment, 0, asked.deals).T.astype(int), columns=NAMES)
        scores = frame[[f"score_{seat}" for seat in range(5)]].to_numpy()
        frame["score"] = scores[np.arange(len(frame)), frame.declarer]
        found.append(frame)
    return found


def test_made_up_deals_against_every_deal_looked_at_alone() -> None:
    asked = question(by="tricks")
    found = play(asked, make_batch=Made)
    base, *others = frames(asked)
    assert list(found.frame.setting) == ["normal", "banned"]
    for row, other in zip(found.frame.to_dict("records"), others, strict=True):
        assert row["n"] == 2000
        assert row["only_baseline"] == (base.made > other.made).sum()
        assert row["only_setting"] == (base.made < other.made).sum()
        assert row["difference"] == pytest.approx(other.made.mean() - base.made.mean())
        assert row["score_difference_mean"] == pytest.approx((other.score - base.score).mean())
        reach = 1.959964 * (other.score - base.score).std() / 2000**0.5
        assert row["score_difference_high"] - row["score_difference_mean"] == pytest.approx(reach)
        assert row["redeals_changed"] == (base.redeals != other.redeals).sum()
        assert row["row_changed"] == (base != other).any(axis=1).sum()
        assert row["row_changed"] <= 1333
    classes = found.classes
    for (setting, strength), rows in classes.groupby(["setting", "strength"]):
        other = others[["normal", "banned"].index(setting)]
        these = base.tricks_dealt // 2 == strength * 2
        assert rows.n.item() == these.sum()
        assert rows.only_setting.item() == (base.made < other.made)[these].sum()


def test_every_two_settings() -> None:
    asked = question(pairs=True)
    found = play(asked, make_batch=Made).frame
    assert list(zip(found.baseline, found.setting, strict=True)) == [
        ("powerless", "normal"),
        ("powerless", "banned"),
        ("normal", "banned"),
    ]
    _, one, other = frames(asked)
    assert found.only_setting[2] == (one.made < other.made).sum()


def test_the_first_deals_that_only_one_made_and_then_the_furthest_apart() -> None:
    asked = question(vary="joker_last=powerless,normal", show=10)
    base, other = frames(asked)
    (turned,) = play(asked, make_batch=Made).turned.values()
    assert [deal.deal for deal in turned] == list(np.flatnonzero(base.made != other.made)[:10])
    first = turned[0]
    assert first.scores == (base.score[first.deal], other.score[first.deal])
    assert first.made == (bool(base.made[first.deal]), bool(other.made[first.deal]))

    class AllMade(Made):
        def play(self, first, count, out, row):
            super().play(first, count, out, row)
            out[NAMES.index("made"), row : row + count] = 1

    (turned,) = play(asked, make_batch=AllMade).turned.values()
    apart = (other.score - base.score).abs()
    wanted = sorted(range(2000), key=lambda deal: (-apart[deal], deal))[:10]
    assert [deal.deal for deal in turned] == wanted


@pytest.mark.parametrize(("threads", "piece"), [(1, 512), (3, 100), (2, 7)])
def test_results_hang_neither_on_threads_nor_on_pieces(threads: int, piece: int, monkeypatch) -> None:
    monkeypatch.setattr(comparison, "_LEAST_PIECE", piece)
    monkeypatch.setattr(engines, "PIECE", piece)
    asked = question(600, by="points", when="exchanged", pairs=True, show=7)
    found, again = play(asked, make_batch=Made), play(asked, threads=threads, make_batch=Made)
    pd.testing.assert_frame_equal(found.frame, again.frame, check_exact=True)
    pd.testing.assert_frame_equal(found.classes, again.classes, check_exact=True)
    assert found.turned == again.turned


def test_faults_are_counted_over_all_settings() -> None:
    class Faulty(Made):
        columns = (*FakeBatch.columns, Column("faults", "int16"))

        def play(self, first, count, out, row):
            super().play(first, count, out[:-1], row)
            wrong = self.experiment.rules.joker.last_trick != "banned"
            out[-1, row : row + count] = 3 * wrong * (np.arange(first, first + count) % 10 == 0)

    words = Wanted(vary=["joker_last=powerless,normal,banned"], on_fault="first-legal")
    outcome = play(Question(tuple(variants(words)), 95), make_batch=Faulty).outcome
    assert (outcome.played, outcome.faults, outcome.faulty) == (3 * 95, 60, 10)


def test_a_fault_ends_it_and_is_told_for_its_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing(Made):
        def play(self, first, count, out, row):
            if self.experiment.rules.joker.last_trick == "normal" and first <= 700 < first + count:
                raise StrategyFault("deal 700: made up", 700)
            super().play(first, count, out, row)

    told = []
    monkeypatch.setattr("mighty_sim.replay.explain", lambda experiment, fault: told.append(experiment) or fault)
    with pytest.raises(StrategyFault, match="made up"):
        play(question(), make_batch=Failing)
    assert [experiment.rules.joker.last_trick for experiment in told] == ["normal"]


def test_a_precision_ends_it_at_the_same_deal_with_any_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """The widest interval counts; it is looked at after every 1,024 deals at first."""
    asked = question(50_000, limits=Limits(precision=0.012))
    found = [play(asked, threads=threads, make_batch=Made) for threads in (1, 3)]
    monkeypatch.setattr(comparison, "_LEAST_PIECE", 100)
    monkeypatch.setattr(engines, "PIECE", 100)
    found.append(play(asked, threads=2, make_batch=Made))
    deals = found[0].deals
    assert deals % 1024 == 0
    assert 1024 < deals < 50_000
    assert [again.deals for again in found] == [deals] * 3
    assert (found[0].frame.n == deals).all()
    assert found[0].outcome.ended == f"precision 0.012 was reached after {deals:,} deals"
    assert found[0].outcome.played == 3 * deals
    pd.testing.assert_frame_equal(found[0].frame, found[2].frame, check_exact=True)
    half = (found[0].frame.difference_high - found[0].frame.difference_low) / 2
    assert half.max() <= 0.012
    before = play(question(deals - 1024), make_batch=Made).frame
    assert ((before.difference_high - before.difference_low) / 2).max() > 0.012
    whole = play(question(deals), make_batch=Made).frame
    pd.testing.assert_frame_equal(found[0].frame, whole, check_exact=True)


def test_a_precision_that_is_not_reached_is_told() -> None:
    outcome = play(question(2000, limits=Limits(precision=0.0001)), make_batch=Made).outcome
    assert (outcome.short, outcome.played) == (True, 6000)
    assert outcome.ended == "all 2,000 deals were played before precision 0.0001 was reached"


def test_a_time_that_is_over_ends_it() -> None:
    class Slow(Made):
        def __init__(self, experiment: Experiment) -> None:
            super().__init__(experiment, seconds=0.02)

    found = play(question(1_000_000, limits=Limits(seconds=0.2)), make_batch=Slow)
    assert 1024 <= found.deals < 1_000_000
    assert found.outcome.ended.startswith("0.2 s were over after")
    assert found.frame.n[0] == found.deals


def test_what_cannot_be_asked() -> None:
    with pytest.raises(InputError, match="0 deals cannot be played"):
        question(0)
    with pytest.raises(UnknownName, match="unknown measure 'trick'"):
        question(by="trick")
    many = tuple(variants(Wanted(vary=["score.base=1,2,3,4,5,6,7,8,9"], strategies=["steady", "bold"])))
    with pytest.raises(InputError, match="18 settings are too many to compare every two; at most 16"):
        Question(many, 10, pairs=True)
    assert len(Question(many, 10).compared) == 17


def test_an_answer_for_a_notebook() -> None:
    found = play(question(100), make_batch=Made)
    assert found.kind == "comparison"
    assert "3 settings" in found.title
    assert "powerless" in found._repr_html_()


# -- what follows plays cards --


def test_settings_that_score_otherwise_play_the_same() -> None:
    """STD §7: a made contract is worth 2 (number - base) more, so a base of 12 adds 2 to every share of a made one,
    doubled as it is; of it the declarer gets one for each opponent and pays one for each friend. A failed one is worth
    what is short, whatever the base. The player looks at no score, and the declarer is forced.
    """
    words = {"strategies": "greedy", "declarer": "forced", "number": 14, "seed": 3}
    found = compare(vary={"score.base": [13, 12]}, deals=1500, **words)
    (row,) = found.frame.to_dict("records")
    assert (row["setting"], row["only_setting"], row["only_baseline"], row["points_changed"]) == ("base=12", 0, 0, 0)
    base = found.question.variants[0].experiment
    deals = rows_of(base, 1500)
    friends = deals.friends.map(int.bit_count)
    gained = 2 * deals.made * deals.multiplier * (4 - 2 * friends)
    assert row["score_difference_mean"] == pytest.approx(gained.mean())
    assert row["row_changed"] == deals.made.sum() > 100
    assert row["p"] == 1


def test_a_rule_that_cannot_matter_changes_nothing() -> None:
    """Who deals next is a rule of matches; these deals are each on their own."""
    found = compare(vary="deal.next_dealer=friend_else_declarer,declarer", deals=1500, by="trumps", show=3)
    (row,) = found.frame.to_dict("records")
    assert [row[name] for name in row if name.endswith("_changed")] == [0] * 7
    assert (row["difference"], row["only_setting"], row["only_baseline"], row["p"]) == (0, 0, 0, 1)
    assert row["both"] > 100
    assert (found.classes.difference == 0).all()
    assert list(found.turned.values()) == [[]]


def rows_of(experiment: Experiment, deals: int) -> pd.DataFrame:
    from mighty_sim.workers import batch_of

    batch = batch_of(experiment)
    block = engines.new_block(len(batch.columns), deals)
    batch.play(0, deals, block, 0)
    return pd.DataFrame({column.name: block[at, :deals].astype(int) for at, column in enumerate(batch.columns)})


def test_a_comparison_is_two_runs_joined_by_the_deal(tmp_path: Path) -> None:
    found = compare("standard", "penalty-5", deals=1500, by="tricks", threads=2)
    both = []
    for variant in found.question.variants:
        folder = tmp_path / variant.label
        run(Request(variant.experiment, 1500, folder))
        both.append(pq.read_table(folder / "chunk-000000.parquet").to_pandas())
    joined = both[0].merge(both[1], on="deal", suffixes=("_a", "_b"))
    (row,) = found.frame.to_dict("records")
    assert row["n"] == len(joined) == 1500
    assert row["only_baseline"] == (joined.made_a & ~joined.made_b).sum()
    assert row["only_setting"] == (joined.made_b & ~joined.made_a).sum()
    assert row["points_difference_mean"] == pytest.approx((joined.points_b - joined.points_a).mean())
    assert row["contract_difference_mean"] == pytest.approx((joined.contract_b - joined.contract_a).mean())
    assert row["redeals_changed"] == (joined.redeals_a != joined.redeals_b).sum() > 0
    assert row["declarer_changed"] == (joined.declarer_a != joined.declarer_b).sum() > 0
    assert np.isnan(row["score_difference_mean"]), "penalties on one side, gains on the other"
    strength = joined.tricks_dealt_a // 2 / 2
    for part in found.classes.itertuples():
        these = joined[strength == part.strength]
        assert (part.n, part.made) == (len(these), these.made_b.sum())


def test_deals_thrown_in_as_often_have_the_same_cards() -> None:
    """Whose hand holds the special cards is a column: it is another only where the cards are, or the trump."""
    asked = compare(strategies=["steady", "bold"], deals=1500).question
    a, b = (rows_of(variant.experiment, 1500) for variant in asked.variants)
    alike = (a.redeals == b.redeals) & (a.strain == b.strain)
    assert alike.sum() > 1000
    assert (a.joker_seat == b.joker_seat)[alike].all()
    assert (a.mighty_seat == b.mighty_seat)[alike].all()
    assert ((a.joker_seat != b.joker_seat) <= (a.redeals != b.redeals)).all()
