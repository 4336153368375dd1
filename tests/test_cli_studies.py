"""Studies on the command line: listed, run by name or path, and published; the deals are made up."""

import re
from pathlib import Path

import pytest
from fake_batch import FakeBatch

from mighty_sim import catalog, runner
from mighty_sim.cli import publish, studies

STUDY = """# Why they argue.
question = "Does the joker matter?"
why = "They argue."
deals = 2000
[[part]]
name = "power"
title = "The power"
kind = "compare"
vary = ["joker.last_trick=powerless,normal"]
findings = ["With power {{ effect(setting='normal') }}."]
[[part]]
name = "strength"
title = "The strength"
kind = "success"
by = "points"
findings = ["Any hand makes it in {{ percent(row(strength=none, number=15)) }} of {{ deals }} deals."]
[[part]]
name = "measures"
kind = "ranking"
[[part]]
name = "both"
kind = "success"
by = "points,trumps"
[[part]]
name = "strains"
kind = "summary"
by = ["strain"]
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(runner, "batch_of", FakeBatch)
    Path("joker.toml").write_text(STUDY, encoding="utf-8")


def test_the_studies_are_listed(said) -> None:
    page = said("run", "--list")[0]
    assert page.splitlines()[2].startswith("success-by-strength ")
    for name in catalog.experiment_names():
        assert re.search(rf"^{name} .*\?$", page, re.MULTILINE)


def test_a_study_is_run_and_its_page_printed(said, monkeypatch: pytest.MonkeyPatch) -> None:
    page, told = said("run", "joker.toml")
    assert page.startswith("Does the joker matter?\n")
    for words in ("The power\n─────────", "Success by points of", "Success by points and trumps", "told apart"):
        assert words in page, words
    assert "- With power not one of 2,000 deals comes out otherwise" in page  # made-up deals know no rules
    assert re.search(r"- Any hand makes it in \d\d\.\d % \(\d\d\.\d to \d\d\.\d\) of\n? *2,000 deals\.", page)
    assert told == "rows in results/joker\n"
    monkeypatch.setattr(runner, "batch_of", None)  # all of it is there
    assert said("run", "joker.toml", "--quiet") == (page, "")
    monkeypatch.setattr(runner, "batch_of", FakeBatch)
    assert "2,000 deals" not in said("run", "joker.toml", "--deals", "900")[0]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("run joker-at-the-end", "unknown study 'joker-at-the-end'; did you mean 'joker-at-the-ends'?"),
        ("run none.toml", "no study file 'none.toml'"),
        ("run joker.toml --table standard", "--table stands in the study; only --deals, --threads and"),
        ("run joker.toml --set joker.last_trick=normal", "--set stands in the study"),
        ("publish joker.toml ./joker.toml", "several studies are called 'joker'"),
        ("publish joker.toml --deals x", "'x' is no number of deals"),
        ("publish joker.toml --out joker.toml", "is not a folder"),
    ],
)  # fmt: skip
def test_what_cannot_be_run(said, line: str, words: str) -> None:
    assert words in said(*line.split(), code=2)[1]
    assert [path.name for path in Path().iterdir()] == ["joker.toml"]


def test_a_published_study_has_its_page_tables_and_figures(said) -> None:
    page, told = said("publish", "./joker.toml", "--deals", "500", "--out", "pages")
    assert page == "pages/joker/README.md\n"
    text = Path("pages/joker/README.md").read_text(encoding="utf-8")
    names = ["power", "strength", "measures", "both", "strains"]
    for name in names:
        assert f"]({name}.svg)" in text
        assert f"[{name}.csv]({name}.csv)" in text
        assert Path(f"pages/joker/{name}.svg").read_text(encoding="utf-8").startswith("<?xml")
        assert len(Path(f"pages/joker/{name}.csv").read_text(encoding="utf-8").splitlines()) > 1
    files = ["README.md", *(f"{name}{end}" for name in names for end in (".csv", ".svg"))]
    assert sorted(path.name for path in Path("pages/joker").iterdir()) == sorted(files)
    assert text.startswith("# Does the joker matter?\n\nThey argue.\n\n- With power")
    assert "This holds for `steady`" in text
    assert "$ mighty-sim run ./joker.toml --deals 500\n" in text
    assert "results" not in text.split("<details>")[0]
    assert told == "joker: pages/joker/README.md\n"


def test_the_page_above_all_has_every_question_and_is_the_same_again(said, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = catalog._folder
    monkeypatch.setattr(catalog, "_folder", lambda kind: Path() if kind == "experiments" else folder(kind))
    Path("pages/older").mkdir(parents=True)
    Path("pages/older/README.md").write_text("# Older\n", encoding="utf-8")
    assert said("publish", "--deals", "300", "--out", "pages", "--rows", "rows")[0] == "pages/README.md\n"
    text = Path("pages/README.md").read_text(encoding="utf-8")
    assert "## Does the joker matter?" in text
    assert "conditional on who plays" in text
    assert "](joker/power.svg)" in text
    assert "[older](older/README.md)" in text
    files = {path: path.read_bytes() for path in Path("pages").rglob("*") if path.is_file()}
    said("publish", "--deals", "300", "--out", "pages", "--rows", "other")
    assert {path: path.read_bytes() for path in Path("pages").rglob("*") if path.is_file()} == files


def test_an_interrupted_study_says_how_to_go_on(said, monkeypatch: pytest.MonkeyPatch) -> None:
    class Stopping(FakeBatch):
        def play(self, first, count, out, row):
            raise KeyboardInterrupt

    monkeypatch.setattr(runner, "batch_of", Stopping)
    monkeypatch.setattr("sys.argv", ["mighty-sim", "run", "joker.toml"])
    told = said("run", "joker.toml", "--quiet", code=130)[1]
    assert told == (
        "mighty-sim: interrupted in power; what was finished is in results/joker; "
        "go on with: mighty-sim run joker.toml\n"
    )


def test_helps_import_nothing_slow() -> None:
    for module in (publish, studies):
        assert not {"numpy", "pandas", "matplotlib", "jinja2"} & set(vars(module))
