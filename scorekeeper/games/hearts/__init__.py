"""Hearts, put together."""

from typing import Final

from scorekeeper.engine import Game, Guide, Preset, phrase, say
from scorekeeper.games.hearts import referee, scoring
from scorekeeper.games.hearts.remedies import REMEDIES
from scorekeeper.games.hearts.worth import WORTH
from scorekeeper.referee import FIRST_TRICK, Play

GAME: Final = Game(
    slug="hearts",
    name="Hearts",
    aliases=("Black Lady", "Chase the Lady", "Black Queen", "Rickety Kate"),
    players=range(scoring.FEWEST, scoring.MOST + 1),
    about=say("Dodge the hearts and the queen of spades, or take them all."),
    guide=Guide(
        (30, 60),
        "easy",
        "52",
        mark="Q♠",
        family=phrase("Dodging tricks"),
        hints=(
            phrase("Fewest points win, once a player has reached the target."),
            phrase("Enter the hearts of all but one: the last count is filled in."),
            phrase("The pad says where three cards are passed before each deal."),
        ),
    ),
    house=scoring.House,
    presets={"omnibus": Preset(say("Omnibus Hearts"), {"jack": True})},
    deal=scoring.HeartsDeal,
    form=scoring.form,
    score=scoring.score,
    result=scoring.result,
    headline=scoring.headline,
    unusual=scoring.unusual,
    needs=scoring.needs,
    low_wins=lambda house: True,
    tables={"pack": scoring.pack_table},
    play=Play(
        referee.ranking,
        pack=referee.pack,
        keys=(FIRST_TRICK, referee.BROKEN),
        exception=referee.may_play,
        after_trick=referee.after_trick,
    ),
    opening=scoring.opening,
    remedies=REMEDIES,
    worth=WORTH,
)
