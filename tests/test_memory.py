"""Records and views: each field is its own words, and what a view hides, it hides compiled and not."""

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mighty_sim.kernels import memory
from mighty_sim.kernels.jit import JIT, STAMP, entry
from mighty_sim.kernels.memory import Layout, Record, View, caster, pointer_type
from mighty_sim.kernels.state import GAME, GAME_SHOWN, SEAT, SEAT_SHOWN

WORDS = st.integers(-(1 << 63), (1 << 63) - 1)
N = 12
patient = settings(deadline=None)  # a first call may compile

BOX = Layout("box", [("left", 1), ("row", 3), ("middle", 1), ("right", 1)])
Box = pointer_type("test_memory.Box", BOX)
BoxView = pointer_type("test_memory.BoxView", BOX, ["left", "right"])
box_at = caster(Box(), lambda place: place)
box_view = caster(BoxView(), lambda record: record.view)


def new_box():
    """A box as an entry takes it, and what must stay alive meanwhile."""
    if JIT:
        words = np.zeros(BOX.words, np.int64)
        return words.ctypes.data, words
    box = Record(BOX)
    box.view = View(box, {name: lambda record, name=name: getattr(record, name) for name in ("left", "right")})
    return box, None


def new_row(kind):
    """A row of N zeros as an entry takes it, and the row."""
    row = np.zeros(N, kind) if JIT else [0] * N
    return (row.ctypes.data, row) if JIT else (row, row)


@entry
def fill(stamp, place, left, first, second, third, middle, right):
    box = box_at(place)
    box.left = left
    memory.poke(box.row, 0, first)
    memory.poke(box.row, 1, second)
    memory.poke(box.row, 2, third)
    box.middle = middle
    box.right = right


@entry
def read(stamp, place):
    box = box_at(place)
    row = box.row
    return box.left, memory.peek(row, 0), memory.peek(row, 1), memory.peek(row, 2), box.middle, box.right


@entry
def read_view(stamp, place):
    view = box_view(box_at(place))
    return view.left, view.right


@entry
def add_up(stamp, place, n):
    box = box_at(place)
    for _ in range(n):
        box.middle += 1
        box.left |= 1 << box.middle


@entry
def poke_words(stamp, row, index, value):
    memory.poke(row, index, value)
    return memory.peek(row, index)


@entry
def poke_bytes(stamp, row, index, value):
    memory.poke_byte(row, index, value)
    return memory.peek_byte(row, index)


@entry
def poke_shorts(stamp, row, index, value):
    memory.poke_short(row, index, value)


copy_40_bytes = memory.copy_row(40)


@entry
def copy(stamp, target, source):
    copy_40_bytes(target, source)


@patient
@given(st.lists(WORDS, min_size=6, max_size=6))
def test_fields_keep_what_is_written_and_nothing_else(values):
    place, _alive = new_box()
    fill(STAMP, place, *values)
    assert list(read(STAMP, place)) == values
    assert list(read_view(STAMP, place)) == [values[0], values[5]]


def test_fields_are_updated_in_place():
    place, _alive = new_box()
    fill(STAMP, place, 0, 7, 8, 9, 0, 5)
    add_up(STAMP, place, 4)
    assert read(STAMP, place) == (0b11110, 7, 8, 9, 4, 5)


@patient
@given(st.integers(0, N - 1), WORDS)
def test_words_of_a_row(index, value):
    place, row = new_row(np.int64)
    assert poke_words(STAMP, place, index, value) == value
    assert list(row) == [value if at == index else 0 for at in range(N)]


@patient
@given(st.integers(0, N - 1), st.integers(0, 255))
def test_bytes_of_a_row(index, value):
    place, row = new_row(np.uint8)
    assert poke_bytes(STAMP, place, index, value) == value
    assert list(row) == [value if at == index else 0 for at in range(N)]


@patient
@given(st.integers(0, N - 1), st.integers(-(1 << 15), (1 << 15) - 1))
def test_shorts_of_a_row(index, value):
    place, row = new_row(np.int16)
    poke_shorts(STAMP, place, index, value)
    assert list(row) == [value if at == index else 0 for at in range(N)]


def test_a_copy_is_of_its_length():
    (target, written), (source, original) = new_row(np.int64), new_row(np.int64)
    if not JIT:
        del original[5:]  # uncompiled, a row is as long as its list
    original[:5] = [5, -4, 3, -2, 1]
    copy(STAMP, target, source)
    assert list(written) == [5, -4, 3, -2, 1, *[0] * (N - 5)]


@pytest.mark.parametrize("layout", [BOX, GAME, SEAT], ids=lambda layout: layout.name)
def test_fields_do_not_overlap(layout):
    taken = [
        word
        for field in layout.length
        for word in range(layout.offset[field], layout.offset[field] + layout.length[field])
    ]
    assert len(set(taken)) == len(taken) == sum(layout.length.values())
    assert max(taken) < layout.words
    assert layout.words % 8 == 0  # whole cache lines


def test_a_packed_record_reads_as_its_values():
    words = BOX.pack({"left": 1, "row": [2, 3, 4], "middle": -5, "right": 1 << 62})
    place = words.ctypes.data if JIT else Record(BOX, left=1, row=[2, 3, 4], middle=-5, right=1 << 62)
    assert read(STAMP, place) == (1, 2, 3, 4, -5, 1 << 62)


# Views


def forbidden():
    """Functions that do what no view allows."""

    def hidden(stamp, place):
        return box_view(box_at(place)).middle

    def misspelled(stamp, place):
        return box_view(box_at(place)).lefft

    def written(stamp, place):
        view = box_view(box_at(place))
        view.left = 1
        return 0

    def written_hidden(stamp, place):
        view = box_view(box_at(place))
        view.middle = 1
        return 0

    return hidden, misspelled, written, written_hidden


@pytest.mark.parametrize("function", forbidden(), ids=lambda function: function.__name__)
def test_a_view_shows_its_fields_and_lets_none_be_written(function):
    place, _alive = new_box()
    wrong = (numba.core.errors.NumbaError, NotImplementedError) if JIT else AttributeError
    with pytest.raises(wrong, match=r"left|middle|lefft"):
        entry(function)(STAMP, place)


def test_what_is_shown_exists_and_what_must_be_hidden_is_not_shown():
    assert set(GAME_SHOWN) <= set(GAME.length)
    assert set(SEAT_SHOWN) <= set(SEAT.length)
    assert not set(GAME_SHOWN) & {"hidden_kitty", "friends", "rng", "deck", "seats", "rules", "deal"}
    assert not set(SEAT_SHOWN) & {"next", "rng", *(name for name in SEAT.length if name.startswith("ask_"))}
