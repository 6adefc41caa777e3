"""What games count for the pairs or teams that a season ranks.

It follows from the results of their players. A pair's game is that of its side. Teams meet in a
match, whose tables are the games of the same two in a round of an evening, or in a match of a
league of teams: it counts once all of them have ended, as the game that ended last.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.standings.counted import counted_results
from scorekeeper.standings.finished import NO_HANDICAPS, WALKOVER, FinishedGame
from scorekeeper.standings.numbers import to_units
from scorekeeper.standings.scoring import Scoring
from scorekeeper.standings.units import PAIRS, match_of, sides_as_pairs, sides_as_teams
from scorekeeper.store.league.league_games import GameRow
from scorekeeper.store.league.state import League, Season
from scorekeeper.store.schema.league import Result

Round = tuple[int | None, int | None]
"""The round in which a match may be: its evening and number; another game's id alone."""


class CountedGame(NamedTuple):
    """A game that counts: its row, the game as it was played, its players' results; the pair or the
    team on each side, by number."""

    row: GameRow
    finished: FinishedGame
    results: Sequence[Result]
    units: tuple[int, ...] = ()


def in_a_match(row: GameRow) -> bool:
    """Return whether a game may be one of several tables at which two teams meet."""
    return row.evening is not None and row.round is not None


def results_of_units(
    league: League, season: Season, counted: Iterable[CountedGame], going_on: Iterable[GameRow]
) -> dict[int, Sequence[Result]]:
    """Return what these games of a season come to for its units, by the game (its id) that has it.
    Of matches of teams all tables are there, those too that are still ``going_on``."""
    if season.ranked == PAIRS:
        pairs = (one._replace(units=sides_as_pairs(one.finished)) for one in counted)
        return {one.row.id: _results(season, [one]) for one in pairs if one.units}
    teams = league.teams_in(season.number).items()
    team_of = {player: team for team, players in teams for player in players}
    matches: dict[tuple[Round, frozenset[int]], list[CountedGame]] = {}
    for one in counted:
        if units := sides_as_teams(one.finished, team_of):
            key = _round(one.row), frozenset(units)
            matches.setdefault(key, []).append(one._replace(units=units))
    unfinished = {
        (_round(row), team)
        for row in going_on
        for team in _teams_at(league, row, team_of)
        if in_a_match(row) and row.id not in league.removed_games
    }
    return {
        max(tables, key=_ended).row.id: _results(season, tables)
        for (at, units), tables in matches.items()
        if not unfinished & {(at, None), *((at, team) for team in units)}
    }


def _round(row: GameRow) -> Round:
    return (row.evening, row.round) if in_a_match(row) else (row.id, None)


def _ended(game: CountedGame) -> int:
    return game.row.ended or 0


def _teams_at(league: League, row: GameRow, team_of: Mapping[int, int]) -> Iterable[int | None]:
    """Return the teams that meet at a table where the game goes on; None: those of its match, in a
    league of teams."""
    evening = league.evenings.get(row.evening or 0)
    if evening is None:
        return [None]
    rounds, place = evening["rounds"], (row.place or 1) - 1
    tables = rounds[row.round - 1]["tables"] if row.round and row.round <= len(rounds) else ()
    seated = tables[place] if place < len(tables) else ()
    return {team_of.get(league.after_merges(player)) for player in seated} - {None}


def _results(season: Season, tables: Sequence[CountedGame]) -> Sequence[Result]:
    """Return the results of the units that met at these tables, in the order of their numbers; they
    are those of the game that ended last."""
    scoring, last = Scoring.read(season.scoring), max(tables, key=_ended)
    seen, plain = (
        match_of([_by_units(season, one, handicaps=given) for one in tables])
        for given in (scoring.handicaps, False)
    )
    places = plain.places()
    found = [
        last.results[0]._replace(
            player=one.player,
            side=last.units.index(one.player),
            place=one.place,
            won=int(one.won),
            letter=one.letter,
            deals=one.deals,
            points=round(one.points),
            worth=to_units(one.worth),
            # bids and best deals are those of players: a joint bid counts for both partners
            kept=0,
            lost=0,
            top=None,
            top_deal=None,
            tallied=sum(_tallied(table, one.player) for table in tables),
            rated=0 if plain.unplayed else places[side],
            given=to_units(one.worth) if plain.unplayed else 0,
            averaged=int(one.averaged),
            # that of the last table says nothing of a match that was played at another
            walkovers=int(plain.unplayed == WALKOVER),
        )
        for side, one in enumerate(counted_results(seen, replace(scoring, handicaps=False)))
    ]
    return sorted(found, key=lambda one: one.player)


def _by_units(season: Season, game: CountedGame, *, handicaps: bool) -> FinishedGame:
    """Return the game with its units as players; the most points are best."""
    points = season.handicaps_at(game.row.game) if handicaps and not game.finished.unplayed else {}
    given = {player: Fraction(more) for player, more in points.items()}
    seen = game.finished.with_handicaps(given or NO_HANDICAPS)
    return replace(seen, sides=tuple((one,) for one in game.units))


def _tallied(game: CountedGame, unit: int) -> int:
    side = game.finished.sides[game.units.index(unit)]
    return next(one.tallied for one in game.results if one.player in side)
