"""For tests, rare things often, at every table: whatever the rules let it do it does, specials first.

It changes contracts where it can, blind too, calls its own cards and the joker, asks for suits, lays cards away one by
one, demands with any hunter, and plays Mighties, jokers and hunters when they do most harm.
"""

from mighty_sim.strategy import (
    ALONE,
    PASS,
    bid,
    call,
    change,
    choose,
    claim,
    demanding,
    exchange,
    friend,
    index,
    lead,
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
    if game.least(strain) > game.top_number:  # no-trump is not bid at every table
        strain = me.draw(4)
    number = game.least(strain) + me.draw(4) * me.draw(2)
    if game.must_bid or (number <= game.top_number and me.draw(3)):
        return call(min(number, game.top_number), strain)
    return PASS


@change
def change_often(game, me):
    strain = me.draw(5)
    number = game.least_change(strain)
    return call(number, strain) if number <= game.top_number and me.draw(2) else 0


@exchange
def one_by_one(game, me):
    special = me.hand & (game.mighty | game.joker | game.hunter)
    if special and me.draw(6) == 0:
        return me.pick(special)
    if me.twice & me.hand and me.draw(4) == 0:
        return me.pick(me.twice & me.hand)
    return me.pick(me.hand)


@friend
def call_anything(game, me):
    kind = me.draw(8)
    answer = me.pick(me.callable)
    special = me.callable & (game.mighty | game.joker | game.hunter)
    own = me.callable & (me.hand | me.discard)
    if kind < 2:
        answer = choose(special, me.pick(special), answer)
    elif kind < 4:
        answer = choose(own, me.pick(own), answer)
    if game.may_request and answer != ALONE and me.draw(4):
        return requesting(answer, me.draw(4))
    return answer


@lead
def lead_specials(game, me):
    special = me.legal & (game.joker | game.hunter | game.mighty)
    card = me.pick(special) if special and me.draw(2) else me.pick(me.legal)
    if card & game.joker and game.nameable:
        own = me.draw(2) * (game.nameable & me.hand)
        return naming(card, index(me.pick(own if own else game.nameable)) & 3)
    if card & game.hunter and game.may_demand and me.draw(4):
        return demanding(card)
    return card


@play
def follow_with_specials(game, me):
    special = me.legal & (game.joker | game.mighty | game.hunter)
    keep = me.legal & ~special
    card = me.pick(me.legal)
    if special and me.draw(3) == 0:
        card = me.pick(special)
    elif keep and me.draw(3):
        card = me.pick(keep)  # specials last: into the rare last tricks
    if card & game.hunter and game.may_demand and me.draw(2):
        return demanding(card)
    return card
