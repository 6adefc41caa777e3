"""The first page of a league: tonight's table or the next evening for a player, what to do next for
an organiser, and who leads."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask import abort, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.leagues.duplicate.writing import is_duplicate
from scorekeeper.leagues.evening.tonight import (
    EveningStatus,
    EveningTable,
    evening_status,
    standings_shown,
)
from scorekeeper.leagues.ladder import ladder_of
from scorekeeper.leagues.phones import claims_to_answer
from scorekeeper.leagues.results.standings import StandingsRow, rows_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.leagues.webhook import count_undelivered
from scorekeeper.sentences import tell
from scorekeeper.tables.own_games import game_named
from scorekeeper.web.league import parts
from scorekeeper.web.league.evening.organiser_steps import shown_steps, steps_done
from scorekeeper.web.league.evening.page import EveningPage
from scorekeeper.web.league.evening.table_keys import result_key
from scorekeeper.web.league.home import bp
from scorekeeper.web.league.league_request import league_page, visit_or_403
from scorekeeper.web.table import table_request

FIRST_ROWS = 5
"""The rows of the standings that the first page shows."""


@bp.get("/l/<league_id>", endpoint="home")
def tonight_page(league_id: str) -> ResponseReturnValue:
    """Show tonight, or the next evening; what an organiser does next; who leads."""
    visit = visit_or_403(league_id)
    season = visit.season_shown or abort(404)
    evenings = parts.coming_evenings(visit)
    read = [one["number"] for place, one in enumerate(evenings) if one["tonight"] or not place]
    there = {number: evening_status(visit, number) for number in read}
    there |= {
        one["number"]: evening_status(visit, one["number"])
        for one in evenings[1:]
        if one["tonight"]
    }
    first = next((one for one in evenings if one["tonight"]), None)
    now = there[first["number"]] if first else None
    rows = rows_of(visit, season)
    mine = _mine(visit, evenings, there)
    later = any(not one["tonight"] for one in evenings)
    asked = visit.organises and not visit.league.archived
    return league_page(
        "evening/tonight.html",
        visit,
        "tonight",
        season=season,
        evenings=evenings,
        tonight=first,
        result=EveningPage(visit, now).result if now else "",
        begun=bool(now and (now.opened or now.others)),
        mine=mine,
        facts=_facts(visit, now, rows),
        others=_others(visit, now, mine),
        rows=rows[:FIRST_ROWS],
        count=len(rows),
        me=parts.own(visit, [one.placed.player for one in rows[:FIRST_ROWS]]),
        coins=parts.coins(visit, [one.placed.player for one in rows[:FIRST_ROWS]]),
        todo=shown_steps(visit, now, later) if asked else [],
        done=steps_done(visit, now) if asked else [],
        claims=_claims(visit),
        challenge=_challenge(visit),
        undelivered=count_undelivered(visit) if visit.organises else 0,
    )


# --- what a player looks for --------------------------------------------------------------------


def _claims(visit: LeagueVisit) -> tuple[str, Sequence[str]]:
    """Return the name that this phone waits for (empty: none), and those that other phones ask this
    one for."""
    device = table_request.known_device()
    # told here, on the first page: it used to stand on “Phones” alone
    latest = {one: claims[-1] for one, claims in visit.league.claims.items() if claims}
    if all(one.agreed for one in latest.values()) or not visit.is_member:
        return "", ()
    own = latest.get(device)
    asking = claims_to_answer(visit, device)
    awaited = visit.names[own.player] if own and not own.agreed else ""
    return awaited, [visit.names[one.claim.player] for one in asking if one.claim]


def _mine(
    visit: LeagueVisit, evenings: list[dict[str, Any]], there: Mapping[int, EveningStatus]
) -> dict[str, Any] | None:
    """Return the next evening of the phone's player: their seat, tonight, or their reply; None if
    the phone is nobody's."""
    me = visit.league.player_of(table_request.known_device())
    if me is None or not evenings:
        return None
    for now in there.values():
        for one in now.tables_in_play:
            if me in (one.seats or ()):
                return {"table": one, **_seat(visit, one, me)}
    first = evenings[0]
    # once it has begun, nobody is asked whether they are coming
    if there[first["number"]].opened or is_duplicate(visit, first["number"]):
        return None
    return {"table": None, "evening": first, "reply": parts.reply_shown(visit, first["number"])}


def _challenge(visit: LeagueVisit) -> dict[str, Any] | None:
    me = visit.league.player_of(table_request.known_device())
    ladder = ladder_of(visit) if me is not None else None
    if me is None or ladder is None or (found := ladder.open_for(me)) is None:
        return None
    return {"mine": found.by == me, "other": visit.names[found.of if found.by == me else found.by]}


def _seat(visit: LeagueVisit, table: EveningTable, me: int) -> dict[str, Any]:
    """Return a player's seat at a table, and the partners and opponents there."""
    seats = table.seats or ()
    seat = seats.index(me)
    mine = next(side for side in table.listing.sides if seat in side)
    names = [visit.names[one] for one in seats]
    return {
        "number": seat + 1,
        "partners": [names[one] for one in mine if one != seat],
        "opponents": [name for one, name in enumerate(names) if one not in mine],
        "me": names[seat],
        "game": game_named(table.listing.row.game).name,
    }


def _facts(
    visit: LeagueVisit, now: EveningStatus | None, rows: Sequence[StandingsRow]
) -> list[tuple[str, str]]:
    """Return how the phone's player stands, tonight and in the season: a figure, what it is of."""
    me = visit.league.player_of(table_request.known_device())
    found = []
    shown = standings_shown(visit.season(now.evening.season), now) if now else ()
    tonight = next((one for one in shown if me in visit.league.players_of(one.player)), None)
    if tonight:
        won = tell("{won} of {games}", won=tonight.sums.won, games=tonight.sums.games)
        found.append((won, tell("won tonight")))
        of = tell("of {n} tonight", n=len(shown))
        found.append((f"{tonight.place or '–'}.", of))
    season = next((one.placed for one in rows if one.placed.player == me), None)
    if season and season.place:
        found.append((f"{season.place}.", tell("this season")))
    return found


class OtherTable(NamedTuple):
    """A table of the round that is on: its address, its name, who plays and how far, the totals;
    what the key beside it says, and where that leads."""

    href: str
    title: str
    about: str
    totals: str
    key: tuple[str, str]


def _others(
    visit: LeagueVisit, now: EveningStatus | None, mine: Mapping[str, Any] | None
) -> list[OtherTable]:
    """Return the tables in play, and for whoever enters results the others of the round; one's own
    is left out."""
    if now is None:
        return []
    own = mine and mine["table"]
    shown = EveningPage(visit, now)
    in_play = now.tables_in_play
    ended = [one for one in now.counted_tables.values() if one.round == now.opened]
    return [
        OtherTable(
            url_for("pad.table", public_id=one.listing.row.public_id) if visit.is_member else "",
            shown.title_of(one),
            " · ".join([" – ".join(name for name, _ in one.listing.scored), shown.status(one)]),
            " : ".join(str(total) for _, total in one.listing.scored),
            result_key(shown, one),
        )
        for one in (*in_play, *(one for one in ended if shown.directs and shown.is_over(one)))
        if one is not own
    ]
