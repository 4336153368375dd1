"""The referee's tricks: which cards may be played, and who takes the trick.

Part of the referee (see referee.py). A play is a dict: {"card": "H9"}, with "names" for the suit asked by a led
joker and "demands_joker" on a hunter whose player demands the joker. `plays` are those of one trick, in order;
`trick` is its number, from 1; the last one is the table's hand size.
"""

from typing import Any

from referee_cards import JOKER, NO_TRUMP, SUITS, Rules, count_points, hunter, mighty, strength_of, suit_of

Play = dict[str, Any]


def is_first(trick: int) -> bool:
    return trick == 1


def is_last(rules: Rules, trick: int) -> bool:
    """Where only one trick is played, it is the first."""
    return trick > 1 and trick == rules["deal"]["hand"]


# The hunter


def can_demand(rules: Rules, trump: str, trick: int, plays: list[Play], place: int) -> bool:
    """Whether the card at this place is a hunter that can demand the joker (STD §6, A2, A26)."""
    options = rules["hunter"]
    if plays[place]["card"] != hunter(rules, trump) or (options["trigger"] == "lead" and place > 0):
        return False
    if is_first(trick):
        return bool(options["first_trick"])
    return bool(options["last_trick"]) or not is_last(rules, trick)


def demands(rules: Rules, trump: str, trick: int, plays: list[Play]) -> list[int]:
    """The places of the hunters that demand the joker: all that can, or those whose player says so (STD §6, A2)."""
    automatic = rules["hunter"]["call"] == "automatic"
    return [
        place
        for place, play in enumerate(plays)
        if can_demand(rules, trump, trick, plays, place) and (automatic or play.get("demands_joker"))
    ]


def is_demanded(rules: Rules, trump: str, trick: int, plays: list[Play]) -> bool:
    """Whether the next player must play a joker if he holds one (STD §6, A23, A32)."""
    return any(_reaches(rules, plays, place) for place in demands(rules, trump, trick, plays))


def _reaches(rules: Rules, plays: list[Play], place: int) -> bool:
    """Whether the demand of the hunter at this place reaches the next player."""
    scope = rules["hunter"]["scope"]
    if scope == "next_only":
        return place == len(plays) - 1
    if scope == "one_joker":
        return all(play["card"] != JOKER for play in plays[place + 1 :])
    return True


# The joker's power


def led_joker_has_power(rules: Rules, trick: int) -> bool:
    """At the moment it is led. Led where that is banned, for want of another card, it has none (STD §6, A6, A8)."""
    joker = rules["joker"]
    if is_first(trick):
        return joker["first_trick"] == "normal" and not first_joker_is_banned(rules)
    if is_last(rules, trick):
        banned = joker["lead_last"] == "banned" and joker["last_card"] != "with_power"
        return joker["last_trick"] == "normal" and not banned
    return True


def first_joker_is_banned(rules: Rules) -> bool:
    """Two options say the same for the lead to trick 1 (PEN, A9)."""
    return "banned" in (rules["joker"]["lead_first"], rules["lead"]["first_joker"])


def _followed_joker_has_power(rules: Rules, trick: int) -> bool:
    """Unless a hunter takes it (A9)."""
    joker = rules["joker"]
    if is_first(trick):
        return joker["first_trick"] in ("normal", "powerless_if_led")
    if is_last(rules, trick):
        return joker["last_trick"] in ("normal", "powerless_if_led")
    return True


def _killed_by_presence(rules: Rules, trump: str, trick: int, plays: list[Play]) -> bool:
    """A hunter anywhere in the trick, before the joker or after it (A2)."""
    presence = rules["hunter"]["presence_kills_joker"]
    if presence == "never" or (presence == "after_first_trick" and is_first(trick)):
        return False
    return any(play["card"] == hunter(rules, trump) for play in plays)


def joker_has_power(rules: Rules, trump: str, trick: int, plays: list[Play], place: int) -> bool:
    """Whether the joker at this place can win; one played after a demand has lost its power (A3), or kept it."""
    by_trick = led_joker_has_power(rules, trick) if place == 0 else _followed_joker_has_power(rules, trick)
    if not by_trick or _killed_by_presence(rules, trump, trick, plays):
        return False
    called = any(hunter_place < place for hunter_place in demands(rules, trump, trick, plays))
    return not called or rules["hunter"]["called_joker_power"] == "kept"


# The suit


def must_name_suit(rules: Rules, trick: int, plays: list[Play]) -> bool:
    """Whether the first play is a joker that settles the suit as it is led: with power, or also without (A18)."""
    if plays[0]["card"] != JOKER or rules["joker"]["names"] == "second_card":
        return False
    return led_joker_has_power(rules, trick) or rules["joker"]["powerless_lead"] == "named"


def suits_to_name(rules: Rules, trump: str, trick: int) -> list[str]:
    """The suits that a led joker may ask for (STD §6, A18)."""
    names = rules["joker"]["names"]
    if names == "trump" and trump != NO_TRUMP:
        return [trump]
    if names == "not_trump_in_first_trick" and is_first(trick):
        return [suit for suit in SUITS if suit != trump]
    return list(SUITS)


def suit_led(rules: Rules, trump: str, trick: int, plays: list[Play]) -> str | None:
    """The led card's printed suit, the Mighty's included; the suit that a led joker names; else the suit of the
    first card after it that is no joker, None while there is no such card (STD §6)."""
    led = plays[0]
    if must_name_suit(rules, trick, plays):
        suits = suits_to_name(rules, trump, trick)
        if led.get("names") not in suits:
            raise ValueError(f"a joker led to trick {trick} must name one of {suits}, not {led.get('names')!r}")
        return str(led["names"])
    cards = [play["card"] for play in plays if play["card"] != JOKER]
    return suit_of(cards[0]) if cards else None


def suit_to_follow(rules: Rules, trump: str, trick: int, plays: list[Play]) -> str | None:
    """The suit led; read literally, PEN lets a Mighty played later turn it to its own printed suit (A1)."""
    cards = [play["card"] for play in plays[1:]]
    if rules["mighty"]["switches_suit"] and mighty(rules, trump) in cards:
        return suit_of(mighty(rules, trump))
    return suit_led(rules, trump, trick, plays)


# What may be played


def legal_plays(
    rules: Rules, trump: str, trick: int, hand: list[str], plays: list[Play], request: str | None = None
) -> set[str]:
    """The cards of `hand` that may be played next; no `plays` yet means leading. `request` is the suit that the
    declarer may bind this leader to, his friend (A19)."""
    if plays:
        legal = _legal_follow(rules, trump, trick, hand, plays)
    else:
        legal = _legal_lead(rules, trump, trick, hand, request)
    return _squeezed(rules, trick, hand) or legal


def _squeezed(rules: Rules, trick: int, hand: list[str]) -> set[str]:
    """M40, GM: in the last trick but one the joker must go, over everything else (A8)."""
    squeeze = rules["joker"]["last_card"] == "must_play_before_last"
    return set(hand) & {JOKER} if squeeze and trick == rules["deal"]["hand"] - 1 else set()


def _legal_lead(rules: Rules, trump: str, trick: int, hand: list[str], request: str | None) -> set[str]:
    legal = set(hand)
    if is_first(trick):
        legal = _first_leads(rules, trump, hand)
    elif is_last(rules, trick) and rules["joker"]["lead_last"] == "banned":
        legal = legal - {JOKER} or legal
    asked = {card for card in hand if request is not None and suit_of(card) == request}
    return legal & asked or legal


def _first_leads(rules: Rules, trump: str, hand: list[str]) -> set[str]:
    """The declarer's lead to trick 1: what the table bans, unless that leaves nothing (STD §5, PEN, A5, A6)."""
    left = {card for card in hand if not _first_lead_is_banned(rules, trump, hand, card)}
    return left or _fallback(rules, trump, set(hand))


def _first_lead_is_banned(rules: Rules, trump: str, hand: list[str], card: str) -> bool:
    lead = rules["lead"]
    if card == JOKER:
        return first_joker_is_banned(rules)
    if card == mighty(rules, trump):
        return bool(lead["first_mighty"] == "banned")
    if card == hunter(rules, trump) and lead["first_hunter"] == "banned":
        return True
    return suit_of(card) == trump and not _may_lead_trump_first(rules, trump, hand)


def _may_lead_trump_first(rules: Rules, trump: str, hand: list[str]) -> bool:
    """Joker and Mighty are no trumps here. At some tables they do not stand in the way of leading trump (A5);
    "only_if_nothing_else" is left to the fallback."""
    option = rules["lead"]["first_trump"]
    passed_over = {
        "only_if_all_trump_or_joker": [JOKER],
        "only_if_all_trump_or_special": [JOKER, mighty(rules, trump)],
    }
    if option in passed_over:
        others = [card for card in hand if card not in passed_over[option]]
        return all(suit_of(card) == trump and card != mighty(rules, trump) for card in others)
    return bool(option == "allowed")


def _fallback(rules: Rules, trump: str, hand: set[str]) -> set[str]:
    """What may be led to trick 1 where every card of the hand is banned (A6)."""
    the_hunter = {hunter(rules, trump)}
    option = rules["lead"]["fallback"]
    if option == "trump_before_joker_and_hunter":
        return hand - {JOKER} - the_hunter or hand
    if option == "hunter_then_trump":
        return hand & the_hunter or hand - {JOKER} or hand
    return hand


def _legal_follow(rules: Rules, trump: str, trick: int, hand: list[str], plays: list[Play]) -> set[str]:
    """A demanded joker must be played, unless its holder may play the Mighty (STD §6, A4): that comes before
    following suit and before a ban. Else follow suit; then a joker banned in this trick stays in hand."""
    if JOKER in hand and is_demanded(rules, trump, trick, plays):
        answers = {JOKER, mighty(rules, trump)} if rules["hunter"]["mighty_may_answer"] else {JOKER}
        return answers & set(hand)
    legal = _followers(rules, trump, trick, hand, plays)
    if following_joker_is_banned(rules, trick):
        return legal - {JOKER} or legal
    return legal


def following_joker_is_banned(rules: Rules, trick: int) -> bool:
    """GR, R62, M40, GM: the joker may not be played to the first or the last trick while another card may (A9)."""
    first = is_first(trick) and rules["joker"]["first_trick"] == "banned"
    return first or (is_last(rules, trick) and rules["joker"]["last_trick"] == "banned")


def _followers(rules: Rules, trump: str, trick: int, hand: list[str], plays: list[Play]) -> set[str]:
    """STD §5: follow suit if able, otherwise any card. The Mighty ignores the suit (STD §6), the joker as well
    at most tables (A33). The Mighty is itself a card of its printed suit: alone there, it is forced (A7)."""
    suit = suit_to_follow(rules, trump, trick, plays)
    in_suit = {card for card in hand if suit is not None and suit_of(card) == suit}
    if not in_suit:
        return set(hand)
    specials = {mighty(rules, trump), JOKER} if rules["joker"]["ignores_suit"] else {mighty(rules, trump)}
    if in_suit == {mighty(rules, trump)}:
        return _sole_mighty(rules, set(hand), in_suit, specials)
    return in_suit | specials & set(hand)


def _sole_mighty(rules: Rules, hand: set[str], in_suit: set[str], specials: set[str]) -> set[str]:
    """The Mighty, in one copy or two, is all he holds of the suit: forced, or a held joker may go instead (A7)."""
    option = rules["mighty"]["sole_card_of_suit"]
    if option == "no_duty":
        return hand
    return in_suit if option == "mighty_only" else specials & hand


# Who takes it


def trick_winner(rules: Rules, trump: str, trick: int, plays: list[Play]) -> int:
    """Who takes the trick (or would, so far), counted from 0 = the leader.

    Mighty, joker with power, highest trump, highest card of the suit led (STD §5); of equal cards the first
    (PEN, two packs). A suit turned by the Mighty (A1) never counts here: the Mighty wins. If nobody plays any
    of these after a joker without power, the leader takes it.
    """
    cards = [play["card"] for play in plays]
    if mighty(rules, trump) in cards:
        return cards.index(mighty(rules, trump))
    for place, card in enumerate(cards):
        if card == JOKER and joker_has_power(rules, trump, trick, plays, place):
            return place
    for suit in (trump, suit_led(rules, trump, trick, plays)):
        in_suit = [card for card in cards if card != JOKER and suit_of(card) == suit]
        if in_suit:
            return cards.index(max(in_suit, key=strength_of))
    return 0


def trick_points(plays: list[Play]) -> int:
    return count_points([play["card"] for play in plays])
