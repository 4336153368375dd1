"""A page in a real browser without a window: Chromium, if there is one. For tests of pages."""

import shutil
import subprocess
from pathlib import Path

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
_FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage --hide-scrollbars --enable-logging=stderr --v=0"
).split()

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the path")


def look_at(page: Path, profile: Path, *flags: str) -> tuple[str, list[str]]:
    """Open a page; return what it has become and what it said in the console."""
    command = [str(CHROMIUM), *_FLAGS, f"--user-data-dir={profile}", *flags, page.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout, [line for line in done.stderr.splitlines() if "CONSOLE" in line]


def with_script(page: Path, script: str, copy: Path) -> Path:
    """Write a copy of a page that runs a script at its end and puts the text it returns into #said."""
    text = page.read_text(encoding="utf-8")
    end = f"<pre id='said'></pre><script>document.getElementById('said').textContent = (() => {{{script}}})();</script>"
    assert text.count("</body>") == 1
    copy.write_text(text.replace("</body>", f"{end}</body>"), encoding="utf-8")
    return copy


def on_a_phone(page: Path, script: str, folder: Path) -> str:
    """Return what a script returns in a page as wide as a phone.

    A window without a frame is never narrower than 500 dots: the page stands in a frame of a phone's width.
    """
    inner = with_script(page, script, folder / "inner.html")
    text = inner.read_text(encoding="utf-8").replace("textContent = (", "textContent = window.name = (")
    text = text.replace("</body>", "<script>parent.postMessage(window.name, '*')</script></body>")
    inner.write_text(text, encoding="utf-8")
    outer = folder / "outer.html"
    outer.write_text(
        "<body><pre id=\"said\"></pre><script>addEventListener('message', event => "
        "{ document.getElementById('said').textContent = event.data })</script>"
        "<iframe src='inner.html' width='390' height='800' style='border:0'></iframe></body>",
        encoding="utf-8",
    )
    return said(look_at(outer, folder / "phone", "--dump-dom")[0])


def said(dom: str) -> str:
    """Return what the script of `with_script` returned."""
    import html

    return html.unescape(dom.rpartition('<pre id="said">')[2].partition("</pre>")[0])
