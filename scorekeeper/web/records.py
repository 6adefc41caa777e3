"""A table's records for the pocket edition on a phone: read, and appended to.

What lets in is no cookie but the secret of a link, sent with each request; so any address may ask.
"""

from flask import Blueprint, Response, abort, request

from scorekeeper.leagues.decisions import DecisionRefused
from scorekeeper.leagues.tables import league_of_link, receive_table
from scorekeeper.sheet.documents import NotJSON, SheetRefused, decoded
from scorekeeper.store.access.links import hash_secret
from scorekeeper.tables.sync.documents import LinkTarget, read_sent
from scorekeeper.tables.sync.receiving import Diverged, receive, records_of, table_of_link
from scorekeeper.web.api import as_json, measure, refused_in_json, sent_bytes
from scorekeeper.web.shared.links import signing_key
from scorekeeper.web.shared.security import csrf
from scorekeeper.web.table import table_request

bp = Blueprint("records", __name__, url_prefix="/api")
csrf.exempt(bp)
bp.before_request(measure)

CROSS_ORIGIN = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "Authorization, Content-Type",
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Max-Age": "86400",
}


@bp.after_request
def _for_any_origin(response: Response) -> Response:
    response.headers.update(CROSS_ORIGIN)
    return response


@bp.get("/link")
def link() -> Response:
    """Return what the link opens that is sent along."""
    secret_hash = _secret_hash()
    if (table := table_of_link(secret_hash)) is not None:
        return as_json(LinkTarget(table=table))
    visit = league_of_link(secret_hash) or abort(403)
    return as_json(LinkTarget(league=visit.info.public_id, name=visit.league.name))


@bp.get("/tables/<public_id>/records")
def read(public_id: str) -> Response:
    """Return all records of a table, for its scorer link."""
    if table_of_link(_secret_hash()) != public_id:
        abort(403)
    return as_json(records_of(public_id))


@bp.post("/tables/<public_id>/records")
def append(public_id: str) -> Response:
    """Append records to those of the table, for its scorer link; for a league's link make a table
    of the league of them. 409 with the table's own where it has others."""
    secret_hash = _secret_hash()
    league = None
    if table_of_link(secret_hash) != public_id:
        league = league_of_link(secret_hash) or abort(403)
    device = hash_secret(f"sync {secret_hash}")
    try:
        sent = read_sent(decoded(sent_bytes()))
        if league is None:
            return as_json(receive(public_id, sent, device))
        sender = {"device": device, "address": table_request.client_address()}
        received = receive_table(league, public_id, sent, key=signing_key(), **sender)
        return as_json(received or abort(403))
    except NotJSON:
        abort(400)
    except Diverged as diverged:
        return as_json(diverged.answer, 409)
    except SheetRefused as refused:
        return refused_in_json(refused.errors)
    except DecisionRefused as refused:
        return as_json({"errors": [{"at": "", "message": str(refused)}]}, 422)


def _secret_hash() -> str:
    """Return the hash of the link secret that is sent along."""
    given = request.authorization
    secret = given.token if given and given.type == "bearer" else None
    return hash_secret(secret) if secret else abort(403)
