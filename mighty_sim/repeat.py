"""What was played, told from what a folder's files say of it: in words, and as the commands that play it again."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mighty_sim.errors import MightyError

if TYPE_CHECKING:
    from mighty_sim.experiment import Experiment

Known = Mapping[str, Any]
Terms = list[tuple[str, list[str]]]

#: What is told in words of its own; anything else that determines the deals is told as it is.
_TOLD = {
    "engine_version", "rules", "strategies", "contestants", "seed", "declarer", "match_deals", "on_fault", "deals",
    "rounds", "orders", "dealing",
}  # fmt: skip


def caption(experiment: Experiment, deals: int) -> str:
    """Return what was played in a line, for below a figure: table, strategies, deals and seed, and who declares."""
    from mighty_sim.rules import changed

    changes = ", ".join(changed(experiment.rules))
    forced = experiment.forced
    parts = [
        f"Table {experiment.rules.name}" + (f" with {changes}" if changes else ""),
        experiment.line_up,
        f"{deals:,} deals of seed {experiment.seed}" + _in_matches(experiment.provenance()),
        *([f"seat {forced.seat} declares, told as {forced.number}"] if forced else []),
    ]
    return " · ".join(parts)


def caption_of(known: Known, deals: int) -> str:
    """Return the same of what a folder's files say."""
    changed = f" with {', '.join(changes(known))}" if is_shipped(known) and changes(known) else ""
    forced = known.get("declarer")
    parts = [
        f"Table {table_name(known)}{changed}",
        line_up(known),
        f"{deals:,} deals of seed {known['seed']}" + _in_matches(known),
        *([f"seat {forced.get('seat')} declares, told as {forced.get('number')}"] if isinstance(forced, dict) else []),
    ]
    return " · ".join(parts)


def _in_matches(known: Known) -> str:
    """Return how long the matches are, if the deals are those of matches."""
    return f" in matches of {known['match_deals']}" if known.get("match_deals") else ""


def table_name(known: Known) -> str:
    """Return the name of the table that was played at."""
    return str(known["rules"].get("name", "a table"))


def changes(known: Known) -> list[str]:
    """Return the options in which the table differs from the shipped one of its name, as `option=value`.

    A table of another name is compared with `standard`. None if this version of the program cannot read its rules.
    """
    from mighty_sim.rules import departures, load_table, make_rules, table_names

    name = table_name(known)
    try:
        rules = make_rules(dict(known["rules"]), name)
        return departures(rules, load_table(name if name in table_names() else "standard"))
    except (MightyError, KeyError, TypeError, ValueError):
        return []


def is_shipped(known: Known) -> bool:
    """Return whether the table bears a shipped one's name."""
    from mighty_sim.rules import table_names

    return table_name(known) in table_names()


def seated(known: Known) -> list[str]:
    """Return the text that seats each strategy again: its name, and the parameters that are not its defaults."""
    return [_text(one) for one in known.get("strategies", known.get("contestants", ()))]


def line_up(known: Known) -> str:
    """Return the strategies in few words: the text once if it sits everywhere, else one a seat."""
    texts = seated(known)
    return texts[0] if len(set(texts)) == 1 else ",".join(texts)


def terms(known: Known, deals: int) -> Terms:
    """Return what was played as pairs of a term and what is said of it, in lines."""
    changed = changes(known)
    named = "changed" if is_shipped(known) else "what differs from standard"
    found: Terms = [("table", [table_name(known)])]
    if changed:
        found.append((named, changed))
    found += [
        ("strategies" if "strategies" in known else "contestants", _strategies(known)),
        ("deals", [f"{deals:,}, numbers 0 to {deals - 1:,}"]),
        ("seed", [str(known["seed"])]),
    ]
    if "declarer" in known:
        found.append(("declarer", [_declarer(known["declarer"])]))
    if known.get("dealing"):
        found.append(("cards", [_pairs(_dealing_words(known["dealing"]))]))
    if known.get("match_deals"):
        found.append(("matches", [f"of {known['match_deals']} deals each"]))
    if known.get("rounds"):
        found.append(("rounds", [f"{known['rounds']}, each with an order of the contestants that was drawn"]))
    if known.get("on_fault"):
        found.append(("wrong answers", ["counted, and the first legal one taken in their place"]))
    others = [(name, value) for name, value in known.items() if name not in _TOLD and value is not None]
    found += [(name, [json.dumps(value, sort_keys=True, ensure_ascii=False)]) for name, value in others]
    return [*found, ("engine version", [str(known["engine_version"])])]


def command(known: Known, deals: int, folder: str) -> str:
    """Return the command that plays a run or a tournament again, into a folder."""
    texts = seated(known)
    if "contestants" in known:
        words = ["mighty-sim", "tournament", *texts]
    else:
        words = ["mighty-sim", "run", "--strategy", line_up(known)]
    words += ["--table", table_name(known) if is_shipped(known) else "standard"]
    match = known.get("match_deals")
    for text in changes(known):
        if not (match and text.startswith(("match.deals=", "match.ends="))):
            words += ["--set", text]
    words += ["--deals", str(deals), "--seed", str(known["seed"])]
    declarer = known.get("declarer")
    if isinstance(declarer, dict):
        words += _forced_words(declarer)
    words += _dealing_words(known.get("dealing") or {})
    if match:
        words += ["--match", str(match)]
    if known.get("on_fault"):
        words += ["--on-fault", str(known["on_fault"])]
    return shlex.join([*words, "--out", folder])


def remarks(known: Known) -> list[str]:
    """Return what has to be known before the command is typed, in sentences."""
    found = []
    played = {(str(one["name"]), one["sha256"]) for one in known.get("strategies", known.get("contestants", ()))}
    for name, digest in sorted(played):
        shipped = _defaults(name)
        if shipped is None:
            found.append(f"{name} is none of the shipped strategies: write the path of its file instead of its name.")
        elif shipped[0] != digest:
            found.append(f"{name} has been changed since: the file that was played has the hash above.")
    if not is_shipped(known):
        found.append(f"{table_name(known)} is a table of one's own: --set makes it of standard, option by option.")
    if isinstance((known.get("dealing") or {}).get("where"), dict):
        found.append("--where names a file of one's own: write its path; the one that was used has the hash "
                     f"{known['dealing']['where'].get('sha256')}.")  # fmt: skip
    if any(name not in _TOLD and value is not None for name, value in known.items()):
        found.append("Not all that determines these deals is in the command; the rest stands under what was played.")
    return found


def _strategies(known: Known) -> list[str]:
    """Return the strategies with the hashes of their files, each once, or one a seat where they differ."""
    every: Sequence[Known] = known.get("strategies", known.get("contestants", ()))
    texts = [f"{_text(one)} (SHA-256 {one['sha256']})" for one in every]
    if "contestants" in known:
        return texts
    if len(set(texts)) == 1:
        return [f"{texts[0]}, at every seat"]
    return [f"seat {seat}: {text}" for seat, text in enumerate(texts)]


def _declarer(value: Any) -> str:
    """Return in words how the declarer is found."""
    if not isinstance(value, dict):
        return "the bidding decides"
    told = f"seat {value.get('seat')} declares every deal; all are told that it bid {value.get('number')}"
    rest = _pairs(_forced_words(value)[6:])
    return told + (f"; it is made to: {rest}" if rest else "")


def _forced_words(declarer: Known) -> list[str]:
    """Return the options that name a forced declarer, and what it is made to do."""
    from mighty_sim.contract import FriendCall

    words = ["--declarer", "forced", "--seat", str(declarer.get("seat")), "--number", str(declarer.get("number"))]
    if declarer.get("strain") is not None:
        words += ["--strain", str(declarer["strain"])]
    if declarer.get("discard") is not None:
        words += ["--discard", " ".join(map(str, declarer["discard"]))]
    if declarer.get("call") is not None:
        words += ["--call", FriendCall.from_json(declarer["call"]).word]
    return words


def _dealing_words(dealing: Known) -> list[str]:
    """Return the options that say which cards lie where."""
    words = []
    for place, cards in dealing.get("fixed", {}).items():
        text = " ".join(cards)
        words += ["--kitty", text] if place == "kitty" else ["--hand", f"{place}:{text}"]
    for place, cards in dealing.get("never", {}).items():
        words += ["--not", f"{place}:{' '.join(cards)}"]
    where = dealing.get("where")
    if where is not None:
        told = where.get("file") if isinstance(where, dict) else where
        words += ["--where", f"{dealing.get('where_seat')}:{told}"]
    return words


def _pairs(words: Sequence[str]) -> str:
    """Return options with their values as a person reads them."""
    return ", ".join(
        f"{option.removeprefix('--')} {value}" for option, value in zip(words[::2], words[1::2], strict=True)
    )


def _text(one: Known) -> str:
    """Return the text that seats one strategy."""
    from mighty_sim.catalog import seat_text

    known = _defaults(str(one["name"]))
    defaults = known[1] if known else {}
    values = {key: value for key, value in one.get("parameters", {}).items() if defaults.get(key) != value}
    return seat_text(str(one["name"]), values)


@lru_cache(maxsize=64)
def _defaults(name: str) -> tuple[str, dict[str, str]] | None:
    """Return the hash and the parameters' defaults of a shipped strategy; None for any other."""
    from mighty_sim.catalog import choice, strategy_names

    if name not in strategy_names():
        return None
    from mighty_sim.strategy import load_choice

    found = load_choice(choice(name))
    return found.sha256, {key: item.text(item.default) for key, item in found.parameters.items()}
