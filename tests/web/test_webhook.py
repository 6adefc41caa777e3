"""A league's webhook: what is posted to a receiver behind a real socket, and what is not."""

import hmac
import json
import re
import socket
import ssl
import threading
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from flask import Flask
from sqlalchemy import delete, select

from scorekeeper import cli
from scorekeeper.leagues import webhook, webhook_sending
from scorekeeper.leagues.lifecycle import delete_league
from scorekeeper.leagues.visit import visit_league
from scorekeeper.leagues.webhook import claim_post, settle_post
from scorekeeper.leagues.webhook_sending import (
    NO_ANSWER,
    NO_CERTIFICATE,
    NO_CONNECTION,
    NO_HOST,
    PostRequest,
    send_post,
)
from scorekeeper.server import webhooks
from scorekeeper.store.league import webhook_posts
from scorekeeper.store.schema.league import WebhookPost
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.table.rows import now
from scorekeeper.web.openapi import described
from tests.web.phones import Page, Phone, create_league
from tests.web.test_deleting import a_day_later
from tests.web.test_feeds import made, posted, sheet

pytestmark = pytest.mark.long


class Received(NamedTuple):
    """A request as it arrived."""

    start: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    """A server that answers each request by what comes next in ``answers``, else 204."""

    def __init__(self, listener: socket.socket) -> None:
        self.got: list[Received] = []
        self.answers: list[bytes] = []
        self.address = f"http://127.0.0.1:{listener.getsockname()[1]}/results"
        self._listener = listener
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                line, _ = self._listener.accept()
            except ssl.SSLError:  # who asked did not believe the certificate
                continue
            except OSError:
                return
            with line, line.makefile("rb") as read:
                start = read.readline().decode().strip()
                pairs = iter(lambda: read.readline().decode().strip(), "")
                headers = dict(pair.split(": ", 1) for pair in pairs)
                body = read.read(int(headers["Content-Length"]))
                self.got.append(Received(start, headers, body))
                answer = self.answers.pop(0) if self.answers else b"HTTP/1.1 204 No Content\r\n\r\n"
                line.sendall(answer)


@contextmanager
def receiving() -> Iterator[Receiver]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield Receiver(listener)


@pytest.fixture
def receiver(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    """A receiver in a private network, which the operator allows."""
    monkeypatch.setitem(app.config, "PRIVATE_WEBHOOKS", True)
    with receiving() as one:
        yield one


@pytest.fixture
def league(app: Flask, phone: Phone) -> str:
    """The address of a league with Ann (2) and Ben (3); no other test has left a post to send."""
    with app.app_context(), writing() as connection:
        connection.execute(delete(WebhookPost))
    return create_league(phone, players="Ann\nBen")


def field(page: Page, name: str) -> str:
    return page.html.partition(f'class="{name}" readonly value="')[2].partition('"')[0]


def hooked(phone: Phone, league: str, address: str) -> bytes:
    """Set the webhook; return the secret's bytes."""
    page = phone.fill(f"{league}/feeds", {"address": address}, "webhook")
    assert page.status == 200, page.text
    return b64decode(field(page, "secret").removeprefix("whsec_"))


def plays(phone: Phone, league: str, *points: int) -> str:
    """Play a game to its end; return its table's id."""
    page = posted(phone, league, made(phone, league, "write"), sheet(*points))
    return str(json.loads(page.html)["table"])


class Hook(NamedTuple):
    """A league with a webhook, and who receives its posts."""

    app: Flask
    phone: Phone
    league: str
    receiver: Receiver

    def plays(self, *points: int) -> str:
        """Play a game to its end; return its table's id."""
        return plays(self.phone, self.league, *points)

    def delivers(self) -> tuple[int, int]:
        """Send what is due; how many posts arrived, and how many did not."""
        return webhooks.deliver_due(self.app)

    @property
    def told(self) -> list[Any]:
        """The games that were told."""
        return [json.loads(one.body)["data"]["game"] for one in self.receiver.got]


@pytest.fixture
def hook(app: Flask, phone: Phone, league: str, receiver: Receiver) -> Hook:
    hooked(phone, league, receiver.address)
    return Hook(app, phone, league, receiver)


def later(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Set the clock of the queue forward."""
    monkeypatch.setattr(webhook, "now", lambda: now() + int(seconds * 1000))


def test_finished_game_is_posted_once_and_signed(
    app: Flask, phone: Phone, league: str, receiver: Receiver
) -> None:
    secret = hooked(phone, league, receiver.address)
    plays(phone, league, 9, 4)

    assert webhooks.deliver_due(app) == (1, 0)
    assert webhooks.deliver_due(app) == (0, 0)
    (one,) = receiver.got
    assert one.start == "POST /results HTTP/1.1"
    signed = f"{one.headers['webhook-id']}.{one.headers['webhook-timestamp']}.".encode() + one.body
    expected = b64encode(hmac.digest(secret, signed, sha256)).decode()
    assert one.headers["webhook-signature"] == f"v1,{expected}"
    assert one.headers["Content-Type"] == "application/json"
    document = json.loads(one.body)
    assert document["type"] == "game.result"
    assert document["data"]["league"] == "Tuesday club"
    assert document["data"]["league_id"] == league.rpartition("/")[2]
    assert [side["players"] for side in document["data"]["game"]["sides"]] == [["Ann"], ["Ben"]]


def test_changed_game_is_posted_again(hook: Hook) -> None:
    table = hook.plays(9, 4)
    hook.delivers()

    hook.phone.do(f"/t/{table}", do="undo")  # the end of the game
    hook.delivers()
    hook.phone.do(f"/t/{table}/write/finish")
    hook.delivers()
    number = hook.told[0]["number"]
    hook.phone.do(f"{hook.league}/game/{number}", {"reason": "played twice"}, "strike")
    hook.delivers()

    assert [one["counts"] for one in hook.told] == [True, False, True, False]
    assert len({one["number"] for one in hook.told}) == 1
    assert len({one.headers["webhook-id"] for one in hook.receiver.got}) == 4


def test_nothing_is_posted_without_a_webhook(
    app: Flask, phone: Phone, league: str, receiver: Receiver
) -> None:
    plays(phone, league, 1, 2)
    hooked(phone, league, receiver.address)
    plays(phone, league, 3, 4)
    phone.follow(phone.fill(f"{league}/feeds", {"address": ""}, "webhook"))
    plays(phone, league, 5, 6)

    assert webhooks.deliver_due(app) == (0, 0)
    assert receiver.got == []


def test_failures_are_retried_then_given_up(hook: Hook, monkeypatch: pytest.MonkeyPatch) -> None:
    hook.plays(9, 4)
    hook.receiver.answers = [b"HTTP/1.1 500 Oh\r\n\r\n"] * 8
    passed = 0
    for pause in webhook.PAUSES:
        assert hook.delivers() == (0, 1)
        later(monkeypatch, passed + pause - 2)
        assert hook.delivers() == (0, 0)
        passed += pause + 5
        later(monkeypatch, passed)
    assert "not delivered" not in hook.phone.get(hook.league).text
    assert hook.delivers() == (0, 1)
    later(monkeypatch, 10 * passed)
    assert hook.delivers() == (0, 0)

    assert len({one.headers["webhook-id"] for one in hook.receiver.got}) == 1
    assert "1 result was not delivered to the webhook." in hook.phone.get(hook.league).text
    page = hook.phone.get(f"{hook.league}/feeds")
    assert "Ann – Ben: it answered 500" in page.text
    hook.phone.do(f"{hook.league}/feeds", do="again")
    later(monkeypatch, 20 * passed)
    assert hook.delivers() == (1, 0)
    assert "not delivered" not in hook.phone.get(hook.league).text


def test_a_redirect_is_not_followed(
    app: Flask, phone: Phone, league: str, receiver: Receiver
) -> None:
    with receiving() as other:
        moved = f"HTTP/1.1 307 Moved\r\nLocation: {other.address}\r\n\r\n"
        receiver.answers = [moved.encode()]
        hooked(phone, league, receiver.address)
        plays(phone, league, 9, 4)

        assert webhooks.deliver_due(app) == (0, 1)
        assert other.got == []


@pytest.mark.parametrize(
    "address",
    [
        *("http://club.example/x", "ftp://club.example", "https://", "club.example", "https://a b"),
        *("https://ann:secret@club.example/", "https://club.example:0/", "https://x\r\nHost: y"),
        *("https://127.0.0.1/", "https://10.0.0.8/", "https://169.254.169.254/latest"),
        *("https://localhost/", "https://[::1]/", "https://[fe80::1]/", "https://[fd00::1]/"),
        *("https://[::ffff:10.0.0.1]/", "https://[64:ff9b::7f00:1]/", "https://[2002:7f00:1::]/"),
        *("https://0.0.0.0/", "https://100.64.0.1/", "https://192.168.1.1/", "https://224.0.0.1/"),
    ],
)
def test_forbidden_address_is_refused(phone: Phone, league: str, address: str) -> None:
    page = phone.fill(f"{league}/feeds", {"address": address}, "webhook")

    assert page.status == 422
    assert "private network" in page.text or "Enter an address such as" in page.text


def test_name_into_a_private_network_is_given_up(
    app: Flask, phone: Phone, league: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with receiving() as inside:
        port = int(inside.address.rpartition(":")[2].partition("/")[0])
        place = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [place])
        hooked(phone, league, f"https://club.example:{port}/")
        plays(phone, league, 9, 4)

        assert webhooks.deliver_due(app) == (0, 1)
        assert inside.got == []
    assert "it is in a private network" in phone.get(f"{league}/feeds").text


@pytest.mark.parametrize("place", ["127.0.0.1", "169.254.169.254", "10.0.0.8", "::1", "fe80::1"])
def test_a_test_leads_into_no_private_network(
    phone: Phone, league: str, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    family = socket.AF_INET6 if ":" in place else socket.AF_INET
    there = (family, socket.SOCK_STREAM, 6, "", (place, 443))
    hooked(phone, league, "https://club.example/results")
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [there])

    page = phone.fill(f"{league}/feeds", {}, "test")

    assert re.search(r"Not delivered after \d+ ms: it is in a private network\.", page.text)


def test_trial_is_signed_and_its_answer_shown(
    phone: Phone, league: str, receiver: Receiver
) -> None:
    assert 'value="test"' not in phone.get(f"{league}/feeds").html
    secret = hooked(phone, league, receiver.address)

    page = phone.fill(f"{league}/feeds", {}, "test")

    assert "Delivered: it answered 204 after" in page.text
    (one,) = receiver.got
    assert json.loads(one.body)["type"] == "webhook.test"
    assert one.headers["webhook-signature"] in page.html
    text = f"{one.headers['webhook-id']}.{one.headers['webhook-timestamp']}.".encode() + one.body
    signed = b64encode(hmac.digest(secret, text, sha256)).decode()
    assert one.headers["webhook-signature"] == f"v1,{signed}"


def test_trial_is_limited_and_not_redirected(hook: Hook) -> None:
    with receiving() as other:
        moved = f"HTTP/1.1 302 Found\r\nLocation: {other.address}\r\n\r\n"
        hook.receiver.answers = [moved.encode()]

        hook.phone.fill(f"{hook.league}/feeds", {}, "test")

        assert other.got == []
    for _ in range(webhook.MOST_TESTS - 1):
        assert "Delivered" in hook.phone.fill(f"{hook.league}/feeds", {}, "test").text
    assert (
        "Too many tests. Try again in 10 minutes."
        in hook.phone.fill(f"{hook.league}/feeds", {}, "test").text
    )


def send(address: str) -> str:
    return send_post(PostRequest(address, b"{}", {}), private=True).fault


def test_each_failure_has_its_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    with receiving() as one:
        assert send(one.address) == ""
        one.answers = [b"hello\r\n"]
        assert send(one.address) == NO_CONNECTION
        one.answers = [b""]
        assert send(one.address) == NO_CONNECTION
    with socket.socket() as shut:
        shut.bind(("127.0.0.1", 0))
        assert send(f"http://127.0.0.1:{shut.getsockname()[1]}/") == NO_CONNECTION
    assert send("http://nobody.invalid/") == NO_HOST
    monkeypatch.setattr(webhook_sending, "SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        assert send(f"http://127.0.0.1:{silent.getsockname()[1]}/") == NO_ANSWER


def test_receiver_is_trusted_by_its_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate, key = certified(tmp_path)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(certificate, key)
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        server.wrap_socket(listener, server_side=True) as secure,
    ):
        receiver = Receiver(secure)
        address = receiver.address.replace("http:", "https:")
        assert send(address) == NO_CERTIFICATE
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        assert send(address) == ""
        assert send(address.replace("127.0.0.1", "localhost")) == NO_CERTIFICATE
    assert [one.body for one in receiver.got] == [b"{}"]


def certified(folder: Path) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1 that signs itself, and its key."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    made = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "receiver")])
    today = datetime.now(UTC)
    ours = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    signed = (
        x509.CertificateBuilder(name, name, made.public_key())
        .serial_number(1)
        .not_valid_before(today - timedelta(days=1))
        .not_valid_after(today + timedelta(days=1))
        .add_extension(ours, critical=False)
        .sign(made, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    certificate.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    key.write_bytes(
        made.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    )
    return certificate, key


def test_two_servers_never_send_one_at_a_time(hook: Hook) -> None:
    for points in range(8):
        hook.plays(20, points)
    servers = [threading.Thread(target=webhooks.deliver_due, args=[hook.app]) for _ in range(4)]
    for one in servers:
        one.start()
    for one in servers:
        one.join()

    assert len({one["number"] for one in hook.told}) == len(hook.receiver.got) == 8


def test_server_thread_sends_and_stops(
    app: Flask, phone: Phone, league: str, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "LOOK_EVERY", 0.01)
    hooked(phone, league, receiver.address)
    with webhooks.delivering(app):
        plays(phone, league, 9, 4)
        until = monotonic() + 5
        while not receiver.got and monotonic() < until:
            sleep(0.01)
    plays(phone, league, 8, 4)

    assert "delivers webhooks" not in {one.name for one in threading.enumerate()}
    assert len(receiver.got) == 1


def test_command_sends_and_counts_what_is_due(
    app: Flask,
    phone: Phone,
    league: str,
    receiver: Receiver,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(webhooks, "ready_app", lambda upgraded: app)
    hooked(phone, league, receiver.address)
    plays(phone, league, 9, 4)
    plays(phone, league, 8, 4)
    receiver.answers = [b"HTTP/1.1 500 Oh\r\n\r\n"]

    for failed in (1, 0):
        with pytest.raises(SystemExit, match=str(failed)):
            cli.main(["deliver"])
    assert capsys.readouterr().out == "1 delivered, 1 failed.\n0 delivered, 0 failed.\n"


def test_a_claim_of_a_server_that_died_runs_out(
    hook: Hook, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook.plays(9, 4)
    with hook.app.app_context():
        assert claim_post(b"key")
        assert claim_post(b"key") is None
    later(monkeypatch, webhook.CLAIM_MS / 1000 + 1)

    assert hook.delivers() == (1, 0)


def test_game_changed_while_sent_is_sent_again(hook: Hook, monkeypatch: pytest.MonkeyPatch) -> None:
    hook.plays(9, 4)
    with hook.app.app_context():
        post = claim_post(b"key")
        assert post
        one = post.queued
        assert one.game_id
        with writing() as connection:
            webhook_posts.queue(connection, one.league_id, [one.game_id], one.queued)
        assert claim_post(b"key") is None  # another server still has it in hand
        settle_post(post, "")
        with reading() as connection:
            assert webhook_posts.count_waiting(connection, one.league_id) == 1

    assert hook.delivers() == (1, 0)


def test_deleted_league_posts_and_keeps_nothing(hook: Hook) -> None:
    hook.plays(9, 4)
    with hook.app.app_context():
        delete_league(visit_league(hook.league.rpartition("/")[2], ""))
    assert hook.delivers() == (0, 0)
    a_day_later(hook.app)

    assert hook.receiver.got == []
    with hook.app.app_context(), reading() as connection:
        assert connection.execute(select(WebhookPost.game_id)).all() == []


def test_a_name_that_is_erased_is_in_no_post(hook: Hook) -> None:
    hook.plays(9, 4)
    hook.phone.do(f"{hook.league}/player/2/forget", {"sure": "yes"}, "erase")
    hook.delivers()

    assert b"Ann" not in hook.receiver.got[0].body
    assert b"Ben" in hook.receiver.got[0].body


def test_secret_is_shown_once_and_not_stored(
    app: Flask, phone: Phone, league: str, receiver: Receiver
) -> None:
    first = hooked(phone, league, receiver.address)
    second = hooked(phone, league, receiver.address)

    assert first != second
    assert len(second) == 32
    assert 'class="secret"' not in phone.get(f"{league}/feeds").html
    with app.app_context():
        visit = visit_league(league.rpartition("/")[2], "")
        written = repr([one.payload for one in visit.league.state.written])
    assert not {b64encode(second).decode(), second.hex()} & {*written.split("'")}


def test_the_post_is_in_the_description() -> None:
    hook = described()["webhooks"]["game_result"]["post"]

    assert {one["name"] for one in hook["parameters"]} == {
        *("webhook-id", "webhook-timestamp", "webhook-signature"),
    }
    assert "ResultPosted" in described()["components"]["schemas"]
