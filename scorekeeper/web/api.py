"""The documents over HTTP: score a sheet, ask the referee, describe the games; and a table's
records for the pocket edition."""

from collections.abc import Callable, Sequence
from threading import BoundedSemaphore
from typing import Any, Final

import msgspec
from flask import Blueprint, Response, abort, request

from scorekeeper import catalogue, questions, sheet
from scorekeeper.duplicate import result as duplicate_result
from scorekeeper.games import games
from scorekeeper.leagues.decisions import DecisionRefused
from scorekeeper.leagues.tables import league_of_link, receive_table
from scorekeeper.sentences import Message, tell
from scorekeeper.sheet.documents import Document, NotJSON, SheetRefused, decoded, listed
from scorekeeper.store.access.links import hash_secret
from scorekeeper.tables.downloads import sheet_json
from scorekeeper.tables.sync.documents import LinkTarget, read_sent
from scorekeeper.tables.sync.receiving import Diverged, receive, records_of, table_of_link
from scorekeeper.tables.write import refuse_too_long
from scorekeeper.web.openapi import described
from scorekeeper.web.shared.links import signing_key
from scorekeeper.web.shared.security import csrf
from scorekeeper.web.table import table_request

bp = Blueprint("api", __name__, url_prefix="/api")
csrf.exempt(bp)

LARGEST: Final = 256 * 1024
"""Bytes of a document; the longest evenings take a tenth."""
# beside eight clients that sent such documents without end, a page took 170 ms (95 %), now 70
AT_A_TIME: Final = 2
"""Documents that are worked on at a time, so that strangers' never keep the pads waiting."""

_encoder: Final = msgspec.json.Encoder()
_rooms: Final = BoundedSemaphore(AT_A_TIME)


@bp.before_request
def measure() -> None:
    """Read no more of a document than is taken."""
    request.max_content_length = LARGEST


def as_json(document: Any, status: int = 200) -> Response:
    """Return a document as an answer of the API."""
    return Response(_encoder.encode(document), status, mimetype="application/json")


def refused_in_json(errors: Sequence[Document]) -> Response:
    """Return what is wrong with a document, as far as it is listed."""
    return as_json({"errors": listed(errors)}, 422)


@bp.post("/score")
def score() -> Response:
    """A sheet in, its result out; 422 with the errors of one that breaks a rule."""
    return _respond(_score)


def _score(document: Any) -> Document:
    try:
        # before anything else of it is looked at; the command line scores longer ones
        refuse_too_long(document)
    except SheetRefused as refused:
        return {"errors": refused.errors}
    return sheet.score(document)


@bp.post("/trick")
def trick() -> Response:
    """Answer who wins the trick and what may be played; 422 with the errors of the question."""
    return _respond(questions.trick)


@bp.post("/call")
def call() -> Response:
    """Judge a call, and list the legal ones; 422 with the errors of the question."""
    return _respond(questions.call)


@bp.post("/remedy")
def remedy() -> Response:
    """Answer what happens now that something went wrong, or what must be known to tell; 422 with
    the errors of the question."""
    return _respond(questions.remedy)


@bp.post("/duplicate")
def duplicate() -> Response:
    """A duplicate session in, its result out; 422 with the errors of one that can't be scored."""
    return _respond(duplicate_result.score)


def _respond(answer: Callable[[Any], Document]) -> Response:
    """Return the answer; 503 at once, with no thread waiting, where others are being answered."""
    # read before a place is taken: slow senders keep nobody waiting
    body = sent_bytes()
    if not _rooms.acquire(blocking=False):
        busy = as_json({"errors": [{"at": "", "message": tell(_BUSY)}]}, 503)
        busy.headers["Retry-After"] = "1"
        return busy
    try:
        result = answer(decoded(body))
        return refused_in_json(result["errors"]) if "errors" in result else as_json(result)
    except NotJSON:
        abort(400)
    finally:
        _rooms.release()


_BUSY: Final[Message] = "Server busy. Try again in a second."


def sent_bytes() -> bytes:
    """Return what was sent; of what comes in pieces, Werkzeug reads no more than the limit in
    silence."""
    body = request.get_data(cache=False)
    in_pieces = request.content_length is None and request.environ.get("wsgi.input_terminated")
    if in_pieces and request.environ["wsgi.input"].read(1):
        abort(413)
    return body


@bp.get("/games")
def all_games() -> Response:
    """Every game in a few words."""
    return as_json(catalogue.game_cards())


@bp.get("/games/<slug>")
def one_game(slug: str) -> Response:
    """One game's variants, options and entry fields."""
    game = games().get(slug)
    return as_json(catalogue.description(game)) if game else abort(404)


@bp.get("/tables/<public_id>")
def table(public_id: str) -> Response:
    """Answer with a table's sheet, if the phone may see the table."""
    visit = table_request.visit_or_403(public_id)
    return Response(sheet_json(visit.table), mimetype="application/json")


@bp.get("/openapi.json")
def openapi() -> Response:
    """The description of this API."""
    return as_json(described())


# --- a table's records, read and appended to ------------------------------------------------------
# what lets in is no cookie but the secret of a link, sent with each request; so any site may ask

records = Blueprint("records", __name__, url_prefix="/api")
csrf.exempt(records)
records.before_request(measure)

CROSS_ORIGIN = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "Authorization, Content-Type",
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Max-Age": "86400",
}


@records.after_request
def _for_any_origin(response: Response) -> Response:
    response.headers.update(CROSS_ORIGIN)
    return response


@records.get("/link")
def link() -> Response:
    """Return what the link opens that is sent along."""
    secret_hash = _secret_hash()
    if (table := table_of_link(secret_hash)) is not None:
        return as_json(LinkTarget(table=table))
    visit = league_of_link(secret_hash) or abort(403)
    return as_json(LinkTarget(league=visit.info.public_id, name=visit.league.name))


@records.get("/tables/<public_id>/records")
def read(public_id: str) -> Response:
    """Return all records of a table, for its scorer link."""
    if table_of_link(_secret_hash()) != public_id:
        abort(403)
    return as_json(records_of(public_id))


@records.post("/tables/<public_id>/records")
def append(public_id: str) -> Response:
    """Append records to those of the table, for its scorer link; for a league's link make a table
    of the league of them. 409 with the table's own where it has others."""
    secret_hash = _secret_hash()
    league = None
    if table_of_link(secret_hash) != public_id:
        league = league_of_link(secret_hash) or abort(403)
    # no cookie goes along, so the link stands for the phone
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
    given = request.authorization
    secret = given.token if given and given.type == "bearer" else None
    return hash_secret(secret) if secret else abort(403)
