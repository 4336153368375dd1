"""Every option by its dotted key: the values it takes, its default, its meaning and source; values as text, both ways.

>>> option_named("joker.last_trick").allowed
'normal, powerless, powerless_if_led, banned'
>>> option_named("deal.removed").parse("2*, H3")
('2*', 'H3')
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from mighty_sim import play_options, rule_options
from mighty_sim.errors import RulesError, nearest

#: The groups of options, in the order in which they are shown.
GROUPS: dict[str, type[rule_options.Group]] = {
    "deal": rule_options.Deal,
    "misdeal": rule_options.Misdeal,
    "auction": rule_options.Auction,
    "exchange": rule_options.Exchange,
    "friend": rule_options.Friend,
    "lead": play_options.Lead,
    "mighty": play_options.Mighty,
    "joker": play_options.Joker,
    "hunter": play_options.Hunter,
    "score": play_options.Score,
    "match": play_options.Match,
}
#: How an empty list is written; "none" is a word of its own in two options.
EMPTY = "[]"


@dataclass(frozen=True)
class Option:
    """One option: its dotted key, the type of its values, what is known of it, and its value at `standard`."""

    key: str
    kind: Any
    meta: msgspec.Meta
    default: Any

    @property
    def meaning(self) -> str:
        """Return what the option decides, in a sentence."""
        return self.meta.description or ""

    @property
    def source(self) -> str:
        """Return where the option comes from, with commas between: "STD §6, PEN, A7"."""
        return str((self.meta.extra or {}).get("source", ""))

    @property
    def questions(self) -> list[str]:
        """Return the numbers of the questions that the sources leave open here, such as "A7"."""
        return [part for part in self.source.split(", ") if re.fullmatch(r"A\d+", part)]

    @property
    def published_key(self) -> str:
        """Return the option's name in the published list of options."""
        return str((self.meta.extra or {}).get("key", ""))

    @property
    def is_list(self) -> bool:
        """Return whether a value is a list."""
        return get_origin(self.kind) is tuple

    @property
    def type(self) -> str:
        """Return in words what kind of value the option has."""
        if self.is_list:
            return "list of words" if self.words else "list of cards"
        if self.kind is bool:
            return "yes or no"
        if self.kind is int or all(isinstance(word, int) for word in self.words or ("",)):
            return "number"
        return "word" if self.words else "card"

    @cached_property
    def words(self) -> tuple[Any, ...]:
        """Return the values (of a list: the items) that can be told one by one; none for numbers and cards."""
        kind = get_args(self.kind)[0] if self.is_list else self.kind
        return (True, False) if kind is bool else get_args(kind) if get_origin(kind) is Literal else ()

    @cached_property
    def allowed(self) -> str:
        """Return in words which values the option takes."""
        told = (self.meta.extra or {}).get("allowed")
        if told:
            return str(told)
        if self.words:
            return ("any of " if self.is_list else "") + ", ".join(map(value_text, self.words))
        return f"{self.meta.ge} to {self.meta.le}"

    def parse(self, text: str) -> Any:
        """Return the value that a text on the command line means; what the option allows is checked later.

        Lists have commas between. A text that is no value of the option's type is returned as it is, to be refused
        with the text quoted.
        """
        text = text.strip()
        if self.is_list:
            return tuple(part.strip() for part in text.removeprefix("[").removesuffix("]").split(",") if part.strip())
        if re.fullmatch(r"[+-]?\d{1,9}", text):
            return int(text)
        return {"true": True, "false": False}.get(text.lower(), text) if self.kind is bool else text


@cache
def options() -> dict[str, Option]:
    """Return every option by its dotted key, in the order of the groups."""
    found = {}
    for group, struct in GROUPS.items():
        defaults = struct()
        for field, hint in get_type_hints(struct, include_extras=True).items():
            kind, meta = get_args(hint) if get_origin(hint) is Annotated else (hint, msgspec.Meta())
            key = f"{group}.{field}"
            found[key] = Option(key, kind, meta, getattr(defaults, field))
    return found


def option_keys() -> list[str]:
    """Return the dotted key of every option, in the order of the groups."""
    return list(options())


def option_named(key: str) -> Option:
    """Return the option with that key. Raises RulesError with the nearest key."""
    if key not in options():
        raise RulesError(unknown_option(key))
    return options()[key]


def unknown_option(given: str, also: Iterable[str] = ()) -> str:
    """Return the line that answers an unknown option or group; `also` are other names that are possible there."""
    by_name = {name: key for key, option in options().items() for name in option.published_key.split(", ")}
    by_field = {key.partition(".")[2]: key for key in option_keys()}
    close = by_name.get(given) or by_field.get(given) or nearest(given, [*option_keys(), *GROUPS, *also])
    close = close or by_field.get(nearest(given, by_field) or "")
    return f"unknown option {given!r}; " + (f"did you mean {close!r}?" if close else "'tables options' lists all")


def value_text(value: Any) -> str:
    """Return a value as people write it: `true`, `13`, `powerless`; the items of a list with commas between."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple | list):
        return ", ".join(map(value_text, value)) or EMPTY
    return str(value)
