"""What deals can be asked about; `test_summary.py` compares every key with counting by hand."""

import numpy as np
import pytest

from mighty_sim.errors import InputError, UnknownName
from mighty_sim.keys import TIMED, find, keys


def test_short_names_mean_the_hand_at_the_time() -> None:
    for when in ("dealt", "exchanged"):
        assert [keys(when)[name].needs for name in TIMED] == [
            (f"{name}_{when}",) for name in ("points", "trumps", "tricks", "weakness")
        ]


def test_every_key_is_explained() -> None:
    assert all(key.meaning and key.name == name for name, key in keys().items())


def test_classes_begin_at_0_and_have_one_width() -> None:
    (key,) = find(["tricks/0.5"])
    groups = key.of({"tricks_dealt": np.array([-1, 0, 1, 2, 5], np.int8)})
    labels = [key.label(int(code)) for code in groups]
    assert labels == ["-0.5 to -0.25", "0 to 0.25", "0 to 0.25", "0.5 to 0.75", "1 to 1.25"]
    assert not key.per


def test_classes_are_written_in_full() -> None:
    (key,) = find(["deal/1000000"])
    assert (key.name, key.label(1)) == ("deal/1000000", "1000000 to 1999999")


def test_classes_are_not_true_or_false() -> None:
    (key,) = find(["made/1"])
    assert not key.truth
    assert key.read is None


def test_seats_are_counted_on_from_the_dealer() -> None:
    (key,) = find(["after_dealer"], there=["dealer", "declarer", "score_0", "score_1", "score_2", "score_3"])
    columns = {"dealer": np.array([3, 0, 2], np.int8), "declarer": np.array([0, 3, 2], np.int8)}
    assert list(key.of(columns)) == [1, 3, 0]


def test_differences_do_not_pass_the_ends_of_a_byte() -> None:
    (key,) = find(["margin"])
    assert list(key.of({"points": np.array([-100], np.int8), "contract": np.array([100], np.int8)})) == [-200]


@pytest.mark.parametrize("name", ["contarct", "contract/", "contract/0", "strain/1"])
def test_what_is_no_key(name: str) -> None:
    with pytest.raises((UnknownName, InputError)):
        find([name])
