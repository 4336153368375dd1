"""Tables from stored deals against plain counting, deal by deal."""

from collections import Counter
from pathlib import Path
from statistics import mean, stdev

import fake_batch
import numpy as np
import pandas as pd
import pytest
from fake_batch import RANGES, Column, FakeBatch, made_up, values

from mighty_sim import chunks
from mighty_sim.contract import FriendCall
from mighty_sim.errors import InputError, UnknownName
from mighty_sim.experiment import Experiment
from mighty_sim.rules import load_table
from mighty_sim.runner import Request, run
from mighty_sim.stats import quantile, wilson
from mighty_sim.summary import keys, score_words, summarize

DEALS = 2500

#: The columns of a table of eight seats and two packs: name, type, least and greatest value.
EIGHT_SEATS = [
    ("redeals", np.int16, 0, 4),
    ("dealer", np.int8, 0, 7),
    ("declarer", np.int8, 0, 7),
    ("friends", np.uint8, 0, 255),
    ("friend_call", np.int8, -3, 52),
    ("bid", np.int8, 25, 40),
    ("bid_strain", np.int8, 0, 4),
    ("contract", np.int8, 25, 40),
    ("strain", np.int8, 0, 4),
    ("points", np.int8, 0, 40),
    ("discard_points", np.int8, 0, 6),
    ("made", np.bool_, 0, 1),
    ("multiplier", np.int8, 1, 2),
    *[(f"score_{seat}", np.int16, 0, 32) for seat in range(8)],
    ("points_dealt", np.int8, 0, 12),
    ("points_exchanged", np.int8, 0, 12),
    ("trumps_dealt", np.int8, 0, 12),
    ("trumps_exchanged", np.int8, 0, 12),
    ("tricks_dealt", np.int8, 0, 48),
    ("tricks_exchanged", np.int8, 0, 48),
    ("weakness_dealt", np.int8, -8, 24),
    ("weakness_exchanged", np.int8, -8, 24),
    ("mighty_seat", np.int8, -1, 7),
    ("joker_seat", np.int8, -1, 7),
]


class EightSeats(FakeBatch):
    """A batch of those columns."""

    columns = tuple(Column(name, dtype) for name, dtype, _, _ in EIGHT_SEATS)


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
    assert {*BY_HAND, "faults"} == set(keys())  # faults: only of a run that goes on, in test_complaint.py


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


@pytest.fixture(scope="module")
def eight_seats(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[str, int]]]:
    """A run of eight seats: its folder, and its deals."""
    line_up = made_up(names=("made-up",) * 5).strategies[:1] * 8
    experiment = Experiment(load_table("penalty-8"), line_up, 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fake_batch, "RANGES", EIGHT_SEATS)
        path = tmp_path_factory.mktemp("eight")
        run(Request(experiment, DEALS, path), None, EightSeats)
        block = values(experiment, 0, DEALS)
    names = [name for name, *_ in EIGHT_SEATS]
    return path, [dict(zip(names, map(int, column), strict=True)) for column in block.T]


@pytest.mark.parametrize("key", ["contract", "friends", "friend_call", "mighty_seat", "joker_seat", "declarer"])
def test_groups_of_eight_seats(eight_seats: tuple[Path, list[dict[str, int]]], key: str) -> None:
    folder, deals = eight_seats
    table = summarize(folder, [key])
    assert dict(zip(table[key], table["n"], strict=True)) == Counter(map(BY_HAND[key], deals))


def test_means_of_eight_seats(eight_seats: tuple[Path, list[dict[str, int]]]) -> None:
    folder, deals = eight_seats
    (row,) = (row for _, row in summarize(folder, []).iterrows())
    check_mean(row, "points", [deal["points"] for deal in deals])
    check_mean(row, "score", [deal[f"score_{deal['declarer']}"] for deal in deals])


def test_what_a_score_is_goes_with_the_table(folder: Path, eight_seats: tuple[Path, list[dict[str, int]]]) -> None:
    assert summarize(folder, ["contract"]).attrs["score"] == "what the declarer gained"
    charged = "penalty points charged to the declarer: the fewer, the better"
    assert summarize(eight_seats[0], []).attrs["score"] == charged
    assert score_words(load_table("penalty-3").as_dict()) == charged
