"""Conditions on the cards: what they mean, what is refused, and that nothing else is ever run."""

import ast
import pickle
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from referee_tables import rules_of as referee_rules
from slow_measures import quarter_tricks

from mighty_sim.cards import FIRST_JOKER, STRAINS, cards_in, mask_of, texts_in
from mighty_sim.condition import Condition, condition
from mighty_sim.dealing import Dealing
from mighty_sim.errors import InputError
from mighty_sim.kernels.hands import Dealer
from mighty_sim.rules import load_table

STANDARD = load_table("standard")
PENALTY_6 = load_table("penalty-6")
N = 20_000


def met(text: str, n: int = N, seat: int = 0, rules=STANDARD) -> int:
    return Dealer(rules, 11, Dealing(condition=condition(text), seat=seat)).meeting(0, n)


def near(found: int, chance: float, n: int = N) -> bool:
    """Within four standard errors."""
    return abs(found - n * chance) < 4 * (n * chance * (1 - chance)) ** 0.5


def test_rates_are_those_of_the_books():
    assert near(met("me.holds(JK)"), 10 / 53)
    assert near(met("kitty.holds(SA)"), 3 / 53)
    assert near(met("seat(3).holds(SA, SK)"), 90 / (53 * 52))
    assert near(met("me.count(ACES) == 0"), comb(49, 10) / comb(53, 10))
    assert near(met("me.points + kitty.points == 0"), comb(33, 13) / comb(53, 13))


def test_a_condition_is_asked_of_its_seat():
    """The seats that hold the joker, and the kitty, are all deals."""
    seats = [met("me.holds(JK)", seat=seat) for seat in range(5)]
    assert len(set(seats)) > 1
    assert sum(seats) + met("kitty.holds(JK)") == N
    assert seats[2] == met("seat(2).holds(JK)", seat=4)


FACTS = {
    "points": lambda cards: sum(card < FIRST_JOKER and card // 4 >= 8 for card in cards),
    "aces": lambda cards: sum(card < FIRST_JOKER and card // 4 == 12 for card in cards),
    "kings": lambda cards: sum(card // 4 == 11 for card in cards),
    "queens": lambda cards: sum(card // 4 == 10 for card in cards),
    "jacks": lambda cards: sum(card // 4 == 9 for card in cards),
    "tens": lambda cards: sum(card // 4 == 8 for card in cards),
    "jokers": lambda cards: cards.count(FIRST_JOKER),
    "spades": lambda cards: sum(card < FIRST_JOKER and card % 4 == 0 for card in cards),
    "hearts": lambda cards: sum(card < FIRST_JOKER and card % 4 == 1 for card in cards),
    "diamonds": lambda cards: sum(card < FIRST_JOKER and card % 4 == 2 for card in cards),
    "clubs": lambda cards: sum(card < FIRST_JOKER and card % 4 == 3 for card in cards),
    "trumps": lambda cards: max(sum(card < FIRST_JOKER and card % 4 == suit for card in cards) for suit in range(4)),
}


@pytest.mark.parametrize("rules", [STANDARD, PENALTY_6], ids=lambda rules: rules.name)
def test_every_fact_counts_the_cards_of_a_hand(rules):
    """One condition a fact: deals in which it is more at seat 1 than at seat 0, counted once more in Python."""
    n = 300
    places, _ = Dealer(rules, 11, Dealing()).hands(0, n)
    hands = [[cards_in(*map(int, deal[seat])) for seat in (0, 1)] for deal in places]
    for name, fact in FACTS.items():
        right = sum(fact(second) > fact(first) for first, second in hands)
        assert met(f"seat(1).{name} > me.{name}", n, rules=rules) == right, name
        if name == "tens":
            assert 0 < right < n


def test_tricks_are_those_of_the_strain_that_gives_most():
    """Against the plain reading of the table of estimates."""
    places, _ = Dealer(STANDARD, 11, Dealing()).hands(0, 300)
    rules = referee_rules("standard")
    hands = [texts_in(int(deal[0, 0])) for deal in places]
    most = [max(quarter_tricks(rules, hand, strain) for strain in STRAINS) for hand in hands]
    assert met("me.quarters >= 12", 300) == sum(quarters >= 12 for quarters in most)
    assert met("me.tricks >= 4", 300) == sum(quarters // 4 >= 4 for quarters in most)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("me.holds(JK)", "me.holds(joker)"),
        ("me.holds(S10)", "me.holds(ST)"),
        ("me.holds(SA) and me.holds(SK)", "me.holds(sa, SK)"),
        ("not me.holds(JK)", "me.holds(JK) == 0"),
        ("me.spades >= 3 or me.hearts > 2", "(me.count(S) >= 3) + (me.count(HEARTS) > 2) > 0"),
        ("1 < me.aces <= 3", "me.aces == 2 or me.aces == 3"),
        ("me.points - kitty.points >= 5", "-kitty.points + me.points > 4"),
        ("me.deals", "game.dealer == me.seat"),
        ("me.deals", "me.opens"),
        ("me.aces * 2 + True > 3", "me.aces + me.aces >= 3"),
        ("me.jokers or me.aces", "me.count(JK, ACES) > 0"),
    ],
)
def test_two_ways_to_say_the_same(text, same):
    found = met(text, 2_000)
    assert found == met(same, 2_000) and 0 < found < 2_000


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "empty condition"),
        ("me.hold(JK)", "did you mean me.holds"),
        ("me.trump >= 5", "did you mean me.trumps"),
        ("me.holds", "is a question"),
        ("me.points() > 3", "not a question; write me.points without ()"),
        ("me.holds()", "names no card"),
        ("me.holds(SZ)", "'SZ' is no card and no suit"),
        ("me.holds(5)", "'5' is no card and no suit"),
        ("me.tricks >= 4.5", "is a decimal number; whole numbers only"),
        ("me.points / 2", "is not known here"),
        ("me", "is no number; ask it something, as in me.points"),
        ("JK", "is a card or a set of cards, no number"),
        ("mee.points > 1", "is not known here|has nothing that can be asked"),
        ("me.points > 'a'", "is not known here"),
        ("seat.points", "has nothing that can be asked"),
        ("seat(me.seat).points", "names no seat"),
        ("game.kitty", "there is no game.kitty"),
        ("me.cards > 1", "there is no me.cards"),
        ("me.points >", "is no expression"),
        ("me.points = 3", "is no expression"),
        ("x := 3", "is no expression"),
        ("me.points > 10 ** 10", "is not known here"),
        ("me.points * 4000000000 * 4000000000 > 1", "too large a number"),
        ("-" * 60 + "1", "nested too deeply"),
        ("1 + " * 300 + "1", "letters"),
        ("__import__('os').system('true')", "nothing that can be asked|not known"),
        ("me.__class__", "there is no me.__class__"),
        ("[x for x in (1,)]", "is not known here"),
        ("(lambda: 1)()", "is not known here"),
        ("nowhere.py", "No such file"),
    ],
)
def test_anything_else_is_refused_in_one_line(text, told):
    with pytest.raises(InputError, match=told) as refused:
        condition(text)
    assert "\n" not in str(refused.value)


WORDS = ["me", "kitty", "seat(1)", "game", ".", "holds", "(", ")", "JK", "points", "and", "or", "not", ">", "==", "1"]
WORDS += ["__class__", "open", "exec", "lambda", ":", "[", "]", ",", "**", "/", "'", "\\", "\n", "seat", "é", "for"]


@settings(max_examples=300, deadline=None)
@given(some.one_of(some.text(max_size=60), some.lists(some.sampled_from(WORDS), max_size=14).map(" ".join)))
def test_whatever_is_typed_is_read_or_refused(text):
    """Nothing is compiled by numba here: the reading alone makes a new expression, of known parts, or refuses."""
    from mighty_sim.condition import _Reading

    try:
        made = _Reading(text).read()
    except InputError as error:
        assert len(str(error).splitlines()) <= 1 or "\n" in text
        return
    names = {node.id for node in ast.walk(made) if isinstance(node, ast.Name)}
    kinds = {type(node.value) for node in ast.walk(made) if isinstance(node, ast.Constant)}
    fields = {node.attr for node in ast.walk(made) if isinstance(node, ast.Attribute)}
    assert names <= {"me", "game"} and kinds <= {int}
    assert not any(field.startswith("_") for field in fields)


# Files


def write(folder, body: str):
    path = folder / "mine.py"
    path.write_text(f"from mighty_sim.strategy import ACES, POINT_CARDS, helper\n\n{body}\n", encoding="utf-8")
    return path


def test_a_file_asks_the_same_as_an_expression(tmp_path):
    body = """
@helper
def enough(points):
    return points >= 4


def where(game, me):
    if me.count(ACES) == 0 and not game.seat(2).holds(1 << 52):
        return 0
    return enough(me.points) and game.kitty.points < 2 and me.cards & POINT_CARDS != 0
"""
    found = condition(str(write(tmp_path, body)))
    assert found.is_file and found.as_json() == {"file": "mine.py", "sha256": found.sha256}
    right = met("(me.aces or seat(2).holds(JK)) and me.points >= 4 and kitty.points < 2", 3_000)
    assert Dealer(STANDARD, 11, Dealing(condition=found)).meeting(0, 3_000) == right
    assert 0 < right < 3_000


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("def when(game, me):\n    return 1", "no function where"),
        ("def where(me):\n    return 1", "no function where"),
        ("def where(game, me):\n    return me.hold(1)", "did you mean me.holds"),
        ("def where(game, me):\n    if me.points > 3:\n        return 1", "every way through it has to return"),
        ("import random\n\ndef where(game, me):\n    return random.randrange(2)", "impossible to repeat"),
        ("1 / 0", "ZeroDivisionError"),
        ("def where(game, me):\n    return me.nothing", "there is no me.nothing"),
    ],
)
def test_what_is_wrong_with_a_file_is_told_in_one_line(tmp_path, body, told):
    with pytest.raises(InputError, match=told) as refused:
        condition(str(write(tmp_path, body)))
    assert "\n" not in str(refused.value)


def test_a_file_that_changed_meanwhile_is_not_another_condition(tmp_path):
    path = write(tmp_path, "def where(game, me):\n    return 1")
    known = condition(str(path))
    path.write_text("def where(game, me):\n    return 0\n", encoding="utf-8")
    with pytest.raises(InputError, match="has changed"):
        _ = Condition(known.text, known.sha256[:-1] + ("0" if known.sha256[-1] != "0" else "1")).function


def test_a_condition_travels_to_another_process():
    known = condition("me.holds(JK)")
    again = pickle.loads(pickle.dumps(known))
    assert again == known and again.function is known.function


def test_a_table_has_to_have_what_is_asked_for():
    with pytest.raises(InputError, match="S2 is not in the pack of penalty-3"):
        condition("me.holds(S2)").check(load_table("penalty-3"))
    with pytest.raises(InputError, match="there is no seat 5; seats of standard are 0 to 4"):
        condition("seat(5).aces").check(STANDARD)


def test_second_copies_are_counted():
    """At six seats: deals in which seat 0 has more than one joker, by the cards themselves."""
    places, _ = Dealer(PENALTY_6, 11, Dealing()).hands(0, 500)
    more = [int(once) >> 52 & 1 and int(twice) >> 52 & 7 for once, twice in places[:, 0]]
    assert met("me.count(JK) >= 2", 500, rules=PENALTY_6) == np.count_nonzero(more) > 0
    both = int(((places[:, 0] & mask_of("SA")) != 0).all(axis=1).sum())
    assert met("me.count(SA) == 2", 500, rules=PENALTY_6) == both > 0
