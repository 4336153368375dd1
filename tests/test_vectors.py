"""Every worked example of the standard and the penalty tables, through the kernels, from each of the seats."""

import json
from functools import cache
from pathlib import Path

import pytest
from scripted import Fault, Table, bid_of

from mighty_sim.kernels.sides import BY_CARD, BY_NOBODY, NOT_CALLED

DATA = Path(__file__).parent / "data"
FILES = {"standard-vectors.json": 65, "penalty-vectors.json": 20}
VECTORS = [vector for name in FILES for vector in json.loads((DATA / name).read_text(encoding="utf-8"))]
STRONG = "SA SK SQ SJ HA HK HQ HJ DA DK"  # no misdeal


def vectors(kind):
    return [pytest.param(vector, id=vector["id"]) for vector in VECTORS if vector["kind"] == kind]


@cache
def table_named(name):
    return Table(name)


@pytest.fixture
def table(vector):
    return table_named(vector["table"])


def test_every_vector_is_run():
    marks = [mark for test in TESTS for mark in test.pytestmark if mark.args[0] == "vector"]
    run = [parameter.id for mark in marks for parameter in mark.args[1]]
    assert sorted(run) == sorted(vector["id"] for vector in VECTORS)
    assert len(run) == sum(FILES.values())


def words_of(vector):
    """Plays as words: JK=H, C3!, D7. Only the hunter can demand, and only where that has to be said."""
    hunter = "S3" if vector["trump"] == "C" else "C3"  # no vector of three players has a hunter
    words = []
    for play in vector["plays"]:
        demands = play.get("demands_joker") and play["card"] == hunter
        words.append(play["card"] + ("=" + play["names"] if "names" in play else "!" if demands else ""))
    return words


@pytest.mark.parametrize("vector", vectors("legal"))
def test_legal(table, vector):
    words, hand = words_of(vector), " ".join(vector["hand"])
    for leader in range(table.seats):
        table.at_trick(vector["trump"], vector["trick"])
        assert table.legal(hand, " ".join(words), leader) == vector["legal"]
        for card in vector["hand"]:
            table.at_trick(vector["trump"], vector["trick"])
            named = "=S" if card == "JK" and not words and 1 < vector["trick"] < table.get("rounds") else ""
            refused = table.refuses(card + named, hand, " ".join(words), leader)
            assert refused is (card not in vector["legal"])


@pytest.mark.parametrize(("trump", "card"), [("C", "C3"), ("D", "S3"), ("D", "C4"), ("D", "SA")])
def test_a_demand_by_another_card_is_refused(trump, card):
    """L08 leads C3 with a demand while clubs are trump and the hunter is S3: no such demand can be made."""
    assert table_named("standard").at_trick(trump).refuses(card + "!", card)


@pytest.mark.parametrize("vector", vectors("winner"))
def test_winner(table, vector):
    words = words_of(vector)
    dead = dead_suit(words, vector["trump"]) if len(words) < table.seats else ""
    rest = [f"{dead}{rank}" for rank in "2345"[: table.seats - len(words)]]  # cards that can win nothing
    for leader in range(table.seats):
        table.at_trick(vector["trump"], vector["trick"])
        found = table.play_out(" ".join(words + rest), vector["trick"], leader)
        assert (found.winner, found.points) == (vector["winner"], vector["points"])


def dead_suit(words, trump):
    """A suit that is neither trump nor in the trick."""
    return next(suit for suit in "SHDC" if suit != trump and not any(suit in word for word in words))


@pytest.mark.parametrize("vector", vectors("score"))
def test_score(table, vector):
    """Seat 0 declares; the friend, if there is one, is seat 1."""
    alone = BY_NOBODY if table.options.friend.kinds else NOT_CALLED
    table.begin()
    table.contract(vector["contract"])
    table.put("declarer", 0)
    number, strain = vector["contract"][:2], vector["contract"][2]
    bid = "SHDCN"["SHDCN".index(strain) - 1] if vector.get("trump_changed") else strain
    table.put("bid", bid_of(number + bid))
    table.put("friend_kind", alone if vector["partner"] == "open" else BY_CARD)
    table.put("friend_card", 1)
    table.put("friends", 2 if vector["partner"] == "friend" else 0)
    table.put("points", vector["points"], 0)
    row = table.row()
    assert row["points"] == vector["points"]
    friend = vector["defender"] if vector["friend"] is None else vector["friend"]
    right = [vector["declarer"], friend, *[vector["defender"]] * (table.seats - 2)]
    assert [row[f"score_{seat}"] for seat in range(table.seats)] == right


@pytest.mark.parametrize("vector", vectors("bid"))
def test_bid(table, vector):
    for dealer in range(table.seats):
        table.begin(dealer)
        table.lay(dict.fromkeys(range(table.seats), STRONG))
        first = table.get("opener")
        second = (first + 1) % table.seats
        bidder = first if vector["best"] is None else second
        if vector["best"]:
            table.say(first, bid_of(vector["best"]))
        table.say(bidder, bid_of(vector["new"]))
        outcome = table.auction()
        assert outcome == ("sold" if vector["legal"] else Fault("bid", bidder))
        if vector["legal"]:
            assert (table.get("highest"), table.get("bidder")) == (bid_of(vector["new"]), bidder)


@pytest.mark.parametrize("vector", vectors("change"))
def test_change(table, vector):
    for seat in range(table.seats):
        table.begin()
        table.lay({seat: STRONG}, "C2 C3 C4")
        fault = table.declare(seat, vector["won"], "C2 C3 C4", "none", vector["final"])
        changed = bid_of(f"{table.get('number')}{'SHDCN'[table.get('strain')]}")
        if vector["legal"]:
            assert (fault, changed) == (None, bid_of(vector["final"]))
        else:
            assert (fault, changed) == (Fault("change", seat), bid_of(vector["won"]))


@pytest.mark.parametrize("vector", vectors("misdeal"))
def test_misdeal(table, vector):
    """The claim is asked for only where it may be made; the scripted player then makes it."""
    for opener in range(table.seats):
        for before in range(table.seats):
            table.begin(opener)
            claimant = (opener + before) % table.seats
            table.lay(dict.fromkeys(range(table.seats), STRONG) | {claimant: " ".join(vector["hand"])})
            table.say(claimant, 1 if vector["may_claim"] else 0)
            outcome = table.auction()
            assert outcome == ("misdeal" if vector["may_claim"] else "all pass")
            if vector["may_claim"]:
                assert table.get("bidder") == claimant


TESTS = [test_legal, test_winner, test_score, test_bid, test_change, test_misdeal]
