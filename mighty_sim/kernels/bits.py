"""Words about sets of cards: count, choose, lowest, highest, the n-th card.

A set of cards is a non-negative int64, bit ``4 * rank + suit`` a card (2 = rank 0, ace = 12; suits S H D C), jokers
from bit 52. A card is a set of one. In this order the lowest bit is the lowest card across the suits, a suit is one
constant shifted, and the point cards A K Q J 10 are one run of bits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import cgutils

from mighty_sim.kernels.jit import HAS_PDEP, helper, int64, twin

SPADES = 0x1111111111111
HEARTS = SPADES << 1
DIAMONDS = SPADES << 2
CLUBS = SPADES << 3
JOKERS = 0xF << 52
CARDS = (1 << 56) - 1
POINT_CARDS = 0xFFFFF << 32
ACES, KINGS, QUEENS, JACKS, TENS = (0xF << shift for shift in (48, 44, 40, 36, 32))

_I64 = ir.IntType(64)
_I1 = ir.IntType(1)


def _call_unary(builder: Any, name: str, x: Any) -> Any:
    if name == "llvm.ctpop.i64":
        function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(_I64, [_I64]), name)
        return builder.call(function, [x])
    function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(_I64, [_I64, _I1]), name)
    return builder.call(function, [x, ir.Constant(_I1, 0)])


def _unary(name: str, python: Callable[[int], int], doc: str) -> Any:
    @twin(python)
    def bit_instruction(typingctx: Any, x: Any) -> Any:
        def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return _call_unary(builder, name, args[0])

        return int64(int64), codegen

    bit_instruction.__doc__ = doc
    return bit_instruction


def _python_count(x: int) -> int:
    return int(x).bit_count()


def _python_index(x: int) -> int:
    return (x & -x).bit_length() - 1 if x else 64


count = _unary("llvm.ctpop.i64", _python_count, "How many cards a set holds.")
index = _unary("llvm.cttz.i64", _python_index, "Number of the lowest card of a set (64 where it is empty).")


def _python_choose(condition: int, then: Any, other: Any) -> Any:
    return then if condition else other


@twin(_python_choose)
def choose(typingctx: Any, condition: Any, then: Any, other: Any) -> Any:
    """``then`` where ``condition`` is not 0, else ``other``; both are worked out, and no branch is taken.

    A coin-toss branch costs some twenty instructions when it is mispredicted; this costs one.
    """

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        condition = builder.icmp_unsigned("!=", args[0], ir.Constant(_I64, 0))
        result = builder.select(condition, args[1], args[2])
        result.set_metadata("unpredictable", builder.module.add_metadata([]))
        return result

    return int64(int64, int64, int64), codegen


def _python_given(x: int) -> int:
    return x


@twin(_python_given)
def given(typingctx: Any, x: Any) -> Any:
    """The number itself, of which the compiler knows nothing: what hangs on it stays as written, without a branch."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.asm(ir.FunctionType(_I64, [_I64]), "", "=r,0", [args[0]], side_effect=False)

    return int64(int64), codegen


@helper
def prefer(cards: int, other: int) -> int:
    """``cards``, or ``other`` where that set is empty."""
    return choose(cards, cards, other)


@helper
def lowest(cards: int) -> int:
    """The lowest card of a set, as a set of one (empty for the empty set)."""
    return cards & -cards


def _python_highest(cards: int) -> int:
    return 1 << (cards.bit_length() - 1) if cards else 0


@twin(_python_highest)
def highest(typingctx: Any, cards: Any) -> Any:
    """The highest card of a set, as a set of one (empty for the empty set); among equal ranks the last suit."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        one = ir.Constant(_I64, 1)
        place = builder.sub(ir.Constant(_I64, 63), _call_unary(builder, "llvm.ctlz.i64", builder.or_(args[0], one)))
        top = builder.shl(one, place)
        return builder.and_(top, args[0])  # or_ with 1 keeps the count defined; the empty set stays empty

    return int64(int64), codegen


@helper
def suit_of(card: int) -> int:
    """All cards of a card's suit (of the lowest card's, for a set)."""
    return SPADES << (index(card) & 3)


@helper
def suits_in(cards: int) -> int:
    """All cards of every suit that the set has a card of (jokers left out first: they have no suit)."""
    cards |= cards >> 32
    cards |= cards >> 16
    cards |= cards >> 8
    return ((cards | cards >> 4) & 15) * SPADES


@helper
def below(cards: int) -> int:
    """Every card at or below some card of the set in its suit (jokers count as above spades: leave them out)."""
    cards |= cards >> 4
    cards |= cards >> 8
    cards |= cards >> 16
    return cards | cards >> 32


def _python_nth(cards: int, n: int) -> int:
    for _ in range(n):
        cards &= cards - 1
    return cards & -cards


@twin(_python_nth)
def _nth_by_pdep(typingctx: Any, cards: Any, n: Any) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = ir.FunctionType(_I64, [_I64, _I64])
        pdep = cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64")
        return builder.call(pdep, [builder.shl(ir.Constant(_I64, 1), args[1]), args[0]])

    return int64(int64, int64), codegen


@helper
def nth_portable(cards: int, n: int) -> int:
    """The ``n``-th lowest card of a set (from 0), halving the word six times: for processors without pdep."""
    place = 0
    for width in (32, 16, 8, 4, 2, 1):
        here = count((cards >> place) & ((1 << width) - 1))
        beyond = n >= here
        n -= choose(beyond, here, 0)
        place += choose(beyond, width, 0)
    return choose((cards >> place) & 1, 1 << place, 0)


nth = _nth_by_pdep if HAS_PDEP else nth_portable
