"""Skat, put together."""

from typing import Final

from scorekeeper.engine import Game, Guide, Passing, say
from scorekeeper.referee import Auction, Play

from . import referee, scoring

GAME: Final = Game(
    slug="skat",
    name="Skat",
    aliases=("Scat", "Einheitsskat"),
    players=range(3, 5),
    about=say("One against two, for 61 of 120 card points. The bidding says who plays."),
    guide=Guide((60, 150), "hard", "32", mark="J♣", family="Ace-ten family"),
    house=scoring.House,
    deal=scoring.SkatDeal,
    passing=Passing(say("everybody passed")),
    form=scoring.form,
    score=scoring.score,
    result=scoring.result,
    headline=scoring.headline,
    facts=scoring.facts,
    unusual=scoring.unusual,
    tables={"base": scoring.BASE_TABLE, "null": scoring.NULL_TABLE, "steps": scoring.STEPS_TABLE},
    play=Play(referee.ranking, pack=lambda context: referee.PACK, keys=(referee.GAME_PLAYED,)),
    auction=Auction(referee.auction, "bidding", lambda context: referee.CALLS),
    opening=referee.opening,
)
