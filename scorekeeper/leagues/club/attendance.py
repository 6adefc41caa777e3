"""Who came to the evenings of a season, beside what was replied."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.leagues.evening.coming import replies_of
from scorekeeper.leagues.evening.tonight import evening_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.store.league import league_games, leagues
from scorekeeper.store.league.league_games import GameRow
from scorekeeper.store.league.state import League, Season
from scorekeeper.store.schema.table import Json
from scorekeeper.store.sql.database import reading
from scorekeeper.tables.downloads import csv_of
from scorekeeper.tables.league_results import unplayed


class EveningAttendance(NamedTuple):
    """An evening by its number: who ``came``; ``said`` has the replies by player, True for
    coming."""

    number: int
    date: str
    name: str
    came: frozenset[int]
    said: Mapping[int, bool]

    @property
    def stayed_away(self) -> Sequence[int]:
        """Who replied that they were coming, and did not come."""
        return [one for one, coming in self.said.items() if coming and one not in self.came]


class PlayerAttendance(NamedTuple):
    """A player's evenings: to how many they ``came``, and to how many they did not come though
    they had said so."""

    player: int
    came: int
    stayed_away: int


def attendance_of(
    league: League, season: Season, played: Mapping[int, Iterable[int]], today: str
) -> list[EveningAttendance]:
    """Return the evenings of a season until ``today`` (as "2026-03-31"), the first first, without
    cancelled ones. Who ``played``, by evening, came; of an evening without a game, those whom its
    plan has as present."""
    return sorted(
        (
            _evening(league, number, one, played.get(number, ()))
            for number, one in league.evenings.items()
            if one["season"] == season.number and not one.get("cancelled")
            if one["date"] and one["date"] <= today
        ),
        key=lambda one: (one.date, one.number),
    )


def _evening(
    league: League, number: int, payload: Json, played: Iterable[int]
) -> EveningAttendance:
    came = frozenset(map(league.after_merges, [*played] or payload["present"]))
    replies = replies_of(league, number)
    said = {
        **dict.fromkeys((*replies.coming, *replies.waiting), True),
        **dict.fromkeys(replies.away, False),
    }
    return EveningAttendance(number, payload["date"], payload["name"], came, said)


def by_player(league: League, evenings: Sequence[EveningAttendance]) -> list[PlayerAttendance]:
    """Return everybody who came or is a member today, the most frequent first."""
    there = {one.number for one in league.members}.union(*(one.came for one in evenings))
    return sorted(
        (
            PlayerAttendance(
                player,
                sum(player in one.came for one in evenings),
                sum(player in one.stayed_away for one in evenings),
            )
            for player in there
            if not league.players[player].forgotten
        ),
        key=lambda one: (-one.came, one.player),
    )


def read_attendance(visit: LeagueVisit, season: Season, today: str) -> list[EveningAttendance]:
    """Return the same by what is stored of the games."""
    league = visit.league
    numbers = [number for number, one in league.evenings.items() if one["season"] == season.number]
    with reading() as connection:
        known = leagues.players_by_person(connection, visit.info.id)
        games = {
            number: league_games.games_of_evening(connection, visit.info.id, number)
            for number in numbers
        }
    played = {number: _players_there(league, number, own, known) for number, own in games.items()}
    return attendance_of(league, season, played, today)


def _players_there(
    league: League, evening: int, games: Sequence[GameRow], known: Mapping[int, int]
) -> set[int]:
    """Return who played in these games of an evening, or sat out while they were played."""
    there = [
        one
        for one in games
        if one.played and one.counts != league_games.DELETED and one.id not in league.removed_games
    ]
    persons = {person for one in there for person in _persons_there(one.played)}
    rounds = evening_of(league, evening).rounds
    started = {one.round for one in there if one.round}
    byes = {bye for number, one in enumerate(rounds, 1) if number in started for bye in one.byes}
    return byes.union(known[person] for person in persons if person in known)


def _persons_there(played: Json | None) -> Iterator[int]:
    """Yield the persons who were at the table of a game, or had a bye; whoever lost by a walkover
    was not there."""
    if played is None:
        return
    walkover = unplayed(played) == "walkover"
    for one in played["players"]:
        if not walkover or one["side"] in played["winners"]:
            yield one["person"]


def attendance_csv(visit: LeagueVisit, season: Season, today: str) -> bytes:
    """Return a line for each evening and each player who came or replied."""
    lines = (
        (
            one.date,
            one.name,
            visit.names[player],
            {True: "coming", False: "not coming"}.get(one.said.get(player), ""),  # type: ignore[arg-type]
            "yes" if player in one.came else "no",
        )
        for one in read_attendance(visit, season, today)
        for player in sorted(one.came | one.said.keys(), key=lambda each: visit.names[each])
    )
    return csv_of([("date", "evening", "player", "reply", "came"), *lines])
