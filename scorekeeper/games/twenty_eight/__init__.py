"""Twenty-Eight, put together."""

from typing import Final

from scorekeeper.engine import (
    Game,
    Guide,
    first_to_target,
    phrase,
    say,
    seat_step,
    two_partnerships,
)
from scorekeeper.games.twenty_eight import referee, scoring
from scorekeeper.games.twenty_eight.remedies import REMEDIES
from scorekeeper.games.twenty_eight.worth import WORTH
from scorekeeper.referee import DECLARER, SUIT_OF_TRUMPS, Auction, Play, flag

GAME: Final = Game(
    slug="twenty-eight",
    name="Twenty-Eight",
    aliases=("28",),
    players=range(4, 7, 2),
    about=say("Partners bid for card points. Jacks rank high, trumps are secret."),
    guide=Guide(
        (30, 60),
        "practice",
        "32",
        mark="28",
        family=phrase("Jass family"),
        hints=(
            phrase("Tap the declarer and the bid; each key shows what it scores if made."),
            phrase("Then tap whether it was made. Trumps may be left out."),
            phrase("The pips below a total are the cards turned up for it."),
        ),
    ),
    house=scoring.House,
    deal=scoring.TwentyEightDeal,
    sides=two_partnerships,
    upcoming=scoring.upcoming,
    form=scoring.form,
    score=scoring.score,
    result=first_to_target,
    headline=scoring.headline,
    needs=scoring.needs,
    # many players keep the score with the pips of cards that are not in the pack
    pips=lambda house: house.target,
    facts=scoring.facts,
    unusual=scoring.unusual,
    tables={
        "cards": scoring.cards_table,
        "bids": lambda house: scoring.TIERS[house.scoring],
    },
    remedies=REMEDIES,
    worth=WORTH,
    play=Play(
        referee.ranking,
        pack=lambda context: frozenset(referee.CARDS[context["players"]]),
        keys=(
            SUIT_OF_TRUMPS,
            flag("revealed", "Trumps already shown"),
            referee.CALLED,
            DECLARER,
            referee.FACE_DOWN,
        ),
        step=seat_step,
        exception=referee.may_play,
        after_trick=referee.after_trick,
        after_turn=referee.after_turn,
    ),
    auction=Auction(referee.auction, "bidding", referee.calls),
    opening=referee.opening,
)
