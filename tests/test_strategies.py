"""How a strategy is loaded, what it may see, and that whatever it does wrong ends in a StrategyFault that tells."""

import json
import re

import numba
import numpy as np
import pytest
from faulty import DEALS, FAULTS, experiment, told
from play_deals import batch_of, rows_of
from uncompiled import ROOT, TESTS, run_uncompiled
from written import BODIES, keep_compiled_code_in, strategy_text, write_strategy, write_text

from mighty_sim.catalog import strategy_path
from mighty_sim.errors import StrategyFault
from mighty_sim.experiment import Experiment
from mighty_sim.kernels.batch import Batch
from mighty_sim.kernels.hooks import compile_hook
from mighty_sim.kernels.state import GAME, GAME_SHOWN, SEAT, SEAT_SHOWN
from mighty_sim.kernels.views import GAME_FACTS, GAME_QUESTIONS, SEAT_FACTS, SEAT_QUESTIONS
from mighty_sim.rules import load_table
from mighty_sim.strategy import REQUIRED, STOCK, load


def batch_with(folder, **bodies):
    """A batch of five seats that all play by a strategy with these functions."""
    more = "\nTHINGS = [1, 'a']\n\n\ndef plain(cards):\n    return cards\n"
    more += "\n\n@helper\ndef again(n):\n    return again(n - 1) + 1\n"
    strategy = write_strategy(folder, strategy_text(more, **bodies))
    return Batch(Experiment(load_table("standard"), (strategy,) * 5, 5))


@pytest.fixture(autouse=True)
def _compiled_code_goes_away(tmp_path, monkeypatch):
    keep_compiled_code_in(tmp_path, monkeypatch)


# Loading


def test_a_strategy_knows_its_file(tmp_path):
    strategy = write_strategy(tmp_path, strategy_text(plan="return 1"), "mine")
    assert (strategy.name, strategy.path, strategy.summary) == ("mine", tmp_path / "mine.py", "For a test.")
    assert set(strategy.hooks) == {*REQUIRED, "plan"}
    assert len(strategy.sha256) == 64


def test_an_edited_file_is_another_strategy(tmp_path):
    first = write_strategy(tmp_path, strategy_text())
    second = write_strategy(tmp_path, strategy_text(bid="return call(20, 4)"))
    assert first.sha256 != second.sha256
    assert first.hooks["bid"] is not second.hooks["bid"]
    again = write_strategy(tmp_path, strategy_text())
    assert again.sha256 == first.sha256


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_shipped_strategies_are_short_and_told_in_a_line(name):
    strategy = load(ROOT / "strategies" / f"{name}.py")
    assert 20 < len(strategy.summary) < 110
    assert len((ROOT / "strategies" / f"{name}.py").read_text(encoding="utf-8").splitlines()) < 200


def test_a_missing_file(tmp_path):
    with pytest.raises(StrategyFault, match=r"none\.py: No such file"):
        load(tmp_path / "none.py")


def test_a_folder_is_no_strategy(tmp_path):
    with pytest.raises(StrategyFault, match="directory"):
        load(tmp_path)


@pytest.mark.parametrize("missing", REQUIRED)
def test_a_decision_left_out_is_that_of_the_stock_strategy(tmp_path, missing):
    text = strategy_text().replace(f"@{missing}\n", "")
    stock = load(strategy_path(STOCK))
    loaded = write_strategy(tmp_path, text)
    assert loaded.hooks[missing] is stock.hooks[missing]
    assert loaded.values == stock.values
    assert all(loaded.hooks[name].__name__ == f"my_{name}" for name in REQUIRED if name != missing)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def bid(:\n", "SyntaxError"),
        ("import not_there_at_all\n", "ModuleNotFoundError: .*not_there_at_all"),
        ("1 / 0\n", "ZeroDivisionError"),
        ("from mighty_sim.strategy import bidd\n", "ImportError: .*bidd"),
        ("x = '\0'\n", "null bytes"),
    ],
)
def test_a_file_that_cannot_be_run_is_named(tmp_path, text, said):
    for _ in range(2):  # the second time too
        with pytest.raises(StrategyFault, match=rf"trial\.py: .*{said}"):
            write_strategy(tmp_path, text)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("\n@play\ndef other(game, me):\n    return me.legal\n", "'other' and 'my_play' are both marked @play"),
        ("\n@change\ndef alone(game):\n    return 0\n", "'alone', marked @change, has to take \\(game, me\\)"),
        ("\nimport random\n\n\n@helper\ndef lucky(n):\n    return random.randrange(n)\n", "'lucky' uses 'random'"),
        ("\nimport sys\nsys.exit(3)\n", "SystemExit: 3"),
    ],
)
def test_a_file_that_is_no_strategy_is_told_so(tmp_path, more, said):
    with pytest.raises(StrategyFault, match=rf"trial\.py: .*{said}"):
        write_strategy(tmp_path, strategy_text(more))


def test_what_a_file_prints_is_no_data(tmp_path, capsys):
    write_strategy(tmp_path, strategy_text("\nprint('hello')\n"))
    assert capsys.readouterr() == ("", "hello\n")


@pytest.mark.parametrize("line", ["call(13, 2)", "naming(1 << 52, 3)", "lowest(SPADES)", "highest(SPADES)"])
def test_what_a_strategy_imports_may_be_called_at_the_top_of_its_file(tmp_path, line):
    """It works, or is refused like any other line that fails; in a process of its own, which it could end."""
    path = write_text(tmp_path, strategy_text(f"\nCONSTANT = {line}\n"), "top")
    program = (
        "from pathlib import Path; from mighty_sim.errors import StrategyFault; from mighty_sim.strategy import load\n"
        f"try:\n    load(Path({str(path)!r}))\nexcept StrategyFault as fault:\n    print(fault)\nprint('done')"
    )
    said = run_uncompiled("-c", program, compiled=True)
    assert re.fullmatch(r"(.*top\.py: .*\n)?done\n", said)


# What a strategy may see


NOT_COMPILED = (StrategyFault, numba.core.errors.NumbaError, NotImplementedError)


def compile_body(folder, body):
    """Compile a function that plays a card."""
    return compile_hook(write_strategy(folder, strategy_text(play=body)).hooks["play"])


@pytest.mark.parametrize("field", sorted(set(GAME.length) - set(GAME_SHOWN)))
def test_a_hidden_field_of_the_game_cannot_be_compiled(tmp_path, field):
    with pytest.raises(NOT_COMPILED, match=field):
        compile_body(tmp_path, f"return game.{field}")


@pytest.mark.parametrize("field", sorted(set(SEAT.length) - set(SEAT_SHOWN)))
def test_a_hidden_field_of_a_seat_cannot_be_compiled(tmp_path, field):
    with pytest.raises(NOT_COMPILED, match=field):
        compile_body(tmp_path, f"return me.{field}")


@pytest.mark.parametrize("name", ["hands", "hand", "kitty", "tabel", "friend", "hand(2)", "legal(1)", "draw(3)"])
def test_an_unknown_field_of_the_game_cannot_be_compiled(tmp_path, name):
    with pytest.raises(NOT_COMPILED, match=name.partition("(")[0]):
        compile_body(tmp_path, f"return game.{name}")


@pytest.mark.parametrize("target", ["game.table", "game.number", "game.known", "me.hand", "me.legal", "game.nothing"])
def test_nothing_can_be_written(tmp_path, target):
    with pytest.raises(NOT_COMPILED, match=target.partition(".")[2]):
        compile_body(tmp_path, f"{target} = 1\nreturn lowest(me.legal)")


@pytest.mark.parametrize("field", [*GAME_SHOWN, *GAME_FACTS])
def test_every_shown_field_of_the_game_can_be_compiled(tmp_path, field):
    compile_body(tmp_path, f"return game.{field}")


@pytest.mark.parametrize("field", [*SEAT_SHOWN, *SEAT_FACTS])
def test_every_shown_field_of_a_seat_can_be_compiled(tmp_path, field):
    compile_body(tmp_path, f"return me.{field}")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return game.hidden_kitty", "hidden_kitty"),
        ("return game.tabel", r"game has no field 'tabel'; did you mean 'table'\? \(line \d+: return game.tabel\)"),
        ("return game.draw(3)", "game has no field 'draw'"),
        ("if me.seat:\n    return 1", "without an answer"),
        ("return plain(me.legal)", "'plain' is a plain function; mark it @helper"),
        ("return len(THINGS)", "'THINGS' is a list; .*ints and tuples of ints"),
        ("me.hand = 0\nreturn 0", "hand"),
        ("pass", "None|none"),
        ("return lowst(me.legal)", "lowst"),
        ("return 'SA'", "SA|str|unicode|Literal"),
        ("return again(3)", "'again' calls itself without returning a number first; write a loop"),
    ],
)
def test_what_cannot_be_compiled_is_told_in_a_line(tmp_path, body, said):
    """With the strategy and the function, as any other fault of a strategy."""
    with pytest.raises(StrategyFault, match=rf"trial.*play.*({said})") as caught:
        batch_with(tmp_path, play=body)
    assert "\n" not in str(caught.value)


FOLD = '''

@helper
def fold(sum, value):
    return (sum * 1000003 ^ value) & (1 << 60) - 1


@helper
def everything(game, me):
    """A number in which every single thing that is shown has a part."""
    sum = 0
{lines}
    return sum
'''
LUCK = "luck = everything(game, me)\n"
#: Every decision hangs on everything that may be seen.
NOSY = {
    "plan": "return everything(game, me)",
    "claim": "return everything(game, me) & 1",
    "bid": f"""{LUCK}strain = luck % 5
number = game.least(strain)
return call(number, strain) if (luck >> 8) % 3 > 0 and number <= 15 else PASS""",
    "change": f"""{LUCK}number = game.least_change(luck % 5)
return call(number, luck % 5) if luck & 1024 and number <= 20 else 0""",
    "exchange": f"{LUCK}at = luck % 11\nreturn nth(me.hand, at) | nth(me.hand, at + 1) | nth(me.hand, at + 2)",
    "friend": f"{LUCK}return nth(game.pack, luck % count(game.pack))",
    "play": f"""{LUCK}card = nth(me.legal, luck % count(me.legal))
if game.table == 0 and card & game.joker and game.joker_has_power:
    return naming(card, luck % 4)
return card""",
}


def nosy_text() -> str:
    shown = [f"game.{name}" for name in (*GAME_SHOWN, *GAME_FACTS)]
    shown += [f"me.{name}" for name in (*SEAT_SHOWN, *SEAT_FACTS)]
    for name in GAME_QUESTIONS:
        shown += [f"game.{name}({number})" for number in range(5)]
    lines = "\n".join(f"    sum = fold(sum, {what})" for what in shown)
    return strategy_text(FOLD.format(lines=lines), **NOSY)


def test_all_that_is_shown_hangs_on_the_deal_alone(tmp_path):
    """At every question, from the first deal on, whatever was played before, compiled or not.

    In processes of their own: a field that points nowhere would end this one.
    """
    path = write_strategy(tmp_path, nosy_text(), "nosy").path
    played = {}
    for compiled in (True, False):
        for piece in (1000, 1, 7):
            rows = tmp_path / f"{compiled}_{piece}.npy"
            words = [TESTS / "play_deals.py", rows, 5, 0, 200, -1, 0, *[path] * 5, f"--pieces={piece}"]
            run_uncompiled(*(str(word) for word in words), compiled=compiled)
            played[compiled, piece] = np.load(rows)
    for how, rows in played.items():
        different = np.flatnonzero((rows != played[False, 1]).any(axis=0))
        assert not len(different), f"{how} differs from one deal at a time, uncompiled, in deals {different[:10]}"


def test_a_lead_may_be_answered_apart(tmp_path):
    """@lead is asked where @play would be asked to lead, and nowhere else; else nothing changes."""
    one = batch_with(tmp_path)
    apart = batch_with(
        tmp_path,
        lead="return -7 if game.table else right_card(game, me)",
        play="return -7 if game.table == 0 else right_card(game, me)",
    )
    np.testing.assert_array_equal(rows_of(one, 0, 300), rows_of(apart, 0, 300))


def test_what_takes_a_trick_from_a_card(tmp_path):
    """From the best card that is what would take the trick now; from the ace of trump the Mighty, perhaps the joker;
    from the Mighty nothing.
    """
    asks = """ace = game.trump & ACES & ~game.mighty
right = game.takers(game.mighty) == 0 and game.takers(ace) & ~game.mighty & ~game.joker == 0
right = right and game.takers(ace) & game.mighty
right = right and (game.table == 0 or game.takers(game.best) == game.beat)
return right_card(game, me) if right or game.trump == 0 else 0"""
    asking, plain = batch_with(tmp_path, play=asks), batch_with(tmp_path)
    np.testing.assert_array_equal(rows_of(asking, 0, 300), rows_of(plain, 0, 300))


def test_a_strategy_has_no_other_way_to_ask():
    """The questions are few and named; each is tested above or here."""
    assert set(GAME_QUESTIONS) == {"least", "least_change", "mighty_in", "points", "voids", "card", "takers"}
    assert set(SEAT_QUESTIONS) == {"draw", "pick", "value"}  # a parameter's: test_parameters.py


@pytest.mark.parametrize("question", ["mighty_in(9)", "least_change(-9)", "least(9)"])
def test_a_question_about_no_strain_is_no_peek_into_memory(tmp_path, question):
    """The same answer, or a fault, compiled and not; at least an end."""
    bid = f"return call(13 + game.{question} % 5, 0) if game.highest == 0 else PASS"
    path = write_strategy(tmp_path, strategy_text(bid=bid), "asking").path
    found = []
    for compiled in (True, False):
        words = [TESTS / "play_deals.py", tmp_path / f"{compiled}.npy", 5, 0, 20, -1, 0, *[path] * 5]
        try:
            run_uncompiled(*(str(word) for word in words), compiled=compiled, seconds=30)
            found.append(np.load(tmp_path / f"{compiled}.npy").tolist())
        except AssertionError as error:
            assert re.search("StrategyFault" if compiled else "StrategyFault|IndexError|ValueError", str(error)), error
            found.append("fault")
    assert found[0] == found[1]


# Faults


@pytest.fixture(scope="module")
def plainly(tmp_path_factory):
    """What the replayer says of each fault, {fault: {deal: message}}."""
    return json.loads(run_uncompiled(str(TESTS / "faulty.py"), str(tmp_path_factory.mktemp("faulty"))))


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_told(tmp_path, plainly, name):
    """By the compiled kernels with strategy, seat, deal and decision; by the replayer also with what was right."""
    batch = Batch(experiment(name, tmp_path))
    rows = np.zeros((len(batch.columns), 1), np.int16)
    compiled, wrong = told(lambda deal: batch.play(deal, 1, rows, 0)), FAULTS[name]
    assert compiled, "no deal of these shows the fault"
    decision = "(lead|play)" if wrong.decision == "lead" else wrong.decision
    who = f"strategy '{name.replace(' ', '_')}' at seat [0-4]"
    for deal, message in plainly[name].items():
        assert re.search(rf"^{who}, deal {deal}, {decision}: .*({wrong.said})", message), message
        assert "\n" not in message
    for deal, message in compiled.items():
        assert re.search(rf"^{who}, deal {deal}, {decision}\b", message), message
        assert message.partition(",")[0] == plainly[name][deal].partition(",")[0]  # the same seat
    assert compiled.keys() == plainly[name].keys()


def test_a_table_at_which_nobody_bids_is_a_fault(tmp_path):
    """Not of a seat: of all of them, named once, with the deal; a seat that bids is enough to go on."""
    batch = batch_with(tmp_path, bid="return PASS")
    rows = np.zeros((len(batch.columns), 1), np.int16)
    with pytest.raises(
        StrategyFault, match=r"^deal 7: thrown in 10,000 times in a row: all of them pass \(trial\), or .*weak"
    ):
        batch.play(7, 1, rows, 0)
    seldom = batch_with(tmp_path, bid="return call(13, 0) if game.highest == 0 and me.draw(1000) == 0 else PASS")
    seldom.play(7, 1, rows, 0)
    assert rows[[column.name for column in seldom.columns].index("redeals"), 0] > 10


def test_a_batch_goes_on_after_a_fault(tmp_path):
    """Deals without the fault are as they were, before and after."""
    batch = Batch(experiment("demands in trick 1", tmp_path))
    rows = np.zeros((len(batch.columns), 1), np.int16)
    faulty = told(lambda deal: batch.play(deal, 1, rows, 0))
    good = [deal for deal in DEALS if str(deal) not in faulty]
    assert faulty and good
    fresh = Batch(experiment("demands in trick 1", tmp_path))
    for deal in good:
        np.testing.assert_array_equal(rows_of(batch, deal, 1), rows_of(fresh, deal, 1))


def test_a_chunk_with_a_fault_raises_and_names_a_deal_of_it(tmp_path):
    batch = Batch(experiment("plays nothing", tmp_path))
    with pytest.raises(StrategyFault, match=r"deal 10[0-9][0-9], play"):
        rows_of(batch, 1000, 100)


def test_the_strategy_that_these_tests_break_plays_by_the_rules(tmp_path):
    rows = rows_of(batch_of([write_strategy(tmp_path, strategy_text()).path] * 5, 5), 0, 500)
    assert set(BODIES) == set(REQUIRED)
    assert (rows[[5, 7]] == 14).all()
