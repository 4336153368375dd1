"""Every option flipped alone, from `standard` and from `penalty-5`, and judged by the referee as test_judged.py does.

Options that hang together (players, packs, hands; a friend call and the request to him) are flipped together.
"""

from pathlib import Path

import pytest
from judging import Job, judged_all

from mighty_sim.glossary import options
from mighty_sim.rules import load_table

BASES = ("standard", "penalty-5")
RANDOM, EAGER = 20, 30  # deals of each flip by each player

# Each entry is one flip: an option with a value, or several that only fit together.
FLIPS = """
deal.first_bidder=dealer
deal.first_bidder=left_of_dealer
deal.hand=9 deal.kitty=8
deal.hand=8 deal.kitty=12 deal.removed=C2
deal.jokers=0 deal.kitty=2 hunter.card=none
deal.players=3 deal.hand=16 deal.kitty=5
deal.players=4 deal.hand=12 deal.kitty=3 deal.removed=H2,C2
deal.players=6 deal.hand=8 deal.kitty=5
deal.players=5 deal.packs=2 deal.jokers=2 deal.hand=18 deal.kitty=6 deal.removed=2*,S3,H3 auction.max_number=40
deal.players=6 deal.packs=2 deal.jokers=4 deal.hand=18 deal.kitty=0 auction.max_number=40
deal.players=6 deal.packs=2 deal.jokers=4 deal.hand=16 deal.kitty=12 auction.max_number=40
misdeal.enabled=true
misdeal.enabled=false
misdeal.honor=1
misdeal.ten=2
misdeal.spade_ace=2
misdeal.joker=0
misdeal.threshold=3
misdeal.when=own_any_turn misdeal.threshold=4 misdeal.enabled=true
misdeal.when=before_bidding misdeal.threshold=4 misdeal.enabled=true
misdeal.optional=false misdeal.threshold=4 misdeal.enabled=true
misdeal.redeal_by=same misdeal.enabled=true misdeal.threshold=4
misdeal.redeal_by=next misdeal.enabled=true misdeal.threshold=4
misdeal.redeal_by=claimant misdeal.enabled=true misdeal.threshold=4
auction.min_number=14
auction.max_number=17
auction.notrump_allowed=false
auction.notrump_wins_ties=false
auction.suit_order=SHDC
auction.suit_order=SDHC
auction.opener_may_pass=false
auction.ends=one_left
auction.ends=unbeatable
auction.ends=at_top
auction.ends=unbeatable_and_no_claim_left
auction.all_pass=next_dealer_redeals
exchange.suit_to_suit=-1
exchange.suit_to_suit=1
exchange.suit_to_notrump=-1
exchange.suit_to_notrump=2
exchange.notrump_to_suit=-1
exchange.notrump_to_suit=3
exchange.cap_at_max=false
exchange.free_at_max=any
exchange.free_at_max=none
exchange.free_at_max=to_notrump
exchange.raise_without_change=true
exchange.raise_without_change=false
exchange.blind_change=0
exchange.blind_change=1
exchange.change_stake=1
exchange.change_stake=3
friend.kinds=card
friend.kinds=own_card,first_trick
friend.kinds=none friend.suit_request=off
friend.kinds=[] friend.suit_request=off
friend.uncallable=JK,SA
friend.copies=first_played
friend.suit_request=off
friend.suit_request=advisory_at_top_notrump
friend.suit_request=binding_first_lead_at_top_notrump auction.min_number=18
friend.suit_request=binding_all_leads_at_top_notrump auction.min_number=18
lead.first_trump=allowed
lead.first_trump=only_if_all_trump_or_joker
lead.first_trump=only_if_all_trump_or_special
lead.first_joker=banned
lead.first_joker=allowed
lead.first_hunter=banned
lead.first_hunter=allowed
lead.first_mighty=banned
lead.fallback=trump_before_joker_and_hunter
lead.fallback=hunter_then_trump
mighty.card=HA
mighty.under_own_suit=CA
mighty.sole_card_of_suit=mighty_only
mighty.sole_card_of_suit=no_duty
mighty.switches_suit=true
mighty.switches_suit=false
joker.first_trick=normal
joker.first_trick=powerless
joker.first_trick=powerless_if_led
joker.first_trick=banned
joker.last_trick=normal
joker.last_trick=powerless
joker.last_trick=powerless_if_led
joker.last_trick=banned
joker.lead_first=banned
joker.lead_first=allowed
joker.lead_last=banned
joker.lead_last=allowed
joker.last_card=with_power
joker.last_card=must_play_before_last
joker.ignores_suit=false
joker.names=not_trump_in_first_trick joker.first_trick=normal joker.lead_first=allowed lead.first_joker=allowed
joker.names=second_card
joker.names=trump
joker.powerless_lead=named
hunter.card=C4
hunter.card=none
hunter.under_own_suit=H3
hunter.trigger=any_play
hunter.trigger=lead
hunter.trigger=any_play hunter.call=optional
hunter.call=automatic
hunter.call=optional
hunter.first_trick=true
hunter.first_trick=false
hunter.last_trick=false
hunter.scope=next_only
hunter.scope=one_joker
hunter.mighty_may_answer=false
hunter.called_joker_power=kept
hunter.presence_kills_joker=always
hunter.presence_kills_joker=after_first_trick
hunter.presence_kills_joker=never
score.formula=penalty
score.formula=penalty_by_points
score.formula=risk2
score.base=10
score.failed=same_amount
score.failed=shortfall
score.double_notrump=always
score.double_notrump=never
score.double_open_solo=always
score.double_open_solo=never
score.double_run=all_points
score.double_run=never
score.backrun_at_most=-1
score.backrun_at_most=10
score.shares=penalty_to_losers
score.shares=2_1_-1
"""
LINES = [tuple(line.split()) for line in FLIPS.strip().splitlines()]

# They matter between the deals of a match only, and one deal says nothing of them.
OF_A_MATCH = {"deal.next_dealer", "match.ends", "match.deals", "match.total", "match.wins"}
PARTS = 6


def flips(base: str) -> list[tuple[str, ...]]:
    """The lines that change something at this table."""
    return [line for line in LINES if load_table(base, line) != load_table(base)]


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("base", BASES)
def test_flips(base: str, part: int, tmp_path: Path) -> None:
    lines = flips(base)[part::PARTS]
    jobs = [Job("random", 0, RANDOM, table=base, settings=line) for line in lines]
    jobs += [Job("eager", 100, EAGER, table=base, settings=line) for line in lines]
    assert len(judged_all(jobs, tmp_path)) == 2 * len(lines)


def test_no_option_is_left_out() -> None:
    flipped = {setting.partition("=")[0] for line in LINES for setting in line}
    assert {key for key, option in options().items() if key not in flipped and len(option.words) != 1} == OF_A_MATCH


def test_no_value_is_left_out() -> None:
    played = [load_table(base, line) for base in BASES for line in [(), *flips(base)]]
    for key, option in options().items():
        if key not in OF_A_MATCH:
            values = [rules.value(key) for rules in played]
            tried = {item for value in values for item in (value if option.is_list else [value])}
            assert set(option.words) <= tried, key
