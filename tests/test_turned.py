"""What turned a deal: the first difference of two records, by hand, and the words for it."""

from copy import deepcopy
from typing import Any

import pytest
from test_record import changed_rules, sample_record

from mighty_sim.turned import Event, ending, events, first_difference, story

LABELS = ("old", "new")


def changed(**parts: Any) -> dict[str, Any]:
    """The sample deal (tests/data/deal.txt) with some parts replaced."""
    return deepcopy(sample_record()) | parts


def with_play(trick: int, turn: int, **parts: Any) -> dict[str, Any]:
    record = changed()
    record["tricks"][trick - 1]["plays"][turn] |= parts
    return record


def told(other: dict[str, Any]) -> str:
    """The first sentence about the sample and another record."""
    return story(sample_record(), other, LABELS)[0]


def test_records_that_tell_the_same() -> None:
    assert first_difference(sample_record(), sample_record()) is None
    assert story(sample_record(), sample_record(), LABELS) == ["Nothing differs."]


def test_everything_happens_in_order() -> None:
    found = list(events(sample_record()))
    assert found[:4] == [
        Event("auction", 0, "seat 2", "opens the bidding"),
        Event("auction", 0, "seat 2", "bids", "13C"),
        Event("auction", 0, "seat 3", "bids", "14S"),
        Event("auction", 0, "the deal", "is thrown in", "for seat 4's weak hand"),
    ]
    assert [event.phase for event in found if event.phase != "card"] == (
        ["auction"] * (3 + 1 + 6 + 1 + 9 + 1 + 1) + ["exchange"] * 3 + ["winner"] * 10 + ["end"] * 8
    )
    cards = [event for event in found if event.phase == "card"]
    assert len(cards) == 50
    assert cards[0] == Event("card", 1, "seat 0", "plays", "H9")
    assert cards[-1].trick == 10


def test_a_bid_and_a_pass() -> None:
    other = changed()
    other["auction"][1]["call"] = "pass"
    assert told(other) == "Auction: seat 0 bids 14S under old, passes under new."
    other["auction"][1]["call"] = "15D"
    assert told(other) == "Auction: seat 0 bids 14S under old, 15D under new."


def test_a_deal_that_is_not_thrown_in() -> None:
    other = changed(redeals=sample_record()["redeals"][1:])
    difference = first_difference(sample_record(), other)
    assert difference is not None
    assert (difference.phase, difference.trick) == ("auction", 0)
    assert told(other) == "Auction: seat 2 opens the bidding under old, seat 4 opens the bidding under new."
    other = changed()
    other["redeals"][0] |= {"reason": "all-pass", "seat": None}
    assert told(other) == (
        "Auction: the deal is thrown in for seat 4's weak hand under old, with nobody bidding under new."
    )


def test_the_exchange() -> None:
    assert told(changed(contract="18N")) == "Exchange: seat 0 plays 18S under old, 18N under new."
    assert told(changed(discard=["C8", "S8", "D9"])) == (
        "Exchange: seat 0 lays away S8 HT C8 under old, S8 D9 C8 under new."
    )
    called = {"kind": "card", "card": "JK"}
    assert told(changed(friend_call=called)) == (
        "Exchange: seat 0 calls holder of S9 under old, holder of JK under new."
    )
    assert told(changed(requested_suit="H")).endswith("under old, holder of S9, asking for hearts under new.")


def test_the_discard_in_another_order_is_the_same() -> None:
    discard = sample_record()["discard"]
    assert first_difference(sample_record(), changed(discard=discard[::-1])) is None


def test_a_card_and_what_is_said_with_it() -> None:
    assert told(with_play(4, 0, card="CQ")) == "Trick 4: seat 2 plays S9 under old, CQ under new."
    assert told(with_play(3, 0, names="H")) == (
        "Trick 3: seat 2 plays JK, asking for spades under old, JK, asking for hearts under new."
    )
    assert told(with_play(4, 4, demands_joker=True)).endswith("C4 under old, C4, demanding the joker under new.")


def test_the_same_cards_but_another_winner() -> None:
    """Trick 9 has one point and went to seat 3, an opponent; trick 10 is led by seat 3 all the same."""
    other = changed()
    other["tricks"][8]["winner"] = 0
    other["result"] |= {"points": 20, "scores": [24, -12, 12, -12, -12]}
    difference = first_difference(sample_record(), other)
    assert difference is not None
    assert (difference.phase, difference.trick) == ("winner", 9)
    assert story(sample_record(), other, LABELS) == [
        "The same cards, but trick 9 goes to seat 3 with CA under old, to seat 0 with CQ under new.",
        "old: seat 0 takes 18 points for 18S, made (+20); new: seat 0 takes 20 points for 18S, made (+24)",
    ]


def test_why_a_joker_lost_its_power_is_told() -> None:
    """A joker falls in the last trick, under two rules for it."""
    rules = changed_rules(joker__last_trick="normal")
    base = with_play(10, 4, card="JK") | {"rules": rules}
    other = deepcopy(base) | {"rules": changed_rules(joker__last_trick="powerless")}
    other["tricks"][9]["winner"] = 4
    lines = story(base, other, LABELS)
    assert "Under new, the joker has no power in the last trick." in lines
    assert not [line for line in lines if line.startswith("Under old")]


def test_where_the_points_part_after_another_card() -> None:
    """Seat 0 leads to trick 5, so that seat 4 plays last; trick 6 has two points and went to seat 2, the friend."""
    other = with_play(5, 4, card="D2")
    other["tricks"][5] |= {"winner": 3}
    assert story(sample_record(), other, LABELS)[:2] == [
        "Trick 5: seat 4 plays C5 under old, D2 under new.",
        "Trick 6 parts the points: 2 points for the declarer's side (seat 2) under old, 2 points for the opponents "
        "(seat 3) under new.",
    ]


def test_the_same_cards_and_tricks_but_another_score() -> None:
    other = changed()
    other["result"]["scores"] = [24, -12, 12, -12, -12]
    assert told(other) == "The same cards and tricks, but seat 0 scores +20 under old, +24 under new."
    other["result"]["points"] = 17
    assert told(other) == (
        "The same cards and tricks, but the declarer's side counts 18 points under old, 17 points under new."
    )


def test_how_a_deal_ended() -> None:
    assert ending(sample_record()) == "seat 0 takes 18 points for 18S, made (+20)"
    lost = changed()
    lost["result"] |= {"points": 1, "made": False, "scores": [-8, 4, -4, 4, 4]}
    assert ending(lost) == "seat 0 takes 1 point for 18S, failed by 17 (-8)"
    charged = changed(rules=changed_rules("penalty-5"))
    charged["result"] |= {"scores": [0, 5, 0, 5, 5]}
    assert ending(charged) == "seat 0 takes 18 points for 18S, made (charged 0)"


@pytest.mark.parametrize("name", ["deal", "deal6"])
def test_every_kind_of_deal_has_its_story(name: str) -> None:
    other = deepcopy(sample_record(name))
    other["tricks"][-1]["plays"][-1]["card"] = "XX"
    assert story(sample_record(name), other, LABELS)[0].endswith("XX under new.")
