"""The shipped tables: what each is, stated again by hand from the sources; and the form of their files."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from mighty_sim import rules as rules_module
from mighty_sim.cards import card_text
from mighty_sim.glossary import GROUPS, option_keys, options
from mighty_sim.rules import Rules, load_table, pack, points_in_pack, table_names

FOLDER = Path(rules_module.__file__).parent / "tables"
FILES = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.toml"))}

#: Players, cards in the pack, point cards, hand, kitty, least and greatest bid, base, hunter and its substitute
#: (rules/README.md 1.1, 1.3 and 3.1).
NUMBERS = {
    "standard": (5, 53, 20, 10, 3, 13, 20, 13, "C3", "S3"),
    "penalty-3": (3, 33, 20, 10, 3, 11, 20, 10, "C7", "S7"),
    "penalty-4": (4, 43, 20, 10, 3, 12, 20, 11, "C3", "S3"),
    "penalty-5": (5, 53, 20, 10, 3, 13, 20, 12, "C3", "S3"),
    "penalty-5-reconciled": (5, 53, 20, 10, 3, 13, 20, 12, "C3", "S3"),
    "penalty-6": (6, 108, 40, 17, 6, 25, 40, 24, "C3", "S3"),
    "penalty-7": (7, 104, 40, 14, 6, 25, 40, 24, "C3", "S3"),
    "penalty-8": (8, 102, 40, 12, 6, 25, 40, 24, "C3", "S3"),
}

#: What the penalty tables have otherwise than `standard` (rules/README.md 1.4, 1.5 and tables.json).
PENALTY = {
    "deal.next_dealer": "clockwise",
    "deal.first_bidder": "left_of_dealer",
    "misdeal.enabled": False,
    "auction.ends": "one_left",
    "exchange.suit_to_suit": 0,
    "exchange.suit_to_notrump": 0,
    "exchange.notrump_to_suit": 0,
    "exchange.free_at_max": "any",
    "exchange.raise_without_change": False,
    "exchange.change_stake": 2,
    "friend.kinds": ("card", "own_card", "none"),
    "friend.suit_request": "binding_first_lead_at_top_notrump",
    "lead.first_joker": "banned",
    "lead.first_hunter": "banned",
    "mighty.switches_suit": True,
    "joker.first_trick": "normal",
    "joker.last_trick": "normal",
    "joker.lead_first": "banned",
    "joker.lead_last": "banned",
    "hunter.trigger": "any_play",
    "hunter.call": "automatic",
    "hunter.first_trick": True,
    "hunter.presence_kills_joker": "always",
    "score.formula": "penalty",
    "score.failed": "same_amount",
    "score.double_notrump": "never",
    "score.double_open_solo": "never",
    "score.double_run": "never",
    "score.backrun_at_most": -1,
    "score.shares": "penalty_to_losers",
    "match.wins": "low_total",
}
#: What a penalty table has otherwise than that.
OWN = {
    "penalty-3": {"friend.kinds": (), "friend.suit_request": "off"},
    "penalty-5-reconciled": {
        "mighty.switches_suit": False,
        "hunter.trigger": "lead",
        "hunter.first_trick": False,
        "hunter.presence_kills_joker": "never",
    },
}
#: Options of which `NUMBERS` tells.
COUNTED = {
    *("deal.players", "deal.packs", "deal.jokers", "deal.removed", "deal.hand", "deal.kitty", "auction.min_number"),
    *("auction.max_number", "score.base", "hunter.card", "hunter.under_own_suit"),
}

#: The questions that rules/README.md 1.5 lists.
QUESTIONS = [f"A{number}" for number in range(1, 34)]


def stated(name: str) -> dict[str, Any]:
    """Return the options that a table's file states, by dotted key."""
    raw = tomllib.loads(FILES[name])
    return {f"{group}.{key}": value for group in GROUPS for key, value in raw.get(group, {}).items()}


def test_the_tables_of_the_sources_are_shipped() -> None:
    assert set(table_names()) == set(NUMBERS)
    assert table_names()[0] == "standard"


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers(name: str) -> None:
    table = load_table(name)
    deal, auction = table.deal, table.auction
    found = (deal.players, len(pack(table)), points_in_pack(table), deal.hand, deal.kitty)
    found += (auction.min_number, auction.max_number, table.score.base, table.hunter.card, table.hunter.under_own_suit)
    assert found == NUMBERS[name]
    assert deal.players * deal.hand + deal.kitty == len(pack(table))
    assert table.name == name


@pytest.mark.parametrize(
    ("name", "missing", "jokers"),
    [
        ("standard", "", 1),
        ("penalty-3", " ".join(suit + rank for rank in "23456" for suit in "SHDC"), 1),
        ("penalty-4", "S2 H2 D2 C2 S4 H4 D4 C4 H3 D3", 1),
        ("penalty-6", "", 4),
        ("penalty-7", "C2 C2 H2 H2", 4),
        ("penalty-8", "C2 C2 H2 H2 D2 S2", 4),
    ],
)
def test_packs_hold_every_copy_but_the_removed(name: str, missing: str, jokers: int) -> None:
    table = load_table(name)
    whole = [suit + rank for rank in "23456789TJQKA" for suit in "SHDC"] * table.deal.packs + ["JK"] * jokers
    assert sorted([card_text(card) for card in pack(table)] + missing.split()) == sorted(whole)
    assert pack(table) == sorted(pack(table))
    assert pack(table)[-jokers:] == [52] * jokers


@pytest.mark.parametrize("name", [name for name in NUMBERS if name != "standard"])
def test_a_penalty_table_is_what_the_source_says(name: str) -> None:
    standard, table = load_table("standard"), load_table(name)
    for key in set(option_keys()) - COUNTED:
        wanted = OWN.get(name, {}).get(key, PENALTY.get(key, standard.value(key)))
        assert table.value(key) == wanted, key


def test_standard_is_the_default_of_every_option() -> None:
    assert Rules(name="standard").as_dict() == load_table("standard").as_dict()


@pytest.mark.parametrize("name", FILES)
def test_a_file_has_its_own_name_a_title_and_a_source(name: str) -> None:
    raw = tomllib.loads(FILES[name])
    assert raw["name"] == name
    assert 20 <= len(raw["title"]) <= 90
    assert raw["source"].startswith("STD, " if name == "standard" else "PEN, ")
    assert ("parent" in raw) == (name != "standard")


def test_the_file_of_standard_states_every_option() -> None:
    assert list(stated("standard")) == option_keys()


@pytest.mark.parametrize("name", [name for name in FILES if name != "standard"])
def test_a_file_states_what_it_changes_and_nothing_else(name: str) -> None:
    parent = load_table(tomllib.loads(FILES[name])["parent"])
    table = load_table(name)
    changes = [key for key in option_keys() if table.value(key) != parent.value(key)]
    assert list(stated(name)) == changes


def named_in(text: str) -> set[str]:
    """Return the numbers of questions that a text names."""
    return set(re.findall(r"\bA\d+\b", text))


def test_every_question_is_named_by_an_option() -> None:
    named = {number for option in options().values() for number in option.questions}
    assert sorted(named, key=QUESTIONS.index) == QUESTIONS


@pytest.mark.parametrize("number", QUESTIONS)
def test_every_question_is_answered_in_a_comment_of_a_table_that_it_touches(number: str) -> None:
    own = {"A10": "3", "A13": "4", "A14": "4", "A15": "6", "A16": "6", "A17": "3", "A32": "6"}
    assert number in named_in(FILES[f"penalty-{own.get(number, '5')}"])


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("standard", {"A3", "A5", "A7", "A19", "A20", "A21", "A24", "A25", "A26", "A27", "A28", "A30", "A31"}),
        ("penalty-5-reconciled", {"A1", "A2", "A3", "A4", "A23"}),
        ("penalty-7", {"A15"}),
        ("penalty-8", {"A15"}),
    ],
)
def test_a_table_says_in_comments_how_it_reads(name: str, numbers: set[str]) -> None:
    assert numbers <= named_in(FILES[name])
