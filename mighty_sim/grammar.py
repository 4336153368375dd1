"""What a compiled strategy may be written with, checked in its source before anything is compiled.

The kernels know ints, and tuples of ints as constants. The compiler itself would take a list (slowly) and cut a decimal
number to an int; here both are told, like everything else that cannot be compiled, with the author's own line. A file
that says ``compiled = False`` is plain Python, and is not looked at.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from mighty_sim.errors import BadStrategy, nearest
from mighty_sim.kernels.diagnosis import FIELDS, QUESTIONS, VIEWS, no_field
from mighty_sim.kernels.jit import JIT, helper
from mighty_sim.kernels.parameters import Parameter

_MARK = "__mighty_hook__"
_INTS = "compiled code has ints and tuples of ints; for more, write compiled = False at the top of the file (slow)"
_DECIMALS = "whole numbers only: 7 * x // 10, or a parameter, which is read in thousandths"
_KINDS: dict[type[ast.AST], str] = {
    ast.List: "a list",
    ast.ListComp: "a list",
    ast.Dict: "a dict",
    ast.DictComp: "a dict",
    ast.Set: "a Python set",
    ast.SetComp: "a Python set",
    ast.GeneratorExp: "a generator",
    ast.JoinedStr: "a text",
}
_MAKERS = {name: f"{name}()" for name in ("list", "dict", "set", "frozenset", "sorted", "str", "map", "filter")}
_LOOKS = ("print", "breakpoint")

_Function = ast.FunctionDef


class _Found(Exception):
    """Something that cannot be compiled: the node, and what is said of it."""

    def __init__(self, node: ast.AST, told: str) -> None:
        super().__init__(told)
        self.node, self.told = node, told


def check(path: Path, content: bytes, module: ModuleType, others: Mapping[Path, bytes], known: Sequence[str]) -> None:
    """Look through the functions of a strategy's file, and of ``others`` that it takes some from, to be compiled.

    ``known`` is what a strategy can import from mighty_sim.strategy. Raises BadStrategy for the
    first thing that cannot be compiled, with its line.
    """
    _check(path, content, module, known)
    loaded = {getattr(found, "__file__", None): found for found in list(sys.modules.values())} if others else {}
    for other, text in others.items():
        if str(other) in loaded:
            _check(other, text, loaded[str(other)], known)


def _check(path: Path, content: bytes, module: ModuleType, known: Sequence[str]) -> None:
    """Look through the functions of one file. Raises BadStrategy."""
    tree = ast.parse(content)
    functions = [node for node in tree.body if isinstance(node, _Function)]
    plain = {node.name for node in functions if _mark_of(node, module) is None}
    for node in functions:
        mark = _mark_of(node, module)
        if mark is None:
            continue
        try:
            _Reader(node, mark, module, plain, known).read()
        except _Found as found:
            who = f"{str(path)!r}, " + (f"@{mark}" if mark else f"helper {node.name!r}")
            line: int = getattr(found.node, "lineno", node.lineno)
            text = content.decode("utf-8", "replace").splitlines()[line - 1].strip()
            raise BadStrategy(f"{who} cannot be compiled: {found.told} (line {line}: {text})") from None


def _mark_of(node: _Function, module: ModuleType) -> str | None:
    """The question that a function answers, "" for a helper, None for a function that is not compiled."""
    marks = [_value(decorator, vars(module)) for decorator in node.decorator_list]
    if helper in marks:
        return ""
    ours = [mark.__name__ for mark in marks if getattr(mark, "__module__", "").startswith("mighty_sim.")]
    return ours[0] if ours else getattr(getattr(module, node.name, None), _MARK, None)


def _value(node: ast.AST, names: dict[str, Any]) -> Any:
    """What a name, or a name with dots, stands for at the top of the file; None for nothing that is known."""
    if isinstance(node, ast.Attribute):
        return getattr(_value(node.value, names), node.attr, None)
    return names.get(node.id) if isinstance(node, ast.Name) else None


class _Reader(ast.NodeVisitor):
    """Reads one function, and raises at the first thing that cannot be compiled."""

    def __init__(
        self, function: _Function, mark: str, module: ModuleType, plain: set[str], known: Sequence[str]
    ) -> None:
        self._function, self._mark, self._plain, self._known = function, mark, plain, known
        self._names = vars(module)
        self._local = set(_bound(function))
        arguments = [argument.arg for argument in function.args.args]
        same = {name: name for name in VIEWS if name in arguments}  # a helper's arguments may be anything
        views = dict(zip(arguments, VIEWS, strict=False)) if mark else same
        names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
        stored = {node.id for node in names if isinstance(node.ctx, ast.Store)}
        self._views = {name: view for name, view in views.items() if name not in stored}

    def read(self) -> None:
        """Raise _Found for the first thing that cannot be compiled."""
        body = self._function.body
        for statement in body[1:] if ast.get_docstring(self._function) is not None else body:
            self.visit(statement)
        self._answers(body)

    def _answers(self, body: Sequence[ast.stmt]) -> None:
        """A question's function returns an int whichever way it takes; a helper always or never returns something."""
        returns = [node for node in ast.walk(self._function) if isinstance(node, ast.Return)]
        empty = [node for node in returns if node.value is None or _is_none(node.value)]
        if not self._mark and len(empty) == len(returns):
            return
        if empty or not _ends(body):
            what = "an answer" if self._mark else "a result"
            told = f"it can end without {what} (None); every way through it has to return an int"
            raise _Found(empty[0] if empty else _last(body), told)

    def generic_visit(self, node: ast.AST) -> None:
        """Refuse what is no int, and go on inside."""
        if type(node) in _KINDS:
            raise _Found(node, f"{_KINDS[type(node)]}; {_INTS}")
        if isinstance(node, ast.Import | ast.ImportFrom):
            raise _Found(node, "an import inside a function; import at the top of the file")
        if isinstance(node, ast.Global):
            told = "a strategy remembers nothing from one answer to the next; within a deal there is me.plan"
            raise _Found(node, f"'global': {told}")
        super().generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Ints (True and False are ints, too) and nothing else."""
        if isinstance(node.value, float | complex):
            raise _Found(node, f"{node.value!r} is a decimal number; {_DECIMALS}")
        if isinstance(node.value, str | bytes):
            raise _Found(node, f"{node.value!r} is a text; {_INTS}")

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """No division that gives decimals."""
        self._divides(node, node.op)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """The same for `x /= 2`; and nothing is written to a view."""
        self._divides(node, node.op)
        self.generic_visit(node)

    def _divides(self, node: ast.AST, operation: ast.operator) -> None:
        if isinstance(operation, ast.Div):
            raise _Found(node, "'/' gives a decimal number; '//' divides whole numbers")

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """An annotation is not compiled."""
        self.visit(node.target)
        if node.value:
            self.visit(node.value)

    def visit_Raise(self, node: ast.Raise) -> None:
        """What an exception says may be a text."""

    def visit_Assert(self, node: ast.Assert) -> None:
        """The same."""
        self.visit(node.test)

    def visit_Name(self, node: ast.Name) -> None:
        """A name of the function's own, of the file, or Python's."""
        name = node.id
        if name in self._local or not isinstance(node.ctx, ast.Load):
            return
        if name not in self._names:
            if not hasattr(builtins, name):
                raise _Found(node, _unknown(name, {*self._names, *self._local}, self._known))
            return
        told = self._wrong(name, self._names[name])
        if told:
            raise _Found(node, told)

    def _wrong(self, name: str, value: Any) -> str | None:
        """What is wrong with a name of the file, if anything is."""
        if name in self._plain:
            return f"{name!r} is a plain function; mark it @helper"
        if isinstance(value, Parameter):
            return f"{name!r} is a parameter; its value is me.value({name})"
        parts = value if isinstance(value, tuple) else (value,)
        while any(isinstance(part, tuple) for part in parts):
            parts = tuple(inner for part in parts for inner in (part if isinstance(part, tuple) else (part,)))
        if any(isinstance(part, float | complex) for part in parts):
            return f"{name!r} is {value!r}, a decimal number; {_DECIMALS}"
        wrong = next((part for part in parts if isinstance(part, list | dict | set | frozenset | str | bytes)), None)
        if wrong is None:
            return None
        return f"{name!r} is {'' if wrong is value else 'a tuple with '}a {type(wrong).__name__}; {_INTS}"

    def visit_Call(self, node: ast.Call) -> None:
        """A parameter may be asked for its value, or handed to a function of the file."""
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        own = name in self._local or name in self._names
        if not own and name in _MAKERS:
            raise _Found(node, f"{_MAKERS[name]} makes no int; {_INTS}")
        if not own and name in ("float", "round", "complex"):
            raise _Found(node, f"{name}() makes a decimal number; {_DECIMALS}")
        if not own and name in _LOOKS:
            if JIT:
                raise _Found(node, f"{name}() works only uncompiled: set NUMBA_DISABLE_JIT=1 to look at a few deals")
            return
        asked = isinstance(node.func, ast.Attribute) and node.func.attr == "value"
        handed = getattr(self._names.get(name), "__module__", None) == self._names["__name__"]
        if isinstance(node.func, ast.Attribute):
            self._field(node.func, called=True)
        else:
            self.visit(node.func)
        for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
            known = self._names.get(argument.id) if isinstance(argument, ast.Name) else None
            if not (isinstance(known, Parameter) and (asked or handed)):
                self.visit(argument)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """A field of a view; or what a module of the file has."""
        self._field(node, called=False)

    def _field(self, node: ast.Attribute, *, called: bool) -> None:
        owner = node.value
        if isinstance(owner, ast.Name) and owner.id in self._views:
            self._field_of_view(node, owner.id, self._views[owner.id], called=called)
            return
        value = _value(node, self._names)
        if getattr(_value(owner, self._names), "__name__", "") == "math" and node.attr != "gcd":
            raise _Found(node, f"math.{node.attr} works with decimal numbers; {_DECIMALS}")
        told = self._wrong(ast.unparse(node), value) if value is not None else None
        if told:
            raise _Found(node, told)
        self.visit(owner)

    def _field_of_view(self, node: ast.Attribute, name: str, view: str, *, called: bool) -> None:
        field = node.attr
        if field not in FIELDS[view]:
            raise _Found(node, no_field(name, field, view))
        if not isinstance(node.ctx, ast.Load):
            raise _Found(node, f"{name}.{field} can only be read; a strategy changes nothing but by its answers")
        if called != (field in QUESTIONS[view]):
            told = f"{name}.{field} is a number, not a question; write it without ()"
            raise _Found(node, told if called else f"{name}.{field} is a question; ask it, as in {name}.{field}(…)")


def _unknown(name: str, there: set[str], known: Sequence[str]) -> str:
    """What is said of a name that is not there."""
    if name in known:
        return f"the name {name!r} is not defined; import it: from mighty_sim.strategy import {name}"
    owner = next((view for view in VIEWS if name in FIELDS[view]), None)
    close = f"{owner}.{name}" if owner else nearest(name, {*there, *known})
    hint = f"did you mean {close!r}? " if close else ""
    return f"the name {name!r} is not defined; {hint}what a strategy uses is imported from mighty_sim.strategy"


def _bound(function: _Function) -> Iterator[str]:
    """Every name that is bound anywhere in a function: arguments, assignments, loops, functions in it."""
    for node in ast.walk(function):
        if isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            yield node.id
        elif isinstance(node, _Function | ast.ClassDef | ast.ExceptHandler) and node is not function:
            yield str(node.name)


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _ends(body: Sequence[ast.stmt]) -> bool:
    """Whether a function never runs on past these statements."""
    last = body[-1] if body else None
    if isinstance(last, ast.Return | ast.Raise):
        return True
    if isinstance(last, ast.If):
        return _ends(last.body) and _ends(last.orelse)
    if isinstance(last, ast.With):
        return _ends(last.body)
    if isinstance(last, ast.While):
        forever = isinstance(last.test, ast.Constant) and bool(last.test.value)
        return forever and not any(isinstance(node, ast.Break) for node in ast.walk(last))
    if isinstance(last, ast.Try):
        tried = _ends(last.body) or _ends(last.orelse)
        return _ends(last.finalbody) or (tried and all(_ends(handler.body) for handler in last.handlers))
    if isinstance(last, ast.Match):
        pattern = last.cases[-1].pattern
        return isinstance(pattern, ast.MatchAs) and pattern.pattern is None and all(_ends(x.body) for x in last.cases)
    return False


def _last(body: Sequence[ast.stmt]) -> ast.stmt:
    """The statement past which a function runs on without an answer."""
    last = body[-1]
    if isinstance(last, ast.If) and last.orelse:
        return _last(last.orelse if _ends(last.body) else last.body)
    return last
