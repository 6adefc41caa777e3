"""One server for all tests of a process; phones as many as a test wants."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.line import Line, line_to
from tests.browser.phone import NewPhone, Phone
from tests.browser.serving import serving


@pytest.hookimpl(tryfirst=True)  # before -m chooses
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave all but the first case of a browser test to the build, unless the test itself says
    which of its cases are hard."""
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.path.parent == Path(__file__).parent:
            cases[item.nodeid.partition("[")[0]].append(item)
    for of_one in cases.values():
        if not any(item.get_closest_marker("hard") for item in of_one):
            for item in of_one[1:]:
                item.add_marker(pytest.mark.hard)


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the app; tests share its database and keep to tables of their own."""
    with serving(tmp_path_factory.mktemp("app")) as address:
        yield address


@pytest.fixture
def new_phone(browser: Browser, base: str) -> Iterator[NewPhone]:
    """Makes phones that have never been here; at the end none of them may have complained."""
    phones: list[Phone] = []

    def make(**kind: object) -> Phone:
        phones.append(Phone(browser, base, **kind))  # type: ignore[arg-type]
        return phones[-1]

    yield make
    complaints = [complaint for phone in phones for complaint in phone.complaints]
    for phone in phones:
        phone.context.close()
    assert complaints == []


@pytest.fixture(scope="session")
def lent(browser: Browser, base: str) -> Iterator[Phone]:
    """The phone that goes from test to test: what a browser has learned of the app it keeps."""
    phone = Phone(browser, base)
    yield phone
    phone.context.close()


@pytest.fixture
def phone(lent: Phone) -> Iterator[Phone]:
    """A phone as good as new, to tap on. Who does more to it takes a `new_phone`."""
    lent.wipe()
    yield lent
    assert lent.complaints == []


@pytest.fixture
def line(base: str) -> Iterator[Line]:
    with line_to(base) as line:
        yield line


@pytest.fixture
def cut_off(browser: Browser, line: Line) -> Iterator[Callable[..., Phone]]:
    """Makes phones behind the line. What their browsers say of a broken one is no complaint."""
    phones: list[Phone] = []

    def make(**kind: Any) -> Phone:
        phones.append(Phone(browser, line.address, **kind))
        return phones[-1]

    yield make
    for phone in phones:
        for words in ("Failed to fetch", "net::ERR", "signal is aborted", "AbortError"):
            phone.forgive(words)
    complaints = [complaint for phone in phones for complaint in phone.complaints]
    for phone in phones:
        phone.context.close()
    assert complaints == []
