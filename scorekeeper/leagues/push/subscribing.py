"""What a phone is told: asked for, switched off by kind, and stopped."""

from collections.abc import Collection
from typing import Final

import msgspec

from scorekeeper.leagues.decisions import refusal
from scorekeeper.leagues.push.news import KINDS
from scorekeeper.leagues.push.posting import encrypted
from scorekeeper.leagues.webhook import read_address
from scorekeeper.store import phones, push_phones
from scorekeeper.store.push_phones import KnownPushPhone
from scorekeeper.store.sql.database import reading, writing

LONGEST_ADDRESS: Final = 1000


class _Keys(msgspec.Struct):
    p256dh: str
    auth: str


class _Subscription(msgspec.Struct):
    endpoint: str
    keys: _Keys


def told_phone(device: str) -> KnownPushPhone | None:
    """Return this phone as it is told what happens; None: it is not."""
    with reading() as connection:
        return push_phones.find(connection, device)


def tell_phone(device: str, sent: str, site: str, *, private: bool) -> None:
    """Tell this phone from now on, by the subscription that its browser made for this ``site``;
    ``private``: a push service in a private network will do. Raises ``DecisionRefused``,
    ``Unavailable``."""
    try:
        made = msgspec.json.decode(sent.encode(), type=_Subscription)
    except (msgspec.DecodeError, UnicodeEncodeError):
        raise refusal("", "Your browser gave no address for notifications. Try again.") from None
    address = read_address(made.endpoint, private=private, longest=LONGEST_ADDRESS)
    before = told_phone(device)
    off = before.off if before else []
    phone = KnownPushPhone(device, address, made.keys.p256dh, made.keys.auth, site, off, 0)
    fits = address and len(phone.public_key) <= 100 and len(phone.secret) <= 40
    try:
        usable = bool(fits and encrypted(phone, b"-"))
    except ValueError:
        usable = False
    if not usable:
        raise refusal("", "Your browser gave no address for notifications. Try again.")
    with writing() as connection:
        phones.add(connection, device)
        push_phones.save(connection, phone)


def choose_kinds(device: str, wanted: Collection[str]) -> None:
    """Tell this phone of these kinds of news alone, keys of ``KINDS``."""
    with writing() as connection:
        off = [kind for kind in KINDS if kind not in wanted]
        push_phones.switch_off(connection, device, off)


def stop_telling(device: str) -> None:
    """Tell this phone nothing more."""
    with writing() as connection:
        push_phones.remove(connection, device)
