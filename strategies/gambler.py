"""Counts its winners, bids well beyond them, and takes every trick that it can get cheaply.

A player to learn from and to begin with: every decision that there is, each in a few lines. strategies/README.md has
all the words. Whatever is deleted here is decided as the stock player decides it; what belongs to @bid (@plan, @claim,
@change) and to @play (@lead) goes with it.
"""

from mighty_sim.strategy import (
    ACES,
    ALONE,
    PASS,
    POINT_CARDS,
    SPADES,
    bid,
    call,
    change,
    claim,
    count,
    demanding,
    exchange,
    friend,
    helper,
    highest,
    index,
    lead,
    lowest,
    naming,
    parameter,
    plan,
    play,
    prefer,
    requesting,
)

# Parameters are numbers that are set where the strategy is seated: --strategy gambler:nerve=10:itch=0. The default, the
# least and the greatest value, and what it means. A function reads one by me.value(nerve).
nerve = parameter(8, 0, 14, "points of 20 that it bids beyond what it counts in its hand")
itch = parameter(0.05, 0.0, 1.0, "how often it bids one more than it meant to")


# A set of cards is an int with one bit a card: & is what two sets share, | is both together, & ~ takes away.
# SPADES << 0, 1, 2, 3 are the spades, hearts, diamonds and clubs. What several functions need is a @helper.
@helper
def longest(cards):
    """The number of the longest suit, 0 to 3 = S H D C."""
    best = 0
    for suit in range(1, 4):
        if count(cards & (SPADES << suit)) > count(cards & (SPADES << best)):
            best = suit
    return best


# Before my first call: a number that stays in me.plan for the deal. Here, the highest call that I shall make.
@plan
def count_winners(game, me):
    suit = longest(me.hand)
    mighty = game.mighty_in(suit)
    winners = count(me.hand & (SPADES << suit)) - 2
    winners += count(me.hand & ACES & ~(SPADES << suit)) + count(me.hand & (mighty | game.joker))
    points = winners * game.top_number // game.rounds  # what a trick is worth on average
    return call(points + me.value(nerve) * game.top_number // 20, suit)


# My turn in the auction: PASS, or a call of at least game.least(strain). Where game.must_bid is set, no pass.
@bid
def bid_up_to_the_plan(game, me):
    suit = me.plan & 7  # a call is a number and a strain: call(15, 0) is 15 in spades
    most = me.plan >> 3
    if me.draw(1000) < me.value(itch):  # luck comes from me.draw and me.pick alone; a decimal counts in thousandths
        most += 1
    number = game.least(suit)
    if game.must_bid or number <= min(most, game.top_number):
        return call(number, suit)
    return PASS


# A hand that is weak enough may be thrown in, where the table has that: 1 yes, 0 no.
@claim
def throw_in(game, me):
    return 0 if me.hand & game.mighty else 1


# As declarer, with the kitty in my hand: another contract of at least game.least_change(strain), or 0.
@change
def to_a_longer_suit(game, me):
    suit = longest(me.hand)
    number = game.least_change(suit)
    longer = count(me.hand & (SPADES << suit)) - count(me.hand & game.trump)
    if game.blind or longer < 2 or number > game.top_number:
        return 0
    return call(number, suit)


# As declarer: game.to_discard cards to lay away. Their points count for me, so the tens and honors go first.
@exchange
def bury_points(game, me):
    away = 0
    for _ in range(game.to_discard):
        loose = me.hand & ~away & ~(game.trump | game.mighty | game.joker | ACES)
        away |= lowest(prefer(loose & POINT_CARDS, prefer(loose, me.hand & ~away)))
    return away


# As declarer: whom I call, one of me.callable. Here the Mighty, else the joker, the highest trump, an ace, anybody.
@friend
def strongest_missing(game, me):
    missing = me.callable & me.unseen
    card = prefer(missing & game.mighty, prefer(missing & game.joker, highest(missing & game.trump)))
    card = lowest(prefer(card, prefer(missing & ACES, me.callable)))
    if game.may_request and card != ALONE:
        return requesting(card, longest(me.hand))
    return card


# I lead. What may be led is me.legal. A joker names a suit, and the hunter may demand the joker.
@lead
def lead_high(game, me):
    hunts = me.legal & game.hunter
    if hunts and game.may_demand and me.unseen & game.joker:
        return demanding(hunts)
    card = prefer(highest(me.legal & ~(game.mighty | game.joker)), lowest(me.legal))
    if card & game.joker and game.nameable:
        suit = prefer(game.nameable & game.trump, game.nameable)
        return naming(card, index(suit) & 3)
    return card


# I follow. game.beat are the cards that would take the trick as it stands, game.winner_bit is who has it so far.
@play
def take_it(game, me):
    plain = me.legal & ~(game.mighty | game.joker)
    if me.allies & game.winner_bit:  # it is ours: points on it
        return lowest(prefer(plain & POINT_CARDS, prefer(plain, me.legal)))
    dear = me.legal & game.beat if count(game.table & POINT_CARDS) >= 2 else 0
    return lowest(prefer(plain & game.beat, prefer(dear, prefer(plain, me.legal))))
