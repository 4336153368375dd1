"""What an experiment is, what tells it from another one, and what it refuses."""

import json
from pathlib import Path

import pytest
from fake_batch import FORCED, made_up

from mighty_sim.errors import InputError
from mighty_sim.experiment import Experiment, Forced, difference, from_names


def test_provenance_is_json_without_time_host_or_path() -> None:
    known = json.loads(json.dumps(made_up().provenance()))
    assert list(known) == ["engine_version", "rules", "strategies", "seed", "declarer", "match_deals"]
    assert known["strategies"] == [{"name": "made-up", "sha256": "0" * 64}] * 5
    assert known["declarer"] == "auction"
    assert known["rules"]["name"] == "standard"
    assert made_up(forced=Forced(3, 16)).provenance()["declarer"] == {"seat": 3, "number": 16}


def test_slug_is_readable_and_tells_experiments_apart() -> None:
    assert made_up(forced=FORCED).slug.startswith("standard-made-up-forced15-seed1-")
    assert made_up(forced=Forced(2, 13)).slug.startswith("standard-made-up-forced13-seat2-seed1-")
    assert made_up(7, names=tuple("abaab")).slug.startswith("standard-a+b+a+a+b-auction-seed7-")
    assert made_up(sha="1" * 64).slug != made_up().slug


def test_changed_rules_are_another_experiment_in_another_folder() -> None:
    plain = from_names("standard", "greedy", 1)
    changed = from_names("standard", "greedy", 1, settings=["joker.last_trick=normal"])
    other = from_names("standard", "greedy", 1, settings=["joker.last_trick=normal", "score.base=12"])
    assert changed.rules.name == "standard"
    assert changed.provenance()["rules"]["joker"]["last_trick"] == "normal"
    assert len({plain.digest, changed.digest, other.digest}) == len({plain.slug, changed.slug, other.slug}) == 3
    assert changed.slug.startswith("standard-changed-greedy-auction-seed1-")
    assert from_names("standard", "greedy", 1, settings=["joker.last_trick=powerless"]) == plain
    assert difference(plain.provenance(), changed.provenance()) == (
        "rules.joker.last_trick is normal there, powerless here"
    )


def test_a_table_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "club night.toml"
    path.write_text('parent = "penalty-4"\n[score]\nbase = 12\n', encoding="utf-8")
    known = from_names(str(path), "greedy", 1, "forced")
    assert (len(known.strategies), known.forced) == (4, Forced(0, 14))
    assert known.slug.startswith("club_night-greedy-forced14-seed1-")
    assert str(tmp_path) not in json.dumps(known.provenance())


def test_slug_is_a_file_name() -> None:
    assert "/" not in made_up(names=("a b/../c",) * 5).slug


def test_equal_experiments_are_equal() -> None:
    assert made_up() == made_up()
    assert made_up().digest == made_up().digest
    assert made_up(2).digest != made_up().digest


@pytest.mark.parametrize("seed", [-1, 1 << 63])
def test_seed_out_of_range(seed: int) -> None:
    with pytest.raises(InputError, match="seed"):
        made_up(seed)


@pytest.mark.parametrize("forced", [Forced(5, 15), Forced(-1, 15), Forced(0, 12), Forced(0, 21)])
def test_forced_declarer_out_of_range(forced: Forced) -> None:
    with pytest.raises(InputError, match="out of range; it can be"):
        made_up(forced=forced)


@pytest.mark.parametrize("option", ["seat", "number"])
def test_an_auction_takes_no_seat_and_no_number(option: str) -> None:
    with pytest.raises(InputError, match=f"^--{option} goes with --declarer forced$"):
        from_names("standard", "greedy", 1, "auction", **{option: 0})


def test_line_up_must_fill_the_table() -> None:
    good = made_up()
    with pytest.raises(InputError, match="4 strategies for 5 seats"):
        Experiment(good.rules, good.strategies[:4], 1)


def test_difference_names_the_first_thing() -> None:
    one, other = made_up().provenance(), made_up(2).provenance()
    assert difference(one, one) is None
    assert difference(one, other) == "seed is 2 there, 1 here"
    assert difference(one, made_up(sha="f" * 64).provenance()) == (
        "strategies.0.sha256 is ffffffff… there, 00000000… here"
    )
    assert difference(one, one | {"more": 3}) == "more is 3 there, missing here"
    assert difference(one, made_up(forced=FORCED).provenance()) == "declarer is missing there, auction here"
