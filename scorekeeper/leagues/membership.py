"""Players of a league: adding, renaming, merging, erasing them."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection

from scorekeeper.leagues.decisions import (
    Deciding,
    DecisionRequest,
    decide,
    decision,
    read_name,
    refusal,
)
from scorekeeper.leagues.results.games import scope_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.redaction import NamesToErase
from scorekeeper.sentences import phrase, tell
from scorekeeper.spelling import folded
from scorekeeper.store import erasing as store
from scorekeeper.store import push_phones
from scorekeeper.store.access.links import LEAGUE
from scorekeeper.store.league import contacts, duplicate_records, leagues, results
from scorekeeper.store.league.state import League
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.table.persons import add_persons, names_of, rename_persons
from scorekeeper.store.table.rows import Appended, Change, mark_changed
from scorekeeper.tables.erasing import TEXT, NamePlace, place_id, place_of, redact_tables, texts_at

MOST_AT_ONCE: Final = 1000
"""Names taken in by one decision; others wait while it is written."""
PLAYED_TOGETHER: Final = phrase("These players met at a table, so they can't be merged.")


@decision
def add_members(at: Deciding, names: Sequence[str]) -> list[Change]:
    """Add players. A guest of that name becomes a member; a member's name is refused."""
    wanted = read_names(names)
    known = numbers_by_name(at.connection, at.league)
    new = [name for name in wanted if folded(name) not in known]
    old = [at.league.players[known[folded(n)]] for n in wanted if folded(n) in known]
    for one in old:
        if not (one.guest or one.left):
            name = next(n for n in wanted if known.get(folded(n)) == one.number)
            raise refusal("names", "{name} is already in the league.", name=name)
    persons = add_persons(at.connection, new)
    return [
        *(Change("member", {"person": persons[name]}) for name in new),
        *(amendment(at.league, one.number, guest=False, left=False) for one in old),
    ]


def read_names(names: Sequence[str]) -> Sequence[str]:
    """Return new names without empty ones; refused if there are none, too many, or one of them
    twice."""
    wanted = [read_name(name) for name in names if name.strip()]
    if not wanted:
        raise refusal("names", "Enter at least one name.")
    if len(wanted) > MOST_AT_ONCE:
        raise refusal(
            "names",
            "That's {n} names. Add up to {most} at a time.",
            n=len(wanted),
            most=MOST_AT_ONCE,
        )
    called: set[str] = set()
    for name in wanted:
        if folded(name) in called:
            raise refusal("names", "{name} is in the list twice.", name=name)
        called.add(folded(name))
    return wanted


@decision
def rename_player(at: Deciding, player: int, name: str) -> list[Change]:
    """Rename a player from now on; what was written keeps the old name."""
    name = read_name(name)
    namesake = numbers_by_name(at.connection, at.league).get(folded(name), player)
    if namesake != player:
        raise refusal(
            "name", "{name} is already in the league. Same person? Merge the two.", name=name
        )
    (person,) = add_persons(at.connection, [name]).values()
    return [amendment(at.league, find_player(at.league, player), person=person)]


@decision
def set_player(at: Deciding, /, player: int, **rights: bool) -> list[Change]:
    """Make a player a guest or a member (``guest``), or one who has left (``left``)."""
    return [amendment(at.league, find_player(at.league, player), **rights)]


@decision
def set_coin(at: Deciding, player: int, colour: int, initial: str) -> list[Change]:
    """Set a player's colour (a number) and initial (empty: that of the name): organisers for
    everybody, a phone for its own player."""
    number = find_player(at.league, player)
    if not at.visit.organises and at.league.player_of(at.sent.device) != number:
        raise refusal("", "Only organisers and the player can change this.")
    return [amendment(at.league, number, colour=colour, initial=initial)]


@decision
def set_usual_partner(at: Deciding, player: int, partner: int | None) -> list[Change]:
    """Set with whom a player usually plays as a pair; None: with nobody. Whoever was the usual
    partner of either has none any more."""
    one = find_player(at.league, player)
    other = None if partner is None else find_player(at.league, partner)
    if one == other:
        raise refusal("partner", "Choose another player.")
    usual, two = at.league.usual_partners, {one, *filter(None, [other])}
    left = {usual[each] for each in two if each in usual} - two
    mine = amendment(at.league, one, partner=other or 0)
    theirs = [amendment(at.league, other, partner=one)] if other else []
    return [mine, *theirs, *(amendment(at.league, each, partner=0) for each in sorted(left))]


class MergePreview(NamedTuple):
    """A merge as it would be: the ``games`` and ``bonuses`` that become the player ``into``'s;
    ``into_games``: the games that this one has; why it is refused, empty where it is not."""

    into: int
    games: int
    bonuses: int
    into_games: int
    reason_refused: str


def preview_merge(visit: LeagueVisit, player: int, into: int) -> MergePreview:
    """Return what merging a player into another would move."""
    with reading() as connection:
        totals = results.player_totals(connection, scope_of(visit))
        met = _have_met(connection, scope_of(visit), player, into)
    games = {one.player: one.games for one in totals}
    bonuses = sum(one.player == player for one in visit.league.bonuses)
    refused = tell(PLAYED_TOGETHER) if met else ""
    return MergePreview(into, games.get(player, 0), bonuses, games.get(into, 0), refused)


def _have_met(connection: Connection, scope: results.Scope, one: int, other: int) -> bool:
    return any(met == other for met, _ in results.pair_totals(connection, scope, one))


@decision
def merge_players(at: Deciding, player: int, into: int) -> list[Change]:
    """Merge a player into another, ``into``; refused if they have ever played at one table."""
    one, other = find_player(at.league, player), find_player(at.league, into)
    if one == other:
        raise refusal("into", "Choose another player.")
    if _have_met(at.connection, scope_of(at.visit), one, other):
        raise refusal("into", PLAYED_TOGETHER)
    return [Change("merge", {"player": one, "into": other})]


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
        raise refusal("player", "There is no such player.")
    return number


def places_of_player(visit: LeagueVisit, player: int, also: Iterable[str] = ()) -> list[NamePlace]:
    """Return the places where a name of the player stands: at the league's tables, and in what its
    organisers wrote. As a player's name it is erased everywhere."""
    with reading() as connection:
        names = NamesToErase([*_names(connection, visit.league, player).values(), *also])
        tables = store.tables_of_league(connection, visit.info.id)
        own = dict.fromkeys(
            text
            for one in store.text_records_of_league(connection, visit.info.id)
            for text in store.free_texts(one.payload, store.OF_LEAGUES)
            if names.spans(text)
        )
        given = store.names_at_joining(connection, visit.info.id).values()
        own |= dict.fromkeys(name for name in given if names.spans(name))
        places = [place_of(text, names, TEXT, "league", None) for text in own]
        return [*places, *texts_at(connection, tables, names)]


def erase_player_name(
    visit: LeagueVisit,
    order: DecisionRequest,
    player: int,
    also: Iterable[str] = (),
    ticked: Collection[str] = (),
) -> Appended:
    """Erase a player's name from everything that is stored, past names too; scores stay. In
    texts that people wrote it is blacked out in the ticked places.

    This cannot be undone. If interrupted, repeat it: the player's own name is erased last.
    """
    with reading() as connection:
        names = NamesToErase([*_names(connection, visit.league, player).values(), *also])
        tables = store.tables_of_league(connection, visit.info.id)
    # before the decision, so that the league is not held while tables are read anew
    redact_tables(tables, names, ticked)

    def changes(connection: Connection, league: League) -> list[Change]:
        store.overwrite_deleted(connection)
        number = find_player(league, player)
        persons = _names(connection, league, number)
        rename_persons(connection, {person: f"Forgotten player {person}" for person in persons})
        _redact(connection, league, names, ticked)
        same = [one for one in league.players if league.after_merges(one) == number]
        contacts.remove(connection, league.id, same)
        own = [one for one in league.claims if league.player_of(one) == number]
        push_phones.remove_mail(connection, own)
        return [amendment(league, number, left=True, forgotten=True, initial="")]

    decided = decide(visit, order, changes)
    with writing() as connection:
        # so that every process reads the tables anew
        mark_changed(connection)
    store.empty_log()
    return decided


def _names(connection: Connection, league: League, player: int) -> dict[int, str]:
    known = leagues.players_by_person(connection, league.id)
    number = league.after_merges(player)
    return names_of(
        connection, [one for one, of in known.items() if league.after_merges(of) == number]
    )


def _redact(
    connection: Connection, league: League, names: NamesToErase, ticked: Collection[str]
) -> None:
    def put(text: str) -> str:
        return names.without_names(text) if place_id(TEXT, "league", text) in ticked else text

    for one in [*store.text_records_of_league(connection, league.id)]:
        payload = store.replace_texts(one.payload, store.OF_LEAGUES, put)
        if payload != one.payload:
            store.overwrite(connection, one, payload)
    duplicate_records.mark_erased(connection, league.id)
    store.forget_names_of_phones(connection, LEAGUE, [league.id], names.spans)
    for access, name in store.names_at_joining(connection, league.id).items():
        if put(name) != name:
            store.rename_at_joining(connection, access, put(name))
