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
    bold, shy = shipped / "bold.py", shipped / "shy.py"
    assert catalog.line_up("bold", 3) == (bold, bold, bold)
    assert catalog.line_up("bold, shy,bold", 3) == (bold, shy, bold)


@pytest.mark.parametrize("text", ["bold,shy", "bold,shy,bold,shy"])
def test_line_up_says_how_many_are_needed(shipped: Path, text: str) -> None:
    with pytest.raises(InputError, match="3 for the 3 seats"):
        catalog.line_up(text, 3)


def test_line_up_with_a_gap_is_refused(shipped: Path) -> None:
    with pytest.raises(InputError, match="names no strategy"):
        catalog.line_up("bold,,shy", 3)


def test_shipped_strategies_have_a_summary() -> None:
    for name in catalog.strategy_names():
        assert catalog.strategy_summary(catalog.strategy_path(name))
