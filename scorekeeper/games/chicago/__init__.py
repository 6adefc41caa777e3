"""Chicago, put together: rubber bridge lends it the auction, the contracts and the remedies."""

from typing import Final

from scorekeeper.engine import (
    Game,
    Guide,
    Passing,
    phrase,
    points_behind_leader,
    say,
    two_partnerships,
)
from scorekeeper.games.bridge import referee as bridge_referee
from scorekeeper.games.bridge import scoring as bridge_scoring
from scorekeeper.games.bridge import tables
from scorekeeper.games.bridge.deal import BridgeDeal
from scorekeeper.games.bridge.remedies import REMEDIES
from scorekeeper.games.chicago import referee, scoring
from scorekeeper.games.chicago.worth import WORTH
from scorekeeper.referee import TRUMP, Auction, Play, ace_high

GAME: Final = Game(
    slug="chicago",
    name="Chicago",
    aliases=("Four-deal bridge", "Chicago bridge", "Club bridge"),
    players=range(4, 5),
    about=say("Bridge in four deals, each scored whole."),
    guide=Guide(
        (20, 40),
        "hard",
        "52",
        mark="4♠",
        family=phrase("Whist family"),
        hints=(
            phrase("Contract, declarer, then tricks over or under: “=” is just made."),
            phrase("Who is vulnerable follows from the deal and stands with the totals."),
            phrase("The round ends after four deals: the higher total wins."),
        ),
    ),
    house=scoring.House,
    deal=BridgeDeal,
    sides=two_partnerships,
    passing=Passing(say("passed out"), scoring.not_passed_out, say("Passed out")),
    form=bridge_scoring.form,
    state=scoring.state,
    score=scoring.score,
    result=scoring.result,
    headline=bridge_scoring.headline,
    carried=scoring.carried,
    needs=points_behind_leader,
    facts=bridge_scoring.facts,
    unusual=bridge_scoring.unusual,
    tables={
        "vulnerability": scoring.risks,
        "trick-score": tables.TRICK,
        "overtricks": tables.OVERTRICK,
        "insult": tables.INSULT,
        "slams": tables.SLAM,
        "undertricks": tables.UNDERTRICK,
        "premiums": scoring.premiums,
    },
    play=Play(ace_high, keys=(TRUMP,)),
    auction=Auction(
        referee.auction,
        "contract",
        lambda context: bridge_referee.CALLS,
        also_called=bridge_referee.ALSO_CALLED,
        acceptable=bridge_referee.ACCEPTABLE,
        cancelling=bridge_referee.CANCELLING,
    ),
    opening=bridge_referee.opening,
    remedies=REMEDIES,
    worth=WORTH,
)
