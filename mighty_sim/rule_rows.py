"""Rules as rows to read: every option of a table with its value, what differs between tables, and the options as such.

>>> from mighty_sim.rules import load_table
>>> [row.key for row in differences([load_table("penalty-6"), load_table("penalty-7")])]
['deal.players', 'deal.removed', 'deal.hand']
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mighty_sim.errors import RulesError
from mighty_sim.glossary import GROUPS, Option, options, unknown_option, value_text
from mighty_sim.readings import READINGS, answer
from mighty_sim.rules import Rules, load_table, table_names


class OptionRow(NamedTuple):
    """One option of a table as a person reads it."""

    key: str
    value: str
    meaning: str
    allowed: str
    source: str
    reading: str


class Difference(NamedTuple):
    """An option that is not the same at all of some tables: its value at each."""

    key: str
    values: tuple[str, ...]
    meaning: str


class OptionEntry(NamedTuple):
    """An option apart from any table; `key` is its name in the published list of options."""

    option: str
    type: str
    allowed: str
    default: str
    meaning: str
    source: str
    key: str


def rows(rules: Rules) -> list[OptionRow]:
    """Return one row for each option; `reading` is how this table answers what its source leaves open there."""
    return [
        OptionRow(
            option.key,
            value_text(rules.value(option.key)),
            option.meaning,
            option.allowed,
            option.source,
            " ".join(readings(rules, option)),
        )
        for option in options().values()
    ]


def readings(rules: Rules, option: Option) -> list[str]:
    """Return the questions that the option's source leaves open and that touch the table, each with its answer."""
    if not _touches(rules, option):
        return []
    value = value_text(rules.value(option.key))
    answers = {number: answer(number, option.key, value) for number in option.questions}
    return [f"{number}: {READINGS[number].question} Here: {told}" for number, told in answers.items() if told]


def differences(tables: Sequence[Rules]) -> list[Difference]:
    """Return the options in which the tables are not all alike, in the order of the groups."""
    found = []
    for option in options().values():
        values = tuple(value_text(rules.value(option.key)) for rules in tables)
        if len(set(values)) > 1:
            found.append(Difference(option.key, values, option.meaning))
    return found


def entries(name: str | None = None) -> list[OptionEntry]:
    """Return every option, or those of a group, or the one of that name. Raises RulesError with the nearest name."""
    if name is not None and name not in options() and name not in GROUPS:
        raise RulesError(unknown_option(name))
    return [
        OptionEntry(
            option.key,
            option.type,
            option.allowed,
            value_text(option.default),
            option.meaning,
            option.source,
            option.published_key,
        )
        for option in options().values()
        if name is None or name in (option.key, option.key.partition(".")[0])
    ]


def shipped_values(key: str) -> list[tuple[str, list[str]]]:
    """Return each value that an option has at shipped tables, as text, with the names of those tables."""
    found: dict[str, list[str]] = {}
    for name in table_names():
        found.setdefault(value_text(load_table(name).value(key)), []).append(name)
    return list(found.items())


def answers(option: Option) -> Iterable[tuple[str, dict[str, str]]]:
    """Yield each question that the option's source leaves open there, with the answer that every value gives."""
    for number in option.questions:
        told = READINGS[number].answers.get(option.key)
        if told:
            yield f"{number}: {READINGS[number].question}", told


def _touches(rules: Rules, option: Option) -> bool:
    """Return whether the option decides anything at a table: no misdeal, no hunter, no friend, no reading of them."""
    group = option.key.partition(".")[0]
    if group == "misdeal":
        return rules.misdeal.enabled
    if group == "hunter":
        return rules.hunter.card != "none" or option.key == "hunter.card"
    if group == "friend":
        return bool(set(rules.friend.kinds) - {"none"}) or option.key == "friend.kinds"
    return True
