"""The pages of `mighty-sim tables legal` and `tables check`: what may be played and why, and examples that fail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from mighty_sim.examples import Outcome
    from mighty_sim.rules import Rules
    from mighty_sim.verdict import Verdict


def legal_record(rules: Rules, settings: Sequence[str], verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as values that JSON can hold; `settings` are what was changed in the table for it."""
    from mighty_sim.cards import STRAINS, texts_in
    from mighty_sim.rules import changed

    now = verdict.situation
    return {
        "table": rules.name,
        "changed": changed(rules) or list(settings),
        "trump": STRAINS[now.strain],
        "mighty": texts_in(now.mighty)[0],
        "hunter": next(iter(texts_in(now.hunter)), None),
        "trick": now.trick,
        "tricks": rules.deal.hand,
        "plays": [str(play) for play in now.plays],
        "hand": texts_in(now.hand, now.twice),
        "legal": verdict.legal,
        "illegal": verdict.illegal,
        "reason": verdict.reason,
        "best": now.best,
        "standing": verdict.standing,
    }


def legal_page(record: Mapping[str, Any]) -> str:
    """Return a verdict as a page."""
    trump = "no-trump" if record["trump"] == "N" else f"trump {record['trump']}"
    hunter = f"hunter {record['hunter']}" if record["hunter"] else "no hunter"
    changes = [f"{record['table']} changed: {', '.join(record['changed'])}"] if record["changed"] else []
    parts = {
        "Played": " ".join(record["plays"]) or "nothing yet",
        "In hand": " ".join(record["hand"]),
        "May play": click.style(" ".join(record["legal"]), bold=True),
        "Not": " ".join(record["illegal"]) or "none: each of them may be played",
    }
    return "\n".join(
        [
            f"{record['table']}, trick {record['trick']} of {record['tricks']}, {trump}; "
            f"Mighty {record['mighty']}, {hunter}",
            *map(_wrapped, changes),
            "",
            *(f"{name:<8}  {cards}" for name, cards in parts.items()),
            "",
            _wrapped(record["reason"]),
            record["standing"],
            "",
        ]
    )


def check_page(outcome: Outcome) -> str:
    """Return the examples that failed, and how many did not."""
    lines = []
    for failure in outcome.failures:
        shows = f": {failure.shows}" if failure.shows else ""
        lines += [
            _wrapped(f"{failure.id}, {failure.kind} at {failure.table}{shows}"),
            f"    expected  {failure.expected}",
            f"    found     {failure.found}",
            "",
        ]
    return "\n".join([*lines, _wrapped(summary(outcome)), ""])


def summary(outcome: Outcome) -> str:
    """Return how many examples passed, failed and were skipped, in a line."""
    text = f"{outcome.passed} passed, {len(outcome.failures)} failed, {sum(outcome.skipped.values())} skipped"
    if not outcome.skipped:
        return text
    tables = ", ".join(f"{name} {number}" for name, number in sorted(outcome.skipped.items()))
    return f"{text}, as their tables are not known here ({tables})"


def _wrapped(text: str) -> str:
    """Return the text in lines that fit the page."""
    return click.wrap_text(text, width=max(60, min(100, get_terminal_size().columns)))
