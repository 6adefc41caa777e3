"""The command `admin`, for whoever runs the server: what there is, and what to do about it."""

import argparse
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from scorekeeper import places
from scorekeeper.operator import actions, audit
from scorekeeper.operator.actions import NoSuchThing
from scorekeeper.plain_text import without_control_characters
from scorekeeper.server.app_setup import ready_app
from scorekeeper.store import deleting, overview
from scorekeeper.store.sql.database import reading
from scorekeeper.store.sql.health import size
from scorekeeper.store.sql.trouble import Unavailable
from scorekeeper.store.table.write import now

REFUSED: Final = 2
BY: Final = "command line"
MOST_LISTED: Final = 20


def admin(options: argparse.Namespace) -> int:
    """Do what is asked for; the status of the command."""
    with ready_app().app_context():
        try:
            print(*_done(options), sep="\n")
        except NoSuchThing as missing:
            return _refused(f"There is no game or league {missing} with which that can be done.")
        except (OSError, Unavailable) as trouble:
            return _refused(f"Nothing was done: {trouble}.")
    return 0


def _done(options: argparse.Namespace) -> Iterator[str]:
    listing = {"show": _counts, "games": _games, "leagues": _leagues, "log": _log}
    if options.act in listing:
        yield from listing[options.act]()
    elif options.act == "purge":
        count = actions.purge_never_played(options.days, BY)
        yield f"Deleted: {count}. They can be resumed for a day."
    elif options.act == "organiser-link":
        key = places.signing_key()
        secret = actions.organiser_link(options.id, BY, key, replace=options.replace)
        yield f"/s/{secret}"
        yield "Put your server's address before it, and hand it to the organiser alone."
    else:
        act = {"suspend": actions.suspend, "delete": actions.delete, "resume": actions.resume}
        act[options.act](options.id, BY)
        yield f"{options.id}: done ({options.act})."


def _counts() -> Iterator[str]:
    with reading() as connection:
        told = overview.overview(connection, now() - deleting.DAY)
    for name, count in told._asdict().items():
        label = {"active": "active today", "phones": "phones seen today"}.get(name, name)
        yield f"{label.replace('_', ' '):<18} {count:>10}"
    yield f"{'database':<18} {size() / 1e6:>10.1f} MB"


def _games() -> Iterator[str]:
    with reading() as connection:
        for one in overview.largest_games(connection, MOST_LISTED):
            yield (
                f"{one.public_id}  {one.game:<14} {one.records:>6} records  "
                f"{_day(one.changed)}  {_state(one.marked, one.status)}"
                f"{f'  league {one.league}' if one.league else ''}"
            )


def _leagues() -> Iterator[str]:
    with reading() as connection:
        for one in overview.largest_leagues(connection):
            yield (
                f"{one.public_id}  {one.games:>6} games  {one.players:>4} players  "
                f"{one.decisions:>5} decisions  {_day(one.changed)}  "
                f"{without_control_characters(one.name)}  {_state(one.marked, '')}"
            ).rstrip()


def _log() -> Iterator[str]:
    for line in audit.lines():
        yield f"{line['at']}  {line['by']}: {line['act']} {line['about']}"


def _day(at: int | None) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat() if at else f"{'-':<10}"


def _state(marked: int | None, status: str) -> str:
    if marked is None:
        return status
    return "suspended" if marked == deleting.SUSPENDED else "deleted"


def _refused(why: str) -> int:
    print(why, file=sys.stderr)
    return REFUSED
