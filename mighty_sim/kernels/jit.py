"""The only place that configures numba: options, cache policy and the fingerprint of the kernels.

Every kernel is a plain function under :func:`kernel`; the one that Python calls in bulk is an :func:`entry`. With
``NUMBA_DISABLE_JIT=1`` all of them stay plain Python and compute the same, bit for bit; intrinsics then use the Python
twin that stands beside each (see :func:`twin`).

numba's cache looks only at the file of the cached function, so an edit of a helper elsewhere would load stale machine
code. :data:`FINGERPRINT`, a hash of all kernel sources and of the options, is therefore part of the name of a type in
every cached signature.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
from numba import config, types
from numba.extending import NativeValue, intrinsic, models, register_model, typeof_impl, unbox

JIT: bool = not config.DISABLE_JIT
OPTIONS: dict[str, Any] = {"error_model": "numpy", "boundscheck": False}
# Nobody calls an inner function from Python: without the wrappers for that, compiling takes a quarter less time.
INNER: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
# A bad index or a division by zero in a user's strategy is an exception, as it is in Python.
HOOK_OPTIONS: dict[str, Any] = {"error_model": "python", "boundscheck": True}
# Loops here run over a handful of seats: vectorizing them costs more instructions than it saves, and compile time.
config.LOOP_VECTORIZE = 0
HAS_PDEP: bool = bool(llvm.get_host_cpu_features().get("bmi2"))


def _fingerprint() -> str:
    digest = hashlib.sha256(repr((numba.__version__, OPTIONS, HOOK_OPTIONS, HAS_PDEP)).encode())
    folder = Path(__file__).parent
    for path in [*sorted(folder.glob("*.py")), folder.parent / "strategy.py"]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


FINGERPRINT: str = _fingerprint()


def _use_own_cache_folder() -> None:
    """Keep compiled code out of the users' own folders, unless they chose a place themselves."""
    if not config.CACHE_DIR:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser())
        config.CACHE_DIR = str(base / "mighty-sim" / "numba")


_use_own_cache_folder()


def _cached(function: Callable[..., Any], signature: Any, options: dict[str, Any]) -> Any:
    arguments = () if signature is None else (signature,)
    try:
        return numba.njit(*arguments, cache=True, **options)(function)
    except (RuntimeError, OSError):  # no cache folder can be written: compile in memory
        return numba.njit(*arguments, **options)(function)


def kernel(function: Callable[..., Any]) -> Any:
    """Compile an inner function of the kernels (inlined by LLVM into its caller). Python must not call it."""
    return numba.njit(**OPTIONS, **INNER, forceinline=True)(function)


def rare(function: Callable[..., Any]) -> Any:
    """Compile an inner function for what seldom happens: left out of line, so that the common way stays short."""
    return numba.njit(**OPTIONS, **INNER)(function)


def helper(function: Callable[..., Any]) -> Any:
    """Compile a function that strategies use (kernels may, too), and that Python may call as well."""
    return numba.njit(**HOOK_OPTIONS, forceinline=True, no_cfunc_wrapper=True)(function)


def entry(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls: cached on disk, and without the interpreter's lock."""
    return _cached(function, None, {**OPTIONS, "nogil": True}) if JIT else function


def hook(function: Callable[..., Any], signature: Any) -> Any:
    """Compile a strategy's function for exactly one signature, cached on disk."""
    return _cached(function, signature, {**HOOK_OPTIONS, **INNER})


def twin(python: Callable[..., Any]) -> Callable[[Callable[..., Any]], Any]:
    """Declare an intrinsic together with the plain function that stands for it without the compiler."""

    def decorate(codegen: Callable[..., Any]) -> Any:
        return intrinsic(codegen) if JIT else python

    return decorate


int64 = types.int64


class Stamp:
    """Carries :data:`FINGERPRINT` into the signature of every entry: pass :data:`STAMP` first."""


class _StampType(types.Type):
    def __init__(self) -> None:
        super().__init__(name=f"Stamp<{FINGERPRINT}>")


STAMP = Stamp()
typeof_impl.register(Stamp)(lambda value, context: _StampType())
register_model(_StampType)(models.OpaqueModel)


@unbox(_StampType)
def _unbox_stamp(typ: Any, value: Any, context: Any) -> Any:
    return NativeValue(context.context.get_dummy_value())
