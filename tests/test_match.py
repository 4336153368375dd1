"""Matches: every deal and the rotation between deals judged by the referee; the same compiled or not."""

import json
import threading
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from judging import Job, named, strategy_files
from test_judged_options import OF_A_MATCH
from uncompiled import TESTS, run_uncompiled
from written import keep_compiled_code_in, strategy_text, write_text

from mighty_sim.errors import InputError, RulesError, StrategyFault
from mighty_sim.experiment import Experiment, Forced, from_names
from mighty_sim.glossary import options
from mighty_sim.kernels.batch import Batch, columns_for
from mighty_sim.kernels.match import MATCHES, MatchBatch, MatchRows, most_score
from mighty_sim.kernels.ruleset import mode_of
from mighty_sim.rules import load_table, table_names
from mighty_sim.strategy import load

SEED = 31
#: Options of a match flipped, with the table that they are flipped at.
FLIPS = """
standard deal.next_dealer=clockwise
standard deal.next_dealer=declarer
standard deal.next_dealer=friend_else_declarer deal.first_bidder=dealer
standard deal.next_dealer=clockwise deal.first_bidder=left_of_dealer auction.all_pass=next_dealer_redeals
standard match.deals=3 match.wins=low_total
standard match.ends=total match.total=40
standard match.ends=total match.total=15 match.wins=low_total misdeal.redeal_by=next
standard match.deals=1
penalty-5 deal.next_dealer=friend_else_declarer deal.first_bidder=dealer_then_previous_declarer
penalty-5 deal.next_dealer=declarer deal.first_bidder=dealer match.wins=high_total
penalty-5 match.ends=total match.total=25
penalty-5 match.ends=deals match.total=25 match.deals=12
penalty-6 deal.next_dealer=friend_else_declarer auction.all_pass=next_dealer_redeals misdeal.enabled=true
penalty-6 deal.next_dealer=friend_else_declarer friend.copies=first_played deal.first_bidder=dealer
penalty-7 deal.next_dealer=friend_else_declarer deal.first_bidder=dealer_then_previous_declarer
penalty-8 deal.next_dealer=friend_else_declarer match.ends=total match.total=30 match.wins=high_total
"""
LINES = [tuple(line.split()) for line in FLIPS.strip().splitlines()]


def batch_of(job: Job) -> MatchBatch:
    loaded = {path: load(path) for path in strategy_files(job)}
    line_up = tuple(loaded[path] for path in strategy_files(job))
    return MatchBatch(Experiment(load_table(job.table, job.settings), line_up, SEED))


def judged(jobs: list[Job], folder: Path) -> Counter[str]:
    """Judge the matches of several jobs in one process without the compiler; how often each situation came up."""
    orders = []
    for place, job in enumerate(jobs):
        played = batch_of(job).play(job.first, job.count)
        np.savez(folder / f"played{place}.npz", totals=played.totals, deals=played.deals, rows=played.rows)
        orders.append({
            "table": job.table,
            "settings": list(job.settings),
            "strategies": [str(path) for path in strategy_files(job)],
            "seed": SEED,
            "first": job.first,
            "count": job.count,
            "played": str(folder / f"played{place}.npz"),
        })  # fmt: skip
    (folder / "jobs.json").write_text(json.dumps(orders), encoding="utf-8")
    seen: Counter[str] = Counter()
    for report in json.loads(run_uncompiled(str(TESTS / "judge_matches.py"), str(folder / "jobs.json"))):
        seen.update(report["seen"])
        seen["deals"] += report["judged"]
    return seen


OF_THE_TABLES = """
friend deals; declarer deals after a solo; next seat deals; last declarer opens; left of the dealer opens;
redeal in a match: all-pass; redeal in a match: misdeal; dealer changed by a redeal; one winner; tie for the first place
"""
OF_THE_FLIPS = """
friend deals; first of several friends deals; declarer deals; declarer deals after a solo; next seat deals;
last declarer opens; dealer opens; left of the dealer opens; redeal in a match: misdeal; race; negative total in a race;
tie for the first place; two reach the total at once
"""


def test_matches_of_every_table(tmp_path: Path) -> None:
    jobs = [Job(name, 0, 10, table=table) for table in table_names() for name in ("random", "greedy")]
    jobs += [Job("eager", 100, 4, table=table) for table in table_names()]
    seen = judged(jobs, tmp_path)
    assert seen["deals"] == 240 * len(table_names())
    assert {name for name in named(OF_THE_TABLES) if not seen[name]} == set()


def test_every_option_of_a_match(tmp_path: Path) -> None:
    lines = [(table, tuple(line)) for table, *line in LINES]
    jobs = [Job(name, 7, 4, table=table, settings=line) for table, line in lines for name in ("random", "eager")]
    seen = judged(jobs, tmp_path)
    assert {name for name in named(OF_THE_FLIPS) if not seen[name]} == set()


def test_the_options_flipped_are_those_that_deals_alone_leave_out() -> None:
    flipped = {key for _, *line in LINES for key, _, _ in (setting.partition("=") for setting in line)}
    assert flipped >= OF_A_MATCH
    for key in [*OF_A_MATCH, "deal.first_bidder"]:
        values = {load_table(table, line).value(key) for table, *line in LINES}
        assert values >= set(options()[key].words), key
        assert len(values) > 1, key


@pytest.mark.parametrize("table", table_names())
def test_the_cards_are_those_of_the_deal_number(table: str) -> None:
    """Where the first dealer is that of the deal on its own, the first deal of a match is that deal."""
    job = Job("greedy", 0, 1, table=table)
    players = load_table(table).deal.players
    loaded = load(strategy_files(job)[0])
    alone = Batch(Experiment(load_table(table), (loaded,) * players, SEED))
    row = np.zeros((len(alone.columns), 1), np.int16)
    for match in (0, players):
        alone.play(match * 10, 1, row, 0)
        np.testing.assert_array_equal(batch_of(job).play(match, 1).rows[:, :1], row)


@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_whatever_the_pieces_and_the_threads(line: tuple[str, ...]) -> None:
    table, *settings = line
    batch = batch_of(Job("eager", 0, 1, table=table, settings=tuple(settings)))
    whole = batch.play(3, 24)
    totals, deals, rows = (part.copy() for part in whole)
    found: dict[int, tuple[np.ndarray, ...]] = {}

    def work(starts: range) -> None:
        for first in starts:
            found[first] = tuple(part.copy() for part in batch.play(first, 2))

    workers = [threading.Thread(target=work, args=(range(3 + 2 * place, 27, 4),)) for place in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    parts = [found[first] for first in range(3, 27, 2)]
    np.testing.assert_array_equal(np.concatenate([part[0] for part in parts]), totals)
    np.testing.assert_array_equal(np.concatenate([part[1] for part in parts]), deals)
    np.testing.assert_array_equal(np.concatenate([part[2] for part in parts], axis=1), rows)


@pytest.mark.parametrize("table", ["standard", "penalty-3", "penalty-5"])
def test_kernels_that_know_more_play_the_same(table: str) -> None:
    job = Job("eager", 0, 1, table=table)
    own = mode_of(load_table(table))
    first = batch_of(job).play(0, 50)
    for mode in [mode for mode in MATCHES if mode != own and mode is not None]:
        batch = batch_of(job)
        batch._entry = MATCHES[mode]
        other = batch.play(0, 50)
        np.testing.assert_array_equal(other.totals, first.totals)
        np.testing.assert_array_equal(other.rows[:-2], first.rows[:-2])  # two packs tell of the holders in another way


def test_totals_are_the_sums_of_the_scores() -> None:
    batch = batch_of(Job("eager", 0, 1, settings=("match.ends=total", "match.total=60")))
    played = batch.play(0, 40)
    scores = [place for place, column in enumerate(batch.columns) if column.name.startswith("score_")]
    assert played.rows.shape[1] == played.deals.sum()
    at = 0
    for totals, deals in zip(played.totals, played.deals, strict=True):
        running = played.rows[scores, at : at + deals].astype(np.int64).cumsum(axis=1)
        at += deals
        assert running[:, -1].tolist() == totals.tolist()
        assert (running[:, :-1] < 60).all()
        assert running[:, -1].max() >= 60


def test_matches_have_at_most_a_thousand_deals() -> None:
    job = Job("random", 0, 1, settings=("match.deals=1000",))
    assert batch_of(job).play(2, 1).deals.tolist() == [1000]
    endless = Job("random", 0, 1, table="penalty-5", settings=("match.ends=total", "match.total=100000"))
    played = batch_of(endless).play(2, 2)
    assert played.deals.tolist() == [1000, 1000]
    assert played.totals.max() < 100_000
    with pytest.raises(RulesError, match=r"match\.deals=1001.*1 to 1000"):
        batch_of(job._replace(settings=("match.deals=1001",)))


def test_what_makes_no_match_is_refused() -> None:
    experiment = from_names("standard", "random", 1)
    with pytest.raises(InputError, match="a forced declarer is for deals on their own"):
        MatchBatch(Experiment(experiment.rules, experiment.strategies, 1, Forced(0, 15)))
    with pytest.raises(ValueError, match="-1 matches from 0 cannot be played"):
        MatchBatch(experiment).play(0, -1)


def test_a_fault_names_match_and_deal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    batch_of(Job("random", 0, 1))  # the kernels are compiled, and that is kept
    keep_compiled_code_in(tmp_path, monkeypatch)
    path = write_text(tmp_path, strategy_text(play="return right_card(game, me) if me.draw(300) else 0"))
    told = r"'trial' at seat \d, match 4, deal 4\d, play: it failed, or its answer is against the rules"
    with pytest.raises(StrategyFault, match=told) as fault:
        MatchBatch(from_names("standard", str(path), 1)).play(4, 1)
    assert fault.value.deal is not None
    assert fault.value.deal // 10 == 4


def rows_in_matches(table: str, cuts: list[int]) -> np.ndarray:
    """The first deals of matches of ten as a run keeps them, played in pieces that end where `cuts` say."""
    experiment = replace(from_names(table, "greedy", 7), in_matches=True)
    batch = MatchRows(experiment)
    out = np.zeros((len(batch.columns), cuts[-1]), np.int16)
    for first, end in pairwise([0, *cuts]):
        batch.play(first, end - first, out, first)
    return out


@pytest.mark.parametrize("table", ["standard", "penalty-5", "penalty-6"])
def test_rows_are_those_of_the_matches_however_they_are_cut(table: str) -> None:
    whole = rows_in_matches(table, [60])
    assert (rows_in_matches(table, [3, 10, 11, 29, 60]) == whole).all()
    batch = MatchBatch(from_names(table, "greedy", 7))
    played = batch.play(0, 6)
    assert (whole[: len(played.rows)] == played.rows).all()
    assert whole[len(played.rows)].tolist() == [*range(1, 11)] * 6
    totals = whole[len(played.rows) + 1 :, 9::10].T
    assert totals.tolist() == played.totals.tolist()


def test_a_row_has_no_room_for_a_race_or_for_a_match_without_end() -> None:
    race = from_names("standard", "greedy", 7, settings=["match.ends=total"])
    with pytest.raises(InputError, match=r"match\.ends = 'total', but rows need matches of one length"):
        MatchRows(replace(race, in_matches=True))
    long = from_names("standard", "greedy", 7, settings=["match.deals=500"])
    with pytest.raises(InputError, match="a match of 500 deals; its totals fit a row up to"):
        MatchRows(replace(long, in_matches=True))


@pytest.mark.parametrize("table", ["standard", "penalty-3", "penalty-8"])
def test_no_score_passes_the_bound_of_the_totals(table: str) -> None:
    rows = rows_in_matches(table, [2000])
    first = [column.name for column in columns_for(load_table(table))].index("score_0")
    scores = rows[first : first + load_table(table).deal.players]
    assert 0 < abs(scores.astype(int)).max() <= most_score(load_table(table))
