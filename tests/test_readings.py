"""The questions that the rule texts leave open: all of them, each answered by values that there are."""

import re

import pytest

from mighty_sim.glossary import option_named, options, value_text
from mighty_sim.readings import ANY, READINGS, Reading, answer
from mighty_sim.rules import load_table, table_names

#: Of these the values that a rule text's own question does not touch have no answer.
IN_PART = {"score.formula", "score.failed"}


def test_there_are_33_questions() -> None:
    assert list(READINGS) == [f"A{number}" for number in range(1, 34)]


@pytest.mark.parametrize("reading", READINGS.values(), ids=READINGS)
def test_a_question_is_a_question_and_an_answer_a_sentence(reading: Reading) -> None:
    assert reading.question[0].isupper() and reading.question.endswith("?")
    told = [text for answers in reading.answers.values() for text in answers.values()]
    assert told
    for text in told:
        assert re.fullmatch(r"[a-z0-9].*\.", text), text


@pytest.mark.parametrize("number", READINGS)
def test_answers_belong_to_values_of_options_that_name_the_question(number: str) -> None:
    for key, answers in READINGS[number].answers.items():
        option = option_named(key)
        assert number in option.questions, key
        words = {value_text(word) for word in option.words}
        if option.words and not option.is_list:
            assert set(answers) - {ANY} <= words, key
            assert ANY in answers or key in IN_PART or set(answers) == words, key


def test_every_option_that_names_a_question_answers_it() -> None:
    silent = [
        (number, option.key)
        for option in options().values()
        for number in option.questions
        if option.key not in READINGS[number].answers
    ]
    assert sorted(silent) == [("A10", "hunter.under_own_suit"), ("A22", "match.total"), ("A8", "joker.powerless_lead")]


@pytest.mark.parametrize("number", READINGS)
def test_every_question_is_answered_at_a_shipped_table(number: str) -> None:
    tables = [load_table(name) for name in table_names()]
    told = {
        answer(number, key, value_text(table.value(key))) for key in READINGS[number].answers for table in tables
    }
    assert told - {None}


def test_answers() -> None:
    assert answer("A3", "hunter.called_joker_power", "lost") == "nothing: it cannot win the trick."
    assert answer("A12", "exchange.change_stake", "3") == "yes."
    assert answer("A13", "score.base", "12") is None
    assert answer("A13", "deal.hand", "11") is None
