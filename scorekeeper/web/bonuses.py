"""Bonus and penalty: points that no game brought, with the reason."""

from fractions import Fraction
from typing import Any

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper import leagues
from scorekeeper.leagues import Found
from scorekeeper.standings import figure
from scorekeeper.web import leagued, tabled
from scorekeeper.web.leagued import Outcome

bp = Blueprint("bonuses", __name__)


@bp.route("/l/<league_id>/bonus", methods=["GET", "POST"])
def page(league_id: str) -> ResponseReturnValue:
    """Give or take points; those given before, struck ones too."""
    found = leagued.visit_or_403(league_id, organise=True)
    outcome = leagued.LOOKED
    if request.method == "POST":
        outcome = _act(found, request.form.get("do", ""))
        if outcome.done:
            return leagued.answered(outcome, "bonuses.page", league_id=league_id)
    frame = leagued.frame(
        found,
        "bonus",
        given=_given(found),
        players=leagued.players(found, lambda one: not one.forgotten),
        seasons=[(one.number, one.name) for one in reversed([*found.league.seasons.values()])],
        season=found.season_shown,
        **leagued.typed(outcome, found),
    )
    return render_template("league/bonus.html", **frame), outcome.status


def _act(found: Found, do: str) -> Outcome:
    act, _, seq = do.partition(".")
    if act in ("strike", "restore"):
        return leagued.struck(found, act, seq)
    return _give(found) if act == "give" else abort(400)


def _give(found: Found) -> Outcome:
    form = request.form
    season, player = (tabled.number(form.get(name, "")) or 0 for name in ("season", "player"))
    points = form.get("points", "")
    if form.get("sign") == "minus":
        points = f"-{points.strip().lstrip('-−')}"
    return leagued.attempt(
        lambda: leagues.give_bonus(
            found, leagued.order(), season, player, points, form.get("reason", "")
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
