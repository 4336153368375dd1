"""What steady answers in positions on which good players agree. Run uncompiled, by test_steady.py.

A position fixes the decider's cards and the history; the other hands are drawn at random so that they fit it, several
times, and each time steady has to answer as listed. `tests/data/positions.jsonl` holds a position a line: `tricks` and
`trick` give the leader and the cards in order of play (`JK =H` names hearts), `accept` the right answers, `reject` the
wrong ones; where there is no `accept`, all that is not rejected is right.
"""

import json
import random
from collections import Counter

import pytest
from scripted import Table, answer_of, bid_of, friend_of
from uncompiled import ROOT, TESTS

from mighty_sim.cards import card_text, masks_of, texts_in
from mighty_sim.contract import parse_bid
from mighty_sim.kernels.jit import JIT
from mighty_sim.kernels.oddities import DEMAND, NAME
from mighty_sim.kernels.state import HOOKS
from mighty_sim.rules import load_table, pack
from mighty_sim.strategy import PASS, Strategy, load

assert not JIT, "these tests lay cards into the uncompiled kernels"
STEADY = load(ROOT / "strategies" / "steady.py")
POSITIONS = [json.loads(line) for line in (TESTS / "data" / "positions.jsonl").read_text().splitlines()]
PACK = [card_text(card) for card in pack(load_table("standard"))]
SEATS, FRIEND_SEATS = 5, (1, 2, 3, 4)
WORLDS = 5
#: Positions that steady does not meet, and why.
MISSED: dict[str, str] = {}


class Told:
    """Five seats that answer what is written down; where nothing is left for a question, the decider asks steady."""

    def __init__(self, seat):
        self.seat, self.left, self.heard = seat, {}, {}
        players = tuple(
            Strategy(
                "told",
                STEADY.path,
                "",
                "",
                {name: self._hook(name, place) for name in HOOKS},
                STEADY.parameters,
                STEADY.values,
            )
            for place in range(SEATS)
        )
        self.table = Table("standard", players)

    def tell(self, seat, name, *answers):
        self.left.setdefault((seat, name), []).extend(answers)

    def _hook(self, name, seat):
        def answer(game, me):
            own = "play" if name == "lead" else name
            if self.left.get((seat, own)):
                return self.left[seat, own].pop(0)
            if seat != self.seat or name not in STEADY.hooks:
                return PASS
            self.heard[own] = STEADY.hooks[name](game, me)
            return -1 if own == "play" else self.heard[own]  # a card that is none: the trick ends here

        return answer


def tricks_of(position):
    """Every play of the history: trick by trick, the seat and its word, with the trick that is going on as the last."""
    for text in [*position["tricks"], position["trick"]]:
        leader, _, cards = text.partition(":")
        words = cards.replace(" =", "=").split()
        yield [((int(leader) + turn) % SEATS, word) for turn, word in enumerate(words)]


def shown(history, trump):
    """By seat, the cards that it has shown not to hold: those of a suit that it did not follow."""
    mighty = "DA" if trump == "S" else "SA"
    none = {seat: set() for seat in range(SEATS)}
    for trick in history:
        led = next((word[3] if "=" in word else word[0] for _, word in trick if word[:2] != "JK" or "=" in word), "")
        for seat, word in trick:
            if word[0] != led and word[:2] not in ("JK", mighty):
                none[seat] |= {card for card in PACK if card[0] == led}
    return none


def hands_that_fit(position, luck):
    """Ten cards a seat and the kitty, of which the declarer, seat 0, keeps all but what he lays away."""
    history = list(tricks_of(position))
    contract = parse_bid(position["contract"])
    none = shown(history, "SHDCN"[contract.strain])
    hands = {seat: [] for seat in range(SEATS)}
    for seat, word in (play for trick in history for play in trick):
        hands[seat].append(word[:2])
    me = position["seat"]
    hands[me] += position["hand"]
    away = list(position.get("discard", ()))
    friend = position["friend_call"]
    if not any(friend in hand for hand in hands.values()):
        others = [seat for seat in FRIEND_SEATS if seat != me and len(hands[seat]) < 10]
        hands[luck.choice([seat for seat in others if friend not in none[seat]])].append(friend)
    rest = [card for card in PACK if card not in away and not any(card in hand for hand in hands.values())]
    luck.shuffle(rest)
    if not away:
        plain = [card for card in rest if card[1] not in "AK" and card[0] not in (position["contract"][-1], "J")]
        away = plain[:3]
        rest = [card for card in rest if card not in away]
    room = {seat: 10 - len(hand) for seat, hand in hands.items()}
    rest.sort(key=lambda card: sum(card not in none[seat] for seat in range(SEATS) if room[seat]))
    for card in rest:
        seats = [seat for seat in range(SEATS) if room[seat] and card not in none[seat]]
        if not seats:
            return None
        seat = luck.choices(seats, [room[seat] ** 2 for seat in seats])[0]
        hands[seat].append(card)
        room[seat] -= 1
    kept = hands[0]
    return hands, kept + away, away


def decided(position, luck):
    """What steady answers in a card position, in one world that fits it; None where the drawn hands do not."""
    dealt = hands_that_fit(position, luck)
    if dealt is None:
        return None
    hands, thirteen, away = dealt
    told = Told(position["seat"])
    table = told.table
    table.lay([" ".join(thirteen[:10]), *(" ".join(hands[seat]) for seat in FRIEND_SEATS)], " ".join(thirteen[10:]))
    _declare(told, position["contract"], away, position["friend_call"])
    history = list(tricks_of(position))
    for number, trick in enumerate(history, 1):
        for seat, word in trick:
            told.tell(seat, "play", answer_of(word))
        if trick:
            assert table.leader() == trick[0][0], f"trick {number}"
        fault = table.trick(number)
        if number <= len(position["tricks"]):
            assert fault is None, f"trick {number}: {fault}"
    return text_of(told.heard["play"])


def _declare(told, contract, away, friend):
    table = told.table
    bid = parse_bid(contract)
    table.put("bidder", 0)
    table.put("highest", bid.number << 3 | bid.strain)
    told.tell(0, "change", 0)
    told.tell(0, "exchange", masks_of(away)[0])
    told.tell(0, "friend", friend_of(friend))
    assert table.exchange() is None


def text_of(answer):
    """An answer as a position writes it: `H9`, `JK=H`, `C3!`."""
    (card,) = texts_in(answer & (1 << 56) - 1)
    suit = answer >> NAME
    return card + (f"={'SHDC'[suit - 1]}" if suit else "") + "!" * bool(answer & DEMAND)


def fits(answer, position):
    """Whether an answer is one of the right ones, and none of the wrong ones."""
    right = position.get("accept", [answer])
    return answer in right and answer not in position.get("reject", ())


@pytest.mark.parametrize("position", [p for p in POSITIONS if p["decision"] == "card"], ids=lambda p: p["id"])
def test_card(position):
    luck, answers = random.Random(position["id"]), Counter()
    for _ in range(5_000):
        answer = decided(position, luck)
        if answer is not None:
            answers[answer] += 1
        if answers.total() == WORLDS:
            break
    assert answers.total() == WORLDS
    wrong = [answer for answer in answers if not fits(answer, position)]
    if position["id"] in MISSED:
        pytest.xfail(MISSED[position["id"]])
    assert not wrong, answers


def opening(hand, others_bid=PASS):
    """The calls of a seat that speaks first, with this hand, while the next seat bids ``others_bid`` once."""
    told = Told(0)
    rest = [card for card in PACK if card not in hand]
    table = told.table
    table.lay([" ".join(hand), *(" ".join(rest[10 * seat : 10 * seat + 10]) for seat in range(4))], " ".join(rest[40:]))
    for seat in FRIEND_SEATS:
        told.tell(seat, "claim", 0)
    told.tell(1, "bid", others_bid)
    table.put("opener", 0)
    table.auction()
    return told.heard


def test_t01_bids_and_would_go_to_sixteen():
    (position,) = [p for p in POSITIONS if p["id"] == "T01"]
    first = opening(position["hand"])["bid"]
    last = opening(position["hand"], bid_of("15S"))["bid"]
    assert "SHDC"[first & 7] == "SHDC"[last & 7] == position["accept"]["strain"]
    assert last >> 3 >= position["accept"]["limit_at_least"]


def test_t02_passes():
    (position,) = [p for p in POSITIONS if p["id"] == "T02"]
    assert opening(position["hand"])["bid"] == PASS


def test_t03_plays_a_strong_hand_that_could_be_thrown_in():
    (position,) = [p for p in POSITIONS if p["id"] == "T03"]
    heard = opening(position["hand"])
    assert heard["claim"] == 0
    assert heard["bid"] != PASS and "SHDC"[heard["bid"] & 7] == position["accept"]["then_bid_strain"]


def after_the_kitty(thirteen, contract, away=()):
    """What the declarer says once he has these cards; ``away`` empty: he lays away himself."""
    told = Told(0)
    rest = [card for card in PACK if card not in thirteen]
    table = told.table
    hands = [" ".join(thirteen[:10]), *(" ".join(rest[10 * seat : 10 * seat + 10]) for seat in range(4))]
    table.lay(hands, " ".join(thirteen[10:]))
    bid = parse_bid(contract)
    table.put("bidder", 0)
    table.put("highest", bid.number << 3 | bid.strain)
    told.tell(0, "change", 0)
    if away:
        told.tell(0, "exchange", masks_of(away)[0])
    assert table.exchange() is None
    return table


def test_t04_voids_a_suit_and_buries_a_point():
    (position,) = [p for p in POSITIONS if p["id"] == "T04"]
    away = set(after_the_kitty(position["hand"], position["contract"]).cards("discard", 0))
    assert away >= set(position["accept"]["discard_includes"])
    assert not away & set(position["accept"]["discard_excludes"])


@pytest.mark.parametrize("name", ["T05a", "T05b"])
def test_t05_calls_the_missing_special(name):
    (position,) = [p for p in POSITIONS if p["id"] == name]
    thirteen = position["hand"] + position["discard"]
    table = after_the_kitty(thirteen, position["contract"], position["discard"])
    assert texts_in(table.get("friend_card")) == position["accept"]
