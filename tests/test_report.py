"""A folder becomes one page, from Python and on the command line, and the page holds in a real browser."""

from pathlib import Path

import pytest
from browser import look_at, needs_browser, on_a_phone, said, with_script
from fake_batch import FakeBatch, made_up
from plain_page import Read

from mighty_sim import figure_style, page, run_report
from mighty_sim.cli import main
from mighty_sim.contest import from_names, play
from mighty_sim.errors import InputError
from mighty_sim.report import report
from mighty_sim.runner import Request, run


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("results")
    run(Request(made_up(), 2000, folder / "run"), None, FakeBatch)
    play(from_names("standard", ["greedy", "random"], 1, 200), folder / "tournament", make_batch=FakeBatch)
    return folder


@pytest.fixture(scope="module", params=["run", "tournament"])
def made(request: pytest.FixtureRequest, results: Path) -> Path:
    return report(results / request.param, results / f"{request.param}.html")


def test_a_page_is_of_the_folder_that_was_named(made: Path) -> None:
    title = {"run": "2,000 deals of Mighty", "tournament": "Tournament at the table"}[made.stem]
    assert Read(made.read_text(encoding="utf-8")).text.startswith(title)


def test_the_command_writes_the_same_page_and_says_where(
    made: Path, results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["report", str(results / made.stem)]) == 0
    assert capsys.readouterr() == ("report.html\n", "")
    assert Path("report.html").read_bytes() == made.read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_what_cannot_be_done_is_a_line_on_stderr(
    results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.html").write_text("my own", encoding="utf-8")
    (tmp_path / "empty").mkdir()
    run_folder = str(results / "run")
    for words, told in [
        ([run_folder, "-o", "mine.html"], "'mine.html' is there and is no page of this program; --force writes"),
        ([run_folder, "-o", "page.pdf"], "'page.pdf' is no page's name; it ends in .html"),
        ([run_folder, "-o", "no/page.html"], "there is no folder 'no'"),
        ([run_folder, "--by", "trumpes"], "did you mean 'trumps'?"),
        (["empty"], "'empty' holds neither a run (chunk-000000.parquet) nor a tournament (standings.parquet)"),
        (["nowhere"], "'nowhere'"),
    ]:
        assert main(["report", *words]) == 2, words
        out, err = capsys.readouterr()
        assert out == ""
        assert told in err
        assert err.count("\n") == 1
    assert Path("mine.html").read_text(encoding="utf-8") == "my own"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty", "mine.html"]
    assert main(["report", run_folder, "-o", "mine.html", "--force"]) == 0
    assert "2,000 deals" in Path("mine.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("missing", [figure_style, page])
def test_a_missing_library_is_told_before_anything_is_read(
    missing: object, results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(missing, "find_spec", lambda _: None)
    monkeypatch.setattr(run_report, "page", lambda *_: pytest.fail("it was read"))
    with pytest.raises(InputError, match=r"pip install 'mighty-sim\[plot\]'"):
        report(results / "run", tmp_path / "a.html")


@needs_browser
def test_a_browser_finds_nothing_wrong_and_loads_nothing(made: Path, tmp_path: Path) -> None:
    script = "return performance.getEntriesByType('resource').length + ' ' + document.querySelectorAll('svg').length"
    dom, console = look_at(with_script(made, script, tmp_path / "p.html"), tmp_path / "profile", "--dump-dom")
    assert console == []
    loaded, figures = map(int, said(dom).split())
    assert loaded == 0
    assert figures >= (5 if made.stem == "run" else 1)


@needs_browser
def test_a_phone_shows_the_whole_width(made: Path, tmp_path: Path) -> None:
    script = "return [innerWidth, document.documentElement.scrollWidth].join()"
    assert on_a_phone(made, script, tmp_path) == "390,390"


@needs_browser
@pytest.mark.parametrize("made", ["run"], indirect=True)
def test_contracts_can_be_sorted_by_what_was_made(made: Path, tmp_path: Path) -> None:
    script = """
      const table = [...document.querySelectorAll("table")].find(one => one.caption.textContent === "By contract");
      const column = place => [...table.tBodies[0].rows].map(row => row.cells[place].firstChild.textContent.trim());
      table.tHead.rows[0].cells[3].querySelector("button").click();
      return column(3).join();
    """
    dom, console = look_at(with_script(made, script, tmp_path / "p.html"), tmp_path / "profile", "--dump-dom")
    assert console == []
    rates = [float(text.rstrip("*")) for text in said(dom).split(",")]
    assert len(rates) == 8
    assert rates == sorted(rates, reverse=True)
