"""What a compiled strategy may not be written with is told by its own line, and pure Python is left alone."""

import re

import pytest
from written import strategy_text, write_strategy

from mighty_sim.errors import BadStrategy

MORE = '''
import math

THINGS = [1, 2]
NESTED = (1, (2, 3))
NAMES = ("SA", "HA")
FACTOR = 0.7
boldness = parameter(0.5, 0.0, 1.0, "how bold")


def plain(cards):
    return cards


@helper
def twice(me, named):
    return 2 * me.value(named)
'''

DECIMALS = "whole numbers only"
INTS = "ints and tuples of ints; .*compiled = False"

#: A body of @play, what is said of it, and the number of the body's line that is quoted.
WRONG = [
    ("cards = [me.legal]\nreturn cards[0]", f"a list; .*{INTS}", 1),
    ("x = 1\nreturn max([x for x in (1, 2)])", "a list", 2),
    ("return list((1, 2))[0]", r"list\(\) makes no int", 1),
    ("return sorted((2, 1))[0]", r"sorted\(\) makes no int", 1),
    ("seen = {}\nreturn me.legal", "a dict", 1),
    ("return len({1, 2})", "a Python set", 1),
    ("return sum(x for x in (1, 2))", "a generator", 1),
    ("return 'SA'", "'SA' is a text", 1),
    ("return len(f'{me.seat}')", "a text", 1),
    ("return len(THINGS)", "'THINGS' is a list", 1),
    ("return len(NAMES)", "'NAMES' is a tuple with a str", 1),
    ("x = me.seat\nreturn int(x * 0.5)", rf"0\.5 is a decimal number; {DECIMALS}", 2),
    ("return me.seat / 2", r"'/' gives a decimal number; '//'", 1),
    ("x = 4\nx /= 2\nreturn x", r"'/' gives a decimal number", 2),
    ("return float(1)", rf"float\(\) makes a decimal number; {DECIMALS}", 1),
    ("return int(math.sqrt(4))", rf"math\.sqrt works with decimal numbers; {DECIMALS}", 1),
    ("return int(FACTOR * 10)", r"'FACTOR' is 0\.7, a decimal number", 1),
    ("if me.seat:\n    return me.legal", "can end without an answer", 1),
    ("if me.seat:\n    return me.legal\nelse:\n    me.legal", "can end without an answer", 4),
    ("for card in range(3):\n    return card", "can end without an answer", 1),
    ("while me.seat:\n    return 1", "can end without an answer", 1),
    ("while True:\n    if me.seat:\n        break", "can end without an answer", 1),
    ("if me.seat:\n    return\nreturn 1", "can end without an answer", 2),
    ("return None", "can end without an answer", 1),
    ("pass", "can end without an answer", 1),
    ("return game.tabel", r"game has no field 'tabel'; did you mean 'table'\?", 1),
    ("return game.hand", "game has no field 'hand'; me has it", 1),
    ("return me.xyzzy", r"me has no field 'xyzzy'; strategies/README\.md lists them", 1),
    ("return game.winner()", r"game\.winner is a number, not a question; write it without \(\)", 1),
    ("return game.least + 1", r"game\.least is a question; ask it, as in game\.least\(", 1),
    ("x = 3\nme.hand = x\nreturn 0", r"me\.hand can only be read", 2),
    ("me.hand ^= 1\nreturn 0", r"me\.hand can only be read", 1),
    ("return lowst(me.legal)", r"the name 'lowst' is not defined; did you mean 'lowest'\?", 1),
    ("return draw(3)", r"the name 'draw' is not defined; did you mean 'me\.draw'\?", 1),
    ("return plain(me.legal)", "'plain' is a plain function; mark it @helper", 1),
    ("return boldness", r"'boldness' is a parameter; its value is me\.value\(boldness\)", 1),
    ("return choose(1, boldness, 0)", "'boldness' is a parameter", 1),
    ("return me.value('boldness')", "'boldness' is a text", 1),
    ("import os\nreturn 1", "import at the top of the file", 1),
    ("global count\ncount = 1\nreturn 1", "'global': a strategy remembers nothing", 1),
    ("print(me.hand)\nreturn 1", r"print\(\) works only uncompiled: set NUMBA_DISABLE_JIT=1", 1),
]


@pytest.mark.parametrize(("body", "said", "line"), WRONG)
def test_what_cannot_be_compiled_is_told_by_its_own_line(tmp_path, body, said, line) -> None:
    text = strategy_text(MORE, play=body)
    with pytest.raises(BadStrategy, match=rf"trial\.py', @play cannot be compiled: .*{said}") as caught:
        write_strategy(tmp_path, text)
    quoted = re.search(r" \(line (\d+): (.*)\)$", str(caught.value))
    assert quoted is not None
    assert quoted[2] == body.splitlines()[line - 1].strip()
    assert text.splitlines()[int(quoted[1]) - 1].strip() == quoted[2]
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("@helper\ndef first(n):\n    return [n][0]\n", r"helper 'first' cannot .*: a list.*\(line \d+: return \[n"),
        ("@helper\ndef some(n):\n    if n:\n        return 3\n", r"helper 'some' .*without a result.*: if n:\)"),
    ],
)
def test_helpers_are_looked_through_too(tmp_path, more, said) -> None:
    with pytest.raises(BadStrategy, match=said):
        write_strategy(tmp_path, strategy_text(f"\n\n{more}"))


def test_so_is_a_module_of_the_strategys_own(tmp_path, monkeypatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    helpers = "from mighty_sim.strategy import helper\n\n\n@helper\ndef halved(n):\n    return n / 2\n"
    (tmp_path / "neighbour_of_trial.py").write_text(helpers, encoding="utf-8")
    more = "\nfrom neighbour_of_trial import halved\n"
    with pytest.raises(BadStrategy, match=r"neighbour_of_trial\.py', helper 'halved' .*'/' gives a decimal number"):
        write_strategy(tmp_path, strategy_text(more, play="return halved(me.legal)"))


@pytest.mark.parametrize(
    "body",
    [
        "return me.value(boldness) + twice(me, boldness)",
        "return NESTED[1][0]",
        "return me.card + me.points + me.voids + game.card(0) + game.points(1) + game.voids(2) + me.pick(me.hand)",
        "x: float = 3\nreturn x",
        "if me.seat:\n    raise ValueError('no idea')\nreturn 1",
        "assert me.seat < 9, 'a seat'\nreturn 1",
        "while True:\n    if me.seat:\n        return 1",
        "try:\n    return 1 // me.seat\nexcept Exception:\n    return 2",
        "match me.seat:\n    case 1:\n        return 2\n    case _:\n        return 3",
        "def inner(x):\n    return x + 1\nreturn inner(3)",
        "a, (b, c) = 1, (2, 3)\nreturn a + b + c + math.gcd(4, 6)",
        "'''Says what it does.'''\nreturn lowest(me.legal)",
        "me = me.seat\nreturn me",
    ],
)
def test_what_compiles_is_not_refused(tmp_path, body) -> None:
    assert write_strategy(tmp_path, strategy_text(MORE, play=body)).compiled


@pytest.mark.parametrize(("body", "said", "line"), WRONG[:12])
def test_pure_python_may_hold_anything(tmp_path, body, said, line) -> None:
    assert not write_strategy(tmp_path, strategy_text(f"{MORE}\ncompiled = False\n", play=body)).compiled
