"""No deadline for hypothesis: a shared machine is slow now and then, and no test is a timed test."""

import pytest
from hypothesis import settings

from mighty_sim.cli import main

settings.register_profile("mighty", deadline=None, max_examples=40)  # every run draws others
settings.load_profile("mighty")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Judge deals first: these tests are the longest, and at the end one processor would wait for the other."""
    items.sort(key=lambda item: "test_judged" not in item.path.name)


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]):
    """Carry out a command line, which must end with a code; what it printed and what it told."""

    def run(*arguments: str, code: int = 0) -> tuple[str, str]:
        assert main(arguments) == code
        return capsys.readouterr()

    return run
