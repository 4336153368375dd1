"""Every option of misdeals, bidding, the exchange and the score, flipped (1.2-1.5 and 2.1-2.4, 2.8 of the rules).

`at("auction.ends=at_top")` is the standard table with that change in every kernel that knows it, `at()` itself.
"""

import pytest
from scripted import SEATS, Fault, at, bid_of

from mighty_sim.cards import masks_of

STRONG = "SA SK SQ SJ HA HK HQ HJ DA DK"  # no misdeal
WEAK = "S2 S3 S4 S5 S6 S7 S8 S9 ST H2"  # half a point
KITTY = "C4 C5 C6"


def opened(*settings, dealer=0, hands=None, table="standard"):
    """A table before its bidding, strong hands but for those given."""
    found = at(*settings, table=table)
    found.begin(dealer)
    found.lay(dict.fromkeys(range(found.seats), STRONG) | (hands or {}))
    return found


def bid(calls, *settings, **more):
    return opened(*settings, **more).bid(calls)


# Who may bid what (A20)


def test_numbers_run_from_least_to_highest():
    assert bid("13S pass pass pass pass") == "sold"
    assert bid("13S", "auction.min_number=14") == Fault("bid", 0)
    assert bid("14S pass pass pass pass", "auction.min_number=14") == "sold"
    assert bid("12S pass pass pass pass", "auction.min_number=12") == "sold"
    assert bid("20S pass pass pass pass") == "sold"
    assert bid("20S", "auction.max_number=19") == Fault("bid", 0)
    assert bid("19S pass pass pass pass", "auction.max_number=19") == "sold"


def test_a_table_without_no_trump():
    without = "auction.notrump_allowed=false"
    assert bid("14N pass pass pass pass") == "sold"
    assert bid("14N", without) == Fault("bid", 0)
    assert bid("13S 20N", without) == Fault("bid", 1)
    assert bid("14S pass pass pass pass", without) == "sold"
    assert declare("14H", "15N") is None
    assert declare("14H", "15N", without) == Fault("change", 0)


ORDERS = {
    # suit_order, notrump_wins_ties -> the strains of equal numbers that outrank those before them
    ("none", "true"): "S<N H<N D<N C<N",
    ("none", "false"): "",
    ("SHDC", "true"): "C<D C<H C<S D<H D<S H<S S<N H<N D<N C<N",
    ("SDHC", "true"): "C<H C<D C<S H<D H<S D<S S<N H<N D<N C<N",
}


@pytest.mark.parametrize(("order", "ties"), ORDERS)
def test_equal_numbers(order, ties):
    """A20: suits without an order or with one; no-trump above them, or beside them, and neither outranks the other."""
    settings = (f"auction.suit_order={order}", f"auction.notrump_wins_ties={ties}")
    for best in "SHDCN":
        for new in "SHDCN":
            raises = f"{best}<{new}" in ORDERS[order, ties].split()
            for number in (13, 20):
                outcome = bid(f"{number}{best} {number}{new} pass pass pass pass", *settings)
                assert outcome == ("sold" if raises else Fault("bid", 1)), (number, best, new)
            assert bid(f"13{best} 14{new} pass pass pass pass", *settings) == "sold"
            assert bid(f"14{best} 13{new}", *settings) == Fault("bid", 1)


def test_an_opener_who_must_bid():
    must = "auction.opener_may_pass=false"
    assert bid("pass pass pass pass pass") == "all pass"
    assert bid("pass", must) == Fault("bid", 0)
    assert bid("13S pass pass pass pass", must) == "sold"
    assert bid("13S 14S pass pass pass pass", must) == "sold"  # his first call only


# How it ends (A25)


def ends(first, *settings):
    """Whether a first bid ends the auction: nobody else is asked."""
    table = opened(*settings)
    assert table.bid(f"{first} pass pass pass pass") == "sold"
    asked = [table.asked(seat) for seat in range(SEATS)]
    assert asked in ([1, 0, 0, 0, 0], [1, 1, 1, 1, 1])
    return asked == [1, 0, 0, 0, 0]


def test_bids_that_end_the_auction():
    for how in ("unbeatable_and_no_claim_left", "one_left"):
        assert not any(ends(first, f"auction.ends={how}") for first in ("19N", "20S", "20N"))
    assert [ends(first, "auction.ends=at_top") for first in ("19N", "20S", "20N")] == [False, True, True]
    assert [ends(first, "auction.ends=unbeatable") for first in ("19N", "20S", "20N")] == [False, False, True]


@pytest.mark.parametrize(
    ("settings", "unbeatable"),
    [
        (("auction.notrump_wins_ties=false",), "20S 20H 20D 20C 20N"),
        (("auction.suit_order=SHDC",), "20N"),
        (("auction.suit_order=SHDC", "auction.notrump_allowed=false"), "20S"),
        (("auction.notrump_allowed=false",), "20S 20H 20D 20C"),
        (("auction.max_number=18",), "18N"),
    ],
)
def test_what_cannot_be_beaten(settings, unbeatable):
    """Nothing that the table has may outrank it."""
    table = at(*settings)
    top, strains = table.options.auction.max_number, "SHDCN" if table.options.auction.notrump_allowed else "SHDC"
    found = [f"{top}{strain}" for strain in strains if ends(f"{top}{strain}", "auction.ends=unbeatable", *settings)]
    assert found == [word for word in (f"{top}{strain}" for strain in "SHDCN") if word in unbeatable.split()]


def test_a_claim_after_the_highest_bid():
    """A25: who has had no turn may claim, unless the bid ended the auction."""
    for how, outcome in (("one_left", "misdeal"), ("at_top", "sold"), ("unbeatable", "sold")):
        table = opened(f"auction.ends={how}", hands={4: WEAK})
        table.say(0, bid_of("20N"))
        table.say(4, 1)
        assert table.auction() == outcome


# Misdeals (A24, A31)


def may_claim(hand, *settings):
    """Whether the second to bid may throw in this hand."""
    table = opened(*settings, hands={1: hand})
    table.say(1, 1)  # as a call this would be a fault
    outcome = table.auction()
    assert outcome in ("misdeal", Fault("bid", 1))
    return outcome == "misdeal"


LOW = "S2 S3 S4 S5 H2 H3 H4 H5 D2 D3".split()


@pytest.mark.parametrize(
    ("setting", "cards", "by_default"),
    [
        ("misdeal.enabled=false", "", True),
        ("misdeal.honor=1", "DJ", False),  # half a point
        ("misdeal.ten=0", "DT HT", False),
        ("misdeal.ten=2", "DT", True),
        ("misdeal.spade_ace=2", "SA", True),  # ML: it counts 1
        ("misdeal.joker=0", "DJ JK", True),
        ("misdeal.joker=-4", "DJ HJ JK", False),  # two points less two
        ("misdeal.joker=1", "HT JK", True),
        ("misdeal.threshold=0", "DT", True),  # MF: less than a half
        ("misdeal.threshold=2", "DJ", False),
        ("misdeal.threshold=-1", "", True),
        ("misdeal.threshold=-2", "JK", True),
    ],
)
def test_the_scale_of_weak_hands(setting, cards, by_default):
    hand = " ".join([*cards.split(), *LOW][:10])
    assert may_claim(hand) is by_default
    changed = not by_default if setting != "misdeal.threshold=-2" else by_default
    assert may_claim(hand, setting) is changed


def test_claims_on_any_own_turn():
    """NW, M40: while one still bids, before the call."""
    any_turn = "misdeal.when=own_any_turn"
    for settings, outcome in (((), "sold"), ((any_turn,), "misdeal")):
        table = opened(*settings, hands={1: WEAK})
        table.say(0, bid_of("13S"), bid_of("14S"))
        table.say(1, 0, bid_of("13N"), 1 if settings else 0)  # first turn: no claim, then the second turn
        assert table.auction() == outcome
    table = opened(any_turn, hands={1: WEAK})
    table.say(0, bid_of("13S"), bid_of("14S"))
    table.say(1, 0, 0)
    assert table.bid("") == "sold"  # passed: no more turns
    assert table.asked(1) == 2


def test_claims_before_the_bidding():
    """BC: all seats in bidding order, before the first call; not on one's turn any more."""
    before = "misdeal.when=before_bidding"
    table = opened(before, dealer=2, hands={4: WEAK, 1: WEAK})
    table.say(4, 1)
    table.say(1, 1)
    assert table.auction() == "misdeal"
    assert (table.get("bidder"), [table.asked(seat) for seat in range(SEATS)]) == (4, [0, 0, 0, 0, 1])
    table = opened(before, dealer=2, hands={4: WEAK, 1: WEAK})
    table.say(4, 0)
    table.say(1, 1)
    assert table.auction() == "misdeal"
    assert table.get("bidder") == 1
    table = opened(before, dealer=2, hands={4: WEAK})
    table.say(2, bid_of("13S"))
    table.say(4, 0, 1)  # his only claim, then a call that is none
    assert table.auction() == Fault("bid", 4)
    table.begin(2)
    table.lay(dict.fromkeys(range(SEATS), STRONG) | {4: WEAK})
    table.say(4, 2)
    assert table.auction() == Fault("claim", 4)


@pytest.mark.parametrize("when", ["own_first_turn", "own_any_turn", "before_bidding"])
def test_weak_hands_that_are_thrown_in_unasked(when):
    """WM: whatever the player wants."""
    table = opened(f"misdeal.when={when}", "misdeal.optional=false", hands={3: WEAK})
    assert table.auction() == "misdeal"
    assert (table.get("bidder"), table.asked(3)) == (3, 0)
    calls = [table.asked(seat) for seat in range(3)]
    assert calls == ([0, 0, 0] if when == "before_bidding" else [1, 1, 1])
    optional = opened(f"misdeal.when={when}", hands={3: WEAK})
    assert optional.auction() == "all pass"


def test_claims_are_off_where_they_are_disabled():
    table = opened("misdeal.enabled=false", "misdeal.optional=false", hands={3: WEAK})
    assert table.auction() == "all pass"


# Who deals and opens (A21, 2.1)


def test_who_opens_a_deal():
    for option, steps in (("dealer_then_previous_declarer", 0), ("dealer", 0), ("left_of_dealer", 1)):
        for dealer in range(SEATS):
            table = at(f"deal.first_bidder={option}")
            table.begin(dealer)
            assert (table.get("dealer"), table.get("opener")) == (dealer, (dealer + steps) % SEATS)


def test_the_opener_bids_first():
    table = opened("deal.first_bidder=left_of_dealer", dealer=3)
    table.say(4, bid_of("13S"))
    table.say(3, bid_of("13S"))
    assert table.auction() == Fault("bid", 3)


@pytest.mark.parametrize(
    ("settings", "outcome", "dealer", "opener"),
    [
        ((), "misdeal", 4, 4),
        (("misdeal.redeal_by=same",), "misdeal", 2, 2),
        (("misdeal.redeal_by=next",), "misdeal", 3, 3),
        (("misdeal.redeal_by=claimant", "deal.first_bidder=left_of_dealer"), "misdeal", 4, 4),
        (("misdeal.redeal_by=same", "deal.first_bidder=left_of_dealer"), "misdeal", 2, 3),
        (("misdeal.redeal_by=next", "deal.first_bidder=left_of_dealer"), "misdeal", 3, 4),
        ((), "all pass", 2, 2),
        (("auction.all_pass=next_dealer_redeals",), "all pass", 3, 3),
        (("auction.all_pass=next_dealer_redeals", "deal.first_bidder=left_of_dealer"), "all pass", 3, 4),
        (("auction.all_pass=same_dealer_redeals", "deal.first_bidder=left_of_dealer"), "all pass", 2, 3),
        (("misdeal.redeal_by=next",), "all pass", 2, 2),
        (("auction.all_pass=next_dealer_redeals",), "misdeal", 4, 4),
    ],
)
def test_who_deals_again(settings, outcome, dealer, opener):
    """A deal of seat 2, thrown in by seat 4 or because all passed."""
    table = at(*settings)
    table.begin(2)
    table.put("bidder", 4)
    table.throw_in(outcome)
    assert (table.get("dealer"), table.get("opener"), table.get("redeals")) == (dealer, opener, 1)


def test_the_seat_after_the_last_deals_next():
    table = at("misdeal.redeal_by=next", "deal.first_bidder=left_of_dealer")
    table.begin(4)
    table.throw_in("misdeal")
    assert (table.get("dealer"), table.get("opener")) == (0, 1)


# The exchange (A12, A27)


def declare(won, final, *settings, kitty=KITTY):
    """The fault of an exchange from one contract to another, if there is one."""
    table = at(*settings)
    table.begin()
    table.lay({0: STRONG}, kitty)
    fault = table.declare(0, won, kitty, "none", final)
    if fault is None and final:
        changed = f"{table.get('number')}{'SHDCN'[table.get('strain')]}"
        assert changed == final.rstrip("?")
    return fault


def reached(won, strain, *settings, blind=""):
    """The numbers at which the contract may end in a strain."""
    finals = {number: declare(won, f"{number}{strain}{blind}", *settings) for number in range(11, 22)}
    assert all(fault in (None, Fault("change", 0)) for fault in finals.values())
    return [number for number, fault in finals.items() if fault is None]


@pytest.mark.parametrize(
    ("won", "strain", "setting", "standard", "changed"),
    [
        ("14H", "S", "exchange.suit_to_suit=1", [16, 17, 18, 19, 20], [15, 16, 17, 18, 19, 20]),
        ("14H", "S", "exchange.suit_to_suit=0", [16, 17, 18, 19, 20], [14, 15, 16, 17, 18, 19, 20]),
        ("14H", "S", "exchange.suit_to_suit=-1", [16, 17, 18, 19, 20], []),
        ("18H", "N", "exchange.suit_to_notrump=2", [19, 20], [20]),
        ("18H", "N", "exchange.suit_to_notrump=-1", [19, 20], []),
        ("20H", "N", "exchange.suit_to_notrump=-1", [20], []),
        ("16N", "S", "exchange.notrump_to_suit=3", [18, 19, 20], [19, 20]),
        ("16N", "S", "exchange.notrump_to_suit=-1", [18, 19, 20], []),
        ("19H", "S", "exchange.cap_at_max=false", [20], []),
        ("18H", "S", "exchange.cap_at_max=false", [20], [20]),
        ("20H", "N", "exchange.free_at_max=none", [20], []),
        ("20H", "N", "exchange.free_at_max=any", [20], [20]),
        ("20H", "S", "exchange.free_at_max=any", [], [20]),
        ("20N", "S", "exchange.free_at_max=any", [], [20]),
        ("20H", "S", "exchange.free_at_max=none", [], []),
        ("17H", "H", "exchange.raise_without_change=false", [17, 18, 19, 20], [17]),
        ("14H", "S", "exchange.raise_without_change=false", [16, 17, 18, 19, 20], [16]),
        ("19H", "S", "exchange.raise_without_change=false", [20], [20]),
        ("20H", "N", "exchange.raise_without_change=false", [20], [20]),
        ("16H", "H", "auction.max_number=18", [16, 17, 18, 19, 20], [16, 17, 18]),
        ("17H", "S", "auction.max_number=18", [19, 20], [18]),
    ],
)
def test_what_a_change_costs(won, strain, setting, standard, changed):
    assert reached(won, strain) == standard
    assert reached(won, strain, setting) == changed


def test_changes_at_the_penalty_table():
    """PEN: any other strain at the same number, and no other number."""
    free = [
        "exchange.suit_to_suit=0", "exchange.suit_to_notrump=0", "exchange.notrump_to_suit=0",
        "exchange.free_at_max=any", "exchange.raise_without_change=false",
    ]  # fmt: skip
    for won in ("13H", "19N", "20S", "20N"):
        for strain in "SHDCN":
            assert reached(won, strain, *free) == [int(won[:2])]


def test_a_change_before_the_kitty_is_seen():
    """M40: +1, any other strain; no cap, nothing free; afterwards none."""
    blind = "exchange.blind_change=1"
    assert reached("14H", "S", blind, blind="?") == [15, 16, 17, 18, 19, 20]
    assert reached("14H", "N", blind, blind="?") == [15, 16, 17, 18, 19, 20]
    assert reached("14N", "S", blind, blind="?") == [15, 16, 17, 18, 19, 20]
    assert reached("14H", "H", blind, blind="?") == []
    assert reached("20H", "N", blind, blind="?") == []
    assert reached("19H", "S", "exchange.blind_change=2", blind="?") == []
    assert reached("20H", "N", "exchange.blind_change=0", blind="?") == [20]
    assert reached("14H", "S", blind, "exchange.raise_without_change=false", blind="?") == [15]
    assert reached("14H", "S", blind) == [16, 17, 18, 19, 20]  # after it, as ever
    assert declare("14H", "15N?", blind, "auction.notrump_allowed=false") == Fault("change", 0)


def test_after_a_blind_change_there_is_no_other():
    table = at("exchange.blind_change=1")
    table.begin()
    table.lay({0: STRONG}, KITTY)
    assert table.declare(0, "14H", KITTY, "none", "15S?") is None
    assert table.asked(0) == 3  # change, discard, friend
    table.begin()
    table.lay({0: STRONG}, KITTY)
    assert table.declare(0, "14H", KITTY, "none") is None
    assert table.asked(0) == 4


def test_discards_in_several_goes():
    """All of the kitty's number in the end, never more; each card once."""
    cards = [masks_of(card)[0] for card in ("HA", "C4", "D2", "SA")]
    good = [[cards[0] | cards[1] | cards[3]], [cards[0], cards[1] | cards[3]], [cards[0], cards[1], cards[3]]]
    bad = [[cards[0], cards[0]], [cards[0] | cards[1], cards[3] | masks_of("SK")[0]], [cards[2]], [0], [-1]]
    for answers, outcome in [(answers, None) for answers in good] + [
        (answers, Fault("exchange", 0)) for answers in bad
    ]:
        table = at()
        table.begin()
        table.lay({0: STRONG}, KITTY)
        table.put("bidder", 0)
        table.put("highest", bid_of("14H"))
        table.say(0, 0, *answers, masks_of("SA")[0])
        assert table.exchange() == outcome
        if outcome is None:
            assert table.cards("discard", 0) == ["C4", "HA", "SA"]
            assert len(table.cards("hand", 0)) == 10
            assert table.get("to_discard") == 0


# The score (A11-A13, 2.8)


def scores(contract, points, *settings, friend="SA", won="", table="standard"):
    """What seats 0 to 4 get: seat 0 declares, seat 1 holds SA; C2 is seat 0's own."""
    found = at(*settings, table=table)
    found.begin()
    found.lay({0: "C2 C3 C4", 1: "SA"}, KITTY)
    assert found.declare(0, won or contract, KITTY, friend, contract if won else "") is None
    found.put("points", points, 0)
    row = found.row()
    return [row[f"score_{seat}"] for seat in range(found.seats)]


def test_formulas():
    """15 made with 17: 2 x 2 + 2 = 6, 15 - 13 = 2, or 17 - 13 = 4; failed with 12: 3."""
    for formula, share in (("risk2", 6), ("penalty", 2), ("penalty_by_points", 4)):
        setting = f"score.formula={formula}"
        assert scores("15H", 17, setting) == [2 * share, share, -share, -share, -share]
        assert scores("15H", 12, setting) == [-6, -3, 3, 3, 3]


def test_bases():
    assert scores("15H", 17, "score.base=12") == [16, 8, -8, -8, -8]  # 2 x 3 + 2
    assert scores("15H", 17, "score.base=10", "score.formula=penalty") == [10, 5, -5, -5, -5]
    assert scores("15H", 17, "score.base=10", "score.formula=penalty_by_points") == [14, 7, -7, -7, -7]


def test_what_a_failed_contract_costs():
    """As much as making it exactly would have been worth: 15 is worth 4 by risk2, 2 as a penalty."""
    same = "score.failed=same_amount"
    assert scores("15H", 12) == [-6, -3, 3, 3, 3]
    assert scores("15H", 12, same) == [-8, -4, 4, 4, 4]
    for formula in ("penalty", "penalty_by_points"):
        assert scores("15H", 12, same, f"score.formula={formula}") == [-4, -2, 2, 2, 2]
    assert scores("13H", 12, same) == [0] * 5


def test_doublings_that_a_table_has_not():
    """15 made with 15 is 4; 15 made with 20 is 9; failed with 9 it is 6."""
    assert scores("15N", 15) == [16, 8, -8, -8, -8]
    assert scores("15N", 15, "score.double_notrump=never") == [8, 4, -4, -4, -4]
    assert scores("15H", 15, friend="none") == [32, -8, -8, -8, -8]
    assert scores("15H", 15, "score.double_open_solo=never", friend="none") == [16, -4, -4, -4, -4]
    assert scores("15H", 20) == [36, 18, -18, -18, -18]
    assert scores("15H", 20, "score.double_run=never") == [18, 9, -9, -9, -9]
    assert scores("15H", 9) == [-24, -12, 12, 12, 12]
    assert scores("15H", 9, "score.backrun_at_most=-1") == [-12, -6, 6, 6, 6]
    assert scores("15H", 10) == [-10, -5, 5, 5, 5]
    assert scores("15H", 10, "score.backrun_at_most=10") == [-20, -10, 10, 10, 10]
    assert scores("13H", 13, "score.backrun_at_most=20") == [0] * 5
    assert scores("14H", 15, "score.backrun_at_most=20") == [6, 3, -3, -3, -3]  # made: no back-run


def test_doublings_multiply_the_penalty_too():
    doubled = ["score.double_notrump=always", "score.double_open_solo=always", "score.double_run=all_points"]
    assert scores("15N", 20, *doubled, friend="none", table="penalty-5") == [0, 24, 24, 24, 24]
    assert scores("15N", 20, friend="none", table="penalty-5") == [0, 3, 3, 3, 3]


def test_stakes_of_a_changed_strain():
    """A12: not for a raise alone, nor for a change of mind."""
    for stake in (1, 2, 3):
        setting = f"exchange.change_stake={stake}"
        assert scores("16S", 16, setting, won="14H") == [12 * stake, 6 * stake, *[-6 * stake] * 3]
        assert scores("16H", 16, setting, won="14H") == [12, 6, -6, -6, -6]
        assert scores("16H", 15, setting, won="14S") == [-2 * stake, -stake, *[stake] * 3]
    both = scores("16N", 16, "exchange.change_stake=2", won="14H")
    assert both == [48, 24, -24, -24, -24]  # with the doubling of no-trump


@pytest.mark.parametrize("table", [f"penalty-{players}" for players in range(3, 9)])
@pytest.mark.parametrize("friends", range(5))
def test_payoffs_sum_to_0(table, friends):
    """Whatever the friends: each opponent pays one share, each friend gets one, the declarer the rest."""
    found = at("score.shares=2_1_-1", "score.formula=risk2", "score.failed=shortfall", table=table)
    if friends > found.seats - 1:
        return
    bid = found.options.auction.min_number + 1
    for points in (bid, bid - 3):
        found.begin()
        found.contract(f"{bid}H")
        for field, value in (("declarer", 0), ("bid", bid_of(f"{bid}H")), ("friends", 2**friends - 1 << 1)):
            found.put(field, value)
        found.put("points", points, 0)
        found.hold("exchanged", "", 0)
        row = found.row()
        share = 2 * (bid - found.options.score.base) if points == bid else -3
        others = found.seats - 1 - friends
        right = [share * (others - friends), *[share] * friends, *[-share] * others]
        assert [row[f"score_{seat}"] for seat in range(found.seats)] == right
        assert sum(right) == 0


def test_penalties_are_charged_to_the_losers():
    """PEN: the winners get 0."""
    charged = "score.shares=penalty_to_losers"
    assert scores("15H", 17, charged) == [0, 0, 6, 6, 6]
    assert scores("15H", 12, charged) == [3, 3, 0, 0, 0]
    assert scores("15H", 12, charged, friend="C2") == [3, 0, 0, 0, 0]
    assert scores("15H", 17, charged, friend="C2") == [0, 6, 6, 6, 6]
    assert scores("15H", 12, charged, friend="none") == [6, 0, 0, 0, 0]


def test_Q13_and_the_examples_of_PEN():
    """16 with 13 + 2 + 1 points is made: 4 each. 15 made 3 to each opponent, failed 3 to declarer and friend."""
    assert scores("16H", 16, table="penalty-5") == [0, 0, 4, 4, 4]
    assert scores("15H", 15, table="penalty-5") == [0, 0, 3, 3, 3]
    assert scores("15H", 14, table="penalty-5") == [3, 3, 0, 0, 0]
    assert scores("15S", 15, table="penalty-5", won="15H") == [0, 0, 6, 6, 6]
    assert scores("12H", 12, table="penalty-4") == [0, 0, 1, 1]
    assert scores("12H", 11, table="penalty-4") == [1, 1, 0, 0]


def test_three_players_have_no_friend():
    """1.3: 13 made is 13 - 10 = 3 to each of the two."""
    table = at(table="penalty-3")
    for points, right in ((13, [0, 3, 3]), (12, [3, 0, 0])):
        table.begin()
        table.lay({0: "C8 C9 CT", 1: "SA"}, "H7 H8 H9")
        assert table.declare(0, "13H", "H7 H8 H9") is None
        table.put("points", points, 0)
        row = table.row()
        assert [row[f"score_{seat}"] for seat in range(3)] == right
        assert (row["friend_call"], row["friends"]) == (-3, 0)
        assert table.numbers("foes", 0) == {1, 2}
