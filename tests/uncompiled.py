"""Run something without the compiler: in another process, since numba decides once, when it is imported."""

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent


def run_uncompiled(*arguments: str, compiled: bool = False) -> str:
    """What `python ARGUMENTS` prints with the compiler off; AssertionError with all it said if it fails.

    With `compiled`, the same in another process with the compiler on.
    """
    paths = os.pathsep.join([str(ROOT), str(TESTS)])
    environment = os.environ | {"NUMBA_DISABLE_JIT": str(int(not compiled)), "PYTHONPATH": paths}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{' '.join(arguments)}\n{done.stdout}\n{done.stderr}"
    return done.stdout
