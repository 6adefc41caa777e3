"""The forms of a ladder: it is started, somebody is challenged."""

from scorekeeper import leagues
from scorekeeper.sentences import phrase
from scorekeeper.web.shared.forms import ChoiceField, NumberField, PageForm, PressField, TextField


class StartLadderForm(PageForm):
    """A new ladder."""

    keys = ("start",)
    game = TextField(phrase("Game"))
    reach = NumberField(phrase("Places up that one may challenge"), default=2)
    by = ChoiceField(
        phrase("Order at the start"),
        [
            (leagues.BY_STANDINGS, phrase("Standings")),
            (leagues.BY_RATING, phrase("Ratings")),
            (leagues.BY_LOT, phrase("Lots")),
        ],
        default=leagues.BY_STANDINGS,
    )


class RecordChallengeForm(PageForm):
    """A challenge that an organiser records for others."""

    keys = ("record",)
    one = NumberField(phrase("Challenger"))
    other = NumberField(phrase("Challenges"))


class ChallengeForm(PageForm):
    """The phone's player challenges a player, or a challenge is withdrawn, by its number."""

    do = PressField("challenge.", "withdraw.")
