"""The forms of the pages about phones."""

import re
from typing import Final

from wtforms.validators import Length

from scorekeeper.engine.other_entries import LONGEST_NAME
from scorekeeper.leagues.decisions import read_own_name
from scorekeeper.sentences import phrase
from scorekeeper.web.shared.forms import PageForm, PressField, ReadableBy, TextField

_NAME: Final = ReadableBy(read_own_name, LONGEST_NAME)


class PhonesForm(PageForm):
    """The phones of a league or table: ``call`` is the player whose phone this is, or somebody
    else; `agree.` and `back.` accept or take back a claim, by its number; `out.` signs out a
    phone, `person.` all phones of one person, by an access, `all` all others."""

    do = PressField("call", "agree.", "back.", "out.", "person.", "all", "coin")
    who = TextField(phrase("I am"), [_NAME])
    called = TextField(phrase("Your name"), [_NAME], render_kw={"autocomplete": "given-name"})

    @property
    def name(self) -> str:
        """The name that was said; empty for none."""
        return str(self.who.data or self.called.data)


class TablePhonesForm(PhonesForm):
    """The same at a table; `hand.` and `lend.` pass the pencil on, `take.` takes it back."""

    do = PressField(
        *("call", "agree.", "back.", "out.", "person.", "all", "hand.", "lend.", "take.")
    )


class AgreementForm(PageForm):
    """A side's word on a deal, by its record (0: the game); ``contents`` is a hash of what was
    agreed to."""

    do = PressField("agree.", "contest.")
    contents = TextField("", [Length(max=64)])


class MyPhonesForm(PageForm):
    """The keys about my phones: `code` to add one, `out.` to sign one out."""

    do = PressField("code", "out.")


class AddPhoneForm(PageForm):
    """The code that another phone shows."""

    code = TextField(
        phrase("Code"),
        [Length(max=20, message=phrase("A code has six letters."))],
        description=phrase("Six letters, shown on your other phone under “My phones”."),
        render_kw={"maxlength": 12},
    )


class PasskeyForm(PageForm):
    """The options to ask a browser for (`options.`), and its answer as JSON; `remove.` is
    followed by the number of a passkey. `to` is the page of ours that was closed to this phone."""

    do = PressField("options.", "create", "enter", "remove.")
    credential = TextField("", [Length(max=20_000)])
    to = TextField()

    @property
    def door(self) -> str:
        """The address of that page; empty for none, and for what is no page of ours."""
        return self.to.data if _OUR_PAGE.fullmatch(self.to.data) else ""


_OUR_PAGE: Final = re.compile(r"/(?![/\\])[!-~]{0,200}")
