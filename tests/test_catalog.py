"""Finding strategies: by name, by path, and a line-up of them."""

from pathlib import Path

import pytest

from mighty_sim import catalog
from mighty_sim.errors import InputError, UnknownName


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Lay out a checkout with two strategies and a private helper."""
    package, folder = tmp_path / "mighty_sim", tmp_path / "strategies"
    package.mkdir()
    folder.mkdir()
    (folder / "bold.py").write_text('"""Bids a lot.\n\nAnd more.\n"""\nraise SystemExit\n', encoding="utf-8")
    (folder / "shy.py").write_text("", encoding="utf-8")
    (folder / "_parts.py").write_text("", encoding="utf-8")
    (folder / "README.md").write_text("", encoding="utf-8")
    monkeypatch.setattr(catalog, "_PACKAGE", package)
    return folder


def test_names_are_those_of_the_files(shipped: Path) -> None:
    assert catalog.strategy_names() == ["bold", "shy"]
    assert catalog.strategy_path("bold") == shipped / "bold.py"


def test_an_installed_library_comes_first(shipped: Path) -> None:
    installed = shipped.parent / "mighty_sim" / "_library" / "strategies"
    installed.mkdir(parents=True)
    (installed / "calm.py").write_text("", encoding="utf-8")
    assert catalog.strategy_names() == ["calm"]
    assert catalog.strategy_path("calm") == installed / "calm.py"


def test_summary_is_the_first_line_and_runs_nothing(shipped: Path) -> None:
    assert catalog.strategy_summary(shipped / "bold.py") == "Bids a lot."
    assert catalog.strategy_summary(shipped / "shy.py") == ""


def test_user_file_by_path(shipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shipped)
    assert catalog.strategy_path("shy.py") == Path("shy.py")
    assert catalog.strategy_path(str(shipped / "shy.py")) == shipped / "shy.py"


def test_user_file_at_home(shipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(shipped))
    assert catalog.strategy_path("~/shy.py") == shipped / "shy.py"
    with pytest.raises(InputError, match=r"'~nobody-here/shy.py' is in the home of nobody"):
        catalog.strategy_path("~nobody-here/shy.py")


def test_a_folder_is_no_strategy(tmp_path: Path) -> None:
    (tmp_path / "fold.py").mkdir()
    with pytest.raises(InputError, match=r"fold.py' is a folder; a strategy is a .py file"):
        catalog.strategy_path(str(tmp_path / "fold.py"))


@pytest.mark.parametrize("name", ["absent.py", "./absent.py", "strategies/bold", "README.md/", ".", "", " "])
def test_what_is_no_strategy_is_refused(shipped: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shipped.parent)
    with pytest.raises(InputError) as caught:
        catalog.strategy_path(name)
    assert repr(name) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_unknown_name_offers_the_nearest(shipped: Path) -> None:
    with pytest.raises(UnknownName, match="unknown strategy 'blod'; did you mean 'bold'"):
        catalog.strategy_path("blod")


@pytest.mark.parametrize("content", [b"def (", b"\xff\xfe", b"\x00"])
def test_broken_file_has_no_summary(shipped: Path, content: bytes) -> None:
    broken = shipped / "broken.py"
    broken.write_bytes(content)
    with pytest.raises(InputError, match=r"broken\.py"):
        catalog.strategy_summary(broken)


def test_line_up(shipped: Path) -> None:
    bold, shy = catalog.Choice(shipped / "bold.py"), catalog.Choice(shipped / "shy.py", (("x", "0.5"), ("y", "-2")))
    assert catalog.line_up("bold", 3) == (bold, bold, bold)
    assert catalog.line_up("bold, shy:x=0.5:y=-2 ,bold", 3) == (bold, shy, bold)


@pytest.mark.parametrize("text", ["bold,shy", "bold,shy,bold,shy"])
def test_line_up_says_how_many_are_needed(shipped: Path, text: str) -> None:
    with pytest.raises(InputError, match="3 for the 3 seats"):
        catalog.line_up(text, 3)


def test_line_up_with_a_gap_is_refused(shipped: Path) -> None:
    with pytest.raises(InputError, match="names no strategy"):
        catalog.line_up("bold,,shy", 3)


@pytest.mark.parametrize("text", ["shy:x", "shy:x=", "shy:=1", "shy:x=1:", "shy:x=1:y", "./shy.py:x=", "shy: x=1"])
def test_what_sets_nothing_is_refused(shipped: Path, text: str) -> None:
    with pytest.raises(InputError, match=r"sets no parameter; write name:parameter=number|is no strategy"):
        catalog.choice(text)


@pytest.mark.parametrize("text", ["./shy.py:x", "./shy.py:", "./shy.py::x=1"])
def test_a_colon_after_a_path_asks_for_a_setting(shipped: Path, text: str) -> None:
    with pytest.raises(InputError, match="sets no parameter; write name:parameter=number"):
        catalog.choice(text)


def test_a_parameter_set_twice_is_refused(shipped: Path) -> None:
    with pytest.raises(InputError, match=r"'x' is set more than once in 'shy:x=1:x=2'"):
        catalog.choice("shy:x=1:x=2")


def test_a_file_named_without_its_ending_is_pointed_to(shipped: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("", encoding="utf-8")
    with pytest.raises(InputError, match=r"no strategy has the name 'mine'; for the file, write mine\.py"):
        catalog.strategy_path("mine", tmp_path)


def test_a_choice_is_written_as_it_is_read(shipped: Path) -> None:
    chosen = catalog.choice("shy:x=0.5:y=3")
    assert catalog.seat_text("shy", dict(chosen.settings)) == "shy:x=0.5:y=3"


def test_a_sweep_stands_for_its_values_and_combinations() -> None:
    assert catalog.swept("shy") == ["shy"]
    assert catalog.swept("../a.py,b") == ["../a.py,b"]
    assert catalog.swept("a:x=0.3..0.9/3") == ["a:x=0.3", "a:x=0.6", "a:x=0.9"]
    assert catalog.swept("a:x=20..10/2:z=1") == ["a:x=20:z=1", "a:x=10:z=1"]
    assert catalog.swept("a:x=0..1/2,b,a:y=-1..1/3") == [
        f"a:x={x},b,a:y={y}" for x in ("0", "1") for y in ("-1", "0", "1")
    ]
    assert catalog.swept("a:x=0..1/4") == ["a:x=0", "a:x=0.333", "a:x=0.667", "a:x=1"]


@pytest.mark.parametrize("text", ["a:x=0..1/1", "a:x=0..1/101", "a:x=0../3", "a:x=a..b/3", "a:x=0..1/2.5"])
def test_a_range_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"is no range; 0.3..0.9/7 is 7 values"):
        catalog.swept(text)


def test_a_sweep_where_one_strategy_is_needed_is_refused(shipped: Path) -> None:
    with pytest.raises(InputError, match="stands for many strategies; here one is needed"):
        catalog.choice("shy:x=0..1/3")


def test_strategies_of_installed_packages(shipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = shipped.parent / "clubhouse"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "regulars.py").write_text('"""A regular."""', encoding="utf-8")
    about = shipped.parent / "clubhouse-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: clubhouse\nVersion: 1.0\n", encoding="utf-8")
    lines = "[mighty_sim.strategies]\nregular = clubhouse.regulars\nlost = clubhouse.nowhere\n"
    (about / "entry_points.txt").write_text(lines, encoding="utf-8")
    monkeypatch.syspath_prepend(str(shipped.parent))
    assert catalog.strategy_path("regular") == package / "regulars.py"
    with pytest.raises(InputError, match=r"'lost' of an installed package is the module 'clubhouse.nowhere'"):
        catalog.strategy_path("lost")
    with pytest.raises(UnknownName, match=r"did you mean 'regular'\? known: bold, shy, lost, regular"):
        catalog.strategy_path("regulra")


def test_shipped_strategies_have_a_summary() -> None:
    for name in catalog.strategy_names():
        assert catalog.strategy_summary(catalog.strategy_path(name))
