"""The command line: one command a module, imported when it is called.

`--help` imports click alone. Every error is one line on stderr and an exit code; `--debug` shows the
traceback.
"""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass

import click

from mighty_sim import __version__
from mighty_sim.cli.options import debug_option, quiet_option
from mighty_sim.errors import MightyError, unknown_name

PROGRAM = "mighty-sim"
_COMPLETE = "_MIGHTY_SIM_COMPLETE"

#: Every command, in the order of the help page: its module in this package, and one line about it.
COMMANDS = {
    "success": "Success rates of contracts by the declarer's strength.",
    "compare": "What a rule or a strategy changes, with the same cards.",
    "hand": "What a hand is worth, and what to bid with it.",
    "run": "Play deals and write one row for each to a folder.",
    "summarize": "Turn a folder of rows into a table.",
    "report": "Write a page of a folder: findings, figures, tables.",
    "match": "Play whole matches: totals, wins and places.",
    "tournament": "Let strategies play the same deals, and rank them.",
    "replay": "Play deals again and show them, trick by trick.",
    "deals": "List deals with certain cards, or tell how often they come.",
    "tables": "The tables: their rules, examples, what may be played.",
    "measures": "The measures of strength, and which predicts success best.",
    "strategies": "The strategies that can be seated.",
    "publish": "Run the studies and write what they found as pages.",
    "bench": "Measure the speed of this machine.",
}

_EPILOG = """\b
Examples:
  mighty-sim success --deals 1M
  mighty-sim replay --deals 17
  mighty-sim tables diff standard penalty-5

\b
Exit codes:
  0    done
  1    ran, but something failed
  2    the request was wrong; nothing was written
  3    the deals or the time ended before --precision was reached
  130  interrupted; what was finished is kept
"""


@dataclass
class Settings:
    """What holds for the whole call, wherever on the command line it was said."""

    debug: bool = False
    quiet: bool = False


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called, and listed without being imported."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module and return its `command`; None for a name that is no command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"mighty_sim.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the arguments begin with. Raises UsageError with the nearest name."""
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            raise click.UsageError(unknown_name("command", args[0], COMMANDS), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from the table above."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(
    PROGRAM, cls=LazyGroup, epilog=_EPILOG, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, prog_name=PROGRAM)
@quiet_option
@debug_option
def cli() -> None:
    """Simulate the Korean card game Mighty: many deals, fast, every number traceable to its deals.

    COMMAND --help tells more about each command.
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command line and return its exit code; `arguments` are those of
    the process if not given.
    """
    if sys.stdout is None:
        click.echo(f"{PROGRAM}: stdout is closed, so there is nowhere to print", err=True)
        return 1
    settings = Settings()
    try:
        code = _invoke(sys.argv[1:] if arguments is None else list(arguments), settings)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return error.exit_code
    except BaseException as error:
        return _report(error, settings.debug)
    return code


def _invoke(arguments: list[str], settings: Settings) -> int:
    """Find the command and call it, or answer the shell that asks how to complete a line."""
    instruction = os.environ.get(_COMPLETE)
    if instruction:
        from click.shell_completion import shell_complete

        return shell_complete(cli, {}, PROGRAM, _COMPLETE, instruction)
    try:
        with cli.make_context(PROGRAM, arguments, obj=settings) as context:
            cli.invoke(context)
    except click.exceptions.Exit as done:
        return done.exit_code
    return 0


def _report(error: BaseException, debug: bool) -> int:
    """Say on stderr in one line what went wrong, with the traceback if asked for,
    and return the exit code.
    """
    if isinstance(error, OSError):
        _release_stdout()
    if isinstance(error, BrokenPipeError):
        return 1
    if debug:
        traceback.print_exception(error)
    line, code = _explain(error)
    line += ": stdout" if _came_from_stdout(error) else ""
    click.echo(f"{PROGRAM}: {' '.join(line.split())}", err=True)
    return code


def _explain(error: BaseException) -> tuple[str, int]:
    """Return the line and the exit code for an error."""
    if isinstance(error, MightyError):
        return str(error), error.exit_code
    if isinstance(error, click.ClickException):
        return error.format_message(), error.exit_code
    if isinstance(error, KeyboardInterrupt):
        return "interrupted", 130
    if isinstance(error, OSError) and error.strerror:
        where = f": {str(error.filename)!r}" if error.filename is not None else ""
        return f"{error.strerror}{where}", 1
    what = ": ".join(text for text in (type(error).__name__, str(error)) if text)
    return f"unexpected {what}; --debug shows the traceback", 1


def _came_from_stdout(error: BaseException) -> bool:
    """Return whether the system refused what was printed."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    echo = click.echo.__code__
    return isinstance(error, OSError) and any(
        frame.f_code is echo and not frame.f_locals.get("err") for frame in frames
    )


def _release_stdout() -> None:
    """Point a stdout that cannot be written at nothing, so that the interpreter does
    not fail again at exit.
    """
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
