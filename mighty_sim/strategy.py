"""How a strategy is written, and how it is loaded.

A strategy is one file of functions marked with :func:`bid`, :func:`exchange`, :func:`friend` and :func:`play` (and, if
it wants to, :func:`plan`, :func:`change`, :func:`claim`, :func:`lead`), each taking the two read-only views ``game``
and ``me`` and returning one int. What it leaves out is answered by its base. What the functions may use is imported
from here; ``strategies/README.md`` explains all of it.
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Any

from mighty_sim import grammar
from mighty_sim.cards import NO_TRUMP
from mighty_sim.catalog import Choice, choice, seat_text
from mighty_sim.errors import BadStrategy, InputError, UnknownName
from mighty_sim.kernels.auction import PASS
from mighty_sim.kernels.bits import (
    ACES,
    CARDS,
    CLUBS,
    DIAMONDS,
    HEARTS,
    JACKS,
    JOKERS,
    KINGS,
    POINT_CARDS,
    QUEENS,
    SPADES,
    TENS,
    below,
    choose,
    count,
    highest,
    index,
    lowest,
    nth,
    prefer,
    suit_of,
    suits_in,
)
from mighty_sim.kernels.exchange import REQUEST
from mighty_sim.kernels.jit import helper
from mighty_sim.kernels.oddities import DEMAND, NAME
from mighty_sim.kernels.parameters import Parameter, parameter
from mighty_sim.kernels.sides import BY_CARD, BY_FIRST_TRICK, BY_NOBODY, NOT_CALLED
from mighty_sim.kernels.state import HOOKS, MAX_PARAMETERS
from mighty_sim.kernels.tactics import (
    a_seat_in_16,
    after_me,
    below_all,
    hostile,
    longest,
    partners,
    points_on_table,
    ruff_rate,
    ruffers,
    secured,
    shortest,
    staying,
    sure,
    tops,
    void_chance,
    void_in,
    with_declarer,
    without_specials,
)
from mighty_sim.kernels.views import ALONE, FIRST_TRICK

__all__ = [
    "ACES", "ALONE", "BY_CARD", "BY_FIRST_TRICK", "BY_NOBODY", "CARDS", "CLUBS", "DIAMONDS", "FIRST_TRICK", "HEARTS",
    "JACKS", "JOKERS", "KINGS", "NOT_CALLED", "NO_TRUMP", "PASS", "POINT_CARDS", "QUEENS", "SPADES", "TENS",
    "a_seat_in_16", "after_me", "below", "below_all", "bid", "call", "change", "choose", "claim", "count", "demanding",
    "exchange", "friend", "helper", "highest", "hostile", "index", "lead", "longest", "lowest", "naming", "nth",
    "parameter", "partners", "plan", "play", "points_on_table", "prefer", "requesting", "ruff_rate", "ruffers",
    "secured", "shortest", "staying", "suit_of", "suits_in", "sure", "tops", "void_chance", "void_in", "with_declarer",
    "without_specials",
]  # fmt: skip

Hook = Callable[[Any, Any], int]
#: The strategy that answers what a file leaves out.
STOCK = "steady"
REQUIRED = ("bid", "exchange", "friend", "play")
_WITH = {"bid": ("plan", "claim", "change"), "play": ("lead",)}
_DEEPEST = 4
_MARK = "__mighty_hook__"


def _marker(name: str, question: str) -> Callable[[Hook], Hook]:
    def mark(function: Hook) -> Hook:
        setattr(function, _MARK, name)
        return function

    mark.__name__ = mark.__qualname__ = name
    mark.__doc__ = f"Mark the function that answers: {question}"
    return mark


bid = _marker("bid", "my call: PASS, or `call(number, strain)` with at least `game.least(strain)`.")
exchange = _marker("exchange", "the cards of `me.hand` that the declarer lays away, `game.kitty_size` of them.")
friend = _marker("friend", "the friend call: one card, FIRST_TRICK or ALONE (at the top no-trump also `requesting`).")
play = _marker("play", "one card of `me.legal`; led, a joker is `naming` a suit and a hunter may be `demanding`.")
plan = _marker("plan", "a number about the hand, asked once before the first bid; it stays in `me.plan`.")
lead = _marker("lead", "the card I lead; without this function, the one marked @play is asked.")
change = _marker("change", "after the kitty: another contract as `call(number, strain)`, or 0 to keep it.")
claim = _marker("claim", "throw in a hand that may be thrown in: 1 yes, 0 no. Without this function: always.")


@helper
def call(number: int, strain: int) -> int:
    """A bid: points and strain (0..3 = S H D C, NO_TRUMP = 4)."""
    return number << 3 | strain


@helper
def naming(joker: int, suit: int) -> int:
    """Lead a powerful joker and ask for a suit, 0..3 = S H D C."""
    return joker | (suit + 1) << NAME


@helper
def demanding(hunter: int) -> int:
    """Lead the hunter and demand the joker."""
    return hunter | DEMAND


@helper
def requesting(friend_call: int, suit: int) -> int:
    """Ask the friend to lead a suit, 0..3 = S H D C; only at the highest no-trump bid, and not ALONE."""
    return friend_call | (suit + 1) << REQUEST


@dataclass(frozen=True)
class Strategy:
    """A loaded strategy: what it is called, where it lies, its functions, and its parameters as they are set.

    ``name`` has the parameters that differ from their defaults (``steady:boldness=0.7``). ``sha256`` hashes all that
    its play depends on: its file, its own modules, its base. ``values`` are the parameters as :meth:`me.value` gives
    them, in order. ``compiled`` is False for a player in pure Python.
    """

    name: str
    path: Path
    sha256: str
    summary: str
    hooks: dict[str, Hook] = field(repr=False, compare=False)
    parameters: dict[str, Parameter] = field(default_factory=dict, repr=False, compare=False)
    values: dict[str, int] = field(default_factory=dict)
    compiled: bool = True

    @property
    def settings(self) -> dict[str, str]:
        """The parameters that differ from their defaults, as a person writes them."""
        known = self.parameters
        return {
            name: known[name].text(value) for name, value in self.values.items() if value != known[name].default
        }

    @property
    def spec(self) -> str:
        """The text that seats this very strategy again: its path and its settings."""
        return seat_text(str(self.path), self.settings)


def _execute(path: Path, content: bytes, digest: str) -> ModuleType:
    """Run the file as a module whose name hashes its content: two versions never mix."""
    name = f"mighty_strategy_{path.stem}_{digest[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadStrategy(f"{path}: not a Python file; a strategy is one .py file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with redirect_stdout(sys.stderr):  # stdout is for data
            exec(compile(content, str(path), "exec"), module.__dict__)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        told = f"{type(error).__name__}: {error}{_own_line(path, error)}"
        raise BadStrategy(f"{path}: {told}; the file must import cleanly") from error
    return module


def _own_line(path: Path, error: BaseException) -> str:
    """The file's own line that an error came from, as `` (line 3: 1 / 0)``; empty where it is not known."""
    if isinstance(error, SyntaxError):
        return f": {error.text.strip()}" if error.text else ""
    lines = [line for line in traceback.extract_tb(error.__traceback__) if line.filename == str(path)]
    return f" (line {lines[-1].lineno}: {lines[-1].line})" if lines else ""


def _marked(path: Path, module: ModuleType) -> dict[str, Hook]:
    """The functions of a file that answer questions. Raises BadStrategy for two answers, or another form."""
    hooks: dict[str, Hook] = {}
    for function in vars(module).values():
        mark = getattr(function, _MARK, None)
        if mark is None or hooks.get(mark) is function:
            continue
        if mark in hooks:
            raise BadStrategy(f"{path}: {hooks[mark].__name__!r} and {function.__name__!r} are both marked @{mark}")
        if function.__code__.co_argcount != 2:
            raise BadStrategy(f"{path}: {function.__name__!r}, marked @{mark}, has to take (game, me)")
        hooks[mark] = function
    return hooks


def _refuse_luck(path: Path, module: ModuleType) -> None:
    """Random numbers of its own would make a strategy's deals impossible to repeat. Raises BadStrategy."""
    for thing in vars(module).values():
        function = getattr(thing, "py_func", thing)
        code = getattr(function, "__code__", None)
        if code is not None and code.co_filename == str(path) and "random" in code.co_names:
            raise BadStrategy(f"{path}: {function.__name__!r} uses 'random'; draw with me.draw(n) or me.pick(cards)")


def _own_modules(module: ModuleType, folder: Path, known: dict[Path, bytes]) -> None:
    """Collect the files in a strategy's folder, or below it, that its file takes something from."""
    for thing in vars(module).values():
        owner = thing if isinstance(thing, ModuleType) else sys.modules.get(getattr(thing, "__module__", None) or "")
        file = Path(getattr(owner, "__file__", None) or "")
        if owner is None or owner is module or file.suffix != ".py" or file in known:
            continue
        if file.is_relative_to(folder) and not owner.__name__.startswith("mighty_"):
            known[file] = file.read_bytes()
            _own_modules(owner, folder, known)


def _base_of(path: Path, module: ModuleType, hooks: dict[str, Hook]) -> str | None:
    """The text of the strategy that answers what a file leaves out; None where it leaves nothing out."""
    base = getattr(module, "base", None)
    if base is not None and not isinstance(base, str):
        raise BadStrategy(f"{path}: base = {base!r}; it names a strategy, as in base = {STOCK!r}")
    if base is None and not hooks:
        marks = ", ".join("@" + name for name in REQUIRED)
        raise BadStrategy(f"{path}: no function marked {marks}, and no base; it would play like {STOCK!r}")
    return base or (STOCK if any(name not in hooks for name in REQUIRED) else None)


def _inherited(own: dict[str, Hook], base: dict[str, Hook]) -> dict[str, Hook]:
    """The base's functions for the decisions that a file leaves out.

    A plan, a claim and a change go with the bid that they were thought out for, and a lead with the play.
    """
    taken = {mark for main, marks in _WITH.items() if main in own for mark in marks}
    return {name: hook for name, hook in base.items() if name not in own and name not in taken}


def _declared(path: Path, module: ModuleType, base: dict[str, Parameter]) -> dict[str, Parameter]:
    """All parameters of a file, its base's first, each with its name and place. Raises BadStrategy."""
    own = {name: value for name, value in vars(module).items() if isinstance(value, Parameter)}
    twice = [name for name in own if name in base]
    if twice:
        raise BadStrategy(f"{path}: its base has a parameter {twice[0]!r} too; set it in base = \"…:{twice[0]}=…\"")
    for place, (name, value) in enumerate(own.items(), len(base)):
        value.name, value.place = name, place
    if len(base) + len(own) > MAX_PARAMETERS:
        raise BadStrategy(f"{path}: {len(base) + len(own)} parameters; there is room for {MAX_PARAMETERS}")
    return base | own


def _set(name: str, parameters: dict[str, Parameter], values: dict[str, int], settings: Mapping[str, str]) -> None:
    """Set some parameters. Raises UnknownName, and InputError for a value that is none."""
    for key, text in settings.items():
        if key not in parameters:
            if not parameters:
                raise InputError(f"{name!r} has no parameters, so no {key!r}")
            raise UnknownName(f"parameter of {name!r}", key, parameters)
        try:
            values[key] = parameters[key].parse(text)
        except InputError as error:
            raise InputError(f"{name}: {error}") from None


def _load_base(path: Path, text: str, depth: int) -> Strategy:
    """The strategy that a file names as its base; a path is looked for from the file's own folder."""
    if depth == _DEEPEST:
        raise BadStrategy(f"{path}: base = {text!r}: a base of a base, {_DEEPEST} deep; does one name itself?")
    try:
        chosen = choice(text, path.parent)
        return load(chosen.path, dict(chosen.settings), depth=depth + 1)
    except InputError as error:
        raise BadStrategy(f"{path}: base = {text!r}: {error}") from None


def _digest(parts: Sequence[bytes]) -> str:
    """The hash of a strategy: of its file, or where it depends on more, of the hashes of all of it."""
    digests = [hashlib.sha256(part).hexdigest() for part in parts]
    return digests[0] if len(digests) == 1 else hashlib.sha256(" ".join(digests).encode()).hexdigest()


def _name_anew(module: ModuleType, path: Path, digest: str) -> None:
    """Name a file's functions by all that their machine code depends on, since the cache on disk goes by names."""
    name = f"mighty_strategy_{path.stem}_{digest[:12]}"
    sys.modules[name] = module
    for function in vars(module).values():
        if hasattr(function, _MARK):
            function.__module__ = name


def load(path: Path, settings: Mapping[str, str] | None = None, *, depth: int = 0) -> Strategy:
    """Read a strategy file and set its parameters.

    Raises BadStrategy where it cannot be read or run, UnknownName and InputError for settings that it does not have.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadStrategy(f"{path}: {error.strerror or error}; a strategy is one readable .py file") from error
    module = _execute(path, content, hashlib.sha256(content).hexdigest())
    hooks = _marked(path, module)
    _refuse_luck(path, module)
    modules: dict[Path, bytes] = {}
    _own_modules(module, path.parent.resolve(), modules)
    if getattr(module, "compiled", True):
        grammar.check(path, content, module, modules, __all__)
    wanted = _base_of(path, module, hooks)
    base = _load_base(path, wanted, depth) if wanted else None
    parameters = _declared(path, module, base.parameters if base else {})
    values = {name: known.default for name, known in parameters.items()}
    if base:
        hooks = hooks | _inherited(hooks, base.hooks)
        values |= base.values
        parameters |= {name: replace(known, default=base.values[name]) for name, known in base.parameters.items()}
    _set(path.stem, parameters, values, settings or {})
    digest = _digest([content, *modules.values(), *([base.sha256.encode()] if base else [])])
    _name_anew(module, path, digest)
    strategy = Strategy(
        path.stem,
        path,
        digest,
        (module.__doc__ or "").strip().partition("\n")[0],
        {name: hooks[name] for name in HOOKS if name in hooks},
        parameters,
        values,
        compiled=bool(getattr(module, "compiled", True)) and (base is None or base.compiled),
    )
    return replace(strategy, name=seat_text(path.stem, strategy.settings))


def load_choice(chosen: Choice) -> Strategy:
    """Read the strategy that a seat's text names, with its settings. Raises what :func:`load` raises."""
    return load(chosen.path, dict(chosen.settings))
