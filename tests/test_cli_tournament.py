"""`tournament` on the command line: pages, rows, files and what is refused."""

import csv
import io
import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from fake_batch import Column, FakeBatch

from mighty_sim import contest
from mighty_sim.catalog import strategy_path
from mighty_sim.cli import main
from mighty_sim.rules import table_names

ROOT = Path(__file__).parent.parent
STANDINGS = (
    "table place strategy number observations n score_mean score_low score_high advantage_mean advantage_low "
    "advantage_high separated declarer_n declarer_rate declarer_rate_low declarer_rate_high "
    "declarer_score_mean declarer_score_low declarer_score_high friend_n friend_rate friend_rate_low "
    "friend_rate_high friend_score_mean friend_score_low friend_score_high defender_n defender_rate "
    "defender_rate_low defender_rate_high defender_score_mean defender_score_low defender_score_high made "
    "made_rate made_rate_low made_rate_high contract_mean contract_low contract_high points_mean points_low "
    "points_high"
).split()
PAIRS = (
    "table strategy other number other_number observations ahead_mean ahead_low ahead_high p p_holm separated"
).split()


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]):
    def run(*arguments: str, code: int = 0) -> tuple[str, str]:
        assert main(["tournament", *arguments]) == code
        return capsys.readouterr()

    return run


@pytest.fixture
def _made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contest, "_batch_of", FakeBatch)


def copies(names: str) -> list[str]:
    """Files that play as greedy does, each a strategy of its own."""
    text = strategy_path("greedy").read_text(encoding="utf-8")
    for name in names.split():
        Path(f"{name}.py").write_text(f"{text}\n# {name}\n", encoding="utf-8")
    return [f"./{name}.py" for name in names.split()]


def files() -> list[str]:
    return sorted(str(path.relative_to(Path.cwd())) for path in Path.cwd().rglob("*.parquet"))


@pytest.mark.parametrize("table", ["standard", "penalty-6"])
def test_the_page_fits_80_columns_and_says_what_it_is(said, table: str) -> None:
    page, told = said("greedy", "random", "--deals", "2000", "--seed", "7", "--table", table)
    assert all(len(line) <= 80 for line in page.splitlines())
    seats = 12_000 if table == "penalty-6" else 10_000
    assert page.startswith(
        f"Tournament at table {table}, 2,000 deals of seed 7\n2 line-ups play every deal: 4,000 plays, "
    )
    assert f"{seats:,} seats for each contestant\n" in page
    assert ("charged" in page, "penalty points" in page) == ((True, True) if "penalty" in table else (False, False))
    assert page.index("Standings\n") < page.index("As declarer\n") < page.index("by role\n") < page.index("Every two")
    (first,) = [line.split() for line in page.splitlines() if line.startswith("    1 ")]
    assert (first[1], first[-1]) == ("greedy", "separated")
    assert first[4].startswith("+")  # the better one is ahead of the field, whatever scores are
    for word in ("Wilson's 95 %", "Holm:", "A deal with all its plays is one observation"):
        assert word in " ".join(page.split())
    assert told.startswith("played 4,000 deals in ")
    assert told.endswith(f"rows in {Path(files()[0]).parent}\n")


@pytest.mark.usefixtures("_made_up")
def test_what_is_kept_and_read_again(said) -> None:
    page, _ = said("greedy", "random", "--deals", "1000")
    assert [Path(path).name for path in files()] == ["deals.parquet", "pairs.parquet", "standings.parquet"]
    assert files()[0].startswith("results/tournament-standard-greedy+random-seed1-")
    again, told = said("greedy", "random", "--deals", "1000", "--threads", "1")
    assert again == page
    assert told.startswith("read 1,000 deals played before; rows in results/")
    rows = json.loads(said("greedy", "random", "--deals", "1000", "--format", "json")[0])
    kept = pd.read_parquet(files()[2])
    assert [row["score_mean"] for row in rows] == kept["score_mean"].tolist()
    assert list(rows[0]) == ["table", *kept.columns] == STANDINGS


def test_faults_are_counted_and_told_also_when_read(said, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every tenth deal has three in each of its two line-ups."""

    class Faulty(FakeBatch):
        columns = (*FakeBatch.columns, Column("faults", "int16"))

        def play(self, first, count, out, row):
            super().play(first, count, out[:-1], row)
            out[-1, row : row + count] = 3 * (np.arange(first, first + count) % 10 == 0)

    monkeypatch.setattr(contest, "_batch_of", Faulty)
    words = ("greedy", "random", "--deals", "95", "--on-fault", "first-legal")
    for _ in ("played", "read"):
        page, told = said(*words)
        assert told.splitlines()[-1] == "60 faults in 10 of 95 deals"
        assert "\n60 faults in 10 of 95 deals: the first legal answer stood for each wrong one\n" in page
    assert said(*words, "--quiet")[1] == ""
    deals, *_ = files()
    assert "-first-legal-" in deals
    told = pd.read_parquet(deals)
    assert list(told) == ["deal", "score_0", "score_1", "faults"]
    assert told["faults"].tolist() == [6 if deal % 10 == 0 else 0 for deal in range(95)]


@pytest.mark.usefixtures("_made_up")
def test_keeping_nothing_and_keeping_elsewhere(said) -> None:
    page, _ = said("greedy", "random", "--deals", "500", "--keep", "none")
    assert files() == []
    assert said("greedy", "random", "--deals", "500", "--out", "here", "--quiet") == (page, "")
    assert files() == ["here/deals.parquet", "here/pairs.parquet", "here/standings.parquet"]
    error = said("greedy", "random", "--deals", "600", "--out", "here", code=2)[1]
    assert "'here' holds another tournament (deals.parquet: deals is 500 there, 600 here)" in error
    assert error.count("\n") == 1


@pytest.mark.usefixtures("_made_up")
def test_rows_for_programs(said) -> None:
    wanted = ("greedy", "random", *copies("twin"), "--deals", "400", "--quiet", "--format")
    standings, pairs = (json.loads(said(*wanted, "json", *more)[0]) for more in ((), ("--pairs",)))
    assert (list(standings[0]), list(pairs[0])) == (STANDINGS, PAIRS)
    assert (len(standings), len(pairs)) == (3, 3)
    rows = list(csv.DictReader(io.StringIO(said(*wanted, "csv")[0])))
    plain = [{key: "" if value is None else str(value) for key, value in row.items()} for row in standings]
    assert rows == plain


@pytest.mark.usefixtures("_made_up")
def test_pairs_alone(said) -> None:
    page = said("greedy", "random", *copies("a b"), "--deals", "400", "--pairs", "--quiet")[0]
    assert "Standings" not in page
    body = page[page.index("─\n") : page.index("\nBy:")].splitlines()[1:]
    assert [line.split()[:2] for line in body] == [
        [one, other] for one, other in combinations(["greedy", "random", "a", "b"], 2)
    ]
    assert "corrected for the number of pairs" in " ".join(page.split())


@pytest.mark.usefixtures("_made_up")
def test_of_many_contestants_the_page_compares_neighbours(said) -> None:
    page = said("greedy", "random", *copies("a b c d"), "--deals", "200", "--quiet")[0]
    assert "Neighbours in the standings; --pairs shows all 15 pairs" in page
    body = page[page.index("all 15 pairs") :]
    assert body.count(" no\n") == 5  # made up: all play alike
    assert "\n200 rounds of 6 line-ups: 1,200 plays, 1,000 seats for each contestant\n" in page
    assert "A round, with neighbours of its own, is one observation" in " ".join(page.split())


@pytest.mark.usefixtures("_made_up")
@pytest.mark.parametrize("columns", ["80", "120"])
def test_intervals_move_below_where_the_page_is_narrow(said, monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    names = copies("a_rather_long_name_is")
    page = said("greedy", *names, "--deals", "200", "--quiet")[0]
    assert all(len(line) <= int(columns) for line in page.partition("Every two")[0].splitlines())
    made = page[page.index("As declarer") : page.index("Score a deal")]
    assert ("a_rather_long_name_is" in made) and made.count("±") == 4
    lines = [line for line in made.splitlines() if line.startswith(("greedy", "a_rather"))]
    assert all(("±" in line) == (columns == "120") for line in lines)


@pytest.mark.usefixtures("_made_up")
def test_markdown_is_the_page_to_keep(said) -> None:
    page = said("greedy", "random", "--deals", "300", "--format", "markdown", "--quiet")[0]
    assert page.startswith("Tournament at table standard, 300 deals of seed 1  \n")
    assert "| place | strategy | score | field | next |\n| ---: | --- | ---: | ---: | --- |\n| 1 | " in page
    assert page.count("\n| ---") == 4


def test_every_table_has_its_standings(said) -> None:
    page, told = said("greedy", "random", "--table", "ALL", "--deals", "300", "--out", "kept")
    assert [line.split()[3][:-1] for line in page.splitlines() if line.startswith("Tournament")] == table_names()
    assert page.count("Standings\n") == len(table_names())
    assert "As declarer" not in page
    assert " ".join(page.split()).count("Score: mean of what a seat gained") == 1
    assert " ".join(page.split()).count("Charged: mean of the penalty points") == 1
    assert told.count("\n") == len(table_names())
    assert files() == sorted(
        f"kept/{name}/{file}.parquet" for name in table_names() for file in ("deals", "pairs", "standings")
    )
    rows = json.loads(
        said("greedy", "random", "--table", "ALL", "--deals", "300", "--out", "kept", "--format", "json")[0]
    )
    assert [row["table"] for row in rows] == [name for name in table_names() for _ in range(2)]
    assert {row["strategy"] for row in rows if row["place"] == 1} == {"greedy"}


@pytest.mark.usefixtures("_made_up")
def test_several_tables_each_have_their_standings(said) -> None:
    standard = Path("mine/standard.toml")
    standard.parent.mkdir()
    standard.write_text("[score]\nbase = 11\n", encoding="utf-8")
    wanted = ("greedy", "random", "--deals", "20", "--quiet", "--table", "standard", "--table")
    page = said(*wanted, "penalty-5", "--table", "standard", "--out", "kept")[0]
    assert [line.split()[3][:-1] for line in page.splitlines() if line.startswith("Tournament")] == [
        *("standard", "penalty-5")
    ]
    assert "As declarer" not in page
    assert "faults" not in page  # the first would have ended it
    assert {Path(path).parent.name for path in files()} == {"standard", "penalty-5"}
    out, told = said(*wanted, str(standard), code=2)
    assert (out, told.count("\n")) == ("", 1)
    assert "several tables are called 'standard'" in told


@pytest.mark.usefixtures("_made_up")
def test_one_deal_has_no_interval(said) -> None:
    page = said("greedy", "random", "--deals", "1", "--quiet")[0]
    assert "±" not in page.split("±:")[0]
    assert "1 deal of seed 1" in page
    rows = json.loads(said("greedy", "random", "--deals", "1", "--quiet", "--format", "json")[0])
    assert rows[0]["score_low"] is rows[0]["advantage_high"] is None


@pytest.mark.usefixtures("_made_up")
def test_a_changed_table_says_so(said) -> None:
    page = said("greedy", "random", "--deals", "10", "--set", "joker.last_trick=normal", "--quiet")[0]
    assert "standard changed: joker.last_trick=normal" in page
    assert files()[0].startswith("results/tournament-standard-changed-greedy+random-seed1-")


@pytest.mark.parametrize(
    ("words", "right"),
    [
        ((), "0 contestants; a tournament has 2 to 16, a sweep standing for several"),
        (("greedy",), "1 contestant; a tournament has 2 to 16"),
        (("greedy", "greedy"), "are the same strategy with the same parameters; name it once"),
        (("greedy", "gredy"), "unknown strategy 'gredy'; did you mean 'greedy'?"),
        (("greedy", "random:x=1"), "'random' has no parameters, so no 'x'"),
        (("greedy", "random", "--deals", "0"), "'0' is no number of deals"),
        (("greedy", "random", "--table", "every"), "unknown table 'every'"),
        (("greedy", "random", "--keep", "none", "--out", "x"), "--keep none writes no rows"),
        (("greedy", "random", "--table", "ALL", "--set", "deal.players=5"), "penalty-3"),
    ],
)
def test_what_cannot_be_played_is_refused(said, words: tuple[str, ...], right: str) -> None:
    out, told = said(*words, code=2)
    assert out == ""
    assert right in told
    assert told.count("\n") == 1
    assert files() == []
