"""News by e-mail, through a mail server of the tests."""

import logging
import re
import socket
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from flask import Flask
from sqlalchemy import delete

from scorekeeper.leagues.push.smtp import send_mail
from scorekeeper.leagues.webhook_sending import (
    NO_CERTIFICATE,
    NO_CONNECTION,
    MailServer,
    PostRequest,
)
from scorekeeper.settings import InvalidSetting, is_mail_server, read
from scorekeeper.store.schema.league import Guess, PushPhone, WebhookPost
from scorekeeper.store.sql.database import writing
from tests.web.phones import Page, Phone, create_league
from tests.web.test_announced import announced
from tests.web.test_push import Club, known
from tests.web.test_replies import member

pytestmark = pytest.mark.long

ADDRESS = "ann@club.example"


class Postbox:
    """What a mail server was handed; it knows no address that begins with "nobody"."""

    def __init__(self) -> None:
        self.got: list[EmailMessage] = []
        self.answer = ""

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, to: str, _: Any) -> str:
        """Take a recipient."""
        if self.answer:
            return self.answer
        envelope.rcpt_tos.append(to)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Take a message."""
        self.got.append(message_from_bytes(envelope.content, policy=policy.default))
        return "250 OK"

    @property
    def subjects(self) -> list[str]:
        """What the messages are about."""
        return [str(one["Subject"]) for one in self.got]

    def link(self) -> str:
        """The last link of the last message, without the server's name."""
        links = re.findall(r"http://localhost(\S+)", str(self.got[-1].get_content()))
        return str(links[-1])


@pytest.fixture
def box() -> Postbox:
    return Postbox()


@pytest.fixture
def club(app: Flask, phone: Phone, box: Postbox, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = Controller(box, hostname="127.0.0.1", port=port)
    server.start()
    monkeypatch.setitem(app.config, "MAIL_SERVER", f"smtp://127.0.0.1:{port}")
    monkeypatch.setitem(app.config, "MAIL_FROM", "club@club.example")
    with app.app_context(), writing() as connection:
        connection.execute(delete(WebhookPost))
        connection.execute(delete(PushPhone))
        connection.execute(delete(Guess).where(Guess.what.startswith("mail ")))  # five an hour
    yield Club(app, phone, create_league(phone, players="Ann\nBen"), None)  # type: ignore[arg-type]
    server.stop()


def asks(phone: Phone, address: str = ADDRESS) -> Page:
    return phone.fill("/me/notifications", {"email": address}, "mail")


def told(club: Club, box: Postbox) -> Phone:
    """Ann, who has asked and opened the link."""
    ann = member(club.app, club.league, "Ann")
    ann.follow(asks(ann))
    ann.follow(ann.fill(box.link(), {}, "confirm"))
    return ann


def test_member_is_told_by_mail(club: Club, box: Postbox) -> None:
    ann = told(club, box)
    assert "News goes to ann@club.example." in ann.get("/me/notifications").text
    evening = announced(club.phone, club.league, start="19:30")

    assert club.delivers() == (1, 0)

    assert box.subjects == ["News by e-mail?", "1 evening announced"]
    message = box.got[-1]
    assert (message["From"], message["To"]) == ("club@club.example", ADDRESS)
    assert f"http://localhost{evening}" in message.get_content()
    assert "19:30" in message.get_content()
    assert str(message["List-Unsubscribe"]).startswith("<http://localhost/me/notifications?code=")


def test_nobody_is_told_before_the_link_is_opened(club: Club, box: Postbox) -> None:
    ann = member(club.app, club.league, "Ann")
    ann.follow(asks(ann))
    announced(club.phone, club.league)

    assert club.delivers() == (0, 0)
    assert known(club.app) == 0


def test_each_message_can_be_the_last(club: Club, box: Postbox) -> None:
    told(club, box)
    announced(club.phone, club.league)
    club.delivers()
    stranger = Phone(club.app)
    stranger.follow(stranger.fill(box.link(), {}, "unsubscribe"))

    assert known(club.app) == 0


def test_kinds_can_be_switched_off(club: Club, box: Postbox) -> None:
    ann = told(club, box)
    ann.do("/me/notifications", {"kind": ["season"]})
    announced(club.phone, club.league)

    assert club.delivers() == (0, 0)


@pytest.mark.parametrize("address", ["", "ann", "ann@club", "änn@club.example", "a@b.c, d@e.f"])
def test_a_wrong_address_is_told_at_its_field(club: Club, box: Postbox, address: str) -> None:
    page = asks(Phone(club.app), address)

    assert page.status == 422
    assert 'id="email-fault">Enter an e-mail address' in page.html
    assert f'value="{address}"' in page.html
    assert box.got == []


def test_few_messages_are_sent_to_one_address(club: Club, box: Postbox) -> None:
    for _ in range(5):
        assert asks(Phone(club.app), "few@club.example").status == 303

    page = asks(Phone(club.app), "Few@club.example")

    assert "Too many messages. Try again in 60 minutes." in page.text
    assert len(box.got) == 5


def test_a_forged_link_does_nothing(club: Club, box: Postbox) -> None:
    ann = member(club.app, club.league, "Ann")
    assert "This link is too old." in ann.get("/me/notifications?code=forged").text
    form = ann.get("/me/notifications").form("mail")
    for do in ("confirm", "unsubscribe"):
        fields = {**form.filled({}, None), "do": do, "code": "forged"}
        assert ann.post("/me/notifications", fields).status == 403


def test_an_address_that_is_none_is_gone(club: Club, box: Postbox) -> None:
    told(club, box)
    box.answer = "550 No such user"
    announced(club.phone, club.league)

    assert club.delivers() == (0, 1)
    assert known(club.app) == 0


def test_a_refused_message_is_sent_again(club: Club, box: Postbox) -> None:
    told(club, box)
    box.answer = "451 Later"
    announced(club.phone, club.league)

    assert club.delivers() == (0, 1)
    assert known(club.app) == 1


def test_mail_goes_with_the_name(club: Club, box: Postbox) -> None:
    told(club, box)
    club.phone.follow(club.phone.fill(f"{club.league}/player/2/forget", {"sure": "yes"}, "erase"))

    assert known(club.app) == 0


def test_without_a_server_nobody_is_asked(app: Flask) -> None:
    page = Phone(app).get("/me/notifications")

    assert "e-mail" not in page.text
    form = page.forms[0]
    sent = {**form.filled({}, None), "do": "mail", "email": ADDRESS}
    assert Phone(app).post("/me/notifications", sent).status in (400, 422)


def test_a_server_that_is_away_is_a_fault() -> None:
    request = PostRequest(f"mailto:{ADDRESS}", b"Subject: x\r\n\r\nx", {})

    assert send_mail(request, MailServer("smtp://127.0.0.1:9", "a@b.example")) == NO_CONNECTION
    assert send_mail(request, MailServer("smtps://127.0.0.1:9", "a@b.example")) == NO_CONNECTION


# --- encrypted ----------------------------------------------------------------------------------


def certified(folder: Path, host: str) -> tuple[Path, ssl.SSLContext]:
    """A certificate for this host that vouches for itself, and a server's use of it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Mail of the tests")])
    now = datetime.now(UTC)
    try:
        of: x509.GeneralName = x509.IPAddress(ip_address(host))
    except ValueError:
        of = x509.DNSName(host)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([of]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file, secret = folder / f"{host}.pem", folder / f"{host}.key"
    file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    secret.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(file, secret)
    return file, context


class Knowing(Postbox):
    """A mail server that hands nothing on without a password."""

    def authenticates(self, server: SMTP, session: Any, envelope: Any, how: str, data: Any) -> Any:
        """Let in whoever has the password."""
        known = LoginPassword(b"club", b"se@cret")
        return AuthResult(success=isinstance(data, LoginPassword) and data == known)


MAIL = PostRequest(f"mailto:{ADDRESS}", b"Subject: x\r\n\r\nx", {})


# the server of the tests does not know that a line is encrypted from the start
unwarned = pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS")


@pytest.fixture(params=["smtp", "smtps"])
def encrypted(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[str, Knowing]]:
    """The address of a mail server with a certificate for 127.0.0.1, which wants a password: by
    STARTTLS, or encrypted from the start; and what it got."""
    file, context = certified(tmp_path, "127.0.0.1")
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    box = Knowing()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    implicit = request.param == "smtps"
    tls: dict[str, Any] = (
        {"ssl_context": context, "auth_require_tls": False}
        if implicit
        else {"tls_context": context, "require_starttls": True}
    )
    server = Controller(
        box,
        hostname="127.0.0.1",
        port=port,
        authenticator=box.authenticates,
        auth_required=True,
        **tls,
    )
    server.start()
    yield f"{request.param}://club:se%40cret@127.0.0.1:{port}", box
    server.stop()


@unwarned
def test_mail_goes_encrypted(encrypted: tuple[str, Knowing]) -> None:
    address, box = encrypted

    assert send_mail(MAIL, MailServer(address, "club@club.example")) == ""

    assert box.subjects == ["x"]


@unwarned
def test_wrong_certificate_is_refused_in_words(
    encrypted: tuple[str, Knowing],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    address, box = encrypted
    caplog.set_level(logging.WARNING)

    # it is of another host; then by somebody whom nobody trusts
    other = MailServer(address.replace("127.0.0.1", "localhost"), "club@club.example")
    assert send_mail(MAIL, other) == NO_CERTIFICATE
    monkeypatch.setenv("SSL_CERT_FILE", str(certified(tmp_path, "mail.example")[0]))
    assert send_mail(MAIL, MailServer(address, "club@club.example")) == NO_CERTIFICATE

    assert box.got == []
    ours = [one.getMessage() for one in caplog.records if one.name.startswith("scorekeeper")]
    assert ours == [
        f"The mail server {host} took no message: its certificate is not valid"
        for host in ("localhost", "127.0.0.1")
    ]


@unwarned
def test_member_is_told_why_no_link_comes(
    app: Flask, encrypted: tuple[str, Knowing], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    monkeypatch.setitem(app.config, "MAIL_SERVER", encrypted[0])
    monkeypatch.setitem(app.config, "MAIL_FROM", "club@club.example")

    page = asks(Phone(app), "certified@club.example")

    assert page.status == 422
    assert "The mail server: its certificate is not valid." in page.text


@pytest.mark.parametrize(
    ("address", "fits"),
    [
        ("smtp://mail.example", True),
        ("smtps://club:secret@mail.example:465", True),
        ("mail.example:25", False),
        ("http://mail.example", False),
        ("smtp://mail.example:none", False),
    ],
)
def test_which_mail_servers_can_be_set(
    address: str, fits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert is_mail_server(address) is fits
    monkeypatch.setenv("SCOREKEEPER_MAIL_SERVER", address)
    if fits:
        assert read().mail_server == address
    else:
        with pytest.raises(InvalidSetting, match=r"smtps?://NAME"):
            read()
