"""Parameters of strategies: declared, set, read by compiled and uncompiled functions, and told in results."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from written import keep_compiled_code_in, strategy_text, write_strategy, write_text

from mighty_sim.errors import InputError, StrategyFault, UnknownName
from mighty_sim.experiment import Experiment
from mighty_sim.kernels.batch import Batch
from mighty_sim.kernels.parameters import parameter
from mighty_sim.rules import load_table
from mighty_sim.strategy import load

DECLARED = """
boldness = parameter(0.5, 0.0, 1.0, "how bold")
highest_bid = parameter(15, 13, 20, "where it stops")
"""
#: Bids spades up to a number that both parameters fix.
BID = """
least = game.least(0)
stop = me.value(highest_bid) + me.value(boldness) // 500
return call(least, 0) if least <= stop or game.must_bid else PASS
"""


@given(st.integers(-2000, 2000), st.integers(0, 3000), st.integers(0, 3000))
def test_decimals_are_thousandths_and_read_as_written(low, more, further):
    default, high = low + more, low + more + further
    named = parameter(default / 1000, low / 1000, high / 1000)
    assert (named.default, named.low, named.high) == (default, low, high)
    assert named.parse(named.text(default)) == default
    assert named.parse(f"{high / 1000:.3f}") == high


def test_whole_numbers_are_themselves():
    named = parameter(3, 0, 10)
    assert (named.parse("7"), named.text(7), named.range_text) == (7, "7", "0 to 10")
    assert named.parse("7.0") == 7
    assert parameter(0.5, 0, 1).parse("1") == 1000  # one decimal is enough


@pytest.mark.parametrize("text", ["", "x", "nan", "inf", "0.0005", "1_0x"])
def test_what_is_no_number_is_refused(text):
    named = parameter(0.5, 0.0, 1.0)
    named.name = "boldness"
    with pytest.raises(InputError, match=r"boldness=.*: not a number with at most three decimals; it can be 0 to 1"):
        named.parse(text)


def test_a_range_is_a_range():
    with pytest.raises(InputError, match="default has to lie between"):
        parameter(2, 0, 1)
    with pytest.raises(InputError, match="have to be numbers"):
        parameter("much", 0, 1)
    with pytest.raises(InputError, match="have to be numbers"):
        parameter(float("nan"), 0, 1)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    keep_compiled_code_in(tmp_path / "cache", monkeypatch)
    return tmp_path


def numbers_bid(strategy):
    batch = Batch(Experiment(load_table("standard"), (strategy,) * 5, 3))
    out = np.zeros((len(batch.columns), 200), np.int16)
    batch.play(0, 200, out, 0)
    return out[[column.name for column in batch.columns].index("bid")]


def test_a_value_changes_the_play_and_compiles_nothing(folder):
    strategy = write_strategy(folder, strategy_text(DECLARED, bid=BID))
    bold = load(strategy.path, {"boldness": "1"})
    high = load(strategy.path, {"highest_bid": "19", "boldness": "0.25"})
    assert strategy.hooks["bid"] is bold.hooks["bid"] is high.hooks["bid"]
    assert set(numbers_bid(strategy)) == {16}  # all of them bid spades until none may: 15 + 500 // 500
    assert set(numbers_bid(bold)) == {17}
    assert set(numbers_bid(high)) == {19}


def test_names_and_values_are_told(folder):
    path = write_text(folder, strategy_text(DECLARED, bid=BID), "mine")
    plain, bold = load(path), load(path, {"boldness": "0.70"})
    assert (plain.name, plain.spec, plain.values) == ("mine", str(path), {"boldness": 500, "highest_bid": 15})
    assert (bold.name, bold.spec) == ("mine:boldness=0.7", f"{path}:boldness=0.7")
    assert plain.sha256 == bold.sha256
    first, second = (Experiment(load_table("standard"), (item,) * 5, 3) for item in (plain, bold))
    assert second.provenance()["strategies"][0] == {
        "name": "mine", "sha256": bold.sha256, "parameters": {"boldness": "0.7", "highest_bid": "15"},
    }  # fmt: skip
    assert first.digest != second.digest
    assert load(path, {"boldness": "0.5"}).name == "mine"  # set to its default


def test_wrong_settings_are_refused(folder):
    path = write_text(folder, strategy_text(DECLARED, bid=BID), "mine")
    with pytest.raises(UnknownName, match=r"unknown parameter of 'mine' 'bold'; did you mean 'boldness'"):
        load(path, {"bold": "1"})
    with pytest.raises(InputError, match=r"^mine: boldness=1.5 is out of range; it can be 0 to 1$"):
        load(path, {"boldness": "1.5"})
    plain = write_text(folder, strategy_text(), "plain")
    with pytest.raises(InputError, match=r"^'plain' has no parameters, so no 'x'$"):
        load(plain, {"x": "1"})


def test_a_base_answers_what_is_left_out_and_its_parameters_can_be_set(folder):
    write_text(folder, strategy_text(DECLARED, bid=BID), "mine")
    child = load(write_text(folder, 'base = "./mine.py:boldness=1"\n', "child"))
    grandchild = load(write_text(folder, 'base = "./child.py:highest_bid=17"\n', "grandchild"))
    assert child.name == "child"
    assert child.values == {"boldness": 1000, "highest_bid": 15}
    assert set(numbers_bid(child)) == {17}
    assert set(numbers_bid(grandchild)) == {19}
    again = load(child.path, {"boldness": "0"})
    assert again.name == "child:boldness=0"
    assert set(numbers_bid(again)) == {15}


def test_own_parameters_come_beside_those_of_the_base(folder):
    write_text(folder, strategy_text(DECLARED, bid=BID), "mine")
    text = """
from mighty_sim.strategy import *
base = "./mine.py"
shift = parameter(1, 0, 3, "what is added")

@play
def other_card(game, me):
    return lowest(me.legal) if me.value(shift) and not me.legal & game.joker else highest(me.legal & ~game.joker)
"""
    child = load(write_text(folder, text, "child"), {"highest_bid": "17"})
    assert child.values == {"boldness": 500, "highest_bid": 17, "shift": 1}
    assert child.hooks["bid"].__name__ == "my_bid"
    assert child.hooks["play"].__name__ == "other_card"


def test_a_plan_goes_with_its_bid_and_a_lead_with_its_play(folder):
    whole = strategy_text(plan="return 7", lead="return right_card(game, me)", claim="return 1", change="return 0")
    write_text(folder, whole, "whole")
    start = 'from mighty_sim.strategy import *\nbase = "./whole.py"\n'
    bids = load(write_text(folder, start + "@bid\ndef b(game, me):\n    return call(game.least(0), 0)\n", "bids"))
    plays = load(write_text(folder, start + "@play\ndef p(game, me):\n    return lowest(me.legal)\n", "plays"))
    assert set(bids.hooks) == {"bid", "exchange", "friend", "play", "lead"}
    assert set(plays.hooks) == {"bid", "plan", "claim", "change", "exchange", "friend", "play"}


def test_what_a_base_cannot_be(folder):
    for text, said in [
        ("base = 3\n", r"base = 3; it names a strategy"),
        ('base = "./self.py"\n', r"does one name itself\?"),
        ('base = "./nobody.py"\n', r"base = './nobody.py': no strategy file"),
        ('base = "grredy"\n', r"did you mean 'greedy'"),
        ("x = 1\n", r"no function marked @bid, @exchange, @friend, @play, and no base"),
    ]:
        with pytest.raises(StrategyFault, match=said):
            load(write_text(folder, text, "self"))


def test_the_same_name_twice_is_refused(folder):
    write_text(folder, strategy_text(DECLARED), "mine")
    text = 'from mighty_sim.strategy import *\nbase = "./mine.py"\nboldness = parameter(1, 0, 2)\n'
    with pytest.raises(StrategyFault, match=r"its base has a parameter 'boldness' too; set it in base = "):
        load(write_text(folder, text, "child"))


def test_too_many_parameters_are_refused(folder):
    lines = "".join(f"p{number} = parameter(1, 0, 2)\n" for number in range(65))
    with pytest.raises(StrategyFault, match="65 parameters; there is room for 64"):
        write_strategy(folder, strategy_text(lines))


def test_the_hash_is_of_all_that_the_play_depends_on(folder):
    mine = write_text(folder, strategy_text(DECLARED, bid=BID), "mine")
    child = write_text(folder, 'base = "./mine.py"\n', "child")
    first = load(child).sha256
    mine.write_text(strategy_text(DECLARED, bid=BID) + "# changed\n", encoding="utf-8")
    assert load(child).sha256 != first


def test_modules_beside_a_strategy_are_hashed(folder, monkeypatch):
    package = folder / "clubhouse_of_tests"
    package.mkdir()
    write_text(package, "", "__init__")
    tricks = write_text(package, "TOP = 14\n\ndef limit():\n    return TOP\n", "tricks")
    text = strategy_text(bid=BODY_OF_TOP).replace('"""For a test."""', "import clubhouse_of_tests.tricks as tricks")
    path = write_text(package, text, "player")
    monkeypatch.syspath_prepend(str(folder))
    first = load(path).sha256
    tricks.write_text("TOP = 15\n\ndef limit():\n    return TOP\n", encoding="utf-8")
    assert load(path).sha256 != first


BODY_OF_TOP = "return call(game.least(0), 0) if game.least(0) <= 14 or game.must_bid else PASS"
