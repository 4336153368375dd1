"""Options that several commands share, and the types of their values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from mighty_sim.errors import unknown_name

Command = TypeVar("Command", bound=Callable[..., Any])

#: How rows can be printed; `replay` has its own two.
FORMATS = ("table", "csv", "json", "markdown")
#: What a strategy's wrong answer does, as `mighty_sim.experiment` has it; the first is the default.
ON_FAULT = ("stop", "first-legal")
MOST_DEALS = 10**12
MOST_LISTED = 10**7
MOST_SEED = 2**63 - 1

_HUGE = 10**18
_COUNT = re.compile(r"(\d[\d_]*)(?:\.(\d+))?(?:e\+?(\d{1,2}))?([kmg]?)", re.ASCII | re.IGNORECASE)
_DURATION = re.compile(r"(\d+(?:\.\d+)?)([smh]?)", re.ASCII)
_POWERS = {"": 0, "k": 3, "m": 6, "g": 9}


class DealCount(click.ParamType[int]):
    """A number of deals: `1000`, `20k`, `1M`, `1e6`."""

    name = "count"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; anything else, or none at all, is refused with the text quoted."""
        count = value if isinstance(value, int) else _count(str(value))
        if count is None or not 1 <= count <= MOST_DEALS:
            self.fail(f"{value!r} is no number of deals; write 1000, 20k, 1M or 1e6 (1 to 1e12)", param, ctx)
        return count


class DealList(click.ParamType[Sequence[int]]):
    """Deal numbers: one (`17`), a range without its end (`0:2000`), or a list of both (`1,5,9`)."""

    name = "deals"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Sequence[int]:
        """Return the deal numbers in the order given, each as often as named."""
        if not isinstance(value, str):
            return tuple(value)
        ranges = [_range(part) for part in value.split(",")]
        found = [numbers for numbers in ranges if numbers is not None]
        if len(found) < len(ranges):
            self.fail(f"{value!r} is no list of deals; write 17, 0:2000 (0 to 1999) or 1,5,9", param, ctx)
        if not all(found):
            self.fail(f"{value!r} is empty: the end of a range is left out; 0:2000 is 0 to 1999", param, ctx)
        if max(numbers[-1] for numbers in found) > MOST_DEALS:
            self.fail(f"{value!r} is too large; deals are numbered from 0 to 1e12", param, ctx)
        if sum(map(len, found)) > MOST_LISTED:
            self.fail(f"{value!r} are more than {MOST_LISTED:,} deals", param, ctx)
        return found[0] if len(found) == 1 else tuple(deal for numbers in found for deal in numbers)


class Duration(click.ParamType[float]):
    """A time: `30s`, `5m`, `2h`, or seconds alone."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the seconds; anything else, or none at all, is refused with the text quoted."""
        parts = _DURATION.fullmatch(str(value).strip())
        seconds = float(parts[1]) * {"": 1, "s": 1, "m": 60, "h": 3600}[parts[2]] if parts else 0.0
        if not 0 < seconds < _HUGE:
            self.fail(f"{value!r} is no time; write 30s, 5m or 2h", param, ctx)
        return seconds


class Precision(click.ParamType[float]):
    """Half the width of an interval of a rate: `0.005` is ±0.5 %."""

    name = "precision"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number; anything else, or what no interval can be, is refused with the text quoted."""
        try:
            width = float(value)
        except ValueError:
            width = 0.0
        if not 0 < width < 0.5:
            self.fail(f"{value!r} is no precision; write 0.005 for ±0.5 % (more than 0, less than 0.5)", param, ctx)
        return width


class Seed(click.ParamType[int]):
    """A seed: a whole number from 0 to 2^63 - 1."""

    name = "seed"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; anything else is refused with the text quoted."""
        seed = value if isinstance(value, int) else _count(str(value))
        if seed is None or seed > MOST_SEED:
            self.fail(f"{value!r} is no seed; write a whole number from 0 to 2^63 - 1", param, ctx)
        return seed


class WholeNumber(click.ParamType[int]):
    """A whole number; without bounds where the table decides what is right."""

    name = "n"

    def __init__(self, what: str, least: int = -_HUGE, most: int = _HUGE) -> None:
        """Take what the number is called in a message ("seat"), and both bounds or none."""
        self.what, self.least, self.most = what, least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; anything else is refused with the text quoted."""
        text = str(value).strip()
        number = int(text) if re.fullmatch(r"-?[0-9]{1,18}", text) else None
        if number is None or not self.least <= number <= self.most:
            bounds = f" from {self.least} to {self.most}" if self.most < _HUGE else ""
            self.fail(f"{value!r} is no {self.what}; write a whole number{bounds}", param, ctx)
        return number


class FolderPath(click.Path):
    """The path of a folder, which need not exist; an empty text is refused, as it would mean the current one."""

    def __init__(self) -> None:
        """Give paths as `pathlib` has them."""
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path."""
        if not str(value).strip():
            self.fail(f"{value!r} names no folder; the current one is written '.'", param, ctx)
        return super().convert(value, param, ctx)


class NearestChoice(click.Choice[str]):
    """One of a few words; any other is answered with the nearest."""

    def __init__(self, kind: str, choices: Iterable[str]) -> None:
        """Take what the words are called in a message ("format") and the words."""
        self.kind = kind
        super().__init__(list(choices))

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        """Return the answer to a word that is not among them."""
        return unknown_name(self.kind, str(value), self.choices)


class StrategyNames(click.ParamType[str]):
    """One strategy for every seat or one a seat with commas between; checked when the line-up is made."""

    name = "name[,name...]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text as it is."""
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Offer the shipped strategies for the last name of the line-up."""
        from mighty_sim.catalog import strategy_names

        before, comma, last = incomplete.rpartition(",")
        return [CompletionItem(before + comma + name) for name in strategy_names() if name.startswith(last)]


class TableName(click.ParamType[str]):
    """The name of a shipped table or the path of a TOML file; checked when the table is read."""

    name = "name|file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text as it is."""
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Offer the shipped tables; and the shell's own files for what begins like a path."""
        from mighty_sim.rules import table_names

        if "/" in incomplete or incomplete.startswith("."):
            return [CompletionItem(incomplete, type="file")]
        return [CompletionItem(name) for name in table_names() if name.startswith(incomplete)]


class OptionName(click.ParamType[str]):
    """The name of an option of the rules, or of a group of them; checked when it is looked up."""

    name = "name"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text as it is."""
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Offer groups, and the options of the group that is begun."""
        from mighty_sim.glossary import GROUPS, option_keys

        known = option_keys() if "." in incomplete else [*GROUPS]
        return [CompletionItem(name) for name in known if name.startswith(incomplete)]


class Setting(click.ParamType[str]):
    """An option of the rules set anew, `joker.last_trick=normal`; checked when the table is read."""

    name = "group.option=value"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text as it is."""
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Offer the options, and after the equals sign the words that the option takes."""
        from mighty_sim.glossary import options, value_text

        key, equals, begun = incomplete.partition("=")
        if not equals:
            return [CompletionItem(f"{name}=") for name in options() if name.startswith(key)]
        words = map(value_text, options()[key].words) if key in options() else ()
        return [CompletionItem(f"{key}={word}") for word in words if word.startswith(begun)]


def table_option(command: Command) -> Command:
    """Add `--table`, as `table`: the name of a shipped table or the path of a file."""
    return click.option(
        "--table",
        type=TableName(),
        default="standard",
        show_default=True,
        help="Rules to play by: a table of 'tables list', or the path to a .toml file.",
    )(command)


def set_option(command: Command) -> Command:
    """Add `--set`, as `settings`: options of the table set anew, in the order given."""
    return click.option(
        "--set",
        "settings",
        type=Setting(),
        multiple=True,
        help="Change an option of the table ('tables options' has all); may be given several times.",
    )(command)


def strategy_option(command: Command) -> Command:
    """Add `--strategy`: one name or one a seat, as `strategy`."""
    return click.option(
        "--strategy",
        type=StrategyNames(),
        default="steady",
        show_default=True,
        help="Strategy of every seat, or one a seat with commas between; a name or a path to a .py file.",
    )(command)


def seed_option(command: Command) -> Command:
    """Add `--seed`, as `seed`: with the deal number it fixes the cards."""
    return click.option(
        "--seed",
        type=Seed(),
        default=1,
        show_default=True,
        metavar="N",
        help="With the deal number it fixes the cards: the same seed, the same deals.",
    )(command)


def on_fault_option(command: Command) -> Command:
    """Add `--on-fault`, as `on_fault`: what a wrong answer of a strategy does."""
    return click.option(
        "--on-fault",
        type=NearestChoice("way to go on", ON_FAULT),
        default=ON_FAULT[0],
        show_default=True,
        help="A strategy fails or breaks the rules: stop, or count it and go on with the first legal answer.",
    )(command)


def deals_option(default: str) -> Callable[[Command], Command]:
    """Add `--deals`, a number of deals, as `deals`."""
    return click.option(
        "--deals", type=DealCount(), default=default, show_default=True, help="1000, 20k, 1M, 1e6."
    )


def declarer_options(default: str) -> Callable[[Command], Command]:
    """Add `--declarer`, `--seat` and `--number`: how the declarer is found."""

    def add(command: Command) -> Command:
        command = click.option(
            "--number",
            type=WholeNumber("contract's number"),
            metavar="N",
            help="Forced: the contract that the players are told, by default 2 above the table's least.",
        )(command)
        command = click.option(
            "--seat",
            type=WholeNumber("seat"),
            metavar="N",
            help="Forced: the seat that declares whatever it holds, by default 0.",
        )(command)
        return click.option(
            "--declarer",
            type=NearestChoice("declarer", ("forced", "auction")),
            default=default,
            show_default=True,
            help="Whether a given seat declares every deal, or the bidding decides.",
        )(command)

    return add


def told_options(command: Command) -> Command:
    """Add `--strain`, `--discard` and `--call`: what a forced declarer is told to do."""
    words = (
        ("call", "CALL", "Forced: the friend call in place of the strategy's: a card, first-trick or none."),
        ("discard", "CARDS", "Forced: the cards laid away in place of the strategy's."),
        ("strain", "S|H|D|C|N", "Forced: what is trump, in place of the strain that the strategy would bid."),
    )
    for name, metavar, meaning in words:
        command = click.option(f"--{name}", metavar=metavar, help=meaning)(command)
    return command


def threads_option(command: Command) -> Command:
    """Add `--threads`, as `threads`, None for all: no result depends on it."""
    return click.option(
        "--threads",
        type=WholeNumber("number of threads", 1, 1024),
        metavar="N",
        help="Processors to use; results do not depend on it.  [default: all]",
    )(command)


def format_option(command: Command) -> Command:
    """Add `--format`, as `format`: how rows are printed."""
    return click.option(
        "--format",
        type=NearestChoice("format", FORMATS),
        default="table",
        show_default=True,
        help="How rows are printed; csv and json in full precision.",
    )(command)


def quiet_option(command: Command) -> Command:
    """Add `--quiet`, kept in the call's settings: no progress, no remarks on stderr."""
    return _setting("quiet", "No progress and no remarks on stderr.")(command)


def debug_option(command: Command) -> Command:
    """Add `--debug`, kept in the call's settings: errors with their traceback."""
    return _setting("debug", "Show the traceback of an error.")(command)


def faults_text(faults: int, faulty: int, deals: int) -> str:
    """Return in words how often the first legal answer stood for a wrong one."""
    plural = "" if faults == 1 else "s"
    return f"{faults:,} fault{plural} in {faulty:,} of {deals:,} deal{'' if deals == 1 else 's'}"


def replaced_text(faults: int, faulty: int, deals: int) -> str:
    """Return the sentence of a page whose deals go on after a fault, without its full stop."""
    return f"{faults_text(faults, faulty, deals)}: the first legal answer stood for each wrong one"


def is_quiet(ctx: click.Context) -> bool:
    """Return whether `--quiet` was said, before or after the command."""
    return bool(getattr(ctx.find_root().obj, "quiet", False))


def _setting(name: str, meaning: str) -> Callable[[Command], Command]:
    """Return a decorator that adds a flag which sets the field of that name in the call's settings."""

    def remember(ctx: click.Context, _: click.Parameter, said: bool) -> None:
        if said and ctx.find_root().obj is not None:
            setattr(ctx.find_root().obj, name, True)

    return click.option(
        f"--{name}", is_flag=True, is_eager=True, expose_value=False, callback=remember, help=meaning
    )


def _count(text: str) -> int | None:
    """Return the whole number that a text such as `1.5M` means, or None."""
    parts = _COUNT.fullmatch(text.strip())
    if parts is None:
        return None
    whole, fraction, exponent, unit = (
        parts[1].replace("_", ""),
        parts[2] or "",
        int(parts[3] or 0),
        parts[4].lower(),
    )
    power = exponent + _POWERS[unit] - len(fraction)
    digits, scale = int(whole + fraction), int(10 ** abs(power))
    if power >= 0:
        return digits * scale
    return digits // scale if digits % scale == 0 else None


def _range(text: str) -> range | None:
    """Return the deals that one part of a list means, or None; the end of `a:b` is left out, as in Python."""
    first, colon, end = text.strip().partition(":")
    start, stop = _count(first), _count(end)
    if start is None or (colon and stop is None):
        return None
    return range(start, start + 1 if stop is None else stop)
