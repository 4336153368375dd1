"""The page of a run says what plain counting finds, how sure that is, and how to play it again."""

import re
from dataclasses import replace
from pathlib import Path

import fake_batch
import numpy as np
import pandas as pd
import pytest
from fake_batch import FORCED, RANGES, Column, FakeBatch, made_up, values
from msgspec import structs
from plain_page import Read
from scipy.stats import chisquare
from statsmodels.stats.proportion import proportion_confint
from test_summary import EIGHT_SEATS, EightSeats

from mighty_sim.errors import UnknownName
from mighty_sim.experiment import Experiment, Forced
from mighty_sim.page import Page, Table, render
from mighty_sim.rules import load_table
from mighty_sim.run_report import MOST_CALLS, page
from mighty_sim.runner import Request, run

DEALS = 3000
EVIL = "<script>alert(1)</script>"


def played(folder: Path, experiment: Experiment, deals: int = DEALS) -> Path:
    run(Request(experiment, deals, folder), None, FakeBatch)
    return folder


@pytest.fixture(scope="module")
def auction(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("auction"), made_up())


@pytest.fixture(scope="module")
def shown(auction: Path) -> Page:
    return page(auction)


@pytest.fixture(scope="module")
def forced(tmp_path_factory: pytest.TempPathFactory) -> Page:
    return page(played(tmp_path_factory.mktemp("forced"), made_up(forced=FORCED)))


@pytest.fixture(scope="module")
def deals() -> pd.DataFrame:
    return pd.DataFrame(dict(zip([name for name, *_ in RANGES], values(made_up(), 0, DEALS), strict=True))).astype(int)


def table(shown: Page, caption: str) -> Table:
    (found,) = [one for section in shown.sections for one in section.tables if one.caption.startswith(caption)]
    return found


def said(shown: Page, name: str) -> str:
    (section,) = [one for one in shown.sections if one.name == name]
    return " ".join([*section.words, *section.notes]).replace("\u2060", "").replace("\u00a0", " ")


def in_words(made: int, n: int) -> str:
    """A rate as the page has it, from statsmodels' interval of Wilson."""
    low, high = proportion_confint(made, n, method="wilson")
    return f"{100 * made / n:.1f} % ({100 * low:.1f}–{100 * high:.1f} %)"


def test_the_first_numbers_are_those_of_all_deals(shown: Page, deals: pd.DataFrame) -> None:
    facts = {fact.name: fact.value.replace("\u00a0", " ") for fact in shown.facts}
    assert facts == {
        "contracts made": f"{100 * deals['made'].mean():.1f} %",
        "mean contract": f"{deals['contract'].mean():.2f}",
        "points of the declarer's side": f"{deals['points'].mean():.2f}",
        "declarer's score a deal": f"{_own(deals).mean():.2f}".replace("-", "−"),
    }


def _own(deals: pd.DataFrame) -> pd.Series:
    return pd.Series([deal[f"score_{deal['declarer']}"] for deal in deals.to_dict("records")])


def test_findings_are_sentences_with_intervals(shown: Page, deals: pd.DataFrame) -> None:
    text = Read(render(shown)).text
    assert f"made {in_words(int(deals['made'].sum()), DEALS)} of its contracts (95 % interval, 3,000 deals)" in text
    often = deals["contract"].value_counts()
    most = deals[deals["contract"] == often.index[0]]
    part = f"{100 * len(most) / DEALS:.1f} % of all deals"
    assert f"played most is {often.index[0]}: {part}, made in {in_words(int(most['made'].sum()), len(most))}." in text
    trumpless = deals[deals["strain"] == 4]
    share, made = 100 * len(trumpless) / DEALS, in_words(int(trumpless["made"].sum()), len(trumpless))
    assert f"No-trump was played in {share:.2f} % of the deals and succeeded in {made}." in text


def test_contracts_of_the_table_are_counted(shown: Page, deals: pd.DataFrame) -> None:
    found = {row[0].sort: row for row in table(shown, "By contract").rows}
    for contract, part in deals.groupby("contract"):
        row = found.pop(contract)
        assert (row[0].text, row[1].text) == (str(contract), f"{len(part):,}")
        assert row[3].sort == pytest.approx(part["made"].mean())
        assert row[4].sort == pytest.approx(part["points"].mean())
    assert not found


def test_classes_of_strength_hold_every_deal(shown: Page, deals: pd.DataFrame) -> None:
    rows = table(shown, "All contracts, by tricks").rows
    assert sum(int(row[1].sort) for row in rows) == DEALS
    quarter = deals["tricks_dealt"] // 2  # two quarters of a trick make a class
    assert [row[0].sort for row in rows] == sorted(set(quarter / 2))
    assert [row[3].sort for row in rows] == pytest.approx(list(deals["made"].groupby(quarter).mean()))


def test_seats_are_tested_without_being_asked_for(shown: Page, deals: pd.DataFrame) -> None:
    places = (deals["declarer"] - deals["dealer"]) % 5
    p = chisquare(places.value_counts()).pvalue
    assert f"so uneven by luck alone: {100 * p:.2g} %, chi-square" in said(shown, "seats")
    assert ("by more than luck" in said(shown, "seats")) == (p < 0.05)
    rows = table(shown, "By seat").rows
    assert [row[1].sort for row in rows] == [int((deals["declarer"] == seat).sum()) for seat in range(5)]
    assert [row[4].sort for row in rows] == pytest.approx([deals[f"score_{seat}"].mean() for seat in range(5)])


def test_rare_calls_are_left_out_and_told(shown: Page, deals: pd.DataFrame) -> None:
    assert len(table(shown, "By call").rows) == MOST_CALLS
    assert f"{deals['friend_call'].nunique() - MOST_CALLS} rarer calls are left out" in said(shown, "friends")


def test_thin_groups_have_a_star_and_its_meaning(tmp_path: Path) -> None:
    few = page(played(tmp_path, made_up(), 300))
    assert any(cell.text.endswith("*") for row in table(few, "By contract").rows for cell in row)
    assert "* fewer than 100 deals" in said(few, "contracts")


def test_a_forced_declarer_has_chances_and_no_seats(forced: Page) -> None:
    names = [section.name for section in forced.sections]
    assert "seats" not in names and "points" in names
    assert forced.facts[0].name == "15 points or more"
    assert "Seat 0 declared every deal, whatever it held, and took 15 points or more" in forced.findings[0]
    headings = table(forced, "Chance in % of so many points").headings
    assert list(headings[2:]) == [f"{number}+" for number in range(13, 21)]
    assert "really played" not in said(forced, "strength")


def test_penalties_are_not_called_a_score(tmp_path: Path) -> None:
    rules = load_table("penalty-5")
    found = page(played(tmp_path, replace(made_up(), rules=rules), 400))
    assert table(found, "By contract").headings[-1] == "declarer charged"
    assert table(found, "By seat").headings[-1] == "charged a deal"
    assert "declarer is charged a deal" in [fact.name for fact in found.facts]
    assert "the fewer, the better. So it is with what a seat is charged." in said(found, "reading")


def test_what_holds_only_for_these_strategies_is_said(shown: Page) -> None:
    assert "no property of Mighty as such" in said(shown, "reading")
    assert "95 of 100 such intervals" in said(shown, "reading")
    assert "not the chance that any hand of that strength has" in said(shown, "strength")


def test_it_says_how_to_play_it_again(shown: Page) -> None:
    (section,) = [one for one in shown.sections if one.name == "again"]
    assert section.commands[0] == (
        "mighty-sim run --strategy made-up --table standard --deals 3000 --seed 1 --out results/again"
    )
    (terms,) = [dict(one.terms) for one in shown.sections if one.name == "played"]
    assert terms["strategies"] == [f"made-up (SHA-256 {'0' * 64}), at every seat"]
    assert {"table", "seed", "deals", "engine version"} <= set(terms)


def test_why_it_ended_is_told_if_the_folder_knows(shown: Page, auction: Path, tmp_path: Path) -> None:
    def ended(found: Page) -> list[str] | None:
        (terms,) = [dict(one.terms) for one in found.sections if one.name == "played"]
        return terms.get("why it ended")

    assert ended(shown) == ["all 3,000 deals were played"]
    (tmp_path / "chunk-000000.parquet").symlink_to(auction / "chunk-000000.parquet")
    assert ended(page(tmp_path)) is None


def test_wrong_answers_are_told(tmp_path: Path) -> None:
    class Faulty(FakeBatch):
        columns = (*FakeBatch.columns, Column("faults", np.int32))

        def play(self, first: int, count: int, out: np.ndarray, row: int) -> None:
            super().play(first, count, out[:-1], row)
            out[-1, row : row + count] = [3 if deal % 100 == 7 else 0 for deal in range(first, first + count)]

    run(Request(replace(made_up(), on_fault="first-legal"), 500, tmp_path), None, Faulty)
    assert page(tmp_path).findings[1].startswith("In 5 deals a strategy broke the rules: 15 wrong answers")


def test_the_measure_and_the_hand_can_be_chosen(auction: Path) -> None:
    other = page(auction, "trumps", "exchanged")
    assert table(other, "All contracts, by trumps after the exchange").headings[0] == "trumps"
    with pytest.raises(UnknownName, match="'luck'"):
        page(auction, "luck")


def test_names_of_tables_and_strategies_are_text(tmp_path: Path) -> None:
    known = made_up(names=(EVIL,) * 5)
    text = render(page(played(tmp_path, replace(known, rules=structs.replace(known.rules, name=EVIL)), 500)))
    assert EVIL not in text
    read = Read(text)
    assert read.tags.count("script") == 1
    assert f"500 deals of Mighty at the table {EVIL}" in read.text


def test_the_same_folder_gives_the_same_bytes_and_few(auction: Path, shown: Page) -> None:
    text = render(shown)
    assert text == render(page(auction))
    assert len(text.encode()) < 2_000_000
    assert str(auction) not in text  # nor does it matter where the folder lies
    ids = Read(text).ids
    assert len(ids) == len(set(ids))  # figures and links have ids of their own, hatched cells none


@pytest.mark.parametrize("deals", [1, 2, 37])
@pytest.mark.parametrize("forced", [None, FORCED], ids=["auction", "forced"])
def test_very_few_deals_have_a_page(tmp_path: Path, deals: int, forced: Forced | None) -> None:
    text = Read(render(page(played(tmp_path, made_up(forced=forced), deals)))).text
    assert not re.search(r"\bnan\b|\bNone\b|\binf\b", text)


def test_eight_players_with_two_packs_have_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fake_batch, "RANGES", EIGHT_SEATS)
    eight = Experiment(load_table("penalty-8"), (made_up().strategies[0],) * 8, 1)
    run(Request(eight, 500, tmp_path), None, EightSeats)
    found = page(tmp_path)
    assert [row[0].text for row in table(found, "By seat").rows] == [str(seat) for seat in range(8)]
    Read(render(found))
