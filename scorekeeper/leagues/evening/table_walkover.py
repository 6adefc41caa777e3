"""A walkover at one table of an evening, in a match of its knock-out or of a league of teams: one
side does not come, the other wins without playing.

The league keeps it as it keeps a result from before, as an imported game without a table; the
season's scoring says what it is worth (``standings/unplayed.py``). The game of the table
that nobody plays at is removed by the same decision; once the walkover is withdrawn the table can
be opened again. Ratings leave it out.
"""

from collections.abc import Sequence

from sqlalchemy import Connection

from scorekeeper.leagues.decisions import Changes, DecisionRequest, decide, refusal
from scorekeeper.leagues.evening.plan import BRACKETS, rounds_of_groups
from scorekeeper.leagues.evening.tonight import EveningStatus, EveningTable, evening_status
from scorekeeper.leagues.game_rulings import day_of_evening, today
from scorekeeper.leagues.importing import played_document
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.store.league import league_games
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
) -> Appended:
    """Record that a side (0 or 1) of a table, by its game's id, wins without playing. Raises
    ``DecisionRefused`` where anything is saved there, ``NotFound``, ``Unavailable``."""
    tables = {one.game: one for one in walkover_tables(evening_status(visit, number))}
    table = tables.get(game)
    if table is None:
        raise refusal("", "A deal or a walkover is already saved at this table.")
    seated = table.listing.row.summary["seats"]
    sides = [[seated[seat] for seat in side] for side in table.listing.sides]
    document = walkover_document(visit.league, number, table.listing.row.game, sides, winner)
    seats = table.listing.sides[winner]
    told = {
        "game": game,
        "winner": [(table.seats or ())[seat] for seat in seats],
        "round": table.round,
        "place": table.place,
    }

    def changes(connection: Connection, league: League) -> list[Change]:
        (row,) = league_games.games_by_id(connection, league.id, [game])
        name = tell(
            "walkover at table {place}, round {round}", place=table.place, round=table.round
        )
        imported = {"season": row.season, "name": name, "games": [document], "walkover": told}
        struck = {"game": game, "struck": True, "reason": tell("Walkover"), "walkover": told}
        return [Change("import", imported), Change("game", {**struck, "round": table.round})]

    return decide_walkover(visit, order, number, changes)


def give_walkover(
    visit: LeagueVisit, order: DecisionRequest, number: int, match: int, winner: int
) -> Appended:
    """Record that a side of a match (0 or 1) goes on without playing. It is a walkover in the
    season too, unless something is saved at the match's table: that is a game of its own. Raises
    ``DecisionRefused`` where its sides are not known or it has a result, ``NotFound``,
    ``Unavailable``."""
    tonight = evening_status(visit, number)
    bracket, evening = tonight.bracket, tonight.evening
    sides = bracket.standing.sides.get(match, (None, None)) if bracket else (None, None)
    home, away = sides
    if bracket is None or home is None or away is None or match in bracket.standing.winners:
        raise refusal("", "This match has a result, or its sides are not known yet.")
    entrant = sides[winner]
    round, place = next(at for at, one in bracket.places.items() if one.number == match)
    table = tonight.counted_tables.get((round, place))
    season = visit.league.season
    units = [bracket.units[home], bracket.units[away]]
    persons = [[visit.league.players[player].person for player in unit] for unit in units]
    document = walkover_document(visit.league, number, evening.game, persons, winner)

    def changes(connection: Connection, league: League) -> list[Change]:
        payload = league.evenings[number]
        given = [*payload.get("walkovers", []), [match, entrant]]
        made = [Change("amend", {**payload, "walkovers": given}, about=number)]
        # where something is saved, as in a drawn match, that counts: else the match would twice
        if season is None or (table and table.listing.row.version):
            return made
        told = {"match": match, "winner": [*units[winner]], "round": round, "place": place}
        name = tell("walkover in match {match}", match=match)
        imported = {"season": season.number, "name": name, "games": [document], "walkover": told}
        made.append(Change("import", imported))
        if table:  # nobody plays there
            struck = {"game": table.game, "struck": True, "reason": tell("Walkover")}
            of = {"evening": number, "round": round, "name": evening.name, "date": evening.date}
            made.append(Change("game", {**struck, **of}))
        return made

    return decide_walkover(visit, order, number, changes)


def decide_walkover(
    visit: LeagueVisit, order: DecisionRequest, evening: int, changes: Changes
) -> Appended:
    """Decide that, and add the game of the walkover that is imported by it, at its place."""

    def keep(connection: Connection, answer: Appended, made: Sequence[Change]) -> None:
        for seq, one in enumerate(made, answer.seq):
            if one.kind == "import":
                imported: Json = one.payload or {}
                (document,), told = imported["games"], imported["walkover"]
                row = {
                    "league_id": visit.league.id,
                    "imported": seq,
                    "season": imported["season"],
                    "game": document["game"],
                    "day": day_of_evening(visit.league, evening),
                    "ended": league_games.next_end_time(connection, visit.league.id, now()),
                    "played": played_document(document),
                    "evening": evening,
                    "round": told["round"],
                    "place": told["place"],
                }
                league_games.add_games(connection, [row])

    return decide(visit, order, changes, keep)


def walkover_document(
    league: League, evening: int, game: str, sides: Sequence[Sequence[int]], winner: int
) -> Json:
    """Return the game as an import has it; ``sides`` are persons."""
    return {
        "line": 0,
        "date": day_of_evening(league, evening) or today().isoformat(),
        "game": game,
        "sides": [[*side] for side in sides],
        "points": [int(side == winner) for side in (0, 1)],
        "deals": None,
        "low": False,
        "walkover": True,
    }
