"""Trick by trick: takes cheaply, feeds points to its own side, ducks otherwise, and remembers the cards played.

It bids what its trumps, tops and short suits are worth, keeps trumps and specials, voids its shortest suits, and calls
the best card that it misses. It knows nothing of the other players but what has been played: no inference, no plan.
"""

from mighty_sim.strategy import (
    ACES,
    ALONE,
    CLUBS,
    DIAMONDS,
    HEARTS,
    JACKS,
    JOKERS,
    KINGS,
    NO_TRUMP,
    PASS,
    POINT_CARDS,
    QUEENS,
    SPADES,
    TENS,
    below,
    bid,
    call,
    choose,
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
    plan,
    play,
    prefer,
    suit_of,
    suits_in,
)

OTHERS_BRING = 36  # quarter points that friend, kitty and luck are worth
NO_FRIEND_BRINGS = -6  # where there is no friend
SECOND_PACK_BRINGS = 38  # with two packs


@helper
def in_suit(hand, trump, mighty):
    """Quarter points of a hand with a trump suit."""
    trumps = hand & trump
    side = hand & ~trump & ~mighty
    value = 3 * (count(trumps) - 3) + 5 * count(trumps & (ACES | KINGS)) + 2 * count(trumps & (QUEENS | JACKS))
    value += 4 * count(side & ACES) + 2 * count(side & KINGS & suits_in(side & ~KINGS))
    return value + 3 * count(ACES & ~suits_in(hand)) + 9 * count(hand & mighty)


@helper
def at_notrump(hand, mighty):
    """Quarter points of a hand without trumps."""
    return 5 * count(hand & ACES) + 3 * count(hand & KINGS) + count(hand & QUEENS) + 5 * count(hand & mighty) - 2


@helper
def long_suit(hand, suit, number):
    """Length, then tops, then the suit's number: to find the best trump suit by comparing."""
    cards = hand & suit
    return (2 * count(cards) + count(cards & (ACES | KINGS | QUEENS))) << 2 | number


@plan
def highest_bid(game, me):
    """The highest call that the hand is worth."""
    hand = me.hand & ~game.joker
    best = max(long_suit(hand, SPADES, 0), long_suit(hand, HEARTS, 1))
    best = max(best, max(long_suit(hand, DIAMONDS, 2), long_suit(hand, CLUBS, 3)))
    strain = best & 3
    suited = in_suit(hand, SPADES << strain, game.mighty_in(strain))
    bare = at_notrump(hand, game.mighty_in(NO_TRUMP))
    strain = choose((bare > suited) & (game.notrump_is_bid != 0), NO_TRUMP, strain)
    value = choose(strain == NO_TRUMP, bare, suited) + OTHERS_BRING + 6 * count(me.hand & game.joker)
    value += choose(game.players == 3, NO_FRIEND_BRINGS, 0)
    if game.pack_twice:
        trump = choose(strain == NO_TRUMP, 0, SPADES << (strain & 3))
        again = me.twice & ~game.joker
        value += SECOND_PACK_BRINGS + 4 * count(again & trump) + 4 * count(again & ACES)
        value += 9 * count(again & game.mighty_in(strain)) + 6 * count(me.twice & JOKERS)
    return call(min(value >> 2, game.top_number), strain)


@bid
def up_to_the_plan(game, me):
    strain = me.plan & 7
    number = game.least(strain)
    return choose((number <= me.plan >> 3) | (game.must_bid > 0), call(number, strain), PASS)


@helper
def shortest(cards):
    """The cards of the shortest suit that there is."""
    best = 64
    for number in range(4):
        length = count(cards & (SPADES << number))
        best = min(best, choose(length, length, 15) << 2 | number)
    return cards & (SPADES << (best & 3))


@exchange
def make_voids(game, me):
    keep = game.trump | game.mighty | game.joker | ACES
    away = 0
    for _ in range(game.to_discard):
        loose = shortest(me.hand & ~keep & ~away)
        worst = prefer(me.hand & ~away & ~(game.mighty | game.joker), me.hand & ~away)
        away |= choose(loose, highest(loose), lowest(worst))
    return away


@friend
def best_missing(game, me):
    calls = me.callable
    missing = calls & game.pack & ~(me.hand | me.discard)
    trumps = highest(missing & game.trump & (POINT_CARDS & ~TENS))
    ace = lowest(missing & ACES)
    card = prefer(missing & game.mighty, prefer(missing & game.joker, prefer(trumps, ace)))
    return prefer(lowest(card), prefer(calls & ALONE, lowest(calls)))


@lead
def lead_card(game, me):
    declares = game.declarer == me.seat
    hand = me.legal
    unseen = me.unseen
    plain = hand & ~(game.mighty | game.joker)
    masters = plain & ~below(unseen & ~game.joker)
    drawing = choose(declares & (unseen & game.trump != 0), plain & game.trump, 0)
    top = prefer(masters & drawing, masters & ~game.trump)
    small = prefer(drawing, prefer(plain & ~game.trump, prefer(plain, hand)))
    hunts = (me.foes >> game.declarer) & game.may_demand & (unseen & game.joker != 0)
    card = choose(top, highest(top), lowest(choose(hunts, prefer(hand & game.hunter, small), small)))
    card = prefer(choose(game.trick == game.rounds - 1, hand & game.joker, 0), card)  # in the last trick it may be weak
    if card & (game.joker | game.hunter):
        if card & game.hunter:
            return choose(hunts, demanding(card), card)
        suit = choose(declares & (game.trump != 0), game.trump, suit_of(prefer(me.hand & ~card, 1)))
        suit = prefer(suit & game.nameable, game.nameable)
        return choose(suit, naming(card, index(suit) & 3), card)
    return card


@play
def follow(game, me):
    partners = choose(game.declarer == me.seat, me.allies, ~me.foes)
    plain = me.legal & ~(game.mighty | game.joker)
    cheap = plain & game.beat
    special = me.legal & game.beat & ~plain
    worth_it = (count(game.table & POINT_CARDS) >= 2) | (game.trick >= game.rounds - 2)
    dear = choose(worth_it, prefer(special & game.joker, special), 0)
    win = prefer(cheap & game.led, prefer(cheap, dear))
    safe = (game.to_come == 0) | (game.beat & ~(game.seen | game.table | me.hand) == 0)
    fat = choose(safe, plain & POINT_CARDS & ~game.trump, 0)
    small = prefer(plain & ~game.trump, prefer(plain, me.legal))
    return lowest(prefer(choose(partners & game.winner_bit, fat, win), small))
