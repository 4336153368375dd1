"""Options of the commands that play or read many deals, beside those that every command shares."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mighty_sim.cli.options import Command, Duration, FolderPath, NearestChoice, Precision, WholeNumber, is_quiet

if TYPE_CHECKING:
    from matplotlib.figure import Figure

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


class MeasureNames(NearestChoice):
    """A measure of strength, or two with a comma between; a name that is none is answered with the nearest."""

    def __init__(self) -> None:
        """Know the measures."""
        super().__init__("measure", MEASURES)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text as it is known; how many there may be is for the command to say."""
        convert = super().convert
        return ",".join(convert(part.strip(), param, ctx) for part in str(value).split(","))


def by_option(command: Command) -> Command:
    """Add `--by`, the measure of strength or two of them, as `by`."""
    return click.option(
        "--by",
        type=MeasureNames(),
        metavar="MEASURE[,MEASURE]",
        default="tricks",
        show_default=True,
        help="Strength: points (point cards held), trumps (their length), tricks (estimated winners) or weakness (the "
        "scale of the misdeal); two with a comma make a grid.",
    )(command)


def limits_options(what: str) -> Callable[[Command], Command]:
    """Add `--precision` and `--time`, as `precision` and `time`: what ends a run before its last deal.

    `what` is the rate that the precision is about.
    """

    def add(command: Command) -> Command:
        command = click.option(
            "--time", type=Duration(), metavar="TIME", help="Stop after 30s, 5m or 2h; what was played is kept."
        )(command)
        return click.option(
            "--precision",
            type=Precision(),
            metavar="P",
            help=f"Stop once the 95 % interval of {what} is ±P, such as 0.005.",
        )(command)

    return add


def leave(short: bool) -> None:
    """End the command with exit code 3 if a precision was asked for and not reached."""
    if short:
        click.get_current_context().exit(3)


class FigurePath(click.Path):
    """The path of a figure; what it cannot be written to is refused before anything is played."""

    def __init__(self) -> None:
        """Give paths as `pathlib` has them."""
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path. Raises InputError for its suffix or its folder, and where matplotlib is missing."""
        from mighty_sim.figure_style import check_path, need_matplotlib

        need_matplotlib()
        path: Any = super().convert(value, param, ctx)
        check_path(path)
        return path


def plot_option(command: Command) -> Command:
    """Add `--plot`, the file of a figure, as `plot`, None for no figure."""
    return click.option(
        "--plot",
        type=FigurePath(),
        metavar="FILE",
        help="Draw a figure, too: a file ending in .svg or .png. Needs the extra 'plot'.",
    )(command)


def keep_figure(plot: Path | None, draw: Callable[[], Figure], name: str = "") -> None:
    """Draw a figure into the file asked for, if one was, and say so on stderr.

    Where one command draws several, each has a `name` that is added to the file's.
    """
    if plot is None:
        return
    from mighty_sim.figure_style import save

    path = plot.with_name(f"{plot.stem}-{re.sub(r'[^A-Za-z0-9_.=+-]+', '_', name)}{plot.suffix}") if name else plot
    save(draw(), path)
    if not is_quiet(click.get_current_context()):
        click.echo(f"figure in {path}", err=True)


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
