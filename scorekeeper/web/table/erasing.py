"""Erasing a name at this phone's own tables; and the list of places for a league's players too."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import tables
from scorekeeper.games import games
from scorekeeper.spelling import folded
from scorekeeper.tables import NamePlace
from scorekeeper.web.table import table_request

bp = Blueprint("erasing", __name__)

MOST_LISTED: Final = 200
"""Places that a page lists one by one; one tick is for all others."""
LONGEST: Final = 200
"""What may be typed of other spellings."""
OTHERS: Final = "others"
"""The value of that tick."""
ERASED: Final = "The name is erased; the scores stay."
MOVED: Final = (
    "bad",
    "A new place has come up meanwhile. Look at the list again; nothing is erased yet.",
)


def also() -> list[str]:
    """Other spellings to look for, as typed."""
    typed = request.values.get("also", "")[:LONGEST]
    return [name for name in (one.strip() for one in typed.split(",")) if name]


class ErasingForm:
    """The places where a name stands, as a form lists them; ticked are those with the whole name,
    until somebody has ticked for himself. So many games are ``left`` to organisers."""

    def __init__(self, places: Sequence[NamePlace]) -> None:
        self.places = [one for one in places if one.kind != tables.LEFT_PLACE]
        self.left = len(places) - len(self.places)
        self.also = ", ".join(also())
        self.sent = request.method == "POST"
        self.now = blake2b("".join(sorted(one.id for one in self.places)).encode()).hexdigest()[:20]

    @property
    def shown(self) -> list[dict[str, Any]]:
        """The first of them, one by one."""
        chosen = set(request.form.getlist("place"))
        return [
            {
                "id": one.id,
                "pieces": one.pieces,
                "where": _where(one),
                "ticked": one.id in chosen if self.sent else one.sure,
            }
            for one in self.places[:MOST_LISTED]
        ]

    @property
    def others(self) -> int:
        """How many there are beyond those, with the whole name."""
        return sum(one.sure for one in self.places[MOST_LISTED:])

    @property
    def ticked(self) -> set[str]:
        """Those that were ticked."""
        chosen = set(request.form.getlist("place"))
        known = {one.id for one in self.places} & chosen
        if OTHERS in chosen:
            known |= {one.id for one in self.places[MOST_LISTED:] if one.sure}
        return known

    @property
    def moved(self) -> bool:
        """Whether these are not the places that were looked at."""
        return request.form.get("seen") != self.now


def _where(place: NamePlace) -> str:
    if place.kind == tables.RULES_PLACE:
        return "Name of house rules on this phone"
    if place.table is None:
        return "Written by an organiser"
    game = games()[place.table.game].name
    return f"{game}: player" if place.kind == tables.SEAT_PLACE else f"{game}: reason or ruling"


@bp.route("/erase", methods=["GET", "POST"])
def name() -> ResponseReturnValue:
    """Choose a name; look where it stands; erase it."""
    here = table_request.known_device()
    known, asked = tables.names_written(here), request.values.get("name", "").strip()[:LONGEST]
    called = next((one for one in known if folded(one) == folded(asked)), asked)
    listing = ErasingForm(tables.places_of(here, called, also()) if called else [])
    message, fault = table_request.said(), ""
    if request.method == "POST":
        if not (listing.places or listing.left):  # it was sent before, or there never was anything
            table_request.say(("good", "That name stands nowhere at your games."))
            return redirect(url_for("erasing.name"), 303)
        message, fault = _refused(listing)
        if message is None:
            tables.erase(table_request.device(), called, also(), listing.ticked)
            table_request.say(("good", ERASED))
            return redirect(url_for("erasing.name"), 303)
    page = render_template(
        "home/erase.html",
        known=known,
        called=called,
        listing=listing,
        message=message,
        fault=fault,
    )
    return page, 422 if request.method == "POST" else 200


def _refused(listing: ErasingForm) -> tuple[table_request.Message, str]:
    """Why nothing is erased; and what lacks at the tick."""
    if listing.moved:
        return MOVED, ""
    if not listing.ticked:
        return ("bad", "Nothing is ticked."), ""
    if not request.form.get("sure"):
        words = "Tick that you are sure."
        return ("bad", words), words
    return None, ""
