"""The review of a season: champions, the final table, records, what changed since the last one."""

from typing import Any

from flask import Blueprint, abort, render_template, url_for

from scorekeeper.games import games
from scorekeeper.leagues.decision_text import scoring_words
from scorekeeper.leagues.results.standings import ReviewLine, review_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.standings.numbers import number_text
from scorekeeper.standings.scoring import Scoring, scheme_of
from scorekeeper.web.league import league_request, parts
from scorekeeper.web.league.games import record_groups

bp = Blueprint("review", __name__)

NEW = "new"


@bp.get("/l/<league_id>/season/<int:season>/review")
def page(league_id: str, season: int) -> str:
    """The season looked back on."""
    visit = league_request.visit_or_403(league_id)
    one = visit.season(season) or abort(404)
    review = review_of(visit, one)
    before = review.before
    scoring = [scoring_words(dict(each.scoring)) for each in (before, one) if each]
    return render_template(
        "league/season/review.html",
        **league_request.frame(visit, "seasons"),
        season=one,
        before=before,
        first=parts.players_with_links(visit, review.first),
        leaders=[
            (games()[slug].name, parts.players_with_links(visit, players))
            for slug, players in review.leaders.items()
        ],
        rows=[_row(visit, each) for each in review.lines],
        gone=parts.players_with_links(visit, review.gone),
        scoring=scoring if len({*scoring}) > 1 else [],
        unit=tell(scheme_of(Scoring.read(one.scoring)).unit),
        groups=record_groups(visit, one),
        chart=url_for("league_standings.chart", league_id=league_id, season=season),
        table=url_for("league.season", league_id=league_id, season=season),
    )


def _row(visit: LeagueVisit, one: ReviewLine) -> dict[str, Any]:
    now, before = one.now, one.before
    return {
        "place": now.place,
        "name": visit.names[now.player],
        "href": parts.player_page(visit, now.player),
        "games": now.sums.games,
        "wins": now.sums.won,
        "total": number_text(now.total),
        "moved": NEW if before is None else one.moved or 0,
        "before": (before.place, number_text(before.total)) if before else None,
    }
