"""The league on a screen on the wall: tonight's tables and how everybody stands; else the next
evenings and the season. What does not fit turns pages by itself. A secret link opens it without
signing in, and shows what a guest sees."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final
from zlib import crc32

from flask import Blueprint, Response, abort, after_this_request, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.leagues.access_tokens import WALL
from scorekeeper.leagues.duplicate.writing import is_duplicate
from scorekeeper.leagues.evening.direction import RoundClock
from scorekeeper.leagues.evening.tonight import EveningTable, evening_status
from scorekeeper.leagues.results.standings import standings_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import minus, tell
from scorekeeper.standings.numbers import number_text
from scorekeeper.store.table.rows import now
from scorekeeper.web.interview.coins import COLOURS, Coin, initials
from scorekeeper.web.league import parts
from scorekeeper.web.league.downloads import reader_or_403
from scorekeeper.web.league.evening.bracket import BracketPage
from scorekeeper.web.league.evening.page import EveningPage
from scorekeeper.web.league.evening.session_wall import session_tonight, wall_of_session
from scorekeeper.web.league.evening.wall_parts import (
    ROWS,
    TABLES,
    Wall,
    WallRow,
    WallSide,
    WallTable,
    part_shown,
)

bp = Blueprint("wall", __name__, url_prefix="/l/<league_id>/wall")

TURN_MS: Final = 12_000
"""How long a page is shown, in milliseconds."""
EVENINGS: Final = 6
"""How many evenings to come are shown."""
_PLAYING: Final = 4
"""The most matches told in words below a bracket."""
_MINUTE_MS: Final = 60_000


@bp.get("")
def page(league_id: str) -> ResponseReturnValue:
    """Show the wall to a phone that may view the league, or to whoever has the link."""
    return _shown(league_id, "league/evening/wall.html")


@bp.get("/news")
def news(league_id: str) -> ResponseReturnValue:
    """Return the page of the wall if it is another one than `v`; 204 if it is the same."""
    after_this_request(_leave_if_locked_out)
    return _shown(league_id, "league/evening/_wall.html")


def _leave_if_locked_out(response: Response) -> Response:
    # a screen whose link was turned off went on showing what it had
    if response.status_code == HTTPStatus.FORBIDDEN:
        response.headers["HX-Refresh"] = "true"
    return response


def _shown(league_id: str, template: str) -> ResponseReturnValue:
    visit = reader_or_403(league_id, WALL)
    tonight, session = _tonight(visit), session_tonight(visit)
    turn = now() // TURN_MS
    if session and not (tonight and _begun(tonight)):
        wall, clock = wall_of_session(session, turn), session.clock
    elif tonight:
        wall, clock = _of_evening(visit, tonight, turn), tonight.clock
    else:
        wall, clock = _of_season(visit, turn), None
    # not the time that is left: a script counts it down
    mark = f"{visit.info.version}.{crc32(repr(wall).encode())}"
    if request.args.get("v") == mark:
        return Response(status=204)
    query: dict[str, Any] = {"league_id": league_id, "token": request.args.get("token")}
    return render_template(
        template,
        wall=wall,
        clock=clock,
        news=url_for("wall.news", **query, v=mark),
        again=TURN_MS // 1000,
    )


def _tonight(visit: LeagueVisit) -> EveningPage | None:
    """Return the evening of today; of several the first one whose tables are open."""
    evenings = [
        EveningPage(visit, evening_status(visit, one["number"]))
        for one in parts.coming_evenings(visit)
        if one["tonight"] and not is_duplicate(visit, one["number"])
    ]
    return next(filter(_begun, evenings), next(iter(evenings), None))


def _begun(show: EveningPage) -> bool:
    return bool(show.now.opened or show.now.others)


# --- tonight ------------------------------------------------------------------------------------


def _of_evening(visit: LeagueVisit, show: EveningPage, turn: int) -> Wall:
    if show.now.bracket:
        return _of_knockout(visit, show, BracketPage(visit, show.now, show.now.bracket), turn)
    tables, many_tables = part_shown(_tables(show), TABLES, turn)
    rows, many_rows = part_shown(_rows(visit, show), ROWS, turn)
    return Wall(
        title=show.result or show.round_text,
        about=" · ".join([visit.league.name, show.title, show.about]),
        tables=tables,
        evenings=(),
        headings=(tell("Tonight"), tell("Now")),
        rows=rows,
        pages=max(many_tables, many_rows),
    )


def _of_knockout(visit: LeagueVisit, show: EveningPage, bracket: BracketPage, turn: int) -> Wall:
    trees = bracket.trees
    tree = trees[turn % len(trees)]
    drawn = {one.table for _, level in tree.rounds for one in level if one}
    tables = [one for one in show.now.tables_in_play if one.listing.row.public_id in drawn]
    playing = [
        tell(
            "{table}: {sides}, {state}",
            table=show.title_of(one),
            sides=" – ".join(name for name, _ in one.listing.scored),
            state=show.status(one),
        )
        for one in tables[:_PLAYING]
    ]
    won = bracket.champion
    return Wall(
        title=tell("{name} won the knock-out", name=won) if won else tree.title or show.title,
        about=" · ".join([visit.league.name, show.about]),
        tables=(),
        evenings=(),
        headings=("", ""),
        rows=(),
        pages=len(trees),
        tree=tree,
        matches=playing,
    )


def _tables(show: EveningPage) -> list[WallTable]:
    """Return the tables of the round that is on and those that still play; before the first round
    who will sit there."""
    if not show.now.opened and show.evening.rounds:
        first = show.evening.rounds[0].tables
        return [_planned(show, place, seats) for place, seats in enumerate(first, 1) if seats]
    there = [one for _, tables in show.on for one in tables if not one.removed]
    behind = _minutes_behind(show.clock)
    return [_table(show, one, behind) for one in (*there, *show.now.others)]


def _minutes_behind(clock: RoundClock | None) -> int:
    return max(-clock.left, 0) // _MINUTE_MS if clock and clock.running else 0


def _table(show: EveningPage, one: EveningTable, behind: int) -> WallTable:
    over = show.is_over(one)
    late = bool(behind) and not over and one.round == show.now.opened
    words = tell("{n} {n:minute|minutes} behind", n=behind) if late else show.status(one)
    listing = one.listing
    won = (listing.outcome or {}).get("winners", ())
    seated = [
        side for side, seats in enumerate(listing.sides) if any(listing.names[s] for s in seats)
    ]
    sides = [
        WallSide(coin, name, minus(total), bool(won) and side not in won)
        for side, (name, total, coin) in zip(seated, show.sides(one), strict=True)
    ]
    return WallTable(show.title_of(one), words, over, late, sides)


def _planned(show: EveningPage, place: int, seats: Sequence[int]) -> WallTable:
    names = show.visit.names_now
    pairs = show.partners and len(seats) == 4  # noqa: PLR2004
    sides = [seats[::2], seats[1::2]] if pairs else [[one] for one in seats]
    together = [show.visit.together(side) for side in sides]
    letters = initials([names[side[0]] for side in sides])
    shown = [
        WallSide(Coin(letter, number % COLOURS), name, "–", lost=False)
        for number, (name, letter) in enumerate(zip(together, letters, strict=True))
    ]
    title = tell("Table {place}", place=place)
    return WallTable(title, tell("round {n}", n=1), over=False, late=False, sides=shown)


def _rows(visit: LeagueVisit, show: EveningPage) -> list[WallRow]:
    """Return everybody who is there, as they stand tonight, pairs where these are ranked; those
    without a result come last."""
    placed = {one.player: one for one in show.standings}
    players_of = visit.league.players_of
    there = {player for one in placed for player in players_of(one)}
    waiting = [one for one in show.evening.present if one not in there]
    players = [*placed, *sorted(waiting, key=lambda one: visit.names_now[one].casefold())]
    doing = _doing(visit, show)
    coins = parts.coins(visit, players)
    return [
        WallRow(
            placed[one].place if one in placed else None,
            coins[one],
            visit.names_now[one],
            doing.get(players_of(one)[0], ""),
            number_text(placed[one].total) if one in placed else "–",
        )
        for one in players
    ]


def _doing(visit: LeagueVisit, show: EveningPage) -> dict[int, str]:
    """Return what each player does in the round that is on, or how their game ended."""
    if not show.now.opened:
        return {}
    found = dict.fromkeys(show.evening.rounds[show.now.opened - 1].byes, tell("sits out"))
    for one in (table for _, tables in show.on for table in tables if not table.removed):
        scored = [points for _, points in one.listing.scored]
        for side, seats in enumerate(one.listing.sides):
            for seat in seats:
                if one.seats and seat < len(one.seats):
                    found[one.seats[seat]] = _ended(one, side, scored) or tell("playing")
    return found


def _ended(one: EveningTable, side: int, scored: Sequence[int]) -> str:
    """Return how a game ended for a side: "won 512 : 340"; empty while it goes on."""
    if one.walkover:
        return tell("walkover")
    if not (outcome := one.listing.outcome):
        return ""
    if len(scored) == 2:  # noqa: PLR2004
        points = f"{minus(scored[side])} : {minus(scored[1 - side])}"
    else:
        points = minus(scored[side]) if side < len(scored) else ""
    if outcome.get("drawn"):
        return tell("drew {points}", points=points)
    won = side in outcome.get("winners", ())
    return tell("won {points}", points=points) if won else tell("lost {points}", points=points)


# --- between evenings ---------------------------------------------------------------------------


def _of_season(visit: LeagueVisit, turn: int) -> Wall:
    season = visit.season_shown or abort(404)
    standings = standings_of(visit, season)
    coins = parts.coins(visit, [one.player for one in standings])
    rows, many = part_shown(
        [
            WallRow(
                one.place,
                coins[one.player],
                visit.names[one.player],
                tell("{n} {n:game|games}", n=one.sums.games),
                number_text(one.total),
            )
            for one in standings
        ],
        ROWS,
        turn,
    )
    evenings = [(one["title"], one["about"]) for one in parts.coming_evenings(visit)[:EVENINGS]]
    headings = (tell("Standings"), tell("Played"))
    return Wall(visit.league.name, season.name, (), evenings, headings, rows, many)
