"""A database for each test, and a league in it."""

from pathlib import Path
from typing import Final

import pytest

from tests.leagues.clubs import create_club

ON_BOTH: Final = ("test_at_once.py", "test_counted.py")
"""What `make test` tries on PostgreSQL too; the build tries all."""


@pytest.hookimpl(tryfirst=True)  # before -m chooses
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as hard what of this folder only the build tries on PostgreSQL."""
    for item in items:
        here = item.path.parent == Path(__file__).parent and item.path.name not in ON_BOTH
        if here and item.get_closest_marker("postgres"):
            item.add_marker(pytest.mark.hard)


@pytest.fixture
def club(store: object) -> str:
    """A league of five players."""
    return create_club(["Ann", "Ben", "Cat", "Dan", "Eve"])
