"""A league of teams: their table, their fixtures, and the page of each match."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, abort
from flask.typing import ResponseReturnValue
from wtforms import SelectMultipleField

from scorekeeper.leagues.decisions import delete_decision
from scorekeeper.leagues.team_league import (
    TeamLeague,
    TeamMatch,
    award_walkover,
    own_lineup,
    set_lineup,
    start_match,
    start_team_league,
    team_league_of,
)
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import phrase, tell
from scorekeeper.web.league import league_request, parts
from scorekeeper.web.league.league_request import attempt, players, respond, visit_or_403
from scorekeeper.web.shared.errors import MembersOnly
from scorekeeper.web.shared.forms import ChoiceField, NumberField, PageForm, PressField, TextField
from scorekeeper.web.table import table_request
from scorekeeper.web.table.table_request import LOOKED, WriteOutcome

bp = Blueprint("teams", __name__, url_prefix="/l/<league_id>/teams")


OPEN, SEALED = "open", "sealed"


class StartTeamsForm(PageForm):
    """A new league of teams, one on each line."""

    keys = ("start",)
    teams = TextField(phrase("Teams"))
    game = TextField(phrase("Game"))
    boards = NumberField(phrase("Tables in a match"), default=2)
    rounds = ChoiceField(
        phrase("Teams meet"),
        [("1", phrase("Once")), ("2", phrase("Home and away"))],
        default="2",
    )
    lineups = ChoiceField(
        phrase("Line-ups"),
        [(OPEN, phrase("Seen at once")), (SEALED, phrase("Sealed until both are in"))],
        default=OPEN,
    )


class MatchForm(PageForm):
    """A match: the line-up of its side 0 (home) or 1 (away) is saved, seat by seat, its tables are
    started, or a side is given a walkover, which is withdrawn by its record."""

    do = PressField("lineup.", "start", "walkover.", "withdraw.")
    player = SelectMultipleField(choices=[], validate_choice=False, default=list, coerce=int)


@bp.route("", methods=["GET", "POST"])
def page(league_id: str) -> ResponseReturnValue:
    """Show the team table and the matches by match day; organisers start a league of teams here."""
    visit = visit_or_403(league_id)
    form, outcome = StartTeamsForm(), LOOKED
    if form.is_submitted():
        visit = visit_or_403(league_id, organise=True)
        outcome = _start(visit, form)
        if outcome.done:
            return respond(outcome)
    teams = team_league_of(visit)
    return league_request.league_page(
        "teams.html",
        visit,
        "teams",
        outcome,
        teams=teams,
        form=form,
        games=parts.games_to_play(visit.league, visit.league.season),
    )


def _start(visit: LeagueVisit, form: StartTeamsForm) -> WriteOutcome:
    game, boards, rounds = str(form.game.data), form.boards.data or 0, int(form.rounds.data or 0)
    sealed = form.lineups.data == SEALED
    return attempt(
        lambda sent: start_team_league(
            visit, sent, game, boards, rounds, form.teams.data, sealed=sealed
        ),
        tell("League of teams started."),
        form,
    )


@bp.route("/<int:match>", methods=["GET", "POST"])
def match(league_id: str, match: int) -> ResponseReturnValue:
    """A match: its line-ups, which both teams set, and its tables."""
    visit = visit_or_403(league_id)
    teams, form, outcome = _teams(visit, match), MatchForm(), LOOKED
    sides = _own_sides(visit, teams, match)
    if form.is_submitted():
        if not sides:
            raise MembersOnly
        outcome = _decide(visit, teams.match(match), sides, form)
        if outcome.done:
            return respond(outcome)
    now = teams.match(match)
    everybody = players(visit, lambda one: not (one.left or one.forgotten))
    return league_request.league_page(
        "match.html",
        visit,
        "teams",
        outcome,
        match=now,
        teams=teams,
        sides=[_side(visit, teams, now, side, side in sides) for side in (0, 1)],
        substitutes=[one for one in everybody if teams.team_of(one[0]) is None],
        ready=_may_start(teams, now) and bool(sides),
        may_award=visit.organises and not (now.tables or now.walkover),
        withdraw=now.walkover.seq if visit.organises and now.walkover else None,
    )


def _teams(visit: LeagueVisit, match: int) -> TeamLeague:
    """Return the teams, one of whose matches has this number."""
    teams = team_league_of(visit)
    if teams is None or not 1 <= match <= len(teams.matches):
        abort(404)
    return teams


def _may_start(teams: TeamLeague, match: TeamMatch) -> bool:
    # a table that was removed or deleted is started again
    return all(match.lineups) and not match.walkover and len(match.tables) < teams.boards


def _own_sides(visit: LeagueVisit, teams: TeamLeague, match: int) -> list[int]:
    """Return the sides (0: home, 1: away) for which the phone may set a line-up: an organiser's for
    both, a player's for the own team."""
    if not visit.is_member:
        return []
    if visit.organises:
        return [0, 1]
    own = teams.team_of(visit.league.player_of(table_request.known_device()))
    both = teams.match(match).fixture.teams
    return [side for side in (0, 1) if both[side] == own]


def _decide(
    visit: LeagueVisit, now: TeamMatch, sides: Sequence[int], form: MatchForm
) -> WriteOutcome:
    form.validate()
    act, number, match = form.do.data.act, form.do.data.number, now.fixture.number
    if act == "start":
        return attempt(
            lambda sent: start_match(visit, sent, match),
            tell("Match started."),
        )
    if act in ("walkover", "withdraw"):
        return _decide_walkover(visit, now, act, number or 0)
    if number is None or number not in sides:
        raise MembersOnly
    return attempt(
        lambda sent: set_lineup(visit, sent, match, number, form.player.data),
        tell("Line-up saved."),
    )


def _decide_walkover(visit: LeagueVisit, now: TeamMatch, act: str, number: int) -> WriteOutcome:
    if not visit.organises:
        raise MembersOnly
    if act == "walkover":
        return attempt(
            lambda sent: award_walkover(visit, sent, now.fixture.number, number),
            tell("Walkover recorded. You can withdraw it."),
        )
    if now.walkover is None or now.walkover.seq != number:
        abort(404)
    return attempt(lambda sent: delete_decision(visit, sent, number), tell("Walkover withdrawn."))


def _side(
    visit: LeagueVisit, teams: TeamLeague, now: TeamMatch, side: int, may_set: bool
) -> dict[str, Any]:
    """Return a side of a match: its line-up by board, and who is chosen for each seat (0: nobody);
    one that is sealed only for that team's players."""
    place = now.fixture.teams[side]
    team, sealed = teams.teams[place], side in now.sealed
    own = teams.team_of(visit.league.player_of(table_request.known_device())) == place
    lineup = (
        own_lineup(visit.league, now.fixture.number, side) if sealed and own else now.lineups[side]
    )
    # two that were sealed may name the same substitute; an organiser changes one
    if teams.sealed and all(now.lineups):
        may_set = may_set and visit.organises
    seats = teams.boards * teams.at_board
    return {
        **{"side": side, "team": team, "set": sealed or bool(lineup), "sealed": sealed},
        "unseen": sealed and not own,
        "may_set": may_set and not (now.tables or now.walkover),
        "lineup": lineup,
        "seats": [*(lineup or team.players), *[0] * seats][:seats],
    }
