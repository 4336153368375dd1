"""Files of worked examples, read and checked field by field.

The file is a JSON array of objects, or has one object a line. Each has an `id`, a `kind`, a `table`, and in words what
it `shows`; the other fields are those of its kind:

legal     `trump`, `trick`, `hand` and `plays` (in order of play), and `legal`, the cards that may be played
winner    `trump`, `trick` and `plays`, the `winner` (0 = the leader) and the `points` of these cards
score     `contract`, `points`, `partner`, `trump_changed`, and what `declarer`, `friend` and `defender` get
bid       the `best` bid so far or null, a `new` one, and whether that is `legal`
change    the bid that `won`, the `final` contract, and whether that is `legal`
misdeal   a `hand`, and whether its holder `may_claim`

A play is `{"card": "JK", "names": "H"}` or `{"card": "C3", "demands_joker": true}`, with the card alone where nothing
is said to it. A demand that the table does not know is not heard: the card is played plainly. A hand may be a part of
the real one, and cards that fill a trick need not be in the pack.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from mighty_sim.errors import InputError, nearest, unknown_name
from mighty_sim.examples import KINDS, Example, PlayMade, decode

_CARDS = 'a list of cards, as in ["SA", "JK"]'
_BID = 'a number and a strain, as in "14S" or "16N"'
_YES_NO = "true or false"
_WHOLE = "a whole number"
#: What is right in each field.
_RIGHT = {
    "id": "a short text",
    "table": "the name of a table",
    "shows": "a text",
    "trump": "S, H, D, C, or N for no-trump",
    "trick": "the number of a trick, from 1",
    "hand": _CARDS,
    "plays": 'a list of plays, as in [{"card": "JK", "names": "H"}, {"card": "C3", "demands_joker": true}]',
    "card": 'a card, as in "SA"',
    "names": 'a suit, as in "H"',
    "demands_joker": _YES_NO,
    "legal": _YES_NO,
    "winner": "the turn of the play that wins, from 0",
    "points": "a number of points, from 0",
    "contract": _BID,
    "partner": "friend, open or secret",
    "trump_changed": _YES_NO,
    "declarer": _WHOLE,
    "friend": f"{_WHOLE}, or null where there is no friend",
    "defender": _WHOLE,
    "best": f"{_BID}, or null where nobody has bid",
    "new": _BID,
    "won": _BID,
    "final": _BID,
    "may_claim": _YES_NO,
}


def read_examples(path: Path) -> list[Example]:
    """Return the examples of a file. Raises InputError naming the example, the field and what would be right."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"cannot read {str(path)!r}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise InputError(f"{str(path)!r} is no text in UTF-8; examples are written in JSON") from None
    raw = _items(text, path)
    if not raw:
        raise InputError(f"{str(path)!r} holds no example; write a JSON array of objects, or one object a line")
    return [_example(item, f"{path}: example {number}") for number, item in enumerate(raw, 1)]


def _items(text: str, path: Path) -> list[Any]:
    """Return what JSON says, an item an example."""
    try:
        if text.lstrip()[:1] == "[":
            whole: list[Any] = json.loads(text)
            return whole
        return [_line(line, number) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    except json.JSONDecodeError as error:
        raise InputError(
            f"{path}: line {error.lineno}, column {error.colno} is no JSON ({error.msg}); write an array of objects, "
            "or one object a line"
        ) from None
    except ValueError:  # a number too long to be read
        raise InputError(f"{path}: a number in it has too many digits") from None
    except RecursionError:
        raise InputError(f"{path}: too many brackets in each other; write an array of objects") from None


def _line(line: str, number: int) -> Any:
    """Return what a line says. Raises JSONDecodeError with the number of the line in the file."""
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        raise json.JSONDecodeError(error.msg, "\n" * (number - 1) + line, number - 1 + error.pos) from None


def _example(raw: Any, where: str) -> Example:
    """Return one example. Raises InputError for what is none."""
    if not isinstance(raw, dict):
        raise InputError(f"{where}: {_short(raw)} is no example; write an object with the fields id, kind, table …")
    try:
        json.dumps(raw, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise InputError(f"{where}: half of a sign in a text; write \\ud800 to \\udfff in pairs only") from None
    if isinstance(raw.get("id"), str):
        where += f" ({raw['id']})"
    kind = raw.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        if "kind" not in raw:
            raise InputError(f"{where}: no field 'kind'; write one of {', '.join(KINDS)}")
        raise InputError(f"{where}: {unknown_name('kind', str(kind), KINDS)}")
    try:
        return msgspec.convert(raw, KINDS[kind], dec_hook=decode)
    except msgspec.ValidationError as error:
        raise InputError(f"{where}: {_explain(str(error), raw)}") from None


def _explain(message: str, raw: Mapping[str, Any]) -> str:
    """Turn msgspec's message into ours: the field, the value quoted, what would be right."""
    said, _, at = message.partition(" - at `$")
    path = at.rstrip("`").strip(".")
    missing = re.search(r"missing required field `(.*)`", said)
    if missing:
        return f"no field {f'{path}.{missing[1]}'.strip('.')!r}; write {_right(missing[1], raw)}"
    unknown = re.search(r"unknown field `(.*)`", said)
    if unknown:
        struct: Any = PlayMade if path else KINDS[raw["kind"]]
        fields = [*struct.__struct_fields__, *([] if path else ["kind"])]
        close = nearest(unknown[1], fields)
        told = f"did you mean {close!r}? " if close else ""
        return f"unknown field {f'{path}.{unknown[1]}'.strip('.')!r}; {told}known: {', '.join(fields)}"
    field = re.sub(r"\[.*?\]", "", path).rpartition(".")[2]
    right = _right(field, raw)
    right = _RIGHT["card"] if right == _CARDS and path.endswith("]") else right
    return f"{path} = {_short(_at(raw, path))}; write {right}"


def _right(field: str, raw: Mapping[str, Any]) -> str:
    return _CARDS if field == "legal" and raw["kind"] == "legal" else _RIGHT[field]


def _at(raw: Any, path: str) -> Any:
    """Return the value at a path such as `plays[0].card`."""
    for part in re.findall(r"[^.\[\]]+", path):
        raw = raw[int(part)] if isinstance(raw, list) else raw[part]
    return raw


def _short(value: Any) -> str:
    """Return a value as a message quotes it."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:39] + "…"
