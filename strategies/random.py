"""Uniform over what is legal, with a bidding rule that yields contracts.

Cards, discards and friend calls are each drawn uniformly from what the rules allow (at `standard` a friend call is any
card of the pack, the first trick or nobody). Bids drawn uniformly would end every auction at the top, so a seat draws a
strain uniformly and bids the lowest number that it can in it, with one chance in sixteen for that number and for each
above it up to the top (a half for 13 of 20, a sixteenth for 20; where the top is 40, two numbers count as one). One
declarer in eight changes his contract to the cheapest in a strain drawn uniformly, where he can.
"""

from mighty_sim.strategy import (
    ALONE,
    PASS,
    bid,
    call,
    change,
    choose,
    count,
    demanding,
    exchange,
    friend,
    index,
    naming,
    play,
    requesting,
)


@bid
def bid_low(game, me):
    luck = me.draw(80)
    strain = luck >> 4
    if game.must_bid and game.least(strain) > game.top_number:  # no such bid at this table
        strain = luck & 3
    number = game.least(strain)
    bids = (luck & 15) << (game.top_number >> 5) <= game.top_number - number  # where the top is 40, two count as one
    return choose(bids | (game.must_bid > 0), call(number, strain), PASS)


@change
def change_seldom(game, me):
    luck = me.draw(40)
    if luck >= 5:
        return 0
    number = game.least_change(luck)
    return choose(number <= game.top_number, call(number, luck), 0)


@exchange
def lay_away(game, me):
    away = 0
    for _ in range(min(game.to_discard, count(me.hand))):
        away |= me.pick(me.hand ^ away)
    return away


@friend
def call_any(game, me):
    answer = me.pick(me.callable)
    if game.may_request and answer != ALONE:
        suit = me.draw(5)
        return requesting(answer, suit) if suit < 4 else answer
    return answer


@play
def play_any(game, me):
    card = me.pick(me.legal)
    if game.table == 0 and card & (game.joker | game.hunter):
        if card & game.joker and game.nameable:
            return naming(card, index(me.pick(game.nameable)) & 3)
        if card & game.hunter and game.may_demand and me.draw(2):
            return demanding(card)
    return card
