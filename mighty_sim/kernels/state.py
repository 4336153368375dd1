"""The state of one deal in play: a game record that all may see parts of, and a record for each of up to eight seats.

One block of memory a deal, all int64. The first cache line of each record holds what every single play touches, the
second what a trick touches. Seats are linked by address (``next``) and carry the addresses of their strategy's
functions, so nothing is looked up by number while a trick is played.

A strategy gets two read-only views, ``game`` and ``me`` (see ``strategies/README.md`` for what each field means). What
is not listed in :data:`GAME_SHOWN` and :data:`SEAT_SHOWN` cannot be named by a strategy: other hands, the kitty, the
discard and the friend before he is known are not there.
"""

from __future__ import annotations

from typing import Any

from mighty_sim.kernels.bits import choose
from mighty_sim.kernels.jit import kernel
from mighty_sim.kernels.memory import Layout, address, caster, item, peek, pointer_type

MAX_SEATS = 8
MAX_PARAMETERS = 64  # of a strategy and its bases together
HOOKS = ("play", "bid", "exchange", "friend", "change", "claim", "plan", "lead")  # order of the line-up's columns


def _words(*names: str) -> list[tuple[str, int]]:
    return [(name, 1) for line in names for name in line.split()]


SEAT = Layout(
    "seat",
    _words(
        "hand legal card next ask_play rng allies foes",
        "seat bit points voids twice plan dealt discard",
        " ".join(f"ask_{name}" for name in HOOKS[1:]) + " kitty",
        "dealt_twice kitty_twice discard_twice exchanged exchanged_twice game all_own values",
    ),
)
GAME = Layout(
    "game",
    [
        *_words(
            "table beat led follow watch force winner_at beats",
            "trick to_come leader_at seen trump mighty joker hunter",
            "declarer number strain bid friend_card friend_kind friends known",
            "settled request dealer opener highest bidder rank must_bid",
            "hidden_kitty redeals deal rng players rounds strain_gaps rules",
            "kind free roams to_discard pack pack_twice last_declarer",
            "duty demanded due alert bound blind seen_again jokers_out copies_left hidden_kitty_twice again jokers",
        ),
        ("deck", 16),
        ("seats", MAX_SEATS * SEAT.words),
        ("faults", 1),  # wrong answers of this deal that were replaced
        ("tried", 1),  # deals that were dealt until one met the condition
    ],
)
SEAT_BYTES = 8 * SEAT.words
SEAT_ROW = len(HOOKS) + MAX_PARAMETERS  # words of the line-up for a seat
GAME_BYTES = 8 * GAME.words

GAME_SHOWN = (
    "table beat led trick to_come seen trump mighty joker hunter declarer number strain friend_card friend_kind known "
    "settled request dealer opener highest bidder must_bid players rounds blind to_discard pack pack_twice"
).split()
SEAT_SHOWN = (
    "hand legal card allies foes seat bit points voids plan dealt kitty discard "
    "twice dealt_twice kitty_twice discard_twice"
).split()

GameType = pointer_type(f"{__name__}.GameType", GAME)
SeatType = pointer_type(f"{__name__}.SeatType", SEAT)
GameView = pointer_type(f"{__name__}.GameView", GAME, GAME_SHOWN)
SeatView = pointer_type(f"{__name__}.SeatView", SEAT, SEAT_SHOWN)

game_at = caster(GameType(), lambda place: place)
seat_from = caster(SeatType(), lambda place: place)
game_view = caster(GameView(), lambda record: record.view)
seat_view = caster(SeatView(), lambda record: record.view)


@kernel
def seat_at(game: Any, seat: int) -> Any:
    """The record of a seat, by number."""
    return seat_from(item(game.seats, seat, SEAT_BYTES))


@kernel
def seat_table(rules: Any, game: Any) -> None:
    """Once a block: set what no deal changes, number and link the seats, give each the functions that play for it.

    ``rules.line_up`` is a row of :data:`MAX_SEATS` rows: a :data:`HOOKS` address each (0: not there), then the values
    of the strategy's parameters.
    """
    game.rules = address(rules)
    game.players = rules.players
    game.rounds = rules.rounds
    game.joker = rules.joker
    game.roams = rules.roams
    game.pack = rules.pack
    game.pack_twice = rules.pack_twice
    game.strain_gaps = rules.strain_gaps
    game.seen_again = 0
    game.jokers_out = 0
    game.again = 0
    game.jokers = 0
    for number in range(rules.players):
        me = seat_at(game, number)
        me.seat = number
        me.game = address(game)
        me.twice = 0  # with one pack nothing is ever written there
        me.dealt_twice = 0
        me.kitty_twice = 0
        me.discard_twice = 0
        me.bit = 1 << number
        me.next = address(seat_at(game, (number + 1) % rules.players))
        row = item(rules.line_up, number, 8 * SEAT_ROW)
        me.ask_play = peek(row, 0)
        me.ask_bid = peek(row, 1)
        me.ask_exchange = peek(row, 2)
        me.ask_friend = peek(row, 3)
        me.ask_change = peek(row, 4)
        me.ask_claim = peek(row, 5)
        me.ask_plan = peek(row, 6)
        me.ask_lead = choose(peek(row, 7), peek(row, 7), me.ask_play)
        me.values = item(row, len(HOOKS), 8)
