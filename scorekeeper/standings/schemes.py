"""The schemes by which a season can be scored. A new one needs a function that says what a game is
worth, and its place in `SCHEMES`."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from scorekeeper.interview.steps import Number
from scorekeeper.sentences import Sentence, all_of, phrase, say
from scorekeeper.standings.finished import FinishedGame
from scorekeeper.standings.rules import Params, Scheme, WholeNumbers

# --- points, added up or per deal ---------------------------------------------------------------


def _points(game: FinishedGame, params: Params) -> tuple[Fraction, ...]:
    return tuple(Fraction(points) for points in game.points)


AVERAGE: Final = Scheme(
    slug="average",
    name=phrase("Average points per deal"),
    unit=phrase("points per deal"),
    sentence=lambda params: say(
        "Points per deal count: all points of a player's games divided by the number of deals. If "
        "fewest points win, points count as minus. Partners each get their side's score."
    ),
    worth=_points,
    per="deal",
    example=say(
        "If all games count, 6 deals and 4 are 10: Ann (250 + 40) ÷ 10 = 29 points per deal,"
        " Ben (190 + 210) ÷ 10 = 40, Cat (250 + 210) ÷ 10 = 46, Dan (190 + 40) ÷ 10 = 23."
    ),
)

TOTAL: Final = Scheme(
    slug="total",
    name=phrase("Sum of points"),
    unit="points",
    sentence=lambda params: say(
        "The points of all games are added up. If fewest points win, they count as minus. "
        "Partners each get their side's score."
    ),
    worth=_points,
    example=say(
        "In the second game the fewest win: 120 − 26 = 94 for Ann, 80 − 50 = 30 for Ben,"
        " 40 − 104 = −64 for Cat."
    ),
)

# --- the difference -----------------------------------------------------------------------------


def _difference(game: FinishedGame, params: Params) -> tuple[Fraction, ...]:
    """A side's points less the average of the others'; nothing where there are no others."""
    others, total = len(game.sides) - 1, sum(game.points)
    return tuple(
        points - Fraction(total - points, others) if others else Fraction()
        for points in map(Fraction, game.points)
    )


DIFFERENCE: Final = Scheme(
    slug="difference",
    name=phrase("Rubber or match difference"),
    unit=phrase("points of difference"),
    sentence=lambda params: say(
        "Each rubber or match counts by its difference: a side's points minus the other side's "
        "or, with more than two sides, minus the average of the others. If fewest points win, it "
        "is the other way round. Partners each get their side's score."
    ),
    worth=_difference,
    example=say(
        "1240 − 460 = 780 to Ann and Cat, −780 to Ben and Dan. In the second game Ann has 90"
        " against 45, the average of 60 and 30: 45 more. Ben equals the average of the "
        "others, Dan is 45 below it."
    ),
)

# --- places and wins ----------------------------------------------------------------------------

TABLE: Final = WholeNumbers(
    path=("table",),
    label=say("Points by place"),
    hint=say("Points for 1st place, 2nd place and so on. Other places score 0."),
    item=Number(path=("table",), label=say("Points by place"), low=-1000, high=1000),
    longest=20,
    suggest=(5, 3, 1, 0),
)


def _table_in_words(params: Params) -> Sentence:
    return say(
        "Points by finishing place: {points}, then none. Tied sides share the points of their "
        "places. Partners each get their side's score.",
        points=all_of(*params["table"]),
    )


def _place_points(game: FinishedGame, params: Params) -> tuple[Fraction, ...]:
    """The points for the places that a side and those tied with it take up, shared."""
    places = game.places()
    return tuple(_share(params["table"], place, places.count(place)) for place in places)


def _share(table: Sequence[int], place: int, level: int) -> Fraction:
    return Fraction(sum(table[place - 1 : place - 1 + level]), level)


PLACE_POINTS: Final = Scheme(
    slug="place-points",
    name=phrase("Place points"),
    unit="points",
    sentence=_table_in_words,
    worth=_place_points,
    win=lambda params: Fraction(params["table"][0]),
    fields=(TABLE,),
    example=say(
        "With 5, 3, 1 and 0 points by place: Ann wins with 120, Ben and Cat have 80 each, Dan"
        " 40. So 5 go to Ann, (3 + 1) ÷ 2 = 2 each to Ben and Cat, nothing to Dan."
    ),
)


def _wins(game: FinishedGame, params: Params) -> tuple[Fraction, ...]:
    """One, shared by the sides that won."""
    share = Fraction(1, len(game.winners) or 1)
    return tuple(share if side in game.winners else Fraction() for side in range(len(game.sides)))


WINS: Final = Scheme(
    slug="wins",
    name=phrase("Wins"),
    unit="wins",
    sentence=lambda params: say(
        "Each win scores 1. A shared win is split: ½ each for two sides, ⅓ for three. Partners "
        "each get their side's score."
    ),
    worth=_wins,
    win=lambda params: Fraction(1),
    example=say(
        "Ann wins the first game, Ann and Ben share the second: 1 + ½ = 1½ for Ann, ½ for Ben,"
        " nothing for Cat."
    ),
)

SCHEMES: Final[Mapping[str, Scheme]] = {
    scheme.slug: scheme for scheme in (AVERAGE, PLACE_POINTS, DIFFERENCE, TOTAL, WINS)
}
"""Every scheme by its slug, in the order of their names."""
