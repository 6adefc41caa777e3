"""The command `admin`, for operators: counts, lists, and what can be done about them."""

from datetime import UTC, datetime
from typing import Any, Final

import click

from scorekeeper import operator_actions as actions
from scorekeeper import places
from scorekeeper.commands.command import Command, CommandGroup, NotDone
from scorekeeper.plain_text import without_control_characters
from scorekeeper.sentences import Message, phrase, tell
from scorekeeper.server.app_setup import ready_app
from scorekeeper.store import deleting, overview
from scorekeeper.store.sql.database import reading
from scorekeeper.store.sql.health import size
from scorekeeper.store.sql.trouble import Unavailable
from scorekeeper.store.table.rows import now

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


class _Action(Command):
    def invoke(self, context: click.Context) -> Any:
        with ready_app().app_context():
            try:
                return super().invoke(context)
            except actions.NoSuchThing as missing:
                raise NotDone(
                    tell("No game or league {id} allows that.", id=str(missing))
                ) from None
            except (OSError, Unavailable) as trouble:
                raise NotDone(tell("Nothing was changed: {reason}.", reason=str(trouble))) from None


class _Actions(CommandGroup):
    command_class = _Action


admin = _Actions("admin", default="show")


@admin.command(help=phrase("count games, leagues and phones (the default)"))
def show() -> None:
    with reading() as connection:
        counts = overview.overview(connection, now() - deleting.DAY)
    for name, count in counts._asdict().items():
        print(f"{tell(_COUNTED[name]):<18} {count:>10}")
    print(f"{tell('database'):<18} {size() / 1e6:>10.1f} MB")


@admin.command(help=phrase("list the 20 largest games"))
def games() -> None:
    with reading() as connection:
        for one in overview.largest_games(connection, MOST_LISTED):
            records = tell("{n} {n:record|records}", n=one.records)
            league = f"  {tell('league {id}', id=one.league)}" if one.league else ""
            print(
                f"{one.public_id}  {one.game:<14} {records:>14}  "
                f"{_day(one.changed)}  {_state(one.marked, one.status)}{league}"
            )


@admin.command(help=phrase("list all leagues and their sizes"))
def leagues() -> None:
    with reading() as connection:
        for one in overview.largest_leagues(connection):
            games = tell("{n} {n:game|games}", n=one.games)
            players = tell("{n} {n:player|players}", n=one.players)
            changes = tell("{n} {n:change|changes}", n=one.decisions)
            line = (
                f"{one.public_id}  {games:>12}  {players:>12}  {changes:>13}  {_day(one.changed)}  "
                f"{without_control_characters(one.name)}  {_state(one.marked, '')}"
            )
            print(line.rstrip())


def _day(at: int | None) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat() if at else f"{'-':<10}"


def _state(marked: int | None, status: str) -> str:
    if marked is None:
        return status
    return tell("suspended") if marked == deleting.SUSPENDED else tell("deleted")


@admin.command(help=phrase("show what operators have done"))
def log() -> None:
    for line in actions.audit_lines():
        print(f"{line['at']}  {tell(line['by'])}: {tell(line['act'])} {line['about']}")


_id = click.argument("id", help=phrase("the last part of its address, after /t/ or /l/"))


@admin.command(help=phrase("create a link that lets an organiser back into a league"))
@_id
@click.option("--replace", is_flag=True, help=phrase("sign out everyone who used the old link"))
def organiser_link(id: str, replace: bool) -> None:
    secret = actions.organiser_link(id, BY, places.signing_key(), replace=replace)
    print(f"/s/{secret}")
    print(tell("Put your server's address in front of it. Give it to the organiser only."))


@admin.command(help=phrase("let organisers in by their link if they forgot the passphrase"))
@_id
def drop_passphrase(id: str) -> None:
    actions.drop_passphrase(id, BY)
    print(tell("{id} no longer asks for a passphrase.", id=id))


@admin.command(help=phrase("hide a game or league until you resume it"))
@_id
def suspend(id: str) -> None:
    actions.suspend(id, BY)
    print(tell("{id} suspended.", id=id))


@admin.command(help=phrase("delete a game or league; you can resume it for a day"))
@_id
def delete(id: str) -> None:
    actions.delete(id, BY)
    print(tell("{id} deleted. You can resume it for a day.", id=id))


@admin.command(help=phrase("resume a suspended game or league, or one deleted in the last day"))
@_id
def resume(id: str) -> None:
    actions.resume(id, BY)
    print(tell("{id} resumed.", id=id))


@admin.command(help=phrase("delete games that were never played"))
@click.option("--days", type=int, default=30, help=phrase("after this many days (default: 30)"))
def purge(days: int) -> None:
    count = actions.purge_never_played(days, BY)
    print(tell("{n} {n:game|games} deleted. You can resume them for a day.", n=count))
