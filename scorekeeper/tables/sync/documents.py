"""The documents exchanged: records with names for persons, and the records that they follow.

Nothing else does: no ids of the database, links, phones, drafts or keys of the app.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from scorekeeper.engine.other_entries import LONGEST_NAME
from scorekeeper.sentences import tell
from scorekeeper.sheet.documents import Document, SheetRefused, error
from scorekeeper.spelling import visible
from scorekeeper.store.schema.table import Json
from scorekeeper.store.table.records import Record, names_in, persons_in, with_names
from scorekeeper.tables.write import MOST_RECORDS, refuse_unprintable

MOST_AT_ONCE: Final = 1_000
"""Records in one request; a longer game is sent in pieces."""

_Seq = Annotated[int, Meta(ge=0, le=MOST_RECORDS)]
_Key = Annotated[str, Meta(pattern=r"^~?[\w.:-]{1,77}(\+\d{1,4})?$", max_length=80)]
_Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
_Kind = Literal["head", "entry", "note", "amend", "strike", "restore", "undo", "edition"]


class ChainRecord(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One record: its number, its request's key, when it was written (milliseconds since 1970)."""

    seq: _Seq
    kind: _Kind
    key: _Key
    at: Annotated[int, Meta(ge=0, le=2**53)]
    about: _Seq | None = None
    before: _Seq | None = None
    payload: dict[str, Any] | None = None

    def named(self, payload: Json | None, device: str = "") -> Record:
        """Return the record with this payload, as it is folded."""
        return Record(self.seq, self.kind, self.about, self.before, payload, self.at, device)


class ChainBase(msgspec.Struct, forbid_unknown_fields=True):
    """The newest record that both sides are known to have; `names` are those of everybody named up
    to there, in the order in which they are named first."""

    version: _Seq
    key: _Key
    names: Annotated[list[_Name], Meta(max_length=MOST_RECORDS)]


class SentRecords(msgspec.Struct, forbid_unknown_fields=True):
    """Records that follow on the `base`; without one they are all that the table has."""

    records: Annotated[list[ChainRecord], Meta(max_length=MOST_AT_ONCE)]
    base: ChainBase | None = None


class TableRecords(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The table's public id, how far its records go, who is named in them (as in `ChainBase`), and
    those records that the sender does not have. `scorer` is the secret of the scorer link, for the
    phone that created the table by this request."""

    table: str
    version: int
    names: list[str]
    records: list[ChainRecord]
    scorer: str | None = None


class OfflineCopy(msgspec.Struct, forbid_unknown_fields=True):
    """A table for a phone to go on with while it has no network, and the secret of the scorer link
    by which what it writes comes back."""

    scorer: str
    records: TableRecords


class LinkTarget(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A link's target: a `table`, whose scorer link it is, or the league of that `name`, in which
    it starts games."""

    table: str | None = None
    league: str | None = None
    name: str | None = None


def read_sent(document: object) -> SentRecords:
    """Return the document that was sent; raises `SheetRefused`."""
    try:
        sent = msgspec.convert(document, SentRecords)
    except msgspec.ValidationError as wrong:
        message, _, at = str(wrong).partition(" - at `$")
        raise SheetRefused([error(at.strip("`."), f"{message}.")]) from None
    refuse_unprintable([one.payload for one in sent.records])
    refuse_unprintable(sent.base.names if sent.base else [])
    first = sent.base.version + 1 if sent.base else 0
    for place, one in enumerate(sent.records):
        if one.seq != first + place:
            raise record_refused(place, tell("Expected record {n} here.", n=first + place))
        if not _names_are_names(one.payload or {}):
            raise record_refused(place, tell("A name is 1 to 40 characters."))
    return sent


def record_refused(place: int, message: str) -> SheetRefused:
    """Return the refusal of the record in that place of those sent."""
    return SheetRefused([error(f"records[{place}]", message)])


def _names_are_names(payload: Document) -> bool:
    """Return whether there are names wherever persons are expected."""
    ruling, seat = payload.get("ruling", {"agreed": []}), payload.get("seat", {})
    if not isinstance(ruling, dict) or not isinstance(seat, dict) or "person" in seat:
        return False
    lists = [payload.get("players", []), ruling.get("agreed")]
    if not all(isinstance(one, list) for one in lists):
        return False
    names = [*lists[0], *lists[1], *([seat["name"]] if seat.get("name") is not None else [])]
    return all(isinstance(one, str) and visible(one) and len(one) <= LONGEST_NAME for one in names)


class StoredRecord(NamedTuple):
    """A record as it is stored, with persons in it, and its request's key."""

    record: Record
    key: str


def names_in_order(records: Iterable[ChainRecord]) -> list[str]:
    """Return everybody named in these records, in the order in which they are named first."""
    payloads = (one.payload for one in records if one.payload)
    return list(dict.fromkeys(name for one in payloads for name in names_in(one)))


def persons_in_order(chain: Iterable[StoredRecord]) -> list[int]:
    """Return the same of stored records: persons by their ids."""
    payloads = (one.record.payload for one in chain if one.record.payload)
    return list(dict.fromkeys(person for one in payloads for person in persons_in(one)))


def as_sent(chain: Sequence[StoredRecord], names: Mapping[int, str]) -> list[ChainRecord]:
    """Return stored records in the form in which they are sent; `names` are those of all persons
    in them."""
    return [
        ChainRecord(
            seq=record.seq,
            kind=record.kind,  # type: ignore[arg-type]
            key=key,
            at=record.at,
            about=record.about,
            before=record.before,
            payload=with_names(record.payload, names) if record.payload else record.payload,
        )
        for record, key in chain
    ]


def same_persons(
    base: ChainBase | None,
    shared: Iterable[tuple[ChainRecord, StoredRecord]],
    chain: Sequence[StoredRecord],
) -> dict[str, int]:
    """Return whom the sender means by each name: the person named in the same place here, whatever
    that one is called by now. So a name that was erased here does not come back as somebody new."""
    known = dict[str, int]()
    if base is not None:
        known |= zip(base.names, persons_in_order(chain[: base.version + 1]), strict=False)
    for sent, stored in shared:
        here = persons_in(stored.record.payload or {})
        known |= zip(names_in(sent.payload or {}), here, strict=False)
    return known
