"""The kit passes sound strategies, our own among them, and finds what is wrong with others."""

from pathlib import Path

import pytest
from written import keep_compiled_code_in, strategy_text, write_text

from mighty_sim import conformance
from mighty_sim.catalog import strategy_names
from mighty_sim.conformance import Plan, Report, examine
from mighty_sim.cost import Cost
from mighty_sim.errors import BadStrategy, InputError, UnknownName
from mighty_sim.rules import table_names

#: Tables at which every shipped strategy is checked here, and one that is checked at all.
FEW, STOCK = ["standard", "penalty-7"], "steady" if "steady" in strategy_names() else "greedy"


@pytest.fixture(autouse=True)
def _no_time_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Times have tests of their own, and take long."""
    monkeypatch.setattr(conformance, "compile_time", lambda strategy: 1.5)
    monkeypatch.setattr(conformance, "cost", lambda experiment: Cost(800.0, 1.25, 1000))


def check(folder: Path, text: str, *tables: str, deals: int = 200) -> Report:
    return examine(Plan(str(write_text(folder, text)), tables or ["standard"], deals, questions=25))


def wrong(report: Report) -> dict[str, str]:
    """What failed, by check; at one table."""
    return {one.check: one.note for one in report.findings if not one.passed}


@pytest.mark.parametrize("name", strategy_names())
def test_our_own_strategies_pass(name: str) -> None:
    tables = table_names() if name == STOCK else FEW
    report = examine(Plan(name, tables, 400, questions=40))
    assert report.passed, wrong(report)
    checks = ["legal", "repeatable", "forgets", "blind", "bids"]
    found = [(one.check, one.table) for one in report.findings]
    assert found[: len(tables) * len(checks)] == [(check, table) for table in tables for check in checks]
    assert [check for check, _ in found[len(tables) * len(checks) :]] == ["compiling", "speed"]
    assert all(one.n >= 40 for one in report.findings if one.check != "compiling")
    assert [portrait.table for portrait in report.portraits] == tables


def test_a_portrait_is_that_of_the_strategy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It bids 14 in spades, always, and calls nobody."""
    keep_compiled_code_in(tmp_path, monkeypatch)
    report = check(tmp_path, strategy_text())
    assert report.passed, wrong(report)
    measures = {name: one.value for name, one in report.portraits[0].measures.items()}
    exact = {"contract": 14, "calls_nobody": 1, "notrump": 0, "thrown_in": 0}
    assert {name: measures[name] for name in exact} == exact
    assert 0 < measures["made"] < 1
    assert 0 < measures["declares"] < 0.2  # random bids higher now and then
    speed = report.findings[-1]
    assert (speed.value, speed.note) == (800.0, "800 ns a deal and processor, 1.25 times as long as greedy")


SLIPS = {
    "plays two cards": {"play": "return me.legal if count(me.legal) > 1 else right_card(game, me)"},
    "asks for a suit where it declares at the top": {
        "friend": "return requesting(FIRST_TRICK, 1) if game.number == game.top_number else ALONE"
    },
    "bids too low above 15": {
        "bid": "if game.highest >> 3 > 15:\n    return call(1, 0)\n"
        "return call(game.least(0), 0) if game.least(0) < 15 or game.must_bid else PASS"
    },
}


@pytest.mark.parametrize("slip", SLIPS)
def test_an_answer_against_the_rules_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slip: str) -> None:
    """Alone, where it has to declare at the top, and beside others that bid as it never does."""
    keep_compiled_code_in(tmp_path, monkeypatch)
    report = check(tmp_path, strategy_text(**SLIPS[slip]))
    found = wrong(report)
    assert found.keys() == {"legal"}
    assert "strategy 'trial' at seat " in found["legal"]
    assert "; see: mighty-sim replay --table standard " in found["legal"]
    assert not report.passed
    assert report.portraits == []


PEEKS = "plain = me.legal & ~game.joker\nif not plain:\n    return right_card(game, me)\n"
PEEKS += "return lowest(plain) if me._record.next.hand & SPADES else highest(plain)"
REMEMBERS = "HEARD.append(me.seat)\ncan = game.least(0) < 16 and len(HEARD) % 3\n"
REMEMBERS += "return call(game.least(0), 0) if can or game.must_bid else PASS"


def test_a_fair_player_in_pure_python_passes(tmp_path: Path) -> None:
    """With a list, luck of its seat, and what it has imported; its portrait is drawn like any other's."""
    more = "\nfrom collections import Counter\ncompiled = False\n"
    lists = "held = Counter(card % 4 for card in range(52) if me.hand >> card & 1)\n"
    bid = lists + "suit = max(range(4), key=lambda one: held[one])\nlow = game.least(suit)\n"
    bid += "return call(low, suit) if game.must_bid or (low < 16 and held[suit] > 4 - me.draw(2)) else PASS"
    report = check(tmp_path, strategy_text(more, bid=bid), deals=120)
    assert report.passed, wrong(report)
    assert [one.check for one in report.findings][-1] == "speed"
    assert "in pure Python" in report.findings[-1].note
    assert 0 < report.portraits[0].measures["made"].value < 1


@pytest.mark.parametrize(
    ("what", "checks"), [({"play": PEEKS}, {"blind"}), ({"bid": REMEMBERS}, {"repeatable", "forgets", "blind"})]
)
def test_a_cheat_in_pure_python_fails(tmp_path: Path, what: dict[str, str], checks: set[str]) -> None:
    report = check(tmp_path, strategy_text("\ncompiled = False\nHEARD = []\n", **what), deals=120)
    assert wrong(report).keys() == checks
    assert "it " in wrong(report)["blind"]


def test_who_never_bids_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_compiled_code_in(tmp_path, monkeypatch)
    report = check(tmp_path, strategy_text(bid="return call(14, 0) if game.must_bid else PASS"))
    assert wrong(report).keys() == {"bids"}
    assert "nobody bids; thrown in 10,000 times" in wrong(report)["bids"]
    assert {one.check for one in report.findings if one.passed} >= {"legal", "blind"}


def test_who_bids_too_seldom_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_compiled_code_in(tmp_path, monkeypatch)
    bid = "return call(game.least(0), 0) if game.must_bid or (game.highest == 0 and me.draw(200) == 0) else PASS"
    report = check(tmp_path, strategy_text(bid=bid))
    assert wrong(report).keys() == {"bids"}
    assert "of auctions, of which 90% may be" in wrong(report)["bids"]


def test_what_is_wrong_at_one_table_is_no_fault_of_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_compiled_code_in(tmp_path, monkeypatch)
    text = strategy_text(play="return 0 if game.players == 4 else right_card(game, me)")
    report = check(tmp_path, text, "penalty-4", "standard")
    assert {(one.check, one.table) for one in report.findings if not one.passed} == {("legal", "penalty-4")}
    assert [portrait.table for portrait in report.portraits] == ["standard"]


@pytest.mark.parametrize(
    ("plan", "error", "said"),
    [
        (Plan("greedy,random", ["standard"]), InputError, "'greedy,random' are several strategies"),
        (Plan("greedi", ["standard"]), UnknownName, "did you mean 'greedy'"),
        (Plan("greedy", ["standart"]), UnknownName, "did you mean 'standard'"),
        (Plan("greedy", ["standard"], 5), InputError, "5 deals are too few"),
    ],
)
def test_what_cannot_be_checked_is_refused(plan: Plan, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        examine(plan)


def test_what_cannot_be_compiled_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    with pytest.raises(BadStrategy, match="'tabel'"):
        check(tmp_path, strategy_text(play="return game.tabel"))
