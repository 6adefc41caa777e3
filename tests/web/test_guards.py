"""What guards every request and answer: nothing sent from another site is taken, and every answer
has its headers."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from tests.requirements import rounds
from tests.web.phones import NewPhone, Phone, let_in
from tests.web.test_roles import BY_LINK, DOCUMENTS, Company, Row, ask, company, filled, rows

__all__ = ["company"]

WRITE = next(row for row in rows() if (row.method, row.rule) == ("POST", "/t/<public_id>"))
POSTS = [row for row in rows() if row.method == "POST" and row.rule not in (*DOCUMENTS, *BY_LINK)]
CROSS_SITE: dict[str, dict[str, str]] = {
    "from a strange site": {"Sec-Fetch-Site": "cross-site"},
    "from a sister site": {"Sec-Fetch-Site": "same-site"},
    "from no site": {"Sec-Fetch-Site": "none"},
    "from a foreign origin": {"Origin": "https://evil.example"},
    "from a strange port": {"Origin": "http://localhost:8001"},
    "from a name that begins alike": {"Origin": "http://localhost.evil.example"},
    "from no origin, without the token": {"Origin": "null"},
    "from ours, without the token": {"Origin": "http://localhost"},
    "from what is no address": {"Origin": "http://["},
    "without the token": {},
    "with the token of another": {},
    "by htmx, without the token": {"HX-Request": "true"},
}


@pytest.mark.parametrize("row", POSTS, ids=lambda row: row.rule)
def test_post_from_elsewhere_is_refused(company: Company, new_phone: NewPhone, row: Row) -> None:
    phone, place = company.phones["organiser"], company.closed
    before, tables = company.state(), phone.get("/tables").links("/t/")
    form = filled(company, row, phone, place)
    without = {name: value for name, value in form.items() if name != "csrf_token"}
    another = {**form, "csrf_token": new_phone().get("/settings").form()["csrf_token"]}

    for how, headers in CROSS_SITE.items():
        sent = without if "without" in how else another if "another" in how else form
        answer = phone.post(row.address(place), sent, headers)
        assert answer.status in (400, 403), how

    assert company.state() == before
    assert phone.get("/tables").links("/t/") == tables


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "null"},
        {"Origin": "http://localhost"},
        {"X-CSRFToken": "the token"},
        {},
    ],
)
def test_a_post_from_our_pages_is_taken(company: Company, headers: dict[str, str]) -> None:
    scorer = company.phones["scorer"]
    form = filled(company, WRITE, scorer, company.closed)
    if "X-CSRFToken" in headers:
        headers = {"X-CSRFToken": form.pop("csrf_token")}

    assert scorer.post(company.closed.table, form, headers).status == 303


@pytest.mark.parametrize("do", ["", "save", "keep", "strike", "undo"])
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_post_of_only_a_token_never_crashes(
    company: Company, do: str, headers: dict[str, str]
) -> None:
    phone = company.phones["organiser"]
    token = phone.get("/settings").form()["csrf_token"]

    for row in POSTS[:: rounds(1, quick=4, hard=1)]:
        page = phone.post(row.address(company.closed), {"csrf_token": token, "do": do}, headers)
        assert page.status < 500, row


# --- headers ------------------------------------------------------------------------------------

ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
    "Cross-Origin-Opener-Policy": "same-origin",
}
OPEN = {"/static/<path:filename>", "/sw.js"}
FEEDS = {
    f"/api/leagues/<league_id>/{name}"
    for name in ("standings.json", "games.json", "results.atom", "evenings.ics")
}
"""Programs ask for them again and again, by an entity tag."""


def directives(policy: str) -> dict[str, list[str]]:
    """A content security policy by directive."""
    parts = (part.split() for part in policy.split(";"))
    return {name: sources for name, *sources in parts}


@pytest.mark.parametrize("role", ["stranger", "scorer", "organiser"])
@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row.method} {row.rule}")
def test_every_answer_has_its_headers(company: Company, row: Row, role: str) -> None:
    page = ask(company, row, company.phones[role], company.closed)

    assert {name: page.headers.get(name) for name in ALWAYS} == ALWAYS
    policy = directives(page.headers["Content-Security-Policy"])
    assert policy["default-src"] == ["'none'"]
    assert policy["frame-ancestors"] == ["'none'"]
    assert policy["base-uri"] == ["'none'"]
    assert policy["form-action"] == ["'self'"]
    assert not any(
        "unsafe" in one or one in ("*", "https:") for all_ in policy.values() for one in all_
    )
    if row.rule not in OPEN:
        kept = row.rule in FEEDS and page.status == 200
        assert page.headers["Cache-Control"] == ("private, no-cache" if kept else "no-store")


@pytest.mark.parametrize("address", ["/nowhere", "/t/nowhere/e/x", "/static/nowhere.css"])
def test_a_missing_page_has_its_headers_too(phone: Phone, address: str) -> None:
    page = phone.get(address)

    assert page.status in (403, 404)
    assert {name: page.headers.get(name) for name in ALWAYS} == ALWAYS


@pytest.mark.long
def test_pages_have_no_inline_scripts_or_styles(company: Company) -> None:
    for row in rows()[:: rounds(1, quick=4, hard=1)]:
        page = ask(company, row, company.phones["organiser"], company.closed)
        if "text/html" not in page.headers.get("Content-Type", ""):
            continue
        html = page.html.lower()
        assert "<style" not in html
        assert ' style="' not in html
        assert "<script>" not in html
        assert "javascript:" not in html
        assert not any(f" on{event}=" in html for event in ("click", "load", "change", "submit"))
        assert "hx-on" not in html


def test_static_files_are_cached_by_their_stamp(phone: Phone) -> None:
    (style,) = phone.get("/").links("app.css")

    assert "immutable" in phone.get(style).headers["Cache-Control"]
    assert "no-cache" in phone.get("/sw.js").headers["Cache-Control"]


def test_style_sheets_draw_every_icon_they_name(app: Flask, phone: Phone) -> None:
    named = re.findall(
        r"url\(icon:([a-z-]+)\)", (Path(str(app.static_folder)) / "css/icons.css").read_text()
    )

    style = phone.get("/static/later.css?v=1").text

    assert len(named) == style.count("data:image/svg+xml,") > 20
    assert "url(icon" not in style


def test_what_is_compressed_says_so_to_caches(phone: Phone) -> None:
    (style,) = phone.get("/").links("app.css")
    (icon,) = phone.get("/").links("icon.svg")
    for address in ("/", style, icon, "/api/games"):
        plain = phone.get(address, **{"Accept-Encoding": "identity"})
        packed = phone.get(address, **{"Accept-Encoding": "gzip"})

        assert {page.headers["Vary"].count("Accept-Encoding") for page in (plain, packed)} == {1}
        assert "Content-Encoding" not in plain.headers
        if len(plain.body) > 700:
            assert gzip.decompress(packed.body) == plain.body


# --- cookies ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("base_url", "name", "secure"),
    [
        ("http://localhost", "scorekeeper", False),
        ("http://192.168.1.20:8000", "scorekeeper", False),
        ("https://pad.example", "__Host-scorekeeper", True),
    ],
)
def test_cookie_is_kept_from_scripts_and_sites(
    app: Flask, base_url: str, name: str, secure: bool
) -> None:
    phone = Phone(app, base_url)
    page = phone.get("/new/tally")

    (cookie,) = page.headers.getlist("Set-Cookie")
    flags = {flag.partition("=")[0].lower(): flag for flag in cookie.split("; ")[1:]}
    assert cookie.startswith(f"{name}=")
    assert {"httponly", "samesite", "path", "expires"} <= set(flags)
    assert flags["samesite"] == "SameSite=Lax"
    assert flags["path"] == "Path=/"
    assert "domain" not in flags
    assert ("secure" in flags) is secure


def test_a_cookie_from_elsewhere_opens_nothing(
    app_beside: Callable[..., Flask], company: Company
) -> None:
    other = app_beside(SECRET_KEY=b"another key")
    cookie = company.phones["scorer"].client.get_cookie("scorekeeper")
    assert cookie is not None
    phone = Phone(other)
    phone.client.set_cookie("scorekeeper", cookie.value)

    assert phone.get(company.closed.table).status == 403


def test_proxy_tells_its_own_address_and_scheme(
    monkeypatch: pytest.MonkeyPatch, app: Flask, app_beside: Callable[..., Flask]
) -> None:
    monkeypatch.setenv("SCOREKEEPER_PROXIES", "1")
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "pad.example"}
    page = Phone(app_beside()).get("/new/tally", **forwarded)

    assert page.headers["Set-Cookie"].startswith("__Host-scorekeeper=")
    assert "Secure" in page.headers["Set-Cookie"]
    assert "__Host-" not in Phone(app).get("/new/tally", **forwarded).headers["Set-Cookie"]


def test_looking_gives_a_phone_no_lasting_cookie(company: Company, new_phone: NewPhone) -> None:
    watcher = let_in(company.phones["scorer"], new_phone(), company.closed.table, "watch")

    assert "Set-Cookie" not in watcher.get(company.closed.table).headers
    assert "Set-Cookie" not in new_phone().get("/choose").headers
