"""The modifier by which only a player's best games count."""

from fractions import Fraction
from typing import Final

from scorekeeper.interview.steps import Number
from scorekeeper.sentences import Sentence, phrase, say
from scorekeeper.standings.example import Example
from scorekeeper.standings.finished import FinishedGame
from scorekeeper.standings.modifiers._modifier import Modifier
from scorekeeper.standings.schemes._scheme import Scheme


def sentence(best: int | None, scheme: Scheme) -> Sentence | None:
    """Return in a sentence which games are the best."""
    if best is None:
        return None
    if scheme.per == "deal":
        return say(
            "Only each player's best {n} {n:game counts|games count}, by points per deal. The total"
            " is the average of these games, however many deals each had. Players with fewer games"
            " count all of them.",
            n=best,
        )
    return say(
        "Only each player's best {n} {n:game counts|games count}. Players with fewer games count"
        " all of them.",
        n=best,
    )


_DUEL = ((0,), (1,))

_GAMES = (
    FinishedGame(_DUEL, (50, 20), frozenset({0}), 5),
    FinishedGame(_DUEL, (10, 70), frozenset({1}), 5),
    FinishedGame(_DUEL, (30, 25), frozenset({0}), 1),
)

BY_GAME: Final = Example(
    document={"scheme": "total", "best": 2},
    names=("Ann", "Ben"),
    games=_GAMES,
    worth=((50, 20), (10, 70), (30, 25)),
    totals=(80, 95),
    working=say(
        "If the best 2 games count, Ann's 50, 10 and 30 points come to 50 + 30 = 80, Ben's 20, 70 "
        "and 25 to 70 + 25 = 95."
    ),
)

BY_DEAL: Final = Example(
    document={"scheme": "average", "best": 2},
    names=("Ann", "Ben"),
    games=_GAMES,
    worth=((10, 4), (2, 14), (30, 25)),
    totals=(20, Fraction(39, 2)),
    working=say(
        "If the best 2 games count: Ann has 50 points in 5 deals, 10 in 5 and 30 in 1, which is "
        "10, 2 and 30 per deal, and (30 + 10) ÷ 2 = 20. Ben's 20, 70 and 25 are 4, 14 and 25 per "
        "deal, and (25 + 14) ÷ 2 = 19½."
    ),
)


def example(_: int | None, scheme: Scheme) -> Example:
    """Return the example for what the scheme counts: deals or games."""
    return BY_DEAL if scheme.per == "deal" else BY_GAME


OR_BLANK: Final = phrase(
    "{label}: a whole number from {low} to {high}. Leave it blank if all games count."
)

MODIFIER = Modifier(
    name=phrase("Best games only"),
    step=2,
    field=Number(
        path=("best",),
        label=say("Best games that count"),
        hint=say("Only each player's best games count."),
        low=1,
        high=999,
        none=say("all games count"),
        wrong=OR_BLANK,
        not_whole=OR_BLANK,
    ),
    sentence=sentence,
    example=example,
)
