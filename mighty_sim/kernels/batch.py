"""A chunk of deals into columns: the only kernel that Python calls in bulk."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numba import typeof

from mighty_sim.contract import FIRST_TRICK, NO_CALL, NO_FRIEND
from mighty_sim.errors import BadStrategy, StrategyFault
from mighty_sim.kernels import ahead
from mighty_sim.kernels.auction import weakness
from mighty_sim.kernels.bits import choose, count, index
from mighty_sim.kernels.copies import ONE_PACK, TWO_PACKS, two_packs
from mighty_sim.kernels.diagnosis import diagnose
from mighty_sim.kernels.exchange import refuse_told, told_of
from mighty_sim.kernels.faults import MOST_FAULTS, unpack
from mighty_sim.kernels.given import Wishes, has_condition, refuse_cards
from mighty_sim.kernels.hooks import compile_hook
from mighty_sim.kernels.jit import JIT, STAMP, entry, int64, kernel
from mighty_sim.kernels.measures import points_held, second_copies, tricks_estimated
from mighty_sim.kernels.memory import item, peek, poke_short
from mighty_sim.kernels.play import MOST_REDEALS, bid_and_exchange, start
from mighty_sim.kernels.ruleset import NO_SEAT, Conditions, mode_of, rules_at, ruleset
from mighty_sim.kernels.scoring import discard_points, doublings, multiplier, share_value, shares_of, side_points
from mighty_sim.kernels.sides import BY_CARD, BY_FIRST_TRICK, BY_NOBODY
from mighty_sim.kernels.state import GAME_BYTES, HOOKS, MAX_SEATS, SEAT_ROW, game_at, seat_at, seat_table
from mighty_sim.kernels.tricks import play_trick
from mighty_sim.kernels.views import python_block
from mighty_sim.rules import Rules

if TYPE_CHECKING:
    from mighty_sim.strategy import Strategy

STOP, FIRST_LEGAL = "stop", "first-legal"  # what a wrong answer does (mighty_sim.experiment.ON_FAULT)
IN_FLIGHT = 6  # deals played side by side, trick by trick: while one waits for memory, another goes on


class Column(NamedTuple):
    """One column of the results: its name, the type it is stored as, and what it means."""

    name: str
    dtype: str
    meaning: str


_BEFORE_SCORES = (
    Column("redeals", "int16", "deals thrown in before this one"),
    Column("dealer", "int8", "seat that dealt, after redeals"),
    Column("declarer", "int8", "seat that declared"),
    Column("friends", "uint8", "friends as bits, 1 << seat; 0 = the declarer was alone"),
    Column("friend_call", "int8", "card called (4 * rank + suit, 52 = joker), -1 openly nobody, -2 winner of trick 1"),
    Column("bid", "int8", "number of the last bid"),
    Column("bid_strain", "int8", "strain of the last bid, 0-4 = S H D C N"),
    Column("contract", "int8", "final number"),
    Column("strain", "int8", "final strain, 0-4 = S H D C N"),
    Column("points", "int8", "points of the declarer's side, with the discard"),
    Column("discard_points", "int8", "points laid away"),
    Column("made", "bool", "whether points reached the final number"),
    Column("multiplier", "int8", "product of all doublings: 1, 2, 4, 8 or 16"),
)
_AFTER_SCORES = (
    Column("points_dealt", "int8", "declarer's point cards, as dealt"),
    Column("points_exchanged", "int8", "the same after the exchange"),
    Column("trumps_dealt", "int8", "declarer's cards of the strain bid, as dealt"),
    Column("trumps_exchanged", "int8", "his cards of the final strain after the exchange"),
    Column("tricks_dealt", "int8", "estimated winners in quarter tricks, as dealt, in the strain bid"),
    Column("tricks_exchanged", "int8", "the same after the exchange, in the final strain"),
    Column("weakness_dealt", "int8", "misdeal scale in half points, as dealt"),
    Column("weakness_exchanged", "int8", "the same after the exchange"),
)
_FAULTS = Column("faults", "int16", "wrong answers that the first legal one stood for; 32767 = that many or more")
_TRIED = Column("tried", "int16", "deals dealt until this one met the condition; 32767 = that many or more")
_HOLDERS = {
    1: (
        Column("mighty_seat", "int8", "seat that was dealt the Mighty of the final strain; -1 = in the kitty"),
        Column("joker_seat", "int8", "seat that was dealt the joker; -1 = in the kitty"),
    ),
    2: (
        Column("mighty_seats", "uint8", "seats that were dealt a Mighty of the final strain, as bits; 0 = kitty only"),
        Column("joker_seats", "uint8", "seats that were dealt a joker, as bits; 0 = kitty only"),
    ),
}
_AFTER = len(_AFTER_SCORES) + 2  # columns after the scores, but for the faults


def columns_for(rules: Rules, on_fault: str = STOP, *, where: bool = False) -> tuple[Column, ...]:
    """The columns of a table, in the order of the rows of a block.

    With faults where they do not stop the run, and with the tries where the cards have to meet a condition (``where``).
    """
    gain = "what seat {} was charged" if rules.score.shares == "penalty_to_losers" else "what seat {} gained"
    seats = range(rules.deal.players)
    scores = tuple(Column(f"score_{seat}", "int16", gain.format(seat)) for seat in seats)
    counted = () if on_fault == STOP else (_FAULTS,)
    tried = (_TRIED,) if where else ()
    return _BEFORE_SCORES + scores + _AFTER_SCORES + _HOLDERS[rules.deal.packs] + counted + tried


@kernel
def _write_holders(game: Any, columns: Any, stride: int, at: int, mode: Any) -> None:
    """The seats that were dealt the Mighty and the joker; with two packs all of them, as bits."""
    mighty, joker = game.mighty, game.joker
    first, second = NO_SEAT, NO_SEAT
    if two_packs(mode):
        first, second = 0, 0
    for number in range(game.players):
        dealt = seat_at(game, number).dealt
        if two_packs(mode):
            first |= choose(dealt & mighty, 1 << number, 0)
            second |= choose(dealt & joker, 1 << number, 0)
        else:
            first = choose(dealt & mighty, number, first)
            second = choose(dealt & joker, number, second)
    poke_short(columns, at, first)
    poke_short(columns, at + stride, second)


@kernel
def call_code(game: Any) -> int:
    """The friend call as the column holds it."""
    code = choose(game.friend_kind == BY_NOBODY, NO_FRIEND, NO_CALL)
    code = choose(game.friend_kind == BY_FIRST_TRICK, FIRST_TRICK, code)
    return choose(game.friend_kind == BY_CARD, index(game.friend_card), code)


@kernel
def _write_strengths(rules: Any, game: Any, columns: Any, stride: int, at: int, mode: Any) -> None:
    """Measures of the declarer's hand: dealt, in the strain bid; exchanged, in the final strain."""
    me = seat_at(game, game.declarer)
    won = game.bid & 7
    dealt = me.dealt
    kept = (dealt | me.kitty) ^ me.discard
    trump, mighty = peek(rules.trump, won), peek(rules.mighty, won)
    dealt_twice, kept_twice = 0, 0
    if two_packs(mode):
        dealt_twice, kept, kept_twice = me.dealt_twice, me.exchanged, me.exchanged_twice
    poke_short(columns, at, points_held(dealt) + points_held(dealt_twice))
    poke_short(columns, at + stride, points_held(kept) + points_held(kept_twice))
    poke_short(columns, at + 2 * stride, count(dealt & trump) + count(dealt_twice & trump))
    poke_short(columns, at + 3 * stride, count(kept & game.trump) + count(kept_twice & game.trump))
    before = tricks_estimated(dealt, trump, mighty, rules.joker)
    after = tricks_estimated(kept, game.trump, game.mighty, rules.joker)
    if two_packs(mode):
        before += second_copies(dealt, dealt_twice, trump, mighty)
        after += second_copies(kept, kept_twice, game.trump, game.mighty)
    poke_short(columns, at + 4 * stride, before)
    poke_short(columns, at + 5 * stride, after)
    poke_short(columns, at + 6 * stride, weakness(rules, dealt) + weakness(rules, dealt_twice))
    poke_short(columns, at + 7 * stride, weakness(rules, kept) + weakness(rules, kept_twice))
    _write_holders(game, columns, stride, at + 8 * stride, mode)


@kernel
def write_row(rules: Any, game: Any, columns: Any, stride: int, at: int, mode: Any) -> None:
    """Score a finished deal and store its columns, the first at item ``at`` and the others ``stride`` apart."""
    me = seat_at(game, game.declarer)
    points = side_points(game, mode)
    made = choose(points >= game.number, 1, 0)
    factor = multiplier(rules, game, doublings(rules, game.strain, game.friend_kind, points, made), mode)
    share = share_value(rules, game.number, points, mode) * factor
    poke_short(columns, at, game.redeals)
    poke_short(columns, at + stride, game.dealer)
    poke_short(columns, at + 2 * stride, game.declarer)
    poke_short(columns, at + 3 * stride, game.friends)
    poke_short(columns, at + 4 * stride, call_code(game))
    poke_short(columns, at + 5 * stride, game.bid >> 3)
    poke_short(columns, at + 6 * stride, game.bid & 7)
    poke_short(columns, at + 7 * stride, game.number)
    poke_short(columns, at + 8 * stride, game.strain)
    poke_short(columns, at + 9 * stride, points)
    poke_short(columns, at + 10 * stride, discard_points(me, mode))
    poke_short(columns, at + 11 * stride, made)
    poke_short(columns, at + 12 * stride, factor)
    at += 13 * stride
    for number in range(game.players):
        shares = shares_of(rules, 1 << number, me.bit, game.friends, made, mode)
        poke_short(columns, at + number * stride, shares * share)
    at += game.players * stride
    _write_strengths(rules, game, columns, stride, at, mode)
    if rules.goes_on:
        poke_short(columns, at + _AFTER * stride, min(game.faults, MOST_FAULTS))
        at += stride
    if rules.where:
        poke_short(columns, at + _AFTER * stride, game.tried)


def _entry(mode: int | None) -> Any:
    """The entry for a mode, its whole loop in one function: each further one around it is optimized all over again."""

    def run(stamp: Any, rules: Any, blocks: Any, columns: Any, stride: int, first: int, n_deals: int) -> int:
        """Play deals ``first`` on and fill their columns; 0, or ``place << 24 | fault`` where a strategy failed.

        ``rules``, ``blocks`` (:data:`IN_FLIGHT` of them) and ``columns`` are addresses; ``stride`` is the distance
        between two columns of a deal. The results depend neither on how deals are cut nor on what is in flight.
        """
        table = rules_at(rules)
        for k in range(IN_FLIGHT):
            seat_table(table, game_at(item(blocks, k, GAME_BYTES)))
        asked, last = int64(1), int64(0)  # not literals, for which numba would compile a trick twice
        if mode is not None:
            last = table.asks_last
        done = 0
        while done < n_deals:
            flying = min(IN_FLIGHT, n_deals - done)
            deal = first + done
            for k in range(flying):
                game = game_at(item(blocks, k, GAME_BYTES))
                start(table, game, deal + k)
                bad = bid_and_exchange(table, game, mode)
                if bad:
                    return (done + k) << 24 | bad
            for trick in range(1, table.rounds):
                for k in range(flying):
                    bad = play_trick(table, game_at(item(blocks, k, GAME_BYTES)), trick, asked, mode)
                    if bad:
                        return (done + k) << 24 | bad
            for k in range(flying):
                game = game_at(item(blocks, k, GAME_BYTES))
                bad = play_trick(table, game, table.rounds, last, mode)
                if bad:
                    return (done + k) << 24 | bad
                write_row(table, game, columns, stride, done + k, mode)
            done += flying
        return 0

    return entry(run)


#: The entry for each mode of the kernels: `standard` and the tables like it, any with one pack, any with two.
RUNS = {mode: _entry(mode) for mode in (None, ONE_PACK, TWO_PACKS)}


def compile_run(mode: int | None) -> None:
    """Compile the entry of a mode into the cache, without playing."""
    RUNS[mode].compile((typeof(STAMP), *(int64,) * 6))


class Request(Protocol):
    """What is to be played; an :class:`mighty_sim.experiment.Experiment` is one."""

    @property
    def rules(self) -> Rules:
        """The table's rules."""

    @property
    def strategies(self) -> Sequence[Strategy]:
        """One strategy a seat."""

    @property
    def seed(self) -> int:
        """What fixes the cards, with the deal's number."""

    @property
    def forced(self) -> Any:
        """None, or who declares: an :class:`mighty_sim.experiment.Forced`."""

    @property
    def dealing(self) -> Any:
        """None, or the wishes for the cards (:class:`mighty_sim.dealing.Dealing`)."""

    @property
    def on_fault(self) -> str:
        """What a wrong answer does: :data:`STOP`, or :data:`FIRST_LEGAL`: the first legal one is put in its place."""


def columns_of(request: Request) -> tuple[Column, ...]:
    """:func:`columns_for` what is requested."""
    return columns_for(request.rules, request.on_fault, where=has_condition(request.dealing))


def conditions_of(request: Request) -> Conditions:
    """What a request adds to its rules."""
    goes_on = request.on_fault == FIRST_LEGAL
    if request.forced is None:
        return Conditions(request.seed, goes_on=goes_on)
    return Conditions(request.seed, request.forced.seat, request.forced.number, goes_on)


class Batch:
    """A table and a line-up, compiled or loaded from the cache, ready to play any chunk of deals."""

    def __init__(self, request: Request) -> None:
        self.columns = columns_of(request)
        self._strategies = request.strategies
        mode = mode_of(request.rules)
        self._entry = RUNS[mode]
        elsewhere = ahead.start(mode)
        try:
            self._line_up, self._alive = line_up(request.strategies)
        finally:
            ahead.finish(elsewhere, mode)
        place = self._line_up.ctypes.data if JIT else self._line_up
        self._wishes = Wishes(request.dealing, request.rules)
        words = self._wishes.words | told_of(request.forced)
        self._rules = ruleset(request.rules, conditions_of(request), place, **words)
        self._local = threading.local()

    def play(self, first: int, count: int, out: np.ndarray, row: int) -> None:
        """Play deals ``first`` to ``first + count - 1`` into ``out[:, row : row + count]``.

        ``out`` is a C-contiguous int16 array ``[columns, capacity]``. Safe from several threads at once, without the
        interpreter's lock. Raises StrategyFault, naming seat, strategy and deal.
        """
        if out.dtype != np.int16 or not out.flags.c_contiguous or len(out) != len(self.columns):
            raise ValueError(f"out must be a C-contiguous int16 array of {len(self.columns)} rows")
        if first < 0 or count < 0 or row < 0 or row + count > out.shape[1]:
            raise ValueError(f"{count} deals from {first} do not fit into {out.shape[1]} places from {row}")
        result = self._run(first, count, out, row)
        if result:
            self._report(first, result)

    def _run(self, first: int, count: int, out: np.ndarray, row: int) -> int:
        if not hasattr(self._local, "blocks"):
            self._local.blocks = new_blocks(IN_FLIGHT)
        blocks = self._local.blocks
        if not JIT:
            return int(self._entry(STAMP, self._rules, blocks, out.reshape(-1)[row:], out.shape[1], first, count))
        at = out.ctypes.data + out.itemsize * row
        return int(self._entry(STAMP, self._rules.ctypes.data, blocks.ctypes.data, at, out.shape[1], first, count))

    def _report(self, first: int, result: int) -> None:
        deal, (decision, seat) = first + (result >> 24), unpack(result & (1 << 24) - 1)
        if decision == "no contract":
            raise StrategyFault(f"deal {deal}: {never_bids(self._strategies)}", deal)
        refuse_cards(decision, f"deal {deal}")
        refuse_told(decision, f"deal {deal}")
        who = f"strategy {self._strategies[seat].name!r} at seat {seat}, deal {deal}, {decision}"
        raise StrategyFault(f"{who}: it failed, or its answer is against the rules; the deal's replay tells more", deal)


def never_bids(strategies: Sequence[Strategy]) -> str:
    """Why a deal cannot be played that is thrown in again and again."""
    names = ", ".join(dict.fromkeys(strategy.name for strategy in strategies))
    return (
        f"thrown in {MOST_REDEALS:,} times in a row: all of them pass ({names}), or every deal has a hand that is too "
        "weak; a strategy has to bid now and then"
    )


def _compiled(strategy: Strategy, name: str, function: Any) -> tuple[Any, int]:
    if not strategy.compiled:
        raise BadStrategy(f"{str(strategy.path)!r} is pure Python (compiled = False); only mighty_sim.workers play it")
    try:
        return compile_hook(function)
    except Exception as error:
        who = f"{str(strategy.path)!r}, @{name}"
        raise BadStrategy(f"{who} cannot be compiled: {diagnose(error, function)}") from error


def new_blocks(n: int) -> Any:
    """Memory for so many deals, on a cache line border."""
    if not JIT:
        return [python_block() for _ in range(n)]
    words = n * GAME_BYTES // 8
    spare = np.zeros(words + 8, np.int64)
    skip = -spare.ctypes.data % 64 // 8
    return spare[skip : skip + words]


def line_up(strategies: Sequence[Strategy]) -> tuple[Any, list[Any]]:
    """What the rules' record takes as ``line_up``, and the compiled functions to be kept alive with it.

    Raises BadStrategy for a function that cannot be compiled.
    """
    if not JIT:
        return [python_row(strategy, strategy.hooks) for strategy in strategies], []
    table = np.zeros((MAX_SEATS, SEAT_ROW), np.int64)
    compiled: dict[Any, tuple[Any, int]] = {}
    for seat, strategy in enumerate(strategies):
        for name, function in strategy.hooks.items():
            if function not in compiled:
                compiled[function] = _compiled(strategy, name, function)
            table[seat, HOOKS.index(name)] = compiled[function][1]
        values = list(strategy.values.values())
        table[seat, len(HOOKS) : len(HOOKS) + len(values)] = values
    return table, list(compiled.values())


def python_row(strategy: Strategy, functions: Mapping[str, Any]) -> list[Any]:
    """A seat's row of the line-up without the compiler: its functions, which may be wrapped, and its values."""
    return [*(functions.get(name, 0) for name in HOOKS), list(strategy.values.values())]
