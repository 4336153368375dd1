"""`results/README.md`: the columns it describes are those that are written, and its recipe works."""

import re
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from fake_batch import FakeBatch, made_up

from mighty_sim.experiment import from_names
from mighty_sim.kernels.batch import columns_for
from mighty_sim.kernels.match import MatchRows
from mighty_sim.rules import load_table, table_names
from mighty_sim.runner import Request, run

PAGE = (Path(__file__).parent.parent / "results" / "README.md").read_text(encoding="utf-8")


def described(part: str) -> list[tuple[str, str]]:
    """The columns that a part of the page describes, with their types."""
    return re.findall(r"^\| `(\w+)`(?: …)? \| (\w+) \|", part, re.MULTILINE)


def columns_of(table: str) -> list[tuple[str, str]]:
    """The columns of a table; of the scores the first alone."""
    real = [("deal", "int64"), *((column.name, column.dtype) for column in columns_for(load_table(table)))]
    return [pair for pair in real if not re.fullmatch("score_[1-9]", pair[0])]


def test_every_column_is_described() -> None:
    here, rest = PAGE.split("Other tables have the same columns")
    others, matches = rest.split("## Tournaments")[0].split("With `--match N`")
    assert described(here) == columns_of("standard")
    assert [*described(here)[:-2], *described(others)] == columns_of("penalty-6")
    in_matches = MatchRows(replace(from_names("standard", "greedy", 1), in_matches=True)).columns
    added = [(column.name, column.dtype) for column in in_matches[len(columns_for(load_table("standard"))) :]]
    assert described(matches) == [("match", "int64"), *added[:2]]
    assert [name for name, _ in added[1:]] == [f"total_{seat}" for seat in range(5)]
    for table in table_names():
        assert columns_of(table) in (columns_of("standard"), columns_of("penalty-6"))


def test_the_made_up_columns_are_the_real_ones() -> None:
    """What the tests of the machinery write has the form of what the kernels write."""
    made = [(column.name, pd.Series(dtype=column.dtype).dtype.name) for column in FakeBatch.columns]
    assert made == [(column.name, column.dtype) for column in columns_for(load_table("standard"))]


def test_the_recipe_for_pandas_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    run(Request(made_up(), 3000, Path("results/first")), None, FakeBatch)
    recipes = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (pandas,) = [recipe for recipe in recipes if "import pandas" in recipe]
    found: dict[str, pd.DataFrame] = {}
    exec(pandas, found)
    assert list(found["deals"].columns) == ["contract", "made"]
    assert len(found["deals"]) == 3000
    assert re.search(r"^20 +\d+ +0\.\d+$", capsys.readouterr().out, re.MULTILINE)
    (pyarrow,) = [recipe for recipe in recipes if "import pyarrow" in recipe]
    exec(pyarrow, {})
    assert "'engine_version': 2" in capsys.readouterr().out
