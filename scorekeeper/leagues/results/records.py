"""The records of a league: the highest deal, the longest streak, and the game each was set in."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection

from scorekeeper.games import games
from scorekeeper.leagues.results.games import GameOfLeague, games_by_id, scope_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.standings.counted import BYE_LETTER
from scorekeeper.standings.streaks import longest_streak
from scorekeeper.store.league import best_results, results, results_read
from scorekeeper.store.league.results import PlayerTotals
from scorekeeper.store.league.results_read import Scope
from scorekeeper.store.league.state import Season
from scorekeeper.store.sql.database import reading

DEAL: Final = "deal"
GAME: Final = "game"
MARGIN: Final = "margin"
TALLIED: Final = "tallied in a game"
STREAK: Final = "streak"

MOST: Final = ("won", "games", "kept")
"""What is counted over all games: wins, games, bids made."""
IN_ALL: Final = "tallied"
"""What a game counts beside points, over all games of its kind: bags and the like."""


class LeagueRecord(NamedTuple):
    """A record: what it is of, its figure (with the handicap), who holds it. It was set in a
    ``game`` (None: in all of them), by its ``side``, in the ``deal`` of that number."""

    kind: str
    figure: int
    players: Sequence[int]
    game: GameOfLeague | None = None
    side: int = 0
    deal: int | None = None


class _RecordHeld(NamedTuple):
    """The same before the game is looked up; ``players`` empty: who sat on the side."""

    kind: str
    figure: int | None
    game: int
    side: int = 0
    deal: int | None = None
    players: Sequence[int] = ()


def records_of_game(visit: LeagueVisit, season: Season | None, game: str) -> Sequence[LeagueRecord]:
    """Return those that are counted in points, which only games of one kind (a slug) can be
    compared by, of a season or of all."""
    scope, number = scope_of(visit, season, game), season.number if season else None
    with reading() as connection:
        held = [*_in_points(connection, scope)]
        if tallies := len(games()[game].tallies) == 1:
            held += _tallied(connection, scope)
        totals = results.player_totals(connection, visit.info.id, number, game)
    return [*_with_games(visit, held), *(_most(totals, IN_ALL) if tallies else ())]


def records_of(
    visit: LeagueVisit, season: Season | None, game: str | None = None
) -> Sequence[LeagueRecord]:
    """Return those that can be counted over all games: streaks, wins, bids made."""
    scope, number = scope_of(visit, season, game), season.number if season else None
    with reading() as connection:
        totals = results.player_totals(connection, visit.info.id, number, game)
        held = [*_streaks(connection, scope, [one.player for one in totals])]
    return [*_with_games(visit, held), *_most(totals, *MOST)]


def _in_points(connection: Connection, scope: Scope) -> Iterator[_RecordHeld]:
    best = best_results.best_deal(connection, scope)
    if best is not None:
        yield _RecordHeld(DEAL, best.top, best.game_id, best.side, best.top_deal)
    most = best_results.highest(connection, scope, "points")
    if most is not None:
        yield _RecordHeld(GAME, None, most.game_id, most.side)
    if widest := best_results.widest_margin(connection, scope):
        first, ahead = widest
        yield _RecordHeld(MARGIN, ahead, first.game_id, first.side)


def _tallied(connection: Connection, scope: Scope) -> Iterator[_RecordHeld]:
    most = best_results.highest(connection, scope, "tallied")
    if most is not None:
        yield _RecordHeld(TALLIED, most.tallied, most.game_id, most.side)


def _streaks(connection: Connection, scope: Scope, players: Sequence[int]) -> Iterator[_RecordHeld]:
    """Yield the longest winning streak, of two games at least; of equal ones all."""
    found: list[tuple[int, int, int]] = []
    for player in players:
        ended = results_read.endings(connection, scope, player)
        games = [one for one in ended if one.letter != BYE_LETTER]
        length, last = longest_streak("".join(one.letter for one in games))
        if length > 1:
            found.append((length, player, games[last].game_id))
    most = max((length for length, _, _ in found), default=0)
    for length, player, game in found:
        if length == most:
            yield _RecordHeld(STREAK, length, game, players=[player])


def _most(totals: Sequence[PlayerTotals], *kinds: str) -> Iterator[LeagueRecord]:
    """Yield the players with the most of each, as the sums say."""
    for kind in kinds:
        most = max((getattr(one, kind) for one in totals), default=0)
        if most:
            yield LeagueRecord(
                kind, most, [one.player for one in totals if getattr(one, kind) == most]
            )


def _with_games(visit: LeagueVisit, held: Sequence[_RecordHeld]) -> Sequence[LeagueRecord]:
    played = games_by_id(visit, [one.game for one in held])
    return [_best(one, played[one.game]) for one in held]


def _best(one: _RecordHeld, game: GameOfLeague) -> LeagueRecord:
    side = next(side for side in game.sides if side.number == one.side)
    figure = side.points + side.handicap if one.figure is None else one.figure
    return LeagueRecord(one.kind, figure, one.players or side.players, game, one.side, one.deal)
