"""A condition on the cards of a deal: a small expression, or a function `where(game, me)` in a Python file.

An expression is looked through word by word and put together anew from what is known here: nothing of it is ever run
that is not in :data:`WORDS` and in the views of :mod:`mighty_sim.kernels.dealt`. Numbers are whole, and stay far below
64 bits, so that compiled and uncompiled deals are the same.

    me.holds(JK) and me.trumps >= 5
    me.points + kitty.points >= 6 or seat(2).holds(SA, SK)
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import re
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from mighty_sim.cards import POINT_CARDS, SUIT_MASKS, SUITS, card_index, card_text
from mighty_sim.errors import CardError, InputError, nearest
from mighty_sim.kernels.bits import ACES, JACKS, KINGS, QUEENS, TENS
from mighty_sim.kernels.dealt import ASKED, FIELDS, compile_condition
from mighty_sim.kernels.jit import JIT
from mighty_sim.rules import Rules, pack

#: Sets of cards that an expression can name, beside the cards themselves.
SETS = dict(zip(SUITS, SUIT_MASKS, strict=True)) | dict(
    zip(("SPADES", "HEARTS", "DIAMONDS", "CLUBS"), SUIT_MASKS, strict=True)
)
SETS |= {"ACES": ACES, "KINGS": KINGS, "QUEENS": QUEENS, "JACKS": JACKS, "TENS": TENS, "POINTS": POINT_CARDS}
_VIEWS = (("game", "kitty"), ("game", "seat"))  # they have a way of their own to be written
_MASKS = ("cards",)  # of a hand, but no number that means anything in an expression
_LONG = 100  # letters of an expression that a message quotes
_LONGEST, _LARGEST, _MOST_NESTED = 1000, 1 << 62, 40
_FACT = 128  # more than any fact of a hand
_JOINS: dict[type[ast.AST], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
_COMPARES = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_RIGHT = "write numbers, and, or, not, + - *, comparisons, and what me, kitty and seat(0) have"

Where = Callable[[Any, Any], int]


@dataclass(frozen=True)
class Condition:
    """What the cards of a deal have to be like: an expression as it was written, or a file and the hash of it."""

    text: str
    sha256: str = ""

    @property
    def is_file(self) -> bool:
        """Return whether it is a file's function."""
        return bool(self.sha256)

    def as_json(self) -> str | dict[str, str]:
        """Return it as the provenance has it: the expression, or a file's name and hash."""
        return {"file": Path(self.text).name, "sha256": self.sha256} if self.is_file else self.text

    @cached_property
    def function(self) -> Where:
        """Return the function of two views that it is, compiled for the kernels if they are."""
        made = _from_file(self.text, self.sha256) if self.is_file else _from_text(self.text)
        if JIT:
            try:
                compile_condition(made)
            except Exception as error:
                raise InputError(f"{self.text!r} cannot be compiled: {_compiler_says(str(error))}") from error
        return made

    def __getstate__(self) -> dict[str, Any]:
        """Leave the function out: another process makes its own."""
        return {"text": self.text, "sha256": self.sha256}

    def check(self, rules: Rules) -> None:
        """Refuse what a table does not have. Raises InputError: a card that is not in its pack, a seat."""
        if not self.is_file:
            reading = _Reading(self.text)
            reading.read()
            there = set(pack(rules))
            for card in sorted(reading.cards - there):
                raise InputError(f"{self.text!r}: {card_text(card)} is not in the pack of {rules.name}")
            for seat in sorted(reading.seats):
                if not 0 <= seat < rules.deal.players:
                    last = rules.deal.players - 1
                    raise InputError(f"{self.text!r}: there is no seat {seat}; seats of {rules.name} are 0 to {last}")


def condition(text: str) -> Condition:
    """Return the condition that a text means: the path of a `.py` file, or an expression.

    Raises InputError for what is neither, in one line that says what would be right.
    """
    wanted = text.strip()
    if wanted.endswith(".py"):
        content = _content(Path(wanted))
        found = Condition(str(Path(wanted)), hashlib.sha256(content).hexdigest())
    else:
        found = Condition(wanted)
    _ = found.function
    return found


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"condition {str(path)!r}: {error.strerror or error}") from error


@cache
def _from_file(text: str, digest: str) -> Where:
    """Return the function `where` of a file. Raises InputError."""
    path = Path(text)
    content = _content(path)
    if hashlib.sha256(content).hexdigest() != digest:
        raise InputError(f"condition {text!r}: the file has changed since this run was asked for")
    name = f"mighty_condition_{path.stem}_{digest[:12]}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with redirect_stdout(sys.stderr):  # stdout is for data
            exec(compile(content, str(path), "exec"), module.__dict__)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        told = f"{type(error).__name__}: {error}"
        raise InputError(f"condition {text!r}: {told}; the file must import cleanly") from error
    return _checked(text, getattr(module, "where", None))


def _checked(text: str, function: Any) -> Where:
    """Return a file's function, if it can be one. Raises InputError."""
    code = getattr(function, "__code__", None)
    if code is None or code.co_argcount != len(("game", "me")):
        raise InputError(f"condition {text!r}: it has no function where(game, me) that returns 1 or 0")
    if "random" in code.co_names:
        raise InputError(f"condition {text!r}: 'random' would make its deals impossible to repeat")
    found: Where = function
    return found


def _compiler_says(text: str) -> str:
    """Return in one line what the compiler means."""
    views = {"Deal": "game", "Hand": "me", "Kitty": "kitty"}
    if found := re.search(r"Unknown attribute '(\w+)' of type (Deal|Hand|Kitty)View", text):
        return _no_field(views[found[2]], found[1])
    if "No conversion from none to int64" in text:
        return "it can end without an answer (None); every way through it has to return 1 or 0"
    if found := re.search(r"NameError: name '(\w+)' is not defined", text):
        return f"the name {found[1]!r} is not defined"
    lines = (line.strip(" -") for line in text.splitlines())
    noise = ("Failed in nopython mode", "During:", "File ", "^", ">>>")
    return next((re.sub(r"<[0-9a-f]{16}>", "", line) for line in lines if line and not line.startswith(noise)), "?")


def _no_field(view: str, name: str) -> str:
    """Return what is said of a word that a view has not."""
    known = [field for field in FIELDS[view] if field not in _MASKS]
    close = nearest(name, known)
    hint = f"did you mean {view}.{close}? " if close else ""
    return f"there is no {view}.{name}; {hint}{view} has {', '.join(known)}"


@cache
def _from_text(text: str) -> Where:
    """Return the function that an expression means, put together from known parts alone. Raises InputError."""
    body = _Reading(text).read()
    tree = ast.parse("def where(game, me):\n    return 0")
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    answer = ast.IfExp(body, ast.Constant(1), ast.Constant(0))
    function.body = [ast.Return(answer)]
    names: dict[str, Any] = {"__builtins__": {}}
    exec(compile(ast.fix_missing_locations(tree), "<condition>", "exec"), names)
    made: Where = names["where"]
    return made


class _Reading:
    """Reads an expression, and makes a new one of it; `cards` and `seats` are those that it names."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.cards: set[int] = set()
        self.seats: set[int] = set()
        self._depth = 0

    def read(self) -> ast.expr:
        """Return the expression made anew. Raises InputError with what is wrong, and what would be right."""
        if not self._text.strip():
            raise InputError(f"an empty condition; {_RIGHT}, as in me.holds(JK) and me.trumps >= 5")
        if len(self._text) > _LONGEST:
            raise InputError(f"a condition of {len(self._text):,} letters; {_LONGEST:,} are read, write a .py file")
        try:
            tree = ast.parse(self._text, mode="eval")
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise self._wrong("is no expression", "write it as in me.holds(JK) and me.trumps >= 5") from None
        return self._number(tree.body)[0]

    def _wrong(self, told: str, right: str = _RIGHT, node: ast.AST | None = None) -> InputError:
        part = ast.get_source_segment(self._text, node) if node is not None else None
        where = f" {part!r}" if part and part != self._text else ""
        text = self._text if len(self._text) <= _LONG else self._text[:_LONG] + "…"
        return InputError(f"condition {text!r}:{where} {told}; {right}")

    def _number(self, node: ast.expr) -> tuple[ast.expr, int]:
        """Return a part made anew, and a number that it is nowhere larger than, in size."""
        self._depth += 1
        if self._depth > _MOST_NESTED:
            raise self._wrong("is nested too deeply", f"{_MOST_NESTED} levels are read, write a .py file")
        made, most = self._part(node)
        self._depth -= 1
        if most >= _LARGEST:
            raise self._wrong("can become too large a number", "stay below 2^62", node)
        return made, most

    def _part(self, node: ast.expr) -> tuple[ast.expr, int]:
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return ast.Constant(int(node.value)), abs(int(node.value))
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            raise self._wrong("is a decimal number", "whole numbers only: me.quarters is in quarter tricks", node)
        if isinstance(node, ast.BoolOp):
            return ast.BoolOp(node.op, [self._truth(value) for value in node.values]), 1
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return ast.UnaryOp(ast.Not(), self._truth(node.operand)), 1
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            made, most = self._number(node.operand)
            return ast.BinOp(ast.Constant(0), ast.Sub(), made), most
        if isinstance(node, ast.BinOp) and type(node.op) in _JOINS:
            return self._joined(node)
        if isinstance(node, ast.Compare) and all(isinstance(sign, _COMPARES) for sign in node.ops):
            others = [self._number(other)[0] for other in node.comparators]
            return ast.Compare(self._number(node.left)[0], node.ops, others), 1
        if isinstance(node, ast.Attribute):
            return self._fact(node), _FACT
        if isinstance(node, ast.Call):
            return self._question(node), _FACT
        raise self._unknown(node)

    def _unknown(self, node: ast.expr) -> InputError:
        if isinstance(node, ast.Name):
            if node.id in ("me", "kitty", "game", "seat"):
                return self._wrong("is no number", f"ask it something, as in {self._example(node.id)}", node)
            close = nearest(node.id, ("me", "kitty", "seat", "game"))
            told = "is a card or a set of cards, no number" if self._set(node.id) else "is not known"
            right = "ask for it, as in me.holds(JK) or me.count(S)" if self._set(node.id) else _RIGHT
            return self._wrong(told, f"did you mean {close}? {right}" if close else right, node)
        return self._wrong("is not known here", node=node)

    @staticmethod
    def _example(name: str) -> str:
        return {"game": "game.dealer", "seat": "seat(2).holds(SA)"}.get(name, f"{name}.points")

    def _truth(self, node: ast.expr) -> ast.expr:
        """Return whether a part is not 0: so that `and` and `or` have operands of one type."""
        return ast.Compare(self._number(node)[0], [ast.NotEq()], [ast.Constant(0)])

    def _joined(self, node: ast.BinOp) -> tuple[ast.expr, int]:
        (left, most), (right, other) = self._number(node.left), self._number(node.right)
        largest = most * other if isinstance(node.op, ast.Mult) else most + other
        plain = [ast.BinOp(part, ast.Add(), ast.Constant(0)) for part in (left, right)]  # a truth counts as 0 or 1
        return ast.BinOp(plain[0], node.op, plain[1]), largest

    def _owner(self, node: ast.expr) -> tuple[ast.expr, str]:
        """Return the view that a part names, and what kind it is."""
        if isinstance(node, ast.Name) and node.id in ("me", "game"):
            return ast.Name(node.id, ast.Load()), node.id
        if isinstance(node, ast.Name) and node.id == "kitty":
            return ast.Attribute(ast.Name("game", ast.Load()), "kitty", ast.Load()), "kitty"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "seat":
            number = node.args[0] if len(node.args) == 1 and not node.keywords else None
            if isinstance(number, ast.Constant) and type(number.value) is int:
                self.seats.add(number.value)
                seat = ast.Attribute(ast.Name("game", ast.Load()), "seat", ast.Load())
                return ast.Call(seat, [ast.Constant(number.value)], []), "me"
            raise self._wrong("names no seat", "write a number, as in seat(2).holds(SA)", node)
        raise self._wrong("has nothing that can be asked for", node=node)

    def _fact(self, node: ast.Attribute) -> ast.expr:
        owner, kind = self._owner(node.value)
        known = [name for name in FIELDS[kind] if name not in _MASKS and (kind, name) not in _VIEWS]
        if node.attr in ASKED[kind]:
            raise self._wrong("is a question", f"ask it, as in {node.attr}(SA)", node)
        if node.attr not in known:
            raise self._wrong(_no_field(kind, node.attr), "see mighty-sim deals --help", node)
        return ast.Attribute(owner, node.attr, ast.Load())

    def _question(self, node: ast.Call) -> ast.expr:
        if not isinstance(node.func, ast.Attribute):
            raise self._wrong("is not known here", node=node)
        owner, kind = self._owner(node.func.value)
        name = node.func.attr
        if name not in ASKED[kind] or kind == "game":
            if name in FIELDS[kind]:
                raise self._wrong("is a number, not a question", f"write {kind}.{name} without ()", node)
            raise self._wrong(_no_field(kind, name), "me.holds(JK) asks for a card", node)
        if not node.args or node.keywords:
            raise self._wrong("names no card", f"write it as in {name}(JK) or {name}(SA, SK)", node)
        cards = 0
        for argument in node.args:
            found = self._set(argument.id) if isinstance(argument, ast.Name) else 0
            if not found:
                raise self._wrong("is no card and no suit", "write SA, HT, JK, or S H D C, ACES, POINTS …", argument)
            cards |= found
        return ast.Call(ast.Attribute(owner, name, ast.Load()), [ast.Constant(cards)], [])

    def _set(self, name: str) -> int:
        """Return the set of cards that a name means, 0 if none."""
        if name.upper() in SETS:
            return SETS[name.upper()]
        try:
            card = card_index(name)
        except CardError:
            return 0
        self.cards.add(card)
        return 1 << card
