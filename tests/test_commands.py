"""`success`, `run` and `summarize` on the command line; the deals are made up, the rest is real."""

import csv
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import textwrap
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from fake_batch import RANGES, Column, FakeBatch, values

from mighty_sim import runner, strength
from mighty_sim.cli import run_options, summarize
from mighty_sim.cli.output import percent
from mighty_sim.experiment import from_names
from mighty_sim.store import MANIFEST, noted
from mighty_sim.summary import keys

NAMES = [name for name, *_ in RANGES]
COLUMNS = ["strength", "strength_to", "n", "share", "number", "made", "rate", "rate_low", "rate_high", "thin"]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(runner, "batch_of", FakeBatch)


def files() -> list[str]:
    there = [path for path in Path.cwd().rglob("*") if path.is_file() and path.name != MANIFEST]
    return sorted(str(path.relative_to(Path.cwd())) for path in there)


def test_the_page_of_success_tells_the_faults_of_a_run_that_goes_on(said, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every tenth deal has three."""

    class Faulty(FakeBatch):
        columns = (*FakeBatch.columns, Column("faults", "int16"))

        def play(self, first, count, out, row):
            super().play(first, count, out[:-1], row)
            out[-1, row : row + count] = 3 * (np.arange(first, first + count) % 10 == 0)

    assert "fault" not in said("success", "--deals", "95", "--quiet")[0]
    monkeypatch.setattr(runner, "batch_of", Faulty)
    wanted = ("success", "--deals", "95", "--on-fault", "first-legal", "--quiet")
    for _ in ("played", "read"):
        page = said(*wanted)[0]
        assert page.endswith("\n30 faults in 10 of 95 deals: the first legal answer stood for each wrong one.\n")
    assert list(json.loads(said(*wanted, "--format", "json")[0])[0]) == COLUMNS


def test_success_prints_every_class_and_number(said) -> None:
    rows = json.loads(said("success", "--deals", "3000", "--format", "json", "--quiet")[0])
    assert list(rows[0]) == COLUMNS
    block = values(from_names("standard", "steady", 1, "forced"), 0, 3000)
    strengths, points = block[NAMES.index("tricks_dealt")], block[NAMES.index("points")]
    own = points[(strengths >= 8) & (strengths <= 9)]
    (row,) = [row for row in rows if row["strength"] == 2.0 and row["number"] == 17]
    assert (row["strength_to"], row["n"], row["made"]) == (2.25, len(own), np.sum(own >= 17))
    assert [row["number"] for row in rows if row["strength"] is None] == list(range(13, 21))
    assert rows[-1]["n"] == 3000


def test_success_of_contracts_that_were_bid(said) -> None:
    text = said("success", "--deals", "3k", "--declarer", "auction", "--by", "trumps", "--format", "csv")[0]
    rows = list(csv.DictReader(io.StringIO(text)))
    assert list(rows[0]) == COLUMNS
    assert sum(int(row["n"]) for row in rows if row["strength"] and row["number"]) == 3000
    assert (rows[-1]["strength"], rows[-1]["number"], rows[-1]["n"]) == ("", "", "3000")


@pytest.mark.parametrize("more", [(), ("--by", "weakness"), ("--declarer", "auction"), ("--by", "points")])
def test_the_page_fits_80_columns_and_says_what_it_is(said, more: tuple[str, ...]) -> None:
    page = said("success", "--deals", "20k", "--seed", "7", *more)[0]
    assert all(len(line) <= 80 for line in page.splitlines())
    for words in ("table standard", "strategy steady", "20,000 deals", "seed 7", "as dealt", "95 % Wilson"):
        assert words in page
    assert ("told that it bid 15" in page) == ("auction" not in more)
    assert "Rates hold for steady at every seat and this table" in page
    assert "* fewer than 100 deals" in page or "*" not in page


@pytest.mark.parametrize(("width", "tables"), [("40", 8), ("80", 2), ("200", 1)])
def test_a_wide_table_is_parted(said, monkeypatch: pytest.MonkeyPatch, width: str, tables: int) -> None:
    monkeypatch.setenv("COLUMNS", width)
    page = said("success", "--deals", "20k")[0]
    assert page.count("tricks   ") == tables
    assert page.count("Wilson") == 1
    cells = [cell for line in page.splitlines() if line.startswith("all") for cell in line.split()[3:]]
    assert len(cells) == 8


def test_thin_classes_are_shown_and_marked(said) -> None:
    page = said("success", "--deals", "500", "--by", "points")[0]
    assert "10* " in page
    assert "* fewer than 100 deals" in page


def test_success_keeps_rows_where_it_says(said) -> None:
    _, told = said("success", "--deals", "1000")
    (path,) = files()
    assert path.startswith("results/standard-steady-forced15-seed1-")
    assert told.startswith("played 1,000 deals in ")
    assert told.endswith(f"rows in {Path(path).parent}\n")
    assert said("success", "--deals", "900", "--by", "points")[1].startswith("read 900 deals played before")
    assert files() == [path]


def test_success_keeps_nothing_if_told_so(said) -> None:
    with_rows = said("success", "--deals", "1000", "--out", "kept")[0]
    assert said("success", "--deals", "1000", "--keep", "none")[0] == with_rows
    assert files() == ["kept/chunk-000000.parquet"]


def test_quiet_is_quiet(said) -> None:
    assert said("success", "--deals", "10", "--quiet")[1] == ""
    assert said("--quiet", "run", "--deals", "10")[1] == ""


def test_run_prints_its_folder_and_goes_on(said) -> None:
    out, told = said("run", "--deals", "1000", "--out", "first")
    assert (out, files()) == ("first\n", ["first/chunk-000000.parquet"])
    assert told.startswith("played 1,000 deals")
    assert "read 1,000 deals" in said("run", "--deals", "1000", "--out", "first")[1]


def test_run_and_success_share_rows(said) -> None:
    said("run", "--deals", "1000", "--declarer", "forced", "--number", "16")
    told = said("success", "--deals", "1000", "--number", "16")[1]
    assert told.startswith("read 1,000 deals")


SWEEP = "gambler:nerve=4..12/3"
SWEPT = ["gambler:nerve=4", "gambler", "gambler:nerve=12"]


@pytest.mark.parametrize(("out", "where"), [((), "results"), (("--out", "here"), "here")])
def test_a_sweep_is_one_run_after_the_other(said, out: tuple[str, ...], where: str) -> None:
    """Each in its own folder, which is that of the same strategy asked for alone."""
    lines = said("run", "--strategy", SWEEP, "--deals", "100", *out)[0].splitlines()
    assert [Path(line).parent for line in lines] == [Path(where)] * 3
    assert [f"{line}/chunk-000000.parquet" for line in sorted(lines)] == files()
    for name, line in zip(SWEPT, lines, strict=True):
        again, told = said("run", "--strategy", name, "--deals", "100", "--out", line)
        assert (again, told) == (f"{line}\n", "read 100 deals played before\n")


def test_success_of_a_sweep_is_a_page_or_rows_for_each(said) -> None:
    page = said("success", "--strategy", SWEEP, "--deals", "500", "--keep", "none")[0]
    alone = [said("success", "--strategy", name, "--deals", "500", "--keep", "none")[0] for name in SWEPT]
    assert page == "\n".join(alone)
    assert [f"strategy {name}, " in text for name, text in zip(SWEPT, alone, strict=True)] == [True] * 3
    rows = json.loads(said("success", "--strategy", SWEEP, "--deals", "500", "--format", "json")[0])
    assert list(rows[0]) == ["strategy", *COLUMNS]
    assert list(dict.fromkeys(row["strategy"] for row in rows)) == SWEPT
    one = said("success", "--strategy", SWEPT[0], "--deals", "500", "--format", "json")[0]
    assert [{name: row[name] for name in COLUMNS} for row in rows if row["strategy"] == SWEPT[0]] == json.loads(one)


@pytest.mark.parametrize("command", ["run", "success"])
def test_nothing_of_a_sweep_is_played_where_a_value_is_wrong(said, command: str) -> None:
    told = said(command, "--strategy", "gambler:nerve=4..16/3", "--deals", "10", code=2)[1]
    assert told.count("\n") == 1
    assert "16" in told
    assert files() == []


def test_replay_and_bench_need_one_strategy(said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "0")  # `replay` sets it for its process
    for command in ("replay", "bench"):
        told = said(command, "--strategy", SWEEP, "--deals", "10", code=2)[1]
        assert told.count("\n") == 1
        assert "nerve=4..12/3" in told
        assert "stands for many strategies" in told


def test_summarize_in_every_format(said) -> None:
    said("run", "--deals", "5000", "--out", "first")
    rows = json.loads(said("summarize", "first", "--by", "contract,strain", "--format", "json")[0])
    assert list(rows[0])[:5] == ["contract", "strain", "n", "share", "made"]
    assert sum(row["n"] for row in rows) == 5000
    text = said("summarize", "first", "--by", "contract, strain", "--format", "csv")[0]
    assert text.splitlines()[0] == ",".join(rows[0])
    page = said("summarize", "first", "--by", "tricks", "--when", "exchanged")[0]
    assert page.startswith("5,000 deals in first, by tricks\n")
    assert "tricks: of the cards kept in the exchange" in page
    assert all(len(line) <= 80 for line in page.splitlines())
    assert said("summarize", "first", "--by", "", "--format", "markdown")[0].count("\n| ") == 3


@pytest.mark.parametrize("declarer", ["forced", "auction"])
def test_markdown_is_the_table_to_read(said, declarer: str) -> None:
    page = said("success", "--deals", "3k", "--declarer", declarer, "--format", "markdown")[0]
    assert page.startswith("Success by tricks of the declarer's hand as dealt  \n")
    assert page.count("\n| tricks | ") == 1
    assert "True" not in page
    assert not re.search(r"\d\.\d{3}", page)
    assert "95 % Wilson interval" in page


def test_a_certain_rate_is_100_everywhere() -> None:
    assert [percent(part) for part in (1, 0.999, 0.5, 0, float("nan"))] == ["100", "99.9", "50.0", "0.0", ""]
    assert summarize._rate({"rate": 1.0, "rate_low": 0.207, "rate_high": 1.0}, "rate", " ") == "100 20.7–100"


def test_summarize_lists_its_keys() -> None:
    text = summarize.command.help
    assert text is not None
    words = text.replace(",", " ").split()
    assert all(key in words for key in keys() if not key.endswith(("dealt", "exchanged")))


def test_a_single_deal_has_no_interval_of_the_mean(said) -> None:
    said("run", "--deals", "1", "--out", "one")
    (row,) = json.loads(said("summarize", "one", "--by", "", "--format", "json")[0])
    assert row["points_low"] is row["score_high"] is None
    assert "±" not in said("summarize", "one")[0].split("Share")[0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("success --by trick", "unknown measure 'trick'; did you mean 'tricks'?"),
        ("success --when deal", "unknown time 'deal'; did you mean 'dealt'?"),
        ("success --number 12", "number 12 is out of range; it can be 13 to 20"),
        ("success --number 41", "number 41 is out of range; it can be 13 to 20"),
        ("success --seat 5", "seat 5 is out of range; it can be 0 to 4"),
        ("success --seat 8", "seat 8 is out of range; it can be 0 to 4"),
        ("success --seat x", "'x' is no seat; write a whole number"),
        ("success --declarer auction --number 15", "--number goes with --declarer forced"),
        ("run --seat 0", "--seat goes with --declarer forced"),
        ("replay --number 15", "--number goes with --declarer forced"),
        ("run --out=", "'' names no folder"),
        ("success --out=", "'' names no folder"),
        ("bench --json --format csv", "--json prints one JSON object, so it cannot go with --format csv"),
        ("success --table standrad", "unknown table 'standrad'; did you mean 'standard'?"),
        ("success --strategy gredy", "unknown strategy 'gredy'; did you mean 'greedy'?"),
        ("success --strategy greedy,random", "5"),
        ("success --keep none --out x", "--keep none writes no rows"),
        ("run --out file", "'file' is not a folder"),
        ("run --out file/x", "'file' is not a folder"),
        ("summarize nowhere", "no folder 'nowhere'"),
        ("summarize .", "holds no run"),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(
    said, monkeypatch: pytest.MonkeyPatch, arguments: str, words: str
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "0")  # `replay` sets it for its process
    Path("file").write_text("mine")
    more = () if arguments.startswith("summarize") else ("--deals", "10")
    out, told = said(*arguments.split(), *more, code=2)
    assert out == ""
    assert told.count("\n") == 1
    assert words in told
    assert files() == ["file"]


def test_a_folder_of_another_run_is_left_alone(said) -> None:
    said("run", "--deals", "10", "--out", "first")
    before = Path("first/chunk-000000.parquet").read_bytes()
    told = said("run", "--deals", "10", "--out", "first", "--seed", "2", code=2)[1]
    assert "'first' holds another experiment's run (chunk-000000.parquet: seed is 1 there, 2 here)" in told
    assert Path("first/chunk-000000.parquet").read_bytes() == before


def test_an_unreadable_folder_is_exit_1(said) -> None:
    said("run", "--deals", "10", "--out", "first")
    path = Path("first/chunk-000000.parquet")
    path.write_bytes(path.read_bytes()[:-9])
    for arguments in (["run", "--deals", "10", "--out", "first"], ["summarize", "first"]):
        out, told = said(*arguments, code=1)
        assert (out, told.count("\n")) == ("", 1)
        assert "cannot read 'first/chunk-000000.parquet'" in told


def test_words_on_the_command_line_are_those_of_the_library() -> None:
    assert tuple(strength.MEASURES) == run_options.MEASURES
    assert strength.WHEN == run_options.TIMES


PROGRAM = """
    import sys
    from fake_batch import FakeBatch
    from mighty_sim import chunks, runner
    chunks.CHUNK, chunks.GROUP = 10_000, 5000
    runner.batch_of = lambda experiment: FakeBatch(experiment, seconds=0.03)
    from mighty_sim.cli import main
    code = main(sys.argv[1:])
    slow = {"pandas", "scipy.stats", "scipy.linalg", "rich.progress"} & set(sys.modules)
    sys.exit(code or " ".join(sorted(slow)) or 0)
"""


def process(*arguments: str, stderr: int = subprocess.PIPE) -> subprocess.Popen[str]:
    here = Path(__file__).parent
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(here), str(here.parent)]), "TERM": "xterm"}
    command = [sys.executable, "-c", textwrap.dedent(PROGRAM), *arguments]
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=stderr, text=True)


def test_success_imports_nothing_slow() -> None:
    with process("success", "--deals", "20k") as started:
        out, told = started.communicate(timeout=60)
    assert (started.returncode, told.count("\n")) == (0, 1)
    assert "Wilson" in out


def test_ctrl_c_tells_the_very_command_to_go_on() -> None:
    typed = ["success", "--deals", "10M", "--out", "a folder", "--threads", "2"]
    with process(*typed) as started:
        try:
            while not list(Path.cwd().glob("a folder/chunk-*")):
                assert started.poll() is None
                time.sleep(0.01)
            begin = time.monotonic()
            started.send_signal(signal.SIGINT)
            out, told = started.communicate(timeout=60)
        finally:
            started.kill()
    assert time.monotonic() - begin < 1
    assert (started.returncode, out) == (130, "")
    assert told == (
        "mighty-sim: interrupted; finished chunks are kept in a folder; "
        f"go on with: {shlex.join(['mighty-sim', *typed])}\n"
    )
    assert all(path.startswith("a folder/chunk-") for path in files())


@pytest.mark.parametrize("quiet", [False, True])
def test_progress_is_shown_on_a_terminal_alone(quiet: bool) -> None:
    ours, theirs = os.openpty()
    with process("run", "--deals", "400k", "--out", "first", *["--quiet"] * quiet, stderr=theirs) as started:
        os.close(theirs)
        shown = b""
        with suppress(OSError):  # the other end is closed
            while part := os.read(ours, 65536):
                shown += part
        assert started.communicate(timeout=60)[0] == "first\n"
    os.close(ours)
    text = shown.decode()
    assert ("deals/s" in text, "0:00:0" in text, "played 400,000 deals" in text) == (not quiet,) * 3


def test_a_precision_that_is_reached_is_told_on_the_page_and_on_stderr(said) -> None:
    page, told = said("success", "--precision", "0.02", "--deals", "50k", "--out", "run")
    (reached,) = re.findall(r"precision 0.02 was reached after ([\d,]+) deals", page)
    assert f"{reached} deals of seed 1" in page
    assert f"stopped: precision 0.02 was reached after {reached} deals" in told
    assert noted(Path("run"))[-1]["ended"] == f"precision 0.02 was reached after {reached} deals"
    again = said("success", "--precision", "0.02", "--deals", "50k", "--out", "run")
    assert again[0] == page
    assert f"read {reached} deals" in again[1]


@pytest.mark.parametrize("command", ["run", "success"])
def test_a_precision_that_is_not_reached_is_exit_code_3(said, command: str) -> None:
    told = said(command, "--precision", "0.0001", "--deals", "2000", code=3)[1]
    assert "stopped: all 2,000 deals were played before precision 0.0001 was reached" in told
    assert said(command, "--deals", "2000")[1].count("stopped") == 0


def test_a_time_alone_is_no_failure(said) -> None:
    folder, told = said("run", "--time", "1m", "--deals", "3000")
    assert "stopped: all 3,000 deals were played" in told
    assert noted(Path(folder.strip()))[-1]["deals"] == 3000


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--time", "0", "'0' is no time; write 30s, 5m or 2h"),
        ("--time", "soon", "'soon' is no time"),
        ("--precision", "5", "'5' is no precision; write 0.005"),
        ("--precision", "nan", "'nan' is no precision"),
        ("--precision", "0", "'0' is no precision"),
    ],
)
def test_limits_that_are_none(said, option: str, value: str, told: str) -> None:
    error = said("run", option, value, code=2)[1]
    assert told in error
    assert error.count("\n") == 1
    assert not files()
