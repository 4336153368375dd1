"""Rules as rows: a table option by option, tables side by side, and the options with their answers."""

import re

import pytest

from mighty_sim.errors import RulesError
from mighty_sim.glossary import option_keys, option_named, options
from mighty_sim.readings import READINGS
from mighty_sim.rule_rows import answers, differences, entries, rows, shipped_values
from mighty_sim.rules import load_table, table_names

STANDARD, PENALTY = load_table("standard"), load_table("penalty-5")


def reading(table: str, key: str, *settings: str) -> str:
    """Return what is told of an option's open questions at a table."""
    return next(row.reading for row in rows(load_table(table, settings)) if row.key == key)


def test_options_are_shown_as_toml_writes_them() -> None:
    found = {row.key: row for row in rows(STANDARD)}
    assert list(found) == option_keys()
    assert found["misdeal.enabled"].value == "true"
    assert found["deal.removed"].value == "[]"
    assert found["friend.kinds"].value == "card, own_card, first_trick, none"
    assert found["joker.last_trick"].allowed == "normal, powerless, powerless_if_led, banned"


@pytest.mark.parametrize("name", table_names())
def test_a_reading_is_a_question_of_the_option_with_the_tables_answer(name: str) -> None:
    for row in rows(load_table(name)):
        for part in re.split(r" (?=A\d+: )", row.reading) if row.reading else []:
            number, _, text = part.partition(": ")
            assert number in row.source.split(", ")
            assert text.startswith(f"{READINGS[number].question} Here: ")


def test_a_table_tells_its_own_reading() -> None:
    question = "A1: A Mighty is played to another's lead: which suit do later players follow? Here: "
    key = "mighty.switches_suit"
    assert reading("penalty-5", key).startswith(question + "the Mighty's printed suit;")
    assert reading("penalty-5-reconciled", key).startswith(question + "still the suit led;")
    assert reading("penalty-5-reconciled", key) == reading("standard", key)
    assert reading("penalty-5", key, "mighty.switches_suit=false") == reading("standard", key)


def test_questions_that_do_not_touch_a_table_are_left_out() -> None:
    assert "A24" in reading("standard", "misdeal.when")
    assert reading("penalty-5", "misdeal.when") == ""
    assert reading("penalty-5", "hunter.trigger", "hunter.card=none") == ""
    assert "A10" in reading("penalty-3", "hunter.card", "hunter.card=none")
    assert "A10" not in reading("penalty-5", "hunter.card")
    assert reading("penalty-3", "friend.copies") == ""
    assert "A17" in reading("penalty-3", "friend.kinds")
    assert "A17" not in reading("penalty-4", "friend.kinds")
    assert "A14" in reading("penalty-4", "deal.removed")
    assert "A13" in reading("penalty-4", "score.base")


@pytest.mark.parametrize("number", READINGS)
def test_every_question_is_told_by_a_shipped_table(number: str) -> None:
    assert any(f"{number}: " in row.reading for name in table_names() for row in rows(load_table(name)))


def test_differences_are_what_differs_and_nothing_else() -> None:
    found = differences([STANDARD, PENALTY])
    assert [row.key for row in found] == [key for key in option_keys() if STANDARD.value(key) != PENALTY.value(key)]
    by_key = {row.key: row for row in found}
    assert by_key["hunter.trigger"].values == ("lead", "any_play")
    assert by_key["hunter.trigger"].meaning == option_named("hunter.trigger").meaning
    assert differences([STANDARD, STANDARD]) == []


def test_several_tables_differ_where_one_does() -> None:
    found = {row.key: row.values for row in differences([PENALTY, PENALTY, load_table("penalty-4")])}
    assert list(found) == ["deal.players", "deal.removed", "auction.min_number", "score.base"]
    assert found["score.base"] == ("12", "12", "11")


def test_entries_of_all_a_group_and_one() -> None:
    assert [entry.option for entry in entries()] == option_keys()
    assert {entry.option.partition(".")[0] for entry in entries("joker")} == {"joker"}
    (one,) = entries("hunter.trigger")
    assert (one.type, one.allowed, one.default, one.key) == ("word", "lead, any_play", "lead", "hunter_trigger")
    with pytest.raises(RulesError, match=r"unknown option 'hunter\.trigge'; did you mean 'hunter\.trigger'"):
        entries("hunter.trigge")


def test_the_values_of_shipped_tables() -> None:
    assert shipped_values("deal.players")[0] == ("5", ["standard", "penalty-5", "penalty-5-reconciled"])
    assert sorted(name for _, names in shipped_values("deal.players") for name in names) == sorted(table_names())


def test_the_answers_of_an_option() -> None:
    (told,) = answers(options()["hunter.called_joker_power"])
    assert told[0] == "A3: What is a joker worth that was demanded?"
    assert list(told[1]) == ["lost", "kept"]
    assert list(answers(options()["deal.players"])) == []
