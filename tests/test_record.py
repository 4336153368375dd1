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


def sample_record() -> dict[str, Any]:
    """Return the deal in tests/data/deal.json, under the standard rules."""
    record: dict[str, Any] = json.loads((DATA / "deal.json").read_text(encoding="utf-8"))
    return record | {"rules": load_table("standard").as_dict()}


def refused(record: Any) -> str:
    """Return the one line with which a record is refused, by both ways in."""
    with pytest.raises(InputError) as caught:
        check(record)
    with pytest.raises(InputError):
        from_json(json.dumps(record))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_the_sample_is_a_deal_by_the_rules() -> None:
    referee.judge(sample_record())


def test_round_trip_on_one_line() -> None:
    record = sample_record()
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
    "call", [{"kind": "first-trick"}, {"kind": "last-trick"}, {"kind": "seat", "seat": 3}, {"kind": "none"}]
)
def test_every_friend_call_has_a_form(call: dict[str, Any]) -> None:
    record = deepcopy(sample_record())
    record["friend_call"] = call
    assert check(record) is record
