"""Pages: laid out, escaped, whole, and readable in a real browser."""

import re
from pathlib import Path

import pytest
from browser import look_at, needs_browser, on_a_phone, said, with_script
from plain_page import Read

from mighty_sim import page as pages
from mighty_sim.errors import InputError, RunError
from mighty_sim.figure_curves import success_curves
from mighty_sim.page import Cell, Fact, Page, Section, Table, check_page, render, write

EVIL = "<script>alert(1)</script>"


def an_example(name: str = "plain") -> Page:
    """A page with one of everything."""
    from test_figure_curves import surface

    numbers = [(5, "b"), (40, "a"), (-3, "c"), ("", "–")]
    rows = [[Cell(text, text), Cell(f"{value}", value, "±1")] for value, text in numbers]
    wide = Table("wide", [f"{name} column {place}" for place in range(30)], [True] * 30, [[Cell("12345")] * 30])
    return Page(
        f"About {name}",
        f"{name} was played",
        [Fact(name, "57 %", "±1")],
        [f"{name} is found"],
        [
            Section("Numbers", "numbers", [f"words on {name}"],
                    [(success_curves(surface(), title=name), f"below {name}")],
                    [Table(f"table of {name}", ["name", "value"], [False, True], rows), wide],
                    [f"mighty-sim run --table {name}"], [(name, [name, "f" * 300])], [f"note on {name}"]),
        ],
    )  # fmt: skip


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(an_example(), tmp_path_factory.mktemp("page") / "page.html")


def test_all_parts_are_on_the_page_and_every_tag_is_closed() -> None:
    read = Read(render(an_example()))
    for text in ("About plain", "plain was played", "57 %", "plain is found", "words on plain", "below plain",
                 "table of plain", "note on plain", "mighty-sim run --table plain"):  # fmt: skip
        assert text in read.text
    assert (read.tags.count("table"), read.tags.count("svg")) == (2, 1)
    assert len(read.ids) == len(set(read.ids))
    assert {address[1:] for address in read.addresses if address.startswith("#")} <= set(read.ids)


def test_nothing_is_loaded_from_anywhere() -> None:
    text = render(an_example())
    assert all(address.startswith(("#", "data:")) for address in Read(text).addresses)
    assert not re.search(r"@import|url\((?!#)", text)
    assert "default-src 'none'" in text


def test_every_text_is_escaped() -> None:
    plain, evil = render(an_example()), render(an_example(EVIL))
    assert EVIL not in evil
    read = Read(evil)
    assert read.tags.count("script") == Read(plain).tags.count("script") == 1
    for text in (f"About {EVIL}", f"table of {EVIL}", f"note on {EVIL}", f"{EVIL} column 3"):
        assert text in read.text


def test_the_same_page_gives_the_same_bytes() -> None:
    assert render(an_example()) == render(an_example())


def test_a_page_writes_over_a_page_and_over_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    assert write(an_example(), path) == path
    write(an_example("other"), path)
    assert "About other" in path.read_text(encoding="utf-8")
    path.write_text("<html>my own page</html>", encoding="utf-8")
    with pytest.raises(InputError, match="is no page of this program; --force writes over it"):
        write(an_example(), path)
    assert path.read_text(encoding="utf-8") == "<html>my own page</html>"
    write(an_example(), path, force=True)
    assert "About plain" in path.read_text(encoding="utf-8")
    assert [item.name for item in tmp_path.iterdir()] == ["report.html"]


@pytest.mark.parametrize(
    ("name", "told"), [("a.txt", "ends in .html"), ("no/a.html", "no folder"), ("d.html", "is a folder")]
)
def test_a_name_that_is_none_is_refused(tmp_path: Path, name: str, told: str) -> None:
    (tmp_path / "d.html").mkdir()
    with pytest.raises(InputError, match=told):
        check_page(tmp_path / name)


def test_a_disk_that_refuses_leaves_no_half_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(RunError, match="No space left"):
        write(an_example(), tmp_path / "a.html")
    assert list(tmp_path.iterdir()) == []


def test_without_jinja2_one_line_says_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "find_spec", lambda _: None)
    with pytest.raises(InputError, match=r"pip install 'mighty-sim\[plot\]'"):
        render(Page("t", "a"))


@needs_browser
def test_a_browser_shows_it_without_a_complaint(page: Path, tmp_path: Path) -> None:
    dom, console = look_at(page, tmp_path / "profile", "--dump-dom")
    assert console == []
    assert dom.count("<button") == 32  # a heading each of both tables
    loaded = "return JSON.stringify(performance.getEntriesByType('resource').map(entry => entry.name))"
    dom, console = look_at(with_script(page, loaded, tmp_path / "p.html"), tmp_path / "profile", "--dump-dom")
    assert (said(dom), console) == ("[]", [])


@needs_browser
def test_names_from_data_run_no_script(tmp_path: Path) -> None:
    path = write(an_example("</title></style></svg><script>document.title='taken'</script>"), tmp_path / "page.html")
    dom, console = look_at(
        with_script(path, "return document.title", tmp_path / "p.html"), tmp_path / "q", "--dump-dom"
    )
    assert said(dom).startswith("About </title>")
    assert console == []


@needs_browser
def test_a_heading_sorts_its_table_by_number_and_back(page: Path, tmp_path: Path) -> None:
    script = """
      const table = document.querySelector("table.sortable"), found = [];
      const column = place => [...table.tBodies[0].rows].map(row => row.cells[place].textContent.split(" ")[0]).join();
      const heads = table.tHead.rows[0].cells;
      const press = place => { heads[place].querySelector("button").click(); found.push(column(place)); };
      found.push(column(1)); press(1); found.push(heads[1].getAttribute("aria-sort"));
      press(1); press(0); press(0);
      return found.join("|");
    """
    dom, console = look_at(with_script(page, script, tmp_path / "p.html"), tmp_path / "profile", "--dump-dom")
    assert console == []
    assert said(dom).split("|") == [
        "5,40,-3,", "40,5,-3,", "descending", "-3,5,40,", "–,a,b,c", "c,b,a,–",
    ]  # fmt: skip


@needs_browser
def test_a_phone_scrolls_the_wide_table_and_not_the_page(page: Path, tmp_path: Path) -> None:
    script = """
      const frame = document.documentElement, box = document.querySelectorAll(".box")[1];
      const right = document.querySelector("svg").getBoundingClientRect().right;
      const terms = getComputedStyle(document.querySelector("dl.terms")).gridTemplateColumns.split(" ");
      return [innerWidth, frame.scrollWidth, box.scrollWidth > box.clientWidth, right <= 390, terms.length].join();
    """
    assert on_a_phone(page, script, tmp_path) == "390,390,true,true,1"


@needs_browser
def test_it_can_be_printed(page: Path, tmp_path: Path) -> None:
    target = tmp_path / "page.pdf"
    look_at(page, tmp_path / "profile", f"--print-to-pdf={target}", "--no-pdf-header-footer")
    assert target.read_bytes().startswith(b"%PDF")
