"""The documents over HTTP (sheet.md, HTTP): score a sheet, ask the referee, describe the games."""

from collections.abc import Callable, Mapping
from threading import BoundedSemaphore
from typing import Any, Final

import msgspec
from flask import Blueprint, Response, abort, request

from scorekeeper import catalogue, questions, sheet, tables
from scorekeeper.games import games
from scorekeeper.web.shared.security import csrf
from scorekeeper.web.table import table_request

bp = Blueprint("api", __name__, url_prefix="/api")
csrf.exempt(bp)

LARGEST: Final = 256 * 1024
"""Bytes of a document; the longest evenings take a tenth."""
AT_A_TIME: Final = 2
"""Documents that are worked on at a time, so that strangers' never keep the pads waiting."""

_encoder: Final = msgspec.json.Encoder()
_rooms: Final = BoundedSemaphore(AT_A_TIME)


@bp.before_request
def _measure() -> None:
    request.max_content_length = LARGEST


def _json(document: Any, status: int = 200) -> Response:
    return Response(_encoder.encode(document), status, mimetype="application/json")


@bp.post("/score")
def score() -> Response:
    """A sheet in, its result out; 422 with the errors of one that breaks a rule."""
    return _answered(sheet.score)


@bp.post("/trick")
def trick() -> Response:
    """Who takes the trick, and what may be played; 422 with the errors of the question."""
    return _answered(questions.trick)


@bp.post("/call")
def call() -> Response:
    """Whether a call is legal, and what may be called; 422 with the errors of the question."""
    return _answered(questions.call)


def _answered(answer: Callable[[Any], sheet.Document]) -> Response:
    """The answer; 503 at once, with no thread waiting, where others are being answered."""
    body = _body()
    if not _rooms.acquire(blocking=False):
        busy = _json({"errors": [{"at": "", "message": _BUSY}]}, 503)
        busy.headers["Retry-After"] = "1"
        return busy
    try:
        return _worked_out(body, answer)
    finally:
        _rooms.release()


_BUSY: Final = "Server busy. Try again in a second."


def _worked_out(body: bytes, answer: Callable[[Any], sheet.Document]) -> Response:
    try:
        document = sheet.decoded(body)
    except sheet.NotJSON:
        abort(400)
    result = answer(document)
    return _json(result, 422 if "errors" in result else 200)


def _body() -> bytes:
    """What was sent; of what comes in pieces, Werkzeug reads no more than the limit in silence."""
    body = request.get_data(cache=False)
    in_pieces = request.content_length is None and request.environ.get("wsgi.input_terminated")
    if in_pieces and request.environ["wsgi.input"].read(1):
        abort(413)
    return body


@bp.get("/games")
def all_games() -> Response:
    """Every game in a few words."""
    return _json(catalogue.shelf())


@bp.get("/games/<slug>")
def one_game(slug: str) -> Response:
    """One game's variants, options and entry fields."""
    game = games().get(slug)
    return _json(catalogue.description(game)) if game else abort(404)


@bp.get("/tables/<public_id>")
def table(public_id: str) -> Response:
    """A table's sheet, to whoever may see the table."""
    visit = table_request.visit_or_403(public_id)
    return Response(tables.sheet_json(visit.table), mimetype="application/json")


@bp.get("/openapi.json")
def openapi() -> Response:
    """The description of this API."""
    return _json(_DESCRIPTION)


def _answer(description: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _named(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


_REFUSED: Final = {
    "400": _answer("Not JSON.", _named("Errors")),
    "413": _answer("More than 256 kB.", _named("Errors")),
    "503": _answer("Server busy.", _named("Errors")),
}


def _asked(name: str, summary: str, question: str, answer: str) -> dict[str, Any]:
    """A document in, another out."""
    return {
        "operationId": name,
        "summary": summary,
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": _named(question)}},
        },
        "responses": {
            "200": _answer("The answer.", _named(answer)),
            "422": _answer("The document is invalid.", _named("Errors")),
            **_REFUSED,
        },
    }


_ID: Final = {"in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
_FIELDS: Final = {"type": "array", "items": _named("Field")}
_POINTS: Final = {"type": "array", "items": {"type": "integer"}}
_SEAT: Final = {"type": "integer", "minimum": 0}
_WORDS: Final = {"type": "array", "items": {"type": "string"}}
_OF_A_QUESTION: Final = {
    "game": {"enum": list(games())},
    "variant": {"type": ["string", "null"]},
    "context": {"type": ["object", "null"]},
}


def _or_null(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}


_DESCRIPTION: Final[dict[str, Any]] = {
    "openapi": "3.1.0",
    "info": {"title": "Scorekeeper", "version": "1"},
    "paths": {
        "/api/score": {"post": _asked("score", "Score a sheet", "Sheet", "Result")},
        "/api/trick": {
            "post": _asked("trick", "Trick winner and legal plays", "Trick", "TrickAnswer")
        },
        "/api/call": {
            "post": _asked("call", "Is a call legal; which calls are", "Call", "CallAnswer")
        },
        "/api/games": {
            "get": {
                "operationId": "games",
                "summary": "The games",
                "responses": {
                    "200": _answer("All games.", {"type": "array", "items": _named("Game")})
                },
            }
        },
        "/api/games/{slug}": {
            "get": {
                "operationId": "game",
                "summary": "One game: variants, options, entry fields",
                "parameters": [{"name": "slug", **_ID}],
                "responses": {
                    "200": _answer("The game.", _named("Game")),
                    "404": _answer("No such game.", _named("Errors")),
                },
            }
        },
        "/api/tables/{id}": {
            "get": {
                "operationId": "table",
                "summary": "A game's score sheet",
                "parameters": [{"name": "id", **_ID}],
                "responses": {
                    "200": _answer("The sheet.", _named("Sheet")),
                    "403": _answer("Forbidden.", _named("Errors")),
                    "503": _answer("Database unavailable.", _named("Errors")),
                },
            }
        },
    },
    "components": {
        "schemas": {
            "Sheet": {
                "type": "object",
                "required": ["format", "game", "players", "entries"],
                "properties": {
                    "format": {"const": sheet.FORMAT},
                    "game": {"enum": list(games())},
                    "variant": {"type": ["string", "null"]},
                    "options": {"type": "object"},
                    "stake": {"type": ["string", "null"]},
                    "players": {
                        "type": "array",
                        "items": {"type": "string", "minLength": 1, "maxLength": 40},
                    },
                    "dealer": {"type": "integer", "minimum": 0},
                    "edition": {"type": "integer", "minimum": 1},
                    "entries": {"type": "array", "items": {"type": "object"}},
                },
                "additionalProperties": False,
            },
            "Result": {
                "type": "object",
                "required": ["format", "game", "sides", "entries", "totals", "finished", "next"],
                "properties": {
                    "format": {"const": sheet.RESULT_FORMAT},
                    "totals": _POINTS,
                    "finished": {"type": "boolean"},
                    "entries": {"type": "array", "items": {"type": "object"}},
                },
            },
            "Trick": {
                "type": "object",
                "required": ["game"],
                "properties": {**_OF_A_QUESTION, "plays": _WORDS, "hand": _or_null(_WORDS)},
                "additionalProperties": False,
            },
            "TrickAnswer": {
                "type": "object",
                "required": ["winner", "reason", "rule", "legal", "void"],
                "properties": {
                    "winner": _or_null(_SEAT),
                    "reason": {"type": "string"},
                    "rule": {"type": "string"},
                    "legal": _or_null(_WORDS),
                    "void": {"type": "array", "items": _SEAT},
                },
                "additionalProperties": False,
            },
            "Call": {
                "type": "object",
                "required": ["game"],
                "properties": {
                    **_OF_A_QUESTION,
                    "dealer": _SEAT,
                    "calls": _WORDS,
                    "call": {"type": ["string", "null"]},
                },
                "additionalProperties": False,
            },
            "CallAnswer": {
                "type": "object",
                "required": [
                    *("to_act", "legal_calls", "legal", "reason", "rule", "closed", "contract"),
                ],
                "properties": {
                    "to_act": _or_null(_SEAT),
                    "legal_calls": _WORDS,
                    "legal": {"type": ["boolean", "null"]},
                    "reason": {"type": "string"},
                    "rule": {"type": "string"},
                    "closed": {"type": "boolean"},
                    "contract": {"type": ["object", "null"]},
                },
                "additionalProperties": False,
            },
            "Errors": {
                "type": "object",
                "required": ["errors"],
                "properties": {
                    "errors": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["at", "message"],
                            "properties": {
                                "at": {"type": "string"},
                                "message": {"type": "string"},
                            },
                        },
                    }
                },
            },
            "Game": {
                "type": "object",
                "required": ["slug", "name", "players", "variants"],
                "properties": {
                    "slug": {"type": "string"},
                    "name": {"type": "string"},
                    "options": _FIELDS,
                    "entries": {"type": "object", "additionalProperties": _FIELDS},
                },
            },
            "Field": {
                "type": "object",
                "required": ["field", "label", "types", "optional", "when"],
                "properties": {
                    "field": {"type": "string"},
                    "label": {"type": "string"},
                    "says": {"type": "string"},
                    "types": {"type": "array", "items": {"type": "string"}},
                    "optional": {"type": "boolean"},
                    "when": {"enum": ["before", "after"]},
                    "least": {"type": "integer"},
                    "most": {"type": "integer"},
                    "longest": {"type": "integer"},
                    "values": {"type": "array"},
                    "each": {"type": "string"},
                    "total": {"type": ["integer", "null"]},
                    "items": {"type": "object", "properties": {"fields": _FIELDS}},
                },
            },
        }
    },
}
