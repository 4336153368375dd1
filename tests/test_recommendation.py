"""What is advised: the sentences, of made-up answers."""

from types import SimpleNamespace

import pytest

from mighty_sim.bids import Measured, Passed
from mighty_sim.candidates import Choice
from mighty_sim.cards import card_index
from mighty_sim.contract import Bid
from mighty_sim.dealing import parse
from mighty_sim.recommendation import assumptions, recommended
from mighty_sim.rules import load_table
from mighty_sim.stats import Means, Rates

RULES = load_table("standard")


def answer(*, passing=None, charged=False, near=(), kitty=None, where=None, **more):
    """An answer with two bids, of which 15 S is the best, and perhaps what to pass scores."""
    bids = [
        {"strain": "S", "number": 15, "best": True, "told": True, "p": 1.0},
        {"strain": "H", "number": 14, "best": False, "told": True, "p": 0.5 if "14 H" in near else 0.001},
    ]
    known = parse(RULES, hand="SA", where=where, never=None, seat=2)
    question = SimpleNamespace(
        charged=charged,
        kitty=kitty,
        seat=2,
        numbers=(14, 15),
        experiment=SimpleNamespace(dealing=known, line_up="steady"),
    )
    score = Means(3.14, 2.94, 3.34)
    fields = {
        "question": question,
        "bids": bids,
        "measured": Measured(Bid(15, 0), 2_000, Rates(0.712, 0.69, 0.73), score),
        "passed": None if passing is None else Passed(2_000, Means(passing, passing - 0.1, passing + 0.1), 0),
        "passes": passing is not None and passing > 3.14,
        "why_not_passed": "",
        "ranked_discards": None,
        "ranked_calls": None,
        "pairs": None,
        "own": None,
        "whole": True,
        "met": "",
        "outcome": SimpleNamespace(ended=""),
    }
    return SimpleNamespace(**(fields | more))


def test_a_bid_that_is_better_than_to_pass_is_advised():
    assert recommended(answer(passing=-0.8)) == [
        "Bid 15 ♠ S: on 2,000 further deals it is made in 71.2 % (69.0–73.0) and scores +3.1 ±0.2; "
        "to pass scores -0.8 ±0.1."
    ]


def test_where_to_pass_is_better_it_is_advised():
    (said,) = recommended(answer(passing=5.0))
    assert said.startswith("Pass. The best bid is 15 ♠ S: ")


def test_what_is_not_known_is_said():
    said = recommended(
        answer(why_not_passed="it failed", near=["14 H"], outcome=SimpleNamespace(ended="5 s were over"))
    )
    assert said[0].startswith("The best bid is 15 ♠ S")
    assert said[1:] == [
        "Not separated from the best bid by these deals: 14 H.",
        "What to pass scores is not known: it failed.",
        "Ended: 5 s were over.",
    ]


def test_at_a_table_of_penalties_one_leads():
    (said,) = recommended(answer(passing=-0.04, charged=True))
    assert "leads by +3.1 ±0.2; to pass leads by +0.0 ±0.1" in said


@pytest.mark.parametrize(
    ("call", "text"),
    [(52, "; friend: holder of JK."), (-2, "; friend: winner of the first trick."), (None, ".")],
)
def test_the_exchange_is_told(call, text):
    choice = {"choice": Choice((card_index("D3"), card_index("C2"), card_index("H9")), call)}
    said = recommended(answer(kitty=(1, 2, 3), ranked_discards=[choice]))
    assert said[0].startswith("Bid 15 ♠ S")
    assert said[1] == "Lay away D3 C2 H9" + text


def test_the_assumptions_are_said():
    plain = " ".join(assumptions(answer()))
    assert "the others hold anything that remains" in plain
    assert "Played as 15S, 14H" in plain
    assert "Pass:" not in plain
    assert "Pass:" in " ".join(assumptions(answer(passing=1.0)))
    some = " ".join(assumptions(answer(own=Choice((1, 2, 3), 4), whole=False)))
    assert "Discards of the lowest cards alone." in some
    where = " ".join(assumptions(answer(where="seat(3).holds(JK)", met="The condition holds in 1 of 4 deals.")))
    assert "seat(3).holds(JK)" in where
    assert "1 of 4 deals;" in where
