"""The members of a league: adding, renaming, merging and erasing them."""

from collections.abc import Mapping
from typing import Final

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.leagues.decisions import answered_before
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
from scorekeeper.web.league import parts
from scorekeeper.web.league.forms import (
    CoinForm,
    MembersForm,
    MergeForm,
    PlayerForm,
    PlayerNameForm,
)
from scorekeeper.web.league.league_request import (
    LOOKED,
    DecisionOutcome,
    attempt,
    attempt_coin,
    league_page,
    players,
    respond,
    visit_or_403,
)
from scorekeeper.web.table import erasing, table_request
from scorekeeper.web.table.erasing import EraseForm

bp = Blueprint("members", __name__)


@bp.route("/l/<league_id>/players/add", methods=["GET", "POST"])
def add(league_id: str) -> ResponseReturnValue:
    """Add players, one a line."""
    visit = visit_or_403(league_id, organise=True)
    outcome, form = LOOKED, MembersForm()
    if form.is_submitted():
        names = form.names.data.splitlines()
        outcome = attempt(
            lambda sent: add_members(visit, sent, names),
            tell("{n} {n:player|players} added.", n=sum(map(bool, map(str.strip, names)))),
            form,
        )
        if outcome.done:
            return respond(outcome)
    playing = players(visit, lambda one: not (one.guest or one.left or one.forgotten))
    return league_page("player/add.html", visit, "players", outcome, playing=playing, form=form)


@bp.route("/l/<league_id>/player/<int:player>/edit", methods=["GET", "POST"])
def edit(league_id: str, player: int) -> ResponseReturnValue:
    """A player renamed, made a guest or a member, gone or back, or one with another."""
    visit = visit_or_403(league_id, organise=True)
    who = _player(visit, player)
    if who.number != player:
        return redirect(url_for("members.edit", league_id=league_id, player=who.number), 303)
    outcome, form = LOOKED, PlayerForm()
    renaming, merging = PlayerNameForm(name=visit.names[player]), MergeForm(request.values)
    coin = CoinForm(colour=str(parts.colour_of(who)), initial=who.initial)
    if form.validate_on_submit():
        if form.do.data.act == "coin":
            outcome = attempt_coin(visit, player, coin)
        else:
            outcome = _decide(visit, player, form.do.data.act, renaming, merging)
        if outcome.done:
            return respond(outcome)
    into = merging.into.data
    others = players(visit, lambda one: not one.forgotten and one.number != player)
    return league_page(
        "player/edit.html",
        visit,
        "players",
        outcome,
        who=who,
        name=visit.names[player],
        others=others,
        renaming=renaming,
        coin=coin,
        form=merging,
        merging=preview_merge(visit, player, into) if into in dict(others) else None,
    )


def _player(visit: LeagueVisit, number: int) -> Player:
    """Return the player as they count now; 404 for none, and for one whose name was erased."""
    player = visit.league.players.get(visit.league.after_merges(number))
    return player if player and not player.forgotten else abort(404)


def _decide(
    visit: LeagueVisit, player: int, act: str, renaming: PlayerNameForm, merging: MergeForm
) -> DecisionOutcome:
    if act == "rename":
        return attempt(
            lambda sent: rename_player(visit, sent, player, renaming.name.data),
            tell("Renamed."),
            renaming,
        )
    if act == "merge":
        return attempt(
            lambda sent: merge_players(visit, sent, player, merging.into.data or 0),
            tell("Players merged. To undo, see the league history."),
            merging,
        )
    rights, done = _SAID[act]
    return attempt(
        lambda sent: set_player(visit, sent, player, **rights),
        tell(done, name=visit.names[player]),
    )


_SAID: Final[Mapping[str, tuple[Mapping[str, bool], str]]] = {
    "guest": ({"guest": True}, phrase("{name} is a guest now.")),
    "member": ({"guest": False}, phrase("{name} is a member now.")),
    "left": ({"left": True}, phrase("{name} has left. Past games still count.")),
    "back": ({"left": False}, phrase("{name} is back.")),
}
"""What a key says of a player, and what is said then."""


@bp.route("/l/<league_id>/player/<int:player>/forget", methods=["GET", "POST"])
def forget(league_id: str, player: int) -> ResponseReturnValue:
    """Explain what erasing a player's name does, and do it in the places that are ticked."""
    visit = visit_or_403(league_id, organise=True)
    if request.method == "POST" and answered_before(visit, table_request.write_key()):
        # sent again: there is no such player any more
        done = DecisionOutcome(200, ("good", tell(erasing.ERASED)))
        return respond(done, "league_players.everybody", league_id=league_id)
    who, outcome = _player(visit, player), LOOKED
    form = EraseForm(request.values)
    form.find(places_of_player(visit, who.number, form.spellings))
    if form.is_submitted():
        outcome = attempt(
            lambda sent: erase_player_name(visit, sent, who.number, form.spellings, form.ticked),
            tell(erasing.ERASED),
            form,
        )
        if outcome.done:
            return respond(outcome, "league_players.everybody", league_id=league_id)
    name = visit.names[who.number]
    return league_page(
        "player/forget.html", visit, "players", outcome, who=who, name=name, form=form
    )
