"""Play some deals of many tables and keep their rows: `python play_tables.py ROWS.npz SEED COUNT STRATEGY TABLE...`.

A table is a name with changes, such as "standard joker.last_trick=normal". Run with the compiler off, by a test that
plays the same with the compiler on.
"""

import sys
from pathlib import Path

import numpy as np
from play_deals import batch_of, rows_of


def rows_of_tables(strategy, seed, count, tables):
    """The block of the first deals of each table."""
    return {table: rows_of(batch_of([strategy], seed, None, table), 0, count) for table in tables}


if __name__ == "__main__":
    target, seed, count, strategy, *tables = sys.argv[1:]
    np.savez(target, **rows_of_tables(Path(strategy), int(seed), int(count), tables))
