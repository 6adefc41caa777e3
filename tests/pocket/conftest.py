"""The pocket edition as a static host serves it, and phones that have it."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser

from tests.pocket.phone import PocketPhone
from tests.requirements import need_pocket


class StaticFiles(SimpleHTTPRequestHandler):
    """Sends the files of a folder."""

    def log_message(self, *_: object) -> None:
        """Says nothing of each request."""


@contextmanager
def static_host(folder: Path, kind: type[StaticFiles] = StaticFiles) -> Iterator[str]:
    """A server of static files that knows nothing of the app; its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(kind, directory=str(folder)))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture(scope="session")
def host() -> Iterator[str]:
    """A static host with the pocket edition."""
    with static_host(need_pocket()) as address:
        yield address


@pytest.fixture(scope="module")
def pocket(browser: Browser, host: str) -> Iterator[PocketPhone]:
    """A phone that has the pocket edition, and no network any more."""
    phone = PocketPhone(browser, host)
    phone.context.set_offline(True)
    yield phone
    phone.context.close()
    assert phone.complaints == []
