"""The tables of the database.

They serve as the schema only: reads and writes go through SQLAlchemy Core, in plain rows.
Times are milliseconds since 1970, UTC; they are shown, never used for order.
"""

from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    MetaData,
    String,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

Json = dict[str, Any]

# rows are stored in key order, so a table's records are read in one sweep
IN_KEY_ORDER = {"sqlite_with_rowid": False}


DELETED = text("deleted IS NOT NULL")


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        }
    )


class GameTable(Base):
    """A game at one table. All but the ids, keys, ``open_watch`` and ``deal_minutes`` follows
    from its records."""

    __tablename__ = "game_table"
    __table_args__ = (Index(None, "deleted", sqlite_where=DELETED, postgresql_where=DELETED),)

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(16), unique=True)
    request_key: Mapped[str] = mapped_column(String(80), unique=True)
    game: Mapped[str] = mapped_column(String(40))
    variant: Mapped[str | None] = mapped_column(String(40))
    options: Mapped[Json] = mapped_column(JSON)  # in full, not only what differs
    edition: Mapped[int]
    version: Mapped[int]  # the seq of the newest record
    drafted: Mapped[int]  # counts changes of the draft
    status: Mapped[str] = mapped_column(String(10))  # open, finished
    open_watch: Mapped[bool]  # anyone with the address may watch
    summary: Mapped[Json] = mapped_column(JSON)
    created: Mapped[int] = mapped_column(BigInteger)
    updated: Mapped[int] = mapped_column(BigInteger)
    league_id: Mapped[int | None] = mapped_column(ForeignKey("league.id"))
    deleted: Mapped[int | None] = mapped_column(BigInteger)  # when; a day later it is removed
    deal_minutes: Mapped[int] = mapped_column(server_default=text("0"))  # 0: deals have no timer


class Person(Base):
    """The only place where a name stands; forgetting somebody overwrites it. ``colour``, a number
    (None: by the seat), and ``initial`` (empty: of the name) are those of the person's coin."""

    __tablename__ = "person"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    colour: Mapped[int | None]
    initial: Mapped[str] = mapped_column(String(20), server_default=text("''"))


class RecordRow(Base):
    """A record of a table, in order. Kinds: see records.py. Never updated, except to overwrite a
    name that is erased (erasing.py); deleted only with its table, or from a phone's copy that
    follows the server."""

    __tablename__ = "record"
    __table_args__ = (
        UniqueConstraint("table_id", "request_key"),
        ForeignKeyConstraint(["table_id", "about"], ["record.table_id", "record.seq"]),
        ForeignKeyConstraint(["table_id", "before"], ["record.table_id", "record.seq"]),
        IN_KEY_ORDER,
    )

    table_id: Mapped[int] = mapped_column(ForeignKey(GameTable.id), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(10))
    about: Mapped[int | None]
    before: Mapped[int | None]
    payload: Mapped[Json | None] = mapped_column(JSON(none_as_null=True))
    request_key: Mapped[str] = mapped_column(String(80))
    at: Mapped[int] = mapped_column(BigInteger)
    device: Mapped[str] = mapped_column(String(64))


class Scored(Base):
    """One entry of a table's result document as last scored, beside the record it comes from.

    An old edition's scores stay readable after its code is gone, and recording a deal stores
    one entry, however long the game.
    """

    __tablename__ = "scored"
    __table_args__ = (
        ForeignKeyConstraint(["table_id", "seq"], ["record.table_id", "record.seq"]),
        IN_KEY_ORDER,
    )

    table_id: Mapped[int] = mapped_column(primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    entry: Mapped[Json] = mapped_column(JSON)


class Draft(Base):
    """An answer about a deal that is not recorded yet, one row a question."""

    __tablename__ = "draft"
    __table_args__ = (IN_KEY_ORDER,)

    table_id: Mapped[int] = mapped_column(ForeignKey(GameTable.id), primary_key=True)
    deal: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    path: Mapped[str] = mapped_column(String(200), primary_key=True)
    answer: Mapped[Any] = mapped_column(JSON)
    taken_back: Mapped[bool]  # no answer: the device has cleared it
    version: Mapped[int]
    device: Mapped[str] = mapped_column(String(64))
    seat: Mapped[int | None]
    at: Mapped[int] = mapped_column(BigInteger)


class Link(Base):
    """A secret address: who opens it may watch, score or answer for a seat."""

    __tablename__ = "link"
    # the id of a link that was turned off must not name another one later
    __table_args__ = {"sqlite_autoincrement": True}

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey(GameTable.id), index=True)
    role: Mapped[str] = mapped_column(String(10))  # watch, scorer, seat
    seat: Mapped[int | None]
    salt: Mapped[str] = mapped_column(String(64))
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    made: Mapped[int] = mapped_column(BigInteger)


class Access(Base):
    """The rights of a device at a table; they end with the link by which it came."""

    __tablename__ = "access"
    __table_args__ = (
        UniqueConstraint("device", "table_id", "link_id"),
        Index(None, "link_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey(GameTable.id))
    device: Mapped[str] = mapped_column(String(64))
    role: Mapped[str] = mapped_column(String(10))
    seat: Mapped[int | None]
    link_id: Mapped[int | None] = mapped_column(ForeignKey(Link.id, ondelete="CASCADE"))
    made: Mapped[int] = mapped_column(BigInteger)
    person: Mapped[int | None]  # whose the phone says it is
    agreed: Mapped[bool] = mapped_column(default=True)  # or another phone of theirs has yet to


class PencilStepRow(Base):
    """A device passed the right to score to another one, or took it back."""

    __tablename__ = "pencil_step"

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey(GameTable.id), index=True)
    device: Mapped[str] = mapped_column(String(64))
    other: Mapped[str] = mapped_column(String(64))
    kind: Mapped[str] = mapped_column(String(10))  # handed, shared, taken
    at: Mapped[int] = mapped_column(BigInteger)


class AgreementRow(Base):
    """A device agreed for its side to what another one saved, or contested it."""

    # no record: another phone's answer must not conflict with the scorer's next deal
    __tablename__ = "agreement"

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey(GameTable.id), index=True)
    seq: Mapped[int]  # the deal's record; 0: the whole game
    side: Mapped[int]
    kind: Mapped[str] = mapped_column(String(10))  # agreed, contested
    contents: Mapped[str] = mapped_column(String(64))  # a hash of what was agreed to
    version: Mapped[int]  # the table's, then
    device: Mapped[str] = mapped_column(String(64))
    at: Mapped[int] = mapped_column(BigInteger)


class PhoneRow(Base):
    """A phone that was ever let in anywhere."""

    __tablename__ = "phone"

    device: Mapped[str] = mapped_column(String(64), primary_key=True)
    name: Mapped[str] = mapped_column(String(40))  # its owner's name; empty: none was given
    kind: Mapped[str] = mapped_column(String(40))
    seen: Mapped[int] = mapped_column(BigInteger)  # to the hour
    owner: Mapped[str] = mapped_column(String(64), index=True)  # the same for one person's phones


class PhoneCode(Base):
    """A secret that was shown to a device and holds once: a code that adds another phone to it, or
    what a passkey is to sign."""

    __tablename__ = "phone_code"

    code_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    device: Mapped[str] = mapped_column(String(64))
    made: Mapped[int] = mapped_column(BigInteger)


class Passkey(Base):
    """The public half of a passkey, by which its owner is known again on any phone."""

    __tablename__ = "passkey"

    id: Mapped[int] = mapped_column(primary_key=True)
    credential: Mapped[str] = mapped_column(String(1400), unique=True)  # in base64url
    owner: Mapped[str] = mapped_column(String(64), index=True)  # as of ``PhoneRow``
    public_key: Mapped[bytes]
    sign_count: Mapped[int] = mapped_column(BigInteger)
    kind: Mapped[str] = mapped_column(String(40))
    made: Mapped[int] = mapped_column(BigInteger)
    used: Mapped[int] = mapped_column(BigInteger)


class RuleSetRow(Base):
    """House rules that a device keeps under a name, to play by them again."""

    __tablename__ = "rule_set"
    __table_args__ = (UniqueConstraint("device", "game", "called"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    device: Mapped[str] = mapped_column(String(64))
    game: Mapped[str] = mapped_column(String(40))
    variant: Mapped[str | None] = mapped_column(String(40))
    options: Mapped[Json] = mapped_column(JSON)  # in full, as a table's
    name: Mapped[str] = mapped_column(String(40))
    called: Mapped[str] = mapped_column(String(120))  # the name as names are compared
    removed: Mapped[bool]
    made: Mapped[int] = mapped_column(BigInteger)


class OwnGameRow(Base):
    """The document of a game that players made themselves, by the slug that its identity makes."""

    __tablename__ = "own_game"

    slug: Mapped[str] = mapped_column(String(40), primary_key=True)
    document: Mapped[Json] = mapped_column(JSON)
    made: Mapped[int] = mapped_column(BigInteger)


class SamePlayerRow(Base):
    """A merge of two names by a device, for its own statistics."""

    __tablename__ = "same_player"

    id: Mapped[int] = mapped_column(primary_key=True)
    device: Mapped[str] = mapped_column(String(64), index=True)
    person: Mapped[int] = mapped_column(ForeignKey(Person.id))
    other: Mapped[int] = mapped_column(ForeignKey(Person.id))
    taken_back: Mapped[bool]
    made: Mapped[int] = mapped_column(BigInteger)


class RebuildMark(Base):
    """The progress of an unfinished rebuild; one row, or none. See ``upkeep.py``."""

    __tablename__ = "rebuild_mark"

    id: Mapped[int] = mapped_column(primary_key=True)
    mark: Mapped[Json] = mapped_column(JSON)
