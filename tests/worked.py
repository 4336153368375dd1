"""The worked examples that are shipped, and the program called as its own process."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
DATA = ROOT / "tests" / "data"
FILES = ["standard-vectors.json", "penalty-vectors.json"]
VECTORS = [vector for name in FILES for vector in json.loads((DATA / name).read_text(encoding="utf-8"))]


def call(*arguments: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run the program as its own process."""
    program = [sys.executable, "-m", "mighty_sim", *arguments]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(program, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def one(kind: str, number: int = 0) -> dict[str, Any]:
    """One of the shipped examples of a kind."""
    return [vector for vector in VECTORS if vector["kind"] == kind][number]
