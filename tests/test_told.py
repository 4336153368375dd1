"""A forced declarer who is told what to play, lay away and call: judged by the referee, refused where it cannot be."""

import json
from pathlib import Path

import numpy as np
import pytest
from uncompiled import ROOT, TESTS, run_uncompiled

from mighty_sim.cards import card_index
from mighty_sim.cli import main
from mighty_sim.dealing import parse
from mighty_sim.errors import CardError, InputError, RunError
from mighty_sim.experiment import Experiment, Forced, from_names, telling
from mighty_sim.kernels.batch import Batch
from mighty_sim.replay import record_of
from mighty_sim.rules import load_table
from mighty_sim.strategy import load

HAND, KITTY = "SA SK SQ S9 S4 JK HA H7 D3 C2", "H9 DK C5"
# A hand of seventeen with second copies and two jokers, and a kitty of six.
LONG = "SA SA SK SQ S9 S4 JK JK HA H7 H7 D3 D3 C2 C2 C4 C6"
SIX = "H9 H9 DK C5 C5 D4"
STEADY = load(ROOT / "strategies" / "steady.py")
GREEDY = load(ROOT / "strategies" / "greedy.py")


def cards(text):
    return tuple(card_index(part) for part in text.split())


#: table, seat, strain, number, discard, call, the friend column
TOLD = [
    ("standard", 2, 1, 14, "H9 DK SQ", "DA", card_index("DA")),
    ("standard", 0, 4, 20, "D3 C2 C5", "first-trick", -2),
    ("standard", 4, 0, 15, "JK SA HA", "none", -1),
    ("standard", 1, 3, 13, "D3 H7 H9", "SA", card_index("SA")),
    ("penalty-6", 3, 0, 26, "C2 C2 D3 D3 JK JK", "JK", card_index("JK")),
    ("penalty-6", 0, 2, 25, "C5 C5 C4 C2 H9 H9", "DA", card_index("DA")),
    ("penalty-6", 5, 4, 30, "SA SA SK DK H7 C6", "none", -1),
]


def experiment(told, strategy=GREEDY):
    table, seat, strain, number, discard, call, _ = told
    rules = load_table(table)
    hand, kitty = (HAND, KITTY) if rules.deal.packs == 1 else (LONG, SIX)
    wishes = parse(rules, hand=hand, kitty=kitty, seat=seat)
    plain = Experiment(rules, (strategy,) * rules.deal.players, 7, Forced(seat, number), dealing=wishes)
    return telling(plain, "SHDCN"[strain], discard, call)


def rows_of(known, deals):
    batch = Batch(known)
    rows = np.zeros((len(batch.columns), deals), np.int16)
    batch.play(0, deals, rows, 0)
    return rows, {column.name: row for column, row in zip(batch.columns, rows, strict=True)}


def test_what_is_told_is_done_and_judged(tmp_path: Path):
    jobs, deals = [], 40
    for place, told in enumerate(TOLD):
        known = experiment(told)
        rows, columns = rows_of(known, deals)
        _, seat, strain, number, discard, _, code = told
        assert set(columns["declarer"]) == {seat}
        assert set(columns["strain"]) == set(columns["bid_strain"]) == {strain}
        assert set(columns["contract"]) == {number}
        assert set(columns["friend_call"]) == {code}
        assert set(columns["discard_points"]) == {
            sum(card[1] in "AKQJT" for card in discard.replace("JK", "--").split())
        }
        path = tmp_path / f"rows{place}.npy"
        np.save(path, rows)
        wished = {"hand": HAND, "kitty": KITTY} if told[0] == "standard" else {"hand": LONG, "kitty": SIX}
        jobs.append(
            {
                "table": told[0],
                "settings": [],
                "strategies": [str(GREEDY.path)] * known.rules.deal.players,
                "seed": 7,
                "forced": {
                    "seat": seat,
                    "number": number,
                    "strain": strain,
                    "discard": cards(discard),
                    "call": known.forced.call,
                },
                "dealing": wished | {"seat": seat},
                "first": 0,
                "count": deals,
                "rows": str(path),
            }
        )
    (tmp_path / "jobs.json").write_text(json.dumps(jobs), encoding="utf-8")
    reports = json.loads(run_uncompiled(str(TESTS / "judge_deals.py"), str(tmp_path / "jobs.json")))
    assert [report["judged"] for report in reports] == [deals] * len(TOLD)


@pytest.mark.parametrize("told", [TOLD[0], TOLD[4]], ids=["one pack", "two packs"])
def test_a_replay_by_its_command_shows_it(told):
    record = record_of(experiment(told), 3)
    assert sorted(record["discard"]) == sorted(told[4].split())
    assert record["friend_call"] == {"kind": "card", "card": told[5]}
    assert record["contract"] == f"{told[3]}{'SHDCN'[told[2]]}"
    assert record["declarer"] == told[1]


def test_the_strain_alone_leaves_the_rest_to_the_strategy():
    known = telling(from_names("standard", "steady", 1, "forced", 1, 15), "C", None, None)
    _, columns = rows_of(known, 200)
    assert set(columns["strain"]) == {3}
    assert len(set(columns["friend_call"])) > 2


def test_nothing_told_is_nothing_new():
    plain = from_names("standard", "steady", 1, "forced", 1, 15)
    assert telling(plain, None, None, None) is plain
    assert plain.provenance()["declarer"] == {"seat": 1, "number": 15}


def test_what_is_told_is_part_of_what_fixes_the_deals():
    told = telling(from_names("standard", "steady", 1, "forced", 1, 15), "S", "D3 C2 H9", "JK")
    assert told.provenance()["declarer"] == {
        "seat": 1,
        "number": 15,
        "strain": "S",
        "discard": ["C2", "D3", "H9"],
        "call": {"kind": "card", "card": "JK"},
    }
    assert told.forced.words()[6:] == ["--strain", "S", "--discard", "D3 C2 H9", "--call", "JK"]
    assert told.digest != from_names("standard", "steady", 1, "forced", 1, 15).digest


@pytest.mark.parametrize(
    ("table", "words", "error", "message"),
    [
        ("standard", (None, "D3 C2", None), InputError, "a discard of 2 cards; this table lays away 3"),
        ("standard", (None, "D3 D3 C2", None), InputError, "D3 is in the pack once, not 2 times"),
        ("standard", ("X", None, None), CardError, "'X' is no strain"),
        ("standard", (None, None, "nobody"), CardError, "'nobody' is no friend call; write a card"),
        ("penalty-5", (None, None, "first-trick"), InputError, "is no friend call of this table"),
        ("penalty-3", (None, None, "JK"), InputError, "is no friend call of this table; it has none"),
    ],
)
def test_what_no_deal_allows_is_refused_before_it_is_played(table, words, error, message):
    with pytest.raises(error, match=message):
        telling(from_names(table, "steady", 1, "forced", 0, None), *words)


def test_a_table_without_no_trump_has_none():
    plain = from_names("standard", "steady", 1, "forced", 0, None, ["auction.notrump_allowed=false"])
    with pytest.raises(InputError, match="no no-trump"):
        telling(plain, "N", None, None)


def test_where_the_bidding_decides_nothing_can_be_told(capsys):
    assert main(["replay", "--strain", "S"]) == 2
    assert capsys.readouterr().err == "mighty-sim: --strain goes with --declarer forced\n"


def test_cards_that_are_not_held_end_the_run():
    plain = from_names("standard", "steady", 1, "forced", 0, 15)
    with pytest.raises(RunError, match="deal 0: the declarer does not hold every card that he is to lay away"):
        rows_of(telling(plain, None, "SA SK SQ", None), 100)
    with pytest.raises(Exception, match="does not hold every card"):
        record_of(telling(plain, None, "SA SK SQ", None), 0)


def test_a_call_that_the_table_forbids_for_own_cards_ends_the_run():
    rules = load_table("standard", ["friend.kinds=card"])
    wishes = parse(rules, hand=HAND, kitty=KITTY, seat=0)
    forced = Forced(0, 15, 0, call=card_index("JK"))
    with pytest.raises(RunError, match="deal 0: the declarer may not make the friend call"):
        rows_of(Experiment(rules, (STEADY,) * 5, 1, forced, dealing=wishes), 10)
