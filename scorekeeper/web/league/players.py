"""The players of a league, a page for each of them, and their ratings; adding, renaming, merging
and erasing them."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.days import day_of, written_day
from scorekeeper.leagues.club.contacts import contacts_of, save_contact
from scorekeeper.leagues.decisions import answered_before
from scorekeeper.leagues.membership import (
    add_members,
    erase_player_name,
    merge_players,
    places_of_player,
    preview_merge,
    rename_player,
    set_player,
    set_usual_partner,
)
from scorekeeper.leagues.phones import phones_of_league
from scorekeeper.leagues.results.games import GamesFilter, games_in, games_of
from scorekeeper.leagues.results.ratings import Ratings, rating_curve, ratings_of
from scorekeeper.leagues.results.statistics import ListedPlayer, all_players, player_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.ratings import EXPLAINED
from scorekeeper.sentences import Voice, phrase, tell
from scorekeeper.spelling import folded
from scorekeeper.standings.finished import Sums
from scorekeeper.standings.numbers import number_text
from scorekeeper.standings.units import PAIRS, PLAYERS, TEAMS
from scorekeeper.store.league.contacts import KnownContact
from scorekeeper.store.league.ratings import PlayerRating
from scorekeeper.store.league.state import Player
from scorekeeper.tables.own_games import game_named
from scorekeeper.web.league import parts
from scorekeeper.web.league.forms import (
    CoinForm,
    ContactForm,
    MembersForm,
    MergeForm,
    PlayerForm,
    PlayerNameForm,
)
from scorekeeper.web.league.league_request import (
    attempt,
    attempt_coin,
    carry_out,
    league_page,
    players,
    respond,
    visit_or_403,
)
from scorekeeper.web.league.parts import Selection
from scorekeeper.web.shared.chart import curve_of
from scorekeeper.web.table import erasing, table_request
from scorekeeper.web.table.erasing import EraseForm
from scorekeeper.web.table.table_request import LOOKED, WriteOutcome

bp = Blueprint("league_players", __name__)

FEW: Final = 10
"""Players among whom nobody has to be looked for."""

_MEMBERS: Final = phrase("Members")
_GUESTS: Final = phrase("Guests")
_GONE: Final = phrase("Former players")


@bp.get("/l/<league_id>/players")
def everybody(league_id: str) -> ResponseReturnValue:
    """Members, guests, and who plays no more; where there are many, those who are looked for."""
    visit = visit_or_403(league_id)
    groups: dict[str, list[ListedPlayer]] = {_MEMBERS: [], _GUESTS: [], _GONE: []}
    listed = all_players(visit)
    find = request.args.get("find", "") if len(listed) > FEW else ""
    for one in listed:
        if folded(find) in folded(one.name):
            groups[_group(one)].append(one)
    return league_page(
        "player/all.html",
        visit,
        "people",
        groups=[(title, own) for title, own in groups.items() if own],
        searched=find if len(listed) > FEW else None,
        coins=parts.coins(visit, [one.player.number for one in listed]),
        phones=len(phones_of_league(visit)) if visit.organises else 0,
    )


def _group(one: ListedPlayer) -> str:
    if one.player.left or one.player.forgotten:
        return _GONE
    return _GUESTS if one.player.guest else _MEMBERS


@bp.get("/l/<league_id>/player/<int:player>")
def player(league_id: str, player: int) -> ResponseReturnValue:
    """A player: their games, wins, partners, opponents, streaks."""
    visit = visit_or_403(league_id)
    if player not in visit.league.players:
        abort(404)
    picked = parts.selection(visit)
    if (now := visit.league.after_merges(player)) != player:
        ids: dict[str, Any] = {"league_id": league_id, "player": now}
        return redirect(url_for("league_players.player", **ids, **picked.query()), 303)
    return _figures(visit, player, picked)


@bp.get("/l/<league_id>/unit/<int:unit>")
def unit(league_id: str, unit: int) -> ResponseReturnValue:
    """A pair or a team: its players, its games, opponents, streaks. Its number is in the address
    without the minus."""
    visit, number = visit_or_403(league_id), -unit
    league, picked = visit.league, parts.selection(visit)
    if number not in league.team_names and not {*league.players_of(number)} <= {*league.players}:
        abort(404)
    if (now := league.after_merges(number)) != number:
        ids: dict[str, Any] = {"league_id": league_id, "unit": -now}
        return redirect(url_for("league_players.unit", **ids, **picked.query()), 303)
    return _figures(visit, number, picked)


def _figures(visit: LeagueVisit, player: int, picked: Selection) -> ResponseReturnValue:
    """The page of a player, a pair or a team."""
    league_id = visit.info.public_id
    seen = player_of(visit, player, picked.season, picked.game)
    last = games_of(visit, GamesFilter(picked.season, picked.game, player))
    rated = _fewer_points(rating_curve(visit, picked.game or "", player))
    return league_page(
        "player/page.html",
        visit,
        "player",
        player=visit.league.players.get(player),
        members=visit.league.players_of(player) if player < 0 else (),
        name=visit.names[player],
        choices=parts.choices(visit, picked),
        bonuses=_bonuses(visit, picked, player),
        seen=seen,
        totals=sum(seen.by_game.values(), Sums(player)),
        by_game=[(game_named(slug), one) for slug, one in seen.by_game.items()],
        rated=rated,
        curve=curve_of([one.rating for one in rated]),
        games=last.games,
        older=last.older
        and url_for(
            "league_games.listed",
            league_id=league_id,
            **picked.query(player=player, before=last.older),
        ),
    )


def _bonuses(visit: LeagueVisit, picked: Selection, player: int) -> list[dict[str, str]]:
    """Return what organisers gave the player or took, the newest first, with the reason; not among
    the figures of one game, nor of who was forgotten."""
    league, season = visit.league, picked.season
    if picked.game or (player in league.players and league.players[player].forgotten):
        return []
    return [
        {
            "points": f"{'+' if (points := Fraction(one.points)) > 0 else ''}{number_text(points)}",
            "season": league.seasons[one.season].name,
            "reason": one.reason,
        }
        for one in reversed(league.bonuses)
        if one.player == player and one.season in league.seasons
        if season is None or one.season == season.number
    ]


# --- ratings ------------------------------------------------------------------------------------

MOST_POINTS: Final = 100
UNITS: Final = {PLAYERS: phrase("Players"), PAIRS: phrase("Pairs"), TEAMS: phrase("Teams")}


@bp.get("/l/<league_id>/ratings")
def ratings(league_id: str) -> ResponseReturnValue:
    """Everybody's rating in a game or over all, the surest of the strong first."""
    visit = visit_or_403(league_id)
    game, season = parts.chosen_game(), visit.season_shown
    ranked = {one.ranked for one in visit.league.seasons.values()}
    kinds = [one for one in UNITS if one == PLAYERS or one in ranked]
    of = request.args.get("of") or (season.ranked if season else PLAYERS)
    if of not in kinds:
        abort(404)
    found = ratings_of(visit, game or "", of)
    named = [(slug, game_named(slug).name) for slug in games_in(visit)]
    ids: dict[str, Any] = {"league_id": league_id}
    return league_page(
        "player/ratings.html",
        visit,
        "ratings",
        games=[
            (name, url_for("league_players.ratings", **ids, game=slug, of=of), slug == game)
            for slug, name in ((None, tell("Over all games")), *named)
        ],
        kinds=[
            (tell(words), url_for("league_players.ratings", **ids, game=game, of=one), one == of)
            for one, words in UNITS.items()
            if one in kinds
        ],
        of=of,
        rows=found.rows,
        true_to=_true_to(found),
        explained=[Voice().text(one) for one in EXPLAINED],
    )


def _true_to(ratings: Ratings) -> str:
    """Up to which game the ratings are true, where they wait for some; else nothing."""
    if not ratings.waiting:
        return ""
    waiting = tell(
        "{n} {n:game has|games have} still to rate. Reload in a moment.", n=ratings.waiting
    )
    if not ratings.through:
        return waiting
    since = tell("Ratings up to {day}.", day=written_day(day_of(ratings.through.ended)))
    return f"{since} {waiting}"


def _fewer_points(points: Sequence[PlayerRating]) -> Sequence[PlayerRating]:
    """Return few enough points to draw a curve, evenly spread; always with the last."""
    every = -(-len(points) // MOST_POINTS) or 1
    return points[::-1][::every][::-1]


# --- for organisers: adding, renaming, merging, erasing -------------------------------------------


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
        return redirect(url_for("league_players.edit", league_id=league_id, player=who.number), 303)
    outcome, form = LOOKED, PlayerForm()
    renaming, merging = PlayerNameForm(name=visit.names[player]), MergeForm(request.values)
    coin = CoinForm(colour=str(parts.colour_of(who)), initial=who.initial)
    contact = ContactForm(data=contacts_of(visit).get(who.number, KnownContact())._asdict())
    if form.validate_on_submit():
        if form.do.data.act == "contact":
            outcome = carry_out(
                lambda: save_contact(visit, player, contact.phone.data, contact.email.data),
                tell("Contact saved."),
                contact,
            )
        elif form.do.data.act == "coin":
            outcome = attempt_coin(visit, player, coin)
        elif form.do.data.act == "partner":
            outcome = attempt(
                lambda sent: set_usual_partner(visit, sent, player, form.partner.data),
                tell("Usual partner saved."),
                form,
            )
        else:
            outcome = _decide(visit, player, form.do.data.act, renaming, merging)
        if outcome.done:
            return respond(outcome)
    into = merging.into.data
    others = players(visit, lambda one: not one.forgotten and one.number != player)
    there = parts.by_name(visit, (one for one in visit.league.playing if one.number != player))
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
        contact=contact,
        partners=[
            (one, name, one == visit.league.usual_partners.get(player)) for one, name in there
        ],
        form=merging,
        merging=preview_merge(visit, player, into) if into in dict(others) else None,
    )


def _player(visit: LeagueVisit, number: int) -> Player:
    """Return the player as they count now; 404 for none, and for one whose name was erased."""
    player = visit.league.players.get(visit.league.after_merges(number))
    return player if player and not player.forgotten else abort(404)


def _decide(
    visit: LeagueVisit, player: int, act: str, renaming: PlayerNameForm, merging: MergeForm
) -> WriteOutcome:
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
        done = WriteOutcome(200, ("good", tell(erasing.ERASED)))
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
