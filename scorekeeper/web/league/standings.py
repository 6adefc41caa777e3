"""The standings of a season, its chart, the seasons side by side, and a season looked back on."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from flask import Blueprint, abort, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.days import MORNING, day_numbered, written_day
from scorekeeper.leagues.duplicate.writing import is_duplicate
from scorekeeper.leagues.evening.tonight import EveningTable, evening_of, evening_status
from scorekeeper.leagues.ladder import ladder_of
from scorekeeper.leagues.phones import claims_to_answer
from scorekeeper.leagues.results.games import games_in
from scorekeeper.leagues.results.standings import (
    bonuses_of,
    compare_seasons,
    progress_of,
    review_of,
    rows_of,
)
from scorekeeper.leagues.season_text import scoring_words
from scorekeeper.leagues.seasons import uses_lots
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.leagues.webhook import count_undelivered
from scorekeeper.sentences import phrase, tell
from scorekeeper.standings.scoring import Scoring, explain, scheme_of
from scorekeeper.store.league.state import Season
from scorekeeper.tables.own_games import game_named
from scorekeeper.web.league import parts
from scorekeeper.web.league.games import record_groups
from scorekeeper.web.league.league_request import league_page, visit_or_403
from scorekeeper.web.shared.chart import Chart, Rows, chart_of_rows
from scorekeeper.web.table import table_request

bp = Blueprint("league_standings", __name__)


LETTERS: Final = {"W": phrase("won"), "D": phrase("drawn"), "L": phrase("lost"), "B": phrase("bye")}


@bp.app_template_filter("last_games")
def _last_games(letters: str) -> str:
    """Return how the last games ended for those who hear the page, not its letters."""
    return tell("Last games: {told}", told=", ".join(tell(LETTERS[one]) for one in letters))


def standings_page(visit: LeagueVisit, season: Season) -> ResponseReturnValue:
    """Return the standings of a season, in one game or in all."""
    game = parts.chosen_game()
    rows = rows_of(visit, season, game)
    evenings = _evenings(visit)
    return league_page(
        "season/standings.html",
        visit,
        "standings",
        season=season,
        game=game and game_named(game).name,
        unit=_unit(season),
        league_has_players=bool(visit.league.players),
        lots=uses_lots(season),
        explained=explain(Scoring.read(season.scoring)),
        left_out=bool(game and bonuses_of(visit, season)),
        rows=rows,
        coins=parts.coins(visit, [one.placed.player for one in rows]),
        games=_games(visit, season, game),
        seasons=visit.newest_seasons,
        evenings=evenings,
        mine=_mine(visit, evenings),
        claims=_claims(visit),
        challenge=_challenge(visit),
        undelivered=count_undelivered(visit) if visit.organises else 0,
        asked={"league_id": visit.info.public_id, "season": season.number, "game": game},
    )


def _claims(visit: LeagueVisit) -> tuple[str, Sequence[str]]:
    """Return the name that this phone waits for (empty: none), and those that other phones ask this
    one for."""
    device = table_request.known_device()
    # told here, on the first page: it used to stand on “Phones” alone
    latest = {one: claims[-1] for one, claims in visit.league.claims.items() if claims}
    if all(one.agreed for one in latest.values()) or not visit.is_member:
        return "", ()
    own = latest.get(device)
    asking = claims_to_answer(visit, device)
    awaited = visit.names[own.player] if own and not own.agreed else ""
    return awaited, [visit.names[one.claim.player] for one in asking if one.claim]


def _mine(visit: LeagueVisit, evenings: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the next evening of the phone's player: their seat, tonight, or their reply; None if
    the phone is nobody's."""
    me = visit.league.player_of(table_request.known_device())
    if me is None or not evenings:
        return None
    tonight = [one for one in evenings if one["tonight"]]
    there = {one["number"]: evening_status(visit, one["number"]) for one in tonight or evenings[:1]}
    for now in there.values():
        for one in now.tables_in_play:
            if me in (one.seats or ()):
                return {"table": one, **_seat(visit, one, me)}
    first = evenings[0]
    # once it has begun, nobody is asked whether they are coming
    if there[first["number"]].opened or is_duplicate(visit, first["number"]):
        return None
    return {"table": None, "evening": first, "reply": parts.reply_shown(visit, first["number"])}


def _challenge(visit: LeagueVisit) -> dict[str, Any] | None:
    me = visit.league.player_of(table_request.known_device())
    ladder = ladder_of(visit) if me is not None else None
    if me is None or ladder is None or (found := ladder.open_for(me)) is None:
        return None
    return {"mine": found.by == me, "other": visit.names[found.of if found.by == me else found.by]}


def _seat(visit: LeagueVisit, table: EveningTable, me: int) -> dict[str, Any]:
    """Return a player's seat at a table, and the partners and opponents there."""
    seats = table.seats or ()
    seat = seats.index(me)
    mine = next(side for side in table.listing.sides if seat in side)
    names = [visit.names[one] for one in seats]
    return {
        "number": seat + 1,
        "partners": [names[one] for one in mine if one != seat],
        "opponents": [name for one, name in enumerate(names) if one not in mine],
    }


def _evenings(visit: LeagueVisit) -> list[dict[str, Any]]:
    """Return the evening in progress and those to come, the next first: title, game, address."""
    # by UTC an evening in New York stood under the next day's date
    now = datetime.now()  # by the server's local time, as on the evening's page
    evenings = [evening_of(visit.league, number) for number in visit.league.evenings]
    starts = [(datetime.fromisoformat(one.date), one) for one in evenings if one.date]
    to_come = sorted(
        ((start, one) for start, one in starts if start + MORNING > now),
        key=lambda two: (two[0], two[1].number),
    )
    return [
        {
            "title": parts.evening_title(one),
            "about": parts.evening_about(one, tonight=start <= now),
            "href": url_for("evening.page", league_id=visit.info.public_id, evening=one.number),
            "tonight": start <= now,
            "number": one.number,
        }
        for start, one in to_come
        if not one.cancelled
    ]


def _games(
    visit: LeagueVisit, season: Season, game: str | None, endpoint: str = "league.season"
) -> list[tuple[str, str, bool]]:
    """Return all games, and each that counts in the season: its name, its address, whether it is
    this."""
    ids: dict[str, Any] = {"league_id": visit.info.public_id, "season": season.number}
    slugs = games_in(visit, season)
    shown = [(None, tell("All games")), *((slug, game_named(slug).name) for slug in slugs)]
    return [(name, url_for(endpoint, **ids, game=slug), slug == game) for slug, name in shown]


@bp.get("/l/<league_id>/season/<int:season>/chart")
def chart(league_id: str, season: int) -> ResponseReturnValue:
    """The totals of a season after each day of play."""
    visit = visit_or_403(league_id)
    chosen = visit.season(season) or abort(404)
    game = parts.chosen_game()
    days = progress_of(visit, chosen, game)
    last = days[-1].totals if days else {}
    players = sorted(last, key=lambda one: -last[one])
    rows = [
        (written_day(day_numbered(one.day)), [one.totals.get(own) for own in players])
        for one in days
    ]
    return league_page(
        "season/chart.html",
        visit,
        "chart",
        season=chosen,
        game=game and game_named(game).name,
        games=_games(visit, chosen, game, "league_standings.chart"),
        totals_chart=_chart(visit, players, rows),
    )


def _chart(visit: LeagueVisit, players: Sequence[int], rows: Rows) -> Chart | None:
    """The chart, with the players' coins at the ends of their lines where no two read alike."""
    coins = parts.coins(visit, players).values()
    alike = len({coin.letter for coin in coins}) < len(coins)
    return chart_of_rows(
        [visit.names[one] for one in players],
        rows,
        coins=() if alike else [[coin] for coin in coins],
        colours=[coin.colour for coin in coins],
    )


@bp.get("/l/<league_id>/seasons")
def seasons(league_id: str) -> ResponseReturnValue:
    """All seasons side by side: who was first, who stood where."""
    visit = visit_or_403(league_id)
    seen = compare_seasons(visit)
    return league_page(
        "season/all.html",
        visit,
        "seasons",
        seasons=[(one, _unit(one.season)) for one in seen],
        players={player: None for one in seen for player in one.placed},
    )


def _unit(season: Season) -> str:
    return tell(scheme_of(Scoring.read(season.scoring)).unit)


# --- looked back on -----------------------------------------------------------------------------


@bp.get("/l/<league_id>/season/<int:season>/review")
def review(league_id: str, season: int) -> ResponseReturnValue:
    """The season looked back on: champions, the final table, records, what changed since the last
    one."""
    visit = visit_or_403(league_id)
    one = visit.season(season) or abort(404)
    seen = review_of(visit, one)
    before = seen.before
    scoring = [scoring_words(dict(each.scoring)) for each in (before, one) if each]
    return league_page(
        "season/review.html",
        visit,
        "seasons",
        season=one,
        seen=seen,
        before=before,
        scoring=scoring if len({*scoring}) > 1 else [],
        unit=_unit(one),
        groups=record_groups(visit, one),
    )
