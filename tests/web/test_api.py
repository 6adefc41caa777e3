"""The documents over HTTP: every vector, the games described, the description of the API kept."""

import json
import threading
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest
from flask import Flask
from openapi_spec_validator import OpenAPIV31SpecValidator

from scorekeeper import questions
from scorekeeper.duplicate.result import score as duplicate
from scorekeeper.game_checks.vectors import scored
from scorekeeper.games import games
from tests.duplicate.sessions import PUBLISHED, published, random_session
from tests.referee.test_vectors import VECTORS
from tests.vectors import load
from tests.web.phones import NAMES, NewPhone, Page, Phone, let_in
from tests.web.test_roles import DOCUMENTS


def read(page: Page) -> Any:
    assert page.headers["Content-Type"] == "application/json"
    return json.loads(page.html)


def score(phone: Phone, sheet: Any) -> Page:
    return phone.post("/api/score", json.dumps(sheet))


# --- scoring ------------------------------------------------------------------------------------


@pytest.mark.hard
@pytest.mark.long
def test_vectors_score_as_the_engine_does(phone: Phone) -> None:
    for vector in load():
        page = score(phone, vector["sheet"])

        assert read(page) == scored(vector["sheet"]), vector["id"]
        assert page.status == (200 if vector["expect"]["valid"] else 422), vector["id"]


@pytest.mark.parametrize("body", ["", "nonsense", "{", "[1,]", "{'a': 1}", '"\ud83d"'])
@pytest.mark.parametrize("path", DOCUMENTS)
def test_invalid_json_is_refused(phone: Phone, path: str, body: str) -> None:
    page = phone.post(path, body.encode(errors="surrogatepass"))

    assert page.status == 400
    assert read(page) == {"errors": [{"at": "", "message": "Not valid JSON."}]}


def junk(count: int) -> str:
    """A sheet of so many entries that are none, written as floating-point numbers."""
    entries = ",".join(["1e308"] * count)
    head = '"format":"scorekeeper/1","game":"tally","players":["Ann","Ben"]'
    return f'{{{head},"entries":[{entries}]}}'


def test_too_many_entries_are_refused_unread(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    def looked(document: object) -> None:
        raise AssertionError("it was looked at")

    monkeypatch.setattr("scorekeeper.sheet.score", looked)
    page = phone.post("/api/score", junk(41_800))

    assert page.status == 422
    message = "This score sheet has 41800 entries. A game holds up to 5000."
    assert read(page) == {"errors": [{"at": "entries", "message": message}]}


@pytest.mark.parametrize(("count", "more"), [(20, 0), (21, 2), (5000, 4981)])
def test_at_most_twenty_errors_are_listed(phone: Phone, count: int, more: int) -> None:
    page = phone.post("/api/score", junk(count))

    errors = read(page)["errors"]
    assert (page.status, len(errors)) == (422, 20)
    each = [f"entries[{place}]" for place in range(20)]
    if more:
        assert errors[-1] == {"at": "", "message": f"And {more} more errors."}
        each[-1] = ""
    assert [error["at"] for error in errors] == each
    assert len(page.html) < 2000


NONSENSE = {f"key{number}": 1 for number in range(1000)}


@pytest.mark.parametrize(
    ("path", "document"),
    [
        ("/api/score", {"format": "scorekeeper/1", **NONSENSE}),
        ("/api/score", {"game": "tally", "players": [1] * 1000, "entries": []}),
        ("/api/score", {"game": "tally", "options": NONSENSE, "entries": []}),
        ("/api/score", {"game": "tally", "players": ["A", "B"], "entries": [NONSENSE]}),
        ("/api/trick", NONSENSE),
        ("/api/trick", {"game": "bridge", "plays": ["X"] * 50}),
        ("/api/trick", {"game": "bridge", "plays": ["X"] * 1000, "hand": ["X"] * 1000}),
        ("/api/call", {"game": "bridge", "context": NONSENSE}),
    ],
)
def test_documents_get_no_long_list_of_errors(phone: Phone, path: str, document: Any) -> None:
    page = phone.post(path, json.dumps(document))

    assert page.status == 422
    assert 1 <= len(read(page)["errors"]) <= 20


def test_any_content_type_and_any_site_may_ask(phone: Phone) -> None:
    sheet = json.dumps(
        {"format": "scorekeeper/1", "game": "tally", "players": NAMES, "entries": []}
    )
    for headers in ({"Content-Type": "text/plain"}, {"Sec-Fetch-Site": "cross-site"}, {}):
        assert phone.post("/api/score", sheet, headers).status == 200


def test_the_other_methods_are_not_answered(phone: Phone) -> None:
    for path in DOCUMENTS:
        assert phone.get(path).status == 405
        assert phone.get(path).headers["Allow"] == "OPTIONS, POST"
        assert read(phone.get(path))["errors"]
    assert phone.post("/api/games", "{}").status == 405


def test_missing_address_is_answered_in_json(phone: Phone) -> None:
    for address in ("/api/nothing", "/api/games/nothing"):
        page = phone.get(address)
        assert page.status == 404
        assert read(page) == {"errors": [{"at": "", "message": "Not found."}]}


def test_unknown_host_is_not_called_invalid_json(phone: Phone) -> None:
    page = phone.get("/api/games", Host="a b")

    assert page.status == 400
    assert read(page)["errors"][0]["message"] != "Not valid JSON."


@pytest.mark.parametrize(
    ("taken", "packed"),
    [("gzip", True), ("br, gzip;q=0.5", True), ("gzip;q=0", False), ("x-gzipped", False)],
)
def test_answer_is_compressed_only_if_allowed(phone: Phone, taken: str, packed: bool) -> None:
    for address in ("/api/games", "/static/pages.css?v=1"):
        page = phone.get(address, **{"Accept-Encoding": taken})

        assert (page.headers.get("Content-Encoding") == "gzip") is packed, address


# --- the referee --------------------------------------------------------------------------------


def test_tricks_are_judged_as_the_engine_does(phone: Phone) -> None:
    for vector in VECTORS:
        page = phone.post("/api/trick", json.dumps(vector["question"]))

        assert page.status == 200, vector["id"]
        assert read(page) == questions.trick(vector["question"])


def test_a_call_is_judged(phone: Phone) -> None:
    question = {"game": "bridge", "dealer": 0, "calls": ["1H", "pass", "2H", "X"], "call": "XX"}

    page = phone.post("/api/call", json.dumps(question))

    assert page.status == 200
    assert read(page) == questions.call(question)
    assert (read(page)["to_act"], read(page)["legal"], read(page)["rule"]) == (0, True, "redouble")


@pytest.mark.parametrize("path", ["/api/trick", "/api/call", "/api/remedy"])
def test_unanswerable_question_gets_its_errors(phone: Phone, path: str) -> None:
    documents: list[Any] = [None, 1, [], {}, {"game": "tally"}, {"game": "whist", "context": []}]
    for document in documents:
        page = phone.post(path, json.dumps(document))

        assert page.status == 422
        assert read(page)["errors"]


# --- the games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", list(games()))
def test_game_describes_options_and_entries(phone: Phone, slug: str) -> None:
    game, told = games()[slug], read(phone.get(f"/api/games/{slug}"))

    assert {option["field"] for option in told["options"]} == {
        str(option.path[0]) for option in game.options
    }
    assert list(told["defaults"]) == [name or "" for name in game.variants]
    assert all(
        set(values) == {option["field"] for option in told["options"]}
        for values in told["defaults"].values()
    )
    assert set(told["entries"]) == {"deal", *game.extras}
    assert told["entries"]["deal"]


@pytest.mark.parametrize("slug", list(games()))
def test_game_describes_its_referee_questions(phone: Phone, slug: str) -> None:
    game, told = games()[slug], read(phone.get(f"/api/games/{slug}"))["referee"]

    for question, part in (("trick", game.play), ("call", game.auction)):
        keys = {key.name for key in part.keys} if part else set()
        assert keys <= {key["key"] for key in told.get(question, ())}
        assert (question in told) == (part is not None)
    assert all("{" not in key["says"] for keys in told.values() for key in keys)


@pytest.mark.parametrize("slug", list(games()))
def test_every_deal_field_in_vectors_is_told(phone: Phone, slug: str) -> None:
    fields = read(phone.get(f"/api/games/{slug}"))["entries"]["deal"]
    known = {field["field"].partition(".")[0] for field in fields} | {"passed_out"}
    used = {
        name
        for vector in load()
        if vector["sheet"].get("game") == slug and vector["expect"]["valid"]
        for entry in vector["sheet"]["entries"]
        if not {"adjust", "seat", "finish", *games()[slug].extras} & set(entry)
        for name in entry
    }

    assert used <= known


def test_a_tables_sheet_is_for_who_may_see_it(phone: Phone, new_phone: NewPhone) -> None:
    table = phone.starts("tally", {"points": [1, 2, 3, 4]})
    address = table.replace("/t/", "/api/tables/")
    watcher = let_in(phone, new_phone(), table, "watch")

    assert read(watcher.get(address))["entries"] == [{"points": [1, 2, 3, 4]}]
    assert watcher.get(address).body == phone.get(f"{table}/sheet.json").body
    stranger = new_phone().get(address)
    assert stranger.status == 403
    assert read(stranger)["errors"]


# --- duplicate ----------------------------------------------------------------------------------


@pytest.mark.parametrize("file", PUBLISHED, ids=lambda file: file.stem)
def test_a_duplicate_session_is_scored(phone: Phone, file: Path) -> None:
    given = published(file)["session"]

    page = phone.post("/api/duplicate", json.dumps(given))

    assert (page.status, read(page)) == (200, duplicate(given))


def test_a_wrong_duplicate_session_is_refused(phone: Phone) -> None:
    page = phone.post("/api/duplicate", '{"format": "scorekeeper-duplicate/1"}')

    assert (page.status, [one["at"] for one in read(page)["errors"]]) == (
        422,
        ["contestants", "boards"],
    )


# --- its description ----------------------------------------------------------------------------


def test_the_description_is_valid_openapi(phone: Phone) -> None:
    OpenAPIV31SpecValidator(read(phone.get("/api/openapi.json"))).validate()


@pytest.mark.long
def test_every_answer_is_as_described(phone: Phone) -> None:
    description = read(phone.get("/api/openapi.json"))
    call = {"game": "bridge", "dealer": 0, "calls": ["1H", "pass", "2H", "X"], "call": "XX"}
    answered = [
        *(("SheetResult", scored(one["sheet"])) for one in load() if one["expect"]["valid"]),
        *(("Errors", scored(one["sheet"])) for one in load() if not one["expect"]["valid"]),
        *(("TrickAnswer", questions.trick(vector["question"])) for vector in VECTORS),
        ("CallAnswer", questions.call(call)),
        *(("DuplicateResult", duplicate(random_session(seed))) for seed in range(100)),
        *(("DuplicateResult", duplicate(published(one)["session"])) for one in PUBLISHED),
        ("Errors", duplicate({})),
        *(("GameCard", card) for card in read(phone.get("/api/games"))),
        *(("GameDescription", read(phone.get(f"/api/games/{slug}"))) for slug in games()),
    ]
    schema = {name: {"$ref": f"#/components/schemas/{name}"} for name, _ in answered}
    validators = {
        name: jsonschema_rs.validator_for({**ref, "components": description["components"]})
        for name, ref in schema.items()
    }

    for name, answer in answered:
        validators[name].validate(json.loads(msgspec.json.encode(answer)))


def test_every_route_of_the_api_is_described(app: Flask, phone: Phone) -> None:
    paths = read(phone.get("/api/openapi.json"))["paths"]
    described = {
        (path.partition("{")[0], method) for path, held in paths.items() for method in held
    }
    routes = {
        (rule.rule.partition("<")[0], method.lower())
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/") and rule.endpoint != "api.openapi"
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }

    assert described == routes


def test_two_documents_are_worked_on_at_a_time(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, over = threading.Semaphore(0), threading.Event()

    def slow(document: object) -> dict[str, object]:
        begun.release()
        over.wait(60)
        return {}

    monkeypatch.setattr("scorekeeper.sheet.score", slow)
    answers: list[int] = []

    def ask() -> None:
        answers.append(Phone(app).post("/api/score", "{}").status)

    two = [threading.Thread(target=ask) for _ in range(2)]
    for one in two:
        one.start()
        begun.acquire()
    third = Phone(app).post("/api/score", "{}")
    over.set()
    for one in two:
        one.join()

    assert third.status == 503
    assert third.headers["Retry-After"] == "1"
    assert json.loads(third.html)["errors"][0]["message"].startswith("Server busy")
    assert answers == [200, 200]
    assert Phone(app).post("/api/score", "{}").status == 200
