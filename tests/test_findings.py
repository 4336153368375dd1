"""Findings: numbers and words come from the rows, and what cannot be filled in is told."""

from types import SimpleNamespace

import pandas as pd
import pytest

from mighty_sim import findings
from mighty_sim.errors import InputError
from mighty_sim.findings import Told, change, fill, number, percent

ROWS = [
    {"setting": "a", "n": 1000, "rate": 0.5, "rate_low": 0.47, "rate_high": 0.53, "score_mean": -1.5,
     "score_low": -1.75, "score_high": -1.25},
    {"setting": "b", "n": 2000, "rate": 0.25, "rate_low": 0.231, "rate_high": 0.2694, "score_mean": 2.0,
     "score_low": 1.9, "score_high": 2.1},
]  # fmt: skip
CLASSES = [
    {"strength": low, "strength_to": low + 0.25, "number": made, "n": 50 if low == 4.0 else 500, "rate": rate,
     "rate_low": rate - 0.04, "rate_high": rate + 0.04, "share": 0.1, "thin": low == 4.0}
    for made in (13, 15)
    for low, rate in ((1.0, 0.6), (2.0, 0.4), (3.0, 0.55), (3.5, 0.7), (4.0, 0.2))
] + [{"strength": None, "strength_to": None, "number": number, "n": n, "rate": 0.5, "rate_low": 0.4, "rate_high": 0.6,
      "share": 1.0, "thin": False} for number, n in ((13, 70), (15, 80), (None, 150))]  # fmt: skip


def told(rows: list[dict], charged: bool | None = False) -> Told:
    answer = SimpleNamespace(frame=pd.DataFrame(rows), question=SimpleNamespace(charged=charged))
    return Told(answer, {"table": "standard"})


def compared(difference: float, score: float, *, changed: int = 50, charged: bool | None = False) -> Told:
    """Return a comparison whose intervals reach 0.01 and 0.1 to both sides."""
    row = {"setting": "x", "n": 5000, "row_changed": changed, "difference": difference}
    row |= {"difference_low": difference - 0.01, "difference_high": difference + 0.01}
    row |= {"score_difference_mean": score, "score_difference_low": score - 0.1, "score_difference_high": score + 0.1}
    return told([row], charged)


def test_sentences_have_the_numbers_of_their_row() -> None:
    text = 'At {{ table }} {{ percent(row(setting="b")) }},\n    {{ number(row(setting="a"), "score") }}.'
    assert fill([text, "{{ '' }}"], told(ROWS), {}) == ["At standard 25.0 % (23.1 to 26.9), −1.50 ±0.25."]
    assert fill([], None, {}) == []


def test_another_parts_answer_can_be_told() -> None:
    assert fill(['{{ number(answer("p").row(setting="b"), "score", 1) }}'], None, {"p": told(ROWS)}) == ["2.0 ±0.1"]


@pytest.mark.parametrize(
    ("middle", "words"),
    [
        (0.5, "0.50 ±0.10 more"),
        (-0.5, "0.50 ±0.10 less"),
        (0.1679, "0.17 ±0.10 more"),  # 3.2905 standard errors are 0.16789
        (0.1678, "unclear +0.17 ±0.10"),
        (-0.11, "unclear −0.11 ±0.10"),
        (0.0, "unclear +0.00 ±0.10"),
        (-0.001, "unclear +0.00 ±0.10"),
    ],
)
def test_a_difference_is_called_one_where_luck_is_no_explanation(middle: float, words: str) -> None:
    row = {"x_mean": middle, "x_low": middle - 0.1, "x_high": middle + 0.1}
    assert change(row, "x", "{} more", "{} less", "unclear {}") == words


@pytest.mark.parametrize(
    ("difference", "score", "words"),
    [
        (0.05, 1.0, "5.00 ±1.00 more of 100 contracts are made, and the declarer gains 1.00 ±0.10 more a deal"),
        (-0.05, 0.0, "5.00 ±1.00 fewer of 100 contracts are made, and no difference can be told in the declarer's "
         "score (+0.00 ±0.10 a deal)"),
        (0.0, -1.0, "the declarer gains 1.00 ±0.10 less a deal, and no difference can be told of contracts made "
         "(+0.00 ±1.00 of 100)"),
        (0.01, 0.1, "no difference can be told of contracts made (+1.00 ±1.00 of 100) or in the declarer's score "
         "(+0.10 ±0.10 a deal)"),
    ],
)  # fmt: skip
def test_what_a_comparison_says(difference: float, score: float, words: str) -> None:
    assert compared(difference, score).effect(setting="x") == words


def test_a_narrow_interval_has_the_digits_that_it_needs() -> None:
    row = {"x": 0.0042, "x_low": 0.0041, "x_high": 0.0043, "y": 1.5, "y_low": 1.25, "y_high": 1.75}
    assert change(row, "x", "{} more", "{} less", "unclear {}") == "0.0042 ±0.0001 more"
    assert number(row, "x") == "0.0042 ±0.0001"
    assert number(row, "y") == "1.50 ±0.25"


def test_what_a_comparison_says_of_penalties_and_of_nothing() -> None:
    assert "the declarer is charged 1.00 ±0.10 more a deal" in compared(0.0, 1.0, charged=True).effect()
    assert "declarer" not in compared(0.05, float("nan"), charged=None).effect()
    assert compared(0, 0, changed=0).effect().startswith("not one of 5,000 deals comes out otherwise")


def test_the_weakest_class_from_which_on_a_rate_is_reached() -> None:
    found = told(CLASSES)
    assert found.least(0.5, number=15)["strength"] == 3.0  # 1.0 has it too, but 2.0 has not; 4.0 is thin
    assert found.least(0.6, number=15)["strength"] == 3.5
    assert found.least(0.52, number=15)["strength"] == 3.5  # 0.55 ±0.04 may be less
    assert found.least(0.9, number=15) is None
    assert found.numbers == [13, 15]
    assert found.most["n"] == 80
    assert found.row(strength=None, number=None)["n"] == 150


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{{ row().n }}", "2 rows have any condition; a finding needs one"),
        ("{{ row(seting=1) }}", "there is no column 'seting'; there are setting, n, rate"),
        ("{{ nothing }}", "'nothing' is undefined"),
        ("{{ row(", "cannot be filled in"),
        ('{{ number(row(setting="a"), "points") }}', "cannot be filled in"),
        ('{{ answer("q").row() }}', "there is no part 'q'; there are p"),
        ("{{ row.__globals__ }}", "cannot be filled in"),
    ],
)
def test_what_cannot_be_filled_in_is_quoted(text: str, words: str) -> None:
    with pytest.raises(InputError) as error:
        fill([text], told(ROWS), {"p": told(ROWS)})
    assert words in str(error.value)
    assert text[:8] in str(error.value)


def test_what_was_never_met_is_said_to_be_so() -> None:
    found = fill(['{{ row(setting="c").n }}', "There are {{ row(n=1000).setting }}."], told(ROWS), {})
    assert found == ["Too few deals to say more: no deal with setting c.", "There are a."]


def test_what_is_not_known_is_not_told() -> None:
    row = {"x": float("nan"), "x_low": 0.0, "x_high": 1.0}
    with pytest.raises(InputError, match="no x"):
        percent(row, "x")
    with pytest.raises(InputError, match="no x"):
        number(row, "x")


def test_without_jinja2_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"pip install 'mighty-sim\[plot\]'"):
        fill(["x"], None, {})
