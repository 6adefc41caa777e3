"""The forms of a ladder and of a league of teams."""

from wtforms import SelectMultipleField

from scorekeeper.leagues.evening.bracket import BY_LOT, BY_RATING, BY_STANDINGS
from scorekeeper.sentences import phrase
from scorekeeper.web.shared.forms import ChoiceField, NumberField, PageForm, PressField, TextField

OPEN, SEALED = "open", "sealed"


class StartLadderForm(PageForm):
    """A new ladder."""

    keys = ("start",)
    game = TextField(phrase("Game"))
    reach = NumberField(phrase("How many places up you can challenge"), default=2)
    by = ChoiceField(
        phrase("Order at the start"),
        [
            (BY_STANDINGS, phrase("Standings")),
            (BY_RATING, phrase("Ratings")),
            (BY_LOT, phrase("Lots")),
        ],
        default=BY_STANDINGS,
    )


class RecordChallengeForm(PageForm):
    """A challenge that an organiser records for others."""

    keys = ("record",)
    one = NumberField(phrase("Challenger"))
    other = NumberField(phrase("Challenges"))


class ChallengeForm(PageForm):
    """The phone's player challenges a player, or a challenge is withdrawn, by its number."""

    do = PressField("challenge.", "withdraw.")


class StartTeamsForm(PageForm):
    """A new league of teams, one on each line."""

    keys = ("start",)
    teams = TextField(phrase("Teams"))
    game = TextField(phrase("Game"))
    boards = NumberField(phrase("Tables in a match"), default=2)
    rounds = ChoiceField(
        phrase("Teams meet"),
        [("1", phrase("Once")), ("2", phrase("Home and away"))],
        default="2",
    )
    lineups = ChoiceField(
        phrase("Line-ups"),
        [(OPEN, phrase("Seen at once")), (SEALED, phrase("Sealed until both are in"))],
        default=OPEN,
    )


class MatchForm(PageForm):
    """A match: the line-up of its side 0 (home) or 1 (away) is saved, seat by seat, its tables are
    started, or a side is given a walkover, which is withdrawn by its record."""

    do = PressField("lineup.", "start", "walkover.", "withdraw.")
    player = SelectMultipleField(choices=[], validate_choice=False, default=list, coerce=int)
