"""What the compiler says of a strategy's function, in one line that its author can use.

numba's messages are long and speak of its own inside. Most mistakes are found in the source before anything is
compiled (:mod:`mighty_sim.grammar`); of what is left, the few that people make are told in words here, and of any other
the first line that says something is passed on. Where it can be found, the author's own line is quoted.
"""

from __future__ import annotations

import inspect
import linecache
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mighty_sim.kernels.memory import no_such_field
from mighty_sim.kernels.state import GAME_SHOWN, SEAT_SHOWN
from mighty_sim.kernels.views import GAME_FACTS, GAME_QUESTIONS, SEAT_FACTS, SEAT_QUESTIONS

#: The views as a strategy gets them, in order, and all that each has.
VIEWS = ("game", "me")
FIELDS = {"game": [*GAME_SHOWN, *GAME_FACTS, *GAME_QUESTIONS], "me": [*SEAT_SHOWN, *SEAT_FACTS, *SEAT_QUESTIONS]}
QUESTIONS = {"game": GAME_QUESTIONS, "me": SEAT_QUESTIONS}
_VIEWS = {"Game": "game", "Seat": "me"}
_NOISE = ("Failed in nopython mode", "During:", "File ", "- Resolution failure", "^", ">>>")


def diagnose(error: Exception, function: Callable[..., Any]) -> str:
    """Return in one line what is wrong with ``function``, and where."""
    text = str(error)
    told = _in_words(text) or _first_line(text) or type(error).__name__
    return f"{told}{_place(error, text, function)}"


def no_field(name: str, field: str, view: str) -> str:
    """Return what is said of a field that a view, there called ``name``, has not."""
    other = next(known for known in VIEWS if known != view)
    if field in FIELDS[other]:
        return f"{name} has no field {field!r}; {other} has it"
    return f"{name} has {no_such_field(field, FIELDS[view])}"


def _in_words(text: str) -> str | None:
    """What is wrong, where the message is one of those that are known."""
    if found := re.search(r"Unknown attribute '(\w+)' of type (Game|Seat)View", text):
        return no_field(_VIEWS[found[2]], found[1], _VIEWS[found[2]])
    if found := re.search(r"No definition for lowering (Game|Seat)View<\w+>\.(\w+) = ", text):
        return f"{_VIEWS[found[1]]}.{found[2]} can only be read; a strategy changes nothing but by its answers"
    if "No conversion from none to int64" in text:
        return "it can end without an answer (None); every way through it has to return an int"
    if found := re.search(r"No conversion from (.+?) to int64", text):
        return f"it returns {found[1]}; an answer is an int"
    if found := re.search(r"NameError: name '(\w+)' is not defined", text):
        return f"the name {found[1]!r} is not defined; what a strategy uses is imported from mighty_sim.strategy"
    if found := re.search(r"Untyped global name '(\w+)':.*<class 'function'>", text):
        return f"{found[1]!r} is a plain function; mark it @helper"
    if "runaway recursion" in text:
        found = re.search(r"recursive\(type\(CPUDispatcher\(<function (\w+)", text)
        name = repr(found[1]) if found else "a helper"
        return f"{name} calls itself without returning a number first; write a loop"
    if found := re.search(r"(?:Untyped global name|assigned to variable) '(\w+)'", text):
        return f"{found[1]!r} cannot be compiled; constants are ints or tuples of ints"
    return None


def _first_line(text: str) -> str | None:
    """The first line of a message that says something."""
    lines = (line.strip(" -") for line in text.splitlines())
    return next((re.sub(r"<[0-9a-f]{16}>", "", line) for line in lines if line and not line.startswith(_NOISE)), None)


def _place(error: Exception, text: str, function: Callable[..., Any]) -> str:
    """The author's line, as `` (line 12: return game.tabel)``; empty where it is not known."""
    own = getattr(getattr(function, "__code__", None), "co_filename", "")
    places = re.findall(r'File "([^"]+)", line (\d+)', text)
    told = [int(line) for file, line in places if Path(file).name == Path(own).name]
    number = told[-1] if told and own else getattr(getattr(error, "loc", None), "line", None)
    if number is None:
        words = re.findall(r"[.'](\w+)(?:'| = )", text)
        number = _line_with(words, function)
    line = linecache.getline(own, number).strip() if number else ""
    return f" (line {number}: {line})" if line else ""


def _line_with(words: list[str], function: Callable[..., Any]) -> int | None:
    """The first line of a function that has one of some words."""
    try:
        lines, first = inspect.getsourcelines(function)
    except (OSError, TypeError):
        return None
    return next((first + i for i, line in enumerate(lines) if any(word in line for word in words)), None)
