"""The servers that this phone knows: leagues to send games to, and games that are there too."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from scorekeeper.tables.sync.documents import ChainRecord

FILE: Final = "servers.json"
"""The file of the known servers, beside the database and saved with it."""
Network = Callable[[str, str, str, bytes], tuple[int, bytes]]
"""Sends a request to a server (method, address, a link's secret, body); returns the status, 0 if
nobody answered, and the body."""
_LINK: Final = re.compile(r"(https?://[^\s/?#]+)/s/([\w-]{20,60})")


class Place(msgspec.Struct, frozen=True):
    """A server's address, "https://club.example", and the secret of a link there."""

    address: str
    secret: str

    @property
    def host(self) -> str:
        """The server's host name."""
        return self.address.partition("://")[2]


class ClubPlace(msgspec.Struct, frozen=True):
    """A league that games are sent to."""

    place: Place
    name: str


class GamePlace(msgspec.Struct):
    """A game of this phone that is on a server too, under the id `table`, with its scorer link.

    `shared` is how many of its records the server is known to have, `held` this phone's entries
    held back by conflicts, for a person to decide on.
    """

    place: Place
    table: str
    shared: int
    held: list[ChainRecord] = []


class Servers(msgspec.Struct):
    """The known leagues and games, games by their id on this phone."""

    clubs: list[ClubPlace] = []
    games: dict[str, GamePlace] = {}


def read(folder: Path) -> Servers:
    """Return the known servers."""
    file = folder / FILE
    return decoded(file.read_bytes() if file.exists() else None)


def decoded(content: bytes | None) -> Servers:
    """Return the servers in a file's content; none where there is no file."""
    return msgspec.json.decode(content, type=Servers) if content else Servers()


def save(folder: Path, servers: Servers) -> None:
    """Save the known servers."""
    (folder / FILE).write_bytes(msgspec.json.encode(servers))


def place_of(text: str) -> Place | None:
    """Return the place that a link names; it may stand in a message."""
    found = _LINK.search(text)
    return Place(*found.groups()) if found else None


def unreachable(method: str, address: str, secret: str, body: bytes) -> tuple[int, bytes]:
    """Answer that nobody can be reached: there is no browser around the app."""
    return 0, b""
