"""Oh Hell!, put together."""

from typing import Final

from scorekeeper.engine import Game, Guide, phrase, points_behind_leader, say
from scorekeeper.games.oh_hell import hands, referee, scoring
from scorekeeper.games.oh_hell.remedies import REMEDIES
from scorekeeper.games.oh_hell.worth import WORTH
from scorekeeper.referee import TRUMP, Auction, Play, ace_high

GAME: Final = Game(
    slug="oh-hell",
    name="Oh Hell!",
    aliases=("Blackout", "Nomination whist", "Oh Pshaw", "Up and down the river", "Elevator"),
    players=range(hands.FEWEST, hands.MOST + 1),
    about=say("Bid exactly the tricks you'll take. Hands shrink, then grow."),
    guide=Guide(
        (30, 60),
        "easy",
        "52",
        mark="!",
        family=phrase("Exact bids"),
        starter=True,
        hints=(
            phrase("Tap the bids in turn. Bids that the house rules forbid are struck out."),
            phrase("Tricks are filled in as bid: tap only those who missed."),
            phrase("The bars show the hands to come: the taller, the more cards."),
        ),
    ),
    house=hands.House,
    check=hands.check,
    deal=scoring.OhHellDeal,
    upcoming=hands.upcoming,
    upcoming_in_results=("hand_size",),
    form=scoring.form,
    score=scoring.score,
    result=scoring.result,
    too_many=hands.too_many,
    options_for_more=hands.options_for_more,
    hands=hands.with_tie_breaks,
    headline=scoring.headline,
    needs=points_behind_leader,
    facts=scoring.facts,
    unusual=scoring.unusual,
    tables={"hands": hands.table, "exact": scoring.exact_table},
    play=Play(ace_high, keys=(TRUMP,), copies=lambda context, card: context["packs"]),
    auction=Auction(referee.auction, "bidding", referee.calls, keys=(referee.HAND_SIZE,)),
    remedies=REMEDIES,
    worth=WORTH,
)
