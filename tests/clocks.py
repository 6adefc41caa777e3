"""The clock on the server's wall, set to where a server may stand."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest

CLOCKS: Final = {
    "UTC": "UTC0",
    "Baker Island": "<-12>12",
    "Honolulu": "HST10",
    "Los Angeles": "PST8PDT,M3.2.0,M11.1.0",
    "New York": "EST5EDT,M3.2.0,M11.1.0",
    "Berlin": "CET-1CEST,M3.5.0,M10.5.0/3",
    "Delhi": "IST-5:30",
    "Auckland": "NZST-12NZDT,M9.5.0,M4.1.0/3",
    "Kiritimati": "<+14>-14",
}
"""Places, and what TZ is there: written out, for not every machine knows them by name."""


@contextmanager
def clock(zone: str) -> Iterator[None]:
    """The clock set by this TZ, and back again afterwards."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("TZ", zone)
        time.tzset()
        yield
    time.tzset()
