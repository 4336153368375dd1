"""The figure that suits an answer."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from plain_figures import words
from test_figure_cells import tournament
from test_figure_curves import surface
from test_figure_rows import differences, points

from mighty_sim.errors import InputError
from mighty_sim.figures import draw, group_name


def answer(kind: str, frame: pd.DataFrame, **more: object) -> SimpleNamespace:
    return SimpleNamespace(kind=kind, frame=frame, title="the title", caption="the caption", **more)


def rated(**keys: list[object]) -> pd.DataFrame:
    size = len(next(iter(keys.values()), [1]))
    return pd.DataFrame(keys | {"n": [200] * size, "rate": 0.5, "rate_low": 0.4, "rate_high": 0.6})


def alone(**keys: list[object]) -> pd.DataFrame:
    """Return the same of another rate than that of the contracts made."""
    return rated(**keys).rename(columns={f"rate{end}": f"alone_rate{end}" for end in ("", "_low", "_high")})


@pytest.mark.parametrize(
    ("shown", "told"),
    [
        (answer("success", surface(), measure_words="tricks of it"), {"13+", "tricks of it"}),
        (answer("comparison", differences()), {"+1.2 [1.0, 1.4]"}),
        (answer("summary", rated(strain=["S", "N"])), {"♠", "NT", "50.0%"}),
        (answer("summary", rated()), {"all deals"}),
        (answer("summary", rated(made=[True, False])), {"made: yes", "made: no"}),
        (answer("summary", rated(trumps=[4, 5], strain=["S", "D"])), {"♠", "♦", "4"}),
        (answer("summary", rated(contract=[13], strain=["S"], seat=[0])), {"contract 13, ♠, seat 0"}),
        (answer("summary", points().assign(rate=1.0)), {"contract 15"}),
        (answer("summary", alone(strain=["S", "N"])), {"♠", "NT", "50.0%", "alone"}),
        (answer("summary", alone(trumps=[4, 5], strain=["S", "D"])), {"trumps 4, ♠", "trumps 5, ♦", "alone"}),
        (answer("distribution", points().rename(columns={"points": "margin"})), {"contract 15", "margin"}),
        (answer("advice", rated(strain=["S", "S"], number=[13, 14]).assign(told=False)), {"13+", "♠"}),
        (
            answer("tournament", tournament()[0], standings=tournament()[0], pairs=tournament()[1],
                   contest=SimpleNamespace(charged=False)),
            {"+14.0"},
        ),
    ],
    ids=lambda value: value.kind if isinstance(value, SimpleNamespace) else "",
)  # fmt: skip
def test_every_kind_of_answer_has_its_figure(shown: SimpleNamespace, told: set[str]) -> None:
    said = words(draw(shown))
    assert told <= set(said)
    assert "the title" in said
    assert any(text.endswith("the caption") for text in said)


def test_a_grid_has_the_cells_of_the_number_asked_for() -> None:
    frame = pd.DataFrame(
        {
            "trumps": [4, 4, 5, 5, None], "trumps_to": [4, 4, 5, 5, None],
            "tricks": [1.0, 1.0, 1.0, 1.0, 1.0], "tricks_to": [1.25] * 5,
            "number": [13, 15, 13, 15, 15], "n": 200, "rate": [0.9, 0.4, 0.8, 0.3, 0.35],
        }
    )  # fmt: skip
    said = words(draw(answer("grid", frame, number=15)))
    assert {"40", "30"} <= set(said)
    assert not {"90", "80", "35"} & set(said)


def test_contracts_that_were_played_are_not_named_as_so_many_or_more() -> None:
    frame = surface(numbers=(13, 14))
    frame = pd.concat([frame, frame.assign(number=np.nan)])
    said = words(draw(answer("success", frame)))
    assert {"13", "14"} <= set(said)
    assert "13+" not in said


def test_what_has_no_figure_is_refused_in_a_line() -> None:
    with pytest.raises(InputError, match="no figure of a 'run'; there is one of: success, grid"):
        draw(answer("run", rated()))
    with pytest.raises(InputError, match="a rate such as the contracts made, or of a distribution"):
        draw(answer("summary", pd.DataFrame({"a": [1], "b": [1], "c": [1], "n": [1], "share": [1.0]})))
    with pytest.raises(InputError, match="two measures"):
        draw(answer("grid", rated(trumps=[4])))


def test_groups_are_called_as_a_player_calls_them() -> None:
    assert [group_name("strain", "H"), group_name("contract", 13), group_name("made", True)] == [
        "♥", "contract 13", "made: yes",
    ]  # fmt: skip
    assert group_name("friend_call", "holder of SA") == "holder of SA"
