"""What a file brings: the session document, and the figures that it was published with."""

from typing import Final, NamedTuple

import msgspec

from scorekeeper.sheet.documents import Document

LARGEST: Final = 4_000_000
"""Bytes of a file; a session of 60 tables and 30 boards takes 0.8 million."""


class PublishedLine(NamedTuple):
    """The points of a line as they were printed; empty where they were not."""

    board: int
    ns: str
    ew: str
    ns_points: str
    ew_points: str


class PublishedTotal(NamedTuple):
    """A contestant's figures as they were printed."""

    id: str
    total: str
    percent: str
    rank: str


class Imported(msgspec.Struct):
    """A session document with what was published."""

    session: Document
    lines: list[PublishedLine] = []
    totals: list[PublishedTotal] = []
