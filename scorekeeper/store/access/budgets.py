"""Limits on guesses at a passphrase and on new games and leagues, in a window of time. They are
counted in the database, for all servers alike."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from flask import current_app
from sqlalchemy import Connection, delete, func, select

from scorekeeper.store.access.links import hash_secret
from scorekeeper.store.schema.league import Guess
from scorekeeper.store.schema.table import GameTable
from scorekeeper.store.sql.database import insert_or_update, is_sqlite
from scorekeeper.store.sql.trouble import QuotaReached
from scorekeeper.store.table.rows import now

_GUESS: Final = Guess.metadata.tables["guess"]
_DAY: Final = 24 * 60 * 60 * 1000


class Budget(NamedTuple):
    """A limit on what is counted under ``what``: ``most`` in a ``window`` of so many
    milliseconds."""

    what: str
    most: int
    window: int


def retry_after(connection: Connection, budgets: Sequence[Budget]) -> int:
    """Return the seconds to wait until none of these is spent; 0: none is.

    Whoever counts does so in the transaction in which this was asked. Other guesses wait for its
    end: forty sent at once, each of which had looked before any was counted, were all answered.
    """
    if not is_sqlite(connection):  # there writers take turns anyway
        # sorted: of two that lock the same in another order, each would wait for the other
        for what in sorted(one.what for one in budgets):
            connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(what))))
    at = now()
    return max((_seconds_left(connection, one, at) for one in budgets), default=0)


def count(connection: Connection, budgets: Sequence[Budget], units: int = 1) -> None:
    """Count so many more under each."""
    at = now()
    for one in budgets:
        row = connection.execute(select(_GUESS).where(_GUESS.c.what == one.what)).first()
        fresh = row is None or _is_over(one, row.since, at)
        new = {"wrong": units, "since": at} if fresh else {"wrong": _GUESS.c.wrong + units}
        query = insert_or_update(connection, _GUESS).values(what=one.what, wrong=units, since=at)
        connection.execute(query.on_conflict_do_update(index_elements=["what"], set_=new))
        if fresh:
            _delete_old(connection, at)


def _seconds_left(connection: Connection, budget: Budget, at: int) -> int:
    row = connection.execute(select(_GUESS).where(_GUESS.c.what == budget.what)).first()
    if row is None or row.wrong < budget.most or _is_over(budget, row.since, at):
        return 0
    return int(row.since + budget.window - at) // 1000 + 1


def _is_over(budget: Budget, since: int, at: int) -> bool:
    """Return whether a window that began ``since`` is over. One that begins in the future is: a
    clock that ran ahead would lock everybody out until then."""
    return not since <= at < since + budget.window


def _delete_old(connection: Connection, at: int) -> None:
    """Delete counts whose window began more than a day ago, or will, but for rows that another
    server has locked."""
    lately = _GUESS.c.since.between(at - _DAY, at + _DAY)
    old = select(_GUESS.c.what).where(~lately).with_for_update(skip_locked=True)
    connection.execute(delete(_GUESS).where(_GUESS.c.what.in_(old)))


# --- making games and leagues -------------------------------------------------------------------

_HOUR: Final = 60 * 60 * 1000
GAMES: Final = "games"
CLAIMS: Final = "names"
CODES: Final = "codes"
LEAGUES: Final = "leagues"
DRAFTS: Final = "drafts"
_MOST: Final = {
    **{GAMES: (400, 1000), LEAGUES: (10, 50), CLAIMS: (30, 1000), CODES: (60, 600)},
    DRAFTS: (600, 2000),
}
"""Per hour, by one device and from one address. A club with 40 tables that plays 8 rounds an hour
starts 320 games."""


def units(entries: int) -> int:
    """Return how much a game of so many entries, or a file of so many games, counts: 1, and 1 more
    per 100."""
    return 1 + entries // 100


class BudgetSpent(Exception):
    """Too many of a ``kind`` were made lately; the next has to ``wait`` so many seconds."""

    def __init__(self, kind: str, wait: int) -> None:
        super().__init__(f"too many {kind}; wait {wait} s")
        self.kind = kind
        self.wait = wait


def spend(connection: Connection, kind: str, device: str, address: str, units: int = 1) -> None:
    """Count what is made in this transaction. Raises ``BudgetSpent`` where that is too much,
    ``QuotaReached`` where there are as many games as the operator allows.

    ``address`` is where the request came from, empty where that is unknown.
    """
    if kind == GAMES:
        _check_quota(connection)
    times = current_app.config.get("BUDGET", 0)
    if not times:
        return
    by_device, by_address = _MOST[kind]
    budgets = [Budget(f"{kind} {device}", by_device * times, _HOUR)]
    if address:
        budgets.append(Budget(f"{kind} {hash_secret(address)}", by_address * times, _HOUR))
    if wait := retry_after(connection, budgets):
        raise BudgetSpent(kind, wait)
    count(connection, budgets, units)


def spent(connection: Connection) -> dict[str, int]:
    """Return how many devices and addresses have reached their limit within the hour, by kind."""
    times = current_app.config.get("BUDGET", 0)
    found: dict[str, int] = {}
    at = now()
    for row in connection.execute(select(_GUESS).where(_GUESS.c.since.between(at - _HOUR, at))):
        kind = row.what.partition(" ")[0]
        if times and kind in _MOST and row.wrong >= _MOST[kind][0] * times:
            found[kind] = found.get(kind, 0) + 1
    return found


def _check_quota(connection: Connection) -> None:
    most = current_app.config.get("MOST_GAMES", 0)
    here = GameTable.deleted.is_(None) & (GameTable.version >= 0)
    games = select(func.count()).select_from(GameTable).where(here)
    if most and (connection.scalar(games) or 0) >= most:
        raise QuotaReached(full=True)
