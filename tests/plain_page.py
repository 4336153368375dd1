"""A page read by the standard library: its texts, tags, links and ids. For tests of pages."""

from html.parser import HTMLParser

EMPTY = {"meta", "link", "br", "use", "path", "rect", "img", "input"}


class Read(HTMLParser):
    """What a page holds; tags that are not closed, or not opened, are an error."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.texts, self.ids, self.addresses, self.tags, self._open = [], [], [], [], []
        self.tables = 0
        self.feed(text)
        self.close()
        assert self._open == [], self._open

    def handle_starttag(self, tag, attributes):
        self._started(tag, attributes)
        if tag not in EMPTY:
            self._open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self._started(tag, attributes)

    def _started(self, tag, attributes):
        self.tags.append(tag)
        found = dict(attributes)
        if "id" in found:
            self.ids.append(found["id"])
        self.addresses += [found[name] for name in ("src", "href", "xlink:href", "action", "srcset") if name in found]
        self.addresses += [value for name, value in attributes if name.startswith("on")]  # no handlers, either

    def handle_endtag(self, tag):
        if tag not in EMPTY:
            assert self._open, tag
            assert self._open.pop() == tag

    def handle_data(self, data):
        if not self._open or self._open[-1] not in ("script", "style"):
            self.texts.append(data)

    @property
    def text(self):
        """All words of the page, with single spaces."""
        return " ".join(" ".join(self.texts).replace("\u2060", "").replace("\u00a0", " ").split())
