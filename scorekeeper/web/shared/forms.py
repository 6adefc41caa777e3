"""The base of the pages' forms, and the kinds of field that WTForms lacks."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from flask import abort, request
from flask_wtf import FlaskForm
from flask_wtf.file import FileField
from werkzeug.datastructures import CombinedMultiDict, MultiDict
from wtforms import Field, RadioField, StringField
from wtforms.fields import SelectChoice
from wtforms.utils import unset_value
from wtforms.validators import StopValidation, ValidationError

from scorekeeper import languages
from scorekeeper.engine.other_entries import LONGEST_NAME
from scorekeeper.leagues.decisions import DecisionRefused, read_own_name
from scorekeeper.sentences import phrase, tell
from scorekeeper.sheet.documents import SheetRefused
from scorekeeper.web.shared.security import read_number

Refused = DecisionRefused | SheetRefused


def faults_of(refused: Refused) -> Mapping[str, str]:
    """Return why something was refused, by the name of the field or its place in a sheet."""
    if isinstance(refused, DecisionRefused):
        return refused.faults
    return {error["at"]: error["message"] for error in refused.errors}


class PressedKey(NamedTuple):
    """The key that was pressed: what it does and, after a point, what about: `strike.12`."""

    act: str = ""
    about: str = ""

    @classmethod
    def read(cls, text: str) -> "PressedKey":
        """Return the key that sends this."""
        act, _, about = text.partition(".")
        return cls(act, about)

    @property
    def text(self) -> str:
        """Return the value that the key sends."""
        return ".".join(filter(None, self))

    @property
    def number(self) -> int | None:
        """The number it is about; None where it is none."""
        return read_number(self.about)


class PressField(Field):
    """The button that was pressed; `data` is a `PressedKey`.

    If keys are named, the page has these, `save` or, about something, `strike.`; 400 for any other.
    """

    def __init__(self, *keys: str, **more: Any) -> None:
        super().__init__(**more)
        self.keys = keys

    def process_data(self, value: PressedKey | None) -> None:
        """Begin with no key."""
        self.data = value or PressedKey()

    def process_formdata(self, sent: list[str]) -> None:
        """Read the button that was pressed."""
        self.data = PressedKey.read(sent[0] if sent else "")

    def pre_validate(self, form: "PageForm") -> None:
        """Refuse a key that the page does not have."""
        pressed = self.data
        if self.keys and not {pressed.text, f"{pressed.act}."} & {*self.keys}:
            abort(400)


class PageForm(FlaskForm):
    """A form of a page. It bears no token of its own: the guard of all forms looks at it
    (`security.Tokens`). Where a page has several, each has its `keys`, and reads what was sent by
    one of them."""

    keys: ClassVar[tuple[str, ...]] = ()

    do = PressField()

    class Meta(FlaskForm.Meta):
        csrf = False

        def wrap_formdata(self, form: "PageForm", formdata: Any) -> Any:
            """Return what was sent: fields, and a file only where one is asked for."""
            if formdata is not None or not form.is_submitted():
                return formdata
            asked = [field.name for field in form if isinstance(field, FileField)]
            files = [(name, file) for name in asked for file in request.files.getlist(name)]
            return CombinedMultiDict([MultiDict(files), request.form]) if files else request.form

    def __init__(self, formdata: Mapping[str, str] | None = None, **usual: Any) -> None:
        super().__init__(formdata, **usual)
        if languages.current is not None:
            for field in self:
                _translate(field)

    def is_submitted(self) -> bool:
        """Return whether it was sent."""
        sent = request.method == "POST"
        return sent and (not self.keys or request.form.get("do") in self.keys)

    def refuse(self, refused: Refused) -> None:
        """Show why it was refused elsewhere, at the fields or, where there is none, over all."""
        for name, words in faults_of(refused).items():
            if name in self:
                self[name].errors = [*self[name].errors, words]
            else:
                self.form_errors.append(words)

    @property
    def fault(self) -> str:
        """All that was refused, in a row; empty where nothing was."""
        return " ".join(words for faults in self.errors.values() for words in faults)


def _translate(field: Field) -> None:
    """Translate the texts of a form's class about a field."""
    field.label.text = tell(field.label.text)
    field.description = tell(field.description)
    if isinstance(field, ChoiceField):
        field.choices = [SelectChoice(one.value, tell(one.label)) for one in field.choices]


class Required:
    """Refuses a field with nothing in it, in these words."""

    def __init__(self, words: str) -> None:
        self.words = words

    def __call__(self, form: PageForm, field: Field) -> None:
        """Look whether there is something."""
        if not str(field.data or "").strip():
            raise StopValidation(tell(self.words))


def fault_of(read: Callable[[Any], object], text: Any) -> str:
    """Return why `read` does not take the text, in its words; empty where it does."""
    try:
        read(text)
    except (DecisionRefused, SheetRefused) as refused:
        return " ".join(faults_of(refused).values())
    return ""


class Parses:
    """Refuses what `read` does not take, in its words; the page lets nobody type more than `most`
    characters."""

    def __init__(self, read: Callable[[str], object], most: int | None = None) -> None:
        self.read = read
        self.field_flags = {} if most is None else {"maxlength": most}

    def __call__(self, form: PageForm, field: Field) -> None:
        """Try to read what was typed."""
        if words := fault_of(self.read, field.data):
            raise StopValidation(words)


class TextField(StringField):
    """A line of text; empty where nothing was sent."""

    def process_data(self, value: str | None) -> None:
        """Begin with this text."""
        self.data = value or ""


class NumberField(Field):
    """A number that was typed or that the page chose: of nine digits at most, None where it is
    none."""

    # drawn as a text field: browsers drop all but ASCII digits from type="number" before anybody
    # can read them

    @property
    def typed(self) -> object:
        """What stands in the field."""
        return self.raw_data[0] if self.raw_data else self.data or ""

    def process_formdata(self, sent: list[str]) -> None:
        """Read the number that was sent."""
        if sent:
            self.data = read_number(sent[0])


class ChoiceField(RadioField):
    """One of some `(value, label)`; empty where none of them was sent."""

    def __init__(
        self, label: str = "", choices: Iterable[tuple[str, str]] = (), **more: Any
    ) -> None:
        options = [SelectChoice(value, words) for value, words in choices]
        super().__init__(label, choices=options, validate_choice=False, **more)

    def process_formdata(self, sent: list[str]) -> None:
        """Read the choice that was sent."""
        known = {one.value for one in self.choices}
        self.data = sent[0] if sent and sent[0] in known else ""


class TextsField(Field):
    """Lines of text whose names begin alike, `name.3`; `data` has each by what comes after that,
    and `refused` why it is refused."""

    data: dict[str, Any]
    refused: Mapping[str, str] = MappingProxyType({})

    def process(
        self, formdata: Mapping[str, str] | None, data: Any = unset_value, extra_filters: Any = None
    ) -> None:
        """Read all values that were sent."""
        super().process(None, data, extra_filters)
        at = f"{self.name}."
        names = [name for name in formdata or () if name.startswith(at)]
        typed = {name.removeprefix(at): self.read(formdata, name) for name in names}
        self.data = {**(self.data or {}), **typed}

    def read(self, formdata: Any, name: str) -> Any:
        """Return what stands under a name."""
        return formdata[name]

    def refuse(self, faults: Mapping[str, str]) -> None:
        """Refuse some of them, if any, while the form is validated."""
        self.refused = faults
        if faults:
            raise ValidationError(" ".join(faults.values()))


class ListsField(TextsField):
    """Lists of text whose names begin alike."""

    def read(self, formdata: Any, name: str) -> list[str]:
        """Return all that stands under a name."""
        found: list[str] = formdata.getlist(name)
        return found


class WhoForm(PageForm):
    """The player whose phone this is: one of the names offered (``who``), or somebody else."""

    who = TextField("", [Parses(read_own_name, LONGEST_NAME)])
    called = TextField(
        phrase("Your name"),
        [Parses(read_own_name, LONGEST_NAME)],
        render_kw={"autocomplete": "given-name"},
    )

    @property
    def name(self) -> str:
        """The name; empty where nothing was said."""
        return str(self.who.data or self.called.data)
