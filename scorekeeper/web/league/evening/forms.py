"""The forms of an evening: its plan, the keys that start its rounds, the codes of a round."""

from collections.abc import Mapping
from datetime import date
from typing import Final

from wtforms import BooleanField, SelectMultipleField
from wtforms.validators import ValidationError

from scorekeeper.engine.other_entries import LONGEST_NAME
from scorekeeper.leagues.decisions import LONGEST_REASON, read_name
from scorekeeper.leagues.evening.announcing import (
    FORTNIGHTLY,
    LONGEST_NOTE,
    LONGEST_VENUE,
    MONTHLY,
    MOST_EVENINGS,
    ONCE,
    WEEKLY,
    Particulars,
    read_note,
    read_time,
    read_until,
    read_venue,
    series_days,
)
from scorekeeper.leagues.evening.bracket import BY_LOT, BY_RATING, BY_STANDINGS
from scorekeeper.leagues.evening.plan import INDIVIDUAL
from scorekeeper.leagues.game_rulings import read_evening, today
from scorekeeper.sentences import phrase, tell
from scorekeeper.spelling import visible
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

    `player` are the ticked members, `names` others; a ticked `pair` is both of its players, `3.5`,
    and other players who stay together have the same number, `unit.7`. A knock-out has its
    `seeding`, by lot from a text. `seen` identifies the plan that was previewed.
    """

    player = SelectMultipleField(choices=[], validate_choice=False, default=list)
    names = TextField(phrase("Others, comma-separated"), filters=[str.strip])
    game = TextField(phrase("Game"), filters=[str.strip])
    variant = TextField(phrase("Variant"), filters=[str.strip])
    usual = NumberField(phrase("Table size"))
    kind = TextField(phrase("Format"), default=INDIVIDUAL, filters=[str.strip])
    pair = SelectMultipleField(choices=[], validate_choice=False, default=list)
    unit = TextsField()
    name = TextField(
        phrase("Name (optional)"),
        filters=[str.strip],
    )
    date = TextField(
        phrase("Day"),
        [Parses(read_evening)],
        # the day of play: who plans the next tables after midnight is still at the same evening
        default=lambda: today().isoformat(),
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


class ParticularsForm(PageForm):
    """When and where an evening is, for how many."""

    date = TextField(
        phrase("Day"),
        [Parses(read_evening)],
        default=lambda: date.today().isoformat(),
        filters=[str.strip],
    )
    start = TextField(phrase("Starts at"), [Parses(read_time)], filters=[str.strip])
    end = TextField(phrase("Ends at (optional)"), [Parses(read_time)], filters=[str.strip])
    venue = TextField(phrase("Where"), [Parses(read_venue, LONGEST_VENUE)])
    note = TextField(phrase("Note"), [Parses(read_note, LONGEST_NOTE)])
    name = TextField(phrase("Name"), filters=[str.strip])
    places = NumberField(phrase("Places"))

    @property
    def particulars(self) -> Particulars:
        """What was typed, as it is saved."""
        return Particulars(
            name=" ".join(visible(self.name.data).split())[:LONGEST_NAME],
            date=read_evening(self.date.data),
            start=read_time(self.start.data),
            end=read_time(self.end.data),
            venue=read_venue(self.venue.data),
            note=read_note(self.note.data),
            places=self.places.data or 0,
        )

    def validate_end(self, field: TextField) -> None:
        """Refuse an end without a start."""
        if field.data and not self.start.data:
            raise ValidationError(tell("Say when it starts, too."))

    def validate_places(self, field: NumberField) -> None:
        """Refuse what is no number of places; empty is any number."""
        typed = "".join(field.raw_data or ()).strip()
        if typed and not 1 <= (field.data or 0) <= MOST_PLACES:
            raise ValidationError(tell("Enter 1 to {most} places.", most=MOST_PLACES))


class AnnounceForm(ParticularsForm):
    """An evening, or a series of them, to which players say whether they are coming, before it is
    planned. The days of a series are ``listed`` before they are announced: each may be moved, or
    left out by its tick."""

    keys = ("announce",)
    game = TextField(phrase("Game"))
    kind = TextField(phrase("Format"), default=INDIVIDUAL)
    repeat = ChoiceField(
        phrase("Repeat"),
        [
            (ONCE, phrase("Once")),
            (WEEKLY, phrase("Every week")),
            (FORTNIGHTLY, phrase("Every two weeks")),
            (MONTHLY, phrase("Every month")),
        ],
        default=ONCE,
    )
    until = TextField(phrase("Last day of the series"), filters=[str.strip])
    day = TextsField()
    on = TextsField()
    listed = TextField()

    def validate_until(self, field: TextField) -> None:
        """Refuse a series without an end, or one that is too long."""
        if not self.repeats or self.date.errors:
            return
        if words := fault_of(read_until, field.data):
            raise ValidationError(words)
        if not self.date.data:
            raise ValidationError(tell("Enter the first day of the series."))
        if len(self.all_days) > MOST_EVENINGS:
            raise ValidationError(tell("A series has at most {n} evenings.", n=MOST_EVENINGS))
        if not self.all_days:
            raise ValidationError(tell("The last day comes before the first."))

    def validate_day(self, field: TextsField) -> None:
        """Refuse days that cannot be, and a series of which none is left."""
        if not self.are_listed:
            return
        faults = {name: fault_of(_read_day, text) for name, text in field.data.items()}
        field.refuse(
            {name: words for name, words in faults.items() if words and name in self.on.data}
        )
        if not self.days:
            raise ValidationError(tell("Tick at least one day."))

    @property
    def repeats(self) -> bool:
        """Return whether it is a series."""
        return self.repeat.data not in ("", ONCE)

    @property
    def all_days(self) -> list[date]:
        """The days of the series before any is moved or left out."""
        first = date.fromisoformat(read_evening(self.date.data))
        return series_days(first, self.repeat.data, read_until(self.until.data))

    @property
    def mark(self) -> str:
        """Tells one series from another."""
        return f"{self.date.data} {self.repeat.data} {self.until.data}"

    @property
    def are_listed(self) -> bool:
        """Return whether the days of this series were shown before."""
        return self.repeats and bool(self.listed.data == self.mark)

    @property
    def days(self) -> list[str]:
        """The days on which there is an evening."""
        if not self.are_listed:
            return [self.particulars.date]
        return [text.strip() for name, text in self.day.data.items() if name in self.on.data]

    @property
    def days_shown(self) -> list[tuple[str, bool]]:
        """The days of the series as they were ticked and moved; all, where they are new."""
        if not self.are_listed:
            return [(day.isoformat(), True) for day in self.all_days]
        return [(text, name in self.on.data) for name, text in self.day.data.items()]


def _read_day(text: str) -> str:
    return read_evening(text) or date.fromisoformat(text).isoformat()


class EditEveningForm(ParticularsForm):
    """What was announced, changed, and why."""

    keys = ("save",)
    reason = TextField(phrase("Why it changes"), render_kw={"maxlength": LONGEST_REASON})
    later = BooleanField(phrase("The later evenings of the series too"))


class CancelEveningForm(PageForm):
    """An evening is cancelled, and why; or takes place after all."""

    do = PressField("cancel", "reinstate")
    reason = TextField(phrase("Why it is cancelled"), render_kw={"maxlength": LONGEST_REASON})
    later = BooleanField(phrase("The later evenings of the series too"))


class ReplyForm(PageForm):
    """The reply of the phone's player: coming or not, or coming ``with.5``, another player who
    looks for a partner too. An organiser may reply for another ``player``; ``back`` is the page
    where it was said."""

    do = PressField("coming", "away", "with.")
    player = NumberField(phrase("Player"))
    partner = NumberField(phrase("Partner"))
    back = TextField()


class ClockForm(PageForm):
    """The clock of a round."""

    do = PressField("start", "pause", "go", "stop")
    minutes = NumberField(phrase("Minutes"))
    deal = NumberField(phrase("Minutes per deal (optional)"))


class DirectorForm(PageForm):
    """The director of the evening; empty for nobody."""

    keys = ("direct",)
    player = NumberField(phrase("Director"))
