"""The forms of the front pages: settings, import, deleting, joining by a link."""

from functools import cached_property

from flask_wtf.file import FileField
from wtforms.validators import ValidationError

from scorekeeper.engine.other_entries import LONGEST_NAME
from scorekeeper.leagues.decisions import read_own_name
from scorekeeper.sentences import phrase, tell
from scorekeeper.web.shared.forms import ChoiceField, PageForm, PressField, ReadableBy, TextField


class SettingsForm(PageForm):
    """Light or dark, two colours or four."""

    theme = ChoiceField(
        phrase("Appearance"),
        [("", phrase("Automatic")), ("light", phrase("Light")), ("dark", phrase("Dark"))],
        default="",
    )
    deck = ChoiceField(
        phrase("Suits"), [("", phrase("Two colours")), ("four", phrase("Four colours"))], default=""
    )


class ImportForm(PageForm):
    """A score sheet, as a file or as text."""

    file = FileField(phrase("File (sheet.json)"))
    text = TextField(phrase("or paste it"))

    @cached_property
    def sheet(self) -> bytes | str:
        """Return the text of the sheet: the file's, else what was typed."""
        sent: bytes = self.file.data.read() if self.file.data else b""
        return sent or str(self.text.data)

    def validate_text(self, field: TextField) -> None:
        """Refuse nothing at all."""
        if self.sheet == field.data and not field.data.strip():
            raise ValidationError(tell("Choose a file or paste a score sheet."))


class DeleteForm(PageForm):
    """The key that deletes a game or a league."""

    do = PressField("delete")


class RestoreForm(PageForm):
    """The key that restores a game, `t.` and its id, or a league, `l.` and its id."""

    do = PressField("t.", "l.")


class JoinForm(PageForm):
    """The player whose phone this is that joins by a link: one of the names offered (``who``),
    or somebody else."""

    who = TextField("I am", [ReadableBy(read_own_name, LONGEST_NAME)])
    called = TextField(
        phrase("Your name (optional)"),
        [ReadableBy(read_own_name, LONGEST_NAME)],
        render_kw={"autocomplete": "given-name"},
    )

    @property
    def name(self) -> str:
        """The name; empty where nothing was said."""
        return str(self.who.data or self.called.data)
