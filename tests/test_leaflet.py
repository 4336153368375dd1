"""What is told of a strategy without running it, and the file that a new one begins as."""

from pathlib import Path

import pytest

from mighty_sim.catalog import strategy_names, strategy_path
from mighty_sim.errors import InputError
from mighty_sim.leaflet import TEMPLATE, begin, leaflet, leaflets
from mighty_sim.strategy import load

FILE = '''"""Bids.

And more.
"""
import mighty_sim.strategy as words
from mighty_sim.strategy import parameter

raise SystemExit("run")
base = "steady:boldness=0.2"
nerve = parameter(8, 0, 14, "points")
itch = words.parameter(default=0.05, low=0.0, high=1.0)
limit = max(1, 2)
MOST = 20
'''


def test_a_file_is_read_and_not_run(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(FILE)
    told = leaflet("mine", path)
    assert (told.summary, told.text) == ("Bids.", "Bids.\n\nAnd more.")
    assert told.parameters == {"nerve": "8", "itch": "0.05"}
    assert told.base == "steady:boldness=0.2"


def test_a_file_that_tells_nothing(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("x = 1\nbase = x\n")
    told = leaflet("mine", path)
    assert (told.summary, told.parameters, told.base) == ("", {}, "")


@pytest.mark.parametrize("content", [b"def\n", b"\xff\xfe", b"x = '\0'"])
def test_what_is_no_python_is_quoted(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "mine.py"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"cannot read the strategy '\S*mine\.py': "):
        leaflet("mine", path)


def test_every_shipped_strategy_is_listed_with_its_parameters() -> None:
    told = {one.name: one for one in leaflets()}
    assert {*strategy_names()} <= told.keys()
    for name in strategy_names():
        loaded = load(strategy_path(name))
        assert told[name].summary == loaded.summary
        own = {key: loaded.parameters[key].parse(text) for key, text in told[name].parameters.items()}
        assert own == {key: loaded.parameters[key].default for key in own}
        assert told[name].base or own.keys() == loaded.parameters.keys()


def test_strategies_of_other_packages_are_listed_after_the_shipped(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "their_players.py").write_text('"""Theirs."""\nnerve = parameter(1, 0, 2)\n')
    monkeypatch.syspath_prepend(str(tmp_path))
    offered = {"theirs": "their_players", "random": "their_players", "gone": "their_players_gone"}
    monkeypatch.setattr("mighty_sim.leaflet.installed_strategies", lambda: offered)
    monkeypatch.setattr("mighty_sim.catalog.installed_strategies", lambda: offered)
    *shipped, theirs, gone = leaflets()
    assert [one.name for one in shipped] == strategy_names()
    assert (theirs.package, theirs.summary, theirs.parameters) == ("their_players", "Theirs.", {"nerve": "1"})
    assert gone.name == "gone"
    assert gone.summary.startswith("cannot be seated: the strategy 'gone' of an installed package")


def test_a_new_strategy_is_the_template_with_a_first_line_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    begin(path)
    new, old = path.read_text().splitlines(), strategy_path(TEMPLATE).read_text().splitlines()
    assert new[1:] == old[1:]
    assert new[0].startswith('"""') and new[0] != old[0]
    loaded, template = load(path), load(strategy_path(TEMPLATE))
    assert loaded.summary == new[0].removeprefix('"""')
    assert loaded.hooks.keys() == template.hooks.keys()
    assert loaded.parameters.keys() == template.parameters.keys()


def test_the_template_shows_every_decision_and_says_what_each_line_is_for() -> None:
    text = strategy_path(TEMPLATE).read_text()
    for mark in ("plan", "claim", "bid", "change", "exchange", "friend", "lead", "play"):
        before = text.split(f"\n@{mark}\n")[0].splitlines()
        assert before[-1].startswith("# "), mark
    assert "parameter(" in text and "me.value(" in text
    assert "deleted" in text


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("mine", r"'\S*mine' is no name for a strategy"),
        ("mine.txt", "is no name for a strategy"),
        (".py", "is no name for a strategy"),
        ("a,b.py", "could not be seated"),
        ("a:x=1.py", "could not be seated"),
        ("nowhere/mine.py", r"cannot write '\S*nowhere/mine\.py': No such file"),
        ("there.py", "is there already"),
    ],
)
def test_a_new_strategy_goes_to_a_place_of_its_own(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "there.py").write_text("# mine\n")
    with pytest.raises(InputError, match=said):
        begin(tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == ["there.py"]
    assert (tmp_path / "there.py").read_text() == "# mine\n"
