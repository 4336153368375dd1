"""Totals, places and wins of matches: ties share, and no result depends on the threads."""

from pathlib import Path

import numpy as np
import pytest
import referee_score
from hypothesis import given
from hypothesis import strategies as st
from written import keep_compiled_code_in, strategy_text, write_text

from mighty_sim import engines
from mighty_sim.errors import InputError, Interrupted, StrategyFault
from mighty_sim.experiment import Experiment, Forced, from_names
from mighty_sim.matches import PARTS, Matches, Sums, places, play
from mighty_sim.rules import load_table
from mighty_sim.runner import Outcome

MIXED = "greedy,random,greedy,random,greedy"
TOTALS = st.integers(3, 8).flatmap(
    lambda seats: st.lists(st.lists(st.integers(-9, 9), min_size=seats, max_size=seats), min_size=1, max_size=4)
)


def matches_of(totals: list[list[int]], *settings: str) -> Matches:
    """Matches with these totals, as if they had been played."""
    players = {5: "standard", 3: "penalty-3", 4: "penalty-4", 6: "penalty-6", 7: "penalty-7", 8: "penalty-8"}
    experiment = from_names(players[len(totals[0])], "random", 1, settings=settings)
    deals = np.full(len(totals), 10, np.int64)
    return Matches(experiment, np.array(totals, np.int64), deals, Outcome(0, 0, 0.0, 0.0, 0.0))


def test_leaders_share_the_first_place() -> None:
    """Q11 of the worked examples (STD §2)."""
    found = matches_of([[40, 40, -10, -30, -40]])
    assert found.places.tolist() == [[1, 1, 3, 4, 5]]
    assert found.parts.tolist() == [[PARTS // 2, PARTS // 2, 0, 0, 0]]


@given(TOTALS, st.sampled_from(["high_total", "low_total"]))
def test_places_are_those_of_the_referee(totals: list[list[int]], wins: str) -> None:
    right = [referee_score.places({"match": {"wins": wins}}, row) for row in totals]
    assert places(np.array(totals), wins).tolist() == right
    found = matches_of(totals, f"match.wins={wins}")
    assert found.places.tolist() == right
    assert (found.parts.sum(axis=1) == PARTS).all()
    assert ((found.parts > 0) == (found.places == 1)).all()
    for parts in found.parts:
        assert len(set(parts[parts > 0].tolist())) == 1


@given(TOTALS, st.sampled_from(["high_total", "low_total"]))
def test_a_penalty_is_a_score_with_the_other_sign(totals: list[list[int]], wins: str) -> None:
    other = {"high_total": "low_total", "low_total": "high_total"}[wins]
    np.testing.assert_array_equal(places(np.array(totals), wins), places(-np.array(totals), other))


def test_any_number_of_winners_shares_a_match_equally() -> None:
    assert all(PARTS % winners == 0 for winners in range(1, 9))


def test_sums_of_seats_and_of_strategies() -> None:
    found = play(from_names("standard", MIXED, 3), 300)
    assert found.totals.shape == found.places.shape == (300, 5)
    assert found.deals.tolist() == [10] * 300
    assert found.outcome.played == 3000
    seats, strategies = found.by_seat(), found.by_strategy()
    assert [sums.seats for sums in seats] == [(0,), (1,), (2,), (3,), (4,)]
    assert [sums.strategy for sums in seats] == MIXED.split(",")
    assert [(sums.seats, sums.strategy) for sums in strategies] == [((0, 2, 4), "greedy"), ((1, 3), "random")]
    for group in (seats, strategies):
        assert sum(sums.parts for sums in group) == 300 * PARTS
        assert sum(sums.total for sums in group) == 0
        assert sum(sums.places for sums in group) == found.places.sum()
    together = found.totals[:, [1, 3]].sum(axis=1)
    parts = sum(seats[seat].parts for seat in (1, 3))
    ranks = int(found.places[:, [1, 3]].sum())
    assert strategies[1] == Sums((1, 3), "random", 300, int(together.sum()), int((together**2).sum()), parts, ranks)


def test_one_strategy_everywhere_is_one_sum() -> None:
    (sums,) = play(from_names("penalty-4", "random", 3), 20).by_strategy()
    assert (sums.seats, sums.n, sums.parts) == ((0, 1, 2, 3), 20, 20 * PARTS)


@pytest.mark.parametrize("words", ["standard", "penalty-7 match.ends=total match.total=20", "penalty-5 match.deals=3"])
def test_one_thread_or_two_whatever_the_pieces(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table, *settings = words.split()
    experiment = from_names(table, "random", 5, settings=settings)
    found = [play(experiment, 500, threads) for threads in (1, 2)]
    monkeypatch.setattr(engines, "PIECE", 40)
    found += [play(experiment, 500, threads) for threads in (1, 2, 3)]
    for other in found[1:]:
        np.testing.assert_array_equal(other.totals, found[0].totals)
        np.testing.assert_array_equal(other.deals, found[0].deals)
    assert len(np.unique(found[0].totals, axis=0)) > 100


def test_matches_are_the_first_of_more() -> None:
    experiment = from_names("standard", "greedy", 5)
    np.testing.assert_array_equal(play(experiment, 100).totals[:30], play(experiment, 30).totals)


def test_a_race_ends_when_a_total_is_reached() -> None:
    found = play(from_names("penalty-5", "random", 1, settings=["match.ends=total", "match.total=20"]), 200)
    assert (found.totals.max(axis=1) >= 20).all()
    assert found.undecided == 0
    assert found.deals.min() < found.deals.max()
    assert found.outcome.played == found.deals.sum()


def test_a_race_that_nobody_ends_is_stopped_and_counted() -> None:
    endless = ["match.ends=total", "match.total=100000"]
    found = play(from_names("penalty-5", "random", 1, settings=endless), 3)
    assert (found.deals.tolist(), found.undecided) == ([1000] * 3, 3)
    assert play(from_names("standard", "random", 1, settings=["match.deals=1000"]), 1).undecided == 0


@pytest.mark.parametrize("n", [0, -1, 10**7 + 1])
def test_how_many_can_be_asked_for(n: int) -> None:
    with pytest.raises(InputError, match=rf"{n} matches cannot be played; ask for 1 to 10,000,000"):
        play(from_names("standard", "random", 1), n)


def test_a_forced_declarer_is_refused() -> None:
    rules, experiment = load_table("standard"), from_names("standard", "random", 1)
    with pytest.raises(InputError, match="a match has an auction in every deal"):
        play(Experiment(rules, experiment.strategies, 1, Forced(0, 15)), 1)


def test_a_fault_is_told_in_full_and_is_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(from_names("standard", "random", 1), 1)  # the kernels are compiled, and that is kept
    keep_compiled_code_in(tmp_path, monkeypatch)
    monkeypatch.setattr(engines, "PIECE", 20)
    path = write_text(tmp_path, strategy_text(play="return right_card(game, me) if me.draw(2000) else 0"))
    told = []
    for threads in (1, 2):
        with pytest.raises(StrategyFault, match=r"no card is against the rules; legal: ") as fault:
            play(from_names("standard", str(path), 1), 1000, threads)
        assert f"deal {fault.value.deal}" in str(fault.value)
        told.append((str(fault.value), fault.value.deal))
    assert told[0] == told[1]
    assert told[0][1] is not None
    assert told[0][1] % 10 > 0  # the replay had to play the deals before it


def test_stopping_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise engines.Stopped

    monkeypatch.setattr(engines, "play", stopped)
    with pytest.raises(Interrupted, match="interrupted; nothing was written"):
        play(from_names("standard", "random", 1), 10)
