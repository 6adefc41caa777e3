"""A league's ladder: its order, open challenges, and past ones."""

from typing import Any

from flask import Blueprint, abort, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.days import day_of, written_day
from scorekeeper.games import games
from scorekeeper.leagues.ladder import (
    LeagueLadder,
    challenge,
    ladder_of,
    start_ladder,
    withdraw_challenge,
)
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.web.league import league_request, parts
from scorekeeper.web.league.formats.forms import (
    ChallengeForm,
    RecordChallengeForm,
    StartLadderForm,
)
from scorekeeper.web.league.league_request import DecisionOutcome
from scorekeeper.web.shared.errors import MembersOnly, OrganisersOnly
from scorekeeper.web.table import table_request

bp = Blueprint("ladder", __name__)


@bp.route("/l/<league_id>/ladder", methods=["GET", "POST"])
def page(league_id: str) -> ResponseReturnValue:
    """Show the ladder, open challenges and past ones; organisers start one here."""
    visit = league_request.visit_or_403(league_id)
    start, record, act = StartLadderForm(), RecordChallengeForm(), ChallengeForm()
    outcome = league_request.LOOKED
    if start.is_submitted():
        outcome = _start(_organised(visit), start)
    elif record.is_submitted():
        outcome = _challenge(_organised(visit), record.one.data, record.other.data)
    elif act.is_submitted():
        outcome = _act(visit, act)
    if outcome is not league_request.LOOKED and outcome.done:
        return league_request.respond(outcome, "ladder.page", league_id=league_id)
    ladder = ladder_of(visit)
    me = visit.league.player_of(table_request.known_device())
    frame = league_request.frame(
        visit,
        "ladder",
        **{"ladder": ladder, "start": start, "record": record, "me": me},
        **(_ladder_page(visit, ladder, me) if ladder else {}),
        games=[(slug, one.name) for slug, one in games().items()],
        **league_request.outcome_context(outcome, visit),
    )
    return render_template("league/formats/ladder.html", **frame), outcome.status


def _organised(visit: LeagueVisit) -> LeagueVisit:
    if not visit.organises:
        raise OrganisersOnly
    return visit


def _start(visit: LeagueVisit, form: StartLadderForm) -> DecisionOutcome:
    return league_request.attempt(
        lambda: start_ladder(
            *(visit, league_request.decision_request(), str(form.game.data)),
            *(form.reach.data or 0, form.by.data),
        ),
        tell("Ladder started."),
        form,
    )


def _challenge(visit: LeagueVisit, by: int | None, of: int | None) -> DecisionOutcome:
    return league_request.attempt(
        lambda: challenge(visit, league_request.decision_request(), by or 0, of or 0),
        tell("Challenge recorded. The next game between the two decides it."),
    )


def _act(visit: LeagueVisit, form: ChallengeForm) -> DecisionOutcome:
    form.validate()
    number, me = form.do.data.number, visit.league.player_of(table_request.known_device())
    if number is None:
        abort(400)
    if not visit.is_member:
        raise MembersOnly
    if form.do.data.act == "challenge":
        return _challenge(visit, me, number)
    by = None if visit.organises else me or 0
    request = league_request.decision_request()
    return league_request.attempt(
        lambda: withdraw_challenge(visit, request, number, by),
        tell("Challenge withdrawn."),
    )


def _ladder_page(visit: LeagueVisit, ladder: LeagueLadder, me: int | None) -> dict[str, Any]:
    """Return the ladder as the page shows it."""
    mine = {*ladder.may_challenge(me)} if me is not None else set[int]()
    coins = parts.coins(visit, ladder.players)
    return {
        "game": games()[ladder.game].name,
        "on_it": [(player, visit.names[player]) for player in ladder.players],
        "rungs": [
            {
                **{"place": place, "number": player, "name": visit.names[player], **coin},
                **{"href": parts.player_page(visit, player), "best": ladder.best[player]},
                **{"mine": player == me, "open": player in mine},
            }
            for place, (player, coin) in enumerate(zip(ladder.players, coins, strict=True), 1)
        ],
        "open": [
            {
                **{"number": one.number, "by": visit.names[one.by], "of": visit.names[one.of]},
                **{"since": written_day(day_of(one.at))},
                "may_withdraw": visit.organises or one.by == me,
                "play": url_for(
                    "front.setup",
                    slug=ladder.game,
                    league=visit.info.public_id,
                    player=[one.by, one.of],
                ),
            }
            for one in ladder.open
        ],
        "moves": [
            {
                **one._asdict(),
                **{"by": visit.names[one.by], "of": visit.names[one.of]},
                "day": written_day(day_of(one.ended)),
            }
            for one in ladder.moves
        ],
    }
