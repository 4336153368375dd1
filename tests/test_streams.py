"""Random streams: each operation against its definition in exact integers, known answers, and what streams promise."""

from hypothesis import given, settings
from hypothesis import strategies as st

from mighty_sim.kernels import streams
from mighty_sim.kernels.jit import STAMP, entry

patient = settings(deadline=None)  # a first call may compile

TWO64 = 1 << 64
WORDS = st.integers(-(1 << 63), (1 << 63) - 1)


@entry
def add(stamp, a, b):
    return streams.add(a, b)


@entry
def rest(stamp, a, b):
    return streams.rest(a, b)


@entry
def share(stamp, a, b):
    return streams.share(a, b)


@entry
def mix(stamp, z):
    return streams.mix(z)


@entry
def advance(stamp, state):
    return streams.advance(state)


@entry
def word(stamp, state):
    return streams.word(state)


@entry
def first_words(stamp, seed, deal, lane):
    state = streams.lane_state(streams.deal_state(seed, deal), lane)
    first = streams.advance(state)
    return streams.word(first), streams.word(streams.advance(first))


def unsigned(x):
    return x % TWO64


def exact_mix(z):
    """splitmix64's finalizer."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % TWO64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % TWO64
    return z ^ z >> 31


def exact_words(seed, deal, lane):
    """The first two words of a lane, once more in exact integers: mix of mix of seed, then of lane; then wyrand."""
    golden = 0x9E3779B97F4A7C15
    state = exact_mix((exact_mix((seed + golden) % TWO64) + deal * golden) % TWO64)
    state = exact_mix((state + (lane + 1) * golden) % TWO64)
    for _ in range(2):
        state = (state + 0xA0761D6478BD642F) % TWO64
        product = state * (state ^ 0xE7037ED1A0B428DB)
        yield product % TWO64 ^ product >> 64


@patient
@given(WORDS)
def test_signed_keeps_the_bits(x):
    assert unsigned(streams.signed(x)) == unsigned(x)
    assert -(1 << 63) <= streams.signed(unsigned(x)) < 1 << 63


@patient
@given(WORDS, WORDS)
def test_add_is_the_sum_modulo_two_to_the_64(a, b):
    assert unsigned(add(STAMP, a, b)) == unsigned(a + b)


@patient
@given(WORDS, WORDS)
def test_share_and_rest_are_the_two_halves_of_the_product(a, b):
    product = unsigned(a) * unsigned(b)
    assert unsigned(share(STAMP, a, b)) == product >> 64
    assert unsigned(rest(STAMP, a, b)) == product % TWO64


@patient
@given(WORDS, st.integers(1, 1 << 40))
def test_share_is_below_its_bound(a, n):
    assert 0 <= share(STAMP, a, n) < n
    assert share(STAMP, -1, n) == n - 1  # the greatest word
    assert share(STAMP, 0, n) == 0


@patient
@given(st.integers(1, 60))
def test_share_gives_each_number_an_equal_part_of_the_words(n):
    """Number k belongs to the words from k/n to (k+1)/n of the whole range."""
    for k in range(n):
        first = -(-k * TWO64 // n)
        assert share(STAMP, streams.signed(first), n) == k
        if k:
            assert share(STAMP, streams.signed(first - 1), n) == k - 1


@patient
@given(WORDS)
def test_mix(z):
    assert unsigned(mix(STAMP, z)) == exact_mix(unsigned(z))


def test_mix_by_known_answers():
    """The first outputs of splitmix64 from seed 1234567, as published with its reference code."""
    golden, state, found = 0x9E3779B97F4A7C15, 1234567, []
    for _ in range(3):
        state = (state + golden) % TWO64
        found.append(unsigned(mix(STAMP, streams.signed(state))))
    assert found == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@patient
@given(WORDS)
def test_advance_and_word_are_wyrand(state):
    after = unsigned(state) + 0xA0761D6478BD642F
    assert unsigned(advance(STAMP, state)) == unsigned(after)
    product = unsigned(state) * (unsigned(state) ^ 0xE7037ED1A0B428DB)
    assert unsigned(word(STAMP, state)) == (product >> 64) ^ product % TWO64


@patient
@given(st.integers(0, (1 << 63) - 1), st.integers(0, 1 << 40), st.integers(0, 8))
def test_a_stream_hangs_on_seed_deal_and_lane_alone(seed, deal, lane):
    found = first_words(STAMP, seed, deal, lane)
    assert [unsigned(x) for x in found] == list(exact_words(seed, deal, lane))


def test_streams_of_different_places_differ():
    """No two of many neighboring seeds, deals and lanes begin alike."""
    places = [(seed, deal, lane) for seed in range(20) for deal in range(50) for lane in range(9)]
    assert len({first_words(STAMP, *place)[0] for place in places}) == len(places)
