"""The phones of a league: one's own, for members; all of them, for organisers."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from flask import Blueprint, abort
from flask.typing import ResponseReturnValue

from scorekeeper.leagues.decisions import DecisionRequest
from scorekeeper.leagues.phones import (
    LeaguePhone,
    agree_to_claim,
    claim_player,
    claims_to_answer,
    name_phone,
    names_offered,
    phones_of_league,
    refused_name,
    sign_out_phones,
    take_back_claim,
)
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import phrase, tell
from scorekeeper.spelling import folded
from scorekeeper.web.league import league_request, parts
from scorekeeper.web.league.forms import CoinForm
from scorekeeper.web.shared.errors import OrganisersOnly
from scorekeeper.web.shared.forms import PressedKey, PressField, WhoForm
from scorekeeper.web.table import table_request
from scorekeeper.web.table.table_request import WriteOutcome

bp = Blueprint("league_phones", __name__)

ROLES: Final = {
    "organiser": phrase("organiser"),
    "member": phrase("member"),
    "pending": phrase("waiting for passphrase"),
}
"""Whose a phone is, by its role."""


class PhonesForm(WhoForm):
    """``call`` says whose phone this is; `agree.` and `back.` accept or take back a claim, by its
    number; `out.` signs out a phone, `person.` all phones of one person, by an access, `all` all
    others."""

    do = PressField("call", "agree.", "back.", "out.", "person.", "all", "coin")


@bp.route("/l/<league_id>/phones", methods=["GET", "POST"])
def page(league_id: str) -> ResponseReturnValue:
    """Show whose phone this is, the claims that wait, and the phones that are signed in."""
    visit = league_request.visit_or_403(league_id, member=True)
    device, there = table_request.known_device(), phones_of_league(visit)
    mine = next(one for one in there if one.device == device)
    outcome, form, coin = table_request.LOOKED, PhonesForm(), _coin_of(visit, mine)
    if form.is_submitted():
        if form.do.data.act == "coin":
            outcome = league_request.attempt_coin(visit, mine.player or abort(403), coin)
        else:
            outcome = _decide(visit, form, there)
        if outcome.done:
            return league_request.respond(outcome)
    of_each = Counter(folded(one.name) for one in there if one.name and one is not mine)
    several = {name for name, phones in of_each.items() if phones > 1}
    return league_request.league_page(
        "phones.html",
        visit,
        "phones",
        outcome,
        form=form,
        coin=coin,
        mine=mine,
        refused=refused_name(visit, device),
        people=names_offered(visit, device),
        asking=claims_to_answer(visit, device),
        phones=[(one, tell(ROLES[one.role]), folded(one.name) in several) for one in there],
    )


def _coin_of(visit: LeagueVisit, mine: LeaguePhone) -> CoinForm:
    if mine.player is None:
        return CoinForm()
    player = visit.league.players[mine.player]
    return CoinForm(colour=str(parts.colour_of(player)), initial=player.initial)


def _decide(visit: LeagueVisit, form: PhonesForm, there: Sequence[LeaguePhone]) -> WriteOutcome:
    key: PressedKey = form.do.data
    if key.act == "call":
        return _call(visit, form)
    if key.act in ("agree", "back"):
        number = key.number or abort(400)
        act, done = _ANSWERS[key.act]
        return league_request.attempt(lambda sent: act(visit, sent, number), tell(done))
    if not visit.organises:
        raise OrganisersOnly
    chosen = _chosen(key, there)
    done = tell("Phone signed out.") if key.act == "out" else tell("Phones signed out.")
    return league_request.attempt(lambda sent: sign_out_phones(visit, sent, chosen), done)


_ANSWERS: Final = {
    "agree": (agree_to_claim, phrase("Name confirmed.")),
    "back": (take_back_claim, phrase("Name removed from the phone.")),
}


def _call(visit: LeagueVisit, form: PhonesForm) -> WriteOutcome:
    name = form.name

    def call(sent: DecisionRequest) -> None:
        player = visit.number_of_name.get(folded(name))
        if player is None:
            name_phone(visit, sent.device, name)
        else:
            claim_player(visit, sent, player)

    outcome = league_request.attempt(call, tell("Phone named."), form)
    if outcome.done:
        # a claim that nobody had agreed to was answered “Phone named.”
        now = league_request.visit_or_403(visit.info.public_id, member=True)
        device = table_request.known_device()
        if any(one.device == device and one.awaits_agreement for one in phones_of_league(now)):
            return outcome._replace(message=("warn", tell("Asked. Nobody has agreed yet.")))
    return outcome


def _chosen(key: PressedKey, there: Sequence[LeaguePhone]) -> list[int]:
    """The accesses of the phones that are to be signed out: one, all of a person's, all."""
    mine = table_request.known_device()
    others = [one for one in there if one.device != mine]
    if key.act == "all":
        return [one.ids[0] for one in others]
    number = key.number
    if number is None:
        abort(400)
    if key.act == "out":
        return [number]
    of = next((folded(one.name) for one in others if number in one.ids and one.name), None)
    return [one.ids[0] for one in others if folded(one.name) == of] or [number]
