"""Norwegian Whist, put together."""

from typing import Final

from scorekeeper.engine import Game, Guide, points_to_target, say, two_partnerships
from scorekeeper.referee import Auction, Play

from . import referee, scoring

GAME: Final = Game(
    slug="norwegian-whist",
    name="Norwegian Whist",
    aliases=("Norsk whist",),
    players=range(4, 5),
    about=say("Partners, no trumps: grand, to take tricks, or nullo, to lose them."),
    guide=Guide((30, 60), "easy", "52"),
    house=scoring.House,
    deal=scoring.NorwegianDeal,
    sides=two_partnerships,
    form=scoring.form,
    score=scoring.score,
    result=scoring.result,
    needs=points_to_target,
    headline=scoring.headline,
    play=Play(referee.ranking),
    auction=Auction(referee.auction, "bidding", lambda context: referee.CALLS),
    opening=referee.opening,
)
