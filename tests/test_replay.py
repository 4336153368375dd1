"""Replays: a deal in full, the same as in a run, and faults of strategies told in full."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest
import referee

from mighty_sim import record
from mighty_sim.contract import FriendCall, parse_bid

ROOT = Path(__file__).parent.parent


def call(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mighty_sim", *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def traces(tmp_path_factory):
    folder = tmp_path_factory.mktemp("replays")
    done = call("replay", "--strategy", "random", "--deals", "0:60", "--format", "json", folder=folder)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_every_line_is_a_record_that_the_referee_accepts(traces):
    assert [trace["deal"] for trace in traces] == list(range(60))
    for trace in traces:
        record.check(trace)
        referee.judge(trace)


def test_a_record_reads_back(traces):
    for trace in traces[:5]:
        assert record.from_json(record.to_json(trace)) == trace


def test_replay_is_what_the_run_played(traces, tmp_path):
    done = call("run", "--strategy", "random", "--deals", "60", "--out", "rows", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    rows = pq.read_table(tmp_path / "rows").to_pylist()
    assert len(rows) == 60
    for row, trace in zip(rows, traces, strict=True):
        contract, result = parse_bid(trace["contract"]), trace["result"]
        assert (row["deal"], row["dealer"], row["declarer"]) == (trace["deal"], trace["dealer"], trace["declarer"])
        assert (row["contract"], row["strain"]) == contract
        assert (row["bid"], row["bid_strain"]) == parse_bid(trace["bid"])
        assert FriendCall.from_code(row["friend_call"]).as_json() == trace["friend_call"]
        assert (row["points"], row["made"]) == (result["points"], result["made"])
        assert [row[f"score_{seat}"] for seat in range(5)] == result["scores"]
        assert row["friends"] == sum(1 << seat for seat in result["friends"])


def test_a_forced_deal_has_no_auction(tmp_path):
    wanted = ("--declarer", "forced", "--seat", "3", "--number", "16", "--deals", "4")
    done = call("replay", *wanted, "--format", "json", folder=tmp_path)
    trace = json.loads(done.stdout)
    referee.judge(trace, {"seat": 3, "number": 16})
    assert trace["auction"] == []
    assert trace["bid"][:2] == "16"


def test_the_text_has_every_card_of_every_trick(tmp_path):
    text = call("replay", "--deals", "17", folder=tmp_path).stdout
    trace = json.loads(call("replay", "--deals", "17", "--format", "json", folder=tmp_path).stdout)
    for trick in trace["tricks"]:
        line = next(line for line in text.splitlines() if line.split()[:1] == [str(trace["tricks"].index(trick) + 1)])
        assert all(play["card"] in line for play in trick["plays"])


BROKEN = '''"""Leads a trump first, whatever else it holds."""
from mighty_sim.strategy import NO_TRUMP, PASS, bid, call, exchange, friend, lowest, play, prefer


@bid
def up(game, me):
    return call(game.least(0), 0) if game.least(0) == 13 or game.must_bid else PASS


@exchange
def away(game, me):
    first = lowest(me.hand)
    second = lowest(me.hand ^ first)
    return first | second | lowest(me.hand ^ first ^ second)


@friend
def mighty(game, me):
    return game.mighty


@play
def trump(game, me):
    return lowest(prefer(me.hand & game.trump, me.legal))
'''


@pytest.mark.parametrize(
    "command", [("replay",), ("run", "--out", "rows"), ("success", "--declarer", "auction", "--keep", "none")]
)
def test_a_fault_is_told_in_full(command, tmp_path):
    (tmp_path / "broken.py").write_text(BROKEN)
    done = call(*command, "--strategy", "./broken.py", "--deals", "5", folder=tmp_path)
    assert done.returncode == 1
    assert done.stdout == ""
    (line,) = done.stderr.strip().splitlines()
    assert "'broken' at seat" in line
    assert "deal " in line
    assert "is against the rules; legal: " in line
    assert not list(tmp_path.glob("rows/*.parquet"))


def test_an_exception_in_a_strategy_names_its_line(tmp_path):
    (tmp_path / "broken.py").write_text(BROKEN.replace("return game.mighty", "return 1 // (game.players - 5)"))
    for command in (("replay",), ("success", "--declarer", "auction", "--keep", "none")):
        done = call(*command, "--strategy", "./broken.py", "--deals", "1", folder=tmp_path)
        assert done.returncode == 1
        (line,) = done.stderr.strip().splitlines()
        assert "friend: ZeroDivisionError" in line
        assert "return 1 // (game.players - 5)" in line
