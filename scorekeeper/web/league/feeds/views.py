"""The addresses of a league's feeds, its tokens, its webhook, and its standings to show on another
site."""

from typing import Any, Final

from flask import Blueprint, abort, current_app, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.leagues.access_tokens import READ, NewToken, make_token, set_sites, tokens_of
from scorekeeper.leagues.decisions import delete_decision, restore_decision
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.leagues.webhook import (
    NewWebhook,
    TestOutcome,
    deliver_again,
    send_test,
    set_webhook,
    webhook_of,
)
from scorekeeper.sentences import tell
from scorekeeper.standings.scoring import Scoring, scheme_of
from scorekeeper.web.league import league_request, standings
from scorekeeper.web.league.feeds.access import reader_or_403
from scorekeeper.web.league.feeds.forms import (
    SitesForm,
    TokenActForm,
    TokenForm,
    TryWebhookForm,
    WebhookForm,
)
from scorekeeper.web.league.league_request import DecisionOutcome
from scorekeeper.web.shared.links import signing_key
from scorekeeper.web.shared.security import POLICY

bp = Blueprint("feeds", __name__, url_prefix="/l/<league_id>")

FEEDS: Final = ("standings", "games", "results", "evenings")


@bp.route("/feeds", methods=["GET", "POST"])
def page(league_id: str) -> ResponseReturnValue:
    """Feeds, tokens, sites, webhook. A secret is shown by the answer that makes it, never again."""
    visit = league_request.visit_or_403(league_id, organise=True)
    outcome, made, secret, tried = league_request.LOOKED, "", "", None
    token, act, try_it = TokenForm(), TokenActForm(), TryWebhookForm()
    sites = SitesForm(sites="\n".join(visit.league.sites))
    webhook = WebhookForm(address=(visit.league.webhook or {}).get("address"))
    if token.is_submitted():
        outcome, made = _make(visit, token)
    elif sites.is_submitted():
        outcome = _set_sites(visit, sites)
    elif webhook.is_submitted():
        outcome, secret = _set_webhook(visit, webhook)
    elif try_it.is_submitted():
        outcome, tried = _try_webhook(visit, try_it)
    elif act.is_submitted():
        outcome = _turn_off(visit, act)
    shows, reads = bool(made or secret or tried), token.may.data == READ
    if outcome.done and outcome is not league_request.LOOKED and not shows:
        return league_request.respond(outcome, "feeds.page", league_id=league_id)
    if shows:
        visit = league_request.visit_or_403(league_id, organise=True)
    frame = league_request.frame(
        visit,
        "feeds",
        **{"made": made, "token": TokenForm(formdata=None) if made else token, "sites": sites},
        **{"webhook": webhook, "secret": secret, "hook": webhook_of(visit)},
        tokens=tokens_of(visit),
        tried=tried,
        reads=reads,
        feeds=_addresses(league_id, made if reads else ""),
        **league_request.outcome_context(outcome, visit),
    )
    return render_template("league/feeds/page.html", **frame), outcome.status


def _addresses(league_id: str, token: str) -> list[tuple[str, str]]:
    """Return what each feed is, and its address."""
    labels = {
        "standings": tell("Standings (JSON)"),
        "games": tell("Games (JSON)"),
        "results": tell("Results (Atom)"),
        "evenings": tell("Evenings (calendar)"),
    }
    ids: dict[str, Any] = {"league_id": league_id, "_external": True}
    if token:
        ids["token"] = token
    feeds = [(labels[name], url_for(f"feeds_api.{name}", **ids)) for name in FEEDS]
    return [*feeds, (tell("Standings to embed"), url_for("feeds.embedded", **ids))]


def _make(visit: LeagueVisit, form: TokenForm) -> tuple[DecisionOutcome, str]:
    """Make a token; return how that went, and its secret."""
    made: list[NewToken] = []
    outcome = league_request.attempt(
        lambda: made.append(
            make_token(visit, league_request.decision_request(), form.name.data, form.may.data)
        ),
        tell("Token created. Copy it now: it won't be shown again."),
        form,
    )
    return outcome, made[0].secret if made else ""


def _set_sites(visit: LeagueVisit, form: SitesForm) -> DecisionOutcome:
    return league_request.attempt(
        lambda: set_sites(visit, league_request.decision_request(), form.sites.data),
        tell("Sites saved."),
        form,
    )


def _set_webhook(visit: LeagueVisit, form: WebhookForm) -> tuple[DecisionOutcome, str]:
    """Set the webhook; return how that went, and its secret."""
    made: list[NewWebhook] = []
    private = current_app.config["PRIVATE_WEBHOOKS"]
    outcome = league_request.attempt(
        lambda: made.append(
            set_webhook(
                *(visit, league_request.decision_request(), form.address.data),
                key=signing_key(),
                private=private,
            )
        ),
        tell("Webhook saved.") if form.address.data.strip() else tell("Webhook turned off."),
        form,
    )
    return outcome, made[0].secret if made else ""


def _try_webhook(
    visit: LeagueVisit, form: TryWebhookForm
) -> tuple[DecisionOutcome, TestOutcome | None]:
    """Send a test, or again what was given up; return how that went, and the answer to a test."""
    if form.do.data.act == "again":
        n = deliver_again(visit)
        message = tell("Sending {n} {n:result|results} again.", n=n)
        return DecisionOutcome(200, ("good", message)), None
    answers: list[TestOutcome] = []
    private = current_app.config["PRIVATE_WEBHOOKS"]
    outcome = league_request.attempt(
        lambda: answers.append(send_test(visit, key=signing_key(), private=private)),
        tell("Test sent."),
    )
    return outcome, answers[0] if answers else None


def _turn_off(visit: LeagueVisit, form: TokenActForm) -> DecisionOutcome:
    form.validate()
    seq = form.do.data.number
    if seq is None:
        abort(400)
    change, done = (
        (delete_decision, tell("Token turned off. You can turn it on again."))
        if form.do.data.act == "strike"
        else (restore_decision, tell("Token turned on again."))
    )
    return league_request.attempt(
        lambda: change(visit, league_request.decision_request(), seq), done
    )


@bp.get("/embed")
def embedded(league_id: str) -> ResponseReturnValue:
    """The standings without navigation, for the sites that an organiser listed."""
    visit = reader_or_403(league_id)
    season = visit.season_shown or abort(404)
    page = render_template(
        "league/feeds/embed.html",
        league=visit.league,
        season=season,
        rows=standings.rows(visit, season),
        unit=tell(scheme_of(Scoring.read(season.scoring)).unit),
    )
    response = current_app.make_response(page)
    sites = " ".join(visit.league.sites) or "'none'"
    response.headers["Content-Security-Policy"] = POLICY.replace(
        "frame-ancestors 'none'", f"frame-ancestors {sites}"
    )
    return response
