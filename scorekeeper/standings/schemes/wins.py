"""The scheme that counts games won."""

from fractions import Fraction

from scorekeeper.sentences import Sentence, phrase, say
from scorekeeper.standings.example import Example
from scorekeeper.standings.finished import FinishedGame
from scorekeeper.standings.schemes._scheme import Params, Scheme


def sentence(params: Params) -> Sentence:
    """Return the rule in a sentence."""
    return say(
        "Each win scores 1. A shared win is split: ½ each for two sides, ⅓ for three. Partners "
        "each get their side's score."
    )


def worth(game: FinishedGame, params: Params) -> tuple[Fraction, ...]:
    """One, shared by the sides that won."""
    share = Fraction(1, len(game.winners) or 1)
    return tuple(share if side in game.winners else Fraction() for side in range(len(game.sides)))


SCHEME = Scheme(
    slug="wins",
    name=phrase("Wins"),
    unit="wins",
    sentence=sentence,
    worth=worth,
    win=lambda params: Fraction(1),
    example=Example(
        document={"scheme": "wins"},
        names=("Ann", "Ben", "Cat"),
        games=(
            FinishedGame(((0,), (1,), (2,)), (60, 45, 30), frozenset({0}), 6),
            FinishedGame(((0,), (1,), (2,)), (50, 50, 20), frozenset({0, 1}), 6),
        ),
        worth=((1, 0, 0), (Fraction(1, 2), Fraction(1, 2), 0)),
        totals=(Fraction(3, 2), Fraction(1, 2), 0),
        working=say(
            "Ann wins the first game, Ann and Ben share the second: 1 + ½ = 1½ for Ann, ½ for Ben,"
            " nothing for Cat."
        ),
    ),
)
