"""The bench prints what it promises, and never fails for being slow."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mighty_sim import bench
from mighty_sim.cli import main
from mighty_sim.errors import InputError
from mighty_sim.experiment import from_names

ROOT = Path(__file__).parent.parent
KNOWN = {"table", "changed", "strategy", "threads", "rows", "deals_per_s", "ns_per_deal"}


def test_json_has_the_promised_fields(tmp_path):
    quick = ["--strategy", "random", "--deals", "2k", "--repeats", "1"]
    done = subprocess.run(
        [sys.executable, "-m", "mighty_sim", "bench", *quick, "--json"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    result = json.loads(done.stdout)
    assert result.keys() == {"machine", "versions", "rates", "start"}
    assert {"cold_s", "warm_s"} <= result["start"].keys()
    assert all(rate.keys() >= KNOWN for rate in result["rates"])
    assert {(rate["threads"] == 1, rate["rows"]) for rate in result["rates"]} >= {(True, False), (True, True)}
    for rate in result["rates"]:
        assert rate["deals_per_s"] == pytest.approx(1e9 / rate["ns_per_deal"])
    assert list(tmp_path.iterdir()) == []


def test_every_strategy_sits_at_every_table(monkeypatch):
    seen = []
    monkeypatch.setattr(bench, "_rates", lambda experiment, settings: seen.append(experiment) or [])
    monkeypatch.setattr(bench, "start", dict)
    bench.measure(["standard", "penalty-6"], ["random", "greedy"], bench.Settings(), ["hunter.call=automatic"])
    assert [(found.rules.name, found.line_up, found.rules.hunter.call) for found in seen] == [
        ("standard", "random", "automatic"),
        ("standard", "greedy", "automatic"),
        ("penalty-6", "random", "automatic"),
        ("penalty-6", "greedy", "automatic"),
    ]


def test_tables_and_settings_reach_the_bench_and_are_told(monkeypatch, capsys):
    asked = []
    ends = {"cold_s": 1.0, "warm_s": 1.0, "help_s": 1.0}
    rate = {"table": "penalty-6", "strategy": "random", "threads": 1, "rows": False, "deals_per_s": 1.0}
    rate |= {"ns_per_deal": 1e9, "vs_yardstick": None, "vs_one_thread": None, "vs_no_rows": None}

    def measure(tables, strategies, settings, changes):
        asked.append((tables, strategies, settings.deals, changes))
        return {"machine": bench.machine(), "versions": {}, "rates": [rate], "start": ends}

    monkeypatch.setattr(bench, "measure", measure)
    words = ["--table", "standard", "--table", "penalty-6", "--set", "deal.hand=10", "--set", "deal.kitty=3"]
    assert main(["bench", *words, "--deals", "2k"]) == 0
    assert asked == [(("standard", "penalty-6"), ("greedy", "random"), 2000, ("deal.hand=10", "deal.kitty=3"))]
    assert "Changed in the tables: deal.hand=10, deal.kitty=3." in capsys.readouterr().out
    assert main(["bench"]) == 0
    assert asked[1][0] == ("standard",)
    assert "Changed" not in capsys.readouterr().out


def program(folder: Path, text: str) -> Path:
    path = folder / "yardstick"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_the_yardstick_is_run_with_the_strategys_name(tmp_path):
    path = program(tmp_path, f'echo "$@" >> {tmp_path}/calls; echo "greedy cpu_ns/deal=500.0 (min 1)"')
    settings = bench.Settings(deals=1000, repeats=2, yardstick=path)
    ns, ratio = bench._one_thread(from_names("standard", "greedy", 1), settings)
    assert (tmp_path / "calls").read_text().splitlines() == ["greedy 1000 1 1"] * 3
    assert ratio is not None
    assert 0.2 < ratio * ns / 500 < 5  # the median of the ratios, not quite the ratio of the medians


@pytest.mark.parametrize("text", ["exit 3", "echo nothing"])
def test_a_yardstick_that_does_not_answer_is_refused(text, tmp_path):
    settings = bench.Settings(deals=10, repeats=1, yardstick=program(tmp_path, text))
    with pytest.raises(InputError, match="yardstick"):
        bench._one_thread(from_names("standard", "random", 1), settings)
