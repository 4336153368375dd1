"""The named numbers of a strategy: declared at the top of its file, set when it is seated, read while it plays.

A value is a word in the line-up's row of the seat, so setting it compiles nothing. Decimals are kept in thousandths:
kernels know integers only. The compiler sees a :class:`Parameter` as a place in that row and as nothing else, so that
one used as a number is a mistake that is told.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.errors import TypingError
from numba.core.imputils import lower_constant
from numba.extending import models, register_model, typeof_impl

from mighty_sim.errors import InputError
from mighty_sim.kernels.jit import int64, twin

THOUSAND = 1000
_MOST = 1 << 53


@dataclass(eq=False)
class Parameter:
    """A named number with its default and range; see :func:`parameter`.

    ``default``, ``low`` and ``high`` are in the unit in which the strategy reads it: thousandths where ``decimals``.
    ``name`` and ``place`` are given when the file is loaded.
    """

    default: int
    low: int
    high: int
    meaning: str
    decimals: bool
    name: str = ""
    place: int = -1

    def parse(self, text: str) -> int:
        """Return the value that a text means, in the strategy's unit. Raises InputError: no number, out of range."""
        try:
            value = Decimal(text) * self.unit
        except InvalidOperation:
            value = Decimal("NaN")
        kind = "a number with at most three decimals" if self.decimals else "a whole number"
        if not value.is_finite() or value != int(value):
            raise InputError(f"{self.name}={text}: not {kind}; it can be {self.range_text}")
        if not self.low <= value <= self.high:
            raise InputError(f"{self.name}={text} is out of range; it can be {self.range_text}")
        return int(value)

    def text(self, value: int) -> str:
        """Return a value as a person writes it."""
        return format((Decimal(value) / self.unit).normalize(), "f")

    @property
    def unit(self) -> int:
        """How many of the strategy's units make one: 1, or 1,000 for a decimal."""
        return THOUSAND if self.decimals else 1

    @property
    def range_text(self) -> str:
        """The range as a person writes it."""
        return f"{self.text(self.low)} to {self.text(self.high)}"


def parameter(default: float, low: float, high: float, meaning: str = "") -> Parameter:
    """Declare a named number, with its default, at the top of a strategy's file.

    After ``boldness = parameter(0.5, 0.0, 1.0, "how bold")`` a function reads it as ``me.value(boldness)``: the number
    itself where all three are ints; where one of them has decimals, in thousandths (0.5 is 500). Raises InputError for
    what is no range, or a default out of it.
    """
    numbers = (default, low, high)
    if not all(isinstance(number, int | float) and abs(number) <= _MOST // THOUSAND for number in numbers):
        raise InputError(f"parameter{numbers}: the default, the least and the greatest value have to be numbers")
    decimals = any(isinstance(number, float) for number in numbers)
    unit = THOUSAND if decimals else 1
    first, least, greatest = (round(number * unit) for number in numbers)
    if not least <= first <= greatest:
        raise InputError(f"parameter{numbers}: the default has to lie between the least and the greatest value")
    return Parameter(first, least, greatest, meaning, decimals)


class ParameterType(types.Type):
    """Compiled type of one parameter: its place is part of the type."""

    def __init__(self, place: int) -> None:
        super().__init__(name=f"Parameter<{place}>")
        self.place = place


@typeof_impl.register(Parameter)
def _typeof(value: Parameter, context: Any) -> Any:
    return ParameterType(value.place)


register_model(ParameterType)(models.OpaqueModel)


@lower_constant(ParameterType)
def _constant(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return context.get_dummy_value()


def _python_place(named: Parameter) -> int:
    return named.place


@twin(_python_place)
def place_of(typingctx: Any, named: Any) -> Any:
    """Where in the seat's row of values a parameter's value is."""
    if not isinstance(named, ParameterType):
        raise TypingError("me.value() takes a parameter that was declared at the top of the file")
    place = named.place

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return ir.Constant(ir.IntType(64), place)

    return int64(named), codegen
