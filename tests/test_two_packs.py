"""Two packs and up to four jokers: equal cards, several jokers in a hand and in a trick, cards counted as often as
they are there (1.3, A15, A16, A32). All at `penalty-6` and its like, trumps diamonds: SA is the Mighty, C3 hunts.
"""

from collections import Counter
from functools import cache

import pytest
from scripted import Fault, Table, at, bid_of, discards_of, friend_of
from uncompiled import ROOT

from mighty_sim.cards import card_text
from mighty_sim.kernels.ruleset import Conditions
from mighty_sim.rules import load_table, pack
from mighty_sim.strategy import load

SIX = "penalty-6"
TABLES = ["standard", *(f"penalty-{players}" for players in range(3, 9)), "penalty-5-reconciled"]
ONE_COPY_FRIEND = ("penalty-6 friend.copies=first_played",)


def six(*settings):
    return at(*settings, table=SIX)


def legal(hand, plays, *settings, trump="D", trick=5):
    return six(*settings).at_trick(trump, trick).legal(hand, plays)


def winner(plays, *settings, trump="D", trick=5):
    """The place of the winner from the leader, 0; from whichever seat the trick is led."""
    table = six(*settings)
    found = {table.at_trick(trump, trick).play_out(plays, trick, leader).winner for leader in range(6)}
    assert len(found) == 1
    return found.pop()


# Equal cards: the first wins


@pytest.mark.parametrize(
    ("plays", "place"),
    [
        ("HK HK H2 C5 C6 S9", 0),
        ("H2 HK HK C5 C6 S9", 1),
        ("H2 HK HA HA HK S9", 2),
        ("H2 D9 D9 C5 C6 S9", 1),
        ("D2 D9 H9 DK DK D9", 3),
        ("H5 SA SA H2 H3 H4", 1),
        ("SA S2 SA S3 JK S4", 0),
        ("H5 JK JK H2 HA H4", 1),
        ("H5 JK SA JK SA H4", 2),
        ("JK=H JK HA H2 H3 H4", 0),
        ("JK=H JK SA H2 SA JK", 2),
        ("H2 S9 S9 CA CA HK", 5),
        ("H2 H2 S9 CA CA SK", 0),
    ],
)
def test_the_first_of_equal_cards_wins(plays, place):
    assert winner(plays) == place


def test_equal_cards_are_led_and_followed_one_at_a_time():
    table = six().at_trick("D", 5)
    found = table.play_out("HK HQ H2 HQ H9 JK", 5, 0, {0: "HK HK S2", 1: "HQ H9 H9", 5: "JK JK JK JK"})
    assert found.legal[1] == ["H9", "HQ"]
    assert found.legal[5] == ["JK"]
    assert [table.cards("hand", seat) for seat in range(6)] == [["HK", "S2"], ["H9", "H9"], [], [], [], ["JK"] * 3]
    assert (found.winner, found.points) == (5, 3)


def test_every_copy_counts_its_points():
    for plays, points in (
        ("HA HA HK HK HQ HQ", 6),
        ("SA SA JK JK JK JK", 2),
        ("H9 DT DT HT H2 H2", 3),
        ("H9 H9 JK C8 H2 H2", 0),
        ("HA HK HQ HJ HT HA", 6),
    ):
        assert six().at_trick("D", 5).play_out(plays, 5).points == points


def test_bids_run_from_25_to_40():
    for calls, outcome in (
        ("24N", Fault("bid", 1)), ("25S pass pass pass pass pass", "sold"), ("40N pass pass pass pass pass", "sold"),
        ("41S", Fault("bid", 1)), ("25S 25N 26C 40H 40N pass pass pass pass pass", "sold"),
        ("40N 40S", Fault("bid", 2)), ("pass pass pass pass pass pass", "all pass"),
    ):  # fmt: skip
        table = six()
        table.begin(0)  # seat 1 opens
        assert table.bid(calls) == outcome


# The Mighties


def test_two_mighties_alone_in_their_suit():
    """They are one duty: either goes, they are alike (A7)."""
    assert legal("SA SA H4", "S5") == ["SA"]
    assert legal("SA SA JK H4", "S5") == ["JK", "SA"]
    assert legal("SA SA JK H4", "S5", "mighty.sole_card_of_suit=mighty_only") == ["SA"]
    assert legal("SA SA S2 H4", "S5") == ["S2", "SA"]
    assert legal("SA SA H4 C5", "S5", "mighty.sole_card_of_suit=no_duty") == ["C5", "H4", "SA"]


def test_a_second_mighty_may_be_played_to_a_trick_that_has_one():
    assert legal("SA H4 S9", "H5 SA", "mighty.switches_suit=false") == ["H4", "SA"]
    assert legal("SA H4 S9", "H5 SA") == ["S9", "SA"]  # A1: spades must be followed now
    assert legal("SA H4", "H5 SA") == ["SA"]
    assert legal("JK H4", "H5 SA") == ["H4", "JK"]


def test_a_led_mighty_and_its_equal():
    assert legal("SA H4 S9", "SA") == ["S9", "SA"]
    assert legal("SA H4", "SA") == ["SA"]


# The jokers


def test_a_second_joker_may_be_played_to_a_trick_that_has_one():
    assert legal("JK H4", "H5 JK") == ["H4", "JK"]
    assert legal("JK JK H4 S5", "JK=H JK") == ["H4", "JK"]


def test_jokers_between_a_powerless_one_and_the_next_card_set_nothing():
    """The first card that is no joker sets the suit; until then everybody is free."""
    for trick in (1, 17):
        assert legal("H4 S5 C6", "JK", trick=trick) == ["C6", "H4", "S5"]
        assert legal("H4 S5 C6", "JK JK", trick=trick) == ["C6", "H4", "S5"]
        assert legal("H4 S5 C6", "JK JK S9", trick=trick) == ["S5"]
        assert legal("H4 S5 C6", "JK JK S9 JK H2", trick=trick) == ["S5"]


def test_a_joker_that_follows_a_powerless_one_has_its_power():
    """PEN bans leading it to the first and the last trick only; led for want of anything else it has no power."""
    for trick in (1, 17):
        assert winner("JK JK SK S2 D4 D5", trick=trick) == 1
        assert winner("JK SK JK JK D4 SA", trick=trick) == 5
        assert winner("JK SK JK JK D4 D5", trick=trick) == 2
        assert winner("JK S2 SK S3 D4 S5", trick=trick) == 4
        powerless = (f"joker.{'first' if trick == 1 else 'last'}_trick=powerless",)
        assert winner("JK JK SK S2 S4 S5", *powerless, trick=trick) == 2
        assert winner("JK SK JK S2 SA JK", *powerless, trick=trick) == 4
        assert winner("JK JK JK JK S4 S5", *powerless, trick=trick) == 5
        assert winner("H5 JK SK S2 S4 S5", *powerless, trick=trick) == 0


def test_a_powerless_joker_that_names_its_suit_and_a_strong_one_after_it():
    named = ("joker.powerless_lead=named",)
    assert winner("JK=H JK HK S2 D4 D5", *named, trick=1) == 1
    assert winner("JK=H SK CK S2 C4 C5", *named, trick=1) == 0
    assert winner("JK=H SK JK S2 HK C5", *named, trick=1) == 2
    assert winner("JK=H SK JK S2 HK C5", *named, "joker.first_trick=powerless", trick=1) == 4


def test_a_joker_demanded_after_a_powerless_lead_has_no_power():
    """Presence alone does nothing here; the demand of C3 takes the power of all jokers after it."""
    settings = (
        "joker.powerless_lead=named", "hunter.presence_kills_joker=never", "joker.first_trick=powerless_if_led",
    )  # fmt: skip
    assert winner("JK=H C3 JK S2 HK C5", *settings, trick=1) == 4
    assert winner("JK=H C3 JK S2 S4 C5", *settings, trick=1) == 0
    assert winner("JK=H JK C3 S2 HK C5", *settings, trick=1) == 1
    assert winner("JK=C C3 JK S2 HK S5", *settings, trick=1) == 1


# The hunters (A32)


def test_every_holder_plays_one_joker():
    assert legal("JK JK C9", "C3") == ["JK"]
    assert legal("JK C9", "C3 JK") == ["JK"]
    assert legal("JK JK JK SA C9", "C3 JK JK") == ["JK", "SA"]
    assert legal("JK C9", "CQ JK C3 JK") == ["JK"]
    table = six().at_trick("D", 5)
    table.play_out("C3 JK JK C4 C5 C6", 5, 0, {1: "JK JK C9", 2: "JK JK"})
    assert [table.cards("hand", seat) for seat in (1, 2)] == [["C9", "JK"], ["JK"]]


def test_a_hunter_takes_the_power_of_all_jokers_of_the_trick():
    assert winner("CQ JK JK C3 CK H2") == 4
    assert winner("C3 JK JK JK JK H2") == 0
    assert winner("CQ JK C3 JK D2 JK") == 4
    assert winner("JK=H JK C3 JK HK H2") == 4
    assert winner("JK=H JK C3 JK S4 JK") == 0
    assert winner("CQ JK JK C3 SA SA") == 4


def test_both_hunters_act():
    """The second demands anew, of those who come after it."""
    settings = ("hunter.scope=next_only",)
    assert legal("JK C9", "C3 C5", *settings) == ["C9", "JK"]
    assert legal("JK C9", "C3 C3", *settings) == ["JK"]
    assert legal("JK C9", "C3 C5 C3", *settings) == ["JK"]
    assert legal("JK C9", "C3 C5 C3 C6", *settings) == ["C9", "JK"]
    assert winner("C3 C3 C2 H4 H5 H6") == 0


def test_a_demand_that_the_first_joker_ends():
    one = "hunter.scope=one_joker"
    for plays in ("C3", "C3 C5", "CQ C3", "CQ JK C3"):
        assert legal("JK C9", plays) == legal("JK C9", plays, one) == ["JK"]
    for plays in ("C3 JK", "C3 C5 JK", "CQ C3 JK C6"):
        assert legal("JK C9", plays) == ["JK"]
        assert legal("JK C9", plays, one) == ["C9", "JK"]
        assert legal("SA H4", plays, one) == ["H4", "SA"]
    assert legal("JK C9", "C3 JK C3", one) == ["JK"]  # the other hunter asks again
    assert legal("JK C9", "C3 SA C5", "mighty.switches_suit=false", one) == ["JK"]  # a Mighty is no joker


def test_a_demand_that_leaves_the_jokers_their_power():
    kept = ("hunter.called_joker_power=kept", "hunter.presence_kills_joker=never")
    assert winner("C3 JK JK C4 CK H2", *kept) == 1
    assert winner("C3 C4 CK C5 JK JK", *kept) == 4
    lost = ("hunter.presence_kills_joker=never",)
    assert winner("C3 JK JK C4 CK H2", *lost) == 4
    assert winner("CQ JK C3 JK CK H2", *lost) == 1
    assert winner("CQ D2 C3 JK JK H2", *lost) == 1


def test_one_may_hold_both_a_hunter_and_jokers():
    """A demand does not bind the hunter's own player."""
    table = six().at_trick("D", 5)
    found = table.play_out("C3 C4 C5 C6 C7 C8", 5, 0, {0: "C3 JK JK"})
    assert (found.winner, table.cards("hand", 0)) == (5, ["JK", "JK"])


# The exchange


def exchange(hand, kitty, *answers):
    table = six()
    table.begin()
    table.lay({0: hand, 1: "SA", 2: "SA"}, kitty)
    table.put("bidder", 0)
    table.put("highest", bid_of("30H"))
    table.say(0, 0, *answers, friend_of("SA"))
    return table.exchange(), table


def test_copies_are_laid_away_one_at_a_time():
    hand, kitty = "HK HK S2 JK JK", "HQ HQ JK C5 C5 C6"
    fault, table = exchange(hand, kitty, *discards_of("HK HK JK JK C5 C5"))
    assert fault is None
    assert table.cards("discard", 0) == ["C5", "C5", "HK", "HK", "JK", "JK"]
    assert table.cards("hand", 0) == ["C6", "HQ", "HQ", "JK", "S2"]
    assert table.cards("exchanged", 0) == table.cards("hand", 0)
    assert table.row()["discard_points"] == 2
    assert table.cards("kitty", 0) == sorted(kitty.split())


@pytest.mark.parametrize(
    "discard", ["HK HK HK C5 C5 C6", "JK JK JK JK C5 C5", "C5 C5 C5 HQ HQ HK", "HK HK C5 C5 C6 C6", "SA HK HK C5 C5 C6"]
)
def test_what_is_not_there_as_often_cannot_be_laid_away(discard):
    fault, _ = exchange("HK HK S2 JK JK", "HQ HQ JK C5 C5 C6", *discards_of(discard))
    assert fault == Fault("exchange", 0)


def test_as_many_cards_go_as_the_kitty_held():
    fault, _ = exchange("HK HK S2 S3", "HQ HQ JK C5 C5 C6", *discards_of("HK HQ JK S2 S3 C5 C6"))
    assert fault == Fault("exchange", 0)
    fault, _ = exchange("HK HK S2 S3", "HQ HQ JK C5 C5 C6", *discards_of("HK HQ JK HK HQ C5 C5"))
    assert fault == Fault("exchange", 0)


def test_a_kitty_joins_a_hand_of_equal_cards():
    for hand, kitty in (
        ("JK JK HK", "JK JK HK S2 S2 S3"), ("JK HK", "JK JK JK HQ HQ HK"), ("HK HQ", "JK JK JK JK HK HQ"),
        ("JK JK JK S2", "JK S2 S3 S3 S4 S4"),
    ):  # fmt: skip
        fault, table = exchange(hand, kitty, *discards_of(kitty))
        assert (fault, table.cards("hand", 0)) == (None, sorted(hand.split()))
        fault, table = exchange(hand, kitty, 0)  # all of it is in his hand when he lays away
        assert (fault, table.cards("hand", 0)) == (Fault("exchange", 0), sorted([*hand.split(), *kitty.split()]))


def test_both_copies_weigh_on_the_scale_of_weak_hands():
    """A joker takes a point off, each; two aces are two points."""
    scale = ("misdeal.enabled=true", "misdeal.threshold=1")
    for hand, weak in (("HA HA JK JK S2", True), ("HA HA JK S2", False), ("HT HT JK", True), ("HT HT", False)):
        for optional in ("true", "false"):
            table = six(*scale, f"misdeal.optional={optional}")
            table.begin(5)
            table.lay(dict.fromkeys(range(6), "SK SK HK") | {0: hand})
            table.say(0, 1 if optional == "true" and weak else 0)
            assert table.auction() == ("misdeal" if weak else "all pass")


# Whole deals: no card is lost, none appears


@cache
def dealt_by_random(name):
    rules = load_table(*[name.split()[0], name.split()[1:]])
    return Table(rules, (load(ROOT / "strategies" / "random.py"),) * rules.deal.players, Conditions(3))


def whole(rules):
    return Counter(card_text(card) for card in pack(rules))


@pytest.mark.parametrize("name", TABLES)
def test_a_deal_is_all_of_the_pack(name):
    table = dealt_by_random(name)
    deal, places = table.options.deal, Counter()
    for number in range(200):
        table.begin(number)
        table.attempt()
        hands = [table.cards("dealt", seat) for seat in range(table.seats)]
        kitty = table.cards("hidden_kitty")
        assert ([len(hand) for hand in hands], len(kitty)) == ([deal.hand] * deal.players, deal.kitty)
        assert sum(map(Counter, [*hands, kitty]), Counter()) == whole(table.options)
        assert hands == [table.cards("hand", seat) for seat in range(table.seats)]
        places.update(seat for seat, hand in enumerate([*hands, kitty]) for card in hand if card == "JK")
    expected = {seat: 200 * deal.jokers * deal.hand / len(pack(table.options)) for seat in range(deal.players)}
    assert all(abs(places[seat] - mean) < 6 * mean**0.5 for seat, mean in expected.items()), (places, expected)


@pytest.mark.parametrize("name", [*TABLES, *ONE_COPY_FRIEND, "penalty-6 friend.kinds=card,first_trick"])
def test_every_card_is_somewhere_all_deal_long(name):
    """Hands, discard and cards seen are the pack after every trick; points are those of the cards taken."""
    table = dealt_by_random(name)
    full = whole(table.options)
    for number in range(25):
        table.begin(number)
        while (outcome := table.attempt()) != "sold":
            table.throw_in(outcome)
        assert table.exchange() is None
        declarer = table.get("declarer")
        discard = Counter(table.cards("discard", declarer))
        before = Counter(table.cards("dealt", declarer)) + Counter(table.cards("hidden_kitty"))
        assert discard + Counter(table.cards("hand", declarer)) == before
        assert Counter(table.cards("kitty", declarer)) == Counter(table.cards("hidden_kitty"))
        known, points = [], 0
        for trick in range(1, table.get("rounds") + 1):
            seen = Counter(table.cards("seen"))
            assert table.trick(trick, asked=trick < table.get("rounds")) is None
            played = Counter(card for seat in range(table.seats) for card in table.cards("card", seat))
            assert Counter(table.cards("seen")) == seen + played
            held = sum((Counter(table.cards("hand", seat)) for seat in range(table.seats)), Counter())
            assert held + discard + Counter(table.cards("seen")) == full
            points += sum(count for card, count in played.items() if card != "JK" and card[1] in "AKQJT")
            assert sum(table.get("points", seat) for seat in range(table.seats)) == points
            known.append([(table.numbers("allies", seat), table.numbers("foes", seat)) for seat in range(table.seats)])
        side = {declarer} | table.numbers("friends")
        for allies_and_foes in known:  # nobody ever knows what is not so
            for seat, (allies, foes) in enumerate(allies_and_foes):
                mine = side if seat in side else set(range(table.seats)) - side
                assert allies <= mine and not foes & mine
        assert table.numbers("known") == side - {declarer}
        if not set(table.cards("friend_card")) & set(discard):  # else a copy never came out
            assert table.get("settled") == 1
            assert all(allies | foes == set(range(table.seats)) for allies, foes in known[-1])
