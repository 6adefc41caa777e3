"""A database for each test, and a league in it."""

import pytest

from tests.leagues.clubs import create_club


@pytest.fixture
def club(store: object) -> str:
    """A league of five players."""
    return create_club(["Ann", "Ben", "Cat", "Dan", "Eve"])
