"""The players of a league, and a page for each of them."""

from fractions import Fraction
from typing import Any

from flask import Blueprint, abort, redirect, render_template, url_for

from scorekeeper import leagues
from scorekeeper.games import games
from scorekeeper.leagues import Found
from scorekeeper.leagues.games import Wanted
from scorekeeper.standings import figure
from scorekeeper.store.results import PairTotals, PlayerTotals
from scorekeeper.web import league_ratings, league_shown, leagued
from scorekeeper.web.league_shown import Picked

bp = Blueprint("league_players", __name__)


@bp.get("/l/<league_id>/players")
def everybody(league_id: str) -> str:
    """Members, guests, and who plays no more."""
    found = leagued.visit_or_403(league_id)
    listed = [
        (_group(one), {"href": league_shown.player_page(found, one.player.number), "seen": one})
        for one in leagues.everybody(found)
    ]
    groups = ("Members", "Guests", "Who plays no more")
    return render_template(
        "league/players.html",
        **leagued.frame(found, "players"),
        groups=[
            (title, own)
            for title in groups
            if (own := [row for group, row in listed if group == title])
        ],
    )


def _group(one: leagues.Listed) -> str:
    if one.player.left or one.player.forgotten:
        return "Who plays no more"
    return "Guests" if one.player.guest else "Members"


@bp.get("/l/<league_id>/player/<int:player>")
def player(league_id: str, player: int) -> Any:
    """A player: his games, wins, partners, opponents, streaks."""
    found = leagued.visit_or_403(league_id)
    if player not in found.league.players:
        abort(404)
    picked = league_shown.picked(found)
    if (now := found.league.is_now(player)) != player:
        ids: dict[str, Any] = {"league_id": league_id, "player": now}
        return redirect(url_for("league_players.player", **ids, **picked.query()), 303)
    seen = leagues.player_of(found, player, picked.season, picked.game)
    last = leagues.games_of(found, Wanted(picked.season, picked.game, player))
    return render_template(
        "league/player.html",
        **leagued.frame(found, "player"),
        player=found.league.players[player],
        name=found.names[player],
        choices=league_shown.choices(found, picked),
        bonuses=_bonuses(found, picked, player),
        seen=seen,
        totals=_totals(seen.by_game),
        by_game=[_of_game(slug, one) for slug, one in seen.by_game.items()],
        form=league_shown.form(seen.form),
        rated=league_ratings.of_player(found, picked.game, player),
        met=[
            (title, [_met(found, picked, one) for one in pairs])
            for title, pairs in (("Partners", seen.partners), ("Opponents", seen.opponents))
            if pairs
        ],
        games=[league_shown.game(found, one) for one in last.games],
        older=last.older
        and url_for(
            "league_games.listed",
            league_id=league_id,
            **picked.query(player=player, before=last.older),
        ),
    )


def _bonuses(found: Found, picked: Picked, player: int) -> list[dict[str, str]]:
    """What organisers gave the player or took, the newest first, with the reason; not among the
    figures of one game, nor of who was forgotten."""
    league, season = found.league, picked.season
    if picked.game or league.players[player].forgotten:
        return []
    return [
        {
            "points": f"{'+' if (points := Fraction(one.points)) > 0 else ''}{figure(points)}",
            "season": league.seasons[one.season].name,
            "reason": one.reason,
        }
        for one in reversed(league.bonuses)
        if one.player == player and one.season in league.seasons
        if season is None or one.season == season.number
    ]


def _totals(by_game: Any) -> dict[str, int]:
    """What the games of all kinds come to; points of different games are not added up."""
    return {
        name: sum(getattr(one, name) for one in by_game.values())
        for name in ("games", "won", "deals", "kept", "lost")
    }


def _of_game(slug: str, one: PlayerTotals) -> dict[str, Any]:
    tallies = games()[slug].tallies
    return {
        "name": games()[slug].name,
        "games": one.games,
        "won": one.won,
        "deals": one.deals,
        "points": one.points,
        "kept": one.kept,
        "bids": one.kept + one.lost,
        "tallied": f"{one.tallied} {tallies[0]}" if len(tallies) == 1 and one.tallied else "",
    }


def _met(found: Found, picked: Picked, one: PairTotals) -> dict[str, Any]:
    address = league_shown.player_page(found, one.other)
    return {
        "name": found.names[one.other],
        "href": address,
        "games": one.games,
        "won": one.won,
        "lost": one.lost,
        "points": one.points,
    }
