"""Rules: a table as a value, its file and its parents, settings of the command line, and how each is refused."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mighty_sim import rules as rules_module
from mighty_sim.errors import RulesError, UnknownName
from mighty_sim.glossary import Option, options
from mighty_sim.rules import (
    Rules,
    change,
    changed,
    departures,
    load_table,
    make_rules,
    option_keys,
    read_table,
    table_names,
)

STANDARD = load_table("standard")
TABLES = [load_table(name) for name in table_names()]

#: Values that fit together with everything else, whatever it is.
NOT_FREE = ("deal.packs", "friend.suit_request", "auction.notrump_wins_ties")  # each value needs some of another option
FREE = [
    option
    for option in options().values()
    if option.words and not option.is_list and option.key not in NOT_FREE
]


def refused(raw: dict[str, Any]) -> str:
    """Return the one line with which the rules are refused."""
    with pytest.raises(RulesError) as caught:
        make_rules({"name": "mine", **raw}, "mine.toml")
    message = str(caught.value)
    assert message.startswith("mine.toml: ")
    assert "\n" not in message
    return message


def of(option: Option) -> st.SearchStrategy[tuple[str, Any]]:
    """Return a strategy of settings of an option."""
    return st.tuples(st.just(option.key), st.sampled_from(option.words))


#: Tables with any of the options changed that fit with every other.
anything = st.builds(
    lambda table, changes: change(table, dict(changes)),
    st.sampled_from(TABLES),
    st.lists(st.sampled_from(FREE).flatmap(of), max_size=8),
)


@given(anything)
def test_dict_round_trip_through_json(rules: Rules) -> None:
    again = make_rules(json.loads(json.dumps(rules.as_dict())))
    assert again.as_dict() == rules.as_dict()
    assert again.digest == rules.digest
    assert msgspec.structs.replace(again, title=rules.title, source=rules.source) == rules


@given(anything, st.sampled_from(TABLES))
def test_departures_lead_from_one_table_to_another(rules: Rules, base: Rules) -> None:
    again = load_table(base.name, departures(rules, base))
    assert {**again.as_dict(), "name": rules.name} == rules.as_dict()


def test_digest_tells_rules_apart() -> None:
    assert change(STANDARD, {"joker.last_trick": "normal"}).digest != STANDARD.digest
    assert change(STANDARD, {"joker.last_trick": "powerless"}).digest == STANDARD.digest
    assert len(STANDARD.digest) == 64
    assert len({table.digest for table in TABLES}) == len(TABLES)


def test_cards_are_written_in_one_way() -> None:
    written = {"mighty": {"card": "♠a"}, "hunter": {"card": " c3"}, "friend": {"uncallable": ["joker", "h10"]}}
    rules = make_rules({"name": "standard", **written})
    assert (rules.mighty.card, rules.hunter.card, rules.friend.uncallable) == ("SA", "C3", ("JK", "HT"))
    assert change(rules, {"friend.uncallable": ()}).digest == STANDARD.digest
    assert make_rules({"name": "mine", "hunter": {"card": "None"}}).hunter.card == "none"


def test_a_value_is_found_by_its_key() -> None:
    assert STANDARD.value("joker.last_trick") == "powerless"
    with pytest.raises(RulesError, match=r"unknown option 'joker\.lost_trick'; did you mean 'joker\.last_trick'\?"):
        STANDARD.value("joker.lost_trick")


def test_rules_cannot_be_changed_in_place() -> None:
    with pytest.raises(AttributeError):
        STANDARD.deal.players = 4  # type: ignore[misc]
    assert hash(STANDARD) == hash(msgspec.convert(msgspec.to_builtins(STANDARD), Rules))


# Refusals


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"deal": {"plyers": 5}}, ["'deal.plyers'", "did you mean 'deal.players'"]),
        ({"deel": {}}, ["'deel'", "did you mean 'deal'"]),
        ({"zzzzzz": 1}, ["'zzzzzz'", "tables options"]),
        ({"deal": 5}, ["deal", "object"]),
        ({"name": 5}, ["name", "str"]),
        ({"name": ""}, ["name = ''", "1 to 60 signs"]),
        ({"name": "two\nlines"}, ["name = 'two\\nlines'", "one line"]),
        ({"deal": {"players": 9}}, ["deal.players = 9", "3 to 8"]),
        ({"deal": {"players": 2}}, ["deal.players = 2", "3 to 8"]),
        ({"deal": {"players": "5"}}, ["deal.players = '5'", "3 to 8"]),
        ({"deal": {"players": True}}, ["deal.players = True", "3 to 8"]),
        ({"deal": {"packs": 3}}, ["deal.packs = 3", "allowed: 1, 2"]),
        ({"joker": {"first_trick": "norml"}}, ["joker.first_trick = 'norml'", "normal, powerless"]),
        ({"hunter": {"first_trick": 1}}, ["hunter.first_trick = 1", "true, false"]),
        ({"friend": {"kinds": ["card", "seat"]}}, ["friend.kinds[1] = 'seat'", "own_card"]),
        ({"friend": {"uncallable": ["XX"]}}, ["friend.uncallable", "'XX' is no card"]),
        ({"hunter": {"card": "C33"}}, ["hunter.card", "'C33' is no card"]),
        ({"match": {"total": 0}}, ["match.total = 0", "1 to 100000"]),
    ],
)
def test_bad_option_is_refused_with_the_value_quoted(raw: dict[str, Any], words: list[str]) -> None:
    message = refused(raw)
    for word in words:
        assert word in message


def test_change_refuses_unknown_and_bad_options() -> None:
    with pytest.raises(
        RulesError, match=r"standard: unknown option 'joker\.frist_trick'; did you mean 'joker\.first_trick'"
    ):
        change(STANDARD, {"joker.frist_trick": "normal"})
    with pytest.raises(RulesError, match=r"standard: joker\.first_trick = 'no'"):
        change(STANDARD, {"joker.first_trick": "no"})
    with pytest.raises(RulesError, match=r"^here: the pack has 53 cards"):
        change(STANDARD, {"deal.players": 4}, "here")


@pytest.mark.parametrize("key", option_keys())
def test_every_option_refuses_what_it_does_not_allow(key: str) -> None:
    with pytest.raises(RulesError, match=key.replace(".", r"\.")):
        change(STANDARD, {key: {"no": "such value"}})


@given(st.sampled_from([option for option in options().values() if option.kind is int]), st.integers())
def test_numbers_out_of_range_are_refused(option: Option, number: int) -> None:
    low, high = map(int, option.allowed.split(" to "))
    if not low <= number <= high:
        with pytest.raises(RulesError, match=f"{option.key} = {number}; allowed: {option.allowed}"):
            change(STANDARD, {option.key: number})


def test_table_without_a_name_is_refused() -> None:
    with pytest.raises(RulesError, match="name"):
        make_rules({})


def test_unknown_table_offers_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean 'standard'"):
        load_table("standrad")
    with pytest.raises(UnknownName, match="did you mean 'penalty-5'"):
        load_table("penalty5")


# Settings


def test_settings_change_a_table_which_keeps_its_name() -> None:
    texts = ["joker.last_trick=normal", " friend.kinds = card, none ", "misdeal.optional=False", "score.base=-0"]
    rules = load_table("standard", [*texts, "score.base=12"])
    assert rules.name == "standard"
    assert changed(rules) == [
        "misdeal.optional=false",
        "friend.kinds=card,none",
        "joker.last_trick=normal",
        "score.base=12",
    ]
    assert load_table("standard", []) == STANDARD
    assert changed(STANDARD) == []


@pytest.mark.parametrize("text", ["friend.kinds=", "friend.kinds=[]", "friend.kinds = [ ]"])
def test_an_empty_list_can_be_set(text: str) -> None:
    assert load_table("standard", [text, "friend.suit_request=off"]).friend.kinds == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("joker.last_trick", "sets nothing; write GROUP.OPTION=VALUE, as in joker.last_trick=normal"),
        ("=normal", "sets nothing; write GROUP.OPTION=VALUE"),
        ("joker.lst_trick=normal", "unknown option 'joker.lst_trick'; did you mean 'joker.last_trick'?"),
        ("joker_last=normal", "unknown option 'joker_last'; did you mean 'joker.last_trick'?"),
        ("last_card=powerless", "unknown option 'last_card'; did you mean 'joker.last_card'?"),
        ("qqq=1", "unknown option 'qqq'; 'tables options' lists all"),
        ("joker.last_trick=no", "'no' is not allowed for joker.last_trick; allowed: normal, powerless, "),
        ("deal.players=9", "'9' is not allowed for deal.players; allowed: 3 to 8"),
        ("deal.players=", "'' is not allowed for deal.players; allowed: 3 to 8"),
        ("deal.players=5.0", "'5.0' is not allowed for deal.players; allowed: 3 to 8"),
        ("misdeal.enabled=1", "'1' is not allowed for misdeal.enabled; allowed: true, false"),
        ("mighty.card=S1", "'S1' is not allowed for mighty.card; allowed: a card of the pack"),
        ("friend.kinds=card,seat", "'card,seat' is not allowed for friend.kinds; allowed: any of card, own_card"),
    ],
)
def test_a_bad_setting_is_refused_with_its_text_quoted(text: str, words: str) -> None:
    with pytest.raises(RulesError) as caught:
        load_table("penalty-5", [text])
    message = str(caught.value)
    assert message.startswith(f"--set {text!r}")
    assert words in message
    assert "\n" not in message


def test_settings_that_do_not_fit_together_are_quoted_too() -> None:
    with pytest.raises(RulesError, match=r"^standard with --set deal\.players=4 --set deal\.kitty=2: the pack has 53"):
        load_table("standard", ["deal.players=4", "deal.kitty=2"])
    assert load_table("standard", ["deal.players=4", "deal.hand=12", "deal.kitty=5"]).deal.kitty == 5


# Files


@pytest.fixture
def table(tmp_path: Path):
    """Return a function that writes a table's file and returns its path."""

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_a_file_changes_its_parent(table) -> None:
    rules = read_table(table("mine.toml", 'parent = "penalty-5"\n[joker]\nfirst_trick = "powerless"\n'))
    assert departures(rules, load_table("penalty-5")) == ["joker.first_trick=powerless"]
    assert (rules.name, rules.title) == ("mine", "penalty-5, changed")
    assert rules.source.endswith("five players; changed in mine.toml")
    assert changed(rules) == []


def test_a_file_without_a_parent_is_based_on_standard(table) -> None:
    path = table("mine.toml", 'name = "club"\ntitle = "Our club"\nsource = "habit"\n[score]\nbase = 12\n')
    rules = load_table(str(path))
    assert (rules.name, rules.title, rules.source) == ("club", "Our club", "habit")
    assert departures(rules, STANDARD) == ["score.base=12"]


def test_a_parent_may_be_a_file_as_seen_from_the_child(table) -> None:
    table("base/club.toml", 'parent = "../root.toml"\n[score]\nbase = 11\n')
    table("root.toml", 'parent = "penalty-3"\n[hunter]\ncard = "none"\n')
    rules = read_table(table("child/mine.toml", 'parent = "../base/club.toml"\n[score]\nbase = 9\n'))
    assert departures(rules, load_table("penalty-3")) == ["hunter.card=none", "score.base=9"]
    assert load_table(str(table("flat.toml", 'parent = "root.toml"'))).hunter.card == "none"


def test_a_list_of_the_file_takes_the_place_of_the_parents(table) -> None:
    four = table("four.toml", 'parent = "penalty-4"\n[deal]\nremoved = ["2*", "4*", "S3", "C3"]\n')
    with pytest.raises(RulesError, match=r"four\.toml: hunter\.card = 'C3' is no suit card of this pack"):
        read_table(four)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('parent = "penalty-9"', ["unknown parent 'penalty-9'; did you mean 'penalty-", "or the path of a .toml file"]),
        ('parent = "other.toml"', ["parent = 'other.toml' is no file in "]),
        ('parent = ""', ["unknown parent ''"]),
        ("parent = 5", ["parent = 5; write the name of a table or the path of a file"]),
        ('parent = "mine.toml"', ["parent = 'mine.toml' goes round in a circle: mine.toml -> mine.toml"]),
        ('parent = "./mine.toml"', ["goes round in a circle"]),
        ('parent = "penalty-5"\n[joker]\nfrist_trick = "normal"', ["'joker.frist_trick'", "'joker.first_trick'"]),
        ('parent = "penalty-5"\njoker = 5', ["joker", "object"]),
        ('parent = "penalty-6"\n[deal]\nhand = 18', ["108 cards", "= 114"]),
        ('parent = "penalty-5"\n[deal]\njokers = 5', ["deal.jokers = 5; allowed: 0 to 4"]),
    ],
)
def test_a_bad_file_is_named(table, text: str, words: list[str]) -> None:
    path = table("mine.toml", text)
    with pytest.raises(RulesError) as caught:
        read_table(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    for word in words:
        assert word in message


def test_a_circle_of_files_is_refused(table) -> None:
    first = table("first.toml", 'parent = "second.toml"')
    second = table("second.toml", 'parent = "first.toml"')
    with pytest.raises(RulesError) as caught:
        read_table(first)
    assert str(caught.value) == (
        f"{second}: parent = 'first.toml' goes round in a circle: first.toml -> second.toml -> first.toml"
    )


def test_the_parent_is_named_where_the_parent_is_wrong(table) -> None:
    parent = table("parent.toml", "[deal]\nplayers = 4\n")
    child = table("child.toml", 'parent = "parent.toml"\n[deal]\nplayers = 5\n')
    with pytest.raises(RulesError) as caught:
        read_table(child)
    assert str(caught.value).startswith(f"{parent}: the pack has 53 cards")


def test_unreadable_table_is_one_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("name = ", encoding="utf-8")
    for path in (broken, tmp_path / "absent.toml", tmp_path):
        with pytest.raises(RulesError, match="cannot read the table") as caught:
            rules_module.read_table(path)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["absent.toml", "./absent", "../tables/standard", "/", "~nobody-here/mine.toml"])
def test_a_path_without_a_file_is_refused(name: str) -> None:
    with pytest.raises(RulesError) as caught:
        load_table(name)
    assert repr(name) in str(caught.value)
