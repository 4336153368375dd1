"""Stored deals as a batch: the same block as what played them."""

from pathlib import Path

import numpy as np
import pytest
from fake_batch import FORCED, FakeBatch, made_up, values

from mighty_sim import chunks
from mighty_sim.errors import RunError
from mighty_sim.kept import KeptBatch
from mighty_sim.runner import Request, run


def test_stored_deals_are_the_deals_that_were_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "CHUNK", 512)
    monkeypatch.setattr(chunks, "GROUP", 256)
    experiment = made_up(forced=FORCED)
    run(Request(experiment, 1300, tmp_path / "run"), make_batch=FakeBatch)
    batch = KeptBatch(tmp_path / "run", 1200)
    assert [column.name for column in batch.columns] == [column.name for column in FakeBatch.columns]
    out = np.zeros((len(batch.columns) + 1, 700), np.int16)
    batch.play(501, 600, out, 50)
    assert (out[:-1, 50:650] == values(experiment, 501, 600)).all()
    assert not out[:, :50].any()
    assert not out[:, 650:].any()


def test_too_few_deals_are_refused(tmp_path: Path) -> None:
    run(Request(made_up(), 100, tmp_path / "run"), make_batch=FakeBatch)
    with pytest.raises(RunError, match="has 100 deals of 101"):
        KeptBatch(tmp_path / "run", 101)
    with pytest.raises(RunError, match="No such file"):
        KeptBatch(tmp_path / "none", 1)
