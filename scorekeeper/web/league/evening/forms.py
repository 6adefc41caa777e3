"""The forms of an evening: its plan, the keys that start its rounds, the codes of a round."""

from collections.abc import Mapping
from datetime import date
from typing import Final

from wtforms import BooleanField, SelectMultipleField
from wtforms.validators import ValidationError

from scorekeeper.engine.other_entries import LONGEST_NAME
from scorekeeper.leagues.decisions import read_name
from scorekeeper.leagues.evening.bracket import BY_LOT, BY_RATING, BY_STANDINGS
from scorekeeper.leagues.evening.plan import INDIVIDUAL
from scorekeeper.leagues.game_rulings import read_evening
from scorekeeper.sentences import phrase, tell
from scorekeeper.web.shared.forms import (
    ChoiceField,
    NumberField,
    PageForm,
    Parses,
    PressField,
    TextField,
    TextsField,
    fault_of,
)
from scorekeeper.web.shared.security import read_number

MOST_PLACES: Final = 80
MOST_ROUNDS: Final = 40


class PlanForm(PageForm):
    """The plan of an evening.

    `player` are the ticked members, `names` others; players who stay together have the same number,
    `unit.7`. A knock-out has its `seeding`, by lot from a text. `seen` identifies the plan that was
    previewed.
    """

    player = SelectMultipleField(choices=[], validate_choice=False, default=list)
    names = TextField(phrase("Others, comma-separated"), filters=[str.strip])
    game = TextField(phrase("Game"), filters=[str.strip])
    variant = TextField(phrase("Variant"), filters=[str.strip])
    usual = NumberField(phrase("Table size"))
    kind = TextField(phrase("Format"), default=INDIVIDUAL, filters=[str.strip])
    unit = TextsField()
    name = TextField(
        phrase("Name (optional)"),
        filters=[str.strip],
    )
    date = TextField(
        phrase("Day"),
        [Parses(read_evening)],
        default=lambda: date.today().isoformat(),
        filters=[str.strip],
    )
    rounds = TextField(phrase("Rounds"), filters=[str.strip])
    seeding = ChoiceField(
        phrase("Seeds"),
        [
            (BY_STANDINGS, phrase("Standings")),
            (BY_RATING, phrase("Ratings")),
            (BY_LOT, phrase("Lots")),
        ],
    )
    groups = NumberField(phrase("Groups"))
    third_place = BooleanField(phrase("Match for third place"))
    lot = TextField()
    seen = TextField()

    def show(self, faults: Mapping[str, str]) -> None:
        """Show these faults of the plan at the fields, and no others."""
        for field in self:
            words = faults.get("units" if field is self.unit else field.name)
            field.errors = [words] if words else []

    @property
    def wanted(self) -> list[str]:
        """The names that were typed, one by one."""
        return [*filter(str.strip, self.names.data.replace("\n", ",").split(","))]

    def validate_names(self, field: TextField) -> None:
        """Refuse invalid names."""
        for words in filter(None, (fault_of(read_name, name) for name in self.wanted)):
            raise ValidationError(words)

    def validate_name(self, field: TextField) -> None:
        """Refuse a name that is too long."""
        if len(field.data) > LONGEST_NAME:
            raise ValidationError(tell("A name has at most {n} characters.", n=LONGEST_NAME))

    def validate_rounds(self, field: TextField) -> None:
        """Refuse an invalid number of rounds; empty leaves it to the tournament."""
        if field.data and not 1 <= (read_number(field.data) or 0) <= MOST_ROUNDS:
            raise ValidationError(tell("Enter 1 to {most} rounds.", most=MOST_ROUNDS))


class EveningForm(PageForm):
    """The keys of an evening: open a round's tables or take that back, plan one round more, pair
    the last one again, draw the knock-out after the groups, give a table's `winner` a walkover."""

    do = PressField("open.", "close.", "more", "again", "qualify", "walkover")
    winner = TextField(phrase("Who wins"))


class CodesForm(PageForm):
    """The round whose codes are made."""

    round = NumberField()


class BracketForm(PageForm):
    """The keys of a bracket: the `winner` advances without playing (`4.0` is the first side of
    match 4); a drawn match is replayed, is decided by lots, or was by a deal that a side won."""

    do = PressField("walkover", "replay.", "lots.", "home.", "away.")
    winner = TextField(phrase("Who goes through"))


def winner_of(form: EveningForm | BracketForm) -> tuple[int, int]:
    """Return the game or match, and which side wins it."""
    text = str(form.winner.data)
    number, _, side = text.partition(".")
    return read_number(number) or 0, 1 if side == "1" else 0


class AnnounceForm(PageForm):
    """An evening to which players say whether they are coming, before it is planned."""

    keys = ("announce",)
    date = TextField(
        phrase("Day"),
        [Parses(read_evening)],
        default=lambda: date.today().isoformat(),
        filters=[str.strip],
    )
    name = TextField(phrase("Name (optional)"), filters=[str.strip])
    game = TextField(phrase("Game"))
    kind = TextField(phrase("Format"), default=INDIVIDUAL)
    places = NumberField(phrase("Places (optional)"))

    def validate_places(self, field: NumberField) -> None:
        """Refuse what is no number of places; empty is any number."""
        typed = "".join(field.raw_data or ()).strip()
        if typed and not 1 <= (field.data or 0) <= MOST_PLACES:
            raise ValidationError(tell("Enter 1 to {most} places.", most=MOST_PLACES))


class ReplyForm(PageForm):
    """The reply of the phone's player: coming or not."""

    do = PressField("coming", "away")


class ClockForm(PageForm):
    """The clock of a round."""

    do = PressField("start", "pause", "go", "stop")
    minutes = NumberField(phrase("Minutes"))
    deal = NumberField(phrase("Minutes per deal (optional)"))


class DirectorForm(PageForm):
    """The director of the evening; empty for nobody."""

    keys = ("direct",)
    player = NumberField(phrase("Director"))
