"""A walkover at one table of an evening: one side does not come, the other wins without playing.

The league keeps it as it keeps a result from before, as an imported game without a table; the
season's scoring says what it is worth (``standings/modifiers/walkover.py``). The game of the table
that nobody plays at is removed by the same decision; once the walkover is withdrawn the table can
be opened again. Ratings leave it out.
"""

from collections.abc import Sequence

from sqlalchemy import Connection

from scorekeeper.leagues.decisions import DecisionMade, DecisionRefused, DecisionRequest, decide
from scorekeeper.leagues.evening.plan import BRACKETS, rounds_of_groups
from scorekeeper.leagues.evening.tonight import EveningStatus, EveningTable, evening_status
from scorekeeper.leagues.game_days import day_of_evening, today
from scorekeeper.leagues.imports.storing import played_document
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.store.league import end_times, results
from scorekeeper.store.league.state import League
from scorekeeper.store.schema.table import Json
from scorekeeper.store.table.rows import Appended, Change, now


def walkover_tables(tonight: EveningStatus) -> Sequence[EveningTable]:
    """Return the tables at which a side may be given a walkover: planned ones where nothing is
    saved; none of a knock-out, whose bracket has walkovers of its own, except in its groups."""
    evening = tonight.evening
    in_groups = len(rounds_of_groups(evening))
    return [
        one
        for one in tonight.tables_in_play
        if one.round
        and (one.round <= in_groups or evening.kind not in BRACKETS)
        and one.seats
        and not one.listing.row.version
        and len(one.listing.sides) == 2
    ]


def give_table_walkover(
    visit: LeagueVisit, order: DecisionRequest, number: int, game: int, winner: int
) -> DecisionMade:
    """Record that a side (0 or 1) of a table, by its game's id, wins without playing. Raises
    ``DecisionRefused`` where anything is saved there, ``NotFound``, ``Unavailable``."""
    tables = {one.game: one for one in walkover_tables(evening_status(visit, number))}
    table = tables.get(game)
    if table is None:
        raise DecisionRefused({"": tell("A deal or a walkover is already saved at this table.")})
    document = _document(visit.league, number, table, winner)
    seats = table.listing.sides[winner]
    told = {
        "game": game,
        "winner": [(table.seats or ())[seat] for seat in seats],
        "round": table.round,
        "place": table.place,
    }

    def changes(connection: Connection, league: League) -> list[Change]:
        (row,) = results.games_by_id(connection, league.id, [game])
        name = tell(
            "walkover at table {place}, round {round}", place=table.place, round=table.round
        )
        imported = {"season": row.season, "name": name, "games": [document], "walkover": told}
        struck = {"game": game, "struck": True, "reason": tell("Walkover"), "walkover": told}
        return [Change("import", imported), Change("game", {**struck, "round": table.round})]

    def keep(connection: Connection, answer: Appended, made: Sequence[Change]) -> None:
        league_id = visit.info.id
        row = {
            "league_id": league_id,
            "imported": answer.seq,
            "season": (made[0].payload or {})["season"],
            "game": document["game"],
            "day": day_of_evening(visit.league, number),
            "ended": end_times.next_end_time(connection, league_id, now()),
            "played": played_document(document),
            "evening": number,
            "round": table.round,
            "place": table.place,
        }
        results.add_games(connection, [row])

    return decide(visit, order, changes, keep)


def _document(league: League, evening: int, table: EveningTable, winner: int) -> Json:
    """Return the game as an import has it."""
    row = table.listing.row
    return {
        "line": 0,
        "date": day_of_evening(league, evening) or today().isoformat(),
        "game": row.game,
        "sides": [[row.summary["seats"][seat] for seat in side] for side in table.listing.sides],
        "points": [int(side == winner) for side in (0, 1)],
        "deals": None,
        "low": False,
        "walkover": True,
    }
