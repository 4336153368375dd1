"""Strategy files: what their README promises is there, and its example plays."""

import re
from pathlib import Path

import numpy as np
import pytest

from mighty_sim import strategy
from mighty_sim.catalog import strategy_names, strategy_path
from mighty_sim.experiment import from_names
from mighty_sim.kernels.batch import Batch
from mighty_sim.kernels.state import GAME_SHOWN, HOOKS, SEAT_SHOWN
from mighty_sim.kernels.views import GAME_FACTS, GAME_QUESTIONS, SEAT_FACTS, SEAT_QUESTIONS

README = (Path(__file__).parent.parent / "strategies" / "README.md").read_text(encoding="utf-8")


def named_in(heading: str) -> set[str]:
    """The names in the first column of the table with that heading."""
    table = README.split(f"| `{heading}.`" if heading in ("game", "me") else f"| from `{heading}`")[1].split("\n\n")[0]
    cells = [row.split("|")[1] for row in table.splitlines()[2:]]
    return {name for cell in cells for name in re.findall(r"`@?(\w+)", cell)}


def test_the_readme_names_every_field_and_no_other():
    assert named_in("game") == {*GAME_SHOWN, *GAME_FACTS, *GAME_QUESTIONS}
    assert named_in("me") == {*SEAT_SHOWN, *SEAT_FACTS, *SEAT_QUESTIONS}


def test_the_readme_names_every_word_that_can_be_imported():
    words = named_in("mighty_sim.strategy") | set(re.findall(r"`@?(\w+)", README))
    suits_and_ranks = {"HEARTS", "DIAMONDS", "KINGS", "QUEENS", "JACKS"}  # between "…"
    assert set(strategy.__all__) <= words | suits_and_ranks
    assert all(hasattr(strategy, word) for word in strategy.__all__)


def test_the_readme_names_every_question():
    assert {*re.findall(r"^\| `@(\w+)`", README, re.MULTILINE)} - {"helper"} == {*HOOKS}


def test_the_shortest_strategy_plays(tmp_path):
    path = tmp_path / "shortest.py"
    path.write_text(re.search(r"```python\n(.*?)```", README, re.DOTALL)[1])
    for declarer in ("auction", "forced"):
        batch = Batch(from_names("standard", str(path), 1, declarer))
        out = np.zeros((len(batch.columns), 3000), np.int16)
        batch.play(0, 3000, out, 0)
        assert 0 < out[[column.name for column in batch.columns].index("made")].mean() < 1


@pytest.mark.parametrize("name", strategy_names())
def test_shipped_strategies_are_short_and_tell_what_they_do(name):
    loaded = strategy.load(strategy_path(name))
    assert loaded.name == name
    assert loaded.summary
    assert len(strategy_path(name).read_text(encoding="utf-8").splitlines()) <= 450
    assert loaded.hooks.keys() <= {*HOOKS}


def test_a_strategy_is_known_by_its_content(tmp_path):
    path = tmp_path / "mine.py"
    text = strategy_path("random").read_text(encoding="utf-8")
    path.write_text(text)
    first = strategy.load(path)
    path.write_text(text + "\n# a remark\n")
    second = strategy.load(path)
    assert first.sha256 != second.sha256
    assert first.hooks["play"] is not second.hooks["play"]
    path.write_text(text)
    assert strategy.load(path).sha256 == first.sha256
