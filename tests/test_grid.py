"""Success by two measures against plain counting, and against the tallies of each measure alone."""

import numpy as np
import pytest
from fake_batch import FORCED, RANGES, made_up, values

from mighty_sim import strength
from mighty_sim.errors import InputError, UnknownName
from mighty_sim.grid import Crossed, contracts, find_measures, surface
from mighty_sim.stats import wilson
from mighty_sim.strength import THIN, Successes, find_measure

DEALS = 3000
PAIRS = [("trumps", "tricks"), ("tricks", "points"), ("weakness", "trumps")]


def columns(forced, first: int = 0, count: int = DEALS) -> dict[str, np.ndarray]:
    block = values(made_up(forced=forced), first, count)
    return {name: row for (name, *_), row in zip(RANGES, block, strict=True)}


def counted(one: str, other: str, forced, when: str = "dealt") -> Crossed:
    tally = Crossed(find_measure(one), find_measure(other), when, forced is not None)
    tally.add(columns(forced))
    return tally


def inside(row: dict, name: str, data: dict[str, np.ndarray], when: str) -> np.ndarray:
    """Return which deals lie in the class of a measure that a row has."""
    if row[name] is None:
        return np.full(DEALS, True)
    value = data[f"{name}_{when}"] / find_measure(name).per
    return (row[name] <= value) & (value <= row[f"{name}_to"])


@pytest.mark.parametrize("when", ["dealt", "exchanged"])
@pytest.mark.parametrize("names", PAIRS)
def test_forced_is_what_counting_gives(names: tuple[str, str], when: str) -> None:
    tally, data = counted(*names, FORCED, when), columns(FORCED)
    rows = surface(tally, [13, 17, 20])
    for row in rows:
        own = inside(row, names[0], data, when) & inside(row, names[1], data, when)
        made = int((own & (data["points"] >= row["number"])).sum())
        assert (row["n"], row["made"], row["share"]) == (own.sum(), made, own.sum() / DEALS)
        assert (row["rate"], row["rate_low"], row["rate_high"]) == pytest.approx(wilson(made, own.sum()))
        assert row["thin"] == (own.sum() < THIN)
    inner = [row for row in rows if row[names[0]] is not None and row[names[1]] is not None and row["number"] == 13]
    assert sum(row["n"] for row in inner) == DEALS


@pytest.mark.parametrize("names", PAIRS)
def test_auction_is_what_counting_gives(names: tuple[str, str]) -> None:
    tally, data, seen = counted(*names, None), columns(None), 0
    for row in contracts(tally):
        own = inside(row, names[0], data, "dealt") & inside(row, names[1], data, "dealt")
        if row["number"] is not None:
            own &= data["contract"] == row["number"]
            seen += row["n"] if row[names[0]] is not None and row[names[1]] is not None else 0
        assert (row["n"], row["made"]) == (own.sum(), (own & (data["made"] != 0)).sum())
    assert seen == DEALS


@pytest.mark.parametrize("forced", [FORCED, None])
@pytest.mark.parametrize("names", PAIRS)
def test_the_margins_are_the_tallies_of_each_measure_alone(names: tuple[str, str], forced) -> None:
    tally = counted(*names, forced)
    rows = surface(tally, range(13, 21)) if forced else contracts(tally)
    for name, other in (names, names[::-1]):
        alone = Successes(find_measure(name), "dealt", forced is not None)
        alone.add(columns(forced))
        wanted = strength.surface(alone, range(13, 21)) if forced else strength.contracts(alone)
        margin = [row for row in rows if row[other] is None]
        shared = ("n", "share", "number", "made", "rate", "rate_low", "rate_high", "thin")
        assert [(row[name], row[f"{name}_to"], *map(row.get, shared)) for row in margin] == [
            (row["strength"], row["strength_to"], *map(row.get, shared)) for row in wanted
        ]


def test_adding_in_parts_and_merging_give_the_same() -> None:
    whole = counted("trumps", "tricks", FORCED)
    one, two = (Crossed(find_measure("trumps"), find_measure("tricks"), "dealt", forced=True) for _ in range(2))
    one.add(columns(FORCED, 0, 1000))
    one.add(columns(FORCED, 0, 0))
    two.add(columns(FORCED, 1000, 1999))
    two.add(columns(FORCED, 2999, 1))
    one.merge(two)
    assert surface(one, [15]) == surface(whole, [15])
    assert one.deals == DEALS
    with pytest.raises(ValueError, match="cannot add counts"):
        one.merge(counted("tricks", "trumps", FORCED))


def test_the_ends_of_a_column_and_forty_points() -> None:
    tally = Crossed(find_measure("tricks"), find_measure("weakness"), "dealt", forced=True)
    found = {"tricks_dealt": [127, -128, 0, 1], "weakness_dealt": [-128, 127, 0, 0], "points": [40, 0, 25, 24]}
    tally.add({name: np.array(row, np.int16) for name, row in found.items()})
    assert tally.met == ([-64, 0, 63], [-128, 0, 127])
    rows = {(row["tricks"], row["weakness"]): (row["n"], row["made"]) for row in surface(tally, [25])}
    assert rows == {
        (-32.0, 63.5): (1, 0), (-32.0, None): (1, 0),
        (0.0, 0.0): (2, 1), (0.0, None): (2, 1),
        (31.5, -64.0): (1, 1), (31.5, None): (1, 1),
        (None, -64.0): (1, 1), (None, 0.0): (2, 1), (None, 63.5): (1, 0), (None, None): (4, 2),
    }  # fmt: skip


def test_measures_by_name() -> None:
    assert [measure.name for measure in find_measures("trumps, tricks")] == ["trumps", "tricks"]
    assert [measure.name for measure in find_measures("points")] == ["points"]
    with pytest.raises(UnknownName, match="did you mean 'tricks'"):
        find_measures("trumps,trick")
    with pytest.raises(InputError, match="names 3 measures; a grid has 2"):
        find_measures("trumps,tricks,points")
    with pytest.raises(InputError, match="names 'trumps' twice"):
        find_measures("trumps,trumps")
