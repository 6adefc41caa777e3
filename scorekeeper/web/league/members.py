"""The members of a league: adding, renaming, merging and erasing them."""

from collections.abc import Mapping
from typing import Final

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.leagues.evening.evenings import evening_of_request
from scorekeeper.leagues.membership import (
    add_members,
    erase_player_name,
    merge_players,
    places_of_player,
    preview_merge,
    rename_player,
    set_player,
)
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import phrase, tell
from scorekeeper.store.league.state import Player
from scorekeeper.web.league import league_request, parts
from scorekeeper.web.league.forms import (
    CoinForm,
    MembersForm,
    MergeForm,
    PlayerForm,
    PlayerNameForm,
)
from scorekeeper.web.league.league_request import DecisionOutcome
from scorekeeper.web.table import erasing, table_request
from scorekeeper.web.table.forms import EraseForm

bp = Blueprint("members", __name__)


@bp.route("/l/<league_id>/players/add", methods=["GET", "POST"])
def add(league_id: str) -> ResponseReturnValue:
    """Add players, one a line."""
    visit = league_request.visit_or_403(league_id, organise=True)
    outcome, form = league_request.LOOKED, MembersForm()
    if form.is_submitted():
        names = form.names.data.splitlines()
        outcome = league_request.attempt(
            lambda: add_members(visit, league_request.decision_request(), names),
            tell("{n} {n:player|players} added.", n=sum(map(bool, map(str.strip, names)))),
            form,
        )
        if outcome.done:
            return league_request.respond(outcome, "members.add", league_id=league_id)
    shown = league_request.outcome_context(outcome, visit)
    frame = league_request.frame(
        visit, "players", playing=league_request.players(visit, _still_plays), form=form, **shown
    )
    return render_template("league/player/add.html", **frame), outcome.status


def _still_plays(player: Player) -> bool:
    return not (player.guest or player.left or player.forgotten)


@bp.route("/l/<league_id>/player/<int:player>/edit", methods=["GET", "POST"])
def edit(league_id: str, player: int) -> ResponseReturnValue:
    """A player renamed, made a guest or a member, gone or back, or one with another."""
    visit = league_request.visit_or_403(league_id, organise=True)
    who = _player(visit, player)
    if who.number != player:
        return redirect(url_for("members.edit", league_id=league_id, player=who.number), 303)
    outcome, form = league_request.LOOKED, PlayerForm()
    renaming, merging = PlayerNameForm(name=visit.names[player]), MergeForm(request.values)
    coin = CoinForm(colour=str(parts.colour_of(who)), initial=who.initial)
    if form.validate_on_submit():
        outcome = (
            league_request.attempt_coin(visit, who.number, coin)
            if form.do.data.act == "coin"
            else _decide(visit, who, form.do.data.act, renaming, merging)
        )
        if outcome.done:
            return league_request.respond(
                outcome, "members.edit", league_id=league_id, player=player
            )
    into = merging.into.data
    others = league_request.players(visit, lambda one: not one.forgotten and one.number != player)
    frame = league_request.frame(
        visit,
        "players",
        who=who,
        name=visit.names[player],
        others=others,
        renaming=renaming,
        coin=coin,
        form=merging,
        merging=preview_merge(visit, player, into) if into in dict(others) else None,
        **league_request.outcome_context(outcome, visit),
    )
    return render_template("league/player/edit.html", **frame), outcome.status


@bp.route("/l/<league_id>/player/<int:player>/forget", methods=["GET", "POST"])
def forget(league_id: str, player: int) -> ResponseReturnValue:
    """Explain what erasing a player's name does, and do it."""
    visit = league_request.visit_or_403(league_id, organise=True)
    if request.method == "POST" and evening_of_request(visit, table_request.write_key()):
        done = DecisionOutcome(
            200, ("good", tell(erasing.ERASED))
        )  # there is no such player any more
        return league_request.respond(done, "league_players.everybody", league_id=league_id)
    who, outcome = _player(visit, player), league_request.LOOKED
    form = EraseForm(request.values)
    form.find(places_of_player(visit, who.number, form.spellings))
    if form.is_submitted():
        outcome = _erase(visit, who, form)
        if outcome.done:
            return league_request.respond(outcome, "league_players.everybody", league_id=league_id)
    frame = league_request.frame(
        visit,
        "players",
        who=who,
        name=visit.names[who.number],
        form=form,
        **league_request.outcome_context(outcome, visit),
    )
    return render_template("league/player/forget.html", **frame), outcome.status


def _player(visit: LeagueVisit, number: int) -> Player:
    """Return the player as they count now; 404 for none, and for one whose name was erased."""
    player = visit.league.players.get(visit.league.after_merges(number))
    return player if player and not player.forgotten else abort(404)


def _erase(visit: LeagueVisit, who: Player, form: EraseForm) -> DecisionOutcome:
    """Forget the player, in the places that are ticked."""
    also, ticked = form.spellings, form.ticked
    return league_request.attempt(
        lambda: erase_player_name(
            visit, league_request.decision_request(), who.number, also, ticked
        ),
        tell(erasing.ERASED),
        form,
    )


def _decide(
    visit: LeagueVisit, who: Player, act: str, renaming: PlayerNameForm, merging: MergeForm
) -> DecisionOutcome:
    """Do what the key says."""
    if act == "rename":
        return _rename(visit, who, renaming)
    if act == "merge":
        return _merge(visit, who, merging)
    rights, done = _SAID[act]
    return league_request.attempt(
        lambda: set_player(visit, league_request.decision_request(), who.number, **rights),
        tell(done, name=visit.names[who.number]),
    )


def _rename(visit: LeagueVisit, who: Player, form: PlayerNameForm) -> DecisionOutcome:
    return league_request.attempt(
        lambda: rename_player(visit, league_request.decision_request(), who.number, form.name.data),
        tell("Renamed."),
        form,
    )


def _merge(visit: LeagueVisit, who: Player, form: MergeForm) -> DecisionOutcome:
    into = form.into.data or 0
    return league_request.attempt(
        lambda: merge_players(visit, league_request.decision_request(), who.number, into),
        tell("Players merged. To undo, see the league history."),
        form,
    )


_SAID: Final[Mapping[str, tuple[Mapping[str, bool], str]]] = {
    "guest": ({"guest": True}, phrase("{name} is a guest now.")),
    "member": ({"guest": False}, phrase("{name} is a member now.")),
    "left": ({"left": True}, phrase("{name} has left. Past games still count.")),
    "back": ({"left": False}, phrase("{name} is back.")),
}
"""What a key says of a player, and what is said then."""
