"""Tricks, auctions and rules written as short texts, for the referee's tests."""

import referee_tricks
from referee_bids import Auction
from referee_options import OPTIONS, YES_NO
from referee_tables import changed, rules_of

STANDARD = rules_of("standard")


def plays(text):
    """The plays of a text such as JK=H C3! D7: a joker naming hearts, a hunter demanding, a card."""
    made = []
    for word in text.split():
        play = {"card": word[:2]}
        if "=" in word:
            play["names"] = word[-1]
        if "!" in word:
            play["demands_joker"] = True
        made.append(play)
    return made


def legal(trump, trick, hand, table, rules=STANDARD, request=None):
    return referee_tricks.legal_plays(rules, trump, trick, hand.split(), plays(table), request)


def winner(trump, trick, table, rules=STANDARD):
    return referee_tricks.trick_winner(rules, trump, trick, plays(table))


def calls(opener, text, rules=STANDARD):
    """The auction after these calls; every one must be legal."""
    auction = Auction(rules, opener)
    for call in text.split():
        assert not auction.is_over()
        assert auction.is_legal(call)
        auction.make(call)
    return auction


def settings(text):
    """(group, option, value) of each word of a text such as "joker.names=trump deal.hand=3"."""
    found = []
    for word in text.split():
        name, _, value = word.partition("=")
        group, option = name.split(".")
        found.append((group, option, _value(OPTIONS[group][option], value)))
    return found


def _value(values, text):
    if values is YES_NO:
        return {"true": True, "false": False}[text]
    if isinstance(values, range):
        return int(text)
    if callable(values) and text.startswith("["):
        return [word for word in text[1:-1].split(",") if word]
    return text


def table(text):
    """The rules of a text such as "penalty-5 joker.names=trump": a table, then other values of options."""
    name, _, rest = text.partition(" ")
    rules = rules_of(name)
    for group, option, value in settings(rest):
        rules = changed(rules, {group: {option: value}})
    return rules
