"""Steady: it answers as good players do in the listed positions, and legally at every table, ideas off or on."""

import json
from functools import cache

import numpy as np
import pytest
from play_deals import rows_of
from uncompiled import ROOT, TESTS, run_uncompiled

from mighty_sim.experiment import Experiment, Forced
from mighty_sim.kernels.batch import Batch
from mighty_sim.rules import load_table, table_names
from mighty_sim.strategy import load

STEADY = ROOT / "strategies" / "steady.py"
SWITCHES = [name for name, known in load(STEADY).parameters.items() if (known.low, known.high) == (0, 1)]
#: Options that change what may be played, bid or called.
ODD = [
    "standard joker.first_trick=normal joker.last_trick=banned joker.lead_first=banned hunter.trigger=any_play "
    "lead.first_trump=only_if_all_trump_or_special",
    "standard joker.last_card=must_play_before_last joker.ignores_suit=false hunter.call=automatic "
    "mighty.sole_card_of_suit=no_duty auction.suit_order=SDHC",
    "standard friend.kinds=card,none friend.uncallable=JK,SA joker.powerless_lead=named hunter.first_trick=true",
    "penalty-6 friend.copies=first_played joker.names=trump friend.suit_request=binding_all_leads_at_top_notrump",
    "penalty-7 friend.kinds=card,first_trick misdeal.enabled=true joker.powerless_lead=named",
]


@cache
def steady(**values):
    return load(STEADY, {name: str(value) for name, value in values.items()})


def played(table, deals, players=None, forced=None):
    """The columns of some deals at a table named with its changes. Whatever is illegal raises."""
    name, *settings = table.split()
    rules = load_table(name, settings)
    seats = players or (steady(),) * rules.deal.players
    batch = Batch(Experiment(rules, seats, 23, forced))
    return dict(zip((column.name for column in batch.columns), rows_of(batch, 0, deals), strict=True))


def test_the_positions_on_which_good_players_agree():
    """All of them, in deals that fit: see plain_positions.py."""
    said = run_uncompiled(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", str(TESTS / "plain_positions.py")
    )
    positions = (TESTS / "data" / "positions.jsonl").read_text(encoding="utf-8").splitlines()
    assert {json.loads(line)["id"][:3] for line in positions} >= {f"T{n:02}" for n in range(1, 21)}
    assert f"{len(positions)} passed" in said


@pytest.mark.parametrize("table", [*table_names(), *ODD])
def test_legal_at_every_table(table):
    deals = played(table, 2_000)
    assert table in ODD or 0.5 < deals["made"].mean() < 0.85  # by its bidding, which knows nothing of odd options
    assert len(np.unique(deals["declarer"])) == load_table(table.split()[0]).deal.players


@pytest.mark.parametrize("table", ["standard", "penalty-3", "penalty-7"])
def test_legal_as_a_declarer_who_has_to(table):
    rules = load_table(table)
    made = [
        played(table, 1_000, forced=Forced(1, number))["made"].mean()
        for number in (rules.auction.min_number, rules.auction.max_number)
    ]
    assert made[0] > 0.3 > made[1]


@pytest.mark.parametrize("switch", SWITCHES)
def test_each_idea_can_be_switched_off(switch):
    """Legal without it; and it does something, at one of the tables where it can."""
    off = steady(**{switch: 0})
    changed = 0
    for table in ("standard", "penalty-7"):
        seats = (off,) * load_table(table).deal.players
        without, usual = played(table, 1_000, seats), played(table, 1_000)
        changed += sum(int(np.any(without[name] != usual[name])) for name in usual)
    assert changed


def test_boldness_bids_higher():
    for table in ("standard", "penalty-5", "penalty-6"):
        n = load_table(table).deal.players
        means = [played(table, 1_000, (steady(boldness=value),) * n)["contract"].mean() for value in (0.1, 0.5, 0.9)]
        assert means[0] < means[1] < means[2]


@pytest.mark.parametrize(("name", "sign"), [("cautious", -1), ("bold", 1)])
def test_cautious_and_bold_are_steady_that_bids_otherwise(name, sign):
    other = load(ROOT / "strategies" / f"{name}.py")
    assert {mark: hook.__code__ for mark, hook in other.hooks.items()} == {
        mark: hook.__code__ for mark, hook in steady().hooks.items()
    }
    contracts = [played("standard", 1_000, (player,) * 5)["contract"].mean() for player in (other, steady())]
    assert sign * (contracts[0] - contracts[1]) > 0.2


@pytest.mark.parametrize("table", ["standard", "penalty-5", "penalty-6"])
def test_it_beats_greedy(table):
    """A coarse look, by both ways round of every other seat; the tournament is the measure."""
    n = load_table(table).deal.players
    greedy = load(ROOT / "strategies" / "greedy.py")
    better = 0
    for first in (0, 1):
        places = np.arange(n) % 2 == first
        deals = played(table, 4_000, tuple(steady() if own else greedy for own in places))
        scores = np.stack([deals[f"score_{seat}"] for seat in range(n)]).mean(axis=1)
        better += scores[places].mean() - scores[~places].mean()
    assert -better > 0.05 if load_table(table).score.shares == "penalty_to_losers" else better > 0.5
