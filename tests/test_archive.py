"""A tournament's folder: whole files or none, what is in them, and whose folder it is."""

import json
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from mighty_sim.archive import DEALS, PAIRS, STANDINGS, Archive
from mighty_sim.errors import InputError, RunError

KNOWN = {"seed": 1, "deals": 3}
ROWS = [
    {"place": 1, "strategy": "a", "score_mean": 0.25, "separated": True},
    {"place": 2, "strategy": "b", "score_mean": float("nan"), "separated": None},
]


def filled(folder: Path) -> Archive:
    archive = Archive(folder, KNOWN)
    with archive.claimed():
        with archive.scores(2, 3) as writer:
            writer.add([np.array([1, 2, -70_000]), np.array([4, 5, 6])])
            writer.finish()
        archive.keep(PAIRS, ROWS)
        archive.keep(STANDINGS, ROWS)
    return archive


def test_a_new_folder_is_made_when_it_is_filled(tmp_path: Path) -> None:
    assert not Archive(tmp_path / "new", KNOWN).finished
    assert not (tmp_path / "new").exists()
    filled(tmp_path / "new")
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == [DEALS, PAIRS, STANDINGS]
    assert Archive(tmp_path / "new", KNOWN).finished


def test_every_file_says_what_it_is_of(tmp_path: Path) -> None:
    filled(tmp_path)
    for name in (DEALS, PAIRS, STANDINGS):
        known = json.loads(pq.read_metadata(tmp_path / name).metadata[b"mighty_sim"])
        assert known == {"format": 1, "tournament": KNOWN}
    deals = pq.read_table(tmp_path / DEALS)
    assert deals.to_pydict() == {"deal": [0, 1, 2], "score_0": [1, 2, -70_000], "score_1": [4, 5, 6]}


def test_a_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    found = filled(tmp_path).read(STANDINGS)
    assert found.drop(columns="score_mean").to_dict("records") == [
        {name: value for name, value in row.items() if name != "score_mean"} for row in ROWS
    ]
    assert found["score_mean"][0] == 0.25
    assert np.isnan(found["score_mean"][1])


def test_the_same_rows_are_the_same_bytes(tmp_path: Path) -> None:
    filled(tmp_path / "a")
    filled(tmp_path / "b")
    for name in (DEALS, PAIRS, STANDINGS):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_a_folder_that_holds_anything_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError, match=r"'.*file' is not a folder; name another by --out"):
        Archive(tmp_path / "file", KNOWN)
    with pytest.raises(InputError, match="holds 'file', which is not a tournament's; name another folder"):
        Archive(tmp_path, KNOWN)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / ".hidden").write_text("x")
    assert not Archive(tmp_path / "other", KNOWN).finished


def test_another_tournament_is_refused_with_what_differs(tmp_path: Path) -> None:
    filled(tmp_path)
    with pytest.raises(InputError, match=r"holds another tournament \(deals\.parquet: seed is 1 there, 2 here\)"):
        Archive(tmp_path, KNOWN | {"seed": 2})


def test_files_of_that_name_that_are_something_else(tmp_path: Path) -> None:
    filled(tmp_path)
    pq.write_table(pq.read_table(tmp_path / PAIRS).replace_schema_metadata(None), tmp_path / PAIRS)
    with pytest.raises(InputError, match="is no file of a tournament"):
        Archive(tmp_path, KNOWN)
    (tmp_path / PAIRS).write_text("no parquet")
    with pytest.raises(RunError, match="cannot read"):
        Archive(tmp_path, KNOWN)


def test_what_fails_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = Archive(tmp_path / "new", KNOWN)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("mighty_sim.archive.os.fsync", full)
    with pytest.raises(RunError, match="No space left"), archive.claimed():
        archive.keep(PAIRS, ROWS)
    assert not (tmp_path / "new").exists()
