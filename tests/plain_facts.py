"""What a strategy may ask, against counted cards, at every table: its cards, those unseen, those it may call. Run
uncompiled, by test_uncompiled.py; the strategies of the tests and the shipped ones play.
"""

import random
from collections import Counter
from dataclasses import replace

import pytest
from scripted import Table, rules_named
from uncompiled import ROOT, TESTS

from mighty_sim.cards import card_text, masks_of, texts_in
from mighty_sim.kernels.jit import JIT
from mighty_sim.kernels.ruleset import Conditions
from mighty_sim.kernels.tricks import begin
from mighty_sim.rules import pack
from mighty_sim.strategy import ALONE, CARDS, FIRST_TRICK, load
from mighty_sim.worlds import shown

assert not JIT, "these tests look into the uncompiled kernels"
RANDOM = load(ROOT / "strategies" / "random.py")
GREEDY = load(ROOT / "strategies" / "greedy.py")
EAGER = load(TESTS / "eager.py")
TABLES = [
    "standard",
    *(f"penalty-{players}" for players in range(3, 9)),
    "standard friend.kinds=card,none friend.uncallable=JK,SA",
    "penalty-6 friend.kinds=own_card,first_trick",
    "penalty-7 friend.kinds=card,none friend.uncallable=JK",
    "penalty-8 friend.copies=first_played",
]


def whole(rules):
    return Counter(card_text(card) for card in pack(rules))


def counted(once, twice=0):
    return Counter(texts_in(once, twice))


def play_deal(table, number):
    """A whole deal by the table's strategies."""
    table.begin(number)
    while (outcome := table.attempt()) != "sold":
        table.throw_in(outcome)
    assert table.exchange() is None
    for trick in range(1, table.get("rounds") + 1):
        assert table.trick(trick, asked=trick < table.get("rounds")) is None


def listening(strategy, listen):
    """The same strategy; `listen(hook, game, me)` is called at every question."""

    def heard(hook, function):
        def ask(game, me):
            listen(hook, game, me)
            return function(game, me)

        return ask

    return replace(strategy, hooks={hook: heard(hook, function) for hook, function in strategy.hooks.items()})


def own(me):
    return counted(me.hand, me.twice) + counted(me.discard, me.discard_twice)


def called(rules, full, me):
    """The cards that may be called, by the text of the rules (2.5)."""
    cards = set()
    for card, copies in full.items():
        kind = "own_card" if own(me)[card] == copies else "card"
        if kind in rules.friend.kinds and card not in rules.friend.uncallable:
            cards.add(card)
    return cards


@pytest.mark.parametrize("strategy", [RANDOM, GREEDY, EAGER], ids=lambda strategy: strategy.name)
@pytest.mark.parametrize("name", TABLES)
def test_facts_about_cards(name, strategy):
    rules = rules_named(name)
    full, asked = whole(rules), Counter()

    def listen(hook, game, me):
        asked[hook] += 1
        laid = [game.card(seat) for seat in range(rules.deal.players)] if hook in ("lead", "play") else []
        table = sum((counted(card) for card in laid), Counter())
        assert counted(game.table, game.table_twice) == table
        seen = counted(game.seen, game.seen_twice)
        known = seen + table + own(me)
        assert known <= full
        assert set(texts_in(me.unseen)) == {card for card, copies in full.items() if known[card] < copies}
        assert counted(game.pack, game.pack_twice) == full
        if hook == "friend":
            assert set(texts_in(me.callable & CARDS)) == called(rules, full, me)
            assert (me.callable & FIRST_TRICK > 0) is ("first_trick" in rules.friend.kinds)
            assert (me.callable & ALONE > 0) is ("none" in rules.friend.kinds)
            may = game.strain == 4 and game.number == rules.auction.max_number
            assert (game.may_request > 0) is (may and rules.friend.suit_request != "off")
        if hook == "exchange":
            assert own(me).total() == rules.deal.hand + rules.deal.kitty
            assert game.to_discard == rules.deal.kitty - counted(me.discard, me.discard_twice).total()
            dealt = counted(me.dealt, me.dealt_twice)
            assert own(me) == dealt + counted(me.kitty, me.kitty_twice)
        elif hook in ("bid", "claim", "plan"):
            assert counted(me.hand, me.twice) == counted(me.dealt, me.dealt_twice)
            assert not me.kitty and not me.discard
        elif hook in ("lead", "play"):
            assert set(texts_in(me.legal)) <= set(counted(me.hand, me.twice))
            assert counted(me.hand, me.twice).total() == rules.deal.hand - game.trick + 1
            assert (game.trick == 1) or seen.total() == (game.trick - 1) * rules.deal.players

    table = Table(rules, (listening(strategy, listen),) * rules.deal.players, Conditions(3))
    for number in range(5):
        play_deal(table, number)
    assert asked["play"] > 60 and asked["exchange"] >= 5


# The unseen cards dealt again before the first lead (see plain_views.py for the same all deal long)


@pytest.mark.parametrize(
    "name", ["penalty-6", "penalty-7", "penalty-8 friend.copies=first_played", "penalty-4", "penalty-3"]
)
def test_other_hands_show_nowhere(name):
    """Same own cards, same contract and call, everything else anew: all that is shown is the same."""
    rules, rng, other_friends = rules_named(name), random.Random(name), 0
    table, deal = Table(rules), rules.deal
    for _ in range(60):
        cards = [card_text(card) for card in pack(rules)]
        rng.shuffle(cards)
        seat = rng.randrange(deal.players)
        friend = rng.choice([*cards, "JK", "JK"]) if rules.friend.kinds else ""
        views, friends = [], []
        for _ in range(3):
            hands = [cards[place * deal.hand : (place + 1) * deal.hand] for place in range(deal.players)]
            kitty = cards[deal.players * deal.hand :]
            views.append(first_view(table, seat, hands, kitty, friend))
            friends.append(table.numbers("friends"))
            keep = hands[seat]
            if seat == 0:  # the declarer has seen the kitty
                keep = keep + kitty
            rest = list((Counter(cards) - Counter(keep)).elements())
            rng.shuffle(rest)
            at = seat * deal.hand
            cards = rest[:at] + hands[seat] + rest[at:] + (kitty if seat == 0 else [])
        assert views[0] == views[1] == views[2]
        other_friends += friends != [friends[0]] * 3
    assert other_friends > 5 or not rules.friend.kinds or rules.friend.copies == "first_played"


def first_view(table, seat, hands, kitty, friend):
    """All that a seat is shown at the first lead; seat 0 declares the same and lays the kitty away."""
    table.begin()
    table.lay([" ".join(hand) for hand in hands], " ".join(kitty))
    assert table.declare(0, f"{table.options.auction.min_number}H", " ".join(kitty), friend) is None
    begin(table.rules, table.block, 1, table.mode)
    return shown(table.block.view, table.block.seats[seat].view)


def test_the_words_of_second_copies_are_those_of_the_hand():
    table = Table("penalty-6")
    table.begin()
    table.lay({0: "JK JK JK SA SA H2"})
    view = table.block.seats[0].view
    assert (view.hand, view.twice) == masks_of("JK JK JK SA SA H2")
    assert texts_in(view.hand, view.twice) == ["JK", "JK", "JK", "SA", "SA", "H2"]
