"""Judge whole matches of the uncompiled kernels by the referee, and compare totals and rows with the compiled kernels'.

Run by test_match.py with the compiler off, on a JSON file with a list of jobs: {"table", "settings", "strategies":
[paths], "seed", "first", "count", "played": a .npz file with totals, deals and rows}. Prints a JSON list: for each job
how many deals were judged, and how often each situation came up.
"""

import json
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import referee

from mighty_sim.experiment import Experiment
from mighty_sim.matches import places
from mighty_sim.replay import Replayer
from mighty_sim.rules import load_table
from mighty_sim.strategy import load


def rotation(previous, record):
    """What the referee had to know of the deal before to tell who deals and who opens."""
    friends, declarer = previous["result"]["friends"], previous["declarer"]
    deal, start = record["rules"]["deal"], [*record["redeals"], record][0]
    if deal["next_dealer"] == "clockwise":
        yield "next seat deals"
    elif not friends:
        yield "declarer deals after a solo"
    elif deal["next_dealer"] == "declarer":
        yield "declarer deals"
    else:
        yield "first of several friends deals" if len(friends) > 1 else "friend deals"
    if deal["first_bidder"] == "dealer_then_previous_declarer":
        yield "last declarer opens" if start["dealer"] != declarer else "last declarer deals and opens"
    else:
        yield "left of the dealer opens" if deal["first_bidder"] == "left_of_dealer" else "dealer opens"
    if record["redeals"]:
        yield f"redeal in a match: {record['redeals'][0]['reason']}"
    if previous["redeals"] and previous["redeals"][0]["dealer"] != previous["dealer"]:
        yield "dealer changed by a redeal"


def ending(rules, totals, deals, own):
    """How the match ended."""
    if rules["match"]["ends"] == "total":
        yield "two reach the total at once" if sum(total >= rules["match"]["total"] for total in totals) > 1 else "race"
        if min(totals) < 0:
            yield "negative total in a race"
    yield "tie for the first place" if own.count(1) > 1 else "one winner"
    if len(set(own)) < len(own):
        yield "tie"


def judge_match(replayer, job, match, seen):
    """Judge one match; its rows, totals and places, each from the uncompiled kernels."""
    records, rows = [], []
    for record in replayer.match(match, with_legal=True):
        records.append(record)
        rows.append(list(replayer.row().values()))
    own = referee.judge_match(records)
    terms = records[0]["rules"]["match"]
    apart = terms["deals"] if terms["ends"] == "deals" else 1000
    start = [*records[0]["redeals"], records[0]][0]
    assert start["dealer"] == match % len(records[0]["hands"])
    assert [record["deal"] for record in records] == [match * apart + place for place in range(len(records))]
    assert [record["match"] for record in records] == [
        {"match": match, "deal": place} for place in range(1, len(records) + 1)
    ]
    totals = [sum(scores) for scores in zip(*(record["result"]["scores"] for record in records), strict=True)]
    rules = records[0]["rules"]
    assert places(np.array([totals]), rules["match"]["wins"]).tolist() == [own]
    for previous, record in pairwise(records):
        seen.update(set(rotation(previous, record)))
    seen.update(set(ending(rules, totals, len(records), own)))
    return rows, totals


def judge_all(job):
    """Judge the matches of a job; AssertionError at the first difference."""
    loaded = {path: load(Path(path)) for path in job["strategies"]}
    line_up = tuple(loaded[path] for path in job["strategies"])
    rules = load_table(job["table"], tuple(job["settings"]))
    replayer, compiled = Replayer(Experiment(rules, line_up, job["seed"])), np.load(job["played"])
    seen, at = Counter(), 0
    rows_of, totals_of, deals_of = compiled["rows"], compiled["totals"], compiled["deals"]
    for place in range(job["count"]):
        try:
            rows, totals = judge_match(replayer, job, job["first"] + place, seen)
        except AssertionError as error:
            raise AssertionError(f"{job['table']} {job['settings']}, match {job['first'] + place}: {error}") from error
        assert totals == totals_of[place].tolist(), (job["table"], job["settings"], place)
        assert len(rows) == deals_of[place], (job["table"], job["settings"], place)
        np.testing.assert_array_equal(np.array(rows).T, rows_of[:, at : at + len(rows)])
        at += len(rows)
    assert at == rows_of.shape[1]
    return {"judged": at, "seen": dict(sorted(seen.items()))}


if __name__ == "__main__":
    jobs = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    print(json.dumps([judge_all(job) for job in jobs]))
