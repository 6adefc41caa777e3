"""Trex, put together."""

from typing import Final

from scorekeeper.engine import (
    Game,
    Guide,
    Preset,
    VariantCard,
    phrase,
    points_behind_leader,
    say,
    seat_step,
)
from scorekeeper.games.trex import deal, referee, scoring
from scorekeeper.games.trex.remedies import REMEDIES
from scorekeeper.games.trex.worth import WORTH
from scorekeeper.referee import Auction, Play

GAME: Final = Game(
    slug="trex",
    name="Trex",
    aliases=("Trix",),
    players=range(4, 5),
    about=say("Four kingdoms. Each owner plays five games in any order."),
    guide=Guide(
        (60, 90),
        "practice",
        "52",
        mark="K♥",
        family=phrase("Dodging tricks"),
        hints=(
            phrase("The owner of the kingdom picks one of the games left."),
            phrase("Tap who took each card; a doubled one is noted below."),
            phrase("In trex, tap the players in the order they went out."),
        ),
    ),
    house=deal.House,
    variants={"document": deal.House(), "classic": deal.House(diamond_points=-10)},
    variant_cards={
        "document": VariantCard(say("Diamonds +10"), say("Each diamond scores 10 for its taker.")),
        "classic": VariantCard(say("Diamonds −10"), say("Each diamond costs its taker 10.")),
    },
    presets={"complex": Preset(say("Trex complex"), {"complex": True}, "classic")},
    deal=deal.AnyGame,
    sides=scoring.sides,
    upcoming=scoring.upcoming,
    upcoming_in_results=("owner",),
    form=scoring.form,
    score=scoring.score,
    result=scoring.result,
    headline=scoring.headline,
    first_card="7H",
    needs=points_behind_leader,
    tables={"games": scoring.games_table, "doubled": scoring.DOUBLED, "order": scoring.OUT},
    play=Play(
        referee.ranking,
        keys=(referee.CONTRACT, referee.BUILT),
        step=seat_step,
        exception=referee.may_play,
        trickless=referee.building,
    ),
    auction=Auction(
        referee.auction,
        "choosing",
        referee.calls,
        keys=(referee.LEFT,),
        offer=say("Which games are left?"),
        also_called=deal.ALSO_CALLED,
    ),
    opening=referee.opening,
    remedies=REMEDIES,
    worth=WORTH,
)
