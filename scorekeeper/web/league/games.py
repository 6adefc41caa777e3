"""The games of a league, the newest first, and its statistics."""

from typing import Any, Final

from flask import Blueprint, abort, render_template, request, url_for

from scorekeeper.games import games
from scorekeeper.leagues.results import statistics
from scorekeeper.leagues.results.games import GamesFilter, games_in, games_in_progress, games_of
from scorekeeper.leagues.results.statistics import LeagueRecord, records_of, records_of_game
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import phrase, tell
from scorekeeper.store.league.state import Season
from scorekeeper.web.league import league_request, parts
from scorekeeper.web.shared.security import read_number

bp = Blueprint("league_games", __name__)

_MOMENT_DIGITS: Final = 15


@bp.get("/l/<league_id>/games")
def listed(league_id: str) -> str:
    """The games, the newest first, of a season, a game, a player or of all."""
    visit = league_request.visit_or_403(league_id)
    picked, player, before = parts.selection(visit), _player(visit), _before()
    page = games_of(visit, GamesFilter(picked.season, picked.game, player), before)
    everything = not (picked.season or picked.game or player or before)
    going_on = games_in_progress(visit) if everything else ()
    older = picked.query(player=player, before=page.older)
    return render_template(
        "league/games.html",
        **league_request.frame(visit, "games"),
        choices=parts.choices(visit, picked, ("season", "game", "player"), player),
        games=[parts.game(visit, one) for one in page.games],
        going_on=[parts.game(visit, one) for one in going_on],
        player=player and visit.names[player],
        first=before is None,
        older=page.older and url_for("league_games.listed", league_id=league_id, **older),
    )


def _player(visit: LeagueVisit) -> int | None:
    asked = request.args.get("player")
    if not asked:
        return None
    number = read_number(asked)
    if number is None or number not in visit.league.players:
        abort(404)
    return visit.league.after_merges(number)


def _before() -> int | None:
    asked = request.args.get("before", "")
    return int(asked) if asked.isdecimal() and len(asked) <= _MOMENT_DIGITS else None


# --- records ------------------------------------------------------------------------------------


@bp.get("/l/<league_id>/records")
def best(league_id: str) -> str:
    """The records, at first of the season that goes on: over all games, and of each in points."""
    visit = league_request.visit_or_403(league_id)
    picked = parts.selection(visit, now=True)
    return render_template(
        "league/records.html",
        **league_request.frame(visit, "records"),
        choices=parts.choices(visit, picked),
        groups=record_groups(visit, picked.season, picked.game),
    )


def record_groups(
    visit: LeagueVisit, season: Season | None, game: str | None = None
) -> list[tuple[str, list[dict[str, Any]]]]:
    """Return the records of a season (None: of all) in groups: over all games, then those in
    points of each game; or those of one game (a slug)."""
    groups = [("" if game else tell("Over all games"), "", records_of(visit, season, game))]
    groups += [
        (games()[slug].name, slug, records_of_game(visit, season, slug))
        for slug in ([game] if game else games_in(visit, season))
    ]
    return [
        (title, [_record(visit, one, slug) for one in held]) for title, slug, held in groups if held
    ]


_WORDS: Final = {
    statistics.DEAL: phrase("{most} deal"),
    statistics.GAME: phrase("{most} game"),
    statistics.MARGIN: phrase("Widest winning margin"),
    statistics.STREAK: phrase("Longest winning streak"),
    "won": phrase("Most games won"),
    "games": phrase("Most games played"),
    "kept": phrase("Most bids made"),
    statistics.TALLIED: phrase("Most {tally} in a game"),
    statistics.IN_ALL: phrase("Most {tally}"),
}


def _record(visit: LeagueVisit, one: LeagueRecord, slug: str) -> dict[str, Any]:
    game = one.game
    most = tell("Lowest") if game and game.low else tell("Highest")
    tally = next(iter(games()[slug].tallies), "") if slug else ""
    return {
        "words": tell(_WORDS[one.kind], most=most, tally=tell(tally)),
        "figure": one.figure,
        "handicap": _handicap(one),
        "who": parts.players_with_links(visit, one.players),
        "day": parts.day(game.ended) if game else None,
        "deal": one.deal,
        "href": game and parts.deal_page(visit, game, one.side, one.deal),
    }


def _handicap(one: LeagueRecord) -> str:
    """Return what of a record's figure is handicap: "3 + 10 handicap"; empty where nothing is."""
    given = {side.number: side for side in one.game.sides if side.handicap} if one.game else {}
    if one.kind == statistics.MARGIN and given:
        return tell("with the handicaps")
    if one.kind != statistics.GAME or one.side not in given:
        return ""
    side = given[one.side]
    if side.handicap > 0:
        return tell("{points} + {handicap} handicap", points=side.points, handicap=side.handicap)
    return tell("{points} − {handicap} handicap", points=side.points, handicap=-side.handicap)
