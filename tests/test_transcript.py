"""A deal as text: the whole page once, then each thing that a reader must be told."""

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


def result(points: int, made: bool, friends: list[int], scores: list[int]) -> dict[str, Any]:
    """Return a deal's result."""
    return {"points": points, "made": made, "friends": friends, "scores": scores}


def test_whole_page() -> None:
    assert page() == (DATA / "deal.txt").read_text(encoding="utf-8")


def test_no_line_is_wider_than_a_page_or_ends_in_blanks() -> None:
    for text in page().splitlines():
        assert len(text) <= 132
        assert text == text.rstrip()


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
    assert line(page(friend_call=call), "1 ").endswith("seat 2 is the friend")
    record = sample_record()
    record["tricks"][0]["winner"] = 0
    alone = record | {"friend_call": call, "result": result(18, True, [], [40, -10, -10, -10, -10])}
    assert line(to_text(alone), "1 ").endswith("no friend: the declarer took it")


def test_card_friend_is_told_when_the_card_falls() -> None:
    assert line(page(), "4 ").endswith("seat 2 is the friend")
    assert page().count("is the friend") == 1


def trick(*cards: str, winner: int = 1, **lead: Any) -> dict[str, Any]:
    """Return a trick that seat 0 leads."""
    plays = [{"seat": seat, "card": card} for seat, card in enumerate(cards)]
    return {"leader": 0, "plays": [plays[0] | lead, *plays[1:]], "winner": winner, "points": 0}


def test_led_joker() -> None:
    named = [trick("JK", "D4", "D5", "D6", "D7", names="D")]
    assert line(page(tricks=named), "1 ").endswith("the joker asks for diamonds")
    unnamed = [trick("JK", "C4", "C5", "D6", "D7")]
    assert line(page(tricks=unnamed), "1 ").endswith("powerless joker; clubs to follow")


def test_demand_and_the_joker_that_answers_it() -> None:
    plain = trick("S5", "D4", "D5", "D6", "D7")
    called = trick("C3", "JK", "D5", "D6", "D7", demands_joker=True)
    text = page(tricks=[plain, called, plain])
    assert line(text, "2 ").endswith("C3 demands the joker; the joker has no power")
    assert "demands" not in line(text, "1 ") + line(text, "3 ")


def test_joker_without_power_is_told_only_where_it_lies() -> None:
    plain, joker = trick("S5", "D4", "D5", "D6", "D7"), trick("S5", "JK", "D5", "D6", "D7")
    text = page(tricks=[joker, joker, joker])
    assert line(text, "1 ").endswith("the joker has no power")
    assert line(text, "3 ").endswith("the joker has no power")
    assert not line(text, "2 ").endswith("power")
    assert "no power" not in page(tricks=[plain, plain])


def test_points_taken_count_the_discard_the_declarer_and_the_friend() -> None:
    record = sample_record()
    taken, side = 1, {0, 2}
    for number, played in enumerate(record["tricks"], 1):
        taken += played["points"] if played["winner"] in side else 0
        assert f"{played['points']:7}  {taken:5}" in line(to_text(record), f"{number} ")
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
    assert line(text, "One share").startswith(f"One share: {words}")


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
