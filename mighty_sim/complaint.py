"""What is said of a strategy's wrong answer: what it answered, what would have been legal, and the deal's replay.

The kernels are those of a replay, uncompiled: their records are looked at as they stand when the question was asked.
"""

from __future__ import annotations

import shlex
import traceback
from pathlib import Path
from typing import Any

from mighty_sim.cards import FIRST_JOKER, STRAINS, SUIT_MASKS, SUITS, card_text, texts_in
from mighty_sim.catalog import seat_text, strategy_names, strategy_path
from mighty_sim.contract import HIGHEST_NUMBER, Bid
from mighty_sim.kernels.batch import FIRST_LEGAL, Request
from mighty_sim.kernels.bits import CARDS
from mighty_sim.kernels.state import seat_at
from mighty_sim.kernels.views import least, least_change, may_be_called
from mighty_sim.rules import Rules, changed, departures, load_table, table_names
from mighty_sim.strategy import Strategy

PROGRAM = "mighty-sim"
SEE = "; see: "
_PACKAGE = str(Path(__file__).parent)
_LONGEST = 40
_MOST_CARDS = 20
_CALLS = {
    "card": "a card that is not all one's own",
    "own_card": "a card of one's own",
    "first_trick": "FIRST_TRICK",
    "none": "ALONE",
}
_RIGHT = {"claim": "0 or 1", "plan": "any int"}


def answer_text(name: str, answer: int) -> str:
    """Return an answer to a question as a person would write it, as far as it means anything."""
    if answer < 0:
        return str(answer)
    if name in ("bid", "change"):
        bid = Bid(answer >> 3, answer & 7)
        is_call = 1 <= bid.number <= HIGHEST_NUMBER and bid.strain < len(STRAINS)
        return str(bid if is_call else answer) if answer else "a pass"
    if name in ("claim", "plan"):
        return str(answer)
    cards = [card_text(card) for card in range(FIRST_JOKER + 1) if answer >> card & 1]
    return (" ".join(cards) or "no card") + (" with more" if answer & ~CARDS else "")


def no_int(answer: Any) -> str:
    """Return what is said of an answer that is no int, or too large for one of 64 bits."""
    text = " ".join(repr(answer).split())
    text = text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
    return f"the answer is {text}, which is {'too large' if isinstance(answer, int) else 'no int'}"


def failure(error: BaseException, path: Path) -> str:
    """Return what an exception says, with the line of the strategy's own code that raised it."""
    lines = [line for line in traceback.extract_tb(error.__traceback__) if not line.filename.startswith(_PACKAGE)]
    own = [line for line in lines if line.filename == str(path)] or lines
    told = f"{type(error).__name__}: {' '.join(str(error).split())}"
    if not own:
        return told
    file = "" if own[-1].filename == str(path) else f" of {Path(own[-1].filename).name}"
    return f"{told} (line {own[-1].lineno}{file}: {own[-1].line})"


def legal_text(rules: Rules, game: Any, name: str, seat: int) -> str:
    """Return what can be answered to the question that a seat is asked; for a call, while it is asked."""
    me = seat_at(game, seat)
    if name in ("play", "lead"):
        return f"legal: {' '.join(texts_in(me.legal))}"
    if name == "exchange":
        return f"right: at most {game.to_discard} of {' '.join(texts_in(me.hand, me.twice))}"
    if name == "friend":
        asks = "; ALONE asks for no suit" if game.view.may_request else "; no suit can be asked for here"
        cards = _in_short(texts_in(may_be_called(me) & CARDS))
        return f"right: {' or '.join(_CALLS[kind] for kind in rules.friend.kinds)}{cards}{asks}"
    return f"right: {_right_call(rules, game, name) if name in ('bid', 'change') else _RIGHT[name]}"


def _right_call(rules: Rules, game: Any, name: str) -> str:
    """The calls that can be made now: the least of each strain, and what is no call."""
    asked, top = (least if name == "bid" else least_change), rules.auction.max_number
    calls = " ".join(str(Bid(asked(game, s), s)) for s in range(len(STRAINS)) if asked(game, s) <= top)
    exact = name == "change" and not rules.exchange.raise_without_change
    others = [f"one of {calls}" if exact else f"at least {calls}, at most {top}"] if calls else []
    if name == "change" or not game.must_bid:
        others.append("0" if name == "change" else "a pass")
    return ", or ".join(others)


def _in_short(cards: list[str]) -> str:
    """The cards that can be called, as far as they fit into a line."""
    more = f" and {len(cards) - _MOST_CARDS} more" if len(cards) > _MOST_CARDS else ""
    return f"; cards to call: {' '.join(cards[:_MOST_CARDS])}{more}" if cards else ""


def said_wrong(game: Any, answer: int) -> str:
    """Return what can be said with the card of an answer, where what was said with it is wrong; else nothing."""
    if answer <= 0 or (answer & CARDS).bit_count() != 1:
        return ""
    if answer & game.joker:
        suits = " ".join(suit for suit, mask in zip(SUITS, SUIT_MASKS, strict=True) if game.view.nameable & mask)
        return f"; led now, a joker names one of {suits}" if suits else "; a joker names no suit here"
    return "; only a hunter may demand, and only where game.may_demand says so" if answer & ~CARDS else ""


def command(request: Request, deal: int, match: int | None, on_fault: str = FIRST_LEGAL) -> str:
    """Return what to type to see a deal, or a whole match; wrong answers are marked there, and it goes on."""
    return shlex.join([PROGRAM, *arguments(request, deal, match, on_fault)])


def arguments(request: Request, deal: int, match: int | None, on_fault: str) -> list[str]:
    """Return the words of :func:`command`, without the program."""
    rules, forced = request.rules, request.forced
    shipped = rules.name in table_names()
    changes = changed(rules) if shipped else departures(rules, load_table("standard"))  # the same rules, from any file
    seats = [_seat(strategy) for strategy in request.strategies]
    words = ["replay", "--table", rules.name if shipped else "standard"]
    words += [word for change in changes for word in ("--set", change)]
    words += ["--strategy", seats[0] if len(set(seats)) == 1 else ",".join(seats), "--seed", str(request.seed)]
    if forced:
        words += forced.words()
    if request.dealing:
        words += request.dealing.words()
    words += ["--deals", str(deal)] if match is None else ["--match", str(match)]
    return words + (["--on-fault", on_fault] if on_fault == FIRST_LEGAL else [])


def _seat(strategy: Strategy) -> str:
    """Return the text that seats a strategy again: by name, where that is enough."""
    name = strategy.path.stem
    shipped = name in strategy_names() and strategy_path(name) == strategy.path
    return seat_text(name, strategy.settings) if shipped else strategy.spec
