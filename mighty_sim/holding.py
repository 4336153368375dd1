"""A hand that is asked about: its cards, the table, what is known of the others, and what is to be found out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mighty_sim import candidates, dealing
from mighty_sim.cards import NO_TRUMP, card_index, card_text, strain_index
from mighty_sim.contract import Bid, parse_call
from mighty_sim.errors import InputError
from mighty_sim.experiment import Experiment, Forced, from_names
from mighty_sim.limits import Limits
from mighty_sim.reckoning import charges_losers
from mighty_sim.rules import Rules, pack

#: Deals at most of a question, of each strain.
DEALS = 20_000


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """A question about a hand, in words.

    `hand` and `kitty` are cards as "SA SK JK"; `never` ("2:JK", "kitty:SA HA") and `where` say what is known of the
    others' cards (see :func:`mighty_sim.dealing.parse`). `strain` and `number` name one contract to look at, `discard`
    and `call` (a card, "first-trick" or "none") what the asker would do in the exchange; they need the kitty.
    """

    hand: str
    table: str = "standard"
    settings: Sequence[str] = ()
    strategy: str = "steady"
    seat: int = 0
    seed: int = 1
    kitty: str | None = None
    never: Sequence[str] = ()
    where: str | None = None
    strain: str | None = None
    number: int | None = None
    discard: str | None = None
    call: str | None = None
    deals: int = DEALS
    precision: float | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class Question:
    """A question about a hand that can be played.

    `experiment` deals the cards (with an auction), `seat` holds the hand; `held` are its cards and those of the kitty,
    where that is seen (else None). `own` is what the asker would do in the exchange, as far as he says.
    """

    experiment: Experiment
    seat: int
    hand: tuple[int, ...]
    kitty: tuple[int, ...] | None
    strains: tuple[int, ...]
    numbers: tuple[int, ...]
    discard: tuple[int, ...] | None
    call: int | None
    deals: int
    limits: Limits

    @property
    def rules(self) -> Rules:
        """Return the table's rules."""
        return self.experiment.rules

    @property
    def charged(self) -> bool:
        """Return whether scores are penalty points, so that less is better."""
        return charges_losers(self.rules.as_dict())

    def declaring(self, bid: Bid) -> Experiment:
        """Return the deals in which the seat declares at a contract."""
        return replace(self.experiment, forced=Forced(self.seat, bid.number, bid.strain))


def question(wanted: Wanted) -> Question:
    """Return the question that words ask.

    Raises CardError for what is no card, InputError for cards that the table does not deal so and for a contract,
    discard or call that it does not have; RulesError, UnknownName, StrategyFault as for every experiment.
    """
    experiment = from_names(wanted.table, wanted.strategy, wanted.seed, settings=wanted.settings)
    rules = experiment.rules
    if not 0 <= wanted.seat < rules.deal.players:
        raise InputError(f"seat {wanted.seat} is out of range; it can be 0 to {rules.deal.players - 1}")
    hand = read_cards(wanted.hand, "hand", rules.deal.hand)
    kitty = None if wanted.kitty is None else read_cards(wanted.kitty, "kitty", rules.deal.kitty)
    _refuse_too_many([*hand, *(kitty or ())], rules)
    known = dealing.parse(
        rules, hand=wanted.hand, kitty=wanted.kitty, never=wanted.never, where=wanted.where, seat=wanted.seat
    )
    experiment = replace(experiment, dealing=known)
    discard = None if wanted.discard is None else read_cards(wanted.discard, "discard", rules.deal.kitty)
    call = None if wanted.call is None else parse_call(wanted.call).code
    strains = range(NO_TRUMP + 1 if rules.auction.notrump_allowed else NO_TRUMP)
    numbers = range(rules.auction.min_number, rules.auction.max_number + 1)
    asked = Question(
        experiment,
        wanted.seat,
        hand,
        kitty,
        tuple(strains) if wanted.strain is None else (strain_index(wanted.strain),),
        tuple(numbers) if wanted.number is None else (wanted.number,),
        discard,
        call,
        wanted.deals,
        Limits(wanted.precision, wanted.seconds),
    )
    _check(asked)
    return asked


def read_cards(text: str, what: str, wanted: int) -> tuple[int, ...]:
    """Return the cards of a text. Raises CardError for what is none, InputError for more or fewer than are wanted."""
    cards = [card_index(part) for part in text.replace(",", " ").split()]
    if len(cards) != wanted:
        plural = "" if len(cards) == 1 else "s"
        raise InputError(f"a {what} of {len(cards)} card{plural}; at this table it has {wanted}")
    return candidates.in_order(cards)


def _refuse_too_many(cards: Sequence[int], rules: Rules) -> None:
    """Raise InputError for a card that the pack has not, or has less often."""
    whole = pack(rules)
    for card in cards:
        there, named = whole.count(card), cards.count(card)
        if not there:
            raise InputError(f"{card_text(card)} is not in the pack of {rules.name}")
        if named > there:
            times = {1: "once", 2: "twice"}
            told = times.get(named, f"{named} times")
            raise InputError(
                f"{card_text(card)} was named {told}; it is in the pack {times.get(there, f'{there} times')}"
            )


def _check(asked: Question) -> None:
    """Refuse a contract, a discard or a call that cannot be. Raises InputError."""
    if asked.deals < 1:
        raise InputError(f"{asked.deals} deals cannot be played; ask for 1 or more")
    if asked.kitty is None and (asked.discard or asked.call is not None):
        raise InputError(f"--{'discard' if asked.discard else 'call'} goes with --kitty: the exchange comes after it")
    Forced(asked.seat, asked.numbers[0], asked.strains[0], asked.discard, asked.call).check(asked.rules)
    held = [*asked.hand, *(asked.kitty or ())]
    for card in asked.discard or ():
        if asked.discard and asked.discard.count(card) > held.count(card):
            raise InputError(f"{card_text(card)} cannot be laid away; it is not among the cards held")
    if asked.call is not None and asked.call not in candidates.calls(asked.rules, held):
        raise InputError(f"{card_text(asked.call)} cannot be called: it is one's own, and this table has no such call")


def is_misdeal(rules: Rules, hand: Sequence[int]) -> bool:
    """Return whether a hand is weak enough to be thrown in (STD §3)."""
    scale = rules.misdeal
    worth = {"A": scale.honor, "K": scale.honor, "Q": scale.honor, "J": scale.honor, "T": scale.ten}
    special = {"SA": scale.spade_ace, "JK": scale.joker}
    half_points = sum(special.get(text, worth.get(text[1], 0)) for text in map(card_text, hand))
    return scale.enabled and half_points <= scale.threshold
