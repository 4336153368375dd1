"""Every table: the same rows byte for byte compiled or not, by whatever threads, and by whichever kernels know it."""

import threading

import numpy as np
import pytest
from play_deals import batch_of, rows_of
from play_tables import rows_of_tables
from uncompiled import ROOT, TESTS, run_uncompiled

from mighty_sim.kernels.batch import RUNS
from mighty_sim.kernels.copies import ONE_PACK, TWO_PACKS
from mighty_sim.kernels.ruleset import mode_of
from mighty_sim.rules import load_table, table_names

SEED = 17
STRATEGIES = {path.stem: path for path in [*(ROOT / "strategies").glob("*.py"), TESTS / "eager.py"]}
NAMES = [name for name in table_names() if name != "standard"]
#: Many options at once, each away from its value at the table.
MIXED = [
    "standard joker.first_trick=normal joker.last_trick=banned joker.lead_first=banned hunter.trigger=any_play "
    "hunter.presence_kills_joker=after_first_trick lead.first_trump=only_if_all_trump_or_special "
    "friend.copies=first_played",
    "standard joker.last_card=must_play_before_last joker.ignores_suit=false hunter.scope=next_only "
    "hunter.call=automatic mighty.sole_card_of_suit=no_duty auction.suit_order=SDHC misdeal.when=before_bidding "
    "misdeal.redeal_by=next",
    "standard joker.names=second_card joker.powerless_lead=named hunter.first_trick=true "
    "hunter.called_joker_power=kept lead.first_joker=banned lead.fallback=hunter_then_trump auction.ends=at_top "
    "misdeal.optional=false",
    "standard hunter.trigger=any_play joker.last_trick=normal",
    "penalty-6 friend.copies=first_played friend.suit_request=binding_all_leads_at_top_notrump "
    "exchange.blind_change=0 joker.names=trump hunter.scope=one_joker hunter.presence_kills_joker=never "
    "score.shares=2_1_-1",
    "penalty-7 friend.kinds=card,first_trick misdeal.enabled=true misdeal.when=own_any_turn "
    "auction.opener_may_pass=false joker.first_trick=powerless_if_led joker.powerless_lead=named "
    "mighty.switches_suit=false",
]  # fmt: skip
TABLES = [*NAMES, *MIXED]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_compiled_or_not(strategy, tmp_path):
    """By the batch itself, deals in flight and all; thousands of deals are compared where the referee judges them."""
    count, tables = 50, TABLES if strategy == "eager" else NAMES
    words = [tmp_path / "rows.npz", SEED, count, STRATEGIES[strategy], *tables]
    run_uncompiled(str(TESTS / "play_tables.py"), *(str(word) for word in words))
    plain = np.load(tmp_path / "rows.npz")
    for table, rows in rows_of_tables(STRATEGIES[strategy], SEED, count, tables).items():
        np.testing.assert_array_equal(rows, plain[table], err_msg=table)
        assert len(np.unique(rows, axis=1).T) > count - 5


@pytest.mark.parametrize("table", TABLES)
def test_one_thread_or_two_and_any_pieces(table):
    batch = batch_of([STRATEGIES["eager"]], SEED, None, table)
    count, piece = 600, 23
    whole = rows_of(batch, 0, count)
    np.testing.assert_array_equal(rows_of(batch, 0, count, piece), whole)
    rows = np.full_like(whole, -999)

    def work(mine):
        for first in mine:
            batch.play(first, min(piece, count - first), rows, first)

    starts = range(0, count, piece)
    workers = [threading.Thread(target=work, args=(starts[place::2],)) for place in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    np.testing.assert_array_equal(rows, whole)


def rows_in_mode(table, mode, strategy, forced, count):
    """Rows by the kernels of a mode, by the columns' names; two packs tell of the holders in another way."""
    batch = batch_of([STRATEGIES[strategy]], SEED, forced, table)
    batch._entry = RUNS[mode]
    rows = dict(zip([column.name for column in batch.columns], rows_of(batch, 0, count), strict=True))
    if mode == TWO_PACKS:
        for name in ("mighty_seat", "joker_seat"):  # bits of one holder at most
            rows[name] = np.where(rows[name] > 0, np.log2(np.maximum(rows[name], 1)), -1)
    return np.array(list(rows.values()))


def knowing(table):
    """The modes whose kernels know all rules of a table of one pack."""
    name, *settings = table.split()
    own = mode_of(load_table(name, settings))
    return [None, ONE_PACK, TWO_PACKS] if own is None else [ONE_PACK, TWO_PACKS]


@pytest.mark.parametrize("forced", [None, (1, 15)], ids=["auction", "forced"])
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize(
    "table",
    [table for table in ["standard", *TABLES] if load_table(*[table.split()[0], table.split()[1:]]).deal.packs == 1],
)
def test_kernels_that_know_more_play_the_same(table, strategy, forced):
    first, *others = (rows_in_mode(table, mode, strategy, forced, 2000) for mode in knowing(table))
    for rows in others:
        np.testing.assert_array_equal(rows, first)


def test_the_standard_table_has_kernels_of_its_own():
    assert knowing("standard") == [None, ONE_PACK, TWO_PACKS]
    assert knowing("penalty-5") == [ONE_PACK, TWO_PACKS]
    assert mode_of(load_table("penalty-6")) == TWO_PACKS
