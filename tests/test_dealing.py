"""Wishes for the cards: how they are read, refused and told; and the deals of experiments that have them."""

import dataclasses
import json
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from uncompiled import TESTS, run_uncompiled

from mighty_sim.cards import card_index, card_text, texts_in
from mighty_sim.complaint import arguments
from mighty_sim.dealing import KITTY, Dealing, parse
from mighty_sim.errors import InputError, RunError
from mighty_sim.experiment import Experiment, from_names
from mighty_sim.kernels.batch import Batch, columns_of
from mighty_sim.kernels.hands import Dealer
from mighty_sim.kernels.match import MatchRows
from mighty_sim.rules import load_table, pack

STANDARD = load_table("standard")
PENALTY_6 = load_table("penalty-6")
DEALING = {
    "hand": ["SA SK", "1:JK"],
    "kitty": "D2",
    "never": ["HA", "3:S2 S3"],
    "where": "me.trumps + kitty.points >= 5",
}


def wishing(table: str = "standard", strategy: str = "greedy", **wishes) -> Experiment:
    plain = from_names(table, strategy, 1)
    return dataclasses.replace(plain, dealing=parse(plain.rules, **wishes))


def rows_of(experiment: Experiment, first: int, count: int, piece: int = 1000) -> np.ndarray:
    batch = (MatchRows if experiment.in_matches else Batch)(experiment)
    out = np.full((len(batch.columns), count), -999, np.int16)
    for done in range(0, count, piece):
        batch.play(first + done, min(piece, count - done), out, done)
    return out


def names_of(experiment: Experiment) -> list[str]:
    return [column.name for column in columns_of(experiment)]


# Reading


def test_cards_are_read_as_people_write_them():
    found = parse(STANDARD, hand="♠A s10, joker", seat=2, never=["kitty: HT", "3:SK hk"])
    assert found == Dealing(
        fixed=((2, tuple(sorted(map(card_index, ["SA", "ST", "JK"])))),),
        never=((3, tuple(sorted(map(card_index, ["SK", "HK"])))), (KITTY, (card_index("HT"),))),
        seat=2,
    )
    assert parse(STANDARD, hand=["SA", "SK"]) == parse(STANDARD, hand="SK SA") == parse(STANDARD, hand=["0:SA", "SK"])
    assert parse(STANDARD) is None and parse(STANDARD, hand=(), never=[]) is None


def test_a_condition_may_name_its_seat():
    found = parse(STANDARD, where="3: me.holds(JK)", seat=1)
    assert (found.seat, found.where_text) == (3, "me.holds(JK)")
    assert parse(STANDARD, where="me.holds(JK)", seat=1).seat == 1


@pytest.mark.parametrize(
    ("wishes", "told"),
    [
        ({"hand": "SX"}, "'SX' is no card"),
        ({"hand": ""}, "names no card; write cards as in"),
        ({"hand": "SA SA"}, "SA is wished twice; it is in the pack of standard once"),
        ({"hand": ["SA", "1:SA"]}, "SA is wished twice"),
        ({"hand": "SA", "kitty": "SA"}, "SA is wished twice"),
        ({"hand": "SA SK SQ SJ ST S9 S8 S7 S6 S5 S4"}, "11 cards are fixed for seat 0, which holds 10"),
        ({"kitty": "S2 S3 S4 S5"}, "4 cards are fixed for the kitty, which holds 3"),
        ({"hand": "SA", "never": "SA SK"}, "SA is both fixed and forbidden for seat 0"),
        ({"never": [f"{place}:JK" for place in (0, 1, 2, 3, 4, "kitty")]}, "JK is forbidden everywhere"),
        ({"hand": "5:SA"}, "there is no seat 5 at standard; it has 0 to 4"),
        ({"hand": "SA", "seat": 7}, "there is no seat 7 at standard"),
        ({"where": "me.aces", "seat": 7}, "there is no seat 7 at standard"),
        ({"hand": "kitty:SA"}, "names the kitty; --kitty fixes its cards"),
        ({"kitty": "2:SA"}, "names a seat; --hand fixes its cards"),
        ({"where": "kitty:me.aces"}, "a condition is asked of a seat"),
        ({"where": "  "}, "empty condition"),
        (
            {"never": " ".join("S" + r + " H" + r + " D" + r for r in "23456789TJQKA") + " C2 C3 C4 C5"},
            "10 are left|10 more",
        ),
    ],
)
def test_impossible_wishes_are_refused_in_one_line(wishes, told):
    if "left" in told:  # ten clubs and the joker less four: exactly a hand is left, so it can be dealt; one more cannot
        assert parse(STANDARD, **wishes) is not None
        wishes = {"never": wishes["never"] + " C6"}
        told = "seat 0 needs 10 more cards, and 9 are left that may go there"
    with pytest.raises(InputError, match=told) as refused:
        parse(STANDARD, **wishes)
    assert "\n" not in str(refused.value)


def test_what_one_pack_has_not_two_may():
    assert parse(PENALTY_6, hand="SA SA JK JK", kitty="JK JK").fixed[0][1] == (48, 48, 52, 52)
    with pytest.raises(InputError, match="SA is wished 3 times; it is in the pack of penalty-6 2 times"):
        parse(PENALTY_6, hand="SA SA", kitty="SA")
    with pytest.raises(InputError, match="S2 is not in the pack of penalty-3"):
        parse(load_table("penalty-3"), never="S2")


def test_wishes_together_that_no_deal_meets_are_refused():
    """Each seat alone could be dealt, but the seven kinds of cards that nobody but seat 4 may have are too many."""
    spades = " ".join("S" + rank for rank in "23456789TJQKA")
    with pytest.raises(InputError, match="no deal has these cards"):
        parse(STANDARD, never=[f"{place}:{spades}" for place in (0, 1, 2, "kitty")] + [f"3:{spades}"])


# Telling


def test_the_command_line_says_the_same_again():
    found = parse(STANDARD, **DEALING)
    words = found.words()
    said = {"hand": [], "kitty": [], "never": [], "where": None}
    for option, value in zip(words[::2], words[1::2], strict=True):
        name = {"--hand": "hand", "--kitty": "kitty", "--not": "never", "--where": "where"}[option]
        said[name] = value if name == "where" else [*said[name], value]
    assert parse(STANDARD, **said) == found
    command = arguments(wishing(**DEALING), 7, None, "stop")
    assert command[-2:] == ["--deals", "7"] and [w for w in command if w in words] == words
    assert found.describe().startswith("seat 0 has SA SK; seat 1 has JK; the kitty has D2; seat 0 has no HA")


def test_the_provenance_has_wishes_only_where_there_are_some(tmp_path):
    plain, wished = from_names("standard", "greedy", 1), wishing(**DEALING)
    assert "dealing" not in plain.provenance() and "wishes" not in plain.slug
    added = {
        "fixed": {"0": ["SK", "SA"], "1": ["JK"], "kitty": ["D2"]},
        "never": {"0": ["HA"], "3": ["S2", "S3"]},
        "where": DEALING["where"],
        "where_seat": 0,
    }
    assert wished.provenance() == plain.provenance() | {"dealing": json.loads(json.dumps(added))}
    assert wished.digest != plain.digest and "wishes" in wished.slug
    path = tmp_path / "mine.py"
    path.write_text("def where(game, me):\n    return 1\n", encoding="utf-8")
    where = wishing(where=str(path)).provenance()["dealing"]["where"]
    assert where["file"] == "mine.py" and len(where["sha256"]) == 64


def test_an_experiment_refuses_wishes_that_its_table_cannot_meet():
    dealing = parse(STANDARD, hand="4:SA")
    with pytest.raises(InputError, match="there is no seat 4 at penalty-3"):
        dataclasses.replace(from_names("penalty-3", "greedy", 1), dealing=dealing)


# Dealing


@some.composite
def wishes(draw):
    """A table, and wishes that can be met: cards of one deal, fixed where they lie, or forbidden elsewhere."""
    rules = draw(some.sampled_from([STANDARD, load_table("penalty-4"), PENALTY_6]))
    places, _ = Dealer(rules, draw(some.integers(0, 10**6)), Dealing()).hands(0, 1)
    lying = [texts_in(*map(int, place)) for place in places[0]]
    name = ["kitty" if place == rules.deal.players else str(place) for place in range(len(lying))]
    hand, kitty, never = [], [], []
    forbids = draw(some.integers(0, len(lying) - 1))
    for place, cards in enumerate(lying):
        chosen = draw(some.lists(some.sampled_from(range(len(cards))), unique=True, max_size=len(cards)))
        fixed = " ".join(cards[one] for one in chosen)
        if fixed:
            (kitty if name[place] == "kitty" else hand).append(
                fixed if name[place] == "kitty" else f"{name[place]}:{fixed}"
            )
        absent = sorted({card_text(card) for card in pack(rules)} - set(cards))
        if place == forbids:  # at one place: several different ones may be too many to be worked out
            never.append(
                f"{name[place]}:{' '.join(draw(some.lists(some.sampled_from(absent), min_size=1, max_size=20)))}"
            )
    return rules, {"hand": hand, "kitty": kitty, "never": never}


@settings(max_examples=40, deadline=None)
@given(wishes(), some.integers(0, 1 << 40))
def test_fixed_cards_are_there_forbidden_ones_are_not_and_each_card_is_dealt_once(wished, first):
    rules, said = wished
    dealing = parse(rules, **said)
    places, tried = Dealer(rules, 3, dealing).hands(first, 5)
    assert (tried == 1).all()
    for deal in places:
        there = [Counter(map(card_index, texts_in(*map(int, place)))) for place in deal]
        assert [cards.total() for cards in there] == [rules.deal.hand] * rules.deal.players + [rules.deal.kitty]
        assert sum(there, Counter()) == Counter(pack(rules))
        for place, cards in dealing.fixed:
            assert Counter(cards) <= there[place]
        for place, cards in dealing.never:
            assert not set(cards) & set(there[place])


def test_pairs_of_free_cards_meet_in_a_hand_as_often_as_they_must():
    """Seat 0 holds SA and no heart: two of the 39 other cards meet there with a chance of 9 * 8 / (39 * 38)."""
    hearts = " ".join("H" + rank for rank in "23456789TJQKA")
    n = 60_000
    places, _ = Dealer(STANDARD, 4, parse(STANDARD, hand="SA", never=hearts)).hands(0, n)
    others = [card for card in range(53) if card_text(card)[0] != "H" and card_text(card) != "SA"]
    held = np.array([(places[:, 0, 0] >> card & 1) for card in others], float)
    assert (held.sum(axis=0) == 9).all()
    together = (held @ held.T)[np.triu_indices(len(others), 1)]
    chance = 9 * 8 / (39 * 38)
    worst = np.abs(together - n * chance).max() / (n * chance * (1 - chance)) ** 0.5
    assert worst < 5.5  # of 741 pairs; chance passes it once in 30,000 tests
    assert worst > 1.5


def test_the_same_rows_however_the_deals_are_cut():
    experiment = wishing(strategy="random", **DEALING)
    whole = rows_of(experiment, 50, 500)
    assert (rows_of(experiment, 50, 500, piece=7) == whole).all()
    assert (rows_of(experiment, 300, 10) == whole[:, 250:260]).all()
    names = names_of(experiment)
    assert names[-1] == "tried" and whole[-1].max() > 1
    assert (whole[names.index("joker_seat")] == 1).all()
    assert (whole[names.index("redeals")] > 0).any()  # a deal that was thrown in is dealt again under the same wishes


def test_a_condition_that_always_holds_changes_no_deal():
    plain, wished = from_names("standard", "random", 1), wishing(strategy="random", where="me.points >= 0")
    whole = rows_of(wished, 0, 500)
    assert (whole[:-1] == rows_of(plain, 0, 500)).all() and (whole[-1] == 1).all()


def test_matches_are_dealt_under_the_wishes_too():
    settings = ("match.deals=4",)
    plain = from_names("standard", "greedy", 1, settings=settings)
    wished = dataclasses.replace(plain, in_matches=True, dealing=parse(plain.rules, **DEALING))
    batch = MatchRows(wished)
    rows = rows_of(wished, 0, 40)
    names = [column.name for column in batch.columns]
    assert (rows[names.index("joker_seat")] == 1).all()
    assert (rows[names.index("tried")] >= 1).all() and (rows[names.index("match_deal")][:5] == [1, 2, 3, 4, 1]).all()


def test_a_condition_that_never_holds_ends_in_one_line():
    with pytest.raises(RunError, match="deal 3: 1,000,000 deals in a row do not meet the condition"):
        rows_of(wishing(where="me.points > 20"), 3, 1)


def test_a_condition_that_fails_ends_in_one_line(tmp_path):
    path = tmp_path / "fails.py"
    path.write_text("def where(game, me):\n    return 1 // (me.aces - me.aces)\n", encoding="utf-8")
    with pytest.raises(RunError, match="deal 0: the condition failed"):
        rows_of(wishing(where=str(path)), 0, 1)


ROWS = """
import sys
sys.path.insert(0, {tests!r})
from test_dealing import TWINS, rows_of, wishing
for wishes in TWINS:
    print(rows_of(wishing(**wishes), 5, 6).tolist())
"""
TWINS = [
    {"strategy": "greedy", **DEALING},
    {
        "table": "penalty-6",
        "strategy": "random",
        "hand": "JK SA",
        "never": ["3:SA HA", "kitty:JK"],
        "where": "me.aces >= 2",
    },
]


def test_without_the_compiler_the_cards_are_the_same():
    said = run_uncompiled("-c", ROWS.format(tests=str(TESTS)))
    assert said == "".join(f"{rows_of(wishing(**wishes), 5, 6).tolist()}\n" for wishes in TWINS)


def test_the_replay_command_shows_the_same_deal():
    experiment = wishing(**DEALING)
    command = arguments(experiment, 5, None, "stop")
    said = run_uncompiled("-m", "mighty_sim", *command, "--format", "json", compiled=True)
    record = json.loads(said)
    row = dict(zip(names_of(experiment), rows_of(experiment, 5, 1)[:, 0].tolist(), strict=True))
    assert record["result"]["points"] == row["points"] and record["result"]["scores"][0] == row["score_0"]
    assert {"SA", "SK"} <= set(record["hands"][0]) and "JK" in record["hands"][1] and "D2" in record["kitty"]
