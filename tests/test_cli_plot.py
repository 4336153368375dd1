"""`--plot`: a figure beside the page, refused before anything is played where it cannot be drawn."""

from pathlib import Path

import pytest
from fake_batch import FakeBatch, made_up

from mighty_sim import figure_style
from mighty_sim.cli import main
from mighty_sim.runner import Request, run


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("plot") / "run"
    run(Request(made_up(), 2500, path), None, FakeBatch)
    return path


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, code: int = 0) -> tuple[str, str]:
        assert main([*arguments]) == code
        return capsys.readouterr()

    return call


@pytest.mark.parametrize("words", [["--by", "contract"], ["--by", "trumps,strain"], ["--distribution", "points"]])
def test_summarize_draws_the_same_bytes_again(folder: Path, said, words: list[str]) -> None:
    page, told = said("summarize", str(folder), *words, "--plot", "a.svg")
    assert told == "figure in a.svg\n"
    first = Path("a.svg").read_bytes()
    again, told = said("summarize", str(folder), *words, "--plot", "a.svg", "--quiet")
    assert (again, told, Path("a.svg").read_bytes()) == (page, "", first)
    assert b"Table standard" in first  # the caption


def test_what_cannot_be_drawn_is_refused_before_a_deal_is_played(said, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, line in (("a.pdf", "ends in .svg or .png"), ("no/a.svg", "no folder 'no'")):
        page, told = said("success", "--deals", "1000G", "--plot", name, code=2)
        assert page == ""
        assert line in told
        assert told.count("\n") == 1
    monkeypatch.setattr(figure_style, "find_spec", lambda _: None)
    _, told = said("success", "--deals", "1000G", "--plot", "a.svg", code=2)
    assert "pip install 'mighty-sim[plot]'" in told
    assert list(Path.cwd().iterdir()) == []


def test_success_and_every_table_of_a_tournament_have_a_figure(said) -> None:
    said("success", "--strategy", "random", "--deals", "1000", "--keep", "none", "--plot", "s.png", "--format", "csv")
    assert Path("s.png").read_bytes().startswith(b"\x89PNG")
    tables = ("--table", "standard", "--table", "penalty-5")
    said("tournament", "random", "greedy", *tables, "--deals", "20", "--keep", "none", "--plot", "t.svg")
    assert sorted(path.name for path in Path.cwd().glob("*.svg")) == ["t-penalty-5.svg", "t-standard.svg"]
