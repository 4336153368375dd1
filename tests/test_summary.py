"""Tables from stored deals against plain counting, deal by deal."""

from collections import Counter
from pathlib import Path
from statistics import mean, stdev

import fake_batch
import numpy as np
import pandas as pd
import pytest
from fake_batch import RANGES, Column, FakeBatch, made_up, values

from mighty_sim import chunks, summary
from mighty_sim.contract import FriendCall
from mighty_sim.errors import InputError, UnknownName
from mighty_sim.experiment import Experiment
from mighty_sim.keys import keys
from mighty_sim.rules import load_table
from mighty_sim.runner import Request, run
from mighty_sim.stats import quantile, wilson
from mighty_sim.summary import Summary, score_words, summarize

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
    return [{"deal": number} | dict(zip(names, map(int, column), strict=True)) for number, column in enumerate(block.T)]


def role(deal: dict[str, int], column: str) -> str:
    seat = deal[column]
    if seat < 0:
        return "kitty"
    if seat == deal["declarer"]:
        return "declarer"
    return "friend" if deal["friends"] >> seat & 1 else "defender"


#: How a person would find the value of each key for one deal.
BY_HAND = {
    "deal": lambda deal: deal["deal"],
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
    "margin": lambda deal: deal["points"] - deal["contract"],
    "raised": lambda deal: deal["contract"] - deal["bid"],
    "score": lambda deal: deal[f"score_{deal['declarer']}"],
    "after_dealer": lambda deal: next(n for n in range(5) if (deal["dealer"] + n) % 5 == deal["declarer"]),
    "changed": lambda deal: deal["strain"] != deal["bid_strain"],
    "alone": lambda deal: deal["friends"] == 0,
    "score_3": lambda deal: deal["score_3"],
    "tricks/1": lambda deal: f"{deal['tricks_dealt'] // 4} to {deal['tricks_dealt'] // 4}.75",
    "points/5": lambda deal: f"{deal['points'] // 5 * 5} to {deal['points'] // 5 * 5 + 4}",
    "margin/1": lambda deal: str(deal["points"] - deal["contract"]),
    "deal/1000": lambda deal: ("0 to 999", "1000 to 1999", "2000 to 2999")[deal["deal"] // 1000],
}

#: Keys that only other runs have.
ELSEWHERE = {"faults", "tried", "match", "match_deal", "mighty_seats", "joker_seats"}


def test_every_key_is_tested() -> None:
    own = {name for name in BY_HAND if "/" not in name and not name.startswith("score_")}
    assert own | ELSEWHERE == set(keys())


@pytest.mark.parametrize("key", BY_HAND)
def test_groups_are_what_counting_gives(folder: Path, deals: list[dict[str, int]], key: str) -> None:
    table = summarize(folder, [key]).frame
    assert dict(zip(table[key], table["n"], strict=True)) == Counter(map(BY_HAND[key], deals))
    np.testing.assert_allclose(table["share"], table["n"] / DEALS)


def test_numbers_of_a_group(folder: Path, deals: list[dict[str, int]]) -> None:
    table = summarize(folder, ["contract", "strain"]).frame
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
    table = summarize(folder, ["trumps"], "exchanged").frame
    assert dict(zip(table["trumps"], table["n"], strict=True)) == Counter(deal["trumps_exchanged"] for deal in deals)


def test_no_key_is_one_row(folder: Path) -> None:
    table = summarize(folder, []).frame
    assert list(table["n"]) == [DEALS]
    assert list(table["share"]) == [1.0]


def test_memory_does_not_grow_with_the_groups_read(folder: Path) -> None:
    whole = summarize(folder, ["contract", "made"]).frame
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
    table = summarize(folder, [key]).frame
    assert dict(zip(table[key], table["n"], strict=True)) == Counter(map(BY_HAND[key], deals))


def test_means_of_eight_seats(eight_seats: tuple[Path, list[dict[str, int]]]) -> None:
    folder, deals = eight_seats
    (row,) = (row for _, row in summarize(folder, []).frame.iterrows())
    check_mean(row, "points", [deal["points"] for deal in deals])
    check_mean(row, "score", [deal[f"score_{deal['declarer']}"] for deal in deals])


def test_what_a_score_is_goes_with_the_table(folder: Path, eight_seats: tuple[Path, list[dict[str, int]]]) -> None:
    assert "Score: what the declarer gained." in summarize(folder, ["contract"]).notes
    charged = "penalty points charged to the declarer: the fewer, the better"
    assert f"Score: {charged}." in summarize(eight_seats[0], []).notes
    assert score_words(load_table("penalty-3").as_dict()) == charged


def test_rates_and_means_of_other_keys(folder: Path, deals: list[dict[str, int]]) -> None:
    found = summarize(folder, "strain", rates="alone,changed", means=["tricks", "margin"])
    assert list(found.frame.columns) == [
        "strain", "n", "share",
        *("alone", "alone_rate", "alone_rate_low", "alone_rate_high"),
        *("changed", "changed_rate", "changed_rate_low", "changed_rate_high"),
        *("tricks_mean", "tricks_low", "tricks_high", "margin_mean", "margin_low", "margin_high"),
    ]  # fmt: skip
    for _, row in found.frame.iterrows():
        own = [deal for deal in deals if BY_HAND["strain"](deal) == row["strain"]]
        alone = sum(map(BY_HAND["alone"], own))
        assert row["alone"] == alone
        assert tuple(row[["alone_rate", "alone_rate_low", "alone_rate_high"]]) == pytest.approx(wilson(alone, len(own)))
        check_mean(row, "tricks", list(map(BY_HAND["tricks"], own)))
        check_mean(row, "margin", list(map(BY_HAND["margin"], own)))


def test_a_distribution_has_every_value_of_every_group(folder: Path, deals: list[dict[str, int]]) -> None:
    found = summarize(folder, ["made"], distribution="points")
    assert found.kind == "distribution"
    counts = Counter((bool(deal["made"]), deal["points"]) for deal in deals)
    table = found.frame
    assert list(table.columns) == ["made", "points", "n", "of", "share", "share_low", "share_high", "or_more"]
    assert dict(zip(zip(table["made"], table["points"], strict=True), table["n"], strict=True)) == counts
    for _, row in table.iterrows():
        own = [deal["points"] for deal in deals if deal["made"] == row["made"]]
        assert row["of"] == len(own)
        assert row["or_more"] == pytest.approx(sum(points >= row["points"] for points in own) / len(own))
        assert tuple(row[["share", "share_low", "share_high"]]) == pytest.approx(wilson(row["n"], len(own)))


def test_a_distribution_of_names_has_no_more(folder: Path) -> None:
    table = summarize(folder, [], distribution="strain").frame
    assert list(table["strain"]) == list("SHDCN")
    assert "or_more" not in table.columns
    assert table["n"].sum() == table["of"][0] == DEALS


@pytest.mark.parametrize(
    ("only", "fits"),
    [
        (["contract=15,16"], lambda deal: deal["contract"] in (15, 16)),
        ("contract=15,16", lambda deal: deal["contract"] in (15, 16)),
        ({"contract": [15, 16]}, lambda deal: deal["contract"] in (15, 16)),
        ({"contract": {15, 16}}, lambda deal: deal["contract"] in (15, 16)),
        (["deal=..999", "deal=500.."], lambda deal: 500 <= deal["deal"] <= 999),
        (["points=12..14", "strain=s,N"], lambda deal: 12 <= deal["points"] <= 14 and deal["strain"] in (0, 4)),
        (["margin=..-3"], lambda deal: deal["points"] - deal["contract"] <= -3),
        (["tricks=2.5.."], lambda deal: deal["tricks_dealt"] >= 10),
        (["mighty_seat=kitty"], lambda deal: deal["mighty_seat"] < 0),
        (["friend_call=jk"], lambda deal: deal["friend_call"] == 52),
        ({"made": True}, lambda deal: deal["made"]),
        (["alone=no"], lambda deal: deal["friends"] != 0),
    ],
)
def test_only_some_deals_are_counted(folder: Path, deals: list[dict[str, int]], only, fits) -> None:
    found = summarize(folder, ["declarer"], only=only)
    assert dict(zip(found.frame["declarer"], found.frame["n"], strict=True)) == Counter(
        deal["declarer"] for deal in deals if fits(deal)
    )
    assert found.deals == sum(map(bool, map(fits, deals)))


def test_rare_deals_are_in_few_row_groups(folder: Path, deals: list[dict[str, int]]) -> None:
    rare = [deal for deal in deals if deal["points"] == 20 and deal["redeals"] == 4 and deal["bid"] == 20]
    only = ["points=20", "redeals=4", "bid=20"]
    assert 0 < len(rare) < 20
    assert summarize(folder, ["score"], only=only).deals == summarize(folder, [], only=only).deals == len(rare)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"only": ["contarct=1"]}, "did you mean 'contract'"),
        ({"only": ["strain=X"]}, "unknown strain 'X'"),
        ({"only": ["friend_call=ZZ"]}, "no friend call"),
        ({"only": ["made=perhaps"]}, "unknown answer 'perhaps'"),
        ({"only": ["contract=high"]}, "write a number or a range such as 12..14"),
        ({"only": ["contract"]}, "chooses nothing"),
        ({"only": ["contract=99"]}, "no deal in .* has contract 99"),
        ({"rates": "points"}, "made, changed, alone have one"),
        ({"means": "strain"}, "is no amount, so it has no mean"),
        ({"by": "tricks/0.3"}, "the least is 0.25"),
        ({"by": "strain/2"}, "it is no amount"),
        ({"by": "points", "distribution": "points"}, "named twice"),
        ({"by": "match_deal"}, "of a run with --match; this run has none"),
        ({"by": "mighty_seats"}, "of two packs; this run has none"),
        ({"when": "later"}, "unknown time 'later'"),
    ],
)
def test_what_cannot_be_asked(folder: Path, asked: dict[str, object], told: str) -> None:
    with pytest.raises(InputError, match=told) as caught:
        summarize(folder, **asked)
    assert "\n" not in str(caught.value)


def test_so_many_groups_are_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summary, "MOST_GROUPS", 2000)
    with pytest.raises(InputError, match=r"more than 2,000 groups.*deal/1000"):
        summarize(folder, ["deal"])
    assert len(summarize(folder, ["deal/5"]).frame) == DEALS / 5


#: Columns of a run that goes on after wrong answers.
WITH_FAULTS = [*RANGES, ("faults", np.int16, 0, 3)]


class Faulty(FakeBatch):
    """A batch of those columns."""

    columns = tuple(Column(name, dtype) for name, dtype, _, _ in WITH_FAULTS)


def test_faults_are_those_of_the_deals_that_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fake_batch, "RANGES", WITH_FAULTS)
    run(Request(made_up(), 300, tmp_path), None, Faulty)
    names = [name for name, *_ in WITH_FAULTS]
    deals = [dict(zip(names, map(int, column), strict=True)) for column in values(made_up(), 0, 300).T]
    for only in ([], ["contract=15"]):
        own = [deal["faults"] for deal in deals if not only or deal["contract"] == 15]
        found = summarize(tmp_path, only=only)
        assert (found.deals, found.faults) == (len(own), (sum(own), sum(count > 0 for count in own)))


def test_folders_of_another_kind_say_what_they_are(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "chunk-000000.parquet").symlink_to(folder / "chunk-000000.parquet")
    with pytest.raises(InputError, match="several runs; name one of them: one"):
        summarize(tmp_path)
    (tmp_path / "standings.parquet").touch()
    with pytest.raises(InputError, match="holds a tournament, not a run"):
        summarize(tmp_path)


def test_a_summary_is_an_answer(folder: Path) -> None:
    found = summarize(str(folder), "strain")
    assert isinstance(found, Summary)
    assert found.title.startswith("2,500 deals in ") and found.title.endswith(", by strain")
    assert "<table" in found._repr_html_()


#: Columns of a table of two packs in place of the last two.
TWO_PACKS = [*EIGHT_SEATS[:-2], ("mighty_seats", np.uint8, 0, 255), ("joker_seats", np.uint8, 0, 3)]


class TwoPacks(FakeBatch):
    """A batch of those columns."""

    columns = tuple(Column(name, dtype) for name, dtype, _, _ in TWO_PACKS)


def test_who_held_the_cards_of_two_packs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fake_batch, "RANGES", TWO_PACKS)
    experiment = Experiment(load_table("penalty-8"), made_up().strategies[:1] * 8, 1)
    run(Request(experiment, 500, tmp_path), None, TwoPacks)
    names = [name for name, *_ in TWO_PACKS]
    dealt = [dict(zip(names, map(int, column), strict=True)) for column in values(experiment, 0, 500).T]

    def holders(deal: dict[str, int]) -> str:
        seats = [seat for seat in range(8) if deal["joker_seats"] >> seat & 1]
        held = {"declarer" if seat == deal["declarer"] else BY_FRIENDS[deal["friends"] >> seat & 1] for seat in seats}
        return "+".join(role for role in ("declarer", "friend", "defender") if role in held) or "kitty"

    table = summarize(tmp_path, ["joker_seat"]).frame
    assert dict(zip(table["joker_seat"], table["n"], strict=True)) == Counter(map(holders, dealt))
    table = summarize(tmp_path, ["joker_seats"]).frame
    assert dict(zip(table["joker_seats"], table["n"], strict=True)) == Counter(
        ("kitty", "0", "1", "0+1")[deal["joker_seats"]] for deal in dealt
    )


BY_FRIENDS = ("defender", "friend")
