"""Uniform over what is legal, with a bidding rule that yields contracts.

Cards, discards and friend calls are each drawn uniformly from what the rules allow; the friend call from all cards of
the pack, the first trick and nobody. Bids drawn uniformly would end every auction at 20 no-trump, so a seat draws a
strain uniformly and bids the lowest number that it can in it, with one chance in sixteen for that number and for each
above it up to the top (a half for 13, a sixteenth for 20). One declarer in eight changes his contract to the cheapest
in a strain drawn uniformly, where he can.
"""

from mighty_sim.strategy import (
    ALONE,
    FIRST_TRICK,
    NO_TRUMP,
    PASS,
    bid,
    call,
    change,
    choose,
    count,
    demanding,
    exchange,
    friend,
    naming,
    nth,
    play,
    requesting,
)


@bid
def bid_low(game, me):
    luck = me.draw(80)
    strain = luck >> 4
    number = game.least(strain)
    bids = luck & 15 <= game.top_number - number
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
    for _ in range(game.kitty_size):
        away |= me.pick(me.hand ^ away)
    return away


@friend
def call_any(game, me):
    luck = me.draw(count(game.pack) + 2)
    answer = nth(game.pack, luck)
    if luck >= count(game.pack):
        answer = choose(luck == count(game.pack), ALONE, FIRST_TRICK)
    if game.strain == NO_TRUMP and game.number == game.top_number and answer != ALONE:
        suit = me.draw(5)
        return requesting(answer, suit) if suit < 4 else answer
    return answer


@play
def play_any(game, me):
    card = me.pick(me.legal)
    if card & (game.joker | game.hunter) and game.table == 0:
        if card & game.joker and game.joker_has_power:
            return naming(card, me.draw(4))
        if card & game.hunter and game.may_demand and me.draw(2):
            return demanding(card)
    return card
