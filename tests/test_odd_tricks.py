"""Every option of leads, Mighty, joker and hunter, flipped: what may be played and who takes the trick.

Each situation is worked out from the text of the rules (1.3, 1.5, 1.6 and 2.6-2.7), and played by every kernel that
knows the table. `at("joker.last_trick=normal")` is the standard table with that change, `at()` itself. Trumps are
diamonds unless said, so that SA is the Mighty and C3 the hunter; cards that do not matter are low and of other suits.
"""

import pytest
from scripted import at

PEN = "penalty-5"
NINE = "H2 H3 H4 H5 H6 H7 H8 H9 HT"  # trumps


def first_lead(hand, *settings, trump="H", table="standard"):
    return at(*settings, table=table).at_trick(trump, 1).legal(hand)


def legal(hand, plays, *settings, trump="D", trick=5, table="standard"):
    return at(*settings, table=table).at_trick(trump, trick).legal(hand, plays)


def winner(plays, *settings, trump="D", trick=5, table="standard"):
    """The winning card; the trick is played from two of the seats."""
    found = [at(*settings, table=table).at_trick(trump, trick).winner(plays, leader) for leader in (0, 3)]
    assert found[0] == found[1]
    return found[0]


def refuses(word, hand, plays, *settings, trump="D", trick=5, table="standard"):
    return at(*settings, table=table).at_trick(trump, trick).refuses(word, hand, plays)


# The first lead (A5, A6)


def test_trumps_may_be_led_first_where_that_is_allowed():
    assert first_lead("H2 S4 JK") == ["JK", "S4"]
    assert first_lead("H2 S4 JK", "lead.first_trump=allowed") == ["H2", "JK", "S4"]


def test_trumps_and_a_joker():
    """A5: at standard the joker is no trump and must be led; elsewhere it does not count."""
    hand = f"{NINE} JK"
    assert first_lead(hand) == ["JK"]
    for mode in ("only_if_all_trump_or_joker", "only_if_all_trump_or_special"):
        assert first_lead(hand, f"lead.first_trump={mode}") == sorted(hand.split())
        assert first_lead(f"{hand} C4", f"lead.first_trump={mode}") == ["C4", "JK"]
        assert first_lead(hand, f"lead.first_trump={mode}", "lead.first_joker=banned") == sorted(NINE.split())


def test_trumps_and_the_mighty():
    """A5: "all trump or joker" still has to lead the Mighty, "or special" has not."""
    hand = f"{NINE} SA"
    assert first_lead(hand) == ["SA"]
    assert first_lead(hand, "lead.first_trump=only_if_all_trump_or_joker") == ["SA"]
    assert first_lead(hand, "lead.first_trump=only_if_all_trump_or_special") == sorted(hand.split())
    both = f"{NINE} SA JK"
    assert first_lead(both, "lead.first_trump=only_if_all_trump_or_joker") == ["JK", "SA"]
    assert first_lead(both, "lead.first_trump=only_if_all_trump_or_special") == sorted(both.split())


def test_at_no_trump_nothing_is_trump():
    for mode in ("allowed", "only_if_all_trump_or_joker", "only_if_all_trump_or_special"):
        assert first_lead("H2 S4 JK", f"lead.first_trump={mode}", trump="N") == ["H2", "JK", "S4"]


@pytest.mark.parametrize(("option", "card"), [("first_joker", "JK"), ("first_hunter", "C3"), ("first_mighty", "SA")])
def test_a_special_that_is_no_first_lead(option, card):
    hand = "JK C3 SA S4"
    rest = sorted(set(hand.split()) - {card})
    assert first_lead(hand) == sorted(hand.split())
    assert first_lead(hand, f"lead.{option}=banned") == rest
    assert at(f"lead.{option}=banned").at_trick("H", 2).legal(hand) == sorted(hand.split())  # the first lead alone
    assert first_lead(f"{card} H2", f"lead.{option}=banned") == sorted([card, "H2"])  # A6: nothing else


def test_the_hunter_that_is_no_first_lead_is_that_of_the_trump():
    assert first_lead("C3 S3", "lead.first_hunter=banned", trump="H") == ["S3"]
    assert first_lead("C4 S3 D5", "lead.first_hunter=banned", trump="C") == ["D5"]


def test_a_joker_banned_from_the_first_lead_by_either_option():
    assert first_lead("JK S4", "joker.lead_first=banned") == ["S4"]
    assert first_lead("JK S4", "lead.first_joker=banned") == ["S4"]


FALLBACKS = {
    # A6: a hand of nothing but banned cards (trump H): trumps, joker, hunter
    "any_card": {"H2 JK C3": ["C3", "H2", "JK"], "JK C3": ["C3", "JK"], "H2 H3 JK": ["H2", "H3", "JK"]},
    "trump_before_joker_and_hunter": {"H2 JK C3": ["H2"], "JK C3": ["C3", "JK"], "H2 H3 JK": ["H2", "H3"]},
    "hunter_then_trump": {"H2 JK C3": ["C3"], "JK C3": ["C3"], "H2 H3 JK": ["H2", "H3"]},
}


@pytest.mark.parametrize("fallback", FALLBACKS)
@pytest.mark.parametrize("hand", ["H2 JK C3", "JK C3", "H2 H3 JK"])
def test_a_hand_of_nothing_that_may_be_led(fallback, hand):
    settings = f"lead.fallback={fallback}" if fallback != "any_card" else "lead.first_trump=only_if_nothing_else"
    assert first_lead(hand, settings, table=PEN) == FALLBACKS[fallback][hand]
    assert first_lead(f"{hand} D4", settings, table=PEN) == ["D4"]  # something else can be led


def test_the_joker_alone_is_led_whatever_the_fallback():
    for fallback in FALLBACKS:
        assert first_lead("JK", f"lead.fallback={fallback}", table=PEN) == ["JK"]


def test_first_leads_of_the_penalty_table():
    """PEN: any card but a trump, the joker, the hunter; with the Mighty and nothing else, the Mighty (A5)."""
    assert first_lead("H5 JK C3 D4 SA", table=PEN) == ["D4", "SA"]
    assert first_lead(f"{NINE} SA", table=PEN) == ["SA"]


# The Mighty


def test_the_card_that_is_mighty():
    """UCLA: CA under spades; and a Mighty that stays when its own suit is trump."""
    assert winner("H2 DA CA SA H3", trump="S") == "DA"
    assert winner("H2 DA CA SA H3", "mighty.under_own_suit=CA", trump="S") == "CA"
    assert winner("H2 HA CK S5 DK", "mighty.card=CK", "mighty.under_own_suit=SK", trump="H") == "CK"
    assert winner("H2 HA CK C5 SK", "mighty.card=CK", "mighty.under_own_suit=SK", trump="C") == "SK"


def test_a_mighty_that_stays_mighty_under_its_own_suit():
    """It is then no trump for the first lead (A5), and is followed with at any time."""
    stays = "mighty.under_own_suit=SA"
    assert winner("H2 DA SA JK H3", trump="S") == "DA"
    assert winner("H2 DA SA JK H3", stays, trump="S") == "SA"
    assert legal("SA H4 S5", "H2", stays, trump="S") == ["H4", "SA"]
    assert first_lead("SA S4 S5", stays, trump="S") == ["SA"]


def test_the_mighty_as_the_only_card_of_the_suit():
    """A7: it goes, or the joker; strictly it; or there is no duty."""
    hand = "SA JK H9 D4"
    assert legal(hand, "S5") == ["JK", "SA"]
    assert legal(hand, "S5", "mighty.sole_card_of_suit=mighty_only") == ["SA"]
    assert legal(hand, "S5", "mighty.sole_card_of_suit=no_duty") == sorted(hand.split())
    for sole in ("mighty_or_joker", "mighty_only", "no_duty"):  # not the only one
        assert legal(f"{hand} S2", "S5", f"mighty.sole_card_of_suit={sole}") == ["JK", "S2", "SA"]
        assert legal(hand, "H5", f"mighty.sole_card_of_suit={sole}") == ["H9", "JK", "SA"]


def test_a_sole_mighty_and_a_joker_that_must_follow_suit():
    """A33: the joker is no alternative where it may only be played by who is void."""
    assert legal("SA JK H9", "S5", "joker.ignores_suit=false") == ["SA"]


def test_a_mighty_played_later_turns_the_suit():
    """A1: only what must be followed; the Mighty takes the trick in any case."""
    turns = "mighty.switches_suit=true"
    hand = "H9 S4 C2"
    assert legal(hand, "H5 SA") == ["H9"]
    assert legal(hand, "H5 SA", turns) == ["S4"]
    assert legal("H9 C2", "H5 SA", turns) == ["C2", "H9"]  # void in spades
    assert legal(hand, "H5 C7 SA", turns) == ["S4"]
    assert legal("D4 S4 H9", "H5 DA", turns, trump="S") == ["D4"]
    assert winner("H5 SA SK HA JK", turns) == "SA"
    assert legal(hand, "SA", turns) == legal(hand, "SA") == ["S4"]  # led, at every table
    assert legal("H9 S4", "JK=H SA", turns) == ["S4"]  # after a joker's suit, too
    assert legal("H9 S4", "JK=H SA") == ["H9"]


def test_a_turned_suit_shows_who_is_void_in_it():
    table = at("mighty.switches_suit=true").at_trick("D", 5)
    table.play_out("H5 SA H2 S3 C4", 5)
    suits = [{card[0] for card in table.cards("voids", seat)} for seat in range(5)]
    assert suits == [set(), set(), {"S"}, set(), {"S"}]


# The joker in the first and the last trick (A8, A9)

HEARTS = "H5 HA JK H2 H3"  # a joker followed with
BY_JOKER = {"normal": "JK", "powerless": "HA", "powerless_if_led": "JK", "banned": "HA"}


@pytest.mark.parametrize("power", BY_JOKER)
@pytest.mark.parametrize(("option", "trick"), [("first_trick", 1), ("last_trick", 10)])
def test_a_joker_followed_with(option, trick, power):
    """Banned, it can still come out of a hand of nothing else; it then has no power."""
    setting = f"joker.{option}={power}"
    assert winner(HEARTS, setting, trick=trick) == BY_JOKER[power]
    assert winner(HEARTS, setting, trick=11 - trick) == "HA"  # the other end, which is powerless at standard
    assert winner(HEARTS, setting) == "JK"
    if power != "banned":
        assert legal("JK H4 D2", "H5", setting, trick=trick) == ["H4", "JK"]


@pytest.mark.parametrize(("option", "trick"), [("first_trick", 1), ("last_trick", 10)])
def test_a_joker_banned_to_a_lead(option, trick):
    """GR, R62: only while another card may be played; a demand comes before the ban (A9)."""
    setting = f"joker.{option}=banned"
    assert legal("JK H4 D2", "H5", setting, trick=trick) == ["H4"]
    assert legal("JK D2", "H5", setting, trick=trick) == ["D2"]
    assert legal("JK", "H5", setting, trick=trick) == ["JK"]
    assert legal("JK SA D2", "S5", setting, trick=trick) == ["SA"]
    assert legal("JK H4", "H5", setting) == ["H4", "JK"]  # in between it may
    demanding = (setting, "hunter.first_trick=true")
    assert legal("JK H4 C4", "C3!", *demanding, trick=trick) == ["JK"]
    assert winner("C3! JK CK C4 H2", *demanding, trick=trick) == "CK"


@pytest.mark.parametrize(("option", "lead", "trick"), [("first_trick", "first", 1), ("last_trick", "last", 10)])
def test_a_joker_led_at_either_end(option, lead, trick):
    """With power it names a suit, without it the second card sets the suit."""
    assert refuses("JK=H", "JK", "", f"joker.{option}=powerless", trick=trick)
    for power in ("powerless", "powerless_if_led", "banned"):
        setting = f"joker.{option}={power}"
        assert winner("JK S7 S3 SJ C5", setting, trick=trick) == "SJ"
        assert refuses("JK=H", "JK", "", setting, trick=trick)
        assert not refuses("JK", "JK", "", setting, trick=trick)
    normal = f"joker.{option}=normal"
    assert winner("JK=S S7 S3 SJ D5", normal, trick=trick) == "JK"
    assert winner("JK=S S7 SA SJ D5", normal, trick=trick) == "SA"
    assert refuses("JK", "JK", "", normal, trick=trick)
    banned = f"joker.lead_{lead}=banned"  # led all the same, for want of another card: no power
    assert winner("JK S7 S3 SJ C5", normal, banned, trick=trick) == "SJ"
    assert refuses("JK=H", "JK", "", normal, banned, trick=trick)
    assert winner(HEARTS, normal, banned, trick=trick) == "JK"  # followed with it keeps its power


def test_a_joker_that_may_not_lead_the_last_trick():
    """The ban shows only where another card is held, which in a real last trick nobody has."""
    assert legal("JK S4", "", trick=10) == ["JK", "S4"]
    assert legal("JK S4", "", "joker.lead_last=banned", trick=10) == ["S4"]
    assert legal("JK", "", "joker.lead_last=banned", trick=10) == ["JK"]
    assert legal("JK S4", "", "joker.lead_last=banned", trick=9) == ["JK", "S4"]


def test_a_joker_left_to_lead_the_last_trick():
    """A8: powerless where leading it is banned, or with the power that it has when it is led there."""
    normal, banned = "joker.last_trick=normal", "joker.lead_last=banned"
    assert winner("JK S7 S3 SJ C5", normal, banned, trick=10) == "SJ"
    kept = "joker.last_card=with_power"
    assert winner("JK=S S7 S3 SJ C5", normal, banned, kept, trick=10) == "JK"
    assert winner("JK S7 S3 SJ C5", "joker.last_trick=powerless", banned, kept, trick=10) == "SJ"
    assert winner("JK S7 S3 SJ C5", "joker.last_trick=powerless_if_led", banned, kept, trick=10) == "SJ"


def test_a_joker_that_must_go_before_the_last_trick():
    """M40: in the last trick but one, leading or following, over suit and Mighty."""
    squeeze = "joker.last_card=must_play_before_last"
    assert legal("JK H4", "H5", trick=9) == ["H4", "JK"]
    assert legal("JK H4", "H5", squeeze, trick=9) == ["JK"]
    assert legal("JK H4", "", squeeze, trick=9) == ["JK"]
    assert legal("JK SA", "C3!", trick=9) == ["JK", "SA"]
    assert legal("JK SA", "C3!", squeeze, trick=9) == ["JK"]
    assert legal("JK SA", "S5", squeeze, trick=9) == ["JK"]
    assert legal("SA H4", "H5", squeeze, trick=9) == ["H4", "SA"]
    assert legal("JK H4", "H5", squeeze, trick=8) == ["H4", "JK"]
    assert legal("JK H4", "", squeeze, trick=8) == ["H4", "JK"]
    assert legal("JK SA H4", "C3!", squeeze, trick=8) == ["JK", "SA"]


def test_a_joker_that_must_go_before_the_last_trick_where_that_is_the_first():
    """Two cards each: the first lead bends to it too."""
    table = at("joker.last_card=must_play_before_last").at_trick("H", 1)
    table.put("rounds", 2)
    assert table.legal("JK S4") == ["JK"]
    assert table.at_trick("H", 1).legal("JK S4", "S5") == ["JK"]
    table.put("rounds", 10)
    assert table.at_trick("H", 1).legal("JK S4") == ["JK", "S4"]


def test_a_joker_that_must_go_before_the_last_trick_of_another_table():
    """Trick 9 of 10 at five, 16 of 17 at six players."""
    squeeze = "joker.last_card=must_play_before_last"
    assert legal("JK H4", "H5", squeeze, trick=16, table="penalty-6") == ["JK"]
    assert legal("JK H4", "H5", squeeze, trick=9, table="penalty-6") == ["H4", "JK"]


# The joker and suits (A18, A33)


def test_a_joker_that_does_not_ignore_the_suit():
    void = "joker.ignores_suit=false"
    assert legal("JK H4 D2", "H5") == ["H4", "JK"]
    assert legal("JK H4 D2", "H5", void) == ["H4"]
    assert legal("JK D2", "H5", void) == ["D2", "JK"]
    assert legal("JK SA H4", "H5", void) == ["H4", "SA"]  # the Mighty still may (PEN)
    assert legal("JK C4 H4", "C3!", void) == ["JK"]  # demanded it must


def test_names_no_trump_in_the_first_trick():
    """ML."""
    strong, option = "joker.first_trick=normal", "joker.names=not_trump_in_first_trick"
    for suit in "SHDC":
        assert not refuses(f"JK={suit}", "JK", "", strong, trick=1)
        assert refuses(f"JK={suit}", "JK", "", strong, option, trick=1) is (suit == "D")
        assert not refuses(f"JK={suit}", "JK", "", strong, option, trick=2)
        assert not refuses(f"JK={suit}", "JK", "", strong, option, trick=1, trump="N")


def test_names_nothing():
    """A18: the second card sets the suit, though the joker has its power."""
    option = "joker.names=second_card"
    assert refuses("JK=H", "JK", "", option)
    assert not refuses("JK", "JK", "", option)
    assert legal("H4 S5 C2", "JK", option) == ["C2", "H4", "S5"]
    assert legal("H4 S5 C2", "JK H7", option) == ["H4"]
    assert winner("JK H7 HA D2 S5", option) == "JK"
    assert winner("JK H7 HA SA S5", option) == "SA"
    assert legal("H4 S5", "JK SA", option) == ["S5"]
    assert winner("JK=H H7 HA D2 S5") == "JK"


def test_names_trump():
    """A18: trump is asked for, said or not; at no-trump any suit is named."""
    option = "joker.names=trump"
    for word in ("JK", "JK=D"):
        assert not refuses(word, "JK", "", option)
        assert legal("H4 D5 C2", word, option) == ["D5"]
        assert winner(f"{word} DA D2 H3 C5", option) == "JK"
    assert refuses("JK=H", "JK", "", option)
    assert refuses("JK", "JK", "", option, trump="N")
    assert legal("H4 D5 C2", "JK=H", option, trump="N") == ["H4"]


def test_a_powerless_joker_that_names_all_the_same():
    """MC, ML: the suit binds, and only it, trump and Mighty take the trick from the joker."""
    option = "joker.powerless_lead=named"
    for trick in (1, 10):
        assert refuses("JK", "JK", "", option, trick=trick)
        assert legal("H4 S5 C2", "JK=H", option, trick=trick) == ["H4"]
        assert legal("H4 S5 C2", "JK=H S2", option, trick=trick) == ["H4"]
        assert winner("JK=H S7 H2 SJ H3", option, trick=trick) == "H3"
        assert winner("JK=H S7 C2 SJ D3", option, trick=trick) == "D3"
        assert winner("JK=H S7 C2 SJ SA", option, trick=trick) == "SA"
        assert winner("JK=H S7 C2 SJ C3", option, trick=trick) == "JK"  # nobody: the leader takes it
    assert winner("JK S7 H2 SJ H3", trick=1) == "SJ"


def test_a_powerless_joker_names_by_the_same_rules():
    named = "joker.powerless_lead=named"
    assert refuses("JK=D", "JK", "", named, "joker.names=not_trump_in_first_trick", trick=1)
    assert not refuses("JK=D", "JK", "", named, "joker.names=not_trump_in_first_trick", trick=10)
    assert legal("H4 D5", "JK", named, "joker.names=trump", trick=1) == ["D5"]
    assert legal("H4 D5", "JK", named, "joker.names=second_card", trick=1) == ["D5", "H4"]


# The hunter (A2, A3, A4, A10, A23, A26)


def test_the_card_that_hunts():
    assert legal("JK C9", "C3!") == ["JK"]
    seven = ("hunter.card=C7", "hunter.under_own_suit=S7")
    assert legal("JK C9", "C7!", *seven) == ["JK"]
    assert refuses("C3!", "C3", "", *seven)
    assert legal("JK S9", "S7!", *seven, trump="C") == ["JK"]
    assert legal("JK H9", "H3!", "hunter.under_own_suit=H3", trump="C") == ["JK"]
    assert legal("JK C9", "C3!", "hunter.under_own_suit=C3", trump="C") == ["JK"]
    assert refuses("C3!", "C3", "", trump="C")


def test_a_table_without_a_hunter():
    none = "hunter.card=none"
    assert refuses("C3!", "C3", "", none)
    assert refuses("S3!", "S3", "", none, trump="C")
    assert legal("JK C9", "C3", none) == ["C9", "JK"]
    assert legal("JK C9", "C3", none, table=PEN) == ["C9", "JK"]
    assert winner("C9 JK C3 CK H2", none, table=PEN) == "JK"
    assert winner("C9 JK C3 CK H2", table=PEN) == "CK"


def test_a_hunter_that_demands_whenever_it_is_played():
    any_play = "hunter.trigger=any_play"
    assert refuses("C3!", "C3", "CQ")
    assert not refuses("C3!", "C3", "CQ", any_play)
    assert legal("JK C9 H4", "CQ C3!", any_play) == ["JK"]
    assert legal("JK SA C9", "CQ C3!", any_play) == ["JK", "SA"]
    assert legal("JK C9 H4", "CQ C3", any_play) == ["C9", "JK"]  # it need not demand
    assert legal("JK C9 H4", "HQ C3!", any_play) == ["JK"]  # nor follow
    assert refuses("C4!", "C4", "CQ", any_play)
    assert legal("C9 H4", "CQ C3!", any_play) == ["C9"]


def test_the_power_of_jokers_before_and_after_a_hunter_played_later():
    """Demanded after it, the joker is powerless; played before, it keeps its power (A2 not taken)."""
    any_play = "hunter.trigger=any_play"
    assert winner("CQ C3! JK CK H2", any_play) == "CK"
    assert winner("CQ C3 JK CK H2", any_play) == "JK"
    assert winner("CQ JK C3! CK H2", any_play) == "JK"
    assert winner("JK=C CQ C3! CK H2", any_play) == "JK"
    assert winner("CQ D2 C3! JK H2", any_play) == "D2"
    assert winner("CQ C3! JK SA H2", any_play) == "SA"
    assert winner("CQ C3! JK CK H2", any_play, "hunter.called_joker_power=kept") == "JK"
    assert winner("CQ C3! JK CK H2", any_play, "joker.last_trick=normal", trick=10) == "CK"
    assert winner("CQ C3 JK CK H2", any_play, "joker.last_trick=normal", trick=10) == "JK"


def test_a_hunter_that_demands_by_itself():
    """PEN, GR, R62."""
    automatic = "hunter.call=automatic"
    assert legal("JK C9", "C3") == ["C9", "JK"]
    assert legal("JK C9", "C3", automatic) == ["JK"]
    assert winner("C3 JK CK C2 D7", automatic) == "D7"
    assert winner("C3 JK CK C2 D7") == "JK"
    assert legal("JK C9", "C3", automatic, trick=1) == ["C9", "JK"]  # not where it cannot demand
    assert legal("JK C9", "CQ C3", automatic) == ["C9", "JK"]
    assert legal("JK C9", "CQ C3", automatic, "hunter.trigger=any_play") == ["JK"]


def test_a_demand_in_the_first_trick():
    first = "hunter.first_trick=true"
    assert refuses("C3!", "C3", "", trick=1)
    assert legal("JK C9", "C3!", first, trick=1) == ["JK"]
    assert winner("C3! JK CK C2 H7", first, "joker.first_trick=normal", trick=1) == "CK"
    assert winner("C3 JK CK C2 H7", first, "joker.first_trick=normal", trick=1) == "JK"


def test_no_demand_in_the_last_trick():
    """A26."""
    last = ("hunter.last_trick=false", "joker.last_trick=normal")
    assert not refuses("C3!", "C3", "", "joker.last_trick=normal", trick=10)
    assert refuses("C3!", "C3", "", *last, trick=10)
    assert not refuses("C3!", "C3", "", *last, trick=9)
    assert winner("C3! JK CK C2 H7", "joker.last_trick=normal", trick=10) == "CK"
    assert winner("C3 JK CK C2 H7", *last, trick=10) == "JK"
    assert legal("JK C9", "C3", *last, "hunter.call=automatic", trick=10) == ["C9", "JK"]
    assert legal("JK C9", "C3", "hunter.call=automatic", trick=10) == ["JK"]


def test_a_demand_for_the_next_player_only():
    """A23."""
    following = "hunter.scope=next_only"
    assert legal("JK C9", "C3!", following) == ["JK"]
    assert legal("JK C9", "C3! C5", following) == ["C9", "JK"]
    assert legal("JK C9", "C3! C5") == ["JK"]
    assert legal("JK SA C9", "C3! C5", following) == ["C9", "JK", "SA"]
    played = (following, "hunter.trigger=any_play")
    assert legal("JK C9", "CQ C3!", *played) == ["JK"]
    assert legal("JK C9", "CQ C3! C5", *played) == ["C9", "JK"]
    assert legal("SA S9", "C3! C5", following) == ["S9", "SA"]


def test_a_demand_that_the_first_joker_ends_asks_the_first_holder():
    """With one joker there is no difference; with several see the tables of two packs."""
    assert legal("JK C9", "C3! C5", "hunter.scope=one_joker") == ["JK"]
    assert winner("C3! JK CK C2 D7", "hunter.scope=one_joker") == "D7"


def test_a_mighty_that_may_not_answer():
    """A4."""
    assert legal("JK SA C9", "C3!") == ["JK", "SA"]
    assert legal("JK SA C9", "C3!", "hunter.mighty_may_answer=false") == ["JK"]
    assert legal("SA C9", "C3!", "hunter.mighty_may_answer=false") == ["C9", "SA"]


def test_a_demanded_joker_that_keeps_its_power():
    """A3."""
    kept = "hunter.called_joker_power=kept"
    assert winner("C3! JK CK C2 D7") == "D7"
    assert winner("C3! JK CK C2 D7", kept) == "JK"
    assert winner("C3! JK CK SA D7", kept) == "SA"
    assert legal("JK C9", "C3!", kept) == ["JK"]


def test_a_hunter_whose_presence_takes_the_jokers_power():
    """A2: before the joker or after it, demanded or not."""
    for presence, first in (("never", "JK"), ("always", "CK"), ("after_first_trick", "JK")):
        settings = (f"hunter.presence_kills_joker={presence}", "joker.first_trick=normal")
        later = "JK" if presence == "never" else "CK"
        assert winner("CQ JK C3 CK H2", *settings) == later
        assert winner("CQ C3 JK CK H2", *settings) == later
        assert winner("C3 JK C4 CK H2", *settings) == later
        assert winner("CQ JK C3 CK H2", *settings, trick=1) == first
        assert winner("C3 JK C4 CK H2", *settings, trick=1) == first
        assert winner("HQ JK C3 D2 H2", *settings) == ("JK" if presence == "never" else "D2")
        assert winner("HQ JK C3 C2 H2", *settings) == ("JK" if presence == "never" else "HQ")
        assert winner("HQ JK C3 SA H2", *settings) == "SA"


def test_a_led_joker_that_a_hunter_tames_keeps_its_suit():
    """A18: only its suit, a trump and the Mighty take the trick from it."""
    always = "hunter.presence_kills_joker=always"
    assert winner("JK=H C3 H2 HK S5", always) == "HK"
    assert winner("JK=H C3 C4 SK S5", always) == "JK"
    assert winner("JK=H H4 C3 SK D2", always) == "D2"
    assert winner("JK=H SK C3 H4 S5", always) == "H4"
    assert winner("JK=H SA C3 H4 S5", always) == "SA"
    assert winner("JK=C C4 C3 H4 S5", always) == "C4"
    assert legal("H4 C5", "JK=H C3", always) == ["H4"]
    assert winner("JK=H C3 H2 HK S5") == "JK"


def test_a_hunter_after_a_joker_that_names_nothing():
    """The first card after the joker sets the suit, be it the hunter."""
    settings = ("hunter.presence_kills_joker=always", "joker.names=second_card")
    assert winner("JK C3 C4 HK H5", *settings) == "C4"
    assert winner("JK H2 C3 HK CK", *settings) == "HK"
    assert legal("H4 C5", "JK C3", *settings) == ["C5"]


def test_the_penalty_table_read_literally():
    """PEN: the hunter acts whenever it is put, in the first trick and the last as well; the joker only may not lead."""
    assert legal("JK C9 H4", "CQ C3", table=PEN) == ["JK"]
    assert legal("JK C9 H4", "CQ C3", table=PEN, trick=1) == ["JK"]
    assert legal("JK SA H4", "CQ C3", table=PEN) == ["JK", "SA"]
    assert winner("CQ JK C3 CK H2", table=PEN, trick=1) == "CK"
    assert winner("H5 JK HA H2 H3", table=PEN, trick=1) == "JK"
    assert winner("H5 JK HA H2 H3", table=PEN, trick=10) == "JK"
    assert winner("JK S7 S3 SJ C5", table=PEN, trick=10) == "SJ"
    assert legal("JK C9 H4", "CQ C3", table="penalty-5-reconciled") == ["C9", "JK"]
    assert legal("JK C9 H4", "C3", table="penalty-5-reconciled") == ["JK"]
    assert legal("JK C9 H4", "C3", table="penalty-5-reconciled", trick=1) == ["C9", "JK"]


@pytest.mark.parametrize("trump", "SHDCN")
@pytest.mark.parametrize("table", [PEN, "penalty-5-reconciled"])
def test_who_can_follow_must_at_the_penalty_tables_too(table, trump):
    """Every other card is refused, Mighty and joker aside; in the first and the last trick as in any other."""
    hand = "JK SA S9 H4 HK D2 DA C5"
    mighty = "DA" if trump == "S" else "SA"
    for trick in (1, 5, 10):
        for led, held in (("S5", ["S9", "SA"]), ("H5", ["H4", "HK"]), ("D5", ["D2", "DA"]), ("C6", ["C5"])):
            right = sorted({*held, "JK", mighty})
            assert legal(hand, led, trump=trump, trick=trick, table=table) == right
            for card in hand.split():
                refused = refuses(card, hand, led, trump=trump, trick=trick, table=table)
                assert refused is (card not in right)


def test_who_is_void_in_trick_1_may_ruff_and_play_any_special():
    for table in (PEN, "penalty-6", "penalty-3"):
        assert legal("JK SA D2 C9", "H9", trick=1, table=table) == ["C9", "D2", "JK", "SA"]


def test_a_hand_of_trumps_leads_one():
    """Neither an empty set nor a crash, whatever is banned."""
    seventeen = "H2 H2 H3 H3 H4 H4 H5 H5 H6 H6 H7 H7 H8 H8 H9 H9 HT"
    for trump_mode in ("only_if_nothing_else", "only_if_all_trump_or_joker", "only_if_all_trump_or_special"):
        settings = (f"lead.first_trump={trump_mode}", "lead.first_joker=banned")
        assert first_lead(f"{NINE} HJ", *settings) == sorted([*NINE.split(), "HJ"])
        assert first_lead(seventeen, *settings, table="penalty-6") == sorted(set(seventeen.split()))


def test_a_demand_by_anything_else_is_refused_where_hunters_demand_whenever_played():
    any_play = "hunter.trigger=any_play"
    for plays in ("", "CQ"):
        for word in ("C4!", "S3!", "JK!"):
            assert refuses(word, word[:2], plays, any_play)
    assert refuses("C3!", "C3", "CQ", any_play, trick=1)
    assert not refuses("C3!", "C3", "CQ", any_play, trick=10)
    assert refuses("C3!", "C3", "CQ", any_play, "hunter.last_trick=false", trick=10)


def test_tables_of_three_and_four():
    """A10: C7 hunts among three, S7 under clubs; the four play with C3."""
    assert legal("JK C9", "C7", table="penalty-3") == ["JK"]
    assert legal("JK S9", "S7", table="penalty-3", trump="C") == ["JK"]
    assert at(table="penalty-3").at_trick("D").winner("C8 CA CK") == "CA"
    assert at(table="penalty-3").at_trick("D").winner("JK=H HA D7", 2) == "JK"
    assert legal("JK C9", "C3", table="penalty-4") == ["JK"]
    assert at(table="penalty-4").at_trick("D").winner("C8 CA SK D5", 3) == "D5"
