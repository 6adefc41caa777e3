"""Spades, put together."""

from typing import Final

from scorekeeper.engine import Game, Guide, phrase, say
from scorekeeper.games.spades import deal, form, house, referee, scoring
from scorekeeper.games.spades.remedies import REMEDIES
from scorekeeper.games.spades.worth import WORTH
from scorekeeper.referee import Auction, Play

GAME: Final = Game(
    slug="spades",
    name="Spades",
    aliases=("Partnership spades",),
    players=range(2, 5),
    about=say("Partners bid the tricks they will take. Spades are trumps."),
    guide=Guide(
        (45, 75),
        "practice",
        "52",
        mark="♠",
        family=phrase("Exact bids"),
        starter=True,
        hints=(
            phrase("Tap the bids in turn; the strip shows how many tricks are bid."),
            phrase("Then enter one side's tricks; the other side's follow."),
            phrase("Tricks by player? Choose it once under “⋯”."),
        ),
    ),
    house=house.House,
    variants=house.VARIANTS,
    variant_cards=house.VARIANT_CARDS,
    presets=house.PRESETS,
    check=house.check,
    deal=deal.SpadesDeal,
    sides=house.sides,
    form=form.form,
    state=scoring.state,
    score=scoring.score,
    tallies=("bags",),
    result=scoring.result,
    headline=scoring.headline,
    carried=scoring.carried,
    needs=scoring.needs,
    facts=scoring.facts,
    unusual=scoring.unusual,
    tables={"tricks": scoring.tricks_table, "nils": scoring.nils_table},
    remedies=REMEDIES,
    worth=WORTH,
    play=Play(
        referee.ranking,
        pack=referee.pack,
        keys=(referee.BROKEN,),
        exception=referee.may_play,
        after_trick=referee.after_trick,
    ),
    auction=Auction(referee.auction, "declaring", referee.calls, also_called=form.ALSO_CALLED),
)
