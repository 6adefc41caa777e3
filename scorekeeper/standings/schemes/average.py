"""Points per deal, so that long games and short ones compare."""

from scorekeeper.sentences import Sentence, phrase, say
from scorekeeper.standings.example import Example
from scorekeeper.standings.finished import FinishedGame
from scorekeeper.standings.schemes._scheme import Params, Scheme
from scorekeeper.standings.schemes.total import worth


def sentence(params: Params) -> Sentence:
    """Return the rule in a sentence."""
    return say(
        "Points per deal count: all points of a player's games divided by the number of deals. If "
        "fewest points win, points count as minus. Partners each get their side's score."
    )


SCHEME = Scheme(
    slug="average",
    name=phrase("Average points per deal"),
    unit=phrase("points per deal"),
    sentence=sentence,
    worth=worth,
    per="deal",
    example=Example(
        document={"scheme": "average"},
        names=("Ann", "Ben", "Cat", "Dan"),
        games=(
            FinishedGame(((0, 2), (1, 3)), (250, 190), frozenset({0}), 6),
            FinishedGame(((0, 3), (1, 2)), (40, 210), frozenset({1}), 4),
        ),
        worth=((250, 190), (40, 210)),
        totals=(29, 40, 46, 23),
        working=say(
            "If all games count, 6 deals and 4 are 10: Ann (250 + 40) ÷ 10 = 29 points per deal,"
            " Ben (190 + 210) ÷ 10 = 40, Cat (250 + 210) ÷ 10 = 46, Dan (190 + 40) ÷ 10 = 23."
        ),
    ),
)
