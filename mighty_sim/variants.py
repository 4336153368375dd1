"""What is compared: settings named by tables, varied options and line-ups, each an experiment with a short label.

All settings of a comparison have the same cards: the same pack, players and hands, the same seed. A label tells no more
than what differs between them. The first setting is the baseline: the table as it is, if that is among them.
"""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any, NamedTuple

from mighty_sim import child
from mighty_sim.catalog import swept
from mighty_sim.errors import InputError, RunError, StrategyFault
from mighty_sim.experiment import ON_FAULT, Experiment, forced, telling
from mighty_sim.glossary import Option, options, unknown_option, value_text
from mighty_sim.rules import Rules, load_table, pack

PROGRAM = "mighty-sim"
#: Settings at most: each is one more play of every deal, and one more difference that luck can make.
MOST = 64
#: Between the values of an option that is itself a list with commas.
LIST_BORDER = "/"


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """Settings in words: every table with every combination of varied options and every line-up.

    `vary` has texts as `option=value,value`; an option is named as in a table's file or in the published list of
    options ("joker_last"), and values that are lists stand with slashes between. `strategies` are line-ups as the
    command line has them: a name for every seat, or one a seat with commas; a sweep stands for several. `settings`
    change every table. The other fields are those of an experiment.
    """

    tables: Sequence[str] = ("standard",)
    vary: Sequence[str] = ()
    strategies: Sequence[str] = ("steady",)
    settings: Sequence[str] = ()
    seed: int = 1
    declarer: str = "auction"
    seat: int | None = None
    number: int | None = None
    told: tuple[str | None, str | None, str | None] = (None, None, None)
    on_fault: str = ON_FAULT[0]
    dealing: Any = None


class Varied(NamedTuple):
    """An option that is varied: its key, and its values as `--set` takes them, in the order given."""

    key: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Variant:
    """One setting: its label, the experiment, and the words that made it: table, changes, varied options, line-up."""

    label: str
    experiment: Experiment
    table: str
    settings: tuple[str, ...]
    varied: tuple[tuple[str, str], ...]
    strategy: str


def variants(wanted: Wanted) -> list[Variant]:
    """Return the settings that words name, the baseline first.

    The baseline is the first table with the first line-up and the combination of varied options that leaves the table
    as it is; where that is not among them, the first setting. Raises InputError for fewer than 2 or too many, for the
    same twice and for tables whose cards cannot be the same; UnknownName, RulesError, StrategyFault as they come.
    """
    axes = [read_varied(text) for text in wanted.vary]
    _refuse_twice([axis.key for axis in axes])
    line_ups = [text for words in wanted.strategies for text in swept(words)]
    count = len(wanted.tables) * len(line_ups)
    for axis in axes:
        count *= len(axis.values)
    if not 2 <= count <= MOST:
        raise InputError(
            f"{count} setting{'' if count == 1 else 's'} to compare; name 2 to {MOST}: several tables, "
            "--vary option=value,value, or several --strategies"
        )
    chosen = list(product(wanted.tables, product(*(axis.values for axis in axes)), line_ups))
    found = _checked(_variants(wanted, axes, chosen), axes)
    at = _baseline(wanted, found)
    return [found[at], *found[:at], *found[at + 1 :]]


def one(wanted: Wanted) -> Variant:
    """Return the one setting that words name: a table, its changes, a line-up. Raises what `variants` raises."""
    (found,) = _variants(wanted, (), [(wanted.tables[0], (), wanted.strategies[0])])
    return found


def two(wanted: Wanted) -> tuple[Variant, Variant]:
    """Return two settings that words name in step: the first of two tables, values and line-ups, and the second.

    What is named once holds for both. Raises what `variants` raises; InputError for more than two of anything.
    """
    axes = [read_varied(text) for text in wanted.vary]
    _refuse_twice([axis.key for axis in axes])
    named = [("--table", wanted.tables), *((f"--vary {axis.key}", axis.values) for axis in axes)]
    for what, values in [*named, ("--strategy", wanted.strategies)]:
        if len(values) > 2:
            raise InputError(f"{what} names {len(values)}: {', '.join(values)}; two stand side by side, name 1 or 2")
    chosen = [(wanted.tables[at], tuple(axis.values[at] for axis in axes), wanted.strategies[at]) for at in (0, -1)]
    left, right = _checked(_variants(wanted, axes, chosen), axes)
    return left, right


def read_varied(text: str) -> Varied:
    """Return the option and the values that a text such as `joker.last_trick=powerless,normal` varies.

    Raises InputError for a text that varies nothing, and for an unknown option, with the nearest.
    """
    name, equals, values = (part.strip() for part in text.partition("="))
    if not equals or not name:
        raise InputError(f"--vary {text!r} varies nothing; write option=value,value as in {_EXAMPLE}")
    option = option_called(name, f"--vary {text!r}")
    border = LIST_BORDER if option.is_list else ","
    parts = tuple(part.strip() for part in values.split(border) if part.strip())
    if len(parts) < 2:
        more = f"; {option.key} takes lists, so its values stand with {border!r} between" if option.is_list else ""
        raise InputError(f"--vary {text!r} has {len(parts)} value{'s' * (len(parts) != 1)}; give 2 or more{more}")
    _refuse_twice([value_text(option.parse(part)) for part in parts], f"--vary {text!r}: ")
    return Varied(option.key, parts)


def varied_text(name: str, values: Sequence[Any]) -> str:
    """Return the text that varies an option by values, which may be lists. Raises InputError for an unknown one."""
    option = option_called(name, f"vary {name!r}")
    border = LIST_BORDER if option.is_list else ","
    return f"{option.key}={border.join(value_text(value).replace(', ', ',') for value in values)}"


def option_called(name: str, where: str) -> Option:
    """Return the option of that key, or of that name in the published list if it means one option alone.

    Raises InputError, which begins with `where`.
    """
    known = options()
    if name in known:
        return known[name]
    meant = [option for option in known.values() if name in option.published_key.split(", ")]
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise InputError(f"{where}: {name!r} is several options; name one: {', '.join(o.key for o in meant)}")
    raise InputError(f"{where}: {unknown_option(name)}")


def replayed(one: Variant, other: Variant, deals: Sequence[int]) -> list[tuple[Any, Any]]:
    """Return deals under two settings, as pairs of records in the order of the deals, from a process of its own.

    Raises StrategyFault where a strategy fails, RunError where the process does.
    """
    listed = ",".join(map(str, deals))
    program = child.command("-m", "mighty_sim", "replay", *_two_words(one, other), "--deals", listed)
    done = subprocess.run(
        [*program, "--format", "json"], capture_output=True, text=True, check=False, env=child.environment()
    )
    if done.returncode:
        said = (done.stderr.strip().splitlines() or ["it said nothing"])[-1].removeprefix(f"{PROGRAM}: ")
        raise (StrategyFault if done.returncode == 1 else RunError)(f"the deals could not be replayed: {said}")
    return [tuple(json.loads(line)["records"]) for line in done.stdout.splitlines()]


def replay_words(one: Variant, other: Variant, deal: int) -> str:
    """Return what to type to see a deal under two settings side by side."""
    return shlex.join([PROGRAM, "replay", *_two_words(one, other), "--deals", str(deal)])


_EXAMPLE = "joker.last_trick=powerless,normal"


def _two_words(one: Variant, other: Variant) -> list[str]:
    """Return the options of `replay` that name two settings."""
    words = _named("--table", (one.table, other.table), Wanted.tables)
    words += [word for text in one.settings for word in ("--set", text)]
    for (key, value), (_, second) in zip(one.varied, other.varied, strict=True):
        if value == second:
            words += ["--set", f"{key}={value}"]
        else:
            border = LIST_BORDER if options()[key].is_list else ","
            words += ["--vary", f"{key}={value}{border}{second}"]
    words += _named("--strategy", (one.strategy, other.strategy), Wanted.strategies)
    experiment = one.experiment
    words += ["--seed", str(experiment.seed)]
    if experiment.forced:
        words += experiment.forced.words()
    if experiment.dealing:
        words += experiment.dealing.words()
    return words + (["--on-fault", experiment.on_fault] if experiment.on_fault != ON_FAULT[0] else [])


def _named(option: str, values: Sequence[str], default: Sequence[str]) -> list[str]:
    """Return an option with each of its values once; nothing where that is what it is by default."""
    once = list(dict.fromkeys(values))
    return [] if once == list(default) else [word for value in once for word in (option, value)]


def _variants(
    wanted: Wanted, axes: Sequence[Varied], chosen: Sequence[tuple[str, tuple[str, ...], str]]
) -> list[Variant]:
    """Return the settings of chosen tables, values and line-ups, without their labels; a line-up is loaded once."""
    from mighty_sim.experiment import from_names

    loaded: dict[tuple[str, int], Experiment] = {}
    found = []
    for table, values, line_up in chosen:
        varied = tuple((axis.key, value) for axis, value in zip(axes, values, strict=True))
        settings = (*wanted.settings, *(f"{key}={value}" for key, value in varied))
        rules = load_table(table, settings)
        seats = (line_up, rules.deal.players)
        if seats not in loaded:
            words = (table, line_up, wanted.seed, wanted.declarer, wanted.seat, wanted.number, settings)
            loaded[seats] = from_names(*words)
        told = None if wanted.declarer == "auction" else forced(rules, wanted.seat, wanted.number)
        changes: dict[str, Any] = {"rules": rules, "forced": told, "on_fault": wanted.on_fault}
        if wanted.dealing is not None:
            changes["dealing"] = wanted.dealing
        experiment = telling(replace(loaded[seats], **changes), *wanted.told)
        found.append(Variant("", experiment, table, tuple(wanted.settings), varied, line_up))
    return found


def _checked(found: Sequence[Variant], axes: Sequence[Varied]) -> list[Variant]:
    """Return the settings with labels. Raises InputError where they deal other cards, or two are one."""
    labelled = _labelled(found, axes)
    _refuse_other_cards(labelled)
    _refuse_same(labelled)
    return labelled


def _labelled(found: Sequence[Variant], axes: Sequence[Varied]) -> list[Variant]:
    """Return the settings with labels: what differs between them, numbered where two would look alike."""
    tables = len({variant.table for variant in found}) > 1
    line_ups = len({variant.strategy for variant in found}) > 1
    alone = len(axes) == 1 and all(value.replace("_", "").isalpha() for value in axes[0].values)
    alone = alone and not {"true", "false"} & {value.lower() for value in axes[0].values}
    names = [axis.key.partition(".")[2] for axis in axes]
    short = [name if names.count(name) == 1 else axis.key for name, axis in zip(names, axes, strict=True)]
    labels = []
    for variant in found:
        parts = [variant.experiment.rules.name] if tables else []
        parts += [value if alone else f"{name}={value}" for name, (_, value) in zip(short, variant.varied, strict=True)]
        parts += [variant.experiment.line_up] if line_ups else []
        labels.append(", ".join(parts))
    before = [labels[:place].count(label) for place, label in enumerate(labels)]
    numbered = [f"{label} ({1 + again})" if again else label for label, again in zip(labels, before, strict=True)]
    return [replace(variant, label=label) for variant, label in zip(found, numbered, strict=True)]


def _baseline(wanted: Wanted, found: Sequence[Variant]) -> int:
    """Return which setting the others are compared with."""
    plain = load_table(wanted.tables[0], wanted.settings)
    for place, variant in enumerate(found):
        if variant.experiment.rules == plain and variant.strategy == found[0].strategy:
            return place
    return 0


def _refuse_twice(names: Sequence[str], where: str = "--vary: ") -> None:
    """Raise InputError for what is named more than once."""
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise InputError(f"{where}{twice!r} is named twice; name it once")


def _refuse_same(found: Sequence[Variant]) -> None:
    """Raise InputError for two settings that are one."""
    for one, other in combinations(found, 2):
        if one.experiment.digest == other.experiment.digest:
            raise InputError(f"{one.label!r} and {other.label!r} are the same setting; name it once")


def _refuse_other_cards(found: Sequence[Variant]) -> None:
    """Raise InputError for settings that deal other cards than the first one."""
    first = found[0]
    for other in found[1:]:
        if _cards(first.experiment.rules) != _cards(other.experiment.rules):
            raise InputError(
                f"{first.label!r} deals {_cards_text(first.experiment.rules)}, {other.label!r} "
                f"{_cards_text(other.experiment.rules)}: no deal has the same cards in both; compare settings of the "
                "same players, pack and hands, and look at others one by one with 'success'"
            )


def _cards(rules: Rules) -> tuple[int, int, list[int]]:
    """Return what fixes the cards of a deal, with the seed and its number."""
    return rules.deal.players, rules.deal.hand, pack(rules)


def _cards_text(rules: Rules) -> str:
    """Return what fixes the cards in words."""
    removed = f" without {value_text(rules.deal.removed)}" if rules.deal.removed else ""
    return f"{rules.deal.players} players {rules.deal.hand} of {len(pack(rules))} cards{removed}"
