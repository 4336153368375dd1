"""What to play: a table, a line-up, a seed and how the declarer is found. It fixes every deal there is.

How many of the deals are played, by how many threads and into which folder is the business of the run.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from mighty_sim import ENGINE_VERSION
from mighty_sim.cards import NO_TRUMP, STRAINS, card_index, card_text, strain_index
from mighty_sim.contract import NO_CALL, FriendCall, parse_call
from mighty_sim.errors import InputError

if TYPE_CHECKING:
    from mighty_sim.dealing import Dealing
    from mighty_sim.rules import Rules
    from mighty_sim.strategy import Strategy

#: Seeds are what fits the random streams: 0 up to this number, without it.
SEEDS = 1 << 63
#: What a strategy's wrong answer does: the run stops, or it goes on with the first legal answer.
ON_FAULT = ("stop", "first-legal")


@dataclass(frozen=True)
class Forced:
    """A declarer without an auction: a seat that declares every deal, and the number all are told it bid.

    `strain` (0 to 3 = S H D C, 4 = no-trump), `discard` (card indices, equal ones as often as they are laid away) and
    `call` (as the column `friend_call` has it) are what it does whatever its strategy thinks; None: what that says.
    """

    seat: int
    number: int
    strain: int | None = None
    discard: tuple[int, ...] | None = None
    call: int | None = None

    def check(self, rules: Rules) -> None:
        """Refuse what no deal of a table allows. Raises InputError: seat, number, strain, discard or friend call."""
        _within("declarer's seat", self.seat, 0, rules.deal.players - 1)
        _within("declarer's number", self.number, rules.auction.min_number, rules.auction.max_number)
        if self.strain is not None:
            _within("strain", self.strain, 0, NO_TRUMP)
            if self.strain == NO_TRUMP and not rules.auction.notrump_allowed:
                raise InputError("this table has no no-trump; the strain can be S, H, D or C")
        if self.discard is not None:
            self._check_discard(rules)
        if self.call is not None:
            self._check_call(rules)

    def _check_discard(self, rules: Rules) -> None:
        from mighty_sim.rules import pack

        cards, whole = self.discard or (), pack(rules)
        if len(cards) != rules.deal.kitty:
            raise InputError(f"a discard of {len(cards)} cards; this table lays away {rules.deal.kitty}")
        for card in cards:
            if cards.count(card) > whole.count(card):
                there = {0: "not in the pack", 1: "in the pack once"}.get(
                    whole.count(card), f"in the pack {whole.count(card)} times"
                )
                raise InputError(f"{card_text(card)} is {there}, not {cards.count(card)} times")

    def _check_call(self, rules: Rules) -> None:
        from mighty_sim.rules import pack

        call, kinds = FriendCall.from_code(NO_CALL if self.call is None else self.call), rules.friend.kinds
        if call.kind == "card":
            card = card_text(call.code)
            if call.code not in pack(rules) or call.code in map(card_index, rules.friend.uncallable):
                raise InputError(f"{card} cannot be called at this table")
            allowed = "card" in kinds or "own_card" in kinds
        else:
            allowed = call.kind.replace("-", "_") in kinds
        if not allowed:
            raise InputError(f"{call.text()!r} is no friend call of this table; it has {', '.join(kinds) or 'none'}")

    def as_json(self) -> dict[str, Any]:
        """Return it as the provenance has it: what is not told is not there."""
        known: dict[str, Any] = {"seat": self.seat, "number": self.number}
        if self.strain is not None:
            known["strain"] = STRAINS[self.strain]
        if self.discard is not None:
            known["discard"] = sorted(map(card_text, self.discard))
        if self.call is not None:
            known["call"] = FriendCall.from_code(self.call).as_json()
        return known

    def words(self) -> list[str]:
        """Return the options of the command line that say it."""
        words = ["--declarer", "forced", "--seat", str(self.seat), "--number", str(self.number)]
        if self.strain is not None:
            words += ["--strain", STRAINS[self.strain]]
        if self.discard is not None:
            words += ["--discard", " ".join(map(card_text, self.discard))]
        if self.call is not None:
            words += ["--call", FriendCall.from_code(self.call).word]
        return words


@dataclass(frozen=True)
class Experiment:
    """A table, one strategy a seat, a seed, and a forced declarer or None for a real auction.

    `in_matches`: the deals follow one another in matches of the table's `match.deals`, else each is on its own.
    `on_fault`: "stop", or "first-legal", which counts a wrong answer and goes on with the first legal one in its place.
    `dealing`: the wishes for the cards, or None: the whole pack is dealt with every card anywhere.
    """

    rules: Rules
    strategies: tuple[Strategy, ...]
    seed: int
    forced: Forced | None = None
    in_matches: bool = False
    on_fault: str = ON_FAULT[0]
    dealing: Dealing | None = None

    def __post_init__(self) -> None:
        """Refuse what cannot be played. Raises InputError: line-up, seed, declarer, wishes for the cards."""
        players = self.rules.deal.players
        if len(self.strategies) != players:
            raise InputError(f"{len(self.strategies)} strategies for {players} seats; one a seat is needed")
        _within("seed", self.seed, 0, SEEDS - 1)
        if self.on_fault not in ON_FAULT:
            raise InputError(f"on a fault {self.on_fault!r}; it can be {' or '.join(ON_FAULT)}")
        if self.forced:
            if self.in_matches:
                raise InputError("a match has an auction in every deal; --match goes with --declarer auction")
            self.forced.check(self.rules)
        if self.dealing:
            self.dealing.check(self.rules)

    def provenance(self) -> dict[str, Any]:
        """Return all that determines the deals, as values that JSON can hold: no time, no host, no path."""
        known: dict[str, Any] = {
            "engine_version": ENGINE_VERSION,
            "rules": self.rules.as_dict(),
            "strategies": [_identity(item) for item in self.strategies],
            "seed": self.seed,
            "declarer": self._declarer(),
            "match_deals": self.rules.match.deals if self.in_matches else None,
        }
        if self.on_fault != ON_FAULT[0]:
            known["on_fault"] = self.on_fault
        if self.dealing:
            known["dealing"] = self.dealing.as_json()
        plain: dict[str, Any] = json.loads(json.dumps(known))
        return plain

    @cached_property
    def digest(self) -> str:
        """Return the SHA-256 of the provenance, as hex; equal digests mean equal deals."""
        canonical = json.dumps(self.provenance(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()

    @cached_property
    def line_up(self) -> str:
        """Return the strategies in few words: the name once if it sits everywhere, else one a seat."""
        names = [item.name for item in self.strategies]
        return names[0] if len(set(names)) == 1 else ",".join(names)

    @cached_property
    def slug(self) -> str:
        """Return the name of the default folder: what a person looks for, and six digits of the digest.

        The digits keep apart what looks alike: an edited strategy, two of one name, other changes of the table.
        """
        from mighty_sim.rules import changed

        own = [text for text in changed(self.rules) if not (self.in_matches and text.startswith("match.deals"))]
        table = self.rules.name + ("-changed" if own else "")
        declarer = f"forced{self.forced.number}" if self.forced else "auction"
        if self.forced and self.forced.seat:
            declarer += f"-seat{self.forced.seat}"
        if self.forced and self.forced.strain is not None:
            declarer += f"-{STRAINS[self.forced.strain]}"
        if self.in_matches:
            declarer += f"-match{self.rules.match.deals}"
        if self.on_fault != ON_FAULT[0]:
            declarer += f"-{self.on_fault}"
        if self.dealing:
            declarer += "-wishes"
        line_up = self.line_up.replace(",", "+")
        text = f"{table}-{line_up}-{declarer}-seed{self.seed}-{self.digest[:6]}"
        return re.sub(r"[^\w.+-]+", "_", text)

    def _declarer(self) -> str | dict[str, Any]:
        """Return how the declarer is found, as the provenance has it."""
        return "auction" if self.forced is None else self.forced.as_json()


def refuse_needless(declarer: str, seat: int | None, number: int | None) -> None:
    """Refuse a seat or a number where the bidding decides. Raises InputError."""
    for option, value in (("seat", seat), ("number", number)):
        if declarer == "auction" and value is not None:
            raise InputError(f"--{option} goes with --declarer forced")


def telling(experiment: Experiment, strain: str | None, discard: str | None, call: str | None) -> Experiment:
    """Return an experiment whose forced declarer is told, in words, what to play, lay away and call; None: not told.

    `strain` is a letter, `discard` cards, `call` a card, "first-trick" or "none". Raises CardError for what is none of
    these; InputError where the bidding decides, and for what the table does not allow.
    """
    told = {"strain": strain, "discard": discard, "call": call}
    said = [name for name, value in told.items() if value is not None]
    if not said:
        return experiment
    if experiment.forced is None:
        raise InputError(f"--{said[0]} goes with --declarer forced")
    told_so = replace(
        experiment.forced,
        strain=None if strain is None else strain_index(strain),
        discard=None if discard is None else tuple(map(card_index, discard.replace(",", " ").split())),
        call=None if call is None else parse_call(call).code,
    )
    return replace(experiment, forced=told_so)


def from_names(
    table: str,
    strategy: str,
    seed: int,
    declarer: str = "auction",
    seat: int | None = None,
    number: int | None = None,
    settings: Sequence[str] = (),
) -> Experiment:
    """Return the experiment that the command line's words name; strategies are loaded, not compiled.

    `table` is a name or a path, and `settings` changes it ("joker.last_trick=normal"); it keeps its name.
    `declarer` is "auction", or "forced": then `seat` (None: 0) declares and all are told that it bid `number`
    (None: the least number of the table and two more). Raises UnknownName, RulesError, InputError, StrategyFault.
    """
    refuse_needless(declarer, seat, number)
    from mighty_sim.catalog import line_up
    from mighty_sim.rules import load_table
    from mighty_sim.strategy import load_choice

    rules = load_table(table, settings)
    choices = line_up(strategy, rules.deal.players)
    loaded = {chosen: load_choice(chosen) for chosen in dict.fromkeys(choices)}
    seated = tuple(loaded[chosen] for chosen in choices)
    return Experiment(rules, seated, seed, None if declarer == "auction" else forced(rules, seat, number))


def forced(rules: Rules, seat: int | None, number: int | None) -> Forced:
    """Return the forced declarer that words name; None stands for seat 0, and for the least number and two more."""
    told = min(rules.auction.min_number + 2, rules.auction.max_number) if number is None else number
    return Forced(seat or 0, told)


def _identity(strategy: Strategy) -> dict[str, Any]:
    """Return what fixes a strategy's play: its hash, and its parameters where it has any."""
    values = {name: strategy.parameters[name].text(value) for name, value in strategy.values.items()}
    known = {"name": strategy.name.partition(":")[0], "sha256": strategy.sha256}
    return known | ({"parameters": values} if values else {})


def difference(wanted: object, found: object) -> str | None:
    """Return in a few words the first thing in which one provenance differs from another, or None."""
    ours, theirs = dict(_leaves(wanted)), dict(_leaves(found))
    for key in [*ours, *theirs]:
        if ours.get(key) != theirs.get(key):
            return f"{key} is {_short(theirs.get(key))} there, {_short(ours.get(key))} here"
    return None


def _leaves(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Yield every single value in nested dicts and lists of dicts with its dotted path."""
    if isinstance(value, list) and any(isinstance(item, dict) for item in value):
        value = dict(enumerate(value))
    if not isinstance(value, dict):
        yield path, value
        return
    for key, item in value.items():
        yield from _leaves(item, f"{path}.{key}" if path else str(key))


def _short(value: object) -> str:
    """Return a value as a message quotes it: hashes cut short, absence in words."""
    if value is None:
        return "missing"
    text = str(value)
    return text[:8] + "…" if re.fullmatch("[0-9a-f]{64}", text) else text


def _within(what: str, value: int, least: int, greatest: int) -> None:
    """Raise InputError unless a number lies where it must."""
    if not least <= value <= greatest:
        raise InputError(f"{what} {value} is out of range; it can be {least} to {greatest}")
