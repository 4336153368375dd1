"""The examples in `strategies/README.md` are whole files that pass the kit, and its commands are real."""

import re
import shlex
from pathlib import Path

import click
import pytest
from test_cli import commands
from written import keep_compiled_code_in, write_text

from mighty_sim import cli, conformance
from mighty_sim.catalog import strategy_names
from mighty_sim.conformance import Plan, examine
from mighty_sim.cost import Cost

README = (Path(__file__).parent.parent / "strategies" / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("place", range(len(EXAMPLES)))
def test_an_example_is_a_strategy_that_passes(place: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "compile_time", lambda strategy: 1.0)
    monkeypatch.setattr(conformance, "cost", lambda experiment: Cost(1.0, 1.0, 1))
    keep_compiled_code_in(tmp_path, monkeypatch)
    path = write_text(tmp_path, EXAMPLES[place], f"example_{place}")
    report = examine(Plan(str(path), ["standard"], 100, questions=25))
    assert report.passed, report.findings


def test_there_is_an_example_of_everything() -> None:
    everything = "\n".join(EXAMPLES)
    assert all(word in everything for word in ("base = ", "compiled = False", "parameter(", "me.value(", "me.draw("))
    assert EXAMPLES[0].count("\n@") == 1
    assert EXAMPLES[1].count("\n@") == 4


def test_its_commands_are_there() -> None:
    lines = re.findall(r"^\$ (.*)$", README, re.MULTILINE)
    assert len(lines) == 4
    for line in lines:
        program, *words = shlex.split(line)
        assert program == "mighty-sim"
        known = dict(commands(words[0]))
        command = known.get(" ".join(words[:2])) or known[words[0]]
        used = {word.split("=")[0] for word in words if word.startswith("--")}
        assert used <= {option for parameter in command.params for option in parameter.opts}
    assert isinstance(cli.cli, click.Group)


def test_every_shipped_strategy_is_named() -> None:
    assert {*strategy_names()} <= {*re.findall(r"^- `(\w+)\.py`", README, re.MULTILINE)}


def test_the_checks_are_those_of_the_kit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "compile_time", lambda strategy: 1.0)
    monkeypatch.setattr(conformance, "cost", lambda experiment: Cost(1.0, 1.0, 1))
    report = examine(Plan("random", ["standard"], 100, questions=10))
    table = README.split("| check | ")[1].split("\n\n")[0]
    named = re.findall(r"^\| (\w+) \|", table, re.MULTILINE)
    assert named == [one.check for one in report.findings][: len(named)] and len(named) == 5
