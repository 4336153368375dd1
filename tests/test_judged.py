"""Some 49,000 deals judged by the referee, every legal set both ways, and every column of the compiled kernels' rows.

The uncompiled kernels tell a deal in full, the referee judges it from the rules; the same deals' rows from the compiled
kernels must equal the uncompiled row and what the referee works out from the cards. See judge_deals.py.
"""

from pathlib import Path

import pytest
from judging import Job, judged, named

JOBS = [Job("random", first, 5000) for first in range(0, 20_000, 5000)]
JOBS += [Job("greedy", first, 5000) for first in range(0, 20_000, 5000)]
FORCED = [Job("random", 0, 250, seat, number) for seat, number in ((0, 13), (1, 16), (3, 19), (4, 20))]
FORCED += [Job("greedy", 0, 250, seat, number) for seat, number in ((0, 13), (2, 15), (3, 18), (4, 20))]
MIXED = [
    Job("random greedy random greedy random", 0, 500),
    Job("greedy greedy random greedy random", 0, 500),
    Job("greedy reckless random reckless greedy", 0, 500),
]
RECKLESS = Job("reckless", 1 << 33, 2000)

# What must come up in every job of a kind; each is some ten times as frequent as it need be.
ALWAYS = """
contract kept; made; failed; back-run; friend by card; friend by card, a special; redeal: misdeal; redeal: all-pass;
several redeals; misdeal claimed over a bid; Mighty led; Mighty forced as the only card of the led suit;
Mighty or joker forced; hunter led with a demand; hunter led without a demand; hunter followed, with the joker;
demand answered by the joker; demand leaves the joker alone; demanded joker held with cards of the led suit;
joker led without power; powerless joker led, then a plain card; joker followed in trick 10;
joker followed in tricks 2 to 9; 2 doublings
"""
AT_RANDOM = """
change: suit to suit; change: suit to no-trump; change: no-trump to suit; called card in the declarer's hand;
called card discarded; friend by first trick; openly alone; special discarded; long auction; joker led with power;
joker led, joker wins; joker led, Mighty wins; powerless joker led, then a trump; joker followed in trick 1;
demand of a joker that nobody else holds
"""
GREEDY = """
run; demand answered by the Mighty; demand leaves joker and Mighty; powerless joker led, then a trump;
powerless joker led, then a Mighty
"""
RARE = """
raise without change; change at 19: suit to suit; change at 19: suit to no-trump; change at 19: no-trump to suit;
change at 20: suit to no-trump; suit requested; first trick won by the declarer; 20N before somebody's first turn;
weak hand not claimed; called card in the declarer's hand, a special; called card discarded, a special;
demand answered by the Mighty; demand leaves joker and Mighty; 3 doublings
"""


@pytest.mark.parametrize("job", [job for job in JOBS if job.line_up == "random"], ids=str)
def test_random_deals(job: Job, tmp_path: Path) -> None:
    missing = (named(ALWAYS) | named(AT_RANDOM)) - judged(job, tmp_path).keys()
    assert missing == set()


@pytest.mark.parametrize("job", [job for job in JOBS if job.line_up == "greedy"], ids=str)
def test_greedy_deals(job: Job, tmp_path: Path) -> None:
    missing = (named(ALWAYS) | named(GREEDY)) - judged(job, tmp_path).keys()
    assert missing == set()


@pytest.mark.parametrize("job", FORCED, ids=str)
def test_deals_with_a_forced_declarer(job: Job, tmp_path: Path) -> None:
    seen = judged(job, tmp_path)
    bid = {name for name in seen if "redeal" in name or "auction" in name or "change" in name}
    assert bid == set()


@pytest.mark.parametrize("job", MIXED, ids=str)
def test_mixed_line_ups(job: Job, tmp_path: Path) -> None:
    missing = named(ALWAYS) - judged(job, tmp_path).keys()
    assert missing == set()


def test_rare_situations(tmp_path: Path) -> None:
    missing = (named(AT_RANDOM) | named(RARE)) - judged(RECKLESS, tmp_path).keys()
    assert missing == set()


def test_enough_deals_are_judged() -> None:
    for name in ("random", "greedy"):
        assert sum(job.count for job in JOBS if job.line_up == name) >= 20_000
        assert sum(job.count for job in FORCED if job.line_up == name) >= 1_000
