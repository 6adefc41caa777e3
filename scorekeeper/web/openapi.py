"""The OpenAPI description of the API: its paths here, its documents from their types."""

from functools import cache
from typing import Any, Final

import msgspec

from scorekeeper import catalogue, questions
from scorekeeper.duplicate.documents import DuplicateResult, DuplicateSession
from scorekeeper.games import games
from scorekeeper.leagues.results.feeds import PlayedGames, PostedGame, Standings
from scorekeeper.leagues.webhook import ResultPosted
from scorekeeper.sheet.documents import Errors, Sheet
from scorekeeper.sheet.results import SheetResult
from scorekeeper.tables.sync.documents import LinkTarget, SentRecords, TableRecords

_DOCUMENTS: Final = (
    *(Sheet, SheetResult, Errors),
    *(questions.Trick, questions.TrickAnswer, questions.Call, questions.CallAnswer),
    *(questions.RemedyQuestion, questions.RemedyAnswer),
    *(DuplicateSession, DuplicateResult),
    *(catalogue.GameCard, catalogue.GameDescription),
    *(LinkTarget, SentRecords, TableRecords),
    *(Standings, PlayedGames, PostedGame, ResultPosted),
)
_ASK_GAMES: Final = ("Sheet", "Trick", "Call", "RemedyQuestion")
_CLOSED: Final = ("Sheet", "Errors", "Error", "SheetResult")
"""Documents of plain dictionaries that hold nothing but what their types name."""


@cache
def described() -> dict[str, Any]:
    """The description, which is an OpenAPI 3.1 document."""
    _, schemas = msgspec.json.schema_components(
        _DOCUMENTS, ref_template="#/components/schemas/{name}"
    )
    for name in _ASK_GAMES:
        schemas[name]["properties"]["game"]["enum"] = list(games())
    for name in _CLOSED:
        schemas[name]["additionalProperties"] = False
    return {
        "openapi": "3.1.0",
        "info": {"title": "Scorekeeper", "version": "1"},
        "paths": _PATHS,
        "webhooks": {"game_result": _RESULT_POSTED},
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "link": {"type": "http", "scheme": "bearer"},
                "token": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _named(kind: type) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{kind.__name__}"}


def _answer(description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _refused(description: str) -> dict[str, Any]:
    return _answer(description, _named(Errors))


def _post(name: str, summary: str, question: type, answer: type) -> dict[str, Any]:
    """A document in, another out."""
    body = {"required": True, "content": {"application/json": {"schema": _named(question)}}}
    responses = {
        "200": _answer("The answer.", _named(answer)),
        "400": _refused("Not JSON."),
        "413": _refused("More than 256 kB."),
        "422": _refused("The document is invalid."),
        "503": _refused("Server busy."),
    }
    asked = {"operationId": name, "summary": summary, "requestBody": body, "responses": responses}
    return {"post": asked}


def _post_records(name: str, summary: str, document: type, answer: type) -> dict[str, Any]:
    """A table's records in, those that the sender does not have out."""
    asked = _post(name, summary, document, answer)["post"]
    own = {
        "403": _refused("The link does not let you score this game, or start one in a league."),
        "409": _answer("Other records stand there.", _named(answer)),
        "429": _refused("Too many new games."),
        "507": _refused("The disk is full."),
    }
    responses = {**asked["responses"], **own}
    return {**asked, "parameters": [_PLACE], "security": _BY_LINK, "responses": responses}


def _get(
    name: str, summary: str, responses: dict[str, Any], key: str = "", by_link: bool = False
) -> dict[str, Any]:
    """Return the operation that reads an address, of which `key` is a part that varies."""
    operation: dict[str, Any] = {"operationId": name, "summary": summary, "responses": responses}
    if key:
        operation["parameters"] = [{**_PLACE, "name": key}]
    return {"get": {**operation, **({"security": _BY_LINK} if by_link else {})}}


_PLACE: Final = {
    "name": "id",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "minLength": 1},
}
_BY_LINK: Final = [{"link": list[str]()}]
"""The secret of a link as bearer token."""

_BY_TOKEN: Final = [{"token": list[str]()}, dict[str, list[str]]()]
"""A league's token as bearer token; without one, where anyone may view the league."""


def _header(name: str, description: str) -> dict[str, Any]:
    schema = {"type": "string"}
    return {
        "name": name,
        "in": "header",
        "required": True,
        "description": description,
        "schema": schema,
    }


def _feed(name: str, summary: str, kind: str, schema: dict[str, Any]) -> dict[str, Any]:
    """Return the operation that reads a feed of a league."""
    responses = {
        "200": {"description": "The feed.", "content": {kind: {"schema": schema}}},
        "304": {"description": "Not changed since the entity tag that was sent."},
        "403": _refused("This needs a token that reads."),
        "503": _refused("Database unavailable."),
    }
    operation = {
        "operationId": name,
        "summary": summary,
        "parameters": [_PLACE],
        "security": _BY_TOKEN,
        "responses": responses,
    }
    return {"get": operation}


def _posted_sheet() -> dict[str, Any]:
    asked = _post("post_sheet", "Post a finished sheet", Sheet, PostedGame)["post"]
    responses = {code: one for code, one in asked["responses"].items() if code != "200"}
    responses |= {
        "201": _answer("The game counts now.", _named(PostedGame)),
        "403": _refused("This needs a token that posts score sheets."),
        "429": _refused("Too many new games."),
        "507": _refused("The disk is full."),
    }
    by_token = {"parameters": [_PLACE], "security": [{"token": list[str]()}]}
    return {"post": {**asked, **by_token, "responses": responses}}


def _of_a_season(feed: dict[str, Any]) -> dict[str, Any]:
    """Return a feed that may be asked of one season by its number."""
    season = {"name": "season", "in": "query", "schema": {"type": "integer", "minimum": 1}}
    asked = {**feed["get"], "parameters": [_PLACE, season]}
    responses = {**feed["get"]["responses"], "404": _refused("No such season.")}
    return {"get": {**asked, "responses": responses}}


_RESULT_POSTED: Final = {
    "post": {
        "operationId": "game_result",
        "summary": "A game of a league has finished or was corrected",
        "description": (
            "Sent to the league's webhook in the form of Standard Webhooks. What is not answered"
            " with 2xx is sent up to eight times within a day; no redirect is followed."
        ),
        "parameters": [
            _header("webhook-id", "The same for each try; a later change has another."),
            _header("webhook-timestamp", "When it was sent, in seconds since 1970."),
            _header(
                "webhook-signature",
                "v1, and HMAC-SHA256 in Base64 of id.timestamp.body, by the secret's bytes"
                " (Base64 behind whsec_).",
            ),
        ],
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": _named(ResultPosted)}},
        },
        "responses": {"2XX": {"description": "It arrived."}},
    }
}

_TEXT: Final = {"type": "string"}
_OF_A_LEAGUE: Final = {
    "/api/leagues/{id}/standings.json": _of_a_season(
        _feed("league_standings", "Standings", "application/json", _named(Standings))
    ),
    "/api/leagues/{id}/games.json": _feed(
        "league_games", "Newest games", "application/json", _named(PlayedGames)
    ),
    "/api/leagues/{id}/results.atom": _feed(
        "league_results", "Results as a feed", "application/atom+xml", _TEXT
    ),
    "/api/leagues/{id}/evenings.ics": _feed(
        "league_evenings", "Evenings as a calendar", "text/calendar", _TEXT
    ),
    "/api/leagues/{id}/sheets": _posted_sheet(),
}

_PATHS: Final = {
    **_OF_A_LEAGUE,
    "/api/score": _post("score", "Score a sheet", Sheet, SheetResult),
    "/api/trick": _post(
        "trick", "Trick winner and legal plays", questions.Trick, questions.TrickAnswer
    ),
    "/api/call": _post(
        "call", "Is a call legal; which calls are", questions.Call, questions.CallAnswer
    ),
    "/api/remedy": _post(
        "remedy",
        "What happens now that something went wrong",
        questions.RemedyQuestion,
        questions.RemedyAnswer,
    ),
    "/api/duplicate": _post(
        "duplicate", "Score a duplicate session", DuplicateSession, DuplicateResult
    ),
    "/api/games": _get(
        "games",
        "The games",
        {"200": _answer("All games.", {"type": "array", "items": _named(catalogue.GameCard)})},
    ),
    "/api/games/{slug}": _get(
        "game",
        "One game: variants, options, entry fields",
        {
            "200": _answer("The game.", _named(catalogue.GameDescription)),
            "404": _refused("No such game."),
        },
        "slug",
    ),
    "/api/tables/{id}": _get(
        "table",
        "A game's score sheet",
        {
            "200": _answer("The sheet.", _named(Sheet)),
            "403": _refused("Forbidden."),
            "503": _refused("Database unavailable."),
        },
        "id",
    ),
    "/api/link": _get(
        "link",
        "What a link opens: a game for its scorer, or a league",
        {
            "200": _answer("What it opens.", _named(LinkTarget)),
            "403": _refused("It opens neither."),
            "503": _refused("Database unavailable."),
        },
        by_link=True,
    ),
    "/api/tables/{id}/records": {
        **_get(
            "records",
            "A game's records, for its scorer link",
            {
                "200": _answer("All records.", _named(TableRecords)),
                "403": _refused("This is not the game's scorer link."),
                "503": _refused("Database unavailable."),
            },
            "id",
            by_link=True,
        ),
        "post": _post_records(
            "append_records",
            "Append records to a game, for its scorer link or a league's link",
            SentRecords,
            TableRecords,
        ),
    },
}
