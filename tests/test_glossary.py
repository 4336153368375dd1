"""The options as such: what each says of itself, and values as text both ways."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mighty_sim.errors import RulesError
from mighty_sim.glossary import GROUPS, Option, option_keys, option_named, options, unknown_option, value_text
from mighty_sim.rules import load_table, table_names

TYPES = {"number", "yes or no", "word", "list of words", "card", "list of cards"}


def test_options_are_listed_group_by_group() -> None:
    groups = [key.partition(".")[0] for key in option_keys()]
    assert list(dict.fromkeys(groups)) == list(GROUPS)
    assert groups == sorted(groups, key=list(GROUPS).index)


@pytest.mark.parametrize("key", option_keys())
def test_every_option_says_all_of_itself(key: str) -> None:
    option = option_named(key)
    assert option.meaning[0].isupper() and option.meaning.endswith(".")
    assert 10 < len(option.meaning) < 250
    assert option.type in TYPES
    assert option.allowed
    assert option.published_key
    if option.type == "number" and not option.words:
        assert isinstance(option.meta.ge, int) and isinstance(option.meta.le, int)
        assert option.meta.ge <= option.default <= option.meta.le
    if option.kind is not bool and not option.is_list and option.words:
        assert option.default in option.words


@pytest.mark.parametrize("key", option_keys())
def test_a_source_is_parts_with_commas_between(key: str) -> None:
    parts = option_named(key).source.split(", ")
    texts = [part for part in parts if part not in option_named(key).questions]
    assert texts and all(part in ("PEN", "other") or part.startswith("STD §") for part in texts)
    assert parts == [*texts, *option_named(key).questions]


def test_what_values_are_allowed_is_told_in_words() -> None:
    told = {key: option_named(key).allowed for key in option_keys()}
    assert told["deal.players"] == "3 to 8"
    assert told["deal.packs"] == "1, 2"
    assert told["deal.removed"] == "cards, or '2*' for all of a rank"
    assert told["misdeal.enabled"] == "true, false"
    assert told["friend.kinds"] == "any of card, own_card, first_trick, none"
    assert told["friend.uncallable"] == "cards of the pack"
    assert told["hunter.card"] == "a card of the pack, none"
    assert told["joker.last_card"] == "powerless, with_power, must_play_before_last"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (False, "false"),
        (0, "0"),
        (-1, "-1"),
        ("none", "none"),
        ((), "[]"),
        (("none",), "none"),
        (("card", "none"), "card, none"),
    ],
)
def test_values_as_text(value: Any, text: str) -> None:
    assert value_text(value) == text


@pytest.mark.parametrize("key", option_keys())
def test_a_value_of_a_shipped_table_is_read_from_its_text(key: str) -> None:
    option = option_named(key)
    for name in table_names():
        value = load_table(name).value(key)
        assert option.parse(value_text(value)) == value


@given(st.sampled_from([option for option in options().values() if option.words]), st.data())
def test_every_value_is_read_from_its_text(option: Option, data: st.DataObject) -> None:
    words = st.sampled_from(option.words)
    value = data.draw(st.lists(words, unique=True).map(tuple) if option.is_list else words)
    assert option.parse(value_text(value)) == value


@given(st.sampled_from(list(options().values())), st.text())
def test_any_text_is_parsed_to_something(option: Option, text: str) -> None:
    assert isinstance(option.parse(text), tuple if option.is_list else str | int)


def test_an_unknown_option_is_answered_with_the_nearest() -> None:
    with pytest.raises(RulesError, match=r"^unknown option 'hunter\.tigger'; did you mean 'hunter\.trigger'\?$"):
        option_named("hunter.tigger")
    assert unknown_option("hunter_trigger") == "unknown option 'hunter_trigger'; did you mean 'hunter.trigger'?"
    assert unknown_option("x_nt") == "unknown option 'x_nt'; did you mean 'score.double_notrump'?"
    assert unknown_option("change_stake") == "unknown option 'change_stake'; did you mean 'exchange.change_stake'?"
    assert unknown_option("jokr") == "unknown option 'jokr'; did you mean 'joker'?"
    assert unknown_option("qqq") == "unknown option 'qqq'; 'tables options' lists all"
