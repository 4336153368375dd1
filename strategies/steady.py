"""Sound play without search: bids what its hand is worth at the table, counts cards and voids, weighs every trick.

What it does is what players and programs say of good play; the source stands at each idea. "Measured" is what exact
solving of dealt positions showed, "fitted" is a regression on simulated deals. Every idea can be switched off by a
parameter, to see what it is worth. Worths are in sixteenths of a point, chances in sixteenths.
"""

from mighty_sim.strategy import (
    ACES,
    ALONE,
    FIRST_TRICK,
    JACKS,
    JOKERS,
    KINGS,
    NO_TRUMP,
    PASS,
    POINT_CARDS,
    QUEENS,
    SPADES,
    TENS,
    a_seat_in_16,
    after_me,
    below_all,
    bid,
    call,
    change,
    choose,
    claim,
    count,
    demanding,
    exchange,
    friend,
    helper,
    highest,
    hostile,
    index,
    lead,
    longest,
    lowest,
    naming,
    parameter,
    partners,
    plan,
    play,
    points_on_table,
    prefer,
    shortest,
    staying,
    suit_of,
    suits_in,
    tops,
    void_in,
    with_declarer,
    without_specials,
)

boldness = parameter(0.5, 0.0, 1.0, "how far above its estimate it bids")
notrump = parameter(1, 0, 1, "whether it bids no-trump")
claims = parameter(1, 0, 1, "whether it keeps a hand that it may throw in but would bid on")
changes = parameter(1, 0, 1, "whether it changes its contract after the kitty")
raises = parameter(1, 0, 1, "whether it raises its contract after the kitty")
voids = parameter(1, 0, 1, "whether it makes voids in the exchange")
buries = parameter(1, 0, 1, "whether it buries points in the exchange")
alone = parameter(1, 0, 1, "whether it plays alone with a very strong hand")
draws = parameter(1, 0, 1, "whether the declarer draws trumps from the top")
promotes = parameter(1, 0, 1, "whether the declarer drives out the one trump above his own")
asks = parameter(1, 0, 1, "whether the declarer asks for the friend's Mighty with a low trump")
joker_draws = parameter(1, 0, 1, "whether the declarer draws trumps with the joker")
cashes = parameter(1, 0, 1, "whether it leads side tops")
returns = parameter(1, 0, 1, "whether the friend leads trumps for the declarer")
hunts = parameter(1, 0, 1, "whether it demands the joker")
spends = parameter(1, 0, 1, "whether it plays the joker before it dies")
infers = parameter(1, 0, 1, "whether it remembers who is void")
feeds = parameter(1, 0, 1, "whether it gives points to its own side's tricks")
feeds_tops = parameter(1, 0, 1, "whether it gives high points too, late")
doubts = parameter(1, 0, 1, "whether a defender doubts who is his partner")
ducks = parameter(1, 0, 1, "whether it leaves a trick to a partner who plays later")
saves = parameter(1, 0, 1, "whether it saves Mighty and joker for what is worth it")
keeps = parameter(1, 0, 1, "whether it keeps trumps and tops for what is worth it")
leads = parameter(1, 0, 1, "whether it values the lead")

# Sixteenths of a point. Measured by duels of two variants at `standard`, two packs at `penalty-6` to `penalty-8`.
OPENS = 13 * 16 - 4  # an estimate below this is no bid: 13 made scores nothing
MARGIN = 16  # what is made for certain is a point less than the estimate
CAREFUL, CAREFUL_WITH_TWO = -32, -34  # where losers are charged; among weaker players the estimate is too high
NO_RAISE = 20  # where the number cannot be raised later, the first bid is this much below the limit
NT_DOUBLED, NT_PLAIN, NT_LESS = -6, -20, 14  # no-trump where it is doubled, where not; chosen hands bring less
CERTAIN = 40  # so far above the contract it is all but made
SEEN, CHANGE = 20, -14  # what the unseen kitty would have brought; how much better another strain has to be
RAISE, RAISE_STEP, ALONE_AT = 226, 24, 324  # 14 for 13 from this estimate, so much more a step; and alone
# What a card could still earn later; _F for the friend, _O for the opponents of the declarer.
OF_JOKER, OF_JOKER_O, OF_MIGHTY, OF_MIGHTY_O, OF_TOP, OF_TOP_O, OF_POINT = 26, 32, 36, 44, 11, 16, 9
OF_TRUMP, OF_TRUMP_F, OF_TRUMP_O, OF_POINT_TRUMP, LATE_TRUMP = 14, 8, 18, 8, -12
# What a trick is worth beside the points on it: those to come, a seat each, and the lead.
TO_COME, TO_COME_WITH_TWO, THE_LEAD, THE_LEAD_O = 6, 3, 7, 5
# Chances in sixteenths: that who may hold a special plays it, that a defender is my partner, that one takes over.
SPECIAL, TRUST, HELP, HELP_MOST = 4, 10, 8, 6
LATE_FEED, RETURN_UNTIL = 3, 6  # tricks before the last


# The hand before the play


@helper
def as_trumps(cards):
    """What a suit brings more as trumps than as a side suit (fitted)."""
    return 18 * count(cards) + 13 * count(cards & (KINGS | QUEENS)) + 9 * count(cards & (ACES | JACKS))


@helper
def best_suit(game, hand, but):
    """The number of the best suit for trumps but one; the Mighty's own suit as trumps makes another card the Mighty."""
    mighty = game.mighty_in(NO_TRUMP)
    other = game.mighty_in(index(mighty) & 3)
    best = 0
    for suit in range(4):
        cards = SPADES << suit
        worth = as_trumps(hand & cards) + 64
        worth += choose(mighty & cards, 10 * count(hand & other) - 10 * count(hand & (mighty | mighty >> 4)), 0)
        best = max(best, choose(suit == but, 0, worth << 2 | suit))
    return best & 3


@helper
def in_suit(game, hand, joker, strain):
    """What a hand brings with a trump suit at a table of five (fitted; the features are those of all sources)."""
    trump = SPADES << (strain & 3)
    mighty = game.mighty_in(strain)
    trumps = hand & trump
    side = hand & ~trump & ~mighty
    value = 18 * count(trumps) + 18 * count(trumps & (ACES | KINGS)) + 13 * count(trumps & QUEENS)
    value += 7 * count(trumps & (ACES | JACKS)) + 15 * count(side & ACES) + 4 * count(side & KINGS)
    value += 12 * count(side & KINGS & suit_of(mighty))  # only the Mighty beats it
    return value + choose(hand & mighty, choose(joker, 57, 25), choose(joker, 39, 0))


@helper
def at_notrump(game, hand, joker):
    """What it brings at no-trump (fitted)."""
    mighty = game.mighty_in(NO_TRUMP)
    value = 34 + 24 * count(hand & ACES & ~mighty) + 15 * count(hand & KINGS)
    value += 9 * count(hand & QUEENS) + 6 * count(hand & JACKS)
    for suit in range(4):
        cards = hand & (SPADES << suit)
        value += choose(cards & ACES, 12 * max(count(cards) - 4, 0), 0)
    return value + choose(hand & mighty, choose(joker, 60, 35), choose(joker, 39, 0))


@helper
def in_strain(game, hand, joker, strain):
    """What it brings in a strain that is given."""
    return at_notrump(game, hand, joker) if strain == NO_TRUMP else in_suit(game, hand, joker, strain)


@helper
def of_my_side(game, value):
    """What my side takes in all, if my hand brings ``value`` (fitted for each number of players)."""
    if game.players == 5:
        return value + 100
    if game.players == 3:
        return (value * 21 >> 4) - 12
    if game.players == 4:
        return (value * 12 >> 4) + 159
    return (value * (10 + 3 * (game.players - 6)) >> 4) + 405 - 40 * (game.players - 6)


@helper
def judged(game, me):
    """What my side takes with the best strain for my hand, and the strain in the last three bits."""
    joker, hand = me.hand & game.joker, me.hand & ~game.joker
    strain = best_suit(game, hand, NO_TRUMP)
    value = in_suit(game, hand, joker, strain)
    if game.pack_twice:
        again = me.twice & ~game.joker
        value += 22 * count(again & (SPADES << strain)) + 8 * count(again & ACES)
        value += 66 * count(again & game.mighty_in(strain)) - choose(joker, 54, 0)  # a joker of mine calls no friend
    elif game.notrump_is_bid and me.value(notrump):
        bare = at_notrump(game, hand, joker) + choose(game.charges_losers, NT_PLAIN, NT_DOUBLED)
        strain = choose(bare > value, NO_TRUMP, strain)
        value = choose(bare > value, bare - NT_LESS, value)
    value += choose((game.players == 3) & (hand & game.mighty_in(strain) != 0), 24, 0)  # nobody can be called for it
    return of_my_side(game, value) << 3 | strain


@claim
def throw_in(game, me):
    """Throw in only a hand that would not bid (buttercrab: better than always)."""
    return choose((judged(game, me) >> 3 < OPENS) | (me.value(claims) == 0), 1, 0)


@plan
def estimate(game, me):
    """What my side takes, and the strain. It is for this file's own @bid."""
    return judged(game, me)


@bid
def up_to_the_limit(game, me):
    """Up to a limit that hangs on the table's score (buttercrab: worth more than a fixed one).

    Where losing costs the shortfall alone and a high contract pays, it bids above what it expects; where losers are
    charged the contract, it bids what it will probably make. The least raise, since the number can be raised after the
    kitty (all sources); where it cannot, at once nearly what it is worth (measured).
    """
    strain = me.plan & 7
    value = me.plan >> 3
    bold = value - MARGIN + (value - 12 * 16) * me.value(boldness) // 500
    sure = value + CAREFUL + choose(game.pack_twice, CAREFUL_WITH_TWO, 0) + 31 * me.value(boldness) // 500
    jump = choose(game.may_raise, 0, (sure - NO_RAISE) >> 4)
    limit = min(choose(game.charges_losers, sure, choose(value < OPENS, 0, bold)) >> 4, game.top_number)
    number = max(game.least(strain), min(jump, limit))
    return choose((number <= limit) | (game.must_bid > 0), call(number, strain), PASS)


@helper
def hope(game, ahead):
    """How much likelier making is than failing, if the estimate is so far above the contract (in no unit)."""
    return max(min(ahead + choose(game.pack_twice, CAREFUL_WITH_TWO, 0), CERTAIN), -CERTAIN)


@change
def after_the_kitty(game, me):
    """Another strain if it is worth its price (standard: two more, no-trump one), or a higher number (exact arithmetic
    on the score of `standard`: one more wins 1 and, if it is the one that fails, loses all). Where another strain costs
    nothing and doubles the stake, that is welcome to who will probably make it (measured).
    """
    if game.blind:
        return 0
    joker, hand = me.hand & game.joker, me.hand & ~game.joker
    now = of_my_side(game, in_strain(game, hand, joker, game.strain) - SEEN)
    strain = best_suit(game, hand, game.strain)
    other = in_suit(game, hand, joker, strain)
    if me.value(notrump) and game.notrump_is_bid and game.pack_twice == 0:
        bare = at_notrump(game, hand, joker) + choose(game.charges_losers, NT_PLAIN, NT_DOUBLED)
        strain = choose(bare > other, NO_TRUMP, strain)
        other = max(bare, other)
    least = game.least_change(strain)
    then = of_my_side(game, other - SEEN)
    better = then > now + 12 * (least - game.number) + CHANGE
    if game.charges_losers:
        better = game.change_stake * hope(game, then - 16 * least) > hope(game, now - 16 * game.number)
    if me.value(changes) and better and strain != game.strain and least <= game.top_number:
        return call(least, strain)
    raising = (me.value(raises) != 0) & (game.may_raise != 0) & (game.charges_losers == 0)
    number = min(13 + (now - RAISE + RAISE_STEP - 1) // RAISE_STEP, game.top_number)
    return choose(raising & (number > game.number), call(number, game.strain), 0)


@exchange
def lay_away(game, me):
    """A suit that can go away whole is a void to ruff in; points that would be lost count when buried (all sources).

    Trumps, specials and side tops stay; the shortest suit goes first.
    """
    plain = without_specials(game, me.hand)
    side = plain & ~game.trump
    missing = game.pack & ~(game.mighty | me.hand | me.discard | JOKERS)
    loose = side & below_all(missing)
    left = game.to_discard
    most, chosen = 0, 0
    for suit in range(4):
        cards = loose & (SPADES << suit)
        points = min(count(cards & POINT_CARDS), left) * me.value(buries)
        worth = choose(cards, 256 + 5 * points - 14 * count(cards) * me.value(voids), 0)
        chosen = choose(worth > most, cards, chosen)
        most = max(worth, most)
    if chosen == 0:
        return lowest(prefer(side, prefer(plain, me.hand)))
    if count(chosen) <= left:
        return chosen
    return prefer(highest(chosen & POINT_CARDS & ~KINGS & -me.value(buries)), lowest(chosen))


@friend
def strongest_missing(game, me):
    """The Mighty, the joker, the highest missing trump, an ace of a suit that I hold (all sources, in this order).

    With two packs the joker: there are four, and each other holder is a friend. Alone only with both specials and a
    hand that makes nearly all (one share from everybody, and doubled).
    """
    calls = me.callable
    joker = me.hand & game.joker
    missing = calls & game.pack & ~(me.hand | me.discard)
    if game.pack_twice and calls & game.joker and count(joker) + count(me.twice & JOKERS) < 4:
        return game.joker
    if joker and me.hand & game.mighty and me.value(alone) and calls & ALONE and game.charges_losers == 0:
        hand = me.hand & ~joker
        if of_my_side(game, in_strain(game, hand, joker, game.strain)) >= ALONE_AT:
            return ALONE
    trumps = highest(missing & game.trump & POINT_CARDS & ~TENS)
    aces = missing & ACES
    ace = lowest(prefer(aces & suits_in(me.hand & ~game.trump & ~JOKERS), aces))
    card = prefer(missing & game.mighty, prefer(missing & game.joker, prefer(trumps, ace)))
    return lowest(prefer(card, prefer(calls & FIRST_TRICK, prefer(calls & ALONE, calls))))


# Leading


@helper
def surest(cards, out):
    """The highest card in the suit of which most cards are out: the least likely to be ruffed (mightyfriend.net)."""
    return highest(prefer(cards & longest(out & suits_in(cards)), cards))


@helper
def drawing(game, me, trumps, best, out):
    """Trumps from the top while a defender may have one (all sources); else the joker, or the highest where only one is
    above it (Korean Wikipedia), or a low one that asks for the friend's Mighty (mightyfriend.net).
    """
    others = ~me.allies & ((1 << game.players) - 1)
    bare = void_in(game, others, game.trump) & -me.value(infers)
    against = choose(others & ~bare, without_specials(game, out & game.trump), 0)
    if against == 0 or count(trumps) < 2:
        return 0
    if best & trumps and me.value(draws):
        return highest(best & trumps)
    joker = choose(game.joker_has_power, me.legal & game.joker, 0)
    if joker and me.value(joker_draws):
        return joker
    if count(against & ~below_all(trumps)) == 1 and count(trumps) >= 4 and me.value(promotes):
        return highest(trumps)
    asking = (game.friend_card == game.mighty) & (game.settled == 0) & (count(trumps) >= 3) & me.value(asks)
    return choose(asking, lowest(trumps), 0)


@helper
def returning(game, me, trumps, best, out):
    """The friend leads trumps for the declarer early, the top if it is his (mightyfriend.net: most of his duty)."""
    early = (game.trick <= game.rounds - RETURN_UNTIL) & (out & game.trump != 0)
    return choose(early, prefer(highest(best & trumps), lowest(trumps)), 0) & -me.value(returns)


@helper
def special(game, me, out):
    """The joker or a demand for it, as 1 or 2: the declarer leads his from the middle on, others only before it dies.

    A defender demands it at once (measured by mighty-web), the declarer once he knows it is against him.
    """
    declares = game.declarer == me.seat
    demand = (me.legal & game.hunter != 0) & (out & game.joker != 0) & (game.may_demand != 0) & me.value(hunts)
    demand &= choose(declares, game.trick >= 4, with_declarer(game, me) == 0)
    now = (game.trick >= choose(declares, 5, game.rounds - 1)) & (declares | me.value(spends))
    joker = (me.legal & game.joker != 0) & (game.joker_has_power != 0) & now
    return choose(declares, choose(joker, 1, 2 * demand), choose(demand, 2, joker))


@lead
def lead_card(game, me):
    """Trumps for the declarer, then side tops, then a small card of a short suit; never a trump as a defender.

    The friend's small card is one that the declarer ruffs (Korean Wikipedia). A joker that is led asks for trumps.
    """
    legal = me.legal
    out = hostile(game, me)
    plain = without_specials(game, legal)
    trumps, side = plain & game.trump, plain & ~game.trump
    best = tops(game, me, plain)
    declares = game.declarer == me.seat
    ruffed, card = 0, 0
    if declares:
        card = drawing(game, me, trumps, best, out)
    elif with_declarer(game, me):
        card = returning(game, me, trumps, best, out)
        ruffed = choose(game.trick > RETURN_UNTIL, game.voids(game.declarer), 0) & -me.value(infers)
    cash = best & side & -me.value(cashes)
    if card == 0 and (cash == 0 or declares == 0):
        which = special(game, me, out)
        if which == 2:
            return demanding(game.hunter)
        card = choose(which, game.joker, 0)
    if card == 0 and cash:
        return surest(cash, out)
    if card == 0:
        small = side & ~POINT_CARDS
        last = choose(declares, prefer(trumps, legal), prefer(plain, legal))
        card = lowest(shortest(prefer(small & ruffed, prefer(small, prefer(side, last)))))
    if card & game.joker:
        suit = choose(me.unseen & game.trump, game.trump, suit_of(prefer(me.hand & ~card, 1)))
        suit = prefer(suit & game.nameable, game.nameable)
        return choose(suit, naming(card, index(suit) & 3), card)
    return card


# Following


@play
def follow(game, me):
    """Of a few cards the one that is worth most: the chance that my side takes the trick with it, times what lies and
    will lie in it and what the lead is worth, less what the card could still earn later.
    """
    legal = me.legal
    if legal & (legal - 1) == 0:
        return legal
    plain = without_specials(game, legal)
    side = plain & ~game.trump
    best = tops(game, me, side)
    ours = partners(game, me)
    with_him, declares = with_declarer(game, me), game.declarer == me.seat
    suit = game.led
    behind = after_me(game, me)
    rivals = behind & ~ours
    out = choose(rivals, hostile(game, me), 0)
    seat = a_seat_in_16(game)
    holders = seat * count(rivals)
    special = holders * SPECIAL >> 4

    low = lowest(prefer(side, prefer(plain, prefer(legal & game.joker, legal))))
    fat = side & POINT_CARDS
    late = choose(game.trick >= game.rounds - LATE_FEED, fat & -me.value(feeds_tops), 0)
    fat = highest(prefer(fat & ~best, late)) & -me.value(feeds)
    takers = count(game.beat & me.unseen & suit) + 1
    chance = min(count(behind & ours) * seat * takers * HELP >> 4, HELP_MOST) * me.value(ducks)
    safe = staying(game, game.best, out, suit, holders, 0, special)
    trusted = choose(((with_him | game.settled) == 0) & (me.value(doubts) != 0), TRUST, 16)
    chance = choose(ours & game.winner_bit, safe * trusted >> 4, chance)
    card = choose((chance > OF_POINT) & (fat != 0), fat, low)
    wins = legal & game.beat
    if (chance == 16) | (wins == 0):
        return card

    last_but_one = game.trick == game.rounds - 1
    of_trump = choose(declares, OF_TRUMP, choose(with_him, OF_TRUMP_F, OF_TRUMP_O))
    of_trump += choose(last_but_one, LATE_TRUMP, 0)
    of_top = choose(with_him, OF_TOP, OF_TOP_O) * me.value(keeps)
    of_joker = choose(with_him, OF_JOKER, OF_JOKER_O) * me.value(saves)
    of_joker = choose(last_but_one & me.value(spends), 0, of_joker)
    of_mighty = choose(declares, OF_MIGHTY, OF_MIGHTY_O) * me.value(saves)
    stake = 16 * points_on_table(game) + choose(game.pack_twice, TO_COME_WITH_TWO, TO_COME) * game.to_come
    own = choose(card & POINT_CARDS, 16, 0)
    most = chance * (stake + own) - own * choose(card & game.trump, 16, OF_POINT)
    stake += choose(with_him, THE_LEAD, THE_LEAD_O) * me.value(leads)
    following = wins & plain & suit
    tries = lowest(following) | highest(following) | lowest(wins & plain & ~suit) | (wins & ~plain)
    while tries:
        one = lowest(tries)
        tries ^= one
        own = choose(one & POINT_CARDS, 16, 0)
        price = choose(one & game.trump, of_trump + choose(own, OF_POINT_TRUMP, 0), 0) * me.value(keeps)
        price += choose(own, OF_POINT, 0)
        price = choose(one & best, of_top, price)
        price = choose(one & game.joker, of_joker, price)
        price = choose(one & game.mighty, of_mighty, price)
        take = staying(game, one, out, suit, holders, 0, special)
        worth = take * (stake + own) - 16 * price
        card = choose(worth > most, one, card)
        most = max(worth, most)
    return card
