"""Five Hundred, put together."""

from typing import Final

from scorekeeper.engine import SUITS, Game, Guide, Side, Suit, phrase, say
from scorekeeper.games.five_hundred import bids, form, house, referee, scoring
from scorekeeper.games.five_hundred.remedies import REMEDIES
from scorekeeper.games.five_hundred.worth import WORTH
from scorekeeper.referee import NAMED_SUIT, TRUMP, Auction, Play, several

GAME: Final = Game(
    slug="five-hundred",
    name="Five Hundred",
    aliases=("500", "Auction 500"),
    players=range(3, 5),
    about=say("Partners bid for tricks, with a joker and bowers. First to 500."),
    guide=Guide(
        (45, 75),
        "hard",
        "joker",
        mark="500",
        family=phrase("Euchre family"),
        hints=(
            phrase("Each key shows what the bid is worth: suits on top, levels at the left."),
            phrase("Then tap who bid it and how many tricks that side took."),
            phrase("Bids to take no tricks (nullo) are below the table."),
        ),
    ),
    house=house.House,
    variants=house.VARIANTS,
    variant_cards=house.VARIANT_CARDS,
    presets=house.PRESETS,
    check=house.check,
    deal=form.FiveHundred,
    sides=house.sides,
    form=form.form,
    state=scoring.state,
    state_in_results=False,
    score=scoring.score,
    result=scoring.result,
    headline=scoring.headline,
    needs=scoring.needs,
    facts=scoring.facts,
    unusual=scoring.unusual,
    tables={
        "bids": bids.WORTH,
        "zero_bids": bids.zero_bids_table,
        "ladder": referee.ladder_table,
    },
    play=Play(
        referee.ranking,
        pack=referee.pack_of,
        keys=(TRUMP, NAMED_SUIT, several("shown_void", SUITS, "Suits the leader lacks", Suit)),
    ),
    auction=Auction(
        referee.auction,
        "auction",
        referee.calls,
        keys=(several("ace_no_face", (0, 1), "Ace, no face declared by", Side),),
        also_called=bids.ALSO_CALLED,
        cancelling=referee.CANCELLING,
    ),
    opening=referee.opening,
    remedies=REMEDIES,
    worth=WORTH,
)
