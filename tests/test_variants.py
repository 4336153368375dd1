"""Settings named by words: combinations, labels, the baseline, and what is refused."""

import shlex
from pathlib import Path

import click
import pytest

from mighty_sim.cli.replay import command
from mighty_sim.dealing import parse
from mighty_sim.errors import InputError, RulesError, UnknownName
from mighty_sim.rules import load_table
from mighty_sim.variants import MOST, Variant, Wanted, read_varied, replay_words, two, variants, varied_text

KEYS = ("joker.last_trick", "hunter.trigger")
PRODUCT = [["normal", "lead"], ["normal", "any_play"], ["powerless", "lead"], ["powerless", "any_play"]]


def labels(**words) -> list[str]:
    return [variant.label for variant in variants(Wanted(**words))]


def refused(**words) -> str:
    with pytest.raises(InputError) as caught:
        variants(Wanted(**words))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def values(variant: Variant) -> list[str]:
    return [variant.experiment.rules.value(key) for key in KEYS]


def test_one_option_is_told_by_its_values_alone() -> None:
    found = variants(Wanted(vary=["joker.last_trick=powerless,normal,banned"]))
    assert [variant.label for variant in found] == ["powerless", "normal", "banned"]
    assert [variant.experiment.rules.joker.last_trick for variant in found] == ["powerless", "normal", "banned"]
    assert {variant.experiment.seed for variant in found} == {1}
    assert {variant.experiment.line_up for variant in found} == {"steady"}


def test_the_unchanged_table_is_the_baseline_wherever_it_is_named() -> None:
    assert labels(vary=["joker.last_trick=normal,banned,powerless"]) == ["powerless", "normal", "banned"]
    assert labels(vary=["joker.last_trick=normal,banned"]) == ["normal", "banned"]
    assert labels(vary=["joker.last_trick=powerless,normal"], settings=["joker.last_trick=normal"]) == [
        "normal",
        "powerless",
    ]


def test_every_combination_of_two_options() -> None:
    found = variants(Wanted(vary=["joker_last=normal,powerless", "hunter.trigger=lead,any_play"]))
    rules = load_table("standard")
    base = [rules.joker.last_trick, rules.hunter.trigger]
    assert [values(variant) for variant in found] == [base, *(pair for pair in PRODUCT if pair != base)]
    assert found[0].label == f"last_trick={base[0]}, trigger={base[1]}"


def test_numbers_and_yes_or_no_are_told_with_their_option() -> None:
    assert labels(vary=["score.base=12,13"]) == ["base=13", "base=12"]
    assert labels(vary=["mighty.switches_suit=true,false"]) == ["switches_suit=false", "switches_suit=true"]


def test_options_of_the_same_field_are_told_in_full() -> None:
    found = labels(vary=["joker.last_trick=powerless,normal", "hunter.last_trick=true,false"])
    assert len(found) == 4
    assert all("joker.last_trick=" in label and "hunter.last_trick=" in label for label in found)


def test_tables_and_strategies_are_named_only_where_they_differ() -> None:
    assert labels(tables=["standard", "penalty-5"]) == ["standard", "penalty-5"]
    assert labels(strategies=["steady", "bold"]) == ["steady", "bold"]
    assert labels(tables=["standard", "penalty-5"], strategies=["steady", "bold"]) == [
        "standard, steady",
        "standard, bold",
        "penalty-5, steady",
        "penalty-5, bold",
    ]
    assert labels(strategies=["steady", "bold,steady,steady,steady,steady"])[1] == "bold,steady,steady,steady,steady"


def test_a_sweep_stands_for_several() -> None:
    found = labels(strategies=["steady:boldness=0.3..0.9/3"])
    assert found == ["steady:boldness=0.3", "steady:boldness=0.6", "steady:boldness=0.9"]


def test_lists_have_slashes_between() -> None:
    assert read_varied("friend.kinds=card/card,none").values == ("card", "card,none")
    found = variants(Wanted(vary=["friend.kinds=card/card,none"]))
    assert {variant.experiment.rules.friend.kinds for variant in found} == {("card",), ("card", "none")}
    with pytest.raises(InputError, match="its values stand with '/' between"):
        read_varied("friend.kinds=card,none")


def test_values_of_python_as_texts() -> None:
    assert varied_text("joker_last", ["normal", "banned"]) == "joker.last_trick=normal,banned"
    assert varied_text("mighty.switches_suit", [True, False]) == "mighty.switches_suit=true,false"
    assert varied_text("friend.kinds", [["card"], ["card", "none"]]) == "friend.kinds=card/card,none"
    with pytest.raises(InputError, match="unknown option 'joker"):
        varied_text("joker.lst", [1])


def test_a_table_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[joker]\nlast_trick = "normal"\n', encoding="utf-8")
    found = variants(Wanted(tables=["standard", str(path)]))
    assert [variant.label for variant in found] == ["standard", "mine"]
    assert found[1].experiment.rules.joker.last_trick == "normal"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({}, "1 setting to compare; name 2 to 64"),
        ({"vary": ["joker.last_trick=normal"]}, "has 1 value; give 2 or more"),
        ({"vary": ["joker.last_trick"]}, "varies nothing; write option=value,value"),
        ({"vary": ["joker.last_trik=normal,banned"]}, "did you mean 'joker.last_trick'?"),
        ({"vary": ["lead1_trump=allowed,banned"]}, "several options; name one: lead.first_trump, lead.fallback"),
        ({"vary": ["joker_last=normal,normal"]}, "'normal' is named twice"),
        ({"vary": ["joker_last=normal,banned", "joker.last_trick=normal,banned"]}, "'joker.last_trick' is named twice"),
        ({"vary": ["score.base=1,01"]}, "is named twice"),
        ({"tables": ["standard", "standard"]}, "are the same setting; name it once"),
        ({"strategies": ["steady", "steady"]}, "are the same setting; name it once"),
        ({"tables": ["standard", "penalty-6"]}, "'standard' deals 5 players 10 of 53 cards"),
        ({"vary": ["deal.removed=/S2"]}, "has 1 value"),
        ({"vary": ["deal.hand=9,10", "deal.kitty=3,8"]}, ""),
        ({"strategies": ["steady:boldness=0..0.9/65"]}, f"65 settings to compare; name 2 to {MOST}"),
    ],
)
def test_what_cannot_be_compared_is_refused(words: dict, told: str) -> None:
    assert told in refused(**words)


def test_unknown_names_and_values_are_quoted() -> None:
    with pytest.raises(UnknownName, match="unknown table 'standart'"):
        variants(Wanted(tables=["standart", "penalty-5"]))
    with pytest.raises(UnknownName, match="unknown strategy 'sturdy'"):
        variants(Wanted(strategies=["steady", "sturdy"]))
    with pytest.raises(RulesError, match="'often' is not allowed for joker"):
        variants(Wanted(vary=["joker_last=normal,often"]))


def test_the_replay_of_a_deal_names_what_differs_and_what_is_not_usual() -> None:
    plain = variants(Wanted(vary=["joker_last=powerless,normal"]))
    assert replay_words(plain[0], plain[1], 17) == (
        "mighty-sim replay --vary joker.last_trick=powerless,normal --seed 1 --deals 17"
    )
    words = {"vary": ["joker_last=powerless,normal", "score.base=12,13"], "settings": ["joker.first_trick=banned"]}
    forced = {"declarer": "forced", "seat": 2, "number": 16, "seed": 5}
    found = {variant.label: variant for variant in variants(Wanted(tables=["penalty-5"], **words, **forced))}
    one, other = found["last_trick=powerless, base=12"], found["last_trick=normal, base=12"]
    assert replay_words(one, other, 3) == (
        "mighty-sim replay --table penalty-5 --set joker.first_trick=banned --vary joker.last_trick=powerless,normal "
        "--set score.base=12 --seed 5 --declarer forced --seat 2 --number 16 --deals 3"
    )


def test_wishes_for_the_cards_hold_for_all_settings_and_for_the_replay() -> None:
    dealing = parse(load_table("standard"), hand="2:JK", never="kitty:HA")
    one, other = variants(Wanted(vary=["joker_last=powerless,normal"], dealing=dealing))
    assert one.experiment.dealing == other.experiment.dealing == dealing
    assert replay_words(one, other, 8).endswith(" --hand 2:JK --not kitty:HA --deals 8")


@pytest.mark.parametrize(
    "words",
    [
        {"vary": ["joker_last=powerless,normal", "score.base=12,13", "friend.kinds=card/card,none"]},
        {"tables": ["penalty-5", "standard"], "vary": ["joker_last=powerless,normal"]},
        {"strategies": ["bold,steady,steady,steady,steady", "greedy"], "declarer": "forced", "seat": 1},
    ],
)
def test_the_words_of_a_replay_name_the_same_two_settings(words: dict) -> None:
    """Read again as `replay` reads them."""
    found = variants(Wanted(**words))
    one, other = found[0], found[-1]
    typed = replay_words(one, other, 17)
    told = command.make_context("replay", shlex.split(typed)[2:], obj=None, parent=click.Context(command)).params
    again = two(
        Wanted(
            tables=told["tables"],
            vary=told["vary"],
            strategies=told["strategies"],
            settings=told["settings"],
            seed=told["seed"],
            declarer=told["declarer"],
            seat=told["seat"],
            number=told["number"],
        )
    )
    assert [variant.experiment.digest for variant in again] == [one.experiment.digest, other.experiment.digest]


def test_two_settings_change_in_step() -> None:
    left, right = two(Wanted(vary=["joker_last=normal,powerless", "score.base=12,13"], strategies=["steady"]))
    assert (left.label, right.label) == ("last_trick=normal, base=12", "last_trick=powerless, base=13")
    with pytest.raises(InputError, match="names 3: powerless, normal, banned; two stand side by side"):
        two(Wanted(vary=["joker_last=powerless,normal,banned"]))
    with pytest.raises(InputError, match="are the same setting"):
        two(Wanted(tables=["standard", "standard"]))
