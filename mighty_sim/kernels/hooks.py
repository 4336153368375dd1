"""A strategy's functions as addresses, and the call to one.

Each function is compiled apart, once, for the one signature ``int64(game, me)``; the kernels know it as a number in the
seat's record. Pluggability so costs nothing, and changing the line-up compiles nothing. The call goes through numba's
own calling convention with the answer's place set to :data:`NO_ANSWER` beforehand: a function that raises leaves it,
and that is a legal answer to no question, so no status is tested on the way.

The two semi-private parts of numba used here (``library.get_pointer_to_function`` and the shape of its calling
convention) are used nowhere else.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache
from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.core.callconv import excinfo_ptr_t

from mighty_sim.errors import StrategyFault
from mighty_sim.kernels.jit import hook, int64, kernel, twin
from mighty_sim.kernels.state import GameView, SeatView, game_view, seat_view

NO_ANSWER = -(1 << 63)
SIGNATURE = int64(GameView(), SeatView())
_I64 = ir.IntType(64)


@cache
def compile_hook(function: Callable[..., Any]) -> tuple[Any, int]:
    """Compile a strategy's function, once in a process; returns the dispatcher, to be kept alive, and its address."""
    return compiled_for(function, SIGNATURE)


def compiled_for(function: Callable[..., Any], signature: Any) -> tuple[Any, int]:
    """Compile a user's function for a signature; returns the dispatcher, to be kept alive, and its address."""
    dispatcher = hook(function, signature)
    result = dispatcher.overloads[signature.args]
    return dispatcher, int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


def whole(answer: Any) -> int:
    """An answer as the kernels take it. Raises TypeError for what is no int, OverflowError for one of over 64 bits."""
    number = operator.index(answer)
    if not NO_ANSWER < number < -NO_ANSWER:
        raise OverflowError(f"{number} has more than 64 bits")
    return number


def _python_call(function: Callable[[Any, Any], int], game: Any, me: Any) -> int:
    try:
        return whole(function(game, me))
    except StrategyFault:  # from a replay, which tells more
        raise
    except (Exception, SystemExit):
        return NO_ANSWER


def caller(first: Any, second: Any) -> Any:
    """An intrinsic that calls the function at an address with two views of these types."""

    @twin(_python_call)
    def call(typingctx: Any, place: Any, game: Any, me: Any) -> Any:
        def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            answer = cgutils.alloca_once(builder, _I64)
            builder.store(ir.Constant(_I64, NO_ANSWER), answer)
            raised = cgutils.alloca_once(builder, excinfo_ptr_t)
            pointers = [answer, raised, args[1], args[2]]
            convention = ir.FunctionType(ir.IntType(32), [value.type for value in pointers])
            builder.call(builder.inttoptr(args[0], convention.as_pointer()), pointers)
            return builder.load(answer)

        return int64(int64, first, second), codegen

    return call


_call = caller(GameView(), SeatView())


@kernel
def ask(place: Any, game: Any, me: Any) -> int:
    """The answer of the function at ``place`` to the game as the seat ``me`` sees it."""
    return _call(place, game_view(game), seat_view(me))
