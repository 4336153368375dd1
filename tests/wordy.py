"""Plays at random, but its luck is stirred with every card-play word: compiled and uncompiled, all have to agree."""

from mighty_sim.strategy import (
    PASS,
    a_seat_in_16,
    after_me,
    below_all,
    bid,
    call,
    count,
    exchange,
    friend,
    helper,
    hostile,
    index,
    longest,
    lowest,
    naming,
    nth,
    partners,
    play,
    points_on_table,
    ruff_rate,
    ruffers,
    secured,
    shortest,
    staying,
    suit_of,
    sure,
    tops,
    void_chance,
    void_in,
    with_declarer,
    without_specials,
)


@helper
def stirred(spoon, word):
    return (spoon * 31 + word) & (1 << 40) - 1


@helper
def all_words(game, me):
    seats = (1 << game.players) - 1
    suit = suit_of(lowest(without_specials(game, game.pack)) << me.draw(4))
    out = hostile(game, me)
    spoon = stirred(with_declarer(game, me), partners(game, me))
    spoon = stirred(spoon, after_me(game, me))
    spoon = stirred(spoon, out)
    spoon = stirred(spoon, tops(game, me, me.hand))
    spoon = stirred(spoon, below_all(me.hand))
    spoon = stirred(spoon, shortest(me.hand))
    spoon = stirred(spoon, longest(me.unseen))
    spoon = stirred(spoon, points_on_table(game))
    spoon = stirred(spoon, secured(game, me))
    spoon = stirred(spoon, void_in(game, seats, suit))
    spoon = stirred(spoon, ruffers(game, seats, suit))
    spoon = stirred(spoon, void_chance(game, count(out & suit)))
    spoon = stirred(spoon, a_seat_in_16(game))
    spoon = stirred(spoon, ruff_rate(game, out, seats & ~me.bit, suit))
    for n in range(count(me.legal)):
        card = nth(me.legal, n)
        spoon = stirred(spoon, sure(game, me, card))
        spoon = stirred(spoon, staying(game, card, out, suit, 3, 2, 1))
    return spoon


@bid
def now_and_then(game, me):
    if game.must_bid or (me.draw(3) == 0 and game.least(1) <= game.top_number):
        return call(game.least(1), 1)
    return PASS


@exchange
def lowest_card(game, me):
    return lowest(me.hand)


@friend
def any_call(game, me):
    return me.pick(me.callable)


@play
def by_the_words(game, me):
    card = nth(me.legal, (all_words(game, me) >> 3) % count(me.legal))
    if card & game.joker and game.table == 0 and game.nameable:
        return naming(card, index(game.nameable) & 3)
    return card
