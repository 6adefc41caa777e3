"""A league's ladder: its order, open challenges, and past ones."""

from flask import Blueprint, abort
from flask.typing import ResponseReturnValue

from scorekeeper.leagues.evening.bracket import BY_LOT, BY_RATING, BY_STANDINGS
from scorekeeper.leagues.ladder import challenge, ladder_of, start_ladder, withdraw_challenge
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import phrase, tell
from scorekeeper.web.league import league_request, parts
from scorekeeper.web.league.league_request import attempt, respond, visit_or_403
from scorekeeper.web.shared.errors import MembersOnly, OrganisersOnly
from scorekeeper.web.shared.forms import ChoiceField, NumberField, PageForm, PressField, TextField
from scorekeeper.web.table import table_request
from scorekeeper.web.table.table_request import LOOKED, WriteOutcome

bp = Blueprint("ladder", __name__)


class StartLadderForm(PageForm):
    """A new ladder."""

    keys = ("start",)
    game = TextField(phrase("Game"))
    reach = NumberField(phrase("How many places up you can challenge"), default=2)
    by = ChoiceField(
        phrase("Order at the start"),
        [
            (BY_STANDINGS, phrase("Standings")),
            (BY_RATING, phrase("Ratings")),
            (BY_LOT, phrase("Lots")),
        ],
        default=BY_STANDINGS,
    )


class RecordChallengeForm(PageForm):
    """A challenge that an organiser records for others."""

    keys = ("record",)
    one = NumberField(phrase("Challenger"))
    other = NumberField(phrase("Challenges"))


class ChallengeForm(PageForm):
    """The phone's player challenges a player, or a challenge is withdrawn, by its number."""

    do = PressField("challenge.", "withdraw.")


@bp.route("/l/<league_id>/ladder", methods=["GET", "POST"])
def page(league_id: str) -> ResponseReturnValue:
    """Show the ladder, open challenges and past ones; organisers start one here."""
    visit = visit_or_403(league_id)
    start, record, act = StartLadderForm(), RecordChallengeForm(), ChallengeForm()
    outcome = LOOKED
    if start.is_submitted():
        outcome = _start(_organised(visit), start)
    elif record.is_submitted():
        outcome = _challenge(_organised(visit), record.one.data, record.other.data)
    elif act.is_submitted():
        outcome = _act(visit, act)
    if outcome is not LOOKED and outcome.done:
        return respond(outcome)
    ladder = ladder_of(visit)
    coins = parts.coins(visit, ladder.players) if ladder else {}
    me = visit.league.player_of(table_request.known_device())
    return league_request.league_page(
        "ladder.html",
        visit,
        "ladder",
        outcome,
        **{"ladder": ladder, "start": start, "record": record, "me": me},
        coins=coins,
        on_it=[(player, visit.names[player]) for player in coins],
        challengeable=ladder.may_challenge(me) if ladder and me is not None else (),
        games=parts.games_to_play(visit.league, visit.league.season),
    )


def _organised(visit: LeagueVisit) -> LeagueVisit:
    if not visit.organises:
        raise OrganisersOnly
    return visit


def _start(visit: LeagueVisit, form: StartLadderForm) -> WriteOutcome:
    game, reach, by = str(form.game.data), form.reach.data or 0, form.by.data
    return attempt(
        lambda sent: start_ladder(visit, sent, game, reach, by), tell("Ladder started."), form
    )


def _challenge(visit: LeagueVisit, by: int | None, of: int | None) -> WriteOutcome:
    return attempt(
        lambda sent: challenge(visit, sent, by or 0, of or 0),
        tell("Challenge recorded. The next game between the two decides it."),
    )


def _act(visit: LeagueVisit, form: ChallengeForm) -> WriteOutcome:
    form.validate()
    number, me = form.do.data.number, visit.league.player_of(table_request.known_device())
    if number is None:
        abort(400)
    if not visit.is_member:
        raise MembersOnly
    if form.do.data.act == "challenge":
        return _challenge(visit, me, number)
    by = None if visit.organises else me or 0
    return attempt(
        lambda sent: withdraw_challenge(visit, sent, number, by), tell("Challenge withdrawn.")
    )
