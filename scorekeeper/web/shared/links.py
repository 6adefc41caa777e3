"""A link that lets somebody in, as a page shows it: address, code, what can be done with it."""

import io
from functools import lru_cache
from typing import NamedTuple

import segno
from flask import current_app, url_for
from markupsafe import Markup

from scorekeeper.store.access.table_access import ShutOut


class LinkCard(NamedTuple):
    """A link there is or could be. ``make`` and ``id`` (empty: there is none) are what the keys
    send; ``address`` is empty where it cannot be shown; ``out``: whom it shuts out to renew it."""

    title: str
    told: str
    make: str
    id: str
    address: str
    qr: str
    out: ShutOut | None


def signing_key() -> bytes:
    """The app's key, from which the secrets of links are made, and what closes envelopes."""
    key = current_app.config["SECRET_KEY"]
    return key if isinstance(key, bytes) else str(key).encode()


def card(
    title: str,
    told: str,
    make: str,
    id: str = "",
    secret: str | None = None,
    out: ShutOut | None = None,
) -> LinkCard:
    """The card of a link."""
    address = address_of(secret) if secret else ""
    return LinkCard(title, told, make, id, address, code(address) if address else "", out)


def address_of(secret: str) -> str:
    """The address of a link, as it is given to others."""
    return url_for("joining.open_link", secret=secret, _external=True)


@lru_cache(maxsize=64)
def code(address: str) -> Markup:
    """The address as a QR code, an SVG without styles."""
    out = io.BytesIO()
    segno.make(address, micro=False, error="m").save(
        out, kind="svg", xmldecl=False, svgns=False, omitsize=True, nl=False, border=2
    )
    return Markup(out.getvalue().decode())
