"""Games as written made into games that were played: a known game, a day, players who fit in, and
points for each side. All that is wrong with a game is noted, each fault where it stands."""

import difflib
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Final, NamedTuple, TypeVar

from scorekeeper.engine.game import Game
from scorekeeper.engine.other_entries import LONGEST_NAME
from scorekeeper.game_finder import names_of, plain_name, plain_pads, players_text, seatings
from scorekeeper.results_file.layouts import NUMBER_THEM, Cell, WrittenGame
from scorekeeper.results_file.text import FileFault
from scorekeeper.results_file.values import (
    BYE,
    KINDS,
    WALKOVER,
    Order,
    day_of,
    points_of,
    quoted,
    winners_of,
)
from scorekeeper.sentences import Sides, phrase, tell
from scorekeeper.spelling import JOINERS, plain_word

MOST_DEALS: Final = 1000


class PastGame(NamedTuple):
    """A game that was played: its first line in the file, the day, the game's slug, the players by
    side, the points by side, and how many deals it had (None: unknown). A game that is unknown here
    and kept as a plain result has the `game_name` of the file. `low` says whether the fewest win
    (None: by the game's rules). `winner_only`: the file tells no points, and 1 stands for those who
    won and 0 for the others; `winners` are the sides that won where that is said beside the points
    (None: by the points). `kind` is "walkover", "bye" (of one side), "result only", or empty."""

    line: int
    date: date
    game: str
    sides: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]
    deals: int | None = None
    game_name: str = ""
    low: bool | None = None
    winner_only: bool = False
    winners: tuple[int, ...] | None = None
    kind: str = ""


class CheckingContext(NamedTuple):
    """The knowledge that a file's games are checked against: the games by all their plain names,
    whether day or month comes first in dates, and the last day that is not in the future (None:
    any). `plain` says by plain name which unknown games are saved as plain results, and whether
    the fewest win there."""

    names: Mapping[str, Game]
    order: Order
    latest: date | None
    plain: Mapping[str, bool]

    def low(self, called: str) -> bool | None:
        """Return whether the fewest win in an unknown game that is kept; None where it is not."""
        plain = plain_name(called)
        return None if plain in self.names else self.plain.get(plain)


def known_names(games: Mapping[str, Game]) -> dict[str, Game]:
    """Return the games by each of their names, without accents and blanks."""
    return {plain_name(name): game for game in games.values() for name in names_of(game)}


def check_game(
    written: WrittenGame, known: CheckingContext, faults: list[FileFault]
) -> PastGame | None:
    """Return the game that was played, if nothing is noted about it; None where there is no
    telling."""
    day = _value_or_fault(
        written.date, day_of(written.date.text, known.order, known.latest), faults
    )
    not_known = phrase("{text} isn't a kind of result. Use walkover, bye, result only or played.")
    kind = _one_of(KINDS, written.kind, not_known, faults)
    plain = known.low(written.game.text)
    names = known.names if plain is None else {plain_name(written.game.text): plain_pads()[0]}
    game = _value_or_fault(written.game, _game(written.game.text, names), faults)
    deals = _value_or_fault(written.deals, _deals(written.deals.text), faults)
    given = [
        _value_or_fault(score, points_of("0" if kind == BYE else score.text), faults)
        for score in written.scores
    ]
    points = [one for one in given if one is not None]
    faults += _player_faults(written)
    if game is None:
        return None
    whole = points if len(points) == len(given) else None
    seats = _of_bye if kind == BYE else _seated if plain is None else _plain_sides
    named = tuple(tuple(name.text for name in party) for party in written.parties)
    about_players = written.parties[0][0] if written.parties else Cell(written.line, "", "")
    seated = _value_or_fault(about_players, seats(game, named, whole), faults)
    if day is None or seated is None:
        return None
    called = "" if plain is None else written.game.text
    lowest = _one_of(_LOWEST, written.lowest, phrase("{text} is neither yes nor no."), faults)
    won = winners_of([one.text for one in written.won])
    # the winner has 1 and the others 0, so that the lowest never wins there
    low = False if written.winner_only else plain if lowest is None else lowest
    past = PastGame(
        *(written.line, day, game.slug, *seated, deals or None, called, low, written.winner_only),
        winners=None if written.winner_only else won,
        kind=kind or "",
    )
    return past if kind not in (WALKOVER, BYE) else _unplayed(past, written, faults)


_LOWEST: Final = {word: word in ("yes", "ja") for word in ("yes", "ja", "no", "nein")}

_Meaning = TypeVar("_Meaning", str, bool)


def _one_of(
    words: Mapping[str, _Meaning], cell: Cell, not_known: str, faults: list[FileFault]
) -> _Meaning | None:
    """Return what the cell's word means; an unknown one is noted as `not_known`."""
    word = plain_word(cell.text)
    if word and word not in words:
        faults.append(cell.fault(tell(not_known, text=quoted(cell.text))))
    return words.get(word)


def _unplayed(past: PastGame, written: WrittenGame, faults: list[FileFault]) -> PastGame | None:
    """Return a walkover, won 1-0 by the side that came, or a bye, with nothing that only a game
    has; of a walkover whose sides or winner cannot be told the fault is noted."""
    if past.kind == BYE:
        return past._replace(deals=None, low=None, winner_only=False, winners=None)
    best = max(past.points, default=0)
    won = past.winners or tuple(side for side, one in enumerate(past.points) if one == best)
    if len(past.sides) != 2 or len(won) != 1:
        faults.append(written.kind.fault(tell("A walkover has two sides, and one of them won.")))
        return None
    points = tuple(int(side in won) for side in (0, 1))
    return past._replace(points=points, deals=None, low=None, winner_only=False, winners=None)


_Found = TypeVar("_Found", date, Game, int, "Seated")


def _value_or_fault(cell: Cell, found: _Found | str, faults: list[FileFault]) -> _Found | None:
    """Return what was found; else note the fault of the cell."""
    if isinstance(found, str):
        faults.append(cell.fault(found))
        return None
    return found


# --- the game -------------------------------------------------------------------------------------


def _game(text: str, names: Mapping[str, Game]) -> Game | str:
    if not text:
        return tell("The game is missing.")
    plain = plain_name(text)
    if plain in names:
        return names[plain]
    close = difflib.get_close_matches(plain, names, 1)
    unknown = tell("Unknown game {text}.", text=quoted(text))
    if not close:
        return unknown
    return f"{unknown} {tell('Did you mean {name}?', name=names[close[0]].name)}"


def _deals(text: str) -> int | str:
    """Return the number of deals; 0 where nothing is said."""
    if not text:
        return 0
    number = points_of(text)
    known = isinstance(number, int) and 0 < number <= MOST_DEALS
    return number if known else tell("{text} isn't a number of deals.", text=quoted(text))


# --- the players ----------------------------------------------------------------------------------

Named = tuple[tuple[str, ...], ...]
"""The names by side, or of each player alone."""
Seated = tuple[Named, tuple[int, ...]]
"""The names by side, the points by side."""


def _player_faults(written: WrittenGame) -> Iterator[FileFault]:
    """Names that cannot be, and who is there twice."""
    seen: dict[str, Cell] = {}
    for name in (name for party in written.parties for name in party):
        text = quoted(name.text)
        if len(name.text) > LONGEST_NAME:
            too_long = "{text} is longer than {most} characters."
            yield name.fault(tell(too_long, text=text, most=LONGEST_NAME))
        elif not all(one.isprintable() or one in JOINERS for one in name.text):
            yield name.fault(tell("{text} contains unreadable characters.", text=text))
        first = seen.setdefault(name.text.casefold(), name)
        if first is not name:
            message = tell("{text} appears twice in this game.", text=text)
            numbered = "" if first.line == name.line else f" {tell(NUMBER_THEM)}"
            yield name.fault(f"{message}{numbered}")


def _seated(game: Game, named: Named, points: Sequence[int] | None) -> Seated | str:
    """Return who played together and had what; without points, whether the players fit in."""
    count = sum(map(len, named))
    if count not in game.players:
        template = "{game} is for {players} players, not {count}."
        return tell(template, game=game.name, players=players_text(game), count=count)
    ways = seatings(game, count)
    if count == len(named):
        return _by_seats(game, ways, [name for (name,) in named], points)
    if sorted(map(len, named)) not in [sorted(map(len, way)) for way in ways]:
        return _usual(game, ways[0])
    return _one_score_each(named, points)


def _of_bye(game: Game, named: Named, points: Sequence[int] | None) -> Seated | str:
    """Return the only side of a bye; nobody has points."""
    if len(named) != 1 or len(named[0]) > game.players[-1]:
        return tell("A bye has one side.")
    return named, (0,)


def _plain_sides(game: Game, named: Named, points: Sequence[int] | None) -> Seated | str:
    """Return the sides of a game of which nothing is known: as they are named, each with a
    score."""
    if not 2 <= len(named) <= game.players[-1]:
        return tell(
            "A plain result has 2 to {most} sides, not {parties}.",
            most=game.players[-1],
            parties=len(named),
        )
    return _one_score_each(named, points)


def _one_score_each(named: Named, points: Sequence[int] | None) -> Seated | str:
    if points is not None and len(points) != len(named):
        return tell(
            "There are {sides} sides and {n} {n:score|scores}.", sides=len(named), n=len(points)
        )
    return named, tuple(points or ())


def _usual(game: Game, way: Sides) -> str:
    sizes = [len(side) for side in way]
    if max(sizes) == 1:
        return tell("{game} has no partners.", game=game.name)
    teams = " against ".join(map(str, sizes))
    return tell("In {game} the sides are {sizes}.", game=game.name, sizes=teams)


def _by_seats(
    game: Game, ways: Sequence[Sides], names: Sequence[str], points: Sequence[int] | None
) -> Seated | str:
    """Players are named in the order of their seats; they play together as is usual if the scores
    agree with it, else those who have the same score, else in the first other way with which the
    scores agree. Without points there is nothing to tell it by."""
    if points is None:
        return (), ()
    if (seated := _seated_by(ways[0], names, points)) is not None:
        return seated
    sides = _with_same_points(names, points)
    if sorted(map(len, sides.values())) in [sorted(map(len, way)) for way in ways]:
        return tuple(map(tuple, sides.values())), tuple(sides)
    others = (_seated_by(way, names, points) for way in ways[1:])
    if (seated := next(filter(None, others), None)) is not None:
        return seated
    if len(points) != len(names):
        return tell(
            "There are {players} players and {n} {n:score|scores}.",
            players=len(names),
            n=len(points),
        )
    pairs = " and ".join(" & ".join(names[seat] for seat in side) for side in ways[0])
    return tell(
        "In {name} partners have one score; by their seats these are {pairs}.",
        name=game.name,
        pairs=pairs,
    )


def _seated_by(way: Sides, names: Sequence[str], points: Sequence[int]) -> Seated | None:
    by_side = _by_side(way, points)
    if by_side is None:
        return None
    return tuple(tuple(names[seat] for seat in side) for side in way), by_side


def _with_same_points(names: Sequence[str], points: Sequence[int]) -> dict[int, list[str]]:
    """Return who has which points, if each has some: partners need not sit across in a file."""
    sides: dict[int, list[str]] = {}
    for name, one in zip(names, points, strict=False):
        sides.setdefault(one, []).append(name)
    return sides if len(names) == len(points) else {}


def _by_side(way: Sides, points: Sequence[int]) -> tuple[int, ...] | None:
    """One score a side, or one a player and partners the same."""
    if len(points) == len(way):
        return tuple(points)
    if len(points) != sum(map(len, way)):
        return None
    if any(points[seat] != points[side[0]] for side in way for seat in side):
        return None
    return tuple(points[side[0]] for side in way)
