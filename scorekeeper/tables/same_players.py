"""Two names that a phone takes for one player: in its figures only, what was written stays."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.spelling import folded
from scorekeeper.statistics import as_one, sums_of
from scorekeeper.store.phone import same_players as store
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.table.persons import names_of
from scorekeeper.tables.statistics import Played, played_by


class Same(NamedTuple):
    """A name that counts for another one; ``id`` is what it is taken back by."""

    id: int
    name: str
    other: str


class NotOne(ValueError):
    """Two names that cannot be one player; says why."""


def same_names(device: str) -> list[Same]:
    """Return which names this device takes for others, the oldest first."""
    if not device:
        return []
    with reading() as connection:
        said = [one for one in store.same_players(connection, device) if not one.taken_back]
        names = names_of(connection, {one for row in said for one in (row.person, row.other)})
    return [Same(one.id, names[one.person], names[one.other]) for one in said]


def counting_as(same: Iterable[Same]) -> dict[str, str]:
    """Return the name that each of them counts under, by the folded one: who is taken for somebody
    that is taken for another counts for that one."""
    to = {folded(one.name): one.other for one in same}
    return {name: _last(to, name) for name in to}


def _last(to: Mapping[str, str], name: str) -> str:
    seen = {name}
    other = to[name]
    while (folded_ := folded(other)) in to and folded_ not in seen:
        seen.add(folded_)
        other = to[folded_]
    return other


def played_as_one(device: str, same: Sequence[Same]) -> list[Played]:
    """Return what was played at the tables of this device, by the players as it takes them."""
    names = counting_as(same)
    return [_as_one(one, names) if names else one for one in played_by(device)]


def _as_one(played: Played, names: Mapping[str, str]) -> Played:
    if not any(folded(name) in names for name in played.persons):
        return played
    deals = tuple(as_one(deal, names) for deal in played.deals)
    return played._replace(deals=deals, sums=sums_of(deals))


def take_for_one(device: str, name: str, other: str) -> None:
    """Have a name count for another in this device's figures, both as written anywhere.

    Said before, nothing changes. Raises ``NotOne`` for names that nobody bore, one and the same,
    or two that sat at one deal; ``Unavailable``.
    """
    played, counting = played_by(device), counting_as(same_names(device))
    persons = {folded(called): one for table in played for called, one in table.persons.items()}
    one, into = folded(name), folded(counting.get(folded(other), other))
    if one not in persons or into not in persons or one == into:
        raise NotOne("Choose two different names.")
    if one in counting:
        if folded(counting[one]) == into:
            return
        raise NotOne(f"{name} is already merged with {counting[one]}. Undo that first.")
    if _have_met(played, _all_of(one, counting), _all_of(into, counting)):
        raise NotOne(f"{name} and {other} played together: can't merge them.")
    with writing() as connection:
        store.add_same_player(connection, device, persons[one], persons[into])


def _all_of(name: str, counting: Mapping[str, str]) -> set[str]:
    """Return the name and those that count for it, folded."""
    return {name, *(one for one, other in counting.items() if folded(other) == name)}


def _have_met(played: Iterable[Played], some: set[str], others: set[str]) -> bool:
    """Return whether any of the ones has sat in a deal with any of the others."""
    deals = (deal for table in played for deal in table.deals)
    seated = ({folded(name) for name in deal.seats if name} for deal in deals)
    return any(names & some and names & others for names in seated)


def take_for_two(device: str, same_id: int) -> None:
    """Have the two names count for themselves again."""
    with writing() as connection:
        store.remove_same_player(connection, device, same_id)
