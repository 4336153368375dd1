"""What the compiler says of a strategy's function, in one line that its author can use.

numba's messages are long and speak of its own inside. The few mistakes that people make are told in words here; of any
other, the first line that says something is passed on. Where it can be found, the author's own line is quoted.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

from mighty_sim.errors import nearest
from mighty_sim.kernels.state import GAME_SHOWN, SEAT_SHOWN
from mighty_sim.kernels.views import GAME_FACTS, GAME_QUESTIONS, SEAT_FACTS, SEAT_QUESTIONS

_FIELDS = {"Game": [*GAME_SHOWN, *GAME_FACTS, *GAME_QUESTIONS], "Seat": [*SEAT_SHOWN, *SEAT_FACTS, *SEAT_QUESTIONS]}
_NAMES = {"Game": "game", "Seat": "me"}
_NOISE = ("Failed in nopython mode", "During:", "File ", "- Resolution failure", "^", ">>>")


def diagnose(error: Exception, function: Callable[..., Any]) -> str:
    """Return in one line what is wrong with ``function``, and where."""
    text = str(error)
    told = _in_words(text) or _first_line(text) or type(error).__name__
    return f"{told}{_place(error, text, function)}"


def _in_words(text: str) -> str | None:
    """What is wrong, where the message is one of those that are known."""
    if found := re.search(r"Unknown attribute '(\w+)' of type (Game|Seat)View", text):
        field, view = found[1], found[2]
        close = nearest(field, _FIELDS[view])
        hint = f"; did you mean {close!r}?" if close else "; strategies/README.md lists them"
        return f"{_NAMES[view]} has no field {field!r}{hint}"
    if found := re.search(r"No definition for lowering (Game|Seat)View<\w+>\.(\w+) = ", text):
        return f"{_NAMES[found[1]]}.{found[2]} can only be read; a strategy changes nothing but by its answers"
    if "No conversion from none to int64" in text:
        return "it can end without an answer (None); every way through it has to return an int"
    if found := re.search(r"No conversion from (.+?) to int64", text):
        return f"it returns {found[1]}; an answer is an int"
    if found := re.search(r"NameError: name '(\w+)' is not defined", text):
        return f"the name {found[1]!r} is not defined; what a strategy uses is imported from mighty_sim.strategy"
    if found := re.search(r"Untyped global name '(\w+)':.*<class 'function'>", text):
        return f"{found[1]!r} is a plain function; mark it @helper"
    if found := re.search(r"(?:Untyped global name|assigned to variable) '(\w+)'", text):
        return f"{found[1]!r} cannot be compiled; constants are ints or tuples of ints"
    return None


def _first_line(text: str) -> str | None:
    """The first line of a message that says something."""
    lines = (line.strip(" -") for line in text.splitlines())
    return next((re.sub(r"<[0-9a-f]{16}>", "", line) for line in lines if line and not line.startswith(_NOISE)), None)


def _place(error: Exception, text: str, function: Callable[..., Any]) -> str:
    """The author's line, as `` (line 12: return game.tabel)``; empty where it is not known."""
    where = getattr(error, "loc", None)
    number = getattr(where, "line", None)
    try:
        lines, first = inspect.getsourcelines(function)
    except (OSError, TypeError):
        return ""
    if number is None:
        words = re.findall(r"[.'](\w+)(?:'| = )", text)
        number = next((first + i for i, line in enumerate(lines) if any(word in line for word in words)), None)
    if number is None or not first <= number < first + len(lines):
        return ""
    return f" (line {number}: {lines[number - first].strip()})"
