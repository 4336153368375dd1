"""Run something without the compiler: in another process, since numba decides once, when it is imported."""

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent


def run_uncompiled(*arguments: str, compiled: bool = False, seconds: int = 600) -> str:
    """What `python ARGUMENTS` prints with the compiler off; AssertionError with all it said if it fails.

    With `compiled`, the same in another process with the compiler on.
    """
    paths = os.pathsep.join([str(ROOT), str(TESTS)])
    environment = os.environ | {"NUMBA_DISABLE_JIT": str(int(not compiled)), "PYTHONPATH": paths}
    command = [sys.executable, *arguments]
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        raise AssertionError(f"{' '.join(arguments)}: no end after {seconds} s") from None
    said = f"{' '.join(arguments)}: exit code {done.returncode}\n{done.stdout}\n{done.stderr}"
    assert done.returncode == 0, said
    return done.stdout
