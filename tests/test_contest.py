"""Tournaments: paired by deal, fair by seat, the same whatever the threads, and kept as they were."""

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from fake_batch import FakeBatch, values
from pandas.testing import assert_frame_equal
from statsmodels.api import WLS
from written import keep_compiled_code_in, strategy_text, write_text

from mighty_sim import engines
from mighty_sim.catalog import strategy_path
from mighty_sim.cli import main
from mighty_sim.contest import MOST, Contest, Tournament, from_names, play
from mighty_sim.errors import InputError, Interrupted, RulesError, RunError, StrategyFault, UnknownName
from mighty_sim.experiment import difference
from mighty_sim.kernels.batch import Batch

FILES = ["deals.parquet", "pairs.parquet", "standings.parquet"]
TUNED = """
from mighty_sim.strategy import *

base = "greedy"
patience = parameter(0, 0, 100, "how often it passes where it need not, in percent")


@bid
def my_bid(game, me):
    if game.must_bid == 0 and me.draw(100) < me.value(patience):
        return PASS
    return call(game.least(0), 0) if game.least(0) < 15 or game.must_bid else PASS
"""


def copied(folder: Path, name: str = "twin") -> str:
    """greedy under another name: the same text and a comment."""
    text = strategy_path("greedy").read_text(encoding="utf-8") + f"\n# {name}\n"
    return str(write_text(folder, text, name))


def seated(contest: Contest) -> list[tuple[np.ndarray, tuple[int, ...]]]:
    """Deals in a row and a line-up that plays them, for all there are; from the plan's orders alone."""
    found = []
    plan, deals = contest.plan, np.arange(contest.deals)
    for number, order in enumerate(plan.orders):
        own = deals[deals * plan.rounds // contest.deals == number] if plan.rounds else deals
        turned = [np.resize(np.roll(order, -turn), contest.rules.deal.players) for turn in range(len(order))]
        found += [(own, tuple(line_up.tolist())) for line_up in turned]
    return found


def rows_of(contest: Contest) -> pd.DataFrame:
    """A row for every seat of every play, from the batches of the line-ups alone."""
    parts = []
    for deals, line_up in seated(contest):
        batch = Batch(contest.experiment(line_up))
        block = np.zeros((len(batch.columns), len(deals)), np.int16)
        batch.play(int(deals[0]), len(deals), block, 0)
        rows = {column.name: block[at].astype(int) for at, column in enumerate(batch.columns)}
        for seat, contestant in enumerate(line_up):
            friend = rows["friends"] >> seat & 1
            role = np.where(rows["declarer"] == seat, "declarer", np.where(friend == 1, "friend", "defender"))
            told = {name: rows[name] for name in ("made", "contract", "points")}
            own = {"deal": deals, "who": contestant, "role": role, "score": rows[f"score_{seat}"]}
            parts.append(pd.DataFrame(own | told))
    return pd.concat(parts)


@pytest.mark.parametrize("words", ["standard greedy random", "penalty-6 random greedy", "penalty-3 greedy random"])
def test_the_standings_are_those_of_every_play(words: str) -> None:
    table, *names = words.split()
    found = play(from_names(table, names, 3, 300))
    rows = rows_of(found.contest)
    for row in found.standings.to_dict("records"):
        own = rows[rows["who"] == row["number"]]
        assert row["n"] == len(own)
        assert row["score_mean"] == pytest.approx(own["score"].mean())
        assert row["advantage_mean"] == pytest.approx(
            (own["score"].mean() - rows[rows["who"] != row["number"]]["score"].mean())
            * (1 if table == "standard" else -1)
        )
        for role in ("declarer", "friend", "defender"):
            assert row[f"{role}_n"] == (own["role"] == role).sum()
        declared = own[own["role"] == "declarer"]
        assert row["made"] == declared["made"].sum()
        assert row["contract_mean"] == pytest.approx(declared["contract"].mean())
    assert found.standings["strategy"].tolist() == ["greedy", "random"]
    assert found.standings["separated"].tolist() == [True, None]
    assert found.frame is found.standings


def test_what_some_gain_the_others_lose(tmp_path: Path) -> None:
    found = play(from_names("standard", ["greedy", "random", copied(tmp_path)], 2, 200))
    assert found.standings["score_mean"].sum() == pytest.approx(0, abs=1e-12)
    assert found.standings["declarer_n"].sum() == found.contest.plays == 200 * 6
    assert (found.standings["n"] == found.standings[["declarer_n", "friend_n", "defender_n"]].sum(axis=1)).all()


@pytest.mark.parametrize("table", ["standard", "penalty-4"])
def test_a_strategy_against_itself_is_even_in_every_deal(table: str, tmp_path: Path) -> None:
    """Everybody plays the same cards in every seat: where they play alike, nothing is left for luck."""
    found = play(from_names(table, ["greedy", copied(tmp_path)], 1, 200), tmp_path / "kept")
    assert found.standings["place"].tolist() == [1, 1]
    assert (found.standings[["advantage_low", "advantage_mean", "advantage_high"]] == 0).all(axis=None)
    assert found.pairs["p"].tolist() == [1]
    deals = pd.read_parquet(tmp_path / "kept" / "deals.parquet")
    assert (deals["score_0"] == deals["score_1"]).all()


def test_naming_them_the_other_way_round_changes_their_numbers_alone() -> None:
    one, other = (play(from_names("standard", names, 4, 200)) for names in (["greedy", "random"], ["random", "greedy"]))
    assert one.standings["number"].tolist() == [0, 1]
    assert other.standings["number"].tolist() == [1, 0]
    assert_frame_equal(one.standings.drop(columns="number"), other.standings.drop(columns="number"))
    assert one.standings["advantage_mean"][0] == -one.standings["advantage_mean"][1] > 0


def test_a_sweep_is_several_contestants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(from_names("standard", ["greedy", "random"], 1, 1))  # the kernels are compiled, and that is kept
    keep_compiled_code_in(tmp_path, monkeypatch)
    path = write_text(tmp_path, TUNED)
    contest = from_names("standard", [f"{path}:patience=0..90/3", "random"], 1, 300)
    assert contest.names == ["trial", "trial:patience=45", "trial:patience=90", "random"]
    found = play(contest)
    declares = found.standings.set_index("number")["declarer_rate"]
    assert declares[0] > declares[1] > declares[2]
    known = contest.provenance()["contestants"]
    assert [one.get("parameters") for one in known] == [{"patience": "0"}, {"patience": "45"}, {"patience": "90"}, None]


def test_many_contestants_have_neighbours_drawn_anew_in_every_round(tmp_path: Path) -> None:
    names = ["greedy", "random", *(copied(tmp_path, name) for name in ("a", "b", "c"))]
    contest = from_names("standard", names, 1, 300)
    found = play(contest, tmp_path / "kept")
    rows = rows_of(contest)
    for row in found.standings.to_dict("records"):
        own = rows[rows["who"] == row["number"]]
        assert (row["n"], row["observations"]) == (len(own), 256) == (300 * 5, 256)
        assert row["score_mean"] == pytest.approx(own["score"].mean())
        assert row["friend_n"] == (own["role"] == "friend").sum()
    deals = pd.read_parquet(tmp_path / "kept" / "deals.parquet")
    sums = rows.groupby(["deal", "who"])["score"].sum().unstack()
    for number in range(5):
        assert (deals[f"score_{number}"] == sums[number]).all()
    rounds = deals.groupby(deals["deal"] * 256 // 300)[["score_0", "score_1"]].sum()
    sizes = deals.groupby(deals["deal"] * 256 // 300).size().to_numpy()
    ahead = (rounds["score_0"] - rounds["score_1"]).to_numpy()
    fit = WLS(ahead / (5 * sizes), np.ones(256), weights=sizes).fit(cov_type="HC0")
    (pair,) = [one for one in found.pairs.to_dict("records") if {one["number"], one["other_number"]} == {0, 1}]
    assert pair["ahead_mean"] == pytest.approx(fit.params[0])
    reach = (fit.conf_int()[0][1] - fit.params[0]) * np.sqrt(256 / 255)
    assert pair["ahead_high"] - pair["ahead_mean"] == pytest.approx(reach)


def test_neighbours_separate_nobody_who_plays_alike() -> None:
    """What is gained beside one neighbour and lost beside another is no strength, however many the deals."""

    class Neighbours(FakeBatch):
        def play(self, first, count, out, row):
            """Seat 0 declares; a seat scores what its neighbour brings, and a little luck."""
            out[:, row : row + count] = 0
            at = [column.name for column in self.columns].index("score_0")
            after = [strategy.values.get("patience", 0) for strategy in self.experiment.strategies]
            for seat in range(5):
                luck = np.arange(first, first + count) * (seat + 3) * 31 % 7
                out[at + seat, row : row + count] = luck + after[(seat + 1) % 5]

    one = from_names("standard", ["greedy", "random"], 1, 1)
    greedy, rand = one.contestants
    field = [replace(rand, name=f"weak{rank}", values={"patience": 4 * rank}) for rank in range(5)]
    alike = [replace(greedy, name=f"same{rank}", sha256=f"{rank}") for rank in range(2)]
    apart = 0
    for seed in range(12):
        found = play(Contest(one.rules, (*field, *alike), seed, 300), make_batch=Neighbours)
        (pair,) = [one for one in found.pairs.to_dict("records") if {one["number"], one["other_number"]} == {5, 6}]
        apart += pair["p"] < 0.05
    assert apart <= 4  # of 12, where 0.6 are right: more has a chance of 0.02 %


def test_the_scores_of_the_deals_are_kept(tmp_path: Path) -> None:
    contest = from_names("standard", ["greedy", "random"], 3, 300)
    play(contest, tmp_path / "kept")
    deals = pd.read_parquet(tmp_path / "kept" / "deals.parquet")
    sums = rows_of(contest).groupby(["deal", "who"])["score"].sum().unstack()
    assert deals.dtypes.astype(str).to_dict() == {"deal": "int64", "score_0": "int32", "score_1": "int32"}
    assert deals["deal"].tolist() == list(range(300))
    for number in range(2):
        assert (deals[f"score_{number}"] == sums[number]).all()


def test_scores_beyond_16_bits_are_kept(tmp_path: Path) -> None:
    class Great(FakeBatch):
        def play(self, first, count, out, row):
            super().play(first, count, out, row)
            at = [column.name for column in self.columns].index("score_0")
            out[at, row : row + count] = np.where(np.arange(first, first + count) % 2, 32767, -32768)
            out[at + 1, row : row + count] = out[at, row : row + count]

    contest = from_names("standard", ["greedy", "random"], 3, 1000)
    play(contest, tmp_path / "kept", make_batch=Great)
    block = values(contest.experiment((0, 1, 0, 1, 0)), 0, 1000).astype(int)
    rest = block[[column.name for column in FakeBatch.columns].index("score_2") :][:3].sum(axis=0)
    deals = pd.read_parquet(tmp_path / "kept" / "deals.parquet")
    twice = np.where(np.arange(1000) % 2, 2 * 32767, -2 * 32768)  # every seat once in the two line-ups
    assert (deals["score_0"] == twice + rest).all()


def test_one_thread_or_two_whatever_the_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    contest = from_names("standard", ["greedy", "random"], 5, 3000)
    found = [play(contest, tmp_path / f"{threads}", threads) for threads in (1, 2)]
    monkeypatch.setattr(engines, "PIECE", 600)
    found += [play(contest, tmp_path / f"cut{threads}", threads) for threads in (1, 3)]
    for other in found[1:]:
        assert_frame_equal(other.standings, found[0].standings)
        assert_frame_equal(other.pairs, found[0].pairs)
    for name in FILES:
        texts = {(tmp_path / folder / name).read_bytes() for folder in ("1", "2", "cut1", "cut3")}
        assert len(texts) == 1


def test_row_groups_and_line_ups_make_no_difference_to_the_files(tmp_path: Path) -> None:
    contest = from_names("standard", ["greedy", "random"], 5, 300_000)  # more than a row group
    found = play(contest, tmp_path / "kept", make_batch=FakeBatch)
    deals = pd.read_parquet(tmp_path / "kept" / "deals.parquet")
    assert len(deals) == 300_000
    assert found.standings.sort_values("number")["score_mean"].tolist() == pytest.approx(
        [deals[f"score_{number}"].mean() / 5 for number in range(2)]
    )


def test_a_finished_tournament_is_read_and_not_played(tmp_path: Path) -> None:
    contest = from_names("standard", ["greedy", "random"], 5, 500)
    first = play(contest, tmp_path / "kept", make_batch=FakeBatch)
    before = {name: (tmp_path / "kept" / name).stat().st_mtime_ns for name in FILES}

    def refuse(_: object) -> FakeBatch:
        raise AssertionError("played again")

    again = play(contest, tmp_path / "kept", make_batch=refuse)
    assert_frame_equal(again.standings, first.standings)
    assert_frame_equal(again.pairs, first.pairs)
    assert (again.outcome.played, again.outcome.reused) == (0, 500)
    assert {name: (tmp_path / "kept" / name).stat().st_mtime_ns for name in FILES} == before
    (tmp_path / "kept" / "standings.parquet").unlink()  # not complete: all is played again
    assert_frame_equal(play(contest, tmp_path / "kept", make_batch=FakeBatch).standings, first.standings)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seed": 6}, r"seed is 5 there, 6 here"),
        ({"deals": 100}, r"deals is 500 there, 100 here"),
        ({"table": "penalty-5"}, r"rules\.name is standard there, penalty-5 here"),
        ({"contestants": ["random", "greedy"]}, r"contestants\.0\.name is greedy there, random here"),
        ({"settings": ["joker.last_trick=normal"]}, r"joker\.last_trick"),
    ],
)
def test_another_tournaments_folder_is_refused(change: dict, said: str, tmp_path: Path) -> None:
    words = {"table": "standard", "contestants": ["greedy", "random"], "seed": 5, "deals": 500}
    play(from_names(**words), tmp_path, make_batch=FakeBatch)
    before = {name: (tmp_path / name).read_bytes() for name in FILES}
    other = from_names(**words | change)
    with pytest.raises(InputError, match=rf"holds another tournament \(deals\.parquet: .*{said}") as told:
        play(other, tmp_path, make_batch=FakeBatch)
    assert "name another folder by --out" in str(told.value)
    assert {name: (tmp_path / name).read_bytes() for name in FILES} == before
    assert other.slug != from_names(**words).slug


def test_what_determines_a_tournament_has_no_path_and_no_time() -> None:
    known = from_names("standard", ["greedy", "random"], 5, 500).provenance()
    assert list(known) == ["engine_version", "rules", "contestants", "seed", "deals", "rounds", "orders"]
    assert (known["rounds"], known["orders"]) == (0, [[0, 1]])
    assert [sorted(one) for one in known["contestants"]] == [["name", "sha256"]] * 2
    assert difference(known, from_names("standard", ["greedy", "random"], 5, 500).provenance()) is None


@pytest.mark.parametrize(
    ("contestants", "said"),
    [
        (["greedy"], "1 contestant; a tournament has 2 to 16"),
        ([], "0 contestants; a tournament has 2 to 16"),
        (["greedy", "greedy"], "are the same strategy with the same parameters; name it once"),
        (["greedy", "random,greedy"], "'random,greedy' is more than one contestant; write them with spaces between"),
    ],
)
def test_contestants_that_make_no_tournament(contestants: list[str], said: str) -> None:
    with pytest.raises(InputError, match=said):
        from_names("standard", contestants, 1, 10)


def test_too_many_contestants_and_equal_ones_of_a_sweep(tmp_path: Path) -> None:
    path = write_text(tmp_path, TUNED)
    with pytest.raises(InputError, match=f"17 contestants; a tournament has 2 to {MOST}"):
        from_names("standard", [f"{path}:patience=0..96/17"], 1, 10)
    with pytest.raises(InputError, match="'trial' and 'trial' are the same strategy"):
        from_names("standard", [str(path), f"{path}:patience=0"], 1, 10)


def test_other_requests_that_are_refused() -> None:
    with pytest.raises(UnknownName, match="unknown strategy 'gredy'; did you mean 'greedy'"):
        from_names("standard", ["gredy", "random"], 1, 10)
    with pytest.raises(RulesError):
        from_names("standard", ["greedy", "random"], 1, 10, ["deal.players=99"])
    with pytest.raises(InputError, match="0 deals cannot be played; ask for 1 or more"):
        from_names("standard", ["greedy", "random"], 1, 0)
    with pytest.raises(InputError, match="seed -1 is out of range"):
        from_names("standard", ["greedy", "random"], -1, 10)


def test_strategies_of_one_name_are_numbered(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    texts = [copied(tmp_path / "a", "mine"), str(write_text(tmp_path / "b", TUNED, "mine"))]
    assert from_names("standard", ["greedy", *texts], 1, 10).names == ["greedy", "mine", "mine (2)"]


def test_a_fault_is_told_in_full_and_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(from_names("standard", ["greedy", "random"], 1, 1))  # the kernels are compiled, and that is kept
    keep_compiled_code_in(tmp_path, monkeypatch)
    monkeypatch.setattr(engines, "PIECE", 20)
    path = write_text(tmp_path, strategy_text(play="return right_card(game, me) if me.draw(3000) else 0"))
    told = []
    for threads in (1, 2):
        with pytest.raises(StrategyFault, match=r"'trial'.*no card is against the rules; legal: ") as fault:
            play(from_names("standard", ["random", str(path)], 1, 2000), tmp_path / "kept", threads)
        assert f"deal {fault.value.deal}" in str(fault.value)
        told.append(str(fault.value))
    assert told[0] == told[1]
    assert not (tmp_path / "kept").exists()


def test_a_tournament_that_goes_on_counts_the_faults_of_all_line_ups(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One contestant fails once a deal in each of its seats: three in one line-up of a deal, two in the other."""
    play(from_names("standard", ["greedy", "random"], 1, 1))  # the kernels are compiled, and that is kept
    keep_compiled_code_in(tmp_path, monkeypatch)
    wrong = write_text(tmp_path, strategy_text(play="return 0 if game.trick == 3 else right_card(game, me)"))
    stops = from_names("standard", [str(wrong), "greedy"], 1, 600)
    contest = replace(stops, on_fault="first-legal")
    assert contest.provenance() == stops.provenance() | {"on_fault": "first-legal"}
    contents = []
    for threads in (1, 2):
        folder = tmp_path / str(threads)
        outcome = play(contest, folder, threads).outcome
        assert (outcome.faults, outcome.faulty) == (5 * 600, 600)
        contents.append([(folder / name).read_bytes() for name in FILES])
    assert contents[0] == contents[1]
    again = play(contest, tmp_path / "1").outcome
    assert (again.played, again.faults, again.faulty) == (0, 5 * 600, 600)
    with pytest.raises(InputError, match="holds another tournament"):
        play(stops, tmp_path / "1")


def test_stopping_is_one_line_and_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise engines.Stopped

    monkeypatch.setattr(engines, "play", stopped)
    with pytest.raises(Interrupted, match="interrupted; nothing was written"):
        play(from_names("standard", ["greedy", "random"], 1, 10), tmp_path / "kept", make_batch=FakeBatch)
    assert not (tmp_path / "kept").exists()


def test_the_folder_of_a_run_is_refused_and_the_other_way_round(tmp_path: Path) -> None:
    contest = from_names("standard", ["greedy", "random"], 1, 10)
    play(contest, tmp_path / "kept", make_batch=FakeBatch)
    assert main(["run", "--deals", "10", "--out", str(tmp_path / "kept"), "--quiet"]) == 2
    assert main(["run", "--deals", "10", "--out", str(tmp_path / "run"), "--quiet"]) == 0
    with pytest.raises(InputError, match=r"holds 'chunk-000000\.parquet', which is not a tournament's"):
        play(contest, tmp_path / "run", make_batch=FakeBatch)


def test_progress_is_told_in_deals() -> None:
    seen: list[tuple[int, int]] = []
    contest = from_names("standard", ["greedy", "random"], 1, 5000)
    found = play(contest, watch=lambda report, total: seen.append((report.played, total)), make_batch=FakeBatch)
    assert isinstance(found, Tournament)
    assert {total for _, total in seen} == {5000}
    assert found.outcome.played == 10_000


def test_a_disk_that_refuses_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("mighty_sim.archive.os.fsync", full)
    with pytest.raises(RunError, match="No space left on device; nothing was written"):
        play(from_names("standard", ["greedy", "random"], 1, 10), tmp_path / "kept", make_batch=FakeBatch)
    assert not (tmp_path / "kept").exists()


def described(part: str) -> list[str]:
    """The columns that a part of the page on results describes; `x_mean` … has its interval besides."""
    found = []
    for names in re.findall(r"^\| (`.*?) \|", part, re.MULTILINE):
        for name, more in re.findall(r"`(\w+)`( …)?", names):
            ends = {"_mean": ("_low", "_high"), "_rate": ("_rate_low", "_rate_high")}.get(name[-5:], ()) if more else ()
            found += [name, *(name[:-5] + end for end in ends)]
    return found


def test_every_column_is_described(tmp_path: Path) -> None:
    page = (Path(__file__).parent.parent / "results" / "README.md").read_text(encoding="utf-8")
    section = page.partition("## Tournaments")[2].partition("\n## ")[0]
    standings, pairs, deals = re.split(r"^`(?:pairs|deals)\.parquet`:$", section, flags=re.MULTILINE)
    play(from_names("standard", ["greedy", "random"], 1, 10), tmp_path, make_batch=FakeBatch)
    for name, part in (("standings", standings), ("pairs", pairs)):
        assert sorted(described(part)) == sorted(pd.read_parquet(tmp_path / f"{name}.parquet").columns)
    assert described(deals) == ["deal", "score_0", "faults"]
    types = dict(re.findall(r"^\| `(\w+)`(?: …)? \| (\w+) \|", standings, re.MULTILINE))
    schema = pq.read_schema(tmp_path / "standings.parquet")
    assert {name: str(schema.field(name).type) for name in types} == types
    known = json.loads(pq.read_metadata(tmp_path / "deals.parquet").metadata[b"mighty_sim"])["tournament"]
    assert all(f"`{name}`" in section for name in known)


def test_a_player_in_pure_python_takes_part(tmp_path: Path) -> None:
    """It plays as greedy does, uncompiled and in other processes: so both score the same in every deal."""
    text = 'base = "greedy"\ncompiled = False\n'
    contest = from_names("standard", ["greedy", str(write_text(tmp_path, text, "slow"))], 1, 20)
    assert [one.compiled for one in contest.contestants] == [True, False]
    found = play(contest, tmp_path / "kept")
    deals = pd.read_parquet(tmp_path / "kept" / "deals.parquet")
    assert (deals["score_0"] == deals["score_1"]).all()
    seat = [f"score_{seat}" for seat in range(5)]
    batch = Batch(contest.experiment((0, 0, 0, 0, 0)))
    block = np.zeros((len(batch.columns), 20), np.int16)
    batch.play(0, 20, block, 0)
    alone = [block[at] for at, column in enumerate(batch.columns) if column.name in seat]
    assert (deals["score_0"] == np.sum(alone, axis=0)).all()  # each seat once, whoever sits in it
    assert found.outcome.played == 40
