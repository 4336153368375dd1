"""A page that explains itself: words, figures and tables that can be sorted, as one HTML file that needs no other.

A page is made of sections; `report.html.j2` lays it out. Every text is escaped, whatever it comes from, and nothing is
loaded from anywhere: the figures are in the page, and so are the few lines that sort a table. The same page gives the
same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mighty_sim import __version__
from mighty_sim.errors import InputError
from mighty_sim.figure_style import check_folder, inches, inline, write_whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: How a page of this program can be told from any other file: it is in its first lines.
MARK = '<meta name="generator" content="mighty-sim">'
MISSING = "a page needs jinja2, which is not installed; pip install 'mighty-sim[plot]'"
_LOOKED_AT = 2048


@dataclass(frozen=True)
class Cell:
    """What stands in a cell of a table: a text, what it is sorted by, and a smaller text after it."""

    text: str
    sort: float | str = ""
    small: str = ""


@dataclass(frozen=True)
class Table:
    """A table: what it shows, its headings, on which side each column stands, and its rows of one cell a heading."""

    caption: str
    headings: Sequence[str]
    right: Sequence[bool]
    rows: Sequence[Sequence[Cell]]


@dataclass(frozen=True)
class Fact:
    """A number to be seen first: what it is, the number, and its interval or what else belongs to it."""

    name: str
    value: str
    small: str = ""


@dataclass
class Section:
    """A part of the page: its heading, the name for links, paragraphs, figures, tables, and what can be typed."""

    title: str
    name: str
    words: Sequence[str] = ()
    figures: Sequence[tuple[Figure, str]] = ()
    tables: Sequence[Table] = ()
    commands: Sequence[str] = ()
    terms: Sequence[tuple[str, Sequence[str]]] = ()
    notes: Sequence[str] = ()


@dataclass
class Page:
    """A page: its title, one line about what was played, the first numbers, findings in words, and the sections."""

    title: str
    about: str
    facts: Sequence[Fact] = ()
    findings: Sequence[str] = ()
    sections: Sequence[Section] = field(default=())


def render(page: Page) -> str:
    """Return a page as the text of an HTML file. Raises InputError where jinja2 is not installed."""
    need_jinja2()
    from jinja2 import Environment, PackageLoader, StrictUndefined

    found = Environment(
        loader=PackageLoader("mighty_sim", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    drawn = [_drawn(place, section) for place, section in enumerate(page.sections)]
    text: str = found.get_template("report.html.j2").render(page=page, drawn=drawn, mark=MARK, version=__version__)
    return text


def need_jinja2() -> None:
    """Raise InputError, with what to type, where jinja2 is not installed."""
    if find_spec("jinja2") is None:
        raise InputError(MISSING)


def check_page(path: Path, *, force: bool = False) -> None:
    """Raise InputError for a path that no page can be written to, or that holds something else than such a page."""
    if path.suffix.lower() not in (".html", ".htm"):
        raise InputError(f"{str(path)!r} is no page's name; it ends in .html")
    check_folder(path)
    if force or not path.exists():
        return
    try:
        with path.open("rb") as file:
            ours = MARK.encode() in file.read(_LOOKED_AT)
    except OSError as error:
        raise InputError(f"{str(path)!r} cannot be read: {error.strerror}") from None
    if not ours:
        raise InputError(f"{str(path)!r} is there and is no page of this program; --force writes over it")


def write(page: Page, path: Path, *, force: bool = False) -> Path:
    """Write a page to a file, whole or not at all, and return the path. Raises InputError, RunError."""
    check_page(path, force=force)
    write_whole(path, render(page).encode())
    return path


def _drawn(place: int, section: Section) -> list[dict[str, Any]]:
    """Return the figures of a section as elements of the page, with their width in inches and what is told below."""
    from markupsafe import Markup

    return [
        {"svg": Markup(inline(figure, f"f{place}-{number}")), "width": inches(figure)[0], "below": below}
        for number, (figure, below) in enumerate(section.figures)
    ]
