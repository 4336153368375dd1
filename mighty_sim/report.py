"""A page of a folder of results: of a run, or of a tournament.

>>> report(Path("results/first"), Path("report.html"))  # doctest: +SKIP
"""

from __future__ import annotations

from pathlib import Path

from mighty_sim import run_report, tournament_report
from mighty_sim.archive import STANDINGS
from mighty_sim.chunks import chunk_paths
from mighty_sim.errors import InputError
from mighty_sim.figure_style import need_matplotlib
from mighty_sim.page import Page, check_page, need_jinja2, write
from mighty_sim.strength import WHEN


def report(
    folder: Path, path: Path = Path("report.html"), *, by: str = "tricks", when: str = WHEN[0], force: bool = False
) -> Path:
    """Write the page of a folder of results to a file, and return the file's path.

    `by` and `when` choose the measure of strength for a run. A file that is there is written over if it is such a page,
    or with `force`. Raises InputError before anything is read if the page cannot be made or written, or the folder
    holds neither a run nor a tournament; RunError for the disk.
    """
    need_matplotlib()
    need_jinja2()
    check_page(path, force=force)
    return write(page(folder, by, when), path, force=force)


def page(folder: Path, by: str = "tricks", when: str = WHEN[0]) -> Page:
    """Return the page of a folder of results. Raises InputError, UnknownName for the measure, RunError."""
    if not folder.is_dir():
        raise InputError(f"no folder {str(folder)!r}; 'run' and 'tournament' say on stderr where they write")
    if (folder / STANDINGS).is_file():
        return tournament_report.page(folder)
    if not chunk_paths(folder):
        raise InputError(f"{str(folder)!r} holds neither a run (chunk-000000.parquet) nor a tournament ({STANDINGS})")
    return run_report.page(folder, by, when)
