"""A hand that is asked about: what is read of it, and what is refused."""

import numpy as np
import pytest

from mighty_sim.cards import card_index
from mighty_sim.contract import Bid
from mighty_sim.errors import CardError, InputError
from mighty_sim.holding import Wanted, is_misdeal, question
from mighty_sim.kernels.batch import Batch
from mighty_sim.rules import load_table

HAND = "SA SK SQ S9 S4 JK HA H7 D3 C2"
KITTY = "H9 DK C5"


def cards(text):
    return tuple(card_index(part) for part in text.split())


def test_a_question_has_every_strain_and_number_of_its_table():
    asked = question(Wanted(hand=HAND, seat=2))
    assert asked.strains == (0, 1, 2, 3, 4)
    assert asked.numbers == tuple(range(13, 21))
    assert sorted(asked.hand) == sorted(cards(HAND))
    assert (asked.kitty, asked.discard, asked.call, asked.charged) == (None, None, None, False)
    suits = question(Wanted(hand=HAND, settings=["auction.notrump_allowed=false"]))
    assert suits.strains == (0, 1, 2, 3)
    one = question(Wanted(hand=HAND, strain="n", number=15))
    assert (one.strains, one.numbers) == ((4,), (15,))


def test_the_cards_are_dealt_as_they_are_named():
    asked = question(Wanted(hand=HAND, seat=2, kitty=KITTY, never=["3:DA"], where="me.points >= 3"))
    known = asked.experiment.dealing
    assert dict(known.fixed) == {2: tuple(sorted(cards(HAND))), -1: tuple(sorted(cards(KITTY)))}
    assert dict(known.never) == {3: cards("DA")}
    assert known.where_text == "me.points >= 3"
    forced = asked.declaring(Bid(16, 4)).forced
    assert (forced.seat, forced.number, forced.strain) == (2, 16, 4)


def test_whether_a_hand_is_a_misdeal_is_what_the_kernels_say():
    rules = load_table("standard")
    for text, weak in (
        (HAND, False),
        ("SA S3 S4 H2 H4 HT D2 D4 D5 C2", True),
        ("HK S3 S4 H2 H4 H5 D2 D4 D5 C2", False),
    ):
        known = question(Wanted(hand=text, number=13, strain="S"))
        batch = Batch(known.declaring(Bid(13, 0)))
        rows = np.zeros((len(batch.columns), 1), np.int16)
        batch.play(0, 1, rows, 0)
        scale = rows[[column.name for column in batch.columns].index("weakness_dealt"), 0]
        assert (scale <= rules.misdeal.threshold) is np.True_ if weak else scale > rules.misdeal.threshold
        assert is_misdeal(rules, cards(text)) == weak
    assert is_misdeal(rules, cards("JK HA HT S2 S3 S4 D2 D3 C4 C5"))  # -2 + 2 + 1: one half point


@pytest.mark.parametrize(
    ("words", "error", "message"),
    [
        ({"hand": "SA SK"}, InputError, "a hand of 2 cards; at this table it has 10"),
        ({"hand": HAND.replace("SK", "SA")}, InputError, "SA was named twice; it is in the pack once"),
        ({"hand": HAND, "table": "penalty-3"}, InputError, "S4 is not in the pack of penalty-3"),
        ({"hand": HAND.replace("SK", "S11")}, CardError, "'S11' is no card"),
        ({"hand": HAND, "seat": 5}, InputError, "seat 5 is out of range; it can be 0 to 4"),
        ({"hand": HAND, "kitty": "H9 DK"}, InputError, "a kitty of 2 cards; at this table it has 3"),
        ({"hand": HAND, "kitty": "H9 DK SA"}, InputError, "SA was named twice"),
        ({"hand": HAND, "discard": "D3 C2 H7"}, InputError, "--discard goes with --kitty"),
        ({"hand": HAND, "call": "DA"}, InputError, "--call goes with --kitty"),
        ({"hand": HAND, "kitty": KITTY, "discard": "D3 C2 C9"}, InputError, "C9 cannot be laid away"),
        ({"hand": HAND, "strain": "X"}, CardError, "'X' is no strain"),
        ({"hand": HAND, "number": 12}, InputError, "declarer's number 12 is out of range; it can be 13 to 20"),
        ({"hand": HAND, "deals": 0}, InputError, "0 deals cannot be played"),
        ({"hand": HAND, "precision": 0.7}, InputError, "precision 0.7 is out of range"),
        (
            {"hand": HAND, "kitty": KITTY, "call": "JK", "settings": ["friend.kinds=card"]},
            InputError,
            "JK cannot be called: it is one's own",
        ),
        ({"hand": HAND, "never": ["2:SA"], "seat": 2}, InputError, "SA is both fixed and forbidden"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(words, error, message):
    with pytest.raises(error, match="^" + message) as raised:
        question(Wanted(**words))
    assert "\n" not in str(raised.value)
