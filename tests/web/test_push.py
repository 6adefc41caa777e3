"""Phones are told what happens: by a push service of the tests, which decrypts what it gets."""

import json
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from typing import Any, NamedTuple

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from flask import Flask
from py_vapid import Vapid02
from sqlalchemy import delete, func, select

from scorekeeper.leagues import webhook
from scorekeeper.leagues.push.news import HOLDS_MS, KINDS, ROUND
from scorekeeper.leagues.push.posting import public_key
from scorekeeper.leagues.push.queueing import queue_contested
from scorekeeper.server import webhooks
from scorekeeper.store import phones as stored_phones
from scorekeeper.store import push_phones
from scorekeeper.store.person_file import about_person
from scorekeeper.store.schema.league import PushPhone, WebhookPost
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.tables.loading import load_table
from tests.web.phones import NewPhone, Page, Phone, create_league, let_in
from tests.web.test_agreement import DEAL, named, say, starts
from tests.web.test_announced import announced, series
from tests.web.test_replies import member, plans, says
from tests.web.test_webhook import Receiver, later, receiving

pytestmark = pytest.mark.long

NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve"]
CURVE = ec.SECP256R1()


def base64url(code: bytes) -> str:
    return urlsafe_b64encode(code).decode().rstrip("=")


class Browser:
    """A phone whose browser has made a subscription; it alone can read what it is sent."""

    def __init__(self, phone: Phone, service: Receiver) -> None:
        self.phone, self._service = phone, service
        self._key = ec.generate_private_key(CURVE)
        self._secret = b"0123456789abcdef"
        self._fields: dict[str, Any] = {}
        self.path = f"/results?phone={id(self)}"

    @property
    def subscription(self) -> dict[str, Any]:
        """What the browser gives to the page."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": base64url(point), "auth": base64url(self._secret)}
        address = self._service.address.replace("/results", self.path)
        return {"endpoint": address, "expirationTime": None, "keys": keys}

    def asks(self, **changed: object) -> Page:
        """Tap *Tell me*."""
        sent = json.dumps({**self.subscription, **changed})
        forms = self.phone.get("/me/notifications").forms
        form = next((one for one in forms if "subscription" in one.names), None)
        # a phone that is told already has no such form, but may have two pages open
        fields = form.filled({}, None) if form else {**self._fields, **forms[0].fields}
        self._fields = {**fields, "do": "tell", "subscription": sent}
        return self.phone.post("/me/notifications", self._fields)

    def wants(self, *kinds: str) -> None:
        """Leave these kinds of news ticked."""
        self.phone.fill("/me/notifications", {"kind": [*kinds]}, "save")

    @property
    def told(self) -> list[dict[str, str]]:
        """What it was told, the first first."""
        return [
            json.loads(
                http_ece.decrypt(
                    one.body,
                    private_key=self._key,
                    auth_secret=self._secret,
                    version="aes128gcm",
                )
            )
            for one in self._service.got
            if self.path in one.start
        ]

    @property
    def titles(self) -> list[str]:
        """The titles of what it was told."""
        return [one["title"] for one in self.told]


class Club(NamedTuple):
    """A league of five, its organiser, its push service, and its members who are told."""

    app: Flask
    phone: Phone
    league: str
    service: Receiver

    def browser(self, name: str) -> Browser:
        """A member who has tapped *Tell me*."""
        made = Browser(member(self.app, self.league, name), self.service)
        page = made.asks()
        assert page.status in (200, 303), page.text
        return made

    def delivers(self) -> tuple[int, int]:
        """Send what is due; how many posts arrived, and how many did not."""
        return webhooks.deliver_due(self.app)


@pytest.fixture
def club(app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    monkeypatch.setitem(app.config, "PRIVATE_WEBHOOKS", True)
    with app.app_context(), writing() as connection:
        connection.execute(delete(WebhookPost))
        connection.execute(delete(PushPhone))
    with receiving() as service:
        yield Club(app, phone, create_league(phone, players="\n".join(NAMES)), service)


def known(app: Flask) -> int:
    with app.app_context(), reading() as connection:
        return connection.scalar(select(func.count()).select_from(PushPhone)) or 0


# --- what is told -------------------------------------------------------------------------------


def test_members_are_told_of_an_evening(club: Club) -> None:
    ann, ben = club.browser("Ann"), club.browser("Ben")

    evening = announced(club.phone, club.league, start="19:30", venue="Library")

    assert club.delivers() == (2, 0)
    assert ann.told == ben.told
    (news,) = ann.told
    assert news["title"] == "1 evening announced"
    assert "19:30, Library\nTuesday club" in news["body"]
    assert news["page"] == evening
    assert club.delivers() == (0, 0)


def test_a_series_is_told_once(club: Club) -> None:
    ann = club.browser("Ann")
    days = series(club.phone, club.league, until="2031-01-28").form("announce")
    club.phone.follow(club.phone.send(f"{club.league}/evening/announce", days, {}, "announce"))

    club.delivers()

    (news,) = ann.told
    assert news["title"] == "4 evenings announced"
    assert news["body"].startswith("The first: ")


def test_post_is_signed_by_the_apps_own_key(club: Club) -> None:
    club.browser("Ann")
    announced(club.phone, club.league)
    club.delivers()

    (one,) = club.service.got
    assert one.headers["Content-Encoding"] == "aes128gcm"
    assert int(one.headers["TTL"]) > 0
    assert b"evening" not in one.body
    own = public_key(bytes(club.app.config["SECRET_KEY"]))
    assert one.headers["Authorization"].endswith(f"k={own}")
    assert Vapid02.verify(one.headers["Authorization"])
    assert own in member(club.app, club.league, "Eve").get("/me/notifications").html


def test_whoever_moves_up_is_told(club: Club) -> None:
    ann, ben = club.browser("Ann"), club.browser("Ben")
    evening = announced(club.phone, club.league, places=1)
    says(ann.phone, club.league, "coming")
    says(ben.phone, club.league, "coming")
    says(ann.phone, club.league, "away")
    club.delivers()

    assert ben.titles == ["1 evening announced", "You have moved up from the waiting list"]
    assert ben.told[1]["page"] == evening
    assert ann.titles == ["1 evening announced"]


def test_each_is_told_their_table(club: Club) -> None:
    ann, ben, eve = (club.browser(name) for name in ("Ann", "Ben", "Eve"))
    ben.wants(ROUND)
    players = {"player": ["2", "3", "4", "5"], "game": "bridge", "kind": "individual"}
    evening = plans(club.phone, f"{club.league}/evening/new", players)
    club.phone.do(evening, do="open.1")
    club.delivers()

    (table,) = ann.told
    assert table["title"] == "Round 1: you are at table 1"
    assert table["body"].startswith("You play with ")
    assert table["page"].startswith("/t/")
    for other in (ben, eve):
        (news,) = other.told
        assert news["title"] == "Round 1 has started"


def test_a_contested_result_is_told(club: Club, new_phone: NewPhone) -> None:
    ann, ben, eve = (club.browser(name) for name in ("Ann", "Ben", "Eve"))
    players = {"player": ["2", "3", "4", "5"], "game": "bridge", "kind": "individual"}
    evening = plans(club.phone, f"{club.league}/evening/new", players)
    club.phone.do(evening, do="open.1")
    club.delivers()
    table = ann.told[-1]["page"]
    with club.app.app_context():
        queue_contested(load_table(table.rpartition("/")[2]), "a phone of another side")
    club.delivers()

    for one in (ann, ben):
        assert one.told[-1]["title"] == "A result is contested"
        assert {*one.told[-1]["body"].partition("\n")[0].split(", ")} == {*NAMES[:4]}
        assert one.told[-1]["page"] == table
    assert eve.titles == ["Round 1 has started"]


def test_contesting_at_a_table_of_no_league(club: Club, new_phone: NewPhone) -> None:
    table = starts(club.phone, DEAL)
    named(club.phone, table, "Ann")
    dan = let_in(club.phone, new_phone(), table, "seat.3")
    say(dan, table, "contest")

    assert club.delivers() == (0, 0)


def test_members_are_told_that_a_season_has_ended(club: Club) -> None:
    ann = club.browser("Ann")
    club.phone.do(f"{club.league}/season/1/rules", do="end")
    club.delivers()

    assert ann.titles == ["A season has ended"]
    assert ann.told[0]["body"].startswith("First season")
    assert ann.phone.get(ann.told[0]["page"]).status == 200


def test_what_is_undone_meanwhile_is_not_told(club: Club) -> None:
    ann = club.browser("Ann")
    announced(club.phone, club.league)
    club.phone.do(f"{club.league}/history", do="undo.")

    assert club.delivers() == (0, 0)
    assert ann.told == []


def test_stale_news_is_dropped(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    club.browser("Ann")
    announced(club.phone, club.league)
    later(monkeypatch, max(HOLDS_MS.values()) / 1000 + 60)

    assert club.delivers() == (0, 0)


def test_news_lead_to_an_app_under_a_path(club: Club) -> None:
    ann = Browser(member(club.app, club.league, "Ann"), club.service)
    ann.phone.base_url = "http://localhost/scores"
    assert 'data-worker="/scores/sw.js"' in ann.phone.get("/me/notifications").html
    ann.asks()
    evening = announced(club.phone, club.league)
    club.delivers()

    (news,) = ann.told
    assert news["page"] == f"/scores{evening}"


# --- asked for, switched off, gone --------------------------------------------------------------


def test_each_kind_can_be_switched_off(club: Club) -> None:
    ann = club.browser("Ann")
    ann.wants(*(kind for kind in KINDS if kind != "evening"))
    announced(club.phone, club.league)

    assert club.delivers() == (0, 0)
    page = ann.phone.get("/me/notifications")
    assert page.html.count("checked") == len(KINDS) - 1


def test_a_phone_is_told_nothing_more(club: Club) -> None:
    ann = club.browser("Ann")
    announced(club.phone, club.league)
    ann.phone.do("/me/notifications", do="stop")

    assert club.delivers() == (0, 0)
    assert known(club.app) == 0


@pytest.mark.parametrize("status", [404, 410])
def test_phone_that_its_service_forgot_is_gone(club: Club, status: int) -> None:
    club.browser("Ann")
    announced(club.phone, club.league)
    club.service.answers = [f"HTTP/1.1 {status} Gone\r\n\r\n".encode()]

    assert club.delivers() == (0, 1)
    assert known(club.app) == 0


def test_a_failed_post_is_sent_again(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = club.browser("Ann")
    announced(club.phone, club.league)
    club.service.answers = [b"HTTP/1.1 500 Oh\r\n\r\n"]

    assert club.delivers() == (0, 1)
    later(monkeypatch, webhook.PAUSES[0] + 1)
    assert club.delivers() == (1, 0)
    assert len(ann.told) == 2  # the same news, each time


def test_a_phone_that_is_signed_out_is_told_nothing(club: Club) -> None:
    ann = club.browser("Ann")
    with club.app.app_context(), reading() as connection:
        (device,) = connection.scalars(select(PushPhone.device))
    announced(club.phone, club.league)
    with club.app.app_context(), writing() as connection:
        stored_phones.remove_phone(connection, device)

    assert club.delivers() == (0, 0)
    assert ann.told == []
    assert known(club.app) == 0


def test_who_has_left_the_league_is_told_nothing(club: Club) -> None:
    ann = club.browser("Ann")
    announced(club.phone, club.league)
    phones = club.phone.get(f"{club.league}/phones")
    key = next(one for form in phones.forms for one in form.buttons if one.startswith("out."))
    club.phone.do(f"{club.league}/phones", do=key)
    announced(club.phone, club.league, date="2031-02-04")

    assert club.delivers() == (0, 0)
    assert ann.told == []


def test_the_person_file_has_the_subscription(club: Club) -> None:
    ann = club.browser("Ann")
    with club.app.app_context(), writing() as connection:
        phones = about_person(connection, "Ann")["phones"]
        told = [one["notifications"] for one in phones if "notifications" in one]

    assert [one["address"] for one in told] == [ann.subscription["endpoint"]]


def test_one_address_belongs_to_one_phone(club: Club) -> None:
    ann = club.browser("Ann")
    with club.app.app_context(), reading() as connection:
        (device,) = connection.scalars(select(PushPhone.device))
        phone = push_phones.find(connection, device)
    assert phone
    with club.app.app_context(), writing() as connection:
        push_phones.save(connection, phone._replace(device="f" * 64))

    assert known(club.app) == 1
    ann.asks()
    assert known(club.app) == 1


@pytest.mark.parametrize(
    "changed",
    [
        {"endpoint": ""},
        {"endpoint": "ftp://push.example/x"},
        {"endpoint": "https://push.example/" + "x" * 1000},
        {"keys": {"p256dh": "BBBB", "auth": "MDEyMzQ1Njc4OWFiY2RlZg"}},
        {"keys": {"p256dh": base64url(b"\x04" + b"x" * 64), "auth": "MDEyMzQ1Njc4OWFiY2RlZg"}},
        {"keys": {"p256dh": "B", "auth": "é"}},
        {"keys": None},
    ],
)
def test_an_unusable_subscription_is_refused(club: Club, changed: dict[str, object]) -> None:
    browser = Browser(member(club.app, club.league, "Ann"), club.service)

    page = browser.asks(**changed)

    assert page.status == 422
    assert 'id="notifications-fault" role="alert"></p>' not in page.html
    assert known(club.app) == 0


def test_a_service_in_a_private_network_is_refused(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(club.app.config, "PRIVATE_WEBHOOKS", False)
    browser = Browser(member(club.app, club.league, "Ann"), club.service)

    page = browser.asks(endpoint="https://10.0.0.8/push")

    assert page.status == 422
    assert "This address is in a private network." in page.text


def test_without_https_the_page_names_the_calendar(club: Club) -> None:
    ann = member(club.app, club.league, "Ann")
    ann.base_url = "http://club.example"
    page = ann.get("/me/notifications")

    assert "Notifications need an address that begins with https://." in page.text
    assert "Tell me" not in page.text
