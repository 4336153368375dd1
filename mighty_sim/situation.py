"""Situations laid by hand, and what the kernels say of them: what may be played, bid, claimed; what a deal is worth.

The kernels are those that play the deals, run here as plain Python (``NUMBA_DISABLE_JIT=1``). A trick is written in
words, in order of play: `C3!` is the hunter that demands the joker, `JK=H` a led joker that asks for hearts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from mighty_sim.cards import POINT_CARDS, STRAINS, SUITS, card_index, card_text, masks_of, strain_index, texts_in
from mighty_sim.contract import Bid
from mighty_sim.errors import CardError, InputError
from mighty_sim.kernels.auction import MISDEAL, SOLD, auction
from mighty_sim.kernels.batch import columns_for, write_row
from mighty_sim.kernels.exchange import exchange, set_contract
from mighty_sim.kernels.faults import unpack
from mighty_sim.kernels.jit import JIT
from mighty_sim.kernels.memory import address
from mighty_sim.kernels.oddities import DEMAND, NAME
from mighty_sim.kernels.play import clear, start
from mighty_sim.kernels.ruleset import NAMES_TRUMP, Conditions, mode_of, ruleset
from mighty_sim.kernels.sides import BY_CARD, BY_NOBODY, NOT_CALLED, know_sides
from mighty_sim.kernels.state import HOOKS, seat_at, seat_table
from mighty_sim.kernels.tricks import kind_of, play_trick
from mighty_sim.kernels.views import python_block
from mighty_sim.rules import Rules, pack

_NOTHING = 0  # an answer that is none: the trick stops where it is given
_TIMES = {1: "one", 2: "two"}


@dataclass(frozen=True)
class Play:
    """A card as it is played: its index, the suit that it asks for or None, and whether it demands the joker."""

    card: int
    names: int | None = None
    demands: bool = False

    def __str__(self) -> str:
        """Return it as it is written: `H9`, `JK=H`, `C3!`."""
        named = "" if self.names is None else f"={SUITS[self.names]}"
        return card_text(self.card) + named + "!" * self.demands

    @property
    def answer(self) -> int:
        """Return what a strategy would answer to play it so."""
        named = 0 if self.names is None else self.names + 1 << NAME
        return 1 << self.card | named | (DEMAND if self.demands else 0)


@dataclass(frozen=True)
class Situation:
    """A trick as it stands, by masks of cards: what the next player holds and may play, and what the kernels know.

    `led` is the suit to follow (0: none yet) and `asked` the one that the lead itself set; `best` the turn of the play
    that has the trick (None before the first), `points` those that lie on the table.
    """

    strain: int
    trick: int
    plays: tuple[Play, ...]
    hand: int
    twice: int
    legal: int
    led: int
    asked: int
    demanded: bool
    mighty: int
    hunter: int
    joker: int
    best: int | None
    points: int


def parse_play(text: str) -> Play:
    """Read a play such as `H9`, `♥9`, `JK=H`, `C3!`. Raises CardError with the text quoted."""
    card, equals, suit = text.strip().partition("=")
    demands = card.endswith("!") and not equals
    try:
        named = strain_index(suit) if equals else None
        if named is not None and named >= len(SUITS):
            raise CardError(f"{suit!r} is no suit; write S, H, D or C")
        return Play(card_index(card.removesuffix("!") if demands else card), named, demands)
    except CardError as error:
        raise CardError(f"{text!r} is no play; {error}") from None


def parse_plays(text: str) -> tuple[Play, ...]:
    """Read the plays of a trick, with spaces or commas between. Raises CardError with the play quoted."""
    return tuple(map(parse_play, text.replace(",", " ").split()))


def check_cards(rules: Rules, cards: Iterable[int]) -> None:
    """Refuse cards that the pack has not, or not so often. Raises CardError."""
    there = Counter(pack(rules))
    for card, times in Counter(cards).items():
        if card not in there:
            raise CardError(f"{card_text(card)!r} is not in the pack of {rules.name}")
        if times > there[card]:
            holds = _TIMES.get(there[card], str(there[card]))
            raise CardError(f"{card_text(card)!r} is there {times} times; the pack of {rules.name} has {holds}")


class Board:
    """A table to lay situations on. Needs the kernels uncompiled: raises RuntimeError where they are compiled."""

    def __init__(self, rules: Rules) -> None:
        if JIT:
            raise RuntimeError("set NUMBA_DISABLE_JIT=1 before importing the kernels")
        self.rules = rules
        self._game = python_block()
        self._script: dict[str, Callable[[Any, Any], int]] = {}
        line_up = [[*(partial(self._answer, name) for name in HOOKS), []] for _ in range(rules.deal.players)]
        self._table = ruleset(rules, Conditions(seed=0), line_up)
        self._mode = mode_of(rules)
        seat_table(self._table, self._game)

    def _answer(self, name: str, game: Any, me: Any) -> int:
        """What a seat says to a question: as it is written down, else nothing."""
        return self._script[name](game, me) if name in self._script else _NOTHING

    def _begin(self, contract: Bid, kind: int) -> Any:
        """Clear the table; seat 0 has declared a contract, with no friend to be found."""
        game: Any = self._game
        start(self._table, game, 0)
        clear(self._table, game, self._mode)
        for seat in game.seats:
            seat.hand = seat.twice = seat.dealt = seat.dealt_twice = 0
        set_contract(self._table, game, contract.number, contract.strain)
        game.declarer = game.bidder = 0
        game.bid = game.highest = _call(contract)
        game.friend_kind = kind
        game.hidden_kitty = game.hidden_kitty_twice = 0
        know_sides(self._table, game, seat_at(game, 0), self._mode)
        return game

    def lay(self, strain: int, trick: int, plays: Sequence[Play], hand: Iterable[int] = ()) -> Situation:
        """Lay a trick, its leader at seat 0, and ask what the next player may play from a hand (card indices).

        Raises InputError for more plays than players, and for a play that could not have been made so.
        """
        deal = self.rules.deal
        if not 1 <= trick <= deal.hand:
            raise InputError(f"there is no trick {trick} at {self.rules.name}; write 1 to {deal.hand}")
        if len(plays) > deal.players:
            raise InputError(f"{len(plays)} plays, but {deal.players} players at {self.rules.name}")
        asked = self.lay(strain, trick, plays[:1]).led if len(plays) > 1 else 0
        kind = BY_NOBODY if self.rules.friend.kinds else NOT_CALLED
        game = self._begin(Bid(self.rules.auction.min_number, strain), kind)
        held, twice = masks_of(map(card_text, hand))
        for seat, play in zip(game.seats, plays, strict=False):
            seat.hand = 1 << play.card
        next_seat = game.seats[len(plays) % deal.players]
        if len(plays) < deal.players:
            next_seat.hand, next_seat.twice = held, twice
        answers = dict(enumerate(play.answer for play in plays))
        self._script = dict.fromkeys(("play", "lead"), lambda _, me: answers.get(me.seat, _NOTHING))
        game.leader_at = game.winner_at = address(game.seats[0])
        result = play_trick(self._table, game, trick, 1, self._mode)
        if result and unpack(result)[1] < len(plays):
            turn = unpack(result)[1]
            raise InputError(f"play {turn + 1}, {str(plays[turn])!r}: {self._refusal(plays[turn], turn)}")
        lies = sum(POINT_CARDS >> play.card & 1 for play in plays)
        return Situation(
            strain,
            trick,
            tuple(plays),
            held,
            twice,
            next_seat.legal if result else 0,
            game.led if plays else 0,
            asked if len(plays) > 1 else game.led if plays else 0,
            bool(plays and (game.demanded if self._mode is not None else game.force & game.joker)),
            game.mighty,
            game.hunter,
            game.joker,
            game.winner_at.seat if plays else None,
            lies if result else game.leader_at.points,
        )

    def _refusal(self, play: Play, turn: int) -> str:
        """Why a card may not be played with what was said, and what would be right."""
        game, card, trick = self._game, card_text(play.card), f"trick {self._game.trick}"
        bit = 1 << play.card
        if play.demands and bit != game.hunter:
            (hunter,) = texts_in(game.hunter) or ["none"]
            return f"only the hunter demands the joker, which is {hunter} at {_trump(game.strain)}; write {card}"
        if play.demands:
            led = turn > 0 and not self._table.trigger_any
            return f"{card} demands nothing {'unless it is led' if led else f'in {trick}'} here; write {card}"
        if play.names is not None and bit != game.joker:
            return f"only a joker asks for a suit; write {card}"
        if play.names is not None and turn:
            return f"only a joker that is led asks for a suit; write {card}"
        suits = [suit for place, suit in enumerate(SUITS) if game.view.nameable & 1 << place]
        if self._table.names == NAMES_TRUMP and game.trump and not suits:
            return f"a joker led to {trick} asks for trump here, if for anything; write {card}"
        if not suits:
            return f"a joker led to {trick} asks for no suit here, the next card with a suit sets it; write {card}"
        words = [f"{card}={suit}" for suit in suits]
        return f"a joker led to {trick} asks for a suit; write {', '.join(words[:-1])} or {words[-1]}"

    def may_demand(self, strain: int, trick: int, turn: int, card: int) -> bool:
        """Return whether a card, played to a trick at a turn (0: led), can demand the joker."""
        here = self._table.may_demand[kind_of(trick, self.rules.deal.hand)]
        return bool(here and self._table.hunter[strain] == 1 << card and (turn == 0 or self._table.trigger_any))

    def may_bid(self, best: Bid | None, new: Bid) -> bool:
        """Return whether a call is legal over the best so far. Raises InputError for a best that is itself no bid."""
        game = self._begin(Bid(self.rules.auction.min_number, 0), NOT_CALLED)
        calls = [bid for bid in (best, new) if bid]
        seats = [(game.opener + turn) % game.players for turn in range(len(calls))]
        left = {seat: [_call(bid)] for seat, bid in zip(seats, calls, strict=True)}
        self._script = {"bid": lambda _, me: left[me.seat].pop() if left.get(me.seat) else _NOTHING}
        misdeal, self._table.misdeal = self._table.misdeal, 0  # whatever the hands
        outcome = auction(self._table, game, self._mode)
        self._table.misdeal = misdeal
        if best and (outcome != SOLD and unpack(outcome)[1] == seats[0]):
            raise InputError(f"{str(best)!r} cannot be bid at {self.rules.name}")
        return bool(outcome == SOLD and (game.highest, game.bidder) == (_call(new), seats[-1]))

    def may_change(self, won: Bid, final: Bid) -> bool:
        """Return whether the declarer may turn the contract that he won into another after he has seen the kitty."""
        low, top = self.rules.auction.min_number, self.rules.auction.max_number
        if not low <= won.number <= top:
            raise InputError(f"{str(won)!r} cannot be won at {self.rules.name}; {low} to {top} can")
        game = self._begin(won, NOT_CALLED)
        kinds = sorted(set(pack(self.rules)))
        game.seats[0].hand = sum(1 << card for card in kinds[: self.rules.deal.kitty])
        self._script = {
            "change": lambda game, _: _NOTHING if game.blind else _call(final),
            "exchange": lambda _, me: me.hand & -me.hand,
            "friend": lambda _, me: me.callable & -me.callable,
        }
        result = exchange(self._table, game, self._mode)
        return not result and (game.number, game.strain) == final

    def may_claim(self, hand: Iterable[int]) -> bool:
        """Return whether a hand as it was dealt (card indices) may be thrown in on its holder's first turn."""
        game = self._begin(Bid(self.rules.auction.min_number, 0), NOT_CALLED)
        opener = seat_at(game, game.opener)
        opener.dealt, opener.dealt_twice = masks_of(map(card_text, hand))
        self._script = {"claim": lambda _, me: int(me.seat == opener.seat)}
        return bool(auction(self._table, game, self._mode) == MISDEAL and game.bidder == opener.seat)

    def scores(self, contract: Bid, points: int, partner: str, *, changed: bool) -> tuple[int, int | None, int]:
        """Return what declarer, friend (None: there is none) and a defender get for a deal.

        `partner` is "friend", "open" (alone by a call for nobody) or "secret" (by a call that found nobody); `changed`
        tells whether the strain is another than was bid. Raises InputError for a friend at a table that knows none.
        """
        if partner == "friend" and not self.rules.friend.kinds:
            raise InputError(f"nobody is called at {self.rules.name}, so there is no friend; write open or secret")
        kinds = {"friend": BY_CARD, "open": BY_NOBODY, "secret": BY_CARD}
        game = self._begin(contract, kinds[partner] if self.rules.friend.kinds else NOT_CALLED)
        game.bid = _call(Bid(contract.number, (contract.strain + changed) % len(STRAINS)))
        game.friends = 1 << 1 if partner == "friend" else 0
        game.seats[0].points = points
        names = [column.name for column in columns_for(self.rules)]
        values = [0] * len(names)
        write_row(self._table, game, values, 1, 0, self._mode)
        row = dict(zip(names, values, strict=True))
        friend = row["score_1"] if game.friends else None
        return row["score_0"], friend, row[f"score_{game.players - 1}"]


def _call(bid: Bid) -> int:
    return bid.number << 3 | bid.strain


def _trump(strain: int) -> str:
    return "no-trump" if STRAINS[strain] == "N" else f"trump {STRAINS[strain]}"
