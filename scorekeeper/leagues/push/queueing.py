"""Queueing news for the phones that want it, in the queue that webhooks have."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from sqlalchemy import Connection

from scorekeeper.leagues.push.news import CONTESTED, ROUND, TABLE, News, news_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.store import push_phones
from scorekeeper.store.league import leagues, webhook_posts
from scorekeeper.store.league.state import ORGANISER, League
from scorekeeper.store.push_phones import KnownPushPhone
from scorekeeper.store.schema.table import Json
from scorekeeper.store.sql.database import writing
from scorekeeper.store.table.rows import now
from scorekeeper.tables.loading import LoadedTable


def queue_changes(connection: Connection, before: League, after: League, device: str) -> None:
    """Queue what a decision of this device brings; the device itself is told nothing."""
    phones = _phones(connection, after, device)
    if not phones:
        return
    for news in news_of(before, after, date.today().isoformat()):
        to = [one for one in phones if news.player in (None, after.player_of(one.device))]
        _queue(connection, after, to, news)


class SeatedTable(NamedTuple):
    """A table that was started: its public id, its place in the round, its players in the order of
    seats."""

    public_id: str
    place: int
    seats: Sequence[int]


def queue_round(
    visit: LeagueVisit,
    device: str,
    evening: int,
    round: int,
    tables: Sequence[SeatedTable],
    *,
    partners: bool,
) -> None:
    """Queue that these tables of a round were started: each player is told theirs, everybody else
    that the round has started. ``partners``: the first and the third seat play together."""
    league = visit.league
    at_table = {league.after_merges(player): one for one in tables for player in one.seats}
    whole = News(ROUND, {"evening": evening, "round": round})
    with writing() as connection:
        for phone in _phones(connection, league, device):
            own = at_table.get(league.player_of(phone.device) or 0)
            news = whole
            if own and TABLE not in phone.off:
                more = {"table": own.public_id, "place": own.place, "seats": [*own.seats]}
                news = News(TABLE, {**whole.payload, **more, "partners": partners})
            _queue(connection, league, [phone], news)


def queue_contested(table: LoadedTable, device: str) -> None:
    """Queue that this device contests a result at a table: its other players are told, and the
    organisers."""
    if table.row.league_id is None:
        return
    with writing() as connection:
        info = leagues.by_id(connection, table.row.league_id)
        league = leagues.read(connection, info)
        known = leagues.players_by_person(connection, league.id, table.persons.values())
        seated = [known[person] for person in table.persons.values() if person in known]
        organisers = {
            one.device for one in push_phones.phones_in(connection, league.id, [ORGANISER])
        }
        players = {league.after_merges(player) for player in seated}
        to = [
            one
            for one in _phones(connection, league, device)
            if one.device in organisers or league.player_of(one.device) in players
        ]
        _queue(
            connection,
            league,
            to,
            News(CONTESTED, {"table": table.row.public_id, "players": seated}),
        )


def _phones(connection: Connection, league: League, device: str) -> list[KnownPushPhone]:
    known = push_phones.phones_in(connection, league.id)
    return [one for one in known if one.device != device]


def _queue(
    connection: Connection, league: League, phones: Iterable[KnownPushPhone], news: News
) -> None:
    payload: Json = {"kind": news.kind, **news.payload}
    wanted = [(one.device, payload) for one in phones if news.kind not in one.off]
    webhook_posts.queue_news(connection, league.id, wanted, now())
