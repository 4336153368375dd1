"""Other worlds: a deal once more up to a question, with all the cards dealt anew that the seat asked cannot know.

A world has the same own cards, the same calls and the same cards played so far, so it could be the real one. The
kernels themselves play it up to the question: so it is possible, and all that follows from the cards is as it would be.
What a seat is shown has to be the same in every such world, and so has its answer. Needs the kernels uncompiled.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from mighty_sim.cards import FIRST_JOKER, cards_in
from mighty_sim.kernels.auction import ALL_PASS, MISDEAL, SOLD, auction, forced_auction
from mighty_sim.kernels.batch import python_row
from mighty_sim.kernels.bits import CARDS
from mighty_sim.kernels.exchange import exchange
from mighty_sim.kernels.jit import JIT
from mighty_sim.kernels.play import attempt, clear, start, throw_in
from mighty_sim.kernels.ruleset import NO_SEAT, Conditions, mode_of, ruleset
from mighty_sim.kernels.state import GAME_SHOWN, SEAT_SHOWN, seat_table
from mighty_sim.kernels.tricks import play_trick
from mighty_sim.kernels.views import GAME_FACTS, GAME_QUESTIONS, SEAT_FACTS, python_block
from mighty_sim.rules import Rules, pack
from mighty_sim.strategy import Strategy

IN_PLAY = ("lead", "play")
#: So many deals thrown in, one after the other, are enough to look at.
MOST_THROWN_IN = 40
#: What the questions of a view are asked about: seats, cards (a few of every rank), else strains.
_ABOUT_SEATS, _ABOUT_CARDS, _STRAINS = ("points", "voids", "card"), ("takers",), 5
_SOME_CARDS = [1 << card for card in range(0, FIRST_JOKER + 1, 4)]
_WORD = 1 << 62
_AWAY = -1  # where a hand's number stands: cards that are in no hand

Cards = list[int]


@dataclass(frozen=True)
class Question:
    """One question to a seat: which, all that was shown (None: not noted), the state of its luck, and its answer."""

    seat: int
    hook: str
    seen: dict[str, int] | None
    luck: int
    answer: int


@dataclass(frozen=True)
class World:
    """Who holds what, as card indices: each seat's hand as dealt, the kitty, and what the declarer lays away."""

    hands: list[Cards]
    kitty: Cards
    discard: Cards


@dataclass(frozen=True)
class Recording:
    """A deal as it went: who dealt and opened, the cards, every question, and who was made to declare (or -1)."""

    deal: int
    dealer: int
    opener: int
    world: World
    questions: list[Question]
    sold: bool
    forced: tuple[int, int]


@dataclass(frozen=True)
class Found:
    """A question asked again: what was shown, and what the strategy said (a text where it failed)."""

    seen: dict[str, int]
    answer: int | str


class Reached(BaseException):
    """The question was asked again; no Exception, so that no kernel takes it for a strategy's."""


class Impossible(BaseException):
    """The world cannot be: another question comes first there."""


def shown(game: Any, me: Any) -> dict[str, int]:
    """Return everything that a seat may see at a question, by the name that a strategy has for it."""
    seen = {f"game.{name}": getattr(game, name) for name in (*GAME_SHOWN, *GAME_FACTS)}
    seen |= {f"me.{name}": getattr(me, name) for name in (*SEAT_SHOWN, *SEAT_FACTS)}
    for name in GAME_QUESTIONS:
        ask = getattr(game, name)
        about = range(game.players if name in _ABOUT_SEATS else _STRAINS)
        seen |= {f"game.{name}({x})": ask(x) for x in (_SOME_CARDS if name in _ABOUT_CARDS else about)}
    return seen


def words_of(cards: Sequence[int]) -> tuple[int, int]:
    """Return cards as a hand's two words: the set of them, and the second copies (further jokers from bit 52 on)."""
    once = twice = 0
    for card, copies in Counter(cards).items():
        once |= 1 << card
        if copies > 1:
            twice |= ((1 << copies - 1) - 1) << FIRST_JOKER if card == FIRST_JOKER else 1 << card
    return once, twice


class Stage:
    """A table with a line-up at which deals are recorded, and played again in other worlds.

    Raises RuntimeError where the kernels are compiled.
    """

    def __init__(self, rules: Rules, strategies: Sequence[Strategy], seed: int) -> None:
        if JIT:
            raise RuntimeError("set NUMBA_DISABLE_JIT=1 before importing the kernels")
        self.rules, self.strategies = rules, tuple(strategies)
        self.players = rules.deal.players
        self.pack = Counter(pack(rules))
        self._seed = seed
        self._mode = mode_of(rules)
        self._table: Any = ruleset(rules, Conditions(seed), [])

    def record(
        self, deal: int, forced: tuple[int, int] = (NO_SEAT, 0), noted: Callable[[str], bool] = lambda hook: True
    ) -> list[Recording]:
        """Play a deal and return it, after those that were thrown in before it.

        `forced` is who declares and at which number; `noted` chooses, by the decision, where all that is shown is
        kept. A deal ends early where an answer is against the rules, and after `MOST_THROWN_IN` without a contract.
        """
        heard: list[Question] = []
        game = self._seated([_listening(strategy, heard, noted) for strategy in self.strategies], forced)
        start(self._table, game, deal)
        found: list[Recording] = []
        while len(found) < MOST_THROWN_IN:
            heard.clear()
            dealer, opener = game.dealer, game.opener
            outcome = attempt(self._table, game, self._mode)
            hands = [cards_in(seat.dealt, seat.dealt_twice) for seat in game.seats[: self.players]]
            kitty = cards_in(game.hidden_kitty, game.hidden_kitty_twice)
            discard: Cards = []
            if outcome == SOLD:
                self._play_on(game)
                declarer = game.seats[game.declarer]
                discard = cards_in(declarer.discard, declarer.discard_twice)
            world = World(hands, kitty, discard)
            found.append(Recording(deal, dealer, opener, world, list(heard), outcome == SOLD, forced))
            if outcome not in (ALL_PASS, MISDEAL):
                break
            throw_in(self._table, game, outcome, self._mode)
        return found

    def again(
        self, recording: Recording, place: int, world: World, secrets: random.Random | None = None
    ) -> Found | None:
        """Play a recording up to its question `place` in a world, and ask the strategy there; None: it cannot be.

        With `secrets`, all that is hidden beside the cards is changed too: the seed, the number of the deal, the
        streams of random numbers, and what others have planned. The seat's own luck is that of the recording.
        """
        script = _Script(recording, place, world, secrets)
        game = self._seated([script.row(strategy) for strategy in self.strategies], recording.forced)
        start(self._table, game, recording.deal)
        game.dealer, game.opener = recording.dealer, recording.opener
        clear(self._table, game, self._mode)
        self._lay(game, world)
        self._table.seed = secrets.randrange(_WORD) if secrets else self._seed
        if secrets:
            game.deal, game.rng = secrets.randrange(_WORD), secrets.randrange(_WORD)
            for seat in game.seats:
                seat.rng = secrets.randrange(_WORD)
        bids = auction if recording.forced[0] == NO_SEAT else _forced
        try:
            if bids(self._table, game, self._mode) == SOLD:
                self._play_on(game)
        except (Reached, Impossible):
            return script.found
        finally:
            self._table.seed = self._seed
        return None

    def _seated(self, line_up: list[list[Any]], forced: tuple[int, int]) -> Any:
        """A game at this table with these functions in the seats, and nothing dealt."""
        game = python_block()
        self._table.line_up = line_up
        self._table.forced_seat, self._table.forced_number = forced
        seat_table(self._table, game)
        return game

    def _play_on(self, game: Any) -> None:
        """From the last bid to the end, or to an answer against the rules."""
        if exchange(self._table, game, self._mode):
            return
        last = self._table.asks_last if self._mode is not None else 0
        for trick in range(1, self._table.rounds + 1):
            if play_trick(self._table, game, trick, 1 if trick < self._table.rounds else last, self._mode):
                return

    def _lay(self, game: Any, world: World) -> None:
        """Give everybody the cards of a world, as if the deck had been shuffled so."""
        for seat, cards in zip(game.seats, world.hands, strict=False):
            seat.hand, seat.twice = seat.dealt, seat.dealt_twice = words_of(cards)
        game.hidden_kitty, game.hidden_kitty_twice = words_of(world.kitty)
        jokers = iter(range(FIRST_JOKER, 64))
        cards = [card for hand in (*world.hands, world.kitty) for card in hand]
        game.deck = [next(jokers) if card == FIRST_JOKER else card for card in cards]


def _forced(table: Any, game: Any, mode: Any) -> int:
    return int(forced_auction(table, game))


def _listening(strategy: Strategy, heard: list[Question], noted: Callable[[str], bool]) -> list[Any]:
    """A strategy's row of the line-up in which every answer is noted as it is given."""

    def listen(hook: str, function: Any) -> Any:
        def ask(game: Any, me: Any) -> int:
            luck = me._record.rng
            seen = shown(game, me) if noted(hook) else None
            answer = int(function(game, me))
            heard.append(Question(me.seat, hook, seen, luck, answer))
            return answer

        return ask

    return python_row(strategy, {hook: listen(hook, function) for hook, function in strategy.hooks.items()})


class _Script:
    """The answers of a recording, given again until the question that is to be compared."""

    def __init__(self, recording: Recording, place: int, world: World, secrets: random.Random | None) -> None:
        self.found: Found | None = None
        self._asked = recording.questions[place]
        before = recording.questions[:place]
        self._left = [question for question in before if not self._is_secret(question.seat, question.hook)]
        self._plans = {question.seat: question.answer for question in before if question.hook == "plan"}
        self._away = list(world.discard)
        self._secrets = secrets

    def row(self, strategy: Strategy) -> list[Any]:
        """The row of the line-up of a seat that this strategy had: it answers what the recording has."""
        hooks = {hook: self._answering(hook, function) for hook, function in strategy.hooks.items()}
        return python_row(strategy, {"claim": self._answering("claim", None)} | hooks)

    def _is_secret(self, seat: int, hook: str) -> bool:
        """Whether an answer is not known to the seat asked: it may be another in another world."""
        return seat != self._asked.seat and hook in ("claim", "plan", "exchange")

    def _answering(self, hook: str, function: Any) -> Any:
        def ask(game: Any, me: Any) -> int:
            if self._is_secret(me.seat, hook):
                return self._secretly(me.seat, hook)
            if not self._left and (me.seat, hook) == (self._asked.seat, self._asked.hook):
                me._record.rng = self._asked.luck
                self.found = Found(shown(game, me), _answer(function, game, me))
                raise Reached
            if not self._left or (me.seat, hook) != (self._left[0].seat, self._left[0].hook):
                raise Impossible
            return self._left.pop(0).answer

        return ask

    def _secretly(self, seat: int, hook: str) -> int:
        """The answer of another that nobody hears: no claim, any plan, and the cards to be laid away."""
        if hook == "claim":
            return 0
        if hook == "plan":
            return self._secrets.randrange(_WORD) if self._secrets else self._plans.get(seat, 0)
        kinds = set(self._away)
        for card in kinds:
            self._away.remove(card)
        return sum(1 << card for card in kinds)


def _answer(function: Any, game: Any, me: Any) -> int | str:
    try:
        return int(function(game, me))
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def dealt_anew(stage: Stage, recording: Recording, place: int, rng: random.Random) -> World | None:
    """Deal the cards anew that the seat asked at question `place` cannot know; None: it did not come out even.

    Nobody gets a card of a suit that he has shown not to have. The question has to be noted in full.
    """
    asked, real = recording.questions[place], recording.world
    seen, seat = asked.seen, asked.seat
    assert seen is not None
    declarer = seen["game.declarer"]
    knows_kitty = declarer == seat and not seen["game.blind"]
    played: list[Cards] = [[] for _ in range(stage.players)]
    for question in recording.questions[:place]:
        if question.hook in IN_PLAY:
            played[question.seat].append((question.answer & CARDS).bit_length() - 1)
    others = [other for other in range(stage.players) if other != seat]
    known = Counter(real.hands[seat]) + Counter(real.kitty if knows_kitty else [])
    for other in others:
        known += Counter(played[other])
    room = {other: len(real.hands[other]) - len(played[other]) for other in others}
    barred = {other: seen[f"game.voids({other})"] & ~seen["game.mighty"] for other in others}
    if not knows_kitty:  # the kitty, or what was laid away for it
        room[_AWAY], barred[_AWAY] = len(real.kitty), 0
    got = _filled(sorted((stage.pack - known).elements()), room, barred, rng)
    if got is None:
        return None
    hands = [real.hands[seat] if other == seat else played[other] + got[other] for other in range(stage.players)]
    if knows_kitty:
        return World(hands, real.kitty, real.discard)
    if asked.hook not in IN_PLAY:
        return World(hands, got[_AWAY], [])
    both = hands[declarer] + got[_AWAY]  # after the exchange: any of them may have been the kitty
    rng.shuffle(both)
    hands[declarer] = both[len(real.kitty) :]
    return World(hands, both[: len(real.kitty)], got[_AWAY])


def _filled(cards: Cards, room: dict[int, int], barred: dict[int, int], rng: random.Random) -> dict[int, Cards] | None:
    """Deal cards into the room there is, nobody one that he cannot have; those go first that fewest can have."""
    rng.shuffle(cards)
    cards.sort(key=lambda card: sum(not barred[who] >> card & 1 for who in room))
    got: dict[int, Cards] = {who: [] for who in room}
    for card in cards:
        free = [who for who in room if len(got[who]) < room[who] and not barred[who] >> card & 1]
        if not free:
            return None
        got[rng.choices(free, [room[who] - len(got[who]) for who in free])[0]].append(card)
    return got
