"""Erasing a player's name: out of the league, its score sheets, and what was written there."""

from collections.abc import Collection, Iterable

from sqlalchemy import Connection

from scorekeeper.leagues.decisions import DecisionMade, DecisionRequest, decide
from scorekeeper.leagues.membership import amendment, find_player
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.redaction import NamesToErase
from scorekeeper.store import erasing as store
from scorekeeper.store.access.links import LEAGUE
from scorekeeper.store.league import leagues
from scorekeeper.store.league.state import League
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.table.persons import names_of, rename_persons
from scorekeeper.store.table.rows import Change, mark_changed
from scorekeeper.tables.erasing import (
    TEXT,
    NamePlace,
    place_id,
    place_of,
    redact_tables,
    texts_at,
)


def places_of_player(visit: LeagueVisit, player: int, also: Iterable[str] = ()) -> list[NamePlace]:
    """Return the places where a name of the player stands: at the league's tables, and in what its
    organisers wrote. As a player's name it is erased everywhere."""
    with reading() as connection:
        names = NamesToErase([*_names(connection, visit.league, player).values(), *also])
        tables = store.tables_of_league(connection, visit.info.id)
        own = dict.fromkeys(
            text
            for one in store.text_records_of_league(connection, visit.info.id)
            for text in store.free_texts(one.payload, store.OF_LEAGUES)
            if names.spans(text)
        )
        given = store.names_at_joining(connection, visit.info.id).values()
        own |= dict.fromkeys(name for name in given if names.spans(name))
        places = [place_of(text, names, TEXT, "league", None) for text in own]
        return [*places, *texts_at(connection, tables, names)]


def erase_player_name(
    visit: LeagueVisit,
    order: DecisionRequest,
    player: int,
    also: Iterable[str] = (),
    ticked: Collection[str] = (),
) -> DecisionMade:
    """Erase a player's name from everything that is stored, past names too; scores stay. In
    texts that people wrote it is blacked out in the ticked places.

    This cannot be undone. If interrupted, repeat it: the player's own name is erased last.
    """
    with reading() as connection:
        names = NamesToErase([*_names(connection, visit.league, player).values(), *also])
        tables = store.tables_of_league(connection, visit.info.id)
    redact_tables(tables, names, ticked)

    def changes(connection: Connection, league: League) -> list[Change]:
        store.overwrite_deleted(connection)
        number = find_player(league, player)
        persons = _names(connection, league, number)
        rename_persons(connection, {person: f"Forgotten player {person}" for person in persons})
        _redact(connection, league, names, ticked)
        return [amendment(league, number, left=True, forgotten=True, initial="")]

    decided = decide(visit, order, changes)
    with writing() as connection:
        mark_changed(connection)
    store.empty_log()
    return decided


def _names(connection: Connection, league: League, player: int) -> dict[int, str]:
    """Return every name the player ever had, by person."""
    known = leagues.players_by_person(connection, league.id)
    number = league.after_merges(player)
    return names_of(
        connection, [one for one, of in known.items() if league.after_merges(of) == number]
    )


def _redact(
    connection: Connection, league: League, names: NamesToErase, ticked: Collection[str]
) -> None:
    def put(text: str) -> str:
        return names.without_names(text) if place_id(TEXT, "league", text) in ticked else text

    for one in [*store.text_records_of_league(connection, league.id)]:
        payload = store.replace_texts(one.payload, store.OF_LEAGUES, put)
        if payload != one.payload:
            store.overwrite(connection, one, payload, of_league=True)
    store.forget_names_of_phones(connection, LEAGUE, [league.id], names.spans)
    for access, name in store.names_at_joining(connection, league.id).items():
        if put(name) != name:
            store.rename_at_joining(connection, access, put(name))
