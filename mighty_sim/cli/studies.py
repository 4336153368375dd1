"""Studies on the command line: the list of them, running one, and the pages of the answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mighty_sim.cli.options import is_quiet
from mighty_sim.cli.run_options import command_line
from mighty_sim.errors import InputError, Interrupted

if TYPE_CHECKING:
    from mighty_sim.answer import Answer
    from mighty_sim.findings import Told
    from mighty_sim.study import Study
    from mighty_sim.tasks import Task

_WIDTH = 80
#: Options of `run` that go with a study; all others stand in its file.
_FITTING = ("study", "deals", "threads", "out", "quiet", "debug")


class StudyName(click.ParamType[str]):
    """A study: a name, or the path of a .toml file."""

    name = "study"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text; a path need not be checked before it is read."""
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        """Return the studies whose names begin like this."""
        from click.shell_completion import CompletionItem

        from mighty_sim.catalog import experiment_names

        return [CompletionItem(name) for name in experiment_names() if name.startswith(incomplete)]


def print_list() -> None:
    """Print every study that has a name, with its question."""
    from mighty_sim.cli.output import Column, write_rows
    from mighty_sim.study import every

    rows = [{"study": study.name, "question": study.question} for study in every()]
    write_rows(rows, [Column("study"), Column("question")], "table")


def run_study(text: str, deals: int, threads: int | None, out: Path | None) -> None:
    """Run a study and print its page; what was played before is read."""
    context = click.get_current_context()
    options = {str(param.name): param.opts[0] for param in context.command.params}
    given = [name for name in options if _is_given(context, name)]
    for name in given:
        if name not in _FITTING:
            raise InputError(f"{options[name]} stands in the study; only --deals, --threads and --out go with one")
    from mighty_sim.study import load

    study = load(text)
    folder = out or Path("results") / study.name
    answers = play_study(study, folder, deals if "deals" in given else None, threads or 0)
    print_study(study, answers)
    if not is_quiet(context):
        click.echo(f"rows in {folder}", err=True)


def _is_given(context: click.Context, name: str) -> bool:
    """Return whether an option was said, and is not its default."""
    from click.core import ParameterSource

    return context.get_parameter_source(name) == ParameterSource.COMMANDLINE


def play_study(study: Study, folder: Path, deals: int | None, threads: int) -> dict[str, tuple[Task, Told]]:
    """Play a study and return each task with its answer, in order, by the task's name."""
    from mighty_sim.cli import PROGRAM
    from mighty_sim.cli.progress import Progress
    from mighty_sim.findings import Told
    from mighty_sim.tasks import tasks

    played = {}
    for task in tasks(study, deals):
        try:
            with Progress() as progress:
                answer = task.play(folder, threads, progress.watch)
        except Interrupted:
            kept = f"interrupted in {task.name}; what was finished is in {folder}"
            raise Interrupted(f"{kept}; go on with: {command_line(PROGRAM)}") from None
        words = {"table": task.tables[0], "deals": f"{task.deals:,}", "strategy": ", ".join(task.strategies)}
        played[task.name] = (task, Told(answer, words))
    return played


def print_study(study: Study, played: dict[str, tuple[Task, Told]]) -> None:
    """Print a study for a person: the question, every answer, and the findings where jinja2 can fill them in."""
    for text in (study.question, study.why):
        click.echo(click.wrap_text(text, _WIDTH) + "\n")
    for task, told in played.values():
        if task.title:
            click.echo(f"{task.title}\n{'─' * len(task.title)}")
        print_answer(told.answer, "table")
        click.echo()
    for sentence in all_findings(study, played):
        click.echo(click.wrap_text(sentence, _WIDTH, "- ", "  "))


def all_findings(study: Study, played: dict[str, tuple[Task, Told]]) -> list[str]:
    """Return the findings of a study and then of its parts, filled in."""
    from mighty_sim.findings import fill

    answers = {name: told for name, (_, told) in played.items()}
    found = fill(study.findings, None, answers)
    for task, told in played.values():
        found += fill(task.part.options.findings, told, answers)
    return found


def print_answer(answer: Answer, format: str) -> None:
    """Print the page that the answer's command prints, as a table or as Markdown."""
    from mighty_sim.comparison import Comparison
    from mighty_sim.contest import Tournament
    from mighty_sim.questions import Success
    from mighty_sim.ranking import Ranking
    from mighty_sim.summary import Summary

    if isinstance(answer, Success):
        _print_success(answer, format)
    elif isinstance(answer, Comparison):
        from mighty_sim.cli import compare_page

        compare_page.print_page(answer, format)
    elif isinstance(answer, Tournament):
        from mighty_sim.cli import tournament_page

        tournament_page.print_page(answer, format, "all")
        click.echo("\n" + "\n".join(tournament_page.legend([answer], "all")))
    elif isinstance(answer, Ranking):
        from mighty_sim.cli.measures import print_ranking

        print_ranking(answer, format)
    elif isinstance(answer, Summary):
        from mighty_sim.cli.summarize import print_summary

        by = f", by {', '.join(answer.by)}" if answer.by else ""
        print_summary(answer, format, f"{answer.caption}{by}")


def _print_success(answer: Any, format: str) -> None:
    """Print success by one measure, or by two."""
    from mighty_sim.cli.grid_page import print_grid
    from mighty_sim.cli.success_page import print_page

    page = print_grid if answer.kind == "grid" else print_page
    page(answer.experiment, answer.tally, answer.outcome, answer.when, answer.rows, format)
