"""Erasing a name: the places where it stands, each with a tick; at this phone's own tables."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import BooleanField, SelectMultipleField
from wtforms.validators import ValidationError

from scorekeeper.sentences import phrase, tell
from scorekeeper.spelling import folded
from scorekeeper.tables import erasing
from scorekeeper.tables.own_games import game_named
from scorekeeper.web.shared import forms
from scorekeeper.web.table import table_request

bp = Blueprint("erasing", __name__)

_LONGEST_SEARCH: Final = 200
"""What may be typed of a name to erase, and of other spellings."""
_MOST_LISTED: Final = 200
"""Places that a page lists one by one; one tick is for all others."""
_OTHERS: Final = "others"
"""The value of that tick."""
ERASED: Final = phrase("Name erased. Scores kept.")


class EraseForm(forms.PageForm):
    """The places where a name is erased. `also` are other spellings to search for, `seen` names
    the places that were shown, `place` has the ticked ones; `find` lists the places to tick."""

    also = forms.TextField(
        phrase("Look for other spellings too"), filters=[lambda text: text[:_LONGEST_SEARCH]]
    )
    seen = forms.TextField()
    place = SelectMultipleField(choices=[], validate_choice=False)
    sure = BooleanField()

    def find(self, places: Sequence[erasing.NamePlace]) -> None:
        """List these places; so many games are `left` to organisers."""
        self.places = [one for one in places if one.kind != erasing.LEFT_PLACE]
        self.left = len(places) - len(self.places)
        self.now = blake2b("".join(sorted(one.id for one in self.places)).encode()).hexdigest()[:20]

    @property
    def spellings(self) -> list[str]:
        """Other spellings to look for, one by one."""
        return [name for name in map(str.strip, self.also.data.split(",")) if name]

    @property
    def places_shown(self) -> list[dict[str, Any]]:
        """The first places, one by one; those with the whole name are ticked until somebody has
        chosen."""
        return [
            {
                "id": one.id,
                "pieces": one.pieces,
                "where": _where(one),
                "ticked": one.id in self.place.data if self.is_submitted() else one.sure,
            }
            for one in self.places[:_MOST_LISTED]
        ]

    @property
    def others(self) -> int:
        """The number of further places that have the whole name."""
        return sum(one.sure for one in self.places[_MOST_LISTED:])

    @property
    def ticked(self) -> set[str]:
        """The ids of the ticked places."""
        known = {one.id for one in self.places if one.id in self.place.data}
        if _OTHERS in self.place.data:
            known |= {one.id for one in self.places[_MOST_LISTED:] if one.sure}
        return known

    def validate_seen(self, field: forms.TextField) -> None:
        """Refuse where other places were looked at."""
        if field.data != self.now:
            raise ValidationError(
                tell("The name was found in a new place. Check the list: nothing is erased yet.")
            )

    def validate_sure(self, field: BooleanField) -> None:
        """Refuse without the tick, which is asked for last."""
        if not (field.data or self.errors):
            raise ValidationError(tell("Tick the box to confirm."))


class EraseOwnForm(EraseForm):
    """The places where a name is erased from this phone's own games, if any."""

    name = forms.TextField(
        phrase("Another name, from a reason or a ruling"),
        filters=[lambda text: text.strip()[:_LONGEST_SEARCH]],
    )

    def validate_place(self, field: SelectMultipleField) -> None:
        """Refuse where nothing is ticked."""
        if not (self.ticked or self.errors):
            raise ValidationError(tell("Tick at least one place."))


def _where(place: erasing.NamePlace) -> str:
    if place.kind == erasing.RULES_PLACE:
        return tell("Saved house rules on this phone")
    if place.table is None:
        return tell("Written by an organiser")
    game = game_named(place.table.game).name
    return (
        tell("{game}: player", game=game)
        if place.kind == erasing.SEAT_PLACE
        else tell("{game}: reason or ruling", game=game)
    )


@bp.route("/erase", methods=["GET", "POST"])
def name() -> ResponseReturnValue:
    """Choose a name, list its places, and erase it."""
    here, form = table_request.known_device(), EraseOwnForm(request.values)
    known, asked = erasing.names_written(here), form.name.data
    called = next((one for one in known if folded(one) == folded(asked)), asked)
    form.find(erasing.places_of(here, called, form.spellings) if called else [])
    message = table_request.take_flash()
    if form.is_submitted():
        if not (form.places or form.left):  # it was sent before, or there was nothing to erase
            table_request.flash(("good", tell("That name is not in any of your games.")))
            return redirect(url_for("erasing.name"), 303)
        if form.validate():
            erasing.erase(table_request.device(), called, form.spellings, form.ticked)
            table_request.flash(("good", tell(ERASED)))
            return redirect(url_for("erasing.name"), 303)
        message = ("bad", form.fault)
    page = render_template(
        "home/erase.html", known=known, called=called, form=form, message=message
    )
    return page, 422 if form.errors else 200
