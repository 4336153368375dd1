"""Rules: reading a table, every refusal, and what the options say about themselves."""

import json
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mighty_sim import rules as rules_module
from mighty_sim.cards import card_text
from mighty_sim.errors import RulesError, UnknownName
from mighty_sim.rules import Rules, change, load_table, make_rules, option_keys, options, pack, points_in_pack

STANDARD = load_table("standard")
TABLE_FILES = sorted((Path(rules_module.__file__).parent / "tables").glob("*.toml"))


def refused(raw: dict[str, Any]) -> str:
    """Return the one line with which the rules are refused."""
    with pytest.raises(RulesError) as caught:
        make_rules({"name": "mine", **raw}, "mine.toml")
    message = str(caught.value)
    assert message.startswith("mine.toml: ")
    assert "\n" not in message
    return message


def test_standard_is_the_default_of_every_option() -> None:
    assert Rules(name="standard").as_dict() == STANDARD.as_dict()


@pytest.mark.parametrize("path", TABLE_FILES, ids=lambda path: path.stem)
def test_shipped_table_states_every_option_and_where_it_comes_from(path: Path) -> None:
    raw = tomllib.loads(path.read_text(encoding="utf-8"))
    assert raw["name"] == path.stem
    assert raw["title"] and raw["source"]
    stated = [f"{group}.{key}" for group, values in raw.items() if isinstance(values, dict) for key in values]
    assert stated == option_keys()


def test_dict_round_trip_through_json() -> None:
    again = make_rules(json.loads(json.dumps(STANDARD.as_dict())))
    assert again.as_dict() == STANDARD.as_dict()
    assert again.digest == STANDARD.digest


def test_digest_tells_rules_apart() -> None:
    assert change(STANDARD, {"joker.last_trick": "normal"}).digest != STANDARD.digest
    assert change(STANDARD, {"joker.last_trick": "powerless"}).digest == STANDARD.digest
    assert len(STANDARD.digest) == 64


def test_pack_of_standard() -> None:
    assert pack(STANDARD) == list(range(53))
    assert points_in_pack(STANDARD) == 20


def test_removed_cards_leave_the_pack() -> None:
    four = {"deal": {"players": 4, "removed": ["2*", "4*", "H3", "D3"]}, "auction": {"min_number": 12}}
    left = [card_text(index) for index in pack(make_rules({"name": "four", **four}))]
    assert len(left) == 43
    assert not {"S2", "C4", "H3", "D3"} & set(left)
    assert {"S3", "C3"} < set(left)


def test_unknown_table_offers_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean 'standard'"):
        load_table("standrad")
    with pytest.raises(UnknownName):
        load_table("../tables/standard")


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"deal": {"plyers": 5}}, ["'deal.plyers'", "did you mean 'deal.players'"]),
        ({"deel": {}}, ["'deel'", "did you mean 'deal'"]),
        ({"zzzzzz": 1}, ["'zzzzzz'", "tables show"]),
        ({"deal": 5}, ["deal", "object"]),
        ({"name": 5}, ["name", "str"]),
        ({"deal": {"players": 9}}, ["deal.players = 9", "3 to 8"]),
        ({"deal": {"players": 2}}, ["deal.players = 2", "3 to 8"]),
        ({"deal": {"players": "5"}}, ["deal.players = '5'", "3 to 8"]),
        ({"deal": {"players": True}}, ["deal.players = True", "3 to 8"]),
        ({"deal": {"packs": 2}}, ["deal.packs = 2", "allowed: 1"]),
        ({"joker": {"first_trick": "norml"}}, ["joker.first_trick = 'norml'", "powerless, normal"]),
        ({"hunter": {"first_trick": 1}}, ["hunter.first_trick = 1", "true, false"]),
        ({"friend": {"kinds": ["card", "seat"]}}, ["friend.kinds[1] = 'seat'", "own_card"]),
        ({"auction": {"notrump_allowed": False}}, ["auction.notrump_allowed", "only 'true'"]),
    ],
)
def test_bad_option_is_refused_with_the_value_quoted(raw: dict[str, Any], words: list[str]) -> None:
    message = refused(raw)
    for word in words:
        assert word in message


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"deal": {"players": 4}}, ["53 cards", "= 43"]),
        ({"deal": {"removed": ["2*"]}}, ["49 cards", "= 53"]),
        ({"deal": {"removed": ["2*", "S2"]}}, ["'S2'", "twice"]),
        ({"deal": {"removed": ["S1"]}}, ["'S1'", "no card"]),
        ({"deal": {"removed": ["X*"]}}, ["'X*'", "no card"]),
        ({"auction": {"min_number": 15, "max_number": 14}}, ["min_number 15", "max_number 14"]),
        ({"auction": {"max_number": 21}}, ["max_number 21", "20 points"]),
        ({"friend": {"kinds": []}}, ["friend.kinds", "at least one"]),
        ({"friend": {"kinds": ["card", "card"]}}, ["friend.kinds", "each once"]),
        ({"deal": {"removed": ["3*"], "hand": 9, "kitty": 4}}, ["hunter.card 'C3'", "pack"]),
        ({"mighty": {"card": "JK"}}, ["mighty.card 'JK'", "pack"]),
        ({"hunter": {"card": "C33"}}, ["hunter.card", "'C33'"]),
        ({"hunter": {"card": "SA", "under_own_suit": "H3"}}, ["both Mighty and hunter"]),
        ({"mighty": {"under_own_suit": "SK"}}, ["mighty.under_own_suit 'SK'", "'S'"]),
    ],
)
def test_values_that_do_not_fit_together_are_refused(raw: dict[str, Any], words: list[str]) -> None:
    message = refused(raw)
    for word in words:
        assert word in message


def test_change_refuses_unknown_and_bad_options() -> None:
    with pytest.raises(
        RulesError, match=r"unknown option 'joker\.frist_trick'.*did you mean 'joker\.first_trick'"
    ):
        change(STANDARD, {"joker.frist_trick": "normal"})
    with pytest.raises(RulesError, match=r"standard: joker\.first_trick = 'no'"):
        change(STANDARD, {"joker.first_trick": "no"})


@pytest.mark.parametrize("key", option_keys())
def test_every_option_refuses_what_it_does_not_allow(key: str) -> None:
    with pytest.raises(RulesError, match=key.replace(".", r"\.")):
        change(STANDARD, {key: {"no": "such value"}})


@given(st.sampled_from([row for row in options(STANDARD) if " to " in row.allowed]), st.integers())
def test_numbers_out_of_range_are_refused(row: rules_module.OptionRow, number: int) -> None:
    low, high = map(int, row.allowed.split(" to "))
    if not low <= number <= high:
        with pytest.raises(RulesError, match=f"{row.key} = {number}; allowed: {row.allowed}"):
            change(STANDARD, {row.key: number})


def test_unreadable_table_is_one_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("name = ", encoding="utf-8")
    for path in (broken, tmp_path / "absent.toml", tmp_path):
        with pytest.raises(RulesError, match="cannot read the table") as caught:
            rules_module.read_table(path)
        assert "\n" not in str(caught.value)


def test_table_without_a_name_is_refused() -> None:
    with pytest.raises(RulesError, match="name"):
        make_rules({})


def test_options_are_shown_as_toml_writes_them() -> None:
    rows = {row.key: row for row in options(STANDARD)}
    assert rows["misdeal.enabled"].value == "true"
    assert rows["deal.removed"].value == "none"
    assert rows["joker.last_trick"].allowed == "powerless, normal"
    assert rows["deal.players"].allowed == "3 to 8"
    assert list(rows) == option_keys()


def test_rules_cannot_be_changed_in_place() -> None:
    with pytest.raises(AttributeError):
        STANDARD.deal.players = 4  # type: ignore[misc]
    assert hash(STANDARD) == hash(msgspec.convert(msgspec.to_builtins(STANDARD), Rules))
