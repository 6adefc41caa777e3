"""An evening of fixed teams: who meets whom at which tables, what each match came to, and how the
teams stand tonight. Teams are told by their places from 0 among the evening's units."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.leagues.evening.plan import Evening
from scorekeeper.leagues.evening.tonight import EveningStatus
from scorekeeper.schedules.rounds import Seating
from scorekeeper.standings import ranking
from scorekeeper.standings.counted import counted_results
from scorekeeper.standings.finished import FinishedGame, HeadToHead
from scorekeeper.standings.ranking import RankedPlayer
from scorekeeper.standings.scoring import Scoring
from scorekeeper.standings.units import match_of
from scorekeeper.standings.worked import meetings_in, sums_of_player
from scorekeeper.store.league.state import League, Season
from scorekeeper.store.schema.league import Result

Teams = tuple[int, int]


class TeamMatch(NamedTuple):
    """A match of a round: both teams, the places of its tables, and what it came to (None: not all
    of its tables have ended); ``points`` are those of both teams so far."""

    round: int
    teams: Teams
    places: tuple[int, ...]
    points: tuple[int, int]
    result: FinishedGame | None


def teams_at(evening: Evening, seats: Seating) -> tuple[int, ...]:
    """Return the teams at a table, that of the first seat first; a substitute plays for the others
    of their side."""
    of = {player: place for place, unit in enumerate(evening.units) for player in unit}
    return tuple(dict.fromkeys(of[player] for player in seats if player in of))


def matches_of_teams(now: EveningStatus) -> Sequence[TeamMatch]:
    """Return the matches of all rounds, planned ones too, in the order of play."""
    scores: dict[tuple[int | None, int | None], list[Result]] = {}
    for one in now.scores:
        scores.setdefault(now.places[one.game_id], []).append(one)
    found = []
    for number, planned in enumerate(now.evening.rounds, 1):
        tables: dict[frozenset[int], list[int]] = {}
        order: dict[frozenset[int], Teams] = {}
        for place, seats in enumerate(planned.tables, 1):
            teams = teams_at(now.evening, seats)
            if len(teams) == 2:  # noqa: PLR2004
                tables.setdefault(frozenset(teams), []).append(place)
                order.setdefault(frozenset(teams), (teams[0], teams[1]))
        for key, places in tables.items():
            played = [scores[number, place] for place in places if (number, place) in scores]
            found.append(_match(now.evening, number, order[key], tuple(places), played))
    return found


def _match(
    evening: Evening,
    number: int,
    teams: Teams,
    places: tuple[int, ...],
    played: Sequence[Sequence[Result]],
) -> TeamMatch:
    games = [_game(evening, own) for own in played]
    games = [one for one in games if {*one.sides} == {(team,) for team in teams}]
    if not games:
        return TeamMatch(number, teams, places, (0, 0), None)
    so_far = match_of(games)
    points = dict(zip(so_far.sides, so_far.points, strict=True))
    both = round(points[teams[0],]), round(points[teams[1],])
    return TeamMatch(number, teams, places, both, so_far if len(games) == len(places) else None)


def _game(evening: Evening, results: Sequence[Result]) -> FinishedGame:
    """Return a table's game with its teams as players; the most points are best."""
    sides = {one.side: one for one in results}
    seated = {
        side: teams_at(evening, tuple(one.player for one in results if one.side == side))
        for side in sides
    }
    first = results[0]
    return FinishedGame(
        sides=tuple(seated[side][:1] for side in sides),
        points=tuple(one.points for one in sides.values()),
        winners=frozenset(place for place, one in enumerate(sides.values()) if one.won),
        deals=first.deals,
        unplayed="walkover" if first.walkovers else "",
    )


def standing_of_teams(season: Season, now: EveningStatus) -> Sequence[RankedPlayer]:
    """Return how the teams stand tonight by the season's scheme; every match counts as a game, and
    one is enough for a place."""
    scoring = replace(Scoring.read(season.scoring), least=1, handicaps=False, best=None)
    over = [one.result for one in matches_of_teams(now) if one.result]
    results = [[*counted_results(one, scoring)] for one in over]
    sums = [sums_of_player(team, results) for team in range(len(now.evening.units))]
    met = meetings_in(results)
    none: Mapping[int, Fraction] = {}
    played = [one for one in sums if one.games]
    return ranking.standings(
        scoring, played, lambda one, other: met.get((one, other), HeadToHead()), none
    )


def names_of_teams(
    league: League, season: int, units: Sequence[Sequence[int]], names: Mapping[int, str]
) -> tuple[Sequence[str], Sequence[bool]]:
    """Return what each of these teams is called: as in the league of teams, by whichever of its
    players are in one there, else by its players; and whether it is one of the league's."""
    own = league.teams_in(season).items()
    team_of = {player: team for team, players in own for player in players}
    found = [{team_of[one] for one in unit if one in team_of} for unit in units]
    known = [next(iter(teams)) if len(teams) == 1 else None for teams in found]
    known = [team if known.count(team) == 1 else None for team in known]
    called = [
        league.team_names[team] if team is not None else ", ".join(names[one] for one in unit)
        for team, unit in zip(known, units, strict=True)
    ]
    return called, [team is not None for team in known]
