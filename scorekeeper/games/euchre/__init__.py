"""Euchre, put together."""

from typing import Final

from scorekeeper.engine import (
    Game,
    Guide,
    Passing,
    Preset,
    phrase,
    points_to_target,
    say,
    two_partnerships,
)
from scorekeeper.games.euchre import referee, scoring
from scorekeeper.games.euchre.remedies import REMEDIES
from scorekeeper.games.euchre.worth import WORTH
from scorekeeper.referee import Auction, Play

GAME: Final = Game(
    slug="euchre",
    name="Euchre",
    aliases=("Partnership euchre",),
    players=range(4, 5),
    about=say("Partners, five cards each. Makers need three tricks."),
    guide=Guide(
        (15, 30),
        "practice",
        "32",
        mark="J♦",
        family=phrase("Euchre family"),
        hints=(
            phrase("Tap who made trumps. The suit may be left out."),
            phrase("Playing alone? Tap it before the tricks: a march then scores more."),
            phrase("Enter the makers' tricks; the points follow."),
        ),
    ),
    house=scoring.House,
    presets={
        "canadian": Preset(
            say("Canadian Euchre"),
            {"deck": 24, "target": 10, "canadian_loner": True, "stick_the_dealer": True},
        ),
        "pub": Preset(say("Pub Euchre"), {"deck": 24, "joker": True, "target": 11}),
        "match": Preset(say("Euchre match"), {"deck": 24, "target": None, "max_deals": 8}),
    },
    deal=scoring.Euchre,
    sides=two_partnerships,
    passing=Passing(
        say("nobody made trumps"),
        label=say("Nobody made trumps"),
        barred=lambda house: (
            say("The dealer must name trumps; a deal cannot be passed out at this table.")
            if house.stick_the_dealer
            else None
        ),
    ),
    form=scoring.form,
    score=scoring.score,
    result=scoring.result,
    headline=scoring.headline,
    needs=points_to_target,
    # in the source a three and a four, which are not in the pack, show the points
    pips=lambda house: house.target or 0,
    facts=scoring.facts,
    unusual=scoring.unusual,
    tables={"points": scoring.makers_points},
    play=Play(referee.ranking, pack=referee.pack_of, keys=(referee.TRUMP_CALLED,)),
    auction=Auction(
        referee.auction,
        "order",
        referee.calls,
        keys=(referee.TURNED,),
        also_called=referee.ALSO_CALLED,
    ),
    opening=referee.opening,
    remedies=REMEDIES,
    worth=WORTH,
)
