"""The games of a league: listed, the newest first; a single one for its organisers; its records."""

from typing import Final, NamedTuple

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.days import day_of
from scorekeeper.leagues.evening.corrections import correction_notice
from scorekeeper.leagues.game_rulings import (
    BY_POINTS,
    DRAWN,
    correct_result,
    set_day,
    set_game_counting,
)
from scorekeeper.leagues.results import statistics
from scorekeeper.leagues.results.games import (
    GameOfLeague,
    GamesFilter,
    game_of,
    games_in,
    games_in_progress,
    games_of,
)
from scorekeeper.leagues.results.statistics import LeagueRecord, records_of, records_of_game
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import minus, phrase, tell
from scorekeeper.store.league.state import Season
from scorekeeper.tables.own_games import game_named
from scorekeeper.web.league import parts
from scorekeeper.web.league.forms import CorrectResultForm, DayForm, MoveGameForm, RemoveGameForm
from scorekeeper.web.league.league_request import (
    attempt,
    league_page,
    players,
    respond,
    visit_or_403,
)
from scorekeeper.web.shared.security import read_number
from scorekeeper.web.table.entry_form import FinalPoints
from scorekeeper.web.table.table_request import LOOKED, WriteOutcome

bp = Blueprint("league_games", __name__)

# milliseconds since 1970, too long for read_number()
_MOMENT_DIGITS: Final = 15


@bp.get("/l/<league_id>/games")
def listed(league_id: str) -> ResponseReturnValue:
    """The games, the newest first, of a season, a game, a player or of all."""
    visit = visit_or_403(league_id)
    picked, player, before = parts.selection(visit), _player(visit), _before()
    shown = games_of(visit, GamesFilter(picked.season, picked.game, player), before)
    everything = not (picked.season or picked.game or player or before)
    everybody = [("", tell("Everybody")), *players(visit, lambda _: True)]
    older = picked.query(player=player, before=shown.older)
    return league_page(
        "games.html",
        visit,
        "games",
        choices=[
            *parts.choices(visit, picked),
            ("player", tell("Player"), everybody, player or ""),
        ],
        games=shown.games,
        going_on=games_in_progress(visit) if everything else (),
        player=player and visit.names[player],
        first=before is None,
        older=shown.older and url_for("league_games.listed", league_id=league_id, **older),
    )


def _player(visit: LeagueVisit) -> int | None:
    asked = request.args.get("player")
    if not asked:
        return None
    number = read_number(asked)
    if number is None or number not in visit.league.players:
        abort(404)
    return visit.league.after_merges(number)


def _before() -> int | None:
    asked = request.args.get("before", "")
    return int(asked) if asked.isdecimal() and len(asked) <= _MOMENT_DIGITS else None


# --- one game, for organisers -------------------------------------------------------------------


class _Forms(NamedTuple):
    """The rulings that an organiser may make on a game."""

    day: DayForm
    strike: RemoveGameForm
    move: MoveGameForm
    result: CorrectResultForm


@bp.route("/l/<league_id>/game/<int:game>", methods=["GET", "POST"])
def one(league_id: str, game: int) -> ResponseReturnValue:
    """Show what a game counts, or why it does not; and rule on it, with the reason: set its day,
    remove it, count it again, move it, correct it at its table."""
    visit = visit_or_403(league_id, organise=True)
    shown, outcome = game_of(visit, game) or abort(404), LOOKED
    day = shown.day_set or "" if shown.ended is None else day_of(shown.ended).isoformat()
    forms = _Forms(DayForm(day=day), RemoveGameForm(), MoveGameForm(), CorrectResultForm())
    if request.method == "POST":
        outcome = _rule(visit, game, forms)
        if outcome.done:
            return respond(outcome)
    sides = [(str(side.number), visit.together(side.players)) for side in shown.sides]
    return league_page(
        "game.html",
        visit,
        "games",
        outcome,
        game=shown,
        forms=forms,
        finals=_finals(visit, shown, forms.result),
        winners=[(BY_POINTS, tell("by the points")), *sides, (DRAWN, tell("a draw"))],
        notice=correction_notice(visit, game=game),
        struck=game in visit.league.removed_games,
        season=visit.league.seasons.get(shown.season),
        seasons=[
            (season.number, season.name)
            for season in visit.newest_seasons
            if season.number != shown.season
        ],
    )


def _finals(visit: LeagueVisit, game: GameOfLeague, form: CorrectResultForm) -> list[FinalPoints]:
    refused = form.points.refused
    return [
        FinalPoints(
            visit.together(side.players),
            [*parts.coins(visit, side.players).values()],
            f"points.{side.number}",
            form.points.data.get(str(side.number), minus(side.points)),
            [refused[str(side.number)]] if str(side.number) in refused else [],
        )
        for side in game.sides
    ]


def _rule(visit: LeagueVisit, game: int, forms: _Forms) -> WriteOutcome:
    if (form := forms.day).is_submitted():
        return attempt(
            lambda sent: set_day(visit, sent, game, form.day.data),
            tell("Day saved. Standings, records and chart updated."),
            form,
        )
    if (strike := forms.strike).is_submitted():
        struck = strike.do.data.act == "strike"
        return attempt(
            lambda sent: set_game_counting(
                visit, sent, game, reason=strike.reason.data, struck=struck
            ),
            tell("Removed from standings.") if struck else tell("Counted again."),
            strike,
        )
    if (result := forms.result).is_submitted():
        return attempt(
            lambda sent: correct_result(
                visit, sent, game, result.points.data, result.winner.data or BY_POINTS
            ),
            tell("Result corrected. Standings and records updated."),
            result,
        )
    if not (move := forms.move).is_submitted():
        abort(400)
    return attempt(
        lambda sent: set_game_counting(
            visit, sent, game, reason=move.reason.data, season=move.season.data or 0
        ),
        tell("Game moved to that season."),
        move,
    )


# --- records ------------------------------------------------------------------------------------


@bp.get("/l/<league_id>/records")
def best(league_id: str) -> ResponseReturnValue:
    """The records, at first of the season that goes on: over all games, and of each in points."""
    visit = visit_or_403(league_id)
    picked = parts.selection(visit, now=True)
    return league_page(
        "records.html",
        visit,
        "records",
        choices=parts.choices(visit, picked),
        groups=record_groups(visit, picked.season, picked.game),
    )


RecordGroups = list[tuple[str, list[tuple[LeagueRecord, str, str]]]]


def record_groups(
    visit: LeagueVisit, season: Season | None, game: str | None = None
) -> RecordGroups:
    """Return the records of a season (None: of all) in groups: over all games, then those in
    points of each game; or those of one game (a slug). With each, what it is of and what of its
    figure is handicap."""
    groups = [("" if game else tell("Over all games"), "", records_of(visit, season, game))]
    groups += [
        (game_named(slug).name, slug, records_of_game(visit, season, slug))
        for slug in ([game] if game else games_in(visit, season))
    ]
    return [
        (title, [(one, _record_text(one, slug), _handicap(one)) for one in held])
        for title, slug, held in groups
        if held
    ]


_LOWEST: Final = {
    statistics.DEAL: phrase("Lowest score in a deal"),
    statistics.GAME: phrase("Lowest score in a game"),
}
_WORDS: Final = {
    statistics.DEAL: phrase("Highest score in a deal"),
    statistics.GAME: phrase("Highest score in a game"),
    statistics.MARGIN: phrase("Widest winning margin"),
    statistics.STREAK: phrase("Longest winning streak"),
    "won": phrase("Most games won"),
    "games": phrase("Most games played"),
    "kept": phrase("Most bids made"),
    statistics.TALLIED: phrase("Most {tally} in a game"),
    statistics.IN_ALL: phrase("Most {tally}"),
}


def _record_text(one: LeagueRecord, slug: str) -> str:
    tally = next(iter(game_named(slug).tallies), "") if slug else ""
    low = one.game and one.game.low
    return tell((low and _LOWEST.get(one.kind)) or _WORDS[one.kind], tally=tell(tally))


def _handicap(one: LeagueRecord) -> str:
    """Return what of a record's figure is handicap: "3 + 10 handicap"; empty where nothing is."""
    given = {side.number: side for side in one.game.sides if side.handicap} if one.game else {}
    if one.kind == statistics.MARGIN and given:
        return tell("with the handicaps")
    if one.kind != statistics.GAME or one.side not in given:
        return ""
    side = given[one.side]
    if side.handicap > 0:
        return tell("{points} + {handicap} handicap", points=side.points, handicap=side.handicap)
    return tell("{points} − {handicap} handicap", points=side.points, handicap=-side.handicap)
