"""A league for other programs: standings and games as JSON, results as Atom. Its evenings as a
calendar: ``calendar.py``."""

from datetime import datetime
from typing import Final

import msgspec
from feedgenerator import Atom1Feed

from scorekeeper.days import day_of, moment
from scorekeeper.leagues.results.columns import StandingsLine, document_line
from scorekeeper.leagues.results.games import GameOfLeague, GamesFilter, games_of
from scorekeeper.leagues.results.standings import standings_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.standings.finished import BYE
from scorekeeper.standings.scoring import Scoring, scheme_of
from scorekeeper.store.league.state import Season
from scorekeeper.tables.own_games import find_game

MOST_GAMES: Final = 200
"""A list has so many games, the newest."""

# --- documents ----------------------------------------------------------------------------------


class Standings(msgspec.Struct, kw_only=True):
    """The standings of a season; `unit` is what a total counts."""

    league: str
    season: str
    unit: str
    rows: list[StandingsLine]  # type: ignore[valid-type]


class PlayedSide(msgspec.Struct, kw_only=True):
    """A side of a game: its players by name, its points."""

    players: list[str]
    points: int
    won: bool


class PlayedGame(msgspec.Struct, kw_only=True):
    """A finished game; the date as 2026-03-31. The kind is "played", or where nobody did "walkover"
    or "bye"; `result_only`: its score was kept on paper."""

    number: int
    game: str
    date: str
    counts: bool
    kind: str
    sides: list[PlayedSide]
    result_only: bool = False


class PlayedGames(msgspec.Struct, kw_only=True):
    """The games that ended last, the newest first."""

    league: str
    games: list[PlayedGame]


class PostedGame(msgspec.Struct, kw_only=True):
    """The id of the table that was made of a posted score sheet."""

    table: str


def standings_document(visit: LeagueVisit, season: Season) -> Standings:
    """Return the standings of a season."""
    return Standings(
        league=visit.league.name,
        season=season.name,
        unit=scheme_of(Scoring.read(season.scoring)).unit,
        rows=[
            msgspec.convert({**document_line(one), "name": visit.names[one.player]}, StandingsLine)
            for one in standings_of(visit, season)
        ],
    )


def games_document(visit: LeagueVisit) -> PlayedGames:
    """Return the games that ended last."""
    return PlayedGames(
        league=visit.league.name,
        games=[
            played_game(visit, one) for one in games_of(visit, GamesFilter(), most=MOST_GAMES).games
        ],
    )


def played_game(visit: LeagueVisit, game: GameOfLeague) -> PlayedGame:
    """Return a game that has ended, now or before it was taken up again."""
    return PlayedGame(
        number=game.id,
        game=game.game,
        date=day_of(game.ended or 0).isoformat(),
        counts=not game.why_not,
        kind=game.unplayed or "played",
        sides=[
            PlayedSide(
                players=[visit.names[player] for player in side.players],
                points=side.points,
                won=side.won,
            )
            for side in game.sides
        ],
        result_only=game.result_only,
    )


# --- Atom (RFC 4287) ----------------------------------------------------------------------------


class _AtomFeed(Atom1Feed):
    def latest_post_date(self) -> datetime:
        """Return when the newest game ended. An empty feed was updated never, and not just now, so
        that it stays the same."""
        return max((one["updateddate"] for one in self.items), default=moment(0))


def results_atom(visit: LeagueVisit, address: str) -> bytes:
    """Return the games that ended last as a feed; ``address`` is that of the league's games."""
    name = f"urn:scorekeeper:{visit.info.public_id}"
    feed = _AtomFeed(visit.league.name, address, description=None, feed_guid=name)
    for one in games_of(visit, GamesFilter(), most=MOST_GAMES).games:
        feed.add_item(
            _headline(visit, one),
            address,
            description=None,
            unique_id=f"{name}:game:{one.id}",
            author_name=visit.league.name,
            updateddate=moment(one.ended or 0),
        )
    text: str = feed.writeString("utf-8")
    return text.encode()


def _headline(visit: LeagueVisit, game: GameOfLeague) -> str:
    known = find_game(game.game)
    sides = [visit.together(one.players) for one in game.sides]
    name = known.name if known else game.unknown_name or game.game
    if game.unplayed == BYE:
        return tell("{game}: bye for {names}", game=name, names=sides[0])
    if game.unplayed:
        return tell(
            "{game}: walkover for {names} against {others}",
            game=name,
            names=sides[0],
            others=sides[1],
        )
    told = (f"{names} {one.points}" for names, one in zip(sides, game.sides, strict=True))
    return f"{name}: {' – '.join(told)}"
