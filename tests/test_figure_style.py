"""How figures are written: the same bytes, whole or not at all, with a title for who cannot see them."""

import re
import xml.etree.ElementTree as tree
from pathlib import Path

import matplotlib as mpl
import pytest

from mighty_sim import figure_style
from mighty_sim.errors import InputError, RunError
from mighty_sim.figure_style import apart, fold, inline, png, save, sheet, style, styled, svg, wide, wrapped


@styled
def drawn(title: str = "Spades ♠ and $x$ <b>"):
    figure, room = sheet(2.0, title, "caption one\ncaption two")
    axes = figure.add_axes((0.1, room["bottom"] + 0.1, 0.8, 0.4))
    axes.plot([0, 1], [0, 1])
    return figure


def test_the_same_figure_gives_the_same_bytes_without_time_or_version() -> None:
    assert svg(drawn()) == svg(drawn())
    assert png(drawn()) == png(drawn())
    text = svg(drawn())
    assert "<dc:date>" not in text
    assert mpl.__version__.encode() not in png(drawn())


def test_the_title_is_in_the_metadata_and_dollars_are_no_formulas() -> None:
    root = tree.fromstring(svg(drawn()))
    assert root.find("{http://www.w3.org/2000/svg}title").text == "Spades ♠ and $x$ <b>"
    assert [text.get_parse_math() for text in drawn().texts] == [False, False]


def test_the_style_is_gone_after_a_figure() -> None:
    before = dict(mpl.rcParams)
    svg(drawn())
    assert dict(mpl.rcParams) == before
    with style():
        assert mpl.rcParams["font.family"] == ["DejaVu Sans"]


def test_the_letters_have_the_suits() -> None:
    from matplotlib.font_manager import FontProperties, findfont, get_font

    known = get_font(findfont(FontProperties(family="DejaVu Sans"))).get_charmap()
    assert all(ord(sign) in known for sign in "♠♥♦♣−±–·…")


@pytest.mark.parametrize("suffix", [".svg", ".png", ".SVG"])
def test_save_writes_the_form_of_the_suffix(tmp_path: Path, suffix: str) -> None:
    path = save(drawn(), tmp_path / f"figure{suffix}")
    assert path.read_bytes().startswith(b"\x89PNG" if suffix == ".png" else b"<?xml")
    assert [item.name for item in tmp_path.iterdir()] == [f"figure{suffix}"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("f.pdf", "it ends in .svg or .png"),
        ("f", "it ends in"),
        ("no/f.svg", "there is no folder"),
        ("d.svg", "is a folder"),
    ],
)
def test_save_refuses_what_it_cannot_write(tmp_path: Path, name: str, told: str) -> None:
    (tmp_path / "d.svg").mkdir()
    with pytest.raises(InputError, match=told):
        save(drawn(), tmp_path / name)
    assert [item.name for item in tmp_path.iterdir()] == ["d.svg"]


def test_a_disk_that_refuses_leaves_the_old_figure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "f.svg"
    path.write_text("old", encoding="utf-8")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(RunError, match="No space left"):
        save(drawn(), path)
    assert [(item.name, item.read_text(encoding="utf-8")) for item in tmp_path.iterdir()] == [("f.svg", "old")]


def test_without_matplotlib_one_line_says_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figure_style, "find_spec", lambda _: None)
    with pytest.raises(InputError, match=r"pip install 'mighty-sim\[plot\]'"):
        drawn()


def test_a_figure_in_a_page_has_ids_of_its_own_and_an_escaped_label() -> None:
    one, other = inline(drawn(), "a"), inline(drawn(), "b")
    root = tree.fromstring(one)
    assert (root.get("role"), root.get("aria-label")) == ("img", "Spades ♠ and $x$ <b>")
    ids = [set(re.findall(r'\sid="([^"]+)"', text)) for text in (one, other)]
    assert ids[0]
    assert not ids[0] & ids[1]
    used = set(re.findall(r'href="#([^"]+)"', one)) | set(re.findall(r"url\(#([^)]+)\)", one))
    assert used
    assert used <= ids[0]
    assert "<metadata>" not in one
    assert "<style" not in one
    assert "<b>" not in one


def test_labels_move_apart_and_keep_their_order() -> None:
    assert apart([0.1, 0.9], 0.2, 0, 1) == pytest.approx([0.1, 0.9])
    assert apart([0.5, 0.5], 0.2, 0, 1) == pytest.approx([0.6, 0.4])  # the first on top
    assert apart([1.0, 0.98, 0.97], 0.1, 0, 1) == pytest.approx([1.0, 0.9, 0.8])
    assert apart([0.0, 0.0, 0.0], 0.9, 0, 1) == pytest.approx([1.0, 0.5, 0.0])  # as far as they fit
    assert apart([], 0.1, 0, 1) == []


def test_labels_break_where_a_reader_would() -> None:
    assert fold("joker.last_trick=normal, hunter.trigger=any_play", 24) == (
        "joker.last_trick=normal,\nhunter.trigger=any_play"
    )
    assert fold("short", 24) == "short"
    assert all(len(line) <= 10 for line in fold("x" * 35, 10).split("\n"))
    assert fold("x" * 35, 10).replace("\n", "") == "x" * 35


def test_lines_are_as_wide_as_their_letters() -> None:
    lines = wrapped("w" * 200 + " iiii word " * 30, 2.0, 8)
    assert all(wide([line], 8) <= 2.0 for line in lines)
    assert "".join(lines).replace(" ", "") == ("w" * 200 + " iiii word " * 30).replace(" ", "")
    assert wide(["mm", "m\nmm"], 10) == pytest.approx(2 * wide(["m"], 10), rel=0.1)
    assert wide(["mm"], 10, bold=True) > wide(["mm"], 10) > wide(["ii"], 10)
    assert wide([], 10) == 0
