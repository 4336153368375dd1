"""For tests, rare things often: raises, changes, calls its own cards, asks for suits, demands, leads specials."""

from mighty_sim.strategy import (
    ALONE,
    FIRST_TRICK,
    NO_TRUMP,
    PASS,
    bid,
    call,
    change,
    claim,
    demanding,
    exchange,
    friend,
    naming,
    play,
    requesting,
)


@claim
def claim_at_times(game, me):
    return me.draw(2)


@bid
def bid_high(game, me):
    strain = me.draw(5)
    number = game.least(strain) + me.draw(4) * me.draw(2)
    if game.must_bid or (number <= game.top_number and me.draw(3)):
        return call(min(number, game.top_number), strain)
    return PASS


@change
def change_often(game, me):
    strain = me.draw(5)
    number = game.least_change(strain) + me.draw(3) * me.draw(2)
    return call(number, strain) if number <= game.top_number and me.draw(2) else 0


@exchange
def lay_away(game, me):
    away = 0
    for _ in range(game.kitty_size):
        away |= me.pick(me.hand & ~away)
    return away


@friend
def call_anything(game, me):
    kind = me.draw(6)
    answer = me.pick(game.pack)
    if kind == 0:
        answer = me.pick(me.hand)
    if kind == 1:
        answer = me.pick(me.discard)
    if kind == 2:
        answer = FIRST_TRICK
    if kind == 3:
        return ALONE
    if game.strain == NO_TRUMP and game.number == game.top_number and me.draw(4):
        return requesting(answer, me.draw(4))
    return answer


@play
def play_specials(game, me):
    card = me.pick(me.legal)
    if game.table == 0:
        special = me.legal & (game.joker | game.hunter | game.mighty)
        if special and me.draw(2):
            card = me.pick(special)
        if card & game.joker and game.joker_has_power:
            return naming(card, me.draw(4))
        if card & game.hunter and game.may_demand and me.draw(4):
            return demanding(card)
    elif me.legal & (game.joker | game.mighty) and me.draw(2):
        keep = me.legal & ~(game.joker | game.mighty)  # specials last: into the rare last tricks
        card = me.pick(keep) if keep else card
    return card
