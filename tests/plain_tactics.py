"""The card-play words against counted cards and seats, at every table. Run uncompiled, by test_tactics.py."""

from collections import Counter
from dataclasses import replace

import pytest
from plain_facts import counted, listening, own, play_deal, whole
from scripted import Table, rules_named
from uncompiled import ROOT, TESTS

from mighty_sim.cards import masks_of, texts_in
from mighty_sim.kernels import tactics
from mighty_sim.kernels.jit import JIT
from mighty_sim.kernels.ruleset import Conditions
from mighty_sim.strategy import load

assert not JIT, "these tests look into the uncompiled kernels"
RANDOM = load(ROOT / "strategies" / "random.py")
GREEDY = load(ROOT / "strategies" / "greedy.py")
EAGER = load(TESTS / "eager.py")
TABLES = ["standard", *(f"penalty-{players}" for players in range(3, 9)), "penalty-5-reconciled"]
POINTS, RANKS, SUITS = set("AKQJT"), "23456789TJQKA", "SHDC"


def seats_in(bits):
    return {seat for seat in range(8) if bits >> seat & 1}


def card_set(mask):
    return set(texts_in(mask))


def mask(cards):
    return masks_of(sorted(cards))[0]


def under(card, other):
    """Whether the other beats the card in its own suit."""
    return card[0] == other[0] and RANKS.index(card[1]) < RANKS.index(other[1])


def points(cards):
    return sum(card[1] in POINTS for card in cards.elements() if card != "JK")


def suits_of(cards):
    return {suit: {card for card in cards if card[0] == suit} for suit in SUITS}


def mine(game, me):
    """The seats that I play with, in words: known ones, and a defender's everybody that is not known to be a foe."""
    allies, foes = seats_in(me.allies), seats_in(me.foes)
    if game.declarer in allies:
        return allies
    return set(range(game.players)) - foes - {game.declarer}


def held_by_foes(full, game, me, known):
    """Cards of which a copy may be with an opponent."""
    out = {card for card, copies in full.items() if known[card] < copies}
    return out - card_set(game.friend_card) if game.declarer == me.seat else out


def ask_everything(rules, full, game, me):
    laid = {seat: card_set(game.card(seat)) for seat in range(game.players)}
    table = sum((Counter(cards) for cards in laid.values()), Counter())
    known = counted(game.seen, game.seen_twice) + table + own(me)
    hand = card_set(me.hand)
    specials = card_set(game.mighty) | {"JK"}
    foes_out = held_by_foes(full, game, me, known)

    declares = game.declarer in seats_in(me.allies)
    assert tactics.with_declarer(game, me) == declares
    assert seats_in(tactics.partners(game, me)) == mine(game, me)
    later = {(me.seat + turn) % game.players for turn in range(1, game.to_come + 1)}
    assert seats_in(tactics.after_me(game, me)) == later
    assert not any(laid[seat] for seat in later)
    assert card_set(tactics.hostile(game, me)) == foes_out
    assert card_set(tactics.without_specials(game, me.hand)) == hand - specials
    over = foes_out - specials
    best = {card for card in hand - specials if not any(under(card, other) for other in over)}
    assert card_set(tactics.tops(game, me, me.hand)) == best
    everything = {suit + rank for suit in SUITS for rank in RANKS}
    topped = {card for card in everything if any(under(card, other) for other in hand - {"JK"})}
    assert card_set(tactics.below_all(me.hand)) == topped
    assert tactics.points_on_table(game) == points(table)

    lengths = {len(cards) for cards in suits_of(hand - {"JK"}).values() if cards}
    for word, length in ((tactics.shortest, min), (tactics.longest, max)):
        found = card_set(word(me.hand & ~game.joker))
        assert len(found) == length(lengths, default=0) and len({card[0] for card in found}) <= 1
        assert found in (*suits_of(hand).values(), set())
    taken = sum(game.points(seat) for seat in seats_in(me.allies))
    assert tactics.secured(game, me) == taken + points(counted(me.discard, me.discard_twice))

    everybody = (1 << game.players) - 1
    trump = card_set(game.trump)
    for suit in SUITS:
        cards = mask([suit + rank for rank in RANKS])
        void = {seat for seat in range(game.players) if suit + "7" in card_set(game.voids(seat))}
        bare = void_seats(game, trump)
        assert seats_in(tactics.void_in(game, everybody, cards)) == void
        no_ruff = not trump or suit + "7" in trump
        assert seats_in(tactics.ruffers(game, everybody, cards)) == (set() if no_ruff else void - bare)
        out = mask(foes_out)
        rate = tactics.ruff_rate(game, out, everybody & ~me.bit, cards)
        sure_ruffs = void - bare - {me.seat}
        trumps = foes_out & trump
        assert 0 <= rate <= 16 * game.players
        if no_ruff or not trumps:
            assert rate == 0
        elif len(trumps) > 3 * game.players // 2:
            assert rate >= 8 * len(sure_ruffs)  # each of them, less the chance that he has no trump

    if game.table:
        rivals = later - mine(game, me)
        for card in texts_in(me.legal):
            one = mask([card])
            takers = card_set(game.takers(one)) & foes_out
            assert tactics.sure(game, me, one) == (not takers or not rivals)
            higher = [other for other in takers - specials if other[0] == suit_led(game)]
            others = [other for other in takers - specials if other[0] != suit_led(game)]
            loss = 3 * len(higher) + 2 * bool(others) + len(takers & specials)
            stays = tactics.staying(game, one, mask(foes_out), game.led, 3, 2, 1)
            assert stays == 16 - min(loss, 16)


def suit_led(game):
    return next(iter(texts_in(game.led)), "x")[0]


def void_seats(game, trump):
    return {seat for seat in range(game.players) if trump and trump <= card_set(game.voids(seat))}


@pytest.mark.parametrize("strategy", [RANDOM, GREEDY, EAGER], ids=lambda strategy: strategy.name)
@pytest.mark.parametrize("name", TABLES)
def test_every_word(name, strategy):
    rules = rules_named(name)
    full, asked = whole(rules), Counter()

    def listen(hook, game, me):
        if hook in ("lead", "play"):
            asked[hook] += 1
            ask_everything(rules, full, game, me)

    player = listening(replace(strategy), listen)
    table = Table(rules, (player,) * rules.deal.players, Conditions(11))
    for number in range(2):
        play_deal(table, number)
    assert asked["play"] > 20


def test_chances_fall_and_rise_as_they_should():
    """A card more in a suit makes a void less likely; a hand is likelier void where more hands share the cards."""
    for players in range(3, 9):
        game = Table(f"penalty-{players}").block.view
        chances = [tactics.void_chance(game, n) for n in range(27)]
        assert chances[0] == max(chances) <= 15 and chances == sorted(chances, reverse=True)
        assert tactics.a_seat_in_16(game) in (16 // (players - 1), -(-16 // (players - 1)), round(16 / (players - 1)))
        # each of n cards misses a hand with chance 1 - 1/(others); sixteenths, within one and a half of it
        for n in range(1, 9):
            assert abs(chances[n] - 16 * (1 - 1 / (players - 1)) ** n) < 2.5
