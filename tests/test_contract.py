"""Bids and friend calls: text, codes and JSON, both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mighty_sim.contract import FIRST_TRICK, NO_CALL, NO_FRIEND, Bid, FriendCall, parse_bid
from mighty_sim.errors import CardError


@given(st.integers(1, 40), st.integers(0, 4))
def test_bid_round_trip(number: int, strain: int) -> None:
    bid = Bid(number, strain)
    assert parse_bid(str(bid)) == bid
    assert parse_bid(str(bid).lower()) == bid


@pytest.mark.parametrize(
    ("text", "bid"),
    [("14S", (14, 0)), ("15♠", (15, 0)), ("16nt", (16, 4)), (" 20 N ", (20, 4)), ("13♥\ufe0f", (13, 1))],
)
def test_bids_are_read_generously(text: str, bid: tuple[int, int]) -> None:
    assert parse_bid(text) == bid


@pytest.mark.parametrize(
    "text", ["", "S", "14", "S14", "0S", "41S", "14X", "14SS", "-14S", "1.5S", "pass", "140S", "１４S"]
)
def test_bad_bids_are_refused_with_the_text_quoted(text: str) -> None:
    with pytest.raises(CardError) as caught:
        parse_bid(text)
    assert repr(text) in str(caught.value)


@given(st.text(max_size=5))
def test_any_text_is_a_bid_or_refused(text: str) -> None:
    try:
        assert parse_bid(str(parse_bid(text))) == parse_bid(text)
    except CardError as error:
        assert repr(text) in str(error)


@given(st.integers(-3, 52))
def test_friend_call_round_trips(code: int) -> None:
    call = FriendCall.from_code(code)
    assert call.code == code
    assert FriendCall.from_json(call.as_json()) == call


def test_friend_call_forms() -> None:
    assert FriendCall.from_code(48).as_json() == {"kind": "card", "card": "SA"}
    assert FriendCall.from_code(FIRST_TRICK).as_json() == {"kind": "first-trick"}
    assert FriendCall.from_code(NO_FRIEND).as_json() == {"kind": "none"}
    assert FriendCall.from_code(52).text() == "holder of JK"
    assert FriendCall("first-trick").text() == "winner of the first trick"
    assert FriendCall("none").text() == "no friend"


def test_a_table_without_friends_has_no_call() -> None:
    call = FriendCall.from_code(NO_CALL)
    assert call == FriendCall("no-call") == FriendCall.from_json(None)
    assert call.as_json() is None
    assert call.text() == "no call at this table"
    with pytest.raises(CardError, match="'no-call'"):
        FriendCall.from_json({"kind": "no-call"})


@pytest.mark.parametrize("code", [-4, 53, 99])
def test_bad_codes_are_refused(code: int) -> None:
    with pytest.raises(CardError, match=str(code)):
        FriendCall.from_code(code)


@pytest.mark.parametrize(
    ("kind", "card"), [("seat", None), ("card", None), ("none", 3), ("first-trick", 3), ("card", 99)]
)
def test_bad_calls_are_refused(kind: str, card: int | None) -> None:
    with pytest.raises(CardError):
        FriendCall(kind, card)


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"card": "SA"},
        {"kind": "card", "card": "SX"},
        {"kind": "none", "seat": "3"},
        {"kind": "x"},
        {"kind": "first-trick", "card": "SA"},
    ],
)
def test_bad_json_is_refused(value: dict[str, str]) -> None:
    with pytest.raises(CardError):
        FriendCall.from_json(value)
