"""What a game is worth, won or lost, and what Seeger-Fabian adds; rules.md#value."""

from typing import Final

from scorekeeper.engine import Case, Estimate, Reckoning, Worths, ask, remedies
from scorekeeper.games.skat.scoring import BASE, House, name_of

DECLARER: Final = 1
"""The dealer's left, who plays at every table: of four, the dealer sits out."""
GAME: Final = ask.one_of("played", "Which game?", {game: name_of(game) for game in BASE})
HAND: Final = remedies.yes_no("hand", "Was it a hand game?", "hand", "with the skat")
MOST: Final = 4
"""Matadors that are asked about: all at grand, and nearly all that there ever are."""
RESULT: Final = ask.one_of(
    "result",
    "How did it end?",
    (
        ask.key("won", "won"),
        ask.key("schneider", "schneider"),
        ask.key("schwarz", "schwarz"),
        ask.key("lost", "lost"),
    ),
)
HOW: Final = ask.one_of(
    "how",
    "Which null?",
    {
        "skat": "null",
        "hand": "null hand",
        "ouvert": "null ouvert",
        "hand ouvert": "null hand ouvert",
    },
)
WON: Final = remedies.yes_no("won", "Was it won?", "won", "lost")
TO: Final = ask.one_of(
    "to",
    "Whose points?",
    {
        "won": "the declarer for a game won",
        "lost": "the declarer for a game lost",
        "others": "each of the others for a game lost",
    },
)


def value(case: Case[House]) -> Estimate:
    """Ask for the game, the matadors, whether the skat was picked up, and how it ended."""
    played = yield GAME
    matadors = yield remedies.count("matadors", "With or without how many?", 1, MOST)
    hand = yield HAND
    result = yield RESULT
    return Reckoning(
        "{points} for {played} {hand}, {matadors} {matadors:matador|matadors}, {result}.",
        {
            "declarer": DECLARER,
            "game": played,
            "how": "hand" if hand else "skat",
            "matadors": matadors,
            "result": result,
        },
        side=DECLARER,
        apart=("seeger",),
    )


def null(case: Case[House]) -> Estimate:
    """Ask which null, and whether it was won."""
    how = yield HOW
    won = yield WON
    return Reckoning(
        "{points} for {how}, {won}.",
        {
            "declarer": DECLARER,
            "game": "null",
            "how": how,
            "result": "won" if won else "lost",
        },
        side=DECLARER,
        apart=("seeger",),
    )


def seeger(case: Case[House]) -> Estimate:
    """Ask whose points are meant."""
    to = yield TO
    return Reckoning(
        "{points} to {to}.",
        {
            "declarer": DECLARER,
            "game": "grand",
            "matadors": 1,
            "result": "won" if to == "won" else "lost",
        },
        side=0 if to == "others" else DECLARER,
        apart=("value", "lost"),
    )


WORTH: Final[Worths] = {
    "value": value,
    "won": value,
    "lost": value,
    "null": null,
    "seeger": seeger,
}
