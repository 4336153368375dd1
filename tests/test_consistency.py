"""Values that are each within their range and do not fit together: every refusal, and what is no contradiction."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mighty_sim.cards import card_text
from mighty_sim.consistency import pack, points_in_pack, problems
from mighty_sim.errors import RulesError
from mighty_sim.rules import Rules, change, load_table

STANDARD = load_table("standard")
ALL_CARDS = [suit + rank for rank in "23456789TJQKA" for suit in "SHDC"] + ["JK"]


@pytest.mark.parametrize(
    ("base", "changes", "message"),
    [
        # the pack
        ("standard", {"deal.jokers": 2}, "deal.jokers = 2; one pack has 0 or 1"),
        ("standard", {"deal.removed": ["S1"]}, "'S1' is no card; write suit"),
        ("standard", {"deal.removed": ["X*"]}, "'X*' is no card; write suit"),
        ("standard", {"deal.removed": ["2*", "S2"]}, "deal.removed takes 'S2' out too often; the pack holds one"),
        ("standard", {"deal.removed": ["JK", "JK"]}, "deal.removed takes 'JK' out too often; the pack holds one"),
        ("penalty-7", {"deal.removed": ["C2"] * 3}, "deal.removed takes 'C2' out too often; the pack holds two"),
        ("penalty-6", {"deal.removed": ["JK"] * 5}, "deal.removed takes 'JK' out too often; the pack holds 4"),
        (
            "standard",
            {"deal.players": 4},
            "the pack has 53 cards, but deal.players 4 x deal.hand 10 + deal.kitty 3 = 43; all must be dealt",
        ),
        ("standard", {"deal.removed": ["2*"]}, "the pack has 49 cards, but"),
        ("penalty-6", {"deal.kitty": 4}, "the pack has 108 cards, but"),
        ("standard", {"deal.packs": 2}, "the pack has 105 cards, but"),
        # bids
        ("standard", {"auction.min_number": 21}, "auction.min_number 21 is above auction.max_number 20; at most that"),
        ("standard", {"auction.max_number": 21}, "auction.max_number 21 is above the 20 points in the pack; at most "),
        (
            "penalty-6",
            {"auction.max_number": 40, "deal.removed": ["HT"], "deal.kitty": 5},
            "auction.max_number 40 is above the 39 points in the pack",
        ),
        # Mighty and hunter
        ("standard", {"mighty.card": "JK"}, "mighty.card = 'JK' is no suit card of this pack"),
        ("penalty-3", {"mighty.card": "S2"}, "mighty.card = 'S2' is no suit card of this pack"),
        ("penalty-3", {"mighty.under_own_suit": "D2"}, "mighty.under_own_suit = 'D2' is no suit card of this pack"),
        (
            "penalty-3",
            {"hunter.card": "C3"},
            "hunter.card = 'C3' is no suit card of this pack; hunter.card = 'none' plays without one",
        ),
        ("penalty-3", {"hunter.under_own_suit": "S3"}, "hunter.under_own_suit = 'S3' is no suit card of this pack"),
        ("standard", {"mighty.under_own_suit": "SK"}, "mighty.under_own_suit = 'SK' has the suit 'S' of mighty.card"),
        ("standard", {"hunter.under_own_suit": "C4"}, "hunter.under_own_suit = 'C4' has the suit 'C' of hunter.card"),
        ("standard", {"hunter.card": "SA", "hunter.under_own_suit": "H3"}, "'SA' is both Mighty and hunter at trump H"),
        ("standard", {"hunter.card": "DA"}, "'DA' is both Mighty and hunter at trump S; they must be two cards"),
        ("standard", {"mighty.card": "C3"}, "'C3' is both Mighty and hunter at trump S"),
        # the friend
        ("standard", {"friend.kinds": ["card", "card"]}, "friend.kinds = 'card, card' names a kind twice; each once"),
        ("standard", {"friend.uncallable": ["JK", "joker"]}, "friend.uncallable = 'JK, JK' names a card twice"),
        ("penalty-3", {"friend.uncallable": ["S2"]}, "friend.uncallable names 'S2', which is not in this pack"),
        (
            "standard",
            {"friend.kinds": ["card", "own_card"], "friend.uncallable": ALL_CARDS},
            "friend.kinds = 'card, own_card', but friend.uncallable can leave no card to call",
        ),
        (
            "standard",
            {"friend.kinds": ["card"], "friend.uncallable": ALL_CARDS[13:]},
            "friend.kinds = 'card', but friend.uncallable can leave no card to call",
        ),
        (
            "standard",
            {"friend.kinds": ["own_card"], "friend.suit_request": "off"},
            "friend.kinds = 'own_card' leaves nobody to call; allow 'card' as well, or 'none' for playing alone",
        ),
        (
            "standard",
            {"friend.kinds": ["own_card", "none"]},
            "friend.kinds = 'own_card, none' makes nobody a friend to ask",
        ),
        (
            "standard",
            {"friend.kinds": []},
            "friend.suit_request = 'advisory_at_top_notrump', but friend.kinds = '[]' makes nobody a friend to ask",
        ),
        ("penalty-5", {"friend.kinds": ["none"]}, "friend.kinds = 'none' makes nobody a friend to ask; 'off', or"),
        # the score
        (
            "penalty-5",
            {"score.base": 14},
            "score.base = 14 is above auction.min_number 13, so that a made 13 would be worth a negative penalty",
        ),
    ],
)
def test_what_does_not_fit_together_is_refused(base: str, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError) as caught:
        change(load_table(base), changes, "mine.toml")
    assert str(caught.value).startswith("mine.toml: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("base", "changes"),
    [
        ("standard", {"deal.removed": ["JK"], "deal.kitty": 2}),
        ("standard", {"deal.jokers": 0, "deal.kitty": 2}),
        ("standard", {"deal.removed": ["2*", "3*", "4*", "5*", "6*"], "deal.players": 3, "hunter.card": "none"}),
        ("standard", {"deal.removed": ["S2", "H2", "D2"], "deal.kitty": 0}),
        ("standard", {"deal.removed": ["S3"], "deal.kitty": 2, "hunter.under_own_suit": "C3"}),
        ("standard", {"mighty.under_own_suit": "SA"}),
        ("standard", {"friend.kinds": ["none"], "friend.suit_request": "off"}),
        ("standard", {"friend.kinds": ["own_card", "none"], "friend.suit_request": "off"}),
        ("standard", {"friend.kinds": ["card", "none"], "friend.uncallable": ALL_CARDS}),
        ("standard", {"friend.kinds": ["card"], "friend.uncallable": ALL_CARDS[14:]}),
        ("standard", {"friend.copies": "first_played"}),
        ("standard", {"auction.opener_may_pass": False}),
        ("standard", {"auction.notrump_allowed": False}),
        ("standard", {"auction.min_number": 20}),
        ("penalty-4", {"score.base": 12}),
        ("penalty-6", {"deal.hand": 18, "deal.kitty": 0}),
        ("penalty-6", {"deal.hand": 16, "deal.kitty": 12}),
    ],
)
def test_what_fits_together_is_played(base: str, changes: dict[str, Any]) -> None:
    assert not list(problems(change(load_table(base), changes)))


@given(st.lists(st.sampled_from([*ALL_CARDS, "2*", "3*", "T*"]), max_size=6), st.sampled_from([1, 2]))
def test_a_pack_is_what_is_left(removed: list[str], packs: int) -> None:
    # the pack alone: these deals need not come out even
    rules = Rules(name="x", deal=type(STANDARD.deal)(removed=tuple(removed), packs=packs, jokers=packs))
    whole, gone = ALL_CARDS * packs, []
    for text in removed:
        gone += [suit + text[0] for suit in "SHDC"] * packs if text.endswith("*") else [text]
    if any(gone.count(card) > whole.count(card) for card in gone):
        with pytest.raises(RulesError, match="out too often"):
            pack(rules)
        return
    assert sorted([*map(card_text, pack(rules)), *gone]) == sorted(whole)
    points = sum(card[1] in "AKQJT" and card != "JK" for card in map(card_text, pack(rules)))
    assert points_in_pack(rules) == points


def test_every_problem_is_told_in_turn() -> None:
    assert list(problems(STANDARD)) == []
    odd = Rules(name="", deal=type(STANDARD.deal)(players=4), auction=type(STANDARD.auction)(max_number=40))
    assert [text.split(" ")[0] for text in problems(odd)] == ["name", "the", "auction.max_number"]
