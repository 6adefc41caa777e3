"""The score pad, put together."""

from typing import Final

from scorekeeper.engine import Game, Guide, phrase, say
from scorekeeper.games.tally import scoring

GAME: Final = Game(
    slug="tally",
    name="Score pad",
    aliases=("Tally", "Plain pad", "Any game"),
    players=range(1, 13),
    about=say("For any other game: one number per player per deal."),
    guide=Guide(
        None,
        "easy",
        "any",
        mark="𝍸",
        family=phrase("Any game"),
        starter=True,
        hints=(
            phrase("Type a number for each player. A sum will do: 12+11+7."),
            phrase("“±” makes it a minus."),
            phrase("Only one scored? Save with 0 for the others."),
        ),
    ),
    house=scoring.House,
    deal=scoring.Scores,
    asks_same=True,
    low_wins=lambda house: house.lowest_wins,
    form=scoring.form,
    score=scoring.score,
    result=scoring.result,
    needs=scoring.needs,
)
