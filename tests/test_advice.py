"""What a hand is worth: the parts of an answer with made-up deals, a sure hand with real ones, and what is refused."""

import csv
import io
import json
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from mighty_sim import advice
from mighty_sim.advice import advise, play
from mighty_sim.candidates import Choice
from mighty_sim.cards import card_index
from mighty_sim.cli import main
from mighty_sim.contract import Bid
from mighty_sim.errors import StrategyFault
from mighty_sim.holding import Wanted, question
from mighty_sim.replay import record_of

HAND = "SA SK SQ S9 S4 JK HA H7 D3 C2"
KITTY = "H9 DK C5"
#: With spades as trump: the Mighty (DA), the joker and the eight highest trumps. All but the joker win for sure, and
#: no trick has more than 5 points: 15 of 20 whatever the others hold.
SURE = "DA JK SA SK SQ SJ ST S9 S8 S7"


def cards(text):
    return tuple(card_index(part) for part in text.split())


@dataclass(frozen=True)
class Column:
    name: str


class MadeUp:
    """Spades bring 16 or 17 points, hearts 12 to 15, the others 8; with the friend, who is called by card 3.

    A seat that passes gains 2 or 4. What is laid away and called changes the score by the cards' sum.
    """

    seen: ClassVar = []
    columns = tuple(Column(name) for name in "points friends friend_call made declarer score_2 score_0 score_1".split())

    def __init__(self, experiment):
        self.forced = experiment.forced
        MadeUp.seen.append(self)
        self.played = []

    def play(self, first, count, out, row):
        self.played.append((first, count))
        deals = np.arange(first, first + count)
        here = slice(row, row + count)
        out[6:, here] = 0
        if self.forced is None:
            out[:4, here] = 0
            out[4, here], out[5, here] = 1, 2 + 2 * (deals % 2)
            return
        points = {0: 16 + deals % 2, 1: 12 + deals % 4}.get(self.forced.strain, 8 + 0 * deals)
        out[0, here], out[1, here], out[2, here] = points, 8, 3
        out[3, here], out[4, here] = points >= self.forced.number, 2
        told = sum(self.forced.discard or ()) - 10 * (self.forced.call not in (None, 7))
        out[5, here] = 3 + told + deals % 3


@pytest.fixture
def found(monkeypatch):
    def run(**words):
        MadeUp.seen = []
        monkeypatch.setattr(advice, "own_choice", lambda experiment: Choice(cards("H9 D3 C2"), 8))
        threads = words.pop("threads", 2)
        return play(question(Wanted(hand=HAND, seat=2, **words)), threads, make_batch=MadeUp)

    return run


def test_the_best_bid_is_the_one_that_scores_most(found):
    answer = found(deals=2_000)
    # 16 S: half of the deals have 16 points, 2 x 6 = 12; half have 17, 2 x 7 = 14.
    assert answer.best == Bid(16, 0)
    rows = {(row["strain"], row["number"]): row for row in answer.frame.to_dict("records")}
    assert rows["S", 16]["score"] == pytest.approx(13)
    assert rows["S", 16]["rate"] == 1
    assert rows["S", 17]["rate"] == 0.5
    assert rows["S", 15]["score"] == pytest.approx(11)  # 2 x 5 and 2 x 6
    assert rows["H", 14]["rate"] == 0.5
    assert rows["D", 13]["made"] == 0
    assert len(rows) == 5 * 8
    assert {(row["strain"], row["number"]) for row in rows.values() if row["told"]} >= {("S", 16), ("H", 13)}
    assert rows["H", 13]["behind"] == pytest.approx(13 - rows["H", 13]["score"])
    assert not answer.passes


def test_the_best_bid_and_passing_are_measured_on_deals_that_chose_nothing(found):
    answer = found(deals=2_000)
    assert answer.measured.bid == Bid(16, 0)
    assert (answer.measured.rate.rate, answer.measured.score.mean) == (1, 13)
    assert (answer.passed.deals, answer.passed.score.mean, answer.passed.declared) == (2_000, 3, 0)
    *_, measured, passed = MadeUp.seen
    for batch in (measured, passed):
        assert min(first for first, _ in batch.played) == 2_000
        assert sum(count for _, count in batch.played) == 2_000


def test_a_hand_that_gains_more_by_passing_passes(found):
    answer = found(deals=500, strain="H", number=15)
    assert answer.best == Bid(15, 1)  # made once in four: 2 x 4, else -2, -4, -6: -1 on average
    assert answer.measured.score.mean == pytest.approx(-1)
    assert answer.passes


def test_it_stops_at_the_precision_with_any_number_of_threads(found):
    answers = [found(deals=1_000_000, precision=0.02, strain="S", number=17, threads=threads) for threads in (1, 3)]
    first, second = (answer.frame for answer in answers)
    assert first.equals(second)
    assert 1_024 <= first["n"][0] < 5_000  # about 2,400 deals at a rate of one half
    assert "precision 0.02 was reached" in answers[0].outcome.ended
    assert not answers[0].outcome.short
    missed = found(deals=1_000, precision=0.001, strain="S", number=17)
    assert missed.outcome.short
    assert "all 1,000 deals" in missed.outcome.ended


def test_a_time_ends_it(found):
    answer = found(deals=10**9, seconds=0.05)
    assert "the part of 0.05 s that the bids have was over after" in answer.outcome.ended
    assert 0 < answer.frame["n"][0] < 10**9


def test_with_the_kitty_the_exchange_is_ranked(found):
    answer = found(deals=500, kitty=KITTY)
    assert answer.passed is None
    best = answer.ranked_discards[0]["choice"]
    held = sorted(cards(f"{HAND} {KITTY}"))
    assert sorted(best.discard) == held[-3:]  # the sum of the cards is the score
    assert best.call == 8
    assert answer.ranked_calls[0]["choice"] == Choice(best.discard, 7)
    assert {row["choice"].call for row in answer.ranked_calls} >= {7, 8}
    pairs = {row["choice"]: row for row in answer.pairs}
    own = pairs[Choice(cards("H9 D3 C2"), 8)]
    assert own["behind"] == pytest.approx(10 + sum(held[-3:]) - sum(cards("H9 D3 C2")))
    assert answer.discards["discard"][0] == "JK SA HA"
    assert answer.yours is None


def test_what_the_asker_would_do_stands_beside_it(found):
    answer = found(deals=500, kitty=KITTY, discard="C5 C2 D3", call="JK")
    assert answer.yours == Choice(cards("D3 C5 C2"), 52)
    assert answer.yours in [row["choice"] for row in answer.pairs]
    assert answer.yours.discard in [row["choice"].discard for row in answer.ranked_discards]
    assert 52 in [row["choice"].call for row in answer.ranked_calls]
    # Only the call is named: the rest is the best that was found.
    answer = found(deals=500, kitty=KITTY, call="JK")
    assert answer.yours == Choice(answer.ranked_discards[0]["choice"].discard, 52)


def test_a_table_without_calls_ranks_discards_alone(found, monkeypatch):
    monkeypatch.setattr(advice, "own_choice", lambda experiment: Choice(cards("H9 DT CJ"), None))
    hand = "SA SK SQ S9 ST JK HA HK DT CJ"
    asked = question(Wanted(hand=hand, table="penalty-3", seat=2, kitty="DA DK H9", deals=300))
    answer = play(asked, 1, make_batch=MadeUp)
    assert (answer.calls, answer.question.charged) == (None, True)
    assert set(answer.ranked_discards[0]["choice"].discard) == set(cards("S9 H9 ST"))  # the least is the best
    assert all(row["choice"].call is None for row in answer.pairs)


def test_rows_have_all_parts(found):
    rows = found(deals=200, kitty=KITTY).all_rows()
    assert list(dict.fromkeys(row["part"] for row in rows)) == ["bid", "measured", "discard", "call", "both"]
    assert [row["part"] for row in found(deals=200).all_rows()][-1] == "pass"


def test_a_hand_that_cannot_lose_makes_its_contract_always():
    answer = advise(SURE, strain="S", number=15, deals=2_000, seat=3)
    assert list(answer.frame["made"]) == [2_000]
    assert answer.measured.rate.rate == 1
    assert answer.passed.deals == 2_000
    assert answer.passed.declared == 0
    record = record_of(answer.question.declaring(answer.best), 5)
    assert (record["declarer"], record["contract"]) == (3, "15S")
    assert sorted(record["hands"][3]) == sorted(SURE.split())


def test_a_hopeless_hand_hardly_ever_does_and_is_thrown_in():
    answer = advise("S2 S3 S4 H2 H4 H5 D2 D4 D5 C2", number=20, deals=1_000)
    assert answer.frame["rate"].max() < 0.05
    assert (answer.passed, answer.why_not_passed[:32]) == (None, "the hand is weak enough to be th")


def test_a_pure_python_player_cannot_be_made_to_pass(found, tmp_path):
    file = tmp_path / "slow.py"
    file.write_text('"""Slow."""\nbase = "steady"\ncompiled = False\n', encoding="utf-8")
    answer = found(deals=100, strategy=str(file))
    assert (answer.passed, answer.why_not_passed) == (None, "a pure-Python player cannot be made to pass")


def test_a_fault_is_told_with_its_deal(tmp_path):
    file = tmp_path / "bad.py"
    text = '"""Bad."""\nfrom mighty_sim.strategy import exchange\nbase = "steady"\n\n\n'
    text += "@exchange\ndef away(game, me):\n    return 0\n"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(StrategyFault, match=r"deal 0, exchange: no card is against the rules.*--hand '0:"):
        advise(HAND, strategy=str(file), deals=100, strain="S", number=15)


# The command


def test_the_page_says_what_to_bid(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["hand", HAND, "--seat", "2", "--deals", "2k", "--quiet"]) == 0
    page, _ = capsys.readouterr()
    assert page.startswith("What this hand is worth: JK SA SK SQ S9 S4 HA H7 D3 C2\nseat 2, table standard")
    assert "♠ S" in page
    assert "to pass scores" in page
    *text, last = page.splitlines()
    assert max(map(len, text)) <= 80
    assert last.startswith("See a deal of it: mighty-sim replay ")
    assert "--hand '2:" in last


@pytest.mark.parametrize("table", ["penalty-6"])
def test_a_long_table_of_penalties_with_the_kitty(capsys, monkeypatch, table):
    monkeypatch.setenv("COLUMNS", "80")
    hand = "SA SA SK SQ S9 S4 JK JK HA H7 H7 D3 D3 C2 C2 C4 C6"
    words = ["--kitty", "H9 H9 DK C5 C5 D4", "--strain", "S", "--deals", "300", "--quiet"]
    assert main(["hand", hand, "--table", table, *words]) == 0
    page, _ = capsys.readouterr()
    assert "Expected lead over the others by bid" in page
    assert "Discards, the best first" in page
    assert "steady" in page
    assert "Discards of the lowest cards alone." in page.replace("\n", " ")
    assert " leads by " in page.replace("\n", " ")


def test_rows_are_printed_for_programs(capsys):
    words = ["hand", *HAND.split(), "--deals", "300", "--strain", "S", "--quiet", "--format"]
    assert main([*words, "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["part"] for row in rows] == ["bid"] * 8 + ["measured", "pass"]
    assert rows[-1]["rate"] is None
    assert main([*words, "csv"]) == 0
    table = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["number"] for row in table][:8] == [str(number) for number in range(13, 21)]
    assert float(table[3]["score"]) == rows[3]["score"]


def test_markdown_has_one_table_for_all_numbers(capsys):
    assert main(["hand", HAND, "--deals", "300", "--strain", "S", "--quiet", "--format", "markdown"]) == 0
    page, _ = capsys.readouterr()
    assert "| strain | 13+ | 14+ | 15+ | 16+ | 17+ | 18+ | 19+ | 20+ |" in page


def test_a_figure_and_a_notebook_show_it(found):
    pytest.importorskip("matplotlib")
    answer = found(deals=300)
    assert "2" in answer._repr_html_()
    assert answer.plot().axes


def test_a_precision_that_is_missed_ends_with_its_code(capsys):
    words = ["--deals", "300", "--strain", "S", "--number", "17", "--precision", "0.001", "--quiet"]
    assert main(["hand", HAND, *words]) == 3
    assert "Ended: all 300 deals were played before precision 0.001 was reached." in capsys.readouterr().out


def test_help_has_examples(capsys):
    assert main(["hand", "--help"]) == 0
    said, _ = capsys.readouterr()
    assert "Examples:" in said
    assert max(map(len, said.splitlines())) <= 80
