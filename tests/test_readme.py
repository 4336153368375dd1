"""The README's commands are run as they stand, and its promises about the shell are kept."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from mighty_sim.cli import COMMANDS as COMMANDS_OF_THE_PROGRAM

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    line.removeprefix("$ ")
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
    if line.startswith("$ ")
]


def call(command: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run one command of the README in a folder, the program taken from this checkout."""
    program, *arguments = shlex.split(command)
    assert program == "mighty-sim"
    environment = os.environ | {"PYTHONPATH": str(ROOT)} | variables
    return subprocess.run(
        [sys.executable, "-m", "mighty_sim", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_command_works(tmp_path: Path) -> None:
    """They follow on one another, in one folder."""
    for command in COMMANDS:
        done = call(command, tmp_path)
        assert done.returncode == 0, f"{command}\n{done.stderr}"
        assert done.stdout or "--out" in command, command


def test_the_main_commands_are_there() -> None:
    words = {shlex.split(command)[1] for command in COMMANDS}
    assert words >= set(COMMANDS_OF_THE_PROGRAM) - {"bench", "publish"}
    assert README.index("make run") < README.index("make test") < 1500


def test_the_table_of_ones_own_is_one_and_the_refusal_is_real(tmp_path: Path) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)
    (refusal,) = re.findall(r"```\n(mighty-sim: .*?)```", README, re.DOTALL)
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    done = call("mighty-sim tables diff penalty-5 mine.toml --format csv", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert {line.partition(",")[0] for line in done.stdout.splitlines()} == {
        *("option", "deal.removed", "deal.hand", "hunter.trigger"),
    }
    (tmp_path / "mine.toml").write_text(text.replace("hand = 9", "hand = 10"), encoding="utf-8")
    done = call("mighty-sim tables show mine.toml", tmp_path)
    assert (done.returncode, done.stderr) == (2, refusal)


def test_the_python_works(tmp_path: Path) -> None:
    (text,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    code = text.replace("20_000", "2_000")
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "success.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("shell", re.findall(r"_MIGHTY_SIM_COMPLETE=(\w+)_source", README))
def test_completion_script(shell: str, tmp_path: Path) -> None:
    done = call("mighty-sim", tmp_path, _MIGHTY_SIM_COMPLETE=f"{shell}_source")
    assert done.returncode == 0, done.stderr
    assert "_MIGHTY_SIM_COMPLETE" in done.stdout


def test_exit_codes_are_those_of_the_help(tmp_path: Path) -> None:
    text = call("mighty-sim --help", tmp_path).stdout
    codes = re.findall(r"^\| (\d+) \|", README, re.MULTILINE)
    assert codes == re.findall(r"^    (\d+) +\w", text.partition("Exit codes")[2], re.MULTILINE)


@pytest.mark.parametrize("path", re.findall(r"`((?:[\w.]+/)+[\w.]+\.(?:py|md))`", README))
def test_files_that_it_names_exist(path: str) -> None:
    assert (ROOT / path).is_file()
