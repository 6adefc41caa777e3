"""A post to a phone's push service: the words of the news, encrypted for that phone alone (RFC
8291) and signed with the app's own key (VAPID, RFC 8292)."""

import hmac
import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from datetime import date
from hashlib import sha512
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlsplit

from scorekeeper.days import written_day
from scorekeeper.leagues.push.news import (
    CONTESTED,
    EVENING,
    HOLDS_MS,
    PLACE,
    ROUND,
    SEASON,
    TABLE,
)
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.leagues.webhook_sending import ANSWERED, PostRequest
from scorekeeper.sentences import tell
from scorekeeper.store.push_phones import KnownPushPhone
from scorekeeper.store.schema.table import Json

if TYPE_CHECKING:
    from py_vapid import Vapid02

GONE: Final = {f"{ANSWERED} 404", f"{ANSWERED} 410", f"{ANSWERED} 550"}
"""The faults of a phone that its push service no longer knows, and of an e-mail address that is
none."""
_SIGNED_SECONDS: Final = 12 * 60 * 60
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the points of P-256 (SEC 2, 2.4.2)."""


class Shown(NamedTuple):
    """What a phone shows: two texts, and the page that a tap opens."""

    title: str
    body: str
    page: str


def shown(visit: LeagueVisit, player: int | None, news: Json) -> Shown | None:
    """Return what is shown of news to the phone of a player; None where it is about nothing that
    is there any more."""
    try:
        made = _SHOWN[news["kind"]](visit, player, news)
    except KeyError:  # an evening or a player that was undone since
        return None
    return made._replace(body=f"{made.body}\n{visit.league.name}")


def _evening_shown(visit: LeagueVisit, player: int | None, news: Json) -> Shown:
    payload = visit.league.evenings[news["evening"]]
    when, reason, count = _when(payload), payload.get("reason", ""), news.get("evenings", 1)
    title = {
        "announced": tell("{n} {n:evening|evenings} announced", n=count),
        "changed": tell("An evening has changed"),
        "cancelled": tell("An evening is cancelled"),
        "reinstated": tell("An evening takes place after all"),
    }[news["what"]]
    body = when
    if count > 1:
        body = tell("The first: {when}.", when=when)
    elif reason and news["what"] != "announced":
        body = tell("{when}. Reason: {reason}", when=when, reason=reason)
    return Shown(title, body, _page_of_evening(visit, news))


def _place_shown(visit: LeagueVisit, player: int | None, news: Json) -> Shown:
    when = _when(visit.league.evenings[news["evening"]])
    title = tell("You have moved up from the waiting list")
    return Shown(title, tell("You have a place: {when}.", when=when), _page_of_evening(visit, news))


def _table_shown(visit: LeagueVisit, player: int | None, news: Json) -> Shown:
    seats = [visit.league.after_merges(one) for one in news["seats"]]
    others = [one for one in seats if one != player]
    title = tell("Round {n}: you are at table {place}", n=news["round"], place=news["place"])
    body = tell("You play against {others}.", others=visit.together(others))
    if news["partners"] and player in seats:
        partner = seats[(seats.index(player) + 2) % 4]
        others.remove(partner)
        body = tell(
            "You play with {partner} against {others}.",
            partner=visit.names[partner],
            others=visit.together(others),
        )
    return Shown(title, body, f"/t/{news['table']}")


def _round_shown(visit: LeagueVisit, player: int | None, news: Json) -> Shown:
    payload = visit.league.evenings[news["evening"]]
    title = tell("Round {n} has started", n=news["round"])
    return Shown(title, _when(payload), _page_of_evening(visit, news))


def _contested_shown(visit: LeagueVisit, player: int | None, news: Json) -> Shown:
    names = ", ".join(visit.names_now[one] for one in news["players"])
    return Shown(tell("A result is contested"), names, f"/t/{news['table']}")


def _season_shown(visit: LeagueVisit, player: int | None, news: Json) -> Shown:
    name = visit.league.seasons[news["season"]].name
    page = f"/l/{visit.info.public_id}/season/{news['season']}"
    return Shown(tell("A season has ended"), name, page)


_SHOWN: Final[Mapping[str, Callable[[LeagueVisit, int | None, Json], Shown]]] = {
    EVENING: _evening_shown,
    PLACE: _place_shown,
    TABLE: _table_shown,
    ROUND: _round_shown,
    CONTESTED: _contested_shown,
    SEASON: _season_shown,
}


def _when(evening: Json) -> str:
    """Return the name, day, start and venue of an evening, as far as they are known."""
    day = written_day(date.fromisoformat(evening["date"])) if evening["date"] else ""
    parts = (evening.get("name", ""), day, evening.get("start", ""), evening.get("venue", ""))
    return ", ".join(part for part in parts if part)


def _page_of_evening(visit: LeagueVisit, news: Json) -> str:
    return f"/l/{visit.info.public_id}/evening/{news['evening']}"


# --- encrypted and signed -----------------------------------------------------------------------


def _own_keys(key: bytes) -> "Vapid02":
    """Return the app's own keys for push services. They are made from the signing key, which is
    there from the first start on: so they are in every backup, and the same on all servers."""
    # only here and below: the pocket edition comes without it, and it takes a while to load
    from py_vapid import Vapid02

    # 512 bits, so that no key is noticeably likelier than others
    number = int.from_bytes(hmac.digest(key, b"push", sha512), "big") % (_ORDER - 1) + 1
    made: Vapid02 = Vapid02.from_raw(_base64url(number.to_bytes(32, "big")).encode())
    return made


def _base64url(code: bytes) -> str:
    return urlsafe_b64encode(code).decode().rstrip("=")


def public_key(key: bytes) -> str:
    """Return the public one of the app's own keys, as browsers ask for it."""
    point = _own_keys(key).public_key.public_numbers()
    return _base64url(b"\x04" + point.x.to_bytes(32, "big") + point.y.to_bytes(32, "big"))


def encrypted(phone: KnownPushPhone, text: bytes) -> bytes:
    """Return a text as only that phone reads it; raises ``ValueError`` where its keys are none."""
    from pywebpush import WebPusher, WebPushException

    keys = {"p256dh": phone.public_key, "auth": phone.secret}
    try:
        made = WebPusher({"endpoint": phone.address, "keys": keys}).encode(text, "aes128gcm")
    except WebPushException as error:
        raise ValueError(str(error)) from error
    return bytes(made["body"]) if made else b""


def push_request(
    phone: KnownPushPhone, told: Shown, kind: str, key: bytes, seconds: int
) -> PostRequest:
    """Return the post by which a phone shows this; ``key`` is the app's signing key, ``seconds``
    when it is made, since 1970."""
    service = urlsplit(phone.address)
    claims = {
        "aud": f"{service.scheme}://{service.netloc}",
        "exp": seconds + _SIGNED_SECONDS,
        "sub": f"https://{urlsplit(phone.site).hostname}",
    }
    own = _own_keys(key)
    # else a host's name without a dot, as in a network of one's own, is refused
    own.conf["no-strict"] = True
    # the app may stand under a path
    page = urlsplit(phone.site).path.rstrip("/") + told.page
    text = json.dumps({**told._asdict(), "page": page, "tag": f"{kind} {told.page}"})
    headers = {
        **own.sign(claims),
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(HOLDS_MS[kind] // 1000),
        "Urgency": "high" if kind in (TABLE, ROUND, PLACE) else "normal",
    }
    return PostRequest(phone.address, encrypted(phone, text.encode()), headers)
