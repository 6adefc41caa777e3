"""What a duplicate session counts in its league's season: a game, whose sides are its pairs; of two
fields a game each.

The points of a pair (a team, a player) are its percentage, victory points or IMPs, in hundredths
(``scale``), so that a season may go by places, by wins, or by the sum.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from sqlalchemy import Connection

from scorekeeper.leagues.duplicate.folding import fold
from scorekeeper.leagues.duplicate.records import DuplicateState
from scorekeeper.leagues.duplicate.session import scored
from scorekeeper.leagues.game_rulings import day_of_evening
from scorekeeper.sheet.documents import Document
from scorekeeper.store.league import duplicate_records as store
from scorekeeper.store.league import league_games
from scorekeeper.store.league.league_games import GameRow
from scorekeeper.store.league.state import League
from scorekeeper.store.schema.table import Json
from scorekeeper.store.table.rows import now
from scorekeeper.tables import league_results

SCALE: Final = 100
FIELDS: Final = 2
"""The most rankings of a session; each is a game of the season, told apart by its place."""


def is_session(game: GameRow) -> bool:
    """Return whether a game of a league is a duplicate session's."""
    return game.table_id is None and game.imported is None and game.place is not None


def games_of_session(league: League, state: DuplicateState) -> Sequence[Json]:
    """Return the documents of a finished session (``LeagueGame.played``), one for each ranking;
    none while it goes on, and none for boards that were played again."""
    if not state.over or state.past is not None:
        return ()
    found = scored(state, str, {})
    return [_game(league, state, field) for field in found.result.get("fields", ())]


def _game(league: League, state: DuplicateState, field: Document) -> Json:
    ranking: Sequence[Document] = field["ranking"]
    sides = [state.pairs[one["id"]].players for one in ranking]
    document = {
        "players": [
            {"person": league.players[player].person, "side": side}
            for side, players in enumerate(sides)
            for player in players
            if player in league.players
        ],
        "points": [
            round(SCALE * (one["percent"] if "percent" in one else one["total"])) for one in ranking
        ],
        "winners": [side for side, one in enumerate(ranking) if one["rank"] == 1],
        "deals": max((one["boards"] for one in ranking), default=0),
        "low": False,
        "tallied": [0] * len(sides),
        "top": None,
        "scale": SCALE,
        "session": True,
    }
    # what is a percentage was saved before sessions of other kinds were
    return document if state.by_percent else {**document, "percent": False}


def played_now(connection: Connection, league: League, game: GameRow) -> Json | None:
    """Return what the records say of a session's game; None while it goes on."""
    state = fold(store.records(connection, league.id, game.evening or 0))
    documents = games_of_session(league, state) if state.setup else ()
    at = (game.place or 1) - 1
    return documents[at] if at < len(documents) else None


def update_season(
    connection: Connection, league: League, evening: int, state: DuplicateState
) -> None:
    """Let the season follow a session that is over, was corrected since, or goes on again; in the
    same transaction."""
    known = _known(connection, league, evening)
    documents = games_of_session(league, state)
    planned: Mapping[str, object] = league.evenings[evening]
    for place in range(1, FIELDS + 1):
        document = documents[place - 1] if place <= len(documents) else None
        if place not in known and document is not None:
            row = {
                "league_id": league.id,
                "season": planned["season"],
                "game": planned["game"],
                "day": day_of_evening(league, evening),
                "evening": evening,
                "place": place,
            }
            league_games.add_games(connection, [row])
            known = _known(connection, league, evening)
        if place in known and document != known[place].played:
            league_results.save_played(connection, league, known[place], document, now())


def _known(connection: Connection, league: League, evening: int) -> dict[int, GameRow]:
    games = league_games.games_of_evening(connection, league.id, evening)
    return {one.place or 0: one for one in games if is_session(one)}
