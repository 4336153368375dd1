"""Processes of the program's own find the package and nothing in the user's folder."""

import os
import subprocess
import sys

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
