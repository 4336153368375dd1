"""What is advised about a hand, and what it rests on: sentences for a page, a notebook and a figure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mighty_sim.bids import ALPHA
from mighty_sim.candidates import call_text, discard_text

if TYPE_CHECKING:
    from mighty_sim.advice import Advice

#: Strains as a person reads them.
SIGNS = {"S": "♠ S", "H": "♥ H", "D": "♦ D", "C": "♣ C", "N": "no-trump"}


def score_text(value: float) -> str:
    """Return a score or lead as it is read, with its sign."""
    return f"{round(value, 1) + 0.0:+.1f}"


def recommended(found: Advice) -> list[str]:
    """Return what to do, in sentences."""
    return list(_recommended(found))


def _recommended(found: Advice) -> Iterator[str]:
    yield _bid(found)
    near = [f"{row['number']} {row['strain']}" for row in found.bids if row["p"] >= ALPHA and not row["best"]]
    if near:
        yield f"Not separated from the best bid by these deals: {', '.join(near)}."
    if found.why_not_passed:
        yield f"What to pass scores is not known: {found.why_not_passed}."
    if found.ranked_discards:
        yield _exchange(found)
    if found.outcome.ended:
        yield f"Ended: {found.outcome.ended}."


def _bid(found: Advice) -> str:
    """Return whether to bid, and what that gives."""
    measured = found.measured
    known = found.passed is not None or found.question.kitty is not None
    says = "Pass. The best bid is " if found.passes else "Bid " if known else "The best bid is "
    does = "leads by" if found.question.charged else "scores"
    rate = measured.rate
    low, high = 100 * rate.low, 100 * rate.high
    text = (
        f"{says if len(found.bids) > 1 else ''}{measured.bid.number} {SIGNS['SHDCN'[measured.bid.strain]]}: on "
        f"{measured.deals:,} further deals it is made in {100 * rate.rate:.1f} % ({low:.1f}–{high:.1f}) and {does} "
        f"{_mean(measured.score)}"
    )
    if found.passed is not None:
        text += f"; to pass {does} {_mean(found.passed.score)}"
    return text + "."


def _mean(score: Any) -> str:
    """Return a mean and half its interval."""
    return f"{score_text(score.mean)} ±{score.high - score.mean:.1f}"


def _exchange(found: Advice) -> str:
    """Return what to do in the exchange."""
    best = ((found.pairs or found.ranked_calls or found.ranked_discards) or [])[0]["choice"]
    text = f"Lay away {discard_text(best)}"
    return f"{text}." if best.call is None else f"{text}; friend: {call_text(best)}."


def assumptions(found: Advice) -> list[str]:
    """Return what the numbers rest on and how they are to be read, in sentences."""
    asked = found.question
    told = ", ".join(f"{row['number']}{row['strain']}" for row in found.bids if row["told"])
    score = "Score: what the declarer gains"
    if asked.charged:
        score = "Lead: by how much less the declarer is charged than the others on average; + is better"
    reckoned = "; those of the other numbers are reckoned from the same points, as if that number changed no play"
    said = [
        f"Assumed: {_others(found)}; what they would have bid tells nothing here. Seat {asked.seat} leads to the first "
        "trick as declarer; who dealt makes no difference to that.",
        f"{score}, mean with its 95 % interval. Played as {told}{reckoned if len(asked.numbers) > 1 else ''}.",
    ]
    if len(found.bids) > 1:
        said.append(
            "Separated: by the same deals, where luck alone does as much in less than 5 %, corrected for all bids "
            "(Holm). The best bid is chosen by these very deals, so it is played again on others."
        )
    if found.passed is not None:
        said.append(
            "Pass: the seat passes, the others bid and play as their strategies do, and deals that all pass are dealt "
            "anew; the dealer changes from deal to deal."
        )
    if found.own is not None:
        said.append(
            "Exchange: discards with the strategy's friend call, calls with the best discard. Behind: on the same "
            "deals, with a 95 % interval. Candidates raced on other deals than those that measure the finalists: only "
            f"the first place among these is flattered. {'' if found.whole else 'Discards of the lowest cards alone. '}"
            "What a change of strain would cost is not counted."
        )
    return [*said, f"It holds for {asked.experiment.line_up} and this table, not for Mighty as such."]


def _others(found: Advice) -> str:
    """Return what the others hold, in words."""
    known = found.question.experiment.dealing
    if known is None or not (known.never or known.condition):
        return "the others hold anything that remains"
    return f"{replace(known, fixed=()).describe()}, and the others hold anything else. {found.met}".rstrip(". ")
