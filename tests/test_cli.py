"""The command line: help, lists, shared options, and one line and an exit code for every error."""

import csv
import errno
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from fake_batch import FakeBatch
from hypothesis import given
from hypothesis import strategies as st

from mighty_sim import __version__, cli, runner
from mighty_sim.catalog import strategy_names
from mighty_sim.cli import main
from mighty_sim.cli import options as cli_options
from mighty_sim.cli.options import DealCount, DealList, NearestChoice, Seed
from mighty_sim.cli.output import Column, write_rows
from mighty_sim.errors import Interrupted, RunError
from mighty_sim.rule_rows import differences
from mighty_sim.rules import load_table, option_keys, table_names

ROOT = Path(__file__).parent.parent


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that must succeed silently, and return what it printed."""
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def refused(capsys: pytest.CaptureFixture[str], code: int, *arguments: str) -> str:
    """Run a command that must fail with one line on stderr and nothing on stdout, and return the line."""
    assert main(arguments) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("mighty-sim: ")
    assert captured.err.count("\n") == 1
    assert captured.err.endswith("\n")
    return captured.err.removeprefix("mighty-sim: ").rstrip("\n")


def process(*arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run the program as its own process."""
    command = [sys.executable, "-m", "mighty_sim", *arguments]
    return subprocess.run(command, cwd=ROOT, text=True, check=False, **{"capture_output": True, **more})


def commands(name: str) -> list[tuple[str, click.Command]]:
    """Return a command and those inside it, each by its words on the command line."""
    command = cli.cli.get_command(click.Context(cli.cli), name)
    assert command is not None
    inner = command.commands.items() if isinstance(command, click.Group) else []
    return [(name, command), *((f"{name} {word}", part) for word, part in inner)]


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """Return the file of a user's own table: `penalty-5` with another joker."""
    path = tmp_path / "mine.toml"
    path.write_text('parent = "penalty-5"\n[joker]\nfirst_trick = "powerless"\n', encoding="utf-8")
    return path


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], None]:
    """Return a function that makes the command `tables list` raise an error."""

    def fail_with(error: BaseException) -> None:
        def fail() -> None:
            raise error

        monkeypatch.setattr("mighty_sim.rules.table_names", fail)

    return fail_with


# Help


def test_help_lists_every_command_and_the_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "--help")
    for name, about in cli.COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(about)}$", text, re.MULTILINE)
    for code in ("0    done", "1    ran", "2    the request", "130  interrupted"):
        assert f"    {code}" in text
    assert said(capsys, "-h") == text


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_has_examples_and_its_own_quiet_and_debug(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    for words, command in commands(name):
        text = said(capsys, *words.split(), "--help")
        assert f"mighty-sim {words}" in text.partition("Example")[2], words
        if not isinstance(command, click.Group):
            assert "--quiet" in text, words
            assert "--debug" in text, words


def test_every_help_fits_80_columns(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    every = ["", *(words for name in cli.COMMANDS for words, _ in commands(name))]
    for words in every:
        wide = [line for line in said(capsys, *words.split(), "--help").splitlines() if len(line) > 80]
        assert not wide, words


def test_no_arguments_show_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "Usage: mighty-sim" in capsys.readouterr().err


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "--version") == f"mighty-sim, version {__version__}\n"


def test_module_is_the_program() -> None:
    done = process("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"mighty-sim, version {__version__}\n", "")


# Lists


def test_tables_list(capsys: pytest.CaptureFixture[str]) -> None:
    rows = json.loads(said(capsys, "tables", "list", "--format", "json"))
    assert [row["name"] for row in rows] == table_names()
    (row,) = [row for row in rows if row["name"] == "penalty-7"]
    assert (row["players"], row["packs"], row["hand"], row["kitty"]) == (7, 2, 14, 6)
    assert (row["min_number"], row["max_number"]) == (25, 40)
    assert all(row["title"] for row in rows)


@pytest.mark.parametrize("table", table_names())
def test_tables_show_tells_all_of_every_option(capsys: pytest.CaptureFixture[str], table: str) -> None:
    text = said(capsys, "tables", "show", table)
    rows = list(csv.DictReader(io.StringIO(said(capsys, "tables", "show", table, "--format", "csv"))))
    assert [row["option"] for row in rows] == option_keys()
    flat = "".join(text.split())
    for row in rows:
        assert f"\n{row['option']} = {row['value']}\n" in text
        about = f"{row['meaning']} Allowed: {row['allowed']}. Source: {row['source']}. {row['reading']}"
        assert "".join(about.split()) in flat
    assert max(map(len, text.splitlines())) <= 100
    assert text.startswith(f"{table}: ")


def test_tables_show_what_was_changed(capsys: pytest.CaptureFixture[str], mine: Path) -> None:
    text = said(capsys, "tables", "show", "standard", "--set", "joker.last_trick=normal", "--set", "score.base=12")
    assert text.splitlines()[1] == "Changed: joker.last_trick=normal, score.base=12."
    assert "\njoker.last_trick = normal\n" in text
    assert "A9: What may a joker do" in " ".join(text.split())
    assert said(capsys, "tables", "show", str(mine)).startswith("mine: penalty-5, changed\nSource: ")
    text = said(capsys, "tables", "show", str(mine), "--set", "score.base=11")
    assert text.startswith("mine: penalty-5, changed\nChanged: score.base=11.\n")


# Tables side by side


def test_tables_diff_is_side_by_side(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = said(capsys, "tables", "diff", "standard", "penalty-5")
    assert max(map(len, text.splitlines())) <= 80
    assert re.search(r"^option +standard +penalty-5$", text, re.MULTILINE)
    assert re.search(r"^hunter.trigger +lead +any_play\n +What brings it into force:", text, re.MULTILINE)
    assert re.search(r"^auction.ends +unbeatable_and_no_ +one_left\n +claim_left\n", text, re.MULTILINE)
    assert re.search(r"^friend.kinds +card, own_card, +card, own_card, none\n +first_trick, none\n", text, re.MULTILINE)
    assert f"{len(differences([load_table('standard'), load_table('penalty-5')]))} options differ." in text
    assert "deal.players" not in text


def test_tables_diff_of_many_tells_who_has_which_value(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "tables", "diff", *table_names())
    assert "\ndeal.packs\n    Packs of 52 cards shuffled together.\n    1: standard, penalty-3, penalty-4," in text
    assert "\n    2: penalty-6, penalty-7, penalty-8\n" in text


def test_tables_diff_as_rows(capsys: pytest.CaptureFixture[str], mine: Path) -> None:
    rows = json.loads(said(capsys, "tables", "diff", "penalty-5", str(mine), "--format", "json"))
    assert [(row["option"], row["penalty-5"], row["mine"]) for row in rows] == [
        ("joker.first_trick", "normal", "powerless")
    ]
    assert rows[0]["meaning"].startswith("A joker in the first trick")
    text = said(capsys, "tables", "diff", "penalty-6", "penalty-7", "--format", "markdown")
    assert text.startswith("| option | penalty-6 | penalty-7 | meaning |\n")


def test_tables_diff_of_equal_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "tables", "diff", "standard", "standard").endswith("\n\nNo option differs.\n")
    assert said(capsys, "tables", "diff", "standard", "standard", "--format", "csv") == "option,standard,meaning\n"


def test_tables_of_one_name_are_told_apart(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "other.toml"
    path.write_text('name = "standard"\n[score]\nbase = 12\n', encoding="utf-8")
    rows = json.loads(said(capsys, "tables", "diff", "standard", str(path), "--format", "json"))
    assert list(rows[0]) == ["option", "standard", str(path), "meaning"]


# Options of the rules


def test_tables_options_lists_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "tables", "options")
    rows = list(csv.DictReader(io.StringIO(said(capsys, "tables", "options", "--format", "csv"))))
    assert [row["option"] for row in rows] == option_keys()
    for row in rows:
        assert f"\n{row['option']} = {row['default']}\n" in text
        assert row["type"] and row["allowed"] and row["meaning"] and row["source"] and row["key"]
    assert max(map(len, text.splitlines())) <= 100


def test_tables_options_of_a_group(capsys: pytest.CaptureFixture[str]) -> None:
    rows = json.loads(said(capsys, "tables", "options", "hunter", "--format", "json"))
    assert [row["option"] for row in rows] == [key for key in option_keys() if key.startswith("hunter.")]


def test_tables_options_of_one_tells_who_has_it_and_what_it_answers(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "tables", "options", "hunter.trigger")
    assert text.startswith("hunter.trigger = lead\n    What brings it into force")
    assert "\nAt the shipped tables:\n    lead: standard, penalty-5-reconciled\n    any_play: penalty-3, " in text
    assert "\nA2: When does the hunter act, and does it harm a joker that nobody demanded?\n    lead: it acts" in text
    assert "any other value: yes." in said(capsys, "tables", "options", "exchange.change_stake")


def test_strategies_list(capsys: pytest.CaptureFixture[str]) -> None:
    rows = json.loads(said(capsys, "strategies", "list", "--format", "json"))
    assert [row["name"] for row in rows] == strategy_names()
    assert {"random", "greedy"} <= {row["name"] for row in rows}
    assert all(row["summary"] for row in rows)


# Tables of one's own, and options set


@pytest.mark.parametrize("command", ["success", "run", "replay"])
def test_a_table_of_ones_own_and_settings_reach_the_experiment(
    monkeypatch: pytest.MonkeyPatch, mine: Path, command: str
) -> None:
    asked = []

    def from_names(*words: Any) -> None:
        asked.append(words)
        raise RunError("that is enough")

    monkeypatch.setattr("mighty_sim.experiment.from_names", from_names)
    words = ["--table", str(mine), "--set", "score.base=11", "--set", "friend.kinds=card,none"]
    assert main([command, "--seed", "3", "--declarer", "auction", *words]) == 1
    assert asked == [
        (str(mine), "steady", 3, "auction", None, None, ("score.base=11", "friend.kinds=card,none"))
    ]


def test_the_page_and_the_folder_tell_a_changed_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(runner, "batch_of", FakeBatch)
    arguments = ["success", "--deals", "100", "--quiet"]
    assert "changed:" not in said(capsys, *arguments)
    page = said(capsys, *arguments, "--set", "joker.last_trick=normal")
    assert "\nstandard changed: joker.last_trick=normal\n" in page
    plain, changed = sorted((tmp_path / "results").iterdir(), key=lambda folder: "changed" in folder.name)
    assert plain.name.startswith("standard-steady-")
    assert changed.name.startswith("standard-changed-steady-")


# Errors


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["tabels"], "unknown command 'tabels'; did you mean 'tables'? known: success, "),
        (["tables", "shw"], "No such command 'shw'"),
        (["tables", "show"], "Missing argument 'NAME'"),
        (
            ["tables", "show", "standrad"],
            "unknown table 'standrad'; did you mean 'standard'? known: standard, penalty-3, ",
        ),
        (["tables", "show", "./no.toml"], "no table file './no.toml'; shipped tables: standard, penalty-3, "),
        (["tables", "diff", "standard"], "1 tables to compare; name two or more"),
        (["tables", "diff"], "0 tables to compare; name two or more"),
        (["tables", "diff", "standard", "penalty"], "unknown table 'penalty'; did you mean 'penalty-"),
        (["tables", "options", "jokr"], "unknown option 'jokr'; did you mean 'joker'?"),
        (["tables", "show", "standard", "--set", "joker_last=normal"], "--set 'joker_last=normal': unknown option "),
        (["run", "--set", "joker.last_trik=normal"], "did you mean 'joker.last_trick'?"),
        (
            ["success", "--set", "joker.last_trick=never"],
            "--set 'joker.last_trick=never': 'never' is not allowed for joker.last_trick; allowed: normal, powerless",
        ),
        (["replay", "--set", "joker.last_trick"], "--set 'joker.last_trick' sets nothing; write GROUP.OPTION=VALUE"),
        (["replay", "--set", "deal.players=4"], "standard with --set deal.players=4: the pack has 53 cards, but"),
        (["tables", "show", "standard", "more"], "Got unexpected extra argument"),
        (["tables", "list", "--format", "jsn"], "unknown format 'jsn'; did you mean 'json'?"),
        (["tables", "list", "--fromat", "json"], "No such option '--fromat'. Did you mean '--format'?"),
        (["--quite"], "No such option '--quite'. Did you mean '--quiet'?"),
    ],
)
def test_a_wrong_request_is_one_line_and_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], line: str
) -> None:
    assert line in refused(capsys, 2, *arguments)


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (RunError("the folder 'x' is not ours"), 1, "the folder 'x' is not ours"),
        (RunError("two\nlines"), 1, "two lines"),
        (Interrupted("stopped; go on with: mighty-sim run"), 130, "stopped; go on with: mighty-sim run"),
        (
            OSError(errno.ENOSPC, "No space left on device", "rows.bin"),
            1,
            "No space left on device: 'rows.bin'",
        ),
        (OSError(errno.EROFS, "Read-only file system"), 1, "Read-only file system"),
        (PermissionError(errno.EACCES, "Permission denied", Path("x")), 1, "Permission denied: 'x'"),
        (OSError("odd"), 1, "unexpected OSError: odd; --debug shows the traceback"),
        (KeyError("x"), 1, "unexpected KeyError: 'x'; --debug shows the traceback"),
        (EOFError("short"), 1, "unexpected EOFError: short; --debug shows the traceback"),
        (MemoryError(), 1, "unexpected MemoryError; --debug shows the traceback"),
    ],
)
def test_a_failure_is_one_line_and_its_code(
    capsys: pytest.CaptureFixture[str],
    failing: Callable[[BaseException], None],
    error: BaseException,
    code: int,
    line: str,
) -> None:
    failing(error)
    assert refused(capsys, code, "tables", "list") == line


def test_ctrl_c_is_130(capsys: pytest.CaptureFixture[str], failing: Callable[[BaseException], None]) -> None:
    failing(KeyboardInterrupt())
    assert main(["tables", "list"]) == 130
    assert capsys.readouterr().err.strip() == "mighty-sim: interrupted"


@pytest.mark.parametrize("arguments", [["tables", "list", "--debug"], ["--debug", "tables", "list"]])
def test_debug_shows_the_traceback_and_keeps_the_code(
    capsys: pytest.CaptureFixture[str], failing: Callable[[BaseException], None], arguments: list[str]
) -> None:
    failing(RunError("no"))
    assert main(arguments) == 1
    captured = capsys.readouterr()
    assert "Traceback" in captured.err
    assert captured.err.endswith("\nmighty-sim: no\n")


def test_broken_pipe_is_silent(
    capsys: pytest.CaptureFixture[str], failing: Callable[[BaseException], None]
) -> None:
    failing(BrokenPipeError(errno.EPIPE, "Broken pipe"))
    assert main(["tables", "list"]) == 1
    assert capsys.readouterr() == ("", "")


def test_a_reader_that_goes_away_is_no_error_message() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = process(
            "tables", "show", "standard", capture_output=False, stdout=writer, stderr=subprocess.PIPE
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = process(
            "tables", "show", "standard", capture_output=False, stdout=full, stderr=subprocess.PIPE
        )
    assert (done.returncode, done.stderr) == (1, "mighty-sim: No space left on device: stdout\n")


@pytest.mark.parametrize("name", ["--help", "tables list", "tables show standard", "success", "bench"])
def test_a_closed_stdout_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main(name.split()) == 1
    assert capsys.readouterr().err == "mighty-sim: stdout is closed, so there is nowhere to print\n"


@pytest.mark.parametrize("arguments", [["--quiet", "probe"], ["probe", "--quiet"], ["probe"]])
def test_quiet_is_heard_on_either_side(arguments: list[str]) -> None:
    heard = []

    @click.group()
    @cli_options.quiet_option
    def group() -> None:
        pass

    @group.command()
    @cli_options.quiet_option
    @click.pass_context
    def probe(ctx: click.Context) -> None:
        heard.append(cli_options.is_quiet(ctx))

    group.main(arguments, standalone_mode=False, obj=cli.Settings())
    assert heard == ["--quiet" in arguments]


# Values


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("1000", 1000),
        ("20k", 20_000),
        ("1M", 10**6),
        ("1e6", 10**6),
        ("1E+6", 10**6),
        ("1.5m", 1_500_000),
        ("1_000", 1000),
        ("2.50k", 2500),
        ("1", 1),
        (" 7 ", 7),
        ("1e12", 10**12),
        ("0.001M", 1000),
        ("3G", 3 * 10**9),
    ],
)
def test_counts(text: str, count: int) -> None:
    assert DealCount().convert(text, None, None) == count


@pytest.mark.parametrize(
    "text",
    ["", "0", "-1", "1.5", "k", "1kk", "1e", "1e-3", "1.0001k", "1e13", "1e99", "ten", "1 000", "0x10", "١"],
)
def test_bad_counts_are_refused_with_the_text_quoted(text: str) -> None:
    with pytest.raises(click.BadParameter) as caught:
        DealCount().convert(text, None, None)
    assert repr(text) in caught.value.message


@given(st.integers(1, 10**12))
def test_every_count_is_read_as_it_is(count: int) -> None:
    assert DealCount().convert(str(count), None, None) == count
    assert DealCount().convert(count, None, None) == count


@pytest.mark.parametrize(
    ("text", "deals"),
    [
        ("17", [17]),
        ("0", [0]),
        ("0:4", [0, 1, 2, 3]),
        ("1,5,9", [1, 5, 9]),
        ("5,1:3,5", [5, 1, 2, 5]),
        (" 1 , 2 ", [1, 2]),
        ("1k:1002", [1000, 1001]),
    ],
)
def test_deal_lists(text: str, deals: list[int]) -> None:
    assert list(DealList().convert(text, None, None)) == deals


@pytest.mark.parametrize(
    "text", ["", ",", "1,", "4:4", "5:4", ":", "1:", ":5", "-1", "a", "1:2:3", "1.5", "0:1e8", "1e13"]
)
def test_bad_deal_lists_are_refused_with_the_text_quoted(text: str) -> None:
    with pytest.raises(click.BadParameter) as caught:
        DealList().convert(text, None, None)
    assert repr(text) in caught.value.message


@pytest.mark.parametrize(
    ("text", "words"),
    [("5:2", "is empty"), ("1,4:4", "is empty"), (str(2**63 - 1), "is too large"), ("0:1e13", "is too large")],
)
def test_a_deal_list_says_what_is_wrong(text: str, words: str) -> None:
    with pytest.raises(click.BadParameter, match=f"^'{text}' {words}"):
        DealList().convert(text, None, None)


def test_long_deal_lists_are_not_laid_out() -> None:
    assert DealList().convert("0:10M", None, None) == range(10**7)


def test_choices_answer_with_the_nearest() -> None:
    with pytest.raises(click.BadParameter, match="unknown measure 'point'; did you mean 'points'"):
        NearestChoice("measure", ["points", "trumps"]).convert("point", None, None)


@pytest.mark.parametrize("value", ["0", "-1", "x", "99999"])
def test_bad_threads_are_refused(value: str) -> None:
    command = click.command()(cli_options.threads_option(lambda threads: None))
    with pytest.raises(click.BadParameter) as caught:
        command.main(["--threads", value], standalone_mode=False)
    words = f"{value!r} is no number of threads; write a whole number from 1 to 1024"
    assert caught.value.message == words


@pytest.mark.parametrize("value", ["-1", "x", "1.5", str(2**63)])
def test_bad_seeds_are_refused_with_the_text_quoted(value: str) -> None:
    with pytest.raises(click.BadParameter, match=f"'{re.escape(value)}' is no seed"):
        Seed().convert(value, None, None)


@pytest.mark.parametrize("seed", [0, 1, 2**63 - 1])
def test_seeds(seed: int) -> None:
    assert Seed().convert(str(seed), None, None) == seed


def test_completion_offers_names() -> None:
    def offered(words: str, last: str) -> list[str]:
        completer = click.shell_completion.BashComplete(cli.cli, {}, "mighty-sim", "_MIGHTY_SIM_COMPLETE")
        return [item.value for item in completer.get_completions(words.split(), last)]

    assert offered("", "ta") == ["tables"]
    assert offered("tables show", "st") == ["standard"]
    assert offered("tables diff standard", "penalty-5-") == ["penalty-5-reconciled"]
    assert offered("run --table", "penalty-8") == ["penalty-8"]
    assert offered("tables", "le") == ["legal"]
    for command in ("tables legal", "tables check x.json", "bench --table standard"):
        assert offered(f"{command} --table", "penalty-8") == ["penalty-8"]
        assert offered(f"{command} --set", "hunter.tr") == ["hunter.trigger="]
    assert offered("run --table", "./mi") == ["./mi"]
    assert offered("tables options", "ho") == []
    assert offered("tables options", "h") == ["hunter"]
    assert offered("tables options", "hunter.tr") == ["hunter.trigger"]
    assert offered("success --set", "hunter.tr") == ["hunter.trigger="]
    assert cli_options.Setting().shell_complete(click.Context(cli.cli), None, "no.such=x") == []  # type: ignore[arg-type]
    values = cli_options.Setting().shell_complete(click.Context(cli.cli), None, "hunter.call=")  # type: ignore[arg-type]
    assert [item.value for item in values] == ["hunter.call=optional", "hunter.call=automatic"]
    lines = cli_options.StrategyNames().shell_complete(click.Context(cli.cli), None, "random,gr")  # type: ignore[arg-type]
    assert [item.value for item in lines] == ["random,greedy"]


# Rows

ROWS = [
    {"name": "a|b", "rate": 1 / 3, "n": 12345678901234567890, "more": None},
    {"name": "c", "rate": float("nan"), "n": 1},
]
COLUMNS = [
    Column("name"),
    Column("rate", "rate, %", lambda rate: f"{100 * rate:.1f}", right=True),
    Column("n", right=True),
    Column("more"),
]


def printed(capsys: pytest.CaptureFixture[str], format: str, rows: list[dict[str, Any]] = ROWS) -> str:
    """Return the rows as printed in a format."""
    write_rows(rows, COLUMNS, format, title="Rates", notes=["thin classes are marked"])
    return capsys.readouterr().out


def test_json_rows_have_full_precision(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "json")
    assert json.loads(text) == [
        {"name": "a|b", "rate": 1 / 3, "n": 12345678901234567890, "more": None},
        {"name": "c", "rate": None, "n": 1, "more": None},
    ]
    assert len(text.splitlines()) == 4
    assert json.loads(printed(capsys, "json", [])) == []


def test_csv_rows_have_full_precision(capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(csv.reader(io.StringIO(printed(capsys, "csv"))))
    assert rows == [
        ["name", "rate", "n", "more"],
        ["a|b", repr(1 / 3), "12345678901234567890", ""],
        ["c", "", "1", ""],
    ]


def test_markdown_rows(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "markdown").splitlines() == [
        "Rates",
        "",
        "| name | rate, % | n | more |",
        "| --- | ---: | ---: | --- |",
        "| a\\|b | 33.3 | 12345678901234567890 |  |",
        "| c |  | 1 |  |",
        "",
        "thin classes are marked",
    ]


def test_table_rows_are_not_folded_off_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    long = [{"name": "x" * 300, "rate": 0.5, "n": 7, "more": "[bold]"}]
    lines = printed(capsys, "table", long).splitlines()
    assert lines[0] == "Rates"
    assert lines[2].split() == ["name", "rate,", "%", "n", "more"]
    assert lines[4].split() == ["x" * 300, "50.0", "7", "[bold]"]
    assert lines[-1] == "thin classes are marked"
    assert all(line == line.rstrip() and "\x1b" not in line for line in lines)


def test_numpy_values_are_printed_as_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    import numpy as np

    rows = [{"name": "x", "rate": np.float64(0.25), "n": np.int64(3)}]
    assert json.loads(printed(capsys, "json", rows))[0]["n"] == 3
    assert "25.0" in printed(capsys, "table", rows)
