"""At least 5,000 deals of each other table, judged by the referee and compared column by column (see test_judged.py).

What has to have come up in them is listed below: a situation that random play never reaches would be judged by nobody.
"""

from collections import Counter
from pathlib import Path

import pytest
from judging import Job, judged, named

from mighty_sim.rules import table_names

PLAYERS = (("random", 2500), ("greedy", 1000), ("eager", 1500))
TABLES = [name for name in table_names() if name != "standard"]
FRIENDLESS, TWO_PACKS = ("penalty-3",), ("penalty-6", "penalty-7", "penalty-8")

EVERYWHERE = """
contract kept; strain changed, made; strain changed, failed; made; failed; redeal; first lead restricted;
hunter led to middle trick; hunter led to last trick; hunter followed in first trick; hunter followed in last trick;
joker led to middle trick; joker led to last trick;
joker followed in first trick, with power; joker followed in middle trick, with power; demand leaves the joker;
joker followed in last trick, with power; demand leaves joker and Mighty; joker played before a hunter
"""
LITERAL = """
joker followed in first trick, without power; joker followed in last trick, without power;
led joker tamed by a hunter; suit turned by a Mighty, followed
"""
WITH_FRIENDS = "openly alone; 0 friends; 1 friends; suit requested; lead bound by a request"
OF_TWO_PACKS = """
2 friends; declarer holds a copy of the called card; joker called; joker called, three friends or more;
two Mighties in a trick; two hunters in a trick; two jokers in a trick; equal cards in a trick;
demand to a holder of several jokers; one of two copies played; jokers after a joker led to middle trick;
jokers after a joker led to last trick
"""


def expected(table: str) -> set[str]:
    names = named(EVERYWHERE)
    if table != "penalty-5-reconciled":
        names |= named(LITERAL)
    if table not in FRIENDLESS:
        names |= named(WITH_FRIENDS)
    if table in TWO_PACKS:
        names |= named(OF_TWO_PACKS)
    return names


@pytest.mark.parametrize("table", TABLES)
def test_deals_of_a_table(table: str, tmp_path: Path) -> None:
    seen: Counter[str] = Counter()
    for line_up, count in PLAYERS:
        seen.update(judged(Job(line_up, 0, count, table=table), tmp_path))
    assert {name for name in expected(table) if not seen[name]} == set()


@pytest.mark.parametrize("table", TABLES)
def test_a_mixed_line_up_and_a_forced_declarer(table: str, tmp_path: Path) -> None:
    number = 28 if table in TWO_PACKS else 14
    judged(Job("random", 0, 100, 2, number, table=table), tmp_path)
    judged(Job("greedy", 0, 100, 0, number, table=table), tmp_path)


def test_enough_deals_are_judged() -> None:
    assert sum(count for _, count in PLAYERS) >= 5000
