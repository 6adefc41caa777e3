"""The forms of the editor, one a step; and of what they ask about one thing, sentence or part."""

from typing import Any, Final

from wtforms import SelectMultipleField, StringField
from wtforms.validators import ValidationError

from scorekeeper.own.editor.head import (
    COUNTS,
    EACH,
    HALVES,
    MIXED,
    OPPOSITE,
    SUITS,
    Head,
    cannot_pair,
)
from scorekeeper.own.reader import LONGEST_LABEL
from scorekeeper.sentences import all_of, phrase, tell
from scorekeeper.web.shared.forms import ChoiceField, PageForm, PressField, TextField, TextsField

CHANGES: Final = "changes"
COUNT: Final = "count"
"""What the page sends while something is tapped or typed: show what comes of it, keep nothing."""


class TicksField(SelectMultipleField):
    """Which of some things are ticked."""

    def __init__(self, label: str = "", **more: Any) -> None:
        super().__init__(label, validate_choice=False, choices=(), **more)


class StepForm(PageForm):
    """A form that shows what comes of it while something is tapped or typed."""

    def forget_faults(self) -> None:
        """Say nothing of what is wrong while somebody is still at it."""
        if self.do.data.act != COUNT:
            return
        for field in self:
            field.errors = []
        self.form_errors.clear()


class HeadForm(StepForm):
    """The first step."""

    name = TextField(phrase("What is it called?"), render_kw={"maxlength": LONGEST_LABEL})
    suit = ChoiceField("", [("", "–"), *((one, one) for one in SUITS)])
    players = TicksField(phrase("How many play?"))
    together = ChoiceField(
        phrase("Who scores together?"),
        [
            (EACH, phrase("each alone")),
            (OPPOSITE, phrase("partners opposite")),
            (HALVES, phrase("two sides")),
            (CHANGES, phrase("changes each deal")),
            (MIXED, phrase("as it is now")),
        ],
    )
    about = TextField(phrase("In a sentence"), render_kw={"maxlength": 200})
    by = TextField(phrase("Who made it"), render_kw={"maxlength": 80})

    def validate_name(self, field: StringField) -> None:
        """Ask for a name."""
        if not field.data.strip():
            raise ValidationError(tell("Give it a name."))

    def validate_players(self, field: SelectMultipleField) -> None:
        """Ask for a number of players, and for numbers that can play so."""
        if self.fault_of_players:
            raise ValidationError(self.fault_of_players)

    @property
    def fault_of_players(self) -> str:
        """What is wrong with the numbers of players; empty where nothing is."""
        if not self.counts:
            return tell("Tap how many can play.")
        wrong = cannot_pair(self.head)
        if not wrong:
            return ""
        which = all_of(*map(str, wrong))
        return tell("{n} players cannot be split so: four, six or eight can.", n=which)

    @property
    def counts(self) -> tuple[int, ...]:
        """The numbers of players that are ticked."""
        return tuple(one for one in COUNTS if str(one) in (self.players.data or ()))

    @property
    def head(self) -> Head:
        """The answers."""
        together = self.together.data or EACH
        return Head(
            *(self.name.data.strip(), self.suit.data, self.counts),
            EACH if together == CHANGES else together,
            *(self.about.data.strip(), self.by.data.strip()),
        )


class ThingsForm(PageForm):
    """The second step: what is ticked; its keys add one more, or lead to one."""

    do = PressField("", "next", "count", "thing.", "add.", "step.")
    things = TicksField()


class TextsForm(PageForm):
    """Answers by their names: about a thing, in sentences, of a part."""

    do = PressField("", "next", "count", "card.", "add.", "remove", "recipe.", "step.", "part.")
    a = TextsField()
    house = TicksField()


class EndForm(StepForm):
    """The fourth step."""

    ends = TicksField()
    house = TicksField()
    reach = TextField(phrase("Someone reaches"))
    deals = TextField(phrase("After so many deals"))
    falls = TextField(phrase("Someone falls to"))
    wins = ChoiceField(
        phrase("Who wins?"),
        [("most", phrase("most points")), ("least", phrase("fewest points"))],
    )
    tie = ChoiceField(
        phrase("Equal at the end?"),
        [("play_on", phrase("one more deal")), ("shared", phrase("both win"))],
    )


class TryForm(PageForm):
    """The fifth step: the deal is the pad's own form; here are its totals."""

    do = PressField("", "count", "another.", "save", "play", "step.")
    total = TextsField()
