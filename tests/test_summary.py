"""Tables from stored deals against plain counting, deal by deal."""

from collections import Counter
from pathlib import Path
from statistics import mean, stdev

import numpy as np
import pandas as pd
import pytest
from fake_batch import RANGES, FakeBatch, made_up, values

from mighty_sim import chunks
from mighty_sim.contract import FriendCall
from mighty_sim.errors import InputError, UnknownName
from mighty_sim.runner import Request, run
from mighty_sim.stats import quantile, wilson
from mighty_sim.summary import keys, summarize

DEALS = 2500


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chunks, "CHUNK", 1 << 20)
        patch.setattr(chunks, "GROUP", 400)
        path = tmp_path_factory.mktemp("run")
        run(Request(made_up(), DEALS, path), None, FakeBatch)
    return path


@pytest.fixture(scope="module")
def deals() -> list[dict[str, int]]:
    block = values(made_up(), 0, DEALS)
    names = [name for name, *_ in RANGES]
    return [dict(zip(names, map(int, column), strict=True)) for column in block.T]


def role(deal: dict[str, int], column: str) -> str:
    seat = deal[column]
    if seat < 0:
        return "kitty"
    if seat == deal["declarer"]:
        return "declarer"
    return "friend" if deal["friends"] >> seat & 1 else "defender"


#: How a person would find the value of each key for one deal.
BY_HAND = {
    "contract": lambda deal: deal["contract"],
    "strain": lambda deal: "SHDCN"[deal["strain"]],
    "bid": lambda deal: deal["bid"],
    "bid_strain": lambda deal: "SHDCN"[deal["bid_strain"]],
    "declarer": lambda deal: deal["declarer"],
    "dealer": lambda deal: deal["dealer"],
    "friend_call": lambda deal: FriendCall.from_code(deal["friend_call"]).text(),
    "friends": lambda deal: bin(deal["friends"]).count("1"),
    "made": lambda deal: bool(deal["made"]),
    "points": lambda deal: deal["points"],
    "discard_points": lambda deal: deal["discard_points"],
    "multiplier": lambda deal: deal["multiplier"],
    "redeals": lambda deal: deal["redeals"],
    "mighty_seat": lambda deal: role(deal, "mighty_seat"),
    "joker_seat": lambda deal: role(deal, "joker_seat"),
    "point_cards": lambda deal: deal["points_dealt"],
    "trumps": lambda deal: deal["trumps_dealt"],
    "tricks": lambda deal: deal["tricks_dealt"] / 4,
    "weakness": lambda deal: deal["weakness_dealt"] / 2,
    "points_dealt": lambda deal: deal["points_dealt"],
    "points_exchanged": lambda deal: deal["points_exchanged"],
    "trumps_dealt": lambda deal: deal["trumps_dealt"],
    "trumps_exchanged": lambda deal: deal["trumps_exchanged"],
    "tricks_dealt": lambda deal: deal["tricks_dealt"] / 4,
    "tricks_exchanged": lambda deal: deal["tricks_exchanged"] / 4,
    "weakness_dealt": lambda deal: deal["weakness_dealt"] / 2,
    "weakness_exchanged": lambda deal: deal["weakness_exchanged"] / 2,
}


def test_every_key_is_tested() -> None:
    assert set(BY_HAND) == set(keys())


@pytest.mark.parametrize("key", BY_HAND)
def test_groups_are_what_counting_gives(folder: Path, deals: list[dict[str, int]], key: str) -> None:
    table = summarize(folder, [key])
    assert dict(zip(table[key], table["n"], strict=True)) == Counter(map(BY_HAND[key], deals))
    np.testing.assert_allclose(table["share"], table["n"] / DEALS)


def test_numbers_of_a_group(folder: Path, deals: list[dict[str, int]]) -> None:
    table = summarize(folder, ["contract", "strain"])
    assert list(table.columns[:4]) == ["contract", "strain", "n", "share"]
    assert list(table["strain"][:5]) == list("SHDCN")
    for _, row in table.iterrows():
        own = [deal for deal in deals if BY_HAND["strain"](deal) == row["strain"]]
        own = [deal for deal in own if deal["contract"] == row["contract"]]
        assert row["n"] == len(own)
        assert row["made"] == sum(deal["made"] for deal in own)
        rate = (row["rate"], row["rate_low"], row["rate_high"])
        assert rate == pytest.approx(wilson(row["made"], row["n"]))
        check_mean(row, "points", [deal["points"] for deal in own])
        check_mean(row, "score", [deal[f"score_{deal['declarer']}"] for deal in own])
        assert row["redeals_mean"] == pytest.approx(mean(deal["redeals"] for deal in own))


def check_mean(row: pd.Series, name: str, data: list[int]) -> None:
    reach = quantile(0.95) * stdev(data) / len(data) ** 0.5
    found = (row[f"{name}_mean"], row[f"{name}_low"], row[f"{name}_high"])
    assert found == pytest.approx((mean(data), mean(data) - reach, mean(data) + reach))


def test_after_the_exchange(folder: Path, deals: list[dict[str, int]]) -> None:
    table = summarize(folder, ["trumps"], "exchanged")
    assert dict(zip(table["trumps"], table["n"], strict=True)) == Counter(
        deal["trumps_exchanged"] for deal in deals
    )


def test_no_key_is_one_row(folder: Path) -> None:
    table = summarize(folder, [])
    assert list(table["n"]) == [DEALS]
    assert list(table["share"]) == [1.0]


def test_memory_does_not_grow_with_the_groups_read(folder: Path) -> None:
    whole = summarize(folder, ["contract", "made"])
    read = pd.read_parquet(folder)
    counts = read.groupby(["contract", "made"]).size()
    assert list(whole["n"]) == list(counts)


def test_unknown_and_repeated_keys(folder: Path) -> None:
    with pytest.raises(UnknownName, match="unknown key 'contarct'; did you mean 'contract'"):
        summarize(folder, ["contarct"])
    with pytest.raises(InputError, match="twice"):
        summarize(folder, ["strain", "strain"])


def test_a_folder_without_a_run(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no run"):
        summarize(tmp_path, [])
