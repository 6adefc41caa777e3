"""The command `admin`, for operators: counts, lists, and what can be done about them."""

import argparse
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from scorekeeper import places
from scorekeeper.operator import actions, audit
from scorekeeper.operator.actions import NoSuchThing
from scorekeeper.plain_text import without_control_characters
from scorekeeper.sentences import Message, tell
from scorekeeper.server.app_setup import ready_app
from scorekeeper.store import deleting, overview
from scorekeeper.store.sql.database import reading
from scorekeeper.store.sql.health import size
from scorekeeper.store.sql.trouble import Unavailable
from scorekeeper.store.table.rows import now

REFUSED: Final = 2
BY: Final[Message] = "command line"
MOST_LISTED: Final = 20
_COUNTED: Final[dict[str, Message]] = {
    "games": "games",
    "finished": "finished",
    "suspended": "suspended",
    "deleted": "deleted",
    "never_played": "never played",
    "leagues": "leagues",
    "records": "records",
    "active": "active today",
    "phones": "phones seen today",
}
"""What each count of the overview is called."""


def admin(options: argparse.Namespace) -> int:
    """Do what is asked for; the status of the command."""
    with ready_app().app_context():
        try:
            print(*_done(options), sep="\n")
        except NoSuchThing as missing:
            return _refused(tell("No game or league {id} allows that.", id=str(missing)))
        except (OSError, Unavailable) as trouble:
            return _refused(tell("Nothing was changed: {reason}.", reason=str(trouble)))
    return 0


def _done(options: argparse.Namespace) -> Iterator[str]:
    listing = {"show": _counts, "games": _games, "leagues": _leagues, "log": _log}
    if options.act in listing:
        yield from listing[options.act]()
    elif options.act == "purge":
        count = actions.purge_never_played(options.days, BY)
        yield tell("{n} {n:game|games} deleted. You can resume them for a day.", n=count)
    elif options.act == "organiser-link":
        key = places.signing_key()
        secret = actions.organiser_link(options.id, BY, key, replace=options.replace)
        yield f"/s/{secret}"
        yield tell("Put your server's address in front of it. Give it to the organiser only.")
    else:
        act = {
            "drop-passphrase": actions.drop_passphrase,
            "suspend": actions.suspend,
            "delete": actions.delete,
            "resume": actions.resume,
        }
        act[options.act](options.id, BY)
        done = {
            "drop-passphrase": tell("{id} no longer asks for a passphrase.", id=options.id),
            "suspend": tell("{id} suspended.", id=options.id),
            "delete": tell("{id} deleted. You can resume it for a day.", id=options.id),
            "resume": tell("{id} resumed.", id=options.id),
        }
        yield done[options.act]


def _counts() -> Iterator[str]:
    with reading() as connection:
        told = overview.overview(connection, now() - deleting.DAY)
    for name, count in told._asdict().items():
        yield f"{tell(_COUNTED[name]):<18} {count:>10}"
    yield f"{tell('database'):<18} {size() / 1e6:>10.1f} MB"


def _games() -> Iterator[str]:
    with reading() as connection:
        for one in overview.largest_games(connection, MOST_LISTED):
            records = tell("{n} {n:record|records}", n=one.records)
            league = f"  {tell('league {id}', id=one.league)}" if one.league else ""
            yield (
                f"{one.public_id}  {one.game:<14} {records:>14}  "
                f"{_day(one.changed)}  {_state(one.marked, one.status)}{league}"
            )


def _leagues() -> Iterator[str]:
    with reading() as connection:
        for one in overview.largest_leagues(connection):
            games = tell("{n} {n:game|games}", n=one.games)
            players = tell("{n} {n:player|players}", n=one.players)
            changes = tell("{n} {n:change|changes}", n=one.decisions)
            yield (
                f"{one.public_id}  {games:>12}  {players:>12}  {changes:>13}  {_day(one.changed)}  "
                f"{without_control_characters(one.name)}  {_state(one.marked, '')}"
            ).rstrip()


def _log() -> Iterator[str]:
    for line in audit.lines():
        yield f"{line['at']}  {tell(line['by'])}: {tell(line['act'])} {line['about']}"


def _day(at: int | None) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat() if at else f"{'-':<10}"


def _state(marked: int | None, status: str) -> str:
    if marked is None:
        return status
    return tell("suspended") if marked == deleting.SUSPENDED else tell("deleted")


def _refused(why: str) -> int:
    print(why, file=sys.stderr)
    return REFUSED
