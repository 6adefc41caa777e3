"""A league's webhook: finished and corrected games are posted to an address that an organiser set.

The form is that of Standard Webhooks. Its secret is made from the app's signing key and a salt, so
that none is stored. What is posted is made when it is sent: it has the names and points of that
moment, and a game that changes twice before that is posted once.
"""

import hmac
import re
import secrets
from base64 import b64encode
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final, Literal, NamedTuple
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import Connection

from scorekeeper.leagues.decisions import DecisionRefused, DecisionRequest, decide, refusal
from scorekeeper.leagues.push.mailing import mail_request
from scorekeeper.leagues.push.news import HOLDS_MS
from scorekeeper.leagues.push.posting import GONE, push_request, shown
from scorekeeper.leagues.results.feeds import PlayedGame, played_game
from scorekeeper.leagues.results.games import games_by_id, read_games_by_id
from scorekeeper.leagues.visit import READER, LeagueVisit, visit_in
from scorekeeper.leagues.webhook_sending import (
    PRIVATE,
    PostRequest,
    fault_words,
    is_private,
    send_post,
)
from scorekeeper.sentences import tell
from scorekeeper.store import push_phones
from scorekeeper.store.access import budgets
from scorekeeper.store.access import league_access as access
from scorekeeper.store.league import leagues, webhook_posts
from scorekeeper.store.league.webhook_posts import QueuedPost
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.table.rows import Change, now

LONGEST_ADDRESS: Final = 500
CLAIM_MS: Final = 60_000
"""How long a server may take to send a post and record that it did."""
# most of a day in all
PAUSES: Final = (10, 60, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600, 12 * 3600)
"""Seconds to wait after each failed try; after one more failure it is given up."""

MOST_TESTS: Final = 10
TESTS_MS: Final = 10 * 60_000
"""So many tests of a webhook may be sent in so many milliseconds."""
TEST_SECONDS: Final = 5
"""How long an organiser waits for the answer to a test."""
HOPELESS: Final = {PRIVATE}
"""The faults for which no retry can help."""


class ResultData(msgspec.Struct, kw_only=True):
    """A game as it stands. One that is in progress again, or removed, has `counts` false."""

    league: str
    league_id: str
    game: PlayedGame


class ResultPosted(msgspec.Struct, kw_only=True):
    """The body that a webhook is sent when a game has finished or was corrected."""

    type: Literal["game.result"] = "game.result"
    timestamp: str
    data: ResultData


class TestData(msgspec.Struct, kw_only=True):
    """The league whose webhook an organiser tests."""

    league: str
    league_id: str


class TestPosted(msgspec.Struct, kw_only=True):
    """The body that a webhook is sent to try it: nothing has happened."""

    type: Literal["webhook.test"] = "webhook.test"
    timestamp: str
    data: TestData


class UndeliveredResult(NamedTuple):
    """A result that was given up: the game's number, who played, why it failed."""

    game: int
    players: str
    fault: str


class WebhookState(NamedTuple):
    """A league's webhook: its address (empty: none), how many results wait, which were given up."""

    address: str
    waiting: int
    undeliverable: Sequence[UndeliveredResult]


class ReadyPost(NamedTuple):
    """A request to send, and the claimed row that it is for."""

    queued: QueuedPost
    request: PostRequest


class TestOutcome(NamedTuple):
    """The outcome of a test: the status (0: no answer), how long it took in milliseconds, why it
    did not arrive (empty: it did), and the headers that it was signed with."""

    status: int
    ms: int
    fault: str
    headers: Mapping[str, str]


# --- set by an organiser ------------------------------------------------------------------------


def read_address(text: str, *, private: bool, longest: int = LONGEST_ADDRESS) -> str:
    """Return the address as typed, empty for none; refuse one that may not be posted to."""
    address = text.strip()
    if not address:
        return ""
    allowed = ("https", "http") if private else ("https",)
    fault = tell("Enter an address such as https://club.org/results.")
    try:
        parts = urlsplit(address)
        usable = parts.scheme in allowed and parts.hostname and parts.port != 0
    except ValueError:
        raise DecisionRefused({"address": fault}) from None
    plain = re.fullmatch(r"[!-~]+", address) and len(address) <= longest
    if not (usable and plain) or parts.username is not None:
        raise DecisionRefused({"address": fault})
    if not private and is_private(parts.hostname or ""):
        raise refusal("address", "This address is in a private network.")
    return address


def set_webhook(
    visit: LeagueVisit, order: DecisionRequest, text: str, *, key: bytes, private: bool
) -> str:
    """Set where results are posted; empty for nowhere. Return the webhook's secret, to be shown
    once: empty where there is none to show. ``key`` is the app's signing key, ``private``:
    addresses in private networks will do. Raises ``DecisionRefused``, ``Conflict``,
    ``Unavailable``."""
    payload = {"address": read_address(text, private=private), "salt": secrets.token_hex(16)}
    made = decide(visit, order, lambda connection, league: [Change("webhook", payload)])
    if made.repeated or not payload["address"]:
        return ""
    return f"whsec_{b64encode(_secret(key, visit.info.public_id, payload['salt'])).decode()}"


def webhook_of(visit: LeagueVisit) -> WebhookState:
    """Return the league's webhook, as an organiser sees it."""
    with reading() as connection:
        waiting = webhook_posts.count_waiting(connection, visit.info.id)
        failed = webhook_posts.undeliverable(connection, visit.info.id)
    played = games_by_id(visit, [one.game_id for one in failed if one.game_id])
    sides = {
        game: [visit.together(side.players) for side in one.sides] for game, one in played.items()
    }
    undeliverable = [
        UndeliveredResult(
            one.game_id, " – ".join(sides.get(one.game_id, ())), fault_words(one.fault)
        )
        for one in failed
        if one.game_id
    ]
    return WebhookState((visit.league.webhook or {}).get("address", ""), waiting, undeliverable)


def count_undelivered(visit: LeagueVisit) -> int:
    """Return how many results of the league were given up."""
    if not visit.league.webhook:
        return 0
    with reading() as connection:
        return len(webhook_posts.undeliverable(connection, visit.info.id))


def deliver_again(visit: LeagueVisit) -> int:
    """Try again what was given up; how many results that are."""
    with writing() as connection:
        return webhook_posts.try_again(connection, visit.info.id, now())


def send_test(visit: LeagueVisit, *, key: bytes, private: bool) -> TestOutcome:
    """Post a test to the league's webhook at once; raises ``DecisionRefused`` where there is
    none, or many tests were sent lately, ``Unavailable``."""
    if not (visit.league.webhook or {}).get("address"):
        raise refusal("", "Save an address first.")
    with writing() as connection:
        allowed = [budgets.Budget(f"webhook test {visit.info.id}", MOST_TESTS, TESTS_MS)]
        if wait := budgets.retry_after(connection, allowed):
            raise refusal(
                "", "Too many tests. Try again in {n} {n:minute|minutes}.", n=-(-wait // 60)
            )
        budgets.count(connection, allowed)
    data = TestData(league=visit.league.name, league_id=visit.info.public_id)
    name = f"{visit.info.public_id}.test.{now()}"
    request = _signed(visit, key, name, TestPosted(timestamp=_stamp(), data=data))
    answer = send_post(request, private=private, seconds=TEST_SECONDS)
    reason = fault_words(answer.fault) if answer.fault else ""
    signed = {name: text for name, text in request.headers.items() if name.startswith("webhook-")}
    return TestOutcome(answer.status, answer.ms, reason, signed)


# --- sent by a server ---------------------------------------------------------------------------


def claim_post(key: bytes) -> ReadyPost | None:
    """Claim what is due, a result or news for a phone, for this server alone to send; None where
    nothing is due.

    ``key`` is the app's signing key. Raises ``Unavailable``.
    """
    with reading() as connection:
        if not webhook_posts.any_ready(connection, now()):
            return None
    with writing() as connection:
        while queued := webhook_posts.claim(connection, at := now(), at + CLAIM_MS):
            visit = visit_in(connection, leagues.by_id(connection, queued.league_id), READER)
            made = _push(connection, visit, queued, key) or _result(connection, visit, queued, key)
            if made:
                return ReadyPost(queued, made)
            webhook_posts.remove(connection, queued)
    return None


def _result(
    connection: Connection, visit: LeagueVisit, queued: QueuedPost, key: bytes
) -> PostRequest | None:
    """Return the post of a game's result, where the league has a webhook."""
    if queued.game_id is None or not visit.league.webhook:
        return None
    games = read_games_by_id(connection, visit, [queued.game_id])
    if not (game := games.get(queued.game_id)):
        return None
    name = f"{visit.info.public_id}.{queued.game_id}.{queued.queued}"
    data = ResultData(
        league=visit.league.name,
        league_id=visit.info.public_id,
        game=played_game(visit, game),
    )
    return _signed(visit, key, name, ResultPosted(timestamp=_stamp(), data=data))


def _push(
    connection: Connection, visit: LeagueVisit, queued: QueuedPost, key: bytes
) -> PostRequest | None:
    """Return the post of news to a phone, as long as it is still worth telling."""
    if queued.device is None or queued.news is None:
        return None
    kind = queued.news["kind"]
    phone = push_phones.find(connection, queued.device)
    role = access.role_in(connection, queued.league_id, queued.device)
    if phone is None or role is None or now() - queued.queued > HOLDS_MS[kind]:
        return None
    told = shown(visit, visit.league.player_of(queued.device), queued.news)
    if told and phone.address.startswith(push_phones.MAILTO):
        return mail_request(phone, told, key)
    return push_request(phone, told, kind, key, now() // 1000) if told else None


def _stamp() -> str:
    return datetime.fromtimestamp(now() // 1000, UTC).isoformat()


def _signed(
    visit: LeagueVisit, key: bytes, name: str, posted: ResultPosted | TestPosted
) -> PostRequest:
    """Return what is posted to the league's webhook under this name, signed."""
    seconds, body, hook = now() // 1000, msgspec.json.encode(posted), visit.league.webhook or {}
    secret = _secret(key, visit.info.public_id, hook["salt"])
    signed = hmac.digest(secret, f"{name}.{seconds}.".encode() + body, sha256)
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Scorekeeper",
        "webhook-id": name,
        "webhook-timestamp": str(seconds),
        "webhook-signature": f"v1,{b64encode(signed).decode()}",
    }
    return PostRequest(hook["address"], body, headers)


def settle_post(post: ReadyPost, fault: str) -> None:
    """Note how sending went: ``fault`` is a key of ``FAULTS``, empty where it arrived. Raises
    ``Unavailable``."""
    with writing() as connection:
        if not fault:
            webhook_posts.remove(connection, post.queued)
            return
        if post.queued.device and fault in GONE:
            push_phones.remove(connection, post.queued.device)
            return
        tries = post.queued.tries
        hopeless = fault in HOPELESS or tries >= len(PAUSES)
        if post.queued.device and hopeless:
            webhook_posts.remove(connection, post.queued)
            return
        due = None if hopeless else now() + 1000 * PAUSES[tries]
        webhook_posts.postpone(connection, post.queued, due, fault)


def _secret(key: bytes, public_id: str, salt: str) -> bytes:
    return hmac.digest(key, f"webhook {public_id} {salt}".encode(), sha256)
