"""Processes of the program's own find the package and nothing in the user's folder."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mighty_sim import child


def test_files_of_the_current_folder_stand_for_nothing(tmp_path):
    for name in ("random", "string", "mighty_sim"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('the wrong file')")
    code = "import random, string, mighty_sim.cards; print('right')"
    done = subprocess.run(
        child.command("-c", code), cwd=tmp_path, env=child.environment(), capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("right\n", "")


def test_python_m_in_a_folder_with_a_file_called_random(tmp_path):
    """A user copies strategies/random.py; `python -m` puts the folder on the path, and numpy imports random."""
    (tmp_path / "random.py").write_text("raise SystemExit('the wrong file')")
    done = subprocess.run(
        [sys.executable, "-m", "mighty_sim", "success", "--deals", "10", "--keep", "none", "--quiet"],
        cwd=tmp_path,
        env=child.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_changes_of_the_environment():
    changed = child.environment(XDG_CACHE_HOME="elsewhere")
    assert changed["XDG_CACHE_HOME"] == "elsewhere"
    assert changed["PATH"] == child.environment()["PATH"]


@pytest.mark.parametrize("before", [None, "0"])
def test_uncompiled_lasts_as_long_as_it_is_meant_to(before, monkeypatch):
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    if before:
        monkeypatch.setenv("NUMBA_DISABLE_JIT", before)
    with child.uncompiled():
        assert os.environ["NUMBA_DISABLE_JIT"] == "1"
    assert os.environ.get("NUMBA_DISABLE_JIT") == before


def test_a_child_leaves_when_its_parent_is_killed():
    """The parent starts a child that would loop for ever, tells its number and is killed; then the child has to go."""
    loops = "from mighty_sim import child; child.leave_with_parent(); print('up', flush=True)\nwhile True: pass"
    starts = (
        "import subprocess, sys, time\nfrom mighty_sim import child\n"
        f"own = subprocess.Popen(child.command('-c', {loops!r}), env=child.environment(), stdout=subprocess.PIPE)\n"
        "own.stdout.readline()\nprint(own.pid, flush=True)\ntime.sleep(60)"
    )
    parent = subprocess.Popen(
        child.command("-c", starts), env=child.environment(), stdout=subprocess.PIPE, text=True
    )
    number = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    parent.stdout.close()
    for _ in range(100):
        if not is_running(number):
            return
        time.sleep(0.1)
    os.kill(number, signal.SIGKILL)
    raise AssertionError("it runs on")


def is_running(number):
    """Whether a process is there and is no mere entry in the table of those that have ended."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{number}/stat")
    return not stat.is_file() or stat.read_text().rpartition(")")[2].split()[0] != "Z"
