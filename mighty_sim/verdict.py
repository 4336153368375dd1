"""What may be played to a trick and why, in words: the verdict on an argument at the table.

What is legal and who has the trick is what the kernels say (:mod:`mighty_sim.situation`); the words follow from the
same state and from the table's options. A number such as A7 names the reading in `tables show` that decided it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mighty_sim.cards import FIRST_JOKER, SUIT_MASKS, SUITS, card_text, cards_in, texts_in
from mighty_sim.errors import InputError
from mighty_sim.remarks import STRAIN_WORDS
from mighty_sim.rules import Rules
from mighty_sim.situation import Board, Play, Situation, check_cards

_NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@dataclass(frozen=True)
class Verdict:
    """A situation, and in it the cards that may be played and the others, each once; why; and who has the trick."""

    situation: Situation
    legal: list[str]
    illegal: list[str]
    reason: str
    standing: str


def judge(board: Board, strain: int, trick: int, hand: Sequence[int], plays: Sequence[Play]) -> Verdict:
    """Return what a hand may play to a trick after these plays; the hand may be a part of the real one.

    Raises CardError for cards that the pack has not so often, and InputError for what cannot be on the table: more
    plays or cards than there can be, no-trump where it is not played, a play that could not have been made so.
    """
    rules = board.rules
    if strain >= len(SUITS) and not rules.auction.notrump_allowed:
        raise InputError(f"there is no no-trump at {rules.name}; write S, H, D or C")
    check_cards(rules, [*hand, *(play.card for play in plays)])
    if not hand:
        raise InputError("no card in hand; write at least one, as in SA H9 JK")
    if len(plays) >= rules.deal.players:
        most = rules.deal.players - 1
        raise InputError(f"{len(plays)} plays at {rules.name}; at most {most} can lie there before the next is played")
    situation = board.lay(strain, trick, plays, hand)
    left = rules.deal.hand - trick + 1
    if len(hand) > left:
        raise InputError(f"{len(hand)} cards in hand; in trick {trick} of {rules.deal.hand} a player holds {left}")
    legal, held = situation.legal, situation.hand
    reason = " ".join(Reason(rules, situation).sentences())
    return Verdict(situation, texts_in(legal), texts_in(held & ~legal), reason, standing(situation))


def standing(situation: Situation) -> str:
    """Return in words who has the trick as it stands."""
    if situation.best is None:
        return "Nobody has played yet."
    place = "led" if situation.best == 0 else f"the {_NTH[situation.best]} card"
    return f"{card_text(situation.plays[situation.best].card)}, {place}, has the trick so far."


class Reason:
    """Why the cards of a situation may be played, and others not."""

    def __init__(self, rules: Rules, situation: Situation) -> None:
        """Take a table and what the kernels know."""
        self._rules, self._now = rules, situation
        self._hand, self._legal = situation.hand, situation.legal
        self._joker = "the joker" if rules.deal.jokers == 1 else "a joker"
        self._mighty = f"the Mighty {texts_in(situation.mighty)[0]}"
        self._hunter = "".join(texts_in(situation.hunter))

    def sentences(self) -> Iterator[str]:
        """Yield the reasons in order: what demands a card, the suit, what else may or may not be played."""
        now = self._now
        if not now.plays:
            yield from self._lead()
        elif self._squeezed():
            yield self._squeeze()
        elif now.demanded and self._hand & now.joker:
            yield self._demand()
        else:
            if now.demanded:
                yield f"{self._hunter} demands the joker, but there is none in this hand."
            yield self._suit()
            yield from self._barred()

    # -- leads --

    def _lead(self) -> Iterator[str]:
        if self._squeezed():
            yield self._squeeze()
        elif self._now.trick == 1:
            yield from self._first_lead()
        elif self._now.trick == self._rules.deal.hand and self._hand & self._now.joker:
            yield self._last_lead()
        else:
            yield "Who leads may play any card."

    def _first_lead(self) -> Iterator[str]:
        held = self._held_bans()
        banned = 0
        for cards in held.values():
            banned |= cards
        if self._trumps_alone():
            yield f"A hand of nothing but {self._trumps_alone()} may lead trump (A5)."
        if not held:
            yield "None of these cards is banned from the first lead: any card may be led."
            return
        *others, last = held
        words = f"{', '.join(others)} or {last}" if others else last
        if self._hand & ~banned:
            yield f"The first lead may not be {words} while there is another card{self._literally()}."
        else:
            yield f"The first lead may not be {words}, and there is nothing else: {self._fallback()}"

    def _held_bans(self) -> dict[str, int]:
        """Return those of the bans on the first lead that touch this hand."""
        return {name: cards for name, cards in self._first_bans().items() if self._hand & cards}

    def _first_bans(self) -> dict[str, int]:
        """Return what may not be led first, in words, with the cards."""
        now, lead = self._now, self._rules.lead
        trump = 0 if self._trumps_alone() else self._trumps()
        no_joker = "banned" in (lead.first_joker, self._rules.joker.lead_first)
        return {
            "a trump": trump if lead.first_trump != "allowed" else 0,
            self._joker.replace("the", "a"): now.joker if no_joker else 0,
            f"the hunter {self._hunter}": now.hunter if lead.first_hunter == "banned" else 0,
            self._mighty: now.mighty if lead.first_mighty == "banned" else 0,
        }

    def _trumps(self) -> int:
        """Return the cards that count as trumps for the first lead: the Mighty is none (A5)."""
        suits = (*SUIT_MASKS, 0)
        return suits[self._now.strain] & ~self._now.mighty

    def _trumps_alone(self) -> str:
        """Return what a hand holds that may lead trump for holding nothing else; nothing if it may not for that."""
        now, rule, trump = self._now, self._rules.lead.first_trump, self._trumps()
        beside, words = now.joker, "trumps and jokers"
        if rule == "only_if_all_trump_or_special":
            beside, words = beside | now.mighty, "trumps, jokers and Mighties"
        counts = rule in ("only_if_all_trump_or_joker", "only_if_all_trump_or_special")
        return words if counts and self._hand & trump and not self._hand & ~(trump | beside) else ""

    def _literally(self) -> str:
        """Name the reading by which a joker or a Mighty is no trump, where it decided."""
        special = self._now.joker | self._now.mighty
        decided = self._rules.lead.first_trump == "only_if_nothing_else" and not self._legal & ~special
        return " (A5)" if decided else ""

    def _fallback(self) -> str:
        """What is led from a hand of cards that may not be led (A6)."""
        if self._legal == self._hand:
            trumps_only = not self._hand & ~self._trumps() and len(self._held_bans()) == 1
            return "any card may be led" + ("." if trumps_only else " (A6).")
        if self._legal & self._now.hunter:
            return f"the hunter {self._hunter} is led (A6)."
        hunter = f" and the hunter {self._hunter}" if self._hand & self._now.hunter else ""
        return f"{self._joker}{hunter} only where no other card is left (A6)."

    def _last_lead(self) -> str:
        if self._rules.joker.lead_last == "banned" and self._hand != self._now.joker:
            return f"{_capital(self._joker)} may not be led to the last trick while there is another card (A9)."
        if self._rules.joker.lead_last == "banned" and self._rules.joker.last_card == "powerless":
            return f"{_capital(self._joker)} is the only card left: it is led without power (A8)."
        return "Who leads may play any card."

    # -- duties --

    def _squeezed(self) -> bool:
        """Return whether a joker has to go in the last trick but one."""
        rule = self._rules.joker.last_card == "must_play_before_last"
        return rule and bool(self._hand & self._now.joker) and self._now.trick == self._rules.deal.hand - 1

    def _squeeze(self) -> str:
        return f"{_capital(self._joker)} may not be kept for the last trick: it must be played now (A8)."

    def _demand(self) -> str:
        one = "play it" if (self._now.twice >> FIRST_JOKER) == 0 else "play one"
        if not self._hand & self._now.mighty:
            return f"{self._hunter} demands the joker: {one}."
        if self._rules.hunter.mighty_may_answer:
            return f"{self._hunter} demands the joker: {one}, or {self._mighty} (A4)."
        return f"{self._hunter} demands the joker: {one}; {self._mighty} is no answer at this table (A4)."

    # -- suits --

    def _suit(self) -> str:
        """The suit to follow, and what that means for this hand."""
        now = self._now
        if not now.led:
            why = "asks for no suit" if self._rules.joker.names == "second_card" else "was led without power"
            return f"The joker {why}: the next card with a suit sets the suit, and until then any card may be played."
        same, set_ = self._hand & now.led, self._set()
        word = STRAIN_WORDS[_letter(now.led)]
        if not same:
            return f"{set_}, and this hand has no {word}: any card may be played."
        if same == now.mighty:
            return f"{set_}, and {self._mighty} is the only card of that suit here: {self._sole()}"
        return f"{set_}: follow suit{self._exempt(same)}."

    def _set(self) -> str:
        """How the suit to follow came to be."""
        led, first = self._now.led, self._now.plays[0]
        word = STRAIN_WORDS[_letter(led)]
        before = self._before_switch()
        if before is not None and not before & led:
            return f"{_capital(self._mighty)} has turned the suit to {word} (A1)"
        if 1 << first.card != self._now.joker:
            return f"{word.capitalize()} are led"
        if self._now.asked:
            return f"The joker asks for {word}"
        return f"The first card with a suit after the joker has set the suit, {word}"

    def _before_switch(self) -> int | None:
        """Return the suit before a Mighty that was played to another's lead, None without such a Mighty (A1)."""
        if not self._rules.mighty.switches_suit:
            return None
        suit = self._now.asked
        for play in self._now.plays[1:]:
            if 1 << play.card == self._now.mighty and suit:
                return suit
            if not suit and 1 << play.card != self._now.joker:
                suit = SUIT_MASKS[play.card % 4]
        return None

    def _sole(self) -> str:
        """What the Mighty's holder may play where it is his only card of the suit (A7)."""
        rule = self._rules.mighty.sole_card_of_suit
        if rule == "no_duty":
            return "nothing forces it at this table, any card may be played (A7)."
        if not self._hand & self._now.joker:
            return "it must go (A7)."
        if rule == "mighty_or_joker" and self._rules.joker.ignores_suit:
            return f"it must go, or {self._joker} (A7)."
        return f"it must go, and {self._joker} does not save it at this table (A7)."

    def _exempt(self, same: int) -> str:
        """What may be played beside the suit, and a joker that may not."""
        exempt = [self._mighty] if self._hand & ~same & self._now.mighty else []
        words = ""
        if self._hand & self._now.joker:
            if self._rules.joker.ignores_suit:
                exempt.append(self._joker)
            else:
                words = f"; {self._joker} only by who cannot (A33)"
        return (f", or play {' or '.join(exempt)}" if exempt else "") + words

    def _barred(self) -> Iterator[str]:
        """A joker that may not be played while another card may (A9)."""
        first, hand = self._now.trick == 1, self._rules.deal.hand
        place = "first" if first else "last" if self._now.trick == hand else None
        if place is None or not self._hand & self._now.joker:
            return
        if getattr(self._rules.joker, f"{place}_trick") == "banned":
            end = " while another card may" if self._legal != self._now.joker else ", but it is all there is"
            yield f"{_capital(self._joker)} may not be played in the {place} trick{end} (A9)."


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _letter(suit: int) -> str:
    """Return the letter of a suit given as the mask of its cards."""
    return SUITS[cards_in(suit)[0] % 4]
