"""A league of teams over a season: each meets each other at home and away, table against table.

Stored are the teams and the line-ups; fixtures follow from the number of teams, results from the
games at the tables that were started for a match, or from a walkover. Those tables name the record
of the team league as those of an evening name theirs, the match as their round and the board as
their place. Where line-ups are sealed, nobody but the team itself sees one until both are in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection

from scorekeeper.leagues.decisions import (
    Deciding,
    DecisionRefused,
    DecisionRequest,
    decision,
    decision_at_any_version,
    read_name,
    refusal,
)
from scorekeeper.leagues.evening.evenings import open_planned_table
from scorekeeper.leagues.evening.plan import TEAMS, Evening, shape_of_evening
from scorekeeper.leagues.evening.table_walkover import decide_walkover, walkover_document
from scorekeeper.leagues.evening.tonight import EveningTable, planned_tables
from scorekeeper.leagues.membership import numbers_by_name
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.schedules.units import team_rounds
from scorekeeper.sentences import tell
from scorekeeper.sheet.documents import SheetRefused
from scorekeeper.spelling import folded
from scorekeeper.standings.team_table import MatchScore, TeamRow, team_table, walkover_score
from scorekeeper.store.league import evenings as store
from scorekeeper.store.league.results import results_of_evening
from scorekeeper.store.league.state import League
from scorekeeper.store.schema.league import Result
from scorekeeper.store.sql.database import reading
from scorekeeper.store.table.rows import Appended, Change
from scorekeeper.tables.loading import NotFound
from scorekeeper.tables.own_games import find_game

MOST_TEAMS: Final = 20
MOST_BOARDS: Final = 4
HOME, AWAY = 0, 1
SIDES: Final = (HOME, AWAY)
Lineup = tuple[int, ...]
"""The players of a side, board by board."""


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


class Walkover(NamedTuple):
    """A match won without play by a side (home or away); ``seq`` is the record that says so."""

    seq: int
    side: int


class TeamMatch(NamedTuple):
    """A match as it stands: the line-ups that everybody may see (empty: none yet), in which each
    board's players follow each other; the sides whose line-up is sealed; its tables by board; the
    boards that each side has won so far; its score once it is over, else None; where it was won
    without play, the walkover."""

    fixture: Fixture
    lineups: tuple[Lineup, Lineup]
    sealed: frozenset[int]
    tables: Mapping[int, EveningTable]
    boards: tuple[int, int]
    score: MatchScore | None
    walkover: Walkover | None


@dataclass(frozen=True)
class TeamLeague:
    """The teams, their matches in the order of play, and how they stand. ``boards`` are the tables
    of a match, at each of which so many players (``at_board``) of a team sit; ``sealed`` says
    whether line-ups are seen only once both are in."""

    number: int
    game: str
    boards: int
    at_board: int
    sealed: bool
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
    """Return the matches of so many teams, each against each other once per round; in a second
    round home and away are swapped."""
    length = teams - 1 + teams % 2
    plan = team_rounds([(team,) for team in range(teams)], rounds * length)
    pairs = [(day, *table) for day, one in enumerate(plan, 1) for table in one.tables]
    return [Fixture(number, *pair) for number, pair in enumerate(pairs, 1)]


def team_league_of(visit: LeagueVisit) -> TeamLeague | None:
    """Return the league's teams; None where there are none."""
    with reading() as connection:
        return _team_league(connection, visit.league)


def _team_league(connection: Connection, league: League) -> TeamLeague | None:
    started = league.teams
    if started is None:
        return None
    settings: dict[str, Any] = started.payload
    teams = [
        Team(one["name"], tuple(map(league.after_merges, one["players"])))
        for one in settings["teams"]
    ]
    tables = planned_tables(connection, league, started.seq)
    there = {(one.round, one.place): one for one in tables if not one.removed}
    scores: dict[int, list[Result]] = {}
    for score in results_of_evening(connection, league.id, started.seq):
        scores.setdefault(score.game_id, []).append(score)
    lineups, walkovers = _lineups(league, started.seq), _walkovers(league, started.seq)
    matches = [
        _match(
            one,
            lineups,
            {
                board: there[one.number, board]
                for board in range(1, settings["boards"] + 1)
                if (one.number, board) in there
            },
            scores,
            settings,
            walkovers.get(one.number),
        )
        for one in fixtures(len(teams), settings["rounds"])
    ]
    return TeamLeague(
        number=started.seq,
        game=settings["game"],
        boards=settings["boards"],
        at_board=settings["at_board"],
        sealed=bool(settings.get("sealed")),
        teams=teams,
        matches=matches,
        table=team_table(len(teams), [one.score for one in matches if one.score]),
    )


def names_of_matches(league: League) -> Mapping[tuple[int, int], str]:
    """Return what each match is called ("Aces – Kings"), by the number of the team league and its
    own; those of former team leagues too."""
    return {
        (one.seq, match.number): " – ".join(one.payload["teams"][n]["name"] for n in match.teams)
        for one in league.of_kinds("teams")
        for match in fixtures(len(one.payload["teams"]), one.payload["rounds"])
    }


def own_lineup(league: League, match: int, side: int) -> Lineup:
    """Return a side's line-up, sealed or not, for its own players; empty if there is none."""
    return _lineups(league, league.teams.seq).get((match, side), ()) if league.teams else ()


def sealed_lineups(league: League) -> set[tuple[int, int, int]]:
    """Return which line-ups are sealed: the number of the team league, the match and the side."""
    started = league.teams
    if started is None or not started.payload.get("sealed"):
        return set()
    there = _lineups(league, started.seq)
    return {(started.seq, match, side) for match, side in there if (match, 1 - side) not in there}


def _lineups(league: League, teams: int) -> dict[tuple[int, int], Lineup]:
    """Return the line-ups by match and side (home or away); the last one counts."""
    return {
        (one.payload["match"], one.payload["side"]): tuple(
            map(league.after_merges, one.payload["players"])
        )
        for one in league.of_kinds("lineup")
        if one.payload["teams"] == teams
    }


def _walkovers(league: League, teams: int) -> dict[int, Walkover]:
    return {
        one.payload["match"]: Walkover(one.seq, one.payload["side"])
        for one in league.of_kinds("walkover")
        if one.payload["teams"] == teams
    }


def _match(
    fixture: Fixture,
    lineups: Mapping[tuple[int, int], Lineup],
    tables: Mapping[int, EveningTable],
    scores: Mapping[int, Sequence[Result]],
    settings: Mapping[str, Any],
    walkover: Walkover | None,
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
    if walkover and score is None:
        score = walkover_score(fixture.teams, walkover.side, settings["boards"])
        won = score.boards
    own = {side: lineups.get((fixture.number, side), ()) for side in SIDES}
    sealed = frozenset[int]()
    if settings.get("sealed") and not all(own.values()):
        sealed = frozenset(side for side in SIDES if own[side])
        own = dict.fromkeys(SIDES, ())
    both = own[HOME], own[AWAY]
    return TeamMatch(fixture, both, sealed, tables, won, score, walkover)


# --- what organisers and teams decide -----------------------------------------------------------


def read_teams(league: League, connection: Connection, text: str) -> list[dict[str, Any]]:
    """Return the teams as typed, "Aces: Ann, Ben" on a line each; refused where a name is not known
    in the league, or stands twice."""
    known = numbers_by_name(connection, league)
    teams, taken, called = list[dict[str, Any]](), dict[int, str](), set[str]()
    for line in filter(None, map(str.strip, text.splitlines())):
        name, colon, names = line.partition(":")
        players = []
        for one in filter(None, map(str.strip, names.split(","))):
            number = known.get(folded(one))
            if number is None:
                raise refusal(
                    "teams", "{name} is not in the league. Add the player first.", name=one
                )
            if number in taken:
                raise refusal(
                    "teams", "{name} appears twice. A player can be in one team only.", name=one
                )
            taken[number] = one
            players.append(number)
        if not colon or not players:
            raise refusal("teams", "Write a team as “Aces: Ann, Ben, Cat, Dan”.")
        if folded(name) in called:  # a season knows a team by its name
            raise refusal("teams", "{name} appears twice. Each team needs its own name.", name=name)
        called.add(folded(name))
        teams.append({"name": read_name(name), "players": players})
    if not 2 <= len(teams) <= MOST_TEAMS:
        raise refusal("teams", "Enter 2 to {most} teams.", most=MOST_TEAMS)
    return teams


@decision
def start_team_league(
    at: Deciding, game: str, boards: int, rounds: int, text: str, *, sealed: bool = False
) -> list[Change]:
    """Start a league of teams at a game (a slug), which meet at so many ``boards``, in one round or
    in two, at home and away; ``sealed``: line-ups are seen only once both are in. It takes the
    place of one that there was."""
    season = at.visit.league.season
    if season is None or find_game(game) is None:
        raise refusal("game", "Choose a game.")
    shape = shape_of_evening(season, _as_evening(at.visit, 0, game))
    if not shape.partners and 2 not in shape.size:
        raise refusal("game", "Teams need a game for two, or of two against two.")
    if not 1 <= boards <= MOST_BOARDS or rounds not in (1, 2):
        raise refusal("boards", "Enter a number from 1 to {most}.", most=MOST_BOARDS)
    at_board = 2 if shape.partners else 1
    payload = {
        **{"game": game, "boards": boards, "at_board": at_board, "rounds": rounds},
        "teams": read_teams(at.league, at.connection, text),
        **({"sealed": True} if sealed else {}),
    }
    return [Change("teams", payload)]


@decision_at_any_version
def set_lineup(at: Deciding, match: int, side: int, players: Sequence[int]) -> list[Change]:
    """Set the players of a side (home or away) in a match, board by board; players without a team
    may be substitutes."""
    teams = _team_league(at.connection, at.league)
    if teams is None:
        raise NotFound("there are no teams")
    now = teams.match(match)
    _refuse_if_begun(now)
    if teams.sealed and all(now.lineups) and not at.visit.organises:
        raise refusal("", "Both line-ups are revealed. Only an organiser can change them now.")
    own = now.fixture.teams[side]
    _refuse_lineup(at.league, teams, own, players, now.lineups[1 - side])
    payload = {"teams": teams.number, "match": match, "side": side, "players": [*players]}
    return [Change("lineup", payload)]


def award_walkover(visit: LeagueVisit, order: DecisionRequest, match: int, side: int) -> Appended:
    """Have a side (home or away) win a match that is not played, all tables to none; in a season
    that ranks teams it is a walkover too. Raises ``DecisionRefused``, ``NotFound``,
    ``Unavailable``."""
    started = visit.league.teams
    if started is None or side not in SIDES:
        raise NotFound("there is no such match")

    def changes(connection: Connection, league: League) -> list[Change]:
        teams = _team_league(connection, league)
        if teams is None or teams.number != started.seq:
            raise NotFound("there is no such match")
        now = teams.match(match)
        _refuse_if_begun(now)
        own = [teams.teams[place] for place in now.fixture.teams]
        payload = {"teams": teams.number, "match": match, "side": side, "to": own[side].name}
        given = Change("walkover", payload)
        return [given, *_walkover_in_season(league, teams, own, payload)]

    return decide_walkover(visit, order._replace(version=None), started.seq, changes)


def _walkover_in_season(
    league: League, teams: TeamLeague, own: Sequence[Team], given: Mapping[str, Any]
) -> list[Change]:
    """Return what the season keeps of it: a game of all players, as nobody knows who would have
    sat there. It counts for their teams only."""
    season = league.season
    if season is None:
        return []
    persons = [[league.players[player].person for player in team.players] for team in own]
    document = walkover_document(league, teams.number, teams.game, persons, given["side"])
    told = {**given, "round": given["match"], "place": 1, "given": league.version + 1}
    return [
        Change(
            "import",
            {
                "season": season.number,
                "name": tell("walkover in match {match}", match=given["match"]),
                "games": [{**document, "of_teams": True}],
                "walkover": told,
            },
        )
    ]


def _refuse_if_begun(match: TeamMatch) -> None:
    """Refuse what may only be decided of a match before its tables or a walkover."""
    if match.walkover:
        raise refusal("", "The match is a walkover. Withdraw the walkover first.")
    if match.tables:
        raise refusal("", "The match has started, so this can't change.")


def _refuse_lineup(
    league: League, teams: TeamLeague, own: int, players: Sequence[int], others: Sequence[int]
) -> None:
    if len(players) != teams.boards * teams.at_board or len({*players}) < len(players):
        raise refusal("player", "Choose a different player for each seat.")
    for player in players:
        known = league.players.get(player)
        if known is None or known.left or known.forgotten:
            raise refusal("player", "Choose players of the league.")
        if player in others or teams.team_of(player) not in (None, own):
            raise refusal("player", "A substitute may not play for another team.")


def start_match(visit: LeagueVisit, sent: DecisionRequest, match: int) -> list[str]:
    """Start the tables of a match, both line-ups seated; their public ids. Asked again it starts
    nothing twice. Raises ``DecisionRefused``, ``NotFound``, ``Unavailable``."""
    teams = team_league_of(visit)
    if teams is None:
        raise NotFound("there are no teams")
    now = teams.match(match)
    _refuse_start(visit, now)
    with reading() as connection:
        before = store.tables_gone(
            connection, visit.info.id, teams.number, visit.league.removed_games
        )
    evening, n, started = _as_evening(visit, teams.number, teams.game), teams.at_board, []
    for board in range(1, teams.boards + 1):
        if board not in now.tables:
            sides = [one[(board - 1) * n : board * n] for one in now.lineups]
            seats = [player for seat in zip(*sides, strict=True) for player in seat]
            mark = str(before[match, board])
            try:
                started.append(open_planned_table(visit, evening, seats, match, board, mark, sent))
            except SheetRefused as refused:
                words = " ".join(error["message"] for error in refused.errors)
                raise DecisionRefused({"": words}) from refused
    return started


def _refuse_start(visit: LeagueVisit, match: TeamMatch) -> None:
    """Refuse to start a match without both line-ups, or where both have the same substitute, which
    sealed line-ups can."""
    if match.walkover:
        _refuse_if_begun(match)
    if not all(match.lineups):
        raise refusal("", "Both teams need a line-up first.")
    for player in match.lineups[HOME]:
        if player in match.lineups[AWAY]:
            raise refusal(
                "",
                "{name} is in both line-ups. An organiser must change one.",
                name=visit.names[player],
            )


def _as_evening(visit: LeagueVisit, number: int, game: str) -> Evening:
    """Return the team league as an evening, as far as the rules of its tables go."""
    season = visit.league.season
    return Evening(number, "", "", season.number if season else 0, game, None, TEAMS, ())
