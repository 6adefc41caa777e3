"""The rules are searched by an index that comes along after the first visit."""

import pytest
from playwright.sync_api import Browser

from scorekeeper.games import games
from tests.pocket.phone import PocketPhone

pytestmark = pytest.mark.browser

ARRIVES = """async count => {
  const [name] = (await caches.keys()).filter(one => one.startsWith("pocket-"));
  const shelf = await caches.open(name);
  const isKept = (one) => one.url.includes("/pocket/search/");
  while ((await shelf.keys()).filter(isKept).length < count)
    await new Promise(done => setTimeout(done, 50));
}"""
"""Until the index of so many games is on the phone."""
FORGET = """async () => {
  const [name] = (await caches.keys()).filter(one => one.startsWith("pocket-"));
  const shelf = await caches.open(name);
  for (const one of await shelf.keys())
    if (one.url.includes("/pocket/search/")) await shelf.delete(one);
}"""


def ask(phone: PocketPhone) -> str:
    """Ask whist's rules a question, by its address; what is found."""
    phone.go("/rules/search?game=whist&q=misdeal")
    return phone.page.locator("#found").inner_text()


def test_questions_are_answered_offline(browser: Browser, host: str) -> None:
    phone = PocketPhone(browser, host)
    phone.shell.evaluate(ARRIVES, len(games()))
    phone.context.set_offline(True)

    assert "Misdeal" in ask(phone)
    phone.reload()
    assert "Misdeal" in ask(phone)
    assert phone.complaints == []
    phone.context.close()


def test_the_first_question_may_need_the_network(browser: Browser, host: str) -> None:
    phone = PocketPhone(browser, host)
    phone.context.set_offline(True)
    phone.shell.evaluate(FORGET)

    assert "The search is not on this phone yet." in ask(phone)
    phone.context.set_offline(False)
    phone.page.get_by_role("link", name="Ask again").click()
    phone.page.locator("#found .answer").wait_for()
    assert "Misdeal" in phone.page.locator("#found").inner_text()
    phone.shell.evaluate(ARRIVES, len(games()))
    phone.context.close()
