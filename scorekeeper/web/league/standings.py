"""The standings of a season, its chart, the seasons side by side, and a season looked back on."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from flask import Blueprint, abort, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.days import MORNING, day_numbered, written_day
from scorekeeper.games import games
from scorekeeper.leagues.evening.tonight import EveningTable, evening_of, evening_status
from scorekeeper.leagues.ladder import ladder_of
from scorekeeper.leagues.phones import claims_to_answer
from scorekeeper.leagues.results.games import games_in
from scorekeeper.leagues.results.standings import (
    ReviewLine,
    SeasonSummary,
    StandingsRow,
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
from scorekeeper.sentences import tell
from scorekeeper.standings.numbers import number_text
from scorekeeper.standings.scoring import Scoring, explain, scheme_of
from scorekeeper.store.league.state import Season
from scorekeeper.web.interview.coins import Coin
from scorekeeper.web.league import parts
from scorekeeper.web.league.games import record_groups
from scorekeeper.web.league.league_request import league_page, visit_or_403
from scorekeeper.web.shared.chart import Chart, Rows, chart_of_rows
from scorekeeper.web.table import table_request

bp = Blueprint("league_standings", __name__)

NEW: Final = "new"


def standings_page(visit: LeagueVisit, season: Season) -> ResponseReturnValue:
    """Return the standings of a season, in one game or in all."""
    game = parts.chosen_game()
    scoring = Scoring.read(season.scoring)
    rows = rows_of(visit, season, game)
    evenings = _evenings(visit)
    coins = parts.coins(visit, [one.placed.player for one in rows])
    return league_page(
        "season/standings.html",
        visit,
        "standings",
        season=season,
        game=game and games()[game].name,
        unit=tell(scheme_of(scoring).unit),
        league_has_players=bool(visit.league.players),
        lots=uses_lots(season),
        explained=explain(scoring),
        left_out=bool(game and bonuses_of(visit, season)),
        rows=[{**_row(visit, one), **coin} for one, coin in zip(rows, coins, strict=True)],
        games=_games(visit, season, game),
        seasons=visit.newest_seasons,
        evenings=evenings,
        mine=_mine(visit, evenings),
        claims=_claims(visit),
        challenge=_challenge(visit),
        undelivered=count_undelivered(visit) if visit.organises else 0,
        asked={"league_id": visit.info.public_id, "season": season.number, "game": game},
    )


class ClaimsShown(NamedTuple):
    """The claims to names that wait: the name that this phone waits for (empty: none), and those
    that other phones ask this one for."""

    own: str
    to_answer: Sequence[str]


def _claims(visit: LeagueVisit) -> ClaimsShown:
    device = table_request.known_device()
    latest = {one: claims[-1] for one, claims in visit.league.claims.items() if claims}
    if all(one.agreed for one in latest.values()) or not visit.is_member:
        return ClaimsShown("", ())
    own = latest.get(device)
    asking = claims_to_answer(visit, device)
    return ClaimsShown(
        visit.names[own.player] if own and not own.agreed else "",
        [visit.names[one.claim.player] for one in asking if one.claim],
    )


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
                return {"seat": _seat(visit, one, me)}
    first = evenings[0]
    if there[first["number"]].opened:
        return None
    return {"evening": first, "reply": parts.reply_shown(visit, first["number"]), "seat": None}


def _challenge(visit: LeagueVisit) -> dict[str, Any] | None:
    me = visit.league.player_of(table_request.known_device())
    ladder = ladder_of(visit) if me is not None else None
    if me is None or ladder is None or (found := ladder.open_for(me)) is None:
        return None
    return {"mine": found.by == me, "other": visit.names[found.of if found.by == me else found.by]}


def _seat(visit: LeagueVisit, table: EveningTable, me: int) -> dict[str, Any]:
    """The round, table and seat of a player, the partners and opponents there, and the way to the
    table."""
    seats = table.seats or ()
    seat = seats.index(me)
    mine = next(side for side in table.listing.sides if seat in side)
    names = [visit.names[one] for one in seats]
    return {
        "round": table.round,
        "table": table.place,
        "number": seat + 1,
        "partners": [names[one] for one in mine if one != seat],
        "opponents": [name for one, name in enumerate(names) if one not in mine],
        "href": url_for("pad.table", public_id=table.listing.row.public_id),
    }


def rows(visit: LeagueVisit, season: Season) -> list[dict[str, Any]]:
    """The lines of the standings of a season, in all games."""
    return [_row(visit, one) for one in rows_of(visit, season)]


def _evenings(visit: LeagueVisit) -> list[dict[str, Any]]:
    """Return the evening in progress and those to come, the next first: title, game, address."""
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
    ]


def _row(visit: LeagueVisit, row: StandingsRow) -> dict[str, Any]:
    return {
        **parts.ranked(visit, row.placed),
        "form": parts.form(row.form),
        "moved": NEW if row.moved is None else row.moved,
    }


def _games(
    visit: LeagueVisit, season: Season, game: str | None, endpoint: str = "league.season"
) -> list[tuple[str, str, bool]]:
    """Return all games, and each that counts in the season: its name, its address, whether it is
    this."""
    ids: dict[str, Any] = {"league_id": visit.info.public_id, "season": season.number}
    slugs = games_in(visit, season)
    shown = [(None, tell("All games")), *((slug, games()[slug].name) for slug in slugs)]
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
        game=game and games()[game].name,
        games=_games(visit, chosen, game, "league_standings.chart"),
        totals_chart=_chart(visit, players, rows),
    )


def _chart(visit: LeagueVisit, players: Sequence[int], rows: Rows) -> Chart | None:
    """The chart, with the players' coins at the ends of their lines where no two read alike."""
    coins = [Coin(**one) for one in parts.coins(visit, players)]
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
    players = {player: None for one in seen for player in one.placed}
    return league_page(
        "season/all.html",
        visit,
        "seasons",
        seasons=[_season(visit, one) for one in seen],
        rows=[
            {
                "name": visit.names[player],
                "href": parts.player_page(visit, player),
                "cells": [_cell(one, player) for one in seen],
            }
            for player in players
        ],
    )


def _season(visit: LeagueVisit, one: SeasonSummary) -> dict[str, Any]:
    ids: dict[str, Any] = {"league_id": visit.info.public_id, "season": one.season.number}
    return {
        "name": one.season.name,
        "href": url_for("league.season", **ids),
        "review": url_for("league_standings.review", **ids),
        "archived": one.season.archived,
        "first": parts.players_with_links(visit, one.first),
        "players": sum(1 for own in one.placed.values() if own.sums.games),
        "unit": tell(scheme_of(Scoring.read(one.season.scoring)).unit),
    }


def _cell(one: SeasonSummary, player: int) -> tuple[str, str]:
    placed = one.placed.get(player)
    return ("", "") if placed is None else (str(placed.place or "–"), number_text(placed.total))


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
        before=before,
        first=parts.players_with_links(visit, seen.first),
        leaders=[
            (games()[slug].name, parts.players_with_links(visit, players))
            for slug, players in seen.leaders.items()
        ],
        rows=[_review_row(visit, each) for each in seen.lines],
        gone=parts.players_with_links(visit, seen.gone),
        scoring=scoring if len({*scoring}) > 1 else [],
        unit=tell(scheme_of(Scoring.read(one.scoring)).unit),
        groups=record_groups(visit, one),
        chart=url_for("league_standings.chart", league_id=league_id, season=season),
        table=url_for("league.season", league_id=league_id, season=season),
    )


def _review_row(visit: LeagueVisit, one: ReviewLine) -> dict[str, Any]:
    before = one.before
    return {
        **parts.ranked(visit, one.now),
        "moved": NEW if before is None else one.moved or 0,
        "before": (before.place, number_text(before.total)) if before else None,
    }
