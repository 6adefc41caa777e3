"""The standings of a season, its chart, and the seasons side by side."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from flask import Blueprint, abort, render_template, url_for

from scorekeeper import leagues
from scorekeeper.days import MORNING, day_numbered, written_day
from scorekeeper.games import games
from scorekeeper.leagues import EveningTable, LeagueVisit
from scorekeeper.leagues.results.progress import SeasonSummary
from scorekeeper.leagues.results.standings import StandingsRow
from scorekeeper.sentences import tell
from scorekeeper.standings import explain, number_text
from scorekeeper.standings.scoring import Scoring, scheme_of
from scorekeeper.store.league.state import Season
from scorekeeper.web.league import league_request, parts
from scorekeeper.web.shared.chart import Chart, Rows, chart_of_rows
from scorekeeper.web.table import table_request

bp = Blueprint("league_standings", __name__)

NEW: Final = "new"


def page(found: LeagueVisit, season: Season) -> str:
    """Return the standings of a season, in one game or in all."""
    game = parts.game_asked()
    scoring = Scoring.read(season.scoring)
    rows = leagues.rows_of(found, season, game)
    evenings = _evenings(found)
    coins = parts.coins(found, [one.placed.player for one in rows])
    return render_template(
        "league/season/standings.html",
        **league_request.frame(found, "standings"),
        season=season,
        game=game and games()[game].name,
        unit=tell(scheme_of(scoring).unit),
        lots=leagues.uses_lots(season),
        explained=explain(scoring),
        left_out=bool(game and leagues.bonuses_of(found, season)),
        rows=[{**_row(found, one), **coin} for one, coin in zip(rows, coins, strict=True)],
        games=_games(found, season, game),
        seasons=[*found.league.seasons.values()][::-1],
        evenings=evenings,
        mine=_mine(found, evenings),
        claims=_claims(found),
        undelivered=leagues.count_undelivered(found) if found.role and found.role.organiser else 0,
        asked={"league_id": found.info.public_id, "season": season.number, "game": game},
    )


class ClaimsShown(NamedTuple):
    """The claims to names that wait: the name that this phone waits for (empty: none), and those
    that other phones ask this one for."""

    waits: str
    asking: Sequence[str]


def _claims(found: LeagueVisit) -> ClaimsShown:
    device = table_request.known_device()
    latest = {one: claims[-1] for one, claims in found.league.claims.items() if claims}
    if all(one.agreed for one in latest.values()) or not (found.role and found.role.member):
        return ClaimsShown("", ())
    own = latest.get(device)
    asking = leagues.claims_to_answer(found, device)
    return ClaimsShown(
        found.names[own.player] if own and not own.agreed else "",
        [found.names[one.claim.player] for one in asking if one.claim],
    )


def _mine(found: LeagueVisit, evenings: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the next evening of the phone's player: their seat, or their reply; None if the
    phone is nobody's."""
    me = found.league.player_of(table_request.known_device())
    if me is None or not evenings:
        return None
    number = evenings[0]["number"]
    now = leagues.evening_status(found, number)
    for one in now.tables_in_play:
        if me in (one.seats or ()):
            return {"evening": evenings[0], "reply": None, "seat": _seat(found, one, me)}
    if now.opened:
        return None
    reply = parts.reply_shown(found, number)
    return {"evening": evenings[0], "reply": reply, "seat": None}


def _seat(found: LeagueVisit, table: EveningTable, me: int) -> dict[str, Any]:
    """The round, table and seat of a player, who else sits there, and the way to the table."""
    seats = table.seats or ()
    others = [found.names[one] for one in seats if one != me]
    return {
        "round": table.round,
        "table": table.place,
        "number": seats.index(me) + 1,
        "others": others,
        "href": url_for("pad.table", public_id=table.shown.row.public_id),
    }


def rows(found: LeagueVisit, season: Season) -> list[dict[str, Any]]:
    """The lines of the standings of a season, in all games."""
    return [_row(found, one) for one in leagues.rows_of(found, season)]


def _evenings(found: LeagueVisit) -> list[dict[str, Any]]:
    """Return the evening in progress and those to come, the next first: title, game, address."""
    now = datetime.now()  # by the server's local time, as on the evening's page
    evenings = [leagues.evening_of(found.league, number) for number in found.league.evenings]
    starts = [(datetime.fromisoformat(one.date), one) for one in evenings if one.date]
    to_come = sorted(
        ((start, one) for start, one in starts if start + MORNING > now),
        key=lambda two: (two[0], two[1].number),
    )
    return [
        {
            "title": parts.evening_title(one),
            "about": parts.evening_about(one, tonight=start <= now),
            "href": url_for("evening.page", league_id=found.info.public_id, evening=one.number),
            "tonight": start <= now,
            "number": one.number,
        }
        for start, one in to_come
    ]


def _row(found: LeagueVisit, row: StandingsRow) -> dict[str, Any]:
    one = row.placed
    return {
        "place": one.place,
        "name": found.names[one.player],
        "href": parts.player_page(found, one.player),
        "games": one.sums.games,
        "wins": one.sums.wins,
        "total": number_text(one.total),
        "bonus": number_text(one.bonus) if one.bonus else "",
        "by": one.by,
        "missing": one.missing,
        "form": parts.form(row.form),
        "moved": NEW if row.moved is None else row.moved,
    }


def _games(
    found: LeagueVisit, season: Season, game: str | None, page: str = "league.season"
) -> list[tuple[str, str, bool]]:
    """Return all games, and each that counts in the season: its name, its address, whether it is
    this."""
    ids: dict[str, Any] = {"league_id": found.info.public_id, "season": season.number}
    slugs = leagues.games_in(found, season)
    shown = [(None, tell("All games")), *((slug, games()[slug].name) for slug in slugs)]
    return [(name, url_for(page, **ids, game=slug), slug == game) for slug, name in shown]


@bp.get("/l/<league_id>/season/<int:season>/chart")
def chart(league_id: str, season: int) -> str:
    """The totals of a season after each day of play."""
    found = league_request.visit_or_403(league_id)
    chosen = found.season(season) or abort(404)
    game = parts.game_asked()
    days = leagues.progress_of(found, chosen, game)
    last = days[-1].totals if days else {}
    players = sorted(last, key=lambda one: -last[one])
    rows = [
        (written_day(day_numbered(one.day)), [one.totals.get(own) for own in players])
        for one in days
    ]
    return render_template(
        "league/season/chart.html",
        **league_request.frame(found, "chart"),
        season=chosen,
        game=game and games()[game].name,
        games=_games(found, chosen, game, "league_standings.chart"),
        drawn=_drawn(found, players, rows),
    )


def _drawn(found: LeagueVisit, players: Sequence[int], rows: Rows) -> Chart | None:
    """The chart, with the players' coins at the ends of their lines where no two read alike."""
    coins = parts.coins(found, players)
    marks = [one["letter"] for one in coins]
    return chart_of_rows(
        [found.names[one] for one in players],
        rows,
        marks=marks if len({*marks}) == len(marks) else (),
        colours=[one["colour"] for one in coins],
    )


@bp.get("/l/<league_id>/seasons")
def seasons(league_id: str) -> str:
    """All seasons side by side: who was first, who stood where."""
    found = league_request.visit_or_403(league_id)
    seen = leagues.compare_seasons(found)
    players = {player: None for one in seen for player in one.placed}
    return render_template(
        "league/season/all.html",
        **league_request.frame(found, "seasons"),
        seasons=[_season(found, one) for one in seen],
        rows=[
            {
                "name": found.names[player],
                "href": parts.player_page(found, player),
                "cells": [_cell(one, player) for one in seen],
            }
            for player in players
        ],
    )


def _season(found: LeagueVisit, one: SeasonSummary) -> dict[str, Any]:
    ids: dict[str, Any] = {"league_id": found.info.public_id, "season": one.season.number}
    return {
        "name": one.season.name,
        "href": url_for("league.season", **ids),
        "review": url_for("review.page", **ids),
        "archived": one.season.archived,
        "first": parts.players_with_links(found, one.first),
        "players": sum(1 for own in one.placed.values() if own.sums.games),
        "unit": tell(scheme_of(Scoring.read(one.season.scoring)).unit),
    }


def _cell(one: SeasonSummary, player: int) -> tuple[str, str]:
    """Return a player's place and total in a season."""
    placed = one.placed.get(player)
    return ("", "") if placed is None else (str(placed.place or "–"), number_text(placed.total))
