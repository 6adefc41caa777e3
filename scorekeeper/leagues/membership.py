"""Players of a league: adding, renaming, merging them."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection

from scorekeeper.leagues.decisions import (
    DecisionMade,
    DecisionRefused,
    DecisionRequest,
    decide,
    read_name,
)
from scorekeeper.leagues.merging import PLAYED_TOGETHER, have_played_together
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.spelling import folded
from scorekeeper.store.league.state import League
from scorekeeper.store.table.persons import add_persons, names_of
from scorekeeper.store.table.rows import Change

MOST_AT_ONCE: Final = 1000
"""Names taken in by one decision; others wait while it is written."""


def add_members(visit: LeagueVisit, order: DecisionRequest, names: Sequence[str]) -> DecisionMade:
    """Add players. A guest of that name becomes a member; a member's name is refused."""
    wanted = read_names(names)

    def changes(connection: Connection, league: League) -> list[Change]:
        known = numbers_by_name(connection, league)
        new = [name for name in wanted if folded(name) not in known]
        old = [league.players[known[folded(n)]] for n in wanted if folded(n) in known]
        for one in old:
            if not (one.guest or one.left):
                name = next(n for n in wanted if known.get(folded(n)) == one.number)
                raise DecisionRefused(
                    {"names": tell("{name} is already in the league.", name=name)}
                )
        persons = add_persons(connection, new)
        return [
            *(Change("member", {"person": persons[name]}) for name in new),
            *(amendment(league, one.number, guest=False, left=False) for one in old),
        ]

    return decide(visit, order, changes)


def read_names(names: Sequence[str]) -> Sequence[str]:
    """Return new names without empty ones; refused if there are none, too many, or one of them
    twice."""
    wanted = [read_name(name) for name in names if name.strip()]
    if not wanted:
        raise DecisionRefused({"names": tell("Enter at least one name.")})
    if len(wanted) > MOST_AT_ONCE:
        message = tell(
            "That's {n} names. Add up to {most} at a time.",
            n=len(wanted),
            most=MOST_AT_ONCE,
        )
        raise DecisionRefused({"names": message})
    called: set[str] = set()
    for name in wanted:
        if folded(name) in called:
            raise DecisionRefused({"names": tell("{name} is in the list twice.", name=name)})
        called.add(folded(name))
    return wanted


def rename_player(
    visit: LeagueVisit, order: DecisionRequest, player: int, name: str
) -> DecisionMade:
    """Rename a player from now on; what was written keeps the old name."""
    name = read_name(name)

    def changes(connection: Connection, league: League) -> list[Change]:
        namesake = numbers_by_name(connection, league).get(folded(name), player)
        if namesake != player:
            raise DecisionRefused(
                {
                    "name": tell(
                        "{name} is already in the league. Same person? Merge the two.", name=name
                    )
                }
            )
        (person,) = add_persons(connection, [name]).values()
        return [amendment(league, find_player(league, player), person=person)]

    return decide(visit, order, changes)


def set_player(
    visit: LeagueVisit, order: DecisionRequest, player: int, **rights: bool
) -> DecisionMade:
    """Make a player a guest or a member (``guest``), or one who has left (``left``)."""
    return decide(
        visit,
        order,
        lambda connection, league: [amendment(league, find_player(league, player), **rights)],
    )


def set_coin(
    visit: LeagueVisit, order: DecisionRequest, player: int, colour: int, initial: str
) -> DecisionMade:
    """Set a player's colour (a number) and initial (empty: that of the name): organisers for
    everybody, a phone for its own player."""

    def changes(connection: Connection, league: League) -> list[Change]:
        number = find_player(league, player)
        if not visit.organises and league.player_of(order.device) != number:
            raise DecisionRefused({"": tell("Only organisers and the player can change this.")})
        return [amendment(league, number, colour=colour, initial=initial)]

    return decide(visit, order, changes)


def merge_players(
    visit: LeagueVisit, order: DecisionRequest, player: int, into: int
) -> DecisionMade:
    """Merge a player into another, ``into``; refused if they have ever played at one table."""

    def changes(connection: Connection, league: League) -> list[Change]:
        one, other = find_player(league, player), find_player(league, into)
        if one == other:
            raise DecisionRefused({"into": tell("Choose another player.")})
        if have_played_together(connection, league.id, one, other):
            raise DecisionRefused({"into": tell(PLAYED_TOGETHER)})
        return [Change("merge", {"player": one, "into": other})]

    return decide(visit, order, changes)


def numbers_by_name(connection: Connection, league: League) -> dict[str, int]:
    """Return the players' numbers by folded name, without those who were merged into another."""
    players = [one for one in league.players.values() if one.into is None and not one.forgotten]
    names = names_of(connection, {one.person for one in players})
    return {folded(names[one.person]): one.number for one in players}


def amendment(league: League, player: int, **fields: Any) -> Change:
    """Return the change that amends a player's record."""
    written = league.find(player, "member", "guest")
    payload = {**(written.payload if written else {}), **fields}
    return Change("amend", payload, about=player)


def find_player(league: League, player: int) -> int:
    """Return the player's number as it counts now; refused where there is no such player."""
    number = league.after_merges(player)
    if number not in league.players or league.players[number].forgotten:
        raise DecisionRefused({"player": tell("There is no such player.")})
    return number
