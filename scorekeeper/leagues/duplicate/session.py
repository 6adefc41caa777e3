"""A duplicate evening as a session document, and what it comes to."""

from collections.abc import Callable, Iterator, Mapping
from threading import Lock
from typing import Final, NamedTuple

import msgspec
from cachetools import LRUCache

from scorekeeper.duplicate.kitchen import beside
from scorekeeper.duplicate.movements.others import SWISS
from scorekeeper.duplicate.result import score
from scorekeeper.leagues.duplicate.records import (
    BYE,
    OTHER_FORM,
    DuplicateState,
    Place,
)
from scorekeeper.sheet.documents import Document

FORMAT: Final = "scorekeeper-duplicate/1"
NORTH_SOUTH, EAST_WEST = "NS", "EW"


class Scored(NamedTuple):
    """A session's document and its result's, and where each of its lines was played, by board."""

    session: Document
    result: Document
    places: Mapping[int, list[Place | None]]
    """None for a result of the past session."""

    def line(self, place: Place) -> tuple[Document, Document] | None:
        """Return the line of a place with its points; None where there is none."""
        for given, told in zip(self.session["boards"], self.result["boards"], strict=True):
            if given["number"] == place.board and place in self.places[place.board]:
                at = self.places[place.board].index(place)
                return given["results"][at], told["results"][at]
        return None

    def board(self, number: int) -> Document | None:
        """Return the result of a board; None where it has none."""
        return next((one for one in self.result["boards"] if one["number"] == number), None)


def session_document(
    state: DuplicateState, name: Callable[[int], str], event: Mapping[str, str]
) -> tuple[Document, Mapping[int, list[Place | None]]]:
    """Return the session, players called by ``name``; and by board where its lines were played."""
    if state.past is not None:
        return _beside(state, state.past)
    boards: dict[int, list[Place | None]] = {one: [] for one in _boards(state)}
    for place in sorted(state.lines):
        boards.setdefault(place.board, []).append(place)
    session: Document = {
        "format": FORMAT,
        "event": {key: value for key, value in event.items() if value},
        "kind": state.kind,
        "scoring": state.setup["scoring"],
        "contestants": [*_contestants(state, name)],
        "movement": state.movement_now,
        "boards": [
            {
                "number": number,
                **_deal(state, number),
                "results": [_line(state, place) for place in places if place],
            }
            for number, places in sorted(boards.items())
        ],
    }
    if state.adjustments:
        session["adjustments"] = [*state.adjustments.values()]
    if state.method == "imps" and state.movement["kind"] == SWISS:
        session["byes"] = [
            {"round": round, "team": team, "vp": BYE}
            for round in state.plan
            for team in state.sitting_out(round)
        ]
    return session, boards


def _beside(
    state: DuplicateState, past: Document
) -> tuple[Document, Mapping[int, list[Place | None]]]:
    """Return the past session with the table at home, and where its lines were played."""
    lines = {place.board: line.result for place, line in state.lines.items()}
    at_home = {place.board: place for place in state.lines}
    session = beside(past, state.home, lines)
    places: dict[int, list[Place | None]] = {}
    for board in session["boards"]:
        number, count = board["number"], len(board["results"])
        places[number] = [None] * count
        if number in at_home:
            places[number][-1] = at_home[number]
    return session, places


def _boards(state: DuplicateState) -> Iterator[int]:
    for tables in state.plan.values():
        for one in tables:
            yield from one.boards


def _contestants(state: DuplicateState, name: Callable[[int], str]) -> Iterator[Document]:
    """Yield the pairs; where there are two winners each has the direction in which it began."""
    played = {one for line in state.lines.values() for one in line.contestants}
    for pair, one in state.pairs.items():
        if one.players or pair in played:
            found: Document = {"id": pair, "names": [name(player) for player in one.players]}
            if state.winners == 2:
                found["direction"] = direction_of(state, pair)
            yield found


def direction_of(state: DuplicateState, pair: str) -> str:
    """Return the side on which a pair sits where it is planned first."""
    for of_round in state.movement["plan"]:
        for one in of_round["tables"]:
            if pair in (one["ns"], one["ew"]):
                return NORTH_SOUTH if one["ns"] == pair else EAST_WEST
    return EAST_WEST


def _deal(state: DuplicateState, board: int) -> Document:
    """Return how the cards of a board lay; nothing while anybody may still play it."""
    return {"deal": state.deals[board]} if state.over and board in state.deals else {}


def _line(state: DuplicateState, place: Place) -> Document:
    line = state.lines[place].result
    if (place.round, place.table) in state.fouled.get(place.board, ()):
        return {**line, "group": OTHER_FORM}
    return line


# --- what it comes to ---------------------------------------------------------------------------

_cache: LRUCache[bytes, Scored] = LRUCache(64)
_lock: Final = Lock()


def scored(state: DuplicateState, name: Callable[[int], str], event: Mapping[str, str]) -> Scored:
    """Return the session with its result; the same session is scored once."""
    session, places = session_document(state, name, event)
    key = msgspec.json.encode(session)
    with _lock:
        known = _cache.get(key)
    if known is None:
        known = Scored(session, score(session), places)
        with _lock:
            _cache[key] = known
    return known
