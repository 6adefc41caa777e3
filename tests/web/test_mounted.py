"""The app under a path, as the pocket edition lies on a server: every link leads there."""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

import pytest
from flask import Flask

from tests.web.crawl import grow, walk
from tests.web.phones import Phone

pytestmark = [pytest.mark.long, pytest.mark.hard]

MOUNT: Final = "/pocket"
ADDRESS: Final = re.compile(r'(?:href|src|action|hx-get|hx-post|content)="(/[^"]*)"')


@pytest.fixture
def mounted(app_beside: Callable[..., Flask], drawn_anew: None) -> Flask:
    """The app; it believes to lie there whether it is asked with the path or without."""
    app = app_beside()
    inner = app.wsgi_app

    def under(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        environ["SCRIPT_NAME"] = MOUNT
        environ["PATH_INFO"] = environ["PATH_INFO"].removeprefix(MOUNT)
        return inner(environ, start_response)

    app.wsgi_app = under  # type: ignore[method-assign]
    return app


def test_every_link_stays_there(mounted: Flask) -> None:
    phone = Phone(mounted)
    found = [*walk(phone, mounted, grow(phone), MOUNT)]

    astray = sorted(
        {
            (rule, address)
            for rule, _, page in found
            for address in ADDRESS.findall(page.html)
            if not address.startswith(f"{MOUNT}/")
        }
    )
    assert len({rule for rule, _, _ in found}) > 60
    assert astray == []
