"""“Anything new?”, answered before Flask has begun: as it would be answered anyway."""

import re
from collections.abc import Callable, Iterator

import pytest
from flask import Flask, request, request_started

from scorekeeper.store.sql.trouble import Unavailable
from scorekeeper.store.table import heard
from scorekeeper.web.table import views
from tests.web.phones import Page, Phone, let_in, points


@pytest.fixture
def tally(phone: Phone) -> str:
    """A table with a deal."""
    return phone.starts("tally", {"points": [1, 2, 3, 4]})


@pytest.fixture
def by_flask(app: Flask) -> Iterator[list[str]]:
    """The paths that Flask itself was asked for."""
    seen: list[str] = []

    def note(_: Flask, **__: object) -> None:
        seen.append(request.path)

    with request_started.connected_to(note, app):
        yield seen


def news_of(page: Page) -> str:
    """The address at which the page asks for news."""
    found = re.search(r'id="news" hx-get="([^"]*)"', page.html)
    assert found
    return found[1].replace("&amp;", "&")


def test_polls_without_news_bypass_flask(
    phone: Phone, new_phone: Callable[[], Phone], tally: str, by_flask: list[str]
) -> None:
    watcher = let_in(phone, new_phone(), tally, "watch")
    address = news_of(watcher.get(tally))
    by_flask.clear()

    assert [watcher.get(address).status for _ in range(3)] == [204, 204, 204]
    assert by_flask == []

    phone.play(tally, points(1, 2, 3, 4))
    by_flask.clear()
    assert watcher.get(address).totals == [2, 4, 6, 8]
    assert by_flask == [f"{tally}/news"]


@pytest.mark.parametrize("base", ["http://localhost", "https://localhost"])
def test_its_headers_are_those_of_flask(
    app: Flask, base: str, by_flask: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    scorer = Phone(app, base)
    address = news_of(scorer.get(scorer.starts("tally", {"points": [1, 2, 3, 4]})))
    by_flask.clear()
    quick = scorer.get(address)
    assert by_flask == []

    monkeypatch.setattr(views, "_NEWS", re.compile("never"))
    plain = scorer.get(address)

    assert quick.status == plain.status == 204
    assert sorted(quick.headers) == sorted(plain.headers)


def test_a_locked_out_phone_is_told_so(
    phone: Phone, new_phone: Callable[[], Phone], tally: str
) -> None:
    watcher = let_in(phone, new_phone(), tally, "watch")
    address = news_of(watcher.get(tally))
    assert watcher.get(address).status == 204

    phone.do(f"{tally}/share", do="remove." + share_number(phone, tally))

    assert watcher.get(address).status == 403
    assert phone.get(address).status == 204
    assert new_phone().get(address).status == 403


def share_number(phone: Phone, table: str) -> str:
    """The number of the link to watch."""
    found = re.search(r'value="remove\.(\d+)"', phone.get(f"{table}/share").html)
    assert found
    return found[1]


def test_a_strange_host_and_a_database_in_trouble_are_told_as_ever(
    phone: Phone, tally: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = news_of(phone.get(tally))

    assert phone.get(address, Host="a b").status == 400
    monkeypatch.setattr(heard, "news", lambda *_: _raise())
    assert phone.get(address).status == 503


def _raise() -> None:
    raise Unavailable


@pytest.mark.parametrize("setting", [{"LOG": "json"}, {"METRICS_TOKEN": "open"}])
def test_where_requests_are_logged_or_counted_flask_answers_all(setting: dict[str, str]) -> None:
    app = Flask("nothing")
    app.config.from_mapping({"LOG": "text", "METRICS_TOKEN": "", **setting})

    views.answer_polls(app)

    assert not isinstance(app.wsgi_app, views.Polls)
