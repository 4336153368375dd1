"""The same tests once more without the compiler, and those that look into the uncompiled kernels."""

import pytest
from uncompiled import TESTS, run_uncompiled

AGAIN = [
    "vectors", "rules_of_play", "odd_tricks", "odd_auctions", "friends", "two_packs", "copies", "measures", "bits",
    "streams", "memory",
]  # fmt: skip


@pytest.mark.parametrize(
    "names", [[f"test_{name}.py" for name in AGAIN], ["plain_views.py", "plain_facts.py"]], ids=" ".join
)
def test_without_the_compiler(names: list[str]) -> None:
    files = [str(TESTS / name) for name in names]
    said = run_uncompiled("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *files)
    assert " passed" in said and "failed" not in said and "skipped" not in said
