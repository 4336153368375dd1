"""What is said under a trick: one rule after the other, and each option that changes it."""

from typing import Any

import pytest
from test_record import changed_rules, sample_record

from mighty_sim.remarks import Remarks, seat_list, special_card

PLAIN = ["S5", "D4", "D5", "D6", "D7"]


def trick(*cards: str, leader: int = 0, winner: int = 1, **lead: Any) -> dict[str, Any]:
    """Return a trick; `lead` is what the leader says."""
    seats = [(leader + turn) % len(cards) for turn in range(len(cards))]
    plays = [{"seat": seat, "card": card} for seat, card in zip(seats, cards, strict=True)]
    return {"leader": leader, "plays": [plays[0] | lead, *plays[1:]], "winner": winner, "points": 0}


def remarks(*tricks: dict[str, Any], on: int = 2, **changes: Any) -> list[str]:
    """Return the remarks on a trick of a deal of these; one alone stands between two others."""
    if len(tricks) == 1:
        tricks = (trick(*PLAIN), *tricks, trick(*PLAIN))
    alone = {"friends": [], "points": 18, "made": True, "scores": [0] * 5}
    record = sample_record() | {"friend_call": {"kind": "none"}, "result": alone}
    return Remarks(record | {"tricks": tricks} | changes).on(on)


def friends(*seats: int) -> dict[str, Any]:
    """Return a result with these friends."""
    return sample_record()["result"] | {"friends": list(seats)}


def test_nothing_is_said_of_a_plain_trick() -> None:
    assert remarks(trick(*PLAIN)) == []


@pytest.mark.parametrize(
    ("rules", "strain", "card"),
    [
        ({"card": "SA", "under_own_suit": "DA"}, "H", "SA"),
        ({"card": "SA", "under_own_suit": "DA"}, "S", "DA"),
        ({"card": "C3", "under_own_suit": "S3"}, "N", "C3"),
        ({"card": "none", "under_own_suit": "S3"}, "N", None),
    ],
)
def test_special_cards(rules: dict[str, str], strain: str, card: str | None) -> None:
    assert special_card(rules, strain) == card


def test_seats_in_words() -> None:
    assert [seat_list(seats) for seats in ([2], [2, 4], [1, 2, 4])] == ["seat 2", "seats 2 and 4", "seats 1, 2 and 4"]


# A led joker


@pytest.mark.parametrize(
    ("options", "lead", "said"),
    [
        ({}, {"names": "D"}, "the joker asks for diamonds"),
        ({"joker__names": "trump"}, {"names": "S"}, "the joker asks for spades"),
        ({"joker__names": "second_card"}, {}, "the joker names no suit; clubs to follow"),
    ],
)
def test_led_joker_with_power(options: dict[str, str], lead: dict[str, str], said: str) -> None:
    led = trick("JK", "C4", "C5", "D6", "D7", **lead)
    assert remarks(led, rules=changed_rules(**options)) == [said]


@pytest.mark.parametrize("on", [1, 2])
def test_led_joker_without_power(on: int) -> None:
    led, plain = trick("JK", "C4", "C5", "D6", "D7"), trick(*PLAIN)
    tricks = (led, plain) if on == 1 else (plain, led)
    assert remarks(*tricks, on=on) == ["powerless joker; clubs to follow"]
    named = [trick("JK", "C4", "C5", "D6", "D7", names="H") if part is led else part for part in tricks]
    rules = changed_rules(joker__powerless_lead="named")
    assert remarks(*named, on=on, rules=rules) == ["powerless joker; it asks for hearts"]


def test_jokers_alone_set_no_suit() -> None:
    rules = changed_rules("penalty-6")
    led = [trick(*["JK"] * 4, leader=0), trick(*PLAIN)]
    assert remarks(*led, on=1, rules=rules) == ["powerless joker; no suit to follow"]


# The joker's power by its place


@pytest.mark.parametrize("place", ["first", "last"])
@pytest.mark.parametrize(
    ("power", "said"),
    [
        ("normal", []),
        ("powerless", ["the joker has no power in the {} trick"]),
        ("powerless_if_led", []),
        ("banned", ["the joker has no power in the {} trick"]),
    ],
)
def test_followed_joker_by_place(place: str, power: str, said: list[str]) -> None:
    joker, plain = trick("S5", "JK", "D5", "D6", "D7"), trick(*PLAIN)
    rules = changed_rules(**{f"joker__{place}_trick": power})
    tricks = (joker, plain) if place == "first" else (plain, joker)
    assert remarks(*tricks, on=1 if place == "first" else 2, rules=rules) == [line.format(place) for line in said]
    assert remarks(joker, rules=rules) == []


@pytest.mark.parametrize(
    ("place", "options", "power"),
    [
        ("first", {"joker__first_trick": "normal"}, True),
        ("first", {"joker__first_trick": "powerless_if_led"}, False),
        ("first", {"joker__first_trick": "banned"}, False),
        ("first", {"joker__first_trick": "normal", "joker__lead_first": "banned"}, False),
        ("first", {"joker__first_trick": "normal", "lead__first_joker": "banned"}, False),
        ("first", {"joker__first_trick": "normal", "joker__lead_last": "banned"}, True),
        ("last", {"joker__last_trick": "normal"}, True),
        ("last", {"joker__last_trick": "powerless_if_led"}, False),
        ("last", {"joker__last_trick": "normal", "joker__lead_last": "banned"}, False),
        (
            "last",
            {"joker__last_trick": "normal", "joker__lead_last": "banned", "joker__last_card": "with_power"},
            True,
        ),
        ("last", {"joker__lead_last": "banned", "joker__last_card": "with_power"}, False),
        ("last", {"joker__last_trick": "normal", "lead__first_joker": "banned"}, True),
    ],
)
def test_led_joker_by_place(place: str, options: dict[str, str], power: bool) -> None:
    led, plain = trick("JK", "C4", "C5", "D6", "D7", names="C"), trick(*PLAIN)
    tricks = (led, plain) if place == "first" else (plain, led)
    (said,) = remarks(*tricks, on=1 if place == "first" else 2, rules=changed_rules(**options))
    assert said == ("the joker asks for clubs" if power else "powerless joker; it asks for clubs")


def test_an_only_trick_is_the_first() -> None:
    rules = changed_rules(joker__last_trick="normal")
    said = Remarks(sample_record() | {"tricks": [trick("S5", "JK", "D5", "D6", "D7")], "rules": rules}).on(1)
    assert said == ["the joker has no power in the first trick"]


def test_a_powerless_lead_leaves_a_second_joker_its_power() -> None:
    two = trick("JK", "C4", "JK", "D6", "D7")
    assert remarks(two, trick(*PLAIN), on=1, rules=changed_rules("penalty-6")) == ["powerless joker; clubs to follow"]


# The hunter

CALLED = trick("C3", "JK", "D5", "D6", "D7", demands_joker=True)
SILENT = trick("C3", "JK", "D5", "D6", "D7")
BEHIND = trick("JK", "D4", "C3", "D6", "D7", names="D")
BEFORE = trick("D4", "C3", "D6", "JK", "D7")
NO_POWER = "the joker has no power: demanded by C3"
PRESENT = "the joker has no power: C3 is in the trick"


def test_demand_on_lead_by_choice() -> None:
    assert remarks(CALLED) == ["C3 demands the joker", NO_POWER]
    assert remarks(SILENT) == remarks(BEFORE) == []
    assert remarks(BEHIND) == ["the joker asks for diamonds"]
    kept = changed_rules(hunter__called_joker_power="kept")
    assert remarks(CALLED, rules=kept) == ["C3 demands the joker"]
    nobody = trick("C3", "D4", "D5", "D6", "D7", demands_joker=True)
    assert remarks(nobody) == ["C3 demands the joker"]


def test_demand_by_itself_is_told_where_somebody_must_answer() -> None:
    rules = changed_rules(hunter__call="automatic")
    assert remarks(SILENT, rules=rules) == remarks(CALLED, rules=rules) == ["C3 demands the joker", NO_POWER]
    assert remarks(trick("C3", "D4", "D5", "D6", "D7"), rules=rules) == []
    assert remarks(BEFORE, rules=rules) == []


def test_demand_by_any_play() -> None:
    rules = changed_rules(hunter__call="automatic", hunter__trigger="any_play")
    assert remarks(BEFORE, rules=rules) == ["C3 demands the joker", NO_POWER]
    assert remarks(BEHIND, rules=rules) == ["the joker asks for diamonds"]
    by_choice = changed_rules(hunter__trigger="any_play")
    assert remarks(BEFORE, rules=by_choice) == []
    spoken = trick("D4", "C3", "D6", "JK", "D7")
    spoken["plays"][1]["demands_joker"] = True
    assert remarks(spoken, rules=by_choice) == ["C3 demands the joker", NO_POWER]


@pytest.mark.parametrize(
    ("presence", "first", "second"),
    [("never", False, False), ("always", True, True), ("after_first_trick", False, True)],
)
def test_presence_of_the_hunter(presence: str, first: bool, second: bool) -> None:
    rules = changed_rules(hunter__presence_kills_joker=presence, joker__first_trick="normal")
    asks = ["the joker asks for diamonds"]
    assert remarks(BEHIND, rules=rules) == asks + [PRESENT] * second
    assert remarks(BEHIND, trick(*PLAIN), on=1, rules=rules) == asks + [PRESENT] * first
    assert remarks(SILENT, rules=rules) == [PRESENT] * second


@pytest.mark.parametrize(("place", "on"), [("first", 1), ("last", 2)])
@pytest.mark.parametrize("able", [False, True])
def test_demand_in_the_first_and_the_last_trick(place: str, on: int, able: bool) -> None:
    options = {f"hunter__{place}_trick": able, f"joker__{place}_trick": "normal"}
    tricks = (SILENT, trick(*PLAIN)) if on == 1 else (trick(*PLAIN), SILENT)
    said = remarks(*tricks, on=on, rules=changed_rules(hunter__call="automatic", **options))
    assert said == (["C3 demands the joker", NO_POWER] if able else [])


def test_the_mighty_may_answer() -> None:
    answered, later = trick("C3", "DA", "C5", "C6", "C7", demands_joker=True), trick("S5", "JK", "D5", "D6", "D7")
    assert remarks(trick(*PLAIN), answered, later, trick(*PLAIN)) == [
        "C3 demands the joker",
        "seat 1 answers with the Mighty",
    ]
    assert remarks(trick(*PLAIN), answered, trick(*PLAIN)) == ["C3 demands the joker"]


@pytest.mark.parametrize(
    ("scope", "said"),
    [
        ("any_holder", ["C3 demands the jokers", "seat 3 answers with the Mighty"]),
        ("next_only", ["C3 demands a joker"]),
        ("one_joker", ["C3 demands a joker"]),
    ],
)
def test_scope_of_a_demand(scope: str, said: list[str]) -> None:
    rules = changed_rules("penalty-6", hunter__scope=scope, hunter__presence_kills_joker="never")
    several, later = trick("C3", "JK", "JK", "DA", "C4", "C5"), trick("H5", "H6", "H7", "JK", "H8", "H9")
    plain = trick("H5", "H6", "H7", "H8", "H9", "HT")
    found = remarks(plain, several, later, plain, rules=rules | {"mighty": rules["mighty"] | {"switches_suit": False}})
    assert found == [*said, "the jokers have no power: demanded by C3"]


def test_two_hunters_say_it_once() -> None:
    rules = changed_rules("penalty-6", mighty__switches_suit=False)
    both = trick("C3", "C3", "JK", "JK", "C4", "C5")
    assert remarks(both, rules=rules) == ["C3 demands the jokers", "the jokers have no power: C3 is in the trick"]


def test_jokers_of_one_trick_can_differ() -> None:
    rules = changed_rules("penalty-6", hunter__presence_kills_joker="never")
    mixed = trick("JK", "C3", "JK", "C4", "JK", "C5", names="C")
    assert remarks(mixed, rules=rules) == [
        "the joker asks for clubs",
        "C3 demands the jokers",
        "the jokers of seats 2 and 4 have no power: demanded by C3",
    ]
    one = trick("JK", "C3", "JK", "C4", "C6", "C5", names="C")
    assert remarks(one, rules=rules)[-1] == "seat 2's joker has no power: demanded by C3"


def test_no_hunter_demands_nothing() -> None:
    assert remarks(SILENT, rules=changed_rules("penalty-5", hunter__card="none")) == []


# The suit that a Mighty sets


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        (["H5", "DA", "D5", "D6", "D7"], ["the Mighty changes the suit to diamonds"]),
        (["H5", "H6", "H7", "DA", "D7"], ["the Mighty changes the suit to diamonds"]),
        (["H5", "H6", "H7", "H8", "DA"], []),
        (["D5", "DA", "D6", "D7", "D8"], []),
        (["DA", "D5", "D6", "D7", "D8"], []),
        (["JK", "DA", "D6", "D7", "D8"], ["the joker asks for hearts", "the Mighty changes the suit to diamonds"]),
    ],
)
def test_the_mighty_changes_the_suit(cards: list[str], said: list[str]) -> None:
    played = trick(*cards, **({"names": "H"} if cards[0] == "JK" else {}))
    assert remarks(played, rules=changed_rules(mighty__switches_suit=True)) == said
    assert "the Mighty changes the suit to diamonds" not in remarks(played)


def test_the_mighty_as_the_card_that_sets_the_suit() -> None:
    rules = changed_rules("penalty-5")
    first = trick("JK", "DA", "D6", "D7", "D8"), trick(*PLAIN)
    assert remarks(*first, on=1, rules=rules) == ["powerless joker; diamonds to follow"]
    later = trick("JK", "C4", "DA", "D7", "D8"), trick(*PLAIN)
    assert remarks(*later, on=1, rules=rules) == [
        "powerless joker; clubs to follow",
        "the Mighty changes the suit to diamonds",
    ]


# Friends


def test_friend_by_the_first_trick_or_the_last() -> None:
    plain, kinds = trick(*PLAIN, winner=3), {1: "first-trick", 2: "last-trick"}
    for on, kind in kinds.items():
        for other in (1, 2):
            said = remarks(plain, plain, on=other, friend_call={"kind": kind}, result=friends(3))
            assert said == (["seat 3 is the friend"] if other == on else [])
    own = trick(*PLAIN, winner=0)
    assert remarks(own, own, on=1, friend_call={"kind": "first-trick"}) == ["no friend: the declarer took it"]


def test_friend_by_a_card_is_told_when_it_falls() -> None:
    call = {"kind": "card", "card": "D6"}
    assert remarks(trick(*PLAIN), friend_call=call, result=friends(3), on=1) == ["seat 3 is the friend"]
    assert remarks(trick(*PLAIN), friend_call=call, on=1) == []


def test_several_friends_are_told_each_and_once() -> None:
    call, result = {"kind": "card", "card": "D4"}, friends(1, 3)
    tricks = [trick(*PLAIN), trick("S5", "D4", "D5", "D4", "D7"), trick("D4", "D8", "D5", "D9", "D7")]
    said = [remarks(*tricks, on=on, friend_call=call, result=result) for on in (1, 2, 3)]
    assert said == [["seat 1 is a friend"], ["seat 3 is a friend"], []]


def test_friends_of_one_trick_share_a_line() -> None:
    both = trick("S5", "H4", "D5", "D6", "H4")
    said = remarks(both, friend_call={"kind": "card", "card": "H4"}, result=friends(1, 4))
    assert said == ["seats 1 and 4 are friends"]


def test_no_friend_is_told_where_nobody_can_be_called() -> None:
    assert remarks(trick(*PLAIN), friend_call=None) == []


# A suit asked of the friend

ASKED = [
    trick("H5", "H6", "H7", "H8", "H9", leader=0),
    trick("C5", "C6", "C7", "C8", "C9", leader=1),
    trick("D4", "D5", "D6", "D7", "D8", leader=1),
    trick("S4", "S5", "S6", "S7", "S8", leader=1),
]
AS_ASKED, NONE_LEFT = "seat 1 leads clubs, as asked", "seat 1 has no clubs to lead"


@pytest.mark.parametrize(
    ("binding", "said"),
    [
        ("advisory_at_top_notrump", [[], [], [], []]),
        ("binding_first_lead_at_top_notrump", [[], [AS_ASKED], [], []]),
        ("binding_all_leads_at_top_notrump", [[], [AS_ASKED], [NONE_LEFT], [NONE_LEFT]]),
    ],
)
def test_binding_request(binding: str, said: list[list[str]]) -> None:
    changes = {
        "rules": changed_rules(friend__suit_request=binding),
        "requested_suit": "C",
        "friend_call": {"kind": "card", "card": "H2"},
        "result": friends(1),
    }
    assert [remarks(*ASKED, on=on, **changes) for on in range(1, 5)] == said
    alone = changes | {"result": friends()}
    assert [remarks(*ASKED, on=on, **alone) for on in range(1, 5)] == [[]] * 4


def test_a_lead_that_another_rule_forces_is_no_answer() -> None:
    changes = {"requested_suit": "S", "friend_call": {"kind": "card", "card": "H2"}, "result": friends(1)}
    rules = changed_rules(friend__suit_request="binding_first_lead_at_top_notrump")
    assert remarks(*ASKED, rules=rules, **changes) == []


@pytest.mark.parametrize(
    ("call", "copies", "since"),
    [
        ({"kind": "card", "card": "C5"}, "all_holders", 0),
        ({"kind": "card", "card": "C5"}, "first_played", 2),
        ({"kind": "first-trick"}, "all_holders", 1),
    ],
)
def test_a_friend_is_bound_from_the_moment_he_is_it(call: dict[str, str], copies: str, since: int) -> None:
    rules = changed_rules(friend__suit_request="binding_first_lead_at_top_notrump", friend__copies=copies)
    changes = {"rules": rules, "requested_suit": "C", "friend_call": call, "result": friends(1)}
    found = [on for on in range(1, 5) if {AS_ASKED, NONE_LEFT} & set(remarks(*ASKED, on=on, **changes))]
    assert found == [max(2, since + 1)]
