"""Noms, put together."""

from typing import Final

from scorekeeper.engine import Game, Guide, phrase, say
from scorekeeper.games.noms import referee, scoring
from scorekeeper.games.noms.remedies import REMEDIES
from scorekeeper.games.noms.worth import WORTH
from scorekeeper.referee import DECLARER, FIRST_TRICK, PASSING, TRUMP, Auction, Play, ace_high

GAME: Final = Game(
    # the source gives the game no name: short for nominated-card whist
    slug="noms",
    name="Noms",
    aliases=("Nominated-card whist",),
    players=scoring.PLAYERS,
    about=say("Whist with a secret partner: the holder of a named card."),
    guide=Guide(
        (45, 75),
        "practice",
        "52",
        mark="?",
        family=phrase("Whist family"),
        hints=(
            phrase("Tap the bidder and the bid, then each player's tricks in turn."),
            phrase("The last player's tricks follow from the others'."),
            phrase("Trumps and the named card may be left out."),
        ),
    ),
    house=scoring.House,
    deal=scoring.NomsDeal,
    form=scoring.form,
    score=scoring.score,
    result=scoring.result,
    headline=scoring.headline,
    needs=scoring.needs,
    facts=scoring.facts,
    unusual=scoring.unusual,
    tables={"hands": scoring.HANDS, "misere": scoring.MISERES},
    play=Play(
        ace_high,
        keys=(TRUMP, FIRST_TRICK, DECLARER, referee.NOMINATED_CARD),
        exception=referee.may_play,
    ),
    auction=Auction(
        referee.auction,
        "bidding",
        lambda context: (referee.ladder(scoring.PACK // context["players"]).calls, PASSING),
        also_called=scoring.ALSO_CALLED,
    ),
    opening=referee.opening,
    remedies=REMEDIES,
    worth=WORTH,
)
