"""`measures` and the grids of `success` on the command line; the deals are made up, the rest is real."""

import csv
import io
import json
from pathlib import Path

import pytest
from fake_batch import FakeBatch

from mighty_sim import runner


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(runner, "batch_of", FakeBatch)


def test_every_measure_is_told_in_full(said) -> None:
    page = said("measures", "list")[0]
    assert all(len(line) <= 80 for line in page.splitlines())
    rows = json.loads(said("measures", "list", "--format", "json")[0])
    assert [row["measure"] for row in rows] == ["points", "trumps", "tricks", "weakness"]
    assert all(row["meaning"].endswith(".") for row in rows)
    (tricks,) = [row for row in rows if row["measure"] == "tricks"]
    assert (tricks["class_width"], tricks["stored_per_unit"]) == (0.5, 4)


def test_a_ranking_for_reading(said) -> None:
    page, told = said("measures", "rank", "--deals", "2000")
    lines = page.splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert [line.split()[0] for line in lines if "±" in line] == [str(place) for place in range(1, 11)]
    for words in ("2,000 deals of seed 1", "steady", "15 or more", "ROC", "DeLong", "Holm", "not for Mighty as such"):
        assert words in " ".join(page.split())
    assert "played 2,000 deals" in told
    assert not list(Path.cwd().iterdir())


def test_a_ranking_of_what_was_bid_for_programs(said) -> None:
    text = said("measures", "rank", "--deals", "2000", "--declarer", "auction", "--format", "csv", "--quiet")[0]
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 10
    assert all(float(row["auc_low"]) <= float(row["auc"]) <= float(row["auc_high"]) for row in rows)
    assert rows[-1]["separated"] == rows[-1]["ahead"] == ""
    page = said("measures", "rank", "--deals", "500", "--declarer", "auction")[0]
    assert "contract is made" in " ".join(page.split())


def test_a_ranking_as_a_picture(said) -> None:
    assert "figure in rank.svg" in said("measures", "rank", "--deals", "500", "--plot", "rank.svg")[1]
    assert "<svg" in Path("rank.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("width", ["40", "80", "200"])
@pytest.mark.parametrize("more", [(), ("--declarer", "auction")])
def test_the_page_of_a_grid(said, monkeypatch: pytest.MonkeyPatch, width: str, more: tuple[str, ...]) -> None:
    monkeypatch.setenv("COLUMNS", width)
    page = said("success", "--deals", "20k", "--by", "trumps,points", "--keep", "none", *more)[0]
    tables = page.split("trumps by points")[1:]
    assert all(len(line) <= max(80, int(width)) for line in page.splitlines())
    rows = json.loads(said("success", "--deals", "20k", "--by", "trumps,points", "--format", "json", *more)[0])
    number = None if more else 15
    (cell,) = [row for row in rows if (row["trumps"], row["points"], row["number"]) == (5, 3, number)]
    assert f"n {cell['n']:,}" in page
    assert f"{100 * cell['rate_low']:.1f}–{100 * cell['rate_high']:.1f}" in page
    every = [row for row in rows if (row["trumps"], row["points"], row["number"]) == (None, None, number)]
    assert f"n {every[0]['n']:,}" in page
    assert len(tables) >= 2
    assert page.count("Share of all hands") == 1
    assert ("the contract is made" in page) == bool(more)


def test_a_grid_for_programs_has_every_cell_and_number(said) -> None:
    text = said("success", "--deals", "3000", "--by", "tricks,trumps", "--format", "csv", "--quiet")[0]
    rows = list(csv.DictReader(io.StringIO(text)))
    assert list(rows[0])[:6] == ["tricks", "tricks_to", "trumps", "trumps_to", "n", "share"]
    inner = [row for row in rows if row["tricks"] and row["trumps"]]
    for number in range(13, 21):
        assert sum(int(row["n"]) for row in inner if row["number"] == str(number)) == 3000


def test_a_grid_in_markdown_and_as_a_picture(said) -> None:
    words = ("success", "--deals", "3000", "--by", "trumps,tricks", "--keep", "none")
    page, told = said(*words, "--format", "markdown", "--plot", "grid.png")
    assert page.count("| trumps by tricks |") == 2
    assert "<br>" in page
    assert "figure in grid.png" in told
    assert Path("grid.png").stat().st_size > 5000


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("success --by trumps,trick", "unknown measure 'trick'; did you mean 'tricks'?"),
        ("success --by trumps,trumps", "'trumps,trumps' names 'trumps' twice"),
        ("success --by trumps,tricks,points", "names 3 measures; a grid has 2"),
        ("measures rank --declarer auction --number 15", "--number goes with --declarer forced"),
        ("measures rank --when deal", "unknown time 'deal'"),
    ],
)
def test_what_cannot_be_asked(said, line: str, words: str) -> None:
    assert words in said(*line.split(), code=2)[1]
