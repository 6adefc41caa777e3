"""Properties of every plan, whatever the game."""

from collections import Counter
from collections.abc import Iterable, Sequence

from scorekeeper.schedules.rounds import Plan, Round


def called(players: int) -> list[int]:
    """So many players whose numbers are not 0, 1, 2 …"""
    return [1000 - 7 * place for place in range(players)]


def check_round(one: Round, players: Sequence[int], size: Iterable[int]) -> None:
    """Nobody is twice in a round, nobody forgotten, no table of a forbidden size."""
    assert sorted((*sum(one.tables, ()), *one.byes)) == sorted(players)
    assert {len(table) for table in one.tables} <= {*size}


def check_byes(plan: Plan, players: Sequence[int]) -> None:
    """Nobody sits out for the second time before everybody did for the first, and so on."""
    byes = Counter(dict.fromkeys(players, 0))
    for one in plan:
        byes.update(one.byes)
        assert max(byes.values()) - min(byes.values()) <= 1
