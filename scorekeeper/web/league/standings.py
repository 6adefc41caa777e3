"""The standings of a season, its chart, the seasons side by side, and a season looked back on."""

from collections.abc import Sequence
from typing import Any, Final

from flask import Blueprint, abort, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.days import day_numbered, written_day
from scorekeeper.leagues.club.fees import amount_text, debts_of
from scorekeeper.leagues.history import games_played
from scorekeeper.leagues.results.games import games_in
from scorekeeper.leagues.results.standings import (
    bonuses_of,
    compare_seasons,
    progress_of,
    rows_of,
    standings_of,
)
from scorekeeper.leagues.season_text import scoring_words
from scorekeeper.leagues.seasons import uses_lots
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import phrase, tell
from scorekeeper.standings.scoring import Scoring, explain, scheme_of
from scorekeeper.standings.units import PAIRS, PLAYERS, TEAMS
from scorekeeper.store.league.state import Season
from scorekeeper.tables.own_games import game_named
from scorekeeper.web.league import parts
from scorekeeper.web.league.league_request import league_page, visit_or_403
from scorekeeper.web.shared.chart import Chart, Rows, chart_of_rows

bp = Blueprint("league_standings", __name__)


LETTERS: Final = {"W": phrase("won"), "D": phrase("drawn"), "L": phrase("lost"), "B": phrase("bye")}


@bp.app_template_filter("last_games")
def _last_games(letters: str) -> str:
    """Return how the last games ended for those who hear the page, not its letters."""
    return tell("Last games: {told}", told=", ".join(tell(LETTERS[one]) for one in letters))


_HEADS: Final = {PLAYERS: phrase("Player"), PAIRS: phrase("Pair"), TEAMS: phrase("Team")}
_COUNTED: Final = {
    PLAYERS: phrase("{n} {n:player|players}"),
    PAIRS: phrase("{n} {n:pair|pairs}"),
    TEAMS: phrase("{n} {n:team|teams}"),
}


@bp.app_template_filter("ranked_head")
def _head(ranked: str) -> str:
    """Return the heading of a column of those who are ranked."""
    return tell(_HEADS[ranked])


@bp.app_template_filter("ranked_count")
def _count(ranked: str, n: int) -> str:
    """Return how many of those who are ranked there are."""
    return tell(_COUNTED[ranked], n=n)


def standings_page(visit: LeagueVisit, season: Season) -> ResponseReturnValue:
    """Return the standings of a season, in one game or in all."""
    game = parts.chosen_game()
    rows = rows_of(visit, season, game)
    return league_page(
        "season/standings.html",
        visit,
        "standings",
        season=season,
        game=game and game_named(game).name,
        unit=_unit(season),
        lots=uses_lots(season),
        explained=explain(Scoring.read(season.scoring)),
        worked=parts.shown_example(visit, Scoring.read(season.scoring), season),
        left_out=bool(game and bonuses_of(visit, season)),
        rows=rows,
        me=parts.own(visit, [one.placed.player for one in rows]),
        coins=parts.coins(visit, [one.placed.player for one in rows]),
        games=_games(visit, season, game),
        seasons=visit.newest_seasons,
        asked={"league_id": visit.info.public_id, "season": season.number, "game": game},
    )


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


# --- the season ---------------------------------------------------------------------------------


@bp.get("/l/<league_id>/season")
def season_home(league_id: str) -> ResponseReturnValue:
    """The season that goes on: how far it is, and all that belongs to it and to the league."""
    visit = visit_or_403(league_id)
    season = visit.season_shown or abort(404)
    placed = standings_of(visit, season)
    return league_page(
        "season/home.html",
        visit,
        "season",
        season=season,
        played=games_played(visit, season),
        leaders=[one.player for one in placed if one.place == 1],
        champions=[one for one in parts.champions(visit) if one[0] != season],
        scoring=scoring_words(dict(season.scoring)),
        owed=amount_text(sum(one.amount for one in debts_of(visit.league))),
        evenings=[one for one in visit.league.evenings.values() if one["season"] == season.number],
    )
