"""Success by strength against plain counting, deal by deal."""

import numpy as np
import pytest
from fake_batch import FORCED, RANGES, made_up, values

from mighty_sim.errors import UnknownName
from mighty_sim.stats import wilson
from mighty_sim.strength import MEASURES, THIN, Successes, contracts, find_measure, pages, surface

DEALS = 3000


def columns(forced, first: int = 0, count: int = DEALS) -> dict[str, np.ndarray]:
    block = values(made_up(forced=forced), first, count)
    return {name: row for (name, *_), row in zip(RANGES, block, strict=True)}


def counted(name: str, when: str, forced) -> tuple[Successes, list[dict[str, int]]]:
    tally = Successes(find_measure(name), when, forced is not None)
    data = columns(forced)
    tally.add(data)
    return tally, [{key: int(data[key][deal]) for key in data} for deal in range(DEALS)]


@pytest.mark.parametrize("when", ["dealt", "exchanged"])
@pytest.mark.parametrize("name", MEASURES)
def test_forced_is_what_counting_gives(name: str, when: str) -> None:
    tally, deals = counted(name, when, FORCED)
    measure = find_measure(name)
    for row in surface(tally, range(13, 21)):
        low, high = row["strength"], row["strength_to"]
        own = [deal for deal in deals if low is None or low <= deal[f"{name}_{when}"] / measure.per <= high]
        made = sum(deal["points"] >= row["number"] for deal in own)
        assert (row["n"], row["made"]) == (len(own), made)
        assert row["share"] == len(own) / DEALS
        assert (row["rate"], row["rate_low"], row["rate_high"]) == pytest.approx(wilson(made, len(own)))
        assert row["thin"] == (len(own) < THIN)


@pytest.mark.parametrize("name", MEASURES)
def test_auction_is_what_counting_gives(name: str) -> None:
    tally, deals = counted(name, "dealt", None)
    measure, n_seen = find_measure(name), 0
    for row in contracts(tally):
        low, high, number = row["strength"], row["strength_to"], row["number"]
        own = [deal for deal in deals if low is None or low <= deal[f"{name}_dealt"] / measure.per <= high]
        own = [deal for deal in own if number in (None, deal["contract"])]
        assert (row["n"], row["made"]) == (len(own), sum(deal["made"] for deal in own))
        n_seen += row["n"] if low is not None and number is not None else 0
    assert n_seen == DEALS


def test_classes_are_disjoint_and_hold_every_deal() -> None:
    for name in MEASURES:
        tally, _ = counted(name, "dealt", FORCED)
        rows = list(surface(tally, [13]))
        assert sum(row["n"] for row in rows[:-1]) == rows[-1]["n"] == DEALS
        assert sum(row["share"] for row in rows[:-1]) == pytest.approx(1)
        edges = [edge for row in rows[:-1] for edge in (row["strength"], row["strength_to"])]
        assert edges == sorted(edges)
        assert rows[-1]["strength"] is None


def test_adding_in_parts_and_merging_give_the_same() -> None:
    whole, _ = counted("tricks", "dealt", FORCED)
    one, two = (Successes(find_measure("tricks"), "dealt", forced=True) for _ in range(2))
    one.add(columns(FORCED, 0, 1000))
    two.add(columns(FORCED, 1000, 1999))
    two.add(columns(FORCED, 2999, 1))
    one.merge(two)
    assert surface(one, [15]) == surface(whole, [15])
    assert one.deals == DEALS


def test_merging_different_counts_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot add counts"):
        counted("tricks", "dealt", FORCED)[0].merge(counted("tricks", "exchanged", FORCED)[0])


def test_the_type_of_the_columns_does_not_matter() -> None:
    wide, narrow = (Successes(find_measure("weakness"), "dealt", forced=False) for _ in range(2))
    data = columns(None)
    wide.add(data)
    narrow.add(
        {name: data[name].astype(kind) for name, kind, *_ in RANGES if name in narrow.names}  # int8, bool
    )
    assert contracts(wide) == contracts(narrow)


def test_nothing_counted() -> None:
    tally = Successes(find_measure("points"), "dealt", forced=True)
    (row,) = surface(tally, [13])
    assert row["n"] == row["share"] == 0
    assert np.isnan(row["rate"])
    assert (row["rate_low"], row["rate_high"], row["thin"]) == (0, 1, True)


@pytest.mark.parametrize(
    ("name", "number", "label"),
    [
        ("points", 7, "7"),
        ("trumps", 0, "0"),
        ("tricks", 8, "4.00–4.25"),
        ("tricks", 9, "4.50–4.75"),
        ("weakness", 3, "1.5"),
        ("weakness", -2, "-1"),
    ],
)
def test_labels(name: str, number: int, label: str) -> None:
    assert find_measure(name).label(number) == label


def test_an_unknown_measure_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean 'tricks'"):
        find_measure("trick")


def test_pages_part_the_rows_by_class() -> None:
    tally, _ = counted("points", "dealt", FORCED)
    parts = list(pages(surface(tally, range(13, 21))))
    assert [len(part) for part in parts] == [8] * len(parts)
    assert len(parts) == len(tally.met) + 1
    assert list(pages([])) == []


def two_packs(**changed: list[int]) -> dict[str, np.ndarray]:
    """Return the columns of four deals with two packs; the strengths go to the ends of what a column holds."""
    plain = {
        "points": [40, 25, 24, 31],
        "contract": [40, 25, 25, 30],
        "made": [1, 1, 0, 1],
        "weakness_dealt": [127, -128, 0, 0],
        "tricks_dealt": [127, 0, 100, 100],
    }
    return {name: np.array(row, np.int16) for name, row in (plain | changed).items()}


def test_numbers_up_to_forty() -> None:
    tally = Successes(find_measure("tricks"), "dealt", forced=True)
    tally.add(two_packs())
    whole = [row for row in surface(tally, range(25, 41)) if row["strength"] is None]
    assert [row["number"] for row in whole] == list(range(25, 41))
    assert [row["made"] for row in whole] == [3, 2, 2, 2, 2, 2, 2, *[1] * 9]
    assert [row["n"] for row in whole] == [4] * 16


def test_contracts_up_to_forty() -> None:
    tally = Successes(find_measure("tricks"), "dealt", forced=False)
    tally.add(two_packs())
    whole = [row for row in contracts(tally) if row["strength"] is None]
    assert [(row["number"], row["n"], row["made"]) for row in whole] == [
        (25, 2, 1),
        (30, 1, 1),
        (40, 1, 1),
        (None, 4, 3),
    ]


@pytest.mark.parametrize("name", ["tricks", "weakness"])
def test_every_value_of_a_column_has_its_class(name: str) -> None:
    tally = Successes(find_measure(name), "dealt", forced=True)
    tally.add(two_packs(tricks_dealt=[127, -128, 0, 1]))
    rows = surface(tally, [25])
    per = find_measure(name).per
    assert (rows[0]["strength"], rows[-2]["strength_to"]) == (-128 / per, 127 / per)
    assert sum(row["n"] for row in rows[:-1]) == rows[-1]["n"] == 4
