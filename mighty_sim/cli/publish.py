"""`mighty-sim publish`: run studies, and write what they found as pages, tables and figures."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mighty_sim.cli.options import DealCount, FolderPath, debug_option, is_quiet, quiet_option, threads_option
from mighty_sim.cli.studies import StudyName
from mighty_sim.errors import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from mighty_sim.answer import Answer
    from mighty_sim.findings import Told
    from mighty_sim.study import Study
    from mighty_sim.tasks import Task

Played = dict[str, tuple["Task", "Told"]]

_PAGE = "README.md"


@click.command("publish")
@click.argument("studies", metavar="[STUDY]...", nargs=-1, type=StudyName())
@click.option("--deals", type=DealCount(), metavar="COUNT", help="Deals of every part, instead of the studies' own.")
@threads_option
@click.option(
    "--out",
    type=FolderPath(),
    metavar="DIR",
    default=Path("results/published"),
    show_default=True,
    help="Folder of the pages.",
)
@click.option(
    "--rows",
    type=FolderPath(),
    metavar="DIR",
    default=Path("results"),
    show_default=True,
    help="Folder of the rows, a folder a study; what is there is not played again.",
)
@quiet_option
@debug_option
def command(studies: tuple[str, ...], deals: int | None, threads: int | None, out: Path, rows: Path) -> None:
    """Run studies, by default all that have a name, and write what they found; print the path of the page.

    Every study gets a folder with a page, its tables as CSV and its figures; the page above them has the questions and
    the findings. Numbers in sentences come from the runs, with their intervals. It needs the extra 'plot': pip install
    'mighty-sim[plot]'.

    \b
    Examples:
      mighty-sim publish
      mighty-sim publish joker-at-the-ends --deals 20k --out pages
    """
    from mighty_sim.figure_style import need_matplotlib
    from mighty_sim.findings import need_jinja2
    from mighty_sim.store import check_writable
    from mighty_sim.study import every, load
    from mighty_sim.tasks import tasks

    need_matplotlib()
    need_jinja2()
    check_writable(out)
    wanted = [load(text) for text in studies] or every()
    for study in wanted:
        if [other.name for other in wanted].count(study.name) > 1:
            raise InputError(f"several studies are called {study.name!r}; each has a folder of that name")
        tasks(study, deals)  # whatever is wrong is told before the first is played
    sections = []
    for study in wanted:
        sections.append(_publish(study, deals, threads or 0, rows / study.name, out / study.name))
        if not is_quiet(click.get_current_context()):
            click.echo(f"{study.name}: {out / study.name / _PAGE}", err=True)
    if not studies:
        _write(out / _PAGE, _index(sections, out))
    click.echo(str(out / _PAGE if not studies else out / wanted[-1].name / _PAGE))


def _publish(study: Study, deals: int | None, threads: int, rows: Path, folder: Path) -> str:
    """Play a study and write its page, tables and figures; return its section for the page above."""
    from mighty_sim.cli.studies import all_findings, play_study
    from mighty_sim.figures import save

    played = play_study(study, rows, deals, threads)
    findings = all_findings(study, played)
    folder.mkdir(parents=True, exist_ok=True)
    for name, (task, told) in played.items():
        _write(folder / f"{name}.csv", told.answer.frame.to_csv(index=False, lineterminator="\n"))
        save(_figure(study, task, told.answer), folder / f"{name}.svg")
    _write(folder / _PAGE, _page(study, played, findings, deals))
    return _section(study, played, findings)


def _page(study: Study, played: Played, findings: list[str], deals: int | None) -> str:
    """Return the page of a study; `deals` if its own numbers were not played."""
    parts = [f"# {study.question}", study.why, _listed(findings), _conditional(played), _repeat(study, deals)]
    for name, (task, told) in played.items():
        parts += [
            f"## {_heading(study, task)}",
            f"![{_heading(study, task)}]({name}.svg)",
            f"All numbers: [{name}.csv]({name}.csv)",
            _table(told.answer),
        ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _section(study: Study, played: Played, findings: list[str]) -> str:
    """Return what the page above says of a study, with its first figure."""
    first, (task, _) = next(iter(played.items()))
    parts = [
        f"## {study.question}",
        study.why,
        _listed(findings),
        f"![{_heading(study, task)}]({study.name}/{first}.svg)",
        f"[Tables, figures and how to repeat it]({study.name}/{_PAGE})",
    ]
    return "\n\n".join(part for part in parts if part)


def _index(sections: list[str], out: Path) -> str:
    """Return the page above all studies."""
    from mighty_sim import ENGINE_VERSION, __version__

    others = [
        path.parent.name
        for path in sorted(out.glob(f"*/{_PAGE}"))
        if not any(f"]({path.parent.name}/{_PAGE})" in section for section in sections)
    ]
    more = [f"Also here: {', '.join(f'[{name}]({name}/{_PAGE})' for name in others)}."] if others else []
    return "\n\n".join([
        "# What simulated deals say about Mighty",
        _INTRODUCTION,
        *sections,
        *more,
        f"Made by `mighty-sim publish` of mighty-sim {__version__} (engine {ENGINE_VERSION}); `make results` makes it "
        "again, number for number.",
    ]) + "\n"  # fmt: skip


_INTRODUCTION = """\
Each question below was put to many thousands of deals, played by the program's own players from the first bid to the
last trick. Rates and means have their 95 % intervals. A difference is called one only where luck would bring it about
in less than one case of a thousand, unless a sentence says otherwise; else it says that none can be told.

**All of it is conditional on who plays.** `steady` plays soundly, by rules of thumb, without looking ahead and without
signals, and under every rule it plays by the same habits. A rule that good players would learn to use may be worth more
to them than to it. What is the same for all players is the cards: settings that are compared have the same deals."""


def _conditional(played: Played) -> str:
    """Return the sentence that says on what the numbers hang."""
    names = dict.fromkeys(name.partition(":")[0] for task, _ in played.values() for name in task.strategies)
    who = " and ".join(f"`{name}`" for name in names)
    return f"This holds for {who} and these tables, not for Mighty as such: other players may use a rule better."


def _repeat(study: Study, deals: int | None) -> str:
    """Return how to repeat a study."""
    from mighty_sim import ENGINE_VERSION, __version__
    from mighty_sim.catalog import experiment_names

    words = study.name if study.name in experiment_names() else f"./{study.name}.toml"
    words += f" --deals {deals}" if deals else ""
    made = f"mighty-sim {__version__} (engine {ENGINE_VERSION})"
    return f"Played by {made}. To repeat it:\n\n```console\n$ mighty-sim run {words}\n```"


def _heading(study: Study, task: Task) -> str:
    """Return the heading of a task: its title, or the question; with the table where there are several."""
    of_many = task.part.kind != "compare" and len(task.part.tables) > 1
    return f"{task.title or study.question}{f', {task.tables[0]}' if of_many else ''}"


class _Titled:
    """An answer under the title that a study gives it."""

    def __init__(self, answer: Answer, title: str) -> None:
        """Take the answer and the title."""
        self._answer, self.title = answer, title

    def __getattr__(self, name: str) -> Any:
        """Return anything else of the answer."""
        return getattr(self._answer, name)


def _figure(study: Study, task: Task, answer: Answer) -> Figure:
    """Return the figure of an answer, under the study's title."""
    titled: Any = _Titled(answer, _heading(study, task))
    return type(answer).plot(titled)


def _table(answer: Answer) -> str:
    """Return the page of an answer as Markdown, folded away, as it is long."""
    from mighty_sim.cli.studies import print_answer

    text = io.StringIO()
    with redirect_stdout(text):
        print_answer(answer, "markdown")
    return f"<details><summary>The table</summary>\n\n{text.getvalue().strip()}\n\n</details>"


def _listed(sentences: list[str]) -> str:
    """Return sentences as a list."""
    return "\n".join(f"- {sentence}" for sentence in sentences)


def _write(path: Path, text: str) -> None:
    """Write a file whole."""
    from mighty_sim.figure_style import write_whole

    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text.encode())
