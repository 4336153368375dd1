"""Files of worked examples: every form that is read, and one line for everything that is none."""

import json
from pathlib import Path
from typing import Any

import pytest
from worked import VECTORS, call, one

from mighty_sim.errors import InputError
from mighty_sim.example_file import read_examples
from mighty_sim.examples import KINDS


def read(tmp_path: Path, text: str | bytes) -> list[Any]:
    path = tmp_path / "x.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_examples(path)


def test_an_array_and_lines_are_read_alike(tmp_path: Path) -> None:
    lines = "\n\n".join(map(json.dumps, VECTORS)) + "\n"
    forms = [read(tmp_path, json.dumps(VECTORS)), read(tmp_path, lines), read(tmp_path, "\ufeff" + lines)]
    for found in forms:
        assert [(example.id, example.expected()) for example in found] == [
            (example.id, example.expected()) for example in forms[0]
        ]
    assert [example.id for example in forms[0]] == [vector["id"] for vector in VECTORS]
    assert {vector["kind"] for vector in VECTORS} == set(KINDS)


def test_cards_are_read_generously(tmp_path: Path) -> None:
    vector = one("legal") | {"hand": ["joker", "♠a", "s10"], "legal": ["♠A", "Joker"], "trump": "♦"}
    (example,) = read(tmp_path, json.dumps(vector))
    assert example.expected() == "JK SA"


def without(vector: dict[str, Any], field: str) -> dict[str, Any]:
    return {key: value for key, value in vector.items() if key != field}


LEGAL, WINNER, SCORE, BID = one("legal"), one("winner"), one("score"), one("bid")


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (5, "example 1: 5 is no example; write an object with the fields id, kind, table"),
        (None, "example 1: null is no example"),
        (without(BID, "kind"), "example 1 (B01): no field 'kind'; write one of legal, winner, score, bid, change, mis"),
        (BID | {"kind": "bit"}, "unknown kind 'bit'; did you mean 'bid'? known: legal, winner"),
        (BID | {"kind": ["bid"]}, "unknown kind"),
        (without(BID, "id"), "example 1: no field 'id'; write a short text"),
        (BID | {"id": 7}, "example 1: id = 7; write a short text"),
        (without(LEGAL, "trick"), "example 1 (L01): no field 'trick'; write the number of a trick, from 1"),
        (LEGAL | {"trick": 0}, "trick = 0; write the number of a trick"),
        (LEGAL | {"trick": "5"}, 'trick = "5"; write the number of a trick'),
        (LEGAL | {"trump": "X"}, 'trump = "X"; write S, H, D, C, or N for no-trump'),
        (LEGAL | {"trump": 3}, "trump = 3; write S, H"),
        (LEGAL | {"hand": "SA JK"}, 'hand = "SA JK"; write a list of cards, as in ["SA", "JK"]'),
        (LEGAL | {"hand": ["SA", "SX"]}, 'hand[1] = "SX"; write a card, as in "SA"'),
        (LEGAL | {"legal": True}, "legal = true; write a list of cards"),
        (LEGAL | {"legl": []}, "unknown field 'legl'; did you mean 'legal'? known: id, table, shows, trump, "),
        (LEGAL | {"plays": [{"crd": "SA"}]}, "unknown field 'plays[0].crd'; did you mean 'card'? known: card, names"),
        (LEGAL | {"plays": [{}]}, "no field 'plays[0].card'; write a card, as in \"SA\""),
        (LEGAL | {"plays": [{"card": "JK", "names": "N"}]}, 'plays[0].names = "N"; write a suit, as in "H"'),
        (LEGAL | {"plays": [{"card": "C3", "demands_joker": 1}]}, "plays[0].demands_joker = 1; write true or false"),
        (LEGAL | {"plays": ["C3!"]}, 'plays[0] = "C3!"; write a list of plays'),
        (WINNER | {"winner": -1}, "winner = -1; write the turn of the play that wins, from 0"),
        (WINNER | {"points": 1.5}, "points = 1.5; write a number of points, from 0"),
        (SCORE | {"contract": "15"}, 'contract = "15"; write a number and a strain, as in "14S" or "16N"'),
        (SCORE | {"partner": "alone"}, 'partner = "alone"; write friend, open or secret'),
        (without(SCORE, "friend"), "no field 'friend'; write a whole number, or null where there is no friend"),
        (BID | {"best": "45S"}, 'best = "45S"; write a number and a strain'),
        (BID | {"legal": []}, "legal = []; write true or false"),
        (BID | {"legal": ["x" * 99]}, "…; write true or false"),
    ],
)
def test_a_malformed_example_is_one_line(raw: object, words: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        read(tmp_path, json.dumps([raw]))
    assert words in str(caught.value)
    assert str(caught.value).startswith(f"{tmp_path / 'x.json'}: example 1")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "holds no example; write a JSON array of objects, or one object a line"),
        ("[]", "holds no example"),
        ("[1, 2", "line 1, column 6 is no JSON"),
        (json.dumps(BID) + "\n\n{x", "line 3, column 2 is no JSON"),
        ("[\n" + json.dumps(BID) + ",\n]", "line 3, column 1 is no JSON"),
        ("[" * 100_000, "too many brackets in each other"),
        ("[" + "9" * 5000 + "]", "a number in it has too many digits"),
        (r'{"id": "\ud800"}', r"example 1: half of a sign in a text; write \ud800 to \udfff in pairs only"),
        (b"\xff\xfe", "is no text in UTF-8"),
    ],
)
def test_a_file_that_is_no_json_is_one_line(text: str | bytes, words: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        read(tmp_path, text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("name", "words"), [("nowhere.json", "No such file"), (".", "Is a directory")])
def test_a_file_that_cannot_be_read_is_one_line_and_2(name: str, words: str, tmp_path: Path) -> None:
    done = call("tables", "check", name, folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"mighty-sim: cannot read {name!r}: {words}{' or directory' if 'No' in words else ''}\n"


def test_a_malformed_example_is_2_on_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(json.dumps([BID, LEGAL | {"trick": 0}]))
    done = call("tables", "check", "x.json", folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "mighty-sim: x.json: example 2 (L01): trick = 0; write the number of a trick, from 1\n"
