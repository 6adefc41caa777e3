"""The phones at a table: one's own, for everybody; all of them, for scorers."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from flask import Blueprint, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.sentences import phrase, tell
from scorekeeper.spelling import folded
from scorekeeper.store.access.links import SCORER, SEAT, WATCH
from scorekeeper.store.table.persons import ChosenCoin
from scorekeeper.tables import pencil, phones
from scorekeeper.tables.loading import TableVisit
from scorekeeper.tables.table_settings import set_coin
from scorekeeper.web.league.forms import CoinForm
from scorekeeper.web.shared.errors import ScorerOnly
from scorekeeper.web.shared.forms import PressedKey, PressField, WhoForm
from scorekeeper.web.table import table_request
from scorekeeper.web.table.pad_page import PadPage
from scorekeeper.web.table.summary import scorers_in_words
from scorekeeper.web.table.table_request import Message

bp = Blueprint("table_phones", __name__)

ROLES: Final = {
    SCORER: phrase("scorer"),
    SEAT: phrase("enters own bids"),
    WATCH: phrase("watches"),
}
"""What a phone may do, by its role."""


class TablePhonesForm(WhoForm):
    """The keys of a league's phones; `hand.` and `lend.` pass the pencil on, `take.` takes it
    back."""

    do = PressField(
        *("call", "agree.", "back.", "out.", "person.", "all", "hand.", "lend.", "take.")
    )


@bp.route("/t/<public_id>/phones", methods=["GET", "POST"])
def page(public_id: str) -> ResponseReturnValue:
    """Show whose phone this is, the claims that wait, and the phones that are signed in."""
    visit = table_request.visit_or_403(public_id)
    device, form = table_request.known_device(), TablePhonesForm()
    if form.validate_on_submit():
        table_request.flash(_act(visit, form, device))
        return redirect(url_for("table_phones.page", public_id=public_id), 303)
    there = phones.phones_of_table(visit.table)
    mine = next((one for one in there if one.device == device), None)
    of_each = Counter(folded(one.name) for one in there if one.name)
    shown = render_template(
        "phones/table.html",
        show=PadPage(visit),
        form=form,
        mine=mine,
        people=phones.names_offered(visit.table, device),
        asking=[one for one in there if one.claimed_name and _may_answer(visit, one, mine)],
        phones=[(one, tell(ROLES[one.role]), of_each[folded(one.name)] > 1) for one in there],
        pencil=pencil.pencil_of(visit.table, device),
        scorers=scorers_in_words(pencil.scorers(visit.table)),
        coins=_coins(visit, mine.name if mine else ""),
        message=table_request.take_flash(),
    )
    return shown, 422 if form.errors else 200


@bp.route("/t/<public_id>/coin/<int:seat>", methods=["GET", "POST"])
def coin(public_id: str, seat: int) -> ResponseReturnValue:
    """The coin of a player, which a scorer or the player's own phone may change."""
    visit = table_request.visit_or_403(public_id)
    seats = dict(_coins(visit, phones.name_of_phone(visit.table, table_request.known_device())))
    if seat not in visit.table.pad.filled or visit.table.row.league_id is not None:
        abort(404)
    if seat not in seats:
        raise ScorerOnly
    show, name = PadPage(visit), visit.table.pad.seats[seat] or ""
    chosen = visit.table.coins.get(name)
    form = CoinForm(
        colour=str(show.sign.coins[seat].colour), initial=chosen.initial if chosen else ""
    )
    if form.is_submitted() and form.validate():
        said = ChosenCoin(int(form.colour.data or abort(400)), form.initial.data)
        set_coin(visit.table, name, said)
        table_request.flash(("good", tell("Coin changed.")))
        return redirect(url_for("table_phones.page", public_id=public_id), 303)
    letter = show.sign.coins[seat].letter
    page = render_template("phones/coin.html", show=show, form=form, name=name, letter=letter)
    return page, 422 if form.errors else 200


def _coins(visit: TableVisit, mine: str) -> list[tuple[int, str]]:
    """The seats whose coin this phone may change, each with who sits there: all for scorers, else
    the one of its player. In a league the coin is the league's."""
    if visit.table.row.league_id is not None:
        return []
    seated = [(seat, visit.table.pad.seats[seat] or "") for seat in visit.table.pad.filled]
    own = folded(mine)
    return [one for one in seated if visit.may_score or (own and folded(one[1]) == own)]


def _may_answer(visit: TableVisit, one: phones.TablePhone, mine: phones.TablePhone | None) -> bool:
    if mine is not None and one.device == mine.device:
        return False
    return visit.may_score or (mine is not None and folded(mine.name) == folded(one.claimed_name))


def _act(visit: TableVisit, form: TablePhonesForm, device: str) -> Message:
    key: PressedKey = form.do.data
    if key.act in ("hand", "lend", "take"):
        return _pass_pencil(visit, key, device)
    return "good", _change_phones(visit, form, device)


def _pass_pencil(visit: TableVisit, key: PressedKey, device: str) -> Message:
    number = key.number or abort(400)
    if key.act == "take":
        if not pencil.take_pencil(visit.table, number, device):
            raise ScorerOnly
        return "good", tell("You have the pencil.")
    if not (visit.may_score or pencil.pencil_of(visit.table, device).put_down):
        raise ScorerOnly
    try:
        pencil.hand_pencil(visit.table, number, device, share=key.act == "lend")
    except pencil.PencilRefused:
        return "bad", tell(
            "Only a player's phone can have the pencil, and no more than two at once."
        )
    return "good", tell("Pencil handed over.") if key.act == "hand" else tell("Pencil shared.")


def _change_phones(visit: TableVisit, form: TablePhonesForm, device: str) -> str:
    key: PressedKey = form.do.data
    if key.act == "call":
        phones.name_phone(visit.table, device, form.name)
        waits = any(
            one.device == device and one.claimed_name for one in phones.phones_of_table(visit.table)
        )
        return tell("Asked. Nobody has agreed yet.") if waits else tell("Phone named.")
    if key.act in ("agree", "back"):
        agree, number = key.act == "agree", key.number or abort(400)
        if not phones.answer_claim(
            visit.table, number, device, scorer=visit.may_score, agree=agree
        ):
            raise ScorerOnly
        return tell("Name confirmed.") if agree else tell("Name removed from the phone.")
    if not visit.may_score:
        raise ScorerOnly
    gone = phones.sign_out_phones(
        visit.table, _chosen(key, phones.phones_of_table(visit.table), device)
    )
    return tell("{n:Phone|Phones} signed out.", n=gone)


def _chosen(key: PressedKey, there: Sequence[phones.TablePhone], device: str) -> list[int]:
    """The accesses of the phones that are to be signed out: one, all of a person's, all."""
    others = [one for one in there if one.device != device]
    if key.act == "all":
        return [one.id for one in others]
    number = key.number or abort(400)
    of = next((folded(one.name) for one in others if one.id == number and one.name), None)
    same = [one.id for one in others if key.act == "person" and folded(one.name) == of]
    return same or [one.id for one in others if one.id == number]
