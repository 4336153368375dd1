"""`mighty-sim report`: a folder of results as one page."""

from __future__ import annotations

from pathlib import Path

import click

from mighty_sim.cli.options import FolderPath, NearestChoice, debug_option, quiet_option
from mighty_sim.cli.run_options import when_option


@click.command("report")
@click.argument("folder", type=FolderPath())
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default=Path("report.html"),
    show_default=True,
    metavar="FILE",
    help="The page; an older page of this program is written over.",
)
@click.option("--force", is_flag=True, help="Write over any other file, too.")
@click.option(
    "--by",
    type=NearestChoice("measure", ("points", "trumps", "tricks", "weakness")),
    default="tricks",
    show_default=True,
    help="Strength: point cards held, length of trumps, estimated tricks, or the misdeal scale.",
)
@when_option
@quiet_option
@debug_option
def command(folder: Path, output: Path, force: bool, by: str, when: str) -> None:
    """Write one HTML page about the deals in FOLDER, that of a run or of a tournament; print its path.

    The page tells what was played, what was found, with intervals, in words, figures and tables that can be sorted,
    how sure it is, and how to play it again. It is one file that loads nothing: it can be sent, read on a phone without
    a network, and printed. For a tournament it has the standings and who beats whom. The same folder gives the same
    bytes. It needs the extra 'plot': pip install 'mighty-sim[plot]'.

    \b
    Examples:
      mighty-sim report results/first
      mighty-sim report results/first --by trumps --when exchanged -o trumps.html
    """
    from mighty_sim.report import report

    click.echo(str(report(folder, output, by=by, when=when, force=force)))
