"""Rules: one table as a frozen value; reading it, checking it, showing it.

Tables are TOML files, one group of options a section, in `mighty_sim/tables/`. The options themselves, with
their ranges and sources, are in `mighty_sim.rule_options`.

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
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from mighty_sim import rule_options as groups
from mighty_sim.cards import FIRST_JOKER, POINT_CARDS, RANKS, SUITS, card_index, card_text
from mighty_sim.errors import CardError, RulesError, UnknownName, nearest
from mighty_sim.readings import READINGS

_TABLES = Path(__file__).parent / "tables"


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One table: its name, a line about it, where it comes from, and its options in groups."""

    name: str
    title: str = ""
    source: str = ""
    deal: groups.Deal = groups.Deal()
    misdeal: groups.Misdeal = groups.Misdeal()
    auction: groups.Auction = groups.Auction()
    exchange: groups.Exchange = groups.Exchange()
    friend: groups.Friend = groups.Friend()
    lead: groups.Lead = groups.Lead()
    mighty: groups.Mighty = groups.Mighty()
    joker: groups.Joker = groups.Joker()
    hunter: groups.Hunter = groups.Hunter()
    score: groups.Score = groups.Score()
    match: groups.Match = groups.Match()

    def as_dict(self) -> dict[str, Any]:
        """Return the name and every option as nested dicts that JSON can hold; title
        and source are left out.
        """
        values: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return {key: value for key, value in values.items() if key not in ("title", "source")}

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the name and options, as hex; equal digests mean equal rules."""
        canonical = json.dumps(self.as_dict(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()


class OptionRow(NamedTuple):
    """One option of a table as a person reads it."""

    key: str
    value: str
    meaning: str
    allowed: str
    source: str
    reading: str


def table_names() -> list[str]:
    """Return the names of the shipped tables, sorted."""
    return sorted(path.stem for path in _TABLES.glob("*.toml"))


def load_table(name: str) -> Rules:
    """Return the shipped table of that name.

    Raises UnknownName, with the nearest name, and RulesError if the file holds no playable table.
    """
    if name not in table_names():
        raise UnknownName("table", name, table_names())
    return read_table(_TABLES / f"{name}.toml")


def read_table(path: Path) -> Rules:
    """Return the table that a TOML file holds. Raises RulesError naming the file and the option at fault."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RulesError(f"cannot read the table {str(path)!r}: {error}") from None
    return make_rules(raw, path.name)


def make_rules(raw: Mapping[str, Any], where: str = "rules") -> Rules:
    """Return checked rules from nested dicts; options that are not given are those of `standard`.

    `where` is named in messages. Raises RulesError for an unknown option (with the nearest), a value out of
    its range, and values that do not fit together.
    """
    try:
        rules = msgspec.convert(raw, Rules)
    except msgspec.ValidationError as error:
        raise RulesError(f"{where}: {_explain(str(error), raw)}") from None
    for problem in _problems(rules):
        raise RulesError(f"{where}: {problem}")
    return rules


def change(rules: Rules, changes: Mapping[str, Any]) -> Rules:
    """Return the rules with options set anew by their dotted keys ("joker.last_trick"), and checked again.

    Raises RulesError as `make_rules` does; the message begins with the table's name.
    """
    raw: dict[str, Any] = msgspec.to_builtins(rules)
    for key, value in changes.items():
        if key not in option_keys():
            raise RulesError(f"{rules.name}: {UnknownName('option', key, option_keys())}")
        group, field = key.split(".")
        raw[group][field] = value
    return make_rules(raw, rules.name)


def option_keys() -> list[str]:
    """Return the dotted key of every option, in the order of the groups."""
    return [key for key, _, _ in _fields()]


def options(rules: Rules) -> list[OptionRow]:
    """Return one row for each option; `reading` is how its source was read where it leaves a choice."""
    return [
        OptionRow(
            key,
            _text(_value(rules, key)),
            meta.description or "",
            _allowed(kind, meta),
            _source(meta),
            " ".join(READINGS[part] for part in _source(meta).split(", ") if part in READINGS),
        )
        for key, kind, meta in _fields()
    ]


def pack(rules: Rules) -> list[int]:
    """Return the card indices that are dealt from, ascending: the pack without the removed cards, and the
    jokers.

    Raises RulesError if a removed card is none, or is removed more often than the pack holds it.
    """
    cards = [*range(FIRST_JOKER), *range(FIRST_JOKER, FIRST_JOKER + rules.deal.jokers)]
    for text in rules.deal.removed:
        for index in _removed(text):
            if index not in cards:
                raise RulesError(f"deal.removed takes {card_text(index)!r} out twice")
            cards.remove(index)
    return cards


def points_in_pack(rules: Rules) -> int:
    """Return how many points a deal holds: 20 with the whole pack."""
    return sum(POINT_CARDS >> index & 1 for index in pack(rules))


def _removed(text: str) -> list[int]:
    """Return the indices that one entry of `deal.removed` means: a card, or all four of a rank ("2*")."""
    if len(text) == 2 and text[1] == "*" and text[0] in RANKS:
        return [4 * RANKS.index(text[0]) + suit for suit in range(4)]
    try:
        return [card_index(text)]
    except CardError as error:
        raise RulesError(f"deal.removed: {error}") from None


def _problems(rules: Rules) -> Iterator[str]:
    """Yield what is wrong with values that are each within their own range, in words."""
    yield from _only_problems(rules)
    try:
        pack(rules)
    except RulesError as error:
        yield str(error)
        return
    yield from _special_card_problems(rules)
    yield from _arithmetic_problems(rules)


def _only_problems(rules: Rules) -> Iterator[str]:
    """Yield the yes-or-no options that ask for a reading that is not played."""
    for key, _, meta in _fields():
        only = (meta.extra or {}).get("only")
        if only is not None and _value(rules, key) is not only:
            yield f"{key} = {_text(not only)!r}; only {_text(only)!r} is played"


def _arithmetic_problems(rules: Rules) -> Iterator[str]:
    """Yield numbers that do not come out even: cards, bids, points, friend calls."""
    deal, auction, points = rules.deal, rules.auction, points_in_pack(rules)
    held, dealt = len(pack(rules)), deal.players * deal.hand + deal.kitty
    if held != dealt:
        yield (
            f"the pack has {held} cards, but deal.players {deal.players} x deal.hand {deal.hand} "
            f"+ deal.kitty {deal.kitty} = {dealt}"
        )
    if auction.min_number > auction.max_number:
        yield f"auction.min_number {auction.min_number} is above auction.max_number {auction.max_number}"
    if auction.max_number > points:
        yield f"auction.max_number {auction.max_number} is above the {points} points in the pack"
    if not rules.friend.kinds or len(set(rules.friend.kinds)) < len(rules.friend.kinds):
        yield f"friend.kinds {_text(rules.friend.kinds)!r}; at least one kind, each once"


def _special_card_problems(rules: Rules) -> Iterator[str]:
    """Yield Mighties and hunters that are no cards, not in the pack, or collide."""
    in_pack = pack(rules)
    found: dict[str, int] = {}
    for key in ("mighty.card", "mighty.under_own_suit", "hunter.card", "hunter.under_own_suit"):
        text = _value(rules, key)
        try:
            found[key] = card_index(text)
        except CardError as error:
            yield f"{key}: {error}"
            return
        if found[key] not in in_pack or found[key] >= FIRST_JOKER:
            yield f"{key} {text!r} is no suit card of this pack"
    for group in ("mighty", "hunter"):
        usual, other = found[f"{group}.card"], found[f"{group}.under_own_suit"]
        if usual != other and usual % 4 == other % 4:
            yield f"{group}.under_own_suit {card_text(other)!r} has {group}.card's suit {SUITS[usual % 4]!r}"
    if {found["mighty.card"], found["mighty.under_own_suit"]} & {
        found["hunter.card"],
        found["hunter.under_own_suit"],
    }:
        yield "a card is both Mighty and hunter"


def _explain(message: str, raw: Mapping[str, Any]) -> str:
    """Turn msgspec's message into ours: the dotted key, the offending value quoted, what would be right."""
    said, _, at = message.partition(" - at `$")
    key = at.rstrip("`").strip(".")
    unknown = re.search(r"unknown field `(.*)`", said)
    if unknown:
        given = f"{key}.{unknown[1]}".strip(".")
        known = [*option_keys(), *Rules.__struct_fields__]
        return _unknown_option(given, known)
    meta = {name: (kind, meta) for name, kind, meta in _fields()}.get(re.sub(r"\[.*", "", key))
    if meta is None:
        return f"{key or 'table'}: {said}"
    return f"{key} = {_at(raw, key)!r}; allowed: {_allowed(*meta)}"


def _unknown_option(given: str, known: list[str]) -> str:
    """Return the line that answers an unknown option; the list of all options is in `tables show`."""
    close = nearest(given, known)
    return f"unknown option {given!r}" + (
        f"; did you mean {close!r}?" if close else "; 'tables show' lists all"
    )


def _at(raw: Mapping[str, Any], key: str) -> Any:
    """Return the value at a path such as `friend.kinds[0]`."""
    value: Any = raw
    for part in re.findall(r"[^.\[\]]+", key):
        value = value[int(part)] if isinstance(value, list | tuple) else value[part]
    return value


def _fields() -> Iterator[tuple[str, Any, msgspec.Meta]]:
    """Yield dotted key, type and Meta of every option."""
    for group, struct in get_type_hints(Rules).items():
        if isinstance(struct, type) and issubclass(struct, groups.Group):
            for field, hint in get_type_hints(struct, include_extras=True).items():
                kind, meta = get_args(hint) if get_origin(hint) is Annotated else (hint, msgspec.Meta())
                yield f"{group}.{field}", kind, meta


def _value(rules: Rules, key: str) -> Any:
    """Return an option's value by its dotted key."""
    group, field = key.split(".")
    return getattr(getattr(rules, group), field)


def _source(meta: msgspec.Meta) -> str:
    """Return where an option comes from."""
    return str((meta.extra or {}).get("source", ""))


def _allowed(kind: Any, meta: msgspec.Meta) -> str:
    """Return in words which values an option takes."""
    extra = meta.extra or {}
    if extra.get("card"):
        return "a card of the pack" if kind is str else "cards, or '2*' for all of a rank"
    if "only" in extra:
        return _text(extra["only"])
    if get_origin(kind) is Literal:
        return ", ".join(map(_text, get_args(kind)))
    if get_origin(kind) is tuple:
        return "any of " + ", ".join(get_args(get_args(kind)[0]))
    return "true, false" if kind is bool else f"{meta.ge} to {meta.le}"


def _text(value: Any) -> str:
    """Return a value as TOML and people write it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return str(value)
