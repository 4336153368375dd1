"""Every worked example of the standard table, through the kernels, from each of the five seats."""

import json
from pathlib import Path

import pytest
from scripted import SEATS, Fault, Table, bid_of, friend_of

from mighty_sim.cards import mask_of
from mighty_sim.contract import parse_bid
from mighty_sim.kernels.exchange import BY_CARD, BY_NOBODY
from mighty_sim.kernels.jit import STAMP, entry
from mighty_sim.kernels.ruleset import rules_at
from mighty_sim.kernels.scoring import doublings, share_value, shares_of

VECTORS = json.loads((Path(__file__).parent / "data" / "standard-vectors.json").read_text(encoding="utf-8"))
STRONG = "SA SK SQ SJ HA HK HQ HJ DA DK"  # no misdeal


def vectors(kind):
    return [pytest.param(vector, id=vector["id"]) for vector in VECTORS if vector["kind"] == kind]


@pytest.fixture(scope="module")
def table():
    return Table()


def test_every_vector_is_run():
    marks = [mark for test in TESTS for mark in test.pytestmark if mark.args[0] == "vector"]
    run = [parameter.id for mark in marks for parameter in mark.args[1]]
    assert sorted(run) == sorted(vector["id"] for vector in VECTORS)
    assert len(run) == 65


def words_of(plays):
    """Plays as words: JK=H, C3!, D7."""
    marks = ["=" + play["names"] if "names" in play else "!" if play.get("demands_joker") else "" for play in plays]
    return [play["card"] + mark for play, mark in zip(plays, marks, strict=True)]


def led_plainly(words, trump):
    """Nothing but the hunter can demand (see test_a_demand_by_another_card_is_refused)."""
    hunter = "S3" if trump == "C" else "C3"
    return [word.rstrip("!") if word[:2] != hunter else word for word in words]


@pytest.mark.parametrize("vector", vectors("legal"))
def test_legal(table, vector):
    words, hand = led_plainly(words_of(vector["plays"]), vector["trump"]), " ".join(vector["hand"])
    for leader in range(SEATS):
        table.at_trick(vector["trump"], vector["trick"])
        assert table.legal(hand, " ".join(words), leader) == vector["legal"]
        for card in vector["hand"]:
            table.at_trick(vector["trump"], vector["trick"])
            named = "=S" if card == "JK" and not words and 1 < vector["trick"] < 10 else ""
            refused = table.refuses(card + named, hand, " ".join(words), leader)
            assert refused is (card not in vector["legal"])


@pytest.mark.parametrize(("trump", "card"), [("C", "C3"), ("D", "S3"), ("D", "C4"), ("D", "SA")])
def test_a_demand_by_another_card_is_refused(table, trump, card):
    """L08 leads C3 with a demand while clubs are trump and the hunter is S3: no such demand can be made."""
    assert table.at_trick(trump).refuses(card + "!", card)


@pytest.mark.parametrize("vector", vectors("winner"))
def test_winner(table, vector):
    words = words_of(vector["plays"])
    dead = dead_suit(words, vector["trump"])
    rest = [f"{dead}{rank}" for rank in "2345"[: SEATS - len(words)]]  # cards that can win nothing
    for leader in range(SEATS):
        table.at_trick(vector["trump"], vector["trick"])
        found = table.play_out(" ".join(words + rest), vector["trick"], leader)
        assert (found.winner, found.points) == (vector["winner"], vector["points"])


def dead_suit(words, trump):
    """A suit that is neither trump nor in the trick."""
    return next(
        suit for suit in "SHDC" if (suit != trump and not any(suit in word for word in words)) or len(words) == 5
    )


@entry
def score(stamp, rules, number, strain, points, kind, friends):
    made = 1 if points >= number else 0
    times = doublings(rules_at(rules), strain, kind, points, made)
    share = share_value(rules_at(rules), number, points, times)
    declarer, other = shares_of(1, 1, friends, 5), shares_of(4, 1, friends, 5)
    return declarer * share, shares_of(2, 1, friends, 5) * share, other * share


@pytest.mark.parametrize("vector", vectors("score"))
def test_score(table, vector):
    contract = parse_bid(vector["contract"])
    kind = BY_NOBODY if vector["partner"] == "open" else BY_CARD
    friends = 2 if vector["partner"] == "friend" else 0
    rules = table.rules.ctypes.data if hasattr(table.rules, "ctypes") else table.rules
    found = score(STAMP, rules, contract.number, contract.strain, vector["points"], kind, friends)
    friend = vector["defender"] if vector["friend"] is None else vector["friend"]
    assert found == (vector["declarer"], friend, vector["defender"])


@pytest.mark.parametrize("vector", vectors("bid"))
def test_bid(table, vector):
    for opener in range(SEATS):
        table.begin(opener)
        table.lay(dict.fromkeys(range(SEATS), STRONG))
        first, second = opener, (opener + 1) % SEATS
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
    for seat in range(SEATS):
        table.begin()
        table.lay({seat: STRONG}, "C2 C3 C4")
        table.put("bidder", seat)
        table.put("highest", bid_of(vector["won"]))
        table.say(seat, bid_of(vector["final"]), mask_of("C2 C3 C4"), friend_of("none"))
        fault = table.exchange()
        changed = bid_of(f"{table.get('number')}{'SHDCN'[table.get('strain')]}")
        if vector["legal"]:
            assert (fault, changed) == (None, bid_of(vector["final"]))
        else:
            assert (fault, changed) == (Fault("change", seat), bid_of(vector["won"]))


@pytest.mark.parametrize("vector", vectors("misdeal"))
def test_misdeal(table, vector):
    """The claim is asked for only where it may be made; the scripted player then makes it."""
    for opener in range(SEATS):
        for before in range(SEATS):
            table.begin(opener)
            claimant = (opener + before) % SEATS
            table.lay(dict.fromkeys(range(SEATS), STRONG) | {claimant: " ".join(vector["hand"])})
            table.say(claimant, 1 if vector["may_claim"] else 0)
            outcome = table.auction()
            assert outcome == ("misdeal" if vector["may_claim"] else "all pass")
            if vector["may_claim"]:
                assert table.get("bidder") == claimant


TESTS = [test_legal, test_winner, test_score, test_bid, test_change, test_misdeal]
