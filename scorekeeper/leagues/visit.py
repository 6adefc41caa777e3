"""A league as a device sees it: its rights there, and the players."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from sqlalchemy import Connection

from scorekeeper.sentences import tell
from scorekeeper.spelling import folded
from scorekeeper.standings.numbers import from_units
from scorekeeper.standings.scoring import Scoring
from scorekeeper.standings.units import pair_of
from scorekeeper.store.access import league_access as access
from scorekeeper.store.access.league_access import LeagueRole
from scorekeeper.store.league import league_games, leagues, results
from scorekeeper.store.league.league_games import GameRow
from scorekeeper.store.league.leagues import LeagueInfo
from scorekeeper.store.league.state import League, Season
from scorekeeper.store.sql.database import reading
from scorekeeper.store.table.persons import names_of
from scorekeeper.tables.finished import finished_game
from scorekeeper.tables.league_results import (
    REASONS_NOT_COUNTED,
    reason_not_counted,
    results_of,
    season_of,
)
from scorekeeper.tables.loading import LoadedTable, NotFound

READER = LeagueRole(organiser=False, member=False)


class Names(dict[int, str]):
    """Today's names of players by number; of pairs and teams too, which are made of these."""

    def __init__(self, players: Mapping[int, str], teams: Mapping[int, str]) -> None:
        super().__init__(players)
        self.teams = teams

    def __missing__(self, number: int) -> str:
        if pair := pair_of(number):
            return " & ".join(sorted((self[one] for one in pair), key=str.casefold))
        return self.teams[number]


@dataclass(frozen=True)
class LeagueVisit:
    """A league at one version. ``names`` are today's names of all its players by number, those who
    were merged into another too, and of its pairs and teams; ``role`` is what the device may do
    (None: nothing)."""

    info: LeagueInfo
    league: League
    role: LeagueRole | None
    names: Mapping[int, str]

    @property
    def may_view(self) -> bool:
        """Return whether the device may view the league: one that has yet to say the passphrase may
        what anyone may."""
        role = self.role
        return role is not None and (self.info.open_watch or not role.needs_passphrase)

    @property
    def organises(self) -> bool:
        """Return whether the device organises the league."""
        return self.role is not None and self.role.organiser

    @property
    def is_member(self) -> bool:
        """Return whether the device is a member's, or an organiser's."""
        return self.role is not None and self.role.member

    def season(self, number: int) -> Season | None:
        """Return the season of that number."""
        return self.league.seasons.get(number)

    @property
    def season_shown(self) -> Season | None:
        """The season that pages show where none is asked for: the one that goes on, else the
        newest, though nothing is played in it any more."""
        return self.league.season or next(iter(self.newest_seasons), None)

    @property
    def newest_seasons(self) -> Sequence[Season]:
        """The seasons, the newest first."""
        return [*self.league.seasons.values()][::-1]

    @cached_property
    def names_now(self) -> Mapping[int, str]:
        """The name of today of whom each player counts as, by number; of pairs and teams too."""
        now = {one: self.names[self.league.after_merges(one)] for one in self.names}
        return Names(now, self.league.team_names)

    def together(self, players: Iterable[int]) -> str:
        """Return the names of a side's players: "Ann & Cat"; of several pairs or teams "Ann & Cat,
        Ben & Dan"."""
        numbers = [*players]
        between = ", " if any(one < 0 for one in numbers) else " & "
        return between.join(self.names_now[one] for one in numbers)

    @property
    def number_of_name(self) -> Mapping[str, int]:
        """The number of the player that bears a name, folded; one who was merged into another
        keeps their own, as long as nobody else bears the name."""
        known = [one for one in self.league.players.values() if not one.forgotten]
        known.sort(key=lambda one: one.into is None)
        return {folded(self.names[one.number]): one.number for one in known}


def visit_league(public_id: str, device: str) -> LeagueVisit:
    """Return the league, and the device's rights in it; raises ``NotFound``, ``Unavailable``."""
    with reading() as connection:
        found = access.visit(connection, public_id, device)
        if found is None:
            raise NotFound(f"there is no league {public_id}")
        return visit_in(connection, *found)


def visit_in(connection: Connection, info: LeagueInfo, role: LeagueRole | None) -> LeagueVisit:
    """Return the league of this row; a stranger reads where anyone may."""
    role = role or (READER if info.open_watch else None)
    league = leagues.read(connection, info)
    names = names_of(connection, {one.person for one in league.players.values()})
    called = {one.number: names[one.person] for one in league.players.values()}
    return LeagueVisit(info, league, role, Names(called, league.team_names))


def league_of_table(league_id: int, device: str) -> LeagueVisit:
    """Return the league that a table belongs to, and the device's rights in it."""
    with reading() as connection:
        return visit_in(connection, *access.visit_by_id(connection, league_id, device))


class SideOutcome(NamedTuple):
    """A side's outcome in its league: ``points`` are its own with its handicap, and less than 0 is
    best where the fewest win."""

    side: int
    points: int
    won: bool


class LeagueOfTable(NamedTuple):
    """A league on the pages of its tables: its public id, and what it is called; why the game of
    one table does not count there, empty where it does, or may yet; how its sides came out there,
    once it counts; and while it goes on how many points each side will be given as its handicap,
    empty where none is. ``organised``: the device that asks organises it. ``evening`` or ``match``
    is the number of the evening, or of the match of teams, that the table was opened for."""

    public_id: str
    name: str
    why_not: str = ""
    came_out: tuple[SideOutcome, ...] = ()
    handicaps: tuple[int, ...] = ()
    organised: bool = False
    evening: int | None = None
    match: int | None = None


def league_name_of_table(table: LoadedTable, device: str) -> LeagueOfTable | None:
    """Return the league that a table belongs to, if it does and the device may read it."""
    if table.row.league_id is None:
        return None
    with reading() as connection:
        info, role = access.visit_by_id(connection, table.row.league_id, device)
        if not info.open_watch and (role is None or role.needs_passphrase):
            return None
        league = leagues.read(connection, info)
        game = league_games.game_of_table(connection, table.row.id)
        assert game is not None
        return LeagueOfTable(
            info.public_id,
            league.name,
            _why_not(league, game),
            _side_outcomes(connection, game),
            _handicaps(connection, info, league, game, table),
            organised=bool(role and role.organiser),
            evening=game.evening if game.evening in league.evenings else None,
            match=game.round if league.teams and league.teams.seq == game.evening else None,
        )


def _why_not(league: League, game: GameRow) -> str:
    ruled = league.game_decisions.get(game.id, {})
    if ruled.get("struck"):
        return f"{tell(REASONS_NOT_COUNTED['struck'])} “{ruled['reason']}”"
    if game.counts == league_games.UNFINISHED:
        return ""
    return tell(REASONS_NOT_COUNTED.get(game.counts, ""))


def _side_outcomes(connection: Connection, game: GameRow) -> tuple[SideOutcome, ...]:
    """Return the sides, each once, though two play for it."""
    if game.counts != league_games.COUNTS:
        return ()
    rows = results.results_of_games(connection, [game.id])[game.id]
    return tuple(sorted({SideOutcome(one.side, one.points, bool(one.won)) for one in rows}))


def _handicaps(
    connection: Connection, info: LeagueInfo, league: League, game: GameRow, table: LoadedTable
) -> tuple[int, ...]:
    """Return each side's handicap if the game ended with those who sit there now."""
    season = season_of(league, game)
    if game.counts != league_games.UNFINISHED or _why_not(league, game) or season is None:
        return ()
    handicaps = season.handicaps_at(table.row.game)
    if not handicaps or not Scoring.read(season.scoring).handicaps:
        return ()
    known = leagues.players_by_person(connection, info.id, table.persons.values())
    called = visit_in(connection, info, None).number_of_name
    given = []
    for name in table.pad.seats:
        player = known.get(table.persons[name], called.get(folded(name))) if name else None
        given.append(handicaps.get(league.after_merges(player), 0) if player else 0)
    sides = tuple(sum(given[seat] for seat in seats) for seats in table.pad.sides)
    return sides if any(sides) else ()


def worth_in_league(table: LoadedTable) -> Mapping[int, Fraction]:
    """Return what a finished game, stored or not, would be worth to each player of a side in its
    league, by side; empty where it would not count."""
    if table.row.league_id is None:
        return {}
    with reading() as connection:
        league = leagues.read(connection, leagues.by_id(connection, table.row.league_id))
        game = league_games.game_of_table(connection, table.row.id)
        known = leagues.players_by_person(connection, league.id, table.persons.values())
    season = game and season_of(league, game)
    if game is None or season is None:
        return {}
    game = game._replace(played=finished_game(table))
    if reason_not_counted(league, season, game):
        return {}
    # numbers that no player has
    newcomers = {person: league.version + person for person in table.persons.values()}
    rows = results_of(league, season, game, {**newcomers, **known})
    return {one.side: from_units(one.worth) for one in rows}


def leagues_named(league_ids: Collection[int], device: str) -> dict[int, LeagueOfTable]:
    """Return those of the leagues that the device is in, by id."""
    if not league_ids:
        return {}
    with reading() as connection:
        return {
            info.id: LeagueOfTable(info.public_id, leagues.read(connection, info).name)
            for info in access.leagues_of(connection, device)
            if info.id in league_ids
        }


def my_leagues(device: str) -> list[LeagueVisit]:
    """Return the leagues that this device is in, the newest first."""
    with reading() as connection:
        return [
            visit_in(connection, info, access.role_in(connection, info.id, device))
            for info in access.leagues_of(connection, device)
        ]
