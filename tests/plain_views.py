"""A strategy sees what its seat may see and no more. Run uncompiled, by test_uncompiled.py.

The strict test deals the unseen cards again: another world with the same own cards, the same calls and the same cards
played so far. Whatever is shown must be the same in both, and so must the choice of a strategy that draws no luck.
"""

import random
from collections import Counter

import pytest
from scripted import Table
from uncompiled import ROOT, TESTS

from mighty_sim.cards import SUIT_MASKS
from mighty_sim.kernels.bits import CARDS, JOKERS
from mighty_sim.kernels.jit import JIT
from mighty_sim.kernels.state import GAME, GAME_SHOWN, SEAT, SEAT_SHOWN
from mighty_sim.rules import load_table, pack, table_names
from mighty_sim.strategy import load
from mighty_sim.worlds import IN_PLAY, Stage, dealt_anew

assert not JIT, "these tests look into the uncompiled kernels"
STRATEGIES = {path.stem: load(path) for path in [*(ROOT / "strategies").glob("*.py"), TESTS / "reckless.py"]}
TRIES = 25


# What a view shows


@pytest.fixture
def table():
    table = Table()
    table.at_trick("S", 5)
    return table


HINT = r"did you mean '\w+'\?$|strategies/README\.md lists them$"


@pytest.mark.parametrize("field", [*sorted(set(GAME.length) - set(GAME_SHOWN)), "view", "hands", "_seats"])
def test_the_game_hides(table, field):
    with pytest.raises(AttributeError, match=f"^no field '{field}'; ({HINT})"):
        getattr(table.block.view, field)


@pytest.mark.parametrize("field", [*sorted(set(SEAT.length) - set(SEAT_SHOWN)), "view", "hnd"])
def test_a_seat_hides(table, field):
    with pytest.raises(AttributeError, match=f"^no field '{field}'; ({HINT})"):
        getattr(table.block.seats[0].view, field)


def test_a_wrong_field_is_told_with_the_nearest(table):
    with pytest.raises(AttributeError, match=r"^no field 'tabel'; did you mean 'table'\?$"):
        table.block.view.tabel  # noqa: B018
    with pytest.raises(AttributeError, match=r"^no field 'xyzzy'; strategies/README\.md lists them$"):
        table.block.seats[0].view.xyzzy  # noqa: B018


@pytest.mark.parametrize("field", [*GAME_SHOWN, "winner", "nothing"])
def test_nothing_of_the_game_can_be_written(table, field):
    with pytest.raises(AttributeError, match=f"'{field}' is read only"):
        setattr(table.block.view, field, 0)


@pytest.mark.parametrize("field", [*SEAT_SHOWN, "draw", "nothing"])
def test_nothing_of_a_seat_can_be_written(table, field):
    with pytest.raises(AttributeError, match=f"'{field}' is read only"):
        setattr(table.block.seats[0].view, field, 0)


def test_what_is_shown_is_what_is_there(table):
    for field in GAME_SHOWN:
        table.put(field, 12345)
        assert getattr(table.block.view, field) == 12345
    for field in SEAT_SHOWN:
        table.put(field, 54321, 3)
        assert getattr(table.block.seats[3].view, field) == 54321


# Another world that looks the same


def stage_of(names, table="standard"):
    """A table with one of the strategies a seat; one name is for all."""
    rules = load_table(table)
    names = (names.split() * rules.deal.players)[: rules.deal.players]
    return Stage(rules, [STRATEGIES[name] for name in names], seed=3)


def another_world(stage, recording, place, rng):
    """A world in which the question is asked again, and what is found there; None where none is found."""
    for _ in range(TRIES):
        world = dealt_anew(stage, recording, place, rng)
        found = world and stage.again(recording, place, world, rng)
        if found:
            return world, found
    return None


@pytest.mark.parametrize(
    ("names", "table"),
    [(names, "standard") for names in ("greedy", "random", "reckless", "greedy random greedy reckless greedy")]
    + [("greedy random", table) for table in table_names()[1:]],
)
def test_dealing_the_unseen_cards_again_changes_nothing_that_is_shown(names, table):
    """Nor what the strategy answers, of whose luck the state is the same."""
    rng = random.Random(names)
    stage, tally = stage_of(names, table), Counter()
    for deal in range(25):
        recording = stage.record(deal)[-1]
        for place in rng.sample(range(len(recording.questions)), 14):
            found = another_world(stage, recording, place, rng)
            if found is None:
                tally["no other world found"] += 1
                continue
            (world, again), asked = found, recording.questions[place]
            different = {name: (asked.seen[name], again.seen[name]) for name in asked.seen}
            different = {name: pair for name, pair in different.items() if pair[0] != pair[1]}
            where = f"deal {deal}, question {place}, seat {asked.seat}, {asked.hook}"
            assert not different, f"{where}: {different}"
            assert again.answer == asked.answer, where
            tally[asked.hook] += 1
            tally["other hands"] += world.hands != recording.world.hands
            tally["another discard"] += asked.hook in IN_PLAY and world.discard != recording.world.discard
            card = asked.seen["game.friend_card"].bit_length() - 1
            holders = [[card in hand for hand in hands] for hands in (world.hands, recording.world.hands)]
            tally["another friend"] += asked.hook in IN_PLAY and holders[0] != holders[1]
    assert tally["play"] + tally["lead"] > 150 and tally["bid"] > 15, tally
    assert tally["no other world found"] < 40 and tally["other hands"] > 250, tally
    assert tally["another discard"] > 90, tally
    if table != "penalty-3" and names != "random":  # three players call nobody; random calls cards of its own
        assert tally["another friend"] > 10, tally


@pytest.mark.parametrize("table", ["standard", "penalty-8"])
def test_all_cards_of_a_world_are_dealt_once(table):
    rng, stage = random.Random(2), stage_of("greedy", table)
    recording = stage.record(1)[-1]
    deal = stage.rules.deal
    for place in range(0, len(recording.questions), 5):
        while not (world := dealt_anew(stage, recording, place, rng)):
            pass
        everything = [card for hand in world.hands for card in hand] + world.kitty
        assert sorted(everything) == sorted(pack(stage.rules))
        assert [len(hand) for hand in world.hands] == [deal.hand] * deal.players
        asked = recording.questions[place]
        assert Counter(world.hands[asked.seat]) == Counter(recording.world.hands[asked.seat])


def test_nobody_gets_a_suit_that_he_has_shown_not_to_have():
    """Who fails to follow, and plays neither Mighty nor joker, has none of the suit but the Mighty.

    Of the declarer, whose hand as dealt may have what he laid away since, this cannot be said.
    """
    rng, stage = random.Random(4), stage_of("greedy")
    looked = 0
    for deal in range(6):
        recording = stage.record(deal)[-1]
        place = max(n for n, question in enumerate(recording.questions) if question.hook == "play")
        seat = recording.questions[place].seat
        shown_void, played = {}, Counter()
        for question in recording.questions[:place]:
            if question.hook in IN_PLAY:
                card, seen = question.answer & CARDS, question.seen
                played[question.seat, card] += 1
                if seen["game.table"] and not card & (seen["game.led"] | seen["game.mighty"] | JOKERS):
                    suit = next(mask for mask in SUIT_MASKS if mask & seen["game.led"])
                    shown_void[question.seat] = shown_void.get(question.seat, 0) | suit & ~seen["game.mighty"]
        for _ in range(30):
            world = dealt_anew(stage, recording, place, rng)
            for other, suits in shown_void.items() if world else ():
                if other not in (seat, recording.questions[place].seen["game.declarer"]):
                    held = [1 << card for card in world.hands[other] if not played[other, 1 << card]]
                    assert not any(card & suits for card in held)
                    looked += 1
    assert looked > 50


def test_the_same_world_gives_the_same_deal():
    stage = stage_of("greedy random greedy reckless greedy")
    for deal in range(10):
        recording = stage.record(deal)[-1]
        for place in range(0, len(recording.questions), 7):
            asked, found = recording.questions[place], stage.again(recording, place, recording.world)
            assert (found.seen, found.answer) == (asked.seen, asked.answer)


def test_a_deal_that_is_thrown_in_is_recorded_too():
    """With cards of its own, and only the last attempt ends with a contract."""
    stage = stage_of("greedy")
    found = next(found for found in map(stage.record, range(100)) if len(found) > 2)
    assert [recording.sold for recording in found] == [False] * (len(found) - 1) + [True]
    assert len({str(recording.world.hands) for recording in found}) == len(found)
    asked = found[0].questions[-1]
    again = stage.again(found[0], len(found[0].questions) - 1, found[0].world)
    assert (again.seen, again.answer) == (asked.seen, asked.answer)


def test_a_forced_declarer_is_recorded_as_such():
    stage = stage_of("greedy")
    for seat in range(5):
        (recording,) = stage.record(7, (seat, 15))
        assert {question.seat for question in recording.questions if question.hook == "exchange"} == {seat}
        assert recording.questions[-1].seen["game.number"] == 15
