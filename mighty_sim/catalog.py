"""Strategies and experiments by name: the shipped ones, and a user's own by path.

The shipped files lie in the checkout's folders `strategies/` and `experiments/`; an installed package has the
same folders under `mighty_sim/_library/`. A name with a slash, or one that ends in `.py`, is a path to a
user's file. Nothing here imports or compiles a strategy.
"""

from __future__ import annotations

import ast
from pathlib import Path

from mighty_sim.errors import InputError, UnknownName

_PACKAGE = Path(__file__).parent


def strategy_names() -> list[str]:
    """Return the names of the shipped strategies, sorted."""
    return sorted(path.stem for path in _folder("strategies").glob("*.py") if not path.stem.startswith("_"))


def strategy_path(name: str) -> Path:
    """Return the file of a strategy, given by the name of a shipped one or by a path.

    Raises UnknownName, with the nearest name, and InputError for a path where no file is.
    """
    if not name.strip():
        raise InputError(
            f"{name!r} names no strategy; known: {', '.join(strategy_names())}, or a path to a .py file"
        )
    if "/" in name or "\\" in name or name.endswith(".py"):
        return _user_file(name)
    if name not in strategy_names():
        raise UnknownName("strategy", name, strategy_names())
    return _folder("strategies") / f"{name}.py"


def strategy_summary(path: Path) -> str:
    """Return the first line of a strategy's docstring, read without running the file; empty if it has none.

    Raises InputError for a file that cannot be read or is no Python.
    """
    try:
        text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    except (OSError, SyntaxError, ValueError) as error:
        raise InputError(f"cannot read the strategy {str(path)!r}: {error}") from None
    return text.splitlines()[0] if text else ""


def line_up(text: str, players: int) -> tuple[Path, ...]:
    """Return the file of each seat's strategy, seat 0 first.

    `text` is one name, which is seated everywhere, or exactly one a seat with commas between. Raises
    InputError, saying how many are needed, and what `strategy_path` raises.
    """
    names = [name.strip() for name in text.split(",")]
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise InputError(
            f"{text!r} seats {len(names)} strategies; name one, or {players} for the {players} seats"
        )
    return tuple(strategy_path(name) for name in names)


def _folder(kind: str) -> Path:
    """Return the folder of the shipped files of one kind, installed or in a checkout."""
    library = _PACKAGE / "_library"
    return (library if library.is_dir() else _PACKAGE.parent) / kind


def _user_file(name: str) -> Path:
    """Return the path of a user's strategy. Raises InputError if it is no file."""
    try:
        path = Path(name).expanduser()
    except RuntimeError:
        raise InputError(f"{name!r} is in the home of nobody known here") from None
    if path.suffix != ".py":
        raise InputError(f"{name!r} is no strategy; a strategy is a .py file")
    if path.is_dir():
        raise InputError(f"{name!r} is a folder; a strategy is a .py file")
    if not path.is_file():
        raise InputError(f"no strategy file {name!r}; shipped strategies: {', '.join(strategy_names())}")
    return path
