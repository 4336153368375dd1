"""Every value of every option that the kernels know is tried in the hand-made situations of the tests named here."""

import re
from pathlib import Path

import pytest

from mighty_sim.glossary import options, value_text
from mighty_sim.rules import load_table, table_names

FILES = ["test_odd_tricks.py", "test_odd_auctions.py", "test_friends.py", "test_two_packs.py"]
TEXT = "\n".join((Path(__file__).parent / name).read_text(encoding="utf-8") for name in FILES)
#: Decided once a match, or with one value only: nothing for the kernels of a deal.
ELSEWHERE = {
    "deal.direction",
    "deal.first_dealer",
    "deal.next_dealer",
    "match.ends",
    "match.deals",
    "match.total",
    "match.wins",
}
#: Told by the tables that the tests name, each of which has its own.
BY_TABLE = {"deal.players", "deal.packs", "deal.jokers", "deal.removed", "deal.hand", "deal.kitty"}
#: Named with their values apart in the text of a test.
IN_PARTS = {
    "lead.first_joker": 'lead.{option}=banned', "lead.first_hunter": 'lead.{option}=banned',
    "lead.first_mighty": 'lead.{option}=banned', "lead.first_trump": 'lead.first_trump={mode}',
    "lead.fallback": 'lead.fallback={fallback}', "joker.first_trick": 'joker.{option}={power}',
    "joker.last_trick": 'joker.{option}={power}', "joker.lead_first": 'joker.lead_{lead}=banned',
    "joker.lead_last": 'joker.lead_{lead}=banned',
    "hunter.presence_kills_joker": 'hunter.presence_kills_joker={presence}',
    "mighty.sole_card_of_suit": 'mighty.sole_card_of_suit={sole}', "auction.suit_order": 'auction.suit_order={order}',
    "auction.notrump_wins_ties": 'auction.notrump_wins_ties={ties}', "auction.ends": 'auction.ends={how}',
    "misdeal.when": 'misdeal.when={when}', "deal.first_bidder": 'deal.first_bidder={option}',
    "score.formula": 'score.formula={formula}', "friend.kinds": 'friend.kinds={kind}',
}  # fmt: skip
KEYS = [key for key in options() if key not in ELSEWHERE | BY_TABLE]


def words_of(key):
    """The values of an option to be tried: all but that of the standard table, or one for a number or a card."""
    option = options()[key]
    return (
        [value_text(word) for word in option.words if word != option.default]
        if not option.is_list
        else list(option.words)
    )


@pytest.mark.parametrize("key", [key for key in KEYS if len(options()[key].words) != 1])
def test_every_value_is_tried(key):
    tried = set(re.findall(rf"\b{re.escape(key)}=([\w\[\]*,-]+)", TEXT))
    if key in IN_PARTS:
        assert IN_PARTS[key] in TEXT
        tried |= {word for word in words_of(key) if re.search(rf'"{re.escape(word)}"', TEXT)}
    missing = [word for word in words_of(key) if word not in tried]
    assert not missing, f"{key}: no test tries {missing}"
    assert tried, f"{key}: never set"


def test_every_table_is_played():
    for name in table_names():
        assert name == "standard" or f'"{name}"' in TEXT or 'f"penalty-{players}"' in TEXT, name


def test_an_option_with_one_value_changes_nothing():
    """Where a second value is added, it needs a test of its own."""
    alone = [key for key, option in options().items() if len(option.words) == 1 and not option.is_list]
    assert alone == [
        "deal.direction", "deal.first_dealer", "auction.passing", "exchange.changes", "exchange.discard",
        "exchange.discard_points_to", "exchange.discard_shown", "friend.reveal", "lead.first_trick_ruff",
        "mighty.first_trick", "mighty.last_trick", "score.solo",
    ]  # fmt: skip
    rules = load_table("standard")
    assert {key: rules.value(key) for key in alone} == {key: options()[key].words[0] for key in alone}
