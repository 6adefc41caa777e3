"""A league of any size, filled quickly: a few games are played by the real engine, and what it
wrote is written again and again for other players.

Results and sums are counted from the games as they always are.
"""

import json
import re
import secrets
from collections.abc import Mapping, Sequence
from contextlib import closing
from random import Random
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, select

from scorekeeper.days import DAY
from scorekeeper.games import games
from scorekeeper.leagues.decisions import DecisionRequest
from scorekeeper.leagues.lifecycle import create_league
from scorekeeper.leagues.membership import add_members
from scorekeeper.leagues.tables import open_table, persons_of
from scorekeeper.leagues.visit import LeagueVisit, visit_league
from scorekeeper.sheet.documents import Document
from scorekeeper.store.league import leagues as stored
from scorekeeper.store.league.league_games import UNFINISHED, next_end_time
from scorekeeper.store.schema.table import Base
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.tables import league_results
from tests.games.drawn import played_out

DEVICE: Final = "organiser"
PLAYERS: Final = [f"Player {n:02}" for n in range(1, 41)]
PLAYED: Final = ("whist", "oh-hell", "euchre")
"""Games with partners and without, ten to twelve deals each on the average."""

RARE: Final = "tally"
"""A game that was played long ago, and seldom."""

RARELY: Final = 10
SAMPLES: Final = 20
AT_ONCE: Final = 2_000
APART: Final = DAY // 12
"""Milliseconds from the end of a game to that of the next: an evening has a dozen."""

_BESIDE: Final = ("scored", "access")  # tables of the database that have rows of a table's
_MARK: Final = re.compile(r"\\ue000(\d+)\\ue001")  # a person in a stored text, as JSON has it

NOBODY: Final[Mapping[str, str]] = {}

Row = dict[str, Any]


class Club(NamedTuple):
    """A league, by its public id, and what was played in it."""

    league: str
    games: int
    deals: int


class Sample(NamedTuple):
    """A game as the engine wrote it: its rows by table of the database."""

    players: Sequence[int]
    deals: int
    table: Row
    game: Row
    records: Sequence[Row]
    beside: Mapping[str, Sequence[Row]]


def new_club(players: Sequence[str] = PLAYERS) -> str:
    """An empty league of these players; its public id."""
    key, scoring = secrets.token_hex(8), {"scheme": "total"}
    league = create_league("Tuesday club", key=key, device=DEVICE, scoring=scoring)
    order = DecisionRequest(secrets.token_hex(8), None, DEVICE)
    add_members(visit_league(league, DEVICE), order, players)
    return league


def sheets_to_play(seed: int) -> list[Document]:
    """Sheets of games of four that are over, the rare ones first."""
    pad = {"format": "scorekeeper/1", "game": RARE}
    found = [{**pad, "entries": [{"points": [n, 3, 2, 1]}, {"finish": {}}]} for n in range(RARELY)]
    for slug in PLAYED:
        own: list[Document] = []
        while len(own) < SAMPLES:
            seed += 1
            own += played_out(games()[slug], 100, seed)[:-1]  # the last is not over
        found += own[:SAMPLES]
    return found


def play(league: str, sheet: Document, players: Sequence[str]) -> str:
    """Have these players play this game in the ordinary way; the public id of its table."""
    visit = visit_league(league, DEVICE)
    document = {**sheet, "players": [*players]}
    return open_table(visit, document, key=secrets.token_hex(8), device=DEVICE)


def filled(count: int, seed: int = 1) -> Club:
    """A league in which so many games were played."""
    league, random = new_club(), Random(seed)
    samples = [_sampled(league, sheet, random) for sheet in sheets_to_play(seed)]
    often = samples[RARELY:]
    deals = sum(one.deals for one in samples)
    visit = visit_league(league, DEVICE)
    persons = [*persons_of(visit).values()]
    left = count - len(samples)
    while left > 0:
        some = [random.choice(often) for _ in range(min(left, AT_ONCE))]
        seatings = [random.sample(persons, len(one.players)) for one in some]
        copy(visit, [*zip(some, seatings, strict=True)])
        deals += sum(one.deals for one in some)
        left -= len(some)
    return Club(league, count, deals)


def _sampled(league: str, sheet: Document, random: Random) -> Sample:
    return sample_of(play(league, sheet, random.sample(PLAYERS, 4)))


def sample_of(public_id: str) -> Sample:
    """The game at a table of a league, as it was written."""
    with reading() as connection:
        (table,) = _rows(connection, "game_table", public_id=public_id)
        (game,) = _rows(connection, "league_game", table_id=table["id"])
        records = _rows(connection, "record", table_id=table["id"])
        beside = {name: _rows(connection, name, table_id=table["id"]) for name in _BESIDE}
    seated = table["summary"]["seats"]
    return Sample(seated, game["played"]["deals"], table, game, records, beside)


def _rows(connection: Connection, name: str, **where: Any) -> list[Row]:
    table = Base.metadata.tables[name]
    query = select(table).where(*(table.c[column] == value for column, value in where.items()))
    return [dict(row._mapping) for row in connection.execute(query)]


def copy(visit: LeagueVisit, played: Sequence[tuple[Sample, Sequence[int]]]) -> None:
    """Have these games be played by these persons, one after another."""
    with writing() as connection:
        info = stored.lock(connection, visit.info.id)
        ended = next_end_time(connection, info.id, played[0][0].table["updated"])
        first = {name: _next_id(connection, name) for name in ("game_table", "league_game")}
        copies = [
            _copied(one, dict(zip(one.players, persons, strict=True)), place, ended, first)
            for place, (one, persons) in enumerate(played)
        ]
        for name in ("game_table", "record", *_BESIDE, "league_game"):
            _insert(connection, name, [row for rows in copies for row in rows[name]])
        ids = range(first["league_game"], first["league_game"] + len(played))
        league_results.count_games(connection, stored.read(connection, info), ids)


def _copied(
    one: Sample, persons: Mapping[int, int], place: int, ended: int, first: Mapping[str, int]
) -> dict[str, list[Row]]:
    """The rows of a game, by table of the database, for other persons."""
    table_id = first["game_table"] + place
    own = {"id": table_id, "public_id": secrets.token_hex(5), "request_key": secrets.token_hex(8)}
    game = {
        "id": first["league_game"] + place,
        "table_id": table_id,
        "first_ended": ended + place * APART,
        "ended": ended + place * APART,
    }
    played = [{**own, "person": persons[own["person"]]} for own in one.game["played"]["players"]]
    seats = [persons[person] for person in one.table["summary"]["seats"]]
    table = {**one.table, **own, "summary": {**one.table["summary"], "seats": seats}}
    fresh = {
        "played": {**one.game["played"], "players": played},
        "counts": UNFINISHED,
    }
    head = {**one.records[0], "payload": {**one.records[0]["payload"], "players": seats}}
    marked = {str(old): str(new) for old, new in persons.items()}
    return {
        "game_table": [_plain(table, marked)],
        "league_game": [_plain({**one.game, **game, **fresh})],
        "record": [_plain({**row, "table_id": table_id}) for row in (head, *one.records[1:])],
        **{
            name: [_plain({**row, "table_id": table_id, "id": None}, marked) for row in rows]
            for name, rows in one.beside.items()
        },
    }


def _plain(row: Row, marked: Mapping[str, str] = NOBODY) -> Row:
    """The row as the driver takes it, with other persons marked in its texts."""
    return {name: _written(value, marked) for name, value in row.items()}


def _written(value: Any, marked: Mapping[str, str]) -> Any:
    if not isinstance(value, dict):
        return value
    return _MARK.sub(lambda mark: f"\\ue000{marked[mark[1]]}\\ue001", json.dumps(value))


def _next_id(connection: Connection, name: str) -> int:
    table = Base.metadata.tables[name]
    last = connection.scalar(select(table.c.id).order_by(table.c.id.desc()).limit(1))
    return (last or 0) + 1


def _insert(connection: Connection, name: str, rows: Sequence[Row]) -> None:
    columns = [column.name for column in Base.metadata.tables[name].columns]
    places = ", ".join(f":{column}" for column in columns)
    names = ", ".join(f'"{column}"' for column in columns)
    with closing(connection.connection.cursor()) as cursor:
        cursor.executemany(f"INSERT INTO {name} ({names}) VALUES ({places})", rows)
