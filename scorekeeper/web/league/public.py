"""The public page of a league, if its organisers want one: the next evenings, the standings, the
last results and the champions. Anybody may read it, and any site may show it in a frame."""

from typing import Final

from flask import Blueprint, current_app, render_template, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.leagues.results.games import GamesFilter, games_of
from scorekeeper.leagues.results.standings import rows_of
from scorekeeper.leagues.visit import LeagueVisit, visit_league
from scorekeeper.tables.loading import NotFound
from scorekeeper.web.league import parts
from scorekeeper.web.shared.errors import LeaguePrivate
from scorekeeper.web.shared.security import let_frame

bp = Blueprint("public", __name__)

EVENINGS: Final = 6
RESULTS: Final = 12
"""How many evenings to come, and games played, are shown."""


@bp.get("/club/<league_id>")
def page(league_id: str) -> ResponseReturnValue:
    """Show what anybody may see; nothing leads from here into the league."""
    visit = _public_or_403(league_id)
    season = visit.season_shown
    rows = rows_of(visit, season) if season else ()
    played = games_of(visit, GamesFilter(), most=RESULTS)
    shown = render_template(
        "league/framed/public.html",
        visit=visit,
        league=visit.league,
        season=season,
        evenings=parts.coming_evenings(visit)[:EVENINGS],
        rows=rows,
        coins=parts.coins(visit, [one.placed.player for one in rows]),
        games=[one for one in played.games if not one.why_not],
        champions=parts.champions(visit),
    )
    return let_frame(current_app.make_response(shown), "*")


def _public_or_403(league_id: str) -> LeagueVisit:
    """Return a league that has a public page. The answer is the same whether another has none, or
    there is no such league."""
    try:
        visit = visit_league(league_id, "")
    except NotFound:
        raise LeaguePrivate from None
    if not visit.league.public:
        raise LeaguePrivate
    return visit


def snippet(visit: LeagueVisit) -> str:
    """Return what a site's own page needs in order to show this one."""
    frame = Markup('<iframe src="{}" title="{}" width="100%" height="900"></iframe>')
    # a str, as what is escaped here is escaped once more where it is shown to be copied
    return str(frame.format(address(visit), visit.league.name))


def address(visit: LeagueVisit) -> str:
    """Return the address of a league's public page, as it is given to others."""
    return url_for("public.page", league_id=visit.info.public_id, _external=True)
