"""Findings: sentences whose numbers, and whose words for more and less, come from the answers.

A finding is a jinja2 template. It has

- `row(name=value, …)`: the one row of the answer's frame with these values; None stands for no value;
- `answer("part").row(…)`: the same of another part of the study; `answers` has all of them by name;
- `percent(row, "rate")`: "57.4 % (57.1 to 57.7)", a rate with its interval;
- `number(row, "score", 2)`: "5.76 ±0.08", a mean with the reach of its interval;
- `change(row, "score_difference", "{} more", "{} less", "no clear difference ({})")`: one of three wordings, with the
  difference put in; the first two only where luck is no explanation; `scale=100` turns parts into percent;
- `effect(name=value, …)`: what a comparison says of that row, in words: contracts made and the declarer's score;
- `share(value)`: a part as "12 %", without an interval;
- `least(rate, number=15)`: the row of the weakest class of strength from which on the rate is surely reached, or None;
  `numbers`: all numbers that rows have, the least first; `most`: the row of all hands with the contract most played;
- `table`, `deals`, `strategy`: what was played.

A difference is called one where it is more than 3.29 standard errors from 0 (p < 0.001): a page of many findings would
else have some by luck.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from math import ceil, isnan, log10
from typing import Any

from mighty_sim.answer import Answer
from mighty_sim.errors import InputError

MISSING = "findings need jinja2, which is not installed; pip install 'mighty-sim[plot]'"
#: How many times the reach of its 95 % interval a difference has to be to be called one: p < 0.001.
CLEAR = 3.2905 / 1.95996

_SMALL = 1e-9
_MOST_DIGITS = 5
_UNCLEAR = "?"

Row = Mapping[str, Any]


class TooFew(InputError):
    """There are too few deals for a finding: what it is about was never met."""


@dataclass(frozen=True)
class Told:
    """An answer as findings see it, with what was played: the words of its task."""

    answer: Answer
    words: Mapping[str, Any]

    def row(self, **where: Any) -> Row:
        """Return the one row with these values. Raises TooFew for none, InputError for several."""
        rows = self.answer.frame.to_dict("records")
        for name in where:
            if rows and name not in rows[0]:
                raise InputError(f"there is no column {name!r}; there are {', '.join(map(str, rows[0]))}")
        found = [row for row in rows if all(_same(row[name], value) for name, value in where.items())]
        said = " and ".join(f"{name} {value}" for name, value in where.items()) or "any condition"
        if not found:
            raise TooFew(f"no deal with {said}")
        if len(found) > 1:
            raise InputError(f"{len(found)} rows have {said}; a finding needs one")
        return {str(name): value for name, value in found[0].items()}

    def least(self, rate: float, **where: Any) -> Row | None:
        """Return the row of the weakest class from which on all that are not thin reach a rate, intervals and all."""
        rows = [row for row in self.answer.frame.to_dict("records") if not _none(row["strength"])]
        rows = [row for row in rows if all(_same(row[name], value) for name, value in where.items())]
        found = None
        for row in sorted((row for row in rows if not row["thin"]), key=lambda row: -float(row["strength"])):
            if row["rate_low"] < rate:
                break
            found = {str(name): value for name, value in row.items()}
        return found


    def effect(self, **where: Any) -> str:
        """Return what a comparison says of the row with these values, as a sentence without its full stop."""
        row = self.row(**where)
        if row["row_changed"] == 0:
            return f"not one of {row['n']:,} deals comes out otherwise: the players make no use of it"
        more, fewer = ("{} " + word + " of 100 contracts are made" for word in ("more", "fewer"))
        parts = [("of contracts made", change(row, "difference", more, fewer, _UNCLEAR + "{} of 100", 100))]
        charged = self.answer.question.charged  # type: ignore[attr-defined]
        if charged is not None:
            what = f"the declarer {'is charged' if charged else 'gains'} " + "{} "
            told = change(row, "score_difference", what + "more a deal", what + "less a deal", _UNCLEAR + "{} a deal")
            parts.append(("in the declarer's score", told))
        clear = [text for _, text in parts if not text.startswith(_UNCLEAR)]
        unclear = [f"{what} ({text.removeprefix(_UNCLEAR)})" for what, text in parts if text.startswith(_UNCLEAR)]
        doubt = f"no difference can be told {' or '.join(unclear)}"
        return ", and ".join([*clear, *([doubt] if unclear else [])])

    @property
    def numbers(self) -> list[int]:
        """Return all numbers that the rows have, the least first."""
        frame = self.answer.frame
        return sorted(int(number) for number in frame["number"].dropna().unique()) if "number" in frame else []

    @property
    def most(self) -> Row | None:
        """Return the row of all hands with the contract that was played most, or None."""
        rows = self.answer.frame.to_dict("records")
        rows = [row for row in rows if _none(row.get("strength", 0)) and not _none(row.get("number"))]
        best = max(rows, key=lambda row: int(row["n"]), default=None)
        return None if best is None else {str(name): value for name, value in best.items()}


def need_jinja2() -> None:
    """Raise InputError, with what to type, where jinja2 is not installed."""
    if find_spec("jinja2") is None:
        raise InputError(MISSING)


def fill(findings: Sequence[str], own: Told | None, answers: Mapping[str, Told]) -> list[str]:
    """Return the sentences with their numbers, those that come out empty left out.

    `own` is the answer that they are about, None where they are about all; `answers` are all by name. One whose deals
    were never met says so. Raises InputError where jinja2 is missing, and with the sentence for one that is wrong.
    """
    if not findings:
        return []
    need_jinja2()
    from jinja2 import StrictUndefined, TemplateError
    from jinja2.sandbox import SandboxedEnvironment

    environment = SandboxedEnvironment(undefined=StrictUndefined, autoescape=False)
    environment.globals.update(_FUNCTIONS)
    words = {"answer": _chosen(answers), "answers": answers}
    if own:
        words |= {"row": own.row, "effect": own.effect, "least": own.least, **own.words}
        words |= {"numbers": own.numbers, "most": own.most}
    found = []
    for text in findings:
        try:
            sentence = environment.from_string(text).render(words)
        except TooFew as error:
            sentence = f"Too few deals to say more: {error}."
        except (TemplateError, InputError, TypeError, KeyError, ValueError) as error:
            raise InputError(f"the finding {' '.join(text.split())!r} cannot be filled in: {error}") from None
        found.append(" ".join(sentence.split()))
    return [sentence for sentence in found if sentence]


def percent(row: Row, name: str = "rate", digits: int = 1) -> str:
    """Return a rate in percent with its interval."""
    middle, low, high = (100 * value for value in _three(row, name))
    return f"{middle:.{digits}f} % ({low:.{digits}f} to {high:.{digits}f})"


def share(value: float, digits: int = 0) -> str:
    """Return a part of one in percent."""
    return f"{100 * value:.{digits}f} %"


def number(row: Row, name: str, digits: int = 2) -> str:
    """Return a mean with the reach of its interval."""
    middle, low, high = _three(row, name)
    reach = max(high - middle, middle - low)
    digits = _enough(reach, digits)
    return f"{_fixed(middle, digits)} ±{reach:.{digits}f}"


def change(row: Row, name: str, more: str, less: str, same: str, scale: float = 1, digits: int = 2) -> str:
    """Return one of three wordings for a difference, which stands in for their `{}`: its amount and its reach."""
    middle, low, high = (scale * value for value in _three(row, name))
    reach = max(high - middle, middle - low)
    digits = _enough(reach, digits)
    if abs(middle) > CLEAR * reach + _SMALL:
        return (more if middle > 0 else less).format(f"{abs(middle):.{digits}f} ±{reach:.{digits}f}")
    return same.format(f"{_fixed(middle, digits, '+')} ±{reach:.{digits}f}")


def _three(row: Row, name: str) -> tuple[float, float, float]:
    """Return a value and the ends of its interval: x, x_low and x_high, or x_mean for the first."""
    middle = row[name] if name in row else row[f"{name}_mean"]
    values = float(middle), float(row[f"{name}_low"]), float(row[f"{name}_high"])
    if any(map(isnan, values)):
        raise TooFew(f"no {name}")
    return values


def _enough(reach: float, digits: int) -> int:
    """Return how many decimals a number and its reach need, at least `digits`: a reach above 0 must not look like 0."""
    return max(digits, min(ceil(-log10(reach)), _MOST_DIGITS)) if reach > 0 else digits


def _fixed(value: float, digits: int, sign: str = "") -> str:
    """Return a number with so many digits and a true minus sign, which a rounded 0 has not."""
    return f"{round(value, digits) + 0.0:{sign}.{digits}f}".replace("-", "−")


def _same(found: Any, wanted: Any) -> bool:
    """Return whether a value of a frame is the one that is asked for; None is what is missing."""
    if wanted is None or _none(found):
        return wanted is None and _none(found)
    if isinstance(wanted, str) or isinstance(found, str):
        return str(found) == str(wanted)
    return bool(abs(float(found) - float(wanted)) < _SMALL)


def _none(value: Any) -> bool:
    """Return whether a value of a frame is missing."""
    return value is None or (isinstance(value, float) and isnan(value))


def _chosen(answers: Mapping[str, Told]) -> Callable[[str], Told]:
    """Return what finds an answer by the name of its part."""

    def answer(name: str) -> Told:
        if name not in answers:
            raise InputError(f"there is no part {name!r}; there are {', '.join(answers)}")
        return answers[name]

    return answer


_FUNCTIONS: dict[str, Callable[..., str]] = {"percent": percent, "number": number, "change": change, "share": share}
