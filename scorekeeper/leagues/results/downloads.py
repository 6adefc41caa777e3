"""Downloads of a league: standings, games and players as CSV, everything as JSON."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import date
from typing import Any, Final

from scorekeeper.days import day_of
from scorekeeper.leagues.history import decisions_of
from scorekeeper.leagues.ladder import ladder_of
from scorekeeper.leagues.results.columns import COLUMNS, document_line, spreadsheet_line
from scorekeeper.leagues.results.games import GameOfLeague, SideInGame, all_games, games_in
from scorekeeper.leagues.results.ratings import ratings_of
from scorekeeper.leagues.results.standings import standings_of
from scorekeeper.leagues.results.statistics import all_players
from scorekeeper.leagues.team_league import team_league_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.results_file.checking import PastGame
from scorekeeper.results_file.values import RESULT_ONLY
from scorekeeper.results_file.writing import csv_of_games, workbook
from scorekeeper.standings.units import PAIRS, TEAMS, kind_of
from scorekeeper.store.league.ratings import OVER_ALL
from scorekeeper.store.league.state import Season
from scorekeeper.tables.downloads import csv_of

FORMAT: Final = "scorekeeper-league/1"


def standings_csv(visit: LeagueVisit, season: Season, game: str | None = None) -> bytes:
    """Return the standings, a line a player."""
    lines = standings_of(visit, season, game)
    head = [one.name for one in COLUMNS]
    return csv_of([head, *(spreadsheet_line(one, visit.names) for one in lines)])


def players_csv(visit: LeagueVisit) -> bytes:
    """Return all present and former players, a line each."""
    head = ("player", "member", "plays", "games", "won")
    lines = (
        (
            one.name,
            "no" if one.player.guest else "yes",
            "no" if one.player.left else "yes",
            one.sums.games,
            one.sums.won,
        )
        for one in all_players(visit)
    )
    return csv_of([head, *lines])


def games_csv(visit: LeagueVisit) -> bytes:
    """Return the games that count, as a file of past results, which can be taken in again."""
    # with the mark by which spreadsheet programs recognise UTF-8
    return csv_of_games(_counted_games(visit)).encode("utf-8-sig")


def games_workbook(visit: LeagueVisit) -> bytes:
    """Return the same as a workbook."""
    return workbook(_counted_games(visit))


def _counted_games(visit: LeagueVisit) -> Iterator[PastGame]:
    for one in all_games(visit):
        if one.ended is not None and not one.why_not:
            yield _as_past_result(visit, one, day_of(one.ended))


def _as_past_result(visit: LeagueVisit, game: GameOfLeague, day: date) -> PastGame:
    sides = tuple(tuple(visit.names[one] for one in side.players) for side in game.sides)
    points = tuple(side.points for side in game.sides)
    if game.unplayed:
        called, kind = game.unknown_name, game.unplayed
        return PastGame(0, day, game.game, sides, points, game_name=called, kind=kind)
    unknown = game.result_only and game.deals == 1
    won = tuple(place for place, side in enumerate(game.sides) if side.number in game.winners)
    if game.winner_only:
        points = tuple(int(place in won) for place in range(len(points)))
    best = min(points) if game.low else max(points)
    by_points = won == tuple(place for place, one in enumerate(points) if one == best)
    return PastGame(
        *(0, day, game.game, sides, points, None if unknown else game.deals or None),
        game_name=game.unknown_name,
        low=game.low,
        winner_only=game.winner_only,
        winners=None if by_points or game.winner_only else won,
        kind=RESULT_ONLY if game.result_only else "",
    )


# --- all of it ----------------------------------------------------------------------------------


def league_json(visit: LeagueVisit) -> bytes:
    """Return the whole league. Seasons, players and games go by their numbers. What a game is
    worth, totals and bonuses are exact, as fractions: "7/2". A side's points are those of the game;
    where it has a ``handicap``, who has won is seen after that is added to them. The decisions,
    which only organisers see, go out to them."""
    document = {
        "format": FORMAT,
        "name": visit.league.name,
        "players": [
            {
                "number": one.player.number,
                "name": one.name,
                "guest": one.player.guest,
                "left": one.player.left,
            }
            for one in all_players(visit)
        ],
        "seasons": [_season(visit, one) for one in visit.league.seasons.values()],
        "games": [_game(one) for one in all_games(visit)],
        "evenings": [{"number": n, **one} for n, one in visit.league.evenings.items()],
        "ladder": _ladder(visit),
        "teams": _teams(visit),
        "units": _units(visit),
        "ratings": [_ratings(visit, scope) for scope in (OVER_ALL, *games_in(visit))],
    }
    if visit.organises:
        document["decisions"] = [
            {
                "number": one.seq,
                "at": one.at,
                "what": one.words,
                "undone": one.undone,
                "struck": one.deleted,
            }
            for one in decisions_of(visit, device="")
        ]
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def _units(visit: LeagueVisit) -> Sequence[Mapping[str, Any]]:
    """Return the pairs and teams that are in standings, whose numbers are below 0; a team with its
    players of today."""
    numbers = {
        one.player
        for season in visit.league.seasons.values()
        for one in standings_of(visit, season)
        if one.player < 0
    }
    return [
        {
            "number": one,
            "kind": kind_of(one),
            "name": visit.names[one],
            "players": [*visit.league.players_of(one)],
        }
        for one in sorted(numbers, reverse=True)
    ]


def _ladder(visit: LeagueVisit) -> Mapping[str, Any] | None:
    """Return the ladder as it stands, from the top, with its challenges; null where there is
    none."""
    ladder = ladder_of(visit)
    if ladder is None:
        return None
    return {
        **{"game": ladder.game, "reach": ladder.reach, "players": [*ladder.players]},
        "open": [one._asdict() for one in ladder.open],
        "played": [one._asdict() for one in ladder.moves],
    }


def _teams(visit: LeagueVisit) -> Mapping[str, Any] | None:
    """Return the teams, their matches and how they stand, told by their places in the list of
    teams; null where there are none."""
    teams = team_league_of(visit)
    if teams is None:
        return None
    return {
        **{"game": teams.game, "boards": teams.boards},
        "teams": [one._asdict() for one in teams.teams],
        "matches": [
            {
                **one.fixture._asdict(),
                **{"lineups": one.lineups, "won": one.boards, "over": one.score is not None},
                "walkover": one.walkover and one.walkover.side,
                "games": [table.game for table in one.tables.values()],
            }
            for one in teams.matches
        ],
        "table": [one._asdict() for one in teams.table],
    }


def _ratings(visit: LeagueVisit, scope: str) -> Mapping[str, Any]:
    """Return the ratings in a game (null: over all), true up to the game ``through``."""
    ratings = ratings_of(visit, scope)
    units = [one for kind in (PAIRS, TEAMS) for one in ratings_of(visit, scope, kind).rows]
    return {
        "game": scope or None,
        "through": ratings.through and ratings.through.game,
        "waiting": ratings.waiting,
        "players": [{"player": one.player, **asdict(one.rating)} for one in ratings.rows],
        "units": [{"unit": one.player, **asdict(one.rating)} for one in units],
    }


def _season(visit: LeagueVisit, season: Season) -> Mapping[str, Any]:
    bonuses = [one for one in visit.league.bonuses if one.season == season.number]
    return {
        "number": season.number,
        "name": season.name,
        "archived": season.archived,
        "scoring": season.scoring,
        "games": season.games,
        "handicaps": [{"player": one, "points": more} for one, more in season.handicaps.items()],
        "handicaps_by_game": [
            {"game": game, "player": one, "points": more}
            for game, own in season.handicaps_by_game.items()
            for one, more in own.items()
        ],
        "bonuses": [
            {"player": one.player, "points": one.points, "reason": one.reason} for one in bonuses
        ],
        "standings": [document_line(one) for one in standings_of(visit, season)],
    }


def _game(game: GameOfLeague) -> Mapping[str, Any]:
    return {
        "number": game.id,
        "table": game.table,
        "season": game.season,
        "game": game.game,
        **({"called": game.unknown_name} if game.unknown_name else {}),
        "ended": game.ended,
        "date": "" if game.ended is None else day_of(game.ended).isoformat(),
        "deals": game.deals,
        **({"result_only": True} if game.result_only else {}),
        **({"winner_only": True} if game.winner_only else {}),
        "sides": [_side(one) for one in game.sides],
        "counts": not game.why_not,
        "why_not": game.why_not,
        "kind": game.unplayed or "played",
        "reason": game.reason,
    }


def _side(side: SideInGame) -> Mapping[str, Any]:
    return {
        "players": [*side.players],
        "points": side.points,
        **({"handicap": side.handicap} if side.handicap else {}),
        "won": side.won,
        "worth": None if side.worth is None else str(side.worth),
        **({"averaged": True} if side.averaged else {}),
    }
