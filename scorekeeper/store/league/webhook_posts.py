"""The queue of posts: a row for each game that a webhook is to be told of, and for each news to a
phone.

Servers on one database share it. Each claims a row before it sends, so that none is sent by two at
a time; a server that dies meanwhile leaves a claim that runs out.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, case, delete, func, insert, select, update

from scorekeeper.store.schema.league import LeagueRow, WebhookPost
from scorekeeper.store.schema.table import Json
from scorekeeper.store.sql.database import insert_or_update

_POST = WebhookPost.metadata.tables["webhook_post"]
_LEAGUE = LeagueRow.metadata.tables["league"]


class QueuedPost(NamedTuple):
    """A row of the queue; columns as in ``WebhookPost``, times in milliseconds."""

    id: int
    league_id: int
    game_id: int | None
    queued: int
    due: int | None
    claimed: int
    tries: int
    fault: str
    device: str | None
    news: Json | None


_QUEUED: Final = select(*(_POST.c[name] for name in QueuedPost._fields))


def queue(connection: Connection, league_id: int, games: Sequence[int], at: int) -> None:
    """Queue these games of a league, by id. One that is there already starts anew."""
    if not games:
        return
    new = insert_or_update(connection, _POST)
    # always another moment: a sender who has claimed the row removes it only as it was queued then
    later = case((_POST.c.queued >= at, _POST.c.queued + 1), else_=at)
    again = {"queued": later, "due": at, "tries": 0, "fault": ""}
    same = {"league_id": league_id, "queued": at, "due": at, "claimed": 0, "tries": 0, "fault": ""}
    connection.execute(
        new.on_conflict_do_update(index_elements=["league_id", "game_id"], set_=again),
        [{**same, "game_id": game} for game in games],
    )


def queue_news(
    connection: Connection, league_id: int, news: Iterable[tuple[str, Json]], at: int
) -> None:
    """Queue news for phones of a league, each by its device."""
    same = {"league_id": league_id, "queued": at, "due": at, "claimed": 0, "tries": 0, "fault": ""}
    rows = [{**same, "device": device, "news": one} for device, one in news]
    if rows:
        connection.execute(insert(_POST), rows)


def _ready(at: int) -> Any:
    """The rows that are to be sent now, of leagues that are there."""
    there = _QUEUED.join(_LEAGUE, _LEAGUE.c.id == _POST.c.league_id)
    return there.where(_POST.c.due <= at, _POST.c.claimed <= at, _LEAGUE.c.deleted.is_(None))


def any_ready(connection: Connection, at: int) -> bool:
    """Return whether anything is to be sent now."""
    return connection.execute(_ready(at).limit(1)).first() is not None


def claim(connection: Connection, at: int, until: int) -> QueuedPost | None:
    """Claim the row that has been due for longest, so that no other server sends it before
    ``until``; None where nothing is due."""
    while row := connection.execute(_ready(at).order_by(_POST.c.due).limit(1)).first():
        post = QueuedPost(*row)
        same = (*_same(post), _POST.c.claimed == post.claimed)
        done = connection.execute(update(_POST).where(*same).values(claimed=until))
        # else another server has claimed it since it was read
        if done.rowcount:
            return post
    return None


def _same(post: QueuedPost) -> tuple[Any, ...]:
    """The row, unless its game has changed since."""
    return (_POST.c.id == post.id, _POST.c.queued == post.queued)


def remove(connection: Connection, post: QueuedPost) -> None:
    """Remove what was sent, or is not to be; a game that has changed since stays queued."""
    connection.execute(delete(_POST).where(*_same(post)))
    _release(connection, post)


def postpone(connection: Connection, post: QueuedPost, due: int | None, fault: str) -> None:
    """Note that a try failed, and when the next one is due (None: never)."""
    failed = {"due": due, "tries": post.tries + 1, "fault": fault}
    connection.execute(update(_POST).where(*_same(post)).values(failed))
    _release(connection, post)


def _release(connection: Connection, post: QueuedPost) -> None:
    connection.execute(update(_POST).where(_POST.c.id == post.id).values(claimed=0))


def undeliverable(connection: Connection, league_id: int) -> list[QueuedPost]:
    """Return the results that were given up in a league, by game."""
    own = _QUEUED.where(_POST.c.league_id == league_id, _POST.c.due.is_(None))
    return [QueuedPost(*row) for row in connection.execute(own.order_by(_POST.c.game_id))]


def count_waiting(connection: Connection, league_id: int) -> int:
    """Return how many results of a league are yet to be sent, or sent again."""
    own = (_POST.c.league_id == league_id, _POST.c.due.is_not(None), _POST.c.game_id.is_not(None))
    return connection.scalar(select(func.count()).select_from(_POST).where(*own)) or 0


def try_again(connection: Connection, league_id: int, at: int) -> int:
    """Queue all that was given up in a league once more; how many that are."""
    own = update(_POST).where(_POST.c.league_id == league_id, _POST.c.due.is_(None))
    return connection.execute(own.values(due=at, tries=0, claimed=0)).rowcount
