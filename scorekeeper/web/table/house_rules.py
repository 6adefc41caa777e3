"""House rules: how a table's differ from the variants', and those that this phone keeps."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper import rulebook, tables
from scorekeeper.engine.ledger import Game
from scorekeeper.games import games
from scorekeeper.sheet import Head, SheetRefused
from scorekeeper.web.table import rulings_shown, setup_form, summary, table_request
from scorekeeper.web.table.pad_page import Playing

bp = Blueprint("house", __name__)


# --- offered and kept while a table is set up ---------------------------------------------------


def kept_for(game: Game) -> list[tables.RuleSet]:
    """What this phone keeps for a game."""
    found = tables.kept_rules(table_request.known_device(), game.slug)
    return [one for one in found if not one.removed]


def chosen(kept: Sequence[tables.RuleSet], given: Mapping[str, str]) -> tables.RuleSet | None:
    """The rules that a key (`rules.3`) or a link (`rules=3`) asks for."""
    act, _, number = given.get("do", "").partition(".")
    wanted = number if act == "rules" else given.get("rules", "") if not act else ""
    return next((one for one in kept if str(one.id) == wanted), None)


def keep(form: setup_form.Setup) -> table_request.Message:
    """Keep the rules of a form under the name typed; raises `SheetRefused`."""
    return _keep(form.house_rules())


def _keep(head: Head) -> table_request.Message:
    name = tables.keep_rules(table_request.device(), head, request.form.get("rules_name", ""))
    return ("good", f"Kept as {name}; offered whenever you set up {head.game.name}.")


def offered(kept: Sequence[tables.RuleSet], form: setup_form.Setup) -> list[dict[str, Any]]:
    """The rules to choose from, with what is in each; those that the form shows are pressed."""
    here = (form.variant, form.options)
    return [{**_card(one), "pressed": (one.variant, one.options) == here} for one in kept]


def _card(one: tables.RuleSet) -> dict[str, Any]:
    return {
        "id": one.id,
        "name": one.name,
        "slug": one.game,
        "told": rulebook.in_short(games()[one.game], one.variant, one.options),
    }


_GONE: Final = ("bad", "Those rules are not kept any more.")


# --- the phone's own ----------------------------------------------------------------------------


@bp.route("/house-rules", methods=["GET", "POST"])
def mine() -> ResponseReturnValue:
    """What this phone keeps: rename, remove, bring back."""
    fault: dict[str, Any] = {}
    if request.method == "POST":
        name, _, number = request.form.get("do", "").partition(".")
        set_id = table_request.number(number) or 0
        act = _ACTS.get(name) or abort(400)
        try:
            table_request.say(("good", act(set_id)))
            return redirect(url_for("house.mine"), 303)
        except LookupError:
            table_request.say(_GONE)
            return redirect(url_for("house.mine"), 303)
        except SheetRefused as refused:
            typed = request.form.get(f"name.{set_id}", "")
            fault = {"id": set_id, "typed": typed, "words": refused.errors[0]["message"]}
    kept = tables.kept_rules(table_request.known_device())
    page = render_template(
        "table/house/mine.html",
        groups=_by_game(one for one in kept if not one.removed),
        removed=[_card(one) for one in kept if one.removed],
        fault=fault,
        message=table_request.said(),
    )
    return page, 422 if fault else 200


def _by_game(kept: Iterable[tables.RuleSet]) -> list[tuple[str, list[dict[str, Any]]]]:
    groups: dict[str, list[dict[str, Any]]] = {}
    for one in kept:
        groups.setdefault(games()[one.game].name, []).append(_card(one))
    return sorted(groups.items())


def _rename(set_id: int) -> str:
    tables.rename_rules(table_request.device(), set_id, request.form.get(f"name.{set_id}", ""))
    return "Renamed."


def _remove(set_id: int) -> str:
    tables.remove_rules(table_request.device(), set_id)
    return "Removed; below it can be brought back."


def _bring_back(set_id: int) -> str:
    tables.bring_back_rules(table_request.device(), set_id)
    return "Brought back."


_ACTS: Final = {"rename": _rename, "remove": _remove, "back": _bring_back}


# --- a table's ----------------------------------------------------------------------------------


@bp.route("/t/<public_id>/rules", methods=["GET", "POST"])
def of_table(public_id: str) -> ResponseReturnValue:
    """How a table's rules differ from each variant, and keeping them on this phone."""
    visit = table_request.visit_or_403(public_id)
    head = visit.table.head
    message, status = table_request.said(), 200
    if request.method == "POST":
        try:
            table_request.say(_keep(head))
            return redirect(url_for("house.of_table", public_id=public_id), 303)
        except SheetRefused as refused:
            message, status = ("bad", refused.errors[0]["message"]), 422
    page = render_template(
        "table/house/table.html",
        show=Playing(visit),
        told=summary.rules_told(head),
        pinned=rulings_shown.pinned(visit.table).values(),
        against=[
            (name or head.game.name, rulebook.differences(head.game, head.options, defaults))
            for name, defaults in head.game.variants.items()
        ],
        table=Markup(rulebook.side_by_side(head.game, head.options)),
        rules_name=request.form.get("rules_name", ""),
        message=message,
    )
    return page, status
