"""The games behind the worked examples that pages tell in words: what each comes to in the end.

Keyed by scheme; by modifier, with a condition on its value and the scheme; by the first tie-break.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from scorekeeper.sentences import Voice
from scorekeeper.standings.finished import BYE, WALKOVER, FinishedGame
from scorekeeper.standings.modifiers import MODIFIERS
from scorekeeper.standings.schemes import SCHEMES
from scorekeeper.standings.tie_breaks import TIE_BREAKS, TIES, USUAL
from scorekeeper.standings.units import PAIRS, RANKED, TEAMS, match_of


@dataclass(frozen=True)
class Example:
    """A few games under a scoring's `document`: what each is worth by side, each player's total
    (None: too few games for a place), and `by` what they are ahead of the next who is level."""

    document: Mapping[str, Any]
    games: tuple[FinishedGame, ...]
    worth: tuple[tuple[Fraction | int, ...], ...]
    totals: tuple[Fraction | int | None, ...]
    by: tuple[str, ...] = ()
    handicaps: Mapping[int, Fraction] = field(default_factory=dict)
    bonuses: Mapping[int, Fraction] = field(default_factory=dict)


def _game(*points: int, sides: Any = None, won: int = 0, deals: int = 5) -> FinishedGame:
    sides = sides or tuple((seat,) for seat in range(len(points)))
    return FinishedGame(sides, points, frozenset({won}), deals)


def _low(*points: int, sides: Any, deals: int) -> FinishedGame:
    return FinishedGame(sides, points, frozenset({0}), deals, low_wins=True)


HALF: Final = Fraction(1, 2)
THREE: Final = ((0,), (1,), (2,))

_BY_SCHEME: Final = {
    "average": Example(
        {"scheme": "average"},
        (
            _game(250, 190, sides=((0, 2), (1, 3)), deals=6),
            _game(40, 210, sides=((0, 3), (1, 2)), won=1, deals=4),
        ),
        ((250, 190), (40, 210)),
        (29, 40, 46, 23),
    ),
    "total": Example(
        {"scheme": "total"},
        (_game(120, 80, 40, deals=6), _low(26, 50, 104, sides=THREE, deals=9)),
        ((120, 80, 40), (-26, -50, -104)),
        (94, 30, -64),
    ),
    "difference": Example(
        {"scheme": "difference"},
        (
            _game(1240, 460, sides=((0, 2), (1, 3)), deals=9),
            _game(90, 60, 30, sides=((0,), (1,), (3,)), deals=6),
        ),
        ((780, -780), (45, 0, -45)),
        (825, -780, 780, -825),
    ),
    "place-points": Example(
        {"scheme": "place-points", "params": {"table": [5, 3, 1, 0]}},
        (_game(120, 80, 80, 40, deals=8),),
        ((5, 2, 2, 0),),
        (5, 2, 2, 0),
    ),
    "wins": Example(
        {"scheme": "wins"},
        (_game(60, 45, 30), FinishedGame(THREE, (50, 50, 20), frozenset({0, 1}), 6)),
        ((1, 0, 0), (HALF, HALF, 0)),
        (3 * HALF, HALF, 0),
    ),
}

_LONG_AND_SHORT: Final = (_game(50, 20), _game(10, 70, won=1), _game(30, 25, deals=1))
_UNEQUALLY_MANY: Final = (
    _game(40, 10),
    _game(30, 20, sides=((1,), (2,))),
    _game(15, 45, won=1),
)
_WITH_WALKOVER: Final = (
    _game(60, 40),
    _game(30, 50, won=1),
    FinishedGame(((0,), (1,)), (1, 0), frozenset({0}), 1, unplayed=WALKOVER),
)
_WITH_BYE: Final = (
    _game(60, 40),
    FinishedGame(((2,),), (0,), frozenset({0}), 0, unplayed=BYE),
    _game(50, 70, sides=((0,), (2,)), won=1),
)
_GIVEN: Final = {"nothing": 0, "played": 1, "left out": 0}


def _walkover(value: Any, slug: str) -> Example:
    if value == "win" and slug == "wins":
        return Example({"scheme": "wins"}, _WITH_WALKOVER, ((1, 0), (0, 1), (1, 0)), (2, 1))
    given = value if isinstance(value, int) else _GIVEN.get(value, 45)
    return Example(
        {"scheme": "total", "walkover": value, "ties": []},
        _WITH_WALKOVER,
        ((60, 40), (30, 50), (0 if value in ("win", "average") else given, 0)),
        (90 + given, 90),
    )


def _bye(value: Any, slug: str) -> Example:
    if value == "win" and slug == "wins":
        return Example({"scheme": "wins"}, _WITH_BYE, ((1, 0), (1,), (0, 1)), (1, 0, 2))
    given = value if isinstance(value, int) else _GIVEN.get(value, 70)
    return Example(
        {"scheme": "total", "bye": value, "ties": []},
        _WITH_BYE,
        ((60, 40), (0 if value in ("win", "average") else given,), (50, 70)),
        (110, 40, 70 + given),
    )


def _ranked(value: str) -> Example:
    """Units as single players: Ann & Cat, Ann & Ben; and the teams of Ann and of Ben."""
    if value == TEAMS:
        tables = (_game(60, 40), _game(30, 80, won=1))
        return Example({"scheme": "total"}, (match_of(tables),), ((90, 120),), (90, 120))
    won = (_game(60, 40, sides=((0,), (2,))), *(_game(60, 40, sides=((1,), (2,))),) * 2)
    return Example({"scheme": "wins"}, won, ((1, 0),) * 3, (1, 2, 0))


def _of_modifier(name: str, value: Any, slug: str) -> Example:
    if name == "Walkover":
        return _walkover(value, slug)
    if name == "Bye":
        return _bye(value, slug)
    if name == "Handicap":
        return Example(
            {"scheme": "place-points", "params": {"table": [2, 1]}, "handicaps": True},
            (
                _game(200, 180, sides=((0, 1), (2, 3)), deals=6),
                _low(40, 55, sides=((2,), (3,)), deals=6),
            ),
            ((1, 2), (1, 2)),
            (1, 1, 3, 4),
            handicaps={1: Fraction(10), 2: Fraction(15), 3: Fraction(35)},
        )
    if name == "Best games only" and slug == "average":
        worth = ((10, 4), (2, 14), (30, 25))
        return Example({"scheme": slug, "best": 2}, _LONG_AND_SHORT, worth, (20, 39 * HALF))
    if name == "Best games only":
        worth = ((50, 20), (10, 70), (30, 25))
        return Example({"scheme": "total", "best": 2}, _LONG_AND_SHORT, worth, (80, 95))
    if name == "Minimum number of games":
        totals = (1, 2, None if value else 0)
        worth = ((1, 0), (1, 0), (0, 1))
        return Example({"scheme": "wins", "least": value}, _UNEQUALLY_MANY, worth, totals)
    bonuses = {0: -HALF, 1: Fraction(1)}
    twice = (_game(60, 45),) * 2
    return Example({"scheme": "wins"}, twice, ((1, 0), (1, 0)), (3 * HALF, 1), bonuses=bonuses)


_VALUES: Final[Mapping[str, Sequence[Any]]] = {
    "Ranked": (PAIRS, TEAMS),
    "Walkover": (0, 2, "win", "average", "nothing", "played"),
    "Bye": (0, 2, "win", "average", "nothing", "left out"),
}
"""What may be ranked, and what a walkover and a bye can be worth."""

# --- tie-breaks ---------------------------------------------------------------------------------


def _level(tie: str, by: str, close: bool = False) -> Example:
    """Ann and Ben with the same total, and what one tie-break makes of it."""
    close_games = (_game(50, 49), _game(50, 49), _game(48, 50, won=1))
    return Example(
        {"scheme": "total" if close else "wins", "ties": [tie] if tie else []},
        close_games if close else (_game(60, 40), _game(30, 35, won=1)),
        ((50, 49), (50, 49), (48, 50)) if close else ((1, 0), (0, 1)),
        (148, 148) if close else (1, 1),
        (by, "") if by else (),
    )


def _opponents(tie: str, *by: str) -> Example:
    """Three with a win against opponents of different strength."""
    met = ((60, 40, (0, 2)), (60, 40, (1, 3)), (50, 40, (2, 4)))
    games = tuple(_game(one, other, sides=((a,), (b,))) for one, other, (a, b) in met)
    return Example({"scheme": "wins", "ties": [tie]}, games, ((1, 0),) * 3, (1, 1, 1, 0, 0), by)


_BY_TIE: Final = {
    "": _level("", ""),
    "wins": _level("wins", "more wins (2 to 1)", close=True),
    "direct": _level("direct", "better head-to-head record (2 to 1)", close=True),
    "average": _level("average", "more points per deal (9 to 7.5)"),
    "games": Example(
        {"scheme": "wins", "ties": ["games"]},
        (
            _game(60, 40, sides=((0,), (2,))),
            _game(60, 40, sides=((1,), (2,))),
            _game(40, 60, sides=((1,), (2,)), won=1),
        ),
        ((1, 0), (1, 0), (0, 1)),
        (1, 1, 1),
        ("fewer games (1 to 2)", "fewer games (2 to 3)"),
    ),
    "difference": _level("difference", "better points difference (15 to −15)"),
    "points": _level("points", "more points (90 to 75)"),
    "buchholz": _opponents(
        "buchholz", "higher Buchholz score (1 to 0)", "", "higher Buchholz score (1 to 0)"
    ),
    "sonneborn-berger": _opponents("sonneborn-berger", "higher Sonneborn-Berger score (1 to 0)"),
    "lots": _level("lots", ""),
}
_BY_USUAL: Final = Example(
    {"scheme": "place-points", "params": {"table": [3, 2, 1]}},
    (_game(60, 40, 10), _game(20, 40, 50, won=2)),
    ((3, 2, 1), (1, 2, 3)),
    (4, 4, 4),
    ("more points per deal (8 to 6)", "", "more wins (1 to 0)"),
)


def examples() -> Iterator[tuple[str, str, Example]]:
    """Yield every worked example: a name for the test, its words, its games."""
    text = Voice().text
    for slug, scheme in SCHEMES.items():
        yield slug, text(scheme.example), _BY_SCHEME[slug]
    for one in MODIFIERS:
        for value in _VALUES.get(one.name, (0, 2)) if one is not TIE_BREAKS else ():
            for slug in ("wins", "average"):
                told = text(one.example(value, SCHEMES[slug]))
                own = _ranked(value) if one is RANKED else _of_modifier(one.name, value, slug)
                yield f"{one.name}, {value}, {slug}", told, own
    for order in (USUAL, (), *((name,) for name in TIES)):
        told = text(TIE_BREAKS.example(order, SCHEMES["wins"]))
        games = _BY_USUAL if order == USUAL else _BY_TIE["".join(order)]
        yield f"tie-breaks, {order}", told, games
