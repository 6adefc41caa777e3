"""Answers of a server that cannot do what was asked, as a browser without htmx gets them."""

from collections.abc import Callable, Mapping
from typing import Final
from unittest.mock import patch

from scorekeeper.store.access.budgets import BudgetSpent
from scorekeeper.store.sql.trouble import QuotaReached, Unavailable
from tests.browser.evenings import bring
from tests.browser.phone import Phone

SUBMIT: Final = """form => {
  for (const field of form.querySelectorAll('[name^="points."]')) field.value = 5;
  const save = Object.assign(document.createElement("input"), {name: "do", value: "save"});
  form.append(save);
  form.submit();
}"""


def not_saved(phone: Phone, error: Exception) -> None:
    """A deal is sent while saving fails in this way."""
    bring(phone, "tally", 2)
    with (
        patch("scorekeeper.web.table.deal_in_progress.add_entry", side_effect=error),
        phone.page.expect_navigation(),
    ):
        phone.page.locator("#pad").evaluate(SUBMIT)
    phone.forgive("POST")


def scorers_only(phone: Phone) -> None:
    """A watcher asks for a page of the scorer."""
    table = bring(phone, "spades-nil", 3)
    link = phone.link("Watch")
    phone.wipe()
    phone.enter(link)
    phone.go(f"{table}/write/adjust")


def dead_link(phone: Phone) -> None:
    """A link that was mistyped."""
    phone.go("/s/mistyped")


TROUBLE: Final[Mapping[str, Callable[[Phone], None]]] = {
    "scorers-only": scorers_only,
    "dead-link": dead_link,
    "too-many": lambda phone: not_saved(phone, BudgetSpent("games", 600)),
    "busy": lambda phone: not_saved(phone, Unavailable()),
    "disk-full": lambda phone: not_saved(phone, Unavailable(full=True)),
    "server-full": lambda phone: not_saved(phone, QuotaReached(full=True)),
}
"""How each page is brought about."""
