"""Players in pure Python: the same rows from any number of worker processes, and a clean end whatever happens."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from uncompiled import ROOT, TESTS, run_uncompiled
from written import strategy_text, write_text

from mighty_sim import engines, matches, workers
from mighty_sim.errors import BadStrategy, InputError, RunError, StrategyFault
from mighty_sim.experiment import Experiment, from_names
from mighty_sim.kernels.batch import Batch
from mighty_sim.runner import Request, run

#: Lists, texts and a decimal number: nothing that could be compiled.
PLAY = """names = [str(index(card)) for card in (me.legal & -me.legal, lowest(me.legal))]
return right_card(game, me) if names[0] and 0.5 > 0 else 0"""
HEAD = "\ncompiled = False\n"


def player(folder: Path, name: str = "slow", more: str = "", **bodies: str) -> str:
    return str(write_text(folder, strategy_text(HEAD + more, **{"play": PLAY, **bodies}), name))


@pytest.fixture(scope="module", autouse=True)
def _workers_go_home() -> Iterator[None]:
    yield
    workers.dismiss()


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> str:
    return player(tmp_path_factory.mktemp("players"))


def rows_from(experiment: Experiment, count: int) -> np.ndarray:
    batch = workers.batch_of(experiment)
    rows = np.full((len(batch.columns), count), -999, np.int16)
    with workers.closing(batch):
        batch.play(0, 7, rows, 0)
        batch.play(7, count - 7, rows, 7)
    return rows


def test_workers_play_what_this_process_would_play_uncompiled(slow: str, tmp_path: Path) -> None:
    experiment = from_names("standard", f"{slow},greedy,random,{slow},greedy", 5)
    assert not experiment.strategies[0].compiled
    words = [TESTS / "play_deals.py", tmp_path / "rows.npy", 5, 0, 40, -1, 0]
    paths = [strategy.path for strategy in experiment.strategies]
    run_uncompiled(*(str(word) for word in [*words, *paths]))
    np.testing.assert_array_equal(rows_from(experiment, 40), np.load(tmp_path / "rows.npy"))


NTH_CARD = '''
"""For a test."""
from mighty_sim.strategy import *

first = parameter(0, 0, 9, "a card")
base = "random"
{}


@play
def nth_card(game, me):
    card = nth(me.legal, me.value(first) % count(me.legal))
    names = card & game.joker and game.table == 0 and game.nameable
    return naming(card, index(game.nameable) & 3) if names else card
'''


def test_they_play_what_is_compiled_the_same(tmp_path: Path) -> None:
    """Parameters, a forced declarer and two packs travel with the experiment."""
    found = []
    for name, line in (("fast", ""), ("slow", "compiled = False\n")):
        path = write_text(tmp_path, NTH_CARD.format(line), name)
        for table, declarer in (("standard", "forced"), ("penalty-7", "auction")):
            experiment = from_names(table, f"{path}:first=4", 5, declarer, *((3, 16) if declarer == "forced" else ()))
            found.append(rows_from(experiment, 30))
    np.testing.assert_array_equal(found[0], found[2])
    np.testing.assert_array_equal(found[1], found[3])


def test_files_are_the_same_whatever_the_number_of_workers(slow: str, tmp_path: Path) -> None:
    experiment = replace(from_names("standard", slow, 5), in_matches=True)
    contents = []
    for threads in (1, 3):
        outcome = run(Request(experiment, 50, tmp_path / str(threads), threads))
        assert outcome.played == 50
        (path,) = (tmp_path / str(threads)).glob("*.parquet")
        contents.append(path.read_bytes())
    assert contents[0] == contents[1]


def test_matches_are_played_by_workers_too(slow: str) -> None:
    experiment = from_names("standard", f"{slow},greedy,greedy,greedy,greedy", 5)
    one, two = (matches.play(experiment, 6, threads) for threads in (1, 2))
    np.testing.assert_array_equal(one.totals, two.totals)
    assert one.deals.tolist() == [10] * 6
    rows = rows_from(replace(experiment, in_matches=True), 60)
    np.testing.assert_array_equal(rows[-5:, 9::10].T, one.totals)  # the totals after the last deal of each


def test_what_a_player_prints_is_no_data(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = player(tmp_path, play="print('thinking', end='!')\nreturn right_card(game, me)")
    workers.dismiss()  # they print where this process did when they were started
    rows_from(from_names("standard", path, 6), 10)
    workers.dismiss()
    said = capfd.readouterr()
    assert said.out == ""
    assert "thinking!thinking!" in said.err


WRONG = {
    "None": ("return None", "the answer is None, which is no int"),
    "a text": ("return '17'", "the answer is '17', which is no int"),
    "a decimal number": ("return 3.5", r"the answer is 3\.5, which is no int"),
    "too large": ("return 1 << 64", "which is too large"),
    "negative": ("return -1", "-1 is against the rules"),
    "a lie": ("return me.unseen & -me.unseen", "is against the rules"),
    "an exception": ("raise KeyError('no idea')", r"KeyError: 'no idea' \(line \d+: raise KeyError"),
    "an exit": ("import sys; sys.exit(3)", r"SystemExit: 3 \(line \d+: import sys"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_answer_is_told_as_always(tmp_path: Path, name: str) -> None:
    body, said = WRONG[name]
    later = f"if game.trick < 3:\n    return right_card(game, me)\n{body}"
    experiment = from_names("standard", player(tmp_path, play=later), 5)
    with pytest.raises(StrategyFault, match=rf"'slow' at seat [0-4], deal [0-7], play: .*{said}.*; legal: ") as caught:
        run(Request(experiment, 20, threads=1))
    assert "; see: mighty-sim replay --table standard --strategy " in str(caught.value)
    goes_on = replace(experiment, on_fault="first-legal")
    assert rows_from(goes_on, 10)[-1].min() >= 5 * 7  # from the third trick on, but for the last


def test_an_answer_that_hangs_on_more_than_the_deal_is_told_so(tmp_path: Path) -> None:
    more = "\nasked = []\n"
    forgets = "asked.append(1)\nreturn right_card(game, me) if len(asked) < 2000 else 0"
    with pytest.raises(StrategyFault, match=r"deal \d+, play: .*played alone, the deal goes well: .* on more than"):
        run(Request(from_names("standard", player(tmp_path, more=more, play=forgets), 5), 100, threads=1))


def test_a_worker_that_dies_is_told_in_a_line(tmp_path: Path) -> None:
    dies = "import os\nos._exit(7) if game.trick == 5 else 0\nreturn right_card(game, me)"
    with pytest.raises(RunError, match=r"pure-Python players ended with exit code 7 while it played deals 0 to 7$"):
        run(Request(from_names("standard", player(tmp_path, play=dies), 5), 8, threads=1))
    kills = "import os\nos.kill(os.getpid(), 9) if game.trick == 5 else 0\nreturn right_card(game, me)"
    with pytest.raises(RunError, match="was killed by signal 9"):
        run(Request(from_names("standard", player(tmp_path, play=kills), 5), 8, threads=1))


def test_an_edited_file_is_not_played(tmp_path: Path) -> None:
    experiment = from_names("standard", player(tmp_path), 5)
    player(tmp_path, more="# edited\n")
    with pytest.raises(InputError, match=r"slow\.py' was changed while it was about to play"):
        rows_from(experiment, 10)


def test_the_compiled_kernels_refuse_them(slow: str) -> None:
    with pytest.raises(BadStrategy, match="pure Python"):
        Batch(from_names("standard", slow, 5))


def test_a_piece_is_short_and_of_whole_matches(slow: str) -> None:
    experiment = from_names("standard", slow, 5)
    assert workers.batch_of(experiment).piece < engines.PIECE / 100
    assert workers.batch_of(replace(experiment, in_matches=True)).piece % experiment.rules.match.deals == 0


SLEEPS = "import time\ntime.sleep(0.005)\nreturn right_card(game, me)"


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -9), (signal.SIGTERM, -15)])
def test_no_worker_is_left_behind(tmp_path: Path, sent: signal.Signals, code: int) -> None:
    """Whether the run is stopped or killed."""
    note = f"import os\nwith open({str(tmp_path / 'pids')!r}, 'a') as file:\n    file.write(f'{{os.getpid()}} ')\n"
    path = player(tmp_path, plan=note + "return 0", play=SLEEPS)
    words = ["run", "--strategy", path, "--deals", "5000", "--threads", "2", "--out", "rows"]
    program = subprocess.Popen(
        [sys.executable, "-m", "mighty_sim", *words],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 60
    pids: set[int] = set()
    while len(pids) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
        noted = (tmp_path / "pids").read_text() if (tmp_path / "pids").exists() else ""
        pids = {int(word) for word in noted.split()}
    program.send_signal(sent)
    _, said = program.communicate(timeout=30)
    assert program.returncode == code
    if sent == signal.SIGINT:
        (line,) = said.strip().splitlines()
        assert line.startswith("mighty-sim: interrupted; nothing was written; go on with: ")
    while any(map(_lives, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(pids) == 2
    assert not any(map(_lives, pids))


def _lives(pid: int) -> bool:
    """Whether a process is there, and no mere entry that nobody has asked for."""
    try:
        return "(python" in Path(f"/proc/{pid}/stat").read_text() and " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
