"""A link that lets somebody in, as a page shows it: address, code, what can be done with it."""

import io
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

import segno
from flask import current_app, url_for
from markupsafe import Markup

from scorekeeper.store.access.devices import ShutOut
from scorekeeper.tables import SharedLink


class LinkCard(NamedTuple):
    """A link there is or could be. ``make`` and ``id`` (empty: there is none) are what the keys
    send; ``address`` is empty where it cannot be shown; ``out``: whom it shuts out to renew it."""

    title: str
    told: str
    make: str
    id: str = ""
    address: str = ""
    qr: str = ""
    out: ShutOut | None = None


def signing_key() -> bytes:
    """The app's key, from which the secrets of links are made, and what closes envelopes."""
    key = current_app.config["SECRET_KEY"]
    return key if isinstance(key, bytes) else str(key).encode()


class WantedLink(NamedTuple):
    """A link that a page offers, for a role and, with the role seat, its seat."""

    title: str
    told: str
    role: str
    seat: int | None = None


def cards(
    wanted: Iterable[WantedLink],
    there: Iterable[SharedLink],
    out: Mapping[int, ShutOut | None],
    *,
    by_role: bool = False,
) -> list[LinkCard]:
    """Return a card for each link that is ``wanted``, whether it is ``there`` or not. ``out``: whom
    it shuts out to replace a link, by its id. ``by_role``: the keys name a link by its role."""
    known = {(link.role, link.seat): link for link in there}
    return [_card(one, known.get((one.role, one.seat)), out, by_role) for one in wanted]


def _card(
    wanted: WantedLink, link: SharedLink | None, out: Mapping[int, ShutOut | None], by_role: bool
) -> LinkCard:
    make = wanted.role if wanted.seat is None else f"{wanted.role}.{wanted.seat}"
    card = LinkCard(wanted.title, wanted.told, make)
    if link is None:
        return card
    card = card._replace(id=make if by_role else str(link.id), out=out.get(link.id))
    if link.secret is None:
        return card
    address = address_of(link.secret)
    return card._replace(address=address, qr=code(address))


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
