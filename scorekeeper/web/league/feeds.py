"""A league for other programs and sites: the addresses of its feeds, its tokens, its webhook, and
its standings to show on another site."""

from collections.abc import Callable
from typing import Final, NamedTuple

from flask import Blueprint, abort, current_app, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.leagues.access_tokens import (
    EVENINGS,
    READ,
    WRITE,
    make_own_calendar,
    make_token,
    own_calendar_secret,
    read_sites,
    set_sites,
    turn_off_own_calendar,
)
from scorekeeper.leagues.decisions import DecisionRequest
from scorekeeper.leagues.results.standings import rows_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.leagues.webhook import (
    TestOutcome,
    deliver_again,
    send_test,
    set_webhook,
    webhook_of,
)
from scorekeeper.sentences import phrase, tell
from scorekeeper.standings.scoring import Scoring, scheme_of
from scorekeeper.web.league import league_request
from scorekeeper.web.league.downloads import reader_or_403
from scorekeeper.web.league.forms import LEAGUE_NAME, DeletedForm
from scorekeeper.web.league.league_request import (
    attempt,
    attempt_mark,
    carry_out,
    respond,
    visit_or_403,
)
from scorekeeper.web.shared.forms import ChoiceField, PageForm, Parses, PressField, TextField
from scorekeeper.web.shared.links import signing_key
from scorekeeper.web.shared.security import let_frame
from scorekeeper.web.table.table_request import LOOKED, WriteOutcome, known_device

bp = Blueprint("feeds", __name__, url_prefix="/l/<league_id>")


class TokenForm(PageForm):
    """A new token."""

    keys = ("make",)
    name = TextField(phrase("Name of the token"), [LEAGUE_NAME])
    may = ChoiceField(
        phrase("Access"),
        [
            (READ, phrase("Read")),
            (EVENINGS, phrase("Read evenings only")),
            (WRITE, phrase("Post score sheets")),
        ],
        default=READ,
    )


class SitesForm(PageForm):
    """The sites that may show the standings, one per line."""

    keys = ("sites",)
    sites = TextField(phrase("Sites"), [Parses(read_sites)])


class WebhookForm(PageForm):
    """The address that results are posted to; empty for none."""

    keys = ("webhook",)
    address = TextField(phrase("Address"))


class TryWebhookForm(PageForm):
    """A test is sent to the webhook, or again what was given up."""

    keys = ("again", "test")
    do = PressField("again", "test")


@bp.route("/feeds", methods=["GET", "POST"])
def page(league_id: str) -> ResponseReturnValue:
    """Feeds, tokens, sites, webhook. A secret is shown by the answer that makes it, never again."""
    visit = visit_or_403(league_id, organise=True)
    outcome, made, secret, tried = LOOKED, "", "", None
    token, act, try_it = TokenForm(), DeletedForm(), TryWebhookForm()
    sites = SitesForm(sites="\n".join(visit.league.sites))
    webhook = WebhookForm(address=(visit.league.webhook or {}).get("address"))
    if token.is_submitted():
        made, outcome = _secret_of(
            lambda sent: make_token(visit, sent, token.name.data, token.may.data),
            tell("Token created. Copy it now: it won't be shown again."),
            token,
        )
    elif sites.is_submitted():
        outcome = attempt(
            lambda sent: set_sites(visit, sent, sites.sites.data), tell("Sites saved."), sites
        )
    elif webhook.is_submitted():
        address, private = webhook.address.data, current_app.config["PRIVATE_WEBHOOKS"]
        secret, outcome = _secret_of(
            lambda sent: set_webhook(visit, sent, address, key=signing_key(), private=private),
            tell("Webhook saved.") if address.strip() else tell("Webhook turned off."),
            webhook,
        )
    elif try_it.is_submitted():
        outcome, tried = _try_webhook(visit, try_it)
    elif act.is_submitted():
        act.validate()
        off = phrase("Token turned off. You can turn it on again.")
        outcome = attempt_mark(visit, act.do.data, off, phrase("Token turned on again."))
    shows, reads = bool(made or secret or tried), token.may.data
    if outcome.done and outcome is not LOOKED and not shows:
        return respond(outcome)
    if shows:
        visit = visit_or_403(league_id, organise=True)
    return league_request.league_page(
        "feeds.html",
        visit,
        "feeds",
        outcome,
        **{"made": made, "token": TokenForm(formdata=None) if made else token, "sites": sites},
        **{"webhook": webhook, "secret": secret, "hook": webhook_of(visit)},
        tokens=visit.league.newest("token"),
        tried=tried,
        reads=reads,
        feeds=_addresses(league_id, made, reads),
    )


class FeedShown(NamedTuple):
    """A feed: what it is, its name on the page, for whom it is (empty: for programs), its
    address."""

    words: str
    name: str
    hint: str
    address: str


def _addresses(league_id: str, token: str, reads: str) -> list[FeedShown]:
    """Return each feed, with a new token in its address where that opens it."""
    opens = {READ: {*_FEEDS}, EVENINGS: {_CALENDAR}}.get(reads, set()) if token else set()
    return [
        FeedShown(
            tell(words),
            endpoint.rpartition(".")[2],
            tell(hint) if hint else "",
            _address(endpoint, league_id, token if endpoint in opens else ""),
        )
        for endpoint, (words, hint) in _FEEDS.items()
    ]


def _address(endpoint: str, league_id: str, token: str) -> str:
    return url_for(endpoint, league_id=league_id, token=token or None, _external=True)


_CALENDAR: Final = "feeds_api.evenings"
_FEEDS: Final = {
    _CALENDAR: (
        phrase("Evenings (calendar)"),
        phrase("To subscribe to in any calendar: all evenings, with time and place."),
    ),
    "feeds_api.results": (
        phrase("Results (Atom)"),
        phrase("To follow in a feed reader: each result when a game ends."),
    ),
    "feeds.embedded": (
        phrase("Standings to embed"),
        phrase("For the club’s own site, in a frame. List the site below first."),
    ),
    "feeds_api.standings": (phrase("Standings (JSON)"), ""),
    "feeds_api.games": (phrase("Games (JSON)"), ""),
}


def _secret_of(
    make: Callable[[DecisionRequest], str], done: str, form: PageForm
) -> tuple[str, WriteOutcome]:
    """Make something with a secret; return that, empty where there is none, and how it went."""
    made: list[str] = []
    outcome = attempt(lambda sent: made.append(make(sent)), done, form)
    return "".join(made), outcome


def _try_webhook(
    visit: LeagueVisit, form: TryWebhookForm
) -> tuple[WriteOutcome, TestOutcome | None]:
    """Send a test, or again what was given up; return how that went, and the answer to a test."""
    if form.do.data.act == "again":
        n = deliver_again(visit)
        message = tell("Sending {n} {n:result|results} again.", n=n)
        return WriteOutcome(200, ("good", message)), None
    answers: list[TestOutcome] = []
    private = current_app.config["PRIVATE_WEBHOOKS"]
    outcome = carry_out(
        lambda: answers.append(send_test(visit, key=signing_key(), private=private)),
        tell("Test sent."),
    )
    return outcome, answers[0] if answers else None


class CalendarForm(PageForm):
    """The address of a player's own calendar is made, or turned off."""

    do = PressField("make", "off")


@bp.route("/calendar", methods=["GET", "POST"])
def calendar(league_id: str) -> ResponseReturnValue:
    """The addresses of the calendars: of the player's own evenings, and of the league's."""
    form, key = CalendarForm(), signing_key()
    visit = visit_or_403(league_id, member=form.is_submitted())
    outcome = LOOKED
    if form.is_submitted():
        form.validate()
        if form.do.data.act == "off":
            outcome = attempt(
                lambda sent: turn_off_own_calendar(visit, sent), tell("Address turned off."), form
            )
        else:
            outcome = attempt(
                lambda sent: make_own_calendar(visit, sent, key), tell("Address made."), form
            )
        if outcome.done:
            return respond(outcome)
    device = known_device()
    secret = own_calendar_secret(visit.league, device, key)
    return league_request.league_page(
        "calendar.html",
        visit,
        "evenings",
        outcome,
        known=visit.league.player_of(device) is not None,
        own=_address(_CALENDAR, league_id, secret) if secret else "",
        address=_address(_CALENDAR, league_id, ""),
    )


@bp.get("/embed")
def embedded(league_id: str) -> ResponseReturnValue:
    """The standings without navigation, for the sites that an organiser listed."""
    visit = reader_or_403(league_id)
    season = visit.season_shown or abort(404)
    shown = render_template(
        "league/framed/embed.html",
        league=visit.league,
        season=season,
        names=visit.names,
        rows=rows_of(visit, season),
        unit=tell(scheme_of(Scoring.read(season.scoring)).unit),
    )
    sites = " ".join(visit.league.sites) or "'none'"
    return let_frame(current_app.make_response(shown), sites)
