"""How the score of a deal came about, in words and sums (STD §7, PEN).

S is what the contract is worth: one share where winners gain what losers pay, one penalty where only the
losers are charged. B is the contract's number, M the table's base, P the points of the declarer's side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from mighty_sim.cards import POINT_CARDS, card_index
from mighty_sim.contract import parse_bid

_Part = Mapping[str, Any]

_WIDTH = 80
_TIMES = {2: "doubled", 3: "tripled", 4: "quadrupled"}


def reckoning(record: _Part) -> str:
    """Return points, contract made or not, the score and how it came about, from a deal's record."""
    result = record["result"]
    over = result["points"] - parse_bid(record["contract"]).number
    verdict = (
        f"made{f' with {over} over' if over else ' exactly'}" if result["made"] else f"failed by {-over}"
    )
    lines = [f"{counted(result['points'], 'point')} for {record['contract']}: {verdict}"]
    worth, parts = _share(record)
    if charges_losers(record["rules"]):
        if parts:
            parts[-1] += " penalty point" + ("" if worth == 1 else "s")
            lines.append(filled(f"{_losers(record)} charged", parts))
        scores = [f"seat {seat}: {score}" for seat, score in enumerate(result["scores"])]
        lines.append(filled("Penalty points:", scores))
    else:
        if parts:
            lines += [filled("One share:", parts), _who_pays(record)]
        scores = [f"seat {seat} {score:+}" for seat, score in enumerate(result["scores"])]
        lines.append(filled("Scores:", scores))
    return "\n".join(lines) + "\n"


def worth(record: _Part) -> int:
    """Return S, what the contract of a deal is worth: one share, or one penalty. It is never below 0."""
    return _share(record)[0]


def charges_losers(rules: _Part) -> bool:
    """Return whether scores are penalty points that the losers are charged, so that low is good."""
    return bool(rules["score"]["shares"] == "penalty_to_losers")


def points_of(cards: Iterable[str]) -> int:
    """Return how many of the cards are point cards, every copy of them."""
    return sum(POINT_CARDS >> card_index(card) & 1 for card in cards)


def counted(number: int, thing: str) -> str:
    """Return a number of things in words."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def filled(start: str, parts: Sequence[str]) -> str:
    """Return parts with commas between in lines that fit a page; the first one begins with `start`."""
    lines = [start]
    for part in [*(f"{part}," for part in parts[:-1]), parts[-1]]:
        if len(lines[-1]) + 1 + len(part) > _WIDTH:
            lines.append(" ")
        lines[-1] += f" {part}"
    return "\n".join(lines)


def _share(record: _Part) -> tuple[int, list[str]]:
    """Return S and how it came about: the sum, then what multiplied it; no words for an unknown formula."""
    share, sum_ = _plain_share(record)
    if not sum_:
        return 0, []
    parts, reasons = [f"{sum_} = {share}"], dict[int, list[str]]()
    for factor, reason in _factors(record):
        reasons.setdefault(factor, []).append(reason)
        share *= factor
    for factor, (first, *others) in reasons.items():
        parts += [f"{_TIMES[factor]} for {first}", *others]
    if reasons:
        parts[-1] += f" = {share}"
    return share, parts


def _plain_share(record: _Part) -> tuple[int, str]:
    """Return S before anything multiplies it, and the sum that gives it: `score.formula`, `score.failed`."""
    rules, points = record["rules"]["score"], record["result"]["points"]
    number, base, formula = parse_bid(record["contract"]).number, rules["base"], rules["formula"]
    if formula not in ("risk2", "penalty", "penalty_by_points"):
        return 0, ""
    if not record["result"]["made"]:
        if rules["failed"] == "shortfall":
            return number - points, f"{number} - {points}"
        if formula == "risk2":
            return 2 * (number - base), f"2 x ({number} - {base})"
        return number - base, f"{number} - {base}"
    if formula == "risk2":
        return 2 * (number - base) + points - number, f"2 x ({number} - {base}) + ({points} - {number})"
    worth = number if formula == "penalty" else points
    return worth - base, f"{worth} - {base}"


def _factors(record: _Part) -> Iterator[tuple[int, str]]:
    """Yield what multiplies S in this deal: the factor and its reason."""
    rules, result = record["rules"]["score"], record["result"]
    call, stake = record["friend_call"], record["rules"]["exchange"]["change_stake"]
    if rules["double_notrump"] == "always" and record["contract"].endswith("N"):
        yield 2, "no-trump"
    if rules["double_open_solo"] == "always" and call and call["kind"] == "none":
        yield 2, "playing openly alone"
    dealt = [*(card for hand in record["hands"] for card in hand), *record["kitty"]]
    if rules["double_run"] == "all_points" and result["points"] == points_of(dealt):
        yield 2, "all the points"
    if not result["made"] and result["points"] <= rules["backrun_at_most"]:
        yield 2, f"{counted(rules['backrun_at_most'], 'point')} or fewer"
    if stake > 1 and record["bid"][-1] != record["contract"][-1]:
        yield stake, "the change of strain"


def _losers(record: _Part) -> str:
    """Say who is charged a penalty: the opponents of a made contract, else declarer and friends (PEN)."""
    result = record["result"]
    friends = len(result["friends"])
    if result["made"]:
        opponents = len(result["scores"]) - 1 - friends
        several = f"Each of the {opponents} opponents is"
        return {0: "Nobody is", 1: "The opponent is"}.get(opponents, several)
    if not friends:
        return "The declarer alone is"
    return f"Declarer and {'friend' if friends == 1 else f'{friends} friends'} are each"


def _who_pays(record: _Part) -> str:
    """Say how the shares go around (STD §7)."""
    result = record["result"]
    friends = len(result["friends"])
    opponents = len(result["scores"]) - 1 - friends
    own = opponents - friends
    pay, get = ("pay", "get") if result["made"] else ("get", "pay")
    parts = [
        *_side_pays(opponents, "opponent", pay),
        *_side_pays(friends, "friend", get),
        f"the declarer {get if own >= 0 else pay}s {abs(own) or 'nothing'}",
    ]
    return ", ".join(parts)


def _side_pays(players: int, who: str, does: str) -> list[str]:
    """Say that so many players pay or get a share each; nothing for none."""
    if players < 2:
        return [f"the {who} {does}s one"] * players
    return [f"{counted(players, who)} {does} one each"]
