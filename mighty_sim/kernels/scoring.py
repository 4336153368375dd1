"""Points of the declarer's side and what each seat gains (STD §5, §7)."""

from __future__ import annotations

from typing import Any

from mighty_sim.cards import NO_TRUMP
from mighty_sim.kernels.bits import POINT_CARDS, choose, count
from mighty_sim.kernels.exchange import BY_NOBODY
from mighty_sim.kernels.jit import kernel
from mighty_sim.kernels.state import seat_at


@kernel
def side_points(game: Any) -> int:
    """P: what declarer and friends took, with the discard. The same as all points less the defenders'."""
    declarer = seat_at(game, game.declarer)
    side = declarer.bit | game.friends
    points = count(declarer.discard & POINT_CARDS)
    for number in range(game.players):
        me = seat_at(game, number)
        points += choose(me.bit & side, me.points, 0)
    return points


@kernel
def doublings(rules: Any, strain: int, friend_kind: int, points: int, made: int) -> int:
    """How often S is doubled: no-trump, openly alone, a run, a back-run (STD §7)."""
    return (
        choose(strain == NO_TRUMP, rules.double_notrump, 0)
        + choose(friend_kind == BY_NOBODY, rules.double_solo, 0)
        + choose(points == rules.total_points, rules.double_run, 0)
        + choose(points <= rules.backrun, 1 - made, 0)
    )


@kernel
def share_value(rules: Any, number: int, points: int, times: int) -> int:
    """One share, negative for a failed contract: 2 (B - M) + (P - B), or P - B, doubled ``times`` times."""
    made = 2 * (number - rules.score_base) + points - number
    return choose(points >= number, made, points - number) << times


@kernel
def shares_of(bit: int, declarer_bit: int, friends: int, players: int) -> int:
    """Shares of a seat: friend 1, opponent -1, the declarer all that the opponents pay and the friends leave."""
    helpers = count(friends)
    own = players - 1 - 2 * helpers
    return choose(bit & declarer_bit, own, choose(bit & friends, 1, -1))
