"""What a question returns: a table of numbers, what they are about, and how they look.

Every command has a function that answers the same question in Python (:mod:`mighty_sim.questions`). Its result is an
:class:`Answer`: a data frame in full precision, a title and notes in words, a figure, and a page for notebooks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure
    from pandas import DataFrame

#: Rows of the frame that a notebook shows; all are in the frame.
MOST_ROWS = 60


class Answer:
    """What a question returns; each kind has a class of its own, which says what stands in the frame.

    `kind` says which figure suits it: "success", "grid", "comparison", "advice", "tournament", "summary", "ranking" or
    "run".
    """

    kind: str = "summary"

    @property
    def frame(self) -> DataFrame:
        """Return the numbers: one row a thing that was asked about, in full precision."""
        raise NotImplementedError

    @property
    def title(self) -> str:
        """Return in one line what was asked: table, strategy, deals, seed."""
        raise NotImplementedError

    @property
    def notes(self) -> Sequence[str]:
        """Return what a reader has to know: what the intervals mean, what an estimate or an assumption is."""
        return ()

    def plot(self) -> Figure:
        """Return a matplotlib figure of the numbers. Raises InputError where matplotlib is not installed."""
        from mighty_sim.figures import draw

        return draw(self)

    def __repr__(self) -> str:
        """Return the title and how many rows the frame has."""
        rows = len(self.frame)
        return f"<{type(self).__name__}: {self.title}; {rows} row{'' if rows == 1 else 's'}>"

    def __str__(self) -> str:
        """Return title, numbers and notes as text."""
        return "\n".join([self.title, "", self.frame.to_string(index=False, max_rows=MOST_ROWS), "", *self.notes])

    def _repr_html_(self) -> str:
        """Return title, numbers and notes as HTML for a notebook; every text that comes from data is escaped."""
        from html import escape

        table = self.frame.to_html(index=False, max_rows=MOST_ROWS, border=0, float_format="{:.4g}".format)
        notes = "".join(f"<p><small>{escape(note)}</small></p>" for note in self.notes)
        return f"<div><p><b>{escape(self.title)}</b></p>{table}{notes}</div>"
