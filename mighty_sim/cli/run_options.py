"""Options of the commands that play or read many deals, beside those that every command shares."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mighty_sim.cli.options import Command, FolderPath, NearestChoice, WholeNumber

if TYPE_CHECKING:
    from mighty_sim.experiment import Experiment

MEASURES = ("points", "trumps", "tricks", "weakness")
TIMES = ("dealt", "exchanged")


def out_option(command: Command) -> Command:
    """Add `--out`, the folder of a run's rows, as `out`."""
    return click.option(
        "--out",
        type=FolderPath(),
        metavar="DIR",
        help="Folder of the rows, used again if it holds some of them [default: a folder in results/].",
    )(command)


def match_option(command: Command) -> Command:
    """Add `--match`, the deals of a match, as `match`."""
    return click.option(
        "--match",
        type=WholeNumber("number of deals in a match", 1, 1000),
        metavar="N",
        help="Play matches of N deals, with the table's rotation of dealer and opener, not deals on their own.",
    )(command)


def match_settings(match: int | None, settings: tuple[str, ...]) -> tuple[str, ...]:
    """Return the settings with those that make matches of so many deals."""
    return settings if match is None else (*settings, f"match.deals={match}", "match.ends=deals")


def when_option(command: Command) -> Command:
    """Add `--when`, as `when`: which cards a measure of strength looks at."""
    return click.option(
        "--when",
        type=NearestChoice("time", TIMES),
        default=TIMES[0],
        show_default=True,
        help="Strength of the hand as dealt, or of the cards kept in the exchange.",
    )(command)


def by_option(command: Command) -> Command:
    """Add `--by`, the measure of strength, as `by`."""
    return click.option(
        "--by",
        type=NearestChoice("measure", MEASURES),
        default="tricks",
        show_default=True,
        help="Strength: point cards held, length of trumps, estimated tricks, or the misdeal scale.",
    )(command)


def keep_option(command: Command) -> Command:
    """Add `--keep`, whether rows are written, as `keep`."""
    return click.option(
        "--keep",
        type=NearestChoice("choice", ("all", "none")),
        default="all",
        show_default=True,
        help="Keep a row for every deal, or count only.",
    )(command)


def experiments(table: str, strategy: str, seed: int, *more: Any, **changes: Any) -> list[Experiment]:
    """Return the experiment that words name, or for a sweep over a parameter one for each of its values, in order.

    `more` goes to `from_names` after the seed, and `changes` are fields set otherwise. Raises what that raises.
    """
    from mighty_sim.catalog import swept
    from mighty_sim.experiment import from_names

    return [replace(from_names(table, text, seed, *more), **changes) for text in swept(strategy)]


def folders(experiments: list[Experiment], out: Path | None) -> list[Path]:
    """Return the folder of each experiment's rows; several have one each in the folder that was named."""
    if out and len(experiments) == 1:
        return [out]
    return [(out or Path("results")) / experiment.slug for experiment in experiments]


def command_line(program: str) -> str:
    """Return what the user typed, fit to be typed again."""
    return shlex.join([program, *sys.argv[1:]])
