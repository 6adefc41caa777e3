"""What a league makes of its games: the finished game as a document, and results by player.

The document (``LeagueGame.played``) holds what was played and nothing that the league may change
its mind about: who sat on each side at the end (person ids; a seat that was emptied counts for who
left it), the final points, the winners, and what figures need of each player and side. Results
follow from it and from what the league has decided.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from sqlalchemy import Connection

from scorekeeper import standings
from scorekeeper.figures import KEPT, LOST, folded
from scorekeeper.standings import Finished, Scoring
from scorekeeper.store import leagues, results
from scorekeeper.store.decided import League, Moved, Season
from scorekeeper.store.models import Json
from scorekeeper.store.persons import names_of
from scorekeeper.store.results import GameRow, Result
from scorekeeper.store.write import Change, now
from scorekeeper.tables.opened import Opened

OPEN: Final = "open"
COUNTS: Final = ""
WHY_NOT: Final[Mapping[str, str]] = {
    OPEN: "It is not over.",
    "nothing": "No deal was played.",
    "alone": "Nobody played against anybody.",
    "struck": "The organiser struck it.",
    "game": "This game does not count in the season.",
    "rules": "It was played by other rules than the season's.",
    "import": "Its import was taken back.",
    "season": "Its season was taken back.",
    "twice": "Two who played in it count as one player.",
}
"""Why a game does not count, by ``LeagueGame.counts``."""


# --- the game as a document ---------------------------------------------------------------------


def played(table: Opened) -> Json | None:
    """The finished game at a table; None where it goes on."""
    pad = table.pad
    if pad.outcome is None:
        return None
    bids = _bids(table)
    seated = [
        {"person": table.persons[name], "side": pad.side_of(seat), **bids.get(seat, {})}
        for seat, name in sorted(_last_seats(table).items())
    ]
    return {
        "players": seated,
        "points": list(pad.totals),
        "winners": list(pad.outcome.winners or (_drawn(table) if pad.outcome.drawn else ())),
        "deals": pad.deals,
        "low": pad.game.low_wins(pad.options),
        "tallied": _tallied(table),
        "top": _top(table),
    }


def _drawn(table: Opened) -> Sequence[int]:
    return range(len(table.pad.sides))


def _last_seats(table: Opened) -> dict[int, str]:
    """Who sat in each seat last. Who went from one seat to another counts in the last of them."""
    seat_of: dict[str, int] = {}
    for pad in table.pads:
        seat_of |= {name: seat for seat, name in enumerate(pad.seats) if name is not None}
    names: dict[int, str] = {}
    for name, seat in seat_of.items():
        if table.pad.seats[seat] in (None, name):
            names[seat] = name
    return names


def _bids(table: Opened) -> dict[int, dict[str, int]]:
    """Bids made and lost by seat."""
    found: dict[int, dict[str, int]] = {}
    for before, after in pairwise(table.pads):
        row = after.rows[-1]
        facts = before.game.facts
        if row.kind == "deal" and facts is not None:
            for seat, fact, _ in facts(before, row.entry):
                if fact in (KEPT, LOST):
                    bids = found.setdefault(seat, {"kept": 0, "lost": 0})
                    bids["kept" if fact == KEPT else "lost"] += 1
    return found


def _tallied(table: Opened) -> list[int]:
    """What each side gathered in the game's tallies: bags, in the games that count them."""
    gathered = [0] * len(table.pad.sides)
    for row in table.pad.rows:
        for line in row.lines:
            if line.column in table.pad.game.tallies and line.points > 0:
                gathered[line.side] += line.points
    return gathered


def _top(table: Opened) -> list[list[int]] | None:
    """Each side's best deal: its points and number; the first of equal ones."""
    deals = [row for row in table.pad.rows if row.kind == "deal"]
    if not deals:
        return None
    low = table.pad.game.low_wins(table.pad.options)
    best = min if low else max
    tops = []
    for side in range(len(table.pad.sides)):
        found = best(deals, key=lambda row, side=side: row.scores[side])  # type: ignore[misc]
        tops.append([found.scores[side], found.number or 0])
    return tops


# --- results ------------------------------------------------------------------------------------


def enter(connection: Connection, table: Opened, **columns: int | None) -> None:
    """Have a table's game be one of a league; the columns are those of ``LeagueGame``."""
    results.add_game(connection, table_id=table.row.id, game=table.head.game.slug, **columns)
    follow(connection, table, now())


def follow(connection: Connection, table: Opened, at: int) -> None:
    """Have a league's results follow its table, in the transaction that wrote to it."""
    league_id = table.row.league_id
    if league_id is None or (table.pad.outcome is None and table.row.status == "open"):
        return  # a deal of a game that goes on is nothing to the league yet
    info = leagues.lock(connection, league_id)
    game = results.game_of_table(connection, league_id, table.row.id)
    document = played(table)
    if game is None or document == game.played:
        return
    league = leagues.read(connection, info)
    ended = game.ended
    if document and ended is None:
        ended = results.ended_now(connection, league_id, at)
    options = dict(table.head.options)
    game = game._replace(played=document, ended=ended, variant=table.head.variant, options=options)
    results.store(connection, game, played=document, ended=ended)
    if document:
        names = {person: name for name, person in table.persons.items()}
        league = with_guests(connection, league, {p: names[p] for p in _persons(document)})
    count(connection, league, [game])


def _persons(document: Json) -> list[int]:
    return [one["person"] for one in document["players"]]


def with_guests(connection: Connection, league: League, names: Mapping[int, str]) -> League:
    """The league with a player for each of these persons (names by id).

    A person who is nobody's yet is the player of that name; where there is none, a guest.
    """
    known = leagues.players_by_person(connection, league.id)
    new = {person: name for person, name in names.items() if person not in known}
    if not new:
        return league
    persons = {one.person for one in league.players.values()}
    called = {folded(name): person for person, name in names_of(connection, persons).items()}
    by_person = {one.person: one.number for one in league.players.values()}
    guests = []
    for person, name in new.items():
        namesake = called.get(folded(name))
        if namesake is not None:
            leagues.add_person(connection, league.id, person, by_person[namesake])
        else:
            guests.append(person)
    return _join(connection, league, guests)


def _join(connection: Connection, league: League, persons: Sequence[int]) -> League:
    """The league with these persons as guests."""
    if not persons:
        return league
    changes = [Change("guest", {"person": person, "guest": True}) for person in persons]
    answer = leagues.append(
        connection,
        league.id,
        changes,
        request_key=f"guest-{persons[0]}",
        expected_version=None,
        device="",
    )
    for place, person in enumerate(persons):
        leagues.add_person(connection, league.id, person, answer.seq + place)
    return leagues.fresh(connection, leagues.by_id(connection, league.id))


def catch_up(connection: Connection, league: League, moved: Moved) -> None:
    """Make the results anew that a decision of the league has changed."""
    if not moved:
        return
    games = {
        game.id: game
        for found in (
            *(results.games_of_season(connection, league.id, one) for one in moved.seasons),
            *(results.games_of_import(connection, league.id, one) for one in moved.imports),
            results.games_by_id(connection, league.id, {*moved.games, *_moved_to(league, moved)}),
            results.games_of_players(connection, league.id, moved.players),
        )
        for game in found
    }
    count(connection, league, games.values())


def _moved_to(league: League, moved: Moved) -> Iterable[int]:
    """The games that were moved to one of the seasons."""
    return (game for game, said in league.ruled.items() if said.get("season") in moved.seasons)


def count(connection: Connection, league: League, games: Iterable[GameRow]) -> None:
    """Make the results of these games what they are in the league as it is."""
    players = leagues.players_by_person(connection, league.id)
    for game in games:
        season = season_of(league, game)
        counts = why_not(league, season, game)
        found: list[Result] = []
        if not counts and game.played and season:
            found = list(results_of(league, season, game, players))
            if len({one.player for one in found}) < len(found):
                counts, found = "twice", []
        results.replace(connection, league.id, game, found)
        if game.counts != counts:
            results.store(connection, game, counts=counts)


def season_of(league: League, game: GameRow) -> Season | None:
    """The season in which the game counts: where it was played or moved to."""
    number = league.ruled.get(game.id, {}).get("season")
    return league.seasons.get(number if number is not None else game.season)


def why_not(league: League, season: Season | None, game: GameRow) -> str:
    """Why a game does not count, a key of ``WHY_NOT``; empty where it does."""
    if game.imported is not None and game.imported not in league.imports:
        return "import"
    if season is None:
        return "season"
    if game.played is None:
        return OPEN
    if league.ruled.get(game.id, {}).get("struck"):
        return "struck"
    return _unfit(game.played) or _against(season, game)


def _unfit(document: Json) -> str:
    if not document["deals"]:
        return "nothing"
    return "alone" if len({one["side"] for one in document["players"]}) < 2 else COUNTS


def _against(season: Season, game: GameRow) -> str:
    """Whether the game, or its rules, are not those of the season."""
    if season.games and game.game not in season.games:
        return "game"
    pinned = season.games.get(game.game)
    if pinned is None or game.options is None:
        return COUNTS
    same = (pinned["variant"], pinned["options"]) == (game.variant, game.options)
    return COUNTS if same else "rules"


def results_of(
    league: League, season: Season, game: GameRow, players: Mapping[int, int]
) -> Iterable[Result]:
    """A row for each player of the finished game; ``players`` are the numbers by person."""
    document: dict[str, Any] = game.played or {}
    seated = [(league.is_now(players[one["person"]]), one) for one in document["players"]]
    own = {player: one for player, one in seated}
    scoring = Scoring.read(season.scoring)
    for result in standings.results(_finished(document, seated), scoring, _handicaps(season)):
        one = own[result.player]
        top = document["top"][one["side"]] if document["top"] else (None, None)
        yield Result(
            game_id=game.id,
            player=result.player,
            league_id=league.id,
            season=season.number,
            game=game.game,
            ended=game.ended or 0,
            side=one["side"],
            place=result.place,
            won=int(result.won),
            letter=result.letter,
            deals=result.deals,
            points=round(result.points),
            worth=standings.kept(result.worth),
            kept=one.get("kept", 0),
            lost=one.get("lost", 0),
            tallied=document["tallied"][one["side"]],
            top=top[0],
            top_deal=top[1],
        )


def _finished(document: Json, seated: Sequence[tuple[int, Json]]) -> Finished:
    sides = tuple(
        tuple(player for player, one in seated if one["side"] == side)
        for side in range(len(document["points"]))
    )
    points, winners = tuple(document["points"]), frozenset(document["winners"])
    return Finished(sides, points, winners, document["deals"], document["low"])


def _handicaps(season: Season) -> dict[int, Fraction]:
    return {player: Fraction(points) for player, points in season.handicaps.items()}
