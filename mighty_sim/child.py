"""Python processes of the program's own: the same interpreter, the same package, and nothing of the current folder.

Some commands run the kernels without the compiler, which numba has to know when it is imported: :func:`uncompiled`.
A user's folder may hold a file called `random.py`; on the path of a process it would stand for Python's own module.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from mighty_sim.errors import MightyError

_LOOK_S = 0.5
_SWITCH = "NUMBA_DISABLE_JIT"
_ROOT = str(Path(__file__).resolve().parent.parent)


def command(*arguments: str) -> list[str]:
    """Return the command that calls Python with these arguments, the current folder left off the path."""
    return [sys.executable, "-P", *arguments]


def environment(**changes: str) -> dict[str, str]:
    """Return this process's environment, in which the child finds the package, with changes."""
    path = [_ROOT, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    return os.environ | {"PYTHONPATH": os.pathsep.join(path)} | changes


def forget_current_folder() -> None:
    """Take off the path what `python -m` puts there: the current folder. The package itself is loaded by then."""
    here = str(Path.cwd()) if Path().exists() else ""
    sys.path[:] = [place for place in sys.path if place not in ("", here)]


def leave_with_parent() -> None:
    """End this process when the one that started it has gone, however it went: nothing is left to run for nobody."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_LOOK_S)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def carry_out(task: Callable[[str], None]) -> None:
    """Be a child of the program: do what its argument says; a message of ours is its last word, and exit code 1."""
    forget_current_folder()
    leave_with_parent()
    try:
        task(sys.argv[1])
    except MightyError as error:
        sys.exit(str(error))


@contextmanager
def uncompiled() -> Iterator[None]:
    """Let numba be imported with its compiler off, so that the kernels are plain Python in all of this process."""
    before = os.environ.get(_SWITCH)
    os.environ[_SWITCH] = "1"
    try:
        yield
    finally:
        os.environ.pop(_SWITCH)
        if before is not None:
            os.environ[_SWITCH] = before
