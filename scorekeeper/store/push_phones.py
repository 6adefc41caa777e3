"""The phones that are told what happens, each by the push service of its browser."""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, insert, or_, select, update

from scorekeeper.store.schema.league import IS_IN, PENDING, LeagueAccess, PushPhone
from scorekeeper.store.table.rows import now

MAILTO: Final = "mailto:"
"""How the address of a phone begins whose owner is told by e-mail; it has no keys."""
_PHONE = PushPhone.metadata.tables["push_phone"]


class KnownPushPhone(NamedTuple):
    """A phone that is told what happens; columns as in ``PushPhone``."""

    device: str
    address: str
    public_key: str
    secret: str
    site: str
    off: Sequence[str]
    made: int


_COLUMNS = select(*(_PHONE.c[name] for name in KnownPushPhone._fields))


def find(connection: Connection, device: str) -> KnownPushPhone | None:
    """Return the phone, if it is told anything."""
    row = connection.execute(_COLUMNS.where(_PHONE.c.device == device)).first()
    return KnownPushPhone(*row) if row else None


def save(connection: Connection, phone: KnownPushPhone) -> None:
    """Tell this phone from now on; what was known of it, and of its address, is replaced."""
    same = or_(_PHONE.c.device == phone.device, _PHONE.c.address == phone.address)
    connection.execute(delete(_PHONE).where(same))
    connection.execute(insert(_PHONE), {**phone._asdict(), "made": now()})


def switch_off(connection: Connection, device: str, off: Sequence[str]) -> None:
    """Set the kinds of news that a phone does not want."""
    connection.execute(update(_PHONE).where(_PHONE.c.device == device).values(off=list(off)))


def remove(connection: Connection, device: str) -> None:
    """Tell this phone nothing more; what is queued for it goes too."""
    connection.execute(delete(_PHONE).where(_PHONE.c.device == device))


def remove_address(connection: Connection, address: str) -> None:
    """Tell an address nothing more."""
    connection.execute(delete(_PHONE).where(_PHONE.c.address == address))


def remove_mail(connection: Connection, devices: Collection[str]) -> None:
    """Tell the owners of these phones nothing more by e-mail."""
    mail = _PHONE.c.address.startswith(MAILTO)
    connection.execute(delete(_PHONE).where(_PHONE.c.device.in_(devices), mail))


def phones_in(
    connection: Connection, league_id: int, roles: Collection[str] = ()
) -> list[KnownPushPhone]:
    """Return the phones that are in a league, with one of these ``roles`` if any are given."""
    access = select(LeagueAccess.device).where(LeagueAccess.league_id == league_id, IS_IN)
    held = LeagueAccess.role.in_(roles) if roles else LeagueAccess.role != PENDING
    query = _COLUMNS.where(_PHONE.c.device.in_(access.where(held))).order_by(_PHONE.c.device)
    return [KnownPushPhone(*row) for row in connection.execute(query)]
