"""The referee's scores: what a deal is worth, who gets it, and how a match goes on and ends.

Part of the referee (see referee.py). `partner` is "friend", "open" (announced alone) or "secret" (alone in any
other way, also at a table without friends).
"""

from referee_bids import next_seat, split_bid
from referee_cards import NO_TRUMP, Rules, all_points


def count_doublings(rules: Rules, contract: str, points: int, partner: str) -> int:
    """No-trump, openly no friend, all points, at STD at most 9 points: each doubles once more (STD §7). The last
    only where the contract failed."""
    score = rules["score"]
    number, strain = split_bid(contract)
    return [
        strain == NO_TRUMP and score["double_notrump"] == "always",
        partner == "open" and score["double_open_solo"] == "always",
        points == all_points(rules) and score["double_run"] == "all_points",
        number > points and points <= score["backrun_at_most"],
    ].count(True)


def multiplier(rules: Rules, contract: str, points: int, partner: str, changed: bool) -> int:
    """All doublings, and the raised stake where the strain was changed (PEN, A12)."""
    stake: int = rules["exchange"]["change_stake"] if changed else 1
    doublings: int = 2 ** count_doublings(rules, contract, points, partner)
    return stake * doublings


def unit(rules: Rules, contract: str, points: int) -> int:
    """S before it is multiplied; of a failed contract, what is lost (STD §7; PEN, A11)."""
    score, number = rules["score"], split_bid(contract)[0]
    if points < number and score["failed"] == "shortfall":
        return number - points
    counted = max(points, number)  # "same_amount": what exactly making it would have been worth
    base: int = score["base"]
    if score["formula"] == "risk2":
        return 2 * (number - base) + (counted - number)
    return (counted if score["formula"] == "penalty_by_points" else number) - base


def share_out(rules: Rules, made: bool, amount: int, declarer: int, friends: list[int]) -> list[int]:
    """What each seat gains, or at the penalty tables is charged.

    "2_1_-1" (STD §7): made, each defender loses S, each friend gains it, the declarer gets the rest: 2S of five
    players with a friend, 4S alone; all signs reversed if failed. "penalty_to_losers" (PEN): made, each
    defender is charged S, else the declarer and each friend.
    """
    seats = range(rules["deal"]["players"])
    if rules["score"]["shares"] == "penalty_to_losers":
        return [amount if (seat == declarer or seat in friends) != made else 0 for seat in seats]
    gain = amount if made else -amount
    scores = [gain if seat in friends else -gain for seat in seats]
    scores[declarer] = 0
    scores[declarer] = -sum(scores)
    return scores


# Matches


def opener_of(rules: Rules, dealer: int, previous_declarer: int | None) -> int:
    """The dealer, or the seat on his left; at STD, after the first deal, the last declarer (STD §2, PEN)."""
    first_bidder = rules["deal"]["first_bidder"]
    if first_bidder == "left_of_dealer":
        return next_seat(rules, dealer)
    if first_bidder == "dealer_then_previous_declarer" and previous_declarer is not None:
        return previous_declarer
    return dealer


def dealer_after(rules: Rules, dealer: int, declarer: int, friends: list[int]) -> int:
    """The next deal's dealer: at STD the friend, the declarer after a solo (STD §2, A30); clockwise at PEN. Of
    several friends the first on the declarer's left."""
    option = rules["deal"]["next_dealer"]
    if option == "clockwise":
        return next_seat(rules, dealer)
    if option == "declarer" or not friends:
        return declarer
    return min(friends, key=lambda seat: (seat - declarer) % rules["deal"]["players"])


def match_is_over(rules: Rules, totals: list[int], deals: int) -> bool:
    """After the agreed deals (STD §2, A22), or when somebody's total has reached the agreed one."""
    match = rules["match"]
    return bool(max(totals) >= match["total"] if match["ends"] == "total" else deals >= match["deals"])


def places(rules: Rules, totals: list[int]) -> list[int]:
    """Each seat's place, 1 the best; ties share it (STD §2). The high total wins, at PEN the low one."""
    sign = 1 if rules["match"]["wins"] == "high_total" else -1
    return [1 + sum(1 for other in totals if sign * other > sign * total) for total in totals]
