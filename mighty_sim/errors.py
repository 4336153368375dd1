"""What can go wrong, as a few named kinds with their exit codes.

A message is one line: what was wrong (quoted), where, and what would be right. The command line prints it as
it is, so no message needs a traceback to be understood.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class MightyError(Exception):
    """Anything that the program reports itself; the request was fine, but something failed."""

    exit_code = 1


class InputError(MightyError):
    """What the user asked for is wrong: a value, a name, a combination of them."""

    exit_code = 2


class CardError(InputError):
    """Text or a number that is no card, bid, call or hand."""


class RulesError(InputError):
    """A table that cannot be played: an unknown option, a value out of range, cards
    that do not come out even.
    """


class UnknownName(InputError):
    """A name that is not among the known ones; the message offers the nearest."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        """Say that `name` is no `kind` ("table", "strategy", …) and list the `known` names."""
        self.kind, self.name, self.known = kind, name, tuple(known)
        super().__init__(unknown_name(kind, name, self.known))

    def __reduce__(self) -> tuple[type[UnknownName], tuple[str, str, tuple[str, ...]]]:
        """Let the error travel between processes: rebuild it from what made it."""
        return UnknownName, (self.kind, self.name, self.known)


class StrategyFault(MightyError):
    """A strategy that answered with something illegal, or failed while it thought; `deal` is where, if known."""

    def __init__(self, message: str, deal: int | None = None) -> None:
        """Say what it did, and at which deal."""
        super().__init__(message)
        self.deal = deal

    def __reduce__(self) -> tuple[type[StrategyFault], tuple[str, int | None]]:
        """Let the error travel between processes with its deal."""
        return type(self), (str(self), self.deal)


class BadStrategy(StrategyFault):
    """A strategy that cannot be seated: its file cannot be read, run or compiled. The request was wrong."""

    exit_code = 2


class RunError(MightyError):
    """A run that could not go on: the disk, a file that cannot be read, a folder that is not ours."""


class Interrupted(MightyError):
    """Ctrl-C; what was finished is kept, and the message tells how to go on."""

    exit_code = 130


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that `name` was most likely meant to be, or None if none is near."""
    by_folded = {text.casefold(): text for text in known}
    found = get_close_matches(name.casefold(), by_folded, n=1, cutoff=0.5)
    return by_folded[found[0]] if found else None


def unknown_name(kind: str, name: str, known: Iterable[str]) -> str:
    """Return the one line that answers an unknown name: quoted, with the nearest and all known names."""
    names = tuple(known)
    close = nearest(name, names)
    hint = f"did you mean {close!r}? " if close else ""
    return f"unknown {kind} {name!r}; {hint}known: {', '.join(names) or 'none'}"
