"""The form of two names that are one player."""

from scorekeeper.sentences import phrase
from scorekeeper.web.shared.forms import PageForm, TextField


class MergeNamesForm(PageForm):
    """A name that counts for another in this phone's figures."""

    name = TextField(phrase("Name"))
    other = TextField(phrase("Same as"))
