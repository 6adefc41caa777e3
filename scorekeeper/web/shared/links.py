"""Addresses: a link as a page shows it, with its code and actions; and the rule for the address
of any page."""

import io
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import segno
from flask import current_app, url_for
from markupsafe import Markup
from werkzeug.routing import Rule

from scorekeeper.store.access.devices import SignedOut
from scorekeeper.store.access.links import SharedLink


class LinkCard(NamedTuple):
    """An existing or possible link. ``make`` and ``id`` (empty: there is none) are what the keys
    send; ``address`` is empty if it cannot be shown; ``out``: the phones that replacing it signs
    out."""

    title: str
    description: str
    make: str
    id: str = ""
    address: str = ""
    qr: str = ""
    out: SignedOut | None = None


def signing_key() -> bytes:
    """Return the app's key, from which the secrets of links are made, and what closes envelopes."""
    key = current_app.config["SECRET_KEY"]
    return key if isinstance(key, bytes) else str(key).encode()


def make_value(role: str, seat: int | None = None) -> str:
    """Return the value of the key that makes a link for this role (and seat)."""
    return role if seat is None else f"{role}.{seat}"


def fill_cards(
    cards: Iterable[LinkCard],
    links: Iterable[SharedLink],
    out: Mapping[int, SignedOut | None],
    *,
    by_role: bool = False,
) -> list[LinkCard]:
    """Return the cards, with the links that there are. ``out``: whom it shuts out to replace a
    link, by its id. ``by_role``: the keys name a link by its role."""
    there = {make_value(link.role, link.seat): link for link in links}
    return [
        _fill_card(card, link, out.get(link.id), by_role)
        if (link := there.get(card.make))
        else card
        for card in cards
    ]


def _fill_card(card: LinkCard, link: SharedLink, out: SignedOut | None, by_role: bool) -> LinkCard:
    card = card._replace(id=card.make if by_role else str(link.id), out=out)
    # made with another signing key: it opens, but here it can only be replaced
    if link.secret is None:
        return card
    address = address_of(link.secret)
    return card._replace(address=address, qr=qr_code(address))


def address_of(secret: str) -> str:
    """Return the address of a link, as it is given to others."""
    return url_for("joining.open_link", secret=secret, _external=True)


@lru_cache(maxsize=64)  # drawing one takes 8 ms, the rest of the page that shows it 2
def qr_code(address: str, *, alone: bool = False) -> Markup:
    """Return the address as a QR code, an SVG without styles: to stand in a page, or ``alone``."""
    out = io.BytesIO()
    segno.make(address, micro=False, error="m").save(
        out, kind="svg", xmldecl=False, svgns=alone, omitsize=True, nl=False, border=2
    )
    return Markup(out.getvalue().decode())


class LazyRule(Rule):
    """A page's rule that compiles what builds its address when it is first asked for one.

    werkzeug compiles two functions for each rule: making the app takes 110 ms then instead of 6,
    and in a browser's Python a quarter of a second more.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = super()._compile_builder

        def build(rule: Rule, /, **values: Any) -> tuple[str, str]:
            made = compiled(append_unknown).__get__(rule)
            setattr(rule, "_build_unknown" if append_unknown else "_build", made)
            address: tuple[str, str] = made(**values)
            return address

        return build
