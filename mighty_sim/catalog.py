"""Strategies and experiments by name: the shipped ones, those of installed packages, and a user's own by path.

The shipped files lie in the checkout's folders `strategies/` and `experiments/`; an installed package has the
same folders under `mighty_sim/_library/`. Other packages add strategies by entry points. A name with a slash, or
one that ends in `.py`, is a path to a user's file. Settings follow a name: `steady:boldness=0.7:draws=0`, and
`boldness=0.3..0.9/7` stands for seven of them. Nothing here imports or compiles a strategy.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from decimal import Decimal
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import NamedTuple

from mighty_sim.errors import InputError, UnknownName

#: Entry points of other packages: a name, and the module whose file is the strategy.
ENTRY_POINTS = "mighty_sim.strategies"
MOST_STEPS = 100
_PACKAGE = Path(__file__).parent
_SETTING = re.compile(r":([A-Za-z_]\w*)=([^:]*)")
_SWEEP = re.compile(r"(-?\d+(?:\.\d{1,3})?)\.\.(-?\d+(?:\.\d{1,3})?)/(\d+)")
_THOUSANDTH = Decimal("0.001")


class Choice(NamedTuple):
    """A strategy to be seated: its file, and the parameters to be set, as written."""

    path: Path
    settings: tuple[tuple[str, str], ...] = ()


def strategy_names() -> list[str]:
    """Return the names of the shipped strategies, sorted."""
    return sorted(path.stem for path in _folder("strategies").glob("*.py") if not path.stem.startswith("_"))


def experiment_names() -> list[str]:
    """Return the names of the shipped studies, sorted."""
    return sorted(path.stem for path in _folder("experiments").glob("*.toml"))


def experiment_path(name: str) -> Path:
    """Return the file of a study: a shipped name, or a path that has a slash or ends in `.toml`.

    Raises UnknownName with the nearest name, and InputError for a path where no file is.
    """
    if "/" not in name and "\\" not in name and not name.endswith(".toml"):
        if name not in experiment_names():
            raise UnknownName("study", name, experiment_names())
        return _folder("experiments") / f"{name}.toml"
    path = Path(name)
    if path.suffix != ".toml" or not path.is_file():
        raise InputError(f"no study file {name!r}; a study is a .toml file, or one of: {', '.join(experiment_names())}")
    return path


def installed_strategies() -> dict[str, str]:
    """Return the strategies that other installed packages offer: the module of each name."""
    from importlib.metadata import entry_points

    return {point.name: point.module for point in sorted(entry_points(group=ENTRY_POINTS))}


def strategy_path(name: str, folder: Path = Path()) -> Path:
    """Return the file of a strategy: a shipped name, that of an installed package's, or a path as seen from `folder`.

    Raises UnknownName, with the nearest name, and InputError for a path where no file is.
    """
    if not name.strip():
        raise InputError(
            f"{name!r} names no strategy; known: {', '.join(strategy_names())}, or a path to a .py file"
        )
    if "/" in name or "\\" in name or name.endswith(".py"):
        return _user_file(name, folder)
    if name in strategy_names():
        return _folder("strategies") / f"{name}.py"
    installed = installed_strategies()
    if name not in installed:
        if (folder / f"{name}.py").is_file():
            raise InputError(f"no strategy has the name {name!r}; for the file, write {name}.py")
        raise UnknownName("strategy", name, [*strategy_names(), *installed])
    return _module_file(name, installed[name])


def choice(text: str, folder: Path = Path()) -> Choice:
    """Return what a text such as `steady:boldness=0.7` seats; paths are seen from `folder`.

    Raises InputError for what is no setting, or for a sweep, and what `strategy_path` raises.
    """
    name, settings = _parts(text.strip())
    for key, value in settings.items():
        if ".." in value:
            raise InputError(f"{key}={value} in {text!r} stands for many strategies; here one is needed, as {key}=0.5")
    return Choice(strategy_path(name, folder), tuple(settings.items()))


def seat_text(name: str, settings: Mapping[str, str]) -> str:
    """Return the text that names a strategy with its settings; `choice` reads it."""
    return name + "".join(f":{key}={value}" for key, value in settings.items())


def swept(text: str) -> list[str]:
    """Return the texts that one with sweeps stands for, in order; a text without a sweep stands for itself.

    `a:x=0..1/3` is `a:x=0`, `a:x=0.5` and `a:x=1`; several sweeps give every combination, the last changing fastest.
    Raises InputError for a range that is none.
    """
    parts = re.split(r"(?<==)([^:,]*)", text)  # every second one is a value
    known = [_values(part, text) if place % 2 and ".." in part else [part] for place, part in enumerate(parts)]
    return ["".join(chosen) for chosen in product(*known)]


def _values(part: str, text: str) -> list[str]:
    """Return the values of a range, evenly apart. Raises InputError for what is none."""
    found = _SWEEP.fullmatch(part.strip())
    steps = int(found[3]) if found else 0
    if found is None or not 2 <= steps <= MOST_STEPS:
        right = f"0.3..0.9/7 is 7 values (2 to {MOST_STEPS}) from 0.3 to 0.9"
        raise InputError(f"{part!r} in {text!r} is no range; {right}")
    low, high = Decimal(found[1]), Decimal(found[2])
    values = [(low + (high - low) * step / (steps - 1)).quantize(_THOUSANDTH) for step in range(steps)]
    return [format(value.normalize(), "f") for value in values]


def _parts(text: str) -> tuple[str, dict[str, str]]:
    """Return a strategy's name or path, and its settings. Raises InputError for what is no setting."""
    first = _SETTING.search(text)
    name, rest = (text[: first.start()], text[first.start() :]) if first else (text, "")
    settings = {key: value.strip() for key, value in _SETTING.findall(rest)}
    left = _SETTING.sub("", rest)
    wrong = left or next((f"{key}=" for key, value in settings.items() if not value), "")
    looks_set = ":" in name[2:] and (".py:" in name or not Path(name).suffix)
    if wrong or looks_set:
        what = wrong or ":" + name[2:].partition(":")[2]
        raise InputError(f"{what!r} in {text!r} sets no parameter; write name:parameter=number")
    keys = [key for key, _ in _SETTING.findall(rest)]
    if twice := next((key for key in keys if keys.count(key) > 1), ""):
        raise InputError(f"{twice!r} is set more than once in {text!r}; set it once")
    return name, settings


def _module_file(name: str, module: str) -> Path:
    """Return the file of a module that an installed package offers as a strategy. Raises InputError."""
    try:
        spec = find_spec(module)
    except ImportError:
        spec = None
    if spec is None or not spec.origin or not spec.origin.endswith(".py"):
        raise InputError(f"the strategy {name!r} of an installed package is the module {module!r}, which has no file")
    return Path(spec.origin)


def strategy_summary(path: Path) -> str:
    """Return the first line of a strategy's docstring, read without running the file; empty if it has none.

    Raises InputError for a file that cannot be read or is no Python.
    """
    try:
        text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    except (OSError, SyntaxError, ValueError) as error:
        raise InputError(f"cannot read the strategy {str(path)!r}: {error}") from None
    return text.splitlines()[0] if text else ""


def line_up(text: str, players: int) -> tuple[Choice, ...]:
    """Return the strategy of each seat, seat 0 first.

    `text` is one name, which is seated everywhere, or exactly one a seat with commas between. Raises
    InputError, saying how many are needed, and what `choice` raises.
    """
    names = text.split(",")
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise InputError(
            f"{text!r} seats {len(names)} strategies; name one, or {players} for the {players} seats"
        )
    return tuple(choice(name) for name in names)


def _folder(kind: str) -> Path:
    """Return the folder of the shipped files of one kind, installed or in a checkout."""
    library = _PACKAGE / "_library"
    return (library if library.is_dir() else _PACKAGE.parent) / kind


def _user_file(name: str, folder: Path) -> Path:
    """Return the path of a user's strategy. Raises InputError if it is no file."""
    try:
        path = folder / Path(name).expanduser()
    except RuntimeError:
        raise InputError(f"{name!r} is in the home of nobody known here") from None
    if path.suffix != ".py":
        raise InputError(f"{name!r} is no strategy; a strategy is a .py file")
    if path.is_dir():
        raise InputError(f"{name!r} is a folder; a strategy is a .py file")
    if not path.is_file():
        raise InputError(f"no strategy file {name!r}; shipped strategies: {', '.join(strategy_names())}")
    return path
