"""Points of the declarer's side and what each seat gains (STD §5, §7)."""

from __future__ import annotations

from typing import Any

from mighty_sim.cards import NO_TRUMP
from mighty_sim.kernels.bits import POINT_CARDS, choose, count, given
from mighty_sim.kernels.copies import two_packs
from mighty_sim.kernels.jit import kernel
from mighty_sim.kernels.ruleset import PENALTY, RISK
from mighty_sim.kernels.sides import BY_NOBODY
from mighty_sim.kernels.state import seat_at


@kernel
def discard_points(declarer: Any, mode: Any) -> int:
    """Points that the declarer has laid away."""
    points = count(declarer.discard & POINT_CARDS)
    if two_packs(mode):
        points += count(declarer.discard_twice & POINT_CARDS)
    return points


@kernel
def side_points(game: Any, mode: Any) -> int:
    """P: what declarer and friends took, with the discard. The same as all points less the defenders'."""
    declarer = seat_at(game, game.declarer)
    side = declarer.bit | game.friends
    points = discard_points(declarer, mode)
    for number in range(game.players):
        me = seat_at(game, number)
        points += me.points & -given(side >> number & 1)  # a branch would be a toss-up
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
def multiplier(rules: Any, game: Any, times: int, mode: Any) -> int:
    """All factors on S: the doublings, and the stake where the strain was changed (A12)."""
    if mode is None:
        return 1 << times
    return choose(game.strain == game.bid & 7, 1, rules.stake) << times


@kernel
def share_value(rules: Any, number: int, points: int, mode: Any) -> int:
    """One share before its factors, negative for a failed contract (STD §7: 2 (B - M) + (P - B), or P - B)."""
    made = 2 * (number - rules.score_base) + points - number
    lost = points - number
    if mode is not None:
        made, lost = _other_formulas(rules, number, points, made, lost)
    return choose(points >= number, made, lost)


@kernel
def _other_formulas(rules: Any, number: int, points: int, made: int, lost: int) -> tuple[int, int]:
    """What a share is worth at tables that count in another way (PEN, A11)."""
    penalty = number - rules.score_base
    by_points = choose(rules.formula == PENALTY, penalty, points - rules.score_base)
    exactly = choose(rules.formula == RISK, 2 * penalty, penalty)
    return choose(rules.formula == RISK, made, by_points), choose(rules.same_amount, -exactly, lost)


@kernel
def shares_of(rules: Any, bit: int, declarer_bit: int, friends: int, made: int, mode: Any) -> int:
    """Shares of a seat: friend 1, opponent -1, the declarer all that the opponents pay and the friends leave.

    Where penalties are charged: 1 for each opponent of a made contract, -1 (times a negative share) for the declarer
    and each friend of a failed one, else 0 (PEN).
    """
    helpers = count(friends)
    own = rules.players - 1 - 2 * helpers
    shares = choose(bit & declarer_bit, own, 2 * given(choose(bit & friends, 1, 0)) - 1)
    if mode is not None:
        loses = choose(bit & (declarer_bit | friends), made - 1, made)
        shares = choose(rules.penalties, loses, shares)
    return shares
