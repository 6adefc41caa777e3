"""The app on a database of its own (the long run: on one of each kind), and phones that use it."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
import segno
from flask import Flask
from jinja2 import StrictUndefined

from scorekeeper import create_app, rulebook
from scorekeeper.search.index import index_of
from scorekeeper.search.samples import asked_passages
from scorekeeper.store.sql.database import db
from scorekeeper.store.upkeep import upgrade
from scorekeeper.web.home import rules
from scorekeeper.web.interview import keys
from scorekeeper.web.shared import templating
from scorekeeper.web.table import page as table_page
from tests.postgres import server
from tests.requirements import hard
from tests.web.phones import NewPhone, Phone, create_league

_THE_SAME = ("SQLALCHEMY_DATABASE_URI", "SECRET_KEY")
KINDS = ["sqlite", *([pytest.param("postgres", marks=pytest.mark.postgres)] if hard() else [])]


@pytest.fixture(scope="session", params=KINDS)
def app(request: pytest.FixtureRequest, in_memory: Path, migrated: Path) -> Iterator[Flask]:
    """The app; tests share its database and keep to tables of their own."""
    with ExitStack() as stack:
        if request.param == "postgres":
            url = stack.enter_context(server())
        else:
            path = Path(mkdtemp(dir=in_memory)) / "score.db"
            shutil.copy(migrated, path)
            url = f"sqlite:///{path}"
        app = create_app(
            {
                "SQLALCHEMY_DATABASE_URI": url,
                "SECRET_KEY": b"a key of thirty-two bytes, to be sure",
            }
        )
        app.testing = True
        app.jinja_env.undefined = StrictUndefined
        with app.app_context():
            upgrade()
            stack.callback(db.engine.dispose)
        yield app


@pytest.fixture(scope="session", autouse=True)
def qr_codes() -> Iterator[None]:
    """QR codes are drawn with one mask; to find the best of eight takes most of the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(segno, "make", partial(segno.make, mask=0))
        yield


@pytest.fixture(scope="session")
def apps_beside() -> list[Flask]:
    """Return what `app_beside` made, kept to the end: an app that goes closes its database, and
    would wait five seconds for the write in whose middle the garbage is collected."""
    return []


@pytest.fixture
def app_beside(app: Flask, apps_beside: list[Flask]) -> Iterator[Callable[..., Flask]]:
    """Makes another app on the same database, with this in its configuration."""
    with ExitStack() as stack:

        def make(**config: Any) -> Flask:
            same = {name: app.config[name] for name in _THE_SAME}
            beside = create_app({**same, **config})
            apps_beside.append(beside)
            with beside.app_context():
                stack.callback(db.engine.dispose)
            return beside

        yield make


@pytest.fixture
def drawn_anew() -> Iterator[None]:
    """Forgets what this process has drawn and read, before and after: it is in another language,
    or its links lead to another path."""
    _forget()
    yield
    _forget()


def _forget() -> None:
    for cached in (keys._drawn, templating.pages, table_page._deal_cache):
        cached.clear()
    # the page of a document is written in the language spoken: left out, source had four tests of
    # other files fail that came after in the same process
    pages = (rulebook.source, rulebook.anchors, rulebook.passages, rulebook.disputes)
    for read in (*pages, rulebook._scoring, asked_passages, index_of, rules._rendered):
        read.cache_clear()


@pytest.fixture
def new_phone(app: Flask) -> NewPhone:
    """Makes phones that have never been here."""
    return lambda: Phone(app)


@pytest.fixture
def phone(app: Flask) -> Phone:
    """A phone that has never been here."""
    return Phone(app)


@pytest.fixture
def table(phone: Phone) -> str:
    """A table of the plain pad, with a deal."""
    return phone.starts("tally", {"points": [1, 2, 3, 4]})


@pytest.fixture
def league(phone: Phone) -> str:
    """The address of a league of the phone's."""
    return create_league(phone)
