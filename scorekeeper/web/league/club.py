"""What a club's secretary keeps: who came, fees, contacts."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import SelectMultipleField

from scorekeeper.leagues.club.attendance import attendance_csv, by_player, read_attendance
from scorekeeper.leagues.club.contacts import contacts_of
from scorekeeper.leagues.club.fees import (
    WHOLE_SEASON,
    Debt,
    Fee,
    accounts,
    amount_text,
    debts_of,
    fees_csv,
    fees_of,
    read_amount,
    save_fees,
    settle,
)
from scorekeeper.leagues.evening.tonight import evening_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import phrase, tell
from scorekeeper.store.league.state import Season
from scorekeeper.web.league import parts
from scorekeeper.web.league.league_request import attempt, league_page, visit_or_403
from scorekeeper.web.shared.forms import PageForm, TextField, TextsField, fault_of
from scorekeeper.web.table import table_request
from scorekeeper.web.table.table_request import LOOKED

bp = Blueprint("club", __name__, url_prefix="/l/<league_id>")


def _season(visit: LeagueVisit) -> Season:
    """Return the season in the address, else the one that goes on."""
    return parts.selection(visit, now=True).season or abort(404)


def _seasons(visit: LeagueVisit, season: Season) -> parts.Choice:
    named = [(one.number, one.name) for one in visit.newest_seasons]
    return ("season", tell("Season"), named, season.number)


# --- attendance ---------------------------------------------------------------------------------


@bp.get("/attendance")
def attendance(league_id: str) -> ResponseReturnValue:
    """Who came to the evenings of a season, by player and by evening."""
    visit = visit_or_403(league_id, member=True)
    season = _season(visit)
    evenings = read_attendance(visit, season, date.today().isoformat())

    def named(players: Iterator[int]) -> list[str]:
        return sorted((visit.names[one] for one in players), key=str.casefold)

    return league_page(
        "club/attendance.html",
        visit,
        "attendance",
        season=season,
        seasons=_seasons(visit, season),
        players=by_player(visit.league, evenings),
        evenings=[
            (one, parts.evening_title(evening_of(visit.league, one.number)))
            for one in reversed(evenings)
        ],
        named=named,
    )


@bp.get("/attendance.csv")
def attendance_file(league_id: str) -> Response:
    """The same, a line for each evening and player."""
    visit = visit_or_403(league_id, member=True)
    return _csv(attendance_csv(visit, _season(visit), date.today().isoformat()))


def _csv(text: bytes) -> Response:
    return Response(text, mimetype="text/csv")


# --- fees ---------------------------------------------------------------------------------------


class FeesForm(PageForm):
    """What each player owes, `amount.3`, as typed, and who has paid."""

    keys = ("save",)
    amount = TextsField()
    paid = SelectMultipleField(choices=[], validate_choice=False, coerce=str, default=list)

    def validate_amount(self, field: TextsField) -> None:
        """Refuse what is no amount, each at its own field."""
        read = {name: fault_of(read_amount, text) for name, text in field.data.items()}
        field.refuse({name: words for name, words in read.items() if words})

    def fees(self, players: Mapping[int, str]) -> dict[int, Fee]:
        """Return what was sent, of these players."""
        paid = {*(self.paid.data or ())}
        return {
            one: Fee(read_amount(self.amount.data.get(str(one), "")), str(one) in paid)
            for one in players
        }


class OwedForm(PageForm):
    """What is still owed and was ticked as paid."""

    keys = ("settle",)
    owed = SelectMultipleField(choices=[], validate_choice=False, default=list)


class Debtor(NamedTuple):
    """A player who still owes something, in hundredths: each debt with what it is for."""

    name: str
    amount: int
    debts: Sequence[tuple[Debt, str]]


class AmountForm(PageForm):
    """An amount that everybody owes, to be filled in."""

    everybody = TextField(phrase("The same for everybody"))


@bp.route("/fees", methods=["GET", "POST"])
def fees(league_id: str) -> ResponseReturnValue:
    """Fees of a season, or of one of its evenings: the amounts, who has paid, and who owes
    what."""
    visit = visit_or_403(league_id, organise=True)
    season, outcome = _season(visit), LOOKED
    came = {one.number: one for one in read_attendance(visit, season, date.today().isoformat())}
    evening = request.args.get("evening", WHOLE_SEASON, type=int)
    if evening != WHOLE_SEASON and evening not in came:
        abort(404)
    known = fees_of(visit.league, season)
    own = known.get(evening, {})
    players = _who_pays(visit, own.keys() | (came[evening].came if evening else set()), evening)
    filling = AmountForm(request.args, everybody="")
    fill = filling.everybody.data
    if fill and (words := fault_of(read_amount, fill)):
        filling.everybody.errors = [words]
        fill = ""
    form = FeesForm(
        amount={
            str(one): amount_text(own[one].amount) if one in own and not fill else fill
            for one in players
        },
        paid=[str(one) for one, fee in own.items() if fee.paid],
    )
    owed = OwedForm()
    if form.is_submitted():
        outcome = attempt(
            lambda sent: save_fees(visit, sent, season.number, evening, form.fees(players)),
            tell("Fees saved."),
            form,
        )
    elif owed.is_submitted():
        outcome = attempt(
            lambda sent: settle(visit, sent, owed.owed.data), tell("Saved as paid."), owed
        )
    if outcome is not LOOKED and outcome.done:
        table_request.flash(outcome.message)
        same: dict[str, Any] = {"season": season.number, "evening": evening or None}
        return redirect(url_for("club.fees", league_id=league_id, **same), 303)
    of = [(WHOLE_SEASON, tell("The whole season"))]
    of += [
        (number, parts.evening_title(evening_of(visit.league, number))) for number in reversed(came)
    ]
    return league_page(
        "club/fees.html",
        visit,
        "fees",
        outcome,
        season=season,
        evening=evening,
        choices=[
            *([_seasons(visit, season)] if len(visit.league.seasons) > 1 else []),
            ("evening", tell("Fee for"), of, evening),
        ],
        players=players,
        form=form,
        filling=filling,
        owed=owed,
        debtors=_debtors(visit),
        accounts=[one for one in accounts(known) if not visit.league.players[one.player].forgotten],
        money=amount_text,
    )


def _debtors(visit: LeagueVisit) -> list[Debtor]:
    """Return who still owes something, of whichever season, those who owe most first."""
    found: dict[int, list[tuple[Debt, str]]] = {}
    for one in debts_of(visit.league):
        of = (
            parts.evening_title(evening_of(visit.league, one.evening))
            if one.evening
            else visit.league.seasons[one.season].name
        )
        found.setdefault(one.player, []).append((one, of))
    debtors = (
        Debtor(visit.names[player], sum(one.amount for one, _ in own), own)
        for player, own in found.items()
    )
    return sorted(debtors, key=lambda one: (-one.amount, one.name.casefold()))


def _who_pays(visit: LeagueVisit, more: set[int], evening: int) -> dict[int, str]:
    """Return who is listed, by name: for a season the members, for an evening who came; and all
    who have a fee already."""
    numbers = more if evening else more.union(one.number for one in visit.league.members)
    there = (visit.league.players[one] for one in numbers)
    return dict(parts.by_name(visit, (one for one in there if not one.forgotten)))


@bp.get("/fees.csv")
def fees_file(league_id: str) -> Response:
    """The fees of a season, a line each."""
    visit = visit_or_403(league_id, organise=True)
    return _csv(fees_csv(visit, _season(visit)))


# --- contacts -----------------------------------------------------------------------------------


@bp.get("/contacts")
def contacts(league_id: str) -> ResponseReturnValue:
    """How organisers reach everybody who plays."""
    visit = visit_or_403(league_id, organise=True)
    known = contacts_of(visit)
    there = parts.by_name(visit, visit.league.playing)
    return league_page(
        "club/contacts.html",
        visit,
        "contacts",
        players=[(number, name, known.get(number)) for number, name in there],
    )
