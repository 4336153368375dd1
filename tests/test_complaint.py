"""What is said of a wrong answer, and that the command at its end shows the deal with it."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from uncompiled import ROOT
from written import strategy_text, write_text

from mighty_sim.complaint import SEE, answer_text, command, failure, no_int
from mighty_sim.experiment import from_names

#: In the third trick it plays a card that it does not hold.
WRONG = "return lowest(game.pack & ~me.hand) if game.trick == 3 else right_card(game, me)"


def call(words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    program = [sys.executable, "-m", "mighty_sim", *shlex.split(words)]
    return subprocess.run(program, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("complaints")
    write_text(made, strategy_text(play=WRONG), "wrong")
    write_text(made, strategy_text(play="return len([1])"), "listy")
    write_text(made, "import nothing_of_the_kind\n", "broken")
    write_text(made, strategy_text("\ncompiled = False\n", play=WRONG), "slow")
    return made


def test_answers_in_words() -> None:
    assert answer_text("bid", 14 << 3 | 1) == "14H"
    assert answer_text("bid", 0) == "a pass"
    assert answer_text("bid", 7) == "7"  # the number 0
    assert answer_text("bid", 14 << 3 | 5) == "117"  # no strain
    assert answer_text("bid", 41 << 3) == "328"  # more than any table's points
    assert answer_text("change", 3) == "3"
    assert answer_text("play", 1 << 51 | 1) == "S2 CA"
    assert answer_text("play", 0) == "no card"
    assert answer_text("play", 1 | 1 << 56) == "S2 with more"
    assert answer_text("friend", -3) == "-3"
    assert answer_text("claim", 2) == "2"
    assert no_int(None) == "the answer is None, which is no int"
    assert no_int(1 << 64) == "the answer is 18446744073709551616, which is too large"
    assert len(no_int("x" * 1000)) < 80


def test_a_failure_is_one_line_with_the_authors_own(tmp_path: Path) -> None:
    path = write_text(tmp_path, "def play():\n    raise ValueError('no\\nidea')\n", "fails")
    names: dict[str, object] = {}
    exec(compile(path.read_text(), str(path), "exec"), names)
    with pytest.raises(ValueError, match="no") as caught:
        names["play"]()  # type: ignore[operator]
    own = "(line 2: raise ValueError('no\\nidea'))"
    assert failure(caught.value, path) == f"ValueError: no idea {own}"


def test_the_command_names_all_that_the_deal_hangs_on() -> None:
    forced = from_names("standard", "greedy", 7, "forced", 2, 16, ["joker.last_trick=normal"])
    assert shlex.split(command(forced, 17, None)) == [
        *("mighty-sim", "replay", "--table", "standard", "--set", "joker.last_trick=normal"),
        *("--strategy", "greedy", "--seed", "7", "--declarer", "forced", "--seat", "2", "--number", "16"),
        *("--deals", "17", "--on-fault", "first-legal"),
    ]
    seats = "greedy,random,greedy,random"
    assert shlex.split(command(from_names("penalty-4", seats, 1), 30, 3, "stop")) == [
        *("mighty-sim", "replay", "--table", "penalty-4", "--strategy", seats, "--seed", "1", "--match", "3"),
    ]


def test_a_table_of_ones_own_is_told_by_its_changes(tmp_path: Path) -> None:
    table = tmp_path / "mine.toml"
    table.write_text('parent = "penalty-5"\nauction.min_number = 14\n', encoding="utf-8")
    mine = from_names(str(table), "greedy", 1)
    words = shlex.split(command(mine, 0, None))
    settings = [words[at + 1] for at, word in enumerate(words) if word == "--set"]
    again = from_names(words[3], "greedy", 1, settings=settings)
    assert words[3] == "standard"
    assert again.rules.as_dict() | {"name": ""} == mine.rules.as_dict() | {"name": ""}


RUNS = {
    "run": "run --strategy wrong.py,greedy,random,greedy,random --deals 30 --seed 3 --out rows",
    "success": "success --strategy wrong.py --deals 30 --seat 1 --number 15 --set joker.last_trick=normal --keep none",
    "match": "match --strategy wrong.py --matches 5 --seed 4",
    "in matches": "run --strategy wrong.py --deals 30 --match 5 --out rows",
    "pure Python": "run --strategy slow.py --deals 20 --seed 9 --out rows",
    "replay": "replay --strategy wrong.py --deals 0:20",
}


@pytest.mark.parametrize("name", RUNS)
def test_the_command_at_the_end_shows_the_fault(folder: Path, name: str) -> None:
    done = call(RUNS[name], folder)
    assert done.returncode == 1, done.stderr
    (line,) = done.stderr.strip().splitlines()
    told, _, see = line.partition(SEE)
    assert told.startswith(f"mighty-sim: strategy '{'slow' if name == 'pure Python' else 'wrong'}' at seat ")
    assert " is against the rules; legal: " in told
    assert not (folder / "rows").exists()
    program, *words = shlex.split(see)
    assert program == "mighty-sim"
    shown = call(shlex.join([*words, "--format", "json"]), folder)
    assert shown.returncode == 0, shown.stderr
    seat, answer = told.partition("at seat ")[2][0], told.partition(" is against")[0].split()[-1]
    deals = [json.loads(text) for text in shown.stdout.splitlines()]
    plays = [play for deal in deals for play in deal["tricks"][2]["plays"]]
    assert {"seat": int(seat), "replaced": answer}.items() <= next(
        play for play in plays if play["seat"] == int(seat) and "replaced" in play
    ).items()
    assert shown.stderr.strip().endswith(f"of {len(deals)} deal{'' if len(deals) == 1 else 's'}")
    if name == "run":
        text = call(shlex.join(words), folder).stdout
        assert f"in place of a wrong answer: {answer}" in text


@pytest.mark.parametrize(
    ("settings", "said"),
    [  # the first seat bids 13S, and nobody more; a blind change costs 1 and is none to one's own strain
        ("", "at least 13S 15H 15D 15C 14N, at most 20, or 0"),
        ("--set exchange.blind_change=1", "at least 14H 14D 14C 14N, at most 20, or 0"),
        ("--set exchange.raise_without_change=false", "one of 13S 15H 15D 15C 14N, or 0"),
    ],
)
def test_a_wrong_change_is_told_with_the_contracts_that_it_could_be(folder: Path, settings: str, said: str) -> None:
    bids = "return call(13, 0) if game.least(0) == 13 else PASS"
    write_text(folder, strategy_text(bid=bids, change="return 3"), "changing")
    done = call(f"replay --strategy changing.py --deals 0 {settings}", folder)
    assert f"change: 3 is against the rules; right: {said}; see: " in done.stderr


def test_a_friend_call_is_told_with_the_cards_that_can_be_called(folder: Path) -> None:
    write_text(folder, strategy_text(friend="return 3"), "friendly")
    done = call("replay --strategy friendly.py --deals 0 --set friend.kinds=card", folder)
    _, _, cards = done.stderr.partition("; cards to call: ")
    named, _, more = cards.partition(";")[0].partition(" and ")
    held = re.findall(r"\b[SHDC][2-9TJQKA]\b|JK", named)
    assert len(held) == 20
    assert more == "20 more"  # all but the declarer's 13 of 53
    none = call("replay --strategy friendly.py --deals 0 --set friend.kinds=none --set friend.suit_request=off", folder)
    assert "right: ALONE; no suit" in none.stderr


def test_a_run_that_goes_on_counts_its_faults(folder: Path) -> None:
    words = "run --strategy wrong.py,greedy,greedy,greedy,greedy --deals 100 --out counted --on-fault first-legal"
    done = call(words, folder)
    assert done.returncode == 0, done.stderr
    faults = pq.read_table(folder / "counted")["faults"].to_pylist()
    assert faults == [1] * 100  # one seat, in one trick
    assert done.stderr.splitlines()[-1] == "100 faults in 100 of 100 deals"
    assert call(words, folder).stderr.splitlines()[-1] == "100 faults in 100 of 100 deals"  # read, not played
    summary = call("summarize counted --by faults", folder)
    assert "100 faults in 100 of 100 deals: the first legal answer stood for each wrong one." in summary.stdout
    stopped = call(words.replace("--on-fault first-legal", ""), folder)
    assert stopped.returncode == 2
    assert "on_fault is first-legal there, missing here" in stopped.stderr
    matches = call("match --strategy wrong.py --matches 20 --on-fault first-legal", folder)
    assert matches.stderr.splitlines()[-1] == "1,000 faults in 200 of 200 deals"
    success = call("success --strategy wrong.py --deals 50 --keep none --on-fault first-legal", folder)
    assert success.stderr.splitlines()[-1] == "250 faults in 50 of 50 deals"


def test_faults_are_a_key_only_where_they_are_counted(folder: Path) -> None:
    assert call("run --strategy random --deals 10 --out plain", folder).returncode == 0
    refused = call("summarize plain --by faults", folder)
    assert refused.returncode == 2
    assert "--on-fault first-legal" in refused.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("run --strategy listy.py", r"'listy.py', @play cannot be compiled: a list"),
        ("run --strategy broken.py", r"broken.py: ModuleNotFoundError"),
        ("match --strategy listy.py", r"cannot be compiled"),
        ("replay --strategy listy.py", r"cannot be compiled"),
        ("run --strategy greedy --on-fault stopp", r"unknown way to go on 'stopp'; did you mean 'stop'\?"),
        ("bench --deals 10 --repeats 1 --strategy slow.py", r"'slow' is a pure-Python player"),
    ],
)
def test_what_cannot_be_seated_is_a_wrong_request(folder: Path, words: str, said: str) -> None:
    done = call(words, folder)
    assert done.returncode == 2
    (line,) = done.stderr.strip().splitlines()
    assert re.search(said, line), line
