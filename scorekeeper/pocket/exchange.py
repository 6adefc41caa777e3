"""Exchanging a game's records with a server: sending, fetching, and holding back entries that
conflict with others', for a person to decide on (docs/pocket.md)."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from scorekeeper.pocket import servers
from scorekeeper.pocket.servers import ClubPlace, GamePlace, Network, Place
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
from scorekeeper.tables.sync.phone_copy import fast_forward, pull
from scorekeeper.tables.sync.receiving import records_of

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


class NotSent(Exception):
    """Nothing was exchanged; the reason, in words."""


class Exchange:
    """The exchange of records with servers; `folder` is this phone's data folder."""

    def __init__(self, folder: Path, network: Network = servers.unreachable) -> None:
        self.folder = folder
        self.network = network
        self.known = servers.read(folder)

    def place(self, text: str) -> tuple[Place, LinkTarget]:
        """Return the place that a pasted link names, and what it opens; raises `NotSent`."""
        place = servers.place_of(text)
        if place is None:
            raise NotSent(tell(_NO_LINK))
        return place, self._ask(LinkTarget, "GET", f"{place.address}/api/link", place)[1]

    def pull(self, text: str, device: str) -> str:
        """Copy the game of a scorer link to this phone; return its id here. Raises `NotSent`."""
        place, opens = self.place(text)
        if opens.table is None:
            raise NotSent(
                tell("That is a league's link. Open the game there and share its scorer link.")
            )
        address = _records_of(place, opens.table)
        _, told = self._ask(TableRecords, "GET", address, place)
        public_id = _understood(pull, told, device)
        shared = len(_common(records_of(public_id).records, told.records))
        self.known.games[public_id] = GamePlace(place, told.table, shared)
        self._save()
        self.sync(public_id)
        return public_id

    def go_on(self, address: str, edition: str, table: str, device: str) -> str:
        """Continue a game of the server at `address` from its offline copy; `edition` is the
        address of this edition there. Return the game's id on this phone. Raises `NotSent`."""
        status, answer = self.network("GET", f"{edition}/along/{table}", "", b"")
        if status != 200:
            raise NotSent(tell("This phone has no copy of that game."))
        copy = msgspec.json.decode(answer, type=OfflineCopy)
        told, place = copy.records, Place(address, copy.scorer)
        public_id = _understood(pull, told, device)
        common = len(_common(records_of(public_id).records, told.records))
        game = self.known.games.setdefault(public_id, GamePlace(place, told.table, common))
        game.place = place  # its link may have been replaced
        self._follow(public_id, told)
        game.shared = max(game.shared, len(told.records))
        self._save()
        return public_id

    def send(self, public_id: str, text: str) -> None:
        """Send a game for the first time: to the league of a pasted link, or go on with the server
        that its scorer link names. Raises `NotSent`."""
        place, opens = self.place(text)
        if opens.table is None:
            self.send_to_club(public_id, ClubPlace(place, opens.name or place.host))
            return
        address = _records_of(place, opens.table)
        _, told = self._ask(TableRecords, "GET", address, place)
        shared = len(_common(records_of(public_id).records, told.records))
        if not shared:
            raise NotSent(tell("That link opens another game."))
        self.known.games[public_id] = GamePlace(place, told.table, shared)
        self._save()
        self.sync(public_id)

    def send_to_club(self, public_id: str, club: ClubPlace) -> None:
        """Send a game to a league; raises `NotSent`."""
        first = _first_batch(records_of(public_id).records)
        address = _records_of(club.place, public_id)
        status, told = self._ask(TableRecords, "POST", address, club.place, SentRecords(first))
        if told.scorer is None:
            raise NotSent(
                tell("That server can't show the game's scorer link any more. Replace it there.")
            )
        shared = len(first) if status == 200 else told.records[0].seq
        place = Place(club.place.address, told.scorer)
        self.known.games[public_id] = GamePlace(place, told.table, shared)
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
            lost = self._follow(public_id, told)
            game.shared = told.version + 1
            self._save()
            if status == 200 or lost:
                return

    def _follow(self, public_id: str, told: TableRecords) -> bool:
        """Replace what the server has otherwise, and hold back the entries that it replaces;
        return whether records of this phone were dropped."""
        game = self.known.games[public_id]
        theirs = hash_secret(game.place.secret)
        lost = _understood(fast_forward, public_id, told, theirs)
        game.held += [one for one in lost if _is_plain(one)]
        return bool(lost)

    def forget(self, public_id: str, key: str) -> ChainRecord | None:
        """Hold the entry of that key back no longer; return it."""
        game = self.known.games[public_id]
        found = next((one for one in game.held if one.key == key), None)
        game.held = [one for one in game.held if one.key != key]
        self._save()
        return found

    def unsent(self, public_id: str, version: int) -> int:
        """Return how many records of the game at this version the server is not known to have."""
        return version + 1 - self.known.games[public_id].shared

    def _save(self) -> None:
        servers.save(self.folder, self.known)

    def _ask(
        self,
        kind: type[Told],
        method: str,
        address: str,
        place: Place,
        sent: SentRecords | None = None,
    ) -> tuple[int, Told]:
        """Return the status, 200 or 409, and what was answered."""
        body = msgspec.json.encode(sent) if sent else b""
        status, answer = self.network(method, address, place.secret, body)
        if status == 422:
            raise NotSent(tell("The server refused it: {why}", why=_first_error(answer)))
        if status not in (200, 409):
            raise NotSent(tell(_WORDS.get(status, _BUSY)))
        try:
            return status, msgspec.json.decode(answer, type=kind)
        except msgspec.DecodeError:
            raise NotSent(tell(_NO_SCOREKEEPER)) from None


def _records_of(place: Place, table: str) -> str:
    return f"{place.address}/api/tables/{table}/records"


def _understood(take: Callable[..., Taken], *given: object) -> Taken:
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


def _common(own: Sequence[ChainRecord], theirs: Sequence[ChainRecord]) -> list[ChainRecord]:
    """Return the records with which both begin."""
    common = []
    for one, other in zip(own, theirs, strict=False):
        if one.key != other.key:
            break
        common.append(one)
    return common


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


def _is_plain(record: ChainRecord) -> bool:
    return record.kind == "entry" and record.about is None and record.before is None
