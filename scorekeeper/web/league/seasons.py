"""The seasons of a league: start them, set their scoring, games, rules and handicaps, end them;
give bonuses and penalties, and draw lots between players whom no other tie-break separates."""

from typing import Any

from flask import Blueprint, abort
from flask.typing import ResponseReturnValue

from scorekeeper.engine.game import Game
from scorekeeper.games import games
from scorekeeper.leagues.history import games_played
from scorekeeper.leagues.results.standings import standings_of
from scorekeeper.leagues.seasons import (
    counting,
    create_season,
    draw_lots,
    edit_season,
    give_bonus,
    payload_of,
    tied_players,
    uses_lots,
)
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.sheet import read_head
from scorekeeper.sheet.documents import Head, SheetRefused, game_in_sheet
from scorekeeper.standings.units import PLAYERS
from scorekeeper.store.league.state import OF_FIRST_SEASONS, Season
from scorekeeper.store.schema.table import Json
from scorekeeper.tables.house_rules import kept_games
from scorekeeper.tables.own_games import earlier_editions, find_game
from scorekeeper.web.league import parts
from scorekeeper.web.league.forms import (
    ENDS,
    FOR_PAST,
    BonusForm,
    DeletedForm,
    EndSeasonForm,
    LotsForm,
    NewSeasonForm,
)
from scorekeeper.web.league.league_request import (
    attempt,
    attempt_mark,
    league_page,
    players,
    refused,
    respond,
    visit_or_403,
)
from scorekeeper.web.league.season_form import HandicapsForm, SeasonForm
from scorekeeper.web.shared.forms import PageForm
from scorekeeper.web.table import setup_form, table_request
from scorekeeper.web.table.table_request import LOOKED, WriteOutcome

bp = Blueprint("seasons", __name__)


@bp.route("/l/<league_id>/season/new", methods=["GET", "POST"])
def new(league_id: str) -> ResponseReturnValue:
    """Begin another season, by the rules of the one that goes on."""
    visit = visit_or_403(league_id, organise=True)
    outcome, last, form = LOOKED, visit.season_shown or abort(404), NewSeasonForm()
    if form.is_submitted():
        payload = {**payload_of(last), "name": form.name.data, "scoring": _scoring_anew(last)}
        payload["archived"] = form.ends.data == FOR_PAST
        ends = last.number if form.ends.data == ENDS and not last.archived else None
        outcome = attempt(
            lambda sent: create_season(visit, sent, payload, ends=ends),
            tell("Season started."),
            form,
        )
        if outcome.done:
            newest = max(visit_or_403(league_id, organise=True).league.seasons)
            return respond(outcome, "seasons.rules", league_id=league_id, season=newest)
    return league_page("season/new.html", visit, "rules", outcome, last=last, form=form)


def _scoring_anew(season: Season) -> Json:
    """Return the scoring for another season; what only the first seasons had is as usual again."""
    # from before walkovers and byes had a worth: only the seasons of then keep it
    return {
        name: value for name, value in season.scoring.items() if OF_FIRST_SEASONS.get(name) != value
    }


@bp.route("/l/<league_id>/season/<int:season>/rules", methods=["GET", "POST"])
def rules(league_id: str, season: int) -> ResponseReturnValue:
    """Show and edit a season: its name, scoring, which games count, handicaps; end it."""
    visit = visit_or_403(league_id, organise=True)
    one, outcome = visit.season(season) or abort(404), LOOKED
    form, ending = SeasonForm(one, [*_playing(visit)]), EndSeasonForm()
    if ending.is_submitted() or form.do.data.text == "save":
        outcome = _end(visit, one, ending) if ending.is_submitted() else _save(visit, one, form)
        if outcome.done and ending.do.data.text == "end":
            ids = {"league_id": league_id, "season": season}
            return respond(outcome, "league_review.page", **ids)
        if outcome.done:
            return respond(outcome)
    counting_now = filter(None, map(find_game, one.games))
    made = [*counting_now, *kept_games(table_request.known_device())]
    listed = {**games(), **{game.slug: game for game in made}}
    earlier = earlier_editions(made)
    changed = {listed[slug].name for slug in earlier & one.games.keys()}
    by_name = sorted(listed.items(), key=lambda one: (one[1].name, one[0] not in earlier))
    return league_page(
        "season/rules.html",
        visit,
        "rules",
        outcome,
        season=one,
        form=form,
        worked=parts.shown_example(visit, form.as_scored, one),
        played=games_played(visit, one),
        by_name=by_name,
        newer=[game.slug for game in made if game.slug not in earlier and game.name in changed],
        playing=[*_playing(visit).items()],
        at_one_game=[
            (slug, game.name, len(one.handicaps_by_game.get(slug, {})))
            for slug, game in by_name
            if not one.games or slug in one.games
        ],
    )


def _playing(visit: LeagueVisit) -> dict[int, str]:
    return {one.number: visit.names[one.number] for one in visit.league.playing}


def _save(visit: LeagueVisit, season: Season, form: SeasonForm) -> WriteOutcome:
    """Save the whole form at once."""
    # with a key for each part of the page, one threw away what was typed for another
    before = {str(number): points for number, points in season.handicaps.items()}
    # the page doesn't list players who have left, so theirs would go
    kept = {player: points for player, points in before.items() if player not in form.players}
    return _save_season(
        visit,
        season,
        tell("Season saved. Standings recalculated."),
        form,
        name=form.name.data,
        scoring=form.scoring,
        games=counting({slug: season.games.get(slug) for slug in form.chosen}),
        handicaps={one: points for one, points in {**kept, **form.points}.items() if points != 0},
    )


def _end(visit: LeagueVisit, season: Season, form: EndSeasonForm) -> WriteOutcome:
    ends = form.do.data.text == "end"
    words = (
        tell("{name} ended.", name=season.name)
        if ends
        else tell("{name} reopened.", name=season.name)
    )
    return _save_season(visit, season, words, archived=ends)


def _save_season(
    visit: LeagueVisit, season: Season, done: str, form: PageForm | None = None, **changed: Any
) -> WriteOutcome:
    payload = {**payload_of(season), **changed}
    return attempt(lambda sent: edit_season(visit, sent, season.number, payload), done, form)


# --- one game of a season -----------------------------------------------------------------------


@bp.route("/l/<league_id>/season/<int:season>/handicaps/<slug>", methods=["GET", "POST"])
def handicaps(league_id: str, season: int, slug: str) -> ResponseReturnValue:
    """Show and save each player's handicap at one game; an empty field means that of all games."""
    visit = visit_or_403(league_id, organise=True)
    one, game = visit.season(season) or abort(404), find_game(slug) or abort(404)
    outcome, own = LOOKED, one.handicaps_by_game.get(slug, {})
    form = HandicapsForm([*_playing(visit)], own)
    if form.is_submitted():
        by_game: dict[str, Json] = payload_of(one).get("handicaps_by_game", {})
        before = by_game.get(slug, {}).items()
        kept = {player: points for player, points in before if player not in form.players}
        # 0 stays: at this game the player has none, whatever holds at the others
        by_game = by_game | {slug: {**kept, **form.points}}
        outcome = _save_season(
            visit,
            one,
            tell("Handicaps at {name} saved.", name=game.name),
            form,
            handicaps_by_game={slug: own for slug, own in by_game.items() if own},
        )
        if outcome.done:
            return respond(outcome, "seasons.rules", league_id=league_id, season=season)
    return league_page(
        "season/handicaps.html",
        visit,
        "rules",
        outcome,
        season=one,
        game=game,
        form=form,
        playing=[*_playing(visit).items()],
    )


@bp.route("/l/<league_id>/season/<int:season>/game/<slug>", methods=["GET", "POST"])
def pinned(league_id: str, season: int, slug: str) -> ResponseReturnValue:
    """A game's house rules in a season, set with the form for a new game: pin them, or let every
    table choose."""
    visit = visit_or_403(league_id, organise=True)
    one, game = visit.season(season) or abort(404), find_game(slug) or abort(404)
    form = setup_form.SetupForm(game, _head(game, one))
    outcome, act = LOOKED, form.do.data.text
    if act in ("pin", "unpin"):
        outcome = _pin(visit, one, form) if act == "pin" else _unpin(visit, one, game)
        if outcome.done:
            return respond(outcome, "seasons.rules", league_id=league_id, season=season)
    more = {**form.context(), "season": one, "pinned": one.games.get(slug)}
    return league_page("season/game.html", visit, "rules", outcome, **more)


def _head(game: Game, season: Season) -> Head | None:
    """Return the pinned rules as a head; None where there are none, or the game no longer knows
    them."""
    pinned = season.games.get(game.slug)
    if pinned is None:
        return None
    nobody = [f"{seat}" for seat in range(setup_form.usual_count(game))]
    document = {"format": "scorekeeper/1", **game_in_sheet(game), "entries": [], "dealer": 0}
    try:
        return read_head({**document, **pinned, "players": nobody})
    except SheetRefused:
        return None


def _pin(visit: LeagueVisit, season: Season, form: setup_form.SetupForm) -> WriteOutcome:
    try:
        head = form.house_rules()
    except SheetRefused as fault:
        form.refuse(fault)
        return refused(form.fault)
    rules = {"variant": head.variant, "options": dict(head.options)}
    kept = counting({**_all(season), head.game.slug: rules})
    done = tell("Rules pinned for {name}.", name=head.game.name)
    return _save_season(visit, season, done, games=kept)


def _unpin(visit: LeagueVisit, season: Season, game: Game) -> WriteOutcome:
    kept = counting({**_all(season), game.slug: None})
    done = tell("{name} can use any house rules.", name=game.name)
    return _save_season(visit, season, done, games=kept)


def _all(season: Season) -> dict[str, Any]:
    """Return the games that count, by name where all do."""
    return dict(season.games) or dict.fromkeys(games())


# --- points that no game brings, and lots --------------------------------------------------------


@bp.route("/l/<league_id>/bonus", methods=["GET", "POST"])
def bonuses(league_id: str) -> ResponseReturnValue:
    """Give bonus points, and list those given before, the newest first, deleted ones too."""
    visit = visit_or_403(league_id, organise=True)
    outcome, season, seasons = LOOKED, visit.season_shown, visit.league.seasons
    form, deleted = BonusForm(season=season.number if season else None), DeletedForm()
    if form.is_submitted():
        outcome = _give(visit, form)
    elif deleted.is_submitted():
        deleted.validate()
        outcome = attempt_mark(visit, deleted.do.data)
    if outcome is not LOOKED and outcome.done:
        return respond(outcome)
    return league_page(
        "season/bonus.html",
        visit,
        "bonus",
        outcome,
        form=form,
        players=[*players(visit, lambda one: not one.forgotten), *_units(visit)],
        seasons=[(one.number, one.name) for one in visit.newest_seasons],
        given=[one for one in visit.league.newest("bonus") if one.payload["season"] in seasons],
    )


def _units(visit: LeagueVisit) -> list[tuple[int, str]]:
    """Return the pairs and teams that have played in a season that ranks them, by name."""
    numbers = {
        one.player
        for season in visit.newest_seasons
        if season.ranked != PLAYERS
        for one in standings_of(visit, season)
        if one.player < 0
    }
    named = [(one, visit.names[one]) for one in numbers]
    return sorted(named, key=lambda one: one[1].casefold())


def _give(visit: LeagueVisit, form: BonusForm) -> WriteOutcome:
    season, player = form.season.data or 0, form.player.data or 0
    return attempt(
        lambda sent: give_bonus(visit, sent, season, player, form.signed, form.reason.data),
        tell("Penalty saved.") if form.sign.data == "minus" else tell("Bonus saved."),
        form,
    )


@bp.route("/l/<league_id>/season/<int:season>/lots", methods=["GET", "POST"])
def lots(league_id: str, season: int) -> ResponseReturnValue:
    """Players who share a place, each group with a key that draws lots; the lots drawn so far, the
    newest first, deleted ones too."""
    visit = visit_or_403(league_id, organise=True)
    one, outcome, form = visit.season(season) or abort(404), LOOKED, LotsForm()
    if form.is_submitted():
        form.validate()
        if form.do.data.act == "draw":
            outcome = attempt(
                lambda sent: draw_lots(visit, sent, one, form.player.data), tell("Lots drawn.")
            )
        else:
            outcome = attempt_mark(visit, form.do.data)
        if outcome.done:
            return respond(outcome)
    return league_page(
        "season/lots.html",
        visit,
        "lots",
        outcome,
        season=one,
        uses=uses_lots(one),
        tied=tied_players(visit, one),
        draws=[one for one in visit.league.newest("lots") if one.payload["season"] == season],
    )
