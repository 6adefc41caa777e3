"""Solo Whist, put together."""

from typing import Final

from scorekeeper.engine import Game, Guide, Passing, Preset, phrase, say
from scorekeeper.games.solo_whist import referee, scoring
from scorekeeper.games.solo_whist.remedies import REMEDIES
from scorekeeper.games.solo_whist.worth import WORTH
from scorekeeper.referee import TRUMP, Auction, Play, ace_high

GAME: Final = Game(
    slug="solo-whist",
    name="Solo Whist",
    aliases=("Solo",),
    players=range(4, 5),
    about=say("No fixed partners. Bid alone, or find a partner for the deal."),
    guide=Guide(
        (45, 90),
        "practice",
        "52",
        mark="1",
        family=phrase("Whist family"),
        hints=(
            phrase("Tap the contract first, then who plays it."),
            phrase("For prop and cop, tap both partners."),
            phrase("Players settle with each other, so the totals add up to 0."),
        ),
    ),
    house=scoring.House,
    presets={"pence": Preset(say("Solo for pence"), {"stakes": "pence"})},
    deal=scoring.SoloWhistDeal,
    passing=Passing(say("the deal was abandoned"), label=say("All passed, or no cop")),
    upcoming=scoring.upcoming,
    form=scoring.form,
    score=scoring.score,
    headline=scoring.headline,
    facts=scoring.facts,
    unusual=scoring.unusual,
    tables={"contracts": scoring.contracts_table},
    counters=scoring.counters,
    play=Play(ace_high, keys=(TRUMP,)),
    auction=Auction(
        referee.auction,
        "bidding",
        lambda context: referee.CALLS,
        also_called=scoring.ALSO_CALLED,
    ),
    opening=referee.opening,
    remedies=REMEDIES,
    worth=WORTH,
)
