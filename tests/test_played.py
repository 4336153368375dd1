"""Deals that were played, as answers; `test_questions.py` compares them with what the commands print."""

from pathlib import Path

import pandas as pd
from fake_batch import FORCED, FakeBatch, made_up, values

from mighty_sim.limits import Limits
from mighty_sim.played import Run, Success, rows_in
from mighty_sim.runner import Outcome, Request, run
from mighty_sim.strength import MEASURES, Successes


def played(folder: Path, deals: int, limits: Limits | None = None) -> Run:
    wanted = Request(made_up(), deals, folder, limits=limits or Limits())
    return Run(made_up(), run(wanted, None, FakeBatch), folder, None)


def test_rows_are_read_when_they_are_asked_for(tmp_path: Path) -> None:
    found = played(tmp_path, 300)
    kept = tmp_path / "chunk-000000.parquet"
    moved = kept.rename(tmp_path / "elsewhere")
    moved.rename(kept)
    assert list(found.frame["points"]) == list(values(made_up(), 0, 300)[9])
    kept.unlink()
    assert len(found.frame) == 300  # read once


def test_a_shorter_request_has_the_first_rows(tmp_path: Path) -> None:
    whole = played(tmp_path, 300).frame
    shorter = played(tmp_path, 100)
    assert (shorter.deals, shorter.outcome.played) == (100, 0)
    pd.testing.assert_frame_equal(shorter.frame, whole.head(100))
    assert len(rows_in(tmp_path, 7)) == 7


def test_a_run_says_which_limit_ended_it(tmp_path: Path) -> None:
    assert not any(note.startswith("Stopped") for note in played(tmp_path / "whole", 2000).notes)
    found = played(tmp_path / "precise", 50_000, Limits(precision=0.02))
    assert found.deals < 50_000
    assert found.notes[0] == f"Stopped: precision 0.02 was reached after {found.deals:,} deals."
    assert f"{found.deals:,} deals of seed 1" in found.title


def test_success_has_a_row_for_each_class_and_number() -> None:
    experiment = made_up(forced=FORCED)
    tally = Successes(MEASURES["trumps"], when="dealt", forced=True)
    outcome: Outcome = run(Request(experiment, 2000, None), tally, FakeBatch)
    found = Success(experiment, tally, "dealt", outcome)
    block = values(experiment, 0, 2000)
    points, trumps = block[9], block[20]
    assert set(found.frame["number"]) == set(range(13, 21))
    for _, row in found.frame[found.frame["strength"].notna()].iterrows():
        own = points[(trumps >= row["strength"]) & (trumps <= row["strength_to"])]
        assert (row["n"], row["made"]) == (len(own), (own >= row["number"]).sum())
    whole = found.frame[found.frame["strength"].isna()]
    assert list(whole["made"]) == [(points >= number).sum() for number in whole["number"]]
    assert found.title == "Success by trumps of the declarer's hand as dealt"
    assert found.number == 15
    assert found.frame is found.frame
