"""Evenings of a league: saved as decisions, planned again, their rounds started.

What was opened stands as it was played, whatever is decided later; only the rest is planned anew.
"""

import hashlib
from collections.abc import Sequence
from secrets import SystemRandom

from sqlalchemy import Connection

from scorekeeper.leagues.decisions import Deciding, DecisionRequest, decide, decision, refusal
from scorekeeper.leagues.evening.bracket import Bracket
from scorekeeper.leagues.evening.direction import start_clock_of_round
from scorekeeper.leagues.evening.plan import (
    BRACKETS,
    DEAL,
    LOTS,
    SWISS,
    Evening,
    rounds_of_groups,
    rules_of,
    shape_of_evening,
    with_more_rounds,
)
from scorekeeper.leagues.evening.tonight import (
    EveningStatus,
    evening_of,
    evening_status,
    last_started_round,
    planned_tables,
    started_tables,
    totals_before,
    with_started_rounds,
)
from scorekeeper.leagues.game_rulings import day_of_evening
from scorekeeper.leagues.membership import numbers_by_name
from scorekeeper.leagues.push.queueing import SeatedTable, queue_round
from scorekeeper.leagues.tables import open_table
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.sheet.documents import FORMAT, Document, SheetRefused, game_in_sheet
from scorekeeper.spelling import folded
from scorekeeper.store.league import evenings as store
from scorekeeper.store.league import league_games
from scorekeeper.store.league import leagues as records
from scorekeeper.store.league.evenings import PlacedTable
from scorekeeper.store.league.league_games import GameRow, games_of_evening
from scorekeeper.store.league.state import League
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.table.drafts import read_answers
from scorekeeper.store.table.persons import add_persons
from scorekeeper.store.table.rows import Appended, Change
from scorekeeper.store.table.rows import now as time_now
from scorekeeper.tables import league_results
from scorekeeper.tables.finished import bye_document
from scorekeeper.tables.own_games import game_named

# --- planning -----------------------------------------------------------------------------------


@decision
def save_evening(at: Deciding, evening: Evening, newcomers: Sequence[str] = ()) -> list[Change]:
    """Save a planned evening, or another plan for one that has a number.

    Players -1, -2 … of the plan are the ``newcomers``, who become guests. The answer's seq is the
    evening's number where it is new. Raises ``DecisionRefused`` where a round was opened that the
    plan has otherwise, ``Conflict``, ``Unavailable``.
    """
    if evening.cancelled:
        raise refusal("", "This evening is cancelled.")
    known = numbers_by_name(at.connection, at.league)
    if there := [name for name in newcomers if folded(name) in known]:
        raise refusal("names", "{name} has just joined the league. Preview again.", name=there[0])
    persons = add_persons(at.connection, newcomers)
    # the guests' records follow the evening's, so that their numbers are known
    numbers = {-1 - place: at.league.version + 2 + place for place in range(len(newcomers))}
    payload = evening.renumbered(numbers).payload()
    if evening.number:
        _refuse_changed_rounds(at.connection, at.league, evening)
        kept = Change("amend", payload, about=evening.number)
    else:
        kept = Change("evening", payload)
    guests = [Change("guest", {"person": one, "guest": True}) for one in persons.values()]
    return [kept, *guests]


def _refuse_changed_rounds(connection: Connection, league: League, evening: Evening) -> None:
    """Refuse a plan that changes a round that was started."""
    now = evening_of(league, evening.number)
    tables = planned_tables(connection, league, evening.number)
    if now.kind in BRACKETS:
        # a walkover names its winner by the place among the entrants
        if (started_tables(tables) or now.walkovers) and now.units != evening.units:
            raise refusal("", "The knock-out has started, so its entrants can't change.")
        return
    opened = last_started_round(tables, now)
    if with_started_rounds(now, tables).rounds[:opened] != evening.rounds[:opened]:
        raise refusal("", "A round has started since. Plan the rest again.")


def with_next_round(visit: LeagueVisit, tonight: EveningStatus) -> Evening:
    """Return the evening with one more round after all planned ones; with Swiss pairing the
    next, by the standings."""
    evening = tonight.evening
    shape = shape_of_evening(visit.season(evening.season), evening)
    earlier = earlier_evenings(visit.league, evening.number)
    played, basis = evening.rounds, tonight.basis
    return with_more_rounds(evening, shape, 1, played, tonight.totals, earlier, basis)


def paired_again(visit: LeagueVisit, tonight: EveningStatus) -> Evening | None:
    """Return the evening with the last round of Swiss pairing paired again, by the results as they
    were corrected since; None where that comes to the same."""
    evening, season = tonight.evening, visit.season(tonight.evening.season)
    if season is None or not tonight.corrected:
        return None
    played = evening.rounds[:-1]
    shape = shape_of_evening(season, evening)
    earlier = earlier_evenings(visit.league, evening.number)
    totals = totals_before(season, tonight, len(evening.rounds))
    plan = with_more_rounds(evening, shape, 1, played, totals, earlier, tonight.basis)
    return None if plan.rounds == evening.rounds else plan


def pair_again(visit: LeagueVisit, order: DecisionRequest, number: int) -> Appended:
    """Pair the last round of Swiss pairing again, after a correction; where its tables are open and
    nothing is entered there, the round is cancelled with it. Raises ``DecisionRefused``,
    ``Conflict``, ``NotFound``, ``Unavailable``."""
    plan = paired_again(visit, evening_status(visit, number))
    if plan is None:
        raise refusal("", "The pairing is up to date.")

    def changes(connection: Connection, league: League) -> list[Change]:
        cancelled = _cancelled(connection, league, plan, len(plan.rounds))
        return [*cancelled, Change("amend", plan.payload(), about=number)]

    return decide(visit, order, changes)


def earlier_evenings(league: League, number: int) -> int:
    """Return how many of the league's evenings were planned before this one (0: a new one)."""
    return sum(not number or one < number for one in league.evenings)


def settle_match(
    visit: LeagueVisit,
    order: DecisionRequest,
    number: int,
    match: int,
    winner: int | None = None,
) -> Appended:
    """Record that a side (0 or 1) of a drawn match won a deciding deal; without one draw lots.
    Raises ``DecisionRefused`` where the match is not drawn, or is settled, ``NotFound``,
    ``Unavailable``."""
    now = evening_status(visit, number)
    bracket = _with_drawn(now, match)
    sides = bracket.standing.sides[match]
    lot = winner is None
    entrant = SystemRandom().choice(sides) if winner is None else sides[winner]
    one = [match, bracket.games[match], entrant, LOTS if lot else DEAL]

    def changes(connection: Connection, league: League) -> list[Change]:
        payload = league.evenings[number]
        settled = [*payload.get("settled", []), one]
        return [Change("amend", {**payload, "settled": settled}, about=number)]

    return decide(visit, order, changes)


def replay_match(visit: LeagueVisit, sent: DecisionRequest, number: int, match: int) -> str:
    """Start another table for a drawn match, and return its public id: its result goes on in the
    bracket, and both count in the season. Raises as ``settle_match`` and ``start_round`` do."""
    now = evening_status(visit, number)
    bracket = _with_drawn(now, match)
    (round, place) = next(at for at, one in bracket.places.items() if one.number == match)
    with reading() as connection:
        gone = store.tables_gone(connection, visit.info.id, number, visit.league.removed_games)
    here = [
        one for one in now.tables if (one.round, one.place, one.removed) == (round, place, False)
    ]
    before = gone[round, place] + len(here)
    return _start_table(visit, now, round, place, here[-1].seats or (), before, sent)


def _with_drawn(now: EveningStatus, match: int) -> Bracket:
    bracket = now.bracket
    if bracket is None or match not in bracket.drawn or match in bracket.standing.winners:
        raise refusal("", "This match isn't drawn, or is settled already.")
    return bracket


def draw_knockout(visit: LeagueVisit, order: DecisionRequest, number: int) -> Appended:
    """Draw the knock-out from the best of each group; again, as long as no match has started.
    Raises ``DecisionRefused``, ``NotFound``, ``Unavailable``."""
    now = evening_status(visit, number)
    if now.groups is None or not now.groups.over:
        raise refusal("", "Finish all games of the groups first.")
    if now.bracket and now.bracket.games:
        raise refusal("", "The knock-out has started, so its entrants can't change.")
    qualified = [*now.groups.qualified]

    def changes(connection: Connection, league: League) -> list[Change]:
        payload = {**league.evenings[number], "qualified": qualified, "walkovers": []}
        reason = tell("The knock-out was drawn again.")
        first = len(rounds_of_groups(now.evening)) + 1
        walkovers = (
            Change("game", {"game": one.id, "struck": True, "reason": reason})
            for one in games_of_evening(connection, league.id, number)
            if one.imported is not None and (one.round or 0) >= first
            if one.id not in league.removed_games
        )
        return [Change("amend", payload, about=number), *walkovers]

    return decide(visit, order, changes)


# --- opening tables -----------------------------------------------------------------------------


def start_round(visit: LeagueVisit, sent: DecisionRequest, number: int, round: int) -> list[str]:
    """Start the tables of a round that are not started yet, everybody seated; return their public
    ids.

    In Swiss pairing whoever sits out is given a bye. A round whose evening has a clock starts its
    own. Asked again it opens nothing twice. Raises
    ``DecisionRefused``, ``NotFound``, ``Unavailable``.
    """
    now = evening_status(visit, number)
    if now.evening.cancelled:
        raise refusal("round", "This evening is cancelled.")
    if not 1 <= round <= len(now.evening.rounds):
        raise refusal("round", "There is no such round.")
    if round > now.opened + 1:
        raise refusal("round", "Start round {n} first.", n=now.opened + 1)
    with reading() as connection:
        before = store.tables_gone(connection, visit.info.id, number, visit.league.removed_games)
    started = [
        SeatedTable(
            _start_table(visit, now, round, place, seats, before[round, place], sent), place, seats
        )
        for place, seats in enumerate(now.evening.rounds[round - 1].tables, 1)
        if seats and (round, place) not in now.counted_tables
    ]
    if started and round > now.opened:
        start_clock_of_round(visit, sent, number)
        partners = shape_of_evening(visit.season(now.evening.season), now.evening).partners
        queue_round(visit, sent.device, number, round, started, partners=partners)
    if now.evening.kind == SWISS:
        _give_byes(visit, now.evening, round)
    return [one.public_id for one in started]


def _give_byes(visit: LeagueVisit, evening: Evening, round: int) -> None:
    """Count a bye for each player, pair or team that sits out a round, once.

    Like the round's tables a bye is no record, but a game of the league: without a table.
    """
    season, out = visit.league.season, evening.rounds[round - 1].byes
    units = evening.units or tuple((player,) for player in evening.present)
    resting = [unit for unit in units if {*unit} <= {*out}]
    if season is None or not resting:
        return
    with writing() as connection:
        league = records.read(connection, records.lock(connection, visit.info.id))
        given = _byes(games_of_evening(connection, league.id, evening.number), round)
        if any("round" not in league.game_decisions.get(game, {}) for game in given):
            return  # not of a start that was cancelled
        for unit in resting:
            row = {
                "league_id": league.id,
                "season": season.number,
                "game": evening.game,
                "day": day_of_evening(league, evening.number),
                "ended": league_games.next_end_time(connection, league.id, time_now()),
                "played": bye_document([league.players[player].person for player in unit]),
                "evening": evening.number,
                "round": round,
            }
            league_games.add_games(connection, [row])
        there = _byes(games_of_evening(connection, league.id, evening.number), round)
        league_results.count_games(connection, league, [one for one in there if one not in given])


def _byes(games: Sequence[GameRow], round: int) -> list[int]:
    """Return the byes that were given in a round, by the game's id, removed ones too."""
    byes = (one for one in games if one.table_id is None and one.imported is None)
    return [one.id for one in byes if one.round == round]


def _start_table(
    visit: LeagueVisit,
    now: EveningStatus,
    round: int,
    place: int,
    seats: Sequence[int],
    before: int,
    sent: DecisionRequest,
) -> str:
    """Start one table; ``before`` are removed or deleted ones at its place."""
    # part of the request's key: asked again it is the same table, unless that was removed since
    who = hashlib.sha256(f"{tuple(seats)} {before}".encode()).hexdigest()[:12]
    try:
        return open_planned_table(visit, now.evening, seats, round, place, who, sent)
    except SheetRefused as refused:
        words = " ".join(error["message"] for error in refused.errors)
        raise refusal("round", "Table {place}: {words}", place=place, words=words) from refused


def open_planned_table(
    visit: LeagueVisit,
    evening: Evening,
    seats: Sequence[int],
    round: int,
    place: int,
    mark: str,
    sent: DecisionRequest,
) -> str:
    """Open the table of a place in an evening, or of a board in a match between teams, with an
    empty sheet by the rules of the season that goes on; asked for with the same ``mark`` it is the
    same table. Raises ``SheetRefused``."""
    rules = rules_of(visit.league.season, evening.game, evening.variant)
    sheet: Document = {
        "format": FORMAT,
        **game_in_sheet(game_named(evening.game)),
        "variant": rules.variant,
        "players": [visit.names[visit.league.after_merges(player)] for player in seats],
        "entries": [],
        **({} if rules.options is None else {"options": rules.options}),
    }
    return open_table(
        visit,
        sheet,
        # "~" begins the keys that the server makes, and none that a client may send
        key=f"~{visit.info.public_id}.{evening.number}.{round}.{place}.{mark}",
        device=sent.device,
        address=sent.address,
        evening=evening.number,
        round=round,
        place=place,
    )


@decision
def cancel_round(at: Deciding, number: int, round: int) -> list[Change]:
    """Cancel the last round started, while nothing is entered at its tables: these no longer count,
    and the round can be started again."""
    evening = evening_of(at.visit.league, number)
    cancelled = _cancelled(at.connection, at.league, evening, round)
    if not cancelled:
        raise refusal("round", "Round {n} has no open tables.", n=round)
    return cancelled


def _cancelled(
    connection: Connection, league: League, evening: Evening, round: int
) -> list[Change]:
    """Return the changes that cancel a round with its tables and byes; none where it is not
    open."""
    number = evening.number
    there = [
        one
        for one in store.planned_tables(connection, league.id, number)
        if one.game not in league.removed_games
    ]
    mine = [one for one in there if one.round == round]
    if not mine:
        return []
    _refuse_started(connection, round, there, mine)
    ruled = {
        "struck": True,
        "reason": tell("Round {n} was cancelled.", n=round),
        **{"evening": number, "round": round, "name": evening.name, "date": evening.date},
    }
    byes = _byes(games_of_evening(connection, league.id, number), round)
    games = [*(one.game for one in mine), *(one for one in byes if one not in league.removed_games)]
    return [Change("game", {"game": game, **ruled}) for game in games]


def _refuse_started(
    connection: Connection, round: int, there: Sequence[PlacedTable], mine: Sequence[PlacedTable]
) -> None:
    last = max(one.round or 0 for one in there)
    if last != round:
        raise refusal("round", "Cancel round {n} first.", n=last)
    for one in mine:
        if one.row.version or read_answers(connection, one.row.id, deal=1):
            raise refusal(
                "round", "Table {place} has started: remove its game instead.", place=one.place
            )
