"""The players of a league, a page for each of them, and their ratings."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from flask import Blueprint, abort, redirect, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.days import day_of, written_day
from scorekeeper.games import games
from scorekeeper.leagues.results.games import GamesFilter, games_in, games_of
from scorekeeper.leagues.results.ratings import Ratings, rating_curve, ratings_of
from scorekeeper.leagues.results.statistics import ListedPlayer, all_players, player_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.ratings import EXPLAINED
from scorekeeper.sentences import Voice, phrase, tell
from scorekeeper.standings.finished import Sums
from scorekeeper.standings.numbers import number_text
from scorekeeper.store.league.ratings import PlayerRating
from scorekeeper.web.league import parts
from scorekeeper.web.league.league_request import league_page, visit_or_403
from scorekeeper.web.league.parts import Selection
from scorekeeper.web.shared.chart import curve_of

bp = Blueprint("league_players", __name__)

_MEMBERS: Final = phrase("Members")
_GUESTS: Final = phrase("Guests")
_GONE: Final = phrase("Former players")


@bp.get("/l/<league_id>/players")
def everybody(league_id: str) -> ResponseReturnValue:
    """Members, guests, and who plays no more."""
    visit = visit_or_403(league_id)
    groups: dict[str, list[ListedPlayer]] = {_MEMBERS: [], _GUESTS: [], _GONE: []}
    for one in all_players(visit):
        groups[_group(one)].append(one)
    shown = [(title, own) for title, own in groups.items() if own]
    return league_page("player/all.html", visit, "players", groups=shown)


def _group(one: ListedPlayer) -> str:
    if one.player.left or one.player.forgotten:
        return _GONE
    return _GUESTS if one.player.guest else _MEMBERS


@bp.get("/l/<league_id>/player/<int:player>")
def player(league_id: str, player: int) -> ResponseReturnValue:
    """A player: their games, wins, partners, opponents, streaks."""
    visit = visit_or_403(league_id)
    if player not in visit.league.players:
        abort(404)
    picked = parts.selection(visit)
    if (now := visit.league.after_merges(player)) != player:
        ids: dict[str, Any] = {"league_id": league_id, "player": now}
        return redirect(url_for("league_players.player", **ids, **picked.query()), 303)
    seen = player_of(visit, player, picked.season, picked.game)
    last = games_of(visit, GamesFilter(picked.season, picked.game, player))
    rated = _fewer_points(rating_curve(visit, picked.game or "", player))
    return league_page(
        "player/page.html",
        visit,
        "player",
        player=visit.league.players[player],
        name=visit.names[player],
        choices=parts.choices(visit, picked),
        bonuses=_bonuses(visit, picked, player),
        seen=seen,
        totals=sum(seen.by_game.values(), Sums(player)),
        by_game=[(games()[slug], one) for slug, one in seen.by_game.items()],
        rated=rated,
        curve=curve_of([one.rating for one in rated]),
        games=last.games,
        older=last.older
        and url_for(
            "league_games.listed",
            league_id=league_id,
            **picked.query(player=player, before=last.older),
        ),
    )


def _bonuses(visit: LeagueVisit, picked: Selection, player: int) -> list[dict[str, str]]:
    """Return what organisers gave the player or took, the newest first, with the reason; not among
    the figures of one game, nor of who was forgotten."""
    league, season = visit.league, picked.season
    if picked.game or league.players[player].forgotten:
        return []
    return [
        {
            "points": f"{'+' if (points := Fraction(one.points)) > 0 else ''}{number_text(points)}",
            "season": league.seasons[one.season].name,
            "reason": one.reason,
        }
        for one in reversed(league.bonuses)
        if one.player == player and one.season in league.seasons
        if season is None or one.season == season.number
    ]


# --- ratings ------------------------------------------------------------------------------------

MOST_POINTS: Final = 100


@bp.get("/l/<league_id>/ratings")
def ratings(league_id: str) -> ResponseReturnValue:
    """Everybody's rating in a game or over all, the surest of the strong first."""
    visit = visit_or_403(league_id)
    game = parts.chosen_game()
    found = ratings_of(visit, game or "")
    named = [(slug, games()[slug].name) for slug in games_in(visit)]
    return league_page(
        "player/ratings.html",
        visit,
        "ratings",
        games=[
            (name, url_for("league_players.ratings", league_id=league_id, game=slug), slug == game)
            for slug, name in ((None, tell("Over all games")), *named)
        ],
        rows=found.rows,
        true_to=_true_to(found),
        explained=[Voice().text(one) for one in EXPLAINED],
    )


def _true_to(ratings: Ratings) -> str:
    """Up to which game the ratings are true, where they wait for some; else nothing."""
    if not ratings.waiting:
        return ""
    waiting = tell(
        "{n} {n:game has|games have} still to rate. Reload in a moment.", n=ratings.waiting
    )
    if not ratings.through:
        return waiting
    since = tell("Ratings up to {day}.", day=written_day(day_of(ratings.through.ended)))
    return f"{since} {waiting}"


def _fewer_points(points: Sequence[PlayerRating]) -> Sequence[PlayerRating]:
    """Return few enough points to draw a curve, evenly spread; always with the last."""
    every = -(-len(points) // MOST_POINTS) or 1
    return points[::-1][::every][::-1]
