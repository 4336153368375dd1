"""Rules: one table as a frozen value; reading it from its file, checking it, changing it.

Tables are TOML files, one group of options a section. A file names the table that it is based on and states what it
changes: `parent` is the name of a shipped table (`standard`, if none is named), or the path of another file as seen
from this one. The options themselves, with their ranges and sources, are in `mighty_sim.glossary`.

>>> rules = load_table("standard")
>>> rules.deal.players, rules.joker.last_trick
(5, 'powerless')
>>> change(rules, {"joker.last_trick": "normal"}).joker.last_trick
'normal'
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from mighty_sim import play_options, rule_options
from mighty_sim.cards import card_index, card_text
from mighty_sim.consistency import NO_CARD, pack, points_in_pack, problems
from mighty_sim.errors import CardError, RulesError, UnknownName, unknown_name
from mighty_sim.glossary import GROUPS, option_keys, option_named, options, unknown_option, value_text

__all__ = [
    "Rules",
    "change",
    "changed",
    "departures",
    "load_table",
    "make_rules",
    "option_keys",
    "pack",
    "points_in_pack",
    "read_table",
    "table_names",
]

_TABLES = Path(__file__).parent / "tables"
#: The table that every other is based on, directly or not; a file that names no parent means it.
_BASE = "standard"
#: The options whose values are cards, to be written in one way.
_CARDS = {
    "deal": ["removed"],
    "friend": ["uncallable"],
    "mighty": ["card", "under_own_suit"],
    "hunter": ["card", "under_own_suit"],
}


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One table: its name, a line about it, where it comes from, and its options in groups."""

    name: str
    title: str = ""
    source: str = ""
    deal: rule_options.Deal = rule_options.Deal()
    misdeal: rule_options.Misdeal = rule_options.Misdeal()
    auction: rule_options.Auction = rule_options.Auction()
    exchange: rule_options.Exchange = rule_options.Exchange()
    friend: rule_options.Friend = rule_options.Friend()
    lead: play_options.Lead = play_options.Lead()
    mighty: play_options.Mighty = play_options.Mighty()
    joker: play_options.Joker = play_options.Joker()
    hunter: play_options.Hunter = play_options.Hunter()
    score: play_options.Score = play_options.Score()
    match: play_options.Match = play_options.Match()

    def as_dict(self) -> dict[str, Any]:
        """Return the name and every option as nested dicts that JSON can hold; title and source are left out."""
        values: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return {key: value for key, value in values.items() if key not in ("title", "source")}

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the name and options, as hex; equal digests mean equal rules."""
        canonical = json.dumps(self.as_dict(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()

    def value(self, key: str) -> Any:
        """Return an option's value by its dotted key. Raises RulesError with the nearest key."""
        group, field = option_named(key).key.split(".")
        return getattr(getattr(self, group), field)


def table_names() -> list[str]:
    """Return the names of the shipped tables, `standard` first, sorted."""
    return sorted((path.stem for path in _TABLES.glob("*.toml")), key=lambda name: (name != _BASE, name))


def load_table(name: str, settings: Sequence[str] = ()) -> Rules:
    """Return a table, given by the name of a shipped one or by the path of a TOML file.

    A name with a slash, or one that ends in `.toml`, is a path. `settings` are changes as the command line has them,
    such as "joker.last_trick=normal"; the table keeps its name. Raises UnknownName, with the nearest name, and
    RulesError if the file holds no playable table, or for a setting (quoted) that is none.
    """
    if _is_path(name):
        rules = read_table(_user_file(name))
    elif name in table_names():
        rules = read_table(_shipped(name))
    else:
        raise UnknownName("table", name, table_names())
    where = " ".join([rules.name, "with", *(f"--set {text}" for text in settings)])
    return change(rules, dict(map(_setting, settings)), where) if settings else rules


def read_table(path: Path) -> Rules:
    """Return the table that a TOML file holds: that of its parent, changed as the file says.

    Raises RulesError naming the file and the option at fault.
    """
    return _read(path, ())


def make_rules(raw: Mapping[str, Any], where: str = "rules") -> Rules:
    """Return checked rules from nested dicts; options that are not given are those of `standard`.

    `where` is named in messages. Raises RulesError for an unknown option (with the nearest), a value out of
    its range, and values that do not fit together.
    """
    try:
        rules = _canonical(msgspec.convert(raw, Rules))
    except msgspec.ValidationError as error:
        raise RulesError(f"{where}: {_explain(str(error), raw)}") from None
    except RulesError as error:
        raise RulesError(f"{where}: {error}") from None
    for problem in problems(rules):
        raise RulesError(f"{where}: {problem}")
    return rules


def change(rules: Rules, changes: Mapping[str, Any], where: str | None = None) -> Rules:
    """Return the rules with options set anew by their dotted keys ("joker.last_trick"), and checked again.

    Raises RulesError as `make_rules` does; the message begins with `where`, by default the table's name.
    """
    where = rules.name if where is None else where
    raw: dict[str, Any] = msgspec.to_builtins(rules)
    for key, value in changes.items():
        if key not in options():
            raise RulesError(f"{where}: {unknown_option(key)}")
        group, field = key.split(".")
        raw[group][field] = value
    return make_rules(raw, where)


def departures(rules: Rules, base: Rules) -> list[str]:
    """Return the settings that make the options of one table those of another, as texts for `load_table`."""
    return [
        f"{key}={value_text(rules.value(key)).replace(', ', ',')}"
        for key in option_keys()
        if rules.value(key) != base.value(key)
    ]


def changed(rules: Rules) -> list[str]:
    """Return the settings that were changed in a table that bears a shipped table's name; none in another table."""
    return departures(rules, load_table(rules.name)) if rules.name in table_names() else []


def _setting(text: str) -> tuple[str, Any]:
    """Return the option's key and the value that a text such as `joker.last_trick=normal` means.

    Raises RulesError, with the text quoted, for one that sets nothing, names no option, or gives a value that the
    option never takes.
    """
    key, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not key:
        raise RulesError(f"--set {text!r} sets nothing; write GROUP.OPTION=VALUE, as in joker.last_trick=normal")
    if key not in options():
        raise RulesError(f"--set {text!r}: {unknown_option(key)}")
    option = options()[key]
    found, (group, field) = option.parse(value), key.split(".")
    try:
        _canonical(msgspec.convert({"name": "", group: {field: found}}, Rules))
    except (msgspec.ValidationError, RulesError):
        raise RulesError(f"--set {text!r}: {value!r} is not allowed for {key}; allowed: {option.allowed}") from None
    return key, found


def _is_path(name: str) -> bool:
    """Return whether a table is named by the path of its file."""
    return "/" in name or "\\" in name or name.endswith(".toml")


def _shipped(name: str) -> Path:
    return _TABLES / f"{name}.toml"


def _user_file(name: str) -> Path:
    """Return the path of a user's table. Raises RulesError if it is no file."""
    try:
        path = Path(name).expanduser()
    except RuntimeError:
        raise RulesError(f"{name!r} is in the home of nobody known here") from None
    if not path.is_file():
        raise RulesError(f"no table file {name!r}; shipped tables: {', '.join(table_names())}")
    return path


def _read(path: Path, children: tuple[Path, ...]) -> Rules:
    """Return the table that a file holds; `children` are the files that wait for it as their parent."""
    where = path.name if path.parent == _TABLES else str(path)
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RulesError(f"cannot read the table {where!r}: {error}") from None
    if path == _shipped(_BASE):
        return make_rules(raw, where)
    chain = (*children, path)
    parent = _read(_parent(raw.pop("parent", _BASE), where, chain), chain)
    told = {"title": f"{parent.name}, changed", "source": f"{parent.source}; changed in {path.name}"}
    return make_rules(_over(parent, {"name": path.stem, **told, **raw}), where)


def _parent(name: object, where: str, chain: tuple[Path, ...]) -> Path:
    """Return the file of the parent that a table names. Raises RulesError if there is none, or it is a circle."""
    if not isinstance(name, str):
        raise RulesError(f"{where}: parent = {name!r}; write the name of a table or the path of a file")
    if not _is_path(name):
        if name not in table_names():
            raise RulesError(f"{where}: {unknown_name('parent', name, table_names())}, or the path of a .toml file")
        found = _shipped(name)
    else:
        found = chain[-1].parent / name
        if not found.is_file():
            raise RulesError(f"{where}: parent = {name!r} is no file in {str(chain[-1].parent)!r}")
    if found.resolve() in [path.resolve() for path in chain]:
        circle = " -> ".join(path.name for path in (*chain, found))
        raise RulesError(f"{where}: parent = {name!r} goes round in a circle: {circle}")
    return found


def _over(parent: Rules, raw: dict[str, Any]) -> dict[str, Any]:
    """Return a file's values over those of its parent, option by option."""
    merged: dict[str, Any] = msgspec.to_builtins(parent) | raw
    for group in GROUPS:
        if isinstance(raw.get(group), dict):
            merged[group] = msgspec.to_builtins(getattr(parent, group)) | raw[group]
    return merged


def _canonical(rules: Rules) -> Rules:
    """Return the rules with every card written in one way. Raises RulesError for a text that is no card."""
    replaced = {}
    for group, fields in _CARDS.items():
        keys = [f"{group}.{field}" for field in fields]
        written = {key.partition(".")[2]: _written(key, rules.value(key)) for key in keys}
        replaced[group] = msgspec.structs.replace(getattr(rules, group), **written)
    return msgspec.structs.replace(rules, **replaced)


def _written(key: str, value: str | tuple[str, ...]) -> str | tuple[str, ...]:
    """Return the one card or the cards of an option in the one way."""
    return _card(key, value) if isinstance(value, str) else tuple(_card(key, text) for text in value)


def _card(key: str, text: str) -> str:
    """Return a card's text in the one way; words that stand for no card or for many are kept."""
    folded = text.strip().upper()
    if key == "hunter.card" and folded == NO_CARD.upper():
        return NO_CARD
    if key == "deal.removed" and folded.endswith("*"):
        return folded
    try:
        return card_text(card_index(text))
    except CardError as error:
        raise RulesError(f"{key}: {error}") from None


def _explain(message: str, raw: Mapping[str, Any]) -> str:
    """Turn msgspec's message into ours: the dotted key, the offending value quoted, what would be right."""
    said, _, at = message.partition(" - at `$")
    key = at.rstrip("`").strip(".")
    unknown = re.search(r"unknown field `(.*)`", said)
    if unknown and unknown[1] in options():
        group, field = unknown[1].split(".")
        return f"{unknown[1]!r} stands under its group: [{group}], and below it {field} = …"
    if unknown:
        return unknown_option(f"{key}.{unknown[1]}".strip("."), (*Rules.__struct_fields__, "parent"))
    option = options().get(re.sub(r"\[.*", "", key))
    if option is None:
        return f"{key or 'table'}: {said}"
    return f"{key} = {_at(raw, key)!r}; allowed: {option.allowed}"


def _at(raw: Mapping[str, Any], key: str) -> Any:
    """Return the value at a path such as `friend.kinds[0]`."""
    value: Any = raw
    for part in re.findall(r"[^.\[\]]+", key):
        value = value[int(part)] if isinstance(value, list | tuple) else value[part]
    return value
