"""The record of a deal: its form, both ways, and what is refused."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import referee
from hypothesis import given
from hypothesis import strategies as st

from mighty_sim.errors import InputError
from mighty_sim.record import check, from_json, to_json
from mighty_sim.rules import load_table

DATA = Path(__file__).parent / "data"


def sample_record(name: str = "deal") -> dict[str, Any]:
    """Return a deal in tests/data, under its table's rules: "deal" at standard, "deal6" at penalty-6."""
    record: dict[str, Any] = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    return record | {"rules": load_table(record["table"]).as_dict()}


def changed_rules(table: str = "standard", **options: Any) -> dict[str, Any]:
    """Return a table's options with some changed: `joker__first_trick="banned"`."""
    rules = load_table(table).as_dict()
    for key, value in options.items():
        group, option = key.split("__")
        assert option in rules[group], key
        rules[group][option] = value
    return rules


def refused(record: Any) -> str:
    """Return the one line with which a record is refused, by both ways in."""
    with pytest.raises(InputError) as caught:
        check(record)
    with pytest.raises(InputError):
        from_json(json.dumps(record))
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("name", ["deal", "deal6"])
def test_the_samples_are_deals_by_the_rules(name: str) -> None:
    referee.judge(sample_record(name))


@pytest.mark.parametrize("name", ["deal", "deal6"])
def test_round_trip_on_one_line(name: str) -> None:
    record = sample_record(name)
    line = to_json(record)
    assert "\n" not in line
    assert from_json(line) == record
    assert list(json.loads(line)) == list(record)


@pytest.mark.parametrize("field", list(sample_record()))
def test_every_field_is_needed(field: str) -> None:
    record = sample_record()
    del record[field]
    assert field in refused(record)


@pytest.mark.parametrize(
    "path",
    [
        (),
        ("redeals", 0),
        ("friend_call",),
        ("tricks", 3),
        ("tricks", 3, "plays", 1),
        ("result",),
        ("auction", 0),
    ],
)
def test_fields_that_do_not_exist_are_refused(path: tuple[Any, ...]) -> None:
    record = sample_record()
    part: Any = record
    for step in path:
        part = part[step]
    part["colour"] = "red"
    assert "colour" in refused(record)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("hands", 2, 3), "S1"),
        (("kitty", 0), "sa"),
        (("discard", 0), 48),
        (("bid",), "S14"),
        (("contract",), "014S"),
        (("auction", 0, "call"), "PASS"),
        (("auction", 0, "seat"), 8),
        (("declarer",), -1),
        (("dealer",), "0"),
        (("friend_call", "kind"), "first_trick"),
        (("friend_call", "card"), None),
        (("requested_suit",), "N"),
        (("redeals", 0, "reason"), "all pass"),
        (("redeals", 0, "seat"), "4"),
        (("tricks", 0, "plays", 0, "card"), "JOKER"),
        (("tricks", 0, "plays", 0, "names"), "N"),
        (("tricks", 0, "plays", 0, "demands_joker"), 1),
        (("tricks", 0, "points"), 2.5),
        (("result", "made"), 1),
        (("result", "scores", 0), "20"),
        (("result", "friends"), None),
        (("match",), {"match": 1, "deal": 0}),
        (("strategies",), "greedy"),
    ],
)
def test_values_that_do_not_belong_are_refused(path: tuple[Any, ...], value: Any) -> None:
    record = sample_record()
    part: Any = record
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    assert str(path[0]) in refused(record)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "3", '"deal"', "{}"])
def test_text_that_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="no record of a deal"):
        from_json(text)


@given(st.text())
def test_any_text_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(InputError) as caught:
        from_json(text)
    assert "\n" not in str(caught.value)


def test_a_deal_of_a_match_has_its_place() -> None:
    record = sample_record() | {"match": {"match": 3, "deal": 10}}
    assert from_json(to_json(record)) == record


@pytest.mark.parametrize(
    "call",
    [
        {"kind": "first-trick"},
        {"kind": "last-trick"},
        {"kind": "seat", "seat": 3},
        {"kind": "none"},
        {"kind": "card", "card": "JK"},
        None,
    ],
)
def test_every_friend_call_has_a_form(call: dict[str, Any] | None) -> None:
    record = deepcopy(sample_record())
    record["friend_call"] = call
    assert check(record) is record


@pytest.mark.parametrize(
    "call",
    [
        {"kind": "card"},
        {"kind": "seat"},
        {"kind": "none", "card": "SA"},
        {"kind": "first-trick", "seat": 1},
        {"kind": "card", "card": "SA", "seat": 1},
        {"kind": "seat", "seat": 5},
    ],
)
def test_a_friend_call_has_what_belongs_to_its_kind(call: dict[str, Any]) -> None:
    assert "friend_call" in refused(sample_record() | {"friend_call": call})


def test_a_table_has_three_to_eight_seats() -> None:
    record = sample_record()
    assert "2 seats; a table has 3 to 8" in refused(record | {"hands": record["hands"][:2]})
    assert "9 seats" in refused(record | {"hands": [*record["hands"], *record["hands"][:4]]})


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("dealer",), 5, "seat 5 of 5; seats are 0 to 4 - at `$.dealer`"),
        (("opener",), 7, "$.opener"),
        (("declarer",), 6, "$.declarer"),
        (("strategies",), ["greedy"] * 4, "4 for 5 seats; one a seat is needed - at `$.strategies`"),
        (("result", "scores"), [0] * 6, "$.result.scores"),
        (("result", "friends"), [2, 5], "$.result.friends"),
        (("auction", 0, "seat"), 5, "$.auction"),
        (("redeals", 0, "seat"), 5, "$.redeals[0]"),
        (("redeals", 1, "hands"), [[]] * 6, "6 for 5 seats; one a seat is needed - at `$.redeals[1].hands`"),
        (("redeals", 0, "auction", 0, "seat"), 6, "$.redeals[0]"),
        (("tricks", 2, "leader"), 5, "$.tricks[2]"),
        (("tricks", 2, "winner"), 5, "$.tricks[2]"),
        (("tricks", 2, "plays", 1, "seat"), 5, "$.tricks[2]"),
        (("tricks", 2, "plays", 1, "seat"), 2, "not every seat plays a card - at `$.tricks[2].plays`"),
        (("tricks", 2, "plays"), [{"seat": 0, "card": "SA"}], "1 for 5 seats"),
    ],
)
def test_all_parts_tell_of_the_same_seats(path: tuple[Any, ...], value: Any, said: str) -> None:
    record = sample_record()
    part: Any = record
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    assert said in refused(record)
