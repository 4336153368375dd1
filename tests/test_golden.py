"""One deal of each table as a page, read by eye against the rules; it changes only with a rule or with `greedy`."""

from pathlib import Path

import pytest
from uncompiled import run_uncompiled

from mighty_sim.rules import table_names

GOLDEN = Path(__file__).parent / "data" / "golden"


@pytest.mark.parametrize("table", table_names())
def test_the_page_of_a_deal(table: str) -> None:
    wanted = ["--table", table, "--strategy", "greedy", "--seed", "1", "--deals", "3"]
    page = run_uncompiled("-m", "mighty_sim", "replay", *wanted)
    assert page == (GOLDEN / f"{table}.txt").read_text(encoding="utf-8")


def test_every_table_has_one() -> None:
    assert sorted(path.stem for path in GOLDEN.iterdir()) == sorted(table_names())
