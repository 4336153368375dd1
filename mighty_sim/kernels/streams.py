"""Random numbers from (seed, deal, lane) alone: any deal can be made again without the ones before it.

Lane 0 deals the cards, lane 1 + seat is that seat's own, so that another rule or another strategy leaves the cards and
everybody else's draws as they were. A stream is seeded by *drawing* its state with splitmix64 from the deal's own
state: states that are merely offset gave correlated seats. Draws are wyrand: one 128-bit multiplication each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir

from mighty_sim.kernels.jit import int64, kernel, twin

GOLDEN = 0x9E3779B97F4A7C15 - (1 << 64)
_STEP = 0xA0761D6478BD642F - (1 << 64)
_FLIP = 0xE7037ED1A0B428DB - (1 << 64)
_MASK = (1 << 64) - 1
_I64 = ir.IntType(64)
_I128 = ir.IntType(128)


def signed(x: int) -> int:
    """The int64 with the same 64 bits as ``x``."""
    x &= _MASK
    return x - (1 << 64) if x >> 63 else x


def _binary(python: Callable[[int, int], int], build: Callable[[Any, Any, Any], Any], doc: str) -> Any:
    @twin(python)
    def operation(typingctx: Any, a: Any, b: Any) -> Any:
        def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return build(builder, args[0], args[1])

        return int64(int64, int64), codegen

    operation.__doc__ = doc
    return operation


def _wide(builder: Any, a: Any, b: Any) -> tuple[Any, Any]:
    product = builder.mul(builder.zext(a, _I128), builder.zext(b, _I128))
    high = builder.trunc(builder.lshr(product, ir.Constant(_I128, 64)), _I64)
    return high, builder.trunc(product, _I64)


def _build_fold(builder: Any, a: Any, b: Any) -> Any:
    high, low = _wide(builder, a, b)
    return builder.xor(high, low)


def _python_share(a: int, b: int) -> int:
    return signed(((a & _MASK) * (b & _MASK)) >> 64)


def _python_fold(a: int, b: int) -> int:
    product = (a & _MASK) * (b & _MASK)
    return signed((product >> 64) ^ product)


add = _binary(lambda a, b: signed(a + b), lambda builder, a, b: builder.add(a, b), "Sum modulo 2^64.")
rest = _binary(
    lambda a, b: signed(a * b),
    lambda builder, a, b: builder.mul(a, b),
    "What :func:`share` leaves of a word: a·b mod 2^64.",
)
share = _binary(
    _python_share,
    lambda builder, a, b: _wide(builder, a, b)[0],
    "A number 0 .. b-1 from the random word a: the high half of a·b (bias under b / 2^64).",
)
_fold = _binary(_python_fold, _build_fold, "High half xor low half of the 128-bit product.")


def _python_mix(z: int) -> int:
    z &= _MASK
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _MASK
    return signed(z ^ (z >> 31))


@twin(_python_mix)
def mix(typingctx: Any, z: Any) -> Any:
    """splitmix64's finalizer: a permutation of the 64-bit words that scatters all bits."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        (x,) = args
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            x = builder.xor(x, builder.lshr(x, ir.Constant(_I64, shift)))
            x = builder.mul(x, ir.Constant(_I64, factor))
        return builder.xor(x, builder.lshr(x, ir.Constant(_I64, 31)))

    return int64(int64), codegen


@kernel
def deal_state(seed: int, deal: int) -> int:
    """The state that all streams of a deal are drawn from."""
    return mix(add(mix(add(seed, GOLDEN)), rest(deal, GOLDEN)))


@kernel
def lane_state(state: int, lane: int) -> int:
    """First state of a lane's stream."""
    return mix(add(state, rest(lane + 1, GOLDEN)))


@kernel
def advance(state: int) -> int:
    """The stream's next state."""
    return add(state, _STEP)


@kernel
def word(state: int) -> int:
    """The random word that belongs to a state."""
    return _fold(state, state ^ _FLIP)
