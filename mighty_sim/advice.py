"""What a hand is worth: the chances and expected scores of its contracts, and what to bid.

One seat holds the hand and declares, in every strain in turn; the others and the kitty are dealt what remains, the same
deals for every strain. How the points come out tells the chance of every number, and by the table's own scoring what
each bid would have scored. The best bid is then measured on deals of its own, and what the seat scores where it passes.
With the kitty seen, discards and friend calls are ranked besides (see :mod:`mighty_sim.candidates`).

    from mighty_sim.advice import advise

    print(advise("SA SK SQ S9 S4 JK HA H7 D3 C2", deals=20_000))
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from mighty_sim import bids, candidates
from mighty_sim.answer import Answer
from mighty_sim.bids import Measured, Passed
from mighty_sim.candidates import Choice
from mighty_sim.cards import STRAINS, card_index, card_text, strain_index
from mighty_sim.chunks import Span
from mighty_sim.contract import Bid
from mighty_sim.engines import Batch, Report
from mighty_sim.errors import StrategyFault
from mighty_sim.experiment import Experiment
from mighty_sim.hands import sentences
from mighty_sim.holding import Question, Wanted, is_misdeal, question
from mighty_sim.limits import Enough, Judge, Limits
from mighty_sim.outcomes import Outcomes, Prices, declarer_code, score_code, unit
from mighty_sim.passing import passing
from mighty_sim.recommendation import assumptions, recommended
from mighty_sim.replay import record_of
from mighty_sim.trials import Trials

if TYPE_CHECKING:
    from pandas import DataFrame

#: Deals that choose which number the players are told in each strain.
PILOT = 1 << 11


class Advice(Answer):
    """What was found out about a hand.

    `frame` has a row for every bid: strain, number, told (whether this was the number that the players were told; the
    scores of the others are reckoned from the same play), n, made (deals with so many points), rate and score (or lead,
    see `mighty_sim.outcomes.unit`) with their 95 % intervals, behind (how much worse its mean score is than the best
    bid's, on the same deals) with its interval and Holm's p, best. `measured` is the best bid on deals of its own,
    `passed` what the seat scores where it passes (None: not asked, or `why_not_passed`). `discards` and `calls` are
    frames of the exchange (None: kitty not seen), `own` the strategy's choice, `yours` the asker's, `pairs` rows of
    these and of the best discard and call together.
    """

    kind = "advice"

    def __init__(self, asked: Question, work: _Work) -> None:
        """Take what was asked, and what has played it."""
        import pandas as pd

        self.question, self.met = asked, work.met
        self.outcome = work.trials.outcome(work.ended, short=work.short)
        self.bids, self.measured = work.rows, work.measured
        self.passed, self.why_not_passed = work.passed, work.why_not_passed
        self.own, self.yours, self.whole = work.own, work.yours, work.whole
        self.discards = None if work.discards is None else pd.DataFrame(_flat(work.discards))
        self.calls = None if work.calls is None else pd.DataFrame(_flat(work.calls))
        self.ranked_discards, self.ranked_calls, self.pairs = work.discards, work.calls, work.pairs
        self._frame = pd.DataFrame(self.bids)

    @property
    def frame(self) -> DataFrame:
        """Return a row for every bid."""
        return self._frame

    @cached_property
    def best(self) -> Bid:
        """Return the bid with the best expected score."""
        row = next(row for row in self.bids if row["best"])
        return Bid(row["number"], strain_index(row["strain"]))

    @property
    def passes(self) -> bool:
        """Return whether to pass scores better than the best bid."""
        return self.passed is not None and bool(self.measured.score.mean < self.passed.score.mean)

    @property
    def title(self) -> str:
        """Return what was asked, in a line."""
        asked = self.question
        seen = f", kitty {cards_text(asked.kitty)}" if asked.kitty else ""
        return (
            f"{cards_text(asked.hand)}{seen}: seat {asked.seat}, table {asked.rules.name}, strategy "
            f"{asked.experiment.line_up}, {self.bids[0]['n']:,} deals of seed {asked.experiment.seed}"
        )

    @property
    def notes(self) -> list[str]:
        """Return what to do, and what that rests on, in sentences."""
        return [*recommended(self), *assumptions(self)]

    @property
    def caption(self) -> str:
        """Return what to do, for below a figure."""
        return "\n".join(recommended(self)[:1])

    @property
    def own_name(self) -> str:
        """Return the name of the strategy that holds the hand."""
        return self.question.experiment.strategies[self.question.seat].name

    def all_rows(self) -> list[dict[str, Any]]:
        """Return everything that was found as rows: `part` is bid, measured, pass, discard, call or both."""
        found: list[dict[str, Any]] = [{"part": "bid"} | row for row in self.bids]
        known = {"strain": STRAINS[self.best.strain], "number": self.best.number}
        rate, score = self.measured.rate, self.measured.score
        rates = {"rate": float(rate.rate), "rate_low": float(rate.low), "rate_high": float(rate.high)}
        found.append({"part": "measured"} | known | {"n": self.measured.deals} | rates | _scores(score))
        if self.passed is not None:
            found.append({"part": "pass", "n": self.passed.deals} | _scores(self.passed.score))
        ranked = (("discard", self.ranked_discards), ("call", self.ranked_calls), ("both", self.pairs))
        for part, rows in ranked:
            found += [{"part": part} | known | row for row in _flat(rows or [])]
        return found

    def replay(self, deal: int = 0) -> str:
        """Return what to type to see a deal of the best bid."""
        from mighty_sim.complaint import command
        from mighty_sim.experiment import ON_FAULT

        return command(self.question.declaring(self.best), deal, None, ON_FAULT[0])


def cards_text(cards: Sequence[int]) -> str:
    """Return cards as they are written, with spaces between."""
    return " ".join(map(card_text, cards))


def advise(hand: str, *, threads: int = 0, **words: Any) -> Advice:
    """Return what a hand is worth; the words are those of `Wanted`.

    Raises InputError and its kinds for what cannot be asked, StrategyFault, Interrupted after Ctrl-C.
    """
    return play(question(Wanted(hand=hand, **words)), threads)


def play(
    asked: Question,
    threads: int = 0,
    watch: Callable[[Report, int], None] | None = None,
    make_batch: Callable[[Experiment], Batch] | None = None,
) -> Advice:
    """Play what a question needs.

    `threads` 0 means all, and no result depends on it. `watch` is called about ten times a second with the progress and
    the number of deals of the part that is played. `make_batch` makes what plays a setting. Raises StrategyFault,
    Interrupted after Ctrl-C.
    """
    work = _Work(asked, Trials(threads, watch, make_batch))
    work.look_at_condition()
    work.look_at_bids()
    work.measure()
    if asked.kitty is None:
        work.let_pass()
    else:
        work.rank_exchange()
    return Advice(asked, work)


class _Work:
    """The parts of an answer, played one after the other."""

    def __init__(self, asked: Question, trials: Trials) -> None:
        """Begin with nothing played."""
        self.asked, self.trials = asked, trials
        self.prices, self._begin = Prices(asked.rules), time.monotonic()
        self.met = ""
        self.passed: Passed | None = None
        self.why_not_passed = self.ended = ""
        self.short, self.whole = False, True
        self.own: Choice | None = None
        self.discards: list[candidates.Row] | None = None
        self.calls: list[candidates.Row] | None = None
        self.pairs: list[candidates.Row] | None = None
        self.yours: Choice | None = None

    def look_at_condition(self) -> None:
        """Deal a while to see how often the condition holds, if there is one."""
        known = self.asked.experiment.dealing
        if known is not None and known.condition:
            *_, self.met = sentences(self.asked.rules, self.asked.experiment.seed, known)

    def look_at_bids(self) -> None:
        """Play every strain on the same deals, until a limit is reached; `rows` are the bids."""
        told = self._told()
        tally, judge = Outcomes(len(told), self.asked.rules), Judge(self._limits(len(told)))

        def add(block: Any) -> None:
            tally.add(block)
            judge.look(tally.deals, lambda: bids.half_width(self._table(tally)))

        experiments = [self.asked.declaring(bid) for bid in told]
        try:
            self.trials.play(experiments, declarer_code, Span(0, self.asked.deals), add)
        except Enough as enough:
            part = f"the part of {self.asked.limits.seconds} s that the bids have was over after {enough.deals:,} deals"
            self.ended = enough.why if enough.reached else part
            self.short = self.asked.limits.precision is not None and not enough.reached
        table = self._table(tally)
        if self.asked.limits and not self.ended:
            self.ended = judge.short(tally.deals, bids.half_width(table))
            self.short = bool(self.ended)
            self.ended = self.ended or f"all {tally.deals:,} deals were played"
        self.deals = tally.deals
        self.rows = bids.rows(table, told)
        self.best = bids.best(table)

    def measure(self) -> None:
        """Play the best bid on as many deals that have chosen nothing."""
        tally = Outcomes(1, self.asked.rules)
        self.trials.play([self.asked.declaring(self.best)], declarer_code, self._fresh(), tally.add)
        prices = self.prices.of(self.best.strain, self.best.number)
        self.measured = Measured(self.best, tally.deals, tally.rate(0, self.best.number), tally.score(0, prices))

    def let_pass(self) -> None:
        """Play as many deals in which the seat passes."""
        sums, seat = bids.Sums(unit(self.asked.rules)), self.asked.seat
        experiment = self.asked.experiment
        if not experiment.strategies[seat].compiled:
            self.why_not_passed = "a pure-Python player cannot be made to pass"
            return
        line_up = [passing(item) if at == seat else item for at, item in enumerate(experiment.strategies)]
        experiment = replace(experiment, strategies=tuple(line_up))
        try:
            code = score_code(self.asked.rules, seat, "declarer", seat)
            self.trials.play([experiment], code, self._fresh(), sums.add, explained=False)
        except StrategyFault as fault:
            thrown_in = "the hand is weak enough to be thrown in, and the strategy throws it in every time"
            self.why_not_passed = thrown_in if is_misdeal(self.asked.rules, self.asked.hand) else str(fault)
            return
        self.passed = sums.passed()

    def rank_exchange(self) -> None:
        """Race discards with the strategy's call, then calls with the best discard, and compare what comes out."""
        asked, rules = self.asked, self.asked.rules
        held = [*asked.hand, *(asked.kitty or ())]
        forced = self.asked.declaring(self.best)
        self.own = own = own_choice(forced)
        found, self.whole = candidates.discards(rules, held, self.best.strain)
        kept = [Choice(cards, own.call) for cards in (own.discard, asked.discard) if cards]
        choices = [Choice(candidates.in_order(cards), own.call) for cards in found]
        self.discards = candidates.rank(self.trials, forced, choices, kept, self._deals_of(0), self._over)
        best: Choice = self.discards[0]["choice"]
        if own.call is not None:
            kept = [replace(best, call=code) for code in (own.call, asked.call) if code is not None]
            choices = [replace(best, call=code) for code in candidates.calls(rules, held)]
            self.calls = candidates.rank(self.trials, forced, choices, kept, self._deals_of(1), self._over)
            best = self.calls[0]["choice"]
        if asked.discard or asked.call is not None:
            self.yours = Choice(asked.discard or best.discard, best.call if asked.call is None else asked.call)
        kept = [best, own, *([self.yours] if self.yours else [])]
        if len(set(kept)) > 1:
            self.pairs = candidates.rank(self.trials, forced, kept, kept, self._deals_of(2))

    def _over(self) -> bool:
        """Return whether the time that was given is over."""
        seconds = self.asked.limits.seconds
        return seconds is not None and time.monotonic() - self._begin >= seconds

    def _deals_of(self, part: int) -> Span:
        """Return the deals that measure a part of the exchange: none has been played before."""
        first = 2 * self.deals + candidates.MOST_HEATS
        return Span(first + part * (self.deals + candidates.MOST_HEATS), self.deals)

    def _told(self) -> list[Bid]:
        """Return the contract at which each strain is played: the number that scores best in a few deals."""
        asked, auction = self.asked, self.asked.rules.auction
        if len(asked.numbers) == 1:
            return [Bid(asked.numbers[0], strain) for strain in asked.strains]
        usual = min(auction.min_number + 2, auction.max_number)
        tally = Outcomes(len(asked.strains), asked.rules)
        experiments = [asked.declaring(Bid(usual, strain)) for strain in asked.strains]
        self.trials.play(experiments, declarer_code, Span(0, min(PILOT, asked.deals)), tally.add)
        table = self._table(tally)
        return [bids.best(table, strain) for strain in asked.strains]

    def _table(self, tally: Outcomes) -> bids.Table:
        """Return the outcomes with the contracts and what they score."""
        return bids.Table(tally, self.prices, self.asked.strains, self.asked.numbers)

    def _limits(self, strains: int) -> Limits:
        """Return the limits with the part of the time that the strains have: two more parts come after them."""
        seconds = self.asked.limits.seconds
        return replace(self.asked.limits, seconds=None if seconds is None else seconds * strains / (strains + 2))

    def _fresh(self) -> Span:
        """Return as many deals as were played, that come after them."""
        return Span(self.deals, self.deals)


def own_choice(experiment: Experiment) -> Choice:
    """Return what the strategy of a forced declarer does in the exchange of deal 0. Raises StrategyFault, RunError."""
    from mighty_sim.contract import NO_CALL, FriendCall

    record = record_of(experiment, 0)
    call = FriendCall.from_json(record["friend_call"]).code
    cards = candidates.in_order([card_index(text) for text in record["discard"]])
    return Choice(cards, None if call == NO_CALL else call)


def _scores(score: Any) -> dict[str, float]:
    """Return the fields of a mean score."""
    return {"score": float(score.mean), "score_low": float(score.low), "score_high": float(score.high)}


def _flat(rows: Sequence[candidates.Row]) -> list[dict[str, Any]]:
    """Return ranked rows with their choices as texts."""
    texts = [(candidates.discard_text(row["choice"]), candidates.call_text(row["choice"])) for row in rows]
    plain = [{name: value for name, value in row.items() if name != "choice"} for row in rows]
    return [{"discard": away, "call": call} | row for (away, call), row in zip(texts, plain, strict=True)]
