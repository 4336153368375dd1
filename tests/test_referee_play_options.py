"""The referee at every value of the options of play, each by an example worked out by hand from the rules.

A row is a table with the option set, then "trump trick", and cards; expected are the legal cards or the winner's place.
"""

import pytest
from referee_options import OPTIONS, YES_NO
from referee_tricks import must_name_suit, suits_to_name
from referee_written import legal, plays, settings, table, winner

GROUPS = ["lead", "mighty", "joker", "hunter"]

LEADS = [
    # A5: with joker and Mighty as non-trumps, one of them is forced beside trumps.
    ("standard lead.first_trump=only_if_nothing_else", "H 1", "H2 H3 JK", "JK"),
    ("standard lead.first_trump=only_if_nothing_else", "H 1", "H2 H3 SA", "SA"),
    ("standard lead.first_trump=only_if_nothing_else", "H 1", "H2 H3", "H2 H3"),
    ("standard lead.first_trump=only_if_nothing_else", "H 1", "H2 H3 D4", "D4"),
    ("standard lead.first_trump=only_if_nothing_else", "H 2", "H2 H3 D4", "H2 H3 D4"),
    ("standard lead.first_trump=only_if_nothing_else", "N 1", "H2 H3 D4", "H2 H3 D4"),
    ("standard lead.first_trump=allowed", "H 1", "H2 D4", "H2 D4"),
    ("standard lead.first_trump=only_if_all_trump_or_joker", "H 1", "H2 H3 JK", "H2 H3 JK"),
    ("standard lead.first_trump=only_if_all_trump_or_joker", "H 1", "H2 H3 SA", "SA"),
    ("standard lead.first_trump=only_if_all_trump_or_joker", "H 1", "H2 JK D4", "JK D4"),
    ("standard lead.first_trump=only_if_all_trump_or_joker lead.first_joker=banned", "H 1", "H2 JK", "H2"),
    ("standard lead.first_trump=only_if_all_trump_or_special", "H 1", "H2 JK SA", "H2 JK SA"),
    ("standard lead.first_trump=only_if_all_trump_or_special", "H 1", "H2 SA D4", "SA D4"),
    ("standard lead.first_trump=only_if_all_trump_or_special", "S 1", "S2 SA DA", "S2 SA DA"),
    ("standard lead.first_joker=allowed", "H 1", "JK D4", "JK D4"),
    ("standard lead.first_joker=banned", "H 1", "JK D4", "D4"),
    ("standard lead.first_joker=banned", "H 2", "JK D4", "JK D4"),
    ("standard lead.first_hunter=allowed", "H 1", "C3 D4", "C3 D4"),
    ("standard lead.first_hunter=banned", "H 1", "C3 D4", "D4"),
    ("standard lead.first_hunter=banned", "C 1", "S3 D4", "D4"),
    ("standard lead.first_mighty=allowed", "H 1", "SA D4", "SA D4"),
    ("standard lead.first_mighty=banned", "H 1", "SA D4", "D4"),
    ("standard lead.first_mighty=banned", "S 1", "DA D4", "D4"),
    # A6, from the table whose first lead is neither trump, joker nor hunter.
    ("penalty-5 lead.fallback=any_card", "H 1", "H2 JK C3", "H2 JK C3"),
    ("penalty-5 lead.fallback=any_card", "H 1", "H2 JK C3 D4", "D4"),
    ("penalty-5 lead.fallback=trump_before_joker_and_hunter", "H 1", "H2 JK C3", "H2"),
    ("penalty-5 lead.fallback=trump_before_joker_and_hunter", "H 1", "JK C3", "JK C3"),
    ("penalty-5 lead.fallback=hunter_then_trump", "H 1", "H2 JK C3", "C3"),
    ("penalty-5 lead.fallback=hunter_then_trump", "H 1", "H2 JK", "H2"),
    ("penalty-5 lead.fallback=hunter_then_trump", "H 1", "JK", "JK"),
    ("penalty-6 lead.fallback=hunter_then_trump", "H 1", "JK JK", "JK"),
    # The joker: two options ban it in trick 1, one in the last trick, where a hand in play has one card.
    ("penalty-5 joker.lead_first=allowed lead.first_joker=allowed", "D 1", "JK C9", "JK C9"),
    ("penalty-5 joker.lead_first=banned lead.first_joker=allowed", "D 1", "JK C9", "C9"),
    ("penalty-5 joker.lead_first=allowed lead.first_joker=banned", "D 1", "JK C9", "C9"),
    ("penalty-5 joker.lead_last=allowed", "D 10", "JK C9", "JK C9"),
    ("penalty-5 joker.lead_last=banned", "D 10", "JK C9", "C9"),
    ("penalty-5 joker.lead_last=banned", "D 10", "JK", "JK"),
    ("penalty-5 joker.lead_last=banned", "D 9", "JK C9", "JK C9"),
    ("standard joker.last_card=must_play_before_last", "D 9", "JK C9", "JK"),
    ("standard joker.last_card=must_play_before_last", "D 8", "JK C9 C8", "JK C9 C8"),
    ("standard joker.last_card=powerless", "D 9", "JK C9", "JK C9"),
]

FOLLOWS = [
    # A7
    ("standard mighty.sole_card_of_suit=mighty_or_joker", "D 5", "SA JK H9", "S5", "SA JK"),
    ("standard mighty.sole_card_of_suit=mighty_only", "D 5", "SA JK H9", "S5", "SA"),
    ("standard mighty.sole_card_of_suit=mighty_only", "D 5", "SA S2 JK H9", "S5", "SA S2 JK"),
    ("standard mighty.sole_card_of_suit=no_duty", "D 5", "SA JK H9", "S5", "SA JK H9"),
    ("standard mighty.sole_card_of_suit=no_duty", "D 5", "SA S2 H9", "S5", "SA S2"),
    ("penalty-6 mighty.sole_card_of_suit=mighty_or_joker", "D 5", "SA SA H9", "S5", "SA"),
    # A1
    ("standard mighty.switches_suit=true", "D 5", "H9 S4 C2", "H5 SA", "S4"),
    ("standard mighty.switches_suit=true", "D 5", "H9 C2", "H5 SA", "H9 C2"),
    ("standard mighty.switches_suit=true", "D 5", "H9 S4 C2", "SA H5", "S4"),
    ("standard mighty.switches_suit=true", "S 5", "H9 D4 S2", "H5 C2 DA H6", "D4"),
    ("standard mighty.switches_suit=true", "D 5", "H9 S4", "JK=H SA", "S4"),
    ("standard mighty.switches_suit=false", "D 5", "H9 S4 C2", "H5 SA", "H9"),
    ("penalty-6 mighty.switches_suit=true", "D 5", "SA H9", "H5 SA", "SA"),
    # Another card as the Mighty
    ("standard mighty.card=HA mighty.under_own_suit=HK", "D 5", "HA SA C2", "C5", "HA C2"),
    ("standard mighty.card=HA mighty.under_own_suit=HK", "H 5", "HA HK C2", "C5", "HK C2"),
    # Following with the joker in the first and last trick
    ("standard joker.first_trick=banned", "D 1", "JK S4 C9", "H5", "S4 C9"),
    ("standard joker.first_trick=banned", "D 1", "JK S4 H9", "H5", "H9"),
    ("standard joker.first_trick=banned", "D 1", "JK SA C9", "S5", "SA"),
    ("standard joker.first_trick=banned", "D 1", "JK", "H5", "JK"),
    ("standard joker.first_trick=banned", "D 10", "JK S4", "H5", "JK S4"),
    ("standard joker.first_trick=powerless", "D 1", "JK S4 H9", "H5", "JK H9"),
    ("standard joker.last_trick=banned", "D 10", "JK S4", "H5", "S4"),
    ("standard joker.last_trick=banned", "D 10", "JK", "H5", "JK"),
    ("standard joker.last_trick=banned", "D 1", "JK S4", "H5", "JK S4"),
    # ... a demand comes before the ban
    ("standard joker.first_trick=banned hunter.first_trick=true", "D 1", "JK SA C9", "C3!", "JK SA"),
    ("standard joker.last_trick=banned", "D 10", "JK C9", "C3!", "JK"),
    # A8, M40: in trick 9 of 10 (16 of 17) it must go, over suit and demand
    ("standard joker.last_card=must_play_before_last", "D 9", "JK H5", "H2", "JK"),
    ("standard joker.last_card=must_play_before_last", "D 9", "JK SA", "C3!", "JK"),
    ("standard joker.last_card=must_play_before_last", "D 9", "SA C4", "C2", "SA C4"),
    ("standard joker.last_card=must_play_before_last", "D 8", "JK H5 H6", "H2", "JK H5 H6"),
    ("penalty-6 joker.last_card=must_play_before_last", "D 16", "JK H5", "H2", "JK"),
    ("penalty-6 joker.last_card=must_play_before_last", "D 9", "JK H5", "H2", "JK H5"),
    ("standard joker.last_card=with_power", "D 9", "JK H5", "H2", "JK H5"),
    # A33
    ("standard joker.ignores_suit=true", "D 5", "JK H9", "H2", "JK H9"),
    ("standard joker.ignores_suit=false", "D 5", "JK H9", "H2", "H9"),
    ("standard joker.ignores_suit=false", "D 5", "JK SA H9", "H2", "H9 SA"),
    ("standard joker.ignores_suit=false", "D 5", "JK C9", "H2", "JK C9"),
    ("standard joker.ignores_suit=false", "D 5", "JK SA H9", "S5", "SA"),
    ("standard joker.ignores_suit=false", "D 5", "JK C9", "C3!", "JK"),
    # What a led joker asks for
    ("standard joker.names=any_suit", "D 5", "H2 S4", "JK=H", "H2"),
    ("standard joker.names=second_card", "D 5", "H2 S4", "JK", "H2 S4"),
    ("standard joker.names=second_card", "D 5", "H2 S4", "JK HK C2", "H2"),
    ("standard joker.names=second_card joker.powerless_lead=named", "D 1", "H2 S4", "JK HK C2", "H2"),
    ("standard joker.names=trump", "D 5", "D2 S4", "JK=D", "D2"),
    ("standard joker.names=trump", "N 5", "D2 S4", "JK=S", "S4"),
    ("standard joker.powerless_lead=named", "D 1", "H2 S4", "JK=H", "H2"),
    ("standard joker.powerless_lead=named", "D 10", "H2 S4", "JK=H C5", "H2"),
    ("standard joker.powerless_lead=second_card_sets_suit", "D 1", "H2 S4", "JK", "H2 S4"),
    ("standard joker.powerless_lead=second_card_sets_suit", "D 1", "H2 S4", "JK H5", "H2"),
    # Jokers in between set nothing
    ("penalty-6", "D 1", "H2 S4", "JK JK", "H2 S4"),
    ("penalty-6", "D 1", "H2 S4", "JK JK H5 S2", "H2"),
    # The hunter
    ("standard hunter.card=none", "D 5", "JK C9 H2", "C3!", "JK C9"),
    ("standard hunter.card=none hunter.under_own_suit=S3", "C 5", "JK S9 H2", "S3!", "JK S9"),
    ("penalty-5 hunter.trigger=any_play", "D 5", "JK C9 H4", "CQ C3", "JK"),
    ("penalty-5 hunter.trigger=any_play", "D 5", "JK C9 H4", "C3", "JK"),
    ("penalty-5 hunter.trigger=any_play", "D 5", "JK C9 H4", "H9 C3", "JK"),
    ("penalty-5 hunter.trigger=lead", "D 5", "JK C9 H4", "CQ C3", "JK C9"),
    ("standard hunter.trigger=any_play hunter.call=optional", "D 5", "JK C9 H4", "CQ C3!", "JK"),
    ("standard hunter.trigger=any_play hunter.call=optional", "D 5", "JK C9 H4", "CQ C3", "JK C9"),
    ("standard hunter.call=optional", "D 5", "JK C9 H4", "C3", "JK C9"),
    ("standard hunter.call=automatic", "D 5", "JK C9 H4", "C3", "JK"),
    ("standard hunter.call=automatic", "D 1", "JK C9 H4", "C3", "JK C9"),
    ("standard hunter.first_trick=true", "D 1", "JK C9 H4", "C3!", "JK"),
    ("standard hunter.first_trick=false", "D 1", "JK C9 H4", "C3!", "JK C9"),
    ("standard hunter.last_trick=true", "D 10", "JK C9", "C3!", "JK"),
    ("standard hunter.last_trick=false", "D 10", "JK C9", "C3!", "JK C9"),
    ("standard hunter.last_trick=false", "D 9", "JK C9", "C3!", "JK"),
    ("penalty-5 hunter.scope=any_holder", "D 5", "JK C9", "C3 C5 C6", "JK"),
    ("penalty-5 hunter.scope=next_only", "D 5", "JK C9", "C3 C5", "JK C9"),
    ("penalty-5 hunter.scope=next_only", "D 5", "JK C9", "C3", "JK"),
    ("penalty-5 hunter.scope=next_only", "D 5", "JK C9", "C5 C3", "JK"),
    ("penalty-6 hunter.scope=any_holder", "D 5", "JK C9", "C3 JK", "JK"),
    ("penalty-6 hunter.scope=one_joker", "D 5", "JK C9", "C3 JK", "JK C9"),
    ("penalty-6 hunter.scope=one_joker", "D 5", "JK C9", "C3 C4", "JK"),
    ("penalty-6 hunter.scope=one_joker", "D 5", "JK C9", "C3 JK C3", "JK"),
    ("penalty-6 hunter.scope=one_joker", "D 5", "JK H9 C9", "JK=H C3", "JK"),
    ("standard hunter.mighty_may_answer=true", "D 5", "JK SA C9", "C3!", "JK SA"),
    ("standard hunter.mighty_may_answer=false", "D 5", "JK SA C9", "C3!", "JK"),
    ("standard hunter.mighty_may_answer=false", "D 5", "SA C9", "C3!", "SA C9"),
    # Mere presence demands nothing
    ("standard hunter.presence_kills_joker=always", "D 5", "JK C9", "C3", "JK C9"),
]

WINNERS = [
    # The joker in the first trick, followed and led
    ("standard joker.first_trick=normal", "D 1", "H5 JK DA", 1),
    ("standard joker.first_trick=normal", "D 1", "JK=H HA DA", 0),
    ("standard joker.first_trick=powerless", "D 1", "H5 JK H7", 2),
    ("standard joker.first_trick=powerless", "D 1", "JK H7 HA", 2),
    ("standard joker.first_trick=powerless_if_led", "D 1", "H5 JK DA", 1),
    ("standard joker.first_trick=powerless_if_led", "D 1", "JK H7 HA", 2),
    ("standard joker.first_trick=banned", "D 1", "H5 JK H7", 2),
    ("standard joker.first_trick=banned", "D 1", "JK H7 HA", 2),
    ("standard joker.first_trick=banned hunter.first_trick=true hunter.called_joker_power=kept", "D 1", "C3! JK C7", 2),
    ("standard joker.first_trick=normal joker.last_trick=powerless", "D 10", "H5 JK H7", 2),
    ("standard joker.first_trick=normal joker.lead_first=banned", "D 1", "JK H7 HA", 2),
    ("standard joker.first_trick=normal lead.first_joker=banned", "D 1", "JK H7 HA", 2),
    ("penalty-5 joker.lead_first=allowed lead.first_joker=allowed", "D 1", "JK=H H7 HA", 0),
    # ... and in the last one
    ("standard joker.last_trick=normal", "D 10", "H5 JK DA", 1),
    ("standard joker.last_trick=normal", "D 10", "JK=H HA DA", 0),
    ("standard joker.last_trick=powerless", "D 10", "H5 JK H7", 2),
    ("standard joker.last_trick=powerless", "D 10", "JK H7 HA", 2),
    ("standard joker.last_trick=powerless_if_led", "D 10", "H5 JK DA", 1),
    ("standard joker.last_trick=powerless_if_led", "D 10", "JK H7 HA", 2),
    ("standard joker.last_trick=banned", "D 10", "H5 JK H7", 2),
    ("standard joker.last_trick=banned", "D 10", "JK H7 HA", 2),
    ("penalty-6 joker.last_trick=powerless", "D 10", "H5 JK H7", 1),
    ("penalty-6 joker.last_trick=powerless", "D 17", "H5 JK H7", 2),
    ("penalty-5 joker.lead_last=allowed joker.last_card=powerless", "D 10", "JK=H H7 HA", 0),
    ("penalty-5 joker.lead_last=banned joker.last_card=powerless", "D 10", "JK H7 HA", 2),
    ("penalty-5 joker.lead_last=banned joker.last_card=with_power", "D 10", "JK=H H7 HA", 0),
    ("standard joker.lead_last=banned joker.last_card=with_power", "D 10", "JK H7 HA", 2),
    ("penalty-6 joker.last_card=must_play_before_last", "D 17", "JK H7 HA", 2),
    # One trick in all is the first
    ("standard deal.hand=1 joker.first_trick=normal", "D 1", "H5 JK H7", 1),
    ("standard deal.hand=1 joker.last_trick=normal", "D 1", "H5 JK H7", 2),
    # The suit of a led joker
    ("standard joker.names=second_card", "D 5", "JK H5 HA DA", 0),
    ("standard joker.names=trump", "D 5", "JK=D DK DA", 0),
    ("standard joker.powerless_lead=named", "D 1", "JK=H C7 H3 HA C2", 3),
    ("standard joker.powerless_lead=named", "D 1", "JK=H C7 C8 S4 S9", 0),
    ("standard joker.powerless_lead=second_card_sets_suit", "D 1", "JK C7 C8 S4 S9", 2),
    # A Mighty that turns the suit wins nothing for it
    ("standard mighty.switches_suit=true", "D 5", "H5 SA SK D9", 1),
    ("standard mighty.card=HA mighty.under_own_suit=HK", "D 5", "H5 SA HA DA JK", 2),
    # The hunter: A2, A3
    ("standard hunter.card=none", "D 5", "C3! JK CK", 1),
    ("standard hunter.called_joker_power=lost", "D 5", "C3! JK CK C2 H7", 2),
    ("standard hunter.called_joker_power=kept", "D 5", "C3! JK CK C2 H7", 1),
    ("standard hunter.trigger=any_play hunter.called_joker_power=lost", "D 5", "C9 C3! JK CK H2", 3),
    ("standard hunter.trigger=any_play hunter.called_joker_power=lost", "D 5", "C9 JK C3! CK H2", 1),
    ("standard hunter.trigger=any_play hunter.called_joker_power=kept", "D 5", "C9 C3! JK CK H2", 2),
    ("standard hunter.trigger=any_play", "D 5", "C9 C3 JK CK H2", 2),
    ("standard hunter.presence_kills_joker=never", "D 5", "C9 JK C3 CK H2", 1),
    ("standard hunter.presence_kills_joker=always", "D 5", "C9 JK C3 CK H2", 3),
    ("standard hunter.presence_kills_joker=always", "D 5", "C9 C3 JK CK H2", 3),
    ("standard hunter.presence_kills_joker=always joker.first_trick=normal", "D 1", "C9 JK C3 CK H2", 3),
    ("standard hunter.presence_kills_joker=always hunter.called_joker_power=kept", "D 5", "C3! JK CK C2 H7", 2),
    ("standard hunter.presence_kills_joker=after_first_trick", "D 5", "C9 JK C3 CK H2", 3),
    ("standard hunter.presence_kills_joker=after_first_trick joker.first_trick=normal", "D 1", "C9 JK C3 CK H2", 1),
    # A led joker that a later hunter robs of its power keeps the suit it named (A18)
    ("penalty-5", "D 5", "JK=H C3 CA H2 S9", 3),
    ("penalty-5", "D 5", "JK=H C3 CA D2 S9", 3),
    ("penalty-5", "D 5", "JK=H C3 CA C2 S9", 0),
    # Two packs: powerless led to trick 1, but the joker that follows has its power
    ("penalty-6", "D 1", "JK H5 JK HA JK H2", 2),
    ("penalty-6", "D 5", "H5 JK JK HA H2 H3", 1),
    ("penalty-6", "D 5", "H5 JK SA SA H2 H3", 2),
    ("penalty-6", "D 5", "H5 JK JK HA C3 H3", 3),
]

# Rules, "trump trick", the suits that a joker led there may name; "" where it names none.
NAMES = [
    ("standard joker.names=any_suit", "D 5", "SHDC"),
    ("standard joker.names=any_suit", "D 1", ""),
    ("standard joker.names=any_suit joker.powerless_lead=named", "D 1", "SHDC"),
    ("standard joker.names=not_trump_in_first_trick joker.powerless_lead=named", "D 1", "SHC"),
    ("standard joker.names=not_trump_in_first_trick joker.first_trick=normal", "D 1", "SHC"),
    ("standard joker.names=not_trump_in_first_trick joker.powerless_lead=named", "N 1", "SHDC"),
    ("standard joker.names=not_trump_in_first_trick", "D 5", "SHDC"),
    ("standard joker.names=second_card", "D 5", ""),
    ("standard joker.names=second_card joker.powerless_lead=named", "D 1", ""),
    ("standard joker.names=trump", "D 5", "D"),
    ("standard joker.names=trump", "N 5", "SHDC"),
    ("standard joker.names=trump joker.powerless_lead=named", "D 10", "D"),
    ("standard joker.names=trump", "D 10", ""),
]


def spot(text):
    trump, trick = text.split()
    return trump, int(trick)


@pytest.mark.parametrize(("rules", "where", "hand", "expected"), LEADS)
def test_leads(rules, where, hand, expected):
    trump, trick = spot(where)
    assert legal(trump, trick, hand, "", table(rules)) == set(expected.split())


@pytest.mark.parametrize(("rules", "where", "hand", "led", "expected"), FOLLOWS)
def test_follows(rules, where, hand, led, expected):
    trump, trick = spot(where)
    assert legal(trump, trick, hand, led, table(rules)) == set(expected.split())


@pytest.mark.parametrize(("rules", "where", "led", "expected"), WINNERS)
def test_winners(rules, where, led, expected):
    trump, trick = spot(where)
    assert winner(trump, trick, led, table(rules)) == expected


@pytest.mark.parametrize(("rules", "where", "expected"), NAMES)
def test_names(rules, where, expected):
    trump, trick = spot(where)
    named = must_name_suit(table(rules), trick, plays("JK"))
    assert named is bool(expected)
    if named:
        assert suits_to_name(table(rules), trump, trick) == list(expected)


@pytest.mark.parametrize(
    ("rules", "where", "named"),
    [
        ("standard joker.names=trump", "D 5", "H"),
        ("standard joker.names=not_trump_in_first_trick joker.powerless_lead=named", "D 1", "D"),
        ("standard joker.powerless_lead=named", "D 1", "N"),
    ],
)
def test_a_suit_that_cannot_be_named(rules, where, named):
    trump, trick = spot(where)
    with pytest.raises(ValueError, match="must name one of"):
        legal(trump, trick, "H2", f"JK={named}", table(rules))


# A19: a friend bound to the suit asked of him


@pytest.mark.parametrize(
    ("hand", "suit", "expected"),
    [
        ("H2 HK C4 JK", "H", "H2 HK"),
        ("C4 S5 JK", "H", "C4 S5 JK"),
        ("SA C4", "S", "SA"),
        ("C4 S5", None, "C4 S5"),
    ],
)
def test_a_request_binds_a_lead(hand, suit, expected):
    assert legal("N", 4, hand, "", table("penalty-5"), request=suit) == set(expected.split())


def test_the_joker_that_must_go_comes_before_a_request():
    rules = table("penalty-5 joker.last_card=must_play_before_last")
    assert legal("N", 9, "H2 JK", "", rules, request="H") == {"JK"}


def test_every_value_has_an_example():
    texts = [row[0].partition(" ")[2] for row in [*LEADS, *FOLLOWS, *WINNERS, *NAMES]]
    shown = {setting for text in texts for setting in settings(text)}
    for group in GROUPS:
        for option, values in OPTIONS[group].items():
            if values is YES_NO or (isinstance(values, tuple) and len(values) > 1):
                missing = [value for value in values if (group, option, value) not in shown]
                assert not missing, f"{group}.{option}"
