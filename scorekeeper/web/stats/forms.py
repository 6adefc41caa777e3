"""The form of two names that are one player."""

from scorekeeper.web.shared.forms import PageForm, TextField


class MergeNamesForm(PageForm):
    """A name that counts for another in this phone's figures."""

    name = TextField("Name")
    other = TextField("Same as")
