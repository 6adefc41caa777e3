"""The forms of the feeds page: tokens, the sites that may show the standings, the webhook."""

from scorekeeper.leagues.access_tokens import READ, WRITE, read_sites
from scorekeeper.sentences import phrase
from scorekeeper.web.league.forms import LEAGUE_NAME
from scorekeeper.web.shared.forms import ChoiceField, PageForm, Parses, PressField, TextField


class TokenForm(PageForm):
    """A new token."""

    keys = ("make",)
    name = TextField(phrase("Name of the token"), [LEAGUE_NAME])
    may = ChoiceField(
        phrase("Access"),
        [(READ, phrase("Read")), (WRITE, phrase("Post score sheets"))],
        default=READ,
    )


class TokenActForm(PageForm):
    """A token that is turned off or on again, by its number."""

    do = PressField("strike.", "restore.")


class SitesForm(PageForm):
    """The sites that may show the standings, one per line."""

    keys = ("sites",)
    sites = TextField(phrase("Sites"), [Parses(read_sites)])


class WebhookForm(PageForm):
    """The address that results are posted to; empty for none."""

    keys = ("webhook",)
    address = TextField(phrase("Address"))


class TryWebhookForm(PageForm):
    """A test is sent to the webhook, or again what was given up."""

    keys = ("again", "test")
    do = PressField("again", "test")
