"""What every page of a league needs: this phone's rights there, and how a decision turned out."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from flask import abort, request, url_for

from scorekeeper import leagues, tables
from scorekeeper.leagues import Decided, DecisionRefused, Found, Order
from scorekeeper.web import tabled
from scorekeeper.web.tabled import Message

CONFLICT: Message = (
    "bad",
    "Another organiser has changed this meanwhile. Look again; what you typed is still here.",
)


def visit_or_403(league_id: str, *, member: bool = False, organise: bool = False) -> Found:
    """The league, for whoever may read it (`member`: plays in it; `organise`: may decide).

    A stranger learns nothing, not even whether there is such a league.
    """
    try:
        found = leagues.visit(league_id, tabled.known_device())
    except tables.NotFound:
        abort(403)
    role = found.role
    if role is None or not found.reads:
        abort(403)
    if (organise and not role.organiser) or (member and not role.member):
        abort(403)
    return found


def order() -> Order:
    """Under which key, for which version and by which phone a decision is sent."""
    version = tabled.number(request.form.get("version", ""))
    return Order(tabled.key(), version, tabled.device())


class Outcome:
    """What came of a decision: its status, the message, the faults by field."""

    def __init__(
        self, status: int, message: Message, faults: Mapping[str, str] | None = None
    ) -> None:
        self.status = status
        self.message = message
        self.faults = faults or {}

    @property
    def done(self) -> bool:
        """Whether it was written."""
        return self.status == 200


def attempt(decide: Callable[[], Decided | None], done: str) -> Outcome:
    """Try to decide; what is wrong is said at its field, or above the form where it has none."""
    try:
        decide()
    except DecisionRefused as refused:
        faults = refused.faults
        return Outcome(422, ("bad", " ".join(faults.values())), faults)
    except tables.Conflict:
        return Outcome(409, CONFLICT)
    return Outcome(200, ("good", done))


def frame(found: Found, here: str, **more: Any) -> dict[str, Any]:
    """What the frame of a league's pages shows: its name, who looks at it, which page this is."""
    shown = {
        "found": found,
        "league": found.league,
        "names": found.names,
        "role": found.role,
        "here": here,
        "pages": list(_pages(found)),
        "key": tabled.new_key(),
        "message": None,
        "version": found.info.version,
    }
    return shown | more


PAGES: Final = (("standings", "Standings", "league.home"),)
"""What the menu of a league leads to for all who may read it: a name, the words, the endpoint."""
OF_ORGANISERS: Final = (("import", "Past results", "importing.results"),)
"""The same, for those who organise it."""


def _pages(found: Found) -> Iterator[tuple[str, str, str]]:
    organises = found.role is not None and found.role.organiser
    for name, words, endpoint in (*PAGES, *(OF_ORGANISERS if organises else ())):
        yield name, words, url_for(endpoint, league_id=found.info.public_id)
