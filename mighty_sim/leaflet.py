"""What can be told of a strategy's file without running it, and a new file to begin with."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mighty_sim.catalog import installed_strategies, strategy_names, strategy_path
from mighty_sim.errors import InputError

#: The shipped strategy that a new file is a copy of.
TEMPLATE = "gambler"
_FIRST_LINE = '"""My own player, begun as a copy of `{name}`: change what you like, and this line too.'
_NOT_IN_A_NAME = ",:="


@dataclass(frozen=True)
class Leaflet:
    """A strategy as its file tells of it: parameters with their defaults, as written; `base` is empty without one."""

    name: str
    summary: str
    text: str
    parameters: dict[str, str]
    base: str
    package: str = ""


def leaflet(name: str, path: Path, package: str = "") -> Leaflet:
    """Return what a file tells, without running it. Raises InputError for one that cannot be read or is no Python."""
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError) as error:
        raise InputError(f"cannot read the strategy {str(path)!r}: {error}") from None
    text = ast.get_docstring(tree) or ""
    named = dict(_assigned(tree))
    parameters = {key: shown for key, value in named.items() if (shown := _default(value))}
    base = named.get("base")
    of = str(base.value) if isinstance(base, ast.Constant) else ""
    return Leaflet(name, text.partition("\n")[0], text, parameters, of, package)


def leaflets() -> list[Leaflet]:
    """Return what can be told of every strategy that has a name: the shipped ones, then those of other packages."""
    shipped = [leaflet(name, strategy_path(name)) for name in strategy_names()]
    others = {name: module for name, module in installed_strategies().items() if name not in strategy_names()}
    return shipped + [_foreign(name, module.partition(".")[0]) for name, module in others.items()]


def _foreign(name: str, package: str) -> Leaflet:
    """Return what another package's strategy tells, or why it cannot be seated."""
    try:
        return leaflet(name, strategy_path(name), package)
    except InputError as error:
        return Leaflet(name, f"cannot be seated: {error}", "", {}, "", package)


def begin(path: Path) -> None:
    """Write a new strategy to a file that is not there yet: a copy of the template, to be changed.

    Raises InputError for a name that is no strategy's, for a file that is there and for one that cannot be written.
    """
    if path.suffix != ".py" or not path.stem:
        raise InputError(f"{str(path)!r} is no name for a strategy; a strategy is a .py file, as in mine.py")
    if any(sign in str(path) for sign in _NOT_IN_A_NAME):
        raise InputError(f"{str(path)!r} could not be seated: a path with , : or = means something else to --strategy")
    text = strategy_path(TEMPLATE).read_text(encoding="utf-8")
    fresh = re.sub(r'\A""".*', _FIRST_LINE.format(name=TEMPLATE), text)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(fresh)
    except FileExistsError:
        raise InputError(f"{str(path)!r} is there already; give the new strategy another name") from None
    except OSError as error:
        raise InputError(f"cannot write {str(path)!r}: {error.strerror or error}") from None


def _assigned(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield every name that is given a value at the top of a file, with the value."""
    for node in tree.body:
        if isinstance(node, ast.Assign):
            yield from ((target.id, node.value) for target in node.targets if isinstance(target, ast.Name))


def _default(value: Any) -> str:
    """Return the default of a parameter's declaration as it is written; empty for any other value."""
    called = value.func if isinstance(value, ast.Call) else None
    name = called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""
    if name != "parameter":
        return ""
    first = [*value.args, *(word.value for word in value.keywords if word.arg == "default")]
    return ast.unparse(first[0]) if first else ""
