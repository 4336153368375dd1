"""Every option of friends, flipped: who may be called, who is a friend and who knows it, what he has to lead.

`at("friend.copies=first_played")` is the standard table with that change in every kernel that knows it. Two packs are
those of `penalty-6`, at which seat 0 declares 30 hearts and lays away the six low clubs of the kitty.
"""

import pytest
from scripted import SEATS, Fault, at

KITTY = "C4 C5 C6"
SIX = "penalty-6"
SIX_KITTY = "C4 C4 C5 C5 C6 C6"
HANDS = ["S2 H4 H5 D2", "SA S3 D4 C7", "S5 SK DT C8", "S6 S7 D5 C9", "S8 S9 D6 CT"]


def call(friend, *settings, bid="14H", hands=HANDS, discard=KITTY, kitty=KITTY, table="standard"):
    """The fault of an exchange with this friend call, if there is one."""
    found = at(*settings, table=table)
    found.begin()
    found.lay(hands, kitty)
    return found.declare(0, bid, discard, friend)


def begun(friend, *settings, **more):
    """The table after such an exchange."""
    assert call(friend, *settings, **more) is None
    return at(*settings, table=more.get("table", "standard"))


# What may be called (2.5)


KINDS = {"card": "SA", "own_card": "H4", "first_trick": "first-trick", "none": "none"}


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_of_calls(kind):
    """Each kind where it is left out, and where nothing else is left."""
    others = ",".join(other for other in KINDS if other != kind)
    for name, friend in KINDS.items():
        assert call(friend) is None
        assert call(friend, f"friend.kinds={others}") == (Fault("friend", 0) if name == kind else None)
        if kind == "own_card":  # cannot stand alone: it makes nobody a friend
            continue
        alone = (f"friend.kinds={kind}", *(["friend.suit_request=off"] if kind == "none" else []))
        assert call(friend, *alone) == (None if name == kind else Fault("friend", 0))


def test_own_cards_are_those_of_the_discard_too():
    kinds = "friend.kinds=card,none"
    for card in ("H4", "C4"):  # in hand, laid away
        assert call(card) is None
        assert call(card, kinds) == Fault("friend", 0)
    assert call("S5", kinds) is None
    assert call("H4", kinds, discard="C4 C5 H4") == Fault("friend", 0)
    only = ("friend.kinds=own_card,none", "friend.suit_request=off")
    assert call("C4", *only) is None
    assert call("S5", *only) == Fault("friend", 0)


def test_cards_that_may_not_be_called():
    for card in ("JK", "SA", "S5"):
        barred = f"friend.uncallable={card}"
        assert call(card) is None
        assert call(card, barred) == Fault("friend", 0)
        assert call("SK", barred) is None
    assert call("S5", "friend.uncallable=JK,S5") == Fault("friend", 0)


def test_a_card_that_is_not_in_the_pack_cannot_be_called():
    assert call("H2", table="penalty-4", hands=HANDS[:4]) == Fault("friend", 0)
    assert call("H5", table="penalty-4", hands=HANDS[:4]) is None


def test_a_table_without_friends_asks_for_none():
    table = at(table="penalty-3")
    table.begin()
    table.lay(["S7 H9", "SA S8", "S9 ST"], "C8 C9 CT")
    assert table.declare(0, "13H", "C8 C9 CT") is None
    assert table.asked(0) == 2  # the change and the discard
    assert (table.numbers("friends"), table.get("settled")) == (set(), 1)
    assert [table.numbers("foes", seat) for seat in range(3)] == [{1, 2}, {0}, {0}]
    assert [table.numbers("allies", seat) for seat in range(3)] == [{0}, {1, 2}, {1, 2}]
    assert table.row()["friend_call"] == -3


def test_a_solo_at_a_table_without_friends_is_not_announced():
    """It is not doubled as an open one would be."""
    double = ("friend.kinds=[]", "friend.suit_request=off")
    table = at(*double)
    table.begin()
    table.lay(HANDS, KITTY)
    assert table.declare(0, "14H", KITTY) is None
    table.put("points", 14, 0)
    assert [table.row()[f"score_{seat}"] for seat in range(SEATS)] == [8, -2, -2, -2, -2]
    table = begun("none")
    table.put("points", 14, 0)
    assert [table.row()[f"score_{seat}"] for seat in range(SEATS)] == [16, -4, -4, -4, -4]


# Two packs: several copies, several friends (A16)

TWO_KINGS = ["D2 H4 H2", "S3 H5 H3", "DK D4 H6", "S4 H7 HJ", "DK D3 H8", "S5 H9 HK"]  # with seats 2 and 4


def six(friend, hands, *settings, bid="30H", discard=SIX_KITTY, kitty=SIX_KITTY):
    return call(friend, *settings, bid=bid, hands=hands, discard=discard, kitty=kitty, table=SIX)


def six_begun(friend, hands, *settings, **more):
    assert six(friend, hands, *settings, **more) is None
    return at(*settings, table=SIX)


def sides(table):
    """What each seat knows: allies and foes."""
    seats = range(table.seats)
    return [table.numbers("allies", seat) for seat in seats], [table.numbers("foes", seat) for seat in seats]


def test_Q15_both_holders_of_the_called_card_are_friends():
    table = six_begun("SA", ["S2 H4", "S3 H5", "SA H6", "S4 H7", "SA H8", "S5 H9"])
    assert (table.numbers("friends"), table.get("settled")) == ({2, 4}, 0)
    table.put("points", 30, 0)
    assert [table.row()[f"score_{seat}"] for seat in range(6)] == [0, 6, 0, 6, 0, 6]
    table.put("points", 29, 0)
    assert [table.row()[f"score_{seat}"] for seat in range(6)] == [6, 0, 6, 0, 6, 0]


def test_shares_with_two_friends_sum_to_0():
    """S each to two friends and S from each of three opponents: the declarer keeps S."""
    table = six_begun("SA", ["S2", "S3", "SA", "S4", "SA", "S5"], "score.shares=2_1_-1")
    table.put("points", 30, 0)
    assert [table.row()[f"score_{seat}"] for seat in range(6)] == [6, -6, 6, -6, 6, -6]


def test_two_friends_learn_of_each_other():
    table = six_begun("DK", TWO_KINGS)
    assert sides(table) == ([{0}, {1}, {0, 2}, {3}, {0, 4}, {5}], [set(), {0}, set(), {0}, set(), {0}])
    assert table.play("D2 S3 DK S4 D3 S5") == 2
    assert table.numbers("known") == {2}
    allies, foes = sides(table)
    assert (allies[0], allies[2], allies[4]) == ({0, 2}, {0, 2}, {0, 2, 4})
    assert [allies[seat] for seat in (1, 3, 5)] == [{1}, {3}, {5}]
    assert [foes[seat] for seat in (1, 3, 5)] == [{0, 2}] * 3
    assert table.get("settled") == 0
    assert table.play("D4 H7 DK H9 H4 H5") == 5
    assert (table.numbers("known"), table.get("settled")) == ({2, 4}, 1)
    assert sides(table) == (
        [{0, 2, 4}, {1, 3, 5}, {0, 2, 4}, {1, 3, 5}, {0, 2, 4}, {1, 3, 5}],
        [{1, 3, 5}, {0, 2, 4}, {1, 3, 5}, {0, 2, 4}, {1, 3, 5}, {0, 2, 4}],
    )


def test_both_copies_in_one_trick():
    table = six_begun("SA", ["S2 H4", "S3 H5", "SA H6", "S4 H7", "SA H8", "S5 H9"])
    assert table.play("S2 S3 SA S4 SA S5") == 2
    assert (table.numbers("known"), table.get("settled")) == ({2, 4}, 1)


def test_one_friend_with_both_copies():
    """He knows that there is no other; the others only once both are out."""
    table = six_begun("SA", ["S2 H4 H2", "S3 H5 H3", "SA SA H6", "S4 H7 HT", "ST H8 HJ", "S5 H9 HQ"])
    assert table.numbers("friends") == {2}
    assert (table.numbers("allies", 2), table.numbers("foes", 2)) == ({0, 2}, {1, 3, 4, 5})
    assert table.play("S2 S3 SA S4 ST S5") == 2
    assert (table.get("settled"), table.numbers("known")) == (0, {2})
    assert table.play("SA H7 H8 H9 H4 H5") == 2
    assert (table.get("settled"), table.numbers("known")) == (1, {2})
    assert table.numbers("foes", 0) == {1, 3, 4, 5}


def test_the_declarer_holds_one_copy():
    """The other holder is the friend; the declarer's own copy reveals nobody."""
    table = six_begun("HA", ["S2 HA H4", "S3 H5 H3", "S6 H6 HT", "S4 H7 HJ", "ST HA HQ", "S5 H9 HK"])
    assert table.numbers("friends") == {4}
    assert sides(table)[1] == [set(), {0}, {0}, {0}, set(), {0}]
    assert table.play("S2 S3 S6 S4 ST S5") == 4
    assert table.play("HQ HK HA H3 HT HJ") == 0
    assert (table.get("settled"), table.numbers("known")) == (0, set())
    assert table.play("H4 H5 H6 H7 HA H9") == 4
    assert (table.get("settled"), table.numbers("known")) == (1, {4})


def test_a_copy_laid_away_leaves_the_other_holder_as_friend():
    table = six_begun(
        "SA", ["S2", "S3", "SA", "S4", "S6", "S5"], kitty="SA C4 C5 C5 C6 C6", discard="SA C4 C5 C5 C6 C6"
    )
    assert table.numbers("friends") == {2}
    assert table.cards("discard", 0) == ["C4", "C5", "C5", "C6", "C6", "SA"]
    table.play("S2 S3 SA S4 S6 S5")
    assert table.numbers("known") == {2}
    assert table.row()["points"] == 2  # the SA laid away, and the friend's


@pytest.mark.parametrize(
    ("hand", "kitty", "discard"),
    [
        ("SA SA S2", "C4 C4 C5 C5 C6 C6", "C4 C4 C5 C5 C6 C6"),
        ("SA S2 S3", "SA C4 C5 C5 C6 C6", "SA C4 C5 C5 C6 C6"),
        ("S2 S3 S4", "SA SA C5 C5 C6 C6", "SA SA C5 C5 C6 C6"),
    ],
)
def test_all_copies_own_make_a_secret_solo(hand, kitty, discard):
    """Nobody else knows; calls of own cards alone may be forbidden."""
    hands = [hand, "S3", "S7", "S4", "S6", "S5"]
    table = six_begun("SA", hands, kitty=kitty, discard=discard)
    assert (table.numbers("friends"), table.get("settled")) == (set(), 0)
    assert sides(table)[1] == [{1, 2, 3, 4, 5}, {0}, {0}, {0}, {0}, {0}]
    assert six("SA", hands, "friend.kinds=card,none", kitty=kitty, discard=discard) == Fault("friend", 0)
    assert (
        six("SA", hands, "friend.kinds=own_card,none", "friend.suit_request=off", kitty=kitty, discard=discard) is None
    )


def test_a_card_of_which_one_copy_is_elsewhere_is_no_own_card():
    hands = ["SA S2", "S3", "SA", "S4", "S6", "S5"]
    assert six("SA", hands, "friend.kinds=card,none") is None
    assert six("SA", hands, "friend.kinds=own_card,none", "friend.suit_request=off") == Fault("friend", 0)
    assert six("C4", hands, "friend.kinds=card,none") == Fault("friend", 0)  # both laid away


def test_a_card_that_the_table_has_once():
    """penalty-8: one S2 and one D2 are out, so the other is all there is."""
    hands = ["S2 H4", "S3", "S7", "S4", "S6", "S5", "D2", "S8"]
    eight = {"bid": "30H", "discard": SIX_KITTY, "kitty": SIX_KITTY, "hands": hands, "table": "penalty-8"}
    assert call("S2", "friend.kinds=card,none", **eight) == Fault("friend", 0)
    assert call("S2", "friend.kinds=own_card,none", "friend.suit_request=off", **eight) is None
    table = begun("D2", **eight)
    assert table.numbers("friends") == {6}
    assert table.numbers("foes", 6) == {1, 2, 3, 4, 5, 7}  # no other copy, no other friend
    assert call("H2", **eight) == Fault("friend", 0)  # both are out


def test_a_called_joker_makes_up_to_four_friends():
    table = six_begun("JK", ["S2 H4 H2", "JK H5 H3", "JK H6 HT", "JK H7 HJ", "JK H8 HQ", "S5 H9 HK"])
    assert table.numbers("friends") == {1, 2, 3, 4}
    assert sides(table) == (
        [{0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {5}],
        [set(), set(), set(), set(), set(), {0}],
    )
    assert table.play("S2 JK H6 JK H8 S5") == 1
    assert (table.numbers("known"), table.get("settled")) == ({1, 3}, 0)
    assert table.numbers("allies", 2) == {0, 1, 2, 3}
    assert table.numbers("foes", 5) == {0, 1, 3}
    assert table.play("H5 JK H7 JK H9 H4") == 2
    assert (table.numbers("known"), table.get("settled")) == ({1, 2, 3, 4}, 1)
    table.put("points", 30, 0)
    row = table.row()
    assert [row[f"score_{seat}"] for seat in range(6)] == [0, 0, 0, 0, 0, 6]


def test_several_jokers_with_the_declarer_and_one_friend():
    hands = ["JK JK S2", "JK JK S3", "S6", "S4", "ST", "S5"]
    table = six_begun("JK", hands)
    assert table.numbers("friends") == {1}
    assert table.numbers("foes", 1) == set()  # the other two may be anywhere
    table = six_begun("JK", ["S9 S2", "JK JK JK JK", "S6", "S4", "ST", "S5"])
    assert table.numbers("foes", 1) == {2, 3, 4, 5}
    hands = ["JK JK S2", "S3", "S6", "S4", "ST", "S5"]
    kitty = "JK JK C5 C5 C6 C6"
    table = six_begun("JK", hands, kitty=kitty, discard=kitty)
    assert (table.numbers("friends"), table.numbers("foes", 0)) == (set(), {1, 2, 3, 4, 5})


# The first to play a copy (A16)

FIRST = "friend.copies=first_played"


def test_the_first_played_copy_makes_the_friend():
    table = six_begun("DK", TWO_KINGS, FIRST)
    assert (table.numbers("friends"), table.get("settled")) == (set(), 0)
    assert sides(table) == ([{seat} for seat in range(6)], [set(), {0}, set(), {0}, set(), {0}])
    assert table.play("D2 S3 D4 S4 DK S5") == 4
    assert (table.numbers("friends"), table.numbers("known"), table.get("settled")) == ({4}, {4}, 1)
    assert table.numbers("foes", 2) == {0, 4}
    assert table.play("D3 H9 H4 H5 DK H7") == 5
    assert table.numbers("friends") == {4}
    assert table.row()["points"] == 1  # DK of trick 1; the second goes to an opponent


def test_two_copies_in_a_trick_make_the_first_a_friend():
    table = six_begun("DK", TWO_KINGS, FIRST)
    assert table.play("D2 S3 DK S4 DK S5") == 2
    assert table.numbers("friends") == {2}


def test_the_declarers_own_copy_makes_nobody_a_friend():
    hands = ["HA S2 H4", "S3 H5 H3", "S6 H6 HT", "S4 H7 HJ", "ST HA HQ", "S5 H9 HK"]
    table = six_begun("HA", hands, FIRST)
    assert table.play("S2 S3 S6 S4 ST S5") == 4
    assert table.play("HQ HK HA H3 HT HJ") == 0
    assert (table.numbers("friends"), table.get("settled")) == (set(), 0)
    assert table.play("H4 H5 H6 H7 HA H9") == 4
    assert (table.numbers("friends"), table.get("settled")) == ({4}, 1)
    table = six_begun("SA", ["SA SA S2", "S3", "S6", "S4", "ST", "S5"], FIRST)  # all copies own
    assert table.numbers("foes", 0) == {1, 2, 3, 4, 5}
    assert table.row()["friends"] == 0


def test_first_played_with_one_pack():
    table = begun("SA", FIRST)
    assert (table.numbers("friends"), table.numbers("allies", 1)) == (set(), {1})
    assert table.play("S2 SA SK S6 S8") == 1
    assert (table.numbers("friends"), table.numbers("known")) == ({1}, {1})
    assert begun("SA").numbers("friends") == {1}


# A suit that is asked for (A19)

OFF, ADVISES = "friend.suit_request=off", "friend.suit_request=advisory_at_top_notrump"
ONCE = "friend.suit_request=binding_first_lead_at_top_notrump"
ALWAYS = "friend.suit_request=binding_all_leads_at_top_notrump"


def may_lead(table, seat, hand, trick=2):
    """What a seat may lead, were it to lead now with this hand."""
    table.set_number(trick)
    return table.legal(hand, "", seat)


def test_whether_a_suit_may_be_asked_for():
    for request in (ADVISES, ONCE, ALWAYS):
        assert call("SA asks H", request, bid="20N") is None
        assert call("first-trick asks H", request, bid="20N") is None
        assert call("H4 asks H", request, bid="20N") is None  # a secret solo
        assert call("none asks H", request, bid="20N") == Fault("friend", 0)
        assert call("SA asks H", request, bid="19N") == Fault("friend", 0)
        assert call("SA asks H", request, bid="20S") == Fault("friend", 0)
        assert call("SA asks H", request, "auction.max_number=19", bid="19N") is None
    assert call("SA asks H", OFF, bid="20N") == Fault("friend", 0)
    assert call("SA", OFF, bid="20N") is None
    assert six("DK asks H", TWO_KINGS, bid="39N") == Fault("friend", 0)
    assert six("DK asks H", TWO_KINGS, bid="40N") is None


def test_whom_a_request_binds():
    """The friend, if he holds the suit, and nobody else."""
    for request, bound in ((ADVISES, False), (ONCE, True), (ALWAYS, True)):
        table = begun("SA asks H", request, bid="20N")
        assert may_lead(table, 1, "H4 S5 DT") == (["H4"] if bound else ["DT", "H4", "S5"])
        assert may_lead(table, 1, "H4 H9 JK") == (["H4", "H9"] if bound else ["H4", "H9", "JK"])
        assert may_lead(table, 1, "S5 JK") == ["JK", "S5"]  # he holds none
        for seat in (0, 2, 3, 4):
            assert may_lead(table, seat, "H4 S5") == ["H4", "S5"]
        table = begun("SA", request, bid="20N")
        assert may_lead(table, 1, "H4 S5") == ["H4", "S5"]  # nothing was asked for
        table = begun("H4 asks H", request, bid="20N")
        assert may_lead(table, 1, "H4 S5") == ["H4", "S5"]  # a secret solo: no friend


def test_the_mighty_is_a_card_of_the_suit_that_is_asked_for():
    table = begun("SA asks S", ONCE, bid="20N")
    assert may_lead(table, 1, "SA H4") == ["SA"]
    assert may_lead(table, 1, "SA S4 H4") == ["S4", "SA"]


def test_how_long_a_request_binds():
    """The first lead, or all of them."""
    for request, bound in ((ONCE, False), (ALWAYS, True)):
        table = begun("SA asks D", request, bid="20N")
        assert table.play("S2 SA SK S6 S8") == 1
        assert may_lead(table, 1, "D4 S3 C7") == ["D4"]
        table.lay(["D2 H4 H5", "D4 S3 C7", "DT S5 C8", "D5 S7 C9", "D6 S9 CT"])
        table.set_number(1)
        table.give_lead(1)
        assert table.play("D4 DT D5 D6 D2") == 2
        assert may_lead(table, 1, "D4 S3 C7", 3) == (["D4"] if bound else ["C7", "D4", "S3"])


def test_a_lead_without_the_suit_is_a_lead():
    """Who held none at his first lead is free at his next."""
    for request, bound in ((ONCE, False), (ALWAYS, True)):
        table = begun("SA asks D", request, bid="20N")
        assert table.play("S2 SA SK S6 S8") == 1
        table.lay(["S4 H4", "S3 C7", "S5 C8", "S7 C9", "S9 CT"])
        assert table.play("S3 S5 S7 S9 S4") == 4
        assert may_lead(table, 1, "D4 C7", 3) == (["D4"] if bound else ["C7", "D4"])


def test_a_friend_by_the_first_trick_is_bound_from_then_on():
    for request, bound in ((ADVISES, False), (ONCE, True), (ALWAYS, True)):
        table = begun("first-trick asks D", request, bid="20N")
        assert table.play("S2 S3 SK S6 S8") == 2
        assert may_lead(table, 2, "D4 C7") == (["D4"] if bound else ["C7", "D4"])
        assert may_lead(table, 1, "D4 C7") == ["C7", "D4"]


def test_the_first_to_play_the_card_is_bound_from_then_on():
    """Not at the lead by which he becomes the friend."""
    table = begun("SA asks D", ONCE, FIRST, bid="20N")
    assert may_lead(table, 1, "D4 SA") == ["D4", "SA"]
    table.lay(HANDS)
    table.set_number(0)
    table.give_lead(0)
    assert table.play("S2 S3 SK S6 S8") == 2
    assert table.play("DT D5 D6 D2 D4") == 2
    table.give_lead(1)
    assert table.play("SA S5 S7 S9 H4") == 1
    assert may_lead(table, 1, "D4 C7", 4) == ["D4"]
    table = begun("SA asks D", ONCE, FIRST, bid="20N")
    assert table.play("S2 SA SK S6 S8") == 1
    assert may_lead(table, 1, "D4 C7") == ["D4"]


def test_two_friends_are_bound_each_at_his_own_first_lead():
    table = six_begun("DK asks H", TWO_KINGS, bid="40N")
    assert table.play("D2 S3 DK S4 D3 S5") == 2
    for seat, right in ((2, ["H4"]), (4, ["H4"]), (1, ["H4", "S7"])):
        assert may_lead(table, seat, "H4 S7") == right
    table.lay(["H4 H2", "H5 H3", "H6 HT", "H7 HJ", "DK HQ", "H9 HK"])
    table.set_number(1)
    table.give_lead(2)
    assert table.play("H6 H7 HQ H9 H4 H5") == 4
    for seat, right in ((2, ["H4", "S7"]), (4, ["H4"])):
        assert may_lead(table, seat, "H4 S7", 3) == right
