"""The page of a tournament says what its tables say, and how to play it again."""

from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from fake_batch import FakeBatch
from plain_page import Read

from mighty_sim.contest import Tournament, from_names, play
from mighty_sim.errors import InputError, RunError
from mighty_sim.page import Page, Table, render
from mighty_sim.tournament_report import page

EVIL = "<script>alert(1)</script>"
WORDS = ("greedy", "random", "steady")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tournament")


@pytest.fixture(scope="module")
def found(folder: Path) -> Tournament:
    return play(from_names("standard", list(WORDS), 1, 400), folder, make_batch=FakeBatch)


@pytest.fixture(scope="module")
def shown(found: Tournament, folder: Path) -> Page:
    assert len(found.standings) == len(WORDS)
    return page(folder)


def table(shown: Page, caption: str) -> Table:
    (found,) = [one for section in shown.sections for one in section.tables if one.caption == caption]
    return found


def test_the_standings_are_in_their_order(shown: Page, found: Tournament) -> None:
    rows = table(shown, "Mean score of a seat in a deal").rows
    assert [row[1].text for row in rows] == list(found.standings["strategy"])
    assert [row[2].sort for row in rows] == pytest.approx(list(found.standings["score_mean"]))
    reach = found.standings["score_high"] - found.standings["score_mean"]
    assert [row[2].small for row in rows] == [f"±{value:.2f}" for value in reach]
    assert shown.facts[0].name == f"1. {rows[0][1].text}"


def test_every_two_contestants_have_a_row(shown: Page, found: Tournament) -> None:
    rows = table(shown, "Every two contestants").rows
    assert [(row[0].text, row[1].text) for row in rows] == list(
        zip(found.pairs["strategy"], found.pairs["other"], strict=True)
    )
    assert [row[4].sort for row in rows] == pytest.approx(list(found.pairs["p_holm"]), rel=1e-5)
    apart = int(found.pairs["separated"].sum())
    assert f"{apart} of 3 pairs are separated by more than luck." in shown.findings


def changed(folder: Path, target: Path, **values: object) -> None:
    """Copy the tables of a tournament, with other values in some columns of the standings."""
    for name, others in (("standings", values), ("pairs", {})):
        path = folder / f"{name}.parquet"
        table = pa.Table.from_pandas(pd.read_parquet(path).assign(**others), preserve_index=False)
        pq.write_table(table.replace_schema_metadata(pq.read_metadata(path).metadata), target / path.name)


@pytest.mark.parametrize(("separated", "told"), [(True, "more than luck"), (False, "that may be luck")])
def test_luck_and_more_than_luck_are_told_apart(
    shown: Page, folder: Path, tmp_path: Path, separated: bool, told: str
) -> None:
    changed(folder, tmp_path, separated=separated)
    found = page(tmp_path)
    assert told in found.findings[0]
    assert found.findings[1:] == shown.findings[1:]


def test_it_says_what_was_played_and_how_to_play_it_again(shown: Page, found: Tournament) -> None:
    (again,) = [section for section in shown.sections if section.name == "again"]
    assert again.commands[0] == (
        "mighty-sim tournament greedy random steady --table standard --deals 400 --seed 1 --out results/again"
    )
    (played,) = [dict(section.terms) for section in shown.sections if section.name == "played"]
    assert [text.split()[0] for text in played["contestants"]] == list(WORDS)
    assert "It holds against this field alone" in Read(render(shown)).text


@pytest.mark.usefixtures("found")
def test_names_are_text(folder: Path, tmp_path: Path) -> None:
    changed(folder, tmp_path, strategy=[EVIL, "b", "c"])
    text = render(page(tmp_path))
    assert EVIL not in text
    assert f"Tournament at the table standard: {EVIL} first" in Read(text).text


def test_the_same_folder_gives_the_same_bytes(folder: Path, shown: Page) -> None:
    assert render(shown) == render(page(folder))


def test_files_of_something_else_are_refused(tmp_path: Path) -> None:
    pd.DataFrame({"a": [1]}).to_parquet(tmp_path / "standings.parquet")
    with pytest.raises(InputError, match="is no file of a tournament"):
        page(tmp_path)
    (tmp_path / "standings.parquet").write_bytes(b"PAR1 torn")
    with pytest.raises(RunError):
        page(tmp_path)
