"""Too much, too deep, too large: refused in words."""

import json
from io import BytesIO
from typing import Any

import pytest
from flask import Flask

from scorekeeper.web.api import LARGEST
from tests.requirements import few
from tests.web.phones import Page, Phone

MIB = 1024 * 1024
DOCUMENTS_AT = ("/api/score", "/api/trick", "/api/call", "/api/remedy", "/api/duplicate")
HEAD = '{"format": "scorekeeper/1", "game": "tally", "players": ["A", "B"]'


def score(phone: Phone, body: str | bytes) -> Page:
    return phone.post("/api/score", body)


def errors(page: Page) -> Any:
    return json.loads(page.html)["errors"]


@pytest.mark.parametrize("path", ["/import", "/settings", "/new/tally"])
def test_more_than_a_mebibyte_is_too_much(phone: Phone, path: str) -> None:
    form = {"csrf_token": phone.get("/settings").form()["csrf_token"], "text": "x" * MIB}

    page = phone.post(path, form)

    assert page.status == 413


@pytest.mark.parametrize("path", DOCUMENTS_AT)
def test_document_over_256_kb_is_too_much(phone: Phone, path: str) -> None:
    page = phone.post(path, " " * (LARGEST + 1))

    assert page.status == 413
    assert len(errors(page)) == 1


def test_a_document_of_256_kb_is_taken(phone: Phone) -> None:
    sheet = HEAD + ', "entries": []}'

    assert score(phone, sheet + " " * (LARGEST - len(sheet))).status == 200


@pytest.mark.parametrize(("more", "status"), [(0, 200), (1, 413), (MIB, 413)])
def test_a_chunked_body_is_measured_too(app: Flask, more: int, status: int) -> None:
    sheet = HEAD + ', "entries": []}'
    body = (sheet + " " * (LARGEST - len(sheet) + more)).encode()

    answer = app.test_client().post(
        "/api/score",
        input_stream=BytesIO(body),
        environ_overrides={"wsgi.input_terminated": True},
    )

    assert answer.status_code == status


@pytest.mark.parametrize(("parts", "status"), [(990, 200), (1_010, 413)])
def test_a_form_in_parts_has_a_thousand_at_most(phone: Phone, parts: int, status: int) -> None:
    token = phone.get("/settings").form()["csrf_token"]
    form = {"csrf_token": token} | {f"field{n}": "" for n in range(parts - 1)}

    page = phone.post("/settings", form, {"Content-Type": "multipart/form-data"})

    assert page.status == status


@pytest.mark.parametrize(("length", "status"), [(1, 200), (40, 413)])
def test_form_of_many_fields_is_measured_by_size(phone: Phone, length: int, status: int) -> None:
    token = phone.get("/settings").form()["csrf_token"]
    form = {"csrf_token": token} | {f"field{n}": "x" * length for n in range(25_000)}

    assert phone.post("/settings", form).status == status


DEEP = 40_000
DOCUMENTS = {
    "lists in lists": "[" * DEEP + "]" * DEEP,
    "objects in objects": '{"a":' * DEEP + "1" + "}" * DEEP,
    "never closed": "[" * DEEP,
    "deep entries": HEAD + ', "entries": ' + "[" * DEEP + "]" * DEEP + "}",
    "deep entry": HEAD + ', "entries": [{"points": ' + "[" * 900 + "]" * 900 + "}]}",
    "deep option": HEAD
    + ', "entries": [], "options": {"target": '
    + '{"a":' * 900
    + "1"
    + "}" * 902,
    "a huge number": HEAD + f', "entries": [{{"points": [{"9" * 4000}, 1]}}]}}',
    "a huge negative number": HEAD + f', "entries": [{{"points": [-{"9" * 100_000}, 1]}}]}}',
    "a huge power": HEAD + ', "entries": [{"points": [1e999999, 1]}]}',
    "a tiny power": HEAD + ', "entries": [{"points": [1e-999999, 1]}]}',
    "a fraction": HEAD + ', "entries": [{"points": [1.5, 1]}]}',
    "infinity": HEAD + ', "entries": [{"points": [Infinity, NaN]}]}',
    "a huge dealer": HEAD + f', "dealer": {"9" * 400}, "entries": []}}',
    "a huge edition": HEAD + f', "edition": {"9" * 400}, "entries": []}}',
    "a huge target": HEAD + f', "options": {{"target": {"9" * 400}}}, "entries": []}}',
    "a long name": '{"players": ["' + "A" * 200_000 + '"]}',
    "a long key": '{"' + "A" * 200_000 + '": 1}',
    "many keys": "{" + ",".join(f'"k{n}": 1' for n in range(18_000)) + "}",
    "many players": '{"format": "scorekeeper/1", "game": "tally", "entries": [], "players": '
    + json.dumps([f"P{n}" for n in range(18_000)])
    + "}",
    "many wrong entries": HEAD + ', "entries": [' + ",".join(["5"] * 100_000) + "]}",
    "many wrong keys of an entry": HEAD
    + ', "entries": [{"finish": {'
    + ",".join(f'"k{n}": 1' for n in range(18_000))
    + "}}]}",
    "many cards of an entry": HEAD.replace("tally", "trex").replace('"B"', '"B", "C", "D"')
    + ', "entries": [{"contract": "girls", "cards": ['
    + ",".join(['{"card": "QS"}'] * 12_000)
    + "]}]}",
    "half a character": HEAD + ', "entries": [], "variant": "\\ud83d"}',
    "no text": b"\xff\xfe\x00".decode("latin-1"),
    "nothing": "",
}


@pytest.mark.parametrize("what", few(DOCUMENTS, [*DOCUMENTS][::2]))
def test_document_unlike_a_sheet_is_refused(phone: Phone, what: str) -> None:
    page = score(phone, DOCUMENTS[what].encode())

    assert page.status in (400, 422)
    assert errors(page)


@pytest.mark.parametrize("what", few(DOCUMENTS, [*DOCUMENTS][::2]))
def test_document_unlike_a_sheet_is_not_imported(phone: Phone, what: str) -> None:
    page = phone.fill("/import", {"text": DOCUMENTS[what]})

    assert page.status == 422
    assert phone.get("/tables").links("/t/") == []


WHIST = '{"game": "whist", "context": {"trump": "S"'
QUESTIONS = {
    "deep context": WHIST + ', "built": ' + "[" * 900 + "]" * 900 + "}}",
    "deep cards": WHIST + '}, "plays": [' + "[" * 900 + "]" * 900 + "]}",
    "deep game": '{"game": ' + "[" * 900 + "]" * 900 + "}",
    "deep variant": '{"game": "whist", "variant": ' + '{"a":' * 900 + "1" + "}" * 901,
    "deeper than can be read": WHIST + ', "built": ' + "[" * DEEP + "]" * DEEP + "}}",
    "many cards": WHIST + '}, "plays": [' + ",".join(['"AS"'] * 40_000) + "]}",
    "many cards that are none": WHIST + '}, "hand": [' + ",".join(['"ZZ"'] * 40_000) + "]}",
    "many calls": '{"game": "bridge", "calls": [' + ",".join(['"pass"'] * 30_000) + "]}",
    "a long call": '{"game": "bridge", "calls": ["' + "7" * 200_000 + '"]}',
    "a long card": WHIST + '}, "plays": ["' + "A" * 200_000 + '"]}',
    "a long context": WHIST + ', "leader": "' + "A" * 200_000 + '"}}',
    "many keys": '{"game": "whist", "context": {'
    + ",".join(f'"k{n}": 1' for n in range(18_000))
    + "}}",
    "a huge leader": WHIST + f', "leader": {"9" * 400}}}}}',
    "a huge power": WHIST + ', "leader": 1e999999}}',
    "half a card": WHIST + '}, "plays": ["\\ud83d"]}',
    "nothing": "",
}


@pytest.mark.parametrize("path", ["/api/trick", "/api/call", "/api/remedy"])
@pytest.mark.parametrize("what", QUESTIONS)
def test_document_unlike_a_question_is_refused(phone: Phone, what: str, path: str) -> None:
    page = phone.post(path, QUESTIONS[what].encode())

    assert page.status in (400, 422)
    assert errors(page)


@pytest.mark.parametrize("number", [2**31, 2**63, 10**30])
def test_too_large_a_number_is_not_found(phone: Phone, number: int) -> None:
    table = phone.starts("tally")

    assert phone.get(f"{table}/e/{number}").status == 404
    assert phone.get(f"/l/nowhere/game/{number}").status == 404
