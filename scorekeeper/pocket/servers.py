"""The servers that this phone knows: leagues to send games to, and games that are there too."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from scorekeeper.tables.sync import ChainRecord

FILE: Final = "servers.json"
"""The file of what is known; it lies beside the database and is kept with it."""
Network = Callable[[str, str, str, bytes], tuple[int, bytes]]
"""Asks a server: method, address, a link's secret, body. The status, 0 where nobody answered, and
the answer."""
_LINK: Final = re.compile(r"(https?://[^\s/?#]+)/s/([\w-]{20,60})")


class Place(msgspec.Struct, frozen=True):
    """A server's address, "https://club.example", and the secret of a link there."""

    address: str
    secret: str

    @property
    def host(self) -> str:
        """The server as people call it."""
        return self.address.partition("://")[2]


class ClubPlace(msgspec.Struct, frozen=True):
    """A league that games are sent to."""

    place: Place
    name: str


class GamePlace(msgspec.Struct):
    """A game of this phone that is on a server too, under the id `table`, with its scorer link.

    `shared`: so many of its records the server is known to have. `held`: entries of this phone that
    others were quicker than, for somebody to decide on.
    """

    place: Place
    table: str
    shared: int
    held: list[ChainRecord] = []


class Servers(msgspec.Struct):
    """All that is known, games by their id on this phone."""

    clubs: list[ClubPlace] = []
    games: dict[str, GamePlace] = {}


def read(folder: Path) -> Servers:
    """Return what is known."""
    file = folder / FILE
    return decoded(file.read_bytes() if file.exists() else None)


def decoded(content: bytes | None) -> Servers:
    """Return what a file has; nothing is known where there is none."""
    return msgspec.json.decode(content, type=Servers) if content else Servers()


def save(folder: Path, servers: Servers) -> None:
    """Save the known servers."""
    (folder / FILE).write_bytes(msgspec.json.encode(servers))


def place_of(text: str) -> Place | None:
    """Return the place that a link names; it may stand in a message."""
    found = _LINK.search(text)
    return Place(*found.groups()) if found else None


def unreachable(method: str, address: str, secret: str, body: bytes) -> tuple[int, bytes]:
    """Ask nobody, where there is no browser around the app."""
    return 0, b""
