"""The scheme that adds up all points of the season."""

from fractions import Fraction

from scorekeeper.sentences import Sentence, phrase, say
from scorekeeper.standings.example import Example
from scorekeeper.standings.finished import FinishedGame
from scorekeeper.standings.schemes._scheme import Params, Scheme


def sentence(params: Params) -> Sentence:
    """Return the rule in a sentence."""
    return say(
        "The points of all games are added up. If fewest points win, they count as minus. "
        "Partners each get their side's score."
    )


def worth(game: FinishedGame, params: Params) -> tuple[Fraction, ...]:
    """Return a side's points."""
    return tuple(Fraction(points) for points in game.points)


SCHEME = Scheme(
    slug="total",
    name=phrase("Sum of points"),
    unit="points",
    sentence=sentence,
    worth=worth,
    example=Example(
        document={"scheme": "total"},
        names=("Ann", "Ben", "Cat"),
        games=(
            FinishedGame(((0,), (1,), (2,)), (120, 80, 40), frozenset({0}), 6),
            FinishedGame(((0,), (1,), (2,)), (26, 50, 104), frozenset({0}), 9, low_wins=True),
        ),
        worth=((120, 80, 40), (-26, -50, -104)),
        totals=(94, 30, -64),
        working=say(
            "In the second game the fewest win: 120 − 26 = 94 for Ann, 80 − 50 = 30 for Ben,"
            " 40 − 104 = −64 for Cat."
        ),
    ),
)
