"""Exchanging a game's records with servers that this phone knows: sending, fetching, and holding
back entries that conflict with others', for a person to decide on (docs/pocket.md)."""

import re
from collections.abc import Callable, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from scorekeeper.sentences import phrase, tell
from scorekeeper.sheet.documents import SheetRefused
from scorekeeper.store.access.links import hash_secret
from scorekeeper.tables.loading import NotFound
from scorekeeper.tables.sync.documents import (
    MOST_AT_ONCE,
    ChainBase,
    ChainRecord,
    LinkTarget,
    OfflineCopy,
    SentRecords,
    TableRecords,
    names_in_order,
)
from scorekeeper.tables.sync.receiving import fast_forward, pull, records_of

SERVERS_FILE: Final = "servers.json"
"""The file of the known servers, beside the database and saved with it."""
Network = Callable[[str, str, str, bytes], tuple[int, bytes]]
"""Sends a request to a server (method, address, a link's secret, body); returns the status, 0 if
nobody answered, and the body."""
MOST_BYTES: Final = 150_000
"""The most bytes of records in one request; a server accepts 256 kB."""
_MOST_TURNS: Final = 200
_NO_LINK: Final = phrase("Paste the whole link. It looks like https://club.example/s/…")
_SILENT: Final = phrase("Can't reach the server. Try again when you're online.")
_NO_SCOREKEEPER: Final = phrase("There is no Scorekeeper at that address.")
_WORDS: Final = {
    0: _SILENT,
    403: phrase("That is neither an invite link nor a scorer link. Ask for a new one."),
    404: _NO_SCOREKEEPER,
    405: _NO_SCOREKEEPER,
    429: phrase("That server can't take more new games right now. Try again in an hour."),
}
_BUSY: Final = phrase("The server can't save anything at the moment. Try again later.")
Told = TypeVar("Told", LinkTarget, TableRecords)
Taken = TypeVar("Taken")
_LINK: Final = re.compile(r"(https?://[^\s/?#]+)/s/([\w-]{20,60})")


class ServerLink(msgspec.Struct, frozen=True):
    """A server's address, "https://club.example", and the secret of a link there."""

    address: str
    secret: str

    @property
    def host(self) -> str:
        """The server's host name."""
        return self.address.partition("://")[2]


class KnownLeague(msgspec.Struct, frozen=True):
    """A league that games are sent to."""

    place: ServerLink
    name: str


class SharedGame(msgspec.Struct):
    """A game of this phone that is on a server too, under the id `table`, with its scorer link.

    `shared` is how many of its records the server is known to have, `held` this phone's entries
    held back by conflicts, for a person to decide on.
    """

    place: ServerLink
    table: str
    shared: int
    held: list[ChainRecord] = []


class Servers(msgspec.Struct):
    """The known leagues and games, games by their id on this phone."""

    clubs: list[KnownLeague] = []
    games: dict[str, SharedGame] = {}


class NotSent(Exception):
    """Nothing was exchanged; the reason, in words."""


class Exchange:
    """The exchange of records with servers; `folder` is this phone's data folder."""

    def __init__(self, folder: Path, network: Network) -> None:
        self._file = folder / SERVERS_FILE
        self._network = network
        content = self._file.read_bytes() if self._file.exists() else b"{}"
        self.known = msgspec.json.decode(content, type=Servers)

    def pull(self, text: str, device: str) -> str:
        """Copy the game of a scorer link to this phone; return its id here. Raises `NotSent`."""
        place, opens = self._opened(text)
        if opens.table is None:
            raise NotSent(
                tell("That is a league's link. Open the game there and share its scorer link.")
            )
        told = self._fetch(place, opens.table)
        public_id = _in_words(pull, told, device)
        self._connect(public_id, place, told)
        return public_id

    def go_on(self, address: str, edition: str, table: str, device: str) -> str:
        """Continue a game of the server at `address` from its offline copy; `edition` is the
        address of this edition there. Return the game's id on this phone. Raises `NotSent`."""
        status, answer = self._network("GET", f"{edition}/along/{table}", "", b"")
        if status != 200:
            raise NotSent(tell("This phone has no copy of that game."))
        copy = msgspec.json.decode(answer, type=OfflineCopy)
        told, place = copy.records, ServerLink(address, copy.scorer)
        public_id = _in_words(pull, told, device)
        common = _shared(public_id, told)
        game = self.known.games.setdefault(public_id, SharedGame(place, told.table, common))
        game.place = place  # its link may have been replaced
        self._fast_forward(public_id, told)
        game.shared = max(game.shared, len(told.records))
        self._save()
        return public_id

    def send(self, public_id: str, text: str) -> None:
        """Send a game for the first time: to the league of a pasted link, or go on with the server
        that its scorer link names. Raises `NotSent`."""
        place, opens = self._opened(text)
        if opens.table is None:
            self.send_to_club(public_id, KnownLeague(place, opens.name or place.host))
        else:
            self._connect(public_id, place, self._fetch(place, opens.table))

    def _opened(self, text: str) -> tuple[ServerLink, LinkTarget]:
        """Return the place that a pasted link names, and what it opens; it may stand in a
        message."""
        found = _LINK.search(text)
        if found is None:
            raise NotSent(tell(_NO_LINK))
        place = ServerLink(*found.groups())
        return place, self._ask(LinkTarget, "GET", f"{place.address}/api/link", place)[1]

    def _fetch(self, place: ServerLink, table: str) -> TableRecords:
        return self._ask(TableRecords, "GET", _records_of(place, table), place)[1]

    def _connect(self, public_id: str, place: ServerLink, told: TableRecords) -> None:
        """Go on with this game of the server's from now on."""
        shared = _shared(public_id, told)
        if not shared:
            raise NotSent(tell("That link opens another game."))
        self.known.games[public_id] = SharedGame(place, told.table, shared)
        self._save()
        self.sync(public_id)

    def send_to_club(self, public_id: str, club: KnownLeague) -> None:
        """Send a game to a league; raises `NotSent`."""
        first = _first_batch(records_of(public_id).records)
        address = _records_of(club.place, public_id)
        status, told = self._ask(TableRecords, "POST", address, club.place, SentRecords(first))
        if told.scorer is None:
            raise NotSent(
                tell("That server can't show the game's scorer link any more. Replace it there.")
            )
        shared = len(first) if status == 200 else told.records[0].seq
        place = ServerLink(club.place.address, told.scorer)
        self.known.games[public_id] = SharedGame(place, told.table, shared)
        others = [one for one in self.known.clubs if one.place.address != club.place.address]
        self.known.clubs = [club, *(one for one in others if one.name != club.name)]
        self._save()
        self.sync(public_id)

    def sync(self, public_id: str) -> None:
        """Send what the server lacks, take over what this phone lacks; raises `NotSent`."""
        game = self.known.games[public_id]
        address = _records_of(game.place, game.table)
        for _ in range(_MOST_TURNS):
            own = records_of(public_id).records
            last = own[game.shared - 1]
            base = ChainBase(last.seq, last.key, names_in_order(own[: game.shared]))
            some = _first_batch(own[game.shared :])
            status, told = self._ask(
                TableRecords, "POST", address, game.place, SentRecords(some, base)
            )
            if status == 200 and game.shared + len(some) < len(own):
                game.shared += len(some)
                continue
            lost = self._fast_forward(public_id, told)
            game.shared = told.version + 1
            self._save()
            if status == 200 or lost:
                return

    def _fast_forward(self, public_id: str, told: TableRecords) -> bool:
        """Replace what the server has otherwise, and hold back the entries that it replaces;
        return whether records of this phone were dropped."""
        game = self.known.games[public_id]
        theirs = hash_secret(game.place.secret)
        lost = _in_words(fast_forward, public_id, told, theirs)
        game.held += [
            one for one in lost if one.kind == "entry" and one.about is None and one.before is None
        ]
        return bool(lost)

    def forget(self, public_id: str, key: str) -> None:
        """Hold the entry of that key back no longer."""
        game = self.known.games[public_id]
        game.held = [one for one in game.held if one.key != key]
        self._save()

    def _save(self) -> None:
        self._file.write_bytes(msgspec.json.encode(self.known))

    def _ask(
        self,
        kind: type[Told],
        method: str,
        address: str,
        place: ServerLink,
        sent: SentRecords | None = None,
    ) -> tuple[int, Told]:
        """Return the status, 200 or 409, and what was answered."""
        body = msgspec.json.encode(sent) if sent else b""
        status, answer = self._network(method, address, place.secret, body)
        if status == 422:
            raise NotSent(tell("The server refused it: {why}", why=_first_error(answer)))
        if status not in (200, 409):
            raise NotSent(tell(_WORDS.get(status, _BUSY)))
        try:
            return status, msgspec.json.decode(answer, type=kind)
        except msgspec.DecodeError:
            raise NotSent(tell(_NO_SCOREKEEPER)) from None


def _records_of(place: ServerLink, table: str) -> str:
    return f"{place.address}/api/tables/{table}/records"


def _in_words(take: Callable[..., Taken], *given: object) -> Taken:
    try:
        return take(*given)
    except SheetRefused as refused:
        message = refused.errors[0]["message"]
        raise NotSent(tell("This phone can't read the game: {why}", why=message)) from None
    except NotFound:
        raise NotSent(tell("This game was deleted on this phone. Restore it first.")) from None


def _first_error(answer: bytes) -> str:
    try:
        return str(msgspec.json.decode(answer)["errors"][0]["message"])
    except (msgspec.DecodeError, LookupError, TypeError):
        return tell("no reason given.")


def _shared(public_id: str, told: TableRecords) -> int:
    """Return how many records the game begins with here and there."""
    both = zip(records_of(public_id).records, told.records, strict=False)
    return len([*takewhile(lambda pair: pair[0].key == pair[1].key, both)])


def _first_batch(records: Sequence[ChainRecord]) -> list[ChainRecord]:
    """Return as many of the first records as one request takes; those of one write stay
    together."""
    some: list[ChainRecord] = []
    size = 0
    for place, one in enumerate(records):
        size += len(msgspec.json.encode(one))
        if (size > MOST_BYTES or place >= MOST_AT_ONCE) and "+" not in one.key:
            break
        some.append(one)
    return some
