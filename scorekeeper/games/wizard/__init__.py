"""Wizard, put together."""

from typing import Final

from scorekeeper.engine import Game, Guide, phrase, points_behind_leader, say
from scorekeeper.games.oh_hell.referee import dealt_calls
from scorekeeper.games.wizard import referee, scoring
from scorekeeper.games.wizard.remedies import REMEDIES
from scorekeeper.games.wizard.worth import WORTH
from scorekeeper.referee import TRUMP, Auction, Play

GAME: Final = Game(
    slug="wizard",
    name="Wizard",
    aliases=("Wizards and jesters",),
    players=range(scoring.FEWEST, scoring.MOST + 1),
    about=say("Say exactly how many tricks you'll take; wizards beat everything."),
    guide=Guide(
        (45, 90),
        "easy",
        "own",
        mark="W",
        family=phrase("Exact bids"),
        hints=(
            phrase("Tap the bids in turn; the dealer bids last."),
            phrase("Tricks are filled in as bid: tap only those who missed."),
            phrase("The bars show the hands to come: one card more with every deal."),
        ),
    ),
    house=scoring.House,
    deal=scoring.WizardDeal,
    upcoming=scoring.upcoming,
    upcoming_in_results=("hand_size",),
    form=scoring.form,
    score=scoring.score,
    result=scoring.result,
    too_many=scoring.too_many,
    hands=scoring.hands,
    headline=scoring.headline,
    needs=points_behind_leader,
    facts=scoring.facts,
    unusual=scoring.unusual,
    tables={"hands": scoring.hands_table},
    play=Play(
        referee.ranking,
        pack=lambda context: referee.PACK,
        copies=referee.copies,
        keys=(TRUMP,),
        exception=referee.may_play,
    ),
    auction=Auction(referee.auction, "bidding", dealt_calls, keys=(referee.HAND_SIZE,)),
    remedies=REMEDIES,
    worth=WORTH,
)
