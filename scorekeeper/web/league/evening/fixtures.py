"""What a club hangs up: the fixtures to come, and a poster of the season."""

from datetime import date
from typing import Any, Final, NamedTuple

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.days import written_day
from scorekeeper.leagues.evening.played import evenings_to_come
from scorekeeper.leagues.evening.tonight import evening_status
from scorekeeper.leagues.results.games import games_in_progress
from scorekeeper.leagues.results.standings import standings_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.standings.scoring import Scoring, scheme_of
from scorekeeper.tables.own_games import game_named
from scorekeeper.web.league import parts
from scorekeeper.web.league.evening.page import EveningPage
from scorekeeper.web.league.league_request import league_page, visit_or_403
from scorekeeper.web.shared.links import qr_code

bp = Blueprint("fixtures", __name__, url_prefix="/l/<league_id>")


class Fixture(NamedTuple):
    """An evening to come, or a day on which a table goes on: what stands in its lines."""

    number: int | None
    title: str
    about: str
    note: str
    rounds: Any = ()


def _to_come(visit: LeagueVisit) -> list[Fixture]:
    """Return the evenings from today on that have not been played, the next first."""
    return [
        Fixture(
            one.number,
            parts.evening_title(one),
            parts.evening_about(one),
            one.note,
            EveningPage(visit, evening_status(visit, one.number)).rounds,
        )
        for one in evenings_to_come(visit)
    ]


@bp.get("/fixtures")
def page(league_id: str) -> ResponseReturnValue:
    """The evenings to come with the tables that are planned, and the tables that are open, to be
    printed."""
    visit = visit_or_403(league_id)
    return league_page(
        "club/fixtures.html",
        visit,
        "fixtures",
        fixtures=_to_come(visit),
        tables=[
            (
                written_day(date.fromisoformat(one.day_set)) if one.day_set else "",
                one.unknown_name or game_named(one.game).name,
                " – ".join(one.seated),
            )
            for one in games_in_progress(visit)
        ],
        teams=bool(visit.league.teams),
    )


LISTED: Final = 12
"""The places that a poster has room for."""
COMING: Final = 8
"""The evenings that it has room for."""


@bp.get("/season/<int:season>/poster")
def poster(league_id: str, season: int) -> ResponseReturnValue:
    """A season on a sheet of paper: its champion or its standings, the evenings to come, and the
    league's address as a code if that is wanted."""
    visit = visit_or_403(league_id)
    one = visit.season(season) or abort(404)
    placed = [line for line in standings_of(visit, one) if line.place]
    coming = [] if one.archived else [each for each in _to_come(visit) if _takes_place(visit, each)]
    with_code = request.args.get("code") == "yes"
    address = url_for("league.home", league_id=league_id, _external=True)
    return league_page(
        "club/poster.html",
        visit,
        "poster",
        season=one,
        first=[line.player for line in placed if line.place == 1],
        lines=placed[:LISTED],
        more=max(0, len(placed) - LISTED),
        unit=tell(scheme_of(Scoring.read(one.scoring)).unit),
        coming=coming[:COMING],
        address=address if with_code else "",
        code=qr_code(address) if with_code else "",
    )


def _takes_place(visit: LeagueVisit, fixture: Fixture) -> bool:
    return fixture.number is None or not visit.league.evenings[fixture.number].get("cancelled")
