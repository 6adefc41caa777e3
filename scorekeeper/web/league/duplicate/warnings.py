"""What is unlikely about a result at its table, and may be right: told before it is saved."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from scorekeeper.leagues.duplicate.records import TEAMS, Place
from scorekeeper.sentences import minus, tell
from scorekeeper.web.league.duplicate import words
from scorekeeper.web.league.duplicate.visit import DuplicateVisit

FAR: Final = 400
"""A score so far from all others is asked about."""
ENOUGH: Final = 2
"""So many other results are enough to compare with."""


def warnings_of(here: DuplicateVisit, place: Place, line: Mapping[str, Any]) -> Iterator[str]:
    """Yield what to ask before this result is saved."""
    state = here.state
    there = state.table_at(place.round, place.table)
    if there is None:
        return
    if place.board not in there.boards:
        yield tell(
            "Board {n} is not at table {table} in round {round}.",
            n=place.board,
            table=place.table,
            round=place.round,
        )
    for pair in there.pairs:
        for other, saved in state.lines.items():
            mine = other.board == place.board and other != place
            if mine and pair in saved.contestants and here.state.kind != TEAMS:
                yield tell(
                    "{name} has played board {n} already.", name=here.name(pair), n=place.board
                )
    yield from _far_from_others(here, place, line)


def _far_from_others(here: DuplicateVisit, place: Place, line: Mapping[str, Any]) -> Iterator[str]:
    """Ask about a score that is on the other side of all others, which agree with one another."""
    score = words.score_of(line, place.board)
    others = {
        found
        for other, saved in here.state.lines.items()
        if other.board == place.board and other != place
        if (found := words.score_of(saved.payload, place.board)) is not None
    }
    count = sum(other.board == place.board and other != place for other in here.state.lines)
    if score is None or count < ENOUGH or not others:
        return
    low, high = min(others), max(others)
    if score < low - FAR and low > 0 or score > high + FAR and high < 0:
        yield tell(
            "{n} is far from all other results of this board. Is the direction right?",
            n=minus(score),
        )
