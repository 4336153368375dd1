"""A deal as text: the whole page once, then each thing that a reader must be told."""

from itertools import takewhile
from typing import Any

import pytest
from test_record import DATA, sample_record

from mighty_sim.record import to_text


def page(**changes: Any) -> str:
    """Return the text of the sample deal with some fields changed."""
    return to_text(sample_record() | changes)


def line(text: str, start: str) -> str:
    """Return the one line that starts so, blanks aside."""
    found = [line.strip() for line in text.splitlines() if line.strip().startswith(start)]
    assert len(found) == 1, found
    return found[0]


def remarks(text: str, trick: int) -> list[str]:
    """Return the lines under a trick."""
    lines = text[text.index("Tricks:") :].split("\n\n")[0].splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith(f"{trick:6}  ")) + 1
    return [line.strip() for line in takewhile(lambda line: line[:15].isspace(), lines[start:])]


def result(points: int, made: bool, friends: list[int], scores: list[int]) -> dict[str, Any]:
    """Return a deal's result."""
    return {"points": points, "made": made, "friends": friends, "scores": scores}


def test_whole_page() -> None:
    assert page() == (DATA / "deal.txt").read_text(encoding="utf-8")


def test_no_line_is_wider_than_a_page_or_ends_in_blanks() -> None:
    for text in page().splitlines():
        assert len(text) <= 80
        assert text == text.rstrip()


def test_the_longest_things_fit_a_page() -> None:
    trick = {"leader": 0, "winner": 1, "points": 5}
    cards = ["C3", "JK", "D5", "D6", "D7"]
    plays = [{"seat": seat, "card": card} for seat, card in enumerate(cards)]
    plays[0]["demands_joker"] = True
    text = page(
        strategies=[f"a-strategy-of-mine-{seat}" for seat in range(5)],
        hands=[[f"{suit}{rank}" for rank in "AKQJT98765"] for suit in "SHDC"] + [["JK"]],
        tricks=[trick | {"plays": plays}] * 10,
        contract="16N",
        friend_call={"kind": "none"},
        result=result(9, False, [], [-1120, 280, 280, 280, 280]),
    )
    assert max(map(len, text.splitlines())) <= 80
    assert "\n               C3 demands the joker\n               the joker has no power\n" in text
    flat = " ".join(text.split())
    assert "3 a-strategy-of-mine-3, 4 a-strategy-of-mine-4" in flat
    assert "doubled for no-trump, playing openly alone, 9 points or fewer = 56" in flat


def test_same_strategy_everywhere_is_named_once() -> None:
    assert line(page(strategies=["greedy"] * 5), "Strategies") == "Strategies: greedy in every seat"


def test_place_in_a_match() -> None:
    assert "deal 4 of match 2" in page(match={"match": 2, "deal": 4}).splitlines()[0]


def test_forced_declarer_has_no_auction() -> None:
    text = page(auction=[], redeals=[], bid="15S", contract="15S")
    assert "No auction: seat 0 was made to declare at 15" in text
    assert "won at" not in text


def test_contract_as_bid_is_no_change() -> None:
    assert "won at" not in page(contract="16N")
    assert "Seat 0 plays 16N: no trump, Mighty SA, hunter C3" in page(contract="16N")
    assert "clubs are trump, Mighty SA, hunter S3" in page(contract="18C")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ({"kind": "none"}, "no friend"),
        ({"kind": "first-trick"}, "winner of the first trick"),
        ({"kind": "last-trick"}, "winner of the last trick"),
        ({"kind": "seat", "seat": 3}, "seat 3"),
        ({"kind": "card", "card": "SA"}, "holder of SA, which is his own: a secret solo"),
        ({"kind": "card", "card": "HT"}, "holder of HT, which he laid away: a secret solo"),
        ({"kind": "card", "card": "JK"}, "holder of JK"),
    ],
)
def test_friend_call(call: dict[str, Any], words: str) -> None:
    text = page(friend_call=call, result=result(18, True, [], [40, -10, -10, -10, -10]))
    assert f"  friend     {words}\n" in text


def test_requested_suit() -> None:
    assert line(page(requested_suit="H"), "asks") == "asks       the friend to lead hearts"
    assert "asks  " not in page()


def test_first_trick_friend_is_told_in_the_first_trick() -> None:
    call = {"kind": "first-trick"}
    assert remarks(page(friend_call=call), 1) == ["seat 2 is the friend"]
    record = sample_record()
    record["tricks"][0]["winner"] = 0
    alone = record | {"friend_call": call, "result": result(18, True, [], [40, -10, -10, -10, -10])}
    assert remarks(to_text(alone), 1) == ["no friend: the declarer took it"]


def test_card_friend_is_told_when_the_card_falls() -> None:
    assert remarks(page(), 4) == ["seat 2 is the friend"]
    assert page().count("is the friend") == 1


def trick(*cards: str, winner: int = 1, **lead: Any) -> dict[str, Any]:
    """Return a trick that seat 0 leads."""
    plays = [{"seat": seat, "card": card} for seat, card in enumerate(cards)]
    return {"leader": 0, "plays": [plays[0] | lead, *plays[1:]], "winner": winner, "points": 0}


def test_led_joker() -> None:
    named = [trick("JK", "D4", "D5", "D6", "D7", names="D")]
    assert remarks(page(tricks=named), 1) == ["the joker asks for diamonds"]
    unnamed = [trick("JK", "C4", "C5", "D6", "D7")]
    assert remarks(page(tricks=unnamed), 1) == ["powerless joker; clubs to follow"]


def test_demand_and_the_joker_that_answers_it() -> None:
    plain = trick("S5", "D4", "D5", "D6", "D7")
    called = trick("C3", "JK", "D5", "D6", "D7", demands_joker=True)
    text = page(tricks=[plain, called, plain])
    assert remarks(text, 2) == ["C3 demands the joker", "the joker has no power"]
    assert remarks(text, 1) == remarks(text, 3) == []


def test_joker_without_power_is_told_only_where_it_lies() -> None:
    plain, joker = trick("S5", "D4", "D5", "D6", "D7"), trick("S5", "JK", "D5", "D6", "D7")
    text = page(tricks=[joker, joker, joker])
    assert remarks(text, 1) == remarks(text, 3) == ["the joker has no power"]
    assert remarks(text, 2) == []
    assert "no power" not in page(tricks=[plain, plain])


def test_points_taken_count_the_discard_the_declarer_and_the_friend() -> None:
    record = sample_record()
    taken, side = 1, {0, 2}
    for number, played in enumerate(record["tricks"], 1):
        taken += played["points"] if played["winner"] in side else 0
        assert f"{played['points']:7}  {taken:5}" in line(to_text(record), f"{number}    ")
    assert taken == record["result"]["points"]


@pytest.mark.parametrize(
    ("contract", "call", "points", "friends", "words"),
    [
        ("18S", "card", 18, [2], "2 x (18 - 13) + (18 - 18) = 10; 3 opponents pay one each"),
        ("15S", "card", 17, [2], "2 x (15 - 13) + (17 - 15) = 6; 3 opponents pay one each"),
        (
            "16N",
            "none",
            17,
            [],
            "2 x (16 - 13) + (17 - 16) = 7, doubled for no-trump, playing openly alone = 28;",
        ),
        ("17H", "card", 20, [2], "2 x (17 - 13) + (20 - 17) = 11, doubled for all the points = 22;"),
        (
            "13S",
            "card",
            9,
            [2],
            "13 - 9 = 4, doubled for 9 points or fewer = 8; 3 opponents get one each",
        ),
        ("15S", "card", 13, [2], "15 - 13 = 2; 3 opponents get one each, the friend pays one"),
        (
            "14S",
            "first-trick",
            14,
            [],
            "2 x (14 - 13) + (14 - 14) = 2; 4 opponents pay one each, the declarer gets 4",
        ),
    ],
)
def test_how_the_share_came_about(
    contract: str, call: str, points: int, friends: list[int], words: str
) -> None:
    made = points >= int(contract[:-1])
    text = page(
        contract=contract,
        friend_call={"kind": call} | ({"card": "S9"} if call == "card" else {}),
        result=result(points, made, friends, [0] * 5),
    )
    assert f"One share: {words.replace(';', '')}" in " ".join(text.split())


@pytest.mark.parametrize(
    ("points", "verdict"),
    [
        (18, "18 points for 18S: made exactly"),
        (19, "19 points for 18S: made with 1 over"),
        (1, "1 point for 18S: failed by 17"),
    ],
)
def test_verdict(points: int, verdict: str) -> None:
    text = page(result=result(points, points >= 18, [2], [20, -10, 10, -10, -10]))
    assert verdict in text.splitlines()


def test_other_formulas_are_not_explained() -> None:
    record = sample_record()
    record["rules"]["score"]["formula"] = "another"
    assert "One share" not in to_text(record)
