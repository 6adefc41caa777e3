"""Secret links: exchanged for a cookie at a clean address, told nowhere, renewed and thrown out."""

import logging
import re
from collections.abc import Callable

import pytest
from flask import Flask
from sqlalchemy import inspect, text

from scorekeeper.store.sql.database import reading
from tests.web.phones import NEWS, NewPhone, Phone, keys, let_in, link, points

ROLES = ("watch", "scorer", "seat.1")


def secret_of(address: str) -> str:
    return address.rpartition("/")[2]


@pytest.mark.parametrize("role", ROLES)
def test_a_link_leads_to_the_clean_address(
    phone: Phone, new_phone: NewPhone, table: str, role: str
) -> None:
    address = link(phone, table, role)
    assert re.fullmatch(r"http://localhost/s/[\w-]{22,}", address)

    guest = new_phone()
    opened = guest.get(address)
    page = guest.follow(opened)
    joined = guest.send(opened.location, page.form())

    assert (opened.status, page.status, joined.status) == (303, 200, 303)
    assert re.fullmatch("/join/[0-9a-f]{12}", opened.location)
    assert joined.location == table
    for answer in (opened, page, joined):
        assert secret_of(address) not in str(answer.headers) + answer.html
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["Referrer-Policy"] == "no-referrer"


def test_new_table_has_only_a_link_to_watch(phone: Phone, table: str) -> None:
    page = phone.get(f"{table}/share")

    assert page.key("make.") == "make.scorer"
    assert len(re.findall(r'value="http://localhost/s/[\w-]{22,}"', page.html)) == 1


@pytest.mark.parametrize("role", ROLES)
def test_only_the_scorers_own_page_shows_a_link(
    phone: Phone, new_phone: NewPhone, table: str, role: str
) -> None:
    secret = secret_of(link(phone, table, role))
    guest = let_in(phone, new_phone(), table, role)

    for look in ("", "/history", "/paper", "/chart", "/sheet.json", "/sheet.csv", NEWS):
        assert secret not in guest.get(table + look).html
    assert secret not in guest.get("/").html + guest.get("/tables").html
    assert (secret in guest.get(f"{table}/share").html) is (role == "scorer")


def test_secrets_and_phones_are_stored_hashed(app: Flask, phone: Phone, table: str) -> None:
    secrets = [secret_of(link(phone, table, role)) for role in ROLES]
    with phone.client.session_transaction(base_url="http://localhost") as cookie:
        secrets.append(cookie["device"])

    with app.app_context(), reading() as connection:
        names = inspect(connection).get_table_names()
        dump = " ".join(
            str(tuple(row))
            for name in names
            for row in connection.execute(text(f"SELECT * FROM {name}"))
        )
    assert table.rpartition("/")[2] in dump
    assert not [secret for secret in secrets if secret in dump]


@pytest.mark.parametrize("name", ["werkzeug", "waitress", "gunicorn.access", "scorekeeper"])
def test_secrets_are_not_in_the_logs(
    app: Flask, phone: Phone, table: str, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    secret = secret_of(link(phone, table, "watch"))
    logger = logging.getLogger(name)
    with caplog.at_level(logging.INFO):
        logger.info('"GET /s/%s HTTP/1.1" 303', secret)
        logger.info("GET /s/" + secret)
        logger.info("%(r)s %(f)s", {"r": f"GET /s/{secret} HTTP/1.1", "f": f"http://x/s/{secret}"})

    assert len(caplog.records) == 3
    assert secret not in caplog.text
    assert "/s/" in caplog.text


def test_crashing_link_leaves_no_secret_in_log(
    app_beside: Callable[..., Flask],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def crash(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("scorekeeper.web.home.joining.invitation", crash)

    page = Phone(app_beside()).get("/s/a-secret-of-22-letters")

    assert page.status == 500
    assert "Exception on /s/" in caplog.text
    assert "a-secret-of-22-letters" not in caplog.text


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("act", ["renew", "remove"])
def test_replaced_link_locks_out_its_phones(
    phone: Phone, new_phone: NewPhone, table: str, role: str, act: str
) -> None:
    old = link(phone, table, role)
    guest, stays = let_in(phone, new_phone(), table, role), new_phone()
    other_role = "watch" if role != "watch" else "seat.3"
    let_in(phone, stays, table, other_role)
    form = guest.get(table).forms[0].fields if guest.get(table).forms else {}

    share = phone.get(f"{table}/share")
    page = share.html.partition(old)[2]
    found = re.search(rf'value="({act}\.\d+)"', page)
    assert found
    phone.do(f"{table}/share", do=found[1])

    assert guest.get(table).status == 403
    assert guest.get(f"{table}{NEWS}").status == 403
    assert guest.post(table, {**form, **points(9, 9, 9, 9), "do": "save"}).status in (400, 403)
    assert table not in guest.get("/tables").links("/t/")
    assert new_phone().get(old).status == 403
    assert phone.get(table).totals == [1, 2, 3, 4]
    assert stays.get(table).status == 200
    new = link(phone, table, role)
    assert new != old
    assert guest.enter(new).status == 200


def test_link_renewed_twice_is_replaced_once(phone: Phone, table: str) -> None:
    link(phone, table, "watch")
    form = phone.get(f"{table}/share").forms[0]
    phone.send(f"{table}/share", form, do="renew.")
    new = link(phone, table, "watch")

    phone.send(f"{table}/share", form, do="renew.")

    assert link(phone, table, "watch") == new


def test_another_tables_link_stays_on(phone: Phone, new_phone: NewPhone, table: str) -> None:
    address = link(phone, table, "watch")
    remove = phone.get(f"{table}/share").key("remove.")
    thief = new_phone()
    theirs = thief.starts("tally")
    token = thief.get(f"{theirs}/share").forms[0]["csrf_token"]

    for act in (remove, remove.replace("remove", "renew")):
        thief.post(f"{theirs}/share", {"csrf_token": token, "do": act})

    assert link(phone, table, "watch") == address


def test_address_alone_opens_nothing_unless_let(
    phone: Phone, new_phone: NewPhone, table: str
) -> None:
    stranger = new_phone()
    assert stranger.get(table).status == 403

    phone.do(f"{table}/share", do="open")
    assert stranger.get(table).totals == [1, 2, 3, 4]
    assert keys(stranger.get(table)) == []

    phone.do(f"{table}/share", do="shut")
    assert stranger.get(table).status == 403


def test_link_of_another_key_opens_but_is_hidden(
    app_beside: Callable[..., Flask], phone: Phone, new_phone: NewPhone, table: str
) -> None:
    address = link(phone, table, "scorer")
    later = Phone(app_beside(SECRET_KEY=b"a new key"))

    later.enter(address)

    share = later.get(f"{table}/share")
    assert 'class="qr"' not in share.html
    assert share.key("renew.")
