"""A season looked back on: its champion and final table, its records, what changed since the season
before; and the champion as a picture to send."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from flask import Blueprint, Response, abort, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.days import day_numbered, written_day
from scorekeeper.leagues.history import games_played
from scorekeeper.leagues.results.standings import SeasonReview, progress_of, review_of
from scorekeeper.leagues.results.statistics import LeagueRecord
from scorekeeper.leagues.season_text import scoring_words
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.standings.numbers import number_text
from scorekeeper.standings.ranking import RankedPlayer
from scorekeeper.standings.scoring import Scoring, scheme_of
from scorekeeper.store.league.state import Season
from scorekeeper.web.interview.coins import Coin
from scorekeeper.web.league import parts
from scorekeeper.web.league.games import RecordGroups, record_groups
from scorekeeper.web.league.league_request import league_page, visit_or_403
from scorekeeper.web.shared.chart import Chart, chart_of_rows
from scorekeeper.web.table.picture import COLOURS

bp = Blueprint("league_review", __name__, url_prefix="/l/<league_id>/season/<int:season>")

PODIUM: Final = 3
_CHARTED: Final = 4
"""The players whose totals are drawn."""
_LISTED: Final = 8
"""The players whom the picture lists."""
_HIGHLIGHTS: Final = 3


class OnPodium(NamedTuple):
    """A player on the podium: their place and total, the name, the coin."""

    placed: RankedPlayer
    name: str
    coin: Coin


@bp.get("/review")
def page(league_id: str, season: int) -> ResponseReturnValue:
    """Show the champion, the final table, records, what changed since the season before."""
    visit = visit_or_403(league_id)
    one = visit.season(season) or abort(404)
    seen = review_of(visit, one)
    scoring = [scoring_words(dict(each.scoring)) for each in (seen.before, one) if each]
    groups = record_groups(visit, one)
    return league_page(
        "season/review.html",
        visit,
        "review",
        season=one,
        seen=seen,
        before=seen.before,
        scoring=scoring if len({*scoring}) > 1 else [],
        unit=tell(scheme_of(Scoring.read(one.scoring)).unit),
        groups=groups,
        podium=_podium(visit, seen),
        headline=_champion_words(visit, one, seen.first),
        ahead=_ahead(seen),
        played=games_played(visit, one),
        highlights=_highlights(visit, groups),
        totals_chart=_chart(visit, one, seen),
        newest=one == visit.season_shown,
    )


@bp.get("/picture.svg")
def picture(league_id: str, season: int) -> Response:
    """The champion and the first places as a picture to send."""
    visit = visit_or_403(league_id)
    one = visit.season(season) or abort(404)
    seen = review_of(visit, one)
    svg = render_template(
        "league/season/picture.svg",
        league=visit.league,
        season=one,
        headline=_champion_words(visit, one, seen.first),
        first=[one for one in _podium(visit, seen) if one.placed.place == 1],
        lines=_placed(visit, seen)[:_LISTED],
        played=tell("{n} {n:game|games}", n=games_played(visit, one)),
        colours=COLOURS,
    )
    named = f"inline; filename=season-{season}.svg"
    return Response(svg, mimetype="image/svg+xml", headers={"Content-Disposition": named})


def _champion_words(visit: LeagueVisit, season: Season, first: Sequence[int]) -> str:
    """Return who is champion, or leads a season that goes on."""
    if not first:
        return tell("No places yet.")
    names = visit.together(first)
    # a pair is one of those who rank, and two people
    people = sum(len(visit.league.players_of(one)) for one in first)
    if season.archived:
        return tell("{names} {n:is champion|are champions}", names=names, n=people)
    return tell("{names} {n:leads|lead}", names=names, n=people)


def _podium(visit: LeagueVisit, seen: SeasonReview) -> list[OnPodium]:
    """Return those in the first three places, at most three of them, but all champions."""
    first = len(seen.first)
    return _placed(visit, seen)[: max(PODIUM, first)]


def _placed(visit: LeagueVisit, seen: SeasonReview) -> list[OnPodium]:
    placed = [one.now for one in seen.lines if one.now.place]
    coins = parts.coins(visit, [one.player for one in placed])
    return [OnPodium(one, visit.names[one.player], coins[one.player]) for one in placed]


def _ahead(seen: SeasonReview) -> str:
    """Return by how much a single champion is ahead; empty where a tie-break put them there."""
    placed = [one.now for one in seen.lines if one.now.place]
    if len(placed) < 2 or len(seen.first) > 1:  # noqa: PLR2004
        return ""
    ahead: Fraction = placed[0].total - placed[1].total
    return number_text(ahead) if ahead else ""


def _highlights(visit: LeagueVisit, groups: RecordGroups) -> list[tuple[int, str, str]]:
    """Return a few records: the figure, what it is, who holds it."""
    found = [held[0] for _, held in groups]
    more = [one for _, held in groups[:1] for one in held[1:]]
    return [
        (record.figure, words, _holders(visit, record))
        for record, words, _ in [*found, *more][:_HIGHLIGHTS]
    ]


def _holders(visit: LeagueVisit, record: LeagueRecord) -> str:
    if record.is_shared:
        return tell("shared by {n}", n=len(record.players))
    return visit.together(record.players)


def _chart(visit: LeagueVisit, season: Season, seen: SeasonReview) -> Chart | None:
    """Draw the totals of the first four, evening by evening."""
    players = [one.now.player for one in seen.lines if one.now.place][:_CHARTED]
    days = progress_of(visit, season)
    coins = [*parts.coins(visit, players).values()]
    rows: Any = [
        (written_day(day_numbered(one.day)), [one.totals.get(own) for own in players])
        for one in days
    ]
    return chart_of_rows(
        [visit.names[one] for one in players],
        rows,
        coins=[[coin] for coin in coins],
        colours=[coin.colour for coin in coins],
    )
