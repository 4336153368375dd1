"""The pages of `mighty-sim strategies`: the list, one strategy, a new one's next steps, and what the kit found."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from mighty_sim.conformance import Finding, Plan, Report
    from mighty_sim.leaflet import Leaflet
    from mighty_sim.portrait import Measure, Portrait
    from mighty_sim.strategy import Strategy

#: What happens where a decision has no function at all.
_WITHOUT = {
    "plan": "not asked",
    "claim": "always claims",
    "change": "keeps the contract",
    "lead": "as @play",
}
#: The portrait is shown in two tables, that each be narrow: their titles, and the headings of what they hold.
_PARTS = {
    "Portrait, the bidding": {
        "declares": "declares",
        "thrown_in": "all pass",
        "contract": "contract",
        "notrump": "no-trump",
    },
    "Portrait, what comes of it": {"made": "made", "points": "points", "calls": "calls"},
}
#: So many parameters of a strategy are listed.
_FEW = 3
#: The decisions in the order of a deal.
_ORDER = ("claim", "plan", "bid", "change", "exchange", "friend", "lead", "play")
_WIDTH = 80
_LEAST_TOLD = 0.005
_UNITS = {"blind": "answers", "bids": "auctions", "compiling": ""}


#: The columns of a finding or a figure, and what one has that the other has not.
_NO_FIGURE = dict.fromkeys(("check", "table", "n", "passed", "value", "low", "high", "note"))


def list_rows(found: Sequence[Leaflet]) -> list[dict[str, str]]:
    """Return a row for each strategy: its name, its first line, and its parameters with their defaults."""
    return [
        {"name": one.name, "summary": one.summary, "parameters": _parameters(one), "package": one.package}
        for one in found
    ]


def _parameters(one: Leaflet) -> str:
    """Return the parameters in short: the first few, and whose else there are."""
    few = [f"{name}={value}" for name, value in one.parameters.items()][:_FEW]
    more = len(one.parameters) - len(few)
    return " ".join([*few, *([f"and {more} more"] if more else []), *([f"those of {one.base}"] if one.base else [])])


def next_steps(path: Path) -> str:
    """Return what to say of a new file: where it is, and what to try."""
    name = shlex.quote(str(path))
    commands = [f"strategies check {name}", f"success --strategy {name} --deals 100k"]
    return "\n".join([str(path), "", "Try:", *(f"  mighty-sim {words}" for words in commands), ""])


def strategy_record(strategy: Strategy) -> dict[str, Any]:
    """Return all that `show` tells of a strategy, as values that JSON can hold."""
    from mighty_sim.leaflet import leaflet

    path, known = strategy.path, strategy.parameters
    parameters = [
        {
            "name": name,
            "value": known[name].text(value),
            "default": known[name].text(known[name].default),
            "low": known[name].text(known[name].low),
            "high": known[name].text(known[name].high),
            "meaning": known[name].meaning,
        }
        for name, value in strategy.values.items()
    ]
    return {
        "name": strategy.name,
        "text": leaflet(strategy.name, path).text,
        "decisions": {name: _decides(strategy, name) for name in _ORDER},
        "parameters": parameters,
        "compiled": strategy.compiled,
        "path": str(path),
        "sha256": strategy.sha256,
    }


def _decides(strategy: Strategy, name: str) -> str:
    """Return who decides something: the file's own function, its base, or nobody."""
    function = strategy.hooks.get(name)
    if function is None:
        return _WITHOUT[name]
    place = Path(function.__code__.co_filename)
    return f"own, {function.__name__}" if place == strategy.path else f"as {place.stem}"


def strategy_page(record: dict[str, Any]) -> str:
    """Return the page of one strategy."""
    width = max(60, min(100, get_terminal_size().columns))
    text = "\n\n".join(_fitted(paragraph, width) for paragraph in record["text"].split("\n\n"))
    lines = [f"Strategy {record['name']}", "", text, "", "Decisions, in the order of a deal"]
    lines += [f"  @{name:9} {who}" for name, who in record["decisions"].items()]
    if record["parameters"]:
        lines += ["", "Parameters"]
    for one in record["parameters"]:
        value = one["value"] if one["value"] == one["default"] else f"{one['value']} (default {one['default']})"
        told = f"{one['name']} = {value}, {one['low']} to {one['high']}: {one['meaning']}"
        lines += wrap(told, width, initial_indent="  ", subsequent_indent="      ")
    if not record["compiled"]:
        lines += ["", "Pure Python: played uncompiled, some hundred times slower."]
    return "\n".join([*lines, "", f"path    {record['path']}", f"sha256  {record['sha256']}", ""])


def _fitted(paragraph: str, width: int) -> str:
    """Return a paragraph in lines that fit the page; one that fits, a list and what is indented stay as written."""
    lines = paragraph.splitlines()
    if all(len(line) <= width for line in lines) or any(line.startswith((" ", "-", "*")) for line in lines):
        return paragraph
    return click.wrap_text(" ".join(lines), width)


def check_rows(report: Report) -> list[dict[str, Any]]:
    """Return every finding and every figure of the portraits as a row."""
    found = [
        {**_NO_FIGURE, "check": one.check, "table": one.table, "n": one.n, "passed": one.passed}
        | {"value": one.value, "note": one.note}
        for one in report.findings
    ]
    figures = [
        {**_NO_FIGURE, "check": name, "table": portrait.table, **one._asdict(), "note": "portrait"}
        for portrait in report.portraits
        for name, one in portrait.measures.items()
    ]
    return found + figures


def print_check(plan: Plan, report: Report, format: str) -> None:
    """Print what the kit found, for a person."""
    from mighty_sim.cli.output import Column, write_rows

    told = [line for one in report.findings if not one.passed for line in _failure(one)]
    tables = "1 table" if len(plan.tables) == 1 else f"{len(plan.tables)} tables"
    outcome = "it passes" if report.passed else "IT FAILS"
    title = f"Strategy {report.strategy.name}, {tables}, seed {plan.seed}: {outcome}"
    columns = [Column(name, right=name == "n") for name in ("check", "table", "n", "of", "result", "note")]
    write_rows(list(_grouped(report.findings)), columns, format, title, told)
    if not report.portraits:
        return
    notes = [line for note in _NOTES for line in click.wrap_text(note, _WIDTH).splitlines()]
    for heading, wanted in _PARTS.items():
        lines = [_portrait_line(one, wanted) for one in report.portraits]
        columns = [Column(name, right=name not in ("table", "calls")) for name in lines[0]]
        write_rows(lines, columns, format, f"\n{heading}", notes if "calls" in wanted else ())


_NOTES = [
    "n: deals that it plays alone, against itself; the figures are over these, but for declares and all pass.",
    "declares: a seat's share, in %, of deals beside random. all pass: auctions of its own in which nobody bids, in %.",
    "made, no-trump, calls: in % of n. contract and points: means. ±: the longer half of the 95 % interval.",
]


def _failure(one: Finding) -> list[str]:
    """Return what failed, in lines; the command that shows it stands on a line of its own, to be copied."""
    what, _, see = one.note.partition("; see: ")
    lines = wrap(f"{one.check} at {one.table}: {what}", _WIDTH, subsequent_indent="  ")
    return [*lines, f"  see: {see}"] if see else lines


def _grouped(findings: Sequence[Finding]) -> Iterator[dict[str, str]]:
    """Yield a line for each check: the tables at which it was passed together, any other table alone."""
    for check in dict.fromkeys(one.check for one in findings):
        own = [one for one in findings if one.check == check]
        passed = [one for one in own if one.passed]
        for group in [*([passed] if passed else []), *([one] for one in own if not one.passed)]:
            first = group[0]
            figure = first.value is not None
            yield {
                "check": check,
                "table": first.table if len(group) == 1 else f"{len(group)} tables",
                "n": f"{sum(one.n for one in group):,}" if first.table else "",
                "of": _UNITS.get(check, "deals"),
                "result": "" if figure else "passed" if first.passed else "FAILED",
                "note": first.note if first.passed else "see below",
            }


def _portrait_line(portrait: Portrait, wanted: Mapping[str, str]) -> dict[str, str]:
    """Return the line of one table: of each figure wanted its heading and what it is."""
    measures = portrait.measures
    line = {"table": portrait.table, "n": f"{measures['made'].n:,}"}
    for name, heading in wanted.items():
        times = 1 if name in ("contract", "points") else 100
        line[heading] = _calls(portrait) if name == "calls" else _figure(measures[name], times)
    return line


def _calls(portrait: Portrait) -> str:
    """Return how often whom it calls, the rarest left out."""
    from mighty_sim.cli.output import percent

    calls = {name: one.value for name, one in portrait.measures.items() if name.startswith("calls_")}
    told = {name.removeprefix("calls_").replace("_", " "): value for name, value in calls.items()}
    return ", ".join(f"{name} {percent(value, 0)}" for name, value in told.items() if value >= _LEAST_TOLD)


def _figure(one: Measure, times: int) -> str:
    """Return a figure with the longer half of its interval."""
    reach = max(one.high - one.value, one.value - one.low)
    digits = 1 if times > 1 else 2
    return f"{times * one.value:.{digits}f} ±{times * reach:.{digits}f}"
