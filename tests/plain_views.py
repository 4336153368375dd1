"""A strategy sees what its seat may see and no more. Run uncompiled, by test_uncompiled.py.

The strict test deals the unseen cards again: another world with the same own cards, the same calls and the same cards
played so far. Whatever is shown must be the same in both, and so must the choice of a strategy that draws no luck.
"""

import random
from collections import Counter
from dataclasses import replace

import pytest
from scripted import SEATS, Table
from uncompiled import ROOT, TESTS

from mighty_sim.cards import SUIT_MASKS, cards_in, texts_in
from mighty_sim.kernels.bits import CARDS, JOKERS
from mighty_sim.kernels.jit import JIT
from mighty_sim.kernels.ruleset import Conditions
from mighty_sim.kernels.state import GAME, GAME_SHOWN, SEAT, SEAT_SHOWN
from mighty_sim.kernels.views import GAME_FACTS, GAME_QUESTIONS, SEAT_FACTS
from mighty_sim.strategy import Strategy, load

assert not JIT, "these tests look into the uncompiled kernels"
PACK = (1 << 53) - 1
IN_PLAY = ("lead", "play")
STRATEGIES = {path.stem: load(path) for path in [*(ROOT / "strategies").glob("*.py"), TESTS / "reckless.py"]}
ABOUT_A_TRICK = ("winner", "winner_bit", "best", "leader", "joker_has_power", "may_demand")


# What a view shows


@pytest.fixture
def table():
    table = Table()
    table.at_trick("S", 5)
    return table


@pytest.mark.parametrize("field", [*sorted(set(GAME.length) - set(GAME_SHOWN)), "view", "hands", "_seats"])
def test_the_game_hides(table, field):
    with pytest.raises(AttributeError, match=f"no field '{field}'; there are "):
        getattr(table.block.view, field)


@pytest.mark.parametrize("field", [*sorted(set(SEAT.length) - set(SEAT_SHOWN)), "view", "hnd"])
def test_a_seat_hides(table, field):
    with pytest.raises(AttributeError, match=f"no field '{field}'; there are "):
        getattr(table.block.seats[0].view, field)


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


def shown(game, me, hook):
    """Everything that a seat may see at a question."""
    facts = [name for name in GAME_FACTS if hook in IN_PLAY or name not in ABOUT_A_TRICK]
    seen = {f"game.{name}": getattr(game, name) for name in [*GAME_SHOWN, *facts]}
    seen |= {f"me.{name}": getattr(me, name) for name in [*SEAT_SHOWN, *SEAT_FACTS]}
    for name in GAME_QUESTIONS:
        seen |= {f"game.{name}({x})": getattr(game, name)(x) for x in range(SEATS)}
    return seen


class Question:
    """One answer of a seat, with all that it saw."""

    def __init__(self, seat, hook, seen, answer):
        self.seat, self.hook, self.seen, self.answer = seat, hook, seen, answer


class Recording:
    """A deal played out: the hands, the kitty and every question of the auction that stood."""

    def __init__(self, names, seed, deal):
        self.questions = []
        self.names = names
        self.table = Table("standard", tuple(self._heard(STRATEGIES[name]) for name in names), Conditions(seed))
        self.table.begin(deal)
        while (outcome := self.table.attempt()) != "sold":
            self.questions.clear()
            self.table.throw_in(outcome)
        self.dealer = self.table.get("dealer")
        self.hands = [self.table.get("dealt", seat) for seat in range(SEATS)]
        self.kitty = self.table.get("hidden_kitty")
        assert self.table.exchange() is None
        self.declarer = self.table.get("declarer")
        self.discard = self.table.get("discard", self.declarer)
        for trick in range(1, 11):
            assert self.table.trick(trick, asked=trick < 10) is None

    def _heard(self, strategy: Strategy) -> Strategy:
        def listen(hook, function):
            def ask(game, me):
                seen = shown(game, me, hook)
                answer = int(function(game, me))
                if hook != "claim":  # asked of weak hands alone, and nobody hears of a claim not made
                    self.questions.append(Question(me.seat, hook, seen, answer))
                return answer

            return ask

        return replace(strategy, hooks={hook: listen(hook, function) for hook, function in strategy.hooks.items()})


class Reached(BaseException):
    """The question was asked again, in the other world."""


class World:
    """The same deal until a question, with the cards that the asked seat cannot know dealt again."""

    def __init__(self, recording, place, rng):
        self.recording, self.place, self.rng = recording, place, rng
        self.asked = recording.questions[place]
        self.before = recording.questions[:place]
        self.exchanged = any(question.hook == "exchange" for question in self.before)
        looking = self.exchanged or self.asked.hook in ("change", "exchange")
        self.knows_kitty = looking and self.asked.seat == recording.declarer

    def deal(self) -> bool:
        """Choose hands, kitty and discard; whether that came out even."""
        recording, seat = self.recording, self.asked.seat
        played = self._played()
        voids = self._voids()
        self.hands, self.kitty, self.discard = list(recording.hands), recording.kitty, recording.discard
        others = [other for other in range(SEATS) if other != seat]
        room = {other: 10 - played[other].bit_count() for other in others}
        unseen = PACK & ~self.hands[seat] & ~sum(played[other] for other in others)
        if self.knows_kitty:
            unseen &= ~self.kitty
        else:
            room["away"] = 3  # the kitty, or the discard once there is one
        got = self._fill(unseen, room, voids)
        if got is None:
            return False
        for other in others:
            self.hands[other] = played[other] | got[other]
        if not self.knows_kitty:
            self._split(got["away"])
        return True

    def _split(self, away: int) -> None:
        """Before the exchange these are the kitty; after it the discard, and any three of the 13 were the kitty."""
        self.kitty = away
        if self.exchanged and self.asked.seat != self.recording.declarer:
            self.discard = away
            thirteen = cards_in(self.hands[self.recording.declarer] | away)
            self.kitty = sum(1 << card for card in self.rng.sample(thirteen, 3))
            self.hands[self.recording.declarer] = sum(1 << card for card in thirteen) & ~self.kitty

    def _fill(self, unseen, room, voids):
        """Deal the unseen cards into the room there is, nobody a suit that he is void in."""
        cards = cards_in(unseen)
        self.rng.shuffle(cards)
        cards.sort(key=lambda card: sum(not voids[who] >> card & 1 for who in room if who != "away"))
        got = dict.fromkeys(room, 0)
        for card in cards:
            free = [
                who
                for who in room
                if got[who].bit_count() < room[who] and (who == "away" or not voids[who] >> card & 1)
            ]
            if not free:
                return None
            weights = [room[who] - got[who].bit_count() for who in free]
            got[self.rng.choices(free, weights)[0]] |= 1 << card
        return got

    def _played(self):
        played = [0] * SEATS
        for question in self.before:
            if question.hook in IN_PLAY:
                played[question.seat] |= question.answer & CARDS
        return played

    def _voids(self):
        """Suits that a seat failed to follow, from what it saw when it was asked."""
        voids = [0] * SEATS
        for question in self.before:
            card, led = question.answer & CARDS, question.seen["game.led"]
            follows = card & (led | question.seen["game.mighty"] | JOKERS)
            if question.hook in IN_PLAY and question.seen["game.table"] and not follows:
                voids[question.seat] |= led
        return voids

    def replay(self):
        """What the seat is shown, and greedily chooses, at the same question; None where the world cannot be."""
        self.left = list(self.before)
        table = Table("standard", tuple(self._player(name) for name in self.recording.names))
        table.begin(self.recording.dealer)
        table.lay([" ".join(texts_in(hand)) for hand in self.hands], " ".join(texts_in(self.kitty)))
        for seat in range(SEATS):
            table.put("plan", 0, seat)
        try:
            assert table.auction() == "sold"
            if table.exchange() is not None:
                return None
            for trick in range(1, 11):
                if table.trick(trick, asked=trick < 10) is not None:
                    return None
        except Reached as reached:
            return reached.args
        raise AssertionError("the question was not asked again")

    def _player(self, name) -> Strategy:
        """A seat that answers the same questions as this strategy, and claims no misdeal."""
        hooks = {hook: self._answering(hook) for hook in STRATEGIES[name].hooks}
        return replace(STRATEGIES[name], hooks=hooks | {"claim": lambda game, me: 0})

    def _answering(self, hook):
        def ask(game, me):
            if not self.left:
                assert (me.seat, hook) == (self.asked.seat, self.asked.hook)
                raise Reached(
                    shown(game, me, hook), int(STRATEGIES["greedy"].hooks[hook](game, me)) if self._greedy() else None
                )
            question = self.left.pop(0)
            assert (me.seat, hook) == (question.seat, question.hook)
            if hook == "exchange" and me.seat != self.asked.seat:
                return self.discard
            return question.answer

        return ask

    def _greedy(self):
        return self.recording.names[self.asked.seat] == "greedy"


LINE_UPS = ["greedy " * 5, "random " * 5, "reckless " * 5, "greedy random greedy reckless greedy"]


@pytest.mark.parametrize("names", LINE_UPS)
def test_dealing_the_unseen_cards_again_changes_nothing_that_is_shown(names):
    rng = random.Random(names)
    tally = Counter()
    for deal in range(25):
        recording = Recording(names.split(), 3, deal)
        for place in rng.sample(range(len(recording.questions)), 14):
            for _ in range(20):
                world = World(recording, place, rng)
                found = world.replay() if world.deal() else None
                if found is not None:
                    break
            else:
                tally["no other world found"] += 1
                continue
            seen, choice = found
            asked = world.asked
            different = {name: (asked.seen[name], seen[name]) for name in seen if seen[name] != asked.seen[name]}
            assert not different, f"deal {deal}, question {place}, seat {asked.seat}, {asked.hook}: {different}"
            assert choice in (None, asked.answer)
            tally[asked.hook] += 1
            tally["chosen again"] += choice is not None
            tally["another discard"] += world.discard != recording.discard
            card = asked.seen["game.friend_card"]
            holders = [[bool(hand & card) for hand in hands] for hands in (world.hands, recording.hands)]
            tally["another friend"] += asked.hook in IN_PLAY and holders[0] != holders[1]
    assert tally["play"] + tally["lead"] > 150 and tally["another discard"] > 100 and tally["bid"] > 20, tally
    if "greedy" in names:
        assert tally["chosen again"] > 100, tally
    if names != LINE_UPS[1]:
        assert tally["another friend"] > 10, tally


def test_other_worlds_differ_in_what_is_hidden():
    """Else the comparison would show nothing."""
    rng = random.Random(1)
    differ = Counter()
    for deal in range(20):
        recording = Recording(["greedy"] * 5, 3, deal)
        world = World(recording, len(recording.questions) - 20, rng)
        for _ in range(20):
            if world.deal() and world.replay() is not None:
                differ["hands"] += world.hands != recording.hands
                differ["kitty"] += world.kitty != recording.kitty
                differ["discard"] += world.discard != recording.discard
    assert min(differ["hands"], differ["kitty"], differ["discard"]) > 20, differ


def test_all_cards_of_a_world_are_dealt_once():
    rng = random.Random(2)
    recording = Recording(["greedy"] * 5, 3, 1)
    for place in range(0, len(recording.questions), 5):
        world = World(recording, place, rng)
        while not world.deal():
            pass
        assert sum(world.hands) + world.kitty == PACK
        assert [hand.bit_count() for hand in world.hands] == [10] * SEATS
        for suit in SUIT_MASKS:
            assert sum((hand & suit).bit_count() for hand in world.hands) + (world.kitty & suit).bit_count() == 13
