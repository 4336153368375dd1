"""What a long run tells on stderr: a moving line on a terminal, and a last remark; nothing with `--quiet`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING

import click

from mighty_sim.cli.options import faults_text, is_quiet

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    from mighty_sim.engines import Report
    from mighty_sim.runner import Outcome


class Progress:
    """A context around a run; its `watch` shows deals played, rate and time left, if stderr is a terminal."""

    def __init__(self, unit: str = "deals", players: Sequence[str] = ()) -> None:
        """Look whether there is anybody to tell; `unit` is what is counted on the way.

        `players` are the names of players in pure Python, for which a run takes its time.
        """
        self._unit, self._players = unit, players
        self.quiet = is_quiet(click.get_current_context())
        self._shown = not self.quiet and sys.stderr is not None and sys.stderr.isatty()
        self._bar: Bar | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Progress:
        """Show that something has begun: the kernels are loaded, the first time compiled."""
        if self._shown:
            if self._players:
                click.echo(_pure_python(self._players), err=True)
            self._bar = _bar()
            self._bar.start()
            self._task = self._bar.add_task("loading", total=None, rate="")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the line away again."""
        if self._bar:
            self._bar.stop()

    def watch(self, report: Report, total: int) -> None:
        """Show how far the run has come."""
        if self._bar and self._task is not None:
            if self._bar.tasks[0].total is None:
                self._bar.reset(self._task, description=self._unit, total=total)
            elapsed = self._bar.tasks[0].elapsed
            rate = f"{report.played / elapsed:,.0f} {self._unit}/s" if report.played and elapsed else ""
            self._bar.update(self._task, completed=report.played, rate=rate)

    def tell(self, outcome: Outcome, where: str | None, *, faults: bool = False) -> None:
        """Say what was done, how fast, and where it is kept; with `faults`, also how many there were."""
        if self.quiet:
            return
        parts = []
        if outcome.played:
            rate = outcome.played / outcome.play_s
            parts.append(f"played {outcome.played:,} deals in {outcome.play_s:.1f} s ({rate:,.0f} a second)")
        if outcome.reused:
            parts.append(f"read {outcome.reused:,} deals played before")
        place = f"; rows in {where}" if where else ""
        click.echo(", ".join(parts) + place, err=True)
        if outcome.ended:
            click.echo(f"stopped: {outcome.ended}", err=True)
        if faults:
            click.echo(faults_text(outcome.faults, outcome.faulty, outcome.played + outcome.reused), err=True)


def _pure_python(players: Sequence[str]) -> str:
    """Return what is to be expected of players in pure Python."""
    from mighty_sim.workers import DEALS_PER_SECOND

    one = len(players) == 1
    who = f"{', '.join(players)}: {'a ' if one else ''}pure-Python player{'' if one else 's'}"
    return f"{who}, played uncompiled: about {DEALS_PER_SECOND} deals/s a processor, fewer if it thinks long"


def _bar() -> Bar:
    """Return rich's progress line on stderr."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
