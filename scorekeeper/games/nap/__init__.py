"""Nap, put together."""

from typing import Final

from scorekeeper.engine import Game, Guide, Passing, Preset, phrase, say
from scorekeeper.games.nap import referee, scoring
from scorekeeper.games.nap.remedies import REMEDIES
from scorekeeper.games.nap.worth import WORTH
from scorekeeper.referee import FIRST_TRICK, NAMED_SUIT, TRUMP, Auction, Play, flag

GAME: Final = Game(
    slug="nap",
    name="Nap",
    aliases=("Napoleon",),
    players=range(3, 8),
    about=say("Five cards. Make your bid and all pay you, or you pay all."),
    guide=Guide(
        (20, 45),
        "easy",
        "52",
        mark="N",
        family=phrase("Euchre family"),
        hints=(
            phrase("Tap the declarer, the bid, and whether it was made."),
            phrase("Everyone settles with the declarer; the app works it out."),
            phrase("Nobody bid? “Everybody passed” ends the deal."),
        ),
    ),
    house=scoring.House,
    presets={"pub": Preset(say("Pub Nap"), {"full_pack": True, "stakes": "pub"})},
    deal=scoring.NapDeal,
    passing=Passing(
        say("everybody passed"), label=say("Everybody passed"), barred=scoring.must_bid
    ),
    form=scoring.form,
    score=scoring.score,
    headline=scoring.headline,
    facts=scoring.facts,
    unusual=scoring.unusual,
    tables={"pack": scoring.packs_table, "bids": scoring.bids_table},
    counters=lambda house: True,
    play=Play(
        referee.ranking,
        pack=lambda context: frozenset(referee.cards_of(context)),
        keys=(TRUMP, FIRST_TRICK, NAMED_SUIT, flag("mis", "A mis")),
        after_trick=referee.after_trick,
    ),
    auction=Auction(referee.auction, "bidding", referee.calls, also_called=scoring.ALSO_CALLED),
    opening=referee.opening,
    remedies=REMEDIES,
    worth=WORTH,
)
