"""The games of a league, the newest first: players, results, what they count."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import Final, NamedTuple

from sqlalchemy import Connection

from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.standings.numbers import from_units
from scorekeeper.standings.units import PLAYERS
from scorekeeper.store.league import league_games as store
from scorekeeper.store.league import leagues, results
from scorekeeper.store.league.league_games import NEVER, UNFINISHED, GameRow
from scorekeeper.store.league.results import Scope
from scorekeeper.store.league.state import Season
from scorekeeper.store.schema.league import Result
from scorekeeper.store.schema.table import Json
from scorekeeper.store.sql.database import reading
from scorekeeper.store.table import rows as table_rows
from scorekeeper.tables.game_day import day_set
from scorekeeper.tables.league_results import REASONS_NOT_COUNTED, played_as_corrected, unplayed
from scorekeeper.tables.summaries import list_tables

MOST_SHOWN: Final = 20
_AT_ONCE: Final = 500


@dataclass(frozen=True)
class SideInGame:
    """A side in a game. ``number`` is the side's at the table, ``handicap`` what is added to its
    ``points`` (less than 0 where the fewest win), ``worth`` None where the game does not count, or
    counts as the average of each player's other games: then it is ``averaged``."""

    number: int
    players: Sequence[int]
    points: int
    handicap: int
    won: bool
    worth: Fraction | None
    averaged: bool = False


@dataclass(frozen=True)
class GameOfLeague:
    """A game as it is listed. ``table`` is its table's public id (None: it was imported), ``ended``
    a moment of the day on which it counts, in milliseconds; ``day_set``: the day, if one was set;
    ``low``: the fewest points win; ``result_only``: the score was kept on paper; ``winner_only``:
    its points tell only who won;
    ``corrigible``: an organiser may correct the result, which no table has. ``why_not`` says why it
    does not count, in a sentence, and ``reason`` what the organiser wrote. ``unknown_name``
    is the name of a game that is unknown here. The sides stand best first; a game that goes on has
    none, but ``seated``: who sits there by name, side by side. ``unplayed`` where nobody played:
    "walkover" or "bye". ``winners`` are the sides that won before handicaps, by number.
    ``session`` is the evening whose duplicate session it is (None: none), ``in_percent``: its
    points are percentages.
    """

    id: int
    table: str | None
    season: int
    game: str
    ended: int | None
    deals: int
    low: bool
    sides: Sequence[SideInGame]
    why_not: str
    reason: str
    seated: Sequence[str] = ()
    winner_only: bool = False
    day_set: str | None = None
    unknown_name: str = ""
    result_only: bool = False
    corrigible: bool = False
    unplayed: str = ""
    winners: Collection[int] = ()
    session: int | None = None
    in_percent: bool = True


class GamesFilter(NamedTuple):
    """The games to list: of a season, a game (a slug), a player (then only those that count for
    them)."""

    season: Season | None = None
    game: str | None = None
    player: int | None = None


class GamesPage(NamedTuple):
    """Some games, and the moment before which the next ones ended; None where there are none."""

    games: Sequence[GameOfLeague]
    older: int | None


def scope_of(visit: LeagueVisit, season: Season | None = None, game: str | None = None) -> Scope:
    """Return the results of a season (None: of all) and a game (None: of all); those of its pairs
    or teams where it ranks them."""
    if season is None:
        return Scope(visit.info.id, [*visit.league.seasons], game)
    return Scope(visit.info.id, [season.number], game, units=season.ranked != PLAYERS)


def games_of(
    visit: LeagueVisit, wanted: GamesFilter, before: int | None = None, most: int = MOST_SHOWN
) -> GamesPage:
    """Return the games that ended last, ``before`` that moment."""
    with reading() as connection:
        rows = _newest(connection, visit, wanted, before, most + 1)
        shown = [*_listed_games(connection, visit, rows[:most])]
    return GamesPage(shown, shown[-1].ended if len(rows) > most else None)


def games_in_progress(visit: LeagueVisit) -> Sequence[GameOfLeague]:
    """Return the games in progress, without those of a cancelled round."""
    away = {
        game
        for game, decision in visit.league.game_decisions.items()
        if decision.get("struck") and "round" in decision
    }
    with reading() as connection:
        rows = store.games_in_progress(connection, visit.info.id)
        return [*_listed_games(connection, visit, [one for one in rows if one.id not in away])]


def games_by_id(visit: LeagueVisit, ids: Sequence[int]) -> Mapping[int, GameOfLeague]:
    """Return these games, by id."""
    with reading() as connection:
        return read_games_by_id(connection, visit, ids)


def read_games_by_id(
    connection: Connection, visit: LeagueVisit, ids: Collection[int]
) -> Mapping[int, GameOfLeague]:
    """Return these games, by id, in a transaction that is open already."""
    rows = store.listed_games(connection, visit.info.id, ids)
    return {one.id: one for one in _listed_games(connection, visit, rows)}


def game_of(visit: LeagueVisit, number: int) -> GameOfLeague | None:
    """Return the league's game of this id; None where it is none of the league's."""
    return games_by_id(visit, [number]).get(number)


def games_in(visit: LeagueVisit, season: Season | None = None) -> Sequence[str]:
    """Return the games (slugs) of which one counts in the season, or in any."""
    with reading() as connection:
        return results.games_played(connection, scope_of(visit, season))


def all_games(visit: LeagueVisit) -> Iterator[GameOfLeague]:
    """Yield all games that have ended, the oldest first."""
    with reading() as connection:
        rows = store.all_games(connection, visit.info.id)
        while some := [*islice(rows, _AT_ONCE)]:
            yield from _listed_games(connection, visit, some)


def _newest(
    connection: Connection, visit: LeagueVisit, wanted: GamesFilter, before: int | None, most: int
) -> Sequence[GameRow]:
    season, game, player = wanted
    if player is not None:
        scope = scope_of(visit, season, game)
        last = results.last_results(connection, scope, player, most, before or NEVER)
        return store.listed_games(connection, visit.info.id, [one.game_id for one in last])
    if season is None:
        return store.newest_games(connection, visit.info.id, most, before, game=game)
    moved = {
        game: decision["season"]
        for game, decision in visit.league.game_decisions.items()
        if decision.get("season") is not None
    }
    moved_in = {game for game, into in moved.items() if into == season.number}
    moved_out = moved.keys() - moved_in
    return store.newest_games(
        connection, visit.info.id, most, before, season.number, game, moved_in, moved_out
    )


# --- as they are listed -------------------------------------------------------------------------


def _listed_games(
    connection: Connection, visit: LeagueVisit, rows: Sequence[GameRow]
) -> Iterator[GameOfLeague]:
    known = leagues.players_by_person(connection, visit.info.id)
    found = results.results_of_games(connection, [one.id for one in rows])
    seated = _seats_at_tables(
        connection, [one.table for one in rows if one.table and not one.played]
    )
    return (
        replace(listed_game(visit, one, found[one.id], known), seated=seated.get(one.table, ()))
        for one in rows
    )


def _seats_at_tables(
    connection: Connection, ids: Sequence[str]
) -> Mapping[str | None, Sequence[str]]:
    there = list_tables(connection, table_rows.find_all(connection, ids)) if ids else ()
    return {one.row.public_id: [names for names, _ in one.scored] for one in there}


def listed_game(
    visit: LeagueVisit, row: GameRow, results: Sequence[Result], known: Mapping[int, int]
) -> GameOfLeague:
    """Return a game as it is listed; ``known`` has the players' numbers by person."""
    ruled = visit.league.game_decisions.get(row.id, {})
    document = played_as_corrected(visit.league, row.id, row.played) or {}
    season = results[0].season if results else ruled.get("season") or row.season
    return GameOfLeague(
        id=row.id,
        table=row.table,
        season=season,
        game=row.game,
        # a game whose end was undone has a moment too, by which it was listed as finished
        ended=None if row.counts == UNFINISHED else row.ended,
        deals=document.get("deals", 0),
        low=document.get("low", False),
        sides=[*_sides(visit, document, results, known)] if document else (),
        why_not=tell(REASONS_NOT_COUNTED.get(row.counts, "")),
        reason=ruled.get("reason", ""),
        # corrected since, it may have points
        winner_only=document.get("winner_only", False) and {*document["points"]} <= {0, 1},
        day_set=day_set(visit.league, row),
        unknown_name=document.get("called", ""),
        result_only=document.get("result_only", False),
        corrigible=row.imported is not None and not unplayed(document),
        session=row.evening if document.get("session") else None,
        in_percent=document.get("percent", True),
        unplayed=unplayed(document),
        winners=document.get("winners", ()),
    )


def _sides(
    visit: LeagueVisit, document: Json, results: Sequence[Result], known: Mapping[int, int]
) -> Iterator[SideInGame]:
    """Yield the sides, best first: those that won, the others by points. A game that counts has
    winners and points as it counts, with the handicaps."""
    scale, sign = document.get("scale", 1), -1 if document["low"] else 1
    points = [round(Fraction(own, scale)) for own in document["points"]]
    counted = {side: sign * own for side, own in enumerate(points)}
    winners = {*document["winners"]}
    if results and not unplayed(document):
        counted |= {one.side: one.points for one in results}
        winners = {one.side for one in results if one.won}
    averaged = {one.side for one in results if one.averaged}
    worth = {one.side: from_units(one.worth) for one in results if not one.averaged}
    for side in sorted(counted, key=lambda one: (one not in winners, -counted[one])):
        seated = [one["person"] for one in document["players"] if one["side"] == side]
        players = [visit.league.after_merges(known[person]) for person in seated]
        if players:
            own = points[side]
            given = sign * counted[side] - own
            won, at = side in winners, side in averaged
            yield SideInGame(side, players, own, given, won, worth.get(side), at)
