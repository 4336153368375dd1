"""A run that goes on after wrong answers: what stands for them, how many they were, and that nothing else changes."""

import json
from dataclasses import replace

import numpy as np
import pytest
import referee
from faulty import FAULTS
from replaced import going_on, rows_of
from uncompiled import TESTS, run_uncompiled
from written import keep_compiled_code_in, strategy_text, write_strategy

from mighty_sim import record
from mighty_sim.errors import InputError, StrategyFault
from mighty_sim.experiment import Experiment, from_names
from mighty_sim.kernels.batch import Batch, columns_for, compile_run
from mighty_sim.kernels.copies import ONE_PACK, TWO_PACKS
from mighty_sim.kernels.match import MatchBatch, MatchRows
from mighty_sim.rules import load_table

STANDARD = load_table("standard")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """For all strategies of these tests."""
    return tmp_path_factory.mktemp("replaced")


@pytest.fixture(scope="module", autouse=True)
def _kernels_are_kept():
    """Compile the kernels, or find them compiled, before the folder for compiled code is a new one."""
    for mode in (None, ONE_PACK, TWO_PACKS):
        compile_run(mode)
    MatchBatch(from_names("standard", "random", 1))


@pytest.fixture(autouse=True)
def _compiled_code_goes_away(folder, monkeypatch):
    keep_compiled_code_in(folder, monkeypatch)


@pytest.fixture(scope="module")
def plainly(folder):
    """What goes on without the compiler, {fault: {"rows": …, "traces": …}}."""
    return json.loads(run_uncompiled(str(TESTS / "replaced.py"), str(folder)))


@pytest.mark.parametrize("name", FAULTS)
def test_compiled_or_not_it_goes_on_the_same(folder, plainly, name) -> None:
    rows = rows_of(going_on(name, folder))
    assert rows.tolist() == plainly[name]["rows"]
    assert rows[-1].any(), "no deal of these shows the fault"


@pytest.mark.parametrize("name", FAULTS)
def test_deals_that_went_on_keep_the_rules_and_mark_every_fault(plainly, name) -> None:
    for trace in plainly[name]["traces"]:
        calls = [call for part in [*trace["redeals"], trace] for call in part["auction"]]
        plays = [play for trick in trace["tricks"] for play in trick["plays"]]
        marked = [item["replaced"] for item in [*calls, *plays, *trace["replaced"]] if "replaced" in item]
        assert trace["faults"] == len(marked) == plainly[name]["rows"][-1][trace["deal"]]
        assert all(marked)
        for play in plays:
            legal = play.pop("legal")
            if "replaced" in play:
                ranks = [(card == "JK", "23456789TJQKA".find(card[1]), "SHDC".find(card[0])) for card in legal]
                assert play["card"] == legal[ranks.index(min(ranks))]
                assert "demands_joker" not in play
        record.check(trace)
        referee.judge(trace, {"seat": 2, "number": 15} if FAULTS[name].forced else None)


FIRST = {
    "plan": "return 0",
    "claim": "return 0",
    "bid": """best = 0
for strain in range(1, 5):
    if game.least(strain) < game.least(best):
        best = strain
return call(game.least(best), best) if game.must_bid else PASS""",
    "change": "return 0",
    "exchange": "return sum_of(me.hand, min(game.to_discard, count(me.hand)))",
    "friend": "return lowest(me.callable)",
    "play": """card = lowest(me.legal)
if card & game.joker and game.table == 0 and game.nameable:
    return naming(card, index(lowest(game.nameable)) & 3)
return card""",
}
WRONG = dict.fromkeys(FIRST, "return -1") | {"plan": "raise ValueError('no plan')"}
TABLES = ["standard", "penalty-3", "penalty-5", "penalty-7", "penalty-8"]


@pytest.mark.parametrize("table", TABLES)
def test_it_is_as_if_the_strategy_had_given_the_first_legal_answer(folder, table) -> None:
    """At every question; the opener has to bid, or nobody would."""
    rules = load_table(table, ["auction.opener_may_pass=false"])
    wrong, first = (
        write_strategy(folder, strategy_text(**bodies), name)
        for bodies, name in ((WRONG, "wrong"), (FIRST, "first"))
    )
    found = []
    for strategy in (wrong, first):
        wanted = Experiment(rules, (strategy,) * rules.deal.players, 7, on_fault="first-legal")
        batch = Batch(wanted)
        rows = np.zeros((len(batch.columns), 300), np.int16)
        batch.play(0, 300, rows, 0)
        found.append(rows)
    np.testing.assert_array_equal(found[0][:-1], found[1][:-1])
    assert not found[1][-1].any()
    # every card but each last one, which is asked for only if it is special, a call and a plan of everybody
    least = rules.deal.players * (rules.deal.hand - 1) + 2 * rules.deal.players
    assert (found[0][-1] >= least).all()
    assert len(np.unique(found[0], axis=1).T) > 100


def test_a_strategy_without_faults_plays_the_same_and_has_one_column_more(folder) -> None:
    stops = Experiment(STANDARD, (write_strategy(folder, strategy_text()),) * 5, 5)
    plain, counted = rows_of(stops), rows_of(replace(stops, on_fault="first-legal"))
    np.testing.assert_array_equal(plain, counted[:-1])
    assert not counted[-1].any()
    names = [column.name for column in columns_for(STANDARD)]
    assert [column.name for column in columns_for(STANDARD, "first-legal")] == [*names, "faults"]


def test_faults_are_counted_up_to_what_a_column_holds(folder) -> None:
    """Over the deals that were thrown in, too: four seats that fail at each call, and one that bids very seldom."""
    fails = write_strategy(folder, strategy_text(bid="return -1"), "fails")
    seldom = "return call(13, 0) if game.highest == 0 and me.draw(6000) == 0 else PASS"
    bids = write_strategy(folder, strategy_text(bid=seldom), "bids")
    rules = load_table("standard", ["misdeal.enabled=false"])  # so that everybody is asked each time
    batch = Batch(Experiment(rules, (fails,) * 4 + (bids,), 5, on_fault="first-legal"))
    rows, redeals = np.zeros((len(batch.columns), 1), np.int16), 0
    for deal in range(100):
        try:
            batch.play(deal, 1, rows, 0)
        except StrategyFault as fault:  # nobody bid in 10,000 deals, which no answer can stand for
            assert "thrown in 10,000 times" in str(fault)
            continue
        redeals = int(rows[0, 0])
        if redeals > 8192:
            break
        assert 4 * redeals <= rows[-1, 0] <= 4 * redeals + 4
    assert redeals > 8192, "no deal was thrown in so often"
    assert rows[-1, 0] == 2**15 - 1


def test_matches_go_on_too(folder) -> None:
    wanted = going_on("does not follow", folder)
    played = MatchBatch(wanted).play(0, 3)
    faults = played.rows[[column.name for column in columns_for(STANDARD, "first-legal")].index("faults")]
    assert (faults > 0).sum() > 20
    in_matches = MatchRows(replace(wanted, in_matches=True))
    rows = np.zeros((len(in_matches.columns), 30), np.int16)
    in_matches.play(0, 30, rows, 0)
    np.testing.assert_array_equal(rows[: len(played.rows)], played.rows)
    assert [column.name for column in in_matches.columns][-7:-5] == ["faults", "match_deal"]


def test_only_a_run_that_goes_on_says_so() -> None:
    """Folders of runs that stop stay what they were."""
    from fake_batch import made_up

    stops = made_up()
    goes_on = replace(stops, on_fault="first-legal")
    assert "on_fault" not in stops.provenance()
    assert goes_on.provenance() == stops.provenance() | {"on_fault": "first-legal"}
    assert "first-legal" in goes_on.slug
    assert "first-legal" not in stops.slug
    with pytest.raises(InputError, match="'never'; it can be stop or first-legal"):
        replace(stops, on_fault="never")
