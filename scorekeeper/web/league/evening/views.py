"""A league's evenings: plan one, follow it, start its tables, print it."""

from typing import Any

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.leagues.decisions import answered_before
from scorekeeper.leagues.duplicate.writing import is_duplicate
from scorekeeper.leagues.evening.direction import directs
from scorekeeper.leagues.evening.evenings import (
    cancel_round,
    draw_knockout,
    pair_again,
    replay_match,
    save_evening,
    settle_match,
    start_round,
    with_next_round,
)
from scorekeeper.leagues.evening.played import evenings_to_come
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
from scorekeeper.web.league.evening.bracket import BracketPage
from scorekeeper.web.league.evening.direction import directed_or_403
from scorekeeper.web.league.evening.forms import (
    BracketForm,
    CodesForm,
    EveningForm,
    PlanForm,
    winner_of,
)
from scorekeeper.web.league.evening.page import EveningPage
from scorekeeper.web.league.evening.plan_draft import PlanDraft
from scorekeeper.web.league.evening.table_keys import result_key
from scorekeeper.web.league.league_request import attempt, refused, respond, visit_or_403
from scorekeeper.web.shared import links
from scorekeeper.web.shared.security import read_number
from scorekeeper.web.table import table_request
from scorekeeper.web.table.table_request import LOOKED, WriteOutcome

bp = Blueprint("evening", __name__, url_prefix="/l/<league_id>")


@bp.get("/evenings")
def all_of_them(league_id: str) -> ResponseReturnValue:
    """The evenings to come with the replies to each, the next first; then the others, the newest
    first."""
    visit = visit_or_403(league_id)
    evenings = [evening_of(visit.league, number) for number in visit.league.evenings]
    newest = sorted(evenings, key=lambda one: (one.date, one.number), reverse=True)
    coming = evenings_to_come(visit)
    to_come = {one.number for one in coming}
    return league_request.league_page(
        "evening/all.html",
        visit,
        "evenings",
        coming=[
            {
                "number": one.number,
                "title": parts.evening_title(one),
                "about": parts.evening_about(one),
                "note": one.note,
                "planned": bool(one.present),
                "cancelled": one.cancelled,
                "reply": parts.reply_shown(visit, one.number, "all"),
            }
            for one in coming
        ],
        evenings=[
            (one.number, parts.evening_title(one), parts.evening_about(one))
            for one in newest
            if one.number not in to_come
        ],
    )


# --- planning -----------------------------------------------------------------------------------


@bp.route("/evening/new", methods=["GET", "POST"])
def new(league_id: str) -> ResponseReturnValue:
    """Plan an evening: who is present, the game, the number of rounds; preview the plan, then
    save it."""
    visit = visit_or_403(league_id, organise=True)
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
        if kept := answered_before(draft.visit, table_request.write_key()):
            table_request.flash(message)
            return _to(draft.visit, evening or kept)
    looked = do in ("look", "keep", "draw")
    form.show(draft.faults if looked else {})
    shown, _ = league_request.league_page(
        "evening/plan.html",
        draft.visit,
        "evenings",
        message=message,
        draft=draft,
        form=form,
        kinds=draft.kinds,
        evening=evening,
        looked=looked,
        announced=[] if evening else _announced(draft.visit),
    )
    return shown, status


def _announced(visit: LeagueVisit) -> list[tuple[int, str]]:
    """Return the evenings of today and later that are announced and not planned: the number and
    the title of each."""
    return [
        (one.number, parts.evening_title(one))
        for one in evenings_to_come(visit)
        if not (one.present or one.cancelled)
    ]


def _save_plan(draft: PlanDraft) -> WriteOutcome:
    """Save the plan if it is the one that was previewed; one sent before counts as saved."""
    if answered_before(draft.visit, table_request.write_key()):
        return WriteOutcome(200, ("good", tell("Plan saved.")))
    if draft.faults:
        return refused(" ".join(draft.faults.values()))
    if not draft.seen:
        message = tell("The plan has changed. Check it, then save.")
        return WriteOutcome(409, ("warn", message))
    visit, newcomers = draft.visit, draft.attendance.newcomers
    return attempt(
        lambda sent: save_evening(visit, sent, draft.plan, newcomers), tell("Plan saved.")
    )


# --- looking at it ------------------------------------------------------------------------------


@bp.get("/evening/<int:evening>")
def page(league_id: str, evening: int) -> ResponseReturnValue:
    """Show tonight's tables, who waits, the standings, and the rounds to come."""
    visit = visit_or_403(league_id)
    if is_duplicate(visit, evening):
        return redirect(url_for("duplicate.home", league_id=league_id, evening=evening), 303)
    return _page(visit, evening, "evening/page.html")


@bp.get("/evening/<int:evening>/news")
def news(league_id: str, evening: int) -> ResponseReturnValue:
    """Return what is new since `v`; 204 when nothing is."""
    visit = visit_or_403(league_id)
    mark = evening_fingerprint(visit, evening) if evening in visit.league.evenings else None
    if mark is not None and request.args.get("v") == mark:
        return Response(status=204)
    return _page(visit, evening, "evening/_evening.html", message=None)


def _page(visit: LeagueVisit, evening: int, template: str, **message: Any) -> ResponseReturnValue:
    mark = evening_fingerprint(visit, evening) if evening in visit.league.evenings else abort(404)
    return league_request.league_page(
        template,
        visit,
        "evenings",
        **message,
        show=EveningPage(visit, _status(visit, evening)),
        result_key=result_key,
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
    now = _status(visit, evening)
    if do == "open" and round is not None:
        # said, but no reason to wait: the round starts all the same
        reason = rounds.still_playing(now) if round > now.opened else ""
        outcome = attempt(
            lambda sent: start_round(visit, sent, evening, round),
            " ".join(filter(None, [tell("Round {round} started.", round=round), reason])),
        )
    elif do == "close" and round is not None:
        outcome = attempt(
            lambda sent: cancel_round(visit, sent, evening, round),
            tell("Round {round} cancelled, with its tables.", round=round),
        )
    elif do == "qualify":
        outcome = attempt(
            lambda sent: draw_knockout(visit, sent, evening), tell("Knock-out drawn.")
        )
    elif do == "again":
        outcome = attempt(
            lambda sent: pair_again(visit, sent, evening), tell("Round paired again.")
        )
    elif do == "more":
        outcome = attempt(
            lambda sent: save_evening(visit, sent, with_next_round(visit, now)),
            tell("Round added."),
        )
    elif do == "walkover":
        game, side = winner_of(form)
        outcome = attempt(
            lambda sent: give_table_walkover(visit, sent, evening, game, side),
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
    visit = directed_or_403(league_id, evening) if writes else visit_or_403(league_id)
    now, outcome = _status(visit, evening), LOOKED
    if now.bracket is None and now.groups is None:
        abort(404)
    form = BracketForm()
    if form.is_submitted():
        form.validate()
        outcome = _decide_match(visit, evening, form)
        if outcome.done:
            return respond(outcome)
    device = table_request.known_device()
    me = visit.league.player_of(device)
    show = BracketPage(visit, now, now.bracket, me) if now.bracket else None
    return league_request.league_page(
        "evening/bracket.html",
        visit,
        "evenings",
        outcome,
        show=show,
        chosen=_round_shown(show) if show else 0,
        groups=now.groups.tables if now.groups else (),
        entrants=[visit.together(unit) for unit in now.evening.units],
        directs=directs(visit, evening, device),
        redraw=_may_redraw(now),
        title=parts.evening_title(now.evening),
        evening=evening,
        form=form,
    )


def _round_shown(show: BracketPage) -> int:
    """Return the round in the address, else the one that is on: a phone shows one at a time."""
    asked = read_number(request.args.get("round", ""))
    known = {one.number for one in show.rounds}
    return asked if asked in known else show.current.number


def _decide_match(visit: LeagueVisit, evening: int, form: BracketForm) -> WriteOutcome:
    """Give a walkover, or settle a drawn match."""
    do, match = form.do.data.act, form.do.data.number or 0
    if do == "walkover":
        given, side = winner_of(form)
        return attempt(
            lambda sent: give_walkover(visit, sent, evening, given, side),
            tell("Walkover recorded."),
            form,
        )
    if do == "replay":
        return attempt(
            lambda sent: replay_match(visit, sent, evening, match),
            tell("A table for the replay is open."),
        )
    winner = {"home": 0, "away": 1}.get(do)
    return attempt(
        lambda sent: settle_match(visit, sent, evening, match, winner),
        tell("Lots drawn.") if winner is None else tell("Winner of the deciding deal recorded."),
    )


def _may_redraw(now: EveningStatus) -> bool:
    """Return whether the groups' results have changed since the knock-out was drawn, and no
    match has started."""
    if now.groups is None or now.bracket is None or now.bracket.games:
        return False
    return now.groups.over and now.groups.qualified != now.evening.qualified


# --- on paper -----------------------------------------------------------------------------------


@bp.get("/evening/<int:evening>/paper")
def paper(league_id: str, evening: int) -> ResponseReturnValue:
    """Rounds, tables and seats, to be printed; for organisers the seats' codes of a round."""
    visit = visit_or_403(league_id)
    now = _status(visit, evening)
    round = read_number(request.args.get("round", "")) if visit.organises else None
    tables_of_round = [one for one in now.counted_tables.values() if one.round == round and round]
    return league_request.league_page(
        "evening/paper.html",
        visit,
        "evenings",
        show=EveningPage(visit, now),
        round=round,
        seats=[seat for one in tables_of_round for seat in _seats(one)],
    )


@bp.post("/evening/<int:evening>/paper")
def codes(league_id: str, evening: int) -> ResponseReturnValue:
    """Make the links of a round's tables and their seats, where there are none yet."""
    visit = visit_or_403(league_id, organise=True)
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


def _seats(one: EveningTable) -> list[tuple[int, str, Markup]]:
    """Return the links on paper, that of the table's pad and each seat's: the table, whose it is,
    the code."""
    table = load_table(one.listing.row.public_id)
    given = links_of_table(table, links.signing_key())
    secrets = {link.seat: link.secret for link in given if link.role != WATCH}
    found = []
    for seat in (None, *table.pad.filled):
        if secret := secrets.get(seat):
            name = tell("Scorer") if seat is None else str(table.pad.seats[seat])
            found.append((one.place or 0, name, links.qr_code(links.address_of(secret))))
    return found


def _status(visit: LeagueVisit, evening: int) -> EveningStatus:
    try:
        return evening_status(visit, evening)
    except NotFound:
        abort(404)


def _to(visit: LeagueVisit, evening: int) -> ResponseReturnValue:
    return redirect(url_for("evening.page", league_id=visit.info.public_id, evening=evening), 303)
