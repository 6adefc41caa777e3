"""The forms of a league's pages, each with its fields, validation and messages."""

from contextlib import closing
from functools import cached_property
from typing import Final

from flask_wtf.file import FileField
from wtforms import PasswordField, SelectMultipleField
from wtforms.validators import ValidationError

from scorekeeper.engine.other_entries import LONGEST_NAME
from scorekeeper.leagues.club.contacts import (
    LONGEST_EMAIL,
    LONGEST_PHONE,
    read_email,
    read_phone,
)
from scorekeeper.leagues.decisions import LONGEST_REASON, read_name, read_own_name, read_reason
from scorekeeper.leagues.game_rulings import read_day, read_final_points
from scorekeeper.leagues.links import LONGEST_PASSPHRASE, read_passphrase
from scorekeeper.leagues.membership import read_names
from scorekeeper.leagues.seasons import read_points
from scorekeeper.sentences import phrase, tell
from scorekeeper.spelling import plain_number, visible
from scorekeeper.web.interview.coins import signs
from scorekeeper.web.shared.forms import (
    ChoiceField,
    ListsField,
    NumberField,
    PageForm,
    Parses,
    PressField,
    Required,
    TextField,
    TextsField,
    fault_of,
)
from scorekeeper.web.shared.security import read_number

LEAGUE_NAME: Final = Parses(read_name, LONGEST_NAME)
_CALLED: Final = Parses(read_own_name, LONGEST_NAME)
_REASON: Final = Parses(read_reason, LONGEST_REASON)
_DAY: Final = Parses(read_day)


# --- the league itself --------------------------------------------------------------------------


class CreateLeagueForm(PageForm):
    """A new league, and under which name its first organiser is known."""

    name = TextField(phrase("Name"), [LEAGUE_NAME])
    game = TextField(phrase("What do you play?"))
    called = TextField(
        phrase("Your name (optional)"),
        [_CALLED],
        description=phrase("The league history shows it beside your changes."),
        render_kw={"autocomplete": "given-name"},
    )


class EnterLeagueForm(PageForm):
    """The organisers' passphrase, asked of a phone that came by their link."""

    passphrase = PasswordField(
        phrase("The organisers' passphrase"),
        # an empty one is no guess, so it is not counted
        [Required(phrase("Enter the passphrase."))],
        render_kw={"autocomplete": "current-password", "maxlength": LONGEST_PASSPHRASE},
    )


class LeagueNameForm(PageForm):
    """Another name for the league."""

    keys = ("rename",)
    name = TextField(phrase("League name"), [LEAGUE_NAME])


class PassphraseForm(PageForm):
    """A passphrase for organisers who come by the link."""

    keys = ("passphrase",)
    passphrase = PasswordField(
        phrase("A passphrase"),
        [Parses(read_passphrase, LONGEST_PASSPHRASE)],
        description=phrase("8 to 100 characters."),
        render_kw={"autocomplete": "new-password"},
    )


class OrganiseForm(PageForm):
    """The keys that organise a league: some are about a link's role, `renew.member`."""

    do = PressField(
        *("rename", "archive", "reopen", "passphrase", "nopassphrase", "open", "shut"),
        *("make.", "renew.", "renewall", "remove.", "players", "scorers"),
        *("publish", "unpublish", "wall", "nowall"),
    )


class DeletedForm(PageForm):
    """The entry that is deleted or restored, by its number."""

    do = PressField("strike.", "restore.")


class DecisionForm(PageForm):
    """The decision that is undone or restored, by its number."""

    do = PressField("strike.", "restore.", "undo.", "redo.")


class ResultsForm(PageForm):
    """Past results: a file or its text, the season, and the answers about it: the player for a
    name, `whom.ann`, who wins an unknown game, `game.chess`, the game and the day of all rows, what
    the scores below players' names are, and which columns are a player's, `column.3`. `previewed`
    are the answers with which the games were shown."""

    file = FileField(phrase("File"))
    text = TextField(phrase("or paste it"))
    season = TextField(phrase("Season"))
    season_name = TextField(phrase("Name of a new season"), render_kw={"maxlength": LONGEST_NAME})
    dates = ChoiceField(
        phrase("Date format"),
        [("day", phrase("Day first")), ("month", phrase("Month first"))],
        default="",
    )
    whom = TextsField()
    game = TextsField()
    kind = TextField(phrase("Which game was played?"))
    day = TextField(phrase("When was it played?"))
    scores = ChoiceField(
        phrase("What are the scores?"),
        [
            ("game", phrase("Each game's points")),
            ("running", phrase("Totals so far")),
        ],
        default="",
    )
    column = ListsField()
    previewed = TextField()

    @cached_property
    def content(self) -> bytes:
        """The file, else the text that was pasted."""
        if self.file.data is None:
            return str(self.text.data).encode()
        with closing(self.file.data):
            return self.file.data.read() or str(self.text.data).encode()


# --- players ------------------------------------------------------------------------------------


class MembersForm(PageForm):
    """Players who are taken in, one a line."""

    names = TextField(
        phrase("One name per line"),
        [Parses(lambda text: read_names(text.splitlines()))],
        description=phrase("Guests of the same name become members and keep their games."),
    )


class PlayerNameForm(PageForm):
    """Another name for a player."""

    keys = ("rename",)
    name = TextField(
        phrase("New name"),
        [LEAGUE_NAME],
        description=phrase("Entries already saved keep the old name."),
    )


class MergeForm(PageForm):
    """The player that another is counted as."""

    into = NumberField()


class CoinForm(PageForm):
    """A player's coin."""

    keys = ("coin",)
    colour = ChoiceField(
        phrase("Colour"),
        [
            ("0", phrase("Teal")),
            ("1", phrase("Ochre")),
            ("2", phrase("Violet")),
            ("3", phrase("Pink")),
            ("4", phrase("Olive")),
            ("5", phrase("Slate")),
        ],
    )
    # a sign may have many characters: a family of emoji is one
    initial = TextField(
        phrase("Initial"),
        description=phrase("One or two letters. Leave blank for the name's."),
        render_kw={"maxlength": 20},
    )

    def validate_initial(self, field: TextField) -> None:
        """Refuse more than a coin has room for."""
        # a sign that only turns the direction of writing left a coin empty
        field.data = visible(field.data)
        if signs(field.data) > 2 or len(field.data) > 20:
            raise ValidationError(tell("A coin has room for two letters."))


class ContactForm(PageForm):
    """How organisers reach a player."""

    keys = ("contact",)
    phone = TextField(
        phrase("Telephone"), [Parses(read_phone, LONGEST_PHONE)], render_kw={"autocomplete": "off"}
    )
    email = TextField(
        phrase("E-mail"), [Parses(read_email, LONGEST_EMAIL)], render_kw={"autocomplete": "off"}
    )


class PlayerForm(PageForm):
    """A player's rights."""

    do = PressField(
        *("rename", "guest", "member", "left", "back", "merge", "coin", "partner", "contact")
    )
    partner = NumberField(phrase("Usual partner"))


# --- games --------------------------------------------------------------------------------------


class DayForm(PageForm):
    """The day on which a game counts."""

    keys = ("day",)
    day = TextField(phrase("Played on"), [Required(phrase("Choose the day.")), _DAY])


class RemoveGameForm(PageForm):
    """A game that does not count, or counts again."""

    keys = ("strike", "count")
    reason = TextField(phrase("Why"), [_REASON])


class CorrectResultForm(PageForm):
    """The final points of an imported game by side, and who won."""

    keys = ("result",)
    points = TextsField()
    winner = TextField()

    def validate_points(self, field: TextsField) -> None:
        """Refuse what is no number, each at its own field."""
        read = {name: fault_of(read_final_points, text) for name, text in field.data.items()}
        field.refuse({name: words for name, words in read.items() if words})


class MoveGameForm(PageForm):
    """A game that counts in another season."""

    keys = ("move",)
    season = NumberField(phrase("To the season"))
    reason = TextField(phrase("Why"), [_REASON])


class LeagueTableForm(PageForm):
    """The league of a table, and the day on which it was played, if given."""

    league = TextField()
    day = TextField(phrase("Day"), [_DAY], description=phrase("Blank means the day it ends."))

    @property
    def played_on(self) -> str | None:
        """The day, as "2026-03-31"; None where it was not said."""
        return read_day(self.day.data)


# --- seasons ------------------------------------------------------------------------------------

ENDS, FOR_PAST = "yes", "past"
"""What becomes of the season that goes on when another is made: it ends; or it goes on, because the
other is for past results and is over from the start."""


class NewSeasonForm(PageForm):
    """Another season, and what becomes of the one that goes on."""

    name = TextField(phrase("Name of the season"), [LEAGUE_NAME])
    ends = ChoiceField(
        choices=[
            (ENDS, phrase("End it")),
            ("no", phrase("Keep both open")),
            (FOR_PAST, phrase("Keep only the old one open")),
        ],
        default=ENDS,
    )
    descriptions: Final = {
        ENDS: phrase("Its standings are kept. New games count in the new season."),
        "no": phrase("New games count in the new season."),
        FOR_PAST: phrase("The new season is for past results and takes no new games."),
    }


class EndSeasonForm(PageForm):
    """The end of a season, or that it goes on."""

    keys = ("end", "reopen")


class LotsForm(PageForm):
    """Players between whom lots are drawn, or lots that are deleted or restored by their number."""

    do = PressField("draw", "strike.", "restore.")
    player = SelectMultipleField(choices=[], validate_choice=False, coerce=int)


class RankedField(NumberField):
    """The number of a player, or of a pair or a team, which is below 0."""

    def process_formdata(self, sent: list[str]) -> None:
        """Read the number that was sent."""
        if sent:
            number = read_number(sent[0].removeprefix("-"))
            self.data = number and (-number if sent[0].startswith("-") else number)


class BonusForm(PageForm):
    """Points that no game brought, or that are taken."""

    keys = ("give",)
    player = RankedField(phrase("Who"))
    sign = ChoiceField(
        choices=[("plus", phrase("Bonus")), ("minus", phrase("Penalty"))], default="plus"
    )
    points = TextField(phrase("Points"))
    reason = TextField(phrase("Why"), [_REASON])
    season = NumberField(phrase("In the season"))

    @property
    def signed(self) -> str:
        """The points as typed; a penalty has its minus."""
        typed = plain_number(str(self.points.data))
        return f"-{typed.strip().lstrip('-')}" if self.sign.data == "minus" else typed

    def validate_points(self, field: TextField) -> None:
        """Refuse an invalid number of points."""
        if words := fault_of(read_points, self.signed):
            raise ValidationError(words)
