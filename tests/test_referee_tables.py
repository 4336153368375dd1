"""The referee at every table and every option: random deals and matches are accepted."""

import random
from copy import deepcopy
from itertools import pairwise

import pytest
import referee
from referee import Disagreement, judge, judge_match, settle
from referee_cards import all_points
from referee_options import OPTIONS, check_rules
from referee_player import (
    forced_by,
    forced_record,
    friends_by_play,
    random_match,
    random_record,
    records,
    top_records,
)
from referee_tables import TABLES, changed, rules_of
from referee_tricks import trick_points


@pytest.mark.parametrize("table", TABLES)
def test_the_tables_are_whole(table):
    check_rules(rules_of(table))


@pytest.mark.parametrize("table", TABLES)
def test_judge_accepts_random_deals(table):
    for record in records(table):
        judge(record)
        assert record["result"] == {field: settle(record)[field] for field in record["result"]}
    for record in top_records(table):
        judge(record, forced_by(record))


@pytest.mark.parametrize("table", TABLES)
def test_judge_accepts_deals_without_an_auction(table):
    for number in range(15):
        record = forced_record(table, number)
        judge(record, forced_by(record))
        with pytest.raises(Disagreement):
            judge(record)


@pytest.mark.parametrize("table", TABLES)
def test_the_friends_are_those_who_play_the_card(table):
    """Seen from the plays and not from the cards dealt."""
    for record in records(table):
        assert referee.friends_of(record) == friends_by_play(record)


@pytest.mark.parametrize("table", TABLES)
def test_each_card_is_counted_once(table):
    for record in records(table):
        taken = sum(trick_points(trick["plays"]) for trick in record["tricks"])
        assert taken + settle(record)["discard_points"] == all_points(record["rules"])


# Every option on its own, and many at a time

NUMBERS = {
    ("misdeal", "threshold"): [-2, 3],
    ("exchange", "suit_to_suit"): [-1, 0, 3],
    ("exchange", "suit_to_notrump"): [-1, 2],
    ("exchange", "notrump_to_suit"): [-1, 3],
    ("exchange", "blind_change"): [0, 1],
    ("exchange", "change_stake"): [1, 3],
    ("friend", "kinds"): [[], ["card"], ["own_card", "none"], ["first_trick"], ["card", "own_card", "first_trick"]],
    ("friend", "uncallable"): [["JK", "SA"]],
    ("mighty", "under_own_suit"): ["CA"],
    ("hunter", "under_own_suit"): ["H3"],
    ("score", "backrun_at_most"): [-1, 12],
}


def flips():
    """(group, option, value) of every value that an option may have, and of some numbers."""
    for group, options in OPTIONS.items():
        for option, values in options.items():
            if isinstance(values, tuple) and len(values) > 1:
                yield from ((group, option, value) for value in values)
            yield from ((group, option, value) for value in NUMBERS.get((group, option), []))
    yield "hunter", "card", "none"


@pytest.mark.parametrize("table", ["standard", "penalty-5", "penalty-6"])
def test_judge_accepts_deals_with_one_option_changed(table):
    """Some 100 values a table, a deal each."""
    for group, option, value in flips():
        rules = changed(rules_of(table), {group: {option: value}})
        judge(random_record(table, 0, rules))


def test_judge_accepts_deals_with_every_option_at_random():
    rng, values = random.Random(1), list(flips())
    for number in range(60):
        table = rng.choice(["standard", "penalty-3", "penalty-4", "penalty-5", "penalty-8"])
        rules = rules_of(table)
        for group, option, value in rng.sample(values, len(values)):
            if (group, option) != ("misdeal", "threshold") and (group, option, value) != ("hunter", "card", "none"):
                rules = changed(rules, {group: {option: value}})
        judge(random_record(table, number, rules))


# Matches


@pytest.mark.parametrize("table", TABLES)
def test_judge_accepts_matches(table):
    judged = judge_match(random_match(table, 4))
    assert min(judged) == 1 and len(judged) == rules_of(table)["deal"]["players"]


@pytest.mark.parametrize("next_dealer", OPTIONS["deal"]["next_dealer"])
@pytest.mark.parametrize("first_bidder", OPTIONS["deal"]["first_bidder"])
def test_judge_accepts_matches_of_every_rotation(next_dealer, first_bidder):
    changes = {
        "deal": {"next_dealer": next_dealer, "first_bidder": first_bidder},
        "misdeal": {"redeal_by": "next"},
        "auction": {"all_pass": "next_dealer_redeals"},
        "match": {"ends": "total", "total": 30},
    }
    judge_match(random_match("standard", 4, changed(rules_of("standard"), changes)))


def test_faults_of_a_match():
    whole = random_match("standard", 4)
    with pytest.raises(Disagreement, match="it is not over"):
        judge_match(whole[:-1])
    nine_deals = changed(whole[0]["rules"], {"match": {"deals": 9}})
    with pytest.raises(Disagreement, match=r"match: .* it is over"):
        judge_match([record | {"rules": nine_deals} for record in whole])
    with pytest.raises(Disagreement, match="match: "):
        judge_match([whole[0], *whole[2:]])
    with pytest.raises(Disagreement, match="without the deal before"):
        judge(whole[1])
    other_rules = deepcopy(whole)
    other_rules[3]["rules"] = changed(whole[3]["rules"], {"match": {"deals": 11}})
    with pytest.raises(Disagreement, match="rules of the match"):
        judge_match(other_rules)


@pytest.mark.parametrize("table", ["standard", "penalty-5"])
def test_a_match_goes_on_from_the_deal_before(table):
    """STD §2: the friend deals, or the declarer after a solo, and the declarer opens. PEN: clockwise."""
    whole = random_match(table, 4)
    for before, after in pairwise(whole):
        first = [*after["redeals"], after][0]
        if table == "standard":
            assert first["dealer"] == (before["result"]["friends"] or [before["declarer"]])[0]
            assert first["opener"] == before["declarer"]
        else:
            assert first["dealer"] == (before["dealer"] + 1) % 5
            assert first["opener"] == (before["dealer"] + 2) % 5
        for field in ("dealer", "opener"):
            spoiled = deepcopy(after)
            ([*spoiled["redeals"], spoiled][0])[field] = (first[field] + 1) % 5
            with pytest.raises(Disagreement, match=field):
                judge(spoiled, previous=before)
