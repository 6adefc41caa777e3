"""A league of teams over a season: each meets each other at home and away, table against table.

Stored are the teams and the line-ups; fixtures follow from the number of teams, results from the
games at the tables that were started for a match. Those tables name the record of the team league
as those of an evening name theirs, the match as their round and the board as their place.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection

from scorekeeper import schedules
from scorekeeper.games import games
from scorekeeper.leagues.decisions import (
    DecisionMade,
    DecisionRefused,
    DecisionRequest,
    decide,
    read_name,
)
from scorekeeper.leagues.evening.evenings import empty_sheet
from scorekeeper.leagues.evening.plan import TEAMS, Evening, shape_of_evening
from scorekeeper.leagues.evening.tonight import EveningTable, with_players
from scorekeeper.leagues.membership import numbers_by_name
from scorekeeper.leagues.tables import open_table
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.sheet import SheetRefused
from scorekeeper.spelling import folded
from scorekeeper.standings.team_table import MatchScore, TeamRow, team_table
from scorekeeper.store.league import evenings as store
from scorekeeper.store.league.evenings import Score
from scorekeeper.store.league.state import League
from scorekeeper.store.sql.database import reading
from scorekeeper.store.table.write import Change
from scorekeeper.tables import NotFound

MOST_TEAMS: Final = 20
MOST_BOARDS: Final = 4
HOME, AWAY = 0, 1


class Team(NamedTuple):
    """A team: its name, its players by number."""

    name: str
    players: tuple[int, ...]


class Fixture(NamedTuple):
    """A match by its number from 1: the match day from 1, the places of both teams."""

    number: int
    day: int
    home: int
    away: int

    @property
    def teams(self) -> tuple[int, int]:
        """Both teams, the one at home first."""
        return self.home, self.away


class TeamMatch(NamedTuple):
    """A match as it stands: the line-ups (empty: none yet), in which each board's players follow
    each other; its tables by board; the boards that each side has won so far; its score once it is
    over, else None."""

    fixture: Fixture
    lineups: tuple[tuple[int, ...], tuple[int, ...]]
    tables: Mapping[int, EveningTable]
    boards: tuple[int, int]
    score: MatchScore | None


@dataclass(frozen=True)
class TeamLeague:
    """The teams, their matches in the order of play, and how they stand. ``boards`` are the tables
    of a match, at each of which so many players (``at_board``) of a team sit."""

    number: int
    game: str
    boards: int
    at_board: int
    teams: Sequence[Team]
    matches: Sequence[TeamMatch]
    table: Sequence[TeamRow]

    def match(self, number: int) -> TeamMatch:
        """Return the match of that number; raises ``NotFound``."""
        if not 1 <= number <= len(self.matches):
            raise NotFound(f"there is no match {number}")
        return self.matches[number - 1]

    def team_of(self, player: int | None) -> int | None:
        """Return the place of the team in which somebody plays; None where they play in none."""
        return next((n for n, team in enumerate(self.teams) if player in team.players), None)


def fixtures(teams: int, rounds: int) -> list[Fixture]:
    """Return the matches of so many teams, each against each other once a round: in a second round
    those were away who were at home."""
    length = teams - 1 + teams % 2
    plan = schedules.team_rounds([(team,) for team in range(teams)], rounds * length)
    pairs = [(day, *table) for day, one in enumerate(plan, 1) for table in one.tables]
    return [Fixture(number, *pair) for number, pair in enumerate(pairs, 1)]


def team_league_of(found: LeagueVisit) -> TeamLeague | None:
    """Return the league's teams; None where there are none."""
    with reading() as connection:
        return _team_league(connection, found.league)


def _team_league(connection: Connection, league: League) -> TeamLeague | None:
    started = league.teams
    if started is None:
        return None
    settings: dict[str, Any] = started.payload
    teams = [
        Team(one["name"], tuple(map(league.after_merges, one["players"])))
        for one in settings["teams"]
    ]
    tables = with_players(
        connection, league, store.planned_tables(connection, league.id, started.seq)
    )
    there = {(one.round, one.place): one for one in tables if not one.removed}
    scores: dict[int, list[Score]] = {}
    for score in store.scores(connection, league.id, started.seq):
        scores.setdefault(score.game_id, []).append(score)
    lineups = _lineups(league, started.seq)
    matches = [
        _match(
            one,
            lineups,
            {b: there[one.number, b] for b in _boards(settings, one, there)},
            scores,
            settings,
        )
        for one in fixtures(len(teams), settings["rounds"])
    ]
    return TeamLeague(
        *(started.seq, settings["game"], settings["boards"], settings["at_board"], teams, matches),
        team_table(len(teams), [one.score for one in matches if one.score]),
    )


def _boards(settings: Mapping[str, Any], fixture: Fixture, there: Mapping[Any, Any]) -> list[int]:
    """Return the boards of a match that were started."""
    return [one for one in range(1, settings["boards"] + 1) if (fixture.number, one) in there]


def _lineups(league: League, teams: int) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return the line-ups by match and side (home or away); the last one counts."""
    return {
        (one.payload["match"], one.payload["side"]): tuple(
            map(league.after_merges, one.payload["players"])
        )
        for one in league.of_kinds("lineup")
        if one.payload["teams"] == teams
    }


def _match(
    fixture: Fixture,
    lineups: Mapping[tuple[int, int], tuple[int, ...]],
    tables: Mapping[int, EveningTable],
    scores: Mapping[int, Sequence[Score]],
    settings: Mapping[str, Any],
) -> TeamMatch:
    boards, points, over = [0, 0], [0, 0], len(tables) == settings["boards"]
    for table in tables.values():
        sides = {one.side: one for one in scores.get(table.game, ())}
        if len(sides) < 2:
            over = False
            continue
        home, away = sides[HOME], sides[AWAY]
        boards[HOME] += home.place < away.place
        boards[AWAY] += away.place < home.place
        points[HOME] += home.points
        points[AWAY] += away.points
    won = boards[HOME], boards[AWAY]
    score = MatchScore(fixture.teams, won, (points[HOME], points[AWAY])) if over else None
    both = tuple(lineups.get((fixture.number, side), ()) for side in (HOME, AWAY))
    return TeamMatch(fixture, (both[HOME], both[AWAY]), tables, won, score)


# --- what organisers and teams decide -----------------------------------------------------------


def read_teams(league: League, connection: Connection, text: str) -> list[dict[str, Any]]:
    """Return the teams as typed, "Aces: Ann, Ben" on a line each; refused where a name is not known
    in the league, or stands twice."""
    known = numbers_by_name(connection, league)
    teams, taken = [], dict[int, str]()
    for line in filter(None, map(str.strip, text.splitlines())):
        name, colon, names = line.partition(":")
        players = []
        for one in filter(None, map(str.strip, names.split(","))):
            number = known.get(folded(one))
            if number is None:
                message = tell("{name} is not in the league. Add the player first.", name=one)
                raise DecisionRefused({"teams": message})
            if number in taken:
                raise DecisionRefused(
                    {
                        "teams": tell(
                            "{name} appears twice. A player can be in one team only.", name=one
                        )
                    }
                )
            taken[number] = one
            players.append(number)
        if not colon or not players:
            message = tell("Write a team as “Aces: Ann, Ben, Cat, Dan”.")
            raise DecisionRefused({"teams": message})
        teams.append({"name": read_name(name), "players": players})
    if not 2 <= len(teams) <= MOST_TEAMS:
        raise DecisionRefused({"teams": tell("Enter 2 to {most} teams.", most=MOST_TEAMS)})
    return teams


def start_team_league(
    found: LeagueVisit, order: DecisionRequest, game: str, boards: int, rounds: int, text: str
) -> DecisionMade:
    """Start a league of teams at a game (a slug), which meet at so many ``boards``, in one round or
    in two, at home and away. It takes the place of one that there was. Raises ``DecisionRefused``,
    ``Unavailable``."""
    season = found.league.season
    if game not in games() or season is None:
        raise DecisionRefused({"game": tell("Choose a game.")})
    shape = shape_of_evening(season, _as_evening(found, 0, game))
    if not shape.partners and 2 not in shape.size:
        message = tell("Teams need a game for two, or of two against two.")
        raise DecisionRefused({"game": message})
    if not 1 <= boards <= MOST_BOARDS or rounds not in (1, 2):
        message = tell("Enter a number from 1 to {most}.", most=MOST_BOARDS)
        raise DecisionRefused({"boards": message})
    at_board = 2 if shape.partners else 1

    def changes(connection: Connection, league: League) -> list[Change]:
        payload = {
            **{"game": game, "boards": boards, "at_board": at_board, "rounds": rounds},
            "teams": read_teams(league, connection, text),
        }
        return [Change("teams", payload)]

    return decide(found, order, changes)


def set_lineup(
    found: LeagueVisit, order: DecisionRequest, match: int, side: int, players: Sequence[int]
) -> DecisionMade:
    """Set who plays for a side (home or away) in a match, board by board; who is in no team may be
    a substitute. Raises ``DecisionRefused``, ``NotFound``, ``Unavailable``."""

    def changes(connection: Connection, league: League) -> list[Change]:
        teams = _team_league(connection, league)
        if teams is None:
            raise NotFound("there are no teams")
        now = teams.match(match)
        if now.tables:
            raise DecisionRefused(
                {"": tell("The match has started, so its line-ups can't change.")}
            )
        own = now.fixture.teams[side]
        _refuse_lineup(league, teams, own, players, now.lineups[1 - side])
        payload = {"teams": teams.number, "match": match, "side": side, "players": [*players]}
        return [Change("lineup", payload)]

    # whatever else was decided meanwhile, this holds
    return decide(found, order._replace(version=None), changes)


def _refuse_lineup(
    league: League, teams: TeamLeague, own: int, players: Sequence[int], others: Sequence[int]
) -> None:
    if len(players) != teams.boards * teams.at_board or len({*players}) < len(players):
        raise DecisionRefused({"player": tell("Choose a different player for each seat.")})
    for player in players:
        known = league.players.get(player)
        if known is None or known.left or known.forgotten:
            raise DecisionRefused({"player": tell("Choose players of the league.")})
        if player in others or teams.team_of(player) not in (None, own):
            message = tell("A substitute may not play for another team.")
            raise DecisionRefused({"player": message})


def start_match(found: LeagueVisit, match: int, device: str, address: str = "") -> list[str]:
    """Start the tables of a match, both line-ups seated; their public ids. Asked again it starts
    nothing twice. Raises ``DecisionRefused``, ``NotFound``, ``Unavailable``."""
    teams = team_league_of(found)
    if teams is None:
        raise NotFound("there are no teams")
    now = teams.match(match)
    if not all(now.lineups):
        raise DecisionRefused({"": tell("Both teams need a line-up first.")})
    with reading() as connection:
        before = store.tables_gone(
            connection, found.info.id, teams.number, found.league.removed_games
        )
    return [
        _start_board(found, teams, now, board, before[match, board], device, address)
        for board in range(1, teams.boards + 1)
        if board not in now.tables
    ]


def _start_board(
    found: LeagueVisit,
    teams: TeamLeague,
    match: TeamMatch,
    board: int,
    before: int,
    device: str,
    address: str,
) -> str:
    """Start one table; ``before`` are those that were removed or deleted at its place."""
    n = teams.at_board
    pairs = [one[(board - 1) * n : board * n] for one in match.lineups]
    seats = tuple(player for seat in zip(*pairs, strict=True) for player in seat)
    number = match.fixture.number
    try:
        return open_table(
            found,
            empty_sheet(found, _as_evening(found, teams.number, teams.game), seats),
            key=f"~{found.info.public_id}.{teams.number}.{number}.{board}.{before}",
            device=device,
            address=address,
            evening=teams.number,
            round=number,
            place=board,
        )
    except SheetRefused as refused:
        words = " ".join(error["message"] for error in refused.errors)
        raise DecisionRefused({"": words}) from refused


def _as_evening(found: LeagueVisit, number: int, game: str) -> Evening:
    """Return the team league as an evening, as far as the rules of its tables go."""
    season = found.league.season
    return Evening(number, "", "", season.number if season else 0, game, None, TEAMS, ())
