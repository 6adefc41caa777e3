"""A league for other programs: standings and games as JSON, results as Atom, evenings as a
calendar."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Final
from xml.etree import ElementTree

import msgspec

from scorekeeper.days import day_of
from scorekeeper.games import games
from scorekeeper.leagues.evening.plan import Evening
from scorekeeper.leagues.evening.tonight import evening_of
from scorekeeper.leagues.results.columns import StandingsLine, document_line
from scorekeeper.leagues.results.games import GameOfLeague, GamesFilter, games_of
from scorekeeper.leagues.results.standings import standings_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.standings.finished import BYE
from scorekeeper.standings.scoring import Scoring, scheme_of
from scorekeeper.store.league.state import Season

MOST_GAMES: Final = 200
"""A list has so many games, the newest."""

# --- documents ----------------------------------------------------------------------------------


class Standings(msgspec.Struct, kw_only=True):
    """The standings of a season; `unit` is what a total counts."""

    league: str
    season: str
    unit: str
    rows: list[StandingsLine]  # type: ignore[valid-type]


class PlayedSide(msgspec.Struct, kw_only=True):
    """A side of a game: its players by name, its points."""

    players: list[str]
    points: int
    won: bool


class PlayedGame(msgspec.Struct, kw_only=True):
    """A finished game; the date as 2026-03-31. The kind is "played", or where nobody did "walkover"
    or "bye"; `result_only`: its score was kept on paper."""

    number: int
    game: str
    date: str
    counts: bool
    kind: str
    sides: list[PlayedSide]
    result_only: bool = False


class PlayedGames(msgspec.Struct, kw_only=True):
    """The games that ended last, the newest first."""

    league: str
    games: list[PlayedGame]


class PostedGame(msgspec.Struct, kw_only=True):
    """The id of the table that was made of a posted score sheet."""

    table: str


def standings_document(visit: LeagueVisit, season: Season) -> Standings:
    """Return the standings of a season."""
    return Standings(
        league=visit.league.name,
        season=season.name,
        unit=scheme_of(Scoring.read(season.scoring)).unit,
        rows=[
            msgspec.convert({**document_line(one), "name": visit.names[one.player]}, StandingsLine)
            for one in standings_of(visit, season)
        ],
    )


def games_document(visit: LeagueVisit) -> PlayedGames:
    """Return the games that ended last."""
    return PlayedGames(
        league=visit.league.name,
        games=[
            played_game(visit, one) for one in games_of(visit, GamesFilter(), most=MOST_GAMES).games
        ],
    )


def played_game(visit: LeagueVisit, game: GameOfLeague) -> PlayedGame:
    """Return a game that has ended, now or before it was taken up again."""
    return PlayedGame(
        number=game.id,
        game=game.game,
        date=day_of(game.ended or 0).isoformat(),
        counts=not game.why_not,
        kind=game.unplayed or "played",
        sides=[
            PlayedSide(
                players=[visit.names[player] for player in side.players],
                points=side.points,
                won=side.won,
            )
            for side in game.sides
        ],
        result_only=game.result_only,
    )


# --- Atom (RFC 4287) ----------------------------------------------------------------------------

_ATOM: Final = "http://www.w3.org/2005/Atom"


def results_atom(visit: LeagueVisit, address: str) -> bytes:
    """Return the games that ended last as a feed; ``address`` is that of the league's games."""
    ElementTree.register_namespace("", _ATOM)
    ended = games_of(visit, GamesFilter(), most=MOST_GAMES).games
    feed = ElementTree.Element(f"{{{_ATOM}}}feed")
    name = f"urn:scorekeeper:{visit.info.public_id}"
    newest = max((one.ended or 0 for one in ended), default=0)
    _add(feed, "id", name)
    _add(feed, "title", visit.league.name)
    _add(feed, "updated", _moment(newest))
    _link(feed, address)
    for one in ended:
        entry = ElementTree.SubElement(feed, f"{{{_ATOM}}}entry")
        _add(entry, "id", f"{name}:game:{one.id}")
        _add(entry, "title", _headline(visit, one))
        _add(entry, "updated", _moment(one.ended or 0))
        author = ElementTree.SubElement(entry, f"{{{_ATOM}}}author")
        _add(author, "name", visit.league.name)
        _link(entry, address)
    text: bytes = ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True)
    return text


def _headline(visit: LeagueVisit, game: GameOfLeague) -> str:
    known = games().get(game.game)
    sides = [visit.together(one.players) for one in game.sides]
    name = known.name if known else game.unknown_name or game.game
    if game.unplayed == BYE:
        return tell("{game}: bye for {names}", game=name, names=sides[0])
    if game.unplayed:
        return tell(
            "{game}: walkover for {names} against {others}",
            game=name,
            names=sides[0],
            others=sides[1],
        )
    told = (f"{names} {one.points}" for names, one in zip(sides, game.sides, strict=True))
    return f"{name}: {' – '.join(told)}"


def _add(parent: ElementTree.Element, name: str, text: str) -> None:
    ElementTree.SubElement(parent, f"{{{_ATOM}}}{name}").text = text


def _link(parent: ElementTree.Element, address: str) -> None:
    ElementTree.SubElement(parent, f"{{{_ATOM}}}link", href=address)


def _moment(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds // 1000, UTC).isoformat()


# --- calendar (RFC 5545) ------------------------------------------------------------------------

_LONGEST_LINE: Final = 75
"""Octets of a line; what is longer goes on in the next, after a blank."""


def evenings_calendar(visit: LeagueVisit, address: Callable[[int], str]) -> bytes:
    """Return the evenings as days of a calendar; ``address`` is that of an evening's page."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Scorekeeper//Evenings//EN",
        f"X-WR-CALNAME:{_escaped(visit.league.name)}",
    ]
    for number in visit.league.evenings:
        evening = evening_of(visit.league, number)
        if evening.date:
            lines += _event(visit, evening, address(number))
    folded = (part for line in (*lines, "END:VCALENDAR") for part in _folded(line))
    return "".join(f"{line}\r\n" for line in folded).encode()


def _event(visit: LeagueVisit, evening: Evening, address: str) -> list[str]:
    day = date.fromisoformat(evening.date)
    name, game = evening.name or visit.league.name, games()[evening.game].name
    return [
        "BEGIN:VEVENT",
        f"UID:{visit.info.public_id}-{evening.number}@scorekeeper",
        f"DTSTAMP:{day:%Y%m%d}T000000Z",
        f"SEQUENCE:{visit.info.version}",
        f"DTSTART;VALUE=DATE:{day:%Y%m%d}",
        f"DTEND;VALUE=DATE:{day + timedelta(days=1):%Y%m%d}",
        f"SUMMARY:{_escaped(f'{name}: {game}')}",
        f"URL:{address}",
        "END:VEVENT",
    ]


def _escaped(text: str) -> str:
    for one in ("\\", ";", ","):
        text = text.replace(one, f"\\{one}")
    return text.replace("\n", "\\n")


def _folded(line: str) -> Iterator[str]:
    """Yield the line in pieces that are short enough, and never part a letter."""
    piece = ""
    for letter in line:
        if len((piece + letter).encode()) > _LONGEST_LINE:
            yield piece
            piece = " "
        piece += letter
    yield piece
