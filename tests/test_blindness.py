"""Strategies that look where they should not, or remember, are found out; those that play fair are not."""

from pathlib import Path

import pytest
from written import strategy_text, write_text

from mighty_sim.blindness import Job, Sight, sights
from mighty_sim.errors import RunError

FAIR = "\ncompiled = False\n"
SHUFFLE = "\ncompiled = False\nHEARD = []\nimport random as luck\n"
#: What a cheat plays, by what it looks at; each plays by the rules, and every other decision is fair.
CARD = """plain = me.legal & ~game.joker
if not plain:
    return right_card(game, me)
return lowest(plain) if {what} else highest(plain)"""
BID = "{first}\nreturn call(game.least(0), 0) if game.must_bid or (game.least(0) < 17 and {what}) else PASS"


def card(what: str) -> dict[str, str]:
    return {"play": CARD.format(what=what)}


def bid(what: str, first: str = "") -> dict[str, str]:
    return {"bid": BID.format(what=what, first=first)}


CHEATS = {
    "the next hand": card("me._record.next.hand & SPADES"),
    "any hand": card("count(game._record.seats[3].hand & POINT_CARDS) > 2"),
    "a second copy": card("game._record.seats[(me.seat + 1) % game.players].twice"),
    "the friend": card("game._record.friends & 3"),
    "the discard of another": card("game._record.seats[game.declarer].discard & HEARTS"),
    "the kitty": bid("game._record.hidden_kitty & (SPADES | HEARTS)"),
    "the deck": bid("game._record.deck[0] % 2"),
    "the seed": bid("game._record.rules.seed * (game._record.deal + 3) % 5"),
    "the luck of another": bid("game._record.seats[(me.seat + 1) % game.players].rng & 1"),
    "the plan of another": bid("me._record.next.plan & 1") | {"plan": "return count(me.hand & SPADES)"},
    "what it asked before": bid("len(HEARD) % 3", "HEARD.append(me.hand)"),
    "luck of its own": bid("luck.getrandbits(1)"),
}
TABLES = {"a second copy": "penalty-8"}


def seen_of(folder: Path, *texts: str, table: str = "standard", **more: object) -> list[Sight]:
    """What is found of each strategy with these texts, at one table, all in one go."""
    paths = [write_text(folder, text, f"player_{place}") for place, text in enumerate(texts)]
    how = {"seed": 1, "questions": 120, "deals": 6} | more
    return [one for (one,) in sights([Job(str(path), [table], **how) for path in paths])]


@pytest.mark.parametrize("looks_at", CHEATS)
def test_a_cheat_is_found_out(tmp_path: Path, looks_at: str) -> None:
    text = strategy_text(SHUFFLE, **CHEATS[looks_at])
    table = TABLES.get(looks_at, "standard")
    if table == "penalty-8":
        text = text.replace("sum_of(me.hand, 3)", "lowest(me.hand)").replace("< 15", "< 27")
    (found,) = seen_of(tmp_path, text, table=table)
    decision = "play|lead" if "play" in CHEATS[looks_at] else "bid"
    why = "it remembers, or has luck of its own" if looks_at in list(CHEATS)[-2:] else "it knows more than its views"
    assert found.unlike.startswith("deal "), found
    assert any(f"@{mark}: " in found.unlike for mark in decision.split("|"))
    assert why in found.unlike
    assert f"see: mighty-sim replay --table {table} --strategy {tmp_path}/player_0.py" in found.unlike


def test_fair_players_pass_and_play_their_deals(tmp_path: Path) -> None:
    """One that uses all that pure Python has, luck of its seat among it, beside one that is compiled elsewhere."""
    fair = strategy_text(FAIR, **card("sorted([me.draw(2), 1])[0]"), plan="return me.draw(99)")
    slow, plain = seen_of(tmp_path, fair, strategy_text())
    for found in (slow, plain):
        assert (found.unlike, found.fault) == ("", "")
        assert found.compared >= 120
        assert found.contracts == 4 <= found.auctions
        assert len(found.rows[0]) == 6
        assert found.seconds > 0


def test_the_order_of_the_deals_shows_a_memory_alone(tmp_path: Path) -> None:
    fair, remembers = strategy_text(FAIR), strategy_text(SHUFFLE, **bid("len(HEARD) % 3", "HEARD.append(me.hand)"))
    for text, same in ((fair, True), (remembers, False)):
        path = str(write_text(tmp_path, text))
        jobs = [Job(path, ["standard"], 1, 0, 12, backwards) for backwards in (False, True)]
        (forwards,), (backwards,) = sights(jobs)
        assert forwards.rows
        assert (forwards.rows == backwards.rows) is same


def test_who_never_bids_is_not_waited_for(tmp_path: Path) -> None:
    (found,) = seen_of(tmp_path, strategy_text(bid="return call(14, 0) if game.must_bid else PASS"))
    assert (found.contracts, found.auctions, found.rows) == (0, 160, [])
    assert found.compared > 100  # with a forced declarer, and beside others


def test_an_answer_against_the_rules_ends_the_rows_alone(tmp_path: Path) -> None:
    (found,) = seen_of(tmp_path, strategy_text(play="return me.legal"))
    assert found.rows == []
    assert "strategy 'player_0' at seat" in found.fault
    assert found.compared > 0


def test_what_a_strategy_prints_is_no_data(tmp_path: Path) -> None:
    (found,) = seen_of(tmp_path, strategy_text(FAIR, play="print('hello')\nreturn right_card(game, me)"), questions=9)
    assert found.unlike == ""


def test_a_process_that_fails_is_told_in_a_line(tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"^\S*player_0\.py: SyntaxError"):
        seen_of(tmp_path, "def\n")
