"""The first start: the kernel is compiled in a process of its own while this one compiles the strategies.

numba compiles one function at a time in a process. Two processes meet in the cache on disk, which halves the wait for
the first result where there are two processors. Nothing depends on it: whatever is not in the cache when it is needed
is compiled then.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
from pathlib import Path

from numba import config

from mighty_sim import child
from mighty_sim.kernels.jit import FINGERPRINT, JIT

_CODE = "from mighty_sim.kernels.batch import compile_run; compile_run({!r})"


def _mark(mode: int | None) -> Path:
    """The file that says that this very kernel has been compiled here."""
    version = f"{sys.implementation.cache_tag}-{FINGERPRINT}-{mode or 0}"
    return Path(config.CACHE_DIR) / f"compiled-{version}"


def start(mode: int | None) -> subprocess.Popen[bytes] | None:
    """Start compiling the kernel of a mode elsewhere, if it has not been compiled on this machine yet."""
    if not JIT or _mark(mode).exists():
        return None
    quiet = subprocess.DEVNULL
    program = child.command("-c", _CODE.format(mode))
    try:
        return subprocess.Popen(program, env=child.environment(), stdin=quiet, stdout=quiet, stderr=quiet)
    except OSError:
        return None


def finish(process: subprocess.Popen[bytes] | None, mode: int | None) -> None:
    """Wait for :func:`start`, and remember that it need not be done again."""
    if process is not None and process.wait() == 0:
        with contextlib.suppress(OSError):  # no cache folder can be written: nothing to remember
            _mark(mode).touch()
