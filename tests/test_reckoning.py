"""How a score came about: every formula, every factor, who pays and who is charged."""

from typing import Any

import pytest
from test_record import changed_rules, sample_record

from mighty_sim.reckoning import charges_losers, counted, filled, points_of, reckoning

CARD = {"kind": "card", "card": "S9"}
PENALTY = {"score__shares": "penalty_to_losers"}


def reckoned(contract: str, points: int, friends: list[int], **changes: Any) -> list[str]:
    """Return the lines of a reckoning, folded ones put together."""
    result = {"points": points, "made": points >= int(contract[:-1]), "friends": friends, "scores": [0] * 5}
    plain = {"contract": contract, "bid": contract, "friend_call": CARD, "result": result}
    return reckoning(sample_record() | plain | changes).replace("\n  ", " ").splitlines()


@pytest.mark.parametrize(
    ("points", "verdict"),
    [
        (18, "18 points for 18S: made exactly"),
        (19, "19 points for 18S: made with 1 over"),
        (1, "1 point for 18S: failed by 17"),
    ],
)
def test_verdict(points: int, verdict: str) -> None:
    assert reckoned("18S", points, [2])[0] == verdict


@pytest.mark.parametrize(
    ("contract", "kind", "points", "friends", "words"),
    [
        ("18S", "card", 18, [2], "2 x (18 - 13) + (18 - 18) = 10"),
        ("15S", "card", 17, [2], "2 x (15 - 13) + (17 - 15) = 6"),
        (
            "16N",
            "none",
            17,
            [],
            "2 x (16 - 13) + (17 - 16) = 7, doubled for no-trump, playing openly alone = 28",
        ),
        ("17H", "card", 20, [2], "2 x (17 - 13) + (20 - 17) = 11, doubled for all the points = 22"),
        ("13S", "card", 9, [2], "13 - 9 = 4, doubled for 9 points or fewer = 8"),
        ("15S", "card", 13, [2], "15 - 13 = 2"),
        ("14S", "first-trick", 14, [], "2 x (14 - 13) + (14 - 14) = 2"),
    ],
)
def test_how_the_share_came_about(contract: str, kind: str, points: int, friends: list[int], words: str) -> None:
    call = CARD if kind == "card" else {"kind": kind}
    assert reckoned(contract, points, friends, friend_call=call)[1] == f"One share: {words}"


@pytest.mark.parametrize(
    ("formula", "failed", "points", "words"),
    [
        ("risk2", "shortfall", 16, "2 x (15 - 13) + (16 - 15) = 5"),
        ("risk2", "same_amount", 14, "2 x (15 - 13) = 4"),
        ("penalty", "shortfall", 16, "15 - 13 = 2"),
        ("penalty", "shortfall", 14, "15 - 14 = 1"),
        ("penalty", "same_amount", 10, "15 - 13 = 2"),
        ("penalty_by_points", "same_amount", 17, "17 - 13 = 4"),
        ("penalty_by_points", "same_amount", 14, "15 - 13 = 2"),
        ("penalty_by_points", "shortfall", 14, "15 - 14 = 1"),
    ],
)
def test_formulas(formula: str, failed: str, points: int, words: str) -> None:
    rules = changed_rules(score__formula=formula, score__failed=failed)
    assert reckoned("15S", points, [2], rules=rules)[1] == f"One share: {words}"
    penalty = reckoned("15S", points, [2], rules=changed_rules(score__formula=formula, score__failed=failed, **PENALTY))
    assert f"charged {words} penalty point{'' if words.endswith(' 1') else 's'}" in penalty[1]


def test_an_unknown_formula_is_not_explained() -> None:
    assert len(reckoned("15S", 16, [2], rules=changed_rules(score__formula="another"))) == 2
    assert len(reckoned("15S", 16, [2], rules=changed_rules(score__formula="another", **PENALTY))) == 2


@pytest.mark.parametrize(
    ("option", "contract", "points"),
    [
        ({"score__double_notrump": "never"}, "16N", 17),
        ({"score__double_open_solo": "never"}, "16S", 17),
        ({"score__double_run": "never"}, "16S", 20),
        ({"score__backrun_at_most": -1}, "16S", 0),
    ],
)
def test_doublings_are_options(option: dict[str, Any], contract: str, points: int) -> None:
    call = {"kind": "none"} if "score__double_open_solo" in option else CARD
    plain = reckoned(contract, points, [], friend_call=call)[1]
    assert "doubled for" in plain
    assert "doubled" not in reckoned(contract, points, [], friend_call=call, rules=changed_rules(**option))[1]


def test_all_points_of_the_table_are_a_run() -> None:
    record = sample_record()
    hands = [[card for card in hand if card[1] != "T"] for hand in record["hands"]]
    assert "all the points" in reckoned("15S", 16, [2], hands=hands)[1]
    assert "all the points" not in reckoned("15S", 20, [2], hands=hands)[1]


def test_no_call_is_not_playing_openly_alone() -> None:
    assert "doubled" not in reckoned("16S", 17, [], friend_call=None)[1]


@pytest.mark.parametrize(
    ("stake", "contract", "words"),
    [
        (1, "15S", "15 - 14 = 1"),
        (2, "15S", "15 - 14 = 1, doubled for the change of strain = 2"),
        (3, "15S", "15 - 14 = 1, tripled for the change of strain = 3"),
        (4, "15N", "15 - 14 = 1, doubled for no-trump, quadrupled for the change of strain = 8"),
        (2, "15N", "15 - 14 = 1, doubled for no-trump, the change of strain = 4"),
    ],
)
def test_stake_of_a_change(stake: int, contract: str, words: str) -> None:
    rules = changed_rules(exchange__change_stake=stake)
    assert reckoned(contract, 14, [2], bid="15H", rules=rules)[1] == f"One share: {words}"
    assert "change of strain" not in reckoned(contract, 14, [2], bid=f"14{contract[-1]}", rules=rules)[1]


@pytest.mark.parametrize(
    ("seats", "friends", "made", "words"),
    [
        (5, [2], True, "3 opponents pay one each, the friend gets one, the declarer gets 2"),
        (5, [2], False, "3 opponents get one each, the friend pays one, the declarer pays 2"),
        (5, [], True, "4 opponents pay one each, the declarer gets 4"),
        (4, [2], True, "2 opponents pay one each, the friend gets one, the declarer gets 1"),
        (6, [2, 4], True, "3 opponents pay one each, 2 friends get one each, the declarer gets 1"),
        (3, [2], True, "the opponent pays one, the friend gets one, the declarer gets nothing"),
        (6, [1, 2, 3, 4], True, "the opponent pays one, 4 friends get one each, the declarer pays 3"),
        (6, [1, 2, 3, 4], False, "the opponent gets one, 4 friends pay one each, the declarer gets 3"),
        (3, [1, 2], False, "2 friends pay one each, the declarer gets 2"),
    ],
)
def test_who_pays(seats: int, friends: list[int], made: bool, words: str) -> None:
    result = {"points": 16 if made else 14, "made": made, "friends": friends, "scores": [-3] * seats}
    assert reckoned("15S", 14, friends, result=result)[2].endswith(words)
    assert reckoned("15S", 14, friends, result=result)[3].startswith("Scores: seat 0 -3, seat 1 -3")


@pytest.mark.parametrize(
    ("seats", "friends", "made", "words"),
    [
        (5, [2], True, "Each of the 3 opponents is charged 15 - 12 = 3 penalty points"),
        (5, [2], False, "Declarer and friend are each charged 15 - 12 = 3 penalty points"),
        (5, [], True, "Each of the 4 opponents is charged 15 - 12 = 3 penalty points"),
        (5, [], False, "The declarer alone is charged 15 - 12 = 3 penalty points"),
        (6, [2, 3], False, "Declarer and 2 friends are each charged 15 - 12 = 3 penalty points"),
        (3, [2], True, "The opponent is charged 15 - 12 = 3 penalty points"),
        (3, [1, 2], True, "Nobody is charged 15 - 12 = 3 penalty points"),
    ],
)
def test_who_is_charged(seats: int, friends: list[int], made: bool, words: str) -> None:
    result = {"points": 15 if made else 14, "made": made, "friends": friends, "scores": [3, 0, *[0] * (seats - 2)]}
    text = reckoned("15S", 14, friends, result=result, rules=changed_rules("penalty-5"))
    assert text[1] == words
    assert text[2].startswith("Penalty points: seat 0: 3, seat 1: 0")


def test_a_changed_strain_doubles_the_penalty() -> None:
    text = reckoned("15S", 14, [2], bid="15H", rules=changed_rules("penalty-5"))
    assert text[1] == (
        "Declarer and friend are each charged 15 - 12 = 3, doubled for the change of strain = 6 penalty points"
    )
    one = reckoned("13S", 13, [2], bid="13S", rules=changed_rules("penalty-5"))
    assert one[1] == "Each of the 3 opponents is charged 13 - 12 = 1 penalty point"


def test_tables_that_charge_the_losers() -> None:
    assert not charges_losers(changed_rules())
    assert charges_losers(changed_rules("penalty-6"))


def test_words_and_points() -> None:
    assert [counted(number, "point") for number in (0, 1, 2)] == ["0 points", "1 point", "2 points"]
    assert points_of(["SA", "SA", "JK", "HT", "H9"]) == 3
    assert filled("Long:", ["a" * 40, "b" * 40, "c"]) == f"Long: {'a' * 40},\n  {'b' * 40}, c"
