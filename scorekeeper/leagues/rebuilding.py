"""Rebuilding the stored games and access rows of a league from its tables and records."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from scorekeeper.leagues.duplicate.season import is_session, played_now
from scorekeeper.store.access import league_access
from scorekeeper.store.league import league_games, leagues, results, running_sums
from scorekeeper.store.league.league_games import GameRow
from scorekeeper.store.league.state import League
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.table.rows import find_by_id, lock, now
from scorekeeper.store.upkeep import LEAGUE_GAMES, Rebuild
from scorekeeper.tables import league_results
from scorekeeper.tables.finished import finished_game
from scorekeeper.tables.game_day import ended_at
from scorekeeper.tables.loading import replay_row

AT_ONCE = 50
"""Games that are compared together, so that others go on writing."""


@dataclass(frozen=True)
class LeagueDifference:
    """A league of which something stored was not what follows from its tables and records: games
    (by id), so many sums of their results, and access settings by name."""

    public_id: str
    games: Sequence[int]
    sums: int
    access: Sequence[str] = ()


def rebuild_results(
    *, repair: bool = True, run: Rebuild | None = None
) -> Iterator[LeagueDifference]:
    """Recompute the stored games and access of every league; yield, and repair, what differs.

    When a game first ended stays as it is, and so does the game of a table whose own rules are
    gone. Ratings are stale where results were wrong. Leagues and games that were checked before an
    interruption are passed over.
    """
    run = run or Rebuild()
    progress, done = run.progress, 0
    with reading() as connection:
        every = leagues.all_leagues(connection)
        ids = {one.id: league_games.ids_of_all(connection, one.id) for one in every}
    total = sum(map(len, ids.values()))
    for info in every:
        if info.id >= progress.league:
            progress.enter(info.id)
            for checked in _games(info.id, ids[info.id], repair, run):
                run.tell(LEAGUE_GAMES, done + checked, total)
            _sums_and_access(info.id, repair, run)
            found = LeagueDifference(
                info.public_id, progress.games, progress.sums, tuple(progress.access)
            )
            wrong = bool(found.games or found.sums or found.access)
            progress.leagues += wrong
            progress.enter(info.id + 1)
            run.save_alone()
            if wrong:
                yield found
        done += len(ids[info.id])


def _games(league_id: int, ids: Sequence[int], repair: bool, run: Rebuild) -> Iterator[int]:
    """Check games of a league, those before the last one checked; yield how many are."""
    for start in range(0, len(ids), AT_ONCE):
        batch = ids[start : start + AT_ONCE]
        if batch[-1] > run.progress.game:
            _batch(league_id, batch, repair, run)
            yield start + len(batch)


def _batch(league_id: int, ids: Sequence[int], repair: bool, run: Rebuild) -> None:
    progress = run.progress
    with reading() as connection:
        wrong = [game.id for game in _wrong_games(connection, league_id, ids)]
    if not (wrong and repair):
        progress.game, progress.games = ids[-1], [*progress.games, *wrong]
        run.save_alone()
        return
    with writing() as connection:
        # lock tables first, as a write to one does; they may have changed since
        for game in league_games.games_by_id(connection, league_id, wrong):
            if game.table_id is not None:
                lock(connection, game.table_id)
        leagues.lock(connection, league_id)
        right = _wrong_games(connection, league_id, wrong)
        for game in right:
            league = _league(connection, league_id)
            league_results.save_played(connection, league, game, game.played, now())
        progress.game, progress.games = ids[-1], [*progress.games, *(game.id for game in right)]
        run.save(connection)


def _wrong_games(connection: Connection, league_id: int, ids: Sequence[int]) -> list[GameRow]:
    league = _league(connection, league_id)
    stored = league_games.games_by_id(connection, league_id, ids)
    right = [_as_played(connection, league, game) for game in stored]
    unknown = {
        *league_results.persons_without_player(connection, league, league_results.persons_of(right))
    }
    known = [game for game in right if not league_results.persons_of([game]) & unknown]
    made = {one.game.id: one for one in league_results.outcomes_of(connection, league, known)}
    there = results.results_of_games(connection, ids, units=True)
    return [
        new
        for old, new in zip(stored, right, strict=True)
        if old.played != new.played
        or old.ended != new.ended
        or (new.played and new.first_ended is None)
        or (one := made.get(new.id)) is None
        or (one.counts, [*one.results]) != (old.counts, there[new.id])
    ]


def _as_played(connection: Connection, league: League, game: GameRow) -> GameRow:
    """Return the game with its correct contents, from its table or the records of its session
    (those of imported games are stored nowhere else), on its day."""
    if game.table_id is not None:
        table = replay_row(connection, find_by_id(connection, game.table_id))
        if not (table.outdated or table.refused):
            game = game._replace(played=finished_game(table))
    elif is_session(game):
        game = game._replace(played=played_now(connection, league, game))
    return game._replace(ended=ended_at(connection, league, game))


def _sums_and_access(league_id: int, repair: bool, run: Rebuild) -> None:
    progress = run.progress
    with reading() as connection:
        sums, access = _differing(connection, league_id, repair=False)
    if not (repair and (sums or access)):
        progress.sums, progress.access = progress.sums + sums, progress.access + access
        return
    with writing() as connection:
        leagues.lock(connection, league_id)
        sums, access = _differing(connection, league_id, repair=True)
        progress.sums, progress.access = progress.sums + sums, progress.access + access
        run.save(connection)


def _differing(connection: Connection, league_id: int, *, repair: bool) -> tuple[int, list[str]]:
    """Return how many sums differ, and which access settings; repaired if that is wished."""
    check_access = league_access.repair_access if repair else league_access.differing_access
    return (
        running_sums.wrong_sums(connection, league_id, repair=repair),
        [*check_access(connection, _league(connection, league_id))],
    )


def _league(connection: Connection, league_id: int) -> League:
    return leagues.read_uncached(connection, leagues.by_id(connection, league_id))
