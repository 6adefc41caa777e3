"""Writing at a duplicate evening, and reading what stands there.

Every write is tried on the evening as it is, inside the transaction that appends it. A request that
was answered before writes nothing again.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Final

from cachetools import LRUCache
from sqlalchemy import Connection

from scorekeeper.leagues.decisions import refuse_unprintable
from scorekeeper.leagues.duplicate.folding import fold
from scorekeeper.leagues.duplicate.records import DuplicateState
from scorekeeper.leagues.duplicate.season import update_season
from scorekeeper.leagues.evening.plan import DUPLICATE
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.store.league import duplicate_records as store
from scorekeeper.store.league import leagues
from scorekeeper.store.league.leagues import LeagueInfo
from scorekeeper.store.league.state import League
from scorekeeper.store.schema.table import Json
from scorekeeper.store.sql.database import reading, writing

Written = Sequence[tuple[str, Json]]
"""Records to write, each its kind and payload."""
Writes = Callable[[DuplicateState, League], Written]


@dataclass(frozen=True)
class Sent:
    """Under which key and by which phone something is sent."""

    key: str
    device: str


_cache: LRUCache[tuple[str, int], DuplicateState] = LRUCache(32)
"""The newest state of an evening, by the league's public id and the evening's number."""
_lock: Final = Lock()


def state_of(visit: LeagueVisit, evening: int) -> DuplicateState:
    """Return a duplicate evening as it stands; without a setup where it is none. Raises
    ``Unavailable``."""
    with reading() as connection:
        return _read(connection, visit.info, evening)


def _read(connection: Connection, league: LeagueInfo, evening: int) -> DuplicateState:
    """Return the evening; only records that are newer than the state known here are read."""
    key = league.public_id, evening
    with _lock:
        known = _cache.get(key, DuplicateState())
    new = store.records(connection, league.id, evening, known.version)
    if any(one.kind == store.ERASED for one in new):
        known, new = DuplicateState(), store.records(connection, league.id, evening)
    if not new:
        return known
    state = fold([*known.records, *new])
    state.share_plan(known)
    with _lock:
        _cache[key] = state
    return state


def is_duplicate(visit: LeagueVisit, evening: int) -> bool:
    """Return whether an evening of that number is set up as a duplicate evening."""
    planned = visit.league.evenings.get(evening, {})
    return planned.get("kind") == DUPLICATE and bool(version_of(visit, evening))


def version_of(visit: LeagueVisit, evening: int) -> int:
    """Return a number that grows with each record of the evening."""
    with reading() as connection:
        return store.newest(connection, visit.info.id, evening)


def write(visit: LeagueVisit, sent: Sent, evening: int, writes: Writes) -> None:
    """Append what ``writes`` makes of the evening as it is; the season follows.

    Raises ``DecisionRefused`` as ``writes`` does, ``Unavailable``.
    """
    with writing() as connection:
        info = leagues.lock(connection, visit.info.id)
        before = _read(connection, info, evening)
        if store.seq_of_request(connection, info.id, sent.key) is not None:
            return
        league = leagues.read(connection, info)
        made = writes(before, league)
        if not made:
            return
        refuse_unprintable([payload for _, payload in made])
        store.append(connection, info.id, evening, made, request_key=sent.key, device=sent.device)
        # a line of a session that goes on concerns no season
        if before.over or any(kind in ("over", "undo", "redo") for kind, _ in made):
            now = fold(store.records(connection, info.id, evening))
            update_season(connection, league, evening, now)
