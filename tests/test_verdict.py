"""`tables legal`: what may be played, and why; the words themselves are judged in `plain_situations.py`."""

import json

import pytest
from uncompiled import TESTS, run_uncompiled
from worked import call


def test_the_words_without_the_compiler() -> None:
    options = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", "words")
    said = run_uncompiled("-m", "pytest", *options, str(TESTS / "plain_situations.py"))
    assert " passed" in said and "failed" not in said and "skipped" not in said


def test_the_page_settles_the_argument() -> None:
    done = call("tables", "legal", "--trump", "D", "--trick", "5", "--hand", "jk ♠A, c9 H4", "--plays", "♣3!")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "standard, trick 5 of 10, trump D; Mighty SA, hunter C3",
        "",
        "Played    C3!",
        "In hand   JK SA H4 C9",
        "May play  JK SA",
        "Not       H4 C9",
        "",
        "C3 demands the joker: play it, or the Mighty SA (A4).",
        "C3, led, has the trick so far.",
    ]


def test_the_record_has_what_the_page_has() -> None:
    wanted = ("--hand", "H9 S4 S4 C2", "--plays", "H5 SA", "--trump", "NT", "--trick", "14")
    done = call("tables", "legal", "--table", "penalty-6", *wanted, "--format", "json")
    assert json.loads(done.stdout) == {
        "table": "penalty-6",
        "changed": [],
        "trump": "N",
        "mighty": "SA",
        "hunter": "C3",
        "trick": 14,
        "tricks": 17,
        "plays": ["H5", "SA"],
        "hand": ["S4", "S4", "H9", "C2"],
        "legal": ["S4"],
        "illegal": ["H9", "C2"],
        "reason": "The Mighty SA has turned the suit to spades (A1): follow suit.",
        "best": 1,
        "standing": "SA, the second card, has the trick so far.",
    }


def test_the_page_tells_what_was_changed() -> None:
    wanted = ("--trump", "H", "--trick", "1", "--hand", "H5 JK C4", "--set", "lead.first_joker=banned")
    lines = call("tables", "legal", *wanted).stdout.splitlines()
    assert lines[1] == "standard changed: lead.first_joker=banned"
    assert "May play  C4" in lines
    assert lines[-2:] == [
        "The first lead may not be a trump or a joker while there is another card.",
        "Nobody has played yet.",
    ]


@pytest.mark.parametrize(
    ("more", "line"),
    [
        (("--hand", "SX"), "'SX' is no card; write suit"),
        (("--hand", "SA SA SA"), "'SA' is there 3 times"),
        (("--hand", "SA", "--trick", "11"), "there is no trick 11 at standard; write 1 to 10"),
        (("--hand", "SA", "--trick", "x"), "'x' is no trick; write a whole number"),
        (("--hand", "SA", "--trump", "X"), "'X' is no strain"),
        (("--hand", "SA", "--plays", "JK"), "play 1, 'JK': a joker led to trick 5 asks for a suit; write JK=S, "),
        (("--hand", "SA", "--set", "joker.lst=normal"), "unknown option 'joker.lst'"),
        ((), "Missing option '--hand'"),
    ],
)
def test_a_wrong_request_is_one_line_and_2(more: tuple[str, ...], line: str) -> None:
    done = call("tables", "legal", "--trump", "D", "--trick", "5", *more)
    assert (done.returncode, done.stdout) == (2, "")
    assert line in done.stderr
    assert done.stderr.count("\n") == 1
