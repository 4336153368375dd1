"""The referee and the worked examples of the rules: those of the tables, and those of other tables whose rules the
options can express."""

import json
from pathlib import Path

import pytest
import referee_bids
import referee_cards
import referee_tricks
from referee_deals import deal_score
from referee_tables import TABLES, rules_of
from referee_written import legal, table, winner

DATA = Path(__file__).parent / "data"
VECTORS = [
    vector
    for name in ("standard-vectors.json", "penalty-vectors.json")
    for vector in json.loads((DATA / name).read_text(encoding="utf-8"))
]
KINDS = ["legal", "winner", "score", "bid", "change", "misdeal"]


def vectors(kind):
    return [pytest.param(vector, id=vector["id"]) for vector in VECTORS if vector["kind"] == kind]


def test_every_vector_has_a_test():
    assert {vector["kind"] for vector in VECTORS} == set(KINDS)
    assert {vector["table"] for vector in VECTORS} == set(TABLES) - {"penalty-7"}
    assert len(VECTORS) == 65 + 20


@pytest.mark.parametrize("vector", vectors("legal"))
def test_vector_legal(vector):
    rules = rules_of(vector["table"])
    found = referee_tricks.legal_plays(rules, vector["trump"], vector["trick"], vector["hand"], vector["plays"])
    assert sorted(found) == vector["legal"]


@pytest.mark.parametrize("vector", vectors("winner"))
def test_vector_winner(vector):
    rules = rules_of(vector["table"])
    found = referee_tricks.trick_winner(rules, vector["trump"], vector["trick"], vector["plays"])
    assert found == vector["winner"]
    assert referee_tricks.trick_points(vector["plays"]) == vector["points"]


@pytest.mark.parametrize("vector", vectors("score"))
def test_vector_score(vector):
    rules = rules_of(vector["table"])
    expected = {key: vector[key] for key in ("declarer", "friend", "defender")}
    stake = rules["exchange"]["change_stake"] if vector["trump_changed"] else 1
    assert deal_score(vector["contract"], vector["points"], vector["partner"], rules, stake) == expected


@pytest.mark.parametrize("vector", vectors("bid"))
def test_vector_bid(vector):
    found = referee_bids.bid_is_legal(rules_of(vector["table"]), vector["best"], vector["new"])
    assert found is vector["legal"]


@pytest.mark.parametrize("vector", vectors("change"))
def test_vector_change(vector):
    found = referee_bids.change_is_legal(rules_of(vector["table"]), vector["won"], vector["final"])
    assert found is vector["legal"]


@pytest.mark.parametrize("vector", vectors("misdeal"))
def test_vector_misdeal(vector):
    found = referee_cards.may_claim_misdeal(rules_of(vector["table"]), vector["hand"])
    assert found is vector["may_claim"]


# Tables that do not come with the program, as far as these examples need them

M40 = (
    "standard misdeal.ten=2 misdeal.spade_ace=2 misdeal.joker=0 misdeal.threshold=0 misdeal.when=own_any_turn "
    "auction.ends=at_top auction.notrump_wins_ties=false exchange.suit_to_notrump=2 exchange.free_at_max=any "
    "exchange.blind_change=1 joker.first_trick=banned joker.last_trick=banned joker.lead_first=banned "
    "joker.lead_last=banned joker.last_card=must_play_before_last joker.powerless_lead=named "
    "hunter.first_trick=true hunter.mighty_may_answer=false score.double_open_solo=never score.backrun_at_most=-1"
)
NAMU = "standard exchange.cap_at_max=false exchange.free_at_max=none"
GITHUB_RULES = (
    "standard joker.first_trick=banned joker.last_trick=banned joker.lead_first=banned joker.lead_last=banned "
    "lead.first_joker=banned lead.first_hunter=banned hunter.call=automatic hunter.presence_kills_joker=always"
)
LEAGUE = "standard hunter.under_own_suit=H3 misdeal.spade_ace=2"
PAGAT_4 = "standard deal.players=4 deal.removed=[2*,4*,H3,D3] auction.min_number=14 score.base=14"
BGA_3 = (
    "standard deal.players=3 deal.removed=[2*,3*,4*,5*,6*] hunter.card=C7 hunter.under_own_suit=S7 friend.kinds=[] "
    "auction.min_number=11 score.base=11"
)


@pytest.mark.parametrize(
    ("rules", "trump", "trick", "hand", "plays", "expected"),
    [
        pytest.param(M40, "D", 1, "JK S4 C9", "H5", "C9 S4", id="L60"),
        pytest.param(M40, "D", 9, "JK H5", "H2", "JK", id="L61"),
        pytest.param(M40, "D", 1, "JK C9 H4", "C3!", "JK", id="L63"),
        pytest.param("standard hunter.mighty_may_answer=false", "D", 5, "JK SA C9", "C3!", "JK", id="L64"),
        pytest.param("standard hunter.under_own_suit=C3", "C", 5, "JK C9 S4", "C3!", "JK", id="L66"),
        pytest.param("standard", "H", 1, "DT SA JK H2 S2", "D2", "DT JK SA", id="L72"),
        pytest.param("standard lead.first_trump=allowed", "H", 1, "H5 C2", "", "C2 H5", id="L73"),
        pytest.param(GITHUB_RULES, "D", 10, "JK", "H5", "JK", id="L75"),
        pytest.param(LEAGUE, "C", 5, "JK H9 S4", "H3!", "JK", id="L76"),
    ],
)
def test_other_tables_legal(rules, trump, trick, hand, plays, expected):
    assert legal(trump, trick, hand, plays, table(rules)) == set(expected.split())


@pytest.mark.parametrize(
    ("rules", "trump", "trick", "plays", "expected"),
    [
        pytest.param("standard joker.first_trick=powerless_if_led", "D", 1, "H5 JK H7 C2 H2", 1, id="W64"),
        pytest.param("standard mighty.under_own_suit=CA", "S", 5, "H5 CA SA HK S2", 1, id="W65"),
        pytest.param("standard", "H", 3, "C5 CK", 1, id="W67"),
    ],
)
def test_other_tables_winner(rules, trump, trick, plays, expected):
    assert winner(trump, trick, plays, table(rules)) == expected


@pytest.mark.parametrize(
    ("rules", "contract", "points", "partner", "declarer", "friend", "defender"),
    [
        pytest.param(PAGAT_4, "15D", 16, "friend", 3, 3, -3, id="P40"),
        pytest.param(PAGAT_4, "16N", 18, "open", 72, None, -24, id="P42"),
        pytest.param(BGA_3, "12D", 14, "secret", 8, None, -4, id="P43"),
        pytest.param("standard score.backrun_at_most=10", "14D", 10, "friend", -16, -8, 8, id="P61"),
        pytest.param(M40, "15D", 16, "open", 20, None, -5, id="P65"),
        pytest.param("standard", "15D", 9, "friend", -24, -12, 12, id="P67"),
    ],
)
def test_other_tables_score(rules, contract, points, partner, declarer, friend, defender):
    expected = {"declarer": declarer, "friend": friend, "defender": defender}
    assert deal_score(contract, points, partner, table(rules)) == expected


@pytest.mark.parametrize(
    ("rules", "best", "new", "expected"),
    [
        pytest.param(M40, "14S", "14N", False, id="B12"),
        pytest.param("standard auction.max_number=23 auction.notrump_allowed=false", "20S", "21H", True, id="B16"),
    ],
)
def test_other_tables_bid(rules, best, new, expected):
    assert referee_bids.bid_is_legal(table(rules), best, new) is expected


@pytest.mark.parametrize(
    ("rules", "won", "final", "expected"),
    [
        pytest.param(M40, "20H", "20S", True, id="X12"),
        pytest.param("standard exchange.notrump_to_suit=3", "14N", "17H", True, id="X13"),
        pytest.param("standard exchange.notrump_to_suit=3", "14N", "16H", False, id="X13, one less"),
        pytest.param(NAMU, "19H", "20S", False, id="X15"),
        pytest.param(NAMU, "19H", "20N", True, id="X16"),
    ],
)
def test_other_tables_change(rules, won, final, expected):
    assert referee_bids.change_is_legal(table(rules), won, final) is expected


KMLA = "standard misdeal.ten=2 misdeal.spade_ace=2 misdeal.threshold=2"


@pytest.mark.parametrize(
    ("rules", "hand", "expected"),
    [
        pytest.param(M40, "S2 S3 S4 S5 S6 S7 S8 D2 DJ JK", False, id="M11"),
        pytest.param(KMLA, "S2 S3 S4 S5 S6 S7 S8 D2 DJ HQ", False, id="M15"),
        pytest.param(LEAGUE, "S2 S3 S4 S5 S6 S7 S8 D2 SA D3", False, id="M17"),
    ],
)
def test_other_tables_misdeal(rules, hand, expected):
    assert referee_cards.may_claim_misdeal(table(rules), hand.split()) is expected
