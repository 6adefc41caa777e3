"""Rubber bridge, put together."""

from typing import Final

from scorekeeper.engine import Game, Guide, Passing, phrase, say, two_partnerships
from scorekeeper.games.bridge import deal, referee, scoring, tables
from scorekeeper.games.bridge.remedies import REMEDIES
from scorekeeper.games.bridge.worth import WORTH
from scorekeeper.referee import TRUMP, Auction, Play, ace_high

GAME: Final = Game(
    slug="bridge",
    name="Contract Bridge (rubber)",
    aliases=("Rubber bridge", "Contract bridge"),
    players=range(4, 5),
    about=say("Partners bid for the contract. First to two games wins."),
    guide=Guide(
        (45, 90),
        "hard",
        "52",
        mark="♠♥♣♦",
        family=phrase("Whist family"),
        starter=True,
        hints=(
            phrase("Contract, declarer, then tricks over or under: “=” is just made."),
            phrase("The sheet above is the score: below the line counts towards game."),
            phrase("Honours are folded away: open them if someone claims any."),
        ),
    ),
    house=deal.House,
    deal=deal.BridgeDeal,
    sides=two_partnerships,
    passing=Passing(say("passed out"), label=say("Passed out")),
    form=scoring.form,
    state=deal.state,
    score=scoring.score,
    columns=("below", "above"),
    tallies=("part", "games"),
    closing=scoring.closing,
    result=scoring.result,
    over_text=say("The rubber is over."),
    headline=scoring.headline,
    carried=scoring.carried,
    needs=scoring.needs,
    facts=scoring.facts,
    unusual=scoring.unusual,
    board=scoring.board,
    board_lines=scoring.board_lines,
    tables={
        "trick-score": tables.TRICK,
        "overtricks": tables.OVERTRICK,
        "insult": tables.INSULT,
        "slams": scoring.slams,
        "undertricks": tables.UNDERTRICK,
        "honours": tables.HONOURS,
        "rubber": tables.RUBBER,
        "unfinished": tables.UNFINISHED,
    },
    play=Play(ace_high, keys=(TRUMP,)),
    auction=Auction(
        referee.auction,
        "contract",
        lambda context: referee.CALLS,
        also_called=referee.ALSO_CALLED,
        acceptable=referee.ACCEPTABLE,
        cancelling=referee.CANCELLING,
    ),
    opening=referee.opening,
    remedies=REMEDIES,
    worth=WORTH,
)
