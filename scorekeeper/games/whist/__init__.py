"""Whist, put together."""

from typing import Final

from scorekeeper.engine import Game, Guide, Preset, phrase, say, two_partnerships
from scorekeeper.games.whist import scoring
from scorekeeper.games.whist.remedies import REMEDIES
from scorekeeper.games.whist.worth import WORTH
from scorekeeper.referee import TRUMP, Play, ace_high

GAME: Final = Game(
    slug="whist",
    name="Whist",
    aliases=("Classic whist", "Partner whist", "Short whist", "Long whist"),
    players=range(4, 5),
    about=say("Partners, no bidding. Each trick over six scores a point."),
    guide=Guide(
        (30, 60),
        "easy",
        "52",
        mark="A♣",
        family=phrase("Whist family"),
        hints=(
            phrase("Enter one side's tricks; the other side's follow."),
            phrase("Each trick above six scores a point."),
            phrase("The pips below a total show it at a glance."),
        ),
    ),
    house=scoring.House,
    presets={
        "short": Preset(say("Short whist"), {"scoring": "rubber", "target": 5, "honours": True}),
        "drive": Preset(
            say("Whist drive"), {"scoring": "all_tricks", "trumps": "fixed", "target": None}
        ),
    },
    deal=scoring.Whist,
    sides=two_partnerships,
    check=scoring.check,
    tallies=("points", "games"),
    state=scoring.game_score,
    state_in_results=scoring.result_state,
    upcoming=scoring.upcoming,
    upcoming_in_results=("trump",),
    form=scoring.form,
    score=scoring.score,
    result=scoring.result,
    headline=scoring.headline,
    opening=scoring.opening,
    carried=scoring.carried,
    needs=scoring.needs,
    played_to=scoring.played_to,
    pips=lambda house: scoring.played_to(house) or 0,
    tables={"odd-tricks": scoring.ODD_TRICKS, "honours": scoring.HONOURS},
    play=Play(ace_high, keys=(TRUMP,)),
    remedies=REMEDIES,
    worth=WORTH,
)
