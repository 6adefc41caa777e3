"""Persons: their names are stored once, everything else has their ids (``records.py``)."""

from collections.abc import Collection, Iterable, Mapping
from typing import Final, NamedTuple

from sqlalchemy import Connection, bindparam, insert, select, update

from scorekeeper.store.schema.table import Person

_NEW_PERSON = insert(Person).returning(Person.id)
_NAMES = select(Person.id, Person.name).where(Person.id.in_(bindparam("ids", expanding=True)))
_COINS = select(Person.id, Person.colour, Person.initial).where(
    Person.id.in_(bindparam("ids", expanding=True)),
    Person.colour.is_not(None) | (Person.initial != ""),
)


def names_of(connection: Connection, persons: Collection[int]) -> dict[int, str]:
    """Return the names of these persons."""
    return {one: name for one, name in connection.execute(_NAMES, {"ids": sorted(set(persons))})}


class ChosenCoin(NamedTuple):
    """The coin that somebody chose: the number of its colour (None: by the seat), and its initial
    (empty: of the name)."""

    colour: int | None
    initial: str


Coins = Mapping[str, ChosenCoin]
"""The coins that players have chosen, by name."""
NONE_CHOSEN: Final[Coins] = {}
_USUAL: Final = ChosenCoin(None, "")


def add_persons(
    connection: Connection, names: Iterable[str], coins: Coins = NONE_CHOSEN
) -> dict[str, int]:
    """Return a new person for each of the names, by name, with the coin chosen before, if any."""
    rows = [{"name": name, **coins.get(name, _USUAL)._asdict()} for name in names]
    return {row["name"]: connection.execute(_NEW_PERSON, row).scalar_one() for row in rows}


def chosen_coins(connection: Connection, persons: Collection[int]) -> dict[int, ChosenCoin]:
    """Return the coins of those among these persons who have chosen one."""
    found = connection.execute(_COINS, {"ids": sorted(set(persons))})
    return {one: ChosenCoin(colour, initial) for one, colour, initial in found}


def choose_coin(connection: Connection, persons: Collection[int], coin: ChosenCoin) -> None:
    """Set the coin of these persons, who are one player."""
    theirs = update(Person).where(Person.id.in_(persons))
    connection.execute(theirs.values(colour=coin.colour, initial=coin.initial))


def rename_persons(connection: Connection, names: Mapping[int, str]) -> None:
    """Overwrite the names of these persons; see ``mark_changed``."""
    if not names:
        return
    renamed = update(Person).where(Person.id == bindparam("b_id"))
    rows = [{"b_id": person, "name": name} for person, name in names.items()]
    connection.execute(renamed.values(name=bindparam("name"), initial=""), rows)
