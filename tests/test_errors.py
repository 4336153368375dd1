"""Errors: one line each, with the nearest name and the exit code."""

import pickle

import pytest

from mighty_sim import errors


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (errors.MightyError, 1),
        (errors.StrategyFault, 1),
        (errors.RunError, 1),
        (errors.InputError, 2),
        (errors.CardError, 2),
        (errors.RulesError, 2),
        (errors.UnknownName, 2),
        (errors.Interrupted, 130),
    ],
)
def test_exit_codes(kind: type[errors.MightyError], code: int) -> None:
    assert kind.exit_code == code
    assert issubclass(kind, errors.MightyError)


def test_unknown_name_offers_the_nearest_and_lists_all() -> None:
    error = errors.UnknownName("table", "standrad", ["standard", "penalty-5"])
    assert str(error) == "unknown table 'standrad'; did you mean 'standard'? known: standard, penalty-5"


def test_unknown_name_without_a_near_one_offers_none() -> None:
    assert str(errors.UnknownName("table", "xyz", ["standard"])) == "unknown table 'xyz'; known: standard"
    assert str(errors.UnknownName("table", "xyz", [])) == "unknown table 'xyz'; known: none"


def test_nearest_ignores_case() -> None:
    assert errors.nearest("GREEDY", ["random", "greedy"]) == "greedy"


def test_unknown_name_travels_between_processes() -> None:
    error = errors.UnknownName("table", "standrad", ["standard"])
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
