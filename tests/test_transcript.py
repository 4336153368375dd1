"""A deal as text: the whole page once, then each thing that a reader must be told."""

from typing import Any

import pytest
from test_record import DATA, changed_rules, sample_record

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


def large(players: int, hand: int) -> dict[str, Any]:
    """Return a made-up deal of two packs in which everything is as long as it gets; seat 1 declares.

    It obeys no rules of play.
    """
    hands = [[f"{suit}{rank}" for rank in "AKQJT9876" for suit in "SHDC"][: hand - 4] for _ in range(players)]
    hands = [[*cards[: hand // 2], *cards[: hand // 2 - 4], *["JK"] * (hand % 2 + 4)] for cards in hands]
    seats = range(players)
    plays = [{"seat": seat, "card": "JK"} for seat in seats]
    trick = {"leader": 0, "plays": plays, "winner": players - 1, "points": players}
    return sample_record("deal6") | {
        "rules": changed_rules("penalty-6"),
        "strategies": [f"a-strategy-of-mine-{seat}" for seat in seats],
        "hands": hands,
        "auction": [{"seat": seat, "call": "40S"} for seat in seats],
        "redeals": [],
        "declarer": 1,
        "friend_call": {"kind": "card", "card": "JK"},
        "tricks": [trick] * hand,
        "result": result(40, True, [0, *range(2, players)], [12] * players),
    }


@pytest.mark.parametrize("name", ["deal", "deal6"])
def test_whole_page(name: str) -> None:
    assert to_text(sample_record(name)) == (DATA / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["deal", "deal6"])
def test_no_line_is_wider_than_a_page_or_ends_in_blanks(name: str) -> None:
    for text in to_text(sample_record(name)).splitlines():
        assert len(text) <= 80
        assert text == text.rstrip()


@pytest.mark.parametrize(("players", "hand"), [(3, 10), (4, 10), (5, 10), (6, 17), (7, 14), (8, 12)])
def test_every_number_of_seats_fits_a_page(players: int, hand: int) -> None:
    text = to_text(large(players, hand))
    assert max(map(len, text.splitlines())) <= 80
    start = text.index("Tricks:")
    _, seats, roles, *tricks = text[start:].split("\n\n")[0].splitlines()
    places = [seats.index(f"seat {seat}") for seat in range(players)]
    assert [roles[place : place + 4] for place in places] == ["frie", "decl", *["frie"] * (players - 2)]
    assert all(trick[place : place + 2] == "JK" for trick in tricks[::3] for place in places if "JK" in trick)
    assert " points  taken" in seats
    assert len(roles) == len(seats) == len(tricks[0])


def test_hands_too_wide_for_columns_are_written_without() -> None:
    hands = [[f"{suit}{rank}" for rank in "AKQJT98765432" for suit in (own, own)][:17] for own in "SHDCSH"]
    text = to_text(sample_record("deal6") | {"hands": hands})
    assert "  seat 1           S -  H AAKKQQJJTT9988776  D -  C -\n" in text
    assert max(map(len, text.splitlines())) <= 80


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
    assert "\n               the joker has no power: demanded by C3\n" in text
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
        (None, "nobody: this table has no friends"),
    ],
)
def test_friend_call(call: dict[str, Any], words: str) -> None:
    text = page(friend_call=call, result=result(18, True, [], [40, -10, -10, -10, -10]))
    assert f"  friend     {words}\n" in text


@pytest.mark.parametrize(
    ("card", "copies", "words"),
    [
        ("JK", "all_holders", "every other holder of JK: seats 2 and 4"),
        ("DA", "all_holders", "every other holder of DA: seats 2 and 4"),
        ("SA", "first_played", "first of the others to play SA: seats 2 and 4"),
        ("SQ", "all_holders", "holder of SQ, which are all his own: a secret solo"),
        ("H6", "all_holders", "every other holder of H6: seats 2 and 4"),
    ],
)
def test_friends_of_two_packs(card: str, copies: str, words: str) -> None:
    record = sample_record("deal6") | {"rules": changed_rules("penalty-6", friend__copies=copies)}
    text = to_text(record | {"friend_call": {"kind": "card", "card": card}})
    assert line(text, "friend     ") == f"friend     {words}"


def test_cards_laid_away_and_kept_are_counted_by_copies() -> None:
    record = sample_record("deal6")
    discard = ["JK", "S3", "HJ", "HJ", "SQ", "S2"]
    text = to_text(record | {"discard": discard})
    assert line(text, "lays away") == "lays away  JK SQ S3 S2 HJ HJ (3 points)"
    assert line(text, "keeps") == "keeps      S KQJ  H 86  D KQT8653  C TT94  JK"
    away = to_text(record | {"discard": discard, "friend_call": {"kind": "card", "card": "HJ"}})
    assert line(away, "friend     ") == "friend     holder of HJ, which he laid away: a secret solo"


def test_requested_suit() -> None:
    assert line(page(requested_suit="H"), "asks") == "asks       the friend to lead hearts"
    assert "asks  " not in page()


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ("binding_first_lead_at_top_notrump", "to lead clubs (binding on his first lead)"),
        ("binding_all_leads_at_top_notrump", "to lead clubs (binding on all his leads)"),
    ],
)
def test_binding_request(request_: str, words: str) -> None:
    rules = changed_rules(friend__suit_request=request_)
    assert line(page(requested_suit="C", rules=rules), "asks") == f"asks       the friend {words}"
    rules = changed_rules("penalty-6", friend__suit_request=request_)
    text = to_text(sample_record("deal6") | {"requested_suit": "C", "rules": rules})
    assert line(text, "asks") == f"asks       every friend {words}"


def test_a_table_without_a_hunter_says_so() -> None:
    assert "spades are trump, Mighty DA, no hunter\n" in page(rules=changed_rules(hunter__card="none"))


def test_a_hand_that_must_be_thrown_in() -> None:
    text = page(rules=changed_rules(misdeal__optional=False))
    assert "Thrown in (1): seat 4's hand was too weak; seat 2 had dealt\n  seat 4  S A2  H Q3" in text
    assert "\n  13C     14S     weak\n" in text
    assert "Thrown in (2): everybody passed" in text


def test_points_taken_count_the_discard_the_declarer_and_the_friend() -> None:
    record = sample_record()
    taken, side = 1, {0, 2}
    for number, played in enumerate(record["tricks"], 1):
        taken += played["points"] if played["winner"] in side else 0
        assert f"{played['points']:7}  {taken:5}" in line(to_text(record), f"{number}    ")
    assert taken == record["result"]["points"]
