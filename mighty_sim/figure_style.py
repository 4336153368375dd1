"""How every figure looks: colours, letters, the caption, and the file that it is written to.

Figures are matplotlib's own objects, made without pyplot: nothing global is changed for longer than it takes to make or
to write one, and no window opens. The colours can be told apart by colour-blind readers (Okabe and Ito 2008), and what
a colour says is also said by a place, a shape or a text. A figure is as wide as a page of a phone can show it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from importlib.util import find_spec
from io import BytesIO, StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec

from mighty_sim.errors import InputError, RunError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: What a figure can be written as.
SUFFIXES = (".svg", ".png")
#: What to type where matplotlib is missing.
MISSING = "figures need matplotlib, which is not installed; pip install 'mighty-sim[plot]'"

#: Width of every figure, in inches; letters of 11 points can then be read on a phone.
WIDTH = 5.8
DPI = 160

INK, SOFT, FAINT, PAPER = "#1f2933", "#5f6c7b", "#d5dbe3", "#ffffff"
BLUE, ORANGE, GREEN, PINK, SKY, GOLD = "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00"
#: From few to many, and from behind over equal to ahead.
RISING = ("#f6f9fc", "#cfe1f0", "#8fbcdd", "#3f86ba", "#0f4c81", "#08294d")
DIVERGING = ("#b34700", "#f0b48a", "#f8f8f6", "#8fbcdd", "#0f4c81")

#: Strains as players write them.
SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "N": "NT"}
RED, RED_SUITS = "#c0282d", ("♥", "♦")

_SETTINGS: Any = {
    "font.family": "DejaVu Sans",
    "font.size": 11,
    "axes.titlesize": 11,
    "axes.labelsize": 11,
    "axes.edgecolor": SOFT,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.color": INK,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": 10,
    "ytick.labelsize": 10,
    "hatch.linewidth": 0.6,
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "text.usetex": False,
    "text.parse_math": False,  # names come from data, and a $ in one is a $
    "svg.fonttype": "path",  # the same letters wherever it is looked at
    "svg.hashsalt": "mighty-sim",
    "svg.id": None,
    "path.simplify": True,
}
_TITLE_SIZE, _CAPTION_SIZE = 12, 8
# Letters are measured at this size, where they are not moved to whole dots.
_MEASURED = 200

Words = ParamSpec("Words")


def need_matplotlib() -> None:
    """Raise InputError, with what to type, where matplotlib is not installed."""
    if find_spec("matplotlib") is None:
        raise InputError(MISSING)


def check_path(path: Path) -> None:
    """Raise InputError for a path that no figure can be written to: its suffix, or a folder that is not there."""
    if path.suffix.lower() not in SUFFIXES:
        raise InputError(f"{str(path)!r} is no figure's name; it ends in {' or '.join(SUFFIXES)}")
    check_folder(path)


def check_folder(path: Path) -> None:
    """Raise InputError for a path that no file can be written to: its folder is not there, or it is one itself."""
    if not path.parent.is_dir():
        raise InputError(f"{str(path)!r} cannot be written: there is no folder {str(path.parent)!r}")
    if path.is_dir():
        raise InputError(f"{str(path)!r} cannot be written: it is a folder")


@contextmanager
def style() -> Iterator[None]:
    """Have the letters and colours of this module while a figure is made or written, and those before afterwards."""
    need_matplotlib()
    from matplotlib import rc_context

    with rc_context(_SETTINGS):
        yield


def styled(draw: Callable[Words, Figure]) -> Callable[Words, Figure]:
    """Return a function that makes a figure, in the style of this module."""

    @wraps(draw)
    def drawn(*args: Words.args, **named: Words.kwargs) -> Figure:
        with style():
            return draw(*args, **named)

    return drawn


def sheet(height: float, title: str, caption: str, width: float = WIDTH) -> tuple[Figure, dict[str, float]]:
    """Return an empty figure with its title above and its caption below, and the room between them.

    `height` is that of the room, in inches, to which titles add theirs; the room is given as what `subplots_adjust` and
    `add_gridspec` take for top and bottom, as parts of the figure. The description that `save` writes is the title.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    heading = wrapped(title, width - 0.24, _TITLE_SIZE, bold=True)
    below = [line for part in caption.splitlines() for line in wrapped(part, width - 0.24, _CAPTION_SIZE)]
    above, under = 0.24 * len(heading) + 0.14, 0.165 * len(below) + 0.1
    whole = height + above + under
    figure = Figure((width, whole))
    FigureCanvasAgg(figure)
    if heading:
        figure.text(
            0.12 / width,
            1 - 0.09 / whole,
            "\n".join(heading),
            fontsize=_TITLE_SIZE,
            weight="bold",
            va="top",
            linespacing=1.25,
        )
    if below:
        figure.text(0.12 / width, 0.07 / whole, "\n".join(below), fontsize=_CAPTION_SIZE, color=SOFT, va="bottom",
                    linespacing=1.3)  # fmt: skip
    figure.set_label(title)
    return figure, {"top": 1 - above / whole, "bottom": under / whole}


def wide(texts: Iterable[str], size: float, *, bold: bool = False) -> float:
    """Return how wide the widest line of some texts is, in inches, in letters of `size` points."""
    from matplotlib.font_manager import FontProperties, findfont, get_font

    font = get_font(findfont(FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal")))
    font.set_size(_MEASURED, 72)
    widest = 0.0
    for line in (line for text in texts for line in text.split("\n")):
        font.set_text(line, 0.0)
        widest = max(widest, font.get_width_height()[0] / 64 / 72)
    return widest * size / _MEASURED


def wrapped(text: str, width: float, size: float, *, bold: bool = False) -> list[str]:
    """Return a text in lines of at most so many inches; a word that is wider by itself is broken."""
    lines: list[str] = []
    for word in text.split():
        if lines and wide([f"{lines[-1]} {word}"], size, bold=bold) <= width:
            lines[-1] += f" {word}"
            continue
        while wide([word], size, bold=bold) > width and len(word) > 1:
            fits = next(end for end in range(len(word) - 1, 0, -1) if wide([word[:end]], size, bold=bold) <= width)
            lines.append(word[:fits])
            word = word[fits:]
        lines.append(word)
    return lines


def fold(text: str, width: int) -> str:
    """Return a label in lines of at most `width` letters, broken after spaces, commas, colons and equals signs."""
    lines = [""]
    for part in re.findall(rf"[^ ,:=]{{1,{width - 1}}}[ ,:=]*|[ ,:=]+", text):
        if lines[-1] and len(lines[-1]) + len(part.rstrip()) > width:
            lines.append("")
        lines[-1] += part
    return "\n".join(line.rstrip() for line in lines)


def inches(figure: Figure) -> tuple[float, float]:
    """Return width and height of a figure."""
    width, height = figure.get_size_inches()
    return float(width), float(height)


def percent_axis(axis: Any) -> None:
    """Let an axis of rates from 0 to 1 tell percent."""
    axis.set_major_formatter(lambda value, _: f"{100 * value:g}%")


def light_grid(axes: Axes, axis: Any = "y") -> None:
    """Draw thin lines behind the data."""
    axes.grid(True, axis=axis, color=FAINT, linewidth=0.7)
    axes.set_axisbelow(True)


def above(axes: Axes, words: str) -> None:
    """Say above axes what their vertical one measures: words that lie are easier to read than words that stand."""
    axes.annotate(
        words, (0, 1), (-36, 5), xycoords="axes fraction", textcoords="offset points", color=SOFT, fontsize=10
    )


def rising(names: Sequence[str] = RISING) -> Any:
    """Return the colours from few to many (or of another list) as a map from 0 to 1."""
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("mighty-sim", list(names))


def apart(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return places for labels near the wanted ones, in the same order, at least `gap` apart, between low and high.

    Labels that would lie on each other move away as little as keeps their order; where they do not all fit they are
    evenly spread.
    """
    order = sorted(range(len(wanted)), key=lambda place: (wanted[place], -place))
    gap = min(gap, (high - low) / max(1, len(wanted) - 1))
    groups: list[tuple[float, int]] = []  # the middle of labels that touch, and how many they are
    for place in order:
        middle, size = min(max(wanted[place], low), high), 1
        groups.append((middle, size))
        while len(groups) > 1 and _top(groups[-2], gap) + gap > _base(groups[-1], gap) + 1e-12:
            (one, few), (other, more) = groups[-2:]
            size = few + more
            reach = gap * (size - 1) / 2
            middle = (one * few + other * more) / size
            groups[-2:] = [(min(max(middle, low + reach), high - reach), size)]
    found = [0.0] * len(wanted)
    places = iter(order)
    for group in groups:
        for number in range(group[1]):
            found[next(places)] = _base(group, gap) + gap * number
    return found


def _base(group: tuple[float, int], gap: float) -> float:
    """Return where the lowest label of a group lies."""
    return group[0] - gap * (group[1] - 1) / 2


def _top(group: tuple[float, int], gap: float) -> float:
    """Return where the highest label of a group lies."""
    return group[0] + gap * (group[1] - 1) / 2


def svg(figure: Figure) -> str:
    """Return a figure as the text of an SVG file: the same figure, the same text."""
    written = StringIO()
    with style():
        figure.savefig(written, format="svg", metadata=_about(figure, Date=None))
    return "\n".join(line.rstrip() for line in written.getvalue().splitlines()) + "\n"


def png(figure: Figure) -> bytes:
    """Return a figure as the bytes of a PNG file: the same figure, the same bytes."""
    written = BytesIO()
    with style():
        figure.savefig(written, format="png", dpi=DPI, metadata=_about(figure, Software=None))
    return written.getvalue()


def inline(figure: Figure, prefix: str) -> str:
    """Return a figure as an SVG element within a page; its ids begin with the prefix, so that they are its own."""
    from html import escape

    text = svg(figure)
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->|<style.*?</style>", "", text, flags=re.DOTALL)
    text = re.sub(r'(\sid="|href="#|url\(#)', rf"\g<1>{prefix}-", text)
    text = re.sub(r'\s(width|height)="[^"]*pt"', "", text, count=2)
    label = escape(str(figure.get_label()))
    return text.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)


def save(figure: Figure, path: str | Path) -> Path:
    """Write a figure to a file whose suffix says its form, .svg or .png, and return the path.

    The file is whole or not there, and the same figure gives the same bytes. Its title is in the metadata, for readers
    who cannot see it. Raises InputError for a path that it cannot be written to, RunError if the disk refuses.
    """
    path = Path(path)
    check_path(path)
    content = svg(figure).encode() if path.suffix.lower() == ".svg" else png(figure)
    write_whole(path, content)
    return path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under a hidden name and rename it, so that it is whole or not there. Raises RunError."""
    hidden = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        hidden.write_bytes(content)
        hidden.replace(path)
    except OSError as error:
        raise RunError(f"cannot write {str(path)!r}: {error.strerror or error}") from error
    finally:
        hidden.unlink(missing_ok=True)


def _about(figure: Figure, **more: Any) -> dict[str, Any]:
    """Return the metadata of a figure: its title, and neither a time nor a version."""
    title = figure.get_label()
    return {"Title": title, "Description": f"{title}. Drawn by mighty-sim.", **more}
