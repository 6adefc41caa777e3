"""Bonus and penalty: points that no game brought, with the reason."""

from fractions import Fraction
from typing import Any

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper import leagues
from scorekeeper.leagues import Found
from scorekeeper.standings import figure
from scorekeeper.web.league import league_request
from scorekeeper.web.league.league_request import DecisionOutcome
from scorekeeper.web.shared.forms import read_number

bp = Blueprint("bonuses", __name__)


@bp.route("/l/<league_id>/bonus", methods=["GET", "POST"])
def page(league_id: str) -> ResponseReturnValue:
    """Give or take points; those given before, struck ones too."""
    found = league_request.visit_or_403(league_id, organise=True)
    outcome = league_request.LOOKED
    if request.method == "POST":
        outcome = _act(found, request.form.get("do", ""))
        if outcome.done:
            return league_request.answered(outcome, "bonuses.page", league_id=league_id)
    frame = league_request.frame(
        found,
        "bonus",
        given=_given(found),
        players=league_request.players(found, lambda one: not one.forgotten),
        seasons=[(one.number, one.name) for one in reversed([*found.league.seasons.values()])],
        season=found.season_shown,
        **league_request.typed(outcome, found),
    )
    return render_template("league/season/bonus.html", **frame), outcome.status


def _act(found: Found, do: str) -> DecisionOutcome:
    act, _, seq = do.partition(".")
    if act in ("strike", "restore"):
        return league_request.struck(found, act, seq)
    return _give(found) if act == "give" else abort(400)


def _give(found: Found) -> DecisionOutcome:
    form = request.form
    season, player = (read_number(form.get(name, "")) or 0 for name in ("season", "player"))
    points = form.get("points", "")
    if form.get("sign") == "minus":
        points = f"-{points.strip().lstrip('-−')}"
    return league_request.attempt(
        lambda: leagues.give_bonus(
            found, league_request.order(), season, player, points, form.get("reason", "")
        ),
        "Written down, with the reason.",
    )


def _given(found: Found) -> list[dict[str, Any]]:
    """Every bonus, the newest first, struck ones too."""
    seasons = found.league.seasons
    return [
        {
            "seq": one.seq,
            "name": found.names[found.league.is_now(one.payload["player"])],
            "points": figure(Fraction(one.payload["points"])),
            "season": seasons[one.payload["season"]].name,
            "reason": one.payload["reason"],
            "struck": one.struck,
        }
        for one in reversed(found.league.standing.written)
        if one.kind == "bonus" and one.payload["season"] in seasons
    ]
