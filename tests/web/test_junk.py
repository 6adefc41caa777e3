"""Junk in a field, a key, a version or an address is answered in words, never with a traceback.

The app under test hands exceptions on, so that a crash fails here.
"""

import pytest

from tests.web.phones import NEWS, Page, Phone, points

HUGE = "9" * 5000
NUMBERS = ["", "abc", "-1", "1.5", "²", "٣", HUGE, "1e9", "\0", "💥"]
KEYS = ["", "a b", "\0", "x" * 65, "ключ", "a/b", "'; --", "+"]


@pytest.fixture
def table(phone: Phone) -> str:
    """A table with two deals."""
    return phone.starts("tally", {"points": [1, 2, 3, 4]}, {"points": [4, 3, 2, 1]})


def version(phone: Phone, table: str) -> str:
    return phone.get(table).form()["version"]


@pytest.mark.parametrize("junk", NUMBERS)
@pytest.mark.parametrize("where", ["", "/e/1", "/write/adjust", "/head", "/e/2"])
def test_an_invalid_version_writes_nothing(phone: Phone, table: str, where: str, junk: str) -> None:
    form = phone.get(table + where).form("save" if where else "undo")
    filled = {**form.fields, "version": junk, "do": "save", **points(9, 9, 9, 9)}
    before = version(phone, table)

    assert phone.post(table + where, filled).status in (303, 400, 409, 422)

    assert version(phone, table) == before


@pytest.mark.parametrize("junk", KEYS)
@pytest.mark.parametrize("where", ["", "/e/1", "/head", "/redo"])
def test_an_invalid_key_writes_nothing(phone: Phone, table: str, where: str, junk: str) -> None:
    form = phone.get(table).form("save")
    filled = {**form.fields, "key": junk, "do": "save", **points(9, 9, 9, 9)}

    assert phone.post(table + where, filled).status in (303, 400)

    assert version(phone, table) == form["version"]


@pytest.mark.parametrize("junk", KEYS)
@pytest.mark.parametrize("where", ["/new/tally", "/import", "/again"])
def test_an_invalid_key_starts_nothing(phone: Phone, where: str, junk: str, table: str) -> None:
    where = where + "/" + table.rpartition("/")[2] if where == "/again" else where
    token = phone.get(table).form()["csrf_token"]
    filled = {"csrf_token": token, "key": junk, "do": "start", "name": ["A", "B"], "text": "{}"}

    assert phone.post(where, filled).status in (400, 422)

    assert phone.get("/tables").links("/t/") == [table]


@pytest.mark.parametrize("junk", NUMBERS)
def test_numbers_in_fields(phone: Phone, table: str, junk: str) -> None:
    pad = phone.get(table).form("save").fields
    moved = {**pad, "what": "revoke", "decided": "points", "do": "save"}
    answers: list[Page] = [
        phone.post(table, {**pad, "points.0": junk, "do": "save"}),
        phone.post(table, {**pad, "points.0": junk, "do": "keep"}),
        phone.post(table, {**pad, "points.0": "1", "seen.points.0": junk, "do": "keep"}),
        phone.post(f"{table}/e/1", {**pad, "also": junk, "do": "save"}),
        phone.post(f"{table}/e/1", {**pad, "also": junk, "do": "strike"}),
        phone.post(f"{table}/head", {**pad, "name": ["A", "B"], "dealer": junk, "do": "save"}),
        phone.post(f"{table}/head", {**pad, "name": ["A", "B"], "do": f"up.{junk}"}),
        phone.post(f"{table}/write/adjust", {**pad, "adjust.points": junk, "do": "save"}),
        phone.post(f"{table}/write/seat", {**pad, "seat.number": junk, "do": "save"}),
        phone.post(f"{table}/write/deal", {**pad, "before": junk, "do": "look"}),
        phone.post(f"{table}/write/ruling", {**pad, "about": junk, "do": "save"}),
        phone.post(f"{table}/write/ruling", {**moved, "points.0": junk}),
        phone.post(f"{table}/write/ruling", {**pad, "agreed": junk, "also": junk, "do": "save"}),
        phone.post(f"{table}/ruling/1", {**pad, "also": junk, "do": "back"}),
        phone.post(f"{table}/share", {**pad, "do": f"renew.{junk}"}),
        phone.post(f"{table}/share", {**pad, "do": f"make.seat.{junk}"}),
        phone.post("/new/tally", {**pad, "dealer": junk, "do": "start"}),
        phone.post("/new/tally", {**pad, "target": junk, "do": "start"}),
    ]

    assert {answer.status for answer in answers} <= {200, 303, 400, 404, 409, 422}


@pytest.mark.parametrize(
    "address",
    [
        "/t/%00",
        "/t/{id}/e/" + HUGE,
        "/t/{id}/e/0",
        "/t/{id}/e/7",
        "/t/{id}/write/deal?before=" + HUGE,
        "/t/{id}/write/deal?before=7",
        "/t/{id}/write/adjust?deal=" + HUGE,
        "/t/{id}/write/draw",
        "/t/{id}/write/junk",
        "/t/{id}/write/ruling?about=" + HUGE,
        "/t/{id}/write/ruling?like=" + HUGE,
        "/t/{id}/write/ruling?rule=%00",
        "/t/{id}/ruling/0",
        "/t/{id}/ruling/1",
        "/t/{id}/ruling/" + HUGE,
        "/t/{id}" + NEWS + "?v=%00",
        "/s/%00",
        "/s/" + HUGE[:2000],
        "/new/%00",
        "/new?q=%00",
        "/rules/junk",
        "/rules/tally?variant=junk",
        "/rules/spades?variant=junk",
        "/rules/spades?table={id}",
        "/rules/spades?table=%00",
        "/rules/search?q=%00",
        "/rules/search?table=%00",
        "/rules/search?game=junk",
        "/api/games/%00",
        "/api/tables/%00",
        "/static/..%2f..%2fpyproject.toml",
        "/%ff",
    ],
)
def test_an_address_that_leads_nowhere(phone: Phone, table: str, address: str) -> None:
    page = phone.get(address.replace("{id}", table.rpartition("/")[2]))

    assert page.status in (200, 204, 400, 403, 404)


@pytest.mark.parametrize("do", ["", "undo", "again", "junk", "save.save", "keep"])
def test_a_key_that_is_not_on_the_page(phone: Phone, do: str) -> None:
    table = phone.starts("tally")
    form = phone.get(table).form()

    assert phone.post(table, {**form.fields, "do": do}).status in (200, 303, 409, 422)
    assert phone.post(f"{table}/redo", form.fields).status == 303
    assert version(phone, table) == "0"


def test_invalid_documents_are_no_score_sheet(phone: Phone) -> None:
    for text in (
        "",
        "5",
        "[]",
        "nonsense",
        "[" * 100_000,
        '{"game": "tally"}',
        "null",
        '"\ud83d',
        "\0",
    ):
        page = phone.fill("/import", {"text": text.encode(errors="replace").decode()})
        assert page.status == 422, text[:20]
        assert phone.get("/tables").links("/t/") == []
