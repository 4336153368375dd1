"""The page of a run's folder: what was played, what was found, how sure it is, and how to play it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mighty_sim import repeat
from mighty_sim.chunks import Chunk
from mighty_sim.figures import convergence, heat_map, points_distribution, rates, success_curves
from mighty_sim.page import Cell, Fact, Page, Section, Table
from mighty_sim.readout import (
    chance,
    count_cell,
    group_table,
    interval,
    mean_cell,
    mean_words,
    number,
    percent,
    plain_cell,
    rate_cell,
    rate_words,
    share_cell,
)
from mighty_sim.reckoning import charges_losers
from mighty_sim.seats import Seats, Stages
from mighty_sim.store import noted, read_folder
from mighty_sim.strength import THIN, WHEN, Successes, contracts, find_measure, surface
from mighty_sim.summary import score_words, summarize

if TYPE_CHECKING:
    from pandas import DataFrame

Row = Mapping[str, Any]

#: Friend calls that are listed: the most frequent ones.
MOST_CALLS = 15
_HANDS = {"dealt": "as dealt", "exchanged": "after the exchange"}
_READING = (
    "What stands in brackets, or small after a rate, is its 95 % interval (Wilson's): if such runs were repeated with "
    "other seeds, 95 of 100 such intervals would hold the true rate. ± is the reach of a mean's 95 % interval. Each "
    "interval stands for itself: of twenty of them, one is expected to miss.",
    "Everything here holds for the strategies that played, at this table. It is no property of Mighty as such: "
    "stronger or weaker players would make other contracts with the same cards.",
)


@dataclass
class _Run:
    """A run's folder, and what is counted of it in one reading."""

    folder: Path
    chunks: list[Chunk]
    by: str
    when: str

    def __post_init__(self) -> None:
        """Count the deals, block by block."""
        self._frames: dict[tuple[str, ...], DataFrame] = {}
        self.known = self.chunks[0].provenance
        self.deals = sum(chunk.span.count for chunk in self.chunks)
        self.forced = isinstance(self.known["declarer"], dict)
        self.charged = charges_losers(self.known["rules"])
        self.measure = find_measure(self.by)
        self.successes = Successes(self.measure, self.when, self.forced)
        self.seats, self.stages = Seats(len(self.known["strategies"])), Stages(self.deals)
        tallies = (self.successes, self.seats, self.stages)
        goes_on = bool(self.known.get("on_fault"))
        names = list(dict.fromkeys([*(name for tally in tallies for name in tally.names), *["faults"] * goes_on]))
        self.faults = self.faulty = 0
        for chunk in self.chunks:
            for columns in chunk.groups(names):
                for tally in tallies:
                    tally.add(columns)
                if goes_on:
                    self.faults += int(columns["faults"].sum(dtype=int))
                    self.faulty += int((columns["faults"] > 0).sum())

    @cached_property
    def caption(self) -> str:
        """Return what was played, for below a figure."""
        return repeat.caption_of(self.known, self.deals)

    @cached_property
    def whole(self) -> Row:
        """Return the numbers of all deals together."""
        (row,) = self.rows([])
        return row

    def frame(self, keys: Sequence[str]) -> DataFrame:
        """Return the deals in groups; they are counted once."""
        if tuple(keys) not in self._frames:
            self._frames[tuple(keys)] = summarize(self.folder, keys, self.when).frame
        return self._frames[tuple(keys)]

    def rows(self, keys: Sequence[str]) -> list[Row]:
        """Return the deals in groups, as rows."""
        found: list[Row] = self.frame(keys).to_dict("records")
        return found


def page(folder: Path, by: str = "tricks", when: str = WHEN[0]) -> Page:
    """Return the page of a run's folder; `by` and `when` choose the measure of strength.

    Raises InputError if it holds no run, UnknownName for the measure, RunError if it cannot be read.
    """
    run = _Run(folder, read_folder(folder), by, when)
    sections = [
        _strength(run),
        _contracts(run),
        _strains(run),
        *_friends(run),
        *_holders(run),
        *_seats(run),
        _sureness(run),
        _played(run),
        _again(run),
        Section("How to read this page", "reading", [*_READING, _score_meaning(run)]),
    ]
    table = repeat.table_name(run.known)
    title = f"{run.deals:,} deals of Mighty at the table {table}"
    return Page(title, run.caption, _facts(run), _findings(run), sections)


def _facts(run: _Run) -> list[Fact]:
    """Return the numbers to be seen first."""
    whole = run.whole
    score = "declarer is charged" if run.charged else "declarer's score"
    facts = [
        Fact(_goal(run), percent(whole["rate"]), interval(whole["rate_low"], whole["rate_high"])),
        Fact("points of the declarer's side", number(whole["points_mean"]), _reach(whole, "points")),
        Fact(f"{score} a deal", number(whole["score_mean"]), _reach(whole, "score")),
    ]
    if not run.forced:
        facts.insert(1, Fact("mean contract", number(_mean_contract(run)), "the number played"))
    return facts


def _score_meaning(run: _Run) -> str:
    """Return what the scores on the page are."""
    meaning = score_words(run.known["rules"])
    if run.charged:
        return f"Declarer charged: {meaning}. So it is with what a seat is charged."
    return f"Declarer's score: {meaning}."


def _goal(run: _Run) -> str:
    """Return what the main rate is of, in words."""
    return f"{run.known['declarer']['number']} points or more" if run.forced else "contracts made"


def _reach(row: Row, what: str) -> str:
    """Return the reach of a mean's interval."""
    return mean_words(row, what).partition("\u00a0")[2]


def _mean_contract(run: _Run) -> float:
    """Return the mean number of the contracts that were played."""
    rows = run.rows(["contract"])
    return float(sum(row["contract"] * row["n"] for row in rows) / run.deals)


def _findings(run: _Run) -> list[str]:
    """Return what the deals show, in sentences; each with its interval."""
    found = [_first_finding(run), *_by_strength(run)]
    if not run.forced:
        rows = sorted(run.rows(["contract"]), key=lambda row: -row["n"])
        most = rows[0]
        found.append(f"The contract played most is {most['contract']}: {percent(most['share'])} of all deals, made in "
                     f"{rate_words(most)}.")  # fmt: skip
    if run.faults:
        found.insert(1, f"In {run.faulty:,} deals a strategy broke the rules: {run.faults:,} wrong answers, each "
                        "replaced by the first legal one.")  # fmt: skip
    found += _about_strain(run)
    found += [words for section in _holders(run) for words in section.words[:2]]
    found += [words for section in _seats(run) for words in section.words[:1]]
    return found


def _first_finding(run: _Run) -> str:
    """Return the sentence about all deals."""
    told = f"95 % interval, {run.deals:,} deals"
    if run.forced:
        forced = run.known["declarer"]
        return (
            f"Seat {forced['seat']} declared every deal, whatever it held, and took {forced['number']} points or more "
            f"in {rate_words(run.whole)} of them ({told})."
        )
    return f"The declarer's side made {rate_words(run.whole)} of its contracts ({told})."


def _by_strength(run: _Run) -> list[str]:
    """Return the sentence that compares weak and strong hands, if there are enough of both."""
    sure = [row for row in _class_rows(run) if not row["thin"]]
    if len(sure) < 2:
        return []
    weak, strong = sure[0], sure[-1]
    what = f"took {run.known['declarer']['number']} or more" if run.forced else "made its contract"
    unit = run.measure.unit
    return [
        f"A declarer with {_class(weak)} {unit} {_HANDS[run.when]} {what} in {rate_words(weak)}, one with "
        f"{_class(strong)} {unit} in {rate_words(strong)}."
    ]


def _class_rows(run: _Run) -> list[Row]:
    """Return a row for each class of strength: the chance of the number told, or of making the contract played."""
    rows: list[Row] = [row for row in _all_rows(run) if row["strength"] is not None]
    told = run.known["declarer"]["number"] if run.forced else None
    return [row for row in rows if row["number"] == told]


def _all_rows(run: _Run) -> list[Any]:
    """Return the rows of every class and number."""
    if not run.forced:
        return contracts(run.successes)
    auction = run.known["rules"]["auction"]
    return surface(run.successes, range(auction["min_number"], auction["max_number"] + 1))


def _class(row: Row) -> str:
    """Return a class of strength in words."""
    low, high = row["strength"], row["strength_to"]
    return "all" if low is None else f"{low:g}" if low == high else f"{low:g}–{high:g}"


def _strength(run: _Run) -> Section:
    """Return the section about the strength of the declarer's hand."""
    import pandas as pd

    rows = _all_rows(run)
    frame = pd.DataFrame(rows)
    words = f"{run.measure.name} of the declarer's hand {_HANDS[run.when]}"
    options: dict[str, Any] = {"caption": run.caption, "contracts": not run.forced}
    figures = [(heat_map(frame, title="Strength and contract", measure=run.measure.name, **options), "")]
    if any(row["n"] >= THIN and row["strength"] is not None for row in rows):
        curves = success_curves(frame, title="Success by strength", measure=words, **options)
        figures.insert(0, (curves, ""))
    hand = f"the declarer's hand {_HANDS[run.when]}"
    told = f"Strength is measured by {run.measure.name} ({run.measure.meaning}), of {hand}."
    bids = [] if run.forced else [
        "The bidding decides who declares and how high: strong hands bid more, so that the rate of a contract that was "
        "really played is not the chance that any hand of that strength has."
    ]  # fmt: skip
    table = _surface_table(run, rows) if run.forced else _classes_table(run)
    return Section("Success by strength", "strength", [told, *bids], figures, [table], notes=_star([table]))


def _classes_table(run: _Run) -> Table:
    """Return the table of the classes of strength, all contracts together."""
    rows = _class_rows(run)
    cells = [
        [Cell(_class(row), row["strength"]), count_cell(row["n"]), share_cell(row["share"]), rate_cell(row)]
        for row in rows
    ]
    caption = f"All contracts, by {run.measure.name} {_HANDS[run.when]}"
    return Table(caption, [run.measure.name, "deals", "share %", "made %"], [False, True, True, True], cells)


def _surface_table(run: _Run, rows: Sequence[Any]) -> Table:
    """Return the table of the chance of each number, a row for each class of strength."""
    numbers = sorted({row["number"] for row in rows})
    classes: dict[Any, list[Row]] = {}
    for row in rows:
        classes.setdefault(row["strength"], []).append(row)
    cells = [
        [Cell(_class(page[0]), 999 if page[0]["strength"] is None else page[0]["strength"]), count_cell(page[0]["n"]),
         *(rate_cell(row) for row in page)]
        for page in classes.values()
    ]  # fmt: skip
    caption = f"Chance in % of so many points or more, by {run.measure.name} {_HANDS[run.when]}"
    headings = [run.measure.name, "deals", *(f"{value}+" for value in numbers)]
    return Table(caption, headings, [False] + [True] * (len(numbers) + 1), cells)


def _contracts(run: _Run) -> Section:
    """Return the section about the contracts and the points taken."""
    by = "strain" if run.forced else "contract"
    frame = run.frame([by, "points"])
    figure = points_distribution(frame, by=by, title=f"Points of the declarer's side, by {by}", caption=run.caption)
    if run.forced:
        return Section("Points", "points", [], [(figure, "")])
    rows = run.rows(["contract"])
    table = group_table(
        "By contract", "contract", [plain_cell(row["contract"]) for row in rows], rows, charged=run.charged
    )
    return Section("Contracts and points", "contracts", [], [(figure, "")], [table], notes=_star([table]))


def _strains(run: _Run) -> Section:
    """Return the section about the strains."""
    from mighty_sim.figure_style import SUITS

    frame = run.frame(["strain"])
    rows: list[Row] = frame.to_dict("records")
    labels = [SUITS[row["strain"]] for row in rows]
    whole = float(run.whole["rate"])
    figures = [(rates(frame, labels=labels, title="Success by strain", caption=run.caption, line=whole), "")]
    names = [Cell(label, place) for place, label in enumerate(labels)]
    table = group_table("By strain", "strain", names, rows, charged=run.charged)
    return Section("Strains", "strains", _about_strain(run), figures, [table], notes=_star([table]))


def _about_strain(run: _Run) -> list[str]:
    """Return the sentence about no-trump, where it was played."""
    rows = [row for row in run.rows(["strain"]) if row["strain"] == "N"]
    if not rows:
        return []
    (row,) = rows
    return [f"No-trump was played in {percent(row['share'], 2)} of the deals and succeeded in {rate_words(row)}."]


def _friends(run: _Run) -> list[Section]:
    """Return the section about the calls of a friend; none at a table without."""
    rows = sorted(run.rows(["friend_call"]), key=lambda row: (-row["n"], row["friend_call"]))
    if len(rows) < 2:
        return []
    shown = rows[:MOST_CALLS]
    words = [f"Called most: {shown[0]['friend_call']}, in {percent(shown[0]['share'])} of the deals."]
    table = group_table(
        "By call", "call", [plain_cell(row["friend_call"]) for row in shown], shown, charged=run.charged
    )
    rare = len(rows) - len(shown)
    more = [f"{rare} rarer calls are left out; summarize --by friend_call lists all."] if rare else []
    return [Section("Friends", "friends", words, [], [table], notes=[*_star([table]), *more])]


def _holders(run: _Run) -> list[Section]:
    """Return the section about who was dealt the Mighty and the joker; none where several seats can hold one."""
    there = run.chunks[0].names()
    cards = [(card, name) for card, name in (("mighty", "the Mighty"), ("joker", "the joker"))
             if f"{card}_seat" in there]  # fmt: skip
    words, tables = [], []
    for card, name in cards:
        rows = run.rows([f"{card}_seat"])
        dealt_to = [plain_cell(row[f"{card}_seat"]) for row in rows]
        tables.append(group_table(f"Who was dealt {name}", "dealt to", dealt_to, rows, charged=run.charged))
        held = {row[f"{card}_seat"]: row for row in rows}
        others = [role for role in ("defender", "friend") if role in held and held[role]["n"] >= THIN]
        if "declarer" in held and others:
            words.append(f"With {name} in the declarer's hand, {rate_words(held['declarer'])} succeeded; with it in a "
                         f"{others[0]}'s, {rate_words(held[others[0]])}.")  # fmt: skip
    return [Section("Mighty and joker", "holders", words, [], tables, notes=_star(tables))] if tables else []


def _seats(run: _Run) -> list[Section]:
    """Return the section about seats and places; none where one seat declares every deal."""
    if run.forced:
        return []
    p = run.seats.p_value("place")
    rows = run.seats.rows("place")
    most, least = (choose(rows, key=lambda row: row["declares"]) for choose in (max, min))
    how = "by more than luck" if p < 0.05 else "no more than luck explains"
    first = (
        f"Places differ {how} in how often they declare: {_place(most)} most, {rate_words(most, 'declares_rate')}, "
        f"{_place(least)} least, {rate_words(least, 'declares_rate')}"
    )
    words = [
        f"{first} (were all alike: {percent(1 / len(rows))}; so uneven by luck alone: {chance(p)}, chi-square).",
        f"By number of the seat, counts so uneven by luck alone: {chance(run.seats.p_value('seat'))}.",
    ]
    if run.known.get("match_deals"):
        words.append("In matches a deal's dealer follows from the deal before; the test takes deals as independent.")
    tables = [
        _seats_table(run, "By place after the dealer, in the order of play", "place", rows),
        _seats_table(run, "By seat", "seat", run.seats.rows("seat")),
    ]
    return [Section("Seats", "seats", words, [], tables)]


def _place(row: Row) -> str:
    """Return a place in words."""
    return "the dealer" if row["place"] == 0 else f"place {row['place']} after the dealer"


def _seats_table(run: _Run, caption: str, kind: str, rows: Sequence[Row]) -> Table:
    """Return the table of seats or places."""
    cells = [
        [
            Cell("0, the dealer" if kind == "place" and not row[kind] else str(row[kind]), row[kind]),
            count_cell(row["declares"]),
            rate_cell(row, "declares_rate"),
            rate_cell(row, "made_rate", "declares"),
            mean_cell(row, "score"),
        ]
        for row in rows
    ]
    score = "charged a deal" if run.charged else "score a deal"
    return Table(caption, [kind, "declares", "declares %", "made %", score], [False] + [True] * 4, cells)


def _sureness(run: _Run) -> Section:
    """Return the section about how the rate settled."""
    import pandas as pd

    frame = pd.DataFrame({"n": run.stages.stages, "made": run.stages.made})
    figure = convergence(frame, title="How the rate settled", caption=run.caption, what=_goal(run))
    whole = run.whole
    half = (whole["rate_high"] - whole["rate_low"]) / 2
    words = [
        f"With {run.deals:,} deals the rate of all of them is known to ±{100 * half:.2f} points of a percent; for half "
        "of that, four times as many are needed."
    ]
    return Section("How sure it is", "sure", words, [(figure, "")])


def _played(run: _Run) -> Section:
    """Return the section about what was played."""
    last: Row = next(reversed(noted(run.folder)), {})
    told = last.get("deals") == run.deals and isinstance(last.get("ended"), str)
    ended = [("why it ended", [last["ended"]])] if told else []
    return Section("What was played", "played", terms=[*repeat.terms(run.known, run.deals), *ended])


def _again(run: _Run) -> Section:
    """Return the section about how to play it again."""
    folder = "results/again"
    commands = [
        repeat.command(run.known, run.deals, folder),
        f"mighty-sim report {folder} -o report.html",
    ]
    words = ["The same table, strategies, seed and engine version give the same deals, card by card:"]
    return Section("How to repeat it", "again", words, commands=commands, notes=repeat.remarks(run.known))


def _star(tables: Sequence[Table]) -> list[str]:
    """Return what a star means, if there is one."""
    starred = any(cell.text.endswith("*") for table in tables for row in table.rows for cell in row)
    return [f"* fewer than {THIN} deals: the rate says little."] if starred else []
