"""The page of `mighty-sim compare`: what each setting made, what differs, and deals that turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import click

from mighty_sim.cli.options import replaced_text
from mighty_sim.cli.output import Column, Headings, below, fits, mean_text, rate_text, write_rows

if TYPE_CHECKING:
    from mighty_sim.comparison import Comparison, Question
    from mighty_sim.differences import Turned
    from mighty_sim.strength import Measure

Row = dict[str, Any]

_WIDTH = 80
#: Comparisons that are told in sentences, at most, and settings that are named in the title.
_FEW = 4
# Words that say seat and number of a forced declarer; what follows says what it has to do.
_FORCED = 6
#: Deals from which on a difference has another digit.
_MANY = 1000

_RATES: Headings = (
    ("setting", "_setting", False),
    ("made %", "_rate", True),
    ("difference", "_difference", True),
    ("only it", "_only_setting", True),
    ("only base", "_only_baseline", True),
)
_MEANS: Headings = (
    ("setting", "_setting", False),
    ("score", "_score", True),
    ("points", "_points", True),
    ("number", "_contract", True),
    ("thrown in", "_redeals", True),
)
_CHANGES: Headings = (
    ("setting", "_setting", False),
    ("any", "row_changed", True),
    ("cards", "cards_changed", True),
    ("declarer", "declarer_changed", True),
    ("bid", "bid_changed", True),
    ("contract", "contract_changed", True),
    ("points", "points_changed", True),
)
_CLASSES: Headings = (
    ("n", "_n", True),
    ("base %", "_baseline_rate", True),
    ("difference", "_difference", True),
    ("only it", "_only_setting", True),
    ("only base", "_only_baseline", True),
    ("score", "_score_difference", True),
)
_SPLIT = ("_rate", "_baseline_rate", "_difference", "_score", "_points", "_contract", "_score_difference")


def print_page(found: Comparison, format: str) -> None:
    """Print a comparison for a person, as tables or as Markdown."""
    width = get_terminal_size().columns if format == "table" else None
    rows = found.frame.to_dict("records")
    lines = [*_lines(rows, found.question)]
    parts = [(None, _RATES, lines), ("Means, and by how much they differ", _MEANS, lines)]
    parts.append(("Deals in which something changed", _CHANGES, [_read(row, found.question) for row in rows]))
    if found.classes is not None:
        parts += _by_class(found)
    title = ("\n" if format == "table" else "  \n").join(_title(found))
    for heading, wanted, lines in parts:
        columns = _columns(wanted, found.question)
        start = f"{title}" if heading is None else f"\n{heading}"
        write_rows(_fitted(columns, lines, width), columns, format, start)
    words = [*_sentences(rows), _base(found.question), *found.notes]
    click.echo("\n" + "\n".join(line for text in words for line in click.wrap_text(text, _WIDTH).splitlines()))
    if found.question.show:
        _print_turned(found)


def _title(found: Comparison) -> list[str]:
    """Return what was played, in lines."""
    question = found.question
    first = question.variants[0]
    tables = list(dict.fromkeys(variant.experiment.rules.name for variant in question.variants))
    line_ups = list(dict.fromkeys(variant.experiment.line_up for variant in question.variants))
    several = len(question.variants)
    named = f": {' | '.join(question.labels)}" if several <= _FEW else ""
    lines = [f"The same deals under {several} settings{named}"]
    varied: dict[str, list[str]] = {}
    for variant in question.variants:
        for key, value in variant.varied:
            varied.setdefault(key, []).append(value)
    lines += [f"varied: {key} = {', '.join(dict.fromkeys(values))}" for key, values in varied.items()]
    if first.settings:
        lines.append(f"set: {', '.join(first.settings)}")
    who = f"{'table' if len(tables) == 1 else 'tables'} {', '.join(tables)}; "
    who += f"{'strategy' if len(line_ups) == 1 else 'strategies'} {', '.join(line_ups)}; "
    lines.append(f"{who}{found.deals:,} deals of seed {first.experiment.seed}")
    if forced := first.experiment.forced:
        lines.append(f"seat {forced.seat} declares every deal; the players are told that it bid {forced.number}")
        if more := forced.words()[_FORCED:]:
            lines.append(f"it is told {' '.join(more)}")
    else:
        lines.append("the bidding decides who declares, under each setting for itself")
    if first.experiment.dealing:
        lines.append(f"only deals in which {first.experiment.dealing.describe()}")
    if found.outcome.ended:
        lines.append(f"ended: {found.outcome.ended}")
    if question.goes_on:
        lines.append(replaced_text(found.outcome.faults, found.outcome.faulty, found.outcome.played))
    return [part for line in lines for part in click.wrap_text(line, _WIDTH).splitlines()]


def _lines(rows: Sequence[Row], question: Question) -> Iterator[Row]:
    """Yield the lines of the first table: before the settings compared with one, that one itself."""
    for number, group in groupby(rows, lambda row: row["baseline_number"]):
        compared = list(group)
        if number == 0:
            yield _baseline(compared[0])
        yield from (_read(row, question) for row in compared)


def _baseline(row: Row) -> Row:
    """Return the line of the setting that others are compared with."""
    return {
        "_setting": row["baseline"],
        "_rate": rate_text(row, "baseline_rate"),
        "_score": mean_text(row, "baseline_score"),
        "_points": mean_text(row, "baseline_points"),
        "_contract": mean_text(row, "baseline_contract"),
        "_redeals": f"{row['baseline_redeals_mean']:.3f}",
    }


def _read(row: Row, question: Question) -> Row:
    """Return a row as a person reads it; differences of score and points are marked as such by their sign."""
    changed = {f"{what}": f"{row[what]:,}" for what in row if what.endswith("_changed")}
    mark = "*" if row["separated"] else ""
    read = {
        "_setting": f"{row['setting']} / {row['baseline']}" if question.pairs else row["setting"],
        "_rate": rate_text(row, "rate"),
        "_baseline_rate": rate_text(row, "baseline_rate"),
        "_difference": f"{_points_of_percent(row['difference'], row['n'])}{mark} {_difference(row)}",
        "_only_setting": f"{row['only_setting']:,}",
        "_only_baseline": f"{row['only_baseline']:,}",
        "_n": f"{row['n']:,}",
        "_redeals": f"{round(row['redeals_mean'] - row['baseline_redeals_mean'], 3) + 0.0:+.3f}",
    }
    for what in ("score", "points", "contract"):
        read[f"_{what}"] = mean_text(row, f"{what}_difference", "+")
    read["_score_difference"] = read["_score"]
    return changed | read


def _by_class(found: Comparison) -> Iterator[tuple[str, Headings, list[Row]]]:
    """Yield a table for each pair: its classes of strength."""
    from mighty_sim.strength import find_measure

    assert found.classes is not None
    assert found.question.by is not None
    measure = find_measure(found.question.by)
    hand = "as dealt" if found.question.when == "dealt" else "after the exchange"
    rows = found.classes.to_dict("records")
    for _, group in groupby(rows, lambda row: (row["baseline_number"], row["number"])):
        own = list(group)
        lines, first = [_read(row, found.question) | {"_strength": _strength(measure, row)} for row in own], own[0]
        head = f"{first['setting']} against {first['baseline']}, by {measure.name} of the base's declarer {hand}"
        yield (
            "\n".join(click.wrap_text(head, _WIDTH).splitlines()),
            ((measure.name, "_strength", False), *_CLASSES),
            lines,
        )


def _strength(measure: Measure, row: Row) -> str:
    """Return the class of a row, marked if it is thin."""
    text = measure.class_text(row["strength"], row["strength_to"])
    return f"{text}†" if row["thin"] else text


def _sentences(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the result in words, where there are few."""
    if len(rows) > _FEW:
        return
    for row in rows:
        one, other, n = row["setting"], row["baseline"], row["n"]
        alone, base_alone = f"{row['only_setting']:,}", f"{row['only_baseline']:,}"
        yield f"Of {n:,} deals only {one!r} was made in {alone}, only {other!r} in {base_alone}: {_verdict(row)}"


def _verdict(row: Row) -> str:
    """Return what the difference of a pair's rates says."""
    one, low, high, n = row["setting"], row["difference_low"], row["difference_high"], row["n"]
    if not row["row_changed"]:
        return "no deal was another in any way."
    if not row["only_setting"] + row["only_baseline"]:
        return f"no contract turned, though {row['row_changed']:,} deals are others in something else."
    if not row["separated"]:
        return (
            f"luck alone can make that; the difference of the rates lies between {_points_of_percent(low, n)} and "
            f"{_points_of_percent(high, n)} points of a percent."
        )
    more = "more" if row["difference"] > 0 else "fewer"
    low, high = (_points_of_percent(value, n).lstrip("+-") for value in sorted((low, high), key=abs))
    return f"{one!r} makes {low} to {high} points of a percent {more}, which is more than luck."


def _base(question: Question) -> str:
    """Return what the lines of the page compare."""
    if question.pairs:
        return "A line A / B tells what A has more than B (-: less); only it: A alone made it, only base: B alone."
    return f"base: {question.labels[0]}; its own means stand in its line, in the others the differences from it."


def _print_turned(found: Comparison) -> None:
    """Print deals that turned, what turned them, and how to see them."""
    question = found.question
    from mighty_sim.turned import story
    from mighty_sim.variants import replay_words, replayed

    for (one, other), turned in found.turned.items():
        first, second = question.variants[one], question.variants[other]
        labels = [first.label, second.label]
        click.echo(f"\nDeals that turned: {labels[0]} | {labels[1]}")
        if not turned:
            click.echo("  none")
            continue
        records = replayed(first, second, [deal.deal for deal in turned])
        for deal, pair in zip(turned, records, strict=True):
            click.echo(f"\n  Deal {deal.deal}: {_what_turned(deal, labels)}")
            for line in story(*pair, labels):
                click.echo(click.wrap_text(line, _WIDTH, "    ", "      "))
            click.echo(f"    {replay_words(first, second, deal.deal)}")


def _what_turned(turned: Turned, labels: Sequence[str]) -> str:
    """Return in a few words how a deal came out otherwise."""
    if turned.made[0] != turned.made[1]:
        return f"made under {labels[turned.made[1]]} alone"
    return f"the declarer's score is {turned.scores[0]} and {turned.scores[1]}"


def _difference(row: Row) -> str:
    """Return the interval of a difference of rates."""
    low, high, n = row["difference_low"], row["difference_high"], row["n"]
    return f"{_points_of_percent(low, n)}..{_points_of_percent(high, n)}"


def _points_of_percent(value: float, n: int) -> str:
    """Return a difference of rates over n deals in points of a percent, as precisely as these tell."""
    digits = 1 + (n >= _MANY) + (n >= _MANY**2)
    return f"{round(100 * value, digits) + 0.0:+.{digits}f}"


def _columns(wanted: Headings, question: Question) -> list[Column]:
    """Return the columns of a table."""
    shown = [item for item in wanted if question.charged is not None or "score" not in item[1]]
    titles = {"_score": "charged", "_score_difference": "charged"} if question.charged else {}
    return [Column(name, titles.get(name, title), right=right) for title, name, right in shown]


def _fitted(columns: Sequence[Column], rows: Sequence[Row], width: int | None) -> list[Row]:
    """Return the rows with intervals beside their values, or below them where the table would be too wide."""
    if fits(columns, rows, width):
        return list(rows)
    return [
        row
        | below(row, _SPLIT)
        | {name: row[name].replace(", ", ",\n").replace(" / ", " /\n") for name in ("_setting",) if name in row}
        for row in rows
    ]
