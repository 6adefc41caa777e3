"""Shared request handling for league pages: this phone's rights, results of decisions."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.leagues.decisions import (
    DecisionRefused,
    DecisionRequest,
    delete_decision,
    redo_decision,
    restore_decision,
    undo_decision,
)
from scorekeeper.leagues.membership import set_coin
from scorekeeper.leagues.visit import LeagueVisit, league_of_table, visit_league
from scorekeeper.sentences import phrase, tell
from scorekeeper.store.access.budgets import BudgetSpent
from scorekeeper.store.league.state import Player
from scorekeeper.store.table.rows import Conflict
from scorekeeper.tables.loading import LoadedTable, NotFound
from scorekeeper.web.league.forms import CoinForm
from scorekeeper.web.shared.errors import (
    LeaguePrivate,
    MembersOnly,
    OrganisersOnly,
    too_many_response,
)
from scorekeeper.web.shared.forms import PageForm, PressedKey
from scorekeeper.web.table import table_request
from scorekeeper.web.table.table_request import LOOKED, WriteOutcome


def visit_or_403(league_id: str, *, member: bool = False, organise: bool = False) -> LeagueVisit:
    """Return the league for a phone that may view it (`member`: plays in it; `organise`: organises
    it).

    A stranger learns nothing, not even whether there is such a league.
    """
    try:
        visit = visit_league(league_id, table_request.known_device())
    except NotFound:
        raise LeaguePrivate from None
    role = visit.role
    if role is None or not visit.may_view:
        raise LeaguePrivate
    if organise and not role.organiser:
        raise OrganisersOnly
    if member and not role.member:
        raise MembersOnly
    return visit


def league_of(table: LoadedTable) -> LeagueVisit | None:
    """Return the table's league, if this phone plays in it and so may look at its tables."""
    if table.row.league_id is None:
        return None
    visit = league_of_table(table.row.league_id, table_request.known_device())
    return visit if visit.is_member else None


def decision_request() -> DecisionRequest:
    """Under which key, for which version and by which phone a decision is sent."""
    key, version = table_request.write_key(), table_request.write_form().version
    return DecisionRequest(key, version, table_request.device(), table_request.client_address())


def refused(message: str) -> WriteOutcome:
    """Return that a decision cannot be made, and why."""
    return WriteOutcome(422, ("bad", message))


def attempt(
    decide: Callable[[DecisionRequest], object], done: str, form: PageForm | None = None
) -> WriteOutcome:
    """Try to make the form's decision; errors are shown at their fields, or above the form."""
    return carry_out(lambda: decide(decision_request()), done, form)


def carry_out(
    act: Callable[[], object], done: str, form: PageForm | None = None, conflict: str = ""
) -> WriteOutcome:
    """Do what a form says that may be sent twice, as ``attempt`` does; `conflict` is told where
    somebody else has changed it meanwhile."""
    if form is not None and not form.validate():
        return refused(form.fault)
    try:
        act()
    except DecisionRefused as fault:
        if form is not None:
            form.refuse(fault)
        return refused(" ".join(fault.faults.values()))
    except Conflict:
        message = conflict or tell(
            "Another organiser changed this. Your entries are kept: check them and save again."
        )
        return WriteOutcome(409, ("bad", message))
    except BudgetSpent as spent:
        return WriteOutcome(429, ("bad", too_many_response(spent)))
    return WriteOutcome(200, ("good", done) if done else None)


def attempt_coin(visit: LeagueVisit, player: int, form: CoinForm) -> WriteOutcome:
    """Try to change a player's coin."""
    return attempt(
        lambda sent: set_coin(visit, sent, player, int(form.colour.data or 0), form.initial.data),
        tell("Coin changed."),
        form,
    )


def attempt_mark(
    visit: LeagueVisit,
    key: PressedKey,
    struck: str = phrase("Deleted. You can restore it."),
    restored: str = phrase("Restored."),
) -> WriteOutcome:
    """Try to take a decision back or to restore it, as the key says that was pressed."""
    number = abort(400) if key.number is None else key.number
    act = _MARKS[key.act]
    done = struck if key.act in ("strike", "undo") else restored
    return attempt(lambda sent: act(visit, sent, number), tell(done))


_MARKS: Final = {
    "strike": delete_decision,
    "restore": restore_decision,
    "undo": undo_decision,
    "redo": redo_decision,
}


def players(visit: LeagueVisit, which: Callable[[Player], bool]) -> list[tuple[int, str]]:
    """Return the players for whom this holds, number and name, by name; each person once."""
    chosen = [one for one in visit.league.players.values() if one.into is None and which(one)]
    named = [(one.number, visit.names[one.number]) for one in chosen]
    return sorted(named, key=lambda one: one[1].casefold())


# --- pages --------------------------------------------------------------------------------------


def respond(outcome: WriteOutcome, endpoint: str = "", **values: Any) -> ResponseReturnValue:
    """After a decision: the next page, which says what was done; without an ``endpoint`` this one
    again."""
    table_request.flash(outcome.message)
    again: dict[str, Any] = values if endpoint else request.view_args or {}
    return redirect(url_for(endpoint or str(request.endpoint), **again), 303)


def league_page(
    template: str, visit: LeagueVisit, here: str, outcome: WriteOutcome = LOOKED, /, **more: Any
) -> tuple[str, int]:
    """Return a page of a league, ``here`` among its pages, after an outcome that it shows. The
    version is the one that was seen when typing until a conflict was shown."""
    flash = table_request.take_flash()
    seen = table_request.write_form().version if outcome.status == 422 else None
    shown = {
        "visit": visit,
        "league": visit.league,
        "names": visit.names,
        "role": visit.role,
        "here": here,
        "tabs": list(_tabs(visit, here)),
        "key": table_request.new_key(),
        "message": flash if outcome.done else outcome.message,
        "version": visit.info.version if seen is None else seen,
    }
    return render_template(f"league/{template}", **shown | more), outcome.status


TABS: Final = (
    ("tonight", phrase("Tonight"), "league.home"),
    ("standings", phrase("Standings"), "league.season"),
    ("people", phrase("People"), "league_players.everybody"),
    ("season", phrase("Season"), "league_standings.season_home"),
)
"""The tabs of a league: a name, the words, the endpoint. Every page belongs to one of them."""
TAB_OF: Final[Mapping[str, str]] = {
    **dict.fromkeys(("tonight", "tables"), "tonight"),
    **dict.fromkeys(("standings", "ratings", "records", "games", "seasons", "chart"), "standings"),
    **dict.fromkeys(
        ("people", "players", "player", "add", "teams", "phones", "contacts"), "people"
    ),
}
"""The tab of a page, by its name; that of all others is the season's."""


class Tab(NamedTuple):
    """A tab: its words, where it leads, whether this page belongs to it, and whether it is this
    page."""

    words: str
    href: str
    current: bool
    here: bool


def _tabs(visit: LeagueVisit, here: str) -> Iterator[Tab]:
    season, own = visit.season_shown, TAB_OF.get(here, "season")
    for name, words, endpoint in TABS:
        number = season.number if season and endpoint == "league.season" else None
        href = url_for(endpoint, league_id=visit.info.public_id, season=number)
        yield Tab(tell(words), href, name == own, name == here)
