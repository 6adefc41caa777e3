"""A league's evenings: plan one, follow it, start its tables, print it."""

from collections.abc import Sequence
from typing import NamedTuple

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.leagues import game_rulings
from scorekeeper.leagues.evening.direction import directs
from scorekeeper.leagues.evening.evenings import (
    cancel_round,
    draw_knockout,
    evening_of_request,
    pair_again,
    replay_match,
    save_evening,
    settle_match,
    start_round,
    with_next_round,
)
from scorekeeper.leagues.evening.table_walkover import give_table_walkover, give_walkover
from scorekeeper.leagues.evening.tonight import (
    EveningStatus,
    EveningTable,
    evening_fingerprint,
    evening_of,
    evening_status,
)
from scorekeeper.leagues.tables import why_no_season
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.store.access.links import SCORER, SEAT, WATCH
from scorekeeper.tables.loading import NotFound, load_table
from scorekeeper.tables.sharing import links_of_table, make_link
from scorekeeper.web.league import league_request, parts
from scorekeeper.web.league.evening import rounds
from scorekeeper.web.league.evening.bracket import BOX, BracketPage, group_tables
from scorekeeper.web.league.evening.direction import directed_or_403
from scorekeeper.web.league.evening.forms import BracketForm, CodesForm, EveningForm, PlanForm
from scorekeeper.web.league.evening.page import EveningPage
from scorekeeper.web.league.evening.plan_draft import PlanDraft
from scorekeeper.web.shared import links
from scorekeeper.web.shared.security import read_number
from scorekeeper.web.table import table_request

bp = Blueprint("evening", __name__, url_prefix="/l/<league_id>")


@bp.get("/evenings")
def all_of_them(league_id: str) -> str:
    """The evenings, the newest first."""
    visit = league_request.visit_or_403(league_id)
    evenings = [evening_of(visit.league, number) for number in visit.league.evenings]
    newest = sorted(evenings, key=lambda one: (one.date, one.number), reverse=True)
    return render_template(
        "league/evening/all.html",
        **league_request.frame(visit, "evenings", message=table_request.take_flash()),
        evenings=[
            (one.number, parts.evening_title(one), parts.evening_about(one)) for one in newest
        ],
    )


# --- planning -----------------------------------------------------------------------------------


@bp.route("/evening/new", methods=["GET", "POST"])
def new(league_id: str) -> ResponseReturnValue:
    """Plan an evening: who is present, the game, the number of rounds; preview the plan, then
    save it."""
    visit = league_request.visit_or_403(league_id, organise=True)
    return _plan(PlanDraft(visit, PlanForm()), 0)


@bp.route("/evening/<int:evening>/plan", methods=["GET", "POST"])
def plan(league_id: str, evening: int) -> ResponseReturnValue:
    """Plan the rounds not yet started again, e.g. when a player has come or left."""
    visit = directed_or_403(league_id, evening)
    return _plan(PlanDraft(visit, PlanForm(), _status(visit, evening)), evening)


def _plan(draft: PlanDraft, evening: int) -> ResponseReturnValue:
    form = draft.form
    do = (form.do.data.text or "look") if form.is_submitted() else ""
    message: table_request.Message = None
    if draft.season is None:
        message = ("bad", why_no_season(draft.visit.league))
    status = 200
    if do == "draw":
        draft.draw()
    elif do == "look" and draft.faults:
        message = ("bad", " ".join(draft.faults.values()))
    elif do == "keep":
        outcome = _save_plan(draft)
        message, status = outcome.message, outcome.status
        if kept := evening_of_request(draft.visit, table_request.write_key()):
            table_request.flash(message)
            return _to(draft.visit, evening or kept)
    looked = do in ("look", "keep", "draw")
    form.show(draft.faults if looked else {})
    page = render_template(
        "league/evening/plan.html",
        **league_request.frame(draft.visit, "evenings", message=message),
        draft=draft,
        form=form,
        kinds=draft.kinds,
        evening=evening,
        looked=looked,
        announced=[] if evening else _announced(draft.visit),
    )
    return page, status


def _announced(visit: LeagueVisit) -> list[tuple[int, str]]:
    """Return the evenings of today and later that are announced and not planned: the number and
    the title of each."""
    today = game_rulings.today().isoformat()
    evenings = [evening_of(visit.league, number) for number in visit.league.evenings]
    return [
        (one.number, parts.evening_title(one))
        for one in evenings
        if one.date >= today and not one.present
    ]


def _save_plan(draft: PlanDraft) -> league_request.DecisionOutcome:
    """Save the plan if it is the one that was previewed; one sent before counts as saved."""
    if evening_of_request(draft.visit, table_request.write_key()):
        return league_request.DecisionOutcome(200, ("good", tell("Plan saved.")))
    if draft.faults:
        return league_request.DecisionOutcome(422, ("bad", " ".join(draft.faults.values())))
    if not draft.seen:
        message = tell("The plan has changed. Check it, then save.")
        return league_request.DecisionOutcome(409, ("warn", message))
    visit, newcomers = draft.visit, draft.attendance.newcomers
    return league_request.attempt(
        lambda: save_evening(visit, league_request.decision_request(), draft.plan, newcomers),
        tell("Plan saved."),
    )


# --- looking at it ------------------------------------------------------------------------------


@bp.get("/evening/<int:evening>")
def page(league_id: str, evening: int) -> str:
    """Show tonight's tables, who waits, the standings, and the rounds to come."""
    visit = league_request.visit_or_403(league_id)
    return _page(visit, evening, "league/evening/page.html", table_request.take_flash())


@bp.get("/evening/<int:evening>/news")
def news(league_id: str, evening: int) -> str | Response:
    """Return what is new since `v`; 204 when nothing is."""
    visit = league_request.visit_or_403(league_id)
    mark = evening_fingerprint(visit, evening) if evening in visit.league.evenings else None
    if mark is not None and request.args.get("v") == mark:
        return Response(status=204)
    return _page(visit, evening, "league/evening/_evening.html", None)


def _page(visit: LeagueVisit, evening: int, template: str, message: table_request.Message) -> str:
    mark = evening_fingerprint(visit, evening) if evening in visit.league.evenings else abort(404)
    return render_template(
        template,
        **league_request.frame(visit, "evenings", message=message),
        show=EveningPage(visit, _status(visit, evening)),
        form=EveningForm(),
        mark=mark,
    )


@bp.post("/evening/<int:evening>")
def act(league_id: str, evening: int) -> ResponseReturnValue:
    """Open a round's tables or take that back, or plan one round more."""
    visit = directed_or_403(league_id, evening)
    form = EveningForm()
    form.validate()
    do, round = form.do.data.act, form.do.data.number
    if do == "open" and round is not None:
        table_request.request_key()
        now = _status(visit, evening)
        reason = rounds.still_playing(now) if round > now.opened else ""
        outcome = league_request.attempt(
            lambda: _start_round(visit, evening, round),
            " ".join(filter(None, [tell("Round {round} started.", round=round), reason])),
        )
    elif do == "close" and round is not None:
        outcome = league_request.attempt(
            lambda: _cancel_round(visit, evening, round),
            tell("Round {round} cancelled, with its tables.", round=round),
        )
    elif do == "qualify":
        outcome = league_request.attempt(lambda: _draw(visit, evening), tell("Knock-out drawn."))
    elif do == "again":
        outcome = league_request.attempt(
            lambda: _pair_again(visit, evening), tell("Round paired again.")
        )
    elif do == "more":
        outcome = league_request.attempt(lambda: _add_round(visit, evening), tell("Round added."))
    elif do == "walkover":
        game, side = form.picked
        outcome = league_request.attempt(
            lambda: give_table_walkover(
                visit, league_request.decision_request(), evening, game, side
            ),
            tell("Walkover recorded."),
        )
    else:
        abort(400)
    table_request.flash(outcome.message)
    return _to(visit, evening)


@bp.route("/evening/<int:evening>/bracket", methods=["GET", "POST"])
def bracket(league_id: str, evening: int) -> ResponseReturnValue:
    """A knock-out as a bracket; an organiser gives a walkover, or settles a drawn match."""
    writes = request.method == "POST"
    read = league_request.visit_or_403
    visit = directed_or_403(league_id, evening) if writes else read(league_id)
    now, outcome = _status(visit, evening), league_request.LOOKED
    if now.bracket is None and now.groups is None:
        abort(404)
    form = BracketForm()
    if form.is_submitted():
        form.validate()
        outcome = _decide_match(visit, evening, form)
        if outcome.done:
            return league_request.respond(
                outcome, "evening.bracket", league_id=league_id, evening=evening
            )
    page = render_template(
        "league/evening/bracket.html",
        **league_request.frame(visit, "evenings", **league_request.outcome_context(outcome, visit)),
        show=BracketPage(visit, now, now.bracket) if now.bracket else None,
        groups=group_tables(visit, now),
        directs=directs(visit, evening, table_request.known_device()),
        redraw=_may_redraw(now),
        title=parts.evening_title(now.evening),
        evening=evening,
        box=BOX,
        form=form,
    )
    return page, outcome.status


def _decide_match(
    visit: LeagueVisit, evening: int, form: BracketForm
) -> league_request.DecisionOutcome:
    """Give a walkover, or settle a drawn match."""
    do, match = form.do.data.act, form.do.data.number or 0
    request = league_request.decision_request
    if do == "walkover":
        given, side = form.picked
        return league_request.attempt(
            lambda: give_walkover(visit, request(), evening, given, side),
            tell("Walkover recorded."),
            form,
        )
    if do == "replay":
        table_request.request_key()
        return league_request.attempt(
            lambda: _replay(visit, evening, match),
            tell("A table for the replay is open."),
        )
    winner = {"home": 0, "away": 1}.get(do)
    return league_request.attempt(
        lambda: settle_match(visit, request(), evening, match, winner),
        tell("Lots drawn.") if winner is None else tell("Winner of the deciding deal recorded."),
    )


def _may_redraw(now: EveningStatus) -> bool:
    """Return whether the groups' results have changed since the knock-out was drawn, and no
    match has started."""
    if now.groups is None or now.bracket is None or now.bracket.games:
        return False
    return now.groups.over and now.groups.qualified != now.evening.qualified


def _start_round(visit: LeagueVisit, evening: int, round: int) -> None:
    start_round(visit, evening, round, table_request.device(), table_request.client_address())


def _replay(visit: LeagueVisit, evening: int, match: int) -> None:
    replay_match(visit, evening, match, table_request.device(), table_request.client_address())


def _cancel_round(visit: LeagueVisit, evening: int, round: int) -> None:
    _status(visit, evening)
    cancel_round(visit, league_request.decision_request(), evening, round)


def _draw(visit: LeagueVisit, evening: int) -> None:
    _status(visit, evening)
    draw_knockout(visit, league_request.decision_request(), evening)


def _pair_again(visit: LeagueVisit, evening: int) -> None:
    _status(visit, evening)
    pair_again(visit, league_request.decision_request(), evening)


def _add_round(visit: LeagueVisit, evening: int) -> None:
    plan = with_next_round(visit, _status(visit, evening))
    save_evening(visit, league_request.decision_request(), plan)


# --- on paper -----------------------------------------------------------------------------------


@bp.get("/evening/<int:evening>/paper")
def paper(league_id: str, evening: int) -> str:
    """Rounds, tables and seats, to be printed; for organisers the seats' codes of a round."""
    visit = league_request.visit_or_403(league_id)
    now = _status(visit, evening)
    round = read_number(request.args.get("round", "")) if visit.organises else None
    tables_of_round = [one for one in now.counted_tables.values() if one.round == round and round]
    return render_template(
        "league/evening/paper.html",
        **league_request.frame(visit, "evenings", message=table_request.take_flash()),
        show=EveningPage(visit, now),
        round=round,
        seats=[seat for one in tables_of_round for seat in _seats(one)],
    )


@bp.post("/evening/<int:evening>/paper")
def codes(league_id: str, evening: int) -> ResponseReturnValue:
    """Make the links of a round's tables and their seats, where there are none yet."""
    visit = league_request.visit_or_403(league_id, organise=True)
    now = _status(visit, evening)
    round = CodesForm().round.data or abort(400)
    for one in now.counted_tables.values():
        if one.round == round:
            table = load_table(one.listing.row.public_id)
            make_link(table, SCORER, None, links.signing_key())
            for seat in table.pad.filled:
                make_link(table, SEAT, seat, links.signing_key())
    address = url_for("evening.paper", league_id=league_id, evening=evening, round=round)
    return redirect(f"{address}#codes", 303)


class SeatCode(NamedTuple):
    """A link on paper, a seat's or that of the table's pad."""

    place: int
    name: str
    address: str
    qr: Markup


def _seats(one: EveningTable) -> Sequence[SeatCode]:
    table = load_table(one.listing.row.public_id)
    given = links_of_table(table, links.signing_key())
    secrets = {link.seat: link.secret for link in given if link.role != WATCH}
    found = []
    for seat in (None, *table.pad.filled):
        if secret := secrets.get(seat):
            address = links.address_of(secret)
            name = tell("Scorer") if seat is None else str(table.pad.seats[seat])
            found.append(SeatCode(one.place or 0, name, address, links.qr_code(address)))
    return found


def _status(visit: LeagueVisit, evening: int) -> EveningStatus:
    try:
        return evening_status(visit, evening)
    except NotFound:
        abort(404)


def _to(visit: LeagueVisit, evening: int) -> ResponseReturnValue:
    return redirect(url_for("evening.page", league_id=visit.info.public_id, evening=evening), 303)
