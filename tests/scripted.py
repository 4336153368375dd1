"""A table at which the test lays the cards and gives the answers: any situation, played by the kernels themselves.

Works compiled and, in a process with NUMBA_DISABLE_JIT=1, uncompiled; at every table, by the kernels of its mode or of
another that knows all its rules. Cards are texts ("SA JK", with two packs "SA SA JK"), plays too: `JK=H` is a joker
that names hearts, `C3!` a hunter that demands the joker.
"""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mighty_sim.cards import SUITS, card_index, masks_of, texts_in
from mighty_sim.contract import parse_bid
from mighty_sim.kernels import auction as auctions
from mighty_sim.kernels import exchange as exchanges
from mighty_sim.kernels.batch import columns_for, line_up, write_row
from mighty_sim.kernels.copies import ONE_PACK, TWO_PACKS
from mighty_sim.kernels.faults import FAULT, unpack
from mighty_sim.kernels.jit import JIT, STAMP, entry
from mighty_sim.kernels.memory import address
from mighty_sim.kernels.play import attempt, clear, start, throw_in
from mighty_sim.kernels.ruleset import Conditions, mode_of, rules_at, ruleset
from mighty_sim.kernels.sides import BY_NOBODY, NOT_CALLED, know_sides
from mighty_sim.kernels.state import GAME, GAME_BYTES, SEAT, game_at, seat_at, seat_table
from mighty_sim.kernels.tricks import play_trick
from mighty_sim.kernels.views import python_block, seen_twice
from mighty_sim.rules import Rules, load_table
from mighty_sim.strategy import ALONE, FIRST_TRICK, call, demanding, load, naming, requesting

SCRIPTED = Path(__file__).parent / "scripted_player.py"
SEATS = 5  # at the standard table
LONGEST = 96
RUBBISH = 0x5A5A5A5A5A5A5A5A
OUTCOMES = {auctions.SOLD: "sold", auctions.ALL_PASS: "all pass", auctions.MISDEAL: "misdeal"}
OWN_MODE = object()
#: Sets of cards with a second word for second copies, where there are two packs.
SECOND_COPIES = {
    "hand": "twice", "dealt": "dealt_twice", "kitty": "kitty_twice", "discard": "discard_twice",
    "exchanged": "exchanged_twice", "hidden_kitty": "hidden_kitty_twice",
}  # fmt: skip


@entry
def _sit_down(stamp: Any, rules: Any, block: Any) -> None:
    seat_table(rules_at(rules), game_at(block))


@entry
def _begin(stamp: Any, rules: Any, block: Any, deal: int, mode: Any) -> None:
    start(rules_at(rules), game_at(block), deal)
    clear(rules_at(rules), game_at(block), mode)


@entry
def _auction(stamp: Any, rules: Any, block: Any, mode: Any) -> int:
    return auctions.auction(rules_at(rules), game_at(block), mode)


@entry
def _attempt(stamp: Any, rules: Any, block: Any, mode: Any) -> int:
    return attempt(rules_at(rules), game_at(block), mode)


@entry
def _throw_in(stamp: Any, rules: Any, block: Any, outcome: int, mode: Any) -> None:
    throw_in(rules_at(rules), game_at(block), outcome, mode)


@entry
def _forced_auction(stamp: Any, rules: Any, block: Any) -> int:
    return auctions.forced_auction(rules_at(rules), game_at(block))


@entry
def _exchange(stamp: Any, rules: Any, block: Any, mode: Any) -> int:
    return exchanges.exchange(rules_at(rules), game_at(block), mode)


@entry
def _fix_contract(stamp: Any, rules: Any, block: Any, number: int, strain: int) -> None:
    exchanges.set_contract(rules_at(rules), game_at(block), number, strain)


@entry
def _know_sides(stamp: Any, rules: Any, block: Any, mode: Any) -> None:
    game = game_at(block)
    know_sides(rules_at(rules), game, seat_at(game, game.declarer), mode)


@entry
def _give_lead(stamp: Any, block: Any, seat: int) -> None:
    game = game_at(block)
    game.leader_at = address(seat_at(game, seat))


@entry
def _seen_twice(stamp: Any, block: Any) -> int:
    return seen_twice(game_at(block))


@entry
def _trick(stamp: Any, rules: Any, block: Any, trick: int, asked: int, mode: Any) -> int:
    return play_trick(rules_at(rules), game_at(block), trick, asked, mode)


@entry
def _row(stamp: Any, rules: Any, block: Any, columns: Any, mode: Any) -> None:
    write_row(rules_at(rules), game_at(block), columns, 1, 0, mode)


class Fault(NamedTuple):
    """A strategy's fault as the kernels report it."""

    decision: str
    seat: int


class Trick(NamedTuple):
    """What came of a trick: seats count from the leader, legal sets are sorted texts, in order of play."""

    winner: int
    legal: list[list[str]]
    points: int


def _said(helper: Any, *values: int) -> int:
    """What a strategy's helper makes of some numbers, without the compiler."""
    return int(getattr(helper, "py_func", helper)(*values))


def answer_of(text: str) -> int:
    """A play as a strategy answers it: `H9`, `JK=H`, `C3!`."""
    card = 1 << card_index(text[:2])
    if text.endswith("!"):
        return _said(demanding, card)
    if "=" in text:
        return _said(naming, card, SUITS.index(text[-1]))
    return card


def bid_of(text: str) -> int:
    """A call as a strategy answers it: `14S`, `pass`; anything the engine should refuse can be written too."""
    if text == "pass":
        return 0
    number, strain = int(text[:-1]), "SHDCN".index(text[-1])
    return _said(call, number, strain)


def friend_of(text: str) -> int:
    """A friend call as a strategy answers it: `SA`, `first-trick`, `none`; `SA asks H` requests a suit."""
    what, _, suit = text.partition(" asks ")
    answer = {"first-trick": FIRST_TRICK, "none": ALONE}.get(what) or 1 << card_index(what)
    return _said(requesting, answer, SUITS.index(suit)) if suit else answer


def discards_of(text: str) -> list[int]:
    """Cards laid away as a strategy answers it: a set, and again a set for the second copies of cards in it."""
    left, answers = text.split(), []
    while left:
        kinds = list(dict.fromkeys(left))
        answers.append(masks_of(kinds)[0])
        for card in kinds:
            left.remove(card)
    return answers or [0]


def _row_of_words() -> Any:
    return np.zeros(LONGEST, np.int64) if JIT else [0] * LONGEST


def _block() -> Any:
    """Memory of one deal, filled with rubbish: nothing may hang on what an earlier deal left there."""
    if JIT:
        return np.full(GAME_BYTES // 8, RUBBISH, np.int64)
    game = python_block()
    for layout, record in [(GAME, game), *((SEAT, seat) for seat in game.seats)]:
        for field in (name for name, length in layout.length.items() if length == 1):
            setattr(record, field, RUBBISH)
    return game


def rules_of(strategies: tuple[Any, ...], conditions: Conditions, table: str | Rules = "standard") -> tuple[Any, Any]:
    """A table's record with a line-up, as the kernels read it, and what must stay alive with it."""
    seats, alive = line_up(strategies)
    return ruleset(rules_named(table), conditions, _at(seats)), (seats, alive)


def rules_named(table: str | Rules) -> Rules:
    """Rules as they are, or by the name of a table and its changes: `standard joker.last_trick=normal`."""
    if isinstance(table, Rules):
        return table
    name, *settings = table.split()
    return load_table(name, settings)


class Table:
    """Scripted seats (or other strategies), at a table of any rules, and the memory of one deal."""

    def __init__(
        self,
        table: str | Rules = "standard",
        strategies: tuple[Any, ...] = (),
        conditions: Conditions | None = None,
        mode: Any = OWN_MODE,
    ) -> None:
        self.options = rules_named(table)
        self.mode = mode_of(self.options) if mode is OWN_MODE else mode
        self.seats = self.options.deal.players
        players = strategies or (load(SCRIPTED),) * self.seats
        self.rules, self._alive = rules_of(players, conditions or Conditions(seed=1), self.options)
        self.block = _block()
        self.scripts = [_row_of_words() for _ in range(self.seats)]
        self._lengths = [0] * self.seats
        self.number = 0  # of the trick
        _sit_down(STAMP, *self._places)
        self.begin()

    @property
    def _places(self) -> tuple[Any, Any]:
        return _at(self.rules), _at(self.block)

    def begin(self, deal: int = 0) -> None:
        """Start a deal: nothing dealt, nothing said; the dealer is deal modulo players."""
        _begin(STAMP, *self._places, deal, self.mode)
        self._lengths = [0] * self.seats
        for seat, script in enumerate(self.scripts):
            script[:] = 0 if JIT else [0] * LONGEST
            self.put("plan", _at(script), seat)
            self.hold("hand", "", seat)
            self.hold("dealt", "", seat)

    # -- the words of the block --

    def get(self, field: str, seat: int | None = None) -> Any:
        """A word of the game's record, or of a seat's."""
        if JIT:
            return int(self.block[self._place(field, seat)])
        return getattr(self.block if seat is None else self.block.seats[seat], field)

    def put(self, field: str, value: Any, seat: int | None = None) -> None:
        """Set a word of the game's record, or of a seat's."""
        if JIT:
            self.block[self._place(field, seat)] = value
        else:
            setattr(self.block if seat is None else self.block.seats[seat], field, value)

    def _place(self, field: str, seat: int | None) -> int:
        if seat is None:
            return GAME.offset[field]
        return GAME.offset["seats"] + seat * SEAT.words + SEAT.offset[field]

    def cards(self, field: str, seat: int | None = None) -> list[str]:
        """Cards of a record, as sorted texts, each as often as it is there."""
        twice = 0
        if self.mode == TWO_PACKS and field == "seen":
            twice = int(_seen_twice(STAMP, _at(self.block)))
        elif self.mode == TWO_PACKS and field in SECOND_COPIES:
            twice = self.get(SECOND_COPIES[field], seat)
        return sorted(texts_in(self.get(field, seat), twice))

    def hold(self, field: str, cards: str, seat: int | None = None) -> None:
        """Set cards of a record, and their second copies beside them; with one pack there are none."""
        once, twice = masks_of(cards)
        self.put(field, once, seat)
        if self.mode == TWO_PACKS:
            self.put(SECOND_COPIES[field], twice, seat)
        else:
            assert twice == 0, cards

    def numbers(self, field: str, seat: int | None = None) -> set[int]:
        """A set of seats of a record, as their numbers."""
        bits = self.get(field, seat)
        return {number for number in range(8) if bits >> number & 1}

    # -- what the test lays down --

    def lay(self, hands: dict[int, str] | list[str], kitty: str = "") -> None:
        """Give the hands, by seat, and the kitty."""
        for seat, cards in hands.items() if isinstance(hands, dict) else enumerate(hands):
            self.hold("hand", cards, seat)
            self.hold("dealt", cards, seat)
        self.hold("hidden_kitty", kitty)

    def say(self, seat: int, *answers: int) -> None:
        """Write the next answers of a seat into its script."""
        for answer in answers:
            self._lengths[seat] += 1
            self.scripts[seat][self._lengths[seat]] = answer

    def asked(self, seat: int) -> int:
        """How many questions a seat has answered."""
        return int(self.scripts[seat][0])

    def contract(self, text: str) -> None:
        """Fix a contract without an auction."""
        bid = parse_bid(text)
        _fix_contract(STAMP, *self._places, bid.number, bid.strain)

    # -- what the kernels make of it --

    def auction(self) -> str | Fault:
        """How the bidding ends: sold, all pass, misdeal, or a fault."""
        return _outcome(_auction(STAMP, *self._places, self.mode))

    def attempt(self) -> str | Fault:
        """Deal at random and bid: how it ends."""
        return _outcome(_attempt(STAMP, *self._places, self.mode))

    def throw_in(self, outcome: str) -> None:
        """Get ready for another deal after this end of the bidding."""
        code = next(code for code, name in OUTCOMES.items() if name == outcome)
        _throw_in(STAMP, *self._places, code, self.mode)

    def forced_auction(self) -> str | Fault:
        """The same for a declarer who is made to declare."""
        return _outcome(_forced_auction(STAMP, *self._places))

    def exchange(self) -> Fault | None:
        """Change, discard and friend call of the declarer; the fault, if there is one."""
        return _fault(_exchange(STAMP, *self._places, self.mode))

    def trick(self, number: int, *, asked: bool = True) -> Fault | None:
        """One trick; the fault, if there is one."""
        return _fault(_trick(STAMP, *self._places, number, int(asked), self.mode))

    def give_lead(self, seat: int) -> None:
        """Let a seat lead next."""
        _give_lead(STAMP, _at(self.block), seat)

    def leader(self) -> int:
        """The seat that leads next."""
        place = self.get("leader_at")
        if JIT:
            return (place - _at(self.block) - 8 * GAME.offset["seats"]) // (8 * SEAT.words)
        return next(seat for seat in range(self.seats) if self.block.seats[seat] is place)

    def row(self) -> dict[str, int]:
        """The columns of the deal just played."""
        columns = columns_for(self.options)
        values = np.zeros(len(columns), np.int16)
        _row(STAMP, *self._places, _at(values), self.mode)
        return dict(zip([column.name for column in columns], values.tolist(), strict=True))

    def play_out(self, plays: str, number: int, leader: int = 0, hands: dict[int, str] | None = None) -> Trick:
        """One trick of the words of `plays`; a hand not given (by turn, 0 = the leader) is the card played."""
        words = plays.split()
        for turn, word in enumerate(words):
            seat = (leader + turn) % self.seats
            self.hold("hand", (hands or {}).get(turn, word[:2]), seat)
            self.put("points", 0, seat)
            self.say(seat, answer_of(word))
        self.give_lead(leader)
        fault = self.trick(number)
        assert fault is None, f"{plays}: {fault}"
        legal = [self.cards("legal", (leader + turn) % self.seats) for turn in range(self.seats)]
        winner = self.leader()
        return Trick((winner - leader) % self.seats, legal, self.get("points", winner))

    def at_trick(self, trump: str, number: int = 5) -> "Table":
        """Forget everything: a deal at its trick `number`, with this trump, and nobody's friend to be found."""
        self.begin()
        self.contract(f"15{trump}")
        self.put("declarer", 0)
        self.put("friend_kind", BY_NOBODY if self.options.friend.kinds else NOT_CALLED)
        _know_sides(STAMP, *self._places, self.mode)  # it also sets which cards are looked at
        self.number = number
        return self

    def set_number(self, number: int) -> None:
        """The number of the trick that comes (:meth:`legal`), or was (:meth:`play`)."""
        self.number = number

    def legal(self, hand: str, plays: str = "", leader: int = 0) -> list[str]:
        """Cards that a hand may play after these plays, as sorted texts."""
        seat = self._until(plays, leader)
        self.hold("hand", hand, seat)
        self.say(seat, -1)  # no answer at all, so that the trick ends here
        fault = self.trick(self.number)
        assert fault == Fault("play", seat), f"{plays}: {fault}"
        return self.cards("legal", seat)

    def refuses(self, word: str, hand: str, plays: str = "", leader: int = 0) -> bool:
        """Whether a play out of a hand is a fault after these plays; what comes after it is not looked at."""
        seat = self._until(plays, leader)
        self.hold("hand", hand, seat)
        self.say(seat, answer_of(word))
        for turn in range(len(plays.split()) + 1, self.seats):
            self.say((leader + turn) % self.seats, -1)
        return self.trick(self.number) == Fault("play", seat)

    def winner(self, plays: str, leader: int = 0) -> str:
        """The card that takes a whole trick; each hand is the card played."""
        return plays.split()[self.play_out(plays, self.number, leader).winner][:2]

    def _until(self, plays: str, leader: int) -> int:
        """Script the plays, each out of a hand of one; the seat that comes next."""
        words = plays.split()
        for turn, word in enumerate(words):
            seat = (leader + turn) % self.seats
            self.hold("hand", word[:2], seat)
            self.say(seat, answer_of(word))
        self.give_lead(leader)
        return (leader + len(words)) % self.seats

    # -- a deal from its auction on --

    def bid(self, calls: str) -> str | Fault:
        """Calls in turn from the opener, nobody claiming a misdeal; returns how the bidding ends."""
        live, seat = list(range(self.seats)), self.get("opener")
        for turn, text in enumerate(calls.split()):
            if turn < self.seats and self._may_claim(seat):
                self.say(seat, 0)
            self.say(seat, bid_of(text))
            after = [(seat + step) % self.seats for step in range(1, self.seats + 1)]
            if text == "pass":
                live.remove(seat)
            seat = next((other for other in after if other in live), seat)
        return self.auction()

    def _may_claim(self, seat: int) -> bool:
        """Whether a hand may be thrown in, on the scale of half points."""
        scale = self.options.misdeal
        special = {"JK": scale.joker, "SA": scale.spade_ace} | dict.fromkeys(("ST", "HT", "DT", "CT"), scale.ten)
        dealt = self.cards("dealt", seat)
        total = sum(special.get(card, scale.honor if card[1] in "AKQJ" else 0) for card in dealt)
        return scale.enabled and total <= scale.threshold

    def declare(self, seat: int, bid: str, discard: str, friend: str = "", contract: str = "") -> Fault | None:
        """The exchange of a seat that won the auction at `bid`; `friend` empty: the table has no such call.

        A `contract` with a `?` is announced before the kitty is seen, where that can be done.
        """
        self.put("bidder", seat)
        self.put("highest", bid_of(bid))
        blind = contract.endswith("?")
        change = bid_of(contract.rstrip("?")) if contract else 0
        if self.mode is not None and self.options.exchange.blind_change >= 0:
            self.say(seat, change if blind else 0)
        if not blind:
            self.say(seat, change)
        self.say(seat, *discards_of(discard))
        if friend:
            self.say(seat, friend_of(friend))
        self.number = 0
        return self.exchange()

    def play(self, plays: str) -> int:
        """The next trick, by words from the leader on; returns the seat that takes it."""
        leader = self.leader()
        for turn, word in enumerate(plays.split()):
            self.say((leader + turn) % self.seats, answer_of(word))
        self.number += 1
        fault = self.trick(self.number, asked=self.number < self.get("rounds"))
        assert fault is None, f"trick {self.number}, {plays}: {fault}"
        return self.leader()


class Everywhere:
    """One table played by all kernels that can play it: what is asked of it, each must answer, and all the same."""

    def __init__(self, rules: Rules) -> None:
        own = mode_of(rules)
        modes = [None] * (own is None) + [ONE_PACK] * (rules.deal.packs == 1) + [TWO_PACKS]
        self.tables = [Table(rules, mode=mode) for mode in modes]
        self.options, self.seats = rules, rules.deal.players

    def row(self) -> dict[str, int]:
        """The columns of the deal just played, without the holders' seats, which two packs tell in another way."""
        rows = [table.row() for table in self.tables]
        rows = [
            {name: row[name] for name in row if "mighty_seat" not in name and "joker_seat" not in name} for row in rows
        ]
        assert all(row == rows[0] for row in rows), rows
        return rows[0]

    def __getattr__(self, name: str) -> Any:
        def ask(*words: Any, **more: Any) -> Any:
            answers = [getattr(table, name)(*words, **more) for table in self.tables]
            if isinstance(answers[0], Table):
                return self
            assert all(answer == answers[0] for answer in answers), dict(
                zip([table.mode for table in self.tables], answers, strict=True)
            )
            return answers[0]

        return ask


@cache
def at(*settings: str, table: str = "standard") -> Everywhere:
    """A table with some options set, such as `joker.last_trick=normal`."""
    return Everywhere(load_table(table, settings))


def _at(memory: Any) -> Any:
    """What an entry takes for a piece of memory: its address, or uncompiled itself."""
    return memory.ctypes.data if JIT else memory


def _fault(result: int) -> Fault | None:
    return Fault(*unpack(result)) if result else None


def _outcome(result: int) -> str | Fault:
    return Fault(*unpack(result)) if result >= FAULT else OUTCOMES[result]
