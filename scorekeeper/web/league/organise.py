"""Organising a league: its name, links, passphrase, archiving."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.leagues.decisions import DecisionMade, DecisionRequest
from scorekeeper.leagues.lifecycle import (
    archive_league,
    let_players_score,
    owns_league,
    rename_league,
)
from scorekeeper.leagues.links import (
    links_of_league,
    make_link,
    replace_links,
    set_passphrase,
    set_public,
    signed_out_by_replacing,
    turn_off_link,
)
from scorekeeper.leagues.phones import phones_of_league
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import phrase, tell
from scorekeeper.store.access.devices import ALL
from scorekeeper.web.league import league_request
from scorekeeper.web.league.forms import (
    LeagueNameForm,
    OrganiseForm,
    PassphraseForm,
)
from scorekeeper.web.league.league_request import DecisionOutcome
from scorekeeper.web.shared import links
from scorekeeper.web.shared.forms import PressedKey
from scorekeeper.web.shared.links import LinkCard
from scorekeeper.web.table import table_request

bp = Blueprint("organise", __name__)

LINKS: Final = (
    LinkCard(phrase("For members"), phrase("Can view everything and start games."), "member"),
    LinkCard(
        phrase("For organisers"),
        phrase("Can do everything you can. For your helpers."),
        "organiser",
    ),
)


@bp.route("/l/<league_id>/organise", methods=["GET", "POST"])
def page(league_id: str) -> ResponseReturnValue:
    """Everything about the league itself."""
    visit = league_request.visit_or_403(league_id, organise=True)
    outcome, form = league_request.LOOKED, OrganiseForm()
    forms = _OrganiseForms(LeagueNameForm(name=visit.league.name), PassphraseForm())
    if form.validate_on_submit():
        outcome = _decide(visit, form.do.data, forms)
        if outcome.done:
            return league_request.respond(outcome, "organise.page", league_id=league_id)
    shown = league_request.outcome_context(outcome, visit)
    out = signed_out_by_replacing(visit, table_request.known_device())
    there = links_of_league(visit, links.signing_key())
    more: dict[str, Any] = {
        "cards": links.fill_cards(_cards(), there, out, by_role=True),
        "out": out[ALL],
    }
    more["all_links"] = len(there) == len(LINKS)
    more["may_delete"] = owns_league(visit, table_request.known_device())
    more |= {"phones": len(phones_of_league(visit)), "forms": forms}
    frame = league_request.frame(visit, "organise", **more, **shown)
    return render_template("league/organise.html", **frame), outcome.status


def _cards() -> list[links.LinkCard]:
    return [one._replace(title=tell(one.title), description=tell(one.description)) for one in LINKS]


class _OrganiseForms(NamedTuple):
    """The forms of the page that ask for anything."""

    name: LeagueNameForm
    passphrase: PassphraseForm


def _decide(visit: LeagueVisit, key: PressedKey, forms: _OrganiseForms) -> DecisionOutcome:
    """Do what the key says."""
    act, about = key
    if act == "rename":
        return _rename(visit, forms.name)
    if act == "passphrase":
        return _passphrase(visit, forms.passphrase)
    decide, done = _ACTS[act]
    return league_request.attempt(
        lambda: decide(visit, league_request.decision_request(), about), tell(done)
    )


def _rename(visit: LeagueVisit, form: LeagueNameForm) -> DecisionOutcome:
    return league_request.attempt(
        lambda: rename_league(visit, league_request.decision_request(), form.name.data),
        tell("League renamed."),
        form,
    )


def _passphrase(visit: LeagueVisit, form: PassphraseForm) -> DecisionOutcome:
    return league_request.attempt(
        lambda: set_passphrase(visit, league_request.decision_request(), form.passphrase.data),
        tell("Passphrase set for the organisers' link."),
        form,
    )


_Act = Callable[[LeagueVisit, DecisionRequest, str], DecisionMade]
"""Makes the decision of one key; given which link it is about, empty for all other keys."""


def _deciding(
    decide: Callable[[LeagueVisit, DecisionRequest, Any], DecisionMade], value: bool | None
) -> _Act:
    """Return what a key does that sets something to this value."""
    return lambda visit, order, _: decide(visit, order, value)


def _make(visit: LeagueVisit, order: DecisionRequest, role: str) -> DecisionMade:
    return make_link(visit, order, _known(role), links.signing_key())


def _replace(visit: LeagueVisit, order: DecisionRequest, role: str) -> DecisionMade:
    return replace_links(visit, order, [_known(role)], links.signing_key())


def _replace_all(visit: LeagueVisit, order: DecisionRequest, _: str) -> DecisionMade:
    return replace_links(visit, order, [one.make for one in LINKS], links.signing_key())


def _turn_off(visit: LeagueVisit, order: DecisionRequest, role: str) -> DecisionMade:
    return turn_off_link(visit, order, _known(role))


def _known(role: str) -> str:
    return role if role in {one.make for one in LINKS} else abort(400)


_ACTS: Final[dict[str, tuple[_Act, str]]] = {
    "archive": (
        _deciding(archive_league, True),
        phrase("League archived. You can reopen it."),
    ),
    "reopen": (_deciding(archive_league, False), phrase("League reopened.")),
    "nopassphrase": (_deciding(set_passphrase, None), phrase("Passphrase removed.")),
    "players": (
        _deciding(let_players_score, True),
        phrase("Members can score at their tables of an evening."),
    ),
    "scorers": (
        _deciding(let_players_score, False),
        phrase("Only scorers can score at the tables of an evening."),
    ),
    "open": (
        _deciding(set_public, True),
        phrase("Anyone with the address can view the league."),
    ),
    "shut": (
        _deciding(set_public, False),
        phrase("Only people with a link can view the league."),
    ),
    "make": (_make, phrase("Link created.")),
    "renew": (_replace, phrase("Link replaced. Phones that used the old one are signed out.")),
    "renewall": (
        _replace_all,
        phrase("Links replaced. Phones that used the old ones are signed out."),
    ),
    "remove": (_turn_off, phrase("Link turned off. Phones that used it are signed out.")),
}
"""What each key does, and what is said when it is done."""
