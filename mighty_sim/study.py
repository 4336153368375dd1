"""Studies: questions about the game as files, each with what is played to answer it and what to say about the answer.

A study is a TOML file: `question`, `why` people ask it, and the options of a command, named as on the command line,
with `kind` for the command (`success`, `compare`, `tournament`, `ranking`; `summary` plays deals and groups them).
Several plays stand in `[[part]]`s, which have the options above them as their defaults. `findings` are sentences with
numbers left open; :mod:`mighty_sim.findings` fills them in. experiments/README.md tells it all.

>>> load("joker-at-the-ends").parts[0].kind
'compare'
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import Any

import msgspec

from mighty_sim.catalog import experiment_names, experiment_path
from mighty_sim.errors import InputError, unknown_name

Texts = tuple[str, ...]

_COUNT = re.compile(r"(\d+(?:\.\d+)?)([kM]?)")
_WORD = re.compile(r"[a-z0-9][a-z0-9-]*")
_UNITS = {"": 1, "k": 1_000, "M": 1_000_000}


class Options(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """What every kind of play has. A list stands for options that may be given several times."""

    name: str = ""
    title: str = ""
    table: str | Texts = "standard"
    set: Texts = ()
    deals: int | str = "100k"
    seed: int = 1
    findings: Texts = ()


class _Declared(Options, frozen=True, kw_only=True):
    """What every kind has in which somebody declares."""

    strategy: str = "steady"
    by: str | Texts | None = None
    when: str = "dealt"
    declarer: str = "auction"
    seat: int | None = None
    number: int | None = None


class SuccessOptions(_Declared, frozen=True, kw_only=True):
    """Options of `success`, for each table."""

    declarer: str = "forced"


class RankingOptions(_Declared, frozen=True, kw_only=True):
    """Options of `measures rank`, for each table."""

    declarer: str = "forced"


class SummaryOptions(_Declared, frozen=True, kw_only=True):
    """Options of `run` and `summarize`, for each table."""

    rate: Texts = ("made",)
    mean: Texts = ("points", "score")
    distribution: str | None = None
    only: Texts = ()


class CompareOptions(_Declared, frozen=True, kw_only=True):
    """Options of `compare`; the tables are compared."""

    strategies: Texts = ()
    vary: Texts = ()
    pairs: bool = False


class TournamentOptions(Options, frozen=True, kw_only=True):
    """Options of `tournament`, for each table."""

    strategies: Texts = ()


#: The kinds of play, by the word that the file has for each.
KINDS: dict[str, type[Options]] = {
    "success": SuccessOptions,
    "compare": CompareOptions,
    "tournament": TournamentOptions,
    "summary": SummaryOptions,
    "ranking": RankingOptions,
}
# What belongs to the study, not to a play.
_OWN = ("place", "question", "why", "findings", "part")
_LAST = 1000


@dataclass(frozen=True)
class Part:
    """One play of a study: its kind, its options, and how many deals."""

    kind: str
    options: Any
    deals: int

    @property
    def tables(self) -> Texts:
        """Return the tables that it names."""
        table: str | Texts = self.options.table
        return (table,) if isinstance(table, str) else table


@dataclass(frozen=True)
class Study:
    """A question, why people ask it, what is played, and the sentences to be filled in about all of it.

    `place` is where it stands among others.
    """

    place: int
    name: str
    question: str
    why: str
    findings: Texts
    parts: tuple[Part, ...]


def load(text: str) -> Study:
    """Return the study of that name or path. Raises UnknownName with the nearest, InputError with file and key."""
    path = experiment_path(text)
    where = path.name if text in experiment_names() else str(path)
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"cannot read the study {where!r}: {error}") from None
    return _study(path.stem, raw, where)


def every() -> list[Study]:
    """Return all studies that have a name, in the order of their places."""
    return sorted(map(load, experiment_names()), key=lambda study: (study.place, study.name))


def _study(name: str, raw: dict[str, Any], where: str) -> Study:
    """Return the study that a file's values mean."""
    if not _WORD.fullmatch(name):
        raise InputError(f"{where}: {name!r} is no name of a study; write small letters, digits and hyphens")
    for key in ("question", "why"):
        if not isinstance(raw.get(key), str) or not raw[key].strip():
            raise InputError(f"{where}: {key} is missing; a study says it in a sentence or two")
    above = {key: value for key, value in raw.items() if key not in _OWN}
    listed, findings = raw.get("part", []), raw.get("findings", [])
    if not isinstance(listed, list) or not all(isinstance(part, dict) for part in listed):
        raise InputError(f"{where}: part is no list; write [[part]] above the options of each")
    for key in above:
        if key not in _known(listed or [above]):
            raise InputError(f"{where}: {unknown_name('key', key, [*_OWN, *_known(listed or [above])])}")
    parts = [_part(_inherited(above, part), f"{where}: part {at}") for at, part in enumerate(listed, 1)]
    if not isinstance(findings, list) or not all(isinstance(text, str) for text in findings):
        raise InputError(f"{where}: findings is no list of sentences")
    if not listed:
        parts, findings = [_part(above | {"findings": findings}, where)], []
    _check_names(parts, where)
    place = raw.get("place", _LAST)
    if not isinstance(place, int):
        raise InputError(f"{where}: place = {place!r}; write a whole number, the order among other studies")
    question, why = (" ".join(raw[key].split()) for key in ("question", "why"))
    return Study(place, name, question, why, tuple(findings), tuple(parts))


def _known(parts: list[dict[str, Any]]) -> list[str]:
    """Return every key that can stand above some parts: those of all kinds, if a kind is none."""
    kinds = [str(part["kind"]) for part in parts if part.get("kind") in KINDS] or list(KINDS)
    found = dict.fromkeys(field for kind in (*kinds,) for field in KINDS[kind].__struct_fields__)
    return ["kind", *found] if len(kinds) == len(parts) else ["kind", *_all_fields()]


def _all_fields() -> list[str]:
    """Return the options of all kinds."""
    return list(dict.fromkeys(field for struct in KINDS.values() for field in struct.__struct_fields__))


def _inherited(above: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    """Return a part's options with those above it that its kind has."""
    kind = part.get("kind", above.get("kind"))
    fields = KINDS[kind].__struct_fields__ if kind in KINDS else _all_fields()
    return {key: value for key, value in above.items() if key in fields or key == "kind"} | part


def _part(raw: dict[str, Any], where: str) -> Part:
    """Return one play. Raises InputError with the key."""
    raw = dict(raw)
    kind = raw.pop("kind", None)
    if kind not in KINDS:
        said = "kind is missing" if kind is None else unknown_name("kind", str(kind), KINDS)
        raise InputError(f"{where}: {said}" + (f"; it can be {', '.join(KINDS)}" if kind is None else ""))
    try:
        options = msgspec.convert(raw, KINDS[kind])
    except msgspec.ValidationError as error:
        raise InputError(f"{where}: {_explain(str(error), kind)}") from None
    if options.name and not _WORD.fullmatch(options.name):
        raise InputError(f"{where}: name = {options.name!r}; write small letters, digits and hyphens")
    return Part(kind, options, _deals(options.deals, where))


def _explain(message: str, kind: str) -> str:
    """Turn msgspec's message into ours: the key, and for an unknown one the nearest."""
    said, _, at = message.partition(" - at `$")
    unknown = re.search(r"unknown field `(.*)`", said)
    if unknown:
        return f"{kind}: {unknown_name('key', unknown[1], KINDS[kind].__struct_fields__)}"
    return f"{at.rstrip('`').strip('.') or kind}: {said[:1].lower()}{said[1:]}"


def _deals(value: int | str, where: str) -> int:
    """Return the number of deals that a value such as "200k" means."""
    parts = _COUNT.fullmatch(str(value))
    deals = float(parts[1]) * _UNITS[parts[2]] if parts else 0.0
    if deals < 1 or deals != int(deals):
        raise InputError(f'{where}: deals = {value!r}; write 1000, "200k" or "1M"')
    return int(deals)


def _check_names(parts: list[Part], where: str) -> None:
    """Raise InputError unless every part of several has a name of its own."""
    names = [part.options.name for part in parts]
    if len(parts) > 1 and (not all(names) or len(set(names)) < len(names)):
        raise InputError(f"{where}: each of several parts needs a name of its own, as in name = \"suits\"")
