"""Random games of nap and solo whist with random house rules, against a second reading of the
rules that was written apart."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from scorekeeper.sheet import score
from tests.games.second_readings import stakes


def _agree(
    slug: str, drawn: Callable[[Random], Any], read: Callable[..., list[int]], n: int
) -> None:
    for seed in range(n):
        options, players, deals = drawn(Random(seed))
        sheet = {"format": "scorekeeper/1", "game": slug, "options": options, "entries": deals}
        result = score({**sheet, "players": stakes.NAMES[:players]})
        assert "errors" not in result, (sheet, result["errors"])
        scores = [[*entry["scores"]] for entry in result["entries"]]
        assert scores == [read(options, players, deal) for deal in deals], sheet


READINGS = (
    ("nap", stakes.nap_game, stakes.nap_scores),
    ("solo-whist", stakes.solo_game, stakes.solo_scores),
)


@pytest.mark.parametrize(("slug", "drawn", "read"), READINGS)
def test_stakes_come_out_as_a_second_reading_has_them(
    slug: str, drawn: Callable[[Random], Any], read: Callable[..., list[int]]
) -> None:
    _agree(slug, drawn, read, 100)


@pytest.mark.hard
@pytest.mark.parametrize(("slug", "drawn", "read"), READINGS)
def test_many_stakes_come_out_as_a_second_reading_has_them(
    slug: str, drawn: Callable[[Random], Any], read: Callable[..., list[int]]
) -> None:
    _agree(slug, drawn, read, 3_000)
