"""A run's folder: what is reused, what is refused, and that a refusal changes nothing."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from fake_batch import FakeBatch, made_up, values

from mighty_sim import chunks
from mighty_sim.chunks import Span
from mighty_sim.errors import InputError, MightyError, RunError
from mighty_sim.store import Store, read_folder


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "CHUNK", 1000)
    monkeypatch.setattr(chunks, "GROUP", 400)


def fill(folder: Path, *spans: Span, seed: int = 1) -> Path:
    experiment = made_up(seed)
    store = Store(folder, experiment)
    with store.claimed():
        for span in spans:
            with store.writer(span, FakeBatch.columns) as writer:
                for part in span.groups():
                    writer.add(list(values(experiment, part.first, part.count)))
                writer.finish()
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def refused(folder: Path, kind: type[MightyError], match: str) -> None:
    before = contents(folder.parent)
    with pytest.raises(kind, match=match) as caught:
        Store(folder, made_up())
    assert "\n" not in str(caught.value)
    assert contents(folder.parent) == before


def test_a_new_folder_is_made_only_when_it_is_used(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    store = Store(folder, made_up())
    assert store.finished(Span(0, 1)) is None
    assert not folder.parent.exists()
    with store.claimed():
        assert folder.is_dir()
    assert not folder.parent.exists()


def test_only_what_was_made_and_holds_nothing_is_removed(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    with Store(tmp_path / "mine", made_up()).claimed():
        pass
    with Store(tmp_path / "new" / "run", made_up()).claimed():
        (tmp_path / "new" / "note").write_text("somebody's")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["mine", "new", "note"]


def test_finished_chunks_are_found(tmp_path: Path) -> None:
    store = Store(fill(tmp_path, Span(0, 1000), Span(2000, 500)), made_up())
    assert store.finished(Span(0, 1000)).path.name == "chunk-000000.parquet"
    assert store.finished(Span(0, 10)).span == Span(0, 1000)
    assert store.finished(Span(1000, 1000)) is None
    assert store.finished(Span(2000, 500)).span.count == 500
    assert store.finished(Span(2000, 501)) is None


def test_a_longer_chunk_replaces_a_shorter_one(tmp_path: Path) -> None:
    fill(tmp_path, Span(0, 300))
    fill(tmp_path, Span(0, 700))
    assert [item.span for item in read_folder(tmp_path)] == [Span(0, 700)]


def test_leftovers_do_not_count_and_are_swept(tmp_path: Path) -> None:
    fill(tmp_path, Span(0, 1000))
    (tmp_path / ".chunk-000001.parquet.tmp").write_bytes(b"half")
    (tmp_path / ".DS_Store").write_bytes(b"somebody's")
    store = Store(tmp_path, made_up())
    assert len(list(tmp_path.iterdir())) == 3
    with store.claimed():
        assert {path.name for path in tmp_path.iterdir()} == {"chunk-000000.parquet", ".DS_Store"}


def test_another_experiment_is_refused_and_told_apart(tmp_path: Path) -> None:
    folder = fill(tmp_path / "run", Span(0, 10), seed=2)
    refused(folder, InputError, r"another experiment's run \(chunk-000000.parquet: seed is 2 there, 1 here\)")


@pytest.mark.parametrize("name", ["notes.txt", "chunk-1.parquet", "chunk-000000.csv"])
def test_foreign_files_are_refused(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / name).write_text("mine")
    refused(folder, InputError, name)


def test_a_foreign_file_under_a_chunks_name_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "chunk-000000.parquet").write_text("mine, and long enough to be looked into")
    refused(folder, RunError, "cannot read")


def test_a_truncated_chunk_is_refused(tmp_path: Path) -> None:
    folder = fill(tmp_path / "run", Span(0, 1000), Span(1000, 1000))
    path = folder / "chunk-000001.parquet"
    path.write_bytes(path.read_bytes()[:-20])
    refused(folder, RunError, "chunk-000001.parquet")


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("mine")
    refused(tmp_path / "run", InputError, "is not a folder")
    refused(tmp_path / "run" / "deeper", InputError, "cannot be made: '.*run' is not a folder")


def test_a_dangling_link_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "run").symlink_to(tmp_path / "nowhere")
    refused(tmp_path / "run", InputError, "is not a folder")


def test_a_folder_without_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mighty_sim.store.os.access", lambda *_: False)
    refused(tmp_path / "run", RunError, "no permission")


def test_two_runs_do_not_write_to_one_folder(tmp_path: Path) -> None:
    first, second = Store(tmp_path / "run", made_up()), Store(tmp_path / "run", made_up())
    with first.claimed(), pytest.raises(RunError, match="another run is writing"), second.claimed():
        pass
    assert not (tmp_path / "run").exists()
    with second.claimed():
        pass


def test_reading_a_folder(tmp_path: Path) -> None:
    fill(tmp_path / "run", Span(1000, 1000), Span(0, 1000), Span(2000, 7))
    assert [item.span.first for item in read_folder(tmp_path / "run")] == [0, 1000, 2000]


@pytest.mark.parametrize("made", [True, False])
def test_reading_no_run(tmp_path: Path, made: bool) -> None:
    folder = tmp_path / "run"
    if made:
        folder.mkdir()
    with pytest.raises(InputError, match="holds no run" if made else "no folder"):
        read_folder(folder)


def test_reading_two_runs_in_one_folder(tmp_path: Path) -> None:
    fill(tmp_path / "a", Span(0, 10))
    fill(tmp_path / "b", Span(1000, 10), seed=2)
    (tmp_path / "b" / "chunk-000001.parquet").rename(tmp_path / "a" / "chunk-000001.parquet")
    words = r"deals of more than one run \(chunk-000001.parquet: seed is 2 there, 1 here, in chunk-000000.parquet\)"
    with pytest.raises(InputError, match=words) as caught:
        read_folder(tmp_path / "a")
    assert "--out" not in str(caught.value)


def test_a_chunk_of_another_run_is_told_as_such_whatever_its_name(tmp_path: Path) -> None:
    folder = fill(tmp_path / "run", Span(0, 1000))
    other = fill(tmp_path / "other", Span(0, 1000), seed=2)
    (other / "chunk-000000.parquet").rename(folder / "chunk-000001.parquet")
    refused(folder, InputError, r"another experiment's run \(chunk-000001.parquet: seed is 2 there, 1 here\)")
    with pytest.raises(InputError, match="deals of more than one run"):
        read_folder(folder)


def test_advice_fits_the_reader(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    pq.write_table(pa.table({"x": [1]}), folder / "chunk-000000.parquet")
    refused(folder, InputError, r"is no file of a run; name another folder by --out$")
    with pytest.raises(InputError, match=r"is no file of a run$"):
        read_folder(folder)
