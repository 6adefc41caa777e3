"""The modifiers of any scheme: handicaps, best games, the least number of games, bonuses; and the
list of all modifiers."""

from typing import Final

from scorekeeper.interview.steps import Number, YesNo
from scorekeeper.sentences import Sentence, phrase, say
from scorekeeper.standings.rules import WHOLE_NUMBER, Modifier, Scheme
from scorekeeper.standings.tie_breaks import TIE_BREAKS
from scorekeeper.standings.units import RANKED
from scorekeeper.standings.unplayed import BYES, WALKOVERS

# --- handicaps ----------------------------------------------------------------------------------


def _handicaps_in_words(handicaps: bool, scheme: Scheme) -> Sentence | None:
    if not handicaps:
        return None
    return say(
        "Each side gets the sum of its players' handicaps once per game: added to its points or, "
        "if fewest points win, taken off. If the sides' handicaps differ, the side ahead after "
        "them wins, whatever the game's own rule says."
    )


HANDICAPS: Final = Modifier(
    name=phrase("Handicap"),
    field=YesNo(
        path=("handicaps",),
        label=say("Handicaps"),
        hint=say("Adds each player's handicap to the points of each game."),
        suggest=False,
        wrong=phrase("{label}: on or off."),
    ),
    sentence=_handicaps_in_words,
    example=lambda value, scheme: say(
        "Ben gets 10 points per game, Cat 15 and Dan 35. Ann and Ben have 200 + 10 = 210, Cat and "
        "Dan 180 + 15 + 35 = 230: Cat and Dan have won. In the second game the fewest win: 40 − "
        "15 = 25 for Cat, 55 − 35 = 20 for Dan."
    ),
)

# --- the best games -----------------------------------------------------------------------------


def _best_in_words(best: int | None, scheme: Scheme) -> Sentence | None:
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


_BEST_BY_GAME: Final = say(
    "If the best 2 games count, Ann's 50, 10 and 30 points come to 50 + 30 = 80, Ben's 20, 70 "
    "and 25 to 70 + 25 = 95."
)
_BEST_BY_DEAL: Final = say(
    "If the best 2 games count: Ann has 50 points in 5 deals, 10 in 5 and 30 in 1, which is "
    "10, 2 and 30 per deal, and (30 + 10) ÷ 2 = 20. Ben's 20, 70 and 25 are 4, 14 and 25 per "
    "deal, and (25 + 14) ÷ 2 = 19½."
)
_OR_BLANK: Final = phrase(
    "{label}: a whole number from {low} to {high}. Leave it blank if all games count."
)

BEST_GAMES: Final = Modifier(
    name=phrase("Best games only"),
    field=Number(
        path=("best",),
        label=say("Best games that count"),
        hint=say("Only each player's best games count."),
        low=1,
        high=999,
        none=say("all games count"),
        wrong=_OR_BLANK,
        not_whole=_OR_BLANK,
    ),
    sentence=_best_in_words,
    example=lambda value, scheme: _BEST_BY_DEAL if scheme.per == "deal" else _BEST_BY_GAME,
)

# --- the least number of games ------------------------------------------------------------------


def _least_in_words(least: int, scheme: Scheme) -> Sentence:
    if least <= 1:
        return say("One game is enough for a place.")
    return say(
        "You need {n} games for a place. Players with fewer are listed below, with games still "
        "needed.",
        n=least,
    )


_ONE_IS_ENOUGH: Final = say(
    "Scored by wins, Ben is first with 2 in 3 games, Ann second with 1 in 2; Cat has played "
    "only 1 and won none, and is third."
)
_TWO_ARE_NEEDED: Final = say(
    "If you need 2 games and wins count, Ben is first with 2 in 3 games, Ann second with 1 in "
    "2; Cat has played 1 and needs 1 more."
)

LEAST_GAMES: Final = Modifier(
    name=phrase("Minimum number of games"),
    field=Number(
        path=("least",),
        label=say("Games for a place"),
        hint=say("Players with fewer games are listed below, without a place."),
        low=0,
        high=999,
        suggest=0,
        wrong=WHOLE_NUMBER,
        not_whole=WHOLE_NUMBER,
    ),
    sentence=_least_in_words,
    example=lambda least, scheme: _TWO_ARE_NEEDED if least > 1 else _ONE_IS_ENOUGH,
)

# --- bonuses ------------------------------------------------------------------------------------

BONUSES: Final = Modifier(
    name=phrase("Bonus or penalty"),
    sentence=lambda value, scheme: say(
        "An organiser may give a bonus or a penalty, with a reason. It is shown separately and "
        "added to the total last."
    ),
    example=lambda value, scheme: say(
        "Scored by wins, Ann has 2 and a penalty of ½ for coming late: 1½. Ben has none, but a "
        "bonus of 1 for the biscuits: 1."
    ),
)

MODIFIERS: Final = (
    *(RANKED, HANDICAPS, BEST_GAMES, LEAST_GAMES, BONUSES),
    *(TIE_BREAKS, WALKOVERS, BYES),
)
"""Every modifier, in the order in which they come into play."""
