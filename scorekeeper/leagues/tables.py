"""Tables of a league: started in it, or added later by their scorer."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection, update

from scorekeeper import rulebook
from scorekeeper.days import day_of
from scorekeeper.leagues.decisions import DecisionRefused, refusal
from scorekeeper.leagues.game_rulings import day_of_evening, today
from scorekeeper.leagues.visit import LeagueVisit, visit_in
from scorekeeper.sentences import phrase, tell
from scorekeeper.sheet import read_head
from scorekeeper.store.access.devices import devices_of, maker_of
from scorekeeper.store.access.league_access import is_out
from scorekeeper.store.access.links import LEAGUE, SCORER, TABLE, find_link
from scorekeeper.store.league import league_games, leagues
from scorekeeper.store.league.state import ORGANISER, League, Season
from scorekeeper.store.schema.table import GameTable
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.table.persons import ChosenCoin, choose_coin, chosen_coins
from scorekeeper.store.table.rows import find_by_id, lock
from scorekeeper.tables import league_results
from scorekeeper.tables.loading import LoadedTable, replay_row
from scorekeeper.tables.own_games import game_named
from scorekeeper.tables.starting import InLeague, rematch_sheet, start_table
from scorekeeper.tables.sync.documents import SentRecords, TableRecords
from scorekeeper.tables.sync.receiving import read_sent_head, receive_into_league

_PUT_OUT: Final = phrase(
    "This phone is no longer in the league. Ask an organiser for the link, or start a game "
    "outside the league."
)


def persons_of(visit: LeagueVisit) -> dict[str, int]:
    """Return the persons of the league's players by name, so that who sits down by name is that
    player."""
    players = visit.league.players.values()
    return {visit.names[one.number]: one.person for one in players if one.into is None}


def open_table(
    visit: LeagueVisit,
    document: Mapping[str, Any],
    *,
    key: str,
    device: str,
    address: str = "",
    evening: int | None = None,
    round: int | None = None,
    place: int | None = None,
    day: str | None = None,
    previous: LoadedTable | None = None,
) -> str:
    """Start a new table in the league's season, from a sheet; return its public id.

    ``evening``, ``round`` and ``place`` where it was planned; ``day``, as "2026-03-31", where it is
    neither the evening's nor the one on which it ends; players of the ``previous`` table stay the
    same persons. Raises ``SheetRefused``, ``DecisionRefused`` where there is no season or its
    rules are others, ``BudgetSpent``, ``Unavailable``.
    """
    season = _season(visit)
    head = read_head(document)
    _refuse_other_rules(season, head.game.slug, head.variant, head.options)
    _give_missing_coins(visit)
    played_on = day or day_of_evening(visit.league, evening)
    where = InLeague(visit.info.id, season.number, evening, round, place, played_on)
    return start_table(
        document,
        key=key,
        device=device,
        address=address,
        previous=previous,
        known=persons_of(visit),
        league=where,
    )


def _give_missing_coins(visit: LeagueVisit) -> None:
    """Give players at tables the coins that they chose when coins stood in the league alone."""
    chosen = {
        one.person: ChosenCoin(one.colour, one.initial)
        for one in visit.league.players.values()
        if one.into is None and (one.colour is not None or one.initial)
    }
    with reading() as connection:
        missing = chosen.keys() - chosen_coins(connection, chosen).keys()
    if missing:
        with writing() as connection:
            for person in missing:
                choose_coin(connection, [person], chosen[person])


def league_of_link(secret_hash: str) -> LeagueVisit | None:
    """Return the league in which the link whose secret has this hash may start tables by itself;
    ``None`` for the organisers' link while there is a passphrase."""
    with reading() as connection:
        link = find_link(connection, LEAGUE, secret_hash)
        if link is None:
            return None
        info = leagues.by_id(connection, link.owner)
        if leagues.find(connection, info.public_id) is None:  # deleted
            return None
        return (
            None if link.role == ORGANISER and info.passphrase else visit_in(connection, info, None)
        )


def receive_table(
    visit: LeagueVisit, wanted_id: str, sent: SentRecords, *, device: str, address: str, key: bytes
) -> TableRecords | None:
    """Make a table of the league of these records, or go on with it; ``None`` where the table is
    another league's. ``key`` is the app's signing key.

    Raises what ``tables.sync.receive_into_league`` does, and ``DecisionRefused`` as ``open_table``.
    """
    season, head = _season(visit), read_sent_head(sent)
    _refuse_other_rules(season, head.game.slug, head.variant, head.options)
    return receive_into_league(
        wanted_id,
        sent,
        device=device,
        address=address,
        known=persons_of(visit),
        league=InLeague(visit.info.id, season.number),
        key=key,
    )


def rematch(
    visit: LeagueVisit, table: LoadedTable, *, key: str, device: str, address: str = ""
) -> str:
    """Start the next game of those who sit at a league's table, on the same evening, for the
    current season; return its public id.

    It is of the same day if the table was written to today: somebody who enters an evening later
    does so game after game. Raises as ``load_table`` does, and ``DecisionRefused`` for a phone that
    may not.
    """
    with reading() as connection:
        if _was_signed_out(connection, visit, table, device):
            raise refusal("league", _PUT_OUT)
        game = league_games.game_of_table(connection, table.row.id)
    evening, day = (game.evening, game.day) if game else (None, None)
    if evening not in visit.league.evenings:
        evening = None
    if day_of(table.row.updated) != today():
        day = today().isoformat() if evening else None
    own: dict[str, Any] = {"evening": evening, "day": day, "previous": table}
    return open_table(visit, rematch_sheet(table), key=key, device=device, address=address, **own)


def _was_signed_out(
    connection: Connection, visit: LeagueVisit, table: LoadedTable, device: str
) -> bool:
    """Return whether the phone may start no more games of the league from that table: it was signed
    out, and no link of the table lets it score; or the phone that started the table was, whose
    links are worth no more."""
    if visit.is_member:
        return False
    at_table = devices_of(connection, TABLE, table.row.id)
    in_league = devices_of(connection, LEAGUE, visit.info.id)
    if is_out(in_league.get(maker_of(at_table) or "", ())):
        return True
    by_link = any(one.link_id and one.role == SCORER for one in at_table.get(device, ()))
    return not by_link and is_out(in_league.get(device, ()))


def add_table(visit: LeagueVisit, table: LoadedTable, day: str | None = None) -> None:
    """Add a table to the league at its scorer's request, on that ``day`` (as "2026-03-31"; None: on
    the day when it ends, or today); once it is there, this changes nothing.

    Raises ``DecisionRefused`` for a table of another league, or one that is played by other rules
    than the season's.
    """
    season = _season(visit)
    with writing() as connection:
        # lock the table first, as a write to it does
        lock(connection, table.row.id)
        leagues.lock(connection, visit.info.id)
        row = find_by_id(connection, table.row.id)
        if row.league_id == visit.info.id:
            return
        if row.league_id is not None:
            raise refusal("league", "This game already belongs to another league.")
        _refuse_other_rules(season, row.game, row.variant, row.options)
        chosen = update(GameTable).where(GameTable.id == row.id)
        connection.execute(chosen.values(league_id=visit.info.id))
        now = replay_row(connection, row._replace(league_id=visit.info.id))
        where = InLeague(visit.info.id, season.number, day=day)
        league_results.add_game(connection, now, **where._asdict())


def rule_differences(
    season: Season, slug: str, variant: str | None, options: Mapping[str, Any]
) -> Sequence[str]:
    """Return why a game of these rules would not count in the season; empty where it would."""
    if season.games and slug not in season.games:
        return [tell("This game does not count in the season.")]
    pinned = season.games.get(slug)
    if pinned is None or league_results.same_rules(slug, pinned, variant, options):
        return []
    game = game_named(slug)
    if pinned["variant"] != variant:
        return [
            tell(
                "The season plays “{pinned}”, not “{variant}”.",
                pinned=rulebook.variant_name(game, pinned["variant"]),
                variant=rulebook.variant_name(game, variant),
            )
        ]
    # an option younger than the pinned rules has its default in them
    there = {**game.defaults(variant), **pinned["options"]}
    return [
        tell("In this game: {here}. In the season: {there}.", here=one.here, there=one.there)
        for one in rulebook.differences(game, options, there)
    ]


def _refuse_other_rules(
    season: Season, slug: str, variant: str | None, options: Mapping[str, Any]
) -> None:
    if differences := rule_differences(season, slug, variant, options):
        raise DecisionRefused({"league": " ".join(differences)})


def why_no_season(league: League) -> str:
    """Return why nothing can be played in a league that has no season now."""
    if league.archived:
        return tell("The league is archived. An organiser can reopen it.")
    return tell("The league has no open season.")


def _season(visit: LeagueVisit) -> Season:
    if visit.league.season is None:
        raise DecisionRefused({"league": why_no_season(visit.league)})
    return visit.league.season
