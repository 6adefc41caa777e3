"""The forms of an evening: its plan, the keys that open its rounds, the codes of a round."""

from collections.abc import Mapping
from datetime import date
from typing import Final

from wtforms import SelectMultipleField
from wtforms.validators import Length, ValidationError

from scorekeeper import leagues
from scorekeeper.engine.ledger import LONGEST_NAME
from scorekeeper.web.shared.forms import (
    NumberField,
    PageForm,
    PressField,
    ReadableBy,
    TextField,
    TextsField,
    fault_of,
    read_number,
)

MOST_ROUNDS: Final = 40


def _without_blanks(text: str) -> str:
    return text.strip()


class PlanForm(PageForm):
    """The plan of an evening. `player` are those who are ticked, `names` others; who stays together
    has one number, `unit.7`; `seen` tells the plan that was looked at."""

    player = SelectMultipleField(choices=[], validate_choice=False, default=list)
    names = TextField("Others, comma-separated", filters=[_without_blanks])
    game = TextField("Game", filters=[_without_blanks])
    variant = TextField("Variant", filters=[_without_blanks])
    usual = NumberField("Table size")
    kind = TextField("Format", default=leagues.INDIVIDUAL, filters=[_without_blanks])
    unit = TextsField()
    name = TextField(
        "Name (optional)",
        [Length(max=LONGEST_NAME, message="A name has at most %(max)d characters.")],
        filters=[_without_blanks],
    )
    date = TextField(
        "Day",
        [ReadableBy(leagues.read_evening)],
        default=lambda: date.today().isoformat(),
        filters=[_without_blanks],
    )
    rounds = TextField("Rounds", filters=[_without_blanks])
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
        """Refuse what is no name."""
        for words in filter(None, (fault_of(leagues.read_name, name) for name in self.wanted)):
            raise ValidationError(words)

    def validate_rounds(self, field: TextField) -> None:
        """Refuse what is no number of rounds; empty, it is left to the tournament."""
        if field.data and not 1 <= (read_number(field.data) or 0) <= MOST_ROUNDS:
            raise ValidationError(f"Enter 1 to {MOST_ROUNDS} rounds.")


class EveningForm(PageForm):
    """The keys of an evening: open a round's tables or take that back, plan one round more."""

    do = PressField("open.", "close.", "more")


class CodesForm(PageForm):
    """The round whose codes are made."""

    round = NumberField()
