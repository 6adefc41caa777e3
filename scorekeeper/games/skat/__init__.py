"""Skat, put together."""

from typing import Final

from scorekeeper.engine import Game, Guide, Passing, Preset, phrase, say
from scorekeeper.games.skat import referee, scoring
from scorekeeper.games.skat.remedies import REMEDIES
from scorekeeper.games.skat.worth import WORTH
from scorekeeper.referee import Auction, Play

GAME: Final = Game(
    slug="skat",
    name="Skat",
    aliases=("Scat", "Einheitsskat"),
    players=range(3, 5),
    about=say("One against two, for 61 of 120 card points. The bidding says who plays."),
    guide=Guide(
        (60, 150),
        "hard",
        "32",
        mark="J♣",
        family=phrase("Ace-ten family"),
        hints=(
            phrase("Enter how high the bidding went: the pad says when a game is overbid."),
            phrase("Count the matadors from the jack of clubs, with the skat."),
            phrase("The declarer’s card points give the result; of four, the dealer sits out."),
        ),
    ),
    house=scoring.House,
    presets={
        "club": Preset(say("Club Skat"), {"seeger": True, "rounds": 12}),
    },
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
    remedies=REMEDIES,
    worth=WORTH,
)
