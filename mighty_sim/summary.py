"""Tables from stored deals: groups by anything that a deal tells, with counts, rates, means and distributions.

Files are read row group by row group and added up as whole numbers, so memory does not grow with the run.

    from mighty_sim.summary import summarize

    print(summarize("results/first", by=["contract", "strain"], means=["margin"]).frame)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mighty_sim.answer import Answer
from mighty_sim.archive import STANDINGS
from mighty_sim.chunks import Chunk, Columns, chunk_paths
from mighty_sim.errors import InputError, UnknownName
from mighty_sim.keys import FAULTS, TIMED, Key, find, keys
from mighty_sim.reckoning import charges_losers
from mighty_sim.stats import mean, wilson
from mighty_sim.store import read_folder
from mighty_sim.strength import WHEN

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["MEANS", "RATES", "Summary", "keys", "score_words", "summarize"]

#: What a table shows of each group where nothing else is asked for.
RATES = ("made",)
MEANS = ("points", "score", "redeals")

#: Groups at most: memory is for the groups, and no one reads more.
MOST_GROUPS = 1_000_000

Only = Mapping[str, Any] | str | Sequence[str]

_N = "_n"
_RANGE = re.compile(r"(-?\d+(?:\.\d+)?)?(\.\.)?(-?\d+(?:\.\d+)?)?")


@dataclass(frozen=True)
class _Wanted:
    """What is asked of a run: keys to group by, to count, to add up, to spread out, and a choice of deals."""

    by: list[Key]
    rates: list[Key]
    means: list[Key]
    spread: list[Key] = field(default_factory=list)
    chosen: list[tuple[Key, Callable[[NDArray[Any]], NDArray[np.bool_]]]] = field(default_factory=list)

    @property
    def groups(self) -> list[Key]:
        """Return the keys that make a row: those to group by, and the one to spread out."""
        return [*self.by, *self.spread]

    def needs(self) -> list[str]:
        """Return the columns to read, each once."""
        every = [*self.groups, *self.rates, *self.means, *(key for key, _ in self.chosen)]
        return list(dict.fromkeys(name for key in every for name in key.needs))


class Summary(Answer):
    """A table of a run's deals in groups, a row each, in the order of the groups' values.

    Columns of `frame`: the keys; n; share of all deals; for each rate of a key K: K (how many), K_rate, K_rate_low and
    K_rate_high (95 % Wilson interval; of the contracts made the last three are rate, rate_low and rate_high); for each
    mean of a key K: K_mean, K_low and K_high (95 % interval; none of a single deal).

    With a distribution of a key K, a row is a group and a value K: n, the deals with that value; of, the group's deals;
    share = n / of with its 95 % Wilson interval; and, where K is an amount, or_more: the share with that value or more.

    `deals` is how many were counted, `faults` how many wrong answers were replaced and in how many of those deals, or
    None where the first one would have stopped the run.
    """

    def __init__(self, frame: DataFrame, wanted: _Wanted, where: Path, said: dict[str, Any]) -> None:
        """Take the table, what was asked, the folder, and what else there is to say."""
        self._frame, self._wanted, self._where, self._said = frame, wanted, where, said
        self.kind = "distribution" if wanted.spread else "summary"
        self.by = [key.name for key in wanted.by]
        self.rates, self.means = [key.name for key in wanted.rates], [key.name for key in wanted.means]
        self.distribution = wanted.spread[0].name if wanted.spread else None
        self.deals: int = said["deals"]
        self.faults: tuple[int, int] | None = said["faults"]

    @property
    def frame(self) -> DataFrame:
        """Return the table."""
        return self._frame

    @property
    def title(self) -> str:
        """Return what was counted, in a line."""
        by = f", by {', '.join(self.by)}" if self.by else ""
        only = f" with {' and '.join(self._said['only'])}" if self._said["only"] else ""
        what = f"{self.distribution} of " if self.distribution else ""
        return f"{what}{self.deals:,} deals in {self._where}{only}{by}"

    @property
    def caption(self) -> str:
        """Return what was played, for below a figure."""
        from mighty_sim.repeat import caption_of

        return caption_of(self._said["known"], self.deals)

    @property
    def notes(self) -> list[str]:
        """Return what a reader has to know, in sentences."""
        found = ["Share: of all deals that are counted."]
        if self.distribution:
            what = f"{self.distribution}: {self._wanted.spread[0].meaning}."
            found = ["Share: of the deals of the row's group, with its 95 % Wilson interval.", what]
        if "points" in self.means:
            found.append("Points: of the declarer's side.")
        if "score" in [*self.means, self.distribution]:
            found.append(f"Score: {self._said['score']}.")
        if not self.distribution:
            found.append("With them: a rate's 95 % Wilson interval; the reach of a mean's 95 % interval.")
        timed = [key.name for key in self._wanted.groups if key.name in TIMED]
        if timed:
            hand = "the hand as dealt" if self._said["when"] == "dealt" else "the cards kept in the exchange"
            found.append(f"{', '.join(timed)}: of {hand}; tricks in tricks, weakness in points.")
        return found


def summarize(
    folder: str | Path,
    by: str | Sequence[str] = ("contract",),
    when: str = WHEN[0],
    *,
    rates: str | Sequence[str] = RATES,
    means: str | Sequence[str] = MEANS,
    distribution: str | None = None,
    only: Only = (),
) -> Summary:
    """Return a table of a run's deals in groups; see :class:`Summary` for its columns.

    `by`, `rates` and `means` are names of :func:`mighty_sim.keys.keys`, in a list or with commas between; `points/5`
    groups by classes of five. Rates are of keys that are true or false, means of amounts. `distribution` spreads out
    one key instead of both. `only` picks deals: `{"contract": [15, 16]}` or `["contract=15,16", "points=12..14"]`.
    `when` is "dealt" or "exchanged", for measures of strength. Raises UnknownName, InputError and RunError.
    """
    where = Path(folder)
    chunks = _chunks(where)
    there = chunks[0].names()
    wanted = _wanted(there, when, _names(by), (_names(rates), _names(means)), distribution)
    picked = _choices(only, when, there)
    wanted = replace(wanted, chosen=[choice for _, choice in picked])
    parts, faults = _counted(chunks, wanted, FAULTS in there)
    if parts is None or not len(parts) or not int(parts[_N].sum()):
        raise InputError(f"no deal in {str(where)!r} has {' and '.join(text for text, _ in picked)}")
    frame = _spread_out(parts, wanted) if wanted.spread else _finished(parts, wanted)
    score = score_words(chunks[0].provenance["rules"])
    said: dict[str, Any] = {"deals": int(parts[_N].sum()), "faults": faults, "score": score, "when": when}
    said["known"] = chunks[0].provenance
    return Summary(frame, wanted, where, said | {"only": [text for text, _ in picked]})


def score_words(rules: Mapping[str, Any]) -> str:
    """Return what the declarer's score is under a table's options: gained, or charged as a penalty (PEN)."""
    if charges_losers(rules):
        return "penalty points charged to the declarer: the fewer, the better"
    return "what the declarer gained"


def _chunks(folder: Path) -> list[Chunk]:
    """Return a run's chunks. Raises InputError, also for a folder of another kind, and RunError."""
    if (folder / STANDINGS).is_file():
        raise InputError(
            f"{str(folder)!r} holds a tournament, not a run; 'mighty-sim tournament' with the same words shows it again"
        )
    if folder.is_dir() and not chunk_paths(folder):
        runs = sorted(path.name for path in folder.iterdir() if path.is_dir() and chunk_paths(path))
        if runs:
            raise InputError(f"{str(folder)!r} holds several runs; name one of them: {', '.join(runs[:8])}")
    return read_folder(folder)


def _names(words: str | Sequence[str]) -> list[str]:
    """Return names from a list, or from a text with commas between."""
    parts = words.split(",") if isinstance(words, str) else words
    return [part.strip() for part in parts if part.strip()]


def _wanted(
    there: Sequence[str], when: str, by: list[str], numbers: tuple[list[str], list[str]], distribution: str | None
) -> _Wanted:
    """Return the keys of those names. Raises UnknownName, InputError."""
    if when not in WHEN:
        raise UnknownName("time", when, WHEN)
    if distribution is not None:
        groups = find([*by, distribution], when, there)
        return _Wanted(groups[:-1], [], [], groups[-1:])
    rates, means = (find(names, when, there) for names in numbers)
    for key in rates:
        if not key.truth:
            known = [name for name, other in keys(when, there).items() if other.truth]
            raise InputError(f"{key.name!r} is not true or false, so it has no rate; {', '.join(known)} have one")
    for key in means:
        if not key.per:
            raise InputError(f"{key.name!r} is no amount, so it has no mean")
    return _Wanted(find(by, when, there), rates, means)


def _choices(
    only: Only, when: str, there: Sequence[str]
) -> list[tuple[str, tuple[Key, Callable[[NDArray[Any]], NDArray[np.bool_]]]]]:
    """Return each choice of deals in words, and its key with what picks the deals. Raises InputError and its kinds."""
    found = []
    said = [only] if isinstance(only, str) else only
    pairs = list(said.items()) if isinstance(said, Mapping) else [text.partition("=")[::2] for text in said]
    for name, values in pairs:
        one = not isinstance(values, Iterable)
        words = values.split(",") if isinstance(values, str) else [values] if one else list(values)
        texts = [str(word).strip() for word in words]
        if not name or not any(texts):
            text = f"{name}={values}"
            raise InputError(f"{text!r} chooses nothing; write for example contract=15,16 or points=12..14")
        (key,) = find([name.strip()], when, there)
        found.append((f"{key.name} {' or '.join(texts)}", (key, _picks(key, texts))))
    return found


def _picks(key: Key, words: Sequence[str]) -> Callable[[NDArray[Any]], NDArray[np.bool_]]:
    """Return what tells of whole numbers which ones are meant by any of the words."""
    bounds = [_bounds(key, word) for word in words]
    return lambda codes: np.any([(codes >= low) & (codes <= high) for low, high in bounds], axis=0)


def _bounds(key: Key, word: str) -> tuple[float, float]:
    """Return the least and the greatest whole number that a word means: `15`, `12..14`, `15..`, or a name."""
    if key.read:
        code = key.read(word)
        return code, code
    parts = _RANGE.fullmatch(word)
    if not key.per or parts is None or (parts[1] is None and parts[3] is None) or (parts[3] and not parts[2]):
        what = "write a number or a range such as 12..14" if key.per else "it cannot be chosen by"
        raise InputError(f"{key.name}={word!r} chooses nothing; {what}")
    low = float(parts[1]) * key.per if parts[1] else -np.inf
    high = float(parts[3]) * key.per if parts[3] else (np.inf if parts[2] else low)
    return low, high


def _counted(
    chunks: Sequence[Chunk], wanted: _Wanted, with_faults: bool
) -> tuple[DataFrame | None, tuple[int, int] | None]:
    """Return the groups with their sums, and how many faults there were in how many of the deals."""
    import pandas as pd

    names = [key.name for key in wanted.groups]
    parts: DataFrame | None = None
    faults = faulty = 0
    for columns in _row_groups(chunks, [*wanted.needs(), *([FAULTS] if with_faults else [])]):
        chosen = _chosen(columns, wanted)
        part = _sums(columns, chosen, wanted)
        parts = part if parts is None else _added(pd.concat([parts, part]), names)
        if len(parts) > MOST_GROUPS:
            raise InputError(f"more than {MOST_GROUPS:,} groups; group by fewer keys, or by classes such as deal/1000")
        if with_faults:
            faults += int(columns[FAULTS][chosen].sum(dtype=np.int64))
            faulty += int(np.count_nonzero(columns[FAULTS][chosen]))
    return parts, (faults, faulty) if with_faults else None


def _row_groups(chunks: Sequence[Chunk], names: Sequence[str]) -> Iterator[Columns]:
    """Yield the columns of all chunks, row group by row group; of the deals' number if there is no other."""
    for chunk in chunks:
        yield from chunk.groups(list(dict.fromkeys(names)) or ["deal"])


def _chosen(columns: Columns, wanted: _Wanted) -> NDArray[np.bool_]:
    """Return which deals of a row group are counted."""
    chosen = np.ones(len(next(iter(columns.values()))), bool)
    for key, picks in wanted.chosen:
        chosen &= picks(key.of(columns))
    return chosen


def _sums(columns: Columns, chosen: NDArray[np.bool_], wanted: _Wanted) -> DataFrame:
    """Return the groups of the chosen deals of one row group with their sums."""
    import pandas as pd

    data: dict[str, Any] = {key.name: key.of(columns) for key in wanted.groups}
    data[_N] = np.ones(len(chosen), np.int64)
    data |= {f"_{key.name}": key.of(columns) for key in [*wanted.rates, *wanted.means]}
    data |= {f"_{key.name}2": data[f"_{key.name}"] ** 2 for key in wanted.means}
    return _added(pd.DataFrame(data)[chosen], [key.name for key in wanted.groups])


def _added(frame: DataFrame, by: Sequence[str]) -> DataFrame:
    """Return a frame with the rows of each group added up; without keys all rows are one group."""
    if not by:
        return frame.sum().to_frame().T
    return frame.groupby(list(by), as_index=False, sort=True).sum()


def _labels(sums: DataFrame, wanted: Sequence[Key]) -> dict[str, list[Any]]:
    """Return the groups' values as a person reads them."""
    return {key.name: [key.label(int(code)) for code in sums[key.name]] for key in wanted}


def _finished(sums: DataFrame, wanted: _Wanted) -> DataFrame:
    """Return the table with labels, rates and means made of the sums."""
    import pandas as pd

    n = sums[_N].to_numpy()
    numbers: dict[str, Any] = {"n": n, "share": n / n.sum()}
    for key in wanted.rates:
        hits, whole = sums[f"_{key.name}"].to_numpy(), "rate" if key.name == "made" else f"{key.name}_rate"
        numbers[key.name] = hits
        numbers |= dict(zip((whole, f"{whole}_low", f"{whole}_high"), wilson(hits, n), strict=True))
    for key in wanted.means:
        interval = mean(sums[f"_{key.name}"].to_numpy(), sums[f"_{key.name}2"].to_numpy(), n)
        ends = (f"{key.name}_{end}" for end in ("mean", "low", "high"))
        numbers |= dict(zip(ends, (value / key.per for value in interval), strict=True))
    labels = _labels(sums, wanted.by)
    return pd.DataFrame(labels | {name: values for name, values in numbers.items() if name not in labels})


def _spread_out(sums: DataFrame, wanted: _Wanted) -> DataFrame:
    """Return the table of a distribution: a row for every group and value."""
    import pandas as pd

    n, by = sums[_N], [key.name for key in wanted.by]
    groups = sums.groupby(by, sort=False)[_N] if by else None
    of = groups.transform("sum") if groups is not None else pd.Series(n.sum(), index=n.index)
    before = (groups.cumsum() if groups is not None else n.cumsum()) - n
    share, low, high = wilson(n.to_numpy(), of.to_numpy())
    numbers = {"n": n, "of": of, "share": share, "share_low": low, "share_high": high}
    if wanted.spread[0].per:
        numbers["or_more"] = (of - before) / of
    return pd.DataFrame(_labels(sums, wanted.groups) | {name: np.asarray(value) for name, value in numbers.items()})
