"""The ratings of a league, over all games and of each, and a player's on their page."""

from collections.abc import Sequence
from typing import Any, Final

from flask import Blueprint, render_template, url_for

from scorekeeper.games import games
from scorekeeper.leagues.results.games import games_in
from scorekeeper.leagues.results.ratings import RatingPoint, Ratings, rating_curve, ratings_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.ratings import EXPLAINED, Rating, shown_rating
from scorekeeper.sentences import Voice, tell
from scorekeeper.web.league import league_request, parts
from scorekeeper.web.shared.chart import curve_of

bp = Blueprint("league_ratings", __name__)

MOST_POINTS: Final = 100


@bp.get("/l/<league_id>/ratings")
def listed(league_id: str) -> str:
    """Everybody's rating in a game or over all, the surest of the strong first."""
    visit = league_request.visit_or_403(league_id)
    game = parts.chosen_game()
    ratings = ratings_of(visit, game or "")
    slugs = [
        (None, tell("Over all games")),
        *((one, games()[one].name) for one in games_in(visit)),
    ]
    return render_template(
        "league/player/ratings.html",
        **league_request.frame(visit, "ratings"),
        games=[
            (name, url_for("league_ratings.listed", league_id=league_id, game=slug), slug == game)
            for slug, name in slugs
        ],
        rows=[
            {
                "name": visit.names[one.player],
                "href": parts.player_page(visit, one.player),
                "games": one.rating.games,
                **_rating_text(one.rating),
            }
            for one in ratings.rows
        ],
        true_to=up_to_date_text(ratings),
        explained=[Voice().text(one) for one in EXPLAINED],
    )


def up_to_date_text(ratings: Ratings) -> str:
    """Up to which game the ratings are true, where they wait for some; else nothing."""
    if not ratings.waiting:
        return ""
    waiting = tell(
        "{n} {n:game has|games have} still to rate. Reload in a moment.", n=ratings.waiting
    )
    if not ratings.through:
        return waiting
    since = tell("Ratings up to {day}.", day=parts.day(ratings.through.ended)["text"])
    return f"{since} {waiting}"


def of_player(visit: LeagueVisit, game: str | None, player: int) -> dict[str, Any] | None:
    """Return a player's rating in a game or over all, and its curve; None before the first game."""
    points = _fewer_points(rating_curve(visit, game or "", player))
    if not points:
        return None
    return {
        **_rating_text(points[-1].rating),
        "curve": curve_of([shown_rating(one.rating) for one in points]),
        "rows": [
            {"day": parts.day(one.ended), "games": one.rating.games, **_rating_text(one.rating)}
            for one in reversed(points)
        ],
    }


def _fewer_points(points: Sequence[RatingPoint]) -> Sequence[RatingPoint]:
    """Return few enough points to draw a curve, evenly spread; always with the last."""
    every = -(-len(points) // MOST_POINTS) or 1
    return points[::-1][::every][::-1]


def _rating_text(rating: Rating) -> dict[str, Any]:
    one = shown_rating(rating)
    return {"rating": one.number, "within": one.within, "sure": one.sure}
