"""The same rows, byte for byte, however the deals are cut, by whatever threads they are played, compiled or not."""

import threading
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from play_deals import batch_of, rows_of
from scripted import SEATS, Table
from uncompiled import ROOT, TESTS, run_uncompiled
from written import keep_compiled_code_in, write_strategy

from mighty_sim.kernels.ruleset import Conditions

SEED = 11
PATHS = {path.stem: path for path in [*(ROOT / "strategies").glob("*.py"), TESTS / "reckless.py"]}
SHIPPED = ("random", "greedy")
COUNT = 2000


def line_up(names):
    words = names.split()
    return [PATHS[name] for name in (words if len(words) > 1 else words * SEATS)]


@pytest.fixture(scope="module")
def batches():
    return {name: batch_of(line_up(name), SEED) for name in (*SHIPPED, "reckless")}


@pytest.fixture(scope="module")
def wholes(batches):
    return {name: rows_of(batch, 0, COUNT) for name, batch in batches.items()}


@pytest.mark.parametrize("forced", [None, (2, 16)], ids=["auction", "forced"])
@pytest.mark.parametrize("names", [*SHIPPED, "reckless", "random greedy reckless greedy random"])
def test_compiled_or_not(names, forced, tmp_path):
    """Not through the replayer but by the batch itself, deals in flight and all."""
    count = 301
    seat, number = forced or (-1, 0)
    words = [tmp_path / "rows.npy", SEED, 5, count, seat, number, *line_up(names)]
    run_uncompiled(str(TESTS / "play_deals.py"), *(str(word) for word in words))
    plain = np.load(tmp_path / "rows.npy")
    np.testing.assert_array_equal(rows_of(batch_of(line_up(names), SEED, forced), 5, count), plain)
    assert len(np.unique(plain, axis=1).T) > count // 2


@pytest.mark.parametrize("name", [*SHIPPED, "reckless"])
@settings(max_examples=60, deadline=None)
@given(cuts=st.lists(st.integers(0, COUNT), max_size=12), data=st.data())
def test_any_cut_into_chunks_in_any_order(batches, wholes, name, cuts, data):
    borders = [0, *sorted(cuts), COUNT]
    spans = data.draw(st.permutations(list(pairwise(borders))))
    rows = np.full_like(wholes[name], -999)
    for first, end in spans:
        batches[name].play(first, end - first, rows, first)
    np.testing.assert_array_equal(rows, wholes[name])


@pytest.mark.parametrize("name", [*SHIPPED, "reckless"])
def test_a_deal_alone_is_the_deal_among_others(batches, wholes, name):
    for deal in range(0, COUNT, 7):
        assert (rows_of(batches[name], deal, 1)[:, 0] == wholes[name][:, deal]).all(), deal


@pytest.mark.parametrize("name", SHIPPED)
def test_borders_of_the_groups_in_flight(batches, wholes, name):
    for count in range(1, 40):
        for first in range(5):
            span = slice(first, first + count)
            np.testing.assert_array_equal(rows_of(batches[name], first, count), wholes[name][:, span])


def test_a_fresh_batch_after_other_deals(batches, wholes):
    """Nothing is left over in memory from deals played before."""
    for name in SHIPPED:
        rows_of(batches[name], 123_456, 997)
        np.testing.assert_array_equal(rows_of(batches[name], 0, COUNT), wholes[name])
        np.testing.assert_array_equal(rows_of(batch_of(line_up(name), SEED), 0, COUNT), wholes[name])


def test_only_the_places_asked_for_are_written(batches, wholes):
    rows = np.full((len(wholes["greedy"]), 100), -999, np.int16)
    batches["greedy"].play(40, 20, rows, 30)
    np.testing.assert_array_equal(rows[:, 30:50], wholes["greedy"][:, 40:60])
    assert (rows[:, :30] == -999).all() and (rows[:, 50:] == -999).all()
    batches["greedy"].play(40, 0, rows, 100)


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("name", SHIPPED)
def test_threads_share_a_batch(batches, wholes, name, threads):
    rows = np.full_like(wholes[name], -999)
    piece = 37
    starts = list(range(0, COUNT, piece))

    def work(mine):
        for first in mine:
            batches[name].play(first, min(piece, COUNT - first), rows, first)

    workers = [threading.Thread(target=work, args=(starts[k::threads],)) for k in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    np.testing.assert_array_equal(rows, wholes[name])


def test_rows_hang_on_seed_and_deal(wholes):
    other = rows_of(batch_of(line_up("random"), SEED + 1), 0, COUNT)
    same = (other == wholes["random"]).all(axis=0)
    assert same.sum() < COUNT // 100
    late = rows_of(batch_of(line_up("random"), SEED), 1 << 33, COUNT)
    assert (late == wholes["random"]).all(axis=0).sum() < COUNT // 100


@pytest.mark.parametrize(("first", "count", "row"), [(-1, 1, 0), (0, -1, 0), (0, 1, -1), (0, 11, 0), (0, 5, 6)])
def test_what_does_not_fit_is_refused(batches, first, count, row):
    rows = np.zeros((len(batches["random"].columns), 10), np.int16)
    with pytest.raises(ValueError, match="fit"):
        batches["random"].play(first, count, rows, row)
    assert not rows.any()


def test_another_form_of_memory_is_refused(batches):
    batch = batches["random"]
    n = len(batch.columns)
    for rows in (np.zeros((n, 10), np.int32), np.zeros((n, 20), np.int16)[:, ::2], np.zeros((n - 1, 10), np.int16)):
        with pytest.raises(ValueError, match="int16"):
            batch.play(0, 1, rows, 0)


# What belongs to a seat, and what to the table

DRAWING = '''
"""Draws {n} numbers before its first bid and tells the last."""
from mighty_sim.strategy import PASS, bid, claim, exchange, friend, plan, play


@plan
def draw_some(game, me):
    number = 0
    for _ in range({n}):
        number = me.draw(1 << 40)
    return number


@claim
def never(game, me):
    return 0


@bid
def pass_always(game, me):
    return PASS


@exchange
def lay_away(game, me):
    return 0


@friend
def call(game, me):
    return 0


@play
def card(game, me):
    return 0
'''


def test_another_strategy_leaves_cards_and_the_others_draws(tmp_path, monkeypatch):
    """Seat 2 draws once or nine times: the cards and the four other seats' first numbers stay, deal by deal."""
    keep_compiled_code_in(tmp_path, monkeypatch)
    once, often = (write_strategy(tmp_path, DRAWING.format(n=n), f"draws_{n}") for n in (1, 9))
    tables = [Table(strategies=(once, once, other, once, once), conditions=Conditions(SEED)) for other in (once, often)]
    told = set()
    for deal in range(50):
        seen = []
        for table in tables:
            table.begin(deal)
            assert table.attempt() == "all pass"
            seen.append([(table.get("dealt", seat), table.get("plan", seat)) for seat in range(SEATS)])
        before, after = seen
        assert [hand for hand, _ in before] == [hand for hand, _ in after]
        assert [place for place in range(SEATS) if before[place] != after[place]] == [2]
        told.update(number for _, number in before)
    assert len(told) == 50 * SEATS


@pytest.mark.parametrize("seat", range(SEATS))
def test_one_seats_strategy_leaves_the_forced_deals_cards(seat):
    """In finished rows: who was dealt the joker does not hang on anybody's strategy."""
    mixed = ["random"] * SEATS
    mixed[seat] = "greedy"
    one, other = (batch_of(line_up(names), SEED, (0, 14)) for names in ("random", " ".join(mixed)))
    place = [column.name for column in one.columns].index("joker_seat")
    np.testing.assert_array_equal(rows_of(one, 0, 500)[place], rows_of(other, 0, 500)[place])
