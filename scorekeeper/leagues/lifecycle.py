"""A league: created, renamed, archived; deleted, and back with one tap for a day."""

from typing import Any, Final, NamedTuple

from scorekeeper.games import games
from scorekeeper.leagues.decisions import Deciding, decision, read_name, read_own_name, refusal
from scorekeeper.leagues.evening.plan import EveningRules, shape_of
from scorekeeper.leagues.seasons import season_payload
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.standings.scoring import Scoring
from scorekeeper.store import deleting as store
from scorekeeper.store.access.budgets import LEAGUES, spend
from scorekeeper.store.access.devices import give_access
from scorekeeper.store.access.links import LEAGUE
from scorekeeper.store.league import leagues
from scorekeeper.store.league.state import ORGANISER, Season
from scorekeeper.store.schema.table import Json
from scorekeeper.store.sql.database import reading, retried, writing
from scorekeeper.store.table.rows import Change, now
from scorekeeper.tables.loading import NotFound
from scorekeeper.tables.own_games import find_game, game_named

WINS: Final = {"scheme": "wins", "ties": ["difference", "direct", "points"]}
"""How a first season is scored: by wins, then by the difference of points. Whoever comes and loses
gains nothing."""
PLACES: Final = {"scheme": "place-points"}
"""The same for a game of more than two sides, where second is better than last."""


def usual_scoring(game: str | None = None) -> Json:
    """Return the scoring of a first season of this game (a slug; None: of several games)."""
    return PLACES if game and _many_sided(game) else WINS


def counts_many_sided(season: Season) -> bool:
    """Return whether a season counts games of more than two sides."""
    return any(map(_many_sided, season.games or games()))


def _many_sided(game: str) -> bool:
    shape = shape_of(game_named(game), EveningRules(None, None))
    return not shape.partners and 2 not in shape.size[-1:]


def create_league(
    name: str,
    *,
    key: str,
    device: str,
    called: str = "",
    address: str = "",
    game: str | None = None,
    scoring: Json | None = None,
) -> str:
    """Make a league with its first season; ``device`` organises it, under the name ``called`` if
    one is given. The season counts one ``game`` (a slug; None: every game). Its public id.

    The same key again answers the same league. Raises ``DecisionRefused``, ``BudgetSpent`` where
    that many have been made lately, ``Unavailable``.
    """
    name, called = read_name(name), read_own_name(called)
    if game is not None and find_game(game) is None:
        raise refusal("game", "Choose a game.")
    usual = Scoring.read(scoring or usual_scoring(game)).document()
    season = season_payload(tell("First season"), usual, {game: None} if game else None)
    changes = [
        Change("head", {"name": name, "edition": 1}),
        Change("season", {**season, "with": 0}),
    ]

    def make() -> str:
        with writing() as connection:
            if (known := leagues.public_id_of_request(connection, key)) is not None:
                return known
            spend(connection, LEAGUES, device, address)
            info = leagues.create(connection, changes, request_key=key, device=device)
            give_access(connection, LEAGUE, info.id, device, ORGANISER, name=called)
        return info.public_id

    # requests of one key that meet on a server are answered with the one league that was made
    return retried(make)


@decision
def rename_league(at: Deciding, name: str) -> list[Change]:
    """Rename the league."""
    return _amended_head(at, name=read_name(name))


@decision
def archive_league(at: Deciding, archived: bool) -> list[Change]:
    """Archive a league, so that no table is started in it any more; or reopen it."""
    return _amended_head(at, archived=archived)


@decision
def let_players_score(at: Deciding, allowed: bool) -> list[Change]:
    """Allow members to score at the evening's tables they play at, or stop that."""
    return _amended_head(at, only_scorers=not allowed)


@decision
def publish_league(at: Deciding, public: bool) -> list[Change]:
    """Give the league a page that anybody may read, or take it away."""
    return _amended_head(at, public=public)


def _amended_head(at: Deciding, **fields: Any) -> list[Change]:
    return [Change("amend", {**at.visit.league.state.head, **fields}, about=0)]


# --- deleting -----------------------------------------------------------------------------------


class RestorableLeague(NamedTuple):
    """A deleted league: its public id and name, and until when it can be restored (ms)."""

    public_id: str
    name: str
    until: int


def owns_league(visit: LeagueVisit, device: str) -> bool:
    """Return whether the device may delete the league: the one that made it; if that has no access
    any more, any that organises it."""
    with reading() as connection:
        return store.owns_league(connection, visit.info.id, device)


def delete_league(visit: LeagueVisit) -> None:
    """Delete a league, and all its tables with it."""
    with writing() as connection:
        leagues.lock(connection, visit.info.id)
        store.mark_league(connection, visit.info.id, now())


def restorable_leagues(device: str) -> list[RestorableLeague]:
    """Return the leagues that the device may restore, the last one deleted first."""
    with reading() as connection:
        return [
            RestorableLeague(
                one.public_id,
                leagues.read(connection, leagues.by_id(connection, one.id)).name,
                one.deleted + store.DAY,
            )
            for one in store.leagues_deleted(connection, device, now() - store.DAY)
        ]


def restore_league(public_id: str, device: str) -> None:
    """Restore a deleted league with the tables that were deleted with it; raises ``NotFound`` where
    the device may not, or it is too late."""
    with writing() as connection:
        found = store.leagues_deleted(connection, device, now() - store.DAY)
        one = next((one for one in found if one.public_id == public_id), None)
        if one is None:
            raise NotFound(f"there is no deleted league {public_id}")
        leagues.lock(connection, one.id)
        store.unmark_league(connection, one.id, one.deleted)
