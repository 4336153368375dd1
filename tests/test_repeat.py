"""What was played, in words, and the commands that play it again: they name the same experiment."""

import shlex
from dataclasses import replace

import pytest
from fake_batch import FORCED, made_up
from msgspec import structs

from mighty_sim import repeat
from mighty_sim.cli.run import command as run_command
from mighty_sim.experiment import Experiment, from_names
from mighty_sim.rules import load_table


def parsed(text: str) -> dict[str, object]:
    """What click makes of a command line of `run`."""
    program, name, *words = shlex.split(text)
    assert (program, name) == ("mighty-sim", "run")
    with run_command.make_context("run", words) as context:
        return context.params


def again(text: str) -> Experiment:
    """The experiment that a command line names."""
    from mighty_sim.cli.run_options import experiments, match_settings

    given = parsed(text)
    settings = match_settings(given["match"], given["settings"])
    ways = {"in_matches": given["match"] is not None, "on_fault": given["on_fault"]}
    names = ("table", "strategy", "seed", "declarer", "seat", "number")
    (found,) = experiments(*(given[name] for name in names), settings, **ways)
    return found


@pytest.mark.parametrize(
    "experiment",
    [
        lambda: from_names("standard", "random", 7),
        lambda: from_names("penalty-6", "random,greedy,random,random,random,random", 3),
        lambda: from_names("standard", "steady:boldness=0.7", 1, "forced", 2, 16, ["joker.last_trick=normal"]),
        lambda: replace(
            from_names("standard", "random", 1, settings=["match.deals=7", "match.ends=deals"]), in_matches=True
        ),
        lambda: replace(from_names("standard", "random", 1), on_fault="first-legal"),
    ],
    ids=["plain", "one a seat", "forced and changed", "in matches", "goes on"],
)
def test_the_command_names_the_same_experiment(experiment) -> None:
    wanted = experiment()
    text = repeat.command(wanted.provenance(), 20_000, "results/again")
    assert again(text).digest == wanted.digest
    given = parsed(text)
    assert (given["deals"], str(given["out"])) == (20_000, "results/again")
    assert repeat.remarks(wanted.provenance()) == []


def test_a_table_of_ones_own_is_told_by_what_differs_from_standard() -> None:
    rules = structs.replace(load_table("standard", ["hunter.trigger=any_play"]), name="club <evening>")
    known = replace(from_names("standard", "random", 1), rules=rules).provenance()
    assert repeat.changes(known) == ["hunter.trigger=any_play"]
    found = again(repeat.command(known, 10, "x"))
    assert structs.replace(found.rules, name=rules.name, title=rules.title, source=rules.source) == rules
    assert any("table of one's own" in text for text in repeat.remarks(known))
    assert ("table", ["club <evening>"]) in repeat.terms(known, 10)


def test_strategies_that_are_not_shipped_or_were_changed_are_told() -> None:
    known = made_up().provenance()
    assert repeat.remarks(known) == [
        "made-up is none of the shipped strategies: write the path of its file instead of its name."
    ]
    known["strategies"][0] = {"name": "random", "sha256": "1" * 64}
    assert "random has been changed since: the file that was played has the hash above." in repeat.remarks(known)
    (seats,) = [values for name, values in repeat.terms(known, 10) if name == "strategies"]
    assert len(seats) == 5
    assert seats[0] == f"seat 0: random (SHA-256 {'1' * 64})"


def test_the_terms_tell_all_that_determines_the_deals() -> None:
    known = made_up(seed=9, forced=FORCED).provenance()
    terms = dict(repeat.terms(known, 2500))
    assert terms["deals"] == ["2,500, numbers 0 to 2,499"]
    assert terms["declarer"] == ["seat 0 declares every deal; all are told that it bid 15"]
    assert terms["strategies"] == [f"made-up (SHA-256 {'0' * 64}), at every seat"]
    assert terms["seed"] == ["9"]
    assert "matches" not in terms
    unknown = known | {"weather": {"rain": True}}
    assert dict(repeat.terms(unknown, 1))["weather"] == ['{"rain": true}']
    assert any("Not all that determines" in text for text in repeat.remarks(unknown))
    assert dict(repeat.terms(known | {"rules": {"name": "lost"}}, 1))["table"] == ["lost"]  # rules of another version


def test_captions_of_an_experiment_and_of_its_files_are_the_same() -> None:
    wanted = from_names("standard", "random", 7, "forced", 1, 14, ["joker.last_trick=normal"])
    told = repeat.caption(wanted, 1000)
    assert told == repeat.caption_of(wanted.provenance(), 1000)
    assert told == (
        "Table standard with joker.last_trick=normal · random · 1,000 deals of seed 7 · seat 1 declares, told as 14"
    )
    matches = replace(from_names("standard", "random", 7, settings=["match.deals=4"]), in_matches=True)
    told = repeat.caption(matches, 40)
    assert told == repeat.caption_of(matches.provenance(), 40)
    assert told.endswith("40 deals of seed 7 in matches of 4")


def test_wishes_for_the_cards_and_a_told_declarer_are_in_the_command() -> None:
    known = made_up(forced=FORCED).provenance()
    known["declarer"] |= {"strain": "H", "discard": ["C2", "D3", "S4"], "call": {"kind": "card", "card": "JK"}}
    known["dealing"] = {
        "fixed": {"0": ["SA", "SK"], "kitty": ["HA"]}, "never": {"1": ["JK"]},
        "where": "me.trumps >= 5", "where_seat": 2,
    }  # fmt: skip
    words = shlex.split(repeat.command(known, 10, "x"))
    for option, value in (
        ("--strain", "H"), ("--discard", "C2 D3 S4"), ("--call", "JK"), ("--hand", "0:SA SK"), ("--kitty", "HA"),
        ("--not", "1:JK"), ("--where", "2:me.trumps >= 5"),
    ):  # fmt: skip
        assert words[words.index(option) + 1] == value
