"""Worked examples through the kernels: all that are shipped hold, and each that is made wrong is found out."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from worked import DATA, FILES, VECTORS, call, one

from mighty_sim.cards import card_text

PACK = [card_text(card) for card in range(53)]


def wrong(vector: dict[str, Any]) -> dict[str, Any]:
    """The example with another outcome."""
    kind = vector["kind"]
    if kind == "legal":
        return vector | {"legal": vector["legal"][1:] or [next(card for card in PACK if card not in vector["legal"])]}
    if kind == "winner":
        return vector | ({"winner": vector["winner"] + 1} if vector["id"] < "W05" else {"points": 9})
    if kind == "score":
        key = ("declarer", "defender")[len(vector["contract"] + vector["shows"]) % 2]
        return vector | {key: vector[key] + 1}
    key = "may_claim" if kind == "misdeal" else "legal"
    return vector | {key: not vector[key]}


@pytest.mark.parametrize(("name", "number"), [*zip(FILES, (65, 20), strict=True)])
def test_the_shipped_examples_hold(name: str, number: int) -> None:
    done = call("tables", "check", str(DATA / name))
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{number} passed, 0 failed, 0 skipped\n", "")


def test_every_wrong_example_is_found_out(tmp_path: Path) -> None:
    (tmp_path / "wrong.json").write_text("\n".join(map(json.dumps, map(wrong, VECTORS))))
    done = call("tables", "check", "wrong.json", "--format", "csv", folder=tmp_path)
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert (done.returncode, done.stderr) == (1, "0 passed, 85 failed, 0 skipped\n")
    assert [row["id"] for row in rows] == [vector["id"] for vector in VECTORS]
    assert all(row["expected"] != row["found"] for row in rows)
    assert not any("refused" in row["found"] for row in rows)


def test_a_failure_is_readable(tmp_path: Path) -> None:
    changed = [wrong(one("legal", 1)), wrong(one("winner")), wrong(one("score")), wrong(one("bid")), one("misdeal")]
    (tmp_path / "mine.json").write_text(json.dumps(changed))
    done = call("tables", "check", "mine.json", folder=tmp_path)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines[:4] == [
        "L02, legal at standard: called: joker forced although clubs are held",
        "    expected  S2",
        "    found     JK",
        "",
    ]
    assert "    expected  winner 5 (no play), 1 point" in lines
    assert "    found     winner 4 (D7), 1 point" in lines
    assert "    found     declarer -4, friend -2, defender 2" in lines
    assert "    found     not legal" in lines
    assert lines[-1] == "1 passed, 4 failed, 0 skipped"


def test_settings_change_the_tables_that_are_checked() -> None:
    path = str(DATA / "penalty-vectors.json")
    done = call("tables", "check", path, "--set", "hunter.trigger=lead", "--format", "json", "--quiet")
    assert [(row["id"], row["found"]) for row in json.loads(done.stdout)] == [("L42", "JK C9")]
    assert (done.returncode, done.stderr) == (1, "")


def test_other_tables_are_skipped_or_given(tmp_path: Path) -> None:
    examples = [one("bid"), one("bid") | {"table": "friday", "legal": True}]
    (tmp_path / "mine.json").write_text(json.dumps(examples))
    (tmp_path / "friday.toml").write_text('name = "friday"\n[auction]\nsuit_order = "SHDC"\n')
    done = call("tables", "check", "mine.json", folder=tmp_path)
    assert done.stdout == "1 passed, 0 failed, 1 skipped, as their tables are not known here (friday 1)\n"
    done = call("tables", "check", "mine.json", "--table", "friday.toml", folder=tmp_path)
    assert done.returncode == 1
    assert "B01, bid at friday" in done.stdout


def test_nothing_to_check_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text(json.dumps(one("bid") | {"table": "friday"}))
    done = call("tables", "check", "mine.json", folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "1 skipped, as their tables are not known here (friday 1); shipped tables: standard, " in done.stderr


@pytest.mark.parametrize(
    ("example", "words"),
    [
        (one("legal") | {"trick": 11}, "refused: there is no trick 11 at standard; write 1 to 10"),
        (one("legal", 12) | {"plays": [{"card": "JK"}], "trick": 5}, "refused: play 1, 'JK': a joker led to trick 5"),
        (one("legal") | {"hand": ["SA", "SA", "SA"]}, "refused: 'SA' is there 3 times"),
        (one("score") | {"table": "penalty-3"}, "refused: nobody is called at penalty-3, so there is no friend"),
        (one("bid") | {"best": "12S"}, "refused: '12S' cannot be bid at standard"),
        (one("change") | {"won": "25S"}, "refused: '25S' cannot be won at standard; 13 to 20 can"),
        (one("winner") | {"plays": []}, "found     nobody"),
    ],
)
def test_what_cannot_be_laid_fails_in_words(example: dict[str, Any], words: str, tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text(json.dumps(example))
    done = call("tables", "check", "mine.json", folder=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert words in done.stdout
