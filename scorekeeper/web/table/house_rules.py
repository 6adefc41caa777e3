"""House rules: how a table's differ from the variants', and those saved on this phone."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from wtforms.validators import ValidationError

from scorekeeper import rulebook
from scorekeeper.engine.game import Game
from scorekeeper.engine.options import OptionValues
from scorekeeper.engine.other_entries import LONGEST_NAME
from scorekeeper.sentences import phrase, tell
from scorekeeper.sheet.documents import Head, SheetRefused
from scorekeeper.store.rule_sets import RuleSet
from scorekeeper.tables import house_rules
from scorekeeper.tables.own_games import find_game, game_named
from scorekeeper.web.shared import forms
from scorekeeper.web.table import entries, named_rules, setup_form, summary, table_request
from scorekeeper.web.table.pad_page import PadPage

bp = Blueprint("house", __name__)


class ChosenRulesForm(forms.PageForm):
    """The house rules that a game starts with: from a key, `rules.3`, or from the page's
    address."""

    rules = forms.NumberField()

    @property
    def wanted(self) -> int | None:
        """The number of the rules; None where none are asked for."""
        act = self.do.data.act
        return self.do.data.number if act == "rules" else None if act else self.rules.data


class KeepRulesForm(forms.PageForm):
    """The name under which this phone keeps house rules."""

    rules_name = forms.TextField(
        phrase("Save these rules on this phone as"),
        [forms.Parses(house_rules.read_rules_name, LONGEST_NAME)],
    )


class RuleSetForm(forms.PageForm):
    """The keys about the rules saved on this phone; the name of each is in `name.3`."""

    do = forms.PressField("rename.", "remove.", "back.")
    name = forms.TextsField()

    @property
    def typed(self) -> str:
        """The name typed for the set whose key was pressed."""
        return str(self.name.data.get(self.do.data.about, ""))

    def validate_name(self, field: forms.TextsField) -> None:
        """Refuse an invalid name."""
        if self.do.data.act == "rename" and (
            words := forms.fault_of(house_rules.read_rules_name, self.typed)
        ):
            raise ValidationError(words)


# --- offered and kept while a table is set up ---------------------------------------------------


def saved_rules_for(game: Game) -> list[RuleSet]:
    """Return what this phone keeps for a game."""
    found = house_rules.saved_rules(table_request.known_device(), game.slug)
    return [one for one in found if not one.removed]


def chosen_rules(kept: Sequence[RuleSet]) -> RuleSet | None:
    """Return the rules that a key (`rules.3`) or a link (`rules=3`) asks for."""
    form = ChosenRulesForm(request.values)
    return next((one for one in kept if one.id == form.wanted), None)


def save_from_form(form: setup_form.SetupForm) -> table_request.Message:
    """Save a form's rules under the name typed; raises `SheetRefused`."""
    return _save(form.house_rules(), KeepRulesForm())


def _save(head: Head, form: KeepRulesForm) -> table_request.Message:
    name = house_rules.save_rules(table_request.device(), head, form.rules_name.data)
    return (
        "good",
        tell(
            "Saved as {name}. You can pick it when you set up {game}.",
            name=name,
            game=head.game.name,
        ),
    )


def offered_rules(kept: Sequence[RuleSet], form: setup_form.SetupForm) -> list[dict[str, Any]]:
    """Return the rules to choose from, with their contents; those in the form are marked as
    chosen."""
    here = (form.variant.data, form.options)
    return [{**_card(one), "pressed": (one.variant, one.options) == here} for one in kept]


def _card(one: RuleSet) -> dict[str, Any]:
    return {
        "id": one.id,
        "name": one.name,
        "slug": one.game,
        "summary": rulebook.in_short(game_named(one.game), one.variant, one.options),
    }


# --- two side by side ---------------------------------------------------------------------------

OWN: Final = "own"
"""What an address calls the rules that stand in the form."""
_ABOUT_TABLE: Final = ("name", "dealer", "listed", "stake", "agreement", "league", "players")


def linked_rules(address: MultiDict[str, str]) -> MultiDict[str, str] | None:
    """Return what an address says of a form's names and rules; None where it says nothing."""
    return address if "variant" in address else None


def compare_address(form: setup_form.SetupForm) -> str:
    """Return where a form's rules are compared. The address has all that was typed, so that none
    of it is lost on the way back."""
    begun, sent = form.begun_with, request.values
    typed: dict[str, Any] = {
        name: sent.getlist(name) for name in _ABOUT_TABLE if any(sent.getlist(name))
    }
    typed |= {one.name: one.raw for one in form.interview_form if one.data != begun[one.name]}
    return url_for("house.compare", slug=form.game.slug, variant=form.choice or "", **typed)


@bp.get("/new/<slug>/compare")
def compare(slug: str) -> str:
    """Show how two of the rules differ that a table can start with: the variants, the presets,
    what this phone keeps, and what stands in the form."""
    game = find_game(slug) or abort(404)
    typed = _typed(game)
    found = {one.key: one for one in _comparable(game)}
    left = found.get(request.args.get("left", ""), found[OWN])
    other = next((one for one in found.values() if one.rules != left.rules), left)
    right = found.get(request.args.get("right", ""), other)
    both: dict[str, Any] = {"left": left.key, "right": right.key}
    return render_template(
        "table/house/compare.html",
        game=game,
        columns=(left, right),
        back=found[OWN].address,
        # the chosen one first: the others may be out of sight
        choices={
            side: [
                (one, url_for("house.compare", slug=slug, **{**typed, **both, side: one.key}))
                for one in sorted(found.values(), key=lambda one: one.key != both[side])
            ]
            for side in both
        },
        differing=_differences(game, left, right),
    )


class Column(NamedTuple):
    """House rules to compare: what addresses and players call them, variant and options, and
    where a table is set up with them."""

    key: str
    name: str
    rules: tuple[str | None, OptionValues]
    address: str


def _typed(game: Game) -> dict[str, Any]:
    """Return what the address says of the form, and nothing else that stands in it."""
    known = (*_ABOUT_TABLE, "variant", *(option.name for option in game.options))
    return {name: request.args.getlist(name) for name in known if name in request.args}


def _comparable(game: Game) -> Iterable[Column]:
    form = setup_form.SetupForm(game, linked=linked_rules(request.args))
    typed = _typed(game)

    def address(**more: Any) -> str:
        return url_for("front.setup", slug=game.slug, **more)

    about = {name: value for name, value in typed.items() if name in _ABOUT_TABLE}

    # what a hand has written into an address need not be a rule
    own = RuleSet(0, game.slug, form.variant.data, dict(form.options), "", removed=False)
    own = house_rules.with_current_options(own)
    yield Column(OWN, tell("This table"), (own.variant, own.options), address(**typed))
    for name in (*game.variants, *game.presets):
        called, key = named_rules.rules_name(game, name), name or "standard"
        yield Column(key, called, game.rules_named(name), address(**about, variant=name or ""))
    for one in saved_rules_for(game):
        again = address(**about, variant="", rules=one.id)
        yield Column(str(one.id), one.name, (one.variant, one.options), again)


def _differences(game: Game, left: Column, right: Column) -> list[tuple[str, str]]:
    (here, options), (there, others) = left.rules, right.rules
    names = (rulebook.variant_name(game, here), rulebook.variant_name(game, there))
    return [
        *([names] if here != there else []),
        *rulebook.differences(game, options, others),
    ]


# --- the phone's own ----------------------------------------------------------------------------


@bp.route("/house-rules", methods=["GET", "POST"])
def mine() -> ResponseReturnValue:
    """Show the rules that this phone keeps: rename, remove, restore."""
    form = RuleSetForm()
    if form.validate_on_submit():
        try:
            table_request.flash(_done(form))
            return redirect(url_for("house.mine"), 303)
        except SheetRefused as refused:
            form.refuse(refused)
    kept = house_rules.saved_rules(table_request.known_device())
    page = render_template(
        "table/house/mine.html",
        groups=_by_game(one for one in kept if not one.removed),
        removed=[_card(one) for one in kept if one.removed],
        form=form,
        message=table_request.take_flash(),
    )
    return page, 422 if form.errors else 200


def _by_game(kept: Iterable[RuleSet]) -> list[tuple[str, list[dict[str, Any]]]]:
    groups: dict[str, list[dict[str, Any]]] = {}
    for one in kept:
        groups.setdefault(game_named(one.game).name, []).append(_card(one))
    return sorted(groups.items())


def _done(form: RuleSetForm) -> table_request.Message:
    device, set_id = table_request.device(), form.do.data.number or 0
    try:
        if form.do.data.act == "rename":
            house_rules.rename_rules(device, set_id, form.typed)
            return ("good", tell("Renamed."))
        if form.do.data.act == "remove":
            house_rules.remove_rules(device, set_id)
            return ("good", tell("Removed. You can restore it below."))
        house_rules.remove_rules(device, set_id, removed=False)
    except LookupError:
        return ("bad", tell("These rules were removed."))
    return ("good", tell("Restored."))


# --- a table's ----------------------------------------------------------------------------------


@bp.route("/t/<public_id>/rules", methods=["GET", "POST"])
def of_table(public_id: str) -> ResponseReturnValue:
    """Show how a table's rules differ from each variant; save them on this phone."""
    visit = table_request.visit_or_403(public_id)
    head = visit.table.head
    form, message = KeepRulesForm(), table_request.take_flash()
    if form.validate_on_submit():
        try:
            table_request.flash(_save(head, form))
            return redirect(url_for("house.of_table", public_id=public_id), 303)
        except SheetRefused as refused:
            form.refuse(refused)
    if form.errors:
        message = ("bad", form.fault)
    page = render_template(
        "table/house/table.html",
        show=PadPage(visit),
        rules=summary.rules_in_words(head),
        pinned=entries.pinned_by_heading(visit.table).values(),
        against=[
            (
                rulebook.variant_name(head.game, name),
                rulebook.differences(head.game, head.options, defaults),
            )
            for name, defaults in head.game.variants.items()
        ],
        table=Markup(rulebook.side_by_side(head.game, head.options)),
        form=form,
        message=message,
    )
    return page, 422 if form.errors else 200
