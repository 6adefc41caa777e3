"""Sharp Nullo, put together."""

from typing import Final

from scorekeeper.engine import Game, Guide, phrase, say, two_partnerships
from scorekeeper.games.sharp_nullo import bidding, referee, scoring
from scorekeeper.games.sharp_nullo.remedies import REMEDIES
from scorekeeper.referee import Auction, Play

GAME: Final = Game(
    slug="sharp-nullo",
    name="Sharp Nullo",
    aliases=("Reverse Whist",),
    players=range(4, 5),
    about=say("Partners dodge tricks. The lower bid plays."),
    guide=Guide(
        (20, 45),
        "hard",
        "52",
        mark="0",
        family=phrase("Dodging tricks"),
        hints=(
            phrase("Tap who won the bidding and their number to keep."),
            phrase("Then enter the tricks of one side; the other side's follow."),
            phrase("The lower bid plays: it is harder to take fewer tricks."),
        ),
    ),
    house=scoring.House,
    deal=scoring.SharpNullo,
    sides=two_partnerships,
    form=scoring.form,
    score=scoring.score,
    result=scoring.result,
    tallies=("streak",),
    upcoming=scoring.upcoming,
    state=scoring.state,
    state_in_results=scoring.result_state,
    extras={"draw": scoring.ask_draw},
    headline=scoring.headline,
    carried=scoring.carried,
    needs=scoring.needs,
    facts=scoring.facts,
    unusual=scoring.unusual,
    tables={"numbers": bidding.numbers_table},
    remedies=REMEDIES,
    play=Play(referee.ranking, keys=(referee.DIRECTION,)),
    auction=Auction(referee.auction, "bidding", referee.calls),
    opening=referee.opening,
)
