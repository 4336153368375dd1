"""What a question returns looks right as text and in a notebook, and data cannot become markup there."""

from html.parser import HTMLParser

import pandas as pd
import pytest

from mighty_sim.answer import MOST_ROWS, Answer

WICKED = "<script>alert(1)</script>"


class Made(Answer):
    """An answer of made-up numbers."""

    def __init__(self, frame, notes=()):
        self._frame, self._notes = frame, notes

    @property
    def frame(self):
        return self._frame

    @property
    def title(self):
        return f"table {WICKED}"

    @property
    def notes(self):
        return self._notes


class Tags(HTMLParser):
    """Collects the tags of a page, and its text."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.text = [], ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)

    def handle_data(self, data):
        self.text += data


def test_text_has_title_numbers_and_notes() -> None:
    text = str(Made(pd.DataFrame({"rate": [0.125, 0.5]}), ["conditional on the player"]))
    assert text.splitlines()[0] == f"table {WICKED}"
    assert "0.125" in text and text.endswith("conditional on the player")


def test_repr_counts_the_rows() -> None:
    assert repr(Made(pd.DataFrame({"n": [1]}))).endswith("; 1 row>")
    assert repr(Made(pd.DataFrame({"n": [1, 2]}))).endswith("; 2 rows>")


def test_a_notebook_shows_names_as_text() -> None:
    frame = pd.DataFrame({WICKED: [WICKED, "steady"], "rate": [0.25, 1 / 3]})
    page = Tags(Made(frame, [WICKED])._repr_html_())
    assert "script" not in page.tags
    assert page.tags.count("table") == 1
    assert page.text.count(WICKED) == 4
    assert "0.3333" in page.text


def test_a_notebook_shows_some_of_many_rows() -> None:
    page = Tags(Made(pd.DataFrame({"n": range(1000)}))._repr_html_())
    assert MOST_ROWS <= page.tags.count("tr") <= MOST_ROWS + 5


def test_an_answer_must_say_what_it_is() -> None:
    with pytest.raises(NotImplementedError):
        _ = Answer().frame
