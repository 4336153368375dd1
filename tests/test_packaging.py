"""What is installed: the wheel holds the program, its tables and the shipped strategies, and nothing else."""

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from mighty_sim.catalog import strategy_names
from mighty_sim.rules import table_names

ROOT = Path(__file__).parent.parent
LEFT_OUT = shutil.ignore_patterns(".*", "build", "results", "__pycache__", "*.egg-info")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a copy of the checkout, so that the checkout stays as it is."""
    copy, out = tmp_path_factory.mktemp("build") / "tree", tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "--no-index"]
    done = subprocess.run([*command, "-w", out, copy], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return next(out.glob("*.whl"))


def test_wheel_holds_every_module_table_and_strategy(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    modules = {str(path.relative_to(ROOT)) for path in (ROOT / "mighty_sim").rglob("*.py")}
    assert modules <= names
    assert {f"mighty_sim/tables/{name}.toml" for name in table_names()} <= names
    assert {f"mighty_sim/_library/strategies/{name}.py" for name in strategy_names()} <= names
    assert "mighty_sim/py.typed" in names


def test_wheel_installs_one_package(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0] for name in names} <= {
        "mighty_sim",
        wheel.name.split("-py3")[0] + ".dist-info",
    }


def test_installed_program_finds_its_strategies(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "mighty_sim", "strategies", "list", "--format", "csv"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert [line.split(",")[0] for line in done.stdout.splitlines()[1:]] == strategy_names()


def test_command_is_the_one_of_the_module(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    entries = next(name for name in archive.namelist() if name.endswith("entry_points.txt"))
    assert re.search(r"mighty-sim\s*=\s*mighty_sim\.cli:main", archive.read(entries).decode())
