"""The scheme that counts the margin of each rubber or match."""

from fractions import Fraction

from scorekeeper.sentences import Sentence, phrase, say
from scorekeeper.standings.example import Example
from scorekeeper.standings.finished import FinishedGame
from scorekeeper.standings.schemes._scheme import Params, Scheme


def sentence(params: Params) -> Sentence:
    """Return the rule in a sentence."""
    return say(
        "Each rubber or match counts by its difference: a side's points minus the other side's "
        "or, with more than two sides, minus the average of the others. If fewest points win, it "
        "is the other way round. Partners each get their side's score."
    )


def worth(game: FinishedGame, params: Params) -> tuple[Fraction, ...]:
    """Return a side's points less the average of the others'; nothing where there are no others."""
    others, total = len(game.sides) - 1, sum(game.points)
    return tuple(
        points - Fraction(total - points, others) if others else Fraction()
        for points in map(Fraction, game.points)
    )


SCHEME = Scheme(
    slug="difference",
    name=phrase("Rubber or match difference"),
    unit=phrase("points of difference"),
    sentence=sentence,
    worth=worth,
    example=Example(
        document={"scheme": "difference"},
        names=("Ann", "Ben", "Cat", "Dan"),
        games=(
            FinishedGame(((0, 2), (1, 3)), (1240, 460), frozenset({0}), 9),
            FinishedGame(((0,), (1,), (3,)), (90, 60, 30), frozenset({0}), 6),
        ),
        worth=((780, -780), (45, 0, -45)),
        totals=(825, -780, 780, -825),
        working=say(
            "1240 − 460 = 780 to Ann and Cat, −780 to Ben and Dan. In the second game Ann has 90"
            " against 45, the average of 60 and 30: 45 more. Ben equals the average of the "
            "others, Dan is 45 below it."
        ),
    ),
)
