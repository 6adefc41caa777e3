"""Skull King, put together."""

from typing import Final

from scorekeeper.engine import Game, Guide, phrase, points_behind_leader, say
from scorekeeper.games.oh_hell.referee import dealt_calls
from scorekeeper.games.skull_king import referee, scoring
from scorekeeper.games.skull_king.remedies import REMEDIES
from scorekeeper.games.skull_king.worth import WORTH
from scorekeeper.referee import Auction, Play

GAME: Final = Game(
    slug="skull-king",
    name="Skull King",
    aliases=("Pirates and mermaids",),
    players=range(scoring.FEWEST, scoring.MOST + 1),
    about=say("Bid at once, win pirates, mind the zero."),
    guide=Guide(
        (30, 60),
        "easy",
        "own",
        mark="SK",
        family=phrase("Exact bids"),
        hints=(
            phrase("All bid at once: enter what the fingers show."),
            phrase("Tricks are filled in as bid: tap only those who missed."),
            phrase("Bonus points, and tricks that nobody took, are folded away."),
        ),
    ),
    house=scoring.House,
    deal=scoring.SkullKingDeal,
    upcoming=scoring.upcoming,
    upcoming_in_results=("hand_size",),
    form=scoring.form,
    score=scoring.score,
    result=scoring.result,
    hands=scoring.hands,
    headline=scoring.headline,
    needs=points_behind_leader,
    facts=scoring.facts,
    unusual=scoring.unusual,
    tables={"made": scoring.made_table},
    play=Play(
        referee.ranking,
        pack=lambda context: referee.PACK,
        copies=referee.copies,
        keys=(referee.ESCAPED,),
        exception=referee.may_play,
    ),
    auction=Auction(referee.auction, "bidding", dealt_calls, keys=(referee.HAND_SIZE,)),
    remedies=REMEDIES,
    worth=WORTH,
)
