"""A league itself: this phone's leagues, a new one, a season of it, the passphrase, settings,
and the history, in which decisions are undone."""

from collections.abc import Callable
from typing import Final

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.leagues.access_tokens import (
    make_wall_link,
    turn_off_wall_link,
    wall_link,
    wall_link_secret,
)
from scorekeeper.leagues.decisions import DecisionRefused
from scorekeeper.leagues.history import history_of
from scorekeeper.leagues.lifecycle import (
    archive_league,
    create_league,
    let_players_score,
    owns_league,
    publish_league,
    rename_league,
    restorable_leagues,
)
from scorekeeper.leagues.links import (
    links_of_league,
    make_link,
    replace_links,
    set_passphrase,
    set_public,
    signed_out_by_replacing,
    turn_off_link,
    verify_passphrase,
)
from scorekeeper.leagues.phones import phones_of_league
from scorekeeper.leagues.visit import LeagueVisit, my_leagues, visit_league
from scorekeeper.sentences import phrase, tell
from scorekeeper.store.access.budgets import BudgetSpent
from scorekeeper.store.access.devices import ALL
from scorekeeper.tables.loading import NotFound
from scorekeeper.web.league import public, standings
from scorekeeper.web.league.forms import (
    CreateLeagueForm,
    DecisionForm,
    EnterLeagueForm,
    LeagueNameForm,
    OrganiseForm,
    PassphraseForm,
)
from scorekeeper.web.league.league_request import (
    attempt,
    attempt_mark,
    league_page,
    respond,
    visit_or_403,
)
from scorekeeper.web.shared import links
from scorekeeper.web.shared.errors import LeaguePrivate, too_many_response
from scorekeeper.web.shared.forms import PressedKey
from scorekeeper.web.shared.links import LinkCard, signing_key
from scorekeeper.web.shared.security import read_number
from scorekeeper.web.table import game_chooser, table_request
from scorekeeper.web.table.table_request import LOOKED, WriteOutcome

bp = Blueprint("league", __name__)


@bp.route("/leagues", methods=["GET", "POST"])
def mine() -> ResponseReturnValue:
    """The leagues of this phone, and a form for a new one."""
    form, waits = CreateLeagueForm(), False
    if form.validate_on_submit():
        name, called = form.name.data, form.called.data
        try:
            game = form.game.data or None
            league_id = create_league(
                name, called=called, game=game, **table_request.request_context()
            )
            return redirect(url_for("league.home", league_id=league_id), 303)
        except DecisionRefused as refused:
            form.refuse(refused)
        except BudgetSpent as spent:
            form.name.errors, waits = [too_many_response(spent)], True
    shown = render_template(
        "league/mine.html",
        leagues=my_leagues(table_request.known_device()),
        deleted=restorable_leagues(table_request.known_device()),
        message=table_request.take_flash(),
        form=form,
        games=game_chooser.by_heading(),
        key=table_request.new_key(),
    )
    return shown, 429 if waits else 422 if form.errors else 200


@bp.get("/l/<league_id>/season/<int:season>")
def season(league_id: str, season: int) -> ResponseReturnValue:
    """The standings of a season."""
    visit = visit_or_403(league_id)
    return standings.standings_page(visit, visit.season(season) or abort(404))


# --- coming in with a passphrase ----------------------------------------------------------------


@bp.route("/l/<league_id>/enter", methods=["GET", "POST"])
def enter(league_id: str) -> ResponseReturnValue:
    """Ask an organiser who came by the link for the passphrase."""
    try:
        visit = visit_league(league_id, table_request.known_device())
    except NotFound:
        raise LeaguePrivate from None
    if visit.role is None:
        raise LeaguePrivate
    if not visit.role.pending:
        return redirect(url_for("league.home", league_id=league_id), 303)
    form, wait = EnterLeagueForm(), None
    if not visit.info.passphrase:  # removed since the link was opened
        del form.passphrase
    if form.validate_on_submit():
        typed = form.passphrase.data if form.passphrase else ""
        # known by the phone: one that organised before doesn't wait because others guess
        wait = verify_passphrase(visit, table_request.device(), typed)
        if wait is None:
            return redirect(url_for("league.home", league_id=league_id), 303)
        if not form.passphrase:  # set again at this moment
            return redirect(url_for("league.enter", league_id=league_id), 303)
        form.passphrase.errors = [_try_again(-(-wait // 60)) if wait else tell("Wrong passphrase.")]
    shown = render_template("league/enter.html", visit=visit, form=form)
    return (
        (shown, 429, {"Retry-After": str(wait)}) if wait else (shown, 422 if form.errors else 200)
    )


def _try_again(minutes: int) -> str:
    if minutes == 1:
        return tell("Too many tries. Try again in a minute.")
    return tell("Too many tries. Try again in {n} minutes.", n=minutes)


# --- settings -----------------------------------------------------------------------------------

LINKS: Final = (
    LinkCard(phrase("For members"), phrase("Can view everything and start games."), "member"),
    LinkCard(
        phrase("For organisers"),
        phrase("Can do everything you can. For your helpers."),
        "organiser",
    ),
)


@bp.route("/l/<league_id>/organise", methods=["GET", "POST"])
def organise(league_id: str) -> ResponseReturnValue:
    """Everything about the league itself: its name, links, passphrase, archiving."""
    visit = visit_or_403(league_id, organise=True)
    outcome, form = LOOKED, OrganiseForm()
    name, passphrase = LeagueNameForm(name=visit.league.name), PassphraseForm()
    if form.validate_on_submit():
        outcome = _decide(visit, form.do.data, name, passphrase)
        if outcome.done:
            return respond(outcome)
    device = table_request.known_device()
    out, there = signed_out_by_replacing(visit, device), links_of_league(visit, signing_key())
    cards = [
        one._replace(title=tell(one.title), description=tell(one.description)) for one in LINKS
    ]
    return league_page(
        "organise.html",
        visit,
        "organise",
        outcome,
        cards=links.fill_cards(cards, there, out, by_role=True),
        out=out[ALL],
        all_links=len(there) == len(LINKS),
        may_delete=owns_league(visit, device),
        phones=len(phones_of_league(visit)),
        forms={"name": name, "passphrase": passphrase},
        wall=_wall_address(visit),
        has_wall=wall_link(visit.league) is not None,
        page=(public.address(visit), public.snippet(visit)) if visit.league.public else None,
    )


def _wall_address(visit: LeagueVisit) -> str:
    """Return the address that opens the wall without signing in; empty where there is none."""
    secret = wall_link_secret(visit.league, signing_key())
    address = {"league_id": visit.info.public_id, "token": secret}
    return url_for("wall.page", **address, _external=True) if secret else ""


def _decide(
    visit: LeagueVisit, key: PressedKey, name: LeagueNameForm, passphrase: PassphraseForm
) -> WriteOutcome:
    act, about = key
    if act == "rename":
        return attempt(
            lambda sent: rename_league(visit, sent, name.name.data), tell("League renamed."), name
        )
    if act == "passphrase":
        return attempt(
            lambda sent: set_passphrase(visit, sent, passphrase.passphrase.data),
            tell("Passphrase set for the organisers' link."),
            passphrase,
        )
    if act in _SETTINGS:
        decide, value, done = _SETTINGS[act]
        return attempt(lambda sent: decide(visit, sent, value), tell(done))
    if act == "wall":
        done = tell("Link created. A screen with an older link is locked out.")
        return attempt(lambda sent: make_wall_link(visit, sent, signing_key()), done)
    if act == "nowall":
        return attempt(
            lambda sent: turn_off_wall_link(visit, sent),
            tell("Link turned off. Screens show nothing more."),
        )
    return _decide_link(visit, act, about)


_SETTINGS: Final[dict[str, tuple[Callable[..., object], object, str]]] = {
    "archive": (archive_league, True, phrase("League archived. You can reopen it.")),
    "reopen": (archive_league, False, phrase("League reopened.")),
    "nopassphrase": (set_passphrase, None, phrase("Passphrase removed.")),
    "players": (
        let_players_score,
        True,
        phrase("Members can score at their tables of an evening."),
    ),
    "scorers": (
        let_players_score,
        False,
        phrase("Only scorers can score at the tables of an evening."),
    ),
    "publish": (publish_league, True, phrase("The public page is there.")),
    "unpublish": (publish_league, False, phrase("The public page is gone.")),
    "open": (set_public, True, phrase("Anyone with the address can view the league.")),
    "shut": (set_public, False, phrase("Only people with a link can view the league.")),
}
"""What each key decides, how, and what is said when it is done."""


def _decide_link(visit: LeagueVisit, act: str, role: str) -> WriteOutcome:
    roles = [one.make for one in LINKS]
    if act == "renewall":
        return attempt(
            lambda sent: replace_links(visit, sent, roles, signing_key()),
            tell("Links replaced. Phones that used the old ones are signed out."),
        )
    if role not in roles:
        abort(400)
    if act == "make":
        return attempt(
            lambda sent: make_link(visit, sent, role, signing_key()), tell("Link created.")
        )
    if act == "renew":
        return attempt(
            lambda sent: replace_links(visit, sent, [role], signing_key()),
            tell("Link replaced. Phones that used the old one are signed out."),
        )
    return attempt(
        lambda sent: turn_off_link(visit, sent, role),
        tell("Link turned off. Phones that used it are signed out."),
    )


# --- history ------------------------------------------------------------------------------------


@bp.route("/l/<league_id>/history", methods=["GET", "POST"])
def history(league_id: str) -> ResponseReturnValue:
    """Every decision, the newest first."""
    visit = visit_or_403(league_id, organise=True)
    outcome, form = LOOKED, DecisionForm()
    if form.validate_on_submit():
        outcome = attempt_mark(visit, form.do.data, phrase("Undone."), phrase("Redone."))
        if outcome.done:
            return respond(outcome)
    before = read_number(request.args.get("before", ""))
    listed = history_of(visit, table_request.known_device(), before)
    return league_page("history.html", visit, "history", outcome, **listed._asdict())
