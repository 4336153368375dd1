"""Situations laid by hand, in a process without the compiler: the kernels, the referee and the words agree.

Not collected by itself: `test_situation.py` and `test_verdict.py` run it.
"""

import random
import re

import pytest
import referee_tricks

from mighty_sim.cards import FIRST_JOKER, STRAINS, SUITS, card_text, cards_in, texts_in
from mighty_sim.errors import CardError, InputError, RulesError
from mighty_sim.glossary import options
from mighty_sim.kernels.ruleset import ONE_PACK
from mighty_sim.rules import change, load_table, pack, table_names
from mighty_sim.situation import Board, Play, parse_play, parse_plays
from mighty_sim.verdict import Reason, judge

EACH = 60
BASES = ["standard", "penalty-3", "penalty-5", "penalty-6"]
WORDS = {
    key: option.words
    for key, option in options().items()
    if key.split(".")[0] in ("lead", "mighty", "joker", "hunter") and len(option.words) > 1
}


def tables():
    """The shipped tables; each option of the play flipped alone from some; and several flipped at random."""
    yield from map(load_table, table_names())
    for base in map(load_table, BASES):
        for key, words in WORDS.items():
            yield from (change(base, {key: word}) for word in words if word != base.value(key))
    for base in map(load_table, BASES):
        for word in WORDS["lead.first_trump"]:
            yield change(base, {"lead.first_trump": word, "mighty.under_own_suit": base.mighty.card})
    short = {"players": 8, "hand": 2, "kitty": 12, "removed": "2* 3* 4* 5* 6* 7* H8".split()}
    cards = {"hunter.card": "C8", "hunter.under_own_suit": "S8", "joker.last_card": "must_play_before_last"}
    yield change(load_table("standard"), {f"deal.{key}": value for key, value in short.items()} | cards)
    for number in range(120):
        luck = random.Random(number)
        base = load_table(luck.choice(BASES))
        try:
            yield change(base, {key: luck.choice(WORDS[key]) for key in luck.sample(list(WORDS), 6)})
        except RulesError:
            continue


def specials(rules):
    return [rules.mighty.card, rules.mighty.under_own_suit, rules.hunter.card, rules.hunter.under_own_suit]


def cards(rules, luck):
    """The pack in a random order, cards of one or two suits and the special ones rather early."""
    suits = luck.sample(range(4), 2)

    def key(card):
        special = card_text(card) in specials(rules)
        return luck.random() * (0.12 if card == FIRST_JOKER else 0.25 if special else 0.5 if card % 4 in suits else 1)

    return sorted(pack(rules), key=key)


def said(board, strain, trick, plays, card, luck):
    """A card with something said to it that may be said there."""
    turn = len(plays)
    if board.may_demand(strain, trick, turn, card) and luck.random() < 0.7:
        return Play(card, demands=True)
    if card == FIRST_JOKER and turn == 0:
        for suit in [None, *luck.sample(range(4), 4)]:
            try:
                board.lay(strain, trick, [Play(card, suit)])
            except InputError:
                continue
            return Play(card, suit)
    return Play(card)


def situation(board, luck):
    """Trump, trick, hand and plays at random."""
    rules = board.rules
    strain = luck.randrange(5 if rules.auction.notrump_allowed else 4)
    last = rules.deal.hand
    trick = luck.choice([1, 1, 2, last // 2, last - 1, last])
    there = cards(rules, luck)
    plays = []
    for _ in range(luck.randrange(rules.deal.players)):
        plays.append(said(board, strain, trick, plays, there.pop(0), luck))
    if luck.random() < 0.3:  # a hand of trumps and special cards, if it may be
        odd = specials(rules)
        there.sort(key=lambda card: card < FIRST_JOKER and card % 4 != strain and card_text(card) not in odd)
    hand = there[: luck.randint(1, min(5, last - trick + 1))]
    return strain, trick, hand, plays


def as_json(play):
    named = {} if play.names is None else {"names": SUITS[play.names]}
    return {"card": card_text(play.card)} | named | ({"demands_joker": True} if play.demands else {})


def for_the_referee(board, strain, trick, plays):
    """Plays in the referee's form, in which a joker that asks for trump without a word names it."""
    written = [as_json(play) for play in plays]
    if plays and plays[0] == Play(FIRST_JOKER) and board.rules.joker.names == "trump" and strain < 4:
        led = board.lay(strain, trick, plays[:1]).led
        written[0] |= {"names": SUITS[strain]} if led else {}
    return written


def situations():
    """(board, strain, trick, hand, plays) of every table, a few each."""
    for number, rules in enumerate(tables()):
        board, luck = Board(rules), random.Random(number)
        for _ in range(EACH):
            yield (board, *situation(board, luck))


def test_the_referee_agrees_on_what_is_legal_and_who_has_the_trick():
    laid = 0
    for board, strain, trick, hand, plays in situations():
        rules, trump, written = board.rules.as_dict(), STRAINS[strain], for_the_referee(board, strain, trick, plays)
        found = board.lay(strain, trick, plays, hand)
        texts = [card_text(card) for card in hand]
        wanted = referee_tricks.legal_plays(rules, trump, trick, texts, written)
        assert set(texts_in(found.legal)) == set(wanted), (board.rules, trump, trick, texts, written)
        if plays:
            assert found.best == referee_tricks.trick_winner(rules, trump, trick, written)
        laid += 1
    assert laid > 12_000


def test_a_table_that_needs_the_plain_kernels_only_is_the_same_in_the_others():
    luck = random.Random(1)
    plain, other = Board(load_table("standard")), Board(load_table("standard"))
    assert plain._mode is None
    other._mode = ONE_PACK
    for _ in range(1000):
        strain, trick, hand, plays = situation(plain, luck)
        assert plain.lay(strain, trick, plays, hand) == other.lay(strain, trick, plays, hand)


# The words


def restricted(text):
    """Whether a text says that some cards may not be played."""
    words = r"demands the joker: |follow suit|must go|must be played|may not be|is led \(A6\)|only where no other"
    return re.search(words, text) is not None


def check_words(rules, now, text):
    """What a text says holds for the legal set, and what holds is said."""
    hand, legal = now.hand, now.legal
    special = now.mighty | now.joker
    demanded_here = "demands the joker: " in text
    if "demands" in text:
        assert now.demanded
    if demanded_here:
        assert hand & now.joker
        assert legal & ~special == 0
        assert legal & now.joker
        assert ("or the Mighty" in text) == bool(legal & now.mighty)
    alone = "the only card left" in text
    if alone:
        assert hand == legal == now.joker
        assert now.trick == rules.deal.hand and not now.plays
    squeezed = "(A8)" in text and not alone
    if squeezed:
        assert legal == now.joker
        assert now.trick == rules.deal.hand - 1
    if now.demanded and hand & now.joker:
        assert demanded_here or squeezed
    if "follow suit" in text:
        assert hand & now.led
        assert legal & now.led == hand & now.led
        assert legal & ~(now.led | special) == 0
        assert ("or play" in text) == bool(legal & ~now.led) or "may not be played in" in text
    if "must go" in text:
        assert hand & now.led == now.mighty
        assert legal & now.mighty and legal & ~special == 0
    if "must go, or" in text:
        assert legal & now.joker or "may not be played in" in text
    if "must go, and" in text:
        assert hand & now.joker and not legal & now.joker
    if "The joker asks for" in text and "asks for no" not in text:
        assert now.plays[0].card == FIRST_JOKER and now.asked
    if "has set the suit" in text or "was led without power" in text or "asks for no" in text:
        assert now.plays[0].card == FIRST_JOKER and not now.asked
    if "any card may be" in text and "may not be played in" not in text:
        assert legal == hand
    if "has no" in text:
        assert not hand & now.led
        assert now.led
    if "turned the suit" in text:
        assert rules.mighty.switches_suit
        assert now.led & now.mighty
        assert any(1 << play.card == now.mighty for play in now.plays[1:])
    for word, suit in [("spades", 0), ("hearts", 1), ("diamonds", 2), ("clubs", 3)]:
        if re.search(f"\\b{word}\\b", text, re.IGNORECASE):
            assert cards_in(now.led)[0] % 4 == suit
    if "may not be played in the" in text:
        assert (legal & now.joker == 0) == ("while another" in text)
    if "The first lead may not be" in text:
        assert now.trick == 1 and not now.plays
        assert (legal == hand) == ("any card may be led" in text) or "(A6)" in text
    if "A33" in text:
        assert not legal & now.joker
    if legal != hand:
        assert restricted(text), text


def test_the_words_agree_with_the_kernels():
    seen = set()
    laid = 0
    for board, strain, trick, hand, plays in situations():
        now = board.lay(strain, trick, plays, hand)
        text = " ".join(Reason(board.rules, now).sentences())
        try:
            check_words(board.rules, now, text)
        except AssertionError as error:
            where = f"{board.rules}\n{now}\n{texts_in(now.hand)} {list(map(str, plays))}\n{text}"
            raise AssertionError(where) from error
        seen.add(re.sub(r"\b([SHDC][2-9TJQKA]|spades|hearts|diamonds|clubs)\b", "X", text, flags=re.IGNORECASE))
        verdict = judge(board, strain, trick, hand, plays)
        assert sorted(verdict.legal + verdict.illegal) == sorted(set(map(card_text, hand)))
        assert verdict.reason == text
        laid += 1
    assert laid > 12_000
    missing = [part for part in PARTS if not any(part in text for text in seen)]
    assert not missing


PARTS = [
    "X demands the joker: play it.",
    "X demands the joker: play one",
    "X demands the joker: play it, or the Mighty X (A4).",
    "X demands the joker: play it; the Mighty X is no answer at this table (A4).",
    "X demands the joker, but there is none in this hand.",
    "The joker was led without power: the next card",
    "The joker asks for no suit: the next card",
    "X are led: follow suit.",
    "X are led, and this hand has no X: any card may be played.",
    "The joker asks for X: follow suit",
    "The first card with a suit after the joker has set the suit, X",
    "The Mighty X has turned the suit to X (A1): follow suit",
    "or play the Mighty X or the joker.",
    "the Mighty X is the only card of that suit here: it must go (A7).",
    "it must go, or the joker (A7).",
    "it must go, and the joker does not save it at this table (A7).",
    "nothing forces it at this table, any card may be played (A7).",
    "the joker only by who cannot (A33)",
    "The joker may not be played in the first trick while another card may (A9).",
    "The joker may not be played in the last trick, but it is all there is (A9).",
    "The joker may not be kept for the last trick: it must be played now (A8).",
    "is the only card left: it is led without power (A8).",
    "Who leads may play any card.",
    "None of these cards is banned from the first lead: any card may be led.",
    "The first lead may not be a trump while there is another card.",
    "The first lead may not be a trump while there is another card (A5).",
    "The first lead may not be a trump, a joker or the hunter X, and there is nothing else: any card may be led (A6).",
    "The first lead may not be a trump, and there is nothing else: any card may be led.",
    "the hunter X is led (A6).",
    "only where no other card is left (A6).",
    "A hand of nothing but trumps and jokers may lead trump (A5).",
    "A hand of nothing but trumps, jokers and Mighties may lead trump (A5).",
]


# What is not on any table


@pytest.mark.parametrize(
    ("text", "written"),
    [("♠A", "SA"), ("s10", "ST"), ("joker=♥", "JK=H"), ("jk=h", "JK=H"), ("♣3!", "C3!"), ("c3!", "C3!")],
)
def test_plays_are_read_generously_and_written_in_one_way(text, written):
    assert str(parse_play(text)) == written
    assert parse_play(written) == parse_play(text)


@pytest.mark.parametrize("text", ["", "S", "SA!!", "JK=N", "JK=", "JK=H!", "!C3", "C3=H=S", "JK=X"])
def test_a_text_that_is_no_play_is_refused(text):
    with pytest.raises(CardError, match=re.escape(repr(text))):
        parse_play(text)


@pytest.mark.parametrize(
    ("table", "strain", "trick", "hand", "plays", "words"),
    [
        ("standard", 2, 11, "SA", "", "there is no trick 11 at standard; write 1 to 10"),
        ("penalty-8", 2, 13, "SA", "", "there is no trick 13 at penalty-8; write 1 to 12"),
        ("standard", 2, 0, "SA", "", "there is no trick 0 at standard"),
        ("penalty-3", 2, 5, "H2", "", "'H2' is not in the pack of penalty-3"),
        ("standard", 2, 5, "SA", "SA", "'SA' is there 2 times; the pack of standard has one"),
        ("penalty-6", 2, 5, "SA SA", "SA", "'SA' is there 3 times; the pack of penalty-6 has two"),
        ("penalty-6", 2, 5, "JK JK JK", "JK=H JK", "'JK' is there 5 times; the pack of penalty-6 has 4"),
        ("standard", 2, 5, "", "", "no card in hand"),
        ("standard", 2, 10, "S2 S3", "", "2 cards in hand; in trick 10 of 10 a player holds 1"),
        ("standard", 2, 5, "SA", "S2 S3 S4 S5 S6", "5 plays at standard; at most 4 can lie there"),
        ("standard", 2, 5, "SA", "JK", "play 1, 'JK': a joker led to trick 5 asks for a suit; write JK=S, JK=H, JK=D"),
        ("standard", 2, 1, "SA", "JK=H", "play 1, 'JK=H': a joker led to trick 1 asks for no suit here, the next"),
        ("standard", 2, 5, "SA", "H5 JK=H", "play 2, 'JK=H': only a joker that is led asks for a suit; write JK"),
        ("standard", 2, 5, "SA", "C3=H", "play 1, 'C3=H': only a joker asks for a suit; write C3"),
        ("standard", 3, 5, "SA", "C3!", "play 1, 'C3!': only the hunter demands the joker, which is S3 at trump C"),
        ("standard", 4, 5, "SA", "S3!", "only the hunter demands the joker, which is C3 at no-trump; write S3"),
        ("standard", 2, 1, "SA", "C3!", "play 1, 'C3!': C3 demands nothing in trick 1 here; write C3"),
        ("standard", 2, 5, "SA", "CK C3!", "play 2, 'C3!': C3 demands nothing unless it is led here; write C3"),
        ("standard hunter.card=none", 2, 5, "SA", "C3!", "only the hunter demands the joker, which is none at trump D"),
        ("standard auction.notrump_allowed=false", 4, 5, "SA", "", "there is no no-trump at standard"),
        ("standard joker.names=trump", 2, 5, "SA", "JK=H", "a joker led to trick 5 asks for trump here"),
        (
            "standard joker.first_trick=normal joker.names=not_trump_in_first_trick",
            *(2, 1, "SA", "JK=D"),
            "a joker led to trick 1 asks for a suit; write JK=S, JK=H or JK=C",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_words(table, strain, trick, hand, plays, words):
    name, *settings = table.split()
    board = Board(load_table(name, settings))
    with pytest.raises(InputError) as caught:
        judge(board, strain, trick, [parse_play(card).card for card in hand.split()], parse_plays(plays))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_board_is_cleared_between_situations():
    board = Board(load_table("penalty-6"))
    first = board.lay(2, 5, parse_plays("C3 SA"), [FIRST_JOKER, FIRST_JOKER, 0])
    board.may_claim([0, 1])
    board.lay(4, 17, parse_plays("JK JK SA SA C3 C3"))
    assert board.lay(2, 5, parse_plays("C3 SA"), [FIRST_JOKER, FIRST_JOKER, 0]) == first
    assert first.demanded
    assert texts_in(first.legal) == ["JK"]


def test_what_the_lead_itself_asks_for():
    board = Board(load_table("standard"))
    assert board.lay(2, 1, parse_plays("JK H5 SA")).asked == 0
    assert board.lay(2, 5, parse_plays("JK=H D5")).asked == board.lay(2, 5, parse_plays("H2")).asked != 0


def test_the_points_of_a_trick():
    board = Board(load_table("penalty-6"))
    assert board.lay(2, 5, parse_plays("HK HK HT")).points == 3
    whole = board.lay(2, 5, parse_plays("HK HK HT H2 H3 DA"))
    assert (whole.points, whole.best, whole.legal) == (4, 5, 0)
